"""What is at stake in both night games: ships that slow their division, divisions that could join, dark targets.

Standing orders (detach, join) have keys that name ships, so that they stop the player again only when a ship's part in
it changes. Rolls no dice, cites no rule of its own: each stake has the rule of its offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.kernel.flow import Offer
from rules.kernel.record import AnyState
from rules.kernel.stake import Condition, Conditions, Stake, always_at_stake, stake_of
from rules.nws.pieces import (
    UNSEEN,
    Division,
    Position,
    Vessel,
    able_ships,
    damage_level,
    divisions_of,
    enemy_of,
    has_able,
    speed_kn,
)

SET_UP = 1  # the turn in which divisions stood where they were set up
HEAVY = 3  # the damage level at which a ship is better alone

KNOWN = ("contacts", "seen", "cursor", "divisions", "ships")  # what the known enemies are derived from

Battle = Position[Vessel, Division]


def name_of(state: AnyState, piece: str) -> str:
    """Return the name of a ship or a division."""
    division = state.divisions.get(piece)
    return str(division.name if division is not None else state.scene.names.get(piece, piece))


def known_enemies(state: AnyState, side: str, turns: int, best_known: Callable[..., int]) -> list[Any]:
    """Return the able enemy divisions in contact or seen within the last `turns` turns.

    Both sides know the start positions: a division never seen since counts as seen in turn 1.
    """
    since, seen = state.cursor.turn - turns, state.seen[side]
    return [
        foe
        for foe in divisions_of(state, enemy_of(state, side))
        if has_able(state, foe)
        and (best_known(state, side, foe) != UNSEEN or (seen[foe.id].turn if foe.id in seen else SET_UP) >= since)
    ]


def _slow_ships(state: Battle, division: Division) -> list[Vessel]:
    """Return the able ships slower than another of their division, and those with Heavy damage."""
    ships = list(able_ships(state, division))
    best = max((speed_kn(state, ship) for ship in ships), default=0)
    return [ship for ship in ships if speed_kn(state, ship) < best or damage_level(ship) >= HEAVY]


def detach_at_stake(state: Battle, _side: str, offer: Offer) -> Stake | None:
    """Return a stake if a ship is slower than another of her division, or has Heavy damage.

    Standing; the key names those ships.
    """
    division = state.divisions[offer.piece]
    slow = _slow_ships(state, division)
    if not slow:
        return None
    key = ",".join(f"{ship.id}:{damage_level(ship)}" for ship in slow)
    return stake_of(offer, f"{state.scene.names[slow[0].id]} slows {division.name}", key, standing=True)


def join_at_stake(state: Battle, _side: str, offer: Offer) -> Stake | None:
    """Return a stake if a division in the same place is equally fast. Standing; the key names the ships of both."""
    division = state.divisions[offer.piece]
    speed = _slowest_speed(state, division)
    mates = [state.divisions[getattr(command, "into")] for command in offer.commands]  # noqa: B009 - of either game
    mates = [mate for mate in mates if _slowest_speed(state, mate) == speed]
    if not mates:
        return None
    key = ",".join(sorted((*division.ships, *(name for mate in mates for name in mate.ships))))
    return stake_of(offer, f"{division.name} could join {mates[0].name}", key, standing=True)


def _slowest_speed(state: Battle, division: Division) -> int:
    return min((speed_kn(state, ship) for ship in able_ships(state, division)), default=0)


def light_condition(offer_fire: Callable[[AnyState, str], Iterable[Offer]]) -> Condition:
    """Make the condition of a searchlight: its target is dark, and a gun that has not fired reaches it; hulks count."""

    def find(state: AnyState, side: str, offer: Offer) -> Stake | None:
        dark = [command.target for command in offer.commands if _is_dark(state, command.target)]  # type: ignore[attr-defined]
        if not dark:
            return None
        in_reach = {command.target for shot in offer_fire(state, side) for command in shot.commands}  # type: ignore[attr-defined]
        target = next((name for name in dark if name in in_reach), None)
        if target is None:
            return None
        return stake_of(offer, f"a light on {name_of(state, target)} helps the guns")

    return Condition(find, "no dark target in gun range")


def _is_dark(state: Battle, target: str) -> bool:
    ship = state.ships[target]
    return not ship.fire and not ship.lights


SHARED: Conditions = {
    "detach": Condition(detach_at_stake, "no ship slows her division"),
    "join": Condition(join_at_stake, "no division to join"),
    "evade": always_at_stake("{name} may evade", name_of),
    "star": always_at_stake("{name} may fire star shell", name_of),
    "fire": always_at_stake("{name} can fire", name_of, lost=True),
    "launch": always_at_stake("{name} can launch torpedoes", name_of, lost=True),
}
