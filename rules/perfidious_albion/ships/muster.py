"""Who may be had for a battle of one's own: every named ship of the roster, with her drawing and her points."""

from __future__ import annotations

from rules.kernel.view import Hull
from rules.kernel.workbench import Stock
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.ships.roster import load_roster
from rules.perfidious_albion.ships.shipcard import ShipCard

SIDES = {
    "GB": "britain", "DE": "germany", "RU": "russia", "JP": "japan", "US": "usa", "ES": "spain", "FR": "france",
    "CL": "chile", "CN": "china",
}  # fmt: skip
AVERAGE = 2  # crew quality
FOOT = 4  # milli-inches on the table for a foot of a ship
DRAWN = {"TB": "DD"}


def muster() -> tuple[Stock, ...]:
    """Every named ship but merchantmen."""
    roster = load_roster()
    found = ((name, roster.classes[kind]) for name, kind in roster.ships.items())
    return tuple(_stock(name, card) for name, card in found if not card.merchant and card.nation in SIDES)


def _stock(name: str, card: ShipCard) -> Stock:
    long = load_charts().movement.sizes[card.size].model_mils[0]
    return Stock(
        key=name,
        name=name,
        kind=card.key,
        nation=SIDES[card.nation],
        type=card.type,
        words=f"{card.title}: {card.guns}; {card.speed} knots, {card.completed}",
        first=card.completed,
        points=card.pv[AVERAGE],
        hull=Hull(
            name=name,
            type=DRAWN.get(card.type, card.type),
            length_ft=long // FOOT,
            beam_ft=card.beam_ft * long // (FOOT * card.length_ft),
            turrets=card.turrets,
            funnels=card.funnels,
            tubes=card.mounts,
        ),
    )
