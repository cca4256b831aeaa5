"""How often a screen flashes, as WCAG 2.3.1 counts: pairs of opposite changes of brightness, or of red, in a second."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame

SECOND = 1000  # ms
MOST = 3  # flashes in any second
AREA = 21_824  # pixels that may flash more often: a quarter of ten degrees of sight, at 1024 by 768
CHANGE, DARK = 0.1, 0.8  # of relative luminance: what counts, and where the darker of the two must lie below
RED_CHANGE, RED = 20.0, 0.8  # of (R - G - B) * 320, and the share of red in what is red
COARSE = 2  # every second pixel of every second line is looked at

Field = Any  # an array of numbers


class Turns:
    """Where a quantity has turned: risen or fallen by `change` from where it last turned back."""

    def __init__(self, change: float) -> None:
        self.change = change
        self.low: Field = None
        self.high: Field = None
        self.way: Field = None

    def at(self, now: Field, counts: Field) -> Field:
        """Return the places that have turned with this picture; `counts(lower, upper)` says where a change counts."""
        if self.low is None:
            self.low, self.high, self.way = now.copy(), now.copy(), np.zeros(now.shape, np.int8)
            return np.zeros(now.shape, bool)
        np.minimum(self.low, now, out=self.low)
        np.maximum(self.high, now, out=self.high)
        up = (now - self.low >= self.change) & (self.way <= 0) & counts(self.low, now)
        down = (self.high - now >= self.change) & (self.way >= 0) & counts(now, self.high) & ~up
        self.way[up], self.way[down] = 1, -1
        # from where it has turned on, only the height of the way it goes now is kept
        self.low = np.where(up | (self.way > 0), now, self.low)
        self.high = np.where(down | (self.way < 0), now, self.high)
        return up | down


class Flicker:
    """Pictures of one screen, one after another."""

    def __init__(self) -> None:
        self.light, self.red = Turns(CHANGE), Turns(RED_CHANGE)
        self.turned: list[tuple[int, Field, Field]] = []
        self.worst = 0  # pixels that have flashed more than MOST times within a second
        self.most = 0  # flashes in a second, of any pixel

    def look(self, now_ms: int, surface: pygame.Surface) -> None:
        """Another picture."""
        raw = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
        colours = raw.reshape(surface.get_height(), surface.get_width(), 3)[::COARSE, ::COARSE].astype(np.float32) / 255
        linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
        light = linear @ np.array([0.2126, 0.7152, 0.0722], np.float32)
        total = linear.sum(axis=2)
        red = np.where(linear[..., 0] >= RED * np.maximum(total, 1e-6), linear[..., 0] * 2 - total, 0).clip(0) * 320
        lit = self.light.at(light, lambda lower, upper: lower < DARK)
        reddened = self.red.at(red, lambda lower, upper: upper > 0)
        self.turned = [one for one in self.turned if one[0] > now_ms - SECOND] + [(now_ms, lit, reddened)]
        for kind in (1, 2):
            flashes = sum(one[kind].astype(np.int16) for one in self.turned) // 2  # type: ignore[union-attr]
            self.most = max(self.most, int(flashes.max()))  # type: ignore[attr-defined]
            self.worst = max(self.worst, int((flashes > MOST).sum()) * COARSE * COARSE)  # type: ignore[attr-defined]
