"""The base lines (2.1), and before them the entry and exit box of a convoy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.kernel.default_hooks import filter_legal, offer_legal
from rules.kernel.flow import Illegal, Offer, Verb, for_me
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import ChooseForMe, NameBaseLine, PlaceBoxes
from rules.perfidious_albion.records.events import BaseLineNamed, BoxesPlaced
from rules.perfidious_albion.records.state import EAST, EDGES, NORTH, SOUTH, WEST, Box, State, enemy_of
from rules.perfidious_albion.setup.deployment_areas import (
    OPPOSITE,
    box_shape,
    coast_points,
    edge_length,
    is_apart,
    own_half,
)

STEP = 6  # inches between the places offered for a box

# ---------------------------------------------------------------------- entry and exit


def convoy_player(state: State) -> tuple[str, ...]:
    """Return who places the boxes: the side that runs the convoy (PA-2.1-40)."""
    return (enemy_of(state, state.scene.attacker),)


def boxes_at(state: State, command: PlaceBoxes) -> tuple[Box, Box]:
    """Return the entry and the exit box a command places. Rules: PA-2.1-40, PA-2.1-42."""
    entry = _box(state, "entry", OPPOSITE[command.edge], command.entry_at * INCH)
    return entry, _box(state, "exit", command.edge, command.exit_at * INCH)


def _box(state: State, kind: str, edge: str, along: int) -> Box:
    size = state.scene.charts.victory.box_mils
    west = {NORTH: along, SOUTH: along, WEST: 0, EAST: state.scene.width - size}[edge]
    north = {WEST: along, EAST: along, NORTH: 0, SOUTH: state.scene.height - size}[edge]
    return Box(kind=kind, west=west, north=north, size=size)


def offer_boxes(state: State, side: str) -> Iterator[Offer]:
    """Yield places of the two boxes, every six inches along opposite edges. Rules: PA-2.1-40, PA-2.1-11."""
    if state.boxes:
        return
    for edge in EDGES:
        ways = product(range(0, edge_length(state, edge) // INCH, STEP), (-2 * STEP, 0, 2 * STEP))
        listed = (PlaceBoxes(side, edge, at, at + aside) for at, aside in ways)
        yield from offer_legal(state, listed, check_boxes, f"Exit box at the {edge} edge", "PA-2.1-40")


def check_boxes(state: State, command: PlaceBoxes) -> tuple[Illegal, ...]:
    """Return every reason against two boxes. Rules: PA-2.1-40, PA-2.1-42."""
    charts = state.scene.charts.victory
    if command.edge not in EDGES:
        return (Illegal(f"an edge is {', '.join(EDGES)}; not {command.edge[:40]!r}", "PA-2.1-40"),)
    reasons = []
    if state.boxes:
        reasons.append(Illegal("the boxes are placed", "PA-2.1-40"))
    most = (edge_length(state, command.edge) - charts.box_mils) // INCH
    for kind, at in (("exit", command.exit_at), ("entry", command.entry_at)):
        if not 0 <= at <= most:
            reasons.append(Illegal(f"the {kind} box lies 0 to {most} inches along the edge; not {at}", "PA-2.1-40"))
    if reasons:
        return tuple(reasons)
    entry, leave = (box_shape(box) for box in boxes_at(state, command))
    if is_apart(entry, leave, charts.boxes_apart_mils + 1) or not is_apart(entry, leave, charts.boxes_apart_mils):
        inches = charts.boxes_apart_mils // INCH
        reasons.append(Illegal(f"the nearest points of the boxes must be {inches} inches apart", "PA-2.1-40"))
    return tuple(reasons)


def do_boxes(r: Ruling, command: PlaceBoxes) -> None:
    """Place both boxes. No dice. Rules: PA-2.1-40, PA-2.1-42."""
    r.set(boxes=boxes_at(r.state, command))
    entry = OPPOSITE[command.edge]
    r.note(BoxesPlaced(rule="PA-2.1-40", side=command.side, entry_edge=entry, exit_edge=command.edge))


def owed_boxes(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: the boxes must be placed. Rule: PA-2.1-40."""
    if state.boxes:
        return ()
    return (Illegal(f"{state.scene.names[side]} must place the entry and the exit box", "PA-2.1-40"),)


def default_boxes(state: State, side: str) -> PlaceBoxes | None:
    """Return both boxes in the middle of their edges, the exit to the east if the table allows it."""
    for edge in (EAST, NORTH, SOUTH, WEST):
        middle = (edge_length(state, edge) // INCH - 12) // 2
        command = PlaceBoxes(side, edge, middle, middle)
        if not check_boxes(state, command):
            return command
    return None


BOXES = Verb(PlaceBoxes, "Place the boxes", "PA-2.1-40", offer_boxes, check_boxes, do_boxes)
BOXES_FOR_ME = for_me(ChooseForMe, BOXES, default_boxes, "PA-SET-H1", "Place boxes for me", "the boxes are placed")


# ---------------------------------------------------------------------- base lines


def line_chooser(state: State) -> str:
    """Return who chooses the base line.

    Who placed the first terrain item, or, if none was placed, who was to pick first. Rule: PA-2.1-9.
    """
    return next((piece.side for piece in state.terrain if piece.side), state.picker)


def chooser_alone(state: State) -> tuple[str, ...]:
    """Return the only side that acts: the one that chooses the base line (PA-2.1-9)."""
    return (line_chooser(state),)


def offer_lines(state: State, side: str) -> Iterator[Offer]:
    """Yield the edges a side may take. Rule: PA-2.1-9."""
    if state.baseline:
        return
    listed = (NameBaseLine(side, edge) for edge in EDGES)
    yield from offer_legal(state, listed, check_line, "Choose your base line", "PA-2.1-9")


def check_line(state: State, command: NameBaseLine) -> tuple[Illegal, ...]:
    """Return every reason against a base line. Rules: PA-2.1-9, PA-2.1-10, PA-2.1-11, A-46."""
    if command.edge not in EDGES:
        return (Illegal(f"an edge is {', '.join(EDGES)}; not {command.edge[:40]!r}", "PA-2.1-9"),)
    if state.baseline:
        return (Illegal("the base lines are named", "PA-2.1-9"),)
    scene, reasons = state.scene, []
    chooser = line_chooser(state)
    if command.side != chooser:
        reasons.append(Illegal(f"{scene.names[chooser]} chose terrain first and names its base line", "PA-2.1-9"))
    defends = command.edge if command.side != scene.attacker else OPPOSITE[command.edge]
    exits = [box for box in state.boxes if box.kind == "exit"]
    if exits and defends != edge_of(state, exits[0].west, exits[0].north):
        reasons.append(Illegal("the exit box of the convoy must be on its own base line", "PA-2.1-11"))
    if scene.mission == "bombardment" and not any(own_half(state, defends, at) for at in coast_points(state)):
        reasons.append(Illegal(f"no coast for the target lies on the defender's half, the {defends}", "PA-2.1-10"))
    return tuple(reasons)


def edge_of(state: State, west: int, north: int) -> str:
    """Return the edge a box lies against; in a corner, the short edge of the table. Rule: PA-2.1-40."""
    size = state.scene.charts.victory.box_mils
    exits = {NORTH: north == 0, SOUTH: north + size == state.scene.height, WEST: west == 0}
    exits[EAST] = west + size == state.scene.width
    other = next(box for box in state.boxes if (box.west, box.north) != (west, north))
    across = abs(other.north - north) > abs(other.west - west)
    return next(edge for edge in ((NORTH, SOUTH) if across else (WEST, EAST)) if exits[edge])


def do_line(r: Ruling, command: NameBaseLine) -> None:
    """Set the side's base line, and its opponent's opposite. No dice. Rule: PA-2.1-9."""
    state: State = r.state
    other = enemy_of(state, command.side)
    r.set(baseline={command.side: command.edge, other: OPPOSITE[command.edge]})
    r.note(BaseLineNamed(rule="PA-2.1-9", side=command.side, edge=command.edge))
    r.note(BaseLineNamed(rule="PA-2.1-9", side=other, edge=OPPOSITE[command.edge]))


def owed_line(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: the base line must be chosen. Rule: PA-2.1-9."""
    if state.baseline or side != line_chooser(state):
        return ()
    return (Illegal(f"{state.scene.names[side]} must choose its base line", "PA-2.1-9"),)


def sensible_line(state: State, side: str) -> NameBaseLine | None:
    """Return a sensible base line.

    In a bombardment the edge opposite most of the coast, else south, north, west or east.
    """
    named = [NameBaseLine(side, edge) for edge in (SOUTH, NORTH, WEST, EAST)]
    legal = filter_legal(state, named, check_line)
    if not legal or state.scene.mission != "bombardment":
        return legal[0] if legal else None
    points = coast_points(state)

    def coast(command: NameBaseLine) -> int:
        edge = OPPOSITE[command.edge] if side == state.scene.attacker else command.edge
        return sum(own_half(state, edge, at) for at in points)

    return max(legal, key=coast)


LINE = Verb(NameBaseLine, "Choose the base line", "PA-2.1-9", offer_lines, check_line, do_line)
LINE_FOR_ME = for_me(ChooseForMe, LINE, sensible_line, "PA-SET-H1", nothing="the base lines are named")
