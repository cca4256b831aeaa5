"""A line of the analysis about an order: its cost with an interval, and both orders in figures a player knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.skins import load_skin
from game.table.quick_odds import patience, quick_odds
from game.table.speech import exchange_lines
from game.words import tr, trn
from rules.analysis.luck_and_skill import Decision
from rules.analysis.mistakes import FreeShot, Suspicion, seat_before
from rules.analysis.rollouts import SURE
from rules.kernel.breakdown import format_signed
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.reasons import points_text

POINTS = 100
ALMOST = 0.995  # higher chances are shown as "more than 99 %" unless they are certain
EXCHANGE_S = 0.4  # seconds of work for the exchange of fire after a move
MOST_PHASES = 2  # most lines of an exchange


@dataclass(frozen=True, slots=True)
class Finding:
    """A line as text. `given` and `best` are orders, `ours` and `theirs` their figures; empty if there are none."""

    given: str
    best: str
    ours: str
    theirs: str
    fact: str  # text about free shots that were not taken
    rule: str  # rule of the better order


def cost_words(decision: Decision | None) -> str:
    """Return an order's effect on the win chance in points, with two standard errors: "−12 ± 4"."""
    if decision is None:
        return tr("checking")
    wide = max(1, round(POINTS * SURE * decision.error))
    return f"{format_signed(round(-POINTS * decision.loss))} ± {wide}".replace("+0", "0")


def doubt_words(decision: Decision | None) -> str:
    """Return the note for an uncertain cost; empty if the interval excludes zero."""
    if decision is None or decision.sure:
        return ""
    return tr("not distinguishable from no loss")


def finding_of(session: Session, suspicion: Suspicion, decision: Decision | None) -> Finding:
    """Return an order with text and figures, and the best alternative. Takes up to a second."""
    seat = seat_before(session, suspicion.number)
    best = seat.read(decision.best) if decision is not None else None
    if best is None and suspicion.shots:
        best = suspicion.shots[0].order
    given = suspicion.given
    return Finding(
        given=order_label(seat, given),
        best=order_label(seat, best) if best is not None else "",
        ours=order_figures(session, seat, given),
        theirs=order_figures(session, seat, best) if best is not None else "",
        fact=free_shot_words(session, seat, suspicion.shots),
        rule=_rule(seat, best if best is not None and type(best) is not Done else given),
    )


def order_label(seat: Seat, order: Command) -> str:
    """Return an order in the wording of the side that gives it."""
    if type(order) is Done:
        return seat.view().prompt.done_label or tr("End phase")
    return seat.sketch(order).label or format_command(order)


def order_figures(session: Session, seat: Seat, order: Command) -> str:
    """Return the chance that an order succeeds, as its card shows it; for a move the exchange of fire after it."""
    if type(order) is Done:
        return ""
    skin = load_skin(session.system.key)
    odds = quick_odds(seat, order)
    hit = skin.success(odds)
    if hit is not None:
        if ALMOST <= hit < 1:
            return tr("more than 99 % for an effect")
        if not odds.exact:
            wide = max(1, round(POINTS * max(one.margin for one in odds.chances)))
            return tr("{hit} % ± {wide} for an effect", hit=round(POINTS * hit), wide=wide)
        return tr("{hit} % for an effect", hit=round(POINTS * hit))
    for one in seat.exchange(order, patience(EXCHANGE_S)):
        where, *phases = exchange_lines(one, skin)
        return "; ".join((where.partition(" · ")[0], *phases[:MOST_PHASES])) if phases else where
    return ""


def free_shot_words(session: Session, seat: Seat, shots: Sequence[FreeShot]) -> str:
    """Return the free shots that were not taken: how many, the best, and its average points if the game knows them
    exactly.
    """
    if not shots:
        return ""
    first, count = shots[0], len(shots)
    if any(shot.flash for shot in shots):
        words = trn(
            "{count} shot not fired that costs only its flash",
            "{count} shots not fired that cost only their flash",
            count,
        )
    else:
        words = trn("{count} free shot not fired", "{count} free shots not fired", count)
    best = f"{order_label(seat, first.order)}, {order_figures(session, seat, first.order) or tr('no dice')}"
    if seat.now().has_exact_means:
        best = tr("{best}, {mean} victory points on average", best=best, mean=points_text(round(first.mean))[1:])
    return tr("{words}. The best: {best}.", words=words, best=best)


def _rule(seat: Seat, order: Command) -> str:
    return seat.view().prompt.rule if type(order) is Done else seat.sketch(order).rule
