"""A lesson on the screen: the board, cards and dice of the play screen, and the lesson's card below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from game.app import App
from game.courses import CourseLesson, open_courses
from game.hud import menus
from game.hud.lesson_card import LessonCard, odds_card
from game.hud.lesson_highlight import FRAME_MS, LessonHighlight
from game.library import locate_problems
from game.scenes import start
from game.scenes.play import PlayScene
from game.scenes.share import share_dialog
from game.stack import Pop, Push, Replace
from game.table.prompts import only_order
from game.table.table import Table
from game.teach.guide import Guide, LessonBroken, LessonDirector, ending_words
from game.teach.progress import load_progress, save_progress
from game.teach.repetition import note_answer, step_card
from game.teach.rule_examples import step_rules
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.datafile import DataError, source_at
from rules.kernel.flow import Command, Done
from rules.kernel.lesson import Show
from rules.kernel.scenario import Scenario
from rules.kernel.seat import Seat
from rules.kernel.view import Place
from rules.players import HUMAN, Player

MARGIN = 1.6  # margin around the places of a lesson: hexes, bands or tens of the unit
LESSON_KEYS = (
    (tr_noop("Enter or Page Down"), tr_noop("next step of the lesson")),
    (tr_noop("Page Up"), tr_noop("previous step of the lesson")),
    ("S", tr_noop("show the order; again: give it")),
    (tr_noop("1 to 4"), tr_noop("answer a question")),
)
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class LessonScene(PlayScene):
    """Guides a learner through a lesson. Raises LessonBroken or DataError if it cannot start."""

    title = tr_noop("Lesson")
    passes = False  # a lesson waits for the order it asks for
    on_texts = (
        tr_noop("Next lesson ▶"),
        tr_noop("All lessons"),
    )  # texts of the button at the end: with a next lesson, after the last

    def __init__(self, app: App, lecture: CourseLesson) -> None:
        self.lecture = lecture
        self.guide = Guide(lecture.lesson, app.systems[lecture.system], app.shelves)
        progress = load_progress(app.folders.settings)
        left_at = progress.left_at.get(lecture.name, 0)
        self.guide.go_to(left_at if left_at < len(lecture.lesson.steps) else 0)
        self.guide.missed.update(progress.missed.get(lecture.name, ()))
        self.guide.helped.update(progress.helped.get(lecture.name, ()))
        self.shown_how = False  # Show me was pressed in this step
        press = {
            "back": self.step_back,
            "on": self.step_on,
            "show": self.show_me,
            "play_on": self.ask_play_on,
            "battle": self.to_battle,
        }
        self.card = LessonCard(self.guide, press, self.answer, self.ending, self.on_texts)
        self.following = open_courses(app.systems, own=app.folders.own).after(lecture)
        super().__init__(app, self.guide.session, {})
        self.rule_cards.quiet = True
        everything = Seat(self.session, "").view()
        steps = self.guide.lesson.steps
        places = [piece.at for piece in everything.pieces] + [place for step in steps for place in step.show.places]
        self.pane.around = tuple(dict.fromkeys(places))
        self.pane.margin = MARGIN
        self._seen = (0, 0)  # the board's size when the things pointed out were last located
        self.glow = LessonHighlight(self.pane, self._where)
        self._hidden = False  # things pointed out may have been scrolled out of sight

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return a table with only the learner."""
        return Table(self.guide.session, director=LessonDirector(self.guide.session, self.guide.side))

    # ------------------------------------------------------------------ building and showing

    def below(self) -> ui.Widget | None:
        """Return the lesson's card."""
        return self.card.build(self.app.tree.size[0] / self.app.tree.scale)

    def build(self) -> ui.Widget:
        """Return the play screen with highlights and without undo, because the lesson's steps replace it."""
        root = super().build()
        self.tray.alone()
        self.glow = LessonHighlight(self.pane, self._where)
        self.glow.still = self.app.settings.motion == "off"
        self._show_step()
        return ui.Stack(root, self.glow, id="lesson")

    def first_cards(self, brief: bool) -> list[ui.Widget | None]:
        """Return the odds instead of the prompt, which the lesson's card shows."""
        step = self.guide.step
        if step is None:
            return [odds_card(list(self.guide.weighed.values()), self.skin)]
        weighed = self.guide.weighed.get(self.guide.index)
        return [odds_card([weighed], self.skin) if weighed is not None and not step.must else None]

    def show_choice(self) -> None:
        """Update the cards, and scroll things pointed out back into view."""
        super().show_choice()
        self._hidden = self.hand.armed_command is None

    def _show_step(self) -> None:
        self.card.show(self.following.lesson.title if self.following is not None else "")
        self.card.say("")
        self.rule_cards.note_cited(step_rules(self.guide.step) if self.guide.step is not None else ())
        self.glow.point_out(self.guide.step.show if self.guide.step is not None else Show())
        self._hidden = True
        self._bring_into_view()
        if self.guide.task is None:
            self.tray.end.set_enabled(False, tr("The lesson does not need this now."))

    def _where(self, piece: str) -> Place | None:
        found = self.hand.find(piece)
        return found.at if found is not None else None

    def _bring_into_view(self) -> None:
        """Scroll everything pointed out on the board into view."""
        show = self.glow.show_
        places = [place for place in map(self._where, show.pieces) if place] + list(show.places)
        rect = self.pane.canvas.rect
        if rect.w < 2 or self.board.rect.w < 2:
            return
        room = rect.inflate(-rect.w // 8, -rect.h // 8)
        if not all(room.collidepoint(self.board.screen_of(place)) for place in places):
            self.pane.show_all()

    # ------------------------------------------------------------------ steps

    def _go(self, move: Callable[[], object]) -> None:
        """Go to another step of the lesson, with the game."""
        self.skip()
        try:
            result = self.table.run_move(move)
        except LessonBroken as error:
            start.show_message(self.app, tr("This lesson cannot continue"), ui.escape(str(error)), "lesson_broken")
            return
        self.shown_how = False
        if self.guide.is_finished:
            self._finish()
        if result is None:
            self.tray.rolls.clear()
            self.app.rebuild()
        else:
            self.show(result)
            self._show_step()
        if self.guide.task is not None:
            self.app.tree.focus(None)

    def _game_over(self) -> None:
        """Do nothing: a lesson shows its own end."""

    def step_on(self) -> None:
        """Go to the next step, or after the last one to the next lesson."""
        if self.guide.is_finished:
            self._leave_for_next()
            return
        why = self.guide.why_not_continue()
        if why:
            self.card.say(why)
            return
        self._go(self.guide.advance)

    def step_back(self) -> None:
        """Go to the previous step."""
        self._go(self.guide.back)

    def restart(self) -> None:
        """Start from the beginning."""
        self._go(self.guide.restart)

    def answer(self, number: int) -> None:
        """Choose an answer of the question."""
        step = self.guide.step
        if step is None or step.ask is None or number >= len(step.ask.answers):
            return
        right = self.guide.answer(number)
        if not right:
            self._on_miss()
        self.card.show(self.following.lesson.title if self.following is not None else "")
        why = step.ask.answers[number].why or (tr("Yes.") if right else tr("No; try another."))
        self.card.say(why, "good" if right else "bad")

    def show_me(self) -> None:
        """Select the order for the learner to see; a second press gives it."""
        if self.guide.task is None:
            return
        command = self.guide.wanted_command
        if self.shown_how:
            self.submit(command)
            return
        self.shown_how = True
        self.guide.helped.add(self.guide.index)
        self._on_miss()
        if type(command) is Done:
            label = self.hand.view.prompt.done_label or tr("End phase")
            self.glow.point_out(Show(parts=("end",)))
            self.card.say(
                tr("Press **{label}** at the bottom right, or Enter, or *Show me* again.", label=ui.escape(label)),
                "",
            )
            return
        sketch = self.hand.sketch(command)
        if sketch.piece:
            self.hand.select(sketch.piece)
        self.hand.arm(command)
        self.show_choice()
        label = ui.escape(self.hand.label(command))
        self.card.say(
            tr(
                "**{label}** is selected. Press **Confirm** or Enter to give the order, or *Show me* again.",
                label=label,
            ),
            "",
        )

    # ------------------------------------------------------------------ the learner's actions

    def submit(self, command: Command) -> bool:
        """Give an order, if it is the one the lesson asks for or an equivalent one."""
        wrong = self.guide.wrong(command)
        if wrong:
            self.hand.disarm()
            self.show_choice()
            if self.guide.task is not None:
                self.guide.missed.add(self.guide.index)
                self._on_miss()
            self.card.say(wrong)
            return False
        piece = self.hand.piece
        self._go(partial(self.guide.give, command))
        if piece and self.guide.task is None:
            self.hand.drop()
            self.show_choice()
        return True

    @property
    def meaning(self) -> object:
        """Return the play screen's value and the lesson's step."""
        return (super().meaning, self.guide.index)

    def end_phase(self) -> None:
        """Press the primary button; in a lesson that is an order like any other."""
        if self.skip() or self.passing.is_unsettled:
            return
        command = only_order(self.hand) or self.hand.done
        if self.guide.task is None:
            self.card.say(self.guide.wrong(Done(self.guide.side)))
        elif command is not None:
            self.submit(command)
        elif not self.tray.end.enabled:
            self.tray.end.press()

    def tell(self, markup: str, rule: str = "") -> None:
        """Show a refusal; the lesson may have its own text for it."""
        hover = self.pane.hover
        place = self.pane.cursor if self.pane.cursor is not None else hover.place
        words = self.guide.wrong_at(hover.piece or "", place)
        if words:
            self.card.say(words)
        super().tell(markup, rule)

    def undo(self) -> None:
        """Go back one step."""
        self.step_back()

    def redo(self) -> None:
        """Go forward one step."""
        self.step_on()

    # ------------------------------------------------------------------ keys

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Page keys change the step, S shows the order, digits answer, Enter continues if nothing is
        asked.
        """
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META | pygame.KMOD_SHIFT)
        number = event.key - pygame.K_1
        step = self.guide.step
        if event.key == pygame.K_PAGEDOWN:
            self.step_on()
        elif event.key == pygame.K_PAGEUP:
            self.step_back()
        elif event.key == pygame.K_s and plain and self.guide.task is not None:
            self.show_me()
        elif plain and 0 <= number < 4 and step is not None and step.ask is not None:
            self.answer(number)
        elif event.key in ENTER and plain and self.guide.task is None and self.pane.cursor is None:
            self.step_on()
        else:
            return super().key(event)
        return True

    # ------------------------------------------------------------------ leaving

    def play_on(self) -> None:
        """Open a free game from this position, against the computer."""
        players = {note.key: self.guide.lesson.opponent for note in self.session.scenario.sides}
        players[self.guide.side] = HUMAN
        start.play_on(self.app, self.session, len(self.session.steps), players)

    def ask_play_on(self) -> None:
        """Explain playing on and ask for confirmation; or say why there is nothing to play."""
        fixed = self.guide.why_no_free_game()
        if fixed:
            start.show_message(self.app, tr("Play on from here"), fixed, "free_not")
            return
        words = tr(
            "The lesson stops and continues as a free game against the computer, with random dice. The game is "
            "in Saved games. You can continue the lesson later."
        )
        buttons = ((tr("Cancel"), "free_cancel", None), (tr("Play on"), "free_begin", self.play_on))
        menus.dialog(self.app, tr("Play on from here"), ui.RichText(words), buttons, "free", 460)

    def show_keys(self) -> None:
        """Show every key of a lesson."""
        menus.keys_dialog(self.app, self.keys, LESSON_KEYS)

    def _leave_for_next(self) -> None:
        if self.following is None:
            self.app.change(Pop())
        else:
            open_lesson(self.app, self.following, replace=True)

    def to_battle(self) -> None:
        """Begin the guided battle of the game."""
        app, system = self.app, self.session.system.key
        app.change(Pop())
        start.start_guided(app, system)

    def _finish(self) -> None:
        progress = load_progress(self.app.folders.settings)
        progress.finish(self.lecture.name, self.guide.stars)
        save_progress(self.app.folders.settings, progress)

    def _on_miss(self) -> None:
        """Schedule the step for repetition: it went wrong, or was shown."""
        why = note_answer(self.app.folders.settings, step_card(self.lecture, self.guide.index), False)
        if why:
            self.card.say(why)

    def ending(self) -> str:
        """Return the text at the end."""
        return ending_words(self.guide)

    def remember(self) -> None:
        """Save the learner's step in the lesson."""
        if not self.guide.is_finished:
            progress = load_progress(self.app.folders.settings)
            progress.leave(self.lecture.name, self.guide.index, self.guide.missed, self.guide.helped)
            save_progress(self.app.folders.settings, progress)

    def on_close(self) -> None:
        """Save the step of the lesson."""
        self.remember()
        super().on_close()

    def open_menu(self) -> None:
        """Open the menu of a lesson."""
        app = self.app
        menus.menu_dialog(
            app,
            (
                (tr("Continue the lesson"), "menu_resume", None),
                (tr("Restart lesson"), "menu_restart", self.restart),
                (tr("Play on as free game"), "menu_play_on", self.ask_play_on),
                (tr("Share this position"), "menu_share", partial(share_dialog, app, self.session, self.guide.side)),
                (tr("Rulebook"), "menu_rulebook", partial(self.open_rulebook, "")),
                (tr("Settings"), "menu_settings", app.screens.settings),
                (tr("Keys"), "menu_keys", self.show_keys),
                (tr("Quit lesson"), "menu_leave", lambda: app.change(Pop())),
            ),
            tr("Lesson"),
        )

    # ------------------------------------------------------------------ time

    def tick(self, now_ms: int) -> None:
        """Update the play screen and the pulsing highlights."""
        super().tick(now_ms)
        if self._hidden:
            self._hidden = False
            self.glow.reveal()
        self.glow.breathe(now_ms)
        if self.board.rect.size != self._seen:
            self._seen = self.board.rect.size
            self._bring_into_view()

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next frame of the pulse."""
        if self.glow.is_lit and not self.glow.still:
            return FRAME_MS
        return super().waiting_ms


def open_lesson(app: App, lecture: CourseLesson, *, replace: bool = False) -> None:
    """Open a lesson, or say why it cannot be opened."""
    try:
        if lecture.system not in app.systems:
            words = tr("expected one of {names}", names=", ".join(app.systems))
            raise DataError([source_at(lecture.path).problem("system", words)])
        scene = LessonScene(app, lecture)
    except LessonBroken as error:
        start.show_message(app, tr("This lesson cannot start"), ui.escape(f"{lecture.path}: {error}"), "lesson_broken")
        return
    except DataError as error:
        within = "scenario" if isinstance(lecture.lesson.scenario, Scenario) else ""
        message = str(DataError(locate_problems(lecture.path, error, within)))
        start.show_message(app, tr("This lesson cannot start"), ui.escape(message), "lesson_broken")
        return
    app.change(Replace(scene) if replace else Push(scene))
