"""How fair the skirmishes are: `python -m tests.workshop.fair GAME [--battles N] [--games 20] [--seconds S]`.

Each battle is drawn by a seed, levelled by games between computers as the window does, then played afresh with other
dice. Told are the share of the first side in each and how many lie within 40 to 60 per cent.
"""

from __future__ import annotations

import argparse
import json
import time

from game.console.playing import make_players
from game.library import Shelves
from game.workshop.skirmish import Levelling, Lot, Result, share
from rules import SYSTEMS
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import take_turn


def play(scenario: Scenario, sheet: MapSheet | None, seed: int, player: str) -> Result:
    """One game between two players of a kind; the points without the handicap."""
    seats = {side.key: player for side in scenario.sides}
    session = Session(SYSTEMS[scenario.system], scenario, sheet, seed=seed, players=seats)
    players = make_players(session)
    while not session.over:
        one = players[session.actor]
        assert one is not None
        take_turn(one, Seat(session, session.actor))
    points = {score.side: score.points for score in Seat(session, "").view().scores}
    first, second = (points.get(side.key, 0) - side.handicap for side in scenario.sides)
    return Result(session.state.outcome.winner, (first, second))


def measured(game: str, seed: int, games: int, player: str) -> tuple[int, int, int]:
    """The share of the first side as drawn, how far from even the levelling left it, and the share in fresh games."""
    system = SYSTEMS[game]
    assert system.workbench is not None
    bench = system.workbench()
    sheet = Shelves().sheet(game, bench.map)
    levelling = Levelling(system, sheet, Lot(seed, bench.budget[0]))
    raw, first = -1, 0
    while levelling.next is not None:
        results = [play(levelling.next, sheet, first + n, player) for n in range(games)]
        raw = share(levelling.next, results) if raw < 0 else raw
        levelling.played(results)
        first += 1000
    fresh = [play(levelling.best, sheet, 50_000 + n, player) for n in range(games)]
    return raw, levelling.off, share(levelling.best, fresh)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(SYSTEMS))
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=800)
    parser.add_argument("--player", default="captain")
    args = parser.parse_args()
    begun, found = time.monotonic(), []
    for seed in range(1, args.battles + 1):
        if time.monotonic() - begun > args.seconds:
            break
        found.append(measured(args.game, seed, args.games, args.player))
        print(json.dumps({"game": args.game, "seed": seed, "shares": found[-1]}), flush=True)
    for name, number in (("as drawn", 0), ("levelled", 2)):
        inside = sum(40 <= shares[number] <= 60 for shares in found)
        print(f"{args.game}, {name}: {inside} of {len(found)} within 40-60 % of {args.games} games", flush=True)


if __name__ == "__main__":
    main()
