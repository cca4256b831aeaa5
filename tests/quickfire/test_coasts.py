"""Coasts: a line right across a stretch of coast, and the plots that end short of one."""

from __future__ import annotations

from itertools import product

import pytest

from rules.kernel.inches import orientation
from rules.quickfire.line_of_fire import Stretch, cuts
from rules.quickfire.steering import _clear_plots
from tests.quickfire.duel import massena_and_ohio

POINTS = tuple(product((3, 7, 12), (5, 8, 14)))


def test_a_line_cuts_a_stretch_when_each_end_of_either_lies_on_another_side_of_the_other() -> None:
    tried = 0
    for a, b, c, d in product(POINTS, repeat=4):
        across = orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0
        stretch = Stretch(c, d, min(c[0], d[0]), min(c[1], d[1]), max(c[0], d[0]), max(c[1], d[1]))
        assert cuts(a, b, (stretch,)) is across, (a, b, c, d)
        tried += across
    assert tried > 100


@pytest.mark.rule("QF-MOV-H1")
@pytest.mark.parametrize("most", [1, 3, 6])
def test_the_boxes_of_a_plot_are_never_more_than_a_ship_may_run_whichever_way_she_turns(most: int) -> None:
    state = massena_and_ohio().at("movement")
    ship = next(iter(state.ships.values()))
    found = _clear_plots(state, ship, most, ())
    assert max(sum(int(sign) for sign in plot if sign.isdigit()) for plot in found) == most
    assert {plot.translate(str.maketrans("LR", "RL")) for plot in found} == found  # to port as to starboard
