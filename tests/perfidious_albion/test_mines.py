"""Minefields: which ships are inside, the chance and its terms, straddles, where a mine explodes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from rules.kernel.inches import Path, bearing, move
from rules.kernel.ruling import Rolled
from rules.perfidious_albion.records.events import MineHit, MineMissed, MinesMet
from rules.perfidious_albion.records.state import Minefield, Ship, State, box_bit
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.torpedoes.mines import enters_field, fields_entered, meet_mines, mine_chance
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

ZERO = (30_000, 36_000)
HALF = 900
Inches = tuple[float, float]


def field(at: Inches, radius: float, density: int = 4, side: str = JAPAN) -> Minefield:
    """Return a field, its centre in inches from the start of the course, y north."""
    x, y = ZERO[0] + round(at[0] * 1000), ZERO[1] - round(at[1] * 1000)
    return Minefield(id="field", side=side, x=x, y=y, density=density, radius=round(radius * 1000))


def course(*path: Inches) -> tuple[Path, Path]:
    """Trace and final hull of a large ship that runs from place to place."""
    points = [(ZERO[0] + round(x * 1000), ZERO[1] - round(y * 1000)) for x, y in path]
    first, last = bearing(points[0], points[1]), bearing(points[-2], points[-1])
    bow = move(points[-1], last, HALF)
    return (move(points[0], first, -HALF), *points, bow), (move(points[-1], last, -HALF), bow)


def in_minefield(density: int = 4, side: str = JAPAN, sea: str = "calm", kind: str = "mikasa", **log: Any) -> State:
    """Return a Russian ship that lies in a field; log are fields of her state."""
    built = Sea().ship("Victim", RUSSIA, (30, 36), kind=kind, **{"speed": 10, **log}).having(sea=sea)
    return built.mines("field", side, (30, 36), density, 3).state()


def chance(state: State, outside: bool = False) -> int:
    return mine_chance(state, state.ships["victim"], state.fields["field"], outside)[0]


def meet(state: State, *faces: int) -> Any:
    return rule(state, lambda r: meet_mines(r, "victim"), *faces)


# ---------------------------------------------------------------------- inside and outside


@pytest.mark.rule("PA-MIN-H1")
@pytest.mark.rule("PA-6.5-1")
@pytest.mark.parametrize(
    ("path", "at", "radius", "inside", "ended_outside"),
    [
        (((0, 0), (9, 0)), (4, 2), 3, True, True),
        (((0, 0), (9, 0)), (4, 3), 3, False, True),  # touching the rim
        (((0, 0), (6, 0)), (7, 1), 3, True, False),
        (((0, 0), (5, 0)), (7, 0), 1.2, True, False),  # only her bow
        (((0, 0), (4, 0), (4, 5)), (6, 3), 2.5, True, False),
    ],
)
def test_inside_and_ended_outside_go_by_trace_and_hull(
    path: tuple[Inches, ...], at: Inches, radius: float, inside: bool, ended_outside: bool
) -> None:
    track, hull = course(*path)
    mines = field(at, radius)
    assert enters_field(track, mines) is inside
    assert (not enters_field(hull, mines)) is ended_outside


@pytest.mark.rule("PA-MIN-H1")
@given(
    st.lists(st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000)), min_size=2, max_size=5),
    st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000)),
    st.integers(1, 6),
)
def test_a_trace_is_inside_when_shapely_measures_less_than_the_radius(
    path: list[tuple[int, int]], at: tuple[int, int], radius: int
) -> None:
    mines = Minefield(id="field", side=JAPAN, x=at[0], y=at[1], density=1, radius=radius * 1000)
    apart = Point(at).distance(LineString(path))
    if abs(apart - radius * 1000) > 0.001:
        assert enters_field(tuple(path), mines) is (apart < radius * 1000)


@pytest.mark.rule("PA-6.5-2")
def test_a_ship_in_two_fields_is_tested_for_each() -> None:
    built = Sea().ship("Victim", RUSSIA, (30, 36), kind="mikasa", speed=10)
    for name, x in (("west", 28.0), ("east", 31.0), ("far", 50.0)):
        built.mines(name, JAPAN, (x, 36), 4, 3)
    state = built.state()
    assert [found.id for found in fields_entered(state, state.ships["victim"].track)] == ["west", "east"]
    _, events = meet(state, 10, 10)
    assert [met.field for met in events_of(events, MinesMet)] == ["west", "east"]


@pytest.mark.rule("PA-6.5-2")
def test_whether_a_ship_ended_outside_is_judged_for_each_field_alone() -> None:
    built = Sea().ship("Victim", RUSSIA, (30, 36), kind="mikasa", speed=10)
    built.mines("left", JAPAN, (26, 36), 4, 3).mines("here", JAPAN, (31, 36), 4, 3)
    track = ((24_000, 36_000), (25_000, 36_000), (30_000, 36_000), (30_900, 36_000))
    state = built.state()
    state = state.but(ships={"victim": state.ships["victim"].but(track=track)})
    _, events = meet(state, 10, 10)
    assert [(met.field, met.percent) for met in events_of(events, MinesMet)] == [("left", 50), ("here", 90)]


# ---------------------------------------------------------------------- the chance


@pytest.mark.rule("PA-6.5-3")
@pytest.mark.parametrize(("density", "percent"), [(1, 60), (4, 90), (10, 150)])
def test_the_chance_is_50_per_cent_and_10_for_each_point_of_density(density: int, percent: int) -> None:
    assert chance(in_minefield(density)) == percent


@pytest.mark.rule("PA-6.5-4")
def test_in_her_own_sides_field_the_chance_is_halved_and_fives_go_up() -> None:
    assert chance(in_minefield(4, RUSSIA)) == 50
    assert chance(in_minefield(5, RUSSIA)) == 50


@pytest.mark.rule("PA-6.5-5")
def test_a_ship_that_ends_outside_has_the_chance_halved_and_fives_go_up() -> None:
    assert chance(in_minefield(4), outside=True) == 50
    assert chance(in_minefield(3), outside=True) == 40


@pytest.mark.rule("PA-6.5-4")
@pytest.mark.rule("PA-6.5-5")
def test_own_field_and_ended_outside_halve_twice_or_once_by_the_switch() -> None:
    state = in_minefield(4, RUSSIA)
    assert chance(state, outside=True) == 30
    once = state.but(scene=state.scene.but(options={**state.scene.options, "mines_halve_once": True}))
    assert chance(once, outside=True) == 50


@pytest.mark.rule("PA-6.5-6")
def test_below_speed_5_ten_less_unless_she_drifts() -> None:
    assert chance(in_minefield(speed=4)) == 80
    assert chance(in_minefield(speed=5)) == 90
    assert chance(in_minefield(speed=0, stopped="anchored")) == 80


@pytest.mark.rule("PA-6.5-13")
def test_a_drifting_ship_has_30_more_and_never_the_10_less_of_a_slow_one() -> None:
    assert chance(in_minefield(speed=0, stopped="drifting")) == 120


@pytest.mark.rule("PA-6.5-7")
@pytest.mark.rule("PA-6.5-9")
def test_a_good_crew_takes_10_off_and_a_poor_one_adds_20() -> None:
    assert chance(in_minefield(cq=3)) == 80
    assert chance(in_minefield(cq=1)) == 110


@pytest.mark.rule("PA-6.5-8")
def test_over_speed_15_twenty_more() -> None:
    assert chance(in_minefield(speed=15)) == 90
    assert chance(in_minefield(speed=16)) == 110


@pytest.mark.rule("PA-6.5-10")
@pytest.mark.rule("PA-6.5-12")
@pytest.mark.rule("PA-6.5-14")
def test_rough_sea_adds_20_heavy_30_and_a_storm_40() -> None:
    assert [chance(in_minefield(sea=sea)) for sea in ("calm", "rough", "heavy", "storm")] == [90, 110, 120, 130]


@pytest.mark.rule("PA-6.5-10")
def test_the_sea_that_counts_is_the_one_where_the_ship_is() -> None:
    state = in_minefield(sea="rough")
    near = Sea().ship("Victim", RUSSIA, (30, 36), kind="mikasa", speed=10).having(sea="rough")
    near.mines("field", JAPAN, (30, 36), 4, 3).land("island", (40, 30), (44, 30), (44, 34))
    assert (chance(state), chance(near.state())) == (110, 90)


@pytest.mark.rule("PA-6.5-11")
def test_damaged_steering_gear_adds_30() -> None:
    assert chance(in_minefield(steering="jammed")) == 120


@pytest.mark.rule("PA-6.5-17")
@pytest.mark.parametrize(
    ("percent", "density", "side", "sea", "outside", "log"),
    [
        (90, 4, JAPAN, "calm", False, {}),
        (50, 4, RUSSIA, "calm", False, {}),
        (30, 4, RUSSIA, "calm", True, {}),
        (230, 10, JAPAN, "storm", False, {"speed": 18, "cq": 1}),
        (40, 1, JAPAN, "calm", False, {"speed": 4, "cq": 3}),
        (120, 1, JAPAN, "calm", False, {"speed": 0, "stopped": "drifting", "steering": "jammed"}),
        (50, 3, JAPAN, "rough", True, {"speed": 3}),
        (70, 7, RUSSIA, "calm", False, {"speed": 16, "cq": 3}),
    ],
)
def test_the_worked_totals(percent: int, density: int, side: str, sea: str, outside: bool, log: dict[str, Any]) -> None:
    state = in_minefield(density, side, sea, **log)
    found, terms = mine_chance(state, state.ships["victim"], state.fields["field"], outside)
    assert found == percent == sum(term.value for term in terms)


# ---------------------------------------------------------------------- straddles and hits


@pytest.mark.rule("PA-6.5-15")
def test_every_whole_hundred_is_a_straddle_and_a_d10_is_thrown_for_the_rest() -> None:
    state = in_minefield(10, sea="storm", speed=18, cq=1)  # 230 per cent
    _, events = meet(state, 4, 1, 1, 1, 1)
    assert [(met.percent, met.straddles) for met in events_of(events, MinesMet)] == [(230, 2)]
    _, events = meet(state, 3, 1, 1, 1, 1, 1, 1)
    assert [met.straddles for met in events_of(events, MinesMet)] == [3]
    exact = in_minefield(5, JAPAN, cq=1, speed=4)  # 110: a ten
    assert [roll.target for roll in rolls(meet(exact, 2, 1, 1)[1], "PA-6.5-15")] == [1]


@pytest.mark.rule("PA-6.5-15")
def test_a_whole_hundred_needs_no_d10() -> None:
    _, events = meet(in_minefield(5), 1, 1)
    assert [(met.percent, met.straddles) for met in events_of(events, MinesMet)] == [(100, 1)]
    assert rolls(events, "PA-6.5-15") == []  # shown nevertheless, without a die


@pytest.mark.rule("PA-6.5-16")
def test_a_mine_strikes_as_a_torpedo_does_with_3_floods_and_the_spread_one_worse() -> None:
    after, events = meet(in_minefield(4), 9, 5, 5, 2, 2, 2, 1, 2)
    assert [(hit.section, hit.level) for hit in events_of(events, MineHit)] == [(5, 5)]
    ship: Ship = after.ships["victim"]
    assert ship.floods == 3
    assert ship.struck == box_bit(5, 5)
    assert [roll.target for roll in rolls(events, "PA-6.4-8")] == [2, 2, 2, 1, 2]
    assert after.fields == in_minefield(4).fields


@pytest.mark.rule("PA-6.5-16")
@pytest.mark.rule("PA-6.4-2")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_mine_that_comes_out_above_water_does_nothing(level: int) -> None:
    after, events = meet(in_minefield(4), 1, level, 5)
    assert len(events_of(events, MineMissed)) == 1
    assert after.ships["victim"].floods == 0


@pytest.mark.rule("PA-3.1-3")
def test_a_ship_at_rest_in_a_field_is_tested_and_one_that_is_gone_is_not() -> None:
    state = in_minefield(4)
    still = at_rest(state, state.ships["victim"].but(speed=0, stopped="anchored"))
    _, events = meet(state.but(ships={"victim": still}), 10)
    assert [met.percent for met in events_of(events, MinesMet)] == [80]
    assert meet(in_minefield(4, gone="sunk"))[1] == ()


@pytest.mark.rule("PA-6.4-22")
def test_a_ship_that_blows_up_on_a_mine_meets_no_other() -> None:
    state = in_minefield(10, sea="storm", speed=18, cq=1)
    after, events = meet(state, 10, 6, 3, 6)  # the magazine of section 3, and the Crew Test fails
    assert after.ships["victim"].gone == "exploded"
    assert len(events_of(events, MineHit)) == 1


@pytest.mark.rule("PA-6.5-3", "PA-6.5-15", "PA-6.5-17")
def test_every_factor_of_a_mine_is_told_with_its_rule_even_when_no_die_is_wanted() -> None:
    """Mine attack 50% + 10% per point of density; chance halved in her own field; rough sea +20%."""
    _, events = meet(in_minefield(density=3, side=RUSSIA, sea="rough"), 9)
    (rolled,) = rolls(events, "PA-6.5-15")
    (chance,) = rolled.breakdown.workings
    assert [(term.value, term.rule) for term in chance.terms] == [
        (50, "PA-6.5-3"),
        (30, "PA-6.5-3"),
        (20, "PA-6.5-10"),
        (-50, "PA-6.5-4"),
    ]
    assert (chance.total, rolled.breakdown.need) == (50, 5)
    assert rolled.breakdown.adds_up
    certain = [
        event for event in events_of(meet(in_minefield(density=5), 1, 1)[1], Rolled) if event.rule == "PA-6.5-15"
    ]
    assert [(roll.breakdown.count, roll.faces) for roll in certain] == [(0, ())]
    assert "PA-6.5-3" in certain[0].breakdown.rules
