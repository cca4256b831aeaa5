"""Penetration: the D6 against 4 + armour - penetration, and when no die is needed."""

from __future__ import annotations

from rules.kernel.breakdown import Breakdown, Fact, Working
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import load_charts, penetration, penetration_need
from rules.perfidious_albion.records.events import Bounced, Penetrated
from rules.perfidious_albion.ships.pieces import piece_name

SURE, NEVER = 1, 7  # what a D6 always and never shows


def goes_through(r: Ruling, name: str, section: int, level: int, armour: int, letter: str, band: int) -> bool:
    """Return whether a shell goes through the armour of a box, or of a battery (section and level 0).

    The caller logs the result. Rolls one D6 unless the outcome is certain; without armour there is no test and no log
    line. Rules: PA-PEN-H1, PA-PEN-H2, PA-PEN-H3, PA-PEN-H5, PA-2.2-9, PA-2.2-10.
    """
    if not armour:
        return True
    need = penetration_need(letter, band, armour)
    certain = not SURE < need < NEVER
    terms = (
        Modifier(load_charts().gunnery.penetration_base, "for any shell", "PA-PEN-H1"),
        Modifier(armour, "armour", "PA-PEN-H1"),
        Modifier(-penetration(letter, band), f"penetration of type {letter}", "PA-PEN-H2"),
    )
    outcome = "any D6 penetrates" if need <= SURE else "no D6 can penetrate"
    throw = Breakdown(
        what=f"{piece_name(r.state, name)}: type {letter} against armour {armour}",
        rule="PA-PEN-H1",
        count=0 if certain else 1,
        sides=6,
        need=None if certain else need,
        terms=() if certain else terms,
        workings=(Working(label="needed", rule="PA-PEN-H1", terms=terms, total=need),) if certain else (),
        facts=(Fact(outcome, "PA-PEN-H1"),) if certain else (),
    )
    through = r.throw(throw).is_success or need <= SURE
    if level:
        event = Penetrated if through else Bounced
        r.note(event(rule="PA-PEN-H1", target=name, section=section, level=level, armour=armour))
    return through
