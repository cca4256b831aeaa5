"""The smoke game, played again: plots on hexes, smoke and its dice, sight lines, spotting, bearings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.referee.night import cards
from tests.referee.night.core import UNSEEN, Division, Mods, Night, Salvo, Ship
from tests.referee.record import Game, Order

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # of columns along and rows down, by facing
SIGHT = {
    "day_clear": {"S": 16, "M": 20, "L": 24},
    "day_haze": {"S": 10, "M": 12, "L": 14},
    "dusk": {"S": 9, "M": 11, "L": 13},
    "C": {"S": 8, "M": 10, "L": 12},
    "N": {"S": 6, "M": 8, "L": 10},
    "D": {"S": 4, "M": 6, "L": 6},
    "Q": {"S": 2, "M": 2, "L": 4},
}
NIGHT = ("C", "N", "D", "Q")
LOOKOUTS = {"1942": 4, "1943": 2}  # of Japan, at night
RADAR_RANGE = {"F1": 10, "F2": 12, "F3": 18}
REACH = {"S": 13, "M": 15, "L": 18, "H": 24}
RANGE_ENDS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 20)  # last hex of the steps -2, -1, 0 ... 7; farther is 8
RUNS = {"T93": 5, "T90": 4, "Mk15": 4, "Mk9": 4, "Old": 3}  # hexes a turn
TURNINGS = ("", "L", "R", "LL", "RR", "RRR")
DETECTED = 1
Hexes = tuple[int, ...]


def axial(cell: int) -> tuple[int, int]:
    """Return columns along and rows down of a hex; even columns are shoved down by half a hex."""
    q = cell // 100 - 1
    return q, cell % 100 - 1 - q // 2


def hex_number(q: int, r: int) -> int:
    """Return the number of a hex."""
    return (q + 1) * 100 + r + q // 2 + 1


@cache
def hexes_apart(one: int, other: int) -> int:
    """Return the distance of two hexes."""
    (q, r), (p, s) = axial(one), axial(other)
    return max(abs(p - q), abs(s - r), abs(p - q + s - r))


@cache
def crossed_hexes(q: int, r: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return what a line from a hex's centre to another's runs through, both ends included.

    Each entry is one hex, or the two along whose common side the line runs. A corner that is only touched is not
    entered. (q, r): from one hex to the other.
    """
    slopes = [abs(slope) for slope in (q - r, 2 * r + q, r + 2 * q) if slope]  # along the axes that part neighbours
    whole = 2 * math.lcm(*slopes)  # the line is cut into so many parts; hexes end at some of them
    edges = sorted({n * whole // slope for slope in slopes for n in range(slope + 1)})
    found: list[tuple[tuple[int, int], ...]] = []
    for low, high in zip(edges, edges[1:], strict=False):
        x, y = (low + high) // 2 * q, (low + high) // 2 * r
        near = tuple(
            (i, j)
            for i in (x // whole, x // whole + 1)
            for j in (y // whole, y // whole + 1)
            for along, down in ((x - i * whole, y - j * whole),)
            if max(abs(along - down), abs(2 * down + along), abs(down + 2 * along)) <= whole
        )
        if not found or found[-1] != near:
            found.append(near)
    return tuple(found) or (((0, 0),),)


@cache
def path(one: int, other: int) -> tuple[Hexes, ...]:
    """Return the hexes a line runs through, by their numbers; two together along a hexside."""
    (q, r), (p, s) = axial(one), axial(other)
    return tuple(tuple(hex_number(q + i, r + j) for i, j in cell) for cell in crossed_hexes(p - q, s - r))


def ahead_or_astern(here: int, course: int, there: int) -> bool:
    """Return whether a hex lies within 30 degrees of bow or stern; on the line it does not."""
    (q, r), (p, s) = axial(here), axial(there)
    x, y = 1.5 * (p - q), math.sqrt(3) * (s - r + (p - q) / 2)
    off = (math.degrees(math.atan2(x, -y)) - 60 * course) % 180
    return here != there and min(off, 180 - off) < 30 - 1e-6


@cache
def plots(budget: int) -> tuple[str, ...]:
    """Return every plot that spends a number of hexes: F ahead, L and R 60 degrees; one turn is free on entering."""
    if not budget:
        return ("",)
    found = []
    waiting = [("", 0, 0)]
    while waiting:
        letters, spent, free = waiting.pop()
        for turning in TURNINGS:
            cost = spent + max(0, len(turning) - free)
            if cost == budget:
                found.append(letters + turning)
            elif cost < budget:
                waiting.append((letters + turning + "F", cost + 1, 1))
    return tuple(found)


class Grid(Night):
    """A game of the smoke expansion, played again."""

    prefix = "NW"
    phases = ("conditions", "orders", "movement", "spotting", "gunnery", "torpedoes", "smoke", "end")
    radar, sighted = 2, 3
    searchlight, star_from, star_to = 6, 4, 10
    rules = {
        "fire": "GUN-H1",
        "night": "GUN-H5",
        "bow_small": "GUN-H6",
        "bow_big": "GUN-H6",
        "target_evading": "EV-H2",
        "firer_evading": "EV-H3",
        "on_fire": "GUN-H7",
        "dispersed": "FRM-H2",
        "ranging": "GUN-H8",
        "blind": "GUN-H9",
        "armour": "GUN-H10",
        "size": "GUN-H11",
        "crowd": "GUN-H12",
        "burning": "GUN-H14",
        "flooding": "GUN-H15",
        "control": "DC-H1",
        "control_ashore": "DC-H1",
        "six": "DC-H2",
        "wrecks": "DMG-H5",
        "star": "SPT-H8",
        "salvo": "TOR-H4",
        "salvo_evading": "EV-H4",
        "salvo_formation": "FRM-H1",
        "ragged_salvo": "HS-8",
    }

    def muster(self, force: dict[str, Any]) -> Division:
        division = super().muster(force)
        division.formation = division.formation or "abreast"
        division.course, division.speed = FACINGS.index(force["facing"]), force["speed"]
        division.ran = force["speed"]
        division.smoking = "smoke_card" in division.traits
        division.track = (division.at,)
        return division

    def __init__(self, game: Game) -> None:
        self.smoke: set[int] = set()
        self.dice: dict[frozenset[str], str] = {}
        self.ways: dict[tuple[int, int, int], dict[str, int]] = {}
        super().__init__(game)
        assert game.sheet is not None
        self.columns, self.rows, land, sea = game.sheet
        self.land, self.sea = frozenset(land), frozenset(sea)
        self.heavy = self.scenario["conditions"].get("seas") == "heavy"

    def apart(self, one: Division, other: Division) -> int:
        return hexes_apart(one.at, other.at)

    def night(self) -> bool:
        return self.visibility in NIGHT

    # ------------------------------------------------------------------ sight lines

    def _meets(self, one: int, other: int, marks: frozenset[int] | set[int]) -> bool:
        """Return whether a line passes a marked hex; along a hexside both must be marked. Both ends count."""
        return any(all(cell in marks for cell in cells) for cells in path(one, other))

    def _smoke_between(self, one: Division, other: Division) -> bool:
        if self.options["smoke_advanced"]:
            return bool(self.smoke) and self._meets(one.at, other.at, self.smoke)
        return one.smoking or other.smoking

    def line(self, one: Division, other: Division) -> str:
        """land, blocked, partial or clear."""
        if self._meets(one.at, other.at, self.land):
            return "land"
        if not self._smoke_between(one, other):
            return "clear"
        return self.dice.get(frozenset((one.id, other.id)), "blocked")

    def shut(self, one: Division, other: Division) -> bool:
        return self.line(one, other) in ("land", "blocked")

    def may_aim(self, division: Division, foe: Division) -> bool:
        known, line = self.sees(division.side, foe), self.line(division, foe)
        through = known == self.radar and not self.options["smoke_blocks_all_fire"]
        return known >= self.radar and line != "land" and (line != "blocked" or through)

    # ------------------------------------------------------------------ 1 conditions and 2 orders

    def open_conditions(self) -> None:
        self.conditions()
        a, b = self.sides
        one, two = self.d6("PH-H2"), self.d6("PH-H2")
        self.first = a if one <= two else b
        self.say("InitiativeWon", self.first, self.foe(self.first))

    def allowance(self, division: Division) -> int:
        """Return hexes the slowest able ship allows.

        Small ones make one less in heavy seas, but never less than one.
        """
        found = []
        for ship in self.able(division):
            hexes = sum(ship.knots >= least for least in (5, 15, 25, 35))
            found.append(max(1, hexes - 1) if self.heavy and hexes and ship.card.size == "S" else hexes)
        return min(found, default=0)

    def _limits(self, division: Division) -> tuple[int, int]:
        most = min(self.allowance(division), division.ran + 2)
        return min(max(0, division.ran - 2), most), most

    def open_orders(self) -> None:
        for division in self.divisions.values():
            least, most = self._limits(division)
            division.speed = min(max(division.speed, least), most)
            division.formed = division.changed = division.sped = False

    def orders_orders(self, side: str) -> Iterator[Order]:
        for division in self.of(side):
            if not self.obeys(division):
                continue
            least, most = self._limits(division)
            if not division.sped:
                yield from (("speed", division.id, n) for n in range(least, most + 1) if n != division.speed)
            if not division.formed and len(division.ships) > 1:
                yield from (("form", division.id, one) for one in cards.FORMATIONS if one != division.formation)
        yield from self.orders_of_ships(side)

    def do_speed(self, name: str, hexes: int) -> None:
        division = self.divisions[name]
        division.speed, division.sped = hexes, True
        self.say("SpeedOrdered", name, hexes)

    def do_form(self, name: str, shape: str) -> None:
        division = self.divisions[name]
        division.formation, division.formed = shape, True
        self.say("FormationOrdered", name, cards.TITLES[shape])

    def join_divisions(self, one: Division, other: Division) -> None:
        """Both run at the slower one's speed; a smoke card of either is the card of both."""
        other.speed, other.ran = min(one.speed, other.speed), min(one.ran, other.ran)
        other.smoking = one.smoking or other.smoking

    def part_ship(self, ship: Ship, old: Division, new: Division, drift: bool) -> None:
        """One declaration is one card: it stays, unless only she that leaves can make smoke."""
        card = old.smoking
        old.smoking = card and self._can_smoke(old)
        new.smoking = card and not old.smoking and self._can_smoke(new)
        for pair, verdict in list(self.dice.items()):
            if old.id in pair:
                self.dice[(pair - {old.id}) | {new.id}] = verdict
        super().part_ship(ship, old, new, drift)

    def adrift(self, division: Division) -> None:
        super().adrift(division)
        division.speed = 0

    # ------------------------------------------------------------------ 3 movement

    def _to_run(self, division: Division) -> int:
        speed = min(division.speed, self.allowance(division))
        return -(-speed // 2) if division.evading else speed

    def open_movement(self) -> None:
        for division in self.divisions.values():
            if division.evading:
                self.say("EvadingEnded", division.id)
            division.evading = division.moved = False
            division.track = (division.at,)
        for division in list(self.divisions.values()):
            if self.is_surprised(division.side):
                self._hold_course(division)
            elif not self._to_run(division):
                division.moved, division.ran = True, 0
                self._lay(division)

    def _hold_course(self, division: Division) -> None:
        for run in range(self._to_run(division), -1, -1):
            track, _, leaves = self._walk(division, "F" * run) or ((), 0, True)
            if track and not leaves and (not run or track[-1] not in self._no_room(division)):
                self.do_move(division.id, "F" * run)
                return

    def _walk(self, division: Division, letters: str) -> tuple[Hexes, int, bool] | None:
        """Return (hexes, heading, whether it leaves the map) of a plot.

        None where it runs ashore or goes on off the map.
        """
        at, course, track = axial(division.at), division.course, [division.at]
        for place, letter in enumerate(letters):
            if letter != "F":
                course = (course + (1 if letter == "R" else -1)) % 6
                continue
            at = at[0] + STEPS[course][0], at[1] + STEPS[course][1]
            column, row = at[0] + 1, at[1] + at[0] // 2 + 1
            if not (1 <= column <= self.columns and 1 <= row <= self.rows):
                return (tuple(track), course, True) if place == len(letters) - 1 else None
            track.append(hex_number(*at))
            if track[-1] not in self.sea:
                return None
        return tuple(track), course, False

    def _no_room(self, division: Division) -> set[int]:
        """Return hexes in which a division may not end: two of its own side's, or an enemy its side has sighted."""
        found: dict[int, int] = {}
        for other in self.divisions.values():
            if other is division or not self.able(other):
                continue
            if other.side == division.side:
                found[other.at] = found.get(other.at, 0) + 1
            elif self.sees(division.side, other) == self.sighted:
                found[other.at] = 2
        return {at for at, count in found.items() if count >= 2}

    def plots_of(self, division: Division) -> set[str]:
        """Return the plots that spend the whole speed, or as much as land, the map's edge and full hexes leave."""
        full = self._no_room(division)
        for budget in range(self._to_run(division), 0, -1):
            found = {letters for letters, end in self._ways(division, budget).items() if end not in full}
            if found:
                return found
        return {""}

    def _ways(self, division: Division, budget: int) -> dict[str, int]:
        """Return every plot that spends a number of hexes or leaves the map before, and where it ends.

        0: off or in place.
        """
        key = division.at, division.course, budget
        if key not in self.ways:
            self.ways[key] = found = {}
            for letters in plots(budget):
                exits = (letters[: n + 1] for n, letter in enumerate(letters[:-1]) if letter == "F")
                for short in (letters, *exits):
                    walked = self._walk(division, short)
                    if walked is not None and (walked[2] or short == letters):
                        found[short] = 0 if walked[2] or len(walked[0]) == 1 else walked[0][-1]
        return self.ways[key]

    def has_order(self, side: str) -> bool:
        if self.phase == "movement":
            return any(not division.moved for division in self.of(side))
        return super().has_order(side)

    def owes(self, side: str) -> bool:
        return self.phase == "movement" and self.has_order(side)

    def orders_movement(self, side: str) -> Iterator[Order]:
        for division in self.of(side):
            if division.moved:
                continue
            yield from (("move", division.id, letters) for letters in self.plots_of(division))
            if self.options["evasion"] and not division.evading and min(division.speed, self.allowance(division)):
                yield "evade", division.id

    def do_evade(self, name: str) -> None:
        self.divisions[name].evading = True
        self.say("EvadingDeclared", name)

    def do_move(self, name: str, letters: str) -> None:
        division = self.divisions[name]
        track, course, leaves = self._walk(division, letters) or ((), 0, False)
        division.track, division.moved = track, True
        if leaves:
            self._lay(division, leaves=True)
            for ship in map(self.ships.__getitem__, division.ships):
                ship.gone = "left"
            del self.divisions[name]
            self.say("LeftMap", division.ships)
            return
        division.at, division.course = track[-1], course
        division.ran = _cost(letters)
        event = self.expect_event("Moved", division=name)
        rows = (tuple(event["hexes"]), event["facing"], event["end"], event["run"])
        self.same("a run", (track, course, track[-1], division.ran), rows, event)
        self._lay(division)

    def _lay(self, division: Division, leaves: bool = False) -> None:
        """A marker in each hex moved from, none for the last alone."""
        if not self.options["smoke_advanced"]:
            return
        if division.smoking and not leaves and len(division.track) < 2:
            self.say("SmokeWithheld", division.id)
        elif division.smoking:
            marked = division.track if leaves else division.track[:-1]
            self.smoke.update(marked)
            self.say("SmokeLaid", division.id, marked)
            if not leaves and division.track[-1] not in self.smoke:
                self.say("SmokeSpared", division.id, division.track[-1])
        if not leaves and division.at in self.smoke:
            self.say("SmokeKept", division.id, division.at)

    # ------------------------------------------------------------------ 4 spotting

    def visual(self, watcher: Division, target: Division) -> int:
        lookouts = LOOKOUTS.get(self.scenario["conditions"].get("lookouts", ""), 0) if watcher.side == "IJN" else 0
        best = max(
            SIGHT[self.visibility][ship.card.size] + self.night() * (lookouts + 4 * ship.flashed + 8 * ship.fire)
            for ship in map(self.ships.__getitem__, target.ships)
        )
        return max(0, best - 2) if self.line(watcher, target) == "partial" else best

    def looks(self, watcher: Division, target: Division) -> int:
        """Return what a division makes of another: nothing, smoke with somebody behind it, or a clear sight."""
        line, apart = self.line(watcher, target), self.apart(watcher, target)
        near = apart <= self.visual(watcher, target) or (apart <= 1 and line != "partial")
        if line == "land" or not near:
            return UNSEEN
        return DETECTED if line == "blocked" else self.sighted

    def open_spotting(self) -> None:
        a, b = self.sides
        for one in self.of(a):
            for other in self.of(b):
                self._throw_for_smoke(one, other)
        found = {side: {} if self.is_surprised(side) else self._look(side) for side in self.sides}
        for side in self.sides:
            if not self.is_surprised(side):
                self._search(side, found[side])
        for side, before in self.known.items():
            for name in before:
                if name in self.divisions and not found[side].get(name):
                    self.say("ContactLost", side, name)
        self.known = {side: {name: level for name, level in now.items() if level} for side, now in found.items()}

    def _throw_for_smoke(self, one: Division, other: Division) -> None:
        pair = frozenset((one.id, other.id))
        if not (self.heavy and self.options["heavy_seas_dice"]) or pair in self.dice:
            return
        if self._meets(one.at, other.at, self.land) or not self._smoke_between(one, other):
            return
        self.dice[pair] = ("blocked", "partial", "partial", "clear", "clear", "clear")[self.d6("HS-2") - 1]
        self.say("SmokeVeered", one.id, other.id, self.dice[pair])

    def _look(self, side: str) -> dict[str, int]:
        found = {}
        for target in self.of(self.foe(side)):
            watchers = [one for one in self.of(side) if self.able(one)]
            found[target.id] = best = max((self.looks(one, target) for one in watchers), default=UNSEEN)
            if best == self.sighted:
                self.say("Sighted", side, target.id)
                event = self.expect_event("Sighted", side=side, division=target.id)
                by = self.divisions[event["by"]]
                rows = (True, event["hexes"], event["limit"])
                mine = (self.looks(by, target) == best, self.apart(by, target), self.visual(by, target))
                self.same("how far it was seen", mine, rows, event)
            elif best == DETECTED:
                self.say("SmokeNoticed", side, target.id)
        return found

    def _search(self, side: str, found: dict[str, int]) -> None:
        for target in self.of(self.foe(side)):
            if found.get(target.id) == self.sighted:
                continue
            needs = [
                cards.CONTACT[grade]
                for one in self.of(side)
                for grade in [max((ship.card.radar for ship in self.able(one)), default="F0")]
                if self.apart(one, target) <= RADAR_RANGE.get(grade, -1) and self.line(one, target) != "land"
            ]
            if needs and self.d6("SPT-H6", need=max(needs), low=True) <= max(needs):
                found[target.id] = self.radar
                self.say("RadarFound", side, target.id)

    # ------------------------------------------------------------------ 5 gunnery and 6 torpedoes

    def reach(self, ship: Ship, target: Ship) -> int:
        return REACH[ship.card.gun]

    def range_step(self, apart: int) -> int:
        return sum(apart > end for end in RANGE_ENDS) - 2

    def far_for_radar(self, apart: int) -> bool:
        return apart >= 5

    def is_masked(self, ship: Ship, division: Division, foe: Division) -> bool:
        return ahead_or_astern(division.at, division.course, foe.at)

    def more_at_shot(self, ship: Ship, division: Division, foe: Division, mods: Mods) -> None:
        if self.line(division, foe) == "partial":
            mods["HS-7"] -= 1
        if self.heavy and ship.card.size == "S":
            mods["GUN-H13"] -= 1

    def bands_between(self, apart: int) -> int:
        return -(-apart // 2)

    def may_launch(self, division: Division, foe: Division) -> bool:
        return not ahead_or_astern(division.at, division.course, foe.at)

    def running(self, kind: str, apart: int) -> int:
        return max(0, apart - 1) // RUNS[kind]

    def salvo(self, ship: Ship, target: Ship) -> Salvo:
        found = super().salvo(ship, target)
        line = self.line(self.divisions[ship.division], self.divisions[target.division])
        found.ragged = line == "partial"
        return found

    def torpedo_exposure(self, foe: Division, shape: str) -> int:
        return super().torpedo_exposure(foe, shape) if len(foe.ships) > 1 else 0

    def ran_off(self, salvo: Salvo, foe: Division) -> bool:
        turned = abs(foe.course - salvo.course) % 6
        return hexes_apart(foe.at, salvo.aimed) > 3 or min(turned, 6 - turned) >= 2

    # ------------------------------------------------------------------ 7 smoke and 8 the end

    def _can_smoke(self, division: Division) -> bool:
        return any(ship.card.type in cards.SMOKERS for ship in self.able(division))

    def open_smoke(self) -> None:
        plain = not self.options["smoke_advanced"] and any(one.smoking for one in self.divisions.values())
        if self.smoke or plain:
            self.say("SmokeCleared", len(self.smoke))
        self.smoke.clear()
        for division in self.divisions.values():
            division.smoking = False

    def orders_smoke(self, side: str) -> Iterator[Order]:
        for division in self.of(side):
            if self._can_smoke(division) and not division.smoking:
                yield "smoke", division.id

    def do_smoke(self, name: str) -> None:
        self.divisions[name].smoking = True
        self.say("SmokeDeclared", name)

    def open_end(self) -> None:
        self.damage_control()
        self.dice.clear()
        if self.turn_over():
            self.sink_wrecks()
            self.finish()


def _cost(letters: str) -> int:
    """Return hexes a plot spends."""
    first, *others = letters.split("F")
    return len(first) + len(others) + sum(max(0, len(turning) - 1) for turning in others)
