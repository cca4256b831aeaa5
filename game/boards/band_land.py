"""Land on the range bands: the outlines of Savo, Florida and Guadalcanal."""

from __future__ import annotations

import math

from game.boards.band_layout import BandLayout, Box
from game.boards.layout import Point

_WAVES = {  # waviness of the outline, as fractions of its radius: (waves around it, size, turn)
    "florida": ((2, 0.10, 0.5), (3, 0.13, 2.1), (5, 0.10, 0.3), (7, 0.07, 1.9), (9, 0.05, 4.0)),
    "savo": ((2, 0.05, 1.2), (3, 0.05, 0.4), (5, 0.035, 2.6), (7, 0.025, 5.1)),
}


def closes_the_end(name: str) -> bool:
    """Return whether an island is drawn as a coast that closes one end, not as an island in its band."""
    return "guadalcanal" in name.casefold()


def outline(layout: BandLayout, name: str, band: int, ashore: tuple[Box, ...]) -> tuple[Point, ...]:
    """Return the coastline of an island in its band, around the counters that stand on it."""
    if closes_the_end(name):
        return _closing_coast(layout, band, ashore)
    left, top, right, bottom = layout.cell((band,))
    for box in ashore:
        top, bottom = min(top, box[1]), max(bottom, box[3])
    middle = (left + right) / 2, (top + bottom) / 2
    kind = "florida" if "florida" in name.casefold() else "savo"
    wide, high = ((right - left) * 0.46, (bottom - top) * 0.46) if kind == "florida" else (0.0, 0.0)
    if kind == "savo":
        wide, high = (right - left) * 0.40, (bottom - top) * 0.42
        if not ashore:
            wide = high = min(wide, high * 1.15)
    points = []
    for step in range(48):
        angle = math.tau * step / 48
        swell = 1 + sum(size * math.sin(waves * angle + turn) for waves, size, turn in _WAVES[kind])
        points.append((middle[0] + math.cos(angle) * wide * swell, middle[1] + math.sin(angle) * high * swell))
    return tuple(points)


def _closing_coast(layout: BandLayout, band: int, ashore: tuple[Box, ...]) -> tuple[Point, ...]:
    """Return the coast of Guadalcanal, which closes the near end from the horizon to the scale, with room for targets
    ashore.
    """
    at_left = band <= layout.bands / 2
    edge, top, _, bottom = layout.band_box(0 if at_left else layout.bands + 1)
    _, _, right, _ = layout.band_box(0 if at_left else layout.bands + 1)
    end, sea = (edge, right) if at_left else (right, edge)
    towards = 1 if at_left else -1
    points: list[Point] = [(end - towards * 80, top - 60)]
    steps = 26
    for step in range(steps + 1):
        y = top - 60 + (bottom - top + 120) * step / steps
        share = (y - top) / (bottom - top)
        bump = 0.10 * math.sin(share * 9.0 + 0.6) + 0.06 * math.sin(share * 21 + 1.4) - 0.10
        x = sea + towards * bump * layout.column
        for box in ashore:
            reach = 0.7 * layout.lane
            near = max(0.0, 1 - max(0.0, box[1] - y, y - box[3]) / reach)
            out = (box[2] if at_left else box[0]) + towards * 7 * layout.unit
            near = near * near * (3 - 2 * near)
            x += (max(x * towards, out * towards) * towards - x) * near
        points.append((x, y))
    points.append((end - towards * 80, bottom + 60))
    return tuple(points)


def rings(points: tuple[Point, ...], shares: tuple[float, ...]) -> list[tuple[Point, ...]]:
    """Return form lines of a hill: the outline contracted towards its peak."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return [
        tuple((x + (px - x) * share - 2, y + (py - y) * share - 2 * (1 - share) * 3) for px, py in points)
        for share in shares
    ]
