"""What a ship of either game can have suffered before a battle begins: the two tracks and her salvos."""

from __future__ import annotations

from rules.kernel.flow import GameState
from rules.kernel.limits import Limit
from rules.kernel.plurals import count_noun
from rules.nws.combat_arithmetic import OUT_OF_ACTION


def limit_of(state: GameState, id: str, field: str, tracks: str, torpedoes: str) -> Limit | None:
    """Return the limit of a field of a ship; None if it has none. tracks, torpedoes: rule ids of the game."""
    card, name = state.scene.cards[id], state.scene.names.get(id, id)
    if field == "structure":
        return Limit(why=f"at level {OUT_OF_ACTION} {name} is out of action", rule=tracks, most=OUT_OF_ACTION)
    if field == "flotation":
        return Limit(why=f"at level {OUT_OF_ACTION} {name} sinks", rule=tracks, most=OUT_OF_ACTION - 1)
    if field == "salvos":
        return Limit(
            why=f"{name} carries {count_noun(card.salvos, 'salvo')} of torpedoes", rule=torpedoes, most=card.salvos
        )
    return None
