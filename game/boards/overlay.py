"""The temporary overlay of a board: reachable places, a path, a target, a line of sight with its reason. Everything is
given in places, so it is the same for every board; each board draws it in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.sight import Sight
from rules.kernel.view import Place


@dataclass(frozen=True)
class SightLine:
    """A line of sight from place to place.

    `blockers`, in order from `start`, are hexes, bands, or on a table the numbers of the ground's obstacles, each as
    `(number,)`; `ties` are pairs of hexes along a hexside, or obstacles that are only grazed.
    """

    start: Place
    end: Place
    blockers: tuple[Place, ...] = ()
    ties: tuple[tuple[Place, ...], ...] = ()
    verdict: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Overlay:
    """Everything temporary on a board, given in places. An empty overlay draws nothing."""

    selected: str = ""  # piece id
    reachable: tuple[Place, ...] = ()
    free: bool = False  # any place can be chosen: reachable places are only outlined
    targets: tuple[Place, ...] = ()  # places that may be aimed at
    target: Place | None = None  # the place aimed at
    path: tuple[Place, ...] = ()  # start first
    facing: int | None = None  # facing at the end of the path; None: along the path
    areas: tuple[tuple[Place, ...], ...] = ()  # covered by the order being prepared; hides the path
    hover: Place | None = None
    plans: tuple[tuple[Place, ...], ...] = ()  # planned paths, not yet ordered: start first
    marked: tuple[Place, ...] = ()  # pointed out by a lesson
    sight: SightLine | None = None
    note: tuple[Place, str, str] | None = None  # place, line in bold, line below


EMPTY = Overlay()


def sight_line(sight: Sight, start: Place, end: Place, verdict: str, rule: str) -> SightLine:
    """Return the line to draw for the kernel's result of a sight check between two places."""
    ties = tuple(tuple((number,) for number in cell) for cell in sight.ties)
    return SightLine(start, end, tuple((number,) for number in sight.blockers), ties, verdict, rule)
