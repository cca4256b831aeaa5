"""What a ship can have suffered before a battle begins."""

from __future__ import annotations

from rules.kernel.limits import Limit
from rules.perfidious_albion.damage.fires import EXP
from rules.perfidious_albion.records.state import State, box_bit


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return how far a field may go; None where nothing is said.

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
