"""Penetration: the D6 against 4 + armour - penetration, and when no die is needed."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import penetration, penetration_need
from rules.perfidious_albion.records.events import Bounced, Penetrated
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.ships.pieces import called

SURE, NEVER = 1, 7  # what a D6 always and never shows


def goes_through(r: Ruling, name: str, section: int, level: int, armour: int, letter: str, band: int) -> bool:
    """Whether a shell goes through the armour of a box, or of a battery (section and level 0): then the caller tells.

    Throws one D6 unless the outcome is certain; without armour there is no test and nothing to tell.
    Rules: PA-PEN-H1, PA-PEN-H2, PA-PEN-H3, PA-PEN-H5, PA-2.2-9, PA-2.2-10.
    """
    if not armour:
        return True
    need = penetration_need(letter, band, armour)
    through = need <= SURE
    if SURE < need < NEVER:
        state: State = r.state
        note = f"4 + armour {armour} − penetration {penetration(letter, band)}"
        through = r.roll(
            f"{called(state, name)}: type {letter} against armour {armour}", 1, 6, "PA-PEN-H1", target=need, note=note
        ).made
    if level:
        event = Penetrated if through else Bounced
        r.note(event(rule="PA-PEN-H1", target=name, section=section, level=level, armour=armour))
    return through
