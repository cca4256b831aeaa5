"""Prompt, banner and the buttons below the board."""

from __future__ import annotations

from game.hud.status_bar import StatusBar
from game.table.prompts import end_words, only_order, why_not_undo
from game.table.rule_citations import why_words
from game.table.table import Table
from game.ui.markup import escape
from game.words import tr
from rules.kernel.flow import Done
from rules.kernel.rulebook import Rulebook


def show_buttons(tray: StatusBar, table: Table, book: Rulebook) -> None:
    """Update undo, redo and the primary button: what they do now and what stays undone, or why they are disabled."""
    hand, director = table.hand, table.director
    session = hand.session
    reason = why_not_undo(session, director)
    tray.undo_button.set_enabled(not reason, reason)
    tray.redo_button.set_enabled(table.taken_back > 0, tr("Nothing was undone."))
    end = tray.end
    end.set_note("")
    end.tooltip = ""
    if session.over:
        end.set_text(tr("Report"))
        end.set_enabled(True)
    elif director.handover_to:
        end.set_text(tr("Hand over to {director}", director=director.name(director.handover_to)))
        end.set_enabled(True)
    elif hand.side != session.actor:
        end.set_text(tr("Please wait"))
        end.set_enabled(False, tr("{director} to act.", director=director.name(session.actor)))
    else:
        ending = table.ending()
        end.set_text(end_words(hand))
        if table.stopping is not None and ending is not None:
            left, briefly = table.stopping.left_words(hand, ending)
            end.set_note(left, briefly)
            end.tooltip = escape(left)
        refused = hand.seat.check(Done(hand.side)) if hand.done is None else ()
        given = hand.done is not None or only_order(hand) is not None
        end.set_enabled(given, why_words(book, refused) or tr("Not yet."))
