"""Sums on the screen: the lines of a breakdown as rows of a card or as markup, each with its rule."""

from __future__ import annotations

from collections.abc import Sequence

from game.table.rule_citations import rule_link
from game.ui import widgets as ui
from game.words import capital
from rules.kernel.breakdown import Breakdown, SumLine, sum_lines
from rules.kernel.rulebook import Rulebook

STRONG = ("need", "dice")  # lines with the number needed


def sum_rows(throws: Sequence[Breakdown], book: Rulebook, low: bool = False) -> list[ui.Widget]:
    """Return every roll of an order line by line, with rule and number at the right; several rolls have titles. `low`:
    little height, so small letters.
    """
    size = "small" if low else "body"
    rows: list[ui.Widget] = []
    for throw in throws:
        if len(throws) > 1:
            rows.append(ui.Label(throw.what, role="bold", size="small", colour="gold"))
        rows += [_row(line, throw.low, book, size) for line in sum_lines(throw)]
    return rows


def _row(line: SumLine, low: bool, book: Rulebook, size: str) -> ui.Row:
    link = rule_link(book, line.rule, line.words)
    text, value = ui.escape(line.text), line.value
    if line.kind in STRONG:
        text = f"**{capital(text)}**"
    tip = ui.escape(capital(line.words)) if line.kind in STRONG else ""
    return ui.Row(
        ui.RichText(f"{{ink_faint:~~{text}~~}}" if line.struck else text, size=size, stretch=1, tooltip=tip),
        ui.RichText(link, size="small", align="centre"),
        ui.Label(
            value, role="figures_bold", size=size, colour=_tone(line, low), min_width=40, text_align="right", wrap=False
        ),
        gap=6,
    )


def _tone(line: SumLine, low: bool) -> str:
    """Return the colour: good or bad for the player who rolls; neither for struck lines and parts of the number
    needed.
    """
    if line.struck:
        return "ink_faint"
    if line.kind != "modifier":
        return "ink"
    return "good" if line.value.startswith("−") == low else "bad"


def sum_markup(throw: Breakdown, book: Rulebook, known: frozenset[str] | None = None) -> str:
    """Return the lines of a roll, one below another; lines that are not among the `known` texts are emphasised."""
    rows = []
    for line in sum_lines(throw):
        words = ui.escape(line.words)
        if line.struck:
            words = f"{{ink_faint:~~{words}~~}}"
        elif line.kind in STRONG or (known is not None and line.words not in known):
            words = f"**{words}**" if known is None else f"{{gold:**{words}**}}"
        rows.append(f"{words} {rule_link(book, line.rule, line.words)}".rstrip())
    return "\n".join(rows)
