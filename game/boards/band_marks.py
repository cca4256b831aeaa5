"""Markers on range bands: as on every chart, but smoke drifts astern, and an exit is an arrow off the chart."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import drawing_tools
from game.boards.chart_marks import CHART
from game.boards.draw_items import Item, centred_sprite
from game.boards.markers import VARIANTS, Drawing, MarkerPen, smoke_picture, star
from game.ui.theme import mix
from rules.kernel.view import Marker


def smoke(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a bank of smoke around a division, drifting away from the enemy."""
    radius = pen.radius(zoom)
    for place, (x, y) in zip(marker.places, pen.centres(marker, zoom), strict=True):
        away = 1.0 if len(place) > 1 and place[1] < 0 else -1.0
        for number, (along, down, size) in enumerate(
            ((0.2, -0.62, 0.62), (0.95, -0.36, 0.66), (0.2, 0.62, 0.6), (1.02, 0.34, 0.7), (1.66, -0.06, 0.56))
        ):
            puff = smoke_picture(pen.inks.smoke, max(4, round(radius * size)), (sum(place) + number) % VARIANTS)
            yield centred_sprite(puff, x + away * along * radius, y + down * radius)


def way_off(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a side's arrow off the chart, with a star: leaving there earns points."""
    colour, size = pen.colour(marker), min(pen.layout.radius * 1.5, pen.layout.unit * 0.56) * zoom
    for place, (x, y) in zip(marker.places, pen.centres(marker, zoom), strict=True):
        out = -1 if place[0] < 1 else 1
        made = drawing_tools.layer((size * 1.3, size))
        middle = made.get_width() / 2, made.get_height() / 2
        body = ((-0.5, -0.2), (0.1, -0.2), (0.1, -0.4), (0.56, 0.0), (0.1, 0.4), (0.1, 0.2), (-0.5, 0.2))
        points = [(middle[0] + px * size * out, middle[1] + py * size) for px, py in body]
        pygame.draw.polygon(made, (*colour, 150), points)
        drawing_tools.polyline(made, mix(colour, (255, 255, 255), 0.35), points, 1.6, closed=True)
        star(made, (middle[0] - 0.02 * size * out, middle[1]), size * 0.16, pen.inks.palette.gold)
        yield centred_sprite(made, x, y)


def objective(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a star at the corner of the counter that is the objective."""
    (across, down), size = pen.layout.cell[2], max(8.0, pen.radius(zoom) * 0.3)
    for x, y in pen.centres(marker, zoom):
        made = drawing_tools.layer((size * 2.6, size * 2.6))
        star(made, (size * 1.3, size * 1.3), size, pen.inks.palette.gold)
        yield centred_sprite(made, x - across * zoom, y - down * zoom)


BANDS: dict[str, Drawing] = CHART | {"smoke": smoke, "exit": way_off, "objective": objective}
