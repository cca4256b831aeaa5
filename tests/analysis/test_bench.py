"""The figures of the analysis: what is printed follows from the games, and a miss is told as one."""

from __future__ import annotations

from game.console.analyse_bench import EXACT, Game, luck_lines, measured
from game.library import open_library
from rules import SYSTEMS

BATTLE = open_library(SYSTEMS).find("nw_smoke/little_and_gregory")


def rows(lucks: list[float], off: float = 0.0) -> list[Game]:
    return [Game(n, float(n % 2), luck, n % 2 - luck, off, 20, 0.5) for n, luck in enumerate(lucks)]


def test_luck_that_is_not_fair_and_an_identity_that_does_not_hold_are_misses() -> None:
    fair, bad = luck_lines(BATTLE, rows([0.2, -0.2, 0.1, -0.1]))
    assert bad == 0 and any("within 3" in line and "NOT" not in line for line in fair)
    assert luck_lines(BATTLE, rows([0.20, 0.21, 0.19, 0.20]))[1] == 1
    assert luck_lines(BATTLE, rows([0.2, -0.2, 0.1, -0.1], off=2 * EXACT))[1] == 1


def test_a_game_is_measured_alike_each_time() -> None:
    one, two = measured(BATTLE, 3), measured(BATTLE, 3)
    assert one.but(seconds=0.0) == two.but(seconds=0.0)
    assert one.off <= EXACT and one.throws > 0 and one.adjusted == one.result - one.luck
