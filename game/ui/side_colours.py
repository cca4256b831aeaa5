"""What the colours of the two sides look like: the one place that turns blue and red into the palette's own."""

from __future__ import annotations

from game.ui.theme import Colour, Palette
from rules.kernel.scenario import COLOURS
from rules.kernel.view import View

TOKENS = {"blue": "side_a", "red": "side_b"}  # a side's colour -> its name in every palette


def tokens_of(view: View) -> dict[str, str]:
    """Return side -> the name of its colour in every palette, the scenario's first side first.

    A view that tells no colours is that of no scenario: its sides go by the order of their scores, or of its pieces.
    """
    keys = [score.side for score in view.scores] or sorted({piece.side for piece in view.pieces})
    return {key: TOKENS[colour] for key, colour in view.colours or zip(keys, COLOURS, strict=False)}


def tones_of(view: View, palette: Palette) -> dict[str, Colour]:
    """Return side -> its colour in a palette."""
    return {key: getattr(palette, token) for key, token in tokens_of(view).items()}
