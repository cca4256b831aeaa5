"""Text play: a whole game by typing, with the board described in words; it suits screen readers."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from game.console.table import SpokenTable, refusal_lines
from game.program import COMMAND
from game.saving import where_kept
from game.skins import load_skin
from game.table.input_matching import (
    NotUnderstood,
    ParsedInput,
    Unclear,
    find_command,
    find_piece,
    number_commands,
    read_order,
    two_places,
    usage,
)
from game.table.order_builder import EXCHANGE_S
from game.table.quick_odds import odds_patience, patience
from game.table.speech import (
    board_lines,
    breakdown_lines,
    caption_line,
    exchange_lines,
    forecast_lines,
    odds_lines,
    piece_lines,
    place_words,
    rule_lines,
    score_lines,
)
from game.table.win_chance import chance_line
from game.words import tr, tr_noop, trn
from rules.kernel.flow import Command, Illegal
from rules.kernel.logbook import LogbookError
from rules.kernel.seat import describe_step
from rules.kernel.system import format_command
from rules.players.player import describe_command as words_for

LOG_LINES = 20
YES = ("", "yes", "y")
UNDONE_NOT = tr_noop("This cannot be undone")


class Spoken(NamedTuple):
    """A command that can be typed besides orders. `act` returns False to leave the game."""

    usage: str
    help: str
    act: Callable[[SpokenTable, str], bool]


def play(table: SpokenTable) -> bool:
    """Play until the game is over or the player leaves. Return whether it was played to its end."""
    session = table.session
    while not session.over:
        if table.players[session.actor] is not None:
            table.computer_turn()
            continue
        if not table.give_screen(session.actor) or not one_line(table):
            return False
    table.news()
    table.closing()
    return True


def one_line(table: SpokenTable) -> bool:
    """Ask for one line and carry it out. Return False to leave."""
    view = table.seat.view()
    table.explain()
    line = table.ask(f"[{tr('turn {turn}', turn=view.turn)}, {view.prompt.title}] > ")
    if line is None:
        return False
    typed = line.strip()
    pending, table.pending = table.pending, None
    if pending is not None and typed.casefold() in YES:
        table.submit(pending)
        return True
    if not typed:
        return True
    word, _, rest = typed.partition(" ")
    spoken = SPOKEN.get(word.casefold())
    try:
        if spoken is not None:
            return spoken.act(table, rest.strip())
        _order(table, read_order(table.session.system, table.seat, table.names(), typed))
    except Unclear as error:
        table.say_all(_with_hint(error, word).splitlines())
    return True


def _order(table: SpokenTable, reading: ParsedInput) -> None:
    """Give an order typed in full; for a shortened one, show the full form, to be confirmed with the next line."""
    command = reading.command
    if reading.exact or table.seat.check(command):
        table.submit(command)
        return
    table.pending = command
    table.say(
        tr("Short for: {spell}", spell=format_command(command)),
        tr("  {label}. Enter or yes: give the order.", label=table.seat.sketch(command).label),
    )


def _with_hint(error: Unclear, word: str) -> str:
    message = str(error)
    near = difflib.get_close_matches(word.casefold(), SPOKEN, 1, 0.75)
    return (
        tr("{message}\nOr did you mean `{usage}`?", message=message, usage=SPOKEN[near[0]].usage)
        if near and isinstance(error, NotUnderstood)
        else message
    )


def _board_command(table: SpokenTable, typed: str) -> bool:
    view = table.seat.view()
    if not typed:
        table.say_all(board_lines(view, table.system_board))
        return True
    piece = find_piece(view.pieces, typed)
    panels = table.seat.panels(piece.id)
    table.say_all(piece_lines(piece, table.system_board, panels, view.ground, view.north_deg))
    return True


def _offers(table: SpokenTable, typed: str) -> bool:
    offers = table.seat.offers()
    if typed:
        if not typed.isdigit() or not 1 <= int(typed) <= len(offers):
            raise Unclear(tr("expected a number from 1 to {count}, as in: offers 1", count=len(offers)))
        wanted = [item for item in number_commands(offers) if item.offer is offers[int(typed) - 1]]
        for item in wanted:
            table.say(
                f"  {item.number}  {words_for(table.seat, item.offer, item.command)}  ({format_command(item.command)})"
            )
        if wanted:
            return True
    for number, offer in enumerate(offers, start=1):
        if typed and number != int(typed):
            continue
        if offer.domain is not None:
            how = tr("any value, type: {usage}", usage=usage(table.session.system, offer.verb))
        elif len(offer.commands) == 1:
            how = tr("type: {number} or {spell}", number=number, spell=format_command(offer.commands[0]))
        else:
            how = tr(
                "{words}, type: offers {number}",
                words=trn("{count} choice", "{count} choices", len(offer.commands)),
                number=number,
            )
        table.say(f"  {number}  {offer.label}  ({how})")
    return True


def _legal_command(table: SpokenTable, typed: str) -> Command | None:
    """Return the typed command if it is legal; otherwise print the reasons."""
    command = find_command(table.session.system, table.seat, table.names(), typed)
    reasons = table.seat.check(command)
    if not reasons:
        return command
    table.say_all(refusal_lines(reasons))
    return None


def _answer_why(table: SpokenTable, typed: str) -> bool:
    command = _legal_command(table, typed)
    if command is not None:
        table.say(tr("This is legal now: {spell}", spell=format_command(command)))
        table.say_all(breakdown_lines(table.seat.breakdowns(command)))
    return True


def _odds(table: SpokenTable, typed: str) -> bool:
    command = _legal_command(table, typed)
    if command is None:
        return True
    table.say(f"{format_command(command)}:")
    table.say_all(breakdown_lines(table.seat.breakdowns(command)))
    decided = table.seat.forecast(command, odds_patience())
    table.say_all(forecast_lines(decided))
    for one in table.seat.exchange(command, patience(EXCHANGE_S)):
        table.say_all(exchange_lines(one, load_skin(table.session.system.key)))
    if decided:
        return True
    found, later = table.seat.odds(command), table.seat.delayed_odds(command)
    if later.chances:
        table.say(tr("The dice are rolled later. On arrival, if nothing changes:"))
    table.say_all(odds_lines(later if later.chances else found))
    return True


def _rules(table: SpokenTable, typed: str) -> bool:
    book = table.session.system.rulebook
    found = book.search(typed)
    if not typed:
        for chapter in book.chapters:
            count = sum(1 for rule in book.rules.values() if rule.chapter == chapter.key)
            table.say(f"  {chapter.title}: {trn('{count} rule', '{count} rules', count)}")
        table.say(tr("Type rules with words to search, rule with an id to read."))
        return True
    table.say(tr("{words} found", words=trn("{count} rule", "{count} rules", len(found))))
    for rule in found:
        table.say(f"  {rule.id} {rule.title}: {rule.summary}")
    return True


def _rule(table: SpokenTable, typed: str) -> bool:
    book = table.session.system.rulebook
    found = next((rule for ident, rule in book.rules.items() if ident.casefold() == typed.casefold()), None)
    if found is None:
        near = difflib.get_close_matches(typed.upper(), book.rules, 3)
        raise Unclear(
            tr("unknown rule {typed}", typed=f"{typed!r}")
            + (tr("; near it: {names}", names=", ".join(near)) if near else tr("; try `rules`"))
        )
    table.say_all(rule_lines(book, found))
    return True


def _sight(table: SpokenTable, typed: str) -> bool:
    start, end = two_places(table.system_board, table.pieces(), typed)
    report = table.seat.sight(start, end)
    board, ground = table.system_board, table.seat.view().ground
    here, there = place_words(board, start, ground), place_words(board, end, ground)
    table.say(
        tr(
            "From {here} to {there}: {distance}. {verdict}",
            here=here,
            there=there,
            distance=report.distance,
            verdict=report.verdict,
        )
    )
    if board == "hex":
        crossed = [" or ".join(f"{h:04d}" for h in cell) for cell in report.sight.crossed]
        table.say(tr("  The line crosses {names}", names=", ".join(crossed)))
        if report.sight.blockers:
            table.say(tr("  Stopped by {names}", names=", ".join(f"{h:04d}" for h in report.sight.blockers)))
    table.say(f"  [{report.rule}]")
    return True


def _log(table: SpokenTable, typed: str) -> bool:
    count = int(typed) if typed.isdigit() else LOG_LINES
    lines: list[str] = []
    for number in range(len(table.session.steps) - 1, -1, -1):
        lines[:0] = [caption_line(caption) for caption in describe_step(table.session, number, table.side).captions]
        if len(lines) >= count:
            break
    table.say_all(lines[-count:])
    return True


def _score(table: SpokenTable, _typed: str) -> bool:
    table.say_all(score_lines(table.seat.view().scores))
    chances = chance_line(table.session, table.side)
    if chances:
        table.say(chances)
    return True


def _undo(table: SpokenTable, _typed: str) -> bool:
    result = table.table.undo()
    if isinstance(result, Illegal):
        reason = result.reason[:1].upper() + result.reason[1:]
        table.say(reason if reason.startswith(UNDONE_NOT) else f"{tr(UNDONE_NOT)}: {reason[:1].lower()}{reason[1:]}")
    elif result.step is not None:
        table.say(tr("Undone: {spell}", spell=format_command(result.step.command)))
    return True


def _redo(table: SpokenTable, _typed: str) -> bool:
    result = table.table.redo()
    if isinstance(result, Illegal):
        table.say(result.reason)
    elif result.step is not None:
        table.say(tr("Redone: {spell}", spell=format_command(result.step.command)))
        table.news()
    return True


def _save(table: SpokenTable, typed: str) -> bool:
    session = table.session
    if not typed:
        table.say(tr("{kept}. To save a copy: save <file>", kept=where_kept(session)))
        return True
    copy = session.branch(len(session.steps))
    try:
        copy.keep_in(Path(typed).expanduser())
    except (LogbookError, RuntimeError) as error:
        table.say(f"{error}")
        return True
    copy.close()
    table.say(tr('A copy is saved as {typed}. Watch it with: {command} replay "{typed}"', typed=typed, command=COMMAND))
    return True


def _help(table: SpokenTable, _typed: str) -> bool:
    kinds = table.session.system.command_types()
    table.say(tr("You can type:"))
    for word, spoken in SPOKEN.items():
        if word != "exit":
            table.say(f"  {spoken.usage:<18} {tr(spoken.help)}")
    table.say(tr("Orders of this game (names may be shortened, - means none; numbers come from `offers`):"))
    for word, kind in kinds.items():
        if word != "begin":
            summary = (kind.__doc__ or "").strip().splitlines()[0]
            table.say(f"  {usage(table.session.system, word)}: {summary}")
    return True


def _quit(_table: SpokenTable, _typed: str) -> bool:
    return False


SPOKEN: Mapping[str, Spoken] = {
    "look": Spoken("look [piece]", tr_noop("the board, or one unit with its card"), _board_command),
    "offers": Spoken("offers [number]", tr_noop("your orders, or the choices of one of them"), _offers),
    "why": Spoken("why <order>", tr_noop("why an order is or is not legal, with every modifier"), _answer_why),
    "odds": Spoken("odds <order>", tr_noop("the odds of an order"), _odds),
    "rules": Spoken("rules [words]", tr_noop("the chapters, or the rules that contain these words"), _rules),
    "rule": Spoken("rule <id>", tr_noop("one rule, its source and its reading"), _rule),
    "sight": Spoken("sight <a> <b>", tr_noop("the line of sight between two places or units"), _sight),
    "log": Spoken("log [lines]", tr_noop("what has happened"), _log),
    "score": Spoken("score", tr_noop("the victory points with every entry"), _score),
    "undo": Spoken("undo", tr_noop("undo your last order, until dice are rolled"), _undo),
    "redo": Spoken("redo", tr_noop("redo the last order"), _redo),
    "save": Spoken("save [file]", tr_noop("where the game is saved, or save a copy"), _save),
    "help": Spoken("help", tr_noop("this list"), _help),
    "quit": Spoken("quit", tr_noop("quit; the game stays saved"), _quit),
    "exit": Spoken("exit", tr_noop("quit; the game stays saved"), _quit),
}
