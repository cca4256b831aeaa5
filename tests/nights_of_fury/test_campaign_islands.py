"""The campaign: islands, and where the two sides start."""

from __future__ import annotations

import pytest

from rules.kernel.ruling import Rolled
from rules.nights_of_fury.commands import Sail
from rules.nights_of_fury.events import (
    BattleJoined,
    IslandPlaced,
    NoIsland,
    TookStation,
)
from rules.nights_of_fury.missions import (
    JAPAN,
    STATES,
    available_ships,
    draw_force,
    lay_out,
    note_stations,
    place_islands,
)
from tests.nights_of_fury.campaign_round import (
    CHARTS,
    CRUISERS,
    MISSIONS,
    at_sea,
    books,
    campaign,
    force,
    ruling,
    sailing,
)

# ---------------------------------------------------------------------- islands


@pytest.mark.rule("NoF-ISL-1", "NoF-ISL-2")
@pytest.mark.parametrize("battle", ["interception", "meeting"])
def test_an_interception_or_a_meeting_never_has_an_island_and_throws_no_die(battle: str) -> None:
    _, state = campaign()
    r = ruling(state)
    assert place_islands(r, battle) == {}
    result = "NoF-ISL-1" if battle == "interception" else "NoF-ISL-2"
    assert [(type(event), event.rule) for event in r.events] == [(NoIsland, result)]


@pytest.mark.rule("NoF-ISL-3")
@pytest.mark.parametrize(("die", "found"), [(1, {"guadalcanal": 1}), (5, {"guadalcanal": 1}), (6, {})])
def test_a_bombardment_has_its_island_on_one_to_five(die: int, found: dict[str, int]) -> None:
    assert place_islands(ruling(campaign()[1], die), "ijn_bombardment") == found


@pytest.mark.rule("NoF-ISL-4", "NoF-ISL-5")
@pytest.mark.parametrize("battle", ["usn_transport", "ijn_transport"])
def test_a_transport_battle_has_one_on_one_to_four(battle: str) -> None:
    _, state = campaign()
    assert place_islands(ruling(state, 4, 1, 1), battle) == {"savo": 4}
    assert place_islands(ruling(state, 5), battle) == {}


@pytest.mark.rule("NoF-ISL-6", "NoF-ISL-7", "NoF-ISL-8", "NoF-ISL-9", "NoF-ISL-10", "NoF-ISL-11")
@pytest.mark.parametrize(
    ("die", "band", "rule"),
    [
        (1, 4, "NoF-ISL-6"),
        (2, 5, "NoF-ISL-7"),
        (3, 6, "NoF-ISL-8"),
        (4, 6, "NoF-ISL-9"),
        (5, 7, "NoF-ISL-10"),
        (6, 7, "NoF-ISL-11"),
    ],
)
def test_a_die_gives_the_band_of_the_island(die: int, band: int, rule: str) -> None:
    r = ruling(campaign()[1], 1, die, 1)
    assert place_islands(r, "ijn_transport") == {"savo": band}
    assert [(event.rule, event.band) for event in r.events if isinstance(event, IslandPlaced)] == [(rule, band)]


@pytest.mark.rule("NoF-ISL-H1")
@pytest.mark.parametrize(("die", "island"), [(1, "savo"), (4, "savo"), (5, "florida"), (6, "florida")])
def test_a_die_gives_the_name_of_the_island(die: int, island: str) -> None:
    assert place_islands(ruling(campaign()[1], 1, 3, die), "usn_transport") == {island: 6}


@pytest.mark.rule("NoF-ISL-12", "NoF-ISL-3", "NoF-ISL-6", "NoF-ISL-H1")
def test_every_die_about_an_island_says_what_it_decided() -> None:
    _, state = campaign()
    r = ruling(state, 4, 2, 5)
    place_islands(r, "usn_transport")
    assert [event.verdict for event in r.events if isinstance(event, Rolled)] == ["yes", "band 5", "Florida Island"]
    none = ruling(state, 6)
    place_islands(none, "ijn_bombardment")
    assert [event.verdict for event in none.events if isinstance(event, Rolled)] == ["no"]
    rows = [(event.rule, event.why) for event in none.events if isinstance(event, NoIsland)]
    assert rows == [("NoF-ISL-12", "the sides have met some way from it, nor is Henderson Field a target")]


@pytest.mark.rule("NoF-ISL-3", "NoF-START-4")
def test_the_option_adds_savo_to_a_bombardment() -> None:
    _, state = campaign(bombardment_savo_too=True)
    assert place_islands(ruling(state, 2, 5), "ijn_bombardment") == {"guadalcanal": 1, "savo": 7}
    assert place_islands(ruling(state, 6), "ijn_bombardment") == {}


@pytest.mark.rule("NoF-ISL-12", "NoF-ISL-13", "NoF-START-6")
@pytest.mark.parametrize(
    ("battle", "islands"),
    [("ijn_bombardment", {}), ("ijn_transport", {"savo": 5}), ("usn_transport", {"florida": 4}), ("meeting", {})],
)
def test_only_a_bombardment_with_its_island_has_a_land_target(battle: str, islands: dict[str, int]) -> None:
    state = at_sea(battle, *CRUISERS, islands=islands)
    assert "henderson-field" not in state.ships
    assert {division.band for division in state.divisions.values() if division.side == "USN"} == {1}
    assert {division.band for division in state.divisions.values() if division.side == "IJN"} == {10}


@pytest.mark.rule("NoF-ISL-14", "NoF-START-5")
def test_henderson_field_stands_on_guadalcanal_in_band_one() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1})
    field = state.divisions[state.ships["henderson-field"].division]
    assert (field.band, field.side, field.traits) == (1, "USN", ("land",))
    assert state.scene.cards["henderson-field"].pv == 20


# ---------------------------------------------------------------------- starts and divisions


@pytest.mark.rule("NoF-START-1", "NoF-START-2", "NoF-START-3", "NoF-START-5", "NoF-START-6", "NoF-ISL-14")
@pytest.mark.parametrize(
    ("battle", "islands", "rows"),
    [
        ("meeting", {}, [("USN", 1, "NoF-START-2"), ("IJN", 10, "NoF-START-1")]),
        ("ijn_bombardment", {}, [("USN", 1, "NoF-START-6"), ("IJN", 10, "NoF-START-6")]),
        (
            "ijn_bombardment",
            {"guadalcanal": 1},
            [("USN", 2, "NoF-START-3"), ("IJN", 10, "NoF-START-1"), ("Henderson Field", 1, "NoF-START-5")],
        ),
    ],
)
def test_the_log_says_where_each_side_begins_and_by_which_rule(
    battle: str, islands: dict[str, int], rows: list[tuple[str, int, str]]
) -> None:
    r = ruling(at_sea(battle, *CRUISERS, islands=islands))
    note_stations(r, battle)
    found = [(event.who, event.band, event.rule) for event in r.events if isinstance(event, TookStation)]
    assert sorted(found) == sorted(rows)


@pytest.mark.rule("NoF-START-1", "NoF-START-2")
def test_the_sides_start_at_their_flags() -> None:
    state = at_sea("interception", *CRUISERS)
    assert {(division.side, division.band) for division in state.divisions.values()} == {("USN", 1), ("IJN", 10)}


@pytest.mark.rule("NoF-START-3", "NoF-START-4")
def test_in_a_bombardment_with_its_island_the_american_ships_start_in_band_two() -> None:
    state = at_sea("ijn_bombardment", *CRUISERS, islands={"guadalcanal": 1})
    starts = {(division.side, division.band) for division in state.divisions.values() if "land" not in division.traits}
    assert starts == {("USN", 2), ("IJN", 10)}
    assert state.islands == {"guadalcanal": 1}


@pytest.mark.rule("NoF-CAM-H11", "NoF-DIV-H1")
def test_the_groups_sail_apart_in_divisions_of_at_most_six() -> None:
    _, state = campaign()
    boats = available_ships(state, "IJN", "DD")
    japan = force(bb=("hiei", "kirishima"), cl=("yubari",), dd=boats[:9])
    divisions, ships = lay_out(state, "ijn_bombardment", {JAPAN: japan, STATES: force(dd=("laffey",))}, {})
    mine = [division for division in divisions.values() if division.side == "IJN"]
    assert [len(division.ships) for division in mine] == [2, 5, 5]
    assert [division.traits for division in mine] == [("bombardment",), (), ()]
    assert [name for division in mine for name in division.ships] == list(japan.ships())
    assert {ships[name].division for name in mine[1].ships} == {mine[1].id}
    assert len({division.name for division in mine}) == len({division.tag for division in mine}) == 3


@pytest.mark.rule("NoF-CAM-H11", "NoF-LOA-H1")
def test_transports_and_loaded_destroyers_are_on_a_run() -> None:
    _, state = campaign()
    boats = available_ships(state, "IJN", "DD")
    japan = force(loaded_dd=boats[:4], av=("nisshin",), dd=boats[4:7])
    divisions, ships = lay_out(state, "ijn_transport", {JAPAN: japan, STATES: force(dd=("laffey",))}, {})
    runs = {division.ships: division.traits for division in divisions.values() if "run" in division.traits}
    assert runs == {boats[:4]: ("run", "loaded"), ("nisshin",): ("run",)}
    assert [ships[name].loaded for name in boats[:7]] == [True] * 4 + [False] * 3


@pytest.mark.rule("NoF-CAM-H2", "NoF-CAM-H11")
def test_a_bombardment_group_that_meets_transports_raids_them() -> None:
    state = at_sea("usn_transport", *CRUISERS)
    assert all("bombardment" not in division.traits for division in state.divisions.values())


@pytest.mark.rule("NoF-CAM-H11")
@pytest.mark.parametrize(("battle", "turns"), [("interception", 20), ("ijn_bombardment", 20), ("ijn_transport", 24)])
def test_a_battle_lasts_twenty_turns_or_twenty_four_with_transports(battle: str, turns: int) -> None:
    _, state = campaign()
    seed = 1
    while True:
        after, events = sailing(state, MISSIONS[battle], seed)
        if books(after).at_sea:
            break
        seed += 1
    assert (after.turns, after.mission) == (turns, battle)
    joined = next(event for event in events if isinstance(event, BattleJoined))
    assert (joined.round, joined.title) == (1, CHARTS.battle_titles[battle])
    assert {books(after).berths[name].status for name in after.ships if name in books(after).berths} == {"sailing"}


@pytest.mark.rule("NoF-CAM-H11", "NoF-PH-H1")
def test_a_battle_begins_with_turn_one_and_phase_one() -> None:
    battle, state = campaign()
    after, _ = battle.give(state, Sail("USN"), 4, 4, 1, *[1] * 3, 1, *[1] * 4, 3, 3, 2, 5)
    assert (after.cursor.turn, after.cursor.phase, after.visibility) == (1, 0, "N")
    assert len(after.ships) == 7
    assert all(not known for known in after.contacts.values())
    assert after.opening == after.divisions


@pytest.mark.rule("NoF-CAM-H6")
def test_the_draw_of_a_side_is_its_own_affair_under_hidden_movement() -> None:
    _, state = campaign()
    r = ruling(state, 1, 1, 1, 1)
    draw_force(r, "IJN", "patrol", "1942-08")
    assert {event.to for event in r.events[1:]} == {("IJN",)}
    assert r.events[0].to == ()
