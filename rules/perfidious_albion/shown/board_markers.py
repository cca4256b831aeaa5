"""Markings on the table besides models: torpedo wedges, mines, boxes, base lines, tracks, ranges, arcs, lights."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.inches import Point, move
from rules.kernel.view import Marker
from rules.perfidious_albion.records.charts import arcs_of, band_of, cohesion_mils, hit_percent
from rules.perfidious_albion.records.state import (
    BEARINGS,
    Battery,
    Box,
    Fort,
    Ship,
    State,
    TorpedoMarker,
    afloat,
    place,
    works_of,
)
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.deployment_areas import at_depth, box_shape, edge_length
from rules.perfidious_albion.setup.placement_rules import own_depth
from rules.perfidious_albion.ships.grids import Box as GridBox
from rules.perfidious_albion.ships.pieces import gun_silent
from rules.perfidious_albion.squadrons.sighting import lit_up
from rules.perfidious_albion.torpedoes.passage import passage

INCH = 1000
ARC_REACH = 5000  # how far an arc is drawn
ARC_STEP = 900  # by which each further arc is shorter
MOST_ARCS = 4
LEFT = {  # label for a ship that came through a wedge, by how she left it
    "wide": "safe",
    "own": "own, safe",
    "side": "by the side",
    "narrow": "bow rake",
    "inside": "still inside",
}


def markers(state: State) -> Iterator[Marker]:
    """Yield every marker, the lowest layer first."""
    ships = [ship for ship in afloat(state) if is_placed(state, ship)]
    yield from _boxes(state)
    yield from _base_lines(state)
    yield from _deployment_lines(state)
    yield from _fields(state)
    for ship in ships:
        yield from _track(ship)
    for torpedoes in state.markers.values():
        yield from _wedges(torpedoes)
    yield from _passages(state)
    for ship in ships:
        yield from _light(state, ship)
        yield from _rings(state, ship)
    yield from _ashore(state)


def is_placed(state: State, ship: Ship) -> bool:
    """Return whether a ship has been placed on the table."""
    squadron = state.squadrons.get(ship.squadron)
    return squadron is None or squadron.deployed


def is_waiting(state: State, key: str) -> bool:
    """Return whether a squadron, work or field has still to be placed on the table."""
    return any(key in waiting for waiting in state.waiting.values())


def inches_text(mils: int) -> str:
    """Return a length in inches: 12", 3.5"."""
    whole, rest = divmod((mils + 5) // 10, 100)
    return (f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)) + '"'


# ---------------------------------------------------------------------- the table


def _boxes(state: State) -> Iterator[Marker]:
    """Yield a convoy's entry and exit boxes. Rules: PA-2.1-40, PA-2.1-42, PA-2.1-49."""
    for box in state.boxes:
        text, rule = ("Exit box", "PA-2.1-49") if box.kind == "exit" else ("Entry box", "PA-2.1-42")
        yield Marker(kind="box", places=box_shape(box), text=text, facing=_edge_of(state, box), rule=rule)


def _edge_of(state: State, box: Box) -> int:
    """Return the heading out of the table through a box."""
    size = box.size
    away = (box.north, state.scene.width - box.west - size, state.scene.height - box.north - size, box.west)
    return min(zip(away, BEARINGS.values(), strict=True))[1]


def _base_lines(state: State) -> Iterator[Marker]:
    """Yield each side's base line. Rule: PA-2.1-9."""
    for side, edge in state.baseline.items():
        ends = tuple(at_depth(state, edge, 0, along) for along in (0, edge_length(state, edge)))
        text = f"Base line of {state.scene.names[side]}"
        yield Marker(kind="baseline", places=ends, side=side, text=text, facing=BEARINGS[edge], rule="PA-2.1-9")


def _deployment_lines(state: State) -> Iterator[Marker]:
    """Yield the line that each side's squadrons must stay behind while they deploy. Rule: PA-2.1-23."""
    if SEQUENCE[state.cursor.phase].name != "deployment" or state.scene.mission == "bombardment":
        return
    for side, edge in state.baseline.items():
        if state.waiting.get(side):
            ends = tuple(
                at_depth(state, edge, own_depth(state, side), along) for along in (0, edge_length(state, edge))
            )
            text = f"Squadrons of {state.scene.names[side]} up to here"
            inwards = (BEARINGS[edge] + 180) % 360  # the label is on the side where squadrons may be
            yield Marker(kind="baseline", places=ends, side=side, text=text, facing=inwards, rule="PA-2.1-23")


def _fields(state: State) -> Iterator[Marker]:
    """Yield minefields with density and owner, and the part of every track inside them. Rules: PA-2.2-20, PA-MIN-H1."""
    for field in state.fields.values():
        if is_waiting(state, field.id):
            continue
        text = f"{state.scene.names.get(field.side, field.side)}, density {field.density}"
        yield Marker(
            kind="circle",
            places=((field.x, field.y),),
            side=field.side,
            value=field.radius,
            facing=3 + 2 * field.density,
            text=text,
            rule="PA-2.2-20",
        )
        for ship in state.ships.values():
            if not ship.gone and len(ship.track) > 1 and ship.moved:
                yield Marker(
                    kind="swept",
                    places=((field.x, field.y), *ship.track),
                    side=ship.side,
                    value=field.radius,
                    rule="PA-6.5-1",
                )


def _track(ship: Ship) -> Iterator[Marker]:
    """Yield the track of the last move. Rule: PA-TOR-H3."""
    if len(ship.track) > 3 or (len(ship.track) > 2 and ship.moved and ship.speed):
        yield Marker(kind="wake", places=(*ship.track[:-1],), side=ship.side, rule="PA-TOR-H3")


# ---------------------------------------------------------------------- torpedoes


def _wedges(marker: TorpedoMarker) -> Iterator[Marker]:
    """Yield a torpedo marker: one wedge with its counter, or two that overlap and share it.

    Rules: PA-6.1-7, PA-6.2-8.
    """
    for number, wedge in enumerate(marker.wedges):
        text = marker.kind + (", second turn" if marker.leg > 1 else "")
        yield Marker(
            kind="wedge",
            places=wedge,
            side=marker.side,
            value=0 if number else marker.count,
            text="" if number else text,
            facing=marker.bearing,
            rule="PA-6.1-7",
        )


def _passages(state: State) -> Iterator[Marker]:
    """Yield where a ship left a wedge this turn, and what that meant for her. Rules: PA-6.4-1, PA-6.4-3, PA-TOR-H3."""
    for ship in state.ships.values():
        if ship.gone or not ship.moved or len(ship.track) < 2 or not ship.hull:
            continue
        for marker in state.markers.values():
            how = passage(state, ship, ship.track, ship.hull, marker)
            if how in LEFT:
                at = ship.track[-1] if how == "inside" else ship.hull[0]
                yield Marker(
                    kind="passage",
                    places=(at,),
                    side=ship.side,
                    text=LEFT[how],
                    value=int(how in ("wide", "own")),
                    rule="PA-6.4-1",
                )


# ---------------------------------------------------------------------- what a ship sees and reaches


def _light(state: State, ship: Ship) -> Iterator[Marker]:
    """Yield the beams of a ship that uses her searchlights, and the ships they light up. Rules: PA-3.4-4, PA-NGT-H2."""
    if ship.lit:
        found = tuple(place(state.ships[foe]) for foe, by in lit_up(state).items() if by == ship.id)
        reach = state.scene.charts.night.searchlight_mils
        where = (place(ship), *found)
        yield Marker(kind="beam", places=where, side=ship.side, value=reach, facing=ship.heading, rule="PA-3.4-4")


def _rings(state: State, ship: Ship) -> Iterator[Marker]:
    """Yield how far a ship sees, where her squadron must be, and the hit chance of her heaviest guns at each range."""
    here, scene = (place(ship),), state.scene
    sees = f"sight {inches_text(state.visibility)}"
    squadron = state.squadrons.get(ship.squadron)
    if squadron is not None and len(squadron.ships) > 1:
        reach = cohesion_mils(ship.cq)
        yield _ring(ship, reach, f"formation {inches_text(reach)}", "PA-2.4-1")
    boxes = [box for box in scene.cards[ship.id].gun_boxes if not gun_silent(state, ship, box)]
    letters = [letter for letter in scene.charts.gunnery.letters if any(_letter(box) == letter for box in boxes)]
    if not letters:
        yield _ring(ship, state.visibility, sees, "PA-2.1-15")
        return
    main = letters[0]
    for band, reach in enumerate(scene.charts.gunnery.bands_mils):
        percent = hit_percent(main, band)
        if percent and reach < state.visibility:
            yield _ring(ship, reach, f"{inches_text(reach)} · {main} {percent} %", "PA-GUN-H3")
    farthest = hit_percent(main, band_of(state.visibility))
    words = f"{sees} · {main} {farthest} %" if farthest else sees
    yield _ring(ship, state.visibility, words, "PA-2.1-15")
    for number, (first, last) in enumerate(_arcs(boxes, main)[:MOST_ARCS]):
        yield Marker(
            kind="arc",
            places=(*here, *_edges(place(ship), ship.heading + first, ship.heading + last)),
            side=ship.side,
            text=main,
            value=ARC_REACH - number * ARC_STEP,
            rule="PA-GUN-H22",
        )


def _letter(box: GridBox) -> str:
    return box.guns.letter if box.guns is not None else ""


def _arcs(boxes: list[GridBox], letter: str) -> list[tuple[int, int]]:
    """Return the arcs in which guns of a type still bear, each once; all-round arcs are omitted."""
    found: list[tuple[int, int]] = []
    for box in boxes:
        if box.guns is None or box.guns.letter != letter:
            continue
        for arc in arcs_of(box.guns.arc, box.section):
            if arc not in found and arc[1] - arc[0] < 360:
                found.append(arc)
    return found


def _edges(at: Point, first: int, last: int) -> tuple[Point, Point]:
    """Return a point on each edge of an arc."""
    return move(at, first % 360, INCH), move(at, last % 360, INCH)


def _ring(thing: Ship | Fort, reach: int, text: str, rule: str) -> Marker:
    return Marker(kind="ring", places=(place(thing),), side=thing.side, text=text, value=reach, rule=rule)


# ---------------------------------------------------------------------- ashore


def _ashore(state: State) -> Iterator[Marker]:
    """Yield the arcs of shore batteries and the ranges of forts. Rules: PA-2.2-4, PA-2.2-12."""
    standing = [work for work in works_of(state) if not is_waiting(state, work.id)]
    for work in standing:
        if isinstance(work, Battery):
            yield _battery_arc(state, work)
    for work in standing:
        if isinstance(work, Fort):
            yield _ring(work, state.visibility, f"sight {inches_text(state.visibility)}", "PA-2.1-15")


def _battery_arc(state: State, battery: Battery) -> Marker:
    half = state.scene.charts.ashore.battery_arc
    bands = state.scene.charts.gunnery.bands_mils
    reach = max((mils for band, mils in enumerate(bands) if hit_percent(battery.gun, band)), default=INCH)
    return Marker(
        kind="arc",
        places=(place(battery), *_edges(place(battery), battery.facing - half, battery.facing + half)),
        side=battery.side,
        text=f"{battery.count} {battery.gun}",
        value=min(reach, state.visibility),
        rule="PA-2.2-4",
    )
