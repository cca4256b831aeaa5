"""The table in inches: foul ground, boxes, base lines, tracks through mines, searchlights, works ashore, the grid."""

from __future__ import annotations

import pygame
import pytest

from game.boards import shoals_art
from game.boards.table_board import TableBoard
from game.boards.table_layout import Tabletop
from game.hud.box_grid import BoxGrid
from game.hud.ship_card import card
from game.ui import widgets as ui
from game.ui.fonts import FontBook
from game.ui.theme import DAY, HIGH_CONTRAST, NIGHT, Palette
from rules.kernel.view import Cell, Ground, Hull, Marker, Panel, Piece, Place, Prompt, Score, View

SIZE = (900, 900)
ISLAND = ((10_000, 10_000), (18_000, 10_000), (18_000, 16_000), (10_000, 16_000))
SHOAL = ((40_000, 40_000), (50_000, 40_000), (50_000, 48_000), (40_000, 48_000))
GROUND = Ground(kind="table", size=(72_000, 72_000), unit="inch", outlines=(("Round Island", ISLAND),))
BIG = Hull(name="Mikasa", type="BB", length_ft=450, beam_ft=87, turrets=((200, 2), (800, 2)), funnels=(440,))


def foul(kind: str) -> Ground:
    return GROUND.but(foul=((kind, "Middle Ground", SHOAL),))


def ship(id: str, at: Place, side: str = "jp", **more: object) -> Piece:
    plain = Piece(id=id, side=side, name=id, at=at, facing=90, hulls=(BIG,))
    return plain.but(**more)


def work(kind: str, at: Place, damage: int = 0) -> Piece:
    hull = Hull(name=f"{kind}: It", type="LAND", length_ft=300, beam_ft=300, turrets=((0, 1),) * 3, damage=damage)
    return Piece(id=kind, side="ru", name=kind, at=at, hulls=(hull,))


def view(*pieces: Piece, markers: tuple[Marker, ...] = (), ground: Ground = GROUND) -> View:
    return View(
        side="", turn=1, turns=10, clock="", phases=(), pieces=pieces, markers=markers, ground=ground,
        prompt=Prompt(side="jp", title="", text="", rule=""),
        scores=(Score("jp", "Japan", 0, ()), Score("ru", "Russia", 0, ())),
    )  # fmt: skip


def board(shown: View, theme: Palette = DAY) -> TableBoard:
    made = TableBoard(shown.ground or GROUND, theme, FontBook())
    made.plain()
    made.resize(pygame.Rect((0, 0), SIZE))
    made.set_view(shown)
    return made


def draw_board(made: TableBoard) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    made.draw(surface)
    return surface


def changed_area(shown: View, other: View, theme: Palette = DAY) -> pygame.Rect:
    """Return where two views differ on the screen."""
    one, two = draw_board(board(shown, theme)), draw_board(board(other, theme))
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255), two)
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)


def spot(made: TableBoard, place: Place) -> tuple[int, int]:
    x, y = made.screen_of(place)
    return round(x), round(y)


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_each_kind_of_foul_ground_is_drawn_in_its_own_way_and_only_there(theme: Palette) -> None:
    pictures = {}
    for kind in ("rocks", "sandbar", "shallow"):
        shown = board(view(ground=foul(kind)), theme)
        pictures[kind] = pygame.image.tobytes(draw_board(shown), "RGB")
        bare = draw_board(board(view(), theme))
        middle = spot(shown, (45_000, 44_000))
        assert (
            draw_board(shown).get_at(spot(shown, (45_000, 41_500)))[:3]
            != bare.get_at(spot(shown, (45_000, 41_500)))[:3]
        )
        away = spot(shown, (60_000, 20_000))
        assert draw_board(shown).get_at(away) == bare.get_at(away) and middle
    assert len(set(pictures.values())) == 3


def test_the_signs_of_foul_ground_lie_inside_it_and_no_sounding_does() -> None:
    for kind in ("rocks", "sandbar", "shallow"):
        ((found, name, outline, signs),) = shoals_art.shoals(foul(kind))
        assert (found, name) == (kind, "Middle Ground")
        assert signs and all(shoals_art.inside(sign, outline) for sign in signs)


def test_land_placed_during_the_game_appears_on_the_chart() -> None:
    made = board(view())
    before = pygame.image.tobytes(draw_board(made), "RGB")
    made.set_view(view(ground=foul("rocks")))
    assert pygame.image.tobytes(draw_board(made), "RGB") != before
    assert made.ground == foul("rocks")


def test_boxes_and_base_lines_are_drawn_where_they_lie() -> None:
    corners = ((60_000, 30_000), (72_000, 30_000), (72_000, 42_000), (60_000, 42_000))
    box = Marker(kind="box", places=corners, facing=90, text="Exit box")
    line = Marker(kind="baseline", places=((0, 72_000), (72_000, 72_000)), facing=180, side="jp")
    area = changed_area(view(), view(markers=(box,)))
    made = board(view())
    assert area.collidepoint(spot(made, (66_000, 36_000))) and area.w < 250
    low = changed_area(view(), view(markers=(line,)))
    assert low.w > 500 and low.h < 20


def test_only_the_part_of_a_way_inside_a_minefield_is_lit() -> None:
    way = ((20_000, 36_000), (60_000, 36_000))
    swept = Marker(kind="swept", places=((40_000, 36_000), *way), value=5_000, side="jp")
    area = changed_area(view(), view(markers=(swept,)))
    made = board(view())
    inside = spot(made, (45_000, 36_000))[0] - spot(made, (35_000, 36_000))[0]
    assert abs(area.w - inside) <= 8
    beside = Marker(kind="swept", places=((40_000, 50_000), *way), value=5_000, side="jp")
    assert changed_area(view(), view(markers=(beside,))).w == 0


def test_a_searchlight_lights_the_water_as_far_as_it_reaches() -> None:
    beam = Marker(kind="beam", places=((36_000, 36_000),), value=12_000, facing=0, side="ru")
    area = changed_area(view(), view(markers=(beam,)), NIGHT)
    made = board(view())
    reach = spot(made, (48_000, 36_000))[0] - spot(made, (36_000, 36_000))[0]
    assert abs(area.w - 2 * reach) < 12


def test_a_passage_flag_stands_where_the_ship_left_the_wedge() -> None:
    safe = Marker(kind="passage", places=((36_000, 36_000),), text="safe", value=1)
    tested = safe.but(text="bow rake", value=0)
    made = board(view())
    assert changed_area(view(), view(markers=(safe,))).inflate(20, 60).collidepoint(spot(made, (36_000, 36_000)))
    assert changed_area(view(markers=(safe,)), view(markers=(tested,))).w > 0


def test_works_ashore_are_drawn_each_in_its_own_way_and_show_their_damage() -> None:
    pictures = {
        kind: pygame.image.tobytes(draw_board(board(view(work(kind, (36_000, 36_000))))), "RGB")
        for kind in ("fort", "battery", "town")
    }
    assert len(set(pictures.values())) == 3
    hurt = pygame.image.tobytes(draw_board(board(view(work("fort", (36_000, 36_000), damage=3)))), "RGB")
    assert hurt != pictures["fort"]


def test_a_work_is_hit_on_its_square_base() -> None:
    made = board(view(work("fort", (36_000, 36_000))))
    assert made.hit(spot(made, (36_000, 36_000))).piece == "fort"
    assert made.hit(spot(made, (50_000, 36_000))).piece is None


def test_a_table_in_inches_is_ruled_every_foot() -> None:
    assert Tabletop(GROUND).steps() == (1_000, 12_000)


# ---------------------------------------------------------------------- the grid


def grid(*rows: tuple[Cell, ...], **more: object) -> Panel:
    plain = Panel(id="x", kind="boxes", title="Mikasa", header=("", "1", "2", "3"), rows=rows, waterline=1)
    return plain.but(labels=("4", "5"), **more)


def show_panel(panel: Panel, theme: Palette = NIGHT, scale: float = 1.0) -> tuple[pygame.Surface, ui.Tree]:
    tree = ui.Tree((400, 300), theme, scale)
    tree.set_root(ui.Column(*card(panel), width=330 / scale))
    surface = pygame.Surface((400, 300))
    tree.draw(surface)
    return surface, tree


SOUND = (Cell("AA|5", "strong"), Cell(" |2"), Cell(""))
WORSE = (Cell("AA|5", "strong struck"), Cell(" |2", "flooded"), Cell("", "lit"))


@pytest.mark.parametrize("theme", [NIGHT, DAY, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_struck_flooded_and_lit_boxes_each_look_different(theme: Palette) -> None:
    seen = {pygame.image.tobytes(show_panel(grid(SOUND, SOUND), theme)[0], "RGB")}
    for number in range(3):
        cells = list(SOUND)
        cells[number] = WORSE[number]
        seen.add(pygame.image.tobytes(show_panel(grid(SOUND, tuple(cells)), theme)[0], "RGB"))
    assert len(seen) == 4


def test_the_grid_says_in_words_what_is_struck_and_flooded() -> None:
    _, tree = show_panel(grid(SOUND, WORSE, tracks=(("Floods", (Cell("1", "bad"), Cell("2"))),)))
    widget = next(found for found in tree.root.walk() if isinstance(found, BoxGrid))
    assert widget.spoken_text() == (
        "level 4: 1 AA armour 5, 2 empty armour 2; "
        "level 5: 1 AA armour 5 struck, 2 empty armour 2 flooded; Floods: 1 of 2 lost"
    )


def test_the_grid_is_as_high_as_its_rows_and_tracks_need() -> None:
    heights = []
    for rows in ((SOUND,), (SOUND, SOUND), (SOUND,) * 6):
        _, tree = show_panel(grid(*rows))
        heights.append(next(found for found in tree.root.walk() if isinstance(found, BoxGrid)).rect.h)
    assert heights[1] - heights[0] == (heights[2] - heights[0]) // 5


def test_a_ship_is_drawn_above_her_own_sections() -> None:
    _, plain = show_panel(grid(SOUND))
    _, with_ship = show_panel(grid(SOUND, hull=BIG))
    high = [next(w for w in tree.root.walk() if isinstance(w, BoxGrid)).rect.h for tree in (plain, with_ship)]
    assert high[1] > high[0]
