"""Cards to read: a unit with its stands and what it may do, the charts it rolls on, leaders, mules, markers."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.aiming import fire_rate, shot, targets, weapon_range
from rules.battles_for_empire.charging import barred_from_charging
from rules.battles_for_empire.chart_panels import conduct_chart, fire_chart, gun_odds, melee_chart
from rules.battles_for_empire.conduct import COLUMN_NAMES, column_of, conduct_terms, leader_rating
from rules.battles_for_empire.eligibility import may_not_fire, small_arm
from rules.battles_for_empire.formations import facing_word
from rules.battles_for_empire.hidden_units import marker_of
from rules.battles_for_empire.leaders import leaders_at
from rules.battles_for_empire.melee_needs import own_dice
from rules.battles_for_empire.movement import active_unit
from rules.battles_for_empire.rapid_fire import may_not_rapid
from rules.battles_for_empire.roster import FAMILIES, UnitType, load_roster
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.state import (
    FORMATION_NAMES,
    Body,
    Leader,
    Mule,
    State,
    card,
    fire_card,
    in_play,
    is_engaged,
    is_single_stand,
    unit_name,
)
from rules.battles_for_empire.state import Marker as HiddenMarker
from rules.battles_for_empire.unit_figures import stand_of
from rules.battles_for_empire.view import MOVEMENT
from rules.kernel.breakdown import format_signed
from rules.kernel.flow import Illegal
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.plurals import count_noun
from rules.kernel.view import Cell, Panel, Stand

GRADES = {"elite": "Elite", "steady": "Steady", "brittle": "Brittle"}
RATES = {1: "1st Rate", 2: "2nd Rate", 3: "3rd Rate"}


def panels(state: State, side: str, piece: str) -> tuple[Panel, ...]:
    """Return what may be read about a piece: a unit with its card and the charts it rolls on, a leader, a mule, a
    marker.

    Nothing for a piece that is not on the field. Rules: BFE-PUB-4, BFE-PCS-H1.
    """
    unit = state.units.get(piece)
    if unit is not None and not unit.lost and (unit.hex or marker_of(state, piece) is not None):
        return (_head(state, unit), unit_card_panel(state, unit), *_charts(state, unit))
    if piece in state.leaders and state.leaders[piece].hex and not state.leaders[piece].down:
        return _of_leader(state, state.leaders[piece])
    if piece in state.mules and state.mules[piece].hex and not state.mules[piece].lost:
        return _of_mule(state, state.mules[piece])
    if piece in state.markers:
        return _of_marker(state, side, state.markers[piece])
    return ()


def _charts(state: State, unit: Body) -> Iterator[Panel]:
    """Yield the charts a unit uses now: conduct first while units move, fire or melee first when that is on."""
    phase = SEQUENCE[state.cursor.phase].name
    kind = fire_card(state, unit)
    found = {"conduct": conduct_chart(state, unit), "melee": melee_chart(state, unit)}
    if kind.weapon:
        found["fire"] = fire_chart(state, unit)
    if kind.arm == "mg":
        found["odds"] = gun_odds(state, unit)
    order = ("conduct", "odds", "fire", "melee")
    if phase == "fire":
        order = ("odds", "fire", "conduct", "melee")
    elif phase == "melee":
        order = ("melee", "conduct", "odds", "fire")
    yield from (found[name] for name in order if name in found)


# ---------------------------------------------------------------------- a unit


def _head(state: State, unit: Body) -> Panel:
    kind = card(state, unit)
    facing = "faces all round" if unit.formation == "square" else f"faces {facing_word(state, unit.facing)}"
    formation = FORMATION_NAMES["limbered" if unit.limbered else unit.formation]
    return Panel(
        id=f"{unit.id}/head",
        kind="text",
        title=unit_name(state, unit),
        subtitle=f"{FAMILIES[kind.family]}, {GRADES[kind.grade].lower()}",
        notes=(f"{formation}, {facing}", *_leader_notes(state, unit)),
        rule="BFE-PUB-4",
    )


def _leader_notes(state: State, unit: Body) -> Iterator[str]:
    rating = leader_rating(state, unit) if unit.hex else 0
    if rating:
        yield f"A leader nearby adds {rating} to its conduct."
    for leader in leaders_at(state, unit.side, unit.hex) if unit.hex else ():
        yield f"{state.scene.names[leader.id]} is with it: it re-rolls one melee die per round."


def unit_card_panel(state: State, unit: Body) -> Panel:
    """Return the card of a unit: stands, needs by range, melee, Kills struck, and what it may do or why not."""
    kind, stand = card(state, unit), stand_of(state, unit)
    header, rows = _fire_rows(state, unit)
    base = state.scene.charts.melee.crew_need if is_single_stand(state, unit) else kind.melee
    dice = own_dice(state, unit)
    melee = (Cell("Melee"), Cell(f"{base}+", "strong", "BFE-MEL-H1"), Cell(_dice(dice), "", "BFE-MEL-H4"))
    rows = (*rows, (*melee, *(Cell("") for _ in range(len(header) - len(melee)))))
    return Panel(
        id=unit.id,
        kind="card",
        title=unit_name(state, unit),
        subtitle=kind.title,
        stand=stand,
        header=header,
        rows=rows,
        tracks=(("Kills", _kills(stand)),),
        notes=tuple(_notes(state, unit)),
        rule="BFE-PCS-H1",
    )


def _dice(count: int) -> str:
    return count_noun(count, "die", "dice")


def _kills(stand: Stand) -> tuple[Cell, ...]:
    """Return a box for each Kill that removes the unit, struck from the left."""
    return tuple(
        Cell(str(number), "bad" if number <= stand.kills else "", "BFE-PUB-9") for number in range(1, stand.limit + 1)
    )


def _fire_rows(state: State, unit: Body) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    """Return header and rows of what it hits with by range, at a target in the open, from where it stands now."""
    kind, charts = card(state, unit), state.scene.charts
    weapon = small_arm(state, unit)
    if weapon is not None:
        first = (1, weapon.close + 1, weapon.effective + 1)
        last = (weapon.close, weapon.effective, weapon.long)
        rate = fire_rate(state, unit) if state.scene.options["mounted_fire"] else kind.rate
        base = charts.fire.need - charts.fire.rate[rate] - weapon.to_hit
        needs = [_within(state, base - charts.fire.band[band]) for band in ("close", "effective", "long")]
        header = ("", *(f"{a}–{b}" if a < b else str(a) for a, b in zip(first, last, strict=True)))
        return header, ((Cell("Fire, hexes"), *(Cell(f"{need}+", "", "BFE-FIR-H2") for need in needs)),)
    if kind.arm == "gun":
        piece = charts.artillery.pieces[kind.weapon]
        begin = (1, *(step.last + 1 for step in piece.dice[:-1]))
        header = ("", *(f"{a}–{step.last}" for a, step in zip(begin, piece.dice, strict=True)))
        dice = (Cell("Dice, hexes"), *(Cell(str(step.dice), "", "BFE-ART-H1") for step in piece.dice))
        need = _within(state, piece.need - charts.fire.rate[kind.rate])
        hits = (Cell("Hits on"), *(Cell(f"{need}+", "", "BFE-FIR-H2") for _ in piece.dice))
        header, rows = header, (dice, hits)
        short = max(0, 3 - len(header))
        return (*header, *("" for _ in range(short))), tuple((*row, *(Cell("") for _ in range(short))) for row in rows)
    return ("", "need", ""), ()


def _within(state: State, need: int) -> int:
    return min(state.scene.charts.fire.most, max(state.scene.charts.fire.least, need))


def _notes(state: State, unit: Body) -> Iterator[str]:
    """Yield weapon and nerve, then what it may do in this phase, or why it may not."""
    kind = card(state, unit)
    weapon = small_arm(state, unit)
    arm = weapon.title if weapon is not None else "Sword and spear"
    if kind.arm == "gun":
        arm = state.scene.charts.artillery.pieces[kind.weapon].title
    rate = f"{arm}, {RATES[fire_card(state, unit).rate]}" if fire_card(state, unit).weapon else arm
    yield f"{rate} · {_conduct_words(state, unit)}"
    forms = ", ".join(FORMATION_NAMES[form].lower() for form in kind.forms)
    yield f"Formations: {forms}." + (f" {kind.note}" if kind.note else "")
    yield from _unusual(kind)
    phase = SEQUENCE[state.cursor.phase].name
    if not in_play(unit):
        yield "Hidden: revealed when it is activated or when the enemy comes near."
    elif phase in MOVEMENT:
        yield from _movement_notes(state, unit)
    elif phase == "fire":
        yield from _fire_notes(state, unit)
    if unit.low:
        yield "Low on ammunition until a mule in its hex or beside it serves it in the End Phase."


def _unusual(kind: UnitType) -> Iterator[str]:
    """Yield what this battle has changed of the card of such troops, as a skirmish does to be even."""
    usual = load_roster().types[kind.key]
    cells = []
    if kind.melee != usual.melee:
        cells.append(f"melee {kind.melee}+ (usually {usual.melee}+)")
    if kind.rate != usual.rate:
        cells.append(f"{RATES[kind.rate]} (usually {RATES[usual.rate]})")
    if cells:
        yield f"Changed in this battle: {', '.join(cells)}."


def _conduct_words(state: State, unit: Body) -> str:
    column = COLUMN_NAMES[column_of(state, unit)]
    if is_single_stand(state, unit) and not unit.shaken:
        return "rolls for conduct only when Shaken"
    terms = conduct_terms(state, unit) if in_play(unit) else ()
    total = sum_modifiers(terms)
    text = f" {format_signed(total)}" if total else ""
    return f"conduct {card(state, unit).chart}, {column}{text}"


def _movement_notes(state: State, unit: Body) -> Iterator[str]:
    held = active_unit(state, unit.side)
    if held is not None and held.id == unit.id:
        yield f"Active: {unit.allowance} of {count_noun(unit.full, 'hex')} left."
        reasons = barred_from_charging(state, unit)
        yield "May charge what it can reach." if not reasons else f"No charge: {_first_reason(state, unit, reasons)}."
    elif unit.taken_up:
        yield "Has been moved this turn."
    elif is_engaged(state, unit):
        yield "In melee contact: it stays until that is resolved."
    else:
        yield "Not yet activated this turn."


def _fire_notes(state: State, unit: Body) -> Iterator[str]:
    reasons = may_not_fire(state, unit)
    if reasons:
        yield f"No fire: {_first_reason(state, unit, reasons)}."
        return
    marks = targets(state, unit)
    if not marks:
        yield f"No target: nobody in its arc within {count_noun(weapon_range(state, unit), 'hex')} with a clear path."
        return
    aimed_at = state.units[marks[0]]
    aimed = shot(state, unit, aimed_at)
    whom = f"{len(marks)} targets" if len(marks) > 1 else f"{unit_name(state, aimed_at)}, on {aimed.need} or more"
    yield f"May fire with {_dice(aimed.dice)} at {whom}."
    quick = may_not_rapid(state, unit)
    if card(state, unit).arm == "foot" or not quick:
        twice = _dice(shot(state, unit, aimed_at, rapid=True).dice)
        yield (
            f"Rapid Fire: {twice}, misses re-rolled at the risk of low ammunition."
            if not quick
            else (f"No Rapid Fire: {_first_reason(state, unit, quick)}.")
        )


def _first_reason(state: State, unit: Body, reasons: tuple[Illegal, ...]) -> str:
    """Return the first reason without the unit's own name in front."""
    words = reasons[0].reason.removeprefix(unit_name(state, unit)).strip()
    return words.removeprefix("is ") if words.startswith("is ") else words


# ---------------------------------------------------------------------- leaders, mules, markers


def _of_leader(state: State, leader: Leader) -> tuple[Panel, ...]:
    chart, name = state.scene.charts.morale, state.scene.names[leader.id]
    scope = "every unit of his side" if leader.rating > 1 else "the units of his command"
    pace = state.scene.charts.manoeuvre.leader
    notes = (
        f"Adds {leader.rating} to the conduct of {scope} within {chart.leader_hexes} hexes that he sees.",
        "With a unit in melee he re-rolls one of its missed dice each round.",
        "He falls on a 6 when the unit he is with takes 3 Kills from one shot or loses a melee.",
        "Has ridden this turn." if leader.moved else f"May ride {pace} hexes in his phase.",
    )
    head = Panel(id=f"{leader.id}/head", kind="text", title=name, subtitle="leader", notes=(), rule="BFE-PUB-32")
    body = Panel(
        id=leader.id,
        kind="card",
        title=name,
        subtitle=f"leader of rating {leader.rating}",
        stand=Stand(figure="leader", formation="stand", count=1, limit=0, rating=leader.rating),
        notes=notes,
        rule="BFE-LDR-H1",
    )
    return head, body


def _of_mule(state: State, mule: Mule) -> tuple[Panel, ...]:
    name, charts = state.scene.names[mule.id], state.scene.charts
    loads = "Loads: as many as wanted." if mule.loads < 0 else f"Loads left: {mule.loads}."
    notes = (
        "In the End Phase it serves one unit low on ammunition, in its hex or beside it, that has not moved.",
        loads,
        "Has been driven this turn." if mule.moved else f"May be driven {charts.manoeuvre.mule} hexes in its phase.",
    )
    head = Panel(id=f"{mule.id}/head", kind="text", title=name, subtitle="ammunition", notes=(), rule="BFE-PUB-32")
    body = Panel(
        id=mule.id,
        kind="card",
        title=name,
        subtitle="ammunition mule",
        stand=Stand(figure="mule", formation="stand", count=1, limit=0),
        notes=notes,
        rule="BFE-RAP-H4",
    )
    return head, body


def _of_marker(state: State, side: str, marker: HiddenMarker) -> tuple[Panel, ...]:
    name, chart = state.scene.names[marker.id].capitalize(), state.scene.charts.hidden
    own = side in ("", marker.side)
    if own and marker.unit:
        what = f"{unit_name(state, state.units[marker.unit])} lies here."
    elif own:
        what = "A dummy: nothing lies here."
    else:
        what = "What lies here is not known: a unit, or a dummy."
    text = f"Turned over when an enemy comes within {chart.near} hexes, horse within {chart.scout}, or when it acts."
    return (Panel(id=marker.id, kind="text", title=name, subtitle="hidden", notes=(what, text), rule="BFE-ARR-H3"),)
