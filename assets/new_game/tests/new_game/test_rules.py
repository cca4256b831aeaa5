"""New Game: each rule held up by a test that asserts the rule's sentence."""

from __future__ import annotations

import pytest

from rules import new_game as own
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done
from rules.kernel.session import Session, Step
from tests.conftest import map_named, scenario_named


def game(*faces: int) -> Session:
    """Return the first battle, with these dice."""
    scenario = scenario_named("new_game", "first_battle")
    return Session(own.SYSTEM, scenario, map_named("new_game", scenario.map), dice=TapeDice(faces))


def give(session: Session, command: own.Sail | Done) -> Step:
    """Give an order that is legal."""
    step = session.submit(command)
    assert isinstance(step, Step), step
    return step


@pytest.mark.rule("NEW_GAME-H1")
def test_a_boat_goes_one_hex_a_turn_into_open_water_that_is_not_taken() -> None:
    session = game()
    give(session, own.Sail("blue", "b1", "N"))
    assert session.state.boats["b1"].hex == 503
    assert [reason.rule for reason in session.check(own.Sail("blue", "b1", "N"))] == ["NEW_GAME-H1"]
    stay = game()
    boats = stay.state.boats
    stay.states[-1] = stay.state.but(boats={**boats, "r1": boats["r1"].but(hex=505)})
    assert [reason.reason for reason in stay.check(own.Sail("blue", "b1", "S"))] == ["hex 0505 is taken"]


@pytest.mark.rule("NEW_GAME-H2")
@pytest.mark.parametrize(("face", "kind", "afloat"), [(3, own.Missed, 3), (4, own.Sunk, 2)])
def test_an_enemy_in_the_hex_ahead_is_rammed_and_sinks_on_four_or_more(
    face: int, kind: type[own.Missed] | type[own.Sunk], afloat: int
) -> None:
    session = game(face)
    boats = session.state.boats
    here, enemy = boats["b2"].but(hex=404), boats["r1"].but(hex=504)
    session.states[-1] = session.state.but(boats={**boats, "b1": boats["b1"].but(hex=506), "b2": here, "r1": enemy})
    step = give(session, own.Sail("blue", "b1", "N"))
    assert isinstance(step.events[-1], kind)
    assert len(session.state.of("red")) == afloat


@pytest.mark.rule("NEW_GAME-H3")
def test_land_between_two_hexes_blocks_the_line_of_sight() -> None:
    state = game().state
    blocked, clear = (own.SYSTEM.sight(state, "", (a,), (b,)) for a, b in ((701, 704), (504, 508)))
    assert (blocked.sight.verdict, clear.sight.verdict) == ("blocked", "clear")


@pytest.mark.rule("NEW_GAME-H4")
def test_more_boats_afloat_after_the_last_turn_win_and_as_many_are_a_draw() -> None:
    session = game()
    session.states[-1] = session.state.but(cursor=session.state.cursor.but(turn=8))
    few = {key: boat for key, boat in session.state.boats.items() if key != "r1"}
    for boats, winner in ((session.state.boats, ""), (few, "blue")):
        last = game()
        last.states[-1] = session.state.but(boats=boats)
        give(last, Done("blue"))
        give(last, Done("red"))
        assert last.state.outcome is not None and last.state.outcome.winner == winner
