"""Phase 3, Spotting: searchlights and star shell, which players use after both sides have looked."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.command_ownership import as_charted, players_own
from rules.nights_of_fury.events import SearchlightUsed, StarShellBurst
from rules.nights_of_fury.islands import is_shut_off, line
from rules.nights_of_fury.solitaire import throw_for_light
from rules.nights_of_fury.solitaire_ai import charted_light
from rules.nights_of_fury.state import LINES, SIGHTED, Division, State, firepower, informed_sides
from rules.nws.commands import Searchlight, StarShell
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
from rules.nws.pieces import (
    with_division,
    with_ship,
)


def _shut_off(state: State, division: Division, foe: Division, piece: str) -> tuple[Illegal, ...]:
    found = line(state, division, foe)
    if found.verdict != "blocked":
        return ()
    return (Illegal(f"the line to {foe.name} is blocked by {found.by}", found.rule, piece),)


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
    board="chart",
    unit="band",
    sighted=SIGHTED,
    light="NoF-SPT-H9",
    star="NoF-SPT-H10",
    star_option="star_shell",
    surprise="NoF-SUR-H1",
    out_of_action="NoF-DMG-H3",
    no_gun="NoF-DMG-H2",
    ashore="NoF-LAND-H1",
    apart=lambda one, other: abs(one.band - other.band),
    shut=is_shut_off,
    why_shut=_shut_off,
    power=firepower,
    in_light=_in_light,
    lit_by=_lit_by,
    under_star=_under_star,
)


def offer_lights(state: State, side: str) -> Iterator[Offer]:
    """Yield a searchlight on every sighted ship within reach, at night."""
    return offer_searchlights(state, RULES, side)


def check_light(state: State, command: Searchlight) -> tuple[Illegal, ...]:
    """Return every reason against a searchlight. Rules: NoF-SPT-H9, NoF-LOS-3, NoF-SUR-H1."""
    return check_searchlight(state, RULES, command)


def do_light(r: Ruling, command: Searchlight) -> None:
    """Light one ship; the user's division is sighted by every enemy at any distance. No dice. Rule: NoF-SPT-H9."""
    use_searchlight(r, RULES, command)
    division = r.state.divisions[r.state.ships[command.ship].division]
    informed = informed_sides(r.state, division)
    r.note(SearchlightUsed(rule="NoF-SPT-H9", to=informed, ship=command.ship, target=command.target))


def _light(r: Ruling, command: Searchlight) -> None:
    """Use a searchlight; under the chart one d6 says first whether it is switched on. Rules: NoF-SPT-H9, NoF-AI-H8."""
    if command.side in r.state.scene.charted:
        ship = r.state.ships[command.ship]
        r.state = with_ship(r.state, ship.but(shone=True))
        if not throw_for_light(r, ship):
            return
    do_light(r, command)


LIGHT = as_charted(
    Verb(Searchlight, "Use searchlight", "NoF-SPT-H9", offer_lights, check_light, _light),
    charted_light,
    "NoF-AI-H8",
)


def offer_stars(state: State, side: str) -> Iterator[Offer]:
    """Yield star shell over every division that is held by radar only. Option `star_shell`."""
    return offer_star_shell(state, RULES, side)


def check_star(state: State, command: StarShell) -> tuple[Illegal, ...]:
    """Return every reason against star shell. Rules: NoF-SPT-H10, NoF-LOS-3, NoF-SUR-H1."""
    return check_star_shell(state, RULES, command)


def do_star(r: Ruling, command: StarShell) -> None:
    """Fire star shell: one d6, the division counts as sighted from the chart's number on. Rule: NoF-SPT-H10."""
    foe = r.state.divisions[command.division]
    informed = (command.side,) if r.state.scene.options["hidden_movement"] else ()
    found = fire_star_shell(r, RULES, command, informed)
    r.note(
        StarShellBurst(
            rule="NoF-SPT-H10", to=informed, ship=command.ship, division=foe.id, found=found, result=STAR_SHOWED[found]
        )
    )
    if found:
        r.state = with_division(r.state, foe.but(starlit=True))
        note_sighting(r, command.side, foe.id, SIGHTED)


STAR = players_own(Verb(StarShell, "Fire star shell", "NoF-SPT-H10", offer_stars, check_star, do_star))
