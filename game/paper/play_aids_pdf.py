"""Everything for one battle on a real table, as one PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.platypus import Flowable, PageBreak

from game.boards.board_factory import make_board
from game.boards.hex_board import HexBoard
from game.paper.cards import card, charts, set_up
from game.paper.counters import CounterFaces, chits, lay_out, models, squares
from game.paper.map_style import PER, THOUSAND
from game.paper.maps import band_sheets, hex_sheets, table_sheets
from game.paper.pdf_writer import EDGE, FOOT, HEAD, INK, MM, PAPERS, SOFT, Colour, PdfWriter, Point
from game.progress import Progress, ignore_progress
from game.skins import load_skin
from game.table.speech import piece_line, place_words
from game.teach.quick_reference import reference
from game.ui.fonts import FontBook
from game.ui.side_colours import tones_of
from game.ui.theme import palette_named
from game.words import tr
from rules.kernel.play_aids import Kit, Template
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.view import Panel, Piece, View

GAP = 6.0  # mm
FIRST = 2.0  # mm of the first shelf below the heading
WORDS_PT = 6.0
SMALLEST = 0.75  # factor by which a title is shrunk until it fits
TINT: Colour = (243, 238, 224)


def lay_templates(press: PdfWriter, heading: str, templates: Sequence[Template]) -> None:
    """Draw all templates in the numbers needed, the tallest first, on as few landscape pages as possible."""
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
    """Templates beside each other on a page, none higher than the first."""

    page: int
    top: float  # mm below the top of the content area
    high: float
    used: float = 0.0
    lying: list[tuple[float, Template]] = field(default_factory=list)


def _next_top(shelves: Sequence[_Shelf], tall: float, high: float) -> tuple[int, float]:
    """Return the first page with room for another shelf, and its position there."""
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


HIDDEN = "hidden_movement"  # the option that hides information between the sides
COUNTER_MM = {"sea": 13.0, "land": 20.0, "bands": 15.0}
FLAT_MM = {"sea": 16.0, "land": 25.0}  # mm across the flats of a hex: room for a counter and a finger
SOON = 0.9  # progress after each page, as a fraction of the rest, because the number of pages is unknown
CARD_COLUMNS, CHART_COLUMNS = 2, 3
PLACED = ("circle", "island", "guadalcanal", "objective")  # markers placed at their first place
MEASURES = ("ring", "arc", "wedge", "cone")  # markers only for measuring
EACH = ("card", "boxes")  # kinds of panels that belong on a ship's or unit's card


def kit_pdf(session: Session, paper: str, book: FontBook, progress: Progress = ignore_progress) -> bytes:
    """Return set-up, counters, cards, templates, map and charts for the start of a battle. `paper`: one of PAPERS."""
    press = PdfWriter(PAPERS[paper], session.scenario.title, lambda pages: progress(1 - SOON**pages))
    view = session.system.view(session.state, "")
    palette = palette_named("day")
    board = make_board(session.system.board, session.sheet, view.ground, palette, book, 1.0)
    board.set_view(view)
    tones: dict[str, Colour] = dict(tones_of(view, palette))
    system, skin = session.system, load_skin(session.system.key)
    coming = system.full_roster(session.state) if system.full_roster is not None else None
    there = session.state if coming is None else coming
    pieces = system.view(there, "").pieces
    kit = system.play_aids(there) if system.play_aids is not None else Kit()
    press.flow(tr("Set-up"), _set_ups(session, view, press, coming is not None))
    small = chits(skin.chits, book)
    cards = _counters(session, pieces, board, kit, tones)
    lay_out(press, tr("Markers"), lay_out(press, tr("Counters"), cards, small))
    if kit.templates:
        lay_templates(press, tr("Templates"), kit.templates)
    if coming is None:
        press.flow(tr("Cards"), _cards(session, view, press, skin.cards), CARD_COLUMNS)
    else:
        press.flow(tr("Cards"), _cards_of_comers(session, coming, pieces, press, skin.cards), CARD_COLUMNS)
    if isinstance(board, HexBoard):
        hex_sheets(press, board, tr("Map"), FLAT_MM[board.sheet.ground])
    elif view.ground is not None and view.ground.kind == "bands":
        band_sheets(press, view, tr("Range bands"))
    elif view.ground is not None:
        table_sheets(press, view, tr("Table"), tones)
    wide = press.column(CHART_COLUMNS) * MM
    press.flow(tr("Charts"), charts(reference(session.system, session.options), wide), CHART_COLUMNS)
    return press.finish()


def hides(session: Session) -> bool:
    """Return whether the sides of a battle hide information from each other."""
    return not session.system.open_table and bool(session.options.get(HIDDEN, False))


def _set_ups(session: Session, view: View, press: PdfWriter, later: bool) -> Iterator[Flowable]:
    """Yield a page for each side if they hide information from each other; otherwise, and for the referee, one with
    everything. `later`: the forces arrive during play.
    """
    wide = press.column(1) * MM
    eyes = ("", *session.players) if hides(session) else ("",)
    for number, side in enumerate(eyes):
        if number:
            yield PageBreak()
        own = Seat(session, side).view() if side else view
        yield from set_up(session.scenario, own, list(_places(session, own, side)), side, wide, later)


def _places(session: Session, view: View, side: str) -> Iterator[str]:
    """Yield the start positions of all sides; for one side, only its own."""
    for note in session.scenario.sides:
        mine = [piece for piece in view.pieces if piece.side == note.key and side in ("", note.key)]
        if mine:
            yield note.name
        for piece in mine:
            line = piece_line(piece.but(ready=False), session.system.board, "", view.ground, view.north_deg)
            yield f"  {line}"
    marks = list(dict.fromkeys(_marks(session, view)))
    if marks:
        yield tr("On the table") if session.system.board == "table" else tr("On the map")
        yield from (f"  {mark}" for mark in marks)


def _marks(session: Session, view: View) -> Iterator[str]:
    """Yield other things on the board: islands, objectives, exits, minefields; without those listed under
    conditions.
    """
    conditions_text = " ".join(text for _, text, _ in view.conditions)
    for marker in view.markers:
        if marker.kind in (*MEASURES, "baseline") or not marker.text or marker.text in conditions_text:
            continue
        words = marker.text
        if marker.kind == "circle":
            radius = f"{marker.value / THOUSAND:g}"
            words = tr("Minefield of {owner}, radius {radius} from its centre", owner=marker.text, radius=radius)
        elif marker.kind == "exit":
            words = tr("Exit: {words}", words=marker.text)
        lies = marker.kind in PLACED and marker.places[0][0] > 0
        where = place_words(session.system.board, marker.places[0], view.ground) if lies else ""
        yield ", ".join(part for part in (words, where) if part)


def _counters(
    session: Session, pieces: Sequence[Piece], board: object, kit: Kit, tones: dict[str, Colour]
) -> Sequence[CounterFaces]:
    if isinstance(board, HexBoard):
        return squares(board, pieces, COUNTER_MM[board.sheet.ground], hidden=hides(session))
    if session.system.board == "bands":
        return squares(board, pieces, COUNTER_MM["bands"], hidden=hides(session))  # type: ignore[arg-type]
    return models(pieces, kit.bases, tones)


def _cards(session: Session, view: View, press: PdfWriter, also: tuple[str, ...]) -> Iterator[Flowable]:
    """Yield a card for each ship or unit; tables named in `also` are added to the card of their piece."""
    wide, names = press.column(CARD_COLUMNS) * MM, {side.key: side.name for side in session.scenario.sides}
    for piece in view.pieces:
        for panels in cards_of(session, piece, also):
            yield card(panels, wide, names.get(piece.side, ""))


def _cards_of_comers(
    session: Session, coming: object, pieces: Sequence[Piece], press: PdfWriter, also: tuple[str, ...]
) -> Iterator[Flowable]:
    """Yield a card for every unit that may arrive; a unit that either side may get has one card without a side. Text
    about several ships together is left out, because divisions are not known yet.
    """
    wide, names = press.column(CARD_COLUMNS) * MM, {side.key: side.name for side in session.scenario.sides}
    owners: dict[tuple[Panel, ...], set[str]] = {}
    for piece in pieces:
        found = session.system.panels(coming, piece.side, piece.id)
        cards = [panel for panel in found if panel.kind in EACH]
        more = [panel for panel in found if panel.kind == "table" and panel.title in also and len(cards) == 1]
        for own in cards:
            nobodys = tuple(panel.but(id="") for panel in (own, *more))
            owners.setdefault(nobodys, set()).add(piece.side)
    for panels, sides in owners.items():
        yield card(panels, wide, "" if len(sides) > 1 else names.get(next(iter(sides)), ""))


def cards_of(session: Session, piece: Piece, also: tuple[str, ...]) -> Iterator[list[Panel]]:
    """Yield the panels of each ship of a piece. Panels about the whole piece go with its last ship, under the piece's
    name.
    """
    cards: list[list[Panel]] = []
    for panel in Seat(session, piece.side).panels(piece.id):
        if panel.kind in EACH:
            cards.append([panel])
        elif panel.kind == "table" and panel.title in also and cards:
            cards[-1].append(panel.but(title=f"{piece.name}: {panel.title.lower()}") if len(cards) > 1 else panel)
    yield from cards
