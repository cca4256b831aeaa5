"""A battle report as plain values: the story turn by turn, every roll with its sum, points, losses, dice, rules. It
contains only what one viewer may know. Nothing here is escaped; the page does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.dates import long_date
from game.hud.game_history import (
    Fate,
    FireStatistics,
    ScoreAtStep,
    TurningPoint,
    fire_statistics,
    score_history,
    turning_points,
    unit_fates,
)
from game.hud.luck import luck
from game.hud.status_bar import own_rolls
from game.report.frame_sequence import Reel, Span
from game.report.notes import Notes
from game.skins import load_skin
from game.table.analysis_job import kept_decisions
from game.table.analysis_text import (
    FEWEST_SHOWN,
    account_rows,
    adjusted_words,
    order_words,
    part_words,
    percent,
    result_words,
)
from game.table.log_feed import captions_with_rolls
from game.table.rule_citations import SIGNS
from game.words import tr, trn
from rules.analysis.luck_and_skill import Analysis, Unknown, analyse_steps, new_analysis
from rules.kernel.breakdown import SumLine, sum_lines
from rules.kernel.events import PhaseBegan, SideFinished
from rules.kernel.flow import Event
from rules.kernel.rulebook import Ambiguity, Rule
from rules.kernel.ruling import Rolled
from rules.kernel.seat import describe_step, is_visible_to
from rules.kernel.session import Session
from rules.kernel.system import Caption
from rules.kernel.view import Outcome, Score


@dataclass(frozen=True, slots=True)
class ReportRoll:
    """A roll: its purpose, faces, arithmetic in one line, and all terms line by line."""

    what: str
    faces: tuple[int, ...]
    words: str
    rule: str
    lines: tuple[SumLine, ...]

    @property
    def is_bare(self) -> bool:
        """Return whether there is nothing but the result, as in "d6: 4"."""
        return len(self.faces) == 1 and len(self.words.split()) == len(("d6:", "4"))


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of the story, with the rolls that led to it."""

    text: str
    detail: str
    rule: str
    tone: str
    throws: tuple[ReportRoll, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Return whether there is only one roll, and nothing but its result."""
        return len(self.throws) == 1 and self.throws[0].is_bare and not self.detail


MOST_JUDGED = 10  # most orders in the table of the costliest
_Captioned: TypeAlias = tuple[Caption, Event, tuple[ReportRoll, ...]]


@dataclass(frozen=True, slots=True)
class ReportPhase:
    """The events of one phase."""

    title: str
    rule: str
    lines: tuple[ReportLine, ...]


@dataclass(frozen=True, slots=True)
class ReportTurn:
    """One turn: heading, time, phases, points at its end, and the player's notes."""

    span: Span
    title: str
    round: str  # in a campaign: the battle of this round
    clock: str
    parts: tuple[ReportPhase, ...]
    points: tuple[int, ...]
    notes: tuple[str, ...]

    @property
    def key(self) -> str:
        """Return its anchor in the document."""
        return f"turn-{self.span.chapter}-{self.span.turn}"


@dataclass(frozen=True, slots=True)
class ReportSide:
    """One side: result, losses, shots and dice."""

    key: str
    name: str
    colour: str  # blue or red
    player: str
    score: Score | None
    fates: tuple[Fate, ...]
    fire: FireStatistics
    needs: str
    # (part, points of win chance); empty before the end, or if the win chance is unknown
    account: tuple[tuple[str, str], ...]
    summary: str  # first line of the account: result, opening chance, luck-adjusted result


@dataclass(frozen=True, slots=True)
class Article:
    """A cited rule, with its ambiguities."""

    rule: Rule
    sign: str
    doubts: tuple[Ambiguity, ...]


@dataclass(frozen=True, slots=True)
class JudgedOrder:
    """An order that was worse than another: its cost in points of win chance, with two standard errors."""

    turn: int
    page: str  # key of its turn
    side: str  # name of the side
    colour: str
    given: str
    best: str
    cost: int
    margin: int


@dataclass(frozen=True, slots=True)
class Report:
    """All content of the page."""

    title: str
    game: str
    date: str
    summary: str
    briefing: tuple[str, ...]
    seen_by: str
    made: str
    outcome: Outcome | None
    state: str
    sides: tuple[ReportSide, ...]
    standings: tuple[ScoreAtStep, ...]
    turning: tuple[TurningPoint, ...]
    pages: tuple[ReportTurn, ...]
    articles: tuple[Article, ...]
    judged: tuple[JudgedOrder, ...]  # the costliest orders; empty if no analysis has judged any
    weighed: int  # number of orders judged
    chances: tuple[float, ...]  # the first side's win chance after every order; empty if unknown
    notes: tuple[str, ...]
    options: tuple[str, ...]


def build_report(reel: Reel, notes: Notes, players: dict[str, str]) -> Report:
    """Return the report of a game. `players`: side -> name of its player."""
    session, view, scenario = reel.session, reel.view(reel.last), reel.session.scenario
    found = score_history(session, reel.eyes)
    names = {side.key: side.name for side in scenario.sides}
    span, number, limit = view.turn_counter()
    ends = account_of(reel)
    report = Report(
        title=scenario.title,
        game=session.system.title,
        date=long_date(scenario.date),
        summary=scenario.summary,
        briefing=tuple(part.strip() for part in scenario.briefing.split("\n\n") if part.strip()),
        seen_by=names.get(reel.eyes, ""),
        made=_made_with(session),
        outcome=view.outcome,
        state=view.outcome.title
        if view.outcome is not None
        else tr("Not over: {span} {number} of {limit}", span=span.lower(), number=number, limit=limit),
        sides=tuple(_sides(reel, players, ends)),
        standings=found,
        turning=turning_points(session, found, reel.eyes, load_skin(session.system.key)),
        pages=tuple(_pages(reel, found, notes)),
        articles=(),
        judged=tuple(_costliest_orders(reel, ends)) if ends is not None else (),
        weighed=len(ends.decisions) if ends is not None else 0,
        chances=tuple(entry.after for entry in ends.entries) if ends is not None else (),
        notes=(*notes.whole, *_of_no_turn(reel, notes)),
        options=tuple(_changed_options(session)),
    )
    return replace(report, articles=tuple(_articles(session, report)))


def _made_with(session: Session) -> str:
    """Return the seed of the dice, once no future roll can be predicted from it."""
    orders = trn("{count} order", "{count} orders", max(0, len(session.steps) - 1))
    return (
        tr("{orders}, dice seed {seed}", orders=orders, seed=session.seed)
        if session.over and not session.header.dice
        else orders
    )


def _changed_options(session: Session) -> Iterator[str]:
    for key, option in session.system.rulebook.options.items():
        on = session.options.get(key, option.default)
        if on != option.default:
            yield f"{option.title}: {'on' if on else 'off'}"


# --- sides ------------------------------------------------------------------------------------------------------------


def _sides(reel: Reel, players: dict[str, str], found: Analysis | None) -> Iterator[ReportSide]:
    session, view = reel.session, reel.view(reel.last)
    colours, shots = dict(view.colours), fire_statistics(session, reel.skin, reel.eyes)
    scores = {score.side: score for score in view.scores}
    ends = unit_fates(session, reel.eyes)
    for note in session.scenario.sides:
        rolls = [rolled for rolled in own_rolls(session, note.key) if is_visible_to(rolled, reel.eyes)]
        yield ReportSide(
            key=note.key,
            name=note.name,
            colour=colours.get(note.key, "blue"),
            player=players.get(note.key, ""),
            score=scores.get(note.key),
            fates=tuple(fate for fate in ends if fate.side == note.key),
            fire=shots[note.key],
            needs=luck(rolls).words,
            account=tuple((title, part_words(share, wide)) for _, title, share, wide in account_rows(found, note.key))
            if found is not None
            else (),
            summary=tr(
                "{result}; opening chance {began}; {adjusted}",
                result=result_words(found, note.key),
                began=percent(found.chance(note.key, found.initial)),
                adjusted=adjusted_words(found, note.key),
            )
            if found is not None
            else "",
        )


def account_of(reel: Reel) -> Analysis | None:
    """Return the effect of dice and orders in a finished game seen by the referee: it needs all information. Takes
    seconds.
    """
    if reel.eyes or not reel.session.over:
        return None
    try:
        found = new_analysis(reel.session)
    except Unknown:
        return None
    path = reel.session.path
    weighed = kept_decisions(reel.session, path) if path is not None else ()
    return found.but(entries=tuple(analyse_steps(reel.session)), decisions=weighed)


def _costliest_orders(reel: Reel, found: Analysis) -> Iterator[JudgedOrder]:
    """Yield the costliest orders that an analysis has judged with intervals, at least FEWEST_SHOWN."""
    names, colours = dict(found.sides), dict(reel.view(reel.last).colours)
    pages = {number: span for span in reel.turns() for number in range(span.first, span.last + 1)}
    ranked = sorted(found.decisions, key=lambda decision: (not decision.sure, -decision.loss))
    sure = sum(decision.sure for decision in ranked)
    for one in ranked[: min(MOST_JUDGED, max(FEWEST_SHOWN, sure))]:
        span = pages[one.number + 1]
        yield JudgedOrder(
            turn=span.turn,
            page=f"turn-{span.chapter}-{span.turn}",
            side=names[one.side],
            colour=colours.get(one.side, "blue"),
            given=order_words(reel.session, one.number, one.given),
            best=order_words(reel.session, one.number, one.best),
            cost=-round(100 * one.loss),
            margin=max(1, round(200 * one.error)),
        )


# --- the story --------------------------------------------------------------------------------------------------------


def _pages(reel: Reel, found: Sequence[ScoreAtStep], notes: Notes) -> Iterator[ReportTurn]:
    points = {standing.number: standing.points for standing in found}
    spans = reel.turns()
    stories: list[list[_Captioned]] = [[] for _ in spans]
    for index, span in enumerate(spans):
        for caption in _captions(reel, span):
            later = isinstance(caption[1], PhaseBegan) and caption[1].turn > spans[index].turn
            if later and index + 1 < len(spans):  # the step that ends a turn also reports the start of the next
                index += 1
            stories[index].append(caption)
    for span, story in zip(spans, stories, strict=True):
        view = reel.view(span.last)
        yield ReportTurn(
            span=span,
            title=_turn_title(reel, span),
            round=reel.view(reel.last_board(span)).title if span.chapter else "",
            clock=view.clock,
            parts=tuple(_parts(story)),
            points=points.get(span.last, ()),
            notes=notes.turns.get(span.turn, ()),
        )


def _turn_title(reel: Reel, span: Span) -> str:
    """Return the heading of a turn, of the part before the first turn, or of a campaign round without a battle."""
    if not span.turn:
        return tr("Before the campaign") if reel.view(reel.last).chapter else tr("Before the battle")
    if not span.chapter:
        return tr("Turn {turn}", turn=span.turn)
    if reel.view(reel.last_board(span)).page:
        return tr("Round {chapter}: no contact", chapter=span.chapter)
    return tr("Round {chapter}, turn {turn}", chapter=span.chapter, turn=span.turn)


def _of_no_turn(reel: Reel, notes: Notes) -> Iterator[str]:
    """Yield notes on turns that are not in the report, so that no note is lost."""
    turns_shown = {span.turn for span in reel.turns()}
    for turn in sorted(set(notes.turns) - turns_shown):
        yield from (tr("Turn {turn}: {words}", turn=turn, words=words) for words in notes.turns[turn])


def _captions(reel: Reel, span: Span) -> Iterator[_Captioned]:
    session, eyes = reel.session, reel.eyes
    for number in range(span.first - 1, span.last):
        captions = describe_step(session, number, eyes).captions
        events = [event for event in session.steps[number].events if is_visible_to(event, eyes)]
        of = {id(caption): event for caption, event in zip(captions, events, strict=True)}
        for caption, rolls in captions_with_rolls(captions):
            own = (caption, *rolls) if caption.tone == "roll" else rolls
            if not isinstance(of[id(caption)], SideFinished):
                yield caption, of[id(caption)], tuple(_throw(roll, of[id(roll)]) for roll in own)


def _throw(caption: Caption, event: Event) -> ReportRoll:
    if not isinstance(event, Rolled):
        return ReportRoll(caption.text, (), caption.detail, caption.rule, ())
    return ReportRoll(event.what, event.faces, caption.detail, event.rule, sum_lines(event.breakdown))


def _parts(story: Iterable[_Captioned]) -> Iterator[ReportPhase]:
    title, rule, lines = "", "", list[ReportLine]()
    for caption, _, throws in story:
        if caption.tone == "phase":
            if lines:
                yield ReportPhase(title, rule, tuple(lines))
            title, rule, lines = caption.text, caption.rule, []
        else:
            detail = "" if caption.tone == "roll" else caption.detail
            lines.append(ReportLine(_capitalize(caption.text), detail, caption.rule, caption.tone, throws))
    if lines:
        yield ReportPhase(title, rule, tuple(lines))


def _capitalize(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


# --- the rules --------------------------------------------------------------------------------------------------------


def cited_rules(report: Report) -> Iterator[str]:
    """Yield the ids of all rules that a report names, in order of appearance."""
    if report.outcome is not None:
        yield report.outcome.rule
    for side in report.sides:
        yield from (line.rule for line in side.score.lines) if side.score is not None else ()
    yield from (point.rule for point in report.turning)
    for page in report.pages:
        for part in page.parts:
            yield part.rule
            for line in part.lines:
                yield line.rule
                for throw in line.throws:
                    yield throw.rule
                    yield from (term.rule for term in throw.lines)


def _articles(session: Session, report: Report) -> Iterator[Article]:
    """Yield the rules cited, in the order of the rulebook."""
    book, wanted = session.system.rulebook, frozenset(cited_rules(report))
    for rule in book.rules.values():
        if rule.id in wanted:
            doubts = tuple(doubt for doubt in book.ambiguities if doubt.rule == rule.id)
            yield Article(rule, SIGNS[rule.provenance.value], doubts)
