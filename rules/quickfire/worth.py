"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most, then the state of every ship, the hits that wait for the end of the phase, what guns and
torpedoes promise from where the ships lie, and the way to an exit.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.inches import Point, distance, distance_squared, move
from rules.kernel.worth import Term
from rules.quickfire.charts import MM, POINT_BLANK, Codes, fire_column
from rules.quickfire.lines import coast, crosses, end_on, line_between
from rules.quickfire.roster import BATTERIES
from rules.quickfire.state import BOXES, Ship, State, afloat, enemy_of, open_boxes, place, rof, silent, stopped
from rules.quickfire.torpedoes import need
from rules.quickfire.victory import holds, points_of

POINT, FINE = 1000, 10  # worth of a victory point, a quarter of Size; of a hundredth of one
BOX = 55  # thousandths of a ship's value in each speed box, the last ones more
LAST_BOXES = 45  # added for each of the last four
GUN = 40  # in each point of ROF
# Hits that a round of each entry expects once it has fired, in thousandths, by the limit 0, 2 .. 12.
EXPECTED = (0, 0, 28, 83, 167, 278, 417, 583, 722, 944, 1111, 1278, 1361)
TORPEDO = (0, 0, 28, 83, 167, 278, 417, 583, 722, 833, 917, 972, 1000)  # chances of two dice, in thousandths
FEAR = 850  # how much what the enemy promises counts, in thousandths of what we promise
RESULT = 400_000  # a result of the scenario that is true now
WAY = 70  # quarters of a thousandth of a ship's value for each millimetre nearer to her exit, nearly
BREAK_OUT = 3  # so much more when the scenario asks for escapes
EFFECTIVE, CHASE = 350, 400  # mm: nearer than this nobody is drawn, or drawn after a side that may escape
IN_LINE = 60  # for a ship that follows another with all the way she can make, less with less
HEADWAY = 6  # for each box run: a ship that lies still is a target, and in the way
AWAY = 250  # for a ship that left by her exit: more than what guns and place promise to one that stays
CRIPPLE = 4  # with fewer boxes open a ship is no longer worth following
AHEAD = 50  # mm: where a ship is bound for counts half, where she is half
CROWD = 40  # against friends too near each other
LEEWAY, NEAR_EDGE = 110, 120  # mm of clear table a ship wants ahead of her, and what it is worth to her
CROWDED = 45  # mm: friends nearer than this may collide
CODE = {"S": 60, "Gh": 45, "Gl": 45, "T": 30, "D": 40, "F": 45, "E": 160}


def terms(state: State, side: str) -> tuple[Term, ...]:
    """What makes a position good for a side, in hundredths of a victory point."""
    return tuple(Term(key, label, value // FINE, rule) for key, label, value, rule in _counted(state, side) if value)


def _counted(state: State, side: str) -> Iterator[tuple[str, str, int, str]]:
    """(key, label, thousandths of a victory point, rule)."""
    foe = enemy_of(state, side)
    yield "points", "points in hand", _points(state, side, foe), "QF-VP-H1"
    if state.outcome is not None:
        won = (state.outcome.winner == side) - (state.outcome.winner == foe)
        yield "result", "the result", RESULT * won, "QF-END-H1"
        return
    yield "result", "the result, if it ended now", _results(state, side), "QF-VP-H8"
    mine, theirs = afloat(state, side), afloat(state, foe)
    yield "ours", "our ships", sum(_health(state, ship) for ship in mine) + _away(state, side), ""
    yield "theirs", "their ships", -sum(_health(state, ship) for ship in theirs) - _away(state, foe), ""
    yield "struck", "hits not yet marked", _waiting(state, side), ""
    yield "given", "our guns and tubes", sum(_promise(state, ship, theirs) for ship in mine), ""
    taken = FEAR * sum(_promise(state, ship, mine) for ship in theirs) // 1000
    yield "taken", "theirs", -taken, ""
    yield "way", "the way out", _way_out(state, side, mine) - _way_out(state, foe, theirs), ""
    chase = bool(state.scene.exits.get(foe))
    yield "closing", "the range", _closing(state, mine, theirs, chase), ""
    yield "order", "the line kept, dangers ahead", _order(state, mine), ""


def _points(state: State, side: str, foe: str) -> int:
    return POINT * (points_of(state, side) - points_of(state, foe))


def _results(state: State, side: str) -> int:
    """Results the scenario names that would hold now."""
    total = 0
    for rung in state.scene.ladder:
        if rung.winner and holds(state, rung):
            total += (RESULT if rung.at_once else RESULT // 20) * (1 if rung.winner == side else -1)
    return total


def value(state: State, ship: Ship) -> int:
    """What a whole ship is worth, in thousandths of a point."""
    return POINT * state.scene.cards[ship.id].size_quarters


def _health(state: State, ship: Ship) -> int:
    """What a ship on the table is still worth, less than half of what she counts when lost."""
    card = state.scene.cards[ship.id]
    boxes = BOXES - min(BOXES, ship.speed_hits)
    parts = BOX * boxes + LAST_BOXES * min(4, boxes)
    parts -= 20 * max(0, ship.speed_hits - BOXES)
    rates = sum(rof(state, ship, battery) for battery in BATTERIES)
    parts += GUN * rates if card.boat_guns != "only" else 60 * ship.torpedo
    parts -= 60 * ship.fires + (50 if ship.rudder_hits else 0)
    parts += 8 * ship.repair_dice
    return value(state, ship) * parts // 2500


def _away(state: State, side: str) -> int:
    """What the ships that got away are worth: more than the same ships still at the edge."""
    away = [ship for ship in state.ships.values() if ship.side == side and ship.gone == "escaped"]
    return sum(_health(state, ship) + AWAY * value(state, ship) // 2500 for ship in away)


def _waiting(state: State, side: str) -> int:
    """Hits of this phase that will be marked when it ends."""
    total = 0
    for hit in state.hits:
        target = state.ships[hit.target]
        worth = (_codes(hit.codes) + _codes(hit.blast)) * value(state, target) // 2500
        total += worth if target.side != side else -worth
    return total


def _codes(codes: Codes) -> int:
    return sum(CODE[code] * count for code, count in codes.items())


def _promise(state: State, ship: Ship, foes: list[Ship]) -> int:
    """What the best target of a ship may lose to her in a phase, from where they lie."""
    if silent(state, ship):
        return 0
    best = 0
    for foe in foes:
        worth = _against(state, ship, foe)
        if worth > best:
            best = worth
    return best


def _against(state: State, ship: Ship, foe: Ship) -> int:
    line = line_between(state, ship, foe)
    if not line.band or line.blocker:
        return 0
    card, mark = state.scene.cards[ship.id], state.scene.cards[foe.id]
    found = []
    half = end_on(state, ship, foe)
    step = 1 if line.band == "long" else 0
    for battery in BATTERIES:
        rate = rof(state, ship, battery) - step
        if rate > 0:
            power = card.gunnery(battery)
            column = fire_column(max(1, power // 2) if half else power, mark.armour(battery))
            found.append(EXPECTED[column.need] * rate // 6 + 12 * rate)
    shells = (sum(found) if line.band == POINT_BLANK else max(found, default=0)) * 60 // 1000
    tubes = 0
    if ship.torpedo and line.distance <= state.scene.charts.torpedo.range_mm * MM:
        tubes = TORPEDO[need(state, ship, foe)] * 210 // 1000
    return value(state, foe) * (shells + tubes) // 2500


def _closing(state: State, mine: list[Ship], theirs: list[Ship], chase: bool) -> int:
    """A pull towards enemies out of effective reach, strong beyond short range; where a ship points counts half.

    Boats are drawn to point-blank once they can arrive.
    """
    if not theirs:
        return 0
    total, near = 0, CHASE if chase else EFFECTIVE
    short = state.scene.charts.gunnery.range_mm["short"]
    for ship in mine:
        if stopped(ship) or silent(state, ship):
            continue
        card = state.scene.cards[ship.id]
        bound = move(place(ship), ship.facing, AHEAD * MM) if not ship.helm else place(ship)
        away = min((distance(place(ship), place(foe)) + distance(bound, place(foe))) // 2 for foe in theirs) // MM
        if card.boat_guns == "only" and ship.torpedo:
            total -= max(0, away - 90) * value(state, ship) // 9000
        elif away > near:
            total -= (away - near) * value(state, ship) // (10_000 if chase else 15_000)
            total -= max(0, away - short) * value(state, ship) // 6000
    return total


def _order(state: State, mine: list[Ship]) -> int:
    """A line kept is worth something; ships about to run into each other, or off the table, cost something."""
    total, wide, high = 0, state.scene.width, state.scene.height
    for number, ship in enumerate(mine):
        x, y = move(place(ship), ship.facing, LEEWAY * MM)
        if not (0 <= x <= wide and 0 <= y <= high) and not state.scene.exits.get(ship.side):
            total -= NEAR_EDGE * value(state, ship) // 2500
        if any(crosses(place(ship), (x, y), coast(corners)) for _, corners in state.scene.land):
            total -= NEAR_EDGE * value(state, ship) // 2500
        parts = HEADWAY * ship.ran
        if ship.ahead and open_boxes(state.ships[ship.ahead]) >= CRIPPLE:
            parts += IN_LINE * ship.ran // max(1, open_boxes(ship))
        total += parts * value(state, ship) // 2500
        for other in mine[:number]:
            if other.id == ship.ahead or other.ahead == ship.id:
                continue  # they keep their stations
            if distance_squared(place(ship), place(other)) < (CROWDED * MM) ** 2:
                total -= CROWD * min(value(state, ship), value(state, other)) // 2500
    return total


def _way_out(state: State, side: str, ships: list[Ship]) -> int:
    """Nearness to an exit, for ships of a side that has one and wins or saves itself by it."""
    edges = state.scene.exits.get(side, ())
    if not edges:
        return 0
    wide, high = state.scene.width, state.scene.height
    clauses = [clause for rung in state.scene.ladder for clause in rung.clauses]
    wanted = any(clause.fate == "away" and clause.side == side for clause in clauses)
    weight = (BREAK_OUT if wanted else 1) * WAY
    total = 0
    for ship in ships:
        if stopped(ship):
            continue
        left = min(_to_edge(edge, place(ship), wide, high) for edge in edges) // MM
        total -= left * weight * value(state, ship) // 250_000
    return total


def _to_edge(edge: str, at: Point, wide: int, high: int) -> int:
    """Distance to an edge, or to the nearer of the two halves that meet in a corner."""
    x, y = at
    vertical, _, across = edge.partition("_")
    if not across:
        return {"north": y, "south": high - y, "west": x, "east": wide - x}[edge]
    ends = y if vertical == "north" else high - y
    sides = x if across == "west" else wide - x
    past_x = max(0, sides - wide // 2)
    past_y = max(0, ends - high // 2)
    return min(ends + past_x, sides + past_y)
