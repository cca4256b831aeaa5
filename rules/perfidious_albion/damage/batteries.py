"""Shore batteries as targets: a D6 against the number of guns, then their armour; a hit destroys them all."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.penetration import goes_through
from rules.perfidious_albion.records.events import BatteryHeld, BatteryHit, BatteryMissed
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.ships.pieces import destroy_work, piece_name


def fall_on_battery(r: Ruling, name: str, letter: str, band: int) -> str:
    """Resolve one straddle on a battery: hit on a D6 of its guns or less, then penetration; the result in words.

    Rolls a D6, and one for penetration when there is armour to go through. Rules: PA-2.2-8, PA-2.2-9, PA-2.2-10, A-41.
    """
    state: State = r.state
    battery = state.batteries[name]
    what = f"{piece_name(state, name)}: does a straddle find a gun"
    note = f"{battery.count} guns" if battery.count > 1 else "one gun"
    if not r.roll(what, 1, 6, "PA-2.2-8", target=battery.count, note=note, low=True).is_success:
        r.note(BatteryMissed(rule="PA-2.2-8", target=name))
        return "missed"
    r.note(BatteryHit(rule="PA-2.2-8", target=name))
    if not goes_through(r, name, 0, 0, battery.armour, letter, band):
        r.note(BatteryHeld(rule="PA-2.2-9", target=name, armour=battery.armour))
        return f"armour {battery.armour} held"
    destroy_work(r, name, "its guns are hit", "PA-2.2-9" if battery.armour else "PA-2.2-10")
    return "destroyed"
