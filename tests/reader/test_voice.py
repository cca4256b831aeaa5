"""The program's own voice: the real second process, and a speech service on a socket that records its messages."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.reader import voice
from game.reader.reader import LOG
from game.scenes.openers import AllScreens
from game.scenes.settings import SettingsScene
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from tests.reader.desktop import until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the second process is Linux's")


class Service:
    """speech-dispatcher, as far as its protocol goes. `deaf`: it takes calls and never answers."""

    def __init__(self, folder: Path, deaf: bool = False) -> None:
        self.told: list[str] = []
        self.deaf = deaf
        path = folder / "speech-dispatcher" / "speechd.sock"
        path.parent.mkdir()
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.bind(str(path))
        self.line.listen(2)
        self.open: list[socket.socket] = []
        Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                call, _ = self.line.accept()
                self.open.append(call)
                Thread(target=self.answer, args=(call,), daemon=True).start()

    def answer(self, call: socket.socket) -> None:
        speaking = False
        with suppress(OSError):
            for line in call.makefile("r", encoding="utf-8", newline="\r\n"):
                words = line.rstrip("\r\n")
                self.told.append(words)
                if self.deaf:
                    continue
                if speaking and words != ".":
                    continue
                answer = "225 OK QUEUED" if speaking else "230 OK RECEIVING" if words == "SPEAK" else "208 OK"
                speaking = words == "SPEAK"
                call.sendall(f"{answer}\r\n".encode())

    def stop(self) -> None:
        for call in (*self.open, self.line):
            with suppress(OSError):
                call.shutdown(socket.SHUT_RDWR)
            call.close()


@contextmanager
def speaking(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """Provide an app on its title page with its voice on; there is no bus, and no service but the test's."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "")
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    monkeypatch.setenv("PATH", str(folder))  # so that no service of this machine is started
    app = App(find_folders(str(folder / "user")), Settings(voice=True, reader="off"), [], AllScreens)
    app.change(Push(TitleScene(app)))
    app.start_reader()
    try:
        yield app
    finally:
        app.reader.stop()


def run(app: App, words: str, found: Callable[[], object]) -> None:
    """Let the program go on until something is so."""

    def step() -> object:
        for event in pygame.event.get():
            app.handle(event)
        app.frame()
        return found()

    until(words, step, 30)


def key(app: App, code: int) -> None:
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
    app.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))


def test_the_focus_is_spoken_the_newest_words_win_and_ctrl_silences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(tmp_path)
    with speaking(tmp_path, monkeypatch) as app:
        run(app, "Play", lambda: any(line.startswith("Play, button") for line in service.told))
        key(app, pygame.K_TAB)
        run(app, "Learn", lambda: any(line.startswith("Learn, button, Lessons") for line in service.told))
        at = next(number for number, line in enumerate(service.told) if line.startswith("Learn"))
        assert service.told[at - 2 : at] == ["CANCEL self", "SPEAK"]  # what was being said is cut off first
        before = len(service.told)
        key(app, pygame.K_LCTRL)
        run(app, "silence", lambda: service.told[before:] == ["CANCEL self"])
    service.stop()


def test_what_is_refused_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(tmp_path)
    with speaking(tmp_path, monkeypatch) as app:
        play = app.tree.find("play")
        play.set_enabled(False, "There is *no* battle.")
        run(app, "the voice", lambda: service.told)
        play.press()
        run(app, "the reason", lambda: any("There is no battle" in line for line in service.told))
    service.stop()


def test_without_a_service_the_settings_say_so_and_all_else_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice, "prism", None)
    with speaking(tmp_path, monkeypatch) as app:
        run(app, "an answer", lambda: app.reader.voice_fault)
        assert app.reader.voice_fault == voice.NO_SERVICE and not app.reader.active
        app.change(Push(SettingsScene(app)))
        app.frame()
        assert voice.NO_SERVICE in app.tree.find("reader_state").spoken_text()
        assert not (app.folders.logs / LOG).exists()


def test_a_service_that_never_answers_or_goes_away_never_holds_the_game_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(tmp_path, deaf=True)
    with speaking(tmp_path, monkeypatch) as app:
        slowest = 0.0
        end = time.monotonic() + 30
        while not app.reader.voice_fault and time.monotonic() < end:
            began = time.monotonic()
            for event in pygame.event.get():
                app.handle(event)
            app.frame()
            key(app, pygame.K_TAB)
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.02)
        assert app.reader.voice_fault and slowest < voice.PATIENCE / 2
    service.stop()


def test_a_service_that_goes_away_is_told_of_in_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(tmp_path)
    with speaking(tmp_path, monkeypatch) as app:
        run(app, "Play", lambda: any(line.startswith("Play") for line in service.told))
        service.stop()

        def is_lost() -> bool:
            key(app, pygame.K_TAB)
            return "stopped answering" in app.reader.voice_fault

        run(app, "a sentence", is_lost)
        assert not app.reader.speaking and os.path.isdir(app.folders.settings)


def test_off_by_default() -> None:
    assert Settings().voice is False
