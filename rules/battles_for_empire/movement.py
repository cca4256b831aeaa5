"""Moving (BFE-MAN): ways over the country, facing, side-steps, passing friends, the enemy's front, exits."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.baggage import overrun
from rules.battles_for_empire.commands import Move
from rules.battles_for_empire.conduct import IMPERIAL, may_leave_melee
from rules.battles_for_empire.country import Steps
from rules.battles_for_empire.events import Moved, UnitExited
from rules.battles_for_empire.formations import formed, front_hexes, massed, open_order, room_for
from rules.battles_for_empire.hidden import marked_by_enemy, spot, turn_over
from rules.battles_for_empire.recoil import end_contacts
from rules.battles_for_empire.state import (
    FACINGS,
    Body,
    State,
    card,
    engaged,
    in_play,
    single,
    unit_name,
    with_unit,
)
from rules.battles_for_empire.terrain import disorder, steps_of
from rules.kernel.flow import Illegal, Offer
from rules.kernel.hexes import Hex, label
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling

AWAY = 0  # the hex number that says: off the field
FAR = 99
RIGHT = (1, 2, 3, 4, 5, 0)  # the facing after one corner clockwise
LEFT = (5, 0, 1, 2, 3, 4)


class Bars(Record, frozen=True):
    """What stands in a side's way: hexes no unit may enter, hexes it may not pass, hexes where it must stop."""

    solid: frozenset[Hex]  # enemies
    firm: frozenset[Hex]  # friends in close order
    front: frozenset[Hex]  # before enemy units that bar the way
    no_four: frozenset[Hex]  # no room for another unit of four stands (BFE-FRM-H7)
    no_single: frozenset[Hex]  # no room for another single stand


class Ways(Record, frozen=True):
    """Where a unit can get: node (hex * 6 + facing) -> least cost, and the node before it.

    Units that turn freely have one node for each hex, with facing 0.
    """

    cost: dict[int, int]
    before: dict[int, int]


class Way(Record, frozen=True):
    """One way: its hexes, the start first, the facing in each, its cost, and whether it is a side-step."""

    path: tuple[Hex, ...]
    facings: tuple[int, ...]
    cost: int
    aside: bool = False


# ---------------------------------------------------------------------- what is in the way


def bars(state: State, side: str) -> Bars:
    """What bars a side's units. Rules: BFE-MAN-H6, BFE-MAN-H7."""
    found: Bars | None = state.scratch.get(("bars", side))
    if found is None:
        solid: list[Hex] = []
        firm: list[Hex] = []
        front: list[Hex] = []
        fours = {marker.hex: 1 for marker in state.markers.values() if marker.side == side}
        stands = dict(fours)
        for unit in state.units.values():
            h = unit.hex
            if unit.lost or h == 0:
                continue
            if unit.side == side:
                stands[h] = stands.get(h, 0) + 1
                if not single(state, unit):
                    fours[h] = 1
                if formed(unit) or massed(unit):
                    firm.append(h)
                continue
            solid.append(h)
            if bars_the_way(state, unit):
                front += front_hexes(unit)
        two = [h for h, count in stands.items() if count > 1]
        found = Bars(frozenset(solid), frozenset(firm), frozenset(front), frozenset((*fours, *two)), frozenset(two))
        state.scratch[("bars", side)] = found
    return found


def bars_the_way(state: State, unit: Body) -> bool:
    """Whether enemies must stop before a unit: it is not Shaken, no skirmisher and no gun (BFE-MAN-H7)."""
    return not unit.shaken and not open_order(unit) and not single(state, unit)


def turns_freely(state: State, unit: Body) -> bool:
    """Whether a change of facing costs nothing: masses, skirmishers, squares, Boers, native horse (BFE-MAN-H2)."""
    if unit.formation in ("line", "column"):
        return False
    return unit.formation != "mounted" or card(state, unit).family not in IMPERIAL


# ---------------------------------------------------------------------- ways


def ways(state: State, unit: Body, budget: int) -> Ways:
    """Every node a unit can reach with so many hexes. Rules: BFE-MAN-H1, BFE-MAN-H2, BFE-MAN-H6, BFE-MAN-H7."""
    found: Ways | None = state.scratch.get(("ways", unit.id, budget))
    if found is None:
        steps, stops = steps_of(state, unit), bars(state, unit.side)
        if turns_freely(state, unit):
            found = _free_ways(unit, budget, steps, stops)
        else:
            found = _wheeling_ways(unit, budget, steps, stops, state.scene.charts.manoeuvre.face)
        state.scratch[("ways", unit.id, budget)] = found
    return found


def _free_ways(unit: Body, budget: int, steps: dict[Hex, Steps], stops: Bars) -> Ways:
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
            for step in steps[here]:
                if step is None:
                    continue
                there, cost, _ = step
                total = spent + cost
                if total > budget or there in solid or (barred and there in front):
                    continue
                if total < best.get(there, FAR):
                    best[there] = total
                    before[there] = here
                    rings[total].append(there)
    return Ways({h * 6: cost for h, cost in best.items()}, {h * 6: other * 6 for h, other in before.items()})


def _wheeling_ways(unit: Body, budget: int, steps: dict[Hex, Steps], stops: Bars, face: int) -> Ways:
    """Formed units go to a front hex and may turn one corner there; every other turn costs a hex (BFE-MAN-H2)."""
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
                for there in (h * 6 + facing, h * 6 + right, h * 6 + left):
                    if total < best.get(there, FAR):
                        best[there] = total
                        before[there] = node
                        rings[total].append(there)
    return Ways(best, before)


def aside_budget(state: State, unit: Body) -> int:
    """Hexes left for a side-step or a step back: half of the turn's allowance, in whole hexes (BFE-PUB-19)."""
    halved = state.scene.charts.manoeuvre.half_divisor
    return min(unit.allowance, unit.full // halved - unit.moved)


def aside_ways(state: State, unit: Body) -> Ways:
    """Side-steps and steps back of a formed unit, its facing kept. Rules: BFE-PUB-19, BFE-MAN-H5, BFE-MF-16."""
    key = ("aside", unit.id)
    found: Ways | None = state.scratch.get(key)
    if found is None:
        budget = aside_budget(state, unit)
        if budget < 1 or turns_freely(state, unit):
            found = Ways({}, {})
        else:
            held = tuple((unit.facing + off) % 6 for off in (2, 3, 4, 5))
            steps: dict[Hex, Steps] = steps_of(state, unit)
            only = {h: tuple(row[direction] for direction in held) for h, row in _near(steps, unit.hex, budget)}
            found = _free_ways(unit, budget, only, bars(state, unit.side))  # type: ignore[arg-type]
            found = Ways(
                {node + unit.facing: cost for node, cost in found.cost.items()},
                {node + unit.facing: last + unit.facing for node, last in found.before.items()},
            )
        state.scratch[key] = found
    return found


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


def way_to(state: State, unit: Body, h: Hex, facing: int) -> Way | None:
    """The cheapest way of the unit in hand to a hex and a facing; None when there is none (BFE-MAN-H1)."""
    ahead = ways(state, unit, unit.allowance)
    free = turns_freely(state, unit)
    node = h * 6 if free else h * 6 + facing
    aside = aside_ways(state, unit).cost.get(h * 6 + facing, FAR)
    cost = ahead.cost.get(node, FAR)
    if min(aside, cost) == FAR:
        return None
    if aside < cost:
        return trace(aside_ways(state, unit), h * 6 + facing, aside, True)
    way = trace(ahead, node, cost, False)
    return way.but(facings=(*(unit.facing for _ in way.path[1:]), facing)) if free else way


def trace(found: Ways, node: int, cost: int, aside: bool) -> Way:
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
    return Way(tuple(path), tuple(facings), cost, aside)


# ---------------------------------------------------------------------- the verb


def in_hand(state: State, side: str) -> Body | None:
    """The unit a side is moving now (BFE-SEQ-H3)."""
    unit = state.units.get(state.in_hand)
    return unit if unit is not None and unit.side == side and in_play(unit) else None


def not_in_hand(state: State, side: str, name: str, rule: str) -> tuple[Illegal, ...]:
    """Why a unit is not the one being moved; empty when it is. Rule: BFE-SEQ-H3."""
    unit = state.units.get(name)
    if unit is None or unit.side != side or not in_play(unit):
        return (Illegal(f"{side} has no unit called {name!r} on the field", rule),)
    if state.in_hand == name:
        return ()
    if not unit.taken_up:
        reason = f"{unit_name(state, unit)} has not been taken up: it rolls its manoeuvre die first"
    else:
        reason = f"{unit_name(state, unit)} has been moved, or could not move; units are moved one at a time"
    return (Illegal(reason, "BFE-SEQ-H3", name),)


def rooted(state: State, unit: Body) -> tuple[Illegal, ...]:
    """What keeps a unit from any move at all: a melee, or skirmish order among most natives.

    Rules: BFE-CHG-2, BFE-CHG-3, BFE-MF-20, BFE-MF-21, BFE-MF-22.
    """
    name, reasons = unit_name(state, unit), []
    if engaged(state, unit) and not may_leave_melee(state, unit):
        reasons.append(
            Illegal(
                f"{name} is in melee contact and may not move of its own will until it is resolved",
                "BFE-CHG-2",
                unit.id,
            )
        )
    if open_order(unit) and not card(state, unit).skirmish_moves:
        reasons.append(Illegal(f"{name} may not move while it is in skirmish order", "BFE-MF-21", unit.id))
    return tuple(reasons)


def legal_moves(state: State, unit: Body) -> tuple[Move, ...]:
    """Every move of the unit in hand: each hex and facing it can pay for, with room to stay there."""
    key = ("moves", unit.id)
    found: tuple[Move, ...] | None = state.scratch.get(key)
    if found is None:
        found = state.scratch[key] = () if rooted(state, unit) else tuple(_moves(state, unit))
    return found


def _moves(state: State, unit: Body) -> Iterator[Move]:
    side, name = unit.side, unit.id
    free = turns_freely(state, unit)
    nodes = dict(ways(state, unit, unit.allowance).cost)
    for node in aside_ways(state, unit).cost:
        nodes.setdefault(node, 0)
    stops = bars(state, side)
    full = stops.no_single if single(state, unit) else stops.no_four
    for node in nodes:
        h, facing = divmod(node, 6)
        if h in full or h == unit.hex:
            continue
        if not free:
            yield Move(side, name, h, facing)
            continue
        for facing in range(6):
            yield Move(side, name, h, facing)
    if unit.allowance > 0 and unit.hex in state.scene.country.exits.get(side, ()):
        yield Move(side, name, AWAY, unit.facing)


def offer_moves(state: State, side: str) -> Iterator[Offer]:
    """Where the unit in hand can go."""
    unit = in_hand(state, side)
    if unit is None:
        return
    commands = legal_moves(state, unit)
    if commands:
        yield Offer("move", f"Move {unit_name(state, unit)}", "BFE-MAN-H1", unit.id, commands)


def check_move(state: State, command: Move) -> tuple[Illegal, ...]:
    """Every reason against a move. Rules: BFE-MAN-H1 to BFE-MAN-H7, BFE-FRM-H7, BFE-TER-H7, BFE-CHG-2, BFE-MF-21."""
    reasons = not_in_hand(state, command.side, command.unit, "BFE-MAN-H1")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    name, found = unit_name(state, unit), list(rooted(state, unit))
    if command.hex == AWAY:
        return (*found, *_no_exit(state, unit, command))
    if not 0 <= command.facing < 6:
        found.append(Illegal(f"a facing is 0 to 5 ({', '.join(FACINGS)}); found {command.facing}", "BFE-MAN-H2"))
    if command.hex == unit.hex:
        found.append(Illegal(f"{name} stands in hex {label(unit.hex)} already", "BFE-MAN-H1", unit.id))
    if found:
        return tuple(found)
    if way_to(state, unit, command.hex, command.facing) is None:
        where = label(command.hex) if 0 < command.hex < 10_000 else str(command.hex)
        found.append(
            Illegal(
                f"{name} has {unit.allowance} hexes left, which do not take it to hex {where} facing "
                f"{FACINGS[command.facing]}",
                "BFE-MAN-H1",
                unit.id,
            )
        )
    elif not room_for(state, unit, command.hex):
        found.append(Illegal(f"there is no room for {name} in hex {label(command.hex)}", "BFE-FRM-H7", unit.id))
    return tuple(found)


def _no_exit(state: State, unit: Body, command: Move) -> tuple[Illegal, ...]:
    name = unit_name(state, unit)
    reasons = []
    if unit.hex not in state.scene.country.exits.get(unit.side, ()):
        reasons.append(Illegal(f"{name} does not stand in one of its side's exits", "BFE-TER-H7", unit.id))
    if unit.allowance < 1:
        reasons.append(Illegal(f"{name} has no hexes left to leave the field with", "BFE-TER-H7", unit.id))
    if command.facing != unit.facing:
        reasons.append(Illegal("a unit leaves the field with the facing it has", "BFE-TER-H7", unit.id))
    return tuple(reasons)


def do_move(r: Ruling, command: Move) -> None:
    """Move the unit in hand along its cheapest way; it stops when it brings a hidden unit to light. No dice.

    Rules: BFE-MAN-H1, BFE-PUB-19, BFE-MAN-H13, BFE-TER-H7, BFE-ARR-H4.
    """
    state: State = r.state
    unit = state.units[command.unit]
    if command.hex == AWAY:
        end_contacts(r, unit.id, "BFE-CHG-3")
        r.state = with_unit(r.state, unit.but(lost="exited", hex=0)).but(in_hand="")
        r.note(UnitExited(rule="BFE-TER-H7", unit=unit.id))
        return
    way = way_to(state, unit, command.hex, command.facing)
    assert way is not None
    end_contacts(r, unit.id, "BFE-CHG-3")
    march(r, unit.id, way, "BFE-PUB-19" if way.aside else "BFE-MAN-H1")


def march(r: Ruling, name: str, way: Way, rule: str) -> bool:
    """Walk a way, or as much of it as hidden enemies allow; whether the unit came to its end.

    Lone leaders and mules in its way are overrun; dongas and fords disorder it. Rules: BFE-ARR-H4, BFE-MAN-H14,
    BFE-TER-H4.
    """
    unit: Body = r.state.units[name]
    gone = _advance(r, unit, way)
    path, whole = way.path[: gone + 1], gone == len(way.path) - 1
    steps = steps_of(r.state, unit)
    taken = [step for here, there in zip(path, path[1:], strict=False) for step in steps[here] if _is(step, there)]
    cost = way.cost if whole else max(sum(step[1] for step in taken if step), 0)
    facing = way.facings[gone]
    unit = r.state.units[name]
    r.state = with_unit(
        r.state,
        unit.but(
            hex=path[-1],
            facing=facing,
            moved=unit.moved + cost,
            allowance=max(0, unit.allowance - cost),
            turned=unit.turned or facing != unit.facing,
            formed_skirmish=False,
            ground=False,
        ),
    )
    if gone:
        r.note(Moved(rule=rule, unit=name, path=path, facing=facing, cost=cost))
    for h in path[1:]:
        overrun(r, name, h)
    if any(step is not None and step[2] for step in taken):
        disorder(r, name, "broken ground")
    return whole


def _is(step: tuple[Hex, int, bool] | None, there: Hex) -> bool:
    return step is not None and step[0] == there


def _advance(r: Ruling, unit: Body, way: Way) -> int:
    """How many hexes of a way a unit comes before it finds a hidden enemy: where it stops there is room for it."""
    last = len(way.path) - 1
    if not r.state.markers:
        return last
    warned, halt = False, 0
    for number, h in enumerate(way.path[1:], start=1):
        marker = marked_by_enemy(r.state, unit.side, h)
        if marker is not None:
            turn_over(r, marker)
            r.reveal("a hidden marker was turned over")
            if marker.unit:
                return halt
        if room_for(r.state, unit, h):
            halt = number
        warned = spot(r, unit, h) or warned
        if warned and halt == number:
            return number
    return last
