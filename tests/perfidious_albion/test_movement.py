"""A ship's move (3.1): the order of events, drifting, stopping, the table's edge, unmoved ships."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.inches import distance
from rules.perfidious_albion.damage.losses import cargo_left
from rules.perfidious_albion.records.commands import Follow, StandEasy, Steer
from rules.perfidious_albion.records.events import (
    CollisionAvoided,
    LeftTable,
    MarkerMet,
    MinesMet,
    Moved,
    PassedFoulGround,
)
from rules.perfidious_albion.records.state import State, TorpedoMarker
from rules.perfidious_albion.sailing.courses import Track
from rules.perfidious_albion.sailing.following import follow_course, followers, station_astern
from rules.perfidious_albion.sailing.movement import cut_track, leaves_by_exit, lie_still, run_course  # type: ignore[attr-defined]
from rules.perfidious_albion.sailing.steering import course_faults, legal_steers, runs_ashore, track_for
from rules.perfidious_albion.ships.model_outlines import hull_of
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, mils, rule, torpedoes, why


def alone(at: tuple[float, float] = (36, 36), heading: int = 90, speed: int = 12, **log: Any) -> Sea:
    sea = Sea().ship("Mikasa", JAPAN, at, heading, speed, **log)
    return sea.ship("Far", RUSSIA, (70, 70), kind="asama")


def marker(state: State, at: tuple[float, float], bearing: int, craft: bool = False) -> TorpedoMarker:
    return torpedoes(state, mils(at), bearing, RUSSIA, "far", count=1, craft=craft)


@pytest.mark.rule("PA-TOR-H3")
@pytest.mark.rule("PA-TAB-H2")
def test_a_move_leaves_a_trace_from_the_old_stern_by_the_path_to_the_new_bow() -> None:
    state, events = give(alone().action("Mikasa"), Steer(JAPAN, "mikasa", "2R4"))
    ship = state.ships["mikasa"]
    assert ship.track[0] == mils((35.1, 36)) and ship.track[1:3] == (mils((36, 36)), mils((38, 36)))
    assert ship.track[3] == (ship.x, ship.y) and ship.track[4] == ship.hull[1]
    assert ship.hull == hull_of(state, ship)
    assert (ship.heading, ship.speed, ship.turned, ship.moved) == (135, 12, 45, True)
    assert [(event.speed, event.course) for event in events_of(events, Moved)] == [(12, "2R4")]


@pytest.mark.rule("PA-SEQ-H5")
@pytest.mark.rule("PA-3.1-1")
@pytest.mark.rule("PA-3.1-3")
def test_the_ground_comes_first_then_torpedoes_mines_and_collisions() -> None:
    sea = alone().land("sandbar", (38, 35.5), (40, 35.5), (40, 40), (38, 40), name="Bar")
    sea.mines("Field", RUSSIA, (39, 36), 1, 2).ship("Other", RUSSIA, (41.5, 36.5), 90, 12, "asama")
    state = sea.action("Mikasa")
    found = marker(state, (38, 33), 180)
    state = state.but(markers={found.id: found})
    state, events = give(state, Steer(JAPAN, "mikasa", "6"), 1, 1, 1, 10, 1, 1)
    kinds = [type(event) for event in events]
    wanted = [PassedFoulGround, MarkerMet, MinesMet, CollisionAvoided]
    assert [kind for kind in kinds if kind in wanted] == wanted


@pytest.mark.rule("PA-MOV-H6")
def test_a_ship_without_propulsion_drifts_and_one_that_chose_nought_is_stopped() -> None:
    drifting, _ = rule(alone(speed=0, props_lost=18).state(), lambda r: lie_still(r, "mikasa"))
    assert drifting.ships["mikasa"].stopped == "drifting"
    stopped, _ = give(alone(speed=4).action("Mikasa"), Steer(JAPAN, "mikasa", "0"))
    assert (stopped.ships["mikasa"].stopped, stopped.ships["mikasa"].speed) == ("anchored", 0)
    assert why(alone(speed=0, props_lost=18).action("Mikasa"), Steer(JAPAN, "mikasa", "0")) == ["PA-MOV-H6"]
    assert list_offers(alone(speed=0, props_lost=18).action("Mikasa"), "steer") == []


@pytest.mark.rule("PA-MOV-H6")
def test_a_stopped_ship_that_gets_under_way_is_stopped_no_longer() -> None:
    state, _ = give(alone(speed=0, stopped="anchored").action("Mikasa"), Steer(JAPAN, "mikasa", "2"))
    assert (state.ships["mikasa"].stopped, state.ships["mikasa"].speed) == ("", 4)


@pytest.mark.rule("PA-TOR-H3")
def test_a_ship_at_rest_in_a_marker_meets_it() -> None:
    state = alone(speed=0, stopped="anchored").state()
    found = marker(state, (36, 33), 180)
    state = state.but(markers={found.id: found})
    _, events = rule(state, lambda r: run_course(r, "mikasa", "0"), 1, 1)
    assert [event.passage for event in events_of(events, MarkerMet)] == ["inside"]


# ---------------------------------------------------------------------- the edge of the table


@pytest.mark.rule("PA-MOV-H8")
@pytest.mark.parametrize(
    ("at", "heading", "edge"),
    [((70, 36), 90, "east"), ((2, 36), 270, "west"), ((36, 2), 0, "north"), ((36, 70), 180, "south")],
)
def test_a_ship_that_leaves_the_table_is_lost(at: tuple[float, float], heading: int, edge: str) -> None:
    state, events = rule(alone(at, heading).state(), lambda r: run_course(r, "mikasa", "6"))
    assert state.ships["mikasa"].gone == "off_table"
    assert [(event.edge, event.by_exit) for event in events_of(events, LeftTable)] == [(edge, False)]
    assert state.lost_points[JAPAN] == state.scene.cards["mikasa"].pv[2]


@pytest.mark.rule("PA-MOV-H8")
def test_on_the_edge_she_is_still_on_the_table() -> None:
    state, events = rule(alone((66, 36)).state(), lambda r: run_course(r, "mikasa", "6"))
    assert (state.ships["mikasa"].x, state.ships["mikasa"].gone) == (72_000, "")
    assert not events_of(events, LeftTable)


@pytest.mark.rule("PA-MOV-H8")
def test_no_course_on_offer_leaves_the_table_while_another_stays() -> None:
    state = alone((67, 36)).action("Mikasa")
    ship = state.ships["mikasa"]
    ends = [track_for(state, ship, command.course).end for command in legal_steers(state, ship)]
    assert ends and all(x <= 72_000 for x, _ in ends)
    assert why(state, Steer(JAPAN, "mikasa", "8")) == []


def convoy(at: tuple[float, float]) -> Sea:
    sea = Sea("convoy", RUSSIA).ship("Merchant", JAPAN, at, 90, 12, "hitachi_maru", cargo=30_000)
    sea.ship("Raider", RUSSIA, (70, 34), 90, 12, "varyag").box("exit", (60, 30)).having(cargo_total=30_000)
    return sea


@pytest.mark.rule("PA-2.1-49")
def test_convoy_ships_that_leave_by_the_exit_box_are_no_loss() -> None:
    state, events = rule(convoy((70, 36)).state(), lambda r: run_course(r, "merchant", "6"))
    assert [event.by_exit for event in events_of(events, LeftTable)] == [True]
    assert (state.ships["merchant"].gone, state.cargo_exited, state.lost_points[JAPAN]) == ("exited", 30_000, 0)


@pytest.mark.rule("PA-2.1-48")
def test_cargo_that_leaves_elsewhere_is_lost() -> None:
    state, events = rule(convoy((70, 50)).state(), lambda r: run_course(r, "merchant", "6"))
    assert [event.by_exit for event in events_of(events, LeftTable)] == [False]
    assert (state.ships["merchant"].gone, state.cargo_destroyed) == ("off_table", 30_000)
    assert cargo_left(state.ships["merchant"]) == 0


@pytest.mark.rule("PA-2.1-49")
def test_the_attacker_has_no_exit() -> None:
    state = convoy((50, 36)).state()
    assert not leaves_by_exit(state, state.ships["raider"], mils((72, 36)))
    assert leaves_by_exit(state, state.ships["merchant"], mils((72, 36)))
    assert not leaves_by_exit(state, state.ships["merchant"], mils((72, 43)))


def test_a_track_can_be_cut_anywhere() -> None:
    track = Track(((0, 0), (4000, 0), (4000, 2000)), (90, 180), 180)
    assert cut_track(track, Fraction(3, 2)) == Track(((0, 0), (4000, 0), (4000, 1000)), (90, 180), 180)
    assert cut_track(track, Fraction(1, 4)) == Track(((0, 0), (1000, 0)), (90,), 90)
    assert cut_track(track, Fraction(2)) == track


# ---------------------------------------------------------------------- ships without orders


@pytest.mark.rule("PA-SEQ-H5")
def test_ships_not_moved_run_straight_on_when_the_squadron_stands_easy() -> None:
    state, events = give(alone().action("Mikasa"), StandEasy(JAPAN, "mikasa-squadron"))
    ship = state.ships["mikasa"]
    assert (ship.x, ship.y, ship.speed, ship.moved) == (42_000, 36_000, 12, True)
    assert [event.course for event in events_of(events, Moved)] == ["6"]


@pytest.mark.rule("PA-SEQ-H5")
def test_a_ship_that_lost_speed_runs_as_fast_as_she_can() -> None:
    state, _ = give(alone(props_lost=12).action("Mikasa"), StandEasy(JAPAN, "mikasa-squadron"))
    assert state.ships["mikasa"].speed == 6


@pytest.mark.rule("PA-SEQ-H5")
def test_a_ship_moves_once() -> None:
    state, _ = give(alone().action("Mikasa"), Steer(JAPAN, "mikasa", "6"))
    assert why(state, Steer(JAPAN, "mikasa", "6")) == ["PA-SEQ-H5"]
    assert list_offers(state, "steer") == []


@pytest.mark.rule("PA-SEQ-H4")
def test_only_ships_of_the_squadron_in_action_move() -> None:
    sea = alone().ship("Asama", JAPAN, (10, 10))
    state = sea.action("Mikasa")
    assert why(state, Steer(JAPAN, "asama", "6")) == ["PA-SEQ-H4"]
    assert why(state, Steer(JAPAN, "nonsense", "6")) == ["PA-MOV-H5"]
    assert why(state, Steer(JAPAN, "far", "6")) == ["PA-MOV-H5"]


@pytest.mark.rule("PA-TER-H1")
def test_a_course_past_land_is_no_grounding() -> None:
    state = alone().land("island", (38, 37), (44, 37), (44, 40)).state()
    ship = state.ships["mikasa"]
    assert not runs_ashore(state, ship, track_for(state, ship, "6"))
    assert runs_ashore(state, ship, track_for(state, ship, "2R4"))


# --- Line ahead: ships that follow their leader run ordinary legal courses to their stations in her wake ---

LINE = ("Mikasa", "Asama", "Tokiwa", "Iwate")


def line(**log: Any) -> Sea:
    """Four ships in line ahead, three inches apart, heading east at 12 knots."""
    sea = Sea()
    for number, name in enumerate(LINE):
        kind = "mikasa" if name == "Mikasa" else "asama"
        fields = log if name == "Tokiwa" else {}
        sea.ship(name, JAPAN, (40 - 3 * number, 36), 90, 12, kind, squadron="line", **fields)
    return sea.ship("Far", RUSSIA, (70, 70), kind="asama")


def follow_leader(course: str, **log: Any) -> State:
    state, _ = give(line(**log).action("Mikasa"), Steer(JAPAN, "mikasa", course))
    return state


@pytest.mark.rule("PA-SEQ-H5")
def test_nobody_follows_before_the_leader_has_moved() -> None:
    state = line().action("Mikasa")
    assert list_offers(state, "follow") == []
    assert why(state, Follow(JAPAN, "line")) == ["PA-SEQ-H5"]
    assert why(state, Follow(JAPAN, "nonsense")) == ["PA-SEQ-H4"]
    assert list_offers(follow_leader("6"), "follow") == [Follow(JAPAN, "line")]
    assert [(ship.id, ahead.id) for ship, ahead in followers(follow_leader("6"), "line")] == [
        ("asama", "mikasa"),
        ("tokiwa", "asama"),
        ("iwate", "tokiwa"),
    ]


@pytest.mark.rule("PA-MOV-H5")
@pytest.mark.parametrize("course", ["6", "7.5", "2R4", "4L2", "2R2R2", "2L2R2"])
def test_the_line_follows_in_legal_courses_and_keeps_together(course: str) -> None:
    state, events = give(follow_leader(course), Follow(JAPAN, "line"))
    ships = [state.ships[name.lower()] for name in LINE]
    assert all(ship.moved for ship in ships)
    assert not events_of(events, CollisionAvoided)
    for ahead, ship in zip(ships, ships[1:], strict=False):
        assert 2000 <= distance((ahead.x, ahead.y), (ship.x, ship.y)) <= 4500
    for event in events_of(events, Moved):
        before = follow_leader(course)
        assert course_faults(before, before.ships[event.ship], event.course) == []


@pytest.mark.rule("PA-MOV-H5")
def test_a_station_lies_back_along_the_leaders_way() -> None:
    state = follow_leader("2R4")
    assert station_astern(state, state.ships["mikasa"])[1] == 135
    state = follow_leader("5R1")
    place, heading = station_astern(state, state.ships["mikasa"])
    assert (place, heading) == (mils((43, 36)), 90)  # an inch back to the turn, two before it


@pytest.mark.rule("PA-MOV-H9")
def test_a_ship_with_a_jammed_rudder_does_what_her_rudder_lets_her() -> None:
    state = follow_leader("6", steering="jammed", helm="starboard")
    course = follow_course(state, state.ships["tokiwa"], state.ships["asama"])
    assert course_faults(state, state.ships["tokiwa"], course) == []


@pytest.mark.rule("PA-SEQ-H5")
def test_ships_that_followed_have_moved() -> None:
    state, _ = give(follow_leader("6"), Follow(JAPAN, "line"))
    assert list_offers(state, "follow") == [] and list_offers(state, "steer") == []
    assert StandEasy(JAPAN, "line") in list_offers(state, "easy")
