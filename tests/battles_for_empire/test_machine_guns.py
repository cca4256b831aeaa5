"""Section 13.8 of the sheet: machine guns, their jams, and the exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.battles_for_empire.aiming import shot
from rules.battles_for_empire.commands import Fire
from rules.battles_for_empire.events import GunJammed, Hit, VolleyFired
from rules.battles_for_empire.machine_guns import chances, dice_open, face_groups
from rules.battles_for_empire.state import State
from rules.kernel.flow import Event
from rules.kernel.odds import odds
from rules.kernel.ruling import Rolled
from tests.battles_for_empire.field import After, Field, give, list_offers, refusals, rules_of, system
from tests.battles_for_empire.shooting import next_turn


def example(
    gun: str = "mg_gar", hexes: int = 5, *, shaken: bool = True, pivoted: bool = False, **option: bool
) -> State:
    """Return a machine gun and a Dervish foot unit in the open, so many hexes apart."""
    field = Field().unit("g", gun, 505, "E", pivoted=pivoted).option(**option)
    return field.unit("x", "dv_spr", 505 + 100 * hexes, "W", shaken=shaken).at("fire")


def fire(state: State, dice: int, *faces: int) -> After:
    return give(state, Fire("br", "g", "x", dice), *faces)


def throws(after: After) -> list[int]:
    """Return how many dice each roll had."""
    return [len(roll.faces) for roll in after.of(Rolled)]


@pytest.mark.rule("BFE-13.8-1")
def test_the_crew_names_its_dice_before_they_are_thrown() -> None:
    assert rules_of(refusals(example(), Fire("br", "g", "x", 0))) == ["BFE-13.8-1"]


@pytest.mark.rule("BFE-13.8-1")
def test_nobody_else_names_dice() -> None:
    state = Field().unit("a", "br_line", 505).unit("x", "dv_spr", 905, "W").at("fire")
    assert rules_of(refusals(state, Fire("br", "a", "x", 4))) == ["BFE-13.8-1"]


@pytest.mark.rule("BFE-13.8-2")
def test_the_number_is_three_to_six() -> None:
    state = example()
    assert rules_of(refusals(state, Fire("br", "g", "x", 2))) == ["BFE-13.8-2"]
    assert rules_of(refusals(state, Fire("br", "g", "x", 7))) == ["BFE-13.8-2"]
    assert rules_of(refusals(state, Fire("br", "g", "x", -1))) == ["BFE-13.8-2"]
    assert refusals(state, Fire("br", "g", "x", 3)) == ()
    assert refusals(state, Fire("br", "g", "x", 6)) == ()
    assert [command.dice for command in list_offers(state, "fire", "g") if isinstance(command, Fire)] == [3, 4, 5, 6]


@pytest.mark.rule("BFE-13.8-3")
def test_the_chosen_dice_are_read_like_any_fire() -> None:
    (volley,) = fire(example(), 3, 5, 4, 6, 2).of(VolleyFired)
    assert (volley.dice, volley.hits) == (3, 2)


@pytest.mark.rule("BFE-13.8-4", "BFE-QRS-1")
def test_every_missed_die_is_thrown_again_once() -> None:
    assert throws(fire(example(), 6, 2, 3, 4, 4, 5, 6, 2, 3, 5, 6)) == [6, 4]


@pytest.mark.rule("BFE-13.8-5", "BFE-QRS-1", "BFE-BASE-1", "BFE-BASE-2")
def test_a_one_among_the_dice_thrown_again_jams_the_gun() -> None:
    after = fire(example(), 6, 2, 3, 4, 4, 5, 6, 6, 1, 4, 5)
    assert [(jam.unit, jam.lost) for jam in after.of(GunJammed)] == [("g", 2)]
    assert after.unit("g").jammed


@pytest.mark.rule("BFE-13.8-6")
def test_without_a_one_there_is_no_jam() -> None:
    after = fire(example(), 6, 2, 3, 4, 4, 5, 6, 2, 3, 4, 6)
    assert not after.of(GunJammed)
    assert not after.unit("g").jammed


@pytest.mark.rule("BFE-13.8-7")
def test_a_one_on_the_first_throw_is_only_a_miss() -> None:
    after = fire(example(), 3, 1, 5, 6, 3)
    assert not after.of(GunJammed)
    assert after.unit("x").kills == 2


@pytest.mark.rule("BFE-13.8-8")
def test_a_jam_cancels_the_hits_of_the_first_throw_too() -> None:
    after = fire(example(shaken=False), 4, 5, 6, 6, 2, 1)
    assert after.of(VolleyFired)[0].hits == 0
    assert (after.unit("x").kills, after.unit("x").shaken) == (0, False)


@pytest.mark.rule("BFE-13.8-9", "BFE-QRS-1")
def test_a_jammed_gun_is_ready_next_turn_without_any_action() -> None:
    jammed = fire(example(), 3, 5, 6, 2, 1).state
    assert jammed.units["g"].jammed
    after = next_turn(jammed)
    assert not after.units["g"].jammed
    assert refusals(after, Fire("br", "g", "x", 6)) == ()


@pytest.mark.rule("BFE-13.8-10", "BFE-QRS-1")
def test_the_next_shot_runs_the_same_risk() -> None:
    again = fire(next_turn(fire(example(), 3, 5, 6, 2, 1).state), 3, 5, 6, 2, 1)
    assert again.unit("g").jammed
    assert again.unit("x").kills == 0


@pytest.mark.rule("BFE-13.8-11")
def test_modern_guns_jam_by_the_same_throw() -> None:
    after = fire(example("mg_max"), 3, 4, 4, 2, 1)
    assert after.unit("g").jammed
    assert after.unit("x").kills == 0


@pytest.mark.rule("BFE-13.8-12")
def test_a_modern_gun_hits_more_easily_and_so_jams_less() -> None:
    old, new = example(), example("mg_max")
    needs = [shot(state, state.units["g"], state.units["x"], dice=6).need for state in (old, new)]
    assert needs == [5, 4]
    assert chances(5, 6).jam == Fraction(269297, 531441)
    assert chances(4, 6).jam == Fraction(1214423, 2985984)


@pytest.mark.rule("BFE-13.8-13")
def test_without_misses_nothing_is_thrown_again() -> None:
    after = fire(example(), 3, 5, 5, 6)
    assert throws(after) == [3]
    assert after.unit("x").kills == 3


@pytest.mark.rule("BFE-13.8-14")
def test_the_sheets_gardner_needs_five_or_six() -> None:
    state = example()
    aimed = shot(state, state.units["g"], state.units["x"], dice=6)
    assert (aimed.need, aimed.dice, aimed.stands) == (5, 6, 1)


@pytest.mark.rule("BFE-13.8-15")
def test_the_sheets_example_that_jams_has_no_effect() -> None:
    after = fire(example(), 6, 2, 3, 4, 4, 5, 6, 3, 1, 5, 2)
    assert (after.unit("x").kills, after.unit("x").shaken) == (0, True)
    assert not after.of(Hit)


@pytest.mark.rule("BFE-13.8-16")
def test_the_sheets_example_without_a_one_has_two_hits_and_not_four() -> None:
    assert fire(example(), 6, 2, 3, 4, 4, 5, 6, 2, 3, 5, 6).of(VolleyFired)[0].hits == 2


@pytest.mark.rule("BFE-QRS-1")
def test_by_option_a_one_of_the_first_throw_jams_too() -> None:
    faces = (1, 3, 4, 4, 5, 6, 2, 3, 5, 2)
    assert fire(example(), 6, *faces).of(VolleyFired)[0].hits == 2
    assert fire(example(any_one_jams=True), 6, *faces).of(GunJammed)[0].lost == 2
    assert fire(example(any_one_jams=True), 6, 2, *faces[1:]).of(VolleyFired)[0].hits == 2
    found = odds(system(), example(any_one_jams=True), Fire("br", "g", "x", 6))
    assert found.exact and found.of("jam") == pytest.approx(float(chances(5, 6, True).jam))
    assert chances(5, 6, True).jam > chances(5, 6).jam


@pytest.mark.rule("BFE-MF-2")
def test_a_limbered_machine_gun_that_has_not_moved_is_told_so() -> None:
    def why(**body: Any) -> str:
        field = Field().unit("a", "mg_gar", 805, "E", **body).unit("x", "dv_spr", 1305, "W")
        reasons = refusals(field.at("fire"), Fire("br", "a", "x", 3))
        return " ".join(reason.reason for reason in reasons if reason.rule == "BFE-MF-2")

    assert "is limbered" in why(limbered=True) and "has moved" not in why(limbered=True)
    assert "has moved" in why(limbered=True, moved=1)


@pytest.mark.rule("BFE-13.8-17")
def test_two_hits_are_two_kills_and_shaken() -> None:
    after = fire(example(shaken=False), 6, 2, 3, 4, 4, 5, 6, 2, 3, 5, 6)
    assert (after.unit("x").kills, after.unit("x").shaken) == (2, True)


@pytest.mark.rule("BFE-13.8-18")
def test_a_second_shaken_result_does_nothing_more() -> None:
    after = fire(example(shaken=True), 6, 2, 3, 4, 4, 5, 6, 2, 3, 5, 6)
    assert after.unit("x").shaken
    assert "BecameShaken" not in [type(event).__name__ for event in after.events]


@pytest.mark.rule("BFE-13.8-19")
def test_six_dice_give_the_most_hits() -> None:
    means = [chances(5, dice).mean for dice in (3, 4, 5, 6)]
    assert means == sorted(means)
    assert chances(5, 3).one > chances(5, 6).one  # few dice shake, many kill


JAMS = {
    (3, 3): Fraction(919, 5832),
    (3, 4): Fraction(21455, 104976),
    (3, 5): Fraction(469711, 1889568),
    (3, 6): Fraction(9874655, 34012224),
    (4, 3): Fraction(397, 1728),
    (4, 4): Fraction(6095, 20736),
    (4, 5): Fraction(87781, 248832),
    (4, 6): Fraction(1214423, 2985984),
    (5, 3): Fraction(217, 729),
    (5, 4): Fraction(2465, 6561),
    (5, 5): Fraction(26281, 59049),
    (5, 6): Fraction(269297, 531441),
    (6, 3): Fraction(16865, 46656),
    (6, 4): Fraction(756095, 1679616),
    (6, 5): Fraction(31837025, 60466176),
    (6, 6): Fraction(1289278655, 2176782336),
}
HITS = {  # need, dice -> mean hits, at least one, at least two
    (3, 3): (1.784, 0.821, 0.667),
    (3, 4): (2.246, 0.790, 0.733),
    (3, 5): (2.652, 0.750, 0.730),
    (3, 6): (3.006, 0.709, 0.703),
    (4, 3): (1.260, 0.698, 0.438),
    (4, 4): (1.541, 0.676, 0.531),
    (4, 5): (1.765, 0.635, 0.559),
    (4, 6): (1.942, 0.588, 0.550),
    (5, 3): (0.790, 0.531, 0.222),
    (5, 4): (0.936, 0.529, 0.300),
    (5, 5): (1.040, 0.502, 0.343),
    (5, 6): (1.110, 0.464, 0.358),
    (6, 3): (0.371, 0.304, 0.062),
    (6, 4): (0.426, 0.317, 0.094),
    (6, 5): (0.458, 0.312, 0.118),
    (6, 6): (0.473, 0.296, 0.134),
}


@pytest.mark.parametrize(("need", "dice"), JAMS)
@pytest.mark.rule("BFE-13.8-12", "BFE-13.8-19")
def test_the_odds_of_a_shot_are_exact(need: int, dice: int) -> None:
    found = chances(need, dice)
    assert found.jam == JAMS[need, dice]
    assert tuple(float(value) for value in (found.mean, found.one, found.two)) == pytest.approx(
        HITS[need, dice], abs=0.0006
    )


# The sheet's gun at the distances where it needs 4 and 5, and pivoted or far, where it needs 6.
SETTINGS = {3: ("mg_max", 2, False), 4: ("mg_gar", 2, False), 5: ("mg_gar", 5, False), 6: ("mg_gar", 5, True)}


def outcome_of(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a shot: jam, or its hits."""
    if any(isinstance(event, GunJammed) for event in events):
        return "jam"
    return str(next(event.hits for event in events if isinstance(event, VolleyFired)))


@pytest.mark.parametrize("need", SETTINGS)
@pytest.mark.rule("BFE-13.8-4", "BFE-13.8-5", "BFE-13.8-8")
def test_the_game_itself_deals_out_exactly_these_odds(need: int) -> None:
    gun, hexes, pivoted = SETTINGS[need]
    state = example(gun, hexes, pivoted=pivoted)
    assert shot(state, state.units["g"], state.units["x"], dice=3).need == need
    found = odds(system().but(outcome_class=outcome_of), state, Fire("br", "g", "x", 3))
    exact = chances(need, 3)
    shares = [found.of(str(hits)) for hits in range(4)]
    assert found.exact
    assert found.of("jam") == pytest.approx(float(exact.jam), abs=1e-12)
    assert sum(hits * share for hits, share in enumerate(shares)) == pytest.approx(float(exact.mean), abs=1e-12)
    assert sum(shares[1:]) == pytest.approx(float(exact.one), abs=1e-12)
    assert sum(shares[2:]) == pytest.approx(float(exact.two), abs=1e-12)


@pytest.mark.parametrize("need", SETTINGS)
@pytest.mark.parametrize("dice", [4, 5, 6])
@pytest.mark.rule("BFE-13.8-5", "BFE-13.8-10")
def test_more_dice_jam_as_often_as_the_odds_say(need: int, dice: int) -> None:
    gun, hexes, pivoted = SETTINGS[need]
    state = example(gun, hexes, pivoted=pivoted)
    found = odds(system().but(outcome_class=outcome_of), state, Fire("br", "g", "x", dice))
    assert found.exact
    assert found.of("jam") == pytest.approx(float(chances(need, dice).jam), abs=1e-12)


@pytest.mark.parametrize("mark", [0, 1])
@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
@pytest.mark.rule("BFE-13.8-3", "BFE-13.8-4")
def test_faces_that_mean_the_same_are_grouped_and_none_is_left_out(need: int, mark: int) -> None:
    groups = face_groups(need, mark)
    assert sorted(face for group in groups for face in group) == [1, 2, 3, 4, 5, 6]
    for group in groups:
        assert len({(face >= need, face == mark) for face in group}) == 1


@pytest.mark.rule("BFE-13.8-15")
def test_with_four_misses_on_the_table_a_jam_is_a_little_likelier_than_not() -> None:
    assert 1 - Fraction(5, 6) ** 4 == Fraction(671, 1296)


def charged_gun(**body: Any) -> State:
    """Return a machine gun that spearmen charged this turn, in front."""
    field = Field().unit("g", "mg_gar", 505, **body).unit("x", "dv_spr", 605, "W", charged="g").contact("x", "g")
    return field.at("fire")


@pytest.mark.parametrize("dice", [3, 4, 5, 6])
@pytest.mark.rule("BFE-13.8-1", "BFE-13.8-2", "BFE-MG-H2")
def test_in_closing_fire_too_the_player_chooses_three_to_six_dice(dice: int) -> None:
    """The sheet: when firing an MG the player first decides on the number of fire dice (3-6 dice)."""
    state = charged_gun()
    assert dice in dice_open(state) and refusals(state, Fire("br", "g", "x", dice)) == ()
    assert rules_of(refusals(state, Fire("br", "g", "x", 2))) == ["BFE-13.8-2"]
    assert [command.dice for command in list_offers(state, "fire", "g") if isinstance(command, Fire)] == [3, 4, 5, 6]
    after = fire(state, dice, *(6,) * dice)  # as many as were named are rolled, and they stop the charge
    assert (after.of(VolleyFired)[0].hits, after.state.contacts) == (dice, ())


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.rule("BFE-13.8-2", "BFE-14.1-7", "BFE-14.1-8", "BFE-14.1-15")
def test_a_machine_gun_low_on_ammunition_chooses_its_dice_and_fires_at_one_less(low: bool) -> None:
    """A scenario may apply the effects of low ammunition to any unit: it may fire, at a negative modifier."""
    field = Field().unit("g", "mg_gar", 505).unit("x", "dv_spr", 1005, "W")
    state = (field.rule("start_low", "g") if low else field).at("fire")
    assert [command.dice for command in list_offers(state, "fire", "g") if isinstance(command, Fire)] == [3, 4, 5, 6]
    aimed = shot(state, state.units["g"], state.units["x"], dice=6)
    assert (aimed.need, aimed.dice) == (6 if low else 5, 6)


@pytest.mark.parametrize("shaken", [False, True])
@pytest.mark.rule("BFE-13.8-9")
def test_a_jam_is_over_next_turn_for_a_shaken_gun_too(shaken: bool) -> None:
    state = fire(example(), 3, 5, 2, 3, 1, 6).state
    unit = state.units["g"]
    assert unit.jammed
    state = next_turn(state.but(units={**state.units, "g": unit.but(shaken=shaken)}))
    assert not state.units["g"].jammed
    assert fire(state, 3, 6, 6, 6).of(VolleyFired)[0].hits == 3


@pytest.mark.rule("BFE-13.8-4")
def test_by_option_dice_thrown_again_score() -> None:
    state = Field().unit("g", "mg_gar", 505).unit("x", "dv_spr", 1005, "W").option(rerolls_score=True).at("fire")
    assert fire(state, 3, 5, 2, 2, 6, 5).unit("x").kills == 3
