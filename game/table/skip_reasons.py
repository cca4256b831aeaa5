"""Why a side had no choice in a phase: the rules' reason against the orders of that phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from game.table.illegal_reasons import illegal_verbs
from game.table.order_builder import OrderBuilder
from game.words import tr
from rules.kernel.events import PhaseBegan
from rules.kernel.flow import ACTING, Cursor, Illegal, Phase
from rules.kernel.session import Session

MOST_UNITS = 8  # most units of a side that are checked for reasons


class Skipped(NamedTuple):
    """A phase that was skipped for a side, and why; without a reason if the rules give none."""

    phase: Phase
    reason: Illegal | None

    @property
    def words(self) -> str:
        """Return one line for the log; empty without a reason."""
        if self.reason is None:
            return ""
        title, reason, rule = self.phase.title, self.reason.reason, self.reason.rule
        return tr("{phase} skipped: {reason} ({rule})", phase=title, reason=reason, rule=rule)


def skipped_phases(session: Session, side: str, number: int) -> list[Skipped]:
    """List the phases with orders that ended in the step of this index without a choice for `side`."""
    found = []
    for turn, index in _ended_phases(session, number):
        phase = session.system.sequence[index]
        asked = any(
            step.actor == side and (step.turn, step.phase) == (turn, index)
            for step in reversed(session.steps[: number + 1])
            if step.turn >= turn
        )
        if phase.verbs and not asked and _may_act(session, side, number, turn, phase):
            found.append(Skipped(phase, _reason(session, side, number, turn, index)))
    return found


def _may_act(session: Session, side: str, number: int, turn: int, phase: Phase) -> bool:
    """Return whether a phase of a turn is the side's at all: some belong to the other side alone."""
    before, after = session.states[number : number + 2]
    return phase.queue is None or side in phase.queue(before if before.cursor.turn == turn else after)


def _ended_phases(session: Session, number: int) -> Iterator[tuple[int, int]]:
    """Yield (turn, index) of each phase that ended in a step."""
    cursor = session.states[number].cursor
    turn, index = cursor.turn, cursor.phase
    titles = [phase.title for phase in session.system.sequence]
    for event in session.steps[number].events:
        if not isinstance(event, PhaseBegan):
            continue
        if turn:
            yield turn, index
        later = [at for at, title in enumerate(titles) if title == event.title and (at > index or event.turn > turn)]
        turn, index = event.turn, later[0] if later else index


def _reason(session: Session, side: str, number: int, turn: int, index: int) -> Illegal | None:
    """Return the rules' most frequent reason against a phase's orders, checked for the side's own units as it knows
    them.
    """
    state = session.states[number + 1]
    if state.outcome is not None:
        return None
    asked = copy(session)
    cursor = Cursor(turn, index, ACTING, (side,), (), state.cursor.skipped)
    asked.states, asked.steps = [state.but(cursor=cursor)], session.steps[: number + 1]
    hand = OrderBuilder(asked, side)
    own = [piece for piece in hand.view.pieces if piece.side == side][:MOST_UNITS]
    found = [item for piece in own for item in illegal_verbs(hand, piece.id)]
    reasons = [item.reasons[0] for item in found if item.reasons and item.reasons[0].rule]
    common = Counter(reason.rule for reason in reasons).most_common(1)
    return next((reason for reason in reasons if reason.rule == common[0][0]), None) if common else None
