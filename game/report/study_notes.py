"""A study as notes of a battle report: notes on a position appear at its turn, followed by alternative lines."""

from __future__ import annotations

from collections.abc import Iterator

from game.report.notes import Notes
from game.words import tr
from rules.kernel.session import Session
from rules.kernel.study import Study, StudyLine


def notes_of_study(study: Study, session: Session) -> Notes:
    """Return the notes of a study of this game by turn, and every alternative line with its orders and notes."""
    turns: dict[int, list[str]] = {}
    for note in sorted((note for note in study.notes if not note.line), key=lambda note: note.at):
        if note.say:
            turn = session.steps[min(note.at, len(session.steps) - 1)].turn
            turns.setdefault(turn, []).append(tr("After order {at}: {words}", at=note.at, words=note.say))
    for line in study.lines:
        turn = session.steps[min(line.after, len(session.steps) - 1)].turn
        turns.setdefault(turn, []).extend(_line(study, line))
    return Notes((), {turn: tuple(words) for turn, words in turns.items()})


def _line(study: Study, line: StudyLine) -> Iterator[str]:
    """Yield an alternative line in one paragraph, and its notes."""
    orders = "; ".join(f"{step.by}: {step.do}" for step in line.steps if step.do)
    words = tr(
        "Alternative line {name}, after order {after}: {orders}", after=line.after, name=line.name, orders=orders
    )
    yield words
    for note in sorted((note for note in study.notes if note.line == line.name), key=lambda note: note.at):
        if note.say:
            yield tr("{name}, after order {at}: {words}", at=note.at, name=line.name, words=note.say)


def merge_notes(first: Notes, second: Notes) -> Notes:
    """Return both notes merged, the first before the second at every turn."""
    turns = {turn: (*first.turns.get(turn, ()), *second.turns.get(turn, ())) for turn in {*first.turns, *second.turns}}
    return Notes((*first.whole, *second.whole), turns)
