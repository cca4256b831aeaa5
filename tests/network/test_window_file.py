"""By file in the window: invitation, answer, turns sent, opened and dropped; a replaced turn.

Nothing is seen too early.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.console.eyes import viewer_of
from game.network.by_file import SUFFIX, pack
from game.network.file_scene import FilePlayScene
from game.network.peer import State
from game.network.private import private_path
from game.network.setup_scene import NetworkSetupScene
from game.scenes.play import PlayScene
from game.scenes.saves import SavesScene
from game.scenes.title import TitleScene
from game.stack import Pop
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.session import load_session
from tests.conftest import map_named, pick
from tests.game.screens import app_in, find_widget, show, words
from tests.network.test_two_ends import GAMES, OPEN, quiet_orders


class ByPost:
    """Two windows, and the files they write."""

    def __init__(self, folder: Path, game: str = OPEN) -> None:
        self.apps = {name: app_in(folder / name) for name in ("host", "guest")}
        for app in self.apps.values():
            app.settings.motion = "off"
            show(app, TitleScene(app))
        system, _, key = game.partition("/")
        entry = next(one for one in self.host.library.entries if (one.system, one.key) == (system, key))
        show(self.host, NetworkSetupScene(self.host, entry, {}))
        find_widget(self.host, "net_invite").press()
        self.drop("guest", self.written_file("host"))
        find_widget(self.guest, "invited_yes").press()
        self.drop("host", self.written_file("guest"))

    @property
    def host(self) -> App:
        return self.apps["host"]

    @property
    def guest(self) -> App:
        return self.apps["guest"]

    def written_file(self, name: str) -> Path:
        """Return the file a window has just written; its dialog is closed."""
        app = self.apps[name]
        path = Path(words(app, "turn_path"))
        assert path.is_file() and path.suffix == SUFFIX
        find_widget(app, "turn_close").press()
        app.frame()
        return path

    def drop(self, name: str, path: Path) -> None:
        """Drop a file on a window."""
        app = self.apps[name]
        app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        for _ in range(3):
            app.frame()

    def scene(self, name: str) -> FilePlayScene:
        found = self.apps[name].scene
        assert isinstance(found, FilePlayScene)
        return found

    def acting(self) -> str:
        """Return whose turn it is."""
        return "host" if self.scene("host").peer.state is State.MINE else "guest"

    def turn(self, thought: SeededDice) -> Path:
        """Let the acting side give random orders and send them, and the other side open them."""
        name = self.acting()
        if not isinstance(self.apps[name].scene, FilePlayScene):
            name = "host"
        scene = self.scene(name)
        while scene.peer.state is State.MINE:
            assert scene.carry_out(pick(scene.session, thought))
            self.apps[name].frame()
        path = self.send(name)
        self.drop("guest" if name == "host" else "host", path)
        return path

    def send(self, name: str) -> Path:
        find_widget(self.apps[name], "turn_send").press()
        return self.written_file(name)

    def close(self) -> None:
        for app in self.apps.values():
            while app.scenes:
                app.change(Pop())


@pytest.fixture
def post(tmp_path: Path) -> Iterator[ByPost]:
    made = ByPost(tmp_path)
    yield made
    made.close()


def test_a_game_by_file_is_invited_accepted_and_played_by_dropping_files(post: ByPost) -> None:
    thought = SeededDice(1)
    for _ in range(6):
        post.turn(thought)
    logs = [post.scene(name).session.path.read_bytes() for name in ("host", "guest")]  # type: ignore[union-attr]
    assert logs[0] == logs[1] and len(logs[0].splitlines()) > 8
    assert all(post.scene(name).shown == post.scene(name).session.steps for name in ("host", "guest"))


def test_a_turn_can_be_sent_when_it_is_over_and_not_before(post: ByPost) -> None:
    thought = SeededDice(2)
    for _ in range(2):
        post.turn(thought)
    name = post.acting()
    mine, theirs = (post.apps[one] for one in (name, "guest" if name == "host" else "host"))
    mine.frame()
    assert not find_widget(mine, "turn_send").enabled and find_widget(theirs, "turn_send").enabled
    assert "Your turn" in words(mine, "turn_status") and "Their turn" in words(theirs, "turn_status")


def test_a_turn_that_is_opened_is_played_as_scenes(post: ByPost) -> None:
    thought = SeededDice(3)
    for _ in range(3):
        post.turn(thought)
    for app in post.apps.values():
        app.settings.scenes = "normal"
    name = post.acting()
    other = post.scene("guest" if name == "host" else "host")
    played = False
    for _ in range(6):
        post.turn(thought)
        played = played or other.theatre.running
        other.theatre.skip_all()
    assert played


def test_the_game_goes_on_from_the_saved_games_where_it_is_marked(post: ByPost) -> None:
    post.turn(SeededDice(4))
    app = post.host
    count = len(post.scene("host").session.steps)
    app.change(Pop())
    saves = show(app, SavesScene(app))
    assert isinstance(saves, SavesScene)
    app.frame()
    assert saves.rows[0].trust == "file" and "by file" in saves.tiles[0].spoken_text()
    saves.resume()
    app.frame()
    assert len(post.scene("host").session.steps) == count


def test_two_files_for_one_turn_are_shown_and_both_are_kept(post: ByPost) -> None:
    thought = SeededDice(5)
    post.turn(thought)
    while len(quiet_orders(post.scene(post.acting()).peer)) < 2:  # type: ignore[arg-type]
        post.turn(thought)
    name = post.acting()
    other = "guest" if name == "host" else "host"
    scene = post.scene(name)
    log = scene.session.path
    assert log is not None
    saved = {path: path.read_bytes() for path in (log, private_path(log))}
    first, second = quiet_orders(scene.peer)[:2]  # type: ignore[arg-type]
    scene.carry_out(first)
    post.apps[name].frame()
    sent = scene.peer.turn()
    post.apps[name].change(Pop())
    for path, data in saved.items():  # an older copy of the folder
        path.write_bytes(data)
    post.apps[name].screens.two_again(log)
    again = post.scene(name)
    again.carry_out(second)
    theirs = post.scene(other)
    theirs.peer.take(sent, "first.turn")
    before = theirs.session.path.read_bytes()  # type: ignore[union-attr]
    late = log.with_name("late.turn")
    late.write_bytes(pack(again.peer.turn()))
    post.drop(other, late)
    assert "both are signed" in words(post.apps[other], "futures")
    assert list((post.apps[other].folders.saves / "shared").glob("two-futures*"))
    assert theirs.session.path.read_bytes() == before  # type: ignore[union-attr]


def test_a_changed_file_is_refused_in_words_and_a_known_one_is_named(post: ByPost, tmp_path: Path) -> None:
    path = post.turn(SeededDice(6))
    reader = "guest" if "host" in path.name else "host"
    post.drop(reader, path)
    assert "opened before" in words(post.apps[reader], "turn_known")
    find_widget(post.apps[reader], "turn_known_close").press()
    broken = tmp_path / "broken.turn"
    broken.write_bytes(path.read_bytes()[:-1])
    post.drop(reader, broken)
    assert "broken.turn was changed or cut" in words(post.apps[reader], "turn_error")


def test_the_captain_takes_over_when_the_other_player_stays_away(post: ByPost) -> None:
    post.turn(SeededDice(7))
    scene = post.scene("host")
    steps, path = len(scene.session.steps), scene.session.path
    assert path is not None
    before = path.read_bytes()
    find_widget(post.host, "net_captain").press()
    find_widget(post.host, "net_alone_yes").press()
    alone = post.host.scene
    assert type(alone) is PlayScene and len(alone.session.steps) >= steps and alone.session.header.network is None
    assert set(alone.session.players.values()) == {"human", "captain"} and path.read_bytes() == before
    assert "Both computers have proved" in words(post.host, "net_proved")


def test_nothing_of_the_other_side_is_shown_before_the_end(tmp_path: Path) -> None:
    post, thought = ByPost(tmp_path, GAMES[1]), SeededDice(8)
    post.turn(thought)
    post.turn(thought)
    name = next(one for one in ("host", "guest") if post.scene(one).peer.state is not State.MINE)
    app, scene = post.apps[name], post.scene(name)
    app.screens.replay(scene.session)
    assert app.scene.allowed == (scene.my_side,)  # type: ignore[attr-defined]
    app.change(Pop())
    app.screens.report(scene.session)
    assert app.scene.eyes == scene.my_side  # type: ignore[attr-defined]
    path = scene.session.path
    assert path is not None
    for _ in range(2):
        app.change(Pop())
    read = load_session(path, SYSTEMS, map_named, write=False)
    assert "stays hidden" in viewer_of(read, "")[1]
    saves = show(app, SavesScene(app))
    assert isinstance(saves, SavesScene)
    saves.watch()
    assert app.scene is saves and "stays hidden" in words(app, "unseen")
    post.close()
