"""Where a squadron, a work, the target or a minefield may be placed (2.1): each condition with its rule."""

from __future__ import annotations

from rules.kernel.flow import Illegal
from rules.kernel.inches import Point, distance, distance_squared, point_in_polygon, within_reach
from rules.perfidious_albion.damage.weather import land_of
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.state import (
    Box,
    Purchase,
    Ship,
    State,
    afloat,
    edge_depth,
    enemy_of,
    on_table,
    place,
    works_of,
)
from rules.perfidious_albion.setup import deployment_areas
from rules.perfidious_albion.setup.prices import ADMIRAL, is_merchant
from rules.perfidious_albion.setup.purchase_pool import marker_card, squadron_id, stand_in_id
from rules.perfidious_albion.ships.model_outlines import base_of
from rules.perfidious_albion.ships.unit_catalogue import commission
from rules.perfidious_albion.squadrons.cohesion import can_see
from rules.perfidious_albion.squadrons.formation import IN_COLUMNS, IN_LINE, draw_up, on_land, overlapping_ship
from rules.perfidious_albion.squadrons.knowledge import ships_with_crews

DUMMY = "dummy"
COAST_MILS = 500  # the target's counter stands within this of a coast
WORK_MILS = 2000  # between two works, and from a work on land to its coast at most
ROOM_MILS = 12_000  # what is left to the attacker of a convoy on a narrow table
LINE_MILS = 1500  # of a ship's middle from the edge she starts at, so that her base has room
DEPLOY_SPEED = 10  # speed units of a squadron when it is placed, or less if its slowest ship is slower


# ---------------------------------------------------------------------- what is placed


def items_in(state: State, side: str, label: str) -> list[Purchase]:
    """Return the ships bought for a squadron."""
    return [item for item in state.bought.get(side, ()) if item.squadron == label and item.what != ADMIRAL]


def next_squadron(state: State, side: str) -> str:
    """Return the id for the side's next squadron or dummy on the table."""
    return squadron_id(side, 1 + sum(squadron.side == side for squadron in state.squadrons.values()))


def ships_for(state: State, side: str, label: str, at: Point, heading: int, in_box: bool = False) -> list[Ship]:
    """Return the ships of a squadron drawn up at a place, or the marker of a dummy. Rules: PA-2.1-22, PA-2.1-36."""
    if label == DUMMY:
        return [stand_in(state, side, at, heading, DEPLOY_SPEED * 2)]
    found = []
    squadron = next_squadron(state, side)
    for item in items_in(state, side, label):
        card = state.scene.cards[item.id]
        ship = commission(item.id, side, squadron, card, at, heading, 0, item.quality, item.count)
        found.append(ship.but(id=item.id, cargo=item.cargo))
    slowest = min((state.scene.cards[ship.id].speed for ship in found), default=DEPLOY_SPEED)
    found = [ship.but(speed=min(DEPLOY_SPEED, slowest)) for ship in found]
    narrow = in_box or state.scene.mission == "convoy"
    return draw_up(state, found, at, heading, IN_COLUMNS if narrow else IN_LINE)


def stand_in(state: State, side: str, at: Point, heading: int, slowest: int) -> Ship:
    """Return the marker of a squadron with the speed of its slowest ship. Rule: PA-2.1-30."""
    card, squadron = marker_card(), next_squadron(state, side)
    ship = commission(stand_in_id(squadron), side, squadron, card, at, heading, min(DEPLOY_SPEED, slowest), 2)
    return ship.but(id=stand_in_id(squadron), props_lost=card.speed - slowest)


def is_convoy(state: State, side: str, label: str) -> bool:
    """Return whether a squadron is made up of merchants. Rule: PA-2.1-42."""
    return any(is_merchant(state, item) for item in items_in(state, side, label))


# ---------------------------------------------------------------------- the box of a convoy


def box_of(state: State, kind: str) -> Box | None:
    """Return the entry or exit box."""
    return next((box for box in state.boxes if box.kind == kind), None)


def escorts_due(state: State, side: str) -> int:
    """Return how many escorts must still be placed in the entry box: at least half of them, each boat counted.

    Rule: PA-2.1-42.
    """
    escorts = [item for item in state.bought.get(side, ()) if item.squadron and item.what != ADMIRAL]
    escorts = [item for item in escorts if not is_merchant(state, item)]
    share = state.scene.charts.victory.entry_escort_percent
    due = -(-sum(item.count for item in escorts) * share // 100)
    return max(0, due - sum(item.count for item in escorts if item.at))


def box_stage(state: State, side: str) -> bool:
    """Return whether a side must still fill the entry box: merchants are waiting, or too few escorts are in it.

    Rule: PA-2.1-42.
    """
    if state.scene.mission != "convoy" or side == state.scene.attacker:
        return False
    return escorts_due(state, side) > 0 or any(is_convoy(state, side, label) for label in state.waiting.get(side, ()))


# ---------------------------------------------------------------------- ships


def ship_faults(state: State, side: str, ships: list[Ship], hidden: bool) -> list[Illegal]:
    """Return every reason against a squadron's place, as models or as a marker."""
    names, reasons = state.scene.names, []
    others = afloat(state)
    for ship in ships:
        base = base_of(state, ship)
        if not on_table(state, *base):
            reasons.append(Illegal(f"{names[ship.id]} would stand off the table", "PA-SET-H1", ship.id))
        elif on_land(state, base):
            reasons.append(Illegal(f"{names[ship.id]} would stand on land", "PA-SET-H1", ship.id))
        other = overlapping_ship(state, ship, others)
        if other is not None:
            text = f"{names[ship.id]} would stand on the base of {names[other.id]}"
            reasons.append(Illegal(text, "PA-SET-H1", ship.id))
    if state.scene.mission == "bombardment":
        attacks = side == state.scene.attacker
        return reasons + (_start_line(state, side, ships) if attacks else _near_target(state, ships))
    if box_stage(state, side):
        return reasons + _in_entry_box(state, ships)
    reasons += _own_waters(state, side, ships)
    reasons += _among_friends(state, side, ships)
    if state.scene.mission == "convoy" and side == state.scene.attacker:
        reasons += _off_the_boxes(state, side, ships)
    if hidden:
        reasons += _unseen(state, side, ships)
    return reasons


def _own_waters(state: State, side: str, ships: list[Ship]) -> list[Illegal]:
    """Return why a place is not in the side's own half, at least half the visibility from the centre line.

    Rules: PA-2.1-23, PA-2.1-43.
    """
    edge, most = state.baseline[side], own_depth(state, side)
    keep = kept_clear(state)
    if all(edge_depth(state, edge, place(ship)) <= most for ship in ships):
        return []
    text = f"ships deploy on their own half, at least {keep / INCH:g} inches from the centre line"
    return [Illegal(text, "PA-2.1-23")]


def _among_friends(state: State, side: str, ships: list[Ship]) -> list[Illegal]:
    """Return why a place is out of sight of another squadron or of signals. Rules: PA-2.1-24, PA-2.1-25, PA-2.1-26."""
    friends = ships_with_crews(state, side)
    if not friends:
        return []
    reasons = []
    if not any(can_see(state, place(ship), place(friend)) for ship in ships for friend in friends):
        reasons.append(Illegal("the squadron would see no friendly ship of another squadron", "PA-2.1-24"))
    flag = flagship(state, side)
    if flag is not None:
        relays = [place(friend) for friend in friends if can_see(state, place(friend), place(flag))]
        if not any(can_see(state, place(ship), relay) for relay in relays for ship in ships):
            text = f"no ship of it would see a ship that sees the flagship, {state.scene.names[flag.id]}"
            reasons.append(Illegal(text, "PA-2.1-25"))
    return reasons


def flagship(state: State, side: str) -> Ship | None:
    """Return the flagship of a side, or the marker she is under; None while she is not placed. Rule: PA-2.1-25."""
    for squadron in state.squadrons.values():
        if squadron.side == side and squadron.flagship and squadron.ships:
            return state.ships[squadron.ships[0]]
    return None


def _unseen(state: State, side: str, ships: list[Ship]) -> list[Illegal]:
    """Refuse a marker that the enemy can see. Rule: PA-2.1-30."""
    for foe in afloat(state, enemy_of(state, side)):
        if any(can_see(state, place(ship), place(foe)) for ship in ships):
            return [Illegal("a squadron in sight of the enemy is placed as models, not as a marker", "PA-2.1-30")]
    return []


def _in_entry_box(state: State, ships: list[Ship]) -> list[Illegal]:
    """Return which ships of the convoy and of half its escorts are not in the entry box. Rule: PA-2.1-42."""
    box = box_of(state, "entry")
    assert box is not None
    west, north, east, south = box.west, box.north, box.west + box.size, box.north + box.size
    if all(west <= x <= east and north <= y <= south for ship in ships for x, y in base_of(state, ship)):
        return []
    return [Illegal("the convoy and at least half its escorts are placed in the entry box first", "PA-2.1-42")]


def entry_distance(state: State, side: str) -> int:
    """Return how far from the entry box the attacker of a convoy must be: the visibility, or less on a narrow table.

    Rules: PA-2.1-44, PA-SET-H4.
    """
    box, edge = box_of(state, "entry"), state.baseline[side]
    assert box is not None
    deep = max(0, own_depth(state, side))
    length = deployment_areas.edge_length(state, edge)
    corners = [deployment_areas.at_depth(state, edge, depth, along) for depth in (0, deep) for along in (0, length)]
    east, south = box.west + box.size, box.north + box.size
    farthest = max(distance((x, y), (min(max(x, box.west), east), min(max(y, box.north), south))) for x, y in corners)
    return state.visibility if farthest >= state.visibility else max(0, farthest - ROOM_MILS)


def kept_clear(state: State) -> int:
    """Return how far from the centre line ships deploy at least: half the visibility. Rule: PA-2.1-23."""
    return state.visibility * state.scene.charts.victory.deploy_visibility_percent // 100


def own_depth(state: State, side: str) -> int:
    """Return how far from its edge a side may deploy: half the visibility short of the centre line. Rule: PA-2.1-23."""
    return deployment_areas.table_depth(state, state.baseline[side]) // 2 - kept_clear(state)


def _off_the_boxes(state: State, side: str, ships: list[Ship]) -> list[Illegal]:
    """Return why a place is too near: attackers stay out of sight of the entry box and 12 inches from both boxes.

    Rules: PA-2.1-44, PA-2.1-45, PA-SET-H4.
    """
    charts, reasons = state.scene.charts.victory, []
    keep = entry_distance(state, side)
    for box in state.boxes:
        shape = deployment_areas.box_shape(box)
        if box.kind == "entry" and not all(deployment_areas.clear_of(place(ship), shape, keep) for ship in ships):
            rule = "PA-2.1-44" if keep == state.visibility else "PA-SET-H4"
            text = f"attackers deploy at least {keep / INCH:g} inches from the entry box"
            reasons.append(Illegal(text, rule))
        if not all(deployment_areas.clear_of(place(ship), shape, charts.box_attacker_mils) for ship in ships):
            reasons.append(Illegal(f"attackers may not deploy within 12 inches of the {box.kind} box", "PA-2.1-45"))
    return reasons


def _near_target(state: State, ships: list[Ship]) -> list[Illegal]:
    """Refuse defending ships more than 12 inches from the target. Rule: PA-2.1-61."""
    reach = state.scene.charts.victory.target_reach_mils
    if state.target is None:
        return [Illegal("the target is placed first", "PA-2.1-59")]
    if all(within_reach(place(ship), place(state.target), reach) for ship in ships):
        return []
    return [Illegal("defending ships deploy within 12 inches of the target", "PA-2.1-61")]


def start_depth(state: State, side: str) -> int:
    """Return how far from his edge the attacker of a base may set up: out of sight of every defender, or at the edge.

    Rules: PA-2.1-63, A-58.
    """
    edge, foe = state.baseline[side], enemy_of(state, side)
    seen = [place(ship) for ship in afloat(state, foe)]
    seen += [place(work) for work in works_of(state, foe)]
    if state.target is not None:
        seen.append(place(state.target))
    nearest = min((edge_depth(state, edge, at) for at in seen), default=deployment_areas.table_depth(state, edge))
    return max(0, nearest - state.visibility)


def _start_line(state: State, side: str, ships: list[Ship]) -> list[Illegal]:
    """Return why a place is beyond the start line. Rules: PA-2.1-63, A-58."""
    depth = start_depth(state, side)
    most = depth or LINE_MILS
    if all(edge_depth(state, state.baseline[side], place(ship)) <= most for ship in ships):
        return []
    where = f"{depth / INCH:g} inches from" if depth else "at"
    return [Illegal(f"the attacker sets up out of sight of all defenders, {where} his edge of the table", "PA-2.1-63")]


def marker_faults(state: State, side: str, label: str, marker: bool) -> list[Illegal]:
    """Return whether a squadron may be a marker, and a dummy be placed. Rules: PA-2.1-30, PA-2.1-31, PA-SET-H3."""
    reasons = []
    if label == DUMMY and not marker:
        reasons.append(Illegal("a dummy is placed as a marker", "PA-2.1-31"))
    if not marker:
        return reasons
    if not state.scene.options["hidden_squadrons"]:
        reasons.append(Illegal("this game is played without markers", "PA-2.1-30"))
    if state.scene.mission == "bombardment" or box_stage(state, side):
        reasons.append(Illegal("squadrons are placed as models here", "PA-2.1-30"))
    if label == DUMMY and dummies_left(state, side) <= 0:
        reasons.append(Illegal("a side has at most one dummy for each squadron under a marker", "PA-SET-H3"))
    return reasons


def dummies_left(state: State, side: str) -> int:
    """Return how many dummies a side may still place. Rule: PA-SET-H3."""
    placed = [squadron for squadron in state.squadrons.values() if squadron.side == side and squadron.hidden]
    return sum(not squadron.dummy for squadron in placed) - sum(squadron.dummy for squadron in placed)


# ---------------------------------------------------------------------- works, fields, the target


def work_faults(state: State, at: Point) -> list[Illegal]:
    """Return every reason against a fort or a battery at a place. Rules: PA-2.1-60, PA-SET-H1."""
    reach, reasons = state.scene.charts.victory.target_reach_mils, []
    if state.target is None:
        return [Illegal("the target is placed first", "PA-2.1-59")]
    if not within_reach(at, place(state.target), reach):
        reasons.append(Illegal("forts and batteries stand within 12 inches of the target", "PA-2.1-60"))
    if any(point_in_polygon(at, land) for land in land_of(state)) and not deployment_areas.on_coast(
        state, at, WORK_MILS
    ):
        reasons.append(Illegal("forts and batteries stand on the coast or as islands, not inland", "PA-2.1-60"))
    if not on_table(state, at):
        reasons.append(Illegal("it would stand off the table", "PA-SET-H1"))
    if any(distance_squared(at, place(other)) < WORK_MILS**2 for other in works_of(state)):
        reasons.append(Illegal("works stand at least 2 inches apart", "PA-SET-H1"))
    return reasons


def target_faults(state: State, side: str, at: Point) -> list[Illegal]:
    """Return every reason against the target at a place. Rule: PA-2.1-59."""
    reasons = []
    if not deployment_areas.on_coast(state, at, COAST_MILS):
        reasons.append(Illegal("the target is set up on a coast", "PA-2.1-59"))
    if not on_table(state, at) or not deployment_areas.own_half(state, state.baseline[side], at):
        reasons.append(Illegal("the target is set up on the defender's half of the table", "PA-2.1-59"))
    return reasons


def field_faults(state: State, side: str, at: Point) -> list[Illegal]:
    """Return every reason against a minefield with its centre at a place. Rule: PA-2.1-29."""
    charts, reasons = state.scene.charts.victory, []
    if not on_table(state, at):
        reasons.append(Illegal("the centre of a field must be on the table", "PA-2.1-28"))
    if state.scene.mission == "bombardment":
        if not deployment_areas.own_half(state, state.baseline[side], at):
            reasons.append(Illegal("the defender's fields lie on his half of the table", "PA-2.1-62"))
        return reasons
    enemies = afloat(state, enemy_of(state, side))
    if any(distance_squared(at, place(foe)) < charts.minefield_apart_mils**2 for foe in enemies):
        reasons.append(Illegal("the centre of a field may not be within 12 inches of an enemy formation", "PA-2.1-28"))
    leave = box_of(state, "exit")
    if leave is not None and not deployment_areas.is_apart(
        (at,), deployment_areas.box_shape(leave), charts.minefield_apart_mils
    ):
        reasons.append(Illegal("the centre of a field may not be within 12 inches of the exit box", "PA-2.1-46"))
    return reasons
