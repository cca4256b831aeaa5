"""Save a learner's progress in small files; an unreadable one is renamed, and the record starts again."""

from __future__ import annotations

from codecs import BOM_UTF8
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from game.words import tr
from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import NotSaved, read_file, write_whole

MAX_BYTES = 1 << 20
PUT_ASIDE: dict[Path, str] = {}  # unusable files of this run -> a sentence for the player

Record = TypeVar("Record")


def load_record(path: Path, kind: type[Record]) -> Record:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    try:
        return msgspec.convert(strict_json(read_file(path, MAX_BYTES).removeprefix(BOM_UTF8)), kind)
    except OSError:
        return kind()
    except (DataError, ValueError) as error:
        PUT_ASIDE[path] = tr(
            "{path} cannot be read ({error}). It is kept as {kept}, and the record starts again.",
            path=path,
            error=str(error).lstrip(":"),
            kept=path.with_suffix(".broken").name,
        )
        with suppress(OSError):  # a new file is written anyway
            path.replace(path.with_suffix(".broken"))
        return kind()


def save_record(path: Path, record: object) -> str:
    """Write the record. Return why it could not be written; empty on success."""
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(record), indent=2))
    except (NotSaved, OSError) as error:
        return tr("Your progress was not saved: {error}", error=error)
    return ""


def put_aside(folder: Path) -> tuple[str, ...]:
    """Return a sentence for each unusable record of a folder in this run."""
    return tuple(words for path, words in PUT_ASIDE.items() if path.parent == folder)
