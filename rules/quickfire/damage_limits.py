"""What a ship can have suffered before a battle begins."""

from __future__ import annotations

from rules.kernel.limits import Limit
from rules.quickfire.charts import sinking_number
from rules.quickfire.state import BOXES, State

MOST_ROLLED = 12  # on two dice


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return how far a field may go; None where nothing is said.

    Rules: QF-SNK-3, QF-DMG-H4, QF-TOR-4, QF-REP-1, QF-DMG-H2, QF-MOV-H6.
    """
    if part != "ships":
        return None
    card, name = state.scene.cards[id], state.scene.names[id]
    match field:
        case "speed_hits":
            number = sinking_number(card.size_quarters)
            extra = MOST_ROLLED - 1 - number
            why = f"with more than {extra} beyond her {BOXES} boxes any roll sinks {name}"
            return Limit(why=why, rule="QF-SNK-3", most=BOXES + extra)
        case "heavy_hits":
            return Limit(why=f"the heavy ROF of {name} is {card.rof_heavy}", rule="QF-DMG-H4", most=card.rof_heavy)
        case "light_hits":
            return Limit(why=f"the light ROF of {name} is {card.rof_light}", rule="QF-DMG-H4", most=card.rof_light)
        case "torpedo":
            return Limit(why=f"the torpedo rating of {name} is {card.torpedo}", rule="QF-TOR-4", most=card.torpedo)
        case "repair_dice":
            return Limit(why=f"{name} has {card.repair} repair dice", rule="QF-REP-1", most=card.repair)
        case "fires":
            return Limit(why="a fire burns or is out", rule="QF-DMG-H2")
        case "rudder_hits":
            return Limit(why="a direction hit was made or not", rule="QF-MOV-H6")
    return None
