"""The cost of drawing a crowded table: ships, torpedo wedges and minefields at full size."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards.overlay import Overlay
from game.boards.table_board import TableBoard
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from release.makers.bench_measure import Figure, milliseconds
from rules.kernel import inches
from rules.kernel.inches import INCH
from rules.kernel.view import Badge, Bar, Ground, Hull, Marker, Piece, Prompt, Score, View

MODELS, WEDGES, CIRCLES = 40, 30, 10
TABLE = Ground(kind="table", size=(72 * INCH, 48 * INCH), unit="inch", scale="1 inch = 200 yards")


def table_figures(screen: pygame.Surface, work: int) -> Iterator[Figure]:
    """Measure redrawing of a whole crowded table, and of a close-up."""
    board = TableBoard(TABLE, palette_named("day"), FontBook())
    board.resize(screen.get_rect())
    board.set_view(crowded_table())
    board.set_overlay(Overlay(selected="s0"))
    first_ms = milliseconds(lambda: board.draw(screen), 1)
    what = f"table with {MODELS} models, {WEDGES} torpedo wedges and {CIRCLES} minefields"
    yield Figure(f"first drawing of a {what}", first_ms, "ms", 2000, "below")
    yield Figure("full redraw of the same", milliseconds(lambda: board.draw(screen), 3 * work), "ms", 8, "below")
    board.zoom_at(screen.get_rect().center, 4)
    board.draw(screen)
    yield Figure("full redraw of it close up", milliseconds(lambda: board.draw(screen), 3 * work), "ms", 8, "below")


def crowded_table() -> View:
    """Return five lines of ships with wakes, torpedoes between them, minefields around."""
    hulls = (
        Hull(name="Mikasa", type="BB", length_ft=432, beam_ft=76, turrets=((200, 2), (800, 2)), funnels=(440, 540)),
        Hull(name="Harusame", type="DD", length_ft=227, beam_ft=22, funnels=(330, 400, 520, 590), tubes=(680, 880)),
    )
    pieces, markers = [], []
    for number in range(MODELS):
        line, place = divmod(number, 8)
        at, facing = ((12 + 6 * place + line) * INCH, (6 + 9 * line) * INCH), 90 - 20 * line
        side = ("jp", "ru")[line % 2]
        pieces.append(
            Piece(
                id=f"s{number}", side=side, name=f"Ship {number}", at=at, facing=facing, hulls=(hulls[number % 2],),
                bars=(Bar("Speed", 8 - number % 8, 8),), badges=(Badge("fire", "F", ""),) if number % 3 == 0 else (),
            )
        )  # fmt: skip
        markers.append(Marker(kind="wake", places=(inches.move(at, facing + 180, 5 * INCH), at), side=side))
    for number in range(WEDGES):
        start, wide = ((6 + 6 * (number % 10)) * INCH, (8 + 14 * (number // 10)) * INCH), 1 + number % 2
        corners = inches.wedge(start, 37 * number, wide * INCH, 2 * wide * INCH, 6 * INCH)
        markers.append(Marker(kind="wedge", places=corners, value=1 + number % 4, side=("jp", "ru")[number % 2]))
    for number in range(CIRCLES):
        centre = ((6 + 6 * number) * INCH, (40 - 8 * (number % 3)) * INCH)
        reach, mines = (2 + number % 4) * INCH, 10 + number
        markers.append(Marker(kind="circle", places=(centre,), side="ru", value=reach, facing=mines, text="density 7"))
    markers += [Marker(kind="ring", places=(pieces[0].at,), value=reach * INCH, side="jp") for reach in (4, 24, 48)]
    return View(
        side="",
        turn=1,
        turns=10,
        clock="",
        phases=(),
        prompt=Prompt(side="jp", title="", text="", rule=""),
        pieces=tuple(pieces),
        markers=tuple(markers),
        scores=(Score("jp", "Japan", 0, ()), Score("ru", "Russia", 0, ())),
        ground=TABLE,
    )
