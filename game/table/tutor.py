"""The blunder warning: before a costly order it asks once, based only on what the side may know, and within a short
time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from game.table.background_task import BackgroundTask
from game.table.retry import points, wide_interval_note
from game.table.rule_citations import rule_link
from game.ui.markup import escape
from game.words import tr
from rules.analysis.rollouts import USUAL, Budget, Weighing, compare_orders
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import HURRY, Cancelled, CancelToken

PATIENCE_S = 1.5  # then the rollouts so far must do: usually nothing is certain, and there is no warning
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Advice:
    """The warning about an order, as markup. `hint`: where to look, not what to order."""

    command: Command
    words: str
    hint: str


class Tutor:
    """Checks the orders of the players at a table. `threshold`: points of win chance an order must cost; 0: off."""

    def __init__(self, session: Session, threshold: Callable[[], int], budget: Budget = USUAL) -> None:
        self._session = session
        self._threshold = threshold
        self._budget = budget
        self._asked: set[tuple[int, int, str]] = set()  # orders asked about, by phase
        self._here: tuple[int, object] | None = None  # the position of the last question
        self._aside: BackgroundTask[Weighing | None] | None = None
        self._order: Command | None = None

    def wants(self, command: Command) -> bool:
        """Return whether to check an order before it is given: not the same order twice, and only one question per
        position.
        """
        if self._threshold() <= 0 or self._session.over or self._here == self._place():
            return False
        return self._key(command) not in self._asked and not Seat(self._session, command.side).check(command)

    def _place(self) -> tuple[int, object]:
        return len(self._session.steps), self._session.state

    def _key(self, command: Command) -> tuple[int, int, str]:
        cursor = self._session.state.cursor
        return cursor.turn, cursor.phase, format_command(command)

    # ------------------------------------------------------------------ thinking

    def begin(self, command: Command) -> None:
        """Start checking an order in a thread."""
        twin = self._session.branch(len(self._session.steps))  # a copy, because orders may be undone meanwhile
        seat, latest, budget = Seat(twin, command.side), monotonic() + PATIENCE_S, self._budget

        def work(given_up: CancelToken) -> Weighing | None:
            return compare_orders(
                seat, command, budget, haste=lambda: given_up() or (HURRY if monotonic() > latest else "")
            )

        self._order, self._aside = command, BackgroundTask(work)

    @property
    def thinking(self) -> bool:
        """Return whether an order is being checked, or waits to be given."""
        return self._aside is not None

    @property
    def ready(self) -> bool:
        """Return whether the check is finished."""
        return self._aside is not None and self._aside.is_done

    def settle(self) -> tuple[Command, Advice | None]:
        """Return the checked order and its warning; None instead of a warning if the order should simply be given."""
        assert self._aside is not None and self._order is not None
        aside, command = self._aside, self._order
        self._aside = self._order = None
        try:
            weighing = aside.fetch()
        except Cancelled:
            return command, None
        return command, self.advice(weighing) if weighing is not None else None

    def now(self, command: Command) -> Advice | None:
        """Check an order at once; takes a second or two."""
        self.begin(command)
        return self.settle()[1]

    def stop(self) -> None:
        """Stop checking."""
        if self._aside is not None:
            self._aside.stop()
            self._aside = self._order = None

    # ------------------------------------------------------------------ texts

    def advice(self, weighing: Weighing) -> Advice | None:
        """Return the warning; None unless the whole interval of two standard errors is above the threshold."""
        if not weighing.is_mistake or weighing.loss * HUNDRED < self._threshold():
            return None
        self._asked.add(self._key(weighing.chosen))
        self._here = self._place()
        seat = Seat(self._session, weighing.chosen.side)
        cost = points(weighing.loss, weighing.error)
        words = tr(
            "**{order}** costs about {cost} of win chance{wide} ({n} test games from here, using only what you know).",
            order=escape(warning_for(seat, weighing.chosen)),
            cost=cost,
            wide=wide_interval_note(weighing.error),
            n=weighing.n,
        )
        return Advice(weighing.chosen, words, self._hint(seat, weighing.best))

    def _hint(self, seat: Seat, best: Command) -> str:
        """Return the hint: the unit and kind of the better order, not the order itself."""
        if type(best) is Done:
            return tr("Sometimes it is best not to do it.")
        offer = next((offer for offer in seat.offers() if best in offer.commands), None)
        pieces = {piece.id: piece.name for piece in seat.view().pieces}
        who = pieces.get(offer.piece if offer is not None else "", "")
        verb = self._session.system.sequence[self._session.state.cursor.phase].verbs.get(type(best))
        kind = verb.title if verb is not None else ""
        rule = offer.rule if offer is not None else ""
        link = f"  {rule_link(self._session.system.rulebook, rule)}" if rule else ""
        about = tr("Consider **{who}**", who=escape(who)) if who else tr("Consider your other units")
        return f"{about}{': ' + escape(kind.lower()) if kind else ''}.{link}"


def warning_for(seat: Seat, command: Command) -> str:
    """Return an order in the wording of its side."""
    if type(command) is Done:
        return seat.view().prompt.done_label or tr("End of phase")
    return seat.sketch(command).label or format_command(command)
