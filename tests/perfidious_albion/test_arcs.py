"""Arcs of fire of gun boxes and batteries, and rakes, to the degree."""

from __future__ import annotations

import pytest

from rules.kernel.inches import Point, direction
from rules.kernel.scenario import Scenario
from rules.perfidious_albion.battle.gun_laying import bearing_boxes, shot
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.state import box_bit, place, with_ship
from rules.perfidious_albion.ships.conditions import MISSIONS, day_of
from rules.perfidious_albion.ships.pieces import BOW, STERN, battery_bears, box_bears, rake
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, list_offers, why


def towards(start: Point, degrees: int) -> Point:
    """Return a point exactly on a bearing, far away."""
    east, south = direction(degrees)
    return start[0] + east, start[1] + south


def bearings(kind: str, key: str, heading: int = 0) -> list[int]:
    """Return every whole degree off the bow at which a box of a class bears."""
    state = Sea().ship("Ship", JAPAN, (36, 36), heading=heading, kind=kind).state()
    ship = state.ships["ship"]
    box = next(box for box in state.scene.cards["ship"].gun_boxes if box.key == key)
    return [degrees for degrees in range(360) if box_bears(ship, box, towards(place(ship), heading + degrees))]


def ahead(first: int, last: int) -> set[int]:
    """Whole degrees on both sides, first to last off the bow."""
    return {*range(first, last + 1), *((360 - degrees) % 360 for degrees in range(first, last + 1))}


@pytest.mark.rule("PA-GUN-H22")
@pytest.mark.parametrize(
    ("kind", "key", "expected"),
    [
        ("mikasa", "3/2", ahead(0, 135)),  # @F
        ("mikasa", "8/2", ahead(45, 180)),  # @A
        ("orion", "7/2", ahead(30, 150)),  # @M
        ("dreadnought", "5/3", set(range(185, 356))),  # @P
        ("dreadnought", "6/3", set(range(5, 176))),  # @S
        ("ikazuchi", "8/4", set(range(360))),  # @R
    ],
)
def test_a_marked_box_bears_from_edge_to_edge_of_its_arc(kind: str, key: str, expected: set[int]) -> None:
    for heading in (0, 90, 215):
        assert set(bearings(kind, key, heading)) == expected


@pytest.mark.rule("PA-GUN-H23")
@pytest.mark.parametrize(
    ("kind", "key", "first", "last"),
    [("mikasa", "4/3", 10, 120), ("mikasa", "5/4", 45, 135), ("mikasa", "7/3", 60, 170), ("mikasa", "1/3", 10, 120)],
)
def test_a_broadside_box_bears_left_or_right_by_its_section(kind: str, key: str, first: int, last: int) -> None:
    assert set(bearings(kind, key)) == ahead(first, last)


@pytest.mark.rule("PA-GUN-H23")
def test_one_hit_on_a_broadside_box_takes_the_guns_of_both_sides() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (30, 40)).ship("Retvizan", RUSSIA, (30, 28), kind="tsesarevich")
    sea.ship("Peresvet", RUSSIA, (30, 52), kind="tsesarevich")
    whole = sea.state()
    mikasa = whole.ships["mikasa"]
    for mark in ("retvizan", "peresvet"):
        assert shot(whole, mikasa, "E", whole.ships[mark]).barrels == 7
    hurt = with_ship(whole, mikasa.but(struck=box_bit(4, 4)))
    for mark in ("retvizan", "peresvet"):
        assert shot(hurt, hurt.ships["mikasa"], "E", hurt.ships[mark]).barrels == 5


@pytest.mark.rule("PA-GUN-H22", "PA-2.2-12")
def test_the_guns_of_a_fort_bear_all_round() -> None:
    for place_of in ((36, 20), (52, 36), (36, 52), (20, 36)):
        sea = Sea().fort("fort", RUSSIA, (36, 36), 1).ship("Mikasa", JAPAN, place_of)
        state = sea.state()
        boxes = bearing_boxes(state, state.forts["fort"], "B", state.ships["mikasa"])
        assert [box.key for box in boxes] == ["3/3", "8/3"]


@pytest.mark.rule("PA-2.2-4")
def test_a_battery_bears_to_45_degrees_of_where_it_faces_and_not_to_46() -> None:
    state = Sea().battery("battery", RUSSIA, (36, 36), "D", 4, facing=180).state()
    battery = state.batteries["battery"]
    seen = [degrees for degrees in range(360) if battery_bears(battery, towards(place(battery), degrees))]
    assert seen == list(range(135, 226))


@pytest.mark.rule("PA-HIT-H2")
def test_a_rake_is_within_30_degrees_of_the_bow_or_the_stern_line() -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 36), heading=50).state()
    ship = state.ships["mikasa"]
    found = {degrees: rake(ship, towards(place(ship), 50 + degrees)) for degrees in range(360)}
    assert {degrees for degrees, where in found.items() if where == BOW} == ahead(0, 30)
    assert {degrees for degrees, where in found.items() if where == STERN} == ahead(150, 180)


def scenario_with(**conditions: str) -> Scenario:
    return Sea().scenario().but(conditions={key.replace("_", " "): text for key, text in conditions.items()})


@pytest.mark.rule("PA-TAB-H3")
def test_the_table_is_72_by_72_unless_the_scenario_makes_it_longer() -> None:
    assert (day_of(scenario_with()).width, day_of(scenario_with()).height) == (72_000, 72_000)
    longer = day_of(scenario_with(table="96x72"))
    assert (longer.width, longer.height) == (96_000, 72_000)


@pytest.mark.rule("PA-2.1-1")
def test_there_are_three_games_besides_the_special_ones_of_scenarios() -> None:
    assert MISSIONS[:3] == ("fleet", "convoy", "bombardment")
    assert MISSIONS[3:] == ("special",)
    with pytest.raises(ValueError, match="commerce"):
        day_of(scenario_with(mission="commerce"))


@pytest.mark.rule("PA-TAB-H5")
@pytest.mark.parametrize(("heading", "bears"), [(90, 4), (0, 4)])
def test_ranges_run_from_centre_to_centre_whatever_way_the_models_lie(heading: int, bears: int) -> None:
    sea = Sea().ship("Mikasa", JAPAN, (30, 30), heading=90).ship("Varyag", RUSSIA, (30, 12), heading=heading)
    state = sea.state()
    mikasa, varyag = state.ships["mikasa"], state.ships["varyag"]
    assert place(mikasa) == (30_000, 30_000)
    aimed = shot(state, mikasa, "A", varyag)
    assert (aimed.distance, aimed.band, aimed.barrels) == (18_000, 2, bears)


@pytest.mark.rule("PA-2.2-6")
def test_a_battery_cannot_be_moved() -> None:
    sea = Sea().battery("Point", RUSSIA, (30, 10), "D", 4).ship("Varyag", RUSSIA, (40, 40))
    sea.ship("Mikasa", JAPAN, (30, 30))
    state = sea.at("action", RUSSIA).but(active="Point")
    assert why(state, Steer(RUSSIA, "Point", "1"))
    assert list_offers(state, "steer") == []


@pytest.mark.rule("PA-PEN-H4")
def test_a_magazine_behind_the_belt_has_its_armour_and_at_most_one_more() -> None:
    behind = [
        (card.title, box.armour, max(hull.armour for hull in card.standing if hull.level == 5 and hull is not box))
        for card in load_roster().classes.values()
        for box in card.magazines
        if box.level == 5
    ]
    assert len(behind) > 5
    assert [entry for entry in behind if not min(1, entry[2]) <= entry[1] <= entry[2] + 1] == []
    assert any(armour == belt + 1 for _, armour, belt in behind)
