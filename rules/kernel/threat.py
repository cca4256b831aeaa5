"""What they could do to me: the sides swapped. An enemy's orders against one piece as things lie now, with their odds.

It asks the very rules that would be played, with the enemy to act: first in this phase, then in those that follow,
until one is found in which somebody could aim at the piece. All from what one side may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kernel.flow import ACTING, Command, Phase
from rules.kernel.odds import Odds, odds
from rules.kernel.record import Record
from rules.kernel.system import System

WAYS, SAMPLES = 600, 200  # of one order: less than when it is given, for there are several
MOST = 6  # threats told, the gravest firers first in the order of the rules


class Threat(Record, frozen=True, kw_only=True):
    """One enemy that could aim at the piece, in which phase, by what order, and what would come of it."""

    by: str
    phase: str
    label: str
    command: Command
    odds: Odds


def threats(system: System, known: Any, enemy: str, piece: str, aims: Iterable[str]) -> tuple[Threat, ...]:
    """The orders of `enemy` against a piece, one for each who could give one. `aims`: its id and those of its units.

    `known` is the position as the asking side may know it; it is not changed. Empty when nobody could.
    """
    wanted = {piece, *aims}
    sequence, now = system.sequence, known.cursor.phase
    for step in range(len(sequence)):
        number = (now + step) % len(sequence)
        phase = sequence[number]
        if not phase.verbs:
            continue
        found = tuple(_in_phase(system, known, enemy, number, phase, wanted))
        if found:
            return found[:MOST]
    return ()


def _in_phase(system: System, known: Any, enemy: str, number: int, phase: Phase, wanted: set[str]) -> Iterator[Threat]:
    """One threat for each enemy that could throw dice at the piece in a phase."""
    seen: set[str] = set()
    cursor = known.cursor.but(phase=number, stage=ACTING, queue=(enemy,), frames=())
    for state in _brought(system, known.but(cursor=cursor), enemy):
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
                            by=sketch.piece, phase=phase.title, label=sketch.label, command=command, odds=weighed
                        )


def _brought(system: System, state: Any, side: str) -> Iterable[Any]:
    return (state,) if system.brought_to_bear is None else system.brought_to_bear(state, side)
