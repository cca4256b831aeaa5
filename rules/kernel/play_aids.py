"""What a real table needs besides counters, by the rules' charts: templates and ship bases."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.record import Record
from rules.kernel.view import Place

STRIP = {"mm": 14_000, "inch": 600}  # thousandths of the unit that a ruler is wide


class Template(Record, frozen=True, kw_only=True):
    """A piece of card to measure with. Places are thousandths of the unit, x to the right, y down."""

    title: str
    rule: str
    unit: str  # mm, inch
    outline: tuple[Place, ...]  # its corners
    marks: tuple[tuple[str, Place, Place], ...] = ()  # lines on it, each with words at its second end
    notes: tuple[str, ...] = ()
    copies: int = 1


class Base(Record, frozen=True, kw_only=True):
    """The base of a piece: what is measured from and to on the table, in thousandths of the unit."""

    unit: str
    length: int
    width: int


class Kit(Record, frozen=True, kw_only=True):
    """All that a game lays on a table in its scale. `bases` by the piece's id; a piece that is not in it has none."""

    templates: tuple[Template, ...] = ()
    bases: dict[str, Base] = {}


def strip(title: str, rule: str, unit: str, length: int, marks: Iterable[tuple[str, int]]) -> Template:
    """Return a ruler as long as `length` thousandths, with marks so far from its left end."""
    wide = STRIP[unit]
    lines = tuple((words, (at, 0), (at, wide * 2 // 5)) for words, at in marks)
    outline = ((0, 0), (length, 0), (length, wide), (0, wide))
    return Template(title=title, rule=rule, unit=unit, outline=outline, marks=lines)


def corner(title: str, rule: str, unit: str, side: int) -> Template:
    """Return a triangle of 45 degrees at its top left corner, for turns and arcs.

    Its legs are `side` thousandths long.
    """
    marks = (("45°", (side // 2, side // 8), (side // 2, side // 5)),)
    return Template(title=title, rule=rule, unit=unit, outline=((0, 0), (side, 0), (side, side)), marks=marks)
