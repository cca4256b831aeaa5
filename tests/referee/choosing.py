"""Orders for a game to be refereed: random ones, those of Captains, or a script and then random ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Offer
from rules.kernel.lesson import load_any
from rules.kernel.script import Script
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import parse_command
from rules.players.captain import CaptainPlayer
from tests.conftest import MAPS, ROOT, below, draw, map_named, scenario_named

Chooser = Callable[[Session, list[Offer]], Command]


def random_orders(seed: int) -> Chooser:
    """Choose an offer at random, then an order in it."""
    thought = SeededDice(2000 + seed)
    return lambda session, found: draw(found[below(thought, len(found))], thought)


def captains_choose(seed: int) -> Chooser:
    """Let a Captain give the orders of each side."""
    players: dict[str, CaptainPlayer] = {}

    def choose(session: Session, found: list[Offer]) -> Command:
        side = session.actor
        if side not in players:
            players[side] = CaptainPlayer(seed + len(players))
            players[side].skip_reasons()
        return players[side].choose(Seat(session, side)).command

    return choose


class FollowingDice:
    """Roll given faces as long as they fit, then chance."""

    def __init__(self, faces: tuple[int, ...], seed: int) -> None:
        self.faces = list(faces)
        self.chance = SeededDice(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next faces."""
        given = tuple(self.faces[:count])
        if len(given) == count and all(1 <= face <= sides for face in given):
            del self.faces[:count]
            return given
        self.faces.clear()
        return self.chance.roll(count, sides)


@cache
def scripts_of(key: str) -> dict[str, Path]:
    """Return the scripts and lessons of a system by name: positions in which its rarer rules matter."""
    folders = ROOT / "tests" / "referee" / "positions", ROOT / "tests" / "scripts", MAPS / "lessons"
    return {path.stem: path for folder in reversed(folders) for path in sorted((folder / key).glob("*.yaml"))}


@cache
def _script(path: Path) -> Script:
    return load_any(path, SYSTEMS)


class Follower:
    """The orders of a script, as far as they are legal, then random orders. Its dice count in game 0 alone."""

    def __init__(self, key: str, name: str, seed: int) -> None:
        self.script = _script(scripts_of(key)[name])
        self.seed = seed
        self.left = [step for step in self.script.steps if step.do and not step.refuse] if seed % 2 or not seed else []
        self.chance = random_orders(seed)

    def begin(self) -> Session:
        """Begin the game of the script."""
        scenario, key = self.script.scenario, self.script.system
        if isinstance(scenario, str):
            scenario = scenario_named(key, scenario)
        sheet = map_named(key, scenario.map) if scenario.map else None
        return Session(SYSTEMS[key], scenario, sheet, self.script.options, dice=self._dice(self.script.dice))

    def _dice(self, faces: tuple[int, ...]) -> FollowingDice:
        return FollowingDice(() if self.seed else faces, 1000 + self.seed)

    def __call__(self, session: Session, found: list[Offer]) -> Command:
        while self.left:
            step = self.left.pop(0)
            try:
                command = parse_command(session.system, step.by or session.actor, step.do)
            except ValueError:
                continue
            if not session.check(command):
                faces = session.dice.chance if isinstance(session.dice, FollowingDice) else SeededDice(self.seed)
                session.dice = FollowingDice(() if self.seed else step.dice, 0)
                session.dice.chance = faces
                return command
        return self.chance(session, found)
