"""Prompts for the viewer: banner, prompt, the button that ends a phase, and why undo is impossible."""

from __future__ import annotations

from game.table.director import Director
from game.table.order_builder import OrderBuilder
from game.ui.markup import escape
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.session import Session


def banner(session: Session) -> str:
    """Return the banner: the game is not saved, can only be watched, or was repaired when it was loaded."""
    if session.not_saved:
        return tr("**Not saved:** {not_saved}", not_saved=escape(session.not_saved))
    if session.readonly:
        return tr("**This game can only be watched:** {readonly}", readonly=escape(session.readonly))
    return escape(session.notice)


def prompt_text(session: Session, director: Director) -> tuple[str, str]:
    """Return title and text of the prompt if they replace the view's own."""
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
    """Return why the viewer may not undo the last order; empty if they may."""
    if director.thinker.busy:
        return tr("The computer is thinking.")
    if len(session.steps) > 1 and session.steps[-1].actor != director.viewer and not session.study:
        return tr("The last order was not yours.")
    reason = session.why_not_undo()
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def only_order(hand: OrderBuilder) -> Command | None:
    """Return the order that the primary button gives while the phase cannot be ended; None if there is none. It is the
    usual order that belongs to no counter, or the only one left.
    """
    if hand.done is not None:
        return None
    listed = [command for action in hand.actions for command in action.commands]
    if len(listed) == 1:
        return listed[0]
    loose = [action.commands[0] for action in hand.actions_of("") if action.usual and len(action.commands) == 1]
    return loose[0] if len(loose) == 1 else None


def end_words(hand: OrderBuilder) -> str:
    """Return the text of the primary button."""
    order = None if hand.view.page else only_order(hand)
    words = short_label(hand, order) if order is not None else ""
    return words[:1].upper() + words[1:] or hand.view.prompt.done_label or tr("End phase")


def short_label(hand: OrderBuilder, command: Command) -> str:
    """Return a choice's label without the unit's name."""
    label = hand.label(command)
    return label.partition(": ")[2] or label
