"""Phase 4, Spotting: eyes, radar, smoke noticed, searchlights and star shell."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import NOBODY, Illegal, Offer
from rules.kernel.hexes import distance
from rules.kernel.modifiers import Modifier, tally
from rules.kernel.ruling import Ruling
from rules.kernel.wording import some
from rules.nw_smoke.events import (
    Lit,
    RadarFound,
    Sighted,
    SmokeNoticed,
    SmokeVeered,
    StarShellBurst,
)
from rules.nw_smoke.smoke import line_between, throw_for_smoke
from rules.nw_smoke.state import (
    DETECTED,
    RADAR,
    SIGHTED,
    Division,
    Glimpse,
    Ship,
    State,
    knowing,
)
from rules.nws.commands import Searchlight, StarShell
from rules.nws.events import ContactLost
from rules.nws.fighting import OUT_OF_ACTION
from rules.nws.pieces import UNSEEN, able, able_ships, at_night, contact, divisions_of, enemy_of, surprised, with_ship

# ---------------------------------------------------------------------- how far one sees


def sighting_terms(state: State, side: str, target: Division) -> tuple[Modifier, ...]:
    """Hexes at which a side can see a division: the chart's value first, then every addition.

    The ship of the division that is easiest to see counts. Rules: NW-SPT-H1 to NW-SPT-H4.
    """
    key = ("sighting", side, target.id)
    found: tuple[Modifier, ...] | None = state.scratch.get(key)
    if found is None:
        found = state.scratch[key] = max((_terms(state, side, state.ships[name]) for name in target.ships), key=tally)
    return found


def _terms(state: State, side: str, ship: Ship) -> tuple[Modifier, ...]:
    scene = state.scene
    spotting = scene.charts.spotting
    size = scene.cards[ship.id].size
    terms = [
        Modifier(spotting.range[state.visibility][size], f"visibility {state.visibility}, size {size}", "NW-SPT-H1")
    ]
    if not at_night(state):
        return tuple(terms)
    lookouts = scene.lookouts.get(side, 0)
    if lookouts:
        terms.append(Modifier(lookouts, "trained lookouts", "NW-SPT-H2"))
    if ship.flashed:
        terms.append(Modifier(spotting.flash, f"{scene.names[ship.id]} fired last turn", "NW-SPT-H3"))
    if ship.fire:
        terms.append(Modifier(spotting.burning, f"{scene.names[ship.id]} is burning", "NW-SPT-H4"))
    return tuple(terms)


def visual_limit(state: State, watcher: Division, target: Division) -> int:
    """Hexes at which this division can see that one this turn, a partly blocked line included.

    Rules: NW-HS-6, NW-SPT-H1.
    """
    limit = tally(sighting_terms(state, watcher.side, target))
    if line_between(state, watcher, target).verdict == "partial":
        limit = max(state.scene.charts.spotting.least, limit - state.scene.charts.smoke.partial_spotting)
    return limit


def sees(state: State, watcher: Division, target: Division) -> int:
    """What a division's lookouts make of another: UNSEEN, DETECTED behind smoke, or SIGHTED.

    Rules: NW-SPT-H1, NW-SPT-H5, NW-SPT-H11, NW-SMK-1, NW-SMK-2, NW-SMK-10, NW-SMK-15, NW-SMK-16.
    """
    line = line_between(state, watcher, target)
    if line.by == "land":
        return UNSEEN
    h = distance(watcher.hex, target.hex)
    near = h <= state.scene.charts.spotting.always_within or h <= visual_limit(state, watcher, target)
    if not near:
        return UNSEEN
    return DETECTED if line.verdict == "blocked" else SIGHTED


# ---------------------------------------------------------------------- the phase opens


def open_spotting(r: Ruling) -> None:
    """Throw the smoke dice of heavy seas, then look, then search by radar, for both sides.

    Throws one d6 for each pair of divisions with smoke between them in heavy seas, and one for each enemy division that
    a side's radar can reach and its eyes have not found.
    """
    state: State = r.state
    a, b = state.scene.sides
    _remember(r)
    first_event = len(r.events)
    for one in divisions_of(state, a):
        for other in divisions_of(state, b):
            throw_for_smoke(r, one, other)
    smoke_events = range(first_event, len(r.events))
    before = state.contacts
    found = {side: _look(r, side) for side in (a, b)}
    for side in (a, b):
        _search(r, side, found[side])
    r.state = r.state.but(
        contacts={side: {k: v for k, v in known.items() if v} for side, known in found.items()}, scratch={}
    )
    for side in (a, b):
        for name in before[side]:
            if name in r.state.divisions and not found[side].get(name):
                r.note(ContactLost(rule="NW-SPT-H9", to=(side,), side=side, division=name))
    _keep_quiet(r, smoke_events)


def _remember(r: Ruling) -> None:
    """Keep how each enemy division in contact looked, for the side that loses sight of it."""
    state: State = r.state
    seen = {side: dict(known) for side, known in state.seen.items()}
    for side, known in state.contacts.items():
        for name, level in known.items():
            division = state.divisions.get(name)
            if division is None or level < RADAR:
                continue
            ships = tuple(state.ships[ship] for ship in division.ships)
            seen[side][name] = Glimpse(division=division, ships=ships, turn=state.cursor.turn)
    r.state = state.but(seen=seen)


def _look(r: Ruling, side: str) -> dict[str, int]:
    state: State = r.state
    known: dict[str, int] = {}
    if surprised(state, side):
        return known
    for target in divisions_of(state, enemy_of(state, side)):
        best, by = UNSEEN, ""
        for watcher in divisions_of(state, side):
            level = sees(state, watcher, target)
            if level > best:
                best, by = level, watcher.id
            if best == SIGHTED:
                break
        known[target.id] = best
        if best == SIGHTED:
            _note_sighting(r, side, target, state.divisions[by])
        elif best == DETECTED:
            r.note(SmokeNoticed(rule="NW-SMK-1", to=(side,), side=side, division=target.id, by=by))
    return known


def _note_sighting(r: Ruling, side: str, target: Division, by: Division) -> None:
    h = distance(by.hex, target.hex)
    terms = sighting_terms(r.state, side, target)
    why = ", ".join(
        f"{term.label} {term.value:+d}" if number else f"{term.label}: {term.value}"
        for number, term in enumerate(terms)
    )
    limit = visual_limit(r.state, by, target)
    if limit != tally(terms):
        why += f", partly blocked by smoke: {limit}"
    rule = "NW-SPT-H5" if h > limit else "NW-SPT-H1"
    r.note(Sighted(rule=rule, to=(side,), side=side, division=target.id, by=by.id, hexes=h, limit=limit, why=why))


def _search(r: Ruling, side: str, known: dict[str, int]) -> None:
    """One roll for each enemy division not sighted, with the side's best-placed radar. Rules: NW-SPT-H6, NW-SPT-H10."""
    state: State = r.state
    if surprised(state, side):
        return
    charts, reach = state.scene.charts.radar, state.scene.charts.radar_range
    for target in divisions_of(state, enemy_of(state, side)):
        if known.get(target.id) == SIGHTED:
            continue
        best: tuple[int, int, Division, str] | None = None
        for watcher in divisions_of(state, side):
            grade = _best_radar(state, watcher)
            h = distance(watcher.hex, target.hex)
            if grade not in charts or h > reach[grade]:
                continue
            if line_between(state, watcher, target).by == "land":
                continue
            if best is None or (charts[grade].contact, -h) > best[:2]:
                best = (charts[grade].contact, -h, watcher, grade)
        if best is None:
            continue
        need, nearness, watcher, grade = best
        rolled = r.roll(
            f"{watcher.name} searches with {grade} radar",
            1,
            6,
            "NW-SPT-H6",
            target=need,
            note=f"contact on 1 to {need}",
            to=(side,),
            low=True,
        )
        if rolled.faces[0] <= need:
            known[target.id] = RADAR
            r.note(
                RadarFound(rule="NW-SPT-H6", to=(side,), side=side, division=target.id, by=watcher.id, hexes=-nearness)
            )


def _best_radar(state: State, division: Division) -> str:
    return max((state.scene.cards[ship.id].radar for ship in able_ships(state, division)), default="F0")


def _keep_quiet(r: Ruling, events: range) -> None:
    """Only a side that knows both divisions may know of the die thrown for the smoke between them."""
    state: State = r.state
    for index in events[1::2]:  # the throw, then its verdict, which names the pair
        verdict = r.events[index]
        assert isinstance(verdict, SmokeVeered)
        both = [state.divisions[verdict.division], state.divisions[verdict.other]]
        told = tuple(side for side in state.scene.sides if all(_knows(state, side, d) for d in both)) or NOBODY
        told = () if len(told) == 2 else told
        for number in (index - 1, index):
            r.events[number] = r.events[number].but(to=told)


def _knows(state: State, side: str, division: Division) -> bool:
    return (
        division.side == side
        or not state.scene.options["hidden_movement"]
        or contact(state, side, division.id) > UNSEEN
    )


# ---------------------------------------------------------------------- searchlights


def _can_shine(state: State, ship: Ship) -> bool:
    return able(ship) and not ship.lights


def _light_targets(state: State, division: Division) -> tuple[str, ...]:
    """Ships within reach of a searchlight of this division: sighted, with a line that is not blocked."""
    key = ("lights", division.id)
    found: tuple[str, ...] | None = state.scratch.get(key)
    if found is None:
        reach = state.scene.charts.spotting.searchlight
        found = state.scratch[key] = tuple(
            name
            for target in divisions_of(state, enemy_of(state, division.side))
            if contact(state, division.side, target.id) == SIGHTED
            and distance(division.hex, target.hex) <= reach
            and line_between(state, division, target).verdict != "blocked"
            for name in target.ships
        )
    return found


def offer_lights(state: State, side: str) -> Iterator[Offer]:
    """A searchlight on every sighted ship within reach, at night."""
    if not at_night(state) or surprised(state, side):
        return
    taken = {ship.lights for ship in state.ships.values()}
    for division in divisions_of(state, side):
        targets = [name for name in _light_targets(state, division) if name not in taken]
        if not targets:
            continue
        for ship in able_ships(state, division):
            if not ship.lights:
                commands = tuple(Searchlight(side, ship.id, target) for target in targets)
                yield Offer("light", f"{state.scene.names[ship.id]}: searchlight", "NW-SPT-H7", ship.id, commands)


def check_light(state: State, command: Searchlight) -> tuple[Illegal, ...]:
    """Every reason against a searchlight. Rules: NW-SPT-H7, NW-SMK-10, NW-SUR-H1."""
    pair = shooter_and_target(state, command.side, command.ship, command.target, "NW-SPT-H7")
    if len(pair) != 4:
        return pair
    ship, division, _, foe = pair
    rule, reasons = "NW-SPT-H7", []
    if not at_night(state):
        reasons.append(Illegal("searchlights are for the night", rule, ship.id))
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side uses no searchlights", "NW-SUR-H1", ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{state.scene.names[ship.id]} is out of action", "NW-DMG-H3", ship.id))
    if ship.lights:
        reasons.append(Illegal(f"{state.scene.names[ship.id]} already lights a ship", rule, ship.id))
    if any(other.lights == command.target for other in state.ships.values()):
        reasons.append(Illegal(f"{state.scene.names[command.target]} is already lit", rule, ship.id))
    if contact(state, command.side, foe.id) == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {state.scene.names[command.target]} is now", rule, ship.id))
    h, reach = distance(division.hex, foe.hex), state.scene.charts.spotting.searchlight
    if h > reach:
        reasons.append(Illegal(f"out of reach: {some(h, 'hex')}, a searchlight reaches {reach}", rule, ship.id))
    if contact(state, command.side, foe.id) != SIGHTED:
        reasons.append(Illegal(f"{foe.name} is not sighted", rule, ship.id))
    line = line_between(state, division, foe)
    if line.verdict == "blocked":
        reasons.append(Illegal(f"the sight line to {foe.name} is blocked by {line.by}", line.rule, ship.id))
    return tuple(reasons)


def do_light(r: Ruling, command: Searchlight) -> None:
    """Light one ship; the user's division is sighted by every enemy whose line to it is not blocked.

    Rule: NW-SPT-H7.
    """
    state: State = r.state
    ship = state.ships[command.ship]
    division = state.divisions[ship.division]
    foe = enemy_of(state, command.side)
    r.state = with_ship(state, ship.but(lights=command.target))
    watchers = divisions_of(r.state, foe)
    seen = any(line_between(r.state, watcher, division).verdict != "blocked" for watcher in watchers)
    if seen and not surprised(r.state, foe):
        _set_contact(r, foe, division.id, SIGHTED)
    r.note(Lit(rule="NW-SPT-H7", to=knowing(r.state, division), ship=ship.id, target=command.target))


def _set_contact(r: Ruling, side: str, division: str, level: int) -> None:
    contacts = r.state.contacts
    if contacts[side].get(division, UNSEEN) >= level:
        return
    r.reveal("a division was sighted")
    r.state = r.state.but(contacts={**contacts, side: {**contacts[side], division: level}}, scratch={})


# ---------------------------------------------------------------------- star shell


def _star_targets(state: State, division: Division) -> tuple[str, ...]:
    """Enemy divisions known but not sighted, within star shell range, with no land between."""
    key = ("stars", division.id)
    found: tuple[str, ...] | None = state.scratch.get(key)
    if found is None:
        low, high = state.scene.charts.spotting.star_from, state.scene.charts.spotting.star_to
        found = state.scratch[key] = tuple(
            target.id
            for target in divisions_of(state, enemy_of(state, division.side))
            if contact(state, division.side, target.id) in (DETECTED, RADAR)
            and low <= distance(division.hex, target.hex) <= high
            and line_between(state, division, target).verdict != "blocked"
        )
    return found


def offer_stars(state: State, side: str) -> Iterator[Offer]:
    """Star shell over every division that is known of but not sighted."""
    if not at_night(state) or not state.scene.options["star_shell"] or surprised(state, side):
        return
    for division in divisions_of(state, side):
        targets = _star_targets(state, division)
        if not targets:
            continue
        for ship in able_ships(state, division):
            if not ship.starred:
                commands = tuple(StarShell(side, ship.id, target) for target in targets)
                yield Offer("star", f"{state.scene.names[ship.id]}: star shell", "NW-SPT-H8", ship.id, commands)


def check_star(state: State, command: StarShell) -> tuple[Illegal, ...]:
    """Every reason against star shell. Rules: NW-SPT-H8, NW-SMK-10, NW-SUR-H1."""
    rule = "NW-SPT-H8"
    ship = state.ships.get(command.ship)
    foe = state.divisions.get(command.division)
    if ship is None or ship.gone or state.divisions[ship.division].side != command.side:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the map", rule),)
    if foe is None or foe.side == command.side:
        return (Illegal(f"there is no enemy division called {command.division!r}", rule, ship.id),)
    name, reasons = state.scene.names[ship.id], []
    if not state.scene.options["star_shell"]:
        reasons.append(Illegal("star shell is switched off", rule, ship.id))
    if not at_night(state):
        reasons.append(Illegal("star shell is for the night", rule, ship.id))
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side fires no star shell", "NW-SUR-H1", ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{name} is out of action", "NW-DMG-H3", ship.id))
    if ship.starred:
        reasons.append(Illegal(f"{name} has already fired star shell this turn", rule, ship.id))
    known = contact(state, command.side, foe.id)
    if known == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {foe.name} is now", rule, ship.id))
    if known == SIGHTED:
        reasons.append(Illegal(f"{foe.name} is sighted already", rule, ship.id))
    division = state.divisions[ship.division]
    h = distance(division.hex, foe.hex)
    low, high = state.scene.charts.spotting.star_from, state.scene.charts.spotting.star_to
    if not low <= h <= high:
        reasons.append(Illegal(f"out of reach: {some(h, 'hex')}, star shell bursts at {low} to {high}", rule, ship.id))
    line = line_between(state, division, foe)
    if line.verdict == "blocked":
        reasons.append(Illegal(f"the sight line to {foe.name} is blocked by {line.by}", line.rule, ship.id))
    return tuple(reasons)


def do_star(r: Ruling, command: StarShell) -> None:
    """Fire star shell: one d6, the division counts as sighted from the chart's number on. Rule: NW-SPT-H8."""
    state: State = r.state
    ship = state.ships[command.ship]
    need = state.scene.charts.spotting.star_need
    r.state = with_ship(state, ship.but(starred=True))
    foe = state.divisions[command.division]
    rolled = r.roll(
        f"star shell from {state.scene.names[ship.id]}", 1, 6, "NW-SPT-H8", target=need, note=f"seen on {need} or more"
    )
    found = rolled.faces[0] >= need
    result = "and lit it up" if found else "and showed nothing"
    r.note(
        StarShellBurst(rule="NW-SPT-H8", to=(command.side,), ship=ship.id, division=foe.id, found=found, result=result)
    )
    if found:
        _set_contact(r, command.side, foe.id, SIGHTED)


def shooter_and_target(
    state: State, side: str, ship_name: str, target_name: str, rule: str
) -> tuple[Ship, Division, Ship, Division] | tuple[Illegal]:
    """The ships and divisions a command names, or why there are none such."""
    ship, target = state.ships.get(ship_name), state.ships.get(target_name)
    if ship is None or ship.gone or state.divisions[ship.division].side != side:
        return (Illegal(f"{side} has no ship called {ship_name!r} on the map", rule),)
    if target is None or target.gone or state.divisions[target.division].side == side:
        return (Illegal(f"there is no enemy ship called {target_name!r} on the map", rule, ship_name),)
    return ship, state.divisions[ship.division], target, state.divisions[target.division]
