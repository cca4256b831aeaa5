"""All ships that may sail in a campaign, at once: for printing a real table."""

from __future__ import annotations

from rules.nights_of_fury.campaign_charts import load_campaign
from rules.nights_of_fury.missions import JAPAN, STATES, DrawnShips, available_ships, lay_out, month_of
from rules.nights_of_fury.setup import scene_for_month
from rules.nights_of_fury.state import State

BATTLE = "meeting"  # one without a land target


def full_roster(state: State) -> State | None:
    """Return the divisions of all ships that come in any round, between two battles; None for a single one.

    Rules: NoF-CAM-H6, NoF-CAM-H11.
    """
    campaign = state.campaign
    if campaign is None or campaign.at_sea:
        return None
    full = state.but(scene=scene_for_month(state.scene, month_of(campaign.rounds, campaign.rounds)))
    drawn = {side: DrawnShips(_by_code(full, side)) for side in (JAPAN, STATES)}
    divisions, ships = lay_out(full, BATTLE, drawn, {})
    titles = {key: division.name for key, division in divisions.items()}
    return full.but(divisions=divisions, ships=ships, titles=titles, opening=divisions)


def _by_code(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Return the ships of a side by the first code of the force table that stands for their type."""
    found: dict[str, tuple[str, ...]] = {}
    seen = set()
    for code, kind in load_campaign().kinds.items():
        if kind.type not in seen:
            seen.add(kind.type)
            found[code] = available_ships(state, side, kind.type)
    return found
