"""What is typed is what is ordered: over random positions of all five games, and at the window's own line."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from game.table.input_matching import Unclear, number_commands, read_order
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command, parse_command
from tests.conftest import begin, stroll

GAMES = (
    ("nw_smoke/gale_off_savo", 40),
    ("nights_of_fury/savo_island", 40),
    ("quickfire/lesson_duel", 30),
    ("battles_for_empire/the_wells", 30),
    ("perfidious_albion/two_and_two", 60),
    ("perfidious_albion/open_fleet", 25),
    ("perfidious_albion/open_bombardment", 40),
)
EVERY = 5  # steps between tested positions
MOST = 6  # orders of a kind tried in each


def seats(game: str, positions: int) -> Iterator[tuple[Session, Seat]]:
    """Yield the acting side's seat in some positions of a random game."""
    session = begin(game, seed=11)
    for number, _ in enumerate(stroll(session, SeededDice(12), EVERY * positions)):
        if number % EVERY == 0 and not session.over:
            yield session, Seat(session, session.actor)


def others(listed: list[Command], chance: random.Random) -> Iterator[Command]:
    """Yield orders like the offered ones, with fields exchanged, numbers changed by one, and courses cut short."""
    for command in listed:
        like = [other for other in listed if type(other) is type(command)]
        for field in command.__struct_fields__:
            value = getattr(command, field)
            if field == "side" or isinstance(value, bool):
                continue
            put = {field: getattr(chance.choice(like), field)}
            if isinstance(value, int):
                put = {field: value + chance.choice((-1, 1))}
            elif len(value) > 2 and any(letter.isdigit() for letter in value):
                put = {field: value[: chance.randrange(1, len(value))]}
            yield msgspec.structs.replace(command, **put)


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize(("game", "positions"), GAMES, ids=[game for game, _ in GAMES])
def test_no_legal_order_offered_or_not_is_ever_taken_for_another(game: str, positions: int) -> None:
    chance, offered, unlisted = random.Random(13), 0, 0
    for session, seat in seats(game, positions):
        system, state = session.system, session.state
        names = system.names(system.known_state(state, seat.side))
        by_kind: dict[str, list[Command]] = {}
        for item in number_commands(seat.offers()):
            by_kind.setdefault(item.offer.verb, []).append(item.command)
        for commands in by_kind.values():
            some = chance.sample(commands, min(MOST, len(commands)))
            for command in (*some, *others(some, chance)):
                known = command in commands
                if not known and seat.check(command):
                    continue
                offered, unlisted = offered + known, unlisted + (not known)
                assert parse_command(system, seat.side, format_command(command)) == command
                assert read_order(system, seat, names, format_command(command)) == (command, True)
                if known:
                    assert read_order(system, seat, names, format_command(command).upper()).command == command
    assert offered > 60 and (unlisted or game not in ("perfidious_albion/two_and_two", "nw_smoke/gale_off_savo"))


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize(("game", "positions"), GAMES, ids=[game for game, _ in GAMES])
def test_a_shortened_order_is_read_only_where_one_legal_order_fits_and_is_never_taken_as_said_in_full(
    game: str, positions: int
) -> None:
    chance, read, unclear = random.Random(14), 0, 0
    for session, seat in seats(game, positions):
        names = session.system.names(session.system.known_state(session.state, seat.side))
        listed = number_commands(seat.offers())
        for item in chance.sample(listed, min(MOST, len(listed))):
            words = format_command(item.command).split()
            if len(words) < 2:
                continue
            typed = " ".join([words[0], *(word[:4] if word.isalpha() else word for word in words[1:-1])])
            try:
                command, exact = read_order(session.system, seat, names, typed)
            except Unclear:
                unclear += 1
                continue
            if seat.check(command):
                continue
            read += 1
            assert not exact or parse_command(session.system, seat.side, typed) == command
            fitting = [
                other for other in listed if format_command(other.command).startswith(" ".join(words[:-1]) + " ")
            ]
            assert exact or len({other.command for other in fitting}) <= 1
    assert read + unclear > 20


def test_a_course_that_is_a_part_of_another_is_run_as_it_was_typed() -> None:
    short = 0
    for session, seat in seats("perfidious_albion/two_and_two", 60):
        names = session.system.names(session.system.known_state(session.state, seat.side))
        for item in number_commands(seat.offers()):
            if item.offer.verb != "steer":
                continue
            words = format_command(item.command).split()
            for cut in range(1, len(words[2])):
                command = parse_command(session.system, seat.side, f"{words[0]} {words[1]} {words[2][:cut]}")
                read = read_order(session.system, seat, names, format_command(command))
                assert read.command == command
                short += not seat.check(command)
        if short > 50:
            return
    raise AssertionError("no such course was met")


def test_a_class_of_ships_with_every_crew_is_bought_as_typed() -> None:
    session = begin("perfidious_albion/open_fleet", seed=2)
    met = 0
    for _ in stroll(session, SeededDice(3), 12):
        if session.over:
            break
        seat = Seat(session, session.actor)
        names = session.system.names(session.system.known_state(session.state, seat.side))
        buys = [item for item in number_commands(seat.offers()) if item.offer.verb == "buy"]
        for item in random.Random(met).sample(buys, min(3, len(buys))):
            words = format_command(item.command).split()
            for crew in "123":
                typed = " ".join([*words[:-1], crew])
                command = parse_command(session.system, seat.side, typed)
                assert read_order(session.system, seat, names, typed).command == command
                met += not seat.check(command)
    assert met


def test_an_order_that_may_not_be_given_is_refused_and_not_taken_for_one_that_may() -> None:
    session = begin("perfidious_albion/two_and_two", seed=11)
    for _ in stroll(session, SeededDice(12), 400):
        seat = Seat(session, session.actor)
        steer = [item.command for item in number_commands(seat.offers()) if item.offer.verb == "steer"]
        if steer:
            break
    names = session.system.names(session.system.known_state(session.state, seat.side))
    for course in ("9.9Q", "1.55", "99"):
        typed = f"{format_command(steer[0]).rsplit(' ', 1)[0]} {course}"
        command = parse_command(session.system, seat.side, typed)
        assert seat.check(command) and read_order(session.system, seat, names, typed) == (command, True)
