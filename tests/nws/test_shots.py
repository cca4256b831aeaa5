"""Gunnery in both games: grades of a hit, naturals, shared modifiers, fire and flooding."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Event
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.odds import odds
from rules.kernel.ruling import is_visible_to
from rules.kernel.session import adjudicate
from rules.nights_of_fury.state import RADAR
from rules.nws.gunnery import level_of
from tests.nws.twins import Twin, both, with_ship_fields


@both
@pytest.mark.rule("NoF-GUN-H1", "NW-GUN-H1")
def test_a_ship_without_firepower_cannot_fire(game: Twin) -> None:
    state = game.with_firepower(game.duel(), 0)
    assert [reason.rule for reason in game.fight.check_fire(state, game.fire())] == [game.rules["firepower"]]
    assert not [offer for offer in game.battle().offers(state) if offer.verb == "fire"]


@both
@pytest.mark.rule("NoF-GUN-H3", "NW-GUN-H3")
@pytest.mark.parametrize(
    ("roll", "grade", "levels"),
    [(5, "miss", 0), (6, "light", 1), (8, "light", 1), (9, "moderate", 2), (11, "moderate", 2), (12, "heavy", 3)],
)
def test_the_margin_grades_the_hit(game: Twin, roll: int, grade: str, levels: int) -> None:
    faces = (min(roll - 1, 6), roll - min(roll - 1, 6))
    more = {"miss": (), "light": (1,)}.get(grade, (1, 1))
    after, found = game.result(game.by_day(), game.fire(), *faces, *more)  # need 6, no modifiers
    assert (found, sum(hit.structure for hit in after.hits)) == (grade, levels)


@both
@pytest.mark.rule("NoF-GUN-H4", "NW-GUN-H4")
def test_a_natural_2_always_misses(game: Twin) -> None:
    state = game.with_firepower(game.by_day(), 15)
    assert game.shot(state).need == 1
    assert game.result(state, game.fire(), 1, 1)[1] == "miss"


@both
@pytest.mark.rule("NoF-GUN-H4", "NW-GUN-H4")
@pytest.mark.parametrize(("steps", "effective", "grade"), [(2, 15, "light"), (3, 16, "miss")])
def test_a_natural_12_is_a_light_hit_up_to_an_effective_need_of_15(
    game: Twin, steps: int, effective: int, grade: str
) -> None:
    state = game.with_firepower(game.by_day("Laffey", game.big, steps), 1)
    found = game.shot(state, "Laffey", game.big)
    assert found.need - sum_modifiers(found.modifiers) == effective
    more = (1,) if grade == "light" else ()
    assert game.result(state, game.fire("Laffey", game.big), 6, 6, *more)[1] == grade


@both
@pytest.mark.rule("NoF-GUN-H4", "NW-GUN-H4")
def test_a_natural_12_never_makes_a_better_hit_worse(game: Twin) -> None:
    state = game.by_day()
    found = game.shot(state)
    assert level_of(state.scene.charts.gunnery, found.need, found.modifiers, 12) == 3


CHANCES = {  # effective need: (power, steps, chance of any damage in thousandths, expected levels in hundredths)
    2: (9, 1, 972, 222),
    3: (9, 2, 972, 197),
    4: (7, 2, 917, 167),
    5: (5, 2, 833, 133),
    6: (4, 2, 722, 103),
    7: (3, 2, 583, 75),
    8: (2, 2, 417, 50),
    9: (1, 2, 278, 31),
    10: (1, 3, 167, 17),
    11: (1, 4, 83, 8),
    12: (1, 5, 28, 3),
}


@both
@pytest.mark.rule("NoF-GUN-H3", "NoF-GUN-H4", "NW-GUN-H3", "NW-GUN-H4")
@pytest.mark.parametrize("need", CHANCES)
def test_the_chance_of_damage_by_need_is_the_one_of_the_balance_table(game: Twin, need: int) -> None:
    power, steps, any_damage, levels = CHANCES[need]
    state = game.with_firepower(game.by_day(steps=steps), power)
    found = game.shot(state)
    assert found.need - sum_modifiers(found.modifiers) == need
    chances = odds(game.system, state, game.fire())
    assert chances.exact
    assert round(1000 * (1 - chances.of("miss"))) == any_damage
    expected = chances.of("light") + 2 * chances.of("moderate") + 3 * chances.of("heavy")
    assert round(100 * expected) == levels


# ---------------------------------------------------------------------- modifiers


@both
@pytest.mark.rule("NoF-GUN-H5", "NW-GUN-H7")
def test_a_burning_ship_fires_at_1_less(game: Twin) -> None:
    rule = game.rules["burning"]
    assert game.terms(with_ship_fields(game.duel(), "laffey", fire=True))[rule] == -1
    assert rule not in game.terms(game.duel())


@both
@pytest.mark.rule("NoF-GUN-H8", "NoF-GUN-H9", "NW-GUN-H10", "NW-GUN-H11")
@pytest.mark.parametrize(
    ("ship", "target", "penetration", "size"),
    [
        ("Laffey", "Kagero", 0, 0),  # S at defence 0, size S
        ("Laffey", "Nagara", 0, 0),  # S at 1
        ("Laffey", "Aoba", -1, 0),  # S at 2
        ("Laffey", "Takao", -1, 0),  # S at 3
        ("Laffey", "big", -2, 0),  # S at 4
        ("Hobart", "Takao", 0, 0),  # M at 3
        ("Hobart", "big", -1, 0),  # M at 4
        ("Hobart", "Kagero", 0, -1),  # M at size S
        ("Chicago", "big", 0, 0),  # L at 4
        ("Chicago", "Kagero", 0, -2),  # L at size S
        ("Washington", "big", 0, 0),
        ("Washington", "Kagero", 0, -4),  # H at size S
        ("Washington", "Nagara", 0, 0),  # H at size M
    ],
)
def test_penetration_and_size_of_the_target(game: Twin, ship: str, target: str, penetration: int, size: int) -> None:
    target = game.big if target == "big" else target
    found = game.terms(game.duel(ship, target), ship, target)
    assert (found.get(game.rules["penetration"], 0), found.get(game.rules["size"], 0)) == (penetration, size)


@both
@pytest.mark.rule("NoF-GUN-H10", "NW-GUN-H12")
@pytest.mark.parametrize(("before", "value"), [(0, None), (2, None), (3, -1), (4, -2), (6, -4)])
def test_the_fourth_ship_at_a_target_loses_1_the_fifth_2_and_so_on(game: Twin, before: int, value: int | None) -> None:
    assert game.terms(game.duel().but(shots={"kagero": before})).get(game.rules["crowd"]) == value


@both
@pytest.mark.rule("NoF-GUN-H10", "NW-GUN-H12")
def test_every_shot_at_a_ship_is_counted_misses_too(game: Twin) -> None:
    battle = game.sides(["Laffey", "Barton"], ["Kagero"]).knows("USN", "b", game.sighted)
    state, _ = battle.do(battle.at("gunnery"), game.fire(), 1, 1)
    assert state.shots == {"kagero": 1}


# ---------------------------------------------------------------------- what a hit does besides


@both
@pytest.mark.rule("NoF-GUN-H11", "NW-GUN-H14")
@pytest.mark.parametrize(("roll", "least"), [((3, 3), 6), ((4, 5), 5), ((6, 6), 4)])
def test_a_light_hit_burns_on_6_a_moderate_on_5_a_heavy_on_4(game: Twin, roll: tuple[int, int], least: int) -> None:
    for face in range(1, 7):
        more = () if sum(roll) == 6 else (1,)
        after, _ = game.result(game.by_day(), game.fire(), *roll, face, *more)
        assert after.hits[0].fire is (face >= least)


@both
@pytest.mark.rule("NoF-GUN-H12", "NW-GUN-H15")
@pytest.mark.parametrize(("roll", "least"), [((4, 5), 6), ((6, 6), 5)])
def test_a_moderate_hit_floods_on_6_a_heavy_on_5(game: Twin, roll: tuple[int, int], least: int) -> None:
    for face in range(1, 7):
        after, _ = game.result(game.by_day(), game.fire(), *roll, 1, face)
        assert after.hits[0].flotation == (1 if face >= least else 0)


@both
@pytest.mark.rule("NoF-GUN-H12", "NW-GUN-H15")
def test_a_light_hit_throws_no_die_for_flooding(game: Twin) -> None:
    after, _ = game.result(game.by_day(), game.fire(), 3, 3, 1)
    assert after.hits[0].flotation == 0


@both
@pytest.mark.rule("NoF-GUN-H13", "NW-GUN-H16")
@pytest.mark.parametrize(("target", "levels"), [("big", 1), ("Takao", 2)])
def test_small_guns_add_at_most_one_level_to_a_ship_of_defence_4(game: Twin, target: str, levels: int) -> None:
    target = game.big if target == "big" else target  # the battleship: need 5, 10 - 2; Takao: need 4, 10 - 1
    state = game.with_firepower(game.by_day("Laffey", target), 15)
    after, grade = game.result(state, game.fire("Laffey", target), 5, 5, 1, 1)
    assert grade == "moderate"
    assert after.hits[0].structure == levels


def told_of_a_shot(game: Twin, ship: str, known: int, *faces: int) -> list[Event]:
    """Return what the target's side is told of a shot whose firer it sees, by what her own side knows of the target."""
    state = game.duel(ship, "Kagero")
    one, other = (next(d.id for d in state.divisions.values() if d.side == side) for side in ("USN", "IJN"))
    state = state.but(contacts={"USN": {other: known}, "IJN": {one: game.sighted}})
    after = adjudicate(game.system, state, game.fire(ship), TapeDice(faces), move_on=False)
    return [event for event in after.events if is_visible_to(event, "IJN")]


@both
@pytest.mark.rule("NoF-GUN-H7", "NW-GUN-H9")
def test_dice_of_a_ship_with_gun_radar_do_not_tell_the_target_whether_it_is_seen(game: Twin) -> None:
    """The penalty for blind fire, or the bonus for ranging, once showed it what the enemy knows of it."""
    seen, blind = (told_of_a_shot(game, "Fletcher", known, 1, 2) for known in (game.sighted, RADAR))
    assert seen == blind
    assert [type(event).__name__ for event in seen] == ["PartlyRolled", "GunsFired"]
    open_ = told_of_a_shot(game, "Laffey", game.sighted, 1, 2)  # no gun radar: she sees what she fires at
    assert [type(event).__name__ for event in open_] == ["Rolled", "GunsFired"]
