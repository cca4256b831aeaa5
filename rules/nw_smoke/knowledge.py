"""What one side may know: the position with everything hidden replaced by what was last seen, or by the set-up."""

from __future__ import annotations

from rules.nw_smoke.smoke import has_advanced_smoke
from rules.nw_smoke.state import DETECTED, SIGHTED, Division, Ship, State
from rules.nws.last_known import out_of_contact
from rules.nws.pieces import UNSEEN, contact, enemy_of


def known_state(state: State, side: str) -> State:
    """Return the position as a side may know it; side "" (referee, replay) knows everything.

    Enemy divisions in contact stand where they are; those behind smoke are a place only; the others stand where they
    were last seen, or where the scenario set them up. What the enemy sees of this side, or saw of its launches, is not
    known, nor are its torpedoes in the water or its salvos left. Rules: NW-SPT-H9, NW-SPT-H11.
    """
    if not side or not state.scene.options["hidden_movement"]:
        return state
    foe = enemy_of(state, side)
    divisions = {key: division for key, division in state.divisions.items() if division.side == side}
    ships = {key: ship for key, ship in state.ships.items() if state.scene.owner[key] == side}
    ships |= {key: _hidden_ship(state, ship) for key, ship in state.ships.items() if ship.gone and key not in ships}
    for division in state.divisions.values():
        known = contact(state, side, division.id)
        if division.side == foe and known != UNSEEN:
            _add_contact(state, division, known, divisions, ships)
    _add_remembered(state, side, foe, divisions, ships)
    return state.but(
        divisions=divisions,
        ships={key: ships[key] for key in state.ships},
        contacts={side: state.contacts[side], foe: {}},
        seen={side: state.seen[side], foe: {}},
        dice={
            key: verdict
            for key, verdict in state.dice.items()
            if all(_in_contact(state, side, name) for name in key.split("|"))
        },
        salvos=tuple(salvo.but(unseen=False) for salvo in state.salvos if salvo.side == side),
        hits=(),
    )


def _in_contact(state: State, side: str, name: str) -> bool:
    division = state.divisions.get(name)
    return division is not None and (division.side == side or contact(state, side, name) != UNSEEN)


def _hidden_ship(state: State, ship: Ship) -> Ship:
    return state.scene.fresh[ship.id].but(
        division=ship.division, gone=ship.gone, structure=ship.structure, flotation=ship.flotation
    )


def _seen_ship(state: State, ship: Ship) -> Ship:
    """Return an enemy ship in contact: its tubes and reloads are its own affair."""
    card = state.scene.cards[ship.id]
    return ship.but(salvos=card.salvos, reload=0, reloaded=False, launched=False)


def _add_contact(
    state: State, division: Division, known: int, divisions: dict[str, Division], ships: dict[str, Ship]
) -> None:
    smoking = division.smoking and not has_advanced_smoke(state)  # by the plain rule its smoke is what one sees of it
    if known == DETECTED:
        nameless = division.but(facing=0, speed=0, ran=0, formation="abreast", traits=(), evading=False, smoking=False)
        shadow = state.scene.opening.get(division.id, nameless)
        for name in division.ships:
            fresh = state.scene.fresh[name]
            ships[name] = fresh.but(division=division.id)
        divisions[division.id] = shadow.but(
            id=division.id,
            hex=division.hex,
            track=(division.hex,),
            ships=division.ships,
            smoking=smoking,
            moved=False,
            orders=0,
        )
        return
    visible = division if known == SIGHTED else division.but(evading=False, smoking=smoking)
    traits = state.scene.opening.get(division.id, division).traits
    divisions[division.id] = visible.but(
        orders=0, speed=division.ran, traits=traits
    )  # its order for this turn is secret
    for name in division.ships:
        ships[name] = _seen_ship(state, state.ships[name])


def _add_remembered(state: State, side: str, foe: str, divisions: dict[str, Division], ships: dict[str, Ship]) -> None:
    """Add divisions out of contact where they were last seen, else where they began; without ships seen elsewhere."""
    fresh = state.scene.fresh
    memories = out_of_contact(state.seen[side], state.scene.opening, lambda name, _: fresh[name], foe, divisions, ships)
    for home, division, left in memories:
        for ship in left:
            ships[ship.id] = _seen_ship(state, ship).but(division=home, fired=False, lights="", starred=False)
        divisions[home] = division.but(
            id=home,
            ships=tuple(ship.id for ship in left),
            moved=True,
            orders=0,
            smoking=False,
            evading=False,
            track=(division.hex,),
        )


def is_memory(state: State, side: str, division: Division) -> bool:
    """Return whether what a side has of a division is only where it was last seen."""
    return best_known(state, side, division) == UNSEEN


def best_known(state: State, side: str, division: Division) -> int:
    """Return what a side knows of a division: its own and everything in an open game count as sighted."""
    if not side or division.side == side or not state.scene.options["hidden_movement"]:
        return SIGHTED
    return contact(state, side, division.id)


def brought_to_bear(state: State, side: str) -> tuple[State]:
    """Return the position as if a side saw every enemy division: for what they could do to me, if they see me
    (NW-SPT-H9).
    """
    seen = {division.id: SIGHTED for division in state.divisions.values() if division.side != side}
    return (state.but(contacts={**state.contacts, side: seen}),)
