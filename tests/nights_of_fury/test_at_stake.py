"""When orders of Nights of Fury are at stake: each condition on either side of its edge."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Offer
from rules.kernel.stake import Stake
from rules.nights_of_fury.at_stake import CONDITIONS, load_numbers
from rules.nights_of_fury.spotting import visual_limit
from rules.nights_of_fury.state import SIGHTED, State
from tests.nights_of_fury.battle import Battle, with_changes


def state_of(
    phase: str = "orders", apart: int = 1, turn: int = 6, formation: str = "abreast", foe: str = "Nagara"
) -> State:
    """USN division "a" in band 1, the Japanese division "b" so many bands from it."""
    battle = Battle().division("a", "USN", ["Nicholas", "Taylor"], 1, formation)
    state = battle.division("b", "IJN", ["Nagara"], 1 + apart).knows("USN", "b", SIGHTED).at(phase)
    return state.but(cursor=state.cursor.but(turn=turn))


def ask(state: State, verb: str, piece: str = "a") -> Stake | None:
    return CONDITIONS[verb].find(state, "USN", Offer(verb, "label", "NoF-ORD-H1", piece))


def sight() -> int:
    """Return bands within which either division sees the other."""
    state = state_of()
    one, other = state.divisions["a"], state.divisions["b"]
    return max(visual_limit(state, one, other), visual_limit(state, other, one))


@pytest.mark.parametrize(("more", "near"), [(0, True), (1, False)])
def test_a_formation_is_at_stake_within_sight_and_one_band(more: int, near: bool) -> None:
    assert load_numbers().form_beyond == 1
    stake = ask(state_of(apart=sight() + 1 + more), "form")
    assert (stake is not None) is near
    if stake is not None:
        assert stake.standing and "could change formation" in stake.text


def test_a_formation_is_at_stake_in_turn_1_and_while_dispersed() -> None:
    assert ask(state_of(apart=9, turn=2), "form") is None
    assert ask(state_of(apart=9, turn=1), "form") is not None
    dispersed = ask(state_of(apart=9, formation="dispersed"), "form")
    assert dispersed is not None and dispersed.text == "A is Dispersed"


def test_the_key_of_a_formation_changes_with_formation_damage_and_bands() -> None:
    state = state_of(formation="ahead")
    keys = [ask(found, "form") for found in (
        state, state_of(formation="ahead", apart=2), with_changes(state, "nicholas", structure=1),
        with_changes(state, "a", formation="abreast"),
    )]  # fmt: skip
    assert len({stake.key for stake in keys if stake is not None}) == len(keys)
    later = state.but(cursor=state.cursor.but(turn=7))
    assert ask(later, "form") == ask(state, "form"), "in Line Ahead only a change stops the player again"


@pytest.mark.parametrize(("apart", "every_turn"), [(4, True), (5, False)])
def test_out_of_line_ahead_enemy_torpedoes_within_four_bands_stop_every_turn(apart: int, every_turn: bool) -> None:
    state = state_of(apart=apart, formation="dispersed")
    later = state.but(cursor=state.cursor.but(turn=7))
    one, other = ask(state, "form"), ask(later, "form")
    assert one is not None and other is not None
    assert (one.key != other.key) is every_turn


def test_a_spent_enemy_does_not_stop_every_turn() -> None:
    state = with_changes(state_of(apart=1, formation="dispersed"), "nagara", salvos=0)
    assert ask(state, "form") == ask(state.but(cursor=state.cursor.but(turn=7)), "form")


@pytest.mark.parametrize(("more", "near"), [(0, True), (1, False)])
def test_smoke_is_at_stake_within_sight_and_two_bands(more: int, near: bool) -> None:
    assert load_numbers().smoke_beyond == 2
    state = state_of("movement", apart=sight() + 2 + more)
    assert (ask(state, "smoke") is not None) is near


def test_smoke_is_lost_for_good_once_the_division_evades() -> None:
    state = state_of("movement")
    before, after = ask(state, "smoke"), ask(with_changes(state, "a", evading=True, moved=True), "smoke")
    assert before is not None and not before.lost
    assert after is not None and after.lost and after.text == "B is 1 band off: smoke"
