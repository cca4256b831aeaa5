"""Quickfire: the black die, ratio and entry, hits on the line of the dice, blast, fires, repairs, victory points."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import yaml

from tests.referee.record import Event, Game

ENTRIES = ((25, 2), (40, 3), (50, 4), (75, 5), (100, 6), (125, 7), (150, 8), (200, 9), (300, 10), (400, 11), (600, 12))
HITS = {2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2, 10: 2, 11: 3, 12: 3}
UNITS = Path(__file__).parents[2] / "rules" / "quickfire" / "units" / "ships.yaml"
SIZES = {"¼": Fraction(1, 4), "½": Fraction(1, 2), "¾": Fraction(3, 4)}
REPAIRS = {"QF-DMG-4": range(5, 8), "QF-DMG-5": range(5, 11)}


def check(game: Game) -> None:
    """Every round, fire and repair of a game, and the fires of every ship."""
    black: Event = {}
    white: Event = {}
    repair: Event = {}
    fire: Event = {}
    fires: dict[str, int] = {}
    for event in game.events:
        kind = event["type"]
        if kind in ("FireStarted", "FireOut"):
            fires[event["ship"]] = fires.get(event["ship"], 0) + (1 if kind == "FireStarted" else -1)
            game.expect("fires of a ship", fires[event["ship"]], event["fires"], event)
        if kind == "Rolled":
            rule = event["rule"]
            if rule == "QF-FIRE-2":
                black = event
            elif rule == "QF-FIRE-4":
                white = event
                _entry(game, white)
            elif rule in REPAIRS:
                repair = event
            elif rule == "QF-DMG-3":
                fire = event
        elif kind in ("RoundFired", "RoundFailed"):
            _round(game, black, white, event)
        elif kind in ("Repaired", "RepairFailed") and repair:
            mended = sum(repair["faces"]) in REPAIRS[repair["rule"]]
            game.expect("repair", mended, kind == "Repaired", event)
            repair = {}
        elif kind == "FireOut" and fire:
            game.expect("a fire goes out on 6, 7 and 8", True, sum(fire["faces"]) in (6, 7, 8), event)
            fire = {}
    _points(game)


def _quarters(size: str) -> int:
    """A Size as it is printed, in quarters."""
    return int(4 * SIZES[size]) if size in SIZES else 4 * int(size)


def _points(game: Game) -> None:
    """The ledger at the end: each enemy's Size, all of it when lost, half when out of action or driven off."""
    if not game.scores:
        return
    fate: dict[str, str] = {}
    for event in game.events:
        if event["type"] in ("Sunk", "Struck"):
            fate[event["ship"]] = "lost"
        elif event["type"] == "LeftTable":
            fate[event["ship"]] = event["result"]
        elif event["type"] == "WentOutOfAction":
            fate.setdefault(event["ship"], "out")
        elif event["type"] == "ReturnedToAction" and fate.get(event["ship"]) == "out":
            del fate[event["ship"]]
    told = yaml.safe_load(UNITS.read_text("utf-8"))
    mine = {side["key"]: side.get("handicap", 0) or 0 for side in game.scenario["sides"]}
    for force in game.scenario["forces"]:
        foe = next(side for side in mine if side != force["side"])
        for unit in force["units"]:
            name = unit["name"].lower().replace(" ", "-").replace("'", "").replace(".", "")
            kind = unit.get("kind") or told["ships"].get(unit["name"])
            if kind not in told["classes"] or unit.get("changes"):
                return  # a ship of the scenario's own
            quarters = _quarters(str(told["classes"][kind]["size"]))
            share = {"lost": quarters, "out": (quarters + 1) // 2, "withdrawn": (quarters + 1) // 2}
            mine[foe] += share.get(fate.get(name, ""), 0)
    game.expect("victory points", mine, game.scores, {"type": "ledger"})


def _entry(game: Game, white: Event) -> None:
    """Both ratings, their ratio and the entry it reaches."""
    workings = {one["label"]: one for one in white["breakdown"]["workings"]}
    if "ratio" not in workings:
        return
    rating, plate = (term["value"] for term in workings["ratio"]["terms"])
    game.expect("ratio", 100 * rating // plate, workings["ratio"]["total"], white)
    need = max((number for percent, number in ENTRIES if 100 * rating >= percent * plate), default=None)
    game.expect("entry", need, white["breakdown"]["need"], white)
    if "rating" in workings:
        full = workings["rating"]["terms"][0]["value"]
        game.expect("end on: half", max(2, full // 2 // 2 * 2), workings["rating"]["total"], white)


def _round(game: Game, black: Event, white: Event, event: Event) -> None:
    fires = black["total"] <= black["breakdown"]["need"]
    game.expect("rate of fire", fires, event["type"] == "RoundFired", event)
    if event["type"] != "RoundFired":
        return
    total, need = sum(white["faces"]), white["breakdown"]["need"] or 0
    hits = HITS[total] if total <= need else 0
    code = "" if not hits else "S" if total % 2 == 0 else "Gh" if event["battery"] == "heavy" else "Gl"
    game.expect("hits on the line of the dice", (hits, code), (event["hits"], event["code"]), event)
