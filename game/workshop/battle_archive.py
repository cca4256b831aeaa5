"""A battle on one of the player's own maps as one file to send: a zip archive of the battle, its map, and its tiles. A
received archive is read with limits, by plain names only, into a temporary folder; then it passes the same checks as an
unpacked battle.
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
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # only these can be unpacked in bounded chunks
MOST_FILES, MOST_BYTES = 12, 24_000_000
STAMP = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same battle gives the same file


def pack(entry: Entry) -> tuple[str, bytes]:
    """Return the data to send of one of the player's battles, and the file's suffix: the battle, or an archive with
    everything it needs. Line ends are normalised as on import. Raises DataError if the battle or its map cannot be
    read.
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
    """Import a received archive: unpack, check and copy it into the player's folder. Raises DataError with archive,
    file, line and field, or NotSaved. Nothing is written if anything is wrong.
    """
    with _unpack(path) as battle:
        try:
            return take_in(battle, own)
        except DataError as error:
            problems = (replace(one, file=f"{path}: {Path(one.file).name}") for one in error.problems)
            raise DataError(problems) from error


@contextmanager
def _unpack(path: Path) -> Iterator[Path]:
    """Unpack an archive into a temporary folder and provide its battle's path."""
    files = _files_in(path, read_bytes(path, MOST_BYTES))
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            there = Path(folder) / name
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)
        yield next(Path(folder) / name for name in files if name.endswith(YAML))


def _files_in(path: Path, data: bytes) -> dict[str, bytes]:
    """Return name -> content of every file in an archive, unpacked within the limits. Raises DataError."""
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
                if left < 0:  # the archive may state a false size
                    raise too_large
    except DataError:
        raise
    except Exception as error:  # whatever error a stranger's archive causes, the archive is refused
        raise _refusal(path, tr("expected a battle packed as a zip file: {reason}", reason=str(error))) from error
    return found


def _names(path: Path, archive: zipfile.ZipFile) -> list[str]:
    """Return the files in an archive: few, of known kinds, with plain names, one of them a battle. Tiles may be in a
    folder.
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
        hidden = any(part.startswith(".") for part in name.split("/"))  # excludes .. too
        if path_fault(name) or hidden or not name.endswith(KINDS) or ("/" in name and not name.endswith(DRAWN_WITH)):
            kinds = ", ".join(KINDS)
            raise _refusal(path, tr("{name}: expected a plain name ending in one of {kinds}", name=name, kinds=kinds))
    if sum(name.endswith(YAML) for name in names) != 1:
        raise _refusal(path, tr("expected one battle (.yaml)"))
    return names


def _refusal(path: Path, why: str) -> DataError:
    return DataError([Problem(str(path), 0, 0, "", why)])
