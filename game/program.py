"""How this program came to this computer, and so what to type to start it.

Three ways (README.md): a folder with the source, a tool that pip put among its packages, or a packed program that
carries Python inside. They play alike. A few tools of the makers need the source, or a Python to run another program
with, and say so where there is none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "fighting-instructions"
HOME = Path(__file__).resolve().parent.parent  # where game/, rules/, maps/ and assets/ are
PACKED = bool(getattr(sys, "frozen", False))
INSTALLED = PACKED or (HOME / "__main__.py").is_file()  # by pip: release/tool/ went in beside game/
WINDOWS = os.name == "nt"
SOURCE = r".venv\Scripts\python main.py" if WINDOWS else "main.py"
# What to type to start it. The packed program for Windows has a second .exe with a console; PowerShell needs the dot.
COMMAND = r".\fi.exe" if PACKED and WINDOWS else NAME if INSTALLED else SOURCE
BESIDE = Path(sys.executable).resolve().parent if PACKED else HOME  # the folder that a player sees as the program's
TOOLS = ("numpy", "tests")  # what only the makers have
NEEDS_SOURCE = "this needs the program's source, tests and all; README.md says where to get it"
NEEDS_PYTHON = "the packed program has no Python to run another program with; do this from the source (README.md)"


def shorten_paths(text: str) -> str:
    """Return a message without the program's own folder in front of the files it names."""
    return text.replace(f"{HOME}{os.sep}", "")


def repair(module: str = "") -> str:
    """Return what to do when a module cannot be found: it depends on the way the program came."""
    if module in TOOLS:
        return NEEDS_SOURCE
    if PACKED:
        return "unpack the archive once more: a part of it is missing"
    if INSTALLED:
        return f"install it once more: pipx reinstall {NAME}"
    return f"run `{sys.executable} -m pip install --require-hashes -r requirements.txt`"
