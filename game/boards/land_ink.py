"""Inks of the land chart: a sand-coloured survey map by day, umber by night, plain black for high contrast."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from game.boards.drawing_tools import ChartInk
from game.ui.theme import Colour, Palette, luminance


@dataclass(frozen=True)
class LandInk:
    """Colours of a land chart. `chart` holds the inks of frames, ornaments, markers and overlays."""

    chart: ChartInk
    heights: tuple[Colour, ...]  # level ground, then each hill level
    speck: Colour  # grains of sand
    hachure: Colour
    shade: Colour  # the foot of a slope
    bed: Colour  # the bed of a wadi
    bank: Colour
    water: Colour
    shore: Colour
    scrub: Colour
    leaf: Colour
    rock: Colour
    rock_light: Colour
    brick: Colour
    roof: Colour
    wood: Colour  # wagons, thorn hedges, roads


def _tones(*words: str) -> tuple[Colour, ...]:
    return tuple((int(word[:2], 16), int(word[2:4], 16), int(word[4:], 16)) for word in words)


@cache
def land_ink(palette: Palette) -> LandInk:
    """Return the inks of a land chart that go with a palette."""
    if palette.name.startswith("high_contrast"):
        return _plain(palette)
    return _dusk(palette) if luminance(palette.paper) < 0.2 else _day(palette)


def _day(palette: Palette) -> LandInk:
    chart = ChartInk(
        palette, _tones("efe0bb", "ead8ae", "e2cb98", "d6b980", "c8a565"), (176, 138, 84), (222, 196, 146),
        (230, 208, 162), (150, 106, 58), (84, 58, 32), (150, 116, 72), (94, 66, 32, 50), (92, 68, 36),
        (96, 70, 36), (30, 72, 100), (84, 56, 26), (240, 226, 190), ((150, 132, 104), (240, 230, 208)), False,
    )  # fmt: skip
    return LandInk(
        chart, _tones("ead8ae", "e4cc9a", "ddbf88", "d5b277", "cca568", "c39a5c"), (166, 130, 80), (124, 82, 42),
        (176, 128, 74), (219, 193, 140), (132, 94, 52), (158, 196, 206), (62, 110, 136), (112, 120, 62),
        (84, 106, 56), (116, 100, 80), (214, 200, 172), (186, 132, 92), (210, 160, 116), (112, 76, 42),
    )  # fmt: skip


def _dusk(palette: Palette) -> LandInk:
    chart = ChartInk(
        palette, _tones("3b3226", "42382a", "4a3f2f", "554835", "62533d"), (128, 104, 72), (78, 66, 48),
        (66, 56, 42), (150, 120, 82), (222, 202, 160), (160, 136, 100), (226, 204, 160, 26), (196, 174, 138),
        (194, 172, 136), (150, 188, 208), (232, 216, 178), (34, 28, 22),
        ((70, 64, 58), (182, 174, 162)), True, (44, 38, 31),
    )  # fmt: skip
    return LandInk(
        chart, _tones("42382a", "4a3f2f", "534634", "5d4e3a", "665640", "6f5e46"), (110, 92, 66), (158, 124, 82),
        (52, 42, 32), (56, 46, 34), (150, 118, 78), (54, 86, 104), (120, 164, 184), (124, 134, 78),
        (100, 122, 70), (150, 136, 114), (96, 86, 72), (140, 96, 66), (164, 116, 80), (176, 140, 96),
    )  # fmt: skip


def _plain(palette: Palette) -> LandInk:
    chart = ChartInk(
        palette, _tones("000000", "000000", "0c0c0c", "1c1c1c", "2c2c2c"), (150, 150, 150), (40, 40, 40),
        (24, 24, 24), (170, 170, 170), (255, 255, 255), (160, 160, 160), (255, 255, 255, 60), (200, 200, 200),
        (200, 200, 200), (150, 210, 255), (255, 255, 255), (0, 0, 0), ((96, 96, 96), (190, 190, 190)), True,
    )  # fmt: skip
    return LandInk(
        chart, _tones("000000", "161616", "2a2a2a", "3e3e3e", "505050", "606060"), (40, 40, 40), (190, 190, 190),
        (20, 20, 20), (10, 10, 10), (220, 220, 220), (10, 60, 110), (150, 210, 255), (170, 220, 120),
        (150, 210, 110), (220, 220, 220), (70, 70, 70), (150, 90, 60), (190, 120, 80), (240, 200, 140),
    )  # fmt: skip
