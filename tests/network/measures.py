"""What is measured of games between two computers: rows N1 to N14 of tests/trust/table.py.

One command runs them all: `python -m tests.network.proofs` (`--share 0.02` for a part).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.network.by_file import TurnFile, open_file, pack, resume_by_file, unpack
from game.network.links import dice_key
from game.network.messages import GUEST, HOST, OTHER, BadMessage, Hello, Lines, Message, Say, Stop, decode
from game.network.opening import CannotPlay
from game.network.peer import Peer, State
from rules.kernel.dice import KeyedDice, SeededDice
from rules.kernel.logbook import Logbook, LogbookError
from rules.kernel.seat import Seat
from rules.kernel.storage import Storage
from rules.players import CAPTAIN, Player, make_player
from tests.conftest import below, pick
from tests.network.pair import Killed, Pair, assert_equal, give, lines_of, watch
from tests.network.test_by_file import Post, post_game
from tests.network.test_lies import alter
from tests.network.test_two_ends import GAMES

SMALL = ["quickfire/lesson_duel", "nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory"]
CAPTAINS_EVERY = 40  # one in this many games is played by captains
Found = tuple[int, list[str]]
Measure = Callable[[int], Found]


@contextmanager
def scratch() -> Iterator[Path]:
    """Provide a folder for pairs, with a disk without flushes: here the program is killed, not the power."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Storage, "fsync", lambda self, handle: None)
        yield Path(folder)


def fault_text(name: str, error: BaseException) -> str:
    return f"{name}: {type(error).__name__} {error}"


# --- games ------------------------------------------------------------------------------------------------------------


def games(count: int) -> Found:
    """Play whole games of all five systems between two ends, with take-backs alone and by consent.

    Compare logs at the end.
    """
    faults = []
    for seed in range(count):
        captains = seed % CAPTAINS_EVERY == CAPTAINS_EVERY - 1
        game = SMALL[seed // CAPTAINS_EVERY % len(SMALL)] if captains else GAMES[seed % len(GAMES)]
        with scratch() as folder:
            pair = Pair(game, folder)
            try:
                pair.connect()
                players = {role: make_player(CAPTAIN, seed, without_reasons=True) for role in (HOST, GUEST)}
                whole_game(pair, SeededDice(seed), players if captains else {})
                assert_equal(pair)
            except Exception as error:
                faults.append(fault_text(f"{game} {seed}", error))
            pair.close()
    return count, faults


def whole_game(pair: Pair, thought: SeededDice, players: dict[str, Player]) -> None:
    """Play a game to its end."""
    while pair.host.ledger.writer:
        end = pair.actor
        if below(thought, 12) == 0 and not end.ledger.free_undo():
            assert end.undo() == ""
        elif below(thought, 40) == 0 and end.ask_undo() == "":
            pair.deliver()
            assert pair.ends[end.other].answer_undo(bool(below(thought, 2))) == ""
        elif players:
            session = end.ledger.session
            choice = players[end.role].choose(Seat(session, session.actor))
            reasons = end.give(choice.command)
            assert not reasons, reasons
        else:
            give(end, thought)
        pair.deliver()


# --- kills and disks --------------------------------------------------------------------------------------------------


def moments(game: str, orders: int) -> int:
    """Return how many moments before and after a write or a send there are in a number of orders of a game."""
    found = [0]

    def count(role: str, what: str) -> None:
        found[0] += 1

    with scratch() as folder:
        pair = Pair(game, folder)
        pair.connect()
        with watch(pair):
            pair.before = pair.after = count
            pair.play(SeededDice(7), orders)
        pair.close()
    return found[0]


def kill(game: str, moment: int, orders: int, seed: int = 7) -> str:
    """Kill the end that writes or sends at a moment, and go on from what is on the disks. Returns a fault, or ""."""
    left = [moment]

    def event(role: str, what: str) -> None:
        left[0] -= 1
        if left[0] == -1:
            raise Killed(role)

    with scratch() as folder:
        pair = Pair(game, folder)
        try:
            pair.connect()
            killed = ""
            with watch(pair):
                pair.before = pair.after = event
                try:
                    pair.play(SeededDice(seed), orders)
                except Killed as error:
                    killed = str(error)
            pair.before = pair.after = lambda role, what: None
            if not killed:
                return ""
            on_disk = {role: lines_of(path) for role, path in pair.paths.items()}
            pair.restart(killed)
            pair.connect()
            assert_equal(pair)
            for lines in on_disk.values():
                assert tuple(pair.host.ledger.lines[: len(lines)]) == lines, "a line on a disk is another one now"
            pair.play(SeededDice(8), 4)
            assert_equal(pair)
        except Exception as error:
            return fault_text(f"{game}, moment {moment}", error)
        finally:
            pair.close()
    return ""


def every_moment(orders: int) -> Found:
    """Kill at every moment of so many orders of each game."""
    tried, faults = 0, []
    for game in GAMES:
        for moment in range(moments(game, orders)):
            tried += 1
            if fault := kill(game, moment, orders):
                faults.append(fault)
    return tried, faults


def random_moments(count: int) -> Found:
    """Kill at random moments of longer games."""
    thought, faults = SeededDice(1), []
    for number in range(count):
        if fault := kill(GAMES[number % len(GAMES)], below(thought, 200), 60, number):
            faults.append(fault)
    return count, faults


def disks(count: int) -> Found:
    """Let a disk refuse a random write of either end: no link is sent, nothing moves, and the game goes on later."""
    thought, faults = SeededDice(2), []
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        with scratch() as folder:
            pair = Pair(game, folder)
            try:
                pair.connect()
                _refuse(pair, (HOST, GUEST)[below(thought, 2)], below(thought, 30), SeededDice(number))
            except Exception as error:
                faults.append(fault_text(f"{game} {number}", error))
            pair.close()
    return count, faults


def _refuse(pair: Pair, role: str, writes: int, thought: SeededDice) -> None:
    append, left, sent_after = Logbook.append, [writes], []

    def refuse(book: Logbook, entry: dict[str, Any]) -> None:
        if book.path.parent.name == role:
            left[0] -= 1
            if left[0] < 0:
                raise LogbookError("the disk is full; free some space")
        append(book, entry)

    def note(who: str, what: str) -> None:
        if who == role and left[0] < 0:
            sent_after.append(type(decode(pair.wires[OTHER[role]][-1])).__name__)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Logbook, "append", refuse)
        pair.after = note
        for _ in range(200):
            if not pair.host.ledger.writer or left[0] < 0:
                break
            end = pair.actor
            if end.role == role:
                before = end.ledger.digest
                if end.give(pick(end.ledger.session, thought)):
                    assert end.ledger.digest == before
                    break
            else:
                give(end, thought)
            pair.deliver()
            if State.STOPPED in (pair.host.state, pair.guest.state):
                break
    pair.after = lambda who, what: None
    assert set(sent_after) <= {Stop.__name__}, f"after the disk refused, {role} sent {sent_after}"
    for one in (HOST, GUEST):
        pair.restart(one)
    pair.connect()
    assert_equal(pair)


# --- altered messages and files ---------------------------------------------------------------------------------------


class Liar:
    """Sends altered messages to ends and checks that none is accepted."""

    def __init__(self, count: int, thought: SeededDice) -> None:
        self.count, self.thought = count, thought
        self.tried: dict[str, int] = {}  # by state
        self.faults: list[str] = []

    @property
    def total(self) -> int:
        return sum(self.tried.values())

    def lie(self, end: Peer, data: bytes, times: int) -> None:
        """Send altered versions of a message to the end that waits for it."""
        honest = decode(data)
        for _ in range(times):
            wrong = alter(data, self.thought)
            state = end.state.value
            try:
                message = decode(wrong)
            except BadMessage:
                self.tried[f"{state}, no message"] = self.tried.get(f"{state}, no message", 0) + 1
                continue
            if message != honest and not (isinstance(message, Say) and message.kind == "chat"):
                self.tried[state] = self.tried.get(state, 0) + 1
                self.expect_refusal(end, message)

    def expect_refusal(self, end: Peer, message: Message) -> None:
        """Give an end a message it must refuse; restore its state."""
        ledger, log = end.ledger, end.log
        assert log is not None
        kept = end.state, list(end.news), end._lacking, end._last_digest, end.undo_asked, end.undo_wanted

        def trace() -> tuple[object, ...]:
            return ledger.digest, ledger.count, ledger.rolls, ledger.session.steps[-1:], log.entries

        before = trace()
        sent: list[Message] = []
        send, end.send = end.send, sent.append
        try:
            end.receive(message)
        except Exception as error:
            self.faults.append(fault_text(f"{message}"[:120], error))
        waits = isinstance(message, Hello) and end.state is State.MEETING and not sent  # for lines that never come
        stopped = end.state is State.STOPPED and len(end.reason) > 20
        void = isinstance(message, Say) and (end.state, end.news, end.undo_wanted) == (kept[0], kept[1], kept[5])
        if trace() != before or not (waits or stopped or void):
            self.faults.append(f"taken in {kept[0].value}: {message}"[:300])
        end.state, end.news, end._lacking, end._last_digest, end.undo_asked, end.undo_wanted = kept
        end.reason, end.send = "", send


def lies(count: int) -> Found:
    """Altered, repeated, moved and cut messages in every state, in all five games."""
    liar, seed = Liar(count, SeededDice(3)), 0
    while liar.total < count:
        with scratch() as folder:
            pair = Pair(GAMES[seed % len(GAMES)], folder)
            pair.connect()
            _lied_to(pair, liar, SeededDice(seed), max(2, min(12, count // 400)))
            pair.close()
        seed += 1
    said = ", ".join(f"{state} {number:,}" for state, number in sorted(liar.tried.items()))
    return liar.total, [*liar.faults, *([] if len(liar.tried) > 4 or count < 1000 else [f"only in {said}"])]


def _lied_to(pair: Pair, liar: Liar, thought: SeededDice, times: int) -> None:
    old: list[bytes] = []

    def deliver() -> None:
        while any(pair.wires.values()):
            for role, end in pair.ends.items():
                while pair.wires[role]:
                    data = pair.wires[role].popleft()
                    liar.lie(end, data, times)
                    for one in pair.ends.values():
                        for late in old[-3:]:  # repeated, moved, out of its turn
                            liar.tried[f"{one.state.value}, repeated"] = (
                                liar.tried.get(f"{one.state.value}, repeated", 0) + 1
                            )
                            liar.expect_refusal(one, decode(late))
                    end.receive(decode(data))
                    if not isinstance(decode(data), Hello | Say | Lines | Stop):
                        old.append(data)

    for number in range(30):
        if not pair.host.ledger.writer or liar.total >= liar.count:
            break
        end = pair.actor
        if below(thought, 4) == 0 and not end.ledger.free_undo():
            end.undo()
        elif below(thought, 6) == 0:
            end.ask_undo()
            deliver()
            other = pair.ends[end.other]
            if other.undo_wanted:
                other.answer_undo(True)
        else:
            give(end, thought)
        if number % 7 == 6:  # what was sent is lost: the ends meet again and swap lines
            pair.cut()
            for one in pair.ends.values():
                one.meet()
        deliver()


def false_files(count: int) -> Found:
    """Changed, cut and rewritten files of a game by file: each is refused by name, the log stays as it is."""
    tried, faults, seed = 0, [], 0
    while tried < count:
        thought = SeededDice(seed)
        with scratch() as folder:
            post = Post(folder, GAMES[seed % len(GAMES)])
            post_game(post, SeededDice(seed), 2 + seed % 3)
            role, path = post.sent[-1]
            reader, log = OTHER[role], post.logs[OTHER[role]]
            peer = resume_by_file(log, post.places[reader])
            peer.ledger.session.close()
            before, data, content = log.read_bytes(), path.read_bytes(), unpack(path)
            wrong = folder / "wrong.turn"
            for number in range(min(400, count - tried)):
                tried += 1
                wrong.write_bytes(_rewritten(content, thought) if number % 2 else _damage(data, thought))
                try:
                    peer, _ = open_file(wrong, post.places[reader])
                    peer.ledger.session.close()
                    if wrong.read_bytes() != data and log.read_bytes() != before:
                        faults.append(f"{post.sent[-1][1].name} {number}: taken")
                except CannotPlay as error:
                    if "wrong.turn" not in str(error) and "invitation" not in str(error):
                        faults.append(f"no name: {error}")
                except Exception as error:
                    faults.append(fault_text(f"file {seed} {number}", error))
            if log.read_bytes() != before:
                faults.append(f"the log of {GAMES[seed % len(GAMES)]} has changed")
        seed += 1
    return tried, faults


def _damage(data: bytes, thought: SeededDice) -> bytes:
    at = below(thought, len(data))
    if below(thought, 3) == 0:
        return data[:at]
    return data[:at] + bytes([data[at] ^ (1 + below(thought, 255))]) + data[at + 1 :]


def _rewritten(content: TurnFile, thought: SeededDice) -> bytes:
    """Return what a modified program could send: the same content with one value altered."""
    while True:
        plain = alter(msgspec.json.encode(content), thought)
        try:
            made = msgspec.json.decode(plain, type=TurnFile)
        except (msgspec.DecodeError, ValueError):
            continue
        if made != content:
            return pack(made)


# --- dice -------------------------------------------------------------------------------------------------------------


def faces(count: int) -> Found:
    """Chi-square of so many faces over d6, d10, d20 and d100, each roll with a key of its own: under 4 deviations."""
    faults, each = [], count // 4
    for sides in (6, 10, 20, 100):
        seen = [0] * (sides + 1)
        for roll in range(each // 5):
            key = dice_key(b"g" * 16, roll, b"h" * 32, roll.to_bytes(32, "big"), b"order")
            for face in KeyedDice(key).roll(5, sides):
                seen[face] += 1
        expected = sum(seen) / sides
        chi = sum((number - expected) ** 2 / expected for number in seen[1:])
        z = (chi - (sides - 1)) / (2 * (sides - 1)) ** 0.5
        if abs(z) > 4 or seen[0]:
            faults.append(f"d{sides}: {z:.1f} deviations")
    return count, faults
