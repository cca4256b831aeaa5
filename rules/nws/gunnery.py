"""Gunnery in both games: who may fire, the terms of a need, modifiers to its roll, the roll itself.

Each game cites its own rules by a `GunRules`; hits wait for the end of the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rules.kernel.breakdown import Breakdown, Fact, Natural, Waived
from rules.kernel.flow import Command, Event, Illegal, Offer
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.nws.charts import Gunnery
from rules.nws.combat_arithmetic import (
    OUT_OF_ACTION,
    RESULT_WORDS,
    RESULTS,
    crowding_penalty,
    hit_level,
    level_capped,
    penetration,
    size_penalty,
)
from rules.nws.events import ShellsFell
from rules.nws.pieces import (
    Division,
    Hit,
    Position,
    V,
    Vessel,
    able_ships,
    at_night,
    damage_level,
    enemy_of,
    is_surprised,
)
from rules.nws.roster import LAND, ShipClass


class GunRules(NamedTuple):
    """The game's rule ids for each term, modifier, roll and refusal."""

    fire: str  # the shot and its need
    result: str
    surprise: str
    starred: str
    out_of_action: str
    no_gun: str
    target_evading: str
    firer_evading: str
    on_fire: str
    armour: str
    size: str
    crowd: str
    burning: str  # a fire breaks out
    night: str  # the penalty at a dark target, and why a target is not dark: lit, on fire, using a searchlight
    lit: str
    on_fire_herself: str
    shines: str
    alone: str  # the night is judged ship by ship
    card: str  # a hurt ship fires by a line of her card
    loaded: str  # drums and troops on deck
    flooding: str
    natural: str  # two and twelve
    radar: tuple[str, str]  # ranging at a target in sight, blind fire at a contact


Battle = Position[Vessel, Division]


class Shot(Record, frozen=True):
    """A shot: 2d6 + modifiers at least `need`; its terms, its modifiers, and exceptions that waived one."""

    need: int
    terms: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    apart: int  # hexes or bands
    waived: tuple[Waived, ...] = ()
    facts: tuple[Fact, ...] = ()


def shot_of(terms: tuple[Modifier, ...], counted: Iterable[Modifier | Waived | Fact], apart: int) -> Shot:
    """Return a shot from the terms of its need and everything that counts, or would have counted, at its roll."""
    found = tuple(counted)
    return Shot(
        need=sum_modifiers(terms),
        terms=terms,
        modifiers=tuple(one for one in found if isinstance(one, Modifier)),
        apart=apart,
        waived=tuple(one for one in found if isinstance(one, Waived)),
        facts=tuple(one for one in found if isinstance(one, Fact)),
    )


# ---------------------------------------------------------------------- may it fire


def offers_by_ship(
    state: Position[V, Division],
    division: Division,
    verb: str,
    words: str,
    rule: str,
    targets: Callable[[V], tuple[str, ...]],
    command: Callable[[str, str, str], Command],
) -> tuple[Offer, ...]:
    """Return an offer for each able ship that has targets. words: "open fire"."""
    offers = []
    for ship in able_ships(state, division):
        commands = tuple(command(division.side, ship.id, target) for target in targets(ship))
        if commands:
            offers.append(Offer(verb, f"{state.scene.names[ship.id]}: {words}", rule, ship.id, commands))
    return tuple(offers)


def why_no_fire(state: Battle, rules: GunRules, side: str, ship: Vessel, power: int) -> list[Illegal]:
    """Return every reason in the ship herself against a shot, whatever the target. power: her firepower now."""
    name, reasons = state.scene.names[ship.id], []
    if is_surprised(state, side):
        reasons.append(Illegal("a surprised side does not fire", rules.surprise, ship.id))
    if ship.fired:
        reasons.append(Illegal(f"{name} has already fired this turn", rules.fire, ship.id))
    if ship.starred:
        reasons.append(Illegal(f"{name} fired star shell this turn and so not her main guns", rules.starred, ship.id))
    if ship.structure >= OUT_OF_ACTION:
        reasons.append(Illegal(f"{name} is out of action", rules.out_of_action, ship.id))
    elif power < 1:
        reasons.append(Illegal(f"{name} has no gun left that can fire", rules.no_gun, ship.id))
    return reasons


# ---------------------------------------------------------------------- what it needs


def need_terms(state: Battle, rule: str, power: int, apart: int, distance: str, defence: int) -> tuple[Modifier, ...]:
    """Return the terms of the to-hit number: base - column + range step + defence. distance: "3 bands"."""
    charts = state.scene.charts
    return (
        Modifier(charts.gunnery.base, "base", rule),
        Modifier(-charts.gun_columns[power], f"firepower {power}", rule),
        Modifier(charts.gun_steps[apart], f"range {distance}", rule),
        Modifier(defence, f"armour {defence}", rule),
    )


def line_of_card(state: Battle, rules: GunRules, ship: Vessel, power: int) -> Iterator[Fact]:
    """Yield the facts in the need: a damaged ship fires by a line of her card, a loaded one with less than printed."""
    level = damage_level(ship)
    if 0 < level < OUT_OF_ACTION:
        yield Fact(f"firepower {power} by line {'LMH'[level - 1]}", rules.card)
    elif not level and power < state.scene.cards[ship.id].firepower:
        yield Fact(f"firepower {power}: she is loaded", rules.loaded)


def by_night(
    state: Battle, rules: GunRules, target: Vessel, besides: tuple[str, str] | None = None
) -> Iterator[Modifier | Waived | Fact]:
    """Yield the penalty of the night at a dark target, or the exception that waives it. Judged ship by ship.

    besides: (words, rule) of an exception of the game's own that holds for this target.
    """
    if not at_night(state):
        return
    value = state.scene.charts.gunnery.night
    lit_ships = {ship.lights for ship in state.ships.values()}
    why = _shows_herself(state, rules, target, lit_ships) or besides
    if why is not None:
        yield Waived(value, "night", *why)
        return
    yield Modifier(value, "night, target dark", rules.night)
    for name in state.divisions[target.division].ships:
        other = _shows_herself(state, rules, state.ships[name], lit_ships)
        if other is not None:
            yield Fact(f"{other[0]}, but each ship is judged for herself", rules.alone)
            return


def _shows_herself(state: Battle, rules: GunRules, target: Vessel, lit_ships: set[str]) -> tuple[str, str] | None:
    """Return (words, rule) of what shows a ship at night: fire, an enemy searchlight on her, one of her own.

    None: dark.
    """
    if target.fire:
        return f"{state.scene.names[target.id]} is on fire", rules.on_fire_herself
    if target.id in lit_ships:
        return f"{state.scene.names[target.id]} is lit by a searchlight", rules.lit
    if target.lights:
        return f"{state.scene.names[target.id]} uses her searchlight", rules.shines
    return None


def from_conduct(
    charts: Gunnery, rules: GunRules, ship: Vessel, division: Division, foe: Division
) -> Iterator[Modifier]:
    """Yield the modifiers for evading, on either side, and for a fire on board."""
    if foe.evading:
        yield Modifier(charts.target_evading, "target evading", rules.target_evading)
    if division.evading:
        yield Modifier(charts.firer_evading, "firer evading", rules.firer_evading)
    if ship.fire:
        yield Modifier(charts.firer_on_fire, "on fire herself", rules.on_fire)


def against_ships(charts: Gunnery, rules: GunRules, card: ShipClass, mark: ShipClass) -> Iterator[Modifier]:
    """Yield penetration and size."""
    armour = penetration(charts, card.gun, mark.defence)
    if armour:
        yield Modifier(armour, f"class {card.gun} guns at armour {mark.defence}", rules.armour)
    size = size_penalty(charts, card.gun, mark.size)
    if size:
        yield Modifier(size, f"class {card.gun} guns at a size {mark.size} ship", rules.size)


def from_crowding(state: Battle, rules: GunRules, target: str) -> Iterator[Modifier]:
    """Yield the modifier at a target that others have fired at this turn."""
    shots = state.shots.get(target, 0)
    crowd = crowding_penalty(state.scene.charts.gunnery, shots)
    if crowd:
        yield Modifier(crowd, f"ship number {shots + 1} at this target", rules.crowd)


# ---------------------------------------------------------------------- the roll


def level_of(charts: Gunnery, need: int, modifiers: tuple[Modifier, ...], natural: int) -> int:
    """Return 0 miss, 1 light, 2 moderate, 3 heavy, by the faces rolled."""
    added = sum_modifiers(modifiers)
    return hit_level(charts, natural, natural + added, need, need - added)


def fire_guns(
    r: Ruling,
    rules: GunRules,
    firer: str,
    mark: str,
    aimed: Shot,
    informed: tuple[str, ...],
    fired: Callable[[str], Event],
) -> None:
    """Fire: 2d6 + modifiers against the need; a hit rolls for fire and for flooding. Damage waits for the phase's end.

    Rolls 2d6, then one d6 for fire on a hit, and one d6 for flooding on a moderate or heavy hit on a ship. aimed: the
    shot; informed: the sides that may know of it; fired: makes the game's event from a result. With hidden movement, if
    the ship has gun radar, the target's side sees neither the dice nor the need: from them it could tell whether it is
    seen or only a radar contact.
    """
    state = r.state
    scene, ship = state.scene, state.ships[firer]
    charts, card, armoured = scene.charts.gunnery, scene.cards[firer], scene.cards[mark]
    need, modifiers = aimed.need, aimed.modifiers
    side = state.divisions[ship.division].side
    foe, grade = enemy_of(state, side), scene.charts.radar.get(card.radar)
    secret = scene.options["hidden_movement"] and not informed and grade is not None and grade.blind_fire is not None
    if secret:
        modifiers = tuple(one.but(to=(side,)) if one.rule in rules.radar else one for one in modifiers)
    throw = Breakdown(
        what=f"{scene.names[firer]} fires at {scene.names[mark]}",
        rule=rules.fire,
        count=2,
        sides=6,
        need=need,
        terms=aimed.terms,
        modifiers=modifiers,
        waived=aimed.waived,
        facts=aimed.facts,
        naturals=naturals(charts, rules, need - sum_modifiers(modifiers)),
    )
    rolled = r.throw(throw, (side,) if secret else informed, partly={foe: throw.what} if secret else None)
    level = level_of(charts, need, modifiers, sum(rolled.faces))
    result = RESULTS[level]
    r.state = state.but(
        ships={**state.ships, firer: ship.but(fired=True)},
        shots={**state.shots, mark: state.shots.get(mark, 0) + 1},
    )
    r.note(fired(result))
    if informed:
        r.note(
            ShellsFell(rule=rules.result, to=(foe,), side=foe, target=mark, result=result, effect=RESULT_WORDS[result])
        )
    if not level:
        return
    fire = _roll_d6(
        r, f"fire check, {scene.names[mark]}", rules.burning, charts.fire_need[result], ("on fire", "no fire")
    )
    flood_need, flotation = charts.flotation_need[result], 0
    if flood_need is not None and armoured.type != LAND:
        flooded = _roll_d6(
            r, f"flooding in {scene.names[mark]}", rules.flooding, flood_need, ("flooded", "no flooding")
        )
        flotation = charts.flotation_gain if flooded else 0
    structure = level_capped(charts, level, card.gun, armoured.defence)
    hit = Hit(ship=firer, target=mark, structure=structure, flotation=flotation, fire=fire, rule=rules.result)
    r.state = r.state.but(hits=(*r.state.hits, hit))


def naturals(charts: Gunnery, rules: GunRules, effective: int) -> tuple[Natural, ...]:
    """Return the natural rolls that decide a shot. effective: what the dice alone must reach."""
    found = (Natural(charts.natural_miss, False, "always misses", rules.natural),)
    if effective > charts.natural_hit_limit:
        return found
    return (*found, Natural(charts.natural_hit, True, "at least a light hit", rules.natural))


def _roll_d6(r: Ruling, what: str, rule: str, need: int, words: tuple[str, str]) -> bool:
    """Roll one d6 against a need. words: for success and failure."""
    rolled = r.roll(what, 1, 6, rule, target=need, note=f"on {need}+", says=lambda total: words[total < need])
    return rolled.total >= need
