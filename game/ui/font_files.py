"""Read which characters a font file has, and find a font of the system for a character that no shipped font has."""

from __future__ import annotations

import mmap
import struct
import unicodedata
import warnings
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pygame

HEADS = (b"\0\1\0\0", b"OTTO", b"true")
OUTLINES = (b"glyf", b"CFF ", b"CFF2")  # a bitmap-only font cannot be drawn at every size
Ranges = tuple[tuple[int, int], ...]


def _format_12(data: mmap.mmap, at: int) -> Iterator[tuple[int, int]]:
    (count,) = struct.unpack_from(">I", data, at + 12)
    for group in range(count):
        first, last, _glyph = struct.unpack_from(">III", data, at + 16 + 12 * group)
        yield first, last


def _format_4(data: mmap.mmap, at: int) -> Iterator[tuple[int, int]]:
    (twice,) = struct.unpack_from(">H", data, at + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", data, at + 14)
    starts = struct.unpack_from(f">{count}H", data, at + 16 + twice)
    yield from ((first, last) for first, last in zip(starts, ends, strict=True) if first != 0xFFFF)


def character_ranges(path: Path) -> Ranges:
    """Return the code points of the first font in a file, as sorted ranges, from its cmap tables (format 4 or 12).

    Raises ValueError if the file is not a TrueType or OpenType font with outlines, OSError if it cannot be read.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return _ranges(data)
        except struct.error as error:
            raise ValueError(f"{path.name}: damaged font file ({error})") from None
        except LookupError:
            raise ValueError(f"{path.name}: expected a TrueType or OpenType font with outlines and a cmap") from None


def _ranges(data: mmap.mmap) -> Ranges:
    start = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    if data[start : start + 4] not in HEADS:
        raise LookupError("no font")
    tables = {}
    for index in range(struct.unpack_from(">H", data, start + 4)[0]):
        tag, _check, offset, _length = struct.unpack_from(">4sIII", data, start + 12 + 16 * index)
        tables[tag] = offset
    if not tables.keys() & set(OUTLINES):
        raise LookupError("no outlines")
    offset = tables[b"cmap"]
    found: list[tuple[int, int]] = []
    for index in range(struct.unpack_from(">H", data, offset + 2)[0]):
        at = offset + struct.unpack_from(">HHI", data, offset + 4 + 8 * index)[2]
        form = struct.unpack_from(">H", data, at)[0]
        found += _format_12(data, at) if form == 12 else _format_4(data, at) if form == 4 else ()
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)


def has_character(ranges: Ranges, code: int) -> bool:
    """Return whether sorted ranges without overlaps contain a code point."""
    at = bisect(ranges, (code, 0x110000))
    return at > 0 and code <= ranges[at - 1][1]


def is_invisible(sign: str) -> bool:
    """Return whether a character never draws anything: format characters and variation selectors."""
    return unicodedata.category(sign) == "Cf" or 0xFE00 <= ord(sign) < 0xFE10 or 0xE0100 <= ord(sign) < 0xE01F0


@cache
def _system_fonts() -> tuple[tuple[Path, Ranges], ...]:
    """Return the upright regular fonts of the system with their characters; unreadable fonts are left out."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pygame warns if the system cannot list its fonts
        paths = [pygame.font.match_font(name) for name in sorted(pygame.font.get_fonts())]
    for path in dict.fromkeys(filter(None, paths)):
        try:
            found.append((Path(path), character_ranges(Path(path))))
        except (OSError, ValueError):
            continue
    return tuple(found)


@cache
def _can_open(path: Path) -> bool:
    """Return whether pygame can draw with a font file."""
    try:
        return bool(pygame.font.Font(str(path), 16).size("0"))
    except (OSError, pygame.error):
        return False


@cache
def system_font(code: int) -> Path | None:
    """Return a font file of the system that has a code point; None if there is none."""
    if not pygame.font.get_init():
        pygame.font.init()
    having = (path for path, ranges in _system_fonts() if has_character(ranges, code))
    return next(filter(_can_open, having), None)


def undrawable(text: str, shipped: Iterable[frozenset[int]]) -> str:
    """Return the characters of a text, each once, that neither shipped nor system fonts have."""
    have = tuple(shipped)
    signs = dict.fromkeys(sign for sign in unicodedata.normalize("NFC", text) if sign.isprintable())
    missing = (sign for sign in signs if not is_invisible(sign) and not any(ord(sign) in codes for codes in have))
    return "".join(sign for sign in missing if system_font(ord(sign)) is None)
