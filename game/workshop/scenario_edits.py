"""Changes to a battle being edited, as plain functions from one scenario to the next; and its view. Forces are
identified by id. A function without anything to change returns the same scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from game.words import tr
from game.workshop.position_editor import without_lost
from game.workshop.user_files import key_of
from rules.kernel.editor_schema import BAND, TABLE, CatalogueEntry, EditorSchema, Special
from rules.kernel.hexes import on_map
from rules.kernel.inches import offset
from rules.kernel.scenario import Force, Scenario, SideNote, Unit, side_colours
from rules.kernel.system import System
from rules.kernel.view import Ground, Piece, Place, Prompt, View

DEGREES = 360
TURNED = 5  # smallest turn of a force on a table, in degrees
FURTHEST = 1_000_000  # step of a place on a table, in the scenario's numbers
SOURCE = "Built in the battle builder"


def blank_scenario(system: System, bench: EditorSchema, title: str = "") -> Scenario:
    """Return a battle without forces, with the usual conditions of its game."""
    sides = (side_note(bench, bench.sides[0]), side_note(bench, bench.sides[1]))
    found = Scenario(
        key=key_of(title or tr("My battle")),
        system=system.key,
        title=title or tr("My battle"),
        date=bench.date,
        clock=bench.clock,
        minutes_per_turn=bench.minutes_per_turn,
        map=bench.map,
        turns=bench.turns,
        summary=tr("My own battle."),
        briefing=tr("Made in the battle builder."),
        sources=(SOURCE,),
        difficulty=2,
        sides=sides,
        forces=(),
    )
    return with_derived_fields(found.but(conditions=usual_conditions(bench, sides)), bench)


def side_note(bench: EditorSchema, key: str) -> SideNote:
    """Return a possible side with default texts."""
    flag = bench.flags[key]
    return SideNote(key=key, name=flag.name, nation=flag.nation, brief=tr("Score more points than your opponent."))


def usual_conditions(bench: EditorSchema, sides: tuple[SideNote, SideNote]) -> dict[str, str]:
    """Return the default conditions of a new battle; a condition of both sides gets different values if possible."""
    found: dict[str, str] = {}
    for choice in bench.conditions:
        if "{side}" not in choice.key:
            found |= {choice.key: choice.usual} if choice.usual else {}
            continue
        values = list(choice.values)
        second = values[(values.index(choice.usual) + 1) % len(values)] if choice.key.startswith("baseline") else ""
        for side, value in zip(sides, (choice.usual, second or choice.usual), strict=True):
            found |= {choice.key.format(side=side.key): value} if value else {}
    return found


def with_sides(scenario: Scenario, bench: EditorSchema, keys: tuple[str, str]) -> Scenario:
    """Return the battle with other sides; their forces are removed, because their ships belong to the old sides."""
    sides = (side_note(bench, keys[0]), side_note(bench, keys[1]))
    kept = tuple(force for force in scenario.forces if force.side in keys)
    return with_derived_fields(
        scenario.but(sides=sides, forces=kept, special=(), awards=(), conditions=usual_conditions(bench, sides)), bench
    )


def with_derived_fields(scenario: Scenario, bench: EditorSchema, before: Scenario | None = None) -> Scenario:
    """Return the battle with values derived from its forces: break points by strength, and necessary flagships. A
    number set by hand or by balancing (one that did not follow from the forces `before`) stays.
    """
    special = [line for line in scenario.special if not any(line[0] == rule.key for rule in bench.specials)]
    special = [line for line in special if line[0] != "spacing" or force_of(scenario, line[1]) is not None]
    for rule in bench.specials:
        given = {who: number for what, who, number in scenario.special if what == rule.key}
        for side in scenario.sides:
            usual, had = _default_number(rule, scenario, side.key), given.get(side.key)
            follows = rule.per_unit and (before is None or had == _default_number(rule, before, side.key))
            special.append((rule.key, side.key, usual if had is None or follows else had))
    forces = list(scenario.forces)
    for side in scenario.sides if bench.leader else ():
        mine = [number for number, force in enumerate(forces) if force.side == side.key and force.units]
        if mine and not any(_leads(unit, bench) for number in mine for unit in forces[number].units):
            first, *others = forces[mine[0]].units
            led = first.but(changes={**first.changes, **bench.leader})
            forces[mine[0]] = forces[mine[0]].but(units=(led, *others))
    there = {id for force in forces for id in (force.id, *(ship_id(unit.name) for unit in force.units))}
    return without_lost(scenario.but(special=tuple(special), forces=tuple(forces)), there)


def _default_number(rule: Special, scenario: Scenario, side: str) -> int:
    """Return the default number of a special rule for a side's strength."""
    units = sum(len(force.units) for force in scenario.forces if force.side == side)
    return max(rule.usual, (rule.per_unit * units + 99) // 100)


def _leads(unit: Unit, bench: EditorSchema) -> bool:
    return all(unit.changes.get(key) == value for key, value in bench.leader.items())


def force_of(scenario: Scenario, id: str) -> Force | None:
    """Return a force by its id."""
    return next((force for force in scenario.forces if force.id == id), None)


def with_force(scenario: Scenario, id: str, **fields: object) -> Scenario:
    """Return the scenario with fields of one force changed."""
    return scenario.but(forces=tuple(force.but(**fields) if force.id == id else force for force in scenario.forces))


def without_force(scenario: Scenario, bench: EditorSchema, id: str) -> Scenario:
    """Return the battle without a force."""
    return with_derived_fields(
        scenario.but(forces=tuple(force for force in scenario.forces if force.id != id)), bench, scenario
    )


def without_unit(scenario: Scenario, bench: EditorSchema, id: str, number: int) -> Scenario:
    """Return the battle without one unit of a force; removing the last one removes the force."""
    force = force_of(scenario, id)
    if force is None or not 0 <= number < len(force.units):
        return scenario
    left = (*force.units[:number], *force.units[number + 1 :])
    return (
        with_derived_fields(with_force(scenario, id, units=left), bench, scenario)
        if left
        else without_force(scenario, bench, id)
    )


def with_value(scenario: Scenario, id: str, number: int, key: str, value: int | None) -> Scenario:
    """Return the scenario with a card value of one unit changed; None: the standard value."""
    force = force_of(scenario, id)
    if force is None or not 0 <= number < len(force.units):
        return scenario
    unit = force.units[number]
    kept = {name: known for name, known in unit.changes.items() if name != key}
    changed = unit.but(changes=kept if value is None else {**kept, key: value})
    return with_force(scenario, id, units=(*force.units[:number], changed, *force.units[number + 1 :]))


def with_unit(
    scenario: Scenario, bench: EditorSchema, stock: CatalogueEntry, side: str, place: Place, join: str = ""
) -> tuple[Scenario, str]:
    """Return the battle with one more ship or unit, in the force `join` or a new one at a place, and the force's id."""
    before = scenario
    if stock.carries[0]:
        scenario = scenario.but(conditions={**scenario.conditions, stock.carries[0]: stock.carries[1]})
    name = stock.name if stock.single else _free_name(stock.name, (unit.name for _, unit in units_of(scenario)))
    unit = Unit(name=name, kind=stock.kind, changes=dict(bench.changes) if not bench.each else {})
    mate = force_of(scenario, join)
    if mate is not None and mate.side == side and len(mate.units) < bench.most:
        return with_derived_fields(with_force(scenario, mate.id, units=(*mate.units, unit)), bench, before), mate.id
    post = bench.posts[0 if side == scenario.sides[0].key else 1]
    stem = key_of(name).replace("_", "-") + ("" if bench.each else "-force")  # must differ from the ids of its ships
    id = _free_name(stem, (force.id for force in scenario.forces), "-")
    forms = stock.forms or bench.formations
    force = Force(
        id=id,
        side=side,
        name=name,
        units=(unit,),
        at=at_of(bench, place),
        facing=post.facing,
        speed=_cruising(bench),
        formation=forms[0] if forms else "",
    )
    return with_derived_fields(scenario.but(forces=(*scenario.forces, force)), bench, before), id


def _cruising(bench: EditorSchema) -> int:
    return bench.speeds[len(bench.speeds) * 2 // 3] if bench.speeds else 0


def _free_name(name: str, taken: Iterable[str], between: str = " ") -> str:
    used = set(taken)
    return next(found for found in (name if n == 1 else f"{name}{between}{n}" for n in count(1)) if found not in used)


def units_of(scenario: Scenario) -> list[tuple[Force, Unit]]:
    """Return every unit with its force."""
    return [(force, unit) for force in scenario.forces for unit in force.units]


def turn_force(scenario: Scenario, bench: EditorSchema, id: str, steps: int) -> Scenario:
    """Return the battle with a force turned clockwise by `steps` hexsides, or eighths of a circle on a table."""
    force = force_of(scenario, id)
    if force is None:
        return scenario
    if bench.place == TABLE:
        degrees = (_degrees(force) + steps * bench.turn_deg) % DEGREES
        return with_force(scenario, id, facing=f"{degrees:03d}")
    if not bench.facings:
        return scenario
    return with_force(scenario, id, facing=bench.facings[(facing_of(bench, force) + steps) % len(bench.facings)])


def face_force(scenario: Scenario, bench: EditorSchema, id: str, facing: int) -> Scenario:
    """Return the battle with a force turned to a facing: its number, or on a table degrees, rounded to five."""
    if bench.place == TABLE:
        return with_force(scenario, id, facing=f"{round(facing / TURNED) * TURNED % DEGREES:03d}")
    return with_force(scenario, id, facing=bench.facings[facing]) if bench.facings else scenario


def facing_of(bench: EditorSchema, force: Force) -> int:
    """Return the facing of a force as the board's number, or in degrees on a table."""
    if bench.place == TABLE:
        return _degrees(force)
    return bench.facings.index(force.facing) if force.facing in bench.facings else 0


def further_conditions(scenario: Scenario, bench: EditorSchema) -> list[str]:
    """Return the conditions that are set neither by a drop-down nor by drawing."""
    keys = {choice.key.format(side=side.key) for choice in bench.conditions for side in scenario.sides}
    things = {thing.key for thing in bench.things if not thing.special} | {LAND.strip()}
    return [key for key in scenario.conditions if key not in keys and key.partition(" ")[0] not in things]


def further_specials(scenario: Scenario, bench: EditorSchema) -> list[tuple[str, str, int]]:
    """Return the special rules that are not set by a drop-down."""
    known = {rule.key for rule in bench.specials} | {thing.key for thing in bench.things if thing.special}
    return [line for line in scenario.special if line[0] not in known]


def with_condition(scenario: Scenario, text: str) -> Scenario:
    """Return the battle with a condition added, typed as "key: words"; unchanged for other text."""
    key, colon, words = (part.strip() for part in text.partition(":"))
    return scenario.but(conditions={**scenario.conditions, key: words}) if colon and key and words else scenario


def with_special(scenario: Scenario, text: str) -> Scenario:
    """Return the battle with a special rule added, typed as "what who number" ("-": no side); unchanged for other
    text.
    """
    words = ["" if word == "-" else word for word in text.split()]
    number = words[-1].removeprefix("-") if len(words) == 3 else ""
    if not (number.isascii() and number.isdigit() and len(number) < 9):
        return scenario
    return scenario.but(special=(*scenario.special, (words[0], words[1], int(words[2]))))


LAND = "land "  # prefix of a piece of land among the conditions


def with_land(scenario: Scenario, bench: EditorSchema, kind: str, corners: Sequence[Place]) -> Scenario:
    """Return the battle with a piece of land or foul ground added, by its corners; unchanged with fewer than three."""
    if len(corners) < 3 or kind not in bench.land:
        return scenario
    name = _free_name(f"{LAND}{kind.capitalize()}", scenario.conditions)
    text = " ".join(f"{x},{y}" for x, y in (at_of(bench, corner) for corner in corners))
    return scenario.but(conditions={**scenario.conditions, name: bench.land[kind] + text})


def lands_of(scenario: Scenario) -> list[str]:
    """Return the conditions that define land."""
    return [key for key in scenario.conditions if key.startswith(LAND)]


def without_land(scenario: Scenario, key: str) -> Scenario:
    """Return the battle without one piece of land."""
    return scenario.but(conditions={name: text for name, text in scenario.conditions.items() if name != key})


def outlines_of(scenario: Scenario, bench: EditorSchema) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """Return the land of a table as name and corners; unreadable entries are left out."""
    found = []
    for key in lands_of(scenario) if bench.place == TABLE else ():
        pairs = [word.split(",") for word in scenario.conditions[key].split() if "," in word]
        if len(pairs) >= 3 and all(
            len(p) == 2 and all(n.isascii() and n.isdecimal() and len(n) < 7 for n in p) for p in pairs
        ):
            corners = tuple((int(x) * bench.scale, int(y) * bench.scale) for x, y in pairs)
            found.append((key.removeprefix(LAND), corners))
    return tuple(found)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 7


# --- places and the view -------------------------------------------------------------------------------------------


def at_of(bench: EditorSchema, place: Place) -> tuple[int, ...]:
    """Return a board place in the scenario's numbers."""
    if bench.place == TABLE:
        return tuple(value // bench.scale for value in place)
    return (place[0],)


def ship_id(name: str) -> str:
    """Return the id of a ship's counter: her name in typed form."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def piece_ids(bench: EditorSchema, force: Force) -> tuple[str, ...]:
    """Return the counters of a force, as its game names them."""
    if bench.piece_of_ship:
        return tuple(ship_id(unit.name) for unit in force.units) or (force.id,)
    if bench.each and len(force.units) > 1:
        return tuple(f"{force.id}-{number}" for number in range(1, len(force.units) + 1))
    return (force.id,)


def owner_of(scenario: Scenario, bench: EditorSchema, piece: str) -> Force | None:
    """Return the force a counter belongs to."""
    return next((force for force in scenario.forces if piece in piece_ids(bench, force)), None)


def place_of(bench: EditorSchema, force: Force, number: int = 0, apart: int = 0) -> Place:
    """Return a unit's place on the board, () if it has none; `sketch_view` sets the lane of a band. `apart`: distance
    between ships, if the scenario overrides its game's.
    """
    if bench.place == BAND:
        return (force.at[0], 0) if force.at and 1 <= force.at[0] <= bench.size[0] else ()
    if bench.place != TABLE:
        at = force.at[number if bench.each and number < len(force.at) else 0] if force.at else 0
        return (at,) if at > 0 and on_map(at) else ()
    if len(force.at) != len(bench.size) or not all(0 <= value <= FURTHEST for value in force.at):
        return ()
    start = (force.at[0] * bench.scale, force.at[1] * bench.scale)
    given = force.units[number].changes if number < len(force.units) else {}
    if "x" in given and "y" in given:
        return (given["x"] * bench.scale, given["y"] * bench.scale)
    apart = (apart or bench.apart) * bench.scale * number
    heading = _degrees(force)
    return offset(start, heading, 0, apart) if force.formation == "abreast" else offset(start, heading, -apart, 0)


def _degrees(force: Force) -> int:
    return int(force.facing) % DEGREES if force.facing.isascii() and force.facing.isdecimal() else 0


def move_counter(scenario: Scenario, bench: EditorSchema, piece: str, begun: Place, end: Place) -> Scenario:
    """Return the battle with a counter moved from one place to another; on a table its whole force moves with it."""
    force = owner_of(scenario, bench, piece)
    if force is None:
        return scenario
    if bench.place == TABLE:
        if len(force.at) != len(end) or len(begun) != len(end):
            return with_force(scenario, force.id, at=at_of(bench, end))
        steps = [(b - a) // bench.scale for a, b in zip(begun, end, strict=True)]
        units = tuple(_shift(unit, steps) for unit in force.units)
        at = tuple(max(0, value + step) for value, step in zip(force.at, steps, strict=True))
        return with_force(scenario, force.id, at=at, units=units)
    number = piece_ids(bench, force).index(piece) if bench.each else 0
    at = at_of(bench, end)
    return with_force(scenario, force.id, at=(*force.at[:number], *at, *force.at[number + 1 :]))


def _shift(unit: Unit, steps: Sequence[int]) -> Unit:
    """Move a ship with its own place together with its force."""
    given = unit.changes
    if "x" not in given or "y" not in given:
        return unit
    return unit.but(changes={**given, "x": max(0, given["x"] + steps[0]), "y": max(0, given["y"] + steps[1])})


def sketch_view(scenario: Scenario, bench: EditorSchema, stocks: Mapping[str, CatalogueEntry]) -> View:
    """Return the view of the battle as edited so far, even if it is not playable yet."""
    pieces: list[Piece] = []
    lanes: dict[tuple[str, int], int] = {}
    for force in scenario.forces:
        ids = piece_ids(bench, force)
        apart = next((n for what, who, n in scenario.special if (what, who) == ("spacing", force.id)), 0)
        for number, id in enumerate(ids):
            at = place_of(bench, force, number, apart)
            if not at:
                continue  # it has no place: the problem is shown below the board
            if bench.place == BAND:
                lane = lanes.get((force.side, at[0]), 0)
                lanes[force.side, at[0]] = lane + 1
                at = (at[0], lane if force.side == bench.sides[0] else -1 - lane)
            one = force.units[number : number + 1] if len(ids) > 1 or bench.piece_of_ship else force.units
            alone = force.but(units=one, name=one[0].name if one and len(ids) > 1 else force.name)
            pieces.append(_piece(bench, alone, id, at, stocks))
    prompt = Prompt(side="", title=scenario.title, text="", rule="")
    return View(
        side="",
        turn=1,
        turns=max(1, scenario.turns),
        clock=scenario.clock,
        phases=(),
        prompt=prompt,
        pieces=tuple(pieces),
        markers=(),
        scores=(),
        ground=ground_of(bench, scenario),
        colours=side_colours(scenario),
    )


def ground_of(bench: EditorSchema, scenario: Scenario) -> Ground | None:
    """Return the ground of the board; None for a hex map."""
    if bench.place == TABLE:
        size = tuple(value * bench.scale for value in bench.size)
        given = scenario.conditions.get("table", "").partition("x")
        if bench.table and _is_number(given[0]) and _is_number(given[2]):
            wide = bench.size[0] * bench.scale // bench.table
            asked = (int(given[0]) * wide, int(given[2]) * wide)
            size = asked if all(size[0] // 8 <= side <= size[0] * 3 for side in asked) else size
        return Ground(kind="table", size=size, unit=bench.unit, outlines=outlines_of(scenario, bench))
    if bench.place == BAND:
        return Ground(kind="bands", size=bench.size, unit=bench.unit, ends=bench.sides)
    return None


def _piece(bench: EditorSchema, force: Force, id: str, at: Place, stocks: Mapping[str, CatalogueEntry]) -> Piece:
    known = [(unit, stocks.get(unit.kind) or stocks.get(unit.name) or _like(stocks, unit)) for unit in force.units]
    hulls = tuple(stock.hull.but(name=unit.name) for unit, stock in known if stock is not None and stock.hull)
    stand = next((stock.stand for _, stock in known if stock is not None and stock.stand is not None), None)
    facing = facing_of(bench, force)
    if bench.place == BAND:
        facing = 0 if force.side == bench.sides[0] else 1
    return Piece(
        id=id,
        side=force.side,
        name=force.name,
        tag=force.tag or force.name,
        at=at,
        facing=facing,
        hulls=hulls,
        stand=stand.but(formation=force.formation or stand.formation) if stand is not None else None,
        text=force.formation,
    )


def _like(stocks: Mapping[str, CatalogueEntry], unit: Unit) -> CatalogueEntry | None:
    return next((stock for stock in stocks.values() if unit.kind and stock.kind == unit.kind), None)
