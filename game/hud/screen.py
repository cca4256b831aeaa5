"""The widgets of the play screen: ribbon above, board in the middle, cards and log at the right, tray below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.boards.board import Board
from game.dates import long_date
from game.hud.page_view import Page
from game.hud.status_bar import StatusBar
from game.table.director import SPEEDS
from game.table.rule_citations import LEGEND, rule_link
from game.ui import widgets as ui
from game.ui.tree import Tree
from game.words import tr, trn
from rules.kernel.rulebook import Rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.view import PhaseMark, View

NARROW = 1150  # below this unscaled width, the bar below leaves out luck
LOW = 900  # below this unscaled height, the order of the cards changes with what is needed most
TINY = 560  # below this unscaled height, the log stays closed until it is opened
ACROSS = (300, 440)  # smallest and largest width of the right column
MOST_END = 0.36  # width of the button that ends the phase, as a fraction of the window
SHARE = 0.23  # width of the right column, as a fraction of the window
LOG_HIGH = (116, 250)  # least height of the log in a low and in a high window; the cards scroll instead


def phase_names(marks: Sequence[PhaseMark]) -> list[str]:
    """Return titles for the ribbon; a phase in which a side had nothing to do is marked."""
    return [f"{mark.title} »" if mark.skipped and mark.state != "next" else mark.title for mark in marks]


Marked = Callable[[Sequence[str], Sequence[PhaseMark]], list[str]]


def show_phases(
    ribbon: ui.PhaseRibbon, marks: Sequence[PhaseMark], book: Rulebook, marked: Marked | None = None
) -> None:
    """Show the phases of a position on a ribbon, the current one highlighted, with the log's numbers. `marked` adds
    marks to their names.
    """
    names = phase_names(marks)
    now = next((number for number, mark in enumerate(marks) if mark.state == "now"), 0)
    names = marked(names, marks) if marked is not None else names
    ribbon.show(names, now, phase_notes(marks, book), [mark.number for mark in marks])


def phase_notes(marks: Sequence[PhaseMark], book: Rulebook) -> list[str]:
    """Return each phase's purpose and rule, and how many sides it was skipped for."""
    notes = []
    for mark in marks:
        skipped = mark.skipped if mark.state != "next" else 0
        more = (
            tr("\n{gold:Skipped for {words}: nothing to do.}", words=trn("{count} side", "{count} sides", skipped))
            if skipped
            else ""
        )
        notes.append(f"**{mark.number} {mark.title}**\n{ui.escape(mark.help)}\n{rule_link(book, mark.rule)}{more}")
    return notes


def cartouche(board: Board, view: View, scenario: Scenario) -> None:
    """Set the board's title: the battle, its date, weather and scale."""
    title, date = view.title or scenario.title, view.date or long_date(scenario.date)
    weather = [text for _, text, _ in view.conditions[:2]]
    when = " · ".join(word for word in (date, view.clock, *weather) if word)
    if board.titles[:2] != (title, when):
        board.set_title(
            title,
            when,
            tr(
                "{scale_words} · 1 turn = {minutes_per_turn} minutes",
                scale_words=board.scale_words,
                minutes_per_turn=scenario.minutes_per_turn,
            ),
        )


class Screen:
    """Builds the widgets of the play screen and keeps those that change."""

    def __init__(
        self,
        canvas: ui.Canvas,
        tray: StatusBar,
        view: View,
        book: Rulebook,
        units: tuple[float, float],
        commands: dict[str, Callable[[], None]],
        typed: Callable[[str], None],
        below: ui.Widget | None = None,
        order: Callable[[str], None] | None = None,
        marked: Marked | None = None,
    ) -> None:
        """`units`: the window's size in unscaled units; `commands`: action of each button of the bars, by id. `below`:
        widget between the board and the bottom bar; `order`: receives the orders of a page's buttons. `marked`: adds
        marks to the names of the ribbon where the game stops.
        """
        self.book, self.marked = book, marked
        self.low = units[1] < LOW
        self.tiny = units[1] < TINY
        narrow = units[0] < NARROW
        self.turn = ui.Label("", "turn", role="title", size="title", wrap=False, align="centre")
        self.clock = ui.Label("", "clock", role="title_italic", colour="ink_faint", wrap=False, align="centre")
        self.ribbon = ui.PhaseRibbon((), id="ribbon", align="centre")
        show_phases(self.ribbon, view.phases, book, marked)
        buttons = [
            ui.Button(text, commands[key], key, style="quiet", align="centre", tooltip=tip, name=name)
            for key, text, tip, name in (
                ("log_size", tr("Log"), tr("Open or close the log. *G*\n{legend}", legend=tr(LEGEND)), ""),
                ("rules", tr("Rules"), tr("The rulebook. *F1* for the rule under the cursor"), ""),
                ("keys_help", "?", tr("Keys and mouse"), tr("Keys")),
                ("menu", tr("Menu"), tr("Resume, settings, replay, quit. *Esc*"), ""),
            )
        ]
        self.banner = ui.RichText("", "banner", size="body", colour="bad")
        strip = ui.Panel(self.banner, frame="bar", pad=(16, 4), id="banner_strip", visible=False)
        self.strip = strip
        row = ui.Row(self.turn, self.clock, self.ribbon, ui.Spacer(), *buttons, gap=9)
        self.top = top = ui.Column(ui.Panel(row, frame="bar", pad=(16, 6)), strip, gap=0)
        self.cards = ui.Column(id="cards", gap=9)
        self.scroll = ui.ScrollView(self.cards, "cards_scroll", steady=True, stretch=1, min_height=64)
        least = LOG_HIGH[not self.low]
        self.log = ui.LogView(id="log", size="small" if self.low else "body", stretch=1, min_height=60)
        title, note = ("", "") if self.low else (tr("Log"), tr(LEGEND))
        self.log_panel = ui.Panel(
            self.log,
            title=title,
            note=note,
            stretch=10_000,
            min_height=least,
            height=least,
            gap=3,
            pad=(8, 5),
            id="log_panel",
        )
        self.log_alone = False
        across = min(ACROSS[1], max(ACROSS[0], units[0] * SHARE))
        self.commit = ui.Column(id="commit", gap=0, visible=False)
        gap = 6 if self.low else 9
        right = ui.Column(self.scroll, self.commit, self.log_panel, gap=gap, pad=(gap, gap), width=across, id="right")
        self.log.label = tr("Log")
        self.field = ui.TextInput("", "typed", hint=tr("an order, as in: move a FFR"), on_submit=typed, stretch=1)
        self.answer = ui.RichText("", "typed_answer", size="small")
        line = ui.Row(ui.Label(tr("Order"), role="bold", align="centre", wrap=False), self.field, gap=10)
        self.typing = ui.Panel(line, self.answer, id="typing", visible=False, width=560, pad=(12, 8), gap=4)
        self.pause = ui.Button(tr("Pause"), commands["pause"], "pause")
        self.speed = ui.Button(tr("Speed: {speed}", speed=tr(SPEEDS[1][0])), commands["speed"], "speed")
        self.watch = ui.Panel(
            ui.Row(ui.Label(tr("Watching"), role="title_italic", align="centre", wrap=False), self.pause,
                   ui.Button(tr("Step"), commands["step"], "step"), self.speed, gap=8),
            id="watch", visible=False, pad=(12, 7),
        )  # fmt: skip
        self.canvas, self.page, self.units_wide = canvas, Page(book, order), units[0] - across
        board = (
            ui.Stack(canvas, self.page.root, id="board_stack", stretch=1)
            .hold(self.watch, "bottom", 12)
            .hold(self.typing, "bottom", 14)
        )
        self.over_board = board
        centre = ui.Column(board, below, gap=0) if below else board
        self._show_log()
        self.tray = tray.build(narrow, min(across - 2 * gap, units[0] * MOST_END))
        self.root = ui.Dock(centre, top=top, right=right, bottom=self.tray, id="play")

    def show(self, view: View, banner: str) -> None:
        """Show turn, ribbon and banner of a view."""
        span, number, limit = view.turn_counter()
        self.turn.set_text(f"{span} {number}")
        self.clock.set_text(" · ".join(word for word in (tr("of {limit}", limit=limit), view.clock) if word))
        self.page.show(view, self.units_wide)
        self.canvas.set_visible(not view.page)
        show_phases(self.ribbon, view.phases, self.book, self.marked)
        self.banner.set_text(banner)
        self.strip.set_visible(bool(banner))

    def show_cards(
        self, parts: Sequence[ui.Widget | None], commit: ui.Widget | None, held: ui.Pos | None = None
    ) -> None:
        """Show the cards of the right column and the confirm bar; the focus stays on the widget with the same id.
        `held`: where the mouse was pressed: the control there keeps its place when something above it changes.
        """
        under = self._under(held) if held is not None else None
        self._fill(parts, commit)
        if under is not None:
            self._keep_in_place(*under)

    def _under(self, pos: ui.Pos) -> tuple[str, int] | None:
        """Return id and top of the cards' control at a point; None if there is none."""
        if not self.cards.is_attached or not self.scroll.rect.collidepoint(pos):
            return None
        found = self.scroll.hit(pos)
        while found is not None and not (found.id and found.focusable):
            found = found.parent
        return (found.id, found.rect.y) if found is not None and found is not self.scroll else None

    def _keep_in_place(self, id: str, top: int) -> None:
        """Scroll so that a control stays where it was; if that is not enough, leave room above or below the cards."""
        tree = self.cards.tree
        tree.ensure_layout()
        now = next((widget for widget in self.cards.walk() if widget.id == id), None)
        if now is None or now.rect.y == top:
            return
        wanted = self.scroll.offset + now.rect.y - top
        room = -wanted if wanted < 0 else wanted - self.scroll.most
        if room > 0:
            spacer = ui.Spacer(height=room / tree.scale, stretch=0)
            self.cards.add(spacer)
            if wanted < 0:
                self.cards.children.insert(0, self.cards.children.pop())
            self.cards.relayout()
            tree.ensure_layout()
            now = next(widget for widget in self.cards.walk() if widget.id == id)
        self.scroll.scroll_to(self.scroll.offset + now.rect.y - top)

    def _fill(self, parts: Sequence[ui.Widget | None], commit: ui.Widget | None) -> None:
        attached = self.cards.is_attached
        tree = self.cards.tree if attached else None
        focused = tree.focused.id if tree is not None and tree.focused is not None else ""
        visible = tree.focus_visible if tree is not None else False
        self.cards.clear()
        self.cards.add(*(part for part in parts if part is not None))
        self.commit.clear()
        if commit is not None:
            self.commit.add(commit)
        self.commit.set_visible(commit is not None)
        self.cards.invalidate()
        self.scroll.invalidate()
        self.commit.invalidate()
        if tree is None or not focused or tree.focused is not None or not visible:
            return
        fresh = (*self.cards.walk(), *self.commit.walk())
        again = next((widget for widget in fresh if widget.id == focused and widget.focusable), None)
        if again is not None:
            tree.focus(again)

    def next_panel(self, tree: Tree, step: int) -> None:
        """Move the focus to the next panel that can have it, cyclically; the board is the first."""
        panels = (self.over_board, self.scroll, self.commit, self.log_panel, self.tray, self.top)
        ring, lists = list(tree.ring()), []
        for panel in panels:
            inside = {id(widget) for widget in panel.walk()}
            lists.append([widget for widget in ring if id(widget) in inside])
        here = next((number for number, found in enumerate(lists) if tree.focused in found), 0)
        following = [lists[(here + step * away) % len(lists)] for away in range(1, len(lists) + 1)]
        first = next((found[0] for found in following if found), None)
        if first is not None:
            tree.focus(first)

    def toggle_log(self) -> None:
        """Switch the log between its usual size and the whole column."""
        self.log_alone = not self.log_alone
        self._show_log()

    def _show_log(self) -> None:
        self.scroll.set_visible(not self.log_alone)
        self.log_panel.set_visible(self.log_alone or not self.tiny)
