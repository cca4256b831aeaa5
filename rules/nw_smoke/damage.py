"""Damage and damage control: the two tracks, ships out of action, sinking, fires, and the six that makes it worse."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.nw_smoke.events import ControlFailed
from rules.nw_smoke.smoke import can_smoke
from rules.nw_smoke.state import State, knowing
from rules.nws.damage import add_levels, drop_out, fight_fire, go_down, known_alike, mark_hits
from rules.nws.events import PutOutOfAction, ShipDetached

GUNFIRE = "NW-GUN-H3"  # the rule of a hit by guns


def apply_hits(r: Ruling) -> None:
    """Mark all damage that was waiting, then let wrecks fall out and sunk ships go.

    Rules: NW-PH-H3, NW-DMG-H1, NW-DMG-H4, NW-GUN-H14.
    """
    if mark_hits(r, mark, GUNFIRE, "NW-GUN-H14"):
        _clear_the_line(r)


def mark(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()) -> None:
    """Mark levels on a ship's two tracks; neither goes beyond four. Rule: NW-DMG-H1."""
    if add_levels(r, name, structure, flotation, rule, to):
        r.note(PutOutOfAction(rule="NW-DMG-H3", ship=name))


def _clear_the_line(r: Ruling) -> None:
    """Sunk ships leave the map; ships out of action drop out of their divisions and drift.

    Rules: NW-DMG-H1, NW-DMG-H6.
    """
    drop_out(r, sink, part, "NW-DMG-H6")


def sink(r: Ruling, name: str) -> None:
    """A ship goes down: it leaves its division, and the map. Rule: NW-DMG-H1."""
    go_down(r, name, "NW-DMG-H1")


def part(r: Ruling, name: str, rule: str, drift: bool = False) -> str:
    """A ship leaves its division and becomes one of its own in the same hex. Returns the new division's id.

    Contacts with the old division hold for the new one; a smoke card stays with ships that can make smoke.
    Rules: NW-ORD-H3, NW-DMG-H6, NW-SMK-H1.
    """
    state: State = r.state
    ship = state.ships[name]
    old = state.divisions[ship.division]
    new_id = f"{name}-alone"
    while new_id in state.divisions:
        new_id += "-again"
    new = old.but(
        id=new_id,
        name=state.scene.names[name],
        ships=(name,),
        formation="abreast",
        orders=old.orders | 4,
        speed=0 if drift else old.speed,
    )
    rest = old.but(ships=tuple(other for other in old.ships if other != name), orders=old.orders | 4)
    new = new.but(smoking=old.smoking and not drift and can_smoke(state, new))
    rest = rest.but(smoking=old.smoking and can_smoke(state, rest))
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
        scratch={},
    )
    r.note(ShipDetached(rule=rule, to=knowing(state, old), ship=name, division=old.id, new=new_id))
    return new_id


# ---------------------------------------------------------------------- damage control


def damage_control(r: Ruling) -> None:
    """One roll for every ship that burns or is flooded, then what follows from it.

    Throws one d6 a ship, and a second when the first shows the option's six. Rules: NW-DC-H1, NW-DC-H2.
    """
    state: State = r.state
    six = state.scene.options["damage_control_six"]
    for ship in tuple(state.ships.values()):
        at_stake = ship.fire or (six and ship.flotation)  # a throw that can change nothing is not made
        if ship.gone or not at_stake:
            continue
        _control(r, ship.id, six)
    _clear_the_line(r)


def _control(r: Ruling, name: str, six: bool) -> None:
    state: State = r.state
    charts, ship = state.scene.charts.damage_control, state.ships[name]
    division = state.divisions[ship.division]
    told = knowing(state, division)
    need = charts.fire_out[state.scene.nations[division.side]]
    die = fight_fire(r, name, need, "NW-DC-H1", told)
    if not six or die != charts.trouble_on:
        return
    second = r.roll(f"trouble in {state.scene.names[name]}", 1, 6, "NW-DC-H2", to=told).faces[0]
    effect = charts.trouble[second]
    if effect == "structure_if_fire" and ship.fire:
        r.note(ControlFailed(rule="NW-DC-H2", to=told, ship=name, track="structure"))
        mark(r, name, charts.trouble_levels, 0, "NW-DC-H2", told)
    elif effect == "flotation_if_flooded" and ship.flotation:
        r.note(ControlFailed(rule="NW-DC-H2", to=told, ship=name, track="flotation"))
        mark(r, name, 0, charts.trouble_levels, "NW-DC-H2", told)
