"""Who may fire, and who may move and fire: by firearm, then by training and formation."""

from __future__ import annotations

from typing import NamedTuple

from rules.battles_for_empire.fire_charts import Weapon
from rules.battles_for_empire.formations import FRONT, arc_holds, attack_aspect, open_order
from rules.battles_for_empire.state import Body, State, card, fire_card, is_engaged, is_single_stand, unit_name
from rules.kernel.flow import Illegal
from rules.kernel.plurals import count_noun


class Stance(NamedTuple):
    """How a unit's movement this turn affects its fire.

    Not at all allowed, or with a penalty, or with half its stands.
    """

    refusal: str = ""  # why it may not fire; "" = it may
    rule: str = ""
    moved: bool = False  # -1
    half: bool = False  # half of its eligible stands


STEADY = Stance()


def small_arm(state: State, unit: Body) -> Weapon | None:
    """Return the firearm or machine gun of a unit; None for spears and artillery."""
    found: Weapon | None = state.scene.charts.weapons.get(fire_card(state, unit).weapon)
    return found


# ---------------------------------------------------------------------- who may fire


def may_not_fire(state: State, unit: Body) -> tuple[Illegal, ...]:
    """Return every reason why a unit may fire at nobody now.

    Rules: BFE-ELG-1 to BFE-ELG-6, BFE-MF-12, BFE-MF-17, BFE-SEQ-H4, BFE-FIR-H9, BFE-PUB-29 and those of `stance`.
    """
    name, kind = unit_name(state, unit), fire_card(state, unit)
    reasons = []
    if unit.mounted and not _fires_mounted(state, unit) and (kind.weapon or _armed_on_foot_only(state, unit)):
        reasons.append(_mounted_fault(state, unit))
    elif not kind.weapon:
        reasons.append(_unarmed_fault(state, unit))
    if unit.fired:
        reasons.append(Illegal(f"{name} has fired this turn", "BFE-SEQ-H4", unit.id))
    if unit.charged:
        reasons.append(Illegal(f"{name} charged this turn, and no unit charges and fires", "BFE-MF-12", unit.id))
    elif is_engaged(state, unit) and not chargers(state, unit):
        reasons.append(Illegal(f"{name} is in melee, and nobody charged its front this turn", "BFE-FIR-H9", unit.id))
    if kind.weapon:
        found = fire_stance(state, unit)
        if found.refusal:
            reasons.append(Illegal(f"{name} {found.refusal}", found.rule, unit.id))
    return tuple(reasons)


def _armed_on_foot_only(state: State, unit: Body) -> bool:
    """Return whether a unit is mounted and has firearms on its other card, that of its fight on foot."""
    on_foot = state.scene.foot_cards.get(unit.id)
    return unit.mounted and on_foot is not None and bool(on_foot.weapon)


def _fires_mounted(state: State, unit: Body) -> bool:
    """Return whether a unit may fire from the saddle: with the option, and if it is Imperial or Boer.

    Rules: BFE-ELG-3, BFE-ELG-4, BFE-ELG-6, BFE-PUB-29.
    """
    return bool(state.scene.options["mounted_fire"]) and card(state, unit).family != "native"


def _mounted_fault(state: State, unit: Body) -> Illegal:
    kind = card(state, unit)
    whose, rule = {
        "imperial": ("Imperial", "BFE-ELG-3"),
        "colonial": ("Imperial", "BFE-ELG-3"),
        "boer": ("Boer", "BFE-ELG-4"),
    }.get(kind.family, ("native", "BFE-ELG-1"))
    how = "; it dismounts to fire" if kind.can_dismount else ""
    reason = f"{unit_name(state, unit)} is mounted, and {whose} mounted units do not fire{how}"
    return Illegal(reason, rule, unit.id)


def _unarmed_fault(state: State, unit: Body) -> Illegal:
    name = unit_name(state, unit)
    if card(state, unit).arm == "foot":
        reason = f"{name} has no firearms; its thrown weapons are part of the melee"
        return Illegal(reason, "BFE-ELG-2" if unit.formation != "stand" else "BFE-ELG-1", unit.id)
    return Illegal(f"{name} has no firearms", "BFE-ELG-1", unit.id)


def chargers(state: State, unit: Body) -> tuple[str, ...]:
    """Return the targets of closing fire: this turn's chargers on its front.

    None when it is in contact with another enemy. Rule: BFE-FIR-H9.
    """
    found = []
    for contact in state.contacts:
        if contact.attacker == unit.id:
            return ()
        if contact.defender != unit.id:
            continue
        if contact.turn != state.cursor.turn or contact.rounds:
            return ()
        there = state.units[contact.attacker].hex
        if attack_aspect(state, unit, there) == FRONT or (open_order(unit) and arc_holds(state, unit, there)):
            found.append(contact.attacker)
    return tuple(found)


# ---------------------------------------------------------------------- moving and firing


def fire_stance(state: State, unit: Body) -> Stance:
    """Return whether a unit may fire after what it did this turn, and at what cost. A recoil counts as moving.

    Rules: BFE-MF-1 to BFE-MF-22, BFE-ART-H3, BFE-MG-H3, BFE-BASE-5.
    """
    kind = card(state, unit)
    if is_single_stand(state, unit):
        return _gun_stance(unit, kind.arm == "mg")
    if not unit.moved and not unit.turned:
        return STEADY
    weapon = small_arm(state, unit)
    breech = weapon is not None and weapon.moving == "breech"
    if breech and kind.is_drilled:
        if kind.family == "boer":
            if not state.scene.options["boers_move_and_fire"]:
                return Stance("has moved, and Boers fire only when they stand", "BFE-BASE-5")
            return Stance(rule="BFE-MF-11", moved=True)
        return Stance(rule="BFE-MF-9" if unit.moved else "BFE-MF-10", moved=True)
    if unit.formation == "skirmish":
        return _skirmish_stance(state, unit)
    if breech:
        did = "has moved" if unit.moved else "has changed its formation or its facing"
        return Stance(f"{did}: only drilled Europeans, Colonial Recruits and Boers move and fire", "BFE-MF-9")
    if unit.moved:
        return Stance(f"has muzzle-loaders and has moved {count_noun(unit.moved, 'hex')} this turn", "BFE-MF-6")
    return Stance("has muzzle-loaders and has changed its formation or its facing this turn", "BFE-MF-7")


def _gun_stance(unit: Body, machine_gun: bool) -> Stance:
    if unit.limbered or unit.moved or unit.turned:
        if machine_gun and unit.limbered and not unit.moved:
            return Stance("is limbered: a machine gun fires from its place, unlimbered", "BFE-MF-2")
        if machine_gun:
            return Stance("has moved: a machine gun stays where it is to fire", "BFE-MF-2")
        return Stance("is limbered or has moved: a gun stays in action to fire", "BFE-ART-H3")
    if unit.pivoted:
        return Stance(rule="BFE-MF-3" if machine_gun else "BFE-ART-H3", moved=True)
    return STEADY


def _skirmish_stance(state: State, unit: Body) -> Stance:
    """Return the stance of skirmishers with muzzle-loaders and of natives with any firearm.

    Rules: BFE-MF-13 to BFE-MF-22.
    """
    kind = card(state, unit)
    if unit.formed_skirmish and unit.moved_further:
        return Stance("has changed to skirmish order and also moved or turned, so it does not fire", "BFE-MF-19")
    if unit.formed_skirmish:
        return Stance(rule="BFE-MF-18", moved=True, half=True)
    if not kind.skirmish_moves:
        did = f"has moved {count_noun(unit.moved, 'hex')}" if unit.moved else "has turned"
        words = f"{did} in skirmish order: most natives fire there after changing to it, or standing"
        return Stance(words, "BFE-MF-20")
    spent = max(unit.moved, unit.full - unit.allowance)
    most = unit.full // state.scene.charts.manoeuvre.half_divisor
    if spent <= most:
        return Stance(rule="BFE-MF-15", moved=True, half=True)
    return Stance(f"has used {spent} of {unit.full} hexes; skirmishers fire after {most} at most", "BFE-MF-13")


# ---------------------------------------------------------------------- stands


def front_rank(state: State, unit: Body) -> int:
    """Return the stands of a unit that may fire at one target, before anything masks or halves them.

    The front rank: 4 in line, 2 of a mass, 1 of a column; in skirmish order all four, in one rank, or in two ranks
    among Pathans and Boers; 2 of a company square. Rules: BFE-ELG-7 to BFE-ELG-10, BFE-PUB-27, BFE-FIR-H12, BFE-PUB-29.
    """
    formations = state.scene.charts.formations
    if unit.mounted:
        shown: int = formations["line"].fire
        return shown
    stands: int = formations[unit.formation].each_target
    return stands


def stands_firing(state: State, unit: Body, half_masked: bool) -> int:
    """Return the stands that fire at one target: halves are rounded down, and one stand is always left.

    Rules: BFE-ELG-11, BFE-FIR-H6, BFE-MF-14, BFE-PUB-28.
    """
    stands = front_rank(state, unit)
    halvings = int(half_masked) + int(fire_stance(state, unit).half) + int(card(state, unit).mixed)
    for _ in range(halvings):
        stands = max(1, stands // 2)
    return stands
