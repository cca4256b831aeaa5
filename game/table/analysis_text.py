"""An analysis as text, for window and text play."""

from __future__ import annotations

from game.table.analysis_job import Analyst, Line
from game.table.finding import cost_words, doubt_words, finding_of
from game.words import tr, tr_noop
from rules.analysis.luck_and_skill import Analysis, Entry
from rules.kernel.breakdown import format_signed
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command, parse_command

POINTS = 100
FEWEST_SHOWN, MOST_SHOWN = 3, 8  # least and most lines of a side's list
CAUSES = {"dice": tr_noop("dice {points}"), "order": tr_noop("order {points}"), "time": tr_noop("time {points}")}


def points(share: float) -> str:
    """Return a fraction of a victory as signed points of win chance: +31, with a typographic minus."""
    return format_signed(round(POINTS * share))


def percent(share: float) -> str:
    """Return a chance in percent."""
    return f"{round(POINTS * share)} %"


def result_words(found: Analysis, side: str) -> str:
    """Return a side's result, without a full stop."""
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


def account_rows(found: Analysis, side: str) -> tuple[tuple[str, str, float, float], ...]:
    """Return the parts of a side's account: (key, title, fraction of a victory, half its interval or 0). The opening
    chance and all parts add up to the result.
    """
    foe = next(key for key, _ in found.sides if key != side)
    return (
        ("luck", tr("Luck"), found.luck(side), 0.0),
        ("own", tr("Own orders"), found.regret(side), found.regret_margin(side)),
        ("theirs", tr("Enemy orders"), -found.regret(foe), found.regret_margin(foe)),
        ("rest", tr("Not explained"), found.unexplained(side), 0.0),
    )


def part_words(share: float, margin: float) -> str:
    """Return a part of the account in points of win chance: "−14 ± 6"."""
    wide = f" ± {max(1, round(POINTS * margin))}" if round(POINTS * margin) or (margin and share) else ""
    return f"{points(share)}{wide}"


def account_line(found: Analysis, side: str) -> str:
    """ "USN won; opening chance 45 %, luck +31, own orders −12 ± 5, enemy orders +4 ± 3, not explained +32; ..."."""
    shown = [f"{title.lower()} {part_words(share, margin)}" for _, title, share, margin in account_rows(found, side)]
    return tr(
        "{result}; opening chance {began}, {parts}; {adjusted}",
        result=result_words(found, side),
        began=percent(found.chance(side, found.initial)),
        parts=", ".join(shown),
        adjusted=adjusted_words(found, side),
    )


def adjusted_words(found: Analysis, side: str) -> str:
    """Return "luck-adjusted 38 % ± 9", always with its interval."""
    return tr("luck-adjusted {share}", share=wide_words(found, side))


def wide_words(found: Analysis, side: str) -> str:
    """Return "38 % ± 9". The sum of differences may be a little outside 0 and 100; it is shown as 0 or 100 then."""
    return f"{percent(min(1.0, max(0.0, found.adjusted_result(side))))} ± {round(POINTS * found.margin)}"


def order_words(session: Session, number: int, order: str = "") -> str:
    """Return an order (or an alternative to it, as typed) in the wording of the side that gives it. Unreadable text is
    returned unchanged.
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
    """Return what changed the first side's chance at an order: "dice" if there were any, "order", "time"."""
    parts: tuple[tuple[str, float], ...] = (("dice", entry.luck), ("order", entry.order_change), ("time", entry.time))
    return tuple(
        (key, value) for key, value in parts if round(POINTS * value) or (key == "dice" and bool(entry.throws))
    )


def moment_words(entry: Entry) -> str:
    """Return what happened at an order: its result, or the phase it ended."""
    return entry.told or (tr("{phase} ended", phase=entry.phase) if entry.passing else entry.order)


def turning_words(found: Analysis, entry: Entry) -> str:
    """Return one turning point: what happened, its effect, and whether dice or orders caused it."""
    by = ", ".join(tr(CAUSES[key], points=points(value)) for key, value in causes(entry))
    return tr(
        "Turn {turn}: {what}. {gains} ({by})",
        turn=entry.turn,
        what=moment_words(entry),
        gains=gain_words(found, entry),
        by=by,
    )


def gain_words(found: Analysis, entry: Entry) -> str:
    """Return each side's gain at an order: "United States +12 to 54 %, Japan −12 to 46 %"."""
    return ", ".join(
        tr(
            "{name} {gain} to {chance}",
            name=name,
            gain=points(found.sign(side) * entry.change),
            chance=percent(found.chance(side, entry.after)),
        )
        for side, name in found.sides
    )


def shown_lines(analyst: Analyst, side: str) -> list[Line]:
    """Return the lines of a side's list: always FEWEST_SHOWN, up to MOST_SHOWN if they are informative."""
    found = analyst.lines(side)
    shown = [line for line in found[:MOST_SHOWN] if line.decision is None or line.decision.loss > 0]
    return [*shown, *(line for line in found if line not in shown)][: max(FEWEST_SHOWN, len(shown))]


def line_words(session: Session, line: Line, answer: bool = True) -> str:
    """Return one line of a side's list: time, cost with interval, and both orders in figures. answer: show the better
    order?
    """
    finding = finding_of(session, line.suspicion, line.decision)
    doubt = doubt_words(line.decision)
    parts = [
        tr("Turn {turn}, {phase}: {given}", turn=line.suspicion.turn, phase=line.suspicion.phase, given=finding.given),
        f"{cost_words(line.decision)}{f' ({doubt})' if doubt else ''}",
        finding.fact,
    ]
    if answer and finding.best and line.decision is not None and line.decision.loss > 0:
        better = tr("better: {best}", best=finding.best)
        figures = tr("{ours} → {theirs}", ours=finding.ours or "–", theirs=finding.theirs or "–")
        parts.append(f"{better} ({figures})" if finding.ours or finding.theirs else better)
    return ". ".join(part.rstrip(".") for part in parts if part)


def caution(found: Analysis) -> str:
    """Return the basis of the numbers: the curve, and how little one game says."""
    return tr(
        "Win chance: {source}. Luck: the dice compared with their average. Orders: what they fell short of the best "
        "order found, in test games, with two standard errors; {checked} of {count} orders checked. Not explained: "
        "errors of the win chance, and orders not checked. One game says little about who plays better",
        source=found.source.words() if found.source is not None else tr("unknown"),
        checked=len(found.decisions),
        count=max(0, found.steps - 1),
    )


def lines(session: Session, analyst: Analyst) -> list[str]:
    """Return the whole page in plain text."""
    found = analyst.found
    lines = [
        tr(
            "{title}: analysis of {count} of {steps} orders",
            title=found.title,
            count=max(0, len(found.entries) - 1),  # the first entry is the start of the battle
            steps=found.steps - 1,
        ),
        "",
    ]
    lines += [account_line(found, side) for side, _ in found.sides]
    lines += [f"{found.sides[0][1]}: {percent(found.initial)} -> {percent(found.final)}", ""]
    lines.append(tr("Turning points:"))
    lines += [f"  {turning_words(found, entry)}" for entry in found.turning_points()] or [tr("  none")]
    for side in analyst.sides:
        lines += ["", tr("Orders of {name}, points of win chance:", name=dict(found.sides)[side])]
        lines += [f"  {line_words(session, line)}." for line in shown_lines(analyst, side)] or [tr("  no choices yet")]
    return [*lines, "", caution(found) + "."]
