"""What one side may know: the position with everything hidden replaced by what was last seen, or by the opening."""

from __future__ import annotations

from functools import partial

from rules.nights_of_fury.state import SIGHTED, Division, Ship, State, fresh_ship
from rules.nws.last_known import out_of_contact
from rules.nws.pieces import UNSEEN, contact, enemy_of, is_land_target


def known_state(state: State, side: str) -> State:
    """Return the position as a side may know it; side "" (referee, replay) knows everything.

    Enemy divisions in contact stand where they are; the others stand where they were last seen, or where they stood
    when the battle began: in a scenario and in a battle of a campaign that is known to both. Targets ashore are on the
    chart for all to see. What the enemy sees of this side, or saw of its launches, is not known, nor are its torpedoes
    in the water, its salvos left, or what the solitaire chart told it. Rules: NoF-SPT-H8, NoF-LAND-H1.
    """
    if not side or not state.scene.options["hidden_movement"]:
        return state
    foe = enemy_of(state, side)
    owner = state.scene.owner
    divisions = {key: division for key, division in state.divisions.items() if division.side == side}
    ships = {key: ship for key, ship in state.ships.items() if owner[key] == side}
    began = {name: division for division in state.opening.values() for name in division.ships}
    for key, ship in state.ships.items():
        if ship.gone and key not in ships:
            ships[key] = _departed_ship(state, ship, began[key])
    for division in state.divisions.values():
        if division.side == foe and (is_land_target(division) or contact(state, side, division.id) != UNSEEN):
            _add_contact(state, side, division, divisions, ships)
    _add_remembered(state, side, foe, divisions, ships)
    return state.but(
        divisions=divisions,
        ships={key: ships[key] for key in state.ships},
        contacts={side: state.contacts[side], foe: {}},
        seen={side: state.seen[side], foe: {}},
        titles={key: title for key, title in state.titles.items() if _may_know_name(state, side, key, divisions)},
        salvos=tuple(salvo.but(unseen=False) for salvo in state.salvos if salvo.side == side),
        hits=tuple(hit for hit in state.hits if owner[hit.ship] == side),
    )


def _may_know_name(state: State, side: str, key: str, divisions: dict[str, Division]) -> bool:
    """Return whether a side may know a division's name: not of one that the enemy has made unseen."""
    known = key in divisions or key in state.opening or key in state.seen[side]
    return known or key not in state.divisions


def _departed_ship(state: State, ship: Ship, began: Division) -> Ship:
    """Return a ship that is off the chart: how it went is known to all, what it had left is not."""
    return fresh_ship(state.scene, ship.id, began).but(
        division=ship.division,
        gone=ship.gone,
        left_at=ship.left_at,
        structure=ship.structure,
        flotation=ship.flotation,
    )


def _seen_ship(state: State, ship: Ship) -> Ship:
    """Return an enemy ship in contact: its tubes and reloads are its own affair."""
    return ship.but(salvos=state.scene.cards[ship.id].salvos, reload=0, reloaded=False, launched=False)


def _add_contact(
    state: State, side: str, division: Division, divisions: dict[str, Division], ships: dict[str, Ship]
) -> None:
    found = division.consultation
    if found is None or not found.open:
        division = division.but(action="", consultation=None)
    visible = division.but(orders=0, consulted=False, detached=False)
    if contact(state, side, division.id) != SIGHTED and not is_land_target(division):
        visible = visible.but(evading=False, smoking=False)
    divisions[division.id] = visible
    for name in division.ships:
        ships[name] = _seen_ship(state, state.ships[name])


def _add_remembered(state: State, side: str, foe: str, divisions: dict[str, Division], ships: dict[str, Ship]) -> None:
    """Add divisions out of contact where they were last seen, else where they began; without ships seen elsewhere."""
    began = partial(fresh_ship, state.scene)
    for home, division, left in out_of_contact(state.seen[side], state.opening, began, foe, divisions, ships):
        for ship in left:
            ships[ship.id] = _seen_ship(state, ship).but(division=home, fired=False, lights="", starred=False)
        divisions[home] = division.but(
            id=home,
            ships=tuple(ship.id for ship in left),
            flag=division.flag if any(ship.id == division.flag for ship in left) else left[0].id,
            began=division.band,
            moved=True,
            orders=0,
            smoking=False,
            evading=False,
            sheltering=False,
            action="",
            consulted=False,
            consultation=None,
            detached=False,
        )


def is_memory(state: State, side: str, division: Division) -> bool:
    """Return whether what a side has of a division is only where it was last seen."""
    return best_known(state, side, division) == UNSEEN


def best_known(state: State, side: str, division: Division) -> int:
    """Return what a side knows of a division: its own, targets ashore and everything in an open game
    count as sighted.
    """
    if not side or division.side == side or is_land_target(division) or not state.scene.options["hidden_movement"]:
        return SIGHTED
    return contact(state, side, division.id)


def brought_to_bear(state: State, side: str) -> tuple[State]:
    """Return the position as if a side saw every enemy division: for what they could do to me, if they see me
    (NoF-SPT-H8).
    """
    seen = {division.id: SIGHTED for division in state.divisions.values() if division.side != side}
    return (state.but(contacts={**state.contacts, side: seen}),)
