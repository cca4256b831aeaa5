"""The contrast of every word of the named screens, measured as painted: 4.5 : 1 to its surroundings, small signs 3 .

1.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.boards.drawing_tools import chart_ink
from game.boards.land_ink import land_ink
from game.boards.living import plume
from game.ui.theme import HIGH_CONTRAST, PALETTES, Colour, contrast, palette_named
from tests.conftest import SOAK
from tests.game.painted_text import Painted, other_inks, words
from tests.pictures import SCREENS, screen

WORD, SIGN = 4.5, 3.0  # WCAG 1.4.3, and 1.4.11 for what is a sign rather than a word
NARROW, FLAT = 16, 6  # pixels: no wider is a letter in a badge or on a corner, no higher is cut by an edge
ROUNDING = 0.1
NAMED = [name for name in SCREENS if name not in ("puzzles", "mistakes")]  # their content depends on the day
EVERY = [(name, palette.name) for name in NAMED for palette in PALETTES]
FEW = [("bands_fight", "day"), ("hex_late", "night"), ("land_late", "high_contrast"), ("settings", "day")]


def figures(palette: str) -> set[Colour]:
    """Return the colours of soundings and hex numbers: they are part of the chart, and the pointer shows them too."""
    inks = (chart_ink(palette_named(palette)), land_ink(palette_named(palette)).chart)
    return {colour for ink in inks for colour in (ink.sounding, ink.number)}


def weak(found: list[Painted]) -> list[str]:
    """Return words that are hard to read, with their place and contrast."""
    lines = []
    for word in found:
        least = SIGN if word.box.w <= NARROW else WORD
        if word.box.h > FLAT and word.ratio < least - ROUNDING:
            lines.append(f"{word.ratio:.2f} at {tuple(word.box)}, {word.ink} on {word.ground}")
    return lines


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize(("name", "palette"), EVERY if SOAK else FEW)
def test_every_word_stands_out_from_what_is_round_it(
    name: str, palette: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plume, "draw", lambda surface, puffs: None)  # smoke drifts on
    kept = figures(palette)
    app = screen(name, "1280", tmp_path / "one", palette)
    own = app.surface.copy()
    greyed = [widget.rect for widget in app.tree.top.walk() if not widget.enabled]  # what cannot be pressed is exempt
    with other_inks(lambda colour, text: text == "N" or (tuple(colour[:3]) in kept and text.strip().isdigit())):
        other = screen(name, "1280", tmp_path / "two", palette)
    found = list(words(own, other.surface, greyed))
    assert len(found) > 10
    assert weak(found) == []


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_figures_of_the_chart_are_read_on_open_water_and_on_the_plain(palette: object) -> None:
    for ink in (chart_ink(palette), land_ink(palette).chart):
        for tone in (ink.sounding, ink.number):
            assert contrast(tone, ink.tints[0]) >= WORD and contrast(tone, ink.tints[1]) >= WORD


def test_faint_ink_is_found_wherever_it_lies() -> None:
    """The measure itself: black on white is 21, and grey on a lighter grey is found, with a halo or without."""
    for tone, ground, least, most in (
        ((0, 0, 0), (255, 255, 255), 20, 21.1),
        ((150, 150, 150), (200, 200, 200), 1, 2.2),
    ):
        pictures = []
        for pen in (tone, (255, 0, 0)):
            made = pygame.Surface((200, 60))
            made.fill(ground)
            made.blit(pygame.font.Font(None, 40).render("Hiei", True, pen), (20, 12))
            pictures.append(made)
        (found,) = words(*pictures)  # type: ignore[arg-type]
        assert least <= found.ratio <= most
    assert contrast(HIGH_CONTRAST.ink, HIGH_CONTRAST.panel) == pytest.approx(21)
