"""What every window of the tests needs is made once in a process: charts painted, fonts opened, sounds read.

No test waits for the disk: only a power cut would show the difference, and tests/kernel has a disk of its own for that.

The program itself opens one window and makes each of these once. A tile is shared only between charts of equal paper,
ink, scale and language; whoever paints, letters or reads it the first time does so by the program's own code.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pygame
import pytest

from game import sound
from game.boards.tiled_chart import TiledChart
from game.sound import SoundBox
from game.ui.fonts import FontBook
from game.words import in_use
from rules.kernel.storage import Storage

TILES_KEPT = 400  # 1 MiB each
PAPER = ("sheet", "ground", "scenery", "inks", "land", "ui_scale")  # what a chart is painted from

Tile = tuple[Any, ...]


def once_a_process(patch: pytest.MonkeyPatch) -> None:
    """Let all windows of this process share what they would make alike."""
    for name in ("fsync", "fsync_folder"):  # what is killed in a test is the program, not the power
        patch.setattr(Storage, name, lambda *_: None)
    _tiles(patch)
    _fonts(patch)
    _sounds(patch)


def _tiles(patch: pytest.MonkeyPatch) -> None:
    kept: OrderedDict[Tile, pygame.Surface] = OrderedDict()
    paint = TiledChart._paint_tile

    def paint_once(chart: TiledChart, zoom: float, i: int, j: int) -> pygame.Surface:
        paper = tuple(getattr(chart, name, None) for name in PAPER)
        key = (type(chart), paper, in_use(), zoom, i, j)
        if key not in kept:
            kept[key] = paint(chart, zoom, i, j)
            if len(kept) > TILES_KEPT:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]

    patch.setattr(TiledChart, "_paint_tile", paint_once)


def _fonts(patch: pytest.MonkeyPatch) -> None:
    fonts: dict[tuple[str, int], pygame.font.Font] = {}
    widths: dict[tuple[str, str, int], int] = {}
    begin = FontBook.__init__

    def begin_book(book: FontBook, budget_bytes: int = 24_000_000) -> None:
        begin(book, budget_bytes)
        if not fonts:
            pygame.register_quit(fonts.clear)  # fonts do not outlive a window that quits pygame
        book._fonts, book._widths = fonts, widths

    patch.setattr(FontBook, "__init__", begin_book)


def _sounds(patch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[Any, ...], pygame.mixer.Sound | None] = {}
    read = SoundBox._sound

    def load_sound(box: SoundBox, name: str, *file: str) -> pygame.mixer.Sound | None:
        key = (sound.FOLDER, name, *file)
        if not kept:
            pygame.register_quit(kept.clear)
        if key in kept and name not in box._sounds:
            box._sounds[name] = kept[key]
        kept[key] = read(box, name, *file)
        return kept[key]

    patch.setattr(SoundBox, "_sound", load_sound)
