"""Packs the program with a Python inside, so that it runs where there is none: `make package`.

PyInstaller makes a folder (fighting-instructions.spec says of what), this module an archive of it and a list of SHA-256
sums, in out/package. One commit gives the same bytes twice: times are those of the commit, names are sorted, hashes of
strings are fixed. Built and tried on Linux; on Windows and macOS the same command makes a .zip, untried.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

from game.program import NAME
from game.version import VERSION
from release.licences import put_licences

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out" / "package"
SPEC = ROOT / "release" / f"{NAME}.spec"
MOST_BYTES = 45_000_000
EARLIEST = 315_532_800  # 1980, the first year a .zip knows
SUMS = "SHA256SUMS"


def main() -> int:
    """Pack, archive, sum up. 1 when the archive is too large, or `--twice` finds a difference."""
    words = argparse.ArgumentParser(prog="python -m release.package", description=__doc__)
    words.add_argument("--twice", action="store_true", help="build it a second time and say which files differ")
    twice = words.parse_args().twice
    shutil.rmtree(OUT, ignore_errors=True)
    archive = archive_of(packed(OUT / "build"), OUT)
    (OUT / SUMS).write_text(f"{sum_of(archive)}  {archive.name}\n", "utf-8")
    size = archive.stat().st_size
    print(f"{archive}: {size / 1e6:.1f} MB, sha256 {sum_of(archive)}")
    if size > MOST_BYTES:
        print(f"error: expected at most {MOST_BYTES / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return _compared(archive) if twice else 0


def packed(where: Path) -> Path:
    """Return the folder with the program in it, made anew below `where`. Raises CalledProcessError."""
    shutil.rmtree(where, ignore_errors=True)
    fixed = {"SOURCE_DATE_EPOCH": str(date_of_build()), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    words = ["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", where, "--workpath", where / "work", SPEC]
    began = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "PyInstaller", *map(str, words)], cwd=ROOT, env={**os.environ, **fixed}, check=True
    )
    shutil.rmtree(where / "work", ignore_errors=True)
    _add_papers(where / NAME)
    print(f"packed in {time.monotonic() - began:.0f} s")
    return where / NAME


def _add_papers(folder: Path) -> None:
    """Add what a player looks for beside the program."""
    for name in ("LICENSE", "CHANGELOG.md", "assets/CREDITS.md"):
        shutil.copy(ROOT / name, folder)
    shutil.copy(ROOT / "release" / "READ-ME-FIRST.txt", folder)
    put_licences((ROOT / "requirements.txt").read_text("utf-8"), folder / "licences")
    if sys.platform.startswith("linux"):
        shutil.copytree(ROOT / "release" / "share", folder / "share")
        manual = folder / "share" / "man" / "man6" / f"{NAME}.6"
        manual.parent.mkdir(parents=True)
        manual.write_text(page(), "utf-8")


def page() -> str:
    """Return the manual as `man` shows it, of the program under its packed name."""
    words = "import main; from game.manual import man_page; print(man_page(main.parser()), end='')"
    told = subprocess.run(
        [sys.executable, "-c", f"import game.program as p; p.COMMAND = p.NAME; {words}"],
        cwd=ROOT, capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "100"}, check=True,
    )  # fmt: skip
    return told.stdout


def date_of_build() -> int:
    """Return the time all files get: SOURCE_DATE_EPOCH, or that of the commit, or that of the list of changes."""
    asked = os.environ.get("SOURCE_DATE_EPOCH", "")
    if asked.isdigit():
        return max(EARLIEST, int(asked))
    try:
        told = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return max(EARLIEST, int(told.stdout))
    except (OSError, subprocess.CalledProcessError, ValueError):  # an archive of the source has no history
        return max(EARLIEST, int((ROOT / "CHANGELOG.md").stat().st_mtime))


def archive_of(folder: Path, out: Path) -> Path:
    """Return one file of a folder, names sorted, every time and owner the same: .tar.gz on Linux, .zip elsewhere."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    name = f"{NAME}-{VERSION}-{system}-{platform.machine().lower()}"
    return (tar_of if system == "linux" else zip_of)(folder, out / name, date_of_build())


def tar_of(folder: Path, target: Path, date: int) -> Path:
    """`target`.tar.gz of a folder, its links kept as links."""
    path = target.with_name(f"{target.name}.tar.gz")

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = date, 0, 0, "", ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, mtime=date) as press,
        tarfile.open(fileobj=press, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for item in [folder, *sorted(folder.rglob("*"))]:
            tar.add(item, f"{folder.name}/{item.relative_to(folder).as_posix()}".rstrip("/."), False, filter=plain)
    return path


def zip_of(folder: Path, target: Path, date: int) -> Path:
    """`target`.zip of a folder, its links as what they lead to."""
    path = target.with_name(f"{target.name}.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for item in sorted(item for item in folder.rglob("*") if item.is_file()):
            entry = zipfile.ZipInfo(f"{folder.name}/{item.relative_to(folder).as_posix()}", time.gmtime(date)[:6])
            entry.external_attr = (0o100755 if os.access(item, os.X_OK) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, item.read_bytes())
    return path


def sum_of(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _compared(archive: Path) -> int:
    """Build once more and compare. 1 when anything differs, each file named."""
    first, first_sum = sums_of(OUT / "build" / NAME), sum_of(archive)
    again = archive_of(packed(OUT / "build"), OUT)
    second = sums_of(OUT / "build" / NAME)
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in differing:
        print(f"differs: {name}")
    if sum_of(again) == first_sum:
        print("built twice: the archives are equal, byte for byte")
    return 0 if sum_of(again) == first_sum else 1


def sums_of(folder: Path) -> dict[str, str]:
    """File -> SHA-256, for all below a folder."""
    return {item.relative_to(folder).as_posix(): sum_of(item) for item in folder.rglob("*") if item.is_file()}


if __name__ == "__main__":
    sys.exit(main())
