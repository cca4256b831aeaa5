"""A study on the screen: the replay of its game or of an alternative line, with notes, bookmarks, arrows and rings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

import pygame

from game.app import App
from game.courses import CourseLesson
from game.hit_test import Hit
from game.hud.annotations import Annotations
from game.hud.menus import dialog
from game.report.study_notes import notes_of_study
from game.scenes import start
from game.scenes.book_page import units
from game.scenes.play import PlayScene
from game.scenes.progress_page import make_report
from game.scenes.replay import ReplayScene
from game.stack import Pop, Push, Replace
from game.table.director import Director
from game.table.sharing import put_at
from game.table.study_file import StudyFile
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved
from rules.kernel.study import (
    LONGEST,
    BrokenStudy,
    Study,
    StudyNote,
    lesson_of,
    line_of,
    load_study,
    play_line,
    study_of,
    text_of_study,
)
from rules.kernel.view import Place
from rules.players import HUMAN, Player

STUDIES = "studies"  # the subfolder of saved games for studies
THE_GAME = tr_noop("The game")
NO_NOTE = tr_noop("*No note here.*")
DRAWING = {
    "arrow": tr_noop("Click the start of the arrow, then its end."),
    "ring": tr_noop("Click a place to add or remove a ring."),
}


def open_study(app: App, path: Path) -> None:
    """Open a study at its saved position; if impossible, say why, with file and line."""
    file: StudyFile | None = None
    try:
        file = StudyFile(path)
        scene = StudyScene(app, load_study(path, SYSTEMS), file)
    except (DataError, BrokenStudy, OSError) as error:
        if file is not None:
            file.release()
        start.show_message(app, tr("This study cannot be opened"), ui.escape(f"{path.name}: {error}"), "study_error")
        return
    app.change(Push(scene))


def new_study(app: App, session: Session, number: int) -> None:
    """Begin a study of a game after `number` steps, in a new file."""
    study = study_of(session, tr("{title}, a study", title=session.scenario.title)).but(at=max(0, number - 1))
    try:
        folder = app.folders.saves / STUDIES
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = put_at(folder / f"{session.scenario.key}.yaml", text_of_study(study, session).encode())
    except (NotSaved, OSError) as error:
        start.show_message(app, tr("The study cannot be saved"), ui.escape(str(error)), "study_error")
        return
    app.change(Push(StudyScene(app, study, StudyFile(path))))


class StudyScene(ReplayScene):
    """A study. Every change is saved at once. Raises BrokenStudy, or DataError for its battle."""

    title = tr_noop("Study")

    def __init__(self, app: App, study: Study, file: StudyFile, line: str = "", number: int | None = None) -> None:
        self.study, self.file, self.line = study, file, line
        self.followed = False  # another screen of this study has taken over the file
        self.main = self._play_line("", app)
        super().__init__(app, self._play_line(line, app) if line else self.main)
        self.number = min(self.past.last, (study.at if number is None else number) + 1)
        self.drawing = ""  # what a click on the board draws: arrow or ring
        self.begun: Place | None = None
        self.not_saved = ""
        self.chalk = Annotations(self.pane)
        self.pane.on_click = self.click
        self.pane.on_ping = self.ring

    def _play_line(self, line: str, app: App) -> Session:
        session = play_line(self.study, line, SYSTEMS, app.shelves.scenario, app.shelves.sheet)
        session.study = True  # nothing is hidden in a study: its file contains everything
        return session

    def on_close(self) -> None:
        """Release the study, so that another window may write its file."""
        super().on_close()
        if not self.followed:
            self.file.release()

    # ------------------------------------------------------------------ the current place

    @property
    def path(self) -> Path:
        """Return the study's file."""
        return self.file.path

    @property
    def place(self) -> tuple[int, str]:
        """Return (orders given, the line they belong to); before a line leaves the game, a note belongs to the game."""
        at, line = self.number - 1, self.study.line(self.line)
        return at, (self.line if line is not None and at > line.after else "")

    @property
    def note(self) -> StudyNote:
        """Return the note at this place."""
        return self.study.note(*self.place)

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the replay with the study's drawings over it."""
        root = super().build()
        self.chalk = Annotations(self.pane)
        self._show_note()
        return ui.Stack(root, self.chalk, id="study")

    def _controls(self, width: float) -> ui.Widget:
        wide = width >= 1000
        self.words = ui.RichText("", "study_words", size="large", lines=2)
        names = [tr(THE_GAME), *(line.name for line in self.study.lines)]
        lines = ui.DropDown(
            names, names.index(self.line) if self.line else 0, lambda at: self.take_line(names[at] if at else ""),
            "study_lines", align="centre", width=220 if wide else 150, tooltip=tr("Line"),
        )  # fmt: skip
        made: list[ui.Widget] = [lines]
        for text, id, act, tip in (
            (tr("Note"), "study_note", self.ask_note, tr("Write a comment. *C*")),
            (tr("Bookmark"), "study_mark", self.bookmark, tr("Mark this position. *B*")),
            (tr("Arrow"), "study_arrow", lambda: self.draw("arrow"), "*A*"),
            (tr("Ring"), "study_ring", lambda: self.draw("ring"), "*R*"),
            (tr("Clear marks"), "study_wipe", self.wipe, tr("Remove arrows and rings")),
            (tr("Next mark"), "study_next", self.next_mark, tr("The next note or bookmark. *N*")),
            (tr("Try a line"), "study_try", self.try_line, tr("Give other orders from here. *L*")),
            (tr("Save as lesson"), "study_lesson", self.as_lesson, tr("Each note becomes a step")),
            (
                tr("Save as report"),
                "study_report",
                self.as_report,
                tr("A web page with your notes at their turns"),
            ),
        ):
            made.append(ui.Button(text, act, id, size="small", align="centre", tooltip=tip))
        panel = ui.Panel(self.words, ui.Flow(*made, gap=7), frame="bar", gap=5, pad=(16, 7), id="study_panel")
        controls = super()._controls(width)
        self.on_button.visible = wide and units(self.app)[1] >= 600
        return ui.Column(panel, controls, gap=0)

    def _more(self) -> list[ui.Widget]:
        return []

    def _show(self) -> None:
        super()._show()
        self._show_note()

    def _show_note(self) -> None:
        note = self.note
        mark = "{gold:▸ Bookmark} " if note.bookmark else ""
        words = ui.escape(note.say) if note.say else "" if mark else tr(NO_NOTE)
        if self.drawing:
            words = f"{{gold:{tr(DRAWING[self.drawing])}}}"
        if self.file.note:
            words = f"{{gold:{ui.escape(self.file.note)}}} {words}"
        if self.not_saved:
            words = tr("{bad:Not saved:} {why}", why=ui.escape(self.not_saved))
        self.words.set_text(mark + words)
        self.chalk.draw_all(note.arrows, note.rings, self.begun)

    # ------------------------------------------------------------------ notes

    def change(self, note: StudyNote) -> None:
        """Replace the note here, and save it at once."""
        self.study = self.study.with_note(note).but(at=min(self.number - 1, len(self.main.steps) - 1))
        self.save()
        self._show_note()

    def save(self) -> None:
        """Write the file; if that fails, the screen says so, and nothing is lost while it is open."""
        try:
            self.file.save(text_of_study(self.study, self.main).encode())
            self.not_saved = ""
        except (NotSaved, OSError) as error:
            self.not_saved = str(error)

    def ask_note(self) -> None:
        """Ask for a note on this position."""
        field = ui.TextInput(self.note.say, "study_field", hint=tr("your comment"), limit=LONGEST)

        def keep(text: str) -> None:
            self.app.tree.close(modal)
            self.change(self.note.but(say=text.strip()))

        field.on_submit = keep
        modal = dialog(
            self.app, tr("A note"), field,
            ((tr("Cancel"), "study_cancel", None), (tr("Save"), "study_keep", lambda: keep(field.text))),
            "study_ask", 640,
        )  # fmt: skip
        self.app.tree.focus(field)

    def bookmark(self) -> None:
        """Set a bookmark here, or remove it."""
        self.change(self.note.but(bookmark=not self.note.bookmark))

    def draw(self, what: str) -> None:
        """Start drawing by clicks; the second time, stop."""
        self.drawing = "" if self.drawing == what else what
        self.begun = None
        self._show_note()

    def wipe(self) -> None:
        """Remove everything drawn here."""
        self.begun = None
        self.change(self.note.but(arrows=(), rings=()))

    def ring(self, place: Place) -> None:
        """Add or remove a ring around a place; it is saved in the study."""
        note = self.note
        rings = tuple(ring for ring in note.rings if ring != place)
        self.change(note.but(rings=rings if place in note.rings else (*rings, place)))

    def click(self, hit: Hit, pos: ui.Pos) -> None:
        """Draw at a clicked place of the board."""
        place, note = hit.place, self.note
        if place is None or not self.drawing:
            return
        if self.drawing == "ring":
            self.ring(place)
        elif self.begun is None:
            self.begun = place
            self._show_note()
        else:
            arrow, self.begun = (self.begun, place), None
            arrows = tuple(other for other in note.arrows if other != arrow)
            if arrow[0] != arrow[1]:
                self.change(note.but(arrows=arrows if arrow in note.arrows else (*arrows, arrow)))
            self._show_note()

    # ------------------------------------------------------------------ moving

    def next_mark(self) -> None:
        """Go to the next note or bookmark of this line; after the last, to the first."""
        line = self.study.line(self.line)
        mine = [n.at for n in self.study.notes if n.line == self.line or (line and not n.line and n.at <= line.after)]
        if mine:
            self.go(next((at for at in sorted(mine) if at > self.number - 1), min(mine)) + 1)

    def take_line(self, name: str) -> None:
        """Show another line from the point where it leaves the game."""
        line = self.study.line(name)
        self._rebuild(name, line.after if line is not None else self.number - 1)

    def _rebuild(self, line: str, number: int) -> None:
        try:
            scene = StudyScene(self.app, self.study, self.file, line, number)
        except (BrokenStudy, DataError) as error:
            start.show_message(self.app, tr("This line cannot be played"), ui.escape(str(error)), "study_error")
            return
        self.followed = True
        self.app.change(Replace(scene))

    def try_line(self) -> None:
        """Try other orders from here; they become a line of the study."""
        if self.session.states[self.number].outcome is not None:
            start.show_message(
                self.app, tr("The battle is over here"), tr("Go back to an earlier position first."), "study_over"
            )
            return
        seed = crc32(f"{self.path.name} {self.number} {len(self.study.lines)}".encode())
        twin = self.session.branch(self.number, seed)
        self.app.change(Push(TryScene(self.app, twin, self._keep_tried_line)))

    def _keep_tried_line(self, session: Session, first: str) -> None:
        at, line = self.number - 1, self.study.line(self.line)
        after = min(at, line.after) if line is not None else at
        if len(session.steps) <= self.number:
            return
        names = {found.name for found in self.study.lines} | {""}
        name = first if first not in names else f"{first} ({len(self.study.lines) + 1})"
        self.study = self.study.but(lines=(*self.study.lines, line_of(session, after, name)))
        self.save()
        self._rebuild(name, at)

    def as_lesson(self) -> None:
        """Save this line as a lesson with a step for every note."""
        side = self.eyes or self.session.scenario.sides[0].key
        lesson = lesson_of(self.study, self.line, side)
        if not any(step.say for step in lesson.steps):
            words = tr("Write a note first. Each note becomes a step.")
            start.show_message(self.app, tr("Nothing to export yet"), words, "study_none")
            return
        self.app.screens.lesson(CourseLesson(lesson.system, self.path.stem, lesson, self.path, own=True))

    def as_report(self) -> None:
        """Save the battle report of the game with every note at its turn, followed by alternative lines."""
        make_report(self.app, self.main, self.eyes, notes_of_study(self.study, self.main))

    def key(self, event: pygame.Event) -> bool:
        """Handle the keys of the replay and of the study."""
        acts: dict[int, Callable[[], None]] = {
            pygame.K_c: self.ask_note, pygame.K_b: self.bookmark, pygame.K_n: self.next_mark,
            pygame.K_l: self.try_line, pygame.K_a: lambda: self.draw("arrow"), pygame.K_r: lambda: self.draw("ring"),
        }  # fmt: skip
        act = acts.get(event.key)
        if act is None:
            return super().key(event)
        act()
        return True


class _Open(Director):
    """A director for both sides at one screen that hides nothing."""

    @property
    def secret(self) -> bool:
        return False


class TryScene(PlayScene):
    """Tries orders. Everything can be undone. `keep(session, name)` is called when the screen is left."""

    title = tr_noop("Try a line")
    passes = False

    def __init__(self, app: App, session: Session, keep: Callable[[Session, str], None]) -> None:
        session.study = True
        self.keep, self._from = keep, len(session.steps)
        super().__init__(app, session, {})

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return a table with all sides at this screen."""
        people = {note.key: HUMAN for note in self.session.scenario.sides}
        return Table(self.session, director=_Open(self.session, people))

    def below(self) -> ui.Widget | None:
        """Return the bar with the button that saves the line and returns."""
        text = tr("Give other orders for both sides. They become a line of the study.")
        words = ui.RichText(text, stretch=1, align="centre")
        done = ui.Button(tr("Save line"), self.leave, "try_keep", style="primary", align="centre", tooltip=tr("*Esc*"))
        return ui.Panel(ui.Row(words, done, gap=12), frame="bar", pad=(16, 8), id="try_panel")

    def leave(self) -> None:
        """Return to the study with the orders tried."""
        session, at = self.session, self._from
        first = ""
        if len(session.steps) > at:
            command = session.steps[at].command
            seat = Seat(session.branch(at), command.side)
            first = (seat.sketch(command).label or "Ending the phase").partition(":")[0]
        self.app.change(Pop())
        self.keep(session, first)

    def open_menu(self) -> None:
        """Go back to the study (Esc)."""
        self.leave()

    def _report(self) -> None:
        self.leave()

    def _game_over(self) -> None:
        """Do nothing: the line ends here."""
