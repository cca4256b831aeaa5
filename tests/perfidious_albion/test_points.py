"""Prices: batteries, forts, minefields and torpedoes by the publisher's sheet, ships by the house formula."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.ships.points import (
    admiral_cost,
    base_value,
    battery_cost,
    flotation_of,
    fort_cost,
    minefield_cost,
    points_text,
    ship_items,
    ship_values,
    tech_of,
    torpedo_cost,
    whole_points,
    with_quality,
)
from rules.perfidious_albion.ships.roster import load_roster, ship_card


def tube(level: int, arc: str, barrels: int = 1, trainable: bool = False) -> Tube:
    return Tube(key=f"3/{level}", level=level, section=3, kind="medium", arc=arc, barrels=barrels, trainable=trainable)


@pytest.mark.rule("PA-2.2-1")
def test_each_gun_of_a_battery_has_its_price() -> None:
    printed = {"A": 450, "B": 342, "C": 234, "D": 126, "E": 72, "F": 45, "X": 585, "Y": 720, "Z": 900}
    for letter, points in printed.items():
        assert battery_cost(letter, 1, 0, 2) == points * 100
    assert battery_cost("G", 1, 0, 2) == 2250
    assert battery_cost("D", 4, 0, 2) == 50_400
    assert points_text(battery_cost("G", 3, 0, 2)) == "67.5"


@pytest.mark.rule("PA-2.2-2", "PA-SHO-H5")
def test_armour_is_paid_once_whatever_the_number_of_guns() -> None:
    for count in (1, 4, 9):
        assert battery_cost("E", count, 5, 2) - battery_cost("E", count, 0, 2) == 15_000
        assert battery_cost("C", count, 5, 2) - battery_cost("C", count, 0, 2) == 30_000


@pytest.mark.rule("PA-2.2-3", "PA-2.2-11", "PA-PTS-H2")
def test_crew_quality_changes_the_price_of_works() -> None:
    assert [battery_cost("D", 4, 0, quality) for quality in (1, 2, 3)] == [40_320, 50_400, 63_000]
    assert [fort_cost(quality) for quality in (1, 2, 3)] == [240_000, 300_000, 375_000]
    assert with_quality(2250, 3) == 2813  # 28.125 points, to the nearest hundredth
    assert [whole_points(hundredths) for hundredths in (2249, 2250, 50, 49)] == [22, 23, 1, 0]


@pytest.mark.rule("PA-2.2-20", "PA-2.2-21", "PA-2.2-22")
def test_a_minefield_costs_100_for_each_density_and_doubles_with_every_inch() -> None:
    for density in range(1, 11):
        for radius in range(1, 7):
            assert minefield_cost(density, radius) == 100 * density * 2 ** (radius - 1) * 100
    assert minefield_cost(4, 3) == 160_000
    for density, radius in ((0, 1), (11, 1), (1, 0), (1, 7)):
        with pytest.raises(ValueError, match="density of 1 to 10 and a radius of 1 to 6"):
            minefield_cost(density, radius)


@pytest.mark.rule("PA-2.2-23")
def test_the_sheets_second_example_is_half_the_rule_and_an_option() -> None:
    assert minefield_cost(10, 6) == 3_200_000
    assert minefield_cost(10, 6, printed=True) == 1_600_000
    assert all(minefield_cost(7, radius, True) == minefield_cost(7, radius) for radius in range(1, 6))


@pytest.mark.rule("PA-17-1", "PA-17-2", "PA-17-3")
def test_fixed_torpedoes_cost_75_a_tube_under_water_and_half_of_that_above() -> None:
    for level in (5, 6):
        assert torpedo_cost(tube(level, "B")) == 15_000
        assert torpedo_cost(tube(level, "F")) == torpedo_cost(tube(level, "A")) == 7500
    for level in (3, 4):
        assert torpedo_cost(tube(level, "B")) == 7500
        assert torpedo_cost(tube(level, "F")) == torpedo_cost(tube(level, "A")) == 3750
    for level, each in ((6, 7500), (4, 3750)):
        for arc in "BFA":
            room = tube(level, arc)
            assert torpedo_cost(room) == each * room.torpedoes


@pytest.mark.rule("PA-DOC-H2")
def test_a_trainable_tube_costs_twice_a_tube_above_water() -> None:
    single, twin = tube(3, "R", 1, True), tube(3, "R", 2, True)
    assert (torpedo_cost(single), torpedo_cost(twin)) == (7500, 15_000)


def bare_value(tons: int, speed: Fraction, guns: int, armour: int, groups: int, torpedoes: int, tech: int) -> Fraction:
    """Return the formula for figures alone: guns and torpedoes in hundredths. For comparing with published prices.

    Rules: PA-PTS-H1, PA-2.1-18.
    """
    rule = load_charts().points
    total = rule.ton * tons + Fraction(rule.ton_speed * tons * speed**2, rule.speed_base**2)
    total += Fraction(rule.gun * guns, 100) + rule.armour * armour + rule.quickfirers * groups + torpedoes
    return total * rule.tech[tech] / (100 * 100)


@pytest.mark.rule("PA-2.1-18", "PA-PTS-H1", "PA-PTS-H4", "PA-18-1")
def test_the_formula_meets_the_three_marks_of_the_sheet() -> None:
    prices = load_charts().points.battery_gun
    modern = bare_value(21_000, Fraction(21), 10 * prices["A"], 150, 0, 22_500, 4)
    older = bare_value(12_000, Fraction(35, 2), 4 * prices["B"] + 12 * prices["E"], 105, 10, 22_500, 2)
    assert modern == Fraction(770_067, 16)
    assert (round(modern), round(older)) == (48_129, 18_967)
    assert base_value(ship_card("Hitachi Maru")) == 9995


@pytest.mark.rule("PA-PTS-H1", "PA-PTS-H2")
def test_every_ship_costs_what_the_formula_says() -> None:
    for card in load_roster().classes.values():
        assert card.pv == ship_values(card), card.key
        assert all(value % 50 == 0 and value > 0 for value in card.pv.values()), card.key
    assert ship_card("Mikasa").pv == {1: 18_800, 2: 23_500, 3: 29_400}
    assert ship_card("Orion").pv[3] == 66_550  # 53,250 x 1.25 = 66,562.5


@pytest.mark.rule("PA-PTS-H1")
def test_the_lines_of_a_price_add_up_to_its_value() -> None:
    card = ship_card("Dreadnought")
    lines = ship_items(card)
    assert sum(item.exact for item in lines) * 120 / 10_000 == base_value(card)
    assert lines[0].title == "18,120 tons" and lines[0].exact == 18_120 * 60


@pytest.mark.rule("PA-PTS-H3", "PA-2.1-17")
def test_an_admiral_costs_a_hundred_points() -> None:
    assert admiral_cost(4) == 40_000
    assert load_charts().victory.fleet_points == 150_000


@pytest.mark.rule("PA-PTS-H4")
def test_technology_goes_by_the_year() -> None:
    assert [tech_of(year) for year in (1875, 1889, 1890, 1905, 1906, 1909, 1910)] == [1, 1, 2, 2, 3, 3, 4]


@pytest.mark.rule("PA-FLO-H7")
def test_flotation_goes_by_tons_and_build() -> None:
    assert [flotation_of(tons, "armoured") for tons in (22_000, 15_140, 10_288)] == [22, 15, 10]
    assert [flotation_of(tons, "light") for tons in (6500, 6890, 3080)] == [6, 6, 3]
    assert [flotation_of(tons, "merchant") for tons in (11_000, 5800)] == [5, 3]
    assert flotation_of(999, "armoured") == 1
