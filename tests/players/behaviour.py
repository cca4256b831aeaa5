"""Counts of what captains do in whole games.

The blunders an expert found in the logs of earlier computer players. python -m tests.players.behaviour
nw_smoke/little_and_gregory --games 20 A count is of the games of a battle between two captains. What each means stands
in MEANING; a count that does not belong to a game is not there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.players.captain import CaptainPlayer
from rules.players.player import Choice

MEANING = {
    "games": "games played",
    "orders": "orders given",
    "launches": "torpedo launches in the night games",
    "at wrecks": "of them at a ship out of action already",
    "third salvos": "of them the third or a later one at one ship in a phase",
    "phases closed": "phases ended by an order in which shots or launches could be had",
    "shots left free": "of them where a shot left would have cost less than .005 points by the player's reckoning",
    "smoke by the weaker": "games in which the side with less firepower made smoke",
    "smoke": "orders to make smoke",
    "evasions": "orders to evade",
    "lights": "searchlights switched on",
    "lights for nothing": "of them after which the same side fired no gun in that turn",
    "charging turns": "turns of a side in which somebody charged",
    "charged alone": "of them in which one unit charged though others of its side stood unshaken",
    "chargers": "units that charged in those turns",
    "rams": "rams tried",
}
PART_OF = {
    "at wrecks": "launches",
    "third salvos": "launches",
    "shots left free": "phases closed",
    "lights for nothing": "lights",
    "charged alone": "charging turns",
}  # told, be it nothing, where the other happened
SHOTS = {"fire", "launch", "rapid", "boats", "salvo", "torpedo"}  # verbs that roll something at an enemy


def play_captains(battle: str, seed: int) -> tuple[Session, list[tuple[Any, Choice, Step, tuple[str, ...]]]]:
    """Return a game between captains: (position, choice, step, the verbs on offer) of every order."""
    system, _, key = battle.partition("/")
    scenario = get_scenario(system, key)
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=seed)
    players = {side.key: CaptainPlayer(seed * 1000 + number) for number, side in enumerate(scenario.sides)}
    lines = []
    while not session.over:
        seat = Seat(session, session.actor)
        state, choice = session.state, players[session.actor].choose(seat)
        verbs = tuple(offer.verb for offer in seat.offers()) if type(choice.command) is Done else ()
        step = seat.submit(choice.command)
        assert isinstance(step, Step), (battle, seed, choice)
        lines.append((state, choice, step, verbs))
    return session, lines


def count_behaviour(battle: str, seeds: Iterable[int]) -> Counter[str]:
    """Return everything of MEANING that happened in some games of a battle."""
    found: Counter[str] = Counter()
    for seed in seeds:
        session, rows = play_captains(battle, seed)
        found["games"] += 1
        found["orders"] += len(rows)
        for state, choice, _, verbs in rows:
            found.update(_of_order(state, choice, verbs))
        weaker = _weaker(rows[0][0])
        commands = [choice.command for _, choice, _, _ in rows]
        found["smoke by the weaker"] += any(_is(c, "smoke") and c.side == weaker for c in commands)
        found["lights for nothing"] += _idle_lights(rows)
        found.update(_charges(rows))
        if weaker == "":
            del found["smoke by the weaker"]
    return +found


def _is(command: Command, verb: str) -> bool:
    return bool(command.__struct_config__.tag == verb)


def _of_order(state: Any, choice: Choice, verbs: tuple[str, ...]) -> Iterator[str]:
    command = choice.command
    for verb, name in (("smoke", "smoke"), ("evade", "evasions"), ("light", "lights"), ("ram", "rams")):
        if _is(command, verb):
            yield name
    if _is(command, "launch") and hasattr(command, "target") and hasattr(state, "divisions"):
        ship = state.ships[command.target]
        yield "launches"
        if ship.structure >= OUT_OF_ACTION or ship.gone:
            yield "at wrecks"
        if _salvos_at(state, command.target) >= 2:
            yield "third salvos"
    if type(command) is Done and SHOTS.intersection(verbs):
        yield "phases closed"
        if any(worth >= 0 and _a_shot(text) for text, worth in choice.rejected):
            yield "shots left free"


def _a_shot(text: str) -> bool:
    return any(word in text.casefold() for word in ("fire", "guns at", "torpedo", " at "))


def _salvos_at(state: Any, target: str) -> int:
    """Salvos in the water at a ship."""
    return sum(getattr(salvo, "target", "") == target for salvo in getattr(state, "salvos", ()))


def _weaker(state: Any) -> str:
    """Return the side with less firepower on its ships' cards; "" in other games, and where both have as much."""
    if not hasattr(state, "divisions"):
        return ""
    power: Counter[str] = Counter({side.key: 0 for side in state.scene.scenario.sides})
    for division in state.divisions.values():
        power[division.side] += sum(state.scene.cards[name].firepower for name in division.ships)
    (_, high), (least, low) = power.most_common(2)
    return least if low < high else ""


def _idle_lights(rows: list[tuple[Any, Choice, Step, tuple[str, ...]]]) -> int:
    fired = {(s.cursor.turn, c.command.side) for s, c, _, _ in rows if _is(c.command, "fire")}
    lit = [(s.cursor.turn, c.command.side) for s, c, _, _ in rows if _is(c.command, "light")]
    return sum(light not in fired for light in lit)


def _charges(rows: list[tuple[Any, Choice, Step, tuple[str, ...]]]) -> Counter[str]:
    """Return how often units charge together, in the turns of a side with any charge."""
    found: Counter[str] = Counter()
    turns: dict[tuple[int, str], set[str]] = {}
    last: dict[tuple[int, str], Any] = {}
    for state, choice, _, _ in rows:
        if _is(choice.command, "charge"):
            key = state.cursor.turn, choice.command.side
            turns.setdefault(key, set()).add(choice.command.unit)  # type: ignore[attr-defined]
            last[key] = state
    for key, units in turns.items():
        found["charging turns"] += 1
        found["chargers"] += len(units)
        ready = [
            unit
            for unit in last[key].units.values()
            if unit.side == key[1] and unit.hex > 0 and not unit.lost and not unit.shaken
        ]
        found["charged alone"] += len(units) == 1 and len(ready) > 1
    return found


def main(words: list[str]) -> int:
    """Print the counts of some battles."""
    parser = argparse.ArgumentParser(description="Count what captains do in whole games.")
    parser.add_argument("battle", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    args = parser.parse_args(words)
    for battle in args.battle:
        found = count_behaviour(battle, range(1, args.games + 1))
        sys.stdout.write(f"{battle}\n")
        keys = (key for key in MEANING if key in found or PART_OF.get(key) in found)
        sys.stdout.writelines(f"  {found[key]:6} {MEANING[key]}\n" for key in keys)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
