"""Where a turn stops: which phases are skipped, which orders are automatic, what is asked before a phase ends.

A player chooses for each phase whether the game always stops in it, asks before it ends, or skips it when nothing is at
stake in it (rules/kernel/stake.py). Nothing here draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping

from game.skins import Stops
from game.table.order_builder import OrderBuilder, UnitAction
from game.words import tr, tr_noop
from rules.kernel.flow import Command, Done, Phase
from rules.kernel.session import Session
from rules.kernel.stake import Stake, why_nothing


class StandingOrders:
    """Standing orders that each side has left unchanged in one game; not saved, so a loaded game asks again."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str, str], str] = {}  # (side, verb, piece) -> key when left unchanged

    def leave(self, side: str, stakes: Iterable[Stake]) -> None:
        """Remember the standing orders that a side leaves unchanged."""
        self._keys.update({(side, stake.verb, stake.piece): stake.key for stake in stakes if stake.standing})

    def new(self, side: str, stakes: Iterable[Stake]) -> tuple[Stake, ...]:
        """Return the stakes without standing orders that were left unchanged and are still the same."""
        return tuple(
            stake
            for stake in stakes
            if not stake.standing or self._keys.get((side, stake.verb, stake.piece)) != stake.key
        )


PASS, STOP, ASK = "pass", "stop", "ask"
MODES = {
    PASS: tr_noop("Skip when nothing is at stake"),
    STOP: tr_noop("Always stop here"),
    ASK: tr_noop("Stop and warn before it ends"),
}
MARKS = {STOP: " ●", ASK: " ?"}  # mark after a phase's name on the ribbon
MOST_LEFT = 2  # most kinds of orders named on the button that ends a phase
MOST_ASKED = 6  # most kinds named in the question before a phase ends


class AutoPass:
    """The stops of one game. `chosen`: "game/phase" -> one of MODES, as the settings keep them."""

    def __init__(self, session: Session, stops: Stops, chosen: MutableMapping[str, str]) -> None:
        self.session, self.stops, self.chosen = session, stops, chosen
        self.held: object = None  # the position a player went back to: nothing is automatic there
        self.waits: Callable[[], bool] = lambda: False  # while a phase is explained, none is skipped
        self.standing = StandingOrders()

    def mode(self, phase: Phase) -> str:
        """Return the mode a player has chosen for a phase."""
        found = self.chosen.get(self._key(phase), PASS)
        return found if found in MODES else PASS

    def choose(self, phase: Phase, mode: str) -> None:
        """Set the mode of a phase; the default is not stored."""
        self.chosen.pop(self._key(phase), None)
        if mode != PASS:
            self.chosen[self._key(phase)] = mode

    def _key(self, phase: Phase) -> str:
        return f"{self.session.system.key}/{phase.name}"

    def phase_called(self, title: str) -> Phase | None:
        """Return the phase with this title on the ribbon."""
        return next((phase for phase in self.session.system.sequence if phase.title == title), None)

    def hold(self) -> None:
        """Stop automatic orders here: the player has gone back to this position."""
        self.held = self.session.state

    def stakes(self, hand: OrderBuilder) -> tuple[Stake, ...]:
        """Return the stakes of the acting side, without standing orders it has left unchanged."""
        return self.standing.new(hand.side, hand.stakes)

    def open_actions(self, hand: OrderBuilder) -> tuple[UnitAction, ...]:
        """Return the actions at stake, and those that only end a unit's activity in the phase."""
        named = {(stake.verb, stake.piece) for stake in self.stakes(hand)}
        passes = self.session.system.pass_commands
        return tuple(
            action
            for action in hand.actions
            if action.verb in passes or not named.isdisjoint({(action.verb, action.actor), (action.verb, "")})
        )

    def passing(self, hand: OrderBuilder) -> Command | None:
        """Return the automatic order that is due now; None if the player must act."""
        cursor = self.session.state.cursor
        if cursor.frames or hand.view.page or self.held is self.session.state or hand.side != self.session.actor:
            return None
        if hand.done is None:
            found = self.open_actions(hand)
            only = found[0] if len(found) == 1 else None
            alone = only is not None and only.verb in self.stops.alone and len(only.commands) == 1
            return only.commands[0] if only is not None and alone else None
        phase = self.session.system.sequence[cursor.phase]
        if self.mode(phase) != PASS or self._has_ordered(hand.side) or self.stakes(hand) or self.waits():
            return None
        return hand.done

    def _has_ordered(self, side: str) -> bool:
        """Return whether a side has given an order in this phase; then the phase must be ended by hand."""
        cursor = self.session.state.cursor
        for step in reversed(self.session.steps):
            if (step.turn, step.phase) != (cursor.turn, cursor.phase):
                return False
            if step.actor == side and type(step.command) is not Done:
                return True
        return False

    def skip_words(self, hand: OrderBuilder) -> str:
        """Return the text about the skipped phase, with the reason."""
        phase = self.session.system.sequence[self.session.state.cursor.phase].title
        why = why_nothing(self.session.system.stakes or {}, [action.verb for action in hand.actions])
        return tr("{phase} skipped: {why}", phase=phase, why=why or tr("no order to give"))

    def questions(self, hand: OrderBuilder, command: Command) -> list[str]:
        """Return the questions before an order that ends a phase or activity; empty if there are none."""
        cursor = self.session.state.cursor
        phase = self.session.system.sequence[cursor.phase]
        stakes = self._other_stakes(hand, command)
        if not cursor.frames and self.mode(phase) == ASK and hand.actions:
            return group_texts(stakes)[:MOST_ASKED] or sorted({action.title for action in hand.actions})
        return group_texts(stakes)[:MOST_ASKED] if any(stake.lost for stake in stakes) else []

    def _other_stakes(self, hand: OrderBuilder, command: Command) -> tuple[Stake, ...]:
        """Return the stakes besides an order, those that would be lost for good first."""
        verb = str(type(command).__struct_config__.tag)
        left = [stake for stake in self.stakes(hand) if stake.verb != verb]
        return tuple(sorted(left, key=lambda stake: not stake.lost))

    def next_open(self, hand: OrderBuilder, after: str) -> str:
        """Return the next counter, starting after a given one, that keeps the phase open; empty if none."""
        able = [action.piece for action in self.open_actions(hand) if action.piece]
        order = [piece.id for piece in hand.view.pieces if piece.id in able]
        later = order[order.index(after) + 1 :] if after in order else order
        return next(iter((*later, *order)), "")

    def left_words(self, hand: OrderBuilder, command: Command) -> tuple[str, str]:
        """Return what an ending order leaves undone, in a long and a short form for its button; both may be empty."""
        left = self._other_stakes(hand, command)
        kinds = Counter(stake.verb for stake in left)
        briefly = [f"{hand.title(verb)} ({count})" for verb, count in kinds.items()]
        more = len(kinds) - MOST_LEFT
        rest = tr(", {more} more", more=more) if more > 0 else ""
        return ", ".join(group_texts(left)[:MOST_LEFT]) + rest, ", ".join(briefly[:MOST_LEFT]) + rest


def group_texts(stakes: Iterable[Stake]) -> list[str]:
    """Return the first text of each kind of order, with the number of further ones."""
    texts: dict[str, list[str]] = {}
    for stake in stakes:
        texts.setdefault(stake.verb, []).append(stake.text)
    return [f"{first} (+{len(others)})" if others else first for first, *others in texts.values()]
