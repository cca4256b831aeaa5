"""The end of a turn and of a battle: points by Size, the results of a scenario, the duel, the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.ruling import Ruling
from rules.kernel.scores import larger_first, ledger_of, ratio_grade
from rules.kernel.view import Outcome, Score, ScoreLine
from rules.quickfire.charts import Victory, load_charts
from rules.quickfire.damage import count_out
from rules.quickfire.roster import size_text
from rules.quickfire.sinking import sinking_rolls, test_strikes
from rules.quickfire.state import Clause, Rung, Ship, State, afloat, enemy_of, is_silent, is_stopped, out_of_action
from rules.quickfire.torpedoes import reload_torpedoes

LOST = ("sunk", "captured")
FATE_NAMES = {"out_of_action": "out of action", "withdrawn": "driven off"}


def close_end(r: Ruling) -> None:
    """Finish the end phase after repairs: reloads, sinking, striking, then the end of the battle.

    Rolls the dice of each. Rules: QF-SEQ-H4, QF-END-H1.
    """
    reload_torpedoes(r)
    sinking_rolls(r)
    test_strikes(r)
    count_out(r)
    ships = {name: _new_turn(ship) for name, ship in r.state.ships.items()}
    r.state = r.state.but(ships=ships)
    found = result(r.state)
    if found is not None:
        r.finish(found)


def _new_turn(ship: Ship) -> Ship:
    if not (ship.moved or ship.rounds or ship.boats_fired or ship.launched or ship.repairs or ship.helm):
        return ship
    return ship.but(moved=False, rounds=(), sole=False, boats_fired=False, launched=False, repairs=0, helm="")


# ---------------------------------------------------------------------- the end of the battle


def result(state: State) -> Outcome | None:
    """Return how the battle ends now, or None when it goes on. Rules: QF-VP-H6, QF-VP-H8, QF-END-H1."""
    scene = state.scene
    for rung in scene.ladder:
        if rung.at_once and clauses_hold(state, rung):
            return _by_rung(state, rung, "as the scenario says")
    if scene.first_out and state.out_order:
        return _duel(state)
    why = _why_over(state)
    if not why:
        return None
    for rung in scene.ladder:
        if not rung.at_once and clauses_hold(state, rung):
            return _by_rung(state, rung, why)
    return by_points(state, why)


def is_able(state: State, ship: Ship) -> bool:
    """Return whether a ship is on the table and can still move or fire. Rule: QF-END-H1."""
    return not ship.gone and not (is_stopped(ship) and is_silent(state, ship))


def _why_over(state: State) -> str:
    for side in state.scene.sides:
        if not any(is_able(state, ship) for ship in afloat(state, side)):
            return f"{state.scene.names[side]} has no ship left that can move or fire"
    if state.cursor.turn >= state.scene.scenario.turns:
        return f"turn {state.cursor.turn} was the last"
    return ""


def _duel(state: State) -> Outcome:
    """Return the result of a duel: the side of the first ship out of action loses; both at the same moment is a draw.

    Rule: QF-VP-H6.
    """
    first = state.out_order[0]
    names = " and ".join(state.scene.names[name] for name in first)
    sides = {state.ships[name].side for name in first}
    if len(sides) > 1:
        return Outcome("", "Drawn duel", f"{names} went out of action together", "QF-VP-H6")
    winner = enemy_of(state, sides.pop())
    return Outcome(winner, f"Victory for {state.scene.names[winner]}", f"{names} was first out of action", "QF-VP-H6")


# ---------------------------------------------------------------------- the results of a scenario


def clauses_hold(state: State, rung: Rung) -> bool:
    """Return whether every clause of a scenario's result holds now. Rules: QF-VP-H8, QF-VP-1."""
    return all(_true(state, clause) for clause in rung.clauses)


def _true(state: State, clause: Clause) -> bool:
    cards = state.scene.cards
    ships = [
        ship
        for ship in state.ships.values()
        if ship.side == clause.side and clause.what in ("", ship.id, cards[ship.id].target)
    ]
    count = sum(1 for ship in ships if came_to(state, ship, clause.fate))
    return count >= (clause.number or len(ships))


def came_to(state: State, ship: Ship, fate: str) -> bool:
    """Return whether a ship has a fate that a scenario asks for. Rule: QF-VP-H8.

    lost: sunk or captured; sunk; out: out of action or off the table unless escaped; away: escaped; sound: escaped
    without a speed or gunnery hit; kept: neither sunk nor captured; fit: not out.
    """
    if fate == "lost":
        return ship.gone in LOST
    if fate == "sunk":
        return ship.gone == "sunk"
    if fate == "away":
        return ship.gone == "escaped"
    if fate == "sound":
        return ship.gone == "escaped" and not (ship.speed_hits or ship.heavy_hits or ship.light_hits)
    if fate == "kept":
        return ship.gone not in LOST
    out = out_of_action(state, ship)
    return out if fate == "out" else not out


def _by_rung(state: State, rung: Rung, why: str) -> Outcome:
    return Outcome(rung.winner, rung.title, f"{why}; {_totals(state)}", "QF-VP-H8")


# ---------------------------------------------------------------------- points


def fate_of(state: State, ship: Ship) -> str:
    """Return how an enemy ship counts: sunk, captured, out_of_action, withdrawn, escaped, or "" if not at all."""
    if ship.gone:
        return ship.gone
    return "out_of_action" if out_of_action(state, ship) else ""


def points_for(state: State, ship: Ship) -> int:
    """Return the points of a ship for her enemy now, in quarters of Size, halves rounded up. Rule: QF-VP-H1."""
    fate = fate_of(state, ship)
    if not fate:
        return 0
    top, bottom = state.scene.charts.victory.shares[fate]
    return (2 * state.scene.cards[ship.id].size_quarters * top + bottom) // (2 * bottom)


def score_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield the ledger of a side: enemy ships lost, out of action or driven off, and the handicap.

    Rules: QF-VP-H1, QF-VP-H4, QF-VP-H7.
    """
    for ship in state.ships.values():
        points = points_for(state, ship) if ship.side != side else 0
        if points:
            fate = fate_of(state, ship)
            size = size_text(state.scene.cards[ship.id].size_quarters)
            top, bottom = state.scene.charts.victory.shares[fate]
            part = "" if top == bottom else "half of " if 2 * top == bottom else f"{top}/{bottom} of "
            rule = "QF-VP-H4" if fate == "withdrawn" else "QF-VP-H1"
            words = FATE_NAMES.get(fate, fate)
            yield ScoreLine(f"{state.scene.names[ship.id]} {words} ({part}Size {size}, in quarters)", points, rule)
    handicap = state.scene.handicap[side]
    if handicap:
        yield ScoreLine("handicap of the scenario, in quarters of Size", handicap, "QF-VP-H7")


def points_of(state: State, side: str) -> int:
    """Return a side's victory points now, in quarters of Size."""
    return sum(line.points for line in score_lines(state, side))


def ledger(state: State) -> tuple[Score, Score]:
    """Return both sides' victory points, line by line."""
    return ledger_of(state.scene.sides, state.scene.names, partial(score_lines, state))


def _totals(state: State) -> str:
    one, two = ledger(state)
    return f"{one.name} {one.points}, {two.name} {two.points}"


def by_points(state: State, why: str) -> Outcome:
    """Return the result by the ratio of the larger score to the smaller. Rule: QF-VP-H3."""
    charts = state.scene.charts.victory
    best, other = larger_first(ledger(state))
    grade, text = _grade(charts, best.points, other.points), f"{why}; {_totals(state)}"
    if grade == 0:
        return Outcome("", charts.ratios[0].title, text, "QF-VP-H3")
    return Outcome(best.side, f"{charts.ratios[grade].title}: {best.name}", text, "QF-VP-H3")


def outscores(larger: int, smaller: int) -> bool:
    """Return whether the side with the larger score wins. Rule: QF-VP-H3."""
    return _grade(load_charts().victory, larger, smaller) > 0


def _grade(charts: Victory, larger: int, smaller: int) -> int:
    return ratio_grade((step.least for step in charts.ratios), charts.least_divisor, larger, smaller)
