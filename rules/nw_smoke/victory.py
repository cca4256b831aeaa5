"""Phase 8, End: damage control, reloading, the end of the battle, victory points and the ratio."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.ruling import Ruling
from rules.kernel.scores import ledger_of
from rules.kernel.view import Outcome, Score, ScoreLine
from rules.nw_smoke.charts import load_charts
from rules.nw_smoke.damage import damage_control, sink
from rules.nw_smoke.state import Ship, State
from rules.nw_smoke.torpedoes import reload_tubes
from rules.nws.combat_arithmetic import LEVEL_NAMES, points_for, points_key, ratio_grade
from rules.nws.damage import sink_wrecks
from rules.nws.ending import result, ships_at_rest, why_over
from rules.nws.pieces import damage_level, enemy_of


def open_end(r: Ruling) -> None:
    """Do damage control, then reloading, then lights and gun flashes of this turn, then the end of the battle.

    Rolls the dice of damage control and, when the battle ends, one d6 for each wreck.
    Rules: NW-DC-H1, NW-TOR-H8, NW-END-H1.
    """
    damage_control(r)
    reload_tubes(r)
    state: State = r.state
    r.state = state.but(ships=ships_at_rest(state.ships), shots={}, dice={})
    why = why_over(r.state, state.scene.scenario.turns, "the map")
    if why:
        _end(r, why)


def _end(r: Ruling, why: str) -> None:
    """Roll one d6 for each wreck still afloat: it may sink; then count the points. Rule: NW-DMG-H5."""
    sink_wrecks(r, sink, "NW-DMG-H5")
    r.finish(outcome(r.state, why))


# ---------------------------------------------------------------------- points


def ship_value(state: State, ship: Ship) -> tuple[str, int]:
    """Return what an enemy ship is worth now: (how she stands, victory points), half up for each ship.

    Rule: NW-VP-H1.
    """
    charts = state.scene.charts.victory
    key = points_key(charts, damage_level(ship), ship.gone == "sunk")
    return key, points_for(charts, state.scene.cards[ship.id].pv, key)


def score_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield the ledger of a side: enemy ships sunk or damaged, ships brought through, the handicap.

    Rules: NW-VP-H1, NW-VP-H2.
    """
    foe = enemy_of(state, side)
    for ship in state.ships.values():
        if state.scene.owner[ship.id] != foe:
            continue
        key, points = ship_value(state, ship)
        if points:
            how = key.replace("_", " ") if key in ("sunk", "out_of_action") else LEVEL_NAMES[damage_level(ship)]
            card = state.scene.cards[ship.id]
            yield ScoreLine(f"{state.scene.names[ship.id]} {how} (PV {card.pv})", points, "NW-VP-H1")
    handicap = state.scene.handicap[side]
    if handicap:
        yield ScoreLine("handicap of the scenario", handicap, "NW-VP-H2")


def points_of(state: State, side: str) -> int:
    """Return a side's victory points now."""
    return sum(line.points for line in score_lines(state, side))


def ledger(state: State) -> tuple[Score, Score]:
    """Return both sides' victory points, line by line."""
    return ledger_of(state.scene.sides, state.scene.names, partial(score_lines, state))


def outscores(larger: int, smaller: int) -> bool:
    """Return whether the side with the larger score wins. Rule: NW-VP-H3."""
    return ratio_grade(load_charts().victory, larger, smaller) > 0


def outcome(state: State, why: str) -> Outcome:
    """Return the result by the ratio of the larger score to the smaller, the smaller counting at least 1.

    For the higher grades the winner's handicap counts no more than what it earned; alone it wins marginally.
    Rules: NW-VP-H2, NW-VP-H3.
    """
    return result(state.scene.charts.victory, ledger(state), state.scene.handicap, why, "NW-VP-H3")
