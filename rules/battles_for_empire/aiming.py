"""Aiming: whom a unit must or may fire at, the to-hit number with its modifiers, and the number of dice."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.eligibility import chargers, fire_stance, front_rank, small_arm, stands_firing
from rules.battles_for_empire.formations import FRONT, attack_aspect, open_order
from rules.battles_for_empire.lines_of_fire import HALF, fire_clearance, nearest_targets
from rules.battles_for_empire.state import Body, State, card, fire_card, is_engaged, is_single_stand
from rules.battles_for_empire.terrain import ground_at, level_at, obstacle_towards
from rules.kernel.breakdown import Breakdown, Fact
from rules.kernel.hexes import distance
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record

VOLLEY, RAPID, CLOSING = "volley", "rapid", "closing"


FACES = 6  # of every die of fire and melee


class Shot(Record, frozen=True, kw_only=True):
    """What a shot needs and rolls: `dice` dice, each hits on `need` or more; what the need is made of."""

    unit: str
    target: str
    need: int
    base: int
    terms: tuple[Modifier, ...]  # added to the die: the need is the base less their sum
    dice: int
    stands: int
    hexes: int
    kind: str  # volley, rapid, closing
    facts: tuple[Fact, ...] = ()  # which of its stands fire, and why no more


# ---------------------------------------------------------------------- targets


def weapon_range(state: State, unit: Body) -> int:
    """Return the range of a unit's weapon in hexes, shorter at night.

    Rules: BFE-FIR-H1, BFE-FIR-H11, BFE-PUB-29, BFE-ART-H1, BFE-PUB-26.
    """
    charts = state.scene.charts
    weapon = small_arm(state, unit)
    if weapon is not None:
        far: int = weapon.effective if unit.mounted else weapon.long
    else:
        piece = charts.artillery.pieces.get(card(state, unit).weapon)
        far = piece.dice[-1].last if piece is not None else 0
    if at_night(state):
        far = min(far, charts.fire.night_hexes)
    return far


def at_night(state: State) -> bool:
    """Return whether it is dark (BFE-FIR-H11)."""
    return 0 < state.scene.night_from <= state.cursor.turn


def targets(state: State, unit: Body) -> tuple[str, ...]:
    """Return whom a unit may fire at: the nearest enemy, or any of those within 2 hexes; in melee this turn's chargers.

    Skirmishers, natives gone to ground and guns may be passed by for the nearest of the others. The second half
    of a square takes another target. Rules: BFE-FIR-H5, BFE-FIR-H9, BFE-FIR-H12, BFE-PUB-18.
    """
    if is_engaged(state, unit):
        return tuple(name for name in chargers(state, unit) if name != unit.aimed)
    return nearest_targets(state, unit, weapon_range(state, unit))


# ---------------------------------------------------------------------- the need


def shot(state: State, unit: Body, target: Body, *, rapid: bool = False, dice: int = 0) -> Shot:
    """Return what a shot would need and roll. `dice`: what a machine gun's crew chose, 0 = its fewest.

    Rules: BFE-FIR-H2, BFE-PUB-7, BFE-RAP-H1, BFE-ART-H1, BFE-13.8-3.
    """
    charts = state.scene.charts
    kind = CLOSING if is_engaged(state, unit) else RAPID if rapid else VOLLEY
    hexes = distance(unit.hex, target.hex)
    base = charts.fire.need
    piece = charts.artillery.pieces.get(card(state, unit).weapon) if card(state, unit).arm == "gun" else None
    if piece is not None:
        base = piece.need
    terms = aim_terms(state, unit, target)
    need = min(charts.fire.most, max(charts.fire.least, base - sum_modifiers(terms)))
    bound = base - sum_modifiers(terms) - need
    if bound:
        limit = f"a {charts.fire.most} always hits" if bound > 0 else f"a {charts.fire.least - 1} always misses"
        terms = (*terms, Modifier(bound, limit, "BFE-FIR-H2"))
    half = not is_single_stand(state, unit) and fire_clearance(state, unit.hex, target.hex) == HALF
    stands = stands_firing(state, unit, half)
    thrown = dice or charts.machine_gun.least
    if card(state, unit).arm != "mg":
        thrown = _dice(state, piece.dice_at(hexes) if piece is not None else stands, rapid, kind == CLOSING)
    facts = (*_who_fires(state, unit, half, dice), *_how_many(state, unit, thrown, rapid, kind == CLOSING))
    return Shot(
        unit=unit.id,
        target=target.id,
        need=need,
        base=base,
        terms=terms,
        dice=thrown,
        stands=stands,
        hexes=hexes,
        kind=kind,
        facts=facts,
    )


def _who_fires(state: State, unit: Body, masked: bool, dice: int) -> tuple[Fact, ...]:
    """Return which stands of a unit fire and what halves them; for a machine gun, the dice chosen.

    Rules: BFE-ELG-7 to BFE-ELG-10, BFE-FIR-H6, BFE-FIR-H12, BFE-MF-14, BFE-PUB-28, BFE-13.8-1, BFE-13.8-2.
    """
    kind = card(state, unit)
    if kind.arm == "mg":
        return (Fact(f"{count_noun(dice, 'die', 'dice')} chosen before the roll", "BFE-13.8-2"),) if dice else ()
    if is_single_stand(state, unit):
        return ()
    stands = count_noun(front_rank(state, unit), "stand")
    if unit.formation == "square":
        turn = "second" if unit.aimed else "first"
        found = [Fact(f"{stands} of the square, its {turn} target of two this turn", "BFE-FIR-H12")]
    elif unit.formation == "skirmish" and kind.two_ranks:
        whose = "BFE-ELG-9" if kind.family == "boer" else "BFE-ELG-8"
        found = [Fact(f"skirmish order: {stands} in two ranks", whose)]
    else:
        found = [Fact(f"front rank: {stands}", "BFE-ELG-7")]
    if masked:
        found.append(Fact("half of them have no clear path", "BFE-ELG-11"))
    if fire_stance(state, unit).half:
        found.append(Fact("half of them fire, having moved in skirmish order", "BFE-MF-14"))
    if kind.mixed:
        found.append(Fact("half of them have firearms", "BFE-PUB-28"))
    return tuple(found)


def dice_pool(aimed: Shot, what: str, rule: str) -> Breakdown:
    """Return the dice of a shot; each has the base need and the modifiers of the shot."""
    return Breakdown(
        what=what,
        rule=rule,
        count=aimed.dice,
        sides=FACES,
        need=aimed.base,
        pool=True,
        modifiers=aimed.terms,
        facts=aimed.facts,
    )


def _dice(state: State, stands: int, rapid: bool, closing: bool) -> int:
    """Return the dice of a number of stands, or of a gun at its range: more in Rapid Fire, half in closing fire."""
    charts = state.scene.charts
    if rapid:
        more, of = _rapid_dice(state)
        stands = stands * more // of
    return max(charts.closing.least, stands // charts.closing.divisor) if closing else stands


def _rapid_dice(state: State) -> tuple[int, int]:
    """Return (dice, stands): how many Rapid Fire dice are rolled for how many stands (BFE-RAP-H1)."""
    charts = state.scene.charts
    found: tuple[int, int] = charts.rapid.half_more
    return found if state.scene.options["rapid_half_more"] else (charts.rapid.per_stand, 1)


def _how_many(state: State, unit: Body, dice: int, rapid: bool, closing: bool) -> Iterator[Fact]:
    """Explain the number of dice of a gun, of Rapid Fire and of closing fire.

    Rules: BFE-ART-H1, BFE-FIR-H9, BFE-MG-H2, BFE-RAP-H1, BFE-RAP-H7.
    """
    charts, arm = state.scene.charts, card(state, unit).arm
    if arm == "mg":
        if closing:
            yield Fact(f"closing fire of a machine gun: {count_noun(dice, 'die', 'dice')}", "BFE-MG-H2")
        return
    if arm == "gun" and not closing and not rapid:
        yield Fact(f"{count_noun(dice, 'die', 'dice')} at this range", "BFE-ART-H1")
    if rapid:
        more, of = _rapid_dice(state)
        yield Fact(f"Rapid Fire: {count_noun(more, 'die', 'dice')} for {count_noun(of, 'stand')}", "BFE-RAP-H1")
    if closing:
        yield Fact(f"closing fire: 1 die in {charts.closing.divisor}, at least {charts.closing.least}", "BFE-FIR-H9")


def aim_terms(state: State, unit: Body, target: Body) -> tuple[Modifier, ...]:
    """Return what is added to every die of a shot, each with its reason.

    Rules: BFE-FIR-H3, BFE-FIR-H4, BFE-PUB-23, BFE-PUB-29, BFE-13.8-12, BFE-14.1-8, BFE-RAP-H2, BFE-MF-3, BFE-MF-9.
    """
    charts, kind, weapon = state.scene.charts, card(state, unit), small_arm(state, unit)
    fire, options = charts.fire, state.scene.options
    hexes = distance(unit.hex, target.hex)
    rate, on_foot = fire_rate(state, unit), fire_card(state, unit).rate
    terms = [Modifier(fire.rate[rate], f"{_ordinal(rate)} Rate", "BFE-FIR-H3")]
    if unit.mounted and on_foot == fire.mounted_rate:
        terms.append(Modifier(fire.mounted_third, "3rd Rate on foot too", "BFE-PUB-29"))
    if weapon is not None:
        terms.append(Modifier(weapon.to_hit, "modern machine gun", "BFE-13.8-12"))
        band = weapon.band(hexes) or "long"
        terms.append(Modifier(fire.band[band], f"{band} range", "BFE-FIR-H3"))
    stand = fire_stance(state, unit)
    if stand.moved:
        size = charts.artillery.pivoted if kind.arm == "gun" else fire.moved
        terms.append(Modifier(size, "pivoted" if unit.pivoted else "moved", stand.rule))
    if unit.low:
        low = fire.low_heavy if options["low_fire_two"] else fire.low
        terms.append(Modifier(low, "low on ammunition", "BFE-14.1-8"))
    if unit.shaken and not options["shaken_unhindered"]:
        terms.append(Modifier(fire.shaken, "Shaken", "BFE-FIR-H3"))
    if unit.disordered:
        terms.append(Modifier(fire.disordered, "Disordered", "BFE-FIR-H3"))
    cover, why = protection(state, unit, target)
    terms.append(Modifier(-cover, why, "BFE-FIR-H4"))
    if not open_order(target) and attack_aspect(state, target, unit.hex) != FRONT:
        terms.append(Modifier(fire.outside_front, "from outside its front", "BFE-FIR-H3"))
    return tuple(term for term in terms if term.value)


def fire_rate(state: State, unit: Body) -> int:
    """Return the rate of fire of a unit, 1 to 3; from the saddle all have the same. Rules: BFE-PUB-23, BFE-PUB-29."""
    rate: int = state.scene.charts.fire.mounted_rate if unit.mounted else card(state, unit).rate
    return rate


def _ordinal(rate: int) -> str:
    return {1: "1st", 2: "2nd"}.get(rate, f"{rate}rd")


def protection(state: State, unit: Body, target: Body) -> tuple[int, str]:
    """Return the largest protection of a target against a firer, and what gives it; they never add up.

    Rule: BFE-FIR-H4.
    """
    charts = state.scene.charts
    gives = charts.fire.protection
    ground = ground_at(state, target.hex)
    found = [(0, ""), (ground.protection, ground.title.lower())]
    if target.formation == "skirmish":
        found.append((gives["skirmish"], "skirmish order"))
    if is_single_stand(state, target):
        found.append((gives["crew"], "a gun's crew"))
    if target.ground:
        found.append((gives["ground"], "gone to ground"))
    obstacle = obstacle_towards(state, target.hex, unit.hex)
    if obstacle:
        side = charts.sides[obstacle]
        found.append((side.protection, side.title.lower()))
    if level_at(state, target.hex) > level_at(state, unit.hex):
        found.append((charts.hill.crest, "a crest"))
    return max(found, key=lambda each: each[0])
