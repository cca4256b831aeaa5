"""A quick captain's judgement: options described by whole-number features, scored by a weighted sum.

No dice, no search. The features of each kind of decision are named in the game's captain.py, their weights stand in
tables/captain.yaml, in thousandths. They are fitted by `python -m release.makers fit` and accepted only after winning
matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rules.kernel.datafile import DataError, load_yaml, source_at
from rules.kernel.flow import Command
from rules.kernel.record import AnyState, Record

CAPTAIN_FILE = "captain.yaml"  # among a game's tables: judgement, so a saved game does not depend on it
Features: TypeAlias = Mapping[str, Mapping[str, str]]  # kind of decision -> feature -> words for players
Weights: TypeAlias = dict[str, tuple[int, ...]]  # kind of decision -> weights in the order of its features
SCALE = 1000


class Recommendation(Record, frozen=True):
    """An order a game's own captain thinks of, how much it likes it, and why in words."""

    command: Command
    worth: int  # on a scale of its own kind of order; compared only within one list
    why: str = ""
    point: int = 100  # what of that scale is one victory point; 0 when the scale is none of points


def no_figures(_state: object, _side: str, _command: Command) -> str:
    """Return no figures behind an order: its reason is reported as it is."""
    return ""


class Captain(Record, frozen=True):
    """A game's own quick judgement: `think` gives the orders for the side to act, best first.

    An empty result leaves the decision to another player.
    """

    features: Features
    weights: Weights
    think: Callable[[Weights, object, str], tuple[Recommendation, ...]]
    explain: Callable[[object, str, Command], str] = no_figures  # hit chances before and after an order, in words
    fault: str = ""  # why its weights cannot be used: then it has no opinion, and another player decides

    def counsel(self, state: object, side: str) -> tuple[Recommendation, ...]:
        """Return the orders it would give now, best first."""
        if self.fault:
            return ()
        return self.think(self.weights, state, side)

    def leaning(self, leans: Mapping[str, int]) -> Captain:
        """Return the captain with some weights changed: feature -> hundredths of its weight."""
        if not leans or self.fault:
            return self
        weights = {
            kind: tuple(
                weight * leans.get(name, 100) // 100
                for name, weight in zip(self.features[kind], self.weights[kind], strict=True)
            )
            for kind in self.features
        }
        return self.but(weights=weights)


class Option(NamedTuple):
    """A command on the table, and what speaks for or against it, in the order of its kind's features."""

    command: Command
    features: tuple[int, ...]


def load_weights(folder: Path, features: Features) -> Weights:
    """Return the weights of a game's captain. Raises DataError where a kind or a feature is missing or unknown."""
    path = folder / "tables" / CAPTAIN_FILE
    found = load_yaml(path, dict[str, dict[str, int]])
    source = source_at(path)
    wrong = [
        source.problem((kind,), f"expected {', '.join(features.get(kind, ())) or 'no such kind'}", at_key=True)
        for kind, weights in found.items()
        if set(weights) != set(features.get(kind, ()))
    ]
    missing = [
        source.problem((), f"expected the weights of {kind!r} as well") for kind in features if kind not in found
    ]
    if wrong or missing:
        raise DataError([*wrong, *missing])
    return {kind: tuple(found[kind][name] for name in names) for kind, names in features.items()}


def load_captain(
    folder: Path,
    features: Features,
    think: Callable[[Weights, AnyState, str], tuple[Recommendation, ...]],
    explain: Callable[[AnyState, str, Command], str] = no_figures,
) -> Captain:
    """Return a game's captain with the weights of its tables.

    Without them, and with the reason, where they cannot be used.
    """
    try:
        return Captain(features, load_weights(folder, features), think, explain)
    except DataError as error:
        return Captain(features, {}, think, fault=str(error.problems[0]))


def option_score(weights: Sequence[int], features: Sequence[int]) -> int:
    """Return how much an option is liked: the sum of its features times their weights."""
    return sum(weight * value for weight, value in zip(weights, features, strict=True)) // SCALE


def rank_options(
    words: Mapping[str, str], weights: Sequence[int], options: Iterable[Option]
) -> tuple[Recommendation, ...]:
    """Return options from the best to the worst; equal ones keep their order.

    The best has a reason, compared with the first option that is clearly worse, because many paths lead to the same
    place.
    """
    found = sorted(((option_score(weights, option.features), option) for option in options), key=lambda pair: -pair[0])
    counsel = [Recommendation(option.command, worth) for worth, option in found]
    if len(found) > 1:
        other = next((option for worth, option in found if worth <= found[0][0] - TELLING), found[1][1])
        counsel[0] = counsel[0].but(why=reason(words, weights, found[0][1].features, other.features))
    return tuple(counsel)


def yes_or_no(
    words: Mapping[str, str], weights: Sequence[int], features: Sequence[int], yes: Command, no: Command
) -> tuple[Recommendation, Recommendation]:
    """Return an order that is given when its features speak for it; else the other one."""
    worth = option_score(weights, features)
    why = reason(words, weights, features, (0,) * len(features))
    chosen, left = (yes, no) if worth > 0 else (no, yes)
    return Recommendation(chosen, max(worth, 0), why), Recommendation(left, min(worth, 0))


REASONS = 3
TELLING = 10  # hundredths of a point: smaller differences are not mentioned


def reason(words: Mapping[str, str], weights: Sequence[int], one: Sequence[int], other: Sequence[int]) -> str:
    """Return the differences of two options in words, the greatest first: "our gun damage 0.4 → 1.2 points.

    Against it: turns". A label with `{}` stands for a feature in hundredths of a point: it is reported with its
    figures.
    """
    rows = zip(words.values(), weights, one, other, strict=True)
    parts = [(weight * (here - there) // SCALE, label, _span(there, here)) for label, weight, here, there in rows]
    weighty = sorted((part for part in parts if part[0] and part[1]), key=lambda part: -abs(part[0]))[:REASONS]
    gains = [label.format(span) for change, label, span in weighty if change > 0]
    costs = [label.format(span) for change, label, span in weighty if change < 0]
    against = f"against it: {', '.join(costs)}" if costs else ""
    return "; ".join(filter(None, (", ".join(gains), against))) or "worth the same as the next option"


def _span(there: int, here: int) -> str:
    """Return a change in points, `0.4 → 1.2`, or only the new figure where there was none; never `0.1 → 0.1`."""
    if not there:
        return f"{here / 100:.1f}"
    places = 1 if f"{there / 100:.1f}" != f"{here / 100:.1f}" else 2
    return f"{there / 100:.{places}f} → {here / 100:.{places}f}"
