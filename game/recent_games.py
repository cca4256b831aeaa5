"""The order in which saved games were last played: a list of names to which lines are appended, independent of the
clock.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from rules.kernel.storage import NotSaved, read_file, write_whole

FILE = ".played"
MAX_BYTES = 1 << 20
KEPT = 2_000  # the list is rewritten with more names than this


def record_played(path: Path) -> None:
    """Append a game being played to its folder's list; disk errors are ignored."""
    names = [name for name in _names(path.parent) if name != path.name][-KEPT:]
    text = "".join(f"{name}\n" for name in (*names, path.name))
    with suppress(NotSaved, OSError):
        write_whole(path.parent / FILE, text.encode("utf-8", "surrogateescape"))


def recency_ranks(folder: Path) -> dict[str, int]:
    """Return file name -> position in the list, 1 for the game played longest ago; other files are older."""
    return {name: place for place, name in enumerate(_names(folder), start=1)}


def _names(folder: Path) -> list[str]:
    try:
        data = read_file(folder / FILE, MAX_BYTES)
    except OSError:
        return []
    return [name for name in data.decode("utf-8", "surrogateescape").split("\n") if name]
