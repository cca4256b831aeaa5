"""A chart named by a rule, read from the system's tables as plain data and turned into rows of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.words import tr, tr_noop
from rules.kernel.datafile import DataError, load_yaml, read_text
from rules.kernel.system import System

FOLDER = "tables"
MOST_COLUMNS = 14


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart for display: its name, column titles, rows, and the file's comment on it."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def read_chart(folder: Path, name: str, rule: str = "", shared: tuple[Path, ...] = ()) -> Chart | None:
    """Return the chart `<table file>.<entry>` of the system in `folder`; None if it cannot be shown as a simple table.
    Never raises. `shared`: further folders with tables used by two systems. A single number is shown with the other
    numbers of the same rule, or in a shared table with those whose names begin with the same word.
    """
    table, _, entry = name.partition(".")
    data, notes = _entries((folder, *shared), table)
    if not data:
        return None
    value: object = data
    for part in entry.split(".") if entry else ():
        if not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    if not isinstance(value, Mapping | list):
        return _numbers(name, entry, data, notes, rule)
    title = _plain(entry)
    if isinstance(value, Mapping) and isinstance(value.get("rows"), list):
        title, value = str(value.get("title", title)), value["rows"]
    made = _table(value, entry.rpartition(".")[2])
    return Chart(name, title, *made, notes.get(entry, "")) if made is not None else None


def read_charts(folder: Path, name: str, rule: str, shared: tuple[Path, ...] = ()) -> tuple[Chart, ...]:
    """Return the chart a rule names, then all others of the same file that are marked with this rule. Never raises."""
    table, _, entry = name.partition(".")
    data, _ = _entries((folder, *shared), table)
    same = [key for key, value in data.items() if isinstance(value, Mapping) and value.get("rule") == rule]
    names = dict.fromkeys((entry, *same))
    found = (read_chart(folder, f"{table}.{key}", rule, shared) for key in names)
    return tuple(chart for chart in found if chart is not None)


def laid_out_charts(system: System, rule: str) -> tuple[Chart, ...]:
    """Return the panels of the game's reference sheet that belong to this rule: its formatted charts."""
    if system.sheet is None:
        return ()
    usual = {key: option.default for key, option in system.rulebook.options.items()}
    panels = (panel for chapter in system.sheet(usual).values() for panel in chapter if panel.rule == rule)
    return tuple(
        Chart(
            rule,
            panel.title,
            panel.header,
            tuple(tuple(cell.text for cell in row) for row in panel.rows),
            " ".join(panel.notes),
        )
        for panel in panels
    )


def _entries(folders: tuple[Path, ...], table: str) -> tuple[dict[str, object], dict[str, str]]:
    """Return (entries, comment on each) of a table; earlier folders have priority."""
    data: dict[str, object] = {}
    notes: dict[str, str] = {}
    for folder in folders:
        path = folder / FOLDER / f"{table}.yaml"
        if not path.is_file():
            continue
        try:
            found, stated = load_yaml(path, dict[str, Any]), _notes(read_text(path))
        except DataError:
            continue
        data = {**found, **data}
        notes = {**stated, **notes}
    return data, notes


def _notes(text: str) -> dict[str, str]:
    """Return the comment after each top-level entry."""
    found = re.findall(r"^(\w+):.*?#\s*(.+?)\s*$", text, re.MULTILINE)
    return dict(found)


WORDS = {  # abbreviations in the tables
    **{word: word.upper() for word in ("ijn", "usn", "dd", "cl", "ca", "bb", "ap", "av", "apd", "ai", "d6", "d10")},
    "cq1": tr_noop("poor crew"),
    "cq2": tr_noop("average crew"),
    "cq3": tr_noop("good crew"),
    "torp": tr_noop("torpedo"),
}
UNITS = ("mils", "percent", "hundredths")  # unit suffixes of names: thousandths of an inch, per cent
MIL = 1000


def _plain(name: str) -> str:
    """Return an entry's name as text, without its unit suffix."""
    parts = name.rpartition(".")[2].split("_")
    words = [
        tr(WORDS[word.lower()]) if word.lower() in WORDS else word
        for word in parts
        if word not in UNITS or len(parts) == 1
    ]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def _value_text(value: object, name: str = "") -> str:
    """Return a value as text; the name of its entry gives the unit: inches, per cent, a fraction of the value."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(item, int) for item in value):
            pair = _pair(value[0], value[1], name)
            if pair:
                return pair
        return ", ".join(_value_text(item, name) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(str(key)).lower()} {_value_text(item, name)}" for key, item in value.items())
    if isinstance(value, int):
        return _number(value, name)
    text = str(value)
    return (tr(WORDS[text]) if text in WORDS else text).replace("_", " ")


def _pair(one: int, other: int, name: str) -> str:
    """Return a pair of numbers that form one value (a fraction, a ratio) as text; empty if they are two values."""
    if "share" in name:
        return (
            "nothing"
            if not one
            else tr("full value")
            if one == other
            else tr("{one}/{other} of the value", one=one, other=other)
        )
    if "ratio" in name or name.startswith("grades"):
        return tr("{one} to {other}", one=one, other=other)
    return f"{one}/{other}" if name.startswith(("surrender", "half")) else ""


def _number(value: int, name: str) -> str:
    if "mils" in name.split("_"):
        whole, rest = divmod(abs(value), MIL)
        decimals = f".{rest:03d}".rstrip("0") if rest else ""
        return f'{"−" if value < 0 else ""}{whole}{decimals}"'
    unit = " %" if "percent" in name.split("_") else ""
    return f"{value}".replace("-", "−", 1) + unit


def _numbers(name: str, entry: str, data: Mapping[str, object], notes: Mapping[str, str], rule: str) -> Chart:
    """Return a single number and the others that belong to the same rule."""
    pattern = re.compile(rf"\b{re.escape(rule)}(?![\w-])")
    same = [key for key in data if key == entry or (rule and pattern.search(notes.get(key, "")))]
    title = tr("Values of this rule")
    if rule and not pattern.search(notes.get(entry, "")):  # title for a shared table, which names no rules
        title = tr("Values of this kind")
        same += [key for key in data if key not in same and key.partition("_")[0] == entry.partition("_")[0]]
    parts = [
        (_plain(key), _value_text(data[key], key), _meaning(notes.get(key, "")))
        for key in same
        if not _large(data[key])
    ]
    rows = tuple(_join_rows(parts))
    return Chart(name, title, (tr_noop("Name"), tr_noop("Value"), tr_noop("Meaning")), rows)


def _join_rows(rows: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield rows; join numbers whose comments are one sentence continued with dots."""
    kept: tuple[str, str, str] | None = None
    for name, value, meaning in rows:
        if meaning.startswith("...") and kept is not None and kept[2].endswith("..."):
            kept = (kept[0], f"{kept[1]}, {value}", f"{kept[2].removesuffix('...').rstrip()} … {meaning[3:].strip()}")
            continue
        if kept is not None:
            yield kept
        kept = (name, value, meaning)
    if kept is not None:
        yield kept


def _meaning(note: str) -> str:
    """Return a comment without leading rule ids."""
    words = note.replace("_", " ")
    ids, colon, stated = words.partition(": ")
    if colon and re.fullmatch(r"[A-Z]\w+-[\w,. -]+", ids):
        return stated
    return "" if re.match(r"[A-Z]\w+-[A-Z\d]", words) else words


def _large(value: object) -> bool:
    return isinstance(value, Mapping) and any(isinstance(item, Mapping | list) for item in value.values())


def _table(value: Any, name: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    """Return (header, rows) of a list or a map, as far as it fits on a page."""
    if isinstance(value, list):
        return _of_list(value, name)
    items = list(value.values())
    if all(isinstance(item, Mapping) and not _large(item) for item in items):
        return _matrix({str(key): item for key, item in value.items()}, name)
    if all(isinstance(item, Mapping) for item in items):
        return _matrix(
            {f"{outer} · {inner}": _by_index(line) for outer, item in value.items() for inner, line in item.items()},
            name,
        )
    if all(isinstance(item, list) for item in items) and all(len(item) > 2 for item in items):
        return _matrix({str(key): _by_index(item) for key, item in value.items()}, name)
    return ("", tr_noop("Value")), tuple((_plain(str(key)), _value_text(item, name)) for key, item in value.items())


def _by_index(value: object) -> Mapping[str, object]:
    if isinstance(value, list):
        return {str(number): item for number, item in enumerate(value, 1 if len(value) == 6 else 0)}
    return value if isinstance(value, Mapping) else {"value": value}


def _of_list(rows: list[Any], name: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    if rows and all(isinstance(row, Mapping) for row in rows):
        if all({"first", "last", "value"} <= set(row) for row in rows):
            return (tr_noop("From – to"), tr_noop("Value")), tuple(
                (_span(row), _value_text(row["value"], name)) for row in rows
            )
        keys = list(dict.fromkeys(key for row in rows for key in row))
        return tuple(_plain(str(key)) for key in keys), tuple(
            tuple(_value_text(row.get(key), "" if key in UNITS else f"{name}_{key}") for key in keys) for row in rows
        )
    return (tr_noop("Value"),), ((", ".join(_value_text(item, name) for item in rows),),)


def _span(row: Mapping[str, object]) -> str:
    first, last = row["first"], row["last"]
    return str(first) if first == last else f"{first} – {last}"


def _row_name(name: str) -> str:
    parts = ([word for word in part.split("_") if word not in UNITS] for part in name.split(" · "))
    return " · ".join(" ".join(tr(WORDS[word]) if word in WORDS else word for word in words) for words in parts)


def _matrix(lines: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    keys = list(dict.fromkeys(str(key) for line in lines.values() for key in line))
    if len(keys) > MOST_COLUMNS:
        return None
    rows = []
    for first, line in lines.items():
        cells = {str(key): item for key, item in line.items()}
        unit = f"{name}_{first.rpartition(' · ')[2]}"
        parts = (_value_text(cells[key], f"{unit}_{key}") if key in cells else "" for key in keys)
        rows.append((_row_name(first), *parts))
    return ("", *(_plain(key) for key in keys)), tuple(rows)
