"""Which orders may be given in a land battle, worked out again: movement, charges, drill, fire, melees, supplies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.referee.field import CLOSE, EMPIRE, MASSES, Field, Piece, Unit
from tests.referee.land import DENSE, away, beside, between, left_of

Order = tuple[object, ...]
BREECH = {"BLR": (2, 6, 8), "MAG": (2, 6, 10), "CAR": (2, 4, 6)}  # the last hex of each range
MUZZLE = {"MLR": (2, 4, 6), "SBM": (1, 3, 4)}
MACHINE = {"MGO": (2, 8, 10), "MGM": (2, 10, 12)}
RANGES = {**BREECH, **MUZZLE, **MACHINE}
GUNS = {
    "FLD": ((2, 4), (8, 3), (16, 2)),
    "MTN": ((2, 3), (6, 2), (12, 1)),
    "SBG": ((2, 4), (5, 2), (10, 1)),
    "HVY": ((10, 3), (20, 2)),
    "RKT": ((12, 2),),
}
FORM_COST = {"imperial": 1, "colonial": 2, "boer": 1}
NIGHT_HEXES = 4
FOLLOWING = 51  # in phase 5, while a side is asked whether it follows up


# ---------------------------------------------------------------------- movement


def mover(unit: Unit) -> str:
    if unit.single:
        return "guns"
    if unit.mounted:
        return "horse"
    return "open" if unit.formation in ("skirmish", *MASSES) else "formed"


def turns_freely(unit: Unit) -> bool:
    if unit.formation in ("line", "column"):
        return False
    return unit.formation != "mounted" or unit.family not in EMPIRE


def stands_fast(unit: Unit) -> bool:
    """Most natives neither move nor turn in skirmish order."""
    return unit.formation == "skirmish" and not unit.card["skirmish_moves"]


def in_hand(field: Field, side: str) -> Unit | None:
    unit = field.units.get(field.in_hand)
    return unit if unit and unit.side == side and unit.here else None


def nodes(field: Field, unit: Unit, budget: int, ahead: bool = True) -> dict[tuple[int, int], int]:
    """Return where a unit gets with so many hexes: (hex, facing) -> cost; facing -1 where any will do. Not `ahead`: by
    steps to the side and back, facing kept."""
    free = turns_freely(unit)
    solid = {other.hex for other in field.of(field.foe(unit.side))}
    firm = {other.hex for other in field.of(unit.side) if other.formation in (*CLOSE, *MASSES)}
    stops = {
        h
        for other in field.of(field.foe(unit.side))
        if not other.shaken and not other.single and other.formation != "skirmish"
        for h in field.front(other)
    }
    kind, start = mover(unit), unit.hex
    first = (start, -1 if free and ahead else unit.facing)
    best, queue = {first: 0}, [first]
    for node in queue:
        here, facing = node
        if here != start and (here in stops or here in firm):
            continue
        options: list[tuple[tuple[int, int], int]] = []
        turns: tuple[int, ...] = (0,)
        if not free and ahead:
            turns = (0, 1, 5)
            options = [((here, (facing + turn) % 6), 1) for turn in (1, 5)]
        for direction, there, cost in field.land.around(kind, here):
            to_front = (direction - facing) % 6 < 2
            if (not free and to_front != ahead) or there in solid or (here in stops and there in stops):
                continue
            options += [((there, facing if facing < 0 else (facing + turn) % 6), cost) for turn in turns]
        for target, cost in options:
            total = best[node] + cost
            if total <= budget and total < best.get(target, 99):
                best[target] = total
                queue.append(target)
    return best


def is_rooted(field: Field, unit: Unit) -> bool:
    return (field.is_engaged(unit) and not field.may_leave(unit)) or stands_fast(unit)


def moves(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit is None or is_rooted(field, unit):
        return
    for h, facing in march(field, unit):
        if h != unit.hex and field.room(unit, h):
            yield from ((unit.id, h, f) for f in ((facing,) if facing >= 0 else range(6)))
    if unit.allowance > 0 and unit.hex in field.land.exits.get(side, ()):
        yield unit.id, 0, unit.facing


def march(field: Field, unit: Unit) -> dict[tuple[int, int], int]:
    """Return every place a unit may march to, side-steps too, with its cost."""
    found = nodes(field, unit, unit.allowance)
    aside = min(unit.allowance, unit.full // 2 - unit.moved)
    if aside > 0 and not turns_freely(unit):
        for node, cost in nodes(field, unit, aside, ahead=False).items():
            found[node] = min(cost, found.get(node, 99))
    return found


def camelry(field: Field, unit: Unit) -> bool:
    return field.on["camelry_exception"] and unit.mounted and unit.card["arm"] == "camel" and unit.family in EMPIRE


def may_charge(field: Field, unit: Unit) -> bool:
    if field.is_engaged(unit) or stands_fast(unit) or camelry(field, unit) or unit.single or unit.formation == "square":
        return False
    if unit.rallied and not field.on["rallied_may_charge"]:
        return False
    return not unit.shaken and not unit.ground and unit.allowance >= 1


Ends = list[tuple[bool, bool, int, bool, int, int]]


def charge_ends(field: Field, unit: Unit, target: Unit, reach: dict[tuple[int, int], int] | None = None) -> Ends:
    """Return the ends of a charge, the one it takes first: (front, wall, cost, moved, hex, facing)."""
    found: Ends = []
    if away(unit.hex, target.hex) > unit.allowance + 1:
        return found
    reach = nodes(field, unit, unit.allowance) if reach is None else reach
    free = turns_freely(unit)
    for direction in range(6):
        h, back = beside(target.hex, direction), (direction + 3) % 6
        if h not in field.land.ground or (h != unit.hex and not field.room(unit, h)):
            continue
        if unit.mounted and field.land.step("horse", h, target.hex) is None:
            continue
        facings = (-1,) if free else (back, (back + 5) % 6)
        for facing in facings:
            cost = max(1, reach.get((h, facing), 99))
            if cost <= unit.allowance:
                end = field.facing_to(h, target.hex, unit.facing) if free else facing
                front = field.aspect(target, h) == "front"
                wall = bool(field.land.side(h, target.hex))
                found.append((front, wall, cost, h != unit.hex, h, end))
    return sorted(found)


def charges(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit is None or not may_charge(field, unit):
        return
    shy = field.on["boer_mounted_shy"] and unit.mounted and unit.family == "boer"
    reach = nodes(field, unit, unit.allowance)
    for target in field.of(field.foe(side)):
        close = target.formation in (*CLOSE, *MASSES)
        if not (shy and close) and charge_ends(field, unit, target, reach):
            yield unit.id, target.id


# ---------------------------------------------------------------------- drill


def conducts(field: Field, side: str) -> Iterator[Order]:
    hidden = {name for _, _, name in field.markers}
    for unit in field.units.values():
        if unit.side != side or unit.lost or unit.taken_up or not (unit.hex or unit.id in hidden):
            continue
        if not field.is_engaged(unit) or unit.shaken or field.may_leave(unit):
            yield (unit.id,)


def forms(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit is None or field.is_engaged(unit):
        return
    if unit.single:
        if unit.allowance >= 1:
            yield unit.id, "stand" if unit.limbered else "limbered"
        return
    for form in unit.card["forms"]:
        if form == unit.formation or (form == "mounted") != unit.mounted:
            continue
        if form_cost(unit, form) > unit.allowance or (form == "deep" and not field.land.defile(unit.hex)):
            continue
        if form in ("line", "column", "square", "mounted") and field.land.ground[unit.hex] in ("rough", "wood"):
            continue
        yield unit.id, form


def form_cost(unit: Unit, form: str) -> int:
    if unit.single:
        return 1
    return 0 if {form, unit.formation} == set(MASSES) else FORM_COST.get(unit.family, max(unit.full, 1))


def turn_cost(unit: Unit, facing: int) -> int:
    off = (facing - unit.facing) % 6
    return 0 if turns_freely(unit) else min(off, 6 - off)


def faces(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit is None or field.is_engaged(unit) or unit.formation == "square" or stands_fast(unit):
        return
    yield from (
        (unit.id, facing) for facing in range(6) if facing != unit.facing and turn_cost(unit, facing) <= unit.allowance
    )


def mounts(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit and _saddles(field, unit) and not unit.mounted and field.land.step("horse", unit.hex, unit.hex):
        yield (unit.id,)


def dismounts(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit and _saddles(field, unit) and unit.mounted:
        yield (unit.id,)


def _saddles(field: Field, unit: Unit) -> bool:
    return bool(unit.horse["can_dismount"]) and not field.is_engaged(unit) and unit.allowance >= 2


def grounds(field: Field, side: str) -> Iterator[Order]:
    unit = in_hand(field, side)
    if unit is None or unit.ground or unit.mounted or unit.single or unit.family == "boer":
        return
    fresh = unit.allowance >= unit.full and not unit.moved and not unit.turned
    if fresh and unit.formation != "square" and not field.is_engaged(unit):
        yield (unit.id,)


def rides(field: Field, side: str) -> Iterator[Order]:
    yield from _led_orders(field, side, field.leaders.values(), "rider", 6)


def drives(field: Field, side: str) -> Iterator[Order]:
    yield from _led_orders(field, side, field.mules.values(), "guns", 3)


def _led_orders(field: Field, side: str, pieces: Iterable[Piece], kind: str, budget: int) -> Iterator[Order]:
    solid = frozenset(unit.hex for unit in field.of(field.foe(side)))
    for piece in pieces:
        if piece.side == side and piece.hex and not piece.gone and not piece.moved:
            yield from ((piece.id, h) for h in field.land.reach(kind, piece.hex, budget, solid))


# ---------------------------------------------------------------------- fire


def weapon_card(unit: Unit) -> dict[str, Any]:
    """Return the card that says what a unit shoots with: in the saddle, where the option lets it, that of its fight on
    foot."""
    if unit.mounted and not unit.card["weapon"] and unit.foot:
        return unit.foot
    return unit.card


def stance(field: Field, unit: Unit) -> tuple[bool, bool, bool]:
    """Return (may fire, as moving, with half its stands) after what a unit did this turn."""
    if unit.single:
        if unit.limbered or unit.moved or unit.turned:
            return False, False, False
        return True, unit.pivoted, False
    if not unit.moved and not unit.turned:
        return True, False, False
    card = weapon_card(unit)
    if card["weapon"] in BREECH and unit.family != "native":
        return unit.family != "boer" or field.on["boers_move_and_fire"], True, False
    if unit.formation != "skirmish":
        return False, False, False
    if unit.formed_skirmish:
        return not unit.moved_further, True, True
    spent = max(unit.moved, unit.full - unit.allowance)
    return bool(card["skirmish_moves"]) and spent <= unit.full // 2, True, True


def chargers(field: Field, unit: Unit) -> list[str]:
    """Return whom closing fire may be aimed at."""
    found = []
    for contact in field.contacts:
        if contact.attacker == unit.id:
            return []
        if contact.defender != unit.id:
            continue
        if contact.turn != field.turn or contact.rounds:
            return []
        there = field.units[contact.attacker].hex
        wide = unit.formation == "skirmish" and field.arc_holds(unit, there)
        if field.aspect(unit, there) == "front" or wide:
            found.append(contact.attacker)
    return found


def may_fire(field: Field, unit: Unit) -> bool:
    if not unit.here or unit.fired or unit.charged or not weapon_card(unit)["weapon"] or not stance(field, unit)[0]:
        return False
    if unit.mounted and (not field.on["mounted_fire"] or unit.family == "native"):
        return False
    return not field.is_engaged(unit) or bool(chargers(field, unit))


def weapon_reach(field: Field, unit: Unit) -> int:
    weapon = str(weapon_card(unit)["weapon"])
    far = RANGES[weapon][1 if unit.mounted else 2] if weapon in RANGES else GUNS[weapon][-1][0]
    night = [turn for _, turn in field.special("night")]
    return min(far, NIGHT_HEXES) if night and 0 < night[0] <= field.turn else far


def passed_by(field: Field, unit: Unit) -> bool:
    return unit.formation == "skirmish" or unit.single or (unit.ground and unit.family == "native")


def clear(field: Field, unit: Unit, there: int) -> float:
    """Return the part of a unit's stands with an uninterrupted path: 1, a half or 0. Only artillery fires over what is
    lower than itself."""
    here, land = unit.hex, field.land
    troops = {
        other.hex
        for other in field.units.values()
        if other.here and not (field.on["fire_over_skirmishers"] and passed_by(field, other))
    }
    top = max(land.high(here), land.high(there))

    def stops(h: int) -> bool:
        if h not in land.ground:
            return False
        if land.high(h) > top:
            return True
        if h not in troops and land.ground[h] not in DENSE:
            return False
        return not (unit.card["arm"] == "gun" and land.high(here) > land.high(h))

    sides = set()
    for cell in between(here, there):
        stopped = [h for h in cell if stops(h)]
        if len(stopped) == len(cell):
            return 0
        sides |= {left_of(here, there, h) for h in stopped}
    return (1, 0.5, 0)[len(sides)]


def targets(field: Field, unit: Unit) -> list[str]:
    if field.is_engaged(unit):
        return [name for name in chargers(field, unit) if name != unit.aimed]
    found = []
    for target in field.of(field.foe(unit.side)):
        hexes = away(unit.hex, target.hex)
        scrub = target.ground and field.land.ground[target.hex] == "scrub" and hexes > 4
        if field.is_engaged(target) or scrub or not 0 < hexes <= weapon_reach(field, unit) or target.id == unit.aimed:
            continue
        path = clear(field, unit, target.hex) if field.arc_holds(unit, target.hex) else 0
        if path == 1 or (path and not unit.single):
            found.append((hexes, target))
    near = [target.id for hexes, target in found if hexes <= 2]
    if near:
        return near
    first = min((hexes for hexes, target in found if not passed_by(field, target)), default=99)
    return [target.id for hexes, target in found if hexes <= first]


def fires(field: Field, side: str) -> Iterator[Order]:
    for unit in field.of(side):
        if may_fire(field, unit):
            dice = (3, 4, 5, 6) if unit.card["arm"] == "mg" else (0,)
            yield from ((unit.id, target, number) for target in targets(field, unit) for number in dice)


def may_rapid(field: Field, unit: Unit) -> bool:
    if not may_fire(field, unit) or unit.mounted or unit.low:
        return False
    if field.is_engaged(unit) and not field.on["rapid_closing"]:
        return False
    if any(who == unit.side and field.turn < turn for who, turn in field.special("no_rapid")):
        return False
    if unit.family == "native" or unit.card["arm"] == "mg":
        return False
    if unit.card["arm"] == "gun":
        return field.on["guns_rapid"]
    if unit.family == "boer":
        permitted = [turn for who, turn in field.special("permit") if who == "boer_rapid_fire"]
        return field.on["boer_rapid_fire"] or bool(permitted and permitted[0] <= field.turn)
    return bool(unit.card["rapid"]) or (unit.family == "colonial" and field.on["recruits_rapid"])


def rapids(field: Field, side: str) -> Iterator[Order]:
    for unit in field.of(side):
        if may_rapid(field, unit):
            yield from ((unit.id, target) for target in targets(field, unit))


def fights(field: Field, side: str) -> Iterator[Order]:
    yield from dict.fromkeys((c.defender,) for c in field.contacts if c.defender not in field.fought)


def able_to_follow(field: Field, names: Iterable[str], h: int) -> list[str]:
    """Return the victors that may go into the hex a loser left: no gun, square or camelry, nobody still in contact."""
    found = []
    for unit in map(field.units.__getitem__, names):
        slow = unit.single or unit.formation == "square" or (unit.mounted and unit.card["arm"] == "camel")
        near = away(unit.hex, h) == 1 and field.land.step(mover(unit), unit.hex, h) is not None
        if unit.here and not (slow and unit.family != "native") and not unit.single and near and field.room(unit, h):
            found += [] if field.is_engaged(unit) else [unit.id]
    return found


def follows(field: Field, side: str) -> Iterator[Order]:
    h, names = field.asked[-1]
    yield from ((name,) for name in able_to_follow(field, names, h))


def resupplies(field: Field, side: str) -> Iterator[Order]:
    for unit in field.of(side):
        if unit.low and not field.is_engaged(unit) and not unit.moved:
            for mule in field.mules.values():
                served = mule.side == side and mule.hex and not mule.gone and not mule.used and mule.loads
                if served and away(unit.hex, mule.hex) <= 1:
                    yield unit.id, mule.id


MARCHING = {
    "conduct": conducts,
    "move": moves,
    "charge": charges,
    "form": forms,
    "face": faces,
    "mount": mounts,
    "dismount": dismounts,
    "ground": grounds,
    "ride": rides,
    "drive": drives,
}
BY_PHASE: dict[int, dict[str, Callable[[Field, str], Iterator[Order]]]] = {
    2: MARCHING,  # type: ignore[dict-item]
    3: MARCHING,  # type: ignore[dict-item]
    4: {"fire": fires, "rapid": rapids},
    5: {"fight": fights},
    FOLLOWING: {"follow": follows, "fight": lambda field, side: iter(())},
    6: {"resupply": resupplies},
}
