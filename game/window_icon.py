"""The icon of the window."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pygame

from game.program import HOME

ICONS = HOME / "assets" / "icons"
ICON_SIZE = 64


def give_icon(folder: Path = ICONS) -> None:
    """Set the icon before the window is opened. A missing or broken icon is skipped."""
    with suppress(OSError, pygame.error):
        pygame.display.set_icon(pygame.image.load(folder / f"{ICON_SIZE}.png"))
