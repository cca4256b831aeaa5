"""The balance of the shipped battles between captains: the table `main.py balance --write` keeps.

A row counts only for the battle as it was played: after a change of forces, turns or conditions it no longer applies.
"""

from __future__ import annotations

from pathlib import Path

from rules.kernel.chance import play_digest
from rules.kernel.datafile import load_yaml
from rules.kernel.odds import wilson
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario

TABLE = Path(__file__).parent / "tables" / "balance.yaml"
EVEN = (35, 65)  # hundredths of the points: between these a battle is even


class Balanced(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The games of one battle between two captains."""

    scenario: str  # system/key
    plays: str  # digest of everything that decides how the battle plays
    won: int  # by the first side
    drawn: int
    lost: int
    share: tuple[int, int, int]  # of the points for the first side in hundredths, a draw a half; low and high of it
    program: str  # digest of the program that played them
    made: str  # the day

    @property
    def games(self) -> int:
        """How many games were played to the end."""
        return self.won + self.drawn + self.lost


def share_of(won: float, drawn: int, lost: float) -> tuple[int, int, int]:
    """Return the first side's share of the points in hundredths, and its 95 per cent Wilson interval."""
    games = round(won + drawn + lost)
    points = won + drawn / 2
    centre, half = wilson(points, games)
    return round(100 * points / games), round(100 * max(0, centre - half)), round(100 * min(1, centre + half))


def load_balanced(path: Path = TABLE) -> dict[str, Balanced]:
    """Return the table, by system/key. Raises DataError."""
    return {row.scenario: row for row in load_yaml(path, tuple[Balanced, ...])}


def balance_of(scenario: Scenario, path: Path = TABLE) -> Balanced | None:
    """Return the row of a battle; None if it was not measured, or was changed since. Raises DataError."""
    row = load_balanced(path).get(f"{scenario.system}/{scenario.key}")
    return row if row is not None and row.plays == play_digest(scenario) else None
