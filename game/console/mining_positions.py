"""Finding positions to ask about: careless games played out, and near their end orders that decide them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.analysis.playing import Venturer
from rules.analysis.positions import TOLD_TERMS, Found, find, units_of
from rules.kernel.datafile import located
from rules.kernel.dice import SeededDice
from rules.kernel.puzzle import Answered, Position, Shelf, text_of, told
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.kernel.system import spell
from rules.players import make_player, take_turn
from rules.players.player import below
from rules.players.reasons import points

BATTLES = {  # that are played out fast, so that their ends can be looked at
    "nw_smoke": ("little_and_gregory", "between_three_fires", "little_and_gregory"),
    "nights_of_fury": ("little_and_gregory", "little_and_gregory", "vella_gulf"),
    "quickfire": ("lesson_duel", "port_arthur_roads", "fog_lifts"),
    "battles_for_empire": ("the_wells", "majuba"),
    "perfidious_albion": ("caldera_bay", "pagoda_anchorage", "gale_on_the_bar"),
}
CARELESS = (0, 15, 30, 50, 70)  # of a hundred orders so many are given blindly, by game and side: so games stay open
DECIDING = (  # verbs that turn battles
    "move",
    "steer",
    "ride",
    "charge",
    "launch",
    "form",
    "detach",
    "fight",
    "ram",
    "order",
    "lead",
    "smoke",
    "evade",
)
AT_LAST = 10  # orders before the end of a game, where any verb may
LOOKED_AT = 16  # decisions of one game
A_GAME = 2  # positions of one game at most, so that they are not all alike
MOST_PLAYED = 260  # orders before a position: they are all played when it is opened
RESULT = "result"  # the term of a battle that is won
MOST_ORDERS = 1200  # of a game: it is given up


def mine_positions(path: Path, shelf: Shelf, count: int, seed: int, seconds: float) -> int:
    """Play games until a shelf holds `count` positions or the time is up; written as they are found.

    Two positions that ask of the very same orders are one puzzle twice. Returns how many the shelf holds.
    """
    found = {position.key: position for position in shelf.puzzles}
    asked = {frozenset(position.proof) for position in shelf.puzzles}
    until = time.process_time() + seconds
    number = seed
    while len(found) < count and time.process_time() < until:
        number += 1
        for position in _of_game(shelf, number, until):
            if frozenset(position.proof) in asked:
                continue
            asked.add(frozenset(position.proof))
            found[position.key] = position
            kept = tuple(found[key] for key in sorted(found))
            path.write_text(text_of(located(path), shelf, kept), "utf-8")
    return len(found)


def _of_game(shelf: Shelf, number: int, until: float) -> Iterator[Position]:
    """Positions near some ends of one game. A run that is stopped has lost nothing of what it found."""
    names = BATTLES[shelf.system]
    name = names[number % len(names)]
    scenario = get_scenario(shelf.system, name)
    session = Session(SYSTEMS[shelf.system], scenario, open_map(shelf.system, scenario.map), seed=number)
    play_carelessly(session, number)
    given = 0
    for place, verbs in _decisions(session, number):
        if given == A_GAME or time.process_time() > until:
            return
        before = session.branch(place)
        found = find(Seat(before, before.actor), number * 1000 + place, verbs)
        if found is not None:
            given += 1
            yield _position_of(f"{name}-{number}-{place}", before, found)


def play_carelessly(session: Session, seed: int) -> None:
    """Play a battle to its end as rollouts are played, by sides that often give an order at a venture."""
    dice = SeededDice(seed)
    hands = {
        side.key: Venturer(below(dice, 1 << 30), CARELESS[below(dice, len(CARELESS))])
        for side in session.scenario.sides
    }
    while not session.over and len(session.steps) < MOST_ORDERS:
        seat = Seat(session, session.actor)
        if not isinstance(seat.submit(hands[seat.side](seat.now())), Step):
            take_turn(make_player("random", seed), seat)


def _decisions(session: Session, number: int) -> list[tuple[int, tuple[str, ...]]]:
    """Some decisions of a game in any order: (steps before it, the verbs one is looked for among; none = all)."""
    found: list[tuple[int, tuple[str, ...]]] = []
    count = len(session.steps)
    for place in range(2, min(count, MOST_PLAYED)):
        verbs = () if count - place <= AT_LAST else DECIDING
        there = session.branch(place)
        if units_of(Seat(there, there.actor), number, verbs):
            found.append((place, verbs))
    dice = SeededDice(number)
    return sorted(found, key=lambda _: below(dice, 1 << 30))[:LOOKED_AT]


def _position_of(key: str, session: Session, found: Found) -> Position:
    steps, reply = session.steps, found.reply
    brings = [term for term in found.brings if term.key != RESULT]  # that it wins is the question
    return Position(
        key=key,
        scenario=session.scenario.key,
        dice=steps[0].faces,
        played=tuple(told(step.command, step.faces) for step in steps[1:]),
        piece=found.piece,
        games=found.n,
        proof={spell(command): f"{chance:.3f}" for command, chance in found.chances.items()},
        brings={term.label: points(term.value) for term in brings[:TOLD_TERMS]},
        reply=Answered(reply.label, reply.after, reply.instead, reply.count) if reply is not None else None,
    )
