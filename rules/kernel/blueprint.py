"""Blueprints: a player's own design as its game reads it: drawing, faults and price."""

from __future__ import annotations

from rules.kernel.record import Record
from rules.kernel.view import Hull


class DesignFault(Record, frozen=True):
    """One thing wrong with a design: the rule, a full sentence, and the square of the drawing, if it is about one."""

    rule: str
    text: str
    square: str = ""  # section/level


class CostLine(Record, frozen=True):
    """One line of a price, in the words and figures of the game."""

    title: str
    amount: str


class Blueprint(Record, frozen=True, kw_only=True):
    """A design, checked and priced. `rows`: the drawing's words, level by level, "." where there is nothing."""

    key: str
    title: str
    subtitle: str
    rows: tuple[tuple[str, ...], ...]
    hull: Hull | None = None  # what she is drawn from, where the drawing can be read
    faults: tuple[DesignFault, ...] = ()
    costs: tuple[CostLine, ...] = ()  # empty while the drawing cannot be read
    values: tuple[CostLine, ...] = ()  # by crew: what the player pays

    @property
    def fit(self) -> bool:
        """Return whether it may join a battle."""
        return not self.faults
