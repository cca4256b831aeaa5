"""Perfidious Albion as the second referee sees it: the ships of a fixed battle, kept up to date from the log alone.

Lengths are thousandths of an inch, x east and y south; headings are degrees clockwise from north. The cards of ships
are read from the data files; every number of a rule stands here or in the modules beside it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.referee.record import Event, Game

UNITS = Path(__file__).parents[2] / "rules" / "perfidious_albion" / "units"
Point = tuple[float, float]
Box = tuple[int, int]  # section, level
LAND = ("island", "peninsula", "coastline")
GRADES = ("calm", "rough", "heavy", "storm")
MODELS = {1: (1800, 350), 2: (1300, 300), 3: (700, 200)}
BASES = {1: (2000, 600), 2: (1500, 500), 3: (1000, 500)}
TOKEN = re.compile(r"([A-Za-z.+]+)(?:@([FAMPSR]))?(?:/(\d+))?")
LOST = ("Sunk", "Surrendered", "LeftTable", "Exploded")


@dataclass(frozen=True)
class Cell:
    """One box of a card: its contents, the arc of its guns ("" broadside), its armour."""

    contents: tuple[str, ...]
    arc: str
    armour: int

    @property
    def gun(self) -> str:
        """The letter of its guns; "" without guns."""
        found = [word for word in self.contents if re.fullmatch(r"([A-GX-Z])\1*|Q", word)]
        return found[0][0] if found else ""

    @property
    def guns(self) -> int:
        """How many guns, on a side where they are broadside guns."""
        return next((len(word) for word in self.contents if self.gun and word[0] == self.gun), 0)


@cache
def rows() -> dict[str, Any]:
    """Return every class of the data files."""
    found: dict[str, Any] = {}
    for path in sorted(UNITS.glob("ships*.yaml")):
        found |= yaml.safe_load(path.read_text("utf-8"))["ships"]
    return found


@cache
def cells(key: str) -> dict[Box, Cell]:
    """Return the boxes of a class."""
    return read_grid(tuple(rows()[key]["grid"]))


def read_grid(grid: tuple[str, ...]) -> dict[Box, Cell]:
    """Return the boxes of a drawn grid."""
    found = {}
    for level, line in enumerate(grid, 1):
        for section, word in enumerate(line.split(), 1):
            if word != ".":
                contents, arc, armour = TOKEN.fullmatch(word).groups()  # type: ignore[union-attr]
                found[section, level] = Cell(tuple(contents.split("+")), arc or "", int(armour or 0))
    return found


@dataclass
class Ship:
    """A ship, or a pair of boats."""

    id: str
    side: str
    squadron: str
    card: dict[str, Any]
    cells: dict[Box, Cell]
    cq: int
    boats: int
    at: Point
    heading: int
    speed: int
    stopped: str
    cargo: int
    floods: int = 0
    fires: int = 0
    turned: int = 0
    lost: set[Box] = field(default_factory=set)
    wet: set[Box] = field(default_factory=set)
    slowed: int = 0  # units of speed lost with funnels and propulsion rooms
    cargo_lost: int = 0
    steering: bool = False
    lit: bool = False
    silent: bool = False  # magazines flooded for good
    ashore: bool = False  # aground on land
    unsure: set[str] = field(default_factory=set)  # types of gun of which it is not known what has fired this turn
    towers_out: int = 0
    dark: set[Box] = field(default_factory=set)  # towers whose light is out
    moved: bool = False
    detached: bool = False
    withdrawing: bool = False
    ordered: bool = True  # her crew does as it is told this turn
    gone: str = ""
    trace: list[Point] = field(default_factory=list)
    guns_fired: set[Box] = field(default_factory=set)
    fired: list[tuple[str, str]] = field(default_factory=list)  # type, target
    parties: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """1 large, 2, 3 small: by tons."""
        return 1 if self.card["tons"] >= 6000 else 2 if self.card["tons"] >= 2000 else 3

    @property
    def lists(self) -> bool:
        """Return whether she lists: floods of half her flotation."""
        return self.floods > 0 and 2 * self.floods >= self.card["flotation"]

    @property
    def value(self) -> int:
        """Her price, of one boat of a pair."""
        return int(self.card["pv"][self.cq - 1]) if "pv" in self.card else 0

    @property
    def craft(self) -> bool:
        """Return whether she is a torpedo boat or destroyer."""
        return bool(self.card.get("torpedo_craft"))

    def tip(self, ahead: int) -> Point:
        """Bow (1) or stern (-1) of her model."""
        return along(self.at, self.heading, ahead * MODELS[self.size][0] / 2)

    def has_hull(self, box: Box) -> bool:
        """Return whether there is an under-water box here."""
        return box[1] in (5, 6) and box in self.cells

    def gone_all(self, token: str) -> bool:
        """Return whether she had such boxes and has lost them all."""
        boxes = [box for box, cell in self.cells.items() if token in cell.contents]
        return bool(boxes) and all(box in self.lost for box in boxes)


def along(at: Point, heading: float, run: float) -> Point:
    """Return a place so far along a heading."""
    turn = math.radians(heading)
    return at[0] + run * math.sin(turn), at[1] - run * math.cos(turn)


def apart(a: Point, b: Point) -> float:
    """Return the distance of two places."""
    return math.dist(a, b)


def bearing(a: Point, b: Point) -> float:
    """Return the bearing of b from a."""
    return math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) % 360


def off(a: float, b: float) -> float:
    """Return degrees between two bearings, 0 to 180."""
    return abs((a - b + 180) % 360 - 180)


def near_line(at: Point, a: Point, b: Point) -> float:
    """Return the distance of a place from a piece of a line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / whole)) if whole else 0.0
    return apart(at, (a[0] + part * dx, a[1] + part * dy))


def within(at: Point, shape: list[Point]) -> bool:
    """Return whether a place lies in a shape."""
    inside = False
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < ax + (bx - ax) * (at[1] - ay) / (by - ay):
            inside = not inside
    return inside


def to_shape(at: Point, shape: list[Point]) -> float:
    """Return the distance of a place from a shape, below 0 inside it."""
    edge = min(near_line(at, a, b) for a, b in zip(shape, [*shape[1:], shape[0]], strict=True))
    return -edge if within(at, shape) else edge


def crosses(a: Point, b: Point, shape: list[Point]) -> bool:
    """Return whether a line enters a shape: found by walking it in steps of a twentieth of an inch."""
    steps = max(1, int(apart(a, b) // 50))
    return any(
        within((a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps), shape)
        for step in range(steps + 1)
    )


def slug(name: str) -> str:
    """Return the id of a name."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


class Table:
    """The table of a fixed battle."""

    def __init__(self, game: Game) -> None:
        said, special = game.scenario["conditions"], game.scenario["special"]
        self.known = said.get("setup", "fixed") == "fixed"
        self.priced = True  # whether every ship has a printed price; else no points are added up
        self.options = game.options
        self.mission = said.get("mission", "fleet")
        self.attacker = said.get("attacker", "")
        self.sides = [side["key"] for side in game.scenario["sides"]]
        self.sea, self.night = said.get("sea", "calm"), said.get("night", "no") == "yes"
        self.visibility = int(said.get("visibility", "60")) * 1000
        wide, _, high = said.get("table", "72x72").partition("x")
        self.width, self.height = int(wide) * 1000, int(high) * 1000
        kinds = {key.partition(" ")[2]: text.split()[0] for key, text in said.items() if key.startswith("land ")}
        self.shoals = {name for name, kind in kinds.items() if kind not in LAND}
        self.shapes = {key.partition(" ")[2]: _terrain(text)[1] for key, text in said.items() if key[:5] == "land "}
        self.terrain = [_terrain(text) for key, text in said.items() if key.startswith("land ")]
        self.fields = {
            slug(key.partition(" ")[2]): _field(text) for key, text in said.items() if key[:9] == "minefield"
        }
        self.works: dict[str, tuple[str, Point, Any]] = {}
        for key, text in said.items():
            what, _, name = key.partition(" ")
            if what in ("fort", "battery"):
                self.works[slug(name)] = _work(what, text)
        self.target = said.get("target", "").split()
        exits = said.get("exit_box", "")
        self.exit = tuple(int(part) for part in exits.split(",")) if exits else None
        self.ships: dict[str, Ship] = {}
        self.turn = 0
        self.firers: list[str] = []  # who has fired guns this turn
        self.shot_at: dict[str, set[str]] = {}
        spacing = {who: number for what, who, number in special if what == "spacing"}
        for force in game.scenario["forces"] if self.known else ():
            for number, unit in enumerate(force["units"]):
                self._commission(force, number, spacing.get(force["id"], 3000), unit)

    def _commission(self, force: Event, number: int, spacing: int, unit: Event) -> None:
        changes = unit.get("changes") or {}
        key = unit.get("kind") or next(
            (key for key, row in rows().items() if unit["name"] in row.get("ships", ()) or key == slug(unit["name"])),
            "",
        )
        if key not in rows():
            self.known = False
            return
        self.priced = self.priced and "pv" in rows()[key]
        card = {
            **rows()[key],
            **{name: changes[name] for name in ("speed", "unstable", "fire_prone") if name in changes},
        }
        heading = changes.get("heading", int(force.get("facing") or 0))
        start: Point = (force["at"][0], force["at"][1])
        abreast = force.get("formation") == "abreast"
        at = along(start, heading + 90 if abreast else heading + 180, spacing * number)
        if "x" in changes:
            at = changes["x"], changes["y"]
        anchored = "anchored" in force["traits"]
        ship = Ship(
            id=slug(unit["name"]),
            side=force["side"],
            squadron=force["id"],
            card=card,
            cells=cells(key),
            cq=changes.get("cq", card["default_cq"]),
            boats=changes.get("boats", 1),
            at=at,
            heading=heading,
            speed=0 if anchored else min(force.get("speed", 0), card["speed"]),
            stopped="anchored" if anchored else "",
            cargo=changes.get("cargo", 0),
        )
        self.ships[ship.id] = ship

    # ------------------------------------------------------------------ what lies where

    def place(self, thing: str) -> Point | None:
        """Return where a ship, a work or the target is."""
        if thing in self.ships:
            return self.ships[thing].at
        if thing == "target" and self.target:
            x, y = self.target[2].split(",")
            return int(x), int(y)
        return self.works[thing][1] if thing in self.works else None

    def sea_at(self, at: Point) -> str:
        """Return the sea at a place: one grade calmer within 30 inches of land; "?" on the line."""
        away = min((to_shape(at, shape) for kind, shape in self.terrain if kind in LAND), default=1e9)
        if self.sea == "calm" or away > 30_005:
            return self.sea
        return "?" if away > 29_995 else GRADES[GRADES.index(self.sea) - 1]

    # ------------------------------------------------------------------ what the log says

    def note(self, event: Event) -> None:
        """Keep the table up to date."""
        kind = event["type"]
        ship = self.ships.get(event.get("ship", "")) if kind != "GunsFired" else None
        struck = self.ships.get(event.get("target", ""))
        if kind == "PhaseBegan":
            self.turn = event["turn"]
            if event["number"] == 1:
                self._new_turn()
        elif kind == "Moved" and ship:
            self._apply_move(ship, event)
        elif kind == "BoxLost" and struck:
            self._box_lost(struck, (event["section"], event["level"]))
        elif kind == "SpeedLost" and ship:
            ship.slowed += event["units"]
        elif kind == "MagazineFlooded" and ship:
            ship.lost.add((event["section"], event["level"]))
            ship.wet.add((event["section"], event["level"]))
        elif kind == "FloodsTaken" and ship:
            ship.floods = event["total"]
        elif kind == "Flooded" and ship:
            ship.floods = event["floods"]
            ship.wet.add((event["section"], event["level"]))
        elif kind in ("FireStarted", "FireGrew") and struck:
            struck.fires = event["fires"]
        elif kind == "MagazinesFlooded" and ship:
            ship.fires, ship.silent = event["fires"], True
        elif kind == "SteeringJammed" and ship:
            ship.steering = True
        elif kind == "RanAground" and ship:
            ship.stopped, ship.speed = "aground", 0
            ship.ashore = event["ground"] not in self.shoals
        elif kind == "Refloated" and ship:
            ship.stopped = "anchored"
            if ship.ashore:  # hauled off by her own length, with her bow to the open water
                ship.at = along(ship.at, ship.heading, -MODELS[ship.size][0])
                ship.heading = (ship.heading + 180) % 360
                ship.ashore = False
        elif kind == "Stopped" and ship:
            ship.speed, ship.turned, ship.moved, ship.stopped = 0, 0, True, "anchored"
        elif kind == "LightsOn" and ship:
            ship.lit = True
        elif kind == "SearchlightLost" and ship:
            ship.towers_out += 1
            ship.lit = ship.lit and event["left"] > 0
        elif kind == "CameOutOfFormation" and ship:
            ship.detached = True
        elif kind == "Rejoined" and ship:
            ship.detached = False
        elif kind in ("Withdrew", "Steadied") and ship:
            ship.withdrawing = kind == "Withdrew"
        elif kind == "CargoDestroyed" and ship:
            ship.cargo_lost += event["points"]
        elif kind == "Repaired" and ship:
            self._apply_repair(ship, event["job"])
        elif kind in LOST:
            self._apply_loss(event)

    def _new_turn(self) -> None:
        self.firers.clear()
        self.shot_at.clear()
        for ship in self.ships.values():
            ship.turned, ship.moved, ship.lit, ship.ordered = 0, False, False, True
            ship.guns_fired.clear()
            ship.unsure.clear()
            ship.fired.clear()
            ship.parties.clear()
            ship.trace = [ship.tip(-1), ship.at, ship.tip(1)]

    def _apply_move(self, ship: Ship, event: Event) -> None:
        track = [tuple(point) for point in event["track"]]
        stern = ship.tip(-1)
        turns = sum(1 for letter in event["course"] if letter in "LR")
        run = sum(apart(a, b) for a, b in zip(track, track[1:], strict=False))
        if run < 1000 * sum(map(float, re.findall(r"[\d.]+", event["course"]))) - 20:
            turns = min(turns, max(0, len(track) - 2))  # cut short by land, shoal or the edge of the table
        ship.turned = 45 * turns
        ship.at, ship.heading, ship.speed = track[-1], event["heading"], event["speed"]
        ship.stopped = "" if ship.speed else "anchored"
        ship.moved = True
        ship.trace = [stern, *track, ship.tip(1)]

    def _box_lost(self, ship: Ship, box: Box) -> None:
        ship.lost.add(box)

    def _apply_repair(self, ship: Ship, job: str) -> None:
        if job == "fight the fire":
            ship.fires -= 1
        elif job == "pump out a flood":
            ship.floods -= 1
        elif job == "mend the steering":
            ship.steering = False
        elif job == "mend the engines":
            rooms = [box for box, cell in ship.cells.items() if "PROP" in cell.contents]
            units = dict(zip(sorted(rooms, key=lambda box: (box[1], box[0])), ship.card["prop_units"], strict=True))
            down = [box for box in units if box in ship.lost]
            mended = max(down, key=lambda box: (units[box], -box[1], -box[0]))
            ship.slowed -= units[mended]
            ship.lost.discard(mended)

    def _apply_loss(self, event: Event) -> None:
        ship = self.ships.get(event.get("ship") or event.get("target") or "")
        if ship is None:
            return
        if event["type"] in ("Sunk", "Exploded") and ship.boats > 1:
            ship.boats -= 1
            ship.floods = ship.fires = ship.slowed = 0
            ship.lost.clear()
            ship.wet.clear()
            ship.steering = ship.silent = False
            return
        fate = {"Sunk": "sunk", "Surrendered": "surrendered", "Exploded": "exploded"}.get(event["type"], "off")
        ship.gone = "exited" if event.get("by_exit") else fate
        ship.fires, ship.lit = 0, False


def _terrain(text: str) -> tuple[str, list[Point]]:
    kind, *corners = text.split()
    return kind, [_point(corner) for corner in corners]


def _point(text: str) -> Point:
    x, y = text.split(",")
    return int(x), int(y)


def _field(text: str) -> tuple[str, int, int, Point]:
    side, density, radius, at = text.split()
    return side, int(density), int(radius) * 1000, _point(at)


def _work(what: str, text: str) -> tuple[str, Point, Any]:
    side, *rest, at, facing = text.split()
    return side, _point(at), (what, rest, int(facing))
