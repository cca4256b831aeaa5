"""What the log of Perfidious Albion alone tells: chances, straddles, floods, fires and lights of the night, points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from tests.referee.albion_guns import BANDS, PERCENT
from tests.referee.record import Event, Game

UNITS = sorted((Path(__file__).parents[2] / "rules" / "perfidious_albion" / "units").glob("ships*.yaml"))
POWER = "halved without power"


def check_totals(game: Game) -> None:
    """Every shot and flood of a game."""
    roll: Event = {}
    wet: Event = {}
    floods: dict[str, int] = {}
    sight = Sight(game)
    for event in game.events:
        kind = event["type"]
        if kind == "GunsFired" and roll:
            sight.check_night_shot(game, roll, event)
        sight.note(game, event)
        if kind == "Rolled" and event["rule"] == "PA-GUN-H5":
            roll = event
        elif kind == "Rolled" and event["rule"] == "PA-6.4-8":
            wet = event
        elif kind == "GunsFired":
            _check_shot(game, roll, event)
            roll = {}
        elif kind == "Flooded" and wet:
            game.expect("flooding test", True, wet["total"] > (wet["breakdown"]["need"] or 0), event)
            wet = {}
        elif kind == "StayedDry" and wet:
            game.expect("flooding test", False, wet["total"] > (wet["breakdown"]["need"] or 0), event)
            wet = {}
        if kind in ("Flooded", "FloodsTaken"):
            _total(game, floods, event)
    _points(game)


def _points(game: Game) -> None:
    """The ledger of a fleet battle: the price of every ship and boat sunk, surrendered or off the table, by crew."""
    conditions, special = game.scenario["conditions"], game.scenario["special"]
    if not game.scores or conditions.get("mission") != "fleet" or conditions.get("setup") == "open":
        return
    classes: dict[str, Any] = {}
    for path in UNITS:
        data = yaml.safe_load(path.read_text("utf-8"))
        classes |= data.get("classes") or data["ships"]
    mine = {side["key"]: side.get("handicap", 0) or 0 for side in game.scenario["sides"]}
    lost: dict[str, int] = {}
    gone: set[str] = set()
    for event in game.events:
        if event["type"] == "Sunk" and event["boats"]:
            lost[event["ship"]] = lost.get(event["ship"], 0) + 1
        elif event["type"] in ("Sunk", "Surrendered", "LeftTable", "Exploded"):
            gone.add(event["target"] if event["type"] == "Exploded" else event["ship"])
    for force in game.scenario["forces"]:
        foe = next(side for side in mine if side != force["side"])
        for unit in force["units"]:
            card, changes = classes.get(unit.get("kind") or ""), unit.get("changes") or {}
            if card is None or "pv" not in card:
                return
            name = unit["name"].lower().replace(" ", "-").replace("'", "").replace(".", "")
            boats = changes.get("boats", 1) if name in gone else lost.get(name, 0)
            price = card["pv"][changes.get("cq", card.get("default_cq", 2)) - 1]
            mine[foe] += price * boats
    by_floods = {who for what, who, _ in special if what == "flood_share"}
    for side in set(mine) - by_floods:
        game.expect("victory points", mine[side], game.scores[side], {"type": side})


class Sight:
    """What the log says of fires and of searchlights this turn: who shows in the dark."""

    def __init__(self, game: Game) -> None:
        self.night = game.scenario["conditions"].get("night") == "yes"
        self.fires: dict[str, int] = {}
        self.lit: set[str] = set()

    def check_night_shot(self, game: Game, roll: Event, fired: Event) -> None:
        """The night counts at a ship that neither burns nor shows a light, where no light at all may be on her."""
        if not self.night or not roll["breakdown"]["workings"] or fired["target"] == "target":
            return
        (chance,) = roll["breakdown"]["workings"]
        dark = any(term["rule"] == "PA-GUN-H17" for term in chance["terms"])
        if self.fires.get(fired["target"], 0) > 0 or fired["target"] in self.lit:
            game.expect("the night spares who shows", False, dark, fired)
        elif not self.lit:
            game.expect("the night hides who does not show", True, dark, fired)

    def note(self, game: Game, event: Event) -> None:
        """Lights go out with the turn; fires start, grow by one and are fought down by one."""
        kind = event["type"]
        if kind == "PhaseBegan" and event["number"] == 1:
            self.lit.clear()
        elif kind == "WeatherFound":
            self.night = event["night"]
        elif kind == "LightsOn":
            self.lit.add(event["ship"])
        elif kind == "FireStarted":
            game.expect("a fire grows as it starts", True, event["fires"] > self.fires.get(event["target"], 0), event)
            self.fires[event["target"]] = event["fires"]
        elif kind == "FireGrew":
            game.expect("a fire grows by one", self.fires.get(event["target"], 0) + 1, event["fires"], event)
            self.fires[event["target"]] = event["fires"]
        elif kind == "Repaired" and event["job"] == "fight the fire":
            self.fires[event["ship"]] = self.fires.get(event["ship"], 0) - 1
        elif kind == "MagazinesFlooded":
            self.fires[event["ship"]] = event["fires"]
        elif kind == "Exploded":
            self.fires[event["target"]] = 0
        elif kind == "SearchlightLost" and not event["left"]:
            self.lit.discard(event["ship"])


def _check_shot(game: Game, roll: Event, fired: Event) -> None:
    """Barrels by base, the modifiers of it, to the nearest ten; a straddle for each hundred, a die for the rest."""
    if not roll or not roll["breakdown"]["workings"]:
        return
    (chance,) = roll["breakdown"]["workings"]
    away = float(fired["away"].split()[0])
    reach = next((number for number, limit in enumerate(BANDS) if away <= limit), None)
    if reach is not None and all(abs(away - limit) > 0.011 for limit in BANDS):
        base = PERCENT[fired["guns"]][reach]
        game.expect("base of a shot", 100 * fired["barrels"] * base, chance["terms"][0]["value"], fired)
    raw = sum(term["value"] for term in chance["terms"] if "nearest" not in term["label"] and term["label"] != POWER)
    percent = (raw + 500) // 1000 * 10
    if any(term["label"] == POWER for term in chance["terms"]):
        percent = (percent * 50 + 500) // 1000 * 10
    game.expect("chance of a shot", percent, fired["percent"], fired)
    more = bool(roll["faces"]) and roll["faces"][0] <= percent % 100 // 10
    game.expect("straddles", percent // 100 + more, fired["straddles"], fired)


def _total(game: Game, floods: dict[str, int], event: Event) -> None:
    """Floods only grow between repairs; what is taken is added to the track."""
    if event["type"] == "FloodsTaken":
        floods[event["ship"]] = event["total"]
        game.expect("floods taken", True, event["total"] >= event["floods"], event)
    else:
        before = floods.get(event["ship"])
        if before is not None:
            game.expect("flooding total", before + 1, event["floods"], event) if event["floods"] > before else None
        floods[event["ship"]] = event["floods"]
