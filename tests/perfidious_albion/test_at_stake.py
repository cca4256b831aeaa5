"""When orders of Perfidious Albion are at stake: each condition on either side of its edge."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Cursor, Offer
from rules.kernel.stake import Stake
from rules.perfidious_albion.judgement.at_stake import CONDITIONS, load_numbers
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea


def state_of(apart: float, **foe: object) -> State:
    """Mikasa with medium torpedoes at 10 inches, Varyag so many inches east of her."""
    sea = Sea().ship("Mikasa", JAPAN, (10, 36), heading=0).ship("Varyag", RUSSIA, (10 + apart, 36), heading=0, **foe)  # type: ignore[arg-type]
    return sea.state(Cursor(turn=2, queue=(JAPAN, RUSSIA)))


def ask(state: State, verb: str) -> Stake | None:
    return CONDITIONS[verb].find(state, JAPAN, Offer(verb, "label", "PA-6.1-1", "mikasa"))


@pytest.mark.parametrize("verb", ["launch", "salvo"])
@pytest.mark.parametrize(("apart", "near"), [(9.0, True), (9.001, False)])
def test_torpedoes_are_at_stake_within_their_run_and_three_inches(verb: str, apart: float, near: bool) -> None:
    assert load_numbers().torpedo_beyond_mils == 3000
    stake = ask(state_of(apart), verb)
    assert (stake is not None) is near
    if stake is not None:
        assert stake.lost and stake.text == "enemy 9 inches from the tubes of Mikasa"


@pytest.mark.parametrize(("apart", "near"), [(12.0, True), (12.001, False)])
def test_a_searchlight_is_at_stake_with_a_dark_enemy_in_reach(apart: float, near: bool) -> None:
    assert (ask(state_of(apart).but(night=True), "lights") is not None) is near


def test_an_enemy_that_burns_or_shows_a_light_needs_no_searchlight() -> None:
    assert ask(state_of(6, fires=1).but(night=True), "lights") is None
    assert ask(state_of(6, lit=True).but(night=True), "lights") is None
