"""Tooltips: what is under the cursor and what can be done there, or why not and what is nearest."""

from __future__ import annotations

from dataclasses import dataclass

from game.hit_test import Hit
from game.table.illegal_reasons import why_not_at
from game.table.order_builder import OrderBuilder
from game.table.rule_citations import rule_link, why_words
from game.table.speech import apart_words, place_words
from game.ui.markup import escape
from game.words import tr
from rules.kernel.rulebook import Rulebook
from rules.kernel.view import Piece, Place


@dataclass(frozen=True, slots=True)
class Hint:
    """A text in markup, whether it is a refusal, and its rule."""

    words: str
    refusal: bool = False
    rule: str = ""


def hint(hand: OrderBuilder, hit: Hit, book: Rulebook, facing: int | None = None) -> Hint:
    """Return the tooltip of a place: what it is, what a click does, or why nothing is possible and what is nearest.
    `facing`: from the place towards the pointer; it chooses between paths that end there.
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


def _other_hint(hand: OrderBuilder, place: Place, piece: Piece | None) -> Hint | None:
    """Return the hint for another action that a click would select, if the current one has nothing to do there."""
    meant = piece.id in hand.targets() if piece is not None else hand.ends_anywhere or place in hand.places()
    action = hand.turn_to(place, piece.id if piece is not None else "") if not meant else None
    if action is None:
        return None
    what = piece.name if piece is not None else place_words(hand.session.system.board, place, hand.view.ground)
    return Hint(
        tr("**{action}**, {what}: click to select", action=escape(action.title), what=escape(what)), rule=action.rule
    )


def _target_hint(hand: OrderBuilder, piece: Piece, book: Rulebook) -> Hint | None:
    action = hand.action
    if action is None or action.kind != "target" or piece.side == hand.side:
        return None
    found = hand.commands_at(piece.id)
    if found:
        first = hand.armed_command if hand.armed_command in found else found[0]
        what = escape(hand.label(first) if first is not None else piece.name)
        if hand.armed_command in found:
            return Hint("", rule=action.rule)
        more = tr(" ({count} choices)", count=len(found)) if len(found) > 1 else ""
        return Hint(tr("**{what}**{more}: click for the odds", what=what, more=more), rule=action.rule)
    reasons = why_not_at(hand, piece.id)
    near = hand.nearest_target(piece.at)
    words = why_words(book, reasons) or tr(
        "{piece} cannot be targeted. {rule_link}", piece=escape(piece.name), rule_link=rule_link(book, action.rule)
    )
    if near is not None:
        words += tr("\n{gold:Nearest valid target: {near}.}", near=escape(near.name))
    return Hint(words, True, reasons[0].rule if reasons else action.rule)


def _place_hint(
    hand: OrderBuilder, place: Place, piece: Piece | None, book: Rulebook, facing: int | None
) -> Hint | None:
    action = hand.action
    if action is None or action.kind != "place":
        return None
    board, ground = hand.session.system.board, hand.view.ground
    ways = len(hand.commands_to(place))
    if piece is not None and piece.side == hand.side and piece.id != hand.piece:
        words = tr("**{piece}**: click to select. Right-click to move to its place.", piece=escape(piece.name))
        return Hint(words, rule=action.rule) if ways else None
    unit = hand.find(action.piece)
    name = unit.name if unit is not None else action.label
    barred = hand.why_not_to(place) if hand.ends_anywhere and piece is None else ()
    if barred and not hand.ways_to(place):
        return Hint(why_words(book, barred), True, barred[0].rule)
    if ways or (hand.ends_anywhere and piece is None):
        if hand.confirms(place):
            return Hint("", rule=action.rule)  # the card shows everything; nothing may cover the path
        count = tr(", {ways} paths", ways=ways) if ways > 1 else ""
        first = hand.best_to(place, facing)
        if board == "table" and first is not None:  # a plotted course is more informative than a place in millimetres
            turn = tr("\nClick, then turn it: R or Shift+wheel") if hand.turns_at(place) else ""
            return Hint(f"**{escape(hand.label(first))}**{count}{turn}", rule=action.rule)
        return Hint(
            tr(
                "**{name}** to {place_words}{count}",
                name=escape(name),
                place_words=place_words(board, place, ground),
                count=count,
            ),
            rule=action.rule,
        )
    if piece is not None:
        return None
    near = hand.nearest_place(place)
    where = f"{'at' if board == 'table' else 'in'} {place_words(board, place, ground)}"
    words = tr(
        "{name} cannot end {where} now. {rule_link}",
        name=escape(name),
        where=where,
        rule_link=rule_link(book, action.rule),
    )
    if action.rule in book:
        words += f"\n*{escape(book[action.rule].title)}*"
    if near is not None:
        away = (
            tr(", {apart_words} from there", apart_words=apart_words(board, near, place, ground))
            if board == "table"
            else ""
        )
        words += tr(
            "\n{gold:Nearest place in reach: {place_words}{away}.}",
            place_words=place_words(board, near, ground),
            away=away,
        )
    return Hint(words, True, action.rule)


def _piece_hint(piece: Piece, book: Rulebook) -> Hint:
    lines = [escape(piece.tip or piece.name)]
    if piece.text and piece.text not in piece.tip:
        lines.append(f"*{escape(piece.text)}*")
    lines += [f"{escape(mark.letter)}: {escape(mark.tip)}  {rule_link(book, mark.rule)}" for mark in piece.badges]
    return Hint("\n".join(lines), rule=next((mark.rule for mark in piece.badges if mark.rule), ""))


def _marker_hint(hand: OrderBuilder, place: Place, book: Rulebook) -> Hint:
    words = place_words(hand.session.system.board, place, hand.view.ground)
    lines = [words[:1].upper() + words[1:]]
    chosen = hand.find(hand.piece)
    if hand.session.system.board == "table" and chosen is not None:
        lines.append(
            tr(
                "{apart_words} from {chosen}",
                apart_words=apart_words("table", chosen.at, place, hand.view.ground),
                chosen=escape(chosen.name),
            )
        )
    rule = ""
    for marker in hand.view.markers:
        if any(place[: len(there)] == there for there in marker.places) and marker.kind != "wake":
            text = f": {marker.text}" if marker.text else ""
            lines.append(f"{marker.kind.capitalize()}{escape(text)}  {rule_link(book, marker.rule)}")
            rule = rule or marker.rule
    return Hint("\n".join(lines), rule=rule)
