"""The game menu of the play screen: where the game is kept, share, rules, replay, keys, and the way out."""

from __future__ import annotations

from collections.abc import Callable

from game.app import App
from game.hud import menus
from game.scenes.share import share_dialog
from game.stack import Home
from rules.kernel.session import Session


def open_game_menu(
    app: App, session: Session, side: str, rulebook: Callable[[], None], keys: Callable[[], None]
) -> None:
    """Open the menu over a game seen by `side`."""
    menus.menu_dialog(
        app,
        (
            ("Resume", "menu_resume", None),
            ("Where this game is kept", "menu_keeping", lambda: menus.keeping_dialog(app, session)),
            ("Share this position", "menu_share", lambda: share_dialog(app, session, side)),
            ("Settings", "menu_settings", app.screens.settings),
            ("Rulebook", "menu_rulebook", rulebook),
            ("Replay", "menu_replay", lambda: app.screens.replay(session)),
            ("Lessons", "menu_lessons", lambda: app.screens.course(session.system.key)),
            ("Errata desk", "menu_errata", lambda: app.screens.errata(session.system.key)),
            ("Keys", "menu_keys", keys),
            ("Leave for the title page", "menu_title", lambda: app.change(Home())),
        ),
    )
