"""A battle on a map of the player's own as one file to send: a zip archive of the battle, its map, and its tiles.

What somebody sent is read with limits, by plain names only, into a folder that is gone afterwards; then it goes through
the same door as a battle that lies there openly.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from game.library import MAP_SUFFIX, Entry
from game.words import tr
from game.workshop.user_files import YAML, files_of_map, take_in
from rules.kernel.datafile import DataError, Problem, path_fault, read_bytes, read_text

PARCEL = ".zip"
DRAWN_WITH = (".tsx", ".png")
KINDS = (YAML, MAP_SUFFIX, *DRAWN_WITH)
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # Python unpacks the others in chunks of any size
MOST_FILES, MOST_BYTES = 12, 24_000_000
STAMP = (1980, 1, 1, 0, 0, 0)  # the same battle gives the same file


def pack(entry: Entry) -> tuple[str, bytes]:
    """Return what to send of a battle of the player's own, and how the file ends: the battle, or all it needs as a
    parcel. The battle's lines end as they do once it is taken in, whatever editor wrote it.

    Raises DataError where the battle or its map cannot be read.
    """
    battle = read_text(entry.path).encode()
    own_map = entry.path.with_name(f"{entry.scenario.map}{MAP_SUFFIX}") if entry.scenario.map else None
    if own_map is None or not own_map.is_file():
        return YAML, battle
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(entry.path.name, STAMP), battle, zipfile.ZIP_DEFLATED)
        for name, path in files_of_map(own_map).items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), read_bytes(path, MOST_BYTES), zipfile.ZIP_DEFLATED)
    return PARCEL, made.getvalue()


def unpack(path: Path, own: Path) -> Entry:
    """Return a parcel somebody sent: unpacked, proved, copied into the player's folder.

    Raises DataError with parcel, file, line and field, or NotSaved. Nothing is written when anything is wrong.
    """
    with _unpack(path) as battle:
        try:
            return take_in(battle, own)
        except DataError as error:
            problems = (replace(one, file=f"{path}: {Path(one.file).name}") for one in error.problems)
            raise DataError(problems) from error


@contextmanager
def _unpack(path: Path) -> Iterator[Path]:
    """Provide the battle of a parcel in a folder of its own, its map beside it."""
    files = _files_in(path, read_bytes(path, MOST_BYTES))
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            there = Path(folder) / name
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
        yield next(Path(folder) / name for name in files if name.endswith(YAML))


def _files_in(path: Path, data: bytes) -> dict[str, bytes]:
    """Name -> content of every file in a parcel, unpacked within the limits. Raises DataError."""
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = _names(path, archive)
            too_large = _refusal(path, tr("more than {count} bytes when unpacked", count=f"{MOST_BYTES:,}"))
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                raise too_large
            for name in names:
                with archive.open(name) as packed:
                    found[name] = packed.read(left + 1)
                left -= len(found[name])
                if left < 0:  # the archive gives a false size
                    raise too_large
    except DataError:
        raise
    except Exception as error:  # whatever a stranger's parcel makes the unpacking do, it is the parcel that is refused
        raise _refusal(path, tr("expected a battle packed as a zip file: {reason}", reason=str(error))) from error
    return found


def _names(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """Return the files in a parcel: few, of known kinds, by plain names, one of them a battle.

    Tiles may lie in a folder.
    """
    names = archive.namelist()
    if len(names) > MOST_FILES or len(set(names)) != len(names):
        raise _refusal(path, tr("expected at most {count} files, each once", count=MOST_FILES))
    if any(member.compress_type not in METHODS for member in archive.infolist()):
        raise _refusal(path, tr("expected files that are stored or deflated, as most zip programs write them"))
    folders = {str(parent) for name in names for parent in PurePosixPath(name).parents}
    for name in names:
        if name in folders:
            raise _refusal(path, tr("{name}: expected a file or a folder by this name, found both", name=name))
        hidden = any(part.startswith(".") for part in name.split("/"))  # .. too
        if path_fault(name) or hidden or not name.endswith(KINDS) or ("/" in name and not name.endswith(DRAWN_WITH)):
            kinds = ", ".join(KINDS)
            raise _refusal(path, tr("{name}: expected a plain name ending in one of {kinds}", name=name, kinds=kinds))
    if sum(name.endswith(YAML) for name in names) != 1:
        raise _refusal(path, tr("expected one battle (.yaml)"))
    return names


def _refusal(path: Path, why: str) -> DataError:
    return DataError([Problem(str(path), 0, 0, "", why)])
