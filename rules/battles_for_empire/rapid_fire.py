"""Rapid fire: more dice, misses re-rolled to check the ammunition, low ammunition, mules.

The check follows the sheet, which replaces the printed procedure (BFE-BASE-3).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.aiming import FACES, Shot, shot
from rules.battles_for_empire.commands import Rapid, Resupply
from rules.battles_for_empire.eligibility import may_not_fire
from rules.battles_for_empire.events import Resupplied
from rules.battles_for_empire.firing import (
    firer_and_target,
    mark_fired,
    not_at,
    open_targets,
    resolve_shot,
    run_low,
    volley,
)
from rules.battles_for_empire.machine_guns import face_groups, hits_of
from rules.battles_for_empire.state import (
    Body,
    FieldScene,
    Mule,
    State,
    card,
    in_play,
    is_engaged,
    unit_name,
    with_unit,
)
from rules.kernel.breakdown import Fact
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import distance
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling

NEVER = 1 << 30

# ---------------------------------------------------------------------- who may


def _is_permitted(state: State, name: str) -> bool:
    """Return whether an option or the scenario, from one of its turns on, permits something."""
    if state.scene.options.get(name, False):
        return True
    return bool(state.scene.permissions.get(name, NEVER) <= state.cursor.turn)


def forbidden_until(state: State, side: str) -> int:
    """Return the turn from which a side may use Rapid Fire again, by the scenario; 0 when nothing forbids it."""
    return max(
        (turn for what, who, turn in state.scene.scenario.special if (what, who) == ("no_rapid", side)), default=0
    )


def may_not_rapid(state: State, unit: Body) -> tuple[Illegal, ...]:
    """Return every reason why a unit may not use Rapid Fire, besides those against any fire.

    Rules: BFE-14.1-11 to BFE-14.1-14, BFE-RAP-H3, BFE-RAP-H6, BFE-RAP-H7.
    """
    name, kind = unit_name(state, unit), card(state, unit)
    reasons = []
    if kind.family == "native":
        reasons.append(Illegal(f"{name} is a native unit, and natives do not Rapid Fire", "BFE-14.1-12", unit.id))
    elif kind.arm == "mg":
        reasons.append(Illegal(f"{name} is a machine gun: it chooses its dice instead", "BFE-RAP-H3", unit.id))
    elif kind.arm == "gun":
        if not state.scene.options["guns_rapid"]:
            reasons.append(Illegal(f"{name} is a gun, and guns do not Rapid Fire", "BFE-RAP-H6", unit.id))
    elif kind.family == "boer":
        if not _is_permitted(state, "boer_rapid_fire"):
            reasons.append(Illegal(f"{name} is a Boer unit: the scenario gives no Rapid Fire", "BFE-14.1-13", unit.id))
    elif not kind.rapid and not (kind.family == "colonial" and state.scene.options["recruits_rapid"]):
        reasons.append(Illegal(f"{name} is not trained to Rapid Fire", "BFE-RAP-H3", unit.id))
    if unit.mounted:
        reasons.append(Illegal(f"{name} is mounted: only units on foot Rapid Fire", "BFE-RAP-H3", unit.id))
    if unit.low:
        reasons.append(Illegal(f"{name} is low on ammunition and may not Rapid Fire", "BFE-14.1-11", unit.id))
    if is_engaged(state, unit) and not state.scene.options["rapid_closing"]:
        reasons.append(Illegal(f"{name} is in contact: closing fire is not Rapid Fire", "BFE-RAP-H7", unit.id))
    until = forbidden_until(state, unit.side)
    if state.cursor.turn < until:
        reasons.append(Illegal(f"no Rapid Fire for its side before turn {until}", "BFE-RAP-H3", unit.id))
    return tuple(reasons)


# ---------------------------------------------------------------------- the verb


def offer_rapid(state: State, side: str) -> Iterator[Offer]:
    """Yield every unit of a side that may use Rapid Fire, with its targets."""
    for unit in state.units.values():
        if unit.side != side or unit.fired:
            continue
        marks = open_targets(state, unit)
        if marks and not may_not_rapid(state, unit):
            commands = _shots(state.scene, unit.side, unit.id, marks)
            yield Offer("rapid", f"Rapid Fire with {unit_name(state, unit)}", "BFE-14.1-1", unit.id, commands)


@derived()
def _shots(_scene: FieldScene, side: str, name: str, marks: tuple[str, ...]) -> tuple[Rapid, ...]:
    return tuple(Rapid(side, name, target) for target in marks)


def check_rapid(state: State, command: Rapid) -> tuple[Illegal, ...]:
    """Return every reason against Rapid Fire. Rules: BFE-14.1-11 to BFE-14.1-14, BFE-RAP-H3, BFE-RAP-H6, BFE-FIR-H5."""
    pair = firer_and_target(state, command.side, command.unit, command.target)
    if len(pair) == 1:
        return pair
    unit, target = pair
    reasons = [*may_not_fire(state, unit), *may_not_rapid(state, unit)]
    if card(state, unit).weapon:
        reasons += not_at(state, unit, target)
    return tuple(reasons)


def do_rapid(r: Ruling, command: Rapid) -> None:
    """Roll two dice a stand, then every miss once more; a 1 among those leaves the unit low on ammunition.

    The hits of the shot count either way. Rolls the dice of the shot, then one d6 for each miss, then one d6 for each
    leader or mule in danger. Rules: BFE-14.1-1 to BFE-14.1-3, BFE-14.1-10, BFE-RAP-H1, BFE-RAP-H2, BFE-PUB-24.
    """
    state: State = r.state
    unit = state.units[command.unit]
    aimed = shot(state, unit, state.units[command.target], rapid=True)
    mark_fired(r, unit, command.target)
    empty = state.scene.charts.rapid.low if state.scene.options["any_one_empties"] else 0
    faces = volley(r, aimed, empty)
    hits = hits_of(faces, aimed.need)
    again, low = _reroll_misses(r, aimed, aimed.dice - hits)
    resolve_shot(r, aimed, hits + again)
    if low or empty in faces:
        run_low(r, aimed.unit)


RAPID = Verb(Rapid, "Rapid fire", "BFE-14.1-1", offer_rapid, check_rapid, do_rapid)


def _reroll_misses(r: Ruling, aimed: Shot, misses: int) -> tuple[int, bool]:
    """Re-roll the misses; return the hits they score (none without the option) and whether a 1 is among them.

    Rules: BFE-14.1-2, BFE-14.1-3.
    """
    if not misses:
        return 0, False
    state: State = r.state
    empty = state.scene.charts.rapid.low
    name = unit_name(state, state.units[aimed.unit])
    what = f"ammunition check of {name}: misses rolled again, a {empty} leaves it low on ammunition"
    facts = (Fact(f"a {empty} leaves it low on ammunition", "BFE-14.1-3"),)
    groups = face_groups(aimed.need, empty)
    again = r.roll(what, misses, FACES, "BFE-14.1-2", alike=groups, facts=facts).faces
    return hits_of(again, aimed.need) if state.scene.options["rerolls_score"] else 0, empty in again


# ---------------------------------------------------------------------- mules


def offer_resupply(state: State, side: str) -> Iterator[Offer]:
    """Yield every unit low on ammunition that a mule can serve, by each mule that can."""
    low = [unit for unit in state.units.values() if unit.side == side and unit.low and in_play(unit)]
    for unit in low:
        commands = tuple(
            Resupply(side, unit.id, mule.id)
            for mule in state.mules.values()
            if mule.side == side and not _no_resupply(state, unit, mule)
        )
        if commands:
            yield Offer("resupply", f"Re-supply {unit_name(state, unit)}", "BFE-RAP-H4", unit.id, commands)


def check_resupply(state: State, command: Resupply) -> tuple[Illegal, ...]:
    """Return every reason against re-supply. Rules: BFE-14.1-6, BFE-RAP-H4, BFE-PUB-32."""
    unit, mule = state.units.get(command.unit), state.mules.get(command.mule)
    if unit is None or unit.side != command.side or not in_play(unit):
        return (Illegal(f"{command.side} has no unit called {command.unit[:40]!r} on the field", "BFE-RAP-H4"),)
    if mule is None or mule.side != command.side or mule.lost or mule.hex <= 0:
        reason = f"{command.side} has no mule called {command.mule[:40]!r} on the field"
        return (Illegal(reason, "BFE-RAP-H4", unit.id),)
    return tuple(_no_resupply(state, unit, mule))


def _no_resupply(state: State, unit: Body, mule: Mule) -> list[Illegal]:
    name, beast = unit_name(state, unit), state.scene.names.get(mule.id, mule.id)
    near, reasons = state.scene.charts.rapid.mule_hexes, []
    if not unit.low:
        reasons.append(Illegal(f"{name} is not low on ammunition", "BFE-14.1-6", unit.id))
    if is_engaged(state, unit):
        reasons.append(Illegal(f"{name} is in melee", "BFE-RAP-H4", unit.id))
    if unit.moved:
        reasons.append(Illegal(f"{name} has moved this turn", "BFE-RAP-H4", unit.id))
    if mule.lost or mule.hex <= 0:
        reasons.append(Illegal(f"{beast} is not on the field", "BFE-RAP-H4", unit.id))
        return reasons
    away = distance(unit.hex, mule.hex)
    if away > near:
        reasons.append(Illegal(f"{beast} is {count_noun(away, 'hex')} away; {near} at most", "BFE-RAP-H4", unit.id))
    if mule.used:
        reasons.append(Illegal(f"{beast} has served a unit this turn", "BFE-RAP-H4", unit.id))
    if mule.loads == 0:
        reasons.append(Illegal(f"{beast} has nothing left to carry", "BFE-RAP-H4", unit.id))
    return reasons


def do_resupply(r: Ruling, command: Resupply) -> None:
    """Bring a unit ammunition from a mule: it is no longer low. One unit a mule each turn. No dice.

    Rules: BFE-14.1-6, BFE-RAP-H4.
    """
    state: State = r.state
    mule = state.mules[command.mule]
    served = mule.but(used=True, loads=mule.loads - 1 if mule.loads > 0 else mule.loads)
    r.state = with_unit(state, state.units[command.unit].but(low=False)).but(mules={**state.mules, mule.id: served})
    r.note(Resupplied(rule="BFE-14.1-6", unit=command.unit, mule=mule.id))


RESUPPLY = Verb(Resupply, "Resupply", "BFE-14.1-6", offer_resupply, check_resupply, do_resupply)
