"""Shells against armour: exact chances, certainties without a die, and the armour values of the grids."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from rules.kernel.ruling import Rolled
from rules.perfidious_albion.damage.penetration import goes_through
from rules.perfidious_albion.records.charts import load_charts, penetration, penetration_need
from rules.perfidious_albion.records.events import Bounced, Penetrated
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import RUSSIA, Sea, events_of, rolls, rule


def target() -> State:
    return Sea().ship("Retvizan", RUSSIA, (36, 36), kind="tsesarevich").state()


def chance(letter: str, band: int, armour: int) -> Fraction:
    """Return the chance of going through, every face of the die tried; a die that is not rolled counts for all six."""
    state = target()
    thrown = 1 < penetration_need(letter, band, armour) < 7 and armour > 0
    answers: list[bool] = []
    for face in range(1, 7):
        faces = (face,) if thrown else ()
        rule(state, lambda r: answers.append(goes_through(r, "retvizan", 5, 5, armour, letter, band)), *faces)
    return Fraction(sum(answers), 6)


@pytest.mark.rule("PA-PEN-H1")
def test_penetration_equal_to_armour_is_an_even_chance() -> None:
    assert penetration("A", 3) == 6
    assert [chance("A", 3, armour) for armour in (3, 4, 5, 6, 7, 8, 9)] == [
        1,
        Fraction(5, 6),
        Fraction(4, 6),
        Fraction(1, 2),
        Fraction(2, 6),
        Fraction(1, 6),
        0,
    ]


@pytest.mark.rule("PA-PEN-H1")
def test_what_is_certain_needs_no_die_and_is_told_all_the_same() -> None:
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 5, "E", 3))
    assert not rolls(events) and len(events_of(events, Bounced)) == 1
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 5, "A", 0))
    assert not rolls(events) and len(events_of(events, Penetrated)) == 1


@pytest.mark.rule("PA-PEN-H2")
def test_penetration_falls_with_range_and_with_the_gun() -> None:
    letters = load_charts().gunnery.letters
    for band in range(7):
        column = [penetration(letter, band) for letter in letters]
        assert column == sorted(column, reverse=True)
    for letter in letters:
        row = [penetration(letter, band) for band in range(7)]
        assert row == sorted(row, reverse=True)
    assert (penetration("Z", 0), penetration("B", 4), penetration("D", 6), penetration("Q", 0)) == (12, 4, 1, 0)


@pytest.mark.rule("PA-PEN-H3")
def test_armour_stands_in_the_grid_as_half_the_effective_inches() -> None:
    classes = load_roster().classes
    mikasa, vizcaya = classes["mikasa"], classes["vizcaya"]
    assert [box.armour for box in mikasa.towers] == [7]  # 14 inches of Krupp plate
    assert {box.armour for box in vizcaya.towers} == {4}  # 12 inches of older steel
    belt = mikasa.box(5, 5)
    assert belt is not None and belt.armour == 5  # 9 inches, half up


@pytest.mark.rule("PA-PEN-H4")
def test_a_magazine_behind_the_belt_has_the_slope_of_the_deck_besides() -> None:
    mikasa = load_roster().classes["mikasa"]
    magazine, belt = mikasa.box(8, 5), mikasa.box(7, 5)
    assert magazine is not None and belt is not None and magazine.has("MAG")
    assert magazine.armour == belt.armour + 1


@pytest.mark.rule("PA-PEN-H5")
def test_without_armour_there_is_no_test() -> None:
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 1, 0, "Q", 2))
    assert events == ()
    assert chance("Q", 2, 0) == 1


@pytest.mark.rule("PA-PEN-H1", "PA-PEN-H2")
def test_armour_that_no_shell_or_every_shell_goes_through_tells_its_sum_without_a_die() -> None:
    for letter, band, words in (("E", 3, "no D6 can penetrate"), ("A", 0, "any D6 penetrates")):
        run = partial(goes_through, name="retvizan", section=5, level=5, armour=5, letter=letter, band=band)
        _, events = rule(target(), run)
        (result,) = events_of(events, Rolled)
        (sum_of,) = result.breakdown.workings
        assert [term.value for term in sum_of.terms] == [4, 5, -penetration(letter, band)]
        assert sum_of.total == penetration_need(letter, band, 5) and result.breakdown.adds_up
        assert result.faces == () and result.breakdown.facts[0].label == words
    _, events = rule(target(), lambda r: goes_through(r, "retvizan", 5, 5, 6, "A", 3), 4)
    (thrown,) = rolls(events)
    assert (thrown.breakdown.need, [term.value for term in thrown.breakdown.terms]) == (4, [4, 6, -6])
    assert thrown.breakdown.adds_up
