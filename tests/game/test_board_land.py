"""The land board: survey chart, stands on counters, corners as facings, tokens, arcs of fire and motion."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.boards import hex_layout, land_figures, land_forms
from game.boards.animation import Motion
from game.boards.draw_items import Item, Sprite
from game.boards.hex_board import HexBoard
from game.boards.land_counters import LandCounterSprites, is_token
from game.boards.land_ink import land_ink
from game.boards.land_overlay import arc_hexes, arc_items, sextant
from game.boards.overlay import Overlay
from game.boards.print_face import RIBBONS, ribbon_parts
from game.boards.timeline import plan
from game.maps import load_map
from game.skins import load_skin
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette, contrast
from rules.battles_for_empire import events
from rules.kernel.hexes import distance, neighbour, within
from rules.kernel.scenario import GROUNDS, MapLabel, MapSheet
from rules.kernel.view import Badge, Marker, Piece, Prompt, Score, Stand, View

SIZE = (900, 600)
MAPS = Path(__file__).resolve().parents[2] / "maps" / "battles_for_empire"


def sheet() -> MapSheet:
    """Return a field with every ground, two hill levels, every obstacle and every feature."""
    terrain, levels = bytearray(10_000), bytearray(10_000)
    for column in range(1, 17):
        for row in range(1, 13):
            terrain[column * 100 + row] = GROUNDS["open"]
    for hex_ in within(1204, 3, 16, 12):
        levels[hex_] = 2 if distance(hex_, 1204) <= 1 else 1
    for row, ground in enumerate(GROUNDS, start=2):
        for column in (2, 3, 4):
            terrain[column * 100 + row] = GROUNDS[ground]
    sides = tuple((810, direction, ("wall", "laager", "zareba")[direction % 3]) for direction in range(6))
    features = tuple((kind, (6 + number) * 100 + 2) for number, kind in enumerate(("well", "hut", "kraal", "tree")))
    labels = (MapLabel("A hill", (12_000, 4_000), 20, "land"), MapLabel("A khor", (3_000, 6_000), 14, "sea"))
    return MapSheet(
        key="t", title="A field", columns=16, rows=12, terrain=bytes(terrain), ground="land", north_deg=90,
        levels=bytes(levels), sides=sides, features=(*features, ("camp", 612), ("cairn", 1204)), labels=labels,
    )  # fmt: skip


FOOT = Stand(figure="foot", formation="line", nation="british", arc=1, reach=(2, 6, 8))
NATIVE = Stand(figure="native", formation="mass", nation="ansar")
GUN = Stand(figure="mg", formation="stand", count=1, limit=2, guns="gardner", arc=1, reach=(2, 8, 10))
LEADER = Stand(figure="leader", formation="stand", count=1, limit=0, rating=2)
MULE = Stand(figure="mule", formation="stand", count=1, limit=0)


def piece(id: str, at: int, stand: Stand, **more: object) -> Piece:
    return Piece(
        id=id, side="mahdist" if id.startswith("m") else "british", name=id.upper(), at=(at,), stand=stand
    ).but(**more)


def busy_view() -> View:
    badges = tuple(Badge(kind, kind[0].upper(), "") for kind in ("shaken", "low", "jammed", "disordered", "ground"))
    pieces = [
        piece("b1", 807, FOOT, facing=1, badges=badges, ready=True),
        piece("b2", 808, GUN, facing=1),
        piece("b3", 808, FOOT.but(kills=5), facing=4),
        piece("b4", 808, LEADER),
        piece("b5", 808, MULE),
        piece("b6", 606, LEADER, ready=True),
        piece("m1", 1408, NATIVE, facing=4),
        piece("m2", 1409, NATIVE, known=False),
        piece("m3", 1410, NATIVE, ghost=True),
    ]
    figures = ("foot", "native", "horse", "camel")
    formations = ("line", "column", "skirmish", "ranks", "square", "mass", "deep", "mounted")
    for number, formation in enumerate(formations):
        stand = Stand(figure=figures[number % 4], formation=formation, kills=number, arc=3, reach=(2, 4, 6))
        pieces.append(piece(f"b1{number}", (5 + number) * 100 + 11, stand, facing=number % 6))
    for number, guns in enumerate(("field", "mountain", "smoothbore", "maxim", "gatling", "nordenfelt")):
        stand = GUN.but(
            guns=guns, figure="gun" if number < 3 else "mg", formation="limbered" if number == 1 else "stand"
        )
        pieces.append(piece(f"m1{number}", (5 + number) * 100 + 5, stand, facing=number))
    markers = (
        Marker(kind="contact", places=((807,), (907,))),
        Marker(kind="objective", places=((410,),), text="The village"),
        Marker(kind="arc", places=((1408,),), facing=4, value=4, side="mahdist"),
    )
    return View(
        side="", turn=1, turns=10, clock="", phases=(), pieces=tuple(pieces), markers=markers,
        prompt=Prompt(side="british", title="", text="", rule=""),
        scores=(Score("british", "British", 0, ()), Score("mahdist", "Mahdists", 0, ())),
    )  # fmt: skip


def board(theme: Palette = DAY, overlay: Overlay | None = None) -> HexBoard:
    made = HexBoard(sheet(), theme, FontBook())
    made.set_title("A battle", "17 January 1885", made.scale_words)
    made.resize(pygame.Rect(0, 0, *SIZE))
    made.set_view(busy_view())
    made.set_overlay(overlay or Overlay(selected="b1", path=((807,), (907,), (1007,)), facing=2, reachable=((907,),)))
    return made


def frame_of(made: HexBoard, t: int | None = None) -> bytes:
    surface = pygame.Surface(SIZE)
    made.draw(surface, t)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_a_busy_land_board_drawn_again_or_by_a_fresh_board_is_the_same_picture(theme: Palette) -> None:
    made = board(theme)
    for zoom in (0, 2, 4):
        made.fit()
        made.zoom_at((450, 300), zoom)
        first = frame_of(made)
        painted, pressed = made.chart.tiles_painted, made.counters.pressed
        assert frame_of(made) == first
        assert (made.chart.tiles_painted, made.counters.pressed) == (painted, pressed)
        fresh = board(theme)
        fresh.zoom_at((450, 300), zoom)
        assert frame_of(fresh) == first


def test_a_unit_faces_the_corner_of_its_hex_nearest_to_the_cursor() -> None:
    made = board()
    x, y = made.screen_of((807,))
    for facing in range(6):
        dx, dy = hex_layout.corner_bearing(facing)
        assert made.facing_to((807,), (x + 30 * dx, y + 30 * dy)) == facing
    assert made.facing_to((807,), (x + 1, y)) is None


@pytest.mark.parametrize("facing", range(6))
def test_the_front_hexes_of_a_corner_are_the_neighbours_on_both_sides_of_it(facing: int) -> None:
    near = {there for there, far in sextant(1006, facing, 1)}
    assert near == {neighbour(1006, facing), neighbour(1006, (facing + 1) % 6)}
    (x, y), (dx, dy) = hex_layout.centre(1006), hex_layout.corner_bearing(facing)
    corner = (x + dx * hex_layout.RADIUS, y + dy * hex_layout.RADIUS)
    assert any(abs(corner[0] - cx) + abs(corner[1] - cy) < 0.01 for cx, cy in hex_layout.corners(1006))


def test_an_arc_holds_one_hex_more_at_each_hex_of_range_and_a_skirmish_arc_three_times_the_steps() -> None:
    wide = sheet().but(columns=99, rows=99)
    line, skirmish = (piece("b", 5050, FOOT.but(arc=arc, reach=(2, 8))) for arc in (1, 3))
    for found, sizes in ((line, range(2, 10)), (skirmish, range(4, 26, 3))):
        held = arc_hexes(found, wide)
        assert [sum(distance(5050, h) == far for h in held) for far in range(1, 9)] == list(sizes)
        assert {held[h] for h in held if distance(5050, h) <= 2} == {0}
        assert {held[h] for h in held if distance(5050, h) > 2} == {1}


def test_a_square_covers_all_round_and_a_spear_unit_nothing() -> None:
    held = arc_hexes(piece("b", 807, FOOT.but(arc=6, reach=(2,))), sheet())
    assert set(held) == set(within(807, 2, 16, 12)) - {807}
    assert arc_hexes(piece("m", 807, NATIVE), sheet()) == {}


def test_leaders_and_mules_are_small_tokens_that_leave_their_unit_in_reach() -> None:
    made = board()
    spots = {spot.piece.id: spot for spot in made._draw_order()}
    assert is_token(spots["b4"].piece) and is_token(spots["b5"].piece)
    assert spots["b4"].side < spots["b3"].side < made.counter_side() == spots["b1"].side
    found = set()
    x, y = (round(value) for value in made.screen_of((808,)))
    for dx in range(-40, 41, 4):
        for dy in range(-40, 41, 4):
            found.add(made.hit((x + dx, y + dy)).piece)
    assert {"b2", "b3", "b4", "b5"} <= found


def test_every_state_of_a_unit_shows_on_its_counter() -> None:
    press = LandCounterSprites(land_ink(DAY).chart, FontBook(), {"british": DAY.side_a, "mahdist": DAY.side_b})

    def picture(found: Piece) -> bytes:
        return pygame.image.tobytes(press.counter(found, 64).picture, "RGBA")

    plain = piece("b1", 807, FOOT, facing=1)
    others = [
        plain.but(facing=2),
        plain.but(stand=FOOT.but(kills=1)),
        plain.but(stand=FOOT.but(kills=4)),
        *(
            plain.but(stand=FOOT.but(formation=name))
            for name in ("column", "skirmish", "square", "mass", "deep", "ranks")
        ),
        *(
            plain.but(stand=FOOT.but(figure=name))
            for name in ("native", "horse", "camel", "gun", "mg", "leader", "mule")
        ),
        *(plain.but(stand=FOOT.but(nation=name)) for name in land_figures.COATS if name != "british"),
        plain.but(badges=(Badge("shaken", "S", ""),)),
        plain.but(badges=(Badge("low", "L", ""),)),
        plain.but(known=False),
        plain.but(ghost=True),
        plain.but(ready=True),
        plain.but(side="mahdist"),
        plain.but(tag="Other"),
    ]
    pictures = [picture(plain), *map(picture, others)]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("side", [96, 64, 40])
def test_shaken_and_low_lie_across_a_counter_in_words_where_they_fit(side: int) -> None:
    book = FontBook()
    press = LandCounterSprites(land_ink(DAY).chart, book, {"british": DAY.side_a, "mahdist": DAY.side_b})
    shaken, low = Badge("shaken", "S", ""), Badge("low", "L", "")
    plain = piece("b1", 807, FOOT, facing=1, factors=((8, 8), (4, 4), (8, 8)))
    for badges, worded in (((shaken,), side >= 64), ((low,), side >= 64), ((shaken, low), side >= 96)):
        found = plain.but(badges=badges)
        made = press.counter(found, side)
        body = pygame.Rect(made.body, (side, side))
        tones = {tuple(made.picture.get_at((x, y)))[:3] for x in range(*_ends(body, 0)) for y in range(*_ends(body, 1))}
        assert {RIBBONS[badge.kind][0] for badge in badges} <= tones
        words = [word for _, word, _ in ribbon_parts(book, found, side)]
        assert all(words) == worded and sum(room for _, _, room in ribbon_parts(book, found, side)) <= side
        sign = made.picture.get_at((body.left + round(0.98 * side), body.top + round(0.03 * side) - 5))[3] > 200
        assert sign != worded, "a sign says what the band does not say in words"


def _ends(body: pygame.Rect, axis: int) -> tuple[int, int]:
    return body[axis], body[axis] + body[axis + 2]


def test_a_hidden_marker_shows_nothing_of_what_it_hides() -> None:
    press = LandCounterSprites(land_ink(DAY).chart, FontBook(), {})
    shown = {
        pygame.image.tobytes(press.counter(piece("m1", 807, stand, facing=facing, known=False), 48).picture, "RGBA")
        for stand, facing in ((NATIVE, 1), (FOOT, 3), (GUN, 5))
    }
    assert len(shown) == 1


def test_counters_slide_keep_their_facing_and_end_where_the_view_has_them() -> None:
    made = board()
    still = frame_of(made)
    end = made.animate(
        [Motion(((807,), (808,), (807,)), 600, piece="b1"), Motion(((808,), (1408,)), 500, kind="volley", value=6)]
    )
    assert made.animating(300) and frame_of(made, 300) != still
    assert not made.animating(end) and frame_of(made, end + 1) == still
    made.animate([("b1", [(807,), (907,)], 400), Motion(((907,),), 400, kind="dust", value=5)])
    made.skip()
    assert frame_of(made, 200) == still


def test_the_title_never_lies_on_a_counter() -> None:
    made = board()
    view = busy_view()
    for row in (1, 2, 3):
        line = [piece(f"m{row}{column:02d}", column * 100 + row, NATIVE) for column in range(1, 17)]
        view = view.but(pieces=(*view.pieces, *line))
        made.set_view(view)
        title = made.corners.box("cartouche")
        assert title is None or not any(title.collidepoint(made.screen_of(found.at)) for found in view.pieces)


def test_the_scale_bar_gives_way_to_counters_and_goes_where_none_lie() -> None:
    made, empty = board(), busy_view().but(pieces=(), markers=())
    made.set_view(empty)
    first = made.corners.box("bar")
    assert first is not None
    under = [at for at in range(101, 1713) if first.collidepoint(made.screen_of((at,)))]
    made.set_view(empty.but(pieces=tuple(piece(f"s{at}", at, NATIVE) for at in under)))
    moved = made.corners.box("bar")
    assert under and (moved is None or not moved.colliderect(first))


def test_slopes_are_hachured_down_from_the_rim() -> None:
    ground = sheet()
    loops, strokes = land_forms.hill_loops(ground), land_forms.hachures(ground)
    assert [loop.level for loop in loops] == [1, 2]
    for loop, found in zip(loops, strokes, strict=True):
        x, y = hex_layout.centre(1204)
        assert len(found) > 20
        for start, foot, _ in found:
            near, far = ((px - x) ** 2 + (py - y) ** 2 for px, py in (start, foot))
            assert far > near, loop.level


def test_the_north_arrow_turns_with_the_sheet_and_the_scale_is_in_inches() -> None:
    made = board()
    assert made.scale_words == "1 hex = 3 inches"
    arrows = {
        pygame.image.tobytes(HexBoard(sheet().but(north_deg=deg), DAY, FontBook()).corners.rose(100), "RGBA")
        for deg in (0, 90, 270)
    }
    assert len(arrows) == 3


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_names_on_the_land_chart_stand_out_from_their_ground(theme: Palette) -> None:
    land = land_ink(theme)
    for ground in land.heights[:3]:
        assert contrast(land.chart.land_text, ground) >= 4.5
        assert contrast(land.chart.sea_text, ground) >= 3


def test_every_cue_of_the_skin_names_an_event_and_fields_it_has() -> None:
    skin = load_skin("battles_for_empire")
    assert skin.palette == "day"
    for name, cue in skin.cues.items():
        kind = getattr(events, name, None)
        if name == "PhaseBegan":
            continue
        assert kind is not None, name
        for field in (cue.unit, cue.path, cue.start, cue.end, cue.result):
            assert not field or field in kind.__struct_fields__, (name, field)


def test_a_volley_is_shown_from_the_firer_and_as_dust_alone_when_the_firer_is_out_of_sight() -> None:
    skin = load_skin("battles_for_empire")
    shot = events.VolleyFired(rule="", unit="b1", target="m1", dice=4, hits=2, hexes=6, kind="controlled")
    places = {"b1": (807,), "m1": (1408,)}
    assert [motion.kind for motion in plan([shot], skin, places.get).motions] == ["volley", "dust"]
    assert [motion.kind for motion in plan([shot], skin, {"m1": (1408,)}.get).motions] == ["dust"]


def test_every_shipped_battlefield_is_painted() -> None:
    for path in sorted(MAPS.glob("*.tmx")):
        made = HexBoard(load_map(path), DAY, FontBook())
        made.resize(pygame.Rect(0, 0, 300, 240))
        surface = pygame.Surface((300, 240))
        made.draw(surface)
        assert len({tuple(surface.get_at((x, 120))) for x in range(0, 300, 3)}) > 8, path.name


def test_a_sea_chart_is_drawn_as_ever_with_ships_facing_sides() -> None:
    sea = MapSheet(key="s", title="A sea", columns=10, rows=8, terrain=bytes([1]) * 10_000)
    made = HexBoard(sea, DAY, FontBook())
    made.resize(pygame.Rect(0, 0, *SIZE))
    x, y = made.screen_of((505,))
    assert made.facing_to((505,), (x, y - 40)) == 0 and not made.on_land


def test_the_arc_of_fire_lies_where_the_chosen_move_ends() -> None:
    plain, moved = board(overlay=Overlay(selected="b1")), board()  # b1 goes to 1007 and faces 2
    zoom = plain.camera.zoom
    there = arc_items(piece("b1", 1007, FOOT, facing=2), moved.sheet, moved.inks, zoom)

    def spots(items: list[Item]) -> list[tuple[int, int]]:
        return [(item.x, item.y) for item in items if isinstance(item, Sprite)]

    assert spots(moved._extra_below(zoom)) == spots(there) != spots(plain._extra_below(zoom))
