"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Losses count most, each unit as its part of its side's break point. Then morale and ammunition, the fire a unit can give
from where it stands, melee contacts by their odds. Natives do best near the enemy and in contact, riflemen in range and
in cover, Imperial troops with the enemy in front of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from rules.battles_for_empire.aiming import at_night
from rules.battles_for_empire.chart_panels import round_odds
from rules.battles_for_empire.charts import Charts
from rules.battles_for_empire.eligibility import fire_stance
from rules.battles_for_empire.formations import arc_holds, in_ring, inner, sextants, stands_firm
from rules.battles_for_empire.hit_effects import CAPTURED
from rules.battles_for_empire.lines_of_fire import NONE, WHOLE, fire_clearance, masking
from rules.battles_for_empire.melee_needs import attackers_of, strikes
from rules.battles_for_empire.movement_costs import objective_hexes
from rules.battles_for_empire.prices import load_weights
from rules.battles_for_empire.roster import UnitType
from rules.battles_for_empire.state import (
    STANDING,
    Body,
    Leader,
    Mule,
    State,
    card,
    in_play,
    is_engaged,
    is_single_stand,
    stamina,
)
from rules.battles_for_empire.terrain import ground_at
from rules.battles_for_empire.victory import EXITED, worth_of
from rules.kernel.derived import derived
from rules.kernel.evaluation import EvalTerm
from rules.kernel.hexes import Hex, distance, line, neighbour

BROKEN = 100_000  # worth of a whole break point: as much as a hundred victory points
FINE = 10  # of a hundredth of one
FAR = 99

Marks: TypeAlias = tuple[tuple[Hex, int], ...]  # enemies to fire at: hex, what protects them


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return what makes a position good for a side, in hundredths of a victory point: a hundred of those
    break a side.
    """
    words = zip(TERMS, judge_position(state, side).values, strict=True)
    return tuple(EvalTerm(key, label, value, rule) for (key, label, rule), value in words)


TERMS = (  # key, label, rule
    ("taken", "their losses", "BFE-VIC-H1"),
    ("lost", "our losses", "BFE-VIC-H1"),
    ("nerve", "our morale and ammunition", ""),
    ("theirs", "their morale and ammunition", ""),
    ("ground", "fire, cover and front", ""),
    ("together", "attackers kept together", ""),
    ("contacts", "melees", ""),
    ("pieces", "leaders, mules and exits", ""),
)


CONTACTS = [key for key, _, _ in TERMS].index("contacts")


class Enemy(NamedTuple):
    """The enemies on the field, as far as they matter for judging a hex."""

    marks: Marks
    keen: tuple[Body, ...]  # those who could charge
    kill: int  # what one Kill of theirs is worth


class Shooter(NamedTuple):
    """Who fires and from where; `own`: what is added to the die by the firer."""

    name: str
    hex: Hex
    facing: int
    formation: str
    own: int
    dark: bool


class JudgedPosition(NamedTuple):
    """A position as a side judged it: the values of the terms, and what each unit gave to them, by its id."""

    state: State
    side: str
    values: tuple[int, ...]
    mine: dict[str, Body]  # those on the field
    theirs: dict[str, Body]
    near: dict[str, int]  # hexes to the nearest enemy; of the side that thinks, to the nearest mark
    nerves: dict[str, int]
    places: dict[str, int]  # of the side that thinks
    enemy: Enemy
    chargers: frozenset[str]  # units of the side that thinks made for the melee, and not in one


def judge_position(state: State, side: str) -> JudgedPosition:
    """Return the values of the terms, in the order of TERMS."""
    mine, theirs = (
        {unit.id: unit for unit in state.units.values() if unit.side == s and in_play(unit)}
        for s in _both_sides(state, side)
    )
    enemy = Enemy(
        _targets_of(state, _both_sides(state, side)[1], state.cursor.turn),
        tuple(foe for foe in theirs.values() if not foe.shaken and is_melee_unit(state, foe)),
        kill_worth(state, _both_sides(state, side)[1]),
    )
    near = {unit.id: _to_marks(unit, enemy.marks) for unit in mine.values()}
    near |= {unit.id: nearest(unit, mine.values()) for unit in theirs.values()}
    nerves = {}
    for units in (mine, theirs):
        for unit in units.values():
            nerves[unit.id] = _nerve(state, unit, near[unit.id], _mules(state, unit.side))
    places = {unit.id: _place(state, unit, near[unit.id], enemy) for unit in mine.values()} if theirs else {}
    chargers = frozenset(
        unit.id for unit in mine.values() if not is_engaged(state, unit) and is_melee_unit(state, unit)
    )
    return _with_sums(JudgedPosition(state, side, (), mine, theirs, near, nerves, places, enemy, chargers))


def judged_like(known: JudgedPosition, state: State) -> JudgedPosition:
    """Return the judgement of a position that differs little from a known one; unchanged values are copied."""
    before, side = known.state, known.side
    changed = (
        [u for u in state.units.values() if before.units[u.id] is not u] if state.units is not before.units else []
    )
    kept = state.contacts is before.contacts and state.cursor is before.cursor and state.markers is before.markers
    if not kept or len(changed) > 1 or any(_more_than_moved(before.units[u.id], u, side) for u in changed):
        return judge_position(state, side)
    if not changed and state.in_hand == before.in_hand and state.mules is before.mules:
        pieces = _pieces(state, side, [*known.mine.values()], [*known.theirs.values()]) // FINE
        return known._replace(state=state, values=(*known.values[:-1], pieces))
    mine, near = known.mine, known.near
    again = {name for name in (state.in_hand, before.in_hand) if name in mine and state.in_hand != before.in_hand}
    uncertain = state.mules is not before.mules  # whose nerve may have changed: all
    fresh: set[str] = set()
    melees: int | None = known.values[CONTACTS]
    for unit in changed:
        old = before.units[unit.id]
        mine, near = {**mine, unit.id: unit}, {**near, unit.id: _to_marks(unit, known.enemy.marks)}
        again.add(unit.id)
        if is_engaged(state, unit):
            melees = None
        if stands_firm(state, unit) or stands_firm(before, old):  # rings may be closed or opened
            fighting = {name: state.units[name] for c in state.contacts for name in (c.attacker, c.defender)}
            if any(inner(state, one) != inner(before, one) for one in fighting.values()):
                melees = None
            again.update(other.id for other in mine.values() if in_ring(state, other) != in_ring(before, other))
        again.update(_stands_affected(known, mine.values(), {old.hex, unit.hex}))
        for foe in known.theirs.values():
            if span(old.hex, foe.hex)[0] == near[foe.id] or span(unit.hex, foe.hex)[0] < near[foe.id]:
                near[foe.id] = nearest(foe, mine.values())
        fresh = {unit.id, *(name for name in known.theirs if near[name] != known.near[name])}
    nerves = {
        name: _nerve(state, unit, near[name], _mules(state, unit.side))
        if uncertain or name in fresh
        else known.nerves[name]
        for units in (mine, known.theirs)
        for name, unit in units.items()
    }
    places, chargers = known.places, known.chargers
    if known.theirs:
        places = {**places, **{name: _place(state, mine[name], near[name], known.enemy) for name in again}}
    for unit in changed:
        charges = not is_engaged(state, unit) and is_melee_unit(state, unit)
        chargers = chargers | {unit.id} if charges else chargers - {unit.id}
    found = known._replace(state=state, mine=mine, near=near, nerves=nerves, places=places, chargers=chargers)
    return _with_sums(found, melees)


def _stands_affected(known: JudgedPosition, mine: Iterable[Body], hexes: set[Hex]) -> Iterator[str]:
    """Yield single stands whose fire a unit in one of these hexes may mask, or that it may guard."""
    marks = tuple(h for h, _ in known.enemy.marks)
    for stand in mine:
        if stand.formation == "stand":
            near = load_weights().near + 1
            keen = tuple(foe.hex for foe in known.enemy.keen if distance(foe.hex, stand.hex) <= near)
            if not hexes.isdisjoint(_around_stand(stand.hex, marks, keen)):
                yield stand.id


@lru_cache(maxsize=256)
def _around_stand(here: Hex, marks: tuple[Hex, ...], keen: tuple[Hex, ...]) -> frozenset[Hex]:
    """Return the hexes beside a stand, those between it and its marks, and those between them and who could charge."""
    beside = [h for k in range(6) if (h := neighbour(here, k))]
    lines = [line(here, mark) for mark in marks] + [line(foe, h) for foe in keen for h in beside]
    return frozenset((*beside, *(h for cells in lines for cell in cells for h in cell)))


def _more_than_moved(old: Body, new: Body, side: str) -> bool:
    """Return whether a change of a unit affects more than its own hex: losses, who is on the field, the enemy."""
    return new.side != side or old.kills != new.kills or old.lost != new.lost or (old.hex > 0) != (new.hex > 0)


def _with_sums(found: JudgedPosition, melees: int | None = None) -> JudgedPosition:
    """Add the values of the terms; those of losses are taken over when known. melees: known already."""
    state, side, terms = found.state, found.side, found.values
    us, foe = _both_sides(state, side)
    mine, theirs = [*found.mine.values()], [*found.theirs.values()]
    kill, give = kill_worth(state, us), kill_worth(state, foe)
    hidden = kill * _hiding(state, side, theirs) // 1000 if theirs and state.markers else 0
    values = (
        *(terms[:2] or (_losses(state, foe) // FINE, -_losses(state, side) // FINE)),
        kill * sum(map(found.nerves.__getitem__, found.mine)) // 1000 // FINE,
        -(give * sum(map(found.nerves.__getitem__, found.theirs)) // 1000) // FINE,
        (sum(found.places.values()) + hidden) // FINE,
        -_scattered_attackers(state, side, found.chargers, found.near) // FINE,
        melees if melees is not None else _contacts(state, side) // FINE,
        _pieces(state, side, mine, theirs) // FINE,
    )
    return found._replace(values=values)


def _both_sides(state: State, side: str) -> tuple[str, str]:
    """Return a side and its enemy."""
    a, b = state.scene.sides
    return (a, b) if side == a else (b, a)


def _mules(state: State, side: str) -> list[Hex]:
    return [mule.hex for mule in state.mules.values() if mule.side == side and mule.hex > 0 and not mule.lost]


# ---------------------------------------------------------------------- losses


def kill_worth(state: State, side: str) -> int:
    """Return what one Kill of a four-stand unit is worth, by its side's break point."""
    halves = state.scene.charts.victory.unit_halves
    limit = state.scene.charts.stamina.four_stands
    return BROKEN * halves * load_weights().killed // (state.scene.break_points[side] * 1000 * limit)


def _to_be_kept(state: State) -> tuple[str, ...]:
    """Return the guns whose capture decides the battle (BFE-VIC-H3)."""
    return tuple(who for what, who, _ in state.scene.scenario.special if what == "keep")


def _losses(state: State, side: str) -> int:
    """Return what a side has lost: units whole, Kills by and by, in parts of its break point."""
    point = BROKEN // state.scene.break_points[side]
    total = 0
    for unit in state.units.values():
        if unit.side == side and unit.lost:
            total += worth_of(state, unit) * point if unit.lost != EXITED else 0
            if unit.lost == CAPTURED and unit.id in _to_be_kept(state):
                total += kill_worth(state, side) * load_weights().kept_taken // 1000
        elif unit.side == side and unit.kills:
            total += worth_of(state, unit) * point * load_weights().killed * unit.kills // (1000 * stamina(state, unit))
    return total


# ---------------------------------------------------------------------- units


def is_melee_unit(state: State, unit: Body) -> bool:
    """Return whether a unit is made for the melee: no firearm it could use, or horse in the saddle."""
    kind = card(state, unit)
    if is_single_stand(state, unit):
        return False
    if unit.mounted:
        return kind.may_charge and (kind.impetus or not kind.can_dismount)
    return not kind.weapon or (kind.family == "native" and kind.impetus)


def nearest(unit: Body, theirs: Iterable[Body]) -> int:
    """Return hexes to the nearest of some enemies."""
    here = unit.hex
    return min([span(here, foe.hex)[0] for foe in theirs], default=FAR)


def _to_marks(unit: Body, marks: Marks) -> int:
    return min([span(unit.hex, h)[0] for h, _ in marks], default=FAR)


@cache
def span(a: Hex, b: Hex) -> tuple[int, tuple[int, ...]]:
    """Return (hexes, sextants) from hex to hex."""
    return distance(a, b), sextants(a, b)


def cover_of(state: State, foe: Body) -> int:
    """Return about what protects a unit from fire, from wherever it comes."""
    if foe.formation in ("skirmish", "stand") or foe.ground:
        return max(ground_at(state, foe.hex).protection, 1)
    return ground_at(state, foe.hex).protection


def _nerve(state: State, unit: Body, near: int, mules: list[Hex]) -> int:
    worth = 0
    if unit.shaken:
        worth -= (
            load_weights().shaken_near
            if near <= load_weights().shaken_twice and is_melee_unit(state, unit)
            else load_weights().shaken
        )
    if 2 * unit.kills >= stamina(state, unit) and not is_single_stand(state, unit):
        worth -= load_weights().unsure
    if unit.low:
        worth -= load_weights().low
        if not any(distance(unit.hex, h) <= 1 for h in mules):
            worth -= load_weights().low_far
    if unit.disordered:
        worth -= load_weights().disordered
    return worth


def _place(state: State, unit: Body, near: int, enemy: Enemy) -> int:
    """Return what a unit's hex is worth.

    Fire, nearness, cover, front, and what it may still do with the hexes left.
    """
    kill = kill_worth(state, unit.side)
    busy = is_engaged(state, unit)
    held = state.in_hand == unit.id and unit.allowance > 0 and not busy
    if is_melee_unit(state, unit):
        worth = _value_of_front(unit, enemy.marks) - load_weights().close_in * near
        if held:
            ahead = min(unit.allowance, max(0, near - 1))
            worth += load_weights().close_in * ahead * load_weights().promise // 1000
            if near <= unit.allowance + 1 and not unit.rallied:
                worth += load_weights().in_contact * load_weights().promise // 2000
        return kill * worth // 1000
    found = _shooting(state, unit, near, (kill, enemy.kill), held)
    return found if busy else found - kill * _exposure(state, unit, enemy.keen) // 1000


def _scattered_attackers(state: State, side: str, chargers: frozenset[str], hexes: dict[str, int]) -> int:
    """Return the cost of attackers that run ahead of the others and take all the fire alone."""
    price = load_weights()
    near = sorted(hexes[name] for name in chargers)
    if len(near) < 2 or near[0] == FAR:
        return 0
    middle = near[len(near) // 2]
    lead = sum(max(0, middle - price.together - each) for each in near)
    return kill_worth(state, side) * price.ahead * lead // 1000


def _value_of_front(unit: Body, marks: Marks) -> int:
    """Return the value of facing the enemies who can fire: from elsewhere they hit more easily."""
    near = [held for hexes, held in (span(unit.hex, h) for h, _ in marks) if 0 < hexes <= load_weights().shot_at]
    return load_weights().fronted * sum(1 for held in near if unit.facing in held) // max(1, len(near))


def _shooting(state: State, unit: Body, near: int, worths: tuple[int, int], held: bool) -> int:
    """Return a shooter's place: what its next shot promises, cover in range, and the way into range."""
    kill, give = worths
    now = expected_kills(state, unit)
    worth = give * load_weights().fire * now // 1_000_000
    far = _reach(state, unit)
    if far and near <= far and not unit.mounted:
        worth += kill * load_weights().cover * ground_at(state, unit.hex).protection // 1000
    bold = card(state, unit).family in ("boer", "native")
    if far and bold and near > far:
        worth -= kill * load_weights().range_in * (near - far) // 1000
    if held:
        turned = unit.but(turned=True) if not is_single_stand(state, unit) else unit.but(pivoted=True)
        best = max((expected_kills(state, turned.but(facing=facing)) for facing in range(6)), default=0)
        if best > now:
            worth += give * load_weights().fire * (best - now) * load_weights().promise // 1_000_000_000
        if bold and near > far:
            worth += (
                kill * load_weights().range_in * min(unit.allowance, near - far) * load_weights().promise // 1_000_000
            )
    return worth


def _reach(state: State, unit: Body) -> int:
    return _carries(state.scene.charts, card(state, unit), at_night(state))


def _carries(charts: Charts, kind: UnitType, dark: bool) -> int:
    """Return how far a type's weapon carries, by night no further than one sees; 0 without one."""
    weapon = charts.weapons.get(kind.weapon)
    if weapon is not None:
        far: int = weapon.long
    elif kind.weapon:
        far = charts.artillery.pieces[kind.weapon].dice[-1].last
    else:
        return 0
    return min(far, charts.fire.night_hexes) if dark else far


def expected_kills(state: State, unit: Body) -> int:
    """Return the Kills a unit's next shot promises at its best mark, in thousandths.

    Priorities are left aside, and masks of all but guns and machine guns.
    """
    kind = card(state, unit)
    if unit.mounted or unit.limbered or not kind.weapon:
        return 0
    found = fire_stance(state, unit)
    if found.refusal:
        return 0
    fire = state.scene.charts.fire
    own = fire.rate[kind.rate] + (fire.moved if found.moved else 0) + (fire.low if unit.low else 0)
    own += fire.shaken if unit.shaken else 0
    a, b = state.scene.sides
    foe = b if unit.side == a else a
    find = _best_clear_shot if is_single_stand(state, unit) else _best_shot
    shooter = Shooter(unit.id, unit.hex, unit.facing, unit.formation, own, at_night(state))
    best = find(state, foe, state.cursor.turn, shooter)
    return best // 2 if found.half else best


TARGETS = (*(f"units[side].{part}" for part in ("side", "hex", "lost", "formation", "ground")), "fallen")


@derived(*TARGETS)
def _targets_of(state: State, foe: str, now: int) -> Marks:
    """Return enemies to fire at. Those lost this turn still count: to destroy one must not look like a loss of fire."""
    alive = [(unit.hex, cover_of(state, unit)) for unit in state.units.values() if unit.side == foe and in_play(unit)]
    lost = [h for h, turn, side in state.fallen if side == foe and turn == now]
    return (*alive, *((h, ground_at(state, h).protection) for h in lost))


@derived(*TARGETS)
def _best_shot(state: State, foe: str, turn: int, shooter: Shooter) -> int:
    """Return the Kills the best shot from a hex promises, in thousandths, whatever stands between."""
    return _best_at(state, _targets_of(state, foe, turn), shooter, False)


@derived(*STANDING, "fallen")
def _best_clear_shot(state: State, foe: str, turn: int, shooter: Shooter) -> int:
    """Return the same of a gun: its path must be clear."""
    return _best_at(state, _targets_of(state, foe, turn), shooter, True)


def _best_at(state: State, marks: Marks, shooter: Shooter, clear: bool) -> int:
    """Return the Kills the best shot at some marks promises. clear: only along a clear path."""
    charts = state.scene.charts
    name, here, facing, formation, own, dark = shooter
    kind = state.scene.foot_cards.get(name) or state.scene.cards[name]
    fire, beside = charts.fire, charts.formations[formation].arc // 2
    weapon, far, best = charts.weapons.get(kind.weapon), _carries(charts, kind, dark), 0
    dice = 5 if kind.arm == "mg" else charts.formations[formation].each_target
    for h, cover in marks:
        hexes, held = span(here, h)
        if hexes > far or not (beside == 3 or any((k - facing + beside) % 6 <= 2 * beside for k in held)):
            continue
        add = own - cover
        if weapon is not None:
            add += fire.band[weapon.band(hexes) or "long"] + weapon.to_hit
        else:
            dice = charts.artillery.pieces[kind.weapon].dice_at(hexes)
        need = min(fire.most, max(fire.least, fire.need - add))
        kills = 1000 * dice * (7 - need) // 6
        if kills > best and not (clear and fire_clearance(state, here, h, kind.arm == "gun") != WHOLE):
            best = kills
    return best


def _exposure(state: State, unit: Body, keen: tuple[Body, ...]) -> int:
    """Return enemies who could charge and are near but not before the front; a closed ring has no flanks."""
    if unit.formation == "square":
        return 0
    if is_single_stand(state, unit):
        return _open_to_charge(state, unit, keen)
    ring = in_ring(state, unit)
    worth = -load_weights().ring if ring else 0
    if ring:
        return worth
    most = load_weights().near
    near = [foe for foe in keen if span(unit.hex, foe.hex)[0] <= most]
    return worth + sum(load_weights().flanked for foe in near if not arc_holds(state, unit, foe.hex)) // max(
        1, len(near)
    )


def _open_to_charge(state: State, unit: Body, keen: tuple[Body, ...]) -> int:
    """Return the cost of a gun that near enemies could charge because no friend covers a hex beside it."""
    beside = [h for k in range(6) if (h := neighbour(unit.hex, k)) and h not in masking(state)]
    price = load_weights()
    comes = any(
        distance(foe.hex, h) < price.near and fire_clearance(state, foe.hex, h) != NONE for foe in keen for h in beside
    )
    return comes * (price.kept_open if unit.id in _to_be_kept(state) else price.flanked)


def _hiding(state: State, side: str, theirs: list[Body]) -> int:
    """Return what hidden units are worth: a bonus in the first turns, and more the nearer they are to the enemy."""
    total = 0
    for marker in state.markers.values():
        if marker.side != side or not marker.unit:
            continue
        near = min((distance(marker.hex, foe.hex) for foe in theirs), default=FAR)
        total -= load_weights().close_in * near
        if near > load_weights().near:
            total += load_weights().hide * max(0, 3 - state.cursor.turn)
    return total


# ---------------------------------------------------------------------- melee


def _contacts(state: State, side: str) -> int:
    """Return every melee by the odds of its next round, as this side sees it."""
    total = 0
    for name in dict.fromkeys(contact.defender for contact in state.contacts):
        defender = state.units[name]
        foes = [state.units[key] for key in attackers_of(state, name)]
        if not in_play(defender) or not foes or not all(in_play(foe) for foe in foes):
            continue
        worth = _melee(state, defender, foes)
        total += worth if foes[0].side == side else -worth
    return total


def _melee(state: State, defender: Body, foes: list[Body]) -> int:
    """Return what a melee is worth to the attackers."""
    onset, reply = strikes(state, defender)
    ours = tuple((strike.dice, strike.need) for strike in onset)
    theirs = tuple((strike.dice, strike.need) for strike in reply)
    holds, _, loses = round_odds(ours, theirs)
    hit, hurt = kill_worth(state, defender.side), kill_worth(state, foes[0].side)
    given = sum(1000 * dice * (7 - need) // 6 for dice, need in ours)
    taken = sum(1000 * dice * (7 - need) // 6 for dice, need in theirs)
    worth = (hit * given - hurt * taken) // 1000
    prize = load_weights().won + (load_weights().gun_taken if is_single_stand(state, defender) else 0)
    prize += load_weights().kept_taken if defender.id in _to_be_kept(state) else 0
    worth += int(loses * prize * hit) // 1000 - int(holds * load_weights().won * hurt) // 1000
    for number, foe in enumerate(foes):
        keen = load_weights().in_contact if is_melee_unit(state, foe) else load_weights().shy
        worth += hurt * (keen + (load_weights().massed if number else 0)) // 1000
    return worth


# ---------------------------------------------------------------------- leaders, mules, exits


def _pieces(state: State, side: str, mine: list[Body], theirs: list[Body]) -> int:
    kill = kill_worth(state, side)
    total = 0
    for leader in state.leaders.values():
        if leader.side == side and leader.hex > 0 and not leader.down:
            total += _leading(state, leader, mine)
    low = [unit for unit in mine if unit.low]
    for mule in state.mules.values():
        if mule.side == side and mule.hex > 0 and not mule.lost:
            total += _serving(mule, low, theirs)
    return kill * (total + _leaving(state, side, mine) + _holding(state, side, mine)) // 1000


def _leading(state: State, leader: Leader, mine: list[Body]) -> int:
    """Value a leader's place: best where most of his units are, with a friend; alone he is in danger."""
    reach = state.scene.charts.morale.leader_hexes
    led = [unit for unit in mine if unit.command == leader.command or leader.rating > 1]
    price = load_weights().led
    worth = sum(
        price * leader.rating * (2 if unit.shaken else 1) for unit in led if distance(unit.hex, leader.hex) <= reach
    )
    alone = not any(unit.hex == leader.hex for unit in mine)
    return worth - (load_weights().led if alone else 0)


def _serving(mule: Mule, low: list[Body], theirs: list[Body]) -> int:
    worth = 0
    if low:
        near = min(distance(unit.hex, mule.hex) for unit in low)
        worth += load_weights().mule_at_hand if near <= 1 else -load_weights().mule_near * near
    if any(distance(foe.hex, mule.hex) <= 2 for foe in theirs):
        worth -= load_weights().mule_at_hand // 2
    return worth


def _leaving(state: State, side: str, mine: list[Body]) -> int:
    """Return the value of units that left by a winning exit, less the distance of all others to it.

    The distance counts whether or not enemies are near, so that killing the last near enemy does not look like a loss.
    """
    wanted = _units_wanted(state, "exit", side)
    if not wanted:
        return 0
    gone = sum(1 for unit in state.units.values() if unit.side == side and unit.lost == EXITED)
    worth = load_weights().off_field * min(gone, wanted)
    doors = state.scene.country.exits.get(side, frozenset())
    for unit in mine if doors else ():
        worth -= load_weights().to_exit * min(distance(unit.hex, h) for h in doors)
    return worth


def _holding(state: State, side: str, mine: list[Body]) -> int:
    """Return the value of units in the places a side has to hold, less the distance of as many as are missing."""
    wanted, places = _units_wanted(state, "hold", side), objective_hexes(state.scene.country, side)
    if not wanted or not places:
        return 0
    away = sorted(min(distance(unit.hex, h) for h in places) for unit in mine)[:wanted]
    turns = max(1, state.scene.scenario.turns)
    held = load_weights().held * min(state.cursor.turn, turns) // turns
    return held * away.count(0) - load_weights().to_exit * sum(away)


def _units_wanted(state: State, what: str, side: str) -> int:
    """Return how many units a side's objective asks for; 0 where it has none."""
    return next((n for one, who, n in state.scene.scenario.special if (one, who) == (what, side)), 0)
