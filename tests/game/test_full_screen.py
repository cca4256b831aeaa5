"""Full screen where the display does not have it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.game.screens import app_in


def test_a_display_without_full_screen_keeps_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path)
    set_mode, size = pygame.display.set_mode, app.surface.get_size()

    def refusing(wanted: tuple[int, int], flags: int = 0) -> pygame.Surface:
        if flags & pygame.FULLSCREEN:
            raise pygame.error("no full screen")
        return set_mode(wanted, flags)

    monkeypatch.setattr(pygame.display, "set_mode", refusing)
    app.toggle_fullscreen()
    assert app.surface.get_size() == size and not app.settings.fullscreen
