"""Morale of ships (3.3, 4.13 of the house rules): what requires a test, withdrawing, striking, squadrons half lost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.modifiers import sum_modifiers
from rules.perfidious_albion.battle.morale import (
    end_of_turn,
    is_helpless,
    main_guns_silent,
    morale_terms,
    near_flagship,
    shaking_events,
)
from rules.perfidious_albion.records.events import Steadied, Surrendered, Withdrew
from rules.perfidious_albion.records.state import box_bit
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

HALF = sum(box_bit(section, level) for section in range(1, 9) for level in (3, 4, 5)) | box_bit(
    1, 6
)  # 25 of Mikasa's 50
MANY = sum(box_bit(section, level) for section in range(1, 11) for level in (3, 4, 5)) | sum(
    box_bit(section, 6) for section in range(1, 9)
)  # 38 of them


def mikasa(**log: Any) -> Sea:
    return Sea().ship("Mikasa", JAPAN, (20, 20), **log)


@pytest.mark.rule("PA-MOR-H1")
@pytest.mark.parametrize(
    ("log", "count"),
    [
        ({}, 0),
        ({"struck": HALF}, 1),
        ({"struck": HALF & ~box_bit(1, 6)}, 0),
        ({"floods": 8}, 1),
        ({"floods": 7}, 0),
        ({"fires": 3}, 1),
        ({"fires": 2}, 0),
        ({"struck": HALF, "floods": 8, "fires": 3}, 3),
    ],
)
def test_what_shakes_a_ship(log: dict[str, int], count: int) -> None:
    state = mikasa(**log).state()
    assert len(shaking_events(state, state.ships["mikasa"])) == count


@pytest.mark.rule("PA-MOR-H2")
def test_each_further_trigger_takes_one_and_the_flagship_near_gives_one() -> None:
    sea = mikasa(squadron="line").ship("Asama", JAPAN, (25, 20), squadron="line").flag("Mikasa")
    state = sea.state()
    assert near_flagship(state, state.ships["asama"])
    assert not near_flagship(state, state.ships["mikasa"])  # not near herself
    assert [sum_modifiers(morale_terms(state, state.ships["asama"], count)) for count in (1, 2, 3)] == [1, 0, -1]
    assert [sum_modifiers(morale_terms(state, state.ships["mikasa"], count)) for count in (1, 2, 3)] == [0, -1, -2]
    rows = [(term.label, term.rule) for term in morale_terms(state, state.ships["asama"], 3)]
    assert rows == [("2 more causes", "PA-MOR-H2"), ("near a flagship still in the fight", "PA-MOR-H2")]


@pytest.mark.rule("PA-MOR-H2")
@pytest.mark.parametrize(("x", "morale", "near"), [(25, "", True), (25.01, "", False), (25, "withdrawing", False)])
def test_only_an_unbroken_flagship_within_cohesion_helps(x: float, morale: str, near: bool) -> None:
    sea = mikasa(squadron="line", morale=morale).ship("Asama", JAPAN, (x, 20), squadron="line").flag("Mikasa")
    state = sea.state()
    assert near_flagship(state, state.ships["asama"]) == near


@pytest.mark.rule("PA-MOR-H2")
@pytest.mark.rule("PA-MOR-H3")
@pytest.mark.parametrize(("die", "morale"), [(3, ""), (4, "withdrawing")])
def test_a_shaken_ship_tests_at_the_end_of_the_turn_and_withdraws_when_she_fails(die: int, morale: str) -> None:
    state, events = rule(mikasa(floods=8, fires=3).state(), end_of_turn, die)
    assert [rolled.target for rolled in rolls(events)] == [3]
    assert state.ships["mikasa"].morale == morale
    assert bool(events_of(events, Withdrew)) == (morale != "") and bool(events_of(events, Steadied)) == (morale == "")


@pytest.mark.rule("PA-MOR-H2")
def test_a_ship_nothing_shakes_does_not_test() -> None:
    _, events = rule(mikasa(floods=7, fires=2).state(), end_of_turn)
    assert events == ()


@pytest.mark.rule("PA-MOR-H4")
@pytest.mark.parametrize(
    ("log", "strikes"),
    [
        ({"fires": 3}, False),
        ({"fires": 3, "props_lost": 14}, True),
        ({"fires": 3, "props_lost": 13}, False),
        ({"fires": 3, "struck": box_bit(3, 2) | box_bit(8, 2)}, True),
        ({"fires": 3, "struck": box_bit(3, 2)}, False),
        ({"floods": 12}, True),
        ({"floods": 11}, False),
        ({"struck": MANY}, True),
    ],
)
def test_a_withdrawing_ship_that_is_done_for_strikes(log: dict[str, int], strikes: bool) -> None:
    state = mikasa(morale="withdrawing", **log).state()
    assert is_helpless(state, state.ships["mikasa"]) == strikes
    after, events = rule(state, end_of_turn, 6)
    assert after.ships["mikasa"].gone == ("surrendered" if strikes else "")
    assert bool(events_of(events, Surrendered)) == strikes


@pytest.mark.rule("PA-MOR-H4")
def test_a_withdrawing_ship_that_passes_goes_on_withdrawing() -> None:
    state, _ = rule(mikasa(morale="withdrawing", floods=12).state(), end_of_turn, 4)
    assert (state.ships["mikasa"].gone, state.ships["mikasa"].morale) == ("", "withdrawing")


@pytest.mark.rule("PA-MOR-H4")
def test_main_guns_are_the_heaviest_she_has_and_boats_have_none() -> None:
    state = mikasa().ship("Ikazuchi", JAPAN, (40, 40)).ship("Varyag", RUSSIA, (60, 60)).state()
    assert not any(main_guns_silent(state, ship) for ship in state.ships.values())
    below = mikasa(struck=box_bit(3, 3) | box_bit(8, 3)).state()  # both barbettes
    assert main_guns_silent(below, below.ships["mikasa"])


@pytest.mark.rule("PA-MOR-H6")
def test_when_half_a_squadron_is_lost_each_ship_of_it_tests_once() -> None:
    sea = mikasa(squadron="line")
    for number, x in enumerate((23, 26, 29)):
        sea.ship(f"Ship {number}", JAPAN, (x, 20), kind="asama", squadron="line")
    sea.ships["ship-0"] = sea.ships["ship-0"].but(gone="sunk")
    _, events = rule(sea.state(), end_of_turn)
    assert events == ()  # a quarter
    sea.ships["ship-1"] = sea.ships["ship-1"].but(gone="exploded")
    state, events = rule(sea.state(), end_of_turn, 4, 5)
    assert [rolled.rule for rolled in rolls(events)] == ["PA-MOR-H6", "PA-MOR-H6"]
    assert (state.ships["mikasa"].morale, state.ships["ship-2"].morale) == ("", "withdrawing")
    _, events = rule(state, end_of_turn)
    assert events == ()  # once is enough


@pytest.mark.rule("PA-MOR-H6")
def test_merchants_that_got_through_are_no_loss_to_their_squadron() -> None:
    sea = Sea("convoy", RUSSIA).ship("One", JAPAN, (20, 20), kind="hitachi_maru", squadron="convoy", gone="exited")
    sea.ship("Two", JAPAN, (23, 20), kind="hitachi_maru", squadron="convoy")
    _, events = rule(sea.state(), end_of_turn)
    assert events == ()
