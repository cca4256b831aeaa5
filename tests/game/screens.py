"""An app on a dummy display with one screen shown, hands to use it, and a whole game to look back on."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pygame

from game.app import App
from game.folders import find_folders
from game.scene import Scene
from game.scenes.openers import AllScreens
from game.settings import Settings
from game.stack import Push
from rules.kernel.dice import SeededDice
from rules.kernel.session import Session
from tests.conftest import begin, stroll

GAME = "nw_smoke/cape_esperance"

SCREENS = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5), ((1280, 720), 2.0), ((1920, 1080), 0.75)]

HUMANS = {"USN": "human", "IJN": "human"}


@cache
def random_game() -> Session:
    """Return a whole game between players at random."""
    session = begin(GAME, seed=3)
    for _ in stroll(session, SeededDice(5)):
        pass
    return session


def app_in(folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> App:
    pygame.display.init()
    pygame.font.init()
    app = App(find_folders(folder), Settings(window=size, ui_scale=scale, scenes="off"), [], AllScreens)
    app.settling.ms = 0
    return app


def show(app: App, scene: Scene) -> Scene:
    app.change(Push(scene))
    app.frame()
    return scene


def press(app: App, key: int, mod: int = 0, typed: str = "") -> None:
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed, scancode=0))
    app.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=typed, scancode=0))
    app.frame()


def find_widget(app: App, id: str) -> Any:
    return app.tree.find(id)


def words(app: App, id: str) -> str:
    return " ".join(widget.spoken_text() for widget in find_widget(app, id).walk())
