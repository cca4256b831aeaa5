"""Ship and unit cards, charts, and the set-up of a battle, as text and tables that flow over pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Table

from game.dates import long_date
from game.paper.pdf_writer import GOLD, INK, MM, RULE, SOFT, font, ink, paragraph_markup, style, words
from game.teach.quick_reference import Reference, Section
from game.teach.quick_reference import ReferenceTable as Chart
from game.ui.fonts import pieces
from game.words import tr
from rules.kernel.plurals import count_noun
from rules.kernel.scenario import Scenario
from rules.kernel.view import Cell, Panel, View

TURNS_A_ROW = 12
TURN_HIGH = 11 * MM  # points
SMALL = 7.2  # points
PAD = 1.2
SPACE = 2 * PAD + 1.6  # points of padding of a column
MANY = 20  # most lines of start positions in one column; more are set in two
TINT = Color(0.953, 0.933, 0.878)
SOFT_HEX = f"#{SOFT[0]:02x}{SOFT[1]:02x}{SOFT[2]:02x}"
StyleLine: TypeAlias = Any  # a command of a ReportLab table style
MOST_TRACK = 24  # boxes in a row of a track


def grid(rows: Sequence[Sequence[Flowable | str]], widths: Sequence[float], head: int = 0, **more: Any) -> Table:
    """Return a table of flowables, `widths` in points, with thin lines, and a stronger line below `head` rows."""
    table = Table([list(row) for row in rows], colWidths=list(widths), repeatRows=head, **more)
    lines: list[StyleLine] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 0.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.0),
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, ink(RULE)),
    ]
    if head:
        lines.append(("LINEBELOW", (0, head - 1), (-1, head - 1), 0.6, ink(GOLD)))
    table.setStyle(lines)
    return table


def shares(rows: Sequence[Sequence[str]], wide: float) -> list[float]:
    """Return column widths in points: room for the longest word of each; the rest goes mostly to columns with much
    text.
    """
    columns = [[_keep_numbers_together(cell) for cell in column] for column in zip(*rows, strict=True)]
    made = [max(_long(word) for cell in column for word in cell.split(" ")) + SPACE for column in columns]
    if sum(made) >= wide:
        return [wide * one / sum(made) for one in made]
    like = [[_long(cell) + SPACE for cell in column] for column in columns]
    while (spare := wide - sum(made)) > 1:
        wants = [sum(max(0.0, cell - one) for cell in cells) for cells, one in zip(like, made, strict=True)]
        if sum(wants) < 1:
            return [one + spare / len(made) for one in made]
        given = [spare * want / sum(wants) for want in wants]
        made = [min(one + more, max(one, *cells)) for one, more, cells in zip(made, given, like, strict=True)]
    return made


def _long(text: str) -> float:
    """Return the width in points of a text in bold table type."""
    return sum(pdfmetrics.stringWidth(part, font(of), SMALL) for part, of in pieces(text, "bold"))


def _keep_numbers_together(text: str) -> str:
    """Return the text with no line break between a number and its percent sign."""
    return text.replace(" %", "\u00a0%")


# --- cards ------------------------------------------------------------------------------------------------------------


def card(panels: Sequence[Panel], wide: float, owner: str) -> Flowable:
    """Return the card of one ship or unit: text and boxes to cross out, in a frame to cut out. `wide`: points."""
    inner = wide - 8
    parts: list[Flowable] = []
    for number, panel in enumerate(panels):
        heading = " · ".join(part for part in (panel.title, panel.subtitle) if part) if number else panel.title
        parts.append(words(heading, "bold" if number else "title", 8 if number else 11.5))
        if not number:
            parts.append(words(" · ".join(part for part in (panel.subtitle, owner) if part), "italic", SMALL, SOFT))
        if panel.rows:
            parts.append(_boxes(panel, inner) if panel.kind == "boxes" else _rows(panel, inner))
        parts += [_track(label, cells, inner) for label, cells in panel.tracks]
        parts += [words(note, "text", SMALL, SOFT) for note in panel.notes]
    framed = Table([[parts]], colWidths=[wide])
    framed.setStyle(
        [
            ("BOX", (0, 0), (-1, -1), 0.4, ink(INK)),
            *((f"{edge}PADDING", (0, 0), (-1, -1), 4) for edge in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ]
    )
    framed.spaceAfter = 6
    return framed


def _rows(panel: Panel, wide: float) -> Table:
    rows = [[cell.text for cell in row] for row in panel.rows]
    most = max(len(row) for row in [list(panel.header), *rows])
    header = list(panel.header) + [""] * (most - len(panel.header))
    full = [[*row, *[""] * (most - len(row))] for row in rows]
    widths = shares([header, *full] if panel.header else full, wide)
    cells = [[words(text, "figures" if n else "text", SMALL) for n, text in enumerate(row)] for row in full]
    if any(header):
        cells.insert(0, [words(text, "bold", SMALL, SOFT) for text in header])
    return grid(cells, widths, head=int(any(header)))


def _boxes(panel: Panel, wide: float) -> Table:
    """Return the side of a ship as boxes with content and armour; the heavy line is the waterline."""
    labels = panel.labels or ("",) * len(panel.rows)
    most = max(len(row) for row in panel.rows)
    rows: list[list[Flowable | str]] = []
    if any(panel.header):
        rows.append([words(text, "figures", 6, SOFT) for text in (*panel.header, *[""] * most)[: most + 1]])
    head = len(rows)
    for label, row in zip(labels, panel.rows, strict=False):
        rows.append([words(label, "text", 6, SOFT), *(_box(cell) for cell in row), *[""] * (most - len(row))])
    each = wide / (most + 1)
    table = Table(rows, colWidths=[each] * (most + 1), rowHeights=[8.5] * head + [14.0] * len(panel.rows))
    lines: list[StyleLine] = [
        ("LEFTPADDING", (0, 0), (-1, -1), 1),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0.5),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    for y, row in enumerate(panel.rows):
        for x, cell in enumerate(row):
            if cell.text:
                lines.append(("BOX", (x + 1, y + head), (x + 1, y + head), 0.4, ink(INK)))
    if panel.waterline:
        y = head + panel.waterline - 1
        lines.append(("LINEBELOW", (0, y), (-1, y), 1.4, Color(0.1, 0.36, 0.6)))
    table.setStyle(lines)
    return table


def _box(cell: Cell) -> Flowable | str:
    what, _, armour = cell.text.partition("|")
    content = " ".join(part for part in (what.strip(), armour.strip()) if part)
    return words(content, "figures", 5.6) if content else ""


def _track(label: str, cells: Sequence[Cell], wide: float) -> Table:
    """Return boxes to cross out, in rows."""
    room, each = wide * 0.26, 9.0
    in_row = max(1, min(MOST_TRACK, int((wide - room) // each)))
    rows = [cells[start : start + in_row] for start in range(0, len(cells), in_row)] or [()]
    laid = [
        [words(label if not number else "", "medium", SMALL), *("" for _ in row), *[""] * (in_row - len(row))]
        for number, row in enumerate(rows)
    ]
    table = Table(laid, colWidths=[room] + [each] * in_row, rowHeights=[9.5] * len(laid))
    lines: list[StyleLine] = [
        *((f"{edge}PADDING", (0, 0), (-1, -1), 0) for edge in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
    ]
    for y, row in enumerate(rows):
        lines += [("BOX", (x + 1, y), (x + 1, y), 0.5, ink(INK)) for x in range(len(row))]
    table.setStyle(lines)
    return table


# --- charts -----------------------------------------------------------------------------------------------------------


def charts(sheet: Reference, wide: float) -> Iterator[Flowable]:
    """Yield the quick-reference sheet: phases, numbers and charts; `wide` points."""
    yield words(tr("Sequence of play"), "title", 11.5)
    for number, title, content, rule in sheet.phases:
        yield _with_rule(f"{number} {title}. {content}", rule)
    for section in sheet.sections:
        yield from _section(section, wide)
    if sheet.switches:
        rows = [(title, "on" if on else "off") for title, on, _ in sheet.switches]
        cells = [[words(cell, "text", SMALL) for cell in row] for row in rows]
        yield CondPageBreak(60)
        yield from (words(tr("Options"), "title", 11.5, spaceBefore=6), grid(cells, [wide * 0.86, wide * 0.14]))


def _section(section: Section, wide: float) -> Iterator[Flowable]:
    yield CondPageBreak(110)  # keep the heading together with the chart below it and its first lines
    yield words(section.title, "title", 11.5, spaceBefore=6)
    for table in section.tables:
        yield from _chart(table, wide)
    if section.lines:
        cells = [
            [
                words(f"{line.title}: {line.what}", "text", SMALL),
                words(_keep_numbers_together(line.value), "figures_bold", SMALL),
            ]
            for line in section.lines
        ]
        yield grid(cells, [wide * 0.72, wide * 0.28])
    for rule, content in section.rules:
        yield _with_rule(content, rule)


def _with_rule(content: str, rule: str) -> Flowable:
    """Return a sentence, followed by its rule in a paler colour."""
    text = (
        f'{paragraph_markup(content)} <font name="{font("text")}" size="6" '
        f'color="{SOFT_HEX}">{paragraph_markup(rule)}</font>'
    )
    return Paragraph(text, style("text", SMALL, INK, spaceBefore=1.8))


def _chart(table: Chart, wide: float) -> Iterator[Flowable]:
    rows = [table.header, *table.rows] if table.has_header else list(table.rows)
    most = max(len(row) for row in rows)
    full = [[*row, *[""] * (most - len(row))] for row in rows]
    full = [[_keep_numbers_together(cell) for cell in row] for row in full]
    roles = [("bold", SOFT) if table.has_header and not number else ("text", INK) for number in range(len(full))]
    cells = [
        [words(cell, role, SMALL, colour) for cell in row] for row, (role, colour) in zip(full, roles, strict=True)
    ]
    yield CondPageBreak(72)
    yield words(f"{table.title} {table.sign} {table.rule}", "bold", 8, spaceBefore=3)
    yield grid(cells, shares(full, wide), head=int(table.has_header))
    for note in table.notes:
        yield words(note, "italic", 6.6, SOFT)


# --- set-up -----------------------------------------------------------------------------------------------------------


def set_up(
    scenario: Scenario, view: View, lines: Sequence[str], side: str, wide: float, later: bool = False
) -> Iterator[Flowable]:
    """Yield the set-up of a battle for one side, or the referee (""): situation, orders, weather, start positions,
    turns. `later`: all forces arrive during play, and have counters and cards.
    """
    yield words(scenario.title, "title", 17)
    span, _, limit = view.turn_counter()
    length = count_noun(limit, span.lower())
    minutes = scenario.minutes_per_turn
    rounds = span == "Round"
    long = length if rounds else tr("{length} of {minutes} minutes", length=length, minutes=minutes)
    when = f"{long_date(scenario.date)}, {scenario.clock} · {long}"
    yield words(when, "italic", 9, SOFT)
    for part in scenario.briefing.split("\n\n"):
        yield words(" ".join(part.split()), "text", 9.5, spaceBefore=3)
    for note in scenario.sides:
        if note.brief and side in ("", note.key):
            yield words(note.name, "title", 12, spaceBefore=5)
            yield words(" ".join(note.brief.split()), "text", 9.5)
    if view.conditions:
        yield words(tr("Conditions"), "title", 12, spaceBefore=5)
        cells = [[words(cell, "text", 8.5) for cell in row] for row in view.conditions if row[1]]
        yield grid(cells, [wide * 0.2, wide * 0.62, wide * 0.18])
    yield words(tr("Start positions"), "title", 12, spaceBefore=5)
    if not lines:
        yield words(tr("None yet: forces arrive during play."), "text", 8.5)
    if later:
        more = tr("This file has counters and cards of all units that may arrive. Use those that do.")
        yield words(more, "text", 8.5)
    if len(lines) > MANY:
        half = (len(lines) + 1) // 2
        first, second = ([_standing(line, 7.6) for line in part] for part in (lines[:half], lines[half:]))
        yield _two_columns(first, second, wide)
    else:
        yield from (_standing(line, 8.5) for line in lines)
    yield CondPageBreak(20 + TURN_HIGH * -(-limit // TURNS_A_ROW))
    yield words(tr("Rounds") if rounds else tr("Turns"), "title", 12, spaceBefore=5)
    yield turn_track(limit, wide)


def _standing(line: str, size: float) -> Flowable:
    deep = (len(line) - len(line.lstrip())) * 3
    return words(line.strip(), "text" if deep else "bold", size, leftIndent=deep + 8, firstLineIndent=-8)


def _two_columns(first: Sequence[Flowable], second: Sequence[Flowable], wide: float) -> Table:
    """Return lines in two columns."""
    table = Table([[list(first), list(second)]], colWidths=[wide / 2] * 2, splitInRow=1)
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{edge}PADDING", (0, 0), (-1, -1), 0) for edge in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ]
    )
    return table


def turn_track(turns: int, wide: float) -> Table:
    """Return a box for each turn."""
    numbers = [str(turn) for turn in range(1, turns + 1)]
    rows = [numbers[start : start + TURNS_A_ROW] for start in range(0, len(numbers), TURNS_A_ROW)]
    laid = [[words(cell, "figures", 7.5) for cell in row] + [""] * (TURNS_A_ROW - len(row)) for row in rows]
    table = Table(laid, colWidths=[wide / TURNS_A_ROW] * TURNS_A_ROW, rowHeights=[TURN_HIGH] * len(rows))
    boxes: list[StyleLine] = [
        ("BOX", (x, y), (x, y), 0.5, ink(INK)) for y, row in enumerate(rows) for x in range(len(row))
    ]
    table.setStyle([*boxes, ("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 0), (0, 0), TINT)])
    return table
