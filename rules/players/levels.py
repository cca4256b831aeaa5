"""Levels and characters of computer players: descriptions and measured strength.

One more adapts to the player: `matched:4` is the fourth step of a ladder from the weakest to the Captain.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

TABLES = Path(__file__).parent / "tables"
TABLE = TABLES / "levels.yaml"
MATCHED = "matched"  # adapts to the player; `matched:4` once a battle has begun


class Level(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A computer player on offer. The fields are described in the file."""

    key: str
    title: str
    says: str
    strength: str = ""  # measured against the Captain; empty for the Captain
    slip: int = 0
    slip_within: int = 0
    leans: dict[str, dict[str, int]] = {}  # game -> feature or term -> its weight in per cent of the Captain's

    def plays(self, game: str) -> bool:
        """Return whether the player is offered in a game: a character only where it differs from the Captain."""
        return not self.leans or game in self.leans


LEVELS: dict[str, Level] = {level.key: level for level in load_yaml(TABLE, tuple[Level, ...])}


class Steps(Record, frozen=True, forbid_unknown_fields=True):
    """The steps of the adaptive player: (slip, slip_within) each, the weakest first."""

    steps: tuple[tuple[int, int], ...]
    begin: int


class Spread(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A level's mistakes in a game, in per cent of those in the hex game."""

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
    """Return the player's key for a step."""
    return f"{MATCHED}:{max(0, min(step, len(steps().steps) - 1))}"


def matched_step(key: str) -> int | None:
    """Return the step in a player's key: the first battle's for the bare word; None if the key names no step."""
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
