"""The stage between a board's paper and its counters: moving water, what burns, and the lamps that sweep the night.

A board asks for it with the time; at time 0 it is a still picture with its fires lit and its smoke standing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.boards.animation import Motion
from game.boards.layout import Point
from game.boards.living import light, plume
from game.boards.living.water import Water
from rules.kernel.view import Piece, View

FLAMES, WRECKAGE, COAL = "flames", "wreckage", "coal"  # kinds of smoke
SMOULDERS = 3  # damage of a hull from which it smokes
FIRE_RADIUS, SHELL_RADIUS, MUZZLE_RADIUS, BLAST_RADIUS = 3.2, 7.0, 3.0, 6.0  # in counters' halves
WIND: Point = (58, -30)  # how far smoke drifts in its life, in pixels at a usual zoom
LEAST_PX = 72  # a great light is seen beyond the counter it lights, however far the chart is zoomed out
FLASH_MS = 90  # how long a gun's flash lights the paper


class WaterSheet(Protocol):
    """A sheet that knows what of it is not water."""

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface | None:
        """Return what of a part of the zoomed sheet is not water; None where all of it is dry."""


@dataclass(frozen=True)
class BurningCounter:
    """A counter that smokes: where its middle is on the screen, half its side, and what kind of smoke rises there."""

    at: Point
    half: float
    seed: int
    kind: str = FLAMES


@dataclass(frozen=True)
class Beam:
    """A searchlight from one point of the screen to another."""

    start: Point
    end: Point


def burns(piece: Piece) -> bool:
    """Return whether a counter shows a fire."""
    return any(hull.fire for hull in piece.hulls) or any(badge.kind == "fire" for badge in piece.badges)


def smokes(piece: Piece, coal: bool) -> str:
    """Return what smoke rises from a counter: of flames, of heavy damage, of coal where ships burn it; empty: none."""
    if burns(piece):
        return FLAMES
    if piece.ghost or not piece.known:
        return ""
    if any(hull.damage >= SMOULDERS for hull in piece.hulls):
        return WRECKAGE
    return COAL if coal and any(hull.funnels and hull.damage < SMOULDERS for hull in piece.hulls) else ""


def lit_by_star(piece: Piece) -> bool:
    """Return whether star shell burns over a counter."""
    return any(badge.kind == "star" for badge in piece.badges)


def sea_state(view: View) -> str:
    """Return the sea of a battle, out of the conditions it is fought in: calm, moderate or heavy."""
    text = " ".join(" ".join(row) for row in view.conditions).lower()
    if any(word in text for word in ("heavy", "storm", "gale", "rough")):
        return "heavy"
    return "moderate" if any(word in text for word in ("moderate", "choppy", "breeze", "fresh")) else "calm"


class Stage:
    """What moves on one board. It holds pictures only; everything follows from the view and the time."""

    def __init__(self, dark: bool) -> None:
        self.dark = dark
        self._seas: dict[str, Water] = {}
        self._dry: tuple[object, pygame.Surface | None] | None = None

    @property
    def wet(self) -> bool:
        """Return whether the chart drawn last has water."""
        return self._dry is not None and self._dry[1] is not None

    def water(self, sea: str) -> Water:
        """Return the water of a sea state, made when first asked for."""
        if sea not in self._seas:
            self._seas[sea] = Water(self.dark, sea)
        return self._seas[sea]

    def lay_water(
        self,
        surface: pygame.Surface,
        chart: WaterSheet,
        sea: str,
        zoom: float,
        seen: pygame.Rect,
        area: pygame.Rect,
        t: int,
    ) -> None:
        """Lay moving water over the sea of a chart; nothing where the chart has none."""
        key = (chart, zoom, tuple(seen))
        if self._dry is None or self._dry[0] != key:
            self._dry = (key, chart.dry(zoom, seen))
        dry = self._dry[1]
        if dry is not None:
            self.water(sea).lay(surface, area, seen.topleft, t, dry)

    def lights(
        self,
        surface: pygame.Surface,
        fires: Iterable[BurningCounter],
        beams: Iterable[Beam],
        t: int,
        stars: Iterable[BurningCounter] = (),
    ) -> None:
        """Light what burning ships, searchlights and star shells (over `stars`) light; by day the sun does."""
        if not self.dark:
            return
        swung = [(one, light.sweep(t, number) if t else 0.0) for number, one in enumerate(beams)]
        long = [(one.start, one.end, swing) for one, swing in swung if math.dist(one.start, one.end) > 4]
        light.beams(surface, long)
        for star in stars:
            light.shine(surface, star.at, _step(max(LEAST_PX, star.half * SHELL_RADIUS)), light.STAR, 4, times=1)
        for fire in (fire for fire in fires if fire.kind == FLAMES):
            step = light.flicker(t, fire.seed) if t else 3
            light.shine(surface, fire.at, _step(fire.half * FIRE_RADIUS), light.FLAME, step)

    def flashes(
        self, surface: pygame.Surface, motions: Iterable[tuple[Motion, Point, Point]], half: float, t: int
    ) -> None:
        """Guns that have just fired light the paper around them, and explosions. Each with its ends on the screen."""
        for found, start, end in motions:
            late = t - found.delay
            if self.dark and found.kind == "explosion" and 0 <= late < found.milliseconds:
                bright = max(0, len(light.STEPS) - 1 - round(late / found.milliseconds * len(light.STEPS)))
                light.shine(surface, end, _step(max(LEAST_PX, half * BLAST_RADIUS)), light.FLAME, bright)
            if self.dark and found.kind == "shell" and 0 <= late < FLASH_MS:
                light.shine(surface, start, _step(half * MUZZLE_RADIUS), light.MUZZLE, 4 if late < FLASH_MS // 2 else 1)

    def smoke(
        self,
        surface: pygame.Surface,
        fires: Iterable[BurningCounter],
        t: int,
        over: Sequence[pygame.Rect] | None = None,
    ) -> None:
        """Draw the smoke of what burns, drifting down the wind.

        Thin, and only where it lies `over` counters, for these.
        """
        night, day = plume.BURNING, plume.BURNING_BY_DAY
        kinds = {
            FLAMES: night if self.dark else day,
            WRECKAGE: plume.SMOULDERING if self.dark else plume.SMOULDERING_BY_DAY,
            COAL: plume.FUNNEL if self.dark else plume.FUNNEL_BY_DAY,
        }
        for fire in fires:
            top = (fire.at[0], fire.at[1] - fire.half * 0.3)
            when = t + 100_000 + fire.seed * 977
            puffs = plume.plume(kinds[fire.kind], top, WIND, when, fire.half / 26, over is not None)
            plume.draw(surface, puffs if over is None else plume.over(puffs, over))


def _step(radius: float) -> int:
    """Return a radius in steps of eight pixels, so that few lights need be made."""
    return max(24, min(400, round(radius / 8) * 8))
