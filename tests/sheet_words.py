"""The publishers' sheets as hashes of three words in a row: whether a quotation stands in one, without its text.

`python -m tests.sheet_words GAME FILE` hashes the text of a sheet again.
"""

from __future__ import annotations

import hashlib
import re
import sys
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "sheets"
TOGETHER = 3  # words in a row


def word_hashes(text: str) -> list[str]:
    """Return a hash of every three words in a row, ignoring punctuation between them."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    runs = (" ".join(words[start : start + TOGETHER]) for start in range(max(1, len(words) - TOGETHER + 1)))
    return [hashlib.blake2s(run.encode(), digest_size=3).hexdigest() for run in runs]


@cache
def _sheet(game: str) -> frozenset[str]:
    return frozenset((FOLDER / f"{game}.words").read_text("utf-8").split())


def is_in_sheet(game: str, quote: str) -> bool:
    """Return whether every three words of a quotation stand in a row in the sheet of a game."""
    return len(quote.split()) >= TOGETHER and set(word_hashes(quote)) <= _sheet(game)


if __name__ == "__main__":
    name, source = sys.argv[1:]
    runs = sorted(set(word_hashes(Path(source).read_text("utf-8"))))
    lines = (" ".join(runs[start : start + 16]) for start in range(0, len(runs), 16))
    (FOLDER / f"{name}.words").write_text("\n".join(lines) + "\n", "utf-8")
