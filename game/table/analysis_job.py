"""The analysis of a saved game: made piece by piece, saved beside the game, and continued another time. The file
`.NAME.analysis` is not part of the saved game. Entries that do not fit this game, these rules or this program's win
chance, or were changed by hand, are discarded and made again. No other file in the folder is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec

from game.library import Shelves, open_map
from game.version import VERSION
from game.words import tr
from rules import SYSTEMS
from rules.analysis.luck_and_skill import (
    Analysis,
    Decision,
    Entry,
    Unknown,
    analyse_steps,
    decisions_text,
    new_analysis,
    why_unknown,
)
from rules.analysis.mistakes import Mistake, Suspicion, analysed_step, look_through, mistake_of
from rules.analysis.rollouts import LONGER, USUAL, Budget, Weighing
from rules.kernel.datafile import DataError, strict_json
from rules.kernel.flow import Command, check, state_digest
from rules.kernel.logbook import read
from rules.kernel.record import Record, digest_of, to_json
from rules.kernel.scenario import MapSheet
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session
from rules.kernel.storage import read_file, reason
from rules.kernel.system import format_command, parse_command
from rules.players import CAPTAIN, HUMAN, make_player, take_turn
from rules.players.player import HURRY, Cancelled, CancelToken, at_leisure

FORM = 6  # version of the file: others are made again; raised when luck is computed differently
MAX_BYTES = 64 << 20
SEAL = "seal"  # field with a digest of the line and the previous one, so that manual changes are noticed
LISTED = 8  # orders of a side that get rollouts first and are listed
TOP = 3  # orders of these that get LONGER rollouts
LITTLE = 0.03  # fraction of a victory: an order that cannot have cost more needs no further check
Kind = TypeVar("Kind", Entry, Decision)


class AnalysisUnavailable(Exception):
    """A game cannot be analysed. str() is a plain sentence."""


def compare_in_process(save: bytes, own: Path | None, number: int, budget: Budget) -> Weighing | None:
    """Return the cost of step `number` of a saved game, computed in another process with the same result; None if
    forced.
    """
    return analysed_step(_open_session(save, own), number, budget)


@lru_cache(1)
def _open_session(save: bytes, own: Path | None) -> Session:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "the.game"
        path.write_bytes(save)
        return open_game(path, Shelves(own).sheet)


def analysis_path(path: Path) -> Path:
    """Return the path of a saved game's analysis: a hidden file, so that no list of saves shows it."""
    return path.with_name(f".{path.name}.analysis")


def open_game(path: Path, load_map: Callable[[str, str], MapSheet | None] = open_map) -> Session:
    """Return a saved game, opened for reading only. Raises AnalysisUnavailable, SaveError, LogbookError. An unfinished
    or damaged game is analysed as far as it goes; one played under other rules only if it replays to its end.
    """
    session = load_session(path, SYSTEMS, load_map, write=False)
    header = read(path).header
    if session.readonly and header.get("rules") != session.header.rules:
        raise AnalysisUnavailable(
            tr(
                "{path} was played with the rules of version {words}; this is version {version}. It replays only "
                "to turn {turn} and cannot be analysed",
                path=path.name,
                words=header.get("game") or tr("unknown"),
                version=VERSION,
                turn=session.state.cursor.turn,
            )
        )
    return session


class Line(Record, frozen=True):
    """One order of the list: its estimated cost, and the result of rollouts, if any yet."""

    suspicion: Suspicion
    decision: Decision | None = None

    @property
    def rank(self) -> tuple[int, float]:
        """Return the sort key of the list: certain costs and missed free shots, unchecked free shots, possible costs,
        unchecked orders, the rest.
        """
        one = self.decision
        if one is None:
            return (1 if self.suspicion.shots else 3, -self.suspicion.regret)
        if one.regret > 0:
            return (0, -one.loss)
        return (2 if one.most >= LITTLE else 4, -one.loss)


class Analyst:
    """One game under analysis: the results so far, and further ones piece by piece. path: the saved game; None: nothing
    is saved. `not_kept`: why the file could not be written. sides: whose orders are judged; empty: both.
    """

    def __init__(
        self,
        session: Session,
        path: Path | None,
        budget: Budget = USUAL,
        token: CancelToken = at_leisure,
        sides: Collection[str] = (),
        luck: bool = True,
    ) -> None:
        """luck: include the luck of the dice, which needs the battle's win chance. Raises Unknown."""
        if luck and (why := why_unknown(session)):
            raise Unknown(why)
        self.session, self.luck = session, luck
        self.found: Analysis = new_analysis(session)
        self.looked: dict[int, Suspicion] = {}  # number of an order -> estimated costs, the largest first
        self.weighed: dict[int, Decision | None] = {}  # number of an order -> its cost; None: it was forced
        self.not_kept = ""
        self.budget = budget
        people = [key for key, _ in self.found.sides if session.players.get(key) == HUMAN]
        every = [*people, *(key for key, _ in self.found.sides if key not in people)]
        self.sides = [key for key in every if not sides or key in sides]  # sides played by people first
        self._token = token
        self._seen = False  # every decision has been estimated
        self._longer: set[int] = set()  # orders with LONGER rollouts, as far as time allowed
        self._path = analysis_path(path) if path is not None else None
        self._head = {
            "form": FORM,
            "game": digest_of([session.header.but(game="", title=""), session.seed]),
            "chance": digest_of(self.found.source),
            "budget": digest_of(budget),
        }
        self._last = ""  # digest of the last line written
        self._load_earlier()

    @property
    def is_done(self) -> bool:
        """Return whether the analysis is complete."""
        return self._seen and (self.found.complete or not self.luck) and not self.orders_left()

    @property
    def share(self) -> float:
        """Return the progress, 0..1; luck is quick, decisions take most of the time."""
        of = max(1, len(self.looked))
        left = len(self.orders_left()) if self._seen else of
        return 0.1 * len(self.found.entries) / max(1, self.found.steps) + 0.9 * max(0, of - left) / of

    @property
    def has_seen_all(self) -> bool:
        """Return whether every decision has been estimated."""
        return self._seen

    def lines(self, side: str) -> list[Line]:
        """Return all orders of a side that were not forced, the worst first."""
        found = [
            Line(one, self.weighed.get(one.number))
            for one in list(self.looked.values())
            if one.side == side and (one.number not in self.weighed or self.weighed[one.number] is not None)
        ]
        return sorted(found, key=lambda line: line.rank)

    def run(self, decisions: bool = True) -> Iterator[Analysis]:
        """Run the rest of the analysis; yield after every piece of work. Raises Stopped when `token` says so. Results
        so far are saved; the next analysis continues there.
        """
        if decisions:
            yield from self.look()
        for entry in analyse_steps(self.session, self.found.entries) if self.luck else ():
            self.found = self.found.but(entries=(*self.found.entries, entry))
            self._keep("entry", entry)
            yield self.found
            self._stop_if_cancelled()
        while decisions and (left := self.orders_left()):
            number, pairs = left[0]
            self.settle(number, pairs, analysed_step(self.session, number, self.at(pairs), self._token))
            yield self.found
            self._stop_if_cancelled()

    def look(self) -> Iterator[Analysis]:
        """Estimate every decision once, those of people first."""
        found: list[Suspicion] = []
        for side in [] if self._seen else self.sides:
            for one in look_through(self.session, [side]):
                found.append(one)
                self._stop_if_cancelled()
            self.looked = {one.number: one for one in sorted(found, key=lambda one: -one.regret)}
            yield self.found
        self._seen = True

    def at(self, pairs: int) -> Budget:
        """Return the budget for rollouts in `pairs` pairs."""
        return self.budget if pairs == self.budget.pairs else self.budget.but(pairs=pairs)

    def set_cancel_token(self, token: CancelToken) -> None:
        """Use this cancel token from now on."""
        self._token = token

    def orders_left(self) -> list[tuple[int, int]]:
        """Return the orders whose cost is still unknown, each with its number of rollout pairs: first each side's
        LISTED largest estimates, then its TOP lines again with LONGER rollouts, then the rest.
        """
        by_side = [[one.number for one in self.looked.values() if one.side == side] for side in self.sides]
        first = [number for numbers in by_side for number in numbers[:LISTED] if number not in self.weighed]
        longer = []
        if not first:
            top = [line.decision for side in self.sides for line in self.lines(side)[:TOP] if line.decision is not None]
            longer = [one.number for one in top if one.n < LONGER and one.number not in self._longer]
        rest = [number for numbers in by_side for number in numbers[LISTED:] if number not in self.weighed]
        few = self.budget.pairs
        return [(n, few) for n in first] + [(n, LONGER) for n in longer] + [(n, few) for n in rest]

    def _stop_if_cancelled(self) -> None:
        if self._token() not in ("", HURRY):
            raise Cancelled(tr("the analysis was stopped"))

    def settle(self, number: int, pairs: int, found: Weighing | None) -> None:
        """Store the cost of an order; None: it was forced."""
        if pairs >= LONGER:
            self._longer.add(number)
        before = self.weighed.get(number)
        if found is not None and before is not None and before.n >= found.n:
            return
        step = self.session.steps[number]
        position = state_digest(self.session.states[number])
        if found is None:
            self.weighed[number] = None
            self._write({"t": "forced", "number": number, "position": position})
            return
        decision = Decision(
            number=number,
            position=position,
            side=step.actor,
            given=format_command(step.command),
            best=format_command(found.best),
            alike=tuple(format_command(command) for command in found.alike),
            loss=found.loss,
            error=min(1.0, found.error),
            n=found.n,
            rollouts=found.rollouts,
            chance=found.chance,
            decided=found.is_mistake,
            free=number in self.looked and bool(self.looked[number].shots),
        )
        self.note(decision)
        self._keep("decision", decision)

    def note(self, decision: Decision) -> None:
        """Store a judged decision; longer rollouts replace shorter ones."""
        self.weighed[decision.number] = decision
        others = tuple(one for one in self.found.decisions if one.number != decision.number)
        self.found = self.found.but(decisions=(*others, decision))

    # ------------------------------------------------------------------ on disk

    def _load_earlier(self) -> None:
        """Load the results of an earlier analysis of this game; discard what does not fit."""
        if self._path is None:
            return
        lines, whole = _lines_of(self._path)
        fits = whole and bool(lines) and lines[0] == self._head
        self._last = digest_of(self._head)
        for line in lines[1:] if lines and lines[0] == self._head else ():
            seal = line.pop(SEAL, None)
            if seal != digest_of([self._last, line]) or not self._take_line(line):
                fits = False
                break
            self._last = seal
        if not fits:
            self._rewrite_file()

    def _take_line(self, line: dict[str, object]) -> bool:
        """Load a line of the file if it belongs to this game; return whether it does."""
        kind, number = line.get("t"), line.get("number")
        if kind == "entry":
            entry = _read_line_as(Entry, line)
            place = len(self.found.entries)
            before = self.found.entries[-1].after if place else None
            if entry is None or place >= self.found.steps or not is_entry_of(self.session, place, entry, before):
                return False
            self.found = self.found.but(entries=(*self.found.entries, entry))
            return True
        if not isinstance(number, int) or number not in self._numbers():
            return False
        if line.get("position") != state_digest(self.session.states[number]):
            return False
        if kind == "forced":
            self.weighed[number] = None
            return True
        decision = _read_line_as(Decision, line) if kind == "decision" else None
        if decision is None or not is_decision_of(self.session, decision):
            return False
        if decision.n > self.budget.pairs:
            self._longer.add(number)
        self.note(decision)
        return True

    def _numbers(self) -> range:
        return range(1, len(self.session.steps))

    def _rewrite_file(self) -> None:
        """Rewrite the file from the loaded results."""
        assert self._path is not None
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self._last = ""
        self._write(self._head)
        for entry in self.found.entries:
            self._keep("entry", entry)
        for number, decision in self.weighed.items():
            if decision is not None:
                self._keep("decision", decision)
            else:
                position = state_digest(self.session.states[number])
                self._write({"t": "forced", "number": number, "position": position})

    def _keep(self, kind: str, what: Entry | Decision) -> None:
        self._write({"t": kind, **msgspec.to_builtins(what)})

    def _write(self, line: dict[str, object]) -> None:
        if self._path is None or self.not_kept:
            return
        self._last = digest_of([self._last, line]) if self._last else digest_of(line)
        line = line if line is self._head else {**line, SEAL: self._last}
        try:
            with self._path.open("ab") as file:
                file.write(to_json(line) + b"\n")
        except OSError as error:
            self.not_kept = tr(
                "the analysis could not be saved in {parent}: {words}",
                parent=self._path.parent,
                words=reason(error),
            )


def as_mistake(session: Session, decision: Decision) -> Mistake:
    """Convert a decision of an analysis for the page of mistakes."""

    def read_order(typed: str) -> Command:
        return parse_command(session.system, decision.side, typed)

    weighing = Weighing(
        session.steps[decision.number].command,
        read_order(decision.best),
        decision.loss,
        decision.error,
        decision.n,
        decision.decided,
        decision.chance,
        tuple(map(read_order, decision.alike)),
        decision.rollouts,
    )
    return mistake_of(session, decision.number, weighing)


def played_on(session: Session, decision: Decision) -> Session:
    """Return an alternative game: the better order, then Captains play to the end of the next turn."""
    other = session.branch(decision.number)
    other.study = True
    last = other.state.cursor.turn + 1
    seats = {side.key: Seat(other, side.key) for side in other.scenario.sides}
    done = seats[decision.side].submit(parse_command(session.system, decision.side, decision.best))
    players = {side: make_player(CAPTAIN, decision.number, without_reasons=True) for side in seats}
    while not isinstance(done, tuple) and not other.over and other.state.cursor.turn <= last:
        take_turn(players[other.actor], seats[other.actor])
    return other


def kept_decisions(session: Session, path: Path) -> tuple[Decision, ...]:
    """Return the decisions of this game judged by a saved analysis, with any budget. Nothing is written."""
    lines, _ = _lines_of(analysis_path(path))
    if not lines or lines[0].get("game") != digest_of([session.header.but(game="", title=""), session.seed]):
        return ()
    if lines[0].get("form") != FORM:
        return ()
    found: dict[int, Decision] = {}
    last = digest_of(lines[0])
    for line in lines[1:]:
        seal = line.pop(SEAL, None)
        if seal != digest_of([last, line]):
            break
        last = seal
        decision = _read_line_as(Decision, line) if line.get("t") == "decision" else None
        if decision is not None and is_decision_of(session, decision):
            found[decision.number] = decision
    return tuple(found.values())


def is_entry_of(session: Session, number: int, entry: Entry, before: float | None) -> bool:
    """Return whether an entry of an untrusted file fits order `number`; `before`: the win chance before it. Facts must
    match the game, chances must be valid, dice must be those rolled.
    """
    step, end = session.steps[number], session.states[number + 1]
    typed = format_command(step.command)
    known = entry.but(
        number=number,
        position=state_digest(end),
        turn=step.turn,
        phase=session.system.sequence[step.phase].name,
        side=step.actor,
        order=typed,
        told=decisions_text(session, number),
        before=entry.mean if before is None else before,
        idle=typed.split()[0] in session.system.pass_commands and not step.faces,
    )
    faces = [face for throw in entry.throws for face in throw.faces]
    shares = (entry.before, entry.mean, entry.after, entry.error, *(throw.error for throw in entry.throws))
    changes = (entry.clock, *(throw.luck for throw in entry.throws))
    plain = all(f"{throw.what}{throw.rule}".isprintable() for throw in entry.throws)
    return entry == known and faces == list(step.faces[: len(faces)]) and _are_shares(shares, changes) and plain


def is_decision_of(session: Session, decision: Decision) -> bool:
    """Return whether a decision of an untrusted file fits its order and names only legal alternatives."""
    if not 0 < decision.number < len(session.steps):
        return False
    step, state = session.steps[decision.number], session.states[decision.number]
    if (decision.side, decision.given) != (
        step.actor,
        format_command(step.command),
    ) or decision.position != state_digest(state):
        return False
    shares = (decision.error, decision.chance)
    if not 0 < decision.n <= decision.rollouts or not _are_shares(shares, (decision.loss,)):
        return False
    known = session.system.known_state(state, step.actor)
    try:
        orders = [parse_command(session.system, step.actor, typed) for typed in (decision.best, *decision.alike)]
    except ValueError:
        return False
    return not any(check(session.system, known, order) for order in orders)


ROUNDED = 1e-9  # tolerance for computed fractions


def _are_shares(shares: Iterable[float], changes: Iterable[float] = ()) -> bool:
    """Return whether all fractions are in 0..1 (changes in -1..1)."""
    high = 1 + ROUNDED
    return all(-ROUNDED <= share <= high for share in shares) and all(-high <= change <= high for change in changes)


def _lines_of(path: Path) -> tuple[list[dict[str, object]], bool]:
    """Return (the readable lines of an analysis, whether these are all)."""
    try:
        data = read_file(path, MAX_BYTES)
    except OSError:
        return [], False
    found: list[dict[str, object]] = []
    lines = data.split(b"\n")
    for line in lines[:-1]:
        try:
            entry = strict_json(line)
        except DataError:
            return found, False
        if not isinstance(entry, dict):
            return found, False
        found.append(entry)
    return found, not lines[-1]


def _read_line_as(kind: type[Kind], line: dict[str, object]) -> Kind | None:
    try:
        return msgspec.convert({key: value for key, value in line.items() if key != "t"}, kind)
    except msgspec.ValidationError:
        return None
