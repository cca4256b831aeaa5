"""Damage and damage control: the two tracks, ships out of action, sinking, fires, and the six that makes it worse."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.nw_smoke.events import ControlFailed, Damaged
from rules.nw_smoke.smoke import can_smoke
from rules.nw_smoke.state import Division, Ship, State, knowing
from rules.nws.events import FireOut, FireStarted, PutOutOfAction, ShipDetached, Sunk
from rules.nws.fighting import LEVEL_NAMES, OUT_OF_ACTION
from rules.nws.pieces import damage_level

GUNFIRE = "NW-GUN-H3"  # the rule of a hit by guns


def apply_hits(r: Ruling) -> None:
    """Mark all damage that was waiting, then let wrecks fall out and sunk ships go.

    Rules: NW-PH-H3, NW-DMG-H1, NW-DMG-H4.
    """
    state: State = r.state
    hits = state.hits
    if not hits:
        return
    r.state = state.but(hits=(), scratch={})
    for hit in hits:
        ship = r.state.ships[hit.target]
        structure, flotation = hit.structure, hit.flotation
        if ship.structure >= OUT_OF_ACTION and hit.rule == GUNFIRE:
            structure, flotation = 0, flotation + structure
        mark(r, ship.id, structure, flotation, hit.rule)
        if hit.fire and not r.state.ships[hit.target].fire:
            burning = r.state.ships[hit.target].but(fire=True)
            r.state = r.state.but(ships={**r.state.ships, burning.id: burning})
            r.note(FireStarted(rule="NW-GUN-H14", ship=burning.id))
    _clear_the_line(r)


def mark(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()) -> None:
    """Mark levels on a ship's two tracks; neither goes beyond four. Rule: NW-DMG-H1."""
    ship: Ship = r.state.ships[name]
    after = ship.but(
        structure=min(OUT_OF_ACTION, ship.structure + structure),
        flotation=min(OUT_OF_ACTION, ship.flotation + flotation),
    )
    if after == ship:
        return
    r.state = r.state.but(ships={**r.state.ships, name: after})
    r.note(
        Damaged(
            rule=rule,
            to=to,
            ship=name,
            structure=after.structure,
            flotation=after.flotation,
            now=LEVEL_NAMES[damage_level(after)],
        )
    )
    if after.structure >= OUT_OF_ACTION > ship.structure and after.flotation < OUT_OF_ACTION:
        r.note(PutOutOfAction(rule="NW-DMG-H3", ship=name))


def _clear_the_line(r: Ruling) -> None:
    """Sunk ships leave the map; ships out of action drop out of their divisions and drift.

    Rules: NW-DMG-H1, NW-DMG-H6.
    """
    for name, ship in r.state.ships.items():
        if not ship.gone and ship.flotation >= OUT_OF_ACTION:
            sink(r, name)
    for name, ship in r.state.ships.items():
        if not ship.gone and ship.structure >= OUT_OF_ACTION and len(r.state.divisions[ship.division].ships) > 1:
            part(r, name, "NW-DMG-H6", drift=True)


def sink(r: Ruling, name: str) -> None:
    """A ship goes down: it leaves its division, and the map. Rule: NW-DMG-H1."""
    state: State = r.state
    ship = state.ships[name]
    r.state = state.but(
        ships={**state.ships, name: ship.but(gone="sunk", lights="", fire=False)},
        divisions=_without(state, state.divisions[ship.division], name),
        scratch={},
    )
    r.note(Sunk(rule="NW-DMG-H1", ship=name))


def _without(state: State, division: Division, name: str) -> dict[str, Division]:
    left = tuple(ship for ship in division.ships if ship != name)
    if left:
        return {**state.divisions, division.id: division.but(ships=left)}
    return {key: value for key, value in state.divisions.items() if key != division.id}


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
    contacts = {
        side: {**known, new_id: known[old.id]} if old.id in known else known for side, known in state.contacts.items()
    }
    dice = dict(state.dice)
    for key, verdict in state.dice.items():
        ids = key.split("|")
        if old.id in ids:
            other = ids[0] if ids[1] == old.id else ids[1]
            dice["|".join(sorted((new_id, other)))] = verdict
    r.state = state.but(
        ships={**state.ships, name: ship.but(division=new_id)},
        divisions={**state.divisions, old.id: rest, new_id: new},
        contacts=contacts,
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
    note = f"fire out on 1 to {need}" if ship.fire else "not burning"
    die = r.roll(f"damage control in {state.scene.names[name]}", 1, 6, "NW-DC-H1", note=note, to=told).faces[0]
    if ship.fire and die <= need:
        r.state = state.but(ships={**state.ships, name: ship.but(fire=False)})
        r.note(FireOut(rule="NW-DC-H1", to=told, ship=name))
        return
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
