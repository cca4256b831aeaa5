"""Phase 4, Fire: one unit at a time fires at an enemy it must or may choose; every shot takes effect at once."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.aiming import CLOSING, RAPID, Shot, dice_pool, shot, targets, weapon_range
from rules.battles_for_empire.artillery import kills_of, note_shaking_hits, tube_lost
from rules.battles_for_empire.commands import Fire
from rules.battles_for_empire.eligibility import may_not_fire
from rules.battles_for_empire.events import ChargerStopped, RanLow, VolleyFired
from rules.battles_for_empire.formations import arc_holds
from rules.battles_for_empire.hit_effects import take_shot
from rules.battles_for_empire.lines_of_fire import HALF, NONE, fire_clearance, masked_by, out_of_view
from rules.battles_for_empire.lines_of_fire import nearest_targets as in_sight
from rules.battles_for_empire.machine_guns import check_dice, dice_open, face_groups, hits_of, throw
from rules.battles_for_empire.recoil import end_contacts
from rules.battles_for_empire.state import (
    FIRING,
    Body,
    FieldScene,
    State,
    card,
    fire_card,
    in_play,
    is_engaged,
    is_single_stand,
    unit_name,
    with_unit,
)
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb, other_side_next
from rules.kernel.hexes import distance, label
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling


def end_fire_phase(r: Ruling) -> None:
    """End the phase: a square that fired at one target only has fired. No dice. Rule: BFE-FIR-H12."""
    state: State = r.state
    if any(unit.aimed for unit in state.units.values()):
        r.state = state.but(
            units={key: unit.but(aimed="", fired=True) if unit.aimed else unit for key, unit in state.units.items()}
        )


# ---------------------------------------------------------------------- the verb


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Yield every unit of a side that may still fire, with its targets and, for a machine gun, the dice
    to choose from.
    """
    for unit in state.units.values():
        if unit.side != side or unit.fired:
            continue
        marks = open_targets(state, unit)
        if marks:
            words = f"Fire with {unit_name(state, unit)}"
            yield Offer("fire", words, "BFE-SEQ-H4", unit.id, _shots(state, unit, marks))


def open_targets(state: State, unit: Body) -> tuple[str, ...]:
    """Return whom a unit that has not fired could fire at now; nobody when it may not fire at all."""
    if unit.lost or unit.hex <= 0 or not fire_card(state, unit).weapon:
        return ()
    if is_engaged(state, unit):  # what it may do depends on the turn in which it was charged
        return () if may_not_fire(state, unit) else targets(state, unit)
    return _open_targets(state, unit.id, weapon_range(state, unit))


@derived(*FIRING)
def _open_targets(state: State, name: str, most: int) -> tuple[str, ...]:
    unit = state.units[name]
    return () if may_not_fire(state, unit) else in_sight(state, unit, most)


def _shots(state: State, unit: Body, marks: tuple[str, ...]) -> tuple[Fire, ...]:
    numbers = dice_open(state) if card(state, unit).arm == "mg" else (0,)
    return _commands(state.scene, unit.side, unit.id, marks, numbers)


@derived()
def _commands(
    _scene: FieldScene, side: str, name: str, marks: tuple[str, ...], numbers: tuple[int, ...]
) -> tuple[Fire, ...]:
    return tuple(Fire(side, name, target, number) for target in marks for number in numbers)


def firer_and_target(state: State, side: str, name: str, target_name: str) -> tuple[Body, Body] | tuple[Illegal]:
    """Return the units a shot names, or why they do not exist."""
    unit, target = state.units.get(name), state.units.get(target_name)
    if unit is None or unit.side != side or not in_play(unit):
        return (Illegal(f"{side} has no unit called {name[:40]!r} on the field", "BFE-ELG-1"),)
    if target is None or target.side == side or not in_play(target):
        return (Illegal(f"there is no enemy unit called {target_name[:40]!r} on the field", "BFE-FIR-H5", unit.id),)
    return unit, target


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Return every reason against a shot.

    Rules: BFE-ELG-1 to BFE-ELG-14, BFE-MF-1 to BFE-MF-22, BFE-13.8-1, BFE-13.8-2, BFE-FIR-H1, BFE-FIR-H5, BFE-FIR-H6,
    BFE-FIR-H9, BFE-FIR-H11, BFE-SEQ-H4.
    """
    pair = firer_and_target(state, command.side, command.unit, command.target)
    if len(pair) == 1:
        return pair
    unit, target = pair
    reasons = list(may_not_fire(state, unit))
    reasons += check_dice(state, unit, command.dice)
    if fire_card(state, unit).weapon:
        reasons += not_at(state, unit, target)
    return tuple(reasons)


def not_at(state: State, unit: Body, target: Body) -> list[Illegal]:
    """Return why a unit may not fire at this target; empty when it may.

    Rules: BFE-FIR-H5, BFE-FIR-H6, BFE-FIR-H9, BFE-FIR-H11, BFE-FIR-H12, BFE-ELG-11 to BFE-ELG-14.
    """
    marks = targets(state, unit)
    if target.id in marks:
        return []
    name, other = unit_name(state, unit), unit_name(state, target)
    if target.id == unit.aimed:
        return [Illegal(f"{name} has fired at {other}; its other half needs another target", "BFE-FIR-H12", unit.id)]
    if is_engaged(state, unit):
        return [Illegal(f"{name} is in contact and fires at those who charge its front only", "BFE-FIR-H9", unit.id)]
    if is_engaged(state, target):
        return [Illegal(f"{other} is in melee and no target", "BFE-FIR-H5", unit.id)]
    hexes, far = distance(unit.hex, target.hex), weapon_range(state, unit)
    found = []
    if hexes > far:
        found.append(
            Illegal(
                f"out of range: {other} is {count_noun(hexes, 'hex')} away, {name} reaches {far}", "BFE-FIR-H1", unit.id
            )
        )
    if out_of_view(state, target, hexes):
        words = f"{other} has gone to ground and is not seen {count_noun(hexes, 'hex')} away"
        found.append(Illegal(words, "BFE-TER-H1", unit.id))
    if not arc_holds(state, unit, target.hex):
        found.append(Illegal(f"{other} is outside the arc of {name}", "BFE-FRM-H2", unit.id))
    found += _clear_path_faults(state, unit, target)
    if not found:
        first = ", ".join(unit_name(state, state.units[mark]) for mark in marks)
        found.append(Illegal(f"{name} must fire at an enemy nearer than {other}: {first}", "BFE-FIR-H5", unit.id))
    return found


def _clear_path_faults(state: State, unit: Body, target: Body) -> list[Illegal]:
    overhead = card(state, unit).arm == "gun"
    clear = fire_clearance(state, unit.hex, target.hex, overhead)
    if clear != NONE and not (clear == HALF and is_single_stand(state, unit)):
        return []
    where = masked_by(state, unit.hex, target.hex, overhead)
    rule = "BFE-ELG-14"
    for other in state.units.values():
        if in_play(other) and other.hex in where:
            rule = "BFE-ELG-13" if other.side == unit.side else "BFE-ELG-12"
            break
    hexes = ", ".join(label(h) for h in where)
    what = "half masked, and a single stand needs a clear front" if clear == HALF else "masked"
    return [Illegal(f"the path to {unit_name(state, target)} is {what}: hex {hexes}", rule, unit.id)]


# ---------------------------------------------------------------------- the shot


def do_fire(r: Ruling, command: Fire) -> None:
    """Resolve controlled fire: every die that reaches the need is a hit; only machine guns make a check afterwards.

    Rolls one d6 a stand (artillery: by range; machine guns: the number named, and every miss again). Then one d6 for
    each leader or mule in danger. Rules: BFE-PUB-7, BFE-13.8-3, BFE-14.1-4, BFE-14.1-7, BFE-FIR-H2, BFE-FIR-H7.
    """
    state: State = r.state
    unit = state.units[command.unit]
    aimed = shot(state, unit, state.units[command.target], dice=command.dice)
    mark_fired(r, unit, command.target)
    if card(state, unit).arm == "mg":
        hits, _ = throw(r, aimed)
        resolve_shot(r, aimed, hits)
        return
    faces = volley(r, aimed)
    if card(state, unit).arm == "gun" and tube_lost(r, aimed, faces):
        return
    resolve_shot(r, aimed, hits_of(faces, aimed.need))


FIRE = Verb(Fire, "Fire", "BFE-SEQ-H4", offer_fire, check_fire, do_fire)


def mark_fired(r: Ruling, unit: Body, target: str) -> None:
    """Mark that a unit has fired this turn and give the other side its turn; a company square may fire again, at
    another target.

    Rules: BFE-SEQ-H4, BFE-FIR-H12.
    """
    again = unit.formation == "square" and not unit.aimed and not is_engaged(r.state, unit)
    r.state = with_unit(r.state, unit.but(aimed=target) if again else unit.but(fired=True))
    other_side_next(r)


def volley(r: Ruling, aimed: Shot, mark: int = 0) -> tuple[int, ...]:
    """Roll the dice of a shot; one face may have a meaning of its own. Rules: BFE-PUB-7, BFE-FIR-H2."""
    state: State = r.state
    what = f"fire of {unit_name(state, state.units[aimed.unit])} at {unit_name(state, state.units[aimed.target])}"
    gun = card(state, state.units[aimed.unit]).arm == "gun"  # two 1s burst a rocket tube: its faces are distinguished
    groups = () if gun else face_groups(aimed.need, mark)
    return r.throw(dice_pool(aimed, what, "BFE-FIR-H2"), alike=groups).faces


def resolve_shot(r: Ruling, aimed: Shot, hits: int) -> None:
    """Report a shot and let it take effect; closing fire may stop the charge.

    Rules: BFE-FIR-H7, BFE-13.8-17, BFE-ART-H2, BFE-FIR-H9, BFE-PUB-25.
    """
    state: State = r.state
    unit = state.units[aimed.unit]
    rule = "BFE-FIR-H9" if aimed.kind == CLOSING else "BFE-PUB-24" if aimed.kind == RAPID else "BFE-PUB-7"
    r.note(
        VolleyFired(
            rule=rule,
            unit=aimed.unit,
            target=aimed.target,
            dice=aimed.dice,
            hits=hits,
            hexes=aimed.hexes,
            kind=aimed.kind,
        )
    )
    kills = kills_of(state, unit, hits, aimed.hexes) if card(state, unit).arm == "gun" else hits
    if kills < hits:
        note_shaking_hits(r, unit, aimed.target, hits - kills)
    take_shot(r, aimed.target, hits, kills, "BFE-13.8-17" if card(state, unit).arm == "mg" else "BFE-FIR-H7")
    if aimed.kind == CLOSING:
        _stop(r, aimed, hits)


def _stop(r: Ruling, aimed: Shot, hits: int) -> None:
    """Stop a charger that took two hits of closing fire: Shaken before its target, out of contact (BFE-FIR-H9)."""
    chart = r.state.scene.charts.closing
    need = chart.stop_hits_one if r.state.scene.options["closing_stop_one"] else chart.stop_hits
    charger = r.state.units[aimed.target]
    if hits < need or charger.lost:
        return
    end_contacts(r, charger.id, "BFE-FIR-H9")
    r.note(ChargerStopped(rule="BFE-FIR-H9", unit=charger.id, target=aimed.unit, hex=charger.hex))


def run_low(r: Ruling, name: str) -> None:
    """Mark a unit low on ammunition until a mule re-supplies it. No dice. Rules: BFE-14.1-3, BFE-14.1-5."""
    r.state = with_unit(r.state, r.state.units[name].but(low=True))
    r.note(RanLow(rule="BFE-14.1-3", unit=name))
