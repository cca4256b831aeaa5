"""The animated layer between a board's paper and its counters: moving water, fires, smoke and searchlights. Everything
depends on the time; at time 0 it is a still picture with fires and smoke.
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
SMOULDERS = 3  # a hull smokes from this damage
FIRE_RADIUS, SHELL_RADIUS, MUZZLE_RADIUS, BLAST_RADIUS = 3.2, 7.0, 3.0, 6.0  # in halves of a counter
WIND: Point = (58, -30)  # how far smoke drifts in its life, in pixels at a normal zoom
LEAST_PX = 72  # least radius of a strong light: visible beyond its counter however far the chart is zoomed out
FLASH_MS = 90  # how long a gun's flash lights the paper


class WaterSheet(Protocol):
    """A sheet that can tell which of its parts are not water."""

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface | None:
        """Return a mask of what is not water in a part of the zoomed sheet; None if all of it is dry."""


@dataclass(frozen=True)
class BurningCounter:
    """A smoking counter: its middle on the screen, half its side, and its kind of smoke."""

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
    """Return a counter's kind of smoke: from flames, from heavy damage, or from coal if ships burn it; empty: none."""
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
    """Return the sea state named in a battle's conditions: calm, moderate or heavy."""
    text = " ".join(" ".join(row) for row in view.conditions).lower()
    if any(word in text for word in ("heavy", "storm", "gale", "rough")):
        return "heavy"
    return "moderate" if any(word in text for word in ("moderate", "choppy", "breeze", "fresh")) else "calm"


class Stage:
    """The animated layer of one board. It caches pictures only; everything follows from the view and the time."""

    def __init__(self, dark: bool) -> None:
        self.dark = dark
        self._seas: dict[str, Water] = {}
        self._dry: tuple[object, pygame.Surface | None] | None = None

    @property
    def wet(self) -> bool:
        """Return whether the chart drawn last has water."""
        return self._dry is not None and self._dry[1] is not None

    def water(self, sea: str) -> Water:
        """Return the water of a sea state, made at first use."""
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
        """Draw moving water over the sea of a chart, if it has any."""
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
        """Draw the light of burning ships, searchlights and star shells (over `stars`); nothing by day."""
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
        """Draw the light of explosions and of guns that have just fired; each motion comes with its ends on the
        screen.
        """
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
        """Draw smoke drifting downwind. With `over`, draw only the thin smoke over those counters."""
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
    """Return a radius rounded to eight pixels, so that few lights must be made."""
    return max(24, min(400, round(radius / 8) * 8))
