"""Handover between two players at one computer: an opaque page, so that neither sees the other's hidden information."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.app import App
from game.scene import Scene
from game.stack import Pop
from game.ui import widgets as ui
from game.words import tr, tr_noop


class HandoverScene(Scene):
    """Asks the next player to take over; `ready` is called just before the board is shown again."""

    title = tr_noop("Hand over")

    def __init__(
        self, app: App, side: str, name: str, where: str, ready: Callable[[], None],
        in_the_open: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """`name`: the next side; `where`: the turn and phase. `in_the_open`: given if both sides see everything; called
        when the players want to play without this page.
        """
        super().__init__(app)
        self.side, self.name, self.where, self.ready = side, name, where, ready
        self.in_the_open = in_the_open

    def build(self) -> ui.Widget:
        """Return the page, which shows nothing of the game."""
        page = ui.Panel(
            ui.Label(tr("Hand over to"), role="title_italic", size="title", colour="ink_soft", text_align="centre"),
            ui.Label(self.name, "handover_side", role="title", size="display", text_align="centre"),
            ui.Label(self.where, role="title_italic", text_align="centre", colour="ink_faint"),
            ui.Rule(),
            ui.Label(
                tr(
                    "The board stays hidden until you continue. Then you see what your side knows of the events "
                    "since its last decision."
                ),
                text_align="centre",
                colour="ink_soft",
            ),
            ui.Row(
                ui.Spacer(),
                ui.Button(tr("{name}: show the board", name=self.name), self.sit_down, "sit_down", style="primary"),
                ui.Spacer(),
            ),
            *self._offer(),
            frame="cartouche",
            gap=12,
            pad=(34, 28),
            width=520,
            id="handover",
        )
        return ui.Stack(id="handover_page").hold(page, "centre", 16)

    def _offer(self) -> list[ui.Widget]:
        """Return the offer to play without this page, if nothing on the board is hidden."""
        if self.in_the_open is None:
            return []
        words = tr(
            "Both sides see every counter now. Without this page orders not carried out yet and torpedoes in the water "
            "can be seen by both. It comes back when a counter goes out of sight."
        )
        button = ui.Button(tr("Skip this page"), self.open_up, "play_in_the_open")
        text = ui.Label(words, size="small", text_align="centre", colour="ink_soft")
        return [ui.Rule(), text, ui.Row(ui.Spacer(), button, ui.Spacer())]

    def open_up(self) -> None:
        """Show one board to both players from now on."""
        if self.in_the_open is not None:
            self.in_the_open()
        self.sit_down()

    def on_enter(self) -> None:
        """Give the focus to the button, so that Enter is enough."""
        self.app.tree.focus(self.app.tree.find("sit_down"))

    def sit_down(self) -> None:
        """Continue with the next player."""
        self.ready()
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Enter continues; other keys do nothing."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.sit_down()
            return True
        return False
