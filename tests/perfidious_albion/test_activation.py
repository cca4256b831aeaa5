"""The Action phase: squadrons in turn, tests at the start of a ship's activation, moves before guns."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done, actor
from rules.perfidious_albion.records.commands import Activate, Fire, Reload, StandEasy, Steer
from rules.perfidious_albion.records.events import Activated, FloodsTaken, MinesMet, RudderJammed, StoodEasy, Swamped
from rules.perfidious_albion.records.state import State, box_bit
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, play_on, refusals, rolls, why


def two_and_one() -> Sea:
    """Japan has a squadron of two and a single ship, Russia one squadron."""
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), 90, 12, squadron="line")
    sea.ship("Asama", JAPAN, (16, 50), 90, 12, squadron="line")
    sea.ship("Tokiwa", JAPAN, (10, 60), 90, 12, "asama", squadron="scouts")
    return sea.ship("Tsesarevich", RUSSIA, (20, 30), 90, 12, squadron="russians")


def stand_by(state: State, side: str, unit: str) -> State:
    """Activate a squadron without giving orders: its ships run on."""
    state, _ = give(state, Activate(side, unit))
    state, _ = give(state, StandEasy(side, unit))
    return state


@pytest.mark.rule("PA-SEQ-H4")
@pytest.mark.rule("PA-PUB-6")
def test_the_sides_take_turns_and_the_one_with_more_goes_on_alone() -> None:
    state = two_and_one().at("action")
    assert actor(state) == JAPAN
    assert set(list_offers(state)) == {Activate(JAPAN, "line"), Activate(JAPAN, "scouts")}
    state = stand_by(state, JAPAN, "line")
    assert actor(state) == RUSSIA
    state, _ = give(state, Activate(RUSSIA, "russians"))
    state, events = play_on(state, StandEasy(RUSSIA, "russians"))
    assert actor(state) == JAPAN and list_offers(state) == [Activate(JAPAN, "scouts")]
    assert [event.squadron for event in events_of(events, StoodEasy)] == ["russians"]
    state = stand_by(state, JAPAN, "scouts")
    assert all(squadron.acted for squadron in state.squadrons.values())


@pytest.mark.rule("PA-SEQ-H4")
def test_a_side_that_has_more_squadrons_keeps_the_turn_at_the_end() -> None:
    state = stand_by(two_and_one().at("action", RUSSIA), RUSSIA, "russians")
    state, _ = give(state, Activate(JAPAN, "line"))
    state, _ = play_on(state, StandEasy(JAPAN, "line"))
    assert actor(state) == JAPAN


@pytest.mark.rule("PA-SEQ-H4")
def test_every_squadron_must_act_and_acts_once() -> None:
    state = two_and_one().at("action")
    assert why(state, Done(JAPAN)) == ["PA-SEQ-H4"]
    assert Done(JAPAN) not in list_offers(state)
    state = stand_by(state, JAPAN, "line")
    state = state.but(cursor=state.cursor.but(queue=(JAPAN, RUSSIA)))
    assert why(state, Activate(JAPAN, "line")) == ["PA-SEQ-H4"]
    assert why(state, Activate(JAPAN, "russians")) == ["PA-SEQ-H4"]
    assert why(state, Activate(JAPAN, "nonsense")) == ["PA-SEQ-H4"]


@pytest.mark.rule("PA-SEQ-H4")
def test_one_squadron_at_a_time() -> None:
    state, events = give(two_and_one().at("action"), Activate(JAPAN, "line"))
    assert [event.squadron for event in events_of(events, Activated)] == ["line"]
    assert why(state, Activate(JAPAN, "scouts")) == ["PA-SEQ-H4"]
    assert why(state, StandEasy(JAPAN, "scouts")) == ["PA-SEQ-H5"]


@pytest.mark.rule("PA-SEQ-H5")
def test_all_ships_move_before_any_gun_speaks() -> None:
    state, _ = give(two_and_one().at("action"), Activate(JAPAN, "line"))
    state, _ = give(state, Steer(JAPAN, "mikasa", "6"))
    fire = Fire(JAPAN, "mikasa", "A", "tsesarevich")
    assert "PA-SEQ-H5" in why(state, fire)
    assert "Asama" in refusals(state, fire)[0].reason
    assert list_offers(state, "fire") == [] and "PA-SEQ-H5" in why(state, Reload(JAPAN, "mikasa", "2/6"))
    state, _ = give(state, Steer(JAPAN, "asama", "6"))
    assert why(state, fire) == []
    assert fire in list_offers(state, "fire")


@pytest.mark.rule("PA-SEQ-H5")
def test_a_fort_and_a_battery_act_as_squadrons_and_have_nothing_to_move() -> None:
    sea = two_and_one().fort("Fort", JAPAN, (30, 60), 1).battery("Battery", JAPAN, (34, 60), "D", 2, 0)
    state = sea.at("action")
    assert {Activate(JAPAN, "Fort"), Activate(JAPAN, "Battery")} < set(list_offers(state))
    state, _ = give(state, Activate(JAPAN, "Fort"))
    assert why(state, Fire(JAPAN, "Fort", "B", "tsesarevich")) == []
    state, _ = give(state, StandEasy(JAPAN, "Fort"))
    assert state.forts["Fort"].eased and actor(state) == RUSSIA


# ---------------------------------------------------------------------- what happens to a ship


@pytest.mark.rule("PA-MOR-H5")
@pytest.mark.rule("PA-3.3-1")
def test_a_detached_ship_tests_her_nerve_as_she_comes_into_action() -> None:
    sea = two_and_one()
    sea.ships["asama"] = sea.ships["asama"].but(detached=True)
    state, events = give(sea.at("action"), Activate(JAPAN, "asama"), 4)
    assert [rolled.target for rolled in rolls(events, "PA-MOR-H5")] == [4]
    assert "shaken" not in state.ships["asama"].acted
    state, _ = give(sea.at("action"), Activate(JAPAN, "asama"), 5)
    assert "shaken" in state.ships["asama"].acted
    state, events = give(sea.at("action"), Activate(JAPAN, "line"))
    assert not rolls(events)  # the ships in formation do not test


@pytest.mark.rule("PA-DMG-H5")
def test_without_a_tower_her_orders_need_a_crew_test() -> None:
    tower = box_bit(4, 2)  # Mikasa's conning tower
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), struck=tower).ship("Far", RUSSIA, (60, 20), kind="asama")
    state, _ = give(sea.at("action"), Activate(JAPAN, "mikasa-squadron"), 5)
    assert list_offers(state, "steer") == [Steer(JAPAN, "mikasa", "6")]
    state, _ = give(sea.at("action"), Activate(JAPAN, "mikasa-squadron"), 4)
    assert len(list_offers(state, "steer")) > 10


@pytest.mark.rule("PA-MOV-H9")
@pytest.mark.parametrize(
    ("die", "helm"), [(1, "port"), (2, "port"), (3, "straight"), (4, "straight"), (5, "starboard"), (6, "starboard")]
)
def test_a_jammed_rudder_is_thrown_for_in_action(die: int, helm: str) -> None:
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), steering="jammed").ship("Far", RUSSIA, (60, 20), kind="asama")
    state, events = give(sea.at("action"), Activate(JAPAN, "mikasa-squadron"), die)
    assert [event.helm for event in events_of(events, RudderJammed)] == [helm]
    assert state.ships["mikasa"].helm == helm


@pytest.mark.rule("PA-4.1-1")
@pytest.mark.rule("PA-SEQ-H5")
def test_the_storm_comes_before_the_rudder_and_the_rudder_before_the_move() -> None:
    sea = Sea().ship("Oregon", JAPAN, (20, 50), steering="jammed").ship("Far", RUSSIA, (60, 20), kind="asama")
    state, events = give(sea.having(sea="storm").at("action"), Activate(JAPAN, "oregon-squadron"), 6, 6, 1)
    assert [rolled.rule for rolled in rolls(events)] == ["PA-4.1-1", "PA-4.1-2", "PA-MOV-H9"]
    assert events_of(events, Swamped) and not state.ships["oregon"].moved


@pytest.mark.rule("PA-MOV-H6")
def test_a_drifting_ship_lies_where_she_is_and_meets_what_is_there() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), speed=5, props_lost=18).ship("Far", RUSSIA, (60, 20), kind="asama")
    sea.mines("Field", RUSSIA, (20, 51), 1, 3)
    state, events = give(sea.at("action"), Activate(JAPAN, "mikasa-squadron"), 10)
    ship = state.ships["mikasa"]
    assert (ship.stopped, ship.speed, ship.moved) == ("drifting", 0, True)
    assert len(events_of(events, MinesMet)) == 1


@pytest.mark.rule("PA-4.1-1")
def test_a_ship_that_drifts_is_tested_by_the_storm_and_one_aground_is_not() -> None:
    sea = Sea().ship("Oregon", JAPAN, (20, 50), props_lost=18).ship("Far", RUSSIA, (60, 20), kind="asama")
    _, events = give(sea.having(sea="storm").at("action"), Activate(JAPAN, "oregon-squadron"), 3)
    assert [rolled.rule for rolled in rolls(events)] == ["PA-4.1-1"]
    sea = Sea().ship("Oregon", JAPAN, (20, 50), stopped="aground", aground_on="sandbar")
    sea = sea.ship("Far", RUSSIA, (60, 20), kind="asama")
    _, events = give(sea.having(sea="storm").at("action"), Activate(JAPAN, "oregon-squadron"))
    assert rolls(events) == []


@pytest.mark.rule("PA-TER-H2")
def test_a_ship_on_rocks_is_pounded_as_she_comes_into_action() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), speed=0, stopped="aground", aground_on="rocks", floods=2)
    state, events = give(
        sea.ship("Far", RUSSIA, (60, 20), kind="asama").at("action"), Activate(JAPAN, "mikasa-squadron")
    )
    assert [event.rule for event in events_of(events, FloodsTaken)] == ["PA-TER-H2"]
    assert state.ships["mikasa"].floods == 3
    assert list_offers(state, "refloat")


@pytest.mark.rule("PA-SEQ-H4")
def test_when_the_last_ship_of_a_squadron_is_gone_the_other_side_acts() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (70, 50), 90, 12).ship("Asama", JAPAN, (10, 50), 90, 12)
    state = sea.ship("Far", RUSSIA, (60, 20), kind="asama").action("Mikasa")
    state, _ = give(state, Steer(JAPAN, "mikasa", "6"))
    assert state.ships["mikasa"].gone == "off_table"
    assert (state.active, actor(state)) == ("", RUSSIA)
