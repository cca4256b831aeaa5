"""The interface of every board, so that no screen needs to know about hexes, bands or inches.

A place is a `rules.kernel.view.Place`: `(hex,)` on a map sheet, `(band, lane)` on range bands, `(x, y)` in thousandths
of the ground's unit on a table. Lanes are counted from the middle line: 0, 1, 2 downwards for the side whose flag is at
the first band, -1, -2, -3 upwards for the other, so that a place is never in both halves. Points of the screen are
pixels; times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

import pygame

from game.boards.animation import Motion
from game.boards.camera import Camera
from game.boards.overlay import Overlay
from game.hit_test import Hit
from game.ui.theme import Palette
from rules.kernel.view import Place, View

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = "Motion | tuple[str, Iterable[Place], int]"  # (piece id, places from first to last, milliseconds)

DIRECTIONS = ("up", "down", "left", "right")


class Board(Protocol):
    """A board that shows a view. Nothing is drawn before `resize`."""

    theme: Palette
    ui_scale: float
    rect: pygame.Rect
    camera: Camera
    view: View | None
    overlay: Overlay
    titles: tuple[str, str, str]  # the cartouche: title, date and weather, scale
    hide_counters: bool
    bare: bool  # cartouche, compass and small map are hidden at present
    label_rect: pygame.Rect | None  # where the label of a sight line or note was last drawn
    moment: int  # animation time of sea, smoke and lamps in milliseconds; 0: a still picture

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Set another palette and discard everything painted so far.

        The caller sets the view again if needed.
        """

    def set_ui_scale(self, ui_scale: float) -> None:
        """Change the size of counters, ornaments and boxes at once."""

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """Set the lines of the cartouche; an empty title hides it, an empty scale keeps the present one."""

    def set_view(self, view: View) -> None:
        """Set the game as one side sees it."""

    def set_overlay(self, overlay: Overlay) -> None:
        """Set the temporary overlay."""

    def resize(self, rect: pygame.Rect) -> None:
        """Set the rectangle of the screen that is the board's; the first call fits the whole board into it."""

    def boxes(self) -> list[pygame.Rect]:
        """Return the screen rectangles that pieces and their names cover."""

    def reserve(self, rect: pygame.Rect | None) -> bool:
        """Keep ornaments and text off a screen rectangle that a panel covers. Return true if that is new."""

    def plain(self) -> None:
        """Leave out all ornaments but the scale, for a small picture."""

    @property
    def lively(self) -> bool:
        """Return whether the board is animated (it has water). Known only after the first drawing."""

    @property
    def scale_words(self) -> str:
        """Return the scale as text: `1 hex = 1,000 yards`."""

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the board by (dx, dy) pixels."""

    def zoom_at(self, pos: Point, clicks: int) -> None:
        """Zoom `clicks` steps in (positive) or out; the point under `pos` stays there."""

    def fit(self) -> None:
        """Show the whole board."""

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show these places as large as possible, with `margin` hexes, bands or tens of the unit around them."""

    @property
    def readable_zoom(self) -> float:
        """Return the zoom from which the figures of all counters are readable; 0: at any."""

    def magnify(self, zoom: float) -> None:
        """Set a zoom; the caller then chooses the middle."""

    def centre_on(self, place: Place) -> None:
        """Scroll a place to the middle."""

    def screen_of(self, place: Place) -> Point:
        """Return the middle of a place on the screen; if it has exactly one counter, that counter's middle."""

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """Return the place and the topmost counter under a point of the screen.

        On a small map, the place it shows there.
        """

    def pointer(self, pos: Point | None) -> bool:
        """Note the cursor's position: ornaments under it fade. Return true if the board must be redrawn."""

    def outline_of(self, place: Place) -> list[Point]:
        """Return the screen corners of what the mouse or keyboard cursor marks: a hex, a band, a circle."""

    def step(self, place: Place, direction: str) -> Place:
        """Return the place the keyboard cursor goes to from a place; `direction` is one of DIRECTIONS."""

    @property
    def first_place(self) -> Place:
        """Return where the keyboard cursor begins if there is no counter."""

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Return the facing from a place towards a point of the screen.

        None if the point is too near, or the board has no facings.
        """

    def bearing(self, facing: int) -> Point | None:
        """Return the direction of a facing on the screen, of length 1; None if the board has no facings."""

    # Motion

    def animate(self, moves: Iterable[Step]) -> int:
        """Start these motions; draw(surface, t) then draws the frame at t. Return their total time. ValueError names a
        bad one.
        """

    def animating(self, t: int) -> bool:
        """Return true while something still moves at that time."""

    def skip(self) -> None:
        """Drop the animation: the board already shows its result."""

    # Drawing

    def draw(self, surface: pygame.Surface, t: int | None = None) -> None:
        """Draw the board into its rectangle; with `t`, the animation at that time."""
