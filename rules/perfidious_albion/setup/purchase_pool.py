"""The pool of an open set-up: every ship, fort, battery, field and squadron that could ever be bought, by id.

All are in the scene from the start, so it never changes and reveals no purchase. A side's ships have names of their
class where there are any: one side takes the odd names of the class's list, the other the even ones.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.kernel.scenario import Scenario
from rules.perfidious_albion.records.state import PaScene, State
from rules.perfidious_albion.ships.conditions import designs_of
from rules.perfidious_albion.ships.dockyard import DESIGN, design_card, legal_names
from rules.perfidious_albion.ships.grids import LEVELS, SECTIONS
from rules.perfidious_albion.ships.roster import load_roster
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.unit_catalogue import slug
from rules.perfidious_albion.squadrons.knowledge import MARKER, STAND_IN, STAND_IN_SPEED

OF_A_CLASS = 10  # ships (or pairs) of a class a side may buy
SQUADRONS = 6  # squadrons a side may form
WORKS = 12  # forts, batteries and fields of each kind
LABELS = tuple(str(number) for number in range(1, SQUADRONS + 1))
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
SETTING_UP = "setup"  # State.stage while the players set up the game


class Pool(NamedTuple):
    """Cards and names by id."""

    cards: dict[str, ShipCard]
    names: dict[str, str]


@cache
def piece_id(key: str, side: str, number: int) -> str:
    """Return the id of a side's ship or pair of a class, from 1."""
    return f"{slug(key)}-{slug(side)}-{number}".replace("_", "-").replace(":", "-")


def squadron_id(side: str, number: int) -> str:
    """Return the id of a side's squadron on the table, in the order they are placed, dummies among them."""
    return f"{slug(side)}-{number}"


def stand_in_id(squadron: str) -> str:
    """Return the id of the marker of a squadron."""
    return squadron + STAND_IN


@cache
def work_id(kind: str, side: str, number: int) -> str:
    """Return the id of a fort, battery or minefield of a side, from 1."""
    return f"{kind}-{slug(side)}-{number}"


@cache
def marker_card() -> ShipCard:
    """Return the card of a marker's stand-in ship: large, fast, without guns or torpedoes, worth nothing.

    Rule: PA-2.1-30.
    """
    return (
        load_roster()
        .classes["tramp"]
        .but(
            key=MARKER,
            title="Marker",
            tons=8000,
            speed=STAND_IN_SPEED,
            flotation=99,
            size=1,
            bow_level=1,
            merchant=False,
            prop_units=(),
            pv={1: 0, 2: 0, 3: 0},
            boxes=LEVELS * SECTIONS,
            grid=(None,) * (LEVELS * SECTIONS),
            gun_boxes=(),
            tubes=(),
            cargo_boxes=(),
            prop_boxes=(),
            magazines=(),
            towers=(),
            funnel_boxes=(),
        )
    )


def year_of(scenario: Scenario) -> int:
    """Return the year of a scenario, 9999 when its date has none."""
    found = re.search(r"\b(1[89]\d\d)\b", scenario.date)
    return int(found.group(1)) if found else 9999


def classes_of(scenario: Scenario) -> dict[str, ShipCard]:
    """Return the classes that may be bought, own designs without faults included: completed by the scenario's year.

    Rule: PA-SCN-H1.
    """
    year = year_of(scenario)
    designs = {f"{DESIGN}{name}": design_card(name) for name in legal_names(scenario.options)}
    designs |= designs_of(scenario)
    return {key: card for key, card in (load_roster().classes | designs).items() if card.completed <= year}


@derived()
def on_sale(scene: PaScene) -> dict[str, ShipCard]:
    """Return the classes of the pool by key, as they were when the set-up began."""
    return {card.key: card for card in scene.cards.values() if card.key != MARKER}


def build_pool(scenario: Scenario) -> Pool:
    """Return cards and names of everything that may come to the table of an open scenario."""
    roster = load_roster()
    cards: dict[str, ShipCard] = {}
    names: dict[str, str] = {}
    sides = [(note.key, note.name) for note in scenario.sides]
    for key, card in classes_of(scenario).items():
        sisters = [name for name, found in roster.ships.items() if found == key]
        for which, (side, title) in enumerate(sides):
            for number in range(1, OF_A_CLASS + 1):
                place = 2 * (number - 1) + which
                name = piece_id(key, side, number)
                cards[name] = card
                names[name] = sisters[place] if place < len(sisters) else f"{card.title} No. {number} of {title}"
    for side, title in sides:
        for number in range(1, 2 * SQUADRONS + 1):
            key = squadron_id(side, number)
            names[key] = f"{title}, squadron {number}"
            cards[stand_in_id(key)], names[stand_in_id(key)] = marker_card(), f"marker {number} of {title}"
        for number in range(1, WORKS + 1):
            names[work_id("fort", side, number)] = f"fort {number} of {title}"
            names[work_id("battery", side, number)] = f"battery {number} of {title}"
            names[work_id("mines", side, number)] = f"minefield {number} of {title}"
    names["target"] = roster.targets[chart_of(scenario)].title
    return Pool(cards, names)


def chart_of(scenario: Scenario) -> int:
    """Return the scenario's bombardment chart: 1, the trading port, in a commerce raid, else 2. Rules: PA-8-9, A-46."""
    return next((number for what, _, number in scenario.special if what == "chart"), 2)


def chart_played(state: State) -> int:
    """Return the bombardment chart in use: the players' choice, else the scenario's.

    Rules: PA-2.1-64, PA-8-9.
    """
    return state.chart or chart_of(state.scene.scenario)


def in_setup(state: State) -> bool:
    """Return whether the players are still setting up the game. Rule: PA-SET-H1."""
    return state.stage == SETTING_UP


def open_table(state: State) -> State:
    """Return the first position of an open scenario: an empty table, with the budgets set.

    Rules: PA-SET-H1, PA-2.1-17, PA-2.1-52.
    """
    charts, setup, sides = state.scene.charts.victory, state.scene.setup, state.scene.sides
    budget = {}
    for side in sides:
        said = setup.get(f"budget {side}", 0)
        if state.scene.mission == "fleet":
            budget[side] = said or charts.fleet_points
        elif state.scene.mission == "bombardment" and side == state.scene.attacker:
            budget[side] = said or charts.bombardment_points
        else:
            budget[side] = 0
    return state.but(
        stage=SETTING_UP,
        budget=budget,
        bought=dict.fromkeys(sides, ()),
        waiting=dict.fromkeys(sides, ()),
        admirals=dict.fromkeys(sides, 0),
        values=dict.fromkeys(sides, 0),
        lost_points=dict.fromkeys(sides, 0),
        baseline={},
        ships={},
        squadrons={},
        cargo_total=0,
        bombardment_declared=0,
    )
