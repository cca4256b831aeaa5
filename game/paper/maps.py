"""The map in sheets to lay side by side: hexes to scale, range bands, or the sea and land of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame

from game.boards import hex_layout
from game.boards.hex_board import HexBoard
from game.paper.map_style import COAST, FOUL, LAND, PER, SEA, SEA_LINE, THOUSAND, sheet_name
from game.paper.pdf_writer import EDGE, GOLD, INK, SOFT, Colour, PdfWriter, Point
from game.paper.setup_plan import lay_plan
from game.words import tr
from rules.kernel.view import Ground, View

DOTS = 300 / 25.4  # pixels for each millimetre of a painted map
PEN = 2.0  # text is enlarged by this, because a screen has half the resolution
GRID: Colour = (150, 140, 118)
NUMBERS: Colour = (104, 92, 66)
GRID_MM = 0.12
NUMBER_PT = 5.0
SMALLER = 14  # per cent by which a hex may be reduced to save sheets
SAMPLE = 5.0  # mm along an outline
LAP = 4.0  # mm by which neighbouring sheets overlap
BAND = 44.0  # mm: size of a range band
EDGE_MM = 0.6  # mm: width of the line at the edge of a table
ROOM_FOR_WORDS = 26.0  # mm


def tiles(length: float, room: float) -> list[float]:
    """Return the starts of the sheets along a length, each `room` long, with a small overlap."""
    if length <= room:
        return [0.0]
    count = math.ceil((length - LAP) / (room - LAP))
    return [index * (room - LAP) for index in range(count)]


def _grid(press: PdfWriter, wide: float, high: float) -> tuple[bool, list[float], list[float]]:
    """Return the layout with the fewest sheets: landscape or not, and the starts of the sheets."""
    found = []
    for across in (False, True):
        sheet = (press.paper.high, press.paper.wide) if across else (press.paper.wide, press.paper.high)
        room = sheet[0] - 2 * EDGE, sheet[1] - 2 * EDGE - 20
        columns, rows = tiles(wide, room[0]), tiles(high, room[1])
        found.append((len(columns) * len(rows), across, columns, rows))
    _, across, columns, rows = min(found)
    return across, columns, rows


def _sheets(press: PdfWriter, name: str, wide: float, high: float) -> Iterator[tuple[Point, Point]]:
    """Yield a page for each sheet of a map: (its corner on the map, its size) in millimetres."""
    across, columns, rows = _grid(press, wide, high)
    for row, y in enumerate(rows):
        for column, x in enumerate(columns):
            press.page(
                tr(
                    "{name}: sheet {sheet} of {down} × {across}",
                    name=name,
                    sheet=sheet_name(row, column),
                    down=len(rows),
                    across=len(columns),
                ),
                across=across,
            )
            yield (x, y), (min(press.room[2], wide - x), min(press.room[3], high - y))


# --- hexes ------------------------------------------------------------------------------------------------------------


def hex_sheets(press: PdfWriter, board: HexBoard, name: str, flat_mm: float) -> None:
    """Draw a painted map, `flat_mm` across the flats of a hex; hexes and their numbers are vector graphics."""
    board.set_ui_scale(PEN)
    board.chart.on_paper = True
    size = hex_layout.size_of(board.sheet.columns, board.sheet.rows)
    flat = _fewest(press, size, flat_mm)
    zoom = flat * DOTS / hex_layout.ROW
    wide, high = (length * zoom / DOTS for length in size)
    for (x, y), part in _sheets(press, name, wide, high):
        seen = pygame.Rect(round(x * DOTS), round(y * DOTS), round(part[0] * DOTS), round(part[1] * DOTS))
        painted = pygame.Surface(seen.size)
        for tile, at in board.chart.tiles(zoom, seen):
            painted.blit(tile, at)
        for word in board.chart.words(zoom):
            painted.blit(word.picture, word.picture.get_rect(center=(word.x - seen.x, word.y - seen.y)))
        left, top, *_ = press.room
        press.picture(painted, (left, top), part, photo=True)
        with press.clip((left, top), part):
            _grid_of(press, (left - x, top - y), _hexes_on(board, (x, y), part, zoom / DOTS), zoom / DOTS)
        press.box((left, top), part)


def _grid_of(press: PdfWriter, at: Point, numbers: Sequence[int], mm: float) -> None:
    """Draw hexes with their numbers at their tops; `at`: the map's own corner on the sheet."""
    for number in numbers:
        corners = [(at[0] + px * mm, at[1] + py * mm) for px, py in hex_layout.corners(number)]
        press.shape(corners, None, GRID, GRID_MM)
        x, top = sum(px for px, _ in corners) / len(corners), min(py for _, py in corners)
        press.text((x, top + 2.1), f"{number:04d}", "figures", NUMBER_PT, NUMBERS, anchor=0.5)


def _hexes_on(board: HexBoard, corner: Point, size: Point, mm: float) -> list[int]:
    """Return the hexes that are at least partly on a sheet; `mm`: millimetres of a world unit."""
    left, top, right, bottom = (length / mm for length in (*corner, corner[0] + size[0], corner[1] + size[1]))
    return hex_layout.hexes_in(left, top, right, bottom, board.sheet.columns, board.sheet.rows)


def _fewest(press: PdfWriter, size: Point, flat_mm: float) -> float:
    """Return the hex size that needs the fewest sheets: at most `flat_mm`, and only a little smaller, so that no sheet
    holds only a narrow strip.
    """
    found = []
    for step in range(SMALLER + 1):
        flat = flat_mm * (100 - step) / 100
        _, columns, rows = _grid(press, *(length * flat / hex_layout.ROW for length in size))
        found.append((len(columns) * len(rows), step, flat))
    return min(found)[2]


# --- bands ------------------------------------------------------------------------------------------------------------


def band_sheets(press: PdfWriter, view: View, name: str) -> None:
    """Draw the range bands in a row, with the middle line between the two sides, and their markers."""
    ground = view.ground
    assert ground is not None
    count, first = ground.size[0], 1
    lying = {marker.places[0][0]: marker.text or marker.kind for marker in view.markers if marker.places}
    while first <= count:
        press.page(name, across=True)
        left, top, wide, high = press.room
        shown = range(first, min(count, first + int(wide // BAND) - 1) + 1)
        for index, band in enumerate(shown):
            x = left + index * BAND
            press.box((x, top), (BAND, high), SEA, SEA_LINE, 0.2)
            press.text((x + BAND / 2, top + 10), str(band), "title", 22, GOLD, anchor=0.5)
            if band in lying:
                press.text((x + BAND / 2, top + high - 4), lying[band], "italic", 9, SOFT, anchor=0.5)
            for end, side in zip((1, count), ground.ends, strict=False):
                if band == end:
                    press.text((x + BAND / 2, top + 16), tr("side of {side}", side=side), "italic", 9, SOFT, anchor=0.5)
        press.line((left, top + high / 2), (left + len(shown) * BAND, top + high / 2), INK, 0.3)
        press.text((left + 1.5, top + high - 1.5), ground.scale, "text", 7, SOFT)
        first = shown[-1] + 1


# --- tables -----------------------------------------------------------------------------------------------------------


def table_sheets(press: PdfWriter, view: View, name: str, colours: dict[str, Colour]) -> None:
    """Draw a plan of the whole table, one sheet of open sea to print as often as needed, and the sheets with land."""
    ground = view.ground
    assert ground is not None
    share = PER[ground.unit] / THOUSAND
    wide, high = (length * share for length in ground.size)
    across, columns, rows = _grid(press, wide, high)
    lay_plan(press, view, name, (columns, rows), colours)
    _, _, *room = press.room
    areas = [(LAND, label, points) for label, points in ground.outlines]
    areas += [(FOUL, label or kind, points) for kind, label, points in ground.foul]
    _sea(press, tr("{name}: open sea, print as many as the plan shows", name=name), ground, across)
    for row, y in enumerate(rows):
        for column, x in enumerate(columns):
            corner = (x, y)
            mine = [area for area in areas if _touches(area[2], share, corner, (room[0], room[1]))]
            if mine:
                part = min(room[0], wide - x), min(room[1], high - y)
                heading = tr("{name}: sheet {sheet_name}", name=name, sheet_name=sheet_name(row, column))
                _sea(press, heading, ground, across, part)
                left, top, *_ = press.room
                with press.clip((left, top), part):
                    for colour, label, points in mine:
                        placed = [(left + px * share - x, top + py * share - y) for px, py in points]
                        press.shape(placed, colour, COAST, 0.4)
                        middle = sum(p for p, _ in placed) / len(placed), sum(q for _, q in placed) / len(placed)
                        press.text(middle, label, "title_italic", 14, COAST, anchor=0.5)
                _edges(press, part, (column == 0, row == 0, x + room[0] >= wide, y + room[1] >= high))


def _touches(points: Sequence[Sequence[int]], share: float, corner: Point, room: Point) -> bool:
    """Return whether an area's outline touches a sheet, or the sheet is inside it."""
    outline = [(x * share - corner[0], y * share - corner[1]) for x, y, *_ in points]
    middle, inside = (room[0] / 2, room[1] / 2), False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        parts = max(1, int(math.dist((ax, ay), (bx, by)) // SAMPLE))
        for part in range(parts + 1):
            x, y = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts
            if 0 <= x <= room[0] and 0 <= y <= room[1]:
                return True
        if (ay > middle[1]) != (by > middle[1]) and middle[0] < ax + (middle[1] - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _edges(press: PdfWriter, part: Point, ends: tuple[bool, bool, bool, bool]) -> None:
    """Draw a strong line at the table's edges on a sheet: left, top, right, bottom."""
    left, top, *_ = press.room
    right, foot = left + part[0], top + part[1]
    lines = (
        ((left, top), (left, foot)), ((left, top), (right, top)), ((right, top), (right, foot)),
        ((left, foot), (right, foot)),
    )  # fmt: skip
    for (start, end), ended in zip(lines, ends, strict=True):
        if ended:
            press.line(start, end, INK, EDGE_MM)
    if ends[2] and part[0] < press.room[2] - ROOM_FOR_WORDS:
        press.text((right + 2, top + 4), tr("edge of the table"), "italic", 8, SOFT)


def _sea(press: PdfWriter, heading: str, ground: Ground, across: bool, part: Point | None = None) -> None:
    """Draw a page of water with a ruled edge in the table's unit. `part`: the part of the page within the table."""
    press.page(heading, across=across)
    left, top, wide, high = press.room
    wide, high = part or (wide, high)
    press.box((left, top), (wide, high), SEA, SEA_LINE)
    step = PER[ground.unit] * (10 if ground.unit == "mm" else 1)
    for index in range(int(wide // step) + 1):
        tall = 3.0 if index % 5 == 0 else 1.6
        press.line((left + index * step, top), (left + index * step, top + tall), SEA_LINE, 0.15)
    for index in range(int(high // step) + 1):
        tall = 3.0 if index % 5 == 0 else 1.6
        press.line((left, top + index * step), (left + tall, top + index * step), SEA_LINE, 0.15)
