"""Find puzzles: positions in computer games in which one order is the best, with exact odds."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from game.library import get_scenario, open_map, scenario_files
from rules import SYSTEMS
from rules.kernel.datafile import DataError, source_at
from rules.kernel.puzzle import (
    LEAST_GAP,
    Position,
    Shelf,
    best_orders,
    chance_gap,
    command_text,
    order_chances,
    text_of,
)
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players import Player, make_player

PLAYER = "quick"
MOST_PLAYED = 110  # most orders before a puzzle
A_GAME = 3  # puzzles of one game at most, so that they are not all alike
LEAST_BEST = Fraction(1, 12)  # least chance of the best order: one that hardly ever works teaches nothing
LEAST_RATIO = Fraction(8, 7)  # least lead of the best chance over the next


def mine(path: Path, shelf: Shelf, count: int, seed: int, seconds: float) -> int:
    """Play games until a puzzle file has `count` puzzles or the time is up, and write them. Return the number of
    puzzles.
    """
    found = {position.key: position for position in shelf.puzzles}
    known = {_likeness(position.proof) for position in shelf.puzzles}
    began = time.process_time()
    for position in _positions(shelf, seed, began + seconds):
        likeness = _likeness(position.proof)
        if likeness in known or position.key in found:
            continue
        known.add(likeness)
        found[position.key] = position
        if len(found) >= count:
            break
    kept = tuple(found[key] for key in sorted(found))
    path.write_text(text_of(source_at(path), kept), "utf-8")
    return len(kept)


def _likeness(proof: dict[str, str]) -> tuple[str, ...]:
    """Return a key that is equal for puzzles with the same chances of the same number of orders."""
    return tuple(sorted(proof.values()))


def _positions(shelf: Shelf, seed: int, until: float) -> Iterator[Position]:
    system = SYSTEMS[shelf.system]
    names = [path.stem for path in scenario_files(shelf.system)]
    number = seed
    while time.process_time() < until:
        name = names[number % len(names)]
        number += 1
        try:
            scenario = get_scenario(shelf.system, name)
            sheet = open_map(shelf.system, scenario.map)
            session = Session(system, scenario, sheet, seed=number)
        except DataError:
            continue
        yield from _of_game(shelf, name, session, number, until)


def _of_game(shelf: Shelf, name: str, session: Session, number: int, until: float) -> Iterator[Position]:
    player: Player = make_player(PLAYER, number)
    dice = random.Random(number)
    given = 0
    while not session.over and len(session.steps) <= MOST_PLAYED and given < A_GAME and time.process_time() < until:
        seat = Seat(session, session.actor)
        position = _as_puzzle(shelf, name, session, seat, number) if dice.random() < 0.5 else None
        if position is not None:
            given += 1
            yield position
        session.submit(player.choose(seat).command)


def _as_puzzle(shelf: Shelf, name: str, session: Session, seat: Seat, number: int) -> Position | None:
    """Return the position as a puzzle, if it is one; for a single unit if all units together have too many orders."""
    listed = [offer for offer in seat.offers() if offer.verb == shelf.verb]
    for piece in ("", *dict.fromkeys(offer.piece for offer in listed)) if listed else ():
        found = order_chances(shelf, seat, piece)
        if found is None:
            continue
        proof = {format_command(command): share for command, share in found.items()}
        if not _worth_asking(proof):
            continue
        steps = session.steps
        return Position(
            key=f"{name}-{number}-{len(steps)}",
            scenario=name,
            dice=steps[0].faces,
            played=tuple(command_text(step.command, step.faces) for step in steps[1:]),
            piece=piece,
            proof={order: str(share) for order, share in proof.items()},
        )
    return None


def _worth_asking(proof: dict[str, Fraction]) -> bool:
    """Return whether one order stands out and is not the obvious one, the first of the list."""
    top, right = max(proof.values()), best_orders(proof)
    beaten = top - chance_gap(proof)
    return (
        chance_gap(proof) >= LEAST_GAP
        and top >= LEAST_BEST
        and top >= LEAST_RATIO * beaten
        and 3 * len(right) <= len(proof)
        and next(iter(proof)) not in right
    )
