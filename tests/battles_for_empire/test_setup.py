"""Setting up: scenarios become positions, and scenarios that cannot be played are refused in words."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.setup import check_scenario, start
from rules.battles_for_empire.state import Body
from tests.battles_for_empire.field import Field, system

FOE = ("x", "dv_spr", 1505, "W")


def faults(field: Field) -> list[str]:
    """Return what keeps the scenario from being played."""
    return check_scenario(field.scenario(), field.sheet())


def sound() -> Field:
    """Return a small scenario without faults."""
    return Field().unit("a", "br_line", 805).unit(*FOE)


def test_a_sound_scenario_has_no_faults() -> None:
    assert faults(sound()) == []


@pytest.mark.rule("BFE-FRM-H1")
def test_a_unit_begins_in_the_first_formation_of_its_card_or_in_the_scenarios() -> None:
    field = sound().unit("k", "br_line", 801, formation="square").unit("m", "dv_spr", 1801).unit("h", "hussar", 303)
    state = (
        field.unit("d", "col_mtd", 304, traits=("dismounted",))
        .unit("c", "cam_br", 305, traits=("dismounted",))
        .opening()
    )
    found = {name: (state.units[name].formation, state.units[name].mounted) for name in "akmhdc"}
    assert found == {
        "a": ("line", False),
        "k": ("square", False),
        "m": ("mass", False),
        "h": ("mounted", True),
        "d": ("skirmish", False),
        "c": ("line", False),
    }


@pytest.mark.rule("BFE-14.1-15")
def test_a_scenario_may_begin_with_any_unit_low_on_ammunition() -> None:
    state = (
        sound().unit("r", "dv_rif", 1801).unit("t", "br_line", 801, traits=("low",)).rule("start_low", "r").opening()
    )
    assert {name: unit.low for name, unit in state.units.items()} == {"a": False, "x": False, "r": True, "t": True}


@pytest.mark.rule("BFE-PUB-32")
def test_leaders_and_mules_are_pieces_of_their_own_and_a_leader_has_a_command() -> None:
    field = sound().unit("l", "leader_1", 805).unit("g", "leader_2", 705).unit("m", "mule", 605, card={"loads": 3})
    field.unit("b", "br_line", 801, traits=("command g",))
    state = field.opening()
    assert (state.leaders["l"].rating, state.leaders["g"].rating) == (1, 2)
    assert (state.units["a"].command, state.units["b"].command) == ("l", "g")
    assert state.mules["m"].loads == 3


def test_several_units_of_a_force_are_numbered() -> None:
    field = sound()
    first = field.forces[0]
    field.forces[0] = first.but(units=(*first.units, first.units[0]), at=(805, 806))
    assert {name for name in field.opening().units if name.startswith("a")} == {"a-1", "a-2"}


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (lambda: sound().unit("q", "no_such_unit", 801, side="br"), "No type of unit is called"),
        (lambda: sound().unit("q", "br_line", 9901), "expected hexes of the map"),
        (lambda: sound().unit("q", "br_line", 805), "too many units stand in hex 0805"),
        (lambda: sound().unit("q", "br_line", 801, "NORTH"), "facing: expected one of NNE"),
        (lambda: sound().unit("q", "br_line", 801, formation="mass"), "formation: Q takes up"),
        (lambda: sound().unit("q", "br_line", 801, traits=("brave",)), "traits: expected one of hidden"),
        (lambda: sound().unit("q", "br_line", 801, traits=("command x",)), "'x' is no force with a leader"),
        (lambda: sound().unit("q", "br_line", 801, traits=("dismounted",)), "never dismounts"),
        (lambda: sound().rule("arrive", "nobody", 3), "no force is called 'nobody'"),
        (lambda: sound().rule("arrive", "a", 99), "expected a turn 1 to 12"),
        (lambda: sound().rule("horns", "a", 1), "needs its first turn too"),
        (lambda: sound().rule("dummy", "na", 9999), "expected a hex of the map"),
        (lambda: sound().rule("dummy", "fr", 905), "expected a side"),
        (lambda: sound().rule("start_low", "nobody"), "no unit is called 'nobody'"),
        (lambda: sound().rule("thunder", "na"), "expected one of break"),
        (lambda: sound().rule("break", "na", 0), "na has no break point"),
    ],
)
def test_a_fault_is_told_in_words(field: object, words: str) -> None:
    built = field() if callable(field) else field
    assert isinstance(built, Field)
    found = faults(built)
    assert any(words in fault for fault in found), found
    with pytest.raises(ValueError, match="test"):
        start(
            built.scenario(), built.sheet(), {key: option.default for key, option in system().rulebook.options.items()}
        )


def test_a_battle_needs_a_land_map() -> None:
    field = sound()
    assert check_scenario(field.scenario(), None) and check_scenario(field.scenario(), field.sheet().but(ground="sea"))


def test_nothing_is_done_at_the_start() -> None:
    unit = sound().opening().units["a"]
    assert isinstance(unit, Body)
    assert (unit.taken_up, unit.moved, unit.fired, unit.shaken, unit.kills) == (False, 0, False, False, 0)
