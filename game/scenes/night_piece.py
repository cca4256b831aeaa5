"""The animated picture of the title page: a night action off a dark coast, a pure function of the time.

At time 0 it is a still picture: the moon up, a searchlight on, one ship burning. It shows no real game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.boards import band_sky, drawing_tools
from game.boards.living import light, plume
from game.boards.living.water import Water
from game.boards.ship_profile import profile
from game.ui import widgets as ui
from rules.kernel.view import Hull

HORIZON = 0.46  # as fractions of the height
HILLS = ((0.86, 0.17, 0.36, 5), (0.13, 0.12, 0.3, 2), (0.52, 0.1, 0.16, 9))
SHADOW_TONE = (58, 66, 84)  # brightness of a ship's colours by night
ROUND_MS = 9000  # the gunfire repeats after this time
FLASH_MS, FLIGHT_MS = 130, 1500

CRUISER = Hull(
    name="", type="CA", length_ft=588, beam_ft=62, turrets=((190, 3), (280, 3), (800, 3)), funnels=(430, 520)
)
DESTROYER = Hull(
    name="", type="DD", length_ft=376, beam_ft=39, turrets=((130, 1), (230, 1), (830, 1)), funnels=(390, 510)
)
BATTLESHIP = Hull(
    name="", type="BB", length_ft=728, beam_ft=106, turrets=((200, 2), (270, 2), (760, 2), (830, 2)), funnels=(440, 540)
)


@dataclass(frozen=True)
class NightShip:
    """A ship of the picture: position and length as fractions of it, direction, and whether she burns."""

    hull: Hull
    x: float
    y: float
    long: float
    left: bool = False
    burns: bool = False


SHIPS = (
    NightShip(DESTROYER, 0.41, 0.472, 0.06, left=True),
    NightShip(DESTROYER, 0.965, 0.48, 0.06, left=True),
    NightShip(CRUISER, 0.515, 0.497, 0.14, left=True, burns=True),
    NightShip(BATTLESHIP, 0.22, 0.95, 0.4),
    NightShip(CRUISER, 0.49, 0.74, 0.2),
)
LAMP, LIT = 3, 2  # searchlights: which ship lights which
GUNS = ((3, 2, 600), (4, 1, 2300), (2, 3, 3900), (3, 2, 5600), (4, 2, 7300))  # (gun, target, milliseconds)


@lru_cache(maxsize=24)
def _shape(hull: Hull, wide: int, left: bool) -> pygame.Surface:
    """Return a darkened ship without her strip of sea."""
    made = profile(hull, (wide, max(12, wide * 2 // 7)), "", True).copy()
    made = made.subsurface((0, 0, made.get_width(), round(made.get_height() * 0.8)))
    made = pygame.transform.flip(made, left, False)
    made.fill((*SHADOW_TONE, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return made


@lru_cache(maxsize=2)
def _backdrop(size: tuple[int, int]) -> pygame.Surface:
    """Return sky, sea and the moon's reflection."""
    wide, high = size
    low = round(high * HORIZON)
    made = pygame.Surface(size)
    strip = pygame.Surface((1, 2))
    strip.set_at((0, 0), (26, 44, 72))
    strip.set_at((0, 1), (6, 12, 24))
    made.blit(pygame.transform.smoothscale(strip, (wide, high - low)), (0, low))
    made.blit(pygame.transform.flip(band_sky.sky((wide, low), "moon", HILLS), True, False), (0, 0))
    road = band_sky.glitter((wide, high - low), "moon")
    if road is not None:
        road = pygame.transform.flip(road, True, False)
        made.blit(road, (0, low), special_flags=pygame.BLEND_RGB_ADD)
    return made


class NightPiece(ui.Widget):
    """The picture as a widget behind a screen; `moment`: its time in milliseconds."""

    kind = "backdrop"

    def __init__(self, id: str = "backdrop") -> None:
        super().__init__(id)
        self.moment = 0
        self._water = Water(True, "moderate")

    def paint(self, surface: pygame.Surface) -> None:
        if self.rect.w < 8 or self.rect.h < 8:
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        surface.blit(_backdrop(self.rect.size), self.rect)
        low = self.rect.y + round(self.rect.h * HORIZON)
        self._water.lay(
            surface, pygame.Rect(self.rect.x, low, self.rect.w, self.rect.bottom - low), (0, 0), self.moment, None
        )
        self._lights(surface)
        for ship in SHIPS:
            picture = _shape(ship.hull, round(ship.long * self.rect.w), ship.left)
            heave = round(math.sin(self.moment / 1700 + ship.x * 9) * self.rect.h * 0.0016)
            surface.blit(
                picture, picture.get_rect(midbottom=(round(self._at(ship)[0]), round(self._at(ship)[1]) + heave))
            )
        self._smoke(surface)
        self._gunfire(surface)
        surface.set_clip(clip)

    def _at(self, ship: NightShip) -> tuple[float, float]:
        drift = self.moment / 1000 * 0.00035 * (-1 if ship.left else 1)
        return self.rect.x + self.rect.w * (ship.x + math.sin(drift) * 0.5), self.rect.y + self.rect.h * ship.y

    def _above(self, number: int, share: float = 0.055) -> tuple[float, float]:
        """Return a point on a ship's superstructure."""
        x, y = self._at(SHIPS[number])
        return x, y - self.rect.w * SHIPS[number].long * share

    def _lights(self, surface: pygame.Surface) -> None:
        swing = light.sweep(self.moment, 1) * 0.5
        light.beams(surface, [(self._above(LAMP, 0.11), self._above(LIT), swing)], 60)
        for number, ship in enumerate(SHIPS):
            if ship.burns:
                radius = max(40, round(self.rect.w * ship.long * 0.9 / 8) * 8)
                light.shine(surface, self._above(number, 0.03), radius, light.FLAME, light.flicker(self.moment, 3))

    def _smoke(self, surface: pygame.Surface) -> None:
        for number, ship in enumerate(SHIPS):
            size = self.rect.w * ship.long / 260
            if ship.burns:
                x, y = self._above(number, 0.03)
                for dx, high in ((-0.12, 1.0), (0.0, 1.5), (0.1, 0.9)):
                    tall = high * (1 + 0.25 * math.sin(self.moment / 90 + dx * 40)) * 9 * size
                    drawing_tools.disc(surface, (214, 84, 28), (x + dx * 90 * size, y), tall * 0.6)
                    drawing_tools.disc(surface, (255, 208, 110), (x + dx * 90 * size, y + tall * 0.15), tall * 0.3)
                plume.draw(
                    surface, plume.plume(plume.BURNING, (x, y - 8 * size), (150, -90), self.moment + 90_000, 1.6 * size)
                )

    def _gunfire(self, surface: pygame.Surface) -> None:
        """Draw muzzle flashes, flying tracers, and splashes."""
        now = self.moment % ROUND_MS
        for start, end, when in GUNS:
            late = now - when
            muzzle, target = self._above(start, 0.07), self._above(end, 0.03)
            if 0 <= late < FLASH_MS:
                radius = max(48, round(self.rect.w * SHIPS[start].long * 0.7 / 8) * 8)
                light.shine(surface, muzzle, radius, light.MUZZLE, 4 if late < FLASH_MS // 2 else 2)
            for shot in range(3):
                share = (late - 70 * shot) / FLIGHT_MS
                if 0 < share < 1:
                    self._tracer(surface, muzzle, target, share, shot)
                fallen = (late - 70 * shot - FLIGHT_MS) / 1300
                if 0 < fallen < 1:
                    self._column(surface, (target[0] + (shot - 1) * 26, self._at(SHIPS[end])[1] + 3 * shot), fallen)

    def _tracer(
        self, surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float], share: float, shot: int
    ) -> None:
        lift = self.rect.h * (0.1 + 0.012 * shot)

        def on(part: float) -> tuple[float, float]:
            x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
            return x, y - 4 * lift * part * (1 - part)

        drawing_tools.line(surface, (255, 176, 92), on(max(0.0, share - 0.05)), on(share), 1.6)
        drawing_tools.disc(surface, (255, 244, 214), on(share), 2.2)

    def _column(self, surface: pygame.Surface, at: tuple[float, float], share: float) -> None:
        high = self.rect.h * 0.075 * math.sin(math.pi * min(1.0, share * 1.1)) ** 0.7
        tone = (150, 170, 190)
        made = drawing_tools.layer((20, max(4, round(high) + 6)))
        points = [(6, made.get_height()), (8.5, 4), (11.5, 4), (14, made.get_height())]
        pygame.draw.polygon(made, (*tone, round(200 * (1 - share))), points)
        surface.blit(made, (round(at[0]) - 10, round(at[1]) - made.get_height()))
