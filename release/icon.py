"""Draw the program's icon in all sizes: `python -m release.icon` rewrites assets/icons. It shows a cruiser from above
on a lit hex, at night. Small sizes have fewer details.
"""

from __future__ import annotations

import math
import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

ICONS = Path(__file__).resolve().parent.parent / "assets" / "icons"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
IN_ICO = (16, 24, 32, 48, 64, 256)
IN_ICNS = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512}
FINE = 1024  # drawn at this size and scaled down
SMALL = 32  # from this size down with fewer details

NIGHT, SEA, LIT = (14, 24, 40), (27, 52, 82), (46, 88, 126)
BRASS, PALE, DECK, STEEL, DARK = (222, 178, 92), (238, 242, 244), (206, 214, 220), (132, 148, 164), (40, 52, 66)
HEADING = 40  # degrees from north
Point = tuple[float, float]


def icon(size: int) -> pygame.Surface:
    """Return the icon, `size` pixels square, with transparent corners."""
    canvas = pygame.Surface((FINE, FINE), pygame.SRCALPHA)
    small = size <= SMALL
    pygame.draw.rect(canvas, NIGHT, canvas.get_rect(), border_radius=FINE // 5)
    middle = FINE / 2
    pygame.draw.polygon(canvas, BRASS, hexagon(middle, 0.47 * FINE))
    pygame.draw.polygon(canvas, SEA, hexagon(middle, (0.40 if small else 0.435) * FINE))
    if not small:
        for row in (-0.24, -0.08, 0.10, 0.26):
            _wave(canvas, middle + row * FINE)
    _ship(canvas, small)
    return pygame.transform.smoothscale(canvas, (size, size))


def hexagon(middle: float, radius: float) -> list[Point]:
    """Return corners of a hex with flat top and bottom."""
    return [
        (middle + radius * math.cos(math.radians(60 * corner)), middle + radius * math.sin(math.radians(60 * corner)))
        for corner in range(6)
    ]


def _wave(canvas: pygame.Surface, y: float) -> None:
    steps = [(x, y + 14 * math.sin(x / 52)) for x in range(int(0.2 * FINE), int(0.8 * FINE), 8)]
    pygame.draw.lines(canvas, LIT, False, steps, 12)


def _ship(canvas: pygame.Surface, small: bool) -> None:
    """Draw a hull with wake, turrets and funnels, turned to her heading."""
    broad = 0.105 if small else 0.08
    hull = [(-0.36, 0.0), (-0.27, 0.5), (-0.10, 0.92), (0.10, 1.0), (0.26, 0.8), (0.34, 0.42)]
    outline = [*hull, *((y, -x) for y, x in reversed(hull[1:]))]
    if not small:
        pygame.draw.polygon(canvas, LIT, [_at(0.40, -0.055), _at(0.20, -0.10), _at(0.20, 0.10), _at(0.40, 0.055)])
    pygame.draw.polygon(canvas, PALE, [_at(y, x * broad * (1.35 if not small else 1.0)) for y, x in outline])
    if small:
        pygame.draw.circle(canvas, DARK, _at(0.0, 0), 0.05 * FINE)
        return
    pygame.draw.polygon(canvas, DECK, [_at(y * 0.93, x * broad) for y, x in outline])
    for place, ahead in ((-0.22, -1), (-0.12, -1), (0.22, 1)):
        for side in (-0.018, 0.018):
            pygame.draw.line(canvas, DARK, _at(place, side), _at(place + ahead * 0.085, side), 12)
        pygame.draw.circle(canvas, STEEL, _at(place, 0), 0.042 * FINE)
    pygame.draw.polygon(canvas, STEEL, [_at(-0.05, -0.035), _at(-0.05, 0.035), _at(0.15, 0.03), _at(0.15, -0.03)])
    for funnel in (0.03, 0.10):
        pygame.draw.circle(canvas, DARK, _at(funnel, 0), 0.024 * FINE)


def _at(along: float, across: float) -> Point:
    """Return a point of the ship as fractions of the icon: `along` from bow (minus) to stern, `across` to starboard."""
    turn = math.radians(HEADING)
    x, y = across * math.cos(turn) - along * math.sin(turn), across * math.sin(turn) + along * math.cos(turn)
    return FINE * (0.5 + x), FINE * (0.5 + y)


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon of PNG files, size -> file."""
    head, start = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    entries = b""
    for size, data in sorted(pictures.items()):
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), start)
        start += len(data)
    return head + entries + b"".join(data for _, data in sorted(pictures.items()))


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Return a macOS icon of PNG files, kind -> file."""
    body = b"".join(kind + struct.pack(">I", len(data) + 8) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> int:
    """Draw and write all icons."""
    ICONS.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        pygame.image.save(icon(size), ICONS / f"{size}.png")
    files = {size: (ICONS / f"{size}.png").read_bytes() for size in SIZES}
    (ICONS / "icon.ico").write_bytes(ico({size: files[size] for size in IN_ICO}))
    (ICONS / "icon.icns").write_bytes(icns({kind: files[size] for kind, size in IN_ICNS.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
