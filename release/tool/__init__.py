"""The program as a tool that pip, pipx or uv install: one package, in which game/, rules/, maps/ and assets/ lie.

They import each other as they do in the source, so this folder goes first among the places that are looked through. It
is put there when the tool starts, never by importing it: no other program is in our way, nor we in its.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def run() -> int:
    """Carry out the command line of `fighting-instructions`. Returns the exit code."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    return int(import_module("main").main())
