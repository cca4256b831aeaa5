"""Unit conduct: the manoeuvre die, whether a unit rallies, falters or recoils, and how far it may move."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.charts import Result
from rules.battles_for_empire.commands import Conduct
from rules.battles_for_empire.events import BecameShaken, ConductRolled, Faltered, NoWayBack, Rallied
from rules.battles_for_empire.formations import in_ring
from rules.battles_for_empire.hidden_units import marker_of, reveal_unit
from rules.battles_for_empire.recoil import recoil
from rules.battles_for_empire.state import (
    Body,
    FieldScene,
    Roll,
    State,
    card,
    in_play,
    is_engaged,
    is_single_stand,
    stamina,
    unit_name,
    with_unit,
)
from rules.battles_for_empire.terrain import ground_word, in_view, is_sheltered
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import distance
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling

COLUMN_NAMES = {"bold": "Bold", "unsure": "Unsure", "shaken": "Shaken"}
IMPERIAL = ("imperial", "colonial")  # both count as Imperial where the sheet says so (ambiguity A39)


# ---------------------------------------------------------------------- the chart


def column_of(state: State, unit: Body) -> str:
    """Return the column a unit rolls on: shaken with the marker, unsure with half its Kills, else bold (BFE-CON-H1)."""
    if unit.shaken:
        return "shaken"
    return "unsure" if unit.kills * state.scene.charts.morale.unsure_divisor >= stamina(state, unit) else "bold"


def conduct_terms(state: State, unit: Body) -> tuple[Modifier, ...]:
    """Return what is added to the manoeuvre die, each with its reason. Rules: BFE-CON-H2, BFE-PUB-14."""
    chart, kind = state.scene.charts.morale, card(state, unit)
    terms = []
    rating = leader_rating(state, unit)
    if rating:
        terms.append(Modifier(rating, "leader nearby", "BFE-CON-H2"))
    if kind.grade == "elite":
        terms.append(Modifier(chart.elite, "Elite", "BFE-CON-H2"))
    if kind.grade == "brittle":
        terms.append(Modifier(chart.brittle, "Brittle", "BFE-CON-H2"))
    if unit.formation == "skirmish" and is_engaged(state, unit) and ground_word(state, unit.hex) in ("open", "road"):
        terms.append(Modifier(chart.skirmish_melee, "skirmishers in melee in the open", "BFE-PUB-14"))
    if unit.hex and is_sheltered(state, unit.hex):
        terms.append(Modifier(chart.wall, "behind a wall or in buildings", "BFE-CON-H2"))
    if _friend_lost(state, unit):
        terms.append(Modifier(chart.lost_friend, "friends destroyed nearby last turn", "BFE-CON-H2"))
    if _leaderless(state, unit):
        terms.append(Modifier(chart.shocked, "its leader fell", "BFE-LDR-H4"))
    return tuple(terms)


def leader_rating(state: State, unit: Body) -> int:
    """Return the rating of the best leader who helps a unit: his command, near enough, in sight (BFE-CON-H2).

    A leader of rating 2 commands the whole side.
    """
    reach, best = state.scene.charts.morale.leader_hexes, 0
    for leader in state.leaders.values():
        if leader.side != unit.side or leader.down or not leader.hex or leader.rating <= best:
            continue
        if leader.command != unit.command and leader.rating < 2:
            continue
        if distance(leader.hex, unit.hex) <= reach and in_view(state, leader.hex, unit.hex):
            best = leader.rating
    return best


def _friend_lost(state: State, unit: Body) -> bool:
    near, last = state.scene.charts.morale.lost_friend_hexes, state.cursor.turn - 1
    return any(side == unit.side and turn == last and distance(h, unit.hex) <= near for h, turn, side in state.fallen)


def _leaderless(state: State, unit: Body) -> bool:
    turn = state.cursor.turn
    return any(leader.shocked == turn and leader.command == unit.command for leader in state.leaders.values())


def result_of(state: State, unit: Body, total: int) -> Result:
    """Return what the chart says for a die after modifiers: below 1 and above 7 read as the end rows (BFE-CON-H1)."""
    rows = state.scene.charts.conduct[card(state, unit).chart][column_of(state, unit)]
    return rows[min(7, max(0, total))]


def needs_die(state: State, unit: Body) -> bool:
    """Return whether a unit rolls conduct: guns and machine guns only when Shaken (BFE-CON-H5)."""
    return unit.shaken or not is_single_stand(state, unit)


def hexes_allowed(state: State, unit: Body, found: Result | None) -> int:
    """Return the hexes a result gives a unit as it stands: foot or mounted, and no more than guns and squares can do.

    `found` None: a gun that need not roll. Rules: BFE-CON-H3, BFE-CON-H5, BFE-FRM-H4, BFE-MAN-H11, BFE-MAN-H15.
    """
    pace = state.scene.charts.manoeuvre
    if is_single_stand(state, unit):
        most = _gun_pace(state, unit)
        return most if found is None else min(most, found.foot)
    assert found is not None
    hexes = found.mounted if unit.mounted else found.foot
    if unit.formation == "square":
        return min(hexes, pace.square)
    if in_ring(state, unit):
        return min(hexes, pace.ring)
    if unit.formation == "column" and hexes and ground_word(state, unit.hex) == "road":
        return hexes + pace.road_column
    return hexes


def limit_words(state: State, unit: Body, found: Result, allowed: int) -> str:
    """Return why a unit may not spend the hexes of its result, with the rule; empty when it may.

    Rules: BFE-CON-H4, BFE-CON-H5, BFE-FRM-H1, BFE-FRM-H4, BFE-MAN-H15.
    """
    if found.kind != "move" or allowed == (found.mounted if unit.mounted else found.foot):
        return ""
    if is_engaged(state, unit) and not allowed:
        return ", held in melee [BFE-CON-H4]"
    if is_single_stand(state, unit):
        return f", a gun {'limbered' if unit.limbered else 'by hand'} [BFE-CON-H5]"
    if unit.formation == "square":
        return ", as a square [BFE-FRM-H4]"
    if in_ring(state, unit):
        return ", as part of a closed ring [BFE-MAN-H15]"
    return ", in column on a road [BFE-FRM-H1]"


def _gun_pace(state: State, unit: Body) -> int:
    pace = state.scene.charts.manoeuvre
    if not unit.limbered:
        return pace.manhandled
    return card(state, unit).limbered or pace.limbered


# ---------------------------------------------------------------------- the verb


def may_leave_melee(state: State, unit: Body) -> bool:
    """Return whether a unit may break off a melee: Imperial horse in its own movement, unless Shaken. Rules: BFE-CHG-3,
    BFE-MAN-H13.

    Colonial Recruits count among it, unless the option holds them (ambiguity A39).
    """
    family = card(state, unit).family
    free = family == "imperial" if state.scene.options["recruits_held"] else family in IMPERIAL
    return unit.mounted and not unit.shaken and free


def offer_conduct(state: State, side: str) -> Iterator[Offer]:
    """Yield the manoeuvre die for every unit that has not been activated yet; hidden units rise to it."""
    known, contacts = _takings_up(state.scene, side), state.contacts
    for unit in state.units.values():
        if unit.side != side or unit.taken_up or unit.lost:
            continue
        if unit.hex == 0 and marker_of(state, unit.id) is None:
            continue
        if contacts and is_engaged(state, unit) and not unit.shaken and not may_leave_melee(state, unit):
            continue
        yield known[unit.id, unit.shaken]


@derived()
def _takings_up(scene: FieldScene, side: str) -> dict[tuple[str, bool], Offer]:
    """Return the offer of each unit of a side, Shaken or not: guns that are not Shaken roll no die."""
    found = {}
    for name, unit in scene.opening.items():
        for shaken in (False, True) if unit.side == side else ():
            rolls = shaken or scene.cards[name].arm not in ("gun", "mg")
            words = f"{'Roll for' if rolls else 'Activate'} {scene.names.get(name, name)}"
            found[name, shaken] = Offer("conduct", words, "BFE-CON-H1", name, (Conduct(side, name),))
    return found


def check_conduct(state: State, command: Conduct) -> tuple[Illegal, ...]:
    """Return every reason against activating a unit. Rules: BFE-CON-H1, BFE-CHG-2, BFE-SEQ-H3."""
    unit = state.units.get(command.unit)
    if unit is None or unit.side != command.side or not (in_play(unit) or marker_of(state, unit.id)):
        return (Illegal(f"{command.side} has no unit called {command.unit!r} on the field", "BFE-CON-H1"),)
    name, reasons = unit_name(state, unit), []
    if unit.taken_up:
        reasons.append(Illegal(f"{name} was already activated this turn", "BFE-SEQ-H3", unit.id))
    if is_engaged(state, unit) and not unit.shaken and not may_leave_melee(state, unit):
        reasons.append(
            Illegal(
                f"{name} is in melee contact and may not move of its own will until it is resolved",
                "BFE-CHG-2",
                unit.id,
            )
        )
    return tuple(reasons)


def do_conduct(r: Ruling, command: Conduct) -> None:
    """Roll one d6 for a unit and do what its chart says; no die for a gun that is not Shaken.

    Rolls one d6. The unit is active until another is activated. Rules: BFE-CON-H1 to BFE-CON-H6, BFE-PUB-10,
    BFE-PUB-12, BFE-SEQ-H3.
    """
    reveal_unit(r, command.unit)
    state: State = r.state
    unit = state.units[command.unit]
    if not needs_die(state, unit):
        allowed = 0 if is_engaged(state, unit) else hexes_allowed(state, unit, None)
        r.state = with_unit(state, unit.but(taken_up=True, allowance=allowed, full=allowed)).but(in_hand=unit.id)
        r.note(ConductRolled(rule="BFE-CON-H5", unit=unit.id, column="", total=0, result="no die", allowance=allowed))
        return
    column, terms, kind = column_of(state, unit), conduct_terms(state, unit), card(state, unit)
    chart = state.scene.charts.conduct_titles[kind.chart]
    heading = f"conduct of {unit_name(state, unit)} ({COLUMN_NAMES[column]}; {chart})"
    total = r.roll(heading, 1, state.scene.charts.morale.die, "BFE-CON-H1", terms).total
    found = result_of(state, unit, total)
    fighting = is_engaged(state, unit)
    text = _words(found, unit)
    allowed = 0
    if found.kind == "move" and (not fighting or may_leave_melee(state, unit)):
        allowed = hexes_allowed(state, unit, found)
    r.state = with_unit(state, unit.but(taken_up=True, allowance=allowed, full=allowed)).but(
        in_hand="", last_roll=Roll(unit=unit.id, chart=kind.chart, column=column, total=total, result=text)
    )
    rule = "BFE-PUB-12" if (kind.chart, column) == ("BR", "shaken") else "BFE-CON-H3"
    limit = limit_words(state, unit, found, allowed)
    r.note(
        ConductRolled(
            rule=rule,
            unit=unit.id,
            column=column,
            total=total,
            result=text.removesuffix("move 0") + "no move" if text.endswith("move 0") else text,
            allowance=allowed,
            limit=limit,
        )
    )
    if found.kind == "recoil":
        shake(r, unit.id, "it recoils", "BFE-CON-H3")
        if not recoil(r, unit.id, found.mounted if unit.mounted else found.foot, "BFE-CON-H6"):
            r.note(NoWayBack(rule="BFE-CON-H6", unit=unit.id, why="it stays, Shaken"))
    elif found.kind == "falter":
        shake(r, unit.id, "it falters", "BFE-CON-H3")
        r.note(Faltered(rule="BFE-CON-H3", unit=unit.id))
    else:
        _rally_unit(r, unit.id, fighting)


CONDUCT = Verb(Conduct, "Roll conduct", "BFE-CON-H1", offer_conduct, check_conduct, do_conduct)


def _rally_unit(r: Ruling, name: str, fighting: bool) -> None:
    unit: Body = r.state.units[name]
    if unit.shaken:
        r.state = with_unit(r.state, unit.but(shaken=False, rallied=True))
        r.note(Rallied(rule="BFE-CON-H4" if fighting else "BFE-CON-H3", unit=name))
    if not fighting or r.state.units[name].allowance:
        r.set(in_hand=name)


def _words(found: Result, unit: Body) -> str:
    hexes = found.mounted if unit.mounted else found.foot
    if found.kind == "falter":
        return "falter"
    if found.kind == "recoil":
        return f"recoil {hexes}"
    return f"{'rally, ' if unit.shaken else ''}{'rush' if found.rush else 'move'} {hexes}"


def shake(r: Ruling, name: str, why: str, rule: str) -> None:
    """Mark a unit Shaken; a second marker does nothing (BFE-13.8-18). No dice."""
    unit: Body = r.state.units[name]
    if unit.shaken or unit.lost:
        return
    r.state = with_unit(r.state, unit.but(shaken=True))
    r.note(BecameShaken(rule=rule, unit=name, why=why))
