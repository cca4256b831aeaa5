"""Decide from whose side a verb shows a game: what window, report and film hide before a game ends, verbs hide too."""

from __future__ import annotations

from game.hud.game_history import eyes_allowed, why_unseen
from game.words import tr
from rules.kernel.session import Session


def viewer_of(session: Session, side: str, everything: bool = False, all_sides: bool = False) -> tuple[str, str]:
    """Return (the viewer for whom a game is reported, why this is refused): the side asked for, otherwise the most that
    may be shown. While a game with hidden information is not over, only its players may look, each at their own side.
    all_sides: the output shows every side. `everything` (--everything) shows it all.
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
