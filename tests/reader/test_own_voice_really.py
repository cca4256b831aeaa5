"""Our own voice against the real speech-dispatcher: started by the game itself, heard, cut off, silenced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.scenes.openers import AllScreens
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from tests.conftest import SOAK
from tests.reader.aloud import Heard, lacking, stop_service
from tests.reader.test_voice import key, run

pytestmark = [
    pytest.mark.skipif(bool(lacking("speech-dispatcher")), reason=lacking("speech-dispatcher")),
    pytest.mark.skipif(not SOAK, reason="a part of make soak"),
]


@pytest.fixture
def speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Heard]:
    """Provide a computer with a speech service that does not run yet; `param`: whether its voice is slow."""
    service = tmp_path / "run"
    service.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(service))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "")
    monkeypatch.delenv("SPEECHD_ADDRESS", raising=False)
    yield Heard(tmp_path, request.param)
    stop_service(service)


@pytest.fixture
def app(speech: Heard, tmp_path: Path) -> Iterator[App]:
    """Provide the title page, which speaks."""
    made = App(find_folders(str(tmp_path / "user")), Settings(voice=True, reader="off"), [], AllScreens)
    made.change(Push(TitleScene(made)))
    made.start_reader()
    yield made
    made.reader.stop()


@pytest.mark.parametrize("speech", [False], indirect=True)
def test_the_service_is_started_and_what_has_the_focus_is_heard(speech: Heard, app: App) -> None:
    run(app, "Play", lambda: speech.has("Play, button"))
    key(app, pygame.K_TAB)
    run(app, "Learn", lambda: speech.has("Learn, button, Lessons, the first in five minutes"))
    key(app, pygame.K_RETURN)
    run(app, "the next page", lambda: speech.has("Learn, button", "Lessons", "1 Learn in five minutes"))
    assert app.reader.speaking and app.reader.voice_fault == ""


@pytest.mark.parametrize("speech", [True], indirect=True)
def test_the_newest_words_cut_off_the_older_and_ctrl_cuts_off_all(speech: Heard, app: App) -> None:
    run(app, "Play", lambda: speech.has("Play, button"))
    key(app, pygame.K_TAB)
    run(app, "Learn", lambda: speech.has("Play, button", "Learn, button"))
    assert speech.count_spoken() == 0 and speech.speaking()
    key(app, pygame.K_LCTRL)
    run(app, "silence", lambda: not speech.speaking())
    assert speech.count_spoken() == 0
