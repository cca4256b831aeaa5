"""Phase 3, Spotting: searchlights and star shell, which players use after both sides have looked."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.ruling import Ruling
from rules.kernel.wording import some
from rules.nights_of_fury.aiming import ship_and_target
from rules.nights_of_fury.events import SearchlightUsed, StarShellBurst
from rules.nights_of_fury.islands import line, shut_off
from rules.nights_of_fury.state import RADAR, SIGHTED, Division, State, firepower, knowing
from rules.nws.commands import Searchlight, StarShell
from rules.nws.fighting import OUT_OF_ACTION
from rules.nws.pieces import (
    UNSEEN,
    able_ships,
    at_night,
    contact,
    divisions_of,
    enemy_of,
    on_land,
    surprised,
    with_division,
    with_ship,
)

# ---------------------------------------------------------------------- searchlights


def light_targets(state: State, division: Division) -> tuple[str, ...]:
    """Ships within reach of a searchlight of this division: sighted, with a line that is not blocked (NoF-SPT-H9)."""
    key = ("lights", division.id)
    found: tuple[str, ...] | None = state.scratch.get(key)
    if found is None:
        reach = state.scene.charts.spotting.searchlight
        found = state.scratch[key] = tuple(
            name
            for target in divisions_of(state, enemy_of(state, division.side))
            if contact(state, division.side, target.id) == SIGHTED
            and abs(division.band - target.band) <= reach
            and not shut_off(state, division, target)
            for name in target.ships
        )
    return found


def offer_lights(state: State, side: str) -> Iterator[Offer]:
    """A searchlight on every sighted ship within reach, at night."""
    if not at_night(state) or surprised(state, side):
        return
    taken = {ship.lights for ship in state.ships.values()}
    for division in divisions_of(state, side):
        if on_land(division):
            continue
        targets = [name for name in light_targets(state, division) if name not in taken]
        if not targets:
            continue
        for ship in able_ships(state, division):
            if not ship.lights:
                commands = tuple(Searchlight(side, ship.id, target) for target in targets)
                yield Offer("light", f"{state.scene.names[ship.id]}: searchlight", "NoF-SPT-H9", ship.id, commands)


def check_light(state: State, command: Searchlight) -> tuple[Illegal, ...]:
    """Every reason against a searchlight. Rules: NoF-SPT-H9, NoF-LOS-3, NoF-SUR-H1."""
    rule = "NoF-SPT-H9"
    pair = ship_and_target(state, command.side, command.ship, command.target, rule)
    if len(pair) != 4:
        return pair
    ship, division, _, foe = pair
    names, reasons = state.scene.names, []
    if not at_night(state):
        reasons.append(Illegal("searchlights are for the night", rule, ship.id))
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side uses no searchlights", "NoF-SUR-H1", ship.id))
    if on_land(division):
        reasons.append(Illegal(f"{names[ship.id]} is ashore and has no searchlight", "NoF-LAND-H1", ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{names[ship.id]} is out of action", "NoF-DMG-H3", ship.id))
    if ship.lights:
        reasons.append(Illegal(f"{names[ship.id]} already lights a ship", rule, ship.id))
    if any(other.lights == command.target for other in state.ships.values()):
        reasons.append(Illegal(f"{names[command.target]} is already lit", rule, ship.id))
    known = contact(state, command.side, foe.id)
    if known == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {names[command.target]} is now", rule, ship.id))
    apart, reach = abs(division.band - foe.band), state.scene.charts.spotting.searchlight
    if apart > reach:
        reasons.append(Illegal(f"out of reach: {some(apart, 'band')}, a searchlight reaches {reach}", rule, ship.id))
    if known != SIGHTED:
        reasons.append(Illegal(f"{foe.name} is not sighted", rule, ship.id))
    return (*reasons, *_shut_off(state, division, foe, ship.id))


def _shut_off(state: State, division: Division, foe: Division, piece: str) -> tuple[Illegal, ...]:
    found = line(state, division, foe)
    if found.verdict != "blocked":
        return ()
    return (Illegal(f"the line to {foe.name} is blocked by {found.by}", found.rule, piece),)


def do_light(r: Ruling, command: Searchlight) -> None:
    """Light one ship; the user's division is sighted by every enemy at any distance. No dice. Rule: NoF-SPT-H9."""
    state: State = r.state
    ship = state.ships[command.ship]
    division = state.divisions[ship.division]
    r.state = with_ship(state, ship.but(lights=command.target))
    foe = enemy_of(state, command.side)
    seen = any(not shut_off(r.state, watcher, division) for watcher in divisions_of(r.state, foe))
    if seen and not surprised(r.state, foe):
        set_contact(r, foe, division.id, SIGHTED)
    r.note(SearchlightUsed(rule="NoF-SPT-H9", to=knowing(r.state, division), ship=ship.id, target=command.target))


def set_contact(r: Ruling, side: str, division: str, level: int) -> None:
    """A side learns of a division during the phase; what it knows better already stays (NoF-SPT-H8)."""
    contacts = r.state.contacts
    if contacts[side].get(division, UNSEEN) >= level:
        return
    r.reveal("a division was sighted")
    r.state = r.state.but(contacts={**contacts, side: {**contacts[side], division: level}}, scratch={})


# ---------------------------------------------------------------------- star shell


def _star_targets(state: State, division: Division) -> tuple[str, ...]:
    """Enemy divisions held by radar but not sighted, within star shell range."""
    key = ("stars", division.id)
    found: tuple[str, ...] | None = state.scratch.get(key)
    if found is None:
        low, high = state.scene.charts.spotting.star_from, state.scene.charts.spotting.star_to
        found = state.scratch[key] = tuple(
            target.id
            for target in divisions_of(state, enemy_of(state, division.side))
            if contact(state, division.side, target.id) == RADAR
            and low <= abs(division.band - target.band) <= high
            and not shut_off(state, division, target)
        )
    return found


def offer_stars(state: State, side: str) -> Iterator[Offer]:
    """Star shell over every division that is held by radar only. Option `star_shell`."""
    if not at_night(state) or not state.scene.options["star_shell"] or surprised(state, side):
        return
    for division in divisions_of(state, side):
        targets = () if on_land(division) else _star_targets(state, division)
        if not targets:
            continue
        for ship in able_ships(state, division):
            if not ship.starred and firepower(state, ship):
                commands = tuple(StarShell(side, ship.id, target) for target in targets)
                yield Offer("star", f"{state.scene.names[ship.id]}: star shell", "NoF-SPT-H10", ship.id, commands)


def check_star(state: State, command: StarShell) -> tuple[Illegal, ...]:
    """Every reason against star shell. Rules: NoF-SPT-H10, NoF-LOS-3, NoF-SUR-H1."""
    rule = "NoF-SPT-H10"
    ship = state.ships.get(command.ship)
    foe = state.divisions.get(command.division)
    if ship is None or ship.gone or state.divisions[ship.division].side != command.side:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the chart", rule),)
    if foe is None or foe.side == command.side:
        return (Illegal(f"there is no enemy division called {command.division!r}", rule, ship.id),)
    name, division, reasons = state.scene.names[ship.id], state.divisions[ship.division], []
    if not state.scene.options["star_shell"]:
        reasons.append(Illegal("star shell is switched off", rule, ship.id))
    if not at_night(state):
        reasons.append(Illegal("star shell is for the night", rule, ship.id))
    if surprised(state, command.side):
        reasons.append(Illegal("a surprised side fires no star shell", "NoF-SUR-H1", ship.id))
    if on_land(division):
        reasons.append(Illegal(f"{name} is ashore and fires no star shell", "NoF-LAND-H1", ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{name} is out of action", "NoF-DMG-H3", ship.id))
    elif not firepower(state, ship):
        reasons.append(Illegal(f"{name} has no gun left that can fire", "NoF-DMG-H2", ship.id))
    if ship.starred:
        reasons.append(Illegal(f"{name} has already fired star shell this turn", rule, ship.id))
    known = contact(state, command.side, foe.id)
    if known == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {foe.name} is now", rule, ship.id))
    if known == SIGHTED:
        reasons.append(Illegal(f"{foe.name} is sighted already", rule, ship.id))
    apart = abs(division.band - foe.band)
    low, high = state.scene.charts.spotting.star_from, state.scene.charts.spotting.star_to
    if not low <= apart <= high:
        reasons.append(
            Illegal(f"out of reach: {some(apart, 'band')}, star shell bursts at {low} to {high}", rule, ship.id)
        )
    return (*reasons, *_shut_off(state, division, foe, ship.id))


def do_star(r: Ruling, command: StarShell) -> None:
    """Fire star shell: one d6, the division counts as sighted from the chart's number on. Rule: NoF-SPT-H10."""
    state: State = r.state
    ship = state.ships[command.ship]
    need = state.scene.charts.spotting.star_need
    r.state = with_ship(state, ship.but(starred=True))
    foe = state.divisions[command.division]
    told = (command.side,) if state.scene.options["hidden_movement"] else ()
    what = f"star shell from {state.scene.names[ship.id]}"
    thrown = r.roll(what, 1, 6, "NoF-SPT-H10", target=need, note=f"seen on {need} or more", to=told)
    found = thrown.total >= need
    r.note(StarShellBurst(rule="NoF-SPT-H10", to=told, ship=ship.id, division=foe.id, found=found))
    if found:
        r.state = with_division(r.state, foe.but(starlit=True))
        set_contact(r, command.side, foe.id, SIGHTED)
