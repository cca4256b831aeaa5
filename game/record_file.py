"""Keep a learner's progress in small files: one that cannot be read is put aside, and the record starts again."""

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

Record = TypeVar("Record")


def load_record(path: Path, kind: type[Record]) -> Record:
    """Return what is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    try:
        return msgspec.convert(strict_json(read_file(path, MAX_BYTES).removeprefix(BOM_UTF8)), kind)
    except OSError:
        return kind()
    except (DataError, ValueError):
        with suppress(OSError):  # it is written again all the same
            path.replace(path.with_suffix(".broken"))
        return kind()


def save_record(path: Path, record: object) -> str:
    """Write the record. Returns why it could not be written; empty when it is."""
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(record), indent=2))
    except (NotSaved, OSError) as error:
        return tr("Your progress was not saved: {error}", error=error)
    return ""
