"""The quick-reference sheet as a picture: the same sections in columns, for a wall or a projector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.teach.quick_reference import PAPERS, Reference, ReferenceTable, Section
from game.ui import widgets as ui
from game.ui.fonts import SIZES, FontBook
from game.ui.theme import palette_named
from game.ui.tree import Tree
from game.words import tr

COLUMN = 510  # pixels of width
COLUMNS = (3, 4, 5)  # numbers of columns: the one nearest to the shape of a landscape sheet is used
SHAPE = 1.42  # width of a landscape sheet divided by its height
PAGE_COLUMNS = 3  # columns on a printed page
GAP, EDGE = 16, 26
HEAD = 60  # pixels for the title of a page
TABLE_GAP = 3
CELL_GAP = 6
SLACK = 3  # pixels of padding in a cell
ROOMY = 16  # most additional pixels if there is room
RULES_TOGETHER = 8  # most paragraphs in one panel


def draw_reference(sheet: Reference, book: FontBook) -> pygame.Surface:
    """Return the sheet in paper colours, as high as necessary."""
    palette = palette_named("day")
    heights = _heights(_panels(sheet, book), book)
    columns = min(COLUMNS, key=lambda count: abs(_shape(heights, count) - SHAPE))
    filled: list[list[ui.Widget]] = [[] for _ in range(columns)]
    for number, panel in zip(_shares(heights, columns), _panels(sheet, book), strict=True):
        filled[number].append(panel)
    root = _laid_out(sheet.title, sheet.tagline, filled)
    width = columns * COLUMN + (columns - 1) * GAP + 2 * EDGE
    tree = Tree((width, 200), palette, 1.0, book)
    tree.set_root(root)
    tree.ensure_layout()
    tree = Tree((width, root.wanted_height(width)), palette, 1.0, book)
    tree.set_root(root)
    made = pygame.Surface(tree.size)
    tree.draw(made)
    return made


def draw_pages(sheet: Reference, book: FontBook, paper: str) -> list[pygame.Surface]:
    """Return the sheet on as many pages as needed, each exactly in the shape of the paper. paper: one of PAPERS."""
    wide_mm, high_mm = PAPERS[paper]
    width = PAGE_COLUMNS * COLUMN + (PAGE_COLUMNS - 1) * GAP + 2 * EDGE
    height = width * high_mm // wide_mm
    heights = _heights(_panels(sheet, book), book)
    places = _in_pages(heights, height - 2 * EDGE - HEAD)
    pages: list[list[list[ui.Widget]]] = [
        [[] for _ in range(PAGE_COLUMNS)] for _ in range(max(places) // PAGE_COLUMNS + 1)
    ]
    for place, panel in zip(places, _panels(sheet, book), strict=True):
        pages[place // PAGE_COLUMNS][place % PAGE_COLUMNS].append(panel)
    return [
        _page(
            tr("{sheet}, {number} of {count}", sheet=sheet.title, number=number, count=len(pages)),
            sheet.tagline,
            columns,
            (width, height),
            book,
        )
        for number, columns in enumerate(pages, 1)
    ]


def _page(
    title: str, tagline: str, columns: list[list[ui.Widget]], size: tuple[int, int], book: FontBook
) -> pygame.Surface:
    tree = Tree(size, palette_named("day"), 1.0, book)
    tree.set_root(_laid_out(title, tagline, columns))
    made = pygame.Surface(size)
    tree.draw(made)
    return made


def _laid_out(title: str, tagline: str, columns: list[list[ui.Widget]]) -> ui.Widget:
    head = ui.Row(
        ui.Label(title, role="title", size="heading", wrap=False),
        ui.Label(tagline, role="title_italic", colour="ink_soft", align="centre"),
        gap=18,
    )
    body = ui.Row(*(ui.Column(*panels, gap=GAP, width=COLUMN) for panels in columns), gap=GAP)
    return ui.Column(head, body, gap=12, pad=(EDGE, EDGE))


def _heights(panels: Iterator[ui.Widget], book: FontBook) -> list[int]:
    column = ui.Column(*panels, gap=GAP)
    tree = Tree((COLUMN, 200), palette_named("day"), 1.0, book)
    tree.set_root(column)
    tree.ensure_layout()
    return [child.wanted_height(COLUMN) + GAP for child in column.children]


def _shape(heights: list[int], columns: int) -> float:
    fill = [0] * columns
    for height, number in zip(heights, _shares(heights, columns), strict=True):
        fill[number] += height
    return (columns * (COLUMN + GAP) + 2 * EDGE) / (max(fill) + 90)


def _shares(heights: list[int], columns: int) -> list[int]:
    """Return the column of each section: in order, with the fullest column as short as possible."""
    least, most = max(heights), sum(heights)
    while least < most:
        middle = (least + most) // 2
        if max(_fill(heights, middle)) < columns:
            most = middle
        else:
            least = middle + 1
    return _fill(heights, least)


def _in_pages(heights: list[int], room: int) -> list[int]:
    """Return the column of each section on pages with `room` pixels, numbered continuously; columns of the last page
    are balanced. A section that does not fit below the previous one goes into a column of the same page with room, or
    the next page.
    """
    left, at, places = [room], 0, []
    for height in heights:
        if height > left[at] and left[at] < room:
            page = at // PAGE_COLUMNS * PAGE_COLUMNS
            earlier = next((column for column in range(page, at) if height <= left[column]), None)
            if earlier is not None:
                left[earlier] -= height
                places.append(earlier)
                continue
            left.append(room)
            at += 1
        left[at] -= height
        places.append(at)
    begun = max(places) // PAGE_COLUMNS * PAGE_COLUMNS
    last = [number for number, place in enumerate(places) if place >= begun]
    shares = _shares([heights[number] for number in last], PAGE_COLUMNS)
    full = [sum(heights[n] for n, own in zip(last, shares, strict=True) if own == share) for share in set(shares)]
    if max(full) > room:
        return places
    return places[: last[0]] + [begun + share for share in shares] if last == [*range(last[0], len(places))] else places


def _fill(heights: list[int], room: int) -> list[int]:
    column, used, found = 0, 0, []
    for height in heights:
        if used and used + height > room:
            column, used = column + 1, 0
        used += height
        found.append(column)
    return found


def _panels(sheet: Reference, book: FontBook) -> Iterator[ui.Widget]:
    lines = [f"**{number} {ui.escape(title)}** {ui.escape(words)}" for number, title, words, _ in sheet.phases]
    yield ui.Panel(ui.RichText("\n".join(lines), size="small"), title=tr("Sequence of play"), gap=4, pad=(12, 9))
    for section in sheet.sections:
        yield from _section(section, book)
    if sheet.switches:
        content = [
            (title, (tr("on") if on else tr("off")) + ("" if usual else " !")) for title, on, usual in sheet.switches
        ]
        grid = _grid(ReferenceTable(tr("Options"), ("", ""), tuple(content), (), "", ""), book)
        yield ui.Panel(grid, title=tr("Options"), gap=4, pad=(12, 9))


def _section(section: Section, book: FontBook) -> Iterator[ui.Widget]:
    """Yield charts and numbers of a chapter, each chart in its own panel so that columns fill evenly."""
    for table in section.tables:
        parts = [_grid(table, book), *(ui.RichText(f"*{ui.escape(note)}*", size="small") for note in table.notes)]
        yield ui.Panel(*parts, title=table.title, note=f"{table.sign} {table.rule}".strip(), gap=TABLE_GAP, pad=(12, 9))
    if section.lines:
        lines = [
            f"{ui.escape(line.title)}: {ui.escape(line.what)} **{ui.escape(line.value)}** "
            f"{{ink_faint:{line.sign}\u00a0{line.rule}}}"
            for line in section.lines
        ]
        yield ui.Panel(ui.RichText("\n".join(lines), size="small"), title=section.title, gap=TABLE_GAP, pad=(12, 9))
    for number, some in enumerate(_parts(section.rules)):
        words = [f"{ui.escape(content)} {{ink_faint:●\u00a0{rule}}}" for rule, content in some]
        title = tr("{chapter}: the sheet", chapter=section.title)
        title = tr("{title}, continued", title=title) if number else title
        yield ui.Panel(ui.RichText("\n".join(words), size="small"), title=title, gap=TABLE_GAP, pad=(12, 9))


def _parts(rules: Sequence[tuple[str, str]]) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield paragraphs in panels of similar size, so that no panel has a single leftover."""
    count = -(-len(rules) // RULES_TOGETHER)
    for number in range(count):
        yield rules[len(rules) * number // count : len(rules) * (number + 1) // count]


def _grid(table: ReferenceTable, book: FontBook) -> ui.Widget:
    """Return a chart whose cells are as high as their text needs: nothing is cut."""
    marked = [(*row, table.marks[number][0]) if table.marks else row for number, row in enumerate(table.rows)]
    header = (*table.header, "") if table.marks else table.header
    rows = [header, *marked] if table.has_header else marked
    wide = _widths(rows, book)
    lines = []
    for number, row in enumerate(rows):
        role, colour = ("bold", "ink_soft") if number == 0 and table.has_header else ("text", "ink")
        cells = [
            ui.Label(cell, role=role, size="small", colour=colour, width=wide[place]) for place, cell in enumerate(row)
        ]
        lines.append(ui.Row(*cells, gap=CELL_GAP))
    return ui.Column(*lines, gap=2)


def _widths(rows: list[tuple[str, ...]], book: FontBook) -> list[int]:
    """Return the width of each column in pixels: at least its longest word, plus a part of the rest by need. If all but
    the last column can have their full width, they get it, because the last one holds the explanations.
    """
    room = COLUMN - 2 * 12 - 4 - CELL_GAP * (len(rows[0]) - 1)

    def words_width(words: str) -> int:
        return max(book.width(words, role, SIZES["small"]) for role in ("text", "bold"))

    columns = list(zip(*rows, strict=True))
    least = [max(words_width(word) for cell in column for word in (cell.split() or [""])) + SLACK for column in columns]
    like = [max(map(words_width, column)) + SLACK for column in columns]
    if sum(like) <= room:
        return [width + min(ROOMY, (room - sum(like)) // len(like)) for width in like]
    if sum(like[:-1]) + max(least[-1], room // 3) <= room:
        return [*like[:-1], room - sum(like[:-1])]
    spare = max(0, room - sum(least))
    more = [want - must for want, must in zip(like, least, strict=True)]
    return [must + spare * extra // max(1, sum(more)) for must, extra in zip(least, more, strict=True)]
