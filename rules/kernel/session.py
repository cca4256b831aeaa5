"""A game in progress: submit, undo, redo, branch, save, load, verify.

A game is defined by its scenario, its options and its commands with their dice; every state is rebuilt from these. A
command is written to the log on disk before its result is returned, so what a player has seen is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from rules.kernel.chance import CHANCE_FILE
from rules.kernel.datafile import DataError
from rules.kernel.derived import evict
from rules.kernel.dice import AskedDice, Dice, NeedDice, SeededDice, TableDice, TapeDice
from rules.kernel.editor_schema import WORKBENCH_FILE
from rules.kernel.evaluation import WORTH_FILE
from rules.kernel.flow import Begin, Command, GameState, Illegal, actor, advance, carry_out, check, state_digest
from rules.kernel.logbook import Line, Logbook, LogbookError, read
from rules.kernel.policy import CAPTAIN_FILE
from rules.kernel.record import AnyState, Record, digest_of, to_json
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import open_scenario, start
from rules.kernel.stake import STAKE_FILE
from rules.kernel.step import Step as Step
from rules.kernel.system import System, decode_command
from rules.kernel.undo import undo_refusal

FORMAT = 1  # raised only when an older program could no longer read the file
NETWORK_FORMAT = 2  # of a game between two computers: an older program would play on with dice that prove nothing
# in a game's folder, and no rule of it
TOLD_NOT_PLAYED = ("captions.yaml", WORTH_FILE, CAPTAIN_FILE, CHANCE_FILE, STAKE_FILE, WORKBENCH_FILE)
TABLE = "table"  # how the header names real dice
KEPT_WARM = 2  # the last positions whose derived values stay cached: orders are taken back


class TwoComputers(Record, frozen=True, kw_only=True):
    """What a game between two computers adds to its header; see game/network."""

    protocol: int
    game: str  # its id, in hex
    host: str  # the side of the host
    keys: dict[str, str]  # host, guest -> public key for signatures
    tips: dict[str, str]  # host, guest -> tip of its chain of links
    trust: str  # "live": each roll has a link of both ends; "file": by file, both know both seeds


class Header(Record, frozen=True, kw_only=True):
    """The first line of a saved game."""

    format: int
    game: str  # version of the program
    rules: str  # digest of the system's rulebook
    system: str
    scenario: Scenario
    map_digest: str
    options: dict[str, bool]
    seed: int
    players: dict[str, str]  # side -> human, random, greedy
    title: str
    started: str = ""
    dice: str = ""  # "table": the players roll real dice and tell the faces
    network: TwoComputers | None = None


class SaveError(Exception):
    """A saved game that cannot be opened, in plain words."""


def rules_digest(system: System) -> str:
    """Return a digest of the rules a game was played under: rulebook, charts and units of the system, shared ones
    included.
    """
    return _digest_of_folders((system.folder, *system.shared))


@cache
def _map_digest(sheet: MapSheet | None) -> str:
    return digest_of(sheet) if sheet is not None else ""


@cache
def _digest_of_folders(folders: tuple[Path, ...]) -> str:
    found = []
    for folder in folders:
        files = sorted(path for path in folder.rglob("*.yaml") if path.name not in TOLD_NOT_PLAYED)
        found += [[path.relative_to(folder).as_posix(), path.read_text("utf-8")] for path in files]
    return digest_of(found)


def adjudicate(
    system: System, state: object, command: Command, dice: Dice, move_on: bool = True, listen: bool = False
) -> Ruling:
    """Carry out one legal command and, unless told not to, move the sequence of play on.

    Rolls whatever dice the rules ask for. Returns the finished ruling; `state` is left as it was.
    listen: see `settle`.
    """
    ruling = Ruling(system, state, dice)
    carry_out(ruling, command)
    if move_on:
        advance(ruling, listen)
    return ruling


class Session:
    """One game: its states, its steps, and its log."""

    def __init__(
        self,
        system: System,
        scenario: Scenario,
        sheet: MapSheet | None = None,
        options: Mapping[str, bool] | None = None,
        *,
        seed: int = 0,
        dice: Dice | None = None,
        players: Mapping[str, str] | None = None,
        begin: bool = True,
        game: str = "",
        started: str = "",
    ) -> None:
        chosen = {key: option.default for key, option in system.rulebook.options.items()}
        chosen.update(scenario.options)
        chosen.update(options or {})
        self.system = system
        self.scenario = scenario
        self.sheet = sheet
        self.options = chosen
        self.seed = seed
        self.dice: Dice = dice or SeededDice(seed)
        self.players = dict(players or {side.key: "human" for side in scenario.sides})
        self.header = Header(
            format=FORMAT,
            game=game,
            rules=rules_digest(system),
            system=system.key,
            scenario=scenario,
            map_digest=_map_digest(sheet),
            options=chosen,
            seed=seed,
            players=self.players,
            title=scenario.title,
            started=started,
            dice=TABLE if isinstance(dice, TableDice | AskedDice) else "",
        )
        self.study = False  # study mode: anything may be taken back
        self.readonly = ""  # why this game can only be watched
        self.complete = False  # loaded from a log that holds a whole game to its end: its last line says how many
        self.notice = ""  # something the player should know after loading
        self.not_saved = ""  # why the last command is not on disk
        self.log: Logbook | None = None
        self.path: Path | None = None  # the file it was read from, or is kept in
        self._owed: list[dict[str, object]] = []  # entries the disk has refused so far, in order
        self.states: list[AnyState] = [start(system, scenario, sheet, chosen)]
        self.steps: list[Step] = []
        self._undone: list[tuple[Step, object]] = []
        self._asked: tuple[Step, str] | None = None  # the step last asked about, and why it cannot be taken back
        if begin:
            self.open()

    # ------------------------------------------------------------------ what is

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self.states[-1]

    @property
    def actor(self) -> str:
        """The side to act; empty when the game is over."""
        return actor(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.state.outcome is not None

    @property
    def unsaved_orders(self) -> int:
        """How many orders the disk has not taken yet."""
        return len(self._owed)

    def digest(self) -> str:
        """Return the digest of the position."""
        return state_digest(self.state)

    def check(self, command: Command) -> tuple[Illegal, ...]:
        """Return every reason against a command; empty when it is legal."""
        return check(self.system, self.state, command)

    # ------------------------------------------------------------------ doing

    def open(self) -> Step:
        """Begin the game: whatever is rolled before the first decision is rolled now."""
        return self._play(Begin(""))

    def submit(self, command: Command) -> Step | tuple[Illegal, ...]:
        """Carry out a command, or return every reason why not. Rolls the dice the rules ask for.

        With a log attached the command is in the file before this returns, and on disk unless the log flushes late. If
        writing fails, the game goes on and `not_saved` says why.
        """
        reasons = self.check(command)
        if reasons:
            return reasons
        if self.readonly:
            return (Illegal(self.readonly, ""),)
        step = self._play(command, listen=True)
        self._undone.clear()
        self._write(self._last_entry() if self.log is not None else None)
        return step

    def _play(self, command: Command, listen: bool = False) -> Step:
        try:
            step, state = self.prepare(command, self.dice, listen)
        except BaseException:
            self._rewind_dice()
            raise
        if isinstance(self.dice, TableDice):
            self.dice.forget_rolls()
        self.take(step, state)
        return step

    def prepare(self, command: Command, dice: Dice, listen: bool = False) -> tuple[Step, AnyState]:
        """Carry out a legal command on the side: return its step and the position after it. The game does not move.

        Rolls the given dice. Raises NeedDice when they run out.
        """
        before = self.states[-1]
        ruling = adjudicate(self.system, before, command, dice, listen=listen)
        step = Step(
            number=len(self.steps),
            actor=command.side,
            command=command,
            faces=tuple(ruling.faces),
            events=tuple(ruling.events),
            revealed=ruling.revealed,
            phase=before.cursor.phase,
            turn=before.cursor.turn,
        )
        return step, ruling.state

    def take(self, step: Step, state: GameState) -> None:
        """Move the game on by a step that was prepared here."""
        before = self.states[-1]
        self.steps.append(step)
        self.states.append(state)
        if len(self.states) > KEPT_WARM:
            evict(self.states[-1 - KEPT_WARM], before)

    def _rewind_dice(self) -> None:
        """Set seeded dice to follow the last recorded face and drop any later rolls; entered dice start again."""
        if isinstance(self.dice, TableDice):
            self.dice.reread_rolls()
        if isinstance(self.dice, SeededDice):
            self.dice.n = sum(len(step.faces) for step in self.steps)

    def why_not_undo(self) -> str:
        """Return why the last command cannot be taken back; empty when it can."""
        if len(self.steps) <= 1:
            return "no order has been given yet"
        if self.readonly:
            return self.readonly
        step = self.steps[-1]
        if self.study:
            return ""
        if self._asked is None or self._asked[0] is not step:
            self._asked = step, undo_refusal(self.system, self.states[-2], self.state, step)
        return self._asked[1]

    def undo(self) -> Step | Illegal:
        """Take the last command back: free until dice are rolled or something hidden could be revealed."""
        reason = self.why_not_undo()
        if reason:
            return Illegal(f"this cannot be undone: {reason}", "")
        step = self.steps.pop()
        self._undone.append((step, self.states.pop()))
        self._rewind_dice()
        self._write({"t": "undo"})
        return step

    @property
    def undone(self) -> Step | None:
        """The step `redo` would give once more; None without one."""
        return self._undone[-1][0] if self._undone else None

    def redo(self) -> Step | Illegal:
        """Give the command taken back last once more."""
        if not self._undone:
            return Illegal("nothing was undone", "")
        step, state = self._undone.pop()
        self.steps.append(step)
        self.states.append(state)
        self._rewind_dice()
        self._write(self._last_entry() if self.log is not None else None)
        return step

    def branch(self, count: int, seed: int | None = None) -> Session:
        """Return a new game that begins with the first `count` steps of this one, with dice of its own."""
        twin = Session(
            self.system,
            self.scenario,
            self.sheet,
            self.options,
            seed=self.seed if seed is None else seed,
            players=self.players,
            begin=False,
            game=self.header.game,
            started=self.header.started,
        )
        twin.steps = self.steps[:count]
        twin.states = self.states[: count + 1]
        twin._rewind_dice()
        return twin

    # ------------------------------------------------------------------ on disk

    def keep_in(self, path: Path) -> None:
        """Write this game to a new log and keep it there from now on. Raises LogbookError."""
        log = Logbook.create(path, header_line(self.header))
        try:
            for step, state in zip(self.steps, self.states[1:], strict=True):
                log.append(log_line(step, state_digest(state), end_mark(state, log.entries)))
        except LogbookError:
            log.close()
            raise
        self.close()
        self.log, self.path = log, path
        self._owed.clear()
        self.not_saved = ""

    def close(self) -> None:
        """Let go of the log file."""
        if self.log is not None:
            self.log.close()
            self.log = None

    def _write(self, entry: dict[str, object] | None) -> None:
        if self.log is None or entry is None:
            return
        try:
            self._catch_up()
            self.log.append(entry)
            self.not_saved = ""
        except LogbookError as error:
            self.log.flush_at_once()
            self._owed.append(entry)
            self.not_saved = str(error)

    def _last_entry(self) -> dict[str, object]:
        lines = self.log.entries + len(self._owed) if self.log is not None else 0
        return log_line(self.steps[-1], self.digest(), end_mark(self.state, lines))

    def _catch_up(self) -> None:
        while self._owed:
            assert self.log is not None
            self.log.append(self._owed[0])
            self._owed.pop(0)

    def replay(self, entries: list[Line], every: int = 1) -> int:
        """Play logged entries onto this session, comparing dice and digests.

        Returns how many were played; fewer than given means the rules no longer agree with entry number `returned`.
        """
        live = self.dice
        last = len(entries) - 1
        for number, entry in enumerate(entries):
            kind = entry.get("t")
            if kind == "undo":
                if len(self.steps) <= 1:
                    return self._stop_replay(live, number)
                self.steps.pop()
                self.states.pop()
                continue
            try:
                command = decode_command(self.system, entry["c"])
                tape = TapeDice(entry["d"])
                self.dice = tape
                refused = self.steps if type(command) is Begin else not self.steps or self.check(command)
                if refused:
                    return self._stop_replay(live, number)
                self._play(command)
            except (NeedDice, ValueError, LookupError, TypeError, AssertionError):
                return self._stop_replay(live, number)
            end = entry.get("end", 0)
            self.complete = end == number + 1 == len(entries)
            looked_at = number % every == 0 or number == last
            wrong = tape.faces_left or end not in (0, number + 1) or (looked_at and entry.get("h") != self.digest())
            if wrong:
                self.steps.pop()
                self.states.pop()
                return self._stop_replay(live, number)
        self._stop_replay(live, 0)
        return len(entries)

    def _stop_replay(self, live: Dice, number: int) -> int:
        self.dice = live
        self._rewind_dice()
        return number

    def verify(self) -> str:
        """Play the whole game again from its commands and faces. Returns what disagrees; empty when all is the same."""
        twin = Session(self.system, self.scenario, self.sheet, self.options, seed=self.seed, begin=False)
        entries = [log_line(step, state_digest(state)) for step, state in zip(self.steps, self.states[1:], strict=True)]
        played = twin.replay(entries)
        if played == len(entries):
            return ""
        return f"command {played} of {len(entries)} does not replay to the same position"


def header_line(header: Header) -> dict[str, object]:
    """Return the first line of a log. Games at one computer have no field `network`."""
    line: dict[str, object] = msgspec.to_builtins(header)
    return line if header.network is not None else {key: value for key, value in line.items() if key != "network"}


def log_line(step: Step, digest: str, end: int = 0) -> dict[str, object]:
    """Return a line of the log. `end`: of a game's last command, how many lines the log has with it; see `complete`."""
    entry = {"t": "do", "c": msgspec.to_builtins(step.command), "d": list(step.faces), "h": digest}
    return {**entry, "end": end} if end else entry


def end_mark(state: GameState, lines: int) -> int:
    """Return the number of lines of a log whose game is over with the next one; 0 while it goes on."""
    return lines + 1 if state.outcome is not None else 0


def load_session(
    path: Path,
    systems: Mapping[str, System],
    load_map: Callable[[str, str], MapSheet | None],
    *,
    write: bool = True,
) -> Session:
    """Open a saved game. `load_map(system key, map file name)` finds the map sheet.

    An incomplete last line is cut off and reported. With a break in the middle, other rules or another map, the game
    can be watched up to that point and resumed as a new file; the old one is never overwritten. Raises SaveError in
    plain words, LogbookBusy when another program has the file open for writing.
    """
    reading = read(path)
    if not reading.header:
        raise SaveError(f"{path}: {reading.problem}")
    try:
        header = msgspec.convert(reading.header, Header)
    except msgspec.ValidationError as error:
        form = reading.header.get("format") if isinstance(reading.header, dict) else None
        if isinstance(form, int) and form > NETWORK_FORMAT:
            raise SaveError(
                f"{path}: made by a newer version of the game (file format {form}, this one reads {NETWORK_FORMAT})"
            ) from error
        raise SaveError(f"{path}: line 1 is not the header of a saved game: {error}") from error
    if header.format > NETWORK_FORMAT:
        raise SaveError(
            f"{path}: made by a newer version of the game (file format {header.format}, "
            f"this one reads {NETWORK_FORMAT})"
        )
    system = systems.get(header.system)
    if system is None:
        raise SaveError(f"{path}: this game plays {', '.join(systems)}; the file is a game of {header.system!r}")
    try:
        sheet = load_map(header.system, header.scenario.map) if header.scenario.map else None
    except DataError as error:
        raise SaveError(f"{path}: its map cannot be read: {error}") from error
    try:
        open_scenario(system, header.scenario, sheet, header.options)
    except DataError as error:
        text = "; ".join(str(problem) for problem in error.problems)
        raise SaveError(f"{path}: its scenario cannot be played: {text}") from error
    session = Session(
        system,
        header.scenario,
        sheet,
        header.options,
        seed=header.seed,
        dice=TableDice() if header.dice == TABLE else None,
        players=header.players,
        begin=False,
        game=header.game,
        started=header.started,
    )
    session.header = session.header.but(format=header.format, network=header.network)
    session.path = path
    entries = list(reading.entries)
    same_rules = header.rules == session.header.rules and header.map_digest == session.header.map_digest
    played = session.replay(entries)
    turn = session.state.cursor.turn
    if played < len(entries):
        version = f"version {header.game}" if header.game else "an unknown version"
        cause = (
            f"the rules or the map have changed since {version} saved it"
            if not same_rules
            else f"the next order has another result than in {version}, which saved it"
        )
        session.readonly = (
            f"{path.name} replays up to command {played} of {len(entries)} (turn {turn}); {cause}. "
            "Resume from here as a new game to play on."
        )
    elif reading.broken_at is not None:
        session.readonly = (
            f"{path.name} is damaged after command {played} (turn {turn}): {reading.problem}. "
            "Resume from here as a new game to play on."
        )
    elif write and header.network is not None:
        session.readonly = (
            f"{path.name} is a game between two computers: it goes on where it was played, with the other player. "
            "Resume from here as a new game to play on alone, with dice of its own."
        )
    elif not same_rules:
        session.notice = "The rules files have changed since this game was saved; every command still replays the same."
    if reading.torn and not session.readonly:
        session.notice = (
            "The last line of the file was cut off by a crash; the game resumes at the last finished command."
        )
    if not session.steps:
        raise SaveError(f"{path}: no command of this game can be replayed: {session.readonly or 'it has none'}")
    if write and not session.readonly:
        session.log = Logbook.open(path)
    return session


def save_size(session: Session) -> int:
    """Return bytes the log of this game takes, for the benchmark."""
    return sum(len(to_json(log_line(step, "0" * 16))) for step in session.steps)
