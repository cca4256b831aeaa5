"""Explanations: sketches of commands, the log sheet and the chart, sight lines, outcome classes."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.derived import derived
from rules.kernel.flow import Command, Event, Illegal
from rules.kernel.inches import Polygon, distance, distance_squared, rectangle
from rules.kernel.plurals import plot_text
from rules.kernel.sight import SightReport, trace_table
from rules.kernel.view import Cell, Panel, Place, Sketch
from rules.quickfire.charts import BAND_NAMES, MM, band_of_square, load_charts
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
from rules.quickfire.plots import Course, boxes_of
from rules.quickfire.ramming import ram_plot
from rules.quickfire.repair import HIT_NAMES, RUDDER
from rules.quickfire.roster import BATTERIES, HEAVY, LIGHT, armour_text, size_text
from rules.quickfire.state import BOATS, BOXES, QfScene, Ship, State, boat_guns, is_stopped, place, rof
from rules.quickfire.steering import course
from rules.quickfire.victory import points_for
from rules.quickfire.view import TYPES, hull, line_of_text


def ship_summary(state: State, ship: Ship) -> Panel:
    """Return a few lines about a ship on the table: course and speed, line, force."""
    names = state.scene.names
    ahead = f"Follows {names[ship.ahead]} in line ahead." if ship.ahead else "On her own, or at the head of a line."
    ran = f"Ran {ship.ran} box{'es' * (ship.ran != 1)} last; may run {_span(ship)} this turn."
    way = "Stopped: she rolls for sinking at the end of each turn." if is_stopped(ship) else ran
    return Panel(
        id=ship.id,
        kind="text",
        title=names[ship.id],
        subtitle=line_of_text(state, ship),
        notes=(way, ahead),
        rule="QF-SHIP-1",
    )


def _span(ship: Ship) -> str:
    change = load_charts().movement.change_boxes
    most = min(BOXES - ship.speed_hits, ship.ran + change)
    return f"{min(max(0, ship.ran - change), most)} to {most}"


def log_sheet(state: State, ship: Ship) -> Panel:
    """Return the present log sheet of a ship. Rules: QF-SHIP-1, QF-MOV-1, QF-DMG-H3, QF-DMG-H4."""
    card = state.scene.cards[ship.id]
    guns = tuple(str(card.gunnery(battery)) if card.gunnery(battery) else "–" for battery in BATTERIES)
    plate = tuple(armour_text(card.armour(battery)) for battery in BATTERIES)
    return Panel(
        id=ship.id,
        kind="card",
        title=state.scene.names[ship.id],
        subtitle=f"{TYPES[card.type]}, {card.completed}",
        hull=hull(state, ship),
        header=("", "heavy", "light"),
        rows=(
            (Cell("Gunnery", "", "QF-FIRE-8"), *(Cell(word) for word in guns)),
            (Cell("Armour", "", "QF-SHIP-3"), *(Cell(word) for word in plate)),
        ),
        tracks=_tracks(state, ship),
        notes=(*_ratings(state, ship), *_trouble_words(state, ship)),
        rule="QF-SHIP-1",
    )


def _tracks(state: State, ship: Ship) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    card = state.scene.cards[ship.id]
    lost = min(BOXES, ship.speed_hits)
    found = [("Speed" + (" +P" if card.protected else ""), _struck_cells(BOXES, lost, "QF-MOV-1"))]
    for battery, label in ((HEAVY, "Heavy ROF"), (LIGHT, "Light ROF")):
        if card.rof(battery):
            found.append(
                (label, _struck_cells(card.rof(battery), card.rof(battery) - rof(state, ship, battery), "QF-FIRE-2"))
            )
    if card.torpedo:
        found.append(("Torpedo", _struck_cells(card.torpedo, card.torpedo - ship.torpedo, "QF-TOR-3")))
    if card.repair:
        found.append(("Repair dice", _struck_cells(card.repair, card.repair - ship.repair_dice, "QF-REP-1")))
    return tuple(found)


def _struck_cells(count: int, lost: int, rule: str) -> tuple[Cell, ...]:
    """Return boxes numbered from the highest down; the first `lost` are struck."""
    return tuple(Cell(str(count - n), "bad" if n < lost else "", rule) for n in range(count))


def _ratings(state: State, ship: Ship) -> tuple[str, ...]:
    card, box = state.scene.cards[ship.id], state.scene.box[ship.id]
    size = f"Size {size_text(card.size_quarters)} · speed {card.speed}, {_millimetres(box)} mm a box"
    if card.boat_guns == "no":
        boats = "no boat guns"
    elif boat_guns(state, ship):
        boats = "boat guns" + (" only" if card.boat_guns == "only" else "")
    else:
        boats = "boat guns silent"
    return f"{size} · {boats}", f"Guns {card.guns}", f"Tubes {card.tubes}"


def _millimetres(thousandths: int) -> str:
    whole, rest = divmod(thousandths, MM)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)


def _trouble_words(state: State, ship: Ship) -> tuple[str, ...]:
    notes = []
    extra = ship.speed_hits - BOXES
    if extra > 0:
        notes.append(f"Extra speed hits in the margin: {extra}.")
    if ship.fires:
        notes.append(f"Fires burning: {ship.fires}.")
    if ship.rudder_hits:
        way = f"; this turn {ship.helm}" if ship.helm else ""
        notes.append(f"Rudder jammed, direction hits {ship.rudder_hits}{way}.")
    if ship.rounds:
        notes.append(f"Has fired in this phase: {', '.join(ship.rounds)}.")
    if ship.launched:
        notes.append("Has made her torpedo attack this turn.")
    worth = points_for(state, ship)
    if worth:
        notes.append(f"Worth {worth} point{'s' * (worth != 1)} to the enemy as she is.")
    return tuple(notes)


CHART = "chart"  # the name that asks for the combat chart alone


def names(state: State) -> Mapping[str, str]:
    """Return the names players use, by id, for sides, ships and what can be hit."""
    return _names(state.scene)


@derived()
def _names(scene: QfScene) -> Mapping[str, str]:
    return {what: HIT_NAMES[what] for what in (RUDDER, BOATS)} | scene.names


# ---------------------------------------------------------------------- what to light


def sketch(state: State, command: Command) -> Sketch:
    """Return the sketch of a command: what to light on the table, and its label."""
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
    """Return the outcome class of a command for the odds: the result of a round, a torpedo, boat guns or a repair.

    For a shared battery, which of its two targets are hit.
    """
    rounds = [event for event in events if isinstance(event, RoundFired | RoundFailed)]
    if rounds:
        return _rounds_class(rounds)
    for event in events:
        match event:
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
}  # (first share hit, second share hit)
SLOW = "miss: ROF failed"  # the ROF die was too high
BOAT_CLASSES = {"n/e": "miss", "S": "1 speed hit", "T": "torpedo rating", "S, T": "speed and torpedo"}


def _rounds_class(rounds: list[RoundFired | RoundFailed]) -> str:
    hits = tuple(isinstance(event, RoundFired) and event.hits > 0 for event in rounds)
    first = rounds[0]
    if not any(hits):
        if any(event.blast != "n/e" for event in rounds):
            return "blast only"
        return "miss" if isinstance(first, RoundFired) else SLOW
    if len(hits) > 1:
        return SHARED[hits[0], hits[1]]
    assert isinstance(first, RoundFired)
    return f"{first.hits} {'speed' if first.code == 'S' else 'gunnery'} hit{'s' * (first.hits > 1)}"


# ---------------------------------------------------------------------- cards


def panels(state: State, _side: str, piece: str) -> tuple[Panel, ...]:
    """Return the log sheet of a ship and the parts of the combat chart in use; for "chart" or "" the whole chart.

    Nothing is hidden: QF-SEQ-H5.
    """
    if piece in ("", CHART):
        return chart_panels(state)
    ship = state.ships.get(piece)
    if ship is None or ship.gone:
        return ()
    return (ship_summary(state, ship), log_sheet(state, ship), *charts_in_use(state))


# ---------------------------------------------------------------------- sight lines


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the line of fire between two places, and the ships and land that block it; ships at its ends do not.

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
