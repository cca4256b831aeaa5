"""Where hexes lie, what the camera does, and how terrain becomes smooth lines."""

from __future__ import annotations

import math
import random

import pytest

from game.boards import contours, hex_layout
from game.boards.camera import Camera
from rules.kernel import hexes
from rules.kernel.scenario import MapSheet, Outline

VIEW = (40, 60, 1000, 700)
WORLD = (-44.0, -44.0, 2960.0, 2300.0)


def island_sheet(outlines: tuple[Outline, ...] = ()) -> MapSheet:
    terrain = bytearray(10_000)
    for column in range(1, 21):
        for row in range(1, 17):
            away = hexes.distance(column * 100 + row, 1008)
            terrain[column * 100 + row] = 4 if away <= 2 else 3 if away <= 3 else 2 if away <= 4 else 1
    return MapSheet(key="island", title="An island", columns=20, rows=16, terrain=bytes(terrain), outlines=outlines)


def test_the_middle_of_every_hex_of_the_largest_map_is_found_in_that_hex() -> None:
    for column in range(1, 100):
        for row in range(1, 100):
            number = column * 100 + row
            assert hex_layout.hex_at(*hex_layout.centre(number)) == number


def test_points_just_inside_all_six_corners_belong_to_the_hex_and_points_outside_to_a_neighbour() -> None:
    for number in (1010, 1110):
        x, y = hex_layout.centre(number)
        for cx, cy in hex_layout.corners(number):
            assert hex_layout.hex_at(x + (cx - x) * 0.98, y + (cy - y) * 0.98) == number
        for facing in range(6):
            dx, dy = hex_layout.bearing(facing)
            across = hex_layout.hex_at(x + dx * hex_layout.ROW * 0.52, y + dy * hex_layout.ROW * 0.52)
            assert across == hexes.neighbour(number, facing)


def test_a_point_beside_the_map_is_in_no_hex() -> None:
    assert hex_layout.hex_at(-30, 20, 20, 16) is None
    assert hex_layout.hex_at(*hex_layout.centre(2101), 20, 16) is None
    assert hex_layout.hex_at(*hex_layout.centre(117), 20, 16) is None


def test_the_point_under_the_cursor_stays_when_the_zoom_changes_inside_the_map() -> None:
    draw = random.Random(3)
    camera = Camera(VIEW, WORLD, zoom=1.0).centred_on((1400.0, 1100.0))
    for _ in range(60):
        pos = (40 + draw.random() * 1000, 60 + draw.random() * 700)
        before = camera.to_world(pos)
        closer = camera.zoomed_at(pos, draw.choice((1, 2, -1)))
        after = closer.to_screen(before)
        assert math.dist(after, pos) <= 1.0
        back = closer.to_world(closer.to_screen(before))
        assert math.dist(back, before) < 1e-6


def test_zooming_goes_through_fixed_steps_and_stops_at_the_ends() -> None:
    camera = Camera(VIEW, WORLD).fit_map()
    assert camera.zoom == camera.fit_zoom() == camera.steps()[0]
    seen = [camera.zoom]
    for _ in range(20):
        camera = camera.zoomed_at((500, 400), 1)
        seen.append(camera.zoom)
    assert sorted(set(seen)) == list(camera.steps())
    assert camera.zoomed_at((500, 400), -50).zoom == camera.fit_zoom()


def test_fitting_shows_every_corner_of_the_world() -> None:
    camera = Camera(VIEW, WORLD).fit_map()
    for x in (WORLD[0], WORLD[2]):
        for y in (WORLD[1], WORLD[3]):
            sx, sy = camera.to_screen((x, y))
            assert 39 <= sx <= 1041
            assert 59 <= sy <= 761


def test_the_chart_cannot_be_dragged_out_of_sight() -> None:
    for zoom in (0.3, 1.0, 2.0):
        for drag in ((9e5, 9e5), (-9e5, -9e5)):
            left, top, right, bottom = Camera(VIEW, WORLD, zoom=zoom).pan(*drag).visible()
            assert left < WORLD[2] and right > WORLD[0] and top < WORLD[3] and bottom > WORLD[1]


def test_resizing_keeps_the_middle_and_framing_shows_all_points() -> None:
    camera = Camera(VIEW, WORLD, zoom=1.0).centred_on((1400.0, 1100.0))
    smaller = camera.resize((0, 0, 640, 400))
    assert math.dist(smaller.to_world((320, 200)), (1400.0, 1100.0)) < 1.5
    points = [(300.0, 300.0), (900.0, 700.0)]
    framed = camera.framing(points, 50)
    for point in points:
        x, y = framed.to_screen(point)
        assert 40 <= x <= 1040
        assert 60 <= y <= 760


def test_an_island_has_one_coast_with_its_land_hexes_inside_and_the_sea_outside() -> None:
    sheet = island_sheet()
    (coast,) = [loop for loop in contours.coasts(sheet) if not loop.hole]
    for number, code in enumerate(sheet.terrain):
        if code:
            away = hexes.distance(number, 1008)
            if away != 2:
                assert _inside(coast.points, hex_layout.centre(number)) == (away < 2)


def test_depth_contours_lie_one_inside_the_other() -> None:
    loops = [loop for loop in contours.depth_loops(island_sheet()) if not loop.hole]
    assert [loop.level for loop in loops] == [0, 1, 2, 3]
    for outer, inner in zip(loops, loops[1:], strict=False):
        assert outer.area > inner.area
        assert all(_inside(outer.points, point) for point in inner.points[::5])


def test_a_drawn_coast_is_kept_and_runs_on_beyond_the_edge_of_the_map() -> None:
    corner = Outline(name="corner", points=((0, 0), (5000, 0), (5000, 4000), (0, 4000)))
    (coast,) = contours.coasts(island_sheet((corner,)))
    assert coast.box[0] < -hex_layout.COLUMN and coast.box[1] < -hex_layout.ROW
    assert coast.box[2] == pytest.approx(5 * hex_layout.COLUMN, abs=hex_layout.COLUMN)


def _inside(points: tuple[hex_layout.Point, ...], at: hex_layout.Point) -> bool:
    crossed = 0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            crossed += 1
    return crossed % 2 == 1
