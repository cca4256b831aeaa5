"""Reading a PDF back with another library: paths, their sizes and corners in millimetres from the top left corner."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

MM = 72 / 25.4


@dataclass(frozen=True)
class Drawn:
    """A path on a page: the corners of what it goes through, in millimetres."""

    corners: tuple[tuple[float, float], ...]

    @property
    def left_edge(self) -> float:
        return min(x for x, _ in self.corners)

    @property
    def top(self) -> float:
        return min(y for _, y in self.corners)

    @property
    def size(self) -> tuple[float, float]:
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return max(xs) - min(xs), max(ys) - min(ys)

    def is_sized(self, wide: float, high: float, within: float = 0.2) -> bool:
        return abs(self.size[0] - wide) <= within and abs(self.size[1] - high) <= within


def open_pdf(data: bytes) -> pdfium.PdfDocument:
    """Return the document."""
    return pdfium.PdfDocument(data)


def size_of(page: pdfium.PdfPage) -> tuple[float, float]:
    """Return width and height of a page in millimetres."""
    return page.get_width() / MM, page.get_height() / MM


def drawn_paths(page: pdfium.PdfPage, stroked: bool = True) -> list[Drawn]:
    """Return the paths of a page; only those with a line around them when `stroked`."""
    high = page.get_height()
    return [
        Drawn(tuple((x / MM, (high - y) / MM) for x, y in corners))
        for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
        if not stroked or _is_stroked(path)
        for corners in [tuple(_corners(path))]
        if corners
    ]


def _is_stroked(path: pdfium.PdfObject) -> bool:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    assert raw.FPDFPath_GetDrawMode(path.raw, mode, stroke)
    return bool(stroke.value)


def _corners(path: pdfium.PdfObject) -> Iterator[tuple[float, float]]:
    matrix = path.get_matrix()
    for index in range(raw.FPDFPath_CountSegments(path.raw)):
        x, y = ctypes.c_float(), ctypes.c_float()
        if raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(path.raw, index), x, y):
            yield matrix.on_point(x.value, y.value)


def fonts_missing(page: pdfium.PdfPage) -> set[str]:
    """Return names of fonts that are used on a page and not in the file."""
    found = set()
    for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        font = raw.FPDFTextObj_GetFont(text.raw)
        if raw.FPDFFont_GetIsEmbedded(font) != 1:
            found.add(_font_name(text))
    return found


def text_of(page: pdfium.PdfPage) -> str:
    """Return the words of a page."""
    return " ".join(page.get_textpage().get_text_range().split())


def dots_of(page: pdfium.PdfPage) -> list[tuple[float, float]]:
    """Return how many dots to the inch each picture of a page has, across and down."""
    found = [picture.get_metadata() for picture in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])]
    return [(one.horizontal_dpi, one.vertical_dpi) for one in found]


def lowest_fonts(page: pdfium.PdfPage, columns: list[tuple[float, float]], foot: float) -> list[str]:
    """Return the font of the lowest words in each column (left, right) above the foot of a page, in millimetres."""
    found = []
    for left, right in columns:
        low: tuple[float, str] = (float("inf"), "")
        for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
            x, y, *_ = text.get_bounds()
            if left <= x / MM <= right and y / MM > foot:
                low = min(low, (y, _font_name(text)))
        found += [low[1]] if low[1] else []
    return found


def _font_name(text: pdfium.PdfObject) -> str:
    font = raw.FPDFTextObj_GetFont(text.raw)
    size = raw.FPDFFont_GetBaseFontName(font, None, 0)
    name = ctypes.create_string_buffer(size)
    raw.FPDFFont_GetBaseFontName(font, name, size)
    return name.value.decode("ascii", "replace")
