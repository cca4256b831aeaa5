"""Setting up: a scenario and a map become the first position. The scenario check refuses what cannot be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cache

from rules.kernel.flow import Cursor
from rules.kernel.hexes import FACINGS, neighbour, on_map
from rules.kernel.limits import Limit
from rules.kernel.scenario import Force, MapSheet, Scenario, Unit
from rules.nw_smoke.charts import load_charts
from rules.nw_smoke.state import Division, NwScene, Ship, State
from rules.nws.combat_arithmetic import card_lines, ship_id
from rules.nws.damage_limits import limit_of
from rules.nws.pieces import FORMATIONS
from rules.nws.roster import ShipClass, ship_card


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return the limit of a field; None if it has none. Rules: NW-DMG-H1, NW-TOR-H1."""
    return limit_of(state, id, field, "NW-DMG-H1", "NW-TOR-H1") if part == "ships" else None


MOST_ROOM = 24
SPECIALS = ("surprised", "visibility")


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the first position of a scenario. Raises ValueError with every problem when it cannot be played.

    Firepower and speed by damage are the card's lines, nothing out of action (NW-DMG-H2); a loaded destroyer has less
    firepower while undamaged (NW-LOA-H1).
    """
    faults = check_scenario(scenario, sheet)
    if faults or sheet is None:
        raise ValueError(f"{scenario.key}: " + "; ".join(faults or ["no map"]))
    charts = load_charts()
    ships: dict[str, Ship] = {}
    divisions: dict[str, Division] = {}
    cards: dict[str, ShipClass] = {}
    names = {side.key: side.name for side in scenario.sides}
    power, knots, owner = {}, {}, {}
    for force in scenario.forces:
        ids = tuple(ship_id(unit.name) for unit in force.units)
        divisions[force.id] = _division(force, ids)
        names[force.id] = force.name
        for name, unit in zip(ids, force.units, strict=True):
            card = _card(scenario, unit)
            cards[name], names[name], owner[name] = card, unit.name, force.side
            burdened = "loaded" in force.traits and card.type == "DD"  # destroyers alone (NW-LOA-H1)
            loaded = charts.gunnery.loaded_firepower if burdened else 0
            power[name], knots[name] = card_lines(card, loaded)
            ships[name] = Ship(id=name, division=force.id, salvos=card.salvos)
    a, b = (side.key for side in scenario.sides)
    sea = sheet.sea()
    visibility = scenario.conditions["visibility"]
    scene = NwScene(
        scenario=scenario,
        sheet=sheet,
        options=dict(options),
        charts=charts,
        cards=cards,
        names=names,
        tags={force.id: force.tag for force in scenario.forces},
        sides=(a, b),
        land=sheet.land(),
        sea=sea,
        room=_room(sea, sheet.columns, sheet.rows),
        owner=owner,
        nations={side.key: side.nation for side in scenario.sides},
        lookouts=dict(charts.spotting.lookouts.get(scenario.conditions.get("lookouts", ""), {})),
        handicap={side.key: side.handicap for side in scenario.sides},
        power=power,
        knots=knots,
        opening=dict(divisions),
        heavy_seas=scenario.conditions.get("seas") == "heavy",
        month=scenario.date[:7],
        surprise={who: number for what, who, number in scenario.special if what == "surprised"},
        fresh=dict(ships),
        visibility_changes=tuple((number, who) for what, who, number in scenario.special if what == "visibility"),
    )
    return State(
        scene=scene,
        cursor=Cursor(),
        first=a,
        visibility=visibility,
        divisions=divisions,
        ships=ships,
        contacts={a: {}, b: {}},
        seen={a: {}, b: {}},
    )


def _division(force: Force, ids: tuple[str, ...]) -> Division:
    """Return a division as a scenario has it."""
    return Division(
        id=force.id,
        side=force.side,
        name=force.name,
        hex=force.at[0],
        facing=FACINGS.index(force.facing),
        speed=force.speed,
        ran=force.speed,
        formation=force.formation or "abreast",
        ships=ids,
        traits=force.traits,
        smoking="smoke_card" in force.traits,
        track=(force.at[0],),
    )


def _card(scenario: Scenario, unit: Unit) -> ShipClass:
    return ship_card(unit.name, unit.kind, scenario.date, unit.changes)


@cache
def _room(sea: bytes, columns: int, rows: int) -> bytes:
    """Return for each hex the distance to the nearest hex where a ship cannot be (at most 24)."""
    room = bytearray(10_000)
    queue: deque[int] = deque()
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            h = column * 100 + row
            room[h] = MOST_ROOM
            around = [neighbour(h, facing) for facing in range(6)]
            if not sea[h]:
                room[h] = 0
                queue.append(h)
            elif not all(on_map(other, columns, rows) for other in around):
                room[h] = 1
                queue.append(h)
    while queue:
        h = queue.popleft()
        for facing in range(6):
            other = neighbour(h, facing)
            if on_map(other, columns, rows) and room[other] > room[h] + 1:
                room[other] = room[h] + 1
                queue.append(other)
    return bytes(room)


# ---------------------------------------------------------------------- the check


def check_scenario(scenario: Scenario, sheet: MapSheet | None) -> list[str]:
    """Return everything that keeps a scenario from being played, as sentences for the player."""
    if sheet is None:
        return [f"map: this game is played on a hex map; {scenario.map!r} was not found"]
    charts = load_charts()
    problems = []
    visibility = scenario.conditions.get("visibility", "")
    if visibility not in charts.spotting.range:
        known = ", ".join(charts.spotting.range)
        problems.append(f"conditions.visibility: expected one of {known}; found {visibility!r}")
    if scenario.conditions.get("seas", "calm") not in ("calm", "heavy"):
        problems.append(f"conditions.seas: expected calm or heavy; found {scenario.conditions['seas']!r}")
    for what, who, _ in scenario.special:
        if what not in SPECIALS:
            problems.append(f"special: expected one of {', '.join(SPECIALS)}; found {what!r}")
        if what == "visibility" and who not in charts.spotting.range:
            problems.append(f"special: there is no visibility {who!r}")
    for side in scenario.sides:
        if side.nation not in charts.damage_control.fire_out:
            problems.append(f"sides.{side.key}.nation: expected one of {', '.join(charts.damage_control.fire_out)}")
    taken: set[str] = set()
    sea = sheet.sea()
    for force in scenario.forces:
        problems += [f"forces.{force.id}: {fault}" for fault in _force_faults(scenario, force, sea, taken)]
    return problems


def _force_faults(scenario: Scenario, force: Force, sea: bytes, taken: set[str]) -> list[str]:
    faults = []
    if len(force.at) != 1 or not 0 < force.at[0] < len(sea) or not sea[force.at[0]]:
        faults.append(f"at: expected one sea hex of the map {scenario.map}; found {list(force.at)}")
    if force.facing not in FACINGS:
        faults.append(f"facing: expected one of {', '.join(FACINGS)}; found {force.facing!r}")
    if force.formation and force.formation not in FORMATIONS:
        faults.append(f"formation: expected one of {', '.join(FORMATIONS)}; found {force.formation!r}")
    if not 1 <= len(force.units) <= load_charts().movement.division_ships:
        faults.append(f"units: a division has 1 to 6 ships, this one {len(force.units)}")
    for unit in force.units:
        if ship_id(unit.name) in taken:
            faults.append(f"units: {unit.name} stands in two divisions")
        taken.add(ship_id(unit.name))
        try:
            _card(scenario, unit)
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"units: {unit.name}: {error}")
    return faults
