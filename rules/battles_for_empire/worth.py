"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Losses count most, each unit as its part of its side's break point. Then nerve and pouches, the fire a unit can give
from where it stands, melee contacts by their odds. Natives want to be near and in contact, riflemen in range and in
cover, Imperial troops to have the enemy before their front.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from rules.battles_for_empire.aiming import at_night
from rules.battles_for_empire.chart_panels import round_odds
from rules.battles_for_empire.charts import TABLES, Charts
from rules.battles_for_empire.eligibility import stance
from rules.battles_for_empire.formations import arc_holds, in_ring, sextants
from rules.battles_for_empire.melee_needs import attackers_of, strikes
from rules.battles_for_empire.roster import UnitType
from rules.battles_for_empire.state import Body, Leader, Mule, State, card, engaged, in_play, single, stamina
from rules.battles_for_empire.terrain import ground_at
from rules.battles_for_empire.victory import EXITED, worth_of
from rules.kernel.datafile import located
from rules.kernel.derived import derived
from rules.kernel.hexes import Hex, distance
from rules.kernel.record import Record
from rules.kernel.worth import WORTH_FILE, Term

BROKEN = 100_000  # worth of a whole break point: as much as a hundred victory points
FINE = 10  # of a hundredth of one
FAR = 99

Marks: TypeAlias = tuple[tuple[Hex, int], ...]  # enemies to fire at: hex, what protects them


class Worth(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of judgement, in thousandths of a Kill of the unit concerned unless they say otherwise."""

    killed: int
    shaken: int
    shaken_near: int
    shaken_twice: int
    unsure: int
    low: int
    low_far: int
    disordered: int
    fire: int
    close_in: int
    range_in: int
    cover: int
    in_contact: int
    shy: int
    massed: int
    won: int
    gun_taken: int
    flanked: int
    near: int
    fronted: int
    shot_at: int
    ring: int
    promise: int
    led: int
    hide: int
    mule_at_hand: int
    mule_near: int
    off_field: int
    to_exit: int
    ahead: int
    together: int


@cache
def numbers() -> Worth:
    """The numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return located(TABLES / WORTH_FILE).read(Worth)


def terms(state: State, side: str) -> tuple[Term, ...]:
    """What makes a position good for a side, in hundredths of a victory point: a hundred of those break a side."""
    a, b = state.scene.sides
    foe = b if side == a else a
    mine = [unit for unit in state.units.values() if unit.side == side and in_play(unit)]
    theirs = [unit for unit in state.units.values() if unit.side == foe and in_play(unit)]
    return (
        Term("taken", "their losses", _losses(state, foe) // FINE, "BFE-VIC-H1"),
        Term("lost", "our losses", -_losses(state, side) // FINE, "BFE-VIC-H1"),
        Term("nerve", "our nerve and pouches", _side(state, side, mine, theirs) // FINE),
        Term("theirs", "their nerve and pouches", -_side(state, foe, theirs, mine) // FINE),
        Term("ground", "fire, cover and front from where we stand", _ground_of(state, side, mine, theirs) // FINE),
        Term("together", "attackers apart from one another", -_apart(state, side, mine, theirs) // FINE),
        Term("contacts", "melees", _contacts(state, side) // FINE),
        Term("pieces", "leaders, mules and exits", _pieces(state, side, mine, theirs) // FINE),
    )


# ---------------------------------------------------------------------- losses


def kill_worth(state: State, side: str) -> int:
    """What one Kill of a four-stand unit is worth, by its side's break point."""
    halves = state.scene.charts.victory.unit_halves
    limit = state.scene.charts.stamina.four_stands
    return BROKEN * halves * numbers().killed // (state.scene.break_points[side] * 1000 * limit)


def _losses(state: State, side: str) -> int:
    """What a side has lost: units whole, Kills by and by, in parts of its break point."""
    point = BROKEN // state.scene.break_points[side]
    total = 0
    for unit in state.units.values():
        if unit.side != side:
            continue
        whole = worth_of(state, unit) * point
        if unit.lost and unit.lost != EXITED:
            total += whole
        elif unit.kills:
            total += whole * numbers().killed * unit.kills // (1000 * stamina(state, unit))
    return total


# ---------------------------------------------------------------------- units


def fights(state: State, unit: Body) -> bool:
    """Whether a unit is made for the melee: no firearm it could use, or horse in the saddle."""
    kind = card(state, unit)
    if single(state, unit):
        return False
    if unit.mounted:
        return kind.may_charge and (kind.impetus or not kind.can_dismount)
    return not kind.weapon or (kind.family == "native" and kind.impetus)


def _side(state: State, side: str, mine: list[Body], theirs: list[Body]) -> int:
    """Nerve and pouches of one side's units on the field."""
    kill = kill_worth(state, side)
    total = 0
    mules = [mule.hex for mule in state.mules.values() if mule.side == side and mule.hex > 0 and not mule.lost]
    for unit in mine:
        total += _nerve(state, unit, nearest(unit, theirs), mules)
    return kill * total // 1000


def _ground_of(state: State, side: str, mine: list[Body], theirs: list[Body]) -> int:
    """What the places of the side that thinks are worth: fire, cover, front, hexes in hand; hidden units too."""
    if not theirs:
        return 0
    kill, give = kill_worth(state, side), kill_worth(state, theirs[0].side)
    marks = tuple((foe.hex, cover_of(state, foe)) for foe in theirs)
    total = sum(_place(state, unit, nearest(unit, theirs), theirs, marks, (kill, give)) for unit in mine)
    return total + kill * _hiding(state, side, theirs) // 1000


def nearest(unit: Body, theirs: list[Body]) -> int:
    """Hexes to the nearest of some enemies."""
    here = unit.hex
    return min((span(here, foe.hex)[0] for foe in theirs), default=FAR)


@cache
def span(a: Hex, b: Hex) -> tuple[int, tuple[int, ...]]:
    """(hexes, sextants) from hex to hex."""
    return distance(a, b), sextants(a, b)


def cover_of(state: State, foe: Body) -> int:
    """About what protects a unit from fire, from wherever it comes."""
    if foe.formation in ("skirmish", "stand") or foe.ground:
        return max(ground_at(state, foe.hex).protection, 1)
    return ground_at(state, foe.hex).protection


def _nerve(state: State, unit: Body, near: int, mules: list[Hex]) -> int:
    worth = 0
    if unit.shaken:
        worth -= numbers().shaken_near if near <= numbers().shaken_twice and fights(state, unit) else numbers().shaken
    if 2 * unit.kills >= stamina(state, unit) and not single(state, unit):
        worth -= numbers().unsure
    if unit.low:
        worth -= numbers().low
        if not any(distance(unit.hex, h) <= 1 for h in mules):
            worth -= numbers().low_far
    if unit.disordered:
        worth -= numbers().disordered
    return worth


def _place(state: State, unit: Body, near: int, theirs: list[Body], marks: Marks, worths: tuple[int, int]) -> int:
    """What a unit's place is worth: fire, nearness, cover, front, and what it may still do with hexes in hand."""
    kill, _ = worths
    busy = engaged(state, unit)
    held = state.in_hand == unit.id and unit.allowance > 0 and not busy
    if fights(state, unit):
        worth = _fronted(unit, marks) - numbers().close_in * near
        if held:
            ahead = min(unit.allowance, max(0, near - 1))
            worth += numbers().close_in * ahead * numbers().promise // 1000
            if near <= unit.allowance + 1 and not unit.rallied:
                worth += numbers().in_contact * numbers().promise // 2000
        return kill * worth // 1000
    found = _shooting(state, unit, near, worths, held)
    return found if busy else found - kill * _exposed(state, unit, theirs) // 1000


def _apart(state: State, side: str, mine: list[Body], theirs: list[Body]) -> int:
    """Attackers who run ahead of the others: one by one they meet all the fire."""
    judged = numbers()
    near = sorted(nearest(unit, theirs) for unit in mine if not engaged(state, unit) and fights(state, unit))
    if len(near) < 2 or not theirs:
        return 0
    middle = near[len(near) // 2]
    lead = sum(max(0, middle - judged.together - each) for each in near)
    return kill_worth(state, side) * judged.ahead * lead // 1000


def _fronted(unit: Body, marks: Marks) -> int:
    """What it is worth to meet with the front the enemies who can fire: from elsewhere they hit more easily."""
    near = [held for hexes, held in (span(unit.hex, h) for h, _ in marks) if 0 < hexes <= numbers().shot_at]
    return numbers().fronted * sum(1 for held in near if unit.facing in held) // max(1, len(near))


def _shooting(state: State, unit: Body, near: int, worths: tuple[int, int], held: bool) -> int:
    """A shooter's place: what its next shot promises, cover in range, and the way into range."""
    kill, give = worths
    now = promise(state, unit)
    worth = give * numbers().fire * now // 1_000_000
    far = _reach(state, unit)
    if far and near <= far and not unit.mounted:
        worth += kill * numbers().cover * ground_at(state, unit.hex).protection // 1000
    bold = card(state, unit).family in ("boer", "native")
    if far and bold and near > far:
        worth -= kill * numbers().range_in * (near - far) // 1000
    if held:
        turned = unit.but(turned=True) if not single(state, unit) else unit.but(pivoted=True)
        best = max((promise(state, turned.but(facing=facing)) for facing in range(6)), default=0)
        if best > now:
            worth += give * numbers().fire * (best - now) * numbers().promise // 1_000_000_000
        if bold and near > far:
            worth += kill * numbers().range_in * min(unit.allowance, near - far) * numbers().promise // 1_000_000
    return worth


def _reach(state: State, unit: Body) -> int:
    return _carries(state.scene.charts, card(state, unit), at_night(state))


def _carries(charts: Charts, kind: UnitType, dark: bool) -> int:
    """How far a type's weapon carries, by night no further than one sees; 0 without one."""
    weapon = charts.weapons.get(kind.weapon)
    if weapon is not None:
        far: int = weapon.long
    elif kind.weapon:
        far = charts.artillery.pieces[kind.weapon].dice[-1].last
    else:
        return 0
    return min(far, charts.fire.night_hexes) if dark else far


def promise(state: State, unit: Body) -> int:
    """The Kills a unit's next shot promises at its best mark, in thousandths; masks and priorities are left aside."""
    kind = card(state, unit)
    if unit.mounted or unit.limbered or not kind.weapon:
        return 0
    found = stance(state, unit)
    if found.refusal:
        return 0
    fire = state.scene.charts.fire
    own = fire.rate[kind.rate] + (fire.moved if found.moved else 0) + (fire.low if unit.low else 0)
    own += fire.shaken if unit.shaken else 0
    a, b = state.scene.sides
    foe = b if unit.side == a else a
    best = _best_shot(state, foe, unit.id, unit.hex, unit.facing, unit.formation, own, at_night(state))
    return best // 2 if found.half else best


@derived(*(f"units[side].{part}" for part in ("side", "hex", "lost", "formation", "ground")))
def _targets_of(state: State, foe: str) -> Marks:
    return tuple(
        (unit.hex, cover_of(state, unit)) for unit in state.units.values() if unit.side == foe and in_play(unit)
    )


@derived(*(f"units[side].{part}" for part in ("side", "hex", "lost", "formation", "ground")))
def _best_shot(state: State, foe: str, name: str, here: Hex, facing: int, formation: str, own: int, dark: bool) -> int:
    """The Kills the best shot from a hex promises, in thousandths; `own`: what is added to the die by the firer."""
    charts = state.scene.charts
    kind = state.scene.foot_cards.get(name) or state.scene.cards[name]
    fire, beside = charts.fire, charts.formations[formation].arc // 2
    weapon, far, best = charts.weapons.get(kind.weapon), _carries(charts, kind, dark), 0
    dice = 5 if kind.arm == "mg" else charts.formations[formation].each_target
    for h, cover in _targets_of(state, foe):
        hexes, held = span(here, h)
        if hexes > far or not (beside == 3 or any((k - facing + beside) % 6 <= 2 * beside for k in held)):
            continue
        add = own - cover
        if weapon is not None:
            add += fire.band[weapon.band(hexes) or "long"] + weapon.to_hit
        else:
            dice = charts.artillery.pieces[kind.weapon].dice_at(hexes)
        need = min(fire.most, max(fire.least, fire.need - add))
        best = max(best, 1000 * dice * (7 - need) // 6)
    return best


def _exposed(state: State, unit: Body, theirs: list[Body]) -> int:
    """Enemies who could charge and are near but not before the front; a closed ring has no flanks."""
    if unit.formation == "square":
        return 0
    ring = in_ring(state, unit)
    worth = -numbers().ring if ring else 0
    if ring:
        return worth
    near = [
        foe for foe in theirs if not foe.shaken and distance(unit.hex, foe.hex) <= numbers().near and fights(state, foe)
    ]
    return worth + sum(numbers().flanked for foe in near if not arc_holds(state, unit, foe.hex)) // max(1, len(near))


def _hiding(state: State, side: str, theirs: list[Body]) -> int:
    """Hidden units: worth something at first, and like others nearer is better."""
    total = 0
    for marker in state.markers.values():
        if marker.side != side or not marker.unit:
            continue
        near = min((distance(marker.hex, foe.hex) for foe in theirs), default=FAR)
        total -= numbers().close_in * near
        if near > numbers().near:
            total += numbers().hide * max(0, 3 - state.cursor.turn)
    return total


# ---------------------------------------------------------------------- melee


def _contacts(state: State, side: str) -> int:
    """Every melee by the odds of its next round, as this side sees it."""
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
    """What a melee is worth to the attackers."""
    onset, reply = strikes(state, defender)
    ours = tuple((strike.dice, strike.need) for strike in onset)
    theirs = tuple((strike.dice, strike.need) for strike in reply)
    holds, _, loses = round_odds(ours, theirs)
    hit, hurt = kill_worth(state, defender.side), kill_worth(state, foes[0].side)
    given = sum(1000 * dice * (7 - need) // 6 for dice, need in ours)
    taken = sum(1000 * dice * (7 - need) // 6 for dice, need in theirs)
    worth = (hit * given - hurt * taken) // 1000
    prize = numbers().won + (numbers().gun_taken if single(state, defender) else 0)
    worth += int(loses * prize * hit) // 1000 - int(holds * numbers().won * hurt) // 1000
    for number, foe in enumerate(foes):
        keen = numbers().in_contact if fights(state, foe) else numbers().shy
        worth += hurt * (keen + (numbers().massed if number else 0)) // 1000
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
    return kill * (total + _leaving(state, side, mine, theirs)) // 1000


def _leading(state: State, leader: Leader, mine: list[Body]) -> int:
    """A leader is where most of his units are, with a friend; in a hex of his own he is in danger."""
    reach = state.scene.charts.morale.leader_hexes
    led = [unit for unit in mine if unit.command == leader.command or leader.rating > 1]
    price = numbers().led
    worth = sum(
        price * leader.rating * (2 if unit.shaken else 1) for unit in led if distance(unit.hex, leader.hex) <= reach
    )
    alone = not any(unit.hex == leader.hex for unit in mine)
    return worth - (numbers().led if alone else 0)


def _serving(mule: Mule, low: list[Body], theirs: list[Body]) -> int:
    worth = 0
    if low:
        near = min(distance(unit.hex, mule.hex) for unit in low)
        worth += numbers().mule_at_hand if near <= 1 else -numbers().mule_near * near
    if any(distance(foe.hex, mule.hex) <= 2 for foe in theirs):
        worth -= numbers().mule_at_hand // 2
    return worth


def _leaving(state: State, side: str, mine: list[Body], theirs: list[Body]) -> int:
    """Units off by an exit that wins, and the way there when no enemy is about."""
    wanted = next((n for what, who, n in state.scene.scenario.special if (what, who) == ("exit", side)), 0)
    if not wanted:
        return 0
    gone = sum(1 for unit in state.units.values() if unit.side == side and unit.lost == EXITED)
    worth = numbers().off_field * min(gone, wanted)
    doors = state.scene.country.exits.get(side, frozenset())
    for unit in mine if doors else ():
        if not any(distance(unit.hex, foe.hex) <= 2 * numbers().near for foe in theirs):
            worth -= numbers().to_exit * min(distance(unit.hex, h) for h in doors)
    return worth
