"""Squadron cohesion (2.4, 3.3): formation, detachment, sight and signals, who acts with whom."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.records.events import CameOutOfFormation, Rejoined
from rules.perfidious_albion.squadrons.cohesion import (
    can_see,
    in_formation,
    is_view_blocked,
    mark_detached,
    nearest_mate,
    ships_of_unit,
    units_of,
)
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, mils, rule


def pair(apart: float, cq: int = 2, **log: Any) -> Sea:
    sea = Sea().ship("Asama", JAPAN, (20, 20), cq=cq, squadron="line", **log)
    return sea.ship("Tokiwa", JAPAN, (20 + apart, 20), kind="asama", cq=cq, squadron="line")


@pytest.mark.rule("PA-2.4-1")
@pytest.mark.rule("PA-2.4-2")
@pytest.mark.parametrize(("cq", "inches"), [(1, 4), (2, 5), (3, 6)])
def test_a_ship_is_in_formation_up_to_quality_and_three_inches(cq: int, inches: int) -> None:
    state = pair(inches, cq).state()
    assert in_formation(state, state.ships["asama"])
    state = pair(inches + 0.001, cq).state()
    assert not in_formation(state, state.ships["asama"])


@pytest.mark.rule("PA-2.4-2")
def test_five_inches_are_in_and_a_hundredth_more_is_out() -> None:
    assert in_formation(pair(5.00).state(), pair(5.00).state().ships["tokiwa"])
    assert not in_formation(pair(5.01).state(), pair(5.01).state().ships["tokiwa"])


@pytest.mark.rule("PA-2.4-3")
def test_one_ship_of_the_same_squadron_is_enough() -> None:
    sea = pair(30).ship("Iwate", JAPAN, (24, 20), kind="asama", squadron="line")
    state = sea.state()
    assert in_formation(state, state.ships["asama"]) and in_formation(state, state.ships["iwate"])
    assert not in_formation(state, state.ships["tokiwa"])
    mate = nearest_mate(state, state.ships["asama"])
    assert mate is not None and mate.id == "iwate"


@pytest.mark.rule("PA-2.4-3")
def test_a_friend_of_another_squadron_does_not_count() -> None:
    state = pair(30).ship("Iwate", JAPAN, (24, 20), kind="asama", squadron="other").state()
    assert not in_formation(state, state.ships["asama"])


@pytest.mark.rule("PA-2.4-3")
def test_a_ship_with_no_other_left_in_her_squadron_is_not_detached() -> None:
    sea = pair(30)
    sea.ships["tokiwa"] = sea.ships["tokiwa"].but(gone="sunk")
    state = sea.state()
    assert in_formation(state, state.ships["asama"])


@pytest.mark.rule("PA-3.3-1")
def test_detached_is_out_of_formation_as_the_turn_begins() -> None:
    state, events = rule(pair(5.01).state(), mark_detached)
    assert [ship.detached for ship in state.ships.values()] == [True, True]
    assert [(event.ship, event.away, event.limit) for event in events_of(events, CameOutOfFormation)] == [
        ("asama", "5.01 inches", "5 inches"),
        ("tokiwa", "5.01 inches", "5 inches"),
    ]
    state, events = rule(pair(5, detached=True).state(), mark_detached)
    assert not any(ship.detached for ship in state.ships.values())
    assert [event.ship for event in events_of(events, Rejoined)] == ["asama"]


@pytest.mark.rule("PA-SEQ-H4")
def test_a_detached_ship_is_a_squadron_of_her_own() -> None:
    sea = pair(30, detached=True).ship("Iwate", JAPAN, (52, 20), kind="asama", squadron="line")
    sea.fort("Fort", JAPAN, (60, 60), 1).battery("Battery", RUSSIA, (60, 10), "D", 2)
    state = sea.state()
    assert units_of(state, JAPAN) == ("line", "asama", "Fort")
    assert units_of(state, RUSSIA) == ("Battery",)
    assert [ship.id for ship in ships_of_unit(state, "line")] == ["tokiwa", "iwate"]
    assert [ship.id for ship in ships_of_unit(state, "asama")] == ["asama"]
    assert ships_of_unit(state, "tokiwa") == () and ships_of_unit(state, "nonsense") == ()


@pytest.mark.rule("PA-TER-H1")
def test_land_between_hides_and_a_grazed_coast_does_not() -> None:
    state = Sea().land("island", (30, 30), (40, 30), (40, 40), (30, 40)).state()
    assert is_view_blocked(state, mils((20, 35)), mils((50, 35)))
    assert not is_view_blocked(state, mils((20, 30)), mils((50, 30)))  # along the north coast
    assert not is_view_blocked(state, mils((20, 20)), mils((50, 20)))
    assert not is_view_blocked(
        Sea().land("rocks", (30, 30), (40, 30), (40, 40)).state(), mils((20, 35)), mils((50, 35))
    )


@pytest.mark.rule("PA-TER-H1")
def test_land_on_which_one_of_them_stands_hides_neither() -> None:
    state = Sea().land("coastline", (0, 60), (72, 60), (72, 72), (0, 72)).state()
    assert not is_view_blocked(state, mils((20, 40)), mils((30, 64)))
    assert not is_view_blocked(state, mils((30, 64)), mils((20, 40)))


@pytest.mark.rule("PA-2.1-24")
def test_seeing_is_within_visibility() -> None:
    state = pair(24).having(visibility=24_000).state()
    assert can_see(state, state.ships["asama"], state.ships["tokiwa"])
    state = pair(24.001).having(visibility=24_000).state()
    assert not can_see(state, state.ships["asama"], state.ships["tokiwa"])
