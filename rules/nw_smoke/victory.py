"""Phase 8, End: damage control, reloading, the end of the battle, victory points and the ratio."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.ruling import Ruling
from rules.kernel.view import Outcome, Score, ScoreLine
from rules.nw_smoke.damage import damage_control, sink
from rules.nw_smoke.state import Ship, State
from rules.nw_smoke.torpedoes import reload_tubes
from rules.nws.fighting import LEVEL_NAMES, OUT_OF_ACTION, points_for, ratio_grade, standing, victory_grade
from rules.nws.pieces import able, damage_level, enemy_of


def open_end(r: Ruling) -> None:
    """Damage control, then reloading, then lights and gun flashes of this turn, then the end of the battle.

    Throws the dice of damage control and, when the battle ends, one d6 for each wreck.
    Rules: NW-DC-H1, NW-TOR-H8, NW-END-H1.
    """
    damage_control(r)
    reload_tubes(r)
    state: State = r.state
    ships = {
        key: ship.but(flashed=ship.fired, fired=False, launched=False, starred=False, lights="")
        if ship.fired or ship.launched or ship.starred or ship.lights or ship.flashed
        else ship
        for key, ship in state.ships.items()
    }
    r.state = state.but(ships=ships, shots={}, dice={}, kept={})
    why = _why_over(r.state)
    if why:
        _end(r, why)


def _why_over(state: State) -> str:
    for side in state.scene.sides:
        mine = (ship for ship in state.ships.values() if _side(state, ship) == side)
        if not any(able(ship) for ship in mine):
            return f"{state.scene.names[side]} has no able ship left on the map"
    if state.cursor.turn >= state.scene.scenario.turns:
        return f"turn {state.cursor.turn} was the last"
    return ""


def _end(r: Ruling, why: str) -> None:
    """Wrecks still afloat may go down, then the points are counted. Throws one d6 for each wreck. Rule: NW-DMG-H5."""
    state: State = r.state
    charts = state.scene.charts.damage
    for ship in tuple(state.ships.values()):
        if ship.gone or ship.structure < OUT_OF_ACTION:
            continue
        add = ship.flotation + (charts.wreck_burning if ship.fire else 0)
        need = charts.wreck_need
        rolled = r.roll(
            f"does the wreck of {state.scene.names[ship.id]} go down?",
            1,
            charts.wreck_die,
            "NW-DMG-H5",
            target=need,
            note=f"die + {add} (flotation and fire), {need} or more",
        )
        if rolled.total + add >= need:
            sink(r, ship.id)
    r.finish(outcome(r.state, why))


# ---------------------------------------------------------------------- points


def _side(state: State, ship: Ship) -> str:
    return state.scene.owner[ship.id]


def share(state: State, ship: Ship) -> tuple[str, int]:
    """What an enemy ship is worth now: (how she stands, victory points), half up for each ship. Rule: NW-VP-H1."""
    charts = state.scene.charts.victory
    key = standing(charts, damage_level(ship), ship.gone == "sunk")
    return key, points_for(charts, state.scene.cards[ship.id].pv, key)


def score_lines(state: State, side: str) -> Iterator[ScoreLine]:
    """The ledger of a side: enemy ships sunk or damaged, ships brought through, the handicap.

    Rules: NW-VP-H1, NW-VP-H2.
    """
    foe = enemy_of(state, side)
    for ship in state.ships.values():
        if _side(state, ship) != foe:
            continue
        key, points = share(state, ship)
        if points:
            how = key.replace("_", " ") if key in ("sunk", "out_of_action") else LEVEL_NAMES[damage_level(ship)]
            card = state.scene.cards[ship.id]
            yield ScoreLine(f"{state.scene.names[ship.id]} {how} (PV {card.pv})", points, "NW-VP-H1")
    handicap = state.scene.handicap[side]
    if handicap:
        yield ScoreLine("handicap of the scenario", handicap, "NW-VP-H2")


def points_of(state: State, side: str) -> int:
    """A side's victory points now."""
    return sum(line.points for line in score_lines(state, side))


def ledger(state: State) -> tuple[Score, Score]:
    """Both sides' victory points, line by line."""
    a, b = state.scene.sides
    return _score(state, a), _score(state, b)


def _score(state: State, side: str) -> Score:
    lines = tuple(score_lines(state, side))
    return Score(side, state.scene.names[side], sum(line.points for line in lines), lines)


def outcome(state: State, why: str) -> Outcome:
    """The result by the ratio of the larger score to the smaller, the smaller counting at least 1.

    For the higher grades the winner's handicap counts no more than what it earned; alone it wins marginally.
    Rules: NW-VP-H2, NW-VP-H3.
    """
    one, two = ledger(state)
    charts = state.scene.charts.victory
    best, other = (one, two) if one.points >= two.points else (two, one)
    handicap = state.scene.handicap.get(best.side, 0)
    grade = victory_grade(charts, best.points, other.points, handicap)
    title = charts.ratios[grade].title
    told = f"{why}; {one.name} {one.points}, {two.name} {two.points}"
    if grade < ratio_grade(charts, best.points, other.points):
        told += "; for the grade a handicap counts no more than the points earned"
    if grade == 0:
        return Outcome("", title, told, "NW-VP-H3")
    return Outcome(best.side, f"{title}: {best.name}", told, "NW-VP-H3")
