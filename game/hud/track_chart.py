"""The tracks of a battle on its board: the place of every counter at the end of each turn, and where it was lost."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.app import App
from game.boards import drawing_tools
from game.boards.board_factory import make_board
from game.boards.lettering import with_halo
from game.hud.game_history import view_at
from game.ui.side_colours import tones_of
from game.ui.theme import mix
from rules.kernel.session import Session
from rules.kernel.view import Place

SCALE = 0.8  # enlargement of text and lines
DOT = 3.2  # pixels: the dot at the end of a turn


@dataclass
class Track:
    """One counter's track: its places at the end of each turn, and the names of it and its ships."""

    name: str
    side: str
    places: list[Place]
    names: tuple[str, ...] = ()

    def is_lost(self, lost: frozenset[str]) -> bool:
        """Return whether all its units are among the lost ones."""
        return bool(self.names) and lost.issuperset(self.names)


def tracks_of(session: Session, side: str) -> list[Track]:
    """Return the tracks of all counters that a side has seen; "" is the referee, who sees everything."""
    states = session.states
    ends = [
        number for number, state in enumerate(states)
        if number + 1 == len(states) or states[number + 1].cursor.turn != state.cursor.turn
    ]  # fmt: skip
    found: dict[str, Track] = {}
    for number in dict.fromkeys((0, *ends)):
        pieces = {piece.id: piece for piece in view_at(session, number, side).pieces if piece.known and not piece.ghost}
        for key, piece in pieces.items():
            track = found.setdefault(key, Track(piece.tag or piece.name, piece.side, []))
            track.places.append(piece.at)
            track.names = tuple(hull.name for hull in piece.hulls) or (piece.name,)
    return list(found.values())


def track_picture(app: App, session: Session, side: str, size: tuple[int, int], lost: frozenset[str]) -> pygame.Surface:
    """Paint the tracks of a battle over its board, as a side has seen them. `lost`: names of lost units and ships."""
    view, scale = view_at(session, len(session.states) - 1, side), SCALE * app.tree.scale
    board = make_board(session.system.board, session.sheet, view.ground, app.palette, app.book, scale)
    board.plain()
    board.set_view(view.but(pieces=(), markers=tuple(m for m in view.markers if m.kind in ("wreck", "objective"))))
    board.resize(pygame.Rect((0, 0), size))
    pale = 0.3 if sum(app.palette.desk) < 380 else 0.0
    tracks, made = tracks_of(session, side), pygame.Surface(size)
    if tracks:
        board.frame([place for track in tracks for place in track.places], 2)
    board.draw(made)
    tones = tones_of(view, app.palette)
    taken: list[pygame.Rect] = []
    ends: list[tuple[pygame.Surface, tuple[float, float]]] = []
    for track in tracks:
        tone = mix(tones.get(track.side, app.palette.ink_faint), (255, 255, 255), pale)
        spots = [board.screen_of(place) for place in track.places]
        if len(spots) > 1:
            drawing_tools.polyline(made, app.palette.desk, spots, 4.4 * scale)
            drawing_tools.polyline(made, tone, spots, 2.4 * scale)
        for spot in spots[1:-1]:
            drawing_tools.disc(made, tone, spot, DOT * scale)
        drawing_tools.disc(made, app.palette.desk, spots[-1], 2.2 * DOT * scale)
        drawing_tools.disc(made, tone, spots[-1], 1.7 * DOT * scale)
        if track.is_lost(lost):
            (x, y), reach = spots[-1], 2.6 * DOT * scale
            for dx in (-reach, reach):
                drawing_tools.line(made, app.palette.bad, (x - dx, y - reach), (x + dx, y + reach), 2.4 * scale)
        px = round(13 * app.tree.scale)
        word = app.book.word(track.name, "title_italic", px, app.palette.ink)
        ends.append((with_halo(word, app.palette.desk, 3), spots[-1]))
    for word, (x, y) in ends:
        box = word.get_rect(midleft=(round(x) + 7, round(y)))
        rooms = (box, word.get_rect(midright=(round(x) - 7, round(y))), box.move(0, -14), box.move(0, 14))
        free = next((at for at in rooms if at.collidelist(taken) < 0 and made.get_rect().contains(at)), None)
        if free is not None:
            made.blit(word, free)
            taken.append(free)
    return made
