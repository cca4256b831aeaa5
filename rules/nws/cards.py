"""Cards of ships to read in both games: silhouette, lines by damage level, the boxes of a track."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.view import Cell, Hull
from rules.nws.pieces import Division, Position, Vessel, damage_level
from rules.nws.roster import LAND, ShipClass

TYPES = {
    "BB": "battleship",
    "CA": "heavy cruiser",
    "CL": "light cruiser",
    "DD": "destroyer",
    "APD": "destroyer transport",
    "AP": "transport",
    "AV": "seaplane carrier",
    "PT": "torpedo boats",
    LAND: "land target",
}


def hull(state: Position[Vessel, Division], ship: Vessel) -> Hull:
    """Return the data for a ship's silhouette."""
    return hull_of_card(state.scene.cards[ship.id], state.scene.names[ship.id], damage_level(ship), ship.fire)


def hull_of_card(card: ShipClass, name: str, damage: int = 0, fire: bool = False) -> Hull:
    """Return what the silhouette of a ship with a card is drawn from."""
    return Hull(
        name=name,
        type=card.type,
        length_ft=card.length_ft,
        beam_ft=card.beam_ft,
        turrets=card.turrets,
        funnels=card.funnels,
        tubes=card.mounts,
        damage=damage,
        fire=fire,
    )


def factors(state: Position[Vessel, Division], ships: Sequence[Vessel]) -> tuple[tuple[int, int], ...]:
    """Return (now, as built) of the first ship's firepower, armour and knots; none for land targets."""
    if not ships or state.scene.cards[ships[0].id].type == LAND:
        return ()
    lead, level = ships[0], damage_level(ships[0])
    power, knots, armour = state.scene.power[lead.id], state.scene.knots[lead.id], state.scene.cards[lead.id].defence
    return (power[level], power[0]), (armour, armour), (knots[level], knots[0])


def line_of_card(title: str, now: int, values: tuple[int, ...], level: int, rule: str) -> tuple[Cell, ...]:
    """Return a line of a card: the present value, then those at Light, Moderate and Heavy damage.
    level: the ship's.
    """
    lines = (Cell(str(values[n]), "strong" if n == level else "soft", rule) for n in (1, 2, 3))
    return (Cell(title), Cell(str(now), "strong"), *lines)


def boxes(level: int) -> tuple[Cell, ...]:
    """Return the boxes of a damage track, those marked struck."""
    return tuple(Cell(letter, "bad" if number < level else "") for number, letter in enumerate("LMHX"))
