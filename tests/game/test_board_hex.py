"""The hex board: what is under the cursor, that cached pictures equal fresh ones, and motion."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.boards import hex_layout, silhouette
from game.boards.animation import Motion, hidden_smoke, motion, piece_at
from game.boards.counters import CounterSprites, _slot, strip_height
from game.boards.drawing_tools import chart_ink
from game.boards.hex_board import HexBoard
from game.boards.hex_overlay import break_point
from game.boards.overlay import Overlay, SightLine, sight_line
from game.boards.print_face import HALF, HURT, PRINT_FROM, figure_tone, force_of
from game.boards.side_view import side_view
from game.boards.sprite_cache import SpentPiece, as_spent
from game.hud.board_pane import with_spent
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette
from rules.kernel import hexes, sight
from rules.kernel.scenario import MapLabel, MapSheet
from rules.kernel.view import Badge, Hull, Marker, Piece, Place, Prompt, Score, View

CRUISER = Hull(
    name="San Francisco",
    type="CA",
    length_ft=588,
    beam_ft=62,
    turrets=((200, 3), (280, 3), (790, 3)),
    funnels=(430, 530),
)
DESTROYER = Hull(
    name="Laffey", type="DD", length_ft=348, beam_ft=36, turrets=((150, 1), (860, 1)), funnels=(410, 520), tubes=(600,)
)
SIZE = (900, 600)


def sheet() -> MapSheet:
    terrain = bytearray(10_000)
    for column in range(1, 31):
        for row in range(1, 23):
            away = hexes.distance(column * 100 + row, 506)
            terrain[column * 100 + row] = 4 if away <= 2 else 3 if away <= 3 else 2 if away <= 5 else 1
    labels = (
        MapLabel("Ironbottom Sound", (18_000, 16_000), 30, "sea"),
        MapLabel("Savo", (5_000, 6_000), 16, "place"),
        MapLabel("Florida", (26_000, 3_000), 24, "land"),
        MapLabel("Tulagi", (24_000, 5_000), 13, "town"),
    )
    sounded = tuple((column * 100 + 15, 200 + column) for column in range(1, 31, 2))
    return MapSheet(
        key="t", title="A sound", columns=30, rows=22, terrain=bytes(terrain), labels=labels, soundings=sounded
    )


def places(*numbers: int) -> tuple[Place, ...]:
    return tuple((number,) for number in numbers)


def piece(id: str, at: int, **more: object) -> Piece:
    plain = Piece(id=id, side="IJN" if id.startswith("i") else "USN", name=id.upper(), at=(at,), hulls=(CRUISER,))
    return plain.but(**more)


def busy_view() -> View:
    badges = tuple(Badge(kind, kind[0].upper(), "") for kind in ("smoke", "fire", "radar", "flood", "evading"))
    pieces = [
        piece("u1", 1012, facing=1, badges=badges, ready=True),
        piece("u2", 1012, facing=2, hulls=(DESTROYER, DESTROYER.but(damage=4), DESTROYER.but(damage=2, fire=True))),
        piece("u3", 1012, hulls=(DESTROYER,) * 7),
        piece("i1", 1806, known=False, hulls=()),
        piece("i2", 2008, ghost=True),
        piece("i3", 2210, facing=5, name="A very long name for a division of cruisers"),
    ]
    pieces += [
        piece(f"i{index}", (5 + index % 20) * 100 + 17 + index // 20, facing=index % 6) for index in range(10, 40)
    ]
    kinds = ("torpedo", "wake", "cone", "arc", "ring", "circle", "line", "objective", "exit", "wedge")
    markers = [Marker(kind=kind, places=((1205,), (1409,)), side="USN", value=4, text=kind) for kind in kinds]
    markers.append(Marker(kind="smoke", places=((1309,), (1310,), (1411,)), text="7"))
    markers.append(Marker(kind="arc", places=((2205,),), value=60, facing=3))
    return View(
        side="", turn=1, turns=10, clock="01:48", phases=(), pieces=tuple(pieces), markers=tuple(markers),
        prompt=Prompt(side="USN", title="", text="", rule=""),
        scores=(Score("USN", "United States", 0, ()), Score("IJN", "Japan", 0, ())),
    )  # fmt: skip


def busy_overlay() -> Overlay:
    stops, ties = places(1310, 1409), (places(1211, 1311),)
    line = SightLine((1012,), (1806,), stops, ties, "Sight blocked: smoke in hex 1310", "NW-SMK-10")
    return Overlay(
        selected="u2", reachable=places(*hexes.within(1012, 3, 30, 22)), targets=places(1806, 2210), target=(2008,),
        path=places(1012, 1112, 1212, 1313), facing=3, hover=(1313,), marked=places(1414), sight=line,
    )  # fmt: skip


def board(theme: Palette = NIGHT, rect: tuple[int, int, int, int] = (0, 0, *SIZE)) -> HexBoard:
    made = HexBoard(sheet(), theme, FontBook())
    made.set_title("First Guadalcanal", "13 November 1942 · 01:48", "1 hex = 1,000 yards")
    made.resize(pygame.Rect(rect))
    made.set_view(busy_view())
    made.set_overlay(busy_overlay())
    return made


def frame_of(made: HexBoard, t: int | None = None) -> bytes:
    surface = pygame.Surface(SIZE)
    made.draw(surface, t)
    return pygame.image.tobytes(surface, "RGB")


def apart(one: bytes, other: bytes) -> str:
    """Return where two frames of SIZE differ, for the message of a failed test. "" if they are the same."""
    if one == other:
        return ""
    unlike = [at for at in range(len(one) // 3) if one[3 * at : 3 * at + 3] != other[3 * at : 3 * at + 3]]
    across, down = [at % SIZE[0] for at in unlike], [at // SIZE[0] for at in unlike]
    some = [(at % SIZE[0], at // SIZE[0], *one[3 * at : 3 * at + 3], *other[3 * at : 3 * at + 3]) for at in unlike[:6]]
    return f"{len(unlike)} pixels of x {min(across)}-{max(across)}, y {min(down)}-{max(down)} differ: {some}"


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_a_busy_board_drawn_again_or_by_a_fresh_board_is_the_same_picture(theme: Palette) -> None:
    made = board(theme)
    for zoom in (0, 2, 4):
        made.fit()
        made.zoom_at((450, 300), zoom)
        first = frame_of(made)
        painted, pressed = made.chart.tiles_painted, made.counters.pressed
        assert apart(frame_of(made), first) == ""
        assert (made.chart.tiles_painted, made.counters.pressed) == (painted, pressed)
        fresh = board(theme)
        fresh.zoom_at((450, 300), zoom)
        assert apart(frame_of(fresh), first) == ""


def test_panning_away_and_back_gives_the_same_picture() -> None:
    made = board()
    made.zoom_at((450, 300), 4)
    first = frame_of(made)
    made.pan(-37, 21)
    assert frame_of(made) != first
    made.pan(37, -21)
    assert frame_of(made) == first


def test_themes_give_different_pictures_and_a_theme_can_be_changed_and_changed_back() -> None:
    made = board(NIGHT)
    night = frame_of(made)
    made.set_theme(DAY)
    made.set_view(busy_view())
    day = frame_of(made)
    assert day != night
    assert day == frame_of(board(DAY))


def test_every_counter_of_a_stack_can_be_hit_and_the_front_one_lies_over_the_others() -> None:
    made = board()
    made.zoom_at((450, 300), 3)
    x, y = made.screen_of((1012,))
    reach = made.counter_side()
    found = {
        made.hit((x + dx, y + dy)).piece for dx in range(-reach, reach + 1, 2) for dy in range(-reach, reach + 1, 2)
    }
    assert {"u1", "u2", "u3"} <= found
    assert made.hit((x - reach * 0.2, y - reach * 0.2)).piece == "u2"  # selected, so in front
    assert made.hit((x, y)).place == (1012,)


def test_a_hidden_counter_is_not_hit_and_its_hex_is() -> None:
    made = board()
    made.zoom_at((450, 300), 4)
    made.centre_on((1806,))
    at = made.screen_of((1806,))
    assert made.hit(at).piece == "i1"
    made.hide_counters = True
    assert made.hit(at).piece is None
    assert made.hit(at).place == (1806,)


def test_every_hex_seen_is_hit_at_its_middle_at_every_zoom() -> None:
    made = board(rect=(30, 50, 800, 500))
    made.set_view(busy_view().but(pieces=()))
    made.corners.show_minimap = False
    for _ in range(len(made.camera.steps())):
        for column in range(1, 31):
            for row in range(1, 23):
                number = column * 100 + row
                at = made.screen_of((number,))
                if made.rect.collidepoint(at):
                    assert made.hit(at).place == (number,)
        made.zoom_at((430, 300), 1)


def test_a_point_outside_the_board_hits_nothing() -> None:
    made = board(rect=(100, 100, 400, 300))
    assert made.hit((20, 20)).place is None
    assert made.hit((20, 20)).piece is None


def test_the_small_map_answers_with_the_hex_it_shows() -> None:
    made = board()
    made.zoom_at((450, 300), 5)
    box = made.corners.box("minimap")
    assert box is not None
    hit = made.hit(box.center)
    assert hit.minimap
    assert hit.place is not None
    assert hexes.distance(hit.place[0], 1511) <= 2


def test_the_cartouche_fades_under_the_cursor_and_comes_back() -> None:
    made = board()
    plain = frame_of(made)
    box = made.corners.box("cartouche")
    assert box is not None
    assert made.pointer(box.center)
    assert not made.pointer(box.center)
    assert frame_of(made) != plain
    assert made.pointer(None)
    assert frame_of(made) == plain


def test_a_board_draws_only_in_its_own_rectangle() -> None:
    made = board(rect=(100, 80, 500, 400))
    surface = pygame.Surface(SIZE)
    surface.fill((255, 0, 255))
    made.draw(surface)
    for at in ((99, 200), (300, 79), (600, 200), (300, 480)):
        assert surface.get_at(at)[:3] == (255, 0, 255)
    assert surface.get_clip() == surface.get_rect()


def test_a_sliding_counter_leaves_its_first_hex_and_ends_where_the_view_has_it() -> None:
    made = board()
    still = frame_of(made)
    length = made.animate([("i1", places(1406, 1506, 1605, 1706, 1806), 800)])
    assert length == 800
    assert made.animating(799) and not made.animating(800)
    assert frame_of(made, 0) != still
    assert frame_of(made, 400) == frame_of(made, 400)
    assert frame_of(made, 800) == still
    assert frame_of(made) == still
    made.skip()
    assert frame_of(made, 0) == still


def test_a_slide_passes_through_every_hex_of_its_path_in_order() -> None:
    found = Motion(places(1406, 1506, 1605), 1000, piece="i1")
    passed: list[int | None] = []
    for t in range(0, 1001, 20):
        at, _ = piece_at(found, t, hex_layout.HEXES)
        number = hex_layout.hex_at(*at)
        if not passed or passed[-1] != number:
            passed.append(number)
    assert passed == [1406, 1506, 1605]


def test_smoke_appears_hex_by_hex() -> None:
    laid = Motion(places(1309, 1310, 1411), 900, kind="smoke")
    hidden = [len(hidden_smoke((laid,), t)) for t in (0, 299, 301, 601, 900)]
    assert hidden == [3, 3, 2, 1, 0]


def test_effects_change_the_picture_only_while_they_last() -> None:
    made = board()
    made.set_overlay(Overlay())
    still = frame_of(made)
    for kind in ("splash", "explosion", "shell", "torpedo"):
        made.animate([Motion(places(1205, 1505), 600, kind=kind, delay=100, value=3)])
        assert frame_of(made, 50) == still
        assert frame_of(made, 400) != still
        assert frame_of(made, 701) == still


def test_a_motion_without_hexes_or_of_an_unknown_kind_is_refused_with_its_name() -> None:
    with pytest.raises(ValueError, match="'u1' has no places"):
        motion(("u1", (), 100))
    with pytest.raises(ValueError, match="no motion is called 'waltz'"):
        motion(Motion(places(1010), 100, kind="waltz"))


def test_a_blocked_line_breaks_on_the_edge_of_the_first_blocking_hex() -> None:
    opaque = bytearray(10_000)
    opaque[1310] = opaque[1409] = 1
    found = sight.trace(1012, 1608, opaque)
    line = sight_line(found, (1012,), (1608,), "blocked", "R")
    assert line.blockers == places(*found.blockers)
    stop = break_point(line)
    assert stop is not None
    x, y = hex_layout.centre(*line.blockers[0])
    assert hex_layout.ROW / 2 - 0.01 <= ((stop[0] - x) ** 2 + (stop[1] - y) ** 2) ** 0.5 <= hex_layout.RADIUS + 0.01
    assert break_point(SightLine((1012,), (1608,))) is None


def test_a_ship_is_drawn_from_its_own_data() -> None:
    guns = [shape for shape in silhouette.plan(CRUISER) if shape.part == "gun"]
    barrels = [shape for shape in silhouette.plan(CRUISER) if shape.part == "barrel"]
    funnels = [shape for shape in silhouette.plan(CRUISER) if shape.part == "funnel"]
    assert (len(guns), len(barrels), len(funnels)) == (3, 9, 2)
    assert sum(shape.part == "tube" for shape in silhouette.plan(DESTROYER)) == 1
    slim, broad = (silhouette.plan(hull)[0].points for hull in (DESTROYER, CRUISER.but(beam_ft=100)))
    assert max(y for _, y in slim) < max(y for _, y in broad)


@pytest.mark.parametrize("size", [(60, 16), (330, 64), (1200, 200)])
def test_a_portrait_fits_any_size_with_its_bow_to_the_right(size: tuple[int, int]) -> None:
    picture = silhouette.portrait(CRUISER, size)
    assert picture.get_size() == size
    box = picture.get_bounding_rect(min_alpha=200)
    assert box.width > 0.5 * size[0] or box.height > 0.7 * size[1]
    middle = size[1] // 2
    after = [picture.get_at((box.left + box.width // 12, y))[3] > 200 for y in range(size[1])]
    fore = [picture.get_at((box.right - 1 - box.width // 12, y))[3] > 200 for y in range(size[1])]
    assert sum(after) >= sum(fore)
    assert picture.get_at((size[0] // 2, middle))[3] > 200


def test_a_force_that_bears_a_ships_name_keeps_that_where_there_is_no_room() -> None:
    assert (force_of("Helena's division"), force_of("Van DDs"), force_of("Scott's cruisers")) == (
        "Helena's",
        "Van DDs",
        "Scott's",
    )
    pictures = []
    for name in ("Helena's division", "Helena's"):
        press = CounterSprites(chart_ink(NIGHT), FontBook(), {"a": (20, 40, 90)})
        piece = Piece(id="x", side="a", name=name, at=(101,), facing=1)
        pictures.append(pygame.image.tobytes(press.counter(piece, 56).picture, "RGBA"))
    assert pictures[0] == pictures[1], "no letters are cut off"


@pytest.mark.parametrize("side", [34, 40, 56, 72, 110])
def test_no_badge_lies_over_a_counters_name(side: int) -> None:
    """Nor outside its picture, however small the counter is."""
    body = pygame.Rect(20, 20, side, side)
    radius = max(7, round(side * 0.15))
    spots = [_slot(index, 3, body, radius, False) for index in range(3)]
    two = [_slot(index, 2, body, radius, False) for index in range(2)]
    assert two[1][1] - two[0][1] >= 1.9 * radius - 0.01, "two have room for both"
    assert all(y + radius <= body.bottom - strip_height(side) for _, y in spots)
    assert spots[0][1] - radius - 1 >= body.top - max(12, round(side * 0.3))
    assert all(after[1] - before[1] >= 0.9 * radius for before, after in pairwise(spots)), "each letter is seen"


def test_what_can_be_reached_keeps_its_light_and_the_rest_is_dimmed() -> None:
    made = board(NIGHT)
    made.set_view(busy_view().but(pieces=(), markers=()))

    def lights(*numbers: int) -> list[int]:
        surface = pygame.Surface(SIZE)
        made.draw(surface)
        areas = [pygame.Rect(0, 0, 13, 13) for _ in numbers]
        for area, number in zip(areas, numbers, strict=True):
            area.center = (round(made.screen_of((number,))[0]), round(made.screen_of((number,))[1]))
        return [sum(pygame.transform.average_color(surface, area)[:3]) for area in areas]

    made.set_overlay(Overlay())
    inside, outside = lights(1816, 2620)
    made.set_overlay(Overlay(reachable=places(*hexes.within(1816, 2, 30, 22))))
    lit, dim = lights(1816, 2620)
    assert dim < 0.6 * outside and lit > inside


def test_the_counters_of_a_hex_fan_out_under_the_pointer_and_close_behind_it() -> None:
    made = board()
    made.frame([(1012,)], 2)
    assert made.counter_side() >= PRINT_FROM
    lying = {spot.piece.id: spot.box for spot in made._draw_order() if spot.piece.at == (1012,)}
    front = made._draw_order()[-1]
    x, y = front.box.center
    shift = made._shift()
    assert made.pointer((x + shift[0], y + shift[1]))
    fan = {spot.piece.id: spot.box for spot in made._draw_order() if spot.piece.at == (1012,)}
    boxes = list(fan.values())
    assert len(boxes) == 3 and [box for n, box in enumerate(boxes) if box.collidelist(boxes[:n]) >= 0] == []
    assert fan[front.piece.id] == front.box, "what is under the pointer stays there"
    other = next(id for id in fan if id != front.piece.id)
    at = fan[other].centerx + shift[0], fan[other].centery + shift[1]
    assert not made.pointer(at) and made.hit(at).piece == other, "and each can be clicked"
    assert made.pointer(None) is True
    assert {spot.piece.id: spot.box for spot in made._draw_order() if spot.piece.at == (1012,)} == lying


def test_a_battleship_is_longer_and_higher_than_a_destroyer_on_a_large_counter() -> None:
    battleship = Hull(
        name="Hiei", type="BB", length_ft=729, beam_ft=95, turrets=((180, 2), (800, 2)), funnels=(440, 540)
    )
    sizes = []
    for hull in (battleship, DESTROYER):
        ship = side_view(hull, (80, 44), 80, False)
        sizes.append(pygame.mask.from_surface(ship).get_bounding_rects())
    (large, *_), (small, *_) = sizes
    assert large.w > 1.35 * small.w and large.h > 1.5 * small.h


def test_a_figure_is_amber_when_it_is_less_than_built_and_red_under_half() -> None:
    white = (1, 1, 1)
    assert [figure_tone(now, 7, white) for now in (7, 6, 4, 3, 0)] == [white, HURT, HURT, HALF, HALF]


def test_a_stack_says_how_many_lie_in_it_until_it_is_fanned_out() -> None:
    made = board()
    made.set_overlay(Overlay())
    made.frame([(812,), (1412,)], 2)

    def gold() -> bool:
        surface = pygame.Surface(SIZE)
        made.draw(surface)
        front = made._draw_order()[-1] if made._open else next(spot for spot in made._draw_order() if spot.pile > 1)
        x, y = front.box.move(made._shift()).bottomright
        return NIGHT.gold in {tuple(surface.get_at((x + dx, y + 6)))[:3] for dx in range(-7, 8)}

    assert [spot.pile for spot in made._draw_order() if spot.piece.at == (1012,)] == [0, 0, 3] and gold()
    front = next(spot for spot in made._draw_order() if spot.pile > 1).box.move(made._shift())
    assert made.pointer(front.center) and not gold()


@pytest.mark.parametrize("palette", [NIGHT, DAY, HIGH_CONTRAST])
def test_a_counter_with_nothing_left_to_do_is_dimmed_and_the_selected_one_is_not(palette: Palette) -> None:
    press = CounterSprites(chart_ink(palette), FontBook(), {"USN": palette.side_a, "IJN": palette.side_b})

    def apart(found: Piece, selected: bool = False) -> float:
        """Return the difference of its lightest and its darkest part."""
        made = press.counter(found, 80, selected)
        lights = [sum(made.picture.get_at((x, made.body[1] + 70))[:3]) for x in range(made.body[0], made.body[0] + 80)]
        return max(lights) - min(lights)

    plain = piece("u1", 1012, factors=((7, 7), (3, 3), (32, 32)))
    assert apart(as_spent(plain)) < 0.8 * apart(plain)
    assert apart(as_spent(plain), selected=True) == apart(plain, selected=True)


def test_while_its_side_acts_what_has_nothing_left_to_do_is_dimmed_and_nothing_else() -> None:
    view = busy_view().but(side="USN")
    assert {found.id for found in with_spent(view) if isinstance(found, SpentPiece)} == {"u2", "u3"}
    for other in (
        view.but(side=""),
        view.but(prompt=view.prompt.but(side="IJN")),
        view.but(pieces=tuple(found.but(ready=False) for found in view.pieces)),
    ):
        assert not any(isinstance(found, SpentPiece) for found in with_spent(other))


def test_counters_at_sea_have_their_figures_wherever_hexes_leave_them_room() -> None:
    made = board()
    for zoom in range(20, 100):
        made.camera = replace(made.camera, zoom=zoom / 100)
        row = hex_layout.ROW * zoom / 100
        assert made.counter_side() >= PRINT_FROM or row < 0.85 * PRINT_FROM
        assert made.counter_side() <= 1.2 * row or made.counter_side() <= 40, "and hardly lie over their neighbours"
