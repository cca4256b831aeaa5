"""Explanations: highlights of a command, cards, calculations, lines of sight, outcome classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.kernel.flow import Command, Event
from rules.kernel.plurals import count_noun
from rules.kernel.sight import Sight, SightReport, trace_bands
from rules.kernel.view import Place, Sketch
from rules.nights_of_fury.commands import Consult, Evade, Fire, Join, MakeSmoke, Move, Sail, Shelter
from rules.nights_of_fury.events import (
    ChartConsulted,
    ExitFailed,
    GunsFired,
    LeftChart,
    MissionsRolled,
    Moved,
    MoveFailed,
    SearchlightUsed,
    StarShellBurst,
)
from rules.nights_of_fury.islands import line_of_bands
from rules.nights_of_fury.movement import need_to_move
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import FIRST, LAST, Division, State, ahead_of
from rules.nights_of_fury.view import places
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell
from rules.nws.pieces import FORMATION_NAMES, divisions_of


def names(state: State) -> Mapping[str, str]:
    """Return ids of sides, divisions and ships, and words of the charts, to the names players use."""
    extra = {key: division.name for key, division in state.divisions.items()}
    return {**_words(), **state.scene.charts.islands.names, **state.scene.names, **state.titles, **extra}


@cache
def _words() -> dict[str, str]:
    return {row.action: row.title for row in load_solitaire().rows}


# ---------------------------------------------------------------------- what to light


def sketch(state: State, command: Command) -> Sketch:
    """Return what to light on the chart for a command, and what to call it."""
    named = names(state)
    match command:
        case Move(division=key, band=band):
            return _moving(state, state.divisions[key], band)
        case Fire(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]} fires at {named[target]}", "NoF-GUN-H1")
        case Launch(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]} launches at {named[target]}", "NoF-TOR-H1")
        case Searchlight(ship=ship, target=target):
            return _aim_sketch(state, ship, target, f"{named[ship]}: searchlight on {named[target]}", "NoF-SPT-H9")
        case StarShell(ship=ship, division=key):
            where = places(state)
            here = state.ships[ship].division
            return Sketch(
                label=f"{named[ship]}: star shell over {named[key]}",
                piece=here,
                target=key,
                at=where[key],
                path=(where[here], where[key]),
                rule="NoF-SPT-H10",
            )
        case Consult(division=key):
            return _at(state, key, f"Consult the chart for {named[key]}", "NoF-AI-H1")
        case Form(division=key, formation=formation):
            return _at(state, key, f"{named[key]}: {FORMATION_NAMES.get(formation, formation)}", "NoF-ORD-H1")
        case Detach(ship=ship):
            return _at(state, state.ships[ship].division, f"Detach {named[ship]}", "NoF-ORD-H2")
        case Join(division=key, into=into):
            return _at(state, key, f"{named[key]}: join {named[into]}", "NoF-ORD-H3")
        case Evade(division=key):
            return _at(state, key, f"{named[key]}: evade and keep the band", "NoF-EV-H1")
        case MakeSmoke(division=key):
            return _at(state, key, f"{named[key]}: make smoke", "NoF-SMO-H1")
        case Shelter(division=key):
            return _at(state, key, f"{named[key]}: shelter behind the island", "NoF-LOS-3")
        case Sail() if state.campaign is not None:
            return Sketch(label=f"Put to sea: round {state.campaign.round + 1}", rule="NoF-CAM-H1")
    return Sketch(label="End the phase", rule="NoF-PH-H1")


def _moving(state: State, division: Division, band: int) -> Sketch:
    need = need_to_move(state, division)
    chance = "" if need <= 1 else f" (on {need}+)"
    what = f"try for band {band}" if FIRST <= band <= LAST else f"leave the chart at band {division.band}"
    here = places(state)[division.id]
    there = sum(1 for own in divisions_of(state, division.side) if own.band == band)  # they keep the lanes they have
    berth = (band, there if ahead_of(state, division.side) > 0 else -1 - there)
    return Sketch(
        label=f"{division.name}: {what}{chance}",
        piece=division.id,
        at=berth,
        facing=0 if band > division.band else 1,
        path=(here, berth),
        rule="NoF-MOV-H1" if FIRST <= band <= LAST else "NoF-MOV-H4",
    )


def _at(state: State, key: str, text: str, rule: str) -> Sketch:
    return Sketch(label=text, piece=key, at=places(state)[key], rule=rule)


def _aim_sketch(state: State, ship: str, target: str, text: str, rule: str) -> Sketch:
    where = places(state)
    here, there = state.ships[ship].division, state.ships[target].division
    path = (where[here], where[there])
    return Sketch(label=text, piece=here, target=there, at=where[there], path=path, rule=rule)


# ---------------------------------------------------------------------- odds


def outcome_class(events: tuple[Event, ...]) -> str:
    """Return the outcome class of a command for the odds: the result of a shot, of a band change, of the solitaire
    chart.
    """
    for event in events:
        match event:
            case GunsFired(result=result):
                return result
            case Moved() | LeftChart():
                return "moved"
            case MoveFailed() | ExitFailed():
                return "stayed"
            case StarShellBurst(found=found):
                return "seen" if found else "nothing seen"
            case ChartConsulted(action=action):
                return _words()[action]
            case SearchlightUsed():
                return "lit"
            case MissionsRolled(battle=battle):
                return battle
    return "carried out"


# ---------------------------------------------------------------------- sight lines


def sight(state: State, _side: str, start: Place, end: Place) -> SightReport:
    """Return the sight line between two bands: the same routine that decides spotting and fire.

    Rules: NoF-LOS-1 to NoF-LOS-5.
    """
    a, b = start[0], end[0]
    bands = abs(a - b)
    yards = bands * state.scene.charts.movement.yards_per_band
    how_far = f"{count_noun(bands, 'band')}, {yards:,} yards" if bands else "the same band"
    found = line_of_bands(state, a, b, _sheltering(state, start, end))
    seen = trace_bands(a, b, (found.past,) if found.past else ())
    if found.verdict == "blocked":
        return SightReport(seen, how_far, f"Blocked by {found.by}", found.rule)
    clear = Sight("clear", seen.crossed, (), ())
    if found.past:
        island = state.scene.charts.islands.names[found.island]
        lost = state.scene.charts.islands.targeting_grades
        text = f"Clear past {island} in band {found.past}; radar counts {lost} grades lower as gun radar"
        return SightReport(clear, how_far, text, "NoF-LOS-2")
    return SightReport(clear, how_far, "Clear", "NoF-SPT-H1")


def _sheltering(state: State, start: Place, end: Place) -> str:
    """Return a division at either end that uses an island; of two the one named first, so that both ends agree."""
    where = places(state)
    for key, place in where.items():
        if place in (start, end) and state.divisions[key].sheltering:
            return state.divisions[key].name
    return ""
