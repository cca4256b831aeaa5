"""Fit curves to samples: the general one of a game, and each battle's own as a deviation from it. Needs numpy. Two
logits against a draw, won = even + better and lost = even - better: `better` is a weighted sum of advantages of a side,
with weights of at least zero; `even` determines how likely a draw is. A battle's own curve starts from the general one
and is regularised towards it, so that few games change it little.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from release.makers.fit_games import Sample
from rules.kernel.chance import EVEN_HANDED, FURTHEST, SCALE, Model, mirror_model

STEPS = 260
MOST_ROWS = 60_000  # steps of the general curve
DECAY = 2e-3  # regularisation of the general curve's weights towards zero
APART = 30.0  # regularisation of a battle's weights towards the general curve's, divided by its games
BALANCE = 1.0  # the same for its two constants, which express the battle's own balance


class Curve(NamedTuple):
    """Weights of a curve. `better` and `even` each have the constant, features that favour a side, and neutral
    features.
    """

    mean: Any
    spread: Any
    better: Any
    even: Any


def from_first_side(samples: Sequence[Sample], first: str) -> tuple[Any, Any]:
    """Return (features, results) from the first side's view; samples of the other side are mirrored."""
    values = np.array([sample.signs for sample in samples], dtype=np.float32)
    turn = np.array([1.0 if sample.side == first else -1.0 for sample in samples], dtype=np.float32)
    values[:, :-EVEN_HANDED] *= turn[:, None]
    return values, np.array([sample.result for sample in samples], dtype=np.float32) * turn


def general_curve(values: Any, results: Any) -> Curve:
    """Return one curve for all battles, the same for both sides."""
    if len(values) > MOST_ROWS:
        chosen = np.random.default_rng(0).choice(len(values), MOST_ROWS, replace=False)
        values, results = values[chosen], results[chosen]
    ours = values.shape[1] - EVEN_HANDED
    mean = np.zeros(values.shape[1], dtype=np.float32)
    mean[ours:] = np.round(values[:, ours:].mean(axis=0))
    spread = np.maximum(1, np.round(np.sqrt(((values - mean) ** 2).mean(axis=0))))
    rows = _rows(values, mean, spread)
    start = np.zeros((2, rows.shape[1]), dtype=np.float32)
    free = np.zeros_like(start)
    free[0, 1 : 1 + ours] = 1  # better: features that favour a side
    free[1, 0] = 1  # even: how likely a draw is
    free[1, 1 + ours :] = 1
    pull = np.full_like(start, DECAY)
    pull[1, 0] = 0
    found = _descend(rows, results, start, start, pull, free, ours)
    return Curve(mean, spread, found[0], found[1])


def own_curve(general: Curve, values: Any, results: Any, games: int) -> Curve:
    """Return a battle's curve; the fewer its games, the closer to the general one."""
    rows = _rows(values, general.mean, general.spread)
    start = np.stack([general.better, general.even])
    pull = np.full_like(start, APART / max(1, games))
    pull[:, 0] = BALANCE / max(1, games)
    ours = values.shape[1] - EVEN_HANDED
    found = _descend(rows, results, start.copy(), start, pull, np.ones_like(start), ours)
    return Curve(general.mean, general.spread, found[0], found[1])


def _rows(values: Any, mean: Any, spread: Any) -> Any:
    limit = FURTHEST / SCALE
    rows = np.clip((values - mean) / spread, -limit, limit)
    return np.hstack([np.ones((len(rows), 1), dtype=np.float32), rows])


def _descend(rows: Any, results: Any, weights: Any, centre: Any, pull: Any, free: Any, ours: int) -> Any:
    """Return weights (better, even) by gradient descent (Adam) on the mean log-loss with regularisation towards a
    centre.
    """
    won, lost = results > 0, results < 0
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        chance_won, chance_lost = _chances(rows, weights)
        gap_won, gap_lost = chance_won - won, chance_lost - lost
        slope = np.stack([(gap_won - gap_lost) @ rows, (gap_won + gap_lost) @ rows]) / len(rows)
        slope = (slope + pull * (weights - centre)) * free
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        rate = 0.06 * (1 - 0.9 * step / STEPS)
        weights = weights - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
        weights[0, 1 : 1 + ours] = np.maximum(weights[0, 1 : 1 + ours], 0)
    return weights


def _chances(rows: Any, weights: Any) -> tuple[Any, Any]:
    better, even = rows @ weights[0], rows @ weights[1]
    won, lost = np.exp(np.clip(even + better, -30, 30)), np.exp(np.clip(even - better, -30, 30))
    total = 1 + won + lost
    return won / total, lost / total


def model_of(curve: Curve) -> Model:
    """Return the curve for the first side, rounded to whole numbers."""

    def whole(values: Any) -> tuple[int, ...]:
        return tuple(round(float(value)) for value in values)

    won, lost = curve.even + curve.better, curve.even - curve.better
    return Model(mean=whole(curve.mean), spread=whole(curve.spread), won=whole(won * SCALE), lost=whole(lost * SCALE))


def sides_of(curve: Curve, sides: Sequence[str]) -> dict[str, Model]:
    """Return the curve for each of two sides."""
    model = model_of(curve)
    return {sides[0]: model, sides[1]: mirror_model(model)}
