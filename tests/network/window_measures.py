"""Measurements of the window in a game between two computers: how soon it answers, and its behaviour on a bad line."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep, thread_time

import pygame
import pytest
from nacl.pwhash import argon2id

from game.app import FRAME_MS
from game.network import messages, wire
from game.network.messages import Answer, Ask, Message
from game.network.peer import State
from game.network.wire import LOOPBACK
from rules.kernel.dice import RollPending, SeededDice
from tests import no_network
from tests.conftest import below, pick
from tests.network.pair import give
from tests.network.test_window import Two

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # the shared disk is not part of the measurement
ANSWER_S = 0.05
DELAY_S = 0.25  # each way
LOSS = 20  # of so many packets one is lost
AGAIN_S = 2 * DELAY_S + 0.2  # after which a lost packet is sent again; what follows waits for it
FRAMES = 50
THINKS_S = 0.25  # a quick player between two orders
TOPS = ("board", "rulebook", "menu", "rule card", "settings", "animation")
Told = tuple[str, bool]


@contextmanager
def window(game: str = "quickfire/dash_to_chifu", line: Callable[[int], int] | None = None) -> Iterator[Two]:
    """A window that hosts and another end on a thread of its own. `line`: what stands between them."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(no_network, "LEAVE", [True])
        patch.setattr(argon2id, "OPSLIMIT_MODERATE", argon2id.OPSLIMIT_MIN)
        patch.setattr(argon2id, "MEMLIMIT_MODERATE", argon2id.MEMLIMIT_MIN)
        two = Two(Path(folder), game, line)
        try:
            yield two
        finally:
            two.close()


class Partner:
    """The other end, on a thread: gives an order at random whenever it is its turn, after thinking for `pace`."""

    def __init__(self, two: Two, seed: int, pace: float = 0.0) -> None:
        self.two, self.thought = two, SeededDice(seed)
        self.pace, self.thinks = pace, 0.0
        self.over = self.paused = False
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        peer = self.two.guest.peer
        assert peer is not None
        while not self.over:
            self.two.guest.pump()
            if peer.state is State.MINE and not self.paused and monotonic() > self.thinks:
                give(peer, self.thought)
                self.thinks = monotonic() + self.pace
            sleep(0.002)

    def stop(self) -> None:
        self.over = True
        self.thread.join(5)


def answers(throws: int, top: str) -> list[float]:
    """Return the seconds from the arrival of each of the other's rolls to the answer, with `top` over the board."""
    with window() as two, pytest.MonkeyPatch.context() as patch:
        app, scene, thought = two.app, two.scene, SeededDice(5)
        if top == "animation":
            app.settings.motion, app.settings.scenes = "full", "normal"
        came: list[float] = []
        took: list[float] = []
        read, send = messages.decode, scene.peer.send

        def decode(data: bytes) -> Message:
            message = read(data)
            if isinstance(message, Ask):
                came.append(monotonic())
            return message

        def answer(message: Message) -> None:
            send(message)
            if isinstance(message, Answer) and (opened or top not in opens):
                took.append(monotonic() - came[-1])

        patch.setattr(wire, "decode", decode)
        scene.peer.send = answer
        opened = False
        opens: dict[str, Callable[[], object]] = {
            "rulebook": lambda: scene.open_rulebook(""),
            "menu": scene.open_menu,
            "rule card": lambda: scene.open_rule(scene.hand.view.prompt.rule),
            "settings": app.screens.settings,
        }
        partner, clock, until = Partner(two, 3, THINKS_S), pygame.time.Clock(), monotonic() + 90
        while len(took) < throws and monotonic() < until and not scene.session.over:
            if scene.session.actor == scene.my_side and scene.my_turn:
                with suppress(RollPending):
                    scene.session.submit(pick(scene.session, thought))
            elif not opened and top in opens and scene.peer.state is State.THEIRS:
                partner.paused = opened = True
                opens[top]()
                for _ in range(5):  # what is measured is a page that is open, not its opening
                    app.frame()
                partner.paused = False
            if scene.animating:
                clock.tick(1000 // FRAME_MS)
                events = pygame.event.get()
            else:
                events = app.events_when_idle()
            for event in events:
                app.handle(event)
            app.frame()
        partner.stop()
        return took


def measure_answers(count: int) -> Told:
    """Answer the other's rolls whatever is on top: at once, 50 ms at most."""
    words, good = [], True
    for top in TOPS:
        took = sorted(answers(count, top))
        late = sum(one > ANSWER_S for one in took)
        good = good and bool(took) and not late
        if took:
            median, longest = took[len(took) // 2] * 1000, took[-1] * 1000
            words.append(f"{top} {len(took)} throws, median {median:.0f} ms, longest {longest:.0f}, {late} late")
    return "; ".join(words), good


# --- a bad line -------------------------------------------------------------------------------------------------------


class BadLine:
    """A proxy on this computer that delays and loses packets, as TCP bears it: in order, the lost ones later."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.to, self.thought, self.lost = port, SeededDice(seed), 0
        self.door = socket.create_server((LOOPBACK, 0))
        self.port = self.door.getsockname()[1]
        self.over = False
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.door.accept()
                far = socket.create_connection((LOOPBACK, self.to))
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        queue: list[tuple[float, bytes]] = []
        Thread(target=self._deliver, args=(queue, other), daemon=True).start()
        due = 0.0
        with suppress(OSError):
            while data := one.recv(1400):
                lost = below(self.thought, LOSS) == 0
                self.lost += lost
                due = max(due, monotonic() + DELAY_S + (AGAIN_S if lost else 0.0))
                queue.append((due, data))

    def _deliver(self, queue: list[tuple[float, bytes]], other: socket.socket) -> None:
        with suppress(OSError):
            while not self.over:
                while queue and queue[0][0] <= monotonic():
                    other.sendall(queue.pop(0)[1])
                sleep(0.002)


def bad_line(orders: int) -> Told:
    """Give orders over a bad line: frames a second, how long rolls and other orders wait."""
    made: list[BadLine] = []

    def between(port: int) -> int:
        made.append(BadLine(port))
        return made[0].port

    with window(line=between) as two:
        app, scene, thought = two.app, two.scene, SeededDice(5)
        partner = Partner(two, 3)
        began, quiet, asked = monotonic(), 0, 0.0
        waits: list[float] = []
        works: list[float] = []  # of each frame, in CPU seconds: how often others use this computer is not measured
        while len(waits) + quiet < orders and monotonic() < began + 90 and not scene.session.over:
            if asked and scene.peer.state is not State.ASKED:
                waits.append(monotonic() - asked)
                asked = 0.0
            if scene.my_turn and not asked:
                before = monotonic()
                scene.carry_out(pick(scene.session, thought))
                if scene.peer.state is State.ASKED:
                    asked = before
                else:
                    quiet += 1
            before = thread_time()
            app.frame()
            works.append(thread_time() - before)
        works.sort()
        slow, mean = sum(work > 1 / FRAMES for work in works) / len(works), sum(works) / len(works)
        partner.stop()
        made[0].over = True
    waits.sort()
    least, median = (wait / (2 * DELAY_S) for wait in (waits[0], waits[len(waits) // 2])) if waits else (0.0, 0.0)
    words = (
        f"{len(works):,} frames: {mean * 1000:.2f} ms of work each, {slow:.2%} over 20 ms, {works[-1] * 1000:.0f} ms "
        f"the most; {len(waits)} throws waited {least:.2f} round trips at least, {median:.2f} in the median, "
        f"{quiet} other orders none; {made[0].lost} packets lost"
    )
    return words, slow < 0.02 and mean < 1 / FRAMES and bool(waits) and least < 1.5
