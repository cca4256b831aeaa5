"""Hooks that most games share: names, sides, open information, outcome classes, places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from rules.kernel.dice import Dice
from rules.kernel.fate import UnitFate
from rules.kernel.flow import Command, Event, GameState, Illegal, Offer
from rules.kernel.hexes import distance, label, on_map
from rules.kernel.plurals import count_noun
from rules.kernel.record import AnyState
from rules.kernel.ruling import Rolled
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.sight import SightReport, trace
from rules.kernel.view import Place

HEX_FACINGS = ("N", "NE", "SE", "S", "SW", "NW")  # by their numbers 0..5

Given = TypeVar("Given", bound=Command)
Own = TypeVar("Own", bound=GameState)
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")  # between the words of an event's name


def sides_of(state: AnyState) -> tuple[str, str]:
    """Return the keys of the two sides, in the scenario's order."""
    one, other = state.scene.scenario.sides
    return one.key, other.key


def enemy_of(state: object, side: str) -> str:
    """Return the other side."""
    one, other = sides_of(state)
    return other if side == one else one


def names_of_sides(state: GameState) -> Mapping[str, str]:
    """Return the sides by the names players use; a game whose counters have names adds them."""
    return {side.key: side.name for side in state.scene.scenario.sides}


def no_fates(_state: GameState) -> tuple[UnitFate, ...]:
    """Return the fates of units in a game without losses: none."""
    return ()


def nothing_hidden(state: Own, _side: str) -> Own:
    """Return what a side may know of a position in which nothing is hidden: all of it."""
    return state


def as_known(state: Own, _side: str, _dice: Dice) -> Own:
    """Return a sample of what a side does not know, for a game where it does not matter: the position as it knows it.

    No dice.
    """
    return state


def last_event(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a command: its last event in words, without the rolls.

    "done" where there is none.
    """
    kinds = [type(event).__name__ for event in events if type(event) is not Rolled]
    return _WORD.sub(" ", kinds[-1]).lower() if kinds else "done"


def filter_legal(
    state: Own, commands: Iterable[Given], check: Callable[[Own, Given], tuple[Illegal, ...]]
) -> tuple[Given, ...]:
    """Return the legal ones of some commands: what a verb offers, where checking is quick."""
    return tuple(command for command in commands if not check(state, command))


def offer_legal(
    state: Own,
    commands: Iterable[Given],
    check: Callable[[Own, Given], tuple[Illegal, ...]],
    label: str,
    rule: str,
    piece: str = "",
) -> Iterator[Offer]:
    """Yield one offer of the legal ones of some commands, labelled with their typed word.

    Nothing if there are none.
    """
    legal = filter_legal(state, commands, check)
    if legal:
        yield Offer(str(type(legal[0]).__struct_config__.tag), label, rule, piece, legal)


def places_and_facings(scenario: Scenario, sheet: MapSheet | None) -> list[str]:
    """Return what is wrong with the places and facings of a scenario's forces on a hex map; nothing without a map."""
    found: list[str] = []
    if sheet is None:
        return found
    for force in scenario.forces:
        if len(force.at) != 1 or not on_map(force.at[0], sheet.columns, sheet.rows):
            found.append(f"forces: {force.id}: at: expected a hex of the map, found {list(force.at)}")
        elif sheet.ground == "sea" and not sheet.sea()[force.at[0]]:
            found.append(f"forces: {force.id}: at: expected open water, found hex {label(force.at[0])}, which is land")
        if force.facing not in HEX_FACINGS:
            found.append(f"forces: {force.id}: facing: expected {', '.join(HEX_FACINGS)}, found {force.facing!r}")
    return found


def sight_over_land(rule: str) -> Callable[[AnyState, str, Place, Place], SightReport]:
    """Return the sight-line tool of a hex board on which land alone blocks, the end hexes left out, by this rule."""

    def sight(state: GameState, _side: str, start: Place, end: Place) -> SightReport:
        a, b = start[0], end[0]
        seen = trace(a, b, state.scene.sheet.land(), False)
        words = "Clear" if seen.verdict == "clear" else f"Blocked by land in hex {label(seen.blockers[0])}"
        return SightReport(seen, count_noun(distance(a, b), "hex"), words, rule)

    return sight
