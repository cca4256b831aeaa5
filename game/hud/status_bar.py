"""The bar at the bottom: the last dice and their purpose, victory points, luck, and the button that ends the phase."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import pygame

from game.hud.luck import luck
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.kernel.breakdown import roll_text
from rules.kernel.flow import Event
from rules.kernel.plurals import begin_sentence
from rules.kernel.ruling import Rolled
from rules.kernel.session import Session
from rules.kernel.view import View

HIGH = 56.0  # unscaled: always three small lines, so that nothing beside it moves when dice are rolled
# Size and lines of the title, lines of the sum below it, whether that sum is the short form; the best first
WAYS = (("body", 1, 1, False), ("body", 1, 2, False), ("small", 2, 1, False), ("small", 1, 2, False),
        ("body", 1, 1, True), ("small", 2, 1, True))  # fmt: skip
JOINED = 3  # small lines with title and short sum as one text, if nothing else fits


class RollSummary(ui.Column):
    """Two lines of text that shrink, wrap, and finally leave the terms of the sum to the tooltip."""

    kind = "column"

    def __init__(self, what: ui.Label, need: ui.Label, brief: ui.Label, whole: ui.Label) -> None:
        """`whole`: the title and the short sum as one text."""
        super().__init__(what, need, brief, whole, gap=0, align="centre", stretch=3, height=HIGH)
        self.what, self.need, self.brief, self.whole = what, need, brief, whole
        brief.visible = whole.visible = False

    def natural_width(self) -> int:
        return max(self.what.natural_width(), self.need.natural_width())

    def arrange(self) -> None:
        self.what.visible, self.whole.visible = True, False
        for way in WAYS:
            self._lay_out_at(*way)
            if not (self.what.hidden_text() or self.need.hidden_text() or self.brief.hidden_text()):
                return
        self.what.visible = self.need.visible = self.brief.visible = False
        self.whole.visible, self.whole.lines = True, JOINED
        tall = min(self.whole.height_at(self.rect.w), self.rect.h)
        self.whole.place(pygame.Rect(self.rect.x, self.rect.y + (self.rect.h - tall) // 2, self.rect.w, tall))

    def _lay_out_at(self, size: str, lines: int, below: int, short: bool) -> None:
        shown, left_out = (self.brief, self.need) if short else (self.need, self.brief)
        self.what.size, self.what.lines, shown.lines = size, lines, below
        shown.visible, left_out.visible = True, False
        wide = self.rect.w
        high = [label.height_at(wide) for label in (self.what, shown)]
        top = self.rect.y + max(0, self.rect.h - sum(high)) // 2
        for label, tall in zip((self.what, shown), high, strict=True):
            tall = min(tall, self.rect.bottom - top)
            label.place(pygame.Rect(self.rect.x, top, wide, tall))
            top += tall
        left_out.place(pygame.Rect(self.rect.x, top, 0, 0))


POINTS = tr_noop("Points")
CHANCE_TIP = tr_noop(
    "From computer games in similar positions, using only what you know. You can turn it off in Settings."
)
TUMBLE_MS = 620
FACE_MS = 70
MOST_DICE = 5
BODIES = {"black": "dice_pip"}  # palette token of a die's body by its colour in the rules; otherwise the usual one
OWN = ("PhaseBegan", "SideFinished")  # rolls after these events in a step do not belong to the acting side


class StatusBar:
    """Keeps the bottom bar up to date."""

    def __init__(
        self,
        ends: Callable[[], None],
        undo: Callable[[], None],
        redo: Callable[[], None],
        ledger: Callable[[], None],
        advise: Callable[[], None],
    ) -> None:
        self.ends, self.undo, self.redo, self.ledger, self.advise = ends, undo, redo, ledger, advise
        self.rolls: list[Rolled] = []
        self._until = 0
        self._next = 0
        self._chance = random.Random(7)  # cosmetic only: the faces shown while tumbling

    def build(self, narrow: bool, across: float) -> ui.Widget:
        """Return new widgets. `across`: the width of the column above the button that ends the phase."""
        self.dice = ui.Dice([], "dice", side=32, align="centre")
        self.dice.label = tr("Dice")
        self.what = ui.Label(tr("No dice yet"), "dice_what", role="bold", wrap=False)
        self.need = ui.Label(tr("every roll appears here"), "dice_need", size="small", colour="ink_soft", wrap=False)
        self.brief = ui.Label("", "dice_brief", size="small", colour="ink_soft", wrap=False)
        self.whole = ui.Label("", "dice_whole", size="small", wrap=False)
        self.points = ui.Button(
            "", self.ledger, "points", style="quiet", tooltip=tr("Every entry with its rule"), align="start"
        )
        self.luck_bar = ui.ProgressBar(0.5, "luck", start=0.5, width=96, align="centre")
        self.luck_words = ui.Label("", "luck_words", size="small", colour="ink_soft", wrap=False)
        size = "small" if narrow else "body"
        self.advice = ui.Button(
            tr("Advice"), self.advise, "advice", style="quiet", size=size, align="centre", visible=False
        )
        self.advice.tooltip = tr("Show the order the Captain would give, and why. You confirm or cancel it. *A*")
        self.undo_button = ui.Button(tr("Undo"), self.undo, "undo", style="quiet", size=size, align="centre")
        self.redo_button = ui.Button(tr("Redo"), self.redo, "redo", style="quiet", size=size, align="centre")
        self.end = ui.Button(tr("End phase"), self.ends, "end_phase", style="primary", align="centre", min_width=150)
        self.end.width = across
        for kept in (self.end, self.dice, self.what, self.need, self.brief, self.whole):
            kept.guarded = True
        throw = ui.Row(self.dice, RollSummary(self.what, self.need, self.brief, self.whole), gap=12, stretch=3)
        self.title = ui.Label(tr(POINTS), "points_title", role="bold", wrap=False)
        victory = ui.Column(self.title, self.points, gap=0, align="centre")
        top = ui.Row(ui.Label(tr("Luck so far"), role="bold", wrap=False, align="centre"), self.luck_bar, gap=10)
        fortune = ui.Column(top, self.luck_words, gap=0, align="centre", visible=not narrow)
        self.hands: tuple[ui.Widget, ...] = (self.advice, self.undo_button, self.redo_button)
        if narrow:  # one above the other, to leave the room to the dice
            self.hands = (ui.Column(self.advice, ui.Row(*self.hands[1:], gap=2), gap=0, align="centre"),)
        bar = ui.Panel(
            ui.Row(throw, victory, fortune, *self.hands, self.end, gap=12 if narrow else 18),
            frame="bar",
            pad=(10, 2),
            id="tray",
        )
        bar.label = tr("Dice, points and phase")
        return bar

    def alone(self) -> None:
        """Hide undo and advice."""
        for hand in self.hands:
            hand.set_visible(False)

    def show_rolls(self, events: Iterable[Event], now_ms: int, tumble: bool) -> None:
        """Show the dice of a step in the tray; with `tumble` they roll first and stop on their real faces."""
        found = [event for event in events if isinstance(event, Rolled) and event.faces]
        if found:
            self.rolls = found
            self._until = now_ms + TUMBLE_MS if tumble else 0
            self._next = 0
        self._show_result()

    def _rolls_in_tray(self) -> list[Rolled]:
        """Return the rolls shown in the tray: the most important one, or all of several colours or sides."""
        coloured = [roll for roll in self.rolls if roll.die]
        if coloured or self._is_opposed_roll():
            return coloured or self.rolls
        main = max(self.rolls, key=lambda roll: (roll.target is not None, len(roll.faces)), default=None)
        return [] if main is None else [main]

    def _is_opposed_roll(self) -> bool:
        """Return whether each side rolled once against the other, as for initiative."""
        if not 2 <= len(self.rolls) <= MOST_DICE or any(roll.target is not None for roll in self.rolls):
            return False
        kinds = {(roll.rule, _roll_owner(roll)[0]) for roll in self.rolls}
        return len(kinds) == 1 and "" not in kinds.pop()

    def _show_result(self) -> None:
        thrown = self._rolls_in_tray()
        if not thrown:
            return
        self.dice.set(dice_of(thrown, [face for roll in thrown for face in roll.faces])[:MOST_DICE])
        main, more = thrown[0], len(self.rolls) - len(thrown)
        what = main.what.rpartition(": ")[0] if main.die else main.what
        need = _dice_line(thrown) if main.die else roll_text(main.breakdown, main.faces, main.result, False)
        if not main.die and len(thrown) > 1:
            what = _roll_owner(main)[0]
            need = " · ".join(f"{_roll_owner(roll)[1]} {roll.total}" for roll in thrown)
        self._words(self.what, begin_sentence(what) + (tr("  (+{more} more)", more=more) if more else ""))
        self._words(self.need, need)
        self._words(self.brief, " · ".join(_roll_result(roll) for roll in thrown))
        self._words(self.whole, f"{self.what.spoken_text()}: {self.brief.spoken_text()}")
        lines = [f"{ui.escape(roll.what)}: {ui.escape(_roll_line(roll))}" for roll in self.rolls[:12]]
        self.dice.tooltip = self.what.tooltip = self.need.tooltip = self.brief.tooltip = self.whole.tooltip = "\n".join(
            lines
        )

    def _words(self, label: ui.Label, text: str) -> None:
        if label.spoken_text() != text:
            label.set_text(text)
            label.relayout()

    @property
    def tumbling(self) -> bool:
        """Return whether the dice are still rolling."""
        return self._until > 0

    def tick(self, now_ms: int) -> None:
        """Advance the rolling dice, or stop them."""
        thrown = self._rolls_in_tray()
        if not self._until or not thrown:
            return
        if now_ms >= self._until:
            self._until = 0
            self._show_result()
        elif now_ms >= self._next:
            self._next = now_ms + FACE_MS
            faces = [self._chance.randint(1, roll.sides) for roll in thrown for _ in roll.faces]
            self.dice.set(dice_of(thrown, faces)[:MOST_DICE])

    def stop(self) -> None:
        """Stop the dice at once."""
        if self._until:
            self._until = 0
            self._show_result()

    def show_game(self, view: View, session: Session, chances: str = "") -> None:
        """Show points, the win chance as text, and the luck of the viewing side (for a spectator, of the first
        side).
        """
        sides = session.scenario.sides
        side = view.side or sides[0].key
        name = "" if view.side else f"{sides[0].name}: "
        self.points.set_text("  ".join(f"{score.name} {score.points:,}" for score in view.scores).replace("-", "−"))
        text = ", ".join(f"{score.name} {score.points}" for score in view.scores)
        self.points.label = f"{tr(POINTS)}: {text}"
        self._words(self.title, f"{tr(POINTS)} · {chances}" if chances else tr(POINTS))
        self.title.tooltip = tr(CHANCE_TIP) if chances else ""
        found = luck(own_rolls(session, side))
        self.luck_bar.set(max(0.5, found.percentile), min(0.5, found.percentile), found.words)
        self.luck_bar.tooltip = self.luck_words.tooltip = (
            found.words + "\n" + tr("Hits above or below the average. The middle is average luck.")
        )
        self._words(self.luck_words, name + found.brief)


def _roll_owner(roll: Rolled) -> tuple[str, str]:
    """Split the purpose of a roll from its owner: both "initiative, Japan" and "initiative of Japan" give the two
    words.
    """
    head, comma, side = roll.what.rpartition(", ")
    if not comma:
        head, _, side = roll.what.rpartition(" of ")
    return head, side


def dice_of(thrown: Sequence[Rolled], faces: Sequence[int]) -> list[ui.Die]:
    """Return the dice of some rolls in their colours, showing these faces."""
    kinds = [(roll.sides, BODIES.get(roll.die, "dice")) for roll in thrown for _ in roll.faces]
    return [ui.Die(face, sides, body) for face, (sides, body) in zip(faces, kinds, strict=True)]


def _roll_line(roll: Rolled) -> str:
    """Return a roll in a line: dice, modifiers, number needed, exceptions, result."""
    return f"{roll_text(roll.breakdown, roll.faces, roll.result)}{f' · {roll.note}' if roll.note else ''}"


def _short(roll: Rolled) -> str:
    """Return a total with the number needed and the result: 5 (4 or less): too slow."""
    need = (
        f" ({tr('{target} or less', target=roll.target) if roll.low else tr('{target} or more', target=roll.target)})"
        if roll.target is not None
        else ""
    )
    return f"{roll.total}{need}: {roll.result}"


def _roll_result(roll: Rolled) -> str:
    """Return a roll without its sum: dice and result."""
    hits = trn("{count} hit", "{count} hits", roll.breakdown.total(roll.faces)) if roll.breakdown.pool else ""
    fell = f"{roll.die} {roll.total}" if roll.die else " + ".join(map(str, roll.faces))
    return ": ".join(word for word in (fell, roll.result or hits) if word)


def _dice_line(thrown: Sequence[Rolled]) -> str:
    """Return dice of several colours in a line: each colour's sum and result; for two colours also the sum of all
    dice.
    """
    parts = [f"{roll.die} {_short(roll)}" for roll in thrown]
    whole = sum(sum(roll.faces) for roll in thrown)
    words = " · ".join((*parts, tr("sum {whole}", whole=whole)) if len(thrown) == 2 else parts)
    return f"{words[:1].upper()}{words[1:]}"


def own_rolls(session: Session, side: str) -> Iterable[Rolled]:
    """Return the rolls a side made by its own commands, as far as it may know them."""
    for step in session.steps:
        if step.actor != side:
            continue
        for event in step.events:
            if type(event).__name__ in OWN:
                break
            if isinstance(event, Rolled) and (not event.to or side in event.to):
                yield event
