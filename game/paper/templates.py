"""Templates of card, true to size: torpedo markers, rulers, turns, as a game's kit gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.paper.map_style import PER, THOUSAND
from game.paper.pdf_writer import EDGE, FOOT, HEAD, INK, SOFT, Colour, PdfWriter, Point
from rules.kernel.play_aids import Template

GAP = 6.0  # mm
FIRST = 2.0  # mm of the first shelf below the heading
WORDS_PT = 6.0
SMALLEST = 0.75  # of the size of a title, so that it fits
TINT: Colour = (243, 238, 224)


def lay_templates(press: PdfWriter, heading: str, templates: Sequence[Template]) -> None:
    """Draw all templates, as often as each is wanted, on sheets laid across, the tallest first, as few as they take."""
    wide, high = press.paper.high - 2 * EDGE, press.paper.wide - 2 * EDGE - HEAD - FOOT
    copies = [one for one in templates for _ in range(one.copies)]
    shelves: list[_Shelf] = []
    for template in sorted(copies, key=lambda one: -_size(one)[1]):
        size = _size(template)
        shelf = next((one for one in shelves if one.used + size[0] <= wide and size[1] <= one.high), None)
        if shelf is None:
            page, top = _next_top(shelves, size[1], high)
            shelf = _Shelf(page, top, size[1])
            shelves.append(shelf)
        shelf.lying.append((shelf.used, template))
        shelf.used += size[0] + GAP
    for page in range(max((shelf.page for shelf in shelves), default=-1) + 1):
        press.page(heading, across=True)
        left, top, *_ = press.room
        for shelf in (one for one in shelves if one.page == page):
            for x, template in shelf.lying:
                _draw(press, (left + x, top + shelf.top), outline_mm(template), template)


@dataclass(slots=True)
class _Shelf:
    """Templates beside each other on a sheet, all of them no higher than the first."""

    page: int
    top: float  # mm below the upper end of the room there is
    high: float
    used: float = 0.0
    lying: list[tuple[float, Template]] = field(default_factory=list)


def _next_top(shelves: Sequence[_Shelf], tall: float, high: float) -> tuple[int, float]:
    """Return the first sheet with room for another shelf, and where on it."""
    foots: dict[int, float] = {}
    for shelf in shelves:
        foots[shelf.page] = max(foots.get(shelf.page, 0.0), shelf.top + shelf.high + GAP)
    free = [(page, foot) for page, foot in sorted(foots.items()) if foot + tall <= high]
    return free[0] if free else (len(foots), FIRST)


def _size(template: Template) -> Point:
    points = outline_mm(template)
    return max(x for x, _ in points), max(y for _, y in points)


def outline_mm(template: Template) -> list[Point]:
    """Return the corners of a template in millimetres from its own top left corner."""
    share = PER[template.unit] / THOUSAND
    left, top = min(x for x, _ in template.outline), min(y for _, y in template.outline)
    return [((x - left) * share, (y - top) * share) for x, y in template.outline]


def _draw(press: PdfWriter, at: Point, points: list[Point], template: Template) -> None:
    share = PER[template.unit] / THOUSAND
    placed = [(at[0] + x, at[1] + y) for x, y in points]
    press.shape(placed, TINT, INK)
    middle = sum(x for x, _ in placed) / len(placed), sum(y for _, y in placed) / len(placed)
    wide, high = max(x for x, _ in points), max(y for _, y in points)
    for words, start, end in template.marks:
        (ax, ay), (bx, by) = ((at[0] + x * share, at[1] + y * share) for x, y in (start, end))
        press.line((ax, ay), (bx, by), INK, 0.15)
        flat = abs(ay - by) < abs(ax - bx)
        press.text((bx + 1, by + 0.7) if flat else (bx - 0.6, by + 2.3), words, "medium", WORDS_PT, INK, int(not flat))
    strip = not any(start[1] != end[1] for _, start, end in template.marks) or high > 14.5
    room, size = wide * (0.96 if strip else 0.7), WORDS_PT + 1
    size *= min(1.0, max(SMALLEST, room / press.width(template.title, "bold", size)))
    low = middle[1] + 3.4 if strip else at[1] + high - 1.2
    press.text((middle[0], low), press.fit(template.title, "bold", size, room), "bold", size, INK, anchor=0.5)
    if strip:
        press.text((middle[0], low + 3), template.rule, "text", WORDS_PT, SOFT, anchor=0.5)
