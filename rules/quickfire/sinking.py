"""The end of phase 6: stopped ships roll for sinking, helpless ones may strike their colours."""

from __future__ import annotations

from functools import partial

from rules.kernel.inches import distance_squared
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM, SHORT, sinking_number
from rules.quickfire.damage import keep_throw
from rules.quickfire.events import StayedAfloat, Struck, Sunk
from rules.quickfire.roster import BATTERIES, size_text
from rules.quickfire.state import (
    BOXES,
    Ship,
    State,
    Throw,
    afloat,
    closed_up,
    enemy_of,
    is_silent,
    is_stopped,
    place,
    rof,
)


def sinking_rolls(r: Ruling) -> None:
    """Roll for every ship without speed boxes: two dice less the extra hits against the number of her Size.

    Rules: QF-SNK-1, QF-SNK-2, QF-SNK-3, QF-SNK-H1, QF-REP-2.
    """
    for name, ship in tuple(r.state.ships.items()):
        if ship.gone or not is_stopped(ship):
            continue
        state: State = r.state
        size = state.scene.cards[name].size_quarters
        number = sinking_number(size)
        what = f"sinking check, {state.scene.names[name]}, Size {size_text(size)}"
        says = partial(_sinks, number)
        rolled = r.roll(what, 2, 6, "QF-SNK-2", extra_hits(state, ship), number, low=True, says=says)
        keep_throw(r, Throw(line="sinking", ship=name, total=rolled.total, need=number))
        if rolled.total <= number:
            remove_ship(r, name, "sunk")
            r.note(Sunk(rule="QF-SNK-2", ship=name))
        else:
            r.note(StayedAfloat(rule="QF-SNK-1", ship=name))


def extra_hits(state: State, ship: Ship) -> tuple[Modifier, ...]:
    """Return how much the speed hits beyond the eighth take off a sinking roll. Rule: QF-SNK-3."""
    extra = ship.speed_hits - BOXES
    if extra <= 0:
        return ()
    each = state.scene.charts.sinking.per_extra_hit
    return (Modifier(each * extra, "speed hits beyond the eighth", "QF-SNK-3"),)


def remove_ship(r: Ruling, name: str, how: str) -> None:
    """Remove a ship from the table; the ship that followed her follows the one ahead. Rule: QF-MOV-H7."""
    state: State = r.state
    gone = state.ships[name]
    ships = {**state.ships, **closed_up(state, gone)}
    ships[name] = gone.but(gone=how, ahead="", waypoints=(), fires=0)
    r.state = state.but(ships=ships)


def _sinks(number: int, total: int) -> str:
    return "sinks" if total <= number else "stays afloat"


def _strikes(need: int, total: int) -> str:
    return "surrenders" if total >= need else "fights on"


def test_strikes(r: Ruling) -> None:
    """Roll two dice for each helpless ship alone among enemies: she may strike. Rule: QF-STR-H1."""
    state: State = r.state
    if not state.scene.options["striking"]:
        return
    need = state.scene.charts.sinking.strike_need
    for name in [name for name, ship in state.ships.items() if helpless(state, ship)]:
        what = f"surrender check, {state.scene.names[name]}"
        says = partial(_strikes, need)
        if r.roll(what, 2, 6, "QF-STR-H1", target=need, note=f"on {need}+", says=says).total >= need:
            remove_ship(r, name, "captured")
            r.note(Struck(rule="QF-STR-H1", ship=name))


def helpless(state: State, ship: Ship) -> bool:
    """Return whether a ship is stopped and silent, with an enemy that can fire near her and no friend near.

    Rule: QF-STR-H1.
    """
    if ship.gone or not is_stopped(ship) or not is_silent(state, ship):
        return False
    reach = (state.scene.charts.gunnery.range_mm[SHORT] * MM) ** 2

    def near(other: Ship) -> bool:
        return distance_squared(place(ship), place(other)) <= reach

    if any(near(friend) for friend in afloat(state, ship.side) if friend.id != ship.id):
        return False
    foes = afloat(state, enemy_of(state, ship.side))
    return any(near(foe) and any(rof(state, foe, battery) for battery in BATTERIES) for foe in foes)
