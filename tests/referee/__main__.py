"""`python -m tests.referee --games 200 [--system KEY]`: whole games recomputed; exit code 1 on a difference."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from tests.referee.choosing import scripts_of
from tests.referee.games import SYSTEMS_TOLD, told_game


def main() -> int:
    """Play, recompute and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee")
    parser.add_argument("--games", type=int, default=200, help="games of random orders of each system")
    parser.add_argument("--captains", type=int, default=0, help="games between captains besides")
    parser.add_argument("--scripts", type=int, default=0, help="games from each script and lesson besides")
    parser.add_argument("--game", action="append", help='only this: "random 7", "captains 2", "script NAME 3"')
    parser.add_argument("--system", choices=SYSTEMS_TOLD)
    parser.add_argument("--first", action="store_true", help="stop at the first difference")
    args = parser.parse_args()
    wrong = 0
    for key in (args.system,) if args.system else SYSTEMS_TOLD:
        checks: Counter[str] = Counter()
        differences: list[str] = []
        games = args.game or _games(key, args.games, args.captains, args.scripts)
        count = 0
        for words in games:
            game = told_game(key, words)
            count += 1
            checks.update(game.checks)
            differences += game.differences
            if game.differences:
                print(f"{key}: differs: {words}")
            if args.first and differences:
                break
        print(f"{key}: {count} games, {sum(checks.values()):,} reckoned, {len(differences)} differences")
        for what, number in sorted(checks.items()):
            print(f"  {what}: {number:,}")
        for line in differences[:12]:
            print(f"  DIFFERENCE {line}")
        wrong += len(differences)
    return 1 if wrong else 0


def _games(key: str, games: int, captains: int, scripts: int) -> Iterator[str]:
    yield from (f"script {name} {seed}" for seed in range(scripts) for name in scripts_of(key))
    yield from (f"random {seed}" for seed in range(games))
    yield from (f"captains {seed}" for seed in range(games, games + captains))


if __name__ == "__main__":
    sys.exit(main())
