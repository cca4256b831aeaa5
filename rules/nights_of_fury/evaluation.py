"""How good a position looks to a side: what computer players weigh. House judgement, no rule of the game.

Points scored count most; then the damage each side's guns and tubes promise from their positions, the progress of its
runs and bombardments, and what it has given up by leaving the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rules.kernel.chance import in_time
from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.evaluation import WORTH_FILE, EvalTerm
from rules.kernel.record import Record
from rules.kernel.urgency import urgency, weigh_by_urgency
from rules.nights_of_fury.awards import pays_for_leaving
from rules.nights_of_fury.charts import TABLES
from rules.nights_of_fury.islands import is_shut_off
from rules.nights_of_fury.knowledge import best_known
from rules.nights_of_fury.points import bonus_of, outcome, points_of
from rules.nights_of_fury.salvos import salvo_modifiers, salvo_need
from rules.nights_of_fury.sequence import SEQUENCE
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
from rules.nws.combat_arithmetic import OUT_OF_ACTION, dud_faces
from rules.nws.damage_value import WHOLE, Blows, salvo_blows, salvos_gain, shot_gain, standing_share
from rules.nws.pieces import (
    Hit,
    able_ships,
    at_night,
    damage_level,
    divisions_of,
    enemy_of,
    is_able,
    is_land_target,
    speed_kn,
)
from rules.nws.win_features import side_status


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return the features of the win chance for a side: its situation and the time left."""
    phase = SEQUENCE[state.cursor.phase].name
    return in_time(side_status(state, side, points_of, firepower, outcome, phase, state.turns))


MOVEMENT = next(phase.number for phase in SEQUENCE if phase.name == "movement")
GUNNERY = next(phase.number for phase in SEQUENCE if phase.name == "gunnery")
POINT, FINE = 1000, 10  # worth of one victory point; of a hundredth of one


class EvalWeights(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of judgement: shares in thousandths, prices in thousandths of a victory point."""

    rounds: tuple[int, ...]
    tubes: int
    fire: int
    fear: int
    half_seen: int
    unsure: int
    near: int
    fight: int
    dodge: int
    haze: int
    drag: int
    split: int
    cripple: int
    held: int
    safe: int
    leave: int
    run: int
    later: int
    spare: int
    spare_turns: int
    wasted: int
    flash: int
    at_stake: int
    urgent_fear: int
    urgent_station: int


@cache
def load_weights() -> EvalWeights:
    """Return the numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return source_at(TABLES / WORTH_FILE).read(EvalWeights)


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return what makes a position good for a side, in hundredths of a victory point."""
    return tuple(
        EvalTerm(key, label, value // FINE, rule) for key, label, value, rule in _point_terms(state, side) if value
    )


def _point_terms(state: State, side: str) -> Iterator[tuple[str, str, int, str]]:
    """Yield (key, label, thousandths of a victory point, rule)."""
    foe = enemy_of(state, side)
    if state.campaign is not None:
        won = state.campaign.points.get(side, 0) - state.campaign.points.get(foe, 0)
        yield "campaign", "points of the campaign", POINT * won, "NoF-CAM-H1"
    if not at_sea(state):
        return
    behind = points_of(state, foe) - points_of(state, side)
    yield "points", "points scored", -POINT * behind, "NoF-VP-1"
    judged = load_weights()
    pressed = urgency(
        behind, _worth(state.scene) * judged.at_stake // 1000, state.turns - state.cursor.turn + 1, state.turns
    )
    struck = sum(
        _waiting_damage(state, hit) * (-1 if state.scene.owner[hit.target] == side else 1) for hit in state.hits
    )
    yield "struck", "hits not yet marked", struck, ""
    yield "water", "our running torpedoes", _in_the_water(state, side), ""
    yield "runs", "runs and bombardments", _runs(state, side) - _runs(state, foe), ""
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    given, taken = _exchange(state, side, mine, theirs)
    weight = judged.rounds[min(_rounds(state), len(judged.rounds) - 1)]
    feared = weigh_by_urgency(weight * taken // 1000, -judged.urgent_fear, pressed)
    yield "given", "our guns and torpedoes", weight * given // 1000, "NoF-GUN-H1"
    yield "taken", "safety from their guns and torpedoes", -feared, "NoF-GUN-H1"
    yield "spare", "salvos kept", _spare_salvos(state, mine, theirs), ""
    afloat = [other for other in theirs if not is_land_target(other)]
    station = sum(_station(state, division, afloat) for division in mine if not is_land_target(division))
    station = weigh_by_urgency(station, -judged.urgent_station, max(0, pressed))
    yield "station", "position of our divisions", station, ""
    yield "left", "ships that left", -_value_of_leaving(state, side), ""


@derived()
def _worth(scene: NofScene) -> int:
    """Return what all ships of the battle are worth."""
    return sum(card.pv for card in scene.cards.values())


def _rounds(state: State) -> int:
    """Return the rounds of gunfire still to come, this turn's included."""
    return state.turns - state.cursor.turn + (SEQUENCE[state.cursor.phase].number <= GUNNERY)


# ---------------------------------------------------------------------- what is under way


def hit_worth(state: State, target: Ship, structure: int, flotation: int = 0) -> int:
    """Return what more damage to a ship or land target is worth to her enemy, in thousandths of a victory point."""
    scene = state.scene
    before = standing_share(scene, target.structure, target.flotation, target.fire)
    hull, water = (min(OUT_OF_ACTION, level) for level in (target.structure + structure, target.flotation + flotation))
    return scene.cards[target.id].pv * POINT * (standing_share(scene, hull, water, target.fire) - before) // WHOLE


def _waiting_damage(state: State, hit: Hit) -> int:
    """Return damage already rolled and waiting for the phase's end; gunfire floods a wreck."""
    target = state.ships[hit.target]
    if target.gone:
        return 0
    hull, water = hit.structure, hit.flotation
    if target.structure >= OUT_OF_ACTION:
        hull, water = 0, hull + water
    burns = hit.fire and not target.fire
    return hit_worth(state, target, hull, water) + (
        state.scene.cards[target.id].pv * load_weights().fire if burns else 0
    )


def _in_the_water(state: State, side: str) -> int:
    """Return the expected damage of a side's running salvos, one after the other.

    A salvo at a wreck is worth nothing, because the end of the battle may sink her anyway; so is one that arrives after
    the end.
    """
    running: dict[tuple[str, int], list[Blows]] = {}
    total = 0
    for salvo in state.salvos:
        if salvo.side != side:
            continue
        target = state.ships[salvo.target]
        if not is_able(target) or target.gone or salvo.turn > state.turns:
            total -= load_weights().wasted
            continue
        need = salvo_need(state, salvo) - sum(modifier.value for modifier in salvo_modifiers(state, salvo))
        turns = max(0, salvo.turn - state.cursor.turn)
        running.setdefault((target.id, turns), []).append(_blows(state.scene, side, salvo.kind, target.id, need))
    for (name, turns), blows in running.items():
        ship = state.ships[name]
        gain = salvos_gain(state.scene, tuple(blows), ship.structure, ship.flotation, ship.fire)
        worth = state.scene.cards[name].pv * gain * POINT // WHOLE
        total += worth * load_weights().later ** turns // 1000**turns
    return total


def _blows(scene: NofScene, side: str, kind: str, target: str, need: int) -> Blows:
    charts, mark = scene.charts.torpedo, scene.cards[target]
    duds = dud_faces(charts, kind, side, scene.month)
    return salvo_blows(scene, kind, mark.size, mark.defence < charts.soft_below, duds, need)


@derived()
def _salvo_share(scene: NofScene, side: str, kind: str, target: str, need: int) -> int:
    """Return thousandths of a whole ship's points that a salvo takes."""
    return salvos_gain(scene, (_blows(scene, side, kind, target, need),), 0, 0, False) * 1000 // WHOLE


def _spare_salvos(state: State, mine: list[Division], theirs: list[Division]) -> int:
    """Return the value of salvos still on board that can be launched later at a better target."""
    left = state.turns - state.cursor.turn
    if left <= load_weights().spare_turns:
        return 0
    marks = [
        mark for other in theirs if (mark := _most_valuable(state, other)) is not None and not is_land_target(other)
    ]
    best = max(marks, key=lambda mark: state.scene.cards[mark.id].pv, default=None)
    if best is None:
        return 0
    pv, total = state.scene.cards[best.id].pv, 0
    for division in mine:
        if "run" in division.traits:
            continue
        for ship in able_ships(state, division):
            if ship.salvos and damage_level(ship) < state.scene.charts.torpedo.no_launch_from_level:
                kind = state.scene.cards[ship.id].torpedo
                share = _salvo_share(state.scene, division.side, kind, best.id, load_weights().spare)
                total += ship.salvos * pv * share * POINT // 1000
    return total


# ---------------------------------------------------------------------- where the divisions stand


def _station(state: State, division: Division, theirs: list[Division]) -> int:
    """Value the band of a division.

    Fighting ships should be near the enemy, cripples far away, runs near their goal.
    """
    nearest = min((abs(division.band - other.band) for other in theirs), default=0)
    cards = state.scene.cards
    hurt = fit = drag = 0
    pace = min((speed_kn(state, ship) for ship in able_ships(state, division)), default=0)
    for ship in able_ships(state, division):
        if damage_level(ship) >= 3:
            hurt += cards[ship.id].pv
        else:
            fit += cards[ship.id].pv
            drag += cards[ship.id].pv * (speed_kn(state, ship) - pace)
    total = -load_weights().drag * drag
    total += (
        load_weights().cripple * hurt * nearest
        - (load_weights().split if fit else 0)
        - (load_weights().held * hurt if fit else 0)
    )
    if division.evading:
        total -= load_weights().dodge * fit
    if division.smoking:
        total -= load_weights().haze * fit
    if "run" not in division.traits:
        total -= load_weights().near * fit * max(0, nearest - load_weights().fight)
    return total


def _value_of_leaving(state: State, side: str) -> int:
    """Return the cost of leaving the chart: fit ships that left while the battle is undecided.

    For cripples it costs nothing.
    """
    cards, cost = state.scene.cards, 0
    left = max(0, state.turns - state.cursor.turn)
    stake = load_weights().leave // 5 if _is_done(state) else load_weights().leave
    for ship in state.ships.values():
        if ship.gone != "left" or state.scene.owner[ship.id] != side or _earns(state, ship, ship.left_at):
            continue
        level = damage_level(ship)
        if level >= 3:
            cost -= load_weights().cripple * load_weights().safe * cards[ship.id].pv
        else:
            cost += stake * (3 - level) * cards[ship.id].pv * (left + 5) // (3 * (state.turns + 5))
    return cost


def _is_done(state: State) -> bool:
    """Return whether a side has nothing left to do here: its own runs are over, and none of the enemy's is to be
    stopped.
    """
    missions = {"run", "bombardment"}
    given = [division for division in state.opening.values() if missions & set(division.traits)]
    if not given:
        return False
    return not any(missions & set(division.traits) for division in state.divisions.values())


def _runs(state: State, side: str) -> int:
    """Return how far the ships have come that earn points where they leave the chart.

    The full distance when no enemy is left; nothing if they cannot move any more, because a ship still on the chart at
    the end earns nothing.
    """
    total, last = 0, state.cursor.turn >= state.turns
    far = 1 if ahead_of(state, side) < 0 else 10
    free = not any(is_able(ship) for ship in state.ships.values() if state.scene.owner[ship.id] != side)
    for division in divisions_of(state, side):
        if not {"run", "bombardment", "loaded"} & set(division.traits) and not state.scene.scenario.awards:
            continue
        if last and (division.moved or SEQUENCE[state.cursor.phase].number > MOVEMENT):
            continue
        share = 1000 if free else load_weights().run * (10 - abs(far - division.band))
        total += share * sum(_earns(state, ship, far) for ship in able_ships(state, division))
    return total


def _earns(state: State, ship: Ship, band: int) -> int:
    """Return what a ship earns her side by leaving the chart at a band: the mission's bonus and the
    scenario's award.
    """
    bonus = bonus_of(state, ship.but(gone="left", left_at=band))
    return (bonus.points if bonus is not None else 0) + pays_for_leaving(state, ship, band)


# ---------------------------------------------------------------------- what guns and tubes promise


class Arms(NamedTuple):
    """What a division can fire with and be hit at, from its card lines and what it is doing now."""

    guns: tuple[tuple[int, int, int, int], ...]  # (need without range and target, reach, reach ashore, ships)
    radar: tuple[tuple[int, int, int, int], ...]  # the same of ships that may fire at a radar contact
    tubes: tuple[tuple[str, int], ...]  # (kind, ships)
    best: str  # its ship of the highest point value
    shown: bool  # by fire or light, in the night
    defence: int
    worth: int  # point value of its best ship; 0: nothing is left that can be hit
    guns_at: int  # modifier to guns fired at it, by its own actions
    tubes_at: int  # the same for torpedoes
    ashore: bool


def _exchange(state: State, side: str, mine: list[Division], theirs: list[Division]) -> tuple[int, int]:
    """Return what our divisions promise at the best target of each, and what the enemy's promise, one turn."""
    ours = [(one, _arms(state, one)) for one in mine]
    given, taken = [0] * len(mine), [0] * len(theirs)
    for there, other in enumerate(theirs):
        known, arms = best_known(state, side, other), _arms(state, other)
        sure = 1000 if known == SIGHTED else load_weights().half_seen if known == RADAR else load_weights().unsure
        feared = 1000 if known == SIGHTED else load_weights().unsure
        for here, (one, our) in enumerate(ours):
            if state.islands and is_shut_off(state, one, other):
                continue
            bands = abs(one.band - other.band)
            given[here] = max(given[here], _expected_damage(state, side, our, arms, bands, known == RADAR) * sure)
            taken[there] = max(taken[there], _expected_damage(state, other.side, arms, our, bands, False) * feared)
    return sum(given) // 1000, load_weights().fear * sum(taken) // 1_000_000


def _arms(state: State, division: Division) -> Arms:
    """Return a division's guns and tubes."""
    return _arms_of(state, division.id)


ARMED = ("evading", "smoking", "formation", "ships", "band", "began", "traits")
HURT = ("structure", "flotation", "salvos", "loaded", "fire")


@derived("ships.lights", *(f"divisions[id].{part}" for part in ARMED), *(f"ships[division].{part}" for part in HURT))
def _arms_of(state: State, name: str) -> Arms:
    """Return its guns and tubes in groups of ships that shoot alike."""
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
    best, defence, worth = "", 0, 0
    for ship in able_ships(state, division):
        card = cards[ship.id]
        if card.pv > worth:
            best, defence, worth = ship.id, card.defence, card.pv
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
        best=best,
        shown=any(state.ships[name].fire or state.ships[name].lights for name in division.ships)
        or _is_lit(state, division),
        defence=defence,
        worth=worth,
        guns_at=(-rules.target_evading if division.evading else 0)
        + (-charts.gunnery_by_bands.target_smoking if division.smoking else 0),
        tubes_at=-charts.torpedo.formation[formation] - (charts.torpedo.target_evading if division.evading else 0),
        ashore=is_land_target(division),
    )


def _is_lit(state: State, division: Division) -> bool:
    """Return whether a searchlight is on one of its ships."""
    return any(ship.lights in division.ships for ship in state.ships.values() if ship.lights)


def _expected_damage(state: State, side: str, one: Arms, other: Arms, bands: int, blind: bool) -> int:
    """Return the expected points one division's guns and tubes take from another at a distance, in thousandths."""
    dark = state.scene.options["night_penalty"] and at_night(state) and not other.shown
    return _work_out(state.scene, side, one, other, bands, blind, dark)


@derived()
def _work_out(scene: NofScene, side: str, one: Arms, other: Arms, bands: int, blind: bool, dark: bool) -> int:
    if not other.best:
        return 0
    charts = scene.charts
    add = charts.gun_steps[bands] + other.defence + other.guns_at - (charts.gunnery.night if dark else 0)
    shore = one.ashore or other.ashore
    share = 0
    for need, afloat, ashore, count in one.radar if blind else one.guns:
        if bands <= (ashore if shore else afloat):
            gain = shot_gain(scene, need + add, "", other.defence, not other.ashore, 0, 0, False)
            share += count * (gain.points * POINT + gain.fire * load_weights().fire) // WHOLE
    if not other.ashore:
        for kind, count in one.tubes:
            needs = charts.torpedo.need[kind]
            if bands < len(needs):
                salvo = _salvo_share(scene, side, kind, other.best, needs[bands] + other.tubes_at)
                share += count * salvo * load_weights().tubes // 1000
    return share * other.worth


def _most_valuable(state: State, division: Division) -> Ship | None:
    best, value = None, 0
    for ship in able_ships(state, division):
        pv = state.scene.cards[ship.id].pv
        if pv > value:
            best, value = ship, pv
    return best
