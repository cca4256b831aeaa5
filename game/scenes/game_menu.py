"""The game menu of the play screen: briefing, notes, ending the battle early, quitting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from game.app import App
from game.hud import menus
from game.hud.briefing import briefing_dialog, notes_dialog
from game.scenes.share import lesson_dialog, puzzle_dialog, share_dialog
from game.stack import Home
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.session import Session


class MenuHost(Protocol):
    """What the menu needs from the play screen."""

    app: App
    table: Table
    session: Session
    left_out: frozenset[str]  # ids of entries that this screen leaves out

    def open_rulebook(self, rule: str) -> None:
        """Open the whole rulebook."""

    def show_keys(self) -> None:
        """Show every key of the screen."""

    def show_all(self) -> None:
        """Update the whole screen."""


def open_game_menu(play: MenuHost) -> None:
    """Open the menu over a game, in two columns if there is room."""
    app, session, table = play.app, play.session, play.table
    rows: list[tuple[str, str, Callable[[], None] | None]] = [
        (tr("Resume"), "menu_resume", None),
        (tr("Briefing and objectives"), "menu_briefing", lambda: briefing_dialog(app, table)),
        (tr("Notes"), "menu_notes", lambda: notes_dialog(app, session)),
        (tr("Where is it saved?"), "menu_keeping", lambda: menus.keeping_dialog(app, session)),
        (tr("Share this position"), "menu_share", lambda: share_dialog(app, session, table.side)),
        (tr("Make a lesson"), "menu_lesson", lambda: lesson_dialog(app, session, table.side)),
        (tr("Make a puzzle"), "menu_puzzle", lambda: puzzle_dialog(app, session)),
        (tr("Edit this battle"), "menu_builder", partial(change_battle, play)),
        (tr("Settings"), "menu_settings", app.screens.settings),
        (tr("Rulebook"), "menu_rulebook", partial(play.open_rulebook, "")),
        (tr("Replay"), "menu_replay", lambda: app.screens.replay(session)),
        (tr("Report so far"), "menu_report", lambda: app.screens.report(session)),
        (tr("Lessons"), "menu_lessons", lambda: app.screens.course(session.system.key)),
        (tr("Errata"), "menu_errata", lambda: app.screens.errata(session.system.key)),
        (tr("Keys"), "menu_keys", play.show_keys),
    ]
    if table.director.lent:
        rows.append((tr("Take back my side"), "menu_take_back", partial(take_back, play)))
    elif table.director.humans and not session.over and not session.study:
        rows.append((tr("Let computer finish"), "menu_finish", partial(ask_finish, play)))
        rows.append((tr("Concede"), "menu_concede", partial(ask_concede, play)))
    rows.append((tr("Quit to title"), "menu_title", lambda: app.change(Home())))
    menus.menu_dialog(app, [row for row in rows if row[1] not in play.left_out])


def change_battle(play: MenuHost) -> None:
    """Open a copy of the battle's set-up in the battle builder."""
    play.app.screens.builder(play.session.system.key, play.session.scenario)


def ask_finish(play: MenuHost) -> None:
    """Ask whether a computer player should command the player's side."""
    words = tr(
        "The Captain plays your side to the end of the battle, at any speed you choose. You can take back "
        "your side from the menu at any time."
    )
    buttons = ((tr("Cancel"), "finish_no", None), (tr("Let computer finish"), "finish_yes", partial(finish, play)))
    menus.dialog(play.app, tr("Let the computer finish?"), ui.RichText(words), buttons, "finish")


def finish(play: MenuHost) -> None:
    """Hand the sides at this screen to computer players."""
    play.table.director.lend_to_computers()
    play.table.hand.drop()
    play.show_all()


def take_back(play: MenuHost) -> None:
    """Return those sides to the player."""
    play.table.director.take_back()
    play.show_all()


def ask_concede(play: MenuHost) -> None:
    """Ask whether the player concedes the battle."""
    words = tr(
        "You give up the battle and read the report of the current position. The game stays saved: open it "
        "in *Saved games* to play on."
    )
    buttons = ((tr("Fight on"), "concede_no", None), (tr("Concede"), "concede_yes", partial(concede, play)))
    menus.dialog(play.app, tr("Concede the battle?"), ui.RichText(words), buttons, "concede")


def concede(play: MenuHost) -> None:
    """Concede and open the report, which names the side that conceded."""
    play.app.screens.report(play.session, play.table.side)
