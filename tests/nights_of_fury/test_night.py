"""The night penalty: one less at a target that does not show itself, judged ship by ship."""

from __future__ import annotations

import pytest

from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.state import SIGHTED, State
from tests.nights_of_fury.battle import Battle
from tests.nights_of_fury.duel import duel, fire, terms, with_division_fields, with_ship_fields


def pair() -> State:
    """One destroyer and two in the enemy division, all in the dark."""
    battle = Battle().division("a", "USN", ["Laffey"], 4).division("b", "IJN", ["Kagero", "Oyashio"], 6)
    return battle.knows("USN", "b", SIGHTED).at("gunnery")


@pytest.mark.rule("NoF-GUN-6")
@pytest.mark.parametrize("visibility", ["C", "N", "D", "Q"])
def test_at_night_a_dark_target_costs_1(visibility: str) -> None:
    assert terms(shot(duel(visibility=visibility), fire())) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-7")
def test_a_target_lit_by_a_searchlight_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Laffey", lights="kagero"), fire())) == {}


@pytest.mark.rule("NoF-GUN-7")
def test_it_does_not_matter_which_ship_lights_the_target() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 4).division("c", "USN", ["Barton"], 5)
    battle.division("b", "IJN", ["Kagero"], 6)
    state = with_ship_fields(battle.knows("USN", "b", SIGHTED).at("gunnery"), "Barton", lights="kagero")
    assert terms(shot(state, fire())) == {}


@pytest.mark.rule("NoF-GUN-8")
def test_a_burning_target_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Kagero", fire=True), fire())) == {}


@pytest.mark.rule("NoF-GUN-9")
def test_a_target_that_uses_a_searchlight_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Kagero", lights="laffey"), fire())) == {}


@pytest.mark.rule("NoF-GUN-10")
@pytest.mark.parametrize("changes", [{"fire": True}, {"lights": "laffey"}])
def test_the_other_ships_of_a_division_keep_their_darkness(changes: dict[str, object]) -> None:
    state = with_ship_fields(pair(), "Oyashio", **changes)
    assert terms(shot(state, fire("Laffey", "Oyashio"))) == {}
    assert terms(shot(state, fire("Laffey", "Kagero"))) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-10")
def test_a_searchlight_lights_one_ship_and_not_her_neighbour() -> None:
    state = with_ship_fields(pair(), "Laffey", lights="oyashio")
    assert terms(shot(state, fire("Laffey", "Oyashio"))) == {}
    assert terms(shot(state, fire("Laffey", "Kagero"))) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-7", "NoF-GUN-8", "NoF-GUN-9")
def test_showing_herself_three_times_over_gives_no_bonus() -> None:
    state = with_ship_fields(with_ship_fields(duel(), "Kagero", fire=True, lights="laffey"), "Laffey", lights="kagero")
    assert terms(shot(state, fire())) == {}


@pytest.mark.rule("NoF-GUN-6")
def test_radar_does_not_cancel_the_night() -> None:
    assert terms(shot(duel("Fletcher", d=3), fire("Fletcher"))) == {"NoF-GUN-6": -1, "NoF-GUN-H6": 1}


@pytest.mark.rule("NoF-GUN-6", "NoF-SPT-H10")
@pytest.mark.parametrize(("cancels", "expected"), [(False, {"NoF-GUN-6": -1}), (True, {})])
def test_star_shell_cancels_the_night_only_when_the_players_say_so(cancels: bool, expected: dict[str, int]) -> None:
    state = with_division_fields(duel(starshell_cancels_night=cancels), "b", starlit=True)
    assert terms(shot(state, fire())) == expected


@pytest.mark.rule("NoF-GUN-6")
def test_without_the_amendment_there_is_no_night_penalty() -> None:
    assert terms(shot(duel(night_penalty=False), fire())) == {}
