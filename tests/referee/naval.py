"""Both NWS games: night, bow and stern, formation, results, fires, floods, heavy seas, smoke, points."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import yaml

from tests.referee.record import Event, Game, terms

UNITS = Path(__file__).parents[2] / "rules" / "nws" / "units"
SHARES = {0: (0, 1), 1: (1, 8), 2: (1, 4), 3: (1, 2), 4: (3, 4)}
FIRE = {"light": 6, "moderate": 5, "heavy": 4}
FLOOD = {"moderate": 6, "heavy": 5}
WORDS = {"Line Ahead": "ahead", "Line Abreast": "abreast", "Echelon": "echelon", "Dispersed": "dispersed"}
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
AFLOAT = ("FireStarted", "FireOut", "Damaged", "PutOutOfAction", "Sunk")


def ident(name: str) -> str:
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


class Sea:
    """What the log says of every ship and division so far."""

    def __init__(self, game: Game, bands: bool) -> None:
        self.bands = bands
        self.band: dict[str, int] = {}
        self.began: dict[str, int] = {}
        self.formation: dict[str, str] = {}
        self.of: dict[str, str] = {}
        self.side: dict[str, str] = {}
        self.burning: set[str] = set()
        self.lights: dict[str, str] = {}
        self.level: dict[str, list[int]] = {}
        self.sunk: set[str] = set()
        self.value: dict[str, int] = {}
        self.type: dict[str, str] = {}
        self.loaded: set[str] = set()
        self.brought: dict[str, int] = {}  # the band at which a ship left the chart
        self.laid: set[int] = set()  # hexes with smoke
        self.run: dict[str, tuple[int, ...]] = {}  # the last run of a division
        self.declared: dict[str, int] = {}
        self.title: dict[str, str] = {}  # the name of a division -> its id: the hex game tells who has joined by name
        self.joined = False  # a division has joined that cannot be told by its name: who is where is not sure after it
        self.hex: dict[str, int] = {}
        self.course: dict[str, int] = {}  # 0 to 5, clockwise from the top of the map
        self.guns: dict[str, int] = {}  # printed firepower
        self.ragged: set[frozenset[str]] = set()  # pairs of divisions whose line is partly blocked this turn
        self.turn = 0
        kinds, roster = (yaml.safe_load((UNITS / f"{name}.yaml").read_text("utf-8")) for name in ("classes", "roster"))
        for force in game.scenario["forces"]:
            key = force["id"]
            self.formation[key] = force.get("formation") or "ahead"
            self.title[force["name"]] = key
            if bands:
                self.band[key] = self.began[key] = force["at"][0]
            else:
                self.hex[key], self.course[key] = force["at"][0], FACINGS.index(force["facing"])
            for unit in force["units"]:
                ship = ident(unit["name"])
                self.of[ship], self.side[ship], self.level[ship] = key, force["side"], [0, 0]
                kind = str(roster["ships"].get(unit["name"], {}).get("kind"))
                self.value[ship] = kinds[kind]["pv"] if kind in kinds else -1
                self.type[ship] = kinds[kind]["type"] if kind in kinds else ""
                if kind in kinds and not unit.get("changes"):
                    self.guns[ship] = kinds[kind]["firepower"]
                if "loaded" in force.get("traits", ()) and self.type[ship] == "DD":
                    self.loaded.add(ship)

    def lone(self, division: str) -> bool:
        return sum(1 for ship, of in self.of.items() if of == division and ship not in self.sunk) < 2

    def shape(self, division: str) -> str:
        kept = self.formation.get(division, "")
        return kept if not self.lone(division) or kept == "ahead" else "abreast"

    def shown(self, ship: str) -> bool:
        return ship in self.burning or ship in self.lights or ship in self.lights.values()

    def note(self, event: Event) -> None:
        kind = event["type"]
        if kind == "PhaseBegan" and event["number"] == 1:
            self.turn = event["turn"]
            self.run.clear()
            self.ragged.clear()
            self.began = dict(self.band)
            self.lights.clear()
        elif kind == "Moved" and self.bands:
            self.band[event["division"]] = event["end"]
        elif kind == "Moved":
            self.run[event["division"]] = tuple(event["hexes"])
            self.hex[event["division"]], self.course[event["division"]] = event["end"], event["facing"]
        elif kind == "SmokeVeered" and event["verdict"] == "partial":
            self.ragged.add(frozenset((event["division"], event["other"])))
        elif kind == "SmokeDeclared":
            self.declared[event["division"]] = self.turn
        elif kind == "LeftChart":
            self.brought.update(dict.fromkeys(event["ships"], event["band"]))
        elif kind in ("FormationOrdered", "FlagshipLost"):
            self.formation[event["division"]] = WORDS.get(event["formation"], event["formation"])
        elif kind == "ShipDetached":
            new, old = event["new"], event["division"]
            self.of[event["ship"]] = new
            self.formation[new] = ""  # a ship alone is in Line Abreast until she is ordered otherwise
            for table in (self.band, self.began, self.hex, self.course):
                if old in table:
                    table[new] = table[old]
            self.title[event["ship"]] = new
        elif kind == "DivisionJoined":
            self._join(event["division"], event["into"])
        elif kind in ("SearchlightUsed", "Lit"):
            self.lights[event["ship"]] = event["target"]
        elif kind == "FireStarted":
            self.burning.add(event["ship"])
        elif kind == "FireOut":
            self.burning.discard(event["ship"])
        elif kind == "Damaged":
            self.level[event["ship"]] = [event.get("structure", 0), event.get("flotation", 0)]
        elif kind == "Sunk":
            self.sunk.add(event["ship"])
            self.burning.discard(event["ship"])

    def _join(self, name: str, into: str) -> None:
        """A division told by its id or its name becomes part of another, which may take the name of its first ship."""
        gone = name if name in self.of.values() else self.title.get(name) or self.title.get(ident(name), "")
        self.joined = self.joined or not gone
        for ship, of in self.of.items():
            if of == gone:
                self.of[ship] = into
        for title, key in tuple(self.title.items()):
            if key == into:
                self.title[f"{ident(title)}s-division"] = into


def ahead_or_astern(here: int, course: int, there: int) -> bool:
    """Whether a hex lies within 30 degrees of bow or stern, by the angle between centres; on the line it does not."""
    x, y = (
        1.5 * (there // 100 - here // 100),
        math.sqrt(3) * (there % 100 - here % 100 + (here // 100 % 2 - there // 100 % 2) / 2),
    )
    off = (math.degrees(math.atan2(x, -y)) - 60 * course) % 180
    return here != there and min(off, 180 - off) < 30 - 1e-6


def result_of(faces: tuple[int, ...], total: int, need: int, effective: int) -> tuple[str, int]:
    """(result, margin) of a shot: margins 0-2, 3-5, 6 and more; 2 always misses, 12 is at least light up to 15."""
    margin = total - need
    if sum(faces) == 2:
        return "miss", margin
    if margin < 0:
        return ("light" if sum(faces) == 12 and effective <= 15 else "miss"), margin
    return ("light", "moderate", "heavy")[min(margin // 3, 2)], margin


def check(game: Game, prefix: str) -> None:
    """Every shot, fire, flood and card of a game, and its points at the end."""
    bands = prefix == "NoF"
    sea = Sea(game, bands)
    night = game.scenario["conditions"].get("night", "yes") != "no"
    starlit = False
    last: Event = {}
    shot_result = ""
    for event in game.events:
        kind = event["type"]
        starlit = starlit or (kind == "StarShellBurst")
        if kind == "Rolled" and event["rule"] == f"{prefix}-GUN-H1":
            last = event
        elif kind == "GunsFired":
            _shot(game, sea, prefix, last, event, night)
            shot_result = event["result"]
        elif kind == "Rolled" and event["rule"] in ("NW-GUN-H14", "NoF-GUN-H11"):
            game.expect("need of a fire", FIRE.get(shot_result), event["breakdown"]["need"], event)
        elif kind == "Rolled" and event["rule"] in ("NW-GUN-H15", "NoF-GUN-H12"):
            game.expect("need of a flood", FLOOD.get(shot_result), event["breakdown"]["need"], event)
        elif kind == "Rolled" and event["rule"] == "NoF-TOR-H1":
            last = event
        elif kind in ("TorpedoHit", "TorpedoesPassed") and bands and last.get("rule") == "NoF-TOR-H1":
            if event.get("why", "they missed") == "they missed":
                ahead = sea.shape(sea.of.get(event["target"], "")) == "ahead"
                game.expect("torpedoes at a line ahead", -1 if ahead else 0, terms(last).get("NoF-FORM-5", 0), event)
                last = {}
        elif kind == "Rolled" and event["rule"] == "NW-HS-2":
            last = event
        elif kind == "SmokeVeered":
            face = sum(last["faces"])
            verdict = "blocked" if face == 1 else "partial" if face < 4 else "clear"
            game.expect("smoke in heavy seas", verdict, event["verdict"], event)
        elif kind in ("SmokeLaid", "SmokeCleared"):
            _smoke(game, sea, event)
        sea.note(event)
    _points(game, sea)


def _shot(game: Game, sea: Sea, prefix: str, roll: Event, fired: Event, night: bool) -> None:
    added, target = terms(roll), fired["target"]
    need = roll["breakdown"]["need"]
    effective = need - sum(added.values())
    result, margin = result_of(roll["faces"], roll["total"], need, effective)
    game.expect("result of a shot", (result, margin), (fired["result"], fired["margin"]), fired)
    dark = night and target in sea.level and not sea.shown(target)
    rule = f"{prefix}-GUN-6" if prefix == "NoF" else "NW-GUN-H5"
    if target in sea.level:
        game.expect("night", -1 if dark else 0, added.get(rule, 0), fired)
    if prefix == "NW" and game.scenario["conditions"].get("seas") == "heavy" and not sea.joined:
        pair = frozenset((sea.of.get(fired["ship"], ""), sea.of.get(target, "")))
        game.expect("fire through ragged smoke", -1 if pair in sea.ragged else 0, added.get("NW-HS-7", 0), fired)
    if prefix == "NW" and fired["ship"] in sea.guns and not sea.joined and target in sea.of:
        own, foe = sea.of[fired["ship"]], sea.of[target]
        masked = ahead_or_astern(sea.hex[own], sea.course[own], sea.hex[foe])
        costs = (-1 if sea.guns[fired["ship"]] <= 5 else -2) if masked else 0
        game.expect("bow and stern", costs, added.get("NW-GUN-H6", 0), fired)
    if prefix == "NoF" and target in sea.level and sea.of[target] in sea.band:
        _bow_and_stern(game, sea, added, fired)


def _bow_and_stern(game: Game, sea: Sea, added: dict[str, int], fired: Event) -> None:
    own, foe = sea.of[fired["ship"]], sea.of[fired["target"]]
    changed = sea.band[own] != sea.began[own]
    beside = sea.began[foe] == sea.began[own] and sea.band[foe] == sea.band[own]
    bites = sea.shape(own) == "ahead" or (changed and not beside)
    value = sum(added.get(f"NoF-{rule}", 0) for rule in ("GUN-1", "GUN-2", "GUN-3", "FORM-1", "FORM-2", "FORM-4"))
    game.expect("bow and stern", bites, value < 0, fired)


def _smoke(game: Game, sea: Sea, event: Event) -> None:
    """A marker in each hex moved from, none for the last alone; all of them come off together."""
    if event["type"] == "SmokeCleared":
        game.expect("smoke markers that come off", len(sea.laid), event["markers"], event)
        sea.laid.clear()
        return
    run = sea.run.get(event["division"], ())
    if run:  # one that leaves the map tells no run
        _laid(game, run, event)
    sea.laid.update(event["hexes"])


def _laid(game: Game, run: tuple[int, ...], event: Event) -> None:
    game.expect("smoke in each hex moved from", set(run[:-1]), set(event["hexes"]), event)


def bonus(mission: str, side: str, kind: str, band: int, loaded: bool) -> int:
    """What a ship brought through earns by the sheet's three lines and the house's addition for light cruisers."""
    if side == "IJN" and band == 1 and mission == "ijn_bombardment" and kind in ("BB", "BC", "CA", "CL"):
        return 5
    if side == "IJN" and band == 1 and mission in ("ijn_transport", "meeting"):
        return 5 if kind in ("AP", "AV") else 3 if kind == "DD" and loaded else 0
    return 5 if side == "USN" and band == 10 and mission in ("usn_transport", "meeting") and kind == "AP" else 0


def _points(game: Game, sea: Sea) -> None:
    """The final score, from the damage told: shares of the point value, halves up for each ship."""
    end = next((event for event in game.events if event["type"] == "GameEnded"), None)
    if end is None or -1 in sea.value.values():
        return
    for side in game.scenario["sides"]:
        mine = side.get("handicap", 0) or 0
        for ship, owner in sea.side.items():
            if owner == side["key"]:
                if ship in sea.brought:
                    mission = game.scenario["conditions"].get("mission", "")
                    mine += bonus(mission, owner, sea.type[ship], sea.brought[ship], ship in sea.loaded)
                continue
            top, bottom = (1, 1) if ship in sea.sunk else SHARES[min(4, max(sea.level[ship]))]
            mine += (2 * sea.value[ship] * top + bottom) // (2 * bottom)
        mine += sum(awarded(game, sea, award) for award in game.scenario["awards"] if award["side"] == side["key"])
        told = _told_points(end["why"], side["name"])
        if told is not None:
            game.expect("victory points", mine, told, {"type": side["key"]})


def awarded(game: Game, sea: Sea, award: dict[str, Any]) -> int:
    """What an award of the scenario comes to: for each of its ships that meets the condition, or once for so many."""
    forces = {force["id"]: [ident(unit["name"]) for unit in force["units"]] for force in game.scenario["forces"]}
    ships = [ship for name in award["of"] for ship in forces.get(name, [ident(name)])]
    met = 0
    for ship in ships:
        gone = ship in sea.sunk or ship in sea.brought
        met += {
            "sunk": ship in sea.sunk,
            "out_of_action": ship in sea.sunk or sea.level[ship][0] >= 4,
            "damaged": max(sea.level[ship]) > 0,
            "left": sea.brought.get(ship) == award["band"],
            "stays": not gone,
        }[award["when"]]
    if award["least"]:
        return int(award["points"]) if met >= award["least"] else 0
    return int(award["points"]) * met


def _told_points(why: str, name: str) -> Any:
    for part in why.replace(";", ",").split(","):
        words = part.strip()
        if words.startswith(f"{name} ") and words[len(name) + 1 :].lstrip("-").isdigit():
            return int(words[len(name) + 1 :])
    return None
