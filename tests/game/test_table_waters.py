"""The table: sight lines, coasts, depths and the grain of the water."""

from __future__ import annotations

import math

import pytest

from game.boards import table_waters
from game.boards.overlay import SightLine
from game.boards.table_layout import Tabletop
from game.boards.table_overlay import break_point
from rules.kernel.view import Ground
from tests.game.table_views import GROUND, ISLAND, MIKASA


def test_a_sight_line_is_cut_at_the_first_coast_it_meets() -> None:
    line = SightLine((100_000, 300_000), (700_000, 300_000), ((0,),))
    stop = break_point(line, GROUND)
    assert stop is not None
    assert stop[0] / Tabletop(GROUND).share == pytest.approx(300_000, abs=12_000)
    assert break_point(SightLine(line.start, line.end), GROUND) is None


def test_a_sight_line_over_open_water_is_cut_at_the_ship_in_the_way() -> None:
    line = SightLine((500_000, 800_000), (900_000, 800_000), ((0,),))
    ships = ((800_000, 801_000), (600_000, 799_000), (700_000, 900_000))
    stop = break_point(line, GROUND, ships, 10.0)
    assert stop is not None
    assert stop[0] / Tabletop(GROUND).share == pytest.approx(600_000, abs=1_000)
    halfway = break_point(line, GROUND)
    assert halfway is not None and halfway[0] / Tabletop(GROUND).share == pytest.approx(700_000)


def test_the_coast_passes_through_every_corner_of_its_outline() -> None:
    (coast,) = table_waters.coasts(GROUND)
    top = Tabletop(GROUND)
    for corner in ISLAND:
        assert min(math.dist(top.world(corner), point) for point in coast.points) < 0.01


def test_the_same_table_has_the_same_water_every_time() -> None:
    fresh = GROUND.but(labels=())
    assert table_waters.waters(fresh) == table_waters.waters(GROUND)


def test_a_table_in_inches_counts_in_inches() -> None:
    top = Tabletop(Ground(kind="table", size=(72_000, 48_000), unit="inch"))
    assert top.steps() == (1_000, 12_000)
    assert Tabletop(Ground(kind="table", size=(36_000, 24_000), unit="inch")).steps() == (1_000, 6_000)
    assert top.nearest_place((1_030, 99_000)) == (1_000, 48_000)
    assert top.model(MIKASA) / top.share == pytest.approx(432 * 12 / 3000 * 1000)


def test_an_empty_sea_shows_no_shoals() -> None:
    """Shallow water grounds ships and is placed by the players: nothing on the paper may look like it."""
    assert table_waters.waters(Ground(kind="table", size=(72_000, 72_000), unit="inch")).depths == ()


def test_depth_lines_lie_round_the_coasts_only() -> None:
    (coast,) = table_waters.coasts(GROUND)
    depths = table_waters.waters(GROUND).depths
    assert depths
    reach = 20 * table_waters.GRID
    for loop in depths:
        assert min(math.dist(point, shore) for point in loop.points for shore in coast.points) < reach
