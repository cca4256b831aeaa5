"""Islands: lines past Savo and Florida, radar, gun radar, shelter, and Guadalcanal at the end of the chart."""

from __future__ import annotations

import pytest

from rules.kernel.modifiers import sum_modifiers
from rules.nights_of_fury.commands import Fire, Move, Shelter
from rules.nights_of_fury.events import RadarFound, ShelterClaimed
from rules.nights_of_fury.islands import fire_control, is_shut_off, line, line_of_bands, radar_clutter
from rules.nights_of_fury.spotting import radar_terms
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nws.commands import Searchlight
from rules.nws.pieces import contact
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes

ISLANDS = ["savo", "florida"]


def across(island: str = "savo", at: int = 5, usn: int = 3, ijn: int = 7, ship: str = "Fletcher") -> Battle:
    """Return a radar destroyer and a Japanese one on two sides of an island."""
    return Battle().division("a", "USN", [ship], usn).division("b", "IJN", ["Kagero"], ijn).island(island, at)


def sheltering(state: State, name: str) -> State:
    return with_changes(state, name, sheltering=True)


# ---------------------------------------------------------------------- the line


@pytest.mark.rule("NoF-LOS-1")
@pytest.mark.parametrize("island", ISLANDS)
def test_an_island_between_two_divisions_does_not_block_the_line(island: str) -> None:
    state = across(island).at("spotting")
    found = line(state, state.divisions["a"], state.divisions["b"])
    assert (found.verdict, found.past, found.island) == ("clear", 5, island)


@pytest.mark.rule("NoF-LOS-1")
@pytest.mark.parametrize("island", ISLANDS)
def test_radar_spots_a_division_past_an_island(island: str) -> None:
    battle = across(island).setting("visibility", "Q")
    state, events = battle.enter("spotting", 5)
    assert contact(state, "USN", "b") == RADAR
    assert [event.division for event in events_of(events, RadarFound)] == ["b"]


@pytest.mark.rule("NoF-LOS-1")
def test_eyes_look_past_an_island_as_well_when_nobody_shelters_there() -> None:
    battle = across(usn=4, ijn=6)
    state, _ = battle.enter("spotting")
    assert contact(state, "USN", "b") == SIGHTED and contact(state, "IJN", "a") == SIGHTED


@pytest.mark.rule("NoF-LOS-1")
@pytest.mark.parametrize(("usn", "ijn"), [(5, 8), (3, 5), (5, 5), (2, 4), (6, 9)])
def test_a_division_in_the_islands_own_band_or_on_the_same_side_is_not_past_it(usn: int, ijn: int) -> None:
    state = across(usn=usn, ijn=ijn).at("spotting")
    assert line(state, state.divisions["a"], state.divisions["b"]).past == 0


@pytest.mark.rule("NoF-LOS-1")
def test_of_two_islands_on_a_line_the_nearer_is_named() -> None:
    state = across("savo", 5).island("florida", 6).at("spotting")
    assert line_of_bands(state, 3, 8).past == 5
    assert line_of_bands(state, 8, 3).past == 6


# ---------------------------------------------------------------------- radar near and past islands


@pytest.mark.rule("NoF-LOS-2", "NoF-LOS-H1")
@pytest.mark.parametrize(("grade", "past"), [("F3", "F1"), ("F2", "F0"), ("F1", "F0"), ("F0", "F0")])
def test_gun_radar_counts_two_grades_lower_past_an_island(grade: str, past: str) -> None:
    state = across().at("gunnery")
    a, b = state.divisions["a"], state.divisions["b"]
    assert fire_control(state, grade, a, b) == past
    assert fire_control(state, grade, a, b.but(band=5)) == grade


@pytest.mark.rule("NoF-LOS-2")
def test_a_ship_with_the_best_radar_does_not_fire_blind_past_an_island() -> None:
    battle = across().knows("USN", "b", RADAR)
    assert battle.check(battle.at("gunnery"), Fire("USN", "fletcher", "kagero"))
    battle = across(at=8).knows("USN", "b", RADAR)
    assert not battle.check(battle.at("gunnery"), Fire("USN", "fletcher", "kagero"))


@pytest.mark.rule("NoF-SPT-H7")
@pytest.mark.parametrize(("island", "at", "need"), [("savo", 7, 4), ("florida", 7, 4), ("savo", 5, 5)])
def test_radar_needs_one_less_at_a_division_in_an_islands_band(island: str, at: int, need: int) -> None:
    state = across(island, at).at("spotting")
    assert sum_modifiers(radar_terms(state, "F3", state.divisions["b"])) == need


@pytest.mark.rule("NoF-SPT-H7")
@pytest.mark.parametrize(("die", "level"), [(4, RADAR), (5, 0)])
def test_among_the_echoes_of_the_land_a_five_no_longer_finds_anything(die: int, level: int) -> None:
    battle = across(at=7).setting("visibility", "Q")
    state, _ = battle.enter("spotting", die)
    assert contact(state, "USN", "b") == level


# ---------------------------------------------------------------------- shelter


def by_choice(usn: int = 3, ijn: int = 7) -> Battle:
    return across(usn=usn, ijn=ijn).setting("islands_block", True)


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_shelter_is_an_optional_rule() -> None:
    battle = across()
    state = battle.at("movement", "IJN")
    assert not battle.list_offers(state, Shelter)
    assert rules_of(battle.check(state, Shelter("IJN", "b"))) == ["NoF-LOS-3"]
    battle = by_choice()
    assert battle.list_offers(battle.at("movement", "IJN"), Shelter) == [Shelter("IJN", "b")]


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_a_division_that_claims_the_island_is_not_found_past_it_by_eye_or_by_radar() -> None:
    battle = by_choice(usn=4, ijn=6)
    state, events = battle.do(battle.at("movement", "IJN"), Shelter("IJN", "b"))
    assert [(event.island, event.band) for event in events_of(events, ShelterClaimed)] == [("Savo Island", 5)]
    state, _ = battle.open_phase(state, "spotting")
    assert contact(state, "USN", "b") == 0


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_nobody_fires_at_a_sheltering_division_past_the_island() -> None:
    battle = by_choice().knows("USN", "b", SIGHTED)
    state = battle.at("gunnery")
    assert not battle.check(state, Fire("USN", "fletcher", "kagero"))
    state = sheltering(state, "b")
    assert rules_of(battle.check(state, Fire("USN", "fletcher", "kagero"))) == ["NoF-LOS-3"]


@pytest.mark.rule("NoF-LOS-4")
def test_a_sheltering_division_sees_and_fires_at_nothing_past_the_island_either() -> None:
    battle = by_choice(usn=4, ijn=6)
    state = sheltering(battle.at("spotting"), "b")
    state, _ = battle.open_phase(state, "spotting")
    assert contact(state, "IJN", "a") == 0
    state = sheltering(battle.knows("IJN", "a", SIGHTED).at("gunnery", "IJN"), "b")
    assert len(battle.check(state, Fire("IJN", "kagero", "fletcher"))) == 1
    assert is_shut_off(state, state.divisions["a"], state.divisions["b"])
    assert is_shut_off(state, state.divisions["b"], state.divisions["a"])


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_an_observer_in_the_islands_own_band_is_not_past_it() -> None:
    battle = by_choice(usn=5, ijn=7)
    state = sheltering(battle.at("spotting"), "b")
    state, _ = battle.open_phase(state, "spotting")
    assert contact(state, "USN", "b") == SIGHTED


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_the_rest_of_its_side_is_not_hidden_with_it() -> None:
    battle = by_choice(usn=4, ijn=6).division("c", "IJN", ["Yudachi"], 6)
    state = sheltering(battle.at("spotting"), "b")
    state, _ = battle.open_phase(state, "spotting")
    assert contact(state, "USN", "c") == SIGHTED and contact(state, "USN", "b") == 0


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_shelter_is_claimed_after_or_instead_of_moving_and_lasts_until_the_next_movement() -> None:
    battle = by_choice()
    moved, _ = battle.do(battle.at("movement", "IJN"), Move("IJN", "b", 6))
    after, _ = battle.do(moved, Shelter("IJN", "b"))
    assert after.divisions["b"].sheltering
    instead, _ = battle.do(battle.at("movement", "IJN"), Shelter("IJN", "b"))
    assert rules_of(battle.check(instead, Move("IJN", "b", 6))) == ["NoF-MOV-H2"]
    assert rules_of(battle.check(instead, Shelter("IJN", "b"))) == ["NoF-LOS-H2"]
    state, _ = battle.open_phase(instead, "movement")
    assert not state.divisions["b"].sheltering


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_in_the_islands_own_band_there_is_nothing_to_hide_behind() -> None:
    battle = by_choice(ijn=5)
    state = battle.at("movement", "IJN")
    assert not battle.list_offers(state, Shelter)
    assert rules_of(battle.check(state, Shelter("IJN", "b"))) == ["NoF-LOS-H2"]


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2")
def test_a_searchlight_does_not_reach_past_a_shelter() -> None:
    battle = by_choice(usn=4, ijn=6).knows("USN", "b", SIGHTED)
    state = battle.at("spotting")
    assert not battle.check(state, Searchlight("USN", "fletcher", "kagero"))
    state = sheltering(state, "b")
    assert rules_of(battle.check(state, Searchlight("USN", "fletcher", "kagero"))) == ["NoF-LOS-3"]
    assert not battle.list_offers(state, Searchlight)


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2", "NoF-AI-H1")
def test_the_solitaire_chart_never_shelters() -> None:
    battle = by_choice().chart("IJN")
    state = battle.at("movement", "IJN")
    assert not battle.list_offers(state, Shelter)
    assert rules_of(battle.check(state, Shelter("IJN", "b"))) == ["NoF-AI-H1"]


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-H2", "NoF-LAND-H1", "NoF-SUR-H1")
def test_who_else_may_not_shelter() -> None:
    battle = by_choice().division("field", "USN", ["Henderson Field"], 1, traits=("land",))
    state = battle.at("movement")
    assert rules_of(battle.check(state, Shelter("USN", "field"))) == ["NoF-LAND-H1"]
    assert rules_of(battle.check(state, Shelter("USN", "b"))) == ["NoF-LOS-3"]
    state = battle.surprise("USN").at("movement")
    assert rules_of(battle.check(state, Shelter("USN", "a"))) == ["NoF-SUR-H1"]
    assert not battle.list_offers(state, Shelter)


# ---------------------------------------------------------------------- Guadalcanal


@pytest.mark.rule("NoF-LOS-5")
def test_guadalcanal_has_no_effect_on_any_line_and_shelters_nobody() -> None:
    battle = across("guadalcanal", 1, usn=2, ijn=3).setting("islands_block", True)
    state = battle.at("movement")
    assert line_of_bands(state.but(islands={"guadalcanal": 5}), 3, 7).past == 0
    assert radar_clutter(state, 1) == ""
    assert not battle.list_offers(state, Shelter)
    assert rules_of(battle.check(state, Shelter("USN", "a"))) == ["NoF-LOS-5"]


@pytest.mark.rule("NoF-LOS-5")
def test_nothing_passes_guadalcanal_except_by_disengaging() -> None:
    battle = across("guadalcanal", 1, usn=2, ijn=1)
    state = battle.at("movement", "IJN")
    assert battle.list_offers(state, Move) == [Move("IJN", "b", 0), Move("IJN", "b", 2)]
    state, _ = battle.do(state, Move("IJN", "b", 0))
    assert (state.ships["kagero"].gone, state.ships["kagero"].left_at) == ("left", 1)
