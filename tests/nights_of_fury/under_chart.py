"""Two destroyers under the solitaire chart, the enemy they meet, and the chart's orders."""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.nights_of_fury.commands import Consult
from rules.nights_of_fury.consulting import chart_modifiers
from rules.nights_of_fury.events import (
    ChartConsulted,
)
from rules.nights_of_fury.solitaire import chart_moves
from rules.nights_of_fury.state import SIGHTED, State
from tests.nights_of_fury.battle import Battle, events_of, with_changes

JAPANESE = ["Kagero", "Kuroshio"]

AMERICANS = ["Laffey", "Buchanan"]


def meeting(
    d: int = 2, side: str = "IJN", level: int = SIGHTED, traits: tuple[str, ...] = (), **settings: bool
) -> tuple[Battle, State]:
    """Phase 1 of turn 2: a division of two destroyers under the chart, an enemy one d bands away that it knows of."""
    battle = Battle().chart(side)
    for name, value in settings.items():
        battle.setting(name, value)
    mine, theirs = (JAPANESE, AMERICANS) if side == "IJN" else (AMERICANS, JAPANESE)
    foe = "USN" if side == "IJN" else "IJN"
    band = 6 if side == "IJN" else 5
    battle.division("ours", side, mine, band, traits=traits)
    battle.division("foe", foe, theirs, band - d if side == "IJN" else band + d)
    battle.knows(side, "foe", level)
    return battle, battle.at("orders", side)


def consult(battle: Battle, state: State, *faces: int, side: str = "IJN") -> tuple[State, ChartConsulted]:
    """Consult the chart for the division `ours`; return what it said."""
    after, events = battle.do(state, Consult(side, "ours"), *faces)
    return after, events_of(events, ChartConsulted)[-1]


def modifiers_of(state: State, rule: str = "") -> list[int]:
    """Return the modifiers to the roll for `ours`, all or those of a rule."""
    return [found.value for found in chart_modifiers(state, state.divisions["ours"]) if rule in ("", found.rule)]


def acting(state: State, action: str) -> State:
    """Return the division `ours` with an action of the chart."""
    return with_changes(state, "ours", action=action, consulted=True)


def moves(state: State) -> tuple[Command, ...]:
    return chart_moves(state, state.divisions["ours"])
