"""A player's notes on a game: plain text whose paragraphs belong to the whole game or to a turn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from rules.kernel.datafile import DataError, read_text

MOST_BYTES = 100_000
TURN = re.compile(r"turn\s+(\d{1,3})\s*[:.]\s*", re.IGNORECASE)


class BadNotes(Exception):
    """A file of notes cannot be used. str() is a plain sentence."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Paragraphs about the whole game, and about turns by their number."""

    whole: tuple[str, ...] = ()
    turns: dict[int, tuple[str, ...]] = field(default_factory=dict)


def read_notes(path: Path) -> Notes:
    """Return the notes in a text file. Raises BadNotes."""
    try:
        return notes_of(read_text(path, MOST_BYTES))
    except DataError as error:
        raise BadNotes(str(error)) from error


def notes_of(text: str) -> Notes:
    """Parse notes: a paragraph that begins with `turn 3:` and those after it belong to that turn."""
    whole: list[str] = []
    turns: dict[int, list[str]] = {}
    into = whole
    for part in re.split(r"\n\s*\n|\n(?=turn\s+\d{1,3}\s*[:.])", text.strip(), flags=re.IGNORECASE):
        words = part.strip()
        head = TURN.match(words)
        if head is not None:
            into = turns.setdefault(int(head[1]), [])
            words = words[head.end() :].strip()
        if words:
            into.append(words)
    return Notes(tuple(whole), {turn: tuple(parts) for turn, parts in turns.items()})
