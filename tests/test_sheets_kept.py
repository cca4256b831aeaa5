"""The quick-reference sheet of each game, word for word as it was last read and found right: tests/sheets/GAME.txt.

Whatever changes a number or a word on a sheet is seen here, and is either a mistake or read again and kept:
`python -m tests.test_sheets_kept --update [GAME ...]`. What the numbers must be is said by the tests of each game.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import pytest

from game.table.speech import panel_lines
from rules import SYSTEMS
from tests.capabilities import PUBLISHED

FOLDER = Path(__file__).parent / "sheets"


def sheet_text(key: str) -> str:
    """Return the sheet as text play tells it, chapter by chapter, with every optional rule in force."""
    system = SYSTEMS[key]
    chapters = system.sheet(dict.fromkeys(system.rulebook.options, True))  # type: ignore[misc]
    lines = []
    for chapter, panels in chapters.items():
        lines.append(f"== {chapter}")
        for panel in panels:
            lines += ["", panel.title, *panel_lines(panel)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_sheet_says_what_it_said_when_it_was_last_read(key: str) -> None:
    kept = (FOLDER / f"{key}.txt").read_text("utf-8")
    changes = list(difflib.unified_diff(kept.splitlines(), sheet_text(key).splitlines(), "kept", "now", n=0))
    assert changes == []


def main(keys: list[str]) -> None:
    """Keep the sheets as they are now."""
    for key in keys or PUBLISHED:
        (FOLDER / f"{key}.txt").write_text(sheet_text(key), "utf-8")


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if word != "--update"])
