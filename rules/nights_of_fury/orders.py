"""Phase 1, Orders: who acts first, weather and surprise, formations, ships detached and joined."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.commands import Detach, Form, Join
from rules.nights_of_fury.damage import part
from rules.nights_of_fury.events import (
    DivisionJoined,
    FormationOrdered,
    OrderOfMoveRolled,
    Surprised,
    VisibilityChanged,
)
from rules.nights_of_fury.state import (
    FORMATION_NAMES,
    FORMATIONS,
    SIGHTED,
    UNSEEN,
    Division,
    State,
    able,
    at_sea,
    divisions_of,
    formation_of,
    has_able,
    knowing,
    on_land,
    surprised,
    with_division,
)

FORMATION, SHIPS = 1, 2  # bits of Division.orders: one order of each kind a turn
ALONE = ("ahead", "abreast")  # what a ship alone may be ordered (NoF-ORD-H1)


# ---------------------------------------------------------------------- the phase opens


def open_orders(r: Ruling) -> None:
    """Weather, surprise, and who acts first: each side throws one d6, the lower first, Japan when they are equal.

    Between the battles of a campaign nothing happens. Rules: NoF-PH-H2, NoF-SPT-H1, NoF-SUR-H1, NoF-ORD-H1.
    """
    state: State = r.state
    if not at_sea(state):
        return
    turn = state.cursor.turn
    for when, visibility in state.scene.weather:
        if when == turn:
            r.set(visibility=visibility)
            r.note(VisibilityChanged(rule="NoF-SPT-H1", visibility=visibility))
    for side in state.scene.sides:
        if surprised(state, side):
            r.note(Surprised(rule="NoF-SUR-H1", side=side))
    r.set(
        first=_first(r),
        divisions={key: division.but(orders=0, consulted=False) for key, division in state.divisions.items()},
    )


def _first(r: Ruling) -> str:
    state: State = r.state
    die, names = state.scene.charts.movement.order_die, state.scene.names
    usn = r.roll(f"order of the sides, {names['USN']}", 1, die, "NoF-PH-H2").total
    ijn = r.roll(f"order of the sides, {names['IJN']}", 1, die, "NoF-PH-H2").total
    first, second = ("USN", "IJN") if usn < ijn else ("IJN", "USN")
    r.note(OrderOfMoveRolled(rule="NoF-PH-H2", first=first, second=second))
    return first


def _commanded(state: State, side: str, order: int) -> Iterator[Division]:
    if surprised(state, side):
        return
    for division in divisions_of(state, side):
        if not division.orders & order and not on_land(division) and has_able(state, division):
            yield division


# ---------------------------------------------------------------------- formation


def formations_open_to(division: Division) -> tuple[str, ...]:
    """The formations a division may be ordered: a ship alone has Line Ahead or Line Abreast only (NoF-ORD-H1)."""
    return FORMATIONS if len(division.ships) > 1 else ALONE


def offer_form(state: State, side: str) -> Iterator[Offer]:
    """Another formation for every division that can obey."""
    for division in _commanded(state, side, FORMATION):
        now = formation_of(division)
        commands = tuple(Form(side, division.id, name) for name in formations_open_to(division) if name != now)
        yield Offer("form", f"{division.name}: formation", "NoF-ORD-H1", division.id, commands)


def check_form(state: State, command: Form) -> tuple[Illegal, ...]:
    """Every reason against a formation. Rules: NoF-ORD-H1, NoF-SUR-H1."""
    found = _ordered(state, command.side, command.division, FORMATION, "formation")
    if not isinstance(found, Division):
        return found
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
    r.state = with_division(r.state, division.but(formation=command.formation, orders=division.orders | FORMATION)).but(
        scratch={}
    )
    r.note(
        FormationOrdered(
            rule="NoF-ORD-H1",
            to=knowing(r.state, division, SIGHTED),
            division=division.id,
            formation=FORMATION_NAMES[command.formation],
        )
    )


# ---------------------------------------------------------------------- detaching and joining


def offer_detach(state: State, side: str) -> Iterator[Offer]:
    """Any able ship may leave a division of two or more."""
    for division in _commanded(state, side, SHIPS):
        if len(division.ships) > 1:
            commands = tuple(Detach(side, name) for name in division.ships if able(state.ships[name]))
            yield Offer("detach", f"{division.name}: detach a ship", "NoF-ORD-H2", division.id, commands)


def check_detach(state: State, command: Detach) -> tuple[Illegal, ...]:
    """Every reason against detaching a ship. Rules: NoF-ORD-H2, NoF-SUR-H1."""
    ship = state.ships.get(command.ship)
    if ship is None or ship.gone or state.scene.owner[ship.id] != command.side:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the chart", "NoF-ORD-H2"),)
    found = _ordered(state, command.side, ship.division, SHIPS, "change of ships")
    if not isinstance(found, Division):
        return found
    if len(found.ships) < 2:
        return (Illegal(f"{state.scene.names[ship.id]} is alone already", "NoF-ORD-H2", ship.id),)
    if not able(ship):
        return (Illegal(f"{state.scene.names[ship.id]} is out of action", "NoF-DMG-H3", ship.id),)
    return ()


def do_detach(r: Ruling, command: Detach) -> None:
    """A ship becomes a division of its own, in the same band. No dice. Rule: NoF-ORD-H2."""
    part(r, command.ship, "NoF-ORD-H2")


def offer_join(state: State, side: str) -> Iterator[Offer]:
    """Divisions in the same band may join when they are not too many together."""
    limit = state.scene.charts.movement.division_ships
    ready = list(_commanded(state, side, SHIPS))
    for division in ready:
        commands = tuple(
            Join(side, division.id, other.id)
            for other in ready
            if other is not division and other.band == division.band and len(other.ships) + len(division.ships) <= limit
        )
        if commands:
            yield Offer("join", f"{division.name}: join", "NoF-ORD-H3", division.id, commands)


def check_join(state: State, command: Join) -> tuple[Illegal, ...]:
    """Every reason against joining. Rules: NoF-ORD-H3, NoF-DIV-H1, NoF-SUR-H1."""
    one = _ordered(state, command.side, command.division, SHIPS, "change of ships")
    other = _ordered(state, command.side, command.into, SHIPS, "change of ships")
    if not isinstance(one, Division):
        return one
    if not isinstance(other, Division):
        return other
    if one.id == other.id:
        return (Illegal(f"{one.name} cannot join itself", "NoF-ORD-H3", one.id),)
    reasons = []
    if one.band != other.band:
        reason = f"{one.name} is in band {one.band} and {other.name} in band {other.band}: they must share a band"
        reasons.append(Illegal(reason, "NoF-ORD-H3", one.id))
    together, limit = len(one.ships) + len(other.ships), state.scene.charts.movement.division_ships
    if together > limit:
        reasons.append(Illegal(f"a division has at most {limit} ships, not {together}", "NoF-DIV-H1", one.id))
    return tuple(reasons)


def do_join(r: Ruling, command: Join) -> None:
    """The first division becomes part of the second; what a side knew of either it knows of both. No dice.

    Rules: NoF-ORD-H3, NoF-SPT-H8.
    """
    state: State = r.state
    one, other = state.divisions[command.division], state.divisions[command.into]
    ships = dict(state.ships)
    for name in one.ships:
        ships[name] = ships[name].but(division=other.id)
    grown = other.but(
        ships=(*other.ships, *one.ships),
        orders=other.orders | SHIPS,
        traits=tuple(dict.fromkeys((*other.traits, *one.traits))),
        detached=one.detached and other.detached,
    )
    divisions = {key: value for key, value in state.divisions.items() if key != one.id}
    r.state = state.but(
        ships=ships,
        divisions={**divisions, other.id: grown},
        contacts={side: _joined(known, one.id, other.id) for side, known in state.contacts.items()},
        scratch={},
    )
    r.note(DivisionJoined(rule="NoF-ORD-H3", to=knowing(state, one), division=one.id, into=other.id))


def _joined(known: dict[str, int], one: str, into: str) -> dict[str, int]:
    """What a side knows of two divisions that have become one: the better of the two contacts (NoF-SPT-H8)."""
    if one not in known:
        return known
    rest = {key: level for key, level in known.items() if key != one}
    return {**rest, into: max(known[one], known.get(into, UNSEEN))}


def _ordered(state: State, side: str, name: str, order: int, what: str) -> Division | tuple[Illegal, ...]:
    division = state.divisions.get(name)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {name!r} on the chart", "NoF-DIV-H1"),)
    if on_land(division):
        return (Illegal(f"{division.name} is ashore and takes no orders", "NoF-LAND-H1", name),)
    if surprised(state, side):
        return (Illegal("a surprised side gives no orders", "NoF-SUR-H1", name),)
    if division.orders & order:
        return (Illegal(f"{division.name} has had its {what} order this turn", "NoF-ORD-H1", name),)
    if not has_able(state, division):
        return (Illegal(f"{division.name} has no ship that can obey", "NoF-DMG-H3", name),)
    return division
