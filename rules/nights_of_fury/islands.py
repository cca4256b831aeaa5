"""Islands: the line between two divisions past Savo or Florida, shelter behind them, fire-control radar past them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.kernel.sight import Verdict, trace_bands
from rules.nights_of_fury.command_ownership import players_own
from rules.nights_of_fury.commands import Shelter
from rules.nights_of_fury.events import ShelterClaimed
from rules.nights_of_fury.state import Division, State, informed_sides
from rules.nws.pieces import divisions_of, has_able, is_land_target, is_surprised, with_division

GUADALCANAL = "guadalcanal"  # closes an end of the chart and does not affect lines of sight (NoF-LOS-5)


class Line(Record, frozen=True):
    """The line between two divisions: whether anything may be seen along it, and the islands it passes.

    `past`: the band of the island it passes (the nearest one), 0 when none. `by`: what blocks it, in words.
    """

    verdict: Verdict
    past: int = 0
    island: str = ""
    by: str = ""
    rule: str = "NoF-LOS-1"


OPEN = Line("clear")


def line(state: State, a: Division, b: Division) -> Line:
    """Return the line from division `a` to `b`. It is blocked past an island only when one of the two shelters behind
    it.

    Rules: NoF-LOS-1, NoF-LOS-3, NoF-LOS-4, NoF-LOS-5.
    """
    if not state.islands:
        return OPEN
    return line_of_bands(state, a.band, b.band, a.name if a.sheltering else b.name if b.sheltering else "")


@derived("islands")
def line_of_bands(state: State, start: int, end: int, sheltering: str = "") -> Line:
    """Return the line between two bands; `sheltering` names a division at either end that claims the islands."""
    passed = trace_bands(start, end, sight_islands(state)).blockers
    if not passed:
        return OPEN
    island = next(key for key, band in state.islands.items() if band == passed[0] and key != GUADALCANAL)
    if not sheltering:
        return Line("clear", passed[0], island)
    by = f"{state.scene.charts.islands.names[island]} in band {passed[0]}, behind which {sheltering} shelters"
    return Line("blocked", passed[0], island, by, "NoF-LOS-3")


def is_shut_off(state: State, a: Division, b: Division) -> bool:
    """Return whether neither division can see, search or aim at the other (NoF-LOS-3, NoF-LOS-4)."""
    return bool(state.islands) and (a.sheltering or b.sheltering) and line(state, a, b).verdict == "blocked"


def sight_islands(state: State) -> tuple[int, ...]:
    """Return the bands of the islands that lie in the way of a line: Savo and Florida, not Guadalcanal (NoF-LOS-5)."""
    return tuple(band for island, band in state.islands.items() if island != GUADALCANAL)


def radar_clutter(state: State, band: int) -> str:
    """Return the island in the band that radar searches, if any (NoF-SPT-H7)."""
    return next((island for island, at in state.islands.items() if at == band and island != GUADALCANAL), "")


def fire_control(state: State, grade: str, division: Division, foe: Division) -> str:
    """Return a ship's radar grade as it counts for gunnery at a division: two lower past an island (NoF-LOS-2,
    NoF-LOS-H1).
    """
    if not state.islands or not line(state, division, foe).past:
        return grade
    return f"F{max(0, int(grade[1:]) - state.scene.charts.islands.targeting_grades)}"


# ---------------------------------------------------------------------- shelter


def _can_shelter(state: State, division: Division) -> bool:
    return (
        not division.sheltering
        and not is_land_target(division)
        and has_able(state, division)
        and any(band != division.band for band in sight_islands(state))
    )


def offer_shelter(state: State, side: str) -> Iterator[Offer]:
    """Yield shelter for every division that has an island ahead or astern. Option `islands_block`."""
    if not state.scene.options["islands_block"] or not state.islands:
        return
    if is_surprised(state, side):
        return
    for division in divisions_of(state, side):
        if _can_shelter(state, division):
            yield Offer(
                "shelter",
                f"{division.name}: shelter behind the island",
                "NoF-LOS-3",
                division.id,
                (Shelter(side, division.id),),
            )


def check_shelter(state: State, command: Shelter) -> tuple[Illegal, ...]:
    """Return every reason against claiming an island. Rules: NoF-LOS-3, NoF-LOS-5, NoF-LOS-H2, NoF-SUR-H1."""
    rule, key = "NoF-LOS-3", command.division
    division = state.divisions.get(key)
    if division is None or division.side != command.side:
        return (Illegal(f"{command.side} has no division called {key!r} on the chart", rule),)
    reasons = []
    if not state.scene.options["islands_block"]:
        reasons.append(Illegal("sheltering behind an island is an optional rule, which is switched off", rule, key))
    if is_surprised(state, command.side):
        reasons.append(Illegal("a surprised side may not use an island for cover", "NoF-SUR-H1", key))
    if is_land_target(division):
        reasons.append(Illegal(f"{division.name} is ashore", "NoF-LAND-H1", key))
    elif not has_able(state, division):
        reasons.append(Illegal(f"{division.name} has no ship that can obey", "NoF-DMG-H3", key))
    if division.sheltering:
        reasons.append(Illegal(f"{division.name} shelters already", "NoF-LOS-H2", key))
    islands = sight_islands(state)
    if not islands:
        reasons.append(Illegal("neither Savo nor Florida Island is on the chart", "NoF-LOS-5", key))
    elif all(band == division.band for band in islands):
        reasons.append(
            Illegal(
                f"{division.name} lies in the island's own band, {division.band}: nothing is past it", "NoF-LOS-H2", key
            )
        )
    return tuple(reasons)


def do_shelter(r: Ruling, command: Shelter) -> None:
    """Claim every island that is not in the division's own band; its move is over. No dice.

    Rules: NoF-LOS-3, NoF-LOS-4, NoF-LOS-H2.
    """
    state: State = r.state
    division = state.divisions[command.division]
    r.state = with_division(state, division.but(sheltering=True, moved=True))
    for island, band in state.islands.items():
        if island != GUADALCANAL and band != division.band:
            r.note(
                ShelterClaimed(
                    rule="NoF-LOS-3",
                    to=informed_sides(state, division),
                    division=division.id,
                    island=state.scene.charts.islands.names[island],
                    band=band,
                )
            )


SHELTER = players_own(Verb(Shelter, "Shelter behind island", "NoF-LOS-3", offer_shelter, check_shelter, do_shelter))
