"""Shore batteries: their one target and arc, straddles on them, armour."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, offer_fire
from rules.perfidious_albion.damage.batteries import fall_on_battery
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.events import (
    BatteryHeld,
    BatteryHit,
    BatteryMissed,
    GunsFired,
    WorkDestroyed,
)
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule


def battery(gun: str = "D", count: int = 4, **log: Any) -> Sea:
    return Sea().battery("battery", RUSSIA, (36, 36), gun, count, **log).having(active="battery")


def straddle(state: State, *faces: int, letter: str = "A", band: int = 3):  # type: ignore[no-untyped-def]
    return rule(state, lambda r: fall_on_battery(r, "battery", letter, band), *faces)


@pytest.mark.rule("PA-2.2-8", "PA-2.2-10")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 9])
def test_a_straddle_finds_a_gun_on_a_d6_of_their_number_and_bare_guns_are_destroyed(count: int) -> None:
    state = battery(count=count, cost=504).state()
    hits = 0
    for face in range(1, 7):
        after, events = straddle(state, face)
        hits += after.batteries["battery"].gone == "destroyed"
        assert len(events_of(events, BatteryMissed)) + len(events_of(events, WorkDestroyed)) == 1
    assert Fraction(hits, 6) == min(Fraction(1), Fraction(count, 6))


@pytest.mark.rule("PA-2.2-9")
def test_behind_armour_they_are_destroyed_when_a_shell_goes_through() -> None:
    state = battery(armour=5, cost=654).state()
    after, events = straddle(state, 4, 3)  # armour 5 against 6: a 3
    assert after.batteries["battery"].gone == "destroyed" and events_of(events, BatteryHit)
    assert [event.points for event in events_of(events, WorkDestroyed)] == [654]
    after, events = straddle(state, 4, 2)
    assert after.batteries["battery"].gone == "" and events_of(events, BatteryHeld)


@pytest.mark.rule("PA-2.2-6", "PA-2.2-7")
def test_all_guns_fire_at_one_target_once_a_turn() -> None:
    sea = battery().ship("Mikasa", JAPAN, (36, 48), speed=14).ship("Asama", JAPAN, (40, 46), speed=14)
    state = sea.state()
    assert len(list(offer_fire(state, RUSSIA))) == 1
    after, events = rule(state, lambda r: do_fire(r, Fire(RUSSIA, "battery", "D", "mikasa")), 10, 1, 1, 1, 1)
    assert [(event.barrels, event.percent, event.straddles) for event in events_of(events, GunsFired)] == [(4, 290, 2)]
    reasons = check_fire(after, Fire(RUSSIA, "battery", "D", "asama"))
    assert "PA-2.2-7" in [reason.rule for reason in reasons]
    assert list(offer_fire(after, RUSSIA)) == []


@pytest.mark.rule("PA-2.2-4")
def test_a_battery_does_not_fire_outside_its_arc() -> None:
    state = battery(facing=180).ship("Mikasa", JAPAN, (48, 47)).ship("Asama", JAPAN, (48, 49)).state()
    (reason,) = check_fire(state, Fire(RUSSIA, "battery", "D", "mikasa"))
    assert (reason.rule, reason.piece) == ("PA-2.2-4", "battery")
    assert check_fire(state, Fire(RUSSIA, "battery", "all", "asama")) == ()


@pytest.mark.rule("PA-2.2-5")
def test_its_guns_have_the_range_of_their_type() -> None:
    state = battery("G", 2).ship("Mikasa", JAPAN, (36, 61)).state()
    assert [reason.rule for reason in check_fire(state, Fire(RUSSIA, "battery", "G", "mikasa"))] == ["PA-GUN-H3"]


def test_ships_fire_at_batteries_with_every_type_of_gun() -> None:
    sea = battery("E", 9).ship("Mikasa", JAPAN, (36, 41), moved=True)
    state = sea.having(active="mikasa-squadron").state()
    (offer,) = offer_fire(state, JAPAN)
    assert {command.guns for command in offer.commands} == {"all", "A", "E", "Q"}  # type: ignore[attr-defined]
    after, events = rule(state, lambda r: do_fire(r, Fire(JAPAN, "mikasa", "Q", "battery")), 7, 3)
    assert after.batteries["battery"].gone == "destroyed"
    assert [rolled.rule for rolled in rolls(events)] == ["PA-GUN-H5", "PA-2.2-8"]
