"""Which position of a turn has a map, and how high the lines of the points go."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.report.frame_sequence import Reel, Span
from game.report.page import CURVE, curves, points_range


@pytest.mark.parametrize(("pages", "shown"), [((), 6), ((6,), 5), ((5, 6), 4), ((3, 4, 5, 6), 6), ((4,), 6)])
def test_the_map_of_a_turn_is_of_its_last_position_that_has_a_board(pages: tuple[int, ...], shown: int) -> None:
    """Steps 3 to 6; a battle of a campaign ends on pages. A turn of nothing but pages has its last."""
    reel = cast(Reel, SimpleNamespace(view=lambda number: SimpleNamespace(page=number in pages)))
    assert Reel.last_board(reel, Span(0, 1, 3, 6)) == shown


def test_the_lines_of_the_points_fill_the_chart_from_the_least_to_the_most() -> None:
    points: list[Any] = [SimpleNamespace(points=pair) for pair in ((0, 0), (4, -2), (10, 3))]
    assert points_range(points) == (-2, 10)
    wide, high = CURVE
    first, second = ([tuple(map(float, corner.split(","))) for corner in line.split()] for line in curves(points))
    assert [x for x, _ in first] == [0, wide / 2, wide]
    assert first[2][1] == 0 and second[1][1] == high, "ten at the top, two below nought at the foot"
    assert first[0][1] == second[0][1] == pytest.approx(high * 10 / 12, abs=0.1)
    assert points_range([cast(Any, SimpleNamespace(points=(0, 0)))]) == (0, 1), "a chart without points has a height"
