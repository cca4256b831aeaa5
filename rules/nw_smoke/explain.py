"""Explanations: highlights of a command, cards, calculations, lines of sight, outcome classes."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.flow import Command, Event
from rules.kernel.hexes import Hex, distance, label
from rules.kernel.plurals import count_noun, join_words, plot_text
from rules.kernel.sight import Sight, SightReport, trace
from rules.kernel.view import Panel, Place, Sketch
from rules.nw_smoke.commands import Evade, Fire, Join, MakeSmoke, Move, SetSpeed
from rules.nw_smoke.events import GunsFired, StarShellBurst
from rules.nw_smoke.knowledge import best_known
from rules.nw_smoke.movement import walk_plot
from rules.nw_smoke.smoke import PLAIN, has_advanced_smoke, is_smoke_rolled
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import DETECTED, RADAR, Ship, State, firepower, smoke_flags
from rules.nw_smoke.victory import ship_value
from rules.nw_smoke.view import movement_note
from rules.nws.cards import TYPES, boxes, hull, line_of_card
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell
from rules.nws.pieces import FORMATION_NAMES, UNSEEN, contact, damage_level, speed_kn


def names(state: State) -> Mapping[str, str]:
    """Return ids of sides, divisions and ships to the names players use; divisions made in play included."""
    named = state.scene.names
    extra = {key: division.name for key, division in state.divisions.items() if named.get(key) != division.name}
    return {**named, **extra} if extra else named


# ---------------------------------------------------------------------- what to light


def _plot_words(letters: str) -> str:
    """Return a plot in words; one without a hex ahead turns on the spot."""
    words = plot_text(letters) or "stay"
    return words if "F" in letters or not letters else f"on the spot, {words}"


def sketch(state: State, command: Command) -> Sketch:
    """Return what to light on the board for a command, and what to call it."""
    named = names(state)
    match command:
        case Move(division=key, plot=letters):
            division = state.divisions[key]
            plot = walk_plot(state, division, letters)
            end = plot.hexes[-1]
            what = "leave the map" if plot.leaves else f"to {label(end)}"
            return Sketch(
                label=f"{division.name} {what}: {_plot_words(letters)}",
                piece=key,
                at=(end,),
                facing=plot.facing,
                path=tuple((h,) for h in plot.hexes),
                rule="NW-MOV-H1",
            )
        case Fire(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]} fires at {named[target]}", "NW-GUN-H1")
        case Launch(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]} launches at {named[target]}", "NW-TOR-H1")
        case Searchlight(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]}: searchlight on {named[target]}", "NW-SPT-H7")
        case StarShell(ship=ship, division=key):
            here, there = state.divisions[state.ships[ship].division], state.divisions[key]
            text = f"{named[ship]}: star shell over {there.name}"
            return Sketch(
                label=text,
                piece=here.id,
                target=key,
                at=(there.hex,),
                path=((here.hex,), (there.hex,)),
                rule="NW-SPT-H8",
            )
        case SetSpeed(division=key, hexes=hexes):
            return _at(state, key, f"{named[key]}: speed {count_noun(hexes, 'hex')}", "NW-ORD-H1")
        case Form(division=key, formation=formation):
            return _at(state, key, f"{named[key]}: {FORMATION_NAMES.get(formation, formation)}", "NW-ORD-H2")
        case Detach(ship=ship):
            return _at(state, state.ships[ship].division, f"Detach {named[ship]}", "NW-ORD-H3")
        case Join(division=key, into=into):
            return _at(state, key, f"{named[key]}: join {named[into]}", "NW-ORD-H4")
        case Evade(division=key):
            return _at(state, key, f"{named[key]}: evade", "NW-EV-1")
        case MakeSmoke(division=key):
            return _at(state, key, f"{named[key]}: make smoke", "NW-SMK-4")
    return Sketch(label="End the phase", rule="NW-PH-H1")


def _at(state: State, key: str, text: str, rule: str) -> Sketch:
    return Sketch(label=text, piece=key, at=(state.divisions[key].hex,), rule=rule)


def _aim_sketch(state: State, ship: str, target: str, text: str, rule: str) -> Sketch:
    here = state.divisions[state.ships[ship].division]
    there = state.divisions[state.ships[target].division]
    path = ((here.hex,), (there.hex,))
    return Sketch(label=text, piece=here.id, target=there.id, at=(there.hex,), path=path, rule=rule)


# ---------------------------------------------------------------------- odds


def outcome_class(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a command for the odds: the result of a shot, whether star shell found something."""
    for event in events:
        if isinstance(event, GunsFired):
            return event.result
        if isinstance(event, StarShellBurst):
            return "seen" if event.found else "nothing seen"
    return "carried out"


# ---------------------------------------------------------------------- cards


def panels(state: State, side: str, piece: str) -> tuple[Panel, ...]:
    """Return what may be read about a division: a panel for it and a card for each of its ships.

    Empty when it is unknown.
    """
    key = state.ships[piece].division if piece in state.ships else piece
    division = state.divisions.get(key)
    if division is None:
        return ()
    known = best_known(state, side, division)
    if known == DETECTED:
        note = "Smoke hides it: its place is known, its strength is not."
        return (Panel(id=key, kind="text", title="Unknown division", notes=(note,), rule="NW-SPT-H11"),)
    note = movement_note(state, division) if known != UNSEEN else "Last seen here; where it is now is not known."
    head = Panel(
        id=key,
        kind="text",
        title=division.name,
        subtitle=FORMATION_NAMES[division.formation] if len(division.ships) > 1 else "single ship",
        notes=(note, *_sight_notes(state, side, key, known)),
    )
    wanted = (piece,) if piece in division.ships else division.ships
    return (head, *(_card(state, state.ships[name]) for name in wanted))


def _sight_notes(state: State, side: str, key: str, known: int) -> tuple[str, ...]:
    division = state.divisions[key]
    if division.side != side:
        return ("Radar contact only.",) if known == RADAR else ()
    foe = next(other for other in state.scene.sides if other != division.side)
    terms = sighting_terms(state, foe, division)
    total = sum(term.value for term in terms)
    seen = "The enemy sees it." if contact(state, foe, key) else ""
    text = f"Seen from {count_noun(total, 'hex')}: " + ", ".join(f"{term.label} {term.value}" for term in terms)
    return tuple(line for line in (text, seen) if line)


def _card(state: State, ship: Ship) -> Panel:
    card, level = state.scene.cards[ship.id], damage_level(ship)
    power, knots = state.scene.power[ship.id], state.scene.knots[ship.id]

    tubes = (
        f"{card.torpedo} torpedoes, {ship.salvos} of {count_noun(card.salvos, 'salvo')}"
        if card.torpedo
        else "no torpedoes"
    )
    return Panel(
        id=ship.id,
        kind="card",
        title=state.scene.names[ship.id],
        subtitle=f"{TYPES[card.type]} · {card.title}",
        hull=hull(state, ship),
        header=("", "now", "L", "M", "H"),
        rows=(
            line_of_card("Firepower", firepower(state, ship), power, level, "NW-DMG-H2"),
            line_of_card("Speed, kn", speed_kn(state, ship), knots, level, "NW-DMG-H2"),
        ),
        tracks=(
            ("Structure", boxes(ship.structure)),
            ("Flotation", boxes(ship.flotation)),
        ),
        notes=(
            f"Guns {card.guns}, class {card.gun} · armour {card.defence} · size {card.size}",
            f"Radar {card.radar} · {tubes} · PV {card.pv}",
            *_state_notes(state, ship),
        ),
        rule="NW-DMG-H2",
    )


def _state_notes(state: State, ship: Ship) -> tuple[str, ...]:
    notes = []
    if ship.fire:
        notes.append("On fire.")
    if ship.fired:
        notes.append("Has fired this turn.")
    if ship.launched:
        notes.append("Has launched this turn.")
    if ship.starred:
        notes.append("Has fired star shell this turn.")
    if ship.lights:
        notes.append(f"Her searchlight is on {state.scene.names[ship.lights]}.")
    if ship.reload:
        notes.append(
            f"Reloading: {ship.reload} of {count_noun(state.scene.charts.torpedo.reload_turns, 'quiet turn')}."
        )
    key, worth = ship_value(state, ship)
    if worth:
        notes.append(f"Worth {count_noun(worth, 'point')} to the enemy as she is ({key.replace('_', ' ')}).")
    return tuple(notes)


# ---------------------------------------------------------------------- sight lines


def _through_plain_smoke(state: State, a: Hex, b: Hex, clear: Sight, how_far: str) -> SightReport:
    """Return a sight line by the plain smoke rule: what makes smoke at either end hides itself. Rule: NW-SMK-H3."""
    hidden = [division for division in state.divisions.values() if division.smoking and division.hex in (a, b)]
    if not hidden:
        return SightReport(clear, how_far, "Clear", "NW-SPT-H1")
    words = f"smoke around {join_words([division.name for division in hidden])}"
    ends = tuple(dict.fromkeys(division.hex for division in hidden))
    if is_smoke_rolled(state):
        partial = Sight("partial", clear.crossed, ends, ())
        return SightReport(partial, how_far, f"{words}: a die decides in heavy seas".capitalize(), "NW-HS-2")
    return SightReport(Sight("blocked", clear.crossed, ends, ()), how_far, f"Blocked by {words}", PLAIN)


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the sight line between two hexes: the same routine that decides spotting and fire.

    Rules: NW-SMK-10, NW-SPT-H10.
    """
    a, b = start[0], end[0]
    apart = distance(a, b)
    how_far = f"{count_noun(apart, 'hex')}, {apart * state.scene.charts.movement.yards_per_hex:,} yards"
    land = trace(a, b, state.scene.land, False)
    if land.verdict == "blocked":
        return SightReport(land, how_far, f"Blocked by land in hex {label(land.blockers[0])}", "NW-SPT-H10")
    if not has_advanced_smoke(state):
        return _through_plain_smoke(state, a, b, land, how_far)
    smoke: Sight = trace(a, b, smoke_flags(state), True)
    if smoke.verdict == "blocked":
        where = label(smoke.blockers[0])
        if is_smoke_rolled(state):
            partial = Sight("partial", smoke.crossed, smoke.blockers, smoke.ties)
            return SightReport(partial, how_far, f"Smoke in hex {where}: a die decides in heavy seas", "NW-HS-2")
        rule = "NW-SMK-15" if smoke.blockers[0] in (a, b) else "NW-SMK-10"
        return SightReport(smoke, how_far, f"Blocked by smoke in hex {where}", rule)
    if smoke.ties:
        return SightReport(smoke, how_far, "Clear, along a hexside: blocked only if both hexes block", "NW-SMK-10")
    return SightReport(smoke, how_far, "Clear", "NW-SPT-H1")
