"""Quickfire's table for the second referee: ships, what each has lost, ranges, arcs, lines, and legal orders."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.referee.record import Game

UNITS = Path(__file__).parents[2] / "rules" / "quickfire" / "units" / "ships.yaml"
Order = tuple[object, ...]
Place = tuple[float, float]
BANDS = (("point_blank", 100_000), ("short", 600_000), ("long", 1_200_000))
QUARTERS = {"¼": 1, "½": 2, "¾": 3}
TORPEDO = {  # two dice or less, by target, static or not, from rating 1 on
    ("capital", False): (2, 3, 4, 5, 6, 7, 8, 9),
    ("capital", True): (5, 6, 7, 8, 9, 10, 11, 11),
    ("cruiser", False): (0, 2, 3, 4, 5, 6, 7, 8),
    ("cruiser", True): (4, 5, 6, 7, 8, 9, 10, 11),
    ("light", False): (0, 0, 2, 3, 4, 5, 6, 7),
    ("light", True): (3, 4, 5, 6, 7, 8, 9, 10),
}
CLOSE_CALL = 40.0  # thousandths of a millimetre: nearer than this to an outline or a shore the referee does not say


@dataclass
class Card:
    """A ship's ratings: Size in quarters, armour in half points, pairs are heavy and light."""

    size: int
    armour: list[int]
    gunnery: list[int]
    rof: list[int]
    boats: str
    torpedo: int
    speed: int
    protected: bool
    repair: int
    target: str
    length: int
    beam: int

    @property
    def light(self) -> bool:
        return self.size <= 4 and max(self.armour) <= 1


@dataclass
class Ship:
    id: str
    side: str
    card: Card
    at: Place
    facing: int
    ran: int
    ahead: str = ""
    speed: int = 0  # speed hits
    lost: list[int] = field(default_factory=lambda: [0, 0])  # ROF
    rudder: int = 0
    fires: int = 0
    torpedo: int = 0
    boats_lost: bool = False
    dice: int = 0
    tries: int = 0
    helm: str = ""
    moved: bool = False
    rounds: list[str] = field(default_factory=list)
    sole: bool = False
    boats_fired: bool = False
    launched: bool = False
    out: bool = False
    gone: str = ""

    def rof(self, battery: str) -> int:
        side = ("heavy", "light").index(battery)
        return max(0, self.card.rof[side] - self.lost[side])

    @property
    def is_stopped(self) -> bool:
        return self.speed >= 8

    @property
    def silent(self) -> bool:
        if self.card.boats == "only":
            return self.boats_lost and not self.torpedo
        return not self.rof("heavy") and not self.rof("light")

    @property
    def boat_guns(self) -> bool:
        return not self.boats_lost if self.card.boats == "only" else self.card.boats == "yes" and self.rof("light") > 0

    @property
    def box(self) -> int:
        return self.card.speed * 1000 // 8

    @property
    def limits(self) -> tuple[int, int]:
        most = min(8 - min(8, self.speed), self.ran + 4)
        return min(max(0, self.ran - 4), most), most


def ident(name: str) -> str:
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


@cache
def _printed_tables() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(UNITS.read_text("utf-8"))
    return found


def card_of(unit: dict[str, Any]) -> Card:
    data = _printed_tables()
    row = data["classes"][unit.get("kind") or data["ships"][unit["name"]]]
    size, boats = str(row["size"]), row["boat_guns"]
    card = Card(
        size=QUARTERS[size] if size in QUARTERS else 4 * int(size),
        armour=[{"0": 0, "½": 1}.get(str(word), 0) or 2 * int(str(word).replace("½", "0")) for word in row["armour"]],
        gunnery=list(row["gunnery"]),
        rof=list(row["rof"]),
        boats={True: "yes", False: "no"}.get(boats, boats),
        torpedo=row["torpedo"],
        speed=row["speed"],
        protected=row["protected"],
        repair=row["repair"],
        target=row["target"],
        length=row["length_ft"] * 304_800 // 3000,
        beam=row["beam_ft"] * 304_800 // 3000,
    )
    for name, value in (unit.get("changes") or {}).items():
        stem, _, side = name.rpartition("_")
        if side in ("heavy", "light"):
            getattr(card, stem)[("heavy", "light").index(side)] = value
        else:
            setattr(card, {"size_quarters": "size"}.get(name, name), value)
    return card


class Fleet:
    """All ships, the land, and the sides."""

    def __init__(self, game: Game) -> None:
        self.game, scenario = game, game.scenario
        self.on = game.options
        self.sides = [side["key"] for side in scenario["sides"]]
        self.ships: dict[str, Ship] = {}
        self.phase = self.turn = 0
        self.first = self.sides[0]
        spacing = {who: number for what, who, number in scenario["special"] if what == "spacing"}
        for force in scenario["forces"]:
            for number, unit in enumerate(force["units"]):
                card, name = card_of(unit), ident(unit["name"])
                card.speed = card.speed * (200 if self.on["speed_200"] else 150 if self.on["speed_150"] else 100) // 100
                facing = int(force["facing"])
                back = spacing.get(force["id"], 60) * 1000 * number
                turn = math.radians(facing)
                x, y = force["at"][0] * 1000, force["at"][1] * 1000
                abreast = force["formation"] == "abreast"
                dx, dy = (math.cos(turn), math.sin(turn)) if abreast else (-math.sin(turn), math.cos(turn))
                ahead = "" if abreast or not number else ident(force["units"][number - 1]["name"])
                self.ships[name] = Ship(
                    name, force["side"], card, (x + dx * back, y + dy * back), facing, force["speed"], ahead
                )
                self.ships[name].torpedo, self.ships[name].dice = card.torpedo, card.repair
        self.moves: dict[tuple[object, ...], list[tuple[Order, bool | None]]] = {}
        self.land: list[list[Place]] = [
            [tuple(1000.0 * int(part) for part in corner.split(",")) for corner in text.split()]  # type: ignore[misc]
            for key, text in scenario["conditions"].items()
            if key.startswith("land ")
        ]

    def foe(self, side: str) -> str:
        return next(other for other in self.sides if other != side)

    def afloat(self, side: str = "") -> list[Ship]:
        return [ship for ship in self.ships.values() if not ship.gone and ship.side in (side, side or ship.side)]

    # ------------------------------------------------------------------ ranges, arcs, lines

    def band(self, a: Ship, b: Ship) -> str:
        squared = _squared_distance(a.at, b.at)
        return next((name for name, limit in BANDS if squared <= limit * limit), "")

    def end_on(self, ship: Ship, target: Ship) -> bool | None:
        """Return whether a target lies within 30 degrees of bow or stern; None on the edge itself, to a hair."""
        off = _off(ship.at, ship.facing, target.at)
        near = min(abs(off), abs(180 - abs(off)))
        return None if abs(near - 30) < 0.002 else near < 30

    def is_blocked(self, a: Ship, b: Ship) -> bool | None:
        """Return whether a ship or land lies on the line between two; None when it is a close call."""
        close = False
        for other in self.afloat():
            if other not in (a, b) and not other.card.light:
                depth = _through(a.at, b.at, hull(other))
                if depth > CLOSE_CALL:
                    return True
                close = close or abs(depth) <= CLOSE_CALL
        for shore in self.land:
            crossed = crosses(a.at, b.at, shore)
            if crossed:
                return True
            close = close or crossed is None
        return None if close else False

    def reach(self, ship: Ship) -> Iterator[tuple[Ship, str, bool | None]]:
        for target in self.afloat(self.foe(ship.side)):
            band = self.band(ship, target)
            if band:
                yield target, band, self.is_blocked(ship, target)

    # ------------------------------------------------------------------ what may be ordered

    def both(self, band: str) -> bool:
        return band == "point_blank" or (band == "short" and self.on["profile_b"])

    def orders(self, side: str, verb: str) -> tuple[set[Order], set[Order]]:
        """Return what may be ordered for certain, and what may be on a close call."""
        found: tuple[set[Order], set[Order]] = set(), set()
        for ship in self.afloat(side):
            for order, blocked in getattr(self, f"_{verb}_orders")(ship):
                if not blocked:
                    found[blocked is None].add((ship.id, *order))
        return found

    def _fire_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        for target, band, blocked in self.reach(ship):
            for battery, other in (("heavy", "light"), ("light", "heavy")):
                free = battery not in ship.rounds and not ship.sole and ship.rof(battery)
                if free and (other not in ship.rounds or self.both(band)):
                    yield (battery, target.id), blocked

    def _split_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        near = [(target, blocked) for target, band, blocked in self.reach(ship) if band == "point_blank"]
        rating = ship.card.gunnery[1]
        free = ship.rof("light") and "light" not in ship.rounds and not ship.sole
        if self.on["split_light_at_point_blank"] and free and rating // 2 >= (1 if rating <= 6 else 2):
            for one, shut in near:
                for two, shut_too in near:
                    if one is not two:
                        yield (
                            (one.id, two.id),
                            True if True in (shut, shut_too) else (None if None in (shut, shut_too) else False),
                        )

    def _boats_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        again = "boats" in ship.rounds or (ship.boats_fired and ship.card.boats == "only")
        for target, band, blocked in self.reach(ship):
            if target.card.light and band == "point_blank" and ship.boat_guns and not again:
                yield (target.id,), blocked

    def _launch_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        for target, band, blocked in self.reach(ship):
            least = 25_000 if self.on["torpedo_min_range"] else 0
            far = _squared_distance(ship.at, target.at) >= least * least
            if band == "point_blank" and far and not ship.launched and ship.torpedo and self.torpedo(ship, target):
                yield (target.id,), blocked

    def _repair_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        carried = {
            "speed": ship.speed,
            "heavy": ship.lost[0],
            "light": ship.lost[1],
            "boats": ship.boats_lost,
            "rudder": ship.rudder,
        }
        if ship.dice and ship.tries < 2:
            yield from (((what,), False) for what, hits in carried.items() if hits)

    def _move_orders(self, ship: Ship) -> Iterator[tuple[Order, bool | None]]:
        if ship.moved or ship.is_stopped:
            return
        key = ship.id, ship.at, ship.facing, ship.limits, ship.helm
        if key not in self.moves:
            self.moves[key] = self._plots_by_land(ship)
        yield from self.moves[key]
        if not ship.ran and not ship.helm:
            yield from (((plot,), False) for plot in ("0L", "0R"))

    def _plots_by_land(self, ship: Ship) -> list[tuple[Order, bool | None]]:
        """Return every plot, and whether it runs ashore; where land leaves none of them the longest shorter ones."""
        least, most = ship.limits
        coast = self._coast(ship, most * ship.box)
        runs: dict[int, list[tuple[Order, bool | None]]] = {}
        for boxes in range(most, -1, -1):
            runs[boxes] = [((plot,), _ashore(course(ship, plot)[0], coast)) for plot in self.plots(ship, boxes)]
            if boxes <= least and any(not ashore for each in runs.values() for _, ashore in each):
                break
        for boxes in range(least - 1, -1, -1):  # what is nearly ashore may have left another one
            if boxes in runs and any(ashore is False for b in runs if b > boxes for _, ashore in runs[b]):
                del runs[boxes]
        return [each for boxes in runs for each in runs[boxes]]

    def _coast(self, ship: Ship, reach: int) -> list[tuple[Place, Place]]:
        (x, y), far = ship.at, reach + 2 * CLOSE_CALL
        return [
            (c, d)
            for shore in self.land
            for c, d in zip(shore, [*shore[1:], shore[0]], strict=True)
            if min(c[0], d[0]) <= x + far and max(c[0], d[0]) >= x - far
            if min(c[1], d[1]) <= y + far and max(c[1], d[1]) >= y - far
        ]

    def plots(self, ship: Ship, boxes: int) -> tuple[str, ...]:
        if ship.helm:
            return (forced_helm(boxes, ship.helm),)
        return plots(boxes, 3 if ship.card.light else 2)

    def torpedo(self, ship: Ship, target: Ship) -> int:
        return TORPEDO[target.card.target, target.ran <= 1][min(8, ship.torpedo) - 1]


@cache
def plots(boxes: int, turns: int) -> tuple[str, ...]:
    """Return every plot of so many boxes: two boxes straight before each step, at most so many steps."""
    found = [str(boxes)]
    for ahead in range(2, boxes + 1) if turns else ():
        for letter in "LR":
            if ahead == boxes:
                found.append(f"{ahead}{letter}")
            else:
                found += [f"{ahead}{letter}{rest}" for rest in plots(boxes - ahead, turns - 1)]
    return tuple(found)


def forced_helm(boxes: int, helm: str) -> str:
    if helm == "straight" or boxes < 2:
        return str(boxes)
    return f"2{'L' if helm == 'port' else 'R'}{boxes - 2 or ''}"


def course(ship: Ship, plot: str) -> tuple[list[Place], int]:
    """Return the places of a plot and the heading at its end."""
    (x, y), facing = ship.at, ship.facing
    places = [(x, y)]
    for boxes, letter in re.findall(r"(\d+)([LR]?)", plot):
        run, turn = int(boxes) * ship.box, math.radians(facing)
        x, y = x + run * math.sin(turn), y - run * math.cos(turn)
        if run:
            places.append((x, y))
        facing = (facing + {"L": -45, "R": 45, "": 0}[letter]) % 360
    return places, facing


def hull(ship: Ship) -> list[Place]:
    """Return the corners of a ship's outline, her forward funnel in the middle."""
    turn = math.radians(ship.facing)
    east, south = math.sin(turn), -math.cos(turn)
    corners = []
    for ahead, right in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        a, r = ahead * (ship.card.length // 2), right * (ship.card.beam // 2)
        corners.append((ship.at[0] + a * east - r * south, ship.at[1] + a * south + r * east))
    return corners


def _squared_distance(a: Place, b: Place) -> int:
    return (round(a[0]) - round(b[0])) ** 2 + (round(a[1]) - round(b[1])) ** 2


def _off(here: Place, heading: int, there: Place) -> float:
    """Return the degrees by which a place lies off a heading, from -180 to 180."""
    bearing = math.degrees(math.atan2(there[0] - here[0], here[1] - there[1]))
    return (bearing - heading + 180) % 360 - 180


def _cross(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _through(a: Place, b: Place, shape: list[Place]) -> float:
    """Return how deep a line runs through a shape with straight sides given clockwise: below 0 it passes by."""
    length = math.dist(a, b) or 1.0
    sides = [_cross(a, b, corner) / length for corner in shape]
    depth = min(max(sides), -min(sides))
    for c, d in zip(shape, [*shape[1:], shape[0]], strict=True):  # both ends outside one edge: it passes by
        edge = math.dist(c, d) or 1.0
        depth = min(depth, max(_cross(c, d, a), _cross(c, d, b)) / edge)
    return depth


def crosses(a: Place, b: Place, shore: list[Place]) -> bool | None:
    """Return whether a line crosses a coast; None when it only comes near a corner or runs along it."""
    return _meets(a, b, list(zip(shore, [*shore[1:], shore[0]], strict=True)))


def _meets(a: Place, b: Place, coast: list[tuple[Place, Place]]) -> bool | None:
    near = False
    length = math.dist(a, b)
    if not length:
        return False
    for c, d in coast:
        edge = math.dist(c, d) or 1.0
        ends = _cross(a, b, c) / length, _cross(a, b, d) / length
        mine = _cross(c, d, a) / edge, _cross(c, d, b) / edge
        if min(map(abs, (*ends, *mine))) <= CLOSE_CALL:
            apart = max(min(ends), -max(ends), min(mine), -max(mine))
            near = near or apart <= CLOSE_CALL
        elif ends[0] * ends[1] < 0 and mine[0] * mine[1] < 0:
            return True
    return None if near else False


def _ashore(places: list[Place], coast: list[tuple[Place, Place]]) -> bool | None:
    """Return whether a course meets a coast."""
    found = [_meets(a, b, coast) for a, b in zip(places, places[1:], strict=False)] if coast else []
    return True if True in found else None if None in found else False
