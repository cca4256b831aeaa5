"""Line ahead: keeping station, turning in succession, hauling out, closing up."""

from __future__ import annotations

import pytest

from rules import SYSTEMS
from rules.kernel.dice import TapeDice
from rules.kernel.inches import distance
from rules.kernel.ruling import Rolled, Ruling
from rules.quickfire.commands import Follow, Join, Lead, Move
from rules.quickfire.events import LineJoined, LineLeft, Moved
from rules.quickfire.following import contact_in_line
from rules.quickfire.sinking import remove_ship
from rules.quickfire.state import State, place
from tests.quickfire.duel import FR, US, Duel, events_of

SHIPS = ["Mikasa", "Asahi", "Shikishima"]


def column(speed: int = 6) -> Duel:
    """Three battleships in line, course east, 60 mm apart."""
    return Duel().line(SHIPS, US, (800, 500), "090", speed).ship("Massena", FR, (100, 100))


def follow_leader(duel: Duel, *plots: str) -> State:
    """So many turns: the leader runs a plot, the others follow."""
    state = duel.at("movement")
    for plot in plots:
        state, _ = duel.open(state, "movement")
        state, _ = duel.give(state, Move(US, "mikasa", plot))
        for name in ("asahi", "shikishima"):
            state, _ = duel.give(state, Follow(US, name))
    return state


@pytest.mark.rule("QF-MOV-H7")
def test_the_ships_of_a_force_begin_in_line_behind_the_first() -> None:
    state = column().opening()
    assert [place(state.ships[name]) for name in ("mikasa", "asahi", "shikishima")] == [
        (800_000, 500_000),
        (740_000, 500_000),
        (680_000, 500_000),
    ]
    assert [state.ships[name].ahead for name in ("mikasa", "asahi", "shikishima")] == ["", "mikasa", "asahi"]


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_keeps_her_distance_and_runs_as_far_as_the_ship_ahead() -> None:
    state = follow_leader(column(), "6")
    assert [state.ships[name].x for name in ("mikasa", "asahi", "shikishima")] == [837_500, 777_500, 717_500]
    assert [state.ships[name].ran for name in ("mikasa", "asahi", "shikishima")] == [6, 6, 6]


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_round_a_turn_has_run_the_boxes_of_her_leader_and_no_more() -> None:
    """Rounding errors along a wake of several legs add no box.

    A ship that runs one box counts as static for torpedoes.
    """
    for plots in (("4R4", "8", "5"), ("2R2R", "4", "2"), ("3R3R2", "7", "6", "4")):
        state = follow_leader(column(), *plots)
        ran = [state.ships[name].ran for name in ("mikasa", "asahi", "shikishima")]
        assert len(set(ran)) == 1, (plots, ran)


@pytest.mark.rule("QF-MOV-H7")
def test_the_line_turns_in_succession_on_the_same_water() -> None:
    state = follow_leader(column(), "4R4", "8", "8", "8", "8")
    turning = (800_000 + 25_000, 500_000)
    asahi, shikishima = state.ships["asahi"], state.ships["shikishima"]
    assert [state.ships[name].facing for name in ("mikasa", "asahi", "shikishima")] == [135, 135, 135]
    for ship in (asahi, shikishima):
        dx, dy = ship.x - turning[0], ship.y - turning[1]
        assert dx > 0 and abs(dx - dy) < 10
        assert ship.waypoints == ()
    assert distance(place(asahi), place(shikishima)) == pytest.approx(60_000, abs=3)


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_that_has_not_reached_the_turning_point_still_holds_her_old_course() -> None:
    state = follow_leader(column(), "4R4")
    asahi = state.ships["asahi"]
    assert (asahi.facing, asahi.y) == (90, 500_000)
    assert [(point.x, point.y, point.facing) for point in asahi.waypoints] == [(825_000, 500_000, 135)]


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_waits_for_the_ship_ahead_to_move() -> None:
    duel = column()
    state = duel.at("movement")
    assert duel.why(state, Follow(US, "asahi")) == ["QF-MOV-H7"]
    assert duel.why(state, Follow(US, "mikasa")) == ["QF-MOV-H7"]
    assert duel.commands(state, "follow") == []
    state, _ = duel.give(state, Move(US, "mikasa", "6"))
    assert duel.commands(state, "follow") == [Follow(US, "asahi")]


@pytest.mark.rule("QF-MOV-H7")
def test_one_order_lets_the_whole_line_follow_a_ship_that_has_moved() -> None:
    duel = column()
    state = duel.at("movement")
    assert duel.commands(state, "lead") == []
    assert duel.why(state, Lead(US, "mikasa")) == ["QF-MOV-H7"]
    state, _ = duel.give(state, Move(US, "mikasa", "4R4"))
    assert duel.commands(state, "lead") == [Lead(US, "mikasa")]
    one_by_one = state
    for name in ("asahi", "shikishima"):
        one_by_one, _ = duel.give(one_by_one, Follow(US, name))
    at_once, events = duel.give(state, Lead(US, "mikasa"))
    assert [moved.ship for moved in events_of(events, Moved)] == ["asahi", "shikishima"]
    assert at_once.ships == one_by_one.ships
    assert duel.commands(at_once, "lead") == []


@pytest.mark.rule("QF-MOV-H7")
def test_the_line_follows_no_further_than_the_first_ship_that_cannot() -> None:
    duel = column().hurt("Shikishima", rudder_hits=1, helm="port")
    state, _ = duel.give(duel.at("movement"), Move(US, "mikasa", "6"))
    state, events = duel.give(state, Lead(US, "mikasa"))
    assert [moved.ship for moved in events_of(events, Moved)] == ["asahi"]
    assert duel.why(state, Lead(US, "asahi")) == ["QF-MOV-H6"]
    assert duel.why(state, Lead(US, "shikishima")) == ["QF-MOV-H7"]
    assert duel.why(state, Lead(US, "nobody")) == ["QF-MOV-H2"]


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_with_fewer_boxes_falls_behind() -> None:
    duel = column().hurt("Asahi", speed_hits=5)
    state, _ = duel.give(duel.at("movement"), Move(US, "mikasa", "6"))
    state, _ = duel.give(state, Follow(US, "asahi"))
    assert state.ships["asahi"].x == 740_000 + 3 * 6_250


@pytest.mark.rule("QF-MOV-H7")
def test_a_ship_that_goes_her_own_way_leaves_the_line_and_the_next_astern_closes_up() -> None:
    duel = column()
    state, _ = duel.give(duel.at("movement"), Move(US, "mikasa", "6"))
    state, events = duel.give(state, Move(US, "asahi", "2R4"))
    assert [(left.ship, left.ahead) for left in events_of(events, LineLeft)] == [("asahi", "mikasa")]
    assert state.ships["asahi"].ahead == ""
    assert state.ships["shikishima"].ahead == "mikasa"
    state, _ = duel.give(state, Follow(US, "shikishima"))
    last = state.ships["shikishima"]
    assert (last.x, last.y, last.ran, last.waypoints) == (680_000 + 50_000, 500_000, 8, ())


@pytest.mark.rule("QF-MOV-H7")
def test_when_a_ship_is_lost_the_next_astern_closes_up_along_her_track() -> None:
    duel = column()
    state = follow_leader(duel, "4R4")

    ruling = Ruling(duel.system, state, TapeDice(()))
    remove_ship(ruling, "asahi", "sunk")
    last = ruling.state.ships["shikishima"]
    assert last.ahead == "mikasa"
    assert [point.facing for point in last.waypoints] == [135]
    after, _ = duel.open(ruling.state, "movement")
    after, _ = duel.give(after, Move(US, "mikasa", "6"))
    after, _ = duel.give(after, Follow(US, "shikishima"))
    assert after.ships["shikishima"].ran == 8


@pytest.mark.rule("QF-MOV-H7")
def test_a_follower_that_cannot_slow_down_in_time_must_haul_out() -> None:
    duel = column(8).hurt("Mikasa", speed_hits=8)
    state, _ = duel.enter("movement")
    state = state.but(ships={**state.ships, "asahi": state.ships["asahi"].but(x=750_000)})
    assert duel.why(state, Follow(US, "asahi")) == ["QF-MOV-H7"]
    assert duel.check(state, Move(US, "asahi", "2R4")) == ()


@pytest.mark.rule("QF-MOV-H6")
def test_a_ship_with_a_jammed_rudder_cannot_follow() -> None:
    duel = column().hurt("Asahi", rudder_hits=1)
    state, _ = duel.enter("movement", 3)
    state, _ = duel.give(state, Move(US, "mikasa", "6"))
    assert duel.why(state, Follow(US, "asahi")) == ["QF-MOV-H6"]


@pytest.mark.rule("QF-MOV-H9")
def test_without_orders_a_line_follows_its_leader() -> None:
    duel = column()
    state, _ = duel.give(duel.at("movement"), Move(US, "mikasa", "2R2R2"))
    after, events = duel.close(state)
    moved = [event.ship for event in events_of(events, Moved)]
    assert moved == ["asahi", "shikishima", "massena"]
    assert [point.facing for point in after.ships["asahi"].waypoints] == [135, 180]
    assert after.ships["shikishima"].ahead == "asahi"


@pytest.mark.rule("QF-MOV-H7")
def test_a_scenario_may_set_the_distance_in_line_and_place_ships_abreast() -> None:
    duel = column()
    duel.special.append(("spacing", "force-0", 80))
    duel.forces[0] = duel.forces[0].but(formation="abreast")
    state = duel.opening()
    assert [place(state.ships[name]) for name in ("mikasa", "asahi")] == [(800_000, 500_000), (800_000, 580_000)]
    assert state.ships["asahi"].ahead == ""


# --- taking station ---


def straggler(at: tuple[int, int] = (690, 540), facing: str = "090") -> Duel:
    """Mikasa on course east, Asahi on her own astern of her."""
    duel = Duel().ship("Mikasa", US, (800, 500)).ship("Asahi", US, at, facing)
    return duel.ship("Massena", FR, (100, 100))


@pytest.mark.rule("QF-MOV-H10")
def test_a_ship_astern_of_a_friend_takes_station_and_follows_into_her_track() -> None:
    duel = straggler()
    state = duel.at("movement")
    assert duel.commands(state, "join") == [Join(US, "asahi", "mikasa")]
    state, events = duel.give(state, Join(US, "asahi", "mikasa"))
    assert [(joined.ship, joined.ahead) for joined in events_of(events, LineJoined)] == [("asahi", "mikasa")]
    for turn in range(6):
        state, _ = duel.give(state, Move(US, "mikasa", "6"))
        state, _ = duel.give(state, Follow(US, "asahi"))
        if turn < 5:
            state, _ = duel.open(state, "movement")
    mikasa, asahi = state.ships["mikasa"], state.ships["asahi"]
    assert (asahi.y, asahi.facing, asahi.waypoints) == (500_000, 90, ())
    assert mikasa.x - asahi.x == pytest.approx(60_000, abs=2)


@pytest.mark.rule("QF-MOV-H10")
@pytest.mark.parametrize(
    ("at", "facing", "may"),
    [
        ((620, 500), "090", True),
        ((590, 500), "090", False),  # 210 mm
        ((700, 550), "090", True),  # 27 degrees off the stern
        ((700, 570), "090", False),  # 35 degrees
        ((900, 500), "090", False),  # ahead of her
        ((700, 500), "135", True),
        ((700, 500), "180", False),
    ],
)
def test_one_takes_station_from_near_and_astern_on_much_the_same_heading(
    at: tuple[int, int], facing: str, may: bool
) -> None:
    duel = straggler(at, facing)
    command = Join(US, "asahi", "mikasa")
    assert duel.why(duel.at("movement"), command) == ([] if may else ["QF-MOV-H10"])
    assert (command in duel.commands(duel.at("movement"), "join")) is may


@pytest.mark.rule("QF-MOV-H10")
def test_nobody_takes_station_on_a_ship_that_is_followed_nor_on_herself_nor_twice() -> None:
    duel = column().ship("Fuji", US, (740, 530))
    state = duel.at("movement")
    assert duel.why(state, Join(US, "fuji", "mikasa")) == ["QF-MOV-H10"]
    assert duel.why(state, Join(US, "mikasa", "shikishima")) == ["QF-MOV-H10"]
    for ahead in ("fuji", "massena", "nobody"):
        assert duel.why(state, Join(US, "fuji", ahead)) == ["QF-MOV-H10"]
    assert duel.why(state, Join(US, "asahi", "mikasa")) == ["QF-MOV-H10"] * 2


@pytest.mark.rule("QF-MOV-H5")
def test_a_follower_that_need_not_run_does_not_turn() -> None:
    duel = straggler((760, 520))
    duel.forces = [force.but(speed=3) for force in duel.forces]
    state, _ = duel.give(duel.at("movement"), Join(US, "asahi", "mikasa"))
    state, _ = duel.give(state, Move(US, "mikasa", "1"))
    state, _ = duel.give(state, Follow(US, "asahi"))
    assert (state.ships["asahi"].ran, state.ships["asahi"].facing) == (0, 90)


@pytest.mark.rule("QF-MOV-H7", "QF-RAM-H1")
@pytest.mark.parametrize(("x", "who", "next_order"), [(770, "asahi", Move), (710, "shikishima", Follow)])
def test_the_captain_sees_whom_a_follower_would_run_into_and_does_not_let_her(
    x: int, who: str, next_order: type[Move | Follow]
) -> None:
    """A line of destroyers ran into its own battleships four turns in a row."""
    duel = column().ship("Fuji", US, (x, 500), "000", 0)
    state, _ = duel.give(duel.at("movement"), Move(US, "mikasa", "6"))
    assert contact_in_line(state, "mikasa") == (who, "fuji")
    _, events = duel.play_on(state, Lead(US, "mikasa"))
    assert events_of(events, Rolled)[0].breakdown.what == f"{who.title()} tries to get clear of Fuji"
    captain = SYSTEMS["quickfire"].captain
    assert captain is not None
    first = captain.counsel(state, US)[0].command
    assert isinstance(first, next_order) and first.ship == "asahi"
    clear, _ = column().give(column().at("movement"), Move(US, "mikasa", "6"))
    assert contact_in_line(clear, "mikasa") is None and captain.counsel(clear, US)[0].command == Lead(US, "mikasa")
