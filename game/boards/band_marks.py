"""Markers on range bands: as on every chart, but torpedoes run from band to band, and smoke drifts astern."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from game.boards import ink
from game.boards.items import Item, Sprite, centred
from game.boards.layout import Point
from game.boards.markers import VARIANTS, MarkerPress, smoke_picture
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

RUNS = (0.8, 0.52, 0.32)  # how far a salvo is drawn on its way, by the turns until it arrives
FISH = 3
WAKE = 3  # lines of foam to each side


class BandMarks(MarkerPress):
    """Draws markers in one palette at any zoom. torpedo: from, aimed at; value: turns until it arrives; text."""

    def _torpedo(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """Tracks fanning out from the tubes to the target, and the torpedoes part of the way."""
        spots = self._centres(marker, zoom)
        start, end = spots[0], spots[min(1, len(spots) - 1)]
        length = math.dist(start, end)
        if length < 1:
            return
        colour, radius = self._colour(marker), self.layout.radius * zoom
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        box = ink.bounds([start, end], radius)
        fine = 2
        made = ink.layer((box.width * fine, box.height * fine))
        foam: Colour = (226, 238, 246) if self.inks.dark else (84, 122, 142)
        made.fill((*foam, 0))
        head = RUNS[min(max(0, marker.value), len(RUNS) - 1)]
        for index in range(FISH):
            spread = radius * 0.42 * ((index + 0.5) / FISH * 2 - 1)

            def at(part: float, spread: float = spread) -> Point:
                wide = spread * (0.2 + 0.8 * part)
                x = start[0] + (end[0] - start[0]) * part - dy * wide - box.x
                return x * fine, (start[1] + (end[1] - start[1]) * part + dx * wide - box.y) * fine

            tip = head - 0.05 * abs(index - (FISH - 1) / 2)
            for step in range(12):
                near, far = 0.1 + (tip - 0.1) * step / 12, 0.1 + (tip - 0.1) * (step + 1) / 12
                ink.line(made, (*foam, 24 + 13 * step), at(near), at(far), (1.0 + step * 0.16) * fine)
            dots = mix(colour, (255, 255, 255), 0.3)
            ink.dashed(made, (*dots, 150), [at(tip + 0.03), at(0.96)], 1.3 * fine, 2 * fine, 6 * fine)
            self._fish(made, at(tip), (dx, dy), max(12.0, radius * 0.33) * fine, colour)
        yield Sprite(pygame.transform.smoothscale(made, box.size), box.x, box.y)
        if marker.text:
            part = head * 0.55
            yield self._tag(marker.text, start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)

    def _fish(self, surface: pygame.Surface, tip: Point, direction: Point, length: float, colour: Colour) -> None:
        dx, dy = direction
        for tone, width in (((10, 12, 18), 0.3), (mix(colour, (255, 255, 255), 0.62), 0.19)):
            tail = tip[0] - dx * length, tip[1] - dy * length
            ink.line(surface, tone, tail, tip, length * width)
            ink.disc(surface, tone, tip, length * width / 2)
            fins = tail[0] + dx * length * 0.1, tail[1] + dy * length * 0.1
            reach = length * (width + 0.22) / 2
            ends = (fins[0] - dy * reach, fins[1] + dx * reach), (fins[0] + dy * reach, fins[1] - dx * reach)
            ink.line(surface, tone, *ends, length * width * 0.6)

    def _wake(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """Foam from where a division came to where it is."""
        spots, radius = self._centres(marker, zoom), self.layout.radius * zoom
        length = math.dist(spots[0], spots[-1])
        if length < 1:
            return
        box = ink.bounds(spots, radius)
        made = ink.layer(box.size)
        foam = (236, 244, 250) if self.inks.dark else (96, 134, 152)
        start, end = ((x - box.x, y - box.y) for x, y in (spots[0], spots[-1]))
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

        def at(share: float, line: int) -> Point:
            off = line * radius * (0.19 - 0.12 * share) + math.sin(share * 9 + line) * radius * 0.02
            return start[0] + dx * length * share - dy * off, start[1] + dy * length * share + dx * off

        steps = 24
        for line in range(-WAKE, WAKE + 1):
            for step in range(steps):
                if (step * 7 + line * 3) % 5 == 0 and abs(line) > 1:
                    continue
                share = step / steps
                alpha = round((26 + 130 * share) * (1 - 0.17 * abs(line)))
                ink.line(made, (*foam, alpha), at(share, line), at(share + 1 / steps, line), 1.0 if line else 2.0)
        yield Sprite(made, box.x, box.y)

    def _smoke(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A bank of smoke around a division, drifting away from the enemy."""
        radius = self.layout.radius * zoom
        for place, (x, y) in zip(marker.places, self._centres(marker, zoom), strict=True):
            away = 1.0 if len(place) > 1 and place[1] < 0 else -1.0
            for number, (along, down, size) in enumerate(
                ((0.2, -0.62, 0.62), (0.95, -0.36, 0.66), (0.2, 0.62, 0.6), (1.02, 0.34, 0.7), (1.66, -0.06, 0.56))
            ):
                puff = smoke_picture(self.inks.smoke, max(4, round(radius * size)), (sum(place) + number) % VARIANTS)
                yield centred(puff, x + away * along * radius, y + down * radius)

    def _exit(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A side's arrow off the chart, with a star: leaving there earns points."""
        colour, size = self._colour(marker), min(self.layout.radius * 1.5, self.layout.unit * 0.56) * zoom
        for place, (x, y) in zip(marker.places, self._centres(marker, zoom), strict=True):
            out = -1 if place[0] < 1 else 1
            made = ink.layer((size * 1.3, size))
            middle = made.get_width() / 2, made.get_height() / 2
            body = ((-0.5, -0.2), (0.1, -0.2), (0.1, -0.4), (0.56, 0.0), (0.1, 0.4), (0.1, 0.2), (-0.5, 0.2))
            points = [(middle[0] + px * size * out, middle[1] + py * size) for px, py in body]
            pygame.draw.polygon(made, (*colour, 150), points)
            ink.polyline(made, mix(colour, (255, 255, 255), 0.35), points, 1.6, closed=True)
            _star(made, (middle[0] - 0.02 * size * out, middle[1]), size * 0.16, self.inks.palette.gold)
            yield centred(made, x, y)

    def _objective(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A star at the corner of the counter that is the objective."""
        half, size = self.layout.cell[2][0] * zoom, max(8.0, self.layout.radius * zoom * 0.3)
        for x, y in self._centres(marker, zoom):
            made = ink.layer((size * 2.6, size * 2.6))
            _star(made, (size * 1.3, size * 1.3), size, self.inks.palette.gold)
            yield centred(made, x - half, y - half)


def _star(surface: pygame.Surface, middle: Point, radius: float, colour: Colour) -> None:
    points = []
    for step in range(10):
        angle, reach = math.pi * step / 5, radius if step % 2 == 0 else radius * 0.42
        points.append((middle[0] + math.sin(angle) * reach, middle[1] - math.cos(angle) * reach))
    pygame.draw.polygon(surface, colour, points)
    ink.polyline(surface, (20, 18, 12), points, 1.2, closed=True)
