"""`python -m tests.referee --games 200 [--system KEY]`: random games recomputed; exit code 1 on a difference."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.referee.games import SYSTEMS_TOLD, referee_game


def main() -> int:
    """Play, recompute and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee")
    parser.add_argument("--games", type=int, default=200, help="games of each system")
    parser.add_argument("--system", choices=SYSTEMS_TOLD)
    parser.add_argument("--captains", type=int, default=0, help="games between captains besides")
    parser.add_argument("--first", action="store_true", help="stop at the first difference")
    args = parser.parse_args()
    wrong = 0
    for key in (args.system,) if args.system else SYSTEMS_TOLD:
        checks: Counter[str] = Counter()
        differences: list[str] = []
        for seed in range(args.games + args.captains):
            game = referee_game(key, seed, captains=seed >= args.games)
            checks.update(game.checks)
            differences += game.differences
            if args.first and differences:
                break
        print(f"{key}: {args.games} games, {sum(checks.values()):,} reckoned, {len(differences)} differences")
        for what, count in sorted(checks.items()):
            print(f"  {what}: {count:,}")
        for line in differences[:12]:
            print(f"  DIFFERENCE {line}")
        wrong += len(differences)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
