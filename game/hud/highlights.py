"""Highlights on the board for the current selection, and the menu of everything possible at a place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.boards.overlay import Overlay, SightLine
from game.hit_test import Hit
from game.table.order_builder import OrderBuilder
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.view import Place

MOST_LINES = 24


def seen_from(hand: OrderBuilder, place: Place) -> tuple[Place, ...]:
    """Return the hexes of the map with a clear or partly clear line of sight from a hex."""
    sheet = hand.session.sheet
    if sheet is None or hand.session.system.board != "hex":
        return ()
    whole = ((100 * column + row,) for column in range(1, sheet.columns + 1) for row in range(1, sheet.rows + 1))
    return tuple(one for one in whole if one != place and hand.seat.sight(place, one).sight.verdict != "blocked")


def highlight_overlay(
    hand: OrderBuilder,
    sight: SightLine | None,
    preview: Command | None = None,
    seen: tuple[Place, ...] = (),
    plans: tuple[tuple[Place, ...], ...] = (),
) -> Overlay:
    """Return the overlay: the selected counter, its destinations and targets, the path of the selected or hovered
    order.
    """
    if seen:
        return Overlay(selected=hand.piece, reachable=seen, sight=sight)
    armed = hand.armed_command or preview
    sketch = hand.sketch(armed) if armed is not None else None
    path: tuple[Place, ...] = ()
    target: Place | None = None
    if sketch is not None and len(sketch.path) > 1 and (not sketch.target or sketch.facing is not None):
        path = sketch.path  # a course; mere targets have no path
    if sketch is not None and sketch.target and sketch.at:
        aimed = hand.find(sketch.target)
        target = aimed.at if aimed is not None else sketch.at
    aims = [piece.at for piece in map(hand.find, hand.targets()) if piece is not None]
    return Overlay(
        selected=hand.piece,
        reachable=hand.places(),
        free=hand.ends_anywhere,
        areas=sketch.areas if sketch is not None else (),
        targets=tuple(aims),
        target=target,
        path=path,
        facing=sketch.facing if path and sketch is not None else None,
        sight=sight,
        plans=plans,
    )


def context_items(
    hand: OrderBuilder, hit: Hit, arm: Callable[[Command], None], select: Callable[[str], None]
) -> list[ui.MenuItem]:
    """Return everything possible at a place: counters to look at, orders that end or aim there. They only select."""
    place = hit.place
    if place is None:
        return []
    here = [piece for piece in hand.view.pieces if piece.at == place]
    items = [
        ui.MenuItem(tr("Look at {piece}", piece=piece.name), partial(select, piece.id), ticked=piece.id == hand.piece)
        for piece in here
    ]
    ids = {piece.id for piece in here}
    mine = hand.actions_of(hand.piece) if hand.piece else hand.actions
    course = hand.best_to(place) if hand.ends_anywhere and not here else None
    if course is not None:
        items.append(ui.MenuItem(hand.label(course), partial(arm, course)))
    for action in (*mine, *(action for action in hand.actions if action.piece in ids and action.piece != hand.piece)):
        for command in action.commands:
            sketch = hand.sketch(command)
            aimed = sketch.target in ids or (action.kind == "place" and sketch.at == place)
            if aimed or (action.kind == "choice" and action.piece in ids):
                items.append(ui.MenuItem(hand.label(command), partial(arm, command)))
    return items[:MOST_LINES]
