"""The ships to choose from in the battle builder: every ship of the roster, with her drawing and her points."""

from __future__ import annotations

from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.view import Hull
from rules.nws.roster import LAND, ShipClass, arrivals, load_roster

FIRST = 1942


def unit_catalogue() -> tuple[CatalogueEntry, ...]:
    """Return every ship; targets on land are none."""
    roster = load_roster()
    found = ((name, ship, roster.classes[ship.kind]) for name, ship in roster.ships.items())
    return tuple(_stock(name, card) for name, ship, card in found if card.type != LAND)


def _stock(name: str, card: ShipClass) -> CatalogueEntry:
    arrived = arrivals()[name]
    tubes = f", {card.salvos} salvos of torpedoes" if card.salvos else ""
    return CatalogueEntry(
        key=name,
        name=name,
        nation=card.side,
        type=card.type,
        words=f"{card.title}: {card.guns}{tubes}, {card.speed_kn} knots",
        first=int(arrived[:4]) if arrived else FIRST,
        points=max(1, card.pv),
        hull=Hull(
            name=name,
            type=card.type,
            length_ft=card.length_ft,
            beam_ft=card.beam_ft,
            turrets=card.turrets,
            funnels=card.funnels,
            tubes=card.mounts,
        ),
    )
