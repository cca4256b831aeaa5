"""Animations of what happened: sliding counters, smoke laid place by place, shells, splashes, explosions, torpedoes.

A frame is a pure function of the time since the start; the board's state is final before anything moves, so an
animation can be dropped at any moment.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.boards import drawing_tools, gunfire, land_motion
from game.boards.draw_items import Item, Sprite, centred_sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Layout, Point, along
from game.boards.living.sinking import sinking_picture
from game.boards.markers import VARIANTS, smoke_picture
from game.ui.theme import Colour
from rules.kernel.view import Place

KINDS = ("smoke", "splash", "explosion", "shell", "torpedo", "volley", "dust", "sink")


@dataclass(frozen=True)
class Motion:
    """One animation. `piece`: the id of a counter that slides along `path`; otherwise `kind`, one of KINDS, on `path`.

    smoke appears on each place of the path in turn; splash and explosion happen on its last place; shell, torpedo and
    volley (on land) run from its first place to its last; dust rises and a ship sinks on the last place.
    """

    path: tuple[Place, ...]
    milliseconds: int
    piece: str = ""
    kind: str = ""
    delay: int = 0
    value: int = 1  # how many shells, torpedoes

    @property
    def end(self) -> int:
        """Milliseconds from the start of the animation to the end of this motion."""
        return self.delay + self.milliseconds

    def share(self, t: int) -> float:
        """Return its progress at a time: below 0 not begun, above 1 over."""
        return (t - self.delay) / max(1, self.milliseconds)


def motion(value: Motion | tuple[str, Iterable[Place], int]) -> Motion:
    """Return a motion unchanged, or made from (piece id, places, milliseconds).

    ValueError for one without a path or of an unknown kind.
    """
    found = value if isinstance(value, Motion) else Motion(tuple(value[1]), value[2], piece=value[0])
    if not found.path:
        raise ValueError(f"the motion of {found.piece or found.kind!r} has no places: give at least one")
    if not found.piece and found.kind not in KINDS:
        raise ValueError(f"no motion is called {found.kind!r}; there are {', '.join(KINDS)}, or name a piece")
    return found


def piece_at(found: Motion, t: int, layout: Layout) -> tuple[Point, Point | None]:
    """Return where a sliding counter is at a time, in world units, and its direction (None when it stands still)."""
    path = [layout.centre(place) for place in found.path]
    share = max(0.0, min(1.0, found.share(t)))
    eased = share * share * (3 - 2 * share)
    at, direction = along(path, eased)
    if len(path) < 2 or share >= 1:
        return at, None
    return at, direction


def motion_of(piece: str, motions: Iterable[Motion], t: int) -> Motion | None:
    """Return the current motion of a piece: the last that began, or else the first that will begin."""
    own = [found for found in motions if found.piece == piece]
    begun = [found for found in own if found.share(t) >= 0]
    if begun and begun[-1].share(t) >= 1 and begun[-1] is not own[-1]:
        return Motion(begun[-1].path[-1:], 1, piece=piece, delay=t)
    return begun[-1] if begun else own[0] if own else None


def hidden_smoke(motions: Iterable[Motion], t: int) -> frozenset[Place]:
    """Return places whose smoke is still rising: the board leaves out their markers."""
    waiting: set[Place] = set()
    for found in motions:
        if found.kind == "smoke":
            laid = found.share(t) * len(found.path)
            waiting.update(place for index, place in enumerate(found.path) if laid < index + 1)
    return frozenset(waiting)


def sinking_places(motions: Iterable[Motion], t: int) -> frozenset[Place]:
    """Return places where a ship is still sinking: no wreck is drawn there yet."""
    return frozenset(found.path[-1] for found in motions if found.kind == "sink" and found.share(t) < 1)


def wake_so_far(wake: tuple[Place, ...], motions: Iterable[Motion], t: int, layout: Layout) -> tuple[Place, ...]:
    """Return the part of a wake that its counter has covered at a time, up to the last place it has passed.

    A wake belongs to a counter if it ends at the counter's destination, or one place before, and begins no later.
    """
    for found in motions:
        ends = wake[-1] in found.path[-2:] and found.path[0] in wake[:-1]
        if not found.piece or not ends or len(found.path) < 2 or found.share(t) >= 1:
            continue
        path = [layout.centre(place) for place in found.path]
        lengths = [math.dist(a, b) for a, b in pairwise(path)]
        share = max(0.0, found.share(t))
        left, passed = share * share * (3 - 2 * share) * sum(lengths), 1
        while passed < len(path) and left >= lengths[passed - 1]:
            left -= lengths[passed - 1]
            passed += 1
        before = wake[: wake.index(found.path[0])]
        return before + tuple(place for place in found.path[:passed] if place in wake)
    return wake


def effects(motions: Iterable[Motion], t: int, zoom: float, inks: ChartInk, layout: Layout) -> list[Item]:
    """Return everything but counters that is drawn at a time."""
    items: list[Item] = []
    for found in motions:
        share = found.share(t)
        if found.kind == "sink":
            share = max(0.0, share)  # she stays visible until the shells that sink her arrive
        if found.piece or share < 0 or share > 1:
            continue
        if found.kind == "smoke":
            items += _rising_puffs(found, share, zoom, inks, layout)
        elif found.kind in ("splash", "explosion"):
            x, y = layout.centre(found.path[-1])
            draw = _splash if found.kind == "splash" else _explosion
            items.append(centred_sprite(draw(share, layout.radius * zoom, found.value, inks), x * zoom, y * zoom))
        elif found.kind == "sink":
            x, y = layout.centre(found.path[-1])
            items.append(centred_sprite(sinking_picture(share, layout.radius * zoom, inks), x * zoom, y * zoom))
        elif found.kind == "dust":
            x, y = layout.centre(found.path[-1])
            items.append(
                centred_sprite(land_motion.dust(share, layout.radius * zoom, found.value, inks), x * zoom, y * zoom)
            )
        elif found.kind == "volley":
            items += land_motion.volley(
                _scale_path(found, layout, zoom), share, layout.radius * zoom, found.value, inks
            )
        else:
            if found.kind == "torpedo":
                items += gunfire.track(_scale_path(found, layout, zoom), share, layout.radius * zoom, inks)
            items.append(_running(found, share, zoom, layout))
            if found.kind == "shell":
                late = round(share * found.milliseconds)
                items += gunfire.blast(_scale_path(found, layout, zoom), late, layout.radius * zoom, found.value, inks)
    return items


def _scale_path(found: Motion, layout: Layout, zoom: float) -> list[Point]:
    """Return the path of a motion on the zoomed sheet."""
    return [(x * zoom, y * zoom) for x, y in map(layout.centre, found.path)]


def _rising_puffs(found: Motion, share: float, zoom: float, inks: ChartInk, layout: Layout) -> Iterable[Item]:
    laid = share * len(found.path)
    for index, place in enumerate(found.path):
        part = laid - index
        if 0 < part < 1:
            grown = max(1, round(part * 8)) / 8
            x, y = layout.centre(place)
            radius = round(layout.radius * zoom)
            yield centred_sprite(smoke_picture(inks.smoke, radius, sum(place) % VARIANTS, grown), x * zoom, y * zoom)


def _splash(share: float, radius: float, count: int, inks: ChartInk) -> pygame.Surface:
    """Return columns of water that rise, hang and fall, one for each shell, with rings on the sea."""
    made = drawing_tools.layer((radius * 3, radius * 3))
    middle = radius * 1.5
    foam: Colour = (240, 246, 250) if inks.dark else (112, 150, 170)
    for index in range(max(1, min(6, count))):
        angle, away = index * 2.4 + 0.6, radius * (0.16 + 0.5 * math.sqrt(index / 6))
        x, y = middle + math.cos(angle) * away, middle + math.sin(angle) * away * 0.8
        late = max(0.0, min(1.0, share * 1.4 - index * 0.07))
        height = math.sin(math.pi * min(1.0, late)) * radius * 1.05
        alpha = round(235 * (1 - late) ** 0.6) if late < 1 else 0
        ring = pygame.Rect(0, 0, round(radius * 0.7 * late), round(radius * 0.28 * late))
        ring.center = (round(x), round(y))
        pygame.draw.ellipse(made, (*foam, alpha), ring, 1)
        foot, tip = radius * 0.13, radius * 0.05
        column = [(x - foot, y), (x - tip, y - height), (x + tip, y - height), (x + foot, y)]
        pygame.draw.polygon(made, (*foam, alpha), column)
        for step, (dx, dy, size) in enumerate(
            ((0.0, 0.0, 0.11), (-0.09, 0.06, 0.07), (0.1, 0.04, 0.08), (0.02, -0.1, 0.06))
        ):
            spray = 1 + late * step * 0.4
            at = (x + dx * radius * spray, y - height + dy * radius)
            pygame.draw.circle(made, (*foam, alpha), at, radius * size)
    return made


def _explosion(share: float, radius: float, count: int, _inks: ChartInk) -> pygame.Surface:
    """Return a flash that opens, turns red and leaves dark smoke."""
    made = drawing_tools.layer((radius * 3.4, radius * 3.4))
    middle = (radius * 1.7, radius * 1.7)
    grown = radius * (0.3 + 0.9 * math.sqrt(share))
    fading = 1 - share
    for index in range(9):
        angle = index * 2 * math.pi / 9 + count
        x, y = (
            middle[0] + math.cos(angle) * grown * 0.5,
            middle[1] + math.sin(angle) * grown * 0.5 - share * radius * 0.3,
        )
        pygame.draw.circle(made, (34, 30, 30, round(190 * fading)), (x, y), grown * 0.42)
    for tone, size, hold in (((196, 62, 24), 0.8, 1.0), ((246, 148, 44), 0.58, 1.3), ((255, 240, 188), 0.34, 2.0)):
        alpha = round(255 * max(0.0, 1 - share * hold))
        pygame.draw.circle(made, (*tone, alpha), middle, grown * size)
    return pygame.transform.gaussian_blur(made, max(1, round(radius * 0.07)))


def _running(found: Motion, share: float, zoom: float, layout: Layout) -> Sprite:
    """Return shells in a high arc, or torpedoes with their tracks, on the way."""
    path = _scale_path(found, layout, zoom)
    at, (dx, dy) = along(path, share)
    radius = layout.radius * zoom
    lift = (
        math.sin(math.pi * share) * min(2.2 * radius, math.dist(path[0], path[-1]) * 0.16)
        if found.kind == "shell"
        else 0
    )
    made = drawing_tools.layer((radius * 3, radius * 3 + lift))
    middle = radius * 1.5
    for index in range(max(1, min(5, found.value))):
        side = (index - (min(5, found.value) - 1) / 2) * radius * 0.26
        x, y = middle - dy * side, middle + dx * side
        tail = (x - dx * radius * 0.9, y - dy * radius * 0.9)
        if found.kind == "torpedo":
            drawing_tools.line(made, (232, 242, 248, 120), tail, (x, y), max(1.5, radius * 0.06))
            drawing_tools.line(
                made, (22, 26, 32), (x - dx * radius * 0.3, y - dy * radius * 0.3), (x, y), max(2.5, radius * 0.11)
            )
        else:
            drawing_tools.line(made, (255, 210, 120, 120), tail, (x, y), max(1.5, radius * 0.05))
            drawing_tools.disc(made, (255, 246, 214), (x, y), max(2.0, radius * 0.08))
    return centred_sprite(made, at[0], at[1] - lift)
