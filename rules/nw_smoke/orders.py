"""Phases 1 and 2, Conditions and Orders: initiative, weather, speed, formation, ships detached and joined."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.nw_smoke.commands import Join, SetSpeed
from rules.nw_smoke.damage import detach_ship
from rules.nw_smoke.events import FormationOrdered, InitiativeWon, SeasRunHigh, SpeedOrdered
from rules.nw_smoke.movement import allowance, speed_limits
from rules.nw_smoke.state import SIGHTED, State, informed_sides
from rules.nws.commands import Detach, Form
from rules.nws.orders import (
    OrderRules,
    announce_conditions,
    can_obey,
    check_detaching,
    joined_name,
    merge_divisions,
    offer_detachments,
    offer_joining,
    why_not_both,
    why_not_commanded,
)
from rules.nws.pieces import FORMATION_NAMES, FORMATIONS, ORDERED, divisions_of, is_surprised, with_division

SPEED, FORMATION, SHIPS = 1, 2, 4  # bits of Division.orders: one order of each kind a turn
RULES = OrderRules(
    board="map",
    nobody="NW-ORD-H1",
    once="NW-ORD-H1",
    detach="NW-ORD-H3",
    join="NW-ORD-H4",
    surprise="NW-SUR-H1",
    weather="NW-SPT-H1",
    out_of_action="NW-DMG-H3",
    ashore="",
    ships_bit=SHIPS,
)


# ---------------------------------------------------------------------- phase 1


def open_conditions(r: Ruling) -> None:
    """Settle weather, surprise, initiative: each side rolls one d6, the lower acts first.

    Rules: NW-PH-H2, NW-SPT-H1, NW-SUR-H1.
    """
    state: State = r.state
    if state.scene.heavy_seas and state.cursor.turn == 1:
        r.note(SeasRunHigh(rule="NW-HS-1", seas=_seas(state)))
    announce_conditions(r, RULES, state.scene.visibility_changes)
    a, b = state.scene.sides
    die = state.scene.charts.movement.initiative_die
    one = r.roll(f"initiative, {state.scene.names[a]}", 1, die, "NW-PH-H2").total
    two = r.roll(f"initiative, {state.scene.names[b]}", 1, die, "NW-PH-H2").total
    first, second = (a, b) if one <= two else (b, a)
    r.set(first=first)
    why = "the lower die goes first" if one != two else "equal dice: the side the scenario names first"
    r.note(InitiativeWon(rule="NW-PH-H2", first=first, second=second, why=why))


def _seas(state: State) -> str:
    wind = "very high winds"
    return f"{wind}: a die decides what smoke hides" if state.scene.options["heavy_seas_dice"] else wind


# ---------------------------------------------------------------------- phase 2


def open_orders(r: Ruling) -> None:
    """Let every division keep its speed as far as its limits allow; new orders may be given. Rule: NW-ORD-H1."""
    state: State = r.state
    divisions = {}
    for key, division in state.divisions.items():
        least, most = speed_limits(state, division)
        divisions[key] = division.but(speed=min(max(division.speed, least), most), orders=0)
    r.state = state.but(divisions=divisions)


def offer_speed(state: State, side: str) -> Iterator[Offer]:
    """Yield another speed for every division."""
    if not is_surprised(state, side):
        for division in divisions_of(state, side):
            yield from _speeds_of(state, division.id)


@derived(*ORDERED)
def _speeds_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]
    if not can_obey(state, division, SPEED):
        return ()
    least, most = speed_limits(state, division)
    commands = tuple(
        SetSpeed(division.side, name, hexes) for hexes in range(least, most + 1) if hexes != division.speed
    )
    return (Offer("speed", f"{division.name}: speed", "NW-ORD-H1", name, commands),) if commands else ()


def check_speed(state: State, command: SetSpeed) -> tuple[Illegal, ...]:
    """Return every reason against a speed. Rules: NW-ORD-H1, NW-MOV-H1, NW-SUR-H1."""
    reasons = why_not_commanded(state, RULES, command.side, command.division, SPEED, "speed")
    if reasons:
        return reasons
    found = state.divisions[command.division]
    least, most = speed_limits(state, found)
    if least <= command.hexes <= most:
        return ()
    top = allowance(state, found)
    return (
        Illegal(
            f"{found.name} ran {count_noun(found.ran, 'hex')} last turn and can make {top}: "
            f"{least} to {most} may be ordered, not {command.hexes}",
            "NW-ORD-H1",
            found.id,
        ),
    )


def do_speed(r: Ruling, command: SetSpeed) -> None:
    """Order a speed. Rule: NW-ORD-H1."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(speed=command.hexes, orders=division.orders | SPEED))
    r.note(SpeedOrdered(rule="NW-ORD-H1", to=(command.side,), division=division.id, hexes=command.hexes))


RUN = Verb(SetSpeed, "Set speed", "NW-ORD-H1", offer_speed, check_speed, do_speed)


def offer_form(state: State, side: str) -> Iterator[Offer]:
    """Yield another formation for every division of two or more ships."""
    if not is_surprised(state, side):
        for division in divisions_of(state, side):
            yield from _formations_of(state, division.id)


@derived(*ORDERED)
def _formations_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]
    if len(division.ships) < 2 or not can_obey(state, division, FORMATION):
        return ()
    commands = tuple(Form(division.side, name, other) for other in FORMATIONS if other != division.formation)
    return (Offer("form", f"{division.name}: formation", "NW-ORD-H2", name, commands),)


def check_form(state: State, command: Form) -> tuple[Illegal, ...]:
    """Return every reason against a formation. Rule: NW-ORD-H2."""
    reasons = why_not_commanded(state, RULES, command.side, command.division, FORMATION, "formation")
    if reasons:
        return reasons
    found = state.divisions[command.division]
    if command.formation not in FORMATIONS:
        known = ", ".join(FORMATIONS)
        return (Illegal(f"there is no formation {command.formation!r}; there are {known}", "NW-ORD-H2", found.id),)
    if len(found.ships) < 2:
        return (Illegal(f"{found.name} is a single ship and has no formation", "NW-ORD-H2", found.id),)
    return ()


def do_form(r: Ruling, command: Form) -> None:
    """Take up a formation. Rule: NW-ORD-H2."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(formation=command.formation, orders=division.orders | FORMATION))
    r.note(
        FormationOrdered(
            rule="NW-ORD-H2",
            to=informed_sides(r.state, division, SIGHTED),
            division=division.id,
            formation=FORMATION_NAMES[command.formation],
        )
    )


FORM = Verb(Form, "Change formation", "NW-ORD-H2", offer_form, check_form, do_form)


def offer_detach(state: State, side: str) -> Iterator[Offer]:
    """Yield any able ship of a division of two or more, which may leave it."""
    if not is_surprised(state, side):
        for division in divisions_of(state, side):
            yield from _detaching(state, division.id)


@derived(*ORDERED)
def _detaching(state: State, name: str) -> tuple[Offer, ...]:
    return offer_detachments(state, RULES, state.divisions[name])


def check_detach(state: State, command: Detach) -> tuple[Illegal, ...]:
    """Return the first reason against detaching a ship. Rules: NW-ORD-H3, NW-SUR-H1, NW-DMG-H3."""
    return check_detaching(state, RULES, command.side, command.ship)


def do_detach(r: Ruling, command: Detach) -> None:
    """Make a ship a division of its own, in the same hex, at the same speed. Rule: NW-ORD-H3."""
    detach_ship(r, command.ship, "NW-ORD-H3")


DETACH = Verb(Detach, "Detach a ship", "NW-ORD-H3", offer_detach, check_detach, do_detach)


def offer_join(state: State, side: str) -> Iterator[Offer]:
    """Yield joining for divisions in the same hex that together have few enough ships."""
    most = state.scene.charts.movement.division_ships
    return offer_joining(state, RULES, side, Join, lambda division: division.hex, most)


def check_join(state: State, command: Join) -> tuple[Illegal, ...]:
    """Return every reason against joining. Rule: NW-ORD-H4."""
    reasons = list(why_not_both(state, RULES, command.side, command.division, command.into))
    if reasons:
        return tuple(reasons)
    one, other = state.divisions[command.division], state.divisions[command.into]
    if one.id == other.id:
        reasons.append(Illegal(f"{one.name} cannot join itself", "NW-ORD-H4", one.id))
    if one.hex != other.hex:
        reasons.append(Illegal(f"{one.name} and {other.name} are not in the same hex", "NW-ORD-H4", one.id))
    limit = state.scene.charts.movement.division_ships
    if len(one.ships) + len(other.ships) > limit:
        reasons.append(Illegal(f"a division has at most {limit} ships", "NW-ORD-H4", one.id))
    return tuple(reasons)


def do_join(r: Ruling, command: Join) -> None:
    """Join the first division to the second; what a side knew of either division it now knows of both.

    A smoke card of either applies to both. Rules: NW-ORD-H4, NW-SPT-H9, NW-SMK-6.
    """
    state: State = r.state
    one, other = state.divisions[command.division], state.divisions[command.into]
    grown = other.but(
        name=joined_name(state, other),
        ships=(*other.ships, *one.ships),
        orders=other.orders | SHIPS,
        speed=min(one.speed, other.speed),
        ran=min(one.ran, other.ran),
        smoking=one.smoking or other.smoking,
        traits=tuple(dict.fromkeys((*other.traits, *one.traits))),
    )
    merge_divisions(r, one, grown, RULES.join, informed_sides(state, one), one.name)


JOIN = Verb(Join, "Join divisions", "NW-ORD-H4", offer_join, check_join, do_join)
