"""The link of Windows and macOS, as far as it can be tested elsewhere: the window is hidden for it and shown again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.reader import in_process_link, reader
from tests.pictures import screen


class Adapter:
    """AccessKit's adapter, as far as it is used. Its handlers put what they are given in a queue."""

    made: list[Adapter] = []

    def __init__(self, window: int, on: Any, act: Any) -> None:
        self.window, self.on, self.act = window, on, act
        self.updates: list[Any] = []
        Adapter.made.append(self)

    def update_if_active(self, factory: Any) -> None:
        self.updates.append(factory())


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """As on Windows; the flags each window was made with."""
    flags: list[int] = []
    set_mode = pygame.display.set_mode

    def note_size(size: tuple[int, int], flag: int = 0) -> pygame.Surface:
        flags.append(flag)
        return set_mode(size, flag)

    Adapter.made.clear()
    fake = type("Windows", (), {"SubclassingAdapter": Adapter})
    monkeypatch.setattr(in_process_link.accesskit, "windows", fake, raising=False)  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(pygame.display, "get_wm_info", lambda: {"window": 77})
    monkeypatch.setattr(pygame.display, "set_mode", note_size)
    return flags


@pytest.mark.skipif(in_process_link.accesskit is None, reason="accesskit package is missing")  # type: ignore[attr-defined]
def test_the_adapter_is_made_while_the_window_is_hidden_and_told_all_when_a_reader_asks(
    windows: list[int], tmp_path: Path
) -> None:
    app = screen("title", "1280", tmp_path)
    app.start_reader("auto")
    assert [bool(flag & pygame.HIDDEN) for flag in windows[-2:]] == [True, False]
    (adapter,) = Adapter.made
    assert adapter.window == 77 and not app.reader.active
    assert adapter.on() is None  # as the library requires: a handler gives None and runs no Python
    for _ in range(3):
        app.frame()
        for event in pygame.event.get(reader.EVENT):
            app.handle(event)
    assert app.reader.listened and adapter.updates
    app.reader.stop()
