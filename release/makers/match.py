"""One game between computer players, one of whom may be another version of this program in another process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import msgspec

from game.console.balance import MOST_DECISIONS, Fixture, Row
from game.library import get_scenario, open_map
from game.words import tr
from release.makers.script_player import seat_player
from rules import SYSTEMS
from rules.kernel.flow import Command
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.kernel.system import decode_command
from rules.players import Choice, Player, charted_options, close_players, take_turn
from rules.players.player import Ready

OLD_GUARD = "old-guard"  # the greedy player of an older version, as a player of the ladder
OLD_PLAYER = "greedy"  # its name there
SCRIPT = Path(__file__).with_name("other_version.py")


class GuestFault(Exception):
    """The other version failed, or has a different position. str() is a plain sentence."""


class OtherVersion:
    """Another version of this program in a process: it follows our game and chooses for one side."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            text=True,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._process.communicate(timeout=5)

    def begin(self, session: Session, scenario: str, seed: int) -> None:
        """Start a new game in the state of ours after its opening rolls."""
        faces = session.steps[0].faces
        data = {"system": session.system.key, "scenario": scenario, "options": session.options, "faces": faces}
        self._say({"new": {**data, "player": OLD_PLAYER, "seed": seed}})

    def follow(self, step: Step) -> None:
        """Repeat an order that has been carried out here."""
        self._say({"step": msgspec.to_builtins(step.command), "faces": step.faces})

    def choose(self, session: Session) -> Command:
        """Return its order for the side to act. Raises GuestFault."""
        self._say({"choose": session.actor})
        assert self._process.stdout is not None
        text = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(text) if text else {"fault": tr("it ended without an answer")}
        if "fault" in answer:
            raise GuestFault(tr("the other version: {fault}", fault=answer["fault"]))
        if answer["digest"] != session.digest():
            raise GuestFault(tr("the other version has a different position: its rules differ"))
        return decode_command(session.system, answer["command"])

    def _say(self, line: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise GuestFault(tr("the other version stopped: {error}", error=error)) from error


class PlayedMatch(Record, frozen=True):
    """A game of a match: its row, and the thinking time of each kind of player, in microseconds a decision."""

    row: Row
    thought_us: dict[str, tuple[int, ...]]


class _Fixed(Ready):
    """A player whose choice was made elsewhere."""

    def __init__(self, command: Command) -> None:
        self.command, self.title = command, OLD_GUARD

    def choose(self, seat: Seat) -> Choice:
        return Choice(self.command, "")


def play_games(system: str, key: str, games: Sequence[Fixture], old: str) -> list[PlayedMatch]:
    """Play several games in one worker. old: folder of the other version, if it plays."""
    if any(OLD_GUARD in fixture.seats for fixture in games):
        with OtherVersion(old) as guest:
            return [play_one(system, key, fixture, guest) for fixture in games]
    return [play_one(system, key, fixture, None) for fixture in games]


def play_one(system: str, key: str, fixture: Fixture, guest: OtherVersion | None) -> PlayedMatch:
    """Play one game. Any error, in rules or players, is reported in the row."""
    row = Row(number=fixture.number, seed=fixture.seed, seats=fixture.seats)
    thought: dict[str, list[int]] = {kind: [] for kind in fixture.seats}
    try:
        row = _play_match(system, key, row, thought, guest)
    except Exception as error:  # one bad game must not lose the others
        row = row.but(error=f"{type(error).__name__}: {error}")
    return PlayedMatch(row, {kind: tuple(times) for kind, times in thought.items()})


def _play_match(system: str, key: str, row: Row, thought: dict[str, list[int]], guest: OtherVersion | None) -> Row:
    scenario = get_scenario(system, key)
    sides = [side.key for side in scenario.sides]
    kinds = dict(zip(sides, row.seats, strict=True))
    sheet = open_map(system, scenario.map)
    session = Session(SYSTEMS[system], scenario, sheet, charted_options(SYSTEMS[system], kinds), seed=row.seed)
    seeds = {side: row.seed * 1000 + number for number, side in enumerate(sides)}
    players = {side: seat_player(system, kind, seeds[side]) for side, kind in kinds.items() if kind != OLD_GUARD}
    seats = {side: Seat(session, side) for side in sides}
    for side, kind in kinds.items():
        if guest is not None and kind == OLD_GUARD:
            guest.begin(session, key, seeds[side])
    while not session.over:
        side = session.actor
        began = perf_counter()
        player: Player = players[side] if side in players else _Fixed(guest.choose(session)) if guest else players[side]
        take_turn(player, seats[side])
        thought[kinds[side]].append(round(1e6 * (perf_counter() - began)))
        if guest is not None:
            guest.follow(session.steps[-1])
        if len(session.steps) > MOST_DECISIONS:
            return row.but(error=tr("not finished after {most_decisions} orders", most_decisions=MOST_DECISIONS))
    close_players(players.values())
    points = {score.side: score.points for score in Seat(session, "").view().scores}
    return row.but(
        winner=session.state.outcome.winner,
        turns=session.state.cursor.turn,
        orders=len(session.steps) - 1,
        points=tuple(points.get(side, 0) for side in sides),
    )
