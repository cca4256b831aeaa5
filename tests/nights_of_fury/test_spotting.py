"""Phase 3: eyes, lookouts, flashes and fires, radar, shared contacts, searchlights, star shell."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import NOBODY
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Rolled, Ruling
from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.events import RadarFound, SearchlightUsed, Sighted, StarShellBurst
from rules.nights_of_fury.spotting import radar_terms, sighting_terms, visual_limit
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.commands import Searchlight, StarShell
from rules.nws.contacts import best_radar
from rules.nws.events import ContactLost
from rules.nws.pieces import UNSEEN, contact, is_illuminated
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes
from tests.nights_of_fury.duel import duel, fire, terms, with_division_fields, with_ship_fields

SMALL, MIDDLE, LARGE = "Kagero", "Atago", "Kirishima"


def apart(bands: int, ship: str = "McCawley", target: str = SMALL, visibility: str = "N") -> Battle:
    """Return a United States division without radar in band 1, a Japanese one so many bands away, no
    trained lookouts.
    """
    battle = Battle().division("a", "USN", [ship], 1).division("b", "IJN", [target], 1 + bands)
    return battle.setting("visibility", visibility)


def limit(state: State, watcher: str = "a", target: str = "b") -> int:
    return visual_limit(state, state.divisions[watcher], state.divisions[target])


# ---------------------------------------------------------------------- eyes


@pytest.mark.rule("NoF-SPT-H1")
@pytest.mark.parametrize(
    ("visibility", "small", "middle", "large"), [("C", 4, 5, 6), ("N", 3, 4, 5), ("D", 2, 3, 3), ("Q", 1, 1, 2)]
)
def test_the_visibility_and_the_targets_size_give_the_range(
    visibility: str, small: int, middle: int, large: int
) -> None:
    for target, bands in ((SMALL, small), (MIDDLE, middle), (LARGE, large)):
        assert limit(apart(3, target=target, visibility=visibility).at("spotting")) == bands
        seen, _ = apart(bands, target=target, visibility=visibility).surprise("IJN").enter("spotting")
        assert contact(seen, "USN", "b") == SIGHTED


@pytest.mark.rule("NoF-SPT-H1")
def test_the_ship_of_a_division_that_is_easiest_to_see_counts_for_all() -> None:
    battle = apart(4).division("c", "IJN", ["Yudachi", LARGE], 6)
    state, events = battle.enter("spotting", 1)
    assert contact(state, "USN", "c") == SIGHTED and contact(state, "USN", "b") == UNSEEN
    assert [event.division for event in events_of(events, Sighted) if event.side == "USN"] == ["c"]


@pytest.mark.rule("NoF-SPT-H1")
def test_in_the_same_band_a_division_is_always_sighted() -> None:
    battle = apart(0, visibility="Q")
    state = with_changes(with_changes(battle.at("spotting"), "a", smoking=True), "b", smoking=True)
    state, _ = battle.open_phase(state, "spotting")
    assert contact(state, "USN", "b") == SIGHTED and contact(state, "IJN", "a") == SIGHTED


@pytest.mark.rule("NoF-SPT-H2")
@pytest.mark.parametrize(("lookouts", "japan"), [("1942", 5), ("1943", 4), ("", 3)])
def test_japanese_lookouts_see_further_and_american_ones_do_not(lookouts: str, japan: int) -> None:
    state = apart(3, "Laffey").setting("lookouts", lookouts).at("spotting")
    assert limit(state, "b", "a") == japan
    assert limit(state, "a", "b") == 3


@pytest.mark.rule("NoF-SPT-H3")
@pytest.mark.parametrize(
    ("flashed", "fire", "bands"), [(False, False, 3), (True, False, 5), (False, True, 7), (True, True, 9)]
)
def test_flashes_and_fires_are_seen_from_further_away_and_add_up(flashed: bool, fire: bool, bands: int) -> None:
    state = with_changes(apart(3).at("spotting"), "kagero", flashed=flashed, fire=fire)
    assert limit(state) == bands
    rules = [term.rule for term in sighting_terms(state, "USN", state.divisions["b"])]
    assert rules == ["NoF-SPT-H1"] + ["NoF-SPT-H3"] * (flashed + fire)


@pytest.mark.rule("NoF-SPT-H3")
def test_guns_fired_this_turn_show_only_in_the_next() -> None:
    state = with_changes(apart(3).at("spotting"), "kagero", fired=True)
    assert limit(state) == 3


@pytest.mark.rule("NoF-SPT-H4")
@pytest.mark.parametrize(("die", "seen"), [(1, False), (5, False), (6, True)])
def test_a_division_one_band_beyond_the_range_is_sighted_on_a_six(die: int, seen: bool) -> None:
    battle = apart(4)  # a transport of size M is seen by Japan from 4 bands without a die
    state, events = battle.enter("spotting", die)
    assert (contact(state, "USN", "b") == SIGHTED) is seen
    assert [event.rule for event in events_of(events, Sighted) if event.side == "USN"] == (
        ["NoF-SPT-H4"] if seen else []
    )


@pytest.mark.rule("NoF-SPT-H4")
def test_two_bands_beyond_the_range_nobody_throws_for_a_glimpse() -> None:
    battle = apart(5, ship="Little")
    state, events = battle.enter("spotting")
    assert contact(state, "USN", "b") == UNSEEN
    assert not events_of(events, Rolled)


@pytest.mark.rule("NoF-SPT-H4")
def test_a_side_throws_once_for_a_glimpse_however_many_divisions_look() -> None:
    battle = apart(4).division("c", "USN", ["Zeilin"], 1)
    state, events = battle.enter("spotting", 3)
    assert len(events_of(events, Rolled)) == 1
    assert contact(state, "USN", "b") == UNSEEN


# ---------------------------------------------------------------------- radar


@pytest.mark.rule("NoF-SPT-H5", "NoF-SPT-H6")
@pytest.mark.parametrize(
    ("ship", "grade", "reach", "need"),
    [("Laffey", "F1", 5, 3), ("San Francisco", "F2", 6, 4), ("Fletcher", "F3", 9, 5)],
)
def test_a_radar_searches_to_its_range_and_finds_on_its_number_or_less(
    ship: str, grade: str, reach: int, need: int
) -> None:
    state = apart(reach, ship, visibility="Q").at("spotting")
    assert best_radar(state, state.divisions["a"]) == grade
    assert sum_modifiers(radar_terms(state, grade, state.divisions["b"])) == need
    for die, level in ((need, RADAR), (need + 1, UNSEEN)):
        state, _ = apart(reach, ship, visibility="Q").enter("spotting", die)
        assert contact(state, "USN", "b") == level
    if reach < 9:
        state, events = apart(reach + 1, ship, visibility="Q").enter("spotting")
        assert not events_of(events, Rolled)


@pytest.mark.rule("NoF-SPT-H6")
def test_a_ship_without_radar_or_out_of_action_searches_nothing() -> None:
    _, events = apart(5, "Little", visibility="Q").enter("spotting")
    assert not events_of(events, Rolled)
    battle = apart(5, "Fletcher", visibility="Q")
    state = with_changes(battle.at("spotting"), "fletcher", structure=OUT_OF_ACTION)
    assert best_radar(state, state.divisions["a"]) == "F0"
    battle.open_phase(state, "spotting")


@pytest.mark.rule("NoF-SPT-H5")
def test_a_side_throws_once_for_each_division_not_sighted_with_its_best_set() -> None:
    battle = apart(5, "Laffey", visibility="Q").division("c", "USN", ["Fletcher"], 1)
    battle.division("d", "IJN", ["Yudachi"], 8).division("e", "IJN", ["Nagara"], 2)
    state, events = battle.enter("spotting", 5, 6)  # b, then d
    thrown = [event for event in events_of(events, Rolled) if event.rule == "NoF-SPT-H5"]
    assert [event.target for event in thrown] == [5, 5]
    assert [event.is_success for event in thrown] == [True, False]  # this number or less
    assert [(event.what, event.to) for event in thrown] == [
        ("F3 radar of C searches for B", ("USN",)),
        ("F3 radar of C searches for D", NOBODY),  # not even that something is there
    ]
    assert state.contacts["USN"] == {"b": RADAR, "e": SIGHTED}


@pytest.mark.rule("NoF-LOS-1", "NoF-CARD-1")
def test_a_search_past_an_island_and_the_set_of_a_fletcher_are_told_with_the_sheets_rules() -> None:
    """Islands do not block radar; all Fletcher class ships have F3 radar."""

    def modifiers_of(ship: str, **islands: int) -> list[tuple[str, str]]:
        battle = apart(5, ship, visibility="Q")
        _, events = battle.open_phase(battle.at("spotting").but(islands=islands), "spotting", 1)
        (thrown,) = [event for event in events_of(events, Rolled) if event.rule == "NoF-SPT-H5"]
        return [(fact.label, fact.rule) for fact in thrown.breakdown.facts]

    assert modifiers_of("Laffey") == []
    assert modifiers_of("Laffey", savo=4) == [("Savo Island does not stop radar", "NoF-LOS-1")]
    assert modifiers_of("Fletcher") == [("every Fletcher has F3 radar", "NoF-CARD-1")]
    assert modifiers_of("Fletcher", savo=8) == [("every Fletcher has F3 radar", "NoF-CARD-1")]


@pytest.mark.rule("NoF-SPT-H5")
def test_a_sighted_division_is_not_searched_for_by_radar() -> None:
    _, events = apart(3, "Fletcher").enter("spotting")
    assert not events_of(events, Rolled)


# ---------------------------------------------------------------------- contacts


@pytest.mark.rule("NoF-SPT-H8")
def test_what_one_division_finds_its_whole_side_knows() -> None:
    battle = apart(3).division("c", "USN", ["Little"], 10)
    state, events = battle.enter("spotting")
    assert state.contacts["USN"] == {"b": SIGHTED}
    assert {event.to for event in events_of(events, Sighted) if event.side == "USN"} == {("USN",)}


@pytest.mark.rule("NoF-SPT-H8")
def test_a_contact_lasts_until_the_next_phase_3_and_is_then_lost_or_found_again() -> None:
    battle = apart(7, "Little").knows("USN", "b", SIGHTED)
    state, events = battle.enter("spotting")
    assert contact(state, "USN", "b") == UNSEEN
    assert [(event.side, event.division) for event in events_of(events, ContactLost)] == [("USN", "b")]
    assert state.seen["USN"]["b"].division.band == 8


@pytest.mark.rule("NoF-SPT-H8")
def test_a_throw_that_finds_nothing_is_told_to_nobody_under_hidden_movement() -> None:
    battle = apart(5, "Fletcher", visibility="Q")
    _, events = battle.enter("spotting", 6)
    assert [event.to for event in events_of(events, Rolled)] == [NOBODY]
    _, events = battle.enter("spotting", 5)
    assert {event.to for event in (*events_of(events, Rolled), *events_of(events, RadarFound))} == {("USN",)}
    _, events = battle.setting("hidden_movement", False).enter("spotting", 6)
    assert [event.to for event in events_of(events, Rolled)] == [()]


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_side_spots_nothing() -> None:
    battle = apart(2, "Fletcher").surprise("USN")
    state, _ = battle.enter("spotting")
    assert state.contacts == {"USN": {}, "IJN": {"a": SIGHTED}}


@pytest.mark.rule("NoF-LAND-H1", "NoF-LAND-H2")
def test_a_land_target_is_known_to_the_enemy_wherever_he_is() -> None:
    battle = apart(9).division("field", "USN", ["Henderson Field"], 1, traits=("land",))
    state, _ = battle.enter("spotting")
    assert contact(state, "IJN", "field") == SIGHTED
    state, _ = battle.surprise("IJN").enter("spotting")
    assert contact(state, "IJN", "field") == SIGHTED


# ---------------------------------------------------------------------- searchlights


def lights(bands: int = 3) -> Battle:
    return apart(bands, "Laffey").knows("USN", "b", SIGHTED)


@pytest.mark.rule("NoF-SPT-H9")
@pytest.mark.parametrize(("bands", "may"), [(0, True), (3, True), (4, False)])
def test_a_searchlight_reaches_3_bands(bands: int, may: bool) -> None:
    battle = lights(bands)
    state = battle.at("spotting")
    assert (not battle.check(state, Searchlight("USN", "laffey", "kagero"))) is may
    assert bool(battle.list_offers(state, Searchlight)) is may


@pytest.mark.rule("NoF-SPT-H9")
def test_the_target_is_lit_and_the_user_is_sighted_at_any_distance() -> None:
    battle = lights(3).division("c", "IJN", ["Nagara"], 10)
    state, events = battle.do(battle.at("spotting"), Searchlight("USN", "laffey", "kagero"))
    assert is_illuminated(state, state.ships["kagero"]) and not is_illuminated(state, state.ships["nagara"])
    assert contact(state, "IJN", "a") == SIGHTED
    assert [event.to for event in events_of(events, SearchlightUsed)] == [()]


@pytest.mark.rule("NoF-SPT-H9")
def test_a_ship_lights_one_ship_and_a_ship_is_lit_once() -> None:
    battle = lights().division("c", "USN", ["Buchanan"], 2).division("d", "IJN", ["Yudachi"], 3)
    battle.knows("USN", "d", SIGHTED)
    state, _ = battle.do(battle.at("spotting"), Searchlight("USN", "laffey", "kagero"))
    assert rules_of(battle.check(state, Searchlight("USN", "laffey", "yudachi"))) == ["NoF-SPT-H9"]
    assert rules_of(battle.check(state, Searchlight("USN", "buchanan", "kagero"))) == ["NoF-SPT-H9"]
    assert battle.list_offers(state, Searchlight) == [Searchlight("USN", "buchanan", "yudachi")]


@pytest.mark.rule("NoF-SPT-H9")
def test_who_may_not_use_a_searchlight_and_on_whom() -> None:
    battle = lights()
    state = battle.at("spotting")
    wreck = with_changes(state, "laffey", structure=OUT_OF_ACTION)
    assert rules_of(battle.check(wreck, Searchlight("USN", "laffey", "kagero"))) == ["NoF-DMG-H3"]
    assert not battle.list_offers(wreck, Searchlight)
    for level in (UNSEEN, RADAR):
        unseen = battle.knows("USN", "b", level).at("spotting")
        assert rules_of(battle.check(unseen, Searchlight("USN", "laffey", "kagero"))) == ["NoF-SPT-H9"]
        assert not battle.list_offers(unseen, Searchlight)
    for ship, target in (("kagero", "laffey"), ("laffey", "laffey"), ("laffey", "nobody"), ("", "")):
        assert rules_of(battle.check(state, Searchlight("USN", ship, target))) == ["NoF-SPT-H9"]


@pytest.mark.rule("NoF-SPT-H9")
def test_a_surprised_enemy_does_not_even_notice_the_light() -> None:
    battle = lights().surprise("IJN")
    state, _ = battle.do(battle.at("spotting"), Searchlight("USN", "laffey", "kagero"))
    assert contact(state, "IJN", "a") == UNSEEN


@pytest.mark.rule("NoF-LAND-H1")
def test_a_gun_battery_has_neither_searchlight_nor_star_shell() -> None:
    battle = lights().division("guns", "USN", ["Gun Battery"], 2, traits=("land",))
    state = battle.at("spotting")
    assert rules_of(battle.check(state, Searchlight("USN", "gun-battery", "kagero"))) == ["NoF-LAND-H1"]
    assert "gun-battery" not in [offer.piece for offer in battle.offers(state)]
    state = battle.knows("USN", "b", RADAR).at("spotting")
    assert rules_of(battle.check(state, StarShell("USN", "gun-battery", "b"))) == ["NoF-LAND-H1"]
    assert "gun-battery" not in [offer.piece for offer in battle.offers(state)]


@pytest.mark.rule("NoF-AI-H8")
@pytest.mark.parametrize(("die", "on"), [(4, False), (5, True)])
def test_the_chart_throws_for_each_searchlight_once(die: int, on: bool) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 3).division("b", "IJN", ["Kagero"], 5).chart("IJN")
    state = battle.knows("IJN", "a", SIGHTED).at("spotting", "IJN")
    assert [offer.verb for offer in battle.offers(state)] == ["light"]
    state, _ = battle.do(state, Searchlight("IJN", "kagero", "laffey"), die)
    assert is_illuminated(state, state.ships["laffey"]) is on
    assert [offer.verb for offer in battle.offers(state)] == ["done"]
    assert "NoF-AI-H8" in rules_of(battle.check(state, Searchlight("IJN", "kagero", "laffey"))) or on


# ---------------------------------------------------------------------- star shell


def stars(bands: int = 4) -> Battle:
    return apart(bands, "Fletcher", visibility="Q").knows("USN", "b", RADAR)


@pytest.mark.rule("NoF-SPT-H10")
@pytest.mark.parametrize(("bands", "may"), [(1, False), (2, True), (5, True), (6, False)])
def test_star_shell_bursts_2_to_5_bands_away(bands: int, may: bool) -> None:
    battle = stars(bands)
    state = battle.at("spotting")
    assert (not battle.check(state, StarShell("USN", "fletcher", "b"))) is may
    assert bool(battle.list_offers(state, StarShell)) is may


@pytest.mark.rule("NoF-SPT-H10")
@pytest.mark.parametrize(("die", "found"), [(2, False), (3, True)])
def test_on_3_or_more_the_division_is_sighted(die: int, found: bool) -> None:
    battle = stars()
    state, events = battle.do(battle.at("spotting"), StarShell("USN", "fletcher", "b"), die)
    assert contact(state, "USN", "b") == (SIGHTED if found else RADAR)
    assert state.divisions["b"].starlit is found
    assert [event.found for event in events_of(events, StarShellBurst)] == [found]
    assert state.ships["fletcher"].starred


@pytest.mark.rule("NoF-SPT-H10")
def test_a_ship_fires_star_shell_once_a_turn_over_a_division_held_by_radar_only() -> None:
    battle = stars()
    state, _ = battle.do(battle.at("spotting"), StarShell("USN", "fletcher", "b"), 1)
    assert rules_of(battle.check(state, StarShell("USN", "fletcher", "b"))) == ["NoF-SPT-H10"]
    assert not battle.list_offers(state, StarShell)
    for level in (SIGHTED, UNSEEN):
        state = stars().knows("USN", "b", level).at("spotting")
        assert rules_of(battle.check(state, StarShell("USN", "fletcher", "b"))) == ["NoF-SPT-H10"]
        assert not battle.list_offers(state, StarShell)


@pytest.mark.rule("NoF-SPT-H10")
def test_a_ship_without_guns_or_out_of_action_fires_no_star_shell() -> None:
    battle = stars()
    state = with_changes(battle.at("spotting"), "fletcher", structure=OUT_OF_ACTION)
    assert rules_of(battle.check(state, StarShell("USN", "fletcher", "b"))) == ["NoF-DMG-H3"]
    state = battle.at("spotting")
    lines = {**state.scene.power, "fletcher": (0, 0, 0, 0, 0)}
    state = state.but(scene=state.scene.but(power=lines))
    assert rules_of(battle.check(state, StarShell("USN", "fletcher", "b"))) == ["NoF-DMG-H2"]
    assert not battle.list_offers(state, StarShell)


@pytest.mark.rule("NoF-SPT-H10")
def test_star_shell_may_be_switched_off() -> None:
    battle = stars().setting("star_shell", False)
    state = battle.at("spotting")
    assert not battle.list_offers(state, StarShell)
    assert rules_of(battle.check(state, StarShell("USN", "fletcher", "b"))) == ["NoF-SPT-H10"]


@pytest.mark.rule("NoF-SPT-H10")
def test_star_shell_over_nobody_or_by_nobody_is_refused() -> None:
    battle = stars()
    state = battle.at("spotting")
    for ship, division in (("fletcher", "a"), ("fletcher", "x"), ("kagero", "b"), ("x", "b")):
        assert rules_of(battle.check(state, StarShell("USN", ship, division))) == ["NoF-SPT-H10"]


@pytest.mark.rule("NoF-DMG-H3")
@pytest.mark.parametrize(("structure", "seen"), [(3, True), (4, False)])
def test_a_ship_out_of_action_reports_nothing(structure: int, seen: bool) -> None:
    battle = Battle()
    battle.division("a", "USN", ["Laffey"], 5)
    battle.division("b", "IJN", ["Kagero"], 6)
    state = with_changes(battle.at("spotting"), "laffey", structure=structure)
    after = battle.open_in_ruling(Ruling(battle.system, state, SeededDice(1)), "spotting").state
    assert (contact(after, "USN", "b") == SIGHTED) is seen


# --- The night penalty: -1 at a target without fire or light, judged ship by ship ---


def pair() -> State:
    """One destroyer and two in the enemy division, all in the dark."""
    battle = Battle().division("a", "USN", ["Laffey"], 4).division("b", "IJN", ["Kagero", "Oyashio"], 6)
    return battle.knows("USN", "b", SIGHTED).at("gunnery")


@pytest.mark.rule("NoF-GUN-6")
@pytest.mark.parametrize("visibility", ["C", "N", "D", "Q"])
def test_at_night_a_dark_target_costs_1(visibility: str) -> None:
    assert terms(shot(duel(visibility=visibility), fire())) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-7")
def test_a_target_lit_by_a_searchlight_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Laffey", lights="kagero"), fire())) == {}


@pytest.mark.rule("NoF-GUN-7")
def test_it_does_not_matter_which_ship_lights_the_target() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 4).division("c", "USN", ["Barton"], 5)
    battle.division("b", "IJN", ["Kagero"], 6)
    state = with_ship_fields(battle.knows("USN", "b", SIGHTED).at("gunnery"), "Barton", lights="kagero")
    assert terms(shot(state, fire())) == {}


@pytest.mark.rule("NoF-GUN-8")
def test_a_burning_target_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Kagero", fire=True), fire())) == {}


@pytest.mark.rule("NoF-GUN-9")
def test_a_target_that_uses_a_searchlight_costs_nothing() -> None:
    assert terms(shot(with_ship_fields(duel(), "Kagero", lights="laffey"), fire())) == {}


@pytest.mark.rule("NoF-GUN-10")
@pytest.mark.parametrize("changes", [{"fire": True}, {"lights": "laffey"}])
def test_the_other_ships_of_a_division_keep_their_darkness(changes: dict[str, object]) -> None:
    state = with_ship_fields(pair(), "Oyashio", **changes)
    assert terms(shot(state, fire("Laffey", "Oyashio"))) == {}
    assert terms(shot(state, fire("Laffey", "Kagero"))) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-10")
def test_a_searchlight_lights_one_ship_and_not_her_neighbour() -> None:
    state = with_ship_fields(pair(), "Laffey", lights="oyashio")
    assert terms(shot(state, fire("Laffey", "Oyashio"))) == {}
    assert terms(shot(state, fire("Laffey", "Kagero"))) == {"NoF-GUN-6": -1}


@pytest.mark.rule("NoF-GUN-7", "NoF-GUN-8", "NoF-GUN-9")
def test_showing_herself_three_times_over_gives_no_bonus() -> None:
    state = with_ship_fields(with_ship_fields(duel(), "Kagero", fire=True, lights="laffey"), "Laffey", lights="kagero")
    assert terms(shot(state, fire())) == {}


@pytest.mark.rule("NoF-GUN-6")
def test_radar_does_not_cancel_the_night() -> None:
    assert terms(shot(duel("Fletcher", d=3), fire("Fletcher"))) == {"NoF-GUN-6": -1, "NoF-GUN-H6": 1}


@pytest.mark.rule("NoF-GUN-6", "NoF-SPT-H10")
@pytest.mark.parametrize(("cancels", "expected"), [(False, {"NoF-GUN-6": -1}), (True, {})])
def test_star_shell_cancels_the_night_only_when_the_players_say_so(cancels: bool, expected: dict[str, int]) -> None:
    state = with_division_fields(duel(starshell_cancels_night=cancels), "b", starlit=True)
    assert terms(shot(state, fire())) == expected


@pytest.mark.rule("NoF-GUN-6")
def test_without_the_amendment_there_is_no_night_penalty() -> None:
    assert terms(shot(duel(night_penalty=False), fire())) == {}
