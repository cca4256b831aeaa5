"""What a side sees of the field: counters of stands, contacts, objectives, the prompt, the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.conduct import column_of
from rules.battles_for_empire.eligibility import fire_stance
from rules.battles_for_empire.firing import offer_fire
from rules.battles_for_empire.followup import INTERRUPTS
from rules.battles_for_empire.formations import facing_word, north_of
from rules.battles_for_empire.knowledge import is_hidden
from rules.battles_for_empire.melee import to_fight
from rules.battles_for_empire.movement_costs import PLACE
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.state import (
    FORMATION_NAMES,
    Body,
    Leader,
    Mule,
    State,
    card,
    enemy_of,
    in_play,
    is_engaged,
    is_single_stand,
    unit_name,
)
from rules.battles_for_empire.state import Marker as HiddenMarker
from rules.battles_for_empire.unit_figures import stand_of
from rules.battles_for_empire.victory import SORTIE_TURN, half_points_text, held_by, ledger, points_lost
from rules.kernel import plurals
from rules.kernel.flow import actor
from rules.kernel.hexes import label
from rules.kernel.plurals import count_noun
from rules.kernel.view import Badge, Bar, Marker, Piece, Prompt, Score, ScoreLine, Stand, View
from rules.kernel.view_header import pieces_to_act, prompt_of, view_header

MOST_NAMED = 3
FIRE_PHASES = ("fire",)
MOVEMENT = ("first movement", "second movement")


def view(state: State, side: str) -> View:
    """Return the field as `side` sees it; `state` is already what that side may know. Side "" sees everything."""
    return View(
        **view_header(SEQUENCE, state, side, _scores(state), prompt(state)),
        pieces=tuple(_pieces(state, side)),
        markers=tuple(_markers(state)),
        conditions=tuple(_conditions(state, side)),
        north_deg=north_of(state),
    )


# ---------------------------------------------------------------------- counters


def _pieces(state: State, side: str) -> Iterator[Piece]:
    """Yield units, then the markers of what is hidden, then leaders and mules.

    Rules: BFE-PUB-4, BFE-ARR-H3, BFE-PUB-32.
    """
    frames = state.cursor.frames
    ready = frozenset(frames[-1].subject.split(",")) if frames else pieces_to_act(SEQUENCE, state)
    for unit in state.units.values():
        if in_play(unit):
            yield _piece(state, unit, unit.hex, unit.id in ready)
    for marker in state.markers.values():
        yield _hidden_piece(state, side, marker, ready)
    for leader in state.leaders.values():
        if leader.hex > 0 and not leader.down:
            yield _leader(state, leader, leader.id in ready)
    for mule in state.mules.values():
        if mule.hex > 0 and not mule.lost:
            yield _mule(state, mule, mule.id in ready)


def _piece(state: State, unit: Body, h: int, ready: bool) -> Piece:
    stand = stand_of(state, unit)
    return Piece(
        id=unit.id,
        side=unit.side,
        name=unit_name(state, unit),
        tag=tag_of(state, unit.id),
        at=(h,),
        facing=unit.facing,
        stand=stand,
        text=line_of_text(state, unit, stand),
        badges=tuple(_badges(state, unit)),
        bars=(Bar("Kills", stand.kills, stand.limit),),
        factors=_factors(state, unit, stand),
        ready=ready,
        tip=_tip(state, unit, stand),
    )


def _factors(state: State, unit: Body, stand: Stand) -> tuple[tuple[int, int], ...]:
    """Return strength left, the need in melee, the last hex of fire. Rules: BFE-PUB-4, BFE-MEL-H1, BFE-FIR-H1."""
    need = state.scene.charts.melee.crew_need if is_single_stand(state, unit) else card(state, unit).melee
    reach = stand.reach[-1] if stand.reach else 0
    return (stand.limit - stand.kills, stand.limit), (need, need), (reach, reach)


def tag_of(state: State, key: str) -> str:
    """Return the short name on a counter: the scenario's, or that of its card."""
    for force in state.scene.scenario.forces:
        if force.id == key:
            return force.tag
        if key.startswith(f"{force.id}-") and len(force.units) > 1 and force.tag:
            return f"{force.tag} {key.removeprefix(force.id + '-')}"
    return ""


def short_name(state: State, key: str) -> str:
    """Return what a unit is called where there is little room: the words on its counter, or its name."""
    return tag_of(state, key) or state.scene.names.get(key, key)


def line_of_text(state: State, unit: Body, stand: Stand) -> str:
    """Return one line about a unit: its formation, its losses, its movement left."""
    words = [FORMATION_NAMES["limbered" if unit.limbered else unit.formation].lower()]
    if unit.kills:
        words.append(f"{unit.kills} of {stand.limit} Kills")
    if unit.shaken:
        words.append("Shaken")
    if state.in_hand == unit.id:
        words.append(f"{unit.allowance} of {count_noun(unit.full, 'hex')} left")
    return " · ".join(words)


def _tip(state: State, unit: Body, stand: Stand) -> str:
    kind = card(state, unit)
    facing = "faces all round" if unit.formation == "square" else f"faces {facing_word(state, unit.facing)}"
    return f"{unit_name(state, unit)}: {kind.title}, {line_of_text(state, unit, stand)}, {facing}"


def _badges(state: State, unit: Body) -> Iterator[Badge]:
    """Yield the signs on a counter, the weightiest first: only four are shown."""
    if unit.shaken:
        yield Badge("shaken", "S", "Shaken: the Shaken column, -1 in fire and melee, no charge", "BFE-FIR-H7")
    if is_engaged(state, unit):
        yield Badge("engaged", "X", "in melee contact: it does not move of its own will", "BFE-CHG-2")
    if unit.low:
        yield Badge("low", "L", "low on ammunition: no Rapid Fire, -1 in fire and in melee", "BFE-14.1-5")
    if unit.jammed:
        yield Badge("jammed", "J", "jammed: no effect this turn, ready again next turn", "BFE-13.8-9")
    if unit.charged:
        yield Badge("charged", "C", "charged this turn: it does not fire", "BFE-MF-12")
    if unit.ground:
        yield Badge("ground", "G", "gone to ground: protection 1, and at a loss when charged", "BFE-MAN-H10")
    if unit.disordered:
        yield Badge("disordered", "D", "Disordered by broken ground: -1 in fire and melee", "BFE-TER-H4")
    if unit.rallied:
        yield Badge("rallied", "R", "rallied this turn: it may move but not charge", "BFE-CON-H7")
    if not unit.shaken and column_of(state, unit) == "unsure":
        yield Badge("unsure", "U", "half of its Kills gone: it rolls on the Unsure column", "BFE-CON-H1")
    if SEQUENCE[state.cursor.phase].name in FIRE_PHASES:
        if unit.fired:
            yield Badge("fired", "F", "has fired this turn", "BFE-SEQ-H4")
        elif card(state, unit).weapon and (found := fire_stance(state, unit)).moved:
            yield Badge("moved", "M", "has moved: it fires at -1", found.rule)


def _hidden_piece(state: State, side: str, marker: HiddenMarker, ready: frozenset[str]) -> Piece:
    """Return a marker: to its own side the unit under it, or a dummy.

    The enemy sees only a marker (BFE-ARR-H3).
    """
    own = marker.side == side or not side
    unit = state.units.get(marker.unit)
    if own and unit is not None:
        sign = Badge("hidden", "?", "hidden under a marker until it moves or is found", "BFE-ARR-H3")
        found = _piece(state, unit, marker.hex, unit.id in ready)
        return found.but(badges=(sign, *found.badges), text=f"hidden · {found.text}", tip=f"Hidden: {found.tip}")
    name = state.scene.names[marker.id].capitalize()
    if own:
        return Piece(
            id=marker.id,
            side=marker.side,
            name=f"{name}, a dummy",
            tag="Dummy",
            at=(marker.hex,),
            known=False,
            text="dummy",
            tip="A dummy: nothing lies under this marker",
        )
    return Piece(
        id=marker.id,
        side=marker.side,
        name=name,
        at=(marker.hex,),
        known=False,
        text="not known",
        tip="Something, or nothing, lies hidden here",
    )


def _leader(state: State, leader: Leader, ready: bool) -> Piece:
    name, reach = state.scene.names[leader.id], state.scene.charts.morale.leader_hexes
    return Piece(
        id=leader.id,
        side=leader.side,
        name=name,
        tag=tag_of(state, leader.id),
        at=(leader.hex,),
        stand=Stand(figure="leader", formation="stand", count=1, limit=0, rating=leader.rating),
        text=f"leader of rating {leader.rating}",
        ready=ready,
        tip=f"{name}: leader, +{leader.rating} to the conduct of his units within {reach} hexes in sight",
    )


def _mule(state: State, mule: Mule, ready: bool) -> Piece:
    loads = "as many loads as wanted" if mule.loads < 0 else f"loads left: {mule.loads}"
    name = state.scene.names[mule.id]
    return Piece(
        id=mule.id,
        side=mule.side,
        name=name,
        tag=tag_of(state, mule.id),
        at=(mule.hex,),
        stand=Stand(figure="mule", formation="stand", count=1, limit=0),
        text="ammunition",
        ready=ready,
        tip=f"{name}: re-supplies one unit in its hex or beside it each turn; {loads}",
    )


# ---------------------------------------------------------------------- markers


def _markers(state: State) -> Iterator[Marker]:
    for contact in state.contacts:
        attacker, defender = state.units[contact.attacker], state.units[contact.defender]
        if in_play(attacker) and in_play(defender):
            yield Marker(
                kind="contact",
                places=((attacker.hex,), (defender.hex,)),
                side=attacker.side,
                value=contact.rounds,
                rule="BFE-CHG-1",
            )
    for zone in state.scene.country.sheet.zones:
        places = tuple((h,) for h in zone.hexes)
        if zone.purpose == "exit":
            yield Marker(kind="exit", places=places, side=zone.side, text=zone.name, rule="BFE-TER-H7")
        elif zone.name.startswith(PLACE):
            words = zone.name.removeprefix(PLACE).strip() or "objective"
            yield Marker(kind="objective", places=places, side=zone.side, text=words, rule="BFE-VIC-H3")


# ---------------------------------------------------------------------- words


def _conditions(state: State, side: str) -> Iterator[tuple[str, str, str]]:
    scene, turn = state.scene, state.cursor.turn
    for word in ("weather", "ground"):  # the first two stand in the title of the board
        if scene.scenario.conditions.get(word):
            yield word.capitalize(), scene.scenario.conditions[word], ""
    for key in scene.sides:
        limit = scene.break_points[key]
        text = (
            f"{scene.names[key]}: {half_points_text(points_lost(state, key))} of {half_points_text(limit)} points lost"
        )
        yield "Break point", text, "BFE-VIC-H2"
    yield "Initiative", f"{scene.names[state.initiative]} fires first and sets the order of the melees", "BFE-SEQ-H4"
    yield from _aims(state)
    due = sorted({when for when, name in scene.arrivals if name in state.waiting and _sees(state, side, name)})
    if due:
        count = sum(1 for name in state.waiting if _sees(state, side, name) and name in state.units)
        now = max(turn, due[0])
        yield "To come", f"{count_noun(count, 'unit')}, the next on turn {now}", "BFE-ARR-H1"
    if scene.night_from:
        when = "It is night" if scene.night_from <= turn else f"Night falls on turn {scene.night_from}"
        yield "Night", f"{when}: fire reaches {scene.charts.fire.night_hexes} hexes", "BFE-FIR-H11"
    for what, who, until in scene.scenario.special:
        if what == "no_rapid" and turn < until:
            yield "Rapid Fire", f"{scene.names[who]}: none before turn {until}", "BFE-RAP-H3"


def _sees(state: State, side: str, name: str) -> bool:
    """Return whether a side knows of a piece that has not come on yet: its own pieces; the referee knows all."""
    piece = state.units.get(name) or state.leaders.get(name) or state.mules.get(name)
    return piece is not None and side in ("", piece.side)


def _scores(state: State) -> tuple[Score, ...]:
    """Return the ledger in half points, each side's with the break point of its enemy.

    Rules: BFE-VIC-H1, BFE-VIC-H2.
    """
    found = []
    for score in ledger(state):
        foe = enemy_of(state, score.side)
        limit = state.scene.break_points[foe]
        units = f"{half_points_text(limit)} {'unit' if limit == 2 else 'units'}"
        text = f"{state.scene.names[foe]}: breaks at {count_noun(limit, 'half point')} ({units})"
        found.append(score.but(lines=(*score.lines, ScoreLine(text, 0, "BFE-VIC-H2")), unit="half point"))
    return tuple(found)


def _aims(state: State) -> Iterator[tuple[str, str, str]]:
    """Yield what the scenario asks besides breaking the enemy (BFE-VIC-H3)."""
    names = state.scene.names
    for what, who, number in state.scene.scenario.special:
        if what == "last":
            yield "Objective", f"{names[who]} wins if it is not broken after the last turn", "BFE-VIC-H3"
        elif what == "exit":
            gone = sum(1 for unit in state.units.values() if unit.side == who and unit.lost == "exited")
            text = f"{names[who]} wins when {number} of its units have left by its exit; so far {gone}"
            yield "Objective", text, "BFE-VIC-H3"
        elif what == "keep":
            unit = state.units.get(who)
            if unit is not None:
                foe = names[enemy_of(state, unit.side)]
                yield "Objective", f"{unit_name(state, unit)} must not be captured, or {foe} wins", "BFE-VIC-H3"
        elif what == "sortie":
            unit = state.units.get(who)
            if unit is not None and state.cursor.turn <= SORTIE_TURN and who not in state.dared:
                text = f"{unit_name(state, unit)} in hex {label(number)} as turn {SORTIE_TURN} ends: one grade better"
                yield "Sortie", text, "BFE-VIC-H6"
        elif what == "hold":
            there = held_by(state, who)
            text = f"{names[who]} wins with {number} units in its objective at the end; now {there}"
            yield "Objective", text, "BFE-VIC-H3"


def prompt(state: State) -> Prompt:
    """Return who acts and what is asked."""
    side = actor(state)
    if side and state.cursor.frames:
        asked = INTERRUPTS[state.cursor.frames[-1].kind]
        name = state.scene.names[side]
        return Prompt(side=side, title=f"{name}: follow up?", text=asked.help, rule=asked.rule, done_label="")
    return prompt_of(SEQUENCE, state, _task, dict.fromkeys(MOVEMENT, "movement"), DONE)


DONE = {"fire": "Hold fire", "end": "End turn"}


def _task(state: State, side: str, phase: str) -> str:
    if phase == "initiative":
        return "You won the initiative. Move first or second; you fire first either way."
    if phase in MOVEMENT:
        return _moving(state, side)
    if phase == "fire":
        left = [short_name(state, offer.piece) for offer in offer_fire(state, side)]
        return f"Choose one unit and its target; then the enemy fires one. Still to fire: {list_names(left)}."
    if phase == "melee":
        left = [short_name(state, name) for name in to_fight(state)]
        return f"You choose which melee comes next. Still to fight: {list_names(left)}."
    low = [
        short_name(state, unit.id) for unit in state.units.values() if unit.side == side and unit.low and in_play(unit)
    ]
    return f"Bring up ammunition: each mule serves one unit in its hex or beside it. Low: {list_names(low)}."


def _moving(state: State, side: str) -> str:
    unit = state.units.get(state.in_hand)
    mine = [other for other in state.units.values() if other.side == side and not other.lost]
    waiting = [
        short_name(state, other.id)
        for other in mine
        if not other.taken_up and (in_play(other) or is_hidden(state, other))
    ]
    if unit is not None and unit.side == side and in_play(unit):
        rest = f"{short_name(state, unit.id)} active, {unit.allowance} of {count_noun(unit.full, 'hex')} left"
        if not unit.allowance:
            return f"{rest}. Activate the next unit. Not yet activated: {len(waiting)}."
        deeds = "Move it, turn it, change its formation" + ("." if unit.rallied else " or charge.")
        return f"{rest}. {deeds} Activating another unit ends its move."
    if not waiting:
        return "Every unit has been activated. Ride with leaders, drive mules, or end the phase."
    return f"Activate a unit: its manoeuvre die decides what it will do. Not yet activated: {list_names(waiting)}."


def list_names(names: list[str]) -> str:
    """Return a few names in words, the rest as a number."""
    if not names:
        return "none"
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"
    return plurals.join_words(names)
