"""Hexes: numbers, neighbours, distances, sectors and lines, checked against plain plane geometry."""

from __future__ import annotations

from math import atan2, degrees, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from rules.kernel import bands, hexes

ANY_HEX = st.builds(hexes.hex_number, st.integers(1, 99), st.integers(1, 99))
INNER_HEX = st.builds(hexes.hex_number, st.integers(20, 80), st.integers(20, 80))
FACING = st.integers(0, 5)


def clockwise_degrees(a: int, b: int) -> float:
    (ax, ay), (bx, by) = hexes.centre(a), hexes.centre(b)
    return degrees(atan2(bx - ax, -sqrt(3) * (by - ay))) % 360


def test_hex_1605_is_column_16_row_5_and_prints_as_four_digits() -> None:
    assert hexes.hex_number(16, 5) == 1605
    assert (hexes.column(1605), hexes.row(1605)) == (16, 5)
    assert hexes.label(hexes.hex_number(7, 5)) == "0705"


@pytest.mark.parametrize(("col", "row"), [(0, 5), (100, 5), (5, 0), (5, 100), (-3, 2)])
def test_a_column_or_row_outside_1_to_99_is_refused(col: int, row: int) -> None:
    with pytest.raises(ValueError, match=f"column {col}, row {row} is not a hex"):
        hexes.hex_number(col, row)


def test_even_columns_are_shoved_down_half_a_hex() -> None:
    assert [hexes.neighbour(1605, facing) for facing in range(6)] == [1604, 1705, 1706, 1606, 1506, 1505]
    assert [hexes.neighbour(1505, facing) for facing in range(6)] == [1504, 1604, 1605, 1506, 1405, 1404]
    assert hexes.centre(1605)[1] - hexes.centre(1505)[1] == 1


def test_a_neighbour_outside_the_grid_is_0() -> None:
    assert [hexes.neighbour(101, facing) for facing in range(6)] == [0, 0, 201, 102, 0, 0]
    assert [hexes.neighbour(9999, facing) for facing in range(6)] == [9998, 0, 0, 0, 9899, 9898]
    assert hexes.neighbour(9899, 3) == 0
    assert hexes.neighbour(201, 0) == 0


@given(ANY_HEX, FACING)
def test_a_neighbour_is_at_distance_1_and_the_way_back_is_three_facings_round(h: int, facing: int) -> None:
    there = hexes.neighbour(h, facing)
    if not there:
        return
    assert hexes.distance(h, there) == 1
    assert hexes.neighbour(there, hexes.turn(facing, 3)) == h
    assert round(clockwise_degrees(h, there)) % 360 == 60 * facing
    assert there - h == hexes.step_offsets(hexes.column(h) & 1)[facing]


@given(ANY_HEX)
def test_axial_coordinates_go_there_and_back(h: int) -> None:
    assert hexes.from_axial(*hexes.axial(h)) == h


def test_axial_coordinates_outside_the_grid_are_no_hex() -> None:
    assert hexes.from_axial(-1, 5) == 0
    assert hexes.from_axial(0, -1) == 0
    assert hexes.from_axial(99, 0) == 0
    assert hexes.from_axial(0, 99) == 0


@given(INNER_HEX, INNER_HEX, st.lists(FACING, max_size=8))
def test_a_path_of_facings_moves_every_start_by_the_same_axial_steps(a: int, b: int, facings: list[int]) -> None:
    end_a, end_b = (a, *hexes.walk(a, facings))[-1], (b, *hexes.walk(b, facings))[-1]
    dq = sum(hexes.AXIAL_STEPS[facing][0] for facing in facings)
    dr = sum(hexes.AXIAL_STEPS[facing][1] for facing in facings)
    assert (end_a, end_b) == (hexes.translate(a, dq, dr), hexes.translate(b, dq, dr))


def test_a_walk_over_the_edge_of_the_grid_is_refused() -> None:
    with pytest.raises(ValueError, match="a step N from hex 0501 leaves the grid"):
        hexes.walk(502, [0, 0])


def test_distance_counts_the_steps_of_the_shortest_way() -> None:
    reached = {1010: 0}
    front = [1010]
    for steps in range(1, 8):
        front = [there for h in front for f in range(6) if (there := hexes.neighbour(h, f)) not in reached]
        reached.update(dict.fromkeys(front, steps))
        front = list(dict.fromkeys(front))
    assert all(hexes.distance(1010, h) == steps for h, steps in reached.items())
    assert set(hexes.within(1010, 7)) == set(reached)


@given(ANY_HEX, ANY_HEX, ANY_HEX)
def test_distance_is_symmetric_and_no_detour_is_shorter(a: int, b: int, c: int) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(ANY_HEX, st.integers(0, 12), st.integers(1, 99), st.integers(1, 99))
def test_rings_of_a_map_make_up_the_hexes_within_a_radius(h: int, radius: int, columns: int, rows: int) -> None:
    found = [there for r in range(radius + 1) for there in hexes.ring(h, r, columns, rows)]
    assert len(found) == len(set(found))
    assert sorted(found) == list(hexes.within(h, radius, columns, rows))
    assert all(hexes.on_map(there, columns, rows) for there in found)
    assert all(hexes.distance(h, there) == radius for there in hexes.ring(h, radius, columns, rows))


def test_a_whole_ring_has_six_hexes_for_each_step_of_the_radius_and_runs_clockwise_from_north() -> None:
    assert hexes.ring(1010, 1) == (1009, 1110, 1111, 1011, 911, 910)
    assert len(hexes.ring(5050, 7)) == 42
    assert hexes.ring(5050, 7)[0] == 5043
    assert hexes.ring(5050, 0) == (5050,)


def test_sector_0_is_ahead_and_3_is_astern() -> None:
    assert hexes.bearing_sector(1010, 0, 1005) == 0
    assert hexes.bearing_sector(1010, 0, 1015) == 3
    assert hexes.bearing_sector(1010, 2, hexes.neighbour(1010, 2)) == 0
    assert hexes.bearing_sector(1010, 2, hexes.neighbour(1010, 3)) == 1
    assert hexes.bearing_sector(1010, 2, hexes.neighbour(1010, 1)) == 5


def test_a_line_between_two_sectors_counts_as_the_one_nearer_the_beam() -> None:
    def between(first: int) -> int:
        target = hexes.neighbour(hexes.neighbour(1010, first), hexes.turn(first, 1))
        return hexes.bearing_sector(1010, 0, target)

    assert [between(first) for first in range(6)] == [1, 1, 2, 4, 5, 5]


def test_a_hex_has_no_bearing_to_itself() -> None:
    with pytest.raises(ValueError, match="no bearing from hex 1010 to itself"):
        hexes.bearing_sector(1010, 0, 1010)
    with pytest.raises(ValueError, match="no bearing from hex 1010 to itself"):
        hexes.facing_towards(1010, 1010)


@given(ANY_HEX, ANY_HEX, FACING)
def test_the_sector_is_the_one_the_protractor_shows(a: int, b: int, facing: int) -> None:
    if a == b:
        return
    relative = (clockwise_degrees(a, b) - 60 * facing) % 360
    sector = hexes.bearing_sector(a, facing, b)
    off_centre = abs((relative - 60 * sector + 180) % 360 - 180)
    assert off_centre < 30 + 1e-9
    toward = abs((relative - 60 * (hexes.facing_towards(a, b) - facing) + 180) % 360 - 180)
    assert toward < 30 + 1e-9


@given(ANY_HEX, ANY_HEX, FACING, st.integers(0, 5))
def test_sectors_turn_with_the_ship_except_on_a_tie(a: int, b: int, facing: int, steps: int) -> None:
    if a == b or abs((clockwise_degrees(a, b) - 30) / 60 - round((clockwise_degrees(a, b) - 30) / 60)) < 1e-9:
        return
    turned = hexes.bearing_sector(a, hexes.turn(facing, steps), b)
    assert turned == (hexes.bearing_sector(a, facing, b) - steps) % 6
    assert hexes.bearing_sector(b, facing, a) == (hexes.bearing_sector(a, facing, b) + 3) % 6


def test_port_and_starboard_sectors_mirror_each_other() -> None:
    for there in hexes.within(5050, 9):
        q, r = hexes.axial(there)[0] - 49, hexes.axial(there)[1] - hexes.axial(5050)[1]
        if q == 0:
            continue
        mirrored = hexes.translate(5050, -q, r + q)
        starboard, port = hexes.bearing_sector(5050, 0, there), hexes.bearing_sector(5050, 0, mirrored)
        assert (starboard + port) % 6 == 0


@given(ANY_HEX, ANY_HEX)
def test_a_line_has_at_least_one_cell_more_than_the_distance_and_each_cell_touches_the_next(a: int, b: int) -> None:
    cells = hexes.line(a, b)
    assert len(cells) >= hexes.distance(a, b) + 1
    assert (cells[0], cells[-1]) == ((a,), (b,))
    for before, after in zip(cells, cells[1:], strict=False):
        assert all(hexes.distance(x, y) == 1 for x in before for y in after if x and y and len(before + after) == 2)
        assert any(hexes.distance(x, y) == 1 for x in before for y in after)


@given(ANY_HEX, ANY_HEX)
def test_a_line_is_the_same_in_both_directions(a: int, b: int) -> None:
    assert hexes.line(b, a) == hexes.line(a, b)[::-1]


@given(INNER_HEX, INNER_HEX)
def test_a_line_passes_exactly_the_hexes_whose_inside_it_enters_as_shapely_sees_it(a: int, b: int) -> None:
    def polygon(h: int) -> Polygon:
        return Polygon(hexes.corners(h))

    passed = LineString([hexes.centre(a), hexes.centre(b)]) if a != b else Point(hexes.centre(a))
    cells = hexes.line(a, b)
    single = {cell[0] for cell in cells if len(cell) == 1}
    paired = {h for cell in cells if len(cell) == 2 for h in cell}
    low, high = min(a // 100, b // 100), max(a // 100, b // 100)
    top, bottom = min(a % 100, b % 100), max(a % 100, b % 100)
    entered, skirted = set(), set()
    for column in range(low - 1, high + 2):
        for row in range(top - 1, bottom + 2):
            h = hexes.hex_number(column, row)
            shared = passed.intersection(polygon(h))
            if passed.intersects(polygon(h)) and not passed.touches(polygon(h)):
                entered.add(h)
            elif shared.length > 0:
                skirted.add(h)
    assert single == entered
    assert paired == skirted


def test_a_line_along_hexsides_names_both_hexes_at_every_second_step() -> None:
    assert hexes.line(1010, 1210) == ((1010,), (1110, 1111), (1210,))
    assert hexes.line(1010, 1410) == ((1010,), (1110, 1111), (1210,), (1310, 1311), (1410,))
    assert hexes.line(1010, 1109) == ((1010,), (1009, 1110), (1109,))


def test_a_line_that_crosses_a_hexside_passes_both_hexes_one_after_the_other() -> None:
    assert hexes.line(1010, 1409) == ((1010,), (1110,), (1210,), (1209,), (1310,), (1409,))


def test_a_tie_along_the_edge_of_the_grid_holds_0_for_the_missing_hex() -> None:
    assert hexes.line(101, 301) == ((101,), (0, 201), (301,))
    assert hexes.line(9699, 9899) == ((9699,), (0, 9799), (9899,))


def test_deltas_that_look_alike_as_flat_numbers_make_different_lines() -> None:
    down, across = hexes.line(5040, 5090), hexes.line(5060, 5110)
    assert (down[0], down[-1], hexes.distance(5040, 5090)) == ((5040,), (5090,), 50)
    assert (across[0], across[-1], hexes.distance(5060, 5110)) == ((5060,), (5110,), 51)


def test_corners_lie_half_way_between_a_hex_and_its_two_neighbours() -> None:
    x, y = hexes.centre(1010)
    for facing in range(6):
        (nx, ny) = hexes.centre(hexes.neighbour(1010, facing))
        (ax, ay), (bx, by) = hexes.corners(1010)[facing - 1], hexes.corners(1010)[facing]
        assert (ax + bx, ay + by) == (x + nx, y + ny)
    assert hexes.centre(101) == (2, 1)


@pytest.mark.parametrize("corner", [False, True])
@pytest.mark.parametrize("north_deg", [0, 45, 90, 180, 270])
def test_a_facing_is_named_by_the_true_compass_of_its_sheet(north_deg: int, corner: bool) -> None:
    points = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
    for facing in range(6):
        true = (60 * facing + 30 * corner - north_deg) % 360
        named = points.index(hexes.true_heading(facing, north_deg, corner=corner)) * 22.5
        assert min(abs(true - named), 360 - abs(true - named)) <= 15


def test_hexsides_keep_their_own_names_where_north_is_up() -> None:
    assert tuple(hexes.true_heading(facing) for facing in range(6)) == hexes.FACINGS


# --- Range bands: distance, the bands between, and steps towards and away ---

BAND = st.integers(1, 9)


@given(BAND, BAND)
def test_the_bands_between_two_are_one_fewer_than_the_distance(a: int, b: int) -> None:
    assert len(bands.between(a, b)) == max(0, bands.distance(a, b) - 1)
    assert bands.between(b, a) == bands.between(a, b)[::-1]
    assert all(min(a, b) < band < max(a, b) for band in bands.between(a, b))


def test_the_bands_between_2_and_5_are_3_and_4() -> None:
    assert bands.between(2, 5) == (3, 4)
    assert bands.between(5, 2) == (4, 3)
    assert bands.between(4, 4) == ()


def test_a_band_beyond_either_end_is_brought_back_to_the_row() -> None:
    assert [bands.clamp(band, 8) for band in (-2, 0, 1, 8, 9)] == [1, 1, 1, 8, 8]
    with pytest.raises(ValueError, match="a row of 0 bands has no band"):
        bands.clamp(1, 0)
