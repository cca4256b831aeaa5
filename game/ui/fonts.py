"""Shipped fonts, chosen by role and pixel size; a bounded cache of rendered text; symbol fallback."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

import pygame

from game.ui.font_files import character_ranges, is_invisible, system_font, undrawable
from game.ui.theme import Colour

FONT_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "fonts"

# Role -> file. 'figures' are tabular lining figures, for columns of numbers.
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

# Every character the program writes; a test checks that the shipped fonts have them.
CHARACTERS = (
    "".join(chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100)) if code != 0xAD)
    + "–—‘’“”‚„←↑→↓↖↗↘↙×−±≤≥½¼¾⅛°′″·•…✓✗⚓⚔⚑★☆☠⚀⚁⚂⚃⚄⚅▲▼◀▶◆■□●○"
)
ELLIPSIS = "…"
SPACE_SHARE = 0.23  # a space is never narrower than this fraction of the size
TITLE_SPACE_SHARE = 0.2
SYMBOL_SHARE = 0.86  # DejaVu's glyphs are large for their size; this scales symbols to the height of the text


@cache
def covered_code_points(role: str) -> frozenset[int]:
    """Return the code points of a role's font, read from its file."""
    ranges = character_ranges(FONT_FOLDER / ROLES[role])
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


@lru_cache(maxsize=8192)
def pieces(text: str, role: str) -> tuple[tuple[str, str], ...]:
    """Split text at spaces and font changes into (piece, role); 'symbols' if the main font lacks a character. Arrows
    and geometric symbols always come from the symbol font, so that their sizes match. Invisible characters are dropped,
    line and paragraph separators become spaces, other control characters question marks.
    """
    have = covered_code_points(role)
    cut: list[tuple[str, str]] = []
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind in ("Zl", "Zp"):
            sign = " "
        elif kind in ("Cc", "Cs"):  # no font has it, and some libraries crash on it
            sign = "?"
        elif is_invisible(sign):
            continue
        code = ord(sign)
        drawn_sign = 0x2190 <= code < 0x2200 or 0x25A0 <= code < 0x27C0
        wanted = role if code in have and not drawn_sign else "symbols"
        if cut and cut[-1][1] == wanted and sign != " " and cut[-1][0] != " ":
            cut[-1] = (cut[-1][0] + sign, wanted)
        else:
            cut.append((sign, wanted))
    return tuple(cut)


@lru_cache(maxsize=8192)
def screen_pieces(text: str, role: str) -> tuple[tuple[str, str], ...]:
    """Split text as `pieces` does; characters missing in the symbol font too get a system font file instead of a
    role.
    """
    cut: list[tuple[str, str]] = []
    for piece, of in pieces(text, role):
        if of != "symbols" or covered_code_points(of).issuperset(map(ord, piece)):
            cut.append((piece, of))
            continue
        for source, signs in groupby(piece, _source):
            cut.append(("".join(signs), source))
    return tuple(cut)


def _source(sign: str) -> str:
    """Return the symbol font, or a font file of the system that has a character the symbol font lacks."""
    return "symbols" if ord(sign) in covered_code_points("symbols") else str(system_font(ord(sign)) or "symbols")


def undrawable_characters(text: str) -> str:
    """Return the characters of a text, each once, that no font here can draw."""
    return undrawable(text, (covered_code_points("text"), covered_code_points("symbols")))


class FontBook:
    """Opens fonts once per (role, pixels) and caches rendered text, newest first, within a byte budget."""

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
        """Return the font of a role, or of a font file's path, at a pixel size."""
        key = (role, px)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(str(FONT_FOLDER / ROLES.get(role, role)), max(4, px))
        return self._fonts[key]

    def _piece_font(self, role: str, px: int) -> pygame.font.Font:
        return self.font(role, px if role in ROLES and role != "symbols" else round(px * SYMBOL_SHARE))

    def line_height(self, role: str, px: int) -> int:
        """Return the line height in pixels."""
        return round(px * 1.22) if role.startswith("title") else round(px * 1.26)

    def width(self, text: str, role: str, px: int) -> int:
        """Return the width of one line in pixels, including symbols."""
        key = (text, role, px)
        if key not in self._widths:
            if len(self._widths) > 20_000:
                self._widths.clear()
            self._widths[key] = sum(self._advance(piece, r, px) for piece, r in screen_pieces(text, role))
        return self._widths[key]

    def _advance(self, piece: str, role: str, px: int) -> int:
        font = self._piece_font(role, px)
        wide: int = font.size(piece)[0]
        if "italic" in role and piece != " ":  # the advance width, without overhang at both ends
            wide = font.size(f"n{piece}n")[0] - font.size("nn")[0]
        share = TITLE_SPACE_SHARE if role.startswith("title") else SPACE_SHARE
        return max(wide, round(px * share)) if piece == " " else wide

    def render(self, text: str, role: str, px: int, colour: Colour) -> pygame.Surface:
        """Return one line of text on a transparent surface, line_height tall. Roles of one size share a baseline."""
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
        slack = max(2, px // 6)  # italics extend beyond their advance width
        surface = pygame.Surface((max(1, self.width(text, role, px) + slack), height), pygame.SRCALPHA)
        self._put(surface, text, role, px, colour, round(px * 0.94))
        return surface

    def _put(self, surface: pygame.Surface, text: str, role: str, px: int, colour: Colour, baseline: int) -> None:
        x = 0
        for piece, piece_role in screen_pieces(text, role):
            font = self._piece_font(piece_role, px)
            if piece != " " and font.size(piece)[0]:  # pygame cannot draw text without width, such as a lone accent
                first = font.metrics(piece[0])[0] if "italic" in piece_role else None
                lean = min(0, first[0]) if first is not None else 0  # an italic p starts left of its origin
                surface.blit(font.render(piece, True, colour), (x + lean, baseline - font.get_ascent()))
            x += self._advance(piece, piece_role, px)

    def word(self, text: str, role: str, px: int, colour: Colour) -> pygame.Surface:
        """Return a name or number for a board, as tall as its font and as wide as its glyphs; not cached."""
        font = self.font(role, px)
        of_font = "".join(piece for piece, of in pieces(text, role) if of == role)
        if of_font == text and font.size(text)[0]:
            return font.render(text, True, colour)
        surface = pygame.Surface((max(1, self.width(text, role, px)), font.get_height()), pygame.SRCALPHA)
        self._put(surface, text, role, px, colour, font.get_ascent())
        return surface

    def ink_rect(self, text: str, role: str, px: int) -> pygame.Rect:
        """Return the rectangle of the visible pixels of a line of text in its rendered picture."""
        key = (text, role, px)
        if key not in self._seen:
            if len(self._seen) > 4_000:
                self._seen.clear()
            self._seen[key] = self._draw(text, role, px, (255, 255, 255)).get_bounding_rect()
        return self._seen[key]

    def lines(self, text: str, role: str, px: int, width: int) -> tuple[str, ...]:
        """Return the text wrapped between words into lines of at most `width` pixels. Longer words have their own
        line.
        """
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
        """Return the text, or as much of it as fits in `width` pixels with an ellipsis."""
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
        """Clear rendered text (after a change of theme or scale); opened fonts stay."""
        self._surfaces.clear()
        self._widths.clear()
        self.used_bytes = 0
