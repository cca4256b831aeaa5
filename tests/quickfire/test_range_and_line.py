"""Ranges, arcs and the line of fire: bands and their borders, end-on targets, ships and land in the way."""

from __future__ import annotations

from itertools import product

import pytest

from rules.kernel.inches import orientation, segment_enters_polygon
from rules.kernel.ruling import Rolled
from rules.kernel.system import caption
from rules.quickfire import SYSTEM
from rules.quickfire.commands import Fire
from rules.quickfire.events import RoundFired
from rules.quickfire.gunnery import shot
from rules.quickfire.line_of_fire import Stretch, blocker, cuts, end_on, enters, line_between, outline_at
from rules.quickfire.roster import armour_text
from rules.quickfire.steering import _clear_plots
from tests.quickfire.duel import FR, US, Duel, massena_and_ohio

AT_MASSENA = Fire(US, "ohio", "heavy", "massena")


@pytest.mark.rule("QF-RNG-1")
@pytest.mark.rule("QF-RNG-H1")
@pytest.mark.parametrize(
    ("apart", "band"),
    [(100, "point_blank"), (101, "short"), (600, "short"), (601, "long"), (1200, "long"), (1201, "")],
)
def test_a_distance_on_the_border_belongs_to_the_nearer_range(apart: int, band: str) -> None:  # P04
    duel = Duel().setting("table", "1600x1800").ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 300 + apart))
    state = duel.at("gunnery_1")
    assert line_between(state, state.ships["ohio"], state.ships["massena"]).band == band


@pytest.mark.rule("QF-RNG-1")
def test_nobody_fires_beyond_long_range() -> None:
    duel = Duel().setting("table", "1600x1800").ship("Ohio", US, (600, 300)).ship("Massena", FR, (600, 1501))
    state = duel.at("gunnery_1")
    assert duel.why(state, AT_MASSENA) == ["QF-RNG-1"]
    assert duel.commands(state, "fire") == []


@pytest.mark.rule("QF-RNG-2")
def test_range_runs_from_funnel_to_funnel_whatever_the_heading_and_is_the_same_both_ways() -> None:
    for facing in ("000", "090", "135"):
        duel = Duel().ship("Ohio", US, (600, 300), facing).ship("Massena", FR, (900, 700), facing)
        state = duel.at("gunnery_1")
        ohio, massena = state.ships["ohio"], state.ships["massena"]
        assert line_between(state, ohio, massena).distance == 500_000
        assert line_between(state, massena, ohio) == line_between(state, ohio, massena)


@pytest.mark.rule("QF-ARC-H1")
@pytest.mark.parametrize(
    ("at", "ahead_or_astern"),
    [
        ((1000, 300), True),  # right ahead
        ((200, 300), True),  # right astern
        ((600, 700), False),  # abeam
        ((1000, 500), True),  # 26.6 degrees off the bow
        ((1000, 540), False),  # 31 degrees
        ((200, 500), True),
        ((200, 60), False),
    ],
)
def test_a_target_within_30_degrees_of_bow_or_stern_is_end_on(at: tuple[int, int], ahead_or_astern: bool) -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090").ship("Massena", FR, at)
    state = duel.at("gunnery_1")
    assert end_on(state, state.ships["ohio"], state.ships["massena"]) is ahead_or_astern


@pytest.mark.rule("QF-ARC-H1")
def test_end_on_fire_has_half_the_rating_rounded_down_and_at_least_1() -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090").ship("Massena", FR, (1000, 300))
    state = duel.at("gunnery_1")
    ohio, massena = state.ships["ohio"], state.ships["massena"]
    assert shot(state, ohio, "heavy", massena).rating == 9
    assert shot(state, ohio, "light", massena).rating == 8
    weak = Duel().ship("Ohio", US, (600, 300), "090", gunnery_light=1).ship("Massena", FR, (1000, 300))
    state = weak.at("gunnery_1")
    assert shot(state, state.ships["ohio"], "light", state.ships["massena"]).rating == 1


@pytest.mark.rule("QF-ARC-H1", "QF-FIRE-3")
def test_the_log_tells_both_ratings_their_ratio_and_the_half_of_fire_end_on() -> None:
    ahead = Duel().ship("Ohio", US, (600, 300), "090").ship("Massena", FR, (1000, 300))
    state, events = ahead.give(ahead.at("gunnery_1"), Fire(US, "ohio", "heavy", "massena"), 1, 6, 5)
    white = next(event for event in events if isinstance(event, Rolled) and event.die == "white")
    halved, ratio = white.breakdown.workings
    assert [(term.value, term.label, term.rule) for term in halved.terms] == [
        (38, "heavy rating of Ohio", "QF-FIRE-3"),
        (-20, "end on: half, rounded down", "QF-ARC-H1"),
    ]
    assert white.breakdown.adds_up and (halved.total, halved.parts) == (18, 2)
    armour = state.scene.cards["massena"].armour("heavy")
    assert (ratio.terms[1].value, ratio.total) == (armour, 200 * 9 // armour)
    shown = caption(SYSTEM, state, next(event for event in events if isinstance(event, RoundFired)))
    assert f"9, end on: half of 19, against {armour_text(armour)}, {ratio.total} %: the" in shown.detail
    abeam = massena_and_ohio()
    _, events = abeam.give(abeam.at("gunnery_1", FR), Fire(FR, "massena", "heavy", "ohio"), 1, 2, 4)
    fired = next(event for event in events if isinstance(event, RoundFired))
    assert (fired.ratings, fired.entry) == ("16 against 11, 145 %", "the 125 % line hits on 7 or less")


@pytest.mark.rule("QF-ARC-H2")
def test_a_ship_of_either_side_on_the_line_blocks_fire() -> None:
    for side in (US, FR):
        duel = massena_and_ohio().ship("Brooklyn", side, (600, 500))
        state = duel.at("gunnery_1")
        assert duel.why(state, AT_MASSENA) == ["QF-ARC-H2"]
        assert AT_MASSENA not in duel.commands(state, "fire")


@pytest.mark.rule("QF-ARC-H2")
def test_a_light_vessel_on_the_line_does_not_block_fire() -> None:
    duel = massena_and_ohio().ship("Durandal", FR, (600, 500))
    assert duel.check(duel.at("gunnery_1"), AT_MASSENA) == ()


@pytest.mark.rule("QF-ARC-H2")
def test_a_ship_beside_the_line_or_off_the_table_does_not_block_fire() -> None:
    beside = massena_and_ohio().ship("Brooklyn", US, (630, 500))
    assert beside.check(beside.at("gunnery_1"), AT_MASSENA) == ()
    sunk = massena_and_ohio().ship("Brooklyn", US, (600, 500)).hurt("Brooklyn", gone="sunk")
    assert sunk.check(sunk.at("gunnery_1"), AT_MASSENA) == ()


@pytest.mark.rule("QF-ARC-H2")
@pytest.mark.parametrize(
    ("there", "middle", "aside"), [((900, 300), (650, 500), (650, 560)), ((900, 900), (650, 800), (650, 740))]
)
def test_a_ship_on_a_slanting_line_blocks_it(
    there: tuple[int, int], middle: tuple[int, int], aside: tuple[int, int]
) -> None:
    for at, found in ((middle, "brooklyn"), (aside, "")):
        duel = Duel().ship("Ohio", US, (400, 700)).ship("Massena", FR, there).ship("Brooklyn", US, at, "000")
        ships = duel.at("gunnery_1").ships
        assert blocker(duel.at("gunnery_1"), ships["ohio"], ships["massena"]) == found


@pytest.mark.rule("QF-ARC-H3")
def test_land_on_the_line_blocks_fire() -> None:
    duel = massena_and_ohio().setting("land Point", "550,480 650,480 650,520 550,520")
    assert duel.why(duel.at("gunnery_1"), AT_MASSENA) == ["QF-ARC-H3"]
    beside = massena_and_ohio().setting("land Point", "650,480 750,480 750,520 650,520")
    assert beside.check(beside.at("gunnery_1"), AT_MASSENA) == ()


@pytest.mark.rule("QF-RAM-H5")
def test_an_outline_is_crossed_only_through_its_inside() -> None:
    for heading in (0, 45, 90, 200):
        outline = outline_at((0, 0), heading, 40_000, 8_000)
        for end in ((60_000, 0), (0, 60_000), (60_000, 20_000), (-20_000, 60_000)):
            for start in ((-60_000, 0), (0, -60_000), outline[0], (4_000, 30_000)):
                assert enters(start, end, outline) == segment_enters_polygon(start, end, outline), (heading, start, end)


@pytest.mark.rule("QF-RAM-H5")
def test_a_ship_is_as_large_as_her_model_at_1_to_3000() -> None:
    state = massena_and_ohio().opening()
    assert (state.scene.length["ohio"], state.scene.beam["ohio"]) == (40_030, 7_315)


@pytest.mark.rule("QF-RNG-3")
def test_a_cable_is_33_millimetres_and_ten_of_them_a_mile() -> None:
    moves = massena_and_ohio().opening().scene.charts.movement
    assert (moves.mm_per_cable, moves.mm_per_mile) == (33, 330)
    result = massena_and_ohio(330)
    report = result.system.sight(result.at("gunnery_1"), US, (600_000, 300_000), (600_000, 630_000))
    assert "10.0 cables" in report.distance


# --- Coasts: a line right across a stretch of coast, and the plots that end short of one ---

POINTS = tuple(product((3, 7, 12), (5, 8, 14)))


def test_a_line_cuts_a_stretch_when_each_end_of_either_lies_on_another_side_of_the_other() -> None:
    tried = 0
    for a, b, c, d in product(POINTS, repeat=4):
        across = orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0
        stretch = Stretch(c, d, min(c[0], d[0]), min(c[1], d[1]), max(c[0], d[0]), max(c[1], d[1]))
        assert cuts(a, b, (stretch,)) is across, (a, b, c, d)
        tried += across
    assert tried > 100


@pytest.mark.rule("QF-MOV-H1")
@pytest.mark.parametrize("most", [1, 3, 6])
def test_the_boxes_of_a_plot_are_never_more_than_a_ship_may_run_whichever_way_she_turns(most: int) -> None:
    state = massena_and_ohio().at("movement")
    ship = next(iter(state.ships.values()))
    found = _clear_plots(state, ship, most, ())
    assert max(sum(int(sign) for sign in plot if sign.isdigit()) for plot in found) == most
    assert {plot.translate(str.maketrans("LR", "RL")) for plot in found} == found  # to port as to starboard
