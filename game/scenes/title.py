"""The title page: an animated night action, the games, and buttons for battles, saved games and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pygame

from game.app import App
from game.boards import band_sky, drawing_tools, hex_layout, land_figures
from game.boards.counters import CounterSprites
from game.boards.drawing_tools import chart_ink
from game.boards.living import light
from game.boards.living.water import Water
from game.boards.ship_profile import profile
from game.courses import open_courses
from game.hud.ambience import AWAKE_MS, EACH_MS, LONGEST_MS
from game.hud.sound_captions import TuneLabel
from game.library import Entry
from game.scene import Scene
from game.scenes.night_piece import NightPiece
from game.scenes.page import PaintedPicture, Tile
from game.scenes.saves import Progress, SavedGame, last_unfinished, time_text
from game.scenes.start import open_saved, show_message, why_not
from game.skins import load_skin
from game.stack import Quit
from game.ui import widgets as ui
from game.ui.fonts import FontBook
from game.ui.side_colours import tones_of
from game.ui.theme import palette_named
from game.version import VERSION
from game.words import tr, tr_noop, trn
from rules.kernel.datafile import DataError
from rules.kernel.scenario import MapSheet
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.kernel.view import Piece, View

SAND, DUST = (226, 206, 158), (206, 180, 128)
DAY_SKY = ((196, 208, 212), (238, 228, 206))
HORIZON = 0.6
Nations = Mapping[str, str]  # side -> nation


def game_art(board: str, view: View, nations: Nations, size: tuple[int, int], night: bool) -> pygame.Surface:
    """Return the title picture of a game by its kind of board, at a size in pixels."""
    if any(piece.stand is not None for piece in view.pieces):
        return _land(view, size)
    if board == "hex":
        return _chart(view, size, FontBook())
    return _at_sea(view, nations, size, night)


def _land(view: View, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of infantry lines on sand with dust behind them."""
    made = drawing_tools.gradient_surface(size, SAND, DUST)
    sides = tones_of(view, palette_named("day"))
    by_side = {side: [piece for piece in view.pieces if piece.side == side and piece.stand] for side in sides}
    cell = round(size[1] * 0.46)
    for number, (side, pieces) in enumerate(by_side.items()):
        units = [piece for piece in pieces if piece.stand is not None and piece.stand.count == 4][:5]
        for index, piece in enumerate(units):
            assert piece.stand is not None
            direction = (0.94, 0.34) if number == 0 else (-0.94, -0.34)
            drawn = land_figures.draw_stands(piece.stand, (cell, cell), direction, sides[side])
            x = size[0] * (0.04 + 0.1 * (index % 2) + 0.55 * number)
            made.blit(drawn, (round(x), round(size[1] * (-0.1 + 0.24 * index))))
    return made


def _chart(view: View, size: tuple[int, int], book: FontBook) -> pygame.Surface:
    """Return a picture of counters on a dark hex map with a searchlight between them."""
    palette = palette_named("night")
    inks = chart_ink(palette)
    made = drawing_tools.gradient_surface(size, inks.tints[2], inks.tints[0])
    Water(True).lay(made, made.get_rect(), (0, 0), 0, None)
    scale = size[1] / 3.2 / hex_layout.ROW
    for column in range(-1, 9):
        for row in range(-1, 5):
            x = column * hex_layout.COLUMN * scale
            y = (row + 0.5 * (column % 2)) * hex_layout.ROW * scale
            points = [(x + cx * scale, y + cy * scale) for cx, cy in hex_layout.CORNERS]
            pygame.draw.aalines(made, inks.grid[:3], True, points)
    press, side = CounterSprites(inks, book, tones_of(view, palette)), round(size[1] * 0.46)
    chosen = _one_of_each(view.pieces)[:2]
    spots = ((0.24, 0.62), (0.76, 0.36))
    places = [(round(x * size[0]), round(y * size[1])) for x, y in spots]
    light.beams(made, [(places[0], places[1], 0.0)])
    for piece, place in zip(chosen, places, strict=False):
        counter = press.counter(piece.but(ready=False, badges=(), ghost=False), side)
        made.blit(counter.picture, (place[0] - side // 2 - counter.body[0], place[1] - side // 2 - counter.body[1]))
    return made


def _at_sea(view: View, nations: Nations, size: tuple[int, int], night: bool) -> pygame.Surface:
    """Return a picture of the largest ship under her flag, by moonlight or by day."""
    low = round(size[1] * HORIZON)
    made = (
        drawing_tools.gradient_surface(size, *DAY_SKY)
        if not night
        else drawing_tools.gradient_surface(size, (22, 38, 62), (8, 16, 30))
    )
    made.blit(band_sky.sky((size[0], low if night else size[1]), "moon" if night else "day", ()), (0, 0))
    ships = [(hull, piece) for piece in view.pieces if piece.known for hull in piece.hulls if hull.funnels]
    if not ships:
        return made
    hull, piece = max(ships, key=lambda pair: pair[0].length_ft)
    picture = profile(
        hull.but(damage=0, fire=False), (size[0], round(size[1] * 0.86)), nations.get(piece.side, ""), night
    )
    made.blit(picture, (0, size[1] - picture.get_height()))
    return made


def _one_of_each(pieces: tuple[Piece, ...]) -> list[Piece]:
    """Return the first ship of every side, the longest first."""
    sides = dict.fromkeys(piece.side for piece in pieces)
    known = [piece for piece in pieces if piece.hulls]
    found = [next((piece for piece in known if piece.side == side), None) for side in sides]
    return [piece for piece in found if piece is not None]


MOTTO = tr_noop("Maps, counters and dice of published wargames, with a referee who explains every rule.")
MENU = 474  # unscaled width of the cartouche
CARD = 500  # width of a game's card
ART = (138, 88)  # height of the picture on it
SLIM = 620  # below this unscaled width, cards have no pictures
RESUME_HIGH = 64  # unscaled room for the game to resume, until it is known
TIGHT = 760  # from this width, a narrow window still has the games beside the menu, without pictures
TIGHT_MENU, TIGHT_CARD = 356, 430  # widths in that layout
NARROW = 900  # below this unscaled width, the games are below the menu, not beside it


class Card(ui.Panel):
    """A panel that acts as one large button: a press outside its own buttons calls `on_press`."""

    reacts = True

    def __init__(self, on_press: Callable[[], None], *children: ui.Widget, **box: Any) -> None:
        super().__init__(*children, **box)
        self.on_press = on_press

    def hit(self, pos: ui.Pos) -> ui.Widget | None:
        """Return the button under a point, otherwise the card itself."""
        found = super().hit(pos)
        return found if found is None or isinstance(found, ui.Button) else self

    def mouse_down(self, pos: ui.Pos, button: int) -> bool:
        """Handle a press of the left button."""
        return button == 1

    def mouse_up(self, pos: ui.Pos, button: int) -> None:
        """Call `on_press` when the button is released over the card."""
        if self.rect.collidepoint(pos):
            self.on_press()

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the panel; highlight its edge under the pointer."""
        super().paint(surface)
        if self.hovered:
            pygame.draw.rect(surface, self.palette.gold, self.rect, max(1, self.px(2)), border_radius=self.px(8))


class TitleScene(Scene):
    """The first screen. `pending` is called once, as soon as the page is shown."""

    title = "Fighting Instructions"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.pending: Callable[[], None] | None = None
        self.last: tuple[SavedGame, Progress] | None = None
        self._piece = NightPiece()
        self._art: dict[tuple[str, tuple[int, int]], pygame.Surface] = {}
        self._ticked = self._drawn = 0
        self._looked = False
        self._shown = 0
        self.tight = False  # little room: the games are beside the menu, without pictures

    def build(self) -> ui.Widget:
        """Return the page: chart, cartouche with the menu, and a card for each game."""
        app = self.app
        wide = app.tree.size[0] / app.tree.scale
        self.tight = TIGHT <= wide < NARROW
        narrow = wide < TIGHT
        cards = [self._card(system) for system in app.systems.values()]
        menu = self._menu()
        page: ui.Widget
        if narrow:
            page = ui.ScrollView(ui.Column(menu, *cards, gap=14, pad=(24, 18)), "title_scroll")
        else:
            menu.width, card = (TIGHT_MENU, TIGHT_CARD) if self.tight else (MENU, CARD)
            left = ui.Column(ui.Spacer(), menu, ui.Spacer(), width=menu.width)
            games = ui.Column(*cards, gap=6 if self.tight else 8, width=card)
            listed = ui.ScrollView(games, "games_scroll", width=card + 16, align="centre")
            right = ui.Row(ui.Spacer(), listed, stretch=1)
            page = ui.Row(left, right, gap=12 if self.tight else 40, pad=(18, 12) if self.tight else (44, 34))
        self._piece = NightPiece()
        return ui.Stack(self._piece, page, id="title_page")

    def _menu(self) -> ui.Panel:
        self.resume = Tile(tr("Resume"), "", self.resume_last, "resume", size="large", visible=False)
        first = next(iter(self.app.systems.values())).title
        lesson = "" if self.tight else tr("First lesson, five minutes: {game}", game=first)
        self.begin = Tile(tr("Start here"), lesson, self.first_lesson, "start_here", size="large", visible=False)
        room = ui.Column(self.resume, self.begin, min_height=RESUME_HIGH)  # so that nothing moves later
        self._show_last()
        none = "" if self.app.library.entries else tr("No battle can be played; see the list of battles.")
        play = ui.Button(tr("Play"), self.play, "play", style="primary", size="large", enabled=not none, reason=none)
        learn = ui.Button(
            tr("Learn"), self.learn, "learn", size="large", tooltip=tr("Lessons, the first in five minutes")
        )
        rows = (
            (tr("Saved games"), "saves", self.saves),
            (tr("Rulebook"), "rulebook", partial(self.rulebook, "")),
            (tr("Puzzles"), "puzzles", self.app.screens.puzzles),
            (tr("Settings"), "settings", self.app.screens.settings),
            (tr("Quit"), "quit", lambda: self.app.change(Quit())),
        )
        made = [ui.Button(text, press, id) for text, id, press in rows]
        self.tune = TuneLabel(self.app)
        large, motto_size = ("heading", "body") if self.tight else ("display", "large")
        return ui.Panel(
            ui.Label("Fighting Instructions", "game_title", role="title", size=large, text_align="centre"),
            ui.Label(tr(MOTTO), role="title_italic", size=motto_size, colour="ink_soft", text_align="centre"),
            ui.Rule(),
            ui.equal([play, learn]),
            room,
            ui.equal(made[:3]),
            ui.equal(made[3:]),
            ui.Label(tr("version {version}", version=VERSION), size="small", colour="ink_faint", text_align="centre"),
            self.tune,
            frame="cartouche",
            gap=6 if self.tight else 11,
            pad=(18, 14) if self.tight else (26, 22),
            id="title_menu",
        )

    def _card(self, system: System) -> ui.Widget:
        battles = len(self.app.library.of(system.key))
        count = trn("{count} battle", "{count} battles", battles)
        return Card(
            partial(self.play, system.key),
            ui.Row(
                *self._picture(system),
                ui.Column(
                    ui.Label(system.title, role="title", size="title", wrap=False),
                    *([] if self.tight else [ui.Label(system.tagline, colour="ink_soft", size="small"), ui.Spacer()]),
                    ui.Row(
                        ui.Button(tr("Battles"), partial(self.play, system.key), f"play_{system.key}", tooltip=count),
                        ui.Button(tr("Learn"), partial(self.learn, system.key), f"learn_{system.key}", style="quiet"),
                        ui.Button(
                            tr("Rules"), partial(self.rulebook, system.key), f"rules_{system.key}", style="quiet"
                        ),
                        ui.Button(
                            tr("Build"),
                            partial(self.app.screens.builder, system.key),
                            f"build_{system.key}",
                            style="quiet",
                            tooltip=tr("Make your own battle, or have a balanced one generated"),
                        ),
                        gap=6,
                    ),
                    gap=2,
                    stretch=1,
                ),
                gap=13,
            ),
            gap=0,
            pad=(9, 6) if self.tight else (9, 8),
            id=f"card_{system.key}",
            tooltip=system.tagline if self.tight else "",
        )

    def _picture(self, system: System) -> list[ui.Widget]:
        """Return the picture of a card; None if the window is too narrow."""
        if self.tight or self.app.tree.size[0] / self.app.tree.scale < SLIM:
            return []
        words = tr("{game}: its board", game=system.title)
        return [PaintedPicture(partial(self._paint_art, system), words, width=ART[0], height=ART[1])]

    def _paint_art(self, system: System, size: tuple[int, int]) -> pygame.Surface:
        """Return the picture of a game from its largest playable battle; plain if there is none."""
        key = (system.key, size)
        if key not in self._art:
            self._art[key] = pygame.Surface(size)
            entry = self._largest(system.key)
            if entry is not None:
                try:
                    view = self._set_up(entry, self.app.shelves.sheet(system.key, entry.scenario.map))
                except DataError:
                    return self._art[key]  # the list of battles shows what is wrong with it
                nations = {side.key: side.nation for side in entry.scenario.sides}
                night = load_skin(system.key).palette == "night"
                self._art[key] = game_art(system.board, view, nations, size, night)
        return self._art[key]

    def _largest(self, system: str) -> Entry | None:
        """Return the playable battle of a game with the most forces."""
        by_size = sorted(self.app.library.of(system), key=lambda battle: -len(battle.scenario.forces))
        return next((battle for battle in by_size if not why_not(self.app, battle)), None)

    def _set_up(self, battle: Entry, sheet: MapSheet | None) -> View:
        """Return the view of a battle's set-up, for display only."""
        return Seat(Session(self.app.systems[battle.system], battle.scenario, sheet), "").view()

    # ------------------------------------------------------------------ the last game

    def _show_last(self) -> None:
        self.begin.set_visible(self.last is None and self._looked)
        if self.last is None:
            self.resume.set_visible(False)
            return
        saved, progress = self.last
        self.resume.title = tr("Resume {game}", game=saved.title)
        self.resume.set_words(f"{progress.short_text} · {time_text(saved.changed)}", "")
        self.resume.set_visible(True)

    def on_enter(self) -> None:
        """Update the last game, which may have changed."""
        self.app.want_palette("night")
        self._looked, self._shown = False, 0
        self.app.sound.play_music()

    def tick(self, now_ms: int) -> None:
        """After the first drawing, look for an unfinished game; then show notices and run `pending`, once."""
        self._shown += 1
        self._move(now_ms)
        self.tune.look()
        if self._shown < 2:
            return
        if not self._looked:
            self._looked = True
            self.last = last_unfinished(self.app)
            self._show_last()
        if self.app.tree.top is not self.app.tree.root:
            return
        if self.pending is not None:
            pending, self.pending = self.pending, None
            pending()
        elif self.app.notices:
            notices, self.app.notices = self.app.notices, []
            show_message(self.app, tr("Please note"), "\n".join(ui.escape(notice) for notice in notices), "notices")

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next tick; the saved games are searched right after the first drawing."""
        return (EACH_MS if self._is_moving else None) if self._looked and self._shown > 2 else 10

    @property
    def _is_moving(self) -> bool:
        """Return whether the picture is animated: only after recent input, and never if motion is off."""
        touched = self.app.touched_ms
        return self.app.settings.motion != "off" and touched > 0 and self._ticked - touched < AWAKE_MS

    def _move(self, now_ms: int) -> None:
        passed, self._ticked = min(LONGEST_MS, now_ms - self._ticked), now_ms
        if self._is_moving and self.app.tree.top is self.app.tree.root:
            self._piece.moment += passed
            if now_ms - self._drawn >= EACH_MS:
                self._drawn = now_ms
                self._piece.invalidate()

    # ------------------------------------------------------------------ the buttons

    def play(self, system: str = "") -> None:
        """Open the list of battles, by default of the first game."""
        self.app.screens.scenarios(system or next(iter(self.app.systems)))

    def learn(self, system: str = "") -> None:
        """Open the lessons, by default of the first game."""
        self.app.screens.course(system)

    def first_lesson(self) -> None:
        """Open the first lesson of the first game."""
        self.app.screens.lesson(open_courses([next(iter(self.app.systems))]).lectures[0])

    def resume_last(self) -> None:
        """Resume the last unfinished game."""
        if self.last is not None:
            open_saved(self.app, self.last[0].path)

    def saves(self) -> None:
        """Open the saved games."""
        self.app.screens.saves()

    def rulebook(self, system: str) -> None:
        """Open the rulebook of a game."""
        self.app.screens.rulebook(system or next(iter(self.app.systems)))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Enter plays; arrow keys move to the menu; Ctrl+O opens the saved games."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.play()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self.app.tree.focus(self.app.tree.find("play"))
            return True
        if event.key == pygame.K_o and event.mod & pygame.KMOD_CTRL:
            self.saves()
            return True
        return False
