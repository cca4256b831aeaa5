"""Nights of Fury, played again: range bands, islands, formations, spotting, land targets, bonus points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.referee.night import cards
from tests.referee.night.campaign import Rounds
from tests.referee.night.cards import Card
from tests.referee.night.chart import Chart
from tests.referee.night.core import WRECK, Division, Mods, Salvo, Ship
from tests.referee.record import Order

FIRST, LAST = 1, 10
HOME = {"IJN": 10, "USN": 1}
AHEAD = {"IJN": -1, "USN": 1}
SIGHT = {
    "C": {"S": 4, "M": 5, "L": 6},
    "N": {"S": 3, "M": 4, "L": 5},
    "D": {"S": 2, "M": 3, "L": 3},
    "Q": {"S": 1, "M": 1, "L": 2},
}
LOOKOUTS = {"1942": 2, "1943": 1}  # of Japan
RADAR_RANGE = {"F1": 5, "F2": 6, "F3": 9}
REACH = {"S": 6, "M": 7, "L": 8, "H": 9}
LAND_REACH = {"S": 3, "M": 4, "L": 5, "H": 8}
AWARDED = {
    "sunk": lambda ship, band: ship.gone == "sunk",
    "out_of_action": lambda ship, band: ship.gone == "sunk" or ship.structure >= WRECK,
    "damaged": lambda ship, band: ship.level > 0,
    "left": lambda ship, band: ship.gone == "left" and ship.left_at == band,
    "stays": lambda ship, band: not ship.gone,
}


class Bands(Chart, Rounds):
    """A game of Nights of Fury, played again."""

    prefix = "NoF"
    phases = ("orders", "movement", "spotting", "gunnery", "torpedoes", "control", "end", "campaign")
    searchlight, star_from, star_to = 3, 2, 5
    rules = {
        "fire": "GUN-H1",
        "night": "GUN-6",
        "bow_small": "GUN-2",
        "bow_big": "GUN-3",
        "target_evading": "EV-H2",
        "firer_evading": "EV-H3",
        "on_fire": "GUN-H5",
        "dispersed": "FRM-H3",
        "ranging": "GUN-H6",
        "blind": "GUN-H7",
        "armour": "GUN-H8",
        "size": "GUN-H9",
        "crowd": "GUN-H10",
        "burning": "GUN-H11",
        "flooding": "GUN-H12",
        "control": "DC-H1",
        "control_ashore": "LAND-H3",
        "six": "DC-1",
        "wrecks": "DMG-H5",
        "star": "SPT-H10",
        "salvo": "TOR-H4",
        "salvo_evading": "EV-H4",
        "salvo_ahead": "FORM-5",
        "salvo_formation": "FRM-H1",
    }

    # ------------------------------------------------------------------ pieces

    def muster(self, force: dict[str, Any]) -> Division:
        division = super().muster(force)
        division.formation = division.formation or "abreast"
        division.began, division.flag = division.at, division.ships[0]
        return division

    def card_under_options(self, card: Card) -> Card:
        if card.kind == "fletcher" and not self.options["fletcher_f3"]:
            card = replace(card, radar=min(card.radar, "F1"))
        return card if self.options["card_damage_lines"] else cards.flat_lines(card)

    def shape(self, division: Division) -> str:
        """Return the formation: a ship alone is in Line Abreast, unless she was ordered into Line Ahead."""
        return division.formation if len(division.ships) > 1 or division.formation == "ahead" else "abreast"

    def apart(self, one: Division, other: Division) -> int:
        return abs(one.at - other.at)

    def night(self) -> bool:
        return True

    def can_star(self, ship: Ship) -> bool:
        return ship.power > 0

    def past_island(self, one: Division, other: Division) -> bool:
        """Return whether Savo or Florida lies between two divisions."""
        low, high = sorted((one.at, other.at))
        return any(low < band < high for island, band in self.islands.items() if island != "guadalcanal")

    def shut(self, one: Division, other: Division) -> bool:
        return (one.sheltering or other.sheltering) and self.past_island(one, other)

    def may_aim(self, division: Division, foe: Division) -> bool:
        return self.sees(division.side, foe) >= self.radar and not self.shut(division, foe)

    def part_ship(self, ship: Ship, old: Division, new: Division, drift: bool) -> None:
        super().part_ship(ship, old, new, drift)
        if old.flag != ship.id:
            return
        if drift:
            self._leaderless(old, ship)
        else:
            old.flag = old.ships[0]

    def adrift(self, division: Division) -> None:
        super().adrift(division)
        division.sheltering, division.action = False, ""

    def after_loss(self, division: Division, ship: Ship) -> None:
        if division.ships and division.flag == ship.id:
            self._leaderless(division, ship)

    def _leaderless(self, division: Division, lost: Ship) -> None:
        """A division that has lost its flagship is Dispersed, and another able ship leads."""
        able = self.able(division)
        division.flag = able[0].id if able else division.ships[0]
        division.formation = "dispersed" if len(division.ships) > 1 else "abreast"
        if able:
            self.say("FlagshipLost", division.id, lost.id, division.flag, cards.TITLES[division.formation])

    # ------------------------------------------------------------------ 1 orders

    def open_orders(self) -> None:
        self.conditions()
        states, japan = self.d6("PH-H2"), self.d6("PH-H2")
        self.first = "USN" if states < japan else "IJN"
        self.say("OrderOfMoveRolled", self.first, self.foe(self.first))
        for division in self.divisions.values():
            division.formed = division.changed = division.consulted = False

    def orders_orders(self, side: str) -> Iterator[Order]:
        if self.is_charted(side):
            yield from self.consultations(side)
            return
        for division in self.of(side):
            if self.obeys(division) and not division.formed:
                open_to = cards.FORMATIONS if len(division.ships) > 1 else ("ahead", "abreast")
                now = self.shape(division)
                yield from (("form", division.id, shape) for shape in open_to if shape != now)
        yield from self.orders_of_ships(side)

    def do_form(self, name: str, shape: str) -> None:
        division = self.divisions[name]
        division.formation, division.formed = shape, True
        self.say("FormationOrdered", name, cards.TITLES[shape])

    # ------------------------------------------------------------------ 2 movement

    def need(self, division: Division) -> int:
        """Return what one die must show to change the band: 0 never, 1 no die."""
        knots = min((ship.knots for ship in self.able(division)), default=0)
        table = next((need for least, need in ((32, 1), (25, 2), (18, 3), (12, 4), (6, 5)) if knots >= least), 0)
        if not table or self.ashore(division):
            return 0
        if self.is_charted(division.side) and not self.options["ai_normal_movement"]:
            return 4
        return table + (self.shape(division) == "echelon")

    def open_movement(self) -> None:
        for division in self.divisions.values():
            division.began = division.at
            division.evading = division.smoking = division.sheltering = division.moved = False
        for division in list(self.divisions.values()):
            band = division.at + AHEAD[division.side]
            runs = self.is_surprised(division.side) and "run" in division.traits and self.need(division)
            if runs and FIRST <= band <= LAST:
                self.do_move(division.id, band)

    def orders_movement(self, side: str) -> Iterator[Order]:
        if self.is_charted(side):
            yield from self.charted_move(side)
            return
        for division in self.of(side):
            if self.ashore(division):
                continue
            if not division.moved and self.need(division):
                yield "move", division.id, division.at - 1
                yield "move", division.id, division.at + 1
                yield "evade", division.id
            makers = any(ship.card.type in cards.SMOKERS for ship in self.able(division))
            if self.options["smoke"] and makers and not division.smoking:
                yield "smoke", division.id
            if self.options["islands_block"] and self._can_shelter(division):
                yield "shelter", division.id

    def _can_shelter(self, division: Division) -> bool:
        others = [band for island, band in self.islands.items() if island != "guadalcanal" and band != division.at]
        return bool(others) and not division.sheltering and bool(self.able(division))

    def do_move(self, name: str, band: int) -> None:
        division = self.divisions[name]
        need = self.need(division)
        division.moved = True
        if need > 1 and self.d6("MOV-H1", need=need) < need:
            if FIRST <= band <= LAST:
                self.say("MoveFailed", name, division.at, band)
            else:
                self.say("ExitFailed", name, division.at)
        elif FIRST <= band <= LAST:
            event = self.expect_event("Moved", division=name)
            self.same("a band changed", (division.at, band), (event["start"], event["end"]), event)
            division.at = band
        else:
            self.leave(division)

    def leave(self, division: Division) -> None:
        """Leave the chart at the end of the band."""
        for name in division.ships:
            ship = self.ships[name]
            ship.gone, ship.left_at, ship.lights = "left", division.at, ""
        del self.divisions[division.id]
        self.say("LeftChart", division.id, division.at, division.ships)

    def do_evade(self, name: str) -> None:
        division = self.divisions[name]
        division.evading = division.moved = True
        self.say("EvadingDeclared", name)

    def do_smoke(self, name: str) -> None:
        self.divisions[name].smoking = True
        self.say("SmokeMade", name)

    def do_shelter(self, name: str) -> None:
        division = self.divisions[name]
        division.sheltering = division.moved = True
        for island, band in self.islands.items():
            if island != "guadalcanal" and band != division.at:
                self.say("ShelterClaimed", name, band)

    # ------------------------------------------------------------------ 3 spotting

    def visual(self, watcher: Division, target: Division) -> int:
        """Return how many bands off a division can see another."""
        side, lookouts = watcher.side, self.scenario["conditions"].get("lookouts", "")
        best = max(
            SIGHT[self.visibility][ship.card.size]
            + (LOOKOUTS.get(lookouts, 0) if side == "IJN" else 0)
            + 2 * ship.flashed
            + 4 * ship.fire
            for ship in map(self.ships.__getitem__, target.ships)
        )
        return max(0, best - 2 * target.smoking - 2 * watcher.smoking)

    def open_spotting(self) -> None:
        for ship in self.ships.values():
            ship.shone = False
        found = {side: self._look(side) for side in self.sides}
        for side in self.sides:
            if not self.is_surprised(side):
                self._search(side, found[side])
        for side, before in self.known.items():
            for name in before:
                if name in self.divisions and not found[side].get(name):
                    self.say("ContactLost", side, name)
        self.known = {side: {name: level for name, level in now.items() if level} for side, now in found.items()}

    def _look(self, side: str) -> dict[str, int]:
        found = {}
        watchers = [division for division in self.of(side) if self.able(division)]
        for target in self.of(self.foe(side)):
            if self.ashore(target):
                found[target.id] = self.sighted
            elif not self.is_surprised(side):
                open_to = [one for one in watchers if not self.shut(one, target)]
                spare = max((self.visual(one, target) - self.apart(one, target) for one in open_to), default=-99)
                if spare >= 0 or (spare == -1 and self.d6("SPT-H4", need=6) == 6):
                    found[target.id] = self.sighted
                    self._sighting(side, target)
        return found

    def _sighting(self, side: str, target: Division) -> None:
        self.say("Sighted", side, target.id)
        event = self.expect_event("Sighted", side=side, division=target.id)
        by = self.divisions[event["by"]]
        mine = (self.apart(by, target), self.visual(by, target))
        self.same("how far it was seen", mine, (event["bands"], event["limit"]), event)

    def _search(self, side: str, found: dict[str, int]) -> None:
        for target in self.of(self.foe(side)):
            if found.get(target.id) == self.sighted:
                continue
            sets = [
                (cards.CONTACT[grade], -self.apart(one, target))
                for one in self.of(side)
                for grade in [max((ship.card.radar for ship in self.able(one)), default="F0")]
                if self.apart(one, target) <= RADAR_RANGE.get(grade, -1) and not self.shut(one, target)
            ]
            if sets:
                cluttered = any(at == target.at for island, at in self.islands.items() if island != "guadalcanal")
                need = max(sets)[0] - cluttered
                if self.d6("SPT-H5", need=need, low=True) <= need:
                    found[target.id] = self.radar
                    self.say("RadarFound", side, target.id)

    def orders_spotting(self, side: str) -> Iterator[Order]:
        yield from self.charted_light(side) if self.is_charted(side) else super().orders_spotting(side)

    def do_light(self, ship: str, target: str) -> None:
        if self.is_charted(self.ships[ship].side):
            self.ships[ship].shone = True
            if self.d6("AI-H8", need=5) < 5:
                return
        super().do_light(ship, target)

    # ------------------------------------------------------------------ 4 gunnery and 5 torpedoes

    def orders_gunnery(self, side: str) -> Iterator[Order]:
        yield from self.charted_shot(side) if self.is_charted(side) else super().orders_gunnery(side)

    def reach(self, ship: Ship, target: Ship) -> int:
        return (LAND_REACH if ship.on_land or target.on_land else REACH)[ship.card.gun]

    def range_step(self, apart: int) -> int:
        return apart - 2

    def far_for_radar(self, apart: int) -> bool:
        return apart >= 3

    def gun_grade(self, ship: Ship, foe: Division) -> str:
        """Return two grades lower past an island."""
        grade = ship.card.radar
        return f"F{max(0, int(grade[1]) - 2)}" if self.past_island(self.divisions[ship.division], foe) else grade

    def in_the_dark(self, target: Ship) -> bool:
        starlit = self.options["starshell_cancels_night"] and self.divisions[target.division].starlit
        return self.options["night_penalty"] and not starlit and super().in_the_dark(target)

    def is_masked(self, ship: Ship, division: Division, foe: Division) -> bool:
        """Line Ahead always is; else who changed the band, unless firer and target ran side by side."""
        if not self.options["bow_stern_penalty"]:
            return False
        together = division.began == foe.began and division.at == foe.at
        return self.shape(division) == "ahead" or (division.at != division.began and not together)

    def more_at_shot(self, ship: Ship, division: Division, foe: Division, mods: Mods) -> None:
        mods["SMO-H1"] -= foe.smoking + division.smoking

    def may_launch(self, division: Division, foe: Division) -> bool:
        return not self.ashore(foe)

    def orders_torpedoes(self, side: str) -> Iterator[Order]:
        yield from self.charted_salvo(side) if self.is_charted(side) else super().orders_torpedoes(side)

    def running(self, kind: str, apart: int) -> int:
        return apart // 3

    def ran_off(self, salvo: Salvo, foe: Division) -> bool:
        return foe.at != salvo.aimed

    # ------------------------------------------------------------------ 6 damage control and 7 the end

    def open_control(self) -> None:
        self.damage_control()

    def open_end(self) -> None:
        if not self.turn_over():
            return
        for side in self.sides:
            if any(ship.able for ship in self.ships.values() if ship.side != side):
                continue
            for division in self.of(side):
                if "run" in division.traits and self.need(division):
                    division.at = HOME[self.foe(side)]
                    self.leave(division)
        self.sink_wrecks()
        if self.rounds:
            self.battle_over()
        else:
            self.finish()

    # ------------------------------------------------------------------ points

    def value(self, ship: Ship) -> int:
        return ship.card.pv if ship.on_land and ship.structure >= WRECK else super().value(ship)

    def battle_points(self, side: str) -> int:
        """Return a side's points in this battle."""
        total = self.handicap[side]
        for ship in self.ships.values():
            if ship.side != side:
                total += self.value(ship) - (self.field_before if ship.on_land else 0)
            elif ship.gone == "left":
                total += self._bonus(ship)
        return total + sum(self._award(award) for award in self.scenario["awards"] if award["side"] == side)

    def _bonus(self, ship: Ship) -> int:
        """Return what a ship brought through earns: the sheet's three lines.

        The house counts both sides' in a meeting.
        """
        kind, at = ship.card.type, (ship.side, ship.left_at, self.mission)
        if at == ("IJN", 1, "ijn_bombardment"):
            return 5 if kind in ("BB", "CA") or (kind == "CL" and self.options["new_bonuses"]) else 0
        if at in (("IJN", 1, "ijn_transport"), ("IJN", 1, "meeting")):
            loaded = kind == "DD" and ship.loaded and self.options["new_bonuses"]
            return 5 if kind in ("AP", "AV") else 3 if loaded else 0
        return 5 if at in (("USN", 10, "usn_transport"), ("USN", 10, "meeting")) and kind == "AP" else 0

    def _award(self, award: dict[str, Any]) -> int:
        """For each of its ships that meets the condition, or once for so many."""
        forces = {force["id"]: [unit["name"] for unit in force["units"]] for force in self.scenario["forces"]}
        names = dict.fromkeys(cards.ident(name) for who in award["of"] for name in forces.get(who, [who]))
        met = sum(AWARDED[award["when"]](self.ships[name], award["band"]) for name in names)  # type: ignore[no-untyped-call]
        return int(award["points"] * (met >= award["least"] if award["least"] else met))
