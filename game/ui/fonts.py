"""Fonts shipped as files, chosen by role and pixel size; rendered text kept in a bounded cache; symbol fallback."""

from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pygame

from game.ui.theme import Colour

FONT_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "fonts"

# Role -> file. 'figures' are lining figures of one width, for columns of numbers.
ROLES = {
    "text": "AlegreyaSans-Regular.ttf",
    "italic": "AlegreyaSans-Italic.ttf",
    "medium": "AlegreyaSans-Medium.ttf",
    "bold": "AlegreyaSans-Bold.ttf",
    "bold_italic": "AlegreyaSans-BoldItalic.ttf",
    "figures": "AlegreyaSansTabular-Medium.ttf",
    "figures_bold": "AlegreyaSansTabular-Bold.ttf",
    "title": "EBGaramond-SemiBold.ttf",
    "title_plain": "EBGaramond-Regular.ttf",
    "title_medium": "EBGaramond-Medium.ttf",
    "title_italic": "EBGaramond-Italic.ttf",
    "symbols": "DejaVuSans.ttf",
}
# Unscaled sizes; multiply by the UI scale for pixels.
SIZES = {"small": 14, "body": 16, "large": 19, "title": 23, "heading": 32, "display": 46}

# Everything the program writes; a test holds the shipped fonts to it.
CHARACTERS = (
    "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100)) if code != 0xAD)
    + "–—‘’“”‚„←↑→↓↖↗↘↙×−±≤≥½¼¾⅛°′″·•…✓✗⚓⚔⚑★☠⚀⚁⚂⚃⚄⚅▲▼◀▶◆■□●○"
)
ELLIPSIS = "…"
SPACE_SHARE = 0.23  # a word space is never narrower than this part of the size
TITLE_SPACE_SHARE = 0.2
SYMBOL_SHARE = 0.86  # DejaVu is drawn large on its body; this brings a symbol to the height of the text


def _format_12(data: bytes, at: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    for group in range(count):
        first, last, _glyph = struct.unpack_from(">III", data, at + 16 + 12 * group)
        yield from range(first, last + 1)


def _format_4(data: bytes, at: int) -> Iterator[int]:
    (twice,) = struct.unpack_from(">H", data, at + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + twice)
    for first, last in zip(starts, ends, strict=True):
        yield from range(first, last + 1)


@cache
def covered(role: str) -> frozenset[int]:
    """The code points a role's font has, read from the file's own cmap table (format 4 or 12)."""
    data = (FONT_FOLDER / ROLES[role]).read_bytes()
    tables = struct.unpack_from(">H", data, 4)[0]
    for index in range(tables):
        tag, _check, offset, _length = struct.unpack_from(">4sIII", data, 12 + 16 * index)
        if tag == b"cmap":
            break
    else:
        raise ValueError(f"{ROLES[role]}: no cmap table; replace the file with a TrueType font")
    found: set[int] = set()
    for index in range(struct.unpack_from(">H", data, offset + 2)[0]):
        at = offset + struct.unpack_from(">HHI", data, offset + 4 + 8 * index)[2]
        form = struct.unpack_from(">H", data, at)[0]
        found.update(_format_12(data, at) if form == 12 else _format_4(data, at) if form == 4 else ())
    return frozenset(found - {0xFFFF})


@lru_cache(maxsize=8192)
def pieces(text: str, role: str) -> tuple[tuple[str, str], ...]:
    """Text cut at spaces and where the font changes: (piece, role); 'symbols' where the main font lacks a sign.

    Arrows and geometric signs always come from the symbol font, so that they match each other in size.
    """
    have = covered(role)
    cut: list[tuple[str, str]] = []
    for sign in text:
        code = ord(sign)
        if code < 32 or 0xD800 <= code < 0xE000:  # no font has it, and some libraries die of it
            sign, code = "?", ord("?")
        drawn_sign = 0x2190 <= code < 0x2200 or 0x25A0 <= code < 0x27C0
        wanted = role if code in have and not drawn_sign else "symbols"
        if cut and cut[-1][1] == wanted and sign != " " and cut[-1][0] != " ":
            cut[-1] = (cut[-1][0] + sign, wanted)
        else:
            cut.append((sign, wanted))
    return tuple(cut)


class FontBook:
    """Opens fonts once per (role, pixels) and keeps rendered text, newest first, within a byte budget."""

    def __init__(self, budget_bytes: int = 24_000_000) -> None:
        if not pygame.font.get_init():
            pygame.font.init()
        self.budget_bytes = budget_bytes
        self.used_bytes = 0
        self._fonts: dict[tuple[str, int], pygame.font.Font] = {}
        self._widths: dict[tuple[str, str, int], int] = {}
        self._seen: dict[tuple[str, str, int], pygame.Rect] = {}
        self._surfaces: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()

    def font(self, role: str, px: int) -> pygame.font.Font:
        """The font of a role at a pixel size. KeyError for an unknown role."""
        key = (role, px)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(str(FONT_FOLDER / ROLES[role]), max(4, px))
        return self._fonts[key]

    def _piece_font(self, role: str, px: int) -> pygame.font.Font:
        return self.font(role, round(px * SYMBOL_SHARE) if role == "symbols" else px)

    def line_height(self, role: str, px: int) -> int:
        """Pixels from one line of text to the next."""
        return round(px * 1.22) if role.startswith("title") else round(px * 1.26)

    def width(self, text: str, role: str, px: int) -> int:
        """Pixels wide on one line, symbols included."""
        key = (text, role, px)
        if key not in self._widths:
            if len(self._widths) > 20_000:
                self._widths.clear()
            self._widths[key] = sum(self._advance(piece, r, px) for piece, r in pieces(text, role))
        return self._widths[key]

    def _advance(self, piece: str, role: str, px: int) -> int:
        font = self._piece_font(role, px)
        wide: int = font.size(piece)[0]
        if "italic" in role and piece != " ":  # how far the pen goes, not how far the letters lean over at both ends
            wide = font.size(f"n{piece}n")[0] - font.size("nn")[0]
        share = TITLE_SPACE_SHARE if role.startswith("title") else SPACE_SHARE
        return max(wide, round(px * share)) if piece == " " else wide

    def render(self, text: str, role: str, px: int, colour: Colour) -> pygame.Surface:
        """One line of text on a transparent surface, line_height tall; baselines agree between roles of one size."""
        key = (text, role, px, colour)
        found = self._surfaces.get(key)
        if found is not None:
            self._surfaces.move_to_end(key)
            return found
        made = self._draw(text, role, px, colour)
        self._surfaces[key] = made
        self.used_bytes += made.get_width() * made.get_height() * 4
        while self.used_bytes > self.budget_bytes and len(self._surfaces) > 1:
            _, old = self._surfaces.popitem(last=False)
            self.used_bytes -= old.get_width() * old.get_height() * 4
        return made

    def _draw(self, text: str, role: str, px: int, colour: Colour) -> pygame.Surface:
        height = self.line_height(role, px)
        slack = max(2, px // 6)  # italics lean over their advance width
        surface = pygame.Surface((max(1, self.width(text, role, px) + slack), height), pygame.SRCALPHA)
        baseline = round(px * 0.94)
        x = 0
        for piece, piece_role in pieces(text, role):
            font = self._piece_font(piece_role, px)
            if piece != " ":
                first = font.metrics(piece[0])[0] if "italic" in piece_role else None
                lean = min(0, first[0]) if first is not None else 0  # an italic p begins left of the pen
                surface.blit(font.render(piece, True, colour), (x + lean, baseline - font.get_ascent()))
            x += self._advance(piece, piece_role, px)
        return surface

    def seen(self, text: str, role: str, px: int) -> pygame.Rect:
        """What one sees of a line of text, within its rendered picture: without the room around the letters."""
        key = (text, role, px)
        if key not in self._seen:
            if len(self._seen) > 4_000:
                self._seen.clear()
            self._seen[key] = self._draw(text, role, px, (255, 255, 255)).get_bounding_rect()
        return self._seen[key]

    def lines(self, text: str, role: str, px: int, width: int) -> tuple[str, ...]:
        """The text broken between words into lines that fit in `width` pixels; a longer word has a line to itself."""
        if self.width(text, role, px) <= width:
            return (text,)
        found: list[str] = []
        for word in text.split(" "):
            longer = f"{found[-1]} {word}" if found else ""
            if longer and self.width(longer, role, px) <= width:
                found[-1] = longer
            else:
                found.append(word)
        return tuple(found)

    def fit(self, text: str, role: str, px: int, width: int) -> str:
        """The text, or as much of it as fits in `width` pixels with an ellipsis behind it."""
        if self.width(text, role, px) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + ELLIPSIS, role, px) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS

    def clear(self) -> None:
        """Forgets rendered text (after a change of theme or scale); opened fonts stay."""
        self._surfaces.clear()
        self._widths.clear()
        self.used_bytes = 0
