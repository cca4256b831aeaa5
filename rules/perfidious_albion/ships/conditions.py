"""The conditions of a scenario: land, works, mines, boxes and weather, read from its text into plain records.

conditions: `mission`, `setup`, `attacker`, `table`, `sea`, `visibility` (inches), `night`, `baseline SIDE`,
`admirals SIDE`, `budget SIDE`, `declared_turns`, `cargo_total`, `land NAME`, `fort NAME`, `battery NAME`,
`minefield NAME`, `target`, `entry_box`, `exit_box`, `design NAME` (the text of its file).
Places are x,y in thousandths of an inch from the north-west corner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.inches import Point
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario, Unit
from rules.perfidious_albion.records.charts import GRADES, INCH, QUALITIES, load_charts
from rules.perfidious_albion.records.state import EDGES, Battery, Box, Fort, Minefield, Target, Terrain
from rules.perfidious_albion.ships.dockyard import DESIGN, sent_card
from rules.perfidious_albion.ships.points import battery_cost, minefield_cost, whole_points
from rules.perfidious_albion.ships.roster import changed_card, fort_card, ship_card, target_card
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.unit_catalogue import fort, slug

FLEET, CONVOY, BOMBARDMENT, SPECIAL = MISSIONS = ("fleet", "convoy", "bombardment", "special")
SETUPS = ("fixed", "open")
LAND_KINDS = ("island", "peninsula", "coastline")
TERRAIN_KINDS = (*LAND_KINDS, "rocks", "sandbar", "shallow")
TRAITS = ("anchored", "surprised", "patrol", "entry", "convoy")
SPECIALS = ("target", "flood_share", "spacing", "chart")
_PLAIN = (
    "mission", "setup", "attacker", "table", "sea", "visibility", "night", "declared_turns", "cargo_total", "target",
    "entry_box", "exit_box",
)  # fmt: skip
_NAMED = ("baseline", "admirals", "budget", "land", "fort", "battery", "minefield", "design")


class Day(Record, frozen=True, kw_only=True):
    """What a scenario says about the battle as a whole; lengths in thousandths of an inch. baseline: side -> edge."""

    mission: str
    open_setup: bool
    attacker: str
    width: int
    height: int
    sea: str
    visibility: int  # 0: rolled for
    night: bool
    declared_turns: int
    cargo_total: int
    baseline: dict[str, str]
    admirals: dict[str, int]
    budget: dict[str, int]


def day_of(scenario: Scenario) -> Day:
    """Return the conditions of the day. Raises ValueError for text that cannot be read."""
    said = scenario.conditions
    sides = [side.key for side in scenario.sides]
    mission = _one_of("mission", said.get("mission", FLEET), MISSIONS)
    attacker = said.get("attacker", "")
    if attacker and attacker not in sides:
        raise ValueError(f"attacker: no side is called {attacker!r}")
    if mission in (CONVOY, BOMBARDMENT) and not attacker:
        raise ValueError(f"attacker: a {mission} mission needs one (PA-2.1-2)")
    width, _, height = said.get("table", "72x72").partition("x")
    lines = {side: said.get(f"baseline {side}", "") for side in sides}
    return Day(
        mission=mission,
        open_setup=_one_of("setup", said.get("setup", "fixed"), SETUPS) == "open",
        attacker=attacker,
        width=_number("table", width, 24, 120) * INCH,
        height=_number("table", height, 24, 120) * INCH,
        sea=_one_of("sea", said.get("sea", GRADES[0]), GRADES),
        visibility=_number("visibility", said["visibility"], 1, 99) * INCH if "visibility" in said else 0,
        night=_one_of("night", said.get("night", "no"), ("yes", "no")) == "yes",
        declared_turns=_number("declared_turns", said.get("declared_turns", "0"), 0, 99),
        cargo_total=_number("cargo_total", said.get("cargo_total", "0"), 0, 10_000_000),
        baseline={side: _one_of("baseline", edge, EDGES) for side, edge in lines.items() if edge},
        admirals={side: _number("admirals", said.get(f"admirals {side}", "0"), 0, 20) for side in sides},
        budget={side: _number("budget", said.get(f"budget {side}", "0"), 0, 10_000_000) for side in sides},
    )


def terrain_of(scenario: Scenario) -> tuple[Terrain, ...]:
    """Read land and foul ground: `land NAME`: KIND x,y x,y x,y. Raises ValueError. Rules: PA-2.1-3, PA-2.1-4,
    PA-2.1-5.
    """
    found = []
    for key, name, text in _entries(scenario, "land"):
        kind, _, corners = text.partition(" ")
        shape = tuple(_point(key, word) for word in corners.split())
        if len(shape) < 3:
            raise ValueError(f"{key}: expected at least three corners, found {len(shape)}")
        found.append(Terrain(kind=_one_of(key, kind, TERRAIN_KINDS), name=name, shape=shape))
    return tuple(found)


def forts_of(scenario: Scenario) -> tuple[Fort, ...]:
    """Read `fort NAME`: SIDE NUMBER CQ X,Y FACING. Raises ValueError. Rules: PA-2.2-11."""
    return tuple(_fort(scenario, key, name, text) for key, name, text in _entries(scenario, "fort"))


def batteries_of(scenario: Scenario) -> tuple[Battery, ...]:
    """Read `battery NAME`: SIDE 4xD ARMOUR CQ X,Y FACING. Raises ValueError. Rules: PA-2.2-1, PA-2.2-4."""
    return tuple(_battery(scenario, key, name, text) for key, name, text in _entries(scenario, "battery"))


def fields_of(scenario: Scenario, printed: bool = False) -> tuple[Minefield, ...]:
    """Read `minefield NAME`: SIDE DENSITY RADIUS X,Y, the radius in inches. Raises ValueError.

    Rules: PA-2.2-20, PA-2.2-21.
    """
    return tuple(_field(scenario, key, name, text, printed) for key, name, text in _entries(scenario, "minefield"))


def target_of(scenario: Scenario) -> Target | None:
    """Read `target`: SIDE CHART X,Y. Raises ValueError. Rules: PA-8-9."""
    text = scenario.conditions.get("target")
    if text is None:
        return None
    side, chart, at = _words("target", text, "SIDE CHART X,Y", 3)
    x, y = _point("target", at)
    card = target_card(_number("target", chart, 1, 2))
    return Target(chart=card.number, side=_side(scenario, "target", side), x=x, y=y, structure=card.structure)


def boxes_of(scenario: Scenario) -> tuple[Box, ...]:
    """Read `entry_box` and `exit_box`: X,Y of the north-west corner. Raises ValueError. Rules: PA-2.1-40, PA-2.1-42."""
    size = load_charts().victory.box_mils
    found = []
    for kind in ("entry", "exit"):
        if text := scenario.conditions.get(f"{kind}_box"):
            west, north = _point(f"{kind}_box", text)
            found.append(Box(kind=kind, west=west, north=north, size=size))
    return tuple(found)


def designs_of(scenario: Scenario) -> dict[str, ShipCard]:
    """Read `design NAME`: the text of a design's file, which travels with the battle. By `design:NAME`. Raises
    ValueError.
    """
    return {f"{DESIGN}{name}": sent_card(name, text) for _, name, text in _entries(scenario, "design")}


def unit_card(unit: Unit, carried: Mapping[str, ShipCard] | None = None) -> ShipCard:
    """Return the card of a scenario's unit: its kind, or the class of its name, with its changes. Raises ValueError.

    carried: the designs that travel with the battle.
    """
    own = (carried or {}).get(unit.kind)
    return changed_card(own, unit.changes) if own is not None else ship_card(unit.kind or unit.name, unit.changes)


def text_faults(scenario: Scenario) -> list[str]:
    """Return every condition of a scenario that cannot be read, as sentences."""
    faults = [
        f"conditions: {key!r} means nothing here; expected {', '.join(_PLAIN)}, or {', '.join(_NAMED)} and a name"
        for key in scenario.conditions
        if key not in _PLAIN and key.partition(" ")[0] not in _NAMED
    ]
    readers: tuple[Callable[[Scenario], object], ...] = (
        day_of, terrain_of, forts_of, batteries_of, fields_of, target_of, boxes_of,
        designs_of,
    )  # fmt: skip
    for reader in readers:
        try:
            reader(scenario)
        except ValueError as error:
            faults.append(f"conditions: {error}")
    carried = carried_by(scenario)
    sides = [side.key for side in scenario.sides]
    forces = [force.id for force in scenario.forces]
    for what, who, number in scenario.special:
        if what not in SPECIALS:
            faults.append(f"special: expected one of {', '.join(SPECIALS)}; found {what!r}")
        elif who not in (forces if what == "spacing" else sides):
            faults.append(f"special: {what}: no {'force' if what == 'spacing' else 'side'} is called {who!r}")
        elif number < 1:
            faults.append(f"special: {what}: expected a number from 1, found {number}")
    for force in scenario.forces:
        faults += [f"forces.{force.id}: {fault}" for unit in force.units for fault in unit_faults(unit, carried)]
        faults += [
            f"forces.{force.id}: traits: expected {', '.join(TRAITS)}; found {trait!r}"
            for trait in force.traits
            if trait not in TRAITS
        ]
    return faults


def carried_by(scenario: Scenario) -> dict[str, ShipCard]:
    """Return the designs that travel with a battle; none if one of them cannot be read, which is reported elsewhere."""
    try:
        return designs_of(scenario)
    except ValueError:
        return {}


def unit_faults(unit: Unit, carried: Mapping[str, ShipCard] | None = None) -> list[str]:
    """Return what is wrong with one ship of a force. Rules: PA-2.1-36, PA-TAB-H8."""
    try:
        card = unit_card(unit, carried)
    except ValueError as error:
        return [f"units: {unit.name}: {error}"]
    said = unit.changes
    faults = []
    if said.get("cq", card.default_cq) not in QUALITIES:
        faults.append(f"cq: expected 1 to 3, found {said['cq']}")
    if said.get("boats", 1) not in (1, 2) or (said.get("boats", 1) == 2 and not card.torpedo_craft):
        faults.append("boats: expected 1, or 2 for a pair of torpedo boats or destroyers")
    cargo, step = said.get("cargo", 0), load_charts().victory.cargo_load_step
    if cargo < 0 or cargo % step:
        faults.append(f"cargo: expected whole thousands, found {cargo}")
    if cargo and not card.cargo_boxes:
        faults.append(f"cargo: {card.title} has no cargo boxes")
    if said.get("heading", 0) % 5 or not 0 <= said.get("heading", 0) < 360:
        faults.append(f"heading: expected degrees 0 to 355 in steps of 5, found {said['heading']}")
    if ("x" in said) != ("y" in said):
        faults.append("x, y: expected both or neither")
    return [f"units: {unit.name}: {fault}" for fault in faults]


# ---------------------------------------------------------------------- single lines


def _fort(scenario: Scenario, key: str, name: str, text: str) -> Fort:
    side, number, quality, at, facing = _words(key, text, "SIDE NUMBER CQ X,Y FACING", 5)
    card, cq = fort_card(_number(key, number, 1, 99)), _number(key, quality, 1, 3)
    return fort(slug(name), name, _side(scenario, key, side), card, cq, _point(key, at), _facing(key, facing))


def _battery(scenario: Scenario, key: str, name: str, text: str) -> Battery:
    side, guns, armour, quality, at, facing = _words(key, text, "SIDE 4xD ARMOUR CQ X,Y FACING", 6)
    count, _, letter = guns.partition("x")
    if letter not in load_charts().points.battery_gun:
        raise ValueError(f"{key}: expected guns such as 4xD, found {guns!r}")
    x, y = _point(key, at)
    number, plate, crew = _number(key, count, 1, 20), _number(key, armour, 0, 20), _number(key, quality, 1, 3)
    return Battery(
        id=slug(name),
        side=_side(scenario, key, side),
        name=name,
        cq=crew,
        x=x,
        y=y,
        facing=_facing(key, facing),
        gun=letter,
        count=number,
        armour=plate,
        cost=whole_points(battery_cost(letter, number, plate, crew)),
    )


def _field(scenario: Scenario, key: str, name: str, text: str, printed: bool) -> Minefield:
    side, density, radius, at = _words(key, text, "SIDE DENSITY RADIUS X,Y", 4)
    rule = load_charts().points
    thick, wide = (
        _number(key, density, 1, rule.minefield_density_most),
        _number(key, radius, 1, rule.minefield_radius_most),
    )
    x, y = _point(key, at)
    return Minefield(
        id=slug(name),
        side=_side(scenario, key, side),
        x=x,
        y=y,
        density=thick,
        radius=wide * INCH,
        cost=whole_points(minefield_cost(thick, wide, printed)),
    )


def _entries(scenario: Scenario, word: str) -> list[tuple[str, str, str]]:
    """Return (key, name, text) of the conditions that begin with a word."""
    found = []
    for key, text in scenario.conditions.items():
        first, _, name = key.partition(" ")
        if first == word:
            if not name:
                raise ValueError(f"{key}: expected a name after the word {word!r}")
            found.append((key, name, text))
    return found


def _words(key: str, text: str, pattern: str, count: int) -> list[str]:
    words = text.split()
    if len(words) != count:
        raise ValueError(f"{key}: expected {pattern}, found {text!r}")
    return words


def _side(scenario: Scenario, key: str, side: str) -> str:
    return _one_of(key, side, tuple(item.key for item in scenario.sides))


def _one_of(key: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        raise ValueError(f"{key}: expected one of {', '.join(known)}; found {word!r}")
    return word


def _number(key: str, word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10 and least <= int(word) <= most):
        raise ValueError(f"{key}: expected a whole number of {least} to {most}, found {word!r}")
    return int(word)


def _facing(key: str, word: str) -> int:
    degrees = _number(key, word, 0, 355)
    if degrees % 5:
        raise ValueError(f"{key}: expected degrees in steps of 5, found {word!r}")
    return degrees


def _point(key: str, word: str) -> Point:
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f"{key}: expected x,y in thousandths of an inch, found {word!r}")
    return _number(key, x, 0, 120_000), _number(key, y, 0, 120_000)
