"""One page of the rulebook: badge, source, lessons, charts with the row in use, ambiguities and switches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from game.courses import CourseLesson
from game.hud.citation_highlight import highlighted_rows
from game.hud.menus import BADGE_TONES, BADGE_WORDS
from game.table.chart_table import Chart, laid_out_charts, read_charts
from game.table.rule_citations import SIGNS
from game.teach.exhibits import ExhibitEntry
from game.teach.rule_examples import Showings
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.rulebook import Ambiguity, Option, Rule
from rules.kernel.system import System

SHARES = {"Name": 4, "Value": 2, "Meaning": 6}  # relative column widths; otherwise 2, the first column 3
RULE_ID = re.compile(r"\b[A-Z][A-Za-z]+(?:-[A-Z0-9][A-Z0-9.]*)+\b")
MOST_LESSONS = 3
FIXED = tr_noop("Used in this battle. Choose rules options before a battle.")
MET = {
    "used": tr_noop("{good:✓ used in your games}"),
    "seen": tr_noop("{ink_faint:seen, not yet used in your games}"),
    "": "",
}


@dataclass(frozen=True, slots=True)
class RulePageHost:
    """What a rule page needs from its screen. `options`: rules options in play; `fixed`: a battle is in progress, so
    they cannot be switched. `quote`: the text that cites the rule. `named`: show the game's name beside the rule.
    """

    system: System
    showings: Showings
    options: Mapping[str, bool]
    fixed: bool
    quote: str
    met: str
    named: bool
    lesson: Callable[[CourseLesson], None]
    exhibit: Callable[[ExhibitEntry], None]
    switch: Callable[[str, bool], None]


def link_rule_ids(system: System, text: str, own: str = "") -> str:
    """Return plain text as markup in which every rule id except `own` is a link."""
    parts, at = [], 0
    for match in RULE_ID.finditer(text):
        name = match[0]
        if name not in system.rulebook or name == own:
            continue
        parts += [ui.escape(text[at : match.start()]), f"[{name}](rule:{name})"]
        at = match.end()
    return "".join((*parts, ui.escape(text[at:])))


def rule_parts(reader: RulePageHost, rule: Rule) -> Iterator[ui.Widget]:
    """Yield the page from top to bottom. A chart with a highlighted row comes before all explanations."""
    book = reader.system.rulebook
    kind = rule.provenance.value
    chapter = next((chapter for chapter in book.chapters if chapter.key == rule.chapter), None)
    yield ui.Label(rule.title, "rule_title", role="title", size="heading")
    places = [rule.source if rule.source.lower() != BADGE_WORDS[kind] else "", rule.section]
    source = ui.escape(", ".join(place for place in places if place))
    badge = f"{{{BADGE_TONES[kind]}:{SIGNS[kind]} {tr(BADGE_WORDS[kind])}}}"
    game = ui.escape(reader.system.title) if reader.named else ""
    words = (
        f"**{rule.id}**",
        game,
        badge,
        f"*{source}*" if source else "",
        tr(MET[reader.met]) if MET[reader.met] else "",
    )
    yield ui.RichText(" · ".join(word for word in words if word), "rule_badge", colour="ink_soft")
    yield ui.Rule()
    yield ui.RichText(link_rule_ids(reader.system, rule.summary, rule.id), "rule_summary", size="large")
    charts = read_charts(reader.system.folder, rule.chart, rule.id, reader.system.shared) if rule.chart else ()
    lit = {chart.name: highlighted_rows(chart, reader.quote) for chart in charts}
    in_use = [chart for chart in charts if lit[chart.name]]
    if in_use:
        yield ui.RichText(
            tr("{gold:**In use:**} *{quote}*", quote=ui.escape(reader.quote)),
            "rule_said",
            colour="ink_soft",
        )
        yield ui.Flow(*(_chart(reader, chart, lit[chart.name]) for chart in in_use), gap=10)
    shown = list(_showing(reader, rule))
    if shown:
        label = ui.Label(tr("Show me"), role="title_italic", colour="ink_soft", align="centre", wrap=False)
        yield ui.Flow(label, *shown, id="rule_showing", gap=8)
    lines = list(_relations(reader, rule))
    if lines:
        yield ui.RichText("\n".join(lines), "rule_relations")
    option = book.options.get(rule.option)
    if option is not None:
        yield _option_switch(reader, option)
    for doubt in book.ambiguities_of(rule.id):
        yield _doubt_panel(reader, doubt)
    rest = laid_out_charts(reader.system, rule.id) or [chart for chart in charts if not lit[chart.name]]
    if rest:
        yield ui.Flow(*(_chart(reader, chart, frozenset()) for chart in rest), gap=10)
    if chapter is not None:
        yield ui.Rule()
        intro = f": {link_rule_ids(reader.system, chapter.intro, rule.id)}" if chapter.intro else ""
        yield ui.RichText(
            tr("*Chapter {chapter}*{intro}", chapter=ui.escape(chapter.title), intro=intro),
            "rule_chapter",
            colour="ink_faint",
        )


def _showing(reader: RulePageHost, rule: Rule) -> Iterator[ui.Widget]:
    """Yield links to lessons that show the rule, and to the amendment before and after."""
    for number, lecture in enumerate(reader.showings.lessons.get(rule.id, ())[:MOST_LESSONS]):
        press = partial(reader.lesson, lecture)
        tip = ui.escape(lecture.lesson.idea)
        yield ui.Button(
            tr("Lesson: {title}", title=lecture.lesson.title), press, f"show_lesson_{number}", size="small", tooltip=tip
        )
    case = reader.showings.exhibit_for(rule.id)
    if case is not None:
        press = partial(reader.exhibit, case)
        tip = tr("The rule before and after the amendment, in the same position")
        yield ui.Button(
            tr("Before and after: {title}", title=case.exhibit.title), press, "show_exhibit", size="small", tooltip=tip
        )


def _relations(reader: RulePageHost, rule: Rule) -> Iterator[str]:
    book = reader.system.rulebook
    if rule.question:
        yield tr("**Fills the gap:** {linked}", linked=link_rule_ids(reader.system, rule.question, rule.id))
    if rule.amends:
        yield tr("**Changes** {named}", named=_named_link(reader, rule.amends))
    changed = [other.id for other in book.rules.values() if other.amends == rule.id]
    if changed:
        yield tr("**Changed by** {names}", names=", ".join(_named_link(reader, other) for other in changed))


def _named_link(reader: RulePageHost, rule_id: str) -> str:
    return f"[{rule_id} {ui.escape(reader.system.rulebook[rule_id].title)}](rule:{rule_id})"


def _option_switch(reader: RulePageHost, option: Option) -> ui.Widget:
    """Return an option with its switch; in a battle, only its setting."""
    on = reader.options.get(option.key, option.default)
    usual = "on" if option.default else "off"
    toggle = ui.Toggle(
        tr("Option: {option}", option=option.title), on, partial(reader.switch, option.key), f"option_{option.key}"
    )
    toggle.tooltip = tr("For this rulebook and its quick reference")
    if reader.fixed:
        toggle.enabled, toggle.reason = False, tr(FIXED)
    quote = tr("{linked} *Default: {usual}.*", linked=link_rule_ids(reader.system, option.help), usual=usual)
    return ui.Column(toggle, ui.RichText(quote, colour="ink_soft", size="small"), gap=1)


def reading_played(doubt: Ambiguity, option: Option | None, options: Mapping[str, bool]) -> str:
    """Return the key of the reading in play: the ruling, unless the ambiguity's option selects another."""
    if option is None or options.get(option.key, option.default) == option.default or len(doubt.readings) != 2:
        return doubt.ruling
    return next(reading.key for reading in doubt.readings if reading.key != doubt.ruling)


def _doubt_panel(reader: RulePageHost, doubt: Ambiguity) -> ui.Panel:
    option = reader.system.rulebook.options.get(doubt.option)
    now = reading_played(doubt, option, reader.options)
    lines: list[ui.Widget] = [ui.RichText(link_rule_ids(reader.system, doubt.question))]
    for reading in doubt.readings:
        sign = "{good:✓ played}" if reading.key == now else "{ink_faint:○ or}"
        words = link_rule_ids(reader.system, reading.text)
        colour = "ink" if reading.key == now else "ink_soft"
        lines.append(ui.Row(ui.RichText(sign, width=76), ui.RichText(words, colour=colour, stretch=1), gap=8))
    lines.append(ui.RichText(tr("**Why:** {linked}", linked=link_rule_ids(reader.system, doubt.why))))
    if option is not None:
        lines.append(_option_switch(reader, option))
    return ui.Panel(
        *lines, title=tr("{count} possible readings", count=len(doubt.readings)), note=doubt.id, gap=6, pad=(14, 10)
    )


def _chart(reader: RulePageHost, chart: Chart, lit: frozenset[int]) -> ui.Widget:
    headings = [ui.Heading(tr(name), SHARES.get(name, 2 if number else 3)) for number, name in enumerate(chart.header)]
    table = ui.Table(headings, chart.rows, "rule_chart", lit=lit)
    parts: list[ui.Widget] = [table]
    if chart.note:
        parts.append(ui.RichText(link_rule_ids(reader.system, chart.note), size="small", colour="ink_soft"))
    wide = 1000 if len(chart.header) > 2 else 370 if len(chart.title) < 32 else 500
    return ui.Panel(
        *parts, title=chart.title, note=chart.name, gap=6, pad=(14, 10), width=wide, align="start", min_width=160
    )
