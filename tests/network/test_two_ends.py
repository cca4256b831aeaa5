"""Two ends of one game: equal logs despite breaks, kills and take-backs; one exchange for each order that rolls."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from game.network.audit import audit_log
from game.network.messages import GUEST, HOST, OTHER, Answer, Ask, Order, decode
from game.network.opening import resume
from game.network.peer import Peer, State
from game.network.private import private_path
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Command, offers
from rules.kernel.logbook import Logbook, LogbookError
from rules.kernel.session import load_session
from tests.conftest import SOAK, SYSTEMS, below, map_named, pick
from tests.network.pair import Killed, Pair, assert_equal, close, give, lines_of, watch

Make = Callable[[str], Pair]
GAMES = [
    "quickfire/dash_to_chifu",
    "nw_smoke/kolombangara",
    "nights_of_fury/savo_island",
    "battles_for_empire/majuba",
    "perfidious_albion/caldera_bay",
]
OPEN = GAMES[0]  # a game without hidden information


@pytest.mark.sweep(keep=4)
@pytest.mark.parametrize("seed", range(200 if SOAK else 4))
@pytest.mark.parametrize("game", GAMES)
def test_random_games_with_cuts_restarts_and_undos_end_with_equal_logs(pair_of: Make, game: str, seed: int) -> None:
    pair, thought = pair_of(game), SeededDice(seed)
    shown: dict[str, object] = {}  # no line on a disk ever changes
    for _ in range(100_000 if SOAK else 60):
        if not pair.host.ledger.writer:
            break
        hazard = below(thought, 12)
        if hazard == 0:
            give(pair.actor, thought)
            pair.cut()  # whatever the order has sent is lost
            pair.connect()
        elif hazard == 1:
            give(pair.actor, thought)
            pair.restart((HOST, GUEST)[below(thought, 2)])
            pair.connect()
        elif hazard == 2 and not pair.actor.ledger.free_undo():
            assert pair.actor.undo() == ""
            pair.deliver()
        else:
            pair.play(thought, 1)
        for path in pair.paths.values():
            for number, line in enumerate(lines_of(path)):
                assert shown.setdefault(str(number), line) == line
        assert_equal(pair)
    assert "proved" in audit_log(pair.paths[HOST], pair.places[HOST])


def test_an_order_without_dice_waits_for_nothing_and_one_with_dice_for_one_exchange(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(1)
    quiet = rolled = 0
    while pair.host.ledger.writer and quiet + rolled < 60:
        end = pair.actor
        give(end, thought)
        sent = [decode(data) for data in pair.wires[end.other]]
        assert len(sent) == 1
        if isinstance(sent[0], Order):
            quiet += 1
            assert "l" not in end.ledger.lines[-1] and end.state is not State.ASKED
        else:
            rolled += 1
            assert isinstance(sent[0], Ask) and end.state is State.ASKED
            assert end.give(pick(end.ledger.session, thought)), "a second order while the first one waits"
            pair.ends[end.other].receive(decode(pair.wires[end.other].popleft()))
            assert isinstance(decode(pair.wires[end.role][0]), Answer)
        pair.deliver()
    assert quiet > 5 and rolled > 5


@pytest.mark.parametrize("game", GAMES[1:])
def test_where_sides_hide_every_order_asks_so_that_a_wait_tells_nothing(pair_of: Make, game: str) -> None:
    pair = pair_of(game)
    pair.play(SeededDice(2), 40)
    orders = [line for line in pair.host.ledger.lines if line["t"] == "do"]
    assert all("l" in line for line in orders) and any(not line["d"] for line in orders)


def test_links_are_counted_by_rolls_and_never_come_back(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(3)
    for _ in range(40):
        pair.play(thought, 1)
        if pair.host.ledger.writer and not pair.actor.ledger.free_undo():
            pair.actor.undo()
            pair.deliver()
    numbers = [line["k"] for line in pair.host.ledger.lines if "k" in line]
    undone = [line for line in pair.host.ledger.lines if line["t"] == "undo"]
    assert undone and numbers == list(range(1, len(numbers) + 1))


# --- kills ------------------------------------------------------------------------------------------------------------


def events_of(pair: Pair) -> list[tuple[str, str, str]]:
    """Return every write and send of a short game: (before or after, role, what)."""
    found: list[tuple[str, str, str]] = []
    pair.before = lambda role, what: found.append(("before", role, what))
    pair.after = lambda role, what: found.append(("after", role, what))
    return found


def test_killed_before_or_after_every_write_and_every_send_nothing_is_lost_and_no_face_changes(
    tmp_path: Path, pair_of: Make
) -> None:
    orders = 40 if SOAK else 6
    rehearsal = Pair(OPEN, tmp_path / "rehearsal")
    with watch(rehearsal):
        rehearsal.connect()
        found = events_of(rehearsal)
        rehearsal.play(SeededDice(7), orders)
    rehearsal.close()
    assert {what for _, _, what in found} == {"private", "log", "send"} and len(found) > 3 * orders
    for moment in range(len(found)):
        pair = Pair(OPEN, tmp_path / str(moment))
        pair.connect()
        left = [moment]

        def event(when: str, role: str, what: str, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == -1:
                raise Killed(role)

        killed = ""
        with watch(pair):
            pair.before = lambda role, what: event("before", role, what)
            pair.after = lambda role, what: event("after", role, what)
            try:
                pair.play(SeededDice(7), orders)
            except Killed as error:
                killed = str(error)
        assert killed
        on_disk = {role: lines_of(path) for role, path in pair.paths.items()}
        pair.before = pair.after = lambda role, what: None
        pair.restart(killed)
        pair.connect()
        assert_equal(pair)
        for lines in on_disk.values():
            assert tuple(pair.host.ledger.lines[: len(lines)]) == lines
        pair.play(SeededDice(8), 6)
        assert_equal(pair)
        pair.close()


def test_an_order_once_asked_is_asked_again_after_a_crash_and_no_other(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(4)
    while True:
        end = pair.actor
        give(end, thought)
        if end.state is State.ASKED:
            break
        pair.deliver()
    asked, role = end.asked, end.role
    pair.restart(role)  # its question never arrived
    for one in pair.ends.values():
        one.meet()
    end = pair.ends[role]
    end.receive(decode(pair.wires[role].popleft()))
    assert end.state is State.ASKED and end.asked == asked
    assert end.give(pick(end.ledger.session, thought))
    pair.deliver()
    assert pair.host.ledger.session.steps[-1].command == asked
    assert_equal(pair)


def test_when_the_disk_of_the_one_who_answers_refuses_no_link_leaves(
    pair_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair, thought = pair_of(OPEN), SeededDice(4)
    while True:
        end = pair.actor
        give(end, thought)
        if end.state is State.ASKED:
            break
        pair.deliver()
    other = pair.ends[end.other]
    append = Logbook.append

    def refuse(book: Logbook, entry: dict[str, object]) -> None:
        if book is other.log:
            raise LogbookError("the disk is full; free some space")
        append(book, entry)

    monkeypatch.setattr(Logbook, "append", refuse)
    before = other.ledger.digest
    other.receive(decode(pair.wires[other.role].popleft()))
    sent = [decode(data) for data in pair.wires[end.role]]
    assert not any(isinstance(message, Answer) for message in sent)
    assert other.state is State.STOPPED and "disk is full" in other.reason and other.ledger.digest == before
    monkeypatch.undo()
    pair.deliver()
    for role in (HOST, GUEST):
        pair.restart(role)
    pair.connect()
    assert_equal(pair)


# --- taking back, draw, resigning -------------------------------------------------------------------------------------


def play_until_rolled(pair: Pair, thought: SeededDice) -> str:
    """Play until an order has rolled dice; returns the role that gave it."""
    while True:
        role = pair.host.ledger.writer
        pair.play(thought, 1)
        if pair.host.ledger.session.steps[-1].faces:
            return role


@pytest.mark.parametrize("seed", range(6))
def test_an_order_with_dice_is_taken_back_only_when_the_other_agrees(pair_of: Make, seed: int) -> None:
    pair = pair_of(OPEN)
    giver = play_until_rolled(pair, SeededDice(seed))
    end, other = pair.ends[giver], pair.ends[OTHER[giver]]
    rolls, steps = end.ledger.rolls, len(end.ledger.session.steps)
    assert end.undo() != "" and not pair.wires[other.role]
    assert end.ask_undo() == ""
    pair.deliver()
    assert other.undo_wanted and end.why_not_give()
    assert other.answer_undo(False) == ""
    pair.deliver()
    assert not end.undo_asked and len(end.ledger.session.steps) == steps
    assert end.ask_undo() == ""
    pair.deliver()
    assert other.answer_undo(True) == ""
    pair.deliver()
    assert len(end.ledger.session.steps) == steps - 1 and end.ledger.rolls == rolls
    assert_equal(pair)
    assert "proved" in audit_log(pair.paths[GUEST], pair.places[GUEST])
    pair.restart(giver)
    pair.connect()
    pair.play(SeededDice(seed), 5)
    assert_equal(pair)


def test_nobody_takes_back_an_order_of_the_other_without_being_asked(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    giver = play_until_rolled(pair, SeededDice(1))
    other = pair.ends[OTHER[giver]]
    assert other.answer_undo(True) and other.ask_undo()
    assert not any(pair.wires.values())


def test_a_draw_and_a_resignation_end_the_game_at_both_ends(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.host.offer_draw()
    pair.deliver()
    assert pair.guest.draw_wanted
    pair.guest.answer_draw(True)
    pair.deliver()
    assert pair.host.state is pair.guest.state is State.OVER and "draw" in pair.host.reason == pair.guest.reason
    assert pair.host.give(Begin(""))
    again = pair_of(OPEN)
    again.guest.resign()
    again.deliver()
    assert again.host.state is again.guest.state is State.OVER and "guest has resigned" in again.host.reason


def test_chat_arrives_and_never_stands_in_the_log(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.host.say("Well fought!")
    pair.deliver()
    assert ("chat", "Well fought!") in [(news.kind, news.text) for news in pair.guest.news]
    assert "Well fought" not in pair.paths[GUEST].read_text("utf-8")


# --- files ------------------------------------------------------------------------------------------------------------


def test_seed_and_key_never_stand_in_the_log(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(1), 30)
    for role in (HOST, GUEST):
        secrets = json.loads(private_path(pair.paths[role]).read_text("utf-8").splitlines()[0].partition(" ")[2])
        text = pair.paths[role].read_text("utf-8")
        assert all(len(secrets[name]) == 44 and secrets[name] not in text for name in ("seed", "key", "meeting"))


def test_without_its_private_file_a_game_is_not_resumed(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(1), 5)
    close(pair.host)
    private_path(pair.paths[HOST]).unlink()
    with pytest.raises(Exception, match="cannot be resumed here"):
        pair.restart(HOST)


def quiet_orders(end: Peer) -> list[Command]:
    """Return the orders without dice an end may give now."""
    session = end.ledger.session
    found = [command for offer in offers(session.system, session.state) for command in offer.commands]
    return [command for command in found if not end.ledger.wants_links(command) and not session.check(command)]


def test_two_futures_of_one_game_stop_it_and_both_logs_stay(pair_of: Make) -> None:
    pair, thought = pair_of(OPEN), SeededDice(9)
    while len(quiet_orders(pair.actor)) < 2:
        pair.play(thought, 1)
    end, role = pair.actor, pair.actor.role
    one, other = quiet_orders(end)[:2]
    files = (pair.paths[role], private_path(pair.paths[role]))
    saved = {path: path.read_bytes() for path in files}
    end.give(one)
    pair.deliver()
    assert_equal(pair)
    pair.cut()
    close(end)
    for path, data in saved.items():  # an older copy of the folder is put back
        path.write_bytes(data)
    end = pair.ends[role] = resume(pair.paths[role], pair.places[role], pair.sender(role))
    end.state = State.MINE  # a rewritten program plays on alone
    assert end.give(other) == ()
    pair.wires[end.other].clear()
    pair.cut()
    before = {one: path.read_bytes() for one, path in pair.paths.items()}
    for each in pair.ends.values():
        each.meet()
    pair.deliver()
    assert all(each.state is State.STOPPED for each in pair.ends.values())
    assert any("two logs differ" in each.reason for each in pair.ends.values())
    assert before == {one: path.read_bytes() for one, path in pair.paths.items()}


def test_the_saved_game_is_only_read_as_a_game_of_one_computer(pair_of: Make) -> None:
    pair = pair_of(OPEN)
    pair.play(SeededDice(1), 10)
    close(pair.host)
    session = load_session(pair.paths[HOST], SYSTEMS, map_named)
    assert session.log is None and "two computers" in session.readonly
    branch = session.branch(len(session.steps))
    assert branch.header.network is None and branch.header.format == 1 and branch.digest() == session.digest()
