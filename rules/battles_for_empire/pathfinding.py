"""Paths: what is in the way, turning, side-steps, the cheapest path to a hex."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.conduct import IMPERIAL
from rules.battles_for_empire.formations import CLOSE_ORDER, MASSES, front_hexes, open_order
from rules.battles_for_empire.movement_costs import Steps
from rules.battles_for_empire.state import MARCHING, OF_A_SIDE, Body, State, card, enemy_of, is_single_stand
from rules.battles_for_empire.terrain import mover_of, steps_of
from rules.kernel.derived import derived
from rules.kernel.hexes import Hex
from rules.kernel.record import Record

FAR = 99
FIRM = (*CLOSE_ORDER, *MASSES)  # formations friends may not pass through (BFE-MAN-H6)
RIGHT = (1, 2, 3, 4, 5, 0)  # the facing after one corner clockwise
LEFT = (5, 0, 1, 2, 3, 4)


class Bars(Record, frozen=True):
    """Obstacles for a side: hexes no unit may enter, hexes it may not pass, hexes where it must stop."""

    solid: frozenset[Hex]  # enemies
    firm: frozenset[Hex]  # friends in close order
    front: frozenset[Hex]  # before enemy units that bar the way
    no_four: frozenset[Hex]  # no room for another unit of four stands (BFE-FRM-H7)
    no_single: frozenset[Hex]  # no room for another single stand


class ReachableNodes(Record, frozen=True):
    """Where a unit can get: node (hex * 6 + facing) -> least cost, and the node before it.

    Units that turn freely have one node for each hex, with facing 0.
    """

    cost: dict[int, int]
    before: dict[int, int]


class Path(Record, frozen=True):
    """One way: its hexes, the start first, the facing in each, its cost, and whether it is a side-step."""

    path: tuple[Hex, ...]
    facings: tuple[int, ...]
    cost: int
    aside: bool = False


# ---------------------------------------------------------------------- what is in the way


def movement_bars(state: State, side: str) -> Bars:
    """Return what bars a side's units. Rules: BFE-MAN-H6, BFE-MAN-H7."""
    theirs, ours = _zones_of_side(state, enemy_of(state, side)), _zones_of_side(state, side)
    return Bars(
        solid=theirs.solid,
        firm=ours.firm,
        front=theirs.front,
        no_four=ours.no_four,
        no_single=ours.no_single,
    )


@derived(*OF_A_SIDE)
def _zones_of_side(state: State, side: str) -> Bars:
    """Return the hexes one side's units block: for the enemy their hexes and fronts, for friends their close order."""
    solid: list[Hex] = []
    firm: list[Hex] = []
    front: list[Hex] = []
    fours = {marker.hex: 1 for marker in state.markers.values() if marker.side == side}
    stands = dict(fours)
    for unit in state.units.values():
        h = unit.hex
        if unit.side != side or h == 0 or unit.lost:
            continue
        solid.append(h)
        stands[h] = stands.get(h, 0) + 1
        if not is_single_stand(state, unit):
            fours[h] = 1
        if unit.formation in FIRM:
            firm.append(h)
        if bars_the_way(state, unit):
            front += front_hexes(unit)
    two = [h for h, count in stands.items() if count > 1]
    return Bars(frozenset(solid), frozenset(firm), frozenset(front), frozenset((*fours, *two)), frozenset(two))


def bars_the_way(state: State, unit: Body) -> bool:
    """Return whether enemies must stop before a unit: it is not Shaken, no skirmisher and no gun (BFE-MAN-H7)."""
    return not unit.shaken and not open_order(unit) and not is_single_stand(state, unit)


def turns_freely(state: State, unit: Body) -> bool:
    """Return whether a change of facing costs nothing: masses, skirmishers, squares, Boers, native horse
    (BFE-MAN-H2).
    """
    if unit.formation in ("line", "column"):
        return False
    return unit.formation != "mounted" or card(state, unit).family not in IMPERIAL


# ---------------------------------------------------------------------- ways


def reachable_nodes(state: State, unit: Body, budget: int) -> ReachableNodes:
    """Return every node a unit can reach within a budget of hexes.

    Rules: BFE-MAN-H1, BFE-MAN-H2, BFE-MAN-H6, BFE-MAN-H7.
    """
    return _ways(state, unit.id, budget)


@derived(*MARCHING)
def _ways(state: State, name: str, budget: int) -> ReachableNodes:
    unit = state.units[name]
    steps, stops = steps_of(state, unit), movement_bars(state, unit.side)
    if turns_freely(state, unit):
        return _free_ways(unit, budget, state.scene.country.ways[mover_of(state, unit)], stops)
    return _wheeling_ways(unit, budget, steps, stops, state.scene.charts.manoeuvre.face)


def _free_ways(unit: Body, budget: int, ways: dict[Hex, tuple[tuple[Hex, int], ...]], stops: Bars) -> ReachableNodes:
    solid, firm, front = stops.solid, stops.firm, stops.front
    start = unit.hex
    best: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        for here in ring:
            if best[here] != spent or (here != start and (here in front or here in firm)):
                continue
            barred = here in front
            for there, cost in ways[here]:
                total = spent + cost
                if total <= budget and total < best.get(there, FAR):
                    if there in solid or (barred and there in front):
                        continue
                    best[there] = total
                    before[there] = here
                    rings[total].append(there)
    return ReachableNodes({h * 6: cost for h, cost in best.items()}, {h * 6: other * 6 for h, other in before.items()})


def _wheeling_ways(unit: Body, budget: int, steps: dict[Hex, Steps], stops: Bars, face: int) -> ReachableNodes:
    """Return the ways of a formed unit: to a front hex, one corner turned there.

    Every other turn costs a hex (BFE-MAN-H2).
    """
    solid, firm, front = stops.solid, stops.firm, stops.front
    start = unit.hex
    first = start * 6 + unit.facing
    best: dict[int, int] = {first: 0}
    before: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(first)
    for spent, ring in enumerate(rings):
        for node in ring:
            if best[node] != spent:
                continue
            here, facing = divmod(node, 6)
            if here != start and (here in front or here in firm):
                continue
            barred = here in front
            left, right = LEFT[facing], RIGHT[facing]
            total = spent + face
            if total <= budget:
                for there in (here * 6 + right, here * 6 + left):
                    if total < best.get(there, FAR):
                        best[there] = total
                        before[there] = node
                        rings[total].append(there)
            row = steps[here]
            for step in (row[facing], row[right]):
                if step is None:
                    continue
                h, cost, _ = step
                total = spent + cost
                if total > budget or h in solid or (barred and h in front):
                    continue
                h *= 6
                for there in (h + facing, h + right, h + left):
                    if total < best.get(there, FAR):
                        best[there] = total
                        before[there] = node
                        rings[total].append(there)
    return ReachableNodes(best, before)


def aside_budget(state: State, unit: Body) -> int:
    """Return hexes left for a side-step or a step back: half of the turn's allowance, in whole hexes (BFE-PUB-19)."""
    halved = state.scene.charts.manoeuvre.half_divisor
    return min(unit.allowance, unit.full // halved - unit.moved)


def side_steps(state: State, unit: Body) -> ReachableNodes:
    """Return side-steps and steps back of a formed unit, its facing kept. Rules: BFE-PUB-19, BFE-MAN-H5, BFE-MF-16."""
    return _aside_ways(state, unit.id, aside_budget(state, unit))


@derived(*MARCHING)
def _aside_ways(state: State, name: str, budget: int) -> ReachableNodes:
    unit = state.units[name]
    if budget < 1 or turns_freely(state, unit):
        return ReachableNodes({}, {})
    held = tuple((unit.facing + off) % 6 for off in (2, 3, 4, 5))
    steps: dict[Hex, Steps] = steps_of(state, unit)
    only = {
        h: tuple(step[:2] for step in (row[direction] for direction in held) if step is not None)
        for h, row in _near(steps, unit.hex, budget)
    }
    found = _free_ways(unit, budget, only, movement_bars(state, unit.side))
    return ReachableNodes(
        {node + unit.facing: cost for node, cost in found.cost.items()},
        {node + unit.facing: last + unit.facing for node, last in found.before.items()},
    )


def _near(steps: dict[Hex, Steps], start: Hex, budget: int) -> Iterator[tuple[Hex, Steps]]:
    seen, ring = {start}, [start]
    for _ in range(budget + 1):
        further = []
        for h in ring:
            yield h, steps[h]
            for step in steps[h]:
                if step is not None and step[0] not in seen:
                    seen.add(step[0])
                    further.append(step[0])
        ring = further


def path_to(state: State, unit: Body, h: Hex, facing: int) -> Path | None:
    """Return the cheapest way of the active unit to a hex and a facing; None when there is none (BFE-MAN-H1)."""
    ahead = reachable_nodes(state, unit, unit.allowance)
    free = turns_freely(state, unit)
    node = h * 6 if free else h * 6 + facing
    aside = side_steps(state, unit).cost.get(h * 6 + facing, FAR)
    cost = ahead.cost.get(node, FAR)
    if min(aside, cost) == FAR:
        return None
    if aside < cost:
        return trace_path(side_steps(state, unit), h * 6 + facing, aside, True)
    way = trace_path(ahead, node, cost, False)
    return way.but(facings=(*(unit.facing for _ in way.path[1:]), facing)) if free else way


def trace_path(found: ReachableNodes, node: int, cost: int, aside: bool) -> Path:
    nodes = [node]
    while nodes[-1] in found.before:
        nodes.append(found.before[nodes[-1]])
    nodes.reverse()
    path: list[Hex] = []
    facings: list[int] = []
    for each in nodes:
        h, facing = divmod(each, 6)
        if path and path[-1] == h:
            facings[-1] = facing
        else:
            path.append(h)
            facings.append(facing)
    return Path(tuple(path), tuple(facings), cost, aside)
