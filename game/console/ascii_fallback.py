"""Signs a terminal cannot show: each becomes the nearest it can, and nothing dies of a minus sign."""

from __future__ import annotations

import codecs
import sys
import unicodedata

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
    """Return a text in plain ASCII: the same words, other signs."""
    parts = unicodedata.normalize("NFKD", "".join(NEAREST.get(sign, sign) for sign in text))
    return "".join(sign if ord(sign) < 128 else "?" for sign in parts if not unicodedata.combining(sign))


def _on_error(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


def replace_unencodable() -> None:
    """From now on whatever is printed can be printed, in whatever encoding the terminal or the pipe has."""
    codecs.register_error(HANDLER, _on_error)
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(errors=HANDLER)
    change = getattr(sys.stdin, "reconfigure", None)
    if change is not None:
        change(errors="replace")
