"""Games by file: invitation, answer, turns; everything changed, cut, foreign or outdated is refused."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec
import pytest

from game.network.audit import audit_log
from game.network.by_file import (
    FilePeer,
    Turn,
    TwoFutures,
    invite,
    next_file,
    open_file,
    pack,
    resume_by_file,
    unpack,
)
from game.network.by_file_console import turn_verb
from game.network.console import host_verb
from game.network.messages import GUEST, HOST, OTHER
from game.network.opening import CannotPlay, Place, offer_of
from game.network.peer import State
from game.network.private import private_path
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.session import Session
from tests.conftest import SOAK, below, map_named, pick, scenario_named
from tests.network.test_two_ends import GAMES, OPEN, quiet_orders


class Post:
    """Two players who send each other files."""

    def __init__(self, folder: Path, game: str = OPEN) -> None:
        system, _, key = game.partition("/")
        scenario = scenario_named(system, key)
        self.folder = folder
        self.places = {role: Place(SYSTEMS, map_named, folder / role, "test") for role in (HOST, GUEST)}
        for place in self.places.values():
            place.saves.mkdir(parents=True)
        fresh = Session(SYSTEMS[system], scenario, map_named(system, scenario.map), begin=False)
        self.invitation = invite(offer_of(fresh, scenario.sides[0].key), self.places[HOST], folder / "a.turn")
        guest, _ = open_file(self.invitation, self.places[GUEST])
        self.answer = next_file(guest, folder / "b.turn")
        guest.ledger.session.close()
        host, _ = open_file(self.answer, self.places[HOST])
        self.logs = {HOST: log_of(host), GUEST: log_of(guest)}
        host.ledger.session.close()
        self.sent: list[tuple[str, Path]] = []

    def send(self, role: str) -> Path:
        """Return the file with which an end sends its turn."""
        peer = resume_by_file(self.logs[role], self.places[role])
        path = next_file(peer, self.folder / f"{role}-{len(self.sent)}.turn")
        peer.ledger.session.close()
        self.sent.append((role, path))
        return path

    def open(self, role: str, path: Path) -> FilePeer:
        return open_file(path, self.places[role])[0]


def log_of(peer: FilePeer) -> Path:
    path = peer.ledger.session.path
    assert path is not None
    return path


def play(peer: FilePeer, thought: SeededDice) -> None:
    """Give random orders until it is the other side's turn."""
    while peer.state is State.MINE:
        if below(thought, 6) == 0 and not peer.ledger.free_undo():
            assert peer.undo() == ""
        assert not peer.give(pick(peer.ledger.session, thought))


def post_game(post: Post, thought: SeededDice, turns: int) -> bool:
    """Send turns to and fro; return whether the game ended."""
    role = HOST
    for _ in range(turns):
        peer = resume_by_file(post.logs[role], post.places[role])
        play(peer, thought)
        peer.ledger.session.close()
        path = post.send(role)
        role = OTHER[role]
        other = post.open(role, path)
        over = other.ledger.session.over
        other.ledger.session.close()
        if over:
            return True
    return False


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_file_has_equal_logs_and_proves_its_dice(tmp_path: Path, game: str) -> None:
    post = Post(tmp_path, game)
    post_game(post, SeededDice(3), 1000 if SOAK else 8)
    logs = [path.read_bytes() for path in post.logs.values()]
    assert logs[0] == logs[1] and len(logs[0]) > 3000
    assert "proved" in (text := audit_log(post.logs[HOST], post.places[HOST])) and "by file" in text
    assert all(path.stat().st_size < 15_000 for _, path in post.sent)


def test_opening_a_turn_again_changes_nothing_and_neither_does_sending_it_again(tmp_path: Path) -> None:
    post = Post(tmp_path)
    post_game(post, SeededDice(4), 4)
    role, path = post.sent[-1]
    before = post.logs[OTHER[role]].read_bytes()
    post.open(OTHER[role], path).ledger.session.close()
    assert post.logs[OTHER[role]].read_bytes() == before
    first, second = unpack(path), unpack(post.send(role))
    assert first == second
    older = post.sent[1][1]
    post.open(OTHER[post.sent[1][0]], older).ledger.session.close()  # an older turn is known already
    assert post.logs[OTHER[role]].read_bytes() == before


def test_the_dice_of_a_turn_do_not_change_when_the_game_is_loaded_again(tmp_path: Path) -> None:
    post = Post(tmp_path)
    files = {}
    peer = resume_by_file(post.logs[HOST], post.places[HOST])
    role = HOST if peer.state is State.MINE else GUEST
    peer.ledger.session.close()
    if role == GUEST:
        post.open(GUEST, post.send(HOST)).ledger.session.close()
    for path in (post.logs[role], private_path(post.logs[role])):
        files[path] = path.read_bytes()
    found = set()
    for _ in range(2):
        for path, data in files.items():
            path.write_bytes(data)
        peer = resume_by_file(post.logs[role], post.places[role])
        play(peer, SeededDice(9))
        peer.ledger.session.close()
        found.add(post.logs[role].read_bytes())
    assert len(found) == 1


def test_changed_and_cut_files_are_refused_with_their_name(tmp_path: Path) -> None:
    post, thought = Post(tmp_path), SeededDice(5)
    peer = resume_by_file(post.logs[HOST], post.places[HOST])
    play(peer, thought)
    peer.ledger.session.close()
    data = post.send(HOST).read_bytes()
    before = post.logs[GUEST].read_bytes()
    wrong = tmp_path / "wrong.turn"
    cases = [data[:-1], data[: len(data) // 2], data + b"\0", b"", b"PK\3\4" + data, data[:8]]
    for _ in range(20_000 if SOAK else 200):
        at = below(thought, len(data))
        cases.append(data[:at] + bytes([data[at] ^ (1 + below(thought, 255))]) + data[at + 1 :])
    for case in cases:
        wrong.write_bytes(case)
        with pytest.raises(CannotPlay, match="wrong.turn"):
            open_file(wrong, post.places[GUEST])
    assert post.logs[GUEST].read_bytes() == before


def test_lines_changed_by_a_rewritten_program_are_refused_with_their_number(tmp_path: Path) -> None:
    for attempt in range(40):  # the dice of a game are its own: until the host is the first to act
        post = Post(tmp_path / str(attempt))
        peer = resume_by_file(post.logs[HOST], post.places[HOST])
        play(peer, SeededDice(6))
        peer.ledger.session.close()
        turn = unpack(post.send(HOST))
        if isinstance(turn, Turn) and len(turn.lines) > 1:
            break
    assert isinstance(turn, Turn) and len(turn.lines) > 1
    before = post.logs[GUEST].read_bytes()
    last = turn.lines[-1]
    lies = [
        [*turn.lines[:-1], {**last, "d": [*last["d"], 6]}],
        [*turn.lines[:-1], {**last, "h": "0" * 16}],
        [*turn.lines[:-1], {**last, "s": turn.lines[0]["s"]}],
        [*turn.lines, last],
        turn.lines[1:],
    ]
    for lie in lies:
        path = tmp_path / "lie.turn"
        path.write_bytes(pack(msgspec.structs.replace(turn, lines=lie)))
        with pytest.raises(CannotPlay, match=r"lie.turn: line \d+"):
            open_file(path, post.places[GUEST])
        assert post.logs[GUEST].read_bytes() == before


def test_files_of_another_game_another_side_and_a_later_turn_are_refused(tmp_path: Path) -> None:
    post, other = Post(tmp_path / "one"), Post(tmp_path / "two")
    with pytest.raises(CannotPlay, match="not on this computer"):
        post.open(GUEST, other.send(HOST))
    with pytest.raises(CannotPlay, match="of this side"):
        post.open(HOST, post.send(HOST))
    with pytest.raises(CannotPlay, match="accepted before"):
        open_file(post.invitation, post.places[GUEST])
    with pytest.raises(CannotPlay, match="opened before"):
        open_file(post.answer, post.places[HOST])
    with pytest.raises(CannotPlay, match="not sent from here"):
        open_file(post.answer, other.places[HOST])
    post_game(post, SeededDice(7), 4)
    late = Post(tmp_path / "three")
    turn = unpack(late.send(HOST))
    assert isinstance(turn, Turn)
    path = tmp_path / "late.turn"
    path.write_bytes(pack(msgspec.structs.replace(turn, first=turn.first + 1)))
    with pytest.raises(CannotPlay, match="is next"):
        open_file(path, late.places[GUEST])


def test_two_futures_of_one_turn_are_told_and_the_game_stays(tmp_path: Path) -> None:
    for seed in range(40):
        post = Post(tmp_path / str(seed))
        post_game(post, SeededDice(seed), 1 + seed % 3)
        role = next(role for role in (HOST, GUEST) if _state(post, role) is State.MINE)
        peer = resume_by_file(post.logs[role], post.places[role])
        orders = quiet_orders(peer)  # type: ignore[arg-type]
        peer.ledger.session.close()
        if len(orders) > 1:
            break
    kept = {path: path.read_bytes() for path in (post.logs[role], private_path(post.logs[role]))}
    sent = []
    for order in orders[:2]:
        for path, data in kept.items():
            path.write_bytes(data)
        peer = resume_by_file(post.logs[role], post.places[role])
        assert not peer.give(order)
        peer.ledger.session.close()
        sent.append(post.send(role))
    post.open(OTHER[role], sent[0]).ledger.session.close()
    before = post.logs[OTHER[role]].read_bytes()
    with pytest.raises(TwoFutures, match="differs from the turn opened before.*both are signed"):
        post.open(OTHER[role], sent[1])
    assert post.logs[OTHER[role]].read_bytes() == before


def _state(post: Post, role: str) -> State:
    peer = resume_by_file(post.logs[role], post.places[role])
    peer.ledger.session.close()
    return peer.state


def test_by_typing_two_computers_play_a_game_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dirs = {role: str(tmp_path / role) for role in (HOST, GUEST)}

    def args(role: str, **more: object) -> Namespace:
        return Namespace(user_dir=dirs[role], out=str(tmp_path / "post.turn"), player="random", **more)

    assert host_verb(args(HOST, by_file=True, scenario="dash_to_chifu", side=None, line=None, resume=None)) == 0
    role = GUEST
    for _ in range(60 if SOAK else 8):
        path = max(tmp_path.glob("post*.turn"), key=lambda one: one.stat().st_mtime_ns)
        assert turn_verb(args(role, file=str(path))) == 0
        role = OTHER[role]
    output = capsys.readouterr().out
    assert "on trust" in output and "written: send it" in output
    shorter, longer = sorted(
        (next((tmp_path / one / "saves").glob("*.game")).read_bytes() for one in (HOST, GUEST)), key=len
    )
    assert longer.startswith(shorter) and len(shorter.splitlines()) > 5
