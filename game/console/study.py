"""The verb `study`: print a study line by line, or begin one from a saved game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.console.write_result import report_write
from game.table.speech import caption_line, one_message, strip_controls
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.logbook import LogbookError
from rules.kernel.seat import describe_step
from rules.kernel.session import SaveError, load_session
from rules.kernel.study import BrokenStudy, Study, load_study, play_line, study_of, text_of_study

SAVED = ".game"


def study_verb(args: Namespace) -> int:
    """`study`: 1 for a study that cannot be played, 2 for an unknown line. Raises DataError, NotSaved."""
    path = Path(args.file)
    if path.suffix == SAVED:
        return _new_study(args, path)
    study = load_study(path, SYSTEMS)
    if args.line and study.line(args.line) is None:
        names = ", ".join(line.name for line in study.lines) or "none"
        terminal.complain(
            strip_controls(tr("unknown line {line}; expected {names}", line=f"{args.line!r}", names=names))
        )
        return 2
    try:
        return _print_study(args, study)
    except BrokenStudy as error:
        terminal.complain(strip_controls(f"{path}: {error}"))
        return 1


def _new_study(args: Namespace, path: Path) -> int:
    """Write a new study of a saved game into a new file."""
    try:
        session = load_session(path, SYSTEMS, shelves(args).sheet, write=False)
    except (SaveError, LogbookError) as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    _, hidden = viewer_of(session, "", args.everything, all_sides=True)
    if hidden:
        terminal.complain(hidden)
        return 2
    study = study_of(session, tr("{title}, a study", title=session.scenario.title))
    return report_write(Path(args.out or path.with_suffix(".yaml").name), text_of_study(study, session).encode())


def _print_study(args: Namespace, study: Study) -> int:
    """Print every order of a line with its results, and every note at its place. Raises BrokenStudy."""
    where = shelves(args)
    session = play_line(study, args.line or "", SYSTEMS, where.scenario, where.sheet)
    line = study.line(args.line or "")
    notes = trn("{count} note", "{count} notes", len(study.notes))
    counted = f"{notes}, {trn('{count} alternative line', '{count} alternative lines', len(study.lines))}"
    _say(f"{study.title}. {session.scenario.title}. {counted}.")
    for number in range(len(session.steps)):
        _say(*(caption_line(caption) for caption in describe_step(session, number, "").captions))
        note = study.note(number, line.name if line is not None and number > line.after else "")
        if note.bookmark:
            _say(tr(">> bookmark, after {words}", words=trn("{count} order", "{count} orders", number)))
        if note.say:
            _say(f">> {note.say}")
        if note.arrows or note.rings:
            _say(
                tr(
                    ">> drawn: {words}, {words2}",
                    words=trn("{count} arrow", "{count} arrows", len(note.arrows)),
                    words2=trn("{count} ring", "{count} rings", len(note.rings)),
                )
            )
        for other in study.lines if line is None else ():
            if other.after == number:
                _say(tr(">> alternative line from here: {other}", other=other.name))
    return 0


def _say(*lines: str) -> None:
    for line in lines:
        terminal.say(one_message(line))
