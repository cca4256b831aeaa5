"""Spotting by light in both games: searchlights and star shell, which players use after both sides have looked.

Each game cites its own rules by a `LightRules`, and says how far divisions are apart and what lies between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.kernel.flow import Illegal, Offer
from rules.kernel.plurals import count_noun
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.commands import Searchlight, StarShell
from rules.nws.pieces import (
    UNSEEN,
    Division,
    Position,
    Vessel,
    able_ships,
    at_night,
    contact,
    divisions_of,
    enemy_of,
    is_land_target,
    is_surprised,
    ship_and_target,
    with_ship,
)

STAR_SHOWED = {True: "and lit it up", False: "and found nothing"}  # what a star shell did, in words
Near = tuple[tuple[str, tuple[str, ...]], ...]  # divisions, each with its ships


class LightRules(NamedTuple):
    """The game's rule ids for each refusal, and how its board is measured."""

    board: str  # what the pieces stand on: map, chart
    unit: str  # hex, band
    sighted: int  # the number of a sighted division in a side's contacts
    light: str
    star: str
    star_option: str  # the players may do without it
    surprise: str
    out_of_action: str
    no_gun: str  # a ship without firepower fires no star shell; "" where she may
    ashore: str  # a land target has neither; "" where there is none
    apart: Callable[..., int]  # (division, division) -> how far apart
    shut: Callable[..., bool]  # (state, division, enemy division) -> is the line between them blocked
    why_shut: Callable[..., tuple[Illegal, ...]]  # likewise, for a piece: the reason, if any
    power: Callable[..., int]  # (state, ship) -> firepower
    in_light: Callable[[AnyState, str], tuple[str, ...]]  # (state, division) -> ships it may light, derived
    lit_by: Callable[[AnyState, str, tuple[str, ...]], tuple[Offer, ...]]  # (state, division, targets) -> `lights_of`
    under_star: Callable[[AnyState, str], Near]  # (state, division) -> `near_enough` for star shell, derived


Battle = Position[Vessel, Division]


def near_enough(state: Battle, rules: LightRules, division: Division, low: int, high: int) -> Near:
    """Return enemy divisions from `low` to `high` off with a line that is not blocked, whether or not
    they are known.
    """
    return tuple(
        (target.id, target.ships)
        for target in divisions_of(state, enemy_of(state, division.side))
        if low <= rules.apart(division, target) <= high and not rules.shut(state, division, target)
    )


# ---------------------------------------------------------------------- searchlights


def sighted_of(state: Battle, rules: LightRules, side: str, near: Near) -> tuple[str, ...]:
    """Return the ships of those divisions that a side has sighted."""
    known = state.contacts[side]
    return tuple(name for foe, ships in near if known.get(foe) == rules.sighted for name in ships)


def offer_searchlights(state: Battle, rules: LightRules, side: str) -> Iterator[Offer]:
    """Yield a searchlight on every sighted ship within reach, at night."""
    if not at_night(state) or is_surprised(state, side):
        return
    taken = {ship.lights for ship in state.ships.values()}
    for division in divisions_of(state, side):
        if is_land_target(division):
            continue
        targets = tuple([name for name in rules.in_light(state, division.id) if name not in taken])
        if targets:
            yield from rules.lit_by(state, division.id, targets)


def lights_of(state: Battle, rules: LightRules, division: Division, targets: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return a searchlight of every able ship of a division that uses none, on any of these targets."""
    return tuple(
        Offer(
            "light",
            f"{state.scene.names[ship.id]}: searchlight",
            rules.light,
            ship.id,
            tuple(Searchlight(division.side, ship.id, target) for target in targets),
        )
        for ship in able_ships(state, division)
        if not ship.lights
    )


def check_searchlight(state: Battle, rules: LightRules, command: Searchlight) -> tuple[Illegal, ...]:
    """Return every reason against a searchlight."""
    rule, names = rules.light, state.scene.names
    pair = ship_and_target(state, rules.board, command.side, command.ship, command.target, rule)
    if len(pair) != 4:
        return pair
    ship, division, _, foe = pair
    reasons = []
    if not at_night(state):
        reasons.append(Illegal("searchlights may be used only at night", rule, ship.id))
    if is_surprised(state, command.side):
        reasons.append(Illegal("a surprised side uses no searchlights", rules.surprise, ship.id))
    if is_land_target(division):
        reasons.append(Illegal(f"{names[ship.id]} is ashore and has no searchlight", rules.ashore, ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{names[ship.id]} is out of action", rules.out_of_action, ship.id))
    if ship.lights:
        reasons.append(Illegal(f"{names[ship.id]} already lights a ship", rule, ship.id))
    if any(other.lights == command.target for other in state.ships.values()):
        reasons.append(Illegal(f"{names[command.target]} is already lit", rule, ship.id))
    known = contact(state, command.side, foe.id)
    if known == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {names[command.target]} is now", rule, ship.id))
    apart, reach = rules.apart(division, foe), state.scene.charts.spotting.searchlight
    if apart > reach:
        why = f"out of range: {count_noun(apart, rules.unit)}, a searchlight reaches {reach}"
        reasons.append(Illegal(why, rule, ship.id))
    if known != rules.sighted:
        reasons.append(Illegal(f"{foe.name} is not sighted", rule, ship.id))
    return (*reasons, *rules.why_shut(state, division, foe, ship.id))


def use_searchlight(r: Ruling, rules: LightRules, command: Searchlight) -> None:
    """Light one ship; the user's division is sighted by every enemy whose line to it is not blocked. No dice."""
    ship = r.state.ships[command.ship]
    division = r.state.divisions[ship.division]
    r.state = with_ship(r.state, ship.but(lights=command.target))
    foe = enemy_of(r.state, command.side)
    if r.state.scene.options["hidden_movement"]:
        r.reveal("the searchlight may show its target to other ships")  # whether anybody does is the enemy's secret
    seen = any(not rules.shut(r.state, watcher, division) for watcher in divisions_of(r.state, foe))
    if seen and not is_surprised(r.state, foe):
        note_sighting(r, foe, division.id, rules.sighted)


def note_sighting(r: Ruling, side: str, division: str, level: int) -> None:
    """Note that a side learns of a division during the phase, unless it knows more already."""
    contacts = r.state.contacts
    if contacts[side].get(division, UNSEEN) >= level:
        return
    r.reveal("a division was sighted")
    r.state = r.state.but(contacts={**contacts, side: {**contacts[side], division: level}})


# ---------------------------------------------------------------------- star shell


def offer_star_shell(state: Battle, rules: LightRules, side: str) -> Iterator[Offer]:
    """Yield star shell over every division that is known of but not sighted. An option."""
    if not at_night(state) or not state.scene.options[rules.star_option] or is_surprised(state, side):
        return
    known = {foe for foe, level in state.contacts[side].items() if UNSEEN < level < rules.sighted}
    for division in divisions_of(state, side) if known else ():
        targets = (
            [] if is_land_target(division) else [foe for foe, _ in rules.under_star(state, division.id) if foe in known]
        )
        if not targets:
            continue
        for ship in able_ships(state, division):
            if not ship.starred and (not rules.no_gun or rules.power(state, ship)):
                commands = tuple(StarShell(side, ship.id, target) for target in targets)
                yield Offer("star", f"{state.scene.names[ship.id]}: star shell", rules.star, ship.id, commands)


def check_star_shell(state: Battle, rules: LightRules, command: StarShell) -> tuple[Illegal, ...]:
    """Return every reason against star shell."""
    rule = rules.star
    ship, foe = state.ships.get(command.ship), state.divisions.get(command.division)
    if ship is None or ship.gone or state.divisions[ship.division].side != command.side:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the {rules.board}", rule),)
    if foe is None or foe.side == command.side:
        return (Illegal(f"there is no enemy division called {command.division!r}", rule, ship.id),)
    name, division, reasons = state.scene.names[ship.id], state.divisions[ship.division], []
    if not state.scene.options[rules.star_option]:
        reasons.append(Illegal("star shell is switched off", rule, ship.id))
    if not at_night(state):
        reasons.append(Illegal("star shell may be used only at night", rule, ship.id))
    if is_surprised(state, command.side):
        reasons.append(Illegal("a surprised side fires no star shell", rules.surprise, ship.id))
    if is_land_target(division):
        reasons.append(Illegal(f"{name} is ashore and fires no star shell", rules.ashore, ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{name} is out of action", rules.out_of_action, ship.id))
    elif rules.no_gun and not rules.power(state, ship):
        reasons.append(Illegal(f"{name} has no gun left that can fire", rules.no_gun, ship.id))
    if ship.starred:
        reasons.append(Illegal(f"{name} has already fired star shell this turn", rule, ship.id))
    known = contact(state, command.side, foe.id)
    if known == UNSEEN:
        return (*reasons, Illegal(f"nobody knows where {foe.name} is now", rule, ship.id))
    if known == rules.sighted:
        reasons.append(Illegal(f"{foe.name} is sighted already", rule, ship.id))
    apart = rules.apart(division, foe)
    low, high = state.scene.charts.spotting.star_from, state.scene.charts.spotting.star_to
    if not low <= apart <= high:
        why = f"out of range: {count_noun(apart, rules.unit)}, star shell bursts at {low} to {high}"
        reasons.append(Illegal(why, rule, ship.id))
    return (*reasons, *rules.why_shut(state, division, foe, ship.id))


def fire_star_shell(r: Ruling, rules: LightRules, command: StarShell, informed: tuple[str, ...]) -> bool:
    """Fire star shell: one d6, the division counts as sighted from the chart's number on. Return whether it does."""
    ship = r.state.ships[command.ship]
    need = r.state.scene.charts.spotting.star_need
    r.state = with_ship(r.state, ship.but(starred=True))
    what = f"star shell from {r.state.scene.names[ship.id]}"
    thrown = r.roll(what, 1, 6, rules.star, target=need, note=f"seen on {need} or more", to=informed)
    return bool(thrown.total >= need)
