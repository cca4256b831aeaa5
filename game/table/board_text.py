"""The board as text for a screen reader: surroundings of a place, positions, odds, recent changes. The wording is that
of text play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from game.skins import load_skin
from game.table.order_builder import OrderBuilder
from game.table.speech import (
    apart_words,
    breakdown_lines,
    caption_line,
    exchange_lines,
    forecast_lines,
    odds_lines,
    piece_line,
    place_words,
)
from game.table.table import Table
from game.words import tr
from rules.kernel import bands, hexes, inches
from rules.kernel.flow import Command
from rules.kernel.odds import Odds
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece, Place

SECTORS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
NEAREST = 3  # most counters listed along one bearing
FARTHEST = 40  # length of a hex row that is searched
LAST_STEPS = 6  # most steps reported since the player's last order


def scan_lines(hand: OrderBuilder, place: Place) -> Iterator[str]:
    """Yield the surroundings of a place: along the six rows of a hex, in the bands, or in eight bearings of a table."""
    board = hand.session.system.board
    yield tr("From {place}:", place=place_words(board, place, hand.view.ground))
    if board == "hex":
        yield from _rows(hand, place)
    elif board == "bands":
        yield from _bands(hand, place)
    else:
        yield from _bearings(hand, place)


def _names(pieces: Iterable[Piece]) -> str:
    return ", ".join(piece.name for piece in pieces)


def _rows(hand: OrderBuilder, place: Place) -> Iterator[str]:
    """Yield a line for each of the six rows: counters, markers, changes of ground, the edge of the map."""
    sheet, view = hand.session.sheet, hand.view
    lying = [marker for marker in view.markers if marker.kind != "wake"]
    for facing in range(6):
        found, here, ground = [], place[0], _ground(sheet, place[0])
        for away in range(1, FARTHEST):
            here = hexes.neighbour(here, facing)
            if not _on(sheet, here):
                found.append(tr("edge of the map at {away}", away=away))
                break
            names = _names(piece for piece in view.pieces if piece.at[:1] == (here,))
            marks = ", ".join(dict.fromkeys(marker.kind for marker in lying if (here,) in marker.places))
            now = _ground(sheet, here)
            other = now if now != ground else ""
            ground = now
            words = ", ".join(word for word in (names, marks, other) if word)
            if words:
                found.append(tr("{words} at {away}", words=words, away=away))
        yield f"{hexes.true_heading(facing, view.north_deg)}: {'; '.join(found) or tr('nothing')}"


def _on(sheet: MapSheet | None, here: int) -> bool:
    return sheet is None or (hexes.on_map(here, sheet.columns, sheet.rows) and sheet.terrain[here] != 0)


def _ground(sheet: MapSheet | None, here: int) -> str:
    """Return the name of a hex's ground."""
    if sheet is None or not _on(sheet, here):
        return ""
    if sheet.ground == "land":
        level = sheet.level_at(here)
        return (
            tr("{ground} level {level}", ground=sheet.ground_at(here), level=level) if level else sheet.ground_at(here)
        )
    return "land" if sheet.land()[here] else "water"


def _bands(hand: OrderBuilder, place: Place) -> Iterator[str]:
    """Yield each band that is not empty, the nearest first."""
    held: dict[int, list[Piece]] = {}
    for piece in hand.view.pieces:
        if piece.at:
            held.setdefault(piece.at[0], []).append(piece)
    for band in sorted(held, key=lambda band: (bands.distance(band, place[0]), band)):
        far = bands.distance(band, place[0])
        yield tr(
            "band {band}, {where}: {names}",
            band=band,
            where=tr("{far} away", far=far) if far else tr("here"),
            names=_names(held[band]),
        )


def _bearings(hand: OrderBuilder, place: Place) -> Iterator[str]:
    """Yield the nearest counters in each of eight bearings."""
    ground = hand.view.ground
    around: dict[int, list[tuple[int, Piece]]] = {}
    for piece in hand.view.pieces:
        far = inches.distance((place[0], place[1]), (piece.at[0], piece.at[1])) if piece.at else 0
        if far:
            sector = round(inches.bearing((place[0], place[1]), (piece.at[0], piece.at[1])) / 45) % 8
            around.setdefault(sector, []).append((far, piece))
    for sector, word in enumerate(SECTORS):
        near = sorted(around.get(sector, []), key=lambda item: (item[0], item[1].id))[:NEAREST]
        parts = (f"{piece.name}, {apart_words('table', place, piece.at, ground)}" for _, piece in near)
        yield f"{word}: {'; '.join(parts) or tr('nothing')}"


def piece_list(hand: OrderBuilder, place: Place) -> list[tuple[str, Piece]]:
    """Return a line for every counter, the player's own side first, the nearest to a place first."""
    board, view = hand.session.system.board, hand.view
    names = {score.side: score.name for score in view.scores}
    pieces = [piece for piece in view.pieces if piece.at]
    pieces.sort(
        key=lambda piece: (piece.side != hand.side, piece.side, hand.distance_between(piece.at, place), piece.id)
    )
    made = []
    for piece in pieces:
        away = apart_words(board, place, piece.at, view.ground, view.north_deg)
        line = piece_line(piece, board, away if piece.at != place else "here", view.ground, view.north_deg)
        made.append((f"{names.get(piece.side, piece.side)}: {line}" if piece.side else line, piece))
    return made


def chance_lines(hand: OrderBuilder, odds: Callable[[Command], Odds]) -> Iterator[str]:
    """Yield the odds of the selected order, and the sum behind them."""
    if hand.armed_command is None:
        yield tr("Select an order first to hear its odds.")
        return
    yield hand.label(hand.armed_command)
    found, decided = odds(hand.armed_command), hand.forecast(hand.armed_command)
    if decided:
        yield from forecast_lines(decided)
    elif len(found.chances) > 1:
        yield from odds_lines(found)
    elif (later := hand.odds_later(hand.armed_command)).chances:
        yield tr("On arrival, if nothing changes:")
        yield from odds_lines(later)
    else:
        yield tr("No dice are rolled now.")
    for one in hand.exchange(hand.armed_command) if hand.action_kind == "place" else ():
        yield from exchange_lines(one, load_skin(hand.session.system.key))
    yield from breakdown_lines(hand.seat.breakdowns(hand.armed_command))


def changes(table: Table) -> Iterator[str]:
    """Yield what has happened since the player's last order, including that order."""
    steps = table.session.steps
    mine = [number for number, step in enumerate(steps) if step.actor == table.side]
    since = max(mine[-1] if mine else 0, len(steps) - LAST_STEPS)
    lines = [caption_line(caption) for step in table.seat.visible_steps(since) for caption in step.captions]
    yield from lines or [tr("Nothing has happened yet.")]
