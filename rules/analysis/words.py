"""An analysis in plain words: what window and text play both say."""

from __future__ import annotations

from rules.analysis.account import Analysis, Decision, Entry
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import spell

POINTS = 100


def points(share: float) -> str:
    """A share of a victory as signed points of win chance: +31, with a true minus."""
    return f"{round(POINTS * share):+d}".replace("-", "−")


def percent(share: float) -> str:
    """A chance in percent."""
    return f"{round(POINTS * share)} %"


def result_words(found: Analysis, side: str) -> str:
    """What happened to a side, without a full stop."""
    name = dict(found.sides)[side]
    if not found.over:
        return f"{name}: unfinished, {percent(found.chance(side, found.final))} at the last order"
    if not found.winner:
        return f"{name} drew"
    return f"{name} won" if found.winner == side else f"{name} lost"


def account_line(found: Analysis, side: str) -> str:
    """ "USN won; began with 45 %, dice +31, own orders -12, the enemy's +4, time +2; luck-adjusted 38 % ± 9"."""
    foe = next(key for key, _ in found.sides if key != side)
    began = percent(found.chance(side, found.initial))
    return (
        f"{result_words(found, side)}; began with {began}, dice {points(found.luck(side))}, own orders "
        f"{points(found.orders(side))}, the enemy's {points(-found.orders(foe))}, time {points(found.time(side))}; "
        f"{adjusted_words(found, side)}"
    )


def adjusted_words(found: Analysis, side: str) -> str:
    """ "luck-adjusted 38 % ± 9": never without its interval."""
    return f"luck-adjusted {wide_words(found, side)}"


def wide_words(found: Analysis, side: str) -> str:
    """ "38 % ± 9": a sum of differences, which may come out a little beyond 0 and 100, and is told as these."""
    return f"{percent(min(1.0, max(0.0, found.adjusted(side))))} ± {round(POINTS * found.margin)}"


def order_words(session: Session, number: int) -> str:
    """What an order was, as the side that gave it was offered it; as it is typed where it had no words."""
    step = session.steps[number]
    for offer in Seat(session.branch(number), step.actor).offers():
        if step.command in offer.commands:
            return offer.label
    return spell(step.command)


def causes(entry: Entry) -> tuple[tuple[str, float], ...]:
    """What moved the chance at an order, for the first side: "dice" where there were any, "order", "time"."""
    parts: tuple[tuple[str, float], ...] = (("dice", entry.luck), ("order", entry.ordered), ("time", entry.time))
    return tuple(
        (key, value) for key, value in parts if round(POINTS * value) or (key == "dice" and bool(entry.throws))
    )


def turning_words(found: Analysis, entry: Entry) -> str:
    """One turning point: what happened, what it did, and whether dice or orders did it."""
    side, name = found.sides[0]
    before, after = percent(found.chance(side, entry.before)), percent(found.chance(side, entry.after))
    by = ", ".join(f"{key} {points(value)}" for key, value in causes(entry))
    return f"Turn {entry.turn}: {entry.told or entry.order}. {name} {before} to {after} ({by})"


def decision_words(found: Analysis, decision: Decision) -> str:
    """One order that was found worse than another."""
    name = dict(found.sides)[decision.side]
    turn = next((entry.turn for entry in found.entries if entry.number == decision.number), 0)
    wide = round(POINTS * 2 * decision.error)
    return (
        f"Turn {turn}, {name}: {decision.given} cost {round(POINTS * decision.loss)} ± {wide} points; "
        f"better was {decision.best}"
    )


def caution(found: Analysis) -> str:
    """What the numbers rest on: the curve, and how little one game says."""
    return (
        f"The win chance is {found.source.words()}. Luck is what the dice did against their mean; orders and time are "
        "the rest, with whatever the curve did not foresee. One game says little of who plays better"
    )


def lines(found: Analysis) -> list[str]:
    """The whole page in plain text."""
    told = [f"{found.title}: analysis of {len(found.entries)} of {found.steps} orders", ""]
    told += [account_line(found, side) for side, _ in found.sides]
    told += [f"{found.sides[0][0]}: {percent(found.initial)} -> {percent(found.final)}", ""]
    told.append("Turning points:")
    told += [f"  {turning_words(found, entry)}" for entry in found.turning_points()] or ["  none"]
    told += ["", "The costliest orders:"]
    told += [f"  {decision_words(found, decision)}" for decision in found.worst()] or [
        f"  none beyond doubt, of {len(found.decisions)} unforced ones weighed"
    ]
    return [*told, "", caution(found) + "."]
