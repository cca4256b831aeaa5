"""What is under a point of a board: the one word between boards and those who click on them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.view import Place


@dataclass(frozen=True)
class Hit:
    """What is under a point of the screen. `place` is None off the board.

    Over a counter it is the counter's own place; on open water, where a place that is lit can be meant, that one.
    """

    place: Place | None
    piece: str | None = None
    minimap: bool = False
    under: Place | None = None  # on a table, over a counter: the very place under the point
