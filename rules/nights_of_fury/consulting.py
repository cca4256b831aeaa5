"""The solitaire chart in phase 1: cripples that detach, the roll for a division's action, and its formation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.breakdown import Fact
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.commands import Consult
from rules.nights_of_fury.damage import detach_ship
from rules.nights_of_fury.events import ChartConsulted, FormationOrdered, SafetyReached
from rules.nights_of_fury.solitaire import (
    DISENGAGE,
    foes_in_contact,
    land_in_battle,
    land_target,
    nearest_contact,
    sights_enemy,
)
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import SIGHTED, Consultation, Division, State, firepower, informed_sides
from rules.nws.pieces import (
    FORMATION_NAMES,
    able_ships,
    damage_level,
    divisions_of,
    has_able,
    is_land_target,
    is_surprised,
    with_division,
)

ACTION_RULES = {
    "close": "NoF-AI-1",
    "hold": "NoF-AI-2",
    "increase": "NoF-AI-3",
    "evade": "NoF-AI-4",
    "disengage": "NoF-AI-5",
}
DAMAGE_NAMES = ("", "light", "moderate", "heavy")  # by damage level


# ---------------------------------------------------------------------- the roll on the chart


def chart_modifiers(state: State, division: Division) -> tuple[Modifier, ...]:
    """Return every modifier to a division's roll on the chart, each with its rule; those of 0 are left out.

    Rules: NoF-AI-10, NoF-AI-11, NoF-AI-H2, NoF-AI-H3; option heavy_plus_four.
    """
    charts = load_solitaire()
    found: list[Modifier] = []
    worst = max((damage_level(ship) for ship in able_ships(state, division)), default=0)
    if worst:
        found.append(_for_damage(state, min(worst, len(DAMAGE_NAMES) - 1)))
    nation = state.scene.nations[division.side]
    if charts.nations[nation]:
        found.append(Modifier(charts.nations[nation], f"nationality {nation}", "NoF-AI-H3"))
    apart = nearest_contact(state, division)
    if apart is not None:
        value = charts.far if apart >= charts.far_from else charts.near.get(apart, 0)
        if value:
            found.append(Modifier(value, f"nearest contact at {count_noun(apart, 'band')}", "NoF-AI-H2"))
        found.extend(_for_odds(state, division))
    found.extend(_for_torpedoes(state, division, apart))
    if "run" in division.traits:
        found.append(Modifier(charts.run, "the run is not done", "NoF-AI-H2"))
    if _has_to_bombard(state, division):
        found.append(Modifier(charts.bombardment, "the bombardment is not done", "NoF-AI-H2"))
    return tuple(found)


def _for_damage(state: State, level: int) -> Modifier:
    charts, name = load_solitaire(), DAMAGE_NAMES[level]
    label = f"worst damage {name.capitalize()}"
    if name != "heavy":
        return Modifier(charts.damage[name], label, "NoF-AI-H2")
    if state.scene.options["heavy_plus_four"]:
        return Modifier(charts.damage[name], label, "NoF-AI-10")
    return Modifier(charts.heavy_as_printed, label, "NoF-BASE-1")


def _for_odds(state: State, division: Division) -> Iterator[Modifier]:
    side = division.side
    own, enemy = _power(state, divisions_of(state, side)), _power(state, foes_in_contact(state, side))
    for row in load_solitaire().odds:
        left, right = own * row.enemy, enemy * row.own
        if left >= right if row.at_least else left <= right:
            yield Modifier(row.value, f"{row.label} ({own} to {enemy})", "NoF-AI-H2")
            return


def _for_torpedoes(state: State, division: Division, apart: int | None) -> Iterator[Modifier]:
    charts = load_solitaire()
    tubes = [ship for ship in able_ships(state, division) if state.scene.cards[ship.id].torpedo]
    if not tubes:
        return
    if not any(ship.salvos for ship in tubes):
        yield Modifier(charts.torpedoes_spent, "all torpedoes spent", "NoF-AI-H2")
    elif apart is not None and apart >= charts.torpedoes_from:
        yield Modifier(charts.torpedoes_left, f"torpedoes left and {count_noun(apart, 'band')} to go", "NoF-AI-H2")


def _power(state: State, divisions: Iterable[Division]) -> int:
    return sum(
        firepower(state, ship)
        for division in divisions
        if not is_land_target(division)
        for ship in able_ships(state, division)
    )


def _has_to_bombard(state: State, division: Division) -> bool:
    """Return True for a bombardment group with work to do: its target stands, or lies beyond this chart (NoF-AI-H5)."""
    if "bombardment" not in division.traits:
        return False
    return land_target(state, division.side) is not None or not land_in_battle(state, division.side)


def _has_bombarded(state: State, division: Division) -> bool:
    """Return True for a bombardment group whose work is done: it goes home (NoF-AI-H5)."""
    return "bombardment" in division.traits and not _has_to_bombard(state, division)


def _near_land(state: State, division: Division) -> bool:
    """Return True for a bombardment group near enough to shell its target (NoF-AI-H5)."""
    target = land_target(state, division.side) if "bombardment" in division.traits else None
    return target is not None and abs(division.band - target.band) <= load_solitaire().bombardment_bands


# ---------------------------------------------------------------------- phase 1: the command


def _waiting(state: State, side: str) -> Iterator[Division]:
    """Yield the divisions for which the chart has not been consulted this turn."""
    if side not in state.scene.charted or is_surprised(state, side):
        return
    for division in divisions_of(state, side):
        if not (division.consulted or is_land_target(division)) and has_able(state, division):
            yield division


def offer_consult(state: State, side: str) -> Iterator[Offer]:
    """Yield the chart for the first division of a charted side that has not been consulted. Rule: NoF-AI-H1."""
    for division in _waiting(state, side):
        label = f"{division.name}: solitaire chart"
        yield Offer("consult", label, "NoF-AI-H1", division.id, (Consult(side, division.id),))
        return


def owed_consult(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why phase 1 cannot end: the chart must be consulted for every division first. Rule: NoF-AI-H1."""
    return tuple(
        Illegal(f"the chart has not been consulted for {division.name}", "NoF-AI-H1", division.id)
        for division in _waiting(state, side)
    )


def check_consult(state: State, command: Consult) -> tuple[Illegal, ...]:
    """Return every reason against a roll on the chart. Rules: NoF-AI-H1, NoF-SUR-H1."""
    side, rule = command.side, "NoF-AI-H1"
    division = state.divisions.get(command.division)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {command.division!r} on the chart", rule),)
    reasons = []
    if side not in state.scene.charted:
        reasons.append(Illegal(f"{side} is not commanded by the solitaire chart", rule, division.id))
    if is_surprised(state, side):
        reasons.append(Illegal("a surprised side does nothing", "NoF-SUR-H1", division.id))
    if is_land_target(division):
        reasons.append(Illegal(f"{division.name} is ashore and takes no orders", "NoF-LAND-H1", division.id))
    elif not has_able(state, division):
        reasons.append(Illegal(f"{division.name} has no ship that can obey", "NoF-DMG-H3", division.id))
    if division.consulted:
        reasons.append(Illegal(f"the chart was consulted for {division.name} this turn", rule, division.id))
    if reasons:
        return tuple(reasons)
    first = next(_waiting(state, side))
    if first.id != division.id:
        return (Illegal(f"consult the chart for {first.name} first", rule, division.id),)
    return ()


def do_consult(r: Ruling, command: Consult) -> None:
    """Detach Heavy ships that roll for it, then give the division its action and its formation.

    Rolls one d6 for each ship with Heavy damage; then one d6 on the chart, unless nobody is in contact, the division
    is still disengaging, or its only able ship has just turned for home.
    Rules: NoF-AI-1 to NoF-AI-7, NoF-AI-10 to NoF-AI-14, NoF-AI-H1 to NoF-AI-H5, NoF-AI-H9, NoF-AI-H10.
    """
    if _detach_cripples(r, command.division):
        return
    division: Division = r.state.divisions[command.division]
    safe = division.action == DISENGAGE and _reaches_safety(r, division)
    action, found = _decide(r, division, safe)
    found = found.but(open=not informed_sides(r.state, division))
    detached = division.detached and action == DISENGAGE
    division = division.but(action=action, consulted=True, consultation=found, detached=detached)
    r.state = with_division(r.state, division)
    r.note(
        ChartConsulted(
            rule=ACTION_RULES[action] if found.row >= 0 else _why_rule(division),
            to=informed_sides(r.state, division),
            division=division.id,
            action=action,
            total=found.total,
            row=found.row,
            why=found.why,
        )
    )
    _take_formation(r, division)


CONSULT = Verb(Consult, "Consult the chart", "NoF-AI-H1", offer_consult, check_consult, do_consult)


def _decide(r: Ruling, division: Division, safe: bool) -> tuple[str, Consultation]:
    """Return (action, how the chart decided it) for a division. safe: it has just reached safety and must roll."""
    state: State = r.state
    charts, unrolled = load_solitaire(), Consultation(turn=state.cursor.turn)
    if _has_bombarded(state, division):
        return DISENGAGE, unrolled.but(why="the bombardment is done")
    if division.action == DISENGAGE and not safe:
        return DISENGAGE, unrolled.but(why="still disengaging")
    if not safe and nearest_contact(state, division) is None:
        if _near_land(state, division):
            return "hold", unrolled.but(why="shelling the land target")
        return "close", unrolled.but(why="nobody in contact")
    modifiers = chart_modifiers(state, division)
    what = f"solitaire chart, {division.name}"
    facts = (Fact("safe: the chart is rolled again", "NoF-AI-7"),) if safe else ()
    rolled = r.roll(what, 1, charts.die, "NoF-AI-H1", modifiers, to=informed_sides(state, division), facts=facts)
    row = charts.row_of(rolled.total)
    action: str = charts.rows[row].action
    found = unrolled.but(die=rolled.faces[0], modifiers=modifiers, total=rolled.total, row=row)
    if "run" in division.traits and action in ("hold", "increase") and state.scene.options["runs_press_on"]:
        return "close", found.but(why=f"{charts.rows[row].title} counts as Close Range on a run")
    if action == "close" and _near_land(state, division) and state.scene.options["runs_press_on"]:
        return "hold", found.but(why="near enough to the land target")
    return action, found


def _why_rule(division: Division) -> str:
    """Return the rule that decided without a roll."""
    if division.action == DISENGAGE:
        return "NoF-AI-H5" if "bombardment" in division.traits else "NoF-AI-5"
    return "NoF-AI-H5" if division.action == "hold" else "NoF-AI-H4"


def _reaches_safety(r: Ruling, division: Division) -> bool:
    """Return whether a disengaging division is safe: at its own end, or with no enemy sighted.

    Rules: NoF-AI-5, NoF-AI-6.
    """
    state: State = r.state
    at_home = division.band == state.scene.home[division.side]
    if _has_bombarded(state, division) or not (at_home or not sights_enemy(state, division.side)):
        return False
    r.note(
        SafetyReached(
            rule="NoF-AI-6" if at_home else "NoF-AI-5",
            to=informed_sides(state, division),
            division=division.id,
            band=division.band,
            why=f"it has reached band {division.band}" if at_home else "no enemy is sighted",
        )
    )
    return True


# ---------------------------------------------------------------------- detaching


def _detach_cripples(r: Ruling, name: str) -> bool:
    """Roll for each ship with Heavy damage; one that detaches makes for home. True if the last able ship turned.

    A ship alone turns for home in the same way; she does not roll while she is disengaging already.
    Rolls one d6 a ship. Rules: NoF-AI-12 to NoF-AI-14, NoF-AI-H10.
    """
    charts = load_solitaire()
    division: Division = r.state.divisions[name]
    nation = r.state.scene.nations[division.side]
    modifiers: tuple[Modifier, ...] = (Modifier(charts.detach_add, "Heavy damage", "NoF-AI-12"),)
    if charts.nations[nation]:
        modifiers = (*modifiers, Modifier(charts.nations[nation], f"nationality {nation}", "NoF-AI-H3"))
    for ship in tuple(able_ships(r.state, division)):
        state: State = r.state
        left = sum(1 for _ in able_ships(state, state.divisions[name]))
        heading_home = left < 2 and state.divisions[name].action == DISENGAGE
        if heading_home or damage_level(ship) < charts.detach_from_level:
            continue
        what = f"detach by the chart, {state.scene.names[ship.id]}"
        informed = informed_sides(state, state.divisions[name])
        rolled = r.roll(what, 1, charts.detach_die, "NoF-AI-12", modifiers, charts.detach_need, to=informed)
        if rolled.total < charts.detach_need:
            continue
        if left < 2:
            _send_home(r, name)
            return True
        _send_home(r, detach_ship(r, ship.id, "NoF-AI-13"))
    return False


def _send_home(r: Ruling, name: str) -> None:
    """Send a cripple to her own end, in Line Ahead, her mission over. Rules: NoF-AI-14, NoF-AI-H9, NoF-AI-H10."""
    division: Division = r.state.divisions[name]
    found = Consultation(
        turn=r.state.cursor.turn, why="detached with Heavy damage", open=not informed_sides(r.state, division)
    )
    division = division.but(action=DISENGAGE, consulted=True, consultation=found, detached=True, traits=())
    r.state = with_division(r.state, division)
    informed = informed_sides(r.state, division)
    r.note(
        ChartConsulted(rule="NoF-AI-14", to=informed, division=name, action=DISENGAGE, why="detached with Heavy damage")
    )
    _take_formation(r, division)


# ---------------------------------------------------------------------- formation


def _take_formation(r: Ruling, division: Division) -> None:
    """Form Line Ahead on a run or while disengaging, Line Abreast to fight. No dice. Rule: NoF-AI-H9."""
    wanted = "abreast" if _fights(r.state, division) else "ahead"
    if wanted == division.formation:
        return
    r.state = with_division(r.state, division.but(formation=wanted))
    r.note(
        FormationOrdered(
            rule="NoF-AI-H9",
            to=informed_sides(r.state, division, SIGHTED),
            division=division.id,
            formation=FORMATION_NAMES[wanted],
        )
    )


def _fights(state: State, division: Division) -> bool:
    if "run" in division.traits or division.action in ("increase", DISENGAGE):
        return False
    return bool(foes_in_contact(state, division.side)) or _near_land(state, division)
