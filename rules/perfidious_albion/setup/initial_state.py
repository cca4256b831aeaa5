"""The first position of a scenario with fixed forces; a scenario that cannot be played is refused."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.flow import Cursor
from rules.kernel.inches import Point, offset
from rules.kernel.scenario import Force, MapSheet, Scenario, Unit
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.records.state import PaScene, Ship, Squadron, State
from rules.perfidious_albion.setup.purchase_pool import build_pool, in_setup, on_sale, open_table, piece_id
from rules.perfidious_albion.ships import conditions
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.ships.points import admiral_cost, fort_cost, whole_points
from rules.perfidious_albion.ships.roster import load_roster
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.unit_catalogue import commission, slug

APART = 3_000  # thousandths of an inch between ships not placed yet


def full_roster(state: State) -> State | None:
    """Return one ship of each class on sale for each side, by class name; None once fleets are placed.

    Rules: PA-2.1-17, PA-SCN-H1.
    """
    if not in_setup(state) or state.ships:
        return None
    ships, names = {}, dict(state.scene.names)
    for row, side in enumerate(state.scene.sides):
        for place, (key, card) in enumerate(on_sale(state.scene).items()):
            id = piece_id(key, side, 1)
            names[id] = card.title
            at = (APART * (place + 1), APART * (row + 1))
            boats = 2 if card.torpedo_craft else 1
            ships[id] = commission(card.title, side, "", card, at, 0, 0, card.default_cq, boats).but(id=id)
    return state.but(scene=state.scene.but(names=names), ships=ships)


FORMATIONS = ("", "ahead", "abreast")


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the first position of a scenario. Raises ValueError with every problem when it cannot be played.

    Rules: PA-2.1-1, PA-2.1-2, PA-TAB-H3, PA-SCN-H1.
    """
    faults = check_scenario(scenario, sheet)
    if faults:
        raise ValueError(f"{scenario.key}: " + "; ".join(faults))
    day, roster = conditions.day_of(scenario), load_roster()
    forts, batteries = conditions.forts_of(scenario), conditions.batteries_of(scenario)
    fields, target = (
        conditions.fields_of(scenario, options.get("printed_minefield", False)),
        conditions.target_of(scenario),
    )
    cards: dict[str, ShipCard] = {}
    carried = conditions.designs_of(scenario)
    ships: dict[str, Ship] = {}
    squadrons: dict[str, Squadron] = {}
    names = {side.key: side.name for side in scenario.sides}
    for force in scenario.forces:
        spacing = spacing_of(scenario, force)
        for number, unit in enumerate(force.units):
            card, key = conditions.unit_card(unit, carried), slug(unit.name)
            cards[key], names[key] = card, unit.name
            ships[key] = _ship(force, number, spacing, unit, card)
        squadrons[force.id], names[force.id] = _squadron(force), force.name
    names.update({fort.id: fort.name for fort in forts})
    names.update({battery.id: battery.name for battery in batteries})
    names.update({field.id: _field_name(scenario, field.id) for field in fields})
    if target is not None:
        names["target"] = roster.targets[target.chart].title
    if day.open_setup:
        known = build_pool(scenario)
        cards.update(known.cards)
        names.update(known.names)
    a, b = (side.key for side in scenario.sides)
    scene = PaScene(
        scenario=scenario,
        sheet=sheet,
        options=dict(options),
        charts=load_charts(),
        cards=cards,
        forts=roster.forts,
        targets=roster.targets,
        names=names,
        sides=(a, b),
        mission=day.mission,
        attacker=day.attacker,
        width=day.width,
        height=day.height,
        open_setup=day.open_setup,
        setup=_setup(day),
        special=scenario.special,
    )
    state = State(
        scene=scene,
        cursor=Cursor(),
        first=a,
        low=b,
        sea=day.sea,
        visibility=day.visibility or load_charts().weather.visibility_mils[-1],
        night=day.night,
        baseline=day.baseline,
        terrain=conditions.terrain_of(scenario),
        boxes=conditions.boxes_of(scenario),
        ships=ships,
        squadrons=squadrons,
        fields={field.id: field for field in fields},
        batteries={battery.id: battery for battery in batteries},
        forts={fort.id: fort for fort in forts},
        target=target,
        lost_points={a: 0, b: 0},
        cargo_total=day.cargo_total or sum(ship.cargo for ship in ships.values()),
        bombardment_declared=day.declared_turns,
        budget=day.budget,
        admirals=day.admirals,
    )
    if day.open_setup:
        return open_table(state)
    return state.but(
        ships={key: at_rest(state, ship) for key, ship in ships.items()},
        values={side: original_value(state, side) for side in (a, b)},
    )


def _setup(day: conditions.Day) -> dict[str, int]:
    """Return the scenario's numbers that the set-up and the initiative use."""
    found = {f"budget {side}": number for side, number in day.budget.items()}
    return {**found, "declared": day.declared_turns, "cargo": day.cargo_total}


def original_value(state: State, side: str) -> int:
    """Return what a side's ships, works, minefields and commanders are worth at the start, in points.

    Rules: PA-2.1-17, PA-2.2-11, PA-2.2-21, PA-PTS-H3, PA-TAB-H8.
    """
    cards = state.scene.cards
    ships = sum(cards[ship.id].pv[ship.cq] * ship.boats for ship in state.ships.values() if ship.side == side)
    forts = sum(whole_points(fort_cost(fort.cq)) for fort in state.forts.values() if fort.side == side)
    batteries = sum(battery.cost for battery in state.batteries.values() if battery.side == side)
    fields = sum(field.cost for field in state.fields.values() if field.side == side)
    return ships + forts + batteries + fields + whole_points(admiral_cost(state.admirals.get(side, 0)))


def spacing_of(scenario: Scenario, force: Force) -> int:
    """Return milli-inches from ship to ship of a squadron in line. Rule: PA-SET-H1."""
    said = [number for what, who, number in scenario.special if what == "spacing" and who == force.id]
    return said[0] if said else load_charts().movement.spacing_mils


def _ship(force: Force, number: int, spacing: int, unit: Unit, card: ShipCard) -> Ship:
    said, heading = unit.changes, unit.changes.get("heading", int(force.facing or 0))
    at: Point = (force.at[0], force.at[1])
    at = (
        offset(at, heading, 0, spacing * number)
        if force.formation == "abreast"
        else offset(at, heading, -spacing * number, 0)
    )
    if "x" in said:
        at = said["x"], said["y"]
    anchored = "anchored" in force.traits
    speed = 0 if anchored else min(force.speed, card.speed)
    ship = commission(
        unit.name, force.side, force.id, card, at, heading, speed, said.get("cq", 0), said.get("boats", 1)
    )
    return ship.but(
        stopped="anchored" if anchored else "", surprised="surprised" in force.traits, cargo=said.get("cargo", 0)
    )


def _squadron(force: Force) -> Squadron:
    return Squadron(
        id=force.id,
        side=force.side,
        name=force.name,
        ships=tuple(slug(unit.name) for unit in force.units),
        flagship=any(unit.changes.get("flagship") for unit in force.units),
        patrol="patrol" in force.traits,
        anchored="anchored" in force.traits,
    )


def _field_name(scenario: Scenario, field: str) -> str:
    keys = (key.partition(" ")[2] for key in scenario.conditions if key.startswith("minefield "))
    return next((name for name in keys if slug(name) == field), field)


# ---------------------------------------------------------------------- the check


def check_scenario(scenario: Scenario, _sheet: MapSheet | None) -> list[str]:
    """Return everything that keeps a scenario from being played, as sentences."""
    problems = conditions.text_faults(scenario)
    if problems:
        return problems
    day = conditions.day_of(scenario)
    problems += _force_faults(scenario, day)
    if not day.open_setup:
        problems += _fixed_faults(scenario, day)
    return problems


def _force_faults(scenario: Scenario, day: conditions.Day) -> list[str]:
    """Return names that occur twice, places off the table, unknown headings and formations."""
    problems, taken = [], {"target", *(side.key for side in scenario.sides), *(force.id for force in scenario.forces)}
    works = [fort.id for fort in conditions.forts_of(scenario)]
    works += [battery.id for battery in conditions.batteries_of(scenario)] + [
        field.id for field in conditions.fields_of(scenario)
    ]
    ships = [slug(unit.name) for force in scenario.forces for unit in force.units]
    for name in (*ships, *works):
        if name in taken:
            problems.append(f"the name {name!r} is used twice; every ship, squadron, work and field needs its own")
        taken.add(name)
    carried = conditions.carried_by(scenario)
    for force in scenario.forces:
        where = f"forces.{force.id}"
        if force.facing and not (force.facing.isdecimal() and int(force.facing) < 360 and int(force.facing) % 5 == 0):
            problems.append(f"{where}.facing: expected 000 to 355 in steps of 5, found {force.facing!r}")
            continue
        if force.formation not in FORMATIONS:
            problems.append(f"{where}.formation: expected ahead or abreast, found {force.formation!r}")
        if len(force.at) != 2:
            problems.append(f"{where}.at: expected x, y in thousandths of an inch, found {force.at}")
            continue
        spacing = spacing_of(scenario, force)
        for number, unit in enumerate(force.units):
            ship = _ship(force, number, spacing, unit, conditions.unit_card(unit, carried))
            if not (0 <= ship.x <= day.width and 0 <= ship.y <= day.height):
                problems.append(f"{where}: {unit.name} stands off the table, at {ship.x},{ship.y}")
    return problems


def _fixed_faults(scenario: Scenario, day: conditions.Day) -> list[str]:
    """Return what is missing for a battle with fixed forces."""
    problems = []
    for side in (side.key for side in scenario.sides):
        if not any(force.side == side and force.units for force in scenario.forces):
            problems.append(f"forces: {side} has no ship")
        if side not in day.baseline:
            problems.append(f"conditions: expected a base line for {side} (PA-2.1-9)")
    if not day.visibility:
        problems.append("conditions.visibility: expected inches, as the forces are fixed (PA-2.1-15)")
    if day.mission == conditions.CONVOY and not any(box.kind == "exit" for box in conditions.boxes_of(scenario)):
        problems.append("conditions.exit_box: a convoy needs one (PA-2.1-40)")
    if day.mission == conditions.BOMBARDMENT and (conditions.target_of(scenario) is None or not day.declared_turns):
        problems.append("conditions: a bombardment needs a target and declared_turns (PA-2.1-52, PA-2.1-59)")
    return problems
