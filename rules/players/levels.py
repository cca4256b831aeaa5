"""Levels and characters as data: whom one may choose, what they are like, how strong they were measured.

One more goes with the player: `matched:4` is the fourth step of a ladder from the weakest to the Captain.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

TABLES = Path(__file__).parent / "tables"
TABLE = TABLES / "levels.yaml"
MATCHED = "matched"  # as strong as the player; `matched:4` once a battle has begun


class Level(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A computer player one may choose. The fields are reported in the file."""

    key: str
    title: str
    says: str
    strength: str = ""  # measured against the Captain; empty: he is what the others are measured against
    slip: int = 0
    slip_within: int = 0
    leans: dict[str, dict[str, int]] = {}  # game -> feature or term -> hundredths of what it counts for the Captain

    def plays(self, game: str) -> bool:
        """Return whether it is offered in a game: a character only where it can be told from the Captain."""
        return not self.leans or game in self.leans


LEVELS: dict[str, Level] = {level.key: level for level in load_yaml(TABLE, tuple[Level, ...])}


class Steps(Record, frozen=True, forbid_unknown_fields=True):
    """The steps of the player that is as strong as you: (slip, slip_within) each, the weakest first."""

    steps: tuple[tuple[int, int], ...]
    begin: int


class Spread(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a level's slips are in a game, in hundredths of what they are in the hex game."""

    often: int = 100
    far: int = 100


@cache
def spreads() -> dict[str, Spread]:
    """Return the games of tables/spread.yaml. Raises DataError."""
    return load_yaml(TABLES / "spread.yaml", dict[str, Spread])


def slips_in(level: Level, game: str) -> tuple[int, int]:
    """Return (slip, slip_within) of a level in a game, the second in its own hundredths of a point."""
    spread = spreads().get(game, Spread())
    return min(100, level.slip * spread.often // 100), level.slip_within * spread.far // 100


@cache
def steps() -> Steps:
    """Return the steps of tables/matched.yaml. Raises DataError."""
    return load_yaml(TABLES / "matched.yaml", Steps)


def matched_key(step: int) -> str:
    """Return how a step is named where a game says who plays."""
    return f"{MATCHED}:{max(0, min(step, len(steps().steps) - 1))}"


def matched_step(key: str) -> int | None:
    """Return the step a player's key names: the first battle's for the bare word; None when it names no step."""
    word, _, number = key.partition(":")
    if word != MATCHED:
        return None
    if not number and key == MATCHED:
        return steps().begin
    return int(number) if number.isascii() and number.isdigit() and int(number) < len(steps().steps) else None


def matched_level(step: int) -> Level:
    """Return the level of a step."""
    slip, within = steps().steps[step]
    return Level(key=matched_key(step), title="as strong as you", says="", slip=slip, slip_within=within)
