"""The widget tree: layers, events, the focus ring, hover and tooltips, and drawing of changed parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame

from game.ui.brush import Frame, dim, draw_frame
from game.ui.fonts import FontBook
from game.ui.theme import NIGHT, Palette
from game.ui.tooltip import Tip
from game.ui.widget import Pos, Widget
from game.words import tr

SCALE_LEAST, SCALE_MOST = 0.75, 2.5
HOVER_MS = 450
ARROW_KEYS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
MODIFIER_KEYS = {
    getattr(pygame, f"K_{side}{name}") for side in "LR" for name in ("SHIFT", "CTRL", "ALT", "META")
}  # modifier keys


class Tree:
    """All widgets on the screen. Pass events to `handle`, time to `tick`, and call `draw` each frame."""

    def __init__(
        self, size: tuple[int, int], palette: Palette = NIGHT, scale: float = 1.0, book: FontBook | None = None
    ) -> None:
        self.size = size
        self.palette = palette
        self.scale = min(SCALE_MOST, max(SCALE_LEAST, scale))
        self.book = book or FontBook()
        self.layers: list[Widget] = []  # the root, then modals and popups in the order of opening
        self.focused: Widget | None = None
        self.focus_visible = False
        self.on_refused: Callable[[Widget, str], None] | None = None
        self.on_link: Callable[[str], None] | None = None  # for links without a handler
        self.explain: Callable[[str], str] | None = None  # adds meanings of terms to a tooltip's text
        self.needs_layout = True
        self.tip: Tip | None = None
        self._tip_owner: tuple[Widget, str] | None = None  # the widget of the tooltip, and its text then
        self.background = "desk"
        self.now_ms = 0
        self._dirty: list[pygame.Rect] = []
        self._hover: Widget | None = None
        self._captured: Widget | None = None
        self._lost: Widget | None = None  # a pressed widget that left the tree
        self._pointer: Pos = (-1, -1)
        self._hover_since = 0
        self._came_from: Widget | None = None  # where Tab continues after a mouse click
        self._returns: dict[int, Widget | None] = {}  # focus to restore when a layer closes

    # -- building and changing ------------------------------------------------------------------------------------

    def set_root(self, root: Widget) -> None:
        """Show a screen; close every popup and clear focus and hover."""
        for layer in self.layers:
            layer.attach(None)
        self._hover = self._captured = self._lost = self._came_from = self.tip = None
        self._set_focus(None, False)
        self._returns.clear()
        self.layers = [root]
        root.parent = None
        root.attach(self)
        self.redraw()

    @property
    def pointer(self) -> Pos:
        """Return the mouse position by the last event."""
        return self._pointer

    @property
    def root(self) -> Widget:
        return self.layers[0]

    @property
    def top(self) -> Widget:
        return self.layers[-1]

    def open(self, layer: Widget) -> None:
        """Open a modal or popup on top; its first focusable widget gets the focus."""
        self._returns[id(layer)] = self.focused
        self.close_tip()
        layer.parent = None
        self.layers.append(layer)
        layer.attach(self)
        self.needs_layout = True
        self.ensure_layout()
        first = next(self.ring(), None)
        self._set_focus(first, self.focus_visible)
        self._set_hover(None)
        if layer.modal:
            self.mark_all()

    def close(self, layer: Widget) -> None:
        """Close a popup or modal with everything above it; restore the focus."""
        if layer not in self.layers[1:]:
            return
        while layer in self.layers:
            gone = self.layers.pop()
            back = self._returns.pop(id(gone), None)
            gone.invalidate()
            self.forget(gone)
            gone.attach(None)
            if gone.modal:
                self.mark_all()
            self._set_focus(back if back is not None and back.is_attached else None, self.focus_visible)

    def forget(self, widget: Widget) -> None:
        """Clear focus, hover and capture inside a widget that leaves the tree."""
        below = set(map(id, widget.walk()))
        if self.focused is not None and id(self.focused) in below:
            self._set_focus(None, False)
        if self._hover is not None and id(self._hover) in below:
            self._hover = None
            self.close_tip()
        if self._captured is not None and id(self._captured) in below:
            self._captured, self._lost = None, self._captured
        if self._came_from is not None and id(self._came_from) in below:
            self._came_from = None

    def resize(self, size: tuple[int, int]) -> None:
        self.size = size
        self.redraw()

    def set_scale(self, scale: float) -> None:
        """Set ui_scale, clamped to 0.75 to 2.5; fonts are rendered again, never stretched."""
        self.scale = min(SCALE_MOST, max(SCALE_LEAST, scale))
        self.book.clear()
        self.redraw()

    def set_palette(self, palette: Palette) -> None:
        self.palette = palette
        self.book.clear()
        self.redraw()

    def redraw(self) -> None:
        """Lay out and draw everything again."""
        self.close_tip()
        self.needs_layout = True
        self.mark_all()

    def mark(self, rect: pygame.Rect) -> None:
        """Mark a screen rectangle for redrawing."""
        rect = rect.clip(pygame.Rect((0, 0), self.size))
        if rect.w > 0 and rect.h > 0 and not any(known.contains(rect) for known in self._dirty):
            self._dirty.append(rect)

    def mark_all(self) -> None:
        self._dirty = [pygame.Rect((0, 0), self.size)]

    # -- lookup -----------------------------------------------------------------------------------------------

    def find(self, id: str) -> Widget:
        """Return the widget with this id, popups first. KeyError lists the known ids."""
        for layer in reversed(self.layers):
            for widget in layer.walk():
                if widget.id == id:
                    return widget
        known = sorted({w.id for layer in self.layers for w in layer.walk() if w.id})
        raise KeyError(f"no widget {id!r}; there are {', '.join(known)}")

    def describe(self) -> dict[str, Any]:
        """Return the whole tree as nested dicts: layers from the bottom, the focus, and the tooltip's text."""
        self.ensure_layout()
        return {
            "size": self.size,
            "scale": self.scale,
            "palette": self.palette.name,
            "focused": self.focused.id if self.focused else "",
            "tooltip": self.tip.spoken_text() if self.tip else "",
            "layers": [layer.describe() for layer in self.layers],
        }

    def misplaced_widgets(self) -> list[str]:
        """Return the ids of shown widgets that stick out of their parent (outside scrolled areas): a layout error."""
        self.ensure_layout()
        faults = []
        for widget in (w for layer in self.layers for w in layer.walk()):
            parent = widget.parent
            if parent is None or parent.clips or not widget.is_shown or parent.rect.contains(widget.rect):
                continue
            faults.append(
                f"{widget.kind} {widget.id or widget.spoken_text()[:30]!r} {widget.rect} outside {parent.rect}"
            )
        return faults

    # -- layout and drawing -----------------------------------------------------------------------------------------

    def ensure_layout(self) -> None:
        if not self.needs_layout:
            return
        self.needs_layout = False
        for layer in self.layers:
            layer.place(pygame.Rect((0, 0), self.size))

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw changed parts and return the rectangles for display.update; an empty list if nothing changed."""
        self.ensure_layout()
        if not self._dirty:
            return []
        areas, self._dirty = _merge(self._dirty), []
        for area in areas:
            surface.set_clip(area)
            surface.fill(self.palette.colour(self.background), area)
            for layer in self.layers:
                if layer.modal:
                    dim(surface, area, self.palette.shadow, 120)
                layer.draw(surface, area)
                self._draw_focus(surface, layer, area)
            if self.tip is not None:
                self.tip.draw(surface, self)
        surface.set_clip(None)
        return areas

    def _draw_focus(self, surface: pygame.Surface, layer: Widget, area: pygame.Rect) -> None:
        widget = self.focused
        if widget is None or not self.focus_visible or not widget.is_shown or _layer_of(widget) is not layer:
            return
        clip = pygame.Rect(area)
        for node in widget.ancestors():
            if node.clips:
                grown = self.px(3)
                clip = clip.clip(node.viewport().inflate(2 * grown, 2 * grown))
        grown = self.px(2)
        surface.set_clip(clip)
        outline = Frame(None, self.palette.focus, radius=self.px(7), border=max(2, self.px(2)))
        draw_frame(surface, widget.rect.inflate(2 * grown, 2 * grown), outline)
        surface.set_clip(area)

    def px(self, units: float) -> int:
        return round(units * self.scale)

    # -- focus ------------------------------------------------------------------------------------------------------

    def ring(self) -> Iterator[Widget]:
        """Yield the focusable widgets of the top layer in reading order; a modal thus keeps the focus inside."""
        self.ensure_layout()
        return (w for w in self.top.walk() if w.focusable and w.is_shown and w.rect.w > 0)

    def focus(self, widget: Widget | None) -> None:
        """Move the keyboard focus, with its outline shown."""
        self._set_focus(widget, True)

    def _set_focus(self, widget: Widget | None, visible: bool) -> None:
        before = self.focused
        self.focus_visible = visible
        if widget is before:
            if widget is not None:
                widget.invalidate()
            return
        self.focused = widget
        self._hover_since = self.now_ms
        if before is not None and before.is_attached:
            before.focus_changed(False)
        if widget is None:
            return
        self._came_from = None
        for node in widget.ancestors():
            reveal = getattr(node, "reveal", None)
            if reveal is not None:
                reveal(widget.rect)
        widget.focus_changed(True)

    def focus_next(self, step: int = 1) -> bool:
        """Move the focus by Tab (1) or Shift+Tab (-1) around the ring of the top layer. Return false if nothing takes
        the focus.
        """
        ring = list(self.ring())
        if not ring:
            return False
        here = self.focused or self._came_from
        if here in ring:
            self.focus(ring[(ring.index(here) + step) % len(ring)])
        else:
            self.focus(ring[0 if step > 0 else -1])
        return True

    def focus_towards(self, dx: int, dy: int) -> bool:
        """Move the focus to the nearest widget in a direction; return false if there is none."""
        here = self.focused
        if here is None:
            return False
        x, y = here.rect.center
        best, best_cost = None, 0.0
        for widget in self.ring():
            along = (widget.rect.centerx - x) * dx + (widget.rect.centery - y) * dy
            across = abs((widget.rect.centerx - x) * dy) + abs((widget.rect.centery - y) * dx)
            cost = along + 3 * across
            if widget is not here and along > 0 and across <= 4 * along and (best is None or cost < best_cost):
                best, best_cost = widget, cost
        if best is not None:
            self.focus(best)
        return best is not None

    # -- events -----------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> bool:
        """Pass an event to the widgets; return true if one used it."""
        self.ensure_layout()
        if event.type == pygame.MOUSEMOTION:
            return self._on_move(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return event.button <= 3 and self._button_down(event.pos, event.button)
        if event.type == pygame.MOUSEBUTTONUP:
            return event.button <= 3 and self._button_up(event.pos, event.button)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(getattr(event, "precise_x", event.x), getattr(event, "precise_y", event.y))
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.TEXTINPUT:
            return self.focused is not None and self.focused.on_text_typed(event.text)
        if event.type == pygame.TEXTEDITING:
            return self.focused is not None and self.focused.on_text_composing(event.text, event.start)
        if event.type == pygame.VIDEORESIZE:
            self.resize(event.size)
        if event.type == pygame.WINDOWLEAVE:
            self._set_hover(None)
        return False

    def _on_move(self, pos: Pos) -> bool:
        self._pointer = pos
        if self._captured is not None:
            self._captured.mouse_drag(pos)
            return True
        found = self.top.hit(pos)
        self._set_hover(found)
        if found is not None:
            found.mouse_move(pos)
        return found is not None and found is not self.root

    def _set_hover(self, widget: Widget | None) -> None:
        before = self._hover
        if widget is before:
            return
        self._hover = widget
        self._hover_since = self.now_ms
        self.close_tip()
        if before is not None and before.is_attached:
            before.hovered = False
            before.mouse_leave()
            if before.reacts:
                before.invalidate()
        if widget is not None:
            widget.hovered = True
            if widget.reacts:
                widget.invalidate()

    def _button_down(self, pos: Pos, button: int) -> bool:
        self._pointer, self._lost = pos, None
        self.close_tip()
        layer = self.top
        target = layer.hit(pos)
        if target is None:
            if layer is self.root:
                return False
            if getattr(layer, "closes_outside", False):
                self.close(layer)
            return True
        self._set_hover(target)
        if self.focus_visible and self.focused is not None:
            self.focus_visible = False
            self.focused.invalidate()
        path = [target, *target.ancestors()]
        taker = next((w for w in path if w.focusable), None)
        if taker is not None and taker.focus_on_click:
            self._set_focus(taker, False)
        elif layer is self.root:
            self._set_focus(None, False)
            self._came_from = taker
        for widget in path:
            if button == 3 and widget.on_context is not None:
                widget.on_context(pos)
                return True
            if widget.mouse_down(pos, button):
                self._captured = widget
                return True
        return layer is not self.root

    def _button_up(self, pos: Pos, button: int) -> bool:
        captured, self._captured = self._captured, None
        lost, self._lost = self._lost, None
        if captured is None:
            return lost is not None and self._is_rebuilt(lost, pos)
        captured.mouse_up(pos, button)
        self._on_move(pos)
        return True

    def _is_rebuilt(self, lost: Widget, pos: Pos) -> bool:
        """Return whether the button is released over a rebuilt version of the pressed widget, which then gets the
        press. If it is a different control now, show a message instead. False if nothing was pressed, or the mouse has
        left it.
        """
        if not lost.stands_for(lost) or not lost.rect.collidepoint(pos):
            return False
        self.ensure_layout()
        same = self.top.hit(pos)
        while same is not None and not same.stands_for(lost):
            same = same.parent
        self._on_move(pos)
        if same is None:
            self.show_tip(lost.rect, tr("The button changed under the mouse; nothing was done."), pos)
        else:
            same.press()
        return True

    def _wheel(self, dx: float, dy: float) -> bool:
        target = self.top.hit(self._pointer)
        self.close_tip()
        while target is not None:
            if target.wheel(dx, dy):
                return True
            target = target.parent
        return self.top is not self.root

    def _key(self, event: pygame.Event) -> bool:
        self.close_tip()
        node = self.focused
        while node is not None:
            if node.key(event):
                return True
            node = node.parent
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            home = next((w for w in self.ring() if w.home), None) if self.focused is None else None
            if home is not None and home.key(event):
                self._set_focus(home, self.focus_visible)
                return True
            return self.focus_next(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if self.top is not self.root and self.focused is None and self.top.key(event):
            return True
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and plain and self.focused is not None:
            self.focused.press()
            return True
        if event.key in ARROW_KEYS and plain and self.focus_towards(*ARROW_KEYS[event.key]):
            return True
        if getattr(self.top, "closes_outside", False) and event.key not in MODIFIER_KEYS:
            self.close(self.top)  # a list closes at a key it does not use, as at a click beside it
        return self.top.modal

    # -- time and tooltips --------------------------------------------------------------------------------------------

    def tick(self, now_ms: int) -> None:
        """Advance the time: tooltips appear after a short pause, carets blink."""
        self.now_ms = now_ms
        if self.focused is not None:
            self.focused.tick(now_ms)
        if self.tip is not None and self._tip_owner is not None and not _has_same_tip(*self._tip_owner):
            self.close_tip()
        if self.tip is not None or now_ms - self._hover_since < HOVER_MS or self._captured is not None:
            return
        self.ensure_layout()  # lay out a new screen first: only then is cut text known
        keyed = self.focused if self.focus_visible else None
        for start in (self._hover, keyed):
            for widget in [start, *start.ancestors()] if start is not None else []:
                words = tip_of(widget)
                if words:
                    self.show_tip(widget.rect, words, pointer=self._pointer if widget.hovered else None)
                    self._tip_owner = widget, words
                    return

    def show_tip(self, anchor: pygame.Rect, markup: str, pointer: Pos | None = None, tone: str = "") -> None:
        """Show a tooltip at once, beside the anchor (or the pointer); `tone`: a colour token for its border."""
        self.close_tip()
        markup = self.explain(markup) if self.explain is not None else markup
        clear = [widget.rect for widget in self.top.walk() if widget.guarded and widget.is_shown and widget.rect.w > 0]
        self.tip = Tip(self, anchor, markup, pointer, tone, clear)
        self.mark(self.tip.area)

    def close_tip(self) -> None:
        if self.tip is not None:
            self.mark(self.tip.area)
        self.tip = self._tip_owner = None

    def refuse(self, widget: Widget) -> None:
        """Show why a widget is disabled, and call `on_refused`."""
        self.show_tip(widget.rect, widget.reason or tr("Unavailable now."), tone="bad")
        self._tip_owner = widget, tip_of(widget)
        if self.on_refused is not None:
            self.on_refused(widget, widget.reason)


def _has_same_tip(widget: Widget, words: str) -> bool:
    """Return whether a widget is still shown and its tooltip would be the same."""
    return widget.is_attached and widget.is_shown and tip_of(widget) == words


def tip_of(widget: Widget) -> str:
    """Return a widget's tooltip: its own text, why it is disabled, and text that was cut."""
    hide = getattr(widget, "hidden_text", None)
    hidden = str(hide()) if hide is not None else ""
    if not widget.enabled and widget.reason:
        return f"{widget.tooltip}\n{{bad:{widget.reason}}}" if widget.tooltip else widget.reason
    return "\n".join(words for words in (hidden, widget.tooltip) if words)


def _layer_of(widget: Widget) -> Widget:
    node = widget
    while node.parent is not None:
        node = node.parent
    return node


def _merge(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Join rectangles that overlap, so that no pixel is drawn twice."""
    done: list[pygame.Rect] = []
    for rect in rects:
        grown = pygame.Rect(rect)
        while (index := grown.collidelist(done)) >= 0:
            grown.union_ip(done.pop(index))
        done.append(grown)
    return done
