"""The colours of the two sides: the only place that maps blue and red to colours of the palette."""

from __future__ import annotations

from game.ui.theme import Colour, Palette
from rules.kernel.scenario import COLOURS
from rules.kernel.view import View

TOKENS = {"blue": "side_a", "red": "side_b"}  # a side's colour -> its palette token


def tokens_of(view: View) -> dict[str, str]:
    """Return side -> palette token, the scenario's first side first. A view without colours has no scenario: its sides
    are in the order of their scores, or of its pieces.
    """
    keys = [score.side for score in view.scores] or sorted({piece.side for piece in view.pieces})
    return {key: TOKENS[colour] for key, colour in view.colours or zip(keys, COLOURS, strict=False)}


def tones_of(view: View, palette: Palette) -> dict[str, Colour]:
    """Return side -> its colour in a palette."""
    return {key: getattr(palette, token) for key, token in tokens_of(view).items()}
