"""Charging: a move into melee contact, who may make it, and camelry that is charged."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.commands import Charge
from rules.battles_for_empire.conduct import IMPERIAL, shake
from rules.battles_for_empire.events import CamelryShaken, Charged
from rules.battles_for_empire.formations import FRONT, attack_aspect, facing_to, is_formed, is_massed, room_for
from rules.battles_for_empire.movement import active_unit, march_path, move_refusals, not_active
from rules.battles_for_empire.pathfinding import FAR, Path, ReachableNodes, reachable_nodes, trace_path, turns_freely
from rules.battles_for_empire.state import (
    MARCHING,
    Body,
    Contact,
    State,
    card,
    in_play,
    is_engaged,
    is_single_stand,
    unit_name,
    with_unit,
)
from rules.battles_for_empire.terrain import obstacle_between, steps_of
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import Hex, distance, neighbour
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling

FEWEST = 1  # hexes a charge costs at least, from the next hex too (BFE-MAN-H9)


def camelry(state: State, unit: Body) -> bool:
    """Return whether a unit is Imperial or Colonial Recruit camelry, and mounted.

    With `camelry_exception` off nobody is, as before the sheet. Rules: BFE-CHG-5, BFE-CHG-6, BFE-BASE-4.
    """
    kind = card(state, unit)
    ruled = state.scene.options["camelry_exception"]
    return ruled and unit.mounted and kind.arm == "camel" and kind.family in IMPERIAL


def barred_from_charging(state: State, unit: Body) -> tuple[Illegal, ...]:
    """Return what keeps a unit from charging anybody.

    Rules: BFE-CHG-2, BFE-CHG-5, BFE-CHG-6, BFE-CHG-9, BFE-CON-H7, BFE-MF-21, BFE-MAN-H8, BFE-MAN-H10.
    """
    name, reasons = unit_name(state, unit), list(move_refusals(state, unit))
    if is_engaged(state, unit) and not any(reason.rule == "BFE-CHG-2" for reason in reasons):
        reasons.append(Illegal(f"{name} is in melee already: it must leave that first", "BFE-CHG-2", unit.id))
    if camelry(state, unit):
        imperial = card(state, unit).family == "imperial"
        whose, rule = ("Imperial", "BFE-CHG-5") if imperial else ("Colonial Recruit", "BFE-CHG-6")
        reasons.append(Illegal(f"{name} is {whose} camelry, which never starts a charge", rule, unit.id))
    if is_single_stand(state, unit):
        reasons.append(Illegal(f"{name} is a gun with its crew and does not charge", "BFE-MAN-H8", unit.id))
    if unit.formation == "square":
        reasons.append(Illegal(f"{name} is in square and does not charge", "BFE-MAN-H8", unit.id))
    if unit.rallied and not state.scene.options["rallied_may_charge"]:
        reasons.append(Illegal(f"{name} rallied this turn: it may move but not charge", "BFE-CON-H7", unit.id))
    if unit.shaken:
        reasons.append(Illegal(f"{name} is Shaken and does not charge", "BFE-CON-H7", unit.id))
    if unit.ground:
        reasons.append(Illegal(f"{name} lies on the ground this turn", "BFE-MAN-H10", unit.id))
    return tuple(reasons)


def shy(state: State, unit: Body, target: Body) -> bool:
    """Return whether the option forbids mounted Boers this target, a formed or massed one (BFE-PUB-16)."""
    return (
        state.scene.options["boer_mounted_shy"]
        and unit.mounted
        and card(state, unit).family == "boer"
        and (is_formed(target) or is_massed(target))
    )


# ---------------------------------------------------------------------- ways into contact


def charge_path(state: State, unit: Body, target: Body) -> Path | None:
    """Return the path of a charge to a hex next to the target, with the target in front; None when out of reach.

    It prefers a path to a flank or the rear, then one without a wall in between, then the cheapest. Rules: BFE-MAN-H8,
    BFE-MAN-H9, BFE-FRM-H6, BFE-TER-H5.
    """
    return _charge_way(state, unit.id, target.id)


@derived(*MARCHING)
def _charge_way(state: State, name: str, target_name: str) -> Path | None:
    unit, target = state.units[name], state.units[target_name]
    if distance(unit.hex, target.hex) > unit.allowance + 1 or unit.allowance < FEWEST:
        return None
    reach = reachable_nodes(state, unit, unit.allowance)
    found = sorted(
        (
            attack_aspect(state, target, h) == FRONT,
            bool(obstacle_between(state, h, target.hex)),
            cost,
            h != unit.hex,
            node,
            facing,
        )
        for h, direction in _hexes_around(target.hex)
        if h == unit.hex or room_for(state, unit, h)
        if _strikes_across(state, unit, h, direction)
        for node, facing, cost in _ends(state, unit, reach, h, direction)
    )
    if not found:
        return None
    _, _, cost, _, node, facing = found[0]
    way = trace_path(reach, node, cost, False)
    return way.but(facings=(*way.facings[:-1], facing))


def _hexes_around(target: Hex) -> Iterator[tuple[Hex, int]]:
    """Yield the hexes round a target, each with the direction from it to the target."""
    for direction in range(6):
        h = neighbour(target, direction)
        if h:
            yield h, (direction + 3) % 6


def _strikes_across(state: State, unit: Body, h: Hex, direction: int) -> bool:
    """Return whether the unit could fight over this hexside: horse only where it could also ride (BFE-TER-H5)."""
    row = steps_of(state, unit).get(h)
    return row is not None and (not unit.mounted or row[direction] is not None)


def _ends(state: State, unit: Body, reach: ReachableNodes, h: Hex, direction: int) -> Iterator[tuple[int, int, int]]:
    """Yield the nodes in a hex from which a unit has the target before it: (node, facing, cost)."""
    if turns_freely(state, unit):
        cost = max(reach.cost.get(h * 6, FAR), FEWEST)
        if cost <= unit.allowance:
            yield h * 6, facing_to(h, neighbour(h, direction), unit.facing), cost
        return
    for facing in (direction, (direction + 5) % 6):
        cost = max(reach.cost.get(h * 6 + facing, FAR), FEWEST)
        if cost <= unit.allowance:
            yield h * 6 + facing, facing, cost


# ---------------------------------------------------------------------- the verb


def targets(state: State, unit: Body) -> tuple[Body, ...]:
    """Return the enemies a unit could charge now."""
    if unit.allowance < FEWEST or barred_from_charging(state, unit):
        return ()
    side, here, far = unit.side, unit.hex, unit.allowance + 1
    return tuple(
        target
        for target in state.units.values()
        if target.side != side
        and target.hex > 0
        and distance(here, target.hex) <= far
        and not target.lost
        and not shy(state, unit, target)
        and charge_path(state, unit, target) is not None
    )


def offer_charge(state: State, side: str) -> Iterator[Offer]:
    """Yield the enemies the active unit can charge."""
    unit = active_unit(state, side)
    if unit is None:
        return
    commands = tuple(Charge(side, unit.id, target.id) for target in targets(state, unit))
    if commands:
        yield Offer("charge", f"Charge with {unit_name(state, unit)}", "BFE-CHG-1", unit.id, commands)


def check_charge(state: State, command: Charge) -> tuple[Illegal, ...]:
    """Return every reason against a charge.

    Rules: BFE-CHG-1 to BFE-CHG-9, BFE-CON-H7, BFE-MAN-H8, BFE-MAN-H9, BFE-PUB-16.
    """
    reasons = not_active(state, command.side, command.unit, "BFE-CHG-1")
    if reasons:
        return reasons
    unit, target = state.units[command.unit], state.units.get(command.target)
    found = list(barred_from_charging(state, unit))
    if target is None or target.side == command.side or not in_play(target):
        found.append(Illegal(f"there is no enemy unit called {command.target!r} on the field", "BFE-CHG-1", unit.id))
        return tuple(found)
    name, other = unit_name(state, unit), unit_name(state, target)
    if shy(state, unit, target):
        found.append(Illegal(f"mounted Boers do not charge {other}, which is formed or massed", "BFE-PUB-16", unit.id))
    if charge_path(state, unit, target) is None:
        found.append(
            Illegal(
                f"{name} has {count_noun(unit.allowance, 'hex')} left and finds no way to strike {other}, "
                f"{count_noun(distance(unit.hex, target.hex), 'hex')} away, with its front",
                "BFE-CHG-1",
                unit.id,
            )
        )
    return tuple(found)


def do_charge(r: Ruling, command: Charge) -> None:
    """Charge: move, and make contact if nothing hidden stops it. Camelry charged is Shaken at once. No dice.

    Rules: BFE-CHG-1, BFE-CHG-4, BFE-CHG-7, BFE-CHG-8, BFE-MF-12.
    """
    state: State = r.state
    unit, target = state.units[command.unit], state.units[command.target]
    way = charge_path(state, unit, target)
    assert way is not None
    whole = march_path(r, unit.id, way, "BFE-CHG-1")
    r.set(in_hand="")
    if not whole:
        return
    unit = r.state.units[unit.id].but(charged=target.id, allowance=0)
    contact = Contact(unit.id, target.id, r.state.cursor.turn)
    r.state = with_unit(r.state, unit).but(contacts=(*r.state.contacts, contact))
    r.note(
        Charged(
            rule="BFE-CHG-1",
            unit=unit.id,
            target=target.id,
            path=way.path,
            flank=attack_aspect(r.state, target, unit.hex),
        )
    )
    if camelry(state, target):
        if not target.shaken:
            shake(r, target.id, "camelry was charged", "BFE-CHG-7")
        r.note(CamelryShaken(rule="BFE-CHG-8", unit=target.id, by=unit.id))


CHARGE = Verb(Charge, "Charge", "BFE-CHG-1", offer_charge, check_charge, do_charge)
