"""Setting up: a scenario becomes the first position. The scenario check refuses what cannot be played."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.flow import Cursor
from rules.kernel.limits import Limit
from rules.kernel.scenario import Force, MapSheet, Scenario, Unit
from rules.nights_of_fury.awards import award_faults
from rules.nights_of_fury.charts import Charts, load_charts
from rules.nights_of_fury.islands import GUADALCANAL
from rules.nights_of_fury.state import (
    FIRST,
    LAST,
    Campaign,
    Division,
    NofScene,
    Ship,
    State,
    fresh_ship,
)
from rules.nws.combat_arithmetic import card_lines, percent_lines, ship_id
from rules.nws.damage_limits import limit_of
from rules.nws.pieces import FORMATIONS
from rules.nws.roster import LAND, ShipClass, load_roster, ship_card


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return the limit of a field; None if it has none. Rules: NoF-DMG-H1, NoF-TOR-H1."""
    return limit_of(state, id, field, "NoF-DMG-H1", "NoF-TOR-H1") if part == "ships" else None


SIDES = ("USN", "IJN")
SPECIALS = ("surprised", "visibility", "island", "rounds")
CHART_OPTIONS = {"USN": "chart_USN", "IJN": "chart_IJN"}  # the option that puts a side under the solitaire chart
OLD_FLETCHER = ("fletcher", "F1")  # class and radar grade as first printed (NoF-CARD-1, NoF-BASE-4)


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the first position of a scenario. Raises ValueError with every problem when it cannot be played.

    Japan's flag stands at band 10, that of the United States at band 1 (NoF-START-1, NoF-START-2). A campaign begins
    with empty bands, and with a card for every ship of the roster.
    """
    faults = check_scenario(scenario, sheet)
    if faults:
        raise ValueError(f"{scenario.key}: " + "; ".join(faults))
    rounds = _number(scenario, "rounds")
    scene = _scene(scenario, options, _everyone(scenario) if rounds else _of_the_scenario(scenario))
    divisions, ships = _muster(scene, scenario.forces)
    return State(
        scene=scene,
        cursor=Cursor(),
        first=scene.sides[0],
        visibility=scenario.conditions.get("visibility", next(iter(scene.charts.spotting.range))),
        mission=scenario.conditions.get("mission", ""),
        turns=scenario.turns,
        divisions=divisions,
        ships=ships,
        titles={key: division.name for key, division in divisions.items()},
        opening=divisions,
        islands={island: band for what, island, band in scenario.special if what == "island"},
        contacts={side: {} for side in scene.sides},
        seen={side: {} for side in scene.sides},
        campaign=Campaign(rounds=rounds) if rounds else None,
    )


def _scene(scenario: Scenario, options: Mapping[str, bool], fleet: dict[str, tuple[str, str, ShipClass]]) -> NofScene:
    """Return what never changes. `fleet`: ship -> (side, name, card)."""
    charts = load_charts()
    cards = {key: _as_printed(card, options) for key, (_, _, card) in fleet.items()}
    lines = {key: _lines(card, charts, options) for key, card in cards.items()}
    a, b = (side.key for side in scenario.sides)
    return NofScene(
        scenario=scenario,
        sheet=None,
        options=dict(options),
        charts=charts,
        cards=cards,
        names={side.key: side.name for side in scenario.sides} | {key: name for key, (_, name, _) in fleet.items()},
        sides=(a, b),
        owner={key: side for key, (side, _, _) in fleet.items()},
        nations={side.key: side.nation for side in scenario.sides},
        lookouts=dict(charts.spotting.lookouts.get(scenario.conditions.get("lookouts", ""), {})),
        handicap={side.key: side.handicap for side in scenario.sides},
        home=dict(charts.movement.home),
        surprise={who: turn for what, who, turn in scenario.special if what == "surprised"},
        month=scenario.date[:7],
        power={key: power for key, (power, _) in lines.items()},
        knots={key: knots for key, (_, knots) in lines.items()},
        weather=tuple((turn, who) for what, who, turn in scenario.special if what == "visibility"),
        charted=frozenset(side for side in SIDES if options[CHART_OPTIONS[side]]),
    )


def _as_printed(card: ShipClass, options: Mapping[str, bool]) -> ShipClass:
    """Give a Fletcher F3 radar, or with the option off F1 as first printed (NoF-CARD-1, NoF-BASE-4)."""
    kind, grade = OLD_FLETCHER
    if card.key != kind or options["fletcher_f3"]:
        return card
    return card.but(radar=min(card.radar, grade))


def _lines(card: ShipClass, charts: Charts, options: Mapping[str, bool]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return firepower and knots at damage levels 0..4: the card's own lines, or the chart's reductions with the option
    off.

    Rules: NoF-GUN-4, NoF-GUN-5, NoF-BASE-H2.
    """
    if options["card_damage_lines"]:
        return card_lines(card, 0)
    return percent_lines(card, 0, charts.damage_by_chart.firepower_percent, charts.damage_by_chart.speed_percent)


def _of_the_scenario(scenario: Scenario) -> dict[str, tuple[str, str, ShipClass]]:
    return {
        ship_id(unit.name): (force.side, unit.name, _card(scenario, unit))
        for force in scenario.forces
        for unit in force.units
    }


def _everyone(scenario: Scenario) -> dict[str, tuple[str, str, ShipClass]]:
    """Return every ship of the roster, for a campaign."""
    fleet = {}
    for name in load_roster().ships:
        card = ship_card(name, "", scenario.date)
        fleet[ship_id(name)] = (card.side, name, card)
    return fleet


def scene_for_month(scene: NofScene, month: str) -> NofScene:
    """Return the scene of a campaign in a month ("1942-10"): every card with the radar of that date (NoF-CAM-H1)."""
    scenario = scene.scenario.but(date=f"{month}-15")
    return _scene(scenario, scene.options, _everyone(scenario)).but(scenario=scene.scenario)


def _muster(scene: NofScene, forces: tuple[Force, ...]) -> tuple[dict[str, Division], dict[str, Ship]]:
    divisions: dict[str, Division] = {}
    ships: dict[str, Ship] = {}
    for force in forces:
        names = tuple(ship_id(unit.name) for unit in force.units)
        division = divisions[force.id] = Division(
            id=force.id,
            side=force.side,
            name=force.name,
            tag=force.tag or force.name,
            band=force.at[0],
            began=force.at[0],
            formation=force.formation or "abreast",
            ships=names,
            flag=names[0],
            traits=force.traits,
        )
        for name in names:
            ships[name] = fresh_ship(scene, name, division)
    return divisions, ships


def _card(scenario: Scenario, unit: Unit) -> ShipClass:
    return ship_card(unit.name, unit.kind, scenario.date, unit.changes)


def _number(scenario: Scenario, special: str) -> int:
    return next((number for what, _, number in scenario.special if what == special), 0)


# ---------------------------------------------------------------------- the check


def check_scenario(scenario: Scenario, sheet: MapSheet | None) -> list[str]:
    """Return everything that keeps a scenario from being played, as sentences for the player."""
    charts = load_charts()
    problems = []
    if scenario.map or sheet is not None:
        problems.append(f"map: this game is played on range bands and has no map; found {scenario.map!r}")
    if sorted(side.key for side in scenario.sides) != sorted(SIDES):
        problems.append(f"sides: expected {' and '.join(SIDES)}; found {', '.join(s.key for s in scenario.sides)}")
    for side in scenario.sides:
        if side.nation not in charts.damage_control.fire_out:
            problems.append(f"sides.{side.key}.nation: expected one of {', '.join(charts.damage_control.fire_out)}")
    if scenario.turns < 1:
        problems.append(f"turns: a battle has at least 1 turn; found {scenario.turns}")
    campaign: bool = any(what == "rounds" for what, _, _ in scenario.special)
    problems += _condition_faults(scenario, charts, campaign)
    for what, who, number in scenario.special:
        problems += [f"special {what}: {fault}" for fault in _special_faults(charts, what, who, number)]
    if campaign and scenario.forces:
        problems.append("forces: a campaign draws its forces itself and names none")
    if campaign and scenario.awards:
        problems.append("awards: a campaign has the points of its missions and no awards")
    taken: set[str] = set()
    for force in scenario.forces:
        problems += [f"forces.{force.id}: {fault}" for fault in _force_faults(scenario, force, charts, taken)]
    for key in SIDES:
        if not campaign and not any(force.side == key for force in scenario.forces):
            problems.append(f"forces: {key} has none")
    return problems + list(award_faults(scenario))


def _condition_faults(scenario: Scenario, charts: Charts, campaign: bool) -> list[str]:
    faults = []
    visibility = scenario.conditions.get("visibility", "")
    if visibility not in charts.spotting.range and not (campaign and not visibility):
        known = ", ".join(charts.spotting.range)
        faults.append(f"conditions.visibility: expected one of {known}; found {visibility!r}")
    lookouts = scenario.conditions.get("lookouts", "")
    if lookouts and lookouts not in charts.spotting.lookouts:
        known = ", ".join(charts.spotting.lookouts)
        faults.append(f"conditions.lookouts: expected one of {known}; found {lookouts!r}")
    mission = scenario.conditions.get("mission", "")
    if mission and mission not in charts.islands.chance:
        known = ", ".join(charts.islands.chance)
        faults.append(f"conditions.mission: expected one of {known}; found {mission!r}")
    return faults


def _special_faults(charts: Charts, what: str, who: str, number: int) -> list[str]:
    if what == "surprised":
        return [] if who in SIDES and number >= 1 else [f"expected a side and its last turn; found {who!r}, {number}"]
    if what == "visibility":
        if who in charts.spotting.range and number >= 1:
            return []
        return [f"expected a visibility and its first turn; found {who!r}, {number}"]
    if what == "rounds":
        return [] if number >= 1 else [f"a campaign has at least 1 round; found {number}"]
    if what != "island":
        return [f"expected one of {', '.join(SPECIALS)}"]
    if who not in charts.islands.names or not FIRST <= number <= LAST:
        known = ", ".join(charts.islands.names)
        return [f"expected one of {known} and a band {FIRST} to {LAST}; found {who!r}, {number}"]
    if who == GUADALCANAL and number not in (FIRST, LAST):
        return [f"Guadalcanal closes an end of the chart and stands in band {FIRST} or {LAST}, not {number}"]
    return []


def _force_faults(scenario: Scenario, force: Force, charts: Charts, taken: set[str]) -> list[str]:
    faults = []
    if len(force.at) != 1 or not FIRST <= force.at[0] <= LAST:
        faults.append(f"at: expected one band, {FIRST} to {LAST}; found {list(force.at)}")
    if force.formation and force.formation not in FORMATIONS:
        faults.append(f"formation: expected one of {', '.join(FORMATIONS)}; found {force.formation!r}")
    most = charts.movement.division_ships
    if not 1 <= len(force.units) <= most:
        faults.append(f"units: a division has 1 to {most} ships, this one {len(force.units)}")
    for unit in force.units:
        if ship_id(unit.name) in taken:
            faults.append(f"units: {unit.name} stands in two divisions")
        taken.add(ship_id(unit.name))
        try:
            card = _card(scenario, unit)
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"units: {unit.name}: {error}")
            continue
        if (card.type == LAND) != ("land" in force.traits):
            faults.append(f"units: {unit.name}: targets on land, and they alone, stand in forces with the trait land")
    return faults
