"""Boat guns: light vessels, once a phase, all round, what they do."""

from __future__ import annotations

import pytest

from rules.quickfire.charts import Codes
from rules.quickfire.commands import BoatFire, Fire
from rules.quickfire.events import BoatGunsFired, TorpedoesLost
from rules.quickfire.state import boat_guns
from tests.quickfire.duel import FR, US, Duel, events_of

AT_BOAT = BoatFire(US, "ohio", "durandal")


def raid(apart: int = 80, facing: str = "090") -> Duel:
    """Return a destroyer near a battleship."""
    return Duel().ship("Ohio", US, (600, 300), facing).ship("Durandal", FR, (600, 300 + apart))


@pytest.mark.rule("QF-BG-1")
def test_boat_guns_fire_at_point_blank_and_no_further() -> None:
    near, far = raid(100), raid(101)
    assert near.commands(near.at("gunnery_1"), "boats") == [AT_BOAT]
    assert far.why(far.at("gunnery_1"), AT_BOAT) == ["QF-BG-1"]
    assert far.commands(far.at("gunnery_1"), "boats") == []


@pytest.mark.rule("QF-BG-2")
@pytest.mark.parametrize(
    ("size", "armour", "legal"),
    [(4, 1, True), (4, 2, False), (8, 1, False), (4, 0, True), (2, 1, True)],  # G22
)
def test_a_light_vessel_is_of_size_1_or_less_with_less_than_a_point_of_armour(
    size: int, armour: int, legal: bool
) -> None:
    duel = Duel().ship("Ohio", US, (600, 300))
    duel.ship("Durandal", FR, (600, 380), size_quarters=size, armour_heavy=armour, armour_light=armour)
    state = duel.at("gunnery_1")
    assert duel.why(state, AT_BOAT) == ([] if legal else ["QF-BG-2"])
    assert bool(duel.commands(state, "boats")) is legal


@pytest.mark.rule("QF-BG-3")
@pytest.mark.parametrize("facing", ["000", "045", "090", "180", "270"])
def test_boat_guns_fire_once_a_phase_in_any_direction(facing: str) -> None:  # G23
    duel = raid(facing=facing)
    state, _ = duel.give(duel.at("gunnery_1"), AT_BOAT, 1)
    assert duel.why(state, AT_BOAT) == ["QF-BG-3"]
    assert duel.commands(state, "boats") == []
    again, _ = duel.open(state, "gunnery_2")
    assert duel.check(again, AT_BOAT) == ()


@pytest.mark.rule("QF-BG-3")
def test_boat_guns_fire_besides_the_batteries() -> None:
    duel = raid().setting("profile_b", False)
    state, _ = duel.give(duel.at("gunnery_1"), AT_BOAT, 1)
    for battery in ("heavy", "light"):
        state, _ = duel.give(state, Fire(US, "ohio", battery, "durandal"), 6, 6, 6)


@pytest.mark.rule("QF-BG-4")
def test_a_5_takes_a_destroyer_of_rating_4_to_3() -> None:  # G21
    duel = raid()
    state, events = duel.give(duel.at("gunnery_1"), AT_BOAT, 5)
    assert [fired.codes for fired in events_of(events, BoatGunsFired)] == ["T"]
    after, events = duel.close(state)
    assert after.ships["durandal"].torpedo == 3
    assert [lost.rating for lost in events_of(events, TorpedoesLost)] == [3]


@pytest.mark.rule("QF-BG-5")
def test_a_vessel_with_boat_guns_only_has_no_other_fire_and_uses_it_once_a_turn() -> None:
    duel = raid().ship("Furor", US, (640, 340))
    state = duel.at("gunnery_1")
    boat = BoatFire(US, "furor", "durandal")
    assert duel.why(state, Fire(US, "furor", "light", "durandal")) == ["QF-BG-5"]
    state, _ = duel.give(state, boat, 1)
    again, _ = duel.open(state, "gunnery_2")
    assert duel.why(again, boat) == ["QF-BG-5"]
    assert duel.commands(again, "boats", "furor") == []
    end, _ = duel.close(again.but(cursor=duel.cursor("end")))
    later, _ = duel.open(end, "gunnery_1")
    assert duel.check(later, boat) == ()


@pytest.mark.rule("QF-BG-H1")
@pytest.mark.parametrize(
    ("face", "codes"), [(1, {}), (2, {}), (3, {"S": 1}), (4, {"S": 1}), (5, {"T": 1}), (6, {"S": 1, "T": 1})]
)
def test_the_die_says_what_boat_guns_do(face: int, codes: Codes) -> None:
    duel = raid()
    state, _ = duel.give(duel.at("gunnery_1"), AT_BOAT, face)
    assert [hit.codes for hit in state.hits] == ([codes] if codes else [])


@pytest.mark.rule("QF-BG-H2")
def test_a_torpedo_hit_on_a_boat_without_points_is_a_speed_hit() -> None:
    duel = raid().hurt("Durandal", torpedo=0)
    state, _ = duel.give(duel.at("gunnery_1"), AT_BOAT, 6)
    after, _ = duel.close(state)
    assert after.ships["durandal"].speed_hits == 2


@pytest.mark.rule("QF-BG-H3")
def test_boat_guns_fall_silent_with_the_light_battery() -> None:
    duel = raid().hurt("Ohio", light_hits=4)
    assert duel.check(duel.at("gunnery_1"), AT_BOAT) == ()
    duel.hurt("Ohio", light_hits=5)
    state = duel.at("gunnery_1")
    assert not boat_guns(state, state.ships["ohio"])
    assert duel.why(state, AT_BOAT) == ["QF-BG-H3"]
    assert duel.commands(state, "boats") == []


@pytest.mark.rule("QF-DMG-H5")
def test_a_boat_that_has_lost_her_boat_guns_cannot_fire_them() -> None:
    duel = raid().ship("Furor", US, (640, 340)).hurt("Furor", boat_gun_lost=True)
    assert duel.why(duel.at("gunnery_1"), BoatFire(US, "furor", "durandal")) == ["QF-DMG-H5"]


@pytest.mark.rule("QF-ARC-H2")
def test_a_ship_on_the_line_shields_a_boat_from_boat_guns() -> None:
    duel = raid().ship("Massena", FR, (600, 340))
    assert duel.why(duel.at("gunnery_1"), AT_BOAT) == ["QF-ARC-H2"]
