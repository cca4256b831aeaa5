"""The signs of the win chance in Quickfire: speed boxes, guns, rudders, repair dice, points."""

from __future__ import annotations

from rules.kernel.chance import in_general, with_time
from rules.kernel.worth import worth
from rules.quickfire.roster import BATTERIES
from rules.quickfire.state import State, afloat, enemy_of, open_boxes, rof, silent, stopped
from rules.quickfire.victory import points_of
from rules.quickfire.worth import terms

COUNT = 11
SIGNS = 2 * COUNT + 1
FEW = 3  # speed boxes: what is left of a ship that is nearly stopped


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, ours less theirs, and how long it will go on."""
    foe = enemy_of(state, side)
    mine, theirs = _sums(state, side), _sums(state, foe)
    found = {name: mine[name] - theirs[name] for name in mine}
    found["points"] = points_of(state, side) - points_of(state, foe)
    found["ours_low"], found["theirs_low"] = _low(state, side), _low(state, foe)
    turns = state.scene.scenario.turns
    return with_time(found, max(0, turns + 1 - state.cursor.turn), turns)


def basics(state: State, side: str) -> tuple[int, ...]:
    """The signs of the general curve: points and worth a ship, and how long it will go on."""
    turns = state.scene.scenario.turns
    lead = points_of(state, side) - points_of(state, enemy_of(state, side))
    left = max(0, turns + 1 - state.cursor.turn)
    return in_general(lead, worth(terms(state, side)), len(state.ships), left, turns)


def _sums(state: State, side: str) -> dict[str, int]:
    ships = afloat(state, side)
    cards = state.scene.cards
    return {
        "boxes": sum(open_boxes(ship) for ship in ships),
        "guns": sum(rof(state, ship, battery) for ship in ships for battery in BATTERIES),
        "power": sum(rof(state, ship, name) * cards[ship.id].gunnery(name) for ship in ships for name in BATTERIES),
        "rudders": sum(bool(ship.rudder_hits) for ship in ships),
        "fires": sum(ship.fires for ship in ships),
        "repair": sum(ship.repair_dice for ship in ships),
        "fit": sum(not stopped(ship) and not silent(state, ship) for ship in ships),
        "value": sum(cards[ship.id].size_quarters * open_boxes(ship) for ship in ships),
    }


def _low(state: State, side: str) -> int:
    """The fewest boxes open in a ship of a side, at most FEW: the nearest to being stopped."""
    return min((min(FEW, open_boxes(ship)) for ship in afloat(state, side)), default=0)
