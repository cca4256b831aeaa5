"""What a player of the land game sees and may read: counters, prompt, cards, charts, lines of fire, calculations."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game.maps import load_map
from game.table.speech import piece_line
from rules.battles_for_empire import SYSTEM
from rules.battles_for_empire.cards import panels
from rules.battles_for_empire.chart_panels import round_odds
from rules.battles_for_empire.commands import Charge, Conduct, Drive, Face, Fight, Fire, Form, Lead, Move, Rapid, Ride
from rules.battles_for_empire.explain import names, outcome_class, sight, sketch
from rules.battles_for_empire.knowledge import known_state
from rules.battles_for_empire.setup import start
from rules.battles_for_empire.state import Roll, State, with_unit
from rules.battles_for_empire.view import view
from rules.kernel.dice import SeededDice
from rules.kernel.preview import breakdowns
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.seat import Seat
from rules.kernel.view import Badge, Marker, Panel, Piece, View
from tests.battles_for_empire.field import Field, give, in_hand, system
from tests.conftest import begin, stroll

MAPS = Path(__file__).resolve().parents[2] / "maps" / "battles_for_empire"


def volley() -> Field:
    """Return a line of regulars and a Gardner facing east, a mass of spearmen five hexes before them."""
    return (
        Field()
        .unit("a", "br_line", 808, "E")
        .unit("g", "mg_gar", 809, "E")
        .unit("x", "dv_spr", 1306, "W")
        .unit("y", "dv_spr", 1308, "W", shaken=True)
    )


def piece(seen: View, id: str) -> Piece:
    return next(found for found in seen.pieces if found.id == id)


def badges(seen: View, id: str) -> dict[str, Badge]:
    return {badge.kind: badge for badge in piece(seen, id).badges}


def markers_of(seen: View, kind: str) -> list[Marker]:
    return [marker for marker in seen.markers if marker.kind == kind]


def panel(found: tuple[Panel, ...], title: str) -> Panel:
    return next(one for one in found if one.title == title)


def lit_cells(found: Panel) -> list[str]:
    """Return the cells that are lit, with the first cell of their row."""
    return [f"{row[0].text}: {cell.text}" for row in found.rows for cell in row[1:] if cell.tone == "lit"]


def opening_of(key: str, **options: bool) -> State:
    """Return the opening of a scenario of the game."""
    scenario = load_scenario(MAPS / f"{key}.yaml")
    defaults = {name: option.default for name, option in system().rulebook.options.items()}
    return start(scenario, load_map(MAPS / f"{scenario.map}.tmx"), {**defaults, **options})


# ---------------------------------------------------------------------- counters


@pytest.mark.rule("BFE-PUB-4")
def test_a_counter_shows_its_stands_their_formation_and_its_kills() -> None:
    seen = view(volley().unit("b", "br_line", 604, "NNE", "skirmish", kills=3).at("fire"), "br")
    stand = piece(seen, "b").stand
    assert stand is not None
    assert (stand.figure, stand.formation, stand.count, stand.kills, stand.limit) == ("foot", "skirmish", 4, 3, 8)
    gun = piece(seen, "g").stand
    assert gun is not None and (gun.figure, gun.guns, gun.count, gun.limit) == ("mg", "gardner", 1, 2)
    assert piece(seen, "b").facing == 0


def test_an_arc_is_shown_for_those_who_can_fire_with_the_last_hex_of_each_range() -> None:
    seen = view(volley().at("fire"), "br")
    line, spears = piece(seen, "a").stand, piece(seen, "x").stand
    assert line is not None and (line.arc, line.reach) == (1, (2, 6, 8))
    assert spears is not None and (spears.arc, spears.reach) == (0, ())


def test_mounted_troops_have_no_arc_of_fire() -> None:
    stand = piece(view(Field().unit("h", "hussar", 808, "E").at("fire"), "br"), "h").stand
    assert stand is not None and (stand.figure, stand.formation, stand.arc) == ("horse", "mounted", 0)


def test_badges_name_the_state_of_a_unit_each_with_its_rule() -> None:
    field = Field().unit("a", "br_line", 808, "E", shaken=True, low=True, disordered=2, ground=True)
    field.unit("g", "mg_gar", 810, "E", jammed=True).unit("b", "br_line", 812, "E", kills=4)
    seen = view(field.at("fire"), "br")
    assert set(badges(seen, "a")) == {"shaken", "low", "disordered", "ground"}
    assert set(badges(seen, "g")) == {"jammed"}
    assert set(badges(seen, "b")) == {"unsure"}
    assert all(badge.rule in system().rulebook for badge in badges(seen, "a").values())


def test_a_contact_joins_the_two_units_and_marks_both() -> None:
    field = Field().unit("a", "br_line", 808, "E").unit("x", "dv_spr", 908, "W", charged="a").contact("x", "a")
    seen = view(field.at("fire"), "br")
    (contact,) = markers_of(seen, "contact")
    assert contact.places == ((908,), (808,))
    assert "engaged" in badges(seen, "a") and {"engaged", "charged"} <= set(badges(seen, "x"))


@pytest.mark.rule("BFE-ARR-H3", "BFE-ARR-H5")
def test_a_hidden_unit_is_a_bare_marker_to_the_enemy_and_itself_to_its_own_side() -> None:
    state = Field().unit("x", "dv_spr", 1306, "W", traits=("hidden",)).rule("dummy", "na", 1406).at("fire")
    enemy, own = view(known_state(state, "br"), "br"), view(known_state(state, "na"), "na")
    assert [(found.known, found.stand) for found in enemy.pieces if found.at == (1306,)] == [(False, None)]
    assert [(found.known, found.stand) for found in enemy.pieces if found.at == (1406,)] == [(False, None)]
    assert piece(own, "x").at == (1306,) and "hidden" in badges(own, "x")
    assert [found.tag for found in own.pieces if found.at == (1406,)] == ["Dummy"]


def test_two_markers_look_and_read_alike_to_the_enemy() -> None:
    state = Field().unit("x", "dv_spr", 1306, "W", traits=("hidden",)).rule("dummy", "na", 1406).at("fire")
    known = known_state(state, "br")
    rows = [panels(known, "br", key)[0] for key in known.markers]
    assert len({(one.subtitle, one.notes) for one in rows}) == 1 and len(rows) == 2


def test_leaders_and_mules_are_pieces_and_are_gone_when_they_fall() -> None:
    state = Field().unit("l", "leader_2", 808).unit("m", "mule", 809).at("fire")
    stand = piece(view(state, "br"), "l").stand
    assert stand is not None and (stand.figure, stand.rating) == ("leader", 2)
    gone = state.but(leaders={"l": state.leaders["l"].but(down=True)}, mules={"m": state.mules["m"].but(lost=True)})
    assert not {"l", "m"} & {found.id for found in view(gone, "br").pieces}


def test_units_that_wait_off_the_field_are_no_pieces_and_only_their_own_side_counts_them() -> None:
    state = Field().unit("x", "dv_spr", 1306, "W").unit("y", "dv_spr", 1307).rule("arrive", "y", 5).at("fire")
    assert "y" not in {found.id for found in view(state, "na").pieces}
    assert "To come" in [row[0] for row in view(state, "na").conditions]
    assert "To come" not in [row[0] for row in view(known_state(state, "br"), "br").conditions]


# ---------------------------------------------------------------------- prompt, conditions, ledger


def test_the_prompt_says_what_to_do_next_in_every_phase() -> None:
    data = {}
    for phase in ("initiative", "movement", "second movement", "fire", "melee", "end"):
        seen = view(volley().at(phase), "br")
        assert seen.prompt.side == "br" and seen.prompt.rule in system().rulebook
        data[phase] = seen.prompt.text
    assert "Move first" in data["initiative"] and "manoeuvre die" in data["movement"]
    assert "Still to fire: A and G" in data["fire"]
    assert "melee" in data["melee"] and "mule" in data["end"]


def test_the_prompt_names_the_unit_in_hand_and_what_it_has_left() -> None:
    state = in_hand(volley().at("movement"), "a", 2, 3)
    assert "A active, 2 of 3 hexes left" in view(state, "br").prompt.text
    spent = in_hand(volley().at("movement"), "a", 0, 3)
    assert "Activate the next unit" in view(spent, "br").prompt.text


def test_a_unit_that_can_still_do_something_is_ready() -> None:
    seen = view(volley().at("fire"), "br")
    assert piece(seen, "a").ready and piece(seen, "g").ready and not piece(seen, "x").ready


@pytest.mark.rule("BFE-VIC-H1", "BFE-VIC-H2")
def test_points_stand_in_the_ledger_against_the_break_point() -> None:
    state = volley().rule("break", "na", 12).at("fire")
    state = with_unit(state, state.units["x"].but(lost="destroyed", hex=0))
    seen = view(state, "br")
    assert [score.points for score in seen.scores] == [2, 0]
    assert ("Break point", "1 of 6", "BFE-VIC-H2") in [
        (label, text.rpartition(": ")[2], rule) for label, text, rule in seen.conditions if "NA" not in text
    ] or any("1 of 6" in text for _, text, _ in seen.conditions)


@pytest.mark.parametrize("key", sorted(path.stem for path in MAPS.glob("*.yaml")))
def test_every_scenario_can_be_looked_at_and_read_by_both_sides(key: str) -> None:
    state = opening_of(key)
    for side in ("", *state.scene.sides):
        known = known_state(state, side)
        seen = view(known, side)
        assert all(found.stand is not None or not found.known for found in seen.pieces)
        for found in seen.pieces:
            assert panels(known, side, found.id), found.id


# ---------------------------------------------------------------------- cards and charts


def test_the_card_strikes_its_kills_and_says_why_a_unit_may_not_fire() -> None:
    field = volley().unit("b", "br_line", 604, "E", kills=3, fired=True)
    card = panels(field.at("fire"), "br", "b")[1]
    assert card.id == "b" and card.stand is not None
    assert [box.tone for box in card.tracks[0][1]] == ["bad"] * 3 + [""] * 5
    assert any("has fired this turn" in note for note in card.notes)


def test_the_card_says_why_natives_have_no_fire() -> None:
    card = panels(volley().at("fire", "na"), "na", "x")[1]
    assert any("no firearms" in note for note in card.notes)


def test_the_conduct_chart_lights_the_row_and_the_column_of_the_last_roll() -> None:
    state = Field().unit("a", "br_line", 808, "E", shaken=True).at("movement")
    state = state.but(last_roll=Roll(unit="a", chart="BR", column="shaken", total=9, result="rally, move 3"))
    chart = panel(panels(state, "br", "a"), "Conduct")
    assert lit_cells(chart) == ["7 and over: 3/5"]
    other = state.but(last_roll=Roll(unit="b", chart="BR", column="shaken", total=4, result="rally, move 1"))
    assert lit_cells(panel(panels(other, "br", "a"), "Conduct")) == []


def test_the_conduct_chart_of_regulars_has_the_documented_shaken_column() -> None:
    chart = panel(panels(Field().unit("a", "br_line", 808, "E").at("movement"), "br", "a"), "Conduct")
    lines = [row[3].text for row in chart.rows]
    assert lines == ["Recoil 4/6", "Recoil 2/4", "Falter", "0/0", "1/3", "2/4", "2/4", "3/5"]


def test_the_fire_table_lights_what_is_in_force_against_the_first_target() -> None:
    chart = panel(panels(volley().at("fire"), "br", "a"), "Fire")
    assert lit_cells(chart) == ["1st Rate: +1"]
    low = panel(
        panels(volley().unit("b", "br_line", 603, "E", low=True).unit("z", "dv_spr", 702).at("fire"), "br", "b"), "Fire"
    )
    assert "Low on ammunition: −1" in lit_cells(low)


@pytest.mark.rule("BFE-13.8-12", "BFE-13.8-19")
def test_a_machine_gun_tells_its_exact_odds_for_three_to_six_dice_before_the_choice() -> None:
    state = volley().at("fire")
    odds = panel(panels(state, "br", "g"), "Jam and hits")
    needs_five = [[cell.text for cell in row] for row in odds.rows]
    assert needs_five[0][0] == "Need 5+" and "5+:" in odds.notes[0]
    assert needs_five[1] == ["3 dice", "30 %", "0.79", "53 %", "22 %"]
    assert needs_five[4] == ["6 dice", "51 %", "1.11", "46 %", "36 %"]
    assert lit_cells(odds)[:2] == ["3 dice: 53 %", "6 dice: 1.11"]


def test_the_melee_table_tells_the_odds_of_the_round_it_stands_in() -> None:
    field = Field().unit("a", "br_line", 808, "E").unit("x", "dv_spr", 908, "W", charged="a").contact("x", "a")
    table = panel(panels(field.at("melee"), "br", "a"), "Melee")
    assert any("It wins 56 %, draws 25 %, loses 20 %" in note for note in table.notes)


def test_the_odds_of_a_melee_round_are_exact() -> None:
    wins, drawn, loses = round_odds(((4, 5),), ((4, 4),))
    assert wins + drawn + loses == 1
    assert round_odds(((1, 6),), ((1, 6),)) == (Fraction(5, 36), Fraction(26, 36), Fraction(5, 36))


# ---------------------------------------------------------------------- sketches and sums


def test_a_move_is_sketched_along_its_way_and_says_its_cost() -> None:
    state = in_hand(volley().at("movement"), "a", 3)
    drawn = sketch(state, Move("br", "a", 1007, 1))
    assert drawn.path[0] == (808,) and drawn.path[-1] == (1007,) == drawn.at
    assert drawn.facing == 1 and "2 hexes" in drawn.label


def test_a_charge_is_sketched_into_its_target() -> None:
    state = in_hand(Field().unit("a", "br_line", 808, "W").unit("x", "dv_spr", 1007, "W").at("movement", "na"), "x", 3)
    drawn = sketch(state, Charge("na", "x", "a"))
    assert drawn.target == "a" and drawn.path[-1] == (808,) and "in the rear" in drawn.label


def test_every_kind_of_command_has_a_sketch() -> None:
    state = in_hand(volley().unit("l", "leader_1", 808).unit("m", "mule", 808).at("movement"), "a", 3)
    for command in (
        Lead("br", "first"),
        Conduct("br", "a"),
        Form("br", "a", "skirmish"),
        Face("br", "a", 2),
        Ride("br", "l", 809),
        Drive("br", "m", 809),
        Fire("br", "g", "x", 4),
        Rapid("br", "a", "x"),
        Fight("br", "a"),
    ):
        assert sketch(state, command).label


def test_the_sum_of_a_shot_begins_with_its_need_and_names_every_modifier() -> None:
    state = volley().at("fire")
    (throw,) = breakdowns(SYSTEM, state, Fire("br", "a", "x", 0))
    assert [(term.value, term.label) for term in throw.modifiers] == [(1, "1st Rate")]
    assert (throw.need, throw.count, throw.pool, throw.on_dice) == (5, 4, True, 4)
    assert sketch(state, Fire("br", "a", "x", 0)).label == "A fires at X, 4 dice, 4+"


def test_a_command_that_throws_nothing_has_no_sum() -> None:
    assert breakdowns(SYSTEM, in_hand(volley().at("movement"), "a", 3), Face("br", "a", 2)) == ()


def test_outcomes_are_told_by_kills_jams_and_low_pouches() -> None:
    state = volley().at("fire")
    assert outcome_class(give(state, Fire("br", "a", "x", 0), 1, 2, 4, 5).events) == "2 Kills"
    assert outcome_class(give(state, Fire("br", "a", "x", 0), 1, 2, 3, 3).events) == "miss"
    assert outcome_class(give(state, Fire("br", "g", "y", 3), 6, 6, 2, 1).events) == "jam"
    low = give(state, Rapid("br", "a", "x"), 4, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2)
    assert outcome_class(low.events) == "1 or 2 Kills, low"


def test_outcomes_of_conduct_are_told_by_what_the_unit_does() -> None:
    state = Field().unit("a", "br_line", 808, "E", shaken=True).at("movement")
    assert outcome_class(give(state, Conduct("br", "a"), 2).events) == "falter"
    assert outcome_class(give(state, Conduct("br", "a"), 3).events) == "rally, no move"
    assert outcome_class(give(state, Conduct("br", "a"), 6).events) == "rally, 2 hexes"


def test_names_tell_units_and_formations() -> None:
    found = names(volley().at("fire"))
    assert found["a"] == "A" and found["skirmish"] == "skirmish order"


# ---------------------------------------------------------------------- lines of fire


@pytest.mark.rule("BFE-ELG-11", "BFE-ELG-13")
def test_a_line_of_fire_names_the_friends_that_mask_it() -> None:
    state = Field().unit("a", "br_line", 808, "E").unit("b", "br_line", 1007, "E").unit("x", "dv_spr", 1206).at("fire")
    found = sight(state, "br", (808,), (1206,))
    assert found.sight.verdict == "blocked" and found.sight.blockers == (1007,)
    assert "B in 1007" in found.verdict and found.rule == "BFE-ELG-11"


def test_a_line_along_a_hexside_names_the_two_hexes_it_runs_between_and_no_others() -> None:
    state = volley().at("fire")
    assert sight(state, "br", (808,), (1005,)).sight.ties == ((807, 908), (906, 1006))
    assert sight(state, "br", (808,), (1206,)).sight.ties == ()


@pytest.mark.rule("BFE-ELG-13")
@pytest.mark.parametrize(("kind", "verdict"), [("gun_fld", "clear"), ("br_line", "blocked")])
def test_a_line_over_friends_next_to_the_target_is_clear_to_a_gun_on_a_hill_alone(kind: str, verdict: str) -> None:
    field = Field().unit("a", kind, 805, "E").unit("x", "dv_spr", 1205, "W").hill(1, 805)
    state = field.unit("f", "br_line", 1105).unit("h", "br_line", 1106).at("fire")
    found = sight(state, "br", (805,), (1205,))
    assert (found.sight.verdict == "blocked") is (verdict == "blocked")


def test_a_clear_line_tells_the_need_and_a_turned_back_the_facing() -> None:
    state = volley().at("fire")
    assert "on 4 or more" in sight(state, "br", (808,), (1306,)).verdict
    assert "outside the arc of A: it faces E, not W" in sight(state, "br", (808,), (408,)).verdict


@pytest.mark.parametrize(("north", "words"), [(0, "faces E, not W"), (90, "faces N, not S"), (270, "faces S, not N")])
def test_a_facing_is_told_by_the_north_of_the_sheet(north: int, words: str) -> None:
    state = volley().at("fire")
    sheet = state.scene.sheet
    assert sheet is not None
    state = state.but(scene=state.scene.but(sheet=sheet.but(north_deg=north)))
    assert words in sight(state, "br", (808,), (408,)).verdict
    seen = view(state, "br")
    shown = next(piece for piece in seen.pieces if piece.id == "a")
    faces = words.partition(",")[0]
    assert faces in shown.tip and seen.north_deg == north
    assert faces.replace("faces", "facing") in piece_line(shown, "hex", north_deg=seen.north_deg)


def test_a_line_beyond_the_range_says_how_far_the_weapon_reaches() -> None:
    state = Field().unit("a", "br_line", 208, "E").unit("x", "dv_spr", 1808, "W").at("fire")
    found = sight(state, "br", (208,), (1808,))
    assert found.distance == "16 hexes, 48 inches" and "reaches 8 hexes" in found.verdict


def test_a_line_looks_the_same_from_both_ends() -> None:
    state: Any = Field().unit("a", "br_line", 808, "E").unit("b", "br_line", 907, "E").unit("x", "dv_spr", 1206)
    state = state.hill(1, 808).at("fire")
    there, back = sight(state, "", (808,), (1206,)), sight(state, "", (1206,), (808,))
    assert (there.sight.verdict, there.sight.blockers) == (back.sight.verdict, back.sight.blockers)


@pytest.mark.rule("BFE-ART-H1")
@pytest.mark.parametrize(("kind", "columns"), [("gun_fld", 4), ("gun_hvy", 3), ("rkt", 3)])
def test_a_gun_has_a_column_for_each_step_of_its_range_and_three_at_least(kind: str, columns: int) -> None:
    state = Field().unit("g", kind, 805, "E").unit("x", "dv_spr", 1205, "W").at("fire")
    shown = next(found for found in panels(state, "br", "g") if any(row[0].text == "Dice, hexes" for row in found.rows))
    assert len(shown.header) == columns
    for row in shown.rows:
        if row[0].text in ("Dice, hexes", "Hits on"):
            assert len(row) == columns


@pytest.mark.rule("BFE-MEL-H1")
def test_a_counter_has_the_strength_left_the_need_in_melee_and_the_last_hex_of_fire() -> None:
    session, seen = begin("battles_for_empire/abu_klea", seed=3), 0
    for _ in stroll(session, SeededDice(3), 250):
        pass
    for piece in Seat(session, "").view().pieces:
        if not piece.factors or piece.stand is None:
            continue
        (left, whole), (need, _), (reach, _) = piece.factors
        assert (left, whole) == (piece.stand.limit - piece.stand.kills, piece.stand.limit)
        assert reach == (piece.stand.reach[-1] if piece.stand.reach else 0)
        rows = [row for panel in Seat(session, "").panels(piece.id) for row in panel.rows]
        assert f"{need}+" in [row[1].text for row in rows if row[0].text == "Melee"]
        seen += 1
    assert seen > 8
