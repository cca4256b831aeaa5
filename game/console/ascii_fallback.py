"""Characters a terminal cannot show are replaced by the nearest it can, so that printing never fails."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from typing import TextIO

from game.program import WINDOWS

NEAREST = {
    "−": "-",
    "–": "-",
    "—": "-",
    "·": "-",
    "•": "*",
    "…": "...",
    "×": "x",
    "→": "->",
    "←": "<-",
    "≤": "<=",
    "≥": ">=",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "●": "o",
    "○": ".",
}
HANDLER = "nearest-sign"


def to_ascii(text: str) -> str:
    """Return a text in plain ASCII: the same words with other characters."""
    parts = unicodedata.normalize("NFKD", "".join(NEAREST.get(sign, sign) for sign in text))
    return "".join(sign if ord(sign) < 128 else "?" for sign in parts if not unicodedata.combining(sign))


def _on_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


def _encoding(stream: TextIO) -> str | None:
    """Return UTF-8 for a pipe or a file on Windows, so that no path loses letters; None: keep the encoding."""
    asked = "PYTHONIOENCODING" in os.environ or "PYTHONUTF8" in os.environ
    return "utf-8" if WINDOWS and not asked and not stream.isatty() else None


def replace_unencodable() -> None:
    """Make printing safe from now on, whatever the encoding of the terminal or pipe."""
    codecs.register_error(HANDLER, _on_error)
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(errors=HANDLER, encoding=_encoding(stream))
    change = getattr(sys.stdin, "reconfigure", None)
    if change is not None:
        change(errors="replace")
