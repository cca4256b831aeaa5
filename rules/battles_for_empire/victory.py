"""Phase 6, End: jams cleared, points in halves, break points, the scenario's objectives, the result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.battles_for_empire.events import RanOut, SideBroken
from rules.battles_for_empire.hit_effects import CAPTURED, DESTROYED
from rules.battles_for_empire.machine_guns import clear_jams
from rules.battles_for_empire.movement_costs import objective_hexes
from rules.battles_for_empire.state import Body, State, enemy_of, in_play, is_single_stand, unit_name
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.kernel.scores import ledger_of
from rules.kernel.view import Outcome, Score, ScoreLine

OBJECTIVES = ("last", "exit", "keep", "hold", "sortie")  # words of a scenario's special rules
EXITED = "exited"
SORTIE_TURN = 1  # a sortie counts when its unit stands outside as this turn ends (BFE-VIC-H6)


def open_end(r: Ruling) -> None:
    """Begin the end of a turn: jammed guns are ready again. No dice. Rule: BFE-13.8-9."""
    clear_jams(r)


def close_end(r: Ruling) -> None:
    """End the turn: note sorties of the first turn, then decide whether a side has won. No dice.

    Rules: BFE-VIC-H1 to BFE-VIC-H4, BFE-VIC-H6.
    """
    _sorties(r)
    state: State = r.state
    for side in state.scene.sides:
        lost, limit = points_lost(state, side), state.scene.break_points[side]
        if lost >= limit:
            r.note(
                SideBroken(rule="BFE-VIC-H2", side=side, points=half_points_text(lost), limit=half_points_text(limit))
            )
    found = result(state)
    if found is not None:
        r.finish(found)


def _sorties(r: Ruling) -> None:
    """Note the units that made their scenario's sortie: they are in its hexes as the first turn ends.

    Rule: BFE-VIC-H6.
    """
    if r.state.cursor.turn != SORTIE_TURN:
        return
    for name, h in _objectives(r.state, "sortie"):
        unit = r.state.units.get(name)
        if unit is not None and in_play(unit) and unit.hex == h:
            r.set(dared=(*r.state.dared, name))
            r.note(RanOut(rule="BFE-VIC-H6", unit=name, hex=h))


# ---------------------------------------------------------------------- points


def worth_of(state: State, unit: Body) -> int:
    """Return what the loss of a unit costs in half points: 2, a gun or machine gun 1. Rule: BFE-VIC-H1."""
    chart = state.scene.charts.victory
    halves: int = chart.single_halves if is_single_stand(state, unit) else chart.unit_halves
    return halves


def points_lost(state: State, side: str) -> int:
    """Return half points a side has lost: units destroyed, guns destroyed or captured. Rule: BFE-VIC-H1."""
    return sum(
        worth_of(state, unit)
        for unit in state.units.values()
        if unit.side == side and unit.lost in (DESTROYED, CAPTURED)
    )


def ledger(state: State) -> tuple[Score, Score]:
    """Return both sides' points, line by line, in half points: what each took from the other. Rule: BFE-VIC-H1."""
    return ledger_of(state.scene.sides, state.scene.names, partial(_lines, state))


def _lines(state: State, side: str) -> Iterator[ScoreLine]:
    for unit in state.units.values():
        if unit.side != side and unit.lost in (DESTROYED, CAPTURED):
            yield ScoreLine(f"{unit_name(state, unit)} {unit.lost}", worth_of(state, unit), "BFE-VIC-H1")


# ---------------------------------------------------------------------- the result


def result(state: State) -> Outcome | None:
    """Return how the battle ends with this turn; None while it goes on.

    In this order: a captured gun that had to be kept decides the game, however it ends; enough units have left the
    field; a side is broken or has no units left; after the last turn a place is held, a side wins by not being broken,
    or the side that lost the smaller part of its break point wins. Rules: BFE-VIC-H2, BFE-VIC-H3, BFE-VIC-H4.
    """
    found = _by_exit(state) or _by_breaking(state)
    if found is None and state.cursor.turn >= state.scene.scenario.turns:
        found = _by_time(state)
    if found is None:
        return None
    return _by_keeping(state) or found


def _objectives(state: State, word: str) -> Iterator[tuple[str, int]]:
    for what, who, number in state.scene.scenario.special:
        if what == word:
            yield who, number


def _by_exit(state: State) -> Outcome | None:
    for side, number in _objectives(state, "exit"):
        gone = sum(1 for unit in state.units.values() if unit.side == side and unit.lost == EXITED)
        if gone >= max(1, number):
            units = count_noun(gone, "unit has", "units have")
            return _victory_for(state, side, f"{units} left the field by its exit", "BFE-VIC-H3")
    return None


def _by_breaking(state: State) -> Outcome | None:
    a, b = state.scene.sides
    broken = {side: why for side in (a, b) for why in [_why_broken(state, side)] if why}
    if len(broken) == 2:
        return _by_share(state, "both sides are broken")
    for side, why in broken.items():
        return _victory_for(state, enemy_of(state, side), why, "BFE-VIC-H2")
    return None


def _why_broken(state: State, side: str) -> str:
    lost, limit = points_lost(state, side), state.scene.break_points[side]
    name = state.scene.names[side]
    if lost >= limit:
        return f"break point reached: {name}, {half_points_text(lost)} of {half_points_text(limit)} points lost"
    if not any(unit.side == side and not unit.lost for unit in state.units.values()):
        return f"nobody left on the field: {name}"
    return ""


def _by_time(state: State) -> Outcome:
    why = f"turn {state.cursor.turn} was the last"
    for side, number in _objectives(state, "hold"):
        there = held_by(state, side)
        if there >= max(1, number):
            last = state.scene.charts.victory.grades[-1].title
            name = state.scene.names[side]
            text = f"{why}, and {count_noun(there, 'unit holds', 'units hold')} the objective"
            return Outcome(side, f"{last}: {name}", text, "BFE-VIC-H3")
    for side, _ in _objectives(state, "last"):
        return _victory_for(state, side, f"{why}; not broken: {state.scene.names[side]}", "BFE-VIC-H3")
    return _by_share(state, why)


def held_by(state: State, side: str) -> int:
    """Return how many units of a side stand in the places it has to hold (BFE-VIC-H3)."""
    places = objective_hexes(state.scene.country, side)
    return sum(1 for unit in state.units.values() if unit.side == side and in_play(unit) and unit.hex in places)


def _by_share(state: State, why: str) -> Outcome:
    """Return the result by losses: the side that lost the smaller part of its break point wins; equal parts are a draw.

    Rule: BFE-VIC-H5.
    """
    a, b = state.scene.sides
    limits = state.scene.break_points
    one, two = points_lost(state, a) * limits[b], points_lost(state, b) * limits[a]
    if one == two:
        return Outcome("", "Drawn battle", f"{why}; equal parts of both break points lost", "BFE-VIC-H5")
    return _victory_for(state, a if one < two else b, f"{why}; the smaller part of its break point lost", "BFE-VIC-H5")


def _by_keeping(state: State) -> Outcome | None:
    for name, _ in _objectives(state, "keep"):
        unit = state.units.get(name)
        if unit is not None and unit.lost == CAPTURED:
            why = f"{unit_name(state, unit)} was captured, and it had to be kept"
            return _victory_for(state, enemy_of(state, unit.side), why, "BFE-VIC-H3")
    return None


def _victory_for(state: State, side: str, why: str, rule: str) -> Outcome:
    name = state.scene.names[side]
    return Outcome(side, f"{grade(state, side)}: {name}", why, rule)


def grade(state: State, side: str) -> str:
    """Return the grade of a side's victory: decisive, substantial or marginal, by what it lost itself.

    One better when a unit of it made the scenario's sortie. Rules: BFE-VIC-H4, BFE-VIC-H6.
    """
    lost, limit = points_lost(state, side), state.scene.break_points[side]
    grades = state.scene.charts.victory.grades
    place = len(grades) - 1
    for number, each in enumerate(grades):
        above, below = each.below
        if lost * below < limit * above:
            place = number
            break
    if any(state.units[name].side == side for name in state.dared if name in state.units):
        place = max(0, place - 1)
    return str(grades[place].title)


def half_points_text(points: int) -> str:
    """Return half points in words: 3 are "1½"."""
    whole, half = divmod(points, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")
