"""Movement of leaders and mules: they move alone, and are lost when the enemy reaches them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battles_for_empire.commands import Drive, Ride
from rules.battles_for_empire.events import LeaderRode, LeaderTaken, MuleDriven, MuleLost
from rules.battles_for_empire.movement_costs import hexes_within_march, open_reach
from rules.battles_for_empire.state import OF_A_SIDE, FieldScene, Leader, Mule, State, enemy_of, on_field
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.hexes import Hex, label
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling


@derived(*OF_A_SIDE)
def _occupied_hexes(state: State, side: str) -> frozenset[Hex]:
    """Return the hexes in which units of a side stand."""
    return frozenset(unit.hex for unit in state.units.values() if unit.side == side and not unit.lost)


def reach_of(state: State, piece: Leader | Mule, mover: str, budget: int) -> tuple[Hex, ...]:
    """Return the hexes a leader or a mule can reach: friends never stand in its way, enemies do (BFE-MAN-H12)."""
    country = state.scene.country
    free: tuple[Hex, ...] = open_reach(country, piece.hex, mover, budget)
    near = _occupied_hexes(state, enemy_of(state, piece.side)).intersection(free)
    return _reach_past(state.scene, piece.hex, mover, budget, near) if near else free


@derived()
def _reach_past(scene: FieldScene, start: Hex, mover: str, budget: int, enemies: frozenset[Hex]) -> tuple[Hex, ...]:
    return hexes_within_march(scene.country, start, mover, budget, enemies)


def ride_reach(state: State, leader: Leader) -> tuple[Hex, ...]:
    """Return the hexes a leader can ride to this turn: 6 at most (BFE-MAN-H12)."""
    return reach_of(state, leader, "rider", state.scene.charts.manoeuvre.leader)


def drive_reach(state: State, mule: Mule) -> tuple[Hex, ...]:
    """Return the hexes a mule can be driven to this turn: 3 at most, as wagons count ground (BFE-PUB-33,
    BFE-MAN-H12).
    """
    return reach_of(state, mule, "guns", state.scene.charts.manoeuvre.mule)


def offer_ride(state: State, side: str) -> Iterator[Offer]:
    """Yield every leader who has not ridden this turn."""
    for leader in state.leaders.values():
        if leader.side != side or leader.moved or leader.down or not leader.hex:
            continue
        commands = _rides(state.scene, side, leader.id, ride_reach(state, leader))
        if commands:
            label_ = f"Ride with {state.scene.names[leader.id]}"
            yield Offer("ride", label_, "BFE-MAN-H12", leader.id, commands)


@derived()
def _rides(_scene: FieldScene, side: str, name: str, reach: tuple[Hex, ...]) -> tuple[Ride, ...]:
    return tuple(Ride(side, name, h) for h in reach)


def check_ride(state: State, command: Ride) -> tuple[Illegal, ...]:
    """Return every reason against a leader's ride. Rule: BFE-MAN-H12."""
    leader = state.leaders.get(command.leader)
    if leader is None or leader.side != command.side or leader.down or not leader.hex:
        return (Illegal(f"{command.side} has no leader called {command.leader!r} on the field", "BFE-MAN-H12"),)
    name, reasons = state.scene.names[leader.id], []
    if leader.moved:
        reasons.append(Illegal(f"{name} has ridden this turn", "BFE-MAN-H12", leader.id))
    if command.hex not in ride_reach(state, leader):
        most = state.scene.charts.manoeuvre.leader
        words = f"{name} rides {count_noun(most, 'hex')} and does not reach {_hex(command.hex)}"
        reasons.append(Illegal(words, "BFE-MAN-H12", leader.id))
    return tuple(reasons)


def do_ride(r: Ruling, command: Ride) -> None:
    """Move a leader. No dice. Rule: BFE-MAN-H12."""
    state: State = r.state
    leader = state.leaders[command.leader].but(hex=command.hex, moved=True)
    r.state = state.but(leaders={**state.leaders, leader.id: leader})
    r.note(LeaderRode(rule="BFE-MAN-H12", leader=leader.id, hex=command.hex))


RIDE = Verb(Ride, "Ride with leader", "BFE-MAN-H12", offer_ride, check_ride, do_ride)


def offer_drive(state: State, side: str) -> Iterator[Offer]:
    """Yield every mule that has not been driven this turn."""
    for mule in state.mules.values():
        if mule.side != side or mule.moved or mule.lost or not mule.hex:
            continue
        reach = drive_reach(state, mule)
        if reach:
            commands = _drives(state.scene, side, mule.id, reach)
            yield Offer("drive", f"Drive {state.scene.names[mule.id]}", "BFE-PUB-33", mule.id, commands)


@derived()
def _drives(_scene: FieldScene, side: str, name: str, reach: tuple[Hex, ...]) -> tuple[Drive, ...]:
    return tuple(Drive(side, name, h) for h in reach)


def check_drive(state: State, command: Drive) -> tuple[Illegal, ...]:
    """Return every reason against driving a mule. Rules: BFE-PUB-33, BFE-MAN-H12."""
    mule = state.mules.get(command.mule)
    if mule is None or mule.side != command.side or mule.lost or not mule.hex:
        return (Illegal(f"{command.side} has no mule called {command.mule!r} on the field", "BFE-MAN-H12"),)
    name, reasons = state.scene.names[mule.id], []
    if mule.moved:
        reasons.append(Illegal(f"{name} has been driven this turn", "BFE-MAN-H12", mule.id))
    if command.hex not in drive_reach(state, mule):
        most = state.scene.charts.manoeuvre.mule
        reasons.append(
            Illegal(
                f"{name} goes {count_noun(most, 'hex')} and does not reach {_hex(command.hex)}", "BFE-PUB-33", mule.id
            )
        )
    return tuple(reasons)


def _hex(h: Hex) -> str:
    return f"hex {label(h)}" if 0 < h < 10_000 else f"{h}, which is not a hex"


def do_drive(r: Ruling, command: Drive) -> None:
    """Move a mule. No dice. Rule: BFE-PUB-33."""
    state: State = r.state
    mule = state.mules[command.mule].but(hex=command.hex, moved=True)
    r.state = state.but(mules={**state.mules, mule.id: mule})
    r.note(MuleDriven(rule="BFE-PUB-33", mule=mule.id, hex=command.hex))


DRIVE = Verb(Drive, "Drive a mule", "BFE-PUB-33", offer_drive, check_drive, do_drive)


def overrun(r: Ruling, by: str, h: Hex) -> None:
    """Remove leaders and mules without an escort in a hex that an enemy unit enters. No dice. Rule: BFE-MAN-H14."""
    state: State = r.state
    side = state.units[by].side
    for leader in tuple(state.leaders.values()):
        if leader.side != side and leader.hex == h and not leader.down and not _has_escort(state, leader.side, h):
            down = leader.but(down=True, shocked=state.cursor.turn + 1)
            r.state = r.state.but(leaders={**r.state.leaders, leader.id: down})
            r.note(LeaderTaken(rule="BFE-MAN-H14", leader=leader.id, by=by))
    for mule in tuple(state.mules.values()):
        if mule.side != side and mule.hex == h and not mule.lost and not _has_escort(state, mule.side, h):
            r.state = r.state.but(mules={**r.state.mules, mule.id: mule.but(lost=True)})
            r.note(MuleLost(rule="BFE-MAN-H14", mule=mule.id))


def fall_back_with(r: Ruling, name: str, start: Hex) -> None:
    """Take along leaders and mules whose last escort falls back from their hex. No dice. Rule: BFE-CON-H6."""
    state: State = r.state
    unit = state.units[name]
    if unit.hex == start or _has_escort(state, unit.side, start):
        return
    for leader in state.leaders.values():
        if leader.side == unit.side and leader.hex == start and not leader.down:
            r.state = r.state.but(leaders={**r.state.leaders, leader.id: leader.but(hex=unit.hex)})
            r.note(LeaderRode(rule="BFE-CON-H6", leader=leader.id, hex=unit.hex))
    for mule in state.mules.values():
        if mule.side == unit.side and mule.hex == start and not mule.lost:
            r.state = r.state.but(mules={**r.state.mules, mule.id: mule.but(hex=unit.hex)})
            r.note(MuleDriven(rule="BFE-CON-H6", mule=mule.id, hex=unit.hex))


def _has_escort(state: State, side: str, h: Hex) -> bool:
    return any(state.units[name].side == side for name in on_field(state).get(h, ()))
