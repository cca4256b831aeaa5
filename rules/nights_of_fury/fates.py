"""What has become of every ship of a battle, and of those that a campaign has cost."""

from __future__ import annotations

from rules.kernel.fate import UnitFate
from rules.nights_of_fury.state import State
from rules.nws.fates import fates as fates_of_battle


def fates(state: State) -> tuple[UnitFate, ...]:
    """Return the ships lost in the rounds of a campaign that are over, then every ship of the battle.

    Rule: NoF-CAM-H10.
    """
    if state.campaign is None:
        return fates_of_battle(state)
    scene, campaign = state.scene, state.campaign
    lost = tuple(
        UnitFate(
            id=name,
            side=scene.owner[name],
            name=scene.names[name],
            fate="sunk",
            lost=True,
            chapter=record.round,
            past=True,
        )
        for record in campaign.history
        for name in record.lost
    )
    return lost + tuple(one.but(chapter=campaign.round) for one in fates_of_battle(state))
