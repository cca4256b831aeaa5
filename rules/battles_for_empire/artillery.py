"""Artillery: dice by range, canister, far shots that unsettle before they kill, rockets."""

from __future__ import annotations

from rules.battles_for_empire.aiming import Shot
from rules.battles_for_empire.events import Unsettled
from rules.battles_for_empire.fire_charts import Piece
from rules.battles_for_empire.hit_effects import DESTROYED, lose_unit
from rules.battles_for_empire.state import Body, State, card
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling


def piece_of(state: State, unit: Body) -> Piece:
    """Return the gun a unit serves. Rules: BFE-ART-H1, BFE-PUB-26."""
    found: Piece = state.scene.charts.artillery.pieces[card(state, unit).weapon]
    return found


def kills_of(state: State, unit: Body, hits: int, hexes: int) -> int:
    """Return the Kills of a gun's hits: all of them with canister, beyond 2 hexes one less, with rockets none.

    Rules: BFE-ART-H2, BFE-ART-H4.
    """
    if piece_of(state, unit).only_shakes:
        return 0
    chart = state.scene.charts.artillery
    if hexes <= chart.canister_hexes:
        return hits
    return max(0, hits - int(chart.unsettles))


def note_shaking_hits(r: Ruling, unit: Body, target: str, hits: int) -> None:
    """Report the hits of a gun that only shake. No dice. Rules: BFE-ART-H2, BFE-ART-H4."""
    if piece_of(r.state, unit).only_shakes:
        r.note(Unsettled(rule="BFE-ART-H4", unit=target, hits=hits, why="rockets only shake"))
    else:
        far = count_noun(r.state.scene.charts.artillery.canister_hexes, "hex")
        r.note(Unsettled(rule="BFE-ART-H2", unit=target, hits=hits, why=f"the first of a gun's shot beyond {far}"))


def tube_lost(r: Ruling, shot: Shot, faces: tuple[int, ...]) -> bool:
    """Return whether a double 1 bursts a rocket tube: it is lost. No dice of its own. Rule: BFE-ART-H4."""
    unit = r.state.units[shot.unit]
    lost_on = piece_of(r.state, unit).lost_on
    if not lost_on or tuple(sorted(faces)) != lost_on:
        return False
    lose_unit(r, shot.unit, DESTROYED, "BFE-ART-H4")
    return True
