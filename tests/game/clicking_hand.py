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
        """Click once, and wait for what follows by itself."""
        self.clicks += 1
        self.wait(400)
        self.click(pos)
        self.wait(40, 4)

    def press_id(self, id: str) -> None:
        """Click on a widget once."""
        self.app.tree.ensure_layout()
        widget = self.app.tree.find(id)
        self.press_at(widget.rect.center)

    def action(self, verb: str, piece: str = "") -> UnitAction:
        """Return what a counter can do; AssertionError where it cannot."""
        found = [
            action
            for action in self.play.hand.actions
            if action.verb == verb and piece in ("", action.piece, action.actor)
        ]
        assert found, f"nobody can {verb}: {[(action.verb, action.piece) for action in self.play.hand.actions]}"
        return found[0]

    def choose(self, action: UnitAction) -> None:
        """Choose the counter of an action unless it is chosen already, then the action unless it is lit."""
        hand = self.play.hand
        if hand.piece != action.piece:
            piece = hand.find(action.piece)
            assert piece is not None
            self.press_at(self.at(piece.at))
        if action.kind == "target" and (hand.action is None or hand.action.verb != action.verb):
            self.press_id(f"do_{action.verb}")  # clicking a place selects its action

    def order(self, verb: str, piece: str = "", **fields: object) -> Command:
        """Give an order of a verb with these fields by clicking a place, a target or a button until it is given."""
        action, steps = self.action(verb, piece), len(self.session.steps)
        self.choose(action)
        fit = [
            command
            for command in action.commands
            if all(getattr(command, name) == value for name, value in fields.items())
        ]
        assert fit, (action.label, fields)
        hand = self.play.hand
        for _ in range(4):
            if hand.armed_command in fit or len(self.session.steps) > steps:
                break
            self.press_at(self.spot(action, fit[0]))
        while len(self.session.steps) == steps:
            if hand.proposed:
                self.press_id("aim_give")
                break
            assert hand.armed_command in fit, f"armed {hand.armed_command}, wanted one of {fit[:3]}"
            self.press_at(self.spot(action, hand.armed_command))
        return fit[0]

    def spot(self, action: UnitAction, command: Command) -> tuple[int, int]:
        """Return where to click for a command."""
        hand = self.play.hand
        sketch = hand.sketch(command)
        target = hand.find(sketch.target) if sketch.target else None
        if action.kind == "target" and target is not None:
            return self.at(target.at)
        if action.kind == "place":
            return self.at(sketch.at)
        if hand.armed_command == command:
            return self.app.tree.find("aim_give").rect.center
        listed = self.app.tree.top
        if isinstance(listed, ui.Menu):
            return listed.row_rect(action.commands.index(command) + 1).center
        ids = [f"do_{action.verb}_{action.commands.index(command)}", f"do_{action.verb}"]
        return next(self.app.tree.find(id).rect.center for id in ids if id in self.ids())
