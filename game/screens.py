"""The interface for opening screens. Screens lead to one another in circles: the title to the battles, a battle to its
rules, a rule to a lesson, a lesson to a free game. So no screen imports a screen that it opens; all call `app.screens`.
Only game/scenes/openers.py imports all screens and creates them.
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
    """Each function opens one screen on top; with `replace`, in place of the calling screen."""

    def play(
        self, session: Session, players: Mapping[str, str | Player | None] | None = None, *, replace: bool = False
    ) -> None:
        """Open the board of a game; `players`: side -> "human", the key of a computer player, or a player."""

    def scenarios(self, system: str, battle: str = "") -> None:
        """Open the battles of a game with the battle `battle` selected."""

    def sides(self, entry: Entry) -> None:
        """Open the page before a battle: players, rules and dice."""

    def two_computers(self, entry: Entry, options: Mapping[str, bool]) -> None:
        """Open a battle between two computers: open it or join it."""

    def two_again(self, path: Path) -> None:
        """Open a saved game between two computers: reconnect, or continue by file."""

    def turn_file(self, path: Path) -> None:
        """Open a received turn of a game by file."""

    def saves(self) -> None:
        """Open the saved games."""

    def settings(self) -> None:
        """Open the settings."""

    def rulebook(self, system: str, rule: str = "") -> None:
        """Open the rulebook of a game at a rule or a reference of game/table/rule_citations.py."""

    def errata(self, system: str = "", rule: str = "") -> None:
        """Open the errata page at a game or an amendment."""

    def coverage(self, system: str = "") -> None:
        """Open the page of rules used in the player's games."""

    def course(self, system: str = "") -> None:
        """Open the lessons of a game."""

    def puzzles(self, system: str = "") -> None:
        """Open the puzzles of a game."""

    def lesson(self, lecture: CourseLesson) -> None:
        """Open a lesson, or say why it cannot be opened."""

    def replay(self, session: Session, number: int = 1, *, ask: bool = False) -> None:
        """Open the replay of a game after `number` steps; `ask`: also ask who plays on from there."""

    def report(self, session: Session, conceded: str = "") -> None:
        """Open the report of a battle; `conceded`: the side that conceded."""

    def open_file(self, path: Path) -> None:
        """Open a file from somebody else, or one dropped on the window."""

    def builder(self, system: str, scenario: Scenario | None = None) -> None:
        """Open the battle builder; `scenario`: the one to start from."""

    def study(self, path: Path) -> None:
        """Open a study, or say why it cannot be opened."""

    def new_study(self, session: Session, number: int = 1) -> None:
        """Begin a study of a game after `number` steps."""

    def mistakes(self, session: Session, side: str = "") -> None:
        """Open the costly decisions of a side in a game, to be tried again."""

    def mistake(self, session: Session, mistake: Mistake) -> None:
        """Open one mistake on the board."""

    def analysis(self, session: Session) -> None:
        """Open the analysis of dice and orders in a game; it is saved beside the game's file, if there is one."""

    def open_luck_explained(self) -> None:
        """Open the explanation of luck, skill and luck-adjusted results, with the player's rating."""

    def dockyard(self, system: str) -> None:
        """Open the dockyard."""
