"""The luck of an order's dice: what the position is worth after each roll, less the mean over all its faces.

The order is played again by the same rules for every result the dice can have. Where there are too many results, the
mean is taken over SAMPLES of them and has a standard error. The luck of a single roll is then as uncertain, but in the
sum over an order only the mean before its first roll is.
"""

from __future__ import annotations

from math import sqrt

from rules.analysis.position_value import Value
from rules.kernel.dice import Dice, SeededDice, TapeDice
from rules.kernel.flow import Command, GameState
from rules.kernel.odds import enumerate_outcomes
from rules.kernel.record import Record
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.kernel.step import Step
from rules.kernel.system import System

FALLS = 256  # ways of the dice that are all played; above that they are sampled
SAMPLES = 24
LUCK, FAR = 0x10C << 20, 100_000  # the dice of the samples: their seed, and how far apart they begin
THROWS = 4  # an order with more rolls than this is taken as one


class Mean(Record, frozen=True):
    """What a position may be expected to be worth before dice fall."""

    value: float
    error: float = 0.0  # standard error; 0 where every fall was counted

    @property
    def exact(self) -> bool:
        """Return whether every way the dice can fall was counted."""
        return self.error == 0.0


class Throw(Record, frozen=True, kw_only=True):
    """One roll of a game, and how lucky it was for the first side, in shares of a victory."""

    what: str
    rule: str
    faces: tuple[int, ...]
    luck: float
    error: float = 0.0


class LuckEstimate(Record, frozen=True, kw_only=True):
    """What one order did to the value of the position: its dice apart from the rest."""

    mean: float  # before the dice fell
    error: float  # standard error of that
    after: float
    throws: tuple[Throw, ...]


def estimate_luck(system: System, before: GameState, step: Step, after: GameState, value: Value) -> LuckEstimate:
    """Return the luck of every roll of a step; their sum is the value after it less the mean before its dice.

    Rolls dice of its own only, the same every time.
    """
    final = value(after)
    if not step.faces:
        return LuckEstimate(mean=final, error=0.0, after=final, throws=())
    labels = _labels(step)
    means = [mean_before(system, before, step.command, faces, value, step.number) for faces, _, _ in labels]
    ends = [*(mean for mean in means[1:]), Mean(final)]
    throws = tuple(
        Throw(
            what=what,
            rule=rule,
            faces=step.faces[len(fallen) : len(fallen) + _length(labels, place, step)],
            luck=end.value - mean.value,
            error=sqrt(mean.error**2 + end.error**2),
        )
        for place, ((fallen, what, rule), mean, end) in enumerate(zip(labels, means, ends, strict=True))
    )
    return LuckEstimate(mean=means[0].value, error=means[0].error, after=final, throws=throws)


def mean_before(
    system: System, state: GameState, command: Command, fallen: tuple[int, ...], value: Value, seed: int = 0
) -> Mean:
    """Return the expected value of an order when these dice are known and the others are not rolled yet."""

    value = remember(value)

    def outcome(dice: Dice) -> float:
        return value(adjudicate(system, state, command, dice).state)

    every = enumerate_outcomes(outcome, FALLS, None, fallen)
    if every is not None:
        return Mean(float(sum(weight * found for found, weight, _ in every)))
    found = [outcome(_Then(fallen, SeededDice(LUCK ^ seed, number * FAR))) for number in range(SAMPLES)]
    mean = sum(found) / SAMPLES
    spread = sum((one - mean) ** 2 for one in found) / (SAMPLES - 1)
    return Mean(mean, sqrt(spread / SAMPLES) or 1e-12)


def remember(value: Value) -> Value:
    """Return `value` with a memory.

    Equal positions are valued once, because most results of the dice lead to few positions.
    """
    known: list[tuple[object, float]] = []

    def looked_up(state: object) -> float:
        for other, found in known:
            if other == state:
                return found
        found = value(state)
        known.append((state, found))
        return found

    return looked_up


class _Then:
    """Dice whose first faces are given; the rest are rolled."""

    __slots__ = ("_later", "_lying")

    def __init__(self, lying: tuple[int, ...], later: SeededDice) -> None:
        self._lying = TapeDice(lying)
        self._later = later

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the given faces while there are any, then fresh ones."""
        return self._lying.roll(count, sides) if self._lying.faces_left else self._later.roll(count, sides)


def _labels(step: Step) -> list[tuple[tuple[int, ...], str, str]]:
    """Return (faces that lay before it, what for, rule) of each roll.

    Of an order with many rolls one for them all.
    """
    rolled = [event for event in step.events if isinstance(event, Rolled) and event.faces]
    complete = sum(len(event.faces) for event in rolled) == len(step.faces)
    if not complete or len(rolled) > THROWS:
        first = rolled[0] if rolled else None
        what = f"{first.what} and {len(rolled) - 1} more" if first is not None and len(rolled) > 1 else "dice"
        return [((), what, first.rule if first is not None else "")]
    found, lying = [], 0
    for event in rolled:
        found.append((step.faces[:lying], event.what, event.rule))
        lying += len(event.faces)
    return found


def _length(labels: list[tuple[tuple[int, ...], str, str]], place: int, step: Step) -> int:
    """Return how many faces a roll has."""
    begins = [len(fallen) for fallen, _, _ in labels]
    return (*begins[1:], len(step.faces))[place] - begins[place]
