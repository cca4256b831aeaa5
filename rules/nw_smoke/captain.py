"""The quick captain: the best order by a few features of each option. House judgement, no rule of the game.

He decides speeds, evading, each division's move, guns, torpedoes and smoke, one after the other, and leaves
searchlights, star shell, formations, detaching and joining to other players. Rolls no dice and tries no position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from rules.kernel.flow import Done
from rules.kernel.hexes import bearing_sector, distance
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.policy import Features, Option, Recommendation, Weights, rank_options, yes_or_no
from rules.nw_smoke.charts import bands, load_charts
from rules.nw_smoke.commands import Evade, Fire, MakeSmoke, SetSpeed
from rules.nw_smoke.gunnery import offer_fire, shot
from rules.nw_smoke.movement import allowance, legal_moves, offer_evasion, speed_limits, walk_plot
from rules.nw_smoke.orders import SPEED
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.smoke import meets_smoke, offer_smoke
from rules.nw_smoke.spotting import sighting_terms
from rules.nw_smoke.state import Division, Ship, State, firepower
from rules.nw_smoke.torpedoes import offer_launch, salvo_of
from rules.nws.combat_arithmetic import OUT_OF_ACTION, bow_stern, hit_level, points_for
from rules.nws.commands import Launch
from rules.nws.contacts import best_radar
from rules.nws.pieces import able_ships, damage_level, divisions_of, enemy_of

FEATURES: Features = {
    "move": {
        "guns": "our gun damage {} points",
        "tubes": "our torpedo damage {} points",
        "their_guns": "their gun damage {} points",
        "their_tubes": "their torpedo damage {} points",
        "closing": "shorter range",
        "fleeing": "distance to a stronger enemy",
        "unseen": "hidden from the enemy",
        "blinding": "enemy out of sight",
        "screened": "cover of smoke",
        "turning": "turns",
        "land": "land nearby",
        "company": "friends nearby",
        "leaving": "leaving the map",
        "straight": "speed",
    },
    "evade": {
        "always": "",
        "guns": "our gun damage {} points",
        "tubes": "our torpedo damage {} points",
        "their_guns": "their gun damage {} points",
        "their_tubes": "their torpedo damage {} points",
        "weaker": "stronger enemy",
        "late": "few turns left",
        "hurt": "damage taken",
    },
    "smoke": {
        "always": "",
        "guns": "our gun damage {} points",
        "their_guns": "their gun damage {} points",
        "their_tubes": "their torpedo damage {} points",
        "weaker": "stronger enemy",
        "seen": "in sight of the enemy",
        "late": "few turns left",
        "fast": "speed",
    },
    "speed": {"hexes": "speed", "near": "speed near the enemy", "weaker": "speed against a stronger enemy"},
    "launch": {
        "always": "",
        "promise": "damage {} points",
        "last": "few salvos left",
        "early": "late arrival",
    },
}
FAR = 24  # hexes: beyond this nothing tells


class Reach(NamedTuple):
    """The expected points a division's guns and tubes take from another at a distance, in thousandths."""

    guns: int
    end_on: int  # guns when the other lies ahead or astern
    tubes: int


def think(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return what to do now, the best first; empty where he has no opinion. side: the one to act."""
    decide = DECISIONS.get(SEQUENCE[state.cursor.phase].name)
    return decide(weights, state, side) if decide is not None and not state.cursor.frames else ()


# ---------------------------------------------------------------------- what weapons promise


@cache
def _shot_table() -> tuple[int, ...]:
    """Return thousandths of a fresh ship's points that a shot takes on average, by the need of its 2d6, 0 to 20."""
    guns, victory = load_charts().gunnery, load_charts().victory
    share = [points_for(victory, 1000, key) if key else 0 for key in victory.by_level]
    found = []
    for need in range(21):
        levels = ((hit_level(guns, roll, roll, need, need), 6 - abs(7 - roll)) for roll in range(2, 13))
        found.append(sum(share[min(level, OUT_OF_ACTION)] * ways for level, ways in levels) // 36)
    return tuple(found)


@cache
def hit_chance(need: int) -> int:
    """Return the thousandths of the rolls of 2d6 that reach a to-hit number; a 2 always misses."""
    return sum(6 - abs(7 - roll) for roll in range(max(need, 3), 13)) * 1000 // 36


TUBE_SHARE = 700  # of a ship's points that a salvo takes when it hits, in thousandths


def reaches(state: State, one: Division, other: Division) -> tuple[Reach, ...]:
    """Return what a division promises against the most valuable ship of another, by hexes 0 to 24, nobody evading."""
    cards = state.scene.cards
    mark = max((cards[ship.id] for ship in able_ships(state, other)), key=lambda card: card.pv, default=None)
    if mark is None:
        return _reaches((), 0, 0)
    return _reaches(tuple(_weapons(state, ship) for ship in able_ships(state, one)), mark.pv, mark.defence)


class _Weapons(NamedTuple):
    """What a ship has to shoot with now."""

    power: int
    gun: str
    printed: int
    torpedo: str


def _weapons(state: State, ship: Ship) -> _Weapons:
    card = state.scene.cards[ship.id]
    tubes = ship.salvos and damage_level(ship) < state.scene.charts.torpedo.no_launch_from_level
    return _Weapons(firepower(state, ship), card.gun, card.firepower, card.torpedo if tubes else "")


@lru_cache(4096)
def _reaches(firers: tuple[_Weapons, ...], pv: int, defence: int) -> tuple[Reach, ...]:
    charts, table = load_charts(), _shot_table()
    found = []
    for h in range(FAR + 1):
        guns = end_on = tubes = 0
        for firer in firers:
            if firer.power and h <= charts.gun_reach[firer.gun]:
                need = charts.gunnery.base - charts.gun_columns[firer.power] + charts.gun_steps[h] + defence
                guns += pv * table[min(max(need, 0), 20)]
                end_on += pv * table[min(max(need - bow_stern(charts.gunnery, firer.printed), 0), 20)]
            needs = charts.torpedo.need[firer.torpedo] if firer.torpedo else ()
            if bands(h) < len(needs):
                tubes += pv * TUBE_SHARE * hit_chance(needs[bands(h)]) // 1000
        found.append(Reach(guns, end_on, tubes))
    return tuple(found)


@lru_cache(1 << 16)
def _sector(a: int, facing: int, b: int) -> int:
    return bearing_sector(a, facing, b) if a != b else 1


class Prospect(NamedTuple):
    """The expected damage of both sides with one of our divisions in a place, in thousandths of a point."""

    guns: int
    tubes: int
    their_guns: int
    their_tubes: int
    nearest: int
    unseen: int  # enemies that would not find it
    blind: int  # enemies it would not find
    screened: int  # what enemies behind smoke promise


class _Foe(NamedTuple):
    """What one of our divisions must know of an enemy division, wherever ours goes."""

    hex: int
    facing: int
    ours: tuple[Reach, ...]
    theirs: tuple[Reach, ...]
    we_see: int
    they_see: int


def _foes(state: State, mine: Division) -> list[_Foe]:
    return [
        _Foe(
            foe.hex,
            foe.facing,
            reaches(state, mine, foe),
            reaches(state, foe, mine),
            _sight(state, mine, foe),
            _sight(state, foe, mine),
        )
        for foe in divisions_of(state, enemy_of(state, mine.side))
    ]


def _sight(state: State, watcher: Division, target: Division) -> int:
    """Return hexes within which a division finds another, by eye or by radar."""
    eyes = sum_modifiers(sighting_terms(state, watcher.side, target))
    return max(eyes, state.scene.charts.radar_range.get(best_radar(state, watcher), 0) // 2)


def _prospect_at(state: State, foes: list[_Foe], at: int, facing: int, evading: bool) -> Prospect:
    """Return the prospect of one of our divisions in a place, with the enemy where our side believes him."""
    charts = state.scene.charts
    ahead, closed = charts.gunnery_by_hexes.bow_stern_sectors, charts.torpedo_by_hexes.closed_sectors
    guns = tubes = their_guns = their_tubes = unseen = blind = screened = 0
    nearest = FAR
    for foe in foes:
        h = distance(at, foe.hex)
        nearest = min(nearest, h)
        if h > FAR:
            continue
        ours, theirs = foe.ours[h], foe.theirs[h]
        if state.smoke and meets_smoke(state, at, foe.hex):
            screened += theirs.guns
            continue
        if h <= foe.we_see:
            sector = _sector(at, facing, foe.hex)
            guns = max(guns, ours.end_on if sector in ahead else ours.guns)
            if sector not in closed and not evading:
                tubes = max(tubes, ours.tubes)
        else:
            blind += 1
        if h <= foe.they_see:
            sector = _sector(foe.hex, foe.facing, at)
            their_guns += theirs.end_on if sector in ahead else theirs.guns
            their_tubes += theirs.tubes // (2 if sector in closed else 1)
        else:
            unseen += 1
    return Prospect(guns, tubes, their_guns, their_tubes, nearest, unseen, blind, screened)


def _weaker(state: State, side: str) -> int:
    """Return how much weaker a side is than its enemy, in hundredths: 0 equal, 100 no strength at all."""
    mine, theirs = (_strength(state, one) for one in (side, enemy_of(state, side)))
    return 100 * (theirs - mine) // max(mine + theirs, 1)


def _strength(state: State, side: str) -> int:
    ships = [ship for division in divisions_of(state, side) for ship in able_ships(state, division)]
    return sum(firepower(state, ship) * 10 + 5 * min(ship.salvos, 2) for ship in ships)


def _turns_left(state: State) -> int:
    """Return the turns left after this one."""
    return max(0, state.scene.scenario.turns - state.cursor.turn)


# ---------------------------------------------------------------------- orders and movement


def _orders(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    for division in divisions_of(state, side):
        if division.orders & SPEED:
            continue
        least, most = speed_limits(state, division)
        near = any(distance(division.hex, foe.hex) <= 6 for foe in divisions_of(state, enemy_of(state, side)))
        weak = _weaker(state, side)
        speeds = range(most, least - 1, -1)
        options = [
            Option(SetSpeed(side, division.id, hexes), (100 * hexes, 100 * hexes * near, hexes * weak))
            for hexes in speeds
        ]
        counsel = rank_options(FEATURES["speed"], weights["speed"], options)
        best = counsel[0].command if counsel else None
        if isinstance(best, SetSpeed) and best.hexes != division.speed:
            return tuple(each.but(point=0) for each in counsel)  # hexes, no points
    return (Recommendation(Done(side), 0, "no other speed improves a division's position"),)


def _movement(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    cards = {offer.piece for offer in offer_evasion(state, side)}
    for division in divisions_of(state, side):
        if division.moved:
            continue
        options = _keeping_smoke(division, list(_move_options(state, division)))
        counsel = rank_options(FEATURES["move"], weights["move"], options)
        if division.id in cards:
            here = _prospect_at(state, _foes(state, division), division.hex, division.facing, False)
            hurt = 100 * sum(damage_level(state.ships[name]) for name in division.ships) // len(division.ships)
            features = (
                100,
                here.guns // 10,
                here.tubes // 10,
                here.their_guns // 10,
                here.their_tubes // 10,
                _weaker(state, side),
                100 * (_turns_left(state) < 2),
                hurt,
            )
            asked = yes_or_no(
                FEATURES["evade"], weights["evade"], features, Evade(side, division.id), counsel[0].command
            )
            if isinstance(asked[0].command, Evade):
                return asked
        return counsel
    return (Recommendation(Done(side), 0, "every division has moved"),)


def _keeping_smoke(division: Division, options: list[Option]) -> list[Option]:
    """Return the moves that lay the smoke of a card, where there are any: who ends in her own hex lays none.

    Rules: NW-SMK-6, NW-SMK-8.
    """
    place = {name: number for number, name in enumerate(FEATURES["move"])}
    laid = [
        option for option in options if option.features[place["straight"]] > 0 and not option.features[place["leaving"]]
    ]
    return laid if division.smoking and laid else options


def _move_options(state: State, division: Division) -> Iterator[Option]:
    """Yield one plot for each place and heading in which the division can end."""
    weak, room, enemies = _weaker(state, division.side), state.scene.room, _foes(state, division)
    friends = [other.hex for other in divisions_of(state, division.side) if other.id != division.id]
    now = min((distance(division.hex, foe.hex) for foe in enemies), default=FAR)
    met: set[tuple[int, int]] = set()
    for move in legal_moves(state, division):
        plot = walk_plot(state, division, move.plot)
        at = 0 if plot.leaves else plot.hexes[-1]
        if (at, plot.facing) in met:
            continue
        met.add((at, plot.facing))
        if plot.leaves:
            yield Option(move, (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0))
            continue
        found = _prospect_at(state, enemies, at, plot.facing, division.evading)
        company = min((distance(at, h) for h in friends), default=2)
        turns = min((plot.facing - division.facing) % 6, (division.facing - plot.facing) % 6)
        yield Option(
            move,
            (
                found.guns // 10,
                found.tubes // 10,
                found.their_guns // 10,
                found.their_tubes // 10,
                10 * (now - found.nearest),
                weak * (found.nearest - now) // 10,
                10 * found.unseen,
                10 * found.blind,
                found.screened // 10,
                10 * turns,
                10 * max(0, 3 - room[at]),
                -10 * max(0, company - 3),
                0,
                10 * (len(plot.hexes) - 1),
            ),
        )


# ---------------------------------------------------------------------- weapons and smoke


def _gunnery(_weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the best shot of the first ship that has one, by its mean damage on top of the damage already done."""
    for offer in offer_fire(state, side):
        shots = [(_shot_worth(state, command), command) for command in offer.commands if isinstance(command, Fire)]
        best = sorted(shots, key=lambda pair: -pair[0])
        if best and best[0][0] > 0:
            why = f"highest expected damage: {best[0][0] / 1000:.2f} points"
            return tuple(Recommendation(command, worth // 10, why) for worth, command in best)
    return (Recommendation(Done(side), 0, "no gun has a target worth a shot"),)


def _shot_worth(state: State, command: Fire) -> int:
    """Return thousandths of a point that a shot takes on average of what its target has left."""
    scene, aimed = state.scene, shot(state, command)
    mark, target = scene.cards[command.target], state.ships[command.target]
    need = aimed.need - sum_modifiers(aimed.modifiers)
    hurt = sum(hit.structure for hit in state.hits if hit.target == target.id)
    left = max(0, OUT_OF_ACTION - max(damage_level(target), target.structure) - hurt)
    share = (15, 60, 90, 100, 100)[left] if target.structure < OUT_OF_ACTION else 15
    return mark.pv * _shot_table()[min(max(need, 0), 20)] * share // 100


def _torpedoes(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return the launch that promises most, when it is worth a salvo."""
    best: list[tuple[int, Launch, tuple[int, ...]]] = []
    for offer in offer_launch(state, side):
        for command in offer.commands:
            if isinstance(command, Launch):
                features = _launch_features(state, command)
                best.append((features[1], command, features))
    if best:
        _, command, features = max(best, key=lambda found: found[0])
        asked = yes_or_no(FEATURES["launch"], weights["launch"], features, command, Done(side))
        if isinstance(asked[0].command, Launch):
            return asked
    return (Recommendation(Done(side), 0, "no target is worth a salvo"),)


def _launch_features(state: State, command: Launch) -> tuple[int, ...]:
    charts, target = state.scene.charts, state.ships[command.target]
    salvo = salvo_of(state, command)
    need = charts.torpedo.need[salvo.kind][bands(salvo.distance)]
    foe = state.divisions[target.division]
    need -= charts.torpedo.target_evading if foe.evading else 0
    chance = hit_chance(min(max(need, 2), 13))
    running = sum(other.target == target.id and other.side == command.side for other in state.salvos)
    left = OUT_OF_ACTION - max(target.structure, target.flotation)
    alive = 100 if target.structure < OUT_OF_ACTION else 20
    promise = state.scene.cards[target.id].pv * chance * TUBE_SHARE // 10_000 * alive // 100
    for _ in range(running):
        promise = promise * (1000 - chance) // 1000
    wait = salvo.turn - state.cursor.turn
    late = wait > _turns_left(state)
    return (100, 0 if late or not left else promise, 100 * (state.ships[command.ship].salvos < 2), 100 * wait)


def _smoke(weights: Weights, state: State, side: str) -> tuple[Recommendation, ...]:
    """Return a smoke card for the first division that would profit from one."""
    left = _turns_left(state)
    if left > 0:
        for offer in offer_smoke(state, side):
            division = state.divisions[offer.piece]
            here = _prospect_at(state, _foes(state, division), division.hex, division.facing, False)
            foes = len(divisions_of(state, enemy_of(state, side)))
            features = (
                100,
                here.guns // 10,
                here.their_guns // 10,
                here.their_tubes // 10,
                _weaker(state, side),
                100 * (foes - here.unseen) // max(foes, 1),
                100 * (left < 2),
                100 * (allowance(state, division) > 1),
            )
            asked = yes_or_no(FEATURES["smoke"], weights["smoke"], features, MakeSmoke(side, division.id), Done(side))
            if isinstance(asked[0].command, MakeSmoke):
                return asked
    return (Recommendation(Done(side), 0, "no division needs smoke"),)


def _pass(_weights: Weights, _state: State, side: str) -> tuple[Recommendation, ...]:
    return (Recommendation(Done(side), 0),)


DECISIONS = {
    "orders": _orders,
    "movement": _movement,
    "gunnery": _gunnery,
    "torpedoes": _torpedoes,
    "smoke": _smoke,
}
