"""Faults of the layout of a screen: texts cut off, controls outside the window or over each other."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.app import App
from game.ui import widgets as ui

SLACK = 2  # pixels two controls may share: borders touch


def faults(app: App) -> list[str]:
    """Return every layout fault of the present screen."""
    app.tree.ensure_layout()
    return [*cut_texts(app), *outside(app), *overlapping(app), *app.tree.misplaced_widgets()]


def shown_widgets(app: App) -> Iterator[ui.Widget]:
    """Yield all visible widgets of the top layer, including those scrolled out of sight."""
    for widget in app.tree.top.walk():
        if widget.is_shown and widget.rect.w > 0 and widget.rect.h > 0:
            yield widget


def widget_name(widget: ui.Widget) -> str:
    return f"{widget.kind} {widget.id or widget.spoken_text()[:40]!r}"


def cut_texts(app: App) -> Iterator[str]:
    """Yield words that end in an ellipsis because there is no room for them."""
    for widget in shown_widgets(app):
        hidden = getattr(widget, "hidden_text", None)
        words = hidden() if hidden is not None and not getattr(widget, "name", "") else ""
        if words:
            yield f"{widget_name(widget)} is cut: {words[:80]!r}"


def is_scrolled(widget: ui.Widget) -> bool:
    """Return whether a widget lies in a part that scrolls."""
    return any(parent.clips for parent in widget.ancestors())


def outside(app: App) -> Iterator[str]:
    """Yield controls that cannot be reached because they are beyond the edge of the window."""
    window = pygame.Rect((0, 0), app.tree.size)
    for widget in shown_widgets(app):
        if widget.focusable and not is_scrolled(widget) and not window.contains(widget.rect):
            yield f"{widget_name(widget)} lies outside the window at {widget.rect}"


def overlapping(app: App) -> Iterator[str]:
    """Yield controls of one column, row or card that overlap; those floating over a board are meant to."""
    for parent in shown_widgets(app):
        if isinstance(parent, ui.Stack):
            continue
        own = [child for child in parent.children if child.is_shown and child.rect.w > 0 and child.rect.h > 0]
        for number, one in enumerate(own):
            for other in own[number + 1 :]:
                shared = one.rect.clip(other.rect)
                if shared.w > SLACK and shared.h > SLACK:
                    yield f"{widget_name(one)} and {widget_name(other)} lie over each other by {shared.size}"
