"""Damage: the two tracks, ships out of action, sinking, lost flagships, fires, and phase 6, Damage control."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.nights_of_fury.events import ControlFailed, Damaged, FormationOrdered
from rules.nights_of_fury.state import SIGHTED, Division, State, knowing
from rules.nws.events import FireOut, FireStarted, PutOutOfAction, ShipDetached, Sunk
from rules.nws.fighting import LEVEL_NAMES, OUT_OF_ACTION
from rules.nws.pieces import FORMATION_NAMES, able, damage_level, on_land, with_ship

GUNFIRE = "NoF-GUN-H3"  # the rule of a hit by guns


# ---------------------------------------------------------------------- the end of a phase


def close_gunnery(r: Ruling) -> None:
    """The end of phase 4: all fire was at the same time, so all damage is marked now. No dice. Rule: NoF-PH-H3."""
    apply_hits(r)


def apply_hits(r: Ruling) -> None:
    """Mark all damage that was waiting, then let wrecks fall out and sunk ships go.

    Gunfire at a ship already out of action floods her instead. Rules: NoF-PH-H3, NoF-DMG-H1, NoF-DMG-H4, NoF-LAND-H3.
    """
    state: State = r.state
    hits = state.hits
    if not hits:
        return
    r.state = state.but(hits=(), scratch={})
    for hit in hits:
        ship = r.state.ships[hit.target]
        structure, flotation = hit.structure, hit.flotation
        if on_land(r.state.divisions[ship.division]):
            flotation = 0
        elif ship.structure >= OUT_OF_ACTION and hit.rule == GUNFIRE:
            structure, flotation = 0, flotation + structure
        mark(r, ship.id, structure, flotation, hit.rule)
        if hit.fire and not r.state.ships[hit.target].fire:
            r.state = with_ship(r.state, r.state.ships[hit.target].but(fire=True))
            r.note(FireStarted(rule="NoF-GUN-H11", ship=hit.target))
    clear_the_line(r)


def mark(r: Ruling, name: str, structure: int, flotation: int, rule: str, to: tuple[str, ...] = ()) -> None:
    """Mark levels on the tracks of a ship or land target; none goes beyond four. Rules: NoF-DMG-H1, NoF-LAND-H1."""
    ship = r.state.ships[name]
    after = ship.but(
        structure=min(OUT_OF_ACTION, ship.structure + structure),
        flotation=min(OUT_OF_ACTION, ship.flotation + flotation),
    )
    if after == ship:
        return
    r.state = with_ship(r.state, after)
    level = LEVEL_NAMES[damage_level(after)]
    r.note(Damaged(rule=rule, to=to, ship=name, structure=after.structure, flotation=after.flotation, level=level))
    if after.structure >= OUT_OF_ACTION > ship.structure and after.flotation < OUT_OF_ACTION:
        ashore = on_land(r.state.divisions[ship.division])
        r.note(PutOutOfAction(rule="NoF-LAND-H1" if ashore else "NoF-DMG-H3", to=to, ship=name))


def clear_the_line(r: Ruling) -> None:
    """Sunk ships leave the chart; ships out of action drop out of their divisions and lie where they are.

    Rules: NoF-DMG-H1, NoF-DMG-H3.
    """
    for name, ship in r.state.ships.items():
        if not ship.gone and ship.flotation >= OUT_OF_ACTION:
            sink(r, name)
    for name, ship in r.state.ships.items():
        if ship.gone or ship.structure < OUT_OF_ACTION:
            continue
        division = r.state.divisions[ship.division]
        if len(division.ships) > 1 and not on_land(division):
            part(r, name, "NoF-DMG-H3", drift=True)


# ---------------------------------------------------------------------- ships that leave their division


def sink(r: Ruling, name: str) -> None:
    """A ship goes down: she leaves her division, and the chart. Rules: NoF-DMG-H1, NoF-FRM-H3."""
    state: State = r.state
    ship = state.ships[name]
    division = state.divisions[ship.division]
    left = tuple(other for other in division.ships if other != name)
    divisions = {key: found for key, found in state.divisions.items() if key != division.id or left}
    if left:
        divisions[division.id] = division.but(ships=left)
    lost = ship.but(gone="sunk", lights="", fire=False)
    r.state = state.but(ships={**state.ships, name: lost}, divisions=divisions, scratch={})
    r.note(Sunk(rule="NoF-DMG-H1", ship=name))
    if left:
        _flagship_lost(r, division, name)


def _flagship_lost(r: Ruling, before: Division, name: str) -> None:
    """A division whose flagship is sunk or out of action is Dispersed; its next able ship leads. Rule: NoF-FRM-H3."""
    if before.flag != name:
        return
    state: State = r.state
    division = state.divisions[before.id]
    flag = next((ship for ship in division.ships if able(state.ships[ship])), division.ships[0])
    after = division.but(flag=flag, formation="dispersed" if len(division.ships) > 1 else "abreast")
    r.state = state.but(divisions={**state.divisions, division.id: after}, scratch={})
    if after.formation != division.formation:
        r.note(
            FormationOrdered(
                rule="NoF-FRM-H3",
                to=knowing(r.state, after, SIGHTED),
                division=division.id,
                formation=FORMATION_NAMES[after.formation],
                forced=True,
            )
        )


def part(r: Ruling, name: str, rule: str, drift: bool = False) -> str:
    """A ship leaves her division and becomes one of her own in the same band. Returns the new division's id.

    Contacts with the old division hold for the new one; she is in Line Abreast, being alone. One that drifts, out of
    action, keeps neither smoke nor evasion. Rules: NoF-ORD-H2, NoF-DMG-H3, NoF-FRM-H3.
    """
    state: State = r.state
    ship = state.ships[name]
    old = state.divisions[ship.division]
    new_id = f"{name}-alone"
    while new_id in state.divisions or new_id in state.titles:
        new_id += "-again"
    title = state.scene.names[name]
    new = old.but(
        id=new_id, name=title, tag=title, ships=(name,), flag=name, formation="abreast", orders=old.orders | 2
    )
    if drift:
        new = new.but(evading=False, smoking=False, sheltering=False, action="", detached=False)
    rest = old.but(ships=tuple(other for other in old.ships if other != name), orders=old.orders | 2)
    if rest.flag == name and not drift:
        rest = rest.but(flag=rest.ships[0])
    contacts = {
        side: {**known, new_id: known[old.id]} if old.id in known else known for side, known in state.contacts.items()
    }
    r.state = state.but(
        ships={**state.ships, name: ship.but(division=new_id)},
        divisions={**state.divisions, old.id: rest, new_id: new},
        titles={**state.titles, new_id: title},
        contacts=contacts,
        scratch={},
    )
    r.note(ShipDetached(rule=rule, to=knowing(state, old), ship=name, division=old.id, new=new_id))
    if drift:
        _flagship_lost(r, old, name)
    return new_id


# ---------------------------------------------------------------------- damage control


def damage_control(r: Ruling) -> None:
    """Phase 6: one roll for every ship that burns or is damaged, then what follows from it.

    Throws one d6 a ship, and a second when the first shows the option's six. A land target only fights its fire. Where
    a roll can change nothing (no fire, and the option off) none is made. Rules: NoF-DC-H1, NoF-DC-1 to NoF-DC-5.
    """
    six = r.state.scene.options["damage_control_six"]
    for ship in tuple(r.state.ships.values()):
        if ship.gone:
            continue
        ashore = on_land(r.state.divisions[ship.division])
        if ship.fire or (six and not ashore and damage_level(ship)):
            _control(r, ship.id, six and not ashore)
    clear_the_line(r)


def _control(r: Ruling, name: str, six: bool) -> None:
    """One ship's roll. Rules: NoF-DC-H1, NoF-DC-1 to NoF-DC-5, NoF-LAND-H3."""
    state: State = r.state
    charts, ship = state.scene.charts.damage_control, state.ships[name]
    division = state.divisions[ship.division]
    told, title = knowing(state, division), state.scene.names[name]
    ashore, nation = on_land(division), state.scene.nations[division.side]
    need = state.scene.charts.damage_by_chart.land_fire_out if ashore else charts.fire_out[nation]
    rule = "NoF-LAND-H3" if ashore else "NoF-DC-H1"
    note = f"fire out on 1 to {need}" if ship.fire else "not burning"
    die = r.roll(f"damage control in {title}", 1, 6, rule, note=note, to=told).faces[0]
    if ship.fire and die <= need:
        r.state = with_ship(state, ship.but(fire=False))
        r.note(FireOut(rule=rule, to=told, ship=name))
        return
    if not six or die != charts.trouble_on:
        return
    second = r.roll(f"trouble in {title}", 1, 6, "NoF-DC-1", to=told).faces[0]
    effect = charts.trouble[second]
    if effect == "structure_if_fire" and ship.fire:
        _worse(r, name, charts.trouble_levels, 0, "NoF-DC-3", told)
    elif effect == "flotation_if_flooded" and ship.flotation:
        _worse(r, name, 0, charts.trouble_levels, "NoF-DC-4", told)
    else:
        rule = {"structure_if_fire": "NoF-DC-3", "flotation_if_flooded": "NoF-DC-4"}.get(effect, "NoF-DC-2")
        r.note(ControlFailed(rule=rule, to=told, ship=name, result="no effect"))


def _worse(r: Ruling, name: str, structure: int, flotation: int, rule: str, told: tuple[str, ...]) -> None:
    r.note(ControlFailed(rule=rule, to=told, ship=name, result="structure worse" if structure else "flotation worse"))
    mark(r, name, structure, flotation, rule, told)
