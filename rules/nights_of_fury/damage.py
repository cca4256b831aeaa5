"""Damage: the two tracks, ships out of action, sinking, lost flagships, fires, and phase 6, Damage control."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.nights_of_fury.events import FlagshipLost
from rules.nights_of_fury.state import SIGHTED, Division, State, informed_sides
from rules.nws.damage import add_levels, known_alike, mark_hits, remove_disabled, remove_sunk_ship
from rules.nws.damage_control import ControlRules, at_stake, control_damage
from rules.nws.events import PutOutOfAction, ShipDetached
from rules.nws.pieces import ALONE, FORMATION_NAMES, is_able, is_land_target, parting_words

GUNFIRE = "NoF-GUN-H3"  # the rule of a hit by guns
CONTROL = ControlRules(
    fire="NoF-DC-H1",
    ashore="NoF-LAND-H3",
    six="NoF-DC-1",
    nothing="NoF-DC-2",
    structure="NoF-DC-3",
    flotation="NoF-DC-4",
)


# ---------------------------------------------------------------------- the end of a phase


def close_gunnery(r: Ruling) -> None:
    """End phase 4: fire is simultaneous, so all damage is marked now. No dice. Rule: NoF-PH-H3."""
    apply_hits(r)


def apply_hits(r: Ruling) -> None:
    """Mark all waiting damage, then detach wrecks and remove sunk ships.

    Gunfire at a ship already out of action causes flotation damage instead. Rules: NoF-PH-H3, NoF-DMG-H1, NoF-DMG-H4,
    NoF-LAND-H3.
    """
    if mark_hits(r, mark, GUNFIRE, "NoF-GUN-H11", "NoF-DMG-H4", informed_sides):
        clear_the_line(r)


def mark(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()) -> None:
    """Mark levels on the tracks of a ship or land target; none goes beyond four. Rules: NoF-DMG-H1, NoF-LAND-H1."""
    if add_levels(r, name, structure, flotation, rule, to):
        ashore = is_land_target(r.state.divisions[r.state.ships[name].division])
        r.note(PutOutOfAction(rule="NoF-LAND-H1" if ashore else "NoF-DMG-H3", to=to, ship=name))


def clear_the_line(r: Ruling) -> None:
    """Remove sunk ships from the chart; ships out of action leave their divisions and stay where they are.

    Rules: NoF-DMG-H1, NoF-DMG-H3.
    """
    remove_disabled(r, sink, detach_ship, adrift, "NoF-DMG-H3")


def adrift(division: Division) -> Division:
    """Return a division that only drifts: it neither evades, makes smoke nor shelters, and has no orders.

    Rule: NoF-DMG-H3.
    """
    return division.but(evading=False, smoking=False, sheltering=False, action="", detached=False)


# ---------------------------------------------------------------------- ships that leave their division


def sink(r: Ruling, name: str) -> None:
    """Sink a ship: remove her from her division and from the chart. Rules: NoF-DMG-H1, NoF-FRM-H3."""
    division = r.state.divisions[r.state.ships[name].division]
    if remove_sunk_ship(r, name, "NoF-DMG-H1"):
        _flagship_lost(r, division, name)


def _flagship_lost(r: Ruling, before: Division, name: str) -> None:
    """Make a division Dispersed whose flagship is sunk or out of action; its next able ship leads. Rule: NoF-FRM-H3."""
    if before.flag != name:
        return
    state: State = r.state
    division = state.divisions[before.id]
    flag = next((ship for ship in division.ships if is_able(state.ships[ship])), division.ships[0])
    after = division.but(flag=flag, formation="dispersed" if len(division.ships) > 1 else "abreast")
    r.state = state.but(divisions={**state.divisions, division.id: after})
    if not is_able(state.ships[flag]):
        return  # a wreck leads nobody
    r.note(
        FlagshipLost(
            rule="NoF-FRM-H3",
            to=informed_sides(r.state, after, SIGHTED),
            division=division.id,
            ship=name,
            leader=flag,
            formation=FORMATION_NAMES[after.formation],
        )
    )


def detach_ship(r: Ruling, name: str, rule: str, drift: bool = False) -> str:
    """Make a ship a division of her own in the same place. Return the new division's id.

    Contacts with the old division hold for the new one; she is in Line Abreast, being alone. One that drifts, out of
    action, keeps neither smoke nor evasion. Rules: NoF-ORD-H2, NoF-DMG-H3, NoF-FRM-H3.
    """
    state: State = r.state
    ship = state.ships[name]
    old = state.divisions[ship.division]
    new_id = f"{name}{ALONE}"
    while new_id in state.divisions or new_id in state.titles:
        new_id += "-again"
    title = state.scene.names[name]
    new = old.but(
        id=new_id, name=title, tag=title, ships=(name,), flag=name, formation="abreast", orders=old.orders | 2
    )
    if drift:
        new = adrift(new)
    rest = old.but(ships=tuple(other for other in old.ships if other != name), orders=old.orders | 2)
    if rest.flag == name and not drift:
        rest = rest.but(flag=rest.ships[0])
    r.state = state.but(
        ships={**state.ships, name: ship.but(division=new_id)},
        divisions={**state.divisions, old.id: rest, new_id: new},
        titles={**state.titles, new_id: title},
        contacts=known_alike(state, old.id, new_id),
    )
    how = parting_words(state.scene.names[name], old.name, drift)
    r.note(ShipDetached(rule=rule, to=informed_sides(state, old), ship=name, division=old.id, new=new_id, how=how))
    if drift:
        _flagship_lost(r, old, name)
    return new_id


# ---------------------------------------------------------------------- damage control


def damage_control(r: Ruling) -> None:
    """Roll once for every ship that burns or is flooded, and apply the result (phase 6).

    Rolls one d6 a ship, and a second when the first shows the option's six. A land target only fights its fire. Where
    a roll can change nothing (no fire and no flood, or the option off and no fire) none is made.
    Rules: NoF-DC-H1, NoF-DC-1 to NoF-DC-5, NoF-LAND-H3.
    """
    charts, six = r.state.scene.charts, r.state.scene.options["damage_control_six"]
    for ship in tuple(r.state.ships.values()):
        if not ship.gone and at_stake(ship, six):
            division = r.state.divisions[r.state.ships[ship.id].division]
            nation = r.state.scene.nations[division.side]
            ashore = is_land_target(division)
            need = charts.damage_by_chart.land_fire_out if ashore else charts.damage_control.fire_out[nation]
            control_damage(r, CONTROL, ship.id, six, need, mark, informed_sides(r.state, division))
    clear_the_line(r)
