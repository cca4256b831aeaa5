"""The game menu of the play screen: where the game is kept, share, rules, replay, keys, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.hud import menus
from game.scene import Home
from game.scenes.share import share_dialog
from rules.kernel.session import Session

if TYPE_CHECKING:
    from game.app import App


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
            ("Settings", "menu_settings", lambda: menus.push_scene(app, "settings", "SettingsScene")),
            ("Rulebook", "menu_rulebook", rulebook),
            ("Replay", "menu_replay", lambda: menus.push_scene(app, "replay", "ReplayScene", session)),
            ("Lessons", "menu_lessons", lambda: menus.push_scene(app, "course", "CourseScene", session.system.key)),
            ("Errata desk", "menu_errata", lambda: menus.push_scene(app, "errata", "ErrataScene", session.system.key)),
            ("Keys", "menu_keys", keys),
            ("Leave for the title page", "menu_title", lambda: app.change(Home())),
        ),
    )
