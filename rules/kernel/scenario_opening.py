"""The only way to open a scenario: every field, the system's own check, the start, the first decision, the first views.

Everything that shows, plays, checks or shares a scenario uses this module; a failure is `InvalidScenario`, never a
crash.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.datafile import DataError, Problem
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, advance, carry_out, offers
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_fields import field_faults
from rules.kernel.scenario_overrides import apply_overrides
from rules.kernel.system import System

MAX_TOLD_LETTERS = 300


class InvalidScenario(DataError):
    """A scenario that cannot be played. `problems` holds every reason; str() lists them."""


def open_scenario(
    system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool] | None = None
) -> None:
    """Prove that a scenario can be played: its fields, its system's check, its start, its beginning, each side's view.

    Rolls the dice of the beginning with a seed of its own. Raises InvalidScenario.
    """
    chosen = {key: option.default for key, option in system.rulebook.options.items()}
    _refuse(_faults(system, scenario, sheet))
    state = _first_state(system, scenario, sheet, {**chosen, **scenario.options, **(options or {})})
    try:
        ruling = Ruling(system, state, SeededDice(0))
        carry_out(ruling, Begin(""))
        advance(ruling)
        offers(system, ruling.state)
        for side in ("", *(note.key for note in scenario.sides)):
            system.view(system.known_state(ruling.state, side), side)
    except Exception as error:  # any error the rules raise for a stranger's file means that the file is refused
        raise _cannot_begin(error) from error


def start(system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> AnyState:
    """Return the state before the first command.

    Raises InvalidScenario when the fields do not hold or the system refuses it.
    """
    _refuse(_fields(system, scenario))
    return _first_state(system, scenario, sheet, options)


def _first_state(system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> AnyState:
    """Return the state before the first command of a scenario whose fields hold."""
    try:
        state = system.start(scenario, sheet, options)
        return apply_overrides(state, scenario.position, system.damage_limits) if scenario.position else state
    except DataError as error:  # of its start conditions: each has its field
        raise InvalidScenario(error.problems) from error
    except Exception as error:  # as above
        _refuse([Problem("", 0, 0, "", fault) for fault in faults_of(system, scenario, sheet)])
        raise _cannot_begin(error) from error


def faults_of(system: System, scenario: Scenario, sheet: MapSheet | None) -> tuple[str, ...]:
    """Return what a system's own check finds wrong with a scenario, whose other fields may be wrong as well.

    Never raises.
    """
    try:
        return tuple(system.check_scenario(scenario, sheet))
    except Exception as error:  # as above
        return tuple(problem.message for problem in _cannot_begin(error).problems)


def _fields(system: System, scenario: Scenario) -> list[Problem]:
    found = [Problem("", 0, 0, field, message) for field, message in field_faults(scenario)]
    if scenario.system != system.key:
        found.append(Problem("", 0, 0, "system", f"expected {system.key!r}, found {scenario.system[:80]!r}"))
    if scenario.awards and not system.awards:
        found.append(Problem("", 0, 0, "awards", f"a scenario of {system.title} gives no points of its own"))
    unknown = [key for key in scenario.options if key not in system.rulebook.options]
    return found + [Problem("", 0, 0, "options", f"no option is called {key[:80]!r}") for key in unknown]


def _faults(system: System, scenario: Scenario, sheet: MapSheet | None) -> list[Problem]:
    """Return what is wrong with a scenario by its fields and by the system's own check."""
    return _fields(system, scenario) or [Problem("", 0, 0, "", fault) for fault in faults_of(system, scenario, sheet)]


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise InvalidScenario(problems)


def _cannot_begin(error: Exception) -> InvalidScenario:
    text = f"{type(error).__name__}: {error}"[:MAX_TOLD_LETTERS]
    return InvalidScenario([Problem("", 0, 0, "", f"the game cannot be set up with it ({text})")])
