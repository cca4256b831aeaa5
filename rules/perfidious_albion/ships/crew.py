"""Crew Tests (chapter 4.2 of the house rules): one D6, passed at the crew's quality plus two or less."""

from __future__ import annotations

from rules.kernel.modifiers import Modifier, sum_modifiers
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import crew_target
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State

QUALITIES = {1: "poor crew", 2: "average crew", 3: "good crew"}


def crew_test(
    r: Ruling,
    state: State,
    thing: Ship | Fort | Battery,
    why: str,
    rule: str,
    changes: tuple[Modifier, ...] = (),
) -> int:
    """Make a Crew Test for a ship or a work and return die minus target: 0 or less is a pass.

    `why` completes "Crew Test to ...": "keep the sea out"; `changes`: what is added to the target, term by term. Rolls
    one D6. Rule: PA-CRW-H1 and the one given.
    """
    terms = (
        Modifier(thing.cq, f"crew quality ({QUALITIES[thing.cq].removesuffix(' crew')})", "PA-CRW-H1"),
        Modifier(crew_target(thing.cq) - thing.cq, "for every crew", "PA-CRW-H1"),
        *changes,
    )
    target = sum_modifiers(terms)
    what = f"{state.scene.names[thing.id]}, Crew Test to {why}"
    die = state.scene.charts.crew.test_die
    rolled = r.roll(
        what, 1, die, rule, target=target, low=True, terms=terms,
        says=lambda total: "passed" if total <= target else "failed",
    )  # fmt: skip
    return rolled.total - target
