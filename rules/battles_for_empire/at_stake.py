"""What is at stake on land: leaders and mules out of place, and the drill of the active unit with an enemy near."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.battles_for_empire.commands import Drive, Ride
from rules.battles_for_empire.conduct import leader_rating
from rules.battles_for_empire.formations import arc_holds
from rules.battles_for_empire.state import Body, State, enemy_of, in_play, on_field, unit_name
from rules.battles_for_empire.terrain import in_view
from rules.kernel.datafile import source_at
from rules.kernel.derived import derived
from rules.kernel.flow import Command, Offer
from rules.kernel.hexes import Hex, distance
from rules.kernel.plurals import count_noun
from rules.kernel.record import Record
from rules.kernel.stake import STAKE_FILE, Condition, Conditions, Stake, always_at_stake, stake_of


class Numbers(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The numbers of the conditions, in hexes."""

    alone_hexes: int
    drill_hexes: int
    face_hexes: int


@cache
def load_numbers() -> Numbers:
    """Read tables/at_stake.yaml. Raises DataError with file, line and field."""
    return source_at(Path(__file__).parent / "tables" / STAKE_FILE).read(Numbers)


def name_of(state: State, piece: str) -> str:
    """Return the name of a unit, a leader or a mule."""
    return state.scene.names.get(piece, piece)


@derived("units.hex", "units.lost", "units.side", "markers")
def _enemies(state: State, side: str) -> tuple[tuple[Hex, str], ...]:
    """Return (hex, name) of every enemy unit and marker a side can see."""
    foe = enemy_of(state, side)
    units = [(unit.hex, unit_name(state, unit)) for unit in state.units.values() if unit.side == foe and in_play(unit)]
    return (*units, *((marker.hex, "a marker") for marker in state.markers.values() if marker.side == foe))


def _nearest(state: State, side: str, h: Hex) -> int:
    """Return the hexes to the nearest enemy; 99 if there is none."""
    return min((distance(h, there) for there, _ in _enemies(state, side)), default=99)


def _is_exposed(state: State, side: str, h: Hex) -> bool:
    """Return whether a leader or mule in a hex is without a unit of its side and has an enemy near."""
    escorted = any(state.units[name].side == side for name in on_field(state).get(h, ()))
    return not escorted and _nearest(state, side, h) <= load_numbers().alone_hexes


def ride_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake in turn 1, if he could reach a unit that lacks his help, or if he is alone near an enemy."""
    leader = state.leaders[offer.piece]
    name = name_of(state, leader.id)
    if state.cursor.turn == 1:
        return stake_of(offer, f"{name} has not ridden")
    if _is_exposed(state, side, leader.hex):
        return stake_of(offer, f"{name} is alone, an enemy near")
    reach = state.scene.charts.morale.leader_hexes
    far = reach + state.scene.charts.manoeuvre.leader
    for unit in state.units.values():
        if unit.side != side or not in_play(unit) or (unit.command != leader.command and leader.rating < 2):
            continue
        if distance(leader.hex, unit.hex) > far or leader_rating(state, unit) >= leader.rating:
            continue
        if any(_helps_from(state, command, unit, reach) for command in offer.commands):
            return stake_of(offer, f"{unit_name(state, unit)} is without {name}")
    return None


def _helps_from(state: State, command: Command, unit: Body, reach: int) -> bool:
    assert isinstance(command, Ride)
    return distance(command.hex, unit.hex) <= reach and in_view(state, command.hex, unit.hex)


def drive_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake if the mule can come nearer to a unit low on ammunition, or is alone with an enemy near."""
    mule = state.mules[offer.piece]
    for unit in state.units.values():
        if unit.side != side or not unit.low or not in_play(unit):
            continue
        away = distance(mule.hex, unit.hex)
        ends = (distance(command.hex, unit.hex) for command in offer.commands if isinstance(command, Drive))
        best = min(ends, default=away)
        if best < away:
            near = best <= state.scene.charts.rapid.mule_hexes
            can = "the mule can reach it" if near else "the mule can come nearer"
            return stake_of(offer, f"{unit_name(state, unit)} is low: {can}", lost=True)
    if _is_exposed(state, side, mule.hex):
        return stake_of(offer, f"{name_of(state, mule.id)} is alone, an enemy near")
    return None


def drill_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake if an enemy is within 12 hexes of the active unit."""
    unit = state.units[offer.piece]
    near = _nearest(state, side, unit.hex)
    if near > load_numbers().drill_hexes:
        return None
    return stake_of(offer, f"enemy {count_noun(near, 'hex')} from {unit_name(state, unit)}")


def face_at_stake(state: State, side: str, offer: Offer) -> Stake | None:
    """Return a stake if an enemy within 8 hexes is not before the front of the active unit."""
    unit, most = state.units[offer.piece], load_numbers().face_hexes
    for there, name in _enemies(state, side):
        if distance(unit.hex, there) <= most and not arc_holds(state, unit, there):
            return stake_of(offer, f"{name} is not before the front of {unit_name(state, unit)}")
    return None


DRILL = Condition(drill_at_stake, "no enemy near")
CONDITIONS: Conditions = {
    "ride": Condition(ride_at_stake, "leaders in place"),
    "drive": Condition(drive_at_stake, "mules in place"),
    "form": DRILL,
    "mount": DRILL,
    "dismount": DRILL,
    "ground": DRILL,
    "face": Condition(face_at_stake, "no enemy beside the front"),
    "conduct": always_at_stake("{name} has not been activated", name_of),
    "move": always_at_stake("{name} can move", name_of),
    "charge": always_at_stake("{name} can charge", name_of, lost=True),
    "fire": always_at_stake("{name} can fire", name_of, lost=True),
    "rapid": always_at_stake("{name} can use Rapid Fire", name_of, lost=True),
    "resupply": always_at_stake("{name} can be re-supplied", name_of, lost=True),
}
