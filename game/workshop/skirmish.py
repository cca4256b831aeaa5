"""A random skirmish: two forces from the roster of a year for a budget, set up facing each other. Equal points alone do
not make it balanced; `balancing` uses games between computers for that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from game.words import tr
from game.workshop.scenario_edits import (
    blank_scenario,
    piece_ids,
    with_derived_fields,
    with_force,
    with_sides,
    with_unit,
)
from rules.kernel.editor_schema import BAND, HEX, TABLE, CatalogueEntry, EditorSchema
from rules.kernel.hexes import ring
from rules.kernel.scenario import Force, MapSheet, Scenario, SideNote, StartCondition
from rules.kernel.scenario_opening import faults_of
from rules.kernel.system import System
from rules.kernel.view import Place

MOST_FORCES = 4  # of a side
LARGE = ("BB", "CA", "CL", "DD", "APD", "TB", "PG", "PT", "AP", "AV")
LEADER, MULE, TRANSPORTS = "leader_1", "mule", ("AP", "AV", "APD", "PT")
FAR = 12  # most hexes between a force and its start position
PER_CENT = 100
MOST_UNITS = 14  # of a side
TRIES = 60
CLOSE = 4  # largest difference in points of two forces, in per cent, if the rosters allow it
PARTS = (100, 80, 60)  # smallest part of its budget, in per cent, that a side may be limited to
PAIRS = 20  # most pairs of sides tried in a year
MOST_BONUS = 80  # largest help for one side


@dataclass(frozen=True)
class Budget:
    """The points and the seed with which a force is picked."""

    points: int
    seed: str


@dataclass(frozen=True)
class DrawnForce:
    """The parameters of a skirmish. 0: random budget and year. bonus: help for the first side if points do not decide
    (below 0: for the second), at most MOST_BONUS.
    """

    seed: int
    budget: int = 0
    year: int = 0
    bonus: int = 0


def draw(system: System, sheet: MapSheet | None, spec: DrawnForce) -> Scenario:
    """Create a random skirmish: the same spec gives the same battle. Uses none of the game's dice."""
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, random = system.editor_schema(), Random(spec.seed)
    when = _year(system, bench, random, spec.year)
    sides, purses = _purses(system, bench, random, spec, when)
    scenario = with_sides(blank_scenario(system, bench, tr("Skirmish {seed}", seed=spec.seed)), bench, sides)
    date = f"{when}{bench.date[4:]}"
    scenario = scenario.but(
        date=date, turns=bench.skirmish_turns, summary=tr("A balanced random skirmish, {when}.", when=when),
        briefing=tr("Two forces from one year's rosters, balanced by computer games."),
    )  # fmt: skip
    for number, purse in enumerate(purses):
        chosen = pick(_available_units(system, sides[number], when), purse.points, Random(purse.seed))
        scenario = _deploy(system, bench, sheet, scenario, number, chosen)
    return with_help(scenario, bench, system.unit_catalogue(), spec.bonus)


def with_help(scenario: Scenario, bench: EditorSchema, stocks: Sequence[CatalogueEntry], bonus: int) -> Scenario:
    """Return the same forces with help for the first side (below 0: the second): troops or losses."""
    return with_better_troops(with_losses(scenario, bench, stocks, bonus), bench, stocks, bonus)


def possible_bonuses(bench: EditorSchema, scenario: Scenario) -> list[int]:
    """Return the distinct amounts of help in a skirmish: every per cent, or a step for each ship whose crew can
    change.
    """
    if not bench.favour or bench.worn[0]:
        return list(range(-MOST_BONUS, MOST_BONUS + 1))
    steps = len(_steps(scenario, bench, {}, MOST_BONUS))
    return [round(MOST_BONUS * step / steps) for step in range(-steps, steps + 1)]


def _helped_first(scenario: Scenario, bonus: int) -> tuple[SideNote, SideNote]:
    """Return the side helped by a bonus, and the other side."""
    first, second = scenario.sides
    return (first, second) if bonus > 0 else (second, first)


def with_losses(scenario: Scenario, bench: EditorSchema, stocks: Sequence[CatalogueEntry], bonus: int) -> Scenario:
    """Give the side that is not helped losses from an earlier fight: each unit in turn, at most half of what it can
    take. More units would not be finer help, and may even hurt a side that loses by its losses. Losses already given by
    the battle stay unchanged.
    """
    part, field = worn_by = bench.worn
    other = _helped_first(scenario, bonus)[1]
    known = {one.kind: one.stand for one in stocks if one.stand is not None and one.stand.count > 1}
    already_set = {one.id for one in scenario.position if (one.part, one.field) == worn_by}
    able = {
        id: stand.limit // 2
        for force in scenario.forces
        for id, unit in zip(piece_ids(bench, force), force.units, strict=False)
        if force.side == other.key and id not in already_set and (stand := known.get(unit.kind)) is not None
    }
    losses = dict.fromkeys(able, 0)
    for _ in range(round(sum(able.values()) * abs(bonus) / MOST_BONUS) if field else 0):
        losses[min((id for id in able if losses[id] < able[id]), key=losses.__getitem__)] += 1
    conditions = [StartCondition(part=part, id=id, field=field, value=str(lost)) for id, lost in losses.items() if lost]
    if not conditions:
        return scenario
    words = tr("Units of the {side} start with losses.", side=other.name)
    return scenario.but(position=(*scenario.position, *conditions), briefing=f"{scenario.briefing} {words}".strip())


def with_better_troops(
    scenario: Scenario, bench: EditorSchema, stocks: Sequence[CatalogueEntry], bonus: int
) -> Scenario:
    """Return the same forces with better crews or troops for one side (the first for a bonus above 0) and worse for the
    other. As many steps as the bonus: first each unit of the helped side improves by one in each value that its game
    allows, then those of the other side get worse; then the same again, as far as possible.
    """
    steps = _steps(scenario, bench, {one.kind: one.values for one in stocks if one.values}, bonus)
    units = {force.id: list(force.units) for force in scenario.forces}
    given = steps[: round(len(steps) * abs(bonus) / MOST_BONUS)]
    for force, at, key, value in given:
        units[force][at] = units[force][at].but(changes={**units[force][at].changes, key: value})
    forces = tuple(force.but(units=tuple(units[force.id])) for force in scenario.forces)
    words = tr("Some troops are better or worse than normal: see their cards.") if bench.each and given else ""
    return scenario.but(forces=forces, briefing=f"{scenario.briefing} {words}".strip())


def _steps(
    scenario: Scenario, bench: EditorSchema, known: Mapping[str, Mapping[str, int]], bonus: int
) -> list[tuple[str, int, str, int]]:
    """Return all steps that help a side, in order: (force, unit, value, its new value)."""
    between = {key: range(min(ends), max(ends) + 1) for key, ends in bench.favour.items()}
    now = {
        (force.id, at, key): value
        for force in scenario.forces
        for at, unit in enumerate(force.units)
        for key in bench.favour
        if (value := unit.changes.get(key, known.get(unit.kind, bench.changes).get(key))) is not None
        and value in between[key]
    }
    side_of = {force.id: force.side for force in scenario.forces}
    ends = {key: (least, most, 1 if most > least else -1) for key, (least, most) in bench.favour.items()}
    found: list[tuple[str, int, str, int]] = []
    before = -1
    while before < len(found):
        before = len(found)
        for side, better in zip(_helped_first(scenario, bonus), (True, False), strict=True):
            for key, (least, most, step) in ends.items():
                for id, at, what in list(now):
                    end = most if better else least
                    if side_of[id] == side.key and what == key and now[id, at, key] != end:
                        now[id, at, key] += step if better else -step
                        found.append((id, at, key, now[id, at, key]))
    return found


def pairs_in(system: System, bench: EditorSchema, year: int) -> list[tuple[str, str]]:
    """Return the possible opponents in a year: sides that each have units worth a third of a small budget."""
    assert system.unit_catalogue is not None
    worth: dict[str, int] = dict.fromkeys(bench.flags, 0)
    for one in system.unit_catalogue():
        if one.first <= year <= one.last and one.type not in TRANSPORTS:
            worth[one.nation] += one.points if one.single else bench.budget[0]
    rich = [key for key, flag in bench.flags.items() if flag.years[0] <= year <= flag.years[1]]
    rich = [key for key in rich if worth[key] >= bench.budget[0] // 3]
    if bench.each:  # on land, the first side is everybody's opponent
        return [(bench.sides[0], key) for key in rich if key != bench.sides[0]]
    return [(a, b) for a in rich for b in rich if a != b]


def years_of(system: System, bench: EditorSchema) -> list[int]:
    """Return the years with possible opponents."""
    return [year for year in range(bench.years[0], bench.years[1] + 1) if pairs_in(system, bench, year)]


def _year(system: System, bench: EditorSchema, random: Random, year: int) -> int:
    """Return the year asked for, or the nearest with possible opponents; for 0, a random one."""
    known = years_of(system, bench)
    return min(known, key=lambda one: abs(one - year)) if year else random.choice(known)


def _purses(
    system: System, bench: EditorSchema, random: Random, spec: DrawnForce, when: int
) -> tuple[tuple[str, str], tuple[Budget, Budget]]:
    """Return the two sides and their budgets; try other sides if two rosters do not match."""
    able_pairs = [bench.sides] if bench.fixed_sides else pairs_in(system, bench, when)
    pairs = [random.choice(able_pairs) for _ in range(1 if bench.fixed_sides else PAIRS)]
    worth = spec.budget or random.choice(bench.budget)
    found, least = None, PER_CENT
    for sides in pairs:
        first, second = (_available_units(system, side, when) for side in sides)
        off, purses = match_budgets(first, second, worth, (f"{spec.seed} {sides[0]}", f"{spec.seed} {sides[1]}"))
        if found is None or off < least:
            found, least = (sides, purses), off
        if off <= CLOSE:
            break
    assert found is not None
    return found


def _available_units(system: System, side: str, when: int) -> list[CatalogueEntry]:
    """Return the units of a side available in a year."""
    assert system.unit_catalogue is not None
    return [one for one in system.unit_catalogue() if one.nation == side and one.first <= when <= one.last]


def match_budgets(
    first: Sequence[CatalogueEntry], second: Sequence[CatalogueEntry], worth: int, seeds: tuple[str, str]
) -> tuple[int, tuple[Budget, Budget]]:
    """Return (difference in per cent, budgets within `worth` that buy two forces of nearly the same value). A roster of
    few large ships leaves much of a budget unspent, so of many random forces of each side the first close pair is
    taken, or the closest.
    """
    ours, theirs = (_draw_forces(able, worth, seed) for able, seed in zip((first, second), seeds, strict=True))
    found, least = (ours[0][1], theirs[0][1]), PER_CENT
    for spent, purse in ours:
        for other, there in theirs:
            off = abs(other - spent) * PER_CENT // max(other, spent)
            if off < least:
                found, least = (purse, there), off
            if off <= CLOSE:
                return off, (purse, there)
    return least, found


def _draw_forces(stocks: Sequence[CatalogueEntry], worth: int, seed: str) -> list[tuple[int, Budget]]:
    """Pick forces of a side with many seeds, first for the whole budget, then for less; return points and budget of
    each.
    """
    seeds = [seed, *(f"{seed} {number}" for number in range(1, TRIES))]
    purses = [Budget(worth * part // PER_CENT, one) for part in PARTS for one in seeds]
    return [(sum(one.points for one in pick(stocks, purse.points, Random(purse.seed))), purse) for purse in purses]


def pick(stocks: Sequence[CatalogueEntry], budget: int, random: Random) -> list[CatalogueEntry]:
    """Pick random ships or units for a budget. A slightly larger budget adds to the same force."""
    fighting = [one for one in stocks if one.kind not in (LEADER, "leader_2", MULE) and one.type not in TRANSPORTS]
    singles = [one for one in fighting if one.single]
    order = random.sample(singles, len(singles)) if singles or not fighting else random.choices(fighting, k=TRIES)
    left, chosen = budget, list[CatalogueEntry]()
    for one in order:
        if one.points <= left and len(chosen) < MOST_UNITS:
            chosen.append(one)
            left -= one.points
    return chosen or sorted(fighting, key=lambda one: one.points)[:1]


def _deploy(
    system: System,
    bench: EditorSchema,
    sheet: MapSheet | None,
    scenario: Scenario,
    number: int,
    chosen: list[CatalogueEntry],
) -> Scenario:
    """Return the forces of one side at their start positions: similar ones together, the large ones first."""
    assert system.unit_catalogue is not None
    side = scenario.sides[number].key
    post = bench.posts[number]
    rows = sorted(chosen, key=lambda one: (LARGE.index(one.type) if one.type in LARGE else 0, -one.points))
    if bench.each:
        rows = [one for one in system.unit_catalogue() if one.nation == side and one.kind == LEADER][:1] + rows
    size = bench.most if bench.place != TABLE else max(1, -(-len(rows) // MOST_FORCES))
    last, type_ = "", ""
    placed = 0
    for one in rows:
        before = len(scenario.forces)
        mate = last if one.type == type_ or bench.place == TABLE else ""
        joined = mate if mate and len(_force(scenario, mate).units) < size else ""
        scenario, last = with_unit(scenario, bench, one, side, _board(bench, post.at), joined)
        type_ = one.type
        if len(scenario.forces) > before:
            at = _spot(system, bench, sheet, scenario, last, number, placed)
            scenario = with_force(scenario, last, at=at)
            placed += 1
    return with_derived_fields(scenario, bench)


def _board(bench: EditorSchema, at: Place) -> Place:
    return tuple(value * bench.scale for value in at) if bench.place == TABLE else at


def _force(scenario: Scenario, id: str) -> Force:
    return next(force for force in scenario.forces if force.id == id)


def _spot(
    system: System, bench: EditorSchema, sheet: MapSheet | None, scenario: Scenario, id: str, number: int, placed: int
) -> tuple[int, ...]:
    """Return a legal place for a force: its start position plus `number` steps; on a map, the nearest legal hex."""
    post = bench.posts[number]
    if bench.place == BAND:
        return (max(1, min(bench.size[0], post.at[0] + post.step[0] * (placed % 3))),)
    if bench.place == TABLE:
        return tuple(at + step * placed for at, step in zip(post.at, post.step, strict=True))
    assert bench.place == HEX
    others = {at for force in scenario.forces if force.id != id for at in force.at}
    for radius in range(FAR):
        for hex_ in sorted(ring(post.at[0] + post.step[0] * placed, radius)):
            if hex_ in others:
                continue
            trial = with_force(scenario, id, at=(hex_,))
            if not any(f"forces.{id}:" in fault and "at:" in fault for fault in faults_of(system, trial, sheet)):
                return (hex_,)
    return post.at
