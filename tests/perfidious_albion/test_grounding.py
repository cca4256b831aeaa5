"""Going aground (4.5): the test, its chances, land, rocks, sandbars, shallow water, getting off."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.perfidious_albion.records.commands import Refloat, Steer
from rules.perfidious_albion.records.events import PassedFoulGround, RanAground, Refloated, StuckFast
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.sailing.grounding import flood_grounded, ground_modifier, runs_aground
from rules.perfidious_albion.sailing.movement import run_course
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, mils, rolls, rule, why


def heavy(tons: int, cq: int = 2) -> State:
    return Sea().ship("Ship", JAPAN, (20, 36), kind="mikasa", cq=cq, card={"tons": tons}).state()


@pytest.mark.rule("PA-4.5-1")
@pytest.mark.parametrize(("tons", "more"), [(305, 0), (999, 0), (1000, 1), (6500, 6), (15140, 15)])
def test_a_point_is_added_for_each_whole_thousand_tons(tons: int, more: int) -> None:
    state = heavy(tons)
    assert ground_modifier(state, state.ships["ship"]) == more


@pytest.mark.rule("PA-4.5-2")
def test_a_roll_not_above_crew_quality_is_never_a_grounding() -> None:
    state = heavy(15_000, cq=2)
    assert [runs_aground(state, state.ships["ship"], die) for die in (1, 2, 3)] == [False, False, True]


@pytest.mark.rule("PA-4.5-3")
def test_otherwise_ten_or_more_is_aground() -> None:
    state = heavy(6500, cq=2)
    assert [runs_aground(state, state.ships["ship"], die) for die in (3, 4)] == [False, True]


@pytest.mark.rule("PA-4.5-4")
@pytest.mark.parametrize(
    ("tons", "cq", "percent"),
    [(305, cq, 10) for cq in (1, 2, 3)]
    + [(3000, cq, 40) for cq in (1, 2, 3)]
    + [(6500, cq, 70) for cq in (1, 2, 3)]
    + [(9000, 1, 90), (9000, 2, 80), (9000, 3, 70), (20_000, 1, 90), (20_000, 2, 80), (20_000, 3, 70)],
)
def test_the_chances_that_follow(tons: int, cq: int, percent: int) -> None:
    state = heavy(tons, cq)
    aground = sum(runs_aground(state, state.ships["ship"], die) for die in range(1, 11))
    assert Fraction(aground, 10) == Fraction(percent, 100)


@pytest.mark.rule("PA-4.5-2")
def test_edition_8_had_no_safe_rolls() -> None:
    sea = Sea().ship("Ship", JAPAN, (20, 36), kind="mikasa", card={"tons": 15_000}).option(crew_blind_grounding=True)
    state = sea.state()
    assert runs_aground(state, state.ships["ship"], 1)


# ---------------------------------------------------------------------- on the table


def shoal(kind: str, ship: str = "varyag", at: tuple[float, float] = (20, 36), **log: Any) -> Sea:
    """Return a ship that heads east at 12 knots for a square of ground whose west side is 3 inches ahead
    of her middle.
    """
    sea = Sea().ship("Ship", JAPAN, at, 90, 12, ship, **log).ship("Far", RUSSIA, (70, 70), kind="asama")
    return sea.land(kind, (23, 34), (29, 34), (29, 38), (23, 38), name="The shoal")


@pytest.mark.rule("PA-TER-H3")
@pytest.mark.rule("PA-TER-H5")
def test_a_sandbar_is_tested_and_holds_without_damage() -> None:
    state, events = rule(shoal("sandbar").state(), lambda r: run_course(r, "ship", "6"), 4)
    ship = state.ships["ship"]
    assert (ship.stopped, ship.aground_on, ship.speed, ship.floods) == ("aground", "sandbar", 0, 0)
    assert (ship.x, ship.y) == mils((23, 36))  # where she came upon it
    assert [event.ground for event in events_of(events, RanAground)] == ["The shoal"]
    assert [rolled.total for rolled in rolls(events, "PA-4.5-1")] == [10]


@pytest.mark.rule("PA-4.5-3")
@pytest.mark.rule("PA-4.5-2")
def test_a_ship_that_does_not_touch_goes_on() -> None:
    state, events = rule(shoal("sandbar").state(), lambda r: run_course(r, "ship", "6"), 3)
    assert (state.ships["ship"].x, state.ships["ship"].stopped) == (26_000, "")
    assert [event.rule for event in events_of(events, PassedFoulGround)] == ["PA-4.5-3"]
    _, events = rule(shoal("sandbar", "mikasa").state(), lambda r: run_course(r, "ship", "6"), 2)
    assert [event.rule for event in events_of(events, PassedFoulGround)] == ["PA-4.5-2"]


@pytest.mark.rule("PA-TER-H2")
def test_rocks_cost_two_floods_and_one_more_each_turn() -> None:
    state, _ = rule(shoal("rocks").state(), lambda r: run_course(r, "ship", "6"), 10)
    assert state.ships["ship"].floods == 2
    state, _ = rule(state, lambda r: flood_grounded(r, "ship"))
    assert state.ships["ship"].floods == 3


@pytest.mark.rule("PA-TER-H4")
def test_shallow_water_holds_only_ships_that_draw_much() -> None:
    _, events = rule(shoal("shallow").state(), lambda r: run_course(r, "ship", "6"), 1)
    assert rolls(events, "PA-4.5-1")
    state, events = rule(shoal("shallow", "ikazuchi").state(), lambda r: run_course(r, "ship", "6"))
    assert not events_of(events, PassedFoulGround) and state.ships["ship"].x == 26_000


@pytest.mark.rule("PA-TER-H2")
@pytest.mark.rule("PA-TER-H3")
def test_a_boat_on_a_sandbar_tests_too_and_a_ship_inside_tests_in_every_move() -> None:
    state, _ = rule(shoal("sandbar", "ikazuchi").state(), lambda r: run_course(r, "ship", "6"), 10)
    assert state.ships["ship"].stopped == "aground"
    inside = shoal("rocks", at=(25, 36)).state()
    _, events = rule(inside, lambda r: run_course(r, "ship", "6"), 1)
    assert len(rolls(events, "PA-4.5-1")) == 1


@pytest.mark.rule("PA-TER-H3")
def test_ground_beside_the_course_asks_for_nothing() -> None:
    state, events = rule(shoal("sandbar", at=(20, 39.5)).state(), lambda r: run_course(r, "ship", "6"))
    assert not rolls(events) and state.ships["ship"].x == 26_000


@pytest.mark.rule("PA-TER-H1")
def test_a_course_into_land_ends_there_aground_without_a_die() -> None:
    state, events = rule(shoal("island").state(), lambda r: run_course(r, "ship", "6"))
    ship = state.ships["ship"]
    assert (ship.x, ship.stopped, ship.aground_on, ship.speed) == (23_000, "aground", "land", 0)
    assert [event.rule for event in events_of(events, RanAground)] == ["PA-TER-H1"]


@pytest.mark.rule("PA-TER-H1")
def test_the_bow_counts_where_a_course_ends() -> None:
    state, _ = rule(shoal("coastline").state(), lambda r: run_course(r, "ship", "2.5"))
    assert (state.ships["ship"].x, state.ships["ship"].stopped) == (22_500, "aground")
    state, _ = rule(shoal("coastline").state(), lambda r: run_course(r, "ship", "2"))
    assert state.ships["ship"].stopped == ""  # her bow is at 22.9


@pytest.mark.rule("PA-TER-H1")
def test_no_course_on_offer_runs_ashore_while_another_does_not() -> None:
    state = shoal("island", at=(17.5, 36)).action("Ship")
    assert "6" not in {command.course for command in list_offers(state, "steer", "ship") if isinstance(command, Steer)}
    assert why(state, Steer(JAPAN, "ship", "6")) == []  # but she may, if her captain insists


@pytest.mark.rule("PA-TER-H5")
def test_a_ship_aground_cannot_run() -> None:
    state = _aground()
    assert why(state, Steer(JAPAN, "ship", "0")) == ["PA-TER-H5"]
    assert list_offers(state, "steer", "ship") == []


def _aground(on: str = "sandbar", **log: Any) -> State:
    sea = Sea().ship("Ship", JAPAN, (25, 36), 90, 0, "varyag", stopped="aground", aground_on=on, moved=True, **log)
    return sea.ship("Far", RUSSIA, (70, 70), kind="asama").action("Ship")


@pytest.mark.rule("PA-TER-H6")
def test_getting_off_is_a_crew_test_at_minus_two() -> None:
    state, events = give(_aground(), Refloat(JAPAN, "ship"), 2)
    assert events_of(events, Refloated) and state.ships["ship"].stopped == "anchored"
    state, events = give(_aground(), Refloat(JAPAN, "ship"), 3)
    assert events_of(events, StuckFast) and state.ships["ship"].stopped == "aground"
    assert why(state, Refloat(JAPAN, "ship")) == ["PA-TER-H6"]  # once a turn


@pytest.mark.rule("PA-TER-H6")
def test_she_may_not_try_in_the_turn_she_struck_nor_when_she_has_fired() -> None:
    assert why(_aground(acted=("struck ground",)), Refloat(JAPAN, "ship")) == ["PA-TER-H6"]
    assert why(_aground(fired=("3/2",)), Refloat(JAPAN, "ship")) == ["PA-TER-H6"]
    assert why(_aground(), Refloat(JAPAN, "far")) == ["PA-TER-H6"]
    assert list_offers(_aground(), "refloat") == [Refloat(JAPAN, "ship")]


@pytest.mark.rule("PA-TER-H6")
def test_from_a_shore_she_is_hauled_off_by_her_length_bow_to_the_open_water() -> None:
    state, _ = give(_aground("land"), Refloat(JAPAN, "ship"), 1)
    ship = state.ships["ship"]
    assert (ship.x, ship.y, ship.heading) == (23_200, 36_000, 270)
    assert ship.hull == (mils((24.1, 36)), mils((22.3, 36)))
