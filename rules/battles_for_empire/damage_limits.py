"""What a unit or a leader can have suffered before a battle begins."""

from __future__ import annotations

from rules.battles_for_empire.state import State, card, stamina
from rules.kernel.limits import Limit


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return how far a field may go; None where nothing is said.

    Rules: BFE-PUB-9, BFE-TER-H4, BFE-13.8-5, BFE-LDR-H4.
    """
    turn, name = max(1, state.cursor.turn), state.scene.names.get(id, id)
    if part == "leaders" and field == "shocked":
        why = f"this is turn {turn}, and a command is shocked in the turn after its leader fell"
        return Limit(why=why, rule="BFE-LDR-H4", most=turn + 1)
    if part != "units":
        return None
    unit = state.units[id]
    if field == "kills":
        full = stamina(state, unit)
        return Limit(why=f"at {full} Kills {name} is taken away", rule="BFE-PUB-9", most=full - 1)
    if field == "disordered":
        why = f"it is the turn in which {name} was disordered, 0 for none, and this is turn {turn}"
        return Limit(why=why, rule="BFE-TER-H4", most=turn)
    if field == "jammed" and card(state, unit).arm != "mg":
        return Limit(why=f"{name} has no machine gun", rule="BFE-13.8-5", most=0)
    return None
