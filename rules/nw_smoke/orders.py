"""Phases 1 and 2, Conditions and Orders: initiative, weather, speed, formation, ships detached and joined."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.ruling import Ruling
from rules.nw_smoke.commands import Detach, Form, Join, SetSpeed
from rules.nw_smoke.damage import part
from rules.nw_smoke.events import (
    DivisionJoined,
    FormationOrdered,
    InitiativeWon,
    SpeedOrdered,
    Surprised,
    VisibilityChanged,
)
from rules.nw_smoke.movement import allowance, speed_limits
from rules.nw_smoke.state import (
    FORMATION_NAMES,
    FORMATIONS,
    SIGHTED,
    UNSEEN,
    Division,
    State,
    able,
    divisions_of,
    has_able,
    knowing,
    surprised,
    with_division,
)

SPEED, FORMATION, SHIPS = 1, 2, 4  # bits of Division.orders: one order of each kind a turn


# ---------------------------------------------------------------------- phase 1


def open_conditions(r: Ruling) -> None:
    """Weather, surprise, initiative: each side throws one d6, the lower acts first.

    Rules: NW-PH-H2, NW-SPT-H1, NW-SUR-H1.
    """
    state: State = r.state
    turn = state.cursor.turn
    for when, visibility in state.scene.visibility_changes:
        if when == turn:
            r.set(visibility=visibility)
            r.note(VisibilityChanged(rule="NW-SPT-H1", visibility=visibility))
    for side in state.scene.sides:
        if surprised(state, side):
            r.note(Surprised(rule="NW-SUR-H1", side=side))
    a, b = state.scene.sides
    die = state.scene.charts.movement.initiative_die
    one = r.roll(f"initiative, {state.scene.names[a]}", 1, die, "NW-PH-H2").total
    two = r.roll(f"initiative, {state.scene.names[b]}", 1, die, "NW-PH-H2").total
    first, second = (a, b) if one <= two else (b, a)
    r.set(first=first)
    r.note(InitiativeWon(rule="NW-PH-H2", first=first, second=second))


# ---------------------------------------------------------------------- phase 2


def open_orders(r: Ruling) -> None:
    """Every division keeps its speed as far as its limits allow; new orders may be given. Rule: NW-ORD-H1."""
    state: State = r.state
    divisions = {}
    for key, division in state.divisions.items():
        least, most = speed_limits(state, division)
        divisions[key] = division.but(speed=min(max(division.speed, least), most), orders=0)
    r.state = state.but(divisions=divisions)


def _commanded(state: State, side: str, order: int) -> Iterator[Division]:
    if surprised(state, side):
        return
    for division in divisions_of(state, side):
        if not division.orders & order and has_able(state, division):
            yield division


def offer_speed(state: State, side: str) -> Iterator[Offer]:
    """Another speed for every division."""
    for division in _commanded(state, side, SPEED):
        least, most = speed_limits(state, division)
        commands = tuple(
            SetSpeed(side, division.id, hexes) for hexes in range(least, most + 1) if hexes != division.speed
        )
        if commands:
            yield Offer("speed", f"{division.name}: speed", "NW-ORD-H1", division.id, commands)


def check_speed(state: State, command: SetSpeed) -> tuple[Illegal, ...]:
    """Every reason against a speed. Rules: NW-ORD-H1, NW-MOV-H1, NW-SUR-H1."""
    found = _ordered(state, command.side, command.division, SPEED, "speed")
    if not isinstance(found, Division):
        return found
    least, most = speed_limits(state, found)
    if least <= command.hexes <= most:
        return ()
    top = allowance(state, found)
    return (
        Illegal(
            f"{found.name} ran {found.ran} hexes last turn and can make {top}: "
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


def offer_form(state: State, side: str) -> Iterator[Offer]:
    """Another formation for every division of two or more ships."""
    for division in _commanded(state, side, FORMATION):
        if len(division.ships) > 1:
            commands = tuple(Form(side, division.id, name) for name in FORMATIONS if name != division.formation)
            yield Offer("form", f"{division.name}: formation", "NW-ORD-H2", division.id, commands)


def check_form(state: State, command: Form) -> tuple[Illegal, ...]:
    """Every reason against a formation. Rule: NW-ORD-H2."""
    found = _ordered(state, command.side, command.division, FORMATION, "formation")
    if not isinstance(found, Division):
        return found
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
            to=knowing(r.state, division, SIGHTED),
            division=division.id,
            formation=FORMATION_NAMES[command.formation],
        )
    )


def offer_detach(state: State, side: str) -> Iterator[Offer]:
    """Any able ship may leave a division of two or more."""
    for division in _commanded(state, side, SHIPS):
        if len(division.ships) > 1:
            commands = tuple(Detach(side, name) for name in division.ships if able(state.ships[name]))
            yield Offer("detach", f"{division.name}: detach a ship", "NW-ORD-H3", division.id, commands)


def check_detach(state: State, command: Detach) -> tuple[Illegal, ...]:
    """Every reason against detaching a ship. Rule: NW-ORD-H3."""
    ship = state.ships.get(command.ship)
    if ship is None or ship.gone:
        return (Illegal(f"{command.side} has no ship called {command.ship!r} on the map", "NW-ORD-H3"),)
    found = _ordered(state, command.side, ship.division, SHIPS, "change of ships")
    if not isinstance(found, Division):
        return found
    if len(found.ships) < 2:
        return (Illegal(f"{state.scene.names[ship.id]} is alone already", "NW-ORD-H3", ship.id),)
    if not able(ship):
        return (Illegal(f"{state.scene.names[ship.id]} is out of action", "NW-DMG-H3", ship.id),)
    return ()


def do_detach(r: Ruling, command: Detach) -> None:
    """A ship becomes a division of its own, in the same hex, at the same speed. Rule: NW-ORD-H3."""
    part(r, command.ship, "NW-ORD-H3")


def offer_join(state: State, side: str) -> Iterator[Offer]:
    """Divisions in the same hex may join when they are not too many together."""
    limit = state.scene.charts.movement.division_ships
    ready = list(_commanded(state, side, SHIPS))
    for division in ready:
        commands = tuple(
            Join(side, division.id, other.id)
            for other in ready
            if other.id != division.id and other.hex == division.hex and len(other.ships) + len(division.ships) <= limit
        )
        if commands:
            yield Offer("join", f"{division.name}: join", "NW-ORD-H4", division.id, commands)


def check_join(state: State, command: Join) -> tuple[Illegal, ...]:
    """Every reason against joining. Rule: NW-ORD-H4."""
    one = _ordered(state, command.side, command.division, SHIPS, "change of ships")
    other = _ordered(state, command.side, command.into, SHIPS, "change of ships")
    if not isinstance(one, Division):
        return one
    if not isinstance(other, Division):
        return other
    reasons = []
    if one.id == other.id:
        reasons.append(Illegal(f"{one.name} cannot join itself", "NW-ORD-H4", one.id))
    if one.hex != other.hex:
        reasons.append(Illegal(f"{one.name} and {other.name} are not in the same hex", "NW-ORD-H4", one.id))
    limit = state.scene.charts.movement.division_ships
    if len(one.ships) + len(other.ships) > limit:
        reasons.append(Illegal(f"a division has at most {limit} ships", "NW-ORD-H4", one.id))
    return tuple(reasons)


def do_join(r: Ruling, command: Join) -> None:
    """The first division becomes part of the second. Rule: NW-ORD-H4."""
    state: State = r.state
    one, other = state.divisions[command.division], state.divisions[command.into]
    ships = dict(state.ships)
    for name in one.ships:
        ships[name] = ships[name].but(division=other.id)
    speed = min(one.speed, other.speed)
    grown = other.but(
        ships=(*other.ships, *one.ships),
        orders=other.orders | SHIPS,
        speed=speed,
        ran=min(one.ran, other.ran),
        smoking=one.smoking and other.smoking,
        traits=tuple(dict.fromkeys((*other.traits, *one.traits))),
    )
    divisions = {key: value for key, value in state.divisions.items() if key != one.id}
    r.state = state.but(
        ships=ships,
        divisions={**divisions, other.id: grown},
        contacts={side: _joined(known, one.id, other.id) for side, known in state.contacts.items()},
        scratch={},
    )
    r.note(DivisionJoined(rule="NW-ORD-H4", to=knowing(state, one), division=one.name, into=other.id))


def _joined(known: dict[str, int], one: str, into: str) -> dict[str, int]:
    """What a side knows of two divisions that have become one: the better of the two contacts (NW-SPT-H9)."""
    if one not in known:
        return known
    rest = {key: level for key, level in known.items() if key != one}
    return {**rest, into: max(known[one], known.get(into, UNSEEN))}


def _ordered(state: State, side: str, name: str, order: int, what: str) -> Division | tuple[Illegal, ...]:
    division = state.divisions.get(name)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {name!r} on the map", "NW-ORD-H1"),)
    if surprised(state, side):
        return (Illegal("a surprised side gives no orders", "NW-SUR-H1", name),)
    if division.orders & order:
        return (Illegal(f"{division.name} has had its {what} order this turn", "NW-ORD-H1", name),)
    if not has_able(state, division):
        return (Illegal(f"{division.name} has no ship that can obey", "NW-DMG-H3", name),)
    return division
