"""The guns of Perfidious Albion recomputed: who may fire, which guns bear, the chance, where it falls, what it does."""

from __future__ import annotations

from tests.referee.albion_table import Box, Cell, Ship, Table, apart, bearing, off
from tests.referee.record import Event, Game

PERCENT = {  # of one gun, by range band
    "X": (80, 70, 60, 50, 40, 30, 20),
    "Y": (80, 70, 60, 50, 40, 30, 20),
    "Z": (70, 60, 50, 40, 30, 20, 10),
    "A": (80, 70, 60, 50, 35, 20, 10),
    "B": (70, 60, 50, 40, 25, 15, 5),
    "C": (70, 60, 50, 40, 25, 10, 0),
    "D": (70, 60, 45, 30, 20, 5, 0),
    "E": (60, 50, 35, 20, 10, 0, 0),
    "F": (50, 40, 25, 15, 5, 0, 0),
    "G": (50, 30, 15, 5, 0, 0, 0),
    "Q": (60, 30, 10, 0, 0, 0, 0),
}
THROUGH = {  # penetration, by range band
    "Z": (12, 11, 10, 9, 8, 7, 6),
    "Y": (11, 10, 9, 8, 7, 6, 5),
    "X": (10, 9, 8, 7, 6, 5, 4),
    "A": (9, 8, 7, 6, 5, 4, 3),
    "B": (8, 7, 6, 5, 4, 3, 2),
    "C": (7, 6, 5, 4, 3, 2, 1),
    "D": (5, 4, 3, 3, 2, 1, 1),
    "E": (3, 2, 2, 1, 1, 0, 0),
    "F": (2, 1, 1, 1, 0, 0, 0),
    "G": (1, 1, 0, 0, 0, 0, 0),
    "Q": (0, 0, 0, 0, 0, 0, 0),
}
BANDS = (6, 12, 18, 24, 36, 48, 60)  # inches, up to and including
FLOODS = {  # of a shell that went through: level 4, level 5
    **dict.fromkeys("XYZ", (2, 4)),
    **dict.fromkeys("AB", (2, 3)),
    **dict.fromkeys("CD", (1, 2)),
    **dict.fromkeys("EF", (0, 1)),
    **dict.fromkeys("GQ", (0, 0)),
}
REFIRE = {**dict.fromkeys("ABCXYZ", 1), "D": 2, "E": 4, "F": 4, "G": 6, "Q": 6}
HEAVY, MAIN, LIGHT = "ABCXYZ", "ABCXYZ", "GQ"
SEAS = {"calm": 0, "rough": -10, "heavy": -20, "storm": -40}
ARCS = {"F": (-135, 135), "A": (45, 315), "P": (185, 355), "S": (5, 175), "R": (0, 360)}
SLACK = 0.6  # degrees from the edge of an arc within which the referee says nothing


def band_of(inches: float) -> int | None:
    """Return the range band; None on the line between two, or out of range."""
    if any(abs(inches - limit) < 0.011 for limit in BANDS):
        return None
    return next((number for number, limit in enumerate(BANDS) if inches <= limit), None)


class Guns:
    """One game's gunfire."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.last: Event = {}  # the shot whose straddles fall now
        self.fallen: Event = {}
        self.rolled: list[Event] = []  # since the last shot or straddle
        self.rake = ""
        self.order: Event = {}

    # ------------------------------------------------------------------ may it be fired

    def check_order(self, order: Event) -> None:
        """An order to fire: the firer has moved, the target is an enemy in sight."""
        if order["type"] != "fire" or order["ship"] not in self.table.ships:
            return
        ship, target = self.table.ships[order["ship"]], self.table.ships.get(order["target"])
        self.order = order
        expect = self.game.expect
        expect("a ship fires for her own side", ship.side, order["side"], order)
        expect("a ship fires while she is there", "", ship.gone, order)
        if target is not None:
            expect("a ship is fired at while she is there", "", target.gone, order)
            expect("a ship fires at the enemy", True, target.side != ship.side, order)
        there = self.table.place(order["target"])
        if there is None or (target and (target.lit or target.fires or self.table.night)):
            return
        away = apart(ship.at, there)
        if abs(away - self.table.visibility) > 3:
            expect("a target is in sight", True, away <= self.table.visibility, order)
        if ship.withdrawing and abs(away - 12_000) > 3:
            expect("who withdraws fires to 12 inches", True, away <= 12_000, order)

    # ------------------------------------------------------------------ the shot

    def check_shot(self, event: Event, roll: Event) -> None:
        """Distance, guns that bear, the percentage and the dice of a shot."""
        table, game = self.table, self.game
        ship, there = table.ships.get(event["ship"]), table.place(event["target"])
        here = table.place(event["ship"])
        self.last, self.rolled, self.rake = event, [], ""
        if there is None or here is None:
            return
        target = table.ships.get(event["target"])
        away = apart(here, there) / 1000
        total = float(event["away"].split()[0])
        game.expect("how far off a target is", True, abs(away - total) < 0.012, event)
        if ship is not None:
            engaged = list(dict.fromkeys(name for _, name in ship.fired))
            game.expect("a ship engages two targets", True, len({*engaged, event["target"]}) <= 2, event)
            self._barrels(ship, target, there, event)
        earlier = len(table.shot_at.get(event["target"], set()) - {event["ship"]})
        table.shot_at.setdefault(event["target"], set()).add(event["ship"])
        if target is not None:
            line = bearing(target.at, here)
            self.rake = self._rake(off(line, target.heading))
        if ship is not None and event["target"] == "target":
            game.expect("guns that bombard are of type D or heavier", True, event["guns"] in "ABCDXYZ", event)
        if not roll or not roll["breakdown"]["workings"]:
            return
        percent = self._percent(ship, target, event, away, earlier)
        if percent is not None:
            game.expect("percentage of a shot", percent, event["percent"], event)
        more = bool(roll["faces"]) and roll["faces"][0] <= event["percent"] % 100 // 10
        game.expect("straddles", event["percent"] // 100 + more, event["straddles"], event)

    def _rake(self, degrees: float) -> str:
        if abs(degrees - 30) < SLACK or abs(degrees - 150) < SLACK:
            return "?"
        return "bow" if degrees < 30 else "stern" if degrees > 150 else ""

    def bears(self, ship: Ship, box: Box, cell: Cell, line: float) -> bool | None:
        """Return whether a gun box bears along a relative bearing; None on the edge of its arc."""
        if cell.arc == "M":
            arcs = [(30, 150), (210, 330)]
        elif cell.arc:
            arcs = [ARCS[cell.arc]]
        else:
            first, last = (10, 120) if box[0] <= 4 else (45, 135) if box[0] <= 6 else (60, 170)
            arcs = [(first, last), (360 - last, 360 - first)]
        for first, last in arcs:
            if last - first >= 360:
                return True
            middle, half = (first + last) / 2, (last - first) / 2
            if abs(off(line, middle % 360) - half) < SLACK:
                return None
            if off(line, middle % 360) < half:
                return True
        return False

    def _silent(self, ship: Ship, box: Box, cell: Cell) -> bool:
        """Return whether a gun box is silent for good."""
        if box in ship.lost or (ship.silent and cell.gun in MAIN):
            return True
        if cell.gun in LIGHT:
            return False
        for level in range(box[1] + 1, 7):
            below = ship.cells.get((box[0], level))
            if below is None or (box[0], level) not in ship.lost:
                continue
            if "MAG" in below.contents:
                return True
            above = [up for up in range(level - 1, 0, -1) if self._serves(ship, (box[0], up))]
            if "BARB" in below.contents and above[:1] == [box[1]]:
                return True
        return False

    def _serves(self, ship: Ship, box: Box) -> bool:
        cell = ship.cells.get(box)
        return cell is not None and bool(cell.gun) and cell.gun not in LIGHT

    def _barrels(self, ship: Ship, target: Ship | None, there: tuple[float, float], event: Event) -> None:
        """The guns of a type that bear, have not fired and are not awash: each box once a turn."""
        line = (bearing(ship.at, there) - ship.heading) % 360
        sea, found, boxes = self.table.sea_at(ship.at), 0, []
        for box, cell in ship.cells.items():
            if cell.gun != event["guns"] or box in ship.guns_fired or self._silent(ship, box, cell):
                continue
            if box[1] == 4 and sea in ("heavy", "storm"):
                continue
            bears = self.bears(ship, box, cell, line)
            if bears is None or (box[1] == 4 and sea == "?"):
                ship.unsure.add(event["guns"])
            if bears:
                found += cell.guns
                boxes.append(box)
        ship.guns_fired |= set(boxes)
        ship.fired.append((event["guns"], event["target"]))
        if event["guns"] not in ship.unsure:
            self.game.expect("guns that bear", found, event["barrels"], event)

    def _percent(self, ship: Ship | None, target: Ship | None, event: Event, away: float, earlier: int) -> int | None:
        """Return the chance of a shot by the tables; None where the referee does not know enough."""
        band, letter, table = band_of(away), event["guns"], self.table
        if band is None or self.rake == "?" or table.night:
            return None
        base, low = PERCENT[letter][band], 0
        changes = -min(30, 10 * earlier)
        if ship is None:
            return None
        if ship.gone_all("POWER"):
            return None
        sea = table.sea_at(ship.at)
        if sea == "?":
            return None
        changes += {1: -20, 2: 0, 3: 20}[ship.cq] + {2: -10, 3: -20, 4: -20}.get(ship.fires, 0) + SEAS[sea]
        changes += -20 * (ship.turned >= 45) - 20 * ship.gone_all("CT") - 20 * ship.lists
        if target is None:
            changes += 20
        else:
            changes -= 20 * bool(self.rake)
            if target.stopped or not target.speed:
                changes += 20
            else:
                changes -= 20 if target.speed > 25 else 10 if target.speed > 20 else 0
            if target.size == 3:
                changes -= 40 if letter in HEAVY else 20 if letter == "D" else 0
        if ship.card["tech"] >= 3 and letter in MAIN and away > 24:
            changes += 20
        guns = event["barrels"]
        if sea == "rough":
            bearing_low = [box for box, cell in ship.cells.items() if cell.gun == letter and box[1] == 4]
            if bearing_low:
                return None
        raw = guns * base * max(0, 100 + changes) + low
        return (raw + 500) // 1000 * 10

    # ------------------------------------------------------------------ where it falls, what it does

    def rolls(self, event: Event) -> None:
        """A roll: kept for the straddle it belongs to."""
        self.rolled.append(event)
        if event["rule"] == "PA-PEN-H1" and event["faces"]:
            self._needs(event)
        if event["rule"] == "PA-FIR-H1" and "guns" in self.fallen:
            prone = self._victim(self.fallen)
            need = REFIRE[self.fallen["guns"]] - bool(prone and prone.card.get("fire_prone"))
            self.game.expect("a fire in wreckage", need, event["breakdown"]["need"], event)

    def _victim(self, event: Event) -> Ship | None:
        return self.table.ships.get(event["target"])

    def _needs(self, event: Event) -> None:
        """What a shell needs to go through the armour of a box, or of a battery."""
        band = band_of(float(self.last["away"].split()[0])) if self.last else None
        armour = self._armour() if self.fallen else None
        if armour is not None and band is not None:
            need = 4 + armour - THROUGH[self.last["guns"]][band]
            self.game.expect("what goes through armour", need, event["breakdown"]["need"], event)

    def _armour(self) -> int | None:
        ship, (_, _, work) = self._victim(self.fallen), self.table.works.get(self.fallen["target"], ("", (), ()))
        if ship is not None:
            cell = ship.cells.get((self.fallen["section"], self.fallen["level"]))
            return cell.armour if cell else None
        return int(work[1][1]) if work and work[0] == "battery" else None

    def fell(self, event: Event) -> None:
        """A straddle: the box its dice chose, or a battery that is found."""
        self.fallen = event
        level = [roll for roll in self.rolled if "level" in roll["breakdown"]["what"]]
        section = [roll for roll in self.rolled if "section" in roll["breakdown"]["what"]]
        self.rolled = []
        ship = self._victim(event)
        if ship is None or not level or not section:
            return
        face = section[-1]["faces"][0]
        if self.rake != "?":
            sides = 6 if self.rake else 10
            self.game.expect("the die of a rake", sides, section[-1]["breakdown"]["sides"], event)
            mine = 11 - face if self.rake == "stern" else face
            self.game.expect("section of a straddle", mine, event["section"], event)
        self.game.expect("level of a straddle", level[-1]["faces"][0], event["level"], event)

    def went(self, event: Event, through: bool) -> None:
        """A shell went through or was held by the armour of the card."""
        ship, box = self._victim(event), (event["section"], event["level"])
        if ship is None or box not in ship.cells:
            return
        self.game.expect("armour of a box", ship.cells[box].armour, event["armour"], event)
        band = band_of(float(self.last["away"].split()[0])) if self.last else None
        if band is None or not self.fallen:
            return
        need = 4 + ship.cells[box].armour - THROUGH[self.fallen["guns"]][band]
        faces = next((roll["faces"] for roll in reversed(self.rolled) if roll["rule"] == "PA-PEN-H1"), ())
        mine = faces[0] >= need if faces else need <= 1
        self.game.expect("a shell goes through", mine, through, event)

    def box_lost(self, event: Event) -> None:
        """A box is devastated once only, and not where a shell does nothing."""
        ship, box = self._victim(event), (event["section"], event["level"])
        if ship is None:
            return
        self.game.expect("a box is lost once", False, box in ship.lost, event)
        self.game.expect("a box that is lost is on the card", True, box in ship.cells, event)

    def check_speed_loss(self, event: Event) -> None:
        """Speed lost: a unit for a funnel, a room's units for a propulsion room; what is left."""
        ship = self.table.ships.get(event["ship"])
        if ship is None:
            return
        if event["why"] == "funnel":
            self.game.expect("speed lost with a funnel", 1, event["units"], event)
        else:
            self.game.expect("speed lost with a room", True, event["units"] in ship.card["prop_units"], event)
        left = max(0, ship.card["speed"] - ship.slowed)
        self.game.expect("speed left", left * 3 // 4 if ship.lists else left, event["speed"], event)

    def light_lost(self, event: Event) -> None:
        """A hit on a tower puts out its own light, once."""
        ship, box = self.table.ships.get(event["ship"]), (self.fallen.get("section", 0), self.fallen.get("level", 0))
        cell = ship.cells.get(box) if ship and self.fallen.get("target") == ship.id else None
        if ship is None or cell is None or "CT" not in cell.contents:
            return
        self.game.expect("a tower has one light", False, box in ship.dark, event)
        ship.dark.add(box)

    def floods(self, event: Event) -> None:
        """The floods of a shell, by its type and the level."""
        ship = self.table.ships.get(event["ship"])
        if ship is None or not event["why"].startswith("a type "):
            return
        letter, level = event["why"].split()[2], int(event["why"].split()[-1])
        mine = FLOODS[letter][level - 4]
        if level == 5 and ship.size == 3:
            mine = max(mine, 1)
        self.game.expect("floods of a shell", mine, event["floods"], event)
