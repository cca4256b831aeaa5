"""Battles for Empire: pools of dice, machine guns that jam, low ammunition, Kills on the track, rounds of melee."""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.referee.record import Event, Game

UNITS = Path(__file__).parents[2] / "rules" / "battles_for_empire" / "units" / "types.yaml"


def hits(event: Event) -> int:
    """The dice of a pool that make the need with what is added to each; a 6 always hits, a 1 never."""
    throw = event["breakdown"]
    added = sum(term["value"] for term in throw["modifiers"])
    need = min(6, max(2, throw["need"] - added))
    return sum(1 for face in event["faces"] if face >= need)


def check(game: Game) -> None:
    """Every volley, jam, pouch and melee of a game."""
    first: Event = {}
    again: Event = {}
    again_rule = ""
    kills: dict[str, int] = {}
    for event in game.events:
        kind = event["type"]
        if kind == "Rolled":
            if event["rule"] in ("BFE-FIR-H2", "BFE-13.8-3"):
                first, again, again_rule = event, {}, ""
            elif event["rule"] in ("BFE-13.8-4", "BFE-14.1-2"):
                again, again_rule = event, event["rule"]
                game.expect(
                    "misses thrown again", first["breakdown"]["count"] - hits(first), len(event["faces"]), event
                )
        elif kind == "GunJammed":
            game.expect("jam", (True, hits(first)), (1 in again.get("faces", ()), event["lost"]), event)
        elif kind == "RanLow":
            game.expect("low on ammunition", True, 1 in again.get("faces", ()), event)
        elif kind == "VolleyFired" and first:
            jammed = again_rule == "BFE-13.8-4" and 1 in again["faces"]
            game.expect("hits of a volley", 0 if jammed else hits(first), event["hits"], event)
            game.expect("dice of a volley", first["breakdown"]["count"], event["dice"], event)
            first = {}
        elif kind == "Hit":
            kills[event["unit"]] = kills.get(event["unit"], 0) + event["kills"]
            game.expect("Kills on the track", True, event["total"] >= event["kills"], event)
        elif kind == "MeleeFought":
            words = "drawn" if event["taken"] == event["given"] else None
            words = words or ("the charged unit loses" if event["taken"] > event["given"] else "the attackers lose")
            game.expect("who loses a melee", words, event["result"], event)
    _points(game)


def _points(game: Game) -> None:
    """The ledger at the end, in half points: 2 for a unit destroyed, 1 for a gun or machine gun lost or taken."""
    if not game.scores:
        return
    kinds = yaml.safe_load(UNITS.read_text("utf-8"))
    lost = {event["unit"] for event in game.events if event["type"] in ("Destroyed", "Captured")}
    mine = dict.fromkeys(game.scores, 0)
    for force in game.scenario["forces"]:
        arm = kinds.get(force["units"][0]["kind"], {}).get("arm")
        if force["id"] in lost and arm:
            mine[next(side for side in mine if side != force["side"])] += 1 if arm in ("gun", "mg") else 2
    game.expect("half points", mine, game.scores, {"type": "ledger"})
