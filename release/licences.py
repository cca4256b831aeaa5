"""Collect the licences of the libraries in a packed program from the libraries themselves."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==", re.M)
PYTHON = Path(sys.base_prefix) / "lib" / f"python3.{sys.version_info.minor}" / "LICENSE.txt"
PAPERS = re.compile(r"licen[cs]e|copying|notice|authors", re.I)


def installed_libraries(pins: str, packages: Path | None = None) -> list[Distribution]:
    """Return the installed libraries of a list of pins, by name; those for another system are left out. `packages`:
    folder of another system's packages to use instead.
    """
    where = {} if packages is None else {"path": [str(packages)]}
    names = sorted(set(PINNED.findall(pins)), key=str.lower)
    return [found for name in names for found in list(distributions(name=name, **where))[:1]]  # type: ignore[call-overload]


def put_licences(pins: str, folder: Path, python: Path = PYTHON, packages: Path | None = None) -> list[str]:
    """Copy each library's licences to folder/NAME, and Python's own; return the names of libraries without a licence
    file. For those, folder/NAME.txt contains the licence's name as the library states it.
    """
    folder.mkdir(parents=True)
    without = []
    for library in installed_libraries(pins, packages):
        name = library.metadata["Name"]
        papers = [file for file in library.files or () if PAPERS.search(file.name) and ".dist-info" in str(file)]
        if not papers:
            without.append(name)
            licence = library.metadata.get("License-Expression") or library.metadata.get("License") or "not named"  # type: ignore[attr-defined]
            home = library.metadata.get("Home-page") or library.metadata.get("Project-URL") or ""  # type: ignore[attr-defined]
            (folder / f"{name}.txt").write_text(f"{name} {library.version}\nLicence: {licence}\n{home}\n", "utf-8")
        for number, file in enumerate(sorted(papers, key=str)):
            target = folder / name / (file.name if number == 0 else f"{number}-{file.name}")
            target.parent.mkdir(exist_ok=True)
            shutil.copy(library.locate_file(file), target)  # type: ignore[call-overload]
    if python.is_file():
        (folder / "Python").mkdir()
        shutil.copy(python, folder / "Python")
    return without
