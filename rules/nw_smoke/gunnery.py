"""Phase 5, Gunnery: needs, modifiers, hits that wait for the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Fact, Waived
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nw_smoke.charts import bands
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.events import GunsFired
from rules.nw_smoke.smoke import Line, line_between
from rules.nw_smoke.state import LINES, RADAR, Division, Ship, State, firepower, informed_sides
from rules.nws.combat_arithmetic import RESULT_WORDS, bow_stern
from rules.nws.gunnery import (
    GunRules,
    Shot,
    against_ships,
    by_night,
    fire_guns,
    from_conduct,
    from_crowding,
    line_of_card,
    need_terms,
    offers_by_ship,
    shot_of,
    why_no_fire,
)
from rules.nws.pieces import (
    UNSEEN,
    contact,
    divisions_of,
    enemy_of,
    is_surprised,
    ship_and_target,
)

RULES = GunRules(
    fire="NW-GUN-H1",
    result="NW-GUN-H3",
    surprise="NW-SUR-H1",
    starred="NW-SPT-H8",
    out_of_action="NW-DMG-H3",
    no_gun="NW-DMG-H2",
    target_evading="NW-EV-H2",
    firer_evading="NW-EV-H3",
    on_fire="NW-GUN-H7",
    armour="NW-GUN-H10",
    size="NW-GUN-H11",
    crowd="NW-GUN-H12",
    burning="NW-GUN-H14",
    flooding="NW-GUN-H15",
    natural="NW-GUN-H4",
    night="NW-GUN-H5",
    lit="NW-GUN-H5",
    on_fire_herself="NW-GUN-H5",
    shines="NW-GUN-H5",
    alone="NW-GUN-H5",
    card="NW-DMG-H2",
    loaded="NW-LOA-H1",
    radar=("NW-GUN-H8", "NW-GUN-H9"),
)


# ---------------------------------------------------------------------- may it fire


def aim(state: State, division: Division, foe: Division) -> tuple[bool, bool, int, Line]:
    """Return (may be aimed at, only by radar, distance in hexes, sight line) between two divisions."""
    line, known = line_between(state, division, foe), contact(state, division.side, foe.id)
    blocked = line.by == "land" or (line.verdict == "blocked" and not _radar_sees_through(state, known))
    return known >= RADAR and not blocked, known == RADAR, distance(division.hex, foe.hex), line


def _radar_sees_through(state: State, known: int) -> bool:
    """Return whether the option lets radar fire through smoke, which stops all other fire (NW-SMK-11, B8)."""
    return known == RADAR and not state.scene.options["smoke_blocks_all_fire"]


def _blind_modifier(state: State, ship: Ship) -> int | None:
    grade = state.scene.charts.radar.get(state.scene.cards[ship.id].radar)
    return grade.blind_fire if grade is not None else None


def aimable(state: State, division: Division) -> tuple[tuple[Division, int, bool], ...]:
    """Return enemy divisions this one may aim at now: (division, hexes, only by radar)."""
    return tuple((state.divisions[name], h, blind) for name, h, blind in _aimable(state, division.id))


@derived("contacts", *LINES)
def _aimable(state: State, name: str) -> tuple[tuple[str, int, bool], ...]:
    division = state.divisions[name]
    aims = ((foe.id, *aim(state, division, foe)) for foe in divisions_of(state, enemy_of(state, division.side)))
    return tuple((foe, h, blind) for foe, may, blind, h, _ in aims if may)


def _targets(state: State, ship: Ship, division: Division) -> tuple[str, ...]:
    if firepower(state, ship) < 1:
        return ()
    reach = state.scene.charts.gun_reach[state.scene.cards[ship.id].gun]
    found: list[str] = []
    for foe, h, blind in aimable(state, division):
        if h <= reach and not (blind and _blind_modifier(state, ship) is None):
            found.extend(foe.ships)
    return tuple(found)


def offer_fire(state: State, side: str) -> Iterator[Offer]:
    """Yield every target of every ship that has not fired."""
    if is_surprised(state, side):
        return
    ships = state.ships
    for division in divisions_of(state, side):
        for offer in _fire_of(state, division.id):
            ship = ships[offer.piece]
            if not ship.fired and not ship.starred:
                yield offer


@derived("contacts", *LINES, "divisions.ships", "ships[division].structure", "ships[division].flotation")
def _fire_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]

    def targets(ship: Ship) -> tuple[str, ...]:
        return _targets(state, ship, division)

    return offers_by_ship(state, division, "fire", "open fire", "NW-GUN-H1", targets, Fire)


def check_fire(state: State, command: Fire) -> tuple[Illegal, ...]:
    """Return every reason against a shot: contact, sight line, reach, guns.

    Rules: NW-SMK-2, NW-SMK-11, NW-SPT-H12, NW-GUN-H2.
    """
    pair = ship_and_target(state, "map", command.side, command.ship, command.target, "NW-GUN-H1")
    if len(pair) != 4:
        return pair
    ship, division, target, foe = pair
    reasons = why_no_fire(state, RULES, command.side, ship, firepower(state, ship))
    may, blind, h, line = aim(state, division, foe)
    if not may:
        reasons.append(why_not(state, division, target, line))
    elif blind and _blind_modifier(state, ship) is None:
        grade = state.scene.cards[ship.id].radar
        reasons.append(
            Illegal(f"{foe.name} is only a radar contact, and {grade} radar cannot aim guns", "NW-SPT-H12", ship.id)
        )
    reach = state.scene.charts.gun_reach[state.scene.cards[ship.id].gun]
    if h > reach and contact(state, command.side, foe.id) != UNSEEN:
        reasons.append(Illegal(f"out of range: {count_noun(h, 'hex')}, her guns reach {reach}", "NW-GUN-H2", ship.id))
    return tuple(reasons)


def why_not(state: State, division: Division, target: Ship, line: Line) -> Illegal:
    """Return why a division may not aim at a ship.

    For a ship nobody has found, nothing more is revealed (NW-SPT-H9).
    """
    foe = state.divisions[target.division]
    known = contact(state, division.side, foe.id)
    if known == UNSEEN:
        return Illegal(f"nobody knows where {state.scene.names[target.id]} is now", "NW-SPT-H9", division.id)
    if line.by == "land":
        return Illegal(f"land blocks the line to {foe.name}", "NW-SPT-H10", division.id)
    if line.verdict == "blocked":
        rule = "NW-SMK-11" if line.rule == "NW-SMK-10" else line.rule
        return Illegal(f"smoke blocks the line to {foe.name}: no firing through it", rule, division.id)
    if known < RADAR:
        return Illegal(f"{foe.name} is not spotted well enough to target", "NW-SMK-2", division.id)
    return Illegal(f"{foe.name} cannot be aimed at", "NW-SPT-H9", division.id)


# ---------------------------------------------------------------------- what it needs


def shot(state: State, command: Fire) -> Shot:
    """Return the need of a shot and every modifier to its roll, each with its rule.

    Rules: NW-GUN-H1, NW-GUN-H5 to NW-GUN-H13, NW-HS-7, NW-HS-9, NW-EV-H2, NW-EV-H3, NW-FRM-H2.
    """
    scene = state.scene
    ship, target = state.ships[command.ship], state.ships[command.target]
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    card, mark = scene.cards[ship.id], scene.cards[target.id]
    charts, own = scene.charts.gunnery, scene.charts.gunnery_by_hexes
    _, blind, h, line = aim(state, division, foe)
    power = firepower(state, ship)
    found: list[Modifier | Waived | Fact] = [*line_of_card(state, RULES, ship, power), *by_night(state, RULES, target)]
    add = found.append
    if h and bearing_sector(division.hex, division.facing, foe.hex) in own.bow_stern_sectors:
        add(Modifier(bow_stern(charts, card.firepower), "bow or stern on", "NW-GUN-H6"))
    found += from_conduct(charts, RULES, ship, division, foe)
    if division.formation == "dispersed" and len(division.ships) > 1:
        add(Modifier(charts.firer_dispersed, "Dispersed", "NW-FRM-H2"))
    grade = scene.charts.radar.get(card.radar)
    if blind:
        add(Modifier(_blind_modifier(state, ship) or 0, f"blind fire by {card.radar} radar", "NW-GUN-H9"))
    elif grade is not None and grade.sighted and bands(h) >= charts.radar_from_bands:
        add(Modifier(grade.sighted, f"{card.radar} radar ranging", "NW-GUN-H8"))
    found += against_ships(charts, RULES, card, mark)
    found += from_crowding(state, RULES, target.id)
    if line.verdict == "partial":
        if any(isinstance(one, Modifier) and one.value < 0 for one in found):
            add(Fact("smoke costs this besides all else", "NW-HS-9"))
        add(Modifier(scene.charts.smoke.partial_attack, "line partly blocked by smoke", "NW-HS-7"))
    elif line.by == "smoke" and line.verdict == "clear":
        add(Waived(scene.charts.smoke.partial_attack, "smoke in the line", "torn apart by the wind", "NW-HS-5"))
    if scene.heavy_seas and card.size == scene.charts.movement.heavy_seas_size:
        add(Modifier(own.heavy_seas_small_firer, "small ship in heavy seas", "NW-GUN-H13"))
    return shot_of(need_terms(state, "NW-GUN-H1", power, h, count_noun(h, "hex"), mark.defence), found, h)


# ---------------------------------------------------------------------- the roll


def do_fire(r: Ruling, command: Fire) -> None:
    """Fire: 2d6 + modifiers against the need; a hit rolls for fire and for flooding. Damage waits for the phase's end.

    Rolls 2d6, then one d6 for fire on a hit, and one d6 for flooding on a moderate or heavy hit.
    Rules: NW-GUN-H1, NW-GUN-H3, NW-GUN-H4, NW-GUN-H14 to NW-GUN-H16, NW-PH-H3.
    """
    state: State = r.state
    aimed = shot(state, command)
    informed = informed_sides(state, state.divisions[state.ships[command.ship].division])

    def guns_fired(result: str) -> GunsFired:
        return GunsFired(
            rule="NW-GUN-H3",
            to=informed,
            ship=command.ship,
            target=command.target,
            hexes=aimed.apart,
            result=result,
            effect=RESULT_WORDS[result],
        )

    fire_guns(r, RULES, command.ship, command.target, aimed, informed, guns_fired)


FIRE = Verb(Fire, "Fire", "NW-GUN-H1", offer_fire, check_fire, do_fire)
