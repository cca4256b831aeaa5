"""Explaining: what lights up for a command, the log and the chart, what a roll needs, sight lines, outcome classes."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.derived import derived
from rules.kernel.flow import Command, Event, Illegal
from rules.kernel.inches import Polygon, distance, distance_squared, rectangle
from rules.kernel.plurals import plot_text
from rules.kernel.sight import SightReport, trace_table
from rules.kernel.view import Panel, Place, Sketch
from rules.quickfire.charts import BAND_NAMES, MM, band_of_square
from rules.quickfire.combat_chart import chart_panels, charts_in_use
from rules.quickfire.commands import BoatFire, Fire, Follow, Join, Launch, Lead, Move, Ram, Repair, Split
from rules.quickfire.events import (
    BoatGunsFired,
    Collided,
    ContactAvoided,
    Rammed,
    RamMissed,
    Repaired,
    RepairFailed,
    RoundFailed,
    RoundFired,
    TorpedoHit,
    TorpedoMissed,
)
from rules.quickfire.following import follow_course
from rules.quickfire.logsheet import log_sheet, ship_summary
from rules.quickfire.plots import Course, boxes_of
from rules.quickfire.ramming import ram_plot
from rules.quickfire.repair import HIT_NAMES, RUDDER
from rules.quickfire.state import BOATS, QfScene, State, place
from rules.quickfire.steering import course

CHART = "chart"  # the name under which the combat chart alone can be asked for


def names(state: State) -> Mapping[str, str]:
    """Return ids of sides and ships, and what can be hit, to the names players use."""
    return _names(state.scene)


@derived()
def _names(scene: QfScene) -> Mapping[str, str]:
    return {what: HIT_NAMES[what] for what in (RUDDER, BOATS)} | scene.names


# ---------------------------------------------------------------------- what to light


def sketch(state: State, command: Command) -> Sketch:
    """Return what to light on the table for a command, and what to call it."""
    named = names(state)
    match command:
        case Move(ship=ship, plot=plot):
            return _move(state, ship, plot)
        case Follow(ship=ship):
            return _follow(state, ship)
        case Lead(ship=ship):
            label = f"{named[ship]}: the line follows"
            return Sketch(label=label, piece=ship, at=place(state.ships[ship]), rule="QF-MOV-H7")
        case Join(ship=ship, ahead=ahead):
            here, there = place(state.ships[ship]), place(state.ships[ahead])
            label = f"{named[ship]}: take station astern of {named[ahead]}"
            return Sketch(label=label, piece=ship, target=ahead, at=there, path=(here, there), rule="QF-MOV-H10")
        case Ram(ship=ship, target=target):
            track = course(state, state.ships[ship], ram_plot(state, state.ships[ship], state.ships[target]))
            label = f"{named[ship]}: ram {named[target]}"
            return _run(state, ship, track, label, "QF-RAM-H2").but(target=target)
        case Fire(ship=ship, battery=battery, target=target):
            label = f"{named[ship]}: {battery} guns at {named[target]}"
            return _aim_sketch(state, ship, target, label, "QF-FIRE-1")
        case Split(ship=ship, target=target, other=other):
            label = f"{named[ship]}: light guns at {named[target]} and {named[other]}"
            return _aim_sketch(state, ship, target, label, "QF-OPT-304")
        case BoatFire(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]}: boat guns at {named[target]}", "QF-BG-1")
        case Launch(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]}: torpedoes at {named[target]}", "QF-TOR-1")
        case Repair(ship=ship, what=what):
            label = f"{named[ship]}: repair {HIT_NAMES.get(what, what)}"
            return Sketch(label=label, piece=ship, at=place(state.ships[ship]), rule="QF-REP-1")
    return Sketch(label="End the phase", rule="QF-SEQ-H1")


def _move(state: State, ship: str, plot: str) -> Sketch:
    track = course(state, state.ships[ship], plot)
    boxes = boxes_of(plot)
    how = f"{boxes} box{'es' * (boxes != 1)}, heading {track.facing:03d}°" if boxes else "lie still"
    if not boxes and track.facing != state.ships[ship].facing:
        how = f"turn on the spot, heading {track.facing:03d}°"
    text = f"{plot_text(plot)}; " if boxes else ""
    return _run(state, ship, track, f"{names(state)[ship]}: {text}{how}", "QF-MOV-H2")


def _follow(state: State, ship: str) -> Sketch:
    ahead = state.ships[ship].ahead
    label = f"{names(state)[ship]}: follow {names(state).get(ahead, 'the ship ahead')}"
    found = follow_course(state, state.ships[ship])
    if isinstance(found, Illegal):
        return Sketch(label=label, piece=ship, at=place(state.ships[ship]), rule="QF-MOV-H7")
    return _run(state, ship, found[0], label, "QF-MOV-H7")


def _run(state: State, ship: str, track: Course, label: str, rule: str) -> Sketch:
    path = (place(state.ships[ship]), *(leg.end for leg in track.legs))
    return Sketch(label=label, piece=ship, at=track.end, facing=track.facing, path=path, rule=rule)


def _aim_sketch(state: State, ship: str, target: str, label: str, rule: str) -> Sketch:
    here, there = place(state.ships[ship]), place(state.ships[target])
    return Sketch(label=label, piece=ship, target=target, at=there, path=(here, there), rule=rule)


def outcome_class(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a command for the odds: what a round, a torpedo, boat guns or a repair came to.

    Of a battery that is shared, which of its two targets are hit.
    """
    rounds = [event for event in events if type(event) is RoundFired]
    if len(rounds) > 1 and any(event.hits for event in rounds):
        return SHARED[bool(rounds[0].hits), bool(rounds[1].hits)]
    for event in events:
        match event:
            case RoundFired():
                return _round_class(event)
            case RoundFailed():
                return SLOW if event.blast == "n/e" else "blast only"
            case BoatGunsFired():
                return BOAT_CLASSES.get(event.codes, event.codes)
            case TorpedoHit():
                return "torpedo hit"
            case Rammed():
                return "rammed"
            case Repaired():
                return "repaired"
            case RepairFailed():
                return "not repaired"
            case TorpedoMissed() | RamMissed():
                return "miss"
            case Collided():
                return "collision"
            case ContactAvoided():
                return "collision avoided"
    return "done"


SHARED = {
    (True, True): "both targets hit",
    (True, False): "first target hit",
    (False, True): "second target hit",
}  # by whether the first and the second share hit
SLOW = "miss: ROF failed"  # the ROF die was too high
BOAT_CLASSES = {"n/e": "miss", "S": "1 speed hit", "T": "torpedo rating", "S, T": "speed and torpedo"}


def _round_class(event: RoundFired) -> str:
    if not event.hits:
        return "miss" if event.blast == "n/e" else "blast only"
    kind = "speed" if event.code == "S" else "gunnery"
    return f"{event.hits} {kind} hit{'s' * (event.hits > 1)}"


# ---------------------------------------------------------------------- cards


def panels(state: State, _side: str, piece: str) -> tuple[Panel, ...]:
    """Return the log sheet of a ship, and the parts of the combat chart in use; of "chart" or of nothing the whole
    chart.

    Everything is open: QF-SEQ-H5.
    """
    if piece in ("", CHART):
        return chart_panels(state)
    ship = state.ships.get(piece)
    if ship is None or ship.gone:
        return ()
    return (ship_summary(state, ship), log_sheet(state, ship), *charts_in_use(state))


# ---------------------------------------------------------------------- sight lines


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the line of fire between two places, past every ship that blocks one and land; ships at its ends do not
    count.

    Rules: QF-ARC-H2, QF-ARC-H3, QF-RNG-1, QF-RNG-3.
    """
    a, b = (start[0], start[1]), (end[0], end[1])
    scene, shapes, sketches = state.scene, [], []
    for ship in state.ships.values():
        if ship.gone or place(ship) in (a, b) or scene.cards[ship.id].light_vessel:
            continue
        shapes.append(_outline(state, ship.id))
        sketches.append((scene.names[ship.id], "QF-ARC-H2"))
    for name, corners in scene.land:
        shapes.append(corners)
        sketches.append((name, "QF-ARC-H3"))
    found = trace_table(a, b, (), tuple(shapes))
    away = distance(a, b)
    band = band_of_square(distance_squared(a, b))
    cables = 10 * away // (scene.charts.movement.mm_per_cable * MM)
    how_far = f"{-(-away // MM):,} mm, {BAND_NAMES[band]}, {cables // 10}.{cables % 10} cables"
    if found.verdict == "blocked":
        what, rule = sketches[int(found.blockers[0])]
        return SightReport(found, how_far, f"Blocked by {what}", rule)
    if not band:
        return SightReport(found, how_far, "Clear, but out of range", "QF-RNG-1")
    return SightReport(found, how_far, f"Clear, {BAND_NAMES[band]} range", "QF-RNG-1")


def _outline(state: State, ship: str) -> Polygon:
    """Return a ship's outline on the table. Rule: QF-RAM-H5."""
    there, scene = state.ships[ship], state.scene
    return rectangle(place(there), there.facing, scene.length[ship], scene.beam[ship])
