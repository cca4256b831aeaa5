"""Under water recomputed: how a ship leaves a torpedo marker, mines, the spread of flooding, rams, going aground."""

from __future__ import annotations

import math
import re

from tests.referee.albion_table import (
    BASES,
    LAND,
    MODELS,
    Box,
    Point,
    Ship,
    Table,
    along,
    near_line,
    off,
    to_shape,
    within,
)
from tests.referee.record import Event, Game

FIRST = {"short": 1, "medium": 2, "long": 3, "mine": 3, "spar": 1}
KINDS = {"S": "short", "M": "medium", "L": "long"}
LENGTH = {"short": 3000, "medium": 6000, "long": 6000}
WET_WORDS = {"short": 1, "spar": 1, "long": -1, "mine": -1}
BLOWS = ((8000, 0), (4000, 1), (1500, 2), (0, 3))  # what a blow adds to flooding targets, by the striker's tons
SHAKE = ((0, 0), (4, 0), (-4, 0), (0, 4), (0, -4))  # a passage must be the same with the wedge moved so little
Wedge = tuple[Point, Point, Point, Point]  # narrow left, narrow right, wide right, wide left


def wedge(start: Point, towards: float, width: int, length: int) -> Wedge:
    """Return a marker from the middle of its narrow end: an inch wide there, twice that six inches on; or double."""
    half, far = 500 * width, 500 * width * (1 + length / 6000)
    end = along(start, towards, length)
    return (
        along(start, towards - 90, half),
        along(start, towards + 90, half),
        along(end, towards + 90, far),
        along(end, towards - 90, far),
    )


def cut(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Return how far along a-b, 0 to 1, it crosses c-d."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    below = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not below:
        return None
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / below
    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / below
    return t if 0 <= t <= 1 and 0 <= u <= 1 else None


def in_wedge(at: Point, shape: Wedge) -> bool:
    """Return whether a place lies in a marker."""
    signs = []
    for a, b in zip(shape, (*shape[1:], shape[0]), strict=True):
        signs.append((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) >= 0)
    return all(signs) or not any(signs)


def passage(trace: list[Point], shape: Wedge) -> str:
    """Return how a trace leaves a marker: "" no contact, inside, wide, narrow or side."""
    sides = [
        (shape[0], shape[1], "narrow"),
        (shape[1], shape[2], "side"),
        (shape[2], shape[3], "wide"),
        (shape[3], shape[0], "side"),
    ]
    last, how = -1.0, ""
    for number, (a, b) in enumerate(zip(trace, trace[1:], strict=False)):
        for c, d, name in sides:
            far = cut(a, b, c, d)
            if far is not None and number + far > last:
                last, how = number + far, name
    return how


def through(ship: Ship, trace: list[Point], shape: Wedge) -> str | None:
    """Return how a ship comes through a marker; None where a tiny difference would decide it."""
    found = set()
    for dx, dy in SHAKE:
        moved = tuple((x + dx, y + dy) for x, y in shape)
        hull = (ship.tip(-1), ship.tip(1))
        still = in_wedge(hull[0], moved) or in_wedge(hull[1], moved) or bool(passage(list(hull), moved))  # type: ignore[arg-type]
        how = "inside" if still else passage(trace, moved)  # type: ignore[arg-type]
        found.add(how or ("inside" if any(in_wedge(at, moved) for at in trace) else ""))  # type: ignore[arg-type]
    return found.pop() if len(found) == 1 else None


class Water:
    """One game under water."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.markers: dict[str, Event] = {}
        self.launch: Event = {}
        self.hit: tuple[str, Box, str, int] | None = None  # ship, box, weapon, terms of a blow
        self.due: list[Box] = []  # boxes still to be tested round the hit
        self.tested: dict[Box, bool] = {}
        self.blows: dict[str, tuple[Box | None, int]] = {}  # of a ram or collision: where, and what it adds to targets
        self.met: set[str] = set()  # fields met on the move that is being made
        self.mover = ""
        self.plan: list[Point] = []  # of the course that was ordered: her middle, then her bow
        self.reached = 0.0  # how far along it foul ground was met
        self.roll: Event = {}

    # ------------------------------------------------------------------ markers

    def check_order(self, order: Event) -> None:
        """An order to launch: whether it could be given."""
        self.finish_spread()
        self.launch = order if order["type"] in ("launch", "salvo") else {}
        ship = self.table.ships.get(order.get("ship", ""))
        self.plan, self.reached = [], 0.0
        if ship is not None and order["type"] == "steer":
            self._course(ship, order["course"])
        if not self.launch or ship is None:
            return
        expect = self.game.expect
        sea = self.table.sea_at(ship.at)
        if ship.craft and sea != "?":
            expect("boats do not launch in heavy sea or storm", True, sea in ("calm", "rough"), order)
        if order["type"] == "salvo" or ship.craft:
            return
        section, level = (int(part) for part in order["mount"].split("/"))
        arc = ship.card["tubes"].get(order["mount"], "R")
        expect("a mount is not lost", False, (section, level) in ship.lost, order)
        turned = (order["bearing"] - ship.heading) % 360
        if arc == "F":
            expect("bow tubes are used at 10 or less", True, ship.speed <= 10, order)
            expect("a bow tube launches ahead", 0, turned, order)
        elif arc == "A":
            expect("a stern tube launches astern", 180, turned, order)
        elif arc == "B":
            expect("a broadside tube launches square to the hull", True, turned in (90, 270), order)
        else:
            expect("a trainable tube trains 45 degrees", True, min(off(turned, 90), off(turned, 270)) <= 45, order)

    def _course(self, ship: Ship, course: str) -> None:
        at, heading = ship.at, float(ship.heading)
        self.plan = [at]
        for run, turn in re.findall(r"(\d+(?:\.\d+)?)([LR]?)", course):
            at = along(at, heading, 1000 * float(run))
            self.plan.append(at)
            heading += {"L": -45, "R": 45, "": 0}[turn]
        self.plan.append(along(at, heading, MODELS[ship.size][0] / 2))

    def _terrain_distance(self, name: str) -> float | None:
        """How far along her course a ship comes to a piece of terrain, in milli-inches."""
        shape, run = self.table.shapes.get(name), 0.0
        for a, b in zip(self.plan, self.plan[1:], strict=False):
            length = math.dist(a, b)
            for step in range(int(length // 50) + 1 if shape else 0):
                part = 50 * step / length if length else 0.0
                if within((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), shape or []):
                    return run + 50 * step
            run += length
        return None

    def check_marker(self, event: Event) -> None:
        """A marker on the table: where it must lie."""
        ship, order = self.table.ships.get(event["ship"]), self.launch
        self.markers[event["marker"]] = {**event, "turn": self.table.turn, "leg": 1, "shape": None}
        if ship is None or not order or order["type"] != "launch":
            return
        self.game.expect("torpedoes of a launch", order["count"], event["count"], event)
        if ship.craft:
            width, length = MODELS[ship.size][1], MODELS[ship.size][0]
            corners = [
                along(along(ship.at, ship.heading, fore * length / 2), ship.heading + 90, side * width / 2)
                for fore in (-1, 1)
                for side in (-1, 1)
            ]
            ahead = along((0, 0), event["bearing"], 1)
            reach = max((x - ship.at[0]) * ahead[0] + (y - ship.at[1]) * ahead[1] for x, y in corners)
            start = along(ship.at, event["bearing"], reach)
        else:
            start = self._from_tube(ship, order)
        length = LENGTH[event["kind"]]
        if self._clear(start, event["bearing"], length, event["width"]):
            self.markers[event["marker"]]["shape"] = wedge(start, event["bearing"], event["width"], length)

    def _from_tube(self, ship: Ship, order: Event) -> Point:
        arc = ship.card["tubes"].get(order["mount"], "R")
        length, width = BASES[ship.size]
        if arc in "FA":
            return along(ship.at, ship.heading, length / 2 if arc == "F" else -length / 2)
        section = order.get("along") or int(order["mount"].split("/")[0])
        hull = MODELS[ship.size][0]
        ahead = hull / 2 - hull * (section - 0.5) / 10
        turned = (order["bearing"] - ship.heading) % 360
        slant = min(off(turned, 90), off(turned, 270))
        side = 1 if turned < 180 else -1
        at = along(ship.at, ship.heading, ahead)
        return along(at, ship.heading + 90 * side, width / 2 + 500 * math.sin(math.radians(slant)))

    def _clear(self, start: Point, towards: float, length: int, width: int) -> bool:
        """Return whether the whole marker lies on the table and off all land: else it is cut, and the referee is
        silent.
        """
        shape = wedge(start, towards, width, length)
        table = self.table
        if not all(0 <= x <= table.width and 0 <= y <= table.height for x, y in shape):
            return False
        middle = along(start, towards, length / 2)
        return all(to_shape(middle, land) > length for kind, land in table.terrain if kind in LAND)

    def check_passage(self, event: Event) -> None:
        """A ship met a marker: how she came through it, and how many torpedoes she is tested for."""
        ship, marker = self.table.ships.get(event["ship"]), self.markers.get(event["marker"])
        if ship is None or marker is None:
            return
        self._own(ship, marker, event)
        tests = 0 if event["passage"] in ("wide", "own") else marker["count"]
        self.game.expect("torpedoes to be tested", tests, event["tests"], event)
        if marker["shape"] is None or event["passage"] == "own":
            return
        how = through(ship, ship.trace, marker["shape"])
        if how:
            self.game.expect("how a marker is left", how, event["passage"], event)

    def _own(self, ship: Ship, marker: Event, event: Event) -> None:
        """Boats cross their squadron's markers in the turn of the launch; nobody else does but a slow bow launcher."""
        owner = self.table.ships.get(marker["ship"])
        mine = owner is not None and owner.craft and ship.craft and owner.squadron == ship.squadron
        fresh = marker["leg"] == 1 and marker["turn"] == self.table.turn
        if mine:
            self.game.expect("boats cross their own markers", fresh, event["passage"] == "own", event)
        elif marker["ship"] != ship.id or not fresh:
            self.game.expect("others are tested", False, event["passage"] == "own", event)

    def note_course(self, ship: Ship) -> None:
        """A ship has run her course: from here on her fields and markers are reported."""
        self.mover = ship.id
        self.met = set()
        self.unmet = [
            name
            for name, marker in self.markers.items()
            if marker["shape"] and through(ship, ship.trace, marker["shape"])
        ]

    def torpedo(self, event: Event, hit: bool) -> None:
        """A torpedo: strikes where there is a box of the hull under water, and is taken from its marker."""
        ship, marker = self.table.ships.get(event["ship"]), self.markers.get(event["marker"])
        if ship is None:
            return
        box = (event["section"], event["level"])
        self.game.expect("a torpedo strikes a hull under water", ship.has_hull(box), hit, event)
        if hit:
            self.game.expect("floods of a torpedo", FIRST[event["kind"]], event["floods"], event)
            if marker is not None:
                marker["count"] -= 1
            self._strike(ship, box, event["kind"])

    def ran_on(self, event: Event) -> None:
        """Long torpedoes in their second turn."""
        marker = self.markers.get(event["marker"])
        if marker is not None:
            self.game.expect("long torpedoes run on", "long", marker["kind"], event)
            marker["leg"] += 1
            self.game.expect("they run two turns", True, marker["leg"] <= 2, event)
            marker["shape"] = None

    def check_removal(self, event: Event) -> None:
        """A marker goes: spent, at the end of its run, or where there is no water left."""
        marker = self.markers.pop(event["marker"], None)
        if marker is not None and event["why"] == "end of the run":
            done = marker["kind"] != "long" or marker["leg"] == 2
            self.game.expect("a marker stays its run", True, done, event)

    # ------------------------------------------------------------------ mines

    def mines(self, event: Event) -> None:
        """The chance of a mine, factor by factor, halved for own fields and for who ended outside."""
        ship, field = self.table.ships.get(event["ship"]), self.table.fields.get(event["field"])
        if ship is None or field is None:
            return
        side, density, radius, centre = field
        self.met.add(event["field"])
        sea, game = self.table.sea_at(ship.at), self.game
        reach = min(near_line(centre, a, b) for a, b in zip(ship.trace, ship.trace[1:], strict=False))
        if abs(reach - radius) > 4:
            game.expect("a ship is in the field", True, reach < radius, event)
        ended = near_line(centre, ship.tip(-1), ship.tip(1))
        if sea == "?" or abs(ended - radius) < 4:
            return
        chance = 50 + 10 * density
        if ship.stopped == "drifting" or self._drifts(ship):
            return
        chance += -10 if ship.speed < 5 else 20 if ship.speed > 15 else 0
        chance += {1: 20, 2: 0, 3: -10}[ship.cq] + 30 * ship.steering
        chance += {"calm": 0, "rough": 20, "heavy": 30, "storm": 40}[sea]
        halvings = (side == ship.side) + (ended >= radius)
        if self.table.options.get("mines_halve_once"):
            halvings = min(1, halvings)
        for _ in range(halvings):
            chance = -(-chance // 2 // 10) * 10 if chance % 20 == 0 else (chance // 2 + 5) // 10 * 10
        game.expect("chance of a mine", chance, event["percent"], event)
        rest, face = chance % 100 // 10, (self.roll.get("faces") or (11,))[0]
        game.expect("mines that go off", chance // 100 + (face <= rest if rest else 0), event["straddles"], event)

    def _drifts(self, ship: Ship) -> bool:
        return ship.slowed >= ship.card["speed"]

    def mine(self, event: Event, hit: bool) -> None:
        """Where a mine goes off."""
        ship = self.table.ships.get(event["ship"])
        if ship is None:
            return
        box = (event["section"], event["level"])
        self.game.expect("a mine strikes a hull under water", ship.has_hull(box), hit, event)
        if hit:
            self._strike(ship, box, "mine")

    def end_of_move(self) -> None:
        """Every field a move touched has been tested for."""
        ship = self.table.ships.get(self.mover)
        self.mover, met = "", self.met
        if ship is None or ship.gone:
            return
        for name, (_, _, radius, centre) in self.table.fields.items():
            reach = min(near_line(centre, a, b) for a, b in zip(ship.trace, ship.trace[1:], strict=False))
            if abs(reach - radius) > 4:
                self.game.expect(
                    "every field is tested for", reach < radius, name in met, {"type": name, "ship": ship.id}
                )

    # ------------------------------------------------------------------ the spread of flooding

    def _strike(self, ship: Ship, box: Box, weapon: str, terms: int = 0) -> None:
        self.finish_spread()
        self.hit = ship.id, box, weapon, terms
        section, level = box
        other = 11 - level
        around = [(section - 1, level), (section + 1, level), *((section + step, other) for step in (-1, 0, 1))]
        self.due = [spot for spot in around if ship.has_hull(spot)]
        self.tested = {}
        ship.wet.add(box)

    def target(self, ship: Ship, spot: Box) -> int:
        """Return what a box needs to stay dry."""
        assert self.hit is not None
        _, (section, level), weapon, terms = self.hit
        away = abs(spot[0] - section) + (0 if spot[0] == section and spot[1] != level else 0)
        need = 2 + away + {1: -1, 2: 0, 3: 1}[ship.cq] + WET_WORDS.get(weapon, 0) + terms
        return need - (spot in ship.wet)

    def tested_box(self, event: Event) -> None:
        """A box reported dry or flooded: whether its turn had come, and whether the die agrees."""
        ship = self.table.ships.get(event["ship"])
        roll, self.roll = self.roll, {}
        if ship is None or self.hit is None or self.hit[0] != event["ship"]:
            return
        spot, wet = (event["section"], event["level"]), event["type"] == "Flooded"
        if self.due:
            self.game.expect("the box that is tested", self.due[0], spot, event)
        need = self.target(ship, spot)
        rolled = roll if roll and f"{spot[0]}/{spot[1]}" in roll["breakdown"]["what"] else {}
        if 0 < need < 6:
            self.game.expect("the flooding target", need, rolled["breakdown"]["need"] if rolled else None, event)
        face = rolled["faces"][0] if rolled else 0
        self.game.expect("a box floods", need <= 0 or (need < 6 and face > need), wet, event)
        self.tested[spot] = wet
        self.due = self._next(ship)

    def _next(self, ship: Ship) -> list[Box]:
        """Return what must be tested now: round the hit, then outwards along a level as long as it floods."""
        assert self.hit is not None
        _, (section, level), _, _ = self.hit
        left = [spot for spot in self.due[1:] if abs(spot[0] - section) <= 1]
        if left:
            return left
        for side in (-1, 1):
            for row in (level, 11 - level):
                at = section + side
                while self.tested.get((at, row)):
                    at += side
                    if (at, row) not in self.tested and ship.has_hull((at, row)):
                        return [(at, row)]
        return []

    def finish_spread(self) -> None:
        """Check that the water has stopped where it must."""
        if self.hit is not None and self.due:
            ship = self.table.ships[self.hit[0]]
            if not ship.gone and ship.floods:
                self.game.expect("the water goes on", [], self.due, {"type": self.hit[0]})
        self.hit, self.due = None, []

    # ------------------------------------------------------------------ blows and shoals

    def check_ram(self, event: Event) -> None:
        """The floods of a ram, to both."""
        ship, target = self.table.ships.get(event["ship"]), self.table.ships.get(event["target"])
        if ship is None or target is None:
            return
        tons, ram = ship.card["tons"], bool(ship.card.get("ram"))
        floods = min(6, -(-ship.speed * tons // 40_000)) + ram
        if not ram and target.card["tons"] > 10 * tons:
            floods = 0
        self.blows = {target.id: ((event["section"], 5), _weight(ship) - ram)}
        self.game.expect("floods of a ram", floods, event["floods"], event)
        self.game.expect("the rammer's own", max(1, -(-floods // (3 if ram else 2))), event["own_floods"], event)

    def check_collision(self, event: Event) -> None:
        """The floods of a collision, to both."""
        one, two = self.table.ships.get(event["ship"]), self.table.ships.get(event["other"])
        if one is None or two is None:
            return
        speeds = one.speed + two.speed
        self.blows = {one.id: (None, _weight(two)), two.id: (None, _weight(one))}
        mine = tuple(max(1, -(-speeds * ship.card["tons"] // 120_000)) for ship in (two, one))
        self.game.expect("floods of a collision", mine, (event["floods"], event["other_floods"]), event)

    def shot_under_water(self, event: Event, fallen: Event) -> None:
        """A box at level 5 that a shell opens counts as flooded."""
        ship = self.table.ships.get(event["ship"])
        if ship and event["why"].startswith("a type ") and fallen.get("target") == ship.id:
            ship.wet.add((fallen["section"], fallen["level"]))

    def stove_in(self, event: Event) -> None:
        """The box that a ram or a collision destroys, then the water that comes in there."""
        if event["type"] == "BoxLost":
            if event["rule"] == "PA-COL-H3" and event["target"] in self.blows:
                self.blows[event["target"]] = (event["section"], event["level"]), self.blows[event["target"]][1]
            return
        box, terms = self.blows.pop(event["ship"], (None, 0))
        self.finish_spread()
        if box is not None:
            self._strike(self.table.ships[event["ship"]], box, "medium", terms)

    def ground(self, event: Event, held: bool) -> None:
        """The die of foul ground: D10 and one for each 1,000 tons, 10 or more; never at the crew's quality or less."""
        ship = self.table.ships.get(event["ship"])
        roll, self.roll = self.roll, {}
        if ship is None or not roll or not roll["rule"].startswith("PA-4.5") or len(roll["faces"]) != 1:
            return
        face = roll["faces"][0]
        far = self._terrain_distance(event["ground"])
        if far is not None:
            self.game.expect("foul ground in the order she meets it", True, far >= self.reached - 120, event)
            self.reached = max(self.reached, far)
        mine = face > ship.cq and face + int(ship.card["tons"] // 1000) >= 10
        self.game.expect("a ship grounds", mine, held, event)


def _weight(ship: Ship) -> int:
    return next(adds for tons, adds in BLOWS if ship.card["tons"] >= tons)
