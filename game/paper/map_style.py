"""The common style of maps on paper: units, colours of sea and land, names of sheets."""

from __future__ import annotations

from game.paper.pdf_writer import Colour

PER = {"mm": 1.0, "inch": 25.4}  # millimetres in a unit
THOUSAND = 1000
SEA: Colour = (226, 236, 242)
SEA_LINE: Colour = (168, 190, 204)
LAND: Colour = (226, 212, 172)
FOUL: Colour = (214, 206, 190)
COAST: Colour = (110, 92, 56)


def sheet_name(row: int, column: int) -> str:
    """Return the name of a sheet; A1 is at the top left."""
    return f"{chr(65 + row % 26)}{column + 1}"
