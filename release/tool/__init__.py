"""The program as a tool installed by pip, pipx or uv: one package that contains game/, rules/, maps/ and assets/. They
import each other as in the source, so this folder is put first on sys.path. That happens when the tool starts, never on
import, so that other programs are not affected.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def run() -> int:
    """Run the command line of `fighting-instructions`. Return the exit code."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    return int(import_module("main").main())
