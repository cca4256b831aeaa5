"""The row of a ship in a data file, and every fault it can have."""

from __future__ import annotations

from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.grids import Box, Fault
from rules.perfidious_albion.ships.shipcard import Printed

TYPES = ("BB", "CA", "CL", "DD", "TB", "AP")
BUILDS = ("armoured", "light", "merchant")
LIMITS = (
    ("default_cq", 1, 3), ("tech", 1, 4), ("bow_level", 1, 5), ("speed", 1, 40), ("tons", 10, 60_000),
    ("completed", 1850, 1999),
)  # fmt: skip
FieldFault = tuple[tuple[str | int, ...], str]  # (path of the field, what was expected)


class ShipRow(Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One class as written in ships.yaml, or a design in a file of its own. grid: six rows, section 1 to 10."""

    tubes: dict[str, str] = {}  # section/level -> B, F, A, R
    reloads: int = -1  # -1: by the rule
    pv: tuple[int, int, int] = (0, 0, 0)  # crew quality 1, 2, 3; none: by the formula
    boxes: int = 0
    flotation_as: str = "armoured"  # armoured, light, merchant
    drawn_funnels: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    grid: tuple[str, ...]


def row_faults(row: ShipRow) -> list[FieldFault]:
    """Return every fault of a row that keeps it from becoming a card: (field, what was expected)."""
    faults: list[FieldFault] = []
    boxes, wrong = grids.parse_grid(row.grid, grids.OF_SHIPS)
    faults += [place_fault(fault) for fault in wrong]
    standing = grids.standing(boxes)
    if row.type not in TYPES:
        faults.append((("type",), f"expected one of {', '.join(TYPES)}; found {row.type!r}"))
    for field, low, high in LIMITS:
        if not low <= getattr(row, field) <= high:
            faults.append(((field,), f"expected {low} to {high}, found {getattr(row, field)}"))
    if row.flotation_as not in BUILDS:
        faults.append((("flotation_as",), f"expected one of {', '.join(BUILDS)}; found {row.flotation_as!r}"))
    if row.flotation < 1:
        faults.append((("flotation",), f"expected 1 or more, found {row.flotation}"))
    props = sum(box.has(grids.PROP) for box in standing)
    if props != len(row.prop_units):
        faults.append((("prop_units",), f"expected one number for each PROP box, {props}; found {len(row.prop_units)}"))
    elif sum(row.prop_units) != row.speed:
        faults.append(
            (("prop_units",), f"expected numbers that add up to the speed, {row.speed}; found {sum(row.prop_units)}")
        )
    if row.boxes and row.boxes != len(standing):
        faults.append((("boxes",), f"expected the number of boxes in the grid, {len(standing)}; found {row.boxes}"))
    return faults + _tube_faults(row, standing)


def _tube_faults(row: ShipRow, standing: tuple[Box, ...]) -> list[FieldFault]:
    faults: list[FieldFault] = []
    mounts = {box.key: torpedoes_in(box) for box in standing if torpedoes_in(box)}
    for key, arc in row.tubes.items():
        if key not in mounts:
            faults.append((("tubes", key), "expected section/level of a torpedo room or launcher in the grid"))
        elif arc not in ("R" if mounts[key] in grids.LAUNCHERS else "BFA"):
            faults.append((("tubes", key), f"expected R for a launcher, B, F or A for a room; found {arc!r}"))
    faults += [
        (("tubes",), f"the {name} in {key} has no entry; expected B, F or A")
        for key, name in mounts.items()
        if key not in row.tubes and name in grids.ROOMS
    ]
    return faults


def place_fault(fault: Fault) -> FieldFault:
    """Return a grid's fault with the field of the row it is in."""
    return (("grid",) if fault.row < 0 else ("grid", fault.row)), fault.message


def torpedoes_in(box: Box) -> str:
    """Return the token of the torpedo room or launcher of a box (TTM, STL.M ...), or "".

    Rules: PA-14.2-1, PA-15.4-1.
    """
    return next((name for name in box.contents if name in grids.ROOMS or name in grids.LAUNCHERS), "")
