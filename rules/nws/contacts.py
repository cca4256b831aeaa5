"""Spotting in both games: memories of divisions, what a side has found, and the best radar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rules.kernel.breakdown import Fact, format_signed
from rules.kernel.flow import NOBODY
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.nws.events import ContactLost
from rules.nws.pieces import D, Division, Position, Vessel, able_ships, divisions_of

T = TypeVar("T", bound=Division)


def terms_in_words(terms: Sequence[Modifier]) -> str:
    """Return the chart's value first, then every addition: "starlit night (visibility N), size L: 9, trained lookouts
    +2".
    """
    first, *more = terms
    return ", ".join((f"{first.label}: {first.value}", *(f"{term.label} {format_signed(term.value)}" for term in more)))


def remember_contacts(r: Ruling, glimpse: Callable[..., object], least: int) -> None:
    """Remember each enemy division in contact, for the side that loses sight of it.

    glimpse: makes the memory; least: the least that must be known of a division to remember it.
    """
    state = r.state
    seen = {side: dict(known) for side, known in state.seen.items()}
    for side, known in state.contacts.items():
        for name, level in known.items():
            division = state.divisions.get(name)
            if division is None or level < least:
                continue
            ships = tuple(state.ships[ship] for ship in division.ships)
            seen[side][name] = glimpse(division=division, ships=ships, turn=state.cursor.turn)
    r.state = state.but(seen=seen)


def settle_contacts(r: Ruling, found: dict[str, dict[str, int]], rule: str) -> None:
    """Make what each side has found its knowledge from now on; it learns which divisions it has lost."""
    before = r.state.contacts
    r.state = r.state.but(
        contacts={side: {name: level for name, level in known.items() if level} for side, known in found.items()},
    )
    for side in r.state.scene.sides:
        for name in before[side]:
            if name in r.state.divisions and not found[side].get(name):
                r.note(ContactLost(rule=rule, to=(side,), side=side, division=name))


# ---------------------------------------------------------------------- radar


def best_radar(state: Position[Vessel, Division], division: Division) -> str:
    """Return the best radar grade of the division's able ships."""
    return max((state.scene.cards[ship.id].radar for ship in able_ships(state, division)), default="F0")


def radar_sets(state: Position[Vessel, D], side: str) -> list[tuple[D, str]]:
    """Return a side's divisions that can search, each with its best radar grade."""
    sets = [(watcher, best_radar(state, watcher)) for watcher in divisions_of(state, side)]
    return [(watcher, grade) for watcher, grade in sets if grade in state.scene.charts.radar]


def radar_search(
    r: Ruling,
    rule: str,
    side: str,
    words: str,
    target: Division,
    terms: tuple[Modifier, ...],
    facts: tuple[Fact, ...] = (),
) -> bool:
    """Roll one d6 for a radar search: contact on the sum of the terms or less. Return whether it finds the division.

    words: whose set it is; facts: what else the roll rests on. With hidden movement a failed search is not shown to the
    side, because it would reveal that there was something to find. The roll names its target only for a side that may
    know it.
    """
    need = sum_modifiers(terms)
    note, what = f"contact on 1 to {need}", f"{words} searches"
    rolled = r.roll(what, 1, 6, rule, target=need, note=note, low=True, terms=terms, facts=facts)
    found: bool = rolled.total <= need
    throw = rolled.breakdown
    named = rolled.but(breakdown=throw.but(what=f"{throw.what} for {target.name}"))
    r.events[-1] = named.but(to=informed_of_search(r, side, found))
    return found


def informed_of_search(r: Ruling, side: str, found: bool) -> tuple[str, ...]:
    """Return who hears of a roll that searched: where movement is hidden only the side that searched,
    when it found.
    """
    if not r.state.scene.options["hidden_movement"]:
        return ()
    return (side,) if found else NOBODY


def best_placed(
    state: Position[Vessel, T],
    sets: list[tuple[T, str]],
    target: T,
    apart: Callable[[T, T], int],
    shut: Callable[[T, T], bool],
) -> tuple[T, str] | None:
    """Return the radar of a side that searches for a target: the best grade that reaches it, then the nearest."""
    charts, reach = state.scene.charts.radar, state.scene.charts.radar_range
    best: tuple[int, int] | None = None
    chosen: tuple[T, str] | None = None
    for watcher, grade in sets:
        far = apart(watcher, target)
        if far > reach[grade] or shut(watcher, target):
            continue
        rank = (charts[grade].contact, -far)
        if best is None or rank > best:
            best, chosen = rank, (watcher, grade)
    return chosen
