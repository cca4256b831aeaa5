"""Decide whose eyes a typed verb uses: what window, report and film refuse before a game ends, verbs refuse too."""

from __future__ import annotations

from game.hud.game_history import eyes_allowed, why_unseen
from game.words import tr
from rules.kernel.session import Session


def viewer_of(session: Session, side: str, everything: bool = False, all_sides: bool = False) -> tuple[str, str]:
    """Return (the eyes a game is reported with, why it cannot be told so): those asked for, else the most there may be.

    While a game with hidden things is not over, nobody but those who play it may look, each with their own eyes.
    all_sides: what is asked for tells of every side. With `everything` (--everything) all of it is reported.
    """
    if everything:
        return side, ""
    unseen = why_unseen(session)
    if unseen:
        return "", unseen
    allowed = eyes_allowed(session)
    if side and side not in allowed:
        names = {note.key: note.name for note in session.scenario.sides}
        return "", tr("the game is not over: what {names} knows stays hidden until its end", names=names[side])
    if all_sides and "" not in allowed:
        return "", tr(
            "the game is not over, and this shows what stays hidden until its end (--everything shows it anyway)"
        )
    return side or allowed[0], ""
