"""Palettes: contrast of every pair the widgets use, and data colours under the three deficiencies."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.ui import theme

ALL = (*theme.PALETTES, *(theme.colour_blind_safe(p) for p in theme.PALETTES))
SIGHTS = (None, *theme.DEFICIENCIES)


def test_contrast_of_black_and_white_is_twenty_one() -> None:
    assert theme.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert theme.contrast((10, 20, 30), (10, 20, 30)) == 1


@pytest.mark.parametrize("palette", ALL, ids=lambda p: p.name)
def test_every_text_on_every_background_reaches_4_5_to_1(palette: theme.Palette) -> None:
    weak = [
        (text, back, round(theme.contrast(palette.colour(text), palette.colour(back)), 2))
        for text, back in theme.TEXT_PAIRS
        if theme.contrast(palette.colour(text), palette.colour(back)) < 4.5
    ]
    assert weak == []


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("palette", ALL[len(theme.PALETTES) :], ids=lambda p: p.name)
def test_safe_data_colours_differ_for_every_kind_of_sight(palette: theme.Palette, sight: str | None) -> None:
    for one, other in combinations(palette.data, 2):
        assert theme.difference(one, other, sight) >= 10, (one, other)
    for one, other in combinations((palette.good, palette.warn, palette.bad), 2):
        assert theme.difference(one, other, sight) >= 18, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("palette", ALL, ids=lambda p: p.name)
def test_the_two_sides_differ_for_every_kind_of_sight_in_every_palette(
    palette: theme.Palette, sight: str | None
) -> None:
    assert theme.difference(palette.side_a, palette.side_b, sight) >= 40
    chosen = [theme.difference(palette.selection, side, sight) for side in (palette.side_a, palette.side_b)]
    assert min(chosen) >= 40, "a counter in hand must not look like the other side's"


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("palette", ALL, ids=lambda p: p.name)
def test_colours_that_mean_different_things_are_twenty_apart_for_every_kind_of_sight(
    palette: theme.Palette, sight: str | None
) -> None:
    near = [
        (one, other, round(theme.difference(palette.colour(one), palette.colour(other), sight), 1))
        for one, other in theme.MEANINGS
        if theme.difference(palette.colour(one), palette.colour(other), sight) < theme.APART
    ]
    assert near == []
    assert theme.APART >= 20
    sides_of_the_chart_of_points = palette.data[2:4]
    assert theme.difference(*sides_of_the_chart_of_points, sight) >= theme.APART  # type: ignore[arg-type, call-arg]


def test_simulated_deuteranopia_brings_red_and_green_together() -> None:
    red, green = (200, 60, 40), (110, 130, 40)
    assert theme.difference(red, green, "deuteranopia") < theme.difference(red, green) / 3


def test_palettes_are_found_by_name_and_a_wrong_name_lists_them() -> None:
    assert theme.palette_named("day") is theme.DAY
    assert theme.palette_named("night_safe").data != theme.NIGHT.data
    with pytest.raises(KeyError, match="night, day, high_contrast"):
        theme.palette_named("dusk")
    with pytest.raises(KeyError, match="no colour token 'inkk'"):
        theme.NIGHT.colour("inkk")
