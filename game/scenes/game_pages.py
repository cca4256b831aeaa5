"""The common parts of pages about one game, and of pages that choose between all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.hud.menus import rule_dialog
from game.record_file import put_aside
from game.scene import Scene
from game.scenes.page import Tile
from game.skins import load_skin
from game.stack import Pop
from game.ui import widgets as ui

if TYPE_CHECKING:
    from rules.kernel.system import System

TIGHT = 760  # below this unscaled width, the list of games or battles takes a fraction of the width


class OneGamePage(Scene):
    """A page about one game, in its colours; links in its texts open rules of that game."""

    system: System

    def back(self) -> None:
        """Go one screen back."""
        self.app.change(Pop())

    def on_enter(self) -> None:
        """Use the game's colours; activate links to rules."""
        self.app.want_palette(load_skin(self.system.key).palette)
        self.app.tree.on_link = self._follow

    def on_leave(self) -> None:
        """Deactivate links."""
        self.app.tree.on_link = None

    def _follow(self, link: str) -> None:
        rule_dialog(self.app, self.system.key, self.system.rulebook, link.removeprefix("rule:"))


class AllGamesPage(Scene):
    """A page with the games at the left, and a scrolling page about one of them at the right."""

    system: str  # key of the game shown
    games: list[Tile]
    page: ui.Column
    scroll: ui.ScrollView

    def _game(self, key: str) -> Tile:
        """Return the tile of a game in the list."""
        raise NotImplementedError

    def _show(self) -> None:
        """Fill the page about the game shown."""
        raise NotImplementedError

    def _tell_put_aside(self) -> None:
        """Tell on the page which of the player's records could not be read."""
        for words in put_aside(self.app.folders.settings):
            self.page.add(ui.RichText(f"{{bad:{ui.escape(words)}}}", "put_aside", size="small"))

    def _games_list(self, width: float) -> ui.ScrollView:
        """Return a new list of the games."""
        self.games = [self._game(key) for key in self.app.systems]
        return ui.ScrollView(ui.Column(*self.games, gap=6, pad=3), "games", width=width)

    def choose(self, key: str) -> None:
        """Show another game."""
        if key == self.system:
            return
        self.system = key
        for tile, name in zip(self.games, self.app.systems, strict=True):
            tile.set_chosen(name == key)
        self.scroll.scroll_to(0)
        self._show()

    def back(self) -> None:
        """Go one screen back."""
        self.app.change(Pop())
