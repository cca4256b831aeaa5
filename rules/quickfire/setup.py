"""Set-up: the first position of a scenario. The scenario check refuses what cannot be played."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.flow import Cursor
from rules.kernel.inches import Point, Polygon, offset, point_in_polygon
from rules.kernel.limits import Limit
from rules.kernel.scenario import Force, MapSheet, Scenario, Unit
from rules.quickfire.charts import MM, load_charts, sinking_number
from rules.quickfire.roster import ShipCard, ship_card
from rules.quickfire.state import BOXES, EDGES, Clause, QfScene, Rung, Ship, State

MOST_ROLLED = 12  # highest total of two dice


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return the limits of a field; None if it has none.

    Rules: QF-SNK-3, QF-DMG-H4, QF-TOR-4, QF-REP-1, QF-DMG-H2, QF-MOV-H6.
    """
    if part != "ships":
        return None
    card, name = state.scene.cards[id], state.scene.names[id]
    match field:
        case "speed_hits":
            number = sinking_number(card.size_quarters)
            extra = MOST_ROLLED - 1 - number
            why = f"with more than {extra} beyond her {BOXES} boxes any roll sinks {name}"
            return Limit(why=why, rule="QF-SNK-3", most=BOXES + extra)
        case "heavy_hits":
            return Limit(why=f"the heavy ROF of {name} is {card.rof_heavy}", rule="QF-DMG-H4", most=card.rof_heavy)
        case "light_hits":
            return Limit(why=f"the light ROF of {name} is {card.rof_light}", rule="QF-DMG-H4", most=card.rof_light)
        case "torpedo":
            return Limit(why=f"the torpedo rating of {name} is {card.torpedo}", rule="QF-TOR-4", most=card.torpedo)
        case "repair_dice":
            return Limit(why=f"{name} has {card.repair} repair dice", rule="QF-REP-1", most=card.repair)
        case "fires":
            return Limit(why="a fire burns or is out", rule="QF-DMG-H2")
        case "rudder_hits":
            return Limit(why="a direction hit was made or not", rule="QF-MOV-H6")
    return None


TABLE = "1600x1000"  # millimetres (QF-MOV-H2)
CORNERS = ("north_east", "south_east", "south_west", "north_west")
EXITS = {f"exit_{edge}": edge for edge in (*EDGES, *CORNERS)}
SPECIALS = (*EXITS, "first_out", "spacing")
FATES = ("lost", "sunk", "out", "away", "sound", "kept", "fit")
FORMATIONS = ("", "ahead", "abreast")
AT_ONCE, AT_END, LAND = "at once", "at end", "land "


def ship_id(name: str) -> str:
    """Return a ship's id: her name in lower case, without spaces."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the first position of a scenario. Raises ValueError with every problem when it cannot be played.

    Rules: QF-MOV-2, QF-MOV-H1, QF-OPT-201, QF-SHIP-5.
    """
    faults = check_scenario(scenario, sheet)
    if faults:
        raise ValueError(f"{scenario.key}: " + "; ".join(faults))
    charts = load_charts()
    cards: dict[str, ShipCard] = {}
    ships: dict[str, Ship] = {}
    names = {side.key: side.name for side in scenario.sides}
    forces, station = {}, {}
    for force in scenario.forces:
        spacing = _spacing(scenario, force)
        for number, unit in enumerate(force.units):
            name = ship_id(unit.name)
            cards[name], names[name], forces[name] = _card(unit), unit.name, force.id
            station[name] = spacing
            ships[name] = _ship(force, number, spacing, cards[name])
    a, b = (side.key for side in scenario.sides)
    width, height = _table(scenario)
    moves = charts.movement
    percent = moves.percent_200 if options["speed_200"] else moves.percent_150 if options["speed_150"] else 100
    scene = QfScene(
        scenario=scenario,
        sheet=sheet,
        options=dict(options),
        charts=charts,
        cards=cards,
        names=names,
        sides=(a, b),
        owner={name: ship.side for name, ship in ships.items()},
        forces=forces,
        profile="B" if options["profile_b"] else "A",
        phases=(1 if options["single_gunnery_phase"] else charts.gunnery.gunnery_phases)
        + options["third_gunnery_phase"],
        width=width,
        height=height,
        land=land(scenario),
        box={name: card.speed * MM * percent // (100 * BOXES) for name, card in cards.items()},
        station=station,
        length={name: _model(card.length_ft) for name, card in cards.items()},
        beam={name: _model(card.beam_ft) for name, card in cards.items()},
        exits={
            side: tuple(EXITS[what] for what, who, _ in scenario.special if who == side and what in EXITS)
            for side in (a, b)
        },
        handicap={side.key: side.handicap for side in scenario.sides},
        ladder=ladder(scenario),
        first_out=any(what == "first_out" for what, _, _ in scenario.special),
        fresh=dict(ships),
    )
    return State(scene=scene, cursor=Cursor(), first=a, ships=ships)


def _model(feet: int) -> int:
    """Return the size of a ship's model in thousandths of a millimetre (QF-RAM-H5)."""
    return feet * 304_800 // load_charts().movement.model_scale


def _spacing(scenario: Scenario, force: Force) -> int:
    """Return the distance between ships of a force in line, in thousandths of a millimetre (QF-MOV-H5)."""
    said = [number for what, who, number in scenario.special if what == "spacing" and who == force.id]
    return (said[0] if said else load_charts().movement.spacing_mm) * MM


def _ship(force: Force, number: int, spacing: int, card: ShipCard) -> Ship:
    facing = int(force.facing)
    abreast = force.formation == "abreast"
    head: Point = (force.at[0] * MM, force.at[1] * MM)
    x, y = offset(head, facing, 0, spacing * number) if abreast else offset(head, facing, -spacing * number, 0)
    ahead = "" if abreast or not number else ship_id(force.units[number - 1].name)
    return Ship(
        id=ship_id(force.units[number].name),
        side=force.side,
        x=x,
        y=y,
        facing=facing,
        ran=force.speed,
        ahead=ahead,
        track=((x, y),),
        torpedo=card.torpedo,
        repair_dice=card.repair,
    )


def _card(unit: Unit) -> ShipCard:
    return ship_card(unit.name, unit.kind, unit.changes)


def _table(scenario: Scenario) -> tuple[int, int]:
    width, _, height = scenario.conditions.get("table", TABLE).partition("x")
    return int(width) * MM, int(height) * MM


def land(scenario: Scenario) -> tuple[tuple[str, Polygon], ...]:
    """Return the land on the table, from conditions "land NAME" that list corners in millimetres: 0,0 1600,0 1600,60.

    Raises ValueError for text that cannot be read.
    """
    found = []
    for key, text in scenario.conditions.items():
        if key.startswith(LAND):
            corners = [word.partition(",") for word in text.split()]
            if len(corners) < 3 or not all(x.isdecimal() and y.isdecimal() for x, _, y in corners):
                raise ValueError(f"{key}: expected at least three corners as x,y in millimetres; found {text!r}")
            found.append((key.removeprefix(LAND), tuple((int(x) * MM, int(y) * MM) for x, _, y in corners)))
    return tuple(found)


# ---------------------------------------------------------------------- results


def ladder(scenario: Scenario) -> tuple[Rung, ...]:
    """Return the results a scenario names in its conditions, in order.

    Raises ValueError for text that cannot be read.
    """
    rungs = []
    for key, text in scenario.conditions.items():
        if key.startswith((AT_ONCE, AT_END)):
            rungs.append(_victory_rung(scenario, text, key.startswith(AT_ONCE)))
    return tuple(rungs)


def _victory_rung(scenario: Scenario, text: str, at_once: bool) -> Rung:
    parts = [part.strip() for part in text.split(";")]
    if len(parts) != 3:
        raise ValueError(f"expected side; title; what must have happened; found {text!r}")
    winner, title, words = parts
    sides = [side.key for side in scenario.sides]
    if winner != "-" and winner not in sides:
        raise ValueError(f"no side is called {winner!r}")
    clauses = tuple(_clause(scenario, clause.split()) for clause in words.split("&"))
    return Rung(winner="" if winner == "-" else winner, title=title, clauses=clauses, at_once=at_once, text=words)


def _clause(scenario: Scenario, words: list[str]) -> Clause:
    """Read a clause FATE SIDE NUMBER, with an optional class or ship: lost US 1 capital."""
    if not 3 <= len(words) <= 4 or words[0] not in FATES:
        raise ValueError(f"expected one of {', '.join(FATES)}, a side, a number or all; found {' '.join(words)!r}")
    if words[1] not in [side.key for side in scenario.sides]:
        raise ValueError(f"no side is called {words[1]!r}")
    if words[2] != "all" and not (words[2].isdecimal() and 0 < int(words[2]) < 100):
        raise ValueError(f"expected a number from 1, or all; found {words[2]!r}")
    what = words[3] if len(words) == 4 else ""
    ships = {ship_id(unit.name) for force in scenario.forces for unit in force.units}
    if what and what not in ("capital", "cruiser", "light") and what not in ships:
        raise ValueError(f"expected capital, cruiser, light or a ship; found {what!r}")
    return Clause(words[0], words[1], 0 if words[2] == "all" else int(words[2]), what)


# ---------------------------------------------------------------------- the check


def check_scenario(scenario: Scenario, _sheet: MapSheet | None) -> list[str]:
    """Return everything that keeps a scenario from being played, as sentences."""
    problems = []
    sides = [side.key for side in scenario.sides]
    forces = [force.id for force in scenario.forces]
    size = scenario.conditions.get("table", TABLE).split("x")
    if len(size) != 2 or not all(word.isdecimal() and 200 <= int(word) <= 4000 for word in size):
        problems.append(f"conditions.table: expected width x height of 200 to 4000 mm; found {'x'.join(size)!r}")
        return problems
    try:
        ladder(scenario)
        land(scenario)
    except ValueError as error:
        problems.append(f"conditions: {error}")
        return problems
    for what, who, number in scenario.special:
        if what not in SPECIALS:
            problems.append(f"special: expected one of {', '.join(SPECIALS)}; found {what!r}")
        elif what in EXITS and who not in sides:
            problems.append(f"special: {what}: no side is called {who!r}")
        elif what == "spacing" and (who not in forces or not 20 <= number <= 400):
            problems.append(f"special: spacing: expected a force and 20 to 400 mm; found {who!r}, {number}")
    for side in sides:
        if not any(force.side == side for force in scenario.forces):
            problems.append(f"forces: {side} has no ship")
    taken: set[str] = set()
    for force in scenario.forces:
        problems += [f"forces.{force.id}: {fault}" for fault in _force_faults(scenario, force, taken)]
    return problems


def _force_faults(scenario: Scenario, force: Force, taken: set[str]) -> list[str]:
    faults = []
    if len(force.at) != 2:
        faults.append(f"at: expected millimetres from the west and from the north edge; found {list(force.at)}")
    if not (force.facing.isdecimal() and len(force.facing) == 3 and int(force.facing) < 360):
        faults.append(f"facing: expected degrees 000 to 359; found {force.facing!r}")
    if not 0 <= force.speed <= BOXES:
        faults.append(f"speed: expected 0 to {BOXES} boxes; found {force.speed}")
    if force.formation not in FORMATIONS:
        faults.append(f"formation: expected ahead or abreast; found {force.formation!r}")
    if not force.units:
        faults.append("units: a force has at least one ship")
    for unit in force.units:
        if ship_id(unit.name) in taken:
            faults.append(f"units: {unit.name} stands in two forces")
        taken.add(ship_id(unit.name))
        try:
            _card(unit)
        except ValueError as error:
            faults.append(f"units: {error}")
    if faults:
        return faults
    width, height = _table(scenario)
    for number, unit in enumerate(force.units):
        ship = _ship(force, number, _spacing(scenario, force), _card(unit))
        if not (0 <= ship.x <= width and 0 <= ship.y <= height):
            faults.append(f"units: {unit.name} would stand off the table, at {ship.x // MM}, {ship.y // MM} mm")
        for title, corners in land(scenario):
            if point_in_polygon((ship.x, ship.y), corners):
                faults.append(f"units: {unit.name} would stand on {title}, at {ship.x // MM}, {ship.y // MM} mm")
    return faults
