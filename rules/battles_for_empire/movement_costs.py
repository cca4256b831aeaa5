"""The map prepared for movement: the cost of every step for each kind of mover, and obstacles on hexsides."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from rules.battles_for_empire.charts import Charts, Ground, load_charts
from rules.kernel.derived import Memo, derived
from rules.kernel.hexes import Hex, line, neighbour, on_map
from rules.kernel.record import Record
from rules.kernel.scenario import GROUND_NAMES, MapSheet

Mover: TypeAlias = Literal["formed", "open", "mounted", "guns", "rider"]
MOVERS: tuple[Mover, ...] = ("formed", "open", "mounted", "guns", "rider")
Step: TypeAlias = tuple[Hex, int, bool]  # the hex entered, its cost in hexes, whether it disorders
Steps: TypeAlias = tuple[Step | None, Step | None, Step | None, Step | None, Step | None, Step | None]

PLACE = "objective"  # the names of zones a side may have to hold begin like this
ANYTHING = 1  # what a leader pays for ground that troops may not enter


class MovementMap(Record, frozen=True, kw_only=True):
    """A map as troops meet it. `steps[mover][hex]` holds six steps, by direction; None where it may not go.

    `memo` keeps what follows from the map alone, for all games on it (rules/kernel/derived.py).
    """

    sheet: MapSheet
    steps: dict[str, dict[Hex, Steps]]
    ways: dict[str, dict[Hex, tuple[tuple[Hex, int], ...]]]  # the steps there are: (hex entered, its cost)
    obstacles: dict[tuple[Hex, Hex], str]  # both ways: wall, laager, zareba
    inside: dict[Hex, tuple[tuple[Hex, str], ...]]  # the hex that owns an obstacle -> (the hex beyond it, kind)
    exits: dict[str, frozenset[Hex]]
    entries: dict[tuple[str, str], tuple[Hex, ...]]  # (side, name of the edge) -> its hexes
    memo: Memo = {}


@derived()
def open_reach(country: MovementMap, start: Hex, mover: str, budget: int) -> tuple[Hex, ...]:
    """Return the hexes one kind of mover can reach within a budget, with nobody in the way."""
    return hexes_within_march(country, start, mover, budget, frozenset())


def hexes_within_march(
    country: MovementMap, start: Hex, mover: str, budget: int, enemies: frozenset[Hex]
) -> tuple[Hex, ...]:
    """Return the hexes a mover can reach within a budget, with enemies in the way."""
    ways = country.ways[mover]
    best = {start: 0}
    rings: list[list[Hex]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        for here in ring:
            if best[here] != spent:
                continue
            for there, cost in ways[here]:
                total = spent + cost
                if total <= budget and there not in enemies and total < best.get(there, budget + 1):
                    best[there] = total
                    rings[total].append(there)
    return tuple(sorted(h for h in best if h != start))


@derived()
def objective_hexes(country: MovementMap, side: str) -> frozenset[Hex]:
    """Return the places a side has to hold. Rule: BFE-VIC-H3."""
    zones = country.sheet.zones
    return frozenset(h for zone in zones if zone.side == side and zone.name.startswith(PLACE) for h in zone.hexes)


@derived()
def seen_between(country: MovementMap, a: Hex, b: Hex) -> bool:
    """Return whether terrain alone leaves the view clear from hex to hex (BFE-TER-H3)."""
    sheet = country.sheet
    low = max(sheet.level_at(a), sheet.level_at(b))
    return not any(all(_stops_a_look(sheet, h, low) for h in cell) for cell in line(a, b)[1:-1])


def _stops_a_look(sheet: MapSheet, h: Hex, low: int) -> bool:
    """Return whether a hex stops a look that starts and ends no higher than `low`; off the map nothing does."""
    word = sheet.ground_at(h)
    return bool(word) and (load_charts().ground[word].blocks or sheet.level_at(h) > low)


@cache
def survey_map(sheet: MapSheet) -> MovementMap:
    """Make a map ready: costs of every step for every kind of mover. Rules: BFE-TER-H1, BFE-TER-H3, BFE-TER-H5."""
    charts = load_charts()
    obstacles: dict[tuple[Hex, Hex], str] = {}
    inside: dict[Hex, tuple[tuple[Hex, str], ...]] = {}
    for h, direction, kind in sheet.sides:
        beyond = neighbour(h, direction)
        obstacles[(h, beyond)] = obstacles[(beyond, h)] = kind
        inside[h] = (*inside.get(h, ()), (beyond, kind))
    hexes = [
        column * 100 + row
        for column in range(1, sheet.columns + 1)
        for row in range(1, sheet.rows + 1)
        if sheet.terrain[column * 100 + row] in GROUND_NAMES
    ]
    steps = {
        mover: {
            h: tuple(_step(sheet, charts, obstacles, mover, h, neighbour(h, direction)) for direction in range(6))
            for h in hexes
        }
        for mover in MOVERS
    }
    return MovementMap(
        sheet=sheet,
        steps=steps,  # type: ignore[arg-type]
        ways={
            mover: {h: tuple(step[:2] for step in row if step is not None) for h, row in rows.items()}
            for mover, rows in steps.items()
        },
        obstacles=obstacles,
        inside=inside,
        exits={
            side: frozenset(
                h for zone in sheet.zones if zone.purpose == "exit" and zone.side == side for h in zone.hexes
            )
            for side in sorted({zone.side for zone in sheet.zones})
        },
        entries={(zone.side, zone.name): zone.hexes for zone in sheet.zones if zone.purpose == "entry"},
    )


def _step(
    sheet: MapSheet, charts: Charts, obstacles: dict[tuple[Hex, Hex], str], mover: Mover, here: Hex, there: Hex
) -> Step | None:
    """Return one step of one kind of mover, or None where it may not go."""
    if not on_map(there, sheet.columns, sheet.rows) or sheet.terrain[there] not in GROUND_NAMES:
        return None
    ground = charts.ground[sheet.ground_at(there)]
    cost = _entering(ground, mover)
    if cost is None:
        return None
    obstacle = obstacles.get((here, there))
    if obstacle is not None and mover != "rider":
        side = charts.sides[obstacle]
        extra = side.guns if mover == "guns" else side.mounted if mover == "mounted" else side.foot
        if extra is None:
            return None
        cost += extra
    climb = sheet.level_at(there) - sheet.level_at(here)
    if climb > 0 and mover != "rider":
        hill = charts.hill
        cost += climb * (hill.guns if mover == "guns" else hill.mounted if mover == "mounted" else hill.foot)
    return there, cost, ground.disorders and mover != "rider"


def _entering(ground: Ground, mover: Mover) -> int | None:
    if mover == "rider":
        return ground.mounted if ground.mounted is not None else ANYTHING if ground.foot is not None else None
    if mover == "guns":
        return ground.guns
    if mover == "mounted":
        return ground.mounted
    return None if mover == "formed" and not ground.formed else ground.foot
