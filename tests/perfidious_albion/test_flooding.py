"""Flooding: first floods, the diagram, the worked example die by die, the modifiers, the average spread."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.dice import NeedDice
from rules.kernel.modifiers import Modifier
from rules.perfidious_albion.damage.devastation import strike
from rules.perfidious_albion.damage.flooding import (
    BLOW,
    Blow,
    flood_from,
    flood_test,
    is_sinking,
    neighbours,
    take_floods,
)
from rules.perfidious_albion.records.events import Flooded, FloodsTaken, StayedDry
from rules.perfidious_albion.records.state import Ship, State, box_bit, is_flooded
from tests.perfidious_albion.sea import RUSSIA, Sea, events_of, rolls, rule

AMIDSHIPS = 5


def target(kind: str = "mikasa", **log: Any) -> State:
    """One ship, the target."""
    return Sea().ship("Victim", RUSSIA, (36, 36), kind=kind, **log).state()


def flood(state: State, *faces: int, at: tuple[int, int] = (AMIDSHIPS, 5), weapon: str = "medium", **how: Any) -> Any:
    """Flood a box; return the ship and the events."""
    after, events = rule(state, lambda r: flood_from(r, "victim", *at, weapon, "PA-6.4-4", **how), *faces)
    return after.ships["victim"], events


def needs(state: State, at: tuple[int, int], box: tuple[int, int], weapon: str = "medium", bonus: int = 0) -> int:
    terms = (Modifier(bonus, "ram bow", "PA-RAM-H4"),) if bonus else ()
    return flood_test(state, state.ships["victim"], at, box, weapon, terms).target


# ---------------------------------------------------------------------- the worked example


EXAMPLE = (5, 5, 3, 2, 5, 5, 6, 4, 2)


@pytest.mark.rule("PA-6.4-17")
@pytest.mark.rule("PA-6.4-18")
@pytest.mark.rule("PA-6.4-19")
@pytest.mark.rule("PA-6.4-20")
@pytest.mark.rule("PA-6.4-21")
@pytest.mark.rule("PA-6.4-16")
@pytest.mark.rule("PA-FLO-H2")
def test_the_worked_example_of_the_sheet_comes_out_to_the_die_with_seven_floods() -> None:
    state = target()
    after, events = rule(state, lambda r: flood_from(r, "victim", AMIDSHIPS, 5, "medium", "PA-6.4-4"), *EXAMPLE)
    assert after.ships["victim"].floods == 7
    assert after.straddles[-1].steps == (
        (4, 5, 3, 5, True),
        (6, 5, 3, 5, True),
        (4, 6, 3, 3, False),
        (5, 6, 2, 2, False),
        (6, 6, 3, 5, True),
        (3, 5, 4, 5, True),
        (2, 5, 5, 6, True),
        (1, 5, 6, 0, False),  # the target is six: nothing to roll, the water goes no further
        (7, 5, 4, 4, False),
        (7, 6, 4, 2, False),
    )
    wet = [(event.section, event.level, event.floods) for event in events_of(events, Flooded)]
    assert wet == [(4, 5, 3), (6, 5, 4), (6, 6, 5), (3, 5, 6), (2, 5, 7)]
    assert len(rolls(events, "PA-6.4-8")) == 9


@pytest.mark.rule("PA-6.4-11")
@pytest.mark.rule("PA-6.4-13")
def test_a_hit_on_level_6_swaps_the_rows_of_the_diagram() -> None:
    state = target()
    assert list(neighbours(state, state.ships["victim"], 5, 6)) == [(4, 6), (6, 6), (4, 5), (5, 5), (6, 5)]
    ship, _ = flood(state, *EXAMPLE, at=(AMIDSHIPS, 6))
    assert ship.floods == 7
    assert [is_flooded(ship, section, 6) for section in (2, 3, 4, 5, 6, 7)] == [True, True, True, True, True, False]
    assert is_flooded(ship, 6, 5) and not is_flooded(ship, 5, 5)


@pytest.mark.rule("PA-FLO-H1")
@pytest.mark.rule("PA-6.4-13")
def test_the_diagram_asks_two_more_than_the_sections_away_and_two_for_the_box_below() -> None:
    state = target()
    for side in (-1, 1):
        assert [needs(state, (5, 5), (5 + side * apart, 5)) for apart in (1, 2, 3, 4)] == [3, 4, 5, 6]
        assert [needs(state, (5, 5), (5 + side * apart, 6)) for apart in (0, 1, 2, 3, 4)] == [2, 3, 4, 5, 6]
        assert [needs(state, (5, 6), (5 + side * apart, 5)) for apart in (0, 1, 2, 3, 4)] == [2, 3, 4, 5, 6]


# ---------------------------------------------------------------------- modifiers


@pytest.mark.rule("PA-6.4-9")
def test_a_poor_crew_a_long_torpedo_a_mine_and_a_box_flooded_before_each_lower_the_target_by_one() -> None:
    assert needs(target(cq=1), (5, 5), (4, 5)) == 2
    assert needs(target(), (5, 5), (4, 5), "long") == 2
    assert needs(target(), (5, 5), (4, 5), "mine") == 2
    assert needs(target(flooded=box_bit(4, 5)), (5, 5), (4, 5)) == 2
    assert needs(target(flooded=box_bit(6, 5)), (5, 5), (4, 5)) == 3
    assert needs(target(cq=1, flooded=box_bit(4, 5)), (5, 5), (4, 5), "long") == 0


@pytest.mark.rule("PA-6.4-10")
def test_a_good_crew_a_short_torpedo_and_a_spar_torpedo_each_raise_the_target_by_one() -> None:
    assert needs(target(cq=3), (5, 5), (4, 5)) == 4
    assert needs(target(), (5, 5), (4, 5), "short") == 4
    assert needs(target(), (5, 5), (4, 5), "spar") == 4
    assert needs(target(cq=3), (5, 5), (4, 5), "short") == 5


@pytest.mark.rule("PA-RAM-H4")
def test_a_ram_bow_lowers_the_targets_and_the_floods_of_a_ram_are_given() -> None:
    assert needs(target(), (5, 5), (4, 5), bonus=-1) == 2
    blow = Blow(6, (Modifier(-1, "ram bow", "PA-RAM-H4"),))
    after, events = rule(target(), lambda r: flood_from(r, "victim", 5, 5, BLOW, "PA-RAM-H4", blow, "asama"), *[1] * 5)
    assert after.ships["victim"].floods == 6
    assert (after.straddles[-1].ship, after.straddles[-1].by) == ("asama", "ram")
    assert [(taken.floods, taken.total) for taken in events_of(events, FloodsTaken)] == [(6, 6)]


@pytest.mark.rule("PA-6.4-8")
def test_a_die_at_the_target_keeps_the_box_dry_and_one_above_floods_it() -> None:
    ship, _ = flood(target(), 3, 3, 3, 2, 3)
    assert ship.floods == 2
    ship, _ = flood(target(), 4, 3, 3, 2, 3, 1)
    assert ship.floods == 3
    assert is_flooded(ship, 4, 5)


@pytest.mark.rule("PA-6.4-8")
def test_a_target_of_nought_floods_without_a_die_and_one_of_six_stays_dry_without_a_die() -> None:
    # poor crew, long torpedo: 1 at the sides, 0 below; the water then stops at once at every side
    ship, events = flood(target(cq=1), 1, 1, 1, 1, weapon="long")
    assert ship.floods == 3 + 1
    assert is_flooded(ship, 5, 6)
    assert len(rolls(events)) == 4
    # good crew, short torpedo: 5 at the sides, 4 below, 6 two sections away
    ship, events = flood(target(cq=3), 6, 6, 1, 1, 1, weapon="short")
    assert ship.floods == 1 + 2
    assert len(rolls(events)) == 5


# ---------------------------------------------------------------------- floods and boxes


@pytest.mark.rule("PA-6.2-1")
@pytest.mark.rule("PA-6.2-2")
@pytest.mark.rule("PA-6.2-4")
@pytest.mark.rule("PA-6.2-5")
@pytest.mark.rule("PA-6.5-16")
@pytest.mark.parametrize(("weapon", "floods"), [("spar", 1), ("short", 1), ("medium", 2), ("long", 3), ("mine", 3)])
def test_the_first_floods_go_by_the_size_of_the_weapon(weapon: str, floods: int) -> None:
    dice = (1, 1, 1, 1, 1)
    ship, events = flood(target(), *dice, weapon=weapon)
    assert ship.floods == floods
    assert [taken.floods for taken in events_of(events, FloodsTaken)] == [floods]


@pytest.mark.rule("PA-6.4-14")
def test_a_box_that_fails_is_flooded_adds_one_flood_and_leads_the_water_on() -> None:
    ship, events = flood(target(), 4, 1, 1, 1, 1, 5, 1)
    assert ship.floods == 2 + 2
    assert [(event.section, event.level) for event in events_of(events, Flooded)] == [(4, 5), (3, 5)]
    assert [roll.target for roll in rolls(events)] == [3, 3, 3, 2, 3, 4, 5]


@pytest.mark.rule("PA-6.4-14")
def test_a_box_flooded_for_the_second_time_costs_another_flood() -> None:
    ship, _ = flood(target(flooded=box_bit(4, 5)), 3, 1, 1, 1, 1, 1)
    assert ship.floods == 3


@pytest.mark.rule("PA-6.4-15")
def test_a_box_flooded_before_that_passes_does_not_lead_the_water_on() -> None:
    ship, events = flood(target(flooded=box_bit(4, 5)), 2, 1, 1, 1, 1)
    assert ship.floods == 2
    held = next(event for event in events_of(events, StayedDry) if (event.section, event.level) == (4, 5))
    assert held.rule == "PA-6.4-15"


@pytest.mark.rule("PA-6.4-12")
def test_a_box_destroyed_by_shells_is_tested_all_the_same() -> None:
    _, events = flood(target(struck=box_bit(4, 5) | box_bit(5, 6)), 1, 1, 1, 1, 1)
    assert [roll.target for roll in rolls(events)] == [3, 3, 3, 2, 3]
    rows = [[fact.rule for fact in roll.breakdown.facts] for roll in rolls(events)]
    assert rows == [["PA-6.4-11", "PA-6.4-12"], ["PA-6.4-11"], ["PA-6.4-11"], ["PA-6.4-11", "PA-6.4-12"], ["PA-6.4-11"]]


@pytest.mark.rule("PA-6.4-9", "PA-6.4-10", "PA-6.4-13", "PA-6.4-16")
def test_a_box_tells_the_diagram_and_every_factor_with_the_sheets_rule() -> None:
    state = target()
    poor = state.but(ships={**state.ships, "victim": state.ships["victim"].but(cq=1)})
    _, events = rule(poor, lambda r: flood_from(r, "victim", AMIDSHIPS, 5, "short", "PA-6.4-4"), *[6] * 13)
    first, last = rolls(events, "PA-6.4-8")[0].breakdown, rolls(events, "PA-6.4-8")[-1].breakdown
    assert [(term.value, term.label, term.rule) for term in first.terms] == [
        (3, "in the diagram", "PA-6.4-13"),
        (-1, "poor crew", "PA-6.4-9"),
        (1, "short torpedo", "PA-6.4-10"),
    ]
    assert [fact.rule for fact in last.facts] == ["PA-6.4-16"]


@pytest.mark.rule("PA-6.4-11")
def test_a_shallow_hull_has_two_boxes_to_test() -> None:
    _, events = flood(target("ikazuchi"), 1, 1)
    assert [roll.target for roll in rolls(events)] == [3, 3]


@pytest.mark.rule("PA-6.4-11")
def test_boxes_that_a_hull_does_not_have_are_not_tested() -> None:
    state = target("varyag")  # nine sections
    ship = state.ships["victim"]
    assert list(neighbours(state, ship, 9, 5)) == [(8, 5), (8, 6), (9, 6)]
    assert list(neighbours(state, ship, 1, 6)) == [(2, 6), (1, 5), (2, 5)]
    _, events = flood(target("ikazuchi"), 1, at=(8, 5))
    assert len(rolls(events)) == 1


@pytest.mark.rule("PA-6.4-16")
def test_the_water_stops_at_the_end_of_the_hull() -> None:
    ship, _ = flood(target("ikazuchi"), 6, 1, at=(4, 5))
    assert ship.floods == 3
    assert is_flooded(ship, 3, 5) and not is_flooded(ship, 2, 5)


@pytest.mark.rule("PA-6.4-5")
def test_a_box_destroyed_before_still_costs_the_floods() -> None:
    state = target(struck=box_bit(5, 5))
    after, _ = rule(state, lambda r: strike(r, "victim", 5, 5, "medium", "PA-6.4-4"), 1, 1, 1, 1, 1)
    assert after.ships["victim"].floods == 2


@pytest.mark.rule("PA-6.4-4")
def test_the_box_struck_is_destroyed_and_its_floods_are_taken() -> None:
    after, _ = rule(target(), lambda r: strike(r, "victim", 1, 5, "long", "PA-6.4-4"), 1, 1, 1)
    ship = after.ships["victim"]
    assert ship.struck == ship.flooded == box_bit(1, 5)
    assert ship.floods == 3


@pytest.mark.rule("PA-6.4-22")
def test_a_torpedo_in_a_magazine_leaves_the_crew_a_roll_to_flood_it() -> None:
    saved, _ = rule(target(), lambda r: strike(r, "victim", 3, 6, "medium", "PA-6.4-4"), 4, 1, 1, 1, 1, 1)
    assert saved.ships["victim"].gone == "" and saved.ships["victim"].floods >= 2
    lost, events = rule(target(), lambda r: strike(r, "victim", 3, 6, "medium", "PA-6.4-4"), 5)
    assert lost.ships["victim"].gone == "exploded"
    assert events_of(events, FloodsTaken) == []


@pytest.mark.rule("PA-6.4-22")
def test_a_magazine_that_only_floods_does_not_explode() -> None:
    ship, _ = flood(target(), 1, 1, 6, 6, 6, 1, 1, at=(4, 5))  # 3/6 is the magazine
    assert ship.gone == "" and is_flooded(ship, 3, 6)


@pytest.mark.rule("PA-FLO-H5")
def test_a_ship_sinks_when_her_floods_come_to_her_flotation() -> None:
    state = target(floods=14)
    assert not is_sinking(state, state.ships["victim"])
    after, _ = rule(state, lambda r: take_floods(r, "victim", 1, "PA-FLO-H6", "the water spreads"))
    assert is_sinking(after, after.ships["victim"])


def test_no_floods_and_floods_of_a_ship_that_is_gone_are_not_marked() -> None:
    state = target(gone="sunk", floods=15)
    assert rule(state, lambda r: take_floods(r, "victim", 3, "PA-6.4-4", "mine")) == (state, ())
    assert rule(target(), lambda r: take_floods(r, "victim", 0, "PA-6.4-4", "mine"))[1] == ()


# ---------------------------------------------------------------------- what the water does on average


def mean_floods(state: State, weapon: str, at: tuple[int, int] = (5, 5)) -> Fraction:
    """Return the exact mean floods of a hit, over all results of the dice."""
    total = Fraction(0)
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        faces, weight = pending.pop()
        try:
            after, _ = rule(state, lambda r: flood_from(r, "victim", *at, weapon, "PA-6.4-4"), *faces)
        except NeedDice as need:
            share = weight / need.sides
            pending += [((*faces, face), share) for face in range(1, need.sides + 1)]
            continue
        total += weight * after.ships["victim"].floods
    return total


def chain(half: list[int]) -> Fraction:
    """Return the mean floods along one row, from its targets: the water spreads as long as each box floods."""
    wet = [Fraction(max(0, min(6, 6 - need)), 6) for need in half]
    mean = Fraction(0)
    for chance in reversed(wet):
        mean = chance * (1 + mean)
    return mean


@pytest.mark.rule("PA-FLO-H1")
@pytest.mark.parametrize(
    ("cq", "weapon", "floods"),
    [
        (2, "short", Fraction(55, 18)),
        (1, "medium", Fraction(397, 54)),
        (2, "medium", Fraction(49, 9)),
        (3, "medium", Fraction(73, 18)),
        (1, "long", Fraction(899, 81)),
        (2, "long", Fraction(451, 54)),
        (2, "mine", Fraction(451, 54)),
        (3, "long", Fraction(58, 9)),
    ],
)
def test_in_a_hull_without_end_a_hit_floods_so_much_on_average(cq: int, weapon: str, floods: Fraction) -> None:
    state = target(cq=cq)
    first = state.scene.charts.torpedoes.weapons[weapon].floods
    row = [needs(state, (5, 5), (5 + apart, 5), weapon) for apart in range(1, 6)]
    below = needs(state, (5, 5), (5, 6), weapon)
    mean = first + 4 * chain(row) + Fraction(max(0, min(6, 6 - below)), 6)
    assert mean == floods


@pytest.mark.rule("PA-6.4-11")
@pytest.mark.rule("PA-6.4-16")
def test_a_shallow_hull_and_one_struck_at_the_bow_take_fewer_floods() -> None:
    boat = target("ikazuchi")  # sections 3 to 8 on level 5
    assert 2 + 2 * chain([3, 4, 5, 6]) == Fraction(61, 18)
    assert mean_floods(boat, "medium", (5, 5)) == 2 + chain([3, 4]) + chain([3, 4, 5])
    assert mean_floods(target(), "medium", (1, 5)) == Fraction(73, 18)  # about 4.05


def test_floods_of_a_pair_are_those_of_the_boat_that_was_hit() -> None:
    sea = Sea().ship("Victim", RUSSIA, (36, 36), kind="ikazuchi", boats=2)
    state = sea.state()
    after, _ = rule(state, lambda r: flood_from(r, "victim", 5, 5, "medium", "PA-6.4-4"), 1, 1)
    boat: Ship = after.ships["victim"]
    assert (boat.boats, boat.floods) == (2, 2)
    assert is_sinking(after, boat)
