"""Courses: how a move is written, which courses a helm allows, and the path a course takes over the table.

A course is read "3.5R2R1": inches straight on, a turn of 45 degrees to port or starboard, inches, and so on. "0" is to
lie still. Inches are quarters; together they make half the speed.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules.kernel.inches import Path, Point, move
from rules.perfidious_albion.records.charts import INCH

STOP = "0"
PORT, STRAIGHT, STARBOARD = "port", "straight", "starboard"
TURNS = {"": 0, "L": -1, "R": 1}
_COURSE = re.compile(r"\d{1,2}(?:\.\d{1,2})?(?:[LR]\d{1,2}(?:\.\d{1,2})?)*[LR]?")


class Helm(NamedTuple):
    """The limits of steering.

    Milli-inches straight before each turn, turns in a move, degrees of a turn, step of lengths.
    """

    straight: int
    turns: int
    degrees: int
    step: int


class Leg(NamedTuple):
    """A part of a course: milli-inches straight on, then a turn to port (-1) or starboard (1), or none (0)."""

    run: int
    turn: int


class Track(NamedTuple):
    """A course over the table: places of the model's middle, one for each leg's end; the heading held on each leg."""

    points: Path
    headings: tuple[int, ...]
    heading: int  # at the end

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]


@cache
def legs(course: str) -> tuple[Leg, ...]:
    """Return a course in its parts; empty when it cannot be read."""
    if not course.isascii() or not _COURSE.fullmatch(course):
        return ()
    found = re.findall(r"(\d+)(?:\.(\d{1,2}))?([LR]?)", course)
    return tuple(Leg(int(whole) * INCH + int((part or "0").ljust(3, "0")), TURNS[turn]) for whole, part, turn in found)


@cache
def length_of(course: str) -> int:
    """Return the milli-inches a course runs."""
    return sum(leg.run for leg in legs(course))


def turns_of(course: str) -> int:
    """Return how often a course turns."""
    return sum(1 for leg in legs(course) if leg.turn)


@cache
def inches(mils: int) -> str:
    """Return milli-inches as they stand in a course: 3.5, 2, 0.25."""
    whole, part = divmod(mils, INCH)
    return f"{whole}.{part:03d}".rstrip("0") if part else str(whole)


def text_of(parts: tuple[Leg, ...]) -> str:
    """Return the course of these legs; a last leg of no length after a turn is left out."""
    words = [inches(leg.run) + ("L" if leg.turn < 0 else "R" if leg.turn else "") for leg in parts]
    if len(parts) > 1 and not parts[-1].run and not parts[-1].turn:
        words.pop()
    return "".join(words)


@cache
def _from_origin(course: str, heading: int, degrees: int) -> Track:
    at: Point = (0, 0)
    points, headings = [at], []
    for leg in legs(course):
        if leg.run:
            at = move(at, heading, leg.run)
            points.append(at)
            headings.append(heading)
        heading = (heading + leg.turn * degrees) % 360
    return Track(tuple(points), tuple(headings), heading)


def track_of(start: Point, heading: int, course: str, degrees: int) -> Track:
    """Return the path of a course from a place and heading; the pivot is the middle of the model. Rule: PA-MOV-H5."""
    x, y = start
    found = _from_origin(course, heading, degrees)
    return Track(tuple((px + x, py + y) for px, py in found.points), found.headings, found.heading)


@cache
def extent(course: str, heading: int, degrees: int) -> tuple[int, int, int, int]:
    """Return how far west, east, north and south a course goes from where it begins: least and most x, least and most
    y.
    """
    points = ((0, 0), *_from_origin(course, heading, degrees).points)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


@cache
def jammed_course(length: int, way: str, straight: int) -> str:
    """Return the one course a jammed rudder leaves for so many milli-inches: one turn as soon as allowed.

    Rule: PA-MOV-H9.
    """
    if way not in (PORT, STARBOARD) or length < straight:
        return inches(length)
    return text_of((Leg(straight, -1 if way == PORT else 1), Leg(length - straight, 0)))


@cache
def choice(length: int, helm: Helm) -> tuple[str, ...]:
    """Return a selection of courses of one length: straight on, and turns early, late and in between.

    Rules: PA-MOV-H3, PA-MOV-H4, PA-MOV-H5.
    """
    found = {inches(length): None}
    early, step = helm.straight, helm.step
    if helm.turns and length >= early:
        middle = (early + length) // 2 // step * step
        for turn in (-1, 1):
            for run in dict.fromkeys((early, middle, length)):
                found[text_of((Leg(run, turn), Leg(length - run, 0)))] = None
    for count in range(2, helm.turns + 1):
        if length < count * early:
            break
        rest = length - count * early
        ways = [(-1,) * count, (1,) * count]
        if count == 2:
            ways += [(-1, 1), (1, -1)]
        for way in ways:
            tight = tuple(Leg(early, turn) for turn in way)
            found[text_of((*tight, Leg(rest, 0)))] = None
            if rest:
                wide = rest // count // step * step
                loose = tuple(Leg(early + wide, turn) for turn in way)
                found[text_of((*loose, Leg(rest - wide * count, 0)))] = None
    return tuple(found)


@cache
def speeds_offered(least: int, most: int, now: int) -> tuple[int, ...]:
    """Return the few speeds that are offered, fastest first: most, as before, one in between, least."""
    kept = min(max(now, least), most)
    return tuple(sorted({most, least, kept, (least + most + 1) // 2}, reverse=True))


@cache
def list_courses(least: int, most: int, now: int, helm: Helm, mils_per_speed: int) -> tuple[str, ...]:
    """Return every course that is listed for a ship that may run these speeds.

    Rules: PA-MOV-H1, PA-MOV-H2, PA-MOV-H5.
    """
    return tuple(
        course for speed in speeds_offered(least, most, now) for course in choice(speed * mils_per_speed, helm)
    )


def cut_track(track: Track, far: Fraction) -> Track:
    """Return a track cut off after `far` legs: 1.5 is halfway along its second leg."""
    leg = int(far)
    if leg >= len(track.headings):
        return track
    (ax, ay), (bx, by) = track.points[leg], track.points[leg + 1]
    part = far - leg
    end = ax + round(part * (bx - ax)), ay + round(part * (by - ay))
    return Track((*track.points[: leg + 1], end), track.headings[: leg + 1], track.headings[leg])


def count_turns(track: Track) -> int:
    """Return how often the heading changes along a track."""
    return sum(before != after for before, after in zip(track.headings, track.headings[1:], strict=False))
