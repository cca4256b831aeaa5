"""The quick-reference sheet: phases, numbers and charts of the rules in force, as a page to be printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from game.hud.chart_table import Chart, read_chart
from game.table.citing import LEGEND, SIGNS
from rules.kernel.rulebook import Rule
from rules.kernel.system import System

NUMBERS = "Numbers of "  # how the title of a chart begins that is only a collection of single numbers
MOST_ROWS = 40  # a longer chart is left to the rulebook


@dataclass(frozen=True, slots=True)
class Line:
    """A single number: the rule it belongs to, what it is, its value, where it comes from."""

    title: str
    what: str
    value: str
    rule: str
    sign: str


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: its numbers and its charts, each chart with the rule that uses it."""

    title: str
    lines: tuple[Line, ...]
    charts: tuple[tuple[Chart, Rule], ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A whole sheet. `phases`: number, title, help, rule. `switches`: title, is it on, is that as delivered."""

    title: str
    tagline: str
    phases: tuple[tuple[int, str, str, str], ...]
    sections: tuple[Section, ...]
    switches: tuple[tuple[str, bool, bool], ...]


def reference(system: System, options: Mapping[str, bool] | None = None) -> Reference:
    """The sheet of a system under these options; those left out are as delivered."""
    book = system.rulebook
    chosen = {key: option.default for key, option in book.options.items()} | dict(options or {})
    seen: set[str] = set()
    sections = []
    for chapter in book.chapters:
        rules = [rule for rule in book.rules.values() if rule.chapter == chapter.key and chosen.get(rule.option, True)]
        lines: list[Line] = []
        charts: list[tuple[Chart, Rule]] = []
        for rule in rules:
            if not rule.chart or rule.chart in seen:
                continue
            seen.add(rule.chart)
            chart = read_chart(system.folder, rule.chart, rule.id, system.shared)
            if chart is None or len(chart.rows) > MOST_ROWS:
                continue
            if chart.title.startswith(NUMBERS):
                lines += [
                    Line(rule.title, meaning or name, value, rule.id, SIGNS[rule.provenance.value])
                    for name, value, meaning in chart.rows
                ]
            else:
                charts.append((chart, rule))
        if lines or charts:
            sections.append(Section(chapter.title, tuple(dict.fromkeys(lines)), tuple(charts)))
    return Reference(
        title=system.title,
        tagline=system.tagline,
        phases=tuple((phase.number, phase.title, phase.help, phase.rule) for phase in system.sequence),
        sections=tuple(sections),
        switches=tuple((item.title, chosen[key], chosen[key] == item.default) for key, item in book.options.items()),
    )


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
ol { margin: 0 0 .4rem 1.3rem; padding: 0; }
li { margin: .1rem 0; }
small, .id { color: #8a8371; font-size: 8pt; }
.house { color: #8a5a00; } .seed { color: #1d6b3a; } .public { color: #215a92; }
@page { size: A4; margin: 11mm; }
@media print { body { background: #fff; margin: 0; font-size: 8.5pt; } main { columns: 3; } }
"""
KINDS = {"●": "seed", "◐": "public", "○": "house"}


def as_html(sheet: Reference) -> str:
    """The sheet as one file without anything outside it, in columns, ready to be printed."""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(sheet.title)}: quick reference</title><style>{STYLE}</style></head><body>",
            f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.tagline)} {escape(LEGEND)}.</p></header><main>",
            *_sequence(sheet),
            *(part for section in sheet.sections for part in _section(section)),
            *_switches(sheet),
            "</main></body></html>\n",
        )
    )


def _sequence(sheet: Reference) -> Iterator[str]:
    yield "<section><h2>Sequence of play</h2>"
    for number, title, words, rule in sheet.phases:
        yield f'<p><b>{number} {escape(title)}</b> {escape(words)} <span class="id">{escape(rule)}</span></p>'
    yield "</section>"


def _section(section: Section) -> Iterator[str]:
    yield f"<section><h2>{escape(section.title)}</h2>"
    if section.lines:
        yield "<table>"
        for line in section.lines:
            where = f'<span class="{_kind(line.sign)}">{line.sign}</span> <span class="id">{escape(line.rule)}</span>'
            words = f"{escape(line.title)}: {escape(line.what)}"
            yield f"<tr><td>{words}</td><td><b>{escape(line.value)}</b></td><td>{where}</td></tr>"
        yield "</table>"
    for chart, rule in section.charts:
        sign = SIGNS[rule.provenance.value]
        where = f'<span class="{_kind(sign)}">{sign}</span> <span class="id">{escape(rule.id)}</span>'
        yield f"<h3>{escape(rule.title)} {where}</h3><table><tr>"
        yield "".join(f"<th>{escape(name)}</th>" for name in chart.header) + "</tr>"
        for row in chart.rows:
            yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        yield "</table>"
    yield "</section>"


def _kind(sign: str) -> str:
    return KINDS.get(sign, "house")


def _switches(sheet: Reference) -> Iterator[str]:
    if not sheet.switches:
        return
    yield "<section><h2>Options</h2><table>"
    for title, on, usual in sheet.switches:
        said = ("on" if on else "off") + ("" if usual else " (changed)")
        yield f"<tr><td>{escape(title)}</td><td><b>{said}</b></td></tr>"
    yield "</table></section>"
