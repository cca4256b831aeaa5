"""The quick-reference sheet: what is in force stands on it, as a page and as a picture."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.console.reference import errata_verb, reference_verb
from game.teach.quick_reference import as_html, reference
from game.teach.reference_picture import draw_reference
from game.ui.fonts import FontBook
from main import parser
from rules import SYSTEMS


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_phase_and_every_chart_of_a_game_stands_on_its_sheet(key: str) -> None:
    sheet = reference(SYSTEMS[key])
    assert [title for _, title, _, _ in sheet.phases] == [phase.title for phase in SYSTEMS[key].sequence]
    rules = {rule.id for section in sheet.sections for _, rule in section.charts}
    rules |= {line.rule for section in sheet.sections for line in section.lines}
    assert rules and all(SYSTEMS[key].rulebook[rule].chart for rule in rules)
    page = as_html(sheet)
    assert page.count("<section>") == page.count("</section>") == len(sheet.sections) + 1 + bool(sheet.switches)
    assert "http" not in page, "the page must not need anything outside itself"


def test_the_chart_of_a_shot_is_printed_row_by_row() -> None:
    page = as_html(reference(SYSTEMS["quickfire"]))
    assert "<tr><td>125</td><td>7</td><td>1</td></tr>" in page
    assert "<th>Percent</th><th>Need</th><th>Hits</th>" in page


def test_a_rule_that_is_switched_off_is_not_on_the_sheet() -> None:
    fury = SYSTEMS["nights_of_fury"]
    lines = [line.rule for section in reference(fury).sections for line in section.lines]
    without = reference(fury, {"night_penalty": False})
    assert "NoF-GUN-6" in lines
    assert "NoF-GUN-6" not in [line.rule for section in without.sections for line in section.lines]
    assert ("Amended: night penalty", False, False) in without.switches


def test_words_are_made_safe_for_a_page() -> None:
    page = as_html(reference(SYSTEMS["nw_smoke"]))
    assert "<script" not in page and page.isprintable() is False and page.endswith("</html>\n")


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_picture_has_the_shape_of_a_sheet_and_is_not_empty(key: str) -> None:
    picture = draw_reference(reference(SYSTEMS[key]), FontBook())
    width, height = picture.get_size()
    assert 1000 < width < 3000 and 0.4 < width / height < 2.5
    assert len({tuple(picture.get_at((x, y))) for x in (90, width // 2) for y in range(height)}) > 20


def test_the_verb_writes_both_kinds_of_file_and_refuses_others(tmp_path: Path) -> None:
    for name in ("sheet.html", "sheet.png"):
        args = parser().parse_args(["reference", "quickfire", "--out", str(tmp_path / name)])
        assert reference_verb(args) == 0 and (tmp_path / name).stat().st_size > 5000
    assert pygame.image.load(tmp_path / "sheet.png").get_width() > 1000
    for words in (["monopoly"], ["quickfire", "--out", "sheet.doc"], ["quickfire", "--option", "moon=on"]):
        assert reference_verb(parser().parse_args(["reference", *words])) == 2


def test_the_errata_verb_tells_both_sides_of_an_amendment(capsys: pytest.CaptureFixture[str]) -> None:
    assert errata_verb(parser().parse_args(["errata", "nights_of_fury"])) == 0
    told = capsys.readouterr().out
    assert "miss 41.7 %" in told and "miss 58.3 %" in told
    assert errata_verb(parser().parse_args(["errata", "monopoly"])) == 2
