"""The units for battles made by the player: every named ship of the roster, with her drawing and her points."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.inches import Point
from rules.kernel.scenario import Scenario
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.records.state import Fort, Ship
from rules.perfidious_albion.ships.dockyard import sent_card
from rules.perfidious_albion.ships.roster import load_roster
from rules.perfidious_albion.ships.shipcard import FOOT, FortCard, ShipCard
from rules.perfidious_albion.ships.tubes import full_load, reserve_torpedoes


def slug(name: str) -> str:
    """Return an id made of a name: lower case, without spaces."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def commission(
    name: str,
    side: str,
    squadron: str,
    card: ShipCard,
    at: Point,
    heading: int,
    speed: int,
    cq: int = 0,
    boats: int = 1,
) -> Ship:
    """Return a ship, or a pair of boats, as at the beginning of a battle: undamaged, loaded, with searchlights.

    `cq` 0: the quality on her card. Rules: PA-3.4-2, PA-STK-H1, PA-STK-H2, PA-STK-H3, PA-TAB-H8.
    """
    return Ship(
        id=slug(name),
        side=side,
        squadron=squadron,
        cq=cq or card.default_cq,
        x=at[0],
        y=at[1],
        heading=heading % 360,
        speed=speed,
        boats=boats,
        lights=len(card.towers),
        loaded=full_load(card, boats),
        reloads=reserve_torpedoes(card, boats),
    )


def fort(key: str, name: str, side: str, card: FortCard, cq: int, at: Point, facing: int) -> Fort:
    """Return a fort as at the beginning of a battle: undamaged, its torpedo room loaded.

    Rules: PA-2.2-11, PA-SHO-H4.
    """
    charts = load_charts()
    tubes = charts.ashore.torp_room_tubes if card.torpedo_room is not None else 0
    reloads = tubes * charts.torpedoes.room_reloads
    (x, y), number = at, card.number
    return Fort(
        id=key, side=side, name=name, number=number, cq=cq, x=x, y=y, facing=facing, loaded=tubes, reloads=reloads
    )


SIDES = {
    "GB": "britain", "DE": "germany", "RU": "russia", "JP": "japan", "US": "usa", "ES": "spain", "FR": "france",
    "CL": "chile", "CN": "china",
}  # fmt: skip
AVERAGE = 2  # crew quality
LONGEST, MOST_OWN = 18_000, 20  # letters of a design that a battle carries, and how many of them


def unit_catalogue() -> tuple[CatalogueEntry, ...]:
    """Return every named ship except merchantmen."""
    roster = load_roster()
    found = ((name, roster.classes[kind]) for name, kind in roster.ships.items())
    return tuple(_stock(name, card) for name, card in found if not card.merchant and card.nation in SIDES)


def own_stock(name: str, text: str) -> CatalogueEntry:
    """Return a design of the player's own, available in any number; its text becomes part of the battle.

    Raises ValueError if it has faults, or a nation that is on neither side.
    """
    card = sent_card(name, text)
    if card.nation not in SIDES or len(text) > LONGEST:
        raise ValueError(f"The design {name!r} sails under no flag that fights here, or is too long.")
    stock = _stock(card.title, card)
    return stock.but(key=card.key, single=False, carries=(f"design {name}", text))


def with_own_designs(scenario: Scenario, designs: Mapping[str, str]) -> Scenario:
    """Return a battle; if its fleets are bought, the player's own designs without faults are on sale in it.

    designs: name -> text of the file.
    """
    if scenario.conditions.get("setup") != "open":
        return scenario
    fit: dict[str, str] = {}
    for name, text in designs.items():
        try:
            sent_card(name, text)
        except ValueError:
            continue  # the dockyard shows its faults
        if len(text) <= LONGEST and len(fit) < MOST_OWN:
            fit[f"design {name}"] = text
    return scenario.but(conditions={**scenario.conditions, **fit})


def _stock(name: str, card: ShipCard) -> CatalogueEntry:
    return CatalogueEntry(
        key=name,
        name=name,
        kind=card.key,
        nation=SIDES[card.nation],
        type=card.type,
        words=f"{card.title}: {card.guns}; {card.speed} knots, {card.completed}",
        first=card.completed,
        points=card.pv[AVERAGE],
        hull=card.hull(name, load_charts().movement.sizes[card.size].model_mils[0] // FOOT),
    )
