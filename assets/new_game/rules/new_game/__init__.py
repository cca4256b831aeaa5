"""New Game: boats on a hex map. One phase, one verb: a boat goes one hex ahead and rams what lies before her bow.

A start to build on: change the rules in rulebook.yaml first, then this, then the test that holds each rule up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.datafile import load_yaml
from rules.kernel.default_hooks import HEX_FACINGS, enemy_of, filter_legal, names_of_sides, sides_of, sight_over_land
from rules.kernel.evaluation import EvalTerm
from rules.kernel.fate import UnitFate
from rules.kernel.flow import Command, Cursor, Event, GameState, Illegal, Offer, Phase, Scene, Verb, verbs
from rules.kernel.hexes import distance, facing_towards, label, neighbour, on_map
from rules.kernel.record import Record
from rules.kernel.rulebook import load_rulebook
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.system import System, format_command, load_captions
from rules.kernel.view import Cell, Hull, Outcome, Panel, Piece, Score, ScoreLine, Sketch, View
from rules.kernel.view_header import pieces_to_act, view_header

FOLDER = Path(__file__).parent
SAIL = "NEW_GAME-H1"
RAM = "NEW_GAME-H2"
SEE = "NEW_GAME-H3"
WIN = "NEW_GAME-H4"


class Ramming(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers in tables/ramming.yaml."""

    need: int
    worth: int


RAMMING = load_yaml(FOLDER / "tables" / "ramming.yaml", Ramming)


# --- the position -----------------------------------------------------------------------------------------------------


class Boat(Record, frozen=True, kw_only=True):
    """One counter."""

    id: str
    side: str
    name: str
    hex: int
    facing: int  # 0..5: N NE SE S SW NW
    moved: bool = False


class State(GameState, frozen=True, kw_only=True):
    """A position: the boats afloat."""

    boats: dict[str, Boat]

    def of(self, side: str) -> list[Boat]:
        """Return a side's boats."""
        return [boat for boat in self.boats.values() if boat.side == side]


class Sail(Command, frozen=True, tag="sail"):
    """Go one hex in a direction."""

    boat: str
    facing: str


class Sailed(Event, frozen=True, kw_only=True, tag="Sailed"):
    """A boat went one hex."""

    boat: str
    facing: str


class Missed(Event, frozen=True, kw_only=True, tag="Missed"):
    """A boat passed her enemy by."""

    boat: str
    target: str


class Sunk(Event, frozen=True, kw_only=True, tag="Sunk"):
    """A boat was rammed and sank."""

    boat: str
    target: str


# --- sailing and ramming ----------------------------------------------------------------------------------------------


def offer_sail(state: State, side: str) -> Iterator[Offer]:
    """Yield every way open to every boat that has not moved."""
    for boat in state.of(side):
        ways = filter_legal(state, (Sail(side, boat.id, facing) for facing in HEX_FACINGS), check_sail)
        if ways:
            yield Offer("sail", f"Sail {boat.name}", SAIL, boat.id, ways)


def check_sail(state: State, command: Sail) -> tuple[Illegal, ...]:
    """Return every reason against sailing. Rule: NEW_GAME-H1."""
    boat = state.boats.get(command.boat)
    if boat is None or boat.side != command.side:
        return (Illegal(f"{command.side} has no boat called {command.boat[:40]!r}", SAIL),)
    if command.facing not in HEX_FACINGS:
        return (Illegal(f"expected one of {', '.join(HEX_FACINGS)}, found {command.facing[:8]!r}", SAIL, boat.id),)
    reasons = []
    if boat.moved:
        reasons.append(Illegal(f"{boat.name} has moved this turn", SAIL, boat.id))
    ahead, sheet = neighbour(boat.hex, HEX_FACINGS.index(command.facing)), state.scene.sheet
    if not on_map(ahead, sheet.columns, sheet.rows) or not sheet.sea()[ahead]:
        reasons.append(Illegal(f"{command.facing} of {boat.name} there is no open water", SAIL, boat.id))
    elif at(state, ahead) is not None:
        reasons.append(Illegal(f"hex {label(ahead)} is taken", SAIL, boat.id))
    return tuple(reasons)


def do_sail(r: Ruling, command: Sail) -> None:
    """Go one hex; an enemy right ahead of her is rammed, and one die is thrown.

    Rules: NEW_GAME-H1, NEW_GAME-H2.
    """
    state: State = r.state
    facing = HEX_FACINGS.index(command.facing)
    boat = state.boats[command.boat]
    boat = boat.but(hex=neighbour(boat.hex, facing), facing=facing, moved=True)
    r.set(boats={**state.boats, boat.id: boat})
    r.note(Sailed(rule=SAIL, boat=boat.id, facing=command.facing))
    target = at(r.state, neighbour(boat.hex, facing))
    if target is None or target.side == boat.side:
        return
    if not r.roll(f"{boat.name} rams {target.name}", 1, 6, RAM, target=RAMMING.need).is_success:
        r.note(Missed(rule=RAM, boat=boat.id, target=target.id))
        return
    r.set(boats={key: other for key, other in r.state.boats.items() if key != target.id})
    r.note(Sunk(rule=RAM, boat=boat.id, target=target.id))
    if not r.state.of(target.side):
        r.finish(outcome(r.state))


def at(state: State, hex_: int) -> Boat | None:
    """Return the boat in a hex."""
    return next((boat for boat in state.boats.values() if boat.hex == hex_), None)


# --- the turn and the end ---------------------------------------------------------------------------------------------


def open_sailing(r: Ruling) -> None:
    """Let every boat move again."""
    r.set(boats={key: boat.but(moved=False) for key, boat in r.state.boats.items()})


def close_sailing(r: Ruling) -> None:
    """Count the boats afloat after the last turn. Rule: NEW_GAME-H4."""
    if r.state.outcome is None and r.state.cursor.turn >= r.state.scene.scenario.turns:
        r.finish(outcome(r.state))


def outcome(state: State) -> Outcome:
    """Return who has more boats afloat. Rule: NEW_GAME-H4."""
    left = {side: len(state.of(side)) for side in sides_of(state)}
    one, other = left
    winner = "" if left[one] == left[other] else max(left, key=lambda side: left[side])
    title = f"Victory for {names_of_sides(state)[winner]}" if winner else "A draw"
    return Outcome(winner, title, f"boats afloat: {left[one]} and {left[other]}", WIN)


SEQUENCE = (
    Phase(
        number=1,
        name="sailing",
        title="Sailing",
        help="Sail each boat one hex; an enemy right ahead is rammed.",
        rule=SAIL,
        verbs=verbs(Verb(Sail, "Sail", SAIL, offer_sail, check_sail, do_sail)),
        queue=sides_of,
        open=open_sailing,
        close=close_sailing,
    ),
)


# --- how it is set up, seen and judged --------------------------------------------------------------------------------


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the position before the first turn: one boat a force."""
    boats = {
        force.id: Boat(
            id=force.id, side=force.side, name=force.name, hex=force.at[0], facing=HEX_FACINGS.index(force.facing)
        )
        for force in scenario.forces
    }
    return State(scene=Scene(scenario=scenario, sheet=sheet, options=dict(options)), cursor=Cursor(), boats=boats)


def fates(state: State) -> tuple[UnitFate, ...]:
    """Return every boat, and whether she was sunk: for the report and for the wrecks on the map."""
    return tuple(
        UnitFate(id=force.id, side=force.side, name=force.name, fate="" if afloat else "sunk", lost=not afloat)
        for force in state.scene.scenario.forces
        for afloat in (force.id in state.boats,)
    )


def view(state: State, side: str) -> View:
    """Return the map as everybody sees it: nothing is hidden."""
    ready = pieces_to_act(SEQUENCE, state)
    pieces = tuple(
        Piece(
            id=boat.id,
            side=boat.side,
            name=boat.name,
            at=(boat.hex,),
            facing=boat.facing,
            hulls=(Hull(name=boat.name, type="DD", length_ft=300, beam_ft=30, funnels=(400, 500)),),
            ready=boat.id in ready,
        )
        for boat in state.boats.values()
    )
    return View(**view_header(SEQUENCE, state, side, scores(state)), pieces=pieces, markers=())


def scores(state: State) -> tuple[Score, ...]:
    """Return a point for every boat afloat."""
    found = []
    for side, name in names_of_sides(state).items():
        afloat = len(state.of(side))
        found.append(Score(side, name, afloat, (ScoreLine("boats afloat", afloat, WIN),)))
    return tuple(found)


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return what makes a position good for a side, for computer players: the boats of both."""
    foe = enemy_of(state, side)
    return (
        EvalTerm("ours", "our boats", RAMMING.worth * len(state.of(side))),
        EvalTerm("theirs", "their boats", -RAMMING.worth * len(state.of(foe))),
    )


def names(state: State) -> Mapping[str, str]:
    """Return boats and sides, those sunk included."""
    forces = {force.id: force.name for force in state.scene.scenario.forces}
    return {**forces, **names_of_sides(state)}


def sketch(state: State, command: Any) -> Sketch:
    """Return a boat, where she goes, and whom she would ram."""
    if not isinstance(command, Sail) or command.boat not in state.boats or command.facing not in HEX_FACINGS:
        return Sketch(label=format_command(command))
    boat, facing = state.boats[command.boat], HEX_FACINGS.index(command.facing)
    ahead = neighbour(boat.hex, facing)
    foe = at(state, neighbour(ahead, facing))
    return Sketch(
        label=f"{boat.name} sails {command.facing}",
        piece=boat.id,
        target=foe.id if foe is not None and foe.side != boat.side else "",
        at=(ahead,),
        facing=facing,
        path=((boat.hex,), (ahead,)),
        rule=SAIL,
    )


def panels(state: State, _side: str, piece: str) -> tuple[Panel, ...]:
    """Return a boat's card."""
    boat = state.boats.get(piece)
    if boat is None:
        return ()
    foes = state.of(enemy_of(state, boat.side))
    nearest = min(foes, key=lambda foe: distance(boat.hex, foe.hex), default=None)
    towards = HEX_FACINGS[facing_towards(boat.hex, nearest.hex)] if nearest is not None else "none left"
    rows = (
        (Cell("Hex"), Cell(label(boat.hex), rule=SAIL)),
        (Cell("Rams on"), Cell(f"{RAMMING.need} or more", rule=RAM)),
        (Cell("An enemy lies"), Cell(towards, rule=SEE)),
    )
    return (Panel(id=boat.id, kind="card", title=boat.name, rows=rows),)


SYSTEM = System(
    key="new_game",
    title="New Game",
    tagline="Boats that ram: one phase, one verb, one die.",
    board="hex",
    open_table=True,
    folder=FOLDER,
    sequence=SEQUENCE,
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=(Sail,),
    start=start,
    view=view,
    fates=fates,
    terms=terms,
    sketch=sketch,
    panels=panels,
    names=names,
    sight=sight_over_land(SEE),
    stakes={},  # every order is at stake while it is offered
)
