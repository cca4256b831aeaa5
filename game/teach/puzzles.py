"""The puzzles: every file under maps/puzzles/, a puzzle set up as a lesson, the puzzle of the day."""

from __future__ import annotations

import glob
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path

from game.courses import CourseLesson
from game.library import MAPS, Shelves, cannot_be_listed, each_of_folder, of_folder
from game.teach.puzzle_record import PuzzleRecord
from game.words import join_names, tr, tr_noop
from rules import SYSTEMS
from rules.analysis.puzzle_search import CERTAIN, GAP, gap_now
from rules.kernel.breakdown import Breakdown, sum_lines
from rules.kernel.datafile import DataError, Problem, resolve_inside, source_at
from rules.kernel.lesson import Lesson, LessonStep, Show, Wrong
from rules.kernel.puzzle import (
    Position,
    PuzzleFault,
    Shelf,
    best_orders,
    chance_gap,
    faces_of,
    faults,
    load_shelf,
    play_to_puzzle,
    stored_proof,
)
from rules.kernel.record import digest_of
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import parse_command

PUZZLES, BATTLES = "puzzles", "battles"  # folders: puzzle files, and beside those of a game its small battles
SHIPPED = Shelves()
ENDING = tr_noop("End the phase")
LONGEST, END = 60, 24  # most characters of an order in a question; of these, most after the omission
SAMPLED, GAMES = 8, 24  # one rollout proof in this many is repeated, with this many games
MOST_GROUPS, MOST_NAMES = 4, 3  # most chances shown in an answer, and most orders that share one


@dataclass(frozen=True)
class Task:
    """One puzzle of a file."""

    system: str
    shelf: Shelf
    position: Position
    path: Path
    shelves: Shelves = SHIPPED  # where its battle and map are searched

    @property
    def name(self) -> str:
        """Return its name among all puzzles: `system/shelf/key`."""
        return f"{self.system}/{self.path.stem}/{self.position.key}"

    @property
    def mark(self) -> str:
        """Return a digest of the puzzle's content: any change gives another."""
        return digest_of(self.position)

    @property
    def title(self) -> str:
        """Return its title."""
        return f"{self.shelf.theme} {self.shelf.puzzles.index(self.position) + 1}"

    @cached_property
    def chances(self) -> dict[str, Fraction]:
        """Return order -> its proved chance of reaching the goal."""
        return stored_proof(self.position)

    @property
    def difficulty(self) -> int:
        """Return its difficulty on the scale of players' ratings: close chances and many orders make it hard."""
        close = 1 - chance_gap(self.chances) / max(self.chances.values())
        return round(900 + 700 * close + 15 * len(self.chances))


def shelf_files(system: str, root: Path = MAPS) -> list[Path]:
    """Return the puzzle files of a system, by name."""
    return sorted((root / PUZZLES / system).glob("*.yaml"))


def open_tasks(
    systems: Iterable[str], root: Path = MAPS, own: Path | None = None
) -> tuple[tuple[Task, ...], tuple[Problem, ...]]:
    """Return every puzzle of these systems, and the problems of unusable files. Never raises. `own`: the player's
    folder; its puzzles follow those of their game.
    """
    tasks: list[Task] = []
    problems: list[Problem] = []
    for system in systems:
        problems += cannot_be_listed(own / PUZZLES / system) if own is not None else ()
        files = [*shelf_files(system, root), *(shelf_files(system, own) if own is not None else ())]
        for path, shelf in each_of_folder(system, files, _shelf, problems):
            tasks += [Task(system, shelf, position, path, Shelves(own)) for position in shelf.puzzles]
    return tuple(tasks), tuple(problems)


@cache
def _shelf(path: Path, _changed_ns: int, _size_bytes: int) -> Shelf:
    return load_shelf(path)


def available_puzzles(tasks: Iterable[Task], record: PuzzleRecord) -> tuple[Task, ...]:
    """Return the puzzles that were not found wrong on this computer."""
    return tuple(task for task in tasks if not record.withdrawn(task.name, task.mark))


def check_shelf(
    path: Path, one_in: int = SAMPLED, rolled: Callable[[Task, bool], object] = lambda task, holds: None
) -> tuple[int, list[str]]:
    """Return (number of puzzles, every problem of the file and of each proof checked again). Of rollout proofs, one in
    `one_in` is repeated. `rolled`: called with each repeated proof and its result.
    """
    try:
        source = source_at(path)
        shelf = load_shelf(path)
    except DataError as error:
        return 0, [str(problem) for problem in error.problems]
    if shelf.system not in SYSTEMS:
        return 0, [str(source.problem("system", tr("unknown game {system}", system=f"{shelf.system!r}")))]
    found = []
    for number, position in enumerate(shelf.puzzles):
        task = Task(shelf.system, shelf, position, path)
        faults_found = _faults_of(task)
        if shelf.rolled and not faults_found and zlib.crc32(position.key.encode()) % one_in == 0:
            faults_found = [(("proof",), fault) for fault in why_not_rolled(task, GAMES)]
            rolled(task, not faults_found)
        places = [(("puzzles", number, *field), f"{position.key}: {fault}") for field, fault in faults_found]
        found += [str(source.problem(field, fault, at_key=True)) for field, fault in places]
    return len(shelf.puzzles), found


def battle_of(task: Task) -> Scenario:
    """Return the battle of a puzzle: a small one beside its file, otherwise one of the library.

    Raises DataError.
    """
    beside = resolve_inside(task.path.parent / BATTLES, f"{task.position.scenario}.yaml")
    if beside.is_file():
        return of_folder(task.system, beside, _small_battle)
    return task.shelves.scenario(task.system, task.position.scenario)


@cache
def _small_battle(path: Path, _changed_ns: int, _size_bytes: int) -> Scenario:
    return load_scenario(path)


def why_not(task: Task) -> list[str]:
    """Return why a puzzle is not offered: what is wrong with it; empty if its proof is correct."""
    return [fault for _, fault in _faults_of(task)]


def _faults_of(task: Task) -> list[PuzzleFault]:
    """Return the faults of a puzzle, each with the field that it concerns."""
    try:
        scenario = battle_of(task)
        sheet = task.shelves.sheet(task.system, scenario.map)
    except DataError as error:
        return [(("scenario",), str(problem)) for problem in error.problems]
    return faults(task.shelf, task.position, SYSTEMS[task.system], scenario, sheet)


def why_not_rolled(task: Task, games: int) -> list[str]:
    """Return why a rollout proof fails with `games` new games: empty unless the lead is clearly gone."""
    session = set_up(task)
    seat, right = Seat(session, session.actor), best_orders(task.chances)
    order = {name: parse_command(session.system, session.actor, name) for name in task.chances}
    rest = sorted((name for name in task.chances if name not in right), key=lambda name: -task.chances[name])[:2]
    seed = zlib.crc32(task.name.encode())
    gap_found, error = gap_now(seat, order[right[0]], [order[name] for name in rest], seed, games, task.position.stake)
    if gap_found + CERTAIN * error >= GAP:
        return []
    points = tr("{gap} ± {error} points", gap=f"{100 * gap_found:.0f}", error=f"{200 * error:.0f}")
    return [
        tr(
            "the best order leads by {points} in {games} games; expected {least} or more",
            points=points,
            games=games,
            least=f"{100 * GAP:.0f}",
        )
    ]


def set_up(task: Task) -> Session:
    """Return the session at the puzzle's position. Raises Broken or DataError."""
    scenario = battle_of(task)
    return play_to_puzzle(task.position, SYSTEMS[task.system], scenario, task.shelves.sheet(task.system, scenario.map))


def daily(tasks: Sequence[Task], day: date) -> Task | None:
    """Return the puzzle of a day: the same for everybody with the same puzzles."""
    return tasks[zlib.crc32(day.isoformat().encode()) % len(tasks)] if tasks else None


def lesson_of_puzzle(task: Task) -> CourseLesson:
    """Return the puzzle as a lesson with one task. Raises Broken or DataError."""
    session = set_up(task)
    seat, right = Seat(session, session.actor), best_orders(task.chances)
    sketches = {order: seat.sketch(parse_command(session.system, session.actor, order)) for order in task.chances}
    label = {order: sketch.label or tr(ENDING) for order, sketch in sketches.items()}
    pieces = dict.fromkeys(sketch.piece for sketch in sketches.values())
    played = [
        LessonStep(do=line.partition("|")[0].strip(), dice=tuple(map(int, faces_of(line))))
        for line in task.position.played
    ]
    many = tr("one is best") if len(right) == 1 else tr("more than one is best")
    side = next(note.name for note in session.scenario.sides if note.key == session.actor)
    which = tr("{count} orders{whose}: {many}.", count=len(task.chances), whose=_unit_phrase(task, seat), many=many)
    if task.shelf.rolled:
        blind = [label[order].removesuffix(sketch.rolls) for order, sketch in sketches.items()]
        which = tr("Options: ") + " · ".join(sorted(brief_labels(blind)))
        which += "" if which.endswith("…") else "."
        which += _goal_state(task, seat)
    asked = LessonStep(
        say=tr("You are **{side}**. **{ask}** {which}", side=side, ask=question_of(task), which=which),
        do=right[0],
        must=True,
        also=tuple(glob.escape(order) for order in right[1:]),
        wrong=tuple(
            Wrong(
                like=glob.escape(order),
                say=f"{_share_sentence(task, share)} {tr('There is a better order.')}",
            )
            for order, share in task.chances.items()
            if order not in right
        ),
        show=Show(pieces=tuple(piece for piece in pieces if piece)),
    )
    answer = LessonStep(say=_answer(task, seat, label))
    return CourseLesson(
        task.system,
        f"{task.path.stem}-{task.position.key}",
        Lesson(
            system=task.system,
            title=task.title,
            scenario=session.scenario,
            dice=task.position.dice,
            idea=question_of(task),
            order=1,
            side=session.actor,
            steps=(*played, asked, answer),
        ),
        task.path,
    )


def _goal_state(task: Task, seat: Seat) -> str:
    """Return the present state of the goal, and how the battle continues; shown after the orders to choose from."""
    stake = task.position.stake
    if stake is None:
        return ""
    now = seat.metrics_so_far().get(stake.count)
    so_far = "" if now is None else " " + tr("So far: {now}.", now=f"{now:,}".replace("-", "−"))
    return f"{so_far} {tr('After your order, Captains play both sides to the end.')}"


def question_of(task: Task) -> str:
    """Return a puzzle's question: its file's, or which order is best for its own goal."""
    stake = task.position.stake
    if stake is None:
        return tr("Which order gives you the best win chance?") if task.shelf.rolled else task.shelf.ask
    return tr("Your aim: {stake}. Which order is best?", stake=_words(task))


def _share_sentence(task: Task, share: Fraction) -> str:
    """Return an order's chance in a sentence."""
    if task.position.stake is not None:
        return tr("That reaches it in about {chance} of games.", chance=_rough_share(share))
    if task.shelf.rolled:
        return tr("That gives a win chance of about {chance}.", chance=_rough_share(share))
    return tr("That works {chance} of the time.", chance=_per_cent(share))


def brief_labels(labels: Collection[str]) -> list[str]:
    """Return orders in short form; in full if the short forms would be equal."""
    found = [_brief(label) for label in labels]
    return found if len(set(found)) == len(set(labels)) else list(labels)


def _brief(label: str) -> str:
    """Return an order in short form. Orders often differ at their end ("... mounted 2"), so the middle is left out."""
    if len(label) <= LONGEST:
        return label
    begun, ended = label[: LONGEST - END - 2].rpartition(" ")[0].rstrip(","), label[-END:].partition(" ")[2]
    return f"{begun} … {ended}"


def _unit_phrase(task: Task, seat: Seat) -> str:
    """Return the unit whose orders are asked about, if there is only one."""
    piece = task.position.piece
    label = next((offer.label for offer in seat.offers() if piece and offer.piece == piece), "")
    name, colon, _ = label.partition(":")
    return tr(" of {name}", name=name) if colon else ""


def _answer(task: Task, seat: Seat, label: dict[str, str]) -> str:
    """Return the leading orders with their chances, best first, and the reasoning behind the best two."""
    ranked = sorted(task.chances.items(), key=lambda pair: -pair[1])
    right = best_orders(task.chances)
    groups: dict[Fraction, list[str]] = {}
    for order, share in ranked:
        groups.setdefault(share, []).append(label[order])
    rolled = task.shelf.rolled
    texts = [
        f"{_rough_share(share) if rolled else _per_cent(share)}: {_first_names(names)}"
        for share, names in groups.items()
    ]
    lines = [" · ".join((f"**{texts[0]}**", *texts[1:MOST_GROUPS]))]
    second = next((order for order, _ in ranked if order not in right), None)
    compared = (right[0],) if second is None else (right[0], second)
    sums = {
        order: _first_roll_facts(seat.breakdowns(parse_command(SYSTEMS[task.system], seat.side, order)))
        for order in compared
    }
    alike = set.intersection(*map(set, sums.values())) if len(sums) > 1 else set()
    alike -= {rows[-1] for rows in sums.values()}  # the roll needed is told of both
    for order, rows in sums.items():
        lines.append(f"*{label[order]}*: {'; '.join(one for one in rows if one not in alike) or tr('the same sum')}.")
    if rolled:
        return "\n".join((lines[0], *_reasons_for_best(task)))
    return "\n".join(lines)


def _reasons_for_best(task: Task) -> Iterator[str]:
    """Yield the reasons for the best order of a rollout proof: its gain, the reply it avoids, how it was proved."""
    position = task.position
    if position.brings:
        parts = join_names([f"{label} {change.replace('-', '−')}" for label, change in position.brings.items()])
        yield tr("Average difference to the second-best order at the end: {parts}.", parts=parts)
    reply = position.reply
    if reply is not None:
        yield tr(
            "It avoids the reply {label}: after the second-best order in {after} of {count} test games, after "
            "the best in {instead}.",
            label=reply.label,
            after=reply.after,
            count=reply.count,
            instead=reply.instead,
        )
    stake = position.stake
    of = tr("Win chances (a draw counts half)") if stake is None else tr("Chances to {stake}", stake=_words(task))
    proof = tr(
        "from {games} test games per order; the best is ahead by at least 10 points (99 % confidence).",
        games=position.games,
    )
    yield f"*{of} {proof}*"


def _words(task: Task) -> str:
    """Return the goal as text; empty if it is victory."""
    stake = task.position.stake
    return stake.words(SYSTEMS[task.system].metrics) if stake is not None else ""


def _rough_share(share: Fraction) -> str:
    return f"{float(share):.0%}".replace("%", " %")


def _first_names(names: Sequence[str]) -> str:
    """Return the first few orders, and the number of further ones."""
    more = tr(" and {count} more", count=len(names) - MOST_NAMES) if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _first_roll_facts(throws: Sequence[Breakdown]) -> tuple[str, ...]:
    """Return the terms of an order's first roll as text, without exceptions, which are in the log."""
    if not throws:
        return (tr("no dice"),)
    return tuple(line.words for line in sum_lines(throws[0]) if line.kind not in ("fact", "natural", "waived"))


def _per_cent(share: Fraction) -> str:
    return f"{float(share):.1%}".replace("%", " %")
