"""What the players choose before they buy: the size of the battle, day or night, which target is bombarded.

The side that buys first chooses, as long as nothing has been bought. The default is what the scenario says, or else the
sheet's guide figures. Rules: PA-2.1-17, PA-2.1-52, PA-2.1-33, PA-2.1-64, PA-3.4-1, PA-SET-H5.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.default_hooks import offer_legal
from rules.kernel.flow import Illegal, Offer, Verb, verbs
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import ChooseChart, SetHour, SetSize
from rules.perfidious_albion.records.events import ChartChosen, HourSettled, SizeSettled
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup.buying import first_buyer
from rules.perfidious_albion.setup.purchase_pool import chart_played

DAY, NIGHT = HOURS = ("day", "night")


def too_late(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why a side cannot change the size, hour or target now. Rule: PA-SET-H5."""
    first = first_buyer(state)[0]
    if side != first:
        return (Illegal(f"{state.scene.names[first]} buys first and chooses size, time and target", "PA-SET-H5"),)
    if any(state.bought.values()):
        return (Illegal("after a purchase the size, time and target stay as they are", "PA-SET-H5"),)
    return ()


# ---------------------------------------------------------------------- how many points


def size_of(state: State) -> int:
    """Return the points of a fleet, or of the attacker of a base. Rules: PA-2.1-17, PA-2.1-52."""
    return state.budget.get(first_buyer(state)[0], 0)


def offer_size(state: State, side: str) -> Iterator[Offer]:
    """Yield some battle sizes; any other can be typed. Rules: PA-2.1-17, PA-2.1-52."""
    listed = (SetSize(side, points) for points in state.scene.charts.victory.sizes_offered)
    yield from offer_legal(state, listed, check_size, "How large a battle", size_rule(state))


def size_rule(state: State) -> str:
    """Return the rule that leaves the size to the players. Rules: PA-2.1-17, PA-2.1-52."""
    return "PA-2.1-52" if state.scene.mission == "bombardment" else "PA-2.1-17"


def check_size(state: State, command: SetSize) -> tuple[Illegal, ...]:
    """Return every reason against a size. Rules: PA-2.1-17, PA-2.1-33, PA-2.1-52, PA-SET-H5."""
    charts = state.scene.charts.victory
    if state.scene.mission == "convoy":
        return (Illegal("a convoy is as large as the cargo that is bought", "PA-2.1-33"),)
    reasons = [*too_late(state, command.side)]
    least, most, step = charts.size_least, charts.size_most, charts.size_step
    if not least <= command.points <= most or command.points % step:
        text = f"a battle has {least:,} to {most:,} points in steps of {step:,}; not {command.points:,}"
        reasons.append(Illegal(text, size_rule(state)))
    elif command.points == size_of(state):
        reasons.append(Illegal(f"the battle has {command.points:,} points now", size_rule(state)))
    return tuple(reasons)


def do_size(r: Ruling, command: SetSize) -> None:
    """Set the points of both fleets, or of the attacker of a base. No dice. Rules: PA-2.1-17, PA-2.1-52."""
    state: State = r.state
    both = state.scene.mission == "fleet"
    changed = {side: command.points for side in state.scene.sides if both or side == command.side}
    r.set(budget={**state.budget, **changed})
    r.note(SizeSettled(rule=size_rule(state), side=command.side, points=command.points))


# ---------------------------------------------------------------------- day or night


def offer_hour(state: State, side: str) -> Iterator[Offer]:
    """Yield the other of day and night. Rule: PA-3.4-1."""
    yield from offer_legal(state, (SetHour(side, hour) for hour in HOURS), check_hour, "Day or night", "PA-3.4-1")


def check_hour(state: State, command: SetHour) -> tuple[Illegal, ...]:
    """Return every reason against an hour. Rules: PA-3.4-1, PA-SET-H5."""
    if command.hour not in HOURS:
        return (Illegal(f"the battle is fought by day or by night; not {command.hour[:40]!r}", "PA-3.4-1"),)
    reasons = [*too_late(state, command.side)]
    if (command.hour == NIGHT) == state.night:
        reasons.append(Illegal(f"the battle is fought by {command.hour}", "PA-3.4-1"))
    return tuple(reasons)


def do_hour(r: Ruling, command: SetHour) -> None:
    """Set the battle to day or night. No dice. Rule: PA-3.4-1."""
    r.set(night=command.hour == NIGHT)
    r.note(HourSettled(rule="PA-3.4-1", side=command.side, hour=command.hour))


# ---------------------------------------------------------------------- the bombardment chart


def offer_chart(state: State, side: str) -> Iterator[Offer]:
    """Yield the bombardment charts that are not chosen. Rule: PA-2.1-64."""
    listed = (ChooseChart(side, number) for number in state.scene.targets)
    yield from offer_legal(state, listed, check_chart, "What is bombarded", "PA-2.1-64")


def check_chart(state: State, command: ChooseChart) -> tuple[Illegal, ...]:
    """Return every reason against a bombardment chart. Rules: PA-2.1-64, PA-8-9, PA-SET-H5."""
    scene = state.scene
    if scene.mission != "bombardment":
        return (Illegal("only in a shore bombardment is a place bombarded", "PA-2.1-64"),)
    if command.chart not in scene.targets:
        known = " or ".join(str(number) for number in scene.targets)
        return (Illegal(f"a bombardment chart is {known}; not {command.chart}", "PA-2.1-64"),)
    reasons = [*too_late(state, command.side)]
    if command.chart == chart_played(state):
        reasons.append(Illegal(f"{scene.targets[command.chart].title} is bombarded now", "PA-2.1-64"))
    return tuple(reasons)


def do_chart(r: Ruling, command: ChooseChart) -> None:
    """Choose the bombardment chart. No dice. Rule: PA-2.1-64."""
    r.set(chart=command.chart)
    target = r.state.scene.targets[command.chart]
    r.note(ChartChosen(rule="PA-2.1-64", side=command.side, chart=f"{target.mission}, {target.title}"))


TERMS = verbs(
    Verb(SetSize, "Set battle size", "PA-2.1-17", offer_size, check_size, do_size),
    Verb(SetHour, "Set time of day", "PA-3.4-1", offer_hour, check_hour, do_hour),
    Verb(ChooseChart, "Choose target", "PA-2.1-64", offer_chart, check_chart, do_chart),
)
