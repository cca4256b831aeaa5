"""Exchanges: after a move, what the piece and each enemy known to its side could do to each other, phase by phase.

It uses the rules of play, with each side acting in this phase and the rest of the turn, from the position as the moving
side may know it. Assumed: nobody else moves until then, and every known enemy sees the piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel import hexes
from rules.kernel.dice import SeededDice
from rules.kernel.flow import ACTING, Command, GameState, Phase
from rules.kernel.odds import Odds, delayed_odds, odds
from rules.kernel.record import AnyState, Record
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.kernel.view import Piece

WAYS, SAMPLES = 600, 60  # of one order
MOST_ENEMIES = 3
MOST_ORDERS = 24  # of a phase, of one side, looked at
TRIES = 6  # rolls of a move that may fail, until it comes off


class Chances(Record, frozen=True):
    """What one side could do to the other in a phase: the odds of one order of each unit that could give one."""

    phase: str
    odds: tuple[Odds, ...]


class Exchange(Record, frozen=True, kw_only=True):
    """One enemy after a move: where it lies, and what each could do to the other."""

    enemy: str
    name: str
    last_seen: bool  # only where it was last seen is known
    distance: str
    sight: str
    ours: tuple[Chances, ...]
    theirs: tuple[Chances, ...]


def exchanges(
    system: System, known: GameState, side: str, command: Command, tired: Callable[[], bool]
) -> tuple[Exchange, ...]:
    """Return the exchange with each of the nearest enemies after a move; nothing if the command moves no piece.

    `tired`: whether to stop looking at further orders.
    """
    sketch = system.sketch(known, command)
    if not sketch.piece or not sketch.at or sketch.target:
        return ()
    after = _after_move(system, known, side, command, sketch.piece, sketch.at)
    if after is None:
        return ()
    state, piece, foes = after
    enemy = next((foe.side for foe in foes), "")
    mine = {piece.id, *(panel.id for panel in system.panels(state, side, piece.id)[1:])}
    found = []
    for foe in sorted(foes, key=lambda foe: _distance_key(system, piece, foe))[:MOST_ENEMIES]:
        theirs = {foe.id, *(panel.id for panel in system.panels(state, side, foe.id)[1:])}
        report = system.sight(state, side, piece.at, foe.at)
        ours = tuple(_phases(system, state, side, mine, theirs, tired))
        back = tuple(_phases(system, state, enemy, theirs, mine, tired))
        found.append(
            Exchange(
                enemy=foe.id,
                name=foe.name,
                last_seen=foe.ghost,
                distance=report.distance,
                sight=report.verdict,
                ours=ours,
                theirs=back,
            )
        )
    return tuple(found)


def _after_move(
    system: System, known: GameState, side: str, command: Command, name: str, at: tuple[int, ...]
) -> tuple[object, Piece, list[Piece]] | None:
    """Return the position after the move has come off, the piece there, and the enemies known then."""
    for seed in range(TRIES):
        state = adjudicate(system, known, command, SeededDice(seed), move_on=False).state
        pieces = system.view(state, side).pieces
        piece = next((one for one in pieces if one.id == name), None)
        if piece is not None and (piece.at == at or seed == TRIES - 1):
            return state, piece, [one for one in pieces if one.side not in (side, "") and one.at]
    return None


def _distance_key(system: System, one: Piece, other: Piece) -> tuple[int, str]:
    """Return how far two pieces are apart, in the board's own measure, for sorting."""
    if system.board == "hex":
        return hexes.distance(one.at[0], other.at[0]), other.id
    return sum((a - b) ** 2 for a, b in zip(one.at, other.at, strict=True)), other.id


def _phases(
    system: System, state: AnyState, side: str, by: set[str], at: set[str], tired: Callable[[], bool]
) -> Iterator[Chances]:
    """Yield what a side's units could do to others in each phase left of the turn in which they can do anything."""
    for number in range(state.cursor.phase, len(system.sequence)):
        phase = system.sequence[number]
        found = tuple(_orders(system, state, side, number, phase, by, at, tired)) if phase.verbs else ()
        if found:
            yield Chances(phase.title, found)


def _orders(
    system: System,
    state: GameState,
    side: str,
    number: int,
    phase: Phase,
    by: set[str],
    at: set[str],
    tired: Callable[[], bool],
) -> Iterator[Odds]:  # fmt: skip
    """Yield the odds of each order of some units at others in a phase, one for each unit that could give one."""
    cursor = state.cursor.but(phase=number, stage=ACTING, queue=(side,), frames=())
    moved = state.but(cursor=cursor)
    seen: set[str] = set()
    brought = (moved,) if system.brought_to_bear is None else system.brought_to_bear(moved, side)
    for position in brought:
        if phase.when is not None and not phase.when(position):
            return
        for verb in phase.verbs.values():
            for offer in verb.offer(position, side):
                for command in offer.commands:
                    sketch = system.sketch(position, command)
                    fits = sketch.target in at and (sketch.piece in by or offer.piece in by)
                    if not fits or offer.piece in seen:
                        continue
                    if len(seen) >= MOST_ORDERS or tired():
                        return
                    seen.add(offer.piece)
                    weighed = odds(system, position, command, WAYS, SAMPLES)
                    if len(weighed.chances) < 2:  # torpedoes are rolled for when they arrive
                        weighed = delayed_odds(system, position, command, WAYS, SAMPLES)
                    if len(weighed.chances) > 1:
                        yield weighed
