"""A disk that takes two seconds for a flush: no frame waits for it, and nothing is sent before it is done."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from game.network.messages import Answer, Ask, Message, Order
from game.network.opening import resume
from game.network.peer import State
from game.network.wire import Wire
from game.stack import Pop
from rules.kernel.dice import SeededDice
from rules.kernel.storage import Storage
from rules.kernel.writer import Writer
from tests.conftest import pick
from tests.network.test_window import Two, two

__all__ = ["two"]
SLOW_S = 2.0
FRAMES = 3  # at least during one flush; a frame that waited for the disk would leave none
PATIENCE_S = 30.0
MAIN = threading.main_thread()


class SlowDisk:
    """Makes every flush slow.

    Records the flushed size of each file, and how often the main thread waited for a flush.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.flushed: dict[tuple[int, int], int] = {}
        self.on_main = self.frames = 0
        self.meanwhile: list[int] = []  # how many frames were drawn during each slow flush
        self.slow_s = 0.0
        self.over = False  # nothing more is measured
        patch.setattr(Storage, "fsync", self.fsync)
        drain = Writer.drain

        def count_drain(writer: Writer) -> None:
            self.on_main += bool(self.slow_s) and threading.current_thread() is MAIN
            drain(writer)

        patch.setattr(Writer, "drain", count_drain)

    def fsync(self, handle: int) -> None:
        self.on_main += threading.current_thread() is MAIN
        stat, frames, slow_s = os.fstat(handle), self.frames, self.slow_s
        if slow_s and threading.current_thread() is not MAIN:
            sleep(slow_s)
            until = monotonic() + PATIENCE_S
            while self.frames < frames + FRAMES and not self.over and monotonic() < until:
                sleep(0.01)  # on a busy machine a frame takes its time
            self.meanwhile.append(self.frames - frames)
        self.flushed[stat.st_dev, stat.st_ino] = stat.st_size

    def lines(self, path: Path) -> int:
        """Return how many lines of a log would survive a power cut."""
        stat = path.stat()
        return path.read_bytes()[: self.flushed.get((stat.st_dev, stat.st_ino), 0)].count(b"\n") - 1


def draw(two: Two, disk: SlowDisk, done: Callable[[], bool]) -> None:
    """Draw frames until something is true."""
    end = monotonic() + 4 * PATIENCE_S
    while not done():
        two.app.frame()
        disk.frames += 1
        assert monotonic() < end, two.positions_text()
        sleep(0.005)


def test_no_frame_waits_for_a_slow_disk_and_nothing_leaves_before_it_is_on_the_disk(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links and orders are sent after the flush; a break in between causes no second roll."""
    disk, thought = SlowDisk(monkeypatch), SeededDice(3)
    guest = two.guest.peer
    scene = two.scene
    assert guest is not None and scene.session.path is not None
    mine = scene.session.path
    early: list[str] = []
    send = Wire.send

    def watch_send(wire: Wire, message: Message, number: int | None = None) -> None:
        if wire is scene.net.wire and isinstance(message, Order | Answer) and disk.lines(mine) < message.line:
            early.append(f"{type(message).__name__} {message.line}, {disk.lines(mine)} lines on the disk")
        if wire is scene.net.wire and isinstance(message, Ask) and scene.net.writer._asked and not is_ask_flushed():
            early.append(f"Ask {message.line}")
        send(wire, message, number)

    def is_ask_flushed() -> bool:
        handle = scene.peer.private._book._handle
        return scene.net.writer._flushed.get(handle, 0) > 0

    monkeypatch.setattr(Wire, "send", watch_send)
    two.order(thought)
    disk.slow_s, disk.on_main = SLOW_S, 0
    asked = answered = 0
    while not (asked and answered):
        count = scene.peer.ledger.count
        if scene.my_turn:
            scene.carry_out(pick(scene.session, thought))
            asked += scene.peer.state is State.ASKED
        else:
            two.guest.pump()
            rolls = guest.ledger.rolls
            order = pick(guest.ledger.session, thought)
            assert not guest.give(order)
            answered += guest.state is State.ASKED
            assert guest.ledger.rolls == rolls

        def is_settled(count: int = count + 1) -> bool:
            two.guest.pump()
            both = two.both and guest.ledger.count == count
            return both and State.ASKED not in (guest.state, scene.peer.state)

        draw(two, disk, is_settled)
    assert not early
    assert not disk.on_main and min(disk.meanwhile) >= FRAMES, disk.meanwhile
    before = scene.peer.ledger.lines[:]
    disk.slow_s, disk.over = 0.0, True
    two.guest.close()
    two.app.change(Pop())
    end = resume(mine, scene.net.place, lambda message: None)
    assert end.ledger.lines == before
    end.ledger.session.close()


def test_an_answer_that_was_not_flushed_is_the_same_after_a_power_cut(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link was not sent: the order is asked again, and the faces are the same."""
    disk, thought = SlowDisk(monkeypatch), SeededDice(3)
    guest, scene = two.guest.peer, two.scene
    assert guest is not None and scene.session.path is not None
    while guest.state is not State.ASKED:
        two.guest_acts(thought)
        assert not guest.give(pick(guest.ledger.session, thought))
        if guest.state is not State.ASKED:
            two.until(lambda: two.both)
    two.guest.writer.drain()
    disk.slow_s = 0.1  # and for as long as no frame is counted
    two.until(lambda: scene.peer.ledger.count == guest.ledger.count + 1, guest=False)  # shown, not yet on the disk
    faces = scene.session.steps[-1].faces
    assert disk.lines(scene.session.path) == guest.ledger.count, "its link waits for the flush"
    two.guest.pump()
    assert guest.state is State.ASKED
    whole = scene.session.path.read_bytes()
    cut = whole[: whole.rstrip(b"\n").rfind(b"\n") + 1]  # the power goes here
    copy = scene.session.path.with_name("cut.game")
    copy.write_bytes(cut)
    copy.with_name(".cut.private").write_bytes(
        scene.session.path.with_name(f".{scene.session.path.stem}.private").read_bytes()
    )
    sent: list[Message] = []
    end = resume(copy, scene.net.place, sent.append)
    end.meet()
    end.receive(guest.hello())
    assert guest.asked is not None
    asks: list[Message] = []
    monkeypatch.setattr(guest, "send", asks.append)
    guest._ask(guest.asked)
    end.receive(asks[0])
    assert isinstance(sent[-1], Answer) and end.ledger.session.steps[-1].faces == faces
    disk.over, disk.slow_s = True, 0.0
    end.ledger.session.close()
    end.private.close()


def test_a_disk_that_refuses_a_flush_stops_the_game_and_no_link_leaves(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = SeededDice(4)
    guest, scene = two.guest.peer, two.scene
    assert guest is not None and scene.session.path is not None
    mine = scene.session.path.stat().st_ino

    def refuse(self: Storage, handle: int) -> None:
        if os.fstat(handle).st_ino == mine:
            raise OSError(28, "No space left on device")

    two.guest_acts(thought)
    count = guest.ledger.count
    monkeypatch.setattr(Storage, "fsync", refuse)
    while guest.state is State.MINE:
        assert not guest.give(pick(guest.ledger.session, thought))
    two.until(lambda: guest.state is State.STOPPED and scene.peer.state is State.STOPPED)
    assert "cannot save the game" in scene.peer.reason and "cannot save the game" in guest.reason
    assert guest.ledger.rolls == len([line for line in guest.ledger.lines if "l" in line])
    assert all(line.get("l") is None for line in guest.ledger.lines[count:]), "no link has left"
