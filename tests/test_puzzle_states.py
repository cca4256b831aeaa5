"""Every counted puzzle is counted a second time: all results of the dice, and the position after each.

Nothing of the puzzle module, of the odds, and no label of an outcome is used. Kills, waiting hits and boxes are read
from the position, in what the player may know. A proof that differs is named with its file and line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any

import pytest

from game.teach.puzzles import Task, check_shelf, open_tasks, set_up
from rules import SYSTEMS
from rules.kernel.datafile import source_at
from rules.kernel.dice import Dice, NeedDice, SeededDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.ruling import DiceWanted, Ruling
from rules.kernel.session import Session, adjudicate
from rules.kernel.system import System, parse_command
from rules.nights_of_fury import torpedoes as bands
from rules.nw_smoke import torpedoes as hexes
from rules.nws.torpedoes import resolve_arrivals
from tests.conftest import MAPS

Faces = tuple[int, ...]
Happened = Callable[[Any, Any, Any], bool]  # position before, position after, order -> what is asked for came about
Run = Callable[[Dice], bool]
LEAST_GAP = Fraction(1, 20)

# --- all results of the dice
# -------------------------------------------------------------------------------------------


def falls(short: NeedDice) -> Iterator[tuple[Faces, Fraction]]:
    """Yield every fall of the next dice, whatever their order: faces, and the chance of them.

    Of the dice of one shot in Battles for Empire it matters only how many are 1, fail otherwise, or make the need: a
    face stands for all of its kind. `test_dice_of_a_kind_mean_the_same` tries that.
    """
    need, faces = need_of(short), range(1, short.sides + 1)
    kinds = [[face] for face in faces]
    if need:
        parts = ([1], [face for face in faces if 1 < face < need], [face for face in faces if face >= max(2, need)])
        kinds = [kind for kind in parts if kind]
    for drawn in combinations_with_replacement(range(len(kinds)), short.count):
        numbers = [drawn.count(number) for number in range(len(kinds))]
        ways = factorial(short.count) // prod(map(factorial, numbers))
        ways *= prod(len(kind) ** number for kind, number in zip(kinds, numbers, strict=True))
        yield tuple(kinds[number][-1] for number in drawn), Fraction(ways, short.sides**short.count)


def need_of(short: NeedDice) -> int:
    """Return what each die of a shot must show; more than it can where misses are rolled again, to see a 1; else 0."""
    wanted = short.wanted.breakdown if isinstance(short, DiceWanted) else None
    return (wanted.on_dice or short.sides + 1) if wanted is not None and wanted.pool else 0


def chance_of(run: Run) -> Fraction:
    """Return the chance of a run's result."""
    waiting: list[tuple[Faces, Fraction]] = [((), Fraction(1))]
    found = Fraction(0)
    while waiting:
        faces, chance = waiting.pop()
        try:
            found += chance * run(TapeDice(faces))
        except NeedDice as short:
            waiting += [((*faces, *fall), chance * share) for fall, share in falls(short)]
    return found


# --- results read from the position
# ------------------------------------------------------------------------------------------


def new_hits(before: Any, after: Any) -> list[Any]:
    """Return the hits that wait for the end of the phase since an order."""
    return list(after.hits[len(before.hits) :])


def kills(before: Any, after: Any, order: Any) -> int:
    return int(after.units[order.target].kills - before.units[order.target].kills)


def is_struck(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.structure > 0 for hit in new_hits(before, after))


def is_struck_hard(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.structure > 1 for hit in new_hits(before, after))


def is_hit_at_all(before: Any, after: Any, _order: Any) -> bool:
    return bool(new_hits(before, after))


def loses_speed(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.codes.get("S", 0) > 0 for hit in new_hits(before, after))


def loses_guns(before: Any, after: Any, _order: Any) -> bool:
    return any(hit.codes.get("Gh", 0) + hit.codes.get("Gl", 0) > 0 for hit in new_hits(before, after))


def two_killed(before: Any, after: Any, order: Any) -> bool:
    return kills(before, after, order) >= 2


def one_killed(before: Any, after: Any, order: Any) -> bool:
    return kills(before, after, order) >= 1


def one_killed_not_low(before: Any, after: Any, order: Any) -> bool:
    return kills(before, after, order) >= 1 and not after.units[order.unit].low


def three_hexes(_before: Any, after: Any, order: Any) -> bool:
    return bool(after.units[order.unit].allowance >= 3)


HAPPENED: dict[str, Happened] = {
    "nw_smoke/which_target": is_struck,
    "nw_smoke/hit_hard": is_struck_hard,
    "nights_of_fury/which_target": is_struck,
    "nights_of_fury/hit_hard": is_struck_hard,
    "quickfire/which_target": is_hit_at_all,
    "quickfire/lame_her": loses_speed,
    "quickfire/silence_her": loses_guns,
    "quickfire/the_tin_fish": is_hit_at_all,
    "battles_for_empire/many_fall": two_killed,
    "battles_for_empire/which_target": one_killed,
    "battles_for_empire/rapid_fire": one_killed_not_low,
    "battles_for_empire/steady_now": three_hexes,
}


def at_once(happened: Happened) -> Callable[[System, Any, Any], Fraction]:
    """Count an order whose outcome is visible in the position right after it."""

    def count(system: System, state: Any, order: Any) -> Fraction:
        return chance_of(
            lambda dice: happened(state, adjudicate(system, state, order, dice, move_on=False).state, order)
        )

    return count


def salvo_that_arrives(system: System, state: Any, order: Any) -> Fraction:
    """Count a salvo of torpedoes as if it were the only one, and reached its target this turn."""
    rules = {"nw_smoke": hexes.RULES, "nights_of_fury": bands.RULES}[system.key]

    def run(dice: Dice) -> bool:
        ruling = Ruling(system, adjudicate(system, state, order, dice, move_on=False).state, dice)
        mine = [salvo for salvo in ruling.state.salvos if salvo.ship == order.ship and salvo not in state.salvos]
        arriving = tuple(salvo.but(turn=ruling.state.cursor.turn, unseen=False) for salvo in mine)
        assert len(arriving) == 1
        ruling.state = before = ruling.state.but(salvos=arriving)
        resolve_arrivals(ruling, rules)
        return bool(new_hits(before, ruling.state))

    return chance_of(run)


class FirstThen:
    """The first die as given; every other shows the same face."""

    def __init__(self, first: int, other: int) -> None:
        self.first, self.other, self.sides = first, other, 0

    def roll(self, count: int, sides: int) -> Faces:
        if self.sides:
            return (min(self.other, sides),) * count
        assert count == 1
        self.sides = sides
        return (min(self.first, sides),)


def straddle(system: System, state: Any, order: Any) -> Fraction:
    """Count the D10 of a battery: the dice that follow say where a straddle falls, whatever they show it is one.

    Where all straddles are certain there is no D10, and the first die says where one falls.
    """

    def straddles(first: int, other: int) -> tuple[int, bool]:
        dice = FirstThen(first, other)
        after = adjudicate(system, state, order, dice, move_on=False).state
        return dice.sides, any(all(one is not kept for kept in state.straddles) for one in after.straddles)

    found = {other: [straddles(first, other) for first in range(1, 11)] for other in (1, 4, 10)}
    assert found[1] == found[4] == found[10]
    assert all(sides == 10 or came for sides, came in found[1])
    return Fraction(sum(came for _, came in found[1]), 10)


COUNT: dict[str, Callable[[System, Any, Any], Fraction]] = {
    **{shelf: at_once(happened) for shelf, happened in HAPPENED.items()},
    "nw_smoke/run_the_fish": salvo_that_arrives,
    "nights_of_fury/long_lance": salvo_that_arrives,
    "perfidious_albion/straddle": straddle,
}


# --- the proofs -------------------------------------------------------------------------------------------------------


@cache
def tasks_of(shelf: str, root: Path = MAPS) -> list[Task]:
    system, _, stem = shelf.partition("/")
    return [task for task in open_tasks([system], root)[0] if task.path.stem == stem]


def known_to_player(session: Session) -> Any:
    return session.system.known_state(session.state, session.actor)


def orders_of(task: Task, session: Session) -> dict[str, Command]:
    return {name: parse_command(session.system, session.actor, name) for name in task.position.proof}


def unproved_orders(shelf: str, root: Path = MAPS) -> list[str]:
    """Return every order whose chance in the file is not what the positions come to: file, line, and both."""
    found = []
    for number, task in enumerate(tasks_of(shelf, root)):
        session, kept = set_up(task), {name: Fraction(chance) for name, chance in task.position.proof.items()}
        state, source = known_to_player(session), source_at(task.path)
        counted = {name: COUNT[shelf](session.system, state, one) for name, one in orders_of(task, session).items()}
        for name, share in counted.items():
            if share != kept[name]:
                where = ("puzzles", number, "proof", name)
                found.append(str(source.problem(where, f"{kept[name]} in the proof, {share} by the second count")))
        first, second, *_ = sorted(set(counted.values()), reverse=True)
        if first - second < LEAST_GAP:
            found.append(str(source.problem(("puzzles", number, "proof"), f"the best leads by {first - second} only")))
    return found


@pytest.mark.sweep(keep=5)
@pytest.mark.parametrize("shelf", COUNT)
def test_every_proof_is_what_the_positions_come_to(shelf: str) -> None:
    assert tasks_of(shelf)
    assert unproved_orders(shelf) == []


def test_no_counted_shelf_is_left_out() -> None:
    assert {f"{task.system}/{task.path.stem}" for task in open_tasks(SYSTEMS)[0] if not task.shelf.rolled} == set(COUNT)


@pytest.mark.parametrize("shelf", [shelf for shelf in COUNT if shelf.startswith(("nw_smoke", "nights_of_fury"))])
def test_what_is_hidden_does_not_change_which_order_is_best(shelf: str) -> None:
    """A puzzle counts from what the player knows; the true position may differ, but not make another order best."""
    for task in tasks_of(shelf):
        session = set_up(task)
        orders = orders_of(task, session)
        truth = {name: COUNT[shelf](session.system, session.state, one) for name, one in orders.items()}
        chances = {name: Fraction(chance) for name, chance in task.position.proof.items()}
        best = {name for name, share in chances.items() if share == max(chances.values())}
        assert {name for name, share in truth.items() if share == max(truth.values())} == best, task.name


@pytest.mark.parametrize("shelf", [shelf for shelf in COUNT if shelf.startswith("battles_for_empire")])
def test_dice_of_a_kind_mean_the_same(shelf: str) -> None:
    """Whatever the dice show, and in any order, the result is the same as with the faces that stand for them."""
    chosen, seed = random.Random(shelf), 0
    for task in chosen.sample(tasks_of(shelf), 6):
        session = set_up(task)
        state = known_to_player(session)
        for order in orders_of(task, session).values():
            for _ in range(6):
                seed += 1
                as_they_fell, as_their_kind = both_ways(session.system, state, order, seed)
                assert HAPPENED[shelf](state, as_they_fell, order) == HAPPENED[shelf](state, as_their_kind, order)


def both_ways(system: System, state: Any, order: Any, seed: int) -> tuple[Any, Any]:
    """Return the position after dice at random, and after dice each of which shows what stands for it."""
    dice = SeededDice(seed)
    fell: list[int] = []
    instead: list[int] = []
    while True:
        try:
            after = adjudicate(system, state, order, TapeDice(instead), move_on=False).state
        except NeedDice as short:
            need, faces = need_of(short), dice.roll(short.count, short.sides)
            fell += faces
            kind = sorted(faces)
            if need:
                low, high = max(2, need) - 1, short.sides
                kind = [1 if face == 1 else low if face < need else high for face in kind]
            instead += kind
            continue
        return adjudicate(system, state, order, TapeDice(fell), move_on=False).state, after


ONE_OF_EACH = {shelf.partition("/")[0]: shelf for shelf in COUNT}


@pytest.mark.parametrize("shelf", ONE_OF_EACH.values())
def test_a_wrong_proof_is_named_by_both_counts_with_file_and_line(tmp_path: Path, shelf: str) -> None:
    task = tasks_of(shelf)[0]
    name, chance = list(task.position.proof.items())[1]
    lines = task.path.read_text("utf-8").split("\n")
    number = lines.index(f'    "{name}": "{chance}"')
    lines[number] = f'    "{name}": "1/7"'
    path = tmp_path / "puzzles" / task.system / task.path.name
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(lines), "utf-8")
    (second,) = unproved_orders(shelf, tmp_path)
    assert second.startswith(f"{path}:{number + 1}:") and f"1/7 in the proof, {chance} by the second count" in second
    (first,) = check_shelf(path)[1]
    assert first.startswith(f"{path}:{number + 1}:") and f"`{name}`: 1/7 in the proof, {chance} counted" in first
