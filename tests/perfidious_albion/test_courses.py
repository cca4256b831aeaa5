"""Courses (chapter 4.4 of the house rules): how a move is written, what helm and speed allow, the path of a move."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.damage.devastation import devastate
from rules.perfidious_albion.damage.flooding import Blow, flood_test
from rules.perfidious_albion.damage.speeds import engine_speed, limits, top_speed
from rules.perfidious_albion.records.commands import Launch, Ram, StandEasy, Steer
from rules.perfidious_albion.records.events import (
    BoxLost,
    Collided,
    CollisionAvoided,
    Exploded,
    Flooded,
    MagazineFlooded,
    MarkerMet,
    MinesMet,
    Moved,
    RanAground,
    SpeedLost,
)
from rules.perfidious_albion.records.state import State, box_bit, on_table
from rules.perfidious_albion.sailing.collision import weight_of_blow
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
from rules.perfidious_albion.torpedoes.launching import check_launch
from tests.perfidious_albion.orders import order, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, mils, rolls, rule_then, torpedoes, why
from tests.perfidious_albion.sea import list_offers as on_offer

SIZES = {"mikasa": "Mikasa", "tramp": "Tramp", "ikazuchi": "Ikazuchi"}  # size 1, 2 and 3


def one(kind: str = "mikasa", speed: int = 12, heading: int = 90, at: tuple[float, float] = (36, 36)) -> State:
    """Return one active ship, and an enemy far off."""
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


SHOAL = ((32, 30), (33, 30), (33, 42), (32, 42))


def across(state: State, east: int) -> State:
    """Return a Japanese torpedo marker across the path of a ship that runs east along 36 inches."""
    at = (east * 1000, 33_000)
    marker = torpedoes(state, at, 180, ship="x")
    return state.but(markers={"t1": marker})


def runner(**ship: Any) -> Sea:
    """Retvizan at 30, 36 with a shoal two inches ahead of her."""
    return Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14, **ship).land("shallow", *SHOAL)


EAST = Steer(RUSSIA, "retvizan", "7")


# ---------------------------------------------------------------------- the ground first


@pytest.mark.rule("PA-SEQ-H5", "PA-6.4-1", "PA-4.5-3")
def test_a_marker_beyond_the_place_of_grounding_is_never_met() -> None:
    """ "If a ship moves through a torpedo marker": she did not get that far."""
    game = session(across(runner().action("Retvizan"), 35), 10, rest=1)
    events = order(game, EAST)
    assert events_of(events, RanAground) and not events_of(events, MarkerMet)
    assert game.state.ships["retvizan"].x < 33_000
    assert game.state.markers["t1"].count == 2
    order(game, StandEasy(RUSSIA, "retvizan-squadron"))
    assert game.state.ships["retvizan"].floods == 0


@pytest.mark.rule("PA-6.4-1")
def test_a_marker_before_the_place_of_grounding_is_met() -> None:
    state = across(runner().action("Retvizan"), 31)
    events = order(session(state, 10, rest=1), EAST)
    assert [event.tests for event in events_of(events, MarkerMet)] == [2] and events_of(events, RanAground)


@pytest.mark.rule("PA-6.5-1", "PA-6.5-5")
def test_mines_beyond_the_place_of_grounding_are_never_met_and_her_end_is_where_she_lies() -> None:
    """If a ship spends any part of its movement inside a minefield."""
    beyond = runner().mines("far", JAPAN, (37, 36), 10, 1)
    assert not events_of(order(session(beyond.action("Retvizan"), 10, rest=10), EAST), MinesMet)
    round_it = runner().mines("near", JAPAN, (32, 36), 4, 2)
    events = order(session(round_it.action("Retvizan"), 10, rest=10), EAST)
    assert [event.percent for event in events_of(events, MinesMet)] == [90], "she ended inside it: not halved"


@pytest.mark.rule("PA-4.5-2", "PA-6.4-1")
def test_a_ship_that_passes_the_shoal_meets_what_lies_beyond() -> None:
    events = order(session(across(runner().action("Retvizan"), 35), 1, rest=1), EAST)
    assert events_of(events, MarkerMet) and not events_of(events, RanAground)


@pytest.mark.rule("PA-4.5-3", "PA-TER-H5")
def test_a_ship_that_turned_before_she_struck_keeps_the_way_she_came() -> None:
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14)
    sea.land("shallow", (33, 38), (36, 38), (36, 41), (33, 41))
    game = session(sea.action("Retvizan"), 10, rest=1)
    events = order(game, Steer(RUSSIA, "retvizan", "2R5"))
    moved, ship = events_of(events, Moved)[0], game.state.ships["retvizan"]
    assert moved.track[1] == (32_000, 36_000) and moved.track[-1] == (ship.x, ship.y)
    assert ship.track[1:-1] == moved.track and ship.heading == 135 and ship.stopped == "aground"


@pytest.mark.rule("PA-4.4-3", "PA-SEQ-H5")
def test_a_ship_beyond_the_place_of_grounding_is_not_run_into() -> None:
    sea = runner().ship("Poltava", RUSSIA, (35, 36), kind="mikasa", heading=0, speed=0)
    events = order(session(sea.action("Retvizan"), 10, rest=6), EAST)
    assert events_of(events, RanAground) and not events_of(events, Collided)
    through = order(session(sea.action("Retvizan"), 1, rest=6), EAST)
    assert events_of(through, Collided)


# ---------------------------------------------------------------------- bases that lie across each other


def abreast(ahead: float, **more: Any) -> Sea:
    """Return two ships whose bases overlap: Poltava lies so far ahead of Retvizan and half an inch to starboard."""
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14)
    return sea.ship("Poltava", RUSSIA, (30 + ahead, 36.5), kind="mikasa", speed=14, **more)


@pytest.mark.rule("PA-4.4-3")
def test_bases_that_lie_across_each_other_are_crossed_again_on_a_way_that_leads_nearer() -> None:
    """There is always a risk of collision if the bases cross during movement."""
    events = order(session(abreast(1.5).action("Retvizan"), rest=6), EAST)
    assert events_of(events, Collided)


@pytest.mark.rule("PA-4.4-2", "PA-4.4-3")
def test_drawing_away_from_a_ship_one_lay_base_to_base_with_is_no_crossing() -> None:
    events = order(session(abreast(-0.5).action("Retvizan"), rest=6), EAST)
    assert not events_of(events, Collided) and not events_of(events, CollisionAvoided)


# ---------------------------------------------------------------------- a ram is a ram


@pytest.mark.rule("PA-RAM-H4", "PA-COL-H4")
def test_a_ram_floods_a_magazine_and_does_not_explode_it() -> None:
    """Torpedo hits only explode magazines if the torpedo actually strikes there: a ram is no torpedo."""
    card_level = 5
    sea = Sea().ship("Asama", JAPAN, (30, 36), kind="asama", speed=20)
    state = sea.ship("Varyag", RUSSIA, (36, 36), kind="varyag", heading=0, speed=0).action("Asama")
    card = state.scene.cards["varyag"]
    boxes = tuple(
        box.but(contents=("MAG",), guns=None) if box is not None and box.level == card_level else box
        for box in card.grid
    )
    mined = card.but(grid=boxes, magazines=tuple(box for box in boxes if box is not None and box.has("MAG")))
    state = state.but(scene=state.scene.but(cards={**state.scene.cards, "varyag": mined}))
    events = order(session(state, 1, rest=6), Ram(JAPAN, "asama", "varyag"))
    assert events_of(events, MagazineFlooded) and not events_of(events, Exploded)
    assert not rolls(events, "PA-6.4-22"), "no Crew Test of the torpedo rule is thrown"


@pytest.mark.rule("PA-COL-H4")
def test_the_lighter_the_ship_that_strikes_the_less_the_water_spreads() -> None:
    sea = Sea().ship("Varyag", RUSSIA, (36, 36), kind="varyag")
    for tons in (305, 2_000, 5_000, 9_000):
        sea.ship(f"S{tons}", JAPAN, (20, 20), kind="asama", card={"tons": tons})
    state = sea.state()
    varyag = state.ships["varyag"]

    def target(tons: int) -> int:
        blow = Blow(1, weight_of_blow(state, f"s{tons}"))
        return flood_test(state, varyag, (5, 5), (6, 5), "ram", blow.terms).target

    assert [target(tons) for tons in (305, 2_000, 5_000, 9_000)] == [6, 5, 4, 3]


@pytest.mark.rule("PA-COL-H4", "PA-COL-H3")
def test_a_battleship_brushed_by_a_destroyer_is_scratched() -> None:
    """Five boxes are tested after a torpedo; after a blow of 305 tons hardly one can flood."""
    sea = Sea().ship("Retvizan", RUSSIA, (36, 36), kind="tsesarevich", heading=0, speed=10)
    sea.ship("Bditelny", RUSSIA, (30, 36), kind="ikazuchi", speed=20, squadron="boats")
    events = order(session(sea.action("Bditelny"), rest=6), Steer(RUSSIA, "bditelny", "10"))
    assert events_of(events, Collided)
    assert len([event for event in events_of(events, Flooded) if event.ship == "retvizan"]) <= 3


# ---------------------------------------------------------------------- funnels


def strike_funnel(kind: str, *places: tuple[int, int]) -> tuple[Any, Any]:
    state = Sea().ship("Victim", RUSSIA, (36, 36), kind=kind).state()

    def shoot(r: Any) -> None:
        for place in places:
            devastate(r, "victim", *place, "PA-PEN-H5", "A")

    return rule_then(state, shoot, rest=1)


@pytest.mark.rule("PA-5.8-1")
def test_any_part_of_a_funnel_counts_on_a_small_ship() -> None:
    """The first time any section level containing part of one or more funnels is hit and devastated."""
    state, result = strike_funnel("ikazuchi", (4, 3))
    assert [event.units for event in events_of(result, SpeedLost)] == [1]
    assert state.ships["victim"].funnels_lost == 1


@pytest.mark.rule("PA-5.8-3", "PA-5.8-7")
def test_only_the_upper_section_of_a_tall_funnel_must_fill_its_box() -> None:
    """The upper section of the funnel must completely fill the vertical height of the grid section."""
    state, result = strike_funnel("mikasa", (5, 1), (6, 1))
    assert not events_of(result, SpeedLost) and len(events_of(result, BoxLost)) == 2
    state, result = strike_funnel("mikasa", (5, 2))
    assert state.ships["victim"].funnels_lost == 1


@pytest.mark.rule("PA-5.8-4")
def test_a_tall_funnel_hit_in_two_boxes_loses_two_units() -> None:
    """If a tall funnel is hit in two boxes then it loses two speed units."""
    state, _ = strike_funnel("brooklyn", (5, 1), (5, 2))
    assert state.ships["victim"].funnels_lost == 2


@pytest.mark.rule("PA-5.8-6", "PA-5.8-7", "PA-5.8-9", "PA-5.8-10")
def test_the_ship_of_the_sheets_example_comes_down_from_14_to_13_and_8() -> None:
    """A hit in 4/2 or 5/2 reduces speed to 13; 4/1 or 5/1 has no effect; half a PROP box takes 5 units, to 8."""
    for place in ((4, 2), (5, 2)):
        _, result = strike_funnel("cover_ship", place, (4, 1), (5, 1), (4, 5))
        assert [event.speed for event in events_of(result, SpeedLost)] == [13, 8]


# ---------------------------------------------------------------------- flooded boxes


@pytest.mark.rule("PA-FLO-H8")
@pytest.mark.parametrize(("lost", "units"), [(False, 0), (True, 6)])
def test_a_box_that_floods_is_lost_only_with_the_option(lost: bool, units: int) -> None:
    """A section level is not completely flooded in reality; or: destroyed by shells or flooding."""
    sea = Sea().ship("Retvizan", RUSSIA, (30, 36), kind="mikasa", speed=14).option(flooded_boxes_lost=lost)
    rooms = sea.cards["retvizan"].prop_boxes
    beside = rooms[0].section - 1, rooms[0].level
    state = across(sea.action("Retvizan"), 31)
    game = session(state, beside[1], beside[0], rest=6)
    order(game, EAST)
    ship = game.state.ships["retvizan"]
    assert ship.flooded and ship.props_lost >= units
    assert (ship.props_lost > 0) == lost


# ---------------------------------------------------------------------- her own marker


@pytest.mark.rule("PA-6.1-8")
def test_a_slow_ship_that_turns_into_her_own_broadside_marker_is_tested() -> None:
    """Otherwise they stand a risk of overtaking their own torpedoes: said of bow tubes alone."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0, speed=10)
    state = sea.action("Mikasa")
    for bow, tests in ((False, 2), (True, 0)):
        at = (36_000, 34_500)
        marker = torpedoes(state, at, 0, bow=bow)
        events = order(session(state.but(markers={"t1": marker}), rest=1), Steer(JAPAN, "mikasa", "3"))
        assert [event.tests for event in events_of(events, MarkerMet)] == [tests]


@pytest.mark.rule("PA-6.1-8", "PA-6.1-9")
def test_a_destroyer_at_full_speed_uses_her_bow_tube_and_a_cruiser_does_not() -> None:
    """Vessels other than Destroyers and Torpedo Boats may fire their bow tubes only at a speed of 10 or less."""
    for kind, ahead, faults in (("ikazuchi", True, []), ("varyag", False, ["PA-6.1-8"])):
        sea = Sea().ship("Runner", JAPAN, (36, 36), kind=kind, speed=20)
        card = sea.cards["runner"]
        tube = card.tubes[0].but(arc="F") if hasattr(card.tubes[0], "but") else card.tubes[0]._replace(arc="F")  # type: ignore[attr-defined]
        sea.cards["runner"] = card.but(tubes=(tube,))
        state = sea.at("torpedoes", JAPAN)
        key = tube.key
        state = state.but(ships={"runner": state.ships["runner"].but(loaded=((key, 1),))})
        found = [reason.rule for reason in check_launch(state, Launch(JAPAN, "runner", key, 90, 1))]
        assert found == faults, kind
        assert card.torpedo_craft == ahead
