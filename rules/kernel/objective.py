"""The objective of a puzzle: something a player can count when the battle is over, and how much of it is needed.

One order seldom decides the victory, but it may decide the lead in points, the ships left or the damage done. Each game
counts its own things (`System.metrics`) and has its own words for them. The objectives:

  stake: {count: ahead, least: 3}    # end the battle at least 3 points ahead
  stake: {count: result, least: 1}   # a draw or better: 2 a victory, 1 a draw, 0 a defeat
  stake: {count: lost, most: 0}      # of one's own ships or units, lost
  stake: {count: taken, least: 1}    # of the enemy's
  stake: {count: hurt, most: 4}      # damage suffered; `done`: damage done
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.kernel.default_hooks import enemy_of
from rules.kernel.flow import GameState
from rules.kernel.plurals import count_noun
from rules.kernel.record import AnyState, Record

RESULT = "result"
RESULTS = {2: "win this battle", 1: "hold them to a draw or better"}
GOOD = ("result", "ahead", "taken", "done")  # of which at least so much is asked; of the others at most
BAD = ("lost", "hurt")
COUNTS = (*GOOD, *BAD)

Word = tuple[str, str]  # for one and for several


class Metrics(Record, frozen=True, kw_only=True):
    """What a game counts of a side when the battle is over, and its words for it."""

    points: Callable[[AnyState, str], int]
    losses: Callable[[AnyState, str], tuple[int, int]]  # ships or units lost, damage suffered, those lost included
    point: Word = ("point", "points")
    unit: Word  # "ship", "ships"
    fate: str  # what has become of one that is lost: "sunk or out of action"
    mark: Word  # of damage: "level of damage", "levels of damage"


class Objective(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An objective: a least or a most of a count when the battle is over."""

    count: str  # of COUNTS
    least: int | None = None  # of what is good
    most: int | None = None  # of what is bad

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with it, in plain words."""
        if self.count not in COUNTS:
            yield f"expected one of {', '.join(COUNTS)} as `count`, found {self.count!r}"
        elif (self.least is None) is (self.count in GOOD) or (self.most is None) is (self.count in BAD):
            word = "least" if self.count in GOOD else "most"
            yield f"expected `{word}` and nothing else beside `count: {self.count}`"
        elif self.count == RESULT and self.least not in RESULTS:
            yield f"expected `least` 2, a victory, or 1, a draw or better, found {self.least}"

    def holds(self, counts: Mapping[str, int]) -> bool:
        """Return whether the final counts of a battle meet it."""
        found = counts[self.count]
        return (self.least is None or found >= self.least) and (self.most is None or found <= self.most)

    def words(self, tally: Metrics | None) -> str:
        """Return the task in words, without a full stop: "end the battle at least 3 points ahead"."""
        if self.count == RESULT or tally is None:
            return RESULTS.get(self.least or 0, self.count)
        amount = (self.least if self.least is not None else self.most) or 0
        if self.count == "ahead":
            return _ahead(amount, tally)
        if self.count == "taken":
            return f"have at least {count_noun(amount, *tally.unit)} of theirs {tally.fate} by the end"
        if self.count == "lost":
            if not amount:
                return f"have no {tally.unit[0]} of yours {tally.fate} by the end"
            return f"have no more than {count_noun(amount, *tally.unit)} of yours {tally.fate} by the end"
        if self.count == "done":
            return f"inflict at least {count_noun(amount, *tally.mark)} by the end"
        if not amount:
            return f"end the battle without any {tally.mark[1]}"
        return f"end the battle with no more than {count_noun(amount, *tally.mark)}"


def _ahead(amount: int, tally: Metrics) -> str:
    if amount > 0:
        return f"end the battle at least {count_noun(amount, *tally.point)} ahead"
    return (
        f"end the battle no more than {count_noun(-amount, *tally.point)} behind"
        if amount
        else "end the battle level or ahead"
    )


def final_metrics(tally: Metrics | None, state: GameState, side: str) -> dict[str, int]:
    """Return all counts of a battle that is over, for a side; nothing of one that goes on."""
    outcome = state.outcome
    if outcome is None:
        return {}
    foe = enemy_of(state, side)
    return {RESULT: 1 + (outcome.winner == side) - (outcome.winner == foe), **metrics_so_far(tally, state, side)}


def metrics_so_far(tally: Metrics | None, state: GameState, side: str) -> dict[str, int]:
    """Return what is counted for a side in a position, but for the result."""
    if tally is None:
        return {}
    foe = enemy_of(state, side)
    (lost, hurt), (taken, done) = tally.losses(state, side), tally.losses(state, foe)
    ahead = tally.points(state, side) - tally.points(state, foe)
    return {"ahead": ahead, "lost": lost, "hurt": hurt, "taken": taken, "done": done}
