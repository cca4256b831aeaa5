"""Passing through torpedo markers: how a ship leaves one, whether she is tested, which torpedoes hit.

A ship's trace is her starting stern tip, the path of her centre and her final bow tip; her hull is the line from stern
tip to bow tip at the end.
"""

from __future__ import annotations

from fractions import Fraction

from rules.kernel import inches
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.devastation import strike
from rules.perfidious_albion.damage.flooding import has_hull
from rules.perfidious_albion.records.events import MarkerMet, MarkerRanOn, MarkerRemoved, TorpedoHit, TorpedoMissed
from rules.perfidious_albion.records.state import Ship, State, TorpedoMarker
from rules.perfidious_albion.ships.grids import UNDER_WATER
from rules.perfidious_albion.torpedoes.markers import DOUBLE, run_on_wedges, runs_twice

LEAVES_WIDE, LEAVES_SIDE, LEAVES_NARROW, INSIDE, OWN = "wide", "side", "narrow", "inside", "own"
WAYS = {  # text of a passage
    LEAVES_WIDE: "left it by the wide end",
    LEAVES_SIDE: "left it by one of its long sides",
    LEAVES_NARROW: "left it by the narrow end, so a bow rake",
    INSIDE: "still inside",
    OWN: "her own, launched this turn",
}
TESTED = (LEAVES_SIDE, LEAVES_NARROW, INSIDE)
LEVEL_DIE, SECTION_DIE = 6, 10
ROUNDING = 20  # milli-inches of tolerance, as legs are rounded; two speed units are half an inch


def passage(state: State, ship: Ship, track: inches.Path, hull: inches.Path, marker: TorpedoMarker) -> str:
    """Return how a ship passes a marker: "" (no contact), wide, side, narrow, inside, or own for boats.

    Rules: PA-6.4-1, PA-6.4-3, PA-6.1-9, PA-3.1-2, PA-TOR-H3.
    """
    return _meet_marker(state, ship, track, hull, marker)[0]


def _meet_marker(
    state: State, ship: Ship, track: inches.Path, hull: inches.Path, marker: TorpedoMarker
) -> tuple[str, Fraction]:
    """Return the passage, and the leg of the trace on which the marker is met."""
    how, far = through(track, hull, marker.wedges)
    if how and (immune(state, ship, marker) or keeps_behind(state, ship, track, marker)):
        return OWN, far
    return how, far


def immune(state: State, ship: Ship, marker: TorpedoMarker) -> bool:
    """Return whether a boat may cross a marker of her own squadron in the turn of the launch.

    Rules: PA-3.1-2, PA-6.1-9.
    """
    fresh = marker.leg == 1 and marker.turn == state.cursor.turn
    return fresh and marker.craft and marker.squadron == ship.squadron and state.scene.cards[ship.id].torpedo_craft


def keeps_behind(state: State, ship: Ship, track: inches.Path, marker: TorpedoMarker) -> bool:
    """Return whether a large ship runs slowly enough to stay behind the torpedoes her own bow tube has just launched.

    Above the highest speed for bow tubes she overtakes them and is tested like any other ship. Rule: PA-6.1-8.
    """
    if not marker.bow or marker.ship != ship.id or marker.leg > 1 or marker.turn != state.cursor.turn:
        return False
    run = sum(inches.distance(a, b) for a, b in zip(track[1:-2], track[2:-1], strict=True))
    charts = state.scene.charts
    return run <= charts.torpedoes.bow_tube_speed * charts.movement.mils_per_speed + ROUNDING


def through(track: inches.Path, hull: inches.Path, wedges: tuple[inches.Polygon, ...]) -> tuple[str, Fraction]:
    """Return how a trace leaves a marker of one wedge, or of two that overlap, and how far along it meets the marker.

    Leaving a wedge while still in the other is not leaving the marker. Rules: PA-6.4-1, PA-6.4-3, PA-TOR-H3.
    """
    here = inches.bounds(track + hull)
    near = [wedge for wedge in wedges if inches.bounds_touch(here, inches.bounds(wedge))]
    if not near:
        return "", Fraction(0)
    first = Fraction(len(track) - 1)
    last = Fraction(-1)
    exits: list[frozenset[int]] = []
    inside = False
    for wedge in near:
        inside = inside or inches.segment_meets_polygon(hull[0], hull[1], wedge)
        for begins, ends in inches.stays(track, wedge):
            first = min(first, begins)
            if ends > last:
                last, exits = ends, []
            if ends == last:
                exits.append(frozenset(inches.edges_at(track, ends, wedge)) if ends < len(track) - 1 else frozenset())
    if inside:
        return INSIDE, first
    if not exits:
        return "", first
    edges = frozenset.intersection(*exits)
    if edges == {inches.WIDE}:
        return LEAVES_WIDE, first
    return (LEAVES_NARROW if edges == {inches.NARROW} else LEAVES_SIDE), first


def met_in_order(state: State, ship: Ship, track: inches.Path, hull: inches.Path) -> tuple[tuple[str, str], ...]:
    """Return the markers a ship meets and how she passes each, in the order along her trace. Rule: PA-TOR-H3."""
    found = []
    for marker in state.markers.values():
        how, far = _meet_marker(state, ship, track, hull, marker)
        if how:
            found.append((far, marker.id, how))
    return tuple((marker, how) for _, marker, how in sorted(found, key=lambda met: met[0]))


def meet_markers(r: Ruling, ship_id: str) -> None:
    """Test a ship that has moved, or stayed in place in her turn, for every marker she passed, in the order met.

    Uses her track and hull. Rolls for each torpedo of a marker she is tested for a D6 for the level and a D10, in a
    rake a second D6, for the section, and whatever a hit rolls. Rules: PA-3.1-1, PA-3.1-2, PA-TOR-H3.
    """
    ship: Ship = r.state.ships[ship_id]
    if ship.gone or len(ship.hull) < 2:
        return
    for name, how in met_in_order(r.state, ship, ship.track or ship.hull, ship.hull):
        if r.state.ships[ship_id].gone:
            return
        marker = r.state.markers[name]
        tests = marker.count if how in TESTED else 0
        rule = {OWN: "PA-6.1-9" if marker.craft else "PA-6.1-8", LEAVES_NARROW: "PA-6.4-3"}.get(how, "PA-6.4-1")
        r.note(MarkerMet(rule=rule, ship=ship_id, marker=name, passage=how, tests=tests, told=WAYS[how]))
        for number in range(tests):
            if not r.state.ships[ship_id].gone:
                _torpedo(r, ship_id, name, how, f"torpedo {number + 1} of {tests}")


def _torpedo(r: Ruling, ship_id: str, name: str, how: str, which: str) -> None:
    """Resolve one torpedo: whether it hits, and where. Rules: PA-6.4-2, PA-6.4-4, PA-6.4-6, PA-6.4-7."""
    state: State = r.state
    ship, marker = state.ships[ship_id], state.markers[name]
    section, level = place_of(r, ship_id, f"{which} against {state.scene.names[ship_id]}", how == LEAVES_NARROW)
    if not has_hull(state, ship, section, level):
        rule = "PA-6.4-7" if level in UNDER_WATER else "PA-6.4-2"
        r.note(TorpedoMissed(rule=rule, ship=ship_id, marker=name, section=section, level=level))
        return
    floods = state.scene.charts.torpedoes.weapons[marker.kind].floods
    left = marker.but(count=marker.count - 1)
    r.state = state.but(markers={**state.markers, name: left})
    r.note(
        TorpedoHit(
            rule="PA-6.4-4", ship=ship_id, marker=name, kind=marker.kind, section=section, level=level, floods=floods
        )
    )
    if not left.count:
        _remove(r, name, "its last torpedo has struck", "PA-6.4-6")
    strike(r, ship_id, section, level, marker.kind, "PA-6.4-4", by=marker.ship)


def place_of(r: Ruling, ship_id: str, what: str, rake: bool = False) -> tuple[int, int]:
    """Return section and level of an attack under water, as in gunnery. Rolls a D6 (level), then a D10 or in a rake a
    D6.

    Rules: PA-6.4-1, PA-6.4-3, PA-HIT-H1.
    """
    state: State = r.state
    ship = state.ships[ship_id]

    def depth(face: int) -> str:
        return "under water" if face in UNDER_WATER else "above water"

    def strikes(face: int) -> str:
        return f"strikes {face}/{level}" if has_hull(state, ship, face, level) else "no hit"

    level = r.roll(f"{what}: level", 1, LEVEL_DIE, "PA-6.4-1", die="black", says=depth).total
    if not rake:
        return r.roll(f"{what}: section", 1, SECTION_DIE, "PA-6.4-1", die="white", says=strikes).total, level
    sections = state.scene.charts.torpedoes.rake_sections
    return r.roll(f"{what}: section, bow rake", 1, sections, "PA-6.4-3", die="white", says=strikes).total, level


def remove_spent(r: Ruling) -> None:
    """Remove the turn's markers, except long torpedoes in their first turn, which run on."""
    for marker in tuple(r.state.markers.values()):
        if not runs_twice(r.state, marker):
            _remove(r, marker.id, "end of the run", "PA-6.2-7" if marker.leg > 1 else "PA-6.1-1")


def second_run(r: Ruling) -> None:
    """Let long torpedoes that hit nothing run on: second markers replace the first. Rules: PA-6.2-6, PA-6.2-8."""
    for marker in tuple(r.state.markers.values()):
        if not runs_twice(r.state, marker):
            continue
        wedges = run_on_wedges(r.state, marker)
        if not wedges:
            _remove(r, marker.id, "land or the edge of the table", "PA-6.2-6")
            continue
        reach = r.state.scene.charts.torpedoes.weapons[marker.kind].reach_mils
        start = inches.move(marker.start, marker.bearing, reach)
        after = marker.but(start=start, wedges=wedges, width=DOUBLE, leg=marker.leg + 1)
        r.state = r.state.but(markers={**r.state.markers, marker.id: after})
        r.note(MarkerRanOn(rule="PA-6.2-8" if len(wedges) > 1 else "PA-6.2-6", marker=marker.id, count=after.count))


def _remove(r: Ruling, name: str, why: str, rule: str) -> None:
    owner = r.state.markers[name].ship
    r.state = r.state.but(markers={key: marker for key, marker in r.state.markers.items() if key != name})
    r.note(MarkerRemoved(rule=rule, marker=name, ship=owner, why=why))
