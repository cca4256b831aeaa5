"""The program in a window on a virtual display of its own, and the real mouse that moves in it (tests/by_mouse.py)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.app import App
from game.folders import find_folders
from game.hud.lesson_highlight import _visible_part
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from game.ui import richtext
from game.ui import widgets as ui

SIZES = {"1280": ((1280, 720), 1.0), "1920": ((1920, 1080), 1.0), "150": ((1280, 720), 1.5)}
PATIENCE_S = 400.0  # for a computer player
MOST_NOTCHES = 30  # of the wheel, either way
APART_S = 0.65  # between two clicks: the dead time of the window is 0.6 s
Pos = tuple[int, int]


@contextmanager
def display(size: Pos) -> Iterator[str]:
    """Provide a virtual display of its own, of a size."""
    reading, writing = os.pipe()
    wide, high = size
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{wide}x{high}x24", "-nolisten", "tcp"]
    command += ["-ardelay", "60000"]  # no key repeats itself when the machine is slow
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@dataclass
class Diary:
    """A record of one lesson or battle."""

    what: str
    clicks: int = 0
    dead: int = 0  # clicks that nothing answered
    refused: int = 0  # answered with why not
    advice: int = 0  # times it asked the Captain
    lost: int = 0  # times the newcomer had to press the main button or Show me because nothing led on
    orders: int = 0
    handed: int = 0  # times the screen was handed to the other player
    unseen: int = 0  # scenes in which a unit of a player was hurt, never shown to that player
    unasked: int = 0  # orders that no click gave, and phases skipped with something at stake
    turns: int = 0
    end: str = ""
    seconds: float = 0.0
    words: Counter[str] = field(default_factory=Counter)  # what was refused or dead, how often

    def row(self) -> str:
        """One row of the table."""
        return (
            f"| {self.what} | {self.end} | {self.clicks} | {self.turns or ''} | {self.orders} | {self.dead} | "
            f"{self.refused} | {self.lost} | {self.advice or ''} | {self.handed or ''} | "
            f"{self.unseen if self.turns else ''} | {self.unasked if self.turns else ''} | {self.seconds:.0f} |"
        )


HEAD = (
    "| what | how it ended | clicks | turns | orders | unanswered | refused | lost | advice | "
    "handed over | unseen | unasked | CPU s |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


class Window:
    """The program in its window, and a mouse."""

    def __init__(self, user: Path, size: str, out: Path | None) -> None:
        pygame.init()
        window, scale = SIZES[size]
        settings = Settings(window=window, ui_scale=scale, motion="off", music=False, muted=True)
        self.app = App(find_folders(str(user)), settings, [], AllScreens)
        self.out = out
        self.pictures = 0
        self.after_click: Callable[[str], None] = lambda what: None  # told once the program waits again
        self.diary = Diary("")
        self.app.change(Push(TitleScene(self.app)))
        self.rest()

    def rest(self) -> None:
        """Let the program run until it waits for the player."""
        until, quiet = time.monotonic() + PATIENCE_S, 0
        while quiet < 4:
            assert time.monotonic() < until, "the program never waits for the player"
            for event in pygame.event.get():
                self.app.handle(event)
            self.app.frame()
            quiet = 0 if self._busy() else quiet + 1
            time.sleep(0.004)

    def _busy(self) -> bool:
        scene = self.app.scene
        if not isinstance(scene, PlayScene):
            return bool(scene.animating) and not isinstance(scene, TitleScene)
        if self.app.tree.top is not self.app.tree.root:
            return False
        thinks = scene.director.computer_to_act or scene.advising.waiting or (scene.passes and scene.passing.due)
        return scene.animating or (thinks and not scene.session.over)

    def click(self, pos: Pos, what: str) -> None:
        """Move the real mouse somewhere and press its left button; note what did not answer."""
        self.diary.clicks += 1
        before = self._looks()
        asked = ["xdotool", "mousemove", "--sync", str(pos[0]), str(pos[1]), "click", "1"]
        subprocess.run(asked, check=True, capture_output=True)
        self._arrive()
        self.rest()
        self.after_click(what)
        self._slowly()
        tip = self.app.tree.tip
        if tip is not None and tip.tone == "bad":
            self.diary.refused += 1
            self._note(f"{what}: {richtext.plain(tip.runs)}", pos)
        elif self._looks() == before and tip is None:
            self.diary.dead += 1
            self._note(f"{what}: nothing answers", pos)

    def _slowly(self) -> None:
        """Wait between clicks: the program takes a second one sooner for the same click."""
        until = time.monotonic() + APART_S
        while time.monotonic() < until:
            self.app.frame()
            time.sleep(0.03)

    def _arrive(self) -> None:
        """Take the events of the mouse until its button is up."""
        until = time.monotonic() + 10
        while time.monotonic() < until:
            events = pygame.event.get()
            for event in events:
                self.app.handle(event)
            if any(event.type == pygame.MOUSEBUTTONUP for event in events):
                return
            time.sleep(0.002)
        raise AssertionError("the click never came to the window")

    def _note(self, words: str, pos: Pos) -> None:
        words = " ".join(words.split())
        self.diary.words[words] += 1
        if self.out is not None and self.diary.words[words] == 1 and self.pictures < 60:
            self.pictures += 1
            picture = self.app.surface.copy()
            pygame.draw.circle(picture, (255, 0, 255), pos, 14, 3)
            name = f"{self.diary.what.replace('/', '-').replace(' ', '_')}-{self.pictures:02}.png"
            pygame.image.save(picture, self.out / name)
            sys.stdout.write(f"   {name}: {words[:200]}\n")
            sys.stdout.flush()

    def _looks(self) -> tuple[object, ...]:
        """Return everything visible that a click may change."""
        tree, scene = self.app.tree, self.app.scene
        words = tuple((w.id, w.spoken_text(), w.rect.topleft) for w in tree.top.walk() if w.is_shown and w.id)
        if not isinstance(scene, PlayScene):
            return (scene, tree.top, words)
        return (scene, tree.top, words, len(scene.session.steps), scene.board.overlay, scene.hand.piece)

    # ------------------------------------------------------------------ what one sees

    def find_control(self, id: str) -> ui.Widget | None:
        """Return a control that can be pressed, in sight."""
        for widget in self.app.tree.top.walk():
            if widget.id == id and widget.is_shown and widget.enabled and min(_visible_part(widget).size) > 6:
                return widget
        return None

    def scrolled_to(self, id: str) -> ui.Widget | None:
        """Return a control that a page must be scrolled to, by the wheel over it; None where there is none."""
        found = next((w for w in self.app.tree.top.walk() if w.id == id and w.is_shown and w.enabled), None)
        view = next((node for node in found.ancestors() if isinstance(node, ui.ScrollView)), None) if found else None
        if view is None:
            return None
        for button in ("5", "4"):  # down, then up
            for _ in range(MOST_NOTCHES):
                at = (str(view.rect.centerx), str(view.rect.centery))
                subprocess.run(["xdotool", "mousemove", "--sync", *at, "click", button], check=True)
                self.rest()
                if (seen := self.find_control(id)) is not None and view.viewport().contains(seen.rect):
                    return seen
        return None

    def press(self, widget: ui.Widget) -> None:
        """Click into the middle of what is in sight of a control."""
        self.click(_visible_part(widget).center, widget.id or widget.spoken_text())

    def buttons(self, *begins: str) -> list[ui.Widget]:
        """Buttons in sight whose names begin so."""
        found = [w for w in self.app.tree.top.walk() if w.id.startswith(begins) and w.is_shown and w.enabled]
        return [w for w in found if isinstance(w, ui.Button) and min(_visible_part(w).size) > 6]
