"""The verbs `reference` and `errata`: write the quick-reference sheet, and show amendments before and after."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

from game.console import terminal
from game.library import get_scenario, open_map
from game.table.speech import strip_controls
from game.teach.exhibits import ExhibitEntry, nothing_amended, open_desk
from game.teach.quick_reference import Reference, as_html, reference
from game.words import tr
from rules import SYSTEMS
from rules.kernel.rule_comparison import ComparedOrder, compare


def reference_verb(args: Namespace) -> int:
    """Run `reference SYSTEM --out FILE`: write a page (.html). 2 for an unknown game or kind of file."""
    paper = args.paper or ""
    return write_reference(args, ".html", lambda sheet, path: path.write_text(as_html(sheet, paper), encoding="utf-8"))


def write_reference(args: Namespace, suffix: str, write: Callable[[Reference, Path], object]) -> int:
    """Write the sheet of a game into a file that ends in `suffix`. Return the exit code."""
    system = SYSTEMS.get(args.system)
    if system is None:
        terminal.complain(
            tr(
                "unknown game {system}; expected one of {names}",
                system=f"{args.system!r}",
                names=", ".join(SYSTEMS),
            )
        )
        return 2
    path = Path(args.out or f"{args.system}.html")
    switched = [word.partition("=") for word in args.option or ()]
    unknown = [key for key, _, value in switched if key not in system.rulebook.options or value not in ("on", "off")]
    if unknown:
        known = ", ".join(system.rulebook.options)
        terminal.complain(
            tr(
                "expected options as key=on or key=off with one of the keys {known}; found {unknown}",
                known=known,
                unknown=f"{unknown[0]!r}",
            )
        )
        return 2
    sheet = reference(system, {key: value == "on" for key, _, value in switched})
    if path.suffix == suffix:
        write(sheet, path)
    else:
        terminal.complain(tr("expected a file ending in .html or .png, found {path}", path=f"{path.name!r}"))
        return 2
    terminal.say(strip_controls(tr("{system}: the quick-reference sheet is in {path}", system=system.title, path=path)))
    return 0


def errata_verb(args: Namespace) -> int:
    """`errata [SYSTEM]`: show every amendment before and after, with the odds of both. 1 if an exhibit is wrong."""
    desk = open_desk(SYSTEMS if args.system is None else [args.system])
    failed = bool(desk.problems)
    for problem in desk.problems:
        terminal.complain(strip_controls(str(problem)))
    for case in desk.cases:
        for line in _exhibit_lines(case):
            terminal.say(strip_controls(line))
            failed = failed or line.startswith("FAILED")
    if not desk.cases and args.system in SYSTEMS:
        terminal.say(strip_controls(nothing_amended(SYSTEMS[args.system])))
    elif not desk.cases:
        terminal.complain(
            tr(
                "unknown game {system}; expected one of {names}",
                system=f"{args.system!r}",
                names=", ".join(SYSTEMS),
            )
        )
        return 2
    return int(failed)


def _exhibit_lines(case: ExhibitEntry) -> Iterator[str]:
    exhibit = case.exhibit
    found = compare(exhibit, SYSTEMS, get_scenario, open_map)
    yield f"{SYSTEMS[case.system].title}: {exhibit.title} [{', '.join(exhibit.amends)}]"
    yield tr("  before: {before} {weighed}", before=exhibit.before, weighed=_odds_text(found.before)).rstrip()
    yield tr("  after:  {after} {weighed}", after=exhibit.after, weighed=_odds_text(found.after)).rstrip()
    yield f"  {exhibit.changed}"
    for failure in found.failures:
        yield tr("FAILED {case}: {failure}", case=case.name, failure=failure)


def _odds_text(half: ComparedOrder | None) -> str:
    if half is None:
        return ""
    if half.reasons:
        return tr("(refused: {names})", names="; ".join(f"{item.reason} [{item.rule}]" for item in half.reasons))
    if half.odds is None:
        return ""
    return f"({', '.join(f'{chance.label} {100 * chance.probability:.1f} %' for chance in half.odds.chances)})"
