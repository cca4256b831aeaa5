"""The win chance in words: what computer players made of such positions, as far as the side may know."""

from __future__ import annotations

from game.words import later, tr
from rules.kernel.chance import Chances
from rules.kernel.seat import Seat
from rules.kernel.session import Session

UNKNOWN = later("chance unknown")


def chance_words(session: Session, side: str) -> str:
    """The chances of a side for the bar: "62 % to win"; for a watcher the first side's. Empty when the game is over."""
    if session.over:
        return ""
    note = next((note for note in session.scenario.sides if note.key == side), session.scenario.sides[0])
    chances = Seat(session, note.key).chances()
    if chances is None:
        return tr(UNKNOWN)
    return (
        tr("{percent} to win", percent=percent(chances.won))
        if side
        else tr("{name} {percent} to win", name=note.name, percent=percent(chances.won))
    )


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
        return tr("Chances of {name}: unknown; no games of this battle were fitted", name=name)
    won, drawn, lost = map(percent, chances)
    return tr(
        "Chances of {name}: {won} to win, {drawn} to draw, {lost} to lose", name=name, won=won, drawn=drawn, lost=lost
    )


def percent(thousandths: int) -> str:
    """A chance as a player reads it; never quite certain while the game goes on."""
    return f"{min(99, max(1, round(thousandths / 10)))} %"
