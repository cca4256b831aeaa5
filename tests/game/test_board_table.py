"""The table: models, names, what is under the cursor, courses, rings and sight lines, from hand-made views."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest

from game.boards import table_waters
from game.boards.models import ModelPress, base_size, drawn_length
from game.boards.overlay import Overlay, SightLine
from game.boards.table_board import SNAP, TableBoard
from game.boards.table_layout import Tabletop, bearing, degrees
from game.boards.table_overlay import break_point
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette
from rules.kernel import inches
from rules.kernel.view import Badge, Bar, Ground, Hull, Marker, Piece, Place, Prompt, Score, View

SIZE = (1100, 720)
MIKASA = Hull(name="Mikasa", type="BB", length_ft=432, beam_ft=76, turrets=((200, 2), (800, 2)), funnels=(440, 540))
HARUSAME = Hull(
    name="Harusame", type="DD", length_ft=227, beam_ft=22, turrets=((130, 1), (900, 1)), funnels=(330, 400, 520, 590),
    tubes=(680, 880),
)  # fmt: skip
ISLAND = ((300_000, 250_000), (380_000, 260_000), (390_000, 340_000), (310_000, 350_000))
GROUND = Ground(
    kind="table",
    size=(1_600_000, 1_000_000),
    unit="mm",
    scale="1 nautical mile = 330 mm",
    outlines=(("Round Island", ISLAND),),
    labels=(("Yellow Sea", (1_200_000, 200_000)),),
)
MINE = (800_000, 500_000)  # where the first ship stands
CENTRE = (1_600_000 // 2, 1_000_000 // 2)


def ship(id: str, x: int, y: int, facing: int = 90, hull: Hull = MIKASA, **more: object) -> Piece:
    side = "ru" if id.startswith("r") else "jp"
    plain = Piece(
        id=id, side=side, name=id.capitalize(), at=(x, y), facing=facing, hulls=(hull,), bars=(Bar("Speed", 5, 8),)
    )
    return plain.but(**more)


def view(*pieces: Piece, markers: tuple[Marker, ...] = ()) -> View:
    return View(
        side="", turn=1, turns=10, clock="", phases=(), pieces=pieces, markers=markers, ground=GROUND,
        prompt=Prompt(side="jp", title="", text="", rule=""),
        scores=(Score("jp", "Japan", 0, ()), Score("ru", "Russia", 0, ())),
    )  # fmt: skip


def busy_view() -> View:
    fire, rudder = Badge("fire", "F", ""), Badge("rudder", "R", "")
    line = [ship(f"jap{number}", 800_000 - 70_000 * number, 500_000, badges=(fire,)) for number in range(5)]
    foes = [ship(f"rus{number}", 1_000_000, 400_000 + 80_000 * number, 340, ready=True) for number in range(4)]
    odd = [
        ship("ruflotilla", 1_200_000, 300_000, hulls=(HARUSAME, HARUSAME, HARUSAME.but(damage=4))),
        ship("rumarker", 1_300_000, 500_000, known=False, hulls=(), name=""),
        ship("rughost", 1_300_000, 620_000, ghost=True, badges=(rudder, fire, rudder, fire, rudder)),
        ship("jaburning", 600_000, 700_000, 200, MIKASA.but(damage=3, fire=True)),
    ]
    wedge = inches.wedge((860_000, 560_000), 60, 20_000, 40_000, 120_000)
    edge = ((1_600_000, 200_000), (1_600_000, 500_000))
    markers = [
        Marker(kind="wedge", places=wedge, value=4, side="jp", text="running"),
        Marker(kind="wedge", places=wedge[:3], value=1, side="ru"),
        Marker(kind="circle", places=((1_150_000, 200_000),), value=90_000, facing=20, side="ru", text="Minefield"),
        Marker(kind="wake", places=((700_000, 560_000), (760_000, 520_000), MINE), side="jp"),
        Marker(kind="smoke", places=((500_000, 300_000), (540_000, 310_000)), value=30_000, text="7"),
        Marker(kind="exit", places=edge, facing=90, side="ru", text="Away"),
        Marker(kind="objective", places=((300_000, 800_000),), value=40_000, text="Rendezvous"),
        Marker(kind="torpedo", places=((900_000, 800_000), (950_000, 850_000)), value=2, side="jp"),
        Marker(kind="line", places=((100_000, 100_000), (200_000, 900_000)), text="limit"),
        Marker(kind="cone", places=(MINE, (900_000, 400_000)), side="jp"),
        Marker(kind="wedge", places=()),
    ]
    markers += [Marker(kind="ring", places=(MINE,), value=reach, side="jp", text="x") for reach in (100_000, 2_400_000)]
    markers += [
        Marker(
            kind="arc", places=(MINE, (800_000, 600_000), (700_000, 500_000)), value=150_000, side="jp", text="side"
        ),
        Marker(kind="arc", places=(MINE,), facing=90, value=80_000, side="jp"),
        Marker(kind="arc", places=(MINE, (900_000, 500_000)), value=2_400_000, side="jp"),
    ]
    return view(*line, *foes, *odd, markers=tuple(markers))


def busy_overlay() -> Overlay:
    path = (MINE, (815_000, 500_000), (836_000, 521_000))
    sight = SightLine(MINE, (200_000, 200_000), ((0,),), (), "Sight blocked: land", "QF-RNG-1")
    ends = tuple(inches.move(MINE, turn, 40_000) for turn in range(30, 160, 15))
    return Overlay(
        selected="jap0", reachable=ends, targets=((1_000_000, 400_000), (1_000_000, 480_000)),
        target=(1_000_000, 480_000), path=path, facing=135, hover=ends[0], marked=(ends[1],), sight=sight,
    )  # fmt: skip


def board(
    shown: View | None = None, theme: Palette = DAY, overlay: Overlay | None = None, rect: pygame.Rect | None = None
) -> TableBoard:
    made = TableBoard(GROUND, theme, FontBook())
    made.set_title("Off Round Island", "10 August 1904", GROUND.scale)
    made.resize(rect or pygame.Rect((0, 0), SIZE))
    made.set_view(shown or view(ship("japan", *MINE)))
    if overlay is not None:
        made.set_overlay(overlay)
    return made


def frame_of(made: TableBoard, t: int | None = None) -> bytes:
    surface = pygame.Surface(SIZE)
    made.draw(surface, t)
    return pygame.image.tobytes(surface, "RGB")


def pixel(made: TableBoard, place: Place) -> tuple[int, int, int]:
    surface = pygame.Surface(SIZE)
    made.draw(surface)
    x, y = made.screen_of(place)
    return tuple(surface.get_at((round(x), round(y))))[:3]  # type: ignore[return-value]


# Drawing


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_a_busy_table_drawn_again_or_by_a_fresh_board_is_the_same_picture(theme: Palette) -> None:
    made = board(busy_view(), theme, busy_overlay())
    for clicks in (0, 2, 5):
        made.fit()
        made.zoom_at((550, 360), clicks)
        first = frame_of(made)
        painted, pressed = made.chart.painted, made.fleet.models.pressed
        assert frame_of(made) == first
        assert (made.chart.painted, made.fleet.models.pressed) == (painted, pressed)
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
    press = ModelPress(board().inks, FontBook(), {"jp": (20, 40, 90), "ru": (120, 30, 30)})
    big, small = (press.model(ship("japan", 0, 0, hull=hull), 80) for hull in (MIKASA, HARUSAME))
    assert pygame.image.tobytes(big.picture, "RGBA") != pygame.image.tobytes(small.picture, "RGBA")
    assert base_size(ship("japan", 0, 0), 80)[1] > base_size(ship("japan", 0, 0, hull=HARUSAME), 80)[1]


def test_bases_of_the_two_sides_differ_in_shape_and_turn_with_the_heading() -> None:
    press = ModelPress(board().inks, FontBook(), {"jp": (20, 40, 90), "ru": (120, 30, 30)})
    ours, theirs = press.base(ship("japan", 0, 0, 0), 80), press.base(ship("russia", 0, 0, 0), 80)
    assert (len(ours.corners), len(theirs.corners)) == (4, 8)
    bow = (ours.card[0][0] + ours.card[1][0]) / 2, (ours.card[0][1] + ours.card[1][1]) / 2
    assert bow[0] == pytest.approx(0) and bow[1] < -40
    east = press.base(ship("japan", 0, 0, 90), 80).card
    assert min(east[0][0], east[1][0]) > 40


def test_a_model_is_pressed_once_for_each_state_and_not_again_for_its_place_or_name() -> None:
    press = ModelPress(board().inks, FontBook(), {"jp": (20, 40, 90)})
    first = press.model(ship("japan", 0, 0), 80)
    assert press.model(ship("japan", 5, 5, name="Other", bars=()), 80) is first
    assert press.model(ship("japan", 0, 0, 450), 80) is first
    assert press.model(ship("japan", 0, 0, hull=MIKASA.but(damage=2)), 80) is not first


# Names


def test_names_of_ships_in_line_and_beside_it_do_not_cover_each_other() -> None:
    made = board(busy_view(), rect=pygame.Rect(0, 0, 1436, 900))
    labels = made.fleet.named(made.camera.zoom)
    assert len(labels) >= 10
    for one in labels:
        for other in labels:
            if one is not other:
                part = one.box.clip(other.box)
                assert part.width * part.height <= 0.3 * one.box.width * one.box.height


def test_the_selected_ship_has_a_name_even_in_a_crowd() -> None:
    crowd = [ship(f"jap{number}", 800_000 + 4_000 * number, 500_000) for number in range(30)]
    made = board(view(*crowd), overlay=Overlay(selected="jap17"))
    labels = made.fleet.named(made.camera.zoom)
    assert "jap17" in {label.piece for label in labels}
    assert len(labels) < 30


def test_a_marker_without_a_name_has_no_label() -> None:
    made = board(view(ship("rumarker", *MINE, known=False, hulls=(), name="")))
    assert made.fleet.named(made.camera.zoom) == []


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
    (label,) = made.fleet.named(made.camera.zoom)
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


# Sight, land and water


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


def test_no_depth_is_printed_ashore_and_the_water_shoals_towards_land() -> None:
    top = Tabletop(GROUND)
    polygon = tuple((round(x), round(y)) for x, y in (top.world(corner) for corner in ISLAND))
    middle = top.world((345_000, 300_000))
    near: list[int] = []
    far: list[int] = []
    for (x, y), fathoms, _ in table_waters.soundings(GROUND):
        assert not inches.point_in_polygon((round(x), round(y)), polygon)
        (near if math.dist((x, y), middle) < 220 else far).append(fathoms)
    assert near and sum(near) / len(near) < 0.8 * sum(far) / len(far)


def test_the_same_table_has_the_same_water_every_time() -> None:
    fresh = GROUND.but(labels=())
    assert table_waters.soundings(fresh) == table_waters.soundings(GROUND)
    assert table_waters.waters(fresh) == table_waters.waters(GROUND)


def test_a_table_in_inches_counts_in_inches() -> None:
    top = Tabletop(Ground(kind="table", size=(72_000, 48_000), unit="inch"))
    assert top.steps() == (1_000, 12_000)
    assert Tabletop(Ground(kind="table", size=(36_000, 24_000), unit="inch")).steps() == (1_000, 6_000)
    assert top.held((1_030, 99_000)) == (1_000, 48_000)
    assert top.model(MIKASA) / top.share == pytest.approx(432 * 12 / 3000 * 1000)


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
