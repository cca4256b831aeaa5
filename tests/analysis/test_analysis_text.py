"""What is said about an order is what it did: not what ended with it, nor that a unit only made way for the next."""

from __future__ import annotations

from game.library import open_library
from game.table.analysis_job import Analyst
from game.table.analysis_text import lines
from release.makers.analyse_bench import play_match_game
from rules import SYSTEMS
from rules.analysis.luck_and_skill import decisions_text
from rules.kernel.session import Session
from rules.kernel.system import caption, format_command

LIBRARY = open_library(SYSTEMS)


def game_of(name: str, seed: int) -> Session:
    return play_match_game(LIBRARY.find(name), seed, ("midshipman", "captain"))


def test_the_last_shot_of_a_phase_is_not_told_with_the_damage_of_the_shots_before_it() -> None:
    """Little was put out of action by Murakumo: told with Gregory's shot, that looked like a turn for the worse."""
    session, seen = game_of("nw_smoke/little_and_gregory", 950), 0
    for step in session.steps:
        state = session.states[step.number + 1]
        if not format_command(step.command).startswith("fire ") or state.outcome is not None:
            continue
        whole = [caption(session.system, state, event).text for event in step.events]
        marked = [text for text in whole if "was damaged" in text]
        seen += bool(marked)
        assert "was damaged" not in decisions_text(session, step.number), whole
        assert "fired at" in decisions_text(session, step.number)
    assert seen > 2, "there were such phases"


def test_dice_that_fall_as_a_phase_or_the_battle_ends_are_told() -> None:
    session = game_of("quickfire/lesson_duel", 952)
    texts = [decisions_text(session, step.number) for step in session.steps]
    assert "An explosion tore through" in texts[-1], "the shot that ended the battle missed; this did not"
    closing = [text for text in texts if text.startswith("Ohio fired") and "jammed rudder" in text]
    assert closing, "what a die decides behind the last shot of a turn stands with it"


def test_to_stand_easy_is_no_turning_point_and_what_it_does_is_the_clocks() -> None:
    session = game_of("perfidious_albion/caldera_bay", 954)
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    found = analyst.found
    eased = [entry for entry in found.entries if entry.order.startswith("easy") and not entry.throws]
    assert len(eased) > 5 and all(entry.idle and entry.order_change == 0 for entry in eased)
    assert not any("ended activation" in line for line in lines(session, analyst))
    orders, time = (sum(getattr(entry, name) for entry in found.entries) for name in ("order_change", "time"))
    luck = sum(entry.luck for entry in found.entries)
    assert abs(found.initial + orders + time + luck - found.final) < 1e-9


def test_the_beginning_of_a_battle_is_no_order() -> None:
    session = game_of("nw_smoke/little_and_gregory", 950)
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    given = len(session.steps) - 1
    assert lines(session, analyst)[0].endswith(f"analysis of {given} of {given} orders")
