"""The places of a ship and the line astern of her after a move, and their value. House judgement, no rule.

Used by the captain for movement. Enemies who have still to move are expected to run on and to answer: they turn their
broadside to us, and may get ahead or astern of us, the more easily the nearer they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import isqrt
from typing import NamedTuple

from rules.kernel.inches import SCALE, Point, direction, move
from rules.quickfire.charts import MM, load_charts
from rules.quickfire.commands import Move
from rules.quickfire.expected_damage import Promise, promised_damage
from rules.quickfire.plots import Course, boxes_of
from rules.quickfire.state import Ship, State, afloat, enemy_of, is_stopped, place
from rules.quickfire.steering import course, legal_moves, limits

WHOLE = 1000
HALF_BEAM = 500  # sine of the edge of the arc ahead and astern, in thousandths: 30 degrees


class Post(NamedTuple):
    """A ship's place: heading as a vector of length SCALE, and how far she may still move from there."""

    name: str
    x: int
    y: int
    east: int
    south: int
    loose: int  # thousandths of a millimetre; 0: she has moved
    still: bool


class Foe(NamedTuple):
    """An enemy: her place, the mean damage between her and each of our ships, and her best from other ships of ours."""

    post: Post
    gives: Mapping[str, Promise]  # her damage to each of ours
    takes: Mapping[str, Promise]  # the damage of each of ours to her
    elsewhere: int  # her best damage to our other ships


class Prospect(NamedTuple):
    """The mean damage of both sides in a phase of fire, in thousandths of a point."""

    guns: int
    tubes: int
    their_guns: int
    their_tubes: int


def post_of(state: State, ship: Ship, roam: int) -> Post:
    """Return where a ship is, or is expected to be after her move.

    roam: thousandths of her run by which she may differ from it.
    """
    east, south = direction(ship.facing)
    if ship.moved or is_stopped(ship):
        return Post(ship.id, ship.x, ship.y, east, south, 0, ship.ran <= 1)
    box = state.scene.box[ship.id]
    x, y = move(place(ship), ship.facing, ship.ran * box)
    return Post(ship.id, x, y, east, south, max(1, limits(state, ship)[1] * box * roam // WHOLE), False)


def _blend(d: int, loose: int, values: tuple[int, int, int], edges: tuple[int, int, int]) -> int:
    """Return the value of the range band of distance `d`.

    Within `loose` of a band's edge the values of both bands are blended: the enemy may still move that far.
    """
    outer = (values[1], values[2], 0)
    for here, beyond, edge in zip(values, outer, edges, strict=True):
        if d <= edge - loose:
            return here
        if d <= edge + loose:
            return here + (beyond - here) * (d - edge + loose) // (2 * loose) if loose else here
    return 0


def _end_on(dx: int, dy: int, d: int, post: Post, loose: int) -> int:
    """Return how likely another ship, which may still move, is ahead or astern of a ship; in thousandths.

    Rule: QF-ARC-H1.
    """
    aside = abs(dx * post.south - dy * post.east) // SCALE
    edge = d * HALF_BEAM // WHOLE
    if not loose:
        return WHOLE if aside < edge else 0
    return min(WHOLE, max(0, (edge + loose - aside) * WHOLE // (2 * loose)))


class Outlook:
    """The mean damage between our places and the enemy.

    answer: how likely an enemy who has still to move keeps her broadside bearing, in thousandths.
    """

    def __init__(self, state: State, foes: list[Foe], answer: int) -> None:
        ranges, charts = state.scene.charts.gunnery.range_mm, state.scene.charts.torpedo
        self.foes = foes
        self._edges = ranges["point_blank"] * MM, ranges["short"] * MM, ranges["long"] * MM
        self._reach, self._answer = charts.range_mm * MM, answer

    def from_posts(self, posts: list[Post]) -> Prospect:
        """Return the mean damage with some of our ships in these places, each ship firing at her best target."""
        guns = tubes = their_tubes = 0
        best = [foe.elsewhere for foe in self.foes]
        for post in posts:
            most = hit = 0
            for number, foe in enumerate(self.foes):
                there = foe.post
                dx, dy = there.x - post.x, there.y - post.y
                d = isqrt(dx * dx + dy * dy)
                if d > self._edges[2] + there.loose:
                    continue
                ours, theirs = foe.takes[post.name], foe.gives[post.name]
                most = max(most, self._fire(ours, d, there.loose, _end_on(dx, dy, d, post, there.loose)))
                end = WHOLE - self._answer if there.loose else _end_on(-dx, -dy, d, there, 0)
                best[number] = max(best[number], self._fire(theirs, d, there.loose, end))
                if d <= self._reach + there.loose:
                    share = _blend(d, there.loose, (WHOLE, 0, 0), (self._reach, self._reach, self._reach))
                    hit = max(hit, (ours.static if there.still else ours.tubes) * share // WHOLE)
                    their_tubes += (theirs.static if post.still else theirs.tubes) * share // WHOLE
            guns, tubes = guns + most, tubes + hit
        return Prospect(guns, tubes, sum(best), their_tubes)

    def _fire(self, promise: Promise, d: int, loose: int, end: int) -> int:
        """Return the mean damage at a distance, with the target end on in `end` of a thousand cases."""
        broad = _blend(d, loose, (promise.near, promise.short, promise.long), self._edges)
        if not end:
            return broad
        half = _blend(d, loose, (promise.near_end, promise.short_end, promise.long_end), self._edges)
        return broad + (half - broad) * end // WHOLE


# ---------------------------------------------------------------------- a line that moves


def astern_of(state: State, name: str) -> list[Ship]:
    """Return the ships that follow one in line ahead, the next astern first; those that can still move."""
    found: list[Ship] = []
    after = {ship.ahead: ship for ship in state.ships.values() if ship.ahead and not ship.gone}
    while name in after and len(found) < len(state.ships):
        ship = after[name]
        if ship.moved or is_stopped(ship) or ship.helm:
            break
        found.append(ship)
        name = ship.id
    return found


def wake(leader: Ship, line: list[Ship]) -> list[Point]:
    """Return the way from a leader's place back to the last ship of her line."""
    found = [place(leader)]
    for ship in line:
        found += [(point.x, point.y) for point in reversed(ship.waypoints)]
        found.append(place(ship))
    return found


def line_posts(
    state: State, leader: Ship, track: Course, boxes: int, line: list[Ship], trail: list[Point]
) -> list[Post]:
    """Return the places of a leader and the ships astern of her after she has run a course and they have followed."""
    x, y = track.end
    east, south = direction(track.facing)
    posts = [Post(leader.id, x, y, east, south, 0, boxes <= 1)]
    if not line:
        return posts
    points = [leg.end for leg in reversed(track.legs) if leg.start != leg.end] + trail
    behind, number, walked = 0, 0, 0
    a, b = points[0], points[min(1, len(points) - 1)]
    length = _length(a, b)
    for ship in line:
        behind += state.scene.station[ship.id]
        while walked + length < behind and number + 2 < len(points):
            walked += length
            number += 1
            a, b = points[number], points[number + 1]
            length = _length(a, b)
        if not length:
            posts.append(posts[-1]._replace(name=ship.id))
            continue
        part = behind - walked
        x, y = a[0] + (b[0] - a[0]) * part // length, a[1] + (b[1] - a[1]) * part // length
        east, south = (a[0] - b[0]) * SCALE // length, (a[1] - b[1]) * SCALE // length
        posts.append(Post(ship.id, x, y, east, south, 0, boxes <= 1))
    return posts


def _length(a: Point, b: Point) -> int:
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def reachable_ends(state: State, ship: Ship) -> Iterator[tuple[Move, Course, int]]:
    """Yield one plot for each place and heading in which a ship can end: the plot, its course, its boxes."""
    met: set[tuple[Point, int]] = set()
    for plot in legal_moves(state, ship):
        track = course(state, ship, plot.plot)
        key = (track.end, track.facing)
        if key not in met:
            met.add(key)
            yield plot, track, boxes_of(plot.plot)


def foes_of(state: State, side: str, asked: list[Ship], roam: int, answer: int) -> list[Foe]:
    """Return the enemies on the table, each with her best damage to those of our ships that are not in `asked`."""
    mine = afloat(state, side)
    rest = [post_of(state, ship, 0) for ship in mine if ship not in asked]
    found = []
    for foe in afloat(state, enemy_of(state, side)):
        gives = {ship.id: promised_damage(state, foe.id, ship.id) for ship in mine}
        takes = {ship.id: promised_damage(state, ship.id, foe.id) for ship in mine}
        bare = Foe(post_of(state, foe, roam), gives, takes, 0)
        found.append(bare._replace(elsewhere=Outlook(state, [bare], answer).from_posts(rest).their_guns))
    return found


# ---------------------------------------------------------------------- the best range


def range_balance(state: State, ship: Ship, fear: int) -> tuple[int, int, int]:
    """Return a ship's mean damage in a turn less the enemy's, at point-blank, short and long range.

    fear: the weight of the enemy's damage, in thousandths; enemies are assumed to share their targets out.
    """
    foes = afloat(state, enemy_of(state, ship.side))
    if is_stopped(ship) or not foes:
        return 0, 0, 0
    ours = [promised_damage(state, ship.id, foe.id) for foe in foes]
    theirs = [promised_damage(state, foe.id, ship.id) for foe in foes]
    share = WHOLE * max(1, len(afloat(state, ship.side)))
    near, short, long = (
        max(_in_turn(each, band) for each in ours) - fear * sum(_in_turn(each, band) for each in theirs) // share
        for band in range(3)
    )
    return near, short, long


def _in_turn(promise: Promise, band: int) -> int:
    """Return the damage of a turn: two phases of gunfire, and torpedoes at point-blank."""
    return 2 * promise[band] + (0 if band else promise.tubes)


CLOSING = 40  # millimetres by which a range changes in a turn


@cache
def _bands() -> tuple[tuple[int, int, int], tuple[tuple[int, int], ...]]:
    """Return for each range band its last millimetre, and the distances safely within it."""
    a, b, c = (load_charts().gunnery.range_mm[name] for name in ("point_blank", "short", "long"))
    return (a, b, c), ((0, a * 9 // 10), (a * 13 // 10, b * 5 // 6), (b * 13 // 12, c * 23 // 24))


def range_penalty(post: Post, want: tuple[int, int, int], foes: list[Foe]) -> int:
    """Return what a ship loses by not being at her best range: the turns to get there, times the loss in each."""
    away = min((isqrt((post.x - foe.post.x) ** 2 + (post.y - foe.post.y) ** 2) for foe in foes), default=0) // MM
    best = max(want)
    edges, inside = _bands()
    least, most = inside[want.index(best)]
    now = _blend(away, 0, want, edges)
    return -max(0, least - away, away - most) * max(best - now, 0) // CLOSING
