"""What the window shows of Quickfire: pieces, markers, log sheets, the lit chart, sketches, sight lines, odds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rules.kernel.breakdown import working_words
from rules.kernel.odds import odds
from rules.kernel.plurals import join_words
from rules.kernel.preview import breakdowns
from rules.kernel.view import Cell, Marker, Panel, Piece
from rules.quickfire import SYSTEM
from rules.quickfire.combat_chart import chart_panels
from rules.quickfire.commands import BoatFire, Fire, Follow, Launch, Move, Ram, Repair
from rules.quickfire.explain import outcome_class, panels, sight, sketch
from rules.quickfire.state import State, place, with_ship
from rules.quickfire.view import damage_state, prompt, view
from tests.quickfire.duel import FR, US, Duel, massena_and_ohio

score = SYSTEM.score


def piece(state: State, name: str) -> Piece:
    return next(found for found in view(state, US).pieces if found.id == name)


def marks(state: State, kind: str) -> list[Marker]:
    return [mark for mark in view(state, US).markers if mark.kind == kind]


def panel(found: Iterable[Panel], key: str) -> Panel:
    return next(one for one in found if one.id == key)


def lit_cells(one: Panel) -> set[tuple[str, str]]:
    """Return (label of the row, text) of every lit cell beside the label."""
    return {(row[0].text.removeprefix("▸ "), cell.text) for row in one.rows for cell in row[1:] if cell.tone == "lit"}


def count_struck(cells: tuple[Cell, ...]) -> int:
    return sum(cell.tone == "bad" for cell in cells)


# ---------------------------------------------------------------------- the table


@pytest.mark.rule("QF-SEQ-H5", "QF-RNG-2")
def test_both_sides_see_every_ship_at_her_forward_funnel() -> None:
    state = massena_and_ohio().at("gunnery_1")
    for side in (US, FR, ""):
        seen = view(SYSTEM.known_state(state, side) if side else state, side)
        assert {found.id: found.at for found in seen.pieces} == {
            "ohio": (600_000, 300_000),
            "massena": (600_000, 700_000),
        }
        assert all(found.known and not found.ghost for found in seen.pieces)


def test_the_table_has_the_size_of_the_scenario_and_its_land() -> None:
    duel = massena_and_ohio().setting("table", "1200x900").setting("land Cuba", "0,0 1200,0 1200,40")
    ground = view(duel.at("movement"), US).ground
    assert ground is not None
    assert (ground.kind, ground.size, ground.unit) == ("table", (1_200_000, 900_000), "mm")
    assert ground.outlines == (("Cuba", ((0, 0), (1_200_000, 0), (1_200_000, 40_000))),)


@pytest.mark.rule("QF-SEQ-H1", "QF-SEQ-H3", "QF-OPT-101")
def test_the_ribbon_shows_the_gunnery_phases_that_are_played() -> None:
    def numbers(**options: bool) -> list[int]:
        duel = massena_and_ohio()
        for key, value in options.items():
            duel.setting(key, value)
        return [mark.number for mark in view(duel.at("movement"), US).phases]

    assert numbers() == [1, 2, 3, 4, 5, 6]
    assert numbers(single_gunnery_phase=True) == [1, 2, 3, 5, 6]
    assert numbers(third_gunnery_phase=True) == [1, 2, 3, 4, 4, 5, 6]


def test_badges_tell_of_fires_rudders_stopped_ships_and_silent_guns() -> None:
    duel = (
        massena_and_ohio()
        .hurt("Ohio", fires=2, rudder_hits=1)
        .hurt("Massena", speed_hits=9, heavy_hits=4, light_hits=5)
    )
    state = duel.at("gunnery_1")
    assert [(badge.kind, badge.letter) for badge in piece(state, "ohio").badges] == [("fire", "2"), ("rudder", "D")]
    assert [badge.kind for badge in piece(state, "massena").badges] == ["sinking", "stopped"]
    assert piece(state, "massena").bars[0].value == 0
    assert "silent" in piece(state, "massena").text


def test_a_run_longer_than_the_boxes_still_open_is_not_told_as_a_part_of_them() -> None:
    text = {}
    for hits in (0, 3):
        state = massena_and_ohio().hurt("Ohio", speed_hits=hits).at("gunnery_1")
        text[hits] = piece(with_ship(state, state.ships["ohio"].but(ran=6)), "ohio").text
    assert text[0].startswith("speed 6 of 8, ")
    assert text[3].startswith("ran 6, top speed now 5, ")


def test_a_ship_looks_as_hurt_as_she_is() -> None:
    duel = massena_and_ohio()
    found = []
    for hits in range(9):
        state = duel.hurt("Ohio", speed_hits=hits).at("gunnery_1")
        found.append(damage_state(state, state.ships["ohio"]))
    assert found == [0, 1, 1, 2, 2, 3, 3, 3, 4]


@pytest.mark.rule("QF-RNG-1", "QF-ARC-H1", "QF-BG-5")
def test_rings_show_the_ranges_and_arcs_where_half_the_guns_bear() -> None:
    state = massena_and_ohio().ship("Durandal", FR, (900, 500)).at("gunnery_1")
    mine = [mark for mark in marks(state, "ring") if mark.places[0] == place(state.ships["ohio"])]
    assert [(mark.text, mark.value) for mark in mine] == [
        ("point-blank", 100_000),
        ("short", 600_000),
        ("long", 1_200_000),
    ]
    assert [mark.facing for mark in marks(state, "arc") if mark.side == US] == [90, 270]
    boat = [mark for mark in marks(state, "ring") if mark.places[0] == place(state.ships["durandal"])]
    assert [mark.value for mark in boat] == [100_000]


@pytest.mark.rule("QF-VP-H4")
def test_exits_are_drawn_on_the_edge_or_on_the_halves_that_meet_in_a_corner() -> None:
    duel = massena_and_ohio()
    duel.special += [("exit_south", US, 0), ("exit_north_east", FR, 0)]
    found = {(mark.side, mark.facing): mark.places for mark in marks(duel.at("movement"), "exit")}
    assert found[US, 180] == ((0, 1_000_000), (1_600_000, 1_000_000))
    assert found[FR, 0] == ((800_000, 0), (1_600_000, 0))
    assert found[FR, 90] == ((1_600_000, 0), (1_600_000, 500_000))


def test_a_wake_lies_where_a_ship_has_run() -> None:
    duel = massena_and_ohio()
    state = duel.at("movement")
    assert marks(state, "wake") == []
    moved, _ = duel.give(state, Move(US, "ohio", "2R4"))
    assert [mark.places[0] for mark in marks(moved, "wake")] == [(600_000, 300_000)]


def test_the_prompt_names_who_can_still_act() -> None:
    duel = massena_and_ohio()
    state = duel.at("movement")
    assert "Ohio" in view(state, US).prompt.text and "Massena" not in view(state, US).prompt.text
    moved, _ = duel.give(state, Move(US, "ohio", "6"))
    assert view(moved, US).prompt.text == "Nothing is left to do here: end the phase."
    assert "Ohio" in view(duel.at("gunnery_1"), US).prompt.text
    hit = duel.hurt("Ohio", speed_hits=1)
    assert "Ohio 5" in view(hit.at("end"), US).prompt.text
    assert [found.ready for found in view(state, US).pieces] == [True, False]


def test_long_lists_of_names_are_cut_short() -> None:
    assert join_words(["A"], 4) == "A"
    assert join_words(["A", "B", "C"], 4) == "A, B and C"
    assert join_words(list("ABCDEFG"), 4) == "A, B, C, D and 3 more"


# ---------------------------------------------------------------------- log sheet and chart


@pytest.mark.rule("QF-SHIP-1", "QF-MOV-1", "QF-DMG-H3")
def test_the_log_sheet_strikes_what_is_lost() -> None:
    duel = massena_and_ohio().hurt("Ohio", speed_hits=3, heavy_hits=1, torpedo=0, repair_dice=2)
    state = duel.at("gunnery_1")
    sheet = panels(state, FR, "ohio")[1]
    tracks = dict(sheet.tracks)
    assert {name: (count_struck(cells), len(cells)) for name, cells in tracks.items()} == {
        "Speed": (3, 8),
        "Heavy ROF": (1, 4),
        "Light ROF": (0, 5),
        "Torpedo": (1, 1),
        "Repair dice": (3, 5),
    }
    assert [cell.text for cell in tracks["Speed"]][:4] == ["8", "7", "6", "5"]
    assert "Speed +P" in dict(panels(state, FR, "massena")[1].tracks)
    wreck = duel.hurt("Ohio", speed_hits=10).at("end")
    assert "Extra speed hits in the margin: 2." in panels(wreck, US, "ohio")[1].notes


def test_there_is_no_log_of_a_ship_that_is_not_on_the_table() -> None:
    state = massena_and_ohio().hurt("Massena", gone="sunk").at("gunnery_1")
    assert panels(state, US, "massena") == () and panels(state, US, "nobody") == ()
    assert [one.id for one in panels(state, US, "chart")] == [one.id for one in chart_panels(state)]


def test_beside_the_log_sheet_lie_the_parts_of_the_chart_that_the_phase_uses() -> None:
    def keys(phase: str) -> list[str]:
        return [one.id for one in panels(massena_and_ohio().at(phase), US, "ohio")[2:]]

    assert keys("gunnery_2") == ["chart-fire", "chart-reckoner", "chart-blast", "chart-boats"]
    assert keys("torpedoes") == ["chart-torpedo"]
    assert keys("end") == ["chart-damage", "chart-sinking"]
    assert keys("movement") == ["chart-fire", "chart-blast", "chart-damage"]


@pytest.mark.rule("QF-FIRE-3", "QF-FIRE-5", "QF-BLAST-1", "QF-FIRE-6")
def test_the_chart_lights_the_entry_used_the_line_rolled_and_the_sum_of_the_dice() -> None:
    duel = massena_and_ohio()
    state = duel.at("gunnery_1", first=FR)
    assert all(not lit_cells(one) for one in chart_panels(state))
    fired, _ = duel.give(state, Fire(FR, "massena", "heavy", "ohio"), 1, 2, 4)
    found = chart_panels(fired)
    assert lit_cells(panel(found, "chart-fire")) == {("125 %", "7 or less"), ("100 %", "1"), ("100 %", "S")}
    assert lit_cells(panel(found, "chart-reckoner")) == {("11", "14")}
    assert lit_cells(panel(found, "chart-blast")) == set()  # 7 does nothing
    struck, _ = duel.give(state, Fire(FR, "massena", "heavy", "ohio"), 1, 1, 3)
    assert lit_cells(panel(chart_panels(struck), "chart-blast")) == {("5", "D, F")}
    assert "Massena, heavy guns at Ohio" in panel(found, "chart-fire").notes[0]


@pytest.mark.rule("QF-FIRE-2")
def test_a_round_that_was_too_slow_lights_its_entry_and_no_line() -> None:
    duel = massena_and_ohio()
    fired, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", "heavy", "ohio"), 6, 2, 4)
    assert lit_cells(panel(chart_panels(fired), "chart-fire")) == {("125 %", "7 or less")}


@pytest.mark.rule("QF-DMG-1", "QF-TOR-H1", "QF-BG-H1")
def test_the_other_lines_of_the_chart_light_up_too() -> None:
    duel = Duel().ship("Ohio", US, (600, 300)).ship("Durandal", FR, (600, 360)).hurt("Ohio", speed_hits=1)
    fired, _ = duel.give(duel.at("gunnery_1"), BoatFire(US, "ohio", "durandal"), 5)
    assert lit_cells(panel(chart_panels(fired), "chart-boats")) == {("5", "T")}
    launched, _ = duel.give(duel.at("torpedoes", first=FR), Launch(FR, "durandal", "ohio"), 3, 3)
    assert lit_cells(panel(chart_panels(launched), "chart-torpedo")) == {("Capital ship, moving", "5")}
    mended, _ = duel.give(duel.at("end"), Repair(US, "ohio", "speed"), 2, 3)
    assert lit_cells(panel(chart_panels(mended), "chart-damage")) == {("5", "ok")}


def test_the_charts_on_which_the_last_throw_fell_are_fresh() -> None:
    def fresh(state: State) -> set[str]:
        return {one.id for one in panels(state, US, "") if one.fresh}

    duel = massena_and_ohio().hurt("Ohio", speed_hits=1)
    state = duel.at("gunnery_1", first=FR)
    assert fresh(state) == set()
    fired, _ = duel.give(state, Fire(FR, "massena", "heavy", "ohio"), 1, 4, 5)
    assert fresh(fired) == {"chart-fire", "chart-blast"}
    mended, _ = duel.give(duel.at("end"), Repair(US, "ohio", "speed"), 2, 3)
    assert fresh(mended) == {"chart-damage"}
    later = fired.but(cursor=duel.at("end").cursor)
    assert [one.id for one in panels(later, US, "ohio")[2:] if one.fresh] == ["chart-fire", "chart-blast"]


@pytest.mark.rule("QF-FIRE-5")
def test_the_chart_tells_what_the_black_and_the_white_dice_came_to() -> None:
    duel = massena_and_ohio()

    def chart_text(*faces: int) -> str:
        fired, _ = duel.give(duel.at("gunnery_1", first=FR), Fire(FR, "massena", "heavy", "ohio"), *faces)
        return panel(chart_panels(fired), "chart-fire").notes[0]

    assert "the line of 6 gives 1 speed hit" in chart_text(1, 2, 4)
    assert "Black die 5: ROF failed" in chart_text(5, 2, 4) and "no effect" in chart_text(5, 2, 4)
    assert "White dice 12: more than the 7 of the 125 % line, a miss" in chart_text(1, 6, 6)


def test_what_a_side_says_when_it_has_done_fits_the_phase() -> None:
    duel = massena_and_ohio()
    said = {phase: prompt(duel.at(phase)).done_label for phase in ("movement", "gunnery_2", "torpedoes", "end")}
    assert said == {
        "movement": "End movement",
        "gunnery_2": "Cease fire",
        "torpedoes": "End torpedoes",
        "end": "End repairs",
    }


def test_the_reckoner_gives_the_least_gunnery_of_each_entry() -> None:
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in chart_panels(massena_and_ohio().at("end"))[1].rows}
    assert rows["½"] == ["1", "1", "1", "1", "1", "1", "1", "1", "2", "2", "3"]
    assert rows["11"] == ["3", "5", "6", "9", "11", "14", "17", "22", "33", "44", "66"]
    assert rows["22"] == ["6", "9", "11", "17", "22", "28", "33", "44", "66", "88", "132"]


# ---------------------------------------------------------------------- sketches, needs, odds, sight


def test_a_sketch_shows_the_way_and_where_it_ends() -> None:
    duel = massena_and_ohio().line(["Maine", "Brooklyn"], US, (300, 200))
    state = duel.at("movement")
    drawn = sketch(state, Move(US, "ohio", "2R4"))
    assert (drawn.piece, drawn.facing, drawn.path[0]) == ("ohio", 135, (600_000, 300_000))
    assert drawn.path[1] == (612_500, 300_000) and drawn.at == drawn.path[-1]
    assert "ahead 2, wheel to starboard, ahead 4; 6 boxes, heading 135°" in drawn.label
    moved, _ = duel.give(state, Move(US, "maine", "6"))
    assert sketch(moved, Follow(US, "brooklyn")).label == "Brooklyn: follow Maine"
    assert len(sketch(moved, Follow(US, "brooklyn")).path) > 1


def test_a_sketch_of_fire_names_battery_and_target() -> None:
    state = massena_and_ohio().at("gunnery_1")
    drawn = sketch(state, Fire(US, "ohio", "light", "massena"))
    assert (drawn.piece, drawn.target, drawn.label) == ("ohio", "massena", "Ohio: light guns at Massena")


def test_a_ram_is_sketched_to_the_ship_it_is_meant_for() -> None:
    state = Duel().ship("Ohio", US, (600, 300), speed=8).ship("Massena", FR, (650, 300), "180").at("movement")
    drawn = sketch(state, Ram(US, "ohio", "massena"))
    assert (drawn.target, drawn.label) == ("massena", "Ohio: ram Massena")


@pytest.mark.rule("QF-FIRE-2", "QF-FIRE-H3")
def test_what_a_round_needs_is_told_before_it_is_fired() -> None:
    state = massena_and_ohio(700).at("gunnery_1", first=FR)
    black, white = breakdowns(SYSTEM, state, Fire(FR, "massena", "heavy", "ohio"))
    assert (black.need, black.low, black.on_dice, black.die) == (4, True, 3, "black")
    assert [(term.value, term.rule) for term in black.modifiers] == [(1, "QF-FIRE-H3")]
    assert (white.need, white.low, white.die) == (7, True, "white")
    (ratio,) = white.workings
    assert working_words(ratio) == "145 %: 16 heavy rating of Massena against 11 heavy armour of Ohio"
    assert breakdowns(SYSTEM, state, Fire(FR, "massena", "heavy", "nobody")) == ()
    assert breakdowns(SYSTEM, state, Move(FR, "massena", "6")) == ()


@pytest.mark.rule("QF-FIRE-2", "QF-FIRE-4", "QF-FIRE-5")
def test_the_odds_of_a_round_are_counted_over_all_216_throws() -> None:
    state = massena_and_ohio(700).at("gunnery_1", first=FR)
    found = odds(SYSTEM, state, Fire(FR, "massena", "heavy", "ohio"))
    assert found.exact
    assert found.of("miss: ROF failed") == pytest.approx(1 / 2)  # ROF 4, black die +1 at long range
    assert found.of("1 speed hit") == pytest.approx(9 / 36 / 2)
    assert found.of("1 gunnery hit") == pytest.approx(12 / 36 / 2)
    assert found.of("2 gunnery hits") == 0


@pytest.mark.rule("QF-FIRE-H1", "QF-FIRE-H2")
def test_massena_expects_0_389_hits_on_ohio_in_a_round_at_short_range() -> None:
    state = massena_and_ohio(400).at("gunnery_1", first=FR)
    found = odds(SYSTEM, state, Fire(FR, "massena", "heavy", "ohio"))
    assert found.of("1 speed hit") + found.of("1 gunnery hit") == pytest.approx(0.389, abs=0.0005)


def test_every_kind_of_throw_has_its_outcome_classes() -> None:
    duel = Duel().ship("Ohio", US, (600, 300)).ship("Durandal", FR, (600, 360)).hurt("Ohio", speed_hits=1)
    boats = odds(SYSTEM, duel.at("gunnery_1"), BoatFire(US, "ohio", "durandal"))
    assert {chance.label for chance in boats.chances} == {"miss", "1 speed hit", "torpedo rating", "speed and torpedo"}
    torpedo = odds(SYSTEM, duel.at("torpedoes", first=FR), Launch(FR, "durandal", "ohio"))
    assert torpedo.of("torpedo hit") == pytest.approx(10 / 36)
    repair = odds(SYSTEM, duel.at("end"), Repair(US, "ohio", "speed"))
    assert repair.of("repaired") == pytest.approx(15 / 36)
    assert repair.of("not repaired") == pytest.approx(21 / 36)
    assert outcome_class(()) == "done"


@pytest.mark.rule("QF-ARC-H2", "QF-ARC-H3", "QF-RNG-1", "QF-RNG-3")
def test_a_sight_line_tells_distance_range_and_what_blocks_it() -> None:
    duel = massena_and_ohio(330).setting("land Cuba", "0,0 400,0 400,100 0,100")
    state = duel.at("gunnery_1")
    found = sight(state, US, (600_000, 300_000), (600_000, 630_000))
    assert (found.distance, found.verdict) == ("330 mm, short, 10.0 cables", "Clear, short range")
    between = duel.ship("Brooklyn", US, (600, 450)).ship("Durandal", FR, (600, 380)).at("gunnery_1")
    blocked = sight(between, US, (600_000, 300_000), (600_000, 630_000))
    assert (blocked.verdict, blocked.rule) == ("Blocked by Brooklyn", "QF-ARC-H2")
    ashore = sight(state, US, (200_000, 50_000), (700_000, 50_000))
    assert (ashore.verdict, ashore.rule) == ("Blocked by Cuba", "QF-ARC-H3")
    assert sight(state, US, (0, 900_000), (1_500_000, 900_000)).verdict == "Clear, but out of range"


# ---------------------------------------------------------------------- worth


def test_damage_to_a_side_is_worth_less_to_it_and_more_to_its_enemy() -> None:
    whole = massena_and_ohio().at("gunnery_1")
    hurts = ({"speed_hits": 3}, {"heavy_hits": 2}, {"fires": 1}, {"rudder_hits": 1})
    for fields in hurts:
        worse = massena_and_ohio().hurt("Ohio", **fields).at("gunnery_1")
        assert score(worse, US) < score(whole, US), fields
        assert score(worse, FR) > score(whole, FR), fields


def test_hits_that_wait_for_the_end_of_the_phase_count_already() -> None:
    duel = massena_and_ohio()
    state = duel.at("gunnery_1")
    hit, _ = duel.give(state, Fire(US, "ohio", "heavy", "massena"), 1, 2, 4)
    missed, _ = duel.give(state, Fire(US, "ohio", "heavy", "massena"), 1, 6, 6)
    assert score(hit, US) > score(missed, US)


@pytest.mark.rule("QF-VP-H4")
def test_a_line_kept_is_worth_more_than_the_same_ships_each_on_her_own() -> None:
    state = Duel().line(["Mikasa", "Asahi"], US, (800, 500), "045").ship("Massena", FR, (100, 100)).at("movement")
    alone = state.but(ships={**state.ships, "asahi": state.ships["asahi"].but(ahead="")})
    assert score(state, US) > score(alone, US)
    cripple = state.ships["mikasa"].but(speed_hits=6)
    slow, free = (one.but(ships={**one.ships, "mikasa": cripple}) for one in (state, alone))
    assert score(slow, US) <= score(free, US)


def test_a_ship_out_of_reach_is_worth_more_the_nearer_she_points_to_the_enemy() -> None:
    def worth(course: str) -> int:
        return score(Duel().ship("Ohio", US, (1400, 500), course).ship("Massena", FR, (100, 500)).at("movement"), US)

    assert worth("270") > worth("225") > worth("090")


def test_a_ship_that_got_away_is_worth_more_than_one_still_at_the_edge() -> None:
    state = massena_and_ohio().at("movement")
    at_edge = state.but(ships={**state.ships, "ohio": state.ships["ohio"].but(x=1_000)})
    away = state.but(ships={**state.ships, "ohio": state.ships["ohio"].but(gone="escaped")})
    assert score(away, US) > score(at_edge, US)


def test_a_ship_with_a_way_out_is_worth_more_the_nearer_she_is_to_it() -> None:
    def at(y: int) -> int:
        duel = Duel().ship("Ohio", US, (600, y), "180").ship("Massena", FR, (600, 100))
        duel.special.append(("exit_south", US, 0))
        return score(duel.at("movement"), US)

    assert at(900) > at(800)
