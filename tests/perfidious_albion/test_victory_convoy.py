"""The end of a convoy attack: half the cargo, the totals, the margin."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.victory import points_of, result, thresholds
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea


def convoy(exited: int = 0, destroyed: int = 0, ours: int = 0, theirs: int = 0, **options: bool) -> State:
    """Return a convoy of Russia, 100,000 of cargo; ships lost by the convoy (ours) and the raider (theirs)."""
    sea = Sea("convoy", JAPAN).ship("Liner", RUSSIA, (30, 30), kind="hitachi_maru", cargo=100_000)
    sea = sea.ship("Asama", JAPAN, (50, 50)).option(**options)
    state = sea.having(cargo_total=100_000, cargo_exited=exited, cargo_destroyed=destroyed).state()
    return state.but(lost_points={RUSSIA: ours, JAPAN: theirs})


@pytest.mark.rule("PA-3.2-5")
@pytest.mark.rule("PA-2.1-47")
def test_exactly_half_the_cargo_does_not_end_the_game_one_point_more_does() -> None:
    assert result(convoy(exited=50_000)) is None
    assert result(convoy(destroyed=50_000)) is None
    by_exit, by_loss = result(convoy(exited=50_001)), result(convoy(destroyed=50_001))
    assert by_exit is not None and by_exit.winner == RUSSIA
    assert by_loss is not None and by_loss.winner == JAPAN


@pytest.mark.rule("PA-2.1-47")
def test_it_ends_too_when_no_cargo_is_left_at_sea() -> None:
    found = result(convoy(exited=50_000, destroyed=50_000))
    assert found is not None and "no cargo" in found.why


@pytest.mark.rule("PA-3.2-6")
@pytest.mark.rule("PA-2.1-50")
def test_both_add_their_other_losses_and_a_margin_under_a_tenth_of_the_higher_is_a_draw() -> None:
    state = convoy(exited=52_000, destroyed=30_000, ours=35_000, theirs=15_000)
    assert (points_of(state, RUSSIA), points_of(state, JAPAN)) == (67_000, 65_000)
    found = result(state)
    assert found is not None and (found.winner, found.rule) == ("", "PA-2.1-50")


@pytest.mark.rule("PA-2.1-50")
def test_the_margin_counts_from_exactly_a_tenth_of_the_higher_total() -> None:
    exact = result(convoy(exited=60_000, ours=54_000))
    short = result(convoy(exited=60_000, ours=54_001))
    assert exact is not None and exact.winner == RUSSIA
    assert short is not None and short.winner == ""


@pytest.mark.rule("PA-2.1-50")
def test_with_the_switch_the_higher_total_wins_by_any_margin_but_an_equal_one_is_a_draw() -> None:
    narrow = result(convoy(exited=60_000, ours=59_999, narrow_convoy_win=True))
    level = result(convoy(exited=60_000, ours=60_000, narrow_convoy_win=True))
    assert narrow is not None and narrow.winner == RUSSIA
    assert level is not None and level.winner == ""


def test_the_thresholds_of_a_convoy_are_more_than_half_the_cargo() -> None:
    found = {side: (now, needed) for side, _, now, needed, _ in thresholds(convoy(exited=10_000, destroyed=20_000))}
    assert found == {RUSSIA: (10_000, 50_001), JAPAN: (20_000, 50_001)}
