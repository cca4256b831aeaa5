"""The Ford: a tiny complete game made of kernel parts alone, on which the kernel tests itself.

Two sides of stands on six range bands. Phases: movement (free, one hidden snare a side), fire (one die; hits of both
sides take effect when the phase closes; each stand hit then asks its owner a question), rally (mostly nothing to do).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.kernel import bands
from rules.kernel.datafile import load_yaml
from rules.kernel.evaluation import EvalTerm
from rules.kernel.flow import (
    Command,
    Cursor,
    Event,
    Frame,
    Illegal,
    Offer,
    Phase,
    Scene,
    Verb,
    actor,
    phase_now,
    verbs,
)
from rules.kernel.modifiers import Modifier
from rules.kernel.rulebook import load_rulebook
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.scenario import Force, MapSheet, Scenario, SideNote, Unit
from rules.kernel.sight import SightReport, trace_bands
from rules.kernel.system import System, load_captions
from rules.kernel.table import Chart
from rules.kernel.view import Marker, Outcome, Panel, PhaseMark, Piece, Place, Prompt, Sketch, View
from tests.kernel.toy_pieces import (
    Advance,
    Advanced,
    Aimed,
    FallBack,
    FellBack,
    Fire,
    Held,
    Hide,
    Hold,
    Rallied,
    Rally,
    SnareLaid,
    SnareSprung,
    Stand,
    Struck,
    Toy,
)

FOLDER = Path(__file__).parent / "toy_rules"
LAST_BAND = 6
STEPS = 2
DIE = 6
RANGE = load_yaml(FOLDER / "fire.yaml", Chart)
HOLD, RALLY, SHAKEN = 4, 3, Modifier(-1, "shaken", "TOY.fire")


# --- shared by the verbs ----------------------------------------------------------------------------------------------


def foe(side: str) -> str:
    """Return the other side."""
    return "blue" if side == "red" else "red"


def _own(state: Toy, side: str, name: str, rule: str) -> tuple[Illegal, ...]:
    stand = state.stands.get(name)
    if stand is None or stand.strength == 0:
        return (Illegal(f"there is no stand {name!r}", rule),)
    return () if stand.side == side else (Illegal(f"{name} is a stand of {stand.side}", rule, name),)


def _change(r: Ruling, name: str, **changes: Any) -> None:
    r.set(stands={**r.state.stands, name: r.state.stands[name].but(**changes)})


def _forward(stand: Stand, steps: int) -> int:
    return stand.band + (steps if stand.side == "red" else -steps)


# --- movement ---------------------------------------------------------------------------------------------------------


def _offer_advance(state: Toy, side: str) -> Iterator[Offer]:
    for stand in state.of(side):
        choices = tuple(Advance(side, stand.id, steps) for steps in range(1, STEPS + 1))
        legal = tuple(choice for choice in choices if not _check_advance(state, choice))
        if legal:
            yield Offer("advance", f"Advance {stand.id}", "TOY.move", stand.id, legal)


def _check_advance(state: Toy, command: Advance) -> tuple[Illegal, ...]:
    reasons = _own(state, command.side, command.stand, "TOY.move")
    if reasons:
        return reasons
    stand, found = state.stands[command.stand], []
    if stand.moved:
        found.append(Illegal(f"{stand.id} has moved already", "TOY.move", stand.id))
    if not 1 <= command.bands <= STEPS:
        found.append(Illegal(f"a stand advances 1 to {STEPS} bands, not {command.bands}", "TOY.move", stand.id))
    elif not 1 <= _forward(stand, command.bands) <= LAST_BAND:
        found.append(Illegal(f"{stand.id} would leave the {LAST_BAND} bands", "TOY.move", stand.id))
    return tuple(found)


def _do_advance(r: Ruling, command: Advance) -> None:
    stand = r.state.stands[command.stand]
    band = _forward(stand, command.bands)
    _change(r, stand.id, band=band, moved=True)
    r.note(Advanced(rule="TOY.move", stand=stand.id, band=band))
    if r.state.snares[foe(command.side)] != band:
        return
    _change(r, stand.id, strength=stand.strength - 1)
    r.set(snares={**r.state.snares, foe(command.side): 0})
    r.reveal(f"the snare in band {band}")
    r.note(SnareSprung(rule="TOY.snare", stand=stand.id, band=band))


def _offer_hide(state: Toy, side: str) -> Iterator[Offer]:
    choices = tuple(Hide(side, band) for band in range(1, LAST_BAND + 1))
    legal = tuple(choice for choice in choices if not _check_hide(state, choice))
    if legal:
        yield Offer("hide", "Hide the snare", "TOY.snare", "", legal)


def _check_hide(state: Toy, command: Hide) -> tuple[Illegal, ...]:
    found = []
    if state.snares[command.side]:
        found.append(Illegal(f"{command.side} has hidden its snare already", "TOY.snare"))
    if not 1 <= command.band <= LAST_BAND:
        found.append(Illegal(f"there is no band {command.band}", "TOY.snare"))
    return tuple(found)


def _do_hide(r: Ruling, command: Hide) -> None:
    r.set(snares={**r.state.snares, command.side: command.band})
    r.note(SnareLaid(rule="TOY.snare", to=(command.side,), side=command.side, band=command.band))


# --- fire -------------------------------------------------------------------------------------------------------------


def _offer_fire(state: Toy, side: str) -> Iterator[Offer]:
    for stand in state.of(side):
        choices = tuple(Fire(side, stand.id, target.id) for target in state.of(foe(side)))
        legal = tuple(choice for choice in choices if not _check_fire(state, choice))
        if legal:
            yield Offer("fire", f"Fire {stand.id}", "TOY.fire", stand.id, legal)


def _check_fire(state: Toy, command: Fire) -> tuple[Illegal, ...]:
    reasons = _own(state, command.side, command.stand, "TOY.fire")
    target = state.stands.get(command.target)
    if target is None or target.strength == 0 or target.side == command.side:
        reasons += (Illegal(f"{command.target!r} is no enemy stand", "TOY.fire"),)
    if reasons or target is None:
        return reasons
    stand, found = state.stands[command.stand], []
    if stand.fired:
        found.append(Illegal(f"{stand.id} has fired already", "TOY.fire", stand.id))
    away = bands.distance(stand.band, target.band)
    if RANGE[away] is None:
        found.append(Illegal(f"out of range: {away} bands", "TOY.fire", stand.id))
    return tuple(found)


def _do_fire(r: Ruling, command: Fire) -> None:
    stand, target = r.state.stands[command.stand], r.state.stands[command.target]
    need = RANGE[bands.distance(stand.band, target.band)]
    assert need is not None
    _change(r, stand.id, fired=True)
    rolled = r.roll(f"{stand.id} fires at {target.id}", 1, DIE, "TOY.fire", _fire_modifiers(r.state, command), need)
    if rolled.total >= need:
        r.set(pending=(*r.state.pending, (target.id, 1)))
        r.note(Aimed(rule="TOY.fire", stand=stand.id, target=target.id))


def _fire_modifiers(state: Toy, command: Fire) -> tuple[Modifier, ...]:
    return (SHAKEN,) if state.stands[command.stand].shaken else ()


def _must_fire(state: Toy, side: str) -> tuple[Illegal, ...]:
    if not state.scene.options["point_blank"]:
        return ()
    enemies = {stand.band for stand in state.of(foe(side))}
    return tuple(
        Illegal(f"{stand.id} has an enemy in its band and must fire", "TOY.fire.must", stand.id)
        for stand in state.of(side)
        if not stand.fired and stand.band in enemies
    )


def _hits_fall(r: Ruling) -> None:
    """Apply all hits of the phase; every surviving stand that was hit asks its owner what it does."""
    struck: dict[str, int] = {}
    for name, hits in r.state.pending:
        struck[name] = struck.get(name, 0) + hits
    r.set(pending=())
    for name, hits in struck.items():
        strength = max(0, r.state.stands[name].strength - hits)
        _change(r, name, strength=strength)
        r.note(Struck(rule="TOY.fire", stand=name, strength=strength))
        if strength:
            r.ask(Frame("shock", r.state.stands[name].side, name))


# --- shock ------------------------------------------------------------------------------------------------------------


def _offer_back(state: Toy, side: str) -> Iterator[Offer]:
    name = state.cursor.frames[-1].subject
    yield Offer("back", f"{name} falls back", "TOY.shock-H1", name, (FallBack(side, name),))


def _offer_hold(state: Toy, side: str) -> Iterator[Offer]:
    name = state.cursor.frames[-1].subject
    yield Offer("hold", f"{name} holds", "TOY.shock-H1", name, (Hold(side, name),))


def _check_shock(state: Toy, command: FallBack | Hold) -> tuple[Illegal, ...]:
    asked = state.cursor.frames[-1].subject
    if command.stand == asked:
        return ()
    return (Illegal(f"the question is what {asked} does, not {command.stand!r}", "TOY.shock-H1", asked),)


def _retire(r: Ruling, name: str) -> None:
    stand = r.state.stands[name]
    band = bands.clamp(_forward(stand, -1), LAST_BAND)
    _change(r, name, band=band, shaken=True)
    r.note(FellBack(rule="TOY.shock-H1", stand=name, band=band))


def _do_back(r: Ruling, command: FallBack) -> None:
    _retire(r, command.stand)
    r.drop_question()


def _do_hold(r: Ruling, command: Hold) -> None:
    rolled = r.roll(f"{command.stand} tries to hold", 1, DIE, "TOY.shock-H1", target=HOLD)
    if rolled.total >= HOLD:
        r.note(Held(rule="TOY.shock-H1", stand=command.stand))
    else:
        _retire(r, command.stand)
    r.drop_question()


# --- rally and the end of a turn --------------------------------------------------------------------------------------


def _offer_rally(state: Toy, side: str) -> Iterator[Offer]:
    for stand in state.of(side):
        if stand.shaken and not stand.moved:
            yield Offer("rally", f"Rally {stand.id}", "TOY.rally", stand.id, (Rally(side, stand.id),))


def _check_rally(state: Toy, command: Rally) -> tuple[Illegal, ...]:
    reasons = _own(state, command.side, command.stand, "TOY.rally")
    if reasons:
        return reasons
    stand = state.stands[command.stand]
    if not stand.shaken or stand.moved:
        return (Illegal(f"{stand.id} is not shaken or has moved", "TOY.rally", stand.id),)
    return ()


def _do_rally(r: Ruling, command: Rally) -> None:
    rolled = r.roll(f"{command.stand} rallies", 1, DIE, "TOY.rally", target=RALLY)
    _change(r, command.stand, moved=True, shaken=rolled.total < RALLY)
    if rolled.total >= RALLY:
        r.note(Rallied(rule="TOY.rally", stand=command.stand))


def _new_turn(r: Ruling) -> None:
    for name in r.state.stands:
        _change(r, name, moved=False, fired=False)


def _end_turn(r: Ruling) -> None:
    state: Toy = r.state
    left = {side: sum(stand.strength for stand in state.of(side)) for side in ("red", "blue")}
    if state.cursor.turn < state.scene.scenario.turns and all(left.values()):
        return
    winner = "" if left["red"] == left["blue"] else max(left, key=lambda side: left[side])
    text = f"{left['red']} points of red against {left['blue']} of blue"
    r.finish(Outcome(winner, f"Victory for {winner}" if winner else "A draw", text, "TOY.end"))


def _sides(state: Toy) -> tuple[str, ...]:
    return ("red", "blue")


MOVE = Verb(Advance, "Advance", "TOY.move", _offer_advance, _check_advance, _do_advance)
HIDE = Verb(Hide, "Hide a snare", "TOY.snare", _offer_hide, _check_hide, _do_hide)
SHOOT = Verb(Fire, "Fire", "TOY.fire", _offer_fire, _check_fire, _do_fire)
BACK = Verb(FallBack, "Fall back", "TOY.shock-H1", _offer_back, _check_shock, _do_back)
STAY = Verb(Hold, "Hold", "TOY.shock-H1", _offer_hold, _check_shock, _do_hold)
CHEER = Verb(Rally, "Rally", "TOY.rally", _offer_rally, _check_rally, _do_rally)

SEQUENCE = (
    Phase(
        number=1,
        name="movement",
        title="Movement",
        help="Advance stands",
        rule="TOY.move",
        verbs=verbs(MOVE, HIDE),
        queue=_sides,
        open=_new_turn,
    ),
    Phase(
        number=2,
        name="fire",
        title="Fire",
        help="Fire stands",
        rule="TOY.fire",
        verbs=verbs(SHOOT),
        queue=_sides,
        close=_hits_fall,
        owes=_must_fire,
    ),
    Phase(
        number=3,
        name="rally",
        title="Rally",
        help="Rally shaken stands",
        rule="TOY.rally",
        verbs=verbs(CHEER),
        queue=_sides,
        open=_new_turn,
        close=_end_turn,
    ),
)
SHOCK = Phase(
    number=2, name="shock", title="Shock", help="Hold or fall back", rule="TOY.shock-H1", verbs=verbs(BACK, STAY)
)


# --- the system -------------------------------------------------------------------------------------------------------


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> Toy:
    """Return the position before the first turn."""
    stands = {
        unit.name: Stand(id=unit.name, side=force.side, band=force.at[0], strength=unit.changes["strength"])
        for force in scenario.forces
        for unit in force.units
    }
    scene = Scene(scenario=scenario, sheet=sheet, options=dict(options))
    return Toy(scene=scene, cursor=Cursor(), stands=stands, snares={"red": 0, "blue": 0})


def guess(state: Toy, side: str) -> Toy:
    """Return the position without the other side's snare."""
    return state.but(snares={**state.snares, foe(side): 0}) if side else state


def view(state: Toy, side: str) -> View:
    """Return what a side sees."""
    scenario = state.scene.scenario
    phase = phase_now(SYSTEM, state)
    snares = [(owner, band) for owner, band in state.snares.items() if band and side in ("", owner)]
    return View(
        side=side,
        turn=state.cursor.turn,
        turns=scenario.turns,
        clock=scenario.clock,
        phases=tuple(PhaseMark(item.number, item.title, item.help, item.rule, "next") for item in SEQUENCE),
        prompt=Prompt(side=actor(state), title=phase.title, text=phase.help, rule=phase.rule),
        pieces=tuple(
            Piece(id=stand.id, side=stand.side, name=stand.id, at=(stand.band, 0), text=f"strength {stand.strength}")
            for stand in state.stands.values()
            if stand.strength
        ),
        markers=tuple(Marker(kind="snare", places=((band, 0),), side=owner) for owner, band in snares),
        scores=(),
        outcome=state.outcome,
    )


def terms(state: Toy, side: str) -> tuple[EvalTerm, ...]:
    """Return the side's own strength less the enemy's."""
    own = sum(stand.strength for stand in state.stands.values() if stand.side == side)
    foe = sum(stand.strength for stand in state.stands.values() if stand.side != side)
    return EvalTerm("own", "our strength", own), EvalTerm("foe", "their strength", -foe)


def sketch(state: Toy, command: Command) -> Sketch:
    """Return the sketch of a command."""
    return Sketch(label=type(command).__name__, piece=getattr(command, "stand", ""))


def panels(state: Toy, side: str, piece: str) -> tuple[Panel, ...]:
    """Return the card of a stand."""
    return (Panel(id=piece, kind="card", title=piece),) if piece in state.stands else ()


def measure(events: tuple[Event, ...]) -> str:
    """hit or miss; held or back."""
    names = {type(event).__name__ for event in events}
    data = {"Aimed": "hit", "Held": "held", "FellBack": "back", "Rallied": "rallied"}
    rolled = any(isinstance(event, Rolled) for event in events)
    return next((data[name] for name in data if name in names), "miss" if rolled else "done")


def sight(state: Toy, side: str, a: Place, b: Place) -> SightReport:
    """Return that nothing blocks at the ford."""
    return SightReport(trace_bands(a[0], b[0], ()), f"{bands.distance(a[0], b[0])} bands", "clear", "TOY.fire")


def names(state: Toy) -> dict[str, str]:
    """Return names of stands and sides."""
    return {"red": "Red", "blue": "Blue", **{name: name.upper() for name in state.stands}}


def check_scenario(scenario: Scenario, sheet: MapSheet | None) -> list[str]:
    """Return what is wrong with a scenario."""
    return [f"force {force.id}: no band {force.at}" for force in scenario.forces if not 1 <= force.at[0] <= LAST_BAND]


SYSTEM = System(
    key="toy",
    title="The Ford",
    tagline="The kernel's own test game",
    board="bands",
    folder=FOLDER,
    sequence=SEQUENCE,
    interrupts={"shock": SHOCK},
    rulebook=load_rulebook(FOLDER / "rulebook.yaml"),
    captions=load_captions(FOLDER / "captions.yaml"),
    commands=(Advance, Hide, Fire, FallBack, Hold, Rally),
    start=start,
    view=view,
    known_state=guess,
    terms=terms,
    sketch=sketch,
    panels=panels,
    names=names,
    outcome_class=measure,
    sight=sight,
    check_scenario=check_scenario,
)


def scenario(turns: int = 4, red: int = 1, blue: int = 5, strength: int = 2) -> Scenario:
    """Return two stands a side, r1 r2 in band `red` and b1 b2 in band `blue`."""
    return Scenario(
        key="ford",
        system="toy",
        title="The Ford",
        date="1900-05-01",
        turns=turns,
        summary="Two against two.",
        briefing="Cross.",
        sources=("the toy's makers",),
        sides=(
            SideNote(key="red", name="Red", nation="red", brief="Cross."),
            SideNote(key="blue", name="Blue", nation="blue", brief="Hold."),
        ),
        forces=tuple(
            Force(
                id=side,
                side=side,
                name=side,
                at=(band,),
                units=tuple(Unit(name=f"{side[0]}{number}", changes={"strength": strength}) for number in (1, 2)),
            )
            for side, band in (("red", red), ("blue", blue))
        ),
    )
