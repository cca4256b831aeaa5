"""The signs of the win chance in Quickfire: speed boxes, guns, rudders, repair dice, points."""

from __future__ import annotations

from rules.kernel.chance import HUNDRED, SideStatus, count_of, in_time
from rules.quickfire.roster import BATTERIES
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import BOXES, State, afloat, enemy_of, is_silent, is_stopped, open_boxes, out_of_action, rof
from rules.quickfire.victory import points_of, result

NAMES = ("boxes", "guns", "power", "rudders", "fires", "repair", "fit", "value", "out", "low")
SIGNS = count_of(len(NAMES))
FEW = 3  # speed boxes: what is left of a ship that is nearly stopped
GUNS = 4  # about what a ship has of guns, and of their ratings below: only that fleets of any size are alike
POWER = 30
REPAIR = 3
REST = {"gunnery_1": 90, "gunnery_2": 65, "gunnery_3": 40, "torpedoes": 20, "end": 5}  # hundredths of a turn


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return how a side stands, and how long it will go on."""
    foe, turns = enemy_of(state, side), state.scene.scenario.turns
    mine, theirs = _sums(state, side), _sums(state, foe)
    worth = max(1, sum(card.size_quarters for card in state.scene.cards.values()))
    lead = 1000 * (points_of(state, side) - points_of(state, foe)) // worth
    ended = result(state.but(cursor=state.cursor.but(turn=turns)))
    winner = ended.winner if ended is not None else ""
    left = HUNDRED * max(0, turns - state.cursor.turn) + REST.get(SEQUENCE[state.cursor.phase].name, HUNDRED)
    ours = {name: mine[name] - theirs[name] for name in NAMES}
    return in_time(SideStatus(ours, lead, (winner == side) - (winner == foe), left, turns))


def _sums(state: State, side: str) -> dict[str, int]:
    """Return what a side has, in thousandths of what all ships had."""
    ships, cards, fleet = afloat(state, side), state.scene.cards, len(state.ships)
    worth = max(1, sum(card.size_quarters for card in cards.values()))
    guns = sum(rof(state, ship, battery) for ship in ships for battery in BATTERIES)
    power = sum(rof(state, ship, name) * cards[ship.id].gunnery(name) for ship in ships for name in BATTERIES)
    value = sum(cards[ship.id].size_quarters * open_boxes(ship) for ship in ships)
    return {
        "boxes": 1000 * sum(open_boxes(ship) for ship in ships) // (BOXES * fleet),
        "guns": 1000 * guns // (GUNS * fleet),
        "power": 1000 * power // (POWER * fleet),
        "rudders": -1000 * sum(bool(ship.rudder_hits) for ship in ships) // fleet,
        "fires": -1000 * sum(ship.fires for ship in ships) // fleet,
        "repair": 1000 * sum(ship.repair_dice for ship in ships) // (REPAIR * fleet),
        "fit": 1000 * sum(not is_stopped(ship) and not is_silent(state, ship) for ship in ships) // fleet,
        "value": 1000 * value // (BOXES * worth),
        "out": -1000 * sum(out_of_action(state, ship) for ship in ships) // fleet,
        "low": 1000 * min((min(FEW, open_boxes(ship)) for ship in ships), default=0) // FEW,
    }
