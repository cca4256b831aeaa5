"""Night actions: visibility, searchlights, burning ships, fire at shadows, surprise at anchor."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.battle.gun_laying import ALL
from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, fire_blindly
from rules.perfidious_albion.battle.night import (
    PORT,
    STARBOARD,
    check_lights,
    do_lights,
    flash_side,
    flash_targets,
    must_test,
    offer_lights,
    roll_nerves,
)
from rules.perfidious_albion.records.charts import visibility_mils
from rules.perfidious_albion.records.commands import Fire, Lights
from rules.perfidious_albion.records.events import FiredAtRandom, GunsFired, HeldFire, LightsOn, NotManned, ShotFell
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.squadrons.sighting import lit_up, seen_at
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule, rule_then

DARK = {"night": True, "visibility": 6_000}


def roads(
    away: float = 10, firer: dict[str, Any] | None = None, mark: dict[str, Any] | None = None, **fields: Any
) -> State:
    """Mikasa in the dark, six inches of visibility, and Retvizan so far north of her; both heading east."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 60), **{"moved": True, **(firer or {})})
    sea.ship("Retvizan", RUSSIA, (36, 60 - away), **{"kind": "tsesarevich", "speed": 14, **(mark or {})})
    return sea.having(**{"active": "mikasa-squadron", **DARK, **fields}).state()


def reach(state: State, name: str) -> float:
    """Return how far off a ship may be engaged, in inches."""
    return seen_at(state, state.ships[name])[0] / 1000


AT_RETVIZAN = Fire(JAPAN, "mikasa", ALL, "retvizan")


@pytest.mark.rule("PA-3.4-1")
def test_the_visibility_die_is_three_worse_at_night_on_top_of_the_weather() -> None:
    assert visibility_mils(4, "rough", True) == 12_000
    assert [visibility_mils(die, "calm", True) // 1000 for die in range(1, 7)] == [6, 12, 18, 24, 36, 48]
    assert visibility_mils(6, "storm", True) == 12_000


@pytest.mark.rule("PA-3.4-2")
def test_every_conning_tower_has_a_searchlight() -> None:
    sea = (
        Sea()
        .ship("Mikasa", JAPAN, (36, 60))
        .ship("Ikazuchi", JAPAN, (30, 60))
        .ship("Maru", JAPAN, (40, 60), kind="tramp")
    )
    state = sea.state()
    assert [ship.lights for ship in state.ships.values()] == [1, 0, 0]


@pytest.mark.rule("PA-3.4-2", "PA-NGT-H1")
def test_lights_are_switched_on_by_night_before_the_ship_fires() -> None:
    command = Lights(JAPAN, "mikasa")
    dark = roads()
    assert check_lights(dark, command) == () and [offer.commands for offer in offer_lights(dark, JAPAN)] == [(command,)]
    after, events = rule(dark, lambda r: do_lights(r, command))
    assert after.ships["mikasa"].lit and events_of(events, LightsOn)
    refused = [
        (after, "PA-NGT-H1"),
        (roads(night=False), "PA-3.4-4"),
        (roads(firer={"fired": ("3/2",)}), "PA-NGT-H1"),
        (roads(firer={"lights": 0}), "PA-3.4-2"),
        (roads(active=""), "PA-SEQ-H4"),
    ]
    for state, cited in refused:
        assert [reason.rule for reason in check_lights(state, command)] == [cited]
        assert not list(offer_lights(state, JAPAN))
    assert check_lights(dark, Lights(JAPAN, "nobody"))


@pytest.mark.rule("PA-3.4-4", "PA-NGT-H2")
def test_a_light_reaches_12_inches_and_what_it_lights_may_be_engaged_there() -> None:
    assert lit_up(roads(12, firer={"lit": True})) == {"retvizan": "mikasa"}
    assert check_fire(roads(12, firer={"lit": True}), AT_RETVIZAN) == ()
    beyond = roads(12.1, firer={"lit": True})
    assert lit_up(beyond) == {}
    assert "PA-GUN-H25" in [reason.rule for reason in check_fire(beyond, AT_RETVIZAN)]
    assert "PA-GUN-H25" in [reason.rule for reason in check_fire(roads(12), AT_RETVIZAN)]


@pytest.mark.rule("PA-NGT-H2")
def test_others_use_the_light_too_and_land_stops_it() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 60), lit=True).ship("Asama", JAPAN, (33, 60), moved=True)
    sea.ship("Retvizan", RUSSIA, (36, 50), kind="tsesarevich")
    state = sea.having(active="asama-squadron", **DARK).state()
    assert check_fire(state, Fire(JAPAN, "asama", "D", "retvizan")) == ()
    sea.land("island", (35, 55), (37, 55), (37, 56), (35, 56))
    assert lit_up(sea.state()) == {}


@pytest.mark.rule("PA-3.4-2", "PA-NGT-H2")
def test_one_light_lights_the_nearest_enemy_two_lights_two() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 60), lit=True)
    for name, y in (("Retvizan", 50), ("Pobeda", 52)):
        sea.ship(name, RUSSIA, (36, y), kind="tsesarevich")
    state = sea.having(**DARK).state()
    assert set(lit_up(state)) == {"pobeda"}
    both = state.but(ships={**state.ships, "mikasa": state.ships["mikasa"].but(lights=2)})
    assert set(lit_up(both)) == {"pobeda", "retvizan"}


@pytest.mark.rule("PA-3.4-5")
def test_a_burning_ship_may_be_engaged_12_inches_beyond_visibility() -> None:
    burning = roads(18, mark={"fires": 1})
    assert reach(burning, "retvizan") == 18 and check_fire(burning, AT_RETVIZAN) == ()
    (reason,) = check_fire(roads(18.1, mark={"fires": 1}), AT_RETVIZAN)
    assert reason.rule == "PA-3.4-5"
    assert reach(roads(18, mark={"fires": 1}, night=False), "retvizan") == 6


@pytest.mark.rule("PA-3.4-6", "PA-NGT-H1")
def test_a_ship_that_uses_a_searchlight_likewise() -> None:
    assert reach(roads(20, mark={"lit": True}, visibility=12_000), "retvizan") == 24
    (reason,) = check_fire(roads(18.1, mark={"lit": True}), AT_RETVIZAN)
    assert reason.rule == "PA-3.4-6"


@pytest.mark.rule("PA-3.4-5", "PA-3.4-6")
def test_a_shot_farther_than_one_sees_in_the_dark_says_what_shows_the_target() -> None:
    """Ships on fire or using a searchlight may be engaged at 12 inches more than the visibility."""

    def reasons_at(inches: float, **mark: Any) -> list[tuple[str, str]]:
        _, events = rule_then(roads(inches, mark=mark), lambda r: do_fire(r, AT_RETVIZAN), rest=10)
        return [(fact.label, fact.rule) for fact in rolls(events, "PA-GUN-H5")[0].breakdown.facts]

    assert reasons_at(10, fires=1) == [("seen as far as 18 inches: it burns", "PA-3.4-5")]
    assert reasons_at(10, lit=True) == [("seen as far as 18 inches: it uses a searchlight", "PA-3.4-6")]
    assert reasons_at(5, fires=1) == [], "near enough to be seen without"


# ---------------------------------------------------------------------- fire at shadows


def alone(**more: Any) -> Sea:
    """Mikasa, detached and heading north in the dark; Asama and three Russians have fired or burn round her."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 40), heading=0, detached=True, moved=True, **more)
    sea.ship("Asama", JAPAN, (44, 40)).ship("Retvizan", RUSSIA, (46, 40), kind="tsesarevich")
    sea.ship("Pobeda", RUSSIA, (50, 38), kind="tsesarevich", fires=1).ship("Pallada", RUSSIA, (24, 40), kind="varyag")
    return sea.having(active="mikasa", fired_this_turn=("asama", "retvizan", "pallada"), **DARK)


@pytest.mark.rule("PA-3.4-8", "PA-3.4-9", "PA-3.4-10")
def test_candidates_lie_on_the_side_of_the_flashes_friends_included_the_nearest_first() -> None:
    state = alone().state()
    assert flash_side(state, state.ships["mikasa"]) == STARBOARD
    assert flash_targets(state, state.ships["mikasa"]) == ["asama", "retvizan", "pobeda"]
    port = state.but(fired_this_turn=("pallada",))
    assert flash_side(port, port.ships["mikasa"]) == PORT
    assert flash_targets(port, port.ships["mikasa"]) == ["pallada"]
    even = state.but(fired_this_turn=("pallada", "asama"))
    assert flash_side(even, even.ships["mikasa"]) == STARBOARD  # Asama is nearer
    none = state.but(fired_this_turn=())
    assert flash_side(none, none.ships["mikasa"]) is None
    assert flash_targets(none, none.ships["mikasa"]) == ["pobeda"]


@pytest.mark.rule("PA-3.4-9")
def test_a_candidate_has_fired_burns_uses_a_light_or_is_in_one() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 40), heading=0, detached=True)
    sea.ship("Fired", RUSSIA, (46, 40), kind="varyag").ship("Burning", RUSSIA, (47, 40), kind="varyag", fires=1)
    sea.ship("Beam", RUSSIA, (49, 40), kind="varyag", lit=True).ship("Lit", JAPAN, (51, 40), kind="varyag")
    sea.ship("Dark", RUSSIA, (53, 40), kind="varyag")
    state = sea.having(fired_this_turn=("fired",), **DARK).state()
    assert flash_targets(state, state.ships["mikasa"]) == ["fired", "burning", "beam", "lit"]


@pytest.mark.rule("PA-3.4-7")
@pytest.mark.parametrize(
    ("how", "tests"),
    [({}, True), ({"detached": False}, False), ({"acted": ("night",)}, False), ({"fired": ("3/2",)}, False)],
)
def test_only_a_detached_ship_that_sees_no_enemy_at_night_is_tested_once_a_turn(
    how: dict[str, Any], tests: bool
) -> None:
    state = alone().state()
    ship = state.ships["mikasa"].but(**how)
    assert must_test(state, ship) == tests
    assert not must_test(state.but(night=False), ship)
    dark = state.but(fired_this_turn=(), ships={**state.ships, "pobeda": state.ships["pobeda"].but(fires=0)})
    assert not must_test(dark, ship)  # nothing shows
    assert not must_test(state.but(visibility=12_000), ship)  # Retvizan and Pallada come into sight


@pytest.mark.rule("PA-3.4-7")
def test_a_crew_that_keeps_its_head_fires_as_it_was_told() -> None:
    after, events = rule(
        alone().state(), lambda r: do_fire(r, Fire(JAPAN, "mikasa", "A", "pobeda")), 4, *(10, 1, 1) * 1
    )
    assert [event.target for event in events_of(events, GunsFired)] == ["pobeda"]
    assert not events_of(events, FiredAtRandom) and "night" in after.ships["mikasa"].acted


@pytest.mark.rule("PA-3.4-7", "PA-3.4-10")
def test_one_that_does_not_fires_at_the_ship_the_d10_counts_out() -> None:
    heavy, secondary = (10, 6, 1), (10, 6, 1, 6, 1)  # 170 and 210 per cent, every shell too deep; 90 of the light guns
    after, events = rule(alone().state(), lambda r: fire_blindly(r, "mikasa"), 5, 1, *heavy, *secondary, 10)
    assert [event.target for event in events_of(events, FiredAtRandom)] == ["asama"]
    fired = [(event.target, event.guns, event.percent) for event in events_of(events, GunsFired)]
    assert fired == [("asama", "A", 170), ("asama", "E", 210), ("asama", "Q", 90)]
    assert after.shot_at == {"asama": 1}


@pytest.mark.rule("PA-3.4-11")
def test_a_die_beyond_the_last_candidate_is_no_fire() -> None:
    after, events = rule(alone().state(), lambda r: fire_blindly(r, "mikasa"), 5, 4)
    assert [event.rule for event in events_of(events, HeldFire)] == ["PA-3.4-11"]
    assert not events_of(events, GunsFired)
    _, events = rule(after, lambda r: fire_blindly(r, "mikasa"))
    assert events == ()


@pytest.mark.rule("PA-3.4-10")
def test_the_third_nearest_is_the_third_the_die_counts() -> None:
    found: list[str | None] = []
    rule(alone().state(), lambda r: found.append(roll_nerves(r, "mikasa")), 6, 3)
    assert found == ["pobeda"]


# ---------------------------------------------------------------------- surprise


@pytest.mark.rule("PA-NGT-H3")
def test_a_ship_surprised_at_anchor_must_pass_a_crew_test_at_minus_one_before_she_fires() -> None:
    asleep = roads(5, firer={"surprised": True, "cq": 2})
    after, events = rule(asleep, lambda r: do_fire(r, Fire(JAPAN, "mikasa", "A", "retvizan")), 4)
    assert after.ships["mikasa"].surprised and not events_of(events, ShotFell)
    assert [(rolled.target, rolled.verdict) for rolled in rolls(events)] == [(3, "failed")]
    assert [event.ship for event in events_of(events, NotManned)] == ["mikasa"]
    assert "PA-NGT-H3" in [reason.rule for reason in check_fire(after, AT_RETVIZAN)]
    after, events = rule(asleep, lambda r: do_fire(r, Fire(JAPAN, "mikasa", "A", "retvizan")), 3, 10, *(1, 1) * 2)
    assert not after.ships["mikasa"].surprised and events_of(events, GunsFired)
