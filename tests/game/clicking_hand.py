"""A hand that plays a turn by mouse alone and counts its clicks; it chooses a counter only if it must."""

from __future__ import annotations

from game.table.order_builder import UnitAction
from game.ui import widgets as ui
from rules.kernel.flow import Command
from tests.game.play_table import Table


class ClickingHand(Table):
    """A table with a hand at the mouse. `clicks` counts every press of the button."""

    clicks = 0

    def press_at(self, pos: tuple[int, int]) -> None:
        """One click, and what goes on by itself after it."""
        self.clicks += 1
        self.wait(400)
        self.click(pos)
        self.wait(40, 4)

    def press_id(self, id: str) -> None:
        """One click on a widget."""
        self.app.tree.ensure_layout()
        widget = self.app.tree.find(id)
        self.press_at(widget.rect.center)

    def deed(self, verb: str, piece: str = "") -> UnitAction:
        """What a counter can do; AssertionError where it cannot."""
        found = [deed for deed in self.play.hand.actions if deed.verb == verb and piece in ("", deed.piece, deed.actor)]
        assert found, f"nobody can {verb}: {[(deed.verb, deed.piece) for deed in self.play.hand.actions]}"
        return found[0]

    def choose(self, deed: UnitAction) -> None:
        """Choose the counter of a deed unless it is chosen, then the deed unless it is lit."""
        hand = self.play.hand
        if hand.piece != deed.piece:
            piece = hand.find(deed.piece)
            assert piece is not None
            self.press_at(self.at(piece.at))
        if deed.kind == "target" and (hand.action is None or hand.action.verb != deed.verb):
            self.press_id(f"do_{deed.verb}")  # a place finds its deed by itself

    def order(self, verb: str, piece: str = "", **fields: object) -> Command:
        """Give an order of a verb with these fields: by a place, a target or a button, clicked until given."""
        deed, steps = self.deed(verb, piece), len(self.session.steps)
        self.choose(deed)
        fit = [
            command
            for command in deed.commands
            if all(getattr(command, name) == value for name, value in fields.items())
        ]
        assert fit, (deed.label, fields)
        hand = self.play.hand
        for _ in range(4):
            if hand.armed in fit or len(self.session.steps) > steps:
                break
            self.press_at(self.spot(deed, fit[0]))
        while len(self.session.steps) == steps:
            if hand.proposed:
                self.press_id("aim_give")
                break
            assert hand.armed in fit, f"armed {hand.armed}, wanted one of {fit[:3]}"
            self.press_at(self.spot(deed, hand.armed))
        return fit[0]

    def spot(self, deed: UnitAction, command: Command) -> tuple[int, int]:
        """Where to click for a command."""
        hand = self.play.hand
        sketch = hand.sketch(command)
        target = hand.find(sketch.target) if sketch.target else None
        if deed.kind == "target" and target is not None:
            return self.at(target.at)
        if deed.kind == "place":
            return self.at(sketch.at)
        if hand.armed == command:
            return self.app.tree.find("aim_give").rect.center
        listed = self.app.tree.top
        if isinstance(listed, ui.Menu):
            return listed.row_rect(deed.commands.index(command) + 1).center
        ids = [f"do_{deed.verb}_{deed.commands.index(command)}", f"do_{deed.verb}"]
        return next(self.app.tree.find(id).rect.center for id in ids if id in self.ids())
