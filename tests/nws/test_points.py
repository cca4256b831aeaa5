"""Victory points in both games: shares of a ship's value, the handicap, the ratio."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rules.nws.damage_value import PAIR, WAYS
from tests.nws.twins import Twin, both, with_ship_fields

STANDING: tuple[dict[str, object], ...] = (
    {"structure": 1},
    {"structure": 2},
    {"structure": 3},
    {"structure": 4},
    {"flotation": 4, "gone": "sunk"},
)
TABLE = {  # point value: Light, Moderate, Heavy, out of action, sunk
    3: (0, 1, 2, 2, 3),
    4: (1, 1, 2, 3, 4),
    5: (1, 1, 3, 4, 5),
    6: (1, 2, 3, 5, 6),
    7: (1, 2, 4, 5, 7),
    8: (1, 2, 4, 6, 8),
    9: (1, 2, 5, 7, 9),
    10: (1, 3, 5, 8, 10),
    11: (1, 3, 6, 8, 11),
    12: (2, 3, 6, 9, 12),
    16: (2, 4, 8, 12, 16),
    17: (2, 4, 9, 13, 17),
    18: (2, 5, 9, 14, 18),
    20: (3, 5, 10, 15, 20),
    27: (3, 7, 14, 20, 27),
    47: (6, 12, 24, 35, 47),
}


@both
@pytest.mark.rule("NoF-VP-2", "NoF-VP-3", "NoF-VP-4", "NoF-VP-5", "NoF-VP-6", "NoF-VP-11", "NW-VP-H1")
@pytest.mark.parametrize("pv", TABLE)
def test_every_share_of_every_point_value_is_rounded_half_up(game: Twin, pv: int) -> None:
    state = game.worth(game.over(), "kagero", pv)
    found = tuple(game.points.ship_value(state, state.ships["kagero"].but(**changes))[1] for changes in STANDING)
    assert found == TABLE[pv]


@both
@pytest.mark.rule("NoF-VP-11", "NW-VP-H1")
def test_each_ship_is_rounded_by_herself(game: Twin) -> None:
    state = game.worth(game.worth(game.over(), "kagero", 3), "oyashio", 3)
    for name in ("kagero", "oyashio"):
        state = with_ship_fields(state, name, structure=1)
    assert game.points.points_of(state, "USN") == 0


@both
@pytest.mark.rule("NoF-VP-H2", "NW-VP-H2")
def test_a_handicap_is_added_to_the_score_of_its_side(game: Twin) -> None:
    state = game.over(17, 6)
    assert (game.points.points_of(state, "USN"), game.points.points_of(state, "IJN")) == (17, 6)


@both
@pytest.mark.rule("NoF-VP-12", "NoF-VP-H1", "NW-VP-H3")
@pytest.mark.parametrize(
    ("usn", "ijn", "winner", "word"),
    [
        (0, 0, "", "draw"),
        (124, 100, "", "draw"),
        (125, 100, "USN", "marginal"),
        (100, 199, "IJN", "marginal"),
        (100, 200, "IJN", "substantial"),
        (299, 100, "USN", "substantial"),
        (300, 100, "USN", "decisive"),
        (1, 0, "", "draw"),
        (2, 0, "USN", "substantial"),
        (3, 0, "USN", "decisive"),
    ],
)
def test_the_larger_score_by_the_smaller_says_who_has_won(
    game: Twin, usn: int, ijn: int, winner: str, word: str
) -> None:
    found = game.points.outcome(game.state_with_points(usn, ijn), "over")
    assert found.winner == winner
    assert word in found.title.lower()


@both
@pytest.mark.rule("NoF-VP-H2", "NW-VP-H2")
@pytest.mark.parametrize(
    ("handicap", "usn", "ijn", "word"),
    [
        (1, 0, 0, "draw"),
        (3, 0, 0, "marginal"),  # 3 to nothing, all of it given: flight is no triumph
        (3, 1, 0, "substantial"),  # counts as 2
        (3, 2, 0, "decisive"),  # counts as 4
        (17, 20, 12, "decisive"),  # all of it counts
        (17, 5, 5, "substantial"),  # counts as 10
    ],
)
def test_a_handicap_alone_wins_marginally_and_for_more_it_counts_no_more_than_its_side_earned(
    game: Twin, handicap: int, usn: int, ijn: int, word: str
) -> None:
    state = game.state_with_points(usn, ijn)
    found = game.points.outcome(state.but(scene=state.scene.but(handicap={"USN": handicap, "IJN": 0})), "over")
    assert word in found.title.lower()
    assert found.winner == ("USN" if word != "draw" else "")


# --- The mean effect of a shot in both games, over all results of two dice ---


def test_two_dice_fall_in_so_many_ways() -> None:
    counted = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert dict(PAIR) == counted and len(PAIR) == len(counted)
    assert sum(ways for _, ways in PAIR) == WAYS == 36
