"""The keyboard actions of the play screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.hud.audio_navigation import AudioNavigation
from game.hud.board_pane import BoardPane
from game.hud.hint_cards import RuleCards
from game.hud.order_line import OrderLine
from game.hud.pointer import Pointer

PAN = 90  # pixels
Act = Callable[[], object]


def key_acts(
    pointer: Pointer,
    pane: BoardPane,
    line: OrderLine,
    cards: RuleCards,
    screen: Mapping[str, Act],
    ear: AudioNavigation,
) -> dict[str, Act]:
    """Return action -> function. `screen`: the screen's own functions: undo, redo, menu, help, log, hide …"""

    def cursor_mode() -> None:
        """Show or hide the keyboard cursor."""
        if not pane.hide_cursor():
            pointer.move_cursor("up")

    def escape() -> None:
        """Close the typing line, cancel the selection, or close a hint card; otherwise open the game menu."""
        if not line.close() and not pointer.cancel() and not cards.close():
            screen["menu"]()

    return {
        "next_unit": lambda: ear.next_unit(1),
        "previous_unit": lambda: ear.next_unit(-1),
        "end_phase": pointer.enter,
        "force_end": pointer.desk.end_phase,
        "cancel": escape,
        "next_way": lambda: pointer.way(1),
        "previous_way": lambda: pointer.way(-1),
        "rule": pointer.rule_here,
        "sight": lambda: pointer.use_tool("sight"),
        "centre": pointer.centre,
        "fit": pane.fit,
        "all": pane.show_all,
        "ping": pane.ping_here,
        "zoom_in": lambda: pane.zoom(1),
        "zoom_out": lambda: pane.zoom(-1),
        "left": lambda: pane.pan(PAN, 0),
        "right": lambda: pane.pan(-PAN, 0),
        "up": lambda: pane.pan(0, PAN),
        "down": lambda: pane.pan(0, -PAN),
        "cursor_left": lambda: pointer.move_cursor("left"),
        "cursor_right": lambda: pointer.move_cursor("right"),
        "cursor_up": lambda: pointer.move_cursor("up"),
        "cursor_down": lambda: pointer.move_cursor("down"),
        "cursor_mode": cursor_mode,
        "menu_here": pointer.menu_here,
        "scan": ear.scan,
        "pieces": ear.pieces,
        "odds": ear.odds,
        "changed": ear.read_changes,
        "type": line.open_next_tick,
        "understood": cards.close,
        **{action: act for action, act in screen.items() if action != "menu"},
    }
