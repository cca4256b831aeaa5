"""Referee mode: real dice are asked for, impossible faces refused, and the game is saved and resumed with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.hud.table_dice import ask_for_dice, faces_text, read_faces
from game.library import open_map
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.puzzle import PuzzleScene
from game.scenes.sides import SidesScene
from game.settings import Settings
from game.stack import Push
from game.ui import widgets as ui
from rules.kernel.breakdown import Breakdown
from rules.kernel.dice import ImpossibleFace, NeedDice, TableDice
from rules.kernel.ruling import Rolled, Wanted
from rules.kernel.session import TABLE, load_session
from rules.kernel.system import parse_command
from rules.players import HUMAN
from tests.conftest import ROOT, begin
from tests.game.play_table import Table
from tests.test_puzzles import tasks_of

BATTLE = "quickfire/lesson_duel"


def app_in(folder: Path, size: tuple[int, int] = (1280, 720)) -> App:
    """Return the program with its files in a folder of the test."""
    return App(find_folders(folder), Settings(window=size, motion="off", scenes="off"), [], AllScreens)


def find_widget(app: App, id: str) -> Any:
    """Return a widget on the screen."""
    return app.tree.find(id)


def begin_game(app: App) -> PlayScene:
    """Return a game with real dice; the test enters the first rolls: a 2 and a 5."""
    scene = SidesScene(app, app.library.find(BATTLE))
    app.change(Push(scene))
    scene.real_dice = True
    scene.start_with({note.key: HUMAN for note in scene.entry.scenario.sides})
    result = iter("2534162534251346")
    while isinstance(app.scene, SidesScene):
        find_widget(app, "dice_asked")
        count = find_widget(app, "dice_faces").limit // 4
        tell(app, "".join(next(result) for _ in range(count)))
    assert isinstance(app.scene, PlayScene)
    return app.scene


def tell(app: App, faces: str) -> None:
    """Type faces into the field and press Enter."""
    field = find_widget(app, "dice_faces")
    field.set_text(faces)
    field.on_change(faces)
    field.on_submit(faces)
    app.tree.draw(app.surface)


def is_asking(app: App) -> bool:
    """Return whether dice are being asked for."""
    return isinstance(app.tree.top, ui.Modal) and app.tree.top.id == "dice_asked"


def test_told_faces_are_thrown_in_order_and_again_until_the_command_is_done() -> None:
    dice = TableDice()
    with pytest.raises(NeedDice):
        dice.roll(2, 6)
    dice.tell((3, 5), 2, 6)
    assert dice.roll(2, 6) == (3, 5)
    dice.reread_rolls()
    assert dice.roll(1, 6) == (3,)
    assert dice.roll(1, 6) == (5,)
    dice.forget_rolls()
    with pytest.raises(NeedDice):
        dice.roll(1, 6)


@pytest.mark.parametrize(("faces", "count"), [((7,), 1), ((0,), 1), ((1, 2, 3), 2), ((4,), 2)])
def test_faces_that_no_die_can_show_are_refused(faces: tuple[int, ...], count: int) -> None:
    dice = TableDice()
    with pytest.raises(ImpossibleFace):
        dice.tell(faces, count, 6)
    assert dice.entered_faces == ()


@pytest.mark.parametrize(
    ("text", "sides", "faces", "fault"),
    [
        ("35", 6, (3, 5), ""),
        ("3 5", 6, (3, 5), ""),
        ("90", 10, (9, 10), ""),
        ("7", 6, (), "A die with 6 sides cannot show 7."),
        ("0", 6, (), "A die with 6 sides cannot show 0."),
        ("3x", 6, (3,), "'x' is not a die result."),
        ("12 20", 20, (12, 20), ""),
        ("351", 6, (3, 5), "3 results entered for 2 dice."),
    ],
)
def test_faces_are_read_as_one_types_them(text: str, sides: int, faces: tuple[int, ...], fault: str) -> None:
    assert read_faces(text, 2, sides) == (faces, fault)
    if not fault:
        assert read_faces(faces_text(faces, sides), 2, sides) == (faces, "")


def test_the_game_asks_for_every_throw_and_keeps_what_was_told(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = begin_game(app)
    session = scene.session
    assert session.header.dice == TABLE
    assert session.steps[0].faces and all(1 <= face <= 6 for face in session.steps[0].faces)
    before = len(session.steps)
    for _ in range(60):
        if is_asking(app):
            break
        orders = [command for action in scene.hand.actions for command in action.commands]
        scene.submit(orders[0] if orders else scene.hand.done)  # type: ignore[arg-type]
    assert is_asking(app), "somebody throws dice before sixty orders are given"
    steps = len(session.steps)
    assert steps > before
    lines = []
    while is_asking(app):
        count = find_widget(app, "dice_faces").limit // 4
        lines += [4] * count
        tell(app, "4" * count)
    assert len(session.steps) == steps + 1
    assert list(session.steps[-1].faces) == lines
    assert [face for event in session.steps[-1].events if isinstance(event, Rolled) for face in event.faces] == lines
    assert session.log is not None
    path = session.log.path
    scene.on_close()
    again = load_session(path, app.systems, open_map, write=False)
    assert again.digest() == session.digest() and isinstance(again.dice, TableDice)


def test_while_the_computer_waits_for_its_throw_the_game_can_be_left_and_asks_again_when_resumed(
    tmp_path: Path,
) -> None:
    app = app_in(tmp_path)
    app.change(Push(SidesScene(app, app.library.find(BATTLE))))  # the screen at the bottom, where leaving ends
    scene = begin_game(app)
    session = scene.session
    dice = session.dice
    assert isinstance(dice, TableDice) and session.log is not None
    need = Wanted(breakdown=Breakdown(what="black ROF die", count=1, sides=6, rule="QF-FIRE-2", die="black"))
    ask_for_dice(app, scene.book, dice, need, lambda: None, None)
    app.tree.draw(app.surface)
    assert is_asking(app) and not any(widget.id == "dice_back" for widget in app.tree.top.walk())
    digest, path = session.digest(), session.log.path
    find_widget(app, "dice_leave").activate()
    assert not is_asking(app) and scene not in app.scenes
    assert load_session(path, app.systems, open_map, write=False).digest() == digest


def test_an_impossible_face_is_refused_beside_the_field_and_nothing_happens(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = SidesScene(app, app.library.find(BATTLE))
    app.change(Push(scene))
    scene.real_dice = True
    scene.start()
    assert is_asking(app)
    tell(app, "9")
    assert is_asking(app) and find_widget(app, "dice_fault").spoken_text() == "A die with 6 sides cannot show 9."
    assert not find_widget(app, "dice_tell").enabled


def test_a_face_can_be_clicked_and_thrown_by_the_program(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = SidesScene(app, app.library.find(BATTLE))
    app.change(Push(scene))
    scene.real_dice = True
    scene.start()
    find_widget(app, "die_0_5").activate()
    assert find_widget(app, "dice_faces").text == "5"
    find_widget(app, "dice_throw").activate()
    assert find_widget(app, "dice_tell").enabled
    find_widget(app, "dice_tell").activate()
    assert is_asking(app) or isinstance(app.scene, PlayScene)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_the_question_fits_on_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    app = app_in(tmp_path, size)
    scene = SidesScene(app, app.library.find(BATTLE))
    app.change(Push(scene))
    scene.real_dice = True
    scene.start()
    app.tree.draw(app.surface)
    screen = app.surface.get_rect()
    assert all(screen.contains(widget.rect) for widget in app.tree.top.walk())


# --- Puzzles hide all odds until they are answered; hexes in sight of a hex are lit where sight lines are clear ---


def test_a_puzzle_hides_its_odds_until_it_is_answered(tmp_path: Path) -> None:
    pygame.font.init()
    task = tasks_of(ROOT / "maps" / "puzzles" / "nw_smoke" / "which_target.yaml")[0]
    app = App(find_folders(str(tmp_path)), Settings(window=(1280, 720)), [], AllScreens)
    scene = PuzzleScene(app, task)
    app.change(Push(scene))
    texts = list(task.chances)
    command = parse_command(scene.session.system, scene.hand.side, texts[0])

    scene.pointer.arm(command)

    def shown_ids() -> set[str]:
        scene.show_choice()
        app.tree.ensure_layout()
        return {widget.id for layer in app.tree.layers for widget in layer.walk() if widget.id}

    assert "odds_hidden" in shown_ids() and "odds" not in shown_ids()
    scene._on_answer(True)
    assert "odds_hidden" not in shown_ids() and "odds" in shown_ids()


def test_no_strip_of_earlier_moves_opens_over_the_board_of_a_puzzle(tmp_path: Path) -> None:
    pygame.font.init()
    task = tasks_of(ROOT / "maps" / "puzzles" / "nights_of_fury" / "long_lance.yaml")[2]
    app = App(find_folders(str(tmp_path)), Settings(window=(1280, 720)), [], AllScreens)
    scene = PuzzleScene(app, task)
    app.change(Push(scene))
    for now in (0, 40, 80):
        app.tree.draw(app.surface)
        scene.tick(now)
    assert scene.theatre.strip.is_attached and not scene.theatre.strip_open


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_puzzle_on_a_large_field_shows_what_may_be_ordered_large_enough_to_read(tmp_path: Path, scale: float) -> None:
    pygame.font.init()
    task = tasks_of(ROOT / "maps" / "puzzles" / "battles_for_empire" / "many_fall.yaml")[0]
    app = App(find_folders(str(tmp_path)), Settings(window=(1280, 720), ui_scale=scale), [], AllScreens)
    scene = PuzzleScene(app, task)
    app.change(Push(scene))
    for now in (0, 40, 80):
        app.tree.draw(app.surface)
        scene.tick(now)
    for order in task.chances:
        sketch = scene.hand.sketch(parse_command(scene.session.system, scene.hand.side, order))
        piece = scene.hand.find(sketch.target)
        assert piece is not None and scene.board.rect.collidepoint(scene.board.screen_of(piece.at)), order
    shown = scene.board.camera.zoom
    scene.pane.show_all()
    assert shown >= min(scene.board.readable_zoom, 2 * scene.board.camera.zoom), "as far as all of them allow"


def test_what_is_seen_from_a_hex_is_lit_until_the_next_click(tmp_path: Path) -> None:
    session = begin("battles_for_empire/majuba")
    table = Table(tmp_path, {note.key: "human" for note in session.scenario.sides}, session=session)
    hand, pointer = table.play.hand, table.play.pointer
    here = next(piece.at for piece in hand.view.pieces if piece.at and piece.side == hand.side)
    pointer.show_seen(here)
    lit = table.play.board.overlay.reachable
    row = [(100 * column + 10,) for column in range(1, 20)]
    blocked = [hex for hex in row if hand.seat.sight(here, hex).sight.verdict == "blocked"]
    clear = [hex for hex in row if hex != here and hex not in blocked]
    assert blocked and clear and set(clear) <= set(lit) and not set(blocked) & set(lit)
    table.click(table.play.pane.canvas.rect.center)
    assert not pointer.seen and table.play.board.overlay.reachable != lit
