"""A toy game for tests of players and consoles: two gunboats on a row of bands. It is no published game.

Each turn both sides may change their band, then fire once, then lay their gun by a continuous choice of degrees. Red
keeps a hidden reserve that Blue cannot know of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.evaluation import EvalTerm
from rules.kernel.flow import Command, Cursor, Domain, Event, GameState, Illegal, Offer, Phase, Scene, Verb, verbs
from rules.kernel.record import Record
from rules.kernel.rulebook import Chapter, Provenance, Rule, Rulebook
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, MapSheet, Scenario, SideNote, Unit
from rules.kernel.session import Session
from rules.kernel.sight import SightReport, trace_bands
from rules.kernel.system import CaptionText, System
from rules.kernel.view import Outcome, Panel, PhaseMark, Piece, Place, Prompt, Score, ScoreLine, Sketch, View

SIDES = ("blue", "red")
NAMES = {"blue": "Gannet", "red": "Sea Otter"}
BANDS = 60
HULL = 4


class Steam(Command, frozen=True, tag="steam"):
    """Go to a band."""

    boat: str
    band: int


class Shoot(Command, frozen=True, tag="shoot"):
    """Fire at the other boat."""

    boat: str
    target: str


class Lay(Command, frozen=True, tag="lay"):
    """Lay the gun at so many degrees."""

    boat: str
    degrees: int


class Steamed(Event, frozen=True, tag="Steamed", kw_only=True):
    boat: str
    band: int


class Struck(Event, frozen=True, tag="Struck", kw_only=True):
    target: str
    hits: int


class Laid(Event, frozen=True, tag="Laid", kw_only=True):
    boat: str
    degrees: int


class Boat(Record, frozen=True):
    band: int
    hull: int = HULL
    degrees: int = 0
    acted: bool = False


class Lake(GameState, frozen=True, kw_only=True):
    boats: dict[str, Boat]
    reserve: int = 0


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def put(state: Lake, side: str, **changes: Any) -> Lake:
    return state.but(boats={**state.boats, side: state.boats[side].but(**changes)})


def _fresh(ruling: Ruling) -> None:
    for side in SIDES:
        ruling.state = put(ruling.state, side, acted=False)


def _offer_steam(state: Lake, side: str) -> Iterable[Offer]:
    if state.boats[side].acted:
        return
    bands = tuple(Steam(side, side, band) for band in range(1, BANDS + 1))
    yield Offer("steam", f"Steam {NAMES[side]}", "T-1", side, bands)


def _check_steam(state: Lake, command: Steam) -> tuple[Illegal, ...]:
    if command.boat != command.side:
        return (Illegal(f"{command.boat!r} is not yours", "T-1", command.boat),)
    if state.boats[command.side].acted:
        return (Illegal("it has steamed this turn", "T-1", command.boat),)
    if not 1 <= command.band <= BANDS:
        return (Illegal(f"band {command.band} is off the lake: bands 1 to {BANDS}", "T-1", command.boat),)
    return ()


def _steam(ruling: Ruling, command: Steam) -> None:
    ruling.state = put(ruling.state, command.side, band=command.band, acted=True)
    ruling.note(Steamed(rule="T-1", boat=command.side, band=command.band))


def _offer_shoot(state: Lake, side: str) -> Iterable[Offer]:
    if not state.boats[side].acted:
        yield Offer("shoot", f"Fire {NAMES[side]}", "T-2", side, (Shoot(side, side, other(side)),))


def _check_shoot(state: Lake, command: Shoot) -> tuple[Illegal, ...]:
    reasons = []
    if command.boat != command.side:
        reasons.append(Illegal(f"{command.boat!r} is not yours", "T-2", command.boat))
    if command.target not in state.boats:
        reasons.append(Illegal(f"there is no boat called {command.target!r}", "T-2"))
    if state.boats[command.side].acted:
        reasons.append(Illegal("it has fired this turn", "T-2", command.boat))
    return tuple(reasons)


def _shoot(ruling: Ruling, command: Shoot) -> None:
    reach = abs(ruling.state.boats["blue"].band - ruling.state.boats["red"].band)
    need = min(7, 2 + reach // 2)
    rolled = ruling.roll("gunfire", 2, 6, "T-2", target=need)
    hits = sum(face >= need for face in rolled.faces)
    hull = max(0, ruling.state.boats[command.target].hull - hits)
    ruling.state = put(put(ruling.state, command.target, hull=hull), command.side, acted=True)
    ruling.note(Struck(rule="T-2", target=command.target, hits=hits))


def _offer_lay(state: Lake, side: str) -> Iterable[Offer]:
    if state.boats[side].acted:
        return

    def sample(below: Callable[[int], int]) -> Command:
        return Lay(side, side, below(360))

    yield Offer("lay", f"Lay the gun of {NAMES[side]}", "T-3", side, (), Domain("arc", (0, 359), sample))


def _check_lay(state: Lake, command: Lay) -> tuple[Illegal, ...]:
    if command.boat != command.side:
        return (Illegal(f"there is no boat {command.boat!r}", "T-3"),)
    return () if 0 <= command.degrees < 360 else (Illegal("expected 0 to 359 degrees", "T-3", command.boat),)


def _lay(ruling: Ruling, command: Lay) -> None:
    ruling.state = put(ruling.state, command.side, degrees=command.degrees, acted=True)
    ruling.note(Laid(rule="T-3", boat=command.boat, degrees=command.degrees))


def _close_turn(ruling: Ruling) -> None:
    state = ruling.state
    afloat = [side for side in SIDES if state.boats[side].hull > 0]
    if len(afloat) == 2 and state.cursor.turn < state.scene.scenario.turns:
        return
    hulls = {side: state.boats[side].hull for side in SIDES}
    best = max(SIDES, key=lambda side: hulls[side])
    winner = "" if len(set(hulls.values())) == 1 else best
    title = "A draw" if not winner else f"Victory for {winner.title()}"
    ruling.finish(Outcome(winner, title, f"hull {hulls['blue']} to {hulls['red']}", "T-4"))


def _phase(number: int, title: str, *listed: Verb, close: Callable[[Ruling], None] | None = None) -> Phase:
    return Phase(
        number=number,
        name=title.lower(),
        title=title,
        help=f"{title} of the turn",
        rule=f"T-{number}",
        verbs=verbs(*listed),
        queue=lambda state: SIDES,
        open=_fresh,
        close=close,
    )


def _view(state: Lake, side: str) -> View:
    def piece(key: str) -> Piece:
        boat = state.boats[key]
        return Piece(id=key, side=key, name=NAMES[key], at=(boat.band, 1), text=f"hull {boat.hull} of {HULL}")

    cursor = state.cursor
    marks = tuple(
        PhaseMark(phase.number, phase.title, phase.help, phase.rule, "now" if number == cursor.phase else "next")
        for number, phase in enumerate(SEQUENCE)
    )
    return View(
        side=side,
        turn=cursor.turn,
        turns=state.scene.scenario.turns,
        clock="12:00",
        phases=marks,
        prompt=Prompt(side=side, title=SEQUENCE[cursor.phase].title, text="Give your orders.", rule="T-1"),
        pieces=tuple(piece(key) for key in SIDES),
        markers=(),
        scores=tuple(
            Score(key, key.title(), HULL - state.boats[other(key)].hull, (ScoreLine("hits", 1, "T-4"),))
            for key in SIDES
        ),
        conditions=(("Weather", "calm", "T-1"),),
        outcome=state.outcome,
    )


def _sketch(state: Lake, command: Any) -> Sketch:
    if isinstance(command, Steam):
        return Sketch(label=f"Steam {NAMES[command.boat]} to band {command.band}", piece=command.boat, rule="T-1")
    if isinstance(command, Shoot):
        return Sketch(label=f"Fire at {NAMES.get(command.target, command.target)}", target=command.target, rule="T-2")
    return Sketch(label=f"Lay at {command.degrees} degrees" if isinstance(command, Lay) else "", rule="T-3")


def _panels(state: Lake, side: str, piece: str) -> tuple[Panel, ...]:
    if piece not in state.boats:
        return ()
    return (Panel(id=piece, kind="text", title=NAMES[piece], notes=(f"hull {state.boats[piece].hull}",)),)


def _terms(state: Lake, side: str) -> tuple[EvalTerm, ...]:
    mine, theirs = state.boats[side], state.boats[other(side)]
    return (
        EvalTerm("hull", "hulls", 100 * (mine.hull - theirs.hull)),
        EvalTerm("range", "the range", -abs(mine.band - theirs.band)),
        EvalTerm("guns", "guns laid", -abs(mine.degrees - 90)),
    )


def _sight(state: Lake, side: str, start: Place, end: Place) -> SightReport:
    return SightReport(trace_bands(start[0], end[0], ()), f"{abs(start[0] - end[0])} bands", "clear", "T-2")


def _measure(events: tuple[Event, ...]) -> str:
    return next((f"{event.hits} hits" for event in events if isinstance(event, Struck)), "nothing")


def _start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> Lake:
    scene = Scene(scenario=scenario, sheet=sheet, options=dict(options))
    return Lake(scene=scene, cursor=Cursor(), boats={"blue": Boat(10), "red": Boat(20)}, reserve=scenario.order)


STEAM = Verb(Steam, "Steaming", "T-1", _offer_steam, _check_steam, _steam)
SHOOT = Verb(Shoot, "Gunfire", "T-2", _offer_shoot, _check_shoot, _shoot)
LAY = Verb(Lay, "Laying the gun", "T-3", _offer_lay, _check_lay, _lay)
SEQUENCE = (_phase(1, "Steaming", STEAM), _phase(2, "Gunfire", SHOOT), _phase(3, "Laying", LAY, close=_close_turn))
RULES = tuple(
    Rule(
        id=f"T-{number}",
        chapter="toy",
        title=title,
        summary=f"How {title.lower()} is done on the lake.",
        provenance=Provenance.PUBLIC,
        source="the toy",
    )
    for number, title in enumerate(("Steaming", "Gunfire", "Laying", "Victory"), start=1)
)
TOY = System(
    key="toy",
    title="Toy Lake",
    tagline="two gunboats",
    board="bands",
    folder=Path(__file__).parent / "no_files",
    sequence=SEQUENCE,
    rulebook=Rulebook("Toy Lake", (Chapter("toy", "The lake"),), RULES),
    captions={
        "PhaseBegan": CaptionText("turn {turn}, phase {number}: {title}", tone="phase"),
        "SideFinished": CaptionText("{side} is done", tone="quiet"),
        "GameEnded": CaptionText("{title}", "{why}"),
        "Steamed": CaptionText("{boat} steams to band {band}"),
        "Struck": CaptionText("{target} is struck {hits} times", tone="hit"),
        "Laid": CaptionText("{boat} lays at {degrees}", tone="quiet"),
    },
    commands=(Steam, Shoot, Lay),
    start=_start,
    view=_view,
    known_state=lambda state, side: state if side == "red" else state.but(reserve=0),
    terms=_terms,
    sketch=_sketch,
    panels=_panels,
    names=lambda state: NAMES,
    outcome_class=_measure,
    sight=_sight,
    check_scenario=lambda scenario, sheet: [],
)


def toy_scenario(turns: int = 3, reserve: int = 0) -> Scenario:
    """Return two boats; Red's reserve is hidden from Blue."""
    return Scenario(
        key="lake",
        system="toy",
        title="The Lake",
        date="1900-01-01",
        turns=turns,
        summary="Two gunboats meet.",
        briefing="Sink the other.",
        sources=("the toy",),
        sides=(
            SideNote(key="blue", name="Blue", nation="none", brief="Win."),
            SideNote(key="red", name="Red", nation="none", brief="Win."),
        ),
        forces=tuple(
            Force(id=side, side=side, name=NAMES[side], units=(Unit(name=NAMES[side]),), at=(1,)) for side in SIDES
        ),
        order=reserve,
    )


def toy_session(turns: int = 3, seed: int = 1, reserve: int = 0, **more: Any) -> Session:
    """Return a game on the lake, ready for Blue's first order."""
    return Session(TOY, toy_scenario(turns, reserve), seed=seed, **more)
