"""The dockyard: the player's own ship, drawn box by box, with faults and cost. A design is a text file in the game's
folder of designs. Changes to a box affect only this page until saved under a name; a file changed by another program is
read again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pygame

from game.app import App
from game.hud.box_grid import BoxGrid
from game.hud.ship_card import Portrait
from game.library import MAPS
from game.scene import Scene
from game.scenes.book_page import page, units
from game.stack import Pop
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from game.workshop.user_files import write_new
from rules.kernel.blueprint import Blueprint
from rules.kernel.datafile import DataError, read_text
from rules.kernel.storage import NotSaved
from rules.kernel.view import Cell, Panel

READ_EVERY_MS = 700
WATERLINE = 4
SIDE_BY_SIDE = 1000  # drawing and price are side by side from this unscaled width
NAME = re.compile(r"[a-z0-9_-]{1,40}")
EMPTY = "."


class DockyardScene(Scene):
    """The designs of one game."""

    title = tr_noop("Dockyard")

    def __init__(self, app: App, system: str) -> None:
        super().__init__(app)
        self.system = app.systems[system]
        self.folder = MAPS / system / "designs"
        self.own = app.folders.own / system / "designs"  # folder for designs made here
        self.files = self._design_files()
        self.chosen = 0
        self.text = ""
        self.drawn: Blueprint | None = None
        self.trouble = ""
        self.box: tuple[int, int] | None = None  # section, level
        self.tried = False  # there are unsaved changes
        self._seen: tuple[Path, float] | None = None
        self._looked = 0
        self._load()

    # ------------------------------------------------------------------ the files

    def _design_files(self) -> list[Path]:
        return [*sorted(self.folder.glob("*.yaml")), *sorted(self.own.glob("*.yaml"))]

    @property
    def path(self) -> Path | None:
        """Return the file of the open design."""
        return self.files[self.chosen] if self.chosen < len(self.files) else None

    def _load(self) -> None:
        """Read the open design from its file."""
        self.tried, self.drawn, self.trouble, self.text = False, None, "", ""
        path = self.path
        if path is None:
            self.trouble = tr("No designs in {folder}.", folder=self.folder)
            return
        try:
            self.text = read_text(path)
            self._seen = (path, path.stat().st_mtime)
        except (DataError, OSError) as error:
            self.trouble = str(error)
            return
        self._read()

    def _read(self) -> None:
        """Parse the text of the design with its game's reader."""
        assert self.system.blueprint is not None
        name = str(self.path or "design.yaml")
        try:
            self.drawn, self.trouble = self.system.blueprint(name, self.text, self._options()), ""
        except DataError as error:
            self.drawn, self.trouble = None, str(error)

    def _options(self) -> dict[str, bool]:
        return {key: option.default for key, option in self.system.rulebook.options.items()}

    def tick(self, now_ms: int) -> None:
        """Read a file again if another program changed it, unless there are unsaved changes here."""
        if now_ms - self._looked < READ_EVERY_MS or self.tried:
            return
        self._looked = now_ms
        path = self.path
        try:
            changed = path is not None and self._seen != (path, path.stat().st_mtime)
        except OSError:
            changed = False
        if changed:
            self._load()
            self._rebuild()

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the file is checked again."""
        return READ_EVERY_MS

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: designs, drawing, faults, price."""
        width, _ = units(self.app)
        names = [self._design_name(path) for path in self.files] or [tr("no designs")]
        listed = ui.ListBox(names, "designs", on_choose=self.open, stretch=1)
        listed.row = self.chosen
        listed.label = tr("Designs")
        left = ui.Column(
            ui.Label(tr("Designs"), role="title"),
            listed,
            ui.Button(tr("New ship"), self.new, "design_new", tooltip=tr("Copy this design to edit and save it")),
            ui.Label(tr("Your designs are in {folder}", folder=self.own), size="small", colour="ink_faint"),
            gap=7,
            width=min(250, max(170, width * 0.2)),
        )
        sheet = ui.ScrollView(ui.Column(*self._sheet(width), gap=10), "dockyard_sheet", stretch=1)
        body = ui.Row(left, sheet, gap=14, pad=(16, 14))
        return page(tr("Dockyard"), self.system.title, body, self.leave, id="dockyard")

    def _design_name(self, path: Path) -> str:
        name = path.stem.replace("_", " ")
        return name if path.parent == self.folder else tr("{name} · your own", name=name)

    def _sheet(self, width: float) -> list[ui.Widget]:
        if self.drawn is None:
            words = ui.Label(self.trouble, "trouble", colour="bad")
            return [ui.Panel(words, title=tr("Cannot read this file"), pad=(18, 12))]
        drawing, verdict, price = self._drawing(self.drawn), self._verdict(self.drawn), self._price(self.drawn)
        if width < SIDE_BY_SIDE:
            return [drawing, verdict, price]
        drawing.stretch, price.stretch = 3, 2
        drawing.width = price.width = 10
        return [ui.Row(drawing, price, gap=10), verdict]

    def _drawing(self, drawn: Blueprint) -> ui.Panel:
        grid = BoxGrid(grid_of(drawn), "drawing", on_choose=self.choose, chosen=self.box)
        parts: list[ui.Widget] = [Portrait(drawn.hull, "design_ship")] if drawn.hull is not None else []
        parts.append(grid)
        if self.box is not None:
            section, level = self.box
            field = ui.TextInput(drawn.rows[level - 1][section - 1], "box_word", on_submit=self.put, stretch=1)
            field.hint = tr("AA@F/6, H/4, MAG, or a full stop for no box")
            words = ui.Label(
                tr("Box {section}/{level}", section=section, level=level), role="bold", align="centre", wrap=False
            )
            parts.append(ui.Row(words, field, gap=10))
        else:
            parts.append(ui.Label(tr("Select a box to change it."), size="small", colour="ink_faint"))
        if self.tried:
            name = ui.TextInput("", "save_name", hint=tr("name of the new file"), on_submit=self.save, stretch=1)
            undo = ui.Button(tr("Undo changes"), self.undo, "as_it_was", style="quiet", size="small")
            parts.append(ui.Row(ui.Label(tr("Save as"), size="small", align="centre", wrap=False), name, undo, gap=10))
        return ui.Panel(*parts, title=drawn.title, note=drawn.subtitle, gap=8, pad=(16, 12), id="sheet_drawing")

    def _verdict(self, drawn: Blueprint) -> ui.Panel:
        if drawn.fit:
            words: list[ui.Widget] = [ui.RichText(tr("{good:**Design is legal.**} You can use it in a battle."), "fit")]
        else:
            words = []
            for number, fault in enumerate(drawn.faults):
                text = f"{{bad:{ui.escape(fault.text)}}}  [{fault.rule}](rule:{fault.rule})"
                words.append(ui.RichText(text, f"fault_{number}"))
        count = len(drawn.faults)
        note = "" if drawn.fit else trn("{count} fault to correct", "{count} faults to correct", count)
        return ui.Panel(*words, title=tr("Design check"), note=note, gap=5, pad=(16, 12), id="sheet_verdict")

    def _price(self, drawn: Blueprint) -> ui.Panel:
        rows = [
            ui.Row(
                ui.Label(cost.title, stretch=1),
                ui.Label(cost.amount, role="figures_bold", wrap=False, align="centre"),
                gap=10,
            )
            for cost in drawn.costs
        ]
        values = [
            ui.Row(
                ui.Label(value.title.capitalize(), role="title", size="large", stretch=1),
                ui.Label(value.amount, role="figures_bold", size="large", colour="gold", wrap=False, align="centre"),
                gap=10,
            )
            for value in drawn.values
        ]
        none = [] if rows else [ui.Label(tr("No price until all faults are corrected."), colour="ink_faint")]
        rule = [ui.Rule()] if rows and values else []
        return ui.Panel(*none, *rows, *rule, *values, title=tr("Points"), gap=4, pad=(16, 12), id="sheet_price")

    def _rebuild(self, focus: str = "") -> None:
        """Rebuild the page after a change."""
        self.app.rebuild()
        if focus in {widget.id for widget in self.app.tree.root.walk()}:
            self.app.tree.focus(self.app.tree.find(focus))

    # ------------------------------------------------------------------ actions

    def open(self, number: int) -> None:
        """Open another design."""
        if number != self.chosen and number < len(self.files):
            self.chosen, self.box = number, None
            self._load()
            self._rebuild("designs")

    def choose(self, section: int, level: int) -> None:
        """Select a box of the drawing to change it."""
        self.box = (section, level)
        self._rebuild("box_word")

    def put(self, word: str) -> None:
        """Put a word into the selected box: guns, armour, rooms; an empty word removes the box."""
        if self.box is None or self.drawn is None:
            return
        section, level = self.box
        rows = [list(row) for row in self.drawn.rows]
        rows[level - 1][section - 1] = "".join(word.split()) or EMPTY
        self.text, self.tried = with_grid(self.text, rows), True
        self._read()
        self._rebuild("drawing")

    def new(self) -> None:
        """Start a new ship: a copy of the open one, to be changed and saved under a new name."""
        if self.drawn is not None:
            self.tried = True
            self._rebuild("save_name")

    def undo(self) -> None:
        """Restore the design of the file."""
        self._load()
        self._rebuild("drawing")

    def save(self, name: str) -> None:
        """Save the changes in a new file. An existing file is not overwritten."""
        key = name.strip().lower().replace(" ", "_")
        path = self.own / f"{key}.yaml"
        if not NAME.fullmatch(key):
            self._tell(tr("Use only lower-case letters, digits, - and _ in a name."))
        elif path.exists() or (self.folder / path.name).exists():
            self._tell(tr("A design called {name} already exists.", name=key))
        else:
            try:
                write_new(path, self.text)
            except NotSaved as error:
                self._tell(tr("Not saved: {why}", why=error))
                return
            self.files = self._design_files()
            self.chosen = self.files.index(path)
            self._load()
            self._rebuild("designs")

    def _tell(self, words: str) -> None:
        field = self.app.tree.find("save_name")
        self.app.tree.show_tip(field.rect, words, tone="bad")

    def leave(self) -> None:
        """Go one screen back."""
        self.app.change(Pop())

    def on_enter(self) -> None:
        """Activate links to rules."""
        self.app.tree.on_link = self._follow

    def _follow(self, link: str) -> None:
        kind, _, target = link.partition(":")
        if kind == "rule":
            self.app.screens.rulebook(self.system.key, target.partition("?")[0])

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape deselects a box, then goes back."""
        if event.key != pygame.K_ESCAPE:
            return False
        if self.box is not None:
            self.box = None
            self._rebuild("drawing")
        else:
            self.leave()
        return True


def grid_of(drawn: Blueprint) -> Panel:
    """Return a design's drawing as a grid of boxes; faulty ones are highlighted."""
    wrong = {fault.square for fault in drawn.faults if fault.square}
    rows = tuple(
        tuple(_cell(word, f"{section}/{level}" in wrong) for section, word in enumerate(row, 1))
        for level, row in enumerate(drawn.rows, 1)
    )
    return Panel(
        id=drawn.key,
        kind="boxes",
        title=drawn.title,
        header=("", *(str(section) for section in range(1, len(drawn.rows[0]) + 1))),
        labels=tuple(str(level) for level in range(1, len(drawn.rows) + 1)),
        waterline=WATERLINE,
        rows=rows,
    )


def _cell(word: str, wrong: bool) -> Cell:
    """Return a word of the drawing as a cell: its content large, its armour small."""
    if word == EMPTY:
        return Cell("", "lit" if wrong else "")
    content, _, armour = word.partition("/")
    guns = content.partition("@")[0]
    plain = content in ("H", "W")
    tones = [*(["strong"] if guns.isupper() and len(set(guns)) == 1 and not plain else []), *(["lit"] if wrong else [])]
    return Cell(f"{' ' if plain else content.replace('@', ' ')}|{armour}", " ".join(tones))


def with_grid(text: str, rows: list[list[str]]) -> str:
    """Return the text of a design with its drawing replaced."""
    before = re.split(r"^grid:.*$", text, maxsplit=1, flags=re.MULTILINE)[0]
    after = re.split(r"^grid:.*\n(?:[ \t]+-.*\n?|[ \t]*\n)*", text, maxsplit=1, flags=re.MULTILINE)
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [" ".join(word.ljust(size) for word, size in zip(row, wide, strict=True)).rstrip() for row in rows]
    drawn = "".join(f'  - "{line}"\n' for line in lines)
    return "".join((before, "grid:\n", drawn, *after[1:2]))
