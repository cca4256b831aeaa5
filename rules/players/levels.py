"""Levels and characters as data: whom one may choose, what they are like, how strong they were measured."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

TABLE = Path(__file__).parent / "tables" / "levels.yaml"


class Level(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A computer player one may choose. The fields are told in the file."""

    key: str
    title: str
    says: str
    strength: str = ""  # measured against the Captain; empty: he is what the others are measured against
    slip: int = 0
    slip_within: int = 0
    leans: dict[str, int] = {}


LEVELS: dict[str, Level] = {level.key: level for level in load_yaml(TABLE, tuple[Level, ...])}
