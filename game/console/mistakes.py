"""The verb `mistakes`: the costly decisions of a saved game, each to be tried again by typing."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.console.table import refusal_lines
from game.table.analysis_job import LISTED, Analyst, as_mistake
from game.table.analysis_text import line_words, shown_lines
from game.table.input_matching import Unclear, read_order
from game.table.retry import Retry
from game.table.speech import board_lines, one_message, strip_controls
from game.words import tr, trn
from rules import SYSTEMS
from rules.analysis.mistakes import Mistake
from rules.analysis.rollouts import LONGER
from rules.kernel.logbook import LogbookError
from rules.kernel.session import SaveError, Session, load_session
from rules.kernel.system import format_command
from rules.players import HUMAN


def mistakes_verb(args: Namespace) -> int:
    """`mistakes`: search a game, then ask each costly decision again. 1 for a file that cannot be read, 2 for an
    unknown side.
    """
    try:
        session = load_session(Path(args.file), SYSTEMS, shelves(args).sheet, write=False)
    except (SaveError, LogbookError) as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    if session.readonly:
        terminal.say(strip_controls(session.readonly))
    sides = [note.key for note in session.scenario.sides]
    people = [side for side in sides if session.players.get(side) == HUMAN] or sides
    side = args.side or people[0]
    if side not in sides:
        terminal.complain(tr("unknown side {side}; expected {names}", side=f"{side!r}", names=" or ".join(sides)))
        return 2
    _, hidden = viewer_of(session, side, args.everything)
    if hidden:
        terminal.complain(hidden)
        return 2
    try:
        found = _find_mistakes(session, side)
        for mistake in found if not args.list else ():
            if not _ask_decision(session, mistake):
                break
    except (EOFError, KeyboardInterrupt):
        terminal.say(tr("stopped; the saved game is unchanged"))
    return 0


def _find_mistakes(session: Session, side: str) -> list[Mistake]:
    """Report the costliest orders, first estimated, then with intervals; return them to be tried again."""
    analyst = Analyst(session, None, sides=[side], luck=False)
    for _ in analyst.look():
        pass
    terminal.say(trn("Checking {count} decision of {side}.", "Checking {count} decisions of {side}.",
                     len(analyst.looked), side=side))  # fmt: skip
    for _ in analyst.run():
        left = analyst.orders_left()
        if not left or all(pairs < LONGER for _, pairs in left) and len(analyst.weighed) >= LISTED:
            break
    found = shown_lines(analyst, side)
    for line in found:
        terminal.say(strip_controls(f"  {line_words(session, line, answer=False)}."))
    if not found:
        terminal.say(tr("No choices yet."))
    return [as_mistake(session, line.decision) for line in found if line.decision is not None]


def _ask_decision(session: Session, mistake: Mistake) -> bool:
    """Ask one decision again. Return False when the player stops."""
    retry = Retry(session, mistake)
    seat, board = retry.seat, session.system.board
    _say("", *board_lines(seat.view(), board), *retry.question.splitlines())
    names = session.system.names(retry.session.state)
    while True:
        typed = terminal.ask(tr("Your order (Enter: next; offers; quit) > "))
        if typed is None or typed.strip().casefold() in ("quit", "exit"):
            return False
        if not typed.strip():
            return True
        if typed.strip().casefold() == "offers":
            _say(*(f"  {format_command(command)}" for offer in seat.offers() for command in offer.commands))
            continue
        try:
            command = read_order(session.system, seat, names, typed.strip()).command
        except Unclear as error:
            _say(*str(error).splitlines())
            continue
        reasons = seat.check(command)
        if reasons:
            _say(*refusal_lines(reasons))
            continue
        verdict = retry.judge(command)
        _say(retry.words(command), *verdict.lines)
        if verdict.right:
            return True


def _say(*lines: str) -> None:
    for line in lines:
        terminal.say(one_message(line))
