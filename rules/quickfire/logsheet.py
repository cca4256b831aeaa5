"""The ship's log sheet: ratings, eight speed boxes, rates of fire, torpedoes, repair dice, struck as they are lost."""

from __future__ import annotations

from rules.kernel.view import Cell, Panel
from rules.quickfire.charts import MM, load_charts
from rules.quickfire.roster import BATTERIES, HEAVY, LIGHT, armour_text, size_text
from rules.quickfire.state import BOXES, Ship, State, boat_guns, is_stopped, rof
from rules.quickfire.victory import points_for
from rules.quickfire.view import TYPES, hull, line_of_text


def ship_summary(state: State, ship: Ship) -> Panel:
    """Return a few lines about a ship on the table: way, line, force."""
    names = state.scene.names
    ahead = f"Follows {names[ship.ahead]} in line ahead." if ship.ahead else "On her own, or at the head of a line."
    ran = f"Ran {ship.ran} box{'es' * (ship.ran != 1)} last; may run {_span(ship)} this turn."
    way = "Stopped: she rolls for sinking at the end of each turn." if is_stopped(ship) else ran
    return Panel(
        id=ship.id,
        kind="text",
        title=names[ship.id],
        subtitle=line_of_text(state, ship),
        notes=(way, ahead),
        rule="QF-SHIP-1",
    )


def _span(ship: Ship) -> str:
    change = load_charts().movement.change_boxes
    most = min(BOXES - ship.speed_hits, ship.ran + change)
    return f"{min(max(0, ship.ran - change), most)} to {most}"


def log_sheet(state: State, ship: Ship) -> Panel:
    """Return the log sheet of a ship as she is. Rules: QF-SHIP-1, QF-MOV-1, QF-DMG-H3, QF-DMG-H4."""
    card = state.scene.cards[ship.id]
    guns = tuple(str(card.gunnery(battery)) if card.gunnery(battery) else "–" for battery in BATTERIES)
    plate = tuple(armour_text(card.armour(battery)) for battery in BATTERIES)
    return Panel(
        id=ship.id,
        kind="card",
        title=state.scene.names[ship.id],
        subtitle=f"{TYPES[card.type]}, {card.completed}",
        hull=hull(state, ship),
        header=("", "heavy", "light"),
        rows=(
            (Cell("Gunnery", "", "QF-FIRE-8"), *(Cell(word) for word in guns)),
            (Cell("Armour", "", "QF-SHIP-3"), *(Cell(word) for word in plate)),
        ),
        tracks=_tracks(state, ship),
        notes=(*_ratings(state, ship), *_trouble_words(state, ship)),
        rule="QF-SHIP-1",
    )


def _tracks(state: State, ship: Ship) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    card = state.scene.cards[ship.id]
    lost = min(BOXES, ship.speed_hits)
    found = [("Speed" + (" +P" if card.protected else ""), _struck_cells(BOXES, lost, "QF-MOV-1"))]
    for battery, label in ((HEAVY, "Heavy ROF"), (LIGHT, "Light ROF")):
        if card.rof(battery):
            found.append(
                (label, _struck_cells(card.rof(battery), card.rof(battery) - rof(state, ship, battery), "QF-FIRE-2"))
            )
    if card.torpedo:
        found.append(("Torpedo", _struck_cells(card.torpedo, card.torpedo - ship.torpedo, "QF-TOR-3")))
    if card.repair:
        found.append(("Repair dice", _struck_cells(card.repair, card.repair - ship.repair_dice, "QF-REP-1")))
    return tuple(found)


def _struck_cells(count: int, lost: int, rule: str) -> tuple[Cell, ...]:
    """Return boxes numbered from the highest down; the first ones are struck."""
    return tuple(Cell(str(count - n), "bad" if n < lost else "", rule) for n in range(count))


def _ratings(state: State, ship: Ship) -> tuple[str, ...]:
    card, box = state.scene.cards[ship.id], state.scene.box[ship.id]
    size = f"Size {size_text(card.size_quarters)} · speed {card.speed}, {_millimetres(box)} mm a box"
    if card.boat_guns == "no":
        boats = "no boat guns"
    elif boat_guns(state, ship):
        boats = "boat guns" + (" only" if card.boat_guns == "only" else "")
    else:
        boats = "boat guns silent"
    return f"{size} · {boats}", f"Guns {card.guns}", f"Tubes {card.tubes}"


def _millimetres(thousandths: int) -> str:
    whole, rest = divmod(thousandths, MM)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)


def _trouble_words(state: State, ship: Ship) -> tuple[str, ...]:
    notes = []
    extra = ship.speed_hits - BOXES
    if extra > 0:
        notes.append(f"Extra speed hits in the margin: {extra}.")
    if ship.fires:
        notes.append(f"Fires burning: {ship.fires}.")
    if ship.rudder_hits:
        way = f"; this turn {ship.helm}" if ship.helm else ""
        notes.append(f"Rudder jammed, direction hits {ship.rudder_hits}{way}.")
    if ship.rounds:
        notes.append(f"Has fired in this phase: {', '.join(ship.rounds)}.")
    if ship.launched:
        notes.append("Has made her torpedo attack this turn.")
    worth = points_for(state, ship)
    if worth:
        notes.append(f"Worth {worth} point{'s' * (worth != 1)} to the enemy as she is.")
    return tuple(notes)
