"""The cost of the window: redrawing a large map; then the real window."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
from msgspec.structs import replace

from game.boards.board import Board
from game.boards.board_factory import make_board
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from release.makers.bench_measure import COLUMNS, ROWS, Figure, blank_sheet, milliseconds
from release.makers.bench_real_window import real_window_figures
from release.makers.bench_table import table_figures
from rules.kernel import hexes
from rules.kernel.view import Badge, Hull, Piece, Prompt, Score, View

SIZE = (1920, 1080)
DIVISIONS = 40
FRAME_MS = 16
LEAST_FRAMES = 50  # least frames a second while something moves
WARMING = 20  # warm-up frames, which fill the caches


def window_figures(work: int) -> Iterator[Figure]:
    """Measure a redraw against a plain copy of the frame, then the real window on the null driver."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(SIZE)
    board = make_board("hex", blank_sheet(), None, palette_named("night"), FontBook())
    board.resize(pygame.Rect((0, 0), SIZE))
    board.set_view(crowded_view())
    first_ms = milliseconds(lambda: board.draw(screen), 1)
    redraw_ms = milliseconds(lambda: board.draw(screen), 3 * work)
    page = screen.copy()
    copy_ms = milliseconds(lambda: screen.blit(page, (0, 0)), 10 * work)
    what = f"{COLUMNS} by {ROWS} hexes with {DIVISIONS} divisions at {SIZE[0]} by {SIZE[1]}"
    yield Figure(f"first drawing of {what}", first_ms, "ms", 2000, "below")
    yield Figure("full redraw of the same", redraw_ms, "ms", 8, "below", "null driver")
    yield Figure(
        "full redraw to one copy of the frame", redraw_ms / copy_ms, "times", 5, "below", f"copy {copy_ms:.2f} ms"
    )
    yield _moving(board, screen, work)
    yield from table_figures(screen, work)
    pygame.display.quit()
    yield from real_window_figures()


def _moving(board: Board, screen: pygame.Surface, work: int) -> Figure:
    """Measure a frame of the same board while sea, fires and smoke move: each frame has another time."""
    view = crowded_view()
    burning = Badge("fire", "F", "on fire")
    pieces = [
        replace(piece, badges=(burning,)) if number % 8 == 1 else piece for number, piece in enumerate(view.pieces)
    ]
    board.set_view(replace(view, pieces=tuple(pieces)))

    def frame() -> None:
        board.moment += FRAME_MS
        board.draw(screen)

    for _ in range(WARMING):
        frame()
    what = f"a frame of it while sea, {len(pieces) // 8} fires and their smoke move"
    return Figure(what, milliseconds(frame, 10 * work), "ms", 1000 / LEAST_FRAMES, "below", "null driver")


def crowded_view() -> View:
    """Return a view of forty divisions spread over the map, half of each side."""
    hull = Hull(name="Fletcher", type="DD", length_ft=376, beam_ft=40, turrets=((150, 1), (800, 1)), funnels=(400, 500))
    pieces = tuple(
        Piece(
            id=f"d{number}",
            side=("usn", "ijn")[number % 2],
            name=f"Division {number}",
            at=(hexes.hex_number(3 + 7 * (number % 8), 4 + 7 * (number // 8)),),
            facing=number % 6,
            hulls=(hull,) * (1 + number % 4),
            text="4 hexes N",
            badges=(Badge("smoke", "S", "smoke card"),) if number % 3 == 0 else (),
        )
        for number in range(DIVISIONS)
    )
    return View(
        side="",
        turn=1,
        turns=10,
        clock="01:48",
        phases=(),
        prompt=Prompt(side="usn", title="", text="", rule=""),
        pieces=pieces,
        markers=(),
        scores=(Score("usn", "United States", 0, ()), Score("ijn", "Japan", 0, ())),
    )
