"""Where a new game is saved: a file in the folder of saved games, named by date and battle."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path

from game.recent_games import record_played
from game.words import tr, trn
from rules.kernel.logbook import LogbookError
from rules.kernel.session import Session

SUFFIX = ".game"


def where_kept(session: Session) -> str:
    """Return where a game is saved, or how much of it is not and why: a sentence without its full stop."""
    if session.log is None:
        why = session.not_saved
        return tr("NOT SAVED: {not_saved}", not_saved=why) if why else tr("The game is not saved")
    if not session.not_saved:
        return tr("The game is saved in {path} after every order", path=session.log.path)
    return trn(
        "NOT SAVED: the last order is not saved: {why}",
        "NOT SAVED: the last {count} orders are not saved: {why}",
        session.unsaved_orders,
        why=session.not_saved,
    )


def save_new(session: Session, folder: Path, now: datetime) -> None:
    """Save a game in a new file `YYYYMMDD-HHMMSS-<scenario>.game`; on failure `session.not_saved` says why."""
    stem = f"{now:%Y%m%d-%H%M%S}-{session.scenario.key}"
    for number in count(1):
        path = folder / (f"{stem}{SUFFIX}" if number == 1 else f"{stem}-{number}{SUFFIX}")
        if path.exists():
            continue
        try:
            session.keep_in(path)
            record_played(path)
        except LogbookError as error:
            session.not_saved = str(error)
        return
