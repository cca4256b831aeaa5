"""The win chance in words: what computer players made of such positions, as far as the side may know."""

from __future__ import annotations

from game.words import later, tr
from rules.kernel.chance import Chances
from rules.kernel.odds import wilson
from rules.kernel.scenario import Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System

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


EVEN = (0.35, 0.65)  # the part of the points between which a battle counts as even


def how_even(system: System, scenario: Scenario) -> str:
    """How a battle went between computer players, with the interval of 19 in 20; empty where no games are known."""
    source = system.chance.source(scenario) if system.chance is not None else None
    if source is None or not source.fitted or source.fit.results is None:
        return ""
    won, drawn, lost = source.fit.results
    games = won + drawn + lost
    score = (won + drawn / 2) / games
    centre, half = wilson(score * games, games)
    low, high = centre - half, centre + half
    one, other = (side.name for side in scenario.sides)
    told = tr(
        "Of {games} games between computer players {one} won {won}, {other} {lost}, and {drawn} were drawn: "
        "{score} % of the points for {one} ({low} to {high} at odds of 19 in 20).",
        games=games,
        one=one,
        won=won,
        other=other,
        lost=lost,
        drawn=drawn,
        score=round(100 * score),
        low=round(100 * low),
        high=round(100 * high),
    )
    if low > EVEN[1]:
        return f"{told} {tr('It favours {side}.', side=one)}"
    return f"{told} {tr('It favours {side}.', side=other)}" if high < EVEN[0] else told
