"""The board of range bands.

Places, lanes, islands, what is under the cursor, and that cached pictures equal fresh ones.
"""

from __future__ import annotations

import math
from itertools import combinations

import pygame
import pytest

from game.boards import ashore, band_land, band_sky
from game.boards.animation import Motion
from game.boards.band_board import BandBoard
from game.boards.band_layout import BandLayout
from game.boards.band_overlay import break_point
from game.boards.board import Board
from game.boards.board_factory import make_board
from game.boards.flags import flag
from game.boards.layout import Point
from game.boards.overlay import Overlay, SightLine
from game.hud.game_history import view_at
from game.hud.track_chart import tracks_of
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette
from rules.kernel.view import Badge, Ground, Hull, Marker, Piece, Place, Prompt, Score, View
from tests.pictures import whole

SIZE = (900, 600)
CRUISER = Hull(
    name="Chokai", type="CA", length_ft=650, beam_ft=62, turrets=((180, 2), (250, 2), (320, 2), (700, 2), (780, 2)),
    funnels=(430, 500), tubes=(560,),
)  # fmt: skip
FIELD = Hull(name="Henderson Field", type="LAND", length_ft=3800, beam_ft=150)
BATTERY = Hull(name="Gun battery", type="LAND", length_ft=100, beam_ft=100)
GROUND = Ground(kind="bands", size=(10,), unit="band", scale="1 band = 2,000 yards", ends=("USN", "IJN"))
SAVO = Marker(kind="island", places=((5,),), text="Savo Island")
GUADALCANAL = Marker(kind="guadalcanal", places=((1,),), text="Guadalcanal")


def piece(id: str, at: Place, **more: object) -> Piece:
    side = "IJN" if id.startswith("i") else "USN"
    plain = Piece(id=id, side=side, name=id.upper(), at=at, hulls=(CRUISER,), facing=int(side == "IJN"))
    return plain.but(**more)


def busy_view(*markers: Marker) -> View:
    badges = tuple(Badge(kind, kind[0].upper(), "") for kind in ("smoke", "fire", "radar", "flood", "evading"))
    pieces = (
        piece("u1", (3, 0), badges=badges, ready=True),
        piece("u2", (3, 1), hulls=(CRUISER, CRUISER.but(damage=4), CRUISER.but(damage=2, fire=True))),
        piece("u3", (4, 2)),
        piece("u4", (1, 0), hulls=(FIELD,)),
        piece("i1", (7, -1)),
        piece("i2", (7, -2), known=False, hulls=()),
        piece("i3", (9, -3), ghost=True),
    )
    return View(
        side="", turn=1, turns=10, clock="01:48", phases=(), pieces=pieces, markers=markers or every_marker(),
        prompt=Prompt(side="USN", title="", text="", rule=""), ground=GROUND,
        scores=(Score("USN", "United States", 0, ()), Score("IJN", "Japan", 0, ())),
        conditions=(("Visibility", "C: Moonlit night", ""),),
    )  # fmt: skip


def every_marker() -> tuple[Marker, ...]:
    kinds = ("torpedo", "wake", "cone", "arc", "ring", "circle", "line", "smoke")
    found = [Marker(kind=kind, places=((4, 2), (7, -1)), side="USN", value=1, text=kind) for kind in kinds]
    ends = Marker(kind="exit", places=((0,), (11,)), side="IJN", text="2 points")
    return (*found, SAVO, GUADALCANAL, ends, Marker(kind="objective", places=((1,),), side="IJN", text="20 points"))


def busy_overlay() -> Overlay:
    line = SightLine((7, -1), (3, 0), ((5,),), (), "Sight blocked: Savo Island in band 5", "NoF-LOS-3")
    return Overlay(
        selected="u1", reachable=((2, 0), (4, 0), (11, 0)), targets=((7, -1), (9, -3)), target=(7, -1),
        path=((3, 0), (4, 0)), hover=(3, 1), marked=((6, -1),), sight=line,
    )  # fmt: skip


def board(theme: Palette = NIGHT, rect: tuple[int, int, int, int] = (0, 0, *SIZE)) -> BandBoard:
    made = BandBoard(GROUND, theme, FontBook())
    made.set_title("Savo Island", "9 August 1942 · 01:43", "1 band = 2,000 yards")
    made.resize(pygame.Rect(rect))
    made.set_view(busy_view())
    made.set_overlay(busy_overlay())
    return made


def frame_of(made: Board, t: int | None = None, size: tuple[int, int] = SIZE) -> bytes:
    surface = pygame.Surface(size)
    made.draw(surface, t)
    return pygame.image.tobytes(surface, "RGB")


def inside(points: tuple[Point, ...], at: Point) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


LAYOUTS = [
    BandLayout(size, 10, above, below, islands, ui)
    for size in ((500, 310), (880, 600), (1400, 950), (2900, 1900))
    for above, below in ((3, 3), (2, 5), (7, 3))
    for islands, ui in ((False, 1.0), (True, 1.0), (True, 1.75))
]


@pytest.mark.parametrize("lay", LAYOUTS, ids=str)
def test_the_middle_of_every_berth_lies_in_that_berth(lay: BandLayout) -> None:
    for band in range(12):
        for lane in range(-lay.above, lay.below):
            assert lay.place_at(lay.centre((band, lane))) == (band, lane)


@pytest.mark.parametrize("lay", LAYOUTS, ids=str)
def test_no_two_berths_overlap_and_each_side_keeps_to_its_own_half(lay: BandLayout) -> None:
    cells = {(5, lane): lay.cell((5, lane)) for lane in range(-lay.above, lay.below)}
    for one, other in combinations(cells.values(), 2):
        assert one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01
    for (_, lane), (_, top, _, bottom) in cells.items():
        assert top >= lay.middle if lane >= 0 else bottom <= lay.middle
        assert lay.horizon < top and bottom <= lay.shore + 0.01
    left, _, right, _ = lay.cell((5, 0))
    assert lay.counter < right - left


def test_bands_follow_one_another_and_the_waters_beyond_the_ends_close_the_row() -> None:
    lay = BandLayout((900, 600))
    boxes = [lay.band_box(band) for band in range(12)]
    assert boxes[0][0] == 0
    assert boxes[-1][2] == lay.size[0]
    for one, other in zip(boxes, boxes[1:], strict=False):
        assert math.isclose(one[2], other[0])
    assert lay.place_at((lay.size[0] / 2, lay.horizon - 2)) is None
    assert lay.place_at((-5, lay.middle)) is None


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_a_busy_board_drawn_again_or_by_a_fresh_board_is_the_same_picture(theme: Palette) -> None:
    made = board(theme)
    for zoom in (0, 1):
        made.fit()
        made.zoom_at((450, 300), zoom)
        first = frame_of(made)
        painted, pressed = made.chart.tiles_painted, made.counters.pressed
        assert frame_of(made) == first
        assert (made.chart.tiles_painted, made.counters.pressed) == (painted, pressed)
        fresh = board(theme)
        fresh.zoom_at((450, 300), zoom)
        assert frame_of(fresh) == first


def test_a_move_does_not_paint_the_chart_anew_and_another_weather_does() -> None:
    made = board()
    frame_of(made)
    chart, view = made.chart, busy_view()
    made.set_view(view.but(pieces=(view.pieces[0].but(at=(4, 0)), *view.pieces[1:])))
    assert made.chart is chart
    made.set_view(view.but(conditions=(("Visibility", "Q: Squalls, no moon", ""),)))
    assert made.chart is not chart


def test_themes_give_different_pictures_and_a_theme_can_be_changed_and_changed_back() -> None:
    made = board(NIGHT)
    night = frame_of(made)
    made.set_theme(DAY)
    day = frame_of(made)
    assert day != night
    assert day == frame_of(board(DAY))


def test_the_chart_is_seen_whole_until_it_is_zoomed_and_cannot_be_dragged_away() -> None:
    made = board()
    whole = frame_of(made)
    made.pan(50, 30)
    made.frame([(3, 0), (4, 0)])
    assert frame_of(made) == whole
    made.zoom_at((450, 300), 2)
    assert frame_of(made) != whole
    made.fit()
    assert frame_of(made) == whole


@pytest.mark.parametrize("zoom", [0, 1, 3])
def test_every_counter_is_hit_at_its_middle_and_open_water_at_its_berth(zoom: int) -> None:
    made = board()
    made.corners.show_minimap = False
    made.set_overlay(Overlay())
    made.zoom_at((450, 300), zoom)
    for found in busy_view().pieces:
        at = made.screen_of(found.at)
        if made.rect.collidepoint(at):
            assert (made.hit(at).piece, made.hit(at).place) == (found.id, found.at)
    at = made.screen_of((5, 0))
    assert made.hit(at).place == (5, 0)
    assert made.hit(at).piece is None


def test_a_hidden_counter_is_not_hit_and_its_berth_is() -> None:
    made = board()
    made.set_overlay(Overlay())
    made.hide_counters = True
    hit = made.hit(made.screen_of((7, -1)))
    assert (hit.place, hit.piece) == ((7, -1), None)


def test_anywhere_on_the_open_water_of_a_lit_band_means_its_lit_berth() -> None:
    made = board()
    for lane in (-3, -1, 1, 2):
        assert made.hit(made.screen_of((2, lane))).place == (2, 0)
    assert made.hit(made.screen_of((4, 2))).piece == "u3", "a counter there can still be clicked"
    assert made.hit(made.screen_of((8, 1))).place == (8, 1)


def test_the_waters_beyond_an_end_can_be_clicked_to_leave_the_chart() -> None:
    made = board()
    assert made.hit(made.screen_of((11, -2))).place == (11, 0)
    made.set_overlay(Overlay())
    assert made.hit(made.screen_of((0, 1))).place == (0, 1)


def test_the_sky_and_points_outside_the_board_hit_nothing() -> None:
    made = board(rect=(100, 100, 800, 500))
    assert made.hit((20, 20)).place is None
    assert made.hit((880, 120)).place is None


def test_the_outline_of_a_lit_band_holds_its_whole_column_and_that_of_a_berth_its_counter() -> None:
    made = board()
    column, berth = made.outline_of((2, 0)), made.outline_of((8, 1))
    assert max(y for _, y in column) - min(y for _, y in column) > 300
    assert max(y for _, y in berth) - min(y for _, y in berth) < made.counter_side() + 10
    for corners, place in ((column, (2, 1)), (berth, (8, 1))):
        assert inside(tuple(corners), made.screen_of(place))


def test_the_keyboard_cursor_walks_through_bands_and_lanes_and_finds_the_lit_berth() -> None:
    made = board()
    assert made.step((3, -1), "right") == (4, 0), "the lit berth comes first"
    assert made.step((5, -1), "right") == (6, -1)
    assert made.step((5, 0), "up") == (5, -1)
    assert made.step((5, made.lay.below - 1), "down") == (5, made.lay.below - 1)
    here: Place = made.first_place
    for _ in range(20):
        here = made.step(here, "left")
    assert here[0] == 0
    assert made.facing_to((3, 0), (10, 10)) is None


def test_a_crowded_band_gets_more_lanes_and_every_counter_can_still_be_hit() -> None:
    made = board()
    usual = made.lay.counter
    crowd = tuple(piece(f"i{lane}", (6, -1 - lane)) for lane in range(7))
    made.set_view(busy_view().but(pieces=crowd))
    made.set_overlay(Overlay())
    assert made.lay.counter < usual
    assert {made.hit(made.screen_of(found.at)).piece for found in crowd} == {found.id for found in crowd}


def test_in_the_smallest_window_a_counter_is_64_pixels_long_and_keeps_to_its_band() -> None:
    lay = BandLayout((946, 436))  # what the board has of 1280 by 720
    assert lay.counter_wide >= 64
    left, _, right, _ = lay.band_box(4)
    assert lay.counter_wide + 8 <= right - left
    made = board()
    made.set_overlay(Overlay())
    at = next(found.at for found in made.pieces if found.known)
    x, y = made.screen_of(at)
    reach = made.counter_width() / 2 - 2
    ends = {made.hit((x - reach, y)).piece, made.hit((x + reach, y)).piece}
    assert len(ends) == 1 and None not in ends


def test_counters_of_one_berth_are_fanned_out_with_the_selected_in_front() -> None:
    made = board()
    made.set_view(busy_view().but(pieces=(piece("u1", (5, 0)), piece("u2", (5, 0)))))
    made.set_overlay(Overlay(selected="u2"))
    x, y = made.screen_of((5, 0))
    side = made.counter_side()
    found = {made.hit((x + dx, y + dy)).piece for dx in range(-side, side, 3) for dy in range(-side, side, 3)}
    assert {"u1", "u2"} <= found
    assert made.hit((x, y)).piece == "u2"


def test_an_island_lies_in_its_own_band_between_the_two_halves() -> None:
    made = board()
    left, top, right, bottom = made.lay.cell((5,))
    for x, y in made.scenery.coast("Savo Island", 5):
        assert left <= x <= right
        assert top <= y <= bottom


def test_a_target_ashore_stands_on_the_coast_that_closes_its_end_and_the_sea_beside_it_is_open() -> None:
    made = board()
    coast = made.scenery.coast("Guadalcanal", 1)
    assert inside(coast, made.lay.centre((1, 0)))
    for place in ((2, 0), (3, 1), (1, -3)):
        assert not inside(coast, made.lay.centre(place))
    assert made.scenery.closed_bands == {0}


def test_a_target_ashore_is_drawn_as_what_it_is() -> None:
    pictures = [pygame.image.tobytes(ashore.picture(hull, (60, 48)), "RGBA") for hull in (FIELD, BATTERY)]
    assert pictures[0] != pictures[1]
    hurt = ashore.picture(FIELD.but(damage=3), (60, 48))
    assert pygame.image.tobytes(hurt, "RGBA") != pictures[0]
    assert ashore.is_land(piece("u4", (1, 0), hulls=(FIELD,)))
    assert not ashore.is_land(piece("u1", (1, 0)))


def test_a_line_of_sight_is_cut_at_the_island_that_stops_it() -> None:
    lay = BandLayout((900, 600), islands=True)
    left, _, right, _ = lay.band_box(5)
    for start, end in (((7, -1), (3, 0)), ((2, 1), (8, -2))):
        stop = break_point(lay, SightLine(start, end, ((5,),)))
        assert stop is not None
        assert left < stop[0] < right
        (ax, ay), (bx, by) = lay.centre(start), lay.centre(end)
        assert math.isclose((stop[0] - ax) * (by - ay), (stop[1] - ay) * (bx - ax), abs_tol=0.1)
    assert break_point(lay, SightLine((7, -1), (3, 0))) is None


@pytest.mark.parametrize("marker", every_marker(), ids=lambda marker: marker.kind)
def test_every_kind_of_marker_shows_on_the_chart(marker: Marker) -> None:
    bare, shown = board(), board()
    line = Marker(kind="line", places=((10, 2),))
    bare.set_view(busy_view(line))
    shown.set_view(busy_view(line, marker))
    assert frame_of(bare) != frame_of(shown)


@pytest.mark.parametrize(
    ("words", "weather"),
    [
        ("C: Moonlit night", "moon"),
        ("N: Starlit night", "stars"),
        ("D: Dark night", "dark"),
        ("Q: Squalls, no moon", "squalls"),
        ("day, clear", "day"),
        ("", "dark"),
    ],
)
def test_the_sky_is_painted_from_the_words_of_the_visibility(words: str, weather: str) -> None:
    assert band_sky.weather_of(words) == weather


def test_every_weather_has_a_sky_of_its_own() -> None:
    hills = band_sky.hills_of([("Savo Island", 0.5, 0.08)])
    pictures = {pygame.image.tobytes(band_sky.sky((300, 60), weather, hills), "RGB") for weather in band_sky.WEATHERS}
    assert len(pictures) == len(band_sky.WEATHERS)


def test_each_end_flies_the_flag_of_its_side() -> None:
    ours, theirs, unknown = (pygame.image.tobytes(flag(side, 60), "RGBA") for side in ("USN", "IJN", "?"))
    assert len({ours, theirs, unknown}) == 3


def test_florida_and_savo_are_different_islands() -> None:
    lay = BandLayout((900, 600), islands=True)
    assert band_land.outline(lay, "Savo Island", 5, ()) != band_land.outline(lay, "Florida Island", 5, ())


def test_a_board_draws_only_in_its_own_rectangle() -> None:
    made = board(rect=(100, 80, 500, 400))
    surface = pygame.Surface(SIZE)
    surface.fill((255, 0, 255))
    made.draw(surface)
    for at in ((99, 200), (300, 79), (600, 200), (300, 480)):
        assert surface.get_at(at)[:3] == (255, 0, 255)
    assert surface.get_clip() == surface.get_rect()


def test_a_sliding_counter_leaves_its_first_band_and_ends_where_the_view_has_it() -> None:
    made = board()
    still = frame_of(made)
    assert made.animate([("i1", ((8, -1), (7, -1)), 800)]) == 800
    assert made.animating(799) and not made.animating(800)
    assert frame_of(made, 0) != still
    assert frame_of(made, 400) == frame_of(made, 400)
    assert frame_of(made, 800) == still
    made.skip()
    assert frame_of(made, 0) == still


def test_effects_change_the_picture_only_while_they_last() -> None:
    made = board()
    made.set_overlay(Overlay())
    still = frame_of(made)
    for kind in ("splash", "explosion", "shell", "torpedo"):
        made.animate([Motion(((4, 2), (7, -1)), 600, kind=kind, delay=100, value=3)])
        assert frame_of(made, 50) == still
        assert frame_of(made, 400) != still
        assert frame_of(made, 701) == still


def test_the_cartouche_fades_under_the_cursor_and_a_small_picture_has_none() -> None:
    made = board()
    plain = frame_of(made)
    box = made.corners.box("cartouche")
    assert box is not None
    assert box.bottom <= made.camera.to_screen((0, made.lay.horizon))[1] + 12, "it lies in the sky"
    assert made.pointer(box.center)
    assert frame_of(made) != plain
    assert made.pointer(None)
    assert frame_of(made) == plain
    made.plain()
    assert made.corners.box("cartouche") is None


def test_a_board_is_made_for_the_kind_of_ground_and_says_what_it_lacks() -> None:
    assert isinstance(make_board("bands", None, GROUND, NIGHT, FontBook()), BandBoard)
    with pytest.raises(ValueError, match="needs the ground of its bands"):
        make_board("bands", None, None, NIGHT, FontBook())
    with pytest.raises(ValueError, match="needs a map sheet"):
        make_board("hex", None, GROUND, NIGHT, FontBook())
    with pytest.raises(ValueError, match="needs to be one of hex, bands, table"):
        make_board("globe", None, GROUND, NIGHT, FontBook())


# --- The track chart of a report: every counter's way turn by turn, as far as a side has seen it ---


def test_a_track_ends_where_its_counter_stands_and_has_a_place_for_each_turn() -> None:
    session = whole("quickfire/yellow_sea")
    tracks = tracks_of(session, "")
    last = {piece.name: piece.at for piece in view_at(session, len(session.states) - 1, "").pieces}
    assert len(tracks) >= 9
    turns = session.state.cursor.turn
    for track in tracks:
        assert 2 <= len(track.places) <= turns + 1
        if track.names[0] in last:
            assert track.places[-1] == last[track.names[0]]
    assert any(track.is_lost(frozenset(track.names)) for track in tracks)


def test_a_side_has_no_track_of_what_it_has_not_seen() -> None:
    session = whole("nw_smoke/first_guadalcanal").branch(3)
    seen = tracks_of(session, "USN")
    everything = tracks_of(session, "")
    assert len(seen) < len(everything) and {track.side for track in everything} == {"USN", "IJN"}
