"""Blast, the Damage Table, fires, explosions, and how hits are marked."""

from __future__ import annotations

import re

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Event
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.system import caption
from rules.quickfire.charts import Codes, codes_words, load_charts
from rules.quickfire.commands import Fire
from rules.quickfire.damage import apply_codes, explode
from rules.quickfire.events import (
    BatteryHit,
    BlastStruck,
    BoatGunsLost,
    Exploded,
    FireOut,
    FireStarted,
    RoundFailed,
    RoundFired,
    SpeedLost,
    TorpedoesLost,
)
from rules.quickfire.state import Hit, Ship, State, rof
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio
from tests.test_replays import golden_session

AT_OHIO = Fire(FR, "massena", "heavy", "ohio")


def mark_ship(duel: Duel, name: str, codes: Codes, *faces: int) -> tuple[Ship, tuple[Event, ...]]:
    """Return a ship after some codes."""
    dice = TapeDice(faces)
    ruling = Ruling(duel.system, duel.at("gunnery_1"), dice)
    apply_codes(ruling, name, codes, "QF-DMG-7")
    assert dice.faces_left == 0
    return ruling.state.ships[name], tuple(ruling.events)


# --- blast ---


@pytest.mark.rule("QF-BLAST-1")
def test_blast_uses_the_sum_of_the_same_three_dice() -> None:  # G09
    duel = massena_and_ohio()
    state, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 1, 3)
    assert len(events_of(events, Rolled)) == 2  # nothing is rolled again
    assert [fired.blast for fired in events_of(events, RoundFired)] == ["D, F"]  # 1 + 1 + 3 = 5
    assert state.hits[0].blast == {"D": 1, "F": 1}


@pytest.mark.parametrize(("black", "white"), [(1, (2, 3)), (2, (1, 3)), (3, (1, 2)), (4, (1, 1))])
@pytest.mark.rule("QF-BLAST-1")
def test_the_black_die_counts_in_the_sum_whatever_it_shows(black: int, white: tuple[int, int]) -> None:
    duel = massena_and_ohio(90)
    _, events = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, black, *white)
    assert [fired.blast for fired in events_of(events, RoundFired)] == ["F"]  # 6 at point-blank


@pytest.mark.parametrize("away", [90, 400, 700])
@pytest.mark.rule("QF-FIRE-6", "QF-BLAST-1")
def test_the_guides_own_example_names_a_speed_hit_and_no_blast_at_any_range(away: int) -> None:
    """1 on the black die, 2 and 4 on the white ones: the Ohio suffers one Speed hit."""
    duel = massena_and_ohio(away)
    state, _ = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 2, 4)
    assert [(hit.codes, hit.blast) for hit in state.hits] == [({"S": 1}, {})]


@pytest.mark.rule("QF-BLAST-1")
def test_a_black_6_counts_like_any_other_face_where_the_table_has_its_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of all three dice decides, and with a rate of fire of 6 a black 6 is a round that counts."""
    monkeypatch.setitem(load_charts().gunnery.blast["point_blank"], 8, {"F": 1})
    duel = Duel().ship("Asahi", US, (500, 500)).ship("Massena", FR, (500, 590))
    opened = duel.at("gunnery_1", first=US)
    assert opened.scene.cards["asahi"].rof_light == 6
    state, events = duel.give(opened, Fire(US, "asahi", "light", "massena"), 6, 1, 1)
    assert [fired.blast for fired in events_of(events, RoundFired)] == ["F"]
    assert [hit.blast for hit in state.hits] == [{"F": 1}]


@pytest.mark.rule("QF-BLAST-1")
def test_a_round_can_hit_and_blast_or_blast_without_a_hit() -> None:
    duel = massena_and_ohio()
    weak = Fire(FR, "massena", "light", "ohio")
    state, events = duel.give(duel.at("gunnery_1", first=FR), weak, 1, 2, 2)
    (fired,) = events_of(events, RoundFired)
    assert (fired.hits, fired.blast) == (0, "D, F")  # 4 is more than the 3 she needs; 5 in all
    assert (state.hits[0].codes, state.hits[0].blast) == ({}, {"D": 1, "F": 1})


@pytest.mark.rule("QF-BLAST-2")
def test_blast_is_marked_when_the_phase_closes_after_all_hits() -> None:
    duel = massena_and_ohio()
    state, _ = duel.give(duel.at("gunnery_1", first=FR), AT_OHIO, 1, 1, 3)
    assert (state.ships["ohio"].fires, state.ships["ohio"].speed_hits) == (0, 0)
    after, events = duel.close(state)
    assert (after.ships["ohio"].fires, after.ships["ohio"].speed_hits) == (1, 1)
    kinds = [type(event) for event in events]
    assert kinds.index(SpeedLost) < kinds.index(BlastStruck) < kinds.index(FireStarted)


@pytest.mark.rule("QF-BLAST-H1")
@pytest.mark.parametrize(
    ("total", "point_blank", "short", "long"),
    [
        (3, {"E": 1, "F": 1}, {"E": 1, "F": 1}, {"E": 1, "F": 1}),
        (4, {"E": 1}, {"E": 1}, {"E": 1}),
        (5, {"D": 1, "F": 1}, {"D": 1, "F": 1}, {"D": 1}),  # H08
        (6, {"F": 1}, {}, {}),
        (7, {}, {}, {}),  # the sum of the guide's example
        (8, {}, {}, {}),
        (9, {}, {}, {}),  # H08
        (18, {}, {}, {}),
    ],
)
def test_the_blast_line_depends_on_the_range(total: int, point_blank: Codes, short: Codes, long: Codes) -> None:
    chart = load_charts().gunnery.blast
    assert [chart[band].get(total, {}) for band in ("point_blank", "short", "long")] == [point_blank, short, long]


@pytest.mark.rule("QF-BLAST-H2")
def test_a_round_that_failed_its_rof_die_causes_blast_only_with_the_switch() -> None:
    slow = massena_and_ohio().hurt("Massena", heavy_hits=3)
    state, events = slow.give(slow.at("gunnery_1", first=FR), AT_OHIO, 2, 1, 2)
    assert [failed.blast for failed in events_of(events, RoundFailed)] == ["n/e"] and state.hits == ()
    slow.setting("blast_on_failed_rof", True)
    state, events = slow.give(slow.at("gunnery_1", first=FR), AT_OHIO, 2, 1, 2)
    assert [failed.blast for failed in events_of(events, RoundFailed)] == ["D, F"]
    assert (state.hits[0].codes, state.hits[0].blast) == ({}, {"D": 1, "F": 1})


@pytest.mark.rule("QF-SEQ-1")
def test_two_ships_that_fire_at_each_other_both_hurt_each_other() -> None:  # G10
    duel = massena_and_ohio().hurt("Ohio", heavy_hits=3).hurt("Massena", heavy_hits=3)
    state, _ = duel.give(duel.at("gunnery_1"), Fire(US, "ohio", "heavy", "massena"), 1, 3, 4)
    state = state.but(cursor=duel.cursor("gunnery_1", first=FR))
    assert rof(state, state.ships["massena"], "heavy") == 1
    state, _ = duel.give(state, AT_OHIO, 1, 3, 4)
    after, events = duel.close(state)
    assert {(hit.ship, hit.rof) for hit in events_of(events, BatteryHit)} == {("massena", 0), ("ohio", 0)}
    assert [rof(after, ship, "heavy") for ship in after.ships.values()] == [0, 0]
    assert after.hits == ()


# --- the Damage Table ---


@pytest.mark.rule("QF-DMG-1")
def test_explosions_fires_and_repairs_are_thrown_with_two_dice() -> None:
    duel = massena_and_ohio().hurt("Ohio", fires=1)
    _, events = duel.enter("end", 3, 1)
    assert [(rolled.sides, len(rolled.faces)) for rolled in events_of(events, Rolled)] == [(6, 2)]
    assert sorted(load_charts().damage.explosion) == list(range(2, 13))


@pytest.mark.rule("QF-DMG-2")
@pytest.mark.rule("QF-DMG-H1")
@pytest.mark.parametrize(
    ("faces", "speed", "heavy", "light", "rudder", "fires"),
    [
        ((1, 1), 8, 1, 1, 0, 1),
        ((1, 2), 4, 1, 0, 0, 1),
        ((2, 2), 3, 1, 0, 0, 0),
        ((1, 4), 2, 0, 1, 1, 0),
        ((3, 3), 2, 0, 0, 0, 0),
        ((3, 4), 0, 0, 0, 0, 0),  # H09
        ((4, 4), 1, 0, 1, 0, 0),
        ((4, 5), 1, 1, 0, 0, 0),
        ((5, 5), 0, 1, 1, 0, 0),
        ((5, 6), 1, 0, 0, 0, 1),
        ((6, 6), 2, 2, 0, 0, 0),
    ],
)
def test_an_explosion_applies_the_codes_of_its_line(
    faces: tuple[int, int], speed: int, heavy: int, light: int, rudder: int, fires: int
) -> None:
    ship, events = mark_ship(massena_and_ohio(), "ohio", {"E": 1}, *faces)
    assert len(events_of(events, Exploded)) == 1
    assert (ship.speed_hits, ship.heavy_hits, ship.light_hits) == (speed, heavy, light)
    assert (ship.rudder_hits, ship.fires) == (rudder, fires)


@pytest.mark.rule("QF-DMG-3")
def test_a_fire_that_causes_an_explosion_burns_on() -> None:  # G11
    duel = massena_and_ohio().hurt("Ohio", fires=1)
    state, events = duel.enter("end", 6, 6, 3, 3)
    assert [event.codes for event in events_of(events, Exploded)] == ["2 S"]
    assert (state.ships["ohio"].fires, state.ships["ohio"].speed_hits) == (1, 2)


@pytest.mark.rule("QF-DMG-3")
def test_a_fire_that_goes_out_leaves_the_others_burning() -> None:  # G12
    duel = massena_and_ohio().hurt("Ohio", fires=3)
    state, events = duel.enter("end", 3, 4, 1, 2, 5, 5)
    assert len(events_of(events, FireOut)) == 1
    assert state.ships["ohio"].fires == 2


@pytest.mark.rule("QF-DMG-H2")
@pytest.mark.parametrize("total", range(2, 13))
def test_a_fire_goes_out_on_6_7_8_and_explodes_on_2_and_12(total: int) -> None:  # H10
    faces = (total - 6, 6) if total > 6 else (1, total - 1)
    explodes = total in (2, 12)
    duel = massena_and_ohio().hurt("Ohio", fires=1)
    state, events = duel.enter("end", *faces, *((3, 4) if explodes else ()))
    assert bool(events_of(events, Exploded)) is explodes
    assert state.ships["ohio"].fires == (0 if total in (6, 7, 8) else 1)


@pytest.mark.rule("QF-DMG-7")
def test_each_code_marks_what_it_says() -> None:
    ship, _ = mark_ship(massena_and_ohio(), "ohio", {"S": 2, "Gh": 1, "Gl": 2, "T": 1, "D": 1, "F": 2})
    assert (ship.speed_hits, ship.heavy_hits, ship.light_hits) == (2, 1, 2)
    assert (ship.torpedo, ship.rudder_hits, ship.fires) == (0, 1, 2)


@pytest.mark.rule("QF-DMG-7", "QF-DMG-3")
def test_what_the_charts_print_as_codes_the_log_tells_in_words() -> None:
    """S is a speed hit, Gh and Gl gunnery hits, D a direction hit, E an explosion, F a fire, T a torpedo rating hit."""
    assert codes_words({"S": 2, "Gh": 1, "F": 1}) == "2 speed hits, 1 heavy gunnery hit, 1 fire"
    assert codes_words({}) == "no effect"
    duel = massena_and_ohio().hurt("Ohio", fires=2)
    state, events = duel.enter("end", 4, 5, 6, 6, 2, 3)
    assert [event.verdict for event in events_of(events, Rolled)][:2] == ["burns on", "explosion"]
    printed = state.scene.charts.damage.explosion[5]
    (thrown,) = [event for event in events_of(events, Rolled) if event.what == "explosion in Ohio"]
    (bang,) = [caption(duel.system, state, event).text for event in events_of(events, Exploded)]
    assert printed and thrown.verdict == codes_words(printed), "the dice say what they bring, and nothing says it again"
    assert bang == "An explosion tore through Ohio"


def test_no_code_of_a_chart_stands_in_the_log_of_a_whole_game() -> None:
    game = golden_session("quickfire/port_arthur_roads")
    assert game.readonly == ""
    lines = [caption(game.system, game.state, event) for step in game.steps for event in step.events]
    codes = re.compile(r"n/e|\b(?:S|Gh|Gl|T|D|E|F)(?:, |$|\))")
    assert [line.text + line.detail for line in lines if codes.search(f"{line.text}) {line.detail})")] == []
    assert len(lines) > 100


@pytest.mark.rule("QF-DMG-H3")
def test_the_ninth_speed_hit_and_later_ones_are_extra() -> None:
    ship, events = mark_ship(massena_and_ohio().hurt("Ohio", speed_hits=7), "ohio", {"S": 3})
    assert ship.speed_hits == 10
    assert [(lost.boxes, lost.extra) for lost in events_of(events, SpeedLost)] == [(0, 2)]


@pytest.mark.rule("QF-DMG-H4")
def test_gunnery_hits_on_a_silent_battery_are_lost_and_do_not_spill_over() -> None:
    ship, events = mark_ship(massena_and_ohio().hurt("Ohio", heavy_hits=3), "ohio", {"Gh": 3})
    assert (ship.heavy_hits, ship.light_hits) == (4, 0)
    assert [(hit.hits, hit.rof) for hit in events_of(events, BatteryHit)] == [(1, 0)]


@pytest.mark.rule("QF-DMG-H5")
def test_a_boat_loses_her_boat_guns_first_and_then_torpedo_points() -> None:
    duel = massena_and_ohio().ship("Durandal", FR, (600, 350))
    ship, events = mark_ship(duel, "durandal", {"Gl": 3})
    assert ship.boat_gun_lost and ship.torpedo == 2
    assert len(events_of(events, BoatGunsLost)) == 1
    assert [lost.hits for lost in events_of(events, TorpedoesLost)] == [2]
    ship, _ = mark_ship(duel.hurt("Durandal", boat_gun_lost=True), "durandal", {"Gh": 1})
    assert ship.torpedo == 3


@pytest.mark.rule("QF-DMG-H6")
def test_a_torpedo_rating_never_falls_below_0_and_fires_add_up() -> None:
    ship, _ = mark_ship(massena_and_ohio(), "ohio", {"T": 3, "F": 1})
    assert (ship.torpedo, ship.fires) == (0, 1)
    again, _ = mark_ship(massena_and_ohio().hurt("Ohio", fires=2, rudder_hits=1), "ohio", {"F": 1, "D": 1})
    assert (again.fires, again.rudder_hits) == (3, 2)


@pytest.mark.rule("QF-DMG-H7")
def test_explosions_come_after_all_other_hits_of_the_phase_in_the_order_of_the_rounds() -> None:
    duel = massena_and_ohio().ship("Maine", US, (800, 300))
    state: State = duel.at("gunnery_1")
    waiting = (
        Hit(ship="massena", target="ohio", codes={}, blast={"E": 1}, rule="QF-FIRE-7"),
        Hit(ship="massena", target="maine", codes={"S": 1}, blast={"E": 1}, rule="QF-FIRE-7"),
    )
    after, events = duel.close(state.but(hits=waiting), 3, 4, 5, 5)
    order = [(type(event).__name__, event.ship) for event in events if isinstance(event, (SpeedLost, Exploded))]
    assert order == [("SpeedLost", "maine"), ("Exploded", "ohio"), ("Exploded", "maine")]
    assert rof(after, after.ships["maine"], "heavy") == 3


@pytest.mark.rule("QF-DMG-2")
def test_the_worst_explosion_stops_any_ship_at_once() -> None:
    duel = massena_and_ohio()
    ruling = Ruling(duel.system, duel.at("gunnery_1"), TapeDice((1, 1)))
    explode(ruling, "ohio")
    assert ruling.state.ships["ohio"].speed_hits == 8
