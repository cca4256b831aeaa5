"""Templates of card, true to size: torpedo markers, rulers, turns, as a game's kit gives them."""

from __future__ import annotations

from collections.abc import Sequence

from game.paper.counters import PER, THOUSAND
from game.paper.press import INK, SOFT, Colour, Point, Press
from rules.kernel.template import Template

GAP = 6.0  # mm
WORDS_PT = 6.0
TINT: Colour = (243, 238, 224)


def lay_templates(press: Press, heading: str, templates: Sequence[Template]) -> None:
    """All templates, as often as each is wanted, on sheets laid across."""
    x = y = tall = 0.0
    begun = False
    for template in [one for one in templates for _ in range(one.copies)]:
        points = outline_mm(template)
        wide, high = max(px for px, _ in points), max(py for _, py in points)
        if begun and x + wide > press.room[0] + press.room[2]:
            x, y, tall = press.room[0], y + tall + GAP, 0.0
        if not begun or y + high > press.room[1] + press.room[3]:
            press.page(heading, across=True)
            begun, (x, y, *_), tall = True, press.room, 0.0
            y += 2
        _draw(press, (x, y), points, template)
        x, tall = x + wide + GAP, max(tall, high)


def outline_mm(template: Template) -> list[Point]:
    """The corners of a template in millimetres from its own top left corner."""
    share = PER[template.unit] / THOUSAND
    left, top = min(x for x, _ in template.outline), min(y for _, y in template.outline)
    return [((x - left) * share, (y - top) * share) for x, y in template.outline]


def _draw(press: Press, at: Point, points: list[Point], template: Template) -> None:
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
    title = press.fit(template.title, "bold", WORDS_PT + 1, wide * (0.96 if strip else 0.7))
    low = middle[1] + 3.4 if strip else at[1] + high - 1.2
    press.text((middle[0], low), title, "bold", WORDS_PT + 1, INK, anchor=0.5)
    if strip:
        press.text((middle[0], low + 3), template.rule, "text", WORDS_PT, SOFT, anchor=0.5)
