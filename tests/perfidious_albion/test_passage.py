"""Passing through torpedo markers: which ships are tested and how, hits and misses, boats and their own markers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from rules.kernel.inches import Path, bearing, move
from rules.perfidious_albion.records.events import MarkerMet, MarkerRemoved, TorpedoHit, TorpedoMissed
from rules.perfidious_albion.records.state import State, TorpedoMarker, box_bit, with_ship
from rules.perfidious_albion.torpedoes.markers import wedges_of
from rules.perfidious_albion.torpedoes.passage import meet_markers, met_in_order, passage, second_run, through
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule
from tests.perfidious_albion.test_markers import ZERO, marker

HALF = 900  # half the model of a large ship
Inches = tuple[float, float]


def run(*path: Inches, half: int = HALF) -> tuple[Path, Path]:
    """Trace and final hull of a large ship that runs from place to place, in inches from the launch point, y north."""
    points = [(ZERO[0] + round(x * 1000), ZERO[1] - round(y * 1000)) for x, y in path]
    first, last = bearing(points[0], points[1]), bearing(points[-2], points[-1])
    bow = move(points[-1], last, half)
    return (move(points[0], first, -half), *points, bow), (move(points[-1], last, -half), bow)


def sea(**victim: Any) -> Sea:
    """Return a ship of either side; the marker is Mikasa's."""
    return Sea().ship("Mikasa", JAPAN, (5, 5)).ship("Victim", RUSSIA, (60, 60), kind="mikasa", **victim)


def under_way(state: State, name: str, *path: Inches) -> State:
    """Return the position with a ship having run a course."""
    track, hull = run(*path)
    at = track[-2]
    return with_ship(state, state.ships[name].but(track=track, hull=hull, x=at[0], y=at[1], moved=True))


def with_markers(state: State, *markers: TorpedoMarker) -> State:
    return state.but(markers={laid.id: laid for laid in markers})


def meeting(*path: Inches, kind: str = "medium", width: int = 1, count: int = 2, **victim: Any) -> State:
    """Run the victim through a marker."""
    state = sea(**victim).state()
    return under_way(with_markers(state, marker(state, kind, width, count)), "victim", *path)


def meet(state: State, *faces: int, name: str = "victim") -> Any:
    return rule(state, lambda r: meet_markers(r, name), *faces)


# ---------------------------------------------------------------------- the vectors


@pytest.mark.rule("PA-TOR-H3")
@pytest.mark.rule("PA-6.4-1")
@pytest.mark.rule("PA-6.4-3")
@pytest.mark.rule("PA-3.1-1")
@pytest.mark.parametrize(
    ("path", "how"),
    [
        (((3, -5), (3, 5)), "side"),
        (((2, 0), (10, 0)), "wide"),
        (((3, 0), (-4, 0)), "narrow"),
        (((4, -5), (4, 0.2)), "inside"),
        (((7.5, -5), (7.5, 5)), ""),
        (((2, -3), (10, 1.8)), "wide"),
        (((10, 0), (-3, 0)), "narrow"),
        (((2, 0), (6.5, 0)), "inside"),
        (((3, -4), (3, 0), (9, 0)), "wide"),
        (((-2, -0.2), (4, 2.2)), ""),
    ],
)
def test_a_ship_leaves_a_marker_as_her_trace_and_her_hull_say(path: tuple[Inches, ...], how: str) -> None:
    state = sea().state()
    track, hull = run(*path)
    assert passage(state, state.ships["victim"], track, hull, marker(state, "medium", 1)) == how
    mirrored, below = run(*((x, -y) for x, y in path))
    assert passage(state, state.ships["victim"], mirrored, below, marker(state, "medium", 1)) == how


@pytest.mark.rule("PA-TOR-H3")
def test_a_corner_shared_with_a_side_is_no_wide_end() -> None:
    state = sea().state()
    track, hull = run((3, -2), (9, 4))  # out at (6, 1), the corner
    assert passage(state, state.ships["victim"], track, hull, marker(state, "medium", 1)) == "side"


@pytest.mark.rule("PA-TOR-H3")
def test_a_ship_that_turns_with_her_stern_in_the_marker_is_inside_it() -> None:
    state = sea().state()
    ship = state.ships["victim"]
    track = ((22_000, 30_000), (22_000, 34_900), (22_636, 34_264))
    hull = ((21_364, 35_536), (22_636, 34_264))
    assert passage(state, ship, track, hull, marker(state, "medium", 1)) == "inside"


@pytest.mark.rule("PA-TOR-H3")
def test_a_ship_stopped_in_a_marker_is_tested() -> None:
    state = sea().state()
    at = (ZERO[0] + 3000, ZERO[1])
    hull = ((at[0], at[1] + HALF), (at[0], at[1] - HALF))
    still = state.ships["victim"].but(x=at[0], y=at[1], hull=hull, track=(hull[0], at, hull[1]))
    lying = with_markers(with_ship(state, still), marker(state, "medium", 1, count=1))
    after, events = meet(lying, 1, 1)
    assert [(met.passage, met.tests) for met in events_of(events, MarkerMet)] == [("inside", 1)]
    assert after.markers["t1"].count == 1


# ---------------------------------------------------------------------- tests, hits and misses


@pytest.mark.rule("PA-6.4-1")
@pytest.mark.rule("PA-6.4-7")
def test_each_torpedo_is_tested_with_a_d6_and_a_d10_and_those_that_miss_stay_for_others() -> None:
    state = meeting((3, -5), (3, 5), count=3)
    after, events = meet(state, 4, 10, 1, 1, 3, 5)
    assert [(roll.sides, roll.faces) for roll in rolls(events)] == [
        (6, (4,)), (10, (10,)), (6, (1,)), (10, (1,)), (6, (3,)), (10, (5,)),
    ]  # fmt: skip
    assert len(events_of(events, TorpedoMissed)) == 3
    assert after.markers["t1"].count == 3
    other = under_way(after, "mikasa", (5, -5), (5, 5))
    _, events = meet(other, 1, 1, 1, 1, 1, 1, name="mikasa")
    assert [met.tests for met in events_of(events, MarkerMet)] == [3]


@pytest.mark.rule("PA-6.4-2")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_torpedoes_that_come_out_above_water_do_nothing(level: int) -> None:
    after, events = meet(meeting((3, -5), (3, 5), count=1), level, 5)
    assert [(miss.level, miss.rule) for miss in events_of(events, TorpedoMissed)] == [(level, "PA-6.4-2")]
    assert after.ships["victim"].floods == 0


@pytest.mark.rule("PA-6.4-7")
def test_a_torpedo_that_finds_no_box_of_the_hull_misses() -> None:
    after, events = meet(sailing("ikazuchi"), 6, 5)
    assert len(events_of(events, TorpedoMissed)) == 1
    assert after.markers["t1"].count == 1


def sailing(kind: str) -> State:
    """Return a ship of another kind through the side of a marker of one torpedo."""
    state = Sea().ship("Mikasa", JAPAN, (5, 5)).ship("Victim", RUSSIA, (60, 60), kind=kind).state()
    return under_way(with_markers(state, marker(state, "medium", 1, 1)), "victim", (3, -5), (3, 5))


@pytest.mark.rule("PA-6.4-4")
@pytest.mark.rule("PA-6.4-6")
def test_a_hit_destroys_the_box_floods_the_ship_and_lowers_the_number_on_the_marker() -> None:
    state = meeting((3, -5), (3, 5), count=2)
    after, events = meet(state, 5, 4, 1, 1, 1, 1, 1, 1, 1)
    assert [(hit.section, hit.level, hit.floods) for hit in events_of(events, TorpedoHit)] == [(4, 5, 2)]
    assert after.ships["victim"].struck == box_bit(4, 5)
    assert after.ships["victim"].floods == 2
    assert after.markers["t1"].count == 1


@pytest.mark.rule("PA-6.4-6")
def test_a_marker_whose_last_torpedo_has_struck_is_removed() -> None:
    after, events = meet(meeting((3, -5), (3, 5), count=1), 5, 4, 1, 1, 1, 1, 1)
    assert after.markers == {}
    assert [gone.rule for gone in events_of(events, MarkerRemoved)] == ["PA-6.4-6"]


@pytest.mark.rule("PA-6.4-3")
def test_out_by_the_narrow_end_two_d6_are_thrown_and_only_sections_1_to_6_can_be_struck() -> None:
    after, events = meet(meeting((3, 0), (-4, 0), count=1), 5, 6, 1, 1, 1, 1, 1)
    place = [roll for roll in rolls(events) if roll.die]
    assert [(roll.sides, roll.faces, roll.die) for roll in place] == [(6, (5,), "black"), (6, (6,), "white")]
    assert [(hit.section, hit.level) for hit in events_of(events, TorpedoHit)] == [(6, 5)]
    assert [met.rule for met in events_of(events, MarkerMet)] == ["PA-6.4-3"]
    assert after.ships["victim"].struck == box_bit(6, 5)


@pytest.mark.rule("PA-6.4-1")
def test_out_by_the_wide_end_no_die_is_thrown() -> None:
    after, events = meet(meeting((2, 0), (10, 0)))
    assert [(met.passage, met.tests) for met in events_of(events, MarkerMet)] == [("wide", 0)]
    assert after.markers["t1"].count == 2


@pytest.mark.rule("PA-6.4-22")
def test_a_ship_that_blows_up_meets_no_more_torpedoes() -> None:
    state = meeting((3, -5), (3, 5), count=3)
    after, events = meet(state, 6, 3, 6)  # the magazine of section 3, and the Crew Test fails
    assert after.ships["victim"].gone == "exploded"
    assert len(events_of(events, TorpedoHit)) == 1
    assert after.markers["t1"].count == 2


@pytest.mark.rule("PA-TOR-H3")
def test_several_markers_are_met_in_the_order_of_the_trace() -> None:
    state = sea().state()
    near, far = (marker(state, "medium", 1, 1, (ZERO[0], ZERO[1] + along)) for along in (2000, -3000))
    crossing = under_way(with_markers(state, far.but(id="far"), near.but(id="near")), "victim", (3, -6), (3, 8))
    ship = crossing.ships["victim"]
    assert met_in_order(crossing, ship, ship.track, ship.hull) == (("near", "side"), ("far", "side"))
    _, events = meet(crossing, 1, 1, 1, 1)
    assert [met.marker for met in events_of(events, MarkerMet)] == ["near", "far"]


def test_a_ship_that_is_gone_or_far_away_meets_nothing() -> None:
    assert meet(meeting((3, -5), (3, 5), gone="sunk"))[1] == ()
    assert meet(meeting((30, -5), (30, 5)))[1] == ()


# ---------------------------------------------------------------------- the second turn


@pytest.mark.rule("PA-6.2-8")
def test_in_the_overlap_of_two_second_turn_wedges_a_ship_is_tested_once() -> None:
    state = sea().state()
    laid = with_markers(state, marker(state, "long", 2, 3))
    second, _ = rule(laid, second_run)
    crossing = under_way(second, "victim", (9, -6), (9, 6))
    _, events = meet(crossing, 1, 1, 1, 1, 1, 1)
    assert [(met.passage, met.tests) for met in events_of(events, MarkerMet)] == [("side", 3)]


@pytest.mark.rule("PA-6.2-8")
def test_leaving_one_of_two_overlapping_wedges_for_the_other_is_not_leaving_the_marker() -> None:
    state = sea().state()
    second, _ = rule(with_markers(state, marker(state, "long", 2, 3)), second_run)
    wedges = second.markers["t1"].wedges
    across = run((7, 4), (7, 1.5), (9.5, -1.5), (14, -1.5))  # into the left one, by its side into the right, out ahead
    assert through(*across, wedges)[0] == "wide"
    assert through(*across, wedges[:1])[0] == "side"
    assert through(*run((10, 0), (3, 0)), wedges)[0] == "narrow"  # along the line where the two narrow ends meet


# ---------------------------------------------------------------------- boats and their own markers


def flotilla() -> Sea:
    boats = Sea().ship("One", JAPAN, (30, 30), kind="ikazuchi", squadron="first")
    boats.ship("Two", JAPAN, (31.5, 30), kind="ikazuchi", squadron="first")
    boats.ship("Other", JAPAN, (40, 30), kind="ikazuchi", squadron="second")
    return boats.ship("Mikasa", JAPAN, (50, 30), squadron="first")


def own(state: State, kind: str = "medium", **changes: Any) -> TorpedoMarker:
    found = marker(state, kind, 1).but(squadron="first", ship="one", craft=True, turn=state.cursor.turn)
    return found.but(**changes)


@pytest.mark.rule("PA-3.1-2")
@pytest.mark.rule("PA-6.1-9")
def test_boats_cross_their_own_marker_in_the_turn_of_the_launch_and_so_does_the_whole_flotilla() -> None:
    state = flotilla().state()
    for name, how in (("one", "own"), ("two", "own"), ("other", "side"), ("mikasa", "side")):
        ship = under_way(state, name, (3, -5), (3, 5)).ships[name]
        assert passage(state, ship, ship.track, ship.hull, own(state)) == how
    crossing = under_way(with_markers(state, own(state)), "two", (3, -5), (3, 5))
    _, events = meet(crossing, name="two")
    assert [(met.passage, met.tests, met.rule) for met in events_of(events, MarkerMet)] == [("own", 0, "PA-6.1-9")]


@pytest.mark.rule("PA-3.1-2")
def test_in_the_next_turn_long_torpedoes_are_a_danger_to_the_boats_that_launched_them() -> None:
    state = flotilla().state()
    launched = own(state, "long", turn=state.cursor.turn - 1)
    second, _ = rule(with_markers(state, launched), second_run)
    ship = under_way(second, "one", (9, -5), (9, 5)).ships["one"]
    assert passage(second, ship, ship.track, ship.hull, second.markers["t1"]) == "side"


@pytest.mark.rule("PA-6.1-8")
@pytest.mark.rule("PA-6.1-9")
def test_a_large_ship_stays_behind_her_own_torpedoes_at_speed_10_and_overtakes_them_faster() -> None:
    state = sea().state()
    mine = marker(state, "medium", 1, 1).but(turn=state.cursor.turn, bow=True)
    for inches, how in ((5, "own"), (5.5, "inside"), (7, "inside")):
        ship = under_way(state, "mikasa", (-1, 0), (inches - 1, 0)).ships["mikasa"]
        assert passage(state, ship, ship.track, ship.hull, mine) == how
    slow = under_way(with_markers(state, mine), "mikasa", (-1, 0), (4, 0))
    _, events = meet(slow, name="mikasa")
    assert [(met.passage, met.tests, met.rule) for met in events_of(events, MarkerMet)] == [("own", 0, "PA-6.1-8")]
    sister = under_way(state, "victim", (-1, 0), (4, 0)).ships["victim"]
    assert passage(state, sister, sister.track, sister.hull, mine) == "inside"
    later = mine.but(turn=state.cursor.turn - 1)
    ship = slow.ships["mikasa"]
    assert passage(state, ship, ship.track, ship.hull, later) == "inside"


@pytest.mark.rule("PA-6.4-1")
def test_torpedoes_do_not_ask_whose_ship_it_is() -> None:
    state = sea().state()
    friendly = marker(state, "medium", 1).but(side=RUSSIA)
    ship = under_way(state, "victim", (3, -5), (3, 5)).ships["victim"]
    assert passage(state, ship, ship.track, ship.hull, friendly) == "side"


# ---------------------------------------------------------------------- as shapely says


PLACE = st.tuples(st.integers(-4000, 12_000), st.integers(-6000, 6000))


@pytest.mark.rule("PA-TOR-H3")
@given(st.lists(PLACE, min_size=2, max_size=4, unique=True), st.sampled_from(range(0, 360, 5)))
def test_passages_are_those_shapely_finds(places: list[tuple[int, int]], towards: int) -> None:
    state = sea().state()
    points = [(ZERO[0] + x, ZERO[1] + y) for x, y in places]
    first, last = bearing(points[0], points[1]), bearing(points[-2], points[-1])
    stern, bow = move(points[0], first, -HALF), move(points[-1], last, HALF)
    track, hull = (stern, *points, bow), (move(points[-1], last, -HALF), bow)
    (wedge,) = wedges_of(state, ZERO, towards, "medium", 1)
    shape, trace = Polygon(wedge), LineString(track)
    corners = [Point(corner) for corner in wedge]
    assume(all(trace.distance(corner) > 2 and LineString(hull).distance(corner) > 2 for corner in corners))
    how = through(track, hull, (wedge,))[0]
    if LineString(hull).intersects(shape):
        assert how == "inside"
    elif not trace.intersects(shape):
        assert how == ""
    else:
        outline = [LineString((wedge[edge], wedge[(edge + 1) % 4])) for edge in range(4)]
        assert how == _exit_edge(track, outline)


def _exit_edge(track: Path, outline: list[LineString]) -> str:
    """Return the edge a trace crosses last, leg by leg from its end."""
    for a, b in reversed(list(zip(track, track[1:], strict=False))):
        leg = LineString((a, b))
        crossed = [(leg.project(Point(cut.coords[0])), edge) for edge, side in enumerate(outline)
                   if not (cut := leg.intersection(side)).is_empty]  # fmt: skip
        if crossed:
            return {0: "narrow", 2: "wide"}.get(max(crossed)[1], "side")
    raise AssertionError("the trace was said to meet the wedge")
