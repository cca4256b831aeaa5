"""The arithmetic the two NWS games share, and the charts it reads."""

from __future__ import annotations

import pytest

from rules.kernel.table import Chart, Step
from rules.nws.charts import chart_values, load_shared
from rules.nws.combat_arithmetic import (
    bow_stern,
    card_lines,
    crowding_penalty,
    dud_faces,
    gun_needs,
    hit_level,
    level_capped,
    penetration,
    percent_lines,
    points_for,
    points_key,
    ratio_grade,
    share_of,
    ship_id,
    size_penalty,
)
from rules.nws.roster import load_roster

SHARED = load_shared()


def test_a_ships_id_is_her_name_as_one_types_it() -> None:
    assert [ship_id(name) for name in ("St. Louis", "O'Bannon", "San Francisco")] == [
        "st-louis",
        "obannon",
        "san-francisco",
    ]


def test_a_share_rounds_halves_up() -> None:
    assert [share_of(12, (1, 8)), share_of(3, (1, 8)), share_of(5, (1, 2)), share_of(6, (3, 4))] == [2, 0, 3, 5]


@pytest.mark.parametrize(
    ("firepower", "step", "defence", "need"),
    [(4, 0, 0, 6), (7, 1, 3, 8), (15, 2, 4, 7), (1, -2, 0, 7), (12, 7, 0, 9)],
)
def test_the_need_is_base_less_column_plus_step_and_armour(firepower: int, step: int, defence: int, need: int) -> None:
    assert gun_needs(SHARED.gunnery, SHARED.gun_columns[firepower], step, defence) == need


@pytest.mark.parametrize(("total", "level"), [(5, 0), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (20, 3)])
def test_the_margin_gives_the_level_of_a_hit(total: int, level: int) -> None:
    assert hit_level(SHARED.gunnery, 7, total, 6, 6) == level


def test_a_natural_two_misses_and_a_natural_twelve_hits_unless_beyond_hope() -> None:
    assert hit_level(SHARED.gunnery, 2, 9, 1, 1) == 0
    assert hit_level(SHARED.gunnery, 12, 12, 15, 15) == 1
    assert hit_level(SHARED.gunnery, 12, 12, 16, 16) == 0
    assert hit_level(SHARED.gunnery, 12, 12, 6, 6) == 3


def test_small_guns_add_one_level_to_heavy_armour() -> None:
    assert [level_capped(SHARED.gunnery, 3, gun, defence) for gun, defence in (("S", 4), ("S", 3), ("M", 4))] == [
        1,
        3,
        3,
    ]


def test_armour_size_and_crowd_cost_what_the_charts_say() -> None:
    charts = SHARED.gunnery
    assert [
        penetration(charts, gun, defence) for gun, defence in (("S", 1), ("S", 2), ("S", 4), ("M", 4), ("L", 9))
    ] == [
        0,
        -1,
        -2,
        -1,
        0,
    ]
    assert [size_penalty(charts, gun, size) for gun, size in (("S", "S"), ("M", "S"), ("L", "S"), ("H", "S"))] == [
        0,
        -1,
        -2,
        -4,
    ]
    assert size_penalty(charts, "H", "M") == 0
    assert [crowding_penalty(charts, shots) for shots in range(6)] == [0, 0, 0, -1, -2, -3]
    assert [bow_stern(charts, printed) for printed in (1, 5, 6, 15)] == [-1, -1, -2, -2]


def test_the_card_lines_are_the_cards_and_a_loaded_ship_loses_one_while_undamaged() -> None:
    card = load_roster().classes["fletcher"]
    power, knots = card_lines(card, 0)
    assert power == (card.firepower, card.light[0], card.moderate[0], card.heavy[0], 0)
    assert knots == (card.speed_kn, card.light[1], card.moderate[1], card.heavy[1], 0)
    assert card_lines(card, -1)[0] == (card.firepower - 1, *power[1:])


def test_the_lines_are_the_percentages_halves_up_but_where_a_card_says_why_not() -> None:
    damage = SHARED.damage
    for card in load_roster().classes.values():
        flat = percent_lines(card, 0, damage.firepower_percent, damage.speed_percent)
        assert (flat == card_lines(card, 0)) is not bool(card.lines), card.key


@pytest.mark.parametrize(
    ("kind", "side", "month", "faces"),
    [
        ("Mk15", "USN", "1943-07", 3),
        ("Mk15", "USN", "1943-08", 1),
        ("Old", "USN", "1942-08", 3),
        ("Old", "IJN", "1942-08", 0),
        ("Mk9", "USN", "1942-08", 0),
        ("T93", "IJN", "1942-08", 0),
    ],
)
def test_duds_depend_on_mark_navy_and_month(kind: str, side: str, month: str, faces: int) -> None:
    assert dud_faces(SHARED.torpedo, kind, side, month) == faces


def test_points_follow_how_the_ship_stands() -> None:
    charts = SHARED.victory
    keys = [points_key(charts, level, False) for level in range(5)]
    assert keys == ["none", "light", "moderate", "heavy", "out_of_action"]
    assert points_key(charts, 1, True) == "sunk"
    assert [points_for(charts, 12, key) for key in (*keys, "sunk")] == [0, 2, 3, 6, 9, 12]


def test_the_ratio_of_the_scores_gives_the_grade() -> None:
    scores = ((0, 0), (12, 10), (5, 4), (4, 2), (3, 1), (2, 0))
    assert [ratio_grade(SHARED.victory, *pair) for pair in scores] == [0, 0, 1, 2, 3, 2]


def test_a_chart_with_a_row_without_a_value_is_refused() -> None:
    with pytest.raises(ValueError, match="row without a value"):
        chart_values(Chart("", "holes", (Step(0, 1, 3), Step(2, 3, None))))
