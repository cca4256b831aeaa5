"""Tooltips and messages: what is under the cursor and what a click does there, or why nothing and what is nearest."""

from __future__ import annotations

from dataclasses import dataclass

from game.table.click_actions import Click, Target
from game.table.order_builder import OrderBuilder, UnitAction
from game.table.rule_citations import rule_link, why_words
from game.table.speech import apart_words, place_words
from game.ui.markup import escape
from game.words import tr, tr_noop
from rules.kernel.view import Piece, Place

ENTER = {  # what Enter does at the keyboard cursor
    Click.GIVE: tr_noop("**Enter**: give the order"),
    Click.AIM: tr_noop("**Enter**: target {piece}"),
    Click.WAY: tr_noop("**Enter**: select this place"),
    Click.TURN: tr_noop("**Enter**: select {piece}"),
    Click.SELECT: tr_noop("**Enter**: select {piece}"),
    Click.NOTHING: tr_noop("**Enter** does nothing here; **Ctrl+Enter** ends the phase"),
}


@dataclass(frozen=True, slots=True)
class Hint:
    """A text in markup, whether it is a refusal, and its rule."""

    words: str
    refusal: bool = False
    rule: str = ""


def hint(target: Target) -> Hint:
    """Return the tooltip of a place: what it is, what a click does, or why nothing is possible and what is nearest."""
    hand, piece, action, found = target.hand, target.piece, target.action, target.commands
    if target.click is Click.OFF:
        return Hint("")
    if action is None or (hand.action_kind == "choice" and target.click is not Click.TURN):
        return _here_hint(target)
    what = escape(piece.name) if piece is not None else _words_of(hand, target.place)
    words = ""  # if the card shows everything; nothing may cover the path
    match target.click:
        case Click.AIM if hand.armed_command not in found:
            more = tr(" ({count} choices)", count=len(found)) if len(found) > 1 else ""
            words = tr("**{what}**{more}: click for the odds", what=escape(hand.label(found[0])), more=more)
        case Click.TURN:
            words = tr("**{action}**, {what}: click to select", action=escape(action.title), what=what)
        case Click.WAY:
            words = _way_words(target, action)
        case Click.SELECT:
            if piece is None or piece.side != hand.side or piece.id == hand.piece or target.place not in hand.places():
                return _here_hint(target)
            words = tr("**{piece}**: click to select. Right-click to move to its place.", piece=what)
        case Click.NOTHING if piece is None and action.kind == "target":
            return _here_hint(target)
        case Click.NOTHING:
            return _why_not(target, action, what)
    return Hint(words, rule=action.rule)


def _way_words(target: Target, action: UnitAction) -> str:
    hand, found = target.hand, target.commands
    count = tr(", {ways} paths", ways=len(found)) if len(found) > 1 and not hand.ends_anywhere else ""
    if hand.session.system.board == "table" and found:  # a plotted course says more than a place
        turn = tr("\nClick, then turn it: R or Shift+wheel") if hand.turns_at(target.place) else ""
        return f"**{escape(hand.label(hand.best_of(found, target.facing)))}**{count}{turn}"
    where = _words_of(hand, target.place)
    return tr("**{name}** to {place_words}{count}", name=_name_of(target, action), place_words=where, count=count)


def _name_of(target: Target, action: UnitAction) -> str:
    unit = target.hand.find(action.piece)
    return escape(unit.name if unit is not None else action.label)


def _words_of(hand: OrderBuilder, place: Place) -> str:
    return escape(place_words(hand.session.system.board, place, hand.view.ground))


def _apart(hand: OrderBuilder, a: Place, b: Place) -> str:
    return apart_words(hand.session.system.board, a, b, hand.view.ground)


def _why_not(target: Target, action: UnitAction, what: str) -> Hint:
    """Return why the current action cannot end or aim there, and the nearest place or counter where it can."""
    hand, near, book = target.hand, target.near, target.hand.session.system.rulebook
    words, rule = why_words(book, target.reasons), action.rule
    if action.kind == "target":
        words = words or tr("{piece} cannot be targeted. {rule_link}", piece=what, rule_link=rule_link(book, rule))
        if isinstance(near, Piece):
            words += tr("\n{gold:Nearest valid target: {near}.}", near=escape(near.name))
    elif not words:
        table = hand.session.system.board == "table"
        words = tr(
            "{name} cannot end {where} now. {rule_link}",
            name=_name_of(target, action),
            where=f"{'at' if table else 'in'} {what}",
            rule_link=rule_link(book, rule),
        )
        words += f"\n*{escape(book[rule].title)}*" if rule in book else ""
        if isinstance(near, tuple):
            away = tr(", {apart_words} from there", apart_words=_apart(hand, near, target.place)) if table else ""
            where = _words_of(hand, near)
            words += tr("\n{gold:Nearest place in reach: {place_words}{away}.}", place_words=where, away=away)
    return Hint(words, True, target.reasons[0].rule if target.reasons else rule)


def _here_hint(target: Target) -> Hint:
    """Return the description of a counter, or of a place and its markers."""
    hand, place, piece = target.hand, target.place, target.piece
    book = hand.session.system.rulebook
    if piece is not None:
        lines = [escape(piece.tip or piece.name)]
        if piece.text and piece.text not in piece.tip:
            lines.append(f"*{escape(piece.text)}*")
        lines += [f"{escape(mark.letter)}: {escape(mark.tip)}  {rule_link(book, mark.rule)}" for mark in piece.badges]
        return Hint("\n".join(lines), rule=next((mark.rule for mark in piece.badges if mark.rule), ""))
    words, chosen = _words_of(hand, place), hand.find(hand.piece)
    lines = [words[:1].upper() + words[1:]]
    if hand.session.system.board == "table" and chosen is not None:
        away = _apart(hand, chosen.at, place)
        lines.append(tr("{apart_words} from {chosen}", apart_words=away, chosen=escape(chosen.name)))
    rule = ""
    for marker in hand.view.markers:
        if any(place[: len(there)] == there for there in marker.places) and marker.kind != "wake":
            text = f": {marker.text}" if marker.text else ""
            lines.append(f"{marker.kind.capitalize()}{escape(text)}  {rule_link(book, marker.rule)}")
            rule = rule or marker.rule
    return Hint("\n".join(lines), rule=rule)


def enter_words(target: Target) -> str:
    """Return the text of what Enter does at the keyboard cursor."""
    hand, piece, action = target.hand, target.piece, target.action
    if hand.armed_command is not None and hand.action_kind == "choice":
        return tr(ENTER[Click.GIVE])
    name = action.title if action is not None and target.click is Click.TURN else piece.name if piece else ""
    return tr(ENTER[target.click], piece=escape(name))


def refusal(target: Target) -> Hint:
    """Return the message for a click without effect: the reasons, otherwise what is there and the nearest choice."""
    found = hint(target)
    return found if found.refusal else Hint(_missed_words(target), True, found.rule)


def _missed_words(target: Target) -> str:
    hand, near = target.hand, target.near
    if target.click is Click.OFF:
        return tr("That is off the board.")
    here = _words_of(hand, target.place)
    if hand.side != hand.session.actor:
        return tr("No orders in {here}: it is not your turn.", here=here)
    words = tr("Nothing to select at {here}.", here=here)
    if not isinstance(near, Piece):
        more = tr("{words} First select on the right what to do.", words=words)
        return more if hand.actions_of("") else tr("{words} No orders left in this phase.", words=words)
    what = tr("can be targeted") if hand.action_kind == "target" else tr("can act")
    name, far = escape(near.name), _apart(hand, target.place, near.at)
    if not hand.distance_between(near.at, target.place):
        words = tr("You missed the counter in {here}.", here=here)
        return tr("{words}\n{gold:{near} {what}: click its counter.}", words=words, near=name, what=what)
    return tr("{words}\n{gold:Nearest that {what}: {near}, {far}.}", words=words, what=what, near=name, far=far)


def chosen_already(hand: OrderBuilder) -> str:
    """Return the message for a click on the selected counter: what to click next."""
    piece = hand.find(hand.piece)
    words = tr("**{piece}** selected.", piece=escape(piece.name if piece is not None else ""))
    if hand.targets():
        return words + tr(" Click one of the marked targets.")
    if hand.places():
        return words + tr(" Click one of the lit places.")
    if hand.side == hand.session.actor and hand.actions_of(hand.piece):
        return words + tr(" Orders are at the right.")
    return words + tr(" No orders available.")


def nobody_aims(hand: OrderBuilder, piece: Piece) -> str:
    """Return the message if no enemy could target a counter at its next chance, this turn or the next: who is near."""
    foes = [found for found in hand.view.pieces if found.side not in (piece.side, "") and found.at]
    foes.sort(key=lambda found: (hand.distance_between(found.at, piece.at), found.id))
    words = tr("No known enemy could target it from the present positions, in this turn or **the next**.")
    if not foes:
        return tr("{words}\nNo enemy is in sight.", words=words)
    near = [f"• {escape(foe.name)}, {_apart(hand, piece.at, foe.at)}" for foe in foes[:4]]
    return tr("{words}\n{warn:They may move first, then fire.} In sight:\n", words=words) + "\n".join(near)
