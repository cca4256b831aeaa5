"""A small battle on the play screen without a window: posted events, a clock of its own."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.folders import find_folders
from game.maps import load_map
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.settings import Settings
from game.stack import Push
from rules import SYSTEMS
from rules.kernel.scenario import Force, Scenario, SideNote, Unit
from rules.kernel.session import Session
from rules.kernel.view import Place

MAP = Path(__file__).parents[2] / "maps" / "nw_smoke" / "savo_sound.tmx"


def _units(*names: str) -> tuple[Unit, ...]:
    return tuple(Unit(name=name) for name in names)


def scenario(turns: int = 10, close: bool = True) -> Scenario:
    """Return two divisions of the United States against two of Japan, in sight of each other if `close`."""
    return Scenario(
        key="trial",
        system="nw_smoke",
        title="Trial off Savo",
        date="1942-11-13",
        clock="01:48",
        turns=turns,
        map="savo_sound.tmx",
        summary="",
        briefing="",
        sources=(),
        sides=(
            SideNote(key="USN", name="United States", nation="USN", brief=""),
            SideNote(key="IJN", name="Japan", nation="IJN", brief=""),
        ),
        forces=(
            Force(
                id="van", side="USN", name="Van", units=_units("Cushing", "Laffey"), at=(4025,), facing="NW", speed=2
            ),
            Force(id="main", side="USN", name="Main", units=_units("San Francisco"), at=(4127,), facing="NW", speed=2),
            Force(
                id="hiei",
                side="IJN",
                name="Hiei",
                units=_units("Hiei", "Nagara"),
                at=(3822,) if close else (2410,),
                facing="SE",
                speed=2,
            ),
            Force(
                id="screen",
                side="IJN",
                name="Screen",
                units=_units("Yukikaze", "Akatsuki"),
                at=(3723,) if close else (2311,),
                facing="SE",
                speed=2,
            ),
        ),
        conditions={"visibility": "D", "lookouts": "1942"},
    )


class Hands:
    """A hand at an app without a window: it presses, points and lets time pass."""

    app: App
    clock = 0
    frame_ms, frames = 40, 1  # of a wait

    def wait(self, milliseconds: int = 0, times: int = 0) -> None:
        """Let time pass, a frame for each step."""
        for _ in range(times or self.frames):
            self.clock += milliseconds or self.frame_ms
            self.app.tree.tick(self.clock)
            self.app.scene.tick(self.clock)
            self.app._note_what_is_shown()
            self.app.tree.draw(self.app.surface)

    def key(self, key: int, mod: int = 0, typed: str = "") -> None:
        """Press a key."""
        self.app.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed))
        self.wait()

    def move(self, pos: tuple[int, int]) -> None:
        """Move the mouse."""
        self.app.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        """Move the mouse somewhere and click."""
        self.move(pos)
        self.app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))
        self.app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button))
        self.wait()

    def press(self, id: str) -> None:
        """Click on a widget."""
        self.app.tree.ensure_layout()
        self.click(self.app.tree.find(id).rect.center)

    def ids(self) -> set[str]:
        """Return the ids of all widgets on the screen."""
        return {widget.id for layer in self.app.tree.layers for widget in layer.walk() if widget.id}


class Table(Hands):
    """An app with a play screen on it, and hands to play it."""

    def __init__(
        self,
        folder: Path,
        players: dict[str, str] | None = None,
        *,
        size: tuple[int, int] = (1280, 720),
        scale: float = 1.0,
        turns: int = 10,
        close: bool = True,
        options: dict[str, bool] | None = None,
        motion: str = "off",
        session: Session | None = None,
        passing: bool = False,
        scenes: str = "off",
        settle_ms: int = 0,
    ) -> None:
        """`session`: another game than the trial off Savo. `passing`: phases without gain go on by themselves."""
        pygame.font.init()
        settings = Settings(window=size, ui_scale=scale, motion=motion, pass_phases=passing, scenes=scenes)
        self.app = App(find_folders(str(folder)), settings, [], AllScreens)
        trial = session or Session(SYSTEMS["nw_smoke"], scenario(turns, close), load_map(MAP), options, seed=3)
        self.session = trial
        self.play = PlayScene(self.app, self.session, players or {"USN": "human", "IJN": "human"})
        self.clock = 0
        self.app.clock = lambda: self.clock
        self.app.settling.ms = settle_ms
        self.app.change(Push(self.play))
        self.wait()
        if self.app.scene is not self.play:  # the page between two players
            self.key(pygame.K_RETURN)

    def at(self, place: int | Place) -> tuple[int, int]:
        """Return the middle of a place on the screen; a number is a hex."""
        x, y = self.play.board.screen_of((place,) if isinstance(place, int) else place)
        return round(x), round(y)

    @property
    def phase(self) -> str:
        """The present phase of the game."""
        return str(self.session.system.sequence[self.session.state.cursor.phase].name)

    @property
    def on_top(self) -> str:
        """The kind of screen that is shown."""
        return type(self.app.scene).__name__

    def go_to(self, phase: str) -> None:
        """Play on, each side doing only what it must, until a player at the screen acts in a phase."""
        for _ in range(200):
            self.play.skip()
            if self.play.director.handover_to:
                self.play.end_phase()
                self.app.scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
            elif self.phase == phase and self.play.my_turn:
                self.wait()
                return
            elif self.play.hand.done is not None:
                self.play.submit(self.play.hand.done)
            else:
                self.play.submit(self.play.hand.actions[0].commands[0])
        raise AssertionError(f"phase {phase} was never reached")
