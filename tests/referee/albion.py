"""Perfidious Albion: the chance of a shot, straddles, Crew Tests, flooding targets and totals, fires, mines."""

from __future__ import annotations

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
BANDS = (6, 12, 18, 24, 36, 48, 60)  # inches, up to and including
POWER = "halved without power"


def check(game: Game) -> None:
    """Every shot and flood of a game."""
    roll: Event = {}
    wet: Event = {}
    floods: dict[str, int] = {}
    for event in game.events:
        kind = event["type"]
        if kind == "Rolled" and event["rule"] == "PA-GUN-H5":
            roll = event
        elif kind == "Rolled" and event["rule"] == "PA-6.4-8":
            wet = event
        elif kind == "GunsFired":
            _shot(game, roll, event)
            roll = {}
        elif kind == "Flooded" and wet:
            game.expect("flooding test", True, wet["total"] > (wet["breakdown"]["need"] or 0), event)
            wet = {}
        elif kind == "StayedDry" and wet:
            game.expect("flooding test", False, wet["total"] > (wet["breakdown"]["need"] or 0), event)
            wet = {}
        if kind in ("Flooded", "FloodsTaken"):
            _total(game, floods, event)


def _shot(game: Game, roll: Event, fired: Event) -> None:
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
