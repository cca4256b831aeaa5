"""Phase 2, Movement: the Movement Table, evading, smoke, leaving the chart, surprised runs."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.breakdown import Fact
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.nights_of_fury.command_ownership import as_charted, players_own
from rules.nights_of_fury.commands import Evade, MakeSmoke, Move
from rules.nights_of_fury.events import ExitFailed, LeftChart, Moved, MoveFailed, SmokeMade
from rules.nights_of_fury.solitaire import chart_need
from rules.nights_of_fury.solitaire_ai import charted_move
from rules.nights_of_fury.state import (
    FIRST,
    LAST,
    SIGHTED,
    Division,
    State,
    ahead_of,
    formation_of,
    informed_sides,
)
from rules.nws.events import EvadingDeclared
from rules.nws.pieces import (
    STRENGTH,
    able_ships,
    damage_level,
    divisions_of,
    is_land_target,
    is_surprised,
    speed_kn,
    with_division,
)

# ---------------------------------------------------------------------- the Movement Table


def slowest_kn(state: State, division: Division) -> int:
    """Return the current speed of the slowest able ship in knots; 0 when none is able (NoF-MOV-H1, NoF-AI-9)."""
    return _slowest_kn(state, division.id)


@derived(*STRENGTH)
def _slowest_kn(state: State, name: str) -> int:
    division = state.divisions[name]
    return min((speed_kn(state, ship) for ship in able_ships(state, division)), default=0)


def need_terms(state: State, division: Division) -> tuple[Modifier, ...]:
    """Return what the division must roll to change its band: the table's number, then what its formation adds.

    Empty when it is too slow to change bands at all. A side under the solitaire chart uses the same table, or with
    `ai_normal_movement` off the roll as the chart first printed it.
    Rules: NoF-MOV-H1, NoF-MOV-H3, NoF-FRM-H2, NoF-AI-8, NoF-AI-9, NoF-BASE-2, NoF-BASE-H1.
    """
    return _need_terms(state, division.id)


@derived(*STRENGTH, "divisions[id].formation", "divisions[id].traits", "divisions[id].side")
def _need_terms(state: State, name: str) -> tuple[Modifier, ...]:
    division = state.divisions[name]
    knots = slowest_kn(state, division)
    need = state.scene.charts.move_need[knots]
    if need is None or is_land_target(division):
        return ()
    printed = chart_need(state, division)
    if printed:
        return (Modifier(printed, "the solitaire chart as first printed", "NoF-BASE-H1"),)
    terms = (Modifier(need, f"slowest ship {knots} knots", "NoF-MOV-H1"),)
    if formation_of(division) == "echelon":
        return (*terms, Modifier(state.scene.charts.movement.echelon, "Echelon", "NoF-FRM-H2"))
    return terms


def _slow_ship_facts(state: State, division: Division) -> Iterator[Fact]:
    """Yield the reason why the slowest ship is slow: a line of her card (NoF-GUN-5), or of the chart
    (NoF-BASE-3, NoF-BASE-H2).
    """
    rule = "NoF-GUN-5" if state.scene.options["card_damage_lines"] else "NoF-BASE-H2"
    slow = min(able_ships(state, division), key=lambda ship: speed_kn(state, ship), default=None)
    if slow is not None and damage_level(slow):
        line = "LMH"[damage_level(slow) - 1]
        yield Fact(f"{state.scene.names[slow.id]} makes {speed_kn(state, slow)} knots by line {line}", rule)


def need_to_move(state: State, division: Division) -> int:
    """Return the least 1d6 that changes the band; 1 needs no die, 0 means it cannot. Rules: NoF-MOV-H1, NoF-MOV-H3."""
    return sum_modifiers(need_terms(state, division))


def neighbours(band: int) -> tuple[int, int]:
    """Return the two bands beside one, or 0 and 11 for leaving the chart at its ends (NoF-MOV-H2, NoF-MOV-H4)."""
    return band - 1, band + 1


def legal_moves(state: State, division: Division) -> tuple[Move, ...]:
    """Return the bands a division may try for now, leaving the chart included; none when it is too slow."""
    if not need_to_move(state, division):
        return ()
    return tuple(Move(division.side, division.id, band) for band in neighbours(division.band))


# ---------------------------------------------------------------------- moving


def _waiting(state: State, side: str) -> Iterator[Division]:
    """Yield the divisions a player may still move: not surprised, not moved, none ashore."""
    if is_surprised(state, side):
        return
    for division in divisions_of(state, side):
        if not division.moved and not is_land_target(division):
            yield division


def offer_moves(state: State, side: str) -> Iterator[Offer]:
    """Yield one band either way for every division that has not moved."""
    for division in _waiting(state, side):
        commands = legal_moves(state, division)
        if commands:
            yield Offer("move", f"Move {division.name}", "NoF-MOV-H1", division.id, commands)


def check_move(state: State, command: Move) -> tuple[Illegal, ...]:
    """Return every reason against a move. Rules: NoF-MOV-H1, NoF-MOV-H2, NoF-MOV-H4, NoF-LOS-5."""
    found = _mover(state, command.side, command.division)
    if not isinstance(found, Division):
        return found
    reasons = _late(found)
    if command.band not in neighbours(found.band):
        low, high = neighbours(found.band)
        reasons.append(
            Illegal(
                f"{found.name} stands in band {found.band} and may try for {_place(low)} or {_place(high)} only, "
                f"one band a turn; not for {command.band}",
                "NoF-MOV-H2",
                found.id,
            )
        )
    return (*reasons, *_too_slow(state, found))


def _place(band: int) -> str:
    return f"band {band}" if FIRST <= band <= LAST else f"{band} (off the chart)"


def _late(division: Division) -> list[Illegal]:
    if division.evading:
        return [Illegal(f"{division.name} is evading and keeps its band", "NoF-EV-H1", division.id)]
    if division.moved:
        return [Illegal(f"{division.name} has had its move this turn", "NoF-MOV-H2", division.id)]
    return []


def _too_slow(state: State, division: Division) -> tuple[Illegal, ...]:
    if need_to_move(state, division):
        return ()
    knots = slowest_kn(state, division)
    reason = f"{division.name} makes {knots} knots, too slow for the Movement Table"
    return (Illegal(reason, "NoF-MOV-H1", division.id),)


def do_move(r: Ruling, command: Move) -> None:
    """Try to change the band by one: 1d6 at least the need, no die when the need is 1. Leaving needs the same.

    Rules: NoF-MOV-H1 to NoF-MOV-H4.
    """
    attempt(r, r.state.divisions[command.division], command.band)


MOVE = as_charted(Verb(Move, "Move", "NoF-MOV-H1", offer_moves, check_move, do_move), charted_move, "NoF-AI-9")


def attempt(r: Ruling, division: Division, band: int) -> bool:
    """Roll for a neighbouring band, or for the edge beyond band 1 or 10; return whether the division made it."""
    state: State = r.state
    informed = informed_sides(state, division)
    terms = need_terms(state, division)
    need = sum_modifiers(terms)
    if need > 1:
        what = f"movement roll, {division.name}"
        facts = tuple(_slow_ship_facts(state, division))
        thrown = r.roll(what, 1, 6, "NoF-MOV-H1", target=need, terms=terms, facts=facts, to=informed)
        if thrown.total < need:
            r.state = with_division(state, division.but(moved=True))
            if FIRST <= band <= LAST:
                r.note(
                    MoveFailed(rule="NoF-MOV-H1", to=informed, division=division.id, band=division.band, wanted=band)
                )
            else:
                r.note(ExitFailed(rule="NoF-MOV-H4", to=informed, division=division.id, band=division.band))
            return False
    if not FIRST <= band <= LAST:
        leave_map(r, division)
        return True
    r.state = with_division(state, division.but(band=band, moved=True))
    r.note(
        Moved(
            rule="NoF-MOV-H2",
            to=informed,
            division=division.id,
            start=division.band,
            end=band,
            path=(division.band, band),
            why="" if need > 1 else f"no roll: with the {terms[0].label} every result succeeds",
        )
    )
    return True


def leave_map(r: Ruling, division: Division, rule: str = "NoF-MOV-H4") -> None:
    """Take a division off the chart at the end of its band, with all its ships: disengaged. Rule: NoF-MOV-H4."""
    state: State = r.state
    ships = dict(state.ships)
    for name in division.ships:
        ships[name] = ships[name].but(gone="left", left_at=division.band, lights="")
    rest = {key: value for key, value in state.divisions.items() if key != division.id}
    r.state = state.but(ships=ships, divisions=rest)
    r.note(LeftChart(rule=rule, division=division.id, band=division.band, ships=division.ships))


# ---------------------------------------------------------------------- evading and smoke


def offer_evasion(state: State, side: str) -> Iterator[Offer]:
    """Yield an evading marker for each division that has not moved and is fast enough."""
    for division in _waiting(state, side):
        if need_to_move(state, division):
            yield Offer("evade", f"Evade with {division.name}", "NoF-EV-H1", division.id, (Evade(side, division.id),))


def check_evasion(state: State, command: Evade) -> tuple[Illegal, ...]:
    """Return every reason against an evading marker. Rule: NoF-EV-H1."""
    found = _mover(state, command.side, command.division)
    if not isinstance(found, Division):
        return found
    reasons = _late(found)
    if not need_to_move(state, found):
        knots = slowest_kn(state, found)
        reasons.append(Illegal(f"{found.name} makes {knots} knots and cannot evade", "NoF-EV-H1", found.id))
    return tuple(reasons)


def do_evasion(r: Ruling, command: Evade) -> None:
    """Place the evading marker; the division keeps its band this turn. No dice. Rules: NoF-EV-H1, NoF-AI-4."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(evading=True, moved=True))
    r.note(EvadingDeclared(rule="NoF-EV-H1", to=informed_sides(r.state, division, SIGHTED), division=division.id))


EVADE = as_charted(
    Verb(Evade, "Evade", "NoF-EV-H1", offer_evasion, check_evasion, do_evasion), charted_move, "NoF-AI-4"
)


def can_smoke(state: State, division: Division) -> bool:
    """Return whether the division has an able ship that can make smoke (NoF-SMO-H1)."""
    makers, cards = state.scene.charts.movement.smoke_makers, state.scene.cards
    return any(cards[ship.id].type in makers for ship in able_ships(state, division))


def offer_smoke(state: State, side: str) -> Iterator[Offer]:
    """Yield smoke for every division that is not yet making it, before or after it moves. Option `smoke`."""
    if not state.scene.options["smoke"] or is_surprised(state, side):
        return
    for division in divisions_of(state, side):
        if not division.smoking and can_smoke(state, division):
            yield Offer(
                "smoke", f"{division.name}: make smoke", "NoF-SMO-H1", division.id, (MakeSmoke(side, division.id),)
            )


def check_smoke(state: State, command: MakeSmoke) -> tuple[Illegal, ...]:
    """Return every reason against making smoke. Rule: NoF-SMO-H1."""
    found = _mover(state, command.side, command.division)
    if not isinstance(found, Division):
        return found
    reasons = []
    if not state.scene.options["smoke"]:
        reasons.append(Illegal("making smoke is switched off", "NoF-SMO-H1", found.id))
    if found.smoking:
        reasons.append(Illegal(f"{found.name} makes smoke already", "NoF-SMO-H1", found.id))
    if not can_smoke(state, found):
        reasons.append(Illegal(f"{found.name} has no able warship that could make smoke", "NoF-SMO-H1", found.id))
    return tuple(reasons)


def do_smoke(r: Ruling, command: MakeSmoke) -> None:
    """Make smoke until the next movement phase. No dice. Rule: NoF-SMO-H1."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(smoking=True))
    r.note(SmokeMade(rule="NoF-SMO-H1", to=informed_sides(r.state, division, SIGHTED), division=division.id))


SMOKE = players_own(Verb(MakeSmoke, "Make smoke", "NoF-SMO-H1", offer_smoke, check_smoke, do_smoke))


def _mover(state: State, side: str, name: str) -> Division | tuple[Illegal, ...]:
    division = state.divisions.get(name)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {name!r} on the chart", "NoF-MOV-H1"),)
    if is_surprised(state, side):
        return (Illegal("a surprised side does not move", "NoF-SUR-H1", name),)
    if is_land_target(division):
        return (Illegal(f"{division.name} is ashore and does not move", "NoF-LAND-H1", name),)
    return division


# ---------------------------------------------------------------------- the phase


def open_movement(r: Ruling) -> None:
    """Take off last turn's evading markers, smoke and claims; the supply runs of a surprised side keep closing.

    Rolls one d6 for each such run that needs it. Rules: NoF-EV-H1, NoF-SMO-H1, NoF-LOS-H2, NoF-SUR-H1.
    """
    state: State = r.state
    divisions = {
        key: division.but(began=division.band, evading=False, smoking=False, sheltering=False, moved=False)
        for key, division in state.divisions.items()
    }
    r.state = state.but(divisions=divisions)
    for division in tuple(divisions.values()):
        if is_surprised(state, division.side) and "run" in division.traits and need_to_move(r.state, division):
            band = division.band + ahead_of(state, division.side)
            if FIRST <= band <= LAST:
                attempt(r, division, band)
