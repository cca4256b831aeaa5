"""Whole random games for the second referee, turned into plain data. Here alone the program itself is used: to play."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.kernel.dice import SeededDice
from tests.conftest import begin, games, stroll
from tests.referee import albion, empire, naval, quickfire
from tests.referee.record import Game, sums

LONGEST = 2_500  # orders of a game
CHECKS: dict[str, Callable[[Game], None]] = {
    "nw_smoke": lambda game: naval.check(game, "NW"),
    "nights_of_fury": lambda game: naval.check(game, "NoF"),
    "quickfire": quickfire.check,
    "battles_for_empire": empire.check,
    "perfidious_albion": albion.check,
}
SYSTEMS_TOLD = tuple(CHECKS)


def referee_game(key: str, seed: int) -> Game:
    """One random game of a system, its battles in turn, recomputed."""
    battles = [name for name in games() if name.startswith(f"{key}/") and "campaign" not in name]
    name = battles[seed % len(battles)]
    session = begin(name, seed=1000 + seed)
    for _ in stroll(session, SeededDice(2000 + seed), LONGEST):
        pass
    events = [msgspec.to_builtins(event) for step in session.steps for event in step.events]
    ledger = session.system.view(session.state, "").scores
    scores = {score.side: score.points for score in ledger}
    game = Game(f"{name} {seed}", msgspec.to_builtins(session.scenario), dict(session.options), events, scores)
    sums(game)
    CHECKS[key](game)
    return game
