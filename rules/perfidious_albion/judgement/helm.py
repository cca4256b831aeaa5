"""The courses of a ship and the features of each: guns, torpedoes, mines, land, station, objective, ram.

House judgement, no rule of the game. Enemies that have acted are judged where they are; those that have not, where they
are heading, with their broadside bearing. In hundredths of a victory point. Rolls no dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.inches import bearing, distance
from rules.kernel.policy import Option
from rules.perfidious_albion.damage.losses import value_of
from rules.perfidious_albion.damage.weather import land_of
from rules.perfidious_albion.judgement.gunfire import DIE, floods_take, left_of, straddle_takes
from rules.perfidious_albion.records.charts import SPAR, band_of, crew_target, hit_percent
from rules.perfidious_albion.records.commands import Ram
from rules.perfidious_albion.records.state import EDGES, Ship, State, enemy_of, place
from rules.perfidious_albion.sailing.collision import crossed_ships
from rules.perfidious_albion.sailing.courses import Track, count_turns
from rules.perfidious_albion.sailing.movement import leaves_by_exit, way_of
from rules.perfidious_albion.sailing.ram_hits import ram_floods
from rules.perfidious_albion.sailing.ramming import approach as ram_course
from rules.perfidious_albion.sailing.ramming import offer_ram
from rules.perfidious_albion.sailing.steering import legal_steers, speed_of, trace_of, track_for
from rules.perfidious_albion.ships.grids import UNDER_WATER
from rules.perfidious_albion.ships.model_outlines import model_length, tips
from rules.perfidious_albion.shown.evaluation import (
    POINT,
    Battery,
    battery,
    expected_ships,
    formation_penalty,
    hazard_penalty,
    in_tubes,
    mission_pull,
    range_pull,
    sighting_range,
    torpedo_share,
)
from rules.perfidious_albion.squadrons.cohesion import has_acted, is_view_blocked, ships_of_unit, unit_of
from rules.perfidious_albion.torpedoes.mines import fields_entered, mine_chance
from rules.perfidious_albion.torpedoes.passage import TESTED, passage

MOVE = {
    "guns": "our guns",
    "their_guns": "their guns",
    "at_boats": "their guns at our boats",
    "their_tubes": "their torpedoes",
    "mines": "mines",
    "tubes": "our torpedoes",
    "lee": "land or the edge ahead",
    "ashore": "running ashore or off the table",
    "station": "station in the squadron",
    "company": "risk of collision",
    "closing": "better range",
    "errand": "mission",
    "line": "order in the line",
    "ram": "ram",
}
SMALL = 3  # a size of ship
BEAM = 90  # degrees off the bow on which most guns bear
BOXES = 60  # places a torpedo may strike: six levels by ten sections


class Foe(NamedTuple):
    """An enemy in this judgement: his position for our guns, his expected position for his own, and his guns."""

    ship: Ship
    later: Ship
    guns: Battery
    reach: int  # milli-inches at which he is seen ...
    percent: int  # ... and what is left of the chance to hit him
    waits: bool  # he has still to act this turn
    marks: int  # of our ships he might fire at


class Outlook:
    """The data for choosing one ship's course, made once for each decision."""

    def __init__(self, state: State, ship: Ship) -> None:
        side, foe = ship.side, enemy_of(state, ship.side)
        self.state, self.ship = state, ship
        self.mine = [mate for mate in expected_ships(state, side) if mate.id != ship.id]
        self.theirs = expected_ships(state, foe)
        self.guns = battery(state, ship.id)
        self.foes = [_as_foe(state, later, [ship, *self.mine]) for later in self.theirs]

    def options(self) -> Iterator[Option]:
        """Yield every course on offer, ram and spar torpedo with its features."""
        state, ship = self.state, self.ship
        late = _moves_early(state, ship)
        for steer in legal_steers(state, ship):
            yield Option(steer, self._features(steer.course, late, "", 0))
        for offer in offer_ram(state, ship.side):
            for command in offer.commands if offer.piece == ship.id else ():
                assert isinstance(command, Ram)
                way = ram_course(state, ship, state.ships[command.target])
                if way is not None:
                    brings = ram_brings(state, ship, command, way.course)
                    yield Option(command, self._features(way.course, late, command.target, brings))

    def _features(self, course: str, late: int, rammed: str, brings: int) -> tuple[int, ...]:
        """Return the features of a course. rammed: the ship to ram; brings: the value of that."""
        state, ship = self.state, self.ship
        track = track_for(state, ship, course)
        way = way_of(state, ship, track)
        end = way.track
        gone = bool(way.ended) and not (way.ended in EDGES and leaves_by_exit(state, ship, end.end))
        there = ship.but(
            x=end.end[0],
            y=end.end[1],
            heading=end.heading,
            speed=speed_of(state, course),
            moved=True,
            hull=tips(end.end, end.heading, model_length(state, ship)),
            track=trace_of(state, ship, end),
            turned=count_turns(end) * state.scene.charts.movement.turn_degrees,
        )
        fleet = [*self.mine, there]
        taken, boat = self._expected_losses(there), _depends_on_torpedoes(state, ship)
        return (
            self._damage_to_enemy(there),
            0 if boat else taken,
            taken if boat else 0,
            self._torpedoes(there),
            self._mines(there),
            in_tubes(state, there) * POINT,
            hazard_penalty(state, there) * POINT,
            value_of(state, ship) * POINT * gone,
            formation_penalty(state, there, fleet) * POINT,
            self._company(end, rammed),
            range_pull(state, [there], self.theirs) * POINT,
            mission_pull(state, ship.side, [there]) * POINT,
            late,
            brings,
        )

    def _damage_to_enemy(self, there: Ship) -> int:
        """Return the mean loss of the best target to her guns from a place, with the enemies where they are."""
        best = 0
        for foe in self.foes:
            promise = self._expected_damage(there, self.guns, foe.ship, there.heading, foe.reach) * foe.percent // 100
            best = max(best, min(promise, left_of(self.state, foe.ship)))
        chart = self.state.scene.charts.gunnery
        if there.turned >= chart.turned_degrees:
            best = best * (100 + chart.modifiers["turned"].value) // 100
        return best

    def _expected_losses(self, there: Ship) -> int:
        """Return what the enemies' guns may take from her at a place: each fires at one of the ships he might."""
        reach, percent = sighting_range(self.state, there, False)
        total = 0
        for foe in self.foes:
            if foe.guns:
                along = None if foe.waits else foe.later.heading
                total += self._expected_damage(foe.later, foe.guns, there, along, reach) // foe.marks
        return min(total * percent // 100, left_of(self.state, self.ship))

    def _expected_damage(self, firer: Ship, guns: Battery, mark: Ship, heading: int | None, reach: int) -> int:
        """Return the mean damage of guns to a target in a turn.

        The chance times the value of a straddle, for every gun that bears. heading: None for a firer with her broadside
        bearing.
        """
        here, at = place(firer), place(mark)
        away = distance(here, at)
        band = band_of(away)
        if band < 0 or away > reach or (land_of(self.state) and is_view_blocked(self.state, here, at)):
            return 0
        reaching = [(letter, count, arcs) for letter, count, arcs in guns if hit_percent(letter, band)]
        if not reaching:
            return 0
        turned = BEAM
        if heading is not None:
            turned = (bearing(here, at) - heading) % 360 if away else 0
        total = 0
        for letter, count, arcs in reaching:
            percent = hit_percent(letter, band)
            if any((turned - first) % 360 <= last - first for first, last in arcs):
                total += percent * count * straddle_takes(self.state, mark.id, letter, band, "")
        return total // 100

    def _torpedoes(self, there: Ship) -> int:
        """Return what the markers she meets on her way may cost her."""
        state, total = self.state, 0
        if not state.markers:
            return 0
        card = state.scene.cards[there.id]
        hull = sum(box.level in UNDER_WATER for box in card.standing)
        for marker in state.markers.values():
            if passage(state, self.ship, there.track, there.hull, marker) in TESTED:
                hits = 1000 * marker.count * hull // BOXES
                total += (
                    value_of(state, there) * POINT * torpedo_share(state, there, marker.kind) // 1000 * hits // 1000
                )
        return min(total, left_of(state, self.ship))

    def _mines(self, there: Ship) -> int:
        """Return what the fields on her way may cost her."""
        state, total = self.state, 0
        for field in fields_entered(state, there.track) if state.fields else ():
            percent = mine_chance(state, there, field)[0]
            total += value_of(state, there) * POINT * torpedo_share(state, there, "medium") // 1000 * percent // 100
        return total

    def _company(self, track: Track, rammed: str) -> int:
        """Return the cost of ships across her path: the smaller of two ships may be lost."""
        state, ship = self.state, self.ship
        met = crossed_ships(state, ship, track, (rammed,))
        return sum(min(value_of(state, ship), value_of(state, state.ships[name])) for name, _ in met) * POINT


def _depends_on_torpedoes(state: State, ship: Ship) -> bool:
    """Return whether torpedoes are a ship's main value: torpedo craft, and small ships with a torpedo left."""
    card = state.scene.cards[ship.id]
    return card.torpedo_craft or (card.size == SMALL and any(count for _, count in ship.loaded))


def _as_foe(state: State, later: Ship, ours: list[Ship]) -> Foe:
    ship = state.ships[later.id]
    waits = not has_acted(state, unit_of(ship))
    reach, percent = sighting_range(state, ship, False)
    guns = battery(state, ship.id)
    far = state.visibility if not state.night else max(state.visibility, reach)
    marks = sum(distance(place(later), place(mine)) <= far for mine in ours)
    return Foe(ship, later, guns, reach, percent, waits, max(1, marks))


def _moves_early(state: State, ship: Ship) -> int:
    """Return the value of the ship ahead if she must still move: a ship that moves before her may run into her."""
    line = ships_of_unit(state, unit_of(ship))
    names = [mate.id for mate in line]
    ahead = line[: names.index(ship.id)] if ship.id in names else ()
    return sum(not mate.moved for mate in ahead[-1:]) * value_of(state, ship) * POINT


def ram_brings(state: State, ship: Ship, command: Ram, course: str) -> int:
    """Return what a ram or a spar torpedo brings on the mean, both crews' tests made: floods for the one, and for
    herself.

    Rules: PA-RAM-H1, PA-RAM-H2, PA-RAM-H4, PA-RAM-H5, PA-SPR-H1.
    """
    target = state.ships[command.target]
    moves, speed = state.scene.charts.movement, speed_of(state, course)
    home = min(DIE, max(0, crew_target(ship.cq)))
    stays = DIE
    if target.speed >= moves.ram_evade_speed:
        slower = moves.ram_evade_slower if target.speed < speed else 0
        stays = DIE - min(DIE, max(0, crew_target(target.cq) + slower))
    if command.spar:
        floods, own = state.scene.charts.torpedoes.weapons[SPAR].floods, 0
    else:
        floods = ram_floods(state, ship.but(speed=speed), target)
        own = max(1, -(-floods // moves.ram_back_divisor["ram" if state.scene.cards[ship.id].ram else "plain"]))
    spread = 1 if floods else 0  # a bow that lets no water in spreads none
    gain = floods_take(state, target, floods + spread) - floods_take(state, ship, own)
    return gain * home * stays // (DIE * DIE)
