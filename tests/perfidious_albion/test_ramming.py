"""Ramming and spar torpedoes: the course to the enemy, hitting and evading, where she is hit, and the damage."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.records.commands import Ram
from rules.perfidious_albion.records.events import BoxLost, FloodsTaken, Rammed, RamMissed, SparStruck
from rules.perfidious_albion.records.state import State, is_struck
from rules.perfidious_albion.sailing.collision import section_near
from rules.perfidious_albion.sailing.courses import length_of
from rules.perfidious_albion.sailing.ram_hits import ram_floods, strike_home
from rules.perfidious_albion.sailing.ramming import approach, do_ram
from rules.perfidious_albion.sailing.steering import course_faults
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, mils, rolls, rule_then, why


def abeam(
    speed: int = 15, target_speed: int = 12, card: dict[str, Any] | None = None, kind: str = "mikasa", dx: float = 6
) -> State:
    """Return a ship that steers east; her target lies across her bow, heading north."""
    sea = Sea().ship("Rammer", JAPAN, (20, 36), 90, speed, kind, card=card)
    return sea.ship("Enemy", RUSSIA, (20 + dx, 36), 0, target_speed, "tsesarevich").action("Rammer")


RAM = Ram(JAPAN, "rammer", "enemy")


@pytest.mark.rule("PA-RAM-H1")
def test_a_ram_is_a_legal_course_that_ends_with_the_bow_on_the_target() -> None:
    state = abeam()
    found = approach(state, state.ships["rammer"], state.ships["enemy"])
    assert found is not None
    assert course_faults(state, state.ships["rammer"], found.course) == []
    assert found.course == "5"  # bow at 25.9: on the model, which is 0.35 broad about 26
    assert list_offers(state, "ram") == [RAM]


@pytest.mark.rule("PA-RAM-H1")
def test_a_target_out_of_reach_or_behind_cannot_be_rammed() -> None:
    for state in (abeam(dx=20), abeam(dx=-6)):
        assert list_offers(state, "ram") == []
        assert why(state, RAM) == ["PA-RAM-H1"]
    assert why(abeam(), Ram(JAPAN, "rammer", "rammer")) == ["PA-RAM-H1"]
    assert why(abeam(), Ram(JAPAN, "rammer", "nonsense")) == ["PA-RAM-H1"]


@pytest.mark.rule("PA-RAM-H1")
def test_she_may_turn_towards_her_target() -> None:
    sea = Sea().ship("Rammer", JAPAN, (20, 36), 90, 15, "mikasa")
    state = sea.ship("Enemy", RUSSIA, (24.2, 38.2), 315, 12, "tsesarevich").action("Rammer")
    found = approach(state, state.ships["rammer"], state.ships["enemy"])
    assert found is not None and found.course.startswith("2R")
    assert length_of(found.course) % 500 == 0


@pytest.mark.rule("PA-RAM-H1")
def test_the_rammer_needs_a_crew_test() -> None:
    state, events = give(abeam(), RAM, 5)
    assert [event.why for event in events_of(events, RamMissed)] == ["her helmsman misjudges it"]
    assert state.ships["enemy"].floods == 0
    assert state.ships["rammer"].moved


@pytest.mark.rule("PA-RAM-H2")
@pytest.mark.parametrize(("target_speed", "need"), [(4, None), (5, 3), (9, 3), (10, 4), (12, 4)])
def test_a_target_at_speed_five_may_get_out_of_the_way(target_speed: int, need: int | None) -> None:
    """The course runs 10 units: a target slower than that has one less."""
    _, events = rule_then(abeam(15, target_speed), lambda r: do_ram(r, RAM), 1, 6)
    assert [rolled.target for rolled in rolls(events, "PA-RAM-H2")] == ([] if need is None else [need])


@pytest.mark.rule("PA-RAM-H2")
def test_a_target_that_passes_is_missed() -> None:
    state, events = give(abeam(), RAM, 4, 4)
    assert [event.rule for event in events_of(events, RamMissed)] == ["PA-RAM-H2"]
    assert (state.ships["enemy"].floods, state.ships["rammer"].floods) == (0, 0)


@pytest.mark.rule("PA-RAM-H3")
@pytest.mark.parametrize(("y", "section"), [(35.11, 1), (35.28, 1), (35.29, 2), (36, 5), (36.01, 6), (36.9, 10)])
def test_the_section_is_ten_times_the_distance_from_the_bow_over_the_length(y: float, section: int) -> None:
    state = abeam()  # the target's bow is at 35.1, her stern at 36.9
    assert section_near(state, state.ships["enemy"], mils((26, y))) == section


@pytest.mark.rule("PA-RAM-H4")
@pytest.mark.parametrize(
    ("tons", "speed", "ram", "floods"),
    [
        (12_000, 15, True, 6),
        (12_000, 15, False, 5),
        (20_000, 20, True, 7),
        (20_000, 20, False, 6),
        (1_300, 10, False, 1),
    ],
)
def test_the_floods_of_a_ram(tons: int, speed: int, ram: bool, floods: int) -> None:
    state = abeam(speed, card={"tons": tons, "ram": ram})
    assert ram_floods(state, state.ships["rammer"], state.ships["enemy"]) == floods


@pytest.mark.rule("PA-RAM-H4", "PA-RAM-H5")
def test_a_torpedo_boat_does_not_hole_a_ship_of_more_than_ten_times_her_tons_and_crushes_her_own_bow() -> None:
    enemy = abeam().scene.cards["enemy"].tons
    for tons, ram, hurt, own in ((enemy // 11, False, 0, 1), (-(-enemy // 10), False, 1, 1), (enemy // 11, True, 2, 1)):
        state = abeam(15, card={"tons": tons, "ram": ram}, dx=5)
        state, events = rule_then(state, lambda r: strike_home(r, "rammer", "enemy", False), 1, 6)
        (result,) = events_of(events, Rammed)
        assert (result.floods, result.own_floods) == (hurt, own)
        assert [lost.target for lost in events_of(events, BoxLost) if lost.target == "enemy"] == ["enemy"] * bool(hurt)
        assert state.ships["rammer"].floods == own


@pytest.mark.rule("PA-RAM-H4")
@pytest.mark.rule("PA-RAM-H5")
def test_the_worked_example_12000_tons_at_15_with_a_ram_bow() -> None:
    state = abeam(15, card={"tons": 12_000, "ram": True}, dx=5)
    state, events = rule_then(state, lambda r: strike_home(r, "rammer", "enemy", False), 1, 6)
    assert [(event.floods, event.own_floods) for event in events_of(events, Rammed)] == [(6, 2)]
    assert (state.ships["enemy"].floods, state.ships["rammer"].floods) == (6, 2)
    (lost,) = events_of(events, BoxLost)
    assert (lost.target, lost.level) == ("enemy", 5)
    targets = [rolled.target for rolled in rolls(events, "PA-6.4-8")]
    assert targets == [2, 2, 2, 1, 2]  # as after a medium torpedo, one less for the ram bow


@pytest.mark.rule("PA-RAM-H5")
def test_without_a_ram_bow_she_takes_half_and_her_own_bow_is_wrecked() -> None:
    state = abeam(15, card={"tons": 12_000, "ram": False}, dx=5)
    state, events = rule_then(state, lambda r: strike_home(r, "rammer", "enemy", False), 1, 6)
    assert [(event.floods, event.own_floods) for event in events_of(events, Rammed)] == [(5, 3)]
    assert is_struck(state.ships["rammer"], 1, 5)
    assert [rolled.target for rolled in rolls(events, "PA-6.4-8")] == [3, 3, 3, 2, 3]


@pytest.mark.rule("PA-SPR-H1")
@pytest.mark.rule("PA-6.2-1")
def test_a_spar_torpedo_hits_as_a_ram_does_and_costs_the_attacker_nothing() -> None:
    state = abeam(card={"spar": True}, kind="hayabusa", speed=16)
    spar = Ram(JAPAN, "rammer", "enemy", True)
    assert spar in list_offers(state, "ram")
    after, events = rule_then(state, lambda r: do_ram(r, spar), 1, 6)
    assert [event.ship for event in events_of(events, SparStruck)] == ["rammer"]
    assert [event.ship for event in events_of(events, FloodsTaken)] == ["enemy"]
    assert after.ships["enemy"].floods == 1  # all her boxes stayed dry
    assert after.ships["rammer"].floods == 0
    assert after.ships["rammer"].spar_spent


@pytest.mark.rule("PA-SPR-H1")
def test_a_spar_is_used_once_and_only_by_a_ship_that_has_one() -> None:
    spar = Ram(JAPAN, "rammer", "enemy", True)
    assert why(abeam(), spar) == ["PA-SPR-H1"]
    state = abeam(card={"spar": True}, kind="hayabusa", speed=16)
    spent = state.but(ships={**state.ships, "rammer": state.ships["rammer"].but(spar_spent=True)})
    assert why(spent, spar) == ["PA-SPR-H1"]
    assert spar not in list_offers(spent, "ram")


@pytest.mark.rule("PA-SPR-H1")
def test_a_spar_that_misses_leaves_the_target_whole() -> None:
    state = abeam(card={"spar": True}, kind="hayabusa", speed=16)
    after, events = give(state, Ram(JAPAN, "rammer", "enemy", True), 5)
    assert events_of(events, RamMissed) and after.ships["enemy"].floods == 0
    assert after.ships["rammer"].spar_spent
