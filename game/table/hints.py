"""Words for what is under the cursor, what could be done there, and what to light on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.boards.board import Hit
from game.boards.overlay import Overlay, SightLine
from game.console.speech import apart_words, place_words
from game.hud.cards import why_words
from game.hud.sums import rule_link
from game.table.hand import Hand
from game.table.refusals import why_not_at
from game.ui import widgets as ui
from rules.kernel.flow import Command
from rules.kernel.rulebook import Rulebook
from rules.kernel.view import Piece, Place

MOST_LINES = 24


@dataclass(frozen=True, slots=True)
class Hint:
    """Words in markup, whether they are a refusal, and the rule behind them."""

    words: str
    refusal: bool = False
    rule: str = ""


def hint(hand: Hand, hit: Hit, book: Rulebook, facing: int | None = None) -> Hint:
    """What to say about a place: what it is, what a click does, or why it is not possible and what is nearest.

    `facing`: towards the pointer from the place, which chooses between ways that end there.
    """
    if hit.place is None or hit.minimap:
        return Hint("")
    piece = hand.find(hit.piece) if hit.piece else None
    other = _other_hint(hand, hit.place, piece)
    if other is not None:
        return other
    target = _target_hint(hand, piece, book) if piece is not None else None
    if target is not None:
        return target
    place = _place_hint(hand, hit.place, piece, book, facing)
    if place is not None:
        return place
    if piece is not None:
        return _piece_hint(piece, book)
    return _marker_hint(hand, hit.place, book)


def _other_hint(hand: Hand, place: Place, piece: Piece | None) -> Hint | None:
    """What a click chooses of a deed that is not lit, where the lit one has nothing to do."""
    meant = piece.id in hand.targets() if piece is not None else hand.free or place in hand.places()
    deed = hand.turn_to(place, piece.id if piece is not None else "") if not meant else None
    if deed is None:
        return None
    what = piece.name if piece is not None else place_words(hand.session.system.board, place, hand.view.ground)
    return Hint(f"**{ui.escape(deed.title)}**, {ui.escape(what)}: click to choose it", rule=deed.rule)


def _target_hint(hand: Hand, piece: Piece, book: Rulebook) -> Hint | None:
    deed = hand.deed
    if deed is None or deed.kind != "target" or piece.side == hand.side:
        return None
    found = hand.commands_at(piece.id)
    if found:
        first = hand.armed if hand.armed in found else found[0]
        what = ui.escape(hand.label(first) if first is not None else piece.name)
        if hand.armed in found:
            return Hint("", rule=deed.rule)
        more = f" ({len(found)} choices)" if len(found) > 1 else ""
        return Hint(f"**{what}**{more}: click for the odds", rule=deed.rule)
    reasons = why_not_at(hand, piece.id)
    near = hand.nearest_target(piece.at)
    words = why_words(book, reasons) or f"{ui.escape(piece.name)} cannot be aimed at. {rule_link(book, deed.rule)}"
    if near is not None:
        words += f"\n{{gold:Nearest that can be: {ui.escape(near.name)}.}}"
    return Hint(words, True, reasons[0].rule if reasons else deed.rule)


def _place_hint(hand: Hand, place: Place, piece: Piece | None, book: Rulebook, facing: int | None) -> Hint | None:
    deed = hand.deed
    if deed is None or deed.kind != "place":
        return None
    board, ground = hand.session.system.board, hand.view.ground
    ways = len(hand.commands_to(place))
    unit = hand.find(deed.piece)
    name = unit.name if unit is not None else deed.label
    barred = hand.why_not_to(place) if hand.free and piece is None else ()
    if barred and not hand.ways_to(place):
        return Hint(why_words(book, barred), True, barred[0].rule)
    if ways or (hand.free and piece is None):
        if hand.confirms(place):
            return Hint("", rule=deed.rule)  # the card says it all; nothing may lie over the path
        count = f", {ways} ways" if ways > 1 else ""
        first = hand.best_to(place, facing)
        if board == "table" and first is not None:  # a plot says more than a place in millimetres
            return Hint(f"**{ui.escape(hand.label(first))}**{count}", rule=deed.rule)
        return Hint(f"**{ui.escape(name)}** to {place_words(board, place, ground)}{count}", rule=deed.rule)
    if piece is not None:
        return None
    near = hand.nearest_place(place)
    where = f"{'at' if board == 'table' else 'in'} {place_words(board, place, ground)}"
    words = f"{ui.escape(name)} cannot end {where} now. {rule_link(book, deed.rule)}"
    if deed.rule in book:
        words += f"\n*{ui.escape(book[deed.rule].title)}*"
    if near is not None:
        away = f", {apart_words(board, near, place, ground)} from there" if board == "table" else ""
        words += f"\n{{gold:Nearest that can be reached: {place_words(board, near, ground)}{away}.}}"
    return Hint(words, True, deed.rule)


def _piece_hint(piece: Piece, book: Rulebook) -> Hint:
    lines = [ui.escape(piece.tip or piece.name)]
    if piece.text and piece.text not in piece.tip:
        lines.append(f"*{ui.escape(piece.text)}*")
    lines += [f"{ui.escape(mark.letter)}: {ui.escape(mark.tip)}  {rule_link(book, mark.rule)}" for mark in piece.badges]
    return Hint("\n".join(lines), rule=next((mark.rule for mark in piece.badges if mark.rule), ""))


def _marker_hint(hand: Hand, place: Place, book: Rulebook) -> Hint:
    words = place_words(hand.session.system.board, place, hand.view.ground)
    lines = [words[:1].upper() + words[1:]]
    chosen = hand.find(hand.piece)
    if hand.session.system.board == "table" and chosen is not None:
        lines.append(f"{apart_words('table', chosen.at, place, hand.view.ground)} from {ui.escape(chosen.name)}")
    rule = ""
    for marker in hand.view.markers:
        if any(place[: len(there)] == there for there in marker.places) and marker.kind != "wake":
            text = f": {marker.text}" if marker.text else ""
            lines.append(f"{marker.kind.capitalize()}{ui.escape(text)}  {rule_link(book, marker.rule)}")
            rule = rule or marker.rule
    return Hint("\n".join(lines), rule=rule)


def overlay(hand: Hand, sight: SightLine | None, preview: Command | None = None) -> Overlay:
    """What to light: the selected counter, where it can go or aim, the path of what is armed or hovered."""
    armed = hand.armed or preview
    sketch = hand.sketch(armed) if armed is not None else None
    path: tuple[Place, ...] = ()
    target: Place | None = None
    if sketch is not None and len(sketch.path) > 1 and (not sketch.target or sketch.facing is not None):
        path = sketch.path  # a course; of what is only aimed at, no way is shown
    if sketch is not None and sketch.target and sketch.at:
        aimed = hand.find(sketch.target)
        target = aimed.at if aimed is not None else sketch.at
    aims = [piece.at for piece in map(hand.find, hand.targets()) if piece is not None]
    return Overlay(
        selected=hand.piece,
        reachable=hand.places(),
        free=hand.free,
        areas=sketch.areas if sketch is not None else (),
        targets=tuple(aims),
        target=target,
        path=path,
        facing=sketch.facing if path and sketch is not None else None,
        sight=sight,
    )


def context_items(
    hand: Hand, hit: Hit, arm: Callable[[Command], None], select: Callable[[str], None]
) -> list[ui.MenuItem]:
    """Everything possible at a place: counters to look at, orders that end or aim there. They are only armed."""
    place = hit.place
    if place is None:
        return []
    here = [piece for piece in hand.view.pieces if piece.at == place]
    items = [
        ui.MenuItem(f"Look at {piece.name}", partial(select, piece.id), ticked=piece.id == hand.piece) for piece in here
    ]
    ids = {piece.id for piece in here}
    mine = hand.deeds_of(hand.piece) if hand.piece else hand.deeds
    course = hand.best_to(place) if hand.free and not here else None
    if course is not None:
        items.append(ui.MenuItem(hand.label(course), partial(arm, course)))
    for deed in (*mine, *(deed for deed in hand.deeds if deed.piece in ids and deed.piece != hand.piece)):
        for command in deed.commands:
            sketch = hand.sketch(command)
            aimed = sketch.target in ids or (deed.kind == "place" and sketch.at == place)
            if aimed or (deed.kind == "choice" and deed.piece in ids):
                items.append(ui.MenuItem(hand.label(command), partial(arm, command)))
    return items[:MOST_LINES]
