"""What lights up for the commands of the set-up: terrain, boxes, base lines, purchases, deployment."""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.kernel.inches import Point, move
from rules.kernel.view import Sketch
from rules.perfidious_albion.commands import (
    Buy,
    Declare,
    Deploy,
    DeployFirst,
    KeepLast,
    Load,
    NameBaseLine,
    PickTerrain,
    PlaceBoxes,
    Sell,
)
from rules.perfidious_albion.state import State

TENTH = 100  # milli-inches in the tenths that set-up commands are given in
ASTERN = 3000


def set_up_sketch(state: State, command: Command) -> Sketch | None:
    """How to show a command of the set-up; None for any other."""
    named = state.scene.names
    match command:
        case PickTerrain(shape=shape, x=x, y=y):
            at = (x * TENTH, y * TENTH)
            return Sketch(label=f"Place {shape}", at=at, path=(at, at), rule="PA-2.1-6")
        case NameBaseLine(edge=edge):
            return Sketch(label=f"Base line {edge}", rule="PA-2.1-9")
        case PlaceBoxes(edge=edge, exit_at=exit_at, entry_at=entry_at):
            label = f'Exit box {edge}, {exit_at}" along; entry box opposite, {entry_at}" along'
            return Sketch(label=label, rule="PA-2.1-40")
        case Buy(what=what, quality=quality, count=count, squadron=squadron):
            many = f"{count} × " if count > 1 else ""
            where = f" for {named.get(squadron, squadron)}" if squadron else ""
            crew = f", crew {quality}" if quality else ""
            return Sketch(label=f"Buy {many}{what}{crew}{where}", rule="PA-2.1-17")
        case Sell(number=number):
            return Sketch(label=f"Give back purchase {number}", rule="PA-SET-H2")
        case Load(ship=ship, thousands=thousands):
            return Sketch(label=f"{named.get(ship, ship)}: {thousands},000 points of cargo", rule="PA-2.1-36")
        case Declare(turns=turns):
            return Sketch(label=f"Bombard for {turns} turns", rule="PA-2.1-52")
        case DeployFirst(who=who):
            return Sketch(label=f"{named.get(who, who)} deploys first", rule="PA-2.1-21")
        case KeepLast(squadron=squadron):
            return Sketch(label=f"Keep {named.get(squadron, squadron)} to be placed last", rule="PA-2.1-27")
        case Deploy(what=what, x=x, y=y, heading=heading, marker=marker):
            return _deploy(state, what, (x * TENTH, y * TENTH), heading, marker)
    return None


def _deploy(state: State, what: str, at: Point, heading: int, marker: bool) -> Sketch:
    """A squadron in line astern of its first ship."""
    squadron = state.squadrons.get(what)
    count = len(squadron.ships) if squadron is not None else 1
    end = move(at, heading, -ASTERN * max(1, count - 1))
    under = " under a marker" if marker else ""
    label = f"{state.scene.names.get(what, what)}: {at[0] / 1000:g}, {at[1] / 1000:g}, heading {heading:03d}°{under}"
    return Sketch(label=label, at=at, facing=heading, path=(end, at), rule="PA-2.1-22")
