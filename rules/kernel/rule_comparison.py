"""Exhibits: one amendment of a sheet, before and after, in one position. They are scripts with two sets of options.

system: nights_of_fury
title: "Fletcher's radar"
amends: [NoF-CARD-1]               # the rules of the sheet that are shown
before: "As first printed she had radar F1."
quotes: ['should be "F3", not "F1"']   # the sheet's words that say so; left out: `before` says that it does not say
after: "The sheet gives her F3."
changed: "She finds a dark division two bands farther off."
switch: {fletcher_f3: false}       # options as they were before the sheet; left out: the old rule cannot be played
order: fire fletcher kagero        # what is weighed in both positions; left out: only words are compared
by: USN                            # whose order; left out: whoever has to act
scenario: ...                      # and dice, steps, as in a script; they lead to the position
was: {dice: [..], steps: [...]}    # where the old rule needs other dice or orders to come to the same position
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rules.kernel.breakdown import Breakdown
from rules.kernel.datafile import Source, source_at
from rules.kernel.flow import Illegal
from rules.kernel.odds import Odds, odds
from rules.kernel.preview import breakdowns
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario
from rules.kernel.script import LoadMap, LoadScenario, Script, ScriptStep, read_source, run_script
from rules.kernel.session import Session
from rules.kernel.system import System, parse_command

NOT_TOLD = "The sheet does not say"


class Was(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the same position is reached under the old rule."""

    dice: tuple[int, ...] | None = None  # None: as in the exhibit
    steps: tuple[ScriptStep, ...] | None = None


class Exhibit(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One exhibit; its name is that of its file."""

    amends: tuple[str, ...]
    before: str
    quotes: tuple[str, ...] = ()  # the sheet's own words from which `before` follows
    after: str
    changed: str
    switch: dict[str, bool] = {}
    order: str = ""
    by: str = ""
    place: int = 0  # where it stands in the list
    steps: tuple[ScriptStep, ...] = ()
    was: Was = Was()


class _Named(Exhibit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: str


class _Inline(Exhibit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: Scenario


class ComparedOrder(Record, frozen=True, kw_only=True):
    """One half of an exhibit: the position, and the outcome of the order in it, or why it is illegal."""

    session: Session
    odds: Odds | None = None
    breakdowns: tuple[Breakdown, ...] = ()
    reasons: tuple[Illegal, ...] = ()


class Compared(Record, frozen=True, kw_only=True):
    """The result of comparing an exhibit. `before` is None if the old rule cannot be played."""

    exhibit: Exhibit
    before: ComparedOrder | None
    after: ComparedOrder | None
    failures: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Return whether the order is answered differently before and after."""
        one, other = self.before, self.after
        if one is None or other is None:
            return False
        return (one.odds, [reason.rule for reason in one.reasons]) != (
            other.odds,
            [reason.rule for reason in other.reasons],
        )


def load_exhibit(path: Path) -> Exhibit:
    """Read one exhibit. Raises DataError with file, line and field."""
    return _read(source_at(path))


def read_exhibit(text: str) -> Exhibit:
    """Return the exhibit in a text. Raises DataError as `load_exhibit` does."""
    return _read(Source(Path("exhibit"), text))


def _read(source: Source) -> Exhibit:
    exhibit = read_source(source, _Named, _Inline)
    source.refuse(_faults(exhibit))
    return exhibit


def _faults(exhibit: Exhibit) -> Iterator[tuple[str, str]]:
    if not exhibit.quotes and NOT_TOLD not in exhibit.before:
        yield "before", f"expected `quotes` of the sheet for it, or the words {NOT_TOLD!r}"
    if not exhibit.amends:
        yield "amends", "expected at least one rule of the sheet"
    if exhibit.switch and not exhibit.order:
        yield "order", "an exhibit whose old rule can be played needs an order that is weighed under both"
    if not exhibit.switch and exhibit.was != Was():
        yield "was", "without `switch` the old rule is not played; take it out"


def compare(
    exhibit: Exhibit, systems: Mapping[str, System], load_scenario: LoadScenario, load_map: LoadMap
) -> Compared:
    """Reach the position under the sheet's rule and under the old one, and weigh the order in both.

    What is wrong with the exhibit itself is reported in `failures`, never raised.
    """
    failures: list[str] = []
    system = systems.get(exhibit.system)
    if system is None:
        return Compared(exhibit=exhibit, before=None, after=None, failures=(f"no game is called {exhibit.system!r}",))
    failures += [f"no rule is called {rule!r}" for rule in exhibit.amends if rule not in system.rulebook]
    unknown = [key for key in exhibit.switch if key not in system.rulebook.options]
    if unknown:
        failures.append(f"no option is called {', '.join(unknown)}")
        return Compared(exhibit=exhibit, before=None, after=None, failures=tuple(failures))
    now = {key: not value for key, value in exhibit.switch.items()}
    after = _half(exhibit, exhibit.but(options={**exhibit.options, **now}), system, load_scenario, load_map, failures)
    before = None
    if exhibit.switch:
        was = exhibit.was
        old = exhibit.but(
            options={**exhibit.options, **exhibit.switch},
            dice=exhibit.dice if was.dice is None else was.dice,
            steps=exhibit.steps if was.steps is None else was.steps,
        )
        before = _half(exhibit, old, system, load_scenario, load_map, failures)
    return Compared(exhibit=exhibit, before=before, after=after, failures=tuple(failures))


def _half(
    exhibit: Exhibit,
    script: Exhibit,
    system: System,
    load_scenario: LoadScenario,
    load_map: LoadMap,
    failures: list[str],
) -> ComparedOrder | None:
    result = run_script(script, {system.key: system}, load_scenario, load_map)
    session: Session | None = result.session
    failures += result.failures
    if session is None or result.failures:
        return None
    if not exhibit.order:
        return ComparedOrder(session=session)
    try:
        command = parse_command(system, exhibit.by or session.actor, exhibit.order)
    except ValueError as error:
        failures.append(f"`{exhibit.order}` is no command: {error}")
        return None
    reasons = session.check(command)
    if reasons and not exhibit.switch:
        failures.append(
            f"`{exhibit.order}` is refused: {'; '.join(f'{item.reason} [{item.rule}]' for item in reasons)}"
        )
    if reasons:
        return ComparedOrder(session=session, reasons=reasons)
    found = odds(system, session.state, command)
    return ComparedOrder(session=session, odds=found, breakdowns=breakdowns(system, session.state, command))
