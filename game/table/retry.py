"""A decision to be tried again: the tried order is compared with the best known one, and only then is the answer
shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.table.rule_citations import rule_link
from game.ui.markup import escape
from game.words import tr, trn
from rules.analysis.mistakes import Mistake, reply_avoided
from rules.analysis.rollouts import SAME, SURE, USUAL, Budget, RolloutBatch, paired_rollout
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import CancelToken, at_leisure

WIDE = 0.10  # an interval with at least this half width gets a note
TRIES = 60  # rollouts of a tried order, and of the best one
MOST_CHANCES = 3  # most outcomes of the best order shown
LONGEST = 60  # most characters of an enemy's order


@dataclass(frozen=True, slots=True)
class RetryResult:
    """The result of a try. `lines`: markup, first the value of the try, then the answer with its reasons."""

    tried: Command
    right: bool
    lines: tuple[str, ...]


class Retry:
    """One decision of a game, to be tried again. The answer is not shown before the first call of `judge`."""

    def __init__(self, session: Session, mistake: Mistake) -> None:
        self.mistake = mistake
        self.session = session.branch(mistake.number)
        self.session.study = True
        self.seat = Seat(self.session, mistake.side)
        self._played = session
        self._answer: tuple[str, ...] = ()  # computed at the first try

    @property
    def question(self) -> str:
        """Return the question: the time, the order given, and its cost with its certainty."""
        mistake, weighing = self.mistake, self.mistake.weighing
        ordered = escape(self.words(weighing.chosen))
        cost = tr(
            "{points} of win chance{wide}",
            points=points(weighing.loss, weighing.error),
            wide=wide_interval_note(weighing.error),
        )
        return tr(
            "**Turn {turn}, {phase}: find a better order.**\nYour order: {ordered}. It cost {cost}.",
            turn=mistake.turn,
            phase=escape(mistake.phase),
            ordered=ordered,
            cost=cost,
        )

    def words(self, command: Command) -> str:
        """Return an order in the wording of the side that gives it."""
        if type(command) is Done:
            return self.seat.view().prompt.done_label or tr("End phase")
        return self.seat.sketch(command).label or format_command(command)

    def judge(self, tried: Command, budget: Budget = USUAL, token: CancelToken = at_leisure) -> RetryResult:
        """Judge a try, then give the answer. Uses only thinking dice. Raises Stopped."""
        weighing = self.mistake.weighing
        if tried == weighing.best or tried in weighing.alike:
            right, first = True, tr("**Right.** One of the best orders found.")
        elif tried == weighing.chosen:
            right, first = False, tr("That was your order in the game. Try another.")
        else:
            right, first = self._compare(tried, budget, token)
        if not self._answer:
            self._answer = self._answer_words(token)
        return RetryResult(tried, right, (first, *self._answer))

    def _compare(self, tried: Command, budget: Budget, token: CancelToken) -> tuple[bool, str]:
        """Compare the try with the best order, with separate dice."""
        rolling = RolloutBatch(self.seat, budget, self.mistake.number + 7919, token)
        loss, error, _, _ = paired_rollout(rolling, self.mistake.weighing.best, tried, TRIES)
        if loss <= max(SAME, SURE * error):
            return True, tr(
                "**About as good as the best:** {points} behind{wide}.",
                points=points(loss, error),
                wide=wide_interval_note(error),
            )
        better = loss < self.mistake.weighing.loss
        head = tr("Better, but not the best") if better else tr("No better than your order")
        return False, tr(
            "**{head}:** costs {points} of win chance{wide}.",
            head=head,
            points=points(loss, error),
            wide=wide_interval_note(error),
        )

    def _answer_words(self, token: CancelToken) -> tuple[str, ...]:
        """Return the answer: the best order with its chance, its odds, its rule, and the reply it avoids."""
        weighing, seat = self.mistake.weighing, self.seat
        best, chance = weighing.best, weighing.chance
        others = len([order for order in weighing.alike if order != best])
        same = " " + trn("{count} more order is as good.", "{count} more orders are as good.", others) if others else ""
        lines = [
            tr(
                "Best: **{words}**: {best}, yours {then}.{same}",
                words=escape(self.words(best)),
                best=percent(chance),
                then=percent(chance - weighing.loss),
                same=same,
            )
        ]
        lines += self._odds(best)
        rule = seat.sketch(best).rule if type(best) is not Done else seat.view().prompt.rule
        book = self.session.system.rulebook
        if rule in book:
            lines.append(f"*{escape(book[rule].title)}*  {rule_link(book, rule)}")
        reply = reply_avoided(seat, weighing.chosen, best, self.mistake.number, token)
        if reply is not None:
            label = reply.label if len(reply.label) <= LONGEST else reply.label.partition(":")[0]
            often = tr("after your order in {after} of {count} test games", after=reply.after, count=reply.count)
            lines.append(
                tr(
                    "It avoids the reply {label}: {often}, after the best order in {instead}.",
                    label=escape(label),
                    often=often,
                    instead=reply.instead,
                )
            )
        return tuple(lines)

    def _odds(self, best: Command) -> list[str]:
        """Return the outcomes of the best order's dice, the likeliest first; empty if it rolls none."""
        odds = self.seat.odds(best, 400, 120)
        if len(odds.chances) < 2:
            return []
        ranked = sorted(odds.chances, key=lambda chance: -chance.probability)[:MOST_CHANCES]
        about = "" if odds.exact else "about "
        return [tr("Odds: ") + ", ".join(f"{escape(c.label)} {about}{percent(c.probability)}" for c in ranked) + "."]


def points(share: float, error: float) -> str:
    """Return a fraction of the win chance with two standard errors: "13 ± 4 points"."""
    return tr("{points} ± {error} points", points=f"{100 * share:.0f}", error=f"{100 * SURE * error:.0f}")


def percent(share: float) -> str:
    """Return a chance as a percentage, never 0 or 100."""
    return f"{min(99, max(1, round(100 * share)))} %"


def wide_interval_note(error: float) -> str:
    """Return the note for a wide interval; empty otherwise."""
    return tr(" (wide interval: only the sign is certain)") if SURE * error >= WIDE else ""
