"""The quick-reference sheet as files in the player's folder: a page to print and a picture."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from itertools import count
from pathlib import Path

import pygame

from game.teach.quick_reference import as_html, reference
from game.teach.reference_picture import draw_reference
from game.ui.fonts import FontBook
from rules.kernel.storage import write_whole
from rules.kernel.system import System


def write_sheet(folder: Path, system: System, options: Mapping[str, bool], book: FontBook) -> tuple[Path, Path]:
    """Write the sheet under these options to two new files, `.html` and `.png`. Raises NotSaved or OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    sheet = reference(system, options)
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{system.key}-quick-reference"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        page, picture = folder / f"{name}.html", folder / f"{name}.png"
        if not page.exists() and not picture.exists():
            break
    write_whole(page, as_html(sheet).encode("utf-8"))
    stream = BytesIO()
    pygame.image.save(draw_reference(sheet, book), stream, "sheet.png")
    write_whole(picture, stream.getvalue())
    return page, picture
