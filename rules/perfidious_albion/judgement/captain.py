"""The quick captain: the best order by a few features of each option. House judgement, no rule of the game.

In the action phase he chooses the squadron, each ship's course, rams, guns and reloading. Rolls no dice and tries no
position; he leaves the set-up, torpedoes, searchlights, works ashore and repairs to other players.
"""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.kernel.inches import distance
from rules.kernel.policy import Features, Recommendation, Weights, rank_options
from rules.perfidious_albion.battle.activation import waiting_units
from rules.perfidious_albion.battle.gun_laying import ALL, gun_types
from rules.perfidious_albion.battle.gunnery import not_now, shooters, shots, targets_of
from rules.perfidious_albion.battle.night import offer_lights
from rules.perfidious_albion.damage.bombardment import has_bombarding_gun
from rules.perfidious_albion.judgement.gunfire import combined_damage
from rules.perfidious_albion.judgement.helm import MOVE, Outlook
from rules.perfidious_albion.records.commands import Activate, Fire, Order, StandEasy
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State, place
from rules.perfidious_albion.sailing.grounding import AGROUND
from rules.perfidious_albion.sailing.movement import to_move
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.setup.purchase_pool import in_setup
from rules.perfidious_albion.ships.pieces import name_of
from rules.perfidious_albion.shown.evaluation import load_weights
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit
from rules.perfidious_albion.torpedoes.reloading import offer_reload

FEATURES: Features = {
    "move": MOVE,
}
INITIATIVE, ACTION = "initiative", "action"
HUNDREDTHS = 100


def think(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return what to do now, the best first; empty where he has no opinion. side: the one to act."""
    if in_setup(state) or state.cursor.frames:
        return ()
    phase = SEQUENCE[state.cursor.phase].name
    if phase == INITIATIVE:
        return _order(side)
    if phase != ACTION:
        return ()
    if not state.active:
        return _activation(state, side)
    if any(ship.stopped == AGROUND and not ship.moved for ship in ships_of_unit(state, state.active)):
        return ()  # getting off
    left = to_move(state, state.active)
    if left:
        return _moves(weights, state, left[0])
    return _fire(state, side)


def _order(side: str) -> tuple[Recommendation, ...]:
    """Choose to act second: it won 67 of 100 games of ships in line, and lost none of boats."""
    return (
        Recommendation(Order(side, "second"), 1, "the side that acts second sees where the other goes", point=0),
        Recommendation(Order(side, "first"), 0),
    )


def _activation(state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the squadron whose guns promise most from the present positions: damage counts at once."""
    units = waiting_units(state, side)
    worth = [(_expected_damage(state, side, unit), unit) for unit in units]
    listed = [
        Recommendation(Activate(side, unit), most, "its guns do most" if most else "it must still act")
        for most, unit in worth
    ]
    return tuple(sorted(listed, key=lambda item: -item.worth))


def _expected_damage(state: State, side: str, unit: str) -> int:
    ready = state.but(active=unit)
    return sum(max((worth for worth, _ in _best_shots(ready, one)), default=0) for one in shooters(ready, side))


# ---------------------------------------------------------------------- movement


def _moves(weights: Weights, state: State, ship: Ship) -> tuple[Recommendation, ...]:
    """Return the best courses of a ship, and the rams she could try beside them."""
    return rank_options(MOVE, weights["move"], Outlook(state, ship).options())


# ---------------------------------------------------------------------- gunfire


def _fire(state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the best shot of the first ship that has one; then reloading; then the end of activation."""
    firers = [one for one in shooters(state, side) if not not_now(state, one)]
    if not any(one.fired for one in firers) and any(offer_lights(state, side)):
        return ()  # whether to show lights
    if any(not isinstance(mark, Ship) for one in firers for mark in targets_of(state, one)) and not _holds(state, side):
        return ()  # works and towns are weighed
    for one in firers:
        listed = [
            Recommendation(order, worth, _damage_reason(worth)) for worth, order in _best_shots(state, one) if worth > 0
        ]
        if listed:
            return tuple(listed)
    loads = [
        Recommendation(command, 1, "reload an empty tube", point=0)
        for offer in offer_reload(state, side)
        for command in offer.commands
    ]
    easy: Command = StandEasy(side, state.active)
    return (*loads, Recommendation(easy, 0, "no target is left"))


def _holds(state: State, side: str) -> bool:
    """Return whether the active squadron should hold its fire at the bombardment target.

    A turn of bombardment from far away is wasted. It waits until one of its ships is near enough or the waiting time
    in worth.yaml is over, but not if another squadron has fired at the target this turn. Rules: PA-2.1-52, PA-2.1-54.
    """
    judged = load_weights()
    town = state.target
    if town is None or side != state.scene.attacker or state.bombarded or state.cursor.turn > judged.bombard_patience:
        return False
    ships = [ship for ship in ships_of_unit(state, state.active) if has_bombarding_gun(state, ship.id, ship)]
    return bool(ships) and all(distance(place(ship), place(town)) > judged.bombard_open for ship in ships)


def _damage_reason(worth: int) -> str:
    return f"highest expected damage: {worth // HUNDREDTHS:,} points"


def _best_shots(state: State, shooter: Ship | Fort | Battery) -> list[tuple[int, Fire]]:
    """Return every fire order of one firer with its mean value, the best first.

    All guns at one target, or each type at the one of two targets from which it takes more.
    """
    marks = {name_of(mark): mark for mark in targets_of(state, shooter) if isinstance(mark, Ship)}
    aimed = {name: shots(state, shooter, ALL, mark) for name, mark in marks.items()}
    each = {
        name: {one.guns: combined_damage(state, marks[name], (one,)) for one in found} for name, found in aimed.items()
    }
    whole = {name: combined_damage(state, marks[name], found) for name, found in aimed.items()}
    if not whole:
        return []
    orders = [(worth, Fire(shooter.side, shooter.id, ALL, name)) for name, worth in whole.items()]
    first = max(whole, key=lambda name: whole[name])
    for letter in gun_types(state, shooter):
        for name, found in each.items():
            if name == first or letter not in found:
                continue
            rest = tuple(one for one in aimed[first] if one.guns != letter)
            gain = found[letter] + combined_damage(state, marks[first], rest)
            if gain > whole[first]:
                orders.append((gain, Fire(shooter.side, shooter.id, letter, name)))
    return sorted(orders, key=lambda entry: -entry[0])
