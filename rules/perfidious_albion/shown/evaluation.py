"""The value of a position to a side, for computer players. House judgement, no rule of the game.

In victory points: those scored, what every ship has lost, the damage to expect of guns, torpedoes and mines from the
ships' places, station in the squadron, the way to an exit or to a target ashore.
"""

# ruff: noqa: E702

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.evaluation import WORTH_FILE, EvalTerm
from rules.kernel.inches import Point, bearing, distance, move, segment_enters_circle, segment_meets_polygon
from rules.kernel.record import Record
from rules.perfidious_albion.battle.victory import has_won, points_of
from rules.perfidious_albion.damage.losses import cargo_left, value_of
from rules.perfidious_albion.records.charts import (
    TABLES,
    Arc,
    arcs_of,
    band_of,
    cohesion_mils,
    hit_percent,
    penetration,
)
from rules.perfidious_albion.records.state import PaScene, Ship, State, TorpedoMarker, afloat, enemy_of, place
from rules.perfidious_albion.sailing.grounding import AGROUND
from rules.perfidious_albion.sailing.movement import leaves_by_exit
from rules.perfidious_albion.sailing.ramming import has_spar
from rules.perfidious_albion.setup.prices import cargo_of, points_spent
from rules.perfidious_albion.setup.purchase_pool import in_setup
from rules.perfidious_albion.ships.pieces import gun_silent
from rules.perfidious_albion.squadrons.cohesion import has_acted, unit_of
from rules.perfidious_albion.squadrons.sighting import seen_at, shows_light

INCH = 1000
POINT = 100  # hundredths of a victory point
Battery = tuple[tuple[str, int, tuple[Arc, ...]], ...]  # gun type, number of guns, where they bear


# fmt: off
class EvalWeights(Record, frozen=True, forbid_unknown_fields=True):
    """The numbers of the evaluation: shares in thousandths, lengths in thousandths of an inch, prices in points."""

    result: int; reached: int; fear: int; tempo: int; out_of_turn: int; in_action: int; lit: int
    weight: dict[str, int]  # [letter] of a gun
    boxes: int; floods: int; guns: int; fire: int; way: int; crippled: int  # what a ship has lost
    good_range: int; boat_range: int; boats_range: int; spent_range: int; pull: int; boat_pull: int
    station: int; ship_room: int; boat_room: int; crowded: int; leeway: int; ahead: int; aground: int
    hit_loss: dict[str, int]  # [torpedo]
    tube_reach: dict[str, int]  # [torpedo]
    near_tubes: int; far_tubes: int; hit_chance: int; spent: int
    to_exit: int; to_target: int; bombard_range: int; bombard_open: int; bombard_patience: int
# fmt: on


@cache
def load_weights() -> EvalWeights:
    """Return the numbers of tables/worth.yaml. Raises DataError with file, line and field."""
    return source_at(TABLES / WORTH_FILE).read(EvalWeights)


def terms(state: State, side: str) -> tuple[EvalTerm, ...]:
    """Return the terms of a position's value to a side, in hundredths of a victory point."""
    return tuple(
        EvalTerm(key, label, value * POINT, rule) for key, label, value, rule in _score_rows(state, side) if value
    )


def _score_rows(state: State, side: str) -> Iterator[tuple[str, str, int, str]]:
    """Yield (key, label, points, rule)."""
    if in_setup(state):
        yield "ready", "forces, cargo and crews ready", _readiness(state, side), ""
        return
    foe = enemy_of(state, side)
    yield "points", "points scored", points_of(state, side) - points_of(state, foe), "PA-3.2-4"
    if state.outcome is not None:
        yield (
            "result",
            "the result",
            load_weights().result * ((state.outcome.winner == side) - (state.outcome.winner == foe)),
            "",
        )
        return
    yield (
        "reached",
        "the victory target reached",
        load_weights().reached * (has_won(state, side) - has_won(state, foe)),
        "PA-3.2-2",
    )
    mine, theirs = expected_ships(state, side), expected_ships(state, foe)
    yield "lost", "our losses", -_losses(state, mine), ""
    yield "dealt", "their losses", _losses(state, theirs), ""
    yield "given", "our guns", _expected_damage(state, mine, theirs), ""
    yield "taken", "safety from their guns", -(_expected_damage(state, theirs, mine) * load_weights().fear // 1000), ""
    yield "torpedoes", "torpedoes", _torpedoes(state, side), ""
    yield "places", "positions of the ships", _places(state, side, mine, theirs), ""
    yield "tempo", "orders still to give", _tempo(state, side, mine), ""


def _readiness(state: State, side: str) -> int:
    """Return how far a side's setup has got: forces and cargo bought, ships placed, turns declared, dummies placed."""
    cargo = min(cargo_of(state, side), state.scene.charts.victory.cargo_least)
    aboard = sum(item.cargo for item in state.bought.get(side, ()))
    dummies = sum(squadron.dummy for squadron in state.squadrons.values() if squadron.side == side)
    return points_spent(state, side) + cargo + min(aboard, cargo) + (state.bombardment_declared > 0) + dummies


def expected_ships(state: State, side: str) -> list[Ship]:
    """Return the ships of a side; those that have still to move at the end of their standing course."""
    found = []
    for ship in afloat(state, side):
        if not ship.moved and ship.speed and not ship.stopped:
            x, y = move(place(ship), ship.heading, ship.speed * state.scene.charts.movement.mils_per_speed)
            ship = ship.but(x=x, y=y)
        found.append(ship)
    return found


# ---------------------------------------------------------------------- what is lost


def _losses(state: State, ships: Iterable[Ship]) -> int:
    return sum(value_of(state, ship) * ship_damage(state, ship) // 1000 for ship in ships)


def ship_damage(state: State, ship: Ship) -> int:
    """Return what a ship has lost, in thousandths of her value; at most 950 while she is afloat."""
    card = state.scene.cards[ship.id]
    if not (ship.struck or ship.floods or ship.fires or ship.steering or ship.morale or ship.props_lost):
        return 0
    parts = load_weights().boxes * ship.struck.bit_count() // max(1, card.boxes)
    parts += load_weights().floods * min(ship.floods, card.flotation) // max(1, card.flotation)
    if 2 * ship.floods >= card.flotation > 1:
        parts += 80
    weights = load_weights().weight
    whole = sum(weights[box.guns.letter] * box.guns.count for box in card.gun_boxes if box.guns is not None)
    left = _weight(battery(state, ship.id))
    parts += load_weights().guns * (whole - left) // max(1, whole) if whole else 0
    parts += load_weights().fire * ship.fires * ship.fires // 2
    parts += load_weights().way * (ship.props_lost + ship.funnels_lost) // max(1, card.speed)
    parts += load_weights().crippled * (bool(ship.steering) + bool(ship.morale))
    return min(950, parts)


def _weight(guns: Battery) -> int:
    weights = load_weights().weight
    return sum(weights[letter] * count for letter, count, _ in guns)


@derived("ships[id].struck", "ships[id].big_guns_silent")
def battery(state: State, name: str) -> Battery:
    """Return the guns a ship can still fire, alike ones together."""
    ship = state.ships[name]
    groups: dict[tuple[str, tuple[Arc, ...]], int] = {}
    for box in state.scene.cards[name].gun_boxes:
        if box.guns is not None and not gun_silent(state, ship, box):
            alike = box.guns.letter, arcs_of(box.guns.arc, box.section)
            groups[alike] = groups.get(alike, 0) + box.guns.count
    return tuple((letter, count, arcs) for (letter, arcs), count in groups.items())


# ---------------------------------------------------------------------- gunfire


def _expected_damage(state: State, ships: list[Ship], foes: list[Ship]) -> int:
    """Return what the best target of each ship may lose to her guns in a turn, from their present places."""
    return sum(_best(state, ship, foes) for ship in ships) + _ashore(state, ships, foes)


def _best(state: State, ship: Ship, foes: list[Ship]) -> int:
    guns = battery(state, ship.id)
    if not guns:
        return 0
    best = 0
    done = state.night and has_acted(state, unit_of(ship))
    for foe in foes:
        card = state.scene.cards[foe.id]
        reach, percent = sighting_range(state, foe, done)
        weight = barrage(guns, ship.x, ship.y, ship.heading, foe.x, foe.y, reach, _armour(state.scene, foe.id))
        worth = weight * percent // 100 * value_of(state, foe) // (900 * max(6, card.boxes))
        best = max(best, worth)
    return best


def sighting_range(state: State, foe: Ship, done: bool) -> tuple[int, int]:
    """Return the range at which a ship can be fired at, and the share of the chance left.

    Less at night if she shows no light. Lights go out with the turn: a side that has finished it gains nothing by them.
    Rules: PA-3.4-4, PA-3.4-5, PA-3.4-6, PA-GUN-H17.
    """
    if not state.night:
        return state.visibility, 100
    charts = state.scene.charts
    if done and not foe.fires:
        return state.visibility, 100 + charts.gunnery.modifiers["night"].value
    dark = 0 if shows_light(state, foe) else charts.gunnery.modifiers["night"].value
    return seen_at(state, foe)[0], 100 + dark


@lru_cache(maxsize=120_000)
def barrage(guns: Battery, x: int, y: int, heading: int, foe_x: int, foe_y: int, visibility: int, armour: int) -> int:
    """Return the expected damage of guns to a target in a turn.

    Chance times weight of every gun that bears, by range and armour.
    """
    here, there = (x, y), (foe_x, foe_y)
    away = distance(here, there)
    band = band_of(away)
    if band < 0 or away > visibility:
        return 0
    turned = (bearing(here, there) - heading) % 360 if away else 0
    total = 0
    for letter, count, arcs in guns:
        percent = hit_percent(letter, band)
        if percent and any((turned - first) % 360 <= last - first for first, last in arcs):
            through = max(1, min(6, 3 + penetration(letter, band) - armour))
            total += percent * count * load_weights().weight[letter] * (2 + through) // 800
    return total


@derived()
def _armour(scene: PaScene, name: str) -> int:
    """Return the mean armour of a ship's boxes above the keel."""
    boxes = [box.armour for box in scene.cards[name].standing if box.level < 6]
    return sum(boxes) // max(1, len(boxes))


def _ashore(state: State, ships: list[Ship], foes: list[Ship]) -> int:
    """Return the expected damage of the side's forts and batteries to the enemy."""
    side = ships[0].side if ships else ""
    total = 0
    for work in state.batteries.values():
        if work.side == side and not work.gone:
            guns: Battery = ((work.gun, work.count, ((-45, 45),)),)
            total += max((_at(state, guns, work.x, work.y, work.facing, foe) for foe in foes), default=0)
    for fort in state.forts.values():
        if fort.side == side and not fort.gone:
            boxes = [box.guns for box in state.scene.forts[fort.number].gun_boxes if box.guns is not None]
            guns = tuple((gun.letter, gun.count, ((0, 360),)) for gun in boxes)
            total += max((_at(state, guns, fort.x, fort.y, 0, foe) for foe in foes), default=0)
    return total


def _at(state: State, guns: Battery, x: int, y: int, facing: int, foe: Ship) -> int:
    weight = barrage(guns, x, y, facing, foe.x, foe.y, state.visibility, _armour(state.scene, foe.id))
    return weight * value_of(state, foe) // (900 * max(6, state.scene.cards[foe.id].boxes))


# ---------------------------------------------------------------------- torpedoes


def _torpedoes(state: State, side: str) -> int:
    """Return the worth of markers in the enemy's way and in ours, and of loaded torpedoes and their targets."""
    total = 0
    for marker in state.markers.values():
        for ship in state.ships.values():
            if ship.gone or ship.moved or (marker.craft and marker.squadron == ship.squadron):
                continue
            danger = _danger(state, marker, ship)
            total += danger if ship.side != side else -danger
    for ship in state.ships.values():
        if not ship.gone and ship.loaded:
            worth = in_tubes(state, ship)
            total += worth if ship.side == side else -worth
    return total


def _danger(state: State, marker: TorpedoMarker, ship: Ship) -> int:
    """Return what a marker may cost a ship that has still to move and is in it, or has it on her course."""
    here = place(ship)
    if distance(here, marker.start) > 16 * INCH:
        return 0
    bound = move(here, ship.heading, ship.speed * 500)
    inside = any(segment_meets_polygon(here, here, wedge) for wedge in marker.wedges)
    ahead = inside or any(segment_meets_polygon(here, bound, wedge) for wedge in marker.wedges)
    chance = 600 if inside else 400 if ahead else 0
    if not chance:
        return 0
    hits = min(2 * 1000, load_weights().hit_chance * marker.count)
    return value_of(state, ship) * torpedo_share(state, ship, marker.kind) // 1000 * hits // 1000 * chance // 1000


def torpedo_share(state: State, ship: Ship, kind: str) -> int:
    """Return the share of a ship's value that a torpedo takes, in thousandths: all of a small one."""
    flotation = state.scene.cards[ship.id].flotation
    return min(1000, load_weights().hit_loss.get(kind, 350) * 12 // max(4, flotation))


def in_tubes(state: State, ship: Ship) -> int:
    """Return the worth of a ship's loaded torpedoes, and of the targets they may find at the end of her course."""
    count = sum(number for _, number in ship.loaded)
    card = state.scene.cards[ship.id]
    if not count or not card.tubes:
        return 0
    kind = card.tubes[0].kind
    worth, reach = load_weights().spent * count, load_weights().tube_reach.get(kind, 6 * INCH)
    best = 0
    for foe in state.ships.values():
        if foe.side == ship.side or foe.gone:
            continue
        away = distance(place(ship), move(place(foe), foe.heading, foe.speed * 250))
        if away > reach + 6 * INCH:
            continue
        chance = load_weights().near_tubes if away <= reach else load_weights().far_tubes
        if state.scene.cards[foe.id].torpedo_craft:
            chance //= 4  # six boxes under water instead of twenty
        loss = value_of(state, foe) * torpedo_share(state, foe, kind) // 1000
        best = max(best, loss * min(1500, load_weights().hit_chance * count) // 1000 * chance // 1000)
    return worth + (best if card.torpedo_craft else best // 4)


# ---------------------------------------------------------------------- where ships lie


def _places(state: State, side: str, mine: list[Ship], theirs: list[Ship]) -> int:
    foe = enemy_of(state, side)
    total = sum(formation_penalty(state, ship, mine) - hazard_penalty(state, ship) for ship in mine) - _crowd(
        state, mine
    )
    total += range_pull(state, mine, theirs)
    total += mission_pull(state, side, mine) - mission_pull(state, foe, theirs)
    return total


def formation_penalty(state: State, ship: Ship, fleet: list[Ship]) -> int:
    """Return the cost of being out of formation, by the inch, at the distance of the rule of detached ships."""
    squadron = state.squadrons.get(ship.squadron)
    names = squadron.ships if squadron is not None else ()
    mates = [mate for mate in fleet if mate.id in names]
    near = [distance(place(ship), place(mate)) for mate in mates if mate.id != ship.id]
    if not near:
        return 0
    out = min(near) - cohesion_mils(ship.cq)
    return -max(0, out) * load_weights().station * value_of(state, ship) // (1000 * INCH) if out > 0 else 0


def _crowd(state: State, fleet: list[Ship]) -> int:
    """Return the cost of ships of one side bound for nearly the same place: they may collide."""
    cards, judged, total = state.scene.cards, load_weights(), 0
    for number, ship in enumerate(fleet):
        for other in fleet[:number]:
            small = cards[ship.id].torpedo_craft and cards[other.id].torpedo_craft
            room = judged.boat_room if small else judged.ship_room
            if abs(ship.x - other.x) < room and abs(ship.y - other.y) < room:
                total += min(value_of(state, ship), value_of(state, other)) * load_weights().crowded // 1000
    return total


def hazard_penalty(state: State, ship: Ship) -> int:
    """Return the cost of land, shoals, mines, torpedoes or the table's edge ahead; being aground costs most."""
    if ship.stopped == AGROUND:
        return value_of(state, ship) * load_weights().aground // 1000
    here = place(ship)
    ahead = move(here, ship.heading, load_weights().leeway)
    wide, high = state.scene.width, state.scene.height
    worth = value_of(state, ship) * load_weights().ahead // 1000
    total = 0
    if not (0 <= ahead[0] <= wide and 0 <= ahead[1] <= high) and not _may_leave(state, ship, ahead):
        total += worth
    shallow = state.scene.cards[ship.id].shallow
    for item in state.terrain:
        if item.kind == "shallow" and shallow:
            continue
        if segment_meets_polygon(here, ahead, item.shape):
            total += worth * (1 if item.kind in ("rocks", "island", "peninsula", "coastline") else 0) + worth // 3
    for field in state.fields.values():
        if segment_enters_circle(here, ahead, ((field.x, field.y), field.radius)):
            total += worth * (3 + field.density) // 8
    return total


def _may_leave(state: State, ship: Ship, at: Point) -> bool:
    """Return whether a ship bound for a place beyond the edge of the table leaves it by the exit box.

    Rule: PA-2.1-49.
    """
    return state.scene.mission == "convoy" and leaves_by_exit(state, ship, _on_table(state, at))


def _on_table(state: State, at: Point) -> Point:
    """Return the point of the table nearest to a place: a place beyond an edge counts as on it."""
    return max(0, min(state.scene.width, at[0])), max(0, min(state.scene.height, at[1]))


def range_pull(state: State, mine: list[Ship], theirs: list[Ship]) -> int:
    """Return a term that draws ships towards enemies out of good range; torpedo boats close right up.

    The heading counts half.
    """
    total = 0
    prey = theirs
    if state.scene.mission == "convoy" and mine and mine[0].side == state.scene.attacker:
        prey = [foe for foe in theirs if state.scene.cards[foe.id].merchant] or theirs
    for ship in mine:
        card = state.scene.cards[ship.id]
        if card.merchant or not prey or ship.morale:
            continue
        spar = has_spar(state, ship)
        boat = card.torpedo_craft and (spar or any(count for _, count in ship.loaded))
        ships = [foe for foe in prey if not state.scene.cards[foe.id].torpedo_craft]
        marks = ships if boat and ships else prey
        bound = move(place(ship), ship.heading, 4 * INCH)
        away = min((distance(place(ship), place(foe)) + distance(bound, place(foe))) // 2 for foe in marks)
        judged = load_weights()
        near, pull = min(judged.good_range, state.visibility), judged.pull
        if boat and ships:
            near, pull = 0 if spar else judged.boat_range, judged.boat_pull
        elif boat:
            near = judged.boats_range
        elif card.torpedo_craft:
            near = load_weights().spent_range
        total -= max(0, away - near) * pull * value_of(state, ship) // (1000 * INCH)
    return total


def mission_pull(state: State, side: str, ships: list[Ship]) -> int:
    """Value progress of the mission: a convoy nearing its exit, bombarding ships nearing the target."""
    total = 0
    if state.scene.mission == "convoy" and side != state.scene.attacker:
        for ship in ships:
            cargo = cargo_left(ship) + value_of(state, ship) // 2
            if state.scene.cards[ship.id].merchant:
                total -= _to_exit(state, place(ship)) * load_weights().to_exit * cargo // (1000 * INCH)
    if state.scene.mission == "bombardment" and side == state.scene.attacker and state.target is not None:
        for ship in ships:
            if not state.scene.cards[ship.id].torpedo_craft:
                out = max(0, distance(place(ship), place(state.target)) - load_weights().bombard_range)
                total -= out * load_weights().to_target * value_of(state, ship) // (1000 * INCH)
    return total


def _to_exit(state: State, at: Point) -> int:
    """Return the distance to the nearest piece of the table's edge behind an exit box; 0 at that edge and beyond it."""
    x, y = _on_table(state, at)
    wide, high, found = state.scene.width, state.scene.height, []
    for box in state.boxes:
        if box.kind == "exit":
            in_x = max(box.west, min(box.west + box.size, x))
            in_y = max(box.north, min(box.north + box.size, y))
            found += [distance((x, y), (edge, in_y)) for edge in (0, wide) if edge in (box.west, box.west + box.size)]
            found += [distance((x, y), (in_x, edge)) for edge in (0, high) if edge in (box.north, box.north + box.size)]
    return min(found, default=0)


# ---------------------------------------------------------------------- getting on with it


def _tempo(state: State, side: str, mine: list[Ship]) -> int:
    """Return a small worth for orders already given, so that ships move before their squadron ends its activation."""
    total = load_weights().tempo * sum(ship.moved for ship in mine if ship.squadron == state.active)
    active = state.squadrons.get(state.active)
    if active is not None and active.side == side:
        total += load_weights().in_action
        line = [ship for name in active.ships if (ship := state.ships.get(name)) is not None and not ship.gone]
        late = sum(astern.moved and not ahead.moved for ahead, astern in zip(line, line[1:], strict=False))
        total -= load_weights().out_of_turn * late
    return total - load_weights().lit * sum(ship.lit for ship in mine)
