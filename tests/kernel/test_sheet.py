"""A reference sheet in a file: its numbers come from the charts, and what is not known is named with its line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from game.table.rule_citations import panel_sign, row_signs
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.sheet import cited_row, load_panels, table

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
