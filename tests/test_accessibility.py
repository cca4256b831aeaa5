"""The table of ACCESSIBILITY.md names existing tests, and says where there is none."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TABLE = (ROOT / "ACCESSIBILITY.md").read_text("utf-8")


def rows() -> list[list[str]]:
    lines = [
        line for line in TABLE.splitlines() if line.startswith("|") and not line.startswith(("|---", "| guideline"))
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_line_has_evidence_that_exists_or_says_no() -> None:
    assert len(rows()) > 30
    for guideline, here, evidence in rows():
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", evidence)
        assert named or evidence == "**no**", guideline
        if not named:
            assert "part" in here or "**no**" in here, guideline
        missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text("utf-8")]
        assert missing == [], guideline


def test_the_figures_of_the_palettes_are_those_of_the_program() -> None:
    theme = (ROOT / "game/ui/theme.py").read_text("utf-8")
    assert "APART = 20.0" in theme and "CIE76 at least 20" in TABLE
