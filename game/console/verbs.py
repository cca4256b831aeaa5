"""The verbs `replay` and `script`: print a saved game or a script, and say whether it still replays as recorded."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec

from game.console import terminal
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.library import Shelves
from game.program import repair
from game.table.speech import caption_line, one_message, score_lines, sentence, strip_controls
from game.version import VERSION
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.dice_audit import audit_text
from rules.kernel.lesson import load_any
from rules.kernel.logbook import LogbookError
from rules.kernel.script import ScriptResult, run_script
from rules.kernel.seat import Seat, describe_step
from rules.kernel.session import SaveError, Session, load_session
from rules.kernel.system import format_command

SHIPPED = Shelves()


def _say(*lines: str) -> None:
    for line in lines:
        terminal.say(one_message(line))


def replay_verb(args: Namespace) -> int:
    """`replay`: print a saved game, list its orders, or verify it. 1 if it no longer replays to the same positions."""
    path = Path(args.file)
    try:
        session = load_session(path, SYSTEMS, shelves(args).sheet, write=False)
    except (SaveError, LogbookError) as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    fault = session.readonly or session.verify()
    if args.verify:
        _say(
            f"{path}: {fault}"
            if fault
            else tr(
                "{path}: {words} replay identically",
                path=path,
                words=trn("{count} order", "{count} orders", len(session.steps) - 1),
            )
        )
        _say(*(f"{path}: {words}" for words in _proofs(session, path, shelves(args)) if not fault))
        return 1 if fault else 0
    if args.side and args.side not in session.players:
        terminal.complain(
            tr(
                "unknown side {side}; expected {names}",
                side=f"{args.side!r}",
                names=" or ".join(session.players),
            )
        )
        return 2
    eyes, hidden = viewer_of(session, args.side or "", args.everything, all_sides=args.list)
    if hidden:
        terminal.complain(hidden)
        return 2
    orders = trn("{count} order", "{count} orders", len(session.steps) - 1)
    _say(f"{session.scenario.title}, {session.system.title}. {orders}.")
    _say(
        tr(
            "Started {words}, seed {seed}, players {players}.",
            words=session.header.started or tr("at an unknown time"),
            seed=session.seed,
            players=_players(session),
        )
    )
    for step in session.steps[: args.to + 1 if args.to is not None else None]:
        if args.list:
            faces = tr("  dice {names}", names=" ".join(map(str, step.faces))) if step.faces else ""
            _say(
                tr(
                    "{number}  turn {turn}  {words} {spell}{faces}",
                    number=f"{step.number:4d}",
                    turn=f"{step.turn:2d}",
                    words=f"{step.actor or '-':10}",
                    spell=format_command(step.command),
                    faces=faces,
                )
            )
        else:
            _say(*(caption_line(caption) for caption in describe_step(session, step.number, eyes).captions))
    if args.to is None:
        _ending(session, eyes)
    for note in (session.notice, fault):
        if note:
            _say(note)
    return 1 if fault else 0


def _proofs(session: Session, path: Path, shelves: Shelves) -> Iterator[str]:
    """Yield whether a saved game is complete, and whether its dice follow from its seed."""
    if session.complete:
        yield tr("complete: the last line gives the number of lines")
    elif session.over:
        yield tr("over, but without an end mark: made by an older version")
    else:
        yield tr("not finished: lines may be missing after the last one")
    yield audit_text(session) if session.header.network is None else _network_proof(path, shelves)


def _network_proof(path: Path, shelves: Shelves) -> str:
    """Return what the log of a game between two computers proves. Raises SaveError if it proves nothing."""
    try:
        from game.network.audit import audit_log
        from game.network.opening import CannotPlay, Place
    except ImportError as error:
        return tr("its dice and signatures cannot be checked here: {error}; {repair}", error=error, repair=repair())
    try:
        return audit_log(path, Place(SYSTEMS, shelves.sheet, path.parent, VERSION))
    except CannotPlay as error:
        raise SaveError(str(error)) from error


def _players(session: Session) -> str:
    return ", ".join(f"{side} {kind}" for side, kind in session.players.items())


def _ending(session: Session, eyes: str) -> None:
    outcome = session.state.outcome
    _say(
        f"{outcome.title}. {sentence(outcome.why)}"
        if outcome
        else tr("Not finished: turn {turn}.", turn=session.state.cursor.turn)
    )
    _say(*score_lines(Seat(session, eyes).view().scores))


def script_verb(args: Namespace) -> int:
    """`script`: run a script and print it. 1 if any result differs from the expected one. Raises DataError."""
    result = run(Path(args.file), shelves(args))
    if args.json:
        terminal.say(json.dumps(_as_data(result), ensure_ascii=True, indent=1))
        return 0 if result.has_passed else 1
    _say(result.script.title)
    for step in result.steps:
        _say(*([step.say] if step.say else []))
        if step.command is not None:
            _say(f"> {step.command.side or 'start'}: {format_command(step.command)}")
        _say(*(f"  {caption_line(caption)}" for caption in step.captions))
        _say(*(tr("  refused: {reason} [{rule}]", reason=item.reason, rule=item.rule) for item in step.reasons))
    _say(*(tr("FAILED: {failure}", failure=failure) for failure in result.failures))
    _say(
        tr("everything as expected")
        if result.has_passed
        else trn("{count} failure", "{count} failures", len(result.failures))
    )
    return 0 if result.has_passed else 1


def run(path: Path, shelves: Shelves = SHIPPED) -> ScriptResult:
    """Run the script or lesson in a file. Raises DataError."""
    return run_script(load_any(path, SYSTEMS), SYSTEMS, shelves.scenario, shelves.sheet)


def _as_data(result: ScriptResult) -> dict[str, object]:
    steps = [
        {
            "number": step.number,
            "say": step.say,
            "command": format_command(step.command) if step.command is not None else None,
            "faces": list(step.played.faces) if step.played is not None else [],
            "events": msgspec.to_builtins(step.played.events) if step.played is not None else [],
            "captions": [caption_line(caption) for caption in step.captions],
            "refused": [{"reason": item.reason, "rule": item.rule} for item in step.reasons],
        }
        for step in result.steps
    ]
    return {
        "title": result.script.title,
        "passed": result.has_passed,
        "failures": list(result.failures),
        "steps": steps,
        "digest": result.session.digest() if result.session is not None else None,
    }
