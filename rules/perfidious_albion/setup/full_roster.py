"""Everything on sale, drawn up as if each side had bought one of each class: what is printed for a real table."""

from __future__ import annotations

from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup.purchase_pool import in_setup, on_sale, piece_id
from rules.perfidious_albion.ships.commissioning import commission

APART = 3_000  # thousandths of an inch between ships that stand nowhere yet


def full_roster(state: State) -> State | None:
    """Return one ship of each class on sale for each side, by the name of her class; None once fleets are placed.

    Rules: PA-2.1-17, PA-SCN-H1.
    """
    if not in_setup(state) or state.ships:
        return None
    ships, names = {}, dict(state.scene.names)
    for row, side in enumerate(state.scene.sides):
        for place, (key, card) in enumerate(on_sale(state.scene).items()):
            id = piece_id(key, side, 1)
            names[id] = card.title
            at = (APART * (place + 1), APART * (row + 1))
            boats = 2 if card.torpedo_craft else 1
            ships[id] = commission(card.title, side, "", card, at, 0, 0, card.default_cq, boats).but(id=id)
    return state.but(scene=state.scene.but(names=names), ships=ships)
