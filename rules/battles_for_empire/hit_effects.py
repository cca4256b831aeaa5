"""What hits do: Kills, Shaken, removal of a unit, and danger for leaders and mules with it."""

from __future__ import annotations

from rules.battles_for_empire.conduct import shake
from rules.battles_for_empire.events import Captured, Destroyed, Hit, MuleLost
from rules.battles_for_empire.leaders import test_leader_losses
from rules.battles_for_empire.recoil import end_contacts
from rules.battles_for_empire.state import State, is_single_stand, stamina, with_unit
from rules.kernel.ruling import Ruling

DESTROYED, CAPTURED = "destroyed", "captured"


def shaking_hits(state: State) -> int:
    """Return how many hits of one shot shake a unit: 1, or 2 with the option. Rule: BFE-FIR-H7."""
    chart = state.scene.charts.stamina
    hits: int = chart.shaken_hits_two if state.scene.options["shaken_at_two"] else chart.shaken_hits
    return hits


def take_shot(r: Ruling, name: str, hits: int, kills: int, rule: str) -> None:
    """Apply the hits of a shot to a unit: Kills, Shaken, and danger for the leaders and mules with it.

    Rolls one d6 for each leader and each mule in the hex when the shot made 3 Kills or more.
    Rules: BFE-FIR-H7, BFE-13.8-17, BFE-13.8-18, BFE-LDR-H3, BFE-RAP-H5.
    """
    if hits < 1:
        return
    before = r.state.units[name]
    h, side = before.hex, before.side
    take_kills(r, name, kills, rule)
    if hits >= shaking_hits(r.state):
        shake(r, name, "it was hit", "BFE-FIR-H7")
    charts = r.state.scene.charts
    if kills >= charts.leaders.kills:
        test_leader_losses(r, name, side, h)
    if kills >= charts.rapid.mule_kills:
        _mules_in_danger(r, side, h)


def take_kills(r: Ruling, name: str, kills: int, rule: str) -> None:
    """Mark Kills on a unit; at its limit it is removed: 8 for four stands, 2 for one. No dice.

    Rules: BFE-PUB-9, BFE-PUB-8, BFE-FIR-H8.
    """
    state: State = r.state
    unit = state.units[name]
    if kills < 1 or unit.lost:
        return
    after = unit.but(kills=unit.kills + kills)
    r.state = with_unit(state, after)
    r.note(Hit(rule=rule, unit=name, kills=kills, total=after.kills))
    if after.kills >= stamina(state, after):
        lose_unit(r, name, DESTROYED, "BFE-FIR-H8" if is_single_stand(state, unit) else "BFE-PUB-9")


def lose_unit(r: Ruling, name: str, how: str, rule: str, by: str = "") -> None:
    """Take a unit off the field, destroyed or captured; whatever it fought is free. No dice.

    Rules: BFE-PUB-9, BFE-FIR-H8, BFE-MEL-H8.
    """
    end_contacts(r, name, rule)
    state: State = r.state
    unit = state.units[name]
    gone = unit.but(lost=how, hex=0)
    fallen = (*state.fallen, (unit.hex, state.cursor.turn, unit.side))
    r.state = with_unit(state, gone).but(fallen=fallen)
    if how == CAPTURED:
        r.note(Captured(rule=rule, unit=name, by=by))
    else:
        r.note(Destroyed(rule=rule, unit=name, hex=unit.hex))


def _mules_in_danger(r: Ruling, side: str, h: int) -> None:
    chart = r.state.scene.charts.rapid
    for mule in tuple(r.state.mules.values()):
        if mule.side != side or mule.hex != h or mule.lost:
            continue
        name = r.state.scene.names.get(mule.id, mule.id)
        if r.roll(f"loss check, {name}", 1, 6, "BFE-RAP-H5", target=chart.mule_die).is_success:
            r.state = r.state.but(mules={**r.state.mules, mule.id: mule.but(lost=True)})
            r.note(MuleLost(rule="BFE-RAP-H5", mule=mule.id))
