"""What a side may know: enemies under markers stay unknown, everything else is visible."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.commands import Conduct
from rules.battles_for_empire.knowledge import is_hidden, known_state
from rules.kernel.flow import actor, offers
from tests.battles_for_empire.field import Field, give, system


def ambush(*dummies: int) -> Field:
    """Spears h hidden at 1105, dummies in other hexes, a British company a."""
    field = Field().unit("a", "br_line", 505, "E").unit("h", "dv_spr", 1105, "W", traits=("hidden",))
    for h in dummies:
        field.rule("dummy", "na", h)
    return field


@pytest.mark.rule("BFE-ARR-H3", "BFE-ARR-H5")
def test_the_enemy_is_shown_markers_and_not_what_lies_under_them() -> None:
    state = ambush(1107).at("movement")
    seen = known_state(state, "br")
    assert "h" not in seen.units and [marker.unit for marker in seen.markers.values()] == ["", ""]
    assert known_state(state, "na").units == state.units and known_state(state, "") == state
    assert known_state(seen, "br") == seen


@pytest.mark.rule("BFE-ARR-H3")
def test_waiting_and_lost_units_are_not_hidden_ones() -> None:
    field = ambush().unit("w", "dv_spr", 2005, "W").rule("arrive", "w", 5).unit("l", "dv_spr", 1801, lost="destroyed")
    state = field.at("movement")
    assert [name for name, unit in state.units.items() if is_hidden(state, unit)] == ["h"]
    assert {"w", "l"} <= set(known_state(state, "br").units)


@pytest.mark.rule("BFE-ARR-H5")
def test_dummies_and_hidden_units_cannot_be_told_apart_by_their_numbers() -> None:
    state = ambush(1001, 1201).at("movement")
    assert [(marker.id, marker.hex) for marker in known_state(state, "br").markers.values()] == [
        ("marker1", 1001),
        ("marker2", 1105),
        ("marker3", 1201),
    ]


@pytest.mark.rule("BFE-ARR-H4")
def test_a_unit_that_has_risen_is_known() -> None:
    after = give(ambush().at("movement", "na"), Conduct("na", "h"), 4)
    assert known_state(after.state, "br") == after.state


@pytest.mark.rule("BFE-ARR-H3")
def test_a_side_can_be_offered_its_choices_from_what_it_knows() -> None:
    state = ambush(1001).at("movement")
    seen = known_state(state, "br")
    assert actor(seen) == "br" and offers(system(), seen) == offers(system(), state)


@pytest.mark.rule("BFE-ARR-H3")
def test_a_leader_who_lies_with_hidden_men_does_not_give_them_away() -> None:
    field = ambush(1107).unit("emir", "leader_1", 1105, side="na").unit("other", "leader_1", 1503, side="na")
    state = field.at("movement")
    assert sorted(leader.hex for leader in state.leaders.values()) == [1105, 1503]
    assert sorted(leader.hex for leader in known_state(state, "br").leaders.values()) == [0, 1503]
    assert known_state(state, "na").leaders == state.leaders
