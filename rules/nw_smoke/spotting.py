"""Phase 4, Spotting: eyes, radar, smoke noticed, searchlights and star shell."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import NOBODY, Illegal, Offer, Verb
from rules.kernel.hexes import distance
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.nw_smoke.events import (
    Lit,
    RadarFound,
    Sighted,
    SmokeNoticed,
    SmokeVeered,
    StarShellBurst,
)
from rules.nw_smoke.smoke import line_between, throw_for_smoke
from rules.nw_smoke.state import (
    DETECTED,
    LINES,
    RADAR,
    SIGHTED,
    Division,
    Glimpse,
    Ship,
    State,
    firepower,
    informed_sides,
)
from rules.nws.commands import Searchlight, StarShell
from rules.nws.contacts import best_placed, radar_search, radar_sets, remember_contacts, settle_contacts, terms_in_words
from rules.nws.lights import (
    STAR_SHOWED,
    LightRules,
    Near,
    check_searchlight,
    check_star_shell,
    fire_star_shell,
    lights_of,
    near_enough,
    note_sighting,
    offer_searchlights,
    offer_star_shell,
    sighted_of,
    use_searchlight,
)
from rules.nws.pieces import UNSEEN, at_night, contact, divisions_of, enemy_of, has_able, is_surprised

# ---------------------------------------------------------------------- how far one sees


def sighting_terms(state: State, side: str, target: Division) -> tuple[Modifier, ...]:
    """Return hexes at which a side can see a division: the chart's value first, then every addition.

    The ship of the division that is easiest to see counts. Rules: NW-SPT-H1 to NW-SPT-H4.
    """
    return _sighting(state, target.id, side)


@derived("visibility", "divisions[id].ships", "ships.flashed", "ships.fire")
def _sighting(state: State, name: str, side: str) -> tuple[Modifier, ...]:
    return max((_terms(state, side, state.ships[ship]) for ship in state.divisions[name].ships), key=sum_modifiers)


def _terms(state: State, side: str, ship: Ship) -> tuple[Modifier, ...]:
    scene = state.scene
    spotting = scene.charts.spotting
    size = scene.cards[ship.id].size
    seen_at, light = spotting.range[state.visibility][size], spotting.visibility[state.visibility].lower()
    terms = [Modifier(seen_at, f"{light} (visibility {state.visibility}), size {size}", "NW-SPT-H1")]
    if not at_night(state):
        return tuple(terms)
    lookouts = scene.lookouts.get(side, 0)
    if lookouts:
        terms.append(Modifier(lookouts, "trained lookouts", "NW-SPT-H2"))
    if ship.flashed:
        terms.append(Modifier(spotting.flash, f"{scene.names[ship.id]} fired last turn", "NW-SPT-H3"))
    if ship.fire:
        terms.append(Modifier(spotting.burning, f"{scene.names[ship.id]} is burning", "NW-SPT-H4"))
    return tuple(terms)


def visual_limit(state: State, watcher: Division, target: Division) -> int:
    """Return hexes at which this division can see that one this turn, a partly blocked line included.

    Rules: NW-HS-6, NW-SPT-H1.
    """
    limit = sum_modifiers(sighting_terms(state, watcher.side, target))
    if line_between(state, watcher, target).verdict == "partial":
        limit = max(state.scene.charts.spotting.least, limit - state.scene.charts.smoke.partial_spotting)
    return limit


def visual_contact(state: State, watcher: Division, target: Division) -> int:
    """Return what a division's lookouts see of another: UNSEEN, DETECTED behind smoke, or SIGHTED.

    Rules: NW-SPT-H1, NW-SPT-H5, NW-SPT-H11, NW-SMK-1, NW-SMK-2, NW-SMK-10, NW-SMK-15, NW-SMK-16.
    """
    line = line_between(state, watcher, target)
    if line.by == "land":
        return UNSEEN
    h = distance(watcher.hex, target.hex)
    close = h <= state.scene.charts.spotting.always_within and line.verdict != "partial"
    if not close and h > visual_limit(state, watcher, target):
        return UNSEEN
    return DETECTED if line.verdict == "blocked" else SIGHTED


# ---------------------------------------------------------------------- the phase opens


def open_spotting(r: Ruling) -> None:
    """Roll the smoke dice of heavy seas, then look, then search by radar, for both sides.

    Rolls one d6 for each pair of divisions with smoke between them in heavy seas, and one for each enemy division that
    a side's radar can reach and its eyes have not found.
    """
    state: State = r.state
    a, b = state.scene.sides
    remember_contacts(r, Glimpse, RADAR)
    first_event = len(r.events)
    for one in divisions_of(state, a):
        for other in divisions_of(state, b):
            throw_for_smoke(r, one, other)
    smoke_events = range(first_event, len(r.events))
    found = {side: _look(r, side) for side in (a, b)}
    for side in (a, b):
        _search(r, side, found[side])
    settle_contacts(r, found, "NW-SPT-H9")
    _keep_quiet(r, smoke_events)


def _look(r: Ruling, side: str) -> dict[str, int]:
    state: State = r.state
    known: dict[str, int] = {}
    if is_surprised(state, side):
        return known
    for target in divisions_of(state, enemy_of(state, side)):
        best, by = UNSEEN, ""
        for watcher in divisions_of(state, side):
            if not has_able(state, watcher):
                continue  # a wreck sends no reports (NW-DMG-H3)
            level = visual_contact(state, watcher, target)
            if level > best:
                best, by = level, watcher.id
            if best == SIGHTED:
                break
        known[target.id] = best
        if best == SIGHTED:
            _note_sighting(r, side, target, state.divisions[by])
        elif best == DETECTED:
            line = line_between(state, state.divisions[by], target)
            r.note(SmokeNoticed(rule=line.rule, to=(side,), side=side, division=target.id, by=by))
    return known


def _note_sighting(r: Ruling, side: str, target: Division, by: Division) -> None:
    h = distance(by.hex, target.hex)
    terms = sighting_terms(r.state, side, target)
    why = terms_in_words(terms)
    limit = visual_limit(r.state, by, target)
    if limit != sum_modifiers(terms):
        why += f", partly blocked by smoke: {limit}"
    rule = "NW-SPT-H5" if h > limit else "NW-HS-6" if limit != sum_modifiers(terms) else "NW-SPT-H1"
    r.note(Sighted(rule=rule, to=(side,), side=side, division=target.id, by=by.id, hexes=h, limit=limit, why=why))


def _search(r: Ruling, side: str, known: dict[str, int]) -> None:
    """Roll once for each enemy division not sighted, with the side's best-placed radar. Rules: NW-SPT-H6,
    NW-SPT-H10.
    """
    state: State = r.state
    if is_surprised(state, side):
        return
    sets = radar_sets(state, side)

    def apart(one: Division, other: Division) -> int:
        return distance(one.hex, other.hex)

    def shut(one: Division, other: Division) -> bool:
        return line_between(state, one, other).by == "land"

    for target in divisions_of(state, enemy_of(state, side)):
        chosen = None if known.get(target.id) == SIGHTED else best_placed(state, sets, target, apart, shut)
        if chosen is None:
            continue
        watcher, grade = chosen
        terms = (Modifier(state.scene.charts.radar[grade].contact, f"{grade} radar", "NW-SPT-H6"),)
        if radar_search(r, "NW-SPT-H6", side, f"{grade} radar of {watcher.name}", target, terms):
            known[target.id] = RADAR
            r.note(
                RadarFound(
                    rule="NW-SPT-H6",
                    to=(side,),
                    side=side,
                    division=target.id,
                    by=watcher.id,
                    hexes=apart(watcher, target),
                )
            )


def _keep_quiet(r: Ruling, events: range) -> None:
    """Show the smoke die between two divisions only to a side that knows both."""
    state: State = r.state
    for index in events[1::2]:  # the roll, then its verdict, which names the pair
        verdict = r.events[index]
        assert isinstance(verdict, SmokeVeered)
        both = [state.divisions[verdict.division], state.divisions[verdict.other]]
        informed = tuple(side for side in state.scene.sides if all(_knows(state, side, d) for d in both)) or NOBODY
        informed = () if len(informed) == 2 else informed
        for number in (index - 1, index):
            r.events[number] = r.events[number].but(to=informed)


def _knows(state: State, side: str, division: Division) -> bool:
    return (
        division.side == side
        or not state.scene.options["hidden_movement"]
        or contact(state, side, division.id) > UNSEEN
    )


# ---------------------------------------------------------------------- searchlights and star shell


def _shut_off(state: State, division: Division, foe: Division) -> bool:
    return line_between(state, division, foe).verdict == "blocked"


def _why_shut_off(state: State, division: Division, foe: Division, piece: str) -> tuple[Illegal, ...]:
    line = line_between(state, division, foe)
    if line.verdict != "blocked":
        return ()
    return (Illegal(f"the line of sight to {foe.name} is blocked by {line.by}", line.rule, piece),)


@derived("contacts", *LINES, "divisions.ships")
def _in_light(state: State, name: str) -> tuple[str, ...]:
    return sighted_of(state, RULES, state.divisions[name].side, _within_light(state, name))


@derived(*LINES, "divisions.ships")
def _within_light(state: State, name: str) -> Near:
    return near_enough(state, RULES, state.divisions[name], 0, state.scene.charts.spotting.searchlight)


@derived("divisions[id].ships", "divisions[id].side", "ships[division].structure", "ships[division].lights")
def _lit_by(state: State, name: str, targets: tuple[str, ...]) -> tuple[Offer, ...]:
    return lights_of(state, RULES, state.divisions[name], targets)


@derived(*LINES, "divisions.ships")
def _under_star(state: State, name: str) -> Near:
    charts = state.scene.charts.spotting
    return near_enough(state, RULES, state.divisions[name], charts.star_from, charts.star_to)


RULES: LightRules = LightRules(
    board="map",
    unit="hex",
    sighted=SIGHTED,
    light="NW-SPT-H7",
    star="NW-SPT-H8",
    star_option="star_shell",
    surprise="NW-SUR-H1",
    out_of_action="NW-DMG-H3",
    no_gun="",
    ashore="",
    apart=lambda one, other: distance(one.hex, other.hex),
    shut=_shut_off,
    why_shut=_why_shut_off,
    power=firepower,
    in_light=_in_light,
    lit_by=_lit_by,
    under_star=_under_star,
)


def offer_lights(state: State, side: str) -> Iterator[Offer]:
    """Yield a searchlight on every sighted ship within reach, at night."""
    return offer_searchlights(state, RULES, side)


def check_light(state: State, command: Searchlight) -> tuple[Illegal, ...]:
    """Return every reason against a searchlight. Rules: NW-SPT-H7, NW-SMK-10, NW-SUR-H1."""
    return check_searchlight(state, RULES, command)


def do_light(r: Ruling, command: Searchlight) -> None:
    """Light one ship; the user's division is sighted by every enemy whose line to it is not blocked.

    Rule: NW-SPT-H7.
    """
    use_searchlight(r, RULES, command)
    division = r.state.divisions[r.state.ships[command.ship].division]
    r.note(Lit(rule="NW-SPT-H7", to=informed_sides(r.state, division), ship=command.ship, target=command.target))


LIGHT = Verb(Searchlight, "Use searchlight", "NW-SPT-H7", offer_lights, check_light, do_light)


def offer_stars(state: State, side: str) -> Iterator[Offer]:
    """Yield star shell over every division that is known of but not sighted."""
    return offer_star_shell(state, RULES, side)


def check_star(state: State, command: StarShell) -> tuple[Illegal, ...]:
    """Return every reason against star shell. Rules: NW-SPT-H8, NW-SMK-10, NW-SUR-H1."""
    return check_star_shell(state, RULES, command)


def do_star(r: Ruling, command: StarShell) -> None:
    """Fire star shell: one d6, the division counts as sighted from the chart's number on. Rule: NW-SPT-H8."""
    informed = (command.side,) if r.state.scene.options["hidden_movement"] else ()  # who fired it may be out of sight
    found = fire_star_shell(r, RULES, command, informed)
    r.note(
        StarShellBurst(
            rule="NW-SPT-H8",
            to=(command.side,),
            ship=command.ship,
            division=command.division,
            found=found,
            result=STAR_SHOWED[found],
        )
    )
    if found:
        note_sighting(r, command.side, command.division, SIGHTED)


STAR = Verb(StarShell, "Fire star shell", "NW-SPT-H8", offer_stars, check_star, do_star)
