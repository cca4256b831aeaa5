"""The briefing of a battle, shown again during play, and the player's own notes on it."""

from __future__ import annotations

from functools import partial

from game.app import App
from game.dates import long_date
from game.hud.menus import dialog
from game.table.rule_citations import rule_link
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr, trn
from rules.kernel.session import Session

TALL = 400  # unscaled height of the text
LONGEST = 400  # most characters of a note


def briefing_dialog(app: App, table: Table) -> None:
    """Show the briefing: situation, orders of each side the player may read, victory points, weather."""
    session, view = table.session, table.hand.view
    scenario = session.scenario
    parts: list[ui.Widget] = [
        ui.Label(
            f"{long_date(scenario.date)} · {trn('{count} turn', '{count} turns', scenario.turns)}",
            role="italic",
            colour="ink_soft",
        ),
        ui.RichText(ui.escape(scenario.briefing.strip() or scenario.summary), "briefing_text"),
    ]
    for note in scenario.sides:
        if note.brief and (not table.side or note.key == table.side or not table.director.hiding):
            parts.append(ui.Label(note.name, role="title", size="title"))
            parts.append(ui.RichText(ui.escape(note.brief.strip()), f"brief_{note.key}"))
    lines = [
        f"• {ui.escape(label)}: {ui.escape(text)}  {rule_link(session.system.rulebook, rule)}"
        for label, text, rule in view.conditions
    ]
    if lines:
        parts.append(ui.Label(tr("Conditions"), role="title", size="title"))
        parts.append(ui.RichText("\n".join(lines), "briefing_conditions"))
    tall = min(TALL, app.tree.size[1] / app.tree.scale * 0.6)
    body = ui.ScrollView(ui.Column(*parts, gap=7), "briefing_scroll", height=tall)
    dialog(app, scenario.title, body, ((tr("Close"), "briefing_close", None),), "briefing", 620)


def notes_dialog(app: App, session: Session) -> None:
    """Show the player's own notes on this battle, each with its turn; they are saved with the settings."""
    key = f"{session.system.key}/{session.scenario.key}"
    listed = ui.Column(gap=4, id="notes_list")
    field = ui.TextInput("", "notes_text", hint=tr("your note; Enter adds it"), limit=LONGEST)

    def show() -> None:
        listed.clear()
        for number, note in enumerate(app.settings.notes.get(key, ())):
            drop = ui.Button("✗", partial(remove, number), f"note_drop_{number}", style="quiet", name=tr("Remove"))
            listed.add(ui.Row(ui.RichText(ui.escape(note), stretch=1, align="centre"), drop, gap=8))
        listed.relayout()

    def add(words: str) -> None:
        if words.strip():
            turn = session.state.cursor.turn
            app.settings.notes.setdefault(key, []).append(tr("Turn {turn}: {words}", turn=turn, words=words.strip()))
            app.save_settings()
            field.set_text("")
            show()

    def remove(number: int) -> None:
        app.settings.notes[key].pop(number)
        app.settings.notes = {name: notes for name, notes in app.settings.notes.items() if notes}
        app.save_settings()
        show()

    field.on_submit = add
    show()
    words = ui.RichText(tr("Private: computer players do not read them."), size="small", colour="ink_soft")
    scroll = ui.ScrollView(listed, "notes_scroll", height=170)
    buttons = ((tr("Close"), "notes_close", None), (tr("Add"), "notes_add", lambda: add(field.text)))
    dialog(
        app,
        tr("Notes: {title}", title=session.scenario.title),
        ui.Column(scroll, field, words, gap=8),
        buttons,
        "notes",
        560,
    )
    app.tree.focus(field)
