"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points in hand count most; then the damage each side's guns and tubes promise from where the divisions stand, how far
its runs and bombardments have come, and what it has given up by leaving the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.kernel.worth import Term
from rules.nights_of_fury.awards import pays_for_leaving
from rules.nights_of_fury.islands import shut_off
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.points import bonus_of, points_of
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need
from rules.nights_of_fury.state import (
    RADAR,
    SIGHTED,
    Division,
    NofScene,
    Ship,
    State,
    ahead_of,
    at_sea,
    firepower,
    formation_of,
)
from rules.nws.fighting import OUT_OF_ACTION, dud_faces
from rules.nws.pieces import Hit, able, able_ships, damage_level, divisions_of, enemy_of, on_land

POINT, FINE = 1000, 10  # worth of one victory point; of a hundredth of one
# Share of a ship's points that one shot takes, in thousandths, by the need of its roll: from the damage it expects.
SHOT = (220, 220, 220, 220, 190, 165, 135, 100, 66, 42, 24, 12, 5)
TUBES = (300, 300, 300, 300, 300, 300, 290, 250, 180, 120, 70, 35, 12)  # the same of a salvo
FIRE = 50  # worth of a fire for each point of a ship's value
WRECK = 25  # worth of a level of damage to a wreck, for each point of her value: the next hits may sink her
LEVEL = (0, 125, 250, 500, 750, 1000)  # share of a ship's points by damage level; the last: sunk
LEFT = (1000, 875, 750, 500, 100)  # share of a ship's points a salvo may still take; a wreck may sink by itself
FEAR = 850  # how much what the enemy promises counts, in thousandths of what we promise
HALF_SEEN = 660  # what guns promise at a radar contact, in thousandths of what they do at a target in sight
UNSURE = 500  # what anything promises where nobody knows where the enemy is
NEAR = 10  # worth of each band nearer to an enemy that is further than FIGHT bands away, for each point of value
FIGHT = 2
DODGE = 40  # what evading costs a ship that is fit to fight, for each point of her value
HAZE = 10  # the same for making smoke
SPLIT = 150  # what every division of fit ships costs: a side keeps together
CRIPPLE = 8  # worth of each band between a ship with Heavy damage and the enemy, for each point of her value
HELD = 15  # what it costs, for each point of her value, that a ship with Heavy damage is kept among fit ones
SAFE = 12  # bands of distance that a cripple off the chart counts for
LEAVE = 350  # what leaving the chart costs a fit ship for each point of her value while the battle is undecided
RUN = 90  # worth of each band a run has come, in thousandths of the bonus of its ships
LATER = 650  # what a salvo keeps of its promise for every turn it is under way, in thousandths
SPARE = 10  # a salvo on board is worth one with this need at the best target ...
SPARE_TURNS = 2  # ... until there are so few turns left


def terms(state: State, side: str) -> tuple[Term, ...]:
    """What makes a position good for a side, in hundredths of a victory point."""
    return tuple(Term(key, label, value // FINE, rule) for key, label, value, rule in _counted_up(state, side) if value)


def _counted_up(state: State, side: str) -> Iterator[tuple[str, str, int, str]]:
    """(key, label, thousandths of a victory point, rule)."""
    foe = enemy_of(state, side)
    if state.campaign is not None:
        won = state.campaign.points.get(side, 0) - state.campaign.points.get(foe, 0)
        yield "campaign", "points of the campaign", POINT * won, "NoF-CAM-H1"
    if not at_sea(state):
        return
    yield "points", "points in hand", POINT * (points_of(state, side) - points_of(state, foe)), "NoF-VP-1"
    struck = sum(_struck(state, hit) * (-1 if state.scene.owner[hit.target] == side else 1) for hit in state.hits)
    yield "struck", "hits not yet marked", struck, ""
    yield "water", "our torpedoes in the water", _in_the_water(state, side), ""
    yield "runs", "runs and bombardments", _runs(state, side) - _runs(state, foe), ""
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    given, taken = _exchange(state, side, mine, theirs)
    yield "given", "our guns and tubes", given, ""
    yield "taken", "theirs", -taken, ""
    yield "spare", "salvos kept", _spare_salvos(state, mine, theirs), ""
    afloat = [other for other in theirs if not on_land(other)]
    station = sum(_station(state, division, afloat) for division in mine if not on_land(division))
    yield "station", "where our divisions stand", station, ""
    yield "left", "ships that left", -_deserted(state, side), ""


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
        rest = left.get(target.id, pv * LEFT[damage_level(target)])
        need = salvo_need(state, salvo) - sum(modifier.value for modifier in salvo_modifiers(state, salvo))
        share = _salvo_share(state.scene, side, salvo.kind, need)
        for _ in range(max(0, salvo.turn - state.cursor.turn)):
            share = share * LATER // 1000
        total += rest * share // 1000
        left[target.id] = rest - rest * share // 1000
    return total


def _salvo_share(scene: NofScene, side: str, kind: str, need: int) -> int:
    share = TUBES[min(max(need, 0), 12)]
    return share * (6 - dud_faces(scene.charts.torpedo, kind, side, scene.month)) // 6


def _spare_salvos(state: State, mine: list[Division], theirs: list[Division]) -> int:
    """Salvos still on board of ships that can launch them later: kept for a target worth it."""
    left = state.turns - state.cursor.turn
    if left <= SPARE_TURNS:
        return 0
    best = max((state.scene.cards[mark.id].pv for other in theirs if (mark := _fattest(state, other))), default=0)
    total = 0
    for division in mine:
        if "run" in division.traits:
            continue
        for ship in able_ships(state, division):
            if ship.salvos and damage_level(ship) < 2:
                kind = state.scene.cards[ship.id].torpedo
                total += ship.salvos * best * _salvo_share(state.scene, division.side, kind, SPARE)
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
    total = CRIPPLE * hurt * nearest - (SPLIT if fit else 0) - (HELD * hurt if fit else 0)
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
        if ship.gone != "left" or state.scene.owner[ship.id] != side or _earns(state, ship, ship.left_at):
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
        if not {"run", "bombardment", "loaded"} & set(division.traits) and not state.scene.scenario.awards:
            continue
        share = 1000 if free else RUN * (10 - abs(far - division.band))
        total += share * sum(_earns(state, ship, far) for ship in able_ships(state, division))
    return total


def _earns(state: State, ship: Ship, band: int) -> int:
    """What a ship earns her side by leaving the chart at a band: the mission's bonus and the scenario's award."""
    bonus = bonus_of(state, ship.but(gone="left", left_at=band))
    return (bonus.points if bonus is not None else 0) + pays_for_leaving(state, ship, band)


# ---------------------------------------------------------------------- what guns and tubes promise


class Arms(NamedTuple):
    """What a division can fire with and be hit at, from its card lines and what it is doing now."""

    guns: tuple[tuple[int, int, int, int], ...]  # (need without range and target, reach, reach ashore, ships)
    radar: tuple[tuple[int, int, int, int], ...]  # the same of ships that may fire at a radar contact
    tubes: tuple[tuple[str, int], ...]  # (kind, ships)
    defence: int
    worth: int  # point value of its best ship; 0: nothing is left that can be hit
    guns_at: int  # what the need of guns at it gains by what it does
    tubes_at: int  # the same of torpedoes
    ashore: bool


def _exchange(state: State, side: str, mine: list[Division], theirs: list[Division]) -> tuple[int, int]:
    """What our divisions promise at the best target of each, and what the enemy's promise, one turn."""
    ours = [(one, _arms(state, one)) for one in mine]
    given, taken = [0] * len(mine), [0] * len(theirs)
    for there, other in enumerate(theirs):
        known, arms = best_known(state, side, other), _arms(state, other)
        sure = 1000 if known == SIGHTED else HALF_SEEN if known == RADAR else UNSURE
        feared = 1000 if known == SIGHTED else UNSURE
        for here, (one, our) in enumerate(ours):
            if state.islands and shut_off(state, one, other):
                continue
            bands = abs(one.band - other.band)
            given[here] = max(given[here], _promise(state, side, our, arms, bands, known == RADAR) * sure)
            taken[there] = max(taken[there], _promise(state, other.side, arms, our, bands, False) * feared)
    return sum(given) // 1000, FEAR * sum(taken) // 1_000_000


def _arms(state: State, division: Division) -> Arms:
    """A division's guns and tubes."""
    return _counted(state, division.id)


ARMED = ("evading", "smoking", "formation", "ships", "band", "began", "traits")
HURT = ("structure", "flotation", "salvos", "loaded")


@derived(*(f"divisions[id].{part}" for part in ARMED), *(f"ships[division].{part}" for part in HURT))
def _counted(state: State, name: str) -> Arms:
    """Its guns and tubes in groups of ships that shoot alike."""
    division = state.divisions[name]
    charts, cards = state.scene.charts, state.scene.cards
    rules, formation = charts.gunnery, formation_of(division)
    own = 0
    if division.evading:
        own -= rules.firer_evading
    if division.smoking:
        own -= charts.gunnery_by_bands.target_smoking
    if formation == "dispersed":
        own -= rules.firer_dispersed
    end_on = (formation == "ahead" or division.band != division.began) and state.scene.options["bow_stern_penalty"]
    guns: dict[tuple[int, int, int], int] = {}
    radar: dict[tuple[int, int, int], int] = {}
    tubes: dict[str, int] = {}
    defence = worth = 0
    for ship in able_ships(state, division):
        card = cards[ship.id]
        if card.pv > worth:
            defence, worth = card.defence, card.pv
        power = firepower(state, ship)
        if power:
            need = rules.base - charts.gun_columns[power] + own
            if end_on:
                need -= rules.bow_stern_big if card.firepower > rules.bow_stern_limit else rules.bow_stern_small
            key = (need, charts.gun_reach[card.gun], charts.land_reach[card.gun])
            guns[key] = guns.get(key, 0) + 1
            grade = charts.radar.get(card.radar)
            if grade is not None and grade.blind_fire is not None:
                radar[key] = radar.get(key, 0) + 1
        if ship.salvos and not division.evading and damage_level(ship) < charts.torpedo.no_launch_from_level:
            tubes[card.torpedo] = tubes.get(card.torpedo, 0) + 1
    return Arms(
        guns=tuple((*key, count) for key, count in guns.items()),
        radar=tuple((*key, count) for key, count in radar.items()),
        tubes=tuple(tubes.items()),
        defence=defence,
        worth=worth,
        guns_at=(-rules.target_evading if division.evading else 0)
        + (-charts.gunnery_by_bands.target_smoking if division.smoking else 0),
        tubes_at=-charts.torpedo.formation[formation] - (charts.torpedo.target_evading if division.evading else 0),
        ashore=on_land(division),
    )


def _promise(state: State, side: str, one: Arms, other: Arms, bands: int, blind: bool) -> int:
    """What one division's guns and tubes may take of another at a distance, in thousandths of a point."""
    return _work_out(state.scene, side, one, other, bands, blind)


@derived()
def _work_out(scene: NofScene, side: str, one: Arms, other: Arms, bands: int, blind: bool) -> int:
    charts = scene.charts
    add = charts.gun_steps[bands] + other.defence + other.guns_at
    shore = one.ashore or other.ashore
    share = 0
    for need, afloat, ashore, count in one.radar if blind else one.guns:
        if bands <= (ashore if shore else afloat):
            share += count * SHOT[min(max(need + add, 0), 12)]
    if not other.ashore:
        for kind, count in one.tubes:
            needs = charts.torpedo.need[kind]
            if bands < len(needs):
                share += count * _salvo_share(scene, side, kind, needs[bands] + other.tubes_at) // 4
    return share * other.worth


def _fattest(state: State, division: Division) -> Ship | None:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best
