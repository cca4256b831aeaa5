"""The win chance as text: results of computer games in similar positions, using only what the side may know."""

from __future__ import annotations

from pathlib import Path

from game.words import tr, tr_noop
from rules.kernel.chance import Chances
from rules.kernel.datafile import DataError
from rules.kernel.scenario import Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.players.balanced import EVEN, TABLE, balance_of, share_of

UNKNOWN = tr_noop("chance unknown")


def chance_words(session: Session, side: str) -> str:
    """Return the win chance of a side for the bar: "62 % to win"; for a spectator, the first side's. Empty after the
    game.
    """
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
    """Return all three chances and their source in a line: "Chances of Japan: 62 % to win, ... (fitted ...)"; "" after
    the game.
    """
    if session.over:
        return ""
    note = next((note for note in session.scenario.sides if note.key == side), session.scenario.sides[0])
    chance = session.system.chance
    source = chance.source(session.scenario) if chance is not None else None
    if chance is not None and chance.is_changed(session.scenario):
        return tr("Chances of {name}: unknown, this battle was changed since its test games", name=note.name)
    text = all_chances(note.name, Seat(session, note.key).chances())
    return f"{text} ({source.words()})" if source is not None else text


def all_chances(name: str, chances: Chances | None) -> str:
    """Return the three chances of a side as text."""
    if chances is None:
        return tr("Chances of {name}: unknown, no test games of this battle", name=name)
    won, drawn, lost = map(percent, chances)
    return tr(
        "Chances of {name}: {won} to win, {drawn} to draw, {lost} to lose", name=name, won=won, drawn=drawn, lost=lost
    )


def percent(thousandths: int) -> str:
    """Return a chance as a percentage, never 0 or 100 during the game."""
    return f"{min(99, max(1, round(thousandths / 10)))} %"


def how_even(system: System, scenario: Scenario, path: Path = TABLE) -> str:
    """Return a battle's results between Captains, otherwise between the players of the win-chance fit; "" without
    games. Outside 35 to 65 per cent of the points the text says that the battle is unbalanced, and whether that is
    certain.
    """
    try:
        row = balance_of(scenario, path)
    except DataError:  # a damaged table: use the games of the fit
        row = None
    if row is None:
        source = system.chance.source(scenario) if system.chance is not None else None
        if source is None or not source.fitted or source.fit.results is None:
            return ""
        won, drawn, lost = source.fit.results
        share, who = share_of(won, drawn, lost), tr("computer players")
    else:
        won, drawn, lost, share, who = row.won, row.drawn, row.lost, row.share, tr("Captains")
    one, other = (side.name for side in scenario.sides)
    text = tr(
        "{one} {score} % [{low}, {high}] in {games} games between {who}: {one} won {won}, {other} {lost}, "
        "{drawn} drawn.",
        one=one,
        other=other,
        score=share[0],
        low=share[1],
        high=share[2],
        games=won + drawn + lost,
        who=who,
        won=won,
        lost=lost,
        drawn=drawn,
    )
    return " ".join(filter(None, (text, _one_sided_words(share, one, other))))


def _one_sided_words(share: tuple[int, int, int], one: str, other: str) -> str:
    """Return a sentence if a battle favours one side; empty if it is even."""
    score, low, high = share
    if EVEN[0] <= score <= EVEN[1]:
        return ""
    side = one if score > EVEN[1] else other
    if low > EVEN[1] or high < EVEN[0]:
        return tr("Unbalanced: favours {side}.", side=side)
    return tr("It may favour {side}; too few games to be sure.", side=side)
