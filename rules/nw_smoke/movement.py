"""Phase 3, Movement: plots, evading cards, smoke laid, land, stacking, leaving the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import FACINGS, Hex, column, label, neighbour, on_map, step_offsets
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.ruling import Ruling
from rules.nw_smoke.charts import Helm
from rules.nw_smoke.commands import Evade, Move
from rules.nw_smoke.events import EvadingEnded, LeftMap, Moved
from rules.nw_smoke.smoke import lay_smoke
from rules.nw_smoke.state import SIGHTED, Division, State, informed_sides
from rules.nws.events import EvadingDeclared
from rules.nws.pieces import (
    STRENGTH,
    able_ships,
    contact,
    divisions_of,
    has_able,
    is_surprised,
    speed_kn,
    with_division,
)

STARBOARD, PORT = 1, -1
ABOUT = 3  # turns of 60 degrees that make a half circle
TURNINGS = (("", 0), ("L", -1), ("R", 1), ("LL", -2), ("RR", 2), ("RRR", 3))  # ways to turn in one hex: letters, change


class Plot(Record, frozen=True):
    """A plot walked from a start: the hexes, the heading at the end, and what stopped it."""

    hexes: tuple[Hex, ...]  # start first
    facing: int
    cost: int
    fault: str = ""  # the first thing wrong with it
    rule: str = ""
    leaves: bool = False  # the last step leaves the map


# ---------------------------------------------------------------------- how far


def allowance(state: State, division: Division) -> int:
    """Return hexes a turn that the slowest able ship allows; 0 when none is able. Rules: NW-MOV-H1, NW-MOV-H6."""
    return _allowance(state, division.id)


@derived(*STRENGTH)
def _allowance(state: State, name: str) -> int:
    scene, division = state.scene, state.divisions[name]
    table, charts, slow = scene.charts.hexes_by_speed, scene.charts.movement, scene.heavy_seas
    best = -1
    for ship in able_ships(state, division):
        hexes = table[speed_kn(state, ship)]
        if slow and hexes > charts.heavy_seas_least and scene.cards[ship.id].size == charts.heavy_seas_size:
            hexes = max(charts.heavy_seas_least, hexes - charts.heavy_seas_small_loses)
        best = hexes if best < 0 else min(best, hexes)
    return max(best, 0)


def speed_limits(state: State, division: Division) -> tuple[int, int]:
    """Return least and most hexes that may be ordered: near last turn's run, never above the allowance (NW-ORD-H1)."""
    change = state.scene.charts.movement.speed_change
    most = min(allowance(state, division), division.ran + change)
    least = min(max(0, division.ran - change), most)
    return least, most


def move_points(state: State, division: Division) -> int:
    """Return hexes the division must spend in this move: its speed, or half of it when evading
    (NW-ORD-H1, NW-EV-H1).
    """
    speed = min(division.speed, allowance(state, division))
    return state.scene.charts.evading_hexes[speed] if division.evading else speed


# ---------------------------------------------------------------------- plots


@cache
def plots(budget: int, turning: Helm) -> tuple[tuple[str, tuple[int, ...], int], ...]:
    """Return every plot that spends exactly `budget`: (letters, facing of each step relative to the start, final
    change).

    One turn of 60 degrees is free in each hex entered; every other costs one hex. Rule: NW-MOV-H2.
    """
    found: list[tuple[str, tuple[int, ...], int]] = []

    def grow(letters: str, steps: tuple[int, ...], facing: int, left: int, free: int) -> None:
        for turn_letters, change in TURNINGS:
            rest = left - turning.cost * max(0, len(turn_letters) - free)
            heading = facing + change
            if rest == 0:
                found.append((letters + turn_letters, steps, heading % 6))
            elif rest > 0:
                grow(letters + turn_letters + "F", (*steps, heading % 6), heading, rest - 1, turning.entering)

    if budget == 0:
        return (("", (), 0),)
    grow("", (), 0, budget, turning.at_start)
    return tuple(sorted(found, key=lambda plot: (plot[0].count("L") + plot[0].count("R"), plot[0])))


@cache
def _ways(budget: int, turning: Helm, facing: int, parity: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the plots of a budget as offsets in hex numbers from a start whose column has this parity."""
    ways = []
    for letters, steps, _ in plots(budget, turning):
        at, odd, offsets = 0, parity, []
        for step in steps:
            heading = (facing + step) % 6
            at += step_offsets(odd)[heading]
            odd ^= heading not in (0, 3)
            offsets.append(at)
        ways.append((letters, tuple(offsets)))
    return tuple(ways)


@cache
def _moves(side: str, division: str, budget: int, turning: Helm) -> tuple[Move, ...]:
    return tuple(Move(side, division, letters) for letters, _, _ in plots(budget, turning))


@cache
def plot_fault(letters: str) -> str:
    """Return what is wrong with the letters of a plot; empty when nothing."""
    strange = letters.strip("FLR")
    if strange:
        return f"a plot is made of F (forward), L and R (turn); {strange[0]!r} is none of them"
    for turns in letters.split("F"):
        if "L" in turns and "R" in turns:
            return "a division may not turn both to port and to starboard in one hex"
        if len(turns) > ABOUT:
            return f"a division turns at most {ABOUT} times in one hex: that is turning about"
    return ""


def walk_plot(state: State, division: Division, letters: str) -> Plot:
    """Walk a plot from where the division stands, up to the first thing wrong.

    Rules: NW-MOV-H2, NW-MOV-H4, NW-MOV-H5.
    """
    sea, sheet = state.scene.sea, state.scene.sheet
    assert sheet is not None
    turning = state.scene.charts.helm
    at, facing, cost, free = division.hex, division.facing, 0, turning.at_start
    path = [at]
    for number, letter in enumerate(letters):
        if letter != "F":
            facing = (facing + (STARBOARD if letter == "R" else PORT)) % 6
            cost += 0 if free > 0 else turning.cost
            free -= 1
            continue
        cost += 1
        free = turning.entering
        at = neighbour(at, facing)
        if not on_map(at, sheet.columns, sheet.rows):
            if number < len(letters) - 1:
                return Plot(tuple(path), facing, cost, "nothing follows the step that leaves the map", "NW-MOV-H5")
            return Plot(tuple(path), facing, cost, leaves=True)
        path.append(at)
        if not sea[at]:
            return Plot(tuple(path), facing, cost, f"hex {label(at)} is land", "NW-MOV-H4")
    return Plot(tuple(path), facing, cost)


def _full(state: State, division: Division) -> frozenset[Hex]:
    """Return hexes in which this division may not end: two friendly divisions, or an enemy it can see (NW-MOV-H3)."""
    limit = state.scene.charts.movement.stacking
    crowds, seen = _standing(state, division.side)
    own = division.hex if has_able(state, division) else None
    full = [where for where, number in crowds.items() if number - (where == own) >= limit]
    return seen.union(full) if full else seen


@derived("contacts", "divisions.hex", "divisions.side", "divisions.ships", "ships.structure")
def _standing(state: State, side: str) -> tuple[dict[Hex, int], frozenset[Hex]]:
    """Return how many able divisions a side has in each hex, and where it sees any of the enemy's."""
    crowds: dict[Hex, int] = {}
    seen = set()
    for division in state.divisions.values():
        if has_able(state, division):
            if division.side == side:
                crowds[division.hex] = crowds.get(division.hex, 0) + 1
            elif contact(state, side, division.id) == SIGHTED:
                seen.add(division.hex)
    return crowds, frozenset(seen)


def legal_moves(state: State, division: Division) -> tuple[Move, ...]:
    """Return every plot the division may run: those spending its whole speed, or as much as land and stacking allow."""
    full = _full(state, division)
    for budget in range(move_points(state, division), 0, -1):
        moves, ends, places = _courses(state, division.id, budget)
        if not full.isdisjoint(places):
            moves = tuple(move for move, end in zip(moves, ends, strict=True) if end not in full)
        if moves:
            return moves
    return _moves(division.side, division.id, 0, state.scene.charts.helm)


@derived("divisions[id].hex", "divisions[id].facing", "divisions[id].side")
def _courses(state: State, name: str, budget: int) -> tuple[tuple[Move, ...], tuple[Hex, ...], frozenset[Hex]]:
    """Return every plot of a budget that land allows, with the hex where each ends (0.

    It stays, or leaves the map).
    """
    division, turning = state.divisions[name], state.scene.charts.helm
    start = division.hex
    everything = _moves(division.side, division.id, budget, turning)
    if state.scene.room[start] > budget:
        ways = _ways(budget, turning, division.facing, column(start) & 1)
        ends = tuple(start + offsets[-1] if offsets else 0 for _, offsets in ways)
        return everything, ends, frozenset(ends)
    found: dict[str, tuple[Move, Hex]] = {}
    for move in everything:
        for letters in _with_exit(state, division, move.plot):
            plot = walk_plot(state, division, letters)
            if not plot.fault:
                end = 0 if plot.leaves or len(plot.hexes) == 1 else plot.hexes[-1]
                found.setdefault(letters, (Move(division.side, division.id, letters), end))
    ends = tuple(end for _, end in found.values())
    return tuple(move for move, _ in found.values()), ends, frozenset(ends)


def _with_exit(state: State, division: Division, letters: str) -> tuple[str, ...]:
    """Return the plot itself, or cut short at the step that leaves the map."""
    for length in range(1, len(letters)):
        if letters[length - 1] == "F" and walk_plot(state, division, letters[:length]).leaves:
            return (letters[:length],)
    return (letters,)


# ---------------------------------------------------------------------- verbs


def _waiting(state: State, side: str) -> list[Division]:
    return [division for division in divisions_of(state, side) if not division.moved]


def offer_moves(state: State, side: str) -> Iterator[Offer]:
    """Yield every plot of every division that has not moved."""
    for division in _waiting(state, side):
        yield Offer("move", f"Move {division.name}", "NW-MOV-H1", division.id, legal_moves(state, division))


def check_move(state: State, command: Move) -> tuple[Illegal, ...]:
    """Return every reason against a move. Rules: NW-ORD-H1, NW-MOV-H2 to NW-MOV-H5."""
    found = _own_division(state, command.side, command.division)
    if not isinstance(found, Division):
        return found
    division = found
    reasons = []
    if division.moved:
        reasons.append(Illegal(f"{division.name} has already moved this turn", "NW-MOV-H1", division.id))
    fault = plot_fault(command.plot)
    if fault:
        return (*reasons, Illegal(fault, "NW-MOV-H2", division.id))
    plot = walk_plot(state, division, command.plot)
    if plot.fault:
        reasons.append(Illegal(f"{division.name} cannot run {command.plot}: {plot.fault}", plot.rule, division.id))
    must = move_points(state, division)
    if plot.cost > must:
        reasons.append(
            Illegal(
                f"{division.name} must move {count_noun(must, 'hex')}; this plot spends {plot.cost}",
                "NW-ORD-H1",
                division.id,
            )
        )
    if not plot.leaves and not plot.fault and len(plot.hexes) > 1 and plot.hexes[-1] in _full(state, division):
        reasons.append(
            Illegal(
                f"{division.name} may not end in hex {label(plot.hexes[-1])}: "
                "two friendly divisions or a sighted enemy are there",
                "NW-MOV-H3",
                division.id,
            )
        )
    if not reasons and plot.cost < must and not plot.leaves and command not in legal_moves(state, division):
        reasons.append(
            Illegal(
                f"{division.name} must run {count_noun(must, 'hex')}; this plot spends {plot.cost}",
                "NW-ORD-H1",
                division.id,
            )
        )
    return tuple(reasons)


def do_move(r: Ruling, command: Move) -> None:
    """Run a plot, lay smoke where a card says so, leave the map at its edge. No dice."""
    state: State = r.state
    division = state.divisions[command.division]
    plot = walk_plot(state, division, command.plot)
    if not plot.leaves:
        end = plot.hexes[-1]
        moved = division.but(hex=end, facing=plot.facing, moved=True, ran=plot.cost, track=plot.hexes)
        r.state = with_division(state, moved)
        r.note(
            Moved(
                rule="NW-MOV-H1",
                to=informed_sides(state, division),
                division=division.id,
                deed=_plot_text(division, plot),
                hexes=plot.hexes,
                facing=plot.facing,
                heading=FACINGS[plot.facing],
                end=end,
                run=plot.cost,
            )
        )
        lay_smoke(r, moved)
        return
    leaver = division.but(track=plot.hexes)
    lay_smoke(r, leaver, left=True)
    leave(r, leaver)


def _plot_text(division: Division, plot: Plot) -> str:
    """Return what a division did along a plot, in words."""
    if plot.hexes[-1] != division.hex:
        return "moved to"
    return "turned in" if plot.facing != division.facing else "stayed in"


MOVE = Verb(Move, "Move", "NW-MOV-H1", offer_moves, check_move, do_move)


def leave(r: Ruling, division: Division) -> None:
    """Take a division off the map with all its ships: it has disengaged. Rule: NW-MOV-H5."""
    state: State = r.state
    ships = dict(state.ships)
    for name in division.ships:
        ships[name] = ships[name].but(gone="left")
    rest = {key: value for key, value in state.divisions.items() if key != division.id}
    r.state = state.but(ships=ships, divisions=rest)
    r.note(LeftMap(rule="NW-MOV-H5", division=division.name, ships=division.ships))


def offer_evasion(state: State, side: str) -> Iterator[Offer]:
    """Yield an evading card for each division that has not moved and is under way."""
    if not state.scene.options["evasion"]:
        return
    for division in _waiting(state, side):
        if not division.evading and min(division.speed, allowance(state, division)) > 0:
            yield Offer("evade", f"Evade with {division.name}", "NW-EV-1", division.id, (Evade(side, division.id),))


def check_evasion(state: State, command: Evade) -> tuple[Illegal, ...]:
    """Return every reason against an evading card. Rules: NW-EV-1 to NW-EV-3, NW-EV-H6."""
    found = _own_division(state, command.side, command.division)
    if not isinstance(found, Division):
        return found
    reasons = []
    if not state.scene.options["evasion"]:
        reasons.append(Illegal("evasion belongs to the advanced game, which is switched off", "NW-EV-3", found.id))
    if found.moved:
        reasons.append(Illegal(f"{found.name} has already moved: evading is declared first", "NW-EV-H6", found.id))
    if found.evading:
        reasons.append(Illegal(f"{found.name} already carries an evading card", "NW-EV-2", found.id))
    if min(found.speed, allowance(state, found)) == 0:
        reasons.append(Illegal(f"{found.name} lies stopped and cannot evade", "NW-EV-H1", found.id))
    return tuple(reasons)


def do_evasion(r: Ruling, command: Evade) -> None:
    """Place the evading card: it stays until the start of the next phase 3. Rules: NW-EV-1, NW-EV-2, NW-EV-H6."""
    division = r.state.divisions[command.division]
    r.state = with_division(r.state, division.but(evading=True))
    r.note(EvadingDeclared(rule="NW-EV-1", to=informed_sides(r.state, division, SIGHTED), division=division.id))


EVADE = Verb(Evade, "Evade", "NW-EV-1", offer_evasion, check_evasion, do_evasion)


def _own_division(state: State, side: str, name: str) -> Division | tuple[Illegal, ...]:
    division = state.divisions.get(name)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {name!r} on the map", "NW-MOV-H1"),)
    return division


# ---------------------------------------------------------------------- the phase


def open_movement(r: Ruling) -> None:
    """Take off last turn's evading cards; stationary divisions and surprised sides move automatically.

    Rules: NW-EV-H6 (cards cover phases 4 to 6 once), NW-SUR-H1, NW-ORD-H1.
    """
    state: State = r.state
    divisions = {
        key: division.but(evading=False, moved=False, track=(division.hex,))
        for key, division in state.divisions.items()
    }
    r.state = state.but(divisions=divisions)
    for division in state.divisions.values():
        if division.evading:
            r.note(EvadingEnded(rule="NW-EV-H6", to=informed_sides(state, division, SIGHTED), division=division.id))
    for division in tuple(divisions.values()):
        if is_surprised(r.state, division.side):
            _hold_course(r, division.id)
        elif move_points(r.state, division) == 0:
            r.state = with_division(r.state, division.but(moved=True, ran=0))
            lay_smoke(r, r.state.divisions[division.id])


def _hold_course(r: Ruling, name: str) -> None:
    """Run a surprised division straight on, as far as sea and stacking allow (NW-SUR-H1, NW-MOV-H3)."""
    division = r.state.divisions[name]
    full = _full(r.state, division)
    for run in range(move_points(r.state, division), -1, -1):
        plot = walk_plot(r.state, division, "F" * run)
        if not plot.fault and not plot.leaves and (run == 0 or plot.hexes[-1] not in full):
            do_move(r, Move(division.side, name, "F" * run))
            return


def still_to_move(state: State, side: str) -> bool:
    """Return whether a side has a division that has not moved."""
    return bool(_waiting(state, side))


def owed_moves(state: State, side: str) -> tuple[Illegal, ...]:
    """Return divisions that have still to move (NW-ORD-H1)."""
    return tuple(
        Illegal(
            f"{division.name} must move {count_noun(move_points(state, division), 'hex')}",
            "NW-ORD-H1",
            division.id,
        )
        for division in _waiting(state, side)
    )
