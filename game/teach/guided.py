"""The guided battle: a small battle of each game in which a line explains every phase when it first comes.

It is a game like any other, saved and resumed as such. Its title says what it is; which phases have been explained
follows from the orders given so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.library import MAPS, Entry, Shelves, file_stamp
from rules import SYSTEMS
from rules.kernel.datafile import DataError, load_yaml, source_at
from rules.kernel.flow import PhaseBegan
from rules.kernel.lesson import LINK
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario
from rules.kernel.session import Session

FOLDER = "guided"
MARK = "Guided battle: "  # before the title of such a game


class GuidedBattle(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which battle it is, who plays it, and what is said when a phase first comes."""

    system: str
    scenario: str
    side: str  # the player's
    opponent: str = "midshipman"
    phases: Mapping[str, str]  # name of a phase -> words, each with its rule

    def entry(self, entry: Entry) -> Entry:
        """Return its battle as one that is guided."""
        return replace(entry, scenario=entry.scenario.but(title=MARK + entry.scenario.title))


def guided_file(system: str, root: Path = MAPS) -> Path:
    """Return where the guided battle of a game is kept."""
    return root / FOLDER / f"{system}.yaml"


def load_guided(path: Path) -> GuidedBattle:
    """Read a guided battle. Raises DataError with file, line and field."""
    return _read(path, *file_stamp(path))


@cache
def _read(path: Path, _changed_ns: int, _size_bytes: int) -> GuidedBattle:
    battle, source = load_yaml(path, GuidedBattle), source_at(path)
    source.refuse(_faults(battle))
    return battle


def _faults(battle: GuidedBattle) -> Iterator[tuple[str, str]]:
    if battle.system not in SYSTEMS:
        yield "system", f"expected one of {', '.join(SYSTEMS)}, found {battle.system!r}"
        return
    system = SYSTEMS[battle.system]
    names = {phase.name for phase in system.sequence}
    for name, words in battle.phases.items():
        cited = LINK.findall(words)
        unknown = [rule for rule in cited if rule not in system.rulebook]
        if name not in names:
            yield f"phases.{name}", f"expected one of {', '.join(sorted(names))}"
        elif unknown:
            yield f"phases.{name}", f"no rule is called {unknown[0]!r}"
        elif not cited:
            yield f"phases.{name}", "expected a rule in double brackets"
    try:
        scenario = Shelves().scenario(battle.system, battle.scenario)
    except DataError as error:
        yield "scenario", str(error)
        return
    sides = [side.key for side in scenario.sides]
    if battle.side not in sides:
        yield "side", f"expected one of {', '.join(sides)}, found {battle.side!r}"


def guide_of(scenario: Scenario) -> GuidedBattle | None:
    """Return the guide of a game that is guided; None of any other, or when its file cannot be used."""
    if not scenario.title.startswith(MARK):
        return None
    try:
        battle = load_guided(guided_file(scenario.system))
    except DataError:
        return None
    return battle if battle.scenario == scenario.key else None


def new_phases(session: Session, side: str) -> tuple[str, ...]:
    """Return the phases that are new to a side: the one now if it has never acted in it, and before it those that
    have come for the first time and want no order of anybody.
    """
    phases = {phase.title: phase for phase in session.system.sequence}
    known: set[str] = set()
    begun: list[str] = []
    acted = False
    for step in session.steps:
        acted = acted or (step.actor == side and bool(begun))
        for event in step.events:
            if isinstance(event, PhaseBegan):
                if acted:
                    known.update(begun)
                    begun, acted = [], False
                elif begun and phases[begun[-1]].verbs:
                    begun.pop()  # the side was asked for nothing: it is explained another time
                begun.append(event.title)
    return tuple(phases[title].name for title in dict.fromkeys(begun) if title not in known)


def words_now(battle: GuidedBattle, session: Session, side: str) -> tuple[str, ...]:
    """Return what is to be explained to a side now, a line for each phase, in markup of lessons; empty: nothing."""
    if session.over:
        return ()
    return tuple(battle.phases[name] for name in new_phases(session, side) if name in battle.phases)
