"""From the row of a data file to the card of a ship: everything that is computed once, on reading."""

from __future__ import annotations

from rules.kernel.record import shared_fields
from rules.perfidious_albion.records.charts import QUALITIES, load_charts, size_of
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.grids import Box, Tube
from rules.perfidious_albion.ships.points import ship_values
from rules.perfidious_albion.ships.shipcard import Printed, PropRoom, ShipCard
from rules.perfidious_albion.ships.shiprow import ShipRow, torpedoes_in


def card_of(key: str, row: ShipRow) -> ShipCard:
    """Return the card of a row that has no faults. Rules: PA-TAB-H6, PA-STK-H1, PA-STK-H2."""
    boxes, _ = grids.parse_grid(row.grid, grids.OF_SHIPS)
    standing = grids.standing(boxes)
    tubes = tuple(_tube(row, box) for box in standing if torpedoes_in(box))
    props = [box for box in standing if box.has(grids.PROP)]
    turrets = sorted(
        (_along(box.section), box.guns.count)
        for box in standing
        if box.guns and box.guns.arc and box.guns.letter != "Q"
    )
    funnels = row.drawn_funnels or tuple(
        sorted({_along(box.section) for box in standing if box.has(grids.FUN) or box.has(grids.LOW_FUN)})
    )
    card = ShipCard(
        **shared_fields(row, Printed),
        key=key,
        size=size_of(row.tons),
        pv=dict(zip(QUALITIES, row.pv, strict=True)),
        boxes=len(standing),
        grid=boxes,
        gun_boxes=tuple(box for box in standing if box.guns),
        tubes=tubes,
        cargo_boxes=tuple(box for box in standing if box.has(grids.CARGO)),
        prop_boxes=tuple(
            PropRoom(box.section, box.level, units) for box, units in zip(props, row.prop_units, strict=False)
        ),
        magazines=tuple(box for box in standing if box.has(grids.MAG)),
        towers=tuple(box for box in standing if box.has(grids.CT)),
        funnel_boxes=grids.valid_funnels(standing),
        turrets=tuple(turrets),
        funnels=funnels,
        mounts=tuple(sorted({_along(tube.section) for tube in tubes if tube.trainable})),
    )
    return card if any(row.pv) else card.but(pv=ship_values(card))


def _along(section: int) -> int:
    """Return the middle of a section in thousandths of the length from the bow."""
    return section * 100 - 50


def _tube(row: ShipRow, box: Box) -> Tube:
    name = torpedoes_in(box)
    trainable = name in grids.LAUNCHERS
    kind, barrels = grids.LAUNCHERS[name] if trainable else (grids.ROOMS[name], 1)
    rule = load_charts().torpedoes
    reloads = row.reloads if row.reloads >= 0 else 0 if row.torpedo_craft else rule.room_reloads
    return Tube(
        key=box.key,
        level=box.level,
        section=box.section,
        kind=kind,
        arc=row.tubes.get(box.key, "R"),
        barrels=barrels,
        trainable=trainable,
        reloads=reloads,
    )
