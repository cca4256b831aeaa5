"""The log as one side may read it: captions of the steps, each with its rolls, and rule badges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from game.table.rule_citations import badge, reference
from game.table.thinker import words
from game.ui.markup import LogEntry, escape
from game.words import tr
from rules.kernel.breakdown import term_links
from rules.kernel.flow import Event
from rules.kernel.ruling import Rolled
from rules.kernel.seat import describe_step, is_visible_to
from rules.kernel.session import Session
from rules.kernel.system import Caption
from rules.players import Turn

SHORT = 18  # most characters of arithmetic shown in the line itself
TONES = {"roll": "ink_soft", "quiet": "ink_faint", "phase": "gold", "hit": "warn", "alarm": "accent_text"}


def captions_with_rolls(captions: Sequence[Caption]) -> Iterator[tuple[Caption, tuple[Caption, ...]]]:
    """Yield captions, each with the rolls that led to it: matched by order and by the ships they name, not by text."""
    rolls: list[Caption] = []
    for caption in captions:
        if caption.tone == "roll":
            rolls.append(caption)
            continue
        first = _first_own_roll(rolls, caption)
        yield from ((roll, ()) for roll in rolls[:first])
        yield caption, tuple(rolls[first:])
        rolls.clear()
    yield from ((roll, ()) for roll in rolls)


def _first_own_roll(rolls: Sequence[Caption], caption: Caption) -> int:
    """Return the index of the first roll of a caption: the latest rolls that name only ships of the caption.

    A roll that names fewer of them than the next roll belongs to something else.
    """
    first = len(rolls)
    while first:
        roll = rolls[first - 1]
        alone = first < len(rolls) and roll.names < rolls[first].names
        if not roll.names or not roll.names <= caption.names or alone:
            break
        first -= 1
    return first


class LogLines(Protocol):
    """What a feed needs from a log on the screen."""

    entries: list[LogEntry]
    follow: bool

    def append(self, *entries: LogEntry) -> None:
        """Add lines at the end."""

    def set_entries(self, entries: Sequence[LogEntry]) -> None:
        """Replace all lines."""


class LogFeed:
    """Keeps a LogView up to date with a session, for one side."""

    def __init__(self, session: Session, side: str) -> None:
        self.session = session
        self.side = side
        self.book = session.system.rulebook
        self.entries: list[LogEntry] = []
        self.notes: dict[int, list[LogEntry]] = {}  # notes of the screen, by number of steps
        self.seen = 0
        self.part = 0  # lines already shown of the following step
        self.last = object()

    def explain(self, turn: Turn, number: int) -> None:
        """Add a computer player's reason, to be shown after a number of steps."""
        text, why = words(turn)
        entry = LogEntry(tr("*Why: {text}*", text=escape(text)), escape(why), colour="ink_faint")
        self.notes.setdefault(number, []).append(entry)

    def note(self, text: str, number: int) -> None:
        """Add a note about something the screen did automatically, to be shown after a number of steps."""
        self.notes.setdefault(number, []).append(LogEntry(f"*{escape(text)}.*", colour="ink_faint"))

    def restart(self) -> None:
        """Refill the log from the beginning at the next update, because the log on the screen is new."""
        self.entries.clear()
        self.seen = self.part = 0

    def update(self, log: LogLines, before: Event | None = None) -> None:
        """Append new lines; refill the log after an undo. `before`: the first event not to show yet."""
        steps = self.session.steps
        same = self.seen + bool(self.part) <= len(steps) and (not self.seen or steps[self.seen - 1] is self.last)
        if not same:
            self.entries, self.seen, self.part = [], 0, 0
            self.notes = {number: full_text for number, full_text in self.notes.items() if number <= len(steps)}
        fresh: list[LogEntry] = []
        for number in range(self.seen, len(steps)):
            entries, whole = self._of_step(number, before)
            fresh += entries[self.part :]
            if not whole:
                self.part = len(entries)
                break
            self.seen, self.part, self.last = number + 1, 0, steps[number]
        self.entries += fresh
        if same and log.entries and len(log.entries) == len(self.entries) - len(fresh):
            if fresh:
                log.append(*fresh)
        else:
            log.follow = True
            log.set_entries(self.entries)

    def _of_step(self, number: int, before: Event | None) -> tuple[list[LogEntry], bool]:
        """Return the lines of a step up to an event, and whether the step is complete."""
        names, notes = self._names(), self.notes.get(number + 1, [])
        shown = describe_step(self.session, number, self.side)
        events = [event for event in self.session.steps[number].events if is_visible_to(event, self.side)]
        of = {id(caption): event for caption, event in zip(shown.captions, events, strict=True)}
        found: list[LogEntry] = []
        for place, (caption, rolls) in enumerate(captions_with_rolls(shown.captions)):
            if before is not None and of[id(caption)] is before:
                return found, False
            found.append(self.entry(caption, rolls, names, of))
            if not place:
                found += notes  # the reason comes after the choice and before its results
        return found, True

    def _names(self) -> list[str]:
        system, state = self.session.system, self.session.state
        known = system.names(system.known_state(state, self.side) if self.side else state)
        return sorted(set(known.values()), key=len, reverse=True)

    def entry(
        self, caption: Caption, rolls: Sequence[Caption], names: Sequence[str], of: Mapping[int, Event] | None = None
    ) -> LogEntry:
        """Return one line: the subject in bold, the arithmetic below with the rule of every term, the rule at the
        right. `of`: events of captions, by the captions' identity; without them terms have no links.
        """
        if caption.tone == "phase":
            link = f"rule:{caption.rule}" if caption.rule else ""
            return LogEntry(f"**{escape(caption.text)}**", "", link, badge(self.book, caption.rule), "gold")
        events = of or {}
        subject = next((name for name in names if caption.text.startswith(name)), "")
        text = f"**{escape(subject)}**{escape(caption.text[len(subject) :])}" if subject else escape(caption.text)
        if caption.tone == "roll":
            text = f"{text[:1].upper()}{text[1:]}"
            if len(caption.detail) <= SHORT:
                text += f"  {{ink_faint:{escape(caption.detail)}}}"
        lines = [
            f"{self._terms(roll, events)}  {self._link(roll)}"
            if roll.rule != caption.rule
            else self._terms(roll, events)
            for roll in rolls
        ]
        lines += [self._terms(caption, events)] if caption.detail else []
        if caption.rule in self.book:
            rule = self.book[caption.rule]
            lines.append(f"*{escape(rule.title)}: {rule.provenance.value}, {escape(rule.source)}*")
        details = (caption.detail, *(roll.detail for roll in rolls if roll.rule == caption.rule))
        full_text = " · ".join(part for part in (caption.text, *details) if part)
        return LogEntry(
            text,
            "\n".join(lines),
            f"rule:{reference(caption.rule, full_text)}" if caption.rule else "",
            badge(self.book, caption.rule),
            TONES.get(caption.tone, "ink"),
        )

    def _link(self, caption: Caption) -> str:
        """Return the rule of a line with the text that cites it."""
        if not caption.rule:
            return ""
        full_text = f"{caption.text} · {caption.detail}"
        return f"[{badge(self.book, caption.rule)}](rule:{reference(caption.rule, full_text)})"

    def _terms(self, caption: Caption, of: Mapping[int, Event]) -> str:
        """Return the arithmetic of a line, with each term a link to its rule."""
        text = escape(caption.detail)
        event = of.get(id(caption))
        for term, rule in term_links(event.breakdown) if isinstance(event, Rolled) else ():
            link = f"[{escape(term)}](rule:{reference(rule, term)})"
            text = text.replace(escape(term), link, 1) if rule and "]" not in term else text
        return text
