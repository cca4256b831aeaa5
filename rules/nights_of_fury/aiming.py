"""Phase 4, the numbers of a shot: who may be aimed at, the need with its terms, and every modifier with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.breakdown import Fact, Waived
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.islands import Line, fire_control, line
from rules.nights_of_fury.state import LINES, RADAR, Division, Ship, State, firepower, formation_of
from rules.nws.combat_arithmetic import bow_stern
from rules.nws.gunnery import (
    GunRules,
    Shot,
    against_ships,
    by_night,
    from_conduct,
    from_crowding,
    line_of_card,
    need_terms,
    shot_of,
)
from rules.nws.pieces import FORMATION_NAMES, UNSEEN, contact, divisions_of, enemy_of
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
    night="NoF-GUN-6",
    lit="NoF-GUN-7",
    on_fire_herself="NoF-GUN-8",
    shines="NoF-GUN-9",
    alone="NoF-GUN-10",
    card="NoF-GUN-4",
    loaded="NoF-LOA-H1",
    radar=("NoF-GUN-H6", "NoF-GUN-H7"),
)


BY_CHART = RULES._replace(card="NoF-BASE-H2")  # with the option off the chart as printed gives the lines


class Aim(NamedTuple):
    """The situation between a division and an enemy one."""

    may: bool  # in contact, and no island blocks the line
    blind: bool  # held by radar only
    bands: int
    line: Line


# ---------------------------------------------------------------------- who may be aimed at


def aim(state: State, division: Division, foe: Division) -> Aim:
    """Return the situation between a division and an enemy one. Rules: NoF-SPT-H8, NoF-LOS-3, NoF-LOS-4."""
    known, between = contact(state, division.side, foe.id), line(state, division, foe)
    may = known >= RADAR and between.verdict != "blocked"
    return Aim(may, known == RADAR, abs(division.band - foe.band), between)


def aimable(state: State, division: Division) -> tuple[tuple[Division, Aim], ...]:
    """Return enemy divisions this one may aim at now."""
    return tuple((state.divisions[name], aimed) for name, aimed in _aimable(state, division.id))


@derived("contacts", *LINES)
def _aimable(state: State, name: str) -> tuple[tuple[str, Aim], ...]:
    division = state.divisions[name]
    aims = ((foe.id, aim(state, division, foe)) for foe in divisions_of(state, enemy_of(state, division.side)))
    return tuple((foe, aimed) for foe, aimed in aims if aimed.may)


def why_not(state: State, division: Division, foe: Division, target: Ship) -> Illegal:
    """Return why a division may not aim at a ship.

    For a ship nobody has found, nothing more is revealed (NoF-SPT-H8).
    """
    if contact(state, division.side, foe.id) == UNSEEN:
        return Illegal(f"nobody knows where {state.scene.names[target.id]} is now", "NoF-SPT-H8", division.id)
    between = aim(state, division, foe).line
    rule = "NoF-LOS-4" if division.sheltering else "NoF-LOS-3"
    return Illegal(f"the line to {foe.name} is blocked by {between.by}", rule, division.id)


def gun_range(state: State, card: ShipClass, mark: ShipClass) -> int:
    """Return the range of guns in bands; shorter for guns ashore and against the shore.

    Rules: NoF-GUN-H2, NoF-LAND-H2.
    """
    charts = state.scene.charts
    return (charts.land_reach if card.type == LAND or mark.type == LAND else charts.gun_reach)[card.gun]


def blind_modifier(state: State, ship: Ship, division: Division, foe: Division) -> int | None:
    """Return the modifier for firing at a radar contact, past an island by her lower grade; None: not allowed.

    Rules: NoF-GUN-H7, NoF-LOS-2.
    """
    grade = state.scene.charts.radar.get(fire_control(state, state.scene.cards[ship.id].radar, division, foe))
    return grade.blind_fire if grade is not None else None


# ---------------------------------------------------------------------- what it needs


def shot(state: State, command: Fire) -> Shot:
    """Return the need of a shot and every modifier to its roll, each with its rule.

    Rules: NoF-GUN-H1, NoF-GUN-1 to NoF-GUN-3, NoF-GUN-6 to NoF-GUN-10, NoF-GUN-H5 to NoF-GUN-H10, NoF-EV-H2,
    NoF-EV-H3, NoF-FRM-H3, NoF-SMO-H1, NoF-LOS-2, NoF-LAND-H3.
    """
    scene = state.scene
    ship, target = state.ships[command.ship], state.ships[command.target]
    division, foe = state.divisions[ship.division], state.divisions[target.division]
    card, mark = scene.cards[ship.id], scene.cards[target.id]
    charts = scene.charts.gunnery
    aimed = aim(state, division, foe)
    power = firepower(state, ship)
    rules = RULES if scene.options["card_damage_lines"] else BY_CHART
    found: list[Modifier | Waived | Fact] = [*line_of_card(state, rules, ship, power)]
    if scene.options["night_penalty"]:
        found += by_night(state, RULES, target, _starlit(state, target))
    if scene.options["bow_stern_penalty"]:
        found += _bow_or_stern(state, ship, division, foe)
    found += from_conduct(charts, RULES, ship, division, foe)
    if formation_of(division) == "dispersed":
        found.append(Modifier(charts.firer_dispersed, "Dispersed", "NoF-FRM-H3"))
    found += _radar(state, ship, division, foe, aimed)
    if mark.type != LAND:
        found += against_ships(charts, RULES, card, mark)  # which does not count against the shore (NoF-LAND-H3)
    found += from_crowding(state, RULES, target.id)
    if foe.smoking:
        found.append(Modifier(scene.charts.gunnery_by_bands.target_smoking, "target makes smoke", "NoF-SMO-H1"))
    if division.smoking:
        found.append(Modifier(scene.charts.gunnery_by_bands.firer_smoking, "through her own smoke", "NoF-SMO-H1"))
    terms = need_terms(state, "NoF-GUN-H1", power, aimed.bands, count_noun(aimed.bands, "band"), mark.defence)
    return shot_of(terms, found, aimed.bands)


def _starlit(state: State, target: Ship) -> tuple[str, str] | None:
    """Return the effect of star shell over her division; nothing without the option. Rule: NoF-SPT-H10."""
    division = state.divisions[target.division]
    if not state.scene.options["starshell_cancels_night"] or not division.starlit:
        return None
    return f"star shell burns over {division.name}", "NoF-SPT-H10"


def bow_stern_on(division: Division, foe: Division) -> tuple[bool, Fact]:
    """Return whether a division fires bow or stern on at an enemy one, and why, with the rule that says so.

    Line Ahead always does. Otherwise one that kept its band does not, whatever its target did; one that changed it
    does, unless its target began in the same band as it and ended in the same band.
    Rules: NoF-FORM-1, NoF-FORM-2, NoF-FORM-3, NoF-FORM-4.
    """
    formation = formation_of(division)
    if formation == "ahead":
        return True, Fact("bow or stern on: a ship in Line Ahead always is", "NoF-FORM-4")
    if division.band == division.began:
        return False, Fact(f"formation {FORMATION_NAMES[formation]}, and she kept band {division.band}", "NoF-FORM-1")
    moved = f"from band {division.began} to {division.band}"
    if foe.began == division.began and foe.band == division.band:
        return False, Fact(f"side by side with her target {moved}", "NoF-FORM-3")
    return True, Fact(f"bow or stern on: she moved {moved}", "NoF-FORM-2")


def _bow_or_stern(state: State, ship: Ship, division: Division, foe: Division) -> Iterator[Modifier | Waived | Fact]:
    """Yield the penalty of firing bow or stern on, by printed firepower, or the exception that waives it.

    Rules: NoF-GUN-1 to NoF-GUN-3, and those of `bow_stern_on`.
    """
    charts, printed = state.scene.charts.gunnery, state.scene.cards[ship.id].firepower
    value = bow_stern(charts, printed)
    counts, why = bow_stern_on(division, foe)
    if not counts:
        yield Waived(value, "bow or stern on", why.label, why.rule)
        return
    rule = "NoF-GUN-3" if printed > charts.bow_stern_limit else "NoF-GUN-2"
    yield Modifier(value, f"bow or stern on, printed firepower {printed}", rule)
    yield why


def _radar(
    state: State, ship: Ship, division: Division, foe: Division, aimed: Aim
) -> Iterator[Modifier | Waived | Fact]:
    """Yield the radar modifiers of a shot: blind fire at a contact, ranging at a sighted target, less past an island.

    Rules: NoF-GUN-H6, NoF-GUN-H7, NoF-LOS-2.
    """
    printed = state.scene.cards[ship.id].radar
    name = fire_control(state, printed, division, foe)
    past = f"past {state.scene.charts.islands.names[aimed.line.island]} it counts as {name}" if name != printed else ""
    if aimed.blind:
        cost = blind_modifier(state, ship, division, foe) or 0
        yield Modifier(cost, f"blind fire by {printed} radar", "NoF-GUN-H7")
        if past:
            yield Fact(f"{printed} radar: {past}", "NoF-LOS-2")
        return
    now, own = (_ranging(state, grade, aimed.bands) for grade in (name, printed))
    if now:
        yield Modifier(now, f"{name} radar ranging", "NoF-GUN-H6")
    if own != now:
        yield Waived(own - now, f"{printed} radar ranging", past, "NoF-LOS-2")


def _ranging(state: State, grade: str, bands: int) -> int:
    """Return what radar of a grade adds at a sighted target."""
    charts = state.scene.charts
    found = charts.radar.get(grade)
    return found.sighted if found is not None and bands >= charts.gunnery.radar_from_bands else 0
