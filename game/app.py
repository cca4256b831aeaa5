"""The window: display, clock, the stack of scenes, and what they share."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.before_display import TITLE
from game.folders import UserFolders
from game.glossary import with_meanings
from game.library import Library, Shelves
from game.memory import collect_and_trim
from game.reader.reader import EVENT, HUSH, Reader
from game.rules_seen import load_met, save_met
from game.screens import Screens
from game.settings import Settings, save_settings
from game.settling import Settling
from game.sound import CLASSES, SoundBox
from game.stack import Change, Home, Pop, Push, Quit, Replace, Shown
from game.ui.fonts import FontBook
from game.ui.latin import with_latin_key
from game.ui.theme import Palette, colour_blind_safe, palette_named
from game.ui.tree import Tree
from game.window_icon import give_icon
from game.words import tr
from rules import SYSTEMS
from rules.kernel.writer import Writer

FRAME_MS = 16
IDLE_MS = 250
BACKGROUND_MS = 20  # between two frames while background work is running
NAP_MS = 20  # between two polls for events: the longest an input waits
LEAST_BITS = 24  # bits per pixel: smooth scaling needs at least these


TOUCHES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
ONCE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE)  # keys that do not repeat when held


class App:
    """The running program: one window, one widget tree, a stack of scenes.

    `screens` opens every screen by a typed function, see game/screens.py; it is passed in, so that neither the app nor
    a screen needs to import another screen.
    """

    def __init__(
        self, folders: UserFolders, settings: Settings, notices: list[str], screens: Callable[[App], Screens]
    ) -> None:
        self.folders = folders
        self.settings = settings
        self.notices = [notice for notice in notices if notice]  # shown once, on the title screen
        self.systems = SYSTEMS
        self.shelves = Shelves(folders.own)
        self.library: Library = self.shelves.library(SYSTEMS)
        self.writer = Writer()  # writes that can be delayed a moment
        self.met = load_met(folders.settings)  # the rules this player has met
        self.book = FontBook()
        self.sound = SoundBox({kind: volume / 100 for kind, volume in settings.volumes.items()})
        self.sound.set_muted(settings.muted)
        self.sound.set_musical(settings.music)
        self.palette_wanted = "night"  # requested by the scene; the setting may override it
        self.scenes: list[Shown] = []
        self.clock: Callable[[], int] = pygame.time.get_ticks  # tests replace it
        self.settling = Settling()
        self.touched_ms = 0  # when a key, a button or the mouse was last used
        self._hid = False  # the window is hidden for a moment
        self._held: set[int] = set()  # keys of ONCE that are down
        self.running = True
        self._littered = False  # a screen has been left since memory was last tidied
        self.background: list[Callable[[], None]] = []  # called in every frame, whatever screen is on top
        give_icon()
        self._open_window()
        self.tree = Tree(self.surface.get_size(), self.palette, settings.ui_scale, self.book)
        self.tree.explain = with_meanings
        self.screens = screens(self)
        self.reader = Reader(TITLE, folders.logs)  # silent until it is started

    # ------------------------------------------------------------------ the window

    def _open_window(self) -> None:
        """Open or change the window; use a normal window if full screen is not available. Raises pygame.error."""
        full = self.settings.fullscreen
        flags = pygame.RESIZABLE | (pygame.FULLSCREEN if full else 0)
        try:
            self.surface = pygame.display.set_mode((0, 0) if full else self.settings.window, flags)
        except pygame.error:
            if not full:
                raise
            self.settings.fullscreen = False
            return self._open_window()
        if self.surface.get_bitsize() < LEAST_BITS:  # SDL converts our colours to those of the display
            self.surface = pygame.display.set_mode(self.surface.get_size(), flags | pygame.SCALED)
        pygame.display.set_caption(TITLE)
        return None

    def toggle_fullscreen(self) -> None:
        """Toggle full screen; the window's size is kept."""
        self.settings.fullscreen = not self.settings.fullscreen
        self._open_window()
        self.tree.resize(self.surface.get_size())
        self.save_settings()

    @property
    def palette(self) -> Palette:
        """The palette in use: the player's, or the one the scene asks for."""
        chosen = self.settings.palette
        palette = palette_named(self.palette_wanted if chosen == "auto" else chosen)
        return colour_blind_safe(palette) if self.settings.colour_safe else palette

    def want_palette(self, name: str) -> None:
        """Use the palette a scene asks for (night or day) unless the player chose one."""
        self.palette_wanted = name
        if self.tree.palette.name != self.palette.name:
            self.tree.set_palette(self.palette)

    def apply_settings(self) -> None:
        """Apply changed settings at once: palette, scale and volumes."""
        self.tree.set_palette(self.palette)
        self.tree.set_scale(self.settings.ui_scale)
        self.sound.set_muted(self.settings.muted)
        self.sound.set_musical(self.settings.music)
        for kind, volume in self.settings.volumes.items():
            if kind in CLASSES:
                self.sound.set_volume(kind, volume / 100)
        self.rebuild()

    def start_reader(self, mode: str = "") -> None:
        """Start screen-reader support and our own voice as the settings say; `mode` overrides the setting this time."""
        self.reader.start(mode or self.settings.reader, self.settings.voice and mode != "off", self._hide_window)
        if self._hid:
            self._reopen_window(pygame.SHOWN)

    def _hide_window(self) -> int:
        """Hide the window (screen readers on Windows and macOS attach to a hidden one) and return its handle."""
        self._hid = True
        self._reopen_window(pygame.HIDDEN)
        return int(pygame.display.get_wm_info()["window"])

    def _reopen_window(self, flag: int) -> None:
        """Open the same window again, hidden or shown."""
        flags = pygame.FULLSCREEN if self.settings.fullscreen else pygame.RESIZABLE
        self.surface = pygame.display.set_mode(self.surface.get_size(), flags | flag)
        self._hid = flag == pygame.HIDDEN
        self.tree.mark_all()

    def save_settings(self) -> str:
        """Write the settings; return the reason if they could not be written."""
        return save_settings(self.folders.settings, self.settings)

    def reload_own_files(self) -> None:
        """Reload the player's own folder: a battle was saved there or copied in from outside."""
        self.library = self.library.with_own(SYSTEMS, self.folders.own)

    def meet(self, kind: str, rules: Iterable[str]) -> None:
        """Record that rules were seen, used, looked up or shown on a hint card (teach/rules_seen.py); write only what
        is new.
        """
        if self.met.note(kind, rules):
            self.writer.put(partial(save_met, self.folders.settings, deepcopy(self.met)))

    # ------------------------------------------------------------------ scenes

    @property
    def scene(self) -> Shown:
        """The scene on top."""
        return self.scenes[-1]

    def change(self, change: Change) -> None:
        """Carry out what a scene asked for."""
        match change:
            case Push(scene):
                if self.scenes:
                    self.scene.on_leave()
                self.scenes.append(scene)
            case Pop():
                self._close_scene()
            case Replace(scene):
                self._close_scene()
                self.scenes.append(scene)
            case Home():
                while len(self.scenes) > 1:
                    self._close_scene()
            case Quit():
                while self.scenes:
                    self._close_scene()
        if not self.scenes:
            self.running = False
            self.writer.drain()
            return
        self.rebuild()
        self.scene.on_enter()

    def _close_scene(self) -> None:
        scene = self.scenes.pop()
        scene.on_leave()
        scene.on_close()
        self._littered = True

    def rebuild(self) -> None:
        """Build the top scene's widgets again."""
        if self.scenes:
            self.tree.set_root(self.scene.build())

    # ------------------------------------------------------------------ the loop

    def loop(self) -> None:
        """Run until the last scene is gone: sleep until something happens, draw only what changed."""
        clock = pygame.time.Clock()
        while self.running:
            if self.scene.animating:
                clock.tick(1000 // FRAME_MS)
                events = pygame.event.get()
            else:
                events = self.events_when_idle()
            for event in events:
                self.handle(event)
                if not self.running:
                    return
            self.frame()

    def events_when_idle(self) -> list[pygame.Event]:
        """Return events as they come; none when the scene wants its next tick.

        `pygame.event.wait` would wake every ms.
        """
        wait = self.scene.waiting_ms
        if self.background:
            wait = BACKGROUND_MS if wait is None else min(wait, BACKGROUND_MS)
        until = time.monotonic() + (IDLE_MS if wait is None else max(1, min(IDLE_MS, wait))) / 1000
        while not (events := pygame.event.get()):
            self.tidy()
            left = until - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(NAP_MS / 1000, left))
        return events

    def tidy(self) -> None:
        """Collect the garbage of screens that were left: reference cycles keep megabytes of pictures alive."""
        if self._littered:
            self._littered = False
            collect_and_trim()

    def frame(self) -> None:
        """Do one tick and, when something changed, draw once."""
        now = self.clock()
        for work in tuple(self.background):
            work()
        self.tree.tick(now)
        self.scene.tick(now)
        if not self.running:
            return
        self._note_what_is_shown()
        self.sound.tick(now)
        dirty = self.tree.draw(self.surface)
        if dirty:
            pygame.display.update(dirty)
        self.reader.look(self.tree, tr(self.scene.title), bool(dirty))

    def handle(self, event: pygame.Event) -> None:
        """Handle one event: first the window's own, then the widgets', then the scene's keys."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            event = with_latin_key(event)
        if event.type == pygame.QUIT:
            self.change(Quit())
            return None
        if event.type == EVENT:
            self.reader.handle(event.told, self.tree)
            return None
        if event.type == pygame.KEYDOWN and event.key in HUSH:
            self.reader.silence()
        if event.type in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST):
            self.reader.focus_changed(event.type == pygame.WINDOWFOCUSGAINED)
            self.sound.set_away(event.type == pygame.WINDOWFOCUSLOST)
            return None
        if event.type == pygame.VIDEORESIZE:
            self._on_resize(event.size)
            return None
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.tree.mark_all()
            return None
        if event.type == pygame.DROPFILE:
            self.screens.open_file(Path(event.file))
            return None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.toggle_fullscreen()
            return None
        if event.type in TOUCHES:
            self.touched_ms = pygame.time.get_ticks()
        if self._is_key_repeat(event) or self.settling.swallows(event, self.clock()):
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.scene.before_click(event.pos):
            return self._note_what_is_shown()
        if not self.tree.handle(event) and event.type == pygame.KEYDOWN:
            self.scene.key(event)
        self._note_what_is_shown()
        return None

    def _note_what_is_shown(self) -> None:
        """Notice when a press now means something else: another page, dialog or position is shown."""
        if self.running:
            dialog = id(self.tree.top) if self.tree.top.modal else 0
            self.settling.look((id(self.scene), dialog, self.scene.meaning), self.clock())

    def _is_key_repeat(self, event: pygame.Event) -> bool:
        """Return whether a press of a key in ONCE is only a repeat: the key is held, or we were slow to read it."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        if event.type != pygame.KEYDOWN or event.key not in ONCE or not hasattr(event, "scancode"):
            return False
        held = event.key in self._held
        self._held.add(event.key)
        return held

    def _on_resize(self, size: tuple[int, int]) -> None:
        self.surface = pygame.display.get_surface() or self.surface
        self.tree.resize(self.surface.get_size())
        if not self.settings.fullscreen:
            self.settings.window = (size[0], size[1])
