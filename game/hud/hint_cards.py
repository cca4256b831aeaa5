"""Hint cards: the first time a rule matters in a game, a small card on the board explains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import pygame

from game.app import App
from game.boards.corner_ornaments import Corners
from game.hud.board_pane import BoardPane
from game.hud.keymap import Keys
from game.hud.menus import BADGE_TONES, BADGE_WORDS, show_me
from game.hud.screen import Screen
from game.table.rule_citations import SIGNS
from game.table.table import Table
from game.teach.repetition import note_new_rule
from game.teach.rule_examples import Showings, open_showings
from game.ui import widgets as ui
from game.ui.layout import anchor_rect
from game.words import tr, tr_noop
from rules.kernel.flow import Event, GameEnded, Illegal, PhaseBegan, SideFinished
from rules.kernel.rulebook import Rule, Rulebook
from rules.kernel.ruling import Rolled

ROUTINE = "sequence"  # the chapter of the sequence of play
TRIVIAL = (PhaseBegan, SideFinished, GameEnded)
STACK = "board_stack"  # id of the widget with the board and everything above it
QUARTERS = (0.25, 0.5, 0.75)
# Positions of a card, as fractions of the room: the corners, best first, then along the edges of the board
ANCHORS: tuple[tuple[float, float], ...] = (
    (0, 1), (1, 1), (1, 0), (0, 0),
    *((x, y) for y in (1, 0) for x in QUARTERS), *((x, y) for x in (0, 1) for y in QUARTERS),
)  # fmt: skip
MARGIN = 14
GLASS = 200
CONTROL = 200  # the small map and all other controls over the board
SCALE = 12  # the scale bar with its text
TITLE = 2  # cartouche and compass may be covered if nothing else is free
CLEAR = 2  # unscaled distance between a card and a counter
MOST_A_TURN = 2  # cards a turn; further rules wait for another turn
MOST_A_GAME = 6  # cards per game; further rules are only listed in *Rules used* and get their card in another game
WIDE, NARROW = 300, 260  # unscaled width of a card
NO_MORE = tr_noop("Turn off rule cards (Settings turns them on again)")
LETTERS = 170  # most characters of the rule shown; its link shows the rest
SHORT = 110  # the same in a low window


class RuleCards:
    """Notes which rules matter on a play screen and shows one card at a time; other rules wait for their next use.
    `quiet`: not a game of the player's own (a lesson): rules count as seen, and no card is shown.
    """

    def __init__(self, app: App, table: Table, pane: BoardPane, keys: Keys, quiet: bool = False) -> None:
        self.app, self.table, self.pane, self.keys, self.quiet = app, table, pane, keys, quiet
        self.book = table.session.system.rulebook
        self.room, self.tiny = 0.0, False  # unscaled width of the window; little room below
        self.rule = ""  # the rule whose card is shown
        self._count = 0  # cards shown in this game
        self._turn = (0, 0)  # the turn, and the number of its cards
        self._showings: Showings | None = None
        self.stack: ui.Stack | None = None
        self.card: ui.Widget | None = None
        self.anchor = ANCHORS[0]
        self._away = False  # hidden while scenes are shown

    @property
    def showings(self) -> Showings:
        """Return the lessons and exhibits that show this game's rules."""
        if self._showings is None:
            self._showings = open_showings([self.table.session.system.key])
        return self._showings

    # ------------------------------------------------------------------ rules that matter

    def bit(self, events: Iterable[Event]) -> None:
        """Note the rules used by events, as far as the player may know them."""
        listed = tuple(events)
        self._note_rules([event.rule for event in listed], [*rules_in_effect(listed, self.book)])

    def show_refusal(self, reasons: Iterable[Illegal]) -> None:
        """Show the card for a refused order."""
        rules = [found.rule for found in reasons]
        self._note_rules(rules, rules)

    def note_cited(self, rules: Iterable[str]) -> None:
        """Note that something on the screen cites rules."""
        self.app.meet("seen", [rule for rule in rules if rule in self.book])

    def _note_rules(self, rules: Sequence[str], biting: Sequence[str]) -> None:
        known = [rule for rule in dict.fromkeys((*rules, *biting)) if rule in self.book]
        own = not self.quiet and not self.table.director.watching
        self.app.meet("used" if own else "seen", known)
        if not own or self.rule or not self.app.settings.rule_cards:
            return
        turn = self.table.session.state.cursor.turn
        if turn != self._turn[0]:
            self._turn = (turn, 0)
        if self._turn[1] >= MOST_A_TURN or self._count >= MOST_A_GAME:
            return
        fresh = next((rule for rule in biting if rule in self.book and rule not in self.app.met.carded), "")
        if fresh:
            self.app.meet("carded", [fresh])
            note = partial(note_new_rule, self.app.folders.settings, self.table.session.system.key, fresh)
            self.app.writer.put(note)  # no frame waits for the disk
            self._turn = (turn, self._turn[1] + 1)
            self._count += 1
            self.rule = fresh
            self.show()

    # ------------------------------------------------------------------ the card

    def hold(self, screen: Screen) -> None:
        """Wrap the new play screen, so that a card can be placed over a corner of its board."""
        self.room, self.tiny = screen.units_wide, screen.tiny
        stack = next((widget for widget in screen.root.walk() if widget.id == STACK), None)
        self.stack, self.card = (stack if isinstance(stack, ui.Stack) else None), None
        self.show()

    def show(self) -> None:
        """Show the card of the current rule, or remove the card when there is none."""
        if self.stack is None:
            return
        if self.card is not None and self.card in self.stack.children:
            self.stack.remove(self.card)
        self.card = None
        if self.rule:
            self.card, self.anchor = self._card(self.book[self.rule]), ANCHORS[0]
            self.card.visible = not self._away
            self.stack.hold(self.card, self.anchor, MARGIN)
            self.settle()

    def put_away(self, away: bool) -> None:
        """Hide the card while scenes are shown, or show it again."""
        self._away = away
        if self.card is not None:
            self.card.set_visible(not away)

    def settle(self) -> None:
        """Move the card to where it covers least, if it covers counters or the magnifier."""
        if self.stack is None or self.card is None or not self._cover_cost(self.anchor):
            return
        best = min(ANCHORS, key=self._cover_cost)
        if self._cover_cost(best) < self._cover_cost(self.anchor):
            self.stack.remove(self.card)
            self.anchor = best
            self.stack.hold(self.card, best, MARGIN)

    def _cover_cost(self, anchor: tuple[float, float]) -> int:
        """Return the cost of a position: selectable places count 1, counters 3, controls many."""
        assert self.stack is not None and self.card is not None
        board, area = self.pane.board, self.pane.canvas.rect
        if not self.card.is_attached or area.w < 2:
            return 0
        wide = self.card.wanted_width()
        room = area.inflate(-2 * self.card.px(MARGIN), -2 * self.card.px(MARGIN))
        box = anchor_rect((wide, self.card.wanted_height(wide)), anchor, room)
        glass = getattr(board, "glass", None)  # only tables have one
        hidden = GLASS if glass is not None and glass.rect.colliderect(box) else 0
        hidden += self._furniture(box)
        hidden += sum(box.collidepoint(board.screen_of(place)) for place in self.table.hand.places())
        around = box.inflate(*(2 * self.card.px(CLEAR) for _ in "xy"))
        return hidden + 3 * len(around.collidelistall(board.boxes()))

    def _furniture(self, box: pygame.Rect) -> int:
        """Return the cost of controls and ornaments that the card would cover."""
        assert self.stack is not None
        over = [child for child in self.stack.children if child is not self.card and child.is_shown]
        pressed = [child.rect for child in over if child is not self.pane.canvas and child.rect.w]
        found = CONTROL * len(box.collidelistall(pressed))
        corners: Corners | None = getattr(self.pane.board, "corners", None)
        for name, weight in (("minimap", CONTROL), ("bar", SCALE), ("cartouche", TITLE), ("rose", TITLE)):
            lies = corners.box(name) if corners is not None else None
            found += weight if lies is not None and lies.colliderect(box) else 0
        return found

    def _card(self, rule: Rule) -> ui.Panel:
        kind = rule.provenance.value
        link = f"[{rule.id}](rule:{rule.id})"
        badge = f"{{{BADGE_TONES[kind]}:{SIGNS[kind]} {tr(BADGE_WORDS[kind])}}} · {link}"
        buttons: list[ui.Widget] = [
            ui.Button(
                tr("Off"),
                self.no_more,
                "rule_card_never",
                tooltip=tr(NO_MORE),
                style="quiet",
                size="small",
            ),
            ui.Spacer(),
        ]
        if self.showings.has_examples(rule.id):
            tip = tr("A lesson or example of this rule")
            buttons.append(ui.Button(tr("Show me"), self.show_me, "rule_card_show", size="small", tooltip=tip))
        understood = ui.Button(tr("Understood"), self.close_by_button, "rule_card_close", style="primary", size="small")
        understood.tooltip = f"*{self.keys.keys_of('understood')}*"
        least = WIDE if len(buttons) > 2 else NARROW  # three buttons side by side
        wide = min(WIDE, max(least, self.room * 0.34))
        whole = ui.escape(rule.summary)
        if self.tiny:  # a strip: only the text of the rule
            card_markup = f"**{ui.escape(rule.title)}** {ui.escape(first_sentence(rule.summary, SHORT))} {link}"
            words = ui.RichText(card_markup, "rule_card_text", size="small", tooltip=whole)
            bar = ui.Row(*buttons, understood, gap=6)
            return ui.Panel(words, bar, id="rule_card", gap=2, pad=(10, 5), width=wide)
        words = ui.RichText(ui.escape(first_sentence(rule.summary)), "rule_card_text", size="small", tooltip=whole)
        return ui.Panel(
            words,
            ui.RichText(badge, "rule_card_badge", size="small", colour="ink_soft"),
            ui.Row(*buttons, understood, gap=6),
            id="rule_card",
            title=rule.title,
            note=tr("New rule"),
            gap=3,
            pad=(12, 7),
            width=wide,
        )

    def close(self) -> bool:
        """Close the card. Return false if none was shown."""
        if not self.rule:
            return False
        self.rule = ""
        self.show()
        return True

    def close_by_button(self) -> None:
        """Close the card by its button."""
        self.close()

    def no_more(self) -> None:
        """Switch hint cards off; the settings switch them on again."""
        self.app.settings.rule_cards = False
        self.app.save_settings()
        self.close()

    def show_me(self) -> None:
        """Show the lesson or exhibit that shows the rule."""
        rule = self.rule
        self.close()
        show_me(self.app, self.table.session.system.key, self.showings, rule)


def first_sentence(text: str, most: int = LETTERS) -> str:
    """Return the part of a rule that fits a small card: its first sentence, otherwise the clauses or words that fit."""
    head, stop, _ = text.partition(". ")
    words = head + (stop.strip() if stop else "")
    if len(words) <= most:
        return words
    fits = words[: most + 1]
    ends = max(fits.rfind(f"{mark} ") for mark in ";:,")
    kept = fits[:ends] if ends > most // 2 else fits.rpartition(" ")[0]
    return f"{kept} …"


def rules_in_effect(events: Sequence[Event], book: Rulebook) -> Iterator[str]:
    """Yield the rules used by events, the most important first: rolls, their terms, then other events. Events and rules
    of the sequence of play are left out.
    """
    loud = [event for event in events if not isinstance(event, TRIVIAL)]
    rolls = [event for event in loud if isinstance(event, Rolled)]
    cited = [roll.rule for roll in rolls] + [rule for roll in rolls for rule in roll.breakdown.rules[1:]]
    for rule in dict.fromkeys((*cited, *(event.rule for event in loud))):
        if rule in book and book[rule].chapter != ROUTINE:
            yield rule
