"""Losses (3.2): a ship sunk, blown up, surrendered, off the table or out by the exit box.

Her points and cargo are counted as lost by her side. Rules: PA-3.2-4, PA-2.1-48, PA-2.1-49, PA-2.1-51, PA-TAB-H8.
"""

from __future__ import annotations

from rules.kernel.limits import Limit
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.fires import EXP
from rules.perfidious_albion.records.events import CargoDestroyed, Exploded, Sunk, Surrendered
from rules.perfidious_albion.records.state import Ship, State, box_bit, with_ship


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return the limit of a field; None if it has none.

    Rules: PA-CRW-H1, PA-FLO-H5, PA-FIR-H2, PA-5.8-1, PA-5.8-8, PA-DMG-H6.
    """
    if part != "ships":
        return None
    card, name = state.scene.cards[id], state.scene.names[id]
    match field:
        case "cq":
            names = state.scene.charts.crew.names
            known = ", ".join(f"{number} {word}" for number, word in names.items())
            return Limit(why=f"crews are {known}", rule="PA-CRW-H1", least=min(names), most=max(names))
        case "floods":
            return Limit(why=f"at {card.flotation} floods {name} sinks", rule="PA-FLO-H5", most=card.flotation - 1)
        case "fires":
            return Limit(why=f"after fire {EXP - 1} {name} blows up", rule="PA-FIR-H2", most=EXP - 1)
        case "struck" | "flooded":
            there = sum(box_bit(box.section, box.level) for box in card.standing)
            return Limit(why=f"the card of {name} has none there", rule="PA-5.8-1", boxes=there)
        case "funnels_lost" | "props_lost":
            rule = "PA-5.8-1" if field == "funnels_lost" else "PA-5.8-8"
            return Limit(why=f"{name} makes {card.speed} at best", rule=rule, most=card.speed)
        case "steering":
            return Limit(why="a rudder is sound or jammed", rule="PA-DMG-H6", words=("", "jammed"))
    return None


SUNK, EXPLODED, SURRENDERED, OFF_TABLE, EXITED = "sunk", "exploded", "surrendered", "off_table", "exited"
ONE_BOAT = (SUNK, EXPLODED)  # fates that come to one boat of a pair, not to both
REVEALED = "revealed"  # a marker whose ships have been revealed, or that was a dummy


def value_of(state: State, ship: Ship) -> int:
    """Return the points of a ship by her crew's quality, of both boats of a pair.

    Rules: PA-3.2-4, PA-PTS-H2, PA-TAB-H8.
    """
    return state.scene.cards[ship.id].pv[ship.cq] * ship.boats


def cargo_left(ship: Ship) -> int:
    """Return points of cargo still sound aboard. Rule: PA-2.1-51."""
    return ship.cargo - ship.cargo_lost


def lose_ship(r: Ruling, ship_id: str, fate: str, rule: str) -> None:
    """Remove a ship: sunk, exploded, surrendered, off_table or exited. Books her points and her cargo.

    A boat of a pair that sinks or explodes leaves the other, whose marks start afresh. A ship that leaves by the exit
    box is no loss, and its cargo is safe; by any other edge, or by surrender, the cargo is lost. No dice. Does nothing
    for a ship that is gone already. The caller logs that a ship left the table. Rules: PA-3.2-4, PA-2.1-48, PA-2.1-49,
    PA-2.1-51, PA-TAB-H8.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    if ship.gone:
        return
    left = ship.boats - 1 if fate in ONE_BOAT else 0
    lost = 0 if fate == EXITED else value_of(state, ship.but(boats=ship.boats - left))
    after = _other_boat(ship) if left else ship.but(gone=fate, fires=0, lit=False)
    changed = with_ship(state, after)
    changed = changed.but(lost_points={**changed.lost_points, ship.side: changed.lost_points.get(ship.side, 0) + lost})
    r.state = changed
    if fate == SUNK:
        r.note(Sunk(rule=rule, ship=ship_id, boats=left, left="the other boat of the pair is left" if left else ""))
    elif fate == EXPLODED:
        r.note(Exploded(rule=rule, target=ship_id))
    elif fate == SURRENDERED:
        r.note(Surrendered(rule=rule, ship=ship_id))
    if not left:
        _count_cargo(r, ship, fate)


def _other_boat(ship: Ship) -> Ship:
    """Return what is left of a pair: one sound boat. Rule: PA-TAB-H8."""
    return ship.but(
        boats=ship.boats - 1,
        struck=0,
        flooded=0,
        floods=0,
        fires=0,
        funnels_lost=0,
        props_lost=0,
        steering="",
        helm="",
        big_guns_silent=False,
        loaded=tuple((mount, (count + 1) // 2) for mount, count in ship.loaded),
        reloads=tuple((mount, (count + 1) // 2) for mount, count in ship.reloads),
    )


def _count_cargo(r: Ruling, ship: Ship, fate: str) -> None:
    """Count the cargo of a ship that is gone: out by the exit, or lost with her. Rules: PA-2.1-47, PA-2.1-48, A-16."""
    points = cargo_left(ship)
    if points <= 0:
        return
    state: State = r.state
    if fate == EXITED:
        r.set(cargo_exited=state.cargo_exited + points)
        return
    r.state = with_ship(state, state.ships[ship.id].but(cargo_lost=ship.cargo)).but(
        cargo_destroyed=state.cargo_destroyed + points
    )
    r.note(CargoDestroyed(rule="PA-2.1-51" if fate != OFF_TABLE else "PA-2.1-48", ship=ship.id, points=points))


def hit_cargo(r: Ruling, ship_id: str, section: int, level: int, rule: str) -> None:
    """Destroy the cargo in a devastated CARGO box: an equal share of the ship's cargo; the last box takes all that is
    left.

    Shares are exact: after n of m boxes the loss is n/m of the cargo. Rules: PA-2.1-36, PA-DMG-H8, A-17.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    boxes = len(state.scene.cards[ship_id].cargo_boxes)
    mask = ship.cargo_boxes_lost | box_bit(section, level)
    if mask == ship.cargo_boxes_lost or not boxes:
        return
    lost = ship.cargo * mask.bit_count() // boxes
    points = lost - ship.cargo_lost
    r.state = with_ship(state, ship.but(cargo_boxes_lost=mask, cargo_lost=lost)).but(
        cargo_destroyed=state.cargo_destroyed + points
    )
    if points:
        r.note(CargoDestroyed(rule=rule, ship=ship_id, points=points))
