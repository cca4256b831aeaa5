"""The last step of every verb that makes a file: write it, or say why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.console import terminal
from game.table.sharing import put_at
from game.table.speech import strip_controls
from game.words import tr
from rules.kernel.storage import NotSaved, reason


def report_write(out: Path, data: bytes, put: Callable[[Path, bytes], Path] = put_at) -> int:
    """Write a file and print its path; return 1 and print the reason if it cannot be written.

    `put` may choose another path and returns it: the default never overwrites a file.
    """
    try:
        path = put(out, data)
    except NotSaved as error:
        terminal.complain(strip_controls(tr("{error} ({folder})", error=error, folder=out.parent)))
        return 1
    except OSError as error:
        terminal.complain(strip_controls(tr("{out} cannot be written: {error}", out=out, error=reason(error))))
        return 1
    terminal.say(strip_controls(tr("{path} written", path=path)))
    return 0
