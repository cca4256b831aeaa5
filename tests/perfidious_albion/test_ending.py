"""The End phase: its order, progressive flooding, sinking, garrisons, merchants, and what is cleared."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.battle.ending import (
    garrisons,
    is_abandoned,
    merchants_strike,
    progressive_flooding,
    sink_ships,
)
from rules.perfidious_albion.records.commands import ChooseForMe, Repair
from rules.perfidious_albion.records.events import FireGrew, FloodsTaken, Sunk, Surrendered, TurnScored, WorkDestroyed
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, rolls, rule, why


def pair_of_foes(**log: Any) -> Sea:
    """Return the Mikasa and the Varyag far apart."""
    return Sea().ship("Mikasa", JAPAN, (10, 10), **log).ship("Varyag", RUSSIA, (60, 60))


@pytest.mark.rule("PA-FLO-H6")
def test_a_listing_ship_takes_one_more_flood_when_her_crew_fails() -> None:
    state = pair_of_foes(floods=8).state()
    wet, events = rule(state, progressive_flooding, 5)
    dry, _ = rule(state, progressive_flooding, 4)
    assert (wet.ships["mikasa"].floods, dry.ships["mikasa"].floods) == (9, 8)
    assert events_of(events, FloodsTaken)[0].rule == "PA-FLO-H6"
    upright, events = rule(pair_of_foes(floods=7).state(), progressive_flooding)
    assert upright.ships["mikasa"].floods == 7 and events == ()


@pytest.mark.rule("PA-FLO-H5")
def test_a_ship_goes_down_when_her_floods_reach_her_flotation() -> None:
    after, events = rule(pair_of_foes(floods=15).state(), sink_ships)
    assert after.ships["mikasa"].gone == "sunk" and events_of(events, Sunk)[0].boats == 0
    assert rule(pair_of_foes(floods=14).state(), sink_ships)[0].ships["mikasa"].gone == ""


@pytest.mark.rule("PA-MOR-H7")
def test_a_garrison_tests_once_half_the_structure_is_gone_and_gives_up_the_fort() -> None:
    sea = pair_of_foes().fort("Fort", RUSSIA, (30, 4), 1, struck=0b1111_1111)  # 8 of 16
    left, events = rule(sea.state(), garrisons, 5)
    assert left.forts["Fort"].gone == "destroyed"
    assert events_of(events, WorkDestroyed)[0].points == 3_000
    assert rule(sea.state(), garrisons, 4)[0].forts["Fort"].gone == ""
    whole = pair_of_foes().fort("Fort", RUSSIA, (30, 4), 1, struck=0b111_1111)  # 7 of 16
    assert rule(whole.state(), garrisons)[1] == ()


def merchant(raider: float, escort: float = 99) -> State:
    """Return a liner at 10 inches, a raider and an escort so far from her."""
    sea = Sea("convoy", JAPAN).ship("Liner", RUSSIA, (10, 10), kind="hitachi_maru", cq=1)
    return sea.ship("Asama", JAPAN, (10 + raider, 10)).ship("Varyag", RUSSIA, (10, 10 + escort)).state()


@pytest.mark.rule("PA-MOR-H8")
@pytest.mark.parametrize(
    ("raider", "escort", "alone"), [(6, 13, True), (6.01, 13, False), (3, 12, False), (3, 12.01, True)]
)
def test_a_merchant_is_in_danger_with_an_enemy_within_6_and_no_warship_within_12(
    raider: float, escort: float, alone: bool
) -> None:
    state = merchant(raider, escort)
    assert is_abandoned(state, state.ships["liner"]) is alone


@pytest.mark.rule("PA-MOR-H8")
def test_a_merchant_in_danger_strikes_when_her_crew_fails() -> None:
    state = merchant(5, 30)
    struck, events = rule(state, merchants_strike, 4)
    assert struck.ships["liner"].gone == "surrendered" and events_of(events, Surrendered)[0].rule == "PA-MOR-H8"
    assert rule(state, merchants_strike, 3)[0].ships["liner"].gone == ""


@pytest.mark.rule("PA-SEQ-H6")
def test_the_end_phase_goes_fire_track_then_parties_then_fires_then_floods_then_the_sums() -> None:
    sea = pair_of_foes(fires=4, floods=15)
    _, opened = sea.enter("end", 6)  # EXP: the Crew Test fails, she blows up
    assert rolls(opened)[0].rule == "PA-FIR-H3"
    sea = pair_of_foes(fires=2, floods=8, cq=3)
    state = sea.at("end")
    kinds = {type(command) for command in list_offers(state)}
    assert Repair in kinds and ChooseForMe in kinds
    # the fire grows (1 < 2), the water spreads (6), she passes her morale test for floods of half her flotation
    after, events = sea.close(state, 1, 6, 1)
    order = [type(event) for event in events if isinstance(event, FireGrew | FloodsTaken | TurnScored)]
    assert order == [FireGrew, FloodsTaken, TurnScored]
    assert (after.ships["mikasa"].fires, after.ships["mikasa"].floods) == (3, 9)


def test_jobs_tried_are_forgotten_when_the_turn_ends() -> None:
    sea = pair_of_foes(floods=3)
    state = sea.at("end")
    tried, _ = give(state, Repair(JAPAN, "mikasa", "flood"), 1)
    assert why(tried, Repair(JAPAN, "mikasa", "flood")) == ["PA-DC-H2"]
    closed, _ = sea.close(tried)
    assert closed.ships["mikasa"].repairs == ()
