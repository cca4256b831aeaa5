"""A virtual screen from outside: a real mouse, pictures of it, and a hand that gives the Captain's orders by clicks.

The hand goes by what it sees: it presses the button in the highlight colour (Confirm, the main button of a dialog),
else *Advice*, else *End phase*.
"""

from __future__ import annotations

import os
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.app import App
from game.folders import find_folders
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.start import new_game
from game.settings import Settings
from game.stack import Push
from game.ui.theme import PALETTES
from tests.conftest import begin

SIZE = (1280, 720)
ALIKE = (3, 3, 3, 255)
SMALLEST = (60, 20)  # a button, not a counter in the same colour
TOP = 50  # above it are the phases, the present one in the same colour
APART_S = 0.9  # between two clicks: the program takes a second one sooner for the same
ORDERS, MOST_CLICKS = 5, 80
Pos = tuple[int, int]


class Desk:
    """A virtual screen."""

    def __init__(self, display: str, frame: Path) -> None:
        self.display, self.frame = display, frame

    @property
    def environment(self) -> Mapping[str, str]:
        """Return what a program needs to open its window here."""
        return {"DISPLAY": self.display, "SDL_FRAMEBUFFER_ACCELERATION": "0"}

    def click(self, pos: Pos) -> None:
        """Move the mouse there, press and let go, and move it out of the way."""
        words = f"mousemove --sync {pos[0]} {pos[1]} sleep 0.1 mousedown 1 sleep 0.08 mouseup 1 sleep 0.1 mousemove 2 2"
        subprocess.run(["xdotool", *words.split()], env={**os.environ, **self.environment}, check=True)
        time.sleep(APART_S)

    def picture(self) -> pygame.Surface:
        """Return what is on the screen now: Xvfb keeps it as a file in the format of xwd."""
        data = self.frame.read_bytes()
        head = struct.unpack(">20I", data[:80])
        wide, high, line, start = head[4], head[5], head[12], head[0] + 12 * head[19]
        seen = pygame.image.frombuffer(data[start : start + line * high], (wide, high), "BGRA")
        picture = pygame.Surface(seen.get_size(), 0, 24)
        picture.blit(seen, (0, 0), special_flags=pygame.BLEND_RGB_ADD)  # the fourth byte is no transparency
        return picture

    def is_drawn(self) -> bool:
        """Return whether more than a few colours are on the screen."""
        return len(set(self.frame.read_bytes()[-600_000::997])) > 8

    def buttons(self) -> list[pygame.Rect]:
        """Return where the buttons in the colour of what is to be pressed next are, from top to bottom."""
        picture, found = self.picture(), []
        for colour in {getattr(palette, name) for palette in PALETTES for name in ("accent", "accent_hover")}:
            mask = pygame.mask.from_threshold(picture, pygame.Color(*colour), ALIKE)
            found += [rect for rect in mask.get_bounding_rects() if rect.w >= SMALLEST[0] and rect.h >= SMALLEST[1]]
        return sorted(
            (rect for rect in found if rect.w < 500 and rect.h < 120 and rect.y > TOP), key=lambda rect: rect.y
        )


@contextmanager
def desk() -> Iterator[Desk]:
    """Provide a virtual screen of SIZE of its own."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        screen = ["-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", folder, "-nolisten", "tcp", "-noreset"]
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), *screen], pass_fds=(writing,), stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        try:
            yield Desk(f":{number}", Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()


def places_of(game: str, user: Path) -> dict[str, Pos]:
    """Return where *Advice* and *End phase* are in a window of SIZE, from a window of our own that nobody sees."""
    pygame.init()
    app = App(find_folders(str(user)), Settings(window=SIZE, motion="off", music=False, muted=True), [], AllScreens)
    entry = app.library.find(game)
    mine, *others = (side.key for side in entry.scenario.sides)
    players = {mine: "human"} | dict.fromkeys(others, "captain")
    app.change(Push(PlayScene(app, new_game(app, entry, {}, players, 4), players)))
    for _ in range(200):
        app.frame()
        found = {w.id: w.rect.center for w in app.tree.top.walk() if w.id in ("advice", "end_phase") and w.is_shown}
        if len(found) == 2:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{game}: no Advice and no End phase; {found}")


def orders_in(saves: Path, side: str) -> list[str]:
    """Return the lines of the orders that a side has given in the one game of a folder."""
    paths = list(saves.glob("*.game"))
    lines = paths[0].read_text("utf-8").splitlines()[1:] if paths else []
    return [line for line in lines if f'"side":"{side}"' in line]


def give_orders(desk: Desk, game: str, saves: Path, user: Path) -> tuple[int, int]:
    """Give orders by mouse until ORDERS are in the game's file. Return how many, and clicks. Raises AssertionError."""
    side = begin(game).scenario.sides[0].key
    places = places_of(game, user)
    for clicks in range(1, MOST_CLICKS):
        given = len(orders_in(saves, side))
        if given >= ORDERS:
            return given, clicks
        end = pygame.Rect(0, 0, 40, 40)
        end.center = places["end_phase"]
        others = [rect for rect in desk.buttons() if not rect.colliderect(end)]
        if others:
            desk.click(others[0].center)
        elif clicks % 6:
            desk.click(places["advice"])
        else:
            desk.click(places["end_phase"])
    raise AssertionError(f"{game}: {given} orders after {MOST_CLICKS} clicks")
