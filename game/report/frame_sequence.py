"""A game looked back at as pictures: the board after any step and what moved in between, as one side may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from game.boards.animation import Motion
from game.boards.board import Board
from game.boards.board_factory import make_board
from game.boards.timeline import plan, stood_before
from game.hud.game_history import view_at
from game.hud.screen import cartouche
from game.skins import load_skin, palette_for
from game.table.event_scenes import EventScene, event_scenes
from game.table.wrecks import Wrecks
from game.ui.fonts import FontBook
from game.ui.theme import palette_named
from rules.kernel.seat import is_visible_to
from rules.kernel.session import Session
from rules.kernel.view import Place, View

KEPT_VIEWS = 4
UNIT = 800  # pixels of the shorter edge of a picture at which everything on it has its usual size
MARGIN = 2.5  # hexes, bands or tens of the unit around what happens


@dataclass(frozen=True, slots=True)
class Span:
    """Steps told together: those from `first` to `last`, both included, of one turn (of one round of a campaign)."""

    chapter: int
    turn: int
    first: int
    last: int


class Reel:
    """One game for a pair of eyes ("" = the referee, who sees all). Numbers are steps carried out, from 1."""

    def __init__(self, session: Session, eyes: str) -> None:
        self.session, self.eyes = session, eyes
        self.skin = load_skin(session.system.key)
        self.palette = palette_named(palette_for(self.skin, session.scenario.conditions))
        self.view = lru_cache(maxsize=KEPT_VIEWS)(self._view)
        self._wrecks = Wrecks(session)
        self._turns: tuple[Span, ...] = ()

    def _view(self, number: int) -> View:
        return view_at(self.session, number, self.eyes)

    @property
    def last(self) -> int:
        """The position at the end."""
        return len(self.session.steps)

    def turns(self) -> tuple[Span, ...]:
        """Return the turns that have been played, in order.

        What opens a round of a campaign belongs to its first turn.
        """
        if not self._turns:
            self._turns = tuple(_with_openings(self._spans()))
        return self._turns

    def _spans(self) -> list[Span]:
        found: list[Span] = []
        for number, step in enumerate(self.session.steps, 1):
            chapter, turn = self.view(number).chapter, step.turn
            if found and (found[-1].chapter, found[-1].turn) == (chapter, turn):
                found[-1] = Span(chapter, turn, found[-1].first, number)
            else:
                found.append(Span(chapter, turn, number, number))
        return found

    def last_board(self, span: Span) -> int:
        """Return the last position of a turn that has a board: a battle of a campaign ends on a page. Else its last."""
        for number in range(span.last, span.first - 1, -1):
            if not self.view(number).page:
                return number
        return span.last

    def motions(self, number: int) -> tuple[Motion, ...]:
        """Return what moves, shoots and goes down in one step, in milliseconds from its start."""
        events = [event for event in self.session.steps[number - 1].events if is_visible_to(event, self.eyes)]
        if not any(type(event).__name__ in self.skin.cues for event in events):
            return ()
        names = self.session.system.names(self.session.states[number])
        places = stood_before(self.view(max(1, number - 1)), self.view(number), names)
        return plan(events, self.skin, places.get).motions

    def scenes(self, number: int) -> list[EventScene]:
        """Return the scenes of a step, as whoever looks back may know them."""
        return event_scenes(self.session, self.eyes, self.skin, number - 1, number, looking_back=True)

    def board(self, book: FontBook, size: tuple[int, int]) -> Board:
        """Return a board of this size for this game, nothing on it yet."""
        ground = self.view(1).ground
        board = make_board(self.session.system.board, self.session.sheet, ground, self.palette, book, min(size) / UNIT)
        board.resize(pygame.Rect((0, 0), size))
        return board

    def show(self, board: Board, number: int) -> None:
        """Put the position after so many steps on a board."""
        view = self.view(number)
        cartouche(board, view, self.session.scenario)
        board.set_view(view.but(markers=(*self._wrecks.at(number, self.eyes), *view.markers)))


def _with_openings(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield turns, with the steps by which a round is opened while the turn of the battle before it still counts."""
    first = 0
    for span, after in zip(spans, [*spans[1:], None], strict=True):
        begun = replace(span, first=first or span.first)
        if after is not None and span.chapter == after.chapter and span.turn > after.turn:
            first = begun.first
        else:
            first = 0
            yield begun


def places_in(motions: tuple[Motion, ...]) -> Iterator[Place]:
    """Yield all places that motions touch."""
    for found in motions:
        yield from found.path
