"""The page of lessons: games at the left, the course of one at the right, with finished lessons ticked and the next one
marked.
"""

from __future__ import annotations

from functools import partial

import pygame

from game.app import App
from game.courses import CourseLesson, open_courses
from game.scenes.due import open_due
from game.scenes.game_pages import TIGHT, AllGamesPage
from game.scenes.lesson import open_lesson
from game.scenes.page import (
    NOTE_LINES,
    PaintedPicture,
    Tile,
    menu_button,
    page_footer,
    page_header,
    setup_picture,
)
from game.scenes.start import start_guided
from game.teach.guide import Guide, LessonBroken
from game.teach.guided import guided_file
from game.teach.progress import load_progress, stars_text
from game.teach.repetition import due_now, due_sentence
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.datafile import DataError, Problem

PICTURE = (104, 66)  # unscaled size of the board beside a lesson
TWO_ABREAST = 1080  # lessons are in two columns from this unscaled width


class CourseScene(AllGamesPage):
    """Choose a lesson. `system`: the game shown first; empty: the first game with lessons."""

    title = tr_noop("Lessons")

    def __init__(self, app: App, system: str = "") -> None:
        super().__init__(app)
        self.courses = open_courses(app.systems, own=app.folders.own)
        taught = [key for key in app.systems if self.courses.of(key)]
        self.system = system or next(iter(taught), next(iter(app.systems)))
        self.progress = load_progress(app.folders.settings)
        self._pictures: dict[object, pygame.Surface] = {}
        self._repeating = ""  # the last card opened

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return new widgets with the current progress."""
        self.courses = open_courses(self.app.systems, own=self.app.folders.own)
        self.progress = load_progress(self.app.folders.settings)
        self.due = due_now(self.app.folders.settings, self.app.folders.own)
        wide = self.app.tree.size[0] / self.app.tree.scale
        listed = min(360.0, max(230.0, wide * 0.26)) if wide >= TIGHT else wide * 0.36
        left = self._games_list(listed)
        self.page = ui.Column(gap=10, pad=(24, 18))
        self.scroll = ui.ScrollView(self.page, "course", stretch=1)
        self.abreast = 2 if wide >= TWO_ABREAST else 1
        centre = ui.Row(left, ui.Panel(self.scroll, pad=4, stretch=1), gap=18)
        centre.pad_x, centre.pad_y = 20, 16
        self.go = ui.Button("", self.start, "start_lesson", style="primary", size="large")
        self.hint = ui.Label("", "course_hint", colour="ink_faint", align="centre", stretch=1, width=10)
        self.hint.lines = NOTE_LINES
        more = (
            ui.Button(tr("Puzzles"), self.puzzles, "puzzles", style="quiet", align="centre"),
            ui.Button(tr("Rulebook"), self.rulebook, "rulebook", style="quiet", align="centre"),
            ui.Button(tr("Errata"), self.errata, "errata_desk", style="quiet", align="centre"),
            ui.Button(tr("Rules used"), self.coverage, "rules_met", style="quiet", align="centre"),
        )
        more[0].tooltip = tr("Find the best order in each position")
        more[2].tooltip = tr("Rules before and after the amendments, with the odds")
        more[3].tooltip = tr("Rules your games have used, and where to see the others")
        note = tr("Play a position with help from the referee.") if wide >= TWO_ABREAST else ""
        beside = (menu_button(more, "quiet"),) if wide < TIGHT else more
        top = page_header(tr("Lessons"), note, self.back, *beside)
        self._show()
        return ui.Dock(centre, top=top, bottom=page_footer(self.hint, self.go), id="course_page")

    def _game(self, key: str) -> Tile:
        course = self.courses.of(key)
        done = sum(self.progress.is_finished(lecture.name) for lecture in course)
        words = tr(
            "{ink:{dots}}  {done} of {all} · ★ {stars}",
            dots="●" * done + "○" * (len(course) - done),
            done=done,
            all=len(course),
            stars=sum(self.progress.stars_of(lecture.name) for lecture in course),
        )
        press = partial(self.choose, key)
        title = self.app.systems[key].title
        text = words if course else tr("*no lessons yet*")
        chosen = key == self.system
        return Tile(title, text, press, f"course_{key}", chosen=chosen, size="large", on_focus=press, faint=not course)

    @property
    def following(self) -> CourseLesson | None:
        """Return the next lesson: the first of the course that is not done; None if all are."""
        return next((one for one in self.courses.of(self.system) if not self.progress.is_finished(one.name)), None)

    def _show(self) -> None:
        system, course, following = self.app.systems[self.system], self.courses.of(self.system), self.following
        self.page.clear()
        self.page.add(ui.Label(system.title, role="title", size="heading"), ui.Label(system.tagline, colour="ink_soft"))
        self._show_due()
        if guided_file(self.system).is_file():
            words = tr("**Guided battle.** A whole small battle; each phase is explained when it first occurs.")
            self._offer(words, "guided", ui.Button(tr("Play"), self.play_guided, "guided_battle", align="centre"))
        tiles = [(self._tile(number, lecture), lecture.own) for number, lecture in enumerate(course, start=1)]
        self._rows([tile for tile, own in tiles if not own])
        if any(own for _, own in tiles):
            self.page.add(ui.Label(tr("Your own lessons"), "own_lessons", role="title", size="title"))
        self._rows([tile for tile, own in tiles if own])
        if not course:
            self.page.add(ui.Label(tr("This game has no lessons yet."), "no_lessons", colour="ink_faint"))
        for problem in self.courses.problems:
            if _of(problem, self.system):
                self.page.add(ui.RichText(f"{{bad:{ui.escape(str(problem))}}}", size="small"))
        chosen = following or next(iter(course), None)
        self.go.set_visible(chosen is not None)
        if chosen is None:
            return
        begun = chosen.name in self.progress.left_at
        self.go.set_text(tr("Continue the lesson") if begun else tr("Start the lesson") if following else tr("Repeat"))
        minutes = sum(lecture.lesson.minutes for lecture in course if not self.progress.is_finished(lecture.name))
        left = tr(" · {count} min left in this course", count=minutes) if minutes else tr(" · course complete")
        self.hint.set_text(f"{chosen.lesson.title}{left}")

    def _show_due(self) -> None:
        """Show sentences about what is due, and about unreadable records."""
        folder = self.app.folders.settings
        self._tell_put_aside()
        sentence = due_sentence(folder, self.due)
        if sentence:
            again = ui.Button(tr("Repeat now"), self.repeat, "repeat", style="primary", align="centre")
            again.visible = bool(self.due)
            self._offer(sentence, "due", again)

    def _offer(self, words: str, id: str, button: ui.Button) -> None:
        text_widget = ui.RichText(words, id, stretch=1, width=10, align="centre")
        self.page.add(ui.Panel(ui.Row(text_widget, button, gap=12), pad=(14, 8)))

    def _rows(self, tiles: list[ui.Widget]) -> None:
        for at in range(0, len(tiles), self.abreast):
            row = tiles[at : at + self.abreast]
            self.page.add(ui.equal([*row, *(ui.Spacer() for _ in range(self.abreast - len(row)))]))

    def _picture(self, lecture: CourseLesson, size: tuple[int, int]) -> pygame.Surface:
        """Return the board on which a lesson begins, painted once for each size; a plain field if the lesson is
        broken.
        """
        key = (lecture.name, size, self.app.palette.name)
        if key not in self._pictures:
            app, system = self.app, self.app.systems[lecture.system]
            try:
                guide = Guide(lecture.lesson, system, app.shelves)
                made = setup_picture(app, system, guide.session.sheet, guide.seat.view(), size, near=True)
            except (LessonBroken, DataError):
                made = pygame.Surface(size)
            self._pictures[key] = made
        return self._pictures[key]

    def _tile(self, number: int, lecture: CourseLesson) -> ui.Widget:
        done, lesson = self.progress.is_finished(lecture.name), lecture.lesson
        stars = f"{stars_text(self.progress.stars_of(lecture.name))} · " if done else ""
        note = stars + tr("{minutes} min", minutes=lesson.minutes)
        if lecture == self.following:
            fresh = not any(self.progress.is_finished(other.name) for other in self.courses.of(self.system))
            begun = lecture.name in self.progress.left_at
            note = f"{tr('in progress') if begun else tr('start here') if fresh else 'next'} · {note}"
        picture = PaintedPicture(
            partial(self._picture, lecture), "", width=PICTURE[0], height=PICTURE[1], align="start"
        )
        tile = Tile(
            f"{number}  {lesson.title}",
            ui.escape(lesson.idea),
            partial(open_lesson, self.app, lecture),
            f"lesson_{lecture.key}",
            note=note,
            chosen=lecture == self.following,
            size="large",
            stretch=1,
        )
        return ui.Row(picture, tile, gap=6)

    # ------------------------------------------------------------------ actions

    def start(self) -> None:
        """Start the next lesson, or repeat the first."""
        course = self.courses.of(self.system)
        chosen = self.following or next(iter(course), None)
        if chosen is not None:
            open_lesson(self.app, chosen)

    def repeat(self) -> None:
        """Open the task longest due; the others follow until one is left unanswered."""
        self._repeating = self.due[0].card if self.due else ""
        if self.due:
            open_due(self.app, self.due[0], self._repeat_on)

    def _repeat_on(self) -> None:
        """Continue with the next due task."""
        self.app.rebuild()
        if self._repeating and self._repeating not in (task.card for task in self.due):
            self.repeat()
        else:
            self._repeating = ""

    def play_guided(self) -> None:
        """Begin the guided battle of this game."""
        start_guided(self.app, self.system)

    def puzzles(self) -> None:
        """Open the puzzles of this game."""
        self.app.screens.puzzles(self.system)

    def rulebook(self) -> None:
        """Open the rules of this game."""
        self.app.screens.rulebook(self.system)

    def errata(self) -> None:
        """Open the errata at the amendments of this game."""
        self.app.screens.errata(self.system)

    def coverage(self) -> None:
        """Open the page of rules used in the player's games."""
        self.app.screens.coverage(self.system)

    def on_enter(self) -> None:
        """Give the focus to the next lesson."""
        self.app.want_palette("night")
        if self._repeating:
            self._repeat_on()
            return
        following = self.following
        if following is not None:
            self.app.tree.focus(self.app.tree.find(f"lesson_{following.key}"))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back, Enter starts, arrow keys move to the games."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self.app.tree.focus(self.games[list(self.app.systems).index(self.system)])
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.start()
            return True
        return self.scroll.page_key(event.key)


def _of(problem: Problem, system: str) -> bool:
    return f"/lessons/{system}/" in problem.file.replace("\\", "/")
