"""Bow or stern on: which ships fire so, by formation and by the bands of firer and target before and after movement."""

from __future__ import annotations

import pytest

from rules.kernel.breakdown import Fact
from rules.nights_of_fury.aiming import bow_stern_on, shot
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_of
from rules.nights_of_fury.state import SIGHTED, State
from tests.nights_of_fury.battle import Battle
from tests.nights_of_fury.duel import duel, fire, terms, with_division_fields

NOT_AHEAD = ("abreast", "echelon", "dispersed")


def ran(
    formation: str = "abreast",
    firer: tuple[int, int] = (5, 5),
    target: tuple[int, int] = (3, 3),
    ship: str = "Kagero",
    ships: int = 2,
    **settings: object,
) -> State:
    """Phase 4: an IJN division and its target, each with the bands it began and ended in. No ship is in the dark."""
    battle = Battle().setting("night_penalty", False)
    for name, value in settings.items():
        battle.setting(name, value)
    battle.division("a", "IJN", [ship, "Oyashio"][:ships], firer[1], formation=formation)
    battle.division("b", "USN", ["Laffey", "Barton"], target[1])
    state = battle.knows("IJN", "b", SIGHTED).at("gunnery")
    state = with_division_fields(with_division_fields(state, "a", began=firer[0]), "b", began=target[0])
    return state.but(cursor=state.cursor.but(queue=("IJN", "USN")))


def penalty(state: State, ship: str = "Kagero") -> int:
    found = terms(shot(state, fire(ship, "Laffey", "IJN")))
    return found.get("NoF-GUN-2", 0) + found.get("NoF-GUN-3", 0)


# ---------------------------------------------------------------------- how much


@pytest.mark.rule("NoF-GUN-1", "NoF-GUN-2")
@pytest.mark.parametrize(("ship", "power"), [("Aoba", 5), ("Azumasan", 1), ("Kagero", 3)])
def test_bow_or_stern_on_costs_1_up_to_a_printed_firepower_of_5(ship: str, power: int) -> None:
    state = ran("ahead", ship=ship)
    assert state.scene.cards[ship.lower()].firepower == power
    found = terms(shot(state, fire(ship, "Laffey", "IJN")))
    assert found["NoF-GUN-2"] == -1 and "NoF-GUN-3" not in found


@pytest.mark.rule("NoF-GUN-1", "NoF-GUN-3")
@pytest.mark.parametrize(("ship", "power"), [("Takao", 6), ("Kongo", 10)])
def test_bow_or_stern_on_costs_2_above_a_printed_firepower_of_5(ship: str, power: int) -> None:
    state = ran("ahead", ship=ship)
    assert state.scene.cards[ship.lower()].firepower == power
    found = terms(shot(state, fire(ship, "Laffey", "IJN")))
    assert found["NoF-GUN-3"] == -2 and "NoF-GUN-2" not in found


@pytest.mark.rule("NoF-GUN-3")
def test_a_firepower_of_15_costs_2_too() -> None:
    state = with_division_fields(duel("Washington", "Kagero", 2, night_penalty=False), "a", formation="ahead")
    assert terms(shot(state, fire("Washington")))["NoF-GUN-3"] == -2


@pytest.mark.rule("NoF-GUN-3")
def test_the_printed_firepower_counts_and_not_what_damage_has_left_of_it() -> None:
    state = ran("ahead", ship="Takao")
    state = state.but(ships={**state.ships, "takao": state.ships["takao"].but(structure=2)})  # 6 printed, 3 left
    assert penalty(state, "Takao") == -2


@pytest.mark.rule("NoF-GUN-1")
def test_without_the_amendment_nobody_fires_bow_or_stern_on() -> None:
    assert penalty(ran("ahead", bow_stern_penalty=False)) == 0


# ---------------------------------------------------------------------- when


@pytest.mark.rule("NoF-FORM-1")
@pytest.mark.parametrize("formation", NOT_AHEAD)
def test_a_ship_that_kept_her_band_fires_free_in_any_formation_but_line_ahead(formation: str) -> None:
    assert penalty(ran(formation)) == 0


@pytest.mark.rule("NoF-FORM-1")
@pytest.mark.parametrize("formation", NOT_AHEAD)
def test_a_target_that_moved_does_not_matter_to_a_firer_that_did_not(formation: str) -> None:
    assert penalty(ran(formation, target=(4, 3))) == 0


@pytest.mark.rule("NoF-FORM-2")
@pytest.mark.parametrize("formation", NOT_AHEAD)
@pytest.mark.parametrize("end", [4, 6])
def test_a_firer_that_changed_her_band_fires_bow_or_stern_on(formation: str, end: int) -> None:
    assert penalty(ran(formation, firer=(5, end))) == -1


@pytest.mark.rule("NoF-FORM-2")
def test_moving_into_the_band_where_the_target_already_was_costs_too() -> None:
    assert penalty(ran(firer=(5, 4), target=(4, 4))) == -1


@pytest.mark.rule("NoF-FORM-2")
def test_ending_in_one_band_from_different_ones_costs_too() -> None:
    assert penalty(ran(firer=(5, 4), target=(3, 4))) == -1


@pytest.mark.rule("NoF-FORM-2", "NoF-FORM-3")
def test_parting_from_a_target_that_began_in_the_same_band_costs_too() -> None:
    assert penalty(ran(firer=(5, 4), target=(5, 5))) == -1
    assert penalty(ran(firer=(5, 4), target=(5, 6))) == -1


@pytest.mark.rule("NoF-FORM-3")
@pytest.mark.parametrize("formation", NOT_AHEAD)
@pytest.mark.parametrize("end", [4, 6])
def test_a_target_that_began_and_ended_with_the_firer_is_fired_at_free(formation: str, end: int) -> None:
    assert penalty(ran(formation, firer=(5, end), target=(5, end))) == 0


@pytest.mark.rule("NoF-FORM-3")
def test_it_is_judged_for_each_target() -> None:
    battle = Battle().setting("night_penalty", False).division("a", "IJN", ["Kagero"], 4)
    battle.division("b", "USN", ["Laffey"], 4).division("c", "USN", ["Barton"], 3)
    state = battle.knows("IJN", "b", SIGHTED).knows("IJN", "c", SIGHTED).at("gunnery")
    state = with_division_fields(with_division_fields(state, "a", began=5), "b", began=5)
    assert terms(shot(state, fire("Kagero", "Laffey", "IJN"))) == {}
    assert terms(shot(state, fire("Kagero", "Barton", "IJN"))) == {"NoF-GUN-2": -1}


@pytest.mark.rule("NoF-FORM-4")
@pytest.mark.parametrize(("firer", "target"), [((5, 5), (3, 3)), ((5, 4), (3, 3)), ((5, 4), (5, 4)), ((5, 5), (5, 5))])
def test_line_ahead_always_fires_bow_or_stern_on_and_never_twice(
    firer: tuple[int, int], target: tuple[int, int]
) -> None:
    assert penalty(ran("ahead", firer, target)) == -1


@pytest.mark.rule("NoF-FORM-1", "NoF-ORD-H1")
@pytest.mark.parametrize(("formation", "value"), [("abreast", 0), ("dispersed", 0), ("ahead", -1)])
def test_a_ship_alone_is_in_line_abreast_unless_she_was_ordered_line_ahead(formation: str, value: int) -> None:
    assert penalty(ran(formation, ships=1)) == value


@pytest.mark.rule("NoF-FORM-2", "NoF-FORM-4")
def test_the_reason_is_told_with_the_modifier() -> None:
    ahead, steered = ran("ahead"), ran(firer=(5, 4))
    assert bow_stern_on(ahead.divisions["a"], ahead.divisions["b"]) == (
        True,
        Fact("bow or stern on: a ship in Line Ahead always is", "NoF-FORM-4"),
    )
    assert bow_stern_on(steered.divisions["a"], steered.divisions["b"]) == (
        True,
        Fact("bow or stern on: she moved from band 5 to 4", "NoF-FORM-2"),
    )


# ---------------------------------------------------------------------- what else a formation does


@pytest.mark.rule("NoF-FRM-H3")
@pytest.mark.parametrize(("formation", "value"), [("dispersed", -1), ("abreast", None), ("echelon", None)])
def test_only_ships_of_a_dispersed_division_shoot_worse(formation: str, value: int | None) -> None:
    assert terms(shot(ran(formation), fire("Kagero", "Laffey", "IJN"))).get("NoF-FRM-H3") == value


@pytest.mark.rule("NoF-FORM-5", "NoF-FRM-H1")
@pytest.mark.parametrize(
    ("formation", "rule", "value"),
    [
        ("ahead", "NoF-FORM-5", -1),
        ("abreast", "NoF-FRM-H1", 1),
        ("echelon", "NoF-FRM-H1", 0),
        ("dispersed", "NoF-FRM-H1", -1),
    ],
)
def test_line_ahead_makes_a_hard_target_for_torpedoes_and_line_abreast_an_easy_one(
    formation: str, rule: str, value: int
) -> None:
    state = with_division_fields(ran(), "b", formation=formation)
    salvo = salvo_of(state, state.ships["kagero"], state.ships["laffey"]).but(unseen=False)
    found = {modifier.rule: modifier.value for modifier in salvo_modifiers(state, salvo)}
    assert found.get(rule, 0) == value
    assert found["NoF-TOR-H4"] == -1  # a destroyer is a small target, and nothing else counts
