"""The report with the notes of a study, and with the decisions an analysis beside the game has weighed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pygame

import main
from game.library import open_map
from game.report.notes import Notes
from game.report.page import report_bytes
from game.report.study_notes import merge_notes, notes_of_study
from game.table.analysis_job import Analyst, analysis_path, kept_decisions
from game.ui.fonts import FontBook
from rules import SYSTEMS
from rules.analysis.luck_and_skill import Decision
from rules.kernel.flow import state_digest
from rules.kernel.session import Session, load_session
from rules.kernel.study import Study, StudyNote, line_of, study_of, text_of_study
from rules.kernel.system import format_command

ROOT = Path(__file__).parents[2]
SHORT = "nw_smoke/little_and_gregory"


def save_game(tmp_path: Path) -> Session:
    """Return a short golden game in a folder of its own."""
    path = tmp_path / "own.game"
    shutil.copyfile(ROOT / "tests" / "replays" / f"{SHORT}.game", path)
    return load_session(path, SYSTEMS, open_map, write=False)


def annotate(session: Session) -> Study:
    """Return a study of it: a note on the game, another line, a note on that line."""
    study = study_of(session, "My study")
    line = line_of(session, 4, "Torpedoes <first>")
    study = study.but(lines=(line.but(steps=line.steps[:2]),))
    study = study.with_note(StudyNote(at=3, say="Here I should have turned & run."))
    return study.with_note(StudyNote(at=5, line=line.name, say="Much better."))


def test_notes_of_a_study_stand_at_their_turns_and_other_lines_behind_them(tmp_path: Path) -> None:
    session = save_game(tmp_path)
    study = annotate(session)
    notes = notes_of_study(study, session)
    turn = session.steps[3].turn
    assert notes.turns[turn][0] == "After order 3: Here I should have turned & run."
    lines = [words for parts in notes.turns.values() for words in parts]
    ordered = "; ".join(f"{step.by}: {step.do}" for step in study.lines[0].steps)
    assert f"Alternative line Torpedoes <first>, after order 4: {ordered}" in lines
    assert "Torpedoes <first>, after order 5: Much better." in lines
    both = merge_notes(Notes(("Whole.",), {turn: ("Mine.",)}), notes)
    assert both.whole == ("Whole.",) and both.turns[turn][:2] == ("Mine.", notes.turns[turn][0])


def test_a_study_is_shared_as_a_report_with_its_notes_escaped(tmp_path: Path) -> None:
    session = save_game(tmp_path).branch(40)
    study = annotate(session)
    path, out = tmp_path / "study.yaml", tmp_path / "out.html"
    path.write_text(text_of_study(study, session), "utf-8")
    assert main.main(["--user-dir", str(tmp_path / "me"), "share", str(path), "--as", "report", "--out", str(out)]) == 0
    page = out.read_text("utf-8")
    assert "Here I should have turned &amp; run." in page and "Torpedoes &lt;first&gt;" in page
    assert "<first>" not in page


def test_the_report_has_the_costliest_orders_an_analysis_has_weighed_and_only_of_this_game(tmp_path: Path) -> None:
    session = save_game(tmp_path)
    assert session.path is not None and kept_decisions(session, session.path) == ()
    pygame.font.init()
    number = next(n for n, step in enumerate(session.steps) if n and step.actor)
    decision = Decision(
        number=number, position=state_digest(session.states[number]), side=session.steps[number].actor,
        given=format_command(session.steps[number].command), best=format_command(session.steps[number].command),
        loss=0.31, error=0.04, n=16, rollouts=64, decided=True,
    )  # fmt: skip
    analyst = Analyst(session, session.path)
    analyst.note(decision)
    analyst._keep("decision", decision)
    before = analysis_path(session.path).read_bytes()
    assert kept_decisions(session, session.path) == (decision,)
    page = report_bytes(session, "", Notes(), {}, FontBook()).decode("utf-8")
    assert "Costly orders" in page and "31 ± 8" in page
    own = report_bytes(session, session.scenario.sides[0].key, Notes(), {}, FontBook()).decode("utf-8")
    assert "Costly orders" not in own, "what it rests on is not known to one side"
    other = session.branch(len(session.steps) - 1)
    other.path = session.path
    assert analysis_path(session.path).read_bytes() == before
    assert all(one.number < len(other.steps) for one in kept_decisions(other, session.path))
