"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most; then the damage each side's guns and tubes promise from where the divisions stand, and how
far its runs and bombardments have come.
"""

from __future__ import annotations

from rules.kernel.record import Record
from rules.nights_of_fury.aiming import reach
from rules.nights_of_fury.islands import shut_off
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.points import bonus_of, points_of
from rules.nights_of_fury.state import (
    RADAR,
    SIGHTED,
    Division,
    Ship,
    State,
    able_ships,
    ahead_of,
    damage_level,
    divisions_of,
    enemy_of,
    firepower,
    formation_of,
    on_land,
)

POINT = 1000  # worth of one victory point
# Share of a ship's points that one shot takes, in thousandths, by the need of its roll: from the damage it expects.
SHOT = (220, 220, 220, 220, 190, 165, 135, 100, 66, 42, 24, 12, 5)
TUBES = (0, 0, 0, 0, 0, 0, 0, 250, 180, 120, 70, 35, 12)
FEAR = 1100  # how much what the enemy promises counts, in thousandths of what we promise
NEAR = 150  # worth of each band nearer to an enemy that is further than FIGHT bands away
FIGHT = 3
CRIPPLE = 70  # worth of each band between a ship with Heavy damage and the enemy, for each of her points
RUN = 60  # worth of each band a run has come, in thousandths of the bonus of its ships


class Aimed(Record, frozen=True):
    """What one division's guns and tubes may take of a target, and whether they are end on."""

    mark: Ship
    bands: int
    end_on: bool


def score(state: State, side: str) -> int:
    """The worth of a position to a side, in thousandths of a victory point; higher is better."""
    foe = enemy_of(state, side)
    total = POINT * (points_of(state, side) - points_of(state, foe))
    if state.campaign is not None:
        total += POINT * (state.campaign.points.get(side, 0) - state.campaign.points.get(foe, 0))
    total += _pending(state, side) - _pending(state, foe)
    total += _salvos(state, side)
    total += _runs(state, side) - _runs(state, foe)
    theirs = divisions_of(state, foe)
    for mine in divisions_of(state, side):
        nearest = 99
        for other in theirs:
            total += _promise(state, mine, other) - FEAR * _promise(state, other, mine) // 1000
            if not on_land(other):
                nearest = min(nearest, abs(mine.band - other.band))
        if nearest < 99 and not on_land(mine):
            total += _station(state, mine, nearest)
    return total


def _station(state: State, division: Division, nearest: int) -> int:
    """Fighting ships come near, cripples keep away, runs mind their own business."""
    if "run" in division.traits:
        return 0
    hurt = sum(state.scene.cards[ship.id].pv for ship in able_ships(state, division) if damage_level(ship) >= 3)
    if hurt:
        return CRIPPLE * hurt * min(nearest, 6) // 10
    return -NEAR * max(0, nearest - FIGHT)


def _runs(state: State, side: str) -> int:
    """How far the ships have come that earn points where they leave the chart."""
    total = 0
    ahead = ahead_of(state, side)
    for division in divisions_of(state, side):
        if not {"run", "bombardment", "loaded"} & set(division.traits):
            continue
        far = 1 if ahead < 0 else 10
        for ship in able_ships(state, division):
            bonus = bonus_of(state, ship.but(gone="left", left_at=far))
            if bonus is not None:
                total += RUN * bonus.points * (10 - abs(far - division.band))
    return total


def _pending(state: State, side: str) -> int:
    """Damage already rolled and waiting for the phase's end."""
    total = 0
    for hit in state.hits:
        if state.scene.owner[hit.target] != side:
            level = min(4, hit.structure + hit.flotation + (1 if hit.fire else 0))
            total += POINT * state.scene.cards[hit.target].pv * (0, 125, 250, 500, 1000)[level] // 1000
    return total


def _salvos(state: State, side: str) -> int:
    total = 0
    for salvo in state.salvos:
        if salvo.side == side and not state.ships[salvo.target].gone:
            need = state.scene.charts.torpedo.need[salvo.kind][salvo.distance]
            total += state.scene.cards[salvo.target].pv * TUBES[min(need, 12)] * 6 // 5
    return total


def _promise(state: State, one: Division, other: Division) -> int:
    """What one division's guns and tubes may take of another from where they stand, in thousandths of a point."""
    mark = _fattest(state, other)
    if mark is None or shut_off(state, one, other):
        return 0
    band = abs(one.band - other.band)
    formation = formation_of(one)
    aimed = Aimed(mark, band, formation == "ahead" or one.band != one.began)
    total = 0
    for ship in able_ships(state, one):
        total += _guns(state, ship, one, other, aimed)
        if ship.salvos and not one.evading and not on_land(other):
            total += _tubes(state, ship, other, aimed) // 3
    known = best_known(state, one.side, other)
    return total if known == SIGHTED else total * 2 // 3 if known == RADAR else total // 2


def _guns(state: State, ship: Ship, one: Division, other: Division, aimed: Aimed) -> int:
    charts, card, mark = state.scene.charts, state.scene.cards[ship.id], state.scene.cards[aimed.mark.id]
    power = firepower(state, ship)
    if not power or aimed.bands > reach(state, card, mark):
        return 0
    guns = charts.gunnery
    need = guns.base - charts.gun_columns[power] + charts.gun_steps[aimed.bands] + mark.defence
    if aimed.end_on and state.scene.options["bow_stern_penalty"]:
        need -= guns.bow_stern_big if card.firepower > guns.bow_stern_limit else guns.bow_stern_small
    if other.evading:
        need -= guns.target_evading
    if one.evading:
        need -= guns.firer_evading
    if one.smoking or other.smoking:
        need -= charts.gunnery_by_bands.target_smoking
    if formation_of(one) == "dispersed":
        need -= guns.firer_dispersed
    return mark.pv * SHOT[min(max(need, 0), 12)]


def _tubes(state: State, ship: Ship, other: Division, aimed: Aimed) -> int:
    table = state.scene.charts.torpedo
    needs = table.need[state.scene.cards[ship.id].torpedo]
    if damage_level(ship) >= table.no_launch_from_level or aimed.bands >= len(needs):
        return 0
    need = needs[aimed.bands] - table.formation[formation_of(other)] - (table.target_evading if other.evading else 0)
    return state.scene.cards[aimed.mark.id].pv * TUBES[min(max(need, 0), 12)]


def _fattest(state: State, division: Division) -> Ship | None:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best
