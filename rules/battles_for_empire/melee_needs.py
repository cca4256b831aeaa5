"""Melee rolls: who attacks whom, with how many dice, the to-hit number with its modifiers, who takes Kills."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.battles_for_empire.formations import FRONT, attack_aspect
from rules.battles_for_empire.state import Body, Contact, State, card, is_single_stand
from rules.battles_for_empire.terrain import ground_at, obstacle_towards
from rules.kernel.breakdown import Fact
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record

MANY = 99  # dice: all it has
FEWER = {
    "column": "a column",
    "deep": "a deep mass",
    "square": "a square, at each enemy",
}  # formations with dice of their own
SADDLED = ("horse", "camel")  # arms with the impetus of their animals


class Strike(Record, frozen=True, kw_only=True):
    """One unit's dice in a round: each succeeds on `need` or more."""

    unit: str
    against: tuple[str, ...]
    dice: int
    need: int
    base: int
    terms: tuple[Modifier, ...]  # added to the need: more is worse
    facts: tuple[Fact, ...] = ()  # why it has other dice than four


# ---------------------------------------------------------------------- who and with what


def attackers_of(state: State, defender: str) -> tuple[str, ...]:
    """Return the units in contact with a charged unit, in the order they charged."""
    return tuple(contact.attacker for contact in state.contacts if contact.defender == defender)


def strikes(state: State, defender: Body) -> tuple[tuple[Strike, ...], tuple[Strike, ...]]:
    """Return the rolls of the attackers and those of the unit charged. Rules: BFE-MEL-H1 to BFE-MEL-H4."""
    contacts = [contact for contact in state.contacts if contact.defender == defender.id]
    onset, on_front = [], 0
    for contact in contacts:
        unit = state.units[contact.attacker]
        most = 0
        if defender.formation != "square" and attack_aspect(state, defender, unit.hex) == FRONT:
            most = state.scene.charts.melee.further_attacker_dice if on_front else 0
            on_front += 1
        onset.append(_strike_of(state, unit, (defender,), contact, most))
    foes = tuple(state.units[contact.attacker] for contact in contacts)
    if defender.formation == "square":
        reply = [_strike_of(state, defender, (foe,), contact) for foe, contact in zip(foes, contacts, strict=True)]
    else:
        reply = [_strike_of(state, defender, foes, contacts[0])] if contacts else []
    return tuple(onset), tuple(reply)


def own_dice(state: State, unit: Body) -> int:
    """Return the melee dice of a unit by its formation: 4, column and deep mass 2, square 3 at each enemy, a crew 1.

    A unit that both attacks and is attacked splits them. Rules: BFE-MEL-H4, BFE-MG-H1.
    """
    charts = state.scene.charts
    if is_single_stand(state, unit):
        crew: int = charts.melee.crew_dice
        return crew
    dice: int = charts.formations[unit.formation].melee
    return max(1, dice // 2) if _is_split(state, unit) else dice


def _is_split(state: State, unit: Body) -> bool:
    attacks = any(contact.attacker == unit.id for contact in state.contacts)
    return attacks and any(contact.defender == unit.id for contact in state.contacts)


def _who_strikes(state: State, unit: Body, dice: int, most: int) -> Iterator[Fact]:
    """Yield why a unit does not roll the four dice of a line. `most`: the limit where others attack the same front."""
    rule = "BFE-MEL-H4"
    if is_single_stand(state, unit):
        yield Fact(f"a crew: {count_noun(dice, 'die', 'dice')}", rule)
        return
    if unit.formation in FEWER:
        own = state.scene.charts.formations[unit.formation].melee
        yield Fact(f"{FEWER[unit.formation]}: {count_noun(own, 'die', 'dice')}", rule)
    if _is_split(state, unit):
        yield Fact("half its dice: it attacks one enemy while another attacks it", rule)
    if most and own_dice(state, unit) > most:
        yield Fact(f"not the first at this front: {count_noun(most, 'die', 'dice')}", rule)


def blows_of(against: tuple[str, ...], kills: int) -> Iterator[tuple[str, int]]:
    """Yield how Kills are shared among enemies: evenly, an odd one to the first of them. Rule: BFE-MEL-H10."""
    share, odd = divmod(kills, len(against))
    for number, name in enumerate(against):
        yield name, share + (1 if number < odd else 0)


# ---------------------------------------------------------------------- the need


def _strike_of(state: State, unit: Body, foes: tuple[Body, ...], contact: Contact, most: int = 0) -> Strike:
    """Return the roll of a unit; `most` limits its dice where others attack the same front before it."""
    dice = min(own_dice(state, unit), most or MANY)
    charts = state.scene.charts.melee
    base = charts.crew_need if is_single_stand(state, unit) else card(state, unit).melee
    terms = tuple(melee_terms(state, unit, foes, contact))
    need = min(charts.most, max(charts.least, base + sum_modifiers(terms)))
    bound = need - base - sum_modifiers(terms)
    if bound:
        limit = f"a {charts.most} always counts" if bound < 0 else f"a {charts.least - 1} never counts"
        terms = (*terms, Modifier(bound, limit, "BFE-MEL-H1"))
    return Strike(
        unit=unit.id,
        against=tuple(foe.id for foe in foes),
        dice=dice,
        need=need,
        base=base,
        terms=terms,
        facts=tuple(_who_strikes(state, unit, dice, most)),
    )


def melee_terms(state: State, unit: Body, foes: tuple[Body, ...], contact: Contact) -> Iterator[Modifier]:
    """Yield what is added to a unit's need in melee, each with its reason.

    Rules: BFE-14.1-9, BFE-MEL-H2, BFE-MEL-H3, BFE-PUB-15, BFE-PUB-21, BFE-FIR-H10.
    """
    chart, formations = state.scene.charts.melee, state.scene.charts.formations
    attacks = contact.attacker == unit.id
    if unit.low:
        yield Modifier(chart.low, "low on ammunition", "BFE-14.1-9")
    if unit.shaken and not state.scene.options["shaken_unhindered"]:
        yield Modifier(chart.shaken, "Shaken", "BFE-MEL-H2")
    if unit.disordered:
        yield Modifier(chart.disordered, "Disordered", "BFE-MEL-H2")
    if unit.formation == "skirmish" and any(formations[foe.formation].close for foe in foes):
        yield Modifier(chart.skirmish, "skirmish order against close order", "BFE-MEL-H2")
    if attacks and any(is_defended(state, foe, unit) for foe in foes):
        yield Modifier(chart.across, "across a wall or into buildings", "BFE-MEL-H2")
    if not attacks and any(attack_aspect(state, unit, foe.hex) != FRONT for foe in foes):
        yield Modifier(chart.flank_or_rear, "struck in flank or rear", "BFE-MEL-H2")
    if attacks and not contact.rounds and has_impetus(state, unit):
        rule = "BFE-PUB-15" if unit.mounted else "BFE-MEL-H3"
        yield Modifier(chart.impetus, "impetus", rule)
    if unit.mounted and any(foe.formation == "square" for foe in foes):
        yield Modifier(chart.mounted_at_square, "mounted against a square", "BFE-MEL-H2")
    if unit.ground and not attacks and not contact.rounds:
        yield Modifier(chart.prone, "charged while on the ground", "BFE-FIR-H10")


def has_impetus(state: State, unit: Body) -> bool:
    """Return whether a charger has impetus in its first round: mounted troops except Boers, and some native foot.

    Rules: BFE-PUB-15, BFE-MEL-H3.
    """
    kind = card(state, unit)
    return bool(kind.impetus and (unit.mounted or kind.arm not in SADDLED))


def is_defended(state: State, unit: Body, against: Body) -> bool:
    """Return whether a unit fights behind a wall or laager of its own towards an enemy, or in buildings
    (BFE-PUB-21).
    """
    if ground_at(state, unit.hex).melee:
        return True
    obstacle = obstacle_towards(state, unit.hex, against.hex)
    return bool(obstacle and state.scene.charts.sides[obstacle].melee)


def holds_ground(state: State, unit: Body, winners: Iterable[str]) -> bool:
    """Return whether a loser holds its ground this first time: in square, or defended towards all
    winners (BFE-MEL-H6).
    """
    return unit.formation == "square" or all(is_defended(state, unit, state.units[name]) for name in winners)
