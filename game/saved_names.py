"""Names that players give their saved games: one small file in the folder; the game files do not change."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from rules.kernel.storage import read_file, write_whole

FILE = ".names"
MAX_BYTES = 1 << 20
LONGEST = 60  # most characters of a name


def names_given(folder: Path) -> dict[str, str]:
    """Return file name -> the name given by the player. Unreadable entries are ignored."""
    with suppress(OSError, ValueError):
        found = json.loads(read_file(folder / FILE, MAX_BYTES))
        if isinstance(found, dict):
            return {file: name[:LONGEST] for file, name in found.items() if isinstance(name, str) and name.strip()}
    return {}


def give_name(path: Path, name: str) -> None:
    """Give a saved game a name; an empty one restores its title. Raises NotSaved or OSError."""
    names = names_given(path.parent)
    names[path.name] = " ".join(name.split())[:LONGEST]
    kept = {file: given for file, given in sorted(names.items()) if given and (path.parent / file).exists()}
    write_whole(path.parent / FILE, json.dumps(kept, ensure_ascii=False, indent=1).encode("utf-8"))
