"""Explanations: sketches of commands, terms of a roll, sight lines, outcome classes, names, cards."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.flow import Command, Event
from rules.kernel.inches import Point, Polygon, distance, move
from rules.kernel.plurals import count_noun, plot_text
from rules.kernel.ruling import Rolled
from rules.kernel.sight import SightReport, trace_table
from rules.kernel.view import Place, Sketch
from rules.perfidious_albion.battle.gun_laying import ALL
from rules.perfidious_albion.damage.damage_control import JOB_TITLES
from rules.perfidious_albion.records import commands, events
from rules.perfidious_albion.records.charts import band_of
from rules.perfidious_albion.records.state import EDGES, Purchase, Ship, State, place
from rules.perfidious_albion.sailing.courses import length_of, track_of
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.deploying import has_heading, thing_name
from rules.perfidious_albion.setup.deployment_areas import box_shape, load_shapes
from rules.perfidious_albion.setup.lines import boxes_at
from rules.perfidious_albion.setup.prices import find_ware, price
from rules.perfidious_albion.setup.purchase_pool import LABELS, ORDINALS
from rules.perfidious_albion.setup.terrain_placement import piece_of
from rules.perfidious_albion.ships.pieces import thing_of
from rules.perfidious_albion.shown.board_markers import inches_text
from rules.perfidious_albion.shown.counters import QUALITY
from rules.perfidious_albion.shown.setup_pages import purchase_name
from rules.perfidious_albion.torpedoes import fort_torpedoes, salvoes
from rules.perfidious_albion.torpedoes.aiming import launch_point
from rules.perfidious_albion.torpedoes.markers import SINGLE, wedges_of

TENTH = 100  # milli-inches in the tenths that set-up commands are given in
ASTERN = 3000


def set_up_sketch(state: State, command: Command) -> Sketch | None:
    """Return the sketch of a set-up command; None for any other."""
    named = state.scene.names
    match command:
        case commands.PickTerrain(shape=shape, x=x, y=y):
            at = (x * TENTH, y * TENTH)
            laid = piece_of(state, command).shape if shape in load_shapes() else ()
            name = shape.replace("_", " ")
            label = f"Place {name} at {x / 10:g}, {y / 10:g}"
            return Sketch(label=label, at=at, path=(at, at), areas=(laid,) if laid else (), rule="PA-2.1-6")
        case commands.NameBaseLine(edge=edge):
            return Sketch(label=f"Base line: {edge}", rule="PA-2.1-9")
        case commands.PlaceBoxes(edge=edge, exit_at=exit_at, entry_at=entry_at):
            label = f'Exit box {edge}, {exit_at}" along; entry box opposite, {entry_at}" along'
            boxes = boxes_at(state, command) if edge in EDGES else ()
            return Sketch(label=label, areas=tuple(box_shape(box) for box in boxes), rule="PA-2.1-40")
        case commands.Buy():
            return Sketch(label=_purchase(state, command), rule="PA-2.1-17")
        case commands.Crew(side=side, number=number, quality=quality, count=count):
            bought = state.bought.get(side, ())
            item = bought[number - 1] if 0 < number <= len(bought) else None
            return Sketch(label=_recrew(state, item, quality, count) if item is not None else "Crew", rule="PA-2.1-18")
        case commands.SetSize(points=points):
            return Sketch(label=f"A battle of {points:,} points", rule="PA-SET-H5")
        case commands.SetHour(hour=hour):
            return Sketch(label=f"Fight by {hour}", rule="PA-3.4-1")
        case commands.ChooseChart(chart=chart):
            found = state.scene.targets.get(chart)
            return Sketch(label=f"Bombard {found.title}" if found else f"Chart {chart}", rule="PA-2.1-64")
        case commands.Sell(side=side, number=number):
            bought = state.bought.get(side, ())
            item = bought[number - 1] if 0 < number <= len(bought) else None
            name = (named.get(item.id, "") or purchase_name(state, item.what, item.count)) if item is not None else ""
            return Sketch(label=f"Sell: {number}. {name}", rule="PA-SET-H2")
        case commands.Load(ship=ship, thousands=thousands):
            return Sketch(label=f"{named.get(ship, ship)}: {thousands},000 points of cargo", rule="PA-2.1-36")
        case commands.Declare(turns=turns):
            return Sketch(label=f"Bombard for {count_noun(turns, 'turn')}", rule="PA-2.1-52")
        case commands.DeployFirst(who=who):
            return Sketch(label=f"{named.get(who, who)} deploys first", rule="PA-2.1-21")
        case commands.KeepLast(squadron=squadron):
            return Sketch(label=f"Keep {named.get(squadron, squadron)} last", rule="PA-2.1-27")
        case commands.Deploy():
            return _deploy(state, command)
    return None


def _purchase(state: State, command: commands.Buy) -> str:
    """Return a purchase with its price: Buy: Mikasa (1902), average crew, first squadron · 23,500."""
    found = find_ware(state, command.what)
    if found is None:
        return f"Buy: {command.what}"
    words = [purchase_name(state, command.what, command.count)]
    if found.kind == "ship" and command.count > 1:
        words[0] += f" ×{command.count}"
    if command.quality:
        words.append(f"{QUALITY.get(command.quality, '')} crew".strip())
    if command.squadron in LABELS:
        words.append(f"{ORDINALS[LABELS.index(command.squadron)]} squadron")
    cost = price(state, found, command.quality, command.count)
    return f"Buy: {', '.join(words)}" + (f" · {cost:,}" if cost else "")


def _recrew(state: State, item: Purchase, quality: int, count: int) -> str:
    """Return a change of crew with its price: Mikasa: good crew · 23,500."""
    found = find_ware(state, item.what)
    name = state.scene.names.get(item.id, "") or purchase_name(state, item.what, item.count)
    words = f"{QUALITY.get(quality, '')} crew".strip()
    if count != item.count:
        words += ", one boat" if count == 1 else ", a pair"
    cost = price(state, found, quality, count) if found is not None and quality in QUALITY else 0
    return f"{name}: {words}" + (f" · {cost:,}" if cost else "")


def _deploy(state: State, command: commands.Deploy) -> Sketch:
    """Return the sketch of a squadron in line astern of its first ship, or of a work or minefield."""
    at, heading = (command.x * TENTH, command.y * TENTH), command.heading
    name = thing_name(state, command.what)
    label = f"{name[:1].upper()}{name[1:]}: {at[0] / 1000:g}, {at[1] / 1000:g}"
    if not has_heading(state, command.side, command.what):
        return Sketch(label=label, at=at, path=(at, at), rule="PA-2.1-22")
    squadron = state.squadrons.get(command.what)
    count = len(squadron.ships) if squadron is not None else 1
    end = move(at, heading, -ASTERN * max(1, count - 1))
    label += f" · {heading:03d}°" + (", as a marker" if command.marker else "")
    return Sketch(label=label, at=at, facing=heading, path=(end, at), rule="PA-2.1-22")


FOR_ME = {  # label of the automatic choice, by phase
    "first forces": "Auto-buy",
    "second forces": "Auto-buy",
    "boxes": "Place boxes for me",
    "terrain": "Place piece for me",
    "base lines": "Base line for me",
    "convoy": "Place convoy for me",
    "deployment order": "Choose for me",
    "deployment": "Deploy next for me",
    "end": "Assign all parties",
}


def names(state: State) -> Mapping[str, str]:
    """Return the names players use, by id, for sides, ships, squadrons, works, fields and torpedo markers."""
    found = dict(state.scene.names)
    for field in state.fields.values():
        found.setdefault(field.id, f"the minefield of {found.get(field.side, field.side)}")
    for number in range(1, state.next_marker):
        found.setdefault(f"marker-{number}", f"torpedo marker {number}")
    if state.target is not None:
        found["target"] = state.scene.targets[state.target.chart].title
    found.setdefault("target", "the target")
    return found


# ---------------------------------------------------------------------- sketches


def sketch(state: State, command: Command) -> Sketch:
    """Return the sketch of what a command would do, shown before it is given."""
    named = state.scene.names
    match command:
        case commands.Steer(ship=ship, course=course) if ship in state.ships:
            return _steer(state, state.ships[ship], course)
        case commands.Ram(ship=ship, target=target, spar=spar) if ship in state.ships:
            label = f"{named[ship]}: {'spar torpedo against' if spar else 'ram'} {named.get(target, target)}"
            return _aim_sketch(state, ship, target, label, "PA-SPR-H1" if spar else "PA-RAM-H1")
        case commands.Fire(ship=ship, guns=guns, target=target):
            what = "all guns" if guns == ALL else f"type {guns} guns"
            label = f"{named.get(ship, ship)}: {what} at {named.get(target, target)}"
            return _aim_sketch(state, ship, target, label, "PA-GUN-H4")
        case commands.Launch(ship=ship, mount=mount, bearing=heading, count=count, along=along) if ship in state.ships:
            tubes = "all tubes" if mount == "all" else f"tubes {mount}"
            abreast = f", abreast of section {along}" if along else ""
            label = f"{named[ship]}: {count} from {tubes}{abreast} · {heading:03d}°"
            return _launch(state, command, label)
        case commands.Launch(ship=fort, bearing=heading, count=count) if fort in state.forts:
            return _launch(
                state, command, f"{named[fort]}: {count_noun(count, 'torpedo', 'torpedoes')} · {heading:03d}°"
            )
        case commands.Salvo(ship=ship, other=other, bearing=heading, count=count) if ship in state.ships:
            with_other = f" with {named[other]}" if other in named else ""
            label = f"{named[ship]}: salvo of {count}{with_other} · {heading:03d}°"
            return _launch(state, command, label)
        case commands.Activate(squadron=squadron):
            return _of_squadron(state, squadron, f"{named.get(squadron, squadron)}: activate", "PA-SEQ-H4")
        case commands.Follow(squadron=squadron):
            return Sketch(label=f"{named.get(squadron, squadron)}: the others follow", rule="PA-SEQ-H5")
        case commands.StandEasy(squadron=squadron):
            return Sketch(label=f"{named.get(squadron, squadron)}: end activation", rule="PA-SEQ-H4")
        case commands.WorksFire():
            return Sketch(label="The works range fire", rule="PA-SHO-H9")
        case commands.Reload(ship=ship, mount=mount):
            return _at(state, ship, f"{named.get(ship, ship)}: reload {mount}", "PA-6.3-2")
        case commands.Refloat(ship=ship):
            return _at(state, ship, f"{named.get(ship, ship)}: refloat", "PA-TER-H6")
        case commands.Lights(ship=ship):
            return _at(state, ship, f"{named.get(ship, ship)}: searchlights on", "PA-NGT-H1")
        case commands.Repair(ship=ship, job=job):
            return _at(state, ship, f"{named.get(ship, ship)}: {JOB_TITLES.get(job, job)}", "PA-DC-H2")
        case commands.Order(order=order):
            return Sketch(label=f"Act {order}", rule="PA-SEQ-H2")
        case commands.ChooseForMe():
            return Sketch(label=FOR_ME.get(SEQUENCE[state.cursor.phase].name, "Choose for me"), rule="PA-SET-H1")
    return set_up_sketch(state, command) or Sketch(label="End the phase", rule="PA-SEQ-H1")


def _steer(state: State, ship: Ship, course: str) -> Sketch:
    track = track_of(place(ship), ship.heading, course, state.scene.charts.movement.turn_degrees)
    speed = length_of(course) // state.scene.charts.movement.mils_per_speed
    text = plot_text(course, '"')
    how = f"{text} · {speed} kn · heading {track.heading:03d}°" if speed else "stop"
    return Sketch(
        label=f"{state.scene.names[ship.id]}: {how}",
        piece=ship.id,
        at=track.end,
        facing=track.heading,
        path=track.points,
        rule="PA-MOV-H5",
    )


def _aim_sketch(state: State, ship: str, target: str, label: str, rule: str) -> Sketch:
    one, other = thing_of(state, ship), thing_of(state, target)
    if one is None or other is None:
        return Sketch(label=label, rule=rule)
    here, there = place(one), place(other)
    return Sketch(label=label, piece=ship, target=target, at=there, path=(here, there), rule=rule)


def _launch(state: State, command: commands.Launch | commands.Salvo, label: str) -> Sketch:
    """Return the marker a launch lays: its wedge, from its narrow end along the bearing."""
    start, wedges = _drawn_marker(state, command)
    thing = state.ships.get(command.ship) or state.forts[command.ship]
    reach = max((distance(start, corner) for wedge in wedges for corner in wedge), default=0)
    end = move(start, command.bearing, reach)
    return Sketch(
        label=label,
        piece=command.ship,
        at=end,
        facing=command.bearing,
        path=(place(thing), end),
        areas=wedges,
        rule="PA-6.1-1",
    )


def _drawn_marker(state: State, command: commands.Launch | commands.Salvo) -> tuple[Point, tuple[Polygon, ...]]:
    """Return where a marker begins, and its wedges. Rules: PA-6.1-2, PA-6.1-6, PA-6.1-11, PA-SHO-H4."""
    if isinstance(command, commands.Salvo):
        laid = salvoes.marker_of(state, command)
        return laid.start, laid.wedges
    if command.ship in state.forts:
        laid = fort_torpedoes.marker_of(state, command)
        return laid.start, laid.wedges
    ship = state.ships[command.ship]
    card = state.scene.cards[ship.id]
    tube = card.tube(command.mount) or card.tubes[0]
    start = launch_point(state, ship, tube, command.bearing)
    return start, wedges_of(state, start, command.bearing, tube.kind, SINGLE)


def _of_squadron(state: State, squadron: str, label: str, rule: str) -> Sketch:
    """Return the sketch of a squadron, at its first ship on the table, or of a work."""
    if squadron in state.forts or squadron in state.batteries:
        return _at(state, squadron, label, rule)
    found = state.squadrons.get(squadron)
    ships = [key for key in found.ships if key in state.ships and not state.ships[key].gone] if found else []
    if ships:
        return _at(state, ships[0], label, rule).but(mates=tuple(ships[1:]))
    return _at(state, squadron, label, rule)


def _at(state: State, piece: str, label: str, rule: str) -> Sketch:
    thing = thing_of(state, piece)
    return (
        Sketch(label=label, piece=piece, at=place(thing), rule=rule)
        if thing is not None
        else Sketch(label=label, rule=rule)
    )


UNDER_WATER = ("1 under-water hit", "2 under-water hits", "3 or more under-water hits")


# what an order may lead to, the gravest first; the first that happened names the outcome
GRAVEST: tuple[tuple[type[Event], str], ...] = (
    (events.Exploded, "explosion"),
    (events.Sunk, "sunk"),
    (events.Rammed, "rammed"),
    (events.SparStruck, "spar struck"),
    (events.RamMissed, "miss"),
    (events.Collided, "collision"),
    (events.Refloated, "afloat again"),
    (events.StuckFast, "stuck fast"),
    (events.Reloaded, "reloaded"),
    (events.Repaired, "repaired"),
    (events.RepairFailed, "no success"),
    (events.ReloadFailed, "no success"),
)
MILDER: tuple[tuple[type[Event], str], ...] = (
    (events.Swamped, "swamped"),
    (events.RodeOut, "rode it out"),
    (events.CollisionAvoided, "collision avoided"),
)


def outcome_class(noted: tuple[Event, ...]) -> str:
    """Return the outcome class of a command for the odds: the gravest of its effects."""
    kinds = {type(event) for event in noted}
    for kind, words in GRAVEST:
        if kind in kinds:
            return words
    under_water = sum(isinstance(event, events.TorpedoHit | events.MineHit) for event in noted)
    if under_water:
        return UNDER_WATER[min(under_water, len(UNDER_WATER)) - 1]
    if events.RanAground in kinds:
        return "aground"
    if events.GunsFired in kinds:
        straddles = sum(event.straddles for event in noted if isinstance(event, events.GunsFired))
        if not straddles:
            return "no straddle"
        return f"{straddles} straddle{'s' * (straddles > 1)}" if straddles < 4 else "4 or more straddles"
    for kind, words in MILDER:
        if kind in kinds:
            return words
    if events.MinesMet in kinds or any(isinstance(event, events.MarkerMet) and event.tests for event in noted):
        return "no harm"
    if any(isinstance(event, Rolled) and event.rule == "PA-4.5-1" for event in noted):
        return "not aground"
    return "placed" if events.MarkerPlaced in kinds else "carried out"


# ---------------------------------------------------------------------- sight lines


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the sight line between two places and what blocks it; land on which one of them stands does not block.

    Rule: PA-GUN-H25.
    """
    a, b = (start[0], start[1]), (end[0], end[1])
    land = [item for item in state.terrain if item.kind in ("island", "peninsula", "coastline")]
    found = trace_table(a, b, (), tuple(item.shape for item in land), ends=False)
    away = distance(a, b)
    band = band_of(away)
    text = inches_text(away)
    if found.verdict == "blocked":
        return SightReport(found, text, f"Blocked by {land[found.blockers[0]].name}", "PA-TER-H1")
    if away > state.visibility:
        far = f"Clear, but beyond the visibility of {inches_text(state.visibility)}"
        return SightReport(found, text, far, "PA-2.1-15")
    limit = inches_text(state.scene.charts.gunnery.bands_mils[band]) if band >= 0 else ""
    return SightReport(found, text, f"Clear, range band to {limit}" if limit else "Clear, out of range", "PA-GUN-H2")
