"""A fair skirmish: two forces drawn from the roster of a year for a budget, set up facing each other, then levelled.

Nothing here is fair by its points alone: `level` looks at games that computers played of the battle, and gives the
weaker side the handicap, or in a game of break points the staying power, that would have made them even.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from game.workshop.forming import added, blank, settled, with_force, with_sides
from rules.kernel.hexes import ring
from rules.kernel.scenario import Force, MapSheet, Scenario
from rules.kernel.system import System
from rules.kernel.view import Place
from rules.kernel.workbench import BAND, HEX, TABLE, Stock, Workbench

MOST_FORCES = 4  # of a side
LEAST_SHARE = 70  # per cent of the budget that a force must reach
LARGE = ("BB", "CA", "CL", "DD", "APD", "TB", "PG", "PT", "AP", "AV")
LEADER, MULE, TRANSPORTS = "leader_1", "mule", ("AP", "AV", "APD", "PT")
FAR = 12  # hexes from its post that a force may be put
PER_CENT = 100


@dataclass(frozen=True)
class Result:
    """One game computers played of a battle: who won, and the points of both sides without any handicap."""

    winner: str
    points: tuple[int, int]


def draw(system: System, sheet: MapSheet | None, seed: int, budget: int = 0, year: int = 0) -> Scenario:
    """A skirmish by its seed; 0: budget and year are surprises. Throws no dice of the game."""
    assert system.workbench is not None and system.muster is not None
    bench, random = system.workbench(), Random(seed)
    sides, when = _who(system, bench, random, year)
    scenario = with_sides(blank(system, bench, f"Skirmish {seed}"), bench, sides)
    date = f"{when}{bench.date[4:]}"
    scenario = scenario.but(
        date=date, turns=bench.skirmish_turns, summary=f"A fair skirmish of {when}, drawn by lot.",
        briefing="Two forces drawn from the rosters of the year, levelled by games between computers.",
    )  # fmt: skip
    worth = budget or random.choice(bench.budget)
    for number, side in enumerate(sides):
        chosen = pick(
            [one for one in system.muster() if one.nation == side and one.first <= when <= one.last], worth, random
        )
        scenario = _deployed(system, bench, sheet, scenario, number, chosen)
    return scenario


def _who(system: System, bench: Workbench, random: Random, year: int) -> tuple[tuple[str, str], int]:
    """Two sides that had enough in a year, and the year."""
    assert system.muster is not None
    years = [year] if year else list(range(bench.years[0], bench.years[1] + 1))
    found = []
    for when in years:
        able = [key for key, flag in bench.flags.items() if flag.years[0] <= when <= flag.years[1]]
        rich = [
            key for key in able
            if sum(one.points for one in system.muster() if one.nation == key and one.first <= when <= one.last)
            >= bench.budget[0] or not all(one.single for one in system.muster())
        ]  # fmt: skip
        pairs = [(a, b) for a in rich for b in rich if a != b and (bench.sides[0] in (a, b) or not bench.each)]
        found += [(pair if not bench.each or pair[0] == bench.sides[0] else pair[::-1], when) for pair in pairs]
    if not found or bench.fixed_sides:
        return bench.sides, random.choice(years)
    return random.choice(found)


def pick(stocks: Sequence[Stock], budget: int, random: Random) -> list[Stock]:
    """Ships or units by lot within a budget, as many as it buys; of types with no number, any number of each."""
    fighting = [one for one in stocks if one.kind not in (LEADER, "leader_2", MULE) and one.type not in TRANSPORTS]
    best: list[Stock] = []
    for _ in range(12):
        left, chosen, pool = budget, list[Stock](), fighting[:]
        while pool:
            one = random.choice(pool)
            if one.points > left or len(chosen) >= 14:
                pool.remove(one)
                continue
            chosen.append(one)
            left -= one.points
            if one.single:
                pool.remove(one)
        if sum(one.points for one in chosen) > sum(one.points for one in best):
            best = chosen
        if budget - left >= budget * 95 // PER_CENT:
            break
    return best or sorted(fighting, key=lambda one: one.points)[:1]


def _deployed(
    system: System, bench: Workbench, sheet: MapSheet | None, scenario: Scenario, number: int, chosen: list[Stock]
) -> Scenario:
    """The forces of one side at their posts: like beside like, the large ones first."""
    assert system.muster is not None
    side = scenario.sides[number].key
    post = bench.posts[number]
    rows = sorted(chosen, key=lambda one: (LARGE.index(one.type) if one.type in LARGE else 0, -one.points))
    if bench.each:
        rows = [one for one in system.muster() if one.nation == side and one.kind == LEADER][:1] + rows
    size = bench.most if bench.place != TABLE else max(1, -(-len(rows) // MOST_FORCES))
    last, type_ = "", ""
    placed = 0
    for one in rows:
        before = len(scenario.forces)
        mate = last if one.type == type_ or bench.place == TABLE else ""
        joined = mate if mate and len(_force(scenario, mate).units) < size else ""
        scenario, last = added(scenario, bench, one, side, _board(bench, post.at), joined)
        type_ = one.type
        if len(scenario.forces) > before:
            at = _spot(system, bench, sheet, scenario, last, number, placed)
            scenario = with_force(scenario, last, at=at)
            placed += 1
    return settled(scenario, bench)


def _board(bench: Workbench, at: Place) -> Place:
    return tuple(value * bench.scale for value in at) if bench.place == TABLE else at


def _force(scenario: Scenario, id: str) -> Force:
    return next(force for force in scenario.forces if force.id == id)


def _spot(
    system: System, bench: Workbench, sheet: MapSheet | None, scenario: Scenario, id: str, number: int, placed: int
) -> tuple[int, ...]:
    """Where a force may stand: its post and so many steps on; on a map, the nearest hex its game allows."""
    post = bench.posts[number]
    if bench.place == BAND:
        return (max(1, min(bench.size[0], post.at[0] + post.step[0] * (placed % 3))),)
    if bench.place == TABLE:
        return tuple(at + step * placed for at, step in zip(post.at, post.step, strict=True))
    assert bench.place == HEX
    others = {at for force in scenario.forces if force.id != id for at in force.at}
    for radius in range(FAR):
        for hex_ in sorted(ring(post.at[0] + post.step[0] * placed, radius)):
            if hex_ in others:
                continue
            trial = with_force(scenario, id, at=(hex_,))
            if not any(f"forces.{id}:" in fault and "at:" in fault for fault in system.check_scenario(trial, sheet)):
                return (hex_,)
    return post.at


# --- levelling --------------------------------------------------------------------------------------------------------


def level(scenario: Scenario, bench: Workbench, results: Sequence[Result]) -> Scenario:
    """The same battle with a handicap, or break points, that would have made these games even."""
    if not results:
        return scenario
    first, second = scenario.sides
    if bench.specials:
        return _by_break(scenario, bench, results)
    lead = round(median(result.points[0] - result.points[1] for result in results))
    sides = (first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead)))
    return scenario.but(sides=sides)


def share(scenario: Scenario, results: Sequence[Result]) -> int:
    """Per cent of the games won by the first side, a draw counted half."""
    first = scenario.sides[0].key
    won = sum(2 if result.winner == first else 0 if result.winner else 1 for result in results)
    return 50 if not results else round(won * 50 / len(results))


def _by_break(scenario: Scenario, bench: Workbench, results: Sequence[Result]) -> Scenario:
    """One break point more for the side that lost more often, or one less for the other."""
    won = share(scenario, results)
    if 45 <= won <= 55:
        return scenario
    first, second = (side.key for side in scenario.sides)
    weak, strong = (second, first) if won > 50 else (first, second)
    rule = bench.specials[0]
    numbers = {who: number for what, who, number in scenario.special if what == rule.key}
    changed = {weak: numbers[weak] + 1} if numbers[strong] <= 1 or numbers[weak] < 3 else {strong: numbers[strong] - 1}
    special = [
        (what, who, changed.get(who, number) if what == rule.key else number) for what, who, number in scenario.special
    ]
    return scenario.but(special=tuple(special))
