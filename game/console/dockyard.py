"""The verb `dockyard`: a ship design as text: drawing, faults and cost."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.table.speech import strip_controls
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.blueprint import Blueprint
from rules.kernel.datafile import read_text


def dockyard_verb(args: Namespace) -> int:
    """`dockyard`: draw, check and price a design file. 1 if the design has faults. Raises DataError."""
    options = {"size_three_largest": bool(args.size_three_largest)}
    drawn = drawn_from(Path(args.file), options)
    terminal.say(strip_controls(f"{drawn.title}: {drawn.subtitle}"))
    for line in drawing(drawn):
        terminal.say(strip_controls(line))
    for fault in drawn.faults:
        terminal.say(strip_controls(tr("WRONG: {fault} [{rule}]", fault=fault.text, rule=fault.rule)))
    for cost in drawn.costs:
        terminal.say(strip_controls(f"  {cost.title}: {cost.amount}"))
    if drawn.values:
        terminal.say(strip_controls("value: " + ", ".join(f"{cost.amount} ({cost.title})" for cost in drawn.values)))
    terminal.say(
        tr("{words} to correct", words=trn("{count} fault", "{count} faults", len(drawn.faults)))
        if drawn.faults
        else tr("design is legal")
    )
    return 0 if drawn.fit else 1


def drawn_from(path: Path, options: dict[str, bool]) -> Blueprint:
    """Return a design file, read by the one game with a dockyard. Raises DataError."""
    reader = next(system.blueprint for system in SYSTEMS.values() if system.blueprint is not None)
    return reader(str(path), read_text(path), options)


def drawing(drawn: Blueprint) -> list[str]:
    """Return a line of section numbers, then the levels, columns aligned."""
    rows = [["", *(str(number) for number, _ in enumerate(drawn.rows[0], start=1))]]
    rows += [[str(level), *words] for level, words in enumerate(drawn.rows, start=1)]
    widths = [max(len(word) for word in column) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
