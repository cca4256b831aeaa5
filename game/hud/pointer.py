"""Choosing on the board: a first click arms, a second gives; hovering tells; sight line, ruler and keyboard cursor."""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import TYPE_CHECKING

import pygame

from game.boards.board import Hit
from game.boards.overlay import SightLine, sight_line
from game.table.hints import Hint, context_items, hint
from game.table.feed import badge
from game.hud.threats import threats_dialog
from game.table.hand import Deed
from game.ui import widgets as ui
from rules.kernel.flow import Command
from rules.kernel.system import parse
from rules.kernel.view import Piece, Place

if TYPE_CHECKING:
    from game.scenes.play import PlayScene

DWELL_MS = 260  # rest of the pointer before words about a place come up
PREVIEW_MS = 50
STIR = 10  # pixels the mouse moves after a click before it turns what was chosen


class Pointer:
    """What mouse and keys do on the board of a play screen."""

    def __init__(self, play: PlayScene) -> None:
        self.play = play
        self.sight: SightLine | None = None
        self.tool = ""  # "", sight, ruler
        self.preview: Command | None = None
        self.pressed_at: ui.Pos = (0, 0)  # where the way was chosen: the mouse turns it only when it has left there
        self.manual = False  # the way was chosen by key or wheel: the mouse no longer turns it
        self.hint = Hint("")
        self.hover_at = 0
        self.hinted = True

    def clicked(self, hit: Hit, pos: ui.Pos) -> None:
        if self.play.skip() or hit.place is None:
            return
        self.play.pane.canvas.tooltip = ""
        self.play.app.tree.close_tip()
        self.choose_at(self.meant(hit))

    def meant(self, hit: Hit) -> Hit:
        """What a point of the screen means while a ship is taken somewhere: models are drawn larger than life.

        A counter that has nothing to do now does not cover the water under it, if the lit deed can end there; nor does
        the ship herself cover an end of her own.
        """
        hand = self.play.hand
        if hit.under is None or hand.deed_kind != "place" or hand.sweeps or not hand.free:
            return hit
        if hit.piece == hand.piece:
            return Hit(hit.under) if hand.end_near(hit.under) in hand.places() else hit
        covers = hit.piece in hand.able() or hand.best_to(hit.under) is None
        return hit if covers else Hit(hit.under)

    def choose_at(self, hit: Hit) -> None:
        """A first click chooses, a second on the same place gives; what is not possible is told with its reasons."""
        hand = self.play.hand
        place = hit.place
        assert place is not None
        piece = hand.find(hit.piece) if hit.piece else None
        armed = hand.sketch(hand.armed) if hand.armed is not None else None
        narrow = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        if piece is not None and piece.id in hand.targets():
            if armed is not None and armed.target == piece.id:
                self.play.give()
                return
            hand.aim(piece.id)
        elif hand.confirms(place) and not narrow:
            self.play.give()
            return
        elif (
            hand.deed_kind == "place"
            and not (hand.free and piece is not None and not (hand.sweeps and piece.side != hand.side))
            and hand.point(place, self._facing(place), narrow)
        ):
            self.manual, self.pressed_at = False, self.play.pane.pointer
        elif self._turn_to(place, piece, narrow):
            pass
        elif piece is not None and not (hand.deed_kind == "target" and piece.side != hand.side):
            self.select(piece.id)
            return
        else:
            found = hint(hand, hit, self.play.book)
            if found.refusal:
                self.play.tell(found.words, found.rule)
            return
        self.preview = None
        self.play.show_choice()

    def back(self) -> None:
        """The button that cancels."""
        self.cancel()

    def _turn_to(self, place: Place, piece: Piece | None, narrow: bool) -> bool:
        """What the lit deed has no use for may be meant for another one of the same counter."""
        hand = self.play.hand
        deed = hand.turn_to(place, piece.id if piece is not None else "") if not narrow else None
        if deed is None:
            return False
        hand.take(deed)
        hand.actor = deed.actor if deed.actor in hand.units(hand.piece) else hand.actor
        self.manual, self.pressed_at = False, self.play.pane.pointer
        return hand.aim(piece.id) if piece is not None else hand.point(place, self._facing(place))

    def _facing(self, place: Place) -> int | None:
        """The heading a click on a place means. On hexes it says nothing of it; the mouse turns it afterwards."""
        if self.play.system.board == "hex" or self.play.pane.cursor is not None:
            return None
        return self.play.pane.facing_at(place)

    def select(self, piece: str, verb: str = "") -> None:
        self.play.hand.select(piece)
        same = [deed for deed in self.play.hand.deeds_of(piece) if deed.verb == verb and deed.kind == "target"]
        if same and (self.play.hand.deed is None or self.play.hand.deed.verb != verb):
            self.play.hand.open_unit(same[0].actor)
        if not self.play.my_turn:
            self.play.hand.drop()
        self.manual, self.preview = False, None
        self.play.show_choice()

    def go_on(self) -> None:
        """Choose what one mostly does next with the selected counter, if it has such a thing to do.

        When nothing is left to it on the board, the next counter for which a move or a target is the usual thing.
        """
        hand = self.play.hand
        mine = hand.deeds_of(hand.piece)
        usual = next((deed for deed in mine if deed.usual), None)
        if usual is None and self.play.my_turn and not hand.fresh and all(deed.kind == "choice" for deed in mine):
            other = next((deed for deed in hand.deeds if deed.usual and deed.piece and deed.kind != "choice"), None)
            if other is not None:
                self.select(other.piece, other.verb)
            return
        if usual is not None and usual.kind == "choice" and hand.fresh:
            return  # the charts of the last throw stay open
        if usual is not None and self.play.my_turn and hand.deed is None:
            hand.take(usual)
            self.play.show_choice()

    def open_unit(self, actor: str) -> None:
        self.play.hand.open_unit(actor)
        self.play.show_choice()

    def take(self, deed: Deed) -> None:
        if deed.kind == "choice" and self.play.hand.armed == deed.commands[0]:
            self.play.give()
            return
        self.play.hand.take(deed)
        self.play.show_choice()

    def order(self, text: str) -> None:
        """A button of a page: its order is armed; pressed once more, it is given."""
        if self.play.my_turn and not self.play.skip():
            self.arm(parse(self.play.system, self.play.hand.side, text))

    def arm(self, command: Command) -> None:
        if self.play.hand.armed == command:
            self.play.give()
            return
        sketch = self.play.hand.sketch(command)
        if sketch.piece and sketch.piece != self.play.hand.piece:
            self.play.hand.select(sketch.piece)
        self.play.hand.arm(command)
        self.preview = None
        self.play.show_choice()

    def cycle(self, step: int) -> None:
        self.manual = True
        self.play.hand.cycle(step)
        self.play.show_choice()

    def turn_way(self, step: int) -> bool:
        if len(self.play.hand.candidates) < 2:
            return False
        self.cycle(step)
        return True

    def cancel(self) -> bool:
        """One step back in choosing; False when there was nothing to cancel."""
        if self.play.screen.typing.visible:
            self.play.line.close()
            return True
        if self.tool or self.sight is not None:
            self.tool, self.sight = "", None
            self.play.pane.lining, self.play.pane.line_from = False, None
            self.play.show_overlay()
            return True
        if self.play.hand.cancel():
            self.play.show_choice()
            return True
        return self.play.pane.hide_cursor()

    def hovered(self, hit: Hit) -> None:
        self.hover_at, self.hinted = self.play.now, False
        if self.play.pane.canvas.tooltip:
            self.play.pane.canvas.tooltip = ""
            self.play.app.tree.close_tip()

    def rest(self) -> None:
        """The pointer rests: preview the path, then say what is under it; a card of a rule makes way."""
        self.play.rule_cards.settle()
        hit, hand = self.play.pane.hover, self.play.hand
        rested = self.play.now - self.hover_at
        if rested >= PREVIEW_MS:
            hit = self.meant(hit)
        if hand.armed is None and rested >= PREVIEW_MS:
            place = hit.place if not self.play.pane.lining and not hit.minimap else None
            preview = hand.best_to(place, self._facing(place)) if place is not None else None
            if preview != self.preview:
                self.preview = preview
                self.play.show_overlay()
        if rested >= DWELL_MS and not self.hinted:
            self.hinted = True
            facing = self._facing(hit.place) if hit.place is not None else None
            self.hint = hint(hand, hit, self.play.book, facing)
            self.play.pane.canvas.tooltip = self.hint.words

    def lean(self) -> None:
        """While a place with several headings is chosen, the mouse turns the heading."""
        hand = self.play.hand
        armed = hand.armed
        if armed is None or self.manual or len(hand.candidates) < 2 or hand.deed_kind != "place":
            return
        at, pos = hand.sketch(armed).at, self.play.pane.pointer
        if self.play.pane.hover.place != at or hypot(pos[0] - self.pressed_at[0], pos[1] - self.pressed_at[1]) < STIR:
            return
        hand.lean(self.play.pane.facing_at(at))
        if hand.armed != armed:
            self.play.show_choice()

    def context(self, hit: Hit, pos: ui.Pos) -> None:
        if hit.place is None:
            return
        items = context_items(self.play.hand, hit, self.arm, self.select)
        start = self.play.hand.find(self.play.hand.piece)
        if start is not None and start.at != hit.place:
            items.append(ui.MenuItem("Sight line to here", partial(self.lined, start.at, hit.place, True), "L"))
        piece = self.play.hand.find(hit.piece) if hit.piece else None
        if piece is not None and piece.side == self.play.hand.side:
            items.append(ui.MenuItem("What they could do to it", partial(self._threats, piece.id), "T"))
        found = hint(self.play.hand, hit, self.play.book)
        if found.rule:
            items.append(ui.MenuItem(f"Rule {found.rule}", partial(self.play.open_rule, found.rule), "F1"))
        items.append(ui.MenuItem("Centre here", partial(self.play.pane.centre, hit.place), "C"))
        ui.open_menu(self.play.app.tree, pos, items)

    def _threats(self, piece: str) -> None:
        """What the enemy could do to a counter."""
        self.select(piece)
        threats_dialog(self.play.app, self.play.hand, self.play.skin)

    def lined(self, start: Place, end: Place, final: bool) -> None:
        report = self.play.hand.seat.sight(start, end)
        if self.tool == "ruler":
            self.sight = SightLine(start, end, verdict=report.distance)
        else:
            rule = badge(self.play.book, report.rule)
            self.sight = sight_line(report.sight, start, end, f"{report.verdict} · {report.distance}", rule)
            self.hint = Hint(report.verdict, False, report.rule)
        if final:
            self.play.pane.line_from = None
        self.play.show_overlay()

    def next_unit(self, step: int) -> None:
        """The next counter that can act."""
        able = self.play.hand.able()
        loose = self.play.hand.deeds_of("")
        if not able and loose:
            self.take(loose[0])
            self.play.hand.open_choice()
            self.play.show_choice()
            return
        if not able:
            self.play.tell("Nothing can act in this phase any more." if self.play.my_turn else "It is not your turn.")
            return
        here = able.index(self.play.hand.piece) if self.play.hand.piece in able else (-1 if step > 0 else 0)
        chosen = able[(here + step) % len(able)]
        self.select(chosen)
        piece = self.play.hand.find(chosen)
        if piece is not None:
            self.play.pane.reveal(piece.at)
            if self.play.pane.cursor is not None:
                self.play.pane.cursor = piece.at

    def enter(self) -> None:
        """Enter: the keyboard cursor chooses; else what is armed is given; else the phase ends."""
        if self.play.pane.cursor is not None and not (self.play.hand.armed and self.play.hand.deed_kind == "choice"):
            x, y = self.play.board.screen_of(self.play.pane.cursor)
            hit = self.play.board.hit((x, y))
            self.choose_at(hit if hit.place == self.play.pane.cursor else Hit(self.play.pane.cursor))
        elif self.play.hand.armed is not None:
            self.play.give()
        else:
            self.play.end_phase()

    def move_cursor(self, direction: str) -> None:
        """Move the keyboard cursor and say what is there."""
        piece = self.play.hand.find(self.play.hand.piece)
        able = self.play.hand.able()
        start = piece or (self.play.hand.find(able[0]) if able else next(iter(self.play.hand.view.pieces), None))
        here = self.play.pane.step_cursor(direction, start.at if start is not None else None)
        x, y = self.play.board.screen_of(here)
        hit = self.play.board.hit((x, y))
        self.hint = hint(self.play.hand, hit if hit.place == here else Hit(here), self.play.book)
        if self.hint.words:
            rect = pygame.Rect(round(x), round(y) + 20, 1, 1)
            self.play.app.tree.show_tip(rect, self.hint.words, tone="bad" if self.hint.refusal else "")

    def use_tool(self, tool: str) -> None:
        """Take up or lay down the sight line or the ruler."""
        if self.tool == tool:
            self.cancel()
            return
        self.tool, self.play.pane.lining, self.play.pane.line_from = tool, True, None
        piece = self.play.hand.find(self.play.hand.piece)
        end = self.play.pane.cursor if self.play.pane.cursor is not None else self.play.pane.hover.place
        if piece is not None and end is not None and end != piece.at:
            self.lined(piece.at, end, True)

    def way(self, step: int) -> None:
        """R: the next heading or path; the ruler when nothing is chosen."""
        if not self.turn_way(step):
            self.use_tool("ruler")

    def centre(self) -> None:
        """Centre on the selected counter."""
        piece = self.play.hand.find(self.play.hand.piece)
        if piece is not None:
            self.play.pane.centre(piece.at)

    def menu_here(self) -> None:
        """The context menu by key: at the keyboard cursor, or at the selected counter."""
        piece = self.play.hand.find(self.play.hand.piece)
        cursor = self.play.pane.cursor
        place = cursor if cursor is not None else piece.at if piece is not None else None
        if place is not None:
            x, y = self.play.board.screen_of(place)
            self.context(Hit(place), (round(x), round(y)))

    def rule_here(self) -> None:
        """F1: the rule behind what is under the cursor."""
        found = hint(self.play.hand, self.play.pane.hover, self.play.book)
        self.play.open_rule(found.rule or self.hint.rule or self.play.hand.view.prompt.rule)
