"""What the table asks of whoever looks at it: banner, prompt, what ends a phase, why nothing can be taken back."""

from __future__ import annotations

from game.table.director import Director
from game.table.order_builder import OrderBuilder
from game.ui.markup import escape
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.session import Session


def banner(session: Session) -> str:
    """Return what must not be missed: the game is not saved, can only be watched, or was mended when it was loaded."""
    if session.not_saved:
        return tr("**Not saved:** {not_saved}", not_saved=escape(session.not_saved))
    if session.readonly:
        return tr("**This game can only be watched:** {readonly}", readonly=escape(session.readonly))
    return escape(session.notice)


def prompt_text(session: Session, director: Director) -> tuple[str, str]:
    """Return title and text of the prompt where they are not the view's own."""
    if session.over:
        return "", ""
    if director.handover_to:
        name = director.name(director.handover_to)
        return tr("{name} to act next", name=name), tr("Read what happened, then hand over to {name}.", name=name)
    if director.computer_to_act:
        name = director.name(session.actor)
        thinking = "paused" if director.paused else "thinking"
        return f"{name}: {thinking}", tr("The computer is choosing.")
    return "", ""


def why_not_undo(session: Session, director: Director) -> str:
    """Return why who looks may not take the last order back; empty when they may."""
    if director.thinker.busy:
        return tr("The computer is thinking.")
    if len(session.steps) > 1 and session.steps[-1].actor != director.viewer and not session.study:
        return tr("The last order was not yours.")
    reason = session.why_not_undo()
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def only_order(hand: OrderBuilder) -> Command | None:
    """Return the order the primary button gives while the phase cannot be ended; None where there is no such order.

    It is what one usually orders of all that belongs to no counter, or the single order that is left.
    """
    if hand.done is not None:
        return None
    listed = [command for action in hand.actions for command in action.commands]
    if len(listed) == 1:
        return listed[0]
    loose = [action.commands[0] for action in hand.actions_of("") if action.usual and len(action.commands) == 1]
    return loose[0] if len(loose) == 1 else None


def end_words(hand: OrderBuilder) -> str:
    """Return what the primary button says."""
    order = None if hand.view.page else only_order(hand)
    words = short_label(hand, order) if order is not None else ""
    return words[:1].upper() + words[1:] or hand.view.prompt.done_label or tr("End phase")


def short_label(hand: OrderBuilder, command: Command) -> str:
    """Return a choice without the name of whom it is for."""
    label = hand.label(command)
    return label.partition(": ")[2] or label
