"""Phase 6, Damage control: fires, and the optional six that can make things worse."""

from __future__ import annotations

import pytest

from rules.nights_of_fury.damage import damage_control
from rules.nights_of_fury.state import State
from rules.nws.events import ControlFailed
from tests.nights_of_fury.battle import Battle, events_of
from tests.nights_of_fury.duel import ruling, with_ship_fields


def hurt(name: str = "Kagero", six: bool = True, **changes: object) -> State:
    """One ship with some damage in phase 6, an enemy far away."""
    battle = Battle().setting("damage_control_six", six)
    battle.division("a", "USN", ["Laffey"], 2).division("b", "IJN", ["Kagero", "Oyashio"], 9)
    return with_ship_fields(battle.at("damage control"), name, **changes)


def control(state: State, *faces: int) -> State:
    """Damage control; every face is used."""
    found, tape = ruling(state, *faces)
    damage_control(found)
    assert not tape.faces_left
    after: State = found.state
    return after


def levels(state: State, name: str = "kagero") -> tuple[int, int]:
    return state.ships[name].structure, state.ships[name].flotation


@pytest.mark.rule("NoF-DC-H1")
@pytest.mark.parametrize(("name", "out"), [("Laffey", 3), ("Kagero", 2)])
def test_a_fire_goes_out_on_1_to_3_in_american_ships_and_1_or_2_in_japanese(name: str, out: int) -> None:
    for face in range(1, 6):
        assert control(hurt(name, fire=True), face).ships[name.lower()].fire is (face > out)


@pytest.mark.rule("NoF-DC-H1")
def test_an_undamaged_ship_that_does_not_burn_throws_nothing() -> None:
    control(hurt())


@pytest.mark.rule("NoF-DC-H1", "NoF-DC-1")
@pytest.mark.parametrize("changes", [{"flotation": 1}, {"fire": True}, {"structure": 4, "fire": True}])
def test_every_ship_that_burns_or_is_flooded_throws_one_die(changes: dict[str, object]) -> None:
    control(hurt(**changes), 5)  # type: ignore[arg-type]


@pytest.mark.rule("NoF-DC-1")
@pytest.mark.parametrize("second", range(1, 7))
def test_a_six_calls_for_a_second_die_and_a_five_does_not(second: int) -> None:
    state = hurt(structure=1, fire=True)
    assert control(state, 6, second).ships["kagero"].fire
    assert levels(control(state, 5)) == (1, 0)


@pytest.mark.rule("NoF-DC-2")
@pytest.mark.parametrize("second", [1, 2, 3])
def test_a_second_die_of_1_to_3_does_nothing_even_to_a_burning_and_flooded_ship(second: int) -> None:
    state = hurt(structure=1, flotation=1, fire=True)
    after = control(state, 6, second)
    assert levels(after) == (1, 1) and after.ships["kagero"].fire


@pytest.mark.rule("NoF-DC-3")
@pytest.mark.parametrize("second", [4, 5])
@pytest.mark.parametrize(("burning", "after"), [(True, 2), (False, 1)])
def test_a_second_die_of_4_or_5_costs_a_level_of_structure_only_while_she_burns(
    second: int, burning: bool, after: int
) -> None:
    assert levels(control(hurt(structure=1, flotation=1, fire=burning), 6, second)) == (after, 1)


@pytest.mark.rule("NoF-DC-4")
@pytest.mark.parametrize(("flotation", "after"), [(0, 0), (1, 2), (2, 3)])
def test_a_second_die_of_6_costs_a_level_of_flotation_only_when_she_floods_already(flotation: int, after: int) -> None:
    assert levels(control(hurt(structure=1, fire=True, flotation=flotation), 6, 6)) == (1, after)


@pytest.mark.rule("NoF-DC-4")
def test_a_second_die_of_6_does_not_care_for_a_fire() -> None:
    after = control(hurt(fire=True), 6, 6)
    assert levels(after) == (0, 0) and after.ships["kagero"].fire


@pytest.mark.rule("NoF-DC-1", "NoF-DC-H1")
def test_a_six_does_not_put_the_fire_out_as_well() -> None:
    assert control(hurt(fire=True), 6, 1).ships["kagero"].fire


@pytest.mark.rule("NoF-DC-3", "NoF-DC-4")
@pytest.mark.parametrize(
    ("changes", "second", "field", "value"),
    [({"structure": 3, "fire": True}, 4, "structure", 4), ({"flotation": 3}, 6, "gone", "sunk")],
)
def test_it_can_put_a_ship_out_of_action_and_sink_one(
    changes: dict[str, object], second: int, field: str, value: object
) -> None:
    assert getattr(control(hurt(**changes), 6, second).ships["kagero"], field) == value  # type: ignore[arg-type]


@pytest.mark.rule("NoF-DC-5")
@pytest.mark.parametrize("changes", [{"fire": True}, {"fire": True, "flotation": 1, "structure": 1}])
def test_with_the_option_off_a_six_does_nothing_and_calls_for_no_second_die(changes: dict[str, object]) -> None:
    state = hurt(six=False, **changes)  # type: ignore[arg-type]
    assert control(state, 6).ships["kagero"] == state.ships["kagero"]


@pytest.mark.rule("NoF-DC-5")
def test_with_the_option_off_a_ship_that_does_not_burn_need_not_throw() -> None:
    control(hurt(six=False, structure=2, flotation=2))


@pytest.mark.rule("NoF-DC-2", "NoF-DC-3", "NoF-DC-4")
@pytest.mark.parametrize(
    ("second", "burning", "flotation", "rule", "text"),
    [
        (2, True, 1, "NoF-DC-2", "no effect"),
        (4, False, 1, "NoF-DC-3", "no effect: she is not on fire"),
        (5, True, 0, "NoF-DC-3", "structure worse"),
        (6, True, 0, "NoF-DC-4", "no effect: she is not flooded"),
        (6, False, 1, "NoF-DC-4", "flotation worse"),
    ],
)
def test_what_the_second_die_did_is_told_with_its_rule(
    second: int, burning: bool, flotation: int, rule: str, text: str
) -> None:
    found, _ = ruling(hurt(structure=1, fire=burning, flotation=flotation), 6, second)
    damage_control(found)
    assert [(event.rule, event.result) for event in events_of(tuple(found.events), ControlFailed)] == [(rule, text)]
