"""Setting up: a scenario and a land map become the first position. The scenario check refuses what cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.battles_for_empire.charts import load_charts
from rules.battles_for_empire.movement_costs import MovementMap, objective_hexes, survey_map
from rules.battles_for_empire.roster import UnitType, unit_card
from rules.battles_for_empire.state import (
    FACINGS,
    Body,
    FieldScene,
    Leader,
    Marker,
    Mule,
    State,
    card,
    stamina,
)
from rules.kernel.flow import Cursor
from rules.kernel.limits import Limit
from rules.kernel.record import Record
from rules.kernel.scenario import Force, MapSheet, Scenario, Unit


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return the limit of a field; None if it has none.

    Rules: BFE-PUB-9, BFE-TER-H4, BFE-13.8-5, BFE-LDR-H4.
    """
    turn, name = max(1, state.cursor.turn), state.scene.names.get(id, id)
    if part == "leaders" and field == "shocked":
        why = f"this is turn {turn}, and a command is shocked in the turn after its leader fell"
        return Limit(why=why, rule="BFE-LDR-H4", most=turn + 1)
    if part != "units":
        return None
    unit = state.units[id]
    if field == "kills":
        full = stamina(state, unit)
        return Limit(why=f"at {full} Kills {name} is taken away", rule="BFE-PUB-9", most=full - 1)
    if field == "disordered":
        why = f"it is the turn in which {name} was disordered, 0 for none, and this is turn {turn}"
        return Limit(why=why, rule="BFE-TER-H4", most=turn)
    if field == "jammed" and card(state, unit).arm != "mg":
        return Limit(why=f"{name} has no machine gun", rule="BFE-13.8-5", most=0)
    return None


LEADERS = {"leader_1": 1, "leader_2": 2}
MULE = "mule"
COMMAND = "command "  # a force with the trait "command X" stands under the leader force X
TRAITS = ("hidden", "limbered", "dismounted", "ground", "low")
CHARTS = ("I", "II", "III")
SPECIALS = ("break", "arrive", "horns", "dummy", "permit", "start_low", "night", "no_rapid")
OBJECTIVES = ("last", "exit", "keep", "hold", "sortie")  # read by the victory chapter


class _Place(Record, frozen=True):
    """One unit of a force: its id, its force, its line in the scenario and its hex."""

    id: str
    force: Force
    unit: Unit
    hex: int


def start(scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> State:
    """Return the first position of a scenario. Raises ValueError with every problem when it cannot be played.

    Rules: BFE-FRM-H1, BFE-ARR-H1, BFE-ARR-H3, BFE-14.1-15.
    """
    faults = check_scenario(scenario, sheet)
    if faults or sheet is None:
        raise ValueError(f"{scenario.key}: " + "; ".join(faults or ["no map"]))
    a, b = (side.key for side in scenario.sides)
    leaders, mules = _leaders(scenario), _mules(scenario)
    units: dict[str, Body] = {}
    cards: dict[str, UnitType] = {}
    foot_cards: dict[str, UnitType] = {}
    for place in _troops(scenario):
        kind = _card(place.unit)
        cards[place.id] = kind
        if kind.on_foot:
            foot_cards[place.id] = unit_card(kind.on_foot)
        units[place.id] = _body(scenario, place, kind, foot_cards.get(place.id), leaders)
    arrivals = tuple(
        (turn, place.id)
        for what, who, turn in scenario.special
        if what == "arrive"
        for place in _places(scenario)
        if place.force.id == who
    )
    entries = {place.id: place.hex for place in _places(scenario)}
    waiting = tuple(name for _, name in sorted(arrivals, key=lambda arrival: arrival[0]))
    markers = _markers(scenario, options)
    opening = dict(units)
    away = {*waiting, *(marker.unit for marker in markers.values())}
    scene = FieldScene(
        scenario=scenario,
        sheet=sheet,
        options=dict(options),
        charts=load_charts(),
        country=survey_map(sheet),
        cards=cards,
        foot_cards=foot_cards,
        names=_names(scenario, markers),
        sides=(a, b),
        break_points={who: points for what, who, points in scenario.special if what == "break"},
        opening=opening,
        arrivals=tuple(sorted(arrivals, key=lambda arrival: arrival[0])),
        entries=entries,
        horns={
            place.id: CHARTS[number - 1]
            for what, who, number in scenario.special
            if what == "horns"
            for place in _troops(scenario)
            if place.force.id == who
        },
        marked=tuple(markers.values()),
        permissions={who: turn for what, who, turn in scenario.special if what == "permit"},
        night_from=next((turn for what, _, turn in scenario.special if what == "night"), 0),
    )
    return State(
        scene=scene,
        cursor=Cursor(),
        first=a,
        initiative=a,
        units={key: unit.but(hex=0) if key in away else unit for key, unit in units.items()},
        leaders={key: leader.but(hex=0) if key in away else leader for key, leader in leaders.items()},
        mules={key: mule.but(hex=0) if key in away else mule for key, mule in mules.items()},
        markers=markers,
        waiting=waiting,
    )


# ---------------------------------------------------------------------- the pieces


def _places(scenario: Scenario) -> Iterator[_Place]:
    """Yield every unit, leader and mule. A unit alone in its force has the force's id, others a number after it."""
    for force in scenario.forces:
        for number, unit in enumerate(force.units, start=1):
            name = force.id if len(force.units) == 1 else f"{force.id}-{number}"
            yield _Place(name, force, unit, force.at[number - 1] if number <= len(force.at) else 0)


def _troops(scenario: Scenario) -> Iterator[_Place]:
    return (place for place in _places(scenario) if place.unit.kind not in LEADERS and place.unit.kind != MULE)


def _card(unit: Unit) -> UnitType:
    return unit_card(unit.kind, unit.changes)


def _leaders(scenario: Scenario) -> dict[str, Leader]:
    return {
        place.id: Leader(
            id=place.id, side=place.force.side, command=place.force.id, rating=LEADERS[place.unit.kind], hex=place.hex
        )
        for place in _places(scenario)
        if place.unit.kind in LEADERS
    }


def _mules(scenario: Scenario) -> dict[str, Mule]:
    return {
        place.id: Mule(id=place.id, side=place.force.side, hex=place.hex, loads=place.unit.changes.get("loads", -1))
        for place in _places(scenario)
        if place.unit.kind == MULE
    }


def _command(force: Force, leaders: Mapping[str, Leader]) -> str:
    """Return the force whose leader commands: the trait's, its own, or that of its side's first leader."""
    for trait in force.traits:
        if trait.startswith(COMMAND):
            return trait.removeprefix(COMMAND)
    own = [leader.command for leader in leaders.values() if leader.side == force.side]
    return force.id if force.id in own else own[0] if own else force.id


def first_formation(kind: UnitType, mounted: bool) -> str:
    """Return the formation a unit begins in when the scenario names none: the first of its card."""
    return next(name for name in kind.forms if (name == "mounted") == mounted)


def _body(
    scenario: Scenario, place: _Place, kind: UnitType, on_foot: UnitType | None, leaders: Mapping[str, Leader]
) -> Body:
    force = place.force
    mounted = "mounted" in kind.forms and "dismounted" not in force.traits
    card = kind if mounted or on_foot is None else on_foot
    low = any(what == "start_low" and who in (place.id, force.id) for what, who, _ in scenario.special)
    return Body(
        id=place.id,
        side=force.side,
        command=_command(force, leaders),
        hex=place.hex,
        facing=FACINGS.index(force.facing),
        formation=force.formation or first_formation(card, mounted),
        mounted=mounted,
        limbered="limbered" in force.traits,
        ground="ground" in force.traits,
        low=low or "low" in force.traits,
    )


def _names(scenario: Scenario, markers: Mapping[str, Marker]) -> dict[str, str]:
    names = {side.key: side.name for side in scenario.sides}
    names |= {force.id: force.name for force in scenario.forces}
    names |= {place.id: place.unit.name for place in _places(scenario)}
    return names | {key: f"marker {number}" for number, key in enumerate(markers, start=1)}


def _markers(scenario: Scenario, options: Mapping[str, bool]) -> dict[str, Marker]:
    """Return the markers of hidden units and dummies, numbered by hex so that the number reveals nothing (BFE-ARR-H3,
    BFE-ARR-H5).
    """
    if not options["hidden_markers"]:
        return {}
    laid = [(place.force.side, place.hex, place.id) for place in _troops(scenario) if "hidden" in place.force.traits]
    laid += [(who, h, "") for what, who, h in scenario.special if what == "dummy"]
    return {
        f"marker{number}": Marker(id=f"marker{number}", side=side, hex=h, unit=unit)
        for number, (side, h, unit) in enumerate(sorted(laid), start=1)
    }


# ---------------------------------------------------------------------- the check


def check_scenario(scenario: Scenario, sheet: MapSheet | None) -> list[str]:
    """Return everything that keeps a scenario from being played, as sentences for the player."""
    if sheet is None:
        return [f"map: this game is played on a land map; {scenario.map!r} was not found"]
    if sheet.ground != "land":
        return [f"map: {scenario.map!r} is a map of the sea; this game is played on land"]
    country = survey_map(sheet)
    problems = []
    sides = {side.key for side in scenario.sides}
    forces = {force.id: force for force in scenario.forces}
    taken: dict[int, list[str]] = {}
    for force in scenario.forces:
        problems += [f"forces.{force.id}: {fault}" for fault in _force_faults(force, forces, country, taken)]
    for what, who, number in scenario.special:
        fault = _special_fault(scenario, country, forces, sides, (what, who, number))
        if fault:
            problems.append(f"special {what}: {fault}")
    for key in sorted(sides):
        if not any(what == "break" and who == key and points > 0 for what, who, points in scenario.special):
            problems.append(f"special: {key} has no break point")
        if not any(place.force.side == key for place in _troops(scenario)):
            problems.append(f"forces: {key} has no units")
    if scenario.turns < 1:
        problems.append(f"turns: a battle has at least 1 turn; found {scenario.turns}")
    late = {who for what, who, _ in scenario.special if what == "arrive"}
    for h, names in taken.items():
        fours, ones = _stack([name for name in names if name.partition(":")[0] not in late])
        if fours > 1 or fours + ones > 2:
            problems.append(f"forces: too many units stand in hex {h:04d}")
    return problems


def _stack(names: list[str]) -> tuple[int, int]:
    kinds = [_kind_or_none(name.partition(":")[2]) for name in names]
    ones = sum(1 for kind in kinds if kind is not None and kind.arm in ("gun", "mg"))
    return len([kind for kind in kinds if kind is not None]) - ones, ones


def _kind_or_none(key: str) -> UnitType | None:
    try:
        return unit_card(key)
    except KeyError:
        return None


def _force_faults(
    force: Force, forces: Mapping[str, Force], country: MovementMap, taken: dict[int, list[str]]
) -> Iterator[str]:
    if len(force.at) != len(force.units):
        yield f"at: expected one hex for each of its {len(force.units)} units; found {list(force.at)}"
    if force.facing not in FACINGS:
        yield f"facing: expected one of {', '.join(FACINGS)}; found {force.facing!r}"
    for trait in force.traits:
        under = trait.removeprefix(COMMAND)
        if trait.startswith(COMMAND):
            if under not in forces or not any(unit.kind in LEADERS for unit in forces[under].units):
                yield f"traits: {under!r} is no force with a leader"
        elif trait not in TRAITS:
            yield f"traits: expected one of {', '.join(TRAITS)} or command FORCE; found {trait!r}"
    for unit, h in zip(force.units, force.at, strict=False):
        if h not in country.steps["open"]:
            yield f"at: expected hexes of the map; found {h}"
            continue
        if unit.kind in LEADERS or unit.kind == MULE:
            continue
        try:
            kind = _card(unit)
        except (KeyError, TypeError, ValueError) as error:
            yield f"units: {unit.name}: {error}"
            continue
        taken.setdefault(h, []).append(f"{force.id}:{unit.kind}")
        yield from _form_faults(force, unit, kind)


def _form_faults(force: Force, unit: Unit, kind: UnitType) -> Iterator[str]:
    mounted = "mounted" in kind.forms and "dismounted" not in force.traits
    card = kind
    if "dismounted" in force.traits:
        if not kind.can_dismount:
            yield f"traits: {unit.name} never dismounts"
            return
        card = unit_card(kind.on_foot) if kind.on_foot else kind
    known = [name for name in card.forms if (name == "mounted") == mounted]
    if not known:
        yield f"units: {unit.name} has no formation {'mounted' if mounted else 'on foot'}"
    elif force.formation and force.formation not in known:
        yield f"formation: {unit.name} takes up {', '.join(known)}; found {force.formation!r}"


def _special_fault(
    scenario: Scenario,
    country: MovementMap,
    forces: Mapping[str, Force],
    sides: set[str],
    special: tuple[str, str, int],
) -> str:
    what, who, number = special
    if what in ("break", "no_rapid", "last", "exit", "hold"):
        if who not in sides:
            return f"expected a side; found {who!r}"
        if what in ("exit", "hold") and not (
            country.exits.get(who) if what == "exit" else objective_hexes(country, who)
        ):
            where = "of purpose exit" if what == "exit" else "whose name begins with objective"
            return f"the map has no zone of side {who!r} {where}"
        return ""
    if what in ("arrive", "horns"):
        if who not in forces:
            return f"no force is called {who!r}"
        if what == "arrive":
            return "" if 1 <= number <= scenario.turns else f"expected a turn 1 to {scenario.turns}; found {number}"
        if not any(other == "arrive" and name == who for other, name, _ in scenario.special):
            return f"{who} needs its first turn too: arrive"
        return "" if 1 <= number <= len(CHARTS) else f"expected chart 1, 2 or 3; found {number}"
    if what == "dummy":
        if who not in sides:
            return f"expected a side; found {who!r}"
        return "" if number in country.steps["open"] else f"expected a hex of the map; found {number}"
    if what == "sortie" and number not in country.steps["open"]:
        return f"expected a hex of the map; found {number}"
    if what in ("start_low", "keep", "sortie"):
        names = {place.id for place in _places(scenario)} | set(forces)
        return "" if who in names else f"no unit is called {who!r}"
    if what in ("permit", "night"):
        return ""
    return f"expected one of {', '.join((*SPECIALS, *OBJECTIVES))}"
