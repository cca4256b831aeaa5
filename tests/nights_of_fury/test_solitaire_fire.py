"""The solitaire chart: the guns, torpedoes and searchlights of a side under it."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.events import (
    SearchlightUsed,
)
from rules.nights_of_fury.solitaire import _best, chart_launch, chart_light, chart_target
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nws.commands import Launch, Searchlight
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes

# ---------------------------------------------------------------------- guns


def gunnery(side: str = "USN") -> tuple[Battle, State]:
    """Phase 4: a cruiser under the chart, a cruiser and a destroyer of the enemy two bands away."""
    battle = Battle().chart(side).division("ours", "USN", ["San Francisco"], 4)
    battle.division("big", "IJN", ["Aoba"], 6).division("small", "IJN", ["Kagero"], 6)
    return battle, battle.knows("USN", "big", SIGHTED).knows("USN", "small", SIGHTED).at("gunnery")


@pytest.mark.rule("NoF-AI-H6")
def test_a_ship_fires_where_chance_and_point_value_are_best() -> None:
    battle, state = gunnery()
    assert battle.list_offers(state, Fire) == [Fire("USN", "san-francisco", "aoba")]
    near = with_changes(state, "small", band=4, began=4)
    far = with_changes(near, "big", band=10, began=10)
    assert chart_target(far, far.ships["san-francisco"]) == "kagero"


@pytest.mark.rule("NoF-AI-H6")
def test_a_wreck_is_left_alone_while_a_fighting_ship_is_in_reach() -> None:
    _, state = gunnery()
    wreck = with_changes(state, "aoba", structure=4)
    assert chart_target(wreck, wreck.ships["san-francisco"]) == "kagero"
    alone = with_changes(wreck, "small", band=10, began=10).but(contacts={"USN": {"big": SIGHTED}, "IJN": {}})
    assert chart_target(alone, alone.ships["san-francisco"]) == "aoba"


@pytest.mark.rule("NoF-AI-H6")
def test_a_ship_out_of_action_has_no_target_of_the_chart() -> None:
    _, state = gunnery()
    wreck = with_changes(state, "san-francisco", structure=4)
    assert chart_target(wreck, wreck.ships["san-francisco"]) == ""


@pytest.mark.rule("NoF-AI-H6")
def test_the_least_chance_of_the_least_point_is_worth_a_shot_and_none_is_not() -> None:
    assert _best([(True, 1, "small")]) == "small" and _best([(True, 0, "none")]) == ""
    assert _best([(False, 90, "wreck"), (True, 1, "small")]) == "small"


@pytest.mark.rule("NoF-AI-H6")
def test_the_shot_of_the_chart_is_owed_and_no_other_is_allowed() -> None:
    battle, state = gunnery()
    assert rules_of(battle.check(state, Fire("USN", "san-francisco", "kagero"))) == ["NoF-AI-H6"]
    assert rules_of(battle.check(state, Done("USN"))) == ["NoF-AI-H6"]
    after, _ = battle.do(state, Fire("USN", "san-francisco", "aoba"), 1, 1)
    assert battle.list_offers(after, Fire) == []
    assert not battle.check(after, Done("USN"))


@pytest.mark.rule("NoF-AI-H6")
def test_a_shot_that_could_hit_only_by_luck_is_not_fired() -> None:
    battle = Battle().chart("USN").division("ours", "USN", ["Laffey"], 1, changes={"firepower": 1})
    battle.division("foe", "IJN", ["Kirishima"], 7).knows("USN", "foe", SIGHTED)
    state = battle.at("gunnery")
    assert not battle.setting("chart_USN", False).check(battle.at("gunnery"), Fire("USN", "laffey", "kirishima"))
    assert chart_target(state, state.ships["laffey"]) == ""


# ---------------------------------------------------------------------- torpedoes and searchlights


def launching(side: str, d: int) -> tuple[Battle, State]:
    battle = Battle().chart(side)
    mine, theirs = ("Kagero", "San Francisco") if side == "IJN" else ("Fletcher", "Aoba")
    foe = "USN" if side == "IJN" else "IJN"
    here = 8 if side == "IJN" else 3
    there = here - d if side == "IJN" else here + d
    battle.division("ours", side, [mine], here).division("foe", foe, [theirs], there, formation="ahead")
    return battle, battle.knows(side, "foe", SIGHTED).knows(foe, "ours", SIGHTED).at("torpedoes", side)


@pytest.mark.rule("NoF-AI-H7")
@pytest.mark.parametrize(("d", "launches"), [(4, True), (5, False)])
def test_japan_launches_at_an_effective_need_of_ten(d: int, launches: bool) -> None:
    """Against a ship in Line Ahead the need is 1 more: 10 at four bands, 11 at five."""
    battle, state = launching("IJN", d)
    wanted = [Launch("IJN", "kagero", "san-francisco")] if launches else []
    assert battle.list_offers(state, Launch) == wanted
    assert bool(battle.check(state, Done("IJN"))) == launches


@pytest.mark.rule("NoF-AI-H7")
@pytest.mark.parametrize(("d", "launches"), [(1, True), (2, False)])
def test_the_united_states_launch_at_an_effective_need_of_nine(d: int, launches: bool) -> None:
    """Against a ship in Line Ahead the need is 1 more: 9 at one band, 10 at two."""
    battle, state = launching("USN", d)
    assert bool(battle.list_offers(state, Launch)) == launches


@pytest.mark.rule("NoF-AI-H7")
def test_no_torpedo_is_wasted_on_a_wreck_and_none_leaves_an_evading_or_crippled_ship() -> None:
    _, state = launching("IJN", 2)
    ship = state.ships["kagero"]
    assert chart_launch(state, ship) == "san-francisco"
    assert chart_launch(with_changes(state, "san-francisco", structure=4), ship) == ""
    assert chart_launch(with_changes(state, "ours", evading=True), ship) == ""
    assert chart_launch(state, ship.but(structure=3)) == ""
    assert chart_launch(state, ship.but(salvos=0)) == ""


def searching(side: str = "IJN", d: int = 3) -> tuple[Battle, State]:
    battle = Battle().chart(side)
    mine, theirs = (["Aoba"], ["San Francisco", "Laffey"]) if side == "IJN" else (["San Francisco"], ["Aoba", "Kagero"])
    foe = "USN" if side == "IJN" else "IJN"
    battle.division("ours", side, mine, 8 if side == "IJN" else 3)
    battle.division("foe", foe, theirs, 8 - d if side == "IJN" else 3 + d)
    return battle, battle.knows(side, "foe", SIGHTED).at("spotting", side)


@pytest.mark.rule("NoF-AI-H8")
@pytest.mark.parametrize(("die", "lit"), [(4, False), (5, True)])
def test_a_japanese_ship_lights_a_near_target_on_five(die: int, lit: bool) -> None:
    battle, state = searching()
    command = Searchlight("IJN", "aoba", "san-francisco")
    assert battle.list_offers(state, Searchlight) == [command]
    after, events = battle.do(state, command, die)
    assert bool(events_of(events, SearchlightUsed)) == lit
    assert (after.ships["aoba"].lights == "san-francisco") == lit
    assert battle.list_offers(after, Searchlight) == []


@pytest.mark.rule("NoF-AI-H8")
def test_american_ships_never_do_nor_japanese_ones_at_far_burning_or_unseen_targets() -> None:
    assert chart_light(searching("USN")[1], searching("USN")[1].ships["san-francisco"]) == ""
    far = searching(d=4)[1]
    assert chart_light(far, far.ships["aoba"]) == ""
    _, state = searching()
    burning = with_changes(state, "san-francisco", fire=True)
    assert chart_light(burning, burning.ships["aoba"]) == "laffey"
    held = state.but(contacts={"IJN": {"foe": RADAR}, "USN": {}})
    assert chart_light(held, held.ships["aoba"]) == ""
