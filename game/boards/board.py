"""What every board can do, so that no screen knows hexes, bands or inches: shown, moved, asked, drawn.

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
    """A board with what a view puts on it. Nothing is drawn before `resize`."""

    theme: Palette
    ui_scale: float
    rect: pygame.Rect
    camera: Camera
    view: View | None
    overlay: Overlay
    titles: tuple[str, str, str]  # the cartouche: title, date and weather, scale
    hide_counters: bool
    bare: bool  # without cartouche, compass and small map for the moment
    label_rect: pygame.Rect | None  # where the label of a sight line or a note was drawn last
    moment: int  # milliseconds that sea, smoke and lamps have been moving; 0: a still picture

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Set another palette; everything painted so far is thrown away.

        The view stays, or is set again by the caller.
        """

    def set_ui_scale(self, ui_scale: float) -> None:
        """Set another size of counters, ornaments and boxes, live."""

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """Set the lines of the cartouche; an empty title hides it, an empty scale keeps the one there is."""

    def set_view(self, view: View) -> None:
        """Set the game as one side sees it."""

    def set_overlay(self, overlay: Overlay) -> None:
        """Set what lies over the board for the moment."""

    def resize(self, rect: pygame.Rect) -> None:
        """Set the rectangle of the screen that is the board's; the first time, the whole board is fitted into it."""

    def boxes(self) -> list[pygame.Rect]:
        """Return what the pieces and their names cover of the screen."""

    def reserve(self, rect: pygame.Rect | None) -> bool:
        """Keep ornaments and words off a rectangle of the screen, in which a panel lies. True when that is new."""

    def plain(self) -> None:
        """Leave out all ornaments but the scale, for a small picture."""

    @property
    def lively(self) -> bool:
        """Return whether anything on it moves by itself: it has water. Known once it has been drawn."""

    @property
    def scale_words(self) -> str:
        """What one unit of the board is: `1 hex = 1,000 yards`."""

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the board by so many pixels."""

    def zoom_at(self, pos: Point, clicks: int) -> None:
        """Zoom so many steps in (positive) or out, the point under `pos` staying there."""

    def fit(self) -> None:
        """Show the whole board."""

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show these places as large as they go, with so many hexes, bands or tens of the unit around them."""

    @property
    def readable_zoom(self) -> float:
        """The zoom from which the figures of all counters can be read; 0: at any."""

    def magnify(self, zoom: float) -> None:
        """Set a zoom; the middle is chosen after it."""

    def centre_on(self, place: Place) -> None:
        """Bring a place to the middle."""

    def screen_of(self, place: Place) -> Point:
        """Return the middle of a place on the screen; of a place with one counter, that counter's."""

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """Return the place and the topmost counter under a point of the screen.

        On a small map, the place it shows there.
        """

    def pointer(self, pos: Point | None) -> bool:
        """Tell the board where the cursor is: ornaments under it fade. True when the board must be drawn again."""

    def outline_of(self, place: Place) -> list[Point]:
        """Return the corners on the screen of what is marked under the cursor, mouse or keyboard: a hex, a band, a
        circle.
        """

    def step(self, place: Place, direction: str) -> Place:
        """Return the place the keyboard cursor goes to from a place; `direction` is one of DIRECTIONS."""

    @property
    def first_place(self) -> Place:
        """Where the keyboard cursor begins when there is no counter."""

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Return the facing from a place towards a point of the screen.

        None when it is too near, or nothing has facings.
        """

    def bearing(self, facing: int) -> Point | None:
        """Return the direction of a facing on the screen, of length 1; None when nothing has facings."""

    # Motion

    def animate(self, moves: Iterable[Step]) -> int:
        """Show these motions: draw(surface, t) gives the frame at t. Returns how long they take in all.

        ValueError names a bad one.
        """

    def animating(self, t: int) -> bool:
        """Return true while something still moves at that time."""

    def skip(self) -> None:
        """Drop the animation: the board already is what it leads to."""

    # Drawing

    def draw(self, surface: pygame.Surface, t: int | None = None) -> None:
        """Draw the board into its rectangle; with `t`, the animation at that time."""
