"""The units for battles made by the player: every ship of the roster, with her drawing and points for fair forces."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.editor_schema import CatalogueEntry
from rules.kernel.play_aids import Base, Kit, Template, corner, strip
from rules.kernel.view import Hull
from rules.quickfire.roster import BATTERIES, ShipCard, load_roster
from rules.quickfire.state import State
from rules.quickfire.view import DRAWN

TURN_SIDE = 40_000  # thousandths of a millimetre
MM = 1000


def play_aids(state: State) -> Kit:
    """Return templates and outlines. Rules: QF-MOV-H1, QF-MOV-H4, QF-TOR-1, QF-TOR-5, QF-RAM-H5."""
    scene = state.scene
    bases = {id: Base(unit="mm", length=scene.length[id], width=scene.beam[id]) for id in state.ships}
    return Kit(templates=tuple(_templates(state)), bases=bases)


def _templates(state: State) -> Iterator[Template]:
    charts = state.scene.charts
    moves, torpedoes = charts.movement, charts.torpedo
    for rating in moves.speed_ratings:
        boxes = [(str(box), rating * MM * box // moves.boxes) for box in range(1, moves.boxes + 1)]
        yield strip(f"Boxes run at speed {rating}", "QF-MOV-H1", "mm", rating * MM, boxes)
    reach = [("least", torpedoes.least_range_mm * MM), ("torpedo", torpedoes.range_mm * MM)]
    yield strip("Torpedoes", "QF-TOR-1", "mm", torpedoes.range_mm * MM, reach)
    yield strip("A cable", "QF-RNG-3", "mm", 5 * moves.mm_per_cable * MM, _cables(moves.mm_per_cable))
    yield corner(f"A turn of {moves.turn_degrees}°", "QF-MOV-H4", "mm", TURN_SIDE)


def _cables(mm: int) -> Iterator[tuple[str, int]]:
    for cable in range(1, 6):
        yield str(cable), cable * mm * MM


SIDES = {"Japan": "japan", "Russia": "russia", "United States": "usa", "Spain": "spain", "France": "france"}


def unit_catalogue() -> tuple[CatalogueEntry, ...]:
    """Return every ship."""
    roster = load_roster()
    return tuple(_stock(name, roster.classes[kind]) for name, kind in roster.ships.items())


def points_of(card: ShipCard) -> int:
    """Return a ship's points for drawing fair forces: her Gunnery by rounds fired, her Size and her armour.

    A house measure for the skirmish, corrected by self-play; no rule uses it.
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
