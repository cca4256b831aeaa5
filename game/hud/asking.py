"""What the screen asks of whoever looks at it: prompt, banner, the buttons below, what happened since last time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.hud.cards import short, why_words
from game.table.director import Director
from game.hud.tray import Tray
from game.table.hand import Hand
from game.ui import widgets as ui
from rules.kernel.flow import Command, Done
from rules.kernel.rulebook import Rulebook
from rules.kernel.session import Session

RECAP_LINES = 10


def banner(session: Session) -> str:
    """What must not be missed: the game is not saved, can only be watched, or was mended when it was loaded."""
    if session.not_saved:
        return f"**Not saved:** {ui.escape(session.not_saved)}"
    if session.readonly:
        return f"**This game can only be watched:** {ui.escape(session.readonly)}"
    return ui.escape(session.notice)


def asked(session: Session, director: Director) -> tuple[str, str]:
    """Title and text of the prompt where they are not the view's own."""
    if session.over:
        return "", ""
    if director.handover_to:
        name = director.name(director.handover_to)
        return f"{name} acts next", f"Look at what happened, then hand over to {name}."
    if director.computer_to_act:
        name = director.name(session.actor)
        thinking = "is paused" if director.paused else "is thinking"
        return f"{name} {thinking}", "A computer player chooses."
    return "", ""


def why_not_undo(session: Session, director: Director) -> str:
    """Why who looks may not take the last order back; empty when they may."""
    if director.thinker.busy:
        return "The computer player is thinking."
    if len(session.steps) > 1 and session.steps[-1].actor != director.viewer and not session.study:
        return "The last order was not yours."
    reason = session.why_not_undo()
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def show_buttons(tray: Tray, hand: Hand, director: Director, book: Rulebook, taken_back: int) -> None:
    """Undo, redo and the primary button: what they do now, or why not."""
    session = hand.session
    reason = why_not_undo(session, director)
    tray.undo_button.set_enabled(not reason, reason)
    tray.redo_button.set_enabled(taken_back > 0, "Nothing was taken back.")
    end = tray.end
    if session.over:
        end.set_text("Report")
        end.set_enabled(True)
    elif director.handover_to:
        end.set_text(f"Hand over to {director.name(director.handover_to)}")
        end.set_enabled(True)
    elif hand.side != session.actor:
        end.set_text("Please wait")
        end.set_enabled(False, f"{director.name(session.actor)} acts now.")
    else:
        end.set_text(end_words(hand))
        refused = hand.seat.check(Done(hand.side)) if hand.done is None else ()
        given = hand.done is not None or only_order(hand) is not None
        end.set_enabled(given, why_words(book, refused) or "Not yet.")


def only_order(hand: Hand) -> Command | None:
    """The order the primary button gives while the phase cannot be ended; None where there is no such order.

    It is what one usually orders of all that belongs to no counter, or the single order that is left.
    """
    if hand.done is not None:
        return None
    listed = [command for deed in hand.deeds for command in deed.commands]
    if len(listed) == 1:
        return listed[0]
    loose = [deed.commands[0] for deed in hand.deeds_of("") if deed.usual and len(deed.commands) == 1]
    return loose[0] if len(loose) == 1 else None


def end_words(hand: Hand) -> str:
    """What the primary button says."""
    order = None if hand.view.page else only_order(hand)
    words = short(hand, order) if order is not None else ""
    return words[:1].upper() + words[1:] or hand.view.prompt.done_label or "End phase"


def recap_card(lines: Sequence[str], close: Callable[[], None]) -> ui.Widget | None:
    """What happened since the last decision of this side, the latest last."""
    if not lines:
        return None
    shown = [f"• {ui.escape(line)}" for line in lines[-RECAP_LINES:]]
    if len(lines) > RECAP_LINES:
        shown.insert(0, f"*{len(lines) - RECAP_LINES} more in the log*")
    body = ui.RichText("\n".join(shown), "recap_text", size="small")
    button = ui.Row(ui.Spacer(), ui.Button("Understood", close, "recap_close", size="small"))
    return ui.Panel(body, button, id="recap", title="Since your last decision", gap=4, pad=(13, 9))
