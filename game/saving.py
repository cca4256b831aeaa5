"""Where a new game is kept: a file of its own in the folder of saved games, named by day and battle."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path

from game.played import note_played
from rules.kernel.logbook import LogbookError
from rules.kernel.session import Session

SUFFIX = ".game"


def keep(session: Session, folder: Path, now: datetime) -> None:
    """Keep a game in a new file `YYYYMMDD-HHMMSS-<scenario>.game`; `session.not_saved` says why when it cannot be."""
    stem = f"{now:%Y%m%d-%H%M%S}-{session.scenario.key}"
    for number in count(1):
        path = folder / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        if path.exists():
            continue
        try:
            session.keep_in(path)
            note_played(path)
        except LogbookError as error:
            session.not_saved = str(error)
        return
