"""Problems of a battle being edited: those of `open_scenario`, and some that games accept but the builder does not."""

from __future__ import annotations

from collections.abc import Mapping

from game.words import tr
from game.workshop.placement_checks import overlapping_ships
from rules.kernel.datafile import DataError, Problem
from rules.kernel.editor_schema import TABLE, EditorSchema
from rules.kernel.flow import GameState
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import open_scenario, start
from rules.kernel.system import System


def scenario_errors(
    system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]
) -> tuple[Problem, ...]:
    """Return the problems of `open_scenario`; without any, empty sides and overlapping ships on a table."""
    try:
        open_scenario(system, scenario, sheet)
        there = {force.side for force in scenario.forces}
        lacking = [side.key for side in scenario.sides if side.key not in there]
        bench = system.editor_schema() if system.editor_schema is not None else None
        if bench is not None and forces_come_later(scenario, bench):
            return ()
        words = [tr("{side} has no forces; drag a ship or unit onto the board", side=side) for side in lacking]
        if not words and bench is not None and bench.place == TABLE:
            state: GameState = start(system, scenario, sheet, dict(options))
            crossed = overlapping_ships(system, state)
            words = [tr("{ship} overlaps {other}; move one of them", ship=a, other=b) for a, b in crossed]
    except DataError as error:
        return error.problems
    return tuple(Problem("", 0, 0, "forces", message) for message in words)


def forces_come_later(scenario: Scenario, bench: EditorSchema) -> bool:
    """Return whether forces are bought or arrive by campaign rules only during play."""
    specials = {what for what, _, _ in scenario.special}
    return any(
        scenario.conditions.get(key) == value if value else key in specials for key, value in bench.later.items()
    )
