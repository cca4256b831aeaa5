"""The mean damage between two ships in a phase of fire, by range and arc, from the exact dice.

House judgement, no rule. Tables for the captain: the mean damage of a ship's best shot, in thousandths of a victory
point (a quarter of Size).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.quickfire.charts import POINT_BLANK, fire_column, load_charts, torpedo_need
from rules.quickfire.evaluation import PAIR, struck_worth
from rules.quickfire.expected_value import shot_outcomes
from rules.quickfire.gunnery import both_bands
from rules.quickfire.roster import BATTERIES
from rules.quickfire.state import Ship, State, boat_guns, rof

CODES = ("S", "Gh", "Gl", "T", "D", "F", "E")
BANDS = (POINT_BLANK, "short", "long")
WAYS = 216
SHIP = ("x", "y", "gone", "speed_hits", "heavy_hits", "light_hits", "rudder_hits", "fires", "torpedo", "boat_gun_lost")


class Promise(NamedTuple):
    """The mean damage of a phase of a ship's fire to another, by range band: beam on and end on.

    And of her torpedoes.
    """

    near: int
    short: int
    long: int
    near_end: int
    short_end: int
    long_end: int
    tubes: int  # against a moving target
    static: int  # against a static one


@derived(*(f"ships[id].{part}" for part in (*SHIP, "repair_dice", "side")))
def prices(state: State, name: str) -> tuple[int, ...]:
    """Return the value of one hit of each code to the ship's enemy, in the order of CODES, and of a torpedo hit."""
    ship: Ship = state.ships[name]
    hits = tuple(struck_worth(state, ship, ({code: 1},)) for code in CODES)
    faces = load_charts().torpedo.hit_die
    torpedo = sum(struck_worth(state, ship, ({"S": face},)) for face in range(1, faces + 1)) // faces
    return (*hits, torpedo)


@cache
def _counts(battery: str, band: str, most: int, need: int, anyway: bool) -> tuple[int, ...]:
    """Return the mean hits of each code of a round, in parts of 216."""
    found = dict.fromkeys(CODES, 0)
    for ways, *codes in shot_outcomes(battery, band, most, need, anyway):
        for each in codes:
            for code, count in each.items():
                found[code] += int(ways) * count
    return tuple(found.values())


@cache
def _boat_counts() -> tuple[int, ...]:
    """Return the mean hits of each code of boat guns."""
    rows = load_charts().boat_guns.result.values()
    return tuple(WAYS // 6 * sum(row.get(code, 0) for row in rows) for code in CODES)


def boat_guns_take(price: tuple[int, ...]) -> int:
    """Return the mean damage of boat guns to a ship, by the prices of her hits."""
    return sum(count * each for count, each in zip(_boat_counts(), price, strict=False)) // WAYS


@cache
def chance(need: int) -> int:
    """Return the chance of two dice to show no more than that, in thousandths."""
    return 1000 * sum(ways for total, ways in PAIR if total <= need) // 36


@derived(
    *(f"ships[id,id].{part}" for part in (*SHIP, "repair_dice", "side", "opened")),
)
def promised_damage(state: State, firer: str, target: str) -> Promise:
    """Return the mean damage of a ship to another for all ranges and arcs."""
    ship, price = state.ships[firer], prices(state, target)
    broad = [_expected_round(state, ship, target, price, band, False) for band in BANDS]
    ends = [_expected_round(state, ship, target, price, band, True) for band in BANDS]
    kind = state.scene.cards[target].target
    tubes = [price[-1] * chance(torpedo_need(kind, how, ship.torpedo)) // 1000 for how in ("moving", "static")]
    return Promise(*broad, *ends, *tubes)


def _expected_round(state: State, ship: Ship, target: str, price: tuple[int, ...], band: str, end_on: bool) -> int:
    """Return the mean damage of the better battery, or of both where the range allows it, and of boat guns.

    Rules: QF-FIRE-H4, QF-ARC-H1, QF-BG-1.
    """
    scene = state.scene
    charts, card, mark = scene.charts.gunnery, scene.cards[ship.id], scene.cards[target]
    late = charts.rof_modifier[scene.profile].get(band, 0)
    late += charts.salvo_modifier if scene.options["opening_salvo"] and not ship.opened else 0
    anyway, found = scene.options["blast_on_failed_rof"], []
    for battery in BATTERIES:
        rate, power = rof(state, ship, battery) - late, card.gunnery(battery)
        if rate <= 0 and not anyway or not power or card.boat_guns == "only":
            continue
        power = max(charts.end_least, power // charts.end_divisor) if end_on else power
        need = fire_column(power, mark.armour(battery)).need
        counts = _counts(battery, band, rate, need, anyway)
        found.append(sum(count * each for count, each in zip(counts, price, strict=False)))
    total = sum(found) if band in both_bands(state) else max(found, default=0)
    if band == POINT_BLANK and mark.light_vessel and boat_guns(state, ship):
        total += WAYS * boat_guns_take(price)
    return total // WAYS
