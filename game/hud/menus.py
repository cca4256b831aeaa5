"""Dialogs and menus of the play screen: the game menu, keys, a rule, the score, where the game is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.app import App
from game.hud.citation_highlight import highlighted_rows, row_words
from game.hud.keymap import ACTIONS, Keys
from game.table.chart_table import read_charts
from game.table.rule_citations import SIGNS, badge, split_reference
from game.table.table import Table
from game.teach.rule_examples import Showings, open_showings
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.breakdown import format_signed
from rules.kernel.plurals import count_noun
from rules.kernel.rulebook import Rule, Rulebook
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.kernel.view import View

BADGE_WORDS = {"seed": tr_noop("errata sheet"), "public": tr_noop("public source"), "house": tr_noop("house rule")}
KEYS_AROUND = 265  # unscaled height of the key dialog without its table
MOST_DOWN = 9  # most entries of a menu in one column; more are in two columns
BADGE_TONES = {"seed": "good", "public": "link", "house": "warn"}


def show_me(app: App, system: str, showings: Showings, rule: str) -> None:
    """Open the first lesson that shows a rule, otherwise its exhibit."""
    lesson = next(iter(showings.lessons.get(rule, ())), None)
    if lesson is not None:
        app.screens.lesson(lesson)
    elif rule in showings.cases:
        app.screens.errata(system, rule)


def _closing(app: App, modal: list[ui.Modal], act: Callable[[], object] | None) -> Callable[[], None]:
    def press() -> None:
        app.tree.close(modal[0])
        if act is not None:
            act()

    return press


def dialog(
    app: App,
    title: str,
    body: ui.Widget,
    buttons: Sequence[tuple[str, str, Callable[[], object] | None]],
    id: str,
    width: float = 480,
) -> ui.Modal:
    """Open a dialog; each button is (text, id, action after closing). The last is the primary one."""
    holder: list[ui.Modal] = []
    made = [
        ui.Button(text, _closing(app, holder, act), name, style="primary" if number == len(buttons) - 1 else "plain")
        for number, (text, name, act) in enumerate(buttons)
    ]
    holder.append(ui.Modal(title, body, made, id=id, dialog_width=width))
    app.tree.open(holder[0])
    return holder[0]


def rule_dialog(app: App, system: str, book: Rulebook, cited: str) -> None:
    """Show one rule: text, badge, source, the gap it fills, other readings, the chart row in use. `cited`: its id, or a
    reference (game/hud/citation_highlight.py) with the text that cites it.
    """
    rule_id, quote = split_reference(cited)
    if rule_id not in book:
        return
    app.meet("looked", [rule_id])
    rule = book[rule_id]
    kind = rule.provenance.value
    lines = [ui.escape(rule.summary), f"{{gold:{SIGNS[kind]} {tr(BADGE_WORDS[kind])}}} · *{ui.escape(rule.source)}*"]
    if rule.question:
        lines.append(tr("Fills this gap: {gap}", gap=ui.escape(rule.question)))
    if rule.amends:
        lines.append(tr("Changes {rule}.", rule=rule.amends))
    for row in rows_in_use(app.systems[system], rule, quote):
        lines.append(tr("{gold:**Row in use:**} {row}", row=ui.escape(row)))
    for doubt in book.ambiguities_of(rule_id):
        lines.append(tr("**Ambiguous:** {question}", question=ui.escape(doubt.question)))
        lines += [
            tr(
                "used here: {reading}" if reading.key == doubt.ruling else "alternative: {reading}",
                reading=ui.escape(reading.text),
            )
            for reading in doubt.readings
        ]
    showings = open_showings([system])
    shown = ((tr("Show me"), "rule_show", lambda: show_me(app, system, showings, rule_id)),)
    buttons = (
        *(shown if showings.has_examples(rule_id) else ()),
        (tr("Open rulebook"), "rule_more", lambda: app.screens.rulebook(system, cited)),
        (tr("Close"), "rule_close", None),
    )
    body = ui.RichText("\n".join(lines), "rule_text")
    dialog(app, f"{rule.title}  {rule.id}", body, buttons, "rule")


def rows_in_use(system: System, rule: Rule, quote: str) -> tuple[str, ...]:
    """Return the chart rows of a rule that the citing text uses, one a line."""
    charts = read_charts(system.folder, rule.chart, rule.id, system.shared) if rule.chart and quote else ()
    return tuple(row_words(chart, row) for chart in charts for row in sorted(highlighted_rows(chart, quote)))


def ledger_dialog(app: App, table: Table, book: Rulebook) -> None:
    """Show victory points, line by line, each with its rule."""
    parts: list[ui.Widget] = []
    for score in table.hand.view.scores:
        parts.append(
            ui.Label(
                f"{score.name}: {count_noun(score.points, score.unit) if score.unit else score.points}",
                role="title",
                size="title",
            )
        )
        for line in score.lines:
            link = f"[{badge(book, line.rule)}](rule:{line.rule})" if line.rule else ""
            parts.append(
                ui.Row(
                    ui.Label(line.label, stretch=1),
                    ui.RichText(link, size="small", align="centre"),
                    ui.Label(format_signed(line.points), role="figures_bold", width=64, text_align="right"),
                )
            )
        if not score.lines:
            parts.append(ui.Label(tr("none yet"), colour="ink_faint"))
    dialog(app, tr("Victory points"), ui.Column(*parts, gap=4), ((tr("Close"), "ledger_close", None),), "ledger")


def outcome_dialog(app: App, view: View, book: Rulebook, report: Callable[[], None], more: str = "") -> None:
    """Show the end of the battle: result, reason, rule, further consequences (`more`), and a button for the report."""
    outcome = view.outcome
    if outcome is None:
        return
    link = f"[{badge(book, outcome.rule)}](rule:{outcome.rule})" if outcome.rule else ""
    why = outcome.why[:1].upper() + outcome.why[1:]
    text = f"{ui.escape(why)}\n{link}" + (f"\n{ui.escape(more)}" if more else "")
    body = ui.RichText(text, "outcome_text")
    buttons = ((tr("Look at the board"), "outcome_board", None), (tr("Open report"), "outcome_report", report))
    dialog(app, outcome.title, body, buttons, "outcome", 520)


def keys_dialog(app: App, keys: Keys, more: Sequence[tuple[str, str]] = ()) -> None:
    """Show every key of this screen; `more`: (key, what it does) of further keys."""
    rows = [
        *((tr(key), tr(words)) for key, words in more),
        *((keys.keys_of(action), tr(words)) for action, (_, words) in ACTIONS.items()),
    ]
    tall = app.tree.size[1] / app.tree.scale - KEYS_AROUND
    high = min(29 * len(rows) + 34, max(170, tall))
    table = ui.Table([ui.Heading(tr("Key"), 2), ui.Heading(tr("What it does"), 5)], rows, "keys", height=high)
    mouse = ui.RichText(
        tr(
            "**Mouse:** click to select, click again to give the order. Right button: drag the board, or click "
            "for all orders there. Wheel: zoom. Shift+wheel: change heading or path."
        ),
        size="small",
    )
    dialog(app, tr("Keys"), ui.Column(table, mouse, gap=8), ((tr("Close"), "keys_close", None),), "keys_dialog", 800)


def keeping_dialog(app: App, session: Session) -> None:
    """Show where the game is saved."""
    if session.not_saved:
        words = tr("{bad:Not saved:} {why}", why=ui.escape(session.not_saved))
    elif session.log is not None:
        path = ui.escape(str(session.log.path))
        words = tr("Every order is saved before you see its result. This game is saved in\n**{path}**", path=path)
    else:
        words = tr("This game is not saved on disk.")
    dialog(app, tr("Saved game"), ui.RichText(words), ((tr("Close"), "keeping_close", None),), "keeping")


def confirm_dialog(app: App, label: str, left: Sequence[str], give: Callable[[], object]) -> None:
    """Ask whether to end a phase although something can still be done. `left`: what, as text."""

    def never_ask(on: bool) -> None:
        app.settings.confirm_end = not on
        app.save_settings()

    lines = [f"• {ui.escape(words)}" for words in left]
    never = ui.Toggle(tr("Do not ask again"), False, never_ask, "never_ask")
    body = ui.Column(ui.RichText(tr("Still possible in this phase:\n") + "\n".join(lines)), never, gap=8)
    modal = dialog(
        app, f"{label}?", body, ((tr("Cancel"), "go_on", None), (label, "end_anyway", give)), "confirm_end", 420
    )
    app.tree.focus(next(widget for widget in modal.walk() if widget.id == "end_anyway"))


def menu_dialog(
    app: App, entries: Sequence[tuple[str, str, Callable[[], None] | None]], title: str = tr("Game menu")
) -> None:
    """Show the game menu: (text, id, action)."""
    holder: list[ui.Modal] = []
    made = [
        ui.Button(text, _closing(app, holder, act), name, style="primary" if not number else "plain")
        for number, (text, name, act) in enumerate(entries)
    ]
    if len(made) > MOST_DOWN:
        half = (len(made) + 1) // 2
        columns = [ui.Column(*part, gap=7, stretch=1, width=10) for part in (made[:half], made[half:])]
        body: ui.Widget = ui.Row(*columns, gap=10)
    else:
        body = ui.Column(*made, gap=7)
    wide = 540 if len(made) > MOST_DOWN else 320
    holder.append(ui.Modal(title, body, (), id="game_menu", dialog_width=wide))
    app.tree.open(holder[0])
