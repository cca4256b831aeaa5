"""A modified program at the other end: only what an honest one would have sent is accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from game.network import ledger as ledger_module
from game.network.audit import audit_log
from game.network.keys import sign
from game.network.ledger import Ledger, Unproved
from game.network.links import make_chain
from game.network.messages import HOST, OTHER, BadMessage, Message, Order, Say, decode
from game.network.opening import CannotPlay, read_game
from game.network.peer import Peer, State
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, offers
from rules.kernel.logbook import Logbook
from tests.conftest import SOAK, below
from tests.network.pair import Pair, assert_equal, give
from tests.network.test_two_ends import GAMES, OPEN

Make = Callable[[str], Pair]
LIES = 20_000 if SOAK else 150


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value in plain data, dictionaries and lists included."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += leaves(inner, (*path, key))
    return found


def alter(data: bytes, thought: SeededDice) -> bytes:
    """Return a message with one thing in it changed, left out, added or doubled."""
    plain = json.loads(data)
    paths = leaves(plain)
    path = paths[below(thought, len(paths))]
    holder = plain
    for key in path[:-1]:
        holder = holder[key]
    value, last = holder[path[-1]], path[-1]
    kind = below(thought, 5)
    if kind == 0:
        del holder[last]
    elif kind == 1 and isinstance(holder, dict):
        holder[f"{last}x"] = deepcopy(value)
    elif kind == 2:
        holder[last] = None
    elif isinstance(value, str) and value:
        at = below(thought, len(value))
        holder[last] = value[:at] + chr(33 + below(thought, 90)) + value[at + 1 :]
    elif isinstance(value, bool | int):
        holder[last] = int(value) + below(thought, 5) - 2
    elif isinstance(value, list):
        holder[last] = [*value, *value]
    return json.dumps(plain).encode()


def refuses(end: Peer, message: Message) -> None:
    """Give an end a message that it must refuse, check that it left no trace, and restore the end's state."""
    ledger, log = end.ledger, end.log
    assert log is not None
    state, news = end.state, list(end.news)
    before = ledger.digest, ledger.count, ledger.rolls, ledger.session.digest(), log.path.read_bytes(), ledger.last
    sent: list[Message] = []
    send, end.send = end.send, sent.append
    end.receive(message)
    assert before == (
        ledger.digest, ledger.count, ledger.rolls, ledger.session.digest(), log.path.read_bytes(), ledger.last,
    )  # fmt: skip
    assert end.state is State.STOPPED and len(end.reason) > 20, message
    assert [type(one).__name__ for one in sent] == ["Stop"]
    end.state, end.reason, end.news, end.send = state, "", news, send


def honest_messages(pair: Pair, thought: SeededDice) -> list[tuple[str, bytes]]:
    """Yield every message of one order of a game, with its receiver; each is delivered afterwards."""
    found = []
    give(pair.actor, thought)
    while any(pair.wires.values()):
        for role, end in pair.ends.items():
            while pair.wires[role]:
                data = pair.wires[role][0]
                found.append((role, data))
                lie(pair, end, data, thought)
                end.receive(decode(pair.wires[role].popleft()))
    return found


def lie(pair: Pair, end: Peer, data: bytes, thought: SeededDice) -> None:
    """Send an end altered versions of the message it waits for."""
    for _ in range(LIES // 10):
        wrong = alter(data, thought)
        try:
            message = decode(wrong)
        except BadMessage:
            continue
        if message != decode(data):
            refuses(end, message)


@pytest.mark.parametrize("game", [OPEN, GAMES[2]])
def test_altered_messages_are_refused_without_a_trace(pair_of: Make, game: str) -> None:
    pair, thought = pair_of(game), SeededDice(11)
    kinds: set[str] = set()
    for _ in range(12):
        if pair.host.ledger.writer:
            kinds |= {type(decode(data)).__name__ for _, data in honest_messages(pair, thought)}
            assert_equal(pair)
    assert {"Ask", "Answer"} <= kinds


@pytest.mark.parametrize("game", [OPEN, GAMES[4]])
def test_messages_of_another_moment_are_refused_in_every_state(pair_of: Make, game: str) -> None:
    """Repeated, moved and out of turn: every message of a game so far, to both ends, at every moment."""
    pair, thought = pair_of(game), SeededDice(12)
    old: list[Message] = []
    for number in range(14):
        if not pair.host.ledger.writer:
            break
        for end in pair.ends.values():
            for message in old:
                refuses(end, message)
        give(pair.actor, thought)
        while any(pair.wires.values()):
            for role, end in pair.ends.items():
                while pair.wires[role]:
                    message = decode(pair.wires[role].popleft())
                    if number < 8:
                        old.append(message)
                    end.receive(message)
    assert_equal(pair)


def test_altered_lines_after_a_break_are_refused(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(13)
    pair.play(thought, 30)
    entries = deepcopy(pair.host.ledger.lines)
    session, fresh, _ = read_game(pair.paths[HOST], pair.places[HOST])
    refused = 0
    for entry in entries:
        for _ in range(LIES // 15):
            wrong = json.loads(alter(json.dumps(entry).encode(), thought))
            if wrong != entry and isinstance(wrong, dict):
                with pytest.raises(Unproved):
                    fresh.prove(wrong)
                refused += 1
        fresh.accept([entry])
    assert refused > 200 and session.digest() == pair.host.ledger.session.digest()


def test_lines_left_out_doubled_and_swapped_are_refused(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(13), 20)
    entries = pair.host.ledger.lines
    for at in range(len(entries) - 1):
        for wrong in (
            [*entries[:at], *entries[at + 1 :]],
            [*entries[: at + 1], *entries[at:]],
            [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]],
        ):
            _, fresh, _ = read_game(pair.paths[HOST], pair.places[HOST])
            with pytest.raises(Unproved):
                fresh.accept(wrong)


# --- the naive ways fail ----------------------------------------------------------------------------------------------


def rolling_order(end: Peer, but: Command | None = None) -> Command | None:
    """Return an order with dice that an end may give now."""
    session = end.ledger.session
    found = [command for offer in offers(session.system, session.state) for command in offer.commands]
    fit = (one for one in found if one != but and end.ledger.rolls_dice(one) and not session.check(one))
    return next(fit, None)


def test_an_order_that_hides_its_dice_is_refused(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(5)
    while rolling_order(pair.actor) is None:
        pair.play(thought, 1)
    end = pair.actor
    command = rolling_order(end)
    assert command is not None
    order = Order(
        line=end.ledger.count + 1, command=msgspec.to_builtins(command), position="0" * 16, signature=bytes(64)
    )
    refuses(pair.ends[end.other], order)


def test_links_by_order_number_would_let_a_player_learn_them_and_choose_again(pair_of: Make) -> None:
    """An order is asked, its links are known, it is taken back: the next order has the same number, but other links."""
    pair, thought = pair_of(GAMES[1]), SeededDice(6)
    for _ in range(200):
        end = pair.actor
        place = len(end.ledger.session.steps)
        give(end, thought)
        pair.deliver()
        if not end.ledger.free_undo():
            break
    known = dict(end.ledger.last)
    assert end.undo() == ""
    pair.deliver()
    assert len(end.ledger.session.steps) == place
    for role, link in known.items():  # what a player would have if links were counted by orders
        with pytest.raises(Unproved, match="not the next one"):
            pair.ends[OTHER[end.role]].ledger.prove_link(role, link)
    give(end, thought)
    pair.deliver()
    assert all(end.ledger.last[role] != link for role, link in known.items())
    assert_equal(pair)


def ask_and_crash(pair: Pair, send_first: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[Peer, Command, Command]:
    """Return a roll whose answering end dies after sending its link.

    A modified program forgets the order and wants another.
    """
    thought = SeededDice(5)
    while True:
        end = pair.actor
        first = rolling_order(end)
        second = rolling_order(end, first) if first is not None else None
        if first is not None and second is not None:
            break
        pair.play(thought, 1)
    other = pair.ends[end.other]
    end.give(first)
    if send_first:  # the naive way: the link is sent, and the line never reaches the disk
        with monkeypatch.context() as patch:
            patch.setattr(Logbook, "append", lambda book, entry: None)
            other.receive(decode(pair.wires[other.role].popleft()))
    else:
        other.receive(decode(pair.wires[other.role].popleft()))
    assert type(decode(pair.wires[end.role][-1])).__name__ == "Answer"  # the giver has both links, and could count
    end.private.intent = None
    pair.restart(other.role)
    for one in pair.ends.values():
        one.meet()
    pair.deliver()
    return end, first, second


def test_a_link_sent_before_its_line_is_written_would_let_the_giver_choose_again(
    pair_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    naive = pair_of(OPEN)
    end, first, second = ask_and_crash(naive, True, monkeypatch)
    assert end.state is State.MINE and end.give(second) == ()
    naive.deliver()
    assert naive.host.ledger.session.steps[-1].command == second  # accepted: the giver has chosen

    honest = pair_of(OPEN)
    end, first, second = ask_and_crash(honest, False, monkeypatch)
    assert honest.host.ledger.session.steps[-1].command == first  # his own line came back to him
    assert_equal(honest)


def test_without_signatures_anyone_could_rewrite_a_finished_game(
    pair_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, thought = pair_of(OPEN), SeededDice(5)
    while True:
        first = rolling_order(pair.actor)
        second = rolling_order(pair.actor, first) if first is not None else None
        if second is not None and pair.actor.ledger.count > 5:
            break
        pair.play(thought, 1)
    before = list(pair.host.ledger.lines)
    end = pair.actor
    end.give(first)  # type: ignore[arg-type]
    pair.deliver()
    line = pair.host.ledger.lines[-1]
    _, forger, _ = read_game(pair.paths[HOST], pair.places[HOST])
    forger.accept(before)
    links = tuple(ledger_module.from_text(text) for text in line["l"])  # type: ignore[attr-defined]  # both are known by now
    assert second is not None and len(links) == 2
    stranger = bytes(range(32))
    asked = sign(stranger, forger.ask_claim(second, links[end.role != HOST]))
    _, answered = forger.sign_answer(second, (links[0], links[1]), asked, stranger)
    forged = forger.rolled_line(second, (links[0], links[1]), [asked, answered])
    with pytest.raises(Unproved, match="is not signed by"):
        forger.prove(forged)
    monkeypatch.setattr(ledger_module, "is_signed", lambda public, claim, signature: True)
    assert forger.prove(forged).step is not None  # links alone prove nothing afterwards


def test_nobody_answers_for_the_other(pair_of: Make) -> None:
    """The end that gives an order cannot invent the other's link, nor sign for it."""
    pair, thought = pair_of(OPEN), SeededDice(5)
    while rolling_order(pair.actor) is None:
        pair.play(thought, 1)
    end = pair.actor
    command = rolling_order(end)
    assert command is not None
    ledger: Ledger = end.ledger
    false_chain = make_chain(b"x" * 32, ledger.game, end.other)
    roll = ledger.rolls + 1
    links = (end.chain[roll], false_chain[roll]) if end.role == HOST else (false_chain[roll], end.chain[roll])
    asked = sign(end.key, ledger.ask_claim(command, end.chain[roll]))
    _, answered = ledger.sign_answer(command, links, asked, end.key)
    with pytest.raises(Unproved, match="not the next one"):
        ledger.prove(ledger.rolled_line(command, links, [asked, answered]))
    true_link = pair.ends[end.other].chain[roll]
    links = (end.chain[roll], true_link) if end.role == HOST else (true_link, end.chain[roll])
    _, answered = ledger.sign_answer(command, links, asked, end.key)
    with pytest.raises(Unproved, match="is not signed by"):
        ledger.prove(ledger.rolled_line(command, links, [asked, answered]))


def test_a_request_to_take_back_must_be_signed(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(1), 4)
    end = pair.ends[pair.host.ledger.role_of(pair.host.ledger.session.steps[-1].command)]
    other = pair.ends[end.other]
    refuses(other, Say(kind="ask_undo", line=other.ledger.count, signature=bytes(64)))


def test_a_log_that_was_changed_proves_nothing(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(2), 30)
    assert "proved" in audit_log(pair.paths[HOST], pair.places[HOST])
    book = pair.paths[HOST].with_name("changed.game")
    entries = deepcopy(pair.host.ledger.lines)
    rolled = next(number for number, line in enumerate(entries) if line["d"])
    entries[rolled]["d"][0] = entries[rolled]["d"][0] % 6 + 1
    header = json.loads(pair.paths[HOST].read_text("utf-8").splitlines()[0].partition(" ")[2])
    changed = Logbook.create(book, header)
    for entry in entries:  # its check values are recomputed: they protect against damage, not against a person
        changed.append(entry)
    changed.close()
    with pytest.raises(CannotPlay, match=f"line {rolled + 2}: .*(dice|signature|position)"):
        audit_log(book, pair.places[HOST])
