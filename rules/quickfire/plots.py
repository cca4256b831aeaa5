"""Plots: how a move is written, which plots the helm allows, and the course of a plot on the table."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from rules.kernel.inches import Point, distance, move

PORT, STRAIGHT, STARBOARD = "port", "straight", "starboard"
TURNS = {"": 0, "L": -1, "R": 1}
ON_THE_SPOT = ("0L", "0R")  # of a ship that turns with her screws without moving (QF-MOV-H5)
LETTERS = {-1: "L", 1: "R"}
_PLOT = re.compile(r"0[LR]?|[1-9]\d?(?:[LR][1-9]\d?)*[LR]?")


class Helm(NamedTuple):
    """The limits of steering: boxes straight before each turn, turns in a move, degrees of a turn (QF-MOV-H4)."""

    straight: int
    steps: int
    degrees: int


class Run(NamedTuple):
    """A part of a plot: boxes straight on, then a turn to port (-1) or starboard (1), or none (0)."""

    boxes: int
    turn: int


class Leg(NamedTuple):
    """A straight part of a track, with its heading."""

    start: Point
    end: Point
    heading: int


class Course(NamedTuple):
    """A track on the table: its legs, and the heading at its end."""

    legs: tuple[Leg, ...]
    facing: int

    @property
    def end(self) -> Point:
        """The place where it ends."""
        return self.legs[-1].end


@cache
def parse_plot(plot: str) -> tuple[Run, ...]:
    """Return the parts of a plot; empty if it cannot be read. "2R3" is two boxes, a turn to starboard, three boxes."""
    if not plot.isascii() or not _PLOT.fullmatch(plot):
        return ()
    parts = re.findall(r"(\d+)([LR]?)", plot)
    return tuple(Run(int(boxes), TURNS[letter]) for boxes, letter in parts)


def boxes_of(plot: str) -> int:
    """Return how many boxes a plot runs."""
    return sum(run.boxes for run in parse_plot(plot))


@cache
def plots(boxes: int, helm: Helm) -> tuple[str, ...]:
    """Return every plot of a number of boxes, those with the fewest turns first.

    Rules: QF-MOV-H2, QF-MOV-H4, QF-MOV-H5.
    """
    found: list[tuple[int, str]] = []

    def grow(text: str, left: int, steps: int) -> None:
        found.append((steps, text + (str(left) if left or not text else "")))
        if steps == helm.steps:
            return
        for ahead in range(helm.straight, left + 1):
            for letter in "LR":
                grow(f"{text}{ahead}{letter}", left - ahead, steps + 1)

    grow("", boxes, 0)
    return tuple(plot for _, plot in sorted(found, key=lambda item: (item[0], item[1])))


@cache
def jammed_plot(boxes: int, way: str, straight: int) -> str:
    """Return the one plot a jammed rudder allows for a number of boxes. Rule: QF-MOV-H6."""
    if way == STRAIGHT or boxes < straight:
        return str(boxes)
    rest = boxes - straight
    return f"{straight}{'L' if way == PORT else 'R'}{rest or ''}"


@cache
def _legs(plot: str, facing: int, box: int, degrees: int) -> Course:
    at, legs = (0, 0), []
    for run in parse_plot(plot):
        end = move(at, facing, run.boxes * box)
        legs.append(Leg(at, end, facing))
        at, facing = end, (facing + run.turn * degrees) % 360
    return Course(tuple(legs), facing)


def course_of(start: Point, facing: int, plot: str, box: int, degrees: int) -> Course:
    """Return the course of a plot from a place and heading; `box` is one box in thousandths of a millimetre."""
    x, y = start
    legs, last = _legs(plot, facing, box, degrees)
    return Course(
        tuple(Leg((leg.start[0] + x, leg.start[1] + y), (leg.end[0] + x, leg.end[1] + y), leg.heading) for leg in legs),
        last,
    )


def last_leg(start: Point, facing: int, plot: str, box: int, degrees: int) -> Leg:
    """Return the last leg of the course of a plot."""
    x, y = start
    (ax, ay), (bx, by), heading = _legs(plot, facing, box, degrees).legs[-1]
    return Leg((ax + x, ay + y), (bx + x, by + y), heading)


def point_along(leg: Leg, run: int) -> Point:
    """Return the place at a distance along a leg, in thousandths of a millimetre; not beyond its end."""
    length = distance(leg.start, leg.end)
    if run >= length:
        return leg.end
    (ax, ay), (bx, by) = leg.start, leg.end
    return ax + (bx - ax) * run // length, ay + (by - ay) * run // length


def length_of(legs: tuple[Leg, ...]) -> int:
    """Return the length of a track in thousandths of a millimetre."""
    return sum(distance(leg.start, leg.end) for leg in legs)
