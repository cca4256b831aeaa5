"""Links to a rule that carry the text that cites it, and the chart row which that text uses. A link is `rule:<id>` or
`rule:<id>?<words>`: the text of the log line, refusal or modifier that cites the rule. A row is highlighted only if the
text identifies exactly one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.table.chart_table import Chart

MOST_LIT = 3
SPANS = "From – to"
NAMED = ("", "Name", "Title")  # headings of a first column that names its rows
PLAIN = (*NAMED, SPANS, "Value")  # headings left out of a line of text
ROLL = re.compile(r"(\d*)d(\d+): ([\d +]*\d)(?:[^=]*?= (−?\d+))?")
GRADED = "class|grade|profile|size|type|visibility"
TERM = re.compile(r"^([+−]\d+|0) ")


def highlighted_rows(chart: Chart, words: str) -> frozenset[int]:
    """Return the rows of a chart that a text uses, counted from 0."""
    if not words:
        return frozenset()
    if len(chart.rows) == 1:
        return frozenset((0,) if _is_in_text(chart.rows[0][0], words) else ())
    for find in (_by_span, _by_percent, _by_dice, _by_name):
        found = frozenset(find(chart, words))
        if 0 < len(found) <= min(MOST_LIT, max(1, len(chart.rows) // 2)):
            return found
    return frozenset()


def row_words(chart: Chart, row: int) -> str:
    """Return a row in one line, each cell with its heading if that is informative: `Percent 40 · Need 3 · Hits 1`."""
    cells = zip(chart.header, chart.rows[row], strict=False)
    return " · ".join(cell if name in PLAIN else f"{name} {cell}" for name, cell in cells if cell and name != "Meaning")


# --- four ways to find a row ------------------------------------------------------------------------------------------


def _by_span(chart: Chart, words: str) -> Iterator[int]:
    """Yield the rows for a number with a unit that the title names after `by`: `4 hexes`, `31 knots`."""
    _, by, keyed = chart.title.rpartition(" by ")
    if chart.header[0] != SPANS or not by:
        return
    units = set(re.findall(r"[a-z]+", keyed.lower()))
    numbers = {int(n) for n, unit in re.findall(r"(?<!\d)(\d+) ([a-z]+)", words) if {unit, f"{unit}s"} & units}
    if len(numbers) != 1:
        return
    wanted = numbers.pop()
    for number, row in enumerate(chart.rows):
        first, _, last = row[0].partition(" – ")
        if first.isdigit() and int(first) <= wanted <= int(last or first):
            yield number


def _by_percent(chart: Chart, words: str) -> Iterator[int]:
    """Yield the rows of a chart by percentages."""
    if chart.header[0] != "Percent":
        return
    percents = set(re.findall(r"(?<!\d)(\d+) %", words))
    yield from (number for number, row in enumerate(chart.rows) if row[0] in percents)


def _by_dice(chart: Chart, words: str) -> Iterator[int]:
    """Yield the rows of a chart by the total of the dice; a row has one total, or the last of its range."""
    rolls = ROLL.findall(words)
    if len(rolls) != 1:
        return
    count, sides, faces, summed = rolls[0]
    total = int(summed.replace("−", "-")) if summed else sum(map(int, re.findall(r"\d+", faces)))
    keys = [row[0] for row in chart.rows]
    if not all(key.isdigit() for key in keys):
        return
    numbers = [int(key) for key in keys]
    least = int(count or 1)
    if chart.header[0] == "Last":
        yield from [number for number, last in enumerate(numbers) if total <= last][:1]
    elif numbers == list(range(least, least * int(sides) + 1)) and total in numbers:
        yield numbers.index(total)


def _by_name(chart: Chart, words: str) -> Iterator[int]:
    """Yield rows whose name is in the text; for a single modifier, only rows with its value."""
    if chart.header[0] not in NAMED:
        return
    term = TERM.match(words)
    for number, row in enumerate(chart.rows):
        value = row[1] if len(row) > 1 else ""
        figure = re.fullmatch(r"[+−]?\d+", value) is not None
        if term is not None and figure and term[1].lstrip("+") != value.lstrip("+"):
            continue
        if row[0] and all(_is_in_text(part, words) for part in row[0].split(" · ")):
            yield number


def _is_in_text(name: str, words: str) -> bool:
    """Return whether a name is in the text; a single letter only after the word it belongs to."""
    if name.isdigit():
        return False
    if len(name) == 1:
        return re.search(rf"\b(?:{GRADED}) {re.escape(name)}\b", words) is not None
    if any(letter.isdigit() for letter in name) or name.isupper():
        return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) is not None
    phrase = r"\W+".join(re.findall(r"\w+", name.lower()))
    return bool(phrase) and re.search(rf"\b{phrase}\b", words.lower()) is not None
