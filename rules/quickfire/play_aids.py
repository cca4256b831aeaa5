"""What is laid on a real table in millimetres: rulers in speed boxes, the turn, torpedoes, outlines of ships."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.play_aids import Base, Kit, Template, corner, strip
from rules.quickfire.state import State

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
