"""How well a handicap can be found from games, tested with invented games: `python -m tests.workshop.made_up`.

Each side of a made-up battle takes up to three ships of 13 or 26 points from the other, at chances of its own drawn by
lot; who has won is told by the rule of a game. Of many such battles it tells how many games were played to even them,
how many lie within 40 to 60 per cent by 20 fresh games, and how far from even they are in truth, by 400 more.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from statistics import fmean, median

from game.library import Shelves
from game.workshop.balancing import FULL, PROOFS, Outscores, Result, balance_handicap, handicapped_percent, won_by
from game.workshop.skirmish import DrawnForce, draw
from rules import SYSTEMS
from rules.kernel.scenario import Scenario
from tests.workshop.fair import INSIDE

SHIPS, WORTH, CHANCES, TRUTH = 3, (13, 26), (0.1, 0.8), 400
NEAR, ROUNDS = 5, 6  # of the way by medians
Played = Callable[[], tuple[int, int]]
Way = Callable[[Scenario, Outscores, Played], tuple[Scenario, int]]


def counted_again(games: int) -> Way:
    """Return the way of `evenness`: so many games, counted again under every handicap."""

    def way(scenario: Scenario, outscores: Outscores, played: Played) -> tuple[Scenario, int]:
        return balance_handicap(scenario, outscores, [Result("", played()) for _ in range(games)]), games

    return way


def by_medians(scenario: Scenario, outscores: Outscores, played: Played) -> tuple[Scenario, int]:
    """Return the way before: the median lead as the handicap, proved by 20 games, again until a round was even."""
    best, least, seen = scenario, 100, list[Result]()
    tried = scenario
    for number in range(ROUNDS):
        results = [Result("", played()) for _ in range(FULL)]
        seen += results
        off = abs(handicapped_percent(tried, outscores, results) - 50)
        if off < least or not number:
            best, least = tried, off
        lead = round(median(one.points[0] - one.points[1] for one in seen))
        first, second = scenario.sides
        found = scenario.but(sides=(first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead))))
        if least <= NEAR or found == tried:
            break
        tried = found
    return best, len(seen)


def proof_way(games: int) -> Way:
    """So many games counted again, then proofs by other games; those of a proof that fails count on."""

    def way(scenario: Scenario, outscores: Outscores, played: Played) -> tuple[Scenario, int]:
        seen = [Result("", played()) for _ in range(games)]
        for _ in range(PROOFS):
            scenario = balance_handicap(scenario, outscores, seen)
            proof = [Result("", played()) for _ in range(FULL)]
            seen += proof
            if handicapped_percent(scenario, outscores, proof) in INSIDE:
                break
        return scenario, len(seen)

    return way


WAYS: dict[str, Way] = {
    "by medians": by_medians,
    **{f"{games} games counted again": counted_again(games) for games in (20, 40, 60)},
    **{f"{games} games counted again, proved": proof_way(games) for games in (20, 40)},
}


def way_line(game: str, name: str, battles: int) -> str:
    """Return a line about one way."""
    system = SYSTEMS[game]
    assert system.editor_schema is not None
    bench, dice = system.editor_schema(), random.Random(1)
    wins = system.outscores
    assert wins is not None
    scenario = draw(system, Shelves().sheet(game, bench.map), DrawnForce(3, bench.budget[0]))
    inside, off, spent = 0, list[float](), 0
    for _ in range(battles):
        chances = dice.uniform(*CHANCES), dice.uniform(*CHANCES)

        def play_chances(chances: tuple[float, float] = chances) -> tuple[int, int]:
            ours, theirs = (sum(dice.choice(WORTH) for _ in range(SHIPS) if dice.random() < one) for one in chances)
            return ours, theirs

        evened, games = WAYS[name](scenario, wins, play_chances)
        first, second = evened.sides
        lead = second.handicap - first.handicap
        inside += round(sum(won_by(wins, play_chances(), lead) for _ in range(FULL)) * 50 / FULL) in INSIDE
        off.append(abs(fmean(won_by(wins, play_chances(), lead) * 50 for _ in range(TRUTH)) - 50))
        spent += games
    share = f"{inside / battles:.0%} within 40 to 60 by 20 fresh games"
    return f"{game}, {name}: {spent / battles:.0f} games a battle, {share}, {fmean(off):.1f} per cent off in truth"


def main() -> None:
    """Tell every way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[key for key in SYSTEMS if SYSTEMS[key].editor_schema], default="quickfire")
    parser.add_argument("--battles", type=int, default=400)
    args = parser.parse_args()
    for name in WAYS:
        print(way_line(args.game, name, args.battles), flush=True)


if __name__ == "__main__":
    main()
