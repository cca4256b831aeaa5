"""The process that speaks bears the name of the game, for screen readers call a program as its file is called.

From the source, or as a tool of a Python, that would be "python3.11". The interpreter is copied into a folder of its
own under the game's name and told where its library lies. Where that cannot be done it is called what it is called.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from game.program import PACKED

TITLE = "Fighting Instructions"
FOLDER = "FIGHTING_INSTRUCTIONS_READER"  # tells the process which folder goes with it


def named_process(order: list[str], env: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return another executable for an order that starts this Python, and its environment.

    The same where none can be.
    """
    interpreter = Path(sys.executable)
    if PACKED or not sys.executable or order[:1] != [sys.executable]:
        return order, env
    folder = None
    try:
        folder = mkdtemp(prefix="fighting-instructions-")
        copy = Path(folder) / TITLE
        shutil.copy(interpreter.resolve(strict=True), copy)
        copy.chmod(0o700)
    except OSError:
        remove_copy(folder)
        return order, env
    paths = [path for path in (env.get("PYTHONPATH", ""), *sys.path) if path]
    home = {"PYTHONHOME": os.pathsep.join(dict.fromkeys((sys.base_prefix, sys.base_exec_prefix)))}
    return [str(copy), *order[1:]], {**env, **home, "PYTHONPATH": os.pathsep.join(paths), FOLDER: folder}


def remove_copy(folder: str | None) -> None:
    """Take such a folder away, when the process has ended."""
    if folder:
        with suppress(OSError):
            shutil.rmtree(folder)
