"""A small picture for each game: what one sees on its board, drawn from the ships and stands of its first battle."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.boards import band_sky, drawing_tools, hex_layout, land_figures
from game.boards.counters import CounterSprites
from game.boards.drawing_tools import chart_ink
from game.boards.living import light
from game.boards.living.water import Water
from game.boards.ship_profile import profile
from game.ui.fonts import FontBook
from game.ui.side_colours import tones_of
from game.ui.theme import palette_named
from rules.kernel.view import Piece, View

SAND, DUST = (226, 206, 158), (206, 180, 128)
DAY_SKY = ((196, 208, 212), (238, 228, 206))
HORIZON = 0.6
Nations = Mapping[str, str]  # side -> nation


def game_art(board: str, view: View, nations: Nations, size: tuple[int, int], night: bool) -> pygame.Surface:
    """Return the picture of a game with a kind of board, at a size in pixels."""
    if any(piece.stand is not None for piece in view.pieces):
        return _land(view, size)
    if board == "hex":
        return _chart(view, size, FontBook())
    return _at_sea(view, nations, size, night)


def _land(view: View, size: tuple[int, int]) -> pygame.Surface:
    """Return lines drawn up on the sand, dust behind them."""
    made = drawing_tools.gradient_surface(size, SAND, DUST)
    sides = tones_of(view, palette_named("day"))
    by_side = {side: [piece for piece in view.pieces if piece.side == side and piece.stand] for side in sides}
    cell = round(size[1] * 0.46)
    for number, (side, pieces) in enumerate(by_side.items()):
        units = [piece for piece in pieces if piece.stand is not None and piece.stand.count == 4][:5]
        for index, piece in enumerate(units):
            assert piece.stand is not None
            direction = (0.94, 0.34) if number == 0 else (-0.94, -0.34)
            drawn = land_figures.draw_stands(piece.stand, (cell, cell), direction, sides[side])
            x = size[0] * (0.04 + 0.1 * (index % 2) + 0.55 * number)
            made.blit(drawn, (round(x), round(size[1] * (-0.1 + 0.24 * index))))
    return made


def _chart(view: View, size: tuple[int, int], book: FontBook) -> pygame.Surface:
    """Return counters on the hexes of a dark sea, a searchlight between them."""
    palette = palette_named("night")
    inks = chart_ink(palette)
    made = drawing_tools.gradient_surface(size, inks.tints[2], inks.tints[0])
    Water(True).lay(made, made.get_rect(), (0, 0), 0, None)
    scale = size[1] / 3.2 / hex_layout.ROW
    for column in range(-1, 9):
        for row in range(-1, 5):
            x = column * hex_layout.COLUMN * scale
            y = (row + 0.5 * (column % 2)) * hex_layout.ROW * scale
            points = [(x + cx * scale, y + cy * scale) for cx, cy in hex_layout.CORNERS]
            pygame.draw.aalines(made, inks.grid[:3], True, points)
    press, side = CounterSprites(inks, book, tones_of(view, palette)), round(size[1] * 0.46)
    chosen = _one_of_each(view.pieces)[:2]
    spots = ((0.24, 0.62), (0.76, 0.36))
    places = [(round(x * size[0]), round(y * size[1])) for x, y in spots]
    light.beams(made, [(places[0], places[1], 0.0)])
    for piece, place in zip(chosen, places, strict=False):
        counter = press.counter(piece.but(ready=False, badges=(), ghost=False), side)
        made.blit(counter.picture, (place[0] - side // 2 - counter.body[0], place[1] - side // 2 - counter.body[1]))
    return made


def _at_sea(view: View, nations: Nations, size: tuple[int, int], night: bool) -> pygame.Surface:
    """Return her greatest ship under her flag, by the moon or by day."""
    low = round(size[1] * HORIZON)
    made = (
        drawing_tools.gradient_surface(size, *DAY_SKY)
        if not night
        else drawing_tools.gradient_surface(size, (22, 38, 62), (8, 16, 30))
    )
    made.blit(band_sky.sky((size[0], low if night else size[1]), "moon" if night else "day", ()), (0, 0))
    ships = [(hull, piece) for piece in view.pieces if piece.known for hull in piece.hulls if hull.funnels]
    if not ships:
        return made
    hull, piece = max(ships, key=lambda pair: pair[0].length_ft)
    picture = profile(
        hull.but(damage=0, fire=False), (size[0], round(size[1] * 0.86)), nations.get(piece.side, ""), night
    )
    made.blit(picture, (0, size[1] - picture.get_height()))
    return made


def _one_of_each(pieces: tuple[Piece, ...]) -> list[Piece]:
    """Return the first ships of every side, the longest first."""
    sides = dict.fromkeys(piece.side for piece in pieces)
    known = [piece for piece in pieces if piece.hulls]
    found = [next((piece for piece in known if piece.side == side), None) for side in sides]
    return [piece for piece in found if piece is not None]
