"""The quick-reference sheet: phases, numbers and charts of the rules in play, as a page to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from game.table.chart_table import read_chart
from game.table.rule_citations import LEGEND, SIGNS, panel_sign, row_signs
from game.words import tr
from rules.kernel.rulebook import Rule, Rulebook
from rules.kernel.system import System
from rules.kernel.view import Panel

NUMBERS = "Numbers of "  # start of the title of a chart that only collects single numbers
MOST_ROWS = 40  # a longer chart is left to the rulebook
MOST_WORDS = 2_000  # most characters of an errata paragraph: longer ones are left to the rulebook
SHORT = 24  # a first column with at most this many characters never wraps
ALONE = ("printed", "ships", "edition")  # chapters about rules no longer played, or about how the cards were made


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A single number: its rule, meaning, value and source."""

    title: str
    what: str
    value: str
    rule: str
    sign: str


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """A formatted chart: cells as text, notes below it, and its rule."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    rule: str
    sign: str
    marks: tuple[tuple[str, str], ...] = ()  # sign and rule of each row, if the sources differ

    @property
    def has_header(self) -> bool:
        """Return whether its header is informative."""
        return any(name and name != "Value" for name in self.header)


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: charts, numbers, and the errata sheet's statements as (rule, text)."""

    title: str
    tables: tuple[ReferenceTable, ...]
    lines: tuple[ReferenceLine, ...]
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A whole sheet. `phases`: number, title, help, rule. `switches`: title, is it on, is that the default."""

    title: str
    tagline: str
    phases: tuple[tuple[int, str, str, str], ...]
    sections: tuple[Section, ...]
    switches: tuple[tuple[str, bool, bool], ...]


def reference(system: System, options: Mapping[str, bool] | None = None) -> Reference:
    """Return the sheet of a system under these options; missing ones have their defaults."""
    book = system.rulebook
    chosen = {key: option.default for key, option in book.options.items()} | dict(options or {})
    panels = system.sheet(chosen) if system.sheet is not None else {}
    seeds = [rule for rule in book.rules.values() if rule.provenance.value == "seed"]
    wordy = sum(len(rule.summary.split()) for rule in seeds) > MOST_WORDS
    seen: set[str] = set()
    sections = []
    for chapter in book.chapters:
        if chapter.key in ALONE:
            continue
        rules = [rule for rule in book.rules.values() if rule.chapter == chapter.key and chosen.get(rule.option, True)]
        if chapter.key in panels:
            tables = [_of_panel(panel, system) for panel in panels[chapter.key]]
            lines: list[ReferenceLine] = []
        else:
            tables, lines = _of_charts(system, rules, seen)
        shown = () if wordy else _sentences(chapter.key, book, chosen)
        if tables or lines or shown:
            sections.append(Section(chapter.title, tuple(tables), tuple(lines), shown))
    return Reference(
        title=system.title,
        tagline=system.tagline,
        phases=tuple((phase.number, phase.title, phase.help, phase.rule) for phase in system.sequence),
        sections=tuple(sections),
        switches=tuple((item.title, chosen[key], chosen[key] == item.default) for key, item in book.options.items()),
    )


def _sentences(chapter: str, book: Rulebook, chosen: Mapping[str, bool]) -> tuple[tuple[str, str], ...]:
    """Return the sheet's statements in a chapter: (rule, text). An amendment switched off is left out; a rule that an
    optional rule (off by default) would change is included, with a note if that option is on.
    """
    return tuple(
        (rule.id, _qualified_words(rule, book, chosen))
        for rule in book.rules.values()
        if rule.chapter == chapter and rule.provenance.value == "seed"
        if rule.option not in book.options or chosen[rule.option] or not book.options[rule.option].default
    )


def _qualified_words(rule: Rule, book: Rulebook, chosen: Mapping[str, bool]) -> str:
    """Return the text of a rule; if an option that changes it is switched on, with the option's name."""
    option = book.options.get(rule.option)
    if option is None or option.default or not chosen[rule.option]:
        return rule.summary
    return tr("{words} The option {option} changes this.", words=rule.summary, option=option.title)


def _of_panel(panel: Panel, system: System) -> ReferenceTable:
    rows = tuple(tuple(cell.text for cell in row) for row in panel.rows)
    notes = panel.notes
    if panel.subtitle and panel.subtitle != "combat chart":
        notes = (f"{panel.subtitle[:1].upper()}{panel.subtitle[1:]}.", *notes)
    signs = row_signs(system.rulebook, panel)
    marks = tuple(zip(signs, panel.row_rules(), strict=True)) if signs else ()
    sign = panel_sign(system.rulebook, panel)
    return ReferenceTable(panel.title, panel.header, rows, notes, panel.rule, sign, marks)


def _of_charts(system: System, rules: list[Rule], seen: set[str]) -> tuple[list[ReferenceTable], list[ReferenceLine]]:
    """Return the charts and single numbers named by the rules of a chapter, each once."""
    tables: list[ReferenceTable] = []
    lines: dict[tuple[str, str], ReferenceLine] = {}
    for rule in rules:
        if not rule.chart or rule.chart in seen:
            continue
        seen.add(rule.chart)
        chart = read_chart(system.folder, rule.chart, rule.id, system.shared)
        if chart is None or len(chart.rows) > MOST_ROWS:
            continue
        if chart.title.startswith(NUMBERS):
            for name, value, meaning in chart.rows:
                lines.setdefault(
                    (meaning or name, value), ReferenceLine(rule.title, meaning or name, value, rule.id, _sign(rule))
                )
            continue
        notes = (chart.note,) if chart.note and not chart.note.startswith(rule.id.partition("-")[0]) else ()
        title = rule.title if chart.title.lower() in rule.title.lower() or not notes else f"{rule.title}: {chart.title}"
        tables.append(ReferenceTable(title, chart.header, chart.rows, notes, rule.id, _sign(rule)))
    return tables, list(lines.values())


def _sign(rule: Rule) -> str:
    return SIGNS[rule.provenance.value]


# --- for a browser ----------------------------------------------------------------------------------------------------

STYLE = """
:root { color-scheme: light; }
body { font: 10.5pt/1.35 "Alegreya Sans", "Gill Sans", Calibri, sans-serif; color: #1d2433; background: #fbf8f0;
  margin: 1.4rem auto; max-width: 78rem; padding: 0 1.2rem; }
h1 { font: 600 24pt/1.1 "EB Garamond", Garamond, Georgia, serif; margin: 0; }
h2 { font: 600 14pt/1.2 "EB Garamond", Garamond, Georgia, serif; margin: 0 0 .3rem;
  border-bottom: 1.5px solid #9c7a2f; }
h3 { font-size: 10.5pt; margin: .5rem 0 .15rem; }
header p { margin: .1rem 0 .8rem; font-style: italic; color: #59606e; }
main { columns: 3 22rem; column-gap: 1.4rem; }
section { margin: 0 0 1rem; }
h2, h3 { break-after: avoid; }
table { border-collapse: collapse; width: 100%; margin: .1rem 0 .5rem; font-size: 9pt; break-inside: avoid; }
th { text-align: left; color: #59606e; font-weight: 600; border-bottom: 1px solid #b9b3a3; padding: .05rem .3rem; }
td { padding: .05rem .3rem; vertical-align: top; border-bottom: 1px solid #e5dfd0; }
td.first { white-space: nowrap; }
tr { break-inside: avoid; }
section > div { break-inside: avoid; }
p { margin: .1rem 0 .25rem; }
.note { font-size: 8.5pt; color: #59606e; font-style: italic; margin: -.3rem 0 .5rem; }
.rule { font-size: 9pt; }
.id { color: #8a8371; font-size: 7.5pt; white-space: nowrap; }
.house { color: #8a5a00; } .seed { color: #1d6b3a; } .public { color: #215a92; }
@page { margin: 10mm; }
@media print { body { background: #fff; margin: 0; padding: 0; font-size: 8pt; max-width: none; }
  main { columns: 2; column-gap: 6mm; } table { font-size: 7.5pt; } .rule { font-size: 7.5pt; } }
"""
KINDS = {"●": "seed", "◐": "public", "○": "house"}


PAPERS = {"A4": (210, 297), "Letter": (216, 279)}  # millimetres


def as_html(sheet: Reference, paper: str = "") -> str:
    """Return the sheet as one self-contained file, in columns, ready to print. paper: one of PAPERS."""
    style = STYLE + (f"@page {{ size: {paper}; }}\n" if paper else "")
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(sheet.title)}: {escape(tr('quick reference'))}</title><style>{style}</style></head><body>",
            f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.tagline)} {escape(tr(LEGEND))}.</p></header>",
            "<main>",
            *_sequence(sheet),
            *(part for section in sheet.sections for part in _section(section)),
            *_switches(sheet),
            "</main></body></html>\n",
        )
    )


def _sequence(sheet: Reference) -> Iterator[str]:
    yield f"<section><h2>{escape(tr('Sequence of play'))}</h2>"
    for number, title, words, rule in sheet.phases:
        yield f'<p><b>{number} {escape(title)}</b> {escape(words)} <span class="id">{escape(rule)}</span></p>'
    yield "</section>"


def _section(section: Section) -> Iterator[str]:
    yield f"<section><h2>{escape(section.title)}</h2>"
    for table in section.tables:
        yield from _table(table)
    if section.lines:
        yield "<table>"
        for line in section.lines:
            words = f"{escape(line.title)}: {escape(line.what)}"
            where = _source_sign(line.sign, line.rule)
            yield f"<tr><td>{words}</td><td><b>{escape(line.value)}</b></td><td>{where}</td></tr>"
        yield "</table>"
    for rule, words in section.rules:
        yield f'<p class="rule">{escape(words)} {_source_sign(SIGNS["seed"], rule)}</p>'
    yield "</section>"


def _table(table: ReferenceTable) -> Iterator[str]:
    yield f"<div><h3>{escape(table.title)} {_source_sign(table.sign, table.rule)}</h3><table>"
    if table.has_header:
        more = "<th></th>" if table.marks else ""
        yield "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in table.header) + more + "</tr>"
    first = ' class="first"' if max((len(row[0]) for row in table.rows if row), default=0) <= SHORT else ""
    for number, row in enumerate(table.rows):
        cells = "".join(f"<td{'' if place else first}>{escape(cell)}</td>" for place, cell in enumerate(row))
        if table.marks:
            cells += f"<td>{_source_sign(*table.marks[number])}</td>"
        yield f"<tr>{cells}</tr>"
    yield "</table>"
    for note in table.notes:
        yield f'<p class="note">{escape(note)}</p>'
    yield "</div>"


def _source_sign(sign: str, rule: str) -> str:
    """Return the source in small print: sign and rule."""
    return f'<span class="{_kind(sign)}">{sign}</span>&nbsp;<span class="id">{escape(rule)}</span>'


def _kind(sign: str) -> str:
    return KINDS.get(sign, "house")


def _switches(sheet: Reference) -> Iterator[str]:
    if not sheet.switches:
        return
    yield f"<section><h2>{escape(tr('Options'))}</h2><table>"
    for title, on, usual in sheet.switches:
        shown = (tr("on") if on else tr("off")) + ("" if usual else f" {tr('(changed)')}")
        yield f"<tr><td>{escape(title)}</td><td><b>{shown}</b></td></tr>"
    yield "</table></section>"
