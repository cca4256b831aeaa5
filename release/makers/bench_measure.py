"""The common tools of `bench`: figures with targets, a clock, games, and a map to measure on."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from game.library import Entry, open_library, open_map
from rules import SYSTEMS
from rules.kernel import hexes
from rules.kernel.flow import offers
from rules.kernel.record import Record
from rules.kernel.scenario import MapSheet
from rules.kernel.session import Session

COLUMNS, ROWS = 60, 40


class Figure(Record, frozen=True):
    """One measurement. `better`: the good side of the target, "above" or "below"; empty without a target."""

    name: str
    value: float
    unit: str
    target: float = 0.0
    better: str = ""
    note: str = ""

    @property
    def is_missed(self) -> bool:
        """Return whether the value misses its target."""
        return (self.better == "above" and self.value < self.target) or (
            self.better == "below" and self.value > self.target
        )


def line_of(figure: Figure) -> str:
    """Return one figure as a line of text."""
    value = f"{figure.value:10,.2f}" if figure.value < 100 else f"{figure.value:10,.0f}"
    if figure.better:
        mark = "MISSED" if figure.is_missed else "ok"
        word = "at least" if figure.better == "above" else "at most"
        goal = f"target {word} {figure.target:,g} {figure.unit}: {mark}"
    else:
        goal = figure.note or "no target"
    note = f" ({figure.note})" if figure.better and figure.note else ""
    return f"{figure.name:52} {value} {figure.unit:11} {goal}{note}"


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work in seconds; other programs do not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Return the median of several runs, in milliseconds."""
    return 1000 * statistics.median(seconds(work) for _ in range(times))


def new_session(entry: Entry, seed: int = 1) -> Session:
    """Return a new game of a scenario."""
    sheet = open_map(entry.system, entry.scenario.map)
    return Session(SYSTEMS[entry.system], entry.scenario, sheet, seed=seed)


def play_on(session: Session, most: int, seed: int = 1) -> None:
    """Play at random with full offers at every decision until the game is over or has `most` steps."""
    rng = random.Random(seed)
    while not session.over and len(session.steps) < most:
        listed = [command for offer in offers(session.system, session.state) for command in offer.commands]
        refused = session.submit(rng.choice(listed))
        if isinstance(refused, tuple):
            raise RuntimeError(f"an offered order was refused: {refused[0].reason}")


def entry_for(system: str) -> Entry | None:
    """Return the scenario with the most units of a system, for measurements."""
    entries = open_library(SYSTEMS).of(system)
    return max(entries, key=lambda entry: sum(len(force.units) for force in entry.scenario.forces), default=None)


def blank_sheet() -> MapSheet:
    """Return a sea of 60 by 40 hexes with scattered islands, always the same."""
    terrain = bytearray(hexes.FLAT)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            island = (column * 7 + row * 13) % 41 == 0
            terrain[hexes.hex_number(column, row)] = 4 if island else 1 + (column + row) % 3
    return MapSheet(key="bench", title="Sea of measures", columns=COLUMNS, rows=ROWS, terrain=bytes(terrain))
