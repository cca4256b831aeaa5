"""Phase 4: the need, the modifiers other than those of night and formation, the grades of a hit."""

from __future__ import annotations

import pytest

from rules.nights_of_fury.aiming import shot
from rules.nights_of_fury.gunnery import check_fire, offer_fire, owed_fire
from rules.nights_of_fury.solitaire import chart_target
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nws.pieces import UNSEEN
from tests.nights_of_fury.battle import Battle
from tests.nights_of_fury.duel import duel, fire, result, terms, with_division_fields, with_firepower, with_ship_fields

NEEDS = {  # firepower: needs against defence 0 at 0 to 9 bands
    1: (7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    2: (6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    3: (5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    4: (4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    5: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    6: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    7: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    8: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    9: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    11: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    12: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    14: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    15: (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8),
}


# ---------------------------------------------------------------------- the need


@pytest.mark.rule("NoF-GUN-H1")
@pytest.mark.parametrize("power", NEEDS)
def test_the_need_is_9_less_the_column_plus_the_range_step_plus_the_defence(power: int) -> None:
    state = with_firepower(duel("Washington", "Kagero"), power, "Washington")
    found = tuple(shot(with_division_fields(state, "b", band=1 + d), fire("Washington")).need for d in range(10))
    assert found == NEEDS[power]


@pytest.mark.rule("NoF-GUN-H1")
@pytest.mark.parametrize(("target", "defence"), [("Kagero", 0), ("Nagara", 1), ("Aoba", 2), ("Takao", 3), ("Hiei", 4)])
def test_the_defence_of_the_target_is_added_to_the_need(target: str, defence: int) -> None:
    assert shot(duel("San Francisco", target), fire("San Francisco", target)).need == 4 + defence


@pytest.mark.rule("NoF-GUN-H1")
def test_a_ship_fires_once_a_turn() -> None:
    state = with_ship_fields(duel(), "Laffey", fired=True)
    assert [i.rule for i in check_fire(state, fire())] == ["NoF-GUN-H1"]
    assert not list(offer_fire(state, "USN"))


@pytest.mark.rule("NoF-SPT-H10")
def test_a_ship_that_fired_star_shell_does_not_fire_her_main_guns() -> None:
    state = with_ship_fields(duel(), "Laffey", starred=True)
    assert [i.rule for i in check_fire(state, fire())] == ["NoF-SPT-H10"]
    assert not list(offer_fire(state, "USN"))


@pytest.mark.rule("NoF-GUN-H2")
@pytest.mark.parametrize(("ship", "reach"), [("Laffey", 6), ("Hobart", 7), ("Northampton", 8)])
def test_guns_reach_so_many_bands_by_their_class_and_no_further(ship: str, reach: int) -> None:
    command = fire(ship, "Hiei")
    assert not check_fire(duel(ship, "Hiei", reach), command)
    assert [i.rule for i in check_fire(duel(ship, "Hiei", reach + 1), command)] == ["NoF-GUN-H2"]


@pytest.mark.rule("NoF-GUN-H2")
def test_the_guns_of_a_battleship_reach_the_whole_chart() -> None:
    assert not check_fire(duel("Washington", "Hiei", 9), fire("Washington", "Hiei"))


@pytest.mark.rule("NoF-SPT-H8")
def test_nobody_fires_at_what_her_side_has_not_found() -> None:
    state = duel(level=UNSEEN)
    assert [i.rule for i in check_fire(state, fire())] == ["NoF-SPT-H8"]
    assert not list(offer_fire(state, "USN"))


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_side_does_not_fire() -> None:
    state = duel()
    state = state.but(scene=state.scene.but(surprise={"USN": state.cursor.turn}))
    assert "NoF-SUR-H1" in {i.rule for i in check_fire(state, fire())}
    assert not list(offer_fire(state, "USN"))


@pytest.mark.parametrize(("ship", "target"), [("nobody", "kagero"), ("laffey", "nobody"), ("kagero", "laffey")])
def test_a_shot_by_or_at_a_ship_that_is_not_there_is_refused(ship: str, target: str) -> None:
    assert check_fire(duel(), fire(ship, target))


# ---------------------------------------------------------------------- worked examples


@pytest.mark.rule("NoF-GUN-H1", "NoF-GUN-H3", "NoF-GUN-6")
def test_firepower_4_over_2_bands_at_a_dark_destroyer_needs_6_and_a_7_is_just_a_light_hit() -> None:
    state = duel()
    assert (shot(state, fire()).need, terms(shot(state, fire()))) == (6, {"NoF-GUN-6": -1})
    after, grade = result(state, fire(), 3, 4, 1)
    assert (grade, after.hits[0].structure) == ("light", 1)


@pytest.mark.rule("NoF-GUN-H1", "NoF-GUN-H3")
def test_firepower_7_over_3_bands_at_defence_3_needs_8_and_a_12_is_moderate() -> None:
    state = with_ship_fields(duel("New Orleans", "Takao", 3, date="1942-09-01"), "Takao", fire=True)
    command = fire("New Orleans", "Takao")
    assert (shot(state, command).need, terms(shot(state, command))) == (8, {})
    after, grade = result(state, command, 6, 6, 1, 1)
    assert (grade, after.hits[0].structure) == ("moderate", 2)


@pytest.mark.rule("NoF-GUN-H1", "NoF-GUN-H3", "NoF-GUN-H6", "NoF-GUN-7")
def test_firepower_15_over_4_bands_at_a_lit_kongo_with_f3_radar_needs_7_and_a_6_is_a_light_hit() -> None:
    battle = Battle().division("a", "USN", ["Washington"], 2).division("c", "USN", ["Laffey"], 4)
    battle.division("b", "IJN", ["Kongo"], 6)
    state = with_ship_fields(battle.knows("USN", "b", SIGHTED).at("gunnery"), "Laffey", lights="kongo")
    command = fire("Washington", "Kongo")
    assert (shot(state, command).need, terms(shot(state, command))) == (7, {"NoF-GUN-H6": 1})
    assert result(state, command, 3, 3, 1)[1] == "light"
    assert result(state, command, 2, 3)[1] == "miss"


@pytest.mark.rule("NoF-GUN-3", "NoF-GUN-6", "NoF-FORM-4")
def test_takao_in_line_ahead_at_helena_over_3_bands_needs_9_and_her_9_less_3_is_a_miss() -> None:
    state = with_division_fields(duel("Takao", "Helena", 3, side="IJN"), "a", formation="ahead")
    command = fire("Takao", "Helena", "IJN")
    assert shot(state, command).need == 9
    assert terms(shot(state, command)) == {"NoF-GUN-6": -1, "NoF-GUN-3": -2}
    assert result(state, command, 4, 5)[1] == "miss"
    assert result(state, command, 6, 6, 1)[1] == "light"


# ---------------------------------------------------------------------- grades


# ---------------------------------------------------------------------- modifiers


@pytest.mark.rule("NoF-GUN-H6")
@pytest.mark.parametrize(("d", "value"), [(2, None), (3, 1), (4, 1), (6, 1)])
def test_f3_radar_gives_1_at_a_sighted_target_3_or_more_bands_away(d: int, value: int | None) -> None:
    assert terms(shot(duel("Fletcher", d=d), fire("Fletcher"))).get("NoF-GUN-H6") == value


@pytest.mark.rule("NoF-GUN-H6")
@pytest.mark.parametrize("ship", ["Laffey", "San Francisco"])
def test_lesser_radar_gives_nothing_at_a_sighted_target(ship: str) -> None:
    assert "NoF-GUN-H6" not in terms(shot(duel(ship, d=4), fire(ship)))


@pytest.mark.rule("NoF-GUN-H7")
@pytest.mark.parametrize(("ship", "value"), [("Fletcher", -1), ("San Francisco", -2)])
def test_blind_fire_costs_f3_radar_1_and_f2_radar_2(ship: str, value: int) -> None:
    state = duel(ship, d=4, level=RADAR)
    assert not check_fire(state, fire(ship))
    found = terms(shot(state, fire(ship)))
    assert found["NoF-GUN-H7"] == value and "NoF-GUN-H6" not in found


@pytest.mark.rule("NoF-GUN-H7")
@pytest.mark.parametrize(("ship", "side"), [("Laffey", "USN"), ("Kagero", "IJN")])
def test_ships_without_gun_radar_cannot_fire_at_a_mere_radar_contact(ship: str, side: str) -> None:
    target = "Kagero" if side == "USN" else "Laffey"
    state = duel(ship, target, level=RADAR, side=side)
    assert [i.rule for i in check_fire(state, fire(ship, target, side))] == ["NoF-GUN-H7"]
    assert not list(offer_fire(state, side))


@pytest.mark.rule("NoF-CARD-1")
@pytest.mark.parametrize(("corrected", "value"), [(True, 1), (False, None)])
def test_a_fletcher_ranges_with_the_f3_radar_of_her_corrected_card(corrected: bool, value: int | None) -> None:
    state = duel("Fletcher", d=4, fletcher_f3=corrected)
    assert terms(shot(state, fire("Fletcher"))).get("NoF-GUN-H6") == value


@pytest.mark.rule("NoF-EV-H2")
def test_gunnery_at_an_evading_division_loses_2() -> None:
    assert terms(shot(with_division_fields(duel(), "b", evading=True), fire())) == {"NoF-GUN-6": -1, "NoF-EV-H2": -2}


@pytest.mark.rule("NoF-EV-H3")
def test_an_evading_ship_fires_at_1_less() -> None:
    assert terms(shot(with_division_fields(duel(), "a", evading=True), fire())) == {"NoF-GUN-6": -1, "NoF-EV-H3": -1}


@pytest.mark.rule("NoF-SMO-H1")
@pytest.mark.parametrize("division", ["a", "b"])
def test_gunnery_at_and_from_a_division_that_makes_smoke_loses_1(division: str) -> None:
    assert terms(shot(with_division_fields(duel(), division, smoking=True), fire())) == {
        "NoF-GUN-6": -1,
        "NoF-SMO-H1": -1,
    }


@pytest.mark.rule("NoF-SMO-H1")
def test_smoke_at_both_ends_costs_1_each() -> None:
    found = shot(with_division_fields(with_division_fields(duel(), "a", smoking=True), "b", smoking=True), fire())
    assert [modifier.value for modifier in found.modifiers if modifier.rule == "NoF-SMO-H1"] == [-1, -1]


# ---------------------------------------------------------------------- islands


def past(ship: str, d: int = 4, island: int = 3, level: int = SIGHTED, **settings: object) -> State:
    """Return a ship in band 1, an island in a band, her target d bands off."""
    battle = Battle().island("savo", island)
    for name, value in settings.items():
        battle.setting(name, value)
    battle.division("a", "USN", [ship], 1).division("b", "IJN", ["Kagero"], 1 + d)
    return battle.knows("USN", "b", level).knows("IJN", "a", SIGHTED).at("gunnery")


@pytest.mark.rule("NoF-LOS-2", "NoF-LOS-H1")
def test_past_an_island_f3_radar_ranges_no_better_than_eyes() -> None:
    assert "NoF-GUN-H6" not in terms(shot(past("Fletcher"), fire("Fletcher")))


@pytest.mark.rule("NoF-LOS-2", "NoF-LOS-H1")
@pytest.mark.parametrize("ship", ["Fletcher", "San Francisco"])
def test_past_an_island_neither_f3_nor_f2_radar_aims_blind(ship: str) -> None:
    state = past(ship, level=RADAR)
    assert [i.rule for i in check_fire(state, fire(ship))] == ["NoF-LOS-2"]
    assert not list(offer_fire(state, "USN"))


@pytest.mark.rule("NoF-LOS-1", "NoF-LOS-2")
@pytest.mark.parametrize("island", [1, 5, 6])
def test_an_island_in_the_band_of_firer_or_target_or_beyond_is_not_past(island: int) -> None:
    assert terms(shot(past("Fletcher", island=island), fire("Fletcher")))["NoF-GUN-H6"] == 1
    assert not check_fire(past("Fletcher", island=island, level=RADAR), fire("Fletcher"))


@pytest.mark.rule("NoF-LOS-5", "NoF-LOS-2")
def test_guadalcanal_does_nothing_to_gun_radar() -> None:
    battle = Battle().island("guadalcanal", 1).division("a", "USN", ["Fletcher"], 1).division("b", "IJN", ["Kagero"], 5)
    state = battle.knows("USN", "b", RADAR).at("gunnery")
    assert not check_fire(state, fire("Fletcher"))


@pytest.mark.rule("NoF-LOS-3", "NoF-LOS-4")
@pytest.mark.parametrize(("who", "rule"), [("b", "NoF-LOS-3"), ("a", "NoF-LOS-4")])
def test_nobody_fires_past_an_island_at_or_from_a_division_that_shelters_behind_it(who: str, rule: str) -> None:
    state = with_division_fields(past("Laffey", islands_block=True), who, sheltering=True)
    assert [i.rule for i in check_fire(state, fire("Laffey"))] == [rule]
    assert not list(offer_fire(state, "USN"))
    assert not check_fire(
        with_division_fields(past("Laffey", island=5, islands_block=True), who, sheltering=True), fire("Laffey")
    )


# ---------------------------------------------------------------------- the chart commands a side


def under_chart() -> State:
    """Return two destroyers under the chart, and two targets for them."""
    battle = Battle().chart("IJN").division("a", "IJN", ["Kagero", "Oyashio"], 6)
    battle.division("b", "USN", ["Laffey", "Helena"], 4)
    state = battle.knows("IJN", "b", SIGHTED).knows("USN", "a", SIGHTED).at("gunnery", "IJN")
    return with_ship_fields(state, "Laffey", fire=True)


@pytest.mark.rule("NoF-AI-H6")
def test_a_side_under_the_chart_owes_one_shot_after_another_and_may_fire_no_other() -> None:
    state = under_chart()
    wanted = [command for offer in offer_fire(state, "IJN") for command in offer.commands]
    assert wanted == [fire("Kagero", chart_target(state, state.ships["kagero"]), "IJN")]
    assert [i.rule for i in owed_fire(state, "IJN")] == ["NoF-AI-H6"]
    others = [fire(ship, target, "IJN") for ship in ("Kagero", "Oyashio") for target in ("Laffey", "Helena")]
    refused = [check_fire(state, command) for command in others if command not in wanted]
    assert [[i.rule for i in reasons] for reasons in refused] == [["NoF-AI-H6"]] * 3
    after, _ = result(state, wanted[0], 1, 1)  # type: ignore[arg-type]
    assert [offer.piece for offer in offer_fire(after, "IJN")] == ["oyashio"]


@pytest.mark.rule("NoF-AI-H6")
def test_a_charted_side_with_nothing_left_to_fire_owes_nothing() -> None:
    state = with_ship_fields(with_ship_fields(under_chart(), "Kagero", fired=True), "Oyashio", fired=True)
    assert not list(offer_fire(state, "IJN")) and owed_fire(state, "IJN") == ()
    assert owed_fire(duel(), "USN") == ()


# ---------------------------------------------------------------------- what a hit does besides
