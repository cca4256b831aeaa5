"""The result of a hit test: what is under a point of a board."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.view import Place


@dataclass(frozen=True)
class Hit:
    """What is under a screen point. `place` is None off the board. Over a counter it is the counter's place; on open
    water it may be a nearby highlighted place.
    """

    place: Place | None
    piece: str | None = None
    minimap: bool = False
    under: Place | None = None  # on a table, over a counter: the exact place under the point
