"""Evasion (NW-EV-1 to NW-EV-3): declared in the movement phase, where its card is placed."""

from __future__ import annotations

import pytest

from rules.nw_smoke.commands import Evade, Move
from rules.nws.events import EvadingDeclared
from tests.nw_smoke.battle import Battle, events_of


def battle() -> Battle:
    fight = Battle()
    fight.division("a", "USN", ["Nicholas"], 2020, "N", speed=3)
    fight.division("b", "IJN", ["Kagero"], 2030, "N", speed=3)
    return fight


@pytest.mark.rule("NW-EV-1")
@pytest.mark.parametrize("phase", ["orders", "spotting", "gunnery", "torpedoes", "smoke"])
def test_evading_cannot_be_declared_outside_the_movement_phase(phase: str) -> None:
    refused = battle().check(battle().at(phase), Evade("USN", "a"))
    assert [illegal.rule for illegal in refused] == ["NW-EV-1"]
    assert "phase 3" in refused[0].reason


@pytest.mark.rule("NW-EV-1", "NW-EV-2", "NW-EV-H6")
def test_in_the_movement_phase_the_card_is_placed_at_once() -> None:
    fight = battle()
    state, events = fight.give(fight.at("movement"), Evade("USN", "a"))
    assert state.divisions["a"].evading
    assert [(event.division, event.rule) for event in events_of(events, EvadingDeclared)] == [("a", "NW-EV-1")]


@pytest.mark.rule("NW-EV-1", "NW-EV-H6")
def test_after_a_division_has_moved_it_is_too_late_to_evade() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Move("USN", "a", "FFF"))
    state = state.but(cursor=state.cursor.but(queue=("USN",)))
    assert "NW-EV-H6" in {illegal.rule for illegal in fight.check(state, Evade("USN", "a"))}


@pytest.mark.rule("NW-EV-2", "NW-EV-H6")
def test_the_card_stays_through_the_turn_and_comes_off_when_the_next_movement_phase_begins() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    for phase in ("spotting", "gunnery", "torpedoes", "smoke", "end"):
        state = fight.open_phase(state, phase)
        assert state.divisions["a"].evading, phase
    assert not fight.open_phase(state, "movement").divisions["a"].evading


@pytest.mark.rule("NW-EV-2", "NW-EV-H6")
def test_a_second_card_on_the_same_division_is_refused() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    assert [illegal.rule for illegal in fight.check(state, Evade("USN", "a"))] == ["NW-EV-2"]


@pytest.mark.rule("NW-EV-3")
def test_without_the_advanced_rule_nobody_evades() -> None:
    fight = battle().setting("evasion", False)
    state = fight.at("movement")
    assert [illegal.rule for illegal in fight.check(state, Evade("USN", "a"))] == ["NW-EV-3"]
    assert not [offer for offer in fight.offers(state) if offer.verb == "evade"]


@pytest.mark.rule("NW-EV-H1", "NW-SMK-6")
def test_an_evading_division_may_lay_smoke_on_its_shorter_run() -> None:
    fight = battle().card("a")
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    state, _ = fight.give(state, Move("USN", "a", "FF"))
    assert state.smoke == (2019, 2020)
