"""Movement: the active unit, its moves, what it meets on the way, exits."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.commands import Move
from rules.battles_for_empire.conduct import may_leave_melee
from rules.battles_for_empire.events import Moved, UnitExited
from rules.battles_for_empire.formations import facing_word, facing_words, open_order, room_for
from rules.battles_for_empire.hidden_units import marked_by_enemy, reveal_markers, turn_over
from rules.battles_for_empire.leaders_and_mules import overrun
from rules.battles_for_empire.pathfinding import Path, movement_bars, path_to, reachable_nodes, side_steps, turns_freely
from rules.battles_for_empire.recoil import end_contacts
from rules.battles_for_empire.state import (
    MARCHING,
    Body,
    State,
    card,
    in_play,
    is_engaged,
    is_single_stand,
    unit_name,
    with_unit,
)
from rules.battles_for_empire.terrain import disorder, steps_of
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import Hex, label
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling

AWAY = 0  # the hex number that says: off the field


# ---------------------------------------------------------------------- the verb


def active_unit(state: State, side: str) -> Body | None:
    """Return the unit a side is moving now (BFE-SEQ-H3)."""
    unit = state.units.get(state.in_hand)
    return unit if unit is not None and unit.side == side and in_play(unit) else None


def not_active(state: State, side: str, name: str, rule: str) -> tuple[Illegal, ...]:
    """Return why a unit is not the one being moved; empty when it is. Rule: BFE-SEQ-H3."""
    unit = state.units.get(name)
    if unit is None or unit.side != side or not in_play(unit):
        return (Illegal(f"{side} has no unit called {name!r} on the field", rule),)
    if state.in_hand == name:
        return ()
    if not unit.taken_up:
        reason = f"{unit_name(state, unit)} is not active: roll its manoeuvre die first"
    else:
        reason = f"{unit_name(state, unit)} has been moved, or could not move; units are moved one at a time"
    return (Illegal(reason, "BFE-SEQ-H3", name),)


def move_refusals(state: State, unit: Body) -> tuple[Illegal, ...]:
    """Return what keeps a unit from any move at all: a melee, or skirmish order among most natives.

    Rules: BFE-CHG-2, BFE-CHG-3, BFE-MF-21, BFE-MF-22.
    """
    name, reasons = unit_name(state, unit), []
    if is_engaged(state, unit) and not may_leave_melee(state, unit):
        reasons.append(
            Illegal(
                f"{name} is in melee contact and may not move of its own will until it is resolved",
                "BFE-CHG-2",
                unit.id,
            )
        )
    return (*reasons, *stands_fast(state, unit))


def stands_fast(state: State, unit: Body) -> tuple[Illegal, ...]:
    """Return what keeps most natives in skirmish order from moves, turns among them. Rules: BFE-MF-21, BFE-MF-22."""
    if not open_order(unit) or card(state, unit).skirmish_moves:
        return ()
    reason = f"{unit_name(state, unit)} may neither move nor turn while it is in skirmish order"
    return (Illegal(reason, "BFE-MF-21", unit.id),)


def legal_moves(state: State, unit: Body) -> tuple[Move, ...]:
    """Return every move of the active unit: each hex and facing it can pay for, with room to stay there."""
    return _moves(state, unit.id)


@derived(*MARCHING)
def _moves(state: State, name: str) -> tuple[Move, ...]:
    unit = state.units[name]
    if move_refusals(state, unit):
        return ()
    side = unit.side
    free = turns_freely(state, unit)
    nodes = reachable_nodes(state, unit, unit.allowance).cost
    aside = side_steps(state, unit).cost
    if aside:
        nodes = {**nodes, **aside}
    stops = movement_bars(state, side)
    full = stops.no_single if is_single_stand(state, unit) else stops.no_four
    if free:
        open_ = [node // 6 for node in nodes if node // 6 not in full and node // 6 != unit.hex]
        found = [Move(side, name, h, facing) for h in open_ for facing in range(6)]
    else:
        found = [
            Move(side, name, node // 6, node % 6) for node in nodes if node // 6 not in full and node // 6 != unit.hex
        ]
    if unit.allowance > 0 and unit.hex in state.scene.country.exits.get(side, ()):
        found.append(Move(side, name, AWAY, unit.facing))
    return tuple(found)


def offer_moves(state: State, side: str) -> Iterator[Offer]:
    """Yield where the active unit can go."""
    unit = active_unit(state, side)
    if unit is None:
        return
    commands = legal_moves(state, unit)
    if commands:
        yield Offer("move", f"Move {unit_name(state, unit)}", "BFE-MAN-H1", unit.id, commands)


def check_move(state: State, command: Move) -> tuple[Illegal, ...]:
    """Return every reason against a move.

    Rules: BFE-MAN-H1 to BFE-MAN-H7, BFE-FRM-H7, BFE-TER-H7, BFE-CHG-2, BFE-MF-21.
    """
    reasons = not_active(state, command.side, command.unit, "BFE-MAN-H1")
    if reasons:
        return reasons
    unit = state.units[command.unit]
    name, found = unit_name(state, unit), list(move_refusals(state, unit))
    if command.hex == AWAY:
        return (*found, *_no_exit(state, unit, command))
    if not 0 <= command.facing < 6:
        found.append(Illegal(f"a facing is 0 to 5 ({facing_words(state)}); found {command.facing}", "BFE-MAN-H2"))
    if command.hex == unit.hex:
        found.append(Illegal(f"{name} stands in hex {label(unit.hex)} already", "BFE-MAN-H1", unit.id))
    if found:
        return tuple(found)
    if path_to(state, unit, command.hex, command.facing) is None:
        where = label(command.hex) if 0 < command.hex < 10_000 else str(command.hex)
        found.append(
            Illegal(
                f"{name} has {count_noun(unit.allowance, 'hex')} left, which do not take it to hex {where} facing "
                f"{facing_word(state, command.facing)}",
                "BFE-MAN-H1",
                unit.id,
            )
        )
    elif not room_for(state, unit, command.hex):
        found.append(Illegal(f"there is no room for {name} in hex {label(command.hex)}", "BFE-FRM-H7", unit.id))
    return tuple(found)


def _no_exit(state: State, unit: Body, command: Move) -> tuple[Illegal, ...]:
    name = unit_name(state, unit)
    reasons = []
    if unit.hex not in state.scene.country.exits.get(unit.side, ()):
        reasons.append(Illegal(f"{name} does not stand in one of its side's exits", "BFE-TER-H7", unit.id))
    if unit.allowance < 1:
        reasons.append(Illegal(f"{name} has no hexes left to leave the field with", "BFE-TER-H7", unit.id))
    if command.facing != unit.facing:
        reasons.append(Illegal("a unit leaves the field with the facing it has", "BFE-TER-H7", unit.id))
    return tuple(reasons)


def do_move(r: Ruling, command: Move) -> None:
    """Move the active unit along its cheapest way; it stops when it brings a hidden unit to light. No dice.

    Rules: BFE-MAN-H1, BFE-PUB-19, BFE-MAN-H13, BFE-TER-H7, BFE-ARR-H4.
    """
    state: State = r.state
    unit = state.units[command.unit]
    if command.hex == AWAY:
        end_contacts(r, unit.id, "BFE-CHG-3")
        r.state = with_unit(r.state, unit.but(lost="exited", hex=0)).but(in_hand="")
        r.note(UnitExited(rule="BFE-TER-H7", unit=unit.id))
        return
    way = path_to(state, unit, command.hex, command.facing)
    assert way is not None
    end_contacts(r, unit.id, "BFE-CHG-3")
    march_path(r, unit.id, way, "BFE-PUB-19" if way.aside else "BFE-MAN-H1")


MOVE = Verb(Move, "Move", "BFE-MAN-H1", offer_moves, check_move, do_move)


def march_path(r: Ruling, name: str, way: Path, rule: str) -> bool:
    """Move a unit along a path, as far as hidden enemies allow; return whether it reached the end.

    Lone leaders and mules in its way are overrun; dongas and fords disorder it. Rules: BFE-ARR-H4, BFE-MAN-H14,
    BFE-TER-H4.
    """
    unit: Body = r.state.units[name]
    gone = _advance(r, unit, way)
    path, whole = way.path[: gone + 1], gone == len(way.path) - 1
    steps = steps_of(r.state, unit)
    taken = [step for here, there in zip(path, path[1:], strict=False) for step in steps[here] if _is(step, there)]
    cost = way.cost if whole else max(sum(step[1] for step in taken if step), 0)
    facing = way.facings[gone]
    unit = r.state.units[name]
    r.state = with_unit(
        r.state,
        unit.but(
            hex=path[-1],
            facing=facing,
            moved=unit.moved + cost,
            allowance=max(0, unit.allowance - cost),
            turned=unit.turned or facing != unit.facing,
            moved_further=unit.moved_further or unit.formed_skirmish,
            ground=False,
        ),
    )
    if gone:
        r.note(Moved(rule=rule, unit=name, path=path, facing=facing, cost=cost))
    for h in path[1:]:
        overrun(r, name, h)
    if any(step is not None and step[2] for step in taken):
        disorder(r, name, "broken ground")
    return whole


def _is(step: tuple[Hex, int, bool] | None, there: Hex) -> bool:
    return step is not None and step[0] == there


def _advance(r: Ruling, unit: Body, way: Path) -> int:
    """Return how many hexes of a path a unit moves before it finds a hidden enemy; it stops where it has room."""
    last = len(way.path) - 1
    if not r.state.markers:
        return last
    warned, halt = False, 0
    for number, h in enumerate(way.path[1:], start=1):
        marker = marked_by_enemy(r.state, unit.side, h)
        if marker is not None:
            turn_over(r, marker)
            r.reveal("a hidden marker was turned over")
            if marker.unit:
                return halt
        if room_for(r.state, unit, h):
            halt = number
        warned = reveal_markers(r, unit, h) or warned
        if warned and halt == number:
            return number
    return last
