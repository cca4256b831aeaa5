"""The end of a turn and of the battle in both games: what holds for one turn only, who is left, the result."""

from __future__ import annotations

from typing import TypeVar

from rules.kernel.scores import larger_first
from rules.kernel.view import Outcome, Score
from rules.nws.charts import Victory
from rules.nws.combat_arithmetic import ratio_grade, victory_grade
from rules.nws.pieces import Division, Position, Vessel, is_able

V = TypeVar("V", bound=Vessel)


def ships_at_rest(ships: dict[str, V]) -> dict[str, V]:
    """Return every ship without what lasts one turn only; a ship that fired is seen farther next turn."""
    return {
        key: ship.but(flashed=ship.fired, fired=False, launched=False, starred=False, lights="")
        if ship.fired or ship.launched or ship.starred or ship.lights or ship.flashed
        else ship
        for key, ship in ships.items()
    }


def why_over(state: Position[Vessel, Division], turns: int, board: str) -> str:
    """Return why the battle is over now; "" when it goes on. turns: its length; board: the map, the chart."""
    for side in state.scene.sides:
        if not any(is_able(ship) for ship in state.ships.values() if state.scene.owner[ship.id] == side):
            return f"{state.scene.names[side]} has no able ship left on {board}"
    if state.cursor.turn >= turns:
        return f"turn {state.cursor.turn} was the last"
    return ""


def result(charts: Victory, ledger: tuple[Score, Score], handicaps: dict[str, int], why: str, rule: str) -> Outcome:
    """Return the result by the ratio of the larger score to the smaller, the smaller counting at least 1.

    For the higher grades the winner's handicap counts no more than what it earned; alone it wins marginally.
    """
    one, two = ledger
    best, other = larger_first(ledger)
    grade = victory_grade(charts, best.points, other.points, handicaps.get(best.side, 0))
    title = charts.ratios[grade].title
    text = f"{why}; {one.name} {one.points}, {two.name} {two.points}"
    if grade < ratio_grade(charts, best.points, other.points):
        text += "; for the grade a handicap counts no more than the points earned"
    if grade == 0:
        return Outcome("", title, text, rule)
    return Outcome(best.side, f"{title}: {best.name}", text, rule)
