"""The window at one end, a headless end at the other, over TCP: open, join, play, talk, wait."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep, thread_time

import pytest
from nacl.pwhash import argon2id

from game.app import App
from game.network.line import Line
from game.network.messages import GUEST, HOST, PING
from game.network.opening import Place
from game.network.peer import State
from game.network.play_scene import NetworkPlayScene
from game.network.private import met_at
from game.network.setup_scene import NetworkResumeScene, NetworkSetupScene
from game.network.wire import LOOPBACK, parse_invitation
from game.scenes.play import PlayScene
from game.scenes.report import ReportScene
from game.scenes.saves import SavesScene
from game.scenes.title import TitleScene
from game.stack import Pop
from game.version import VERSION
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from tests.conftest import map_named, pick
from tests.game.screens import app_in, find_widget, show
from tests.network.pair import give
from tests.network.test_two_ends import OPEN

PATIENCE_S = 30.0


class Two:
    """A window that hosts, and the other end."""

    def __init__(self, folder: Path, game: str = OPEN, line: Callable[[int], int] | None = None) -> None:
        """`line`: gives the port of what stands between the two, for the port of the host."""
        self.app: App = app_in(folder / "host")
        self.app.settings.motion = "off"
        show(self.app, TitleScene(self.app))
        system, _, key = game.partition("/")
        entry = next(entry for entry in self.app.library.entries if (entry.system, entry.key) == (system, key))
        setup = NetworkSetupScene(self.app, entry, {})
        show(self.app, setup)
        setup.port = "0"
        find_widget(self.app, "net_open").press()
        (folder / GUEST).mkdir()
        self.guest = Line(GUEST, Place(SYSTEMS, map_named, folder / GUEST, VERSION))
        host, port, code = parse_invitation(find_widget(self.app, "net_line").text)
        self.guest.begin(host, port if line is None else line(port), False, code)
        self.until(lambda: isinstance(self.app.scene, NetworkPlayScene))
        assert isinstance(self.app.scene, NetworkPlayScene)
        self.scene: NetworkPlayScene = self.app.scene
        self.until(lambda: self.guest.peer is not None and self.guest.peer.ledger.count == 1)

    def until(self, true: Callable[[], bool], guest: bool = True) -> None:
        """Draw frames, and run the other end, until a condition holds."""
        end = monotonic() + PATIENCE_S
        while not true():
            if guest:
                self.guest.pump()
            self.app.frame()
            assert monotonic() < end, self.positions_text()
            sleep(0.001)

    def positions_text(self) -> str:
        """Return where both ends stand."""
        scene, peer = self.scene, self.guest.peer
        mine, theirs = scene.peer, peer
        assert theirs is not None
        return (
            f"{mine.state} {mine.reason} {mine.ledger.count} shown {len(scene.shown)} of {len(scene.session.steps)}, "
            f"moving {scene.moving.running}; {theirs.state} {theirs.reason} {theirs.ledger.count}"
        )

    @property
    def both(self) -> bool:
        """Return whether both ends hold the same lines and the board shows them."""
        peer = self.guest.peer
        same = peer is not None and peer.ledger.digest == self.scene.peer.ledger.digest
        return same and self.scene.shown == self.scene.session.steps

    def order(self, thought: SeededDice) -> None:
        """Give one random order for the acting side."""
        peer = self.guest.peer
        assert peer is not None
        if peer.state is State.MINE:
            give(peer, thought)
        elif self.scene.my_turn:
            self.scene.carry_out(pick(self.scene.session, thought))
        self.until(lambda: self.both and State.ASKED not in (peer.state, self.scene.peer.state))

    def guest_acts(self, thought: SeededDice) -> None:
        """Play until it is the other end's turn."""
        while self.guest.peer is not None and self.guest.peer.state is not State.MINE:
            self.order(thought)

    def close(self) -> None:
        self.guest.close()
        while len(self.app.scenes) > 1:
            self.app.change(Pop())
        if self.app.scenes:
            self.app.scenes[0].on_close()


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    monkeypatch.setattr(argon2id, "OPSLIMIT_MODERATE", argon2id.OPSLIMIT_MIN)
    monkeypatch.setattr(argon2id, "MEMLIMIT_MODERATE", argon2id.MEMLIMIT_MIN)
    made = Two(tmp_path)
    yield made
    made.close()


def test_a_game_opened_in_the_window_is_played_against_another_end(two: Two) -> None:
    thought = SeededDice(1)
    for _ in range(30):
        if not two.scene.session.over:
            two.order(thought)
    assert two.both
    paths = [two.scene.session.path, two.guest.peer and two.guest.peer.ledger.session.path]
    assert len({path.read_bytes() for path in paths if path}) == 1


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("top", ["rulebook", "menu", "rule card", "settings"])
def test_the_other_is_answered_whatever_is_on_top(two: Two, top: str) -> None:
    """A page, a menu or a dialog at one end never makes the other wait."""
    thought = SeededDice(2)
    two.guest_acts(thought)
    opens: dict[str, Callable[[], object]] = {
        "rulebook": lambda: two.scene.open_rulebook(""),
        "menu": two.scene.open_menu,
        "rule card": lambda: two.scene.open_rule(two.scene.hand.view.prompt.rule),
        "settings": two.app.screens.settings,
    }
    opens[top]()
    scene, tree_top, peer = two.app.scene, two.app.tree.top, two.guest.peer
    assert peer is not None
    count = peer.ledger.count
    for _ in range(40):
        if peer.state is not State.MINE:
            break
        give(peer, thought)
        two.until(lambda: peer.state is not State.ASKED)
    assert peer.ledger.count > count and peer.ledger.rolls
    two.until(lambda: two.scene.peer.ledger.count == peer.ledger.count)
    assert two.app.scene is scene and two.app.tree.top is tree_top


def test_while_an_order_waits_for_its_dice_nothing_can_be_ordered_and_the_window_lives(two: Two) -> None:
    thought = SeededDice(3)
    peer = two.scene.peer
    while True:
        if two.scene.my_turn:
            two.scene.carry_out(pick(two.scene.session, thought))
            if peer.state is State.ASKED:
                break
            two.until(lambda: two.both)
        else:
            two.order(thought)
    steps = len(two.scene.session.steps)
    assert not two.scene.my_turn and two.scene.session.why_not_undo()
    assert not two.scene.carry_out(pick(two.scene.session, thought))
    begun, frames = thread_time(), 100
    for _ in range(frames):
        two.app.frame()
    assert (thread_time() - begun) / frames < 1 / 50  # of work: above 50 frames a second
    assert len(two.scene.session.steps) == steps and "Waiting for dice" in two.scene.status()
    two.until(lambda: len(two.scene.session.steps) > steps)


def test_talk_and_requests_come_to_the_player(two: Two) -> None:
    thought = SeededDice(4)
    peer = two.guest.peer
    assert peer is not None
    peer.say("Well met.")
    two.until(lambda: "Well met." in two.scene.chat)
    two.scene._say("Ahoy")
    heard: list[str] = []
    two.until(lambda: bool(heard.extend(news.text for news in two.guest.pump())) or "Ahoy" in heard, guest=False)
    two.guest_acts(thought)
    others = ("", two.scene.my_side)
    while not peer.ledger.session.steps[-1].faces or peer.ledger.session.steps[-1].command.side in others:
        two.order(thought)
    steps = len(peer.ledger.session.steps)
    assert peer.ask_undo() == ""
    two.until(lambda: any(widget.id == "net_yes" for widget in two.app.tree.top.walk()))
    find_widget(two.app, "net_yes").press()
    two.until(lambda: two.both and len(peer.ledger.session.steps) == steps - 1)
    peer.offer_draw()
    two.until(lambda: any(widget.id == "net_yes" for widget in two.app.tree.top.walk()))
    find_widget(two.app, "net_yes").press()
    two.until(lambda: peer.state is State.OVER)
    assert "draw" in two.scene.status()


def test_leaving_the_page_closes_the_door(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    entry = next(entry for entry in app.library.entries if entry.system == "quickfire")
    setup = NetworkSetupScene(app, entry, {})
    show(app, setup)
    setup.port = "0"
    setup.open()
    wire = setup.line.wire if setup.line is not None else None
    assert wire is not None and app.background
    socket.create_connection((LOOPBACK, wire.port), 1).close()
    setup.on_close()
    with pytest.raises(OSError):
        socket.create_connection((LOOPBACK, wire.port), 1)
    assert not app.background
    setup.pasted = "nonsense"
    setup.join()
    assert "not a valid line" in setup.status


def test_an_interrupted_game_is_resumed_from_the_list_of_saved_games(two: Two) -> None:
    thought = SeededDice(5)
    for _ in range(6):
        two.order(thought)
    app, path = two.app, two.scene.session.path
    their_log = two.guest.peer.ledger.session.path if two.guest.peer else None
    assert path is not None and their_log is not None
    count = two.scene.peer.ledger.count
    app.change(Pop())
    two.guest.close()
    saves = show(app, SavesScene(app))
    assert isinstance(saves, SavesScene) and saves.rows[0].trust == "live"
    assert "two computers" in saves.tiles[0].spoken_text()
    saves.watch()  # a game of Quickfire hides nothing
    app.change(Pop())
    app.frame()
    saves.resume()
    assert isinstance(app.scene, NetworkResumeScene)
    app.scene.port = "0"
    find_widget(app, "net_open").press()
    wire = app.scene.line.wire if app.scene.line is not None else None
    assert wire is not None
    two.guest = Line(GUEST, Place(SYSTEMS, map_named, their_log.parent, VERSION))
    two.guest.resume(their_log, LOOPBACK, wire.port, False)
    two.until(lambda: isinstance(app.scene, NetworkPlayScene))
    assert isinstance(app.scene, NetworkPlayScene)
    two.scene = app.scene
    assert two.scene.peer.ledger.count == count
    two.until(lambda: two.scene.my_turn or (two.guest.peer is not None and two.guest.peer.state is State.MINE))
    for _ in range(4):
        two.order(thought)
    assert two.both and two.scene.peer.ledger.count > count
    met = met_at(path)
    assert met is not None and met.listens and met.port == wire.port
    met = met_at(their_log)
    assert met is not None and not met.listens and met.port == wire.port


def test_a_place_pointed_at_is_marked_and_a_foolish_one_is_not(two: Two) -> None:
    peer, pane = two.guest.peer, two.scene.pane
    assert peer is not None
    for text in ("", "x y", "1e9", "9" * 290, "1 2 3 4 5 6", "-9999999 -9999999"):
        peer.say(text, PING)
    place = next(piece.at for piece in two.scene.hand.view.pieces if piece.at)
    peer.say(" ".join(map(str, place)), PING)
    two.until(lambda: pane.pinged is not None)
    assert pane.pinged is not None and pane.pinged[0] == place
    heard: list[str] = []
    two.scene.ping(place)
    words = " ".join(map(str, place))
    two.until(lambda: bool(heard.extend(n.text for n in two.guest.pump() if n.kind == PING)) or words in heard, False)


def test_resigning_asks_first_ends_both_ends_and_leads_to_the_report(two: Two) -> None:
    peer = two.guest.peer
    assert peer is not None
    two.order(SeededDice(6))
    find_widget(two.app, "net_ask").press()
    find_widget(two.app, "net_resign").press()
    assert two.scene.peer.state is not State.OVER
    find_widget(two.app, "net_resign_yes").press()
    assert isinstance(two.app.scene, ReportScene) and two.app.scene.conceded == two.scene.my_side
    two.until(lambda: peer.state is State.OVER)
    assert "host has resigned" in peer.reason


def test_when_the_other_has_left_the_captain_can_take_over_and_not_before(two: Two) -> None:
    for _ in range(3):
        two.order(SeededDice(7))
    find_widget(two.app, "net_ask").press()
    assert all(widget.id != "net_captain" for widget in two.app.tree.top.walk())
    find_widget(two.app, "net_close").press()
    two.guest.close()
    two.until(lambda: not two.scene.peer.is_live, guest=False)
    assert "Connection lost" in two.scene.status()
    find_widget(two.app, "net_ask").press()
    find_widget(two.app, "net_captain").press()
    find_widget(two.app, "net_alone_yes").press()
    assert type(two.app.scene) is PlayScene and not two.app.background
    assert two.app.scene.session.header.network is None


def test_the_page_counts_the_games_left_before_turn_two(two: Two) -> None:
    two.order(SeededDice(8))
    setup = NetworkSetupScene(two.app, next(iter(two.app.library.entries)), {})
    assert setup.left_early == "Of 1 game between two computers saved here, 1 was left before turn 2."


def test_the_one_who_listens_may_be_the_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(argon2id, "OPSLIMIT_MODERATE", argon2id.OPSLIMIT_MIN)
    monkeypatch.setattr(argon2id, "MEMLIMIT_MODERATE", argon2id.MEMLIMIT_MIN)
    app = app_in(tmp_path)
    entry = next(entry for entry in app.library.entries if entry.system == "quickfire")
    setup = NetworkSetupScene(app, entry, {})
    show(app, setup)
    setup.port = "0"
    find_widget(app, "net_they_offer").press()
    find_widget(app, "net_open").press()
    (tmp_path / HOST).mkdir()
    host = Line(HOST, Place(SYSTEMS, map_named, tmp_path / HOST, VERSION))
    address, port, code = parse_invitation(find_widget(app, "net_line").text)
    host.begin(address, port, False, code, setup._offer())
    end = monotonic() + PATIENCE_S
    while not isinstance(app.scene, NetworkPlayScene):
        host.pump()
        app.frame()
        assert monotonic() < end
    assert app.scene.peer.role == GUEST
    host.close()
    app.change(Pop())


def test_after_an_order_that_waited_for_its_dice_the_same_counter_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game with hidden information every order waits; the board goes on as on one computer."""
    monkeypatch.setattr(argon2id, "OPSLIMIT_MODERATE", argon2id.OPSLIMIT_MIN)
    monkeypatch.setattr(argon2id, "MEMLIMIT_MODERATE", argon2id.MEMLIMIT_MIN)
    two = Two(tmp_path, "nights_of_fury/little_and_gregory")
    thought = SeededDice(1)
    while not (two.scene.my_turn and any(action.piece for action in two.scene.hand.actions)):
        two.order(thought)
    table = two.scene.table
    action = next(action for action in two.scene.hand.actions if action.piece and action.commands)
    table.select(action.piece)
    two.scene.carry_out(action.commands[0])
    assert two.scene.peer.state is State.ASKED and table.pending is not None
    two.until(lambda: two.both and two.scene.peer.state is not State.ASKED)
    assert table.pending is None and two.scene.hand.piece == action.piece
    assert table.ordered[two.scene.my_side] == len(two.scene.session.steps)
    two.close()
