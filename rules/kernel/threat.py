"""Threats: the enemy's orders against one piece at his next chance, with their odds.

It uses the rules of play with the enemy acting: in his remaining phases of this turn, then in those of the next, until
one is found in which a unit could aim at the piece. It uses only what one side may know, and assumes that nobody moves
until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.dice import SeededDice
from rules.kernel.flow import ACTING, Command, Done, GameState, Phase, actor, check, offers
from rules.kernel.odds import Odds, odds
from rules.kernel.record import AnyState, Record
from rules.kernel.session import adjudicate
from rules.kernel.system import System

WAYS, SAMPLES = 600, 200  # of one order: less than when it is given, for there are several
MOST_ENDED = 200  # phases ended in thought until the next turn
MOST = 6  # threats told, the gravest firers first in the order of the rules


class Threat(Record, frozen=True, kw_only=True):
    """One enemy that could aim at the piece, in which phase, by what order, and what would come of it."""

    by: str
    turn: int
    phase: str
    label: str
    command: Command
    odds: Odds


def threats(system: System, known: GameState, enemy: str, piece: str, aims: Iterable[str]) -> tuple[Threat, ...]:
    """Return the orders of `enemy` against a piece at his next chance, one for each who could give one.

    `aims`: its id and those of its units. The enemy's remaining phases of this turn come first. If he is in the middle
    of one, or has finished, the next turn is added for the units that cannot act again in this one. `known` is the
    position as the asking side may know it; it is not changed. Empty when nobody could.
    """
    wanted = {piece, *aims}
    sequence, cursor = system.sequence, known.cursor
    acting = _still_acts(system, known, enemy)
    coming = range(cursor.phase if acting else cursor.phase + 1, len(sequence))
    found = _first(system, known, enemy, coming, wanted)
    if found and not (acting and found[0].phase == sequence[cursor.phase].title):
        return found[:MOST]
    later = _next_turn(system, known)
    if later is not None:
        able = {threat.by for threat in found}
        next_time = _first(system, later, enemy, range(len(sequence)), wanted)
        found += tuple(threat for threat in next_time if threat.by not in able)
    return found[:MOST]


def _first(system: System, state: GameState, enemy: str, phases: Iterable[int], wanted: set[str]) -> tuple[Threat, ...]:
    """Return the threats of the first of these phases that has any."""
    for number in phases:
        phase = system.sequence[number]
        found = tuple(_in_phase(system, state, enemy, number, phase, wanted)) if phase.verbs else ()
        if found:
            return found
    return ()


def _still_acts(system: System, state: GameState, enemy: str) -> bool:
    """Return whether the enemy acts in the present phase now or later, where sides act by turns."""
    here = (state.cursor.turn, state.cursor.phase)
    for found in _idle(system, state):
        if (found.cursor.turn, found.cursor.phase) != here:
            return False
        if enemy in found.cursor.queue:
            return True
    return False


def _next_turn(system: System, state: GameState) -> AnyState:
    """Return the position at the next turn's first decision if everybody gives only forced orders until then.

    None if the game ends.
    """
    turn = state.cursor.turn
    return next((found for found in _idle(system, state) if found.cursor.turn > turn), None)


def _idle(system: System, state: GameState) -> Iterator[AnyState]:
    """Yield the position and those that follow while everybody only ends phases. Rolls dice of its own."""
    for _ in range(MOST_ENDED):
        side = actor(state)
        if not side:
            return
        yield state
        done = Done(side)
        order = done if not check(system, state, done) else _any_order(system, state)
        if order is None:
            return
        state = adjudicate(system, state, order, SeededDice(0)).state


def _any_order(system: System, state: GameState) -> Command | None:
    """Return the first order offered that is allowed, for what must be answered."""
    listed = (command for offer in offers(system, state) for command in offer.commands)
    return next((command for command in listed if not check(system, state, command)), None)


def _in_phase(
    system: System, known: GameState, enemy: str, number: int, phase: Phase, wanted: set[str]
) -> Iterator[Threat]:
    """Yield one threat for each enemy that could roll dice at the piece in a phase."""
    seen: set[str] = set()
    cursor = known.cursor.but(phase=number, stage=ACTING, queue=(enemy,), frames=())
    for state in _brought_to_bear(system, known.but(cursor=cursor), enemy):
        if phase.when is not None and not phase.when(state):
            return
        for verb in phase.verbs.values():
            for offer in verb.offer(state, enemy):
                for command in offer.commands:
                    if len(seen) >= MOST:
                        return
                    sketch = system.sketch(state, command)
                    if sketch.target not in wanted or offer.piece in seen:
                        continue
                    weighed = odds(system, state, command, WAYS, SAMPLES)
                    if len(weighed.chances) > 1:
                        seen.add(offer.piece)
                        yield Threat(
                            by=sketch.piece, turn=state.cursor.turn, phase=phase.title,
                            label=sketch.label, command=command, odds=weighed,
                        )  # fmt: skip


def _brought_to_bear(system: System, state: GameState, side: str) -> Iterable[AnyState]:
    return (state,) if system.brought_to_bear is None else system.brought_to_bear(state, side)
