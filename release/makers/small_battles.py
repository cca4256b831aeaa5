"""Small random battles for puzzles: a few ships or units a side, close together, and short."""

from __future__ import annotations

from random import Random

from game.library import map_files, open_map
from game.words import tr
from game.workshop.skirmish import DrawnForce, draw
from rules import SYSTEMS
from rules.kernel.editor_schema import HEX, TABLE
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import faults_of

BUDGETS = (50, 75, 100)  # per cent of the smallest skirmish budget
TURNS = (3, 4, 5)
NEARER = (30, 42, 55)  # per cent of a skirmish's starting distance, on a table
COLUMNS = (0, 2, 4)  # columns by which the second side is moved closer on a hex map; even, to keep the rows
COLUMN = 100
FAR = 1 << 20  # turns and distances use another seed than the ships


def small_battle(system: str, seed: int) -> tuple[Scenario, MapSheet | None]:
    """Create a small random battle with its map: the same seed gives the same battle."""
    game, random = SYSTEMS[system], Random(seed + FAR)
    assert game.editor_schema is not None
    bench = game.editor_schema()
    maps = map_files(system)
    sheet = open_map(system, bench.map or (maps[0].stem if maps else ""))
    drawn = draw(game, sheet, DrawnForce(seed, bench.budget[0] * random.choice(BUDGETS) // 100))
    words = tr("A short battle of {year}: a few ships or units on each side.", year=drawn.date[:4])
    scenario = drawn.but(key=f"small_{seed}", turns=random.choice(TURNS), summary=words, briefing=words)
    nearer = _closer_start(scenario, bench.place, random)
    return (scenario if faults_of(game, nearer, sheet) else nearer), sheet


def _closer_start(scenario: Scenario, place: str, random: Random) -> Scenario:
    """Return the same battle with the sides closer together."""
    if place == TABLE:
        share, rows = random.choice(NEARER), [force.at[1] for force in scenario.forces]
        middle = (min(rows) + max(rows)) // 2
        moved = [
            force.but(at=(force.at[0], middle + (force.at[1] - middle) * share // 100)) for force in scenario.forces
        ]
        return scenario.but(forces=tuple(moved))
    if place == HEX:
        columns, first = random.choice(COLUMNS) * COLUMN, scenario.sides[0].key
        west = min(force.at[0] for force in scenario.forces)
        sign = 1 if any(force.side == first and force.at[0] == west for force in scenario.forces) else -1
        moved = [
            force if force.side == first else force.but(at=(force.at[0] - sign * columns,)) for force in scenario.forces
        ]
        return scenario.but(forces=tuple(moved))
    return scenario
