"""Water, light and smoke: functions of the time alone, on the sea alone, and still when nothing moves."""

from __future__ import annotations

import pygame
import pytest

from game.boards.ink import chart_ink
from game.boards.living import light, plume
from game.boards.living.sinking import sinking
from game.boards.living.stage import sea_state
from game.boards.living.water import SEAS, Water, black
from game.boards.make import make_board
from game.boards.sheet_board import SheetBoard
from game.skins import load_skin
from game.timeline import plan
from game.ui.fonts import FontBook
from game.ui.theme import DAY, NIGHT, Palette
from rules.kernel.dice import SeededDice
from rules.kernel.view import Badge, View
from rules.nws.events import Sunk
from tests.conftest import begin, stroll

SIZE = (640, 420)


def board_of(game: str, theme: Palette) -> tuple[SheetBoard, View]:
    """A board with a battle some way on, framed on its counters."""
    pygame.display.init()
    pygame.font.init()
    session = begin(game, seed=4)
    for _ in stroll(session, SeededDice(5), 30):
        pass
    view = session.system.view(session.state, "")
    made = make_board(session.system.board, session.sheet, view.ground, theme, FontBook())
    assert isinstance(made, SheetBoard)
    made.resize(pygame.Rect(0, 0, *SIZE))
    made.set_view(view)
    return made, view


def picture(board: SheetBoard, moment: int) -> bytes:
    """A frame at a moment."""
    surface = pygame.Surface(SIZE)
    board.moment = moment
    board.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize(
    ("game", "theme"),
    [
        ("nw_smoke/savo_island", NIGHT),
        ("nights_of_fury/cape_esperance", NIGHT),
        ("quickfire/yellow_sea", DAY),
        ("perfidious_albion/caldera_bay", DAY),
    ],
)
def test_the_sea_moves_and_a_moment_is_always_drawn_alike(game: str, theme: Palette) -> None:
    board, _ = board_of(game, theme)
    assert picture(board, 1000) == picture(board, 1000)
    first = picture(board, 1000)
    assert picture(board, 1800) != first
    assert picture(board, 1000) == first


def test_land_stays_dry() -> None:
    """Where the chart is land a frame is the same at every moment, where it is sea it is not."""
    board, _ = board_of("nw_smoke/savo_island", NIGHT)
    board.fit()
    board.hide_counters = True
    board.plain()
    seen = pygame.Rect(board.camera.scroll, SIZE)
    dry = board.sheet_tiles.dry(board.camera.zoom, seen)
    assert dry is not None
    one, other = (pygame.image.frombytes(picture(board, moment), SIZE, "RGB") for moment in (1000, 3000))
    spots = [(x, y) for x in range(3, SIZE[0], 7) for y in range(3, SIZE[1], 7)]
    land = [spot for spot in spots if dry.get_at(spot)[:3] == (0, 0, 0)]
    sea = [spot for spot in spots if spot not in land]
    assert len(land) > 100 and len(sea) > 100
    assert [spot for spot in land if one.get_at(spot) != other.get_at(spot)] == []
    assert sum(one.get_at(spot) != other.get_at(spot) for spot in sea) > len(sea) / 10


def test_a_battlefield_on_land_has_no_water() -> None:
    board, _ = board_of("battles_for_empire/the_wells", DAY)
    assert picture(board, 1000) == picture(board, 3000)


def test_a_burning_ship_lights_the_night_around_her_and_smokes() -> None:
    board, view = board_of("nw_smoke/savo_island", NIGHT)
    before = picture(board, 0)
    first, *others = view.pieces
    board.set_view(view.but(pieces=(first.but(badges=(*first.badges, Badge("fire", "F", "burning"))), *others)))
    assert picture(board, 0) != before
    assert picture(board, 2000) != picture(board, 2400)


def test_crossed_searchlights_never_burn_the_chart_white() -> None:
    surface = black((300, 300))
    surface.fill((40, 60, 90))
    light.beams(surface, [((10, 150), (240, 150 + k), 0.0) for k in range(-6, 6, 2)])
    brightest = max(max(surface.get_at((x, 150))[:3]) for x in range(300))
    assert 110 < brightest < 255


def test_the_sea_is_as_heavy_as_the_battle_says() -> None:
    _, calm = board_of("nw_smoke/savo_island", NIGHT)
    assert {sea_state(calm), sea_state(calm.but(conditions=(("Sea", "heavy", ""),)))} == {"calm", "heavy"}
    with pytest.raises(KeyError):
        Water(True, "frozen")
    assert set(SEAS) == {"calm", "moderate", "heavy"}


def test_smoke_is_a_function_of_the_time_and_thin_smoke_hides_less() -> None:
    pygame.display.init()
    puffs = plume.plume(plume.BURNING, (50, 50), (40, -20), 9000)
    assert puffs and [at for _, at in puffs] == [at for _, at in plume.plume(plume.BURNING, (50, 50), (40, -20), 9000)]
    thin = plume.plume(plume.BURNING, (50, 50), (40, -20), 9000, thin=True)
    middle = puffs[-20][0].get_rect().center
    assert 0 < thin[-20][0].get_at(middle).a < puffs[-20][0].get_at(middle).a


def test_a_ship_that_sinks_is_seen_going_down_and_is_gone_at_the_end() -> None:
    pygame.display.init()
    inks = chart_ink(NIGHT)
    shown = [sinking(share, 40, inks).get_bounding_rect() for share in (0.02, 0.5, 0.8)]
    assert shown[0].height > 10
    assert sinking(1.0, 40, inks).get_bounding_rect().size == (0, 0)
    score = plan([Sunk(rule="NW-FLO-H1", ship="x")], load_skin("nw_smoke"), lambda _: (5,))
    assert [motion.kind for motion in score.motions] == ["explosion", "sink"]
    assert (0, "sinking") in score.sounds
