"""Collisions (4.4): bases that cross, the distance between models, both crews' tests, the damage."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.perfidious_albion.records.events import BoxLost, Collided, CollisionAvoided, FloodsTaken
from rules.perfidious_albion.records.state import State, is_flooded
from rules.perfidious_albion.sailing.collision import crossed_ships, gap_squared, nearest_hull, overlap, section_near
from rules.perfidious_albion.sailing.movement import run_course
from rules.perfidious_albion.sailing.steering import track_for
from rules.perfidious_albion.ships.model_outlines import base_of, models_of
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, mils, rolls, rule, rule_then


def meeting(
    at: tuple[float, float], heading: int = 90, other: str = "tsesarevich", side: str = RUSSIA, squadron: str = ""
) -> State:
    """Mikasa at (20, 36) steers east at 12; another lies somewhere ahead."""
    sea = Sea().ship("Mikasa", JAPAN, (20, 36), 90, 12, squadron=squadron)
    return sea.ship("Other", side, at, heading, 12, other, squadron=squadron).state()


def ships_met(state: State, course: str = "6") -> list[str]:
    ship = state.ships["mikasa"]
    return [name for name, _ in crossed_ships(state, ship, track_for(state, ship, course))]


@pytest.mark.rule("PA-4.4-1")
def test_the_distance_is_between_the_models_not_the_bases() -> None:
    state = Sea().ship("Mikasa", JAPAN, (20, 36)).ship("Asama", JAPAN, (20, 36.65)).state()
    (one,), (other,) = models_of(state, state.ships["mikasa"]), models_of(state, state.ships["asama"])
    assert gap_squared(one, other) == Fraction(300**2)  # 0.65 apart, each model 0.35 wide
    assert overlap(base_of(state, state.ships["mikasa"]), base_of(state, state.ships["asama"])) is False


@pytest.mark.rule("PA-4.4-2")
def test_bases_that_touch_at_rest_or_run_side_by_side_do_not_cross() -> None:
    side_by_side = meeting((26, 36.6))
    assert ships_met(side_by_side) == []
    ahead = meeting((28, 36))  # base to base when she has run her six inches
    assert ships_met(ahead) == []


@pytest.mark.rule("PA-4.4-3")
def test_bases_that_cross_on_the_way_are_always_a_risk() -> None:
    assert ships_met(meeting((26, 36.59))) == ["other"]
    assert ships_met(meeting((27.999, 36))) == ["other"]
    state, events = rule(meeting((26, 36.59)), lambda r: run_course(r, "mikasa", "6"), 1, 6)
    assert [rolled.rule for rolled in rolls(events)] == ["PA-COL-H1", "PA-COL-H1"]
    assert state.ships["mikasa"].x == 26_000
    assert events_of(events, CollisionAvoided)


@pytest.mark.rule("PA-4.4-3")
def test_what_counts_is_the_path_and_the_last_turn_not_only_the_end() -> None:
    assert ships_met(meeting((23, 36.2))) == ["other"]
    turned = meeting((26, 34.8))  # only her bow swings over it as she ends with a turn
    assert ships_met(turned, "6") == [] and ships_met(turned, "6L") == ["other"]


@pytest.mark.rule("PA-4.4-2")
def test_bases_that_lay_across_each_other_before_are_crossed_on_a_way_that_leads_nearer() -> None:
    assert ships_met(meeting((21, 36.2))) == ["other"]
    assert ships_met(meeting((19, 36.2))) == [], "drawing away"


@pytest.mark.rule("PA-COL-H1")
@pytest.mark.parametrize(("own", "others", "collide"), [(4, 6, False), (6, 4, False), (5, 5, True)])
def test_one_pass_is_enough_to_avoid_it(own: int, others: int, collide: bool) -> None:
    _, events = rule_then(meeting((26, 36.1)), lambda r: run_course(r, "mikasa", "6"), own, others)
    assert bool(events_of(events, Collided)) == collide
    assert bool(events_of(events, CollisionAvoided)) != collide


@pytest.mark.rule("PA-COL-H1")
def test_ships_of_one_squadron_have_one_more() -> None:
    state = meeting((26, 36.1), other="asama", side=JAPAN, squadron="line")
    _, events = rule(state, lambda r: run_course(r, "mikasa", "6"), 5, 6)
    assert [rolled.target for rolled in rolls(events, "PA-COL-H1")] == [5, 5]
    assert events_of(events, CollisionAvoided)


@pytest.mark.rule("PA-COL-H2")
@pytest.mark.rule("PA-COL-H3")
def test_ships_that_collide_take_floods_by_speeds_and_the_tons_of_the_other() -> None:
    state, events = rule_then(meeting((23, 36.1)), lambda r: run_course(r, "mikasa", "6"), 5, 5)
    (collided,) = events_of(events, Collided)
    # 24 x 12,900 / 120,000 = 2.58 and 24 x 15,140 / 120,000 = 3.03
    assert (collided.floods, collided.other_floods) == (3, 4)
    assert (state.ships["mikasa"].floods, state.ships["other"].floods) == (3, 4)
    assert all(event.level == 5 for event in events_of(events, BoxLost))


@pytest.mark.rule("PA-COL-H2")
def test_a_collision_costs_at_least_one_flood() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (20, 36), 90, 10).ship("Other", RUSSIA, (23, 36), 90, 0, "hayabusa").state()
    state, events = rule_then(state, lambda r: run_course(r, "ikazuchi", "5"), 5, 5)
    assert [(event.floods, event.other_floods) for event in events_of(events, Collided)] == [(1, 1)]


@pytest.mark.rule("PA-4.4-1")
@pytest.mark.rule("PA-COL-H2")
@pytest.mark.parametrize(("apart", "collide"), [(0.849, True), (0.85, False)])
def test_models_half_an_inch_apart_pass(apart: float, collide: bool) -> None:
    """Broad bases cross while the models, 0.35 wide, are still half an inch apart."""
    sea = Sea().ship("Mikasa", JAPAN, (20, 36), 90, 12).ship("Other", RUSSIA, (26, 36 + apart), 45, 12, "tsesarevich")
    sea.ships["other"] = sea.ships["other"].but(heading=90)
    state = sea.state()
    charts = state.scene.charts
    sizes = {**charts.movement.sizes, 1: charts.movement.sizes[1].but(base_mils=(2000, 1000))}
    wide = state.but(scene=state.scene.but(charts=charts.but(movement=charts.movement.but(sizes=sizes))))
    _, events = rule_then(wide, lambda r: run_course(r, "mikasa", "6"), 5, 5)
    assert bool(events_of(events, Collided)) == collide
    if not collide:
        assert [event.rule for event in events_of(events, CollisionAvoided)] == ["PA-COL-H2"]


@pytest.mark.rule("PA-COL-H3")
def test_the_floods_fall_at_the_section_touched() -> None:
    state = meeting((25.5, 36.3), heading=90)
    after, events = rule_then(state, lambda r: run_course(r, "mikasa", "6"), 5, 5)
    sections = {event.target: event.section for event in events_of(events, BoxLost)}
    assert sections == {"mikasa": 1, "other": 10}  # her bow first comes near the other's stern
    assert is_flooded(after.ships["other"], 10, 5)
    assert [event.ship for event in events_of(events, FloodsTaken)] == ["mikasa", "other"]


@pytest.mark.rule("PA-COL-H3")
def test_a_hull_shorter_than_the_grid_is_struck_at_its_end() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (20, 36), 90, 10).state()
    ship = state.ships["ikazuchi"]
    assert section_near(state, ship, mils((25, 36))) == nearest_hull(state, ship, 1) == 3
    assert section_near(state, ship, mils((15, 36))) == nearest_hull(state, ship, 10) == 8


@pytest.mark.rule("PA-TAB-H4")
def test_a_pair_has_two_models_on_one_base() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (20, 36), 0, 10, boats=2).state()
    ship = state.ships["ikazuchi"]
    assert base_of(state, ship) == (mils((19.5, 35.5)), mils((20.5, 35.5)), mils((20.5, 36.5)), mils((19.5, 36.5)))
    one, other = models_of(state, ship)
    assert gap_squared(one, other) == 300**2
    single = state.ships["ikazuchi"].but(boats=1)
    assert len(models_of(state, single)) == 1
