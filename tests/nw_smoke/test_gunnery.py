"""Phase 5: the need, every modifier, the grades of a hit, and the worked examples."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.modifiers import tally
from rules.kernel.odds import odds
from rules.kernel.session import adjudicate
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.events import GunsFired
from rules.nw_smoke.gunnery import check_fire, shot
from rules.nw_smoke.state import RADAR, SIGHTED, State
from rules.nws.gunnery import Shot, level_of
from rules.nws.pieces import with_ship
from tests.nw_smoke.battle import Battle, events_of

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def duel(
    ship: str = "Laffey",
    target: str = "Kagero",
    h: int = 4,
    visibility: str = "N",
    facing: str = "NE",
    level: int = SIGHTED,
    side: str = "USN",
) -> State:
    """One ship and her target due south of her, on the beam unless told otherwise; USN fires, or IJN."""
    foe = "IJN" if side == "USN" else "USN"
    battle = Battle().setting("visibility", visibility)
    battle.division("a", side, [ship], 2010, facing, speed=2)
    battle.division("b", foe, [target], 2010 + h, "NE", speed=2)
    state = battle.knows(side, "b", level).at("gunnery")
    return state.but(cursor=state.cursor.but(queue=(side, foe)))


def fire(ship: str = "laffey", target: str = "kagero", side: str = "USN") -> Fire:
    return Fire(side, ship, target)


def powered(state: State, power: int, ship: str = "laffey") -> State:
    """The same ship with another firepower, undamaged."""
    lines = (power, *state.scene.power[ship][1:])
    return state.but(scene=state.scene.but(power={**state.scene.power, ship: lines}))


def changed(state: State, ship: str, **changes: object) -> State:
    return with_ship(state, state.ships[ship].but(**changes))


def terms(found: Shot) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in found.modifiers}


def result(state: State, command: Fire, *faces: int) -> tuple[State, str]:
    """The position after one shot, the phase still open, and the grade of the hit; every face is used."""
    assert not Battle().check(state, command)
    tape = TapeDice(faces)
    ruling = adjudicate(Battle.system, state, command, tape, move_on=False)
    assert not tape.left
    return ruling.state, events_of(tuple(ruling.events), GunsFired)[0].result


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
    found = tuple(shot(powered(duel(h=h), power), fire()).need for h in (1, 3, 5, 7, 9, 11, 13))
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
def test_a_ship_without_firepower_cannot_fire() -> None:
    state = powered(duel(), 0)
    assert [i.rule for i in check_fire(state, fire())] == ["NW-DMG-H2"]


@pytest.mark.rule("NW-GUN-H1")
def test_a_ship_fires_once_a_turn() -> None:
    assert [i.rule for i in check_fire(changed(duel(), "laffey", fired=True), fire())] == ["NW-GUN-H1"]


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
    state = changed(duel("San Francisco", "Takao", 6), "takao", fire=True)
    command = fire("san-francisco", "takao")
    assert (shot(state, command).need, terms(shot(state, command))) == (8, {})
    after, grade = result(state, command, 6, 6, 1, 1)
    assert (grade, after.hits[0].structure) == ("moderate", 2)


@pytest.mark.rule("NW-GUN-H1", "NW-GUN-H3", "NW-GUN-H8")
def test_firepower_15_over_8_hexes_at_a_lit_kongo_with_f3_radar_needs_7_and_a_6_is_a_light_hit() -> None:
    battle = Battle().division("a", "USN", ["Washington"], 2010, "NE").division("c", "USN", ["Laffey"], 2013, "NE")
    battle.division("b", "IJN", ["Kirishima"], 2018, "NE")
    state = changed(battle.knows("USN", "b", SIGHTED).at("gunnery"), "laffey", lights="kirishima")
    command = fire("washington", "kirishima")
    assert (shot(state, command).need, terms(shot(state, command))) == (7, {"NW-GUN-H8": 1})
    assert result(state, command, 3, 3, 1)[1] == "light"
    assert result(state, command, 2, 3)[1] == "miss"


# ---------------------------------------------------------------------- grades


@pytest.mark.rule("NW-GUN-H3")
@pytest.mark.parametrize(
    ("roll", "grade", "levels"),
    [(5, "miss", 0), (6, "light", 1), (8, "light", 1), (9, "moderate", 2), (11, "moderate", 2), (12, "heavy", 3)],
)
def test_the_margin_grades_the_hit(roll: int, grade: str, levels: int) -> None:
    faces = (min(roll - 1, 6), roll - min(roll - 1, 6))
    more = {"miss": (), "light": (1,)}.get(grade, (1, 1))
    after, found = result(duel(visibility="day_clear"), fire(), *faces, *more)  # need 6, no modifiers
    assert (found, sum(hit.structure for hit in after.hits)) == (grade, levels)


@pytest.mark.rule("NW-GUN-H4")
def test_a_natural_2_always_misses() -> None:
    state = powered(duel(h=4, visibility="day_clear"), 15)
    assert shot(state, fire()).need == 1
    assert result(state, fire(), 1, 1)[1] == "miss"


@pytest.mark.rule("NW-GUN-H4")
@pytest.mark.parametrize(("h", "effective", "grade"), [(5, 15, "light"), (6, 16, "miss")])
def test_a_natural_12_is_a_light_hit_up_to_an_effective_need_of_15(h: int, effective: int, grade: str) -> None:
    state = powered(duel("Laffey", "Kirishima", h, "day_clear"), 1)
    found = shot(state, fire("laffey", "kirishima"))
    assert found.need - tally(found.modifiers) == effective
    assert result(state, fire("laffey", "kirishima"), 6, 6, *((1,) if grade == "light" else ()))[1] == grade


CHANCES = {  # effective need: (power, hexes, chance of any damage in thousandths, expected levels in hundredths)
    2: (9, 2, 972, 222),
    3: (9, 4, 972, 197),
    4: (7, 4, 917, 167),
    5: (5, 4, 833, 133),
    6: (4, 4, 722, 103),
    7: (3, 4, 583, 75),
    8: (2, 4, 417, 50),
    9: (1, 4, 278, 31),
    10: (1, 6, 167, 17),
    11: (1, 8, 83, 8),
    12: (1, 10, 28, 3),
}


@pytest.mark.rule("NW-GUN-H3", "NW-GUN-H4")
@pytest.mark.parametrize("need", CHANCES)
def test_the_chance_of_damage_by_need_is_the_one_of_the_balance_table(need: int) -> None:
    power, h, any_damage, levels = CHANCES[need]
    state = powered(duel(h=h, visibility="day_clear"), power)
    found = shot(state, fire())
    assert found.need - tally(found.modifiers) == need
    chances = odds(Battle.system, state, fire())
    assert chances.exact
    assert round(1000 * (1 - chances.of("miss"))) == any_damage
    expected = chances.of("light") + 2 * chances.of("moderate") + 3 * chances.of("heavy")
    assert round(100 * expected) == levels


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
    assert "NW-GUN-H5" not in terms(shot(changed(duel(), who, **changes), fire()))


@pytest.mark.rule("NW-GUN-H5")
def test_the_night_is_judged_ship_by_ship() -> None:
    battle = (
        Battle().division("a", "USN", ["Laffey"], 2010, "NE").division("b", "IJN", ["Kagero", "Oyashio"], 2014, "N")
    )
    state = changed(battle.knows("USN", "b", SIGHTED).at("gunnery"), "oyashio", fire=True)
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
    state = changed(duel("Takao", "Laffey", facing="S", side="IJN"), "takao", structure=2)  # 6 printed, 3 left
    assert terms(shot(state, fire("takao", "laffey", "IJN")))["NW-GUN-H6"] == -2


@pytest.mark.rule("NW-GUN-H7")
def test_a_burning_ship_fires_at_1_less() -> None:
    assert terms(shot(changed(duel(), "laffey", fire=True), fire()))["NW-GUN-H7"] == -1
    assert "NW-GUN-H7" not in terms(shot(duel(), fire()))


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


@pytest.mark.rule("NW-GUN-H10", "NW-GUN-H11")
@pytest.mark.parametrize(
    ("ship", "target", "penetration", "size"),
    [
        ("Laffey", "Kagero", 0, 0),  # S at defence 0, size S
        ("Laffey", "Nagara", 0, 0),  # S at 1
        ("Laffey", "Aoba", -1, 0),  # S at 2
        ("Laffey", "Takao", -1, 0),  # S at 3
        ("Laffey", "Kirishima", -2, 0),  # S at 4
        ("Hobart", "Takao", 0, 0),  # M at 3
        ("Hobart", "Kirishima", -1, 0),  # M at 4
        ("Hobart", "Kagero", 0, -1),  # M at size S
        ("Chicago", "Kirishima", 0, 0),  # L at 4
        ("Chicago", "Kagero", 0, -2),  # L at size S
        ("Washington", "Kirishima", 0, 0),
        ("Washington", "Kagero", 0, -4),  # H at size S
        ("Washington", "Nagara", 0, 0),  # H at size M
    ],
)
def test_penetration_and_size_of_the_target(ship: str, target: str, penetration: int, size: int) -> None:
    found = terms(shot(duel(ship, target), fire(ship.lower(), target.lower())))
    assert (found.get("NW-GUN-H10", 0), found.get("NW-GUN-H11", 0)) == (penetration, size)


@pytest.mark.rule("NW-GUN-H12")
@pytest.mark.parametrize(("before", "value"), [(0, None), (2, None), (3, -1), (4, -2), (6, -4)])
def test_the_fourth_ship_at_a_target_loses_1_the_fifth_2_and_so_on(before: int, value: int | None) -> None:
    state = duel().but(shots={"kagero": before})
    assert terms(shot(state, fire())).get("NW-GUN-H12") == value


@pytest.mark.rule("NW-GUN-H12")
def test_every_shot_at_a_ship_is_counted_misses_too() -> None:
    battle = Battle().division("a", "USN", ["Laffey", "Barton"], 2010, "NE").division("b", "IJN", ["Kagero"], 2014, "N")
    state, _ = battle.give(battle.knows("USN", "b", SIGHTED).at("gunnery"), fire(), 1, 1)
    assert state.shots == {"kagero": 1}


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


@pytest.mark.rule("NW-GUN-H14")
@pytest.mark.parametrize(("roll", "least"), [((3, 3), 6), ((4, 5), 5), ((6, 6), 4)])
def test_a_light_hit_burns_on_6_a_moderate_on_5_a_heavy_on_4(roll: tuple[int, int], least: int) -> None:
    for face in range(1, 7):
        more = () if sum(roll) == 6 else (1,)
        after, _ = result(duel(visibility="day_clear"), fire(), *roll, face, *more)
        assert after.hits[0].fire is (face >= least)


@pytest.mark.rule("NW-GUN-H15")
@pytest.mark.parametrize(("roll", "least"), [((4, 5), 6), ((6, 6), 5)])
def test_a_moderate_hit_floods_on_6_a_heavy_on_5(roll: tuple[int, int], least: int) -> None:
    for face in range(1, 7):
        after, _ = result(duel(visibility="day_clear"), fire(), *roll, 1, face)
        assert after.hits[0].flotation == (1 if face >= least else 0)


@pytest.mark.rule("NW-GUN-H15")
def test_a_light_hit_throws_no_die_for_flooding() -> None:
    after, _ = result(duel(visibility="day_clear"), fire(), 3, 3, 1)
    assert after.hits[0].flotation == 0


@pytest.mark.rule("NW-GUN-H16")
@pytest.mark.parametrize(("target", "levels"), [("Kirishima", 1), ("Takao", 2)])
def test_small_guns_add_at_most_one_level_to_a_ship_of_defence_4(target: str, levels: int) -> None:
    state = powered(duel("Laffey", target, visibility="day_clear"), 15)
    after, grade = result(state, fire("laffey", target.lower()), 5, 5, 1, 1)
    # Kirishima: need 5, 10 - 2; Takao: need 4, 10 - 1
    assert grade == "moderate"
    assert after.hits[0].structure == levels


@pytest.mark.rule("NW-GUN-H4")
def test_a_natural_12_never_makes_a_better_hit_worse() -> None:
    state = duel(visibility="day_clear")
    found = shot(state, fire())
    assert level_of(state.scene.charts.gunnery, found.need, found.modifiers, 12) == 3
