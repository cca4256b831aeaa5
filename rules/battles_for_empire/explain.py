"""Explaining the field: what lights up for a command, what a roll would add up, lines of fire, outcome classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.battles_for_empire.aiming import RAPID, Shot, shot, weapon_range
from rules.battles_for_empire.cards import panels
from rules.battles_for_empire.charging import charge_path
from rules.battles_for_empire.commands import (
    Charge,
    Conduct,
    Dismount,
    Drive,
    Face,
    Fight,
    Fire,
    FollowUp,
    Form,
    GoToGround,
    Lead,
    Mount,
    Move,
    Rapid,
    Resupply,
    Ride,
    Stay,
)
from rules.battles_for_empire.conduct import needs_die
from rules.battles_for_empire.events import (
    BecameShaken,
    Captured,
    Charged,
    ChargerStopped,
    ConductRolled,
    Destroyed,
    GunJammed,
    Hit,
    MeleeFought,
    Moved,
    RanLow,
    Recoiled,
    VolleyFired,
)
from rules.battles_for_empire.formations import FRONT, arc_holds, attack_aspect, facing_to, facing_word
from rules.battles_for_empire.hidden_units import marker_of
from rules.battles_for_empire.lines_of_fire import HALF, NONE, WHOLE, fire_clearance, masked_by, out_of_view
from rules.battles_for_empire.melee import do_fight, to_fight
from rules.battles_for_empire.melee_needs import attackers_of
from rules.battles_for_empire.movement import AWAY
from rules.battles_for_empire.pathfinding import path_to
from rules.battles_for_empire.state import (
    FORMATION_NAMES,
    Body,
    FieldScene,
    State,
    card,
    fire_card,
    is_single_stand,
    on_field,
    unit_name,
)
from rules.battles_for_empire.terrain import ground_at, in_view
from rules.kernel.derived import derived
from rules.kernel.flow import Command, Event
from rules.kernel.hexes import Hex, distance, label, line
from rules.kernel.plurals import count_noun, join_words
from rules.kernel.ruling import Ruling
from rules.kernel.sight import Sight, SightReport, Verdict
from rules.kernel.view import Place, Sketch


def forecast(r: Ruling, before: State, command: Command) -> tuple[tuple[str, str], ...]:
    """Return the parts of a melee for the side that orders it; of a charge, of the round that follows in this position.

    Rules: BFE-MEL-H1 to BFE-MEL-H10, BFE-CHG-1.
    """
    if isinstance(command, Charge):
        if command.target not in to_fight(r.state):
            return (("Melee", "no contact"),)
        do_fight(r, Fight(command.side, command.target))
    elif not isinstance(command, Fight):
        return ()
    fought = next((event for event in r.events if isinstance(event, MeleeFought)), None)
    if fought is None:
        return ()
    mine = {unit.id for unit in before.units.values() if unit.side == command.side}
    charged = fought.defender in mine
    gain = (fought.given - fought.taken) * (1 if charged else -1)
    return (
        ("Melee", "win" if gain > 0 else "lose" if gain < 0 else "draw"),
        ("Enemy loses", _kills(r, mine, own=False)),
        ("You lose", _kills(r, mine, own=True)),
        ("Then", _after(r, mine)),
    )


def _kills(r: Ruling, mine: set[str], *, own: bool) -> str:
    """Return the Kills a side takes, and whether a unit of it is gone."""
    lost = sum(event.kills for event in r.events if isinstance(event, Hit) and (event.unit in mine) == own)
    gone = any(isinstance(event, Destroyed | Captured) and (event.unit in mine) == own for event in r.events)
    return f"{count_noun(lost, 'Kill')}{', a unit lost' if gone else ''}"


def _after(r: Ruling, mine: set[str]) -> str:
    """Return who falls back."""
    back = {event.unit in mine for event in r.events if isinstance(event, Recoiled)}
    return {frozenset(): "nobody falls back", frozenset({True}): "you fall back"}.get(
        frozenset(back), "the enemy falls back" if back == {False} else "both fall back"
    )


__all__ = ["outcome_class", "names", "panels", "sight", "sketch"]

MOST_KILLS = 4  # in the odds this many or more are one class
MANY_KILLS = 3  # of Rapid Fire


def names(state: State) -> Mapping[str, str]:
    """Return ids of sides, units, leaders, mules and markers, and words of the charts, to the names players use."""
    return _names(state.scene)


@derived()
def _names(scene: FieldScene) -> Mapping[str, str]:
    return {**_words(), **scene.names}


@cache
def _words() -> dict[str, str]:
    words = {key: name.lower() for key, name in FORMATION_NAMES.items()}
    return words | {"volley": "controlled fire", "rapid": "Rapid Fire", "closing": "closing fire"}


# ---------------------------------------------------------------------- what to light


def sketch(state: State, command: Command) -> Sketch:
    """Return what to light on the field for a command, and what to call it."""
    named = names(state)
    match command:
        case Move(unit=key, hex=h, facing=facing):
            return _moving(state, state.units[key], h, facing)
        case Charge(unit=key, target=target):
            return _charging(state, state.units[key], state.units[target])
        case Fire(unit=key, target=target, dice=dice):
            aimed = shot(state, state.units[key], state.units[target], dice=dice)
            return _aim_sketch(state, aimed, f"{named[key]} fires at {named[target]}", "BFE-FIR-H2")
        case Rapid(unit=key, target=target):
            aimed = shot(state, state.units[key], state.units[target], rapid=True)
            return _aim_sketch(state, aimed, f"{named[key]}: Rapid Fire at {named[target]}", "BFE-14.1-1")
        case Conduct(unit=key):
            unit = state.units[key]
            verb = "roll for conduct" if needs_die(state, unit) else "activate"
            return _at(state, key, f"{named[key]}: {verb}", "BFE-CON-H1")
        case Form(unit=key, formation=formation):
            return _at(state, key, f"{named[key]}: {_forming(formation)}", "BFE-MAN-H3")
        case Face(unit=key, facing=facing):
            found = _at(state, key, f"{named[key]}: face {facing_word(state, facing)}", "BFE-MAN-H2")
            return found.but(facing=facing)
        case Mount(unit=key):
            return _at(state, key, f"{named[key]}: mount", "BFE-MAN-H4")
        case Dismount(unit=key):
            return _at(state, key, f"{named[key]}: dismount", "BFE-MAN-H4")
        case GoToGround(unit=key):
            how = "go to ground" if card(state, state.units[key]).family == "native" else "lie down"
            return _at(state, key, f"{named[key]}: {how}", "BFE-MAN-H10")
        case Ride(leader=key, hex=h):
            return _path_sketch(key, state.leaders[key].hex, h, f"{named[key]}: ride to {label(h)}", "BFE-MAN-H12")
        case Drive(mule=key, hex=h):
            return _path_sketch(key, state.mules[key].hex, h, f"{named[key]}: drive to {label(h)}", "BFE-PUB-33")
        case Fight(unit=key):
            foes = join_words([named[name] for name in attackers_of(state, key)])
            return _at(state, key, f"{named[key]}: fight {foes}", "BFE-SEQ-H5")
        case Resupply(unit=key, mule=mule):
            here, there = state.units[key].hex, state.mules[mule].hex
            return Sketch(
                label=f"{named[key]}: ammunition from {named[mule]}",
                piece=key,
                at=(here,),
                path=((there,), (here,)),
                rule="BFE-RAP-H4",
            )
        case FollowUp(unit=key):
            h = state.cursor.frames[-1].number
            return _path_sketch(key, state.units[key].hex, h, f"{named[key]}: follow up to {label(h)}", "BFE-MEL-H9")
        case Stay():
            return Sketch(label="Stay where they are", rule="BFE-MEL-H9")
        case Lead(order=order):
            return Sketch(label=f"Move {order}", rule="BFE-SEQ-H2")
    return Sketch(label="End the phase", rule="BFE-SEQ-H1")


def _forming(formation: str) -> str:
    if formation == "limbered":
        return "limber up"
    if formation == "stand":
        return "unlimber"
    return f"form {FORMATION_NAMES.get(formation, formation).lower()}"


def where_is(state: State, key: str) -> Hex:
    """Return the hex of a unit, or that of the marker it hides under; 0 when it is not on the field."""
    unit = state.units[key]
    if unit.hex or not state.markers:
        return unit.hex
    marker = marker_of(state, key)
    return marker.hex if marker is not None else 0


def _at(state: State, key: str, text: str, rule: str) -> Sketch:
    return Sketch(label=text, piece=key, at=(where_is(state, key),), rule=rule)


def _path_sketch(key: str, here: Hex, there: Hex, text: str, rule: str) -> Sketch:
    return Sketch(label=text, piece=key, at=(there,), path=((here,), (there,)), rule=rule)


def _moving(state: State, unit: Body, h: Hex, facing: int) -> Sketch:
    name = unit_name(state, unit)
    if h == AWAY:
        return Sketch(label=f"{name}: leave the field", piece=unit.id, at=(unit.hex,), rule="BFE-TER-H7")
    way = path_to(state, unit, h, facing)
    if way is None:
        return Sketch(label=f"{name}: to {label(h)}", piece=unit.id, at=(h,), facing=facing, rule="BFE-MAN-H1")
    aside = ", a side-step" if way.aside else ""
    cost = f"{count_noun(way.cost, 'hex')}"
    return Sketch(
        label=f"{name}: to {label(h)} facing {facing_word(state, facing)}, {cost}{aside}",
        piece=unit.id,
        at=(h,),
        facing=facing,
        path=tuple((step,) for step in way.path),
        rule="BFE-PUB-19" if way.aside else "BFE-MAN-H1",
    )


def _charging(state: State, unit: Body, target: Body) -> Sketch:
    text = f"{unit_name(state, unit)} charges {unit_name(state, target)}"
    way = charge_path(state, unit, target)
    if way is None:
        return Sketch(label=text, piece=unit.id, target=target.id, at=(target.hex,), rule="BFE-CHG-1")
    where = attack_aspect(state, target, way.path[-1])
    onto = "" if where == FRONT else f" in the {where}"
    return Sketch(
        label=f"{text}{onto}",
        piece=unit.id,
        target=target.id,
        at=(way.path[-1],),
        facing=way.facings[-1],
        path=(*((step,) for step in way.path), (target.hex,)),
        rule="BFE-CHG-1",
    )


def _aim_sketch(state: State, aimed: Shot, text: str, rule: str) -> Sketch:
    here, there = state.units[aimed.unit].hex, state.units[aimed.target].hex
    rolls = f", {count_noun(aimed.dice, 'die', 'dice')}, {aimed.need}+"
    return Sketch(
        label=f"{text}{rolls}",
        rolls=rolls,
        piece=aimed.unit,
        target=aimed.target,
        at=(there,),
        path=((here,), (there,)),
        rule=rule,
    )


def outcome_class(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a command for the odds: a shot's Kills, a conduct result, who wins a melee round."""
    for event in events:
        match event:
            case ConductRolled(result=result):
                return _conduct_class(result)
            case MeleeFought(result=result):
                return result
            case GunJammed():
                return "jam"
            case VolleyFired():
                return _shot_class(events)
            case Destroyed(rule="BFE-ART-H4"):
                return "tube burst"
            case Charged(flank=flank):
                return f"contact, {flank}"
            case Moved():
                return "moved"
    return "done"


def _conduct_class(result: str) -> str:
    word = result.replace("rally, ", "")
    hexes = "".join(letter for letter in word if letter.isdigit()) or "0"
    if word.startswith("recoil") or word == "falter":
        return word.split()[0]
    moved = f"{hexes} {'hex' if hexes == '1' else 'hexes'}" if hexes != "0" else "no move"
    if word == "no die":
        return "no die"
    return f"rally, {moved}" if result.startswith("rally") else moved


def _shot_class(events: tuple[Event, ...]) -> str:
    fired = next(event for event in events if type(event) is VolleyFired)
    mark, low = fired.target, any(type(event) is RanLow for event in events)
    gone = any(type(event) is Destroyed and event.unit == mark for event in events)
    gone = gone or any(type(event) is Captured and event.unit == mark for event in events)
    kills = sum(event.kills for event in events if type(event) is Hit and event.unit == mark)
    if gone:
        text = "removed"
    elif kills and fired.kind == RAPID:
        text = "1 or 2 Kills" if kills < MANY_KILLS else f"{MANY_KILLS} Kills or more"
    elif kills:
        text = f"{MOST_KILLS} Kills or more" if kills >= MOST_KILLS else f"{count_noun(kills, 'Kill')}"
    else:
        shaken = any(type(event) is BecameShaken for event in events)
        text = "shaken" if shaken else "hit without effect" if fired.hits else "miss"
    stopped = any(type(event) is ChargerStopped for event in events)
    return f"{text}{', stopped' * stopped}{', low' * low}"


# ---------------------------------------------------------------------- lines of fire


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the line between two hexes: the same routine that decides fire, with what masks it.

    Clear or blocked when it is so in both directions, partial when half of the stands or one direction only is masked.
    From a hex where a unit of ours stands (or anybody, for the referee) its range, arc and weapon count; from an empty
    one only the path. Rules: BFE-ELG-11 to BFE-ELG-14, BFE-FIR-H6, BFE-FIR-H1, BFE-FRM-H2, BFE-TER-H3.
    """
    a, b = start[0], end[0]
    hexes = distance(a, b)
    how_far = f"{count_noun(hexes, 'hex')}, {3 * hexes} inches" if hexes else "the same hex"
    unit = _firer(state, a)
    clear, masks = _path(state, a, b, unit)
    back, behind = _path(state, b, a, _firer(state, b))
    crossed = line(a, b)
    ties = tuple(cell for cell in crossed if len(cell) == 2)
    verdict: Verdict = "clear" if clear == back == WHOLE else "blocked" if clear == back == NONE else "partial"
    stopped = () if verdict == "clear" else tuple(sorted({*masks, *behind}))
    words, rule = _line_words(state, a, b, (clear, masks), unit)
    return SightReport(Sight(verdict, crossed, stopped, ties), how_far, words, rule)


def _path(state: State, a: Hex, b: Hex, unit: Body | None) -> tuple[int, tuple[Hex, ...]]:
    """Return how clear the path from a hex is for whoever stands there, and what masks it."""
    if a == b:
        return WHOLE, ()
    overhead = unit is not None and card(state, unit).arm == "gun"
    return fire_clearance(state, a, b, overhead), masked_by(state, a, b, overhead)


def _firer(state: State, h: Hex) -> Body | None:
    """Return the unit in a hex whose fire would be measured: one with a weapon before one without."""
    here = [state.units[name] for name in on_field(state).get(h, ())]
    return next((unit for unit in here if fire_card(state, unit).weapon), here[0] if here else None)


def _line_words(state: State, a: Hex, b: Hex, found: tuple[int, tuple[Hex, ...]], unit: Body | None) -> tuple[str, str]:
    """Return a line of fire in words, with what the unit at its start could do along it."""
    clear, masks = found
    if clear == NONE:
        return f"No clear path: {_masking(state, masks)}", "BFE-ELG-11"
    words, rule = "Clear path", "BFE-ELG-11"
    if clear == HALF:
        words, rule = f"Half masked by {_masking(state, masks)}: half of the stands fire", "BFE-FIR-H6"
        if unit is not None and is_single_stand(state, unit):
            return f"Half masked by {_masking(state, masks)}: a single stand may not fire", "BFE-FIR-H6"
    if unit is None or a == b:
        return words, rule
    name, hexes = unit_name(state, unit), distance(a, b)
    if not fire_card(state, unit).weapon:
        return f"{words}; {name} has no firearms", "BFE-ELG-2"
    far = weapon_range(state, unit)
    if hexes > far:
        return f"{words}, but out of range: {name} reaches {far} hexes", "BFE-FIR-H1"
    if not arc_holds(state, unit, b):
        turn = facing_word(state, facing_to(a, b, unit.facing))
        faces = facing_word(state, unit.facing)
        return f"{words}, but outside the arc of {name}: it faces {faces}, not {turn}", "BFE-FRM-H2"
    for other in (state.units[key] for key in on_field(state).get(b, ())):
        if other.side != unit.side:
            if out_of_view(state, other, hexes):
                return f"{words}, but {unit_name(state, other)} has gone to ground and is not seen", "BFE-TER-H1"
            if not in_view(state, a, b):
                continue
            aimed = shot(state, unit, other)
            return f"{words}: {name} would hit {unit_name(state, other)} on {aimed.need} or more", rule
    return f"{words}, in range and in the arc of {name}", rule


def _masking(state: State, masks: tuple[Hex, ...]) -> str:
    sketches = []
    for h in dict.fromkeys(masks):
        here = on_field(state).get(h, ())
        what = unit_name(state, state.units[here[0]]) if here else ground_at(state, h).title.lower()
        if not here and not ground_at(state, h).blocks:
            what = "higher ground"
        sketches.append(f"{what} in {label(h)}")
    return ", ".join(sketches) or "the ground"
