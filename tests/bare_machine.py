"""Play every game in a real window on a machine with a screen and nothing else.

`python -m tests.bare_machine SECONDS GAME ...`: a battle of each game, SECONDS long in game time. Run by
tests/release/test_bare_machine.py in an empty environment: no sound device, no D-Bus, no locale, an empty home. The
program is opened as `main.py` opens it. Only its clock is ours, so that game time passes quickly: each frame of the
program is FRAME_MS later than the one before.

Any exception ends the run with its traceback and exit code 1. The last line says how many orders each game had.
"""

from __future__ import annotations

import random
import sys
import time
from argparse import Namespace

import pygame

from game.app import App
from game.hud.game_history import eyes_allowed
from game.scenes.game_menu import concede
from game.scenes.play import PlayScene
from game.scenes.startup import first_scenes
from game.scenes.title import TitleScene
from game.stack import Push
from game.ui import widgets as ui
from game.window import open_app
from rules.kernel.flow import Command, offers

FRAME_MS = 200
PAGE_MS, TITLE_MS = 2_000, 10_000
ORDER_MS = 1_500  # between two orders, so that counters, guns and dice of the last one are still moving
THOUGHT_S = 0.5  # of real time in each battle, for the computer player's thinking while game time stands still
HOMEWARDS = ("menu_title", "menu_leave", "page_back", "back", "menu")
LOOKS = 200  # frames to wait for something to be pressed


class Bare:
    """The program with a clock of the test's, and a hand that presses what is shown."""

    def __init__(self, battle_ms: int) -> None:
        self.now, self.battle_ms = 1, battle_ms
        pygame.time.get_ticks = lambda: self.now  # the only part that is not the program's own
        self.app: App = open_app()
        self.app.start_reader()
        for scene in first_scenes(self.app, Namespace()):
            self.app.change(Push(scene))
        self.chance = random.Random(34)

    def frame(self) -> None:
        """Handle the window's events and draw a frame."""
        self.now += FRAME_MS
        for event in pygame.event.get():
            self.app.handle(event)
            assert self.app.running, "the program was told to end"
        self.app.frame()

    def wait(self, milliseconds: int) -> None:
        """Let game time go by."""
        until = self.now + milliseconds
        while self.now < until:
            self.frame()

    def find(self, *ids: str) -> ui.Widget | None:
        """Return the first of these that is shown and can be pressed."""
        found = {w.id: w for w in self.app.tree.top.walk() if w.id in ids and w.is_shown and w.enabled}
        return next((found[id] for id in ids if id in found), None)

    def press(self, *ids: str) -> None:
        """Click on the first of these that is shown, as soon as one is. Raises AssertionError if none ever is."""
        for _ in range(LOOKS):
            widget = self.find(*ids)
            if widget is not None:
                break
            self.frame()
        else:
            raise AssertionError(f"none of {', '.join(ids)} is on {type(self.app.scene).__name__}")
        self.app.tree.ensure_layout()
        pos = widget.rect.center
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        self.wait(600)

    def type(self, key: int) -> None:
        """Press a key and let it go."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode="", scancode=0))
        self.wait(600)

    @property
    def at_title(self) -> bool:
        """Return True if the title page is on top, without a dialog."""
        return isinstance(self.app.scene, TitleScene) and self.app.tree.top is self.app.tree.root

    def home(self) -> None:
        """Go back to the title by what is shown, else by Escape. Raises AssertionError if that does not lead there."""
        for _ in range(12):
            if self.at_title:
                return
            shown = self.find(*HOMEWARDS)
            if shown is None:
                self.type(pygame.K_ESCAPE)
            else:
                self.press(shown.id)
        raise AssertionError(f"no way to the title from {type(self.app.scene).__name__}")

    # ------------------------------------------------------------------ the way through the program

    def title(self) -> None:
        """Go from the first page to the title, and wait there until its music and picture have moved."""
        self.home()
        self.wait(TITLE_MS)
        assert not self.app.sound.audible and self.app.sound.notice, "this machine has a sound device"
        assert not self.app.reader.active

    def battle(self, game: str) -> int:
        """Play the first battle of a game for a while, open its report and its analysis, and go back.

        Returns the number of orders.
        """
        self.press(f"play_{game}")
        self.press("choose_sides")
        self.press("start")
        play = self.app.scene
        assert isinstance(play, PlayScene), type(play)
        orders = self.fight(play)
        concede(play)
        self.wait(PAGE_MS)
        assert type(self.app.scene).__name__ == "ReportScene"
        self.type(pygame.K_a)
        if self.find("analysis_error_close"):  # it may not tell what the enemy still hides
            assert eyes_allowed(play.session)[0] and not play.session.over, f"{game} cannot be analysed"
            self.press("analysis_error_close")
        else:
            assert type(self.app.scene).__name__ == "AnalysisScene", type(self.app.scene)
            self.wait(PAGE_MS)
        self.home()
        return orders

    def fight(self, play: PlayScene) -> int:
        """Give an order now and then while the computer player answers."""
        before, until, patience, given = len(play.session.steps), self.now + self.battle_ms, THOUGHT_S, 0
        while self.now < until:
            self.frame()
            if self.app.tree.top is not self.app.tree.root:
                self.type(pygame.K_RETURN)
            elif play.session.over:
                continue
            elif play.my_turn and self.now - given >= ORDER_MS:
                given = self.now
                play.submit(self.any_order(play))
            elif play.director.computer_to_act and patience > 0:
                patience -= 0.01
                time.sleep(0.01)
        return len(play.session.steps) - before

    def any_order(self, play: PlayScene) -> Command:
        """Return one of the orders that are possible now, at random."""
        offer = self.chance.choice(offers(play.session.system, play.session.state))
        return offer.domain.sample(self.chance.randrange) if offer.domain else self.chance.choice(offer.commands)


def main(seconds: str, *games: str) -> None:
    """Play a battle of each of these games."""
    bare, lines = Bare(int(seconds) * 1000), []
    begun = time.process_time()
    bare.title()
    for game in games:
        before = bare.now
        orders = bare.battle(game)
        assert orders, f"{game}: nothing happened"
        lines.append(f"{game} {orders} orders, {(bare.now - before) // 1000} s")
        print(f"{lines[-1]}, {time.process_time() - begun:.1f} s of CPU", file=sys.stderr)
    bare.title()
    saves = bare.app.folders.saves
    bare.app.reader.stop()
    assert bare.app.save_settings() == ""
    pygame.quit()
    print(f"{saves}: {'; '.join(lines)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
