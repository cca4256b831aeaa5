"""A dialog that shows a picture file, as wide as the window allows, with scrolling."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.hud.menus import dialog
from game.ui import widgets as ui
from game.words import tr

MOST_WIDE = 1100  # unscaled units
AROUND = 190  # unscaled height of the dialog without the picture


class ScaledPicture(ui.Widget):
    """A picture scaled to the available width."""

    kind = "picture"

    def __init__(self, picture: pygame.Surface, words: str, id: str = "") -> None:
        super().__init__(id)
        self.picture, self.words = picture, words
        self._scaled = pygame.Surface((0, 0))

    def natural_width(self) -> int:
        return self.picture.get_width()

    def least_width(self) -> int:
        return self.px(80)

    def height_at(self, width: int) -> int:
        wide, high = self.picture.get_size()
        return max(1, high * min(width, wide) // max(1, wide))

    def spoken_text(self) -> str:
        return self.words

    def paint(self, surface: pygame.Surface) -> None:
        size = (min(self.rect.w, self.picture.get_width()), self.height_at(self.rect.w))
        if self._scaled.get_size() != size:
            self._scaled = pygame.transform.smoothscale(self.picture, size)
        surface.blit(self._scaled, self.rect.topleft)


def picture_dialog(app: App, path: Path) -> None:
    """Show a picture that has just been written. Raises OSError if it cannot be read."""
    wide, high = app.tree.size[0] / app.tree.scale, app.tree.size[1] / app.tree.scale
    picture = ScaledPicture(pygame.image.load(path).convert(), path.name, "picture")
    body = ui.ScrollView(picture, "picture_scroll", height=max(120, high - AROUND))
    dialog(app, path.name, body, ((tr("Close"), "picture_close", None),), "picture_dialog", min(MOST_WIDE, wide - 60))
