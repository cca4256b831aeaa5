"""Weather in movement (4.1): the calmer sea near land, storms that swamp low ships."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.modifiers import Modifier
from rules.perfidious_albion.damage.flooding import is_sinking
from rules.perfidious_albion.damage.weather import in_danger, sea_at, storm_test
from rules.perfidious_albion.records.events import FloodsTaken, RodeOut, Sunk, Swamped
from rules.perfidious_albion.ships.crew import crew_test
from tests.perfidious_albion.sea import JAPAN, Sea, events_of, mils, rolls, rule


def low_ship(cq: int = 2, level: int = 4, unstable: bool = False, sea: str = "storm", kind: str = "oregon") -> Sea:
    card = {"bow_level": level, "unstable": unstable}
    return Sea().ship("Ship", JAPAN, (36, 36), kind=kind, cq=cq, card=card).having(sea=sea)


@pytest.mark.rule("PA-2.1-13")
@pytest.mark.parametrize(("sea", "near"), [("storm", "heavy"), ("heavy", "rough"), ("rough", "calm"), ("calm", "calm")])
def test_within_30_inches_of_land_the_sea_is_a_grade_calmer(sea: str, near: str) -> None:
    state = Sea().land("island", (0, 0), (4, 0), (4, 4), (0, 4)).having(sea=sea).state()
    assert sea_at(state, mils((34, 2))) == near  # 30.000 inches from the coast
    assert sea_at(state, mils((34.001, 2))) == sea
    assert sea_at(state, mils((2, 2))) == near  # on the land itself


@pytest.mark.rule("PA-2.1-13")
def test_foul_ground_is_no_land_and_calms_nothing() -> None:
    state = Sea().land("rocks", (0, 0), (4, 0), (4, 4), (0, 4)).having(sea="storm").state()
    assert sea_at(state, mils((6, 2))) == "storm"


@pytest.mark.rule("PA-2.1-13")
def test_an_option_calms_the_whole_table() -> None:
    sea = Sea().land("island", (0, 0), (4, 0), (4, 4), (0, 4)).having(sea="heavy").option(calm_everywhere=True)
    assert sea_at(sea.state(), mils((70, 70))) == "rough"
    assert sea_at(Sea().having(sea="heavy").option(calm_everywhere=True).state(), mils((70, 70))) == "heavy"


@pytest.mark.rule("PA-4.1-1")
@pytest.mark.rule("PA-4.1-5")
@pytest.mark.parametrize(
    ("level", "unstable", "sea", "danger"),
    [
        (4, False, "storm", True),
        (3, False, "storm", False),
        (3, True, "storm", True),
        (4, True, "storm", True),
        (2, True, "storm", False),
        (4, False, "heavy", False),
    ],
)
def test_who_is_in_danger_in_a_storm(level: int, unstable: bool, sea: str, danger: bool) -> None:
    state = low_ship(level=level, unstable=unstable, sea=sea).state()
    assert in_danger(state, state.ships["ship"]) == danger
    _, events = rule(state, lambda r: storm_test(r, "ship"), *((1,) if danger else ()))
    assert bool(rolls(events, "PA-4.1-1")) == danger


@pytest.mark.rule("PA-4.1-2")
def test_only_a_six_brings_the_crew_test() -> None:
    state = low_ship().state()
    for die in range(1, 6):
        after, events = rule(state, lambda r: storm_test(r, "ship"), die)
        assert after.ships["ship"].floods == 0 and not rolls(events, "PA-4.1-2")
    after, events = rule(state, lambda r: storm_test(r, "ship"), 6, 4)
    assert after.ships["ship"].floods == 0
    assert events_of(events, RodeOut)


@pytest.mark.rule("PA-4.1-3")
@pytest.mark.parametrize(("cq", "die", "floods"), [(1, 4, 1), (1, 5, 2), (1, 6, 3), (2, 5, 1), (2, 6, 2), (3, 6, 1)])
def test_floods_are_what_the_test_is_missed_by(cq: int, die: int, floods: int) -> None:
    after, events = rule(low_ship(cq).state(), lambda r: storm_test(r, "ship"), 6, die)
    assert after.ships["ship"].floods == floods
    assert [event.floods for event in events_of(events, Swamped)] == [floods]
    assert [event.rule for event in events_of(events, FloodsTaken)] == ["PA-4.1-3"]


@pytest.mark.rule("PA-4.1-4")
def test_a_boat_of_flotation_one_is_lost_by_any_such_flood() -> None:
    state = low_ship(kind="ikazuchi").state()
    after, events = rule(state, lambda r: storm_test(r, "ship"), 6, 5)
    assert is_sinking(after, after.ships["ship"])
    assert not events_of(events, Sunk)  # she goes down in the End phase


@pytest.mark.rule("PA-CRW-H1")
@pytest.mark.parametrize(("cq", "target", "chance"), [(1, 3, "1/12"), (2, 4, "1/18"), (3, 5, "1/36")])
def test_a_crew_test_is_quality_and_two_or_less(cq: int, target: int, chance: str) -> None:
    state = low_ship(cq).state()
    ship = state.ships["ship"]
    missed = []
    for die in range(1, 7):
        rule(state, lambda r: missed.append(crew_test(r, state, ship, "tries", "PA-CRW-H1")), die)
    assert missed == [die - target for die in range(1, 7)]
    failures = sum(margin > 0 for margin in missed)
    assert Fraction(1, 6) * Fraction(failures, 6) == Fraction(chance)  # swamped in a turn of storm


@pytest.mark.rule("PA-CRW-H1")
def test_a_modifier_of_the_test_is_told() -> None:
    state = low_ship().state()
    ship = state.ships["ship"]
    hard = Modifier(-2, "hard aground", "PA-TER-H6")
    _, events = rule(state, lambda r: crew_test(r, state, ship, "tries", "PA-TER-H6", (hard,)), 3)
    (rolled,) = rolls(events)
    assert (rolled.target, rolled.low, rolled.is_success) == (2, True, False)
    assert [(term.value, term.label) for term in rolled.breakdown.terms] == [
        (2, "crew quality (average)"),
        (2, "for every crew"),
        (-2, "hard aground"),
    ]
