"""What works, mines and commanders cost when they are bought."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup.prices import find_ware, price
from tests.perfidious_albion.setting_up import table
from tests.perfidious_albion.test_points import bare_value


def cost(what: str, quality: int = 2, count: int = 1, **options: bool) -> int:
    """Return the points of one purchase."""
    state: State = table(options=options)
    found = find_ware(state, what)
    assert found is not None
    return price(state, found, quality, count)


@pytest.mark.rule("PA-2.2-1")
def test_each_gun_of_a_battery_has_its_price_by_type() -> None:
    costs = {letter: cost(f"battery_{letter}_0", 2, 2) for letter in "ABCDEFGXYZ"}
    assert costs == {
        "A": 900, "B": 684, "C": 468, "D": 252, "E": 144, "F": 90, "G": 45, "X": 1_170, "Y": 1_440, "Z": 1_800
    }  # fmt: skip
    assert cost("battery_D_0", 2, 4) == 504


@pytest.mark.rule("PA-2.2-2")
def test_armour_is_paid_once_whatever_the_number_of_guns() -> None:
    one, four = cost("battery_D_4", 2, 1), cost("battery_D_4", 2, 4)
    assert (one, four) == (126 + 120, 504 + 120)
    assert cost("battery_C_4", 2, 1) == 234 + 240  # twice for C and heavier


@pytest.mark.rule("PA-2.2-3")
def test_the_sum_is_changed_by_crew_quality() -> None:
    assert [cost("battery_D_0", quality, 4) for quality in (1, 2, 3)] == [403, 504, 630]


@pytest.mark.rule("PA-2.2-11")
def test_every_fort_costs_3000_changed_by_crew_quality() -> None:
    assert {cost(f"fort{number}") for number in (1, 2, 3, 4)} == {3_000}
    assert [cost("fort1", quality) for quality in (1, 2, 3)] == [2_400, 3_000, 3_750]


@pytest.mark.rule("PA-2.2-21")
@pytest.mark.rule("PA-2.2-22")
def test_a_minefield_costs_100_a_density_doubled_for_every_inch_after_the_first() -> None:
    assert [cost(f"mines_1_{radius}") for radius in range(1, 7)] == [100, 200, 400, 800, 1_600, 3_200]
    assert cost("mines_4_3") == 1_600


@pytest.mark.rule("PA-2.2-23")
def test_the_largest_field_costs_32000_by_the_rule_and_16000_as_printed() -> None:
    assert cost("mines_10_6") == 32_000
    assert cost("mines_10_6", printed_minefield=True) == 16_000
    assert cost("mines_10_5", printed_minefield=True) == cost("mines_10_5") == 16_000


@pytest.mark.rule("PA-2.2-20")
def test_no_field_is_denser_than_10_or_wider_than_6_inches() -> None:
    state = table()
    assert find_ware(state, "mines_10_6") is not None
    for what in (
        "mines_11_6",
        "mines_10_7",
        "mines_0_3",
        "mines_4_0",
        "mines_4",
        "mines_4_3_1",
        "mines_-1_3",
        "mines_04_3",
    ):
        assert find_ware(state, what) is None, what


@pytest.mark.rule("PA-PTS-H3")
def test_a_commander_costs_100() -> None:
    assert cost("admiral", 0) == 100


@pytest.mark.rule("PA-2.1-18")
def test_the_formula_comes_near_the_two_prices_the_sheet_names() -> None:
    modern = bare_value(21_000, Fraction(21), 450_000, 150, 0, 22_500, 4)
    older = bare_value(12_000, Fraction(35, 2), 4 * 34_200 + 12 * 7_200, 105, 10, 22_500, 2)
    assert (round(modern), round(older)) == (48_129, 18_967)


def test_pairs_cost_two_boats() -> None:
    assert cost("ikazuchi", 2, 2) == 2 * cost("ikazuchi", 2, 1) == 1_500
