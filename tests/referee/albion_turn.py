"""Orders and turns recomputed: who may do what when, courses, crews, damage control, fires, the points of a battle."""

from __future__ import annotations

import re

from tests.referee.albion_table import Point, Ship, Table, along, apart
from tests.referee.record import Event, Game

UP, DOWN = {1: 4, 2: 6, 3: 10}, {1: 6, 2: 8, 3: 12}
STRAIGHT, MOST_TURNS = {1: 2.0, 2: 1.5, 3: 1.0}, {1: 2, 2: 3, 3: 4}
SEA = {  # the share of her speed a ship can run
    "heavy": {1: (3, 4), 2: (3, 4), 3: (1, 2)},
    "storm": {1: (2, 3), 2: (1, 2), 3: (1, 3)},
    "rough": {3: (3, 4)},
}
PARTS = re.compile(r"(\d+(?:\.\d+)?)([LR]?)")
BASE, FORT = 45_000, 3_000
VALUES = {"h": 500, "k": 1000, "t": 2000}
PENALTIES = (-1000, -2000, -4000)


class Turn:
    """One game's orders and ledger."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.acted: set[str] = set()
        self.steered: Event = {}
        self.cargo = sum(ship.cargo for ship in table.ships.values())
        self.lost = dict.fromkeys(table.sides, 0)
        self.out = self.destroyed = 0
        self.bombarded, self.used = 0, 0
        self.struck: set[tuple[int, int]] = set()
        self.penalties = 0
        self.works = dict.fromkeys(table.sides, 0)
        self.roll: Event = {}
        self.used_now = False

    # ------------------------------------------------------------------ orders

    def check_order(self, order: Event) -> None:
        """Squadrons act once a turn, ships move once, jobs are done by parties there are."""
        expect, ships = self.game.expect, self.table.ships
        ship = ships.get(order.get("ship", ""))
        kind = order["type"]
        if kind == "activate":
            expect("a squadron acts once a turn", False, order["squadron"] in self.acted, order)
            self.acted.add(order["squadron"])
        if ship is None:
            return
        expect("orders are for ships that are there", "", ship.gone, order)
        expect("orders are for one's own ships", order["side"], ship.side, order)
        if kind in ("steer", "ram"):
            expect("a ship moves once a turn", False, ship.moved, order)
            expect("a ship aground does not run", False, ship.stopped == "aground", order)
            self.steered = order if kind == "steer" else {}
            if kind == "steer":
                self._course(ship, order)
        elif kind == "repair":
            most = max(1, min(4, -(-int(ship.card["tons"]) // 5000)))
            expect("a ship has parties for her tons", True, len(ship.parties) < most, order)
            expect("a job is done once a turn", False, order["job"] + "+" in ship.parties, order)
        elif kind == "lights":
            expect("searchlights may be used only at night", True, self.table.night, order)
            towers = sum("CT" in cell.contents for cell in ship.cells.values())
            expect("a light for each conning tower", True, ship.towers_out < towers, order)

    def limits(self, ship: Ship) -> tuple[int, int] | None:
        """Return least and most speed of a ship's move; None where the referee does not know the sea."""
        top = max(0, ship.card["speed"] - ship.slowed)
        if ship.lists:
            top = top * 3 // 4
        sea = self.table.sea_at(ship.at)
        if sea == "?":
            return None
        share, of = SEA.get(sea, {}).get(ship.size, (1, 1))
        most = min(top * share // of, ship.speed + UP[ship.size])
        return min(max(0, ship.speed - DOWN[ship.size]), most), most

    def _course(self, ship: Ship, order: Event) -> None:
        """Speed, straight inches before each turn, the most turning of a move."""
        expect, limits = self.game.expect, self.limits(ship)
        legs = [(float(run), turn) for run, turn in PARTS.findall(order["course"])]
        speed = 2 * sum(run for run, _ in legs)
        if limits is not None:
            expect("a speed she can reach", True, limits[0] <= speed <= limits[1], {**order, "limits": limits})
        if ship.steering:
            return
        turns = [run for run, turn in legs if turn]
        expect("straight on before a turn", True, all(run >= STRAIGHT[ship.size] for run in turns), order)
        expect("the most she turns", True, len(turns) <= MOST_TURNS[ship.size], order)

    # ------------------------------------------------------------------ events

    def moving(self, ship: Ship, event: Event) -> None:
        """The track of a move follows its course from where she was."""
        at, heading = ship.at, ship.heading
        points: list[Point] = [at]
        for run, turn in PARTS.findall(event["course"]):
            if float(run):
                at = along(at, heading, 1000 * float(run))
                points.append(at)
            heading = (heading + {"L": -45, "R": 45, "": 0}[turn]) % 360
        track = [tuple(point) for point in event["track"]]
        whole = len(track) == len(points) and apart(track[-1], points[-1]) < 8
        near = all(apart(a, b) < 8 for a, b in zip(track[:-1], points, strict=False))
        self.game.expect("a track follows its course", True, near, event)
        if whole:
            self.game.expect("the heading at its end", heading, event["heading"], event)
        self.game.expect(
            "the speed of a course",
            2 * sum(float(run) for run, _ in PARTS.findall(event["course"])),
            float(event["speed"]),
            event,
        )

    def check_crew_roll(self, event: Event) -> None:
        """What a Crew Test and damage control need."""
        self.roll = event
        throw = event["breakdown"]
        name = throw["what"].partition(",")[0].partition(":")[0]
        ship = next((ship for ship in self.table.ships.values() if ship.id == name.lower().replace(" ", "-")), None)
        if ship is None:
            return
        if "Crew Test" in throw["what"]:
            mods = sum(term["value"] for term in throw["terms"][2:])
            self.game.expect("a Crew Test", ship.cq + 2 + mods, throw["need"], event)
        elif event["rule"] == "PA-DC-H2":
            self.game.expect("damage control", ship.cq, throw["need"], event)
        elif event["rule"] == "PA-FIR-H4":
            self.game.expect("growth of a fire", ship.fires - 1, throw["need"], event)

    def check_repair(self, event: Event, done: bool) -> None:
        """A party has had its job."""
        words = {
            "fight the fire": "fire",
            "pump out a flood": "flood",
            "mend the steering": "steering",
            "mend the engines": "propulsion",
        }
        ship = self.table.ships.get(event["ship"])
        if ship is not None:
            self.game.expect("the die of a party", done, self.roll["faces"][0] <= ship.cq, event)
            ship.parties.append(words[event["job"]] + "+" * done)

    def lost_ship(self, event: Event) -> None:
        """Points of a ship that is lost; by the exit box she is none."""
        name = event.get("ship") or event.get("target") or ""
        ship = self.table.ships.get(name)
        if ship is None:
            return
        boats = 1 if event["type"] in ("Sunk", "Exploded") else ship.boats
        if event["type"] == "LeftTable":
            self.game.expect("she leaves by the exit box", self._by_exit(ship), event["by_exit"], event)
        if event.get("by_exit"):
            self.out += ship.cargo - ship.cargo_lost
            ship.cargo_lost = ship.cargo
            return
        self.lost[ship.side] += ship.value * boats
        if event["type"] == "Sunk":
            self.game.expect("who sinks is full", True, ship.floods >= ship.card["flotation"], event)

    def _by_exit(self, ship: Ship) -> bool:
        if self.table.exit is None or ship.side == self.table.attacker:
            return False
        if self.table.options.get("escorts_lost_at_exit") and not ship.card.get("merchant"):
            return False
        west, north = self.table.exit
        return west - 3 <= ship.at[0] <= west + 12_003 and north - 3 <= ship.at[1] <= north + 12_003

    def cargo_gone(self, event: Event) -> None:
        """Cargo destroyed: a box's even share, or all that is left of a ship that is lost."""
        ship = self.table.ships.get(event["ship"])
        if ship is None:
            return
        self.destroyed += event["points"]
        boxes = [box for box, cell in ship.cells.items() if "CARGO" in cell.contents]
        down = sum(box in ship.lost for box in boxes)
        due = ship.cargo if ship.gone or event["rule"] != "PA-DMG-H8" else ship.cargo * down // len(boxes)
        self.game.expect("cargo that is destroyed", due, ship.cargo_lost + event["points"], event)

    def box_hit(self, event: Event, grid: dict[tuple[int, int], str]) -> None:
        """A box of the bombarded place: its value the first time, growing penalties."""
        spot = event["section"], event["level"]
        self.game.expect("a box scores once", False, spot in self.struck, event)
        self.struck.add(spot)
        if grid.get(spot) == "N":
            points = PENALTIES[min(self.penalties, 2)]
            self.penalties += 1
        else:
            points = VALUES[grid[spot]]
        self.bombarded += points
        self.game.expect("points of a box", points, event["points"], event)
        self.game.expect("points of the bombardment", self.bombarded, event["total"], event)

    def turn_used(self, event: Event) -> None:
        """A turn of bombardment: one at most in a turn of the game, and no more than declared."""
        self.used += 1
        self.game.expect("turns of bombardment", self.used, event["used"], event)
        self.game.expect("one in a turn", False, self.used_now, event)
        self.game.expect("no more than declared", True, self.used <= event["declared"], event)
        self.used_now = True

    def work_gone(self, event: Event) -> None:
        """A fort or battery destroyed: 3,000 points, or its cost."""
        side, _, (what, rest, _) = self.table.works.get(event["target"], ("", (0, 0), ("", [], 0)))
        if not side:
            return
        if what == "fort":
            self.game.expect("points of a fort", FORT, event["points"], event)
        foe = next(other for other in self.table.sides if other != side)
        self.works[foe] += event["points"]

    def new_turn(self) -> None:
        """Nobody has acted."""
        self.acted.clear()
        self.used_now = False

    # ------------------------------------------------------------------ the sums

    def points(self, side: str) -> int:
        """Return the victory points of a side by the sheet."""
        table = self.table
        foe = next(other for other in table.sides if other != side)
        total = self.lost[foe]
        if table.mission == "convoy":
            total += self.destroyed if side == table.attacker else self.out
        elif table.mission == "bombardment":
            total += self.bombarded + self.works[side] if side == table.attacker else BASE - self.bombarded
        return total

    def check_score(self, event: Event) -> None:
        """The sums of a turn."""
        if self.table.mission not in ("fleet", "convoy", "bombardment") or self.special() or not self.table.priced:
            return
        for side, result in ((event["first"], event["first_points"]), (event["second"], event["second_points"])):
            handicap = next((s.get("handicap") or 0 for s in self.game.scenario["sides"] if s["key"] == side), 0)
            self.game.expect(
                "victory points of the turn", self.points(side) + handicap, result, {**event, "side": side}
            )

    def special(self) -> bool:
        """Return whether a side scores by floods."""
        return any(what == "flood_share" for what, _, _ in self.game.scenario["special"])

    def check_end(self, event: Event) -> None:
        """Who has won a convoy battle: the higher sum, by a tenth of it."""
        if self.table.mission != "convoy" or not self.table.priced or self.table.options.get("narrow_convoy_win"):
            return
        one, two = self.table.sides
        a, b = self.points(one), self.points(two)
        high, low = max(a, b), min(a, b)
        winner = "" if (high - low) * 10 < high or a == b else one if a > b else two
        self.game.expect("the winner", winner, event.get("winner", event.get("side")), event)
