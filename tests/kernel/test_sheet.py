"""A reference sheet in a file: its numbers come from the charts, and what is not known is named with its line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.kernel.datafile import DataError
from rules.kernel.sheet import load_panels

CHARTS = {"guns": SimpleNamespace(reach=12_000, points=45_000, back={"ram": 6})}
SAID = {"inches": lambda mils: f'{mils // 1000}"'}


def panels(tmp_path: Path, cell: str) -> str:
    """What stands in the one cell of a panel that is written so."""
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
