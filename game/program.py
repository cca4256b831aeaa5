"""How this program was installed, and therefore what to type to start it. There are three ways (README.md): a folder
with the source, a tool installed by pip, or a packed program that contains Python. They play the same. A few tools of
the makers need the source, or a Python interpreter, and say so if there is none.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "fighting-instructions"
HOME = Path(__file__).resolve().parent.parent  # folder of game/, rules/, maps/ and assets/
PACKED = bool(getattr(sys, "frozen", False))
INSTALLED = PACKED or (HOME / "__main__.py").is_file()  # installed by pip: release/tool/ is beside game/
WINDOWS = os.name == "nt"
SOURCE = r".venv\Scripts\python main.py" if WINDOWS else "main.py"
# What to type to start it. The packed program for Windows has a second .exe for the console; PowerShell needs the dot.
COMMAND = r".\fi.exe" if PACKED and WINDOWS else NAME if INSTALLED else SOURCE
BESIDE = Path(sys.executable).resolve().parent if PACKED else HOME  # the program's folder as a player sees it
TOOLS = ("numpy", "tests")  # folders that only makers have
NEEDS_SOURCE = "this needs the program's source with its tests; README.md says where to get it"
NEEDS_PYTHON = "the packed program has no Python to run another program with; do this from the source (README.md)"


def shorten_paths(text: str) -> str:
    """Return a message without the program's own folder in front of the files it names."""
    return text.replace(f"{HOME}{os.sep}", "")


def repair(module: str = "") -> str:
    """Return what to do when a module is missing: it depends on how the program was installed."""
    if module in TOOLS:
        return NEEDS_SOURCE
    if PACKED:
        return "unpack the archive again: a part of it is missing"
    if INSTALLED:
        return f"install it again: pipx reinstall {NAME}"
    return f"run `{sys.executable} -m pip install --require-hashes -r requirements.txt`"
