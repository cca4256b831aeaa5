"""The verb `puzzles`: lists puzzles, checks their proofs again, and plays them by typing."""

from __future__ import annotations

import datetime
import time
from argparse import Namespace

from game.console import terminal
from game.folders import find_folders
from game.table.speech import board_lines, breakdown_lines, strip_controls
from game.teach.puzzle_record import load_puzzling, save_puzzling
from game.teach.puzzles import (
    SAMPLED,
    Task,
    available_puzzles,
    check_shelf,
    daily,
    open_tasks,
    question_of,
    set_up,
    shelf_files,
)
from game.teach.repetition import note_answer, puzzle_card
from game.teach.rush import new_rush
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.puzzle import best_orders
from rules.kernel.seat import Seat
from rules.kernel.system import format_command


def puzzles_verb(args: Namespace) -> int:
    """`puzzles list`, `check`, `play` and `rush`. 1 if a proof is wrong, 2 for an unknown game."""
    if args.game and args.game not in SYSTEMS:
        terminal.complain(tr("unknown game {game}; expected {names}", game=f"{args.game!r}", names=", ".join(SYSTEMS)))
        return 2
    systems = [args.game] if args.game else list(SYSTEMS)
    return {"list": _list, "check": _check, "play": _play, "rush": _rush}[args.what](systems, args)


def _list(systems: list[str], args: Namespace) -> int:
    record = load_puzzling(find_folders(args.user_dir).settings)
    for system in systems:
        tasks, problems = open_tasks([system])
        withdrawn = len(tasks) - len(available_puzzles(tasks, record))
        solved = sum(record.is_solved(task.name) for task in tasks)
        terminal.say(
            strip_controls(
                tr(
                    "{title}: {words}, {solved} solved",
                    title=SYSTEMS[system].title,
                    words=trn("{count} puzzle", "{count} puzzles", len(tasks)),
                    solved=solved,
                )
            )
        )
        for theme in dict.fromkeys(task.shelf.theme for task in tasks):
            of = [task for task in tasks if task.shelf.theme == theme]
            terminal.say(
                strip_controls(
                    tr(
                        "  {theme}: {count}, {words} solved",
                        theme=theme,
                        count=len(of),
                        words=sum(record.is_solved(one.name) for one in of),
                    )
                )
            )
        if withdrawn:
            text = trn(
                "  {count} puzzle is wrong and not available",
                "  {count} puzzles are wrong and not available",
                withdrawn,
            )
            terminal.say(text)
        for problem in problems:
            terminal.say(strip_controls(str(problem)))
    terminal.say(
        tr(
            "Your rating: {rating}; {words} solved in a row",
            rating=record.rating,
            words=trn("{count} puzzle", "{count} puzzles", record.streak),
        )
    )
    return 0


def _check(systems: list[str], args: Namespace) -> int:
    """Check all proofs again; of proofs by rollouts only a sample, or each with --all. Wrong puzzles are no longer
    offered.
    """
    folder = find_folders(args.user_dir).settings
    record, checked, found = load_puzzling(folder), 0, list[str]()
    known = dict(record.untrue)
    for system in systems:
        for path in shelf_files(system):
            number, faults = check_shelf(
                path,
                1 if args.all else SAMPLED,
                lambda task, holds: record.note_new_proof(task.name, task.mark, holds),
            )
            checked += number
            found += faults
    not_kept = save_puzzling(folder, record) if record.untrue != known else ""
    for fault in [*found, *filter(None, [not_kept])]:
        terminal.say(strip_controls(fault))
    terminal.say(
        tr("{words} checked again, ", words=trn("{count} puzzle", "{count} puzzles", checked))
        + (trn("{count} problem", "{count} problems", len(found)) if found else tr("all correct"))
    )
    return 1 if found else 0


def _play(systems: list[str], args: Namespace) -> int:
    """Play one puzzle after another until an empty line is typed."""
    folder = find_folders(args.user_dir).settings
    record = load_puzzling(folder)
    tasks = available_puzzles(open_tasks(systems)[0], record)
    todo = [task for task in tasks if not record.is_solved(task.name)] or list(tasks)
    if not todo:
        terminal.say(tr("There are no puzzles."))
        return 0
    today = daily(tasks, datetime.date.today())
    todo = [today, *(task for task in todo if task != today)] if today is not None else todo
    for task in todo:
        answered = ask_puzzle(task)
        if answered is None:
            return 0
        record.answer(task.name, task.difficulty, answered)
        why = save_puzzling(folder, record) or note_answer(folder, puzzle_card(task), answered)
        terminal.say(why or tr("Your rating: {rating}.", rating=record.rating))
    return 0


def _rush(systems: list[str], args: Namespace) -> int:
    """Play as many puzzles as possible in three minutes; the time to set them up does not count."""
    folder = find_folders(args.user_dir).settings
    record = load_puzzling(folder)
    rush = new_rush(available_puzzles(open_tasks(systems)[0], record))
    while (task := rush.next_task()) is not None:
        begun = time.monotonic()
        right = ask_puzzle(task)
        rush.used_ms += round(1000 * (time.monotonic() - begun))
        if right is None:
            break
        rush.answer(right)
        terminal.say(note_answer(folder, puzzle_card(task), right) or rush.standing())
    terminal.say(rush.result(record))
    why = save_puzzling(folder, record)
    if why:
        terminal.complain(why)
    return 1 if why else 0


def ask_puzzle(task: Task) -> bool | None:
    """Ask one puzzle. Return whether it was solved; None if the line was empty or the input ended."""
    session = set_up(task)
    seat = Seat(session, session.actor)
    for line in (f"{task.title}. {session.scenario.title}.", *board_lines(seat.view(), session.system.board)):
        terminal.say(strip_controls(line))
    orders = list(task.chances)
    terminal.say(strip_controls(question_of(task)))
    for number, order in enumerate(orders, start=1):
        terminal.say(strip_controls(f"  {number}. {order}"))
    while True:
        try:
            line = input(tr("Which number? (Enter: quit) ")).strip()
        except EOFError:
            return None
        if not line:
            return None
        if line.isdecimal() and 1 <= int(line) <= len(orders):
            break
        terminal.say(tr("Type a number from 1 to {count}.", count=len(orders)))
    right = best_orders(task.chances)
    solved = orders[int(line) - 1] in right
    terminal.say(tr("Right.") if solved else tr("Not the best."))
    for order, share in sorted(task.chances.items(), key=lambda pair: -pair[1]):
        terminal.say(strip_controls(f"  {float(share):6.1%}  {order}{tr('  (the best)') if order in right else ''}"))
    shown = next(c for offer in seat.offers() for c in offer.commands if format_command(c) == right[0])
    for sum_line in breakdown_lines(seat.breakdowns(shown)):
        terminal.say(strip_controls(sum_line))
    return solved
