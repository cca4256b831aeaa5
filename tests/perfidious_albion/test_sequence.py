"""The sequence of play (3.1, 4.3 of the house rules): phases, initiative, who acts first, what a new turn clears."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done, actor
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.records.commands import Order
from rules.perfidious_albion.records.events import CameOutOfFormation, InitiativeWon, OrderChosen
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.squadrons.initiative import dice_for_initiative
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, give, list_offers, play_on, rolls, rule, why


def fleets() -> Sea:
    return Sea().ship("Mikasa", JAPAN, (20, 50)).ship("Tsesarevich", RUSSIA, (20, 10))


@pytest.mark.rule("PA-SEQ-H1")
def test_a_turn_has_four_phases() -> None:
    turn = [(phase.number, phase.name) for phase in SEQUENCE if phase.when is None]
    assert turn == [(1, "initiative"), (2, "torpedoes"), (3, "action"), (4, "end")]


@pytest.mark.rule("PA-0-3")
def test_there_is_no_campaign() -> None:
    assert not any("campaign" in phase.title.lower() for phase in SEQUENCE)
    assert SYSTEM.solitaire is None


@pytest.mark.rule("PA-SEQ-H2")
def test_each_side_adds_its_admirals_to_a_d10() -> None:
    sea = fleets().having(admirals={JAPAN: 1, RUSSIA: 2})
    state, events = sea.enter("initiative", 7, 5)
    assert [rolled.total for rolled in rolls(events, "PA-SEQ-H2")] == [8, 7]
    assert [event.side for event in events_of(events, InitiativeWon)] == [JAPAN]
    assert state.low == RUSSIA


@pytest.mark.rule("PA-SEQ-H2")
def test_a_side_without_an_admiral_adds_nothing() -> None:
    _, events = fleets().having(admirals={JAPAN: 1}).enter("initiative", 7, 5)
    assert [rolled.total for rolled in rolls(events, "PA-SEQ-H2")] == [8, 5]


@pytest.mark.rule("PA-2.1-7")
@pytest.mark.rule("PA-SEQ-H2")
def test_a_tie_adds_another_roll_to_what_each_side_has() -> None:
    sea = fleets().having(admirals={JAPAN: 2, RUSSIA: 1})
    found: list[str] = []
    _, events = rule(sea.state(), lambda r: found.append(dice_for_initiative(r, "PA-2.1-7")), 7, 8, 3, 3, 2, 5)
    assert [rolled.total for rolled in rolls(events)] == [9, 9, 12, 12, 14, 17]
    assert found == [RUSSIA]


@pytest.mark.rule("PA-SEQ-H2")
def test_the_winner_says_which_side_acts_first() -> None:
    state, _ = fleets().enter("initiative", 3, 9)
    state = state.but(cursor=state.cursor.but(queue=(RUSSIA,)))
    assert actor(state) == RUSSIA
    assert list_offers(state) == [Order(RUSSIA, "first"), Order(RUSSIA, "second")]
    assert why(state, Done(RUSSIA)) == ["PA-SEQ-H2"]
    assert why(state, Order(RUSSIA, "third")) == ["PA-SEQ-H2"]
    after, events = give(state, Order(RUSSIA, "second"))
    assert after.first == JAPAN and [event.first for event in events_of(events, OrderChosen)] == [JAPAN]
    after, _ = give(state, Order(RUSSIA, "first"))
    assert after.first == RUSSIA


@pytest.mark.rule("PA-SEQ-H3")
def test_the_side_with_the_lower_initiative_lays_its_markers_first() -> None:
    sea = Sea().ship("Ikazuchi", JAPAN, (20, 50)).ship("Hayabusa", RUSSIA, (20, 46), heading=90, speed=12)
    state, _ = sea.enter("initiative", 9, 3)
    state = state.but(cursor=state.cursor.but(queue=(JAPAN,)))
    state, _ = play_on(state, Order(JAPAN, "first"))
    assert SEQUENCE[state.cursor.phase].name == "torpedoes"
    assert actor(state) == RUSSIA


@pytest.mark.rule("PA-SEQ-H1")
@pytest.mark.rule("PA-2.4-2")
def test_a_new_turn_forgets_what_was_done_and_marks_who_is_out_of_formation() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (20, 50), squadron="line", moved=True, fired=("3/2",), targets=("x",), lit=True)
    sea.ship("Asama", JAPAN, (40, 50), squadron="line", eased=True, acted=("shaken",), turned=45, helm="port")
    sea.ship("Tsesarevich", RUSSIA, (20, 10)).fort("Fort", RUSSIA, (60, 60), 1, fired=("3/3",), eased=True)
    sea.having(active="line", shot_at={"asama": 2}, fired_this_turn=("mikasa",), bombarded=True)
    state, events = sea.enter("initiative", 3, 9)
    for ship in state.ships.values():
        assert (ship.moved, ship.eased, ship.lit, ship.turned, ship.helm) == (False, False, False, 0, "")
        assert (ship.fired, ship.targets, ship.acted) == ((), (), ())
    assert (state.forts["Fort"].fired, state.forts["Fort"].eased) == ((), False)
    assert (state.active, state.shot_at, state.fired_this_turn, state.bombarded) == ("", {}, (), False)
    assert [event.ship for event in events_of(events, CameOutOfFormation)] == ["mikasa", "asama"]
    assert state.ships["asama"].track == ((39_100, 50_000), (40_000, 50_000), (40_900, 50_000))


@pytest.mark.rule("PA-SEQ-H6")
def test_the_end_phase_belongs_to_both_sides() -> None:
    end = SEQUENCE[-1]
    assert end.queue is not None
    assert end.queue(fleets().at("end", RUSSIA)) == (RUSSIA, JAPAN)
