"""`make compare`: random play with full offers of every game beside random play of python-chess, in one process.

Both are measured in CPU time, in slices that take turns, so that a busy computer slows both alike. What is printed is
the ratio of orders a second: 1.0 is as fast as python-chess. `python -m tests.compare [SECONDS]`, a game.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count

import chess

from release.makers.bench_measure import entry_for, new_session
from rules.kernel.flow import offers

SLICES = 20
TARGETS = {
    "nw_smoke": 1.0,
    "nights_of_fury": 1.0,
    "quickfire": 0.9,
    "battles_for_empire": 0.45,
    "perfidious_albion": 0.3,
}


def chess_moves() -> Iterator[None]:
    """Yield None for each move of random chess games: all legal moves are listed, one of them is made."""
    thought = random.Random(1)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(thought.choice(list(board.legal_moves)))
            yield


def orders(key: str) -> Iterator[None]:
    """Yield None for each order of random games of a system's largest scenario: all orders are listed, one is given."""
    thought = random.Random(1)
    entry = entry_for(key)
    assert entry is not None
    for seed in count():
        session = new_session(entry, seed)
        while not session.over:
            listed = [command for offer in offers(session.system, session.state) for command in offer.commands]
            session.submit(thought.choice(listed))
            yield


def rates(ours: Iterator[None], theirs: Iterator[None], seconds: float) -> tuple[float, float]:
    """Return steps a CPU second of two kinds of play, run in turn, each for `seconds` in all."""
    counts, spent = [0, 0], [0.0, 0.0]
    clock: Callable[[], float] = time.process_time
    for _ in range(SLICES):
        for which, play in enumerate((ours, theirs)):
            begun = clock()
            while clock() - begun < seconds / SLICES:
                next(play)
                counts[which] += 1
            spent[which] += clock() - begun
    return counts[0] / spent[0], counts[1] / spent[1]


def main(seconds: float = 6.0) -> int:
    """Print a line a game; 1 when a target is missed."""
    missed = 0
    for key, target in TARGETS.items():
        ours, theirs = rates(orders(key), chess_moves(), seconds)
        ratio = ours / theirs
        missed += ratio < target
        verdict = "ok" if ratio >= target else "MISSED"
        sys.stdout.write(
            f"{key:20} {ours:8,.0f} orders/s  python-chess {theirs:8,.0f} moves/s  ratio {ratio:4.2f}  "
            f"target {target:4.2f}: {verdict}\n"
        )
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:2])))
