"""Name the helper process after the game, because screen readers use a program's file name. Run from the source or by
pip, that would be "python3.11", so the interpreter is copied into its own folder under the game's name and given the
path of its library. If that fails, the name stays.
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
FOLDER = "FIGHTING_INSTRUCTIONS_READER"  # environment variable with the folder of the copy


def named_process(order: list[str], env: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return a renamed executable and environment for a command that starts this Python; unchanged if impossible."""
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
    """Remove the folder of the copy after the process has ended."""
    if folder:
        with suppress(OSError):
            shutil.rmtree(folder)
