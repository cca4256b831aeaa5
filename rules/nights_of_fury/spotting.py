"""Phase 3, Spotting: eyes, radar, and the contacts that a side shares."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Fact
from rules.kernel.derived import derived
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.events import RadarFound, Sighted
from rules.nights_of_fury.islands import is_shut_off, line, radar_clutter
from rules.nights_of_fury.setup import OLD_FLETCHER
from rules.nights_of_fury.state import RADAR, SIGHTED, Division, Glimpse, Ship, State
from rules.nws.contacts import (
    best_placed,
    informed_of_search,
    radar_search,
    radar_sets,
    remember_contacts,
    settle_contacts,
    terms_in_words,
)
from rules.nws.pieces import UNSEEN, able_ships, divisions_of, enemy_of, has_able, is_land_target, is_surprised

# ---------------------------------------------------------------------- how far one sees


def sighting_terms(state: State, side: str, target: Division) -> tuple[Modifier, ...]:
    """Return bands at which a side can see a division: the chart's value first, then every addition.

    The ship of the division that is easiest to see counts. Rules: NoF-SPT-H1 to NoF-SPT-H3, NoF-SMO-H1.
    """
    return _sighting(state, target.id, side)


@derived(
    "visibility", "divisions[id].ships", "divisions[id].smoking", "divisions[id].name", "ships.flashed", "ships.fire"
)
def _sighting(state: State, name: str, side: str) -> tuple[Modifier, ...]:
    target = state.divisions[name]
    best = max((_terms(state, side, state.ships[ship]) for ship in target.ships), key=sum_modifiers)
    if target.smoking:
        return (*best, Modifier(state.scene.charts.spotting.smoke, f"smoke made by {target.name}", "NoF-SMO-H1"))
    return best


def _terms(state: State, side: str, ship: Ship) -> tuple[Modifier, ...]:
    scene = state.scene
    spotting = scene.charts.spotting
    size = scene.cards[ship.id].size
    seen_at = spotting.range[state.visibility][size]
    terms = [
        Modifier(
            seen_at,
            f"{spotting.visibility[state.visibility].lower()} (visibility {state.visibility}), size {size}",
            "NoF-SPT-H1",
        )
    ]
    lookouts = scene.lookouts.get(side, 0)
    if lookouts:
        terms.append(Modifier(lookouts, "trained lookouts", "NoF-SPT-H2"))
    if ship.flashed:
        terms.append(Modifier(spotting.flash, f"{scene.names[ship.id]} fired last turn", "NoF-SPT-H3"))
    if ship.fire:
        terms.append(Modifier(spotting.burning, f"{scene.names[ship.id]} is burning", "NoF-SPT-H3"))
    return tuple(terms)


def visual_terms(state: State, watcher: Division, target: Division) -> tuple[Modifier, ...]:
    """Return what makes up the bands at which this division can see that one, its own smoke included (NoF-SMO-H1)."""
    terms = sighting_terms(state, watcher.side, target)
    if watcher.smoking:
        return (*terms, Modifier(state.scene.charts.spotting.smoke, f"smoke made by {watcher.name}", "NoF-SMO-H1"))
    return terms


def visual_limit(state: State, watcher: Division, target: Division) -> int:
    """Return bands at which this division can see that one this turn. Rules: NoF-SPT-H1 to NoF-SPT-H3, NoF-SMO-H1."""
    return max(state.scene.charts.spotting.least, sum_modifiers(visual_terms(state, watcher, target)))


def sighting_margin(state: State, watcher: Division, target: Division) -> int | None:
    """Return by how many bands the target is inside (0 or more) or beyond (below 0) the watcher's sight.

    None if blocked. Rules: NoF-SPT-H1, NoF-LOS-3, NoF-LOS-4.
    """
    if is_shut_off(state, watcher, target):
        return None
    return visual_limit(state, watcher, target) - abs(watcher.band - target.band)


# ---------------------------------------------------------------------- the phase opens


def open_spotting(r: Ruling) -> None:
    """Let both sides look, then search by radar; what one division finds the whole side knows (NoF-SPT-H8).

    Rolls one d6 a side for each enemy division one band beyond its sight, and one for each that its radar can reach
    and its eyes have not found. Rules: NoF-SPT-H1 to NoF-SPT-H8, NoF-SUR-H1.
    """
    remember_contacts(r, Glimpse, RADAR)
    r.state = r.state.but(ships=_lights_ready(r.state))
    state: State = r.state
    found = {side: _look(r, side) for side in state.scene.sides}
    for side in state.scene.sides:
        _search(r, side, found[side])
    settle_contacts(r, found, "NoF-SPT-H8")


def _lights_ready(state: State) -> dict[str, Ship]:
    """Return the ships with every searchlight ready, also for the solitaire chart (NoF-SPT-H9, NoF-AI-H8)."""
    return {key: ship.but(shone=False) if ship.shone else ship for key, ship in state.ships.items()}


def _look(r: Ruling, side: str) -> dict[str, int]:
    """Return what a side's eyes find. A target ashore is always known: it is on the chart (NoF-LAND-H1)."""
    state: State = r.state
    blind = is_surprised(state, side)
    known: dict[str, int] = {}
    for target in divisions_of(state, enemy_of(state, side)):
        if is_land_target(target):
            known[target.id] = SIGHTED
            continue
        if blind:
            continue
        near, by = _best_watcher(state, side, target)
        if by is not None and (near >= 0 or _roll_glimpse(r, side, near, by, target)):
            known[target.id] = SIGHTED
            _note_sighting(r, side, target, by, near)
        else:
            known[target.id] = UNSEEN
    return known


def _best_watcher(state: State, side: str, target: Division) -> tuple[int, Division | None]:
    """Return the division that sees the target best, and by how many bands (below 0: beyond its sight)."""
    best, by = 0, None
    for watcher in divisions_of(state, side):
        if not has_able(state, watcher):
            continue  # a wreck sends no reports (NoF-DMG-H3)
        near = sighting_margin(state, watcher, target)
        if near is not None and (by is None or near > best):
            best, by = near, watcher
    return best, by


def _roll_glimpse(r: Ruling, side: str, near: int, by: Division, target: Division) -> bool:
    """Roll one d6 for the side: a division just beyond the range may still be seen (NoF-SPT-H4)."""
    charts = r.state.scene.charts.spotting
    if -near > charts.beyond:
        return False
    thrown = r.roll(f"{target.name} at the edge of sight of {by.name}", 1, 6, "NoF-SPT-H4", target=charts.beyond_need)
    found: bool = thrown.total >= charts.beyond_need
    r.events[-1] = thrown.but(to=informed_of_search(r, side, found))
    return found


def _note_sighting(r: Ruling, side: str, target: Division, by: Division, near: int) -> None:
    terms = visual_terms(r.state, by, target)
    r.note(
        Sighted(
            rule="NoF-SPT-H1" if near >= 0 else "NoF-SPT-H4",
            to=(side,),
            side=side,
            division=target.id,
            by=by.id,
            bands=abs(by.band - target.band),
            limit=visual_limit(r.state, by, target),
            why=terms_in_words(terms) + ("" if near >= 0 else "; 1 more by the roll at the edge of sight"),
        )
    )


# ---------------------------------------------------------------------- radar


def radar_terms(state: State, grade: str, target: Division) -> tuple[Modifier, ...]:
    """Return the terms of a radar roll: contact on their sum or less on 1d6. An island's band makes it harder.

    Rules: NoF-SPT-H5, NoF-SPT-H7.
    """
    charts = state.scene.charts
    terms = (Modifier(charts.radar[grade].contact, f"{grade} radar", "NoF-SPT-H5"),)
    island = radar_clutter(state, target.band)
    if not island:
        return terms
    return (*terms, Modifier(charts.islands.contact, f"echoes of {charts.islands.names[island]}", "NoF-SPT-H7"))


def _search(r: Ruling, side: str, known: dict[str, int]) -> None:
    """Roll once for each enemy division not sighted, with the side's best-placed radar.

    Rules: NoF-SPT-H5 to NoF-SPT-H7, NoF-LOS-1, NoF-LOS-3.
    """
    state: State = r.state
    if is_surprised(state, side):
        return
    sets = radar_sets(state, side)

    def apart(one: Division, other: Division) -> int:
        return abs(one.band - other.band)

    def shut(one: Division, other: Division) -> bool:
        return is_shut_off(state, one, other)

    for target in divisions_of(state, enemy_of(state, side)):
        chosen = None if known.get(target.id) == SIGHTED else best_placed(state, sets, target, apart, shut)
        if chosen is not None:
            _sweep(r, side, *chosen, target, known)


def search_facts(state: State, watcher: Division, grade: str, target: Division) -> Iterator[Fact]:
    """Yield the amendments that affect a search.

    A corrected radar set, an island that does not stop it (NoF-CARD-1, NoF-LOS-1).
    """
    sets = [ship for ship in able_ships(state, watcher) if state.scene.cards[ship.id].radar == grade]
    if sets and all(state.scene.cards[ship.id].key == OLD_FLETCHER[0] for ship in sets):
        yield Fact(f"every Fletcher has {grade} radar", "NoF-CARD-1")
    seen = line(state, watcher, target)
    if seen.past:
        yield Fact(f"{state.scene.charts.islands.names[seen.island]} does not stop radar", "NoF-LOS-1")


def _sweep(r: Ruling, side: str, watcher: Division, grade: str, target: Division, known: dict[str, int]) -> None:
    terms = radar_terms(r.state, grade, target)
    facts = tuple(search_facts(r.state, watcher, grade, target))
    if not radar_search(r, "NoF-SPT-H5", side, f"{grade} radar of {watcher.name}", target, terms, facts):
        return
    known[target.id] = RADAR
    r.note(
        RadarFound(
            rule="NoF-SPT-H5",
            to=(side,),
            side=side,
            division=target.id,
            by=watcher.id,
            bands=abs(watcher.band - target.band),
            grade=grade,
        )
    )
