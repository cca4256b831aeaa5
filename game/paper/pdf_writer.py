"""A PDF in millimetres from the top left corner of the sheet: pages with a heading and a ruler, lines, text, pictures.
It uses ReportLab: exact vector geometry, embedded subsets of the game's fonts, flowing text and tables; BSD licence,
maintained since 2000. All text is escaped; characters that a font lacks come from the symbol font.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any, Literal
from xml.sax.saxutils import escape

import pygame
from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph

from game.ui.fonts import FONT_FOLDER, ROLES, pieces
from game.version import VERSION
from game.words import tr

rl_config.useA85 = 0  # by default ReportLab writes bytes as ASCII, a quarter larger for no benefit

MM = 72 / 25.4  # points
HAIR = 0.1  # mm: a line to cut along
EDGE = 10.0  # mm of margin around the sheet
HEAD, FOOT = 9.0, 11.0  # mm for heading and ruler inside the margin
RULER = 100.0  # mm
JPEG_QUALITY = 88

Colour = tuple[int, int, int]
Point = tuple[float, float]
INK: Colour = (24, 30, 42)
SOFT: Colour = (96, 102, 114)
GOLD: Colour = (138, 106, 31)
RULE: Colour = (205, 198, 180)
CUT: Colour = (110, 110, 110)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in millimetres, in portrait orientation."""

    name: str
    wide: float
    high: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


@cache
def font(role: str) -> str:
    """Return ReportLab's name for the font of a role."""
    name = f"game-{role}"
    pdfmetrics.registerFont(TTFont(name, str(FONT_FOLDER / ROLES[role])))
    return name


def ink(colour: Colour) -> Color:
    """Return one of our colours as a ReportLab colour."""
    return Color(*(part / 255 for part in colour))


def paragraph_markup(text: str, role: str = "text") -> str:
    """Return text as a paragraph's markup: escaped, with every character in a font that has it."""
    made = []
    for piece, of in pieces(text.replace("\n", " "), role):
        words = escape(piece)
        made.append(words if of == role else f'<font name="{font(of)}" size="-1.5">{words}</font>')
    return "".join(made)


def style(role: str = "text", size: float = 8.5, colour: Colour = INK, **more: Any) -> ParagraphStyle:
    """Return a paragraph style: role of the font, size in points."""
    leading = round(size * 1.22, 2)
    return ParagraphStyle("p", fontName=font(role), fontSize=size, leading=leading, textColor=ink(colour), **more)


def words(text: str, role: str = "text", size: float = 8.5, colour: Colour = INK, **more: Any) -> Paragraph:
    """Return a paragraph of plain text."""
    return Paragraph(paragraph_markup(text, role), style(role, size, colour, **more))


class PdfWriter:
    """One PDF being written."""

    def __init__(self, paper: Paper, title: str, turned: Callable[[int], object] = abs) -> None:
        """Begin a document. `turned` is called with the number of each page as it begins."""
        self.paper, self.title, self._begun = paper, title, turned
        self._stream = BytesIO()
        self.canvas = Canvas(self._stream, pagesize=(paper.wide * MM, paper.high * MM), invariant=True)
        self.canvas.setTitle(title)
        self.canvas.setCreator(f"Fighting Instructions {VERSION}")
        self.wide, self.high = paper.wide, paper.high
        self.pages = 0

    # ------------------------------------------------------------------ pages

    def page(self, heading: str, across: bool = False) -> None:
        """Begin a page, portrait or landscape (`across`), with a heading and a ruler of 100 mm."""
        if self.pages:
            self.canvas.showPage()
        self.pages += 1
        self._begun(self.pages)
        self.wide, self.high = (self.paper.high, self.paper.wide) if across else (self.paper.wide, self.paper.high)
        self.canvas.setPageSize((self.wide * MM, self.high * MM))
        self.text((EDGE, EDGE + 4.5), heading, "title", 13)
        self.text((self.wide - EDGE, EDGE + 4.5), f"{self.title}, {self.pages}", "text", 8, SOFT, anchor=1)
        self.line((EDGE, EDGE + 6.5), (self.wide - EDGE, EDGE + 6.5), GOLD, 0.25)
        self._ruler()

    def _ruler(self) -> None:
        """Draw a line of one hundred millimetres, to check the printer's scale."""
        y = self.high - EDGE - 2.0
        self.line((EDGE, y), (EDGE + RULER, y), INK, 0.15)
        for tick in range(0, int(RULER) + 1, 5):
            tall = 2.6 if tick % 50 == 0 else 1.9 if tick % 10 == 0 else 1.1
            self.line((EDGE + tick, y), (EDGE + tick, y - tall), INK, 0.15)
        ruler_text = tr("100 mm: print at 100 % and check with a ruler")
        self.text((EDGE + RULER + 3, y), ruler_text, "text", 6.5, SOFT)

    @property
    def room(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a page's content area."""
        return EDGE, EDGE + HEAD, self.wide - 2 * EDGE, self.high - 2 * EDGE - HEAD - FOOT

    @property
    def upright(self) -> tuple[float, float, float, float]:
        """Return the same for the next page in portrait orientation."""
        return EDGE, EDGE + HEAD, self.paper.wide - 2 * EDGE, self.paper.high - 2 * EDGE - HEAD - FOOT

    def finish(self) -> bytes:
        """Return the whole file."""
        self.canvas.save()
        return self._stream.getvalue()

    # ------------------------------------------------------------------ drawing

    def _at(self, point: Point) -> Point:
        return point[0] * MM, (self.high - point[1]) * MM

    def _pen(self, colour: Colour, thick: float) -> None:
        self.canvas.setStrokeColor(ink(colour))
        self.canvas.setLineWidth(thick * MM)

    def line(self, start: Point, end: Point, colour: Colour = INK, thick: float = 0.2) -> None:
        """Draw a line `thick` millimetres wide."""
        self._pen(colour, thick)
        self.canvas.line(*self._at(start), *self._at(end))

    def box(
        self, corner: Point, size: Point, fill: Colour | None = None, edge: Colour | None = CUT, thick: float = HAIR
    ) -> None:
        """Draw a rectangle from its top left corner."""
        if edge is not None:
            self._pen(edge, thick)
        if fill is not None:
            self.canvas.setFillColor(ink(fill))
        x, y = self._at((corner[0], corner[1] + size[1]))
        self.canvas.rect(x, y, size[0] * MM, size[1] * MM, stroke=int(edge is not None), fill=int(fill is not None))

    def shape(
        self, points: Sequence[Point], fill: Colour | None = None, edge: Colour | None = CUT, thick: float = HAIR
    ) -> None:
        """Draw a closed polygon."""
        path = self.canvas.beginPath()
        for index, point in enumerate(points):
            (path.lineTo if index else path.moveTo)(*self._at(point))
        path.close()
        if edge is not None:
            self._pen(edge, thick)
        if fill is not None:
            self.canvas.setFillColor(ink(fill))
        self.canvas.drawPath(path, stroke=int(edge is not None), fill=int(fill is not None))

    def disc(self, middle: Point, radius: float, fill: Colour, edge: Colour | None = None) -> None:
        """Draw a filled circle."""
        self.canvas.setFillColor(ink(fill))
        if edge is not None:
            self._pen(edge, HAIR)
        self.canvas.circle(*self._at(middle), radius * MM, stroke=int(edge is not None), fill=1)

    def width(self, text: str, role: str, size: float) -> float:
        """Return the width of text on one line, in millimetres."""
        return sum(pdfmetrics.stringWidth(piece, font(of), size) for piece, of in pieces(text, role)) / MM

    def fit(self, text: str, role: str, size: float, room: float) -> str:
        """Return as much of a text as fits into a width in millimetres."""
        if self.width(text, role, size) <= room:
            return text
        while text and self.width(f"{text}…", role, size) > room:
            text = text[:-1]
        return f"{text.rstrip()}…"

    def text(
        self, at: Point, text: str, role: str = "text", size: float = 8, colour: Colour = INK, anchor: float = 0
    ) -> None:
        """Draw one line of text on its baseline; `anchor`: 0 starts at the point, 0.5 is centred on it, 1 ends at
        it.
        """
        x, y = self._at((at[0] - anchor * self.width(text, role, size), at[1]))
        self.canvas.setFillColor(ink(colour))
        for piece, of in pieces(text, role):
            self.canvas.setFont(font(of), size)
            self.canvas.drawString(x, y, piece)
            x += pdfmetrics.stringWidth(piece, font(of), size)

    def picture(self, surface: pygame.Surface, corner: Point, size: Point, photo: bool = False) -> None:
        """Draw a picture into a rectangle; a `photo` is compressed as JPEG."""
        alpha = not photo and bool(surface.get_flags() & pygame.SRCALPHA)
        kind: Literal["RGBA", "RGB"] = "RGBA" if alpha else "RGB"
        made = Image.frombytes(kind, surface.get_size(), pygame.image.tobytes(surface, kind))
        source: Image.Image | BytesIO = made
        if photo:  # as a stream: ReportLab would store an opened picture uncompressed
            source = BytesIO()
            made.save(source, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        x, y = self._at((corner[0], corner[1] + size[1]))
        self.canvas.drawImage(ImageReader(source), x, y, size[0] * MM, size[1] * MM, mask="auto" if alpha else None)

    @contextmanager
    def clip(self, corner: Point, size: Point) -> Iterator[None]:
        """Clip drawing in this block to a rectangle."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        x, y = self._at((corner[0], corner[1] + size[1]))
        path.rect(x, y, size[0] * MM, size[1] * MM)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    @contextmanager
    def rotate(self, middle: Point, degrees: float) -> Iterator[None]:
        """Rotate drawing in this block clockwise around a point."""
        self.canvas.saveState()
        x, y = self._at(middle)
        self.canvas.translate(x, y)
        self.canvas.rotate(-degrees)
        self.canvas.translate(-x, -y)
        yield
        self.canvas.restoreState()

    # ------------------------------------------------------------------ flowing

    def flow(self, heading: str, parts: Iterable[Flowable], columns: int = 1, gap: float = 5.0) -> None:
        """Draw paragraphs and tables on as many pages as needed, in columns."""
        left = list(parts)
        while left:
            before = len(left)
            self.page(heading)
            x, y, wide, high = self.room
            each = (wide - gap * (columns - 1)) / columns
            for column in range(columns):
                frame = Frame(
                    (x + column * (each + gap)) * MM, (self.high - y - high) * MM, each * MM, high * MM,
                    leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
                )  # fmt: skip
                _fill(frame, left, self.canvas)
            if len(left) == before:  # larger than a whole column: shrink it
                left[0] = Shrunk(left[0], each * MM, high * MM)

    def column(self, columns: int, gap: float = 5.0) -> float:
        """Return the width in millimetres of each of `columns` columns on a portrait page."""
        return (self.paper.wide - 2 * EDGE - gap * (columns - 1)) / columns


def _fill(frame: Frame, left: list[Flowable], canvas: Canvas) -> None:
    """Place flowables from the front while there is room; split one that is too long for the rest of a column."""
    while left and frame.add(left[0], canvas, trySplit=1):
        del left[0]
    parts = frame.split(left[0], canvas) if left else []
    if len(parts) > 1 and frame.add(parts[0], canvas):
        left[:1] = parts[1:]


class Shrunk(Flowable):
    """A flowable that is too large, shrunk to fit."""

    def __init__(self, inner: Flowable, wide: float, high: float) -> None:
        super().__init__()
        self.inner, self.room = inner, (wide, high)
        self.share = 1.0

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803  (names of ReportLab)
        """Return its size in points."""
        wide, high = self.inner.wrapOn(self.canv, *self.room)
        self.share = min(1.0, self.room[0] / max(1.0, wide), (self.room[1] - 1) / max(1.0, high))
        return wide * self.share, high * self.share

    def draw(self) -> None:
        """Draw the content at its reduced size."""
        self.canv.scale(self.share, self.share)
        self.inner.drawOn(self.canv, 0, 0)
