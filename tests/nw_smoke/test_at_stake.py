"""When orders of the hex game are at stake: each condition on either side of its edge."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Offer
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.stake import Stake
from rules.nw_smoke import SYSTEM
from rules.nw_smoke.at_stake import CONDITIONS, load_numbers
from rules.nw_smoke.commands import Join
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import SIGHTED, Glimpse, State
from rules.nws.commands import Searchlight
from rules.nws.pieces import with_division, with_ship
from tests.nw_smoke.battle import Battle


def state_of(phase: str = "orders", turn: int = 5, foe_at: int = 2030, known: bool = True) -> State:
    """USN division "a" in 2020 runs 2; the Japanese division "b" lies south of it."""
    battle = Battle().division("a", "USN", ["Nicholas", "Taylor"], 2020, "N", speed=2, formation="ahead")
    battle.division("b", "IJN", ["Kagero"], foe_at, "N", speed=2)
    if known:
        battle.knows("USN", "b", SIGHTED)
    state = battle.at(phase)
    return state.but(cursor=state.cursor.but(turn=turn))


def ask(state: State, verb: str, piece: str = "a", commands: tuple = ()) -> Stake | None:  # type: ignore[type-arg]
    """Return whether an order of the United States is at stake."""
    return CONDITIONS[verb].find(state, "USN", Offer(verb, "label", "NW-ORD-H1", piece, commands))


def change(state: State, division: str = "a", **changes: object) -> State:
    return with_division(state, state.divisions[division].but(**changes))


def test_speed_is_at_stake_below_what_the_division_may_run() -> None:
    fast = change(state_of(), ran=4, speed=4)
    assert ask(fast, "speed") is None
    slow = ask(change(fast, speed=3), "speed")
    assert slow is not None and slow.text == "A: speed 3 of 4" and slow.standing and slow.rule == "NW-ORD-H1"


def test_speed_is_at_stake_in_turn_1() -> None:
    state = change(state_of(turn=1), ran=4, speed=4)
    assert ask(state, "speed") is not None


@pytest.mark.parametrize(("foe_at", "past"), [(2023, True), (2024, False)])
def test_speed_is_at_stake_where_the_division_would_run_past_an_enemy(foe_at: int, past: bool) -> None:
    stake = ask(change(state_of(foe_at=foe_at), ran=4, speed=4), "speed")
    assert (stake is not None) is past
    if stake is not None:
        assert stake.key == "b", "the key names the enemy, not his distance"


def test_the_formation_is_at_stake_out_of_line_ahead_with_an_enemy_known() -> None:
    state = state_of()
    assert ask(state, "form") is None, "Line Ahead"
    stake = ask(change(state, formation="abreast"), "form")
    assert stake is not None and stake.standing and stake.text == "A: not in Line Ahead"
    assert ask(change(state_of(known=False), formation="abreast"), "form") is None
    assert ask(change(state_of(known=False, turn=1), formation="abreast"), "form") is not None


@pytest.mark.parametrize(("ago", "known"), [(2, True), (3, False)])
def test_an_enemy_is_known_for_two_turns_after_he_was_seen(ago: int, known: bool) -> None:
    state = change(state_of(known=False, turn=9), formation="abreast")
    seen = Glimpse(division=state.divisions["b"], ships=(state.ships["kagero"],), turn=9 - ago)
    state = state.but(seen={**state.seen, "USN": {"b": seen}})
    assert (ask(state, "form") is not None) is known


def test_an_enemy_out_of_action_does_not_count() -> None:
    state = change(state_of(), formation="abreast")
    assert ask(with_ship(state, state.ships["kagero"].but(structure=4)), "form") is None


def test_a_ship_slower_than_another_of_her_division_or_with_heavy_damage_is_to_be_detached() -> None:
    state = state_of()
    assert ask(state, "detach") is None
    slow = ask(with_ship(state, state.ships["taylor"].but(flotation=3)), "detach")
    assert slow is not None and slow.text == "Taylor slows A" and slow.standing and "taylor" in slow.key
    both = with_ship(state, state.ships["taylor"].but(flotation=3))
    both = with_ship(both, both.ships["nicholas"].but(flotation=3))
    assert ask(both, "detach") is not None, "both have Heavy damage, none is slower"


def test_divisions_together_and_equally_fast_could_join() -> None:
    battle = Battle().division("a", "USN", ["Nicholas"], 2020, "N").division("c", "USN", ["Taylor"], 2020, "N")
    state = battle.division("b", "IJN", ["Kagero"], 2030, "N").at("orders")
    join = (Join("USN", "a", "c"),)
    stake = ask(state, "join", "a", join)
    assert stake is not None and stake.standing and stake.key == "nicholas,taylor"
    assert ask(with_ship(state, state.ships["taylor"].but(flotation=3)), "join", "a", join) is None


def test_a_light_is_at_stake_on_a_dark_target_that_a_gun_reaches() -> None:
    state = state_of("spotting", foe_at=2024)
    light = (Searchlight("USN", "nicholas", "kagero"),)
    stake = ask(state, "light", "nicholas", light)
    assert stake is not None and stake.text == "a light on Kagero helps the guns" and not stake.standing
    foe = state.ships["kagero"]
    assert ask(with_ship(state, foe.but(fire=True)), "light", "nicholas", light) is None, "she burns"
    assert ask(with_ship(state, foe.but(lights="taylor")), "light", "nicholas", light) is None, "she shows a light"
    assert ask(with_ship(state, foe.but(structure=4)), "light", "nicholas", light) is not None, "hulks count"
    fired = with_ship(state, state.ships["nicholas"].but(fired=True))
    assert ask(fired, "light", "nicholas", light) is not None
    fired = with_ship(fired, fired.ships["taylor"].but(fired=True))
    assert ask(fired, "light", "nicholas", light) is None, "no gun is left"


def sight(state: State) -> int:
    """Return hexes within which either side sees the other's division."""
    divisions = state.divisions
    seen = (sum_modifiers(sighting_terms(state, a.side, b)) for a, b in
            ((divisions["a"], divisions["b"]), (divisions["b"], divisions["a"])))  # fmt: skip
    return max(seen)


@pytest.mark.parametrize(("more", "near"), [(0, True), (1, False)])
def test_smoke_is_at_stake_within_the_longer_sight_and_four_hexes(more: int, near: bool) -> None:
    assert load_numbers().smoke_beyond == 4
    state = state_of("smoke")
    state = change(state, "b", hex=2020 + sight(state) + 4 + more)
    stake = ask(state, "smoke")
    assert (stake is not None) is near
    if stake is not None:
        assert stake.text == f"B is {sight(state) + 4} hexes off: smoke" and not stake.standing


def test_smoke_is_not_at_stake_in_the_last_turn_nor_for_a_division_that_lies_still() -> None:
    last = state_of("smoke").scene.scenario.turns
    assert ask(state_of("smoke", last - 1, 2022), "smoke") is not None
    assert ask(state_of("smoke", last, 2022), "smoke") is None
    state = state_of("smoke", foe_at=2022)
    for ship in ("nicholas", "taylor"):
        state = with_ship(state, state.ships[ship].but(structure=4))
    assert ask(state, "smoke") is None


def test_what_has_no_condition_is_at_stake_whenever_it_is_offered() -> None:
    state = state_of("torpedoes")
    stakes = SYSTEM.at_stake(state, "USN", (Offer("strange", "Do it", "NW-ORD-H1", "a", (Join("USN", "a", "b"),)),))
    assert [(stake.verb, stake.text) for stake in stakes] == [("strange", "Do it")]
    assert SYSTEM.at_stake(state, "IJN") == (), "it is not their turn"
