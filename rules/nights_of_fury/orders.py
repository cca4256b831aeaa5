"""Phase 1, Orders: who acts first, weather and surprise, formations, ships detached and joined."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.command_ownership import players_own
from rules.nights_of_fury.commands import Join
from rules.nights_of_fury.damage import detach_ship
from rules.nights_of_fury.events import FormationOrdered, OrderOfMoveRolled
from rules.nights_of_fury.state import SIGHTED, Division, State, at_sea, formation_of, informed_sides
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
from rules.nws.pieces import (
    FORMATION_NAMES,
    FORMATIONS,
    ORDERED,
    divisions_of,
    is_surprised,
    with_division,
)

FORMATION, SHIPS = 1, 2  # bits of Division.orders: one order of each kind a turn
ALONE = ("ahead", "abreast")  # what a ship alone may be ordered (NoF-ORD-H1)
RULES = OrderRules(
    board="chart",
    nobody="NoF-DIV-H1",
    once="NoF-ORD-H1",
    detach="NoF-ORD-H2",
    join="NoF-ORD-H3",
    surprise="NoF-SUR-H1",
    weather="NoF-SPT-H1",
    out_of_action="NoF-DMG-H3",
    ashore="NoF-LAND-H1",
    ships_bit=SHIPS,
)


# ---------------------------------------------------------------------- the phase opens


def open_orders(r: Ruling) -> None:
    """Settle weather, surprise and initiative: each side rolls one d6; the lower acts first, on a tie Japan.

    Between the battles of a campaign nothing happens. Rules: NoF-PH-H2, NoF-SPT-H1, NoF-SUR-H1, NoF-ORD-H1.
    """
    state: State = r.state
    if not at_sea(state):
        return
    announce_conditions(r, RULES, state.scene.weather)
    r.set(
        first=_first(r),
        divisions={key: division.but(orders=0, consulted=False) for key, division in state.divisions.items()},
    )


def _first(r: Ruling) -> str:
    state: State = r.state
    die, names = state.scene.charts.movement.order_die, state.scene.names
    usn = r.roll(f"initiative, {names['USN']}", 1, die, "NoF-PH-H2").total
    ijn = r.roll(f"initiative, {names['IJN']}", 1, die, "NoF-PH-H2").total
    first, second = ("USN", "IJN") if usn < ijn else ("IJN", "USN")
    why = "the lower die goes first" if usn != ijn else f"equal dice: {names[first]} first"
    r.note(OrderOfMoveRolled(rule="NoF-PH-H2", first=first, second=second, why=why))
    return first


# ---------------------------------------------------------------------- formation


def formations_open_to(division: Division) -> tuple[str, ...]:
    """Return the formations a division may be ordered: a ship alone has Line Ahead or Line Abreast only
    (NoF-ORD-H1).
    """
    return FORMATIONS if len(division.ships) > 1 else ALONE


def offer_form(state: State, side: str) -> Iterator[Offer]:
    """Yield another formation for every division that can obey."""
    if not is_surprised(state, side):
        for division in divisions_of(state, side):
            yield from _formations_of(state, division.id)


@derived(*ORDERED)
def _formations_of(state: State, name: str) -> tuple[Offer, ...]:
    division = state.divisions[name]
    if not can_obey(state, division, FORMATION):
        return ()
    now = formation_of(division)
    commands = tuple(Form(division.side, name, other) for other in formations_open_to(division) if other != now)
    return (Offer("form", f"{division.name}: formation", "NoF-ORD-H1", name, commands),)


def check_form(state: State, command: Form) -> tuple[Illegal, ...]:
    """Return every reason against a formation. Rules: NoF-ORD-H1, NoF-SUR-H1."""
    reasons = why_not_commanded(state, RULES, command.side, command.division, FORMATION, "formation")
    if reasons:
        return reasons
    found = state.divisions[command.division]
    if command.formation not in FORMATIONS:
        known = ", ".join(FORMATIONS)
        return (Illegal(f"there is no formation {command.formation!r}; there are {known}", "NoF-ORD-H1", found.id),)
    title = FORMATION_NAMES[command.formation]
    if command.formation not in formations_open_to(found):
        reason = f"{found.name} is a single ship: Line Ahead or Line Abreast, not {title}"
        return (Illegal(reason, "NoF-ORD-H1", found.id),)
    if command.formation == formation_of(found):
        return (Illegal(f"{found.name} is in {title} already", "NoF-ORD-H1", found.id),)
    return ()


def do_form(r: Ruling, command: Form) -> None:
    """Take up a formation. No dice. Rule: NoF-ORD-H1."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(formation=command.formation, orders=division.orders | FORMATION))
    r.note(
        FormationOrdered(
            rule="NoF-ORD-H1",
            to=informed_sides(r.state, division, SIGHTED),
            division=division.id,
            formation=FORMATION_NAMES[command.formation],
        )
    )


FORM = players_own(Verb(Form, "Change formation", "NoF-ORD-H1", offer_form, check_form, do_form))


# ---------------------------------------------------------------------- detaching and joining


def offer_detach(state: State, side: str) -> Iterator[Offer]:
    """Yield any able ship of a division of two or more, which may leave it."""
    if not is_surprised(state, side):
        for division in divisions_of(state, side):
            yield from _detaching(state, division.id)


@derived(*ORDERED)
def _detaching(state: State, name: str) -> tuple[Offer, ...]:
    return offer_detachments(state, RULES, state.divisions[name])


def check_detach(state: State, command: Detach) -> tuple[Illegal, ...]:
    """Return the first reason against detaching a ship. Rules: NoF-ORD-H2, NoF-SUR-H1, NoF-DMG-H3, NoF-LAND-H1."""
    if state.scene.owner.get(command.ship, command.side) != command.side:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the chart", RULES.detach),)
    return check_detaching(state, RULES, command.side, command.ship)


def do_detach(r: Ruling, command: Detach) -> None:
    """Make a ship a division of its own, in the same band. No dice. Rule: NoF-ORD-H2."""
    detach_ship(r, command.ship, "NoF-ORD-H2")


DETACH = players_own(Verb(Detach, "Detach a ship", "NoF-ORD-H2", offer_detach, check_detach, do_detach))


def offer_join(state: State, side: str) -> Iterator[Offer]:
    """Yield joining for divisions in the same band that together have few enough ships."""
    most = state.scene.charts.movement.division_ships
    return offer_joining(state, RULES, side, Join, lambda division: division.band, most)


def check_join(state: State, command: Join) -> tuple[Illegal, ...]:
    """Return every reason against joining. Rules: NoF-ORD-H3, NoF-DIV-H1, NoF-SUR-H1."""
    reasons = list(why_not_both(state, RULES, command.side, command.division, command.into))
    if reasons:
        return tuple(reasons)
    one, other = state.divisions[command.division], state.divisions[command.into]
    if one.id == other.id:
        return (Illegal(f"{one.name} cannot join itself", "NoF-ORD-H3", one.id),)
    if one.band != other.band:
        reason = f"{one.name} is in band {one.band} and {other.name} in band {other.band}: they must share a band"
        reasons.append(Illegal(reason, "NoF-ORD-H3", one.id))
    together, limit = len(one.ships) + len(other.ships), state.scene.charts.movement.division_ships
    if together > limit:
        reasons.append(Illegal(f"a division has at most {limit} ships, not {together}", "NoF-DIV-H1", one.id))
    return tuple(reasons)


def do_join(r: Ruling, command: Join) -> None:
    """Join the first division to the second; what a side knew of either division it now knows of both. No dice.

    Rules: NoF-ORD-H3, NoF-SPT-H8.
    """
    state: State = r.state
    one, other = state.divisions[command.division], state.divisions[command.into]
    grown = other.but(
        name=joined_name(state, other),
        ships=(*other.ships, *one.ships),
        orders=other.orders | SHIPS,
        traits=tuple(dict.fromkeys((*other.traits, *one.traits))),
        detached=one.detached and other.detached,
    )
    merge_divisions(r, one, grown, RULES.join, informed_sides(state, one), one.id)


JOIN = players_own(Verb(Join, "Join divisions", "NoF-ORD-H3", offer_join, check_join, do_join))
