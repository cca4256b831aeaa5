"""Two ends of one game in one process: a line that loses what is in transit, and computers that can be killed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.network.messages import GUEST, HOST, OTHER, Message, decode, encode
from game.network.opening import Opening, Place, offer_of, resume
from game.network.peer import Peer, State
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.logbook import Logbook, read
from rules.kernel.session import Session
from tests.conftest import map_named, pick, scenario_named

CONNECTION = bytes(range(32))


class Killed(BaseException):
    """The computer lost power here."""


class Pair:
    """Both ends. What they send waits in `wires`, encoded, until `deliver`."""

    def __init__(self, game: str, folder: Path, options: dict[str, bool] | None = None) -> None:
        system, _, key = game.partition("/")
        scenario = scenario_named(system, key)
        self.game, self.folder = game, folder
        self.wires: dict[str, deque[bytes]] = {HOST: deque(), GUEST: deque()}  # by receiver
        self.before: Callable[[str, str], None] = lambda role, what: None
        self.after: Callable[[str, str], None] = lambda role, what: None
        self.places = {role: Place(SYSTEMS, map_named, folder / role, "test") for role in (HOST, GUEST)}
        for role in (HOST, GUEST):
            (folder / role).mkdir(parents=True, exist_ok=True)
        fresh = Session(SYSTEMS[system], scenario, map_named(system, scenario.map), options, begin=False)
        offer = offer_of(fresh, scenario.sides[0].key)
        openings = {
            HOST: Opening(HOST, self.places[HOST], self.sender(HOST), offer),
            GUEST: Opening(GUEST, self.places[GUEST], self.sender(GUEST)),
        }
        for one in openings.values():
            one.on_linked(CONNECTION)
        while any(self.wires.values()):
            for role, one in openings.items():
                while self.wires[role]:
                    one.receive(decode(self.wires[role].popleft()))
        self.ends: dict[str, Peer] = {}
        for role, one in openings.items():
            assert one.peer is not None, one.fault
            self.ends[role] = one.peer
        self.paths = {role: path_of(end) for role, end in self.ends.items()}

    def sender(self, role: str) -> Callable[[Message], None]:
        """Return what an end sends by."""

        def send(message: Message) -> None:
            self.before(role, "send")
            self.wires[OTHER[role]].append(encode(message))
            self.after(role, "send")

        return send

    @property
    def host(self) -> Peer:
        return self.ends[HOST]

    @property
    def guest(self) -> Peer:
        return self.ends[GUEST]

    def connect(self) -> None:
        """Connect both ends."""
        for end in self.ends.values():
            end.meet()
        self.deliver()
        self.host.begin()
        self.deliver()

    def deliver(self) -> None:
        """Deliver all messages in transit, and those sent in reply."""
        while any(self.wires.values()):
            for role, end in self.ends.items():
                while self.wires[role]:
                    end.receive(decode(self.wires[role].popleft()))

    def cut(self) -> None:
        """Break the line: messages in transit are lost."""
        for role, end in self.ends.items():
            self.wires[role].clear()
            end.part("cut")

    def restart(self, role: str) -> None:
        """Start an end again from what is on its disk."""
        self.cut()
        close(self.ends[role])
        self.ends[role] = resume(self.paths[role], self.places[role], self.sender(role))

    @property
    def actor(self) -> Peer:
        """The end that writes next."""
        return self.ends[self.host.ledger.writer]

    def play(self, thought: SeededDice, orders: int) -> int:
        """Give random orders and deliver them. Returns how many."""
        for number in range(orders):
            if not self.host.ledger.writer:
                return number
            give(self.actor, thought)
            self.deliver()
        return orders

    def close(self) -> None:
        for end in self.ends.values():
            close(end)


def path_of(end: Peer) -> Path:
    path = end.ledger.session.path
    assert path is not None
    return path


def close(end: Peer) -> None:
    end.ledger.session.close()
    end.private.close()


def give(end: Peer, thought: SeededDice) -> None:
    """A random order of an end."""
    reasons = end.give(pick(end.ledger.session, thought))
    assert not reasons, reasons


def lines_of(path: Path) -> tuple[dict[str, object], ...]:
    return read(path).entries


def assert_equal(pair: Pair) -> None:
    """Both logs are equal to the byte, and both ends know it."""
    assert pair.paths[HOST].read_bytes() == pair.paths[GUEST].read_bytes()
    assert pair.host.ledger.digest == pair.guest.ledger.digest
    assert pair.host.ledger.session.digest() == pair.guest.ledger.session.digest()
    assert State.STOPPED not in (pair.host.state, pair.guest.state), (pair.host.reason, pair.guest.reason)


@contextmanager
def watch(pair: Pair) -> Iterator[None]:
    """Call `pair.before` and `pair.after` around every write and send of either end."""
    append = Logbook.append

    def role_of(path: Path) -> str:
        return path.parent.name

    def watched_append(book: Logbook, entry: dict[str, object]) -> None:
        what = "private" if book.path.suffix == ".private" else "log"
        pair.before(role_of(book.path), what)
        append(book, entry)
        pair.after(role_of(book.path), what)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Logbook, "append", watched_append)
        yield
