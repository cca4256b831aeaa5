"""The rulebook loader: every reference is checked."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from game.table.rule_citations import panel_sign, row_signs
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.rulebook import Provenance, load_rulebook
from rules.kernel.sheet import cited_row, load_panels, table
from tests.kernel.toy import FOLDER

TEXT = (FOLDER / "rulebook.yaml").read_text("utf-8")


def load(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    path = tmp_path / "rulebook.yaml"
    path.write_text(TEXT.replace(old, new, 1), "utf-8")
    load_rulebook(path)


def test_rules_are_found_by_id_and_by_words() -> None:
    book = load_rulebook(FOLDER / "rulebook.yaml")
    assert book["TOY.fire"].provenance is Provenance.PUBLIC
    assert "TOY.nothing" not in book
    with pytest.raises(KeyError):
        book["TOY.nothing"]
    assert [rule.id for rule in book.search("BAND must")] == ["TOY.fire.must"]
    assert book.search("cavalry") == ()


def test_a_rule_names_its_ambiguities_and_options() -> None:
    book = load_rulebook(FOLDER / "rulebook.yaml")
    assert [item.id for item in book.ambiguities_of("TOY.fire")] == ["TOY.amb.1"]
    assert book.ambiguities_of("TOY.move") == ()
    assert book.options["point_blank"].default


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: TOY.snare,", "id: TOY.move,", "'TOY.move' is used twice"),
        ("{key: play, title: Play}", "{key: play, title: Play}\n- {key: play, title: More}", "'play' is used twice"),
        ("chapter: play, title: Snares", "chapter: war, title: Snares", "no chapter is called 'war'"),
        ("amends: TOY.fire,", "amends: TOY.ice,", "no rule is called 'TOY.ice'"),
        ("option: point_blank}", "option: pointless}", "no option is called 'pointless'"),
        (', question: "What does a stand do that was hit?"', "", "a house rule must name the gap it fills"),
        ("  rule: TOY.fire\n", "  rule: TOY.ice\n", "no rule is called 'TOY.ice'"),
        ("ruling: yes it does", "ruling: perhaps", "no reading is called 'perhaps'"),
        ("  why:", "  option: pointless\n  why:", "no option is called 'pointless'"),
        ("rule: TOY.fire.must, default", "rule: TOY.ice, default", "no rule is called 'TOY.ice'"),
        ("provenance: house", "provenance: rumour", "expected one of seed, public, house"),
        ("title: Rally, summary", "titel: Rally, summary", "did you mean 'title'?"),
    ],
)
def test_a_rulebook_that_does_not_hold_together_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, old, new)
    text = str(caught.value)
    assert message in text
    assert all(problem.line > 1 for problem in caught.value.problems), text


def test_every_fault_of_a_rulebook_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        load(tmp_path, "chapter: play", "chapter: war")
    assert len(caught.value.problems) == 1
    path = tmp_path / "many.yaml"
    path.write_text(TEXT.replace("chapter: play", "chapter: war").replace("amends: TOY.fire", "amends: X"), "utf-8")
    with pytest.raises(DataError) as caught:
        load_rulebook(path)
    assert len(caught.value.problems) == 8


CHARTS = {"guns": SimpleNamespace(reach=12_000, points=45_000, back={"ram": 6})}
SAID = {"inches": lambda mils: f'{mils // 1000}"'}


def panels(tmp_path: Path, cell: str) -> str:
    """Return what stands in the one cell of a panel that is written so."""
    path = tmp_path / "sheet.yaml"
    path.write_text(f'fleet:\n  title: A fleet\n  rule: R-1\n  rows:\n    - ["A side", "{cell}"]\n', "utf-8")
    return load_panels(path, CHARTS, SAID)["fleet"].rows[0][1].text


def test_a_number_is_told_from_its_chart_as_the_game_or_the_format_says(tmp_path: Path) -> None:
    assert panels(tmp_path, "{guns.points:,} points, to {guns.reach:inches}, 1/{guns.back[ram]}") == (
        '45,000 points, to 12", 1/6'
    )


@pytest.mark.parametrize(
    "cell", ["{guns.range}", "{sails.reach}", "{guns.reach:miles}", "{guns.reach", "{guns.back[x]}"]
)
def test_a_number_nobody_knows_is_named_with_file_line_and_field(tmp_path: Path, cell: str) -> None:
    with pytest.raises(DataError) as refused:
        panels(tmp_path, cell)
    assert "sheet.yaml:5:" in str(refused.value) and "fleet.rows[0][1]" in str(refused.value)
    assert cell in str(refused.value) and "expected {chart.number}" in str(refused.value)


def test_a_row_may_rest_on_a_rule_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text(
        "fleet:\n  title: A fleet\n  rule: R-1\n  rows:\n"
        '    - ["A side", "{guns.points:,}"]\n    - {rule: R-2, cells: ["Reach", "{guns.reach:inches}"]}\n',
        "utf-8",
    )
    panel = load_panels(path, CHARTS, SAID)["fleet"]
    assert panel.row_rules() == ("R-1", "R-2")
    assert [cell.text for cell in panel.rows[1]] == ["Reach", '12"']


def test_the_mark_of_a_mixed_panel_is_its_weakest_and_each_row_has_its_own() -> None:
    book = SYSTEMS["nights_of_fury"].rulebook
    mixed = table("Mixed", ("", ""), [cited_row("NoF-GUN-6", "night", "-1"), ("evading", "-2")], "NoF-GUN-H1")
    assert row_signs(book, mixed) == ("●", "○") and panel_sign(book, mixed) == "○"
    weak = table("Weak", ("", ""), [("night", "-1"), cited_row("NoF-GUN-H5", "on fire", "-1")], "NoF-GUN-6")
    assert row_signs(book, weak) == ("●", "○") and panel_sign(book, weak) == "○"
    alike = table("Alike", ("", ""), [cited_row("NoF-GUN-7", "lit", "0"), ("night", "-1")], "NoF-GUN-6")
    assert row_signs(book, alike) == () and panel_sign(book, alike) == "●"
