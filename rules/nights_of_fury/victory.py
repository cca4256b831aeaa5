"""Phase 7, End: reloading, the flags of the turn, the end of the battle, wrecks, and the result."""

from __future__ import annotations

from rules.kernel.fate import UnitFate
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.campaign import close_battle
from rules.nights_of_fury.damage import sink
from rules.nights_of_fury.movement import leave_map, need_to_move
from rules.nights_of_fury.points import outcome
from rules.nights_of_fury.state import State
from rules.nights_of_fury.torpedoes import reload_tubes
from rules.nws.damage import sink_wrecks
from rules.nws.ending import ships_at_rest
from rules.nws.ending import why_over as nws_over
from rules.nws.fates import fates as fates_of_battle
from rules.nws.pieces import divisions_of, enemy_of, is_able


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


def open_end(r: Ruling) -> None:
    """End the turn: reloading, then lights and gun flashes of this turn, then the end of the battle if it has come.

    Between the battles of a campaign nothing happens here. Rolls, when the battle ends, one d6 for each wreck.
    Rules: NoF-TOR-H8, NoF-SPT-H3, NoF-END-H1, NoF-DMG-H5.
    """
    if r.state.campaign is not None and not r.state.campaign.at_sea:
        return
    reload_tubes(r)
    r.state = _turn_over(r.state)
    why = why_over(r.state)
    if why:
        _end(r, why)


def _turn_over(state: State) -> State:
    """Return the position without everything that lasts one turn only."""
    divisions = {
        key: division.but(starlit=False) if division.starlit else division for key, division in state.divisions.items()
    }
    return state.but(ships=ships_at_rest(state.ships), divisions=divisions, shots={})


def why_over(state: State) -> str:
    """Return why the battle is over now; "" when it goes on. A land target that still stands counts as a ship of its
    side.

    Rule: NoF-END-H1.
    """
    return nws_over(state, state.turns, "the chart")


def _end(r: Ruling, why: str) -> None:
    """End the battle: runs with a free way get through, wrecks still afloat may go down, then the points are counted.

    Rolls one d6 for each wreck. A battle of a campaign hands over to it instead of ending the game.
    Rules: NoF-DMG-H5, NoF-END-H1.
    """
    _free_passage(r)
    sink_wrecks(r, sink, "NoF-DMG-H5")
    if r.state.campaign is not None:
        close_battle(r, why)
        return
    r.finish(outcome(r.state, why))


def _free_passage(r: Ruling) -> None:
    """Let a run that can still move leave by the enemy's end when the enemy has no able ship left. Rule: NoF-END-H1."""
    state: State = r.state
    for side in state.scene.sides:
        foe = enemy_of(state, side)
        if any(is_able(ship) for ship in state.ships.values() if state.scene.owner[ship.id] == foe):
            continue
        for division in divisions_of(state, side):
            if "run" in division.traits and need_to_move(state, division):
                leave_map(r, division.but(band=state.scene.home[foe]), "NoF-END-H1")
