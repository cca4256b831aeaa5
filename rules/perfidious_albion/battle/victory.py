"""Winning and losing (3.2 and the victory parts of 2.1): the score at the end of every turn, and the result.

Scores are whole points, calculated from the position at any time. No dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.kernel.scores import larger_first, ledger_of
from rules.kernel.view import Outcome, Score, ScoreLine
from rules.perfidious_albion.damage.bombardment import has_bombarding_gun
from rules.perfidious_albion.damage.losses import EXITED, EXPLODED, OFF_TABLE, REVEALED, SUNK, SURRENDERED, value_of
from rules.perfidious_albion.records.charts import Victory, load_charts
from rules.perfidious_albion.records.state import Ship, State, afloat, enemy_of
from rules.perfidious_albion.ships.conditions import BOMBARDMENT, CONVOY, FLEET

FATE_WORDS = {SUNK: "sunk", EXPLODED: "blown up", SURRENDERED: "surrendered", OFF_TABLE: "off the table"}
FLOOD_SHARE, TARGET = "flood_share", "target"
Threshold = tuple[str, str, int, int, str]  # side, what, points now, points needed (0: no number), rule

# ---------------------------------------------------------------------- the sums


def score_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield the ledger of a side, line by line.

    Rules: PA-3.2-4, PA-3.2-6, PA-3.2-8, PA-3.2-9, PA-2.1-50, PA-2.1-72, PA-2.1-73, PA-SCN-H3, PA-SCN-H4.
    """
    scene, foe = state.scene, enemy_of(state, side)
    start = next((note.handicap for note in scene.scenario.sides if note.key == side), 0)
    yield from _line("handicap of the scenario", start, "PA-SCN-H4")
    if _floods_score(state, side):
        yield from _flood_lines(state, foe)
        return
    yield from _ship_lines(state, foe)
    if scene.mission == CONVOY and side == scene.attacker:
        yield from _line("cargo destroyed", state.cargo_destroyed, "PA-2.1-50")
    elif scene.mission == CONVOY:
        yield from _line("cargo out by the exit box", state.cargo_exited, "PA-2.1-50")
    elif scene.mission == BOMBARDMENT:
        yield from _shore_lines(state, side)


def _line(label: str, points: int, rule: str) -> Iterator[ScoreLine]:
    if points:
        yield ScoreLine(label, points, rule)


def _ship_lines(state: State, loser: str) -> Iterator[ScoreLine]:
    """Yield what a side has lost in ships: sunk, surrendered, off the table. Rules: PA-3.2-4, PA-2.1-49, PA-2.1-51."""
    total = 0
    for ship in state.ships.values():
        if ship.side == loser and ship.gone not in ("", EXITED, REVEALED):
            points = value_of(state, ship)
            total += points
            fate = FATE_WORDS.get(ship.gone, ship.gone)
            yield from _line(f"{state.scene.names[ship.id]} {fate}", points, "PA-3.2-4")
    rest = state.lost_points.get(loser, 0) - total
    yield from _line("boats lost out of pairs", rest, "PA-TAB-H8")


def _shore_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """Yield what the shore is worth to either side. Rules: PA-3.2-8, PA-3.2-9, PA-3.2-10, A-40, A-45."""
    charts, names = state.scene.charts, state.scene.names
    value = state.target.points if state.target is not None else 0
    if side != state.scene.attacker:
        base = charts.victory.bombardment_base
        yield ScoreLine("value of the targets before the bombardment", base, "PA-2.1-73")
        yield from _line("bombardment value", -value, "PA-2.1-73")
        return
    yield from _line("bombardment value", value, "PA-2.1-72")
    for fort in state.forts.values():
        if fort.gone and fort.side != side:
            yield ScoreLine(f"{names[fort.id]} destroyed", charts.ashore.fort_target, "PA-2.1-72")
    for battery in state.batteries.values():
        if battery.gone and battery.side != side:
            yield from _line(f"{names[battery.id]} destroyed", battery.cost, "PA-2.1-72")


def _floods_score(state: State, side: str) -> bool:
    """Return whether a side scores by floods, as torpedo boats do that attack ships at anchor. Rule: PA-SCN-H3."""
    return any(what == FLOOD_SHARE and who == side for what, who, _ in state.scene.special)


def _flood_lines(state: State, foe: str) -> Iterator[ScoreLine]:
    """Yield the points of each enemy ship by the share of her flotation that is flooded; all of them once she is lost.

    Shares are rounded down. Rule: PA-SCN-H3.
    """
    for ship in state.ships.values():
        if ship.side == foe and ship.gone not in (EXITED, REVEALED):
            points = _flooded_share(state, ship)
            words = FATE_WORDS.get(ship.gone, f"{ship.floods} of {state.scene.cards[ship.id].flotation} flooded")
            yield from _line(f"{state.scene.names[ship.id]}: {words}", points, "PA-SCN-H3")


def _flooded_share(state: State, ship: Ship) -> int:
    value, flotation = value_of(state, ship), state.scene.cards[ship.id].flotation
    return value if ship.gone else value * min(ship.floods, flotation) // flotation


def points_of(state: State, side: str) -> int:
    """Return a side's victory points now."""
    return sum(line.points for line in score_lines(state, side))


def ledger(state: State) -> tuple[Score, Score]:
    """Return both sides' victory points, line by line, in the order of the scene's sides."""
    return ledger_of(state.scene.sides, state.scene.names, partial(score_lines, state))


# ---------------------------------------------------------------------- targets


def target_of(state: State, side: str) -> int:
    """Return the victory points a side must reach; 0 where its mission sets none. A fraction of a point is a whole one.

    A share of the opponent's original points in a fleet engagement, of the attacker's in a bombardment, for both sides.
    Rules: PA-2.1-32, PA-3.2-2, PA-2.1-71, PA-SCN-H3, A-13.
    """
    scene, charts = state.scene, state.scene.charts.victory
    for what, who, number in scene.special:
        if what == TARGET and who == side:
            return number
    if scene.mission == FLEET:
        return -(-state.values.get(enemy_of(state, side), 0) * charts.fleet_target_percent // 100)
    if scene.mission == BOMBARDMENT:
        return -(-state.values.get(scene.attacker, 0) * charts.bombardment_target_percent // 100)
    return 0


def has_lead(state: State, points: int, other: int) -> bool:
    """Return whether a score is at least 10 per cent more than the other; against 0 any score is.

    Rules: PA-3.2-3, A-14.
    """
    return _leads(state.scene.charts.victory, points, other)


def _leads(charts: Victory, points: int, other: int) -> bool:
    return points * 100 >= other * charts.lead_percent


def outscores(larger: int, smaller: int) -> bool:
    """Return whether the side with the larger score wins. Rule: PA-3.2-3."""
    return larger > smaller and _leads(load_charts().victory, larger, smaller)


def has_won(state: State, side: str) -> bool:
    """Return whether a side has reached its target and leads by enough. Rules: PA-2.1-32, PA-2.1-74, PA-3.2-3."""
    points, other = points_of(state, side), points_of(state, enemy_of(state, side))
    return points > 0 and points >= target_of(state, side) and has_lead(state, points, other)


def thresholds(state: State) -> tuple[Threshold, ...]:
    """Return what either side must reach, and how far it is: side, what, points now, points needed, rule."""
    scene, charts = state.scene, state.scene.charts.victory
    found: list[Threshold] = []
    a, b = scene.sides
    if scene.mission == CONVOY:
        defender, needed = enemy_of(state, scene.attacker), _more_than(state)
        found.append((defender, "cargo out by the exit box", state.cargo_exited, needed, "PA-2.1-47"))
        found.append((scene.attacker, "cargo destroyed", state.cargo_destroyed, needed, "PA-2.1-47"))
        return tuple(found)
    rule = {FLEET: "PA-2.1-32", BOMBARDMENT: "PA-2.1-71"}.get(scene.mission, "PA-SCN-H3")
    for side, foe in ((a, b), (b, a)):
        points, other = points_of(state, side), points_of(state, foe)
        found.append((side, "victory target", points, target_of(state, side), rule))
        found.append((side, "lead of 10 per cent", points, -(-other * charts.lead_percent // 100), "PA-3.2-3"))
    if scene.mission == BOMBARDMENT:
        used, declared = state.bombardment_turns, state.bombardment_declared
        found.append((scene.attacker, "turns of bombardment", used, declared, "PA-3.2-7"))
    return tuple(found)


def _more_than(state: State) -> int:
    """Return the least cargo that is more than half of it. Rules: PA-3.2-5, PA-2.1-47."""
    return state.cargo_total * state.scene.charts.victory.cargo_more_than_percent // 100 + 1


# ---------------------------------------------------------------------- is it over


def result(state: State) -> Outcome | None:
    """Return how the battle ends now, at the end of a turn; None when it goes on.

    Rules: PA-3.2-1, PA-3.2-5, PA-3.2-7, PA-2.1-32, PA-2.1-47, PA-2.1-74, PA-SCN-H2, PA-SCN-H3.
    """
    mission = state.scene.mission
    if mission == CONVOY:
        why = _convoy_over(state) or time_over(state)
        return convoy_result(state, why) if why else None
    if mission == BOMBARDMENT:
        why = bombardment_over(state)
        if why:
            return _target_result(state, why, "PA-2.1-74")
    else:
        for side in state.scene.sides:
            if has_won(state, side):
                rule = "PA-2.1-32" if mission == FLEET else "PA-SCN-H3"
                return _victory(state, side, f"its target of {target_of(state, side):,} points is reached", rule)
    why = time_over(state) or ("" if mission == BOMBARDMENT else _table_swept(state))
    return on_points(state, why) if why else None


def time_over(state: State) -> str:
    """Return why the battle stops without a decision; empty while it goes on. Rule: PA-SCN-H2."""
    turn = state.cursor.turn
    return f"turn {turn} was the last" if turn >= state.scene.scenario.turns else ""


def _table_swept(state: State) -> str:
    """Return whether a side has nothing left at sea, in words. Rule: PA-SCN-H2."""
    for side in state.scene.sides:
        if not afloat(state, side):
            return f"{state.scene.names[side]} has no ship left on the table"
    return ""


def _convoy_over(state: State) -> str:
    """Return whether more than half the cargo is out or destroyed, or none is at sea any more.

    Rules: PA-3.2-5, PA-2.1-47.
    """
    needed = _more_than(state)
    if state.cargo_exited >= needed:
        return f"{state.cargo_exited:,} of {state.cargo_total:,} points of cargo are out by the exit box"
    if state.cargo_destroyed >= needed:
        return f"{state.cargo_destroyed:,} of {state.cargo_total:,} points of cargo are destroyed"
    if state.cargo_exited + state.cargo_destroyed >= state.cargo_total:
        return "no cargo is left at sea"
    return ""


def bombardment_over(state: State) -> str:
    """Return whether the attacker has finished: his turns are used, nothing is left to hit, or no ship of his can
    bombard.

    Rules: PA-3.2-7, PA-2.1-53, PA-SCN-H2.
    """
    declared = state.bombardment_declared
    if state.bombardment_turns >= declared:
        return f"the {declared} turns of bombardment are used"
    if state.target is not None and state.target.structure <= 0:
        return "nothing is left of the target"
    if not any(has_bombarding_gun(state, ship.id, ship) for ship in afloat(state, state.scene.attacker)):
        return "no attacking ship can bombard any more"
    return ""


def convoy_result(state: State, why: str) -> Outcome:
    """Return the result by the higher total; a margin under 10 per cent of it is a draw, unless the players want none.

    Rules: PA-3.2-6, PA-2.1-50, A-15.
    """
    best, other = larger_first(ledger(state))
    margin, text = best.points - other.points, f"{why}; {_totals(state)}"
    short = margin * 100 < best.points * state.scene.charts.victory.draw_percent
    if margin == 0 or (short and not state.scene.options["narrow_convoy_win"]):
        return Outcome("", "A draw", f"{text}: a margin of {margin:,} is under 10 per cent", "PA-2.1-50")
    return Outcome(best.side, f"Victory for {best.name}", text, "PA-2.1-50")


def _target_result(state: State, why: str, rule: str) -> Outcome:
    """Return victory for the side that has its target and a lead of 10 per cent; otherwise a draw.

    Rules: PA-2.1-74, PA-3.2-3.
    """
    for side in state.scene.sides:
        if has_won(state, side):
            return _victory(state, side, why, rule)
    lacks = "; ".join(_missing_for_win(state, side) for side in state.scene.sides)
    return Outcome("", "A draw", f"{why}; {lacks}: {_totals(state)}", rule)


def _missing_for_win(state: State, side: str) -> str:
    """Return in words what keeps a side from winning: its target, or the lead of 10 per cent."""
    name, target = state.scene.names[side], target_of(state, side)
    if points_of(state, side) < target:
        return f"{name} has not reached its target of {target:,}"
    return f"{name} has its target but not the lead of 10 per cent"


def _victory(state: State, side: str, why: str, rule: str) -> Outcome:
    return Outcome(side, f"Victory for {state.scene.names[side]}", f"{why}; {_totals(state)}", rule)


def on_points(state: State, why: str) -> Outcome:
    """Return the result when a battle stops without a victory: the higher score that leads by a tenth.

    Rule: PA-SCN-H2.
    """
    best, other = larger_first(ledger(state))
    text = f"{why}; {_totals(state)}"
    if best.points == other.points or not has_lead(state, best.points, other.points):
        return Outcome("", "A draw", text, "PA-SCN-H2")
    return Outcome(best.side, f"Victory on points for {best.name}", text, "PA-SCN-H2")


def _totals(state: State) -> str:
    one, two = ledger(state)
    return f"{one.name} {one.points:,}, {two.name} {two.points:,}"
