"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most; then the damage each side's guns and tubes promise from where the divisions stand, how far
its runs and bombardments have come, and what it has given up by leaving the chart.
"""

from __future__ import annotations

from rules.kernel.record import Record
from rules.nights_of_fury.aiming import blind_modifier, reach
from rules.nights_of_fury.islands import shut_off
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.points import bonus_of, points_of
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need
from rules.nights_of_fury.state import (
    OUT_OF_ACTION,
    RADAR,
    SIGHTED,
    Division,
    Hit,
       Ship,
    State,
    able,
    able_ships,
    ahead_of,
    at_sea,
    damage_level,
    divisions_of,
    enemy_of,
    firepower,
    formation_of,
    on_land,
)
from rules.nws.fighting import dud_faces

POINT = 1000  # worth of one victory point
# Share of a ship's points that one shot takes, in thousandths, by the need of its roll: from the damage it expects.
SHOT = (220, 220, 220, 220, 190, 165, 135, 100, 66, 42, 24, 12, 5)
TUBES = (300, 300, 300, 300, 300, 300, 290, 250, 180, 120, 70, 35, 12)  # the same of a salvo
FIRE = 50  # worth of a fire for each point of a ship's value
WRECK = 25  # worth of a level of damage to a wreck, for each point of her value: the next hits may sink her
LEVEL = (0, 125, 250, 500, 750, 1000)  # share of a ship's points by damage level; the last: sunk
FEAR = 850  # how much what the enemy promises counts, in thousandths of what we promise
HALF_SEEN = 660  # what guns promise at a radar contact, in thousandths of what they do at a target in sight
UNSURE = 500  # what anything promises where nobody knows where the enemy is
NEAR = 10  # worth of each band nearer to an enemy that is further than FIGHT bands away, for each point of value
FIGHT = 2
DODGE = 18  # what evading costs a ship that is fit to fight, for each point of her value
HAZE = 10  # the same for making smoke
SPLIT = 150  # what every division of fit ships costs: a side keeps together
CRIPPLE = 8  # worth of each band between a ship with Heavy damage and the enemy, for each point of her value
SAFE = 12  # bands of distance that a cripple off the chart counts for
LEAVE = 350  # what leaving the chart costs a fit ship for each point of her value while the battle is undecided
RUN = 75  # worth of each band a run has come, in thousandths of the bonus of its ships
LATER = 650  # what a salvo keeps of its promise for every turn it is under way, in thousandths
SPARE = 10  # a salvo on board is worth one with this need at the best target ...
SPARE_TURNS = 2  # ... until there are so few turns left


class Aimed(Record, frozen=True):
    """What one division's guns and tubes may take of a target, and whether they are end on."""

    mark: Ship
    bands: int
    end_on: bool


def score(state: State, side: str) -> int:
    """The worth of a position to a side, in thousandths of a victory point; higher is better."""
    foe = enemy_of(state, side)
    total = 0
    if state.campaign is not None:
        total += POINT * (state.campaign.points.get(side, 0) - state.campaign.points.get(foe, 0))
    if not at_sea(state):
        return total
    total += POINT * (points_of(state, side) - points_of(state, foe))
    total += sum(_struck(state, hit) * (-1 if state.scene.owner[hit.target] == side else 1) for hit in state.hits)
    total += _in_the_water(state, side)
    total += _runs(state, side) - _runs(state, foe)
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    total += _exchange(state, side, mine, theirs)
    total += _spare_salvos(state, mine, theirs)
    afloat = [other for other in theirs if not on_land(other)]
    for division in mine:
        if not on_land(division):
            total += _station(state, division, afloat)
    return total - _deserted(state, side)


# ---------------------------------------------------------------------- what is under way


def hit_worth(state: State, target: Ship, structure: int, flotation: int = 0) -> int:
    """What more damage to a ship or land target is worth to her enemy, in thousandths of a victory point."""
    before = max(target.structure, target.flotation)
    after = max(min(OUT_OF_ACTION, target.structure + structure), target.flotation + flotation)
    return state.scene.cards[target.id].pv * (LEVEL[min(after, 5)] - LEVEL[min(before, 5)])


def _struck(state: State, hit: Hit) -> int:
    """Damage already rolled and waiting for the phase's end."""
    target = state.ships[hit.target]
    if target.gone:
        return 0
    worth = hit_worth(state, target, hit.structure, hit.flotation)
    if target.structure >= OUT_OF_ACTION:
        worth += state.scene.cards[target.id].pv * WRECK * hit.structure
    return worth + (state.scene.cards[target.id].pv * FIRE if hit.fire and not target.fire else 0)


def _in_the_water(state: State, side: str) -> int:
    """What a side's salvos may take of their targets: each of what the others leave, in thousandths of a point."""
    left: dict[str, int] = {}
    total = 0
    for salvo in state.salvos:
        target = state.ships[salvo.target]
        if salvo.side != side or target.gone:
            continue
        pv = state.scene.cards[target.id].pv
        rest = left.get(target.id, pv * (1000 - LEVEL[damage_level(target)]))
        need = salvo_need(state, salvo) - sum(modifier.value for modifier in salvo_modifiers(state, salvo))
        share = _salvo_share(state, side, salvo.kind, need)
        for _ in range(max(0, salvo.turn - state.cursor.turn)):
            share = share * LATER // 1000
        total += rest * share // 1000
        left[target.id] = rest - rest * share // 1000
    return total


def _salvo_share(state: State, side: str, kind: str, need: int) -> int:
    share = TUBES[min(max(need, 0), 12)]
    return share * (6 - dud_faces(state.scene.charts.torpedo, kind, side, state.scene.month)) // 6


def _spare_salvos(state: State, mine: list[Division], theirs: list[Division]) -> int:
    """Salvos still on board of ships that can launch them later: kept for a target worth it."""
    left = state.turns - state.cursor.turn
    if left <= SPARE_TURNS:
        return 0
    best = max((state.scene.cards[mark.id].pv for other in theirs if (mark := _fattest(state, other))), default=0)
    total = 0
    for division in mine:
        for ship in able_ships(state, division):
            if ship.salvos and damage_level(ship) < 2:
                kind = state.scene.cards[ship.id].torpedo
                total += ship.salvos * best * _salvo_share(state, division.side, kind, SPARE)
    return total


# ---------------------------------------------------------------------- where the divisions stand


def _station(state: State, division: Division, theirs: list[Division]) -> int:
    """Fighting ships come near, cripples keep away and out of trouble, runs mind their own business."""
    nearest = min((abs(division.band - other.band) for other in theirs), default=0)
    cards = state.scene.cards
    hurt = fit = 0
    for ship in able_ships(state, division):
        if damage_level(ship) >= 3:
            hurt += cards[ship.id].pv
        else:
            fit += cards[ship.id].pv
    total = CRIPPLE * hurt * nearest - (SPLIT if fit else 0)
    if division.evading:
        total -= DODGE * fit
    if division.smoking:
        total -= HAZE * fit
    if "run" not in division.traits:
        total -= NEAR * fit * max(0, nearest - FIGHT)
    return total


def _deserted(state: State, side: str) -> int:
    """What a side has given up by leaving the chart: fit ships while the battle is undecided; cripples are safe."""
    cards, cost = state.scene.cards, 0
    left = max(0, state.turns - state.cursor.turn)
    stake = LEAVE // 5 if _done(state, side) else LEAVE
    for ship in state.ships.values():
        if ship.gone != "left" or state.scene.owner[ship.id] != side or bonus_of(state, ship) is not None:
            continue
        level = damage_level(ship)
        if level >= 3:
            cost -= CRIPPLE * SAFE * cards[ship.id].pv
        else:
            cost += stake * (3 - level) * cards[ship.id].pv * (left + 5) // (3 * (state.turns + 5))
    return cost


def _done(state: State, side: str) -> bool:
    """Whether a side has nothing left to do here: its own runs are over, and none of the enemy's is to be stopped."""
    missions = {"run", "bombardment"}
    given = [division for division in state.opening.values() if missions & set(division.traits)]
    if not given:
        return False
    return not any(missions & set(division.traits) for division in state.divisions.values())


def _runs(state: State, side: str) -> int:
    """How far the ships have come that earn points where they leave the chart; all the way when nobody is left."""
    total = 0
    far = 1 if ahead_of(state, side) < 0 else 10
    free = not any(able(ship) for ship in state.ships.values() if state.scene.owner[ship.id] != side)
    for division in divisions_of(state, side):
        if not {"run", "bombardment", "loaded"} & set(division.traits):
            continue
        for ship in able_ships(state, division):
            bonus = bonus_of(state, ship.but(gone="left", left_at=far))
            if bonus is not None:
                share = 1000 if free else RUN * (10 - abs(far - division.band))
                total += share * bonus.points
    return total


# ---------------------------------------------------------------------- what guns and tubes promise


def _exchange(state: State, side: str, mine: list[Division], theirs: list[Division]) -> int:
    """What our divisions promise at the best target of each, less what the enemy's promise, one turn."""
    given = dict.fromkeys((one.id for one in mine), 0)
    taken = dict.fromkeys((other.id for other in theirs), 0)
    for one in mine:
        for other in theirs:
            if shut_off(state, one, other):
                continue
            known = best_known(state, side, other)
            sure = 1000 if known == SIGHTED else HALF_SEEN if known == RADAR else UNSURE
            given[one.id] = max(given[one.id], _promise(state, one, other, known == RADAR) * sure // 1000)
            sure = 1000 if known == SIGHTED else UNSURE
            taken[other.id] = max(taken[other.id], _promise(state, other, one, False) * sure // 1000)
    return sum(given.values()) - FEAR * sum(taken.values()) // 1000


def _promise(state: State, one: Division, other: Division, blind: bool) -> int:
    """What one division's guns and tubes may take of another from where they stand, in thousandths of a point."""
    mark = _fattest(state, other)
    if mark is None:
        return 0
    band = abs(one.band - other.band)
    aimed = Aimed(mark, band, formation_of(one) == "ahead" or one.band != one.began)
    total = 0
    for ship in able_ships(state, one):
        if not blind or blind_modifier(state, ship, one, other) is not None:
            total += _guns(state, ship, one, other, aimed)
        if ship.salvos and not one.evading and not on_land(other):
            total += _tubes(state, ship, other, aimed) // 4
    return total


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
    table, kind = state.scene.charts.torpedo, state.scene.cards[ship.id].torpedo
    needs = table.need[kind]
    if damage_level(ship) >= table.no_launch_from_level or aimed.bands >= len(needs):
        return 0
    need = needs[aimed.bands] - table.formation[formation_of(other)] - (table.target_evading if other.evading else 0)
    return state.scene.cards[aimed.mark.id].pv * _salvo_share(state, state.scene.owner[ship.id], kind, need)


def _fattest(state: State, division: Division) -> Ship | None:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best
