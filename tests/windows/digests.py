"""Random games of every battle as one line each: if lines differ between systems, so do the rules there.

`python -m tests.windows.digests [SEEDS]` prints one line for each game (battle, seed, steps, a sum over every command,
die, event and position) and a sum of all lines.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

from rules.kernel.dice import SeededDice
from rules.kernel.record import digest_of
from tests.conftest import begin, games, stroll

SEEDS = 5


def lines(seeds: int = SEEDS) -> Iterator[str]:
    """One line for each battle and seed."""
    for game in games():
        for seed in range(seeds):
            session = begin(game, seed)
            for _ in stroll(session, SeededDice(seed + 1000)):
                pass
            yield f"{game} {seed} {len(session.steps)} {digest_of(session.steps)} {session.digest()}"


def main(seeds: int) -> None:
    """Print the lines and their sum."""
    total = hashlib.sha256()
    for line in lines(seeds):
        print(line, flush=True)
        total.update(f"{line}\n".encode())
    print(f"sum {total.hexdigest()}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
