"""The turn: initiative, movement by sides, alternating fire, melee in the order of the initiative side."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.commands import Conduct, Fire, Lead
from rules.battles_for_empire.events import InitiativeTaken, InitiativeWon
from rules.battles_for_empire.sequence import SEQUENCE, open_initiative
from rules.battles_for_empire.state import State
from rules.kernel.flow import ACTING, Done, actor
from tests.battles_for_empire.field import After, Field, give, list_offers, refusals, rules_of, ruling


def facing_off(**body: Any) -> Field:
    """One company against one unit of spears, far apart."""
    return Field().unit("a", "br_line", 305, "E", **body).unit("x", "dv_spr", 1805, "W")


def with_initiative_dice(one: int, two: int, first: str = "br") -> State:
    """Return the initiative dice of a turn in which `first` moved first last turn."""
    r = ruling(facing_off().at("initiative").but(first=first), one, two)
    open_initiative(r)
    found: State = r.state
    return found


@pytest.mark.rule("BFE-SEQ-H1")
def test_a_turn_has_six_phases() -> None:
    assert [phase.title for phase in SEQUENCE] == [
        "Initiative",
        "Movement, first side",
        "Movement, second side",
        "Fire",
        "Melee",
        "End",
    ]
    assert [phase.number for phase in SEQUENCE] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("BFE-SEQ-H2", "BFE-PUB-30")
@pytest.mark.parametrize(
    ("one", "two", "first", "winner"), [(5, 3, "br", "br"), (2, 6, "br", "na"), (4, 4, "br", "na"), (4, 4, "na", "br")]
)
def test_the_higher_die_has_the_initiative_and_a_tie_goes_to_who_moved_second(
    one: int, two: int, first: str, winner: str
) -> None:
    assert with_initiative_dice(one, two, first).initiative == winner


@pytest.mark.rule("BFE-SEQ-H2", "BFE-PUB-30")
@pytest.mark.parametrize(("order", "first"), [("first", "br"), ("second", "na")])
def test_the_winner_says_who_moves_first(order: str, first: str) -> None:
    state = facing_off().at("initiative")
    after: After = give(state, Lead("br", order), move_on=True)
    assert (after.state.first, actor(after.state)) == (first, first)
    assert [event.first for event in after.of(InitiativeTaken)] == [first]


@pytest.mark.rule("BFE-SEQ-H2")
def test_the_choice_cannot_be_passed_over() -> None:
    state = facing_off().at("initiative")
    assert rules_of(refusals(state, Done("br"))) == ["BFE-SEQ-H2"]
    assert rules_of(refusals(state, Lead("br", "third"))) == ["BFE-SEQ-H2"]
    assert refusals(state, Lead("na", "first")) != ()
    assert list_offers(state, "lead") == [Lead("br", "first"), Lead("br", "second")]


@pytest.mark.rule("BFE-SEQ-H2")
def test_a_side_that_moves_second_and_then_first_moves_twice_running() -> None:
    state = facing_off().at("initiative", "na")
    state = give(state, Lead("na", "second"), move_on=True).state
    assert actor(state) == "br"
    state = give(state, Done("br"), move_on=True).state
    assert actor(state) == "na"


@pytest.mark.rule("BFE-SEQ-H1")
def test_a_new_turn_forgets_what_was_done() -> None:
    body = {"taken_up": True, "allowance": 2, "full": 3, "rallied": True, "moved": 1, "turned": True, "fired": True}
    state = facing_off(**body, pivoted=True, charged="x", formed_skirmish=True, aimed="x", shaken=True).at("initiative")
    r = ruling(state, 3, 4)
    open_initiative(r)
    unit = r.state.units["a"]
    assert (unit.taken_up, unit.allowance, unit.full, unit.rallied, unit.moved) == (False, 0, 0, False, 0)
    assert (unit.turned, unit.pivoted, unit.charged, unit.fired, unit.aimed) == (False, False, "", False, "")
    assert unit.shaken, "what lasts stays"
    won = [event for event in r.events if isinstance(event, InitiativeWon)]
    assert [(event.side, event.why) for event in won] == [("na", "the higher die")]


@pytest.mark.rule("BFE-SEQ-H3")
def test_each_side_moves_in_its_own_phase() -> None:
    state = facing_off().at("movement", "br")
    assert refusals(state, Conduct("br", "a")) == ()
    assert refusals(state, Conduct("na", "x")) != ()
    state = give(state, Done("br"), move_on=True).state
    assert (state.cursor.phase, state.cursor.stage, actor(state)) == (2, ACTING, "na")
    assert refusals(state, Conduct("na", "x")) == ()


def in_range() -> Field:
    """Return two British companies and two bands of riflemen at five hexes, each with a target."""
    field = Field().unit("a", "br_line", 305, "E").unit("b", "br_line", 310, "E")
    return field.unit("x", "dv_rif", 805, "W", "skirmish").unit("y", "dv_rif", 810, "W", "skirmish")


@pytest.mark.rule("BFE-SEQ-H4")
def test_the_sides_fire_by_turns_one_unit_at_a_time() -> None:
    state = in_range().at("fire", "na")
    for side, unit, target in (("na", "x", "a"), ("br", "a", "x"), ("na", "y", "b")):
        assert actor(state) == side
        state = give(state, Fire(side, unit, target, 0), seed=5, move_on=True).state
    assert actor(state) == "br"


@pytest.mark.rule("BFE-SEQ-H4")
def test_a_side_that_has_finished_lets_the_other_fire_on() -> None:
    state = give(in_range().at("fire", "na"), Done("na"), move_on=True).state
    state = give(state, Fire("br", "a", "x", 0), seed=5, move_on=True).state
    assert actor(state) == "br" and list_offers(state, "fire", "b")


@pytest.mark.rule("BFE-SEQ-H5")
def test_the_side_with_the_initiative_orders_the_melees() -> None:
    melee = next(phase for phase in SEQUENCE if phase.name == "melee")
    state = in_range().at("fire", "na")
    assert melee.queue is not None and melee.queue(state) == ("na",)


@pytest.mark.rule("BFE-SEQ-H6")
def test_the_turn_ends_with_the_initiative_of_the_next() -> None:
    state = give(in_range().at("end", "br"), Done("br"), seed=3, move_on=True).state
    state = give(state, Done("na"), seed=3, move_on=True).state if state.cursor.phase == 5 else state
    assert (state.cursor.turn, state.cursor.phase) == (3, 0)


@pytest.mark.rule("BFE-SEQ-H2")
def test_of_equal_dice_it_is_told_why_one_side_has_the_initiative() -> None:
    r = ruling(facing_off().at("initiative", first="br"), 3, 3)
    open_initiative(r)
    (won,) = [event for event in r.events if isinstance(event, InitiativeWon)]
    assert (won.side, won.why) == ("na", "equal dice: it moved second last turn")
