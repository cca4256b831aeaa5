"""Drill: changes of formation and facing, mounting and dismounting, going to ground, limbering."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.commands import Dismount, Face, Form, GoToGround, Mount
from rules.battles_for_empire.conduct import may_leave_melee
from rules.battles_for_empire.events import (
    Dismounted,
    Faced,
    FormationChanged,
    Limbered,
    MountedUp,
    Unlimbered,
    WentToGround,
)
from rules.battles_for_empire.formations import facing_word, facing_words, formations_for
from rules.battles_for_empire.movement import active_unit, not_active, stands_fast
from rules.battles_for_empire.pathfinding import turns_freely
from rules.battles_for_empire.state import (
    FORMATION_NAMES,
    Body,
    State,
    card,
    is_engaged,
    is_single_stand,
    unit_name,
    with_unit,
)
from rules.battles_for_empire.terrain import defile, ground_at, ground_word
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling

LIMBERED, UNLIMBERED = "limbered", "stand"
ROUGH_GOING = ("skirmish", "mass", "deep")


def _fighting(state: State, unit: Body) -> list[Illegal]:
    """Return why a unit in melee contact may not drill. Rules: BFE-CHG-2, BFE-MAN-H13."""
    if not is_engaged(state, unit):
        return []
    if may_leave_melee(state, unit):
        reason = f"{unit_name(state, unit)} is in melee contact: it may move off, and drills when it is clear"
        return [Illegal(reason, "BFE-MAN-H13", unit.id)]
    reason = f"{unit_name(state, unit)} is in melee contact and may not move of its own will until it is resolved"
    return [Illegal(reason, "BFE-CHG-2", unit.id)]


# ---------------------------------------------------------------------- formation


def form_cost(state: State, unit: Body, formation: str) -> int:
    """Return hexes a change of formation costs: 1 for Imperial and Boer units, 2 for Colonial Recruits.

    Natives pay the whole turn; a mass deepens at a defile and widens again at no cost; limbering costs 1.
    Rules: BFE-MAN-H3, BFE-MAN-H11, BFE-PUB-20, BFE-PUB-27.
    """
    pace = state.scene.charts.manoeuvre
    if formation in (LIMBERED, UNLIMBERED):
        return pace.limber
    if {formation, unit.formation} == {"mass", "deep"}:
        return 0
    cost = pace.form[card(state, unit).family]
    return cost if cost else max(unit.full, 1)


def formations_open(state: State, unit: Body) -> tuple[str, ...]:
    """Return the formations the active unit could change to now, whatever they cost."""
    if is_single_stand(state, unit):
        return (UNLIMBERED,) if unit.limbered else (LIMBERED,)
    return tuple(name for name in formations_for(state, unit) if name != unit.formation)


def offer_form(state: State, side: str) -> Iterator[Offer]:
    """Yield the formations the active unit can take up."""
    unit = active_unit(state, side)
    if unit is None:
        return
    commands = tuple(
        Form(side, unit.id, name) for name in formations_open(state, unit) if not _no_form(state, unit, name)
    )
    if commands:
        yield Offer("form", f"Form {unit_name(state, unit)}", "BFE-MAN-H3", unit.id, commands)


def check_form(state: State, command: Form) -> tuple[Illegal, ...]:
    """Return every reason against a change of formation.

    Rules: BFE-MAN-H3, BFE-MAN-H11, BFE-FRM-H1, BFE-TER-H2, BFE-CHG-2.
    """
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H3")
    return reasons or tuple(_no_form(state, state.units[command.unit], command.formation))


def _no_form(state: State, unit: Body, formation: str) -> list[Illegal]:
    name, reasons = unit_name(state, unit), _fighting(state, unit)
    if formation not in formations_open(state, unit):
        known = ", ".join(FORMATION_NAMES[each] for each in formations_open(state, unit)) or "no other formation"
        reasons.append(Illegal(f"{name} can form {known}, not {formation[:20]!r}", "BFE-FRM-H1", unit.id))
        return reasons
    cost = form_cost(state, unit, formation)
    if cost > unit.allowance:
        reasons.append(
            Illegal(
                f"the change costs {count_noun(cost, 'hex')}; {name} has {unit.allowance} left", "BFE-MAN-H3", unit.id
            )
        )
    if formation == "deep" and not defile(state, unit.hex):
        reasons.append(Illegal(f"{name} does not stand at a defile", "BFE-PUB-27", unit.id))
    if not is_single_stand(state, unit) and formation not in ROUGH_GOING and not ground_at(state, unit.hex).formed:
        ground = ground_word(state, unit.hex)
        reasons.append(Illegal(f"close order is impossible in {ground}", "BFE-TER-H2", unit.id))
    return reasons


def do_form(r: Ruling, command: Form) -> None:
    """Change formation, limber up or unlimber. It counts as moving. No dice.

    Rules: BFE-MAN-H3, BFE-MAN-H11, BFE-MF-7, BFE-MF-18, BFE-PUB-20, BFE-PUB-27.
    """
    state: State = r.state
    unit = state.units[command.unit]
    left = unit.allowance - form_cost(state, unit, command.formation)
    if is_single_stand(state, unit):
        limbered = command.formation == LIMBERED
        r.state = with_unit(state, unit.but(limbered=limbered, allowance=left, turned=True, moved=unit.moved + 1))
        event = Limbered if limbered else Unlimbered
        r.note(event(rule="BFE-MAN-H11", unit=unit.id))
        return
    pace = state.scene.charts.manoeuvre
    if command.formation == "square":
        left = min(left, pace.square)
    state = with_unit(
        state,
        unit.but(
            formation=command.formation,
            allowance=left,
            turned=True,
            formed_skirmish=command.formation == "skirmish",
            moved_further=command.formation == "skirmish" and (unit.moved > 0 or unit.turned),
            ground=False,
        ),
    )
    widened = {command.formation, unit.formation} == {"mass", "deep"}
    whole = not pace.form[card(state, unit).family] and not widened  # natives: it does nothing else this turn
    r.state = state.but(in_hand="") if whole else state
    rule = "BFE-PUB-27" if "deep" in (command.formation, unit.formation) else "BFE-MAN-H3"
    r.note(FormationChanged(rule=rule, unit=unit.id, formation=command.formation))


FORM = Verb(Form, "Change formation", "BFE-MAN-H3", offer_form, check_form, do_form)


# ---------------------------------------------------------------------- facing


def face_cost(state: State, unit: Body, facing: int) -> int:
    """Return hexes a turn on the spot costs: 1 for every corner in line, column and Imperial horse, else nothing.

    Rule: BFE-MAN-H2.
    """
    if turns_freely(state, unit):
        return 0
    off = (facing - unit.facing) % 6
    return min(off, 6 - off) * state.scene.charts.manoeuvre.face


def offer_face(state: State, side: str) -> Iterator[Offer]:
    """Yield the facings the active unit can turn to."""
    unit = active_unit(state, side)
    if unit is None or is_engaged(state, unit) or unit.formation == "square" or stands_fast(state, unit):
        return
    commands = tuple(
        Face(side, unit.id, facing)
        for facing in range(6)
        if facing != unit.facing and face_cost(state, unit, facing) <= unit.allowance
    )
    if commands:
        yield Offer("face", f"Turn {unit_name(state, unit)}", "BFE-MAN-H2", unit.id, commands)


def check_face(state: State, command: Face) -> tuple[Illegal, ...]:
    """Return every reason against a turn on the spot. Rules: BFE-MAN-H2, BFE-CHG-2, BFE-FRM-H4, BFE-MF-21."""
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H2")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    name, found = unit_name(state, unit), [*_fighting(state, unit), *stands_fast(state, unit)]
    if unit.formation == "square":
        found.append(Illegal(f"{name} is in square and faces all round", "BFE-FRM-H4", unit.id))
    if not 0 <= command.facing < 6:
        found.append(Illegal(f"a facing is 0 to 5 ({facing_words(state)}); found {command.facing}", "BFE-MAN-H2"))
    elif command.facing == unit.facing:
        found.append(Illegal(f"{name} faces {facing_word(state, unit.facing)} already", "BFE-MAN-H2", unit.id))
    else:
        cost = face_cost(state, unit, command.facing)
        if cost > unit.allowance:
            found.append(
                Illegal(
                    f"the turn costs {count_noun(cost, 'hex')}; {name} has {unit.allowance} left", "BFE-MAN-H2", unit.id
                )
            )
    return tuple(found)


def do_face(r: Ruling, command: Face) -> None:
    """Turn on the spot: guns pivot, for all others it is a move. No dice.

    Rules: BFE-MAN-H2, BFE-MF-3, BFE-MF-8, BFE-ART-H3.
    """
    state: State = r.state
    unit = state.units[command.unit]
    left = unit.allowance - face_cost(state, unit, command.facing)
    turned = unit.but(
        facing=command.facing,
        allowance=left,
        ground=False,
        moved_further=unit.moved_further or unit.formed_skirmish,
    )
    pivot = is_single_stand(state, unit) and not unit.limbered
    turned = turned.but(pivoted=pivot or unit.pivoted, turned=unit.turned or not pivot)
    r.state = with_unit(state, turned)
    rule = "BFE-MAN-H2" if not pivot else "BFE-MF-3" if card(state, unit).arm == "mg" else "BFE-ART-H3"
    r.note(Faced(rule=rule, unit=unit.id, facing=command.facing))


FACE = Verb(Face, "Turn", "BFE-MAN-H2", offer_face, check_face, do_face)


# ---------------------------------------------------------------------- mounting


def offer_mount(state: State, side: str) -> Iterator[Offer]:
    """Yield the active unit: it gets on its horses."""
    unit = active_unit(state, side)
    if unit is not None and rides(state, unit) and not check_mount(state, Mount(side, unit.id)):
        yield Offer("mount", f"Mount {unit_name(state, unit)}", "BFE-MAN-H4", unit.id, (Mount(side, unit.id),))


def offer_dismount(state: State, side: str) -> Iterator[Offer]:
    """Yield the active unit: it gets down."""
    unit = active_unit(state, side)
    if unit is not None and rides(state, unit) and not check_dismount(state, Dismount(side, unit.id)):
        words = f"Dismount {unit_name(state, unit)}"
        yield Offer("dismount", words, "BFE-MAN-H4", unit.id, (Dismount(side, unit.id),))


def check_mount(state: State, command: Mount) -> tuple[Illegal, ...]:
    """Return every reason against mounting. Rules: BFE-MAN-H4, BFE-TER-H1, BFE-CHG-2."""
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H4")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    name, found = unit_name(state, unit), _saddle(state, unit)
    if unit.mounted:
        found.append(Illegal(f"{name} is mounted already", "BFE-MAN-H4", unit.id))
    if ground_at(state, unit.hex).mounted is None:
        found.append(Illegal(f"nobody rides in {ground_word(state, unit.hex)}", "BFE-TER-H1", unit.id))
    return tuple(found)


def check_dismount(state: State, command: Dismount) -> tuple[Illegal, ...]:
    """Return every reason against dismounting. Rules: BFE-MAN-H4, BFE-ELG-5, BFE-CHG-2."""
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H4")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    found = _saddle(state, unit)
    if not unit.mounted:
        found.append(Illegal(f"{unit_name(state, unit)} is on foot already", "BFE-MAN-H4", unit.id))
    return tuple(found)


def rides(state: State, unit: Body) -> bool:
    """Return whether a unit fights both mounted and on foot (BFE-MAN-H4)."""
    return bool(state.scene.cards[unit.id].can_dismount)


def _saddle(state: State, unit: Body) -> list[Illegal]:
    name, reasons = unit_name(state, unit), _fighting(state, unit)
    if not rides(state, unit):
        reasons.append(Illegal(f"{name} never fights both mounted and on foot", "BFE-MAN-H4", unit.id))
    cost = state.scene.charts.manoeuvre.mount
    if cost > unit.allowance:
        words = f"it costs {count_noun(cost, 'hex')}; {name} has {unit.allowance} left"
        reasons.append(Illegal(words, "BFE-MAN-H4", unit.id))
    return reasons


def foot_formation(state: State, unit: Body) -> str:
    """Return the formation a unit takes up as it gets down: the first of its formations on foot (BFE-MAN-H4)."""
    return formations_for(state, unit.but(mounted=False))[0]


def do_mount(r: Ruling, command: Mount) -> None:
    """Get on the horses or camels: 2 hexes of the move. No dice. Rule: BFE-MAN-H4."""
    state: State = r.state
    unit = state.units[command.unit]
    left = unit.allowance - state.scene.charts.manoeuvre.mount
    r.state = with_unit(state, unit.but(mounted=True, formation="mounted", allowance=left, turned=True, ground=False))
    r.note(MountedUp(rule="BFE-MAN-H4", unit=unit.id))


MOUNT = Verb(Mount, "Mount", "BFE-MAN-H4", offer_mount, check_mount, do_mount)


def do_dismount(r: Ruling, command: Dismount) -> None:
    """Get down: 2 hexes of the move. The horses are held in the hex. No dice. Rules: BFE-MAN-H4, BFE-MF-10."""
    state: State = r.state
    unit = state.units[command.unit]
    left = unit.allowance - state.scene.charts.manoeuvre.mount
    down = unit.but(mounted=False, formation=foot_formation(state, unit), allowance=left, turned=True)
    r.state = with_unit(state, down)
    r.note(Dismounted(rule="BFE-MAN-H4", unit=unit.id))


DISMOUNT = Verb(Dismount, "Dismount", "BFE-MAN-H4", offer_dismount, check_dismount, do_dismount)


# ---------------------------------------------------------------------- going to ground


def offer_ground(state: State, side: str) -> Iterator[Offer]:
    """Yield the active unit goes to ground instead of moving."""
    unit = active_unit(state, side)
    if unit is None or unit.allowance < unit.full or unit.moved or unit.turned or unit.ground:
        return
    if not check_ground(state, GoToGround(side, unit.id)):
        word = "to ground" if card(state, unit).family == "native" else "prone"
        yield Offer(
            "ground", f"{unit_name(state, unit)}: go {word}", "BFE-MAN-H10", unit.id, (GoToGround(side, unit.id),)
        )


def check_ground(state: State, command: GoToGround) -> tuple[Illegal, ...]:
    """Return every reason against going to ground. Rules: BFE-MAN-H10, BFE-CHG-2."""
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H10")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    name, found = unit_name(state, unit), _fighting(state, unit)
    if unit.ground:
        found.append(Illegal(f"{name} has gone to ground", "BFE-MAN-H10", unit.id))
    if unit.mounted or is_single_stand(state, unit) or card(state, unit).family == "boer":
        found.append(Illegal("only natives on foot and Imperial foot go to ground", "BFE-MAN-H10", unit.id))
    if unit.formation == "square":
        found.append(Illegal(f"{name} is in square and stays on its feet", "BFE-MAN-H10", unit.id))
    if unit.allowance < unit.full or unit.moved or unit.turned:
        found.append(Illegal(f"{name} has begun to move: it goes to ground instead of moving", "BFE-MAN-H10", unit.id))
    return tuple(found)


def do_ground(r: Ruling, command: GoToGround) -> None:
    """Lie down for the rest of the turn and until the unit next moves. No dice. Rule: BFE-MAN-H10."""
    state: State = r.state
    unit = state.units[command.unit]
    r.state = with_unit(state, unit.but(ground=True, allowance=0)).but(in_hand="")
    r.note(WentToGround(rule="BFE-MAN-H10", unit=unit.id))


GROUND = Verb(GoToGround, "Go to ground", "BFE-MAN-H10", offer_ground, check_ground, do_ground)
