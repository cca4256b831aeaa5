"""The table: drawing, models, names, motion, sizes and colours, from hand-made views."""

from __future__ import annotations

import pygame
import pytest

from game.boards.models import ModelSprites, base_size, drawn_length
from game.boards.overlay import Overlay
from game.boards.table_board import TableBoard
from game.boards.table_layout import Tabletop
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette
from rules.kernel import inches
from rules.kernel.view import Marker
from tests.game.table_views import (
    GROUND,
    HARUSAME,
    MIKASA,
    MINE,
    SIZE,
    board,
    busy_overlay,
    busy_view,
    frame_of,
    pixel,
    ship,
    view,
)

# Drawing


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_a_busy_table_drawn_again_or_by_a_fresh_board_is_the_same_picture(theme: Palette) -> None:
    made = board(busy_view(), theme, busy_overlay())
    for clicks in (0, 2, 5):
        made.fit()
        made.zoom_at((550, 360), clicks)
        first = frame_of(made)
        painted, pressed = made.chart.tiles_painted, made.fleet.models.pressed
        assert frame_of(made) == first
        assert (made.chart.tiles_painted, made.fleet.models.pressed) == (painted, pressed)
        fresh = board(busy_view(), theme, busy_overlay())
        fresh.zoom_at((550, 360), clicks)
        assert frame_of(fresh) == first


def test_panning_away_and_back_and_another_size_of_the_window_and_back_give_the_same_picture() -> None:
    made = board(busy_view(), DAY, busy_overlay())
    made.zoom_at((550, 360), 3)
    first = frame_of(made)
    made.pan(150, -90)
    assert frame_of(made) != first
    made.pan(-150, 90)
    assert frame_of(made) == first


def test_nothing_is_drawn_outside_the_rectangle_of_the_board() -> None:
    made = board(busy_view(), DAY, busy_overlay(), pygame.Rect(200, 100, 600, 400))
    for clicks in (0, 4):
        made.zoom_at((500, 300), clicks)
        surface = pygame.Surface(SIZE)
        surface.fill((1, 2, 3))
        made.draw(surface)
        around = [(100, 300), (199, 300), (800, 300), (1000, 300), (500, 99), (500, 500), (500, 700)]
        assert {tuple(surface.get_at(at))[:3] for at in around} == {(1, 2, 3)}


def test_rings_and_arcs_are_drawn_around_the_selected_ship_and_no_other() -> None:
    ring = Marker(kind="ring", places=(MINE,), value=100_000, side="jp", text="point-blank")
    plain = board(view(ship("japan", *MINE), ship("russia", 900_000, 500_000)))
    ringed = board(view(ship("japan", *MINE), ship("russia", 900_000, 500_000), markers=(ring,)))
    assert frame_of(ringed) == frame_of(plain)
    for made in (ringed, plain):
        made.set_overlay(Overlay(selected="russia"))
    assert frame_of(ringed) == frame_of(plain)
    for made in (ringed, plain):
        made.set_overlay(Overlay(selected="japan"))
    assert frame_of(ringed) != frame_of(plain)


def test_rings_and_arcs_lie_where_the_chosen_course_ends() -> None:
    x, y = MINE
    ahead = Marker(
        kind="arc", places=(MINE, (x, y - 50_000)), value=9, facing=0
    )  # as drawn for a ship that steers north
    made = board(view(ship("japan", x, y).but(facing=0), markers=(ahead,)))
    end = (x + 200_000, y + 100_000)
    made.set_overlay(Overlay(selected="japan", path=(MINE, end), facing=90))
    assert made.view is not None
    (there,) = made._visible_markers(made.view)
    assert there.places == (end, (end[0] + 50_000, end[1])) and there.facing == 90
    made.set_overlay(Overlay(selected="japan"))
    assert made._visible_markers(made.view) == (ahead,)


def test_a_ring_around_no_ship_is_always_drawn() -> None:
    ring = Marker(kind="ring", places=((500_000, 800_000),), value=100_000)
    ship_only = view(ship("japan", *MINE))
    assert frame_of(board(ship_only.but(markers=(ring,)))) != frame_of(board(ship_only))


def test_a_minefield_and_a_torpedo_wedge_tint_the_water_inside_and_not_beside_them() -> None:
    circle = Marker(kind="circle", places=((1_150_000, 300_000),), value=90_000, facing=1, side="ru")
    wedge = Marker(kind="wedge", places=inches.wedge((500_000, 700_000), 90, 40_000, 80_000, 240_000), side="jp")
    bare, marked = board(view()), board(view(markers=(circle, wedge)))
    for inside in ((1_150_000, 375_000), (600_000, 712_000)):
        assert pixel(marked, inside) != pixel(bare, inside)
    for outside in ((1_150_000, 395_000), (600_000, 745_000), (490_000, 700_000)):
        assert pixel(marked, outside) == pixel(bare, outside)


def test_a_course_shows_the_ship_where_it_ends_and_nothing_else_moves() -> None:
    made = board(view(ship("japan", *MINE)))
    made.set_overlay(Overlay(selected="japan"))
    made.frame([MINE], 3.0)
    before = pixel(made, (860_000, 560_000))
    made.set_overlay(Overlay(selected="japan", path=(MINE, (830_000, 500_000), (872_000, 572_000)), facing=135))
    assert pixel(made, (860_000, 560_000)) != before


# Models


def test_a_model_is_true_to_scale_where_that_can_be_read_and_never_shorter_than_forty_pixels() -> None:
    top = Tabletop(GROUND)
    assert top.model(MIKASA) / top.share == pytest.approx(432 * 304.8 / 3000 * 1000)
    assert drawn_length(ship("japan", 0, 0), 300.0, 1.0) == 300
    assert drawn_length(ship("japan", 0, 0, hull=HARUSAME), 5.0, 1.0) >= 40
    assert drawn_length(ship("japan", 0, 0, hull=HARUSAME), 5.0, 2.0) >= 80
    assert drawn_length(ship("japan", 0, 0), 5.0, 1.0) > drawn_length(ship("japan", 0, 0, hull=HARUSAME), 5.0, 1.0)


def test_a_battleship_does_not_look_like_a_destroyer_nor_stand_on_her_base() -> None:
    press = ModelSprites(board().inks, FontBook(), {"jp": (20, 40, 90), "ru": (120, 30, 30)})
    big, small = (press.model(ship("japan", 0, 0, hull=hull), 80) for hull in (MIKASA, HARUSAME))
    assert pygame.image.tobytes(big.picture, "RGBA") != pygame.image.tobytes(small.picture, "RGBA")
    assert base_size(ship("japan", 0, 0), 80)[1] > base_size(ship("japan", 0, 0, hull=HARUSAME), 80)[1]


def test_bases_of_the_two_sides_differ_in_shape_and_turn_with_the_heading() -> None:
    press = ModelSprites(board().inks, FontBook(), {"jp": (20, 40, 90), "ru": (120, 30, 30)})
    ours, theirs = press.base(ship("japan", 0, 0, 0), 80), press.base(ship("russia", 0, 0, 0), 80)
    assert (len(ours.corners), len(theirs.corners)) == (4, 8)
    bow = (ours.card[0][0] + ours.card[1][0]) / 2, (ours.card[0][1] + ours.card[1][1]) / 2
    assert bow[0] == pytest.approx(0) and bow[1] < -40
    east = press.base(ship("japan", 0, 0, 90), 80).card
    assert min(east[0][0], east[1][0]) > 40


def test_a_model_is_pressed_once_for_each_state_and_not_again_for_its_place_or_name() -> None:
    press = ModelSprites(board().inks, FontBook(), {"jp": (20, 40, 90)})
    first = press.model(ship("japan", 0, 0), 80)
    assert press.model(ship("japan", 5, 5, name="Other", bars=()), 80) is first
    assert press.model(ship("japan", 0, 0, 450), 80) is first
    assert press.model(ship("japan", 0, 0, hull=MIKASA.but(damage=2)), 80) is not first


# Names


def test_names_of_ships_in_line_and_beside_it_do_not_cover_each_other() -> None:
    made = board(busy_view(), rect=pygame.Rect(0, 0, 1436, 900))
    labels = made.fleet.visible_names(made.camera.zoom)
    assert len(labels) >= 10
    for one in labels:
        for other in labels:
            if one is not other:
                part = one.box.clip(other.box)
                assert part.width * part.height <= 0.3 * one.box.width * one.box.height


def test_the_selected_ship_has_a_name_even_in_a_crowd() -> None:
    crowd = [ship(f"jap{number}", 800_000 + 4_000 * number, 500_000) for number in range(30)]
    made = board(view(*crowd), overlay=Overlay(selected="jap17"))
    labels = made.fleet.visible_names(made.camera.zoom)
    assert "jap17" in {label.piece for label in labels}
    assert len(labels) < 30


def test_a_marker_without_a_name_has_no_label() -> None:
    made = board(view(ship("rumarker", *MINE, known=False, hulls=(), name="")))
    assert made.fleet.visible_names(made.camera.zoom) == []


# Motion


def test_a_ship_runs_along_her_way_and_is_where_the_view_says_at_the_end() -> None:
    made = board(view(ship("japan", 900_000, 600_000, 180)))
    still = frame_of(made)
    long = made.animate([("japan", (MINE, (900_000, 500_000), (900_000, 600_000)), 900)])
    assert long == 900
    assert made.animating(899) and not made.animating(900)
    assert len({frame_of(made, t) for t in (0, 300, 600, 900)}) == 4
    assert frame_of(made, 900) == still
    made.skip()
    assert frame_of(made, 300) == still


def test_shells_and_splashes_are_as_large_at_every_zoom() -> None:
    made = board(view(ship("japan", *MINE)))
    for _ in range(2):
        still = frame_of(made)
        made.animate([("japan", (MINE,), 1)])
        assert frame_of(made, 5) == still
        made.zoom_at((550, 360), 2)


# Sizes and colours


def test_another_palette_and_another_scale_are_drawn_at_once_and_back_again() -> None:
    made = board(busy_view(), DAY)
    first = frame_of(made)
    made.set_theme(NIGHT)
    made.set_view(busy_view())
    night = frame_of(made)
    made.set_ui_scale(1.5)
    assert len({first, night, frame_of(made)}) == 3
    made.set_ui_scale(1.0)
    made.set_theme(DAY)
    made.set_view(busy_view())
    assert frame_of(made) == first


def test_the_scale_of_the_ground_is_told_and_without_one_the_size_of_the_table() -> None:
    assert board().scale_words == "1 nautical mile = 330 mm"
    assert TableBoard(GROUND.but(scale=""), DAY, FontBook()).scale_words == "table 1600 by 1000 mm"
