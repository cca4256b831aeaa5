"""Make files that take a few seconds (report, film, print and play) with a progress bar; Escape stops."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from game.app import App
from game.hud.game_history import eyes_allowed
from game.hud.menus import dialog
from game.paper.play_aids_pdf import kit_pdf
from game.progress import Progress, Stopped
from game.report.film import film_bytes
from game.report.notes import Notes, notes_of
from game.report.page import TooLarge, report_bytes
from game.scenes import start
from game.table.player_types import player_type
from game.table.sharing import SHARED, write_shared
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved
from rules.players import HUMAN

LOOK_MS = 60  # between checks of the window while a file is made
PAPERS = (("A4", "a4"), ("Letter", "letter"))


def make_report(app: App, session: Session, side: str, notes: Notes | None = None) -> None:
    """Write the battle report of a game as a side may see it, with this player's notes, or the given ones."""
    noted = notes if notes is not None else notes_on(app, session)
    players = {key: "" if kind == HUMAN else player_type(kind)[0] for key, kind in session.players.items()}

    def build_report(progress: Progress) -> bytes:
        return report_bytes(session, viewer_of_export(session, side), noted, players, app.book, progress)

    _make(app, session, "report", build_report)


def make_film(app: App, session: Session, side: str) -> None:
    """Write the film of a game as a side may see it."""

    def build_film(progress: Progress) -> bytes:
        return film_bytes(session, viewer_of_export(session, side), ".webp", app.book, progress)

    _make(app, session, "film", build_film)


def print_dialog(app: App, session: Session) -> None:
    """Ask for the paper size, and write the battle's counters, cards, charts and map for a real table."""
    words = ui.RichText(
        tr(
            "Set-up sheets, counters, cards, templates, map and charts in one PDF. Print it at 100 % for the "
            "correct size. With *physical dice* (`play --text --referee`) the program referees the game on your "
            "table."
        ),
        "print_words",
    )

    def make(paper: str) -> None:
        _make(app, session, "print", lambda progress: kit_pdf(session, paper, app.book, progress))

    buttons = (
        (tr("Cancel"), "print_cancel", None),
        *((name, f"print_{key}", partial(make, key)) for name, key in reversed(PAPERS)),
    )
    dialog(app, tr("Print and play"), words, buttons, "print", 520)


def viewer_of_export(session: Session, side: str) -> str:
    """Return the viewer for an export: the referee if allowed, otherwise the asking side."""
    allowed = eyes_allowed(session)
    return "" if "" in allowed else side if side in allowed else allowed[0]


def notes_on(app: App, session: Session) -> Notes:
    """Return the player's notes about this battle."""
    return notes_of("\n\n".join(app.settings.notes.get(f"{session.system.key}/{session.scenario.key}", ())))


def _make(app: App, session: Session, kind: str, made: Callable[[Progress], bytes]) -> None:
    """Make a file with a progress bar, save it in the folder for shared files and show its path; or say why not."""
    bar = ui.ProgressBar(0.0, "making_bar", colour="gold", width=380)
    words = ui.Label(tr("Press Escape to stop."), "making_words", colour="ink_soft")
    modal = dialog(
        app, tr("Creating the {what} …", what=tr(WORDS[kind])), ui.Column(bar, words, gap=8), (), "making", 440
    )
    look = ProgressWatcher(app, bar)
    message: tuple[str, str]
    try:
        look(0.0)
        path: Path = write_shared(app.folders.saves / SHARED, session, kind, made(look))
        message = tr("Done"), tr("The {what} was saved as\n**{path}**", what=tr(WORDS[kind]), path=ui.escape(str(path)))
    except Stopped:
        message = tr("Stopped"), tr("The {what} was not created.", what=tr(WORDS[kind]))
    except (NotSaved, OSError, TooLarge) as error:
        message = tr("Cannot write the file"), ui.escape(str(error))
    app.tree.close(modal)
    start.show_message(app, *message, "made")


WORDS = {"report": tr_noop("battle report"), "film": tr_noop("film"), "print": tr_noop("PDF")}


class ProgressWatcher:
    """Shows progress and listens for Escape; nothing else in the window runs meanwhile."""

    def __init__(self, app: App, bar: ui.ProgressBar) -> None:
        self.app, self.bar = app, bar
        self._last = -LOOK_MS

    def __call__(self, share: float) -> None:
        """Report progress. May be called often. Raises Stopped."""
        now = pygame.time.get_ticks()
        if now - self._last < LOOK_MS:
            return
        self._last = now
        self.bar.set(min(1.0, share))
        dirty = self.app.tree.draw(self.app.surface)
        if dirty:
            pygame.display.update(dirty)
        pressed = pygame.event.get((pygame.KEYDOWN, pygame.QUIT))
        for event in pressed:
            if event.type == pygame.QUIT:
                pygame.event.post(event)
                raise Stopped
            if event.key == pygame.K_ESCAPE:
                raise Stopped
