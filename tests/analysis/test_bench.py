"""The figures of the analysis: what is printed follows from the games, and a missed target is reported as such."""

from __future__ import annotations

import pytest

from game.library import open_library
from release.makers.analyse_bench import (
    EXACT,
    Game,
    Rated,
    level_lines,
    luck_lines,
    measure_luck,
    shares_between,
    skill_lines,
)
from rules import SYSTEMS

BATTLE = open_library(SYSTEMS).find("nw_smoke/little_and_gregory")


def rows(lucks: list[float], off: float = 0.0) -> list[Game]:
    return [game(n, ("captain", "lieutenant"), float(n % 2), luck).but(off=off) for n, luck in enumerate(lucks)]


def game(number: int, players: tuple[str, str], result: float, luck: float) -> Game:
    return Game(number, players, (20, 10), result, luck, result - luck, 0.0, 20, 0.5)


def test_luck_that_is_not_fair_and_an_identity_that_does_not_hold_are_misses() -> None:
    fair, bad = luck_lines(BATTLE, rows([0.2, -0.2, 0.1, -0.1]))
    assert bad == 0 and any("within 3" in line and "NOT" not in line for line in fair)
    assert luck_lines(BATTLE, rows([0.20, 0.21, 0.19, 0.20]))[1] == 1
    assert luck_lines(BATTLE, rows([0.2, -0.2, 0.1, -0.1], off=2 * EXACT))[1] == 1


def test_a_game_is_measured_alike_each_time() -> None:
    one, two = measure_luck(BATTLE, 3), measure_luck(BATTLE, 3)
    assert one.but(seconds=0.0) == two.but(seconds=0.0)
    assert one.off <= EXACT and one.throws > 0 and one.adjusted == one.result - one.luck
    assert one.players == ("lieutenant", "captain") and min(one.orders) > 0


def test_levels_meet_their_neighbours_on_either_side_by_turns() -> None:
    met = [measure_luck(BATTLE, number).players for number in range(4)]
    assert set(met[2:]) == {("captain", "lieutenant"), ("lieutenant", "captain")}
    assert set(met[:2]) == {("lieutenant", "midshipman"), ("midshipman", "lieutenant")}


def matches(better: str, worse: str, *lucks: float) -> list[Game]:
    """Return games in which the better level wins on the first side and loses on the second, with given luck."""
    pair = (better, worse)
    return [game(n, pair[:: (1, -1)[n % 2]], 1.0, luck) for n, luck in enumerate(lucks)]  # type: ignore[arg-type]


def test_skill_between_levels_is_the_result_less_the_luck_and_either_side_weighs_the_same() -> None:
    games = matches("captain", "lieutenant", 0.3, 0.7, 0.3, 0.7)  # without luck .7 and .7 as first, .7 and .7 as second
    raw, less, count = shares_between(games, "captain")
    assert raw == (0.5, 0.0) and less == (pytest.approx(0.7), pytest.approx(0.0)) and count == 4
    more = [*games, *(one.but(number=9) for one in games[:1] * 6)]  # oftener on the first side: no more weight for it
    assert shares_between(more, "captain")[0][0] == 0.5
    assert shares_between(more, "lieutenant")[1][0] == pytest.approx(0.3)
    lines = skill_lines(games)
    assert "captain against lieutenant: 50.0 ± 0.0 %, without luck 70.0 ± 0.0 %" in lines[0]
    assert "costs 1.33 ± 0.00 points more" in lines[0], "20 points over 15 orders, the lieutenant's mean"


def test_levels_stand_in_their_order_only_beyond_the_interval() -> None:
    clear = matches("captain", "lieutenant", 0.30, 0.70, 0.32, 0.72)
    wide = matches("lieutenant", "midshipman", 0.1, 0.2, 0.9, 0.95)
    plain = matches("lieutenant", "midshipman", 0.30, 0.70, 0.32, 0.72)
    assert "puts the levels in their order" in skill_lines([*clear, *plain])[-2]
    assert "does NOT put" in skill_lines(clear)[-2], "the other neighbours have not met"
    assert "does NOT put" in skill_lines([*clear, *wide])[-2]
    assert skill_lines(matches("captain", "lieutenant", 0.1)) == [], "one game says nothing"


def rated_lines(*losses: tuple[float, float, float]) -> list[Rated]:
    return [Rated(1, number, found, 0.5) for number, found in enumerate(losses)]


def test_the_levels_are_compared_in_the_same_positions_and_a_wrong_order_is_told() -> None:
    text = "\n".join(level_lines(rated_lines((0.06, 0.02, 0.0), (0.04, 0.02, 0.01), (0.05, 0.01, 0.0))))
    assert "midshipman: 5.00" in text and "midshipman less lieutenant: +3.33" in text
    assert "the rating puts the levels in their order" in text
    assert "3 positions, in 3 of them not all order the same; 2 s of one core" in text
    assert "does NOT put" in "\n".join(level_lines(rated_lines((0.0, 0.02, 0.01), (0.0, 0.03, 0.01))))
    assert "was not measured" in level_lines(rated_lines((0.0, 0.0, 0.0)))[0]
