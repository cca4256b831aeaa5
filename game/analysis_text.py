"""An analysis in plain words: what window and text play both say."""

from __future__ import annotations

from game.words import tr, tr_noop
from rules.analysis.luck_and_skill import Analysis, Decision, Entry
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command, parse_command

POINTS = 100
CAUSES = {"dice": tr_noop("dice {points}"), "order": tr_noop("order {points}"), "time": tr_noop("time {points}")}


def points(share: float) -> str:
    """Return a share of a victory as signed points of win chance: +31, with a true minus."""
    return f"{round(POINTS * share):+d}".replace("-", "−")


def percent(share: float) -> str:
    """Return a chance in percent."""
    return f"{round(POINTS * share)} %"


def result_words(found: Analysis, side: str) -> str:
    """Return what happened to a side, without a full stop."""
    name = dict(found.sides)[side]
    if not found.over:
        return tr(
            "{name}: unfinished, {percent} at the last order",
            name=name,
            percent=percent(found.chance(side, found.final)),
        )
    if not found.winner:
        return tr("{name} drew", name=name)
    return tr("{name} won", name=name) if found.winner == side else tr("{name} lost", name=name)


def account_line(found: Analysis, side: str) -> str:
    """ "USN won; began with 45 %, dice +31, own orders -12, the enemy's +4, time +2; luck-adjusted 38 % ± 9"."""
    foe = next(key for key, _ in found.sides if key != side)
    began = percent(found.chance(side, found.initial))
    return tr(
        "{result}; start {began}, dice {dice}, own orders {own}, enemy orders {theirs}, time {time}; {adjusted}",
        result=result_words(found, side),
        began=began,
        dice=points(found.luck(side)),
        own=points(found.orders(side)),
        theirs=points(-found.orders(foe)),
        time=points(found.time(side)),
        adjusted=adjusted_words(found, side),
    )


def adjusted_words(found: Analysis, side: str) -> str:
    """ "luck-adjusted 38 % ± 9": never without its interval."""
    return tr("luck-adjusted {share}", share=wide_words(found, side))


def wide_words(found: Analysis, side: str) -> str:
    """ "38 % ± 9": a sum of differences, which may come out a little beyond 0 and 100, and is reported as these."""
    return f"{percent(min(1.0, max(0.0, found.adjusted_result(side))))} ± {round(POINTS * found.margin)}"


def order_words(session: Session, number: int, order: str = "") -> str:
    """Return what an order was (or another, as it is typed, in its place), in the words of the side that gives it.

    What cannot be read is reported as it stands.
    """
    step = session.steps[number]
    seat = Seat(session.branch(number), step.actor)
    try:
        command = parse_command(session.system, step.actor, order) if order else step.command
    except ValueError:
        return order
    if type(command) is Done:
        return seat.view().prompt.done_label or tr("End phase")
    return seat.sketch(command).label or format_command(command)


def causes(entry: Entry) -> tuple[tuple[str, float], ...]:
    """Return what moved the chance at an order, for the first side: "dice" where there were any, "order", "time"."""
    parts: tuple[tuple[str, float], ...] = (("dice", entry.luck), ("order", entry.order_change), ("time", entry.time))
    return tuple(
        (key, value) for key, value in parts if round(POINTS * value) or (key == "dice" and bool(entry.throws))
    )


def moment_words(entry: Entry) -> str:
    """Return what happened at an order: what came of it, or which phase it ended."""
    return entry.told or (tr("{phase} ended", phase=entry.phase) if entry.passing else entry.order)


def turning_words(found: Analysis, entry: Entry) -> str:
    """Return one turning point: what happened, what it did, and whether dice or orders did it."""
    side, name = found.sides[0]
    before, after = percent(found.chance(side, entry.before)), percent(found.chance(side, entry.after))
    by = ", ".join(tr(CAUSES[key], points=points(value)) for key, value in causes(entry))
    return tr(
        "Turn {turn}: {what}. {name} {before} to {after} ({by})",
        turn=entry.turn,
        what=moment_words(entry),
        name=name,
        before=before,
        after=after,
        by=by,
    )


def decision_words(session: Session, found: Analysis, decision: Decision) -> str:
    """Return one order that was found worse than another."""
    name = dict(found.sides)[decision.side]
    turn = next((entry.turn for entry in found.entries if entry.number == decision.number), 0)
    wide = round(POINTS * 2 * decision.error)
    return tr(
        "Turn {turn}, {name}: “{given}” cost {points} ± {wide} points; better: “{best}”",
        turn=turn,
        name=name,
        given=order_words(session, decision.number, decision.given),
        points=round(POINTS * decision.loss),
        wide=wide,
        best=order_words(session, decision.number, decision.best),
    )


def caution(found: Analysis) -> str:
    """Return what the numbers rest on: the curve, and how little one game says."""
    return tr(
        "Win chance: {source}. Luck is the effect of the dice compared with their average. Orders and time "
        "are the rest, including errors of the win chance curve. One game says little about who plays "
        "better",
        source=found.source.words(),
    )


def lines(session: Session, found: Analysis) -> list[str]:
    """Return the whole page in plain text."""
    lines = [
        tr(
            "{title}: analysis of {count} of {steps} orders",
            title=found.title,
            count=max(0, len(found.entries) - 1),  # the first entry is the beginning of the battle
            steps=found.steps - 1,
        ),
        "",
    ]
    lines += [account_line(found, side) for side, _ in found.sides]
    lines += [f"{found.sides[0][1]}: {percent(found.initial)} -> {percent(found.final)}", ""]
    lines.append(tr("Turning points:"))
    lines += [f"  {turning_words(found, entry)}" for entry in found.turning_points()] or [tr("  none")]
    lines += ["", tr("Costliest orders:")]
    lines += [f"  {decision_words(session, found, decision)}" for decision in found.worst()] or [
        tr("  none certain, {count} decisions checked", count=len(found.decisions))
    ]
    return [*lines, "", caution(found) + "."]
