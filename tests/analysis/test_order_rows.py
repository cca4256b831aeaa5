"""A row of the list of orders, the game as it might have gone, and a kept analysis that somebody edited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.report.page import chance_curve
from game.scenes.order_rows import row_words
from game.table.analysis_job import SEAL, Analyst, Line, analysis_path, kept_decisions, open_game, played_on
from game.table.finding import finding_of
from rules.analysis.mistakes import Suspicion, phase_of
from rules.kernel.system import format_command, parse_command
from tests.analysis.test_kept_analysis import short_game, write_analysis


@pytest.fixture
def analyst(tmp_path: Path) -> Analyst:
    path = write_analysis(tmp_path, list(short_game()[1]))
    return Analyst(open_game(path), path)


def test_a_row_has_the_turn_the_order_its_doubt_and_the_better_order_only_where_it_is_told(analyst: Analyst) -> None:
    session = analyst.session
    decision = analyst.found.decisions[0].but(loss=0.2, error=0.15, decided=False)
    step = session.steps[decision.number]
    phase = phase_of(session, decision.number)
    suspicion = Suspicion(decision.number, decision.side, step.turn, phase, step.command, 0.0)
    line = Line(suspicion=suspicion, decision=decision)
    finding = finding_of(session, line.suspicion, decision)
    assert "calculating" in row_words(session, line, None)
    told, blind = row_words(session, line, finding), row_words(session, line, finding, answer=False)
    assert told.startswith(f"**Turn {line.suspicion.turn}, ") and finding.given in told
    assert "Better: " in told and "Better: " not in blind
    assert "Not distinguishable from no loss." in told
    sure = line.but(decision=decision.but(error=0.01, decided=True))
    assert "distinguishable" not in row_words(session, sure, finding)


def test_the_better_order_is_played_and_captains_go_on_to_the_end_of_the_next_turn(analyst: Analyst) -> None:
    session = analyst.session
    decision = analyst.found.decisions[0]
    before = [format_command(step.command) for step in session.steps]
    turn = session.states[decision.number].cursor.turn
    other = played_on(session, decision)
    best = parse_command(session.system, decision.side, decision.best)
    assert other.steps[decision.number].command == best and other.study
    assert [format_command(step.command) for step in other.steps[: decision.number]] == before[: decision.number]
    assert other.over or other.state.cursor.turn == turn + 2
    assert [format_command(step.command) for step in session.steps] == before, "the game itself is untouched"


def test_a_number_edited_in_a_kept_analysis_is_never_believed(tmp_path: Path) -> None:
    """Every field still makes sense; the seal of its line does not."""
    lines = list(short_game()[1])
    place = next(n for n, line in enumerate(lines) if json.loads(line).get("t") == "decision")
    edited = json.loads(lines[place])
    assert edited[SEAL]
    edited["loss"] = round(edited["loss"] + 0.01, 6)
    lines[place] = json.dumps(edited).encode()
    path = write_analysis(tmp_path, lines)
    session = open_game(path)
    assert all(one.number != edited["number"] for one in kept_decisions(session, path))
    assert all(one.number != edited["number"] for one in Analyst(session, path).found.decisions)
    assert lines[place] not in analysis_path(path).read_bytes().splitlines(), "made again"


def test_the_curve_of_the_report_runs_from_the_opening_to_the_result() -> None:
    """In a field of 600 by 150, victory on top."""
    assert chance_curve((0.5, 0.75, 1.0)) == "0.0,75.0 300.0,37.5 600.0,0.0"
    assert chance_curve((0.4,)) == "0.0,90.0" and chance_curve(()) == ""
