"""What each action of the keyboard does on the play screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.hud import menus
from game.hud.threats import threats_dialog

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

PAN = 90  # pixels


def cursor_mode(play: PlayScene) -> None:
    """Show the keyboard cursor, or put it away."""
    if not play.pane.hide_cursor():
        play.pointer.move_cursor("up")


def escape(play: PlayScene) -> None:
    """Cancel what is being chosen, then put away the card of a rule; the game menu when there is nothing of these."""
    if not play.pointer.cancel() and not play.rule_cards.close():
        play.open_menu()


KEYS: dict[str, Callable[[PlayScene], object]] = {
    "next_unit": lambda play: play.pointer.next_unit(1),
    "previous_unit": lambda play: play.pointer.next_unit(-1),
    "end_phase": lambda play: play.pointer.enter(),
    "force_end": lambda play: play.end_phase(),
    "undo": lambda play: play.undo(),
    "redo": lambda play: play.redo(),
    "cancel": escape,
    "next_way": lambda play: play.pointer.way(1),
    "previous_way": lambda play: play.pointer.way(-1),
    "rule": lambda play: play.pointer.rule_here(),
    "sight": lambda play: play.pointer.use_tool("sight"),
    "threats": lambda play: threats_dialog(play.app, play.hand, play.skin),
    "hide": lambda play: play.hide_counters(),
    "log": lambda play: play.screen.toggle_log(),
    "centre": lambda play: play.pointer.centre(),
    "fit": lambda play: play.pane.fit(),
    "all": lambda play: play.pane.show_all(),
    "zoom_in": lambda play: play.pane.zoom(1),
    "zoom_out": lambda play: play.pane.zoom(-1),
    "left": lambda play: play.pane.pan(PAN, 0),
    "right": lambda play: play.pane.pan(-PAN, 0),
    "up": lambda play: play.pane.pan(0, PAN),
    "down": lambda play: play.pane.pan(0, -PAN),
    "cursor_left": lambda play: play.pointer.move_cursor("left"),
    "cursor_right": lambda play: play.pointer.move_cursor("right"),
    "cursor_up": lambda play: play.pointer.move_cursor("up"),
    "cursor_down": lambda play: play.pointer.move_cursor("down"),
    "cursor_mode": cursor_mode,
    "menu_here": lambda play: play.pointer.menu_here(),
    "type": lambda play: play.line.want(),
    "understood": lambda play: play.rule_cards.close(),
    "save": lambda play: menus.keeping_dialog(play.app, play.session),
    "help": lambda play: play.show_keys(),
}
