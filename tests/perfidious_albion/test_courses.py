"""Courses (chapter 4.4 of the house rules): how a move is written, what helm and speed allow, the path of it."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.damage.speeds import engine_speed, limits, top_speed
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.state import State, box_bit, on_table
from rules.perfidious_albion.sailing.course_search import course_to
from rules.perfidious_albion.sailing.courses import (
    Leg,
    inches,
    jammed_course,
    legs,
    length_of,
    list_courses,
    text_of,
    track_of,
)
from rules.perfidious_albion.sailing.movement import can_move
from rules.perfidious_albion.sailing.steering import course_faults, helm_of, legal_steers, speed_of, track_for
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, mils, why
from tests.perfidious_albion.sea import list_offers as on_offer

SIZES = {"mikasa": "Mikasa", "tramp": "Tramp", "ikazuchi": "Ikazuchi"}  # size 1, 2 and 3


def one(kind: str = "mikasa", speed: int = 12, heading: int = 90, at: tuple[float, float] = (36, 36)) -> State:
    """One ship in action, and an enemy far off."""
    sea = Sea().ship("Ship", JAPAN, at, heading, speed, kind).ship("Far", RUSSIA, (70, 2), kind="tsesarevich")
    return sea.action("Ship")


def faults(state: State, course: str) -> list[str]:
    return [fault.rule for fault in course_faults(state, state.ships["ship"], course)]


@pytest.mark.rule("PA-MOV-H5")
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("7", (Leg(7000, 0),)),
        ("3.5R2R1", (Leg(3500, 1), Leg(2000, 1), Leg(1000, 0))),
        ("2L", (Leg(2000, -1),)),
        ("0.25", (Leg(250, 0),)),
        ("0", (Leg(0, 0),)),
    ],
)
def test_a_course_is_inches_and_turns(text: str, parts: tuple[Leg, ...]) -> None:
    assert legs(text) == parts
    assert text_of(parts) == text


@pytest.mark.rule("PA-MOV-H5")
@pytest.mark.parametrize("text", ["", "R", "3.5.5", "-3", "3R-2", "three", "3 R 2", "1e9", "9" * 30, "٣", "3.125R2"])
def test_what_is_no_course_is_refused(text: str) -> None:
    assert "PA-MOV-H5" in why(one(), Steer(JAPAN, "ship", text))


@pytest.mark.rule("PA-MOV-H5")
def test_the_legs_are_quarters_and_add_up_to_half_the_speed() -> None:
    state = one(speed=13)
    assert faults(state, "3.25R3.25") == []
    assert speed_of(state, "3.25R3.25") == 13
    assert faults(state, "3.25R3.5") == ["PA-MOV-H5"]
    assert faults(state, "6.1") == ["PA-MOV-H5"]


@pytest.mark.rule("PA-TAB-H1")
@pytest.mark.rule("PA-TAB-H2")
def test_a_ship_moves_half_her_speed_in_inches() -> None:
    state = one(speed=14)
    assert speed_of(state, "7") == 14
    assert track_for(state, state.ships["ship"], "7").end == mils((43, 36))


@pytest.mark.rule("PA-MOV-H5")
def test_she_pivots_about_her_middle() -> None:
    track = track_of((0, 0), 0, "2R2R1", 45)
    assert track.points == ((0, 0), (0, -2000), (1414, -3414), (2414, -3414))
    assert (track.headings, track.heading) == ((0, 45, 90), 90)


@pytest.mark.rule("PA-MOV-H1")
@pytest.mark.parametrize(("kind", "most"), [("mikasa", 12), ("tramp", 10), ("ikazuchi", 18)])
def test_working_up_speed(kind: str, most: int) -> None:
    state = one(kind, speed=8)
    assert limits(state, state.ships["ship"]).most == most
    assert faults(state, inches(most * 500)) == []
    assert faults(state, inches(most * 500 + 500))


@pytest.mark.rule("PA-MOV-H1")
def test_a_size_2_ship_gains_six() -> None:
    state = Sea().ship("Ship", JAPAN, (36, 36), 90, 8, "tramp", card={"speed": 20}).state()
    assert limits(state, state.ships["ship"]) == (0, 14)


@pytest.mark.rule("PA-MOV-H2")
@pytest.mark.parametrize(("kind", "speed", "least"), [("mikasa", 16, 10), ("tramp", 10, 2), ("ikazuchi", 30, 18)])
def test_slowing_down(kind: str, speed: int, least: int) -> None:
    state = one(kind, speed)
    assert limits(state, state.ships["ship"]).least == least
    assert faults(state, inches(least * 500)) == []
    assert faults(state, inches(least * 500 - 500)) == ["PA-MOV-H2"]


@pytest.mark.rule("PA-MOV-H3")
@pytest.mark.parametrize(
    ("kind", "speed", "good", "bad"),
    [("mikasa", 12, "2R4", "1.75R4.25"), ("tramp", 8, "1.5R2.5", "1.25R2.75"), ("ikazuchi", 20, "1R9", "0.75R9.25")],
)
def test_room_before_each_turn(kind: str, speed: int, good: str, bad: str) -> None:
    state = one(kind, speed)
    assert faults(state, good) == []
    assert faults(state, bad) == ["PA-MOV-H3"]


@pytest.mark.rule("PA-MOV-H3")
def test_room_is_needed_between_turns_too_and_not_carried_over() -> None:
    state = one(speed=12)
    assert faults(state, "2R2R2") == []
    assert faults(state, "3R1.5R1.5") == ["PA-MOV-H3"]


@pytest.mark.rule("PA-MOV-H4")
@pytest.mark.parametrize(
    ("kind", "speed", "good", "bad"),
    [
        ("mikasa", 16, "2R2R4", "2R2R2R2"),
        ("tramp", 12, "1.5R1.5R1.5R1.5", "1.5R1.5R1.5R1.5R"),
        ("ikazuchi", 20, "1L1L1L1L6", "1L1L1L1L1L5"),
    ],
)
def test_most_turning_in_a_move(kind: str, speed: int, good: str, bad: str) -> None:
    card = {"speed": 14} if kind == "tramp" else {}
    sea = Sea().ship("Ship", JAPAN, (36, 36), 90, speed, kind, card=card).ship("Far", RUSSIA, (70, 2), kind="asama")
    state = sea.action("Ship")
    assert faults(state, good) == []
    assert faults(state, bad) == ["PA-MOV-H4"]


@pytest.mark.rule("PA-MOV-H7")
@pytest.mark.parametrize(
    ("kind", "tops"),
    [("mikasa", (18, 18, 13, 12)), ("tramp", (10, 10, 7, 5)), ("ikazuchi", (31, 23, 15, 10))],
)
def test_speed_in_a_seaway(kind: str, tops: tuple[int, ...]) -> None:
    for sea, top in zip(("calm", "rough", "heavy", "storm"), tops, strict=True):
        state = Sea().ship("Ship", JAPAN, (36, 36), kind=kind).having(sea=sea).state()
        assert top_speed(state, state.ships["ship"]) == top


@pytest.mark.rule("PA-MOV-H7")
def test_the_sea_limit_is_named_when_it_refuses_a_course() -> None:
    state = Sea().ship("Ship", JAPAN, (36, 36), speed=12, kind="mikasa").having(sea="storm").action("Ship")
    assert faults(state, "6.5") == ["PA-MOV-H7"]


@pytest.mark.rule("PA-5.8-9")
@pytest.mark.rule("PA-FLO-H6")
def test_lost_rooms_and_funnels_add_up_and_a_list_takes_a_quarter() -> None:
    hurt = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa", props_lost=6, funnels_lost=2).state()
    assert top_speed(hurt, hurt.ships["ship"]) == 10
    listing = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa", floods=8).state()
    assert top_speed(listing, listing.ships["ship"]) == 13
    upright = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa", floods=7).state()
    assert top_speed(upright, upright.ships["ship"]) == 18


@pytest.mark.rule("PA-MOV-H9")
@pytest.mark.parametrize(("helm", "course"), [("port", "2L4"), ("straight", "6"), ("starboard", "2R4")])
def test_a_jammed_rudder_leaves_one_course_for_each_speed(helm: str, course: str) -> None:
    sea = Sea().ship("Ship", JAPAN, (36, 36), speed=12, kind="mikasa", steering="jammed", helm=helm)
    state = sea.ship("Far", RUSSIA, (70, 2), kind="asama").action("Ship")
    assert faults(state, course) == []
    assert faults(state, "2L2L2") == ["PA-MOV-H9"]
    steers = {command.course for command in legal_steers(state, state.ships["ship"])}
    assert course in steers and len(steers) == 11  # speeds 6 to 16, one course each


@pytest.mark.rule("PA-MOV-H9")
def test_a_jammed_rudder_turns_only_where_there_is_room() -> None:
    assert jammed_course(1500, "port", 2000) == "1.5"
    assert jammed_course(2000, "port", 2000) == "2L"


@pytest.mark.rule("PA-DMG-H5")
def test_without_orders_from_the_tower_she_keeps_course_and_speed() -> None:
    sea = Sea().ship("Ship", JAPAN, (36, 36), speed=12, kind="mikasa", acted=("steady",))
    state = sea.ship("Far", RUSSIA, (70, 2), kind="asama").action("Ship")
    assert faults(state, "6") == []
    assert faults(state, "6.5") == ["PA-DMG-H5"]
    assert [command.course for command in legal_steers(state, state.ships["ship"])] == ["6"]


@pytest.mark.rule("PA-MOR-H3")
def test_a_withdrawing_ship_turns_home_at_best_speed() -> None:
    sea = Sea().ship("Ship", JAPAN, (36, 36), heading=0, speed=12, kind="mikasa", morale="withdrawing")
    state = sea.ship("Far", RUSSIA, (70, 2), kind="asama").action("Ship")  # her base line is south
    for command in legal_steers(state, state.ships["ship"]):
        track = track_for(state, state.ships["ship"], command.course)
        assert (speed_of(state, command.course), track.heading in (90, 270)) == (16, True)
    assert faults(state, "2R2R2") == ["PA-MOR-H3"]
    assert faults(state, "8") == ["PA-MOR-H3"]
    assert faults(state, "2R2R4") == []


@pytest.mark.rule("PA-MOR-H3", "PA-3.2-4")
def test_by_option_a_withdrawing_ship_near_her_base_line_stays_on_the_table() -> None:
    """Her base line is south, at 72 inches: without the option she runs straight over it."""

    def ends(stays: bool, y: float) -> set[tuple[bool, bool]]:
        sea = Sea().ship("Ship", JAPAN, (36, y), heading=180, speed=12, kind="mikasa", morale="withdrawing")
        state = sea.ship("Far", RUSSIA, (70, 2), kind="asama").option(withdrawing_stays=stays).action("Ship")
        ship = state.ships["ship"]
        tracks = [track_for(state, ship, command.course) for command in legal_steers(state, ship)]
        return {(on_table(state, *track.points), track.end[1] >= 54_000) for track in tracks}

    assert ends(False, 70) == {(False, True)}
    assert ends(True, 66) == {(True, True)}
    assert ends(True, 40) == ends(False, 40) == {(True, False)}


def astray(mate: tuple[float, float]) -> State:
    """Return a detached ship that only tries to rejoin, heading east from the middle of the table."""
    sea = Sea().ship("Ship", JAPAN, (36, 36), 90, 12, "mikasa", squadron="line", detached=True, acted=("shaken",))
    sea.ship("Mate", JAPAN, mate, 90, 12, "mikasa", squadron="line").ship("Far", RUSSIA, (70, 2), kind="asama")
    return sea.action("Ship")


@pytest.mark.rule("PA-MOR-H5")
def test_a_ship_astray_may_only_come_nearer_to_her_squadron() -> None:
    state = astray((40, 22))
    assert faults(state, "6") == []
    assert faults(state, "2L2L2") == []
    assert faults(state, "2R2R2") == ["PA-MOR-H5"]
    assert all(faults(state, command.course) == [] for command in legal_steers(state, state.ships["ship"]))


@pytest.mark.rule("PA-MOR-H5")
def test_where_no_course_comes_nearer_any_will_do() -> None:
    state = astray((22, 36))  # astern of her, and she cannot turn round in one move
    assert faults(state, "6") == []
    assert faults(state, "2R2R2") == []


@pytest.mark.rule("PA-MOV-H5")
@pytest.mark.parametrize("kind", list(SIZES))
@pytest.mark.parametrize("speed", [0, 5, 10])
def test_everything_on_offer_is_legal_and_there_are_not_too_many(kind: str, speed: int) -> None:
    state = one(kind, speed)
    commands = on_offer(state, "steer", "ship")
    assert 0 < len(commands) <= 120
    assert len(commands) == len(set(commands))
    assert [command for command in commands if why(state, command)] == []


@pytest.mark.rule("PA-MOV-H5")
def test_offers_hold_courses_without_a_turn_and_with_two() -> None:
    state = one(speed=12)
    found = list_courses(6, 16, 12, helm_of(state, state.ships["ship"]), 500)
    assert {"8", "6", "3", "2R2R4", "2L2R4", "8L"} <= set(found)
    assert all(length_of(course) % 500 == 0 for course in found)


@pytest.mark.rule("PA-MOV-H5")
@pytest.mark.parametrize("kind", list(SIZES))
def test_pointing_at_the_end_of_a_course_finds_one_that_ends_there(kind: str) -> None:
    state = one(kind, speed=9)
    ship = state.ships["ship"]
    for command in legal_steers(state, ship):
        wanted = track_for(state, ship, command.course)
        found = course_to(state, ship, wanted.end, wanted.heading)
        assert course_faults(state, ship, found) == []
        assert track_for(state, ship, found).end == wanted.end


@pytest.mark.rule("PA-MOV-H5")
def test_pointing_out_of_reach_finds_the_nearest_legal_course() -> None:
    state = one(speed=12)
    ship = state.ships["ship"]
    assert course_to(state, ship, mils((70, 36))) == "8"
    assert course_to(state, ship, mils((10, 36)))[0] == "2"  # behind her: she turns as soon as she may
    assert course_faults(state, ship, course_to(state, ship, mils((10, 36)))) == []


def test_the_masks_of_boxes_do_not_touch_the_courses() -> None:
    """A struck box that is no propulsion costs no speed."""
    state = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa", struck=box_bit(1, 4)).state()
    assert top_speed(state, state.ships["ship"]) == 18


@pytest.mark.rule("PA-MOV-H6")
@pytest.mark.parametrize(("left", "moves"), [(1, True), (0, False)])
def test_a_ship_whose_engines_give_one_inch_still_moves(left: int, moves: bool) -> None:
    speed = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa").state().scene.cards["ship"].speed
    state = Sea().ship("Ship", JAPAN, (36, 36), kind="mikasa", props_lost=speed - left).state()
    assert engine_speed(state, state.ships["ship"]) == left
    assert can_move(state, state.ships["ship"]) is moves
