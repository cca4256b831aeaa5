"""The verbs that make a picture: `share --as picture` and `reference --out FILE.png`. Only these two need pygame."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

import pygame

from game.console.reference import write_reference
from game.console.share import share_as
from game.hud.screenshot import as_picture, picture_bytes
from game.skins import load_skin
from game.teach.quick_reference import Reference
from game.teach.reference_picture import draw_pages, draw_reference
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from rules.kernel.session import Session


def share_picture_verb(args: Namespace) -> int:
    """`share --as picture`: write a picture of the board as a side sees it."""
    return share_as(args, _picture)


def _picture(session: Session, side: str, _kind: str) -> bytes:
    pygame.font.init()
    night = session.scenario.conditions.get("night", "yes") != "no"
    palette = palette_named(load_skin(session.system.key).palette if night else "day")
    return picture_bytes(as_picture(session, side, palette, FontBook()))


def reference_picture_verb(args: Namespace) -> int:
    """Run `reference SYSTEM --out FILE.png`: the sheet as a picture, or with --paper as pages FILE-1.png,
    FILE-2.png.
    """
    return write_reference(args, ".png", lambda sheet, path: _save(sheet, path, args.paper or ""))


def _save(sheet: Reference, path: Path, paper: str) -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    if not paper:
        path.write_bytes(picture_bytes(draw_reference(sheet, FontBook())))
        return
    for number, page in enumerate(draw_pages(sheet, FontBook(), paper), 1):
        path.with_stem(f"{path.stem}-{number}").write_bytes(picture_bytes(page))
