"""Crew Tests (chapter 4.2 of the house rules): one D6, the crew's quality and two or less."""

from __future__ import annotations

from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import crew_target
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State


def crew_test(r: Ruling, state: State, thing: Ship | Fort | Battery, why: str, rule: str, bonus: int = 0) -> int:
    """A Crew Test of a ship or a work: by how much it was missed (die - target); 0 or less is passed.

    `why` is told after the name: "rides out the storm". Throws one D6. Rule: PA-CRW-H1 and the one given.
    """
    target = crew_target(thing.cq) + bonus
    add = crew_target(thing.cq) - thing.cq
    note = f"{target} or less: quality {thing.cq} + {add}" + (f" {bonus:+d}".replace("-", "−") if bonus else "")
    what = f"{state.scene.names[thing.id]}, Crew Test: {why}"
    rolled = r.roll(what, 1, state.scene.charts.crew.test_die, rule, target=target, note=note, low=True)
    return rolled.total - target
