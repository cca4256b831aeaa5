"""Where the counters of a land board lie: units in their hexes, leaders and mules as tokens at the corners of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from game.boards.land_counters import TOKEN_SHARE, is_token
from game.boards.layout import Point
from rules.kernel.view import Piece, Place

_CORNERS = ((-0.5, -0.08), (0.5, 0.02), (-0.5, -0.46), (0.0, -0.56))  # of a counter: where tokens hang, in its sides
_PAIRS = ((-0.17, -0.15), (0.17, 0.15), (0.17, -0.15), (-0.17, 0.15))  # units that share a hex


@dataclass(frozen=True)
class Lying:
    """One counter: the top left corner of its body on the zoomed world, and its size."""

    piece: Piece
    x: int
    y: int
    side: int


def stack_counters(
    pieces: Iterable[Piece], centre: Callable[[Place], Point], zoom: float, side: int, chosen: str
) -> Iterator[Lying]:
    """Yield counters in drawing order: units, northern hexes first and the chosen one on top, then all tokens."""
    stacks: dict[Place, list[Piece]] = {}
    for piece in pieces:
        stacks.setdefault(piece.at, []).append(piece)
    ranked = sorted(stacks.items(), key=lambda pair: (any(p.id == chosen for p in pair[1]), centre(pair[0])[1]))
    found: list[Lying] = []
    for place, stack in ranked:
        x, y = (value * zoom for value in centre(place))
        found += sorted(_stack(stack, x, y, side), key=lambda spot: spot.piece.id == chosen)
    yield from sorted(found, key=lambda spot: is_token(spot.piece))


def _stack(stack: list[Piece], x: float, y: float, side: int) -> Iterator[Lying]:
    units = [piece for piece in stack if not is_token(piece)]
    tokens = [piece for piece in stack if is_token(piece)]
    shared = len(units) > 1
    size = round(side * (0.78 if shared else 1.0))
    for index, piece in enumerate(units):
        dx, dy = _PAIRS[index % len(_PAIRS)] if shared else (0.0, 0.0)
        yield Lying(piece, round(x + dx * side - size / 2), round(y + dy * side - size / 2), size)
    small = round(side * (TOKEN_SHARE if units else TOKEN_SHARE * 1.25))
    for index, piece in enumerate(tokens):
        if units:
            dx, dy = _CORNERS[index % len(_CORNERS)]
        else:
            dx, dy = (index - (len(tokens) - 1) / 2) * 0.55, 0.0
        yield Lying(piece, round(x + dx * side - small / 2), round(y + dy * side - small / 2), small)
