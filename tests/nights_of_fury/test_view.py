"""What a player of the range-band game sees and may read: the chart, the prompt, cards, sight lines, calculations."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.preview import breakdowns
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.view import Badge, Marker, Panel, Piece, View
from rules.nights_of_fury import SYSTEM
from rules.nights_of_fury.cards import panels
from rules.nights_of_fury.commands import Consult, Evade, Fire, Move, Sail
from rules.nights_of_fury.explain import names, outcome_class, sight, sketch
from rules.nights_of_fury.knowledge import known_state
from rules.nights_of_fury.setup import start
from rules.nights_of_fury.state import RADAR, SIGHTED, BattleRecord, Berth, Salvo, State
from rules.nights_of_fury.view import places, view
from rules.nws.commands import Form, Launch, Searchlight
from rules.nws.pieces import with_division, with_ship
from tests.nights_of_fury.battle import Battle

score = SYSTEM.score

MAPS = Path(__file__).resolve().parents[2] / "maps" / "nights_of_fury"


def meeting(d: int = 4) -> Battle:
    """Return a division of two destroyers in band 3 and one of two, `d` bands on."""
    return Battle().division("a", "USN", ["Laffey", "Nicholas"], 3).division("b", "IJN", ["Kagero", "Oyashio"], 3 + d)


def piece(seen: View, id: str) -> Piece:
    return next(found for found in seen.pieces if found.id == id)


def badges(seen: View, id: str) -> dict[str, Badge]:
    return {badge.kind: badge for badge in piece(seen, id).badges}


def markers_of(seen: View, kind: str) -> list[Marker]:
    return [marker for marker in seen.markers if marker.kind == kind]


def the_campaign(state: State) -> State:
    """Return a campaign after its first round, one ship lost and one under repair."""
    record = BattleRecord(round=1, kind="meeting", title="A meeting", points={"USN": 5, "IJN": 12}, lost=("laffey",))
    berths = {"laffey": Berth("lost"), "kagero": Berth("repairing", 3)}
    assert state.campaign is not None
    campaign = state.campaign.but(
        round=1,
        missions={"IJN": "patrol", "USN": "patrol"},
        berths=berths,
        henderson=2,
        points=record.points,
        history=(record,),
    )
    return state.but(campaign=campaign)


def opening_of(key: str, **options: bool) -> State:
    """Return the opening of a scenario of the game."""
    defaults = {name: option.default for name, option in Battle.system.rulebook.options.items()}
    return start(load_scenario(MAPS / f"{key}.yaml"), None, {**defaults, **options})


# ---------------------------------------------------------------------- the chart


@pytest.mark.rule("NoF-BAND-H1", "NoF-START-1", "NoF-START-2")
def test_the_board_is_a_row_of_ten_bands_between_the_flags() -> None:
    ground = view(meeting().at("orders"), "USN").ground
    assert ground is not None
    assert (ground.kind, ground.size, ground.ends) == ("bands", (10,), ("USN", "IJN"))
    assert ground.scale == "1 band = 2,000 yards"


def test_each_side_has_lanes_of_its_own_counted_from_the_middle_line() -> None:
    battle = meeting(d=0).division("c", "USN", ["Barton"], 3).division("d", "IJN", ["Arashi"], 3)
    assert places(battle.at("orders")) == {"a": (3, 0), "c": (3, 1), "b": (3, -1), "d": (3, -2)}


def test_a_land_target_stands_next_to_the_middle_line() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 1).division("f", "USN", ["Henderson Field"], 1, traits=("land",))
    assert places(battle.division("b", "IJN", ["Kagero"], 9).at("orders"))["f"] == (1, 0)


def test_a_counter_points_at_the_enemy_until_it_moves_away() -> None:
    state = meeting().at("gunnery")
    assert [piece(view(state, ""), id).facing for id in ("a", "b")] == [0, 1]
    moved = with_division(state, state.divisions["a"].but(band=2))
    assert piece(view(moved, ""), "a").facing == 1


@pytest.mark.rule("NoF-EV-H1", "NoF-SMO-H1", "NoF-LOS-3", "NoF-LOA-H1", "NoF-SUR-H1")
def test_what_a_division_does_is_a_badge_on_its_counter() -> None:
    battle = meeting().division("c", "IJN", ["Kuroshio"], 8, traits=("loaded", "run")).surprise("IJN")
    state = battle.at("gunnery")
    state = with_division(state, state.divisions["a"].but(evading=True, smoking=True, sheltering=True))
    seen = view(state, "")
    assert set(badges(seen, "a")) == {"evading", "smoke", "shelter"}
    assert set(badges(seen, "c")) == {"loaded", "surprised"}


@pytest.mark.rule("NoF-GUN-7", "NoF-GUN-8", "NoF-GUN-9")
def test_fires_floods_and_lights_are_badges_and_a_light_is_a_cone() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    state = with_ship(state, state.ships["laffey"].but(lights="kagero"))
    state = with_ship(state, state.ships["oyashio"].but(fire=True, flotation=1))
    seen = view(state, "")
    assert set(badges(seen, "a")) == {"searchlight"}
    assert set(badges(seen, "b")) == {"fire", "flood", "lit"}
    (cone,) = markers_of(seen, "cone")
    assert cone.places == ((3, 0), (5, -1))


@pytest.mark.rule("NoF-SPT-H8")
def test_an_enemy_out_of_contact_stands_where_he_began_as_a_ghost() -> None:
    state = meeting().at("gunnery")
    seen = view(known_state(with_division(state, state.divisions["b"].but(band=5)), "USN"), "USN")
    assert (piece(seen, "b").at, piece(seen, "b").ghost) == ((7, -1), True)
    assert "last known" in piece(seen, "b").tip


@pytest.mark.rule("NoF-SPT-H5")
def test_a_radar_contact_is_marked_as_such() -> None:
    state = meeting().knows("USN", "b", RADAR).at("gunnery")
    seen = view(known_state(state, "USN"), "USN")
    assert "radar" in badges(seen, "b")
    assert not piece(seen, "b").ghost


@pytest.mark.rule("NoF-AI-H1")
def test_the_result_of_the_chart_is_on_the_counter_and_lit_in_its_panel() -> None:
    state = meeting(d=1).chart("IJN").knows("IJN", "a", SIGHTED).at("movement", side="IJN")
    state = with_division(state, state.divisions["b"].but(action="hold", consulted=True))
    assert badges(view(state, "IJN"), "b")["hold"].tip == "the chart says: Hold Range"
    chart = panel(state, "IJN", "b", "solitaire")
    assert [row[0].text for row in chart.rows] == ["Close Range", "Hold Range", "Increase Range", "Evade", "Disengage"]
    assert [row[1].text for row in chart.rows] == ["3 or less", "4–5", "6", "7–8", "9 or more"]
    assert [row[0].text for row in chart.rows if row[0].tone == "strong"] == ["Hold Range"]
    assert any("nationality IJN" in note for note in chart.notes)
    assert any("Heavy +4" in note for note in chart.notes)


def test_what_the_chart_told_the_enemy_is_not_read_from_his_panel() -> None:
    state = meeting(d=1).chart("IJN").knows("USN", "b", SIGHTED).at("movement")
    state = with_division(state, state.divisions["b"].but(action="hold", consulted=True))
    guessed = known_state(state, "USN")
    assert "hold" not in badges(view(guessed, "USN"), "b")
    chart = panel(guessed, "USN", "b", "solitaire")
    assert not [row for row in chart.rows if row[0].tone == "strong"]
    assert not any("nationality IJN" in note for note in chart.notes)


# ---------------------------------------------------------------------- markers


@pytest.mark.rule("NoF-LOS-1", "NoF-LOS-5")
def test_islands_and_guadalcanal_stand_in_their_bands() -> None:
    state = meeting().island("savo", 5).island("guadalcanal", 1).at("orders")
    seen = view(state, "USN")
    assert [(m.places, m.text) for m in markers_of(seen, "island")] == [(((5,),), "Savo Island")]
    assert [(m.places, m.text) for m in markers_of(seen, "guadalcanal")] == [(((1,),), "Guadalcanal")]


@pytest.mark.rule("NoF-TOR-H3")
def test_a_side_sees_its_own_salvos_run_and_not_the_enemys() -> None:
    state = meeting().knows("USN", "b", SIGHTED).at("torpedoes")
    salvo = Salvo(side="IJN", ship="kagero", target="laffey", kind="T93", start=7, aimed=3, distance=4, turn=3)
    state = state.but(salvos=(salvo,))
    (torpedo,) = markers_of(view(known_state(state, "IJN"), "IJN"), "torpedo")
    assert (torpedo.places, torpedo.value) == (((7, -1), (3, 0), (3, 0)), 1)
    assert not markers_of(view(known_state(state, "USN"), "USN"), "torpedo")


def test_a_division_that_changed_its_band_leaves_a_wake() -> None:
    state = meeting().at("gunnery")
    seen = view(with_division(state, state.divisions["a"].but(band=4)), "USN")
    assert [marker.places for marker in markers_of(seen, "wake")] == [((3, 0), (4, 0))]


@pytest.mark.rule("NoF-CAM-1", "NoF-VP-9", "NoF-VP-H3")
def test_what_earns_points_is_marked_where_it_is_earned() -> None:
    seen = view(opening_of("the_night"), "")
    (field,) = markers_of(seen, "objective")
    assert (field.places, field.side) == (((1, 0),), "IJN")
    assert "20 points" in field.text
    (way_out,) = markers_of(seen, "exit")
    assert (way_out.places, way_out.value) == (((0,),), 1)
    assert "5 points for each battleship, heavy cruiser that leaves here" in way_out.text


@pytest.mark.rule("NoF-BASE-5", "NoF-BASE-H3")
def test_with_the_earlier_bonus_lines_loaded_destroyers_are_not_marked() -> None:
    def bonus_text(**options: bool) -> str:
        return " ".join(marker.text for marker in markers_of(view(opening_of("vella_gulf", **options), ""), "exit"))

    assert "3 points for each loaded destroyer" in bonus_text()
    assert "loaded" not in bonus_text(new_bonuses=False)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize("phase", ["orders", "movement", "spotting", "gunnery", "torpedoes"])
def test_every_phase_says_what_to_do_next(phase: str) -> None:
    prompt = view(meeting().at(phase), "USN").prompt
    assert prompt.side == "USN"
    assert prompt.title == f"USN: {phase}"
    assert len(prompt.text) > 40
    assert prompt.done_label == f"End {phase}"


def test_the_movement_phase_names_who_has_yet_to_move() -> None:
    state = meeting().division("c", "USN", ["Barton"], 2).at("movement")
    state = with_division(state, state.divisions["a"].but(moved=True))
    assert "Still to move: C." in view(state, "USN").prompt.text


def test_a_side_under_the_chart_is_told_to_do_what_it_says() -> None:
    assert "solitaire chart" in view(meeting().chart("USN").at("orders"), "USN").prompt.text


def test_the_ribbon_has_seven_phases_and_in_a_campaign_one_more() -> None:
    assert [mark.number for mark in view(meeting().at("orders"), "USN").phases] == list(range(1, 8))
    assert [mark.number for mark in view(opening_of("campaign"), "USN").phases] == list(range(1, 9))


def test_the_conditions_tell_visibility_mission_and_islands() -> None:
    data = {label: text for label, text, _ in view(opening_of("the_night"), "USN").conditions}
    assert data["Visibility"] == "Starlit night"
    assert data["Mission"] == "IJN Bombardment"
    assert data["Island"] == "Guadalcanal in band 1"


def test_names_know_words_of_the_charts_and_divisions_made_in_play() -> None:
    state = meeting().at("orders")
    state = state.but(divisions={**state.divisions, "new": state.divisions["a"].but(id="new", name="Cripple")})
    named = names(state)
    assert (named["new"], named["laffey"], named["disengage"], named["savo"]) == (
        "Cripple",
        "Laffey",
        "Disengage",
        "Savo Island",
    )


# ---------------------------------------------------------------------- cards


def panel(state: State, side: str, key: str, id: str) -> Panel:
    return next(found for found in panels(state, side, key) if found.id == id)


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5", "NoF-DMG-H2")
def test_a_ships_card_lights_the_line_in_force() -> None:
    state = meeting().at("orders")
    state = with_ship(state, state.ships["laffey"].but(structure=1, flotation=2))
    card = panel(state, "USN", "a", "laffey")
    assert card.header == ("", "now", "L", "M", "H")
    firepower, speed = card.rows
    assert [cell.text for cell in firepower] == ["Firepower", "2", "3", "2", "1"]
    assert [cell.tone for cell in firepower[2:]] == ["soft", "strong", "soft"]
    assert [cell.text for cell in speed] == ["Speed, kn", "23", "32", "23", "12"]
    assert [(label, sum(box.tone == "bad" for box in boxes)) for label, boxes in card.tracks] == [
        ("Structure", 1),
        ("Flotation", 2),
    ]


@pytest.mark.rule("NoF-GUN-H1", "NoF-GUN-H2", "NoF-TOR-H1", "NoF-TOR-H3")
def test_a_panel_gives_the_needs_by_range() -> None:
    table = panel(meeting().at("orders"), "IJN", "b", "b/ranges")
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert table.header[1:] == tuple("012345678")
    assert rows["FP 3, S"] == ["5", "6", "7", "8", "9", "10", "11", "–", "–"]
    assert rows["T93"] == ["7", "7", "8", "9", "9", "10", "10", "11", "12"]
    assert rows["turns"] == ["0", "0", "0", "1", "1", "1", "2", "2", "2"]


@pytest.mark.rule("NoF-LAND-H1")
def test_a_land_target_has_one_track_and_no_speed() -> None:
    battle = meeting().division("f", "USN", ["Henderson Field"], 1, traits=("land",))
    card = panel(battle.at("orders"), "IJN", "f", "henderson-field")
    assert [label for label, _ in card.tracks] == ["Structure"]
    assert card.rows == ()
    assert card.subtitle == "land target"


def test_what_is_left_in_enemy_tubes_is_not_told() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    state = with_ship(state, state.ships["kagero"].but(salvos=0))
    text = " ".join(panel(known_state(state, "USN"), "USN", "b", "kagero").notes)
    assert "2 salvos on the card" in text
    assert "0 of 2 salvos" in " ".join(panel(state, "IJN", "b", "kagero").notes)


@pytest.mark.rule("NoF-MOV-H1")
def test_the_card_of_a_division_says_what_it_needs_to_change_its_band() -> None:
    def note(ships: list[str]) -> str:
        return panels(
            Battle().division("a", "USN", ships, 3).division("b", "IJN", ["Arashi"], 9).at("orders"), "USN", "a"
        )[0].notes[0]

    assert note(["Laffey"]) == "35 knots: it changes band automatically"
    assert note(["Laffey", "McCawley"]) == "16 knots: it changes its band on 4 or more"


def test_there_is_nothing_to_read_about_what_is_not_on_the_chart() -> None:
    state = meeting().at("orders")
    assert panels(state, "USN", "nobody") == ()
    assert panels(state, "USN", "") == ()


@pytest.mark.rule("NoF-CAM-H1", "NoF-CAM-H9", "NoF-CAM-H10")
def test_the_campaign_panel_is_its_calendar() -> None:
    state = the_campaign(opening_of("campaign"))
    (calendar,) = panels(state, "IJN", "")
    assert calendar.header == ("Round", "USN", "IJN", "lost")
    assert [cell.text for cell in calendar.rows[0]] == ["1  A meeting", "5", "12", "1"]
    assert [cell.text for cell in calendar.rows[-1]] == ["Total", "5", "12", ""]
    assert len(calendar.rows) == 13
    notes = " ".join(calendar.notes)
    assert "Lost, United States: Laffey." in notes
    assert "Under repair, Japan: Kagero (round 4)." in notes
    assert "Kagero" not in " ".join(panels(state, "USN", "")[0].notes)
    between = state.but(cursor=Battle().cursor("campaign", queue=("USN",)))
    assert view(between, "USN").prompt.text == "Round 2 of 12: roll both missions and put to sea."


# ---------------------------------------------------------------------- commands


@pytest.mark.rule("NoF-MOV-H1", "NoF-MOV-H4")
def test_a_move_is_sketched_with_its_need_to_the_next_band_or_off_the_chart() -> None:
    state = Battle().division("a", "USN", ["McCawley"], 1).division("b", "IJN", ["Arashi"], 9).at("movement")
    up, out = sketch(state, Move("USN", "a", 2)), sketch(state, Move("USN", "a", 0))
    assert (up.label, up.at, up.facing) == ("A: try for band 2 (on 4+)", (2, 0), 0)
    assert (out.label, out.at) == ("A: leave the chart at band 1 (on 4+)", (0, 0))
    assert [throw.need for throw in breakdowns(SYSTEM, state, Move("USN", "a", 2))] == [4]


def test_every_kind_of_command_has_a_sketch() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    commands = (
        Fire("USN", "laffey", "kagero"),
        Launch("USN", "laffey", "kagero"),
        Searchlight("USN", "laffey", "kagero"),
        Form("USN", "a", "ahead"),
        Evade("USN", "a"),
        Consult("USN", "a"),
    )
    assert [sketch(state, command).label for command in commands] == [
        "Laffey fires at Kagero",
        "Laffey launches at Kagero",
        "Laffey: searchlight on Kagero",
        "A: Line Ahead",
        "A: evade and keep the band",
        "Consult the chart for A",
    ]
    assert sketch(opening_of("campaign"), Sail("USN")).label == "Put to sea: round 1"


@pytest.mark.rule("NoF-GUN-H1", "NoF-GUN-6", "NoF-TOR-H1")
def test_a_roll_is_shown_term_by_term_before_it_is_thrown() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    (throw,) = breakdowns(SYSTEM, state, Fire("USN", "laffey", "kagero"))
    assert [(term.value, term.rule) for term in throw.terms] == [
        (9, "NoF-GUN-H1"),
        (-3, "NoF-GUN-H1"),
        (0, "NoF-GUN-H1"),
        (0, "NoF-GUN-H1"),
    ]
    assert "NoF-GUN-6" in {term.rule for term in throw.modifiers}
    near = meeting(d=2).knows("USN", "b", SIGHTED).at("torpedoes")
    (torpedo,) = breakdowns(SYSTEM, near, Launch("USN", "laffey", "kagero"))
    assert torpedo.need == 9


def test_the_outcome_of_a_command_has_a_class() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    _, events = Battle().do(state, Fire("USN", "laffey", "kagero"), 1, 1)
    assert outcome_class(events) == "miss"
    _, events = Battle().do(meeting().at("movement"), Move("USN", "a", 4))
    assert outcome_class(events) == "moved"
    assert outcome_class(()) == "carried out"


# ---------------------------------------------------------------------- sight lines


@pytest.mark.rule("NoF-LOS-1", "NoF-LOS-2", "NoF-LOS-H1")
def test_a_line_past_an_island_is_clear_and_says_what_radar_loses() -> None:
    state = meeting().island("savo", 5).at("gunnery")
    report = sight(state, "USN", (3, 0), (7, -1))
    assert (report.sight.verdict, report.distance, report.rule) == ("clear", "4 bands, 8,000 yards", "NoF-LOS-2")
    assert "2 grades lower" in report.verdict
    assert sight(state, "USN", (3, 0), (4, 0)).rule == "NoF-SPT-H1"


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-4")
def test_a_line_to_a_division_that_shelters_is_blocked_both_ways() -> None:
    state = meeting().island("savo", 5).setting("islands_block", True).at("gunnery")
    state = with_division(state, state.divisions["b"].but(sheltering=True))
    there, back = sight(state, "USN", (3, 0), (7, -1)), sight(state, "USN", (7, -1), (3, 0))
    assert (there.sight.verdict, back.sight.verdict) == ("blocked", "blocked")
    assert there.sight.blockers == (5,)
    assert "Savo Island" in there.verdict


# ---------------------------------------------------------------------- what computer players weigh


def test_points_in_hand_are_worth_most() -> None:
    state = meeting().knows("USN", "b", SIGHTED).at("end")
    hurt = with_ship(state, state.ships["kagero"].but(structure=4))
    assert score(hurt, "USN") > score(state, "USN") + 300
    assert score(hurt, "IJN") < score(state, "IJN") - 300


def test_a_loaded_run_is_worth_more_the_further_it_has_come() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 1).setting("mission", "ijn_transport")
    state = battle.division("b", "IJN", ["Kagero"], 9, traits=("loaded", "run")).at("movement", side="IJN")
    nearer = with_division(state, state.divisions["b"].but(band=8))
    assert score(nearer, "IJN") > score(state, "IJN")


def test_line_abreast_fires_better_than_line_ahead() -> None:
    state = meeting(d=2).knows("USN", "b", SIGHTED).at("gunnery")
    column = with_division(state, state.divisions["a"].but(formation="ahead"))
    ours = [next(term.value for term in SYSTEM.terms(each, "USN") if term.key == "given") for each in (state, column)]
    assert ours[0] > ours[1]
