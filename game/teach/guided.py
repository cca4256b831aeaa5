"""The guided battle: a small battle of each game in which every phase is explained when it first occurs.

It is saved and resumed like any other game, and is recognised by its title. Which phases have been explained is derived
from the orders given so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from game.library import MAPS, Entry, Shelves, file_stamp
from game.words import tr, tr_noop
from rules import SYSTEMS
from rules.kernel.datafile import DataError, load_yaml, source_at
from rules.kernel.flow import PhaseBegan
from rules.kernel.lesson import LINK
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario
from rules.kernel.session import Session

FOLDER = "guided"
MARK = tr_noop("Guided battle: ")  # before the title of such a game


class GuidedBattle(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A guided battle: its scenario, the player's side, the computer's level, and the explanation of each phase."""

    system: str
    scenario: str
    side: str  # the player's
    opponent: str = "midshipman"
    phases: Mapping[str, str]  # name of a phase -> explanation, which cites a rule

    def entry(self, entry: Entry) -> Entry:
        """Return the library entry with the title of a guided battle."""
        return replace(entry, scenario=entry.scenario.but(title=MARK + entry.scenario.title))


def guided_file(system: str, root: Path = MAPS) -> Path:
    """Return the file of the guided battle of a game."""
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
        yield "system", tr("expected one of {names}, found '{name}'", names=", ".join(SYSTEMS), name=battle.system)
        return
    system = SYSTEMS[battle.system]
    names = {phase.name for phase in system.sequence}
    for name, words in battle.phases.items():
        cited, at = LINK.findall(words), ".".join(("phases", name))
        unknown = [rule for rule in cited if rule not in system.rulebook]
        if name not in names:
            yield at, tr("expected one of {names}", names=", ".join(sorted(names)))
        elif unknown:
            yield at, tr("unknown rule '{name}'", name=unknown[0])
        elif not cited:
            yield at, tr("expected a rule in double brackets")
    try:
        scenario = Shelves().scenario(battle.system, battle.scenario)
    except DataError as error:
        yield "scenario", str(error)
        return
    sides = [side.key for side in scenario.sides]
    if battle.side not in sides:
        yield "side", tr("expected one of {names}, found '{name}'", names=", ".join(sides), name=battle.side)


def guide_of(scenario: Scenario) -> GuidedBattle | None:
    """Return the guided battle of a scenario; None if it is not guided, or if its file cannot be used."""
    if not scenario.title.startswith(MARK):
        return None
    try:
        battle = load_guided(guided_file(scenario.system))
    except DataError:
        return None
    return battle if battle.scenario == scenario.key else None


def new_phases(session: Session, side: str) -> tuple[str, ...]:
    """Return the phases to explain to a side: the present one if it has never acted in it, and before it the phases
    that occurred for the first time and need no orders.
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
                    begun.pop()  # the side had nothing to do in it: explain it another time
                begun.append(event.title)
    return tuple(phases[title].name for title in dict.fromkeys(begun) if title not in known)


def explanations_now(battle: GuidedBattle, session: Session, side: str) -> tuple[str, ...]:
    """Return the explanations to show a side now, one for each new phase, in lesson markup."""
    if session.over:
        return ()
    return tuple(battle.phases[name] for name in new_phases(session, side) if name in battle.phases)
