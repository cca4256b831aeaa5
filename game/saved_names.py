"""The names players give their saved games: one small file in the folder; the games stay as they were written."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from rules.kernel.storage import read_file, write_whole

FILE = ".names"
MAX_BYTES = 1 << 20
LONGEST = 60  # letters of a name


def names_given(folder: Path) -> dict[str, str]:
    """Return file name -> the name its player has given it. What cannot be read counts as none."""
    with suppress(OSError, ValueError):
        found = json.loads(read_file(folder / FILE, MAX_BYTES))
        if isinstance(found, dict):
            return {file: name[:LONGEST] for file, name in found.items() if isinstance(name, str) and name.strip()}
    return {}


def give_name(path: Path, name: str) -> None:
    """Give a saved game a name; an empty one gives its own title back. Raises NotSaved or OSError."""
    names = names_given(path.parent)
    names[path.name] = " ".join(name.split())[:LONGEST]
    kept = {file: given for file, given in sorted(names.items()) if given and (path.parent / file).exists()}
    write_whole(path.parent / FILE, json.dumps(kept, ensure_ascii=False, indent=1).encode("utf-8"))
