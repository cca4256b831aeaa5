"""Opening screens by typed functions: what every screen may ask for, whichever screens there are.

Screens lead to one another in circles: the title to the battles, a battle to its rules, a rule to a lesson, a lesson to
a free game. So no screen imports another one that it opens; all ask `app.screens`, which stands below them. The one
module above them all that knows how each is made is game/scenes/openers.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from game.courses import CourseLesson
from game.library import Entry
from rules.analysis.mistakes import Mistake
from rules.kernel.scenario import Scenario
from rules.kernel.session import Session
from rules.players import Player


class Screens(Protocol):
    """Each function puts one screen on top. With `replace`, in the place of the one that asks."""

    def play(
        self, session: Session, players: Mapping[str, str | Player | None] | None = None, *, replace: bool = False
    ) -> None:
        """Open the board of a game; `players`: side -> "human", the key of a computer player, or a player."""

    def scenarios(self, system: str, battle: str = "") -> None:
        """Open the battles of a game, the one with the key `battle` chosen."""

    def sides(self, entry: Entry) -> None:
        """Open the page before a battle: who plays what, with which rules and dice."""

    def two_computers(self, entry: Entry, options: Mapping[str, bool]) -> None:
        """Open a battle between two computers: open it or join it."""

    def two_again(self, path: Path) -> None:
        """Open a saved game between two computers: meet the other player again, or go on by file."""

    def turn_file(self, path: Path) -> None:
        """Open a turn of a game by file that somebody sent."""

    def saves(self) -> None:
        """Open the saved games."""

    def settings(self) -> None:
        """Open the settings."""

    def rulebook(self, system: str, rule: str = "") -> None:
        """Open the rulebook of a game, open at a rule or a reference of game/table/rule_citations.py."""

    def errata(self, system: str = "", rule: str = "") -> None:
        """Open the errata desk, at a game or at an amendment."""

    def coverage(self, system: str = "") -> None:
        """Open the page of the rules that have come up in games."""

    def course(self, system: str = "") -> None:
        """Open the lessons of a game."""

    def puzzles(self, system: str = "") -> None:
        """Open the puzzles of a game."""

    def lesson(self, lecture: CourseLesson) -> None:
        """Open a lesson; says in plain words why it cannot be begun when it cannot."""

    def replay(self, session: Session, number: int = 1, *, ask: bool = False) -> None:
        """Open a game looked back on, from after `number` steps; `ask`: and who plays on from there."""

    def report(self, session: Session, conceded: str = "") -> None:
        """Open what came of a battle; `conceded`: the side that has given it up."""

    def open_file(self, path: Path) -> None:
        """Open a file that somebody sent, or that was dropped on the window."""

    def builder(self, system: str, scenario: Scenario | None = None) -> None:
        """Open the builder of battles; `scenario`: one to begin from."""

    def study(self, path: Path) -> None:
        """Open a study; says in plain words why it cannot be opened when it cannot."""

    def new_study(self, session: Session, number: int = 1) -> None:
        """Open a study of a game is begun, after `number` steps."""

    def mistakes(self, session: Session, side: str = "") -> None:
        """Open the decisions of a game that cost their side something, to be tried again; `side`: whose."""

    def mistake(self, session: Session, mistake: Mistake) -> None:
        """Open one mistake on the board."""

    def analysis(self, session: Session) -> None:
        """Open what dice and orders did in a game; kept beside its file, if it has one."""

    def open_luck_explained(self) -> None:
        """Open what luck, skill and luck-adjusted mean, and the player's rating."""

    def dockyard(self, system: str) -> None:
        """Open the dockyard."""
