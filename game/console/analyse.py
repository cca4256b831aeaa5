"""The verb `analyse`: luck and the cost of orders in a saved game, as text or JSON."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import msgspec

from game.console import terminal
from game.console.cluster import using_cluster
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.console.processes import run_in_processes
from game.folders import find_folders
from game.table.analysis_job import AnalysisUnavailable, Analyst, compare_in_process, open_game
from game.table.analysis_text import lines
from game.table.speech import strip_controls
from game.teach.player_rating import load_rated, note_game
from game.words import tr
from rules.analysis.luck_and_skill import Analysis, Unknown
from rules.analysis.rating import lines as rating_lines
from rules.analysis.rating import load_explanation
from rules.kernel.logbook import LogbookError
from rules.kernel.session import SaveError

TELL_EVERY_S = 5.0


def analyse_verb(args: Namespace) -> int:
    """`analyse FILE`: the analysis of a game as text. 1 if it cannot be analysed, 2 without a file."""
    if args.explain:
        for chapter in load_explanation():
            terminal.say(strip_controls(f"{chapter.title}\n{chapter.text}\n"))
        return 0
    settings = find_folders(args.user_dir).settings
    if args.rating:
        for line in rating_lines(load_rated(settings).games.values()):
            terminal.say(strip_controls(line))
        return 0
    if not args.file:
        terminal.complain(tr("expected the file of a saved game"))
        return 2
    path = Path(args.file)
    try:
        session = open_game(path, shelves(args).sheet)
        analyst = Analyst(session, None if args.apart else path)
    except (SaveError, LogbookError, AnalysisUnavailable, Unknown) as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    _, hidden = viewer_of(session, "", args.everything, all_sides=True)
    if hidden:
        terminal.complain(hidden)
        return 2
    with using_cluster(args.cluster, args.jobs):
        _run(analyst, path, args)
    not_kept = note_game(settings, session, analyst.found) if analyst.is_done else ""
    if args.json:
        terminal.say(json.dumps(as_data(analyst.found), ensure_ascii=True, indent=1))
        return 0
    for line in lines(session, analyst):
        terminal.say(strip_controls(line))
    for note in (session.readonly, session.notice, analyst.not_kept, not_kept):
        if note:
            terminal.say(strip_controls(note))
    return 0


def _run(analyst: Analyst, path: Path, args: Namespace) -> None:
    """Run the whole analysis; Ctrl-C stops it and keeps the results so far."""
    last_report = monotonic()
    try:
        for _ in _pieces(analyst, path, args):
            if not args.json and monotonic() - last_report > TELL_EVERY_S:
                last_report = monotonic()
                terminal.say(
                    tr(
                        "... {words} % (Ctrl-C shows the results so far; a later run continues there)",
                        words=round(100 * analyst.share),
                    )
                )
    except KeyboardInterrupt:
        return


def _pieces(analyst: Analyst, path: Path, args: Namespace) -> Iterator[object]:
    """Yield after every piece of work: luck in this process, the cost of orders on all cores."""
    yield from analyst.run(decisions=False)
    if args.luck:
        return
    yield from analyst.look()
    if args.jobs == 1:
        yield from analyst.run()
        return
    save, own = path.read_bytes(), shelves(args).own
    while left := analyst.orders_left():  # the orders for LONGER are known only after the first rollouts
        work = ((save, own, number, analyst.at(pairs)) for number, pairs in left)
        for (number, pairs), found in zip(left, run_in_processes(compare_in_process, work, args.jobs), strict=True):
            analyst.settle(number, pairs, found)
            yield number


def as_data(found: Analysis) -> dict[str, object]:
    """Return all results and their sums as data for JSON."""
    sides = {
        key: {
            "name": name,
            "luck": found.luck(key),
            "luck_of_own_throws": found.own_luck(key),
            "regret": found.regret(key),
            "regret_margin": found.regret_margin(key),
            "unexplained": found.unexplained(key),
            "adjusted": found.adjusted_result(key),
        }
        for key, name in found.sides
    }
    return {
        "initial": found.initial,
        "final": found.final,
        "margin": found.margin,
        "complete": found.complete,
        "of_each_side": sides,
        "win_chance": found.source.words() if found.source is not None else "",
        **msgspec.to_builtins(found),
    }
