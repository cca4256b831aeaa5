"""The replay page: stepping through a finished game, what each viewer may see, and playing on from the middle."""

from __future__ import annotations

import time
from pathlib import Path

import pygame
import pytest

from game.hud.game_history import eyes_allowed, view_at
from game.library import open_map
from game.scenes.play import PlayScene
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from rules import SYSTEMS
from rules.kernel.flow import offers
from rules.kernel.seat import Seat, is_visible_to
from rules.kernel.session import load_session
from tests.conftest import begin
from tests.game.play_table import Table
from tests.game.screens import GAME, HUMANS, app_in, find_widget, press, random_game, show


def test_the_replay_walks_by_step_phase_and_turn(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = ReplayScene(app, random_game())
    show(app, scene)
    press(app, pygame.K_END)
    assert scene.number == len(random_game().steps)
    press(app, pygame.K_HOME)
    assert scene.number == 1
    press(app, pygame.K_PAGEDOWN)
    stepped = scene.number
    assert stepped > 1 and scene.past.scenes(stepped), "a step goes to the next scene"
    assert not any(scene.past.scenes(number) for number in range(2, stepped))
    press(app, pygame.K_PAGEUP)
    assert scene.number == 1
    before = scene.past.place(1)
    press(app, pygame.K_PAGEDOWN, pygame.KMOD_SHIFT)
    assert scene.past.place(scene.number) != before
    press(app, pygame.K_PAGEDOWN, pygame.KMOD_CTRL)
    assert scene.past.place(scene.number)[0] == before[0] + 1
    assert scene.past.place(scene.number - 1)[0] == before[0]
    there = scene.number
    press(app, pygame.K_PAGEDOWN)
    press(app, pygame.K_PAGEUP, pygame.KMOD_CTRL)
    assert scene.number == there
    find_widget(app, "scrubber").set(40, tell=True)
    assert scene.number == 40
    assert app.tree.misplaced_widgets() == []


def test_the_replay_shows_a_side_nothing_it_may_not_know(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = random_game()
    scene = ReplayScene(app, session)
    show(app, scene)
    hidden = [
        number
        for number, step in enumerate(session.steps, 1)
        if any(not is_visible_to(event, "USN") and not event.shadow for event in step.events)
    ]
    assert hidden, "the game must hold something the side may not know, or this proves nothing"
    scene.see_as("USN")
    for number in hidden[:25]:
        scene.go(number)
        app.frame()
        assert scene.board.view is not None
        assert scene.board.view.side == "USN"
        known = session.system.view(session.system.known_state(session.states[number], "USN"), "USN")
        assert [piece.id for piece in scene.board.view.pieces] == [piece.id for piece in known.pieces]
        rows = [(caption.text, caption.detail) for caption in scene.past.captions(number)]
        for event in session.steps[number - 1].events:
            if not is_visible_to(event, "USN") and not event.shadow:
                every = ReplayScene(app, session).past.captions(number)
                secret = [(caption.text, caption.detail) for caption in every]
                assert set(secret) - set(rows)
                break


def test_a_game_still_being_played_shows_only_what_its_player_may_see(tmp_path: Path) -> None:
    session = begin(GAME, seed=1)
    session.players = {"USN": "human", "IJN": "greedy"}
    assert eyes_allowed(session) == ("USN",)
    app = app_in(tmp_path / "user")
    scene = ReplayScene(app, session)
    show(app, scene)
    scene.see_as("")
    assert scene.eyes == "USN"
    assert view_at(session, 1, scene.eyes) == Seat(session, "USN").view()
    assert ReportScene(app, session).eyes == "USN"
    session.players = HUMANS
    assert eyes_allowed(session) == (session.actor,)
    session.players = {"USN": "greedy", "IJN": "greedy"}
    assert eyes_allowed(session) == ("", "USN", "IJN")
    assert eyes_allowed(random_game())[0] == ""


def test_playing_runs_to_the_end_and_stops(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.settings.motion = "off"
    scene = ReplayScene(app, random_game())
    show(app, scene)
    scene.go(len(random_game().steps) - 2)
    press(app, pygame.K_SPACE)
    now = scene.now
    for _ in range(6):
        now += 5000
        scene.tick(now)
    assert scene.number == len(random_game().steps)
    assert not scene.playing


def test_one_can_play_on_from_the_middle_in_a_new_file(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = random_game()
    scene = ReplayScene(app, session)
    show(app, scene)
    scene.go(30)
    find_widget(app, "play_on").press()
    app.frame()
    assert app.tree.misplaced_widgets() == []
    find_widget(app, "play_on_begin").press()
    play = next(scene for scene in app.scenes if isinstance(scene, PlayScene))
    assert play.session.steps == session.steps[:30]
    assert play.session.seed != session.seed
    assert play.session.log is not None
    path = play.session.log.path
    assert path.parent == app.folders.saves
    command = offers(play.session.system, play.session.state)[0].commands[0]
    play.session.submit(command)
    play.session.close()
    again = load_session(path, SYSTEMS, open_map, write=False)
    assert len(again.steps) == 31
    assert len(session.steps) > 31


# --- Watching two computer players: the board follows the action, and never ends on empty sea ---

STEPS = 60
WAIT_S = 60


def watch_game(game: str, folder: Path) -> Table:
    session = begin(game, seed=5)
    table = Table(folder, {note.key: "captain" for note in session.scenario.sides}, session=session)
    table.play.director.speed = 2
    return table


def one_step(table: Table) -> None:
    """Wait until the computers have done something more."""
    before, latest = len(table.session.steps), time.monotonic() + WAIT_S
    while len(table.session.steps) == before and not table.session.over:
        assert time.monotonic() < latest
        table.wait(600)
        time.sleep(0.001)


def out_of_sight(table: Table) -> list[str]:
    """Return counters that moved in the last step and are beyond the edge of the board."""
    moved = [event for event in table.session.steps[-1].events if type(event).__name__ == "Moved"]
    named = {str(getattr(event, name, "")) for event in moved for name in ("division", "ship")}
    rect, board = table.play.pane.canvas.rect, table.play.board
    pieces = [piece for piece in table.play.hand.view.pieces if piece.at and piece.id in named]
    return [piece.name for piece in pieces if not rect.collidepoint(board.screen_of(piece.at))]


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", ["nw_smoke/little_and_gregory", "quickfire/dash_to_chifu"])
def test_the_board_follows_what_happens(game: str, tmp_path: Path) -> None:
    table = watch_game(game, tmp_path)
    for number in range(STEPS):
        if table.session.over:
            break
        if number == STEPS // 3:
            table.play.pane.pan(-1600, 0)  # after the player has dragged the chart away
        one_step(table)
        assert out_of_sight(table) == []
    pieces = [piece for piece in table.play.hand.view.pieces if piece.at]
    rect = table.play.pane.canvas.rect
    assert any(rect.collidepoint(table.play.board.screen_of(piece.at)) for piece in pieces), "no empty sea"


def test_a_board_moved_by_hand_is_brought_back_no_further_than_it_takes(tmp_path: Path) -> None:
    table = watch_game("nw_smoke/little_and_gregory", tmp_path)
    table.play.director.paused = True
    pane = table.play.pane
    pane.zoom(3)
    zoom = pane.board.camera.zoom
    piece = next(piece for piece in table.play.hand.view.pieces if piece.at)
    pane.pan(-2000, 0)
    assert not pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at))
    pane.follow([piece.at])
    assert pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at)) and pane.board.camera.zoom == zoom
    at = pane.board.camera
    pane.follow([piece.at])
    assert pane.board.camera == at, "what is seen moves nothing"
