"""Tables of words or cells, and reference sheets written in a file with their numbers read from the charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from string import Formatter

from rules.kernel.breakdown import format_signed
from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record
from rules.kernel.view import Cell, Panel

SHEET_FILE = "sheet.yaml"

Said = Mapping[str, Callable[[object], str]]


class CitedRow(Record, frozen=True, forbid_unknown_fields=True):
    """A row in the file that cites a rule of its own."""

    rule: str
    cells: tuple[str, ...]


class Written(Record, frozen=True, forbid_unknown_fields=True):
    """A panel of a sheet as it stands in the file: in its rows and notes {chart.number} is reported from the charts.

    Behind a colon stands how: a name the game gives (inches, share), else a format of Python's (`,`).
    """

    title: str
    rule: str
    rows: tuple[tuple[str, ...] | CitedRow, ...]
    header: tuple[str, ...] = ("", "")
    notes: tuple[str, ...] = ()


class _Teller(Formatter):
    def __init__(self, said: Said) -> None:
        self.said = said

    def format_field(self, value: object, format_spec: str) -> str:
        words = self.said.get(format_spec)
        return words(value) if words is not None else str(super().format_field(value, format_spec))


def signed_or_zero(value: int) -> str:
    """Return a modifier as it is printed: +2, −1, and 0 without a sign."""
    return format_signed(value) if value else "0"


def cited_row(rule: str, *cells: str) -> tuple[Cell, ...]:
    """Return a row of a panel that cites its own rule, not the panel's."""
    return tuple(Cell(cell, rule=rule) for cell in cells)


def table(
    title: str,
    header: Iterable[str],
    rows: Iterable[Iterable[str | Cell]],
    rule: str,
    *notes: str,
    subtitle: str = "",
    id: str = "",
) -> Panel:
    """Return a panel of plain words, or of cells. id: its name, by default that of a page of the sheet."""
    cells = tuple(tuple(Cell(cell) if isinstance(cell, str) else cell for cell in row) for row in rows)
    return Panel(
        id=id or f"sheet/{title}",
        kind="table",
        title=title,
        subtitle=subtitle,
        header=tuple(header),
        rows=cells,
        notes=notes,
        rule=rule,
    )


def load_panels(path: Path, charts: Mapping[str, object], said: Said) -> dict[str, Panel]:
    """Return the panels of a file by key, with their numbers filled in.

    Raises DataError with file, line and field of an unknown name. charts: by the names used in the file. said: the
    formats a number may have.
    """
    source = source_at(path)
    teller, problems = _Teller(said), list[Problem]()
    found = {}
    for key, panel in source.read(dict[str, Written]).items():
        tell = _telling(teller, charts, source, problems)
        rows: list[Iterable[str | Cell]] = []
        for at, row in enumerate(panel.rows):
            cells = row.cells if isinstance(row, CitedRow) else row
            texts = [tell((key, "rows", at, cell), text) for cell, text in enumerate(cells)]
            rows.append(cited_row(row.rule, *texts) if isinstance(row, CitedRow) else texts)
        notes = [tell((key, "notes", at), text) for at, text in enumerate(panel.notes)]
        found[key] = table(panel.title, panel.header, rows, panel.rule, *notes)
    if problems:
        raise DataError(problems)
    return found


def _telling(
    teller: _Teller, charts: Mapping[str, object], source: Source, problems: list[Problem]
) -> Callable[[tuple[str | int, ...], str], str]:
    def tell(field: tuple[str | int, ...], text: str) -> str:
        try:
            return teller.vformat(text, (), charts)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            expected = f"expected {{chart.number}} or {{chart.number:{'|'.join(teller.said)}}} of {', '.join(charts)}"
            problems.append(source.problem(field, f"{expected}; found {text[:80]!r} ({error})"))
            return text

    return tell
