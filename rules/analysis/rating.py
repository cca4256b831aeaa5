"""The rating: what an unforced order costs on average, by game, phase, side, range and weather; a rank of the navy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from rules.analysis.luck_and_skill import CERTAIN, Analysis
from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

TABLES = Path(__file__).parent / "tables"
FEW = 50  # decisions under which a rating says little
POINTS = 100
KINDS = ("game", "opponent", "phase", "side", "range", "weather")  # by what insights are reported
PARTS = ("phase", "range")  # of those, the ones that part the orders of one game
SEEN = ("night", "weather", "visibility", "seas", "sea")  # of a battle's conditions: the first that is reported


class Rank(Record, frozen=True, forbid_unknown_fields=True):
    """A rank, and the most its holder errs, in hundredths of a point an order."""

    rank: str
    most: int


class Chapter(Record, frozen=True, forbid_unknown_fields=True):
    """A part of the page that explains all this."""

    title: str
    text: str


class Count(msgspec.Struct, forbid_unknown_fields=True):
    """Unforced orders of one phase: how many, what they cost in all and squared, how many were clear mistakes."""

    orders: int = 0
    loss: float = 0.0
    squares: float = 0.0
    mistakes: int = 0

    def add(self, other: Count) -> None:
        """Put another count to this one."""
        self.orders += other.orders
        self.loss += other.loss
        self.squares += other.squares
        self.mistakes += other.mistakes

    @property
    def error(self) -> float:
        """Points of win chance an order costs on average."""
        return POINTS * self.loss / max(1, self.orders)

    @property
    def margin(self) -> float:
        """Half the 95 per cent interval of that."""
        if self.orders < 2:
            return POINTS
        mean = self.loss / self.orders
        spread = max(0.0, self.squares / self.orders - mean * mean)
        return POINTS * 1.96 * sqrt(spread / self.orders)


class GameRating(msgspec.Struct, forbid_unknown_fields=True):
    """One side's orders in one game."""

    system: str
    battle: str
    side: str
    weather: str
    luck: float
    phases: dict[str, Count]
    ranges: dict[str, Count] = {}  # how far apart the sides were
    rival: str = ""  # who played the other side; empty: the game is not over, or was analysed by an earlier version
    skill: float = 0.0  # what all that was no dice did for the side: the result less its chance before, less luck


class Insight(Record, frozen=True):
    """What is said about one group of orders."""

    kind: str  # of KINDS
    name: str
    count: Count
    luck: float  # points a game
    games: int
    skill: float = 0.0  # points a game without luck, more or less than was to be expected
    margin: float = 0.0  # half the 95 per cent interval of that


@cache
def ranks() -> tuple[Rank, ...]:
    """Return the ranks, the best first. Raises DataError."""
    return load_yaml(TABLES / "ranks.yaml", tuple[Rank, ...])


@cache
def load_explanation() -> tuple[Chapter, ...]:
    """Return the page that says what luck, skill and luck-adjusted mean. Raises DataError."""
    return load_yaml(TABLES / "explained.yaml", tuple[Chapter, ...])


def rank_of(count: Count) -> str:
    """Return the rank that a mean error earns; without orders nobody has one."""
    if not count.orders:
        return "not rated"
    return next((rank.rank for rank in ranks() if count.error * POINTS <= rank.most), ranks()[-1].rank)


def rating_words(count: Count) -> str:
    """ "lieutenant: 1.9 ± 0.4 points an order, 212 orders"."""
    if not count.orders:
        return "not rated: no orders analysed yet"
    few = "; few, so it says little" if count.orders < FEW else ""
    text = f"{count.error:.1f} ± {count.margin:.1f} points an order, of {count.orders}{few}"
    return f"{rank_of(count)}: {text}"


def rate_game(found: Analysis, side: str, weather: str = "", ranges: Mapping[int, str] | None = None) -> GameRating:
    """Return what a game says of one side's orders.

    ranges: how far apart the sides were, for the orders where it is known. Every unforced order counts with its
    measured cost, clear or not: errors of measurement cancel out, and many small losses show a difference of strength.
    """
    phase_of = {entry.number: entry.phase for entry in found.entries}
    phases: dict[str, Count] = {}
    by_range: dict[str, Count] = {}
    for decision in found.decisions:
        if decision.side == side:
            one = Count(1, decision.loss, decision.loss**2, int(decision.decided))
            phases.setdefault(phase_of.get(decision.number, ""), Count()).add(one)
            if ranges and ranges.get(decision.number):
                by_range.setdefault(ranges[decision.number], Count()).add(one)
    rival = next((kind for other, kind in found.players.items() if other != side), "") if found.over else ""
    return GameRating(
        system=found.system,
        battle=found.scenario,
        side=side,
        weather=weather,
        luck=found.luck(side),
        phases=phases,
        ranges=by_range,
        rival=rival,
        skill=found.skill(side),
    )


def total_count(games: Iterable[GameRating]) -> Count:
    """Return all orders of some games."""
    found = Count()
    for game in games:
        for count in game.phases.values():
            found.add(count)
    return found


def insights(games: Iterable[GameRating]) -> list[Insight]:
    """Return error and luck by game, phase, side, range and weather, each group with most orders first."""
    games = list(games)
    found: list[Insight] = []
    for kind in KINDS:
        groups: dict[str, tuple[Count, list[GameRating]]] = {}
        for game in games:
            for name, count in _groups(kind, game):
                groups.setdefault(name, (Count(), []))[0].add(count)
            if kind not in PARTS:
                groups.setdefault(_whole(kind, game), (Count(), []))[1].append(game)
        rows = [_insight(kind, name, count, of) for name, (count, of) in groups.items() if name]
        found += sorted(rows, key=lambda row: (-row.count.orders, row.name))
    return found


def _insight(kind: str, name: str, count: Count, games: Sequence[GameRating]) -> Insight:
    luck = POINTS * sum(game.luck for game in games) / max(1, len(games))
    skills = [POINTS * game.skill for game in games]
    half = CERTAIN * stdev(skills) / sqrt(len(skills)) if len(skills) > 1 else float(POINTS)
    return Insight(kind, name, count, luck, len(games), fmean(skills) if skills else 0.0, half)


def _groups(kind: str, game: GameRating) -> list[tuple[str, Count]]:
    """Return the groups of a kind that orders of one game belong to: (name, those orders)."""
    if kind in PARTS:
        parts = game.phases if kind == "phase" else game.ranges
        return [(f"{game.system}: {part}", count) for part, count in parts.items()]
    return [(_whole(kind, game), count) for count in game.phases.values()]


def _whole(kind: str, game: GameRating) -> str:
    """Return the group of a kind that a whole game belongs to; "" = none."""
    return {
        "game": game.system,
        "opponent": game.rival,
        "side": f"{game.system}: {game.side}",
        "weather": game.weather,
    }[kind]


def lines(games: Iterable[GameRating]) -> list[str]:
    """Return rating and insights in plain text."""
    games = list(games)
    lines = [f"Rating: {rating_words(total_count(games))}", ""]
    for row in insights(games):
        luck = f", luck {row.luck:+.0f} a game ({row.games})" if row.games else ""
        if row.kind == "opponent":
            luck += f", without luck {row.skill:+.0f} ± {row.margin:.0f} a game"
        lines.append(f"{row.kind:8} {row.name:34} {row.count.error:5.1f} points an order of {row.count.orders}{luck}")
    return lines
