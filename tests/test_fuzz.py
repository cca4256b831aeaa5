"""Random full games, and senseless commands. FUZZ_GAMES says how many games a scenario gets (default 30).

Of a large scenario `make test` plays fewer: no more than come to MOST_ORDERS, and FEWEST at least.

A crash, a dead end, an endless game or a refusal without a reason fails and leaves a script in out/fuzz that repeats
it: `python main.py script FILE`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

import msgspec
import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Illegal, offers
from rules.kernel.script import record_script
from rules.kernel.session import Session
from rules.kernel.system import decode_command
from rules.nights_of_fury.events import BattleJoined
from tests.conftest import OUT, SOAK, begin, below, games, pick

GAMES = games() if SOAK else games()[::4]  # test_contract plays every one to its end
FUZZ_GAMES = int(os.environ.get("FUZZ_GAMES", "30"))
MOST_ORDERS = 100_000 if "FUZZ_GAMES" in os.environ else 8_000
FEWEST = 5
LONGEST = 20_000  # commands; no scenario comes near it
SPOILT = 12  # senseless commands tried in each position that is looked at
LOOK_EVERY = 5

STRINGS = (
    "",
    "-",
    " ",
    "nobody",
    "../../etc/passwd",
    "x" * 20_000,
    "Kōshū",
    "\u202e\u0000\ud7ff",
    "💥" * 50,
    "None",
    "0",
    "{stand}",
)
NUMBERS = (0, -1, 1, 7, 99, 100, 10_000, -(1 << 31), (1 << 62), 10**18)


class NotedDice(SeededDice):
    """Seeded dice that record what was rolled since they were last asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: list[int] = []

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll and note."""
        faces = super().roll(count, sides)
        self.thrown.extend(faces)
        return faces


def seed_of(game: str, number: int) -> int:
    """Return a seed of one's own for every game."""
    return zlib.crc32(f"{game} {number}".encode())


def fail(session: Session, game: str, number: int, what: str, attempt: Command | None = None) -> None:
    """Leave a script that repeats the fault, and say where."""
    folder = OUT / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.replace('/', '_')}_{number}.yaml"
    thrown = session.dice.thrown if isinstance(session.dice, NotedDice) else []
    path.write_text(record_script(session, what[:200], attempt=attempt, attempt_dice=thrown), "utf-8")
    pytest.fail(f"{what}\ngame {number} of {game}, command {len(session.steps)}; replay: {path}")


def play_out(game: str, number: int) -> Session:
    """One whole random game. Fails with a replay file."""
    dice = NotedDice(seed_of(game, number))
    session, thought = begin(game, dice=dice), SeededDice(seed_of(game, number) + 1)
    while not session.over:
        if len(session.steps) > LONGEST:
            fail(session, game, number, "an endless game")
        command = None
        dice.thrown.clear()
        try:
            command = pick(session, thought)
            answer = session.submit(command)
        except Exception as error:  # any fault of the rules at all is what is looked for
            fail(session, game, number, f"{type(error).__name__}: {error}", command)
        if isinstance(answer, tuple):
            fail(session, game, number, f"{command} was offered but is refused: {answer}", command)
        fault = invariants(session)
        if fault:
            fail(session, game, number, fault)
    return session


def invariants(session: Session) -> str:
    """Return the first broken invariant of a position, or ""."""
    now, before = session.state.cursor, session.states[-2].cursor
    joined = any(isinstance(event, BattleJoined) for event in session.steps[-1].events)  # a campaign's next battle
    if (now.turn, now.phase) < (before.turn, before.phase) and not joined:
        return f"the game went back from turn {before.turn}, phase {before.phase} to {now.turn}, {now.phase}"
    turns = getattr(session.state, "turns", session.scenario.turns)
    if now.turn > turns:
        return f"turn {now.turn} of {turns}"
    if any(not event.rule for event in session.steps[-1].events):
        return "an event cites no rule"
    return ""


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_played_to_their_end(game: str) -> None:
    orders = 0
    for number in range(FUZZ_GAMES):
        if orders > MOST_ORDERS and number >= FEWEST:
            break
        session = play_out(game, number)
        orders += len(session.steps)
        if number % 10 == 0:
            assert session.verify() == ""


# --- commands that make no sense --------------------------------------------------------------------------------------


def spoilt(kind: type[Command], side: str, words: list[str], thought: SeededDice) -> Command:
    """Return a command of a kind with random fields: names of real pieces, senseless text, senseless numbers."""
    fields: dict[str, object] = {"type": kind.__struct_config__.tag, "side": side}
    for field in msgspec.structs.fields(kind):
        if field.name != "side":
            fields[field.name] = senseless(field.type, words, thought)
    return msgspec.convert(fields, kind)


def senseless(shape: object, words: list[str], thought: SeededDice) -> object:
    """Return a value of the right shape and no sense."""
    if shape is bool:
        return bool(below(thought, 2))
    if shape is int:
        return NUMBERS[below(thought, len(NUMBERS))]
    if shape is str:
        pool = STRINGS if below(thought, 2) else words
        return pool[below(thought, len(pool))]
    return [senseless(int, words, thought) for _ in range(below(thought, 4))]


def words_of(session: Session) -> list[str]:
    """Return every text that stands in a command given so far or offered now: ids of pieces above all."""
    listed = [command for offer in offers(session.system, session.state) for command in offer.commands[:4]]
    listed += [step.command for step in session.steps[-30:]]
    found = {str(value) for command in listed for value in msgspec.structs.astuple(command) if isinstance(value, str)}
    found |= {piece.id for piece in session.system.view(session.state, "").pieces}
    return sorted(found)


def senseless_commands(session: Session, thought: SeededDice) -> Iterator[Command]:
    """Stale, of the wrong side, of the wrong phase, huge, odd."""
    keys = [side.key for side in session.scenario.sides]
    kinds, words = list(session.system.command_types().values()), words_of(session)
    for _ in range(SPOILT):
        side = session.actor if below(thought, 4) else (*keys, "", "nobody")[below(thought, 4)]
        yield spoilt(kinds[below(thought, len(kinds))], side, words, thought)
    for _ in range(SPOILT // 2):
        stale = session.steps[below(thought, len(session.steps))].command
        yield stale
        yield stale.but(side=keys[below(thought, 2)])


def refused_in_order(session: Session, command: Command) -> str:
    """Return what is wrong with how a command is taken; empty when it is legal, or refused with words and rules."""
    before, count = session.digest(), len(session.steps)
    reasons = session.check(command)
    if not reasons:
        return ""
    for reason in reasons:
        if not isinstance(reason, Illegal) or len(reason.reason) < 8 or reason.rule not in session.system.rulebook:
            return f"{command!r:.300} is refused without a reason or rule: {reason}"
    if session.submit(command) != reasons:
        return f"{command!r:.300} is refused in two ways"
    if session.digest() != before or len(session.steps) != count:
        return f"{command!r:.300} was refused but changed the game"
    return ""


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("game", GAMES)
def test_senseless_commands_are_refused_with_a_rule_and_change_nothing(game: str) -> None:
    session, thought = begin(game, dice=NotedDice(seed_of(game, -1))), SeededDice(seed_of(game, -2))
    while not session.over:
        if len(session.steps) % LOOK_EVERY == 0:
            for command in senseless_commands(session, thought):
                try:
                    fault = refused_in_order(session, command)
                except Exception as error:  # any fault of the rules at all is what is looked for
                    fault = f"{command!r:.300} is not refused but breaks down: {type(error).__name__}: {error}"
                if fault:
                    fail(session, game, -1, fault)
        session.submit(pick(session, thought))
    for command in senseless_commands(session, thought):
        assert session.check(command)


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("game", GAMES)
def test_legal_but_odd_commands_are_carried_out_without_a_fault(game: str) -> None:
    session, thought = begin(game, dice=NotedDice(seed_of(game, -3))), SeededDice(seed_of(game, -4))
    assert isinstance(session.dice, NotedDice)
    while not session.over and len(session.steps) < 400:
        for command in senseless_commands(session, thought):
            if session.over or session.check(command):
                continue
            session.dice.thrown.clear()
            try:
                session.submit(command)
            except Exception as error:  # any fault of the rules at all is what is looked for
                fail(session, game, -3, f"{command} is legal but breaks down: {type(error).__name__}: {error}", command)
        if not session.over:
            session.submit(pick(session, thought))
    assert session.verify() == ""


@pytest.mark.parametrize("game", GAMES)
def test_data_that_are_no_command_are_refused_in_words(game: str) -> None:
    session, thought = begin(game), SeededDice(seed_of(game, -5))
    for word, kind in session.system.command_types().items():
        for _ in range(40):
            fields: dict[str, object] = {"type": word, "side": session.actor}
            for field in msgspec.structs.fields(kind):
                wrong = ([1], {"a": 1}, None, 1.5, STRINGS[below(thought, len(STRINGS))], 3)
                fields[field.name] = wrong[below(thought, len(wrong))]
            try:
                command = decode_command(session.system, fields)
            except ValueError as error:
                assert word in str(error)
                continue
            assert isinstance(session.check(command), tuple)
