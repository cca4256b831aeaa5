"""Falling back (BFE-CON-H6): a unit recoils from the enemy, by its own nerve or after a lost melee."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.events import ContactEnded, Recoiled
from rules.battles_for_empire.formations import facing_to, nearest_enemy, room_for
from rules.battles_for_empire.leaders_and_mules import fall_back_with
from rules.battles_for_empire.state import Body, State, on_field, with_unit
from rules.battles_for_empire.terrain import disorder, steps_of
from rules.kernel.hexes import Hex, axial, distance
from rules.kernel.ruling import Ruling

PASSED = ("skirmish", "stand")  # formations friends may pass through (BFE-MAN-H6)


def recoil(r: Ruling, name: str, hexes: int, rule: str) -> tuple[Hex, ...]:
    """Move a unit back so many hexes from the enemy, facing him. Return its path, empty when it could not move.

    Each step takes it further from the enemy nearest to it. It passes skirmishers and guns, stops at the field's edge,
    at ground it cannot enter and at friends in close order, and stays only where there is room. Its contacts end when
    it moves. It counts as having moved; leaders and mules left without escort go with it. Being Shaken is for the
    caller to mark. No dice.
    Rules: BFE-CON-H6, BFE-MAN-H6, BFE-TER-H4.
    """
    state: State = r.state
    unit = state.units[name]
    enemy = nearest_enemy(state, unit.side, unit.hex)
    path = _way_back(state, unit, enemy, hexes) if enemy else ()
    if len(path) < 2:
        return ()
    end_contacts(r, name, rule)
    unit = r.state.units[name]
    facing = facing_to(path[-1], enemy, unit.facing)
    moved = unit.but(hex=path[-1], facing=facing, moved=unit.moved + len(path) - 1, allowance=0, ground=False)
    r.state = with_unit(r.state, moved)
    r.note(Recoiled(rule=rule, unit=name, path=path))
    fall_back_with(r, name, path[0])
    steps = steps_of(r.state, unit)
    for here, there in zip(path, path[1:], strict=False):
        if any(step is not None and step[0] == there and step[2] for step in steps[here]):
            disorder(r, name, "broken ground")
            break
    return path


def _way_back(state: State, unit: Body, enemy: Hex, hexes: int) -> tuple[Hex, ...]:
    path = [unit.hex]
    for _ in range(hexes):
        found = list(_steps_away(state, unit, path[-1], enemy))
        if not found:
            break
        path.append(max(found)[1])
    while len(path) > 1 and not room_for(state, unit, path[-1]):
        path.pop()
    return tuple(path)


def _steps_away(state: State, unit: Body, here: Hex, enemy: Hex) -> Iterator[tuple[tuple[int, ...], Hex]]:
    """Yield steps away from an enemy, each with how good it is.

    Best is farthest from the nearest enemy, then most directly away from this one, then most directly to the unit's own
    rear, then the lower hex number.
    """
    away = distance(here, enemy)
    rear = 2 * unit.facing + 7  # in twelfths of a turn, as hexsides are twice their number
    for direction, step in enumerate(steps_of(state, unit).get(here, ())):
        if step is None or distance(step[0], enemy) <= away or not _may_pass(state, unit, step[0]):
            continue
        there = step[0]
        nearest = nearest_enemy(state, unit.side, there)
        aside = abs((2 * direction - rear + 6) % 12 - 6)
        yield (distance(there, nearest), -_off_line(enemy, unit.hex, there), -aside, -there), there


def _off_line(a: Hex, b: Hex, h: Hex) -> int:
    """Return how far a hex is from the straight line from a through b, in units of that line's length."""
    (q, r), (q1, r1), (q2, r2) = axial(a), axial(b), axial(h)
    return abs((q1 - q) * (r2 - r) - (q2 - q) * (r1 - r))


def _may_pass(state: State, unit: Body, h: Hex) -> bool:
    for name in on_field(state).get(h, ()):
        other = state.units[name]
        if other.side != unit.side or other.formation not in PASSED:
            return False
    return not any(marker.hex == h and marker.side != unit.side for marker in state.markers.values())


def end_contacts(r: Ruling, name: str, rule: str) -> None:
    """Break off everything a unit is in contact with. No dice."""
    state: State = r.state
    left = tuple(contact for contact in state.contacts if name not in (contact.attacker, contact.defender))
    for contact in state.contacts:
        if name in (contact.attacker, contact.defender):
            other = contact.defender if contact.attacker == name else contact.attacker
            r.note(ContactEnded(rule=rule, unit=name, other=other))
    if len(left) != len(state.contacts):
        r.state = state.but(contacts=left)
