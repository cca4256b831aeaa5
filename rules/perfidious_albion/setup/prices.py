"""What can be bought in an open set-up, what it costs, and what a side may spend (2.1, 2.2).

On sale are classes of ships (`mikasa`), forts (`fort1`), batteries (`battery_D_0`: type and armour), minefields
(`mines_4_3`: density and radius), thousands of points of cargo (`cargo`) and squadron commanders (`admiral`).
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.derived import derived
from rules.perfidious_albion.records.state import Purchase, State, enemy_of
from rules.perfidious_albion.setup.purchase_pool import on_sale
from rules.perfidious_albion.ships.points import admiral_cost, battery_cost, fort_cost, minefield_cost, whole_points
from rules.perfidious_albion.ships.shipcard import ShipCard

SHIP, FORT, BATTERY, MINES, CARGO, ADMIRAL = "ship", "fort", "battery", "mines", "cargo", "admiral"
BATTERY_GUNS_MOST = 12
ARMOUR_MOST = 10


class Ware(NamedTuple):
    """Something on sale: its kind, and the numbers its name holds."""

    kind: str
    key: str = ""  # a class, a gun type
    a: int = 0  # fort number, armour, density
    b: int = 0  # radius


def find_ware(state: State, what: str) -> Ware | None:
    """Return the item on sale that a word names; None if there is none."""
    if what in (CARGO, ADMIRAL):
        return Ware(what)
    if what in on_sale(state.scene):
        return Ware(SHIP, what)
    if what.startswith(FORT) and what.removeprefix(FORT) in {str(number) for number in state.scene.forts}:
        return Ware(FORT, "", int(what.removeprefix(FORT)))
    kind, _, rest = what.partition("_")
    first, _, second = rest.partition("_")
    if kind == BATTERY and first in state.scene.charts.points.battery_gun and _number(second, 0, ARMOUR_MOST):
        return Ware(BATTERY, first, int(second))
    points = state.scene.charts.points
    fits = _number(first, 1, points.minefield_density_most) and _number(second, 1, points.minefield_radius_most)
    return Ware(MINES, "", int(first), int(second)) if kind == MINES and fits else None


def _number(text: str, least: int, most: int) -> bool:
    return text.isdecimal() and len(text) < 4 and least <= int(text) <= most and text == str(int(text))


def card_for(state: State, found: Ware) -> ShipCard:
    """Return the card of a class on sale."""
    return on_sale(state.scene)[found.key]


def price(state: State, found: Ware, quality: int, count: int) -> int:
    """Return a price in whole points: of a ship or pair by its boats, of a battery by its guns.

    Cargo is outside the budget. Rules: PA-PTS-H2, PA-2.2-1, PA-2.2-2, PA-2.2-3, PA-2.2-11, PA-2.2-21, PA-PTS-H3,
    PA-2.2-23.
    """
    if found.kind == SHIP:
        return card_for(state, found).pv[quality] * count
    if found.kind == FORT:
        return whole_points(fort_cost(quality))
    if found.kind == BATTERY:
        return whole_points(battery_cost(found.key, count, found.a, quality))
    if found.kind == MINES:
        return whole_points(minefield_cost(found.a, found.b, state.scene.options["printed_minefield"]))
    return whole_points(admiral_cost(1)) if found.kind == ADMIRAL else 0


# ---------------------------------------------------------------------- budgets


def is_merchant(state: State, item: Purchase) -> bool:
    """Return whether a purchase is a merchant. Rule: PA-2.1-35."""
    return bool(item.id) and item.id in state.scene.cards and state.scene.cards[item.id].merchant


def cargo_of(state: State, side: str) -> int:
    """Return points of cargo a side has bought. Rule: PA-2.1-33."""
    return sum(item.count * 1000 for item in state.bought.get(side, ()) if item.what == CARGO)


def runs_convoy(state: State, side: str) -> bool:
    """Return whether a side runs the convoy of a convoy attack. Rule: PA-2.1-2."""
    return state.scene.mission == "convoy" and side != state.scene.attacker


@derived("bought")
def points_spent(state: State, side: str) -> int:
    """Return points a side has spent out of its budget; merchants and cargo do not count.

    Rules: PA-2.1-34, PA-2.1-35.
    """
    free, items = runs_convoy(state, side), state.bought.get(side, ())
    return sum(item.points for item in items if not (free and is_merchant(state, item)))


def merchants_value(state: State, side: str) -> int:
    """Return what a side's merchants cost. Rule: PA-2.1-38."""
    return sum(item.points for item in state.bought.get(side, ()) if is_merchant(state, item))


def budget_of(state: State, side: str) -> int:
    """Return what a side may spend: for a convoy's escorts half the cargo, else the size of the battle.

    Rules: PA-2.1-34, PA-2.1-17.
    """
    if runs_convoy(state, side):
        return cargo_of(state, side) * state.scene.charts.victory.escort_percent // 100
    return state.budget.get(side, 0)


def second_budget(state: State) -> dict[str, int]:
    """Return the budgets once the first side has bought, on which the second's depends.

    A convoy's attacker gets the value of the escorts and half that of the merchants; the defender of a base half the
    value of the attacking forces plus 3,000 points for each turn declared. Rules: PA-2.1-38, PA-2.1-56.
    """
    charts, attacker = state.scene.charts.victory, state.scene.attacker
    if state.scene.mission == "convoy":
        runner = enemy_of(state, attacker)
        extra = merchants_value(state, runner) * charts.merchant_percent // 100
        return {**state.budget, runner: budget_of(state, runner), attacker: points_spent(state, runner) + extra}
    if state.scene.mission == "bombardment":
        share = points_spent(state, attacker) * charts.defender_percent // 100
        bonus = charts.defender_each_turn * state.bombardment_declared
        return {**state.budget, enemy_of(state, attacker): share + bonus}
    return state.budget
