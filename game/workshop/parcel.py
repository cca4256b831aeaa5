"""A battle on a map of the player's own as one file to send: a zip archive of the battle, its map, and its tiles.

What somebody sent is read with limits, by plain names only, into a folder that is gone afterwards; then it goes through
the same door as a battle that lies there openly.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from game.library import MAP_SUFFIX, Entry
from game.words import tr
from game.workshop.shelf import YAML, files_of_map, take_in
from rules.kernel.datafile import DataError, Problem

PARCEL = ".zip"
KINDS = (YAML, MAP_SUFFIX, ".tsx", ".png")
MOST_FILES, MOST_BYTES = 12, 24_000_000
STAMP = (1980, 1, 1, 0, 0, 0)  # the same battle gives the same file


def parcel_of(entry: Entry) -> tuple[str, bytes]:
    """What to send of a battle of the player's own, and how the file ends: the battle, or all it needs as a parcel."""
    own_map = entry.path.with_name(f"{entry.scenario.map}{MAP_SUFFIX}") if entry.scenario.map else None
    if own_map is None or not own_map.is_file():
        return YAML, entry.path.read_bytes()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in (entry.path, *files_of_map(own_map)):
            archive.writestr(zipfile.ZipInfo(path.name, STAMP), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return PARCEL, made.getvalue()


def take_parcel(path: Path, own: Path) -> Entry:
    """A parcel somebody sent: unpacked, proved, copied into the player's folder.

    Raises DataError with parcel, file, line and field, or NotSaved. Nothing is written when anything is wrong.
    """
    with _unpacked(path) as battle:
        try:
            return take_in(battle, own)
        except DataError as error:
            told = (replace(one, file=f"{path}: {Path(one.file).name}") for one in error.problems)
            raise DataError(told) from error


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    """The battle of a parcel in a folder of its own, its map beside it."""
    try:
        with zipfile.ZipFile(path) as archive, TemporaryDirectory() as folder:
            names = _names(path, archive)
            left = MOST_BYTES
            for name in names:
                with archive.open(name) as packed:
                    data = packed.read(left + 1)
                left -= len(data)
                if left < 0:
                    raise _refused(path, tr("more than {count} bytes when unpacked", count=f"{MOST_BYTES:,}"))
                (Path(folder) / name).write_bytes(data)
            yield next(Path(folder) / name for name in names if name.endswith(YAML))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise _refused(path, tr("expected a battle packed as a zip file: {reason}", reason=str(error))) from error


def _names(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """The files in a parcel: few, of known kinds, by plain names, one of them a battle."""
    names = archive.namelist()
    if len(names) > MOST_FILES or len(set(names)) != len(names):
        raise _refused(path, tr("at most {count} files, each once", count=MOST_FILES))
    for name in names:
        if Path(name).name != name or "\\" in name or ":" in name or not name.endswith(KINDS) or name.startswith("."):
            kinds = ", ".join(KINDS)
            raise _refused(path, tr("{name}: expected a plain name ending in one of {kinds}", name=name, kinds=kinds))
    if sum(name.endswith(YAML) for name in names) != 1:
        raise _refused(path, tr("expected one battle (.yaml)"))
    return names


def _refused(path: Path, why: str) -> DataError:
    return DataError([Problem(str(path), 0, 0, "", why)])
