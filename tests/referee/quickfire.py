"""Quickfire: every order, move, round of fire, blast, torpedo, boat gun, fire, repair, sinking, and the victory."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tests.referee.fleet import Fleet, Ship, course, crosses
from tests.referee.record import Event, Game

Codes = dict[str, int]
ENTRIES = ((25, 2), (40, 3), (50, 4), (75, 5), (100, 6), (125, 7), (150, 8), (200, 9), (300, 10), (400, 11), (600, 12))
HITS = {2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2, 10: 2, 11: 3, 12: 3}
BLAST: dict[str, dict[int, Codes]] = {
    "point_blank": {3: {"E": 1, "F": 1}, 4: {"E": 1}, 5: {"D": 1, "F": 1}, 6: {"F": 1}},
    "short": {3: {"E": 1, "F": 1}, 4: {"E": 1}, 5: {"D": 1, "F": 1}},
    "long": {3: {"E": 1, "F": 1}, 4: {"E": 1}, 5: {"D": 1}},
}
EXPLOSION: dict[int, Codes] = {
    2: {"S": 8, "Gh": 1, "Gl": 1, "F": 1},
    3: {"S": 4, "Gh": 1, "F": 1},
    4: {"S": 3, "Gh": 1},
    5: {"S": 2, "Gl": 1, "D": 1},
    6: {"S": 2},
    7: {},
    8: {"S": 1, "Gl": 1},
    9: {"S": 1, "Gh": 1},
    10: {"Gh": 1, "Gl": 1},
    11: {"S": 1, "F": 1},
    12: {"S": 2, "Gh": 2},
}
BOATS: dict[int, Codes] = {1: {}, 2: {}, 3: {"S": 1}, 4: {"S": 1}, 5: {"T": 1}, 6: {"S": 1, "T": 1}}
SINKS = ((1, 11), (3, 10), (7, 9), (15, 8), (27, 7), (39, 6), (51, 5), (63, 4), (999, 3))  # Size up to, in quarters
GUESS = {1: -1, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2}  # what the range-taker's die adds to the black one
HELM = {1: "port", 2: "port", 3: "straight", 4: "straight", 5: "starboard", 6: "starboard"}
VERBS = {"movement": ("move",), "gunnery": ("fire", "split", "boats"), "torpedoes": ("launch",), "end": ("repair",)}
DAMAGE = (
    *("SpeedLost", "BatteryHit", "BatteryHitInVain", "TorpedoesLost", "RudderHit", "FireStarted", "BoatGunsLost"),
    *("BlastStruck", "Exploded", "FireOut"),
)
GRADES = ((3, 1, "Decisive"), (2, 1, "Substantial"), (3, 2, "Marginal"))


def check(game: Game) -> None:
    """Check every order of a game: whether it was legal, whether all legal ones were offered, and its effects."""
    table = Table(game)
    for step in game.steps:
        table.order(step["actor"], step["order"], step["offers"])
        table.carry_out(step["order"], step["events"])


def codes_of(text: str) -> Codes:
    """Read codes as the log prints them: "8S, Gh", "n/e"."""
    found: Codes = {}
    for word in text.replace("n/e", "").split(","):
        digits = "".join(letter for letter in word if letter.isdigit())
        if word.strip():
            found[word.strip().lstrip("0123456789 ")] = int(digits or 1)
    return found


class Table(Fleet):
    """The table, changed by every order and event."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.queue: list[tuple[str, Codes, Codes]] = []  # target, hits, blast
        self.opened: set[str] = set()
        self.stage = ""
        self.asked: set[str] = set()  # who has rolled for sinking this turn
        self.thrown: list[Event] = []  # of a contact
        self.rest: list[Event] = []

    def order(self, side: str, order: Event, offers: dict[str, set[tuple[object, ...]]]) -> None:
        """Check an order and all that was offered beside it."""
        rows = tuple(value for key, value in order.items() if key not in ("type", "side"))
        for verb in VERBS.get(self.stage, ()):
            sure, close = self.orders(side, verb)
            offered = offers.get(verb, set())
            event = {"turn": self.turn} | order
            self.game.expect(f"orders to {verb}", (set(), set()), (sure - offered, offered - sure - close), event)
            if verb == order["type"]:
                self.game.expect("a legal order", True, rows in sure | close, event)

    # ------------------------------------------------------------------ the events of an order

    def carry_out(self, order: Event, events: list[Event]) -> None:
        self.rest = list(events)
        kind = order["type"]
        if kind == "fire":
            self.round(self.ships[order["ship"]], order["battery"], [self.ships[order["target"]]])
        elif kind == "split":
            self.round(self.ships[order["ship"]], "light", [self.ships[order["target"]], self.ships[order["other"]]])
        elif kind == "boats":
            self.boats(self.ships[order["ship"]], self.ships[order["target"]])
        elif kind == "launch":
            self.launch(self.ships[order["ship"]], self.ships[order["target"]])
        elif kind == "repair":
            self.repair(self.ships[order["ship"]], order["what"])
        while self.rest:
            self.event(self.rest.pop(0), order)

    def take(self) -> Event:
        """Take the next event; where the order has no more of them, one of a kind that never fits."""
        return self.rest.pop(0) if self.rest else {"type": "nothing"}

    def roll(self, rule: str) -> Event:
        """Take the next event, which must be a roll by this rule."""
        event = self.take()
        self.game.expect("the next roll", ("Rolled", rule), (event["type"], event.get("rule")), event)
        return (
            event
            if event["type"] == "Rolled"
            else {"faces": [0], "total": 0, "breakdown": {"need": 0, "modifiers": []}}
        )

    def expect_events(self, what: str, *mine: Event) -> None:
        """Take the next events, which must say this."""
        for wanted in mine:
            event = self.take()
            self.game.expect(what, wanted, {key: event.get(key) for key in wanted}, event)

    def event(self, event: Event, order: Event) -> None:
        kind = event["type"]
        marks = kind in DAMAGE or kind == "Rolled" and event["rule"] == "QF-DMG-2"
        if self.queue and (marks or kind == "PhaseBegan"):
            self.rest.insert(0, event)
            self.settle()
        elif marks:
            self.game.expect("nothing is marked before its time", "", kind, event)
        elif kind == "PhaseBegan":
            self.begin(event)
        elif kind == "Moved":
            self.check_move(event, order)
        elif kind == "LineJoined":
            self.ships[event["ship"]].ahead = event["ahead"]
        elif kind == "LeftTable":
            self.ships[event["ship"]].gone = event["result"]
            self.check_exit(event)
        elif kind in ("Collided", "ContactAvoided"):
            self.contact(event)
        elif kind in ("Rammed", "RamMissed"):
            self.check_ram(event)
        elif kind == "Rolled":
            self.check_rolls(event)
        elif kind in ("WentOutOfAction", "ReturnedToAction"):
            self.ships[event["ship"]].out = kind == "WentOutOfAction"
        elif kind == "GameEnded":
            self.check_end(event)

    def begin(self, event: Event) -> None:
        """Close the phase that was, open the one that begins."""
        title = str(event["title"]).lower()
        self.stage = "gunnery" if "gunnery" in title else title
        self.check_settled(event)
        for ship in self.ships.values():
            ship.rounds, ship.sole = [], False
            if event["number"] == 1:
                ship.moved = ship.boats_fired = ship.launched = False
                ship.tries, ship.helm = 0, ""
            if self.stage == "movement" and ship.is_stopped:
                ship.ran, ship.moved = 0, True
        self.turn = event["turn"]
        if self.stage == "initiative":
            dice = [roll["total"] for roll in self.rest if roll["type"] == "Rolled" and roll["rule"] == "QF-SEQ-H2"]
            pairs = [(a, b) for a, b in zip(dice[::2], dice[1::2], strict=True) if a != b]
            self.first = self.sides[0] if pairs[0][0] < pairs[0][1] else self.sides[1]
            won = next(event for event in self.rest if event["type"] == "InitiativeWon")
            self.game.expect("initiative", self.first, won["first"], won)
        elif self.stage == "movement":
            for ship in self.afloat():
                if ship.rudder and not ship.moved:
                    ship.helm = HELM[self.roll("QF-MOV-H6")["faces"][0]]
                    self.expect_events("a jammed rudder", {"type": "RudderJammed", "ship": ship.id, "helm": ship.helm})
        elif self.stage == "end":
            for ship in list(self.ships.values()):
                for _ in range(0 if ship.gone else ship.fires):
                    self.fire_check(ship)

    def check_rolls(self, event: Event) -> None:
        """Check the rolls that come with moves and close the phase End: contact, sinking, striking."""
        if event["rule"] in ("QF-RAM-H1", "QF-RAM-H3", "QF-RAM-H4"):
            self.thrown.append(event)
        elif event["rule"] == "QF-SNK-2":
            ship = self.ships[self.rest[0]["ship"]]
            self.asked.add(ship.id)
            need = next(number for limit, number in SINKS if ship.card.size <= limit)
            extra = max(0, ship.speed - 8)
            added = sum(term["value"] for term in event["breakdown"]["modifiers"])
            self.game.expect(
                "a sinking roll", (True, need, -extra), (ship.is_stopped, event["breakdown"]["need"], added), event
            )
            sinks = sum(event["faces"]) - extra <= need
            self.expect_events("sinking", {"type": "Sunk" if sinks else "StayedAfloat"})
            ship.gone = "sunk" if sinks else ""
        elif event["rule"] == "QF-OPT-303":
            back = sum(event["faces"]) == 2
            result = self.rest[0]["type"] == "TorpedoesReloaded" if self.rest else False
            self.game.expect("a torpedo reloaded", (True, back), (self.on["torpedo_reload"], result), event)
            if result:
                ship = self.ships[self.rest[0]["ship"]]
                ship.torpedo += 1
                self.expect_events("a torpedo reloaded", {"rating": ship.torpedo})
                self.game.expect("no more than she began with", True, ship.torpedo <= ship.card.torpedo, event)
        elif event["rule"] == "QF-STR-H1":
            strikes = event["total"] >= 8
            helpless = [ship for ship in self.afloat() if self.helpless(ship)]
            self.game.expect("who may strike", True, bool(helpless) and self.on["striking"], event)
            if strikes and self.rest and self.rest[0]["type"] == "Struck":
                ship = self.ships[self.rest.pop(0)["ship"]]
                self.game.expect("who strikes", True, ship in helpless, event)
                ship.gone = "captured"
            else:
                self.game.expect("striking", False, strikes, event)

    def check_settled(self, event: Event) -> None:
        """Check what must be true between phases: who is out of action; after the last, who rolled for sinking."""
        for ship in self.afloat():
            self.game.expect("out of action", ship.is_stopped or ship.silent, ship.out, event | {"ship": ship.id})
        if event["type"] == "GameEnded" or event["number"] == 1:
            stopped = {
                one.id for one in self.ships.values() if one.is_stopped and not (one.gone and one.id not in self.asked)
            }
            self.game.expect("who rolls for sinking", stopped, self.asked, event)
            self.asked = set()

    def helpless(self, ship: Ship) -> bool:
        def near(other: Ship) -> bool:
            return self.band(ship, other) in ("point_blank", "short")

        friends = any(near(one) for one in self.afloat(ship.side) if one is not ship)
        foes = any(near(one) and (one.rof("heavy") or one.rof("light")) for one in self.afloat(self.foe(ship.side)))
        return ship.is_stopped and ship.silent and foes and not friends

    # ------------------------------------------------------------------ movement

    def check_move(self, event: Event, order: Event) -> None:
        ship = self.ships[event["ship"]]
        start, *_ = event["track"]
        self.game.expect("where a move begins", True, math.dist(start, ship.at) <= 3, event)
        least, most = ship.limits
        whole = not any(e["type"] in ("LeftTable", "Rolled") for e in self.rest[:1])
        self.game.expect("boxes of a move", True, event["boxes"] <= most, event)
        if order["type"] == "move" and order["ship"] == ship.id and whole:
            places, facing = course(ship, order["plot"])
            ends = math.dist(places[-1], event["track"][-1]) <= 6 and len(places) == len(event["track"])
            self.game.expect("where a move ends", (True, facing), (ends, event["facing"]), event)
            ashore = any(self._ashore(a, b) for a, b in zip(places, places[1:], strict=False))
            self.game.expect("a move over land", False, ashore, event)
        elif whole:
            run = sum(math.dist(a, b) for a, b in zip(event["track"], event["track"][1:], strict=False))
            self.game.expect("a run within the boxes", True, run <= most * ship.box + 9, event)
            if not self.land:
                self.game.expect("a run of the least boxes", True, run >= least * ship.box - 9, event)
        ship.at, ship.facing, ship.ran, ship.moved = tuple(event["track"][-1]), event["facing"], event["boxes"], True

    def _ashore(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        return any(crosses(a, b, shore) for shore in self.land)

    def check_exit(self, event: Event) -> None:
        """Check whether an edge is the way out of a side."""
        ship, edge = self.ships[event["ship"]], event["edge"]
        table = self.game.scenario["conditions"].get("table", "1600x1000")
        width, height = (1000 * int(word) for word in table.split("x"))
        half = {
            "north": ship.at[1] <= height / 2,
            "south": ship.at[1] >= height / 2,
            "east": ship.at[0] >= width / 2,
            "west": ship.at[0] <= width / 2,
        }
        ways = [w.removeprefix("exit_") for w, who, _ in self.game.scenario["special"] if who == ship.side]
        out = any(
            edge in way.split("_") and all(half[part] for part in way.split("_") if part != edge)
            for way in ways
            if set(way.split("_")) <= set(half)
        )
        self.game.expect("a way off the table", "escaped" if out else "withdrawn", event["result"], event)

    def contact(self, event: Event) -> None:
        one, other = self.ships[event["ship"]], self.ships[event["other"]]
        throws, self.thrown = self.thrown, []
        clear = any(sum(each["faces"]) >= 8 for each in throws)
        mine = 2 - other.is_stopped, "ContactAvoided" if clear else "Collided"
        self.game.expect("a collision", mine, (len(throws), event["type"]), event)
        if event["type"] == "Collided":
            hits = tuple(2 if a.card.size < b.card.size else 1 for a, b in ((one, other), (other, one)))
            self.game.expect("hits of a collision", hits, (event["hits"], event["other_hits"]), event)
            for ship, count in zip((one, other), hits, strict=True):
                self.mark(ship, {"S": count})

    def check_ram(self, event: Event) -> None:
        ship, target = self.ships[event["ship"]], self.ships[event["target"]]
        throws, self.thrown = [sum(each["faces"]) for each in self.thrown], []
        home = throws[0] <= (9 if target.ran <= 1 else 5)
        self.game.expect("a ram", "Rammed" if home else "RamMissed", event["type"], event)
        if event["type"] == "Rammed":
            hits = throws[1] + (ship.card.size >= target.card.size), (throws[2] + 1) // 2
            self.game.expect("hits of a ram", hits, (event["hits"], event["own_hits"]), event)
            self.mark(target, {"S": hits[0]})
            self.mark(ship, {"S": hits[1]})

    # ------------------------------------------------------------------ fire

    def round(self, ship: Ship, battery: str, targets: list[Ship]) -> None:
        band, side = self.band(ship, targets[0]), ("heavy", "light").index(battery)
        late = {"long": 1, "point_blank": -1 if self.on["profile_b"] else 0}.get(band, 0)
        late += self.on["opening_salvo"] and ship.id not in self.opened
        late += GUESS[self.roll("QF-OPT-H1")["faces"][0]] if self.on["range_guessing"] else 0
        self.opened.add(ship.id)
        black = self.roll("QF-FIRE-2")
        added = sum(term["value"] for term in black["breakdown"]["modifiers"])
        self.game.expect("the black die", (ship.rof(battery), late), (black["breakdown"]["need"], added), black)
        fires = black["faces"][0] + late <= ship.rof(battery)
        rating = ship.card.gunnery[side]
        shares = [rating] if len(targets) == 1 else [rating - rating // 2, rating // 2]
        for target, share in zip(targets, shares, strict=True):
            self.white(ship, battery, target, share, black["faces"][0], fires)
        ship.rounds.append(battery)
        ship.sole = ship.sole or not self.both(band)

    def white(self, ship: Ship, battery: str, target: Ship, rating: int, black: int, fires: bool) -> None:
        band, white = self.band(ship, target), self.roll("QF-FIRE-4")
        plate, ends = target.card.armour[("heavy", "light").index(battery)], self.end_on(ship, target)
        ratings = {rating, max(1, rating // 2)} if ends is None else {max(1, rating // 2) if ends else rating}
        needs = {max((need for percent, need in ENTRIES if 200 * r >= percent * plate), default=0) for r in ratings}
        need, total = white["breakdown"]["need"] or 0, sum(white["faces"])
        self.game.expect("the entry of a round", True, need in needs, white)
        count = HITS[total] if fires and total <= need else 0
        code = "" if not count else "S" if total % 2 == 0 else "Gh" if battery == "heavy" else "Gl"
        blast = BLAST[band].get(black + total, {}) if fires or self.on["blast_on_failed_rof"] else {}
        event = self.rest[0]
        wanted: Event = {"type": "RoundFired" if fires else "RoundFailed", "battery": battery, "band": band}
        self.expect_events("a round", wanted | ({"hits": count, "code": code, "need": need} if fires else {}))
        self.game.expect("blast of a round", blast, codes_of(event["blast"]), event)
        if count or blast:
            self.queue.append((target.id, {code: count} if count else {}, blast))

    def boats(self, ship: Ship, target: Ship) -> None:
        face = self.roll("QF-BG-1")["faces"][0]
        event = self.rest[0]
        self.game.expect("boat guns", ("BoatGunsFired", BOATS[face]), (event["type"], codes_of(event["codes"])), event)
        self.rest.pop(0)
        ship.rounds.append("boats")
        ship.boats_fired = True
        self.queue.append((target.id, BOATS[face], {}))

    def launch(self, ship: Ship, target: Ship) -> None:
        need = self.torpedo(ship, target)
        roll = self.roll("QF-TOR-1")
        self.game.expect("the number of a torpedo attack", need, roll["breakdown"]["need"], roll)
        ship.launched = True
        motion = "static" if target.ran <= 1 else "moving"
        if sum(roll["faces"]) > need:
            self.expect_events("a torpedo", {"type": "TorpedoMissed", "motion": motion})
        else:
            hits = self.roll("QF-TOR-4")["faces"][0]
            self.expect_events("a torpedo", {"type": "TorpedoHit", "motion": motion, "hits": hits})
            self.queue.append((target.id, {"S": hits}, {}))

    def settle(self) -> None:
        """The phase ends: all hits that waited are marked, and the blast codes after them."""
        waiting, self.queue = self.queue, []
        for name, codes, _ in waiting:
            self.mark(self.ships[name], codes)
        for name, _, blast in waiting:
            if blast and not self.ships[name].gone:
                event = self.take()
                self.game.expect("blast is marked", ("BlastStruck", name), (event["type"], event.get("ship")), event)
                self.mark(self.ships[name], blast)

    # ------------------------------------------------------------------ damage

    def mark(self, ship: Ship, codes: Codes) -> None:
        """Mark hits on a ship; the next events must say so."""
        for code, count in codes.items():
            for _ in range(count if code in ("E",) else 1):
                if not ship.gone:
                    self._mark(ship, code, count)

    def _mark(self, ship: Ship, code: str, count: int) -> None:
        if code == "S":
            ship.speed += count
            boxes, extra = max(0, 8 - ship.speed), max(0, ship.speed - 8)
            self.expect_events(
                "speed hits", {"type": "SpeedLost", "ship": ship.id, "hits": count, "boxes": boxes, "extra": extra}
            )
        elif code in ("Gh", "Gl"):
            self._gunnery(ship, code, count)
        elif code == "T":
            self._torpedoes(ship, count)
        elif code == "D":
            ship.rudder += count
            self.expect_events("direction hits", {"type": "RudderHit", "ship": ship.id, "hits": ship.rudder})
        elif code == "F":
            ship.fires += count
            self.expect_events("fires", {"type": "FireStarted", "ship": ship.id, "fires": ship.fires})
        elif code == "E":
            self.explode(ship)

    def _gunnery(self, ship: Ship, code: str, count: int) -> None:
        if ship.card.boats == "only":
            if not ship.boats_lost:
                ship.boats_lost = True
                count -= 1
                self.expect_events("boat guns hit", {"type": "BoatGunsLost", "ship": ship.id})
            self._torpedoes(ship, count)
            return
        side = ("Gh", "Gl").index(code)
        battery = ("heavy", "light")[side]
        lost = min(count, ship.rof(battery))
        ship.lost[side] += lost
        kind = "BatteryHit" if lost else "BatteryHitInVain"
        wanted: Event = {"type": kind, "ship": ship.id, "battery": battery}
        self.expect_events("gunnery hits", wanted | ({"hits": lost, "rof": ship.rof(battery)} if lost else {}))
        if code == "Gh" and self.on["six_six_exception"] and ship.card.rof == [6, 6]:
            self._gunnery(ship, "Gl", count)

    def _torpedoes(self, ship: Ship, count: int) -> None:
        lost = min(count, ship.torpedo)
        if lost:
            ship.torpedo -= lost
            self.expect_events(
                "torpedo hits", {"type": "TorpedoesLost", "ship": ship.id, "hits": lost, "rating": ship.torpedo}
            )
        if count > lost:
            self._mark(ship, "S", count - lost)

    def explode(self, ship: Ship) -> None:
        codes = EXPLOSION[sum(self.roll("QF-DMG-2")["faces"])]
        event = self.take()
        mine = "Exploded", ship.id, codes
        self.game.expect(
            "an explosion", mine, (event["type"], event.get("ship"), codes_of(event.get("codes", ""))), event
        )
        self.mark(ship, codes)

    def fire_check(self, ship: Ship) -> None:
        total = sum(self.roll("QF-DMG-3")["faces"])
        if total in (6, 7, 8):
            ship.fires -= 1
            self.expect_events("a fire goes out", {"type": "FireOut", "ship": ship.id, "fires": ship.fires})
        elif total in (2, 12):
            self.explode(ship)

    def repair(self, ship: Ship, what: str) -> None:
        easy = what == "speed" and ship.card.protected
        total = sum(self.roll("QF-DMG-5" if easy else "QF-DMG-4")["faces"])
        done = 5 <= total <= (10 if easy else 7)
        ship.dice -= 1
        ship.tries += 1
        kind = "Repaired" if done else "RepairFailed"
        self.expect_events("a repair", {"type": kind, "ship": ship.id, "what": what, "dice": ship.dice})
        if done:
            if what == "speed":
                ship.speed -= 1
            elif what == "rudder":
                ship.rudder -= 1
            elif what == "boats":
                ship.boats_lost = False
            else:
                ship.lost[("heavy", "light").index(what)] -= 1

    # ------------------------------------------------------------------ the end

    def points(self) -> dict[str, int]:
        mine = {side["key"]: side.get("handicap", 0) or 0 for side in self.game.scenario["sides"]}
        for ship in self.ships.values():
            whole, half = ship.card.size, (ship.card.size + 1) // 2
            out = half if ship.is_stopped or ship.silent else 0
            gained = {"sunk": whole, "captured": whole, "withdrawn": half, "escaped": 0}.get(ship.gone, out)
            mine[self.foe(ship.side)] += gained
        return mine

    def check_end(self, event: Event) -> None:
        """Check the points and who has won."""
        mine, game = self.points(), self.game
        self.check_settled(event)
        game.expect("victory points", mine, game.scores, event)
        result = event.get("outcome", event)
        named = list(self.named_results())
        if any(what == "first_out" for what, *_ in game.scenario["special"]):
            return
        if named:
            game.expect("the result of a scenario", named[0], (result["winner"], result["title"]), event)
            return
        (one, best), (two, less) = sorted(mine.items(), key=lambda pair: -pair[1])
        grade = next((word for top, bottom, word in GRADES if best * bottom >= top * max(4, less)), "")
        game.expect(
            "victory by points",
            (one if grade else "", grade),
            (result["winner"], result["title"].split()[0].replace("Draw", "")),
            event,
        )
        assert two

    def named_results(self) -> Iterator[tuple[str, str]]:
        """Return the results that the scenario names and that hold now, those at once first."""
        conditions = self.game.scenario["conditions"]
        for key in sorted(conditions, key=lambda word: not word.startswith("at once")):
            if key.startswith(("at once", "at end")):
                winner, title, words = (part.strip() for part in conditions[key].split(";"))
                if all(self.holds(clause.split()) for clause in words.split("&")):
                    yield "" if winner == "-" else winner, title

    def holds(self, words: list[str]) -> bool:
        fate, side, number, *what = words
        ships = [s for s in self.ships.values() if s.side == side and (not what or what[0] in (s.card.target, s.id))]
        count = sum(self.came_to(ship, fate) for ship in ships)
        return count >= (len(ships) if number == "all" else int(number))

    def came_to(self, ship: Ship, fate: str) -> bool:
        lost = ship.gone in ("sunk", "captured")
        out = ship.gone != "escaped" if ship.gone else ship.is_stopped or ship.silent
        hurt = ship.speed or any(ship.lost)
        return {
            "lost": lost,
            "sunk": ship.gone == "sunk",
            "out": out,
            "away": ship.gone == "escaped",
            "sound": ship.gone == "escaped" and not hurt,
            "kept": not lost,
            "fit": not out,
        }[fate]
