"""The win chance in words: what computer players made of such positions, as far as the side may know."""

from __future__ import annotations

from rules.kernel.chance import Chances
from rules.kernel.seat import Seat
from rules.kernel.session import Session

UNKNOWN = "chance unknown"


def chance_words(session: Session, side: str) -> str:
    """The chances of a side for the bar: "62 % to win"; for a watcher the first side's. Empty when the game is over."""
    if session.over:
        return ""
    note = next((note for note in session.scenario.sides if note.key == side), session.scenario.sides[0])
    chances = Seat(session, note.key).chances()
    if chances is None:
        return UNKNOWN
    return f"{percent(chances.won)} to win" if side else f"{note.name} {percent(chances.won)} to win"


def chance_line(session: Session, side: str) -> str:
    """All three and their source in a line: "Chances of Japan: 62 % to win, ... (fitted ...)"; "" when it is over."""
    if session.over:
        return ""
    note = next((note for note in session.scenario.sides if note.key == side), session.scenario.sides[0])
    chance = session.system.chance
    source = chance.source(session.scenario) if chance is not None else None
    told = in_full(note.name, Seat(session, note.key).chances())
    return f"{told} ({source.words()})" if source is not None else told


def in_full(name: str, chances: Chances | None) -> str:
    """The chances of a side of that name."""
    if chances is None:
        return f"Chances of {name}: unknown; no games of this battle were fitted"
    won, drawn, lost = map(percent, chances)
    return f"Chances of {name}: {won} to win, {drawn} to draw, {lost} to lose"


def percent(thousandths: int) -> str:
    """A chance as a player reads it; never quite certain while the game goes on."""
    return f"{min(99, max(1, round(thousandths / 10)))} %"
