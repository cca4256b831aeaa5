"""Two pieces on a table: a game in inches with one continuous choice, as the kernel must not rely on listed offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.kernel import inches
from rules.kernel.flow import (
    Command,
    Cursor,
    Domain,
    Event,
    GameState,
    Illegal,
    Offer,
    Phase,
    Scene,
    Verb,
    actor,
    verbs,
)
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, MapSheet, Scenario, SideNote, Unit
from rules.kernel.sight import SightReport, trace_table
from rules.kernel.system import CaptionText, System
from rules.kernel.view import Outcome, Panel, Piece, Place, Prompt, Sketch, View
from tests.kernel import toy

REACH = 6 * inches.INCH
RULE = "TOY.move"


class Table(GameState, frozen=True, kw_only=True):
    """Where the two pieces are, in milli-inches, and which have moved this turn."""

    at: dict[str, tuple[int, int]]
    moved: dict[str, bool]


class Go(Command, frozen=True, tag="go"):
    """Go to a point within reach."""

    x: int
    y: int


class Went(Event, frozen=True, tag="Went", kw_only=True):
    """One of the two pieces moved."""

    side: str
    x: int
    y: int


def _offer(state: Table, side: str) -> Iterator[Offer]:
    if state.moved[side]:
        return
    x, y = state.at[side]

    def sample(below: Callable[[int], int]) -> Command:
        reach = below(REACH - 1)
        there = inches.move((x, y), below(360), reach)
        return Go(side, *there)

    yield Offer("go", "Go", RULE, side, domain=Domain("circle", (x, y, REACH), sample))


def _check(state: Table, command: Go) -> tuple[Illegal, ...]:
    found = []
    if state.moved[command.side]:
        found.append(Illegal(f"{command.side} has moved already", RULE))
    here = state.at[command.side]
    if not inches.within_reach(here, (command.x, command.y), REACH):
        away = inches.distance(here, (command.x, command.y))
        found.append(Illegal(f"out of reach: {away} thousandths of an inch, limit {REACH}", RULE))
    return tuple(found)


def _do(r: Ruling, command: Go) -> None:
    side = command.side
    r.set(at={**r.state.at, side: (command.x, command.y)}, moved={**r.state.moved, side: True})
    r.note(Went(rule=RULE, side=side, x=command.x, y=command.y))


def _close(r: Ruling) -> None:
    if r.state.cursor.turn == r.state.scene.scenario.turns:
        r.finish(Outcome("", "A draw", "nobody fights", "TOY.end"))
    r.set(moved=dict.fromkeys(r.state.moved, False))


SEQUENCE = (
    Phase(
        number=1,
        name="movement",
        title="Movement",
        help="Go",
        rule=RULE,
        verbs=verbs(Verb(Go, "Go", RULE, _offer, _check, _do)),
        queue=lambda state: ("red", "blue"),
        close=_close,
    ),
)


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> Table:
    """Return the position before the first turn."""
    at = {force.side: (force.at[0], force.at[1]) for force in scenario.forces}
    scene = Scene(scenario=scenario, sheet=sheet, options=dict(options))
    return Table(scene=scene, cursor=Cursor(), at=at, moved=dict.fromkeys(at, False))


def view(state: Table, side: str) -> View:
    """Return the two and where they stand."""
    return View(
        side=side,
        turn=state.cursor.turn,
        turns=state.scene.scenario.turns,
        clock="",
        phases=(),
        prompt=Prompt(side=actor(state), title="Movement", text="Go", rule=RULE),
        pieces=tuple(Piece(id=name, side=name, name=name, at=place) for name, place in state.at.items()),
        markers=(),
        scores=(),
        outcome=state.outcome,
    )


def panels(state: Table, side: str, piece: str) -> tuple[Panel, ...]:
    """Return nothing to read."""
    return ()


def sight(state: Table, side: str, a: Place, b: Place) -> SightReport:
    """Return that nothing blocks on an empty table."""
    seen = trace_table((a[0], a[1]), (b[0], b[1]), (), ())
    return SightReport(seen, f"{inches.distance((a[0], a[1]), (b[0], b[1]))}", "clear", RULE)


def _nothing(*_: Any) -> list[str]:
    return []


SYSTEM = System(
    key="toy_table",
    title="Two on a Table",
    tagline="A game in inches",
    board="table",
    folder=toy.FOLDER,
    sequence=SEQUENCE,
    rulebook=toy.SYSTEM.rulebook,
    captions={**toy.SYSTEM.captions, "Went": CaptionText("{side} goes to {x}, {y}")},
    commands=(Go,),
    start=start,
    view=view,
    known_state=lambda state, side: state,
    terms=lambda state, side: (),
    sketch=lambda state, command: Sketch(label="go"),
    panels=panels,
    names=lambda state: {"red": "Red", "blue": "Blue"},
    outcome_class=lambda events: "done",
    sight=sight,
    check_scenario=_nothing,
)


def scenario() -> Scenario:
    """Red and blue, ten inches apart."""
    return Scenario(
        key="table",
        system="toy_table",
        title="Two on a Table",
        date="1900-05-01",
        turns=3,
        summary="One against one.",
        briefing="Go.",
        sources=("the toy's makers",),
        sides=(
            SideNote(key="red", name="Red", nation="red", brief="Go."),
            SideNote(key="blue", name="Blue", nation="blue", brief="Go."),
        ),
        forces=tuple(
            Force(id=side, side=side, name=side, at=(x, 5000), units=(Unit(name=side),))
            for side, x in (("red", 1000), ("blue", 11000))
        ),
    )
