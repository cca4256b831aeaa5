"""Saved games: the list of files, the progress of each, and buttons to resume, watch, analyse, rename or delete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path

import pygame

from game.app import App
from game.dates import long_date
from game.hud.menus import dialog
from game.library import Shelves
from game.recent_games import recency_ranks
from game.saved_names import LONGEST, give_name, names_given
from game.scene import Scene
from game.scenes.import_file import ask_for_file
from game.scenes.page import PaintedPicture, Tile, page_footer, page_header, setup_picture
from game.scenes.share import import_dialog
from game.scenes.start import analyse, open_saved, show_message, watch
from game.stack import Pop
from game.table.player_types import player_type
from game.table.sharing import SHARED, SHIPPED
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules import SYSTEMS
from rules.kernel.logbook import Logbook, LogbookBusy, LogbookError, Peek, peek_folder
from rules.kernel.scenario import MapSheet
from rules.kernel.seat import Seat
from rules.kernel.session import SaveError, Session, load_session
from rules.kernel.storage import NotSaved, reason
from rules.kernel.view import View
from rules.players import HUMAN

DELETED = "deleted"  # the folder for deleted games
LITTLE = 640  # below this unscaled width, the buttons scroll with the text
PICTURE = 215  # unscaled height of the board's picture
LOOKED_AT = 6  # the title page looks for an unfinished game among this many of the newest


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One row of the list, from the file's first line only. `problem`: why it cannot be opened."""

    path: Path
    title: str
    system: str
    date: str  # date of the battle
    started: str
    players: tuple[tuple[str, str], ...]
    changed: float  # time of the last change, in seconds since 1970
    stamp: tuple[int, int]  # time in nanoseconds and size in bytes: changes with the file
    problem: str = ""
    trust: str = ""  # for a game between two computers: "live" or "file"

    @property
    def kind(self) -> str:
        """Return the text that marks a game between two computers in the list."""
        return {"": "", "file": tr("by file")}.get(self.trust, tr("two computers"))


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a saved game. `note`: what is wrong with it, or how it ended."""

    turn: int = 0
    turns: int = 0
    over: bool = False
    note: str = ""
    whole: bool = True
    board: tuple[View, MapSheet | None] | None = field(default=None, compare=False)  # the view of its player

    @property
    def short_text(self) -> str:
        """Return the progress in a few words."""
        if not self.turns:
            return tr("cannot be replayed")
        if self.over:
            return tr("finished")
        if not self.turn and self.note:
            return tr("not begun")
        return tr(
            "turn {turn} of {turns}" if self.whole else "turn {turn} of {turns}, damaged",
            turn=self.turn,
            turns=self.turns,
        )


def saved_games(folder: Path) -> list[SavedGame]:
    """Return every file in the folder, last played first, readable ones before others. The order comes from the
    program's own list, not the clock; files not in it follow, by time.
    """
    order, names = recency_ranks(folder), names_given(folder)
    found = [
        _row(peek, names.get(peek.path.name, ""))
        for peek in peek_folder(folder)
        if peek.path.name not in (DELETED, SHARED)
    ]
    return sorted(found, key=lambda row: (bool(row.problem), -order.get(row.path.name, 0), -row.changed, row.path.name))


def _row(peek: Peek, given: str = "") -> SavedGame:
    problem = tr("this is a folder, not a saved game") if peek.path.is_dir() else peek.problem
    try:
        status = peek.path.stat()
        changed, stamp = status.st_mtime, (status.st_mtime_ns, status.st_size)
    except OSError:
        changed, stamp = 0.0, (0, 0)
    scenario = peek.header.get("scenario")
    system = _text(peek.header, "system")
    if not problem and system not in SYSTEMS:
        problem = tr("a game of {system}, which is not installed", system=system or tr("unknown game"))
    return SavedGame(
        path=peek.path,
        title=given or (peek.title if not problem or peek.header else peek.path.name),
        system=system,
        date=_text(scenario, "date"),
        started=_text(peek.header, "started"),
        players=_players(peek.header.get("players"), scenario),
        changed=changed,
        stamp=stamp,
        problem=problem,
        trust=_text(peek.header.get("network"), "trust"),
    )


def _text(holder: object, field: str) -> str:
    """Return a text field of plain data from a file; empty if it is not text."""
    value = holder.get(field) if isinstance(holder, dict) else None
    return value if isinstance(value, str) else ""


def _players(players: object, scenario: object) -> tuple[tuple[str, str], ...]:
    """Return (side's name, its player), as far as the header says."""
    if not isinstance(players, Mapping):
        return ()
    sides = scenario.get("sides") if isinstance(scenario, dict) else None
    names = {_text(side, "key"): _text(side, "name") for side in sides} if isinstance(sides, list) else {}
    pairs = [(key, kind) for key, kind in players.items() if isinstance(key, str) and isinstance(kind, str)]
    return tuple((names.get(key) or key, player_type(kind)[0]) for key, kind in pairs)


@lru_cache(maxsize=128)
def progress(path: Path, _stamp: tuple[int, int], shelves: Shelves = SHIPPED) -> Progress:
    """Return a game's progress by replaying it; nothing is written. Never raises, whatever the file contains."""
    try:
        session = load_session(path, SYSTEMS, shelves.sheet, write=False)
    except (SaveError, LogbookError) as error:
        return Progress(note=str(error).replace(str(path), path.name), whole=False)
    note = session.readonly or session.notice
    if session.over and not note:
        note = str(session.state.outcome.title)
    turn, turns = session.state.cursor.turn, session.scenario.turns
    board = (Seat(session, side).view(), session.sheet) if (side := _viewer_of(session)) is not None else None
    return Progress(turn, turns, session.over, note, not session.readonly, board)


def _viewer_of(session: Session) -> str | None:
    """Return the viewer for a game's picture: its only player, or everybody after its end; None for nobody."""
    people = [side for side, kind in session.players.items() if kind == HUMAN]
    return "" if session.over else people[0] if len(people) == 1 else None


def last_unfinished(app: App) -> tuple[SavedGame, Progress] | None:
    """Return the newest game that can be resumed."""
    rows = [row for row in saved_games(app.folders.saves) if not row.problem]
    for row in rows[:LOOKED_AT]:
        far = progress(row.path, row.stamp, app.shelves)
        if far.whole and not far.over and far.turns:
            return row, far
    return None


def time_text(changed: float) -> str:
    """Return a time in everyday form: today at 21:04, yesterday at 9:30, or the date."""
    then = datetime.fromtimestamp(changed)
    days = (datetime.now().date() - then.date()).days
    day = {0: "today", 1: "yesterday"}.get(days, long_date(f"{then:%Y-%m-%d}"))
    return tr("{day} at {then}", day=day, then=f"{then:%H:%M}")


def put_away(path: Path) -> Path:
    """Move a game into the folder `deleted` beside it without overwriting anything; return its new path. Raises
    OSError, and LogbookBusy if the game is open in another window.
    """
    if path.is_file():
        try:
            Logbook.open(path).close()
        except LogbookBusy:
            raise
        except LogbookError:
            pass  # damaged or foreign files can be moved as they are
    folder = path.parent / DELETED
    folder.mkdir(exist_ok=True)
    number, place = 1, folder / path.name
    while place.exists():
        number += 1
        place = folder / f"{path.stem}-{number}{path.suffix}"
    path.rename(place)
    return place


class SavesScene(Scene):
    """The list of saved games and the details of the selected one."""

    title = tr_noop("Saved games")

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rows: list[SavedGame] = []
        self.chosen = 0
        self.tiles: list[Tile] = []
        self._known: dict[Path, Progress] = {}
        self._pictures: dict[object, pygame.Surface] = {}

    def build(self) -> ui.Widget:
        """Return the page: the list at the left, the selected game at the right."""
        app = self.app
        self.rows = saved_games(app.folders.saves)
        self._known = {}
        self.chosen = max(0, min(self.chosen, len(self.rows) - 1))
        self.tiles = [self._tile(number, row) for number, row in enumerate(self.rows)]
        wide = app.tree.size[0] / app.tree.scale
        note = tr("saved in {folder}", folder=app.folders.saves) if wide >= LITTLE else ""
        self.search = ui.TextInput("", "saves_search", hint=tr("Search"), on_change=self.find, width=wide * 0.42)
        script = ui.Button(
            tr("Play a script …"), partial(import_dialog, app), "import_script", style="quiet", align="centre"
        )
        sent = ui.Button(tr("Open file …"), partial(ask_for_file, app), "open_file", style="quiet", align="centre")
        if not self.rows:
            empty = ui.Panel(
                ui.Label(tr("No saved games yet"), role="title", size="title", text_align="centre"),
                ui.Label(
                    tr("Every game is saved automatically from its first order. Start a battle and it appears here."),
                    colour="ink_soft",
                    text_align="centre",
                ),
                frame="cartouche",
                pad=(30, 24),
                width=460,
                id="no_saves",
            )
            little = wide < LITTLE
            middle = ui.ScrollView(ui.Column(empty, pad=20)) if little else ui.Stack().hold(empty, "centre", 20)
            return ui.Dock(middle, top=page_header(tr("Saved games"), note, self.back, sent, script))
        self.none = ui.Label(tr("No saved game matches."), role="italic", colour="ink_faint", visible=False)
        rows = ui.ScrollView(ui.Column(self.none, *self.tiles, gap=6, pad=3), "saves_list", stretch=1)
        listed = ui.Column(self.search, rows, gap=8, width=wide * 0.42)
        self.detail = ui.Column(gap=9)
        self.buttons = ui.Flow(gap=10)
        parts: tuple[ui.Widget, ...] = (ui.ScrollView(self.detail, stretch=1), self.buttons)
        if wide < LITTLE:
            parts = (ui.ScrollView(ui.Column(self.detail, self.buttons, gap=14), stretch=1),)
        card = ui.Panel(*parts, gap=14, pad=(24, 20), stretch=1)
        centre = ui.Row(listed, card, gap=18, pad=(20, 16))
        self._show()
        hint = ui.Label(
            tr("Enter: resume · W: watch · A: analyse · Delete: delete · Esc: back"),
            colour="ink_faint",
            wrap=False,
        )
        return ui.Dock(
            centre,
            top=page_header(tr("Saved games"), note, self.back, sent, script),
            bottom=page_footer(hint),
            id="saves_page",
        )

    def _tile(self, number: int, row: SavedGame) -> Tile:
        words = f"{{bad:{ui.escape(row.problem)}}}" if row.problem else _when_words(row, None)
        return Tile(
            row.title,
            words,
            partial(self.choose, number, True),
            f"save_{number}",
            chosen=number == self.chosen,
            faint=bool(row.problem),
            note=row.kind,
            size="large",
            on_focus=partial(self.choose, number),
        )

    def find(self, text: str) -> None:
        """Show only games that contain all these words in name, game, battle's date or players."""
        wanted = text.casefold().split()
        for row, tile in zip(self.rows, self.tiles, strict=True):
            game = SYSTEMS[row.system].title if row.system in SYSTEMS else ""
            haystack = " ".join(
                (row.title, game, row.date, row.path.name, *(word for pair in row.players for word in pair))
            )
            tile.set_visible(all(word in haystack.casefold() for word in wanted))
        self.none.set_visible(not any(tile.visible for tile in self.tiles))

    def choose(self, number: int, pressed: bool = False) -> None:
        """Show a game; a second press resumes it."""
        if number == self.chosen:
            if pressed:
                self.resume()
            return
        self.tiles[self.chosen].set_chosen(False)
        self.chosen = number
        self.tiles[number].set_chosen(True)
        self._show()

    def _progress_of(self, row: SavedGame) -> Progress:
        if row.path not in self._known:
            far = progress(row.path, row.stamp, self.app.shelves)
            if row.trust and not far.turns:
                far = Progress(turns=1, note=tr("The other player has not answered yet."))
            self._known[row.path] = far
            self.tiles[self.rows.index(row)].set_words(_when_words(row, self._known[row.path]), row.kind)
        return self._known[row.path]

    def _show(self) -> None:
        row = self.rows[self.chosen]
        self.detail.clear()
        self.buttons.clear()
        self.detail.add(ui.Label(row.title, "save_title", role="title", size="heading"))
        away = ui.Button(tr("Delete"), self.ask_delete, "delete")
        if row.problem:
            self.detail.add(
                ui.RichText(tr("{bad:Cannot open: {why}.}", why=ui.escape(row.problem)), "save_problem"),
                ui.Label(row.path.name, colour="ink_faint"),
            )
            self.buttons.add(away)
            return
        far = self._progress_of(row)
        system = SYSTEMS[row.system]
        self.detail.add(
            ui.Label(f"{system.title} · {long_date(row.date)}", role="title_italic", size="large", colour="ink_soft"),
            ui.Rule(),
            _line(tr("Status"), far.short_text[:1].upper() + far.short_text[1:]),
            *(_line(name, kind) for name, kind in row.players),
            _line(tr("Started"), _start_time(row.started)),
            _line(tr("Last order"), time_text(row.changed)),
            _line(tr("File"), row.path.name),
        )
        if far.board is not None and not far.board[0].page:
            words = tr("{game}: the board now", game=row.title)
            self.detail.add(
                PaintedPicture(partial(self._picture, row, far.board), words, "save_picture", height=PICTURE)
            )
        if far.note:
            self.detail.add(ui.RichText(ui.escape(far.note), "save_note", colour="ink_soft" if far.whole else "warn"))
        label = (
            tr("Resume as new game …")
            if far.turns and not far.whole
            else tr("Open report …")
            if far.over
            else tr("Resume")
        )
        self.buttons.add(
            ui.Button(label, self.resume, "resume", style="primary", enabled=bool(far.turns), reason=far.note),
            ui.Button(tr("Watch"), self.watch, "watch", enabled=bool(far.turns), reason=far.note),
            ui.Button(tr("Analyse"), self.analyse, "analyse", enabled=bool(far.turns), reason=far.note),
            ui.Button(tr("Rename …"), self.ask_name, "rename"),
            away,
        )

    def _picture(self, row: SavedGame, board: tuple[View, MapSheet | None], size: tuple[int, int]) -> pygame.Surface:
        key = (row.path, row.stamp, size)
        if key not in self._pictures:
            system = SYSTEMS[row.system]
            self.app.want_palette("night")
            self._pictures[key] = setup_picture(self.app, system, board[1], board[0], size)
        return self._pictures[key]

    def ask_name(self) -> None:
        """Ask for a new name of the selected game."""
        row = self.rows[self.chosen]
        self.name = ui.TextInput(row.title, "rename_field", limit=LONGEST, on_submit=lambda _: None)
        buttons = ((tr("Cancel"), "rename_no", None), (tr("Rename"), "rename_yes", self.rename))
        dialog(self.app, tr("Rename"), self.name, buttons, "rename_dialog")
        self.app.tree.focus(self.name)

    def rename(self) -> None:
        """Give the selected game the typed name; an empty one restores its title."""
        try:
            give_name(self.rows[self.chosen].path, self.name.text)
        except (OSError, NotSaved) as error:
            show_message(self.app, tr("Not renamed"), ui.escape(str(error)), "rename_error")
            return
        self.app.rebuild()
        self.on_enter()

    def tick(self, now_ms: int) -> None:
        """Determine the progress of one more game, so that the list itself appears at once."""
        for row in self.rows:
            if row.problem or row.path in self._known:
                continue
            self._progress_of(row)
            return

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next row is examined; None after the last."""
        return 10 if any(not row.problem and row.path not in self._known for row in self.rows) else None

    # ------------------------------------------------------------------ actions

    def resume(self) -> None:
        """Resume the selected game, or say why not."""
        row = self.rows[self.chosen]
        if row.problem:
            show_message(self.app, tr("This game cannot be opened"), ui.escape(row.problem), "save_error")
            return
        if row.trust and not self._progress_of(row).over:
            self.app.screens.two_again(row.path)
        else:
            open_saved(self.app, row.path)

    def watch(self) -> None:
        """Show the chosen game as a replay."""
        row = self.rows[self.chosen]
        if not row.problem:
            watch(self.app, row.path)

    def analyse(self) -> None:
        """Open the analysis of the selected game."""
        row = self.rows[self.chosen]
        if not row.problem:
            analyse(self.app, row.path)

    def ask_delete(self) -> None:
        """Ask before deleting a game."""
        row = self.rows[self.chosen]
        where = self.app.folders.saves / DELETED
        words = tr(
            "**{file}** was moved to\n{folder}\nYou can restore it from there.",
            file=ui.escape(row.path.name),
            folder=ui.escape(str(where)),
        )
        buttons = ((tr("Cancel"), "delete_no", None), (tr("Delete"), "delete_yes", self.delete))
        modal = dialog(self.app, tr("Delete {row}?", row=row.title), ui.RichText(words), buttons, "delete_dialog")
        self.app.tree.focus(next(widget for widget in modal.walk() if widget.id == "delete_no"))

    def delete(self) -> None:
        """Delete the selected game."""
        row = self.rows[self.chosen]
        try:
            put_away(row.path)
        except (OSError, LogbookBusy) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            show_message(self.app, tr("Not deleted"), ui.escape(why), "delete_error")
            return
        self.app.rebuild()
        self.on_enter()

    def back(self) -> None:
        """Go one screen back."""
        self.app.change(Pop())

    def on_enter(self) -> None:
        """Give the focus to the chosen game."""
        self.app.want_palette("night")
        if self.tiles:
            self.app.tree.focus(self.tiles[self.chosen])

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc, Enter, W, A and Delete; arrow keys move to the list."""
        if event.key == pygame.K_ESCAPE:
            self.back()
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and self.tiles:
            self.app.tree.focus(self.tiles[self.chosen])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.rows:
            self.resume()
        elif event.key == pygame.K_w and self.rows:
            self.watch()
        elif event.key == pygame.K_a and self.rows:
            self.analyse()
        elif event.key == pygame.K_DELETE and self.rows:
            self.ask_delete()
        else:
            return False
        return True


def _when_words(row: SavedGame, far: Progress | None) -> str:
    where = f"{far.short_text} · " if far is not None else ""
    person = player_type("human")[0]
    seats = (side if kind == person else f"{side} ({kind[:1].lower()}{kind[1:]})" for side, kind in row.players)
    table = " against ".join(seats)
    return f"{where}{time_text(row.changed)}" + (f"\n{{ink_faint:{ui.escape(table)}}}" if table else "")


def _start_time(started: str) -> str:
    try:
        return time_text(datetime.fromisoformat(started).timestamp())
    except (ValueError, OverflowError, OSError):
        return tr("unknown")


def _line(name: str, words: str) -> ui.Widget:
    return ui.Row(
        ui.Label(name, role="bold", colour="ink_faint", width=110), ui.Label(words, stretch=1, min_width=80), gap=10
    )
