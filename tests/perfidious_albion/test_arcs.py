"""Arcs of fire of gun boxes and batteries, and rakes, to the degree."""

from __future__ import annotations

import pytest

from rules.kernel.inches import Point, direction
from rules.perfidious_albion.battle.gun_laying import bearing_boxes, shot
from rules.perfidious_albion.records.state import box_bit, place, with_ship
from rules.perfidious_albion.ships.arcs import BOW, STERN, battery_bears, box_bears, rake
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea


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
