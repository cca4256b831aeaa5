"""Water, light and smoke depend on the time alone, appear on the sea alone, and stand still when motion is off."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from game.boards.animation import Motion
from game.boards.board_factory import make_board
from game.boards.drawing_tools import chart_ink
from game.boards.living import light, plume
from game.boards.living.sinking import sinking_picture
from game.boards.living.stage import sea_state
from game.boards.living.water import SEAS, Water, black
from game.boards.overlay import Overlay
from game.boards.sheet_board import SheetBoard
from game.boards.timeline import plan
from game.skins import load_skin
from game.ui.fonts import FontBook
from game.ui.theme import DAY, NIGHT, Palette
from rules.kernel.dice import SeededDice
from rules.kernel.view import Badge, View
from rules.nws.events import Sunk
from tests.conftest import begin, stroll

SIZE = (640, 420)


def board_of(game: str, theme: Palette) -> tuple[SheetBoard, View]:
    """Return a board with a battle under way, framed on its counters."""
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
    """Return a frame at a moment."""
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
    """On land a frame is the same at every moment, on the sea it is not."""
    board, _ = board_of("nw_smoke/savo_island", NIGHT)
    board.fit()
    board.hide_counters = True
    board.plain()  # type: ignore[attr-defined]
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
    board.set_view(view.but(pieces=(first.but(badges=(*first.badges, Badge("fire", "F", "burning"))), *others)))  # type: ignore[attr-defined]
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


@pytest.mark.parametrize("game", ["nw_smoke/savo_island", "quickfire/yellow_sea", "battles_for_empire/the_wells"])
def test_a_ground_that_is_kept_is_the_picture_that_is_drawn_anew(game: str) -> None:
    board, view = board_of(game, DAY)
    fresh, _ = board_of(game, DAY)
    first = picture(board, 0)
    assert {picture(board, 0) for _ in range(3)} == {first}
    chosen = Overlay(selected=view.pieces[0].id, note=(view.pieces[1].at, "Sight blocked", "NW-SMK-10"))
    for change in ("time", "camera", "title", "overlay", "view", "theme"):
        for shown in (board, fresh):
            if change == "camera":
                shown.zoom_at(shown.rect.center, 1)
            elif change == "title":
                shown.set_title("A title that takes the place of a name", "1 January 1900")  # type: ignore[attr-defined]
            elif change == "overlay":
                shown.set_overlay(chosen)  # type: ignore[attr-defined]
            elif change == "view":
                shown.set_view(view.but(pieces=view.pieces[:-1]))  # type: ignore[attr-defined]
            elif change == "theme":
                shown.set_theme(NIGHT)  # type: ignore[attr-defined]
                shown.set_view(view)  # type: ignore[attr-defined]
        fresh._ground = fresh._below = None
        moment = 0 if change != "time" else 4000
        anew = picture(fresh, moment)
        assert {picture(board, moment) for _ in range(3)} == {anew}, change
        picture(fresh, moment + 1)


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
    shown = [sinking_picture(share, 40, inks).get_bounding_rect() for share in (0.02, 0.5, 0.8)]
    assert shown[0].height > 10
    assert sinking_picture(1.0, 40, inks).get_bounding_rect().size == (0, 0)
    score = plan([Sunk(rule="NW-FLO-H1", ship="x")], load_skin("nw_smoke"), lambda _: (5,))
    assert [motion.kind for motion in score.motions] == ["explosion", "sink"]
    assert (0, "sinking") in score.sounds


def shown_with(board: SheetBoard, moves: list[Motion], t: int) -> pygame.Surface:
    """Return a frame of an animation."""
    surface = pygame.Surface(SIZE)
    board.animate(moves)
    board.draw(surface, t)
    return surface


def brighter(one: pygame.Surface, other: pygame.Surface, at: tuple[float, float], half: int) -> int:
    """Return how many pixels around a point are brighter in the first picture, less those that are darker."""
    box = pygame.Rect(round(at[0]) - half, round(at[1]) - half, 2 * half, 2 * half).clip(0, 0, *SIZE)
    spots = [(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)]
    sums = [(sum(one.get_at(spot)[:3]), sum(other.get_at(spot)[:3])) for spot in spots]
    return sum((first > second) - (first < second) for first, second in sums)


def pixels_that_differ(one: pygame.Surface, other: pygame.Surface, at: tuple[float, float], half: int) -> int:
    """Return how many pixels around a point differ."""
    box = pygame.Rect(round(at[0]) - half, round(at[1]) - half, 2 * half, 2 * half).clip(0, 0, *SIZE)
    spots = [(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)]
    return sum(one.get_at(spot) != other.get_at(spot) for spot in spots)


@pytest.mark.parametrize(("game", "theme"), [("nw_smoke/savo_island", NIGHT), ("quickfire/yellow_sea", DAY)])
def test_a_gun_flames_and_smokes_at_its_muzzle_and_a_torpedo_leaves_its_track(game: str, theme: Palette) -> None:
    board, _ = board_of(game, theme)
    first = board.pieces[0]
    other = next(piece for piece in board.pieces if piece.side != first.side)
    path = (first.at, other.at)
    still = shown_with(board, [], 0)
    run = [Motion(path, 2000, kind=kind, value=2) for kind in ("shell", "torpedo")]
    muzzle = board.screen_of(first.at)
    flame = shown_with(board, run[:1], 40)
    smoke = shown_with(board, run[:1], 500)
    gone = shown_with(board, run[:1], 1500)
    differ = [pixels_that_differ(still, made, muzzle, 30) for made in (flame, smoke, gone)]
    assert differ[0] > differ[2] and differ[1] > differ[2]
    assert pixels_that_differ(still, shown_with(board, run[1:], 700), muzzle, 30) > 20, "it has left, its track has not"
    assert shown_with(board, run, 400).get_buffer().raw == shown_with(board, run, 400).get_buffer().raw


def test_by_night_an_explosion_and_a_star_shell_light_the_water_around_them() -> None:
    board, view = board_of("nw_smoke/savo_island", NIGHT)
    piece = board.pieces[0]
    at, dark = board.screen_of(piece.at), shown_with(board, [], 0)
    lit = shown_with(board, [Motion((piece.at,), 900, kind="explosion")], 60)
    assert brighter(lit, dark, at, 60) > 0
    starlit = msgspec.structs.replace(piece, badges=(*piece.badges, Badge("star", "+", "under star shell")))
    board.set_view(msgspec.structs.replace(view, pieces=(starlit, *(p for p in view.pieces if p.id != piece.id))))  # type: ignore[attr-defined]
    under = shown_with(board, [], 0)
    assert brighter(under, dark, at, 60) > 2000


def test_eight_searchlights_that_sweep_are_painted_once_and_then_only_laid_together() -> None:
    surface = pygame.Surface((640, 360))
    ends = [((80.0 * number, 20.0), (320.0, 300.0 - 20 * number)) for number in range(8)]

    def sweep() -> None:
        for t in range(1, 7001, 70):
            light.beams(surface, [(start, end, light.sweep(t, number)) for number, (start, end) in enumerate(ends)])

    sweep()
    painted = light._beam.cache_info().misses
    sweep()
    assert light._beam.cache_info().misses == painted


def test_a_beam_lights_where_it_falls_and_nothing_behind_its_lamp() -> None:
    surface = pygame.Surface((400, 200))
    surface.fill((40, 50, 60))
    light.beams(surface, [((200.0, 100.0), (380.0, 100.0), 0.0)])
    assert sum(surface.get_at((250, 100))[:3]) > 200
    assert surface.get_at((100, 100))[:3] == (40, 50, 60) == surface.get_at((300, 20))[:3]
