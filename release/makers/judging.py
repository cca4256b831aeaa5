"""`judging`: the reliability of the analysis of orders, on games with planted mistakes; saved in a table. Captains play
a game; from time to time one side gives a random order, or ends its phase with shots left. If long rollouts say that
this cost at least COST points, it counts as planted. Then the analysis runs as for a player. It measures four figures:
seconds to the first finding, and to three lines with intervals; planted mistakes among the first LISTED lines; and
lines with an interval excluding zero that fresh rollouts confirm.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from subprocess import run
from time import process_time

import msgspec

from game.console import terminal
from game.library import Entry, get_scenario, open_library, open_map
from game.table.analysis_job import LISTED, TOP, Analyst
from rules import SYSTEMS
from rules.analysis.mistakes import first_sight, seat_before
from rules.analysis.rollouts import USUAL, Budget, compare_with, has_choice, orders_of
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.odds import wilson
from rules.kernel.record import Record, to_json
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players import make_player
from rules.players.player import random_below

JUDGED = Path(__file__).parents[2] / "rules" / "analysis" / "JUDGED.md"
BATTLES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/lesson_duel",
    "battles_for_empire/the_wells",
    "perfidious_albion/two_and_two",
)
COST = 0.05  # fraction of a victory: least cost of a planted mistake by long rollouts
GLANCE, LONG = 24, 120  # rollout pairs: for a first estimate, and for the cost
LATER = 3  # turns of the long rollouts
EVERY = 3  # one of this many unforced decisions is tried
MOST = 4  # most planted mistakes in a game
FRESH = 400  # rollout pairs that confirm a line
FIRST_S, THREE_S = 2, 25  # targets
FOUND_OF, CONFIRMED = (16, 20), 0.9


class Confirmed(Record, frozen=True):
    """A line with an interval excluding zero, and its cost by FRESH pairs."""

    loss: float
    error: float
    again: float
    again_error: float


class Planted(Record, frozen=True):
    """One game with planted mistakes, as it can be played again: it takes long to plant, and little to analyse."""

    number: int
    side: str
    planted: tuple[tuple[int, float], ...]  # (step, cost by long rollouts)
    orders: tuple[str, ...]  # of the whole game, as they are typed


class Judged(Record, frozen=True):
    """What the analysis made of one game with planted mistakes."""

    planted: tuple[int, ...]  # steps
    listed: tuple[int, ...]  # step numbers of the first lines
    first_s: float  # processor time until the first finding
    three_s: float  # processor time until TOP lines have intervals
    confirmed: tuple[Confirmed, ...]


def judging_verb(args: Namespace) -> int:
    """Play, plant, analyse, print beside the targets; with --write save the table. 1 if a target is missed."""
    library = open_library(SYSTEMS)
    rows, missed = [], 0
    for name in [args.file] if args.file else BATTLES:
        entry = library.find(name)
        words, bad = judged_line(entry.name, _games(entry, args), args.planted)
        terminal.say(words)
        rows.append(words)
        missed += bad
    if args.write:
        _write(rows, args)
    return 1 if missed else 0


def _games(entry: Entry, args: Namespace) -> list[Judged]:
    path = Path(args.rows) / f"{entry.system}-{entry.key}-planted.jsonl" if args.rows else None
    rows: list[Planted] = []
    if path is not None and path.exists():
        rows = [msgspec.json.decode(line, type=Planted) for line in path.read_bytes().split(b"\n")[:-1]]
    begun = process_time()
    while sum(len(row.planted) for row in rows) < args.planted and process_time() - begun < args.seconds:
        rows.append(plant(entry, len(rows)))
        if path is not None:
            with path.open("ab") as file:
                file.write(to_json(rows[-1]) + b"\n")
    sessions = ((row, play_again(entry, row)) for row in rows)
    return [judge(row, session) for row, session in sessions if session is not None]


def judge(row: Planted, session: Session) -> Judged:
    """Return what the analysis makes of a game with planted mistakes."""
    analyst = Analyst(session, None, sides=[row.side], luck=False)
    begun, first, three = process_time(), 0.0, 0.0
    for _ in analyst.run():
        lines = analyst.lines(row.side)
        if lines and not first:
            first = process_time() - begun
        if not three and sum(line.decision is not None for line in lines) >= min(TOP, len(lines)):
            three = process_time() - begun
        listed = all(pairs == USUAL.pairs for _, pairs in analyst.orders_left()) and len(analyst.weighed) >= LISTED
        if three and (listed or process_time() - begun > THREE_S):
            break
    return Judged(
        planted=tuple(step for step, _ in row.planted),
        listed=tuple(line.suspicion.number for line in analyst.lines(row.side)[:LISTED]),
        first_s=first,
        three_s=three,
        confirmed=tuple(_confirm(session, analyst, row.side)),
    )


def _confirm(session: Session, analyst: Analyst, side: str) -> Iterator[Confirmed]:
    for line in analyst.lines(side)[:LISTED]:
        if line.decision is not None and line.decision.sure:
            number = line.suspicion.number
            seat = seat_before(session, number)
            best = seat.read(line.decision.best)
            again = compare_with(seat, line.suspicion.given, best, USUAL.but(pairs=FRESH), 7_000_000 + number)
            yield Confirmed(line.decision.loss, line.decision.error, again.loss, again.error)


def new_session(entry: Entry, number: int) -> Session:
    """Return the beginning of the game of that number."""
    scenario = get_scenario(entry.system, entry.key)
    return Session(SYSTEMS[entry.system], scenario, open_map(entry.system, scenario.map), seed=110_000 + number)


def play_again(entry: Entry, row: Planted) -> Session | None:
    """Replay a planted game; return None if the rules have changed so that its orders no longer apply."""
    session = new_session(entry, row.number)
    for typed in row.orders:
        if session.over:
            return None
        seat = Seat(session, session.actor)
        try:
            order = seat.read(typed)
        except ValueError:
            return None
        if seat.check(order) or isinstance(seat.submit(order), tuple):
            return None
    return session if session.over else None


def plant(entry: Entry, number: int) -> Planted:
    """Return a game between captains with up to MOST costly orders of a side; its sides are planted in by turns."""
    session = new_session(entry, number)
    sides = [one.key for one in session.scenario.sides]
    side = sides[number % 2]
    players = {key: make_player("captain", number * 10, without_reasons=True) for key in sides}
    seats = {key: Seat(session, key) for key in sides}
    drawn, planted = SeededDice(number, 1 << 22), list[tuple[int, float]]()
    while not session.over:
        seat = seats[session.actor]
        order = players[session.actor].choose(seat).command
        if session.actor == side and len(planted) < MOST and has_choice(seat) and not random_below(drawn, EVERY):
            bad = _blunder(seat, order, drawn)
            cost = _cost(session, seat, order, bad) if bad is not None else 0.0
            if bad is not None and cost >= COST:
                planted.append((len(session.steps), cost))
                order = bad
        done = seat.submit(order)
        assert not isinstance(done, tuple), done
    return Planted(number, side, tuple(planted), tuple(format_command(step.command) for step in session.steps[1:]))


def _blunder(seat: Seat, order: Command, drawn: SeededDice) -> Command | None:
    """Return another order: the end of the phase, or of a unit's part, where it leaves free shots, else one drawn at
    random.
    """
    now, others = seat.now(), orders_of(seat.offers(), 6, drawn)
    ends = [one for one in (Done(seat.side), *others) if type(one) is Done or now.passes(one)]
    if order not in ends:
        for end in ends:
            if not seat.check(end) and first_sight(seat, end)[1]:
                return end
    worse = [one for one in others if one != order and not seat.check(one)]
    return worse[random_below(drawn, len(worse))] if worse else None


def _cost(session: Session, seat: Seat, order: Command, bad: Command) -> float:
    """Return the cost of a bad order by long rollouts; 0 if it is not certain."""
    now = Seat(session.branch(len(session.steps)), seat.side)
    look = Budget(pairs=GLANCE, horizon=LATER)
    if compare_with(now, bad, order, look, 3_000_000).loss < COST / 2:
        return 0.0
    found = compare_with(now, bad, order, look.but(pairs=LONG), 5_000_000)
    return found.loss if found.decided else 0.0


def judged_line(name: str, rows: Sequence[Judged], wanted: int) -> tuple[str, int]:
    """Return (a row of the table, number of missed targets). wanted: planted mistakes needed before targets count."""
    if not rows:
        return f"| {name} | 0 | | | | | not measured |", 0
    planted = [(step, row) for row in rows for step in row.planted]
    found = sum(step in row.listed for step, row in planted)
    lines = [one for row in rows for one in row.confirmed]
    sure = sum(one.again > 0 and one.again > 2 * one.again_error for one in lines)
    middle, half = wilson(sure, len(lines)) if lines else (0.0, 0.0)
    first, three = max((row.first_s for row in rows), default=0.0), max((row.three_s for row in rows), default=0.0)
    misses = [
        first > FIRST_S,
        three > THREE_S,
        found * FOUND_OF[1] < len(planted) * FOUND_OF[0],
        sure < CONFIRMED * len(lines),
    ]
    verdict = "missed" if any(misses) else "met" if len(planted) >= wanted else "too few to say"
    text = (
        f"| {name} | {len(rows)} | {first:.1f} | {three:.1f} | {found} of {len(planted)} | {sure} of {len(lines)} "
        f"[{100 * (middle - half):.0f}, {100 * (middle + half):.0f}] | {verdict} |"
    )
    return text, sum(misses)


def _write(rows: Sequence[str], args: Namespace) -> None:
    commit = run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
    command = f"python -m release.makers judging --planted {args.planted} --seconds {args.seconds:g}"
    kept = ["Games kept by `--rows` were played again; their captains may be older.", ""] if args.rows else []
    head = [
        "# How far the judgement of orders may be trusted",
        "",
        f"`{command}`, {date.today()}, commit {commit}. Games between captains",
        f"in which one side's orders were spoiled: each planted order costs {COST * 100:.0f} points and more by "
        f"{LONG} pairs of rollouts, to {LATER} turns later.",
        "Seconds are of the processor's time, the worst game of all. Targets: first finding within "
        f"{FIRST_S} s, {TOP} lines",
        f"with intervals within {THREE_S} s, {FOUND_OF[0]} of {FOUND_OF[1]} planted among the first {LISTED} lines, "
        f"{CONFIRMED:.0%} of the lines with an",
        f"interval away from zero confirmed by {FRESH} fresh pairs.",
        "",
        *kept,
        "| battle | games | first finding, s | three intervals, s | planted found | confirmed | targets |",
        "|---|---|---|---|---|---|---|",
    ]
    JUDGED.write_text("\n".join([*head, *rows, ""]), "utf-8")
    terminal.say(f"written: {JUDGED.name}")
