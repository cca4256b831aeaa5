"""Every counted puzzle is counted a second time: all falls of the dice, and what the state shows after each.

Nothing of the puzzle module and no label of an outcome is used: Kills, hits that wait and boxes are read from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from game.teach.puzzles import Task, open_tasks, set_up
from rules import SYSTEMS
from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.session import Session, adjudicate
from rules.kernel.system import parse_command

Counted = Callable[[Any, Any, Any], bool]  # position before, position after, order -> what is asked for has happened
BLAST = ("F", "E")


def all_falls(session: Session, command: Command) -> Iterator[tuple[Fraction, Any]]:
    """Yield every fall of the dice of one order, in order of the dice: its chance, and the position after it."""
    waiting = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            ruling = adjudicate(session.system, session.state, command, TapeDice(faces), move_on=False)
        except NeedDice as short:
            each = Fraction(1, short.sides**short.count)
            more = product(range(1, short.sides + 1), repeat=short.count)
            waiting += [((*faces, *fall), chance * each) for fall in more]
        else:
            yield chance, ruling.state


def kills_more(before: Any, after: Any, order: Any) -> int:
    """Return how many Kills the target of an order has more than before it."""
    return after.units[order.target].kills - before.units[order.target].kills


def is_removed(after: Any, order: Any) -> bool:
    return after.units[order.target].lost in ("destroyed", "captured")


def new_hits(before: Any, after: Any) -> list[Any]:
    """Return the hits that wait for the end of the phase since an order."""
    return list(after.hits[len(before.hits) :])


def struck(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.structure > 0 for hit in new_hits(before, after))


def struck_hard(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.structure > 1 for hit in new_hits(before, after))


def box_marked(before: Any, after: Any, codes: tuple[str, ...]) -> bool:
    return any(hit.codes.get(code, 0) > 0 for hit in new_hits(before, after) for code in codes)


def many_killed(before: Any, after: Any, order: Any) -> bool:
    return kills_more(before, after, order) >= 2 or is_removed(after, order)


def any_killed(before: Any, after: Any, order: Any) -> bool:
    return kills_more(before, after, order) >= 1 or is_removed(after, order)


def killed_not_low(before: Any, after: Any, order: Any) -> bool:
    return any_killed(before, after, order) and not after.units[order.unit].low


def three_hexes(_before: Any, after: Any, order: Any) -> bool:
    return bool(after.units[order.unit].allowance >= 3)


COUNTED: dict[str, Counted] = {
    "nw_smoke/which_target": struck,
    "nw_smoke/hit_hard": struck_hard,
    "nights_of_fury/which_target": struck,
    "nights_of_fury/hit_hard": struck_hard,
    "quickfire/which_target": lambda before, after, _: bool(new_hits(before, after)),
    "quickfire/lame_her": lambda before, after, _: box_marked(before, after, ("S",)),
    "quickfire/silence_her": lambda before, after, _: box_marked(before, after, ("Gh", "Gl")),
    "battles_for_empire/many_fall": many_killed,
    "battles_for_empire/which_target": any_killed,
    "battles_for_empire/rapid_fire": killed_not_low,
    "battles_for_empire/steady_now": three_hexes,
}


@cache
def tasks_of(shelf: str) -> list[Task]:
    system, _, stem = shelf.partition("/")
    return [task for task in open_tasks([system])[0] if task.path.stem == stem]


def share_of(session: Session, command: Command, counted: Counted) -> Fraction:
    before = session.state
    return sum((chance for chance, after in all_falls(session, command) if counted(before, after, command)), Fraction(0))


def differences(task: Task, counted: Counted) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the orders whose proof is another than what the states come to: (kept, counted)."""
    session = set_up(task)
    orders = {name: parse_command(session.system, session.actor, name) for name in task.chances}
    found = {name: share_of(session, order, counted) for name, order in orders.items()}
    return {name: (task.chances[name], share) for name, share in found.items() if share != task.chances[name]}


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("shelf", COUNTED)
def test_every_proof_is_what_the_states_come_to(shelf: str) -> None:
    wrong = {task.position.key: differences(task, COUNTED[shelf]) for task in tasks_of(shelf)}
    assert {key: faults for key, faults in wrong.items() if faults} == {}


def test_shelves_that_are_not_counted_by_states_are_known() -> None:
    """Torpedoes that run roll later, and a straddle is one roll: `test_puzzles` counts those."""
    shelves = {f"{task.system}/{task.path.stem}" for task in open_tasks(SYSTEMS)[0] if not task.shelf.rolled}
    left = {"nw_smoke/run_the_fish", "nights_of_fury/long_lance", "quickfire/the_tin_fish", "perfidious_albion/straddle"}
    assert shelves - set(COUNTED) == left
