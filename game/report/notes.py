"""What a player wrote about a game: a plain text, its paragraphs for the whole game or for a turn each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from game.words import tr

MOST_BYTES = 100_000
TURN = re.compile(r"turn\s+(\d{1,3})\s*[:.]\s*", re.IGNORECASE)


class BadNotes(Exception):
    """A file of notes that cannot be taken. str() is a plain sentence."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Paragraphs about the whole game, and about turns by their number."""

    whole: tuple[str, ...] = ()
    turns: dict[int, tuple[str, ...]] = field(default_factory=dict)


def read_notes(path: Path) -> Notes:
    """The notes in a text file. Raises BadNotes."""
    try:
        if not path.is_file():
            raise BadNotes(tr("{path}: expected a text file with notes, found none", path=path))
        if path.stat().st_size > MOST_BYTES:
            raise BadNotes(
                tr(
                    "{path}: expected notes of at most {most_bytes} kB, found more",
                    path=path,
                    most_bytes=MOST_BYTES // 1000,
                )
            )
        return notes_of(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadNotes(
            tr("{path}: expected text in UTF-8, found other bytes at {start}", path=path, start=error.start)
        ) from error
    except OSError as error:
        raise BadNotes(tr("{path} cannot be read: {strerror}", path=path, strerror=error.strerror)) from error


def notes_of(text: str) -> Notes:
    """Notes as they are written: a paragraph that begins `turn 3:` belongs to that turn, as do those behind it."""
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
