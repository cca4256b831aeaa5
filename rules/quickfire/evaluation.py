"""The value of a position to a side, for computer players. House judgement, no rule of the game.

Points scored count most, then the state of every ship, the hits waiting for the end of the phase, the expected damage
of guns and torpedoes from the ships' places, and the way to an exit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from rules.kernel.chance import HUNDRED, SideStatus, count_of, in_time
from rules.kernel.datafile import source_at
from rules.kernel.evaluation import WORTH_FILE, EvalTerm
from rules.kernel.inches import Point, distance, distance_squared, move
from rules.kernel.record import Record
from rules.quickfire.charts import MM, POINT_BLANK, TABLES, Codes, fire_column, hits_on
from rules.quickfire.line_of_fire import coast, crosses, end_on, line_between
from rules.quickfire.roster import BATTERIES, HEAVY, LIGHT
from rules.quickfire.sequence import SEQUENCE
from rules.quickfire.state import (
    BOXES,
    Ship,
    State,
    afloat,
    enemy_of,
    is_silent,
    is_stopped,
    open_boxes,
    out_of_action,
    place,
    rof,
)
from rules.quickfire.torpedoes import to_hit_number
from rules.quickfire.victory import clauses_hold, points_for, points_of, result

NAMES = ("boxes", "guns", "power", "rudders", "fires", "repair", "fit", "value", "out", "low")
SIGNS = count_of(len(NAMES))
FEW = 3  # speed boxes of a nearly stopped ship
GUNS = 4  # typical guns of a ship, and ratings below, so that fleets of any size compare
POWER = 30
REPAIR = 3
REST = {"gunnery_1": 90, "gunnery_2": 65, "gunnery_3": 40, "torpedoes": 20, "end": 5}  # hundredths of a turn


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return the features of a side's standing, and how much of the battle is left."""
    foe, turns = enemy_of(state, side), state.scene.scenario.turns
    mine, theirs = _sums(state, side), _sums(state, foe)
    worth = max(1, sum(card.size_quarters for card in state.scene.cards.values()))
    lead = 1000 * (points_of(state, side) - points_of(state, foe)) // worth
    ended = result(state.but(cursor=state.cursor.but(turn=turns)))
    winner = ended.winner if ended is not None else ""
    left = HUNDRED * max(0, turns - state.cursor.turn) + REST.get(SEQUENCE[state.cursor.phase].name, HUNDRED)
    ours = {name: mine[name] - theirs[name] for name in NAMES}
    return in_time(SideStatus(ours, lead, (winner == side) - (winner == foe), left, turns))


def _sums(state: State, side: str) -> dict[str, int]:
    """Return what a side has left, in thousandths of what all ships began with."""
    ships, cards, fleet = afloat(state, side), state.scene.cards, len(state.ships)
    worth = max(1, sum(card.size_quarters for card in cards.values()))
    guns = sum(rof(state, ship, battery) for ship in ships for battery in BATTERIES)
    power = sum(rof(state, ship, name) * cards[ship.id].gunnery(name) for ship in ships for name in BATTERIES)
    value = sum(cards[ship.id].size_quarters * open_boxes(ship) for ship in ships)
    return {
        "boxes": 1000 * sum(open_boxes(ship) for ship in ships) // (BOXES * fleet),
        "guns": 1000 * guns // (GUNS * fleet),
        "power": 1000 * power // (POWER * fleet),
        "rudders": -1000 * sum(bool(ship.rudder_hits) for ship in ships) // fleet,
        "fires": -1000 * sum(ship.fires for ship in ships) // fleet,
        "repair": 1000 * sum(ship.repair_dice for ship in ships) // (REPAIR * fleet),
        "fit": 1000 * sum(not is_stopped(ship) and not is_silent(state, ship) for ship in ships) // fleet,
        "value": 1000 * value // (BOXES * worth),
        "out": -1000 * sum(out_of_action(state, ship) for ship in ships) // fleet,
        "low": 1000 * min((min(FEW, open_boxes(ship)) for ship in ships), default=0) // FEW,
    }


POINT, FINE = 1000, 10  # of a victory point, a quarter of Size; of a hundredth of one


LAST_GUNS = max(place for place, phase in enumerate(SEQUENCE) if phase.name.startswith("gunnery"))


class EvalWeights(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of the evaluation: shares in thousandths, prices in thousandths of a victory point."""

    box: int
    last_boxes: int
    heavy: int
    light: int
    rudder: int
    fire: int
    die: int
    tube: int
    fear: int
    result: int
    way: int
    break_out: int
    effective: int
    chase: int
    in_line: int
    headway: int
    away: int
    cripple: int
    ahead: int
    crowd: int
    leeway: int
    near_edge: int
    crowded: int
    explosion: int
    rounds: tuple[int, ...]


@cache
def numbers() -> EvalWeights:
    """Return the numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return source_at(TABLES / WORTH_FILE).read(EvalWeights)


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return the terms of a position's value to a side, in hundredths of a victory point."""
    return tuple(
        EvalTerm(key, label, value // FINE, rule) for key, label, value, rule in _score_rows(state, side) if value
    )


def _score_rows(state: State, side: str) -> Iterator[tuple[str, str, int, str]]:
    """Yield (key, label, thousandths of a victory point, rule)."""
    foe = enemy_of(state, side)
    yield "points", "points scored", _points(state, side, foe), "QF-VP-H1"
    if state.outcome is not None:
        won = (state.outcome.winner == side) - (state.outcome.winner == foe)
        yield "result", "the result", numbers().result * won, "QF-END-H1"
        return
    yield "result", "result if the battle ended now", _results(state, side), "QF-VP-H8"
    mine, theirs = afloat(state, side), afloat(state, foe)
    yield "ours", "our ships", sum(ship_health(state, ship) for ship in mine) + _away(state, side), ""
    yield "theirs", "their ships", -sum(ship_health(state, ship) for ship in theirs) - _away(state, foe), ""
    yield "struck", "hits not yet marked", _waiting_hits(state, side), ""
    left = numbers().rounds[min(_rounds(state), len(numbers().rounds) - 1)]
    given = left * sum(_expected_damage(state, ship, theirs) for ship in mine) // 1000
    yield "given", "our guns and torpedoes", given, "QF-FIRE-1"
    taken = left * numbers().fear * sum(_expected_damage(state, ship, mine) for ship in theirs) // 1_000_000
    yield "taken", "safety from their guns and torpedoes", -taken, "QF-FIRE-1"
    yield "way", "the way out", _way_out(state, side) - _way_out(state, foe), ""
    chase = bool(state.scene.exits.get(foe))
    yield "closing", "the range", _closing(state, mine, theirs, chase), ""
    yield "order", "order of the line, dangers ahead", _order(state, mine), ""


def _points(state: State, side: str, foe: str) -> int:
    return POINT * (points_of(state, side) - points_of(state, foe))


def _results(state: State, side: str) -> int:
    """Return the value of the scenario's results that would hold now."""
    total = 0
    for rung in state.scene.ladder:
        if rung.winner and clauses_hold(state, rung):
            total += (numbers().result if rung.at_once else numbers().result // 20) * (1 if rung.winner == side else -1)
    return total


def value(state: State, ship: Ship) -> int:
    """Return the value of an undamaged ship, in thousandths of a point."""
    return POINT * state.scene.cards[ship.id].size_quarters


def ship_health(state: State, ship: Ship) -> int:
    """Return the remaining value of a ship on the table, less than half of what she counts when lost."""
    card = state.scene.cards[ship.id]
    boxes = BOXES - min(BOXES, ship.speed_hits)
    parts = numbers().box * boxes + numbers().last_boxes * min(4, boxes)
    parts -= 20 * max(0, ship.speed_hits - BOXES)
    if card.boat_guns == "only":
        parts += numbers().tube * ship.torpedo
    else:
        parts += numbers().heavy * rof(state, ship, HEAVY) + numbers().light * rof(state, ship, LIGHT)
    parts -= numbers().fire * ship.fires + (numbers().rudder if ship.rudder_hits else 0)
    parts += numbers().die * ship.repair_dice
    return value(state, ship) * parts // 2500


def _away(state: State, side: str) -> int:
    """Return the value of the ships that got away: more than that of the same ships at the edge."""
    away = [ship for ship in state.ships.values() if ship.side == side and ship.gone == "escaped"]
    return sum(ship_health(state, ship) + numbers().away * value(state, ship) // 2500 for ship in away)


def _waiting_hits(state: State, side: str) -> int:
    """Return the value of this phase's hits that will be marked when it ends."""
    pending: dict[str, list[Codes]] = {}
    for hit in state.hits:
        pending.setdefault(hit.target, []).extend((hit.codes, hit.blast))
    total = 0
    for name, codes in pending.items():
        worth = struck_worth(state, state.ships[name], codes)
        total += worth if state.ships[name].side != side else -worth
    return total


def struck_worth(state: State, ship: Ship, codes: Iterable[Codes]) -> int:
    """Return the value of hits to a ship's enemy: her loss of value, and the points scored at once."""
    after, explosions = ship, 0
    for each in codes:
        after = _with_hits(state, after, each)
        explosions += each.get("E", 0)
    worth = ship_health(state, ship) - ship_health(state, after)
    worth += POINT * (points_for(state, after) - points_for(state, ship))
    worth += exit_value(state, ship) - exit_value(state, after)
    return worth + explosions * numbers().explosion * value(state, ship) // 2500


def _with_hits(state: State, ship: Ship, codes: Codes) -> Ship:
    """Return a ship with hits marked, except those of an explosion. Rules: QF-DMG-H3 to QF-DMG-H6."""
    speed, torpedo, boats = codes.get("S", 0), codes.get("T", 0), ship.boat_gun_lost
    heavy, light = codes.get("Gh", 0), codes.get("Gl", 0)
    if state.scene.cards[ship.id].boat_guns == "only":
        torpedo += max(0, heavy + light - (not boats))
        boats, heavy, light = boats or heavy + light > 0, 0, 0
    lost = min(torpedo, ship.torpedo)
    return ship.but(
        speed_hits=ship.speed_hits + speed + torpedo - lost,
        torpedo=ship.torpedo - lost,
        heavy_hits=ship.heavy_hits + min(heavy, rof(state, ship, HEAVY)),
        light_hits=ship.light_hits + min(light, rof(state, ship, LIGHT)),
        rudder_hits=ship.rudder_hits + codes.get("D", 0),
        fires=ship.fires + codes.get("F", 0),
        boat_gun_lost=boats,
    )


# ---------------------------------------------------------------------- expected damage of guns and torpedoes

PAIR = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))  # (total of two dice, its ways of 36)


@cache
def _expected_hits(limit: int) -> int:
    """Return the mean hits of a round that fires, in thousandths, by the highest total that hits."""
    return 1000 * sum(ways * hits_on(total) for total, ways in PAIR if total <= limit) // 36


@cache
def _chance(limit: int) -> int:
    """Return the chance, in thousandths, that two dice total no more than a number."""
    return 1000 * sum(ways for total, ways in PAIR if total <= limit) // 36


def _rounds(state: State) -> int:
    """Return the turns with gunfire still to come, including this one while its guns have still to fire."""
    return state.scene.scenario.turns - state.cursor.turn + (state.cursor.phase <= LAST_GUNS)


def _expected_damage(state: State, ship: Ship, foes: list[Ship]) -> int:
    """Return what the best target of a ship may lose to her in a phase, from their present places."""
    if is_silent(state, ship):
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
            found.append(_expected_hits(column.need) * rate // 6 + 12 * rate)
    shells = (sum(found) if line.band == POINT_BLANK else max(found, default=0)) * 60 // 1000
    tubes = 0
    if ship.torpedo and line.distance <= state.scene.charts.torpedo.range_mm * MM:
        tubes = _chance(to_hit_number(state, ship, foe)) * 210 // 1000
    return value(state, foe) * (shells + tubes) // 2500


def _closing(state: State, mine: list[Ship], theirs: list[Ship], chase: bool) -> int:
    """Return a term that draws ships towards enemies out of effective range, strong beyond short range.

    The heading counts half. Boats are drawn to point-blank once they can get there.
    """
    if not theirs:
        return 0
    total, near = 0, numbers().chase if chase else numbers().effective
    short = state.scene.charts.gunnery.range_mm["short"]
    for ship in mine:
        if is_stopped(ship) or is_silent(state, ship):
            continue
        card = state.scene.cards[ship.id]
        bound = move(place(ship), ship.facing, numbers().ahead * MM) if not ship.helm else place(ship)
        away = min((distance(place(ship), place(foe)) + distance(bound, place(foe))) // 2 for foe in theirs) // MM
        if card.boat_guns == "only" and ship.torpedo:
            total -= max(0, away - 90) * value(state, ship) // 9000
        elif away > near:
            total -= (away - near) * value(state, ship) // (10_000 if chase else 15_000)
            total -= max(0, away - short) * value(state, ship) // 6000
    return total


def _order(state: State, mine: list[Ship]) -> int:
    """Value ships in their line; ships about to collide or to leave the table cost something."""
    total, wide, high = 0, state.scene.width, state.scene.height
    for number, ship in enumerate(mine):
        x, y = move(place(ship), ship.facing, numbers().leeway * MM)
        if not (0 <= x <= wide and 0 <= y <= high) and not state.scene.exits.get(ship.side):
            total -= numbers().near_edge * value(state, ship) // 2500
        if any(crosses(place(ship), (x, y), coast(corners)) for _, corners in state.scene.land):
            total -= numbers().near_edge * value(state, ship) // 2500
        parts = numbers().headway * ship.ran
        if ship.ahead and open_boxes(state.ships[ship.ahead]) >= numbers().cripple:
            parts += numbers().in_line * ship.ran // max(1, open_boxes(ship))
        total += parts * value(state, ship) // 2500
        for other in mine[:number]:
            if other.id == ship.ahead or other.ahead == ship.id:
                continue  # ships of one line keep their stations
            if distance_squared(place(ship), place(other)) < (numbers().crowded * MM) ** 2:
                total -= numbers().crowd * min(value(state, ship), value(state, other)) // 2500
    return total


def _way_out(state: State, side: str) -> int:
    """Return the value of being near an exit, for a side that has one and wins or saves itself by it."""
    if not state.scene.exits.get(side):
        return 0
    return sum(exit_value(state, ship) for ship in state.ships.values() if ship.side == side)


def exit_value(state: State, ship: Ship) -> int:
    """Return the value of a ship's way to her exit, in thousandths of a point; the whole way once she has left by it.

    It is counted from the far corner, and a stopped or lost ship has none: stopping a ship of one's own never gains.
    """
    edges = state.scene.exits.get(ship.side, ())
    if not edges or (ship.gone and ship.gone != "escaped") or (not ship.gone and is_stopped(ship)):
        return 0
    wide, high = state.scene.width, state.scene.height
    clauses = [clause for rung in state.scene.ladder for clause in rung.clauses]
    wanted = any(clause.fate == "away" and clause.side == ship.side for clause in clauses)
    weight = (numbers().break_out if wanted else 1) * numbers().way
    corners = [(x, y) for x in (0, wide) for y in (0, high)]
    run = max(min(_to_edge(edge, corner, wide, high) for edge in edges) for corner in corners)
    if not ship.gone:
        run -= min(_to_edge(edge, place(ship), wide, high) for edge in edges)
    return run // MM * weight * value(state, ship) // 250_000


def _to_edge(edge: str, at: Point, wide: int, high: int) -> int:
    """Return the distance to an edge, or to the nearer of the two half edges of a corner."""
    x, y = at
    vertical, _, across = edge.partition("_")
    if not across:
        return {"north": y, "south": high - y, "west": x, "east": wide - x}[edge]
    ends = y if vertical == "north" else high - y
    sides = x if across == "west" else wide - x
    past_x = max(0, sides - wide // 2)
    past_y = max(0, ends - high // 2)
    return min(ends + past_x, sides + past_y)
