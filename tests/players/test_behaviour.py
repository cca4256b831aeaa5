"""Captains do not fall back into the blunders an expert once found in their logs. The counts: behaviour.py."""

from __future__ import annotations

from functools import cache

import pytest

from tests.players.behaviour import count_behaviour


@cache
def behaviour_of(battle: str, games: int) -> dict[str, int]:
    return dict(count_behaviour(battle, range(1, games + 1)))


def test_no_torpedo_is_launched_at_a_wreck_in_the_hex_game() -> None:
    """Greedy launched 16 of 101 salvos at ships already out of action."""
    found = behaviour_of("nw_smoke/little_and_gregory", 5)
    assert found["launches"] > 10 and "at wrecks" not in found
    assert found.get("third salvos", 0) * 10 <= found["launches"]


def test_the_weaker_side_of_the_hex_game_makes_smoke() -> None:
    """It was once in twenty games before."""
    assert behaviour_of("nw_smoke/little_and_gregory", 5)["smoke by the weaker"] >= 3


def test_both_sides_evade_and_show_lights() -> None:
    found = behaviour_of("nw_smoke/little_and_gregory", 5)
    assert found["evasions"] > 0 and found["lights"] > 0


@pytest.mark.parametrize(("battle", "games"), [("nw_smoke/little_and_gregory", 5), ("quickfire/lesson_duel", 3)])
def test_no_shot_that_costs_nothing_is_left_when_a_phase_is_ended(battle: str, games: int) -> None:
    """18 gunnery phases of 8 duels were ended with shots left, for lack of luck in twelve samples."""
    found = behaviour_of(battle, games)
    assert "shots left free" not in found and found.get("phases closed", 0) <= games


def test_rubs_of_spears_charge_together_more_often_than_not() -> None:
    """They once came one at a time: each new die promised more than the hexes left."""
    found = behaviour_of("battles_for_empire/the_wells", 2)
    assert found["chargers"] > found["charging turns"]
