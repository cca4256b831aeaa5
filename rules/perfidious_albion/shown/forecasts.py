"""The floods a move or an attack may cause to the ships involved, and whether they sink, for the card."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from rules.kernel.flow import Command
from rules.kernel.forecast import NOTHING
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Rolled, Ruling
from rules.perfidious_albion.damage.flooding import is_sinking
from rules.perfidious_albion.records.commands import Activate, Ram, Refloat, Steer
from rules.perfidious_albion.records.state import Ship, State
from rules.perfidious_albion.shown.explain import outcome_class
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit, units_of


def brought_to_bear(state: State, side: str) -> Iterator[State]:
    """Yield the position once for each unit of a side, that unit active and its ships ready to fire from their places.

    For "what they could do to me" (PA-SEQ-H5): nothing moves, and what has been fired this turn does not count.
    """
    for unit in units_of(state, side):
        ready = {
            ship.id: ship.but(moved=True, fired=(), targets=(), eased=False) for ship in ships_of_unit(state, unit)
        }
        forts = {key: fort.but(fired=(), targets=()) for key, fort in state.forts.items() if key == unit}
        guns = {key: battery.but(fired=(), targets=()) for key, battery in state.batteries.items() if key == unit}
        yield state.but(
            active=unit,
            ships={**state.ships, **ready},
            forts={**state.forts, **forts},
            batteries={**state.batteries, **guns},
        )


WRECKED = ("sunk", "exploded", "destroyed")


def forecast(r: Ruling, before: State, command: Command) -> tuple[tuple[str, str], ...]:
    """Return the gravest result, the floods of the ships ordered and of those they meet; empty if no die is rolled.

    Storms, rocks, mines, torpedoes under way, collisions and rams: PA-4.1-3, PA-TER-H2, PA-6.4-14.
    """
    if isinstance(command, Activate):
        mine = {ship.id for ship in ships_of_unit(before, command.squadron)}
    elif isinstance(command, Steer | Ram | Refloat):
        mine = {command.ship}
    else:
        return ()
    if not any(isinstance(event, Rolled) for event in r.events):
        return ()
    others = before.ships.keys() - mine
    return (
        ("Outcome", outcome_class(tuple(r.events))),
        ("You take", _floods(r.state, before, mine)),
        ("Others take", _floods(r.state, before, others)),
    )


def _floods(after: State, before: State, names: AbstractSet[str]) -> str:
    pairs = [(before.ships[name], after.ships[name]) for name in names if name in after.ships]
    taken = sum(now.floods - then.floods for then, now in pairs)
    lost = any(_is_lost(after, now) and not _is_lost(before, then) for then, now in pairs)
    return f"{count_noun(taken, 'flood')}{', sinks' if lost else ''}" if taken or lost else NOTHING


def _is_lost(state: State, ship: Ship) -> bool:
    return ship.gone in WRECKED or is_sinking(state, ship)
