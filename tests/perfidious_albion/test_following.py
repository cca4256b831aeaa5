"""Line ahead: ships that follow their leader run ordinary legal courses to their stations in her wake."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.inches import distance
from rules.perfidious_albion.records.commands import Follow, StandEasy, Steer
from rules.perfidious_albion.records.events import CollisionAvoided, Moved
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.sailing.following import follow_course, followers, station_astern
from rules.perfidious_albion.sailing.steering import course_faults
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, mils, why

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
