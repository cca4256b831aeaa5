"""The card under the board of a lesson: text, question, answers to choose, and buttons for next and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.hud import cards
from game.skins import Skin
from game.table.rule_citations import why_words
from game.teach.guide import AnswerResult, Guide, lesson_markup
from game.ui import widgets as ui
from game.words import tr

LINES = 2  # least lines of text, so that the board keeps its size from step to step
KEYS_FROM = 1150  # unscaled width of the window from which the keys are named
BAR_FROM = 960  # unscaled width from which the progress bar is shown
LINE = 24  # unscaled height of a button


class LessonCard:
    """Keeps the card up to date with a guide. `press`: action of each button, by id."""

    def __init__(
        self,
        guide: Guide,
        press: Mapping[str, Callable[[], None]],
        answer: Callable[[int], None],
        ending: Callable[[], str],
        on_texts: tuple[str, str],
    ) -> None:
        """Set up the card. `ending`: returns its text; `on_texts`: the button's text with a next lesson, and after the
        last.
        """
        self.guide, self.press, self.answer, self.ending, self.on_texts = guide, press, answer, ending, on_texts
        self.notice, self.tone = "", ""

    def build(self, units_wide: float) -> ui.Widget:
        """Return new widgets. `units_wide`: the window's width in unscaled units, which decides what is shown."""
        self.text = ui.RichText("", "lesson_text", size="large", min_height=LINES * LINE)
        self.word = ui.RichText("", "lesson_word")
        self.strip = ui.Panel(self.word, frame="bar", pad=(12, 6), id="lesson_strip", visible=False)
        self.answers = ui.Flow(id="lesson_answers", gap=8, visible=False)
        self.back = ui.Button(tr("◀ Back"), self.press["back"], "lesson_back", align="centre")
        self.back.tooltip = tr("Previous step. *Page Up*")
        self.bar = ui.ProgressBar(0.0, "lesson_bar", colour="gold", width=110, align="centre")
        self.count = ui.Label("", "lesson_count", role="title_italic", colour="ink_soft", wrap=False, align="centre")
        self.gap = ui.Spacer()
        self.keys = ui.Label("", "lesson_keys", colour="ink_faint", size="small", wrap=False, align="centre")
        self.free = ui.Button(
            tr("Play on from here"), self.press["play_on"], "lesson_free", style="quiet", align="centre"
        )
        self.free.tooltip = tr("As a free game against the computer")
        self.hint = ui.Button(
            tr("Show me"), self.press["show"], "lesson_show", align="centre", tooltip=tr("Show the order. *S*")
        )
        self.battle = ui.Button(
            tr("Guided battle"), self.press["battle"], "lesson_battle", align="centre", visible=False
        )
        self.battle.tooltip = tr("A whole small battle. Each phase is explained when it first occurs.")
        self.on = ui.Button(tr("Next ▶"), self.press["on"], "lesson_on", style="primary", align="centre", min_width=120)
        self.keys.visible, self.bar.visible = units_wide >= KEYS_FROM, units_wide >= BAR_FROM
        self.free.visible = units_wide >= BAR_FROM  # it is in the menu too
        self.row = ui.Row(
            self.back, self.count, self.bar, self.keys, self.gap, self.free, self.battle, self.hint, self.on, gap=12
        )
        return ui.Panel(
            self.text, self.strip, self.answers, self.row, frame="cartouche", gap=6, pad=(22, 12), id="lesson_card"
        )

    def say(self, markup: str, tone: str = "bad") -> None:
        """Show the answer to the learner's action; empty markup removes it."""
        self.notice, self.tone = markup, tone
        mark = {"bad": "{bad:✗} ", "good": "{good:✓} "}.get(tone, "") if markup else ""
        self.word.set_text(mark + lesson_markup(self.guide.system, markup))
        self.strip.set_visible(bool(markup))

    def show(self, next_title: str) -> None:
        """Show everything that depends on the step. `next_title`: the next lesson, empty after the last."""
        guide, step = self.guide, self.guide.step
        number, of = guide.number
        self.count.set_text(
            tr("step {number} of {of}", number=number, of=of) if not guide.is_finished else tr("finished")
        )
        self.bar.set(number / of, text=tr("step {number} of {of}", number=number, of=of))
        self.text.min_height = 0 if step is not None and step.ask is not None else LINES * LINE
        self.text.set_text(lesson_markup(guide.system, self._words()))
        self.back.set_enabled(number > 1, tr("This is the first step."))
        self.hint.set_visible(guide.task is not None)
        self.battle.set_visible(guide.is_finished)
        fixed = guide.why_no_free_game()
        self.free.set_enabled(not fixed, fixed)
        self._show_answers()
        why = guide.why_not_continue() if not guide.is_finished else ""
        self.on.set_enabled(not why, why)
        self.on.set_text(tr(self.on_texts[0 if next_title else 1]) if guide.is_finished else tr("Next ▶"))
        self.on.tooltip = (
            f"{ui.escape(next_title)}. {tr('*Enter*')}" if guide.is_finished else tr("*Page Down* or *Enter*")
        )
        if guide.task is not None:
            keys = tr("Your turn. S: show me · Page Up: back")
        elif step is not None and step.ask is not None and why:
            keys = tr("Answer with keys 1 to {count}", count=len(step.ask.answers))
        else:
            keys = tr("Enter: next · Page Up: back · Esc: menu")
        self.keys.set_text(keys)

    def _words(self) -> str:
        step = self.guide.step
        if step is None:
            learned = "".join(f"\n• {line}" for line in self.guide.lesson.learned)
            return f"{self.ending()}{tr(' You have learned:') if learned else ''}{learned}"
        question = f"**{step.ask.question}**" if step.ask is not None else ""
        reasons = why_words(self.guide.system.rulebook, self.guide.reasons)
        umpire = tr("{bad:Referee:} {reasons}", reasons=reasons) if reasons else ""
        return "\n".join(part for part in (step.say, question, umpire) if part)

    def _show_answers(self) -> None:
        step = self.guide.step
        self.answers.clear()
        ask = step.ask if step is not None else None
        if ask is not None:
            for number, answer in enumerate(ask.answers):
                chosen = self.guide.answered == number
                sign, press = ui.RIGHT if answer.right else ui.WRONG, partial(self.answer, number)
                text, id = f"{number + 1}   {answer.text}", f"answer_{number + 1}"
                self.answers.add(ui.Button(text, press, id, chosen=chosen, sign=sign))
        self.answers.set_visible(ask is not None)


def odds_card(weighed: list[AnswerResult], skin: Skin) -> ui.Panel | None:
    """Return the odds of an action in a lesson, each with its accuracy."""
    if not weighed:
        return None
    parts: list[ui.Widget] = []
    for number, found in enumerate(weighed):
        parts.append(ui.Label(found.label, role="bold"))
        parts.append(cards.odds_chart(found.odds, skin, f"lesson_odds_{number}"))
        parts.append(ui.Label(cards.how_exact(found.odds), size="small", colour="ink_faint", text_align="right"))
    return ui.Panel(
        *parts,
        id="lesson_odds",
        title=tr("The exact odds") if all(found.odds.exact for found in weighed) else tr("The odds"),
        gap=3,
        pad=(13, 9),
    )
