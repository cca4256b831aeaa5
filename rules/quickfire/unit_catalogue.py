"""Who may be had for a battle of one's own: every ship of the roster, with her drawing and points for fair forces."""

from __future__ import annotations

from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.view import Hull
from rules.quickfire.roster import BATTERIES, ShipCard, load_roster
from rules.quickfire.view import DRAWN

SIDES = {"Japan": "japan", "Russia": "russia", "United States": "usa", "Spain": "spain", "France": "france"}


def unit_catalogue() -> tuple[CatalogueEntry, ...]:
    """Return every ship."""
    roster = load_roster()
    return tuple(_stock(name, roster.classes[kind]) for name, kind in roster.ships.items())


def points_of(card: ShipCard) -> int:
    """Return what a ship is worth for drawing fair forces: her Gunnery by rounds fired, her Size and her armour.

    A house measure for the skirmish; no rule reads it, and self-play corrects it.
    """
    guns = sum(card.gunnery(battery) * card.rof(battery) for battery in BATTERIES)
    plate = card.armour_heavy + card.armour_light
    return max(1, guns // 8 + card.size_quarters // 3 + plate + 3 * card.torpedo)


def _stock(name: str, card: ShipCard) -> CatalogueEntry:
    return CatalogueEntry(
        key=name,
        name=name,
        nation=SIDES[card.nation],
        type=card.type,
        words=f"{card.title}: {card.guns}; {card.knots} knots",
        first=card.completed,
        points=points_of(card),
        hull=Hull(
            name=name,
            type=DRAWN.get(card.type, card.type),
            length_ft=card.length_ft,
            beam_ft=card.beam_ft,
            turrets=card.turrets,
            funnels=card.funnels,
            tubes=card.mounts,
        ),
    )
