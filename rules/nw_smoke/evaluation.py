"""How good a position looks to a side, in terms: what computer players weigh. House judgement, no rule of the game.

Points scored count most; then the expected damage of each side's guns and tubes for the rounds left, as far as the
divisions see one another; running salvos by their expected damage; then a smoke card if the enemy's expected damage is
higher. The judgement numbers are in tables/worth.yaml; rule numbers come from their charts.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.kernel.chance import in_time
from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.evaluation import WORTH_FILE, EvalTerm
from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.record import Record
from rules.nw_smoke.charts import TABLES, bands
from rules.nw_smoke.movement import allowance, move_points, speed_limits
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.smoke import line_between
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import RADAR, Division, NwScene, Salvo, Ship, State, firepower
from rules.nw_smoke.torpedoes import salvo_modifiers, salvo_need
from rules.nw_smoke.victory import outcome, points_of
from rules.nws.combat_arithmetic import OUT_OF_ACTION, bow_stern, dud_faces, penetration, size_penalty
from rules.nws.contacts import best_radar
from rules.nws.damage_value import WHOLE, Blows, salvo_blows, salvos_gain, shot_gain, standing_share
from rules.nws.pieces import able_ships, at_night, contact, damage_level, divisions_of, enemy_of, is_able
from rules.nws.win_features import side_status


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return the features of the win chance for a side: its situation and the time left."""
    phase, turns = SEQUENCE[state.cursor.phase].name, state.scene.scenario.turns
    return in_time(side_status(state, side, points_of, firepower, outcome, phase, turns))


POINT, FINE = 1000, 10  # thousandths in a victory point, and in a hundredth of one
PHASES = {phase.name: phase.number for phase in SEQUENCE}


class EvalWeights(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of judgement: shares in thousandths, prices in thousandths of a victory point."""

    fear: int
    rounds: tuple[int, ...]
    unseen: int
    tubes: int
    tubes_now: int
    warned: int
    fire: int
    near: int
    away: int
    reach: int
    screen: int
    split: int
    wasted: int
    reference: int


@cache
def load_weights() -> EvalWeights:
    """Return the numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return source_at(TABLES / WORTH_FILE).read(EvalWeights)


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return what makes a position good for a side, in hundredths of a victory point."""
    foe, judged = enemy_of(state, side), load_weights()
    mine, theirs = divisions_of(state, side), divisions_of(state, foe)
    bold = _strength(state, mine) >= _strength(state, theirs)
    runs = _runs(state, bold, side)
    ours = [[_promise_unseen(state, one, other, side, runs) for other in theirs] for one in mine]
    back = [[_promise_unseen(state, other, one, side, runs) for other in theirs] for one in mine]
    left = judged.rounds[min(_rounds(state), len(judged.rounds) - 1)]
    given = [max(row, default=NOTHING, key=sum) for row in ours]
    taken = [max(row, key=sum) for row in zip(*back, strict=True)]
    fear = left * judged.fear // 1000
    ledger = POINT * (points_of(state, side) - points_of(state, foe))
    values = (
        ("points", "points scored", ledger, "NW-VP-H1"),
        ("struck", "hits not yet marked", _pending(state, side) - _pending(state, foe), "NW-PH-H3"),
        ("water", "our running torpedoes", _salvos(state, side), "NW-TOR-H1"),
        ("guns", "our guns", left * sum(each.guns for each in given) // 1000, "NW-GUN-H1"),
        ("tubes", "our torpedoes", left * sum(each.tubes for each in given) // 1000, "NW-TOR-H1"),
        ("their_guns", "safety from their guns", -fear * sum(each.guns for each in taken) // 1000, "NW-GUN-H1"),
        ("their_tubes", "safety from their torpedoes", -fear * sum(each.tubes for each in taken) // 1000, "NW-TOR-H1"),
        ("burning", "fires on board", _burning(state, foe) - _burning(state, side), "NW-DC-H1"),
        ("split", "divisions kept together", -judged.split * sum(_fit(state, division) for division in mine), ""),
        ("range", "the range", _stand_off(state, side, mine, theirs, bold), ""),
        ("screen", "smoke next turn", left * _screens(state, mine, ours, back) // 1000, "NW-SMK-6"),
    )
    return tuple(EvalTerm(key, label, value // FINE, rule) for key, label, value, rule in values if value)


def _rounds(state: State) -> int:
    """Return the rounds of gunfire still to come, this turn's included."""
    number = SEQUENCE[state.cursor.phase].number
    return state.scene.scenario.turns - state.cursor.turn + (number <= PHASES["gunnery"])


# ---------------------------------------------------------------------- smoke, sight and range


def _screens(state: State, mine: list[Division], ours: list[list[Promise]], back: list[list[Promise]]) -> int:
    """Return what the smoke cards of a side promise."""
    number = SEQUENCE[state.cursor.phase].number
    if PHASES["movement"] < number < PHASES["smoke"]:
        return 0
    total = 0
    for division, given, taken in zip(mine, ours, back, strict=True):
        laid = division.moved and number == PHASES["movement"]
        if division.smoking and not laid and allowance(state, division) >= 2:
            total += max(0, sum(map(sum, taken)) - max(map(sum, given), default=0))
    return load_weights().screen * total // 1000


def _is_seen(state: State, watcher: Division, target: Division, side: str, closing: int) -> bool:
    """Return whether a division is in contact; before spotting, and of what the enemy knows, whether it could be."""
    if contact(state, watcher.side, target.id) >= RADAR:
        return True
    if watcher.side == side and SEQUENCE[state.cursor.phase].number >= PHASES["spotting"]:
        return False
    h = distance(watcher.hex, target.hex) - closing
    if h <= sum_modifiers(sighting_terms(state, watcher.side, target)):
        return True
    return h <= state.scene.charts.radar_range.get(best_radar(state, watcher), 0)


def _runs(state: State, bold: bool, side: str) -> dict[str, int]:
    """Return how many hexes each division that must still move will probably close; negative if it opens the range.

    The stronger side closes, the weaker one runs: a place is judged by where the enemy will be when the guns fire.
    """
    if SEQUENCE[state.cursor.phase].number > PHASES["movement"]:
        return {}
    found = {}
    for division in state.divisions.values():
        own = division.side == side
        if not division.moved or not (own or contact(state, side, division.id)):
            hexes = move_points(state, division) if own else speed_limits(state, division)[1]
            found[division.id] = hexes if own == bold else -hexes
    return found


def _stand_off(state: State, side: str, mine: list[Division], theirs: list[Division], bold: bool) -> int:
    """Value the distance to an enemy out of range.

    The stronger side closes, the weaker one and damaged ships keep away. Damaged ships that left the map are safe.
    """
    if not theirs:
        return 0
    judged = load_weights()
    limped = [ship for ship in state.ships.values() if ship.gone == "left" and damage_level(ship) >= 3]
    total = judged.away * judged.reach * sum(state.scene.owner[ship.id] == side for ship in limped)
    for division in mine:
        near = min(distance(division.hex, other.hex) for other in theirs)
        if bold and _fit(state, division):
            total -= judged.near * max(0, near - judged.reach)
        else:
            total += judged.away * min(near, judged.reach) * len(division.ships)
    return total


def _fit(state: State, division: Division) -> bool:
    """Return whether a division has a ship that can fight."""
    return any(damage_level(state.ships[name]) < 3 for name in division.ships)


def _strength(state: State, divisions: list[Division]) -> int:
    """Return the approximate gun damage of some divisions in a round at middle range."""
    return sum(_broadside(state, division.id) for division in divisions)


@derived("divisions[id].ships", "ships[division].structure", "ships[division].flotation")
def _broadside(state: State, name: str) -> int:
    charts = state.scene.charts
    total = 0
    for ship in able_ships(state, state.divisions[name]):
        power = firepower(state, ship)
        if power:
            need = charts.gunnery.base - charts.gun_columns[power] + charts.gun_steps[load_weights().reference]
            total += shot_gain(state.scene, need, "", 0, True, 0, 0, False).points
    return total


# ---------------------------------------------------------------------- what is under way


def _pending(state: State, side: str) -> int:
    """Return damage already rolled and waiting for the phase's end."""
    total = 0
    struck: dict[str, Ship] = {}
    for hit in state.hits:
        if state.scene.owner[hit.target] == side:
            continue
        ship = struck.get(hit.target, state.ships[hit.target])
        wreck = state.ships[hit.target].structure >= OUT_OF_ACTION
        hull, water = (0, hit.structure + hit.flotation) if wreck else (hit.structure, hit.flotation)
        after = ship.but(
            structure=min(OUT_OF_ACTION, ship.structure + hull),
            flotation=min(OUT_OF_ACTION, ship.flotation + water),
            fire=ship.fire or hit.fire,
        )
        total += _value(state, after) - _value(state, ship)
        if after.fire and not ship.fire:
            total += load_weights().fire * state.scene.cards[ship.id].pv
        struck[hit.target] = after
    return total


def _value(state: State, ship: Ship) -> int:
    """Return the enemy's points for a ship, in thousandths of a victory point."""
    share = standing_share(state.scene, ship.structure, ship.flotation, ship.fire)
    return state.scene.cards[ship.id].pv * share * POINT // WHOLE


def _burning(state: State, side: str) -> int:
    """Return what fires may still cost a side's ships that have something to lose.

    Wrecks that may go down at the end.
    """
    total = 0
    for ship in state.ships.values():
        if ship.gone or state.scene.owner[ship.id] != side:
            continue
        if ship.structure >= OUT_OF_ACTION:
            total += _value(state, ship) - _value_now(state, ship)
        elif ship.fire:
            total += load_weights().fire * state.scene.cards[ship.id].pv
    return total


def _value_now(state: State, ship: Ship) -> int:
    top, bottom = state.scene.charts.victory.shares[state.scene.charts.victory.by_level[damage_level(ship)]]
    return POINT * state.scene.cards[ship.id].pv * top // bottom


def _salvos(state: State, side: str) -> int:
    """Return the expected damage of a side's running salvos, one after the other.

    A salvo at a wreck is worth nothing, because the end of the battle may sink her anyway; so is one that arrives after
    the end.
    """
    running: dict[str, list[Blows]] = {}
    total = 0
    for salvo in state.salvos:
        if salvo.side != side:
            continue
        if is_able(state.ships[salvo.target]) and salvo.turn <= state.scene.scenario.turns:
            running.setdefault(salvo.target, []).append(_blows(state, salvo))
        else:
            total -= load_weights().wasted
    for name, blows in running.items():
        ship = state.ships[name]
        gain = salvos_gain(state.scene, tuple(blows), ship.structure, ship.flotation, ship.fire)
        total += state.scene.cards[name].pv * gain * POINT // WHOLE
    return total


def _blows(state: State, salvo: Salvo) -> Blows:
    charts, card = state.scene.charts.torpedo, state.scene.cards[salvo.target]
    need = salvo_need(state, salvo) - sum_modifiers(salvo_modifiers(state, salvo))
    if salvo.turn > state.cursor.turn:
        need += load_weights().warned
    duds = dud_faces(charts, salvo.kind, salvo.side, state.scene.month)
    return salvo_blows(state.scene, salvo.kind, card.size, card.defence < charts.soft_below, duds, need)


# ---------------------------------------------------------------------- what guns and tubes promise


class Promise(NamedTuple):
    """What a division's guns and tubes do to another in a round, in thousandths of a victory point."""

    guns: int
    tubes: int


class Gun(NamedTuple):
    """A ship that can act, as her shots and salvos count: her card, firepower by the chart's column, fire, tubes."""

    ship: str
    power: int
    column: int
    burning: bool
    tubes: bool


class Mark(NamedTuple):
    """A ship as she can be hit."""

    ship: str
    structure: int
    flotation: int
    fire: bool
    shown: bool  # by a light, in the night


class Aim(NamedTuple):
    """The situation between two divisions: hexes, and the modifiers to gun and torpedo rolls."""

    apart: int
    end_on: bool
    guns: int
    tubes: int | None  # None: they do not bear
    dark: bool


NOTHING = Promise(0, 0)
BEAM = 1  # a sector in which everything bears


def _promise_unseen(state: State, one: Division, other: Division, side: str, runs: dict[str, int]) -> Promise:
    """Return what one division promises at another, less when it does not see it."""
    closing = runs.get(one.id, 0) + runs.get(other.id, 0)
    found = _promise(state, one.id, other.id, closing, one.id in runs)
    if not (found.guns or found.tubes) or _is_seen(state, one, other, side, closing):
        return found
    share = load_weights().unseen
    return Promise(found.guns * share // 1000, found.tubes * share // 1000)


@derived(
    "smoke",
    "dice",
    "visibility",
    "ships.lights",
    *(f"divisions[id,id].{part}" for part in ("ships", "hex", "evading", "facing", "formation")),
    *(f"ships[division,division].{part}" for part in ("structure", "flotation", "fire", "salvos")),
)
def _promise(state: State, firer: str, mark: str, closing: int, turns: bool) -> Promise:
    """Return the expected damage if all is in sight, after the range has closed by `closing` hexes.

    turns: the firer must still move.
    """
    one, other = state.divisions[firer], state.divisions[mark]
    line, h = line_between(state, one, other), distance(one.hex, other.hex)
    h = max(min(h, 1), h - closing)
    charts = state.scene.charts
    if line.verdict == "blocked" or h >= len(charts.gun_steps):
        return NOTHING
    guns = _guns(state, firer)
    if not guns:
        return NOTHING
    sector = bearing_sector(one.hex, one.facing, other.hex) if one.hex != other.hex and not turns else BEAM
    add = charts.smoke.partial_attack if line.verdict == "partial" else 0
    tubes = add + (charts.torpedo.formation[other.formation] if len(other.ships) > 1 else 0)
    add += charts.gunnery.firer_evading if one.evading else 0
    if other.evading:
        add, tubes = add + charts.gunnery.target_evading, tubes + charts.torpedo.target_evading
    beam = sector not in charts.torpedo_by_hexes.closed_sectors and not one.evading
    end_on = sector in charts.gunnery_by_hexes.bow_stern_sectors
    aim = Aim(h, end_on, add, tubes if beam else None, at_night(state))
    return _volley(state.scene, guns, _marks(state, mark), aim)


@derived("divisions[id].ships", *(f"ships[division].{part}" for part in ("structure", "flotation", "fire", "salvos")))
def _guns(state: State, name: str) -> tuple[Gun, ...]:
    """Return the ships of a division that can act."""
    charts, found = state.scene.charts, []
    for ship in able_ships(state, state.divisions[name]):
        power = firepower(state, ship)
        tubes = ship.salvos > 0 and damage_level(ship) < charts.torpedo.no_launch_from_level
        found.append(Gun(ship.id, power, charts.gun_columns[power] if power else 0, ship.fire, tubes))
    return tuple(found)


@derived(
    "divisions[id].ships", "ships.lights", *(f"ships[division].{part}" for part in ("structure", "flotation", "fire"))
)
def _marks(state: State, name: str) -> tuple[Mark, ...]:
    """Return the ships of a division as they can be hit."""
    lit = {ship.lights for ship in state.ships.values() if ship.lights}
    ships = [state.ships[ship] for ship in state.divisions[name].ships]
    return tuple(
        Mark(ship.id, ship.structure, ship.flotation, ship.fire, ship.fire or bool(ship.lights) or ship.id in lit)
        for ship in ships
    )


@derived()
def _volley(scene: NwScene, firers: tuple[Gun, ...], marks: tuple[Mark, ...], aim: Aim) -> Promise:
    """Return what some ships do to others in a round."""
    charts, judged, guns, tubes = scene.charts, load_weights(), 0, 0
    for gun in firers:
        card = scene.cards[gun.ship]
        if gun.power and aim.apart <= charts.gun_reach[card.gun]:
            guns += max(_expected_shot(scene, gun, mark, aim) for mark in marks)
        if gun.tubes and aim.tubes is not None:
            needs, h = charts.torpedo.need[card.torpedo], aim.apart
            if bands(h) < len(needs):
                running = max(0, h - 1) // charts.torpedo_by_hexes.running_hexes[card.torpedo]
                share = judged.tubes if running else judged.tubes_now
                need = needs[bands(h)] - aim.tubes
                tubes += share * max(_salvo(scene, gun.ship, mark, need) for mark in marks) // 1000
    most = sum(
        scene.cards[mark.ship].pv * (WHOLE - standing_share(scene, mark.structure, mark.flotation, mark.fire))
        for mark in marks
    )
    most = most * POINT // WHOLE
    return Promise(min(guns, most), min(tubes, most))


def _expected_shot(scene: NwScene, gun: Gun, target: Mark, aim: Aim) -> int:
    """Return what a shot does on average, in thousandths of a victory point."""
    charts, card, mark = scene.charts.gunnery, scene.cards[gun.ship], scene.cards[target.ship]
    add = aim.guns + (charts.firer_on_fire if gun.burning else 0) + _fixed_modifiers(scene, gun.ship, target.ship)
    add += bow_stern(charts, card.firepower) if aim.end_on else 0
    if aim.dark and not target.shown:
        add += charts.night
    grade = scene.charts.radar.get(card.radar)
    if grade is not None and bands(aim.apart) >= charts.radar_from_bands:
        add += grade.sighted
    need = charts.base - gun.column + scene.charts.gun_steps[aim.apart] + mark.defence - add
    gain = shot_gain(scene, need, card.gun, mark.defence, True, target.structure, target.flotation, target.fire)
    return mark.pv * (gain.points * POINT + gain.fire * load_weights().fire) // WHOLE


@derived()
def _fixed_modifiers(scene: NwScene, ship: str, target: str) -> int:
    """Return what armour and size take from a shot, whatever the range."""
    charts, card, mark = scene.charts.gunnery, scene.cards[ship], scene.cards[target]
    return penetration(charts, card.gun, mark.defence) + size_penalty(charts, card.gun, mark.size)


def _salvo(scene: NwScene, ship: str, target: Mark, need: int) -> int:
    """Return what a salvo would do on average, in thousandths of a victory point."""
    if target.structure >= OUT_OF_ACTION:
        return 0
    charts, kind, mark = scene.charts.torpedo, scene.cards[ship].torpedo, scene.cards[target.ship]
    duds = dud_faces(charts, kind, scene.owner[ship], scene.month)
    soft = mark.defence < charts.soft_below
    blows = salvo_blows(scene, kind, mark.size, soft, duds, need - charts.size[mark.size])
    return mark.pv * salvos_gain(scene, (blows,), target.structure, target.flotation, target.fire) * POINT // WHOLE
