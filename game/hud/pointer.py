"""Choosing on the board: the first click selects an order, the second gives it; also tooltips, sight line, ruler and
keyboard cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import hypot
from typing import Protocol

import pygame

from game.app import App
from game.boards.overlay import SightLine, sight_line
from game.hit_test import Hit
from game.hud.board_pane import BoardPane
from game.hud.highlights import context_items, seen_from
from game.hud.threats import threats_dialog
from game.skins import Skin
from game.table.click_actions import Click, Target, choose, intended_hit, look_up
from game.table.hints import Hint, chosen_already, enter_words, hint, refusal
from game.table.order_builder import OrderBuilder, UnitAction
from game.table.rule_citations import badge
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.system import parse_command
from rules.kernel.view import Place

DWELL_MS = 260  # how long the pointer rests before a tooltip appears
PREVIEW_MS = 50
BESIDE = 34  # unscaled units around the middle of a target that still select it
STIR = 10  # pixels the mouse must move after a click before it changes the chosen path


class PointerHost(Protocol):
    """What the pointer needs from its screen."""

    def show_choice(self) -> None:
        """Show the selection: cards and highlights."""

    def show_overlay(self) -> None:
        """Update only the highlights."""

    def give(self) -> None:
        """Give the selected order."""

    def submit(self, command: Command) -> bool:
        """Give an order. Return false if it is refused."""

    def end_phase(self) -> None:
        """Press the primary button."""

    def skip(self) -> bool:
        """Drop the animation. Return false if there was none."""

    def tell(self, markup: str, rule: str = "") -> None:
        """Say why something cannot be done."""

    def open_rule(self, rule: str) -> None:
        """Open a card with one rule."""


class Pointer:
    """Mouse and keys on the board: the table interprets them, `desk` (the screen) shows the result."""

    def __init__(self, app: App, table: Table, skin: Skin, desk: PointerHost) -> None:
        self.app, self.table, self.skin, self.desk = app, table, skin, desk
        self.book = table.session.system.rulebook
        self.pane: BoardPane
        self.sight: SightLine | None = None
        self.seen: tuple[Place, ...] = ()  # the hexes seen from the place asked about
        self.tool = ""  # "", sight, ruler
        self.preview: Command | None = None
        self.pressed_at: ui.Pos = (0, 0)  # where the path was chosen: the mouse changes it only after leaving that spot
        self.manual = False  # the path was chosen by key or wheel: the mouse no longer changes it
        self.hint = Hint("")
        self.now = 0
        self.hover_at = 0
        self.hinted = True

    @property
    def hand(self) -> OrderBuilder:
        """Return the current selection."""
        return self.table.hand

    def forget(self) -> None:
        """Clear lines and previews of the previous position."""
        self.sight = self.preview = None
        self.seen = ()

    def click(self, hit: Hit, pos: ui.Pos) -> None:
        if self.desk.skip():
            return
        if self.seen:
            self.seen = ()
            self.desk.show_overlay()
            return
        self.pane.canvas.tooltip = ""
        self.app.tree.close_tip()
        self.choose_at(self._forgiven(hit, pos))

    def _forgiven(self, hit: Hit, pos: ui.Pos) -> Hit:
        """Return the target if a click just misses it, because ship models are narrow."""
        if self.hand.action_kind != "target" or hit.piece:
            return hit
        reach = self.app.tree.px(BESIDE)
        found = [piece for piece in map(self.hand.find, self.hand.targets()) if piece is not None]
        spots = [
            (hypot(x - pos[0], y - pos[1]), piece) for piece in found for x, y in [self.pane.board.screen_of(piece.at)]
        ]
        near = min(spots, key=lambda spot: spot[0], default=None)
        return Hit(near[1].at, near[1].id) if near is not None and near[0] <= reach else hit

    def press(self, hit: Hit) -> None:
        """Press a place or a counter without the mouse: like a click, except for mouse details."""
        if not self.desk.skip() and hit.place:
            self.choose_at(hit)

    def choose_at(self, hit: Hit) -> None:
        """Handle a click: the first selects, a second on the same place gives the order. Report why something is
        impossible.
        """
        target = self.look_up(hit, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        before = self.hand.piece  # while another counter is active, a click may select one of its places
        if target.click is Click.GIVE:
            self.desk.give()
        elif target.click not in (Click.NOTHING, Click.OFF):
            choose(self.table, target)
            self.manual, self.pressed_at, self.preview = False, self.pane.pointer, None
            self.desk.show_choice()
            if target.click is Click.SELECT and before == self.hand.piece:
                self._tell_chosen()
        else:
            found = refusal(target)
            self.desk.tell(found.words, found.rule)

    def look_up(self, hit: Hit, narrow: bool = False) -> Target:
        """Look up what is under a point of the board and what a click there does."""
        return look_up(self.hand, hit, self._facing(hit.place), narrow)

    def back(self) -> None:
        """Cancel, as its button does."""
        self.cancel()

    def _facing(self, place: Place | None) -> int | None:
        """Return the heading that a click on a place means. On hexes there is none; the mouse sets it afterwards."""
        if place is None or self.table.session.system.board == "hex" or self.pane.cursor is not None:
            return None
        return self.pane.facing_at(place)

    def select(self, piece: str, verb: str = "") -> None:
        """Select a counter; highlight its targets for a verb."""
        self.table.select(piece, verb)
        self.manual, self.preview = False, None
        self.desk.show_choice()

    def open_unit(self, actor: str) -> None:
        self.hand.open_unit(actor)
        self.desk.show_choice()

    def take(self, action: UnitAction) -> None:
        lit = self.hand.action == action and self.hand.armed_command is None
        if self.table.take(action):
            self.desk.give()
            return
        self.desk.show_choice()
        self.bring_back()
        if lit:
            self._tell_chosen()

    def bring_back(self) -> None:
        """Scroll the acting unit back into view if the board was moved away."""
        piece = self.hand.find(self.hand.piece)
        if piece is not None and not self.pane.canvas.rect.collidepoint(self.pane.board.screen_of(piece.at)):
            self.pane.reveal(piece.at)

    def _tell_chosen(self) -> None:
        """Say that the thing pressed is already selected, and what the next click can do."""
        pos = self.app.tree.pointer
        self.app.tree.show_tip(pygame.Rect(pos, (1, 1)), chosen_already(self.hand), pos)

    def order(self, text: str) -> None:
        """Select the order of a page's button; a second press gives it."""
        if self.table.my_turn and not self.desk.skip():
            self.arm(parse_command(self.table.session.system, self.hand.side, text))

    def arm(self, command: Command) -> None:
        if self.table.arm(command):
            self.desk.give()
            return
        self.preview = None
        self.desk.show_choice()

    def cycle(self, step: int) -> None:
        self.manual = True
        self.hand.cycle(step)
        self.desk.show_choice()

    def turn_way(self, step: int) -> bool:
        if len(self.hand.candidates) < 2:
            return False
        self.cycle(step)
        return True

    def cancel(self) -> bool:
        """Take the selection one step back; return false if there was nothing to cancel."""
        if self.tool or self.sight is not None or self.seen:
            self.tool, self.sight, self.seen = "", None, ()
            self.pane.lining, self.pane.line_from = False, None
            self.desk.show_overlay()
            return True
        if self.hand.cancel():
            self.desk.show_choice()
            return True
        return self.pane.hide_cursor()

    def hover(self, hit: Hit) -> None:
        self.hover_at, self.hinted = self.now, False
        if self.pane.canvas.tooltip:
            self.pane.canvas.tooltip = ""
            self.app.tree.close_tip()

    def rest(self, now_ms: int) -> None:
        """Preview the path while the pointer rests, then show what is under it."""
        self.now = now_ms
        hit, hand = self.pane.hover, self.hand
        rested = self.now - self.hover_at
        if rested >= PREVIEW_MS:
            hit = intended_hit(self.hand, hit)
        if hand.armed_command is None and rested >= PREVIEW_MS:
            place = hit.place if not self.pane.lining and not hit.minimap else None
            preview = hand.best_to(place, self._facing(place)) if place is not None else None
            if preview != self.preview:
                self.preview = preview
                self.desk.show_overlay()
        if rested >= DWELL_MS and not self.hinted:
            self.hinted = True
            self.hint = hint(self.look_up(hit))
            self.pane.canvas.tooltip = self.hint.words

    def turn_heading(self) -> None:
        """Turn the heading with the mouse while a place with several headings is chosen."""
        hand = self.hand
        armed = hand.armed_command
        if armed is None or self.manual or len(hand.candidates) < 2 or hand.action_kind != "place":
            return
        at, pos = hand.sketch(armed).at, self.pane.pointer
        if self.pane.hover.place != at or hypot(pos[0] - self.pressed_at[0], pos[1] - self.pressed_at[1]) < STIR:
            return
        hand.prefer_heading(self.pane.facing_at(at))
        if hand.armed_command != armed:
            self.desk.show_choice()

    def context(self, hit: Hit, pos: ui.Pos) -> None:
        if hit.place is None:
            return
        items = context_items(self.hand, hit, self.arm, self.select)
        start = self.hand.find(self.hand.piece)
        if start is not None and start.at != hit.place:
            items.append(
                ui.MenuItem(tr("Line of sight to here"), partial(self.show_line, start.at, hit.place, True), "L")
            )
        items += self._planning(hit.place)
        if self.table.session.system.board == "hex":
            items.append(ui.MenuItem(tr("What is seen from here"), partial(self.show_seen, hit.place)))
        piece = self.hand.find(hit.piece) if hit.piece else None
        if piece is not None and piece.side == self.hand.side:
            items.append(ui.MenuItem(tr("Threats to it"), partial(self._threats, piece.id), "T"))
        found = hint(self.look_up(hit))
        if found.rule:
            items.append(
                ui.MenuItem(tr("Rule {rule}", rule=found.rule), partial(self.desk.open_rule, found.rule), "F1")
            )
        items.append(ui.MenuItem(tr("Centre here"), partial(self.pane.centre, hit.place), "C"))
        ui.open_menu(self.app.tree, pos, items)

    def _planning(self, place: Place) -> Iterator[ui.MenuItem]:
        """Yield menu entries for the selected counter's plan: add a place, or clear it."""
        piece, plans = self.hand.find(self.hand.piece), self.table.plans
        if piece is None or not self.hand.side or piece.side != self.hand.side:
            return
        if piece.at != place:
            note = tr("Plan: {piece} to here", piece=piece.name)
            yield ui.MenuItem(note, partial(self._plan, plans.add, piece.id, place))
        if piece.id in plans.ways(self.hand):
            yield ui.MenuItem(
                tr("Clear the plan of {piece}", piece=piece.name), partial(self._plan, plans.clear, piece.id)
            )

    def _plan(self, change: Callable[..., None], *what: object) -> None:
        change(self.hand.side, *what)
        self.desk.show_overlay()

    def show_seen(self, place: Place) -> None:
        """Highlight every hex with a clear line of sight from a place, until the next click or *Esc*."""
        self.seen = seen_from(self.hand, place)
        self.desk.show_overlay()
        self.desk.tell(tr("Lit: every hex with a clear or partly clear line from here. A click ends this."))

    def _threats(self, piece: str) -> None:
        """Show what the enemy could do to a counter."""
        self.select(piece)
        threats_dialog(self.app, self.hand, self.skin)

    def show_line(self, start: Place, end: Place, final: bool) -> None:
        report = self.hand.seat.sight(start, end)
        if self.tool == "ruler":
            self.sight = SightLine(start, end, verdict=report.distance)
        else:
            rule = badge(self.book, report.rule)
            self.sight = sight_line(report.sight, start, end, f"{report.verdict} · {report.distance}", rule)
            self.hint = Hint(report.verdict, False, report.rule)
        if final:
            self.pane.line_from = None
        self.desk.show_overlay()

    def next_unit(self, step: int) -> None:
        """Select the next counter that can act and bring it into view."""
        why = self.table.next_unit(step)
        if why:
            self.desk.tell(why)
            return
        self.manual, self.preview = False, None
        self.desk.show_choice()
        piece = self.hand.find(self.hand.piece)
        if piece is not None:
            self.pane.reveal(piece.at)
            if self.pane.cursor is not None:
                self.pane.cursor = piece.at

    def _hit_at(self, place: Place) -> Hit:
        """Return what the keyboard cursor is on at a place."""
        hit = self.pane.board.hit(self.pane.board.screen_of(place))
        return Hit(place, hit.piece if hit.place == place else None)

    def enter(self) -> None:
        """Handle Enter: choose at the keyboard cursor; otherwise give the selected order; otherwise end the phase."""
        if self.pane.cursor is not None and not (self.hand.armed_command and self.hand.action_kind == "choice"):
            self.choose_at(self._hit_at(self.pane.cursor))
        elif self.hand.armed_command is not None:
            self.desk.give()
        else:
            self.desk.end_phase()

    def move_cursor(self, direction: str) -> None:
        """Move the keyboard cursor and read what is there."""
        piece = self.hand.find(self.hand.piece)
        able = self.hand.able_counters()
        start = piece or (self.hand.find(able[0]) if able else next(iter(self.hand.view.pieces), None))
        self._tell_here(self.pane.step_cursor(direction, start.at if start is not None else None))

    def put_cursor(self, place: Place) -> None:
        """Put the keyboard cursor at a place and read what is there."""
        self.pane.move_cursor(place)
        self._tell_here(place)

    def _tell_here(self, here: Place) -> None:
        x, y = self.pane.board.screen_of(here)
        target = self.look_up(self._hit_at(here))
        self.hint = hint(target)
        words = "\n".join(part for part in (self.hint.words, enter_words(target)) if part)
        rect = pygame.Rect(round(x), round(y) + 20, 1, 1)
        self.app.tree.show_tip(rect, words, tone="bad" if self.hint.refusal else "")

    def use_tool(self, tool: str) -> None:
        """Switch the sight line or the ruler on or off."""
        if self.tool == tool:
            self.cancel()
            return
        self.tool, self.pane.lining, self.pane.line_from = tool, True, None
        piece = self.hand.find(self.hand.piece)
        end = self.pane.cursor if self.pane.cursor is not None else self.pane.hover.place
        if piece is not None and end is not None and end != piece.at:
            self.show_line(piece.at, end, True)

    def way(self, step: int) -> None:
        """Choose the next heading or path (R); without a selection, switch to the ruler."""
        if not self.turn_way(step):
            self.use_tool("ruler")

    def centre(self) -> None:
        """Centre on the selected counter."""
        piece = self.hand.find(self.hand.piece)
        if piece is not None:
            self.pane.centre(piece.at)

    def menu_here(self) -> None:
        """Open the context menu by key: at the keyboard cursor, or at the selected counter."""
        piece = self.hand.find(self.hand.piece)
        cursor = self.pane.cursor
        place = cursor if cursor is not None else piece.at if piece is not None else None
        if place is not None:
            x, y = self.pane.board.screen_of(place)
            self.context(Hit(place), (round(x), round(y)))

    def rule_here(self) -> None:
        """Open the rule of the item under the cursor (F1)."""
        found = hint(self.look_up(self.pane.hover))
        self.desk.open_rule(found.rule or self.hint.rule or self.hand.view.prompt.rule)
