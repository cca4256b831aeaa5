"""Open the window: the display, the app with all screens, the first screens, the main loop."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.app import App
from game.before_display import prepare_display
from game.crash import crash_notice, on_crash
from game.folders import find_folders
from game.memory import return_large_blocks
from game.no_display import NoDisplay
from game.scenes.openers import AllScreens
from game.scenes.startup import Refused, first_scenes
from game.settings import FILE, load_settings
from game.stack import Push
from game.words import open_catalogue, tr, use_catalogue

BARS = 80  # pixels of the desktop used by a title bar and a panel
SWITCH_S = 0.001  # thread switch interval: keeps the window responsive while a computer player thinks


def open_app(user_dir: str | None = None) -> App:
    """Start pygame and open the window. Raises NoDisplay, with a message for the player, if there is no display."""
    prepare_display()
    sys.setswitchinterval(SWITCH_S)
    catalogue, outdated = open_catalogue()
    use_catalogue(catalogue)
    asked, passed_over = _open_display()
    if not asked and pygame.display.get_driver() in ("offscreen", "dummy"):
        pygame.display.quit()
        raise NoDisplay(tr("no display found: there is no screen to open a window on"))
    pygame.font.init()
    pygame.key.set_repeat(350, 40)
    folders = find_folders(user_dir)
    first = not (folders.settings / FILE).exists()
    settings, notice = load_settings(folders.settings)
    if first:
        settings.window = free_area(settings.window)
    try:
        return App(folders, settings, [passed_over, folders.notice, notice, outdated], AllScreens)
    except pygame.error as error:
        pygame.quit()
        raise NoDisplay(tr("no window can be opened: {error}", error=error)) from error


def free_area(least: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a first window: the desktop without a title bar and a panel, but at least `least`."""
    try:
        wide, high = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return least
    free = wide, high - BARS
    return free if free[0] >= least[0] and free[1] >= least[1] else least


def _open_display() -> tuple[str, str]:
    """Open the display with the requested driver, or if that fails with the best one. Return the requested driver that
    was used (empty if none), and a notice if it could not be used.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
        return asked, ""
    except pygame.error as error:
        if not asked:
            raise NoDisplay(tr("no display found: {error}", error=error)) from error
    del os.environ["SDL_VIDEODRIVER"]
    try:
        pygame.display.init()
    except pygame.error as error:
        raise NoDisplay(
            tr(
                "no display found with the driver {asked} (SDL_VIDEODRIVER) or any other: {error}",
                asked=asked,
                error=error,
            )
        ) from error
    taken = pygame.display.get_driver()
    return (
        "",
        tr(
            "The video driver {asked} (SDL_VIDEODRIVER) cannot be used here; {taken} is used instead.",
            asked=asked,
            taken=taken,
        ),
    )


def run(args: Namespace) -> int:
    """Open the window and play. `args` may name a scenario, side, opponent, seed or a game to resume."""
    return_large_blocks()
    app = open_app(args.user_dir)
    app.notices += [notice for notice in (crash_notice(app.folders.logs),) if notice]
    app.start_reader(getattr(args, "reader", ""))
    try:
        for scene in first_scenes(app, args):
            app.change(Push(scene))
        app.loop()
    except Refused:
        raise
    except Exception as error:
        return on_crash(app, error)
    finally:
        app.reader.stop()
        app.save_settings()
        pygame.quit()
    return 0
