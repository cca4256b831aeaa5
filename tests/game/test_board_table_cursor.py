"""The table: what is under the cursor, and the glass over ends too close to choose from."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest

from game.boards.overlay import Overlay
from game.boards.table_board import SNAP
from game.boards.table_layout import bearing, degrees
from rules.kernel import inches
from rules.kernel.view import Place
from tests.game.table_views import CENTRE, MINE, SIZE, board, frame_of, ship, view

# The cursor


def test_what_is_under_the_cursor_is_the_ship_or_the_place_to_the_millimetre() -> None:
    made = board()
    x, y = made.screen_of(MINE)
    assert made.hit((x, y)).piece == "japan"
    assert made.hit((x, y)).place == MINE
    far = made.hit((x - 200, y + 100))
    assert far.piece is None
    assert far.place is not None
    assert all(value % 1000 == 0 for value in far.place)
    assert math.dist(made.screen_of(far.place), (x - 200, y + 100)) < 2
    assert made.hit((-5, 10)).place is None


def test_the_name_of_a_ship_stands_for_her() -> None:
    made = board()
    (label,) = made.fleet.visible_names(made.camera.zoom)
    x, y = label.box.center
    assert made.hit((x - made.camera.scroll[0], y - made.camera.scroll[1])).piece == "japan"


def test_a_ship_that_is_hidden_is_not_under_the_cursor() -> None:
    made = board()
    made.hide_counters = True
    assert made.hit(made.screen_of(MINE)).piece is None


def test_near_ends_that_are_lit_the_cursor_means_the_nearest_of_them() -> None:
    ends = tuple(inches.move(MINE, turn, 60_000) for turn in (45, 90, 135))
    made = board(overlay=Overlay(selected="japan", reachable=ends))
    for end in ends:
        x, y = made.screen_of(end)
        assert made.hit((x + 3, y - 4)).place == end
    x, y = made.screen_of(ends[1])
    assert made.hit((x + SNAP + 4, y)).place not in ends


def test_over_another_ship_an_end_is_meant_only_when_the_cursor_is_on_it() -> None:
    end = (900_000, 510_000)
    made = board(
        view(ship("japan", *MINE), ship("jother", 900_000, 500_000)),
        overlay=Overlay(selected="japan", reachable=(end,)),
    )
    made.frame([MINE, end], 2.0)
    x, y = made.screen_of(end)
    assert made.hit((x, y)).place == end
    across, down = made.screen_of((900_000, 500_000))
    assert made.hit((across - 20, down)).piece == "jother"


def test_a_ship_that_can_be_aimed_at_comes_before_any_end() -> None:
    made = board(
        view(ship("japan", *MINE), ship("russia", 900_000, 500_000)),
        overlay=Overlay(selected="japan", reachable=((900_000, 500_000),), targets=((900_000, 500_000),)),
    )
    assert made.hit(made.screen_of((900_000, 500_000))).piece == "russia"


def test_the_small_map_tells_the_place_it_shows() -> None:
    made = board()
    made.zoom_at((550, 360), 4)
    frame_of(made)
    box = made.corners.box("minimap")
    assert box is not None
    hit = made.hit(box.center)
    assert hit.minimap
    assert hit.place is not None
    assert math.dist(hit.place, CENTRE) < 60_000


def test_the_facing_towards_a_point_is_in_degrees_clockwise_from_north() -> None:
    made = board()
    x, y = made.screen_of(MINE)
    points = ((0, -50), (50, -50), (50, 0), (0, 50), (-50, 0))
    assert [made.facing_to(MINE, (x + dx, y + dy)) for dx, dy in points] == [0, 45, 90, 180, 270]
    assert made.facing_to(MINE, (x + 1, y)) is None


def test_headings_and_steps_answer_each_other() -> None:
    assert [degrees(*bearing(turn)) for turn in range(360)] == list(range(360))


def test_the_keyboard_cursor_goes_from_end_to_end_that_is_lit_and_else_a_little_way() -> None:
    ends = ((900_000, 500_000), (850_000, 460_000), (850_000, 540_000))
    made = board(overlay=Overlay(selected="japan", reachable=ends))
    assert made.step(ends[0], "left") in ends
    assert made.step(ends[2], "up") == ends[1]
    on = made.step(ends[0], "right")
    assert on not in ends
    assert on[0] > ends[0][0] and on[1] == ends[0][1]
    made.set_overlay(Overlay())
    assert made.step((0, 0), "left") == (0, 0)
    assert made.step((1_600_000, 1_000_000), "down") == (1_600_000, 1_000_000)
    assert made.first_place == CENTRE


def test_the_mark_under_the_cursor_is_a_ring_on_water_and_the_base_of_a_ship() -> None:
    made = board()
    assert len(made.outline_of(MINE)) == 4
    assert len(made.outline_of((100_000, 800_000))) > 8


# The glass


def close_ends() -> tuple[Place, ...]:
    return tuple(inches.move(MINE, turn, run) for turn in range(45, 136, 15) for run in range(10_000, 50_000, 6_000))


def test_ends_too_close_to_choose_from_are_shown_in_a_glass_beside_the_ship() -> None:
    made = board(overlay=Overlay(selected="japan", reachable=close_ends()))
    frame_of(made)
    glass = made.glass
    assert glass is not None
    assert made.rect.contains(glass.rect)
    assert not glass.rect.collidepoint(made.screen_of(MINE))
    assert glass.camera.zoom > 1.2 * made.camera.zoom
    for end in close_ends():
        assert glass.holds(glass.camera.to_screen(made.top.world(end)))


def test_in_the_glass_the_cursor_means_the_end_that_is_nearest_there() -> None:
    made = board(overlay=Overlay(selected="japan", reachable=close_ends()))
    assert made.glass is not None
    for end in close_ends():
        x, y = made.glass.camera.to_screen(made.top.world(end))
        assert made.hit((x + 1, y - 1)).place == end
        assert made.facing_to(end, (x + 30, y)) == 90
        assert made.outline_of(end)[0] == pytest.approx((x, y - 9))


def test_there_is_no_glass_where_the_ends_can_be_told_apart_or_nothing_is_to_be_chosen() -> None:
    made = board(overlay=Overlay(selected="japan", reachable=close_ends()))
    assert made.glass is not None
    made.zoom_at(made.screen_of(MINE), 9)
    assert made.glass is None
    made.fit()
    made.set_overlay(Overlay(selected="japan", reachable=close_ends()[:4]))
    assert made.glass is None
    made.set_overlay(Overlay(selected="japan"))
    assert made.glass is None


def test_a_course_chosen_is_seen_in_the_glass_too() -> None:
    plain = Overlay(selected="japan", reachable=close_ends())
    made = board(overlay=plain)
    without = frame_of(made)
    made.set_overlay(replace(plain, path=(MINE, close_ends()[-1]), facing=135))
    surface = pygame.Surface(SIZE)
    made.draw(surface)
    assert made.glass is not None
    x, y = made.glass.camera.to_screen(made.top.world(close_ends()[-1]))
    before = without[3 * (round(y) * SIZE[0] + round(x)) :][:3]
    assert tuple(before) != tuple(surface.get_at((round(x), round(y))))[:3]
