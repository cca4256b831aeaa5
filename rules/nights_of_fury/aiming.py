"""Phase 4, what a shot needs: who may be aimed at, the need term by term, and every modifier with its rule."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.breakdown import Waived
from rules.kernel.flow import Illegal
from rules.kernel.modifiers import Modifier
from rules.kernel.record import Record
from rules.kernel.wording import some
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.islands import Line, fire_control, line
from rules.nights_of_fury.state import RADAR, Division, Ship, State, firepower, formation_of
from rules.nws.fighting import bow_stern
from rules.nws.gunnery import (
    GunRules,
    against_ships,
    from_conduct,
    from_crowding,
    need_terms,
)
from rules.nws.pieces import UNSEEN, at_night, contact, divisions_of, enemy_of
from rules.nws.roster import LAND, ShipClass

RULES = GunRules(
    fire="NoF-GUN-H1",
    result="NoF-GUN-H3",
    surprise="NoF-SUR-H1",
    starred="NoF-SPT-H10",
    out_of_action="NoF-DMG-H3",
    no_gun="NoF-DMG-H2",
    target_evading="NoF-EV-H2",
    firer_evading="NoF-EV-H3",
    on_fire="NoF-GUN-H5",
    armour="NoF-GUN-H8",
    size="NoF-GUN-H9",
    crowd="NoF-GUN-H10",
    burning="NoF-GUN-H11",
    flooding="NoF-GUN-H12",
    natural="NoF-GUN-H4",
)


class Shot(Record, frozen=True):
    """What a shot needs: 2d6 + modifiers at least `need`; the terms that make the need up, and the modifiers."""

    need: int
    terms: tuple[Modifier, ...]
    modifiers: tuple[Modifier, ...]
    bands: int
    waived: tuple[Waived, ...] = ()


class Aim(NamedTuple):
    """How one division stands to an enemy one."""

    may: bool  # in contact, and no island blocks the line
    blind: bool  # held by radar only
    bands: int
    line: Line


# ---------------------------------------------------------------------- who may be aimed at


def aim(state: State, division: Division, foe: Division) -> Aim:
    """How a division stands to an enemy one; worked out once a phase. Rules: NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4."""
    key = ("aim", division.id, foe.id)
    found: Aim | None = state.scratch.get(key)
    if found is None:
        known = contact(state, division.side, foe.id)
        between = line(state, division, foe)
        may = known >= RADAR and between.verdict != "blocked"
        found = state.scratch[key] = Aim(may, known == RADAR, abs(division.band - foe.band), between)
    return found


def aimable(state: State, division: Division) -> tuple[tuple[Division, Aim], ...]:
    """Enemy divisions this one may aim at now. Worked out once a phase."""
    key = ("aimable", division.id)
    found: tuple[tuple[Division, Aim], ...] | None = state.scratch.get(key)
    if found is None:
        aims = [(foe, aim(state, division, foe)) for foe in divisions_of(state, enemy_of(state, division.side))]
        found = state.scratch[key] = tuple((foe, aimed) for foe, aimed in aims if aimed.may)
    return found


def why_not(state: State, division: Division, foe: Division, target: Ship) -> Illegal:
    """Why a ship may not be aimed at from a division. Of one nobody has found no more is said (NoF-SPT-H8)."""
    if contact(state, division.side, foe.id) == UNSEEN:
        return Illegal(f"nobody knows where {state.scene.names[target.id]} is now", "NoF-SPT-H8", division.id)
    between = aim(state, division, foe).line
    rule = "NoF-LOS-4" if division.sheltering else "NoF-LOS-3"
    return Illegal(f"the line to {foe.name} is blocked by {between.by}", rule, division.id)


def reach(state: State, card: ShipClass, mark: ShipClass) -> int:
    """How many bands guns reach at a target; ashore or against the shore less. Rules: NoF-GUN-H2, NoF-LAND-H2."""
    charts = state.scene.charts
    return (charts.land_reach if card.type == LAND or mark.type == LAND else charts.gun_reach)[card.gun]


def blind_modifier(state: State, ship: Ship, division: Division, foe: Division) -> int | None:
    """What firing at a mere radar contact costs a ship, past an island by her lower grade; None: not allowed.

    Rules: NoF-GUN-H7, NoF-LOS-2.
    """
    grade = state.scene.charts.radar.get(fire_control(state, state.scene.cards[ship.id].radar, division, foe))
    return grade.blind_fire if grade is not None else None


# ---------------------------------------------------------------------- what it needs


def shot(state: State, command: Fire) -> Shot:
    """The need of a shot and every modifier to its roll, each with its rule.

    Rules: NoF-GUN-H1, NoF-GUN-1 to NoF-GUN-3, NoF-GUN-6 to NoF-GUN-10, NoF-GUN-H5 to NoF-GUN-H10, NoF-EV-H2,
    NoF-EV-H3, NoF-FRM-H3, NoF-SMO-H1, NoF-LOS-2, NoF-LAND-H3.
    """
    scene = state.scene
    ship, target = state.ships[command.ship], state.ships[command.target]
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    card, mark = scene.cards[ship.id], scene.cards[target.id]
    charts = scene.charts.gunnery
    aimed = aim(state, division, foe)
    reckoned = some(aimed.bands, "band")
    terms = need_terms(state, "NoF-GUN-H1", firepower(state, ship), aimed.bands, reckoned, mark.defence)
    found: list[Modifier] = []
    add = found.append
    if at_night(state) and scene.options["night_penalty"] and not shown(state, target):
        add(Modifier(charts.night, "night, target dark", "NoF-GUN-6"))
    on = bow_stern_on(state, division, foe)
    if on:
        rule = "NoF-GUN-3" if card.firepower > charts.bow_stern_limit else "NoF-GUN-2"
        label = f"bow or stern on: {on}, printed firepower {card.firepower}"
        add(Modifier(bow_stern(charts, card.firepower), label, rule))
    found += from_conduct(charts, RULES, ship, division, foe)
    if formation_of(division) == "dispersed":
        add(Modifier(charts.firer_dispersed, "Dispersed", "NoF-FRM-H3"))
    found.extend(_radar(state, ship, division, foe, aimed))
    if mark.type != LAND:
        found += against_ships(charts, RULES, card, mark)  # which does not count against the shore (NoF-LAND-H3)
    found += from_crowding(state, RULES, target.id)
    if foe.smoking:
        add(Modifier(scene.charts.gunnery_by_bands.target_smoking, "target makes smoke", "NoF-SMO-H1"))
    if division.smoking:
        add(Modifier(scene.charts.gunnery_by_bands.firer_smoking, "through her own smoke", "NoF-SMO-H1"))
    return Shot(sum(term.value for term in terms), terms, tuple(found), aimed.bands)


def shown(state: State, target: Ship) -> bool:
    """Whether a target shows itself at night: lit by a searchlight, on fire, or using one. Judged ship by ship.

    Star shell does not count unless the players want it so. Rules: NoF-GUN-7 to NoF-GUN-10, NoF-SPT-H10.
    """
    if target.fire or target.lights or any(ship.lights == target.id for ship in state.ships.values()):
        return True
    return state.scene.options["starshell_cancels_night"] and state.divisions[target.division].starlit


def bow_stern_on(state: State, division: Division, foe: Division) -> str:
    """Why a division fires bow or stern on at an enemy one; "" when it does not.

    Line Ahead always does. Otherwise one that kept its band does not, whatever its target did; one that changed it
    does, unless its target began in the same band as it and ended in the same band.
    Rules: NoF-FORM-1, NoF-FORM-2, NoF-FORM-3, NoF-FORM-4, NoF-GUN-1.
    """
    if not state.scene.options["bow_stern_penalty"]:
        return ""
    if formation_of(division) == "ahead":
        return "in Line Ahead"
    if division.band == division.began or (foe.began == division.began and foe.band == division.band):
        return ""
    return f"moved from band {division.began} to {division.band}"


def _radar(state: State, ship: Ship, division: Division, foe: Division, aimed: Aim) -> tuple[Modifier, ...]:
    """What radar does for a shot: blind fire at a mere contact, ranging at a sighted target. Rules: NoF-GUN-H6, H7."""
    printed = state.scene.cards[ship.id].radar
    name = fire_control(state, printed, division, foe)
    past = f", counting as {name} past {aimed.line.island.capitalize()}" if name != printed else ""
    if aimed.blind:
        cost = blind_modifier(state, ship, division, foe) or 0
        return (Modifier(cost, f"blind fire by {printed} radar{past}", "NoF-GUN-H7"),)
    grade = state.scene.charts.radar.get(name)
    if grade is None or not grade.sighted or aimed.bands < state.scene.charts.gunnery.radar_from_bands:
        return ()
    return (Modifier(grade.sighted, f"{printed} radar ranging{past}", "NoF-GUN-H6"),)
