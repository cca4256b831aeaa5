"""A game as a sequence of pictures: the board after any step and the motions in between, as one side may know them."""

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
UNIT = 800  # at this shorter edge in pixels, everything on a picture has its usual size
MARGIN = 2.5  # margin around events: hexes, bands or tens of the unit


@dataclass(frozen=True, slots=True)
class Span:
    """Steps shown together: `first` to `last`, inclusive, of one turn (or one round of a campaign)."""

    chapter: int
    turn: int
    first: int
    last: int


class Reel:
    """One game for one viewer ("" = the referee, who sees everything). Numbers are steps carried out, from 1."""

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
        """Return the last position's number."""
        return len(self.session.steps)

    def turns(self) -> tuple[Span, ...]:
        """Return the turns that have been played, in order. The opening steps of a campaign round belong to its first
        turn.
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
        """Return the last position of a turn with a board (a battle of a campaign ends on a page), otherwise its
        last.
        """
        for number in range(span.last, span.first - 1, -1):
            if not self.view(number).page:
                return number
        return span.last

    def motions(self, number: int) -> tuple[Motion, ...]:
        """Return the motions of one step: moves, shots and sinkings, in milliseconds from its start."""
        events = [event for event in self.session.steps[number - 1].events if is_visible_to(event, self.eyes)]
        if not any(type(event).__name__ in self.skin.cues for event in events):
            return ()
        names = self.session.system.names(self.session.states[number])
        places = stood_before(self.view(max(1, number - 1)), self.view(number), names)
        return plan(events, self.skin, places.get).motions

    def scenes(self, number: int) -> list[EventScene]:
        """Return the scenes of a step, as the viewer may know them."""
        return event_scenes(self.session, self.eyes, self.skin, number - 1, number, looking_back=True)

    def board(self, book: FontBook, size: tuple[int, int]) -> Board:
        """Return an empty board of this size for this game."""
        ground = self.view(1).ground
        board = make_board(self.session.system.board, self.session.sheet, ground, self.palette, book, min(size) / UNIT)
        board.resize(pygame.Rect((0, 0), size))
        return board

    def show(self, board: Board, number: int) -> None:
        """Show the position after `number` steps on a board."""
        view = self.view(number)
        cartouche(board, view, self.session.scenario)
        board.set_view(view.but(markers=(*self._wrecks.at(number, self.eyes), *view.markers)))


def _with_openings(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield turns; add the steps that open a round, which still carry the previous battle's turn, to the first turn of
    the round.
    """
    first = 0
    for span, after in zip(spans, [*spans[1:], None], strict=True):
        begun = replace(span, first=first or span.first)
        if after is not None and span.chapter == after.chapter and span.turn > after.turn:
            first = begun.first
        else:
            first = 0
            yield begun


def places_in(motions: tuple[Motion, ...]) -> Iterator[Place]:
    """Yield all places of motions."""
    for found in motions:
        yield from found.path
