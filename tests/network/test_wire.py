"""Two ends over TCP on the loopback address: breaks, strangers at the door, silence, floods, and kill -9."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from game.network import channel, wire
from game.network.channel import CALL_BYTES, MAX_FRAME_BYTES, NEW_GAME, NO_GAME, Channel, new_code
from game.network.line import Line
from game.network.messages import GUEST, HOST, Say
from game.network.opening import Place, offer_of
from game.network.peer import State
from game.network.wire import LOOPBACK, Linked, Lost, Wire, invitation, parse_address, parse_invitation
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.session import Session
from tests.conftest import ROOT, SOAK, below, map_named, scenario_named
from tests.network.pair import give, lines_of
from tests.network.test_two_ends import OPEN

PATIENCE_S = 30.0
Made = tuple[Line, Line]


@pytest.fixture(autouse=True)
def quick_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the key derivation of the code fast: its slowness does not matter here."""
    monkeypatch.setattr(channel.argon2id, "OPSLIMIT_MODERATE", channel.argon2id.OPSLIMIT_MIN)  # type: ignore[attr-defined]
    monkeypatch.setattr(channel.argon2id, "MEMLIMIT_MODERATE", channel.argon2id.MEMLIMIT_MIN)  # type: ignore[attr-defined]


def place_of(folder: Path) -> Place:
    folder.mkdir(parents=True, exist_ok=True)
    return Place(SYSTEMS, map_named, folder, "test")


def offer(game: str = OPEN) -> object:
    system, _, key = game.partition("/")
    scenario = scenario_named(system, key)
    fresh = Session(SYSTEMS[system], scenario, map_named(system, scenario.map), begin=False)
    return offer_of(fresh, scenario.sides[0].key)


def until(true: Callable[[], bool], *lines: Line) -> None:
    """Pump until something is true."""
    end = monotonic() + PATIENCE_S
    while not true():
        for line in lines:
            line.pump()
        assert monotonic() < end, [(line.fault, line.peer and (line.peer.state, line.peer.reason)) for line in lines]
        sleep(0.002)


@pytest.fixture(params=[True, False], ids=["host listens", "guest listens"])
def lines(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Made]:
    """Provide a host and a guest that have met."""
    code, host_listens = new_code(), bool(request.param)
    host, guest = Line(HOST, place_of(tmp_path / HOST)), Line(GUEST, place_of(tmp_path / GUEST))
    if host_listens:
        host.begin(LOOPBACK, 0, True, code, offer())  # type: ignore[arg-type]
        guest.begin(LOOPBACK, host.port, False, code)
    else:
        guest.begin(LOOPBACK, 0, True, code)
        host.begin(LOOPBACK, guest.port, False, code, offer())  # type: ignore[arg-type]
    until(lambda: all(line.peer is not None and line.peer.ledger.count == 1 for line in (host, guest)), host, guest)
    yield host, guest
    host.close()
    guest.close()


def play(lines: Made, thought: SeededDice, orders: int) -> None:
    for _ in range(orders):
        until(lambda: any(line.peer and line.peer.state in (State.MINE, State.OVER) for line in lines), *lines)
        acting = next((line.peer for line in lines if line.peer and line.peer.state is State.MINE), None)
        if acting is None:
            return
        count = acting.ledger.count
        give(acting, thought)
        until(lambda: all(line.peer is not None and line.peer.ledger.count > count for line in lines), *lines)  # noqa: B023


def same(lines: Made) -> bool:
    paths = [line.peer.ledger.session.path for line in lines if line.peer is not None]
    return len({path.read_bytes() for path in paths if path is not None}) == 1


def test_a_game_over_tcp_has_equal_logs_whoever_listens(lines: Made) -> None:
    play(lines, SeededDice(1), 40)
    assert same(lines)


def test_a_broken_connection_is_made_again_and_nothing_is_lost(lines: Made) -> None:
    thought = SeededDice(2)
    for turn in range(4):
        play(lines, thought, 5)
        wires = [line.wire for line in lines if line.wire is not None]
        number = wires[0]._number
        wires[turn % 2].hang_up()
        until(lambda: all(one._known > number for one in wires), *lines)  # noqa: B023
        until(lambda: all(line.peer is not None and line.peer.is_live for line in lines), *lines)
    play(lines, thought, 5)
    assert same(lines)


def test_nothing_listens_any_more_when_the_game_is_left(lines: Made) -> None:
    wires = [line.wire for line in lines if line.wire is not None]
    ports = [one.port for one in wires if one.listens]
    for line in lines:
        line.close()
    assert not any(one._thread.is_alive() for one in wires)
    for port in ports:
        with pytest.raises(OSError):
            socket.create_connection((LOOPBACK, port), 1)


# --- strangers at the door --------------------------------------------------------------------------------------------


@pytest.fixture
def door() -> Iterator[Wire]:
    """Provide a wire that listens with a code."""
    made = Wire(LOOPBACK, 0, True, lambda: b"k" * 32).start()
    yield made
    made.close()


def next_message(one: Wire, kind: type) -> object:
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        for item in one.take():
            if isinstance(item, kind):
                return item
        sleep(0.002)
    raise AssertionError(f"no {kind.__name__} came")


def test_three_wrong_codes_make_the_code_void(door: Wire) -> None:
    for _ in range(3):
        wrong = Wire(LOOPBACK, door.port, False, lambda: b"x" * 32).start()
        lost = next_message(wrong, Lost)
        assert isinstance(lost, Lost) and lost.final and "does not know this code" in lost.reason
        wrong.close()
    lost = next_message(door, Lost)
    assert isinstance(lost, Lost) and lost.final and "void" in lost.reason and door.fault
    with pytest.raises(OSError):
        socket.create_connection((LOOPBACK, door.port), 1)


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        b"N" + bytes(20),
        os.urandom(4000),
        NEW_GAME + NO_GAME + bytes(32),
        b"O" + bytes(48),
    ],
    ids=["nothing", "a browser", "half a handshake", "noise", "a worthless key", "another game"],
)
def test_a_stranger_does_not_keep_the_partner_out(door: Wire, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "DOOR_S", 0.3)
    stranger = socket.create_connection((LOOPBACK, door.port), 5)
    stranger.sendall(sent)
    partner = Wire(LOOPBACK, door.port, False, lambda: b"k" * 32).start()
    assert next_message(door, Linked).session == next_message(partner, Linked).session  # type: ignore[attr-defined]
    stranger.close()
    partner.close()


def handshake(port: int) -> tuple[socket.socket, Channel]:
    """Return a modified program that knows the code."""
    line, sealed = socket.create_connection((LOOPBACK, port), 5), Channel(False)
    line.sendall(sealed.call(NEW_GAME, NO_GAME))
    theirs = wire._read(line, CALL_BYTES, monotonic() + 5)
    sealed.open(theirs[-32:], b"k" * 32)
    wire._send(line, sealed.proof())
    sealed.check(wire._read_frame(line, monotonic() + 5))
    return line, sealed


@pytest.mark.parametrize("kind", ["giant", "half", "changed", "no message", "too long"])
def test_frames_that_cannot_be_ours_end_the_connection_with_a_sentence(
    door: Wire, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, sealed = handshake(door.port)
    next_message(door, Linked)
    monkeypatch.setattr(wire, "HANDSHAKE_S", 0.3)
    frame = sealed.seal(b'{"type":"Say","kind":"ping"}')
    if kind == "giant":
        line.sendall((MAX_FRAME_BYTES + 1).to_bytes(4, "big"))
    elif kind == "half":
        line.sendall(len(frame).to_bytes(4, "big") + frame[:5])
    elif kind == "changed":
        wire._send(line, frame[:-1] + bytes([frame[-1] ^ 1]))
    elif kind == "no message":
        wire._send(line, frame)
        wire._send(line, sealed.seal(b"{}"))
    else:
        line.sendall(b"\xff\xff\xff\xff" + bytes(100_000))
    assert len(next_message(door, Lost).reason) > 20  # type: ignore[attr-defined]
    line.close()


def test_a_silent_partner_is_noticed_and_a_slow_one_is_not(door: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SILENCE_S", 1.0)
    monkeypatch.setattr(wire, "ALIVE_S", 0.2)
    partner = Wire(LOOPBACK, door.port, False, lambda: b"k" * 32).start()
    next_message(door, Linked)
    sleep(2.0)
    assert not any(isinstance(item, Lost) for item in door.take())  # it says every 0.2 s that it lives
    partner.close()
    next_message(door, Lost)
    line, _ = handshake(door.port)
    next_message(door, Linked)
    assert "silent" in next_message(door, Lost).reason  # type: ignore[attr-defined]
    line.close()


def test_a_flood_fills_no_memory(door: Wire) -> None:
    line, sealed = handshake(door.port)
    next_message(door, Linked)
    line.settimeout(0.5)
    frames = 0
    try:
        for _ in range(200_000):
            wire._send(line, sealed.seal(b'{"type":"Say","kind":"chat","text":"' + b"x" * 290 + b'"}'))
            frames += 1
    except OSError:
        pass
    assert frames < 200_000 and len(door._came) <= wire.MOST_WAITING + 1
    line.close()


def test_what_is_sent_before_the_ends_have_met_again_is_not_sent_to_the_next_connection(door: Wire) -> None:
    line, _ = handshake(door.port)
    next_message(door, Linked)
    line.close()
    while door._linked:
        sleep(0.002)
    line, sealed = handshake(door.port)
    while not door._linked:
        sleep(0.002)
    door.send(Say(kind="ping"))  # the main thread does not know of the new connection yet
    next_message(door, Linked)
    door.send(Say(kind="chat", text="now"))
    data = b""
    while not data:
        data = sealed.unseal(wire._read_frame(line, monotonic() + 5))
    assert b"now" in data
    line.close()


@pytest.mark.parametrize("line", ["", "host", "host:", "host:x code", "host:99999 a", ":1 a", "[::g]:1 a"])
def test_a_line_that_is_no_address_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        parse_invitation(line)


def test_addresses_come_back_as_they_were_given() -> None:
    assert parse_invitation(invitation("192.168.1.20", 47115, "able able")) == ("192.168.1.20", 47115, "able able")
    assert parse_invitation(invitation("fd00::1", 1, "x")) == ("fd00::1", 1, "x") and parse_address("a.b:2") == (
        "a.b",
        2,
    )


# --- kill -9 ----------------------------------------------------------------------------------------------------------


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a program with its output in a file, so that it never waits for a reader."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "main.py", "--user-dir", str(folder), *words]
    with (folder / "said.txt").open("ab") as said:
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said)


def line_told(folder: Path) -> str:
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        for text in (folder / "said.txt").read_text("utf-8").splitlines():
            if text.startswith("    127.0.0.1:") and len(text.split()) == 6:
                return text.strip()
        sleep(0.05)
    raise AssertionError("the host told no line")


def saved_file(folder: Path) -> Path | None:
    return next(iter(folder.glob("saves/*.game")), None)


@pytest.mark.parametrize("seed", range(int(os.environ.get("KILLS_OF_TWO", 100 if SOAK else 1))))
def test_killed_at_any_moment_on_either_side_the_game_goes_on_to_its_end(tmp_path: Path, seed: int) -> None:
    """Two programs, kill -9, `--resume`: equal logs, nothing lost, `replay --verify` proves it."""
    thought = SeededDice(seed)
    folders = {HOST: tmp_path / HOST, GUEST: tmp_path / GUEST}
    host = start(folders[HOST], "host", "--scenario", "dash_to_chifu", "--port", "0", "--player", "random")
    line = line_told(folders[HOST])
    port = line.split()[0].rpartition(":")[2]
    guest = start(folders[GUEST], "join", line, "--player", "random")
    victims, lines = {HOST: host, GUEST: guest}, 1 + below(thought, 25)
    role = (HOST, GUEST)[below(thought, 2)]
    end = monotonic() + 120
    while True:
        path = saved_file(folders[role])
        if path is not None and len(lines_of(path)) >= lines:
            break
        assert monotonic() < end and victims[role].poll() is None
        sleep(0.01)
    victims[role].kill()
    victims[role].wait()
    before = {
        one: path.read_bytes() for one, path in ((one, saved_file(folder)) for one, folder in folders.items()) if path
    }
    words = ("host", "--port", port) if role == HOST else ("join", f"127.0.0.1:{port}")
    victims[role] = start(folders[role], *words, "--resume", str(saved_file(folders[role])), "--player", "random")
    codes = [process.wait(timeout=200) for process in victims.values()]
    assert codes == [0, 0], [(folder / "said.txt").read_text("utf-8")[-2000:] for folder in folders.values()]
    logs = {
        one: path.read_bytes() for one, path in ((one, saved_file(folder)) for one, folder in folders.items()) if path
    }
    assert logs[HOST] == logs[GUEST]
    for one, data in before.items():
        whole = data[: data.rfind(b"\n") + 1]
        assert logs[one].startswith(whole)
    checked = subprocess.run(
        [sys.executable, "main.py", "replay", "--verify", str(saved_file(folders[GUEST]))],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "proved" in checked.stdout and "complete" in checked.stdout
