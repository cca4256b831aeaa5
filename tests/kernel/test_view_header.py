"""The head of every view: the ribbon, the clock, the prompt of a game that is over."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Cursor, Phase, actor
from rules.kernel.view import Outcome
from rules.kernel.view_header import clock_at, phase_marks, pieces_to_act, prompt_of, prompt_over
from rules.quickfire.sequence import SEQUENCE
from tests.conftest import begin, games, scenario_named

GAME = next(game for game in games() if game.startswith("quickfire/"))
PHASES = tuple(
    Phase(number=number, name=name, title=name, help="", rule="R-1")
    for number, name in enumerate(("one", "two", "three"), start=1)
)


def test_the_ribbon_tells_what_is_done_what_is_now_and_what_comes() -> None:
    marks = phase_marks(PHASES, Cursor(turn=1, phase=1, skipped=(2, 0)))
    assert [(mark.number, mark.state, mark.skipped) for mark in marks] == [
        (1, "done", 2),
        (2, "now", 0),
        (3, "next", 0),
    ]


def test_the_ribbon_leaves_out_what_is_not_played_and_may_number_the_rest_anew() -> None:
    marks = phase_marks(PHASES, Cursor(phase=2), lambda place, phase: phase.name != "two", lambda place: place * 10)
    assert [(mark.title, mark.number) for mark in marks] == [("one", 0), ("three", 20)]


@pytest.mark.parametrize(("turn", "clock"), [(0, "23:50"), (1, "23:50"), (2, "23:56"), (3, "00:02")])
def test_the_clock_goes_on_past_midnight(turn: int, clock: str) -> None:
    scenario = scenario_named(*GAME.split("/")).but(clock="23:50", minutes_per_turn=6)
    assert clock_at(scenario, turn) == clock


def test_when_nobody_acts_the_prompt_says_how_the_game_ended() -> None:
    state = begin(GAME).state.but(outcome=Outcome("", "A draw", "nobody won", "R-1"))
    prompt = prompt_over(state, PHASES[0])
    assert (prompt.side, prompt.title, prompt.text, prompt.done_label) == ("", "A draw", "nobody won", "")


def test_no_piece_is_left_to_act_when_the_game_is_over() -> None:
    state = begin(GAME).state
    assert pieces_to_act(SEQUENCE, state)
    assert not pieces_to_act(SEQUENCE, state.but(outcome=Outcome("", "A draw", "", "R-1")))


def test_what_is_asked_names_the_side_and_the_phase_and_what_the_button_does() -> None:
    state = begin(GAME).state
    state = state.but(cursor=state.cursor.but(phase=0))
    plain = prompt_of(PHASES, state)
    assert (plain.title, plain.text) == (PHASES[0].title, PHASES[0].help)
    name = PHASES[0].name
    prompt = prompt_of(PHASES, state, lambda at, side, phase: f"{side} in {phase}")
    side = next(note for note in state.scene.scenario.sides if note.key == actor(state))
    words = PHASES[0].title.lower()
    assert (prompt.title, prompt.text, prompt.done_label) == (
        f"{side.name}: {words}",
        f"{side.key} in {name}",
        f"End {words}",
    )
    other = prompt_of(PHASES, state, lambda at, side, phase: "", {name: "rowing"}, {name: "Enough"})
    assert (other.title, other.done_label) == (f"{side.name}: rowing", "Enough")
    assert (
        prompt_of(PHASES, state, lambda at, side, phase: "", otherwise="No more {phase}").done_label
        == f"No more {words}"
    )
