"""Charts: rows without gaps, looked up by a whole number."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.datafile import DataError, load_yaml
from rules.kernel.table import Chart, Step
from tests.kernel.toy import FOLDER


def chart(*rows: tuple[int, int, int | None]) -> Chart:
    return Chart("TOY.fire", "Range", tuple(Step(*row) for row in rows))


def test_a_number_is_read_in_the_row_that_holds_it() -> None:
    ranges = load_yaml(FOLDER / "fire.yaml", Chart)
    assert [ranges[number] for number in range(6)] == [2, 4, 4, 6, None, None]


def test_numbers_beyond_either_end_use_the_end_row() -> None:
    ranges = chart((2, 3, 7), (4, 4, 9))
    assert (ranges[-5], ranges[2], ranges[99]) == (7, 7, 9)


def test_a_chart_spreads_out_from_nought_to_its_last_row() -> None:
    assert chart((1, 2, 7), (3, 4, None)).spread() == (7, 7, 7, None, None)


def test_a_chart_of_one_row_gives_it_for_every_number() -> None:
    assert [chart((3, 3, 1))[number] for number in (0, 3, 9)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((), "has no rows"),
        (((1, 2, 0), (4, 5, 1)), "the row from 4 leaves a gap after the row ending at 2"),
        (((1, 3, 0), (3, 5, 1)), "the row from 3 overlaps the row ending at 3"),
        (((1, 3, 0), (4, 2, 1)), "the row 4..2 runs backwards"),
    ],
)
def test_a_chart_with_a_hole_is_refused(rows: tuple[tuple[int, int, int | None], ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        chart(*rows)


def test_a_chart_file_with_a_hole_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "range.yaml"
    text = (FOLDER / "fire.yaml").read_text("utf-8").replace("first: 3, last: 3", "first: 4, last: 4")
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"range\.yaml.*leaves a gap"):
        load_yaml(path, Chart)
