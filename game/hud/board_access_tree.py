"""The board as rows for a screen reader: the keyboard cursor, the counters, and possible destinations and targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.hit_test import Hit
from game.hud.board_pane import BoardPane
from game.table.order_builder import OrderBuilder
from game.table.speech import apart_words, piece_line, place_words
from game.ui.accessible_text import AccessibleRows, spoken_text
from game.words import tr
from rules.kernel.view import Piece, Place

MOST_PLACES = 60  # most destinations listed: the nearest

Row = tuple[str, str, Hit]  # role, name, action when pressed


class BoardAccessTree:
    """The rows of a board, rebuilt only when the position, the selection or the cursor changes."""

    def __init__(self, pane: BoardPane, hand: Callable[[], OrderBuilder], press: Callable[[Hit], None]) -> None:
        self.pane, self.hand, self.press = pane, hand, press
        self._for: tuple[object, ...] = ()
        self._rows: list[Row] = []

    def rows(self) -> AccessibleRows:
        """Return the cursor's place (first, marked as current), then the counters, then the highlighted places."""
        hand, cursor = self.hand(), self.pane.cursor
        now = (hand.view, hand.piece, hand.armed_command, hand.action, cursor)
        if now != self._for:
            self._for, self._rows = now, list(self._build_rows(hand, cursor))
        keys, texts = tuple(key for key, _, _ in self._rows), tuple(spoken_text(words) for _, words, _ in self._rows)
        return AccessibleRows(texts, 0 if cursor is not None else -1, 0, len(keys), keys)

    def press_row(self, row: int) -> None:
        """Press a row: the same as a click there."""
        self.rows()
        if 0 <= row < len(self._rows):
            self.press(self._rows[row][2])

    def _build_rows(self, hand: OrderBuilder, cursor: Place | None) -> Iterator[Row]:
        if hand.view.page:
            return
        if cursor is not None:
            yield tr("at {cursor}", cursor=cursor), self.here(cursor), self.hit(cursor)
        targets, able = set(hand.targets()), set(hand.able_counters())
        chosen, board = hand.find(hand.piece), hand.session.system.board
        for piece in sorted(hand.view.pieces, key=lambda piece: (piece.side != hand.side, piece.id not in able)):
            yield piece.id, self._counter(hand, piece, piece.id in targets, chosen), Hit(piece.at, piece.id)
        start = chosen.at if chosen is not None else ()
        ends = [place for place in hand.places() if place]
        if start:
            ends.sort(key=lambda place: (hand.distance_between(start, place), place))
        for place in ends[:MOST_PLACES]:
            away = f", {apart_words(board, start, place, hand.view.ground, hand.view.north_deg)}" if start else ""
            given = tr(", selected: press again to give the order") if hand.confirms(place) else ""
            words = tr(
                "can go to {place_words}{away}{given}",
                place_words=place_words(board, place, hand.view.ground),
                away=away,
                given=given,
            )
            yield tr("end {place}", place=place), words, Hit(place)

    def _counter(self, hand: OrderBuilder, piece: Piece, aimed: bool, chosen: Piece | None, placed: bool = True) -> str:
        board, view = hand.session.system.board, hand.view
        armed = hand.sketch(hand.armed_command) if hand.armed_command is not None else None
        more = []
        if chosen is not None and chosen.id != piece.id and chosen.at and piece.at:
            more.append(
                tr(
                    "{apart_words} from {chosen}",
                    apart_words=apart_words(board, chosen.at, piece.at, view.ground, view.north_deg),
                    chosen=chosen.name,
                )
            )
        if piece.id == hand.piece:
            more.append("selected")
        if aimed and armed is not None and armed.target == piece.id and not hand.proposed:
            more.append(tr("selected as target: press again to give the order"))
        elif aimed:
            more.append(tr("can be targeted"))
        return piece_line(piece, board, ", ".join(more), view.ground, view.north_deg, placed)

    def hit(self, place: Place) -> Hit:
        """Return what a click at a place would hit."""
        x, y = self.pane.board.screen_of(place)
        found = self.pane.board.hit((x, y))
        return found if found.place == place else Hit(place)

    def here(self, place: Place) -> str:
        """Return a place and everything there: counters, possible actions on them, markers."""
        hand = self.hand()
        targets, chosen = set(hand.targets()), hand.find(hand.piece)
        board, view = hand.session.system.board, hand.view
        parts = [place_words(board, place, view.ground)]
        there = [piece for piece in view.pieces if piece.at == place]
        parts += [self._counter(hand, piece, piece.id in targets, chosen, placed=False) for piece in there]
        for marker in view.markers:
            if marker.kind != "wake" and any(place[: len(spot)] == spot for spot in marker.places):
                parts.append(f"{marker.kind} {marker.text}".strip())
        if len(parts) == 1:
            parts.append("empty")
        if place in hand.places():
            given = hand.confirms(place)
            parts.append(tr("selected: press again to give the order") if given else tr("can be reached"))
        return ", ".join(parts)
