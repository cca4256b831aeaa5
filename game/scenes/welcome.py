"""The first start asks four questions: speech, text size, colours, motion. Settings can change every answer later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.app import App
from game.scene import Scene
from game.settings import FILE, Settings
from game.stack import Pop
from game.ui import widgets as ui
from game.words import tr, tr_noop

WIDTH = 760  # unscaled width of the page
SIZES = ((1.0, "100 %"), (1.25, "125 %"), (1.5, "150 %"), (2.0, "200 %"))
SPEECH = (
    ("auto", False, tr_noop("my screen reader, if it runs")),
    ("auto", True, tr_noop("built-in voice")),
    ("off", False, tr_noop("none")),
)
COLOURS = (
    ("auto", False, tr_noop("standard")),
    ("auto", True, tr_noop("colour-blind safe (blue and orange)")),
    ("high_contrast", True, tr_noop("high contrast")),
)
MOTION = (("full", tr_noop("full")), ("quick", tr_noop("fast")), ("off", tr_noop("no motion")))
PRESETS: tuple[tuple[str, str, tuple[int, int, int, int]], ...] = (
    (tr_noop("Standard"), tr_noop("normal text, all motion"), (0, 0, 0, 0)),
    (tr_noop("Large text"), tr_noop("larger, high contrast"), (0, 2, 2, 1)),
    (tr_noop("By sound"), tr_noop("spoken, no motion"), (1, 0, 0, 2)),
)  # answers of each preset to speech, size, colours, motion


def is_first_start(app: App, named_folder: str | None) -> bool:
    """Return whether the questions have not been answered on this computer; false if a settings folder was named."""
    return not named_folder and not (app.folders.settings / FILE).exists()


class WelcomeScene(Scene):
    """The four questions. Every answer applies at once; Enter or Escape continues to the title page."""

    title = tr_noop("Before you start")

    def build(self) -> ui.Widget:
        """Return presets, questions, and the start button."""
        settings = self.app.settings
        presets = [
            ui.Button(
                tr(title),
                partial(self.take, answers),
                f"preset_{number}",
                note=tr(note),
                chosen=self.answers() == answers,
            )
            for number, (title, note, answers) in enumerate(PRESETS)
        ]
        speech, size, colours, motion = self.answers()
        rows = (
            self._row(tr("Speech"), "speech", [tr(words) for _, _, words in SPEECH], speech, self.speech),
            self._row(tr("Text size"), "size", [words for _, words in SIZES], size, self.size),
            self._row(tr("Colours"), "colours", [tr(words) for _, _, words in COLOURS], colours, self.colours),
            self._row(tr("Motion"), "motion", [tr(words) for _, words in MOTION], motion, self.motion),
        )
        fault = self.app.reader.voice_fault if settings.voice else ""
        self.fault = ui.Label(fault, "voice_fault", role="italic", colour="warn", visible=bool(fault))
        begin = ui.Button(tr("Start"), self.begin, "begin", style="primary", size="large")
        panel = ui.Panel(
            ui.Label("Fighting Instructions", "welcome_title", role="title", size="display", text_align="centre"),
            ui.Label(tr("Four questions, asked once. Change the answers later in Settings."), role="title_italic",
                     size="large", colour="ink_soft", text_align="centre"),
            ui.Rule(),
            ui.equal(presets),
            *rows,
            self.fault,
            ui.Row(ui.Spacer(), begin, ui.Spacer()),
            frame="cartouche", gap=12, pad=(30, 24), width=WIDTH, align="centre", id="welcome",
        )  # fmt: skip
        page = ui.Row(ui.Spacer(), panel, ui.Spacer(), pad=(12, 12))
        return ui.ScrollView(page, "welcome_scroll")

    def _row(self, title: str, id: str, words: Sequence[str], chosen: int, press: Callable[[int], None]) -> ui.Widget:
        made = []
        for number, word in enumerate(words):
            button = ui.Button(word, partial(press, number), f"{id}_{number}", size="small", chosen=number == chosen)
            button.label = f"{title}: {word}"
            made.append(button)
        return ui.Column(ui.Label(title, role="bold"), ui.Flow(*made, gap=6), gap=3)

    def answers(self) -> tuple[int, int, int, int]:
        """Return the current answers (speech, size, colours, motion) by index; -1 if it is none of those offered."""
        now: Settings = self.app.settings
        speech = [(reader, voice) for reader, voice, _ in SPEECH]
        colours = [(palette, safe) for palette, safe, _ in COLOURS]
        return (
            _place(speech, (now.reader, now.voice)),
            _place([size for size, _ in SIZES], now.ui_scale),
            _place(colours, (now.palette, now.colour_safe)),
            _place([motion for motion, _ in MOTION], now.motion),
        )

    # ------------------------------------------------------------------ answering

    def take(self, answers: tuple[int, int, int, int]) -> None:
        """Answer all four questions with a preset."""
        for answer, number in zip((self._speech, self._size, self._colours, self._motion), answers, strict=True):
            answer(number)
        self.app.start_reader()
        self._apply()

    def speech(self, number: int) -> None:
        """Set the answer about speech."""
        self._speech(number)
        self.app.start_reader()
        self._apply()

    def size(self, number: int) -> None:
        """Set the text size."""
        self._size(number)
        self._apply()

    def colours(self, number: int) -> None:
        """Set the palette."""
        self._colours(number)
        self._apply()

    def motion(self, number: int) -> None:
        """Set the amount of motion."""
        self._motion(number)
        self._apply()

    def _speech(self, number: int) -> None:
        self.app.settings.reader, self.app.settings.voice, _ = SPEECH[number]

    def _size(self, number: int) -> None:
        self.app.settings.ui_scale = SIZES[number][0]

    def _colours(self, number: int) -> None:
        self.app.settings.palette, self.app.settings.colour_safe, _ = COLOURS[number]

    def _motion(self, number: int) -> None:
        self.app.settings.motion = MOTION[number][0]

    def _apply(self) -> None:
        """Apply the choice at once; the focus stays on the button."""
        tree = self.app.tree
        focused, visible = (tree.focused.id if tree.focused is not None else ""), tree.focus_visible
        self.app.apply_settings()
        self.app.save_settings()
        again = next((widget for widget in tree.root.walk() if focused and widget.id == focused), None)
        if again is not None and visible:
            tree.ensure_layout()
            tree.focus(again)

    def begin(self) -> None:
        """Continue to the title page."""
        self.app.save_settings()
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Enter and Escape continue."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
            self.begin()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT):
            self.app.tree.focus(self.app.tree.find("preset_0"))
            return True
        return False

    def tick(self, now_ms: int) -> None:
        """Show why there is no voice."""
        fault = self.app.reader.voice_fault if self.app.settings.voice else ""
        if fault != self.fault.spoken_text():
            self.fault.set_text(fault)
            self.fault.set_visible(bool(fault))


def _place(offered: Sequence[object], now: object) -> int:
    return offered.index(now) if now in offered else -1
