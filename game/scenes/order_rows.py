"""A row of the list of orders: its cost, both orders in figures, and buttons to try, watch and read more."""

from __future__ import annotations

from functools import partial

from game.app import App
from game.courses import CourseLesson, open_courses
from game.table.analysis_job import Line, as_mistake, played_on
from game.table.finding import Finding, cost_words, doubt_words
from game.table.rule_citations import rule_link
from game.teach.rule_examples import lesson_rules
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.session import Session

COST = 84  # unscaled width of the cost


def order_row(app: App, session: Session, line: Line, finding: Finding | None, answer: bool = True) -> ui.Widget:
    """Return the row of one order: cost with interval, text, figures, buttons. answer: show the better order?"""
    suspicion, decision = line.suspicion, line.decision
    sure = decision is not None and decision.sure
    cost = ui.Label(
        cost_words(decision), f"cost_{suspicion.number}", role="figures_bold", colour="bad" if sure else "ink_soft",
        width=COST, text_align="right", align="start",
    )  # fmt: skip
    words = ui.RichText(row_words(session, line, finding, answer), f"order_{suspicion.number}", stretch=1)
    return ui.Row(cost, ui.Column(words, _buttons(app, session, line, finding, answer), gap=3, stretch=1), gap=9)


def row_words(session: Session, line: Line, finding: Finding | None, answer: bool = True) -> str:
    """Return the text about an order, as markup."""
    suspicion, decision = line.suspicion, line.decision
    head = tr("**Turn {turn}, {phase}**", turn=suspicion.turn, phase=ui.escape(suspicion.phase))
    if finding is None:
        return tr("{head}: calculating …", head=head)
    parts = [f"{head}: {ui.escape(finding.given)}{_figures(finding.ours)}."]
    if finding.fact:
        parts.append(f"**{ui.escape(finding.fact)}**")
    worse = decision is not None and decision.loss > 0
    if answer and worse and finding.best:
        parts.append(tr("Better: {best}.", best=f"*{ui.escape(finding.best)}*{_figures(finding.theirs)}"))
    doubt = doubt_words(decision)
    if doubt:
        parts.append("{ink_faint:" + ui.escape(doubt[:1].upper() + doubt[1:]) + ".}")
    book = session.system.rulebook
    if finding.rule in book:
        parts.append(rule_link(book, finding.rule))
    return " ".join(parts)


def _figures(text: str) -> str:
    return f" ({ui.escape(text)})" if text else ""


def _buttons(app: App, session: Session, line: Line, finding: Finding | None, answer: bool) -> ui.Widget:
    number, decision = line.suspicion.number, line.decision
    row: list[ui.Widget] = [
        ui.Button(
            tr("Watch"), partial(app.screens.replay, session, number), f"watch_order_{number}", size="small",
            tooltip=tr("Replay from just before"),
        )
    ]  # fmt: skip
    if decision is not None:
        try_again = partial(_try, app, session, line)
        row.insert(0, ui.Button(tr("Try again"), try_again, f"mistake_{number}", size="small",
                                tooltip=tr("Go to this position and find a better order")))  # fmt: skip
        if answer:
            row.append(ui.Button(tr("Watch the better order"), partial(_watch_other, app, session, line),
                                 f"other_{number}", size="small",
                                 tooltip=tr("The better order, then one turn played by Captains")))  # fmt: skip
    lesson = lesson_about(session.system.key, finding.rule) if finding is not None else None
    if lesson is not None:
        row.append(ui.Button(tr("Lesson"), partial(app.screens.lesson, lesson), f"lesson_{number}", size="small",
                             tooltip=lesson.lesson.title))  # fmt: skip
    return ui.Row(*row, gap=6)


def lesson_about(system: str, rule: str) -> CourseLesson | None:
    """Return the first lesson of a game that teaches a rule; None if there is none."""
    course = open_courses([system]).of(system)
    return next((one for one in course if rule in set(lesson_rules(one.lesson))), None)


def _try(app: App, session: Session, line: Line) -> None:
    assert line.decision is not None
    app.screens.mistake(session, as_mistake(session, line.decision))


def _watch_other(app: App, session: Session, line: Line) -> None:
    assert line.decision is not None
    other = played_on(session, line.decision)
    app.screens.replay(other, line.decision.number)
