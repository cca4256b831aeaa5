"""Phase 5: the need, every modifier, the grades of a hit, and the worked examples."""

from __future__ import annotations

import pytest

from rules.nw_smoke.gunnery import check_fire, shot
from rules.nw_smoke.state import RADAR, SIGHTED
from tests.nw_smoke.battle import Battle
from tests.nw_smoke.duel import duel, fire, result, terms, with_firepower, with_ship_fields

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


# ---------------------------------------------------------------------- the need


NEEDS = {  # firepower: needs against defence 0 at 1, 3, 5, 7, 9, 11, 13 hexes
    1: (7, 8, 9, 10, 11, 12, 13),
    2: (6, 7, 8, 9, 10, 11, 12),
    3: (5, 6, 7, 8, 9, 10, 11),
    4: (4, 5, 6, 7, 8, 9, 10),
    5: (3, 4, 5, 6, 7, 8, 9),
    6: (3, 4, 5, 6, 7, 8, 9),
    7: (2, 3, 4, 5, 6, 7, 8),
    8: (2, 3, 4, 5, 6, 7, 8),
    9: (1, 2, 3, 4, 5, 6, 7),
    11: (1, 2, 3, 4, 5, 6, 7),
    12: (0, 1, 2, 3, 4, 5, 6),
    14: (0, 1, 2, 3, 4, 5, 6),
    15: (-1, 0, 1, 2, 3, 4, 5),
}


@pytest.mark.rule("NW-GUN-H1")
@pytest.mark.parametrize("power", NEEDS)
def test_the_need_is_9_less_the_column_plus_the_range_step_plus_the_defence(power: int) -> None:
    found = tuple(shot(with_firepower(duel(h=h), power), fire()).need for h in (1, 3, 5, 7, 9, 11, 13))
    assert found == NEEDS[power]


@pytest.mark.rule("NW-GUN-H1")
@pytest.mark.parametrize(
    ("h", "step"),
    [(0, -2), (1, -2), (2, -1), (3, -1), (4, 0), (5, 0), (6, 1), (8, 2), (10, 3), (12, 4), (14, 5), (15, 5)]
    + [(16, 6), (17, 6), (18, 7), (20, 7), (21, 8), (24, 8)],
)
def test_the_range_step_goes_by_hexes(h: int, step: int) -> None:
    assert shot(duel("Washington", "Kirishima", h), fire("washington", "kirishima")).need == 9 - 8 + step + 4


@pytest.mark.rule("NW-GUN-H1")
def test_a_ship_fires_once_a_turn() -> None:
    assert [i.rule for i in check_fire(with_ship_fields(duel(), "laffey", fired=True), fire())] == ["NW-GUN-H1"]


@pytest.mark.rule("NW-GUN-H2")
@pytest.mark.parametrize(("ship", "reach"), [("Laffey", 13), ("Hobart", 15), ("Northampton", 18), ("Washington", 24)])
def test_guns_reach_so_far_and_no_further(ship: str, reach: int) -> None:
    command = fire(ship.lower(), "kirishima")
    assert not check_fire(duel(ship, "Kirishima", reach, "day_clear"), command)
    assert [i.rule for i in check_fire(duel(ship, "Kirishima", reach + 1, "day_clear"), command)] == ["NW-GUN-H2"]


# ---------------------------------------------------------------------- worked examples


@pytest.mark.rule("NW-GUN-H1", "NW-GUN-H3", "NW-GUN-H5")
def test_firepower_4_over_4_hexes_at_a_dark_destroyer_needs_6_and_a_7_is_just_a_light_hit() -> None:
    state = duel()
    assert (shot(state, fire()).need, terms(shot(state, fire()))) == (6, {"NW-GUN-H5": -1})
    after, grade = result(state, fire(), 3, 4, 1)
    assert (grade, after.hits[0].structure) == ("light", 1)


@pytest.mark.rule("NW-GUN-H1", "NW-GUN-H3")
def test_firepower_7_over_6_hexes_at_defence_3_needs_8_and_a_12_is_moderate() -> None:
    state = with_ship_fields(duel("San Francisco", "Takao", 6), "takao", fire=True)
    command = fire("san-francisco", "takao")
    assert (shot(state, command).need, terms(shot(state, command))) == (8, {})
    after, grade = result(state, command, 6, 6, 1, 1)
    assert (grade, after.hits[0].structure) == ("moderate", 2)


@pytest.mark.rule("NW-GUN-H1", "NW-GUN-H3", "NW-GUN-H8")
def test_firepower_15_over_8_hexes_at_a_lit_kongo_with_f3_radar_needs_7_and_a_6_is_a_light_hit() -> None:
    battle = Battle().division("a", "USN", ["Washington"], 2010, "NE").division("c", "USN", ["Laffey"], 2013, "NE")
    battle.division("b", "IJN", ["Kirishima"], 2018, "NE")
    state = with_ship_fields(battle.knows("USN", "b", SIGHTED).at("gunnery"), "laffey", lights="kirishima")
    command = fire("washington", "kirishima")
    assert (shot(state, command).need, terms(shot(state, command))) == (7, {"NW-GUN-H8": 1})
    assert result(state, command, 3, 3, 1)[1] == "light"
    assert result(state, command, 2, 3)[1] == "miss"


# ---------------------------------------------------------------------- grades


# ---------------------------------------------------------------------- modifiers


@pytest.mark.rule("NW-GUN-H5")
@pytest.mark.parametrize("visibility", ["C", "N", "D", "Q"])
def test_at_night_a_dark_target_costs_1(visibility: str) -> None:
    assert terms(shot(duel(visibility=visibility, h=1), fire()))["NW-GUN-H5"] == -1


@pytest.mark.rule("NW-GUN-H5")
@pytest.mark.parametrize("visibility", ["day_clear", "day_haze", "dusk"])
def test_by_day_there_is_no_night_penalty(visibility: str) -> None:
    assert "NW-GUN-H5" not in terms(shot(duel(visibility=visibility, h=1), fire()))


@pytest.mark.rule("NW-GUN-H5")
@pytest.mark.parametrize(
    ("who", "changes"),
    [("kagero", {"fire": True}), ("kagero", {"lights": "laffey"}), ("laffey", {"lights": "kagero"})],
)
def test_a_target_that_burns_is_lit_or_uses_a_searchlight_has_no_protection(
    who: str, changes: dict[str, object]
) -> None:
    assert "NW-GUN-H5" not in terms(shot(with_ship_fields(duel(), who, **changes), fire()))


@pytest.mark.rule("NW-GUN-H5")
def test_the_night_is_judged_ship_by_ship() -> None:
    battle = (
        Battle().division("a", "USN", ["Laffey"], 2010, "NE").division("b", "IJN", ["Kagero", "Oyashio"], 2014, "N")
    )
    state = with_ship_fields(battle.knows("USN", "b", SIGHTED).at("gunnery"), "oyashio", fire=True)
    assert terms(shot(state, fire())) == {"NW-GUN-H5": -1}
    assert terms(shot(state, fire(target="oyashio"))) == {}


@pytest.mark.rule("NW-GUN-H6")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_target_ahead_or_astern_masks_guns_and_one_on_the_beam_does_not(facing: str) -> None:
    expected = -1 if facing in ("N", "S") else None
    assert terms(shot(duel(facing=facing), fire())).get("NW-GUN-H6") == expected


@pytest.mark.rule("NW-GUN-H6")
@pytest.mark.parametrize(("ship", "value"), [("Aoba", -1), ("Takao", -2)])
def test_masked_guns_cost_1_up_to_a_printed_firepower_of_5_and_2_above(ship: str, value: int) -> None:
    state = duel(ship, "Laffey", facing="S", side="IJN")
    assert terms(shot(state, fire(ship.lower(), "laffey", "IJN")))["NW-GUN-H6"] == value


@pytest.mark.rule("NW-GUN-H6")
def test_the_printed_firepower_counts_and_not_what_damage_has_left_of_it() -> None:
    state = with_ship_fields(duel("Takao", "Laffey", facing="S", side="IJN"), "takao", structure=2)  # 6 printed, 3 left
    assert terms(shot(state, fire("takao", "laffey", "IJN")))["NW-GUN-H6"] == -2


@pytest.mark.rule("NW-GUN-H8")
@pytest.mark.parametrize(("h", "value"), [(4, None), (5, 1), (6, 1), (13, 1)])
def test_f3_radar_gives_1_at_a_sighted_target_5_or_more_hexes_away(h: int, value: int | None) -> None:
    assert terms(shot(duel("Nicholas", h=h), fire("nicholas"))).get("NW-GUN-H8") == value


@pytest.mark.rule("NW-GUN-H8")
@pytest.mark.parametrize("ship", ["Laffey", "San Francisco"])
def test_lesser_radar_gives_nothing_at_a_sighted_target(ship: str) -> None:
    name = ship.lower().replace(" ", "-")
    assert "NW-GUN-H8" not in terms(shot(duel(ship, h=8), fire(name)))


@pytest.mark.rule("NW-GUN-H9", "NW-SPT-H12")
@pytest.mark.parametrize(("ship", "value"), [("Nicholas", -1), ("Atlanta", -2)])
def test_blind_fire_costs_f3_radar_1_and_f2_radar_2(ship: str, value: int) -> None:
    state = duel(ship, h=8, level=RADAR)
    command = fire(ship.lower())
    assert not check_fire(state, command)
    found = terms(shot(state, command))
    assert found["NW-GUN-H9"] == value and "NW-GUN-H8" not in found


@pytest.mark.rule("NW-SPT-H12")
@pytest.mark.parametrize(("ship", "side"), [("Laffey", "USN"), ("Kagero", "IJN")])
def test_ships_without_gun_radar_cannot_fire_at_a_mere_radar_contact(ship: str, side: str) -> None:
    target = "Kagero" if side == "USN" else "Laffey"
    state = duel(ship, target, level=RADAR, side=side)
    command = fire(ship.lower(), target.lower(), side)
    assert [i.rule for i in check_fire(state, command)] == ["NW-SPT-H12"]
    assert not [o for o in Battle().offers(state) if o.verb == "fire"]


@pytest.mark.rule("NW-GUN-H13")
@pytest.mark.parametrize(
    ("ship", "seas", "value"), [("Laffey", "heavy", -1), ("Laffey", "calm", None), ("Hobart", "heavy", None)]
)
def test_in_heavy_seas_a_small_ship_fires_at_1_less(ship: str, seas: str, value: int | None) -> None:
    state = duel(ship)
    state = state.but(scene=state.scene.but(heavy_seas=seas == "heavy"))
    assert terms(shot(state, fire(ship.lower()))).get("NW-GUN-H13") == value


@pytest.mark.rule("NW-EV-H2")
def test_gunnery_at_an_evading_division_loses_2() -> None:
    state = duel()
    state = state.but(divisions={**state.divisions, "b": state.divisions["b"].but(evading=True)})
    assert terms(shot(state, fire())) == {"NW-GUN-H5": -1, "NW-EV-H2": -2}


@pytest.mark.rule("NW-EV-H3")
def test_an_evading_ship_fires_at_1_less() -> None:
    state = duel()
    state = state.but(divisions={**state.divisions, "a": state.divisions["a"].but(evading=True)})
    assert terms(shot(state, fire())) == {"NW-GUN-H5": -1, "NW-EV-H3": -1}


@pytest.mark.rule("NW-FRM-H2")
@pytest.mark.parametrize(
    ("formation", "value"), [("dispersed", -1), ("ahead", None), ("abreast", None), ("echelon", None)]
)
def test_only_ships_of_a_dispersed_division_shoot_worse(formation: str, value: int | None) -> None:
    battle = Battle().division("a", "USN", ["Laffey", "Barton"], 2010, "NE", formation=formation)
    battle.division("b", "IJN", ["Kagero"], 2014, "N")
    assert terms(shot(battle.knows("USN", "b", SIGHTED).at("gunnery"), fire())).get("NW-FRM-H2") == value


# ---------------------------------------------------------------------- what a hit does besides
