"""`check` names characters that no font can draw, as a note and not as a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.console import checking
from game.ui import font_files


@pytest.mark.parametrize("fonts_have_it", [True, False])
def test_a_title_no_font_can_draw_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts_have_it: bool
) -> None:
    monkeypatch.setattr(font_files, "system_font", lambda code: Path("font.ttf") if fonts_have_it else None)
    path = tmp_path / "night.yaml"
    path.write_text("title: 夜戦 Ωmega\n", "utf-8")
    notes = checking.missing_characters(path)
    assert len(notes) == (0 if fonts_have_it else 1)
    assert all("夜 戦" in note and "Ω" not in note for note in notes)


def test_a_latin_text_is_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "day.yaml"
    path.write_text("title: Première Bataille\n", "utf-8")
    assert checking.missing_characters(path) == []
