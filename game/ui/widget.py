"""The base of every widget: its box, its place in the tree, event handling, and its description as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

import pygame

from game.ui.accessible_text import AccessibleRows, spoken_text
from game.ui.fonts import SIZES, FontBook
from game.ui.theme import Colour, Palette

if TYPE_CHECKING:
    from typing_extensions import Unpack

Pos = tuple[int, int]


class Box(TypedDict, total=False):
    """Keyword options that every widget takes. Lengths are unscaled units (pixels at ui_scale 1)."""

    width: float  # preferred width; by default the natural width
    height: float
    min_width: float
    min_height: float
    stretch: int  # share of the free space along the parent's direction; 0: keep the preferred size
    align: str  # across the parent's direction: fill, start, centre, end
    tooltip: str  # markup; shown on hover and on keyboard focus
    enabled: bool
    reason: str  # why it is disabled; shown when it is pressed
    visible: bool


class Host(Protocol):
    """What a widget needs from its tree; implemented by game/ui/tree.py."""

    palette: Palette
    scale: float
    book: FontBook
    size: tuple[int, int]
    focused: Widget | None
    focus_visible: bool
    needs_layout: bool
    now_ms: int
    on_link: Callable[[str], None] | None

    @property
    def root(self) -> Widget:
        """Return the root widget of the screen, below all popups."""

    @property
    def top(self) -> Widget:
        """Return the layer that gets the events."""

    @property
    def pointer(self) -> tuple[int, int]:
        """Return the mouse position."""

    def px(self, units: float) -> int:
        """Convert unscaled units to pixels."""

    def ensure_layout(self) -> None:
        """Lay out changed widgets now."""

    def mark(self, rect: pygame.Rect) -> None:
        """Mark this part of the screen for redrawing."""

    def open(self, layer: Widget) -> None:
        """Open a modal or popup on top."""

    def close(self, layer: Widget) -> None:
        """Close a popup or modal with everything above it."""

    def forget(self, widget: Widget) -> None:
        """Clear focus, hover and capture inside a widget that leaves the tree."""

    def focus(self, widget: Widget | None) -> None:
        """Move the focus."""

    def refuse(self, widget: Widget) -> None:
        """Show why a pressed widget is disabled."""

    def show_tip(
        self, anchor: pygame.Rect, markup: str, pointer: tuple[int, int] | None = None, tone: str = ""
    ) -> None:
        """Show a tooltip beside the thing it explains."""

    def close_tip(self) -> None:
        """Close the tooltip."""


LEAST_TARGET = 24  # least width and height in pixels of pressable widgets, at any text size: WCAG 2.5.8


class Widget:
    """A node of the tree. `rect` is its place on the screen in pixels, set by layout."""

    kind = "widget"
    focusable = False
    home = False  # gets Tab first while nothing has the focus
    guarded = False  # tooltips must not cover it
    focus_on_click = False  # buttons leave the focus ring alone when clicked; text fields and lists take it
    reacts = False  # looks different when hovered or pressed
    clips = False  # children are shown only inside `viewport()`
    modal = False
    label = ""  # its name, if its own text is only its value: fields, lists, the board

    def __init__(self, id: str = "", **box: Unpack[Box]) -> None:
        self.id = id
        self.width = box.get("width")
        self.height = box.get("height")
        self.min_width = box.get("min_width", 0.0)
        self.min_height = box.get("min_height", 0.0)
        self.stretch = box.get("stretch", 0)
        self.align = box.get("align", "fill")
        self.tooltip = box.get("tooltip", "")
        self.enabled = box.get("enabled", True)
        self.reason = box.get("reason", "")
        self.visible = box.get("visible", True)
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.parent: Widget | None = None
        self.children: list[Widget] = []
        self.hovered = False
        self.pressed = False
        self.on_context: Callable[[Pos], None] | None = None  # right click
        self._tree: Host | None = None

    # -- the tree ---------------------------------------------------------------------------------------------

    @property
    def tree(self) -> Host:
        """Return the tree of this widget. Raises RuntimeError before it is attached."""
        if self._tree is None:
            raise RuntimeError(f"widget {self.id or self.kind!r} is not in a tree yet; add it, then use it")
        return self._tree

    @property
    def is_attached(self) -> bool:
        return self._tree is not None

    @property
    def palette(self) -> Palette:
        return self.tree.palette

    def px(self, units: float) -> int:
        """Convert unscaled units to pixels at the current ui_scale."""
        return round(units * self.tree.scale)

    def size_px(self, size: str) -> int:
        """Return the pixels of a named text size, see fonts.SIZES."""
        return max(6, self.px(SIZES[size]))

    def colour(self, token: str | Colour) -> Colour:
        return self.palette.colour(token)

    def attach(self, tree: Host | None) -> None:
        self._tree = tree
        for child in self.children:
            child.attach(tree)

    def add(self, *widgets: Widget) -> Widget:
        """Append children and return this widget, so that trees can be written as one expression."""
        for widget in widgets:
            widget.parent = self
            widget.attach(self._tree)
            self.children.append(widget)
        self.relayout()
        return self

    def remove(self, widget: Widget) -> None:
        """Remove a child. Raises ValueError if it is not one."""
        self.children.remove(widget)
        widget.invalidate()
        if self._tree is not None:
            self._tree.forget(widget)
        widget.parent = None
        widget.attach(None)
        self.relayout()

    def clear(self) -> None:
        for child in list(self.children):
            self.remove(child)

    def walk(self) -> Iterator[Widget]:
        """Yield this widget and all below it, in drawing order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self) -> Iterator[Widget]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def is_shown(self) -> bool:
        """Return whether it and all its ancestors are visible."""
        return self.visible and all(node.visible and node.shows(self) for node in self.ancestors())

    def shows(self, descendant: Widget) -> bool:
        """Return whether a descendant is on the visible page; Tabs return false for hidden pages."""
        return True

    # -- changes ----------------------------------------------------------------------------------------------

    def invalidate(self) -> None:
        """Mark this widget for redrawing."""
        if self._tree is not None:
            bleed = self.bleed()
            self._tree.mark(self.rect.inflate(2 * bleed, 2 * bleed))

    def relayout(self) -> None:
        """Request a new layout before the next drawing or event."""
        if self._tree is not None:
            self._tree.needs_layout = True

    def set_visible(self, visible: bool) -> None:
        if visible != self.visible:
            self.visible = visible
            self.invalidate()
            self.relayout()

    def set_enabled(self, enabled: bool, reason: str = "") -> None:
        """Enable or disable. Disabled widgets stay in the focus ring and answer a press with `reason`."""
        if (enabled, reason) != (self.enabled, self.reason):
            self.enabled, self.reason = enabled, reason
            self.invalidate()

    # -- layout: pixels -----------------------------------------------------------------------------------------

    def natural_width(self) -> int:
        """Return its preferred width, ignoring `width`; overridden by most."""
        return 0

    def least_width(self) -> int:
        """Return the smallest usable width."""
        return 0

    def height_at(self, width: int) -> int:
        """Return the height it needs at a width; overridden by most."""
        return 0

    def wanted_width(self) -> int:
        wide = self.natural_width() if self.width is None else self.px(self.width)
        return max(wide, self.px(self.min_width))

    def smallest_width(self) -> int:
        return min(max(self.least_width(), self.px(self.min_width)), self.wanted_width())

    def wanted_height(self, width: int) -> int:
        tall = self.height_at(width) if self.height is None else self.px(self.height)
        return max(tall, self.px(self.min_height))

    def place(self, rect: pygame.Rect) -> None:
        """Set the widget's rectangle and arrange its children."""
        if rect != self.rect:
            self.invalidate()
            self.rect = pygame.Rect(rect)
            self.invalidate()
        self.arrange()

    def arrange(self) -> None:
        """Place the children; a plain widget gives each its whole rectangle."""
        for child in self.children:
            child.place(self.rect)

    def viewport(self) -> pygame.Rect:
        return self.rect

    def bleed(self) -> int:
        """Return the pixels it paints outside its rectangle: shadow or focus outline."""
        return self.px(4) if self._tree is not None else 0

    # -- drawing ------------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draw the widget itself, not its children."""

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the widget and its children within `area`."""
        bleed = 2 * self.bleed()
        if not self.visible or not self.rect.inflate(bleed, bleed).colliderect(area):
            return
        self.paint(surface)
        if not self.clips:
            for child in self.children:
                child.draw(surface, area)
            return
        before = surface.get_clip()
        inside = self.viewport().clip(area)
        if inside.w > 0 and inside.h > 0:
            surface.set_clip(inside)
            for child in self.children:
                child.draw(surface, inside)
            surface.set_clip(before)

    # -- events -------------------------------------------------------------------------------------------------

    def hit(self, pos: Pos) -> Widget | None:
        """Return the topmost visible widget at a point of the screen."""
        if not self.visible or not self.rect.collidepoint(pos):
            return None
        if self.clips and not self.viewport().collidepoint(pos):
            return self
        for child in reversed(self.children):
            found = child.hit(pos)
            if found is not None:
                return found
        return self

    def mouse_down(self, pos: Pos, button: int) -> bool:
        """Handle a press; return true to capture the pointer until the button is released."""
        return False

    def mouse_drag(self, pos: Pos) -> None:
        """Handle a pointer move while captured."""

    def stands_for(self, other: Widget) -> bool:
        """Return whether this is a rebuilt version of another widget: same name, text and action."""
        return False

    def mouse_up(self, pos: Pos, button: int) -> None:
        """Handle the release of the captured button."""

    def mouse_move(self, pos: Pos) -> None:
        """Handle a pointer move over the widget."""

    def mouse_leave(self) -> None:
        """Handle the pointer leaving the widget."""

    def wheel(self, dx: float, dy: float) -> bool:
        """Handle the wheel; return true if it scrolled. dy is positive away from the player."""
        return False

    def key(self, event: pygame.Event) -> bool:
        """Handle a KEYDOWN while it or something in it has the focus; return true if it was used."""
        return False

    def on_text_typed(self, text: str) -> bool:
        return False

    def on_text_composing(self, text: str, start: int) -> bool:
        return False

    def focus_changed(self, focused: bool) -> None:
        self.invalidate()

    def press(self) -> None:
        """Do the action of Enter and Space."""

    def tick(self, now_ms: int) -> None:
        """Update while it is focused, for a blinking caret."""

    @property
    def is_focused(self) -> bool:
        return self._tree is not None and self._tree.focused is self

    # -- description as data
    # ------------------------------------------------------------------------------------------------

    def spoken_text(self) -> str:
        """Return its text for a screen reader and for tests."""
        return ""

    def value_now(self) -> Any:
        """Return its value, if it has one: bool, number, string or index."""
        return None

    def accessible_name(self) -> str:
        """Return its name without symbols."""
        return spoken_text(self.label or self.spoken_text())

    def value_text(self) -> str:
        """Return its value as text; empty if the name includes it."""
        return ""

    def more_text(self) -> str:
        """Return its further description, as markup: the text of its tooltip."""
        return self.tooltip

    def accessible_rows(self) -> AccessibleRows | None:
        """Return its rows, if it has rows that are not widgets."""
        return None

    def press_row(self, row: int) -> None:
        """Press a row for a screen reader: the same as a click on it."""

    def describe(self) -> dict[str, object]:
        """Return id, kind, text, rect (x, y, w, h), enabled, focused; value, reason and children if there are any."""
        data: dict[str, object] = {
            "id": self.id,
            "kind": self.kind,
            "text": self.spoken_text(),
            "rect": tuple(self.rect),
            "enabled": self.enabled,
            "focused": self.is_focused,
        }
        if self.value_now() is not None:
            data["value"] = self.value_now()
        if not self.enabled and self.reason:
            data["reason"] = self.reason
        below = [child.describe() for child in self.children if child.visible and self.shows(child)]
        if below:
            data["children"] = below
        return data
