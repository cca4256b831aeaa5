"""The win chance that is shown: won, drawn, lost, from whole-number signs of what one side knows. For showing only.

Fitted by `main.py fit` on games between computer players of one scenario, and judged by its calibration. What predicts
a result does not choose an order well: players never ask it. A battle for which nothing was fitted has no chance, and
so has one that was changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from rules.kernel.datafile import DataError, load_yaml, located
from rules.kernel.record import Record, digest_of
from rules.kernel.scenario import Scenario

CHANCE_FILE = "chance.yaml"  # among a game's tables: judgement, so a saved game does not depend on it
SCALE = 1000
FURTHEST = 4 * SCALE  # deviations beyond four count as four
CHANGES_PLAY = ("map", "turns", "forces", "conditions", "options", "special", "awards")  # of a scenario's fields


class Chances(NamedTuple):
    """How a battle may end for a side, in thousandths."""

    won: int
    drawn: int
    lost: int


class Model(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fit for one side of one scenario: two logits against a draw. The first weight of each is the constant."""

    mean: tuple[int, ...]
    spread: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]

    def chances(self, signs: Sequence[int]) -> Chances:
        """The chances by the signs of a position."""
        found = [SCALE, *deviations(signs, self.mean, self.spread)]
        won = exp(_logit(self.won, found))
        lost = exp(_logit(self.lost, found))
        total = 1 + won + lost
        shown = round(SCALE * won / total), round(SCALE * lost / total)
        return Chances(shown[0], SCALE - sum(shown), shown[1])


class Fit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was fitted for one scenario, on how many games, of which version of it."""

    plays: str  # digest of all that decides how it plays
    games: int
    sides: dict[str, Model]


class Chance(Record, frozen=True):
    """A game's signs, and the fits there are, by the key of the scenario."""

    signs: Callable[[Any, str], tuple[int, ...]]
    fits: dict[str, Fit]
    fault: str = ""  # why the fits cannot be used: then there are none

    def of(self, state: Any, side: str) -> Chances | None:
        """The chances of a side in a position as it knows it; None where nothing was fitted for this battle."""
        scenario = state.scene.scenario
        fit = self.fits.get(scenario.key)
        if fit is None or fit.plays != plays_as(scenario):
            return None
        return fit.sides[side].chances(self.signs(state, side))


def _logit(weights: Sequence[int], found: Sequence[int]) -> float:
    return sum(weight * value for weight, value in zip(weights, found, strict=True)) / (SCALE * SCALE)


def deviations(signs: Sequence[int], mean: Sequence[int], spread: Sequence[int]) -> list[int]:
    """Signs as thousandths of their spread from their mean."""
    return [
        max(-FURTHEST, min(FURTHEST, SCALE * (value - middle) // width))
        for value, middle, width in zip(signs, mean, spread, strict=True)
    ]


def plays_as(scenario: Scenario) -> str:
    """Identifies how a scenario plays, whatever its words say."""
    handicaps = [[side.key, side.handicap] for side in scenario.sides]
    return digest_of([handicaps, *(getattr(scenario, name) for name in CHANGES_PLAY)])


def load_chance(folder: Path, signs: Callable[[Any, str], tuple[int, ...]], count: int) -> Chance:
    """A game's win chance with the fits of its tables; without any, and with the reason, where they cannot be used."""
    try:
        return Chance(signs, load_fits(folder, count))
    except DataError as error:
        return Chance(signs, {}, str(error.problems[0]))


def load_fits(folder: Path, signs: int | None) -> dict[str, Fit]:
    """The fits of a game, whose positions have so many signs. Raises DataError where one does not fit them.

    signs: None takes them as they are.
    """
    path = folder / "tables" / CHANCE_FILE
    if not path.exists():
        return {}
    found = load_yaml(path, dict[str, Fit])
    source = located(path)
    wrong = [
        source.problem((key, "sides", side), f"expected {signs} signs, and {signs + 1} weights of each result")
        for key, fit in found.items()
        for side, model in fit.sides.items()
        if signs is not None and _misshapen(model, signs)
    ]
    if wrong:
        raise DataError(wrong)
    return found


def _misshapen(model: Model, signs: int) -> bool:
    lengths = (len(model.mean), len(model.spread), len(model.won) - 1, len(model.lost) - 1)
    return lengths != (signs,) * 4 or min(model.spread, default=1) < 1


def with_time(standing: Mapping[str, int], left: int, turns: int) -> tuple[int, ...]:
    """Signs and each of them by the share of the turns that are left, in hundredths; then that share itself."""
    share = 100 * left // max(turns, 1)
    values = tuple(standing.values())
    return (*values, *(value * share // 100 for value in values), share)
