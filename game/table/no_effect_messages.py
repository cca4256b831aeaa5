"""Messages for a click or key without effect: what was missed, what is near, and what Enter would do."""

from __future__ import annotations

from game.hit_test import Hit
from game.table.order_builder import OrderBuilder
from game.table.speech import apart_words, place_words
from game.ui.markup import escape
from game.words import tr
from rules.kernel.view import Piece, Place


def missed_click_text(hand: OrderBuilder, place: Place | None) -> str:
    """Return the message for a click that selected nothing: what is there, and the nearest thing that can be
    selected.
    """
    if place is None:
        return tr("That is off the board.")
    board, ground = hand.session.system.board, hand.view.ground
    here = place_words(board, place, ground)
    if hand.side != hand.session.actor:
        return tr("No orders in {here}: it is not your turn.", here=escape(here))
    near = hand.nearest_target(place) if hand.action_kind == "target" else _nearest_able(hand, place)
    words = tr("Nothing to select at {here}.", here=escape(here))
    if near is None and hand.actions_of(""):
        return tr("{words} First select on the right what to do.", words=words)
    if near is None:
        return tr("{words} No orders left in this phase.", words=words)
    what = tr("can be targeted") if hand.action_kind == "target" else tr("can act")
    if not hand.distance_between(near.at, place):
        return tr(
            "You missed the counter in {here}.\n{gold:{near} {what}: click its counter.}",
            here=escape(here),
            near=escape(near.name),
            what=what,
        )
    return tr(
        "{words}\n{gold:Nearest that {what}: {near}, {far}.}",
        words=words,
        what=what,
        near=escape(near.name),
        far=_far(hand, place, near),
    )


def _nearest_able(hand: OrderBuilder, place: Place) -> Piece | None:
    able = [piece for piece in map(hand.find, hand.able_counters()) if piece is not None and piece.at]
    return min(able, key=lambda piece: (hand.distance_between(piece.at, place), piece.id), default=None)


def _far(hand: OrderBuilder, place: Place, piece: Piece) -> str:
    return apart_words(hand.session.system.board, place, piece.at, hand.view.ground)


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


def enter_words(hand: OrderBuilder, hit: Hit) -> str:
    """Return the text of what Enter does at the keyboard cursor."""
    assert hit.place is not None
    piece = hand.find(hit.piece) if hit.piece else None
    armed = hand.sketch(hand.armed_command) if hand.armed_command is not None else None
    if armed is not None and (hand.action_kind == "choice" or hand.confirms(hit.place)):
        return tr("**Enter**: give the order")
    if piece is not None and piece.id in hand.targets():
        again = armed is not None and armed.target == piece.id and not hand.proposed
        return tr("**Enter**: give the order") if again else tr("**Enter**: target {piece}", piece=escape(piece.name))
    if piece is not None and piece.side == hand.side and piece.id != hand.piece:
        return tr("**Enter**: select {piece}", piece=escape(piece.name))
    if hand.action_kind == "place" and (hit.place in hand.places() or hand.best_to(hit.place) is not None):
        return tr("**Enter**: select this place")
    if piece is not None:
        return tr("**Enter**: select {piece}", piece=escape(piece.name))
    return tr("**Enter** does nothing here; **Ctrl+Enter** ends the phase")


def nobody_aims(hand: OrderBuilder, piece: Piece) -> str:
    """Return the message if no enemy could target a counter at its next chance, this turn or the next: who is near."""
    board, ground = hand.session.system.board, hand.view.ground
    foes = [found for found in hand.view.pieces if found.side not in (piece.side, "") and found.at]
    foes.sort(key=lambda found: (hand.distance_between(found.at, piece.at), found.id))
    words = tr("No known enemy could target it from the present positions, in this turn or **the next**.")
    if not foes:
        return tr("{words}\nNo enemy is in sight.", words=words)
    near = [f"• {escape(foe.name)}, {apart_words(board, piece.at, foe.at, ground)}" for foe in foes[:4]]
    return tr("{words}\n{warn:They may move first, then fire.} In sight:\n", words=words) + "\n".join(near)
