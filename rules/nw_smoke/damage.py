"""Damage and damage control: the two tracks, ships out of action, sinking, fires, and the six that makes it worse."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.nw_smoke.smoke import can_smoke
from rules.nw_smoke.state import Division, State, informed_sides
from rules.nws.damage import add_levels, known_alike, mark_hits, remove_disabled, remove_sunk_ship
from rules.nws.damage_control import ControlRules, at_stake, control_damage
from rules.nws.events import PutOutOfAction, ShipDetached
from rules.nws.pieces import ALONE, parting_words

GUNFIRE = "NW-GUN-H3"  # the rule of a hit by guns
CONTROL = ControlRules(
    fire="NW-DC-H1", ashore="", six="NW-DC-H2", nothing="NW-DC-H2", structure="NW-DC-H2", flotation="NW-DC-H2"
)


def apply_hits(r: Ruling) -> None:
    """Mark all waiting damage, then detach wrecks and remove sunk ships.

    Rules: NW-PH-H3, NW-DMG-H1, NW-DMG-H4, NW-GUN-H14.
    """
    if mark_hits(r, mark, GUNFIRE, "NW-GUN-H14", "NW-DMG-H4", informed_sides):
        _clear_the_line(r)


def mark(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()) -> None:
    """Mark levels on a ship's two tracks; neither goes beyond four. Rule: NW-DMG-H1."""
    if add_levels(r, name, structure, flotation, rule, to):
        r.note(PutOutOfAction(rule="NW-DMG-H3", to=to, ship=name))


def _clear_the_line(r: Ruling) -> None:
    """Remove sunk ships from the map; ships out of action leave their divisions and drift.

    Rules: NW-DMG-H1, NW-DMG-H6.
    """
    remove_disabled(r, sink, detach_ship, as_drifting, "NW-DMG-H6")


def as_drifting(division: Division) -> Division:
    """Return a division that only drifts: it carries neither an evading nor a smoke card. Rule: NW-DMG-H6."""
    return division.but(speed=0, evading=False, smoking=False)


def sink(r: Ruling, name: str) -> None:
    """Sink a ship: it leaves its division, and the map. Rule: NW-DMG-H1."""
    remove_sunk_ship(r, name, "NW-DMG-H1")


def detach_ship(r: Ruling, name: str, rule: str, drift: bool = False) -> str:
    """Make a ship a division of her own in the same place. Return the new division's id.

    Contacts with the old division hold for the new one. One declaration is one smoke card: the division keeps it, or
    the ship takes it along when only she can make smoke. Rules: NW-ORD-H3, NW-DMG-H6, NW-SMK-4, NW-SMK-H1.
    """
    state: State = r.state
    ship = state.ships[name]
    old = state.divisions[ship.division]
    new_id = f"{name}{ALONE}"
    while new_id in state.divisions:
        new_id += "-again"
    new = old.but(
        id=new_id,
        name=state.scene.names[name],
        ships=(name,),
        formation="abreast",
        orders=old.orders | 4,
    )
    rest = old.but(ships=tuple(other for other in old.ships if other != name), orders=old.orders | 4)
    rest = rest.but(smoking=old.smoking and can_smoke(state, rest))
    new = new.but(smoking=old.smoking and not rest.smoking and can_smoke(state, new))
    if drift:
        new = as_drifting(new)
    dice = dict(state.dice)
    for key, verdict in state.dice.items():
        ids = key.split("|")
        if old.id in ids:
            other = ids[0] if ids[1] == old.id else ids[1]
            dice["|".join(sorted((new_id, other)))] = verdict
    r.state = state.but(
        ships={**state.ships, name: ship.but(division=new_id)},
        divisions={**state.divisions, old.id: rest, new_id: new},
        contacts=known_alike(state, old.id, new_id),
        dice=dice,
    )
    how = parting_words(state.scene.names[name], old.name, drift)
    r.note(ShipDetached(rule=rule, to=informed_sides(state, old), ship=name, division=old.id, new=new_id, how=how))
    return new_id


# ---------------------------------------------------------------------- damage control


def damage_control(r: Ruling) -> None:
    """Roll once for every ship that burns or is flooded, and apply the result.

    Rolls one d6 a ship, and a second when the first is a 6 and the option is on. Rules: NW-DC-H1, NW-DC-H2.
    """
    state: State = r.state
    six = state.scene.options["damage_control_six"]
    for ship in tuple(state.ships.values()):
        if not ship.gone and at_stake(ship, six):
            division = r.state.divisions[r.state.ships[ship.id].division]
            need = state.scene.charts.damage_control.fire_out[state.scene.nations[division.side]]
            control_damage(r, CONTROL, ship.id, six, need, mark, informed_sides(r.state, division))
    _clear_the_line(r)
