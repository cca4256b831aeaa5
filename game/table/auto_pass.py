"""Where a turn stops: which phases are passed over, which dice throw themselves, what is lost when a phase ends.

A player says for each phase whether the game stops in it always, asks before it ends, or passes over it when the side
can give no order in it. Nothing here draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableMapping, Sequence

from game.skins import Stops
from game.table.order_builder import OrderBuilder, UnitAction
from game.words import tr, tr_noop
from rules.kernel.flow import Command, Phase
from rules.kernel.session import Session

PASS, STOP, ASK = "pass", "stop", "ask"
MODES = {
    PASS: tr_noop("Pass on when there is no order to give"),
    STOP: tr_noop("Always stop here"),
    ASK: tr_noop("Stop here, and ask before it ends"),
}
MARKS = {STOP: " ●", ASK: " ?"}  # behind a phase of the ribbon
MOST_LEFT = 2  # kinds of deeds the button that ends a phase names


class AutoPass:
    """The stops of one game. `chosen`: "game/phase" -> one of MODES, as the settings keep them."""

    def __init__(self, session: Session, stops: Stops, chosen: MutableMapping[str, str]) -> None:
        self.session, self.stops, self.chosen = session, stops, chosen
        self.held: object = None  # the position a player went back to: nothing goes on from there by itself

    def mode(self, phase: Phase) -> str:
        """What a player has said of a phase."""
        found = self.chosen.get(self._key(phase), PASS)
        return found if found in MODES else PASS

    def choose(self, phase: Phase, mode: str) -> None:
        """Say it; what is usual is not kept."""
        self.chosen.pop(self._key(phase), None)
        if mode != PASS:
            self.chosen[self._key(phase)] = mode

    def _key(self, phase: Phase) -> str:
        return f"{self.session.system.key}/{phase.name}"

    def phase_called(self, title: str) -> Phase | None:
        """The phase of the sequence with a title of the ribbon."""
        return next((phase for phase in self.session.system.sequence if phase.title == title), None)

    def hold(self) -> None:
        """The player has gone back here: wait."""
        self.held = self.session.state

    def passing(self, hand: OrderBuilder) -> Command | None:
        """The order that gives itself now; None where the player is waited for."""
        cursor = self.session.state.cursor
        if cursor.frames or hand.view.page or self.held is self.session.state or hand.side != self.session.actor:
            return None
        if hand.done is None:
            only = hand.actions[0] if len(hand.actions) == 1 else None
            alone = only is not None and only.verb in self.stops.alone and len(only.commands) == 1
            return only.commands[0] if only is not None and alone else None
        phase = self.session.system.sequence[cursor.phase]
        return hand.done if self.mode(phase) == PASS and not hand.actions else None

    def at_once(self, hand: OrderBuilder) -> Command | None:
        """The forced die of the counter chosen: it is thrown as one chooses it, unless another would lose by it.

        Another loses when its own die has just been thrown and it has not acted on it.
        """
        mine = hand.deeds_of(hand.piece)
        forced = [deed for deed in mine if deed.verb in self.stops.forced and len(deed.commands) == 1]
        if len(forced) != 1 or len(mine) > len(forced):
            return None
        last = next((step.command for step in reversed(self.session.steps)), None)
        fresh = str(type(last).__struct_config__.tag) in self.stops.forced if last is not None else False
        waits = any(deed.piece != hand.piece for deed in hand.actions if deed.verb not in self.stops.forced)
        return None if fresh and waits else forced[0].commands[0]

    def asks(self, left: Sequence[UnitAction]) -> bool:
        """Whether to ask before the phase ends with these left undone."""
        cursor = self.session.state.cursor
        phase = self.session.system.sequence[cursor.phase]
        if not cursor.frames and self.mode(phase) == ASK:
            return bool(left)
        return any(deed.verb in self.stops.lose for deed in left)

    def next_open(self, hand: OrderBuilder, after: str) -> str:
        """The next counter that keeps the phase open, the one after a given counter first; empty without one."""
        able = [deed.piece for deed in hand.actions if deed.piece]
        order = [piece.id for piece in hand.view.pieces if piece.id in able]
        later = order[order.index(after) + 1 :] if after in order else order
        return next(iter((*later, *order)), "")

    def left_words(self, left: Sequence[UnitAction]) -> str:
        """What a phase that ends leaves undone, for the button that ends it; empty where that is nothing.

        Orders that would be lost come first, then the most frequent ones.
        """
        urgent_first = sorted(left, key=lambda deed: deed.verb not in self.stops.lose)
        counted = Counter(deed.title.lower() for deed in urgent_first)
        named = [f"{count} × {title}" if count > 1 else title for title, count in list(counted.items())[:MOST_LEFT]]
        more = len(counted) - MOST_LEFT
        rest = tr(", {more} more", more=more) if more > 0 else ""
        return tr("left: {names}{rest}", names=", ".join(named), rest=rest) if named else ""
