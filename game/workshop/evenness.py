"""A battle made even by games between computers: a handicap, other break points, or other forces and crews.

`Levelling` draws a skirmish and says which games are to be played of it next, until they are even or its rounds are
used up. Where points decide, no order depends on a handicap: games that were played are counted again under another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from game.words import tr
from game.workshop.skirmish import MOST_TILT, Lot, draw
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.system import System

ROUNDS, NEAR = 6, 5  # of levelling; so near to 50 per cent is even
FEW, FULL = 6, 20  # games
HOPEFUL = {FEW: 30, FULL: 10}  # so many games that are further from even are not gone on with
# Games that a battle is offered by. Made-up ones of points were 5.3 per cent off in truth, by 20 of them 7.0; and of 35
# others that were even in 20 games the shares of fresh ones spread by 17.
ENOUGH = 40
FIRST_SEED = 1
BREAK = "break"
STEPS = 400  # handicaps that are counted again at most
STEP = 80  # per cent more points for the weaker side, of every per cent that its share was off
OTHER_LOT = 100_000  # further on, where a lot is drawn again
OFFERED, LOTS = 10, 3  # a battle further from 50 per cent is not offered while other forces may be drawn, so often

Outscores = Callable[[int, int], bool]  # (larger score, smaller): whether a side so far ahead wins


@dataclass(frozen=True)
class Result:
    """One game computers played of a battle: who won, and the points of both sides without any handicap."""

    winner: str
    points: tuple[int, int]


def share(scenario: Scenario, results: Sequence[Result]) -> int:
    """Per cent of the games won by the first side, a draw counted half."""
    first = scenario.sides[0].key
    won = sum(2 if result.winner == first else 0 if result.winner else 1 for result in results)
    return 50 if not results else round(won * 50 / len(results))


def won_by(outscores: Outscores, points: tuple[int, int], lead: int) -> int:
    """2 where the first side wins by points, 1 a draw. `lead`: how much less than the other's its handicap is."""
    first, second = points[0] + max(0, -lead), points[1] + max(0, lead)
    if first == second or not outscores(max(first, second), min(first, second)):
        return 1
    return 2 if first > second else 0


def counted(scenario: Scenario, outscores: Outscores, results: Sequence[Result]) -> int:
    """Per cent of the games that the first side has won under the handicap of the battle, a draw counted half."""
    first, second = scenario.sides
    won = sum(won_by(outscores, result.points, second.handicap - first.handicap) for result in results)
    return 50 if not results else round(won * 50 / len(results))


def level(scenario: Scenario, outscores: Outscores, results: Sequence[Result]) -> Scenario:
    """The same battle with the handicap under which these very games are most nearly even.

    Of handicaps that do the same the middle one: it stands furthest from where a game would turn.
    """
    if not results:
        return scenario
    leads = [result.points[0] - result.points[1] for result in results]
    low, high = min(0, *leads), max(0, *leads)
    step = max(1, (high - low) // STEPS)
    tried = range(2 * low - step, 2 * high + step + 1, step)  # beyond all leads: a draw reaches so far
    off = {lead: abs(sum(won_by(outscores, one.points, lead) for one in results) - len(results)) for lead in tried}
    best = [lead for lead in tried if off[lead] == min(off.values())]
    lead = best[len(best) // 2]
    first, second = scenario.sides
    return scenario.but(sides=(first.but(handicap=max(0, -lead)), second.but(handicap=max(0, lead))))


class Levelling:
    """A skirmish made even in rounds of games.

    `best` is the evenest so far, by its first side's `share`; of `next` so many `games` are to be played, with dice
    from `seed` on. Where a game is decided by points all its games are counted again under every handicap, and the
    evenest is taken. Elsewhere a few games show what is hopeless, and only what may be even gets all of them: the
    weaker side gets more units or better crews, the more the further off it was, and a break point of its own. A round
    of more games is believed before one of fewer. One in which a game broke off says nothing of its forces: others are
    drawn, and `broken` tells how often. Others are drawn as well where a lot stays uneven in all its rounds; `lots`
    tells how many were.
    """

    def __init__(self, system: System, sheet: MapSheet | None, lot: Lot, rounds: int = ROUNDS) -> None:
        assert system.workbench is not None
        self.system, self.sheet, self.left, self.rounds = system, sheet, rounds, rounds
        self.bench = system.workbench()
        self.by_points, self.by_breaking = self.bench.by_handicap, bool(self.bench.specials)
        self.seed, self.tried, self.broken, self.share, self.lots = FIRST_SEED, 0, 0, 50, 1
        self._many = 0  # games `best` was measured by
        self.best = self._drawn(lot)

    def _drawn(self, lot: Lot) -> Scenario:
        """Begin with other forces."""
        self.lot, self._low, self._high = lot, -MOST_TILT, MOST_TILT
        self._played: list[Result] = []  # of these forces, whatever the handicap was
        self._round: list[Result] = []  # of `next` as it stands
        found = draw(self.system, self.sheet, lot)
        self.next: Scenario | None = found
        self.games = FULL if self.by_points else FEW
        return found

    @property
    def off(self) -> int:
        """How far from even `best` was in its games."""
        return abs(self.share - 50)

    def told(self) -> str:
        """How even it became, in words."""
        low, high = 50 - self.off, 50 + self.off
        if not self.tried:
            words = tr("It could not be made even.")
        elif self.by_points:
            games = len(self._played)
            words = tr("{games} games, counted again under every handicap: {low} to {high} per cent of them.",
                       games=games, low=low, high=high)  # fmt: skip
        else:
            words = tr(
                "The evenest of {rounds} rounds: {low} to {high} per cent.", rounds=self.tried, low=low, high=high
            )
        if self.lots > 1:
            words += " " + tr("Forces drawn before others were even enough: {count}.", count=self.lots - 1)
        if self.broken:
            words += " " + tr("Rounds in which games broke off: {count}; other forces were drawn.", count=self.broken)
        return words

    def played(self, results: Sequence[Result]) -> None:
        """The games of `next` have been played: is it even, and what is to be tried next?"""
        assert self.next is not None
        tried = self.next
        self.seed += self.games
        if len(results) < self.games:
            self._broke_off()
            return
        self._round += results
        self._played += results
        if self.by_points:
            self._counted_again(tried)
            return
        won, many = share(tried, self._round), len(self._round)
        if many < ENOUGH and abs(won - 50) <= HOPEFUL[many]:
            self.games = (FULL if many < FULL else ENOUGH) - many
            return  # the same once more: it may be even
        self.tried += 1
        if (-many, abs(won - 50)) < (-self._many, self.off) or self.tried == 1:
            self.best, self.share, self._many = tried, won, many
        self.left -= 1
        self.next, self._round = None, []
        if self.left > 0 and self.off > NEAR:
            found = self._mended(tried, won)
            self.next = found if found != tried else None
        if self.next is None:
            self._another_lot()

    def _another_lot(self) -> None:
        """These forces are done with: others, where nothing was even enough to be offered."""
        if self.off > OFFERED and self.lots < LOTS:
            self.lots += 1
            self.left = self.rounds
            self._drawn(replace(self.lot, seed=self.lot.seed + OTHER_LOT, tilt=0))

    def _counted_again(self, tried: Scenario) -> None:
        """The handicap under which all these games are most nearly even; more of the same until they are enough."""
        self.tried += 1
        self.left -= 1
        assert self.system.outscores is not None, "what is evened by points is decided by them"
        found = level(tried, self.system.outscores, self._played)
        won = counted(found, self.system.outscores, self._played)
        if self.lots == 1 or abs(won - 50) < self.off:
            self.best, self.share = found, won
        if self.left < 1 or (len(self._played) >= ENOUGH and self.off <= NEAR):
            self.next = None
            self._another_lot()

    def _broke_off(self) -> None:
        self.broken += 1
        self.left -= 1
        self.next = None
        if self.left > 0:
            found = self._drawn(replace(self.lot, seed=self.lot.seed + OTHER_LOT, tilt=0))
            self.best = self.best if self.tried else found

    def _mended(self, tried: Scenario, won: int) -> Scenario:
        self.games = FULL
        if self.by_breaking and abs(won - 50) <= HOPEFUL[FEW]:
            found = levelled_breaks(tried, self._played)
            if found != tried:
                return found
        tilt = self.lot.tilt
        self._low, self._high = (tilt, self._high) if won < 50 else (self._low, tilt)
        aimed, half = tilt + (50 - won) * STEP // 100, (self._high - self._low) // 4
        aimed = min(self._high - half, max(self._low + half, aimed))
        self.lot, self._played, self.games = replace(self.lot, tilt=aimed), [], FEW
        return draw(self.system, self.sheet, self.lot)


def levelled_breaks(scenario: Scenario, results: Sequence[Result]) -> Scenario:
    """The same battle with the break points under which these games would have been most nearly even.

    Who lost the smaller part of his own break point is taken to have won. Of pairs that do the same, the nearest to
    those it has.
    """
    limits = {who: number for what, who, number in scenario.special if what == BREAK}
    if not results or any(side.key not in limits for side in scenario.sides):
        return scenario
    a, b = (limits[side.key] for side in scenario.sides)

    def off(pair: tuple[int, int]) -> tuple[int, int]:
        won = sum(_by_parts(result.points, pair) for result in results)
        return abs(won - len(results)), abs(pair[0] - a) + abs(pair[1] - b)

    near = [(x, y) for x in range(max(1, a - 3), a + 4) for y in range(max(1, b - 3), b + 4)]
    evenest: tuple[int, int] = min(near, key=off)
    best = dict(zip((side.key for side in scenario.sides), evenest, strict=True))
    return scenario.but(
        special=tuple((what, who, best[who] if what == BREAK else number) for what, who, number in scenario.special)
    )


def _by_parts(points: tuple[int, int], limits: tuple[int, int]) -> int:
    """2 where the first side won, 1 a draw: what each took from the other, as a part of the other's break point."""
    first, second = points[0] * limits[0], points[1] * limits[1]
    return 2 if first > second else 1 if first == second else 0
