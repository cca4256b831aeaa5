"""Torpedo markers: their shapes, the second turn of long torpedoes, land and the table's edge, the end of the run."""

from __future__ import annotations

import pytest

from rules.kernel.inches import Point, Polygon
from rules.perfidious_albion.records.events import MarkerRanOn, MarkerRemoved
from rules.perfidious_albion.records.state import State, TorpedoMarker
from rules.perfidious_albion.torpedoes.laying import open_torpedoes
from rules.perfidious_albion.torpedoes.markers import clear_run, shore, wedges_of
from rules.perfidious_albion.torpedoes.passage import remove_spent, second_run
from tests.perfidious_albion.sea import JAPAN, Sea, events_of, rule, torpedoes

EAST = 90
ZERO = (20_000, 36_000)  # where the markers of these tests begin


def corners(*places: tuple[float, float]) -> Polygon:
    """Return points in inches from the launch point, x along the bearing 090, y to its right."""
    return tuple((ZERO[0] + round(x * 1000), ZERO[1] + round(y * 1000)) for x, y in places)


def marker(
    state: State, kind: str, width: int, count: int = 2, start: Point = ZERO, bearing: int = EAST
) -> TorpedoMarker:
    """Return a marker as it is launched."""
    return torpedoes(state, start, bearing, kind=kind, width=width, count=count, turn=1)


def open_sea() -> Sea:
    return Sea().ship("Mikasa", JAPAN, (20, 36))


def with_marker(sea: Sea, kind: str, width: int, count: int = 2, **where: int) -> State:
    state = sea.state()
    laid = marker(state, kind, width, count)
    return state.but(markers={"t1": laid})


# ---------------------------------------------------------------------- shapes


@pytest.mark.rule("PA-TOR-H1")
@pytest.mark.rule("PA-6.2-3")
@pytest.mark.rule("PA-6.1-11")
@pytest.mark.parametrize(
    ("kind", "width", "shape"),
    [
        ("short", 1, corners((0, -0.5), (0, 0.5), (3, 0.75), (3, -0.75))),
        ("short", 2, corners((0, -1), (0, 1), (3, 1.5), (3, -1.5))),
        ("medium", 1, corners((0, -0.5), (0, 0.5), (6, 1), (6, -1))),
        ("medium", 2, corners((0, -1), (0, 1), (6, 2), (6, -2))),
        ("long", 1, corners((0, -0.5), (0, 0.5), (6, 1), (6, -1))),
        ("long", 2, corners((0, -1), (0, 1), (6, 2), (6, -2))),
    ],
)
def test_markers_are_twice_as_wide_at_six_inches_and_a_short_one_is_cut_at_three(
    kind: str, width: int, shape: Polygon
) -> None:
    assert wedges_of(open_sea().state(), ZERO, EAST, kind, width) == (shape,)


@pytest.mark.rule("PA-6.2-6")
def test_long_torpedoes_from_a_single_marker_run_on_under_one_of_double_width() -> None:
    after, events = rule(with_marker(open_sea(), "long", 1), second_run)
    second = after.markers["t1"]
    assert second.wedges == (corners((6, -1), (6, 1), (12, 2), (12, -2)),)
    assert (second.leg, second.count, second.width) == (2, 2, 2)
    assert [(ran.marker, ran.count, ran.rule) for ran in events_of(events, MarkerRanOn)] == [("t1", 2, "PA-6.2-6")]


@pytest.mark.rule("PA-6.2-8")
def test_after_a_double_marker_two_overlapping_ones_cover_its_wide_end_between_them() -> None:
    after, _ = rule(with_marker(open_sea(), "long", 2), second_run)
    left, right = after.markers["t1"].wedges
    assert left == corners((6, -2), (6, 0), (12, 1), (12, -3))
    assert right == corners((6, 0), (6, 2), (12, 3), (12, -1))
    assert after.markers["t1"].count == 2


@pytest.mark.rule("PA-6.2-6")
def test_the_phase_begins_with_the_second_turn_markers() -> None:
    after, events = rule(with_marker(open_sea(), "long", 1), open_torpedoes)
    assert after.markers["t1"].leg == 2
    assert len(events_of(events, MarkerRanOn)) == 1


# ---------------------------------------------------------------------- the end of the run


@pytest.mark.rule("PA-6.1-1")
@pytest.mark.parametrize("kind", ["short", "medium"])
def test_short_and_medium_markers_are_taken_away_when_the_turn_ends(kind: str) -> None:
    after, events = rule(with_marker(open_sea(), kind, 1), remove_spent)
    assert after.markers == {}
    assert [gone.marker for gone in events_of(events, MarkerRemoved)] == ["t1"]


@pytest.mark.rule("PA-6.2-7")
def test_a_long_marker_stays_for_the_second_turn_and_goes_at_its_end_with_what_is_left() -> None:
    state = with_marker(open_sea(), "long", 1, count=3)
    stayed, events = rule(state, remove_spent)
    assert stayed.markers == state.markers and events == ()
    on, _ = rule(stayed, second_run)
    assert on.markers["t1"].count == 3
    gone, events = rule(on, remove_spent)
    assert gone.markers == {}
    assert [event.rule for event in events_of(events, MarkerRemoved)] == ["PA-6.2-7"]


# ---------------------------------------------------------------------- land and the table's edge


@pytest.mark.rule("PA-TOR-H1")
def test_a_marker_is_cut_where_its_middle_line_meets_land() -> None:
    sea = open_sea().land("island", (24, 30), (28, 30), (28, 40), (24, 40))
    assert wedges_of(sea.state(), ZERO, EAST, "medium", 1) == (
        ((20_000, 35_500), (20_000, 36_500), (24_000, 36_833), (24_000, 35_167)),
    )
    assert wedges_of(sea.state(), ZERO, 270, "medium", 1)[0][2] == (14_000, 35_000)


@pytest.mark.rule("PA-TOR-H1")
def test_rocks_sandbars_and_shallows_stop_no_torpedo() -> None:
    for kind in ("rocks", "sandbar", "shallow"):
        sea = open_sea().land(kind, (24, 30), (28, 30), (28, 40), (24, 40))
        assert clear_run(sea.state(), ZERO, EAST, 6000) == 6000


@pytest.mark.rule("PA-TOR-H1")
def test_the_nearest_of_several_lands_cuts_a_marker() -> None:
    sea = open_sea().land("coastline", (25, 30), (28, 30), (28, 40), (25, 40))
    sea.land("island", (22, 35.5), (23, 35.5), (22.5, 37))
    assert clear_run(sea.state(), ZERO, EAST, 6000) == 2166  # the slanting shore, rounded down


@pytest.mark.rule("PA-TOR-H1")
def test_a_marker_is_cut_at_the_tables_edge_and_there_is_none_without_half_an_inch_of_water() -> None:
    state = open_sea().state()
    assert clear_run(state, (70_000, 36_000), EAST, 6000) == 2000
    assert wedges_of(state, (71_500, 36_000), EAST, "medium", 1) != ()
    assert wedges_of(state, (71_501, 36_000), EAST, "medium", 1) == ()
    assert clear_run(state, (72_001, 36_000), 270, 6000) == 0
    assert clear_run(state, (72_000, 36_000), 270, 6000) == 6000


@pytest.mark.rule("PA-6.2-6")
def test_long_torpedoes_that_met_land_do_not_run_on() -> None:
    sea = open_sea().land("island", (24, 30), (28, 30), (28, 40), (24, 40))
    after, events = rule(with_marker(sea, "long", 1), second_run)
    assert after.markers == {}
    assert [gone.marker for gone in events_of(events, MarkerRemoved)] == ["t1"]


@pytest.mark.rule("PA-6.2-8")
def test_of_two_second_turn_wedges_only_the_one_in_open_water_runs_on() -> None:
    sea = open_sea().land("island", (26.2, 36.5), (30, 36.5), (30, 40), (26.2, 40))  # right before the right hand one
    after, _ = rule(with_marker(sea, "long", 2), second_run)
    assert after.markers["t1"].wedges == (corners((6, -2), (6, 0), (12, 1), (12, -3)),)


@pytest.mark.rule("PA-SHO-H4")
def test_a_line_from_a_fort_ashore_comes_to_open_water_at_the_beach() -> None:
    sea = open_sea().land("coastline", (10, 0), (30, 0), (30, 8), (10, 8))
    state = sea.state()
    assert shore(state, (20_000, 6000), 180, 6000) == (20_000, 8002)
    assert shore(state, (20_000, 1000), 180, 6000) is None
    assert shore(state, (20_000, 20_000), 180, 6000) == (20_000, 20_000)
