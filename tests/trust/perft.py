"""Perft for wargames: how many positions can be reached from a small position by one and two orders, counted and kept.

Of every position the orders offered (at most ORDERS of them, spread evenly) are given with three rolls each: the
lowest faces, the highest, and one by chance. What comes out is distinguished by its digest. Whatever changes a rule
changes a count or the fingerprint of the positions behind it. Every eighth position is counted three orders deep.

    python -m tests.trust.perft            # count again and compare
    python -m tests.trust.perft --update   # count again and keep
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rules import SYSTEMS
from rules.kernel.dice import Dice, SeededDice
from rules.kernel.flow import Command, offers, state_digest
from rules.kernel.session import adjudicate
from tests.conftest import begin, draw, games, pick

FILE = Path(__file__).with_name("perft.json")
POSITIONS = 40  # a game
ORDERS = 4
ALIKE = 12  # dice of one roll that show the same face
DEPTHS = (3, *(2,) * 7)  # of the positions in turn
GAMES = 50  # of the signature, a game
Counts = dict[str, list[Any]]


class OneFace:
    """Dice that all show their lowest or highest face in the first rolls, and random faces later."""

    def __init__(self, high: bool) -> None:
        self.high, self.left, self.chance = high, ALIKE, SeededDice(7)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """As many of that face as wanted."""
        self.left -= count
        return ((sides if self.high else 1),) * count if self.left >= 0 else self.chance.roll(count, sides)


def throws() -> list[Dice]:
    """Return the three rolls an order is given with."""
    return [OneFace(False), OneFace(True), SeededDice(7)]


def spread(listed: list[Command], count: int) -> list[Command]:
    """At most `count` of them, evenly from first to last."""
    if len(listed) <= count:
        return listed
    return [listed[place * (len(listed) - 1) // (count - 1)] for place in range(count)]


def orders(system: Any, state: Any) -> list[Command]:
    """Return the orders tried in a position."""
    thought = SeededDice(3)
    found = [c for offer in offers(system, state) for c in (offer.commands or (draw(offer, thought),))]
    return spread(found, ORDERS)


def behind(system: Any, state: Any) -> Iterator[Any]:
    """Yield every position after one order, one for each order and roll."""
    for command in orders(system, state):
        for dice in throws():
            yield adjudicate(system, state, command, dice).state


def perft(system: Any, state: Any, depth: int) -> list[Any]:
    """[positions one order behind, two orders behind, ..., a fingerprint of the last]."""
    levels: list[set[str]] = [set() for _ in range(depth)]

    def walk(here: Any, level: int) -> None:
        for after in behind(system, here):
            digest = state_digest(after)
            if digest not in levels[level]:
                levels[level].add(digest)
                if level + 1 < depth:
                    walk(after, level + 1)

    walk(state, 0)
    fingerprint = hashlib.sha256("".join(sorted(levels[-1])).encode()).hexdigest()[:16]
    return [*map(len, levels), fingerprint]


def games_of(system: str) -> list[str]:
    """Return every game of a system as "system/scenario"."""
    return [game for game in games() if game.startswith(f"{system}/")]


def positions(system: str, count: int = POSITIONS, first: int = 0) -> Iterator[tuple[str, Any, int]]:
    """Yield (name, state, depth): small positions out of random games, the same every time while the rules are."""
    battles = games_of(system)
    for number in range(first, count):
        game = battles[number % len(battles)]
        session, thought = begin(game, number), SeededDice(zlib.crc32(f"{game} {number}".encode()))
        for _ in range(7 * number % 41):
            if session.over:
                break
            session.submit(pick(session, thought))
        yield f"{game} {number}", session.state, DEPTHS[number % len(DEPTHS)]


def last_digest(game: str, seed: int) -> str:
    """Return how a random game ends."""
    session, thought = begin(game, seed), SeededDice(seed + 1)
    while not session.over:
        session.submit(pick(session, thought))
    return str(session.digest())


def endings(system: str, count: int = GAMES) -> Iterator[str]:
    """Yield how seeded random games of a system end: one digest each, the battles in turn."""
    battles = games_of(system)
    return (last_digest(battles[number % len(battles)], number) for number in range(count))


def signature(digests: list[str]) -> str:
    """Return one number for a game."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


@cache
def kept_counts() -> dict[str, Any]:
    """Return what is kept: system -> positions with their counts, and the endings."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def differences(system: str, count: int = POSITIONS, first: int = 0) -> list[str]:
    """Return every position whose counts are not the ones kept, from the `first` to before the `count`-th."""
    wanted = kept_counts()[system]["perft"]
    found = ((name, perft(SYSTEMS[system], state, depth)) for name, state, depth in positions(system, count, first))
    return [f"{name}: {rows}, kept {wanted.get(name)}" for name, rows in found if rows != wanted.get(name)]


def other_endings(system: str, count: int = GAMES, first: int = 0) -> list[str]:
    """Return every seeded game that ends otherwise than kept, from the `first` to before the `count`-th."""
    battles, wanted = games_of(system), kept_counts()[system]["endings"]
    result = ((number, last_digest(battles[number % len(battles)], number)) for number in range(first, count))
    return [f"{system} game {number}: {one}, kept {wanted[number]}" for number, one in result if one != wanted[number]]


def update(systems: list[str]) -> None:
    """Count everything again and keep it."""
    data = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    for system in systems:
        figures = {name: perft(SYSTEMS[system], state, depth) for name, state, depth in positions(system)}
        digests = list(endings(system))
        data[system] = {"signature": signature(digests), "perft": figures, "endings": digests}
        FILE.write_text(json.dumps(data, indent=0, sort_keys=True) + "\n", "utf-8")
        print(f"{system}: {len(figures)} positions, signature {data[system]['signature']}", flush=True)


def main(words: list[str]) -> int:
    """Compare, or keep with --update; systems may be named. 1 when anything differs."""
    systems = [word for word in words if word in SYSTEMS] or list(SYSTEMS)
    if "--update" in words:
        update(systems)
        return 0
    found = [line for system in systems for line in (*differences(system), *other_endings(system))]
    print("\n".join(found) or "every count and every ending is as kept")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
