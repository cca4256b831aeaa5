"""A chart named by a rule, read from the system's tables as plain data and turned into rows of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.kernel.datafile import DataError, load_yaml, read_text

FOLDER = "tables"
MOST_COLUMNS = 14


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart to be shown: its name, column titles, rows, and what the file says about it."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def read_chart(folder: Path, name: str, rule: str = "", shared: tuple[Path, ...] = ()) -> Chart | None:
    """The chart `<table file>.<entry>` of the system in `folder`; None when it cannot be shown simply. Never raises.

    `shared` are further folders with tables, which two systems share. A single number is shown with the other numbers
    of the same rule beside it, or in a shared table with those whose names begin alike.
    """
    table, _, entry = name.partition(".")
    data, notes = _entries((folder, *shared), table)
    if not data:
        return None
    value: Any = data
    for part in entry.split(".") if entry else ():
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    if not isinstance(value, Mapping | list):
        return _numbers(name, entry, data, notes, rule)
    title = _plain(entry)
    if isinstance(value, Mapping) and isinstance(value.get("rows"), list):
        title, value = str(value.get("title", title)), value["rows"]
    made = _table(value)
    return Chart(name, title, *made, notes.get(entry, "")) if made is not None else None


def read_charts(folder: Path, name: str, rule: str, shared: tuple[Path, ...] = ()) -> tuple[Chart, ...]:
    """The chart a rule names, then every other one of the same file that is marked as this rule's. Never raises."""
    table, _, entry = name.partition(".")
    data, _ = _entries((folder, *shared), table)
    same = [key for key, value in data.items() if isinstance(value, Mapping) and value.get("rule") == rule]
    names = dict.fromkeys((entry, *same))
    found = (read_chart(folder, f"{table}.{key}", rule, shared) for key in names)
    return tuple(chart for chart in found if chart is not None)


def _entries(folders: tuple[Path, ...], table: str) -> tuple[dict[str, Any], dict[str, str]]:
    """(entries, what the file says of each) of a table, the first folder's before the others'."""
    data: dict[str, Any] = {}
    notes: dict[str, str] = {}
    for folder in folders:
        path = folder / FOLDER / f"{table}.yaml"
        if not path.is_file():
            continue
        try:
            found, said = load_yaml(path, dict[str, Any]), _notes(read_text(path))
        except DataError:
            continue
        data = {**found, **data}
        notes = {**said, **notes}
    return data, notes


def _notes(text: str) -> dict[str, str]:
    """What the comment behind each entry at the left edge says."""
    found = re.findall(r"^(\w+):.*?#\s*(.+?)\s*$", text, re.MULTILINE)
    return dict(found)


def _plain(name: str) -> str:
    """An entry's name as words."""
    words = name.rpartition(".")[2].replace("_", " ")
    return words[:1].upper() + words[1:]


def _said(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_said(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(str(key)).lower()} {_said(item)}" for key, item in value.items())
    return str(value).replace("-", "−", 1) if isinstance(value, int) else str(value).replace("_", " ")


def _numbers(name: str, entry: str, data: Mapping[str, Any], notes: Mapping[str, str], rule: str) -> Chart:
    """A single number and the others that belong to the same rule."""
    pattern = re.compile(rf"\b{re.escape(rule)}(?![\w-])")
    same = [key for key in data if key == entry or (rule and pattern.search(notes.get(key, "")))]
    title = "Numbers of this rule"
    if rule and not pattern.search(notes.get(entry, "")):  # of a shared table, which names no rules
        title = "Numbers of this kind"
        same += [key for key in data if key not in same and key.partition("_")[0] == entry.partition("_")[0]]
    rows = tuple((_plain(key), _said(data[key]), _meaning(notes.get(key, ""))) for key in same if not _large(data[key]))
    return Chart(name, title, ("Name", "Value", "Meaning"), rows)


def _meaning(note: str) -> str:
    """A comment without the ids of rules in front."""
    words = note.replace("_", " ")
    ids, colon, said = words.partition(": ")
    if colon and re.fullmatch(r"[A-Z]\w+-[\w,. -]+", ids):
        return said
    return "" if re.match(r"[A-Z]\w+-[A-Z\d]", words) else words


def _large(value: object) -> bool:
    return isinstance(value, Mapping) and any(isinstance(item, Mapping | list) for item in value.values())


def _table(value: Any) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    """(header, rows) of a list or a map, as far as it fits on a page."""
    if isinstance(value, list):
        return _of_list(value)
    items = list(value.values())
    if all(isinstance(item, Mapping) and not _large(item) for item in items):
        return _matrix({str(key): item for key, item in value.items()})
    if all(isinstance(item, Mapping) for item in items):
        return _matrix(
            {f"{outer} · {inner}": _indexed(line) for outer, item in value.items() for inner, line in item.items()}
        )
    if all(isinstance(item, list) for item in items) and all(len(item) > 2 for item in items):
        return _matrix({str(key): _indexed(item) for key, item in value.items()})
    return ("", "Value"), tuple((_plain(str(key)), _said(item)) for key, item in value.items())


def _indexed(value: Any) -> Mapping[str, Any]:
    if isinstance(value, list):
        return {str(number): item for number, item in enumerate(value, 1 if len(value) == 6 else 0)}
    return value if isinstance(value, Mapping) else {"value": value}


def _of_list(rows: list[Any]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    if rows and all(isinstance(row, Mapping) for row in rows):
        if all({"first", "last", "value"} <= set(row) for row in rows):
            return ("From – to", "Value"), tuple((_span(row), _said(row["value"])) for row in rows)
        keys = list(dict.fromkeys(key for row in rows for key in row))
        return tuple(_plain(str(key)) for key in keys), tuple(
            tuple(_said(row.get(key)) for key in keys) for row in rows
        )
    return ("", "Value"), tuple((str(number), _said(item)) for number, item in enumerate(rows))


def _span(row: Mapping[str, Any]) -> str:
    first, last = row["first"], row["last"]
    return str(first) if first == last else f"{first} – {last}"


def _matrix(lines: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    keys = list(dict.fromkeys(str(key) for line in lines.values() for key in line))
    if len(keys) > MOST_COLUMNS:
        return None
    rows = []
    for name, line in lines.items():
        cells = {str(key): item for key, item in line.items()}
        rows.append((name.replace("_", " "), *(_said(cells[key]) if key in cells else "" for key in keys)))
    return ("", *(_plain(key) for key in keys)), tuple(rows)
