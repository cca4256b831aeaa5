"""The frame of the chart: neat line, a striped scale with one stripe a hex, column and row numbers in the margin."""

from __future__ import annotations

import pygame

from game.boards import hex_layout
from game.boards.drawing_tools import ChartInk
from game.ui.fonts import FontBook
from game.ui.theme import mix
from rules.kernel.scenario import MapSheet

MARGIN = 44.0  # world units of paper around the map
_STRIPE = (0.12, 0.30)  # the striped scale, as fractions of the margin from the map outwards


def draw_frame(
    surface: pygame.Surface, sheet: MapSheet, inks: ChartInk, book: FontBook, zoom: float, origin: tuple[int, int]
) -> None:
    """Draw the part of frame and margin that lies on a tile of the zoomed world with its top left corner at
    `origin`.
    """
    width, height = hex_layout.size_of(sheet.columns, sheet.rows)
    margin = MARGIN * zoom
    inner = pygame.Rect(-origin[0], -origin[1], round(width * zoom), round(height * zoom))
    outer = inner.inflate(round(2 * margin), round(2 * margin))
    view = surface.get_rect()
    if inner.contains(view):
        return
    paper = inks.margin or mix(inks.palette.paper, inks.tints[0], 0.35)
    for side in around(outer.union(view).inflate(4, 4), inner):
        surface.fill(paper, side)
    near, far = (max(1, round(share * margin)) for share in _STRIPE)
    far = max(far, near + 3)
    pale = mix(inks.coast, paper, 0.85)
    _stripes(surface, inner, near, far, zoom, sheet, (inks.coast, pale))
    pygame.draw.rect(surface, inks.coast, inner.inflate(2, 2), 1)
    pygame.draw.rect(surface, inks.coast, inner.inflate(2 * near, 2 * near), 1)
    pygame.draw.rect(surface, inks.coast, inner.inflate(2 * far, 2 * far), max(1, round(zoom * 1.5)))
    _numbers(surface, inner, outer, far, zoom, sheet, (inks, book))


def around(outer: pygame.Rect, inner: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Return the four bands between two rectangles."""
    return (
        pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    )


def _stripes(
    surface: pygame.Surface,
    inner: pygame.Rect,
    near: int,
    far: int,
    zoom: float,
    sheet: MapSheet,
    colours: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> None:
    for column in range(1, sheet.columns + 1):
        left = inner.left + round((column - 1) * hex_layout.COLUMN * zoom) if column > 1 else inner.left
        right = inner.left + round(column * hex_layout.COLUMN * zoom) if column < sheet.columns else inner.right
        for top in (inner.top - far, inner.bottom + near):
            surface.fill(colours[column % 2], (left, top, right - left, far - near))
    for row in range(1, sheet.rows + 1):
        top = inner.top + round((row - 1) * hex_layout.ROW * zoom)
        bottom = inner.top + round(row * hex_layout.ROW * zoom) if row < sheet.rows else inner.bottom
        for left in (inner.left - far, inner.right + near):
            surface.fill(colours[row % 2], (left, top, far - near, bottom - top))


def _numbers(
    surface: pygame.Surface,
    inner: pygame.Rect,
    outer: pygame.Rect,
    far: int,
    zoom: float,
    sheet: MapSheet,
    pens: tuple[ChartInk, FontBook],
) -> None:
    inks, book = pens
    room = inner.top - far - outer.top
    px = min(16, room - 2)
    if px < 8:
        return
    every = 1 if zoom >= 0.9 else 2 if zoom > 0.5 else 5
    view = surface.get_rect()
    middles = []
    for column in range(1, sheet.columns + 1):
        x = inner.left + round(hex_layout.centre(column * 100 + 1)[0] * zoom)
        middles += [(column, x, outer.top + room // 2 + 1), (column, x, outer.bottom - room // 2 - 1)]
    for row in range(1, sheet.rows + 1):
        y = inner.top + round((row - 0.5) * hex_layout.ROW * zoom)
        middles += [(row, outer.left + room // 2 + 1, y), (row, outer.right - room // 2 - 1, y)]
    for number, x, y in middles:
        if number % every and every > 1 or not view.inflate(60, 60).collidepoint(x, y):
            continue
        text = book.render(f"{number:02d}", "figures", px, inks.number)
        surface.blit(text, text.get_rect(center=(x, y)))
