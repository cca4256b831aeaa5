"""The win chance shown to players: won, drawn, lost, from whole-number features of what one side knows.

It is fitted by `release.makers fit` on games between computer players and judged by its calibration. Computer players
never use it: what predicts a result well does not choose an order well. A battle for which nothing was fitted, or that
was changed since, has the general curve of its game, fitted over all the battles of the game. `Source` goes with every
chance and says which of the two it is. Games between captains then set the chance at the first order of a battle
(`Opening`): what a battle's own balance adds to the curve shrinks with the time left. A battle changed since then has
no chance to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple

from rules.kernel.datafile import DataError, load_yaml, source_at
from rules.kernel.flow import GameState
from rules.kernel.record import AnyState, Record, digest_of
from rules.kernel.scenario import Scenario

CHANCE_FILE = "chance.yaml"  # among a game's tables: judgement, so a saved game does not depend on it
OPENINGS_FILE = "openings.yaml"  # beside it
SCALE = 1000
FURTHEST = 4 * SCALE  # deviations beyond four count as four
GENERAL, EITHER = "general", "either"  # among the fits: the curve of the game; among its sides: whichever
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
        """Return the chances by the signs of a position."""
        won, _, lost = self.shares(signs)
        shown = round(SCALE * won), round(SCALE * lost)
        return Chances(shown[0], SCALE - sum(shown), shown[1])

    def shares(self, signs: Sequence[int], shift: int = 0) -> tuple[float, float, float]:
        """Return (won, drawn, lost) by the signs of a position, unrounded. shift: what the battle's balance adds."""
        found = [SCALE, *deviations(signs, self.mean, self.spread)]
        lean = shift * signs[-EVEN_HANDED] / (SCALE * SCALE) if shift else 0.0  # that sign: the share of time left
        won = exp(_logit(self.won, found) + lean)
        lost = exp(_logit(self.lost, found) - lean)
        total = 1 + won + lost
        return won / total, 1 / total, lost / total


class Fit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was fitted for one scenario, on how many games, of which version of it, and how well it does.

    The general curve of a game is one too: of no scenario (`plays` empty), one model for EITHER side.
    """

    plays: str  # digest of all that decides how it plays
    games: int
    made: str = ""  # the command that made it, and the day
    worst: int | None = None  # the worst bin of its calibration on games held out, in tenths of a point; None: not said
    apart: int | None = None  # of a general curve: the battle it misjudges most, in tenths of a point
    results: tuple[int, int, int] | None = None  # of those games: won by the first side, drawn, won by the second
    sides: dict[str, Model]


class Opening(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shift of a battle's curve that makes its chance at the first order match games between captains."""

    plays: str  # digest of all that decides how it plays
    games: int  # between captains
    shift: dict[str, int]  # by side: thousandths of a logit


class Source(Record, frozen=True, kw_only=True):
    """Where a win chance comes from, and how reliable it is."""

    fitted: bool  # for this very battle; else the general curve of the game
    fit: Fit
    opening: Opening | None = None

    def words(self) -> str:
        """Return it as words without a full stop: "fitted for this battle on 600 games: largest error 3.1 points"."""
        kind = "fitted for this battle" if self.fitted else "general curve of this game, not of this battle"
        text = f"{kind}: from {self.fit.games} games"
        if self.fit.worst is not None:
            text += f", largest error {self.fit.worst / 10:.1f} points"
        if self.fit.apart is not None:
            text += f", in one battle {self.fit.apart / 10:.1f}"
        if self.opening is not None:
            text += f"; its opening was then set by {self.opening.games} games between Captains"
        return text


class Chance(Record, frozen=True):
    """A game's signs, and the fits there are, by the key of the scenario."""

    signs: Callable[[object, str], tuple[int, ...]]
    fits: dict[str, Fit]
    fault: str = ""  # why the fits cannot be used: then there are none
    general: Fit | None = None
    openings: dict[str, Opening] = {}

    def source(self, scenario: Scenario) -> Source | None:
        """Return where the chances of a scenario come from; None where there are none."""
        plays = play_digest(scenario)
        opening = self.openings.get(scenario.key)
        opening = opening if opening is not None and opening.plays == plays else None
        fit = self.fits.get(scenario.key)
        if fit is not None and fit.plays == plays and all(s.key in fit.sides for s in scenario.sides):
            return Source(fitted=True, fit=fit, opening=opening)
        return Source(fitted=False, fit=self.general, opening=opening) if self.general is not None else None

    def is_changed(self, scenario: Scenario) -> bool:
        """Return whether a battle of this name has judged games but was changed since."""
        known = [found for kept in (self.fits, self.openings) if (found := kept.get(scenario.key)) is not None]
        return bool(known) and all(one.plays != play_digest(scenario) for one in known)

    def of(self, state: GameState, side: str) -> Chances | None:
        """Return the chances to show a side for a position as it knows it; None if unknown."""
        shares = None if self.is_changed(state.scene.scenario) else self.shares(state, side)
        if shares is None:
            return None
        won, lost = round(SCALE * shares[0]), round(SCALE * shares[2])
        return Chances(won, SCALE - won - lost, lost)

    def shares(self, state: GameState, side: str) -> tuple[float, float, float] | None:
        """Return (won, drawn, lost) for a side, unrounded, for sums over many positions. None if unknown."""
        source = self.source(state.scene.scenario)
        if source is None:
            return None
        shift = source.opening.shift.get(side, 0) if source.opening is not None else 0
        return source.fit.sides[side if source.fitted else EITHER].shares(self.signs(state, side), shift)


def _logit(weights: Sequence[int], found: Sequence[int]) -> float:
    return sum(weight * value for weight, value in zip(weights, found, strict=True)) / (SCALE * SCALE)


def deviations(signs: Sequence[int], mean: Sequence[int], spread: Sequence[int]) -> list[int]:
    """Return signs as thousandths of their spread from their mean."""
    return [
        max(-FURTHEST, min(FURTHEST, SCALE * (value - middle) // width))
        for value, middle, width in zip(signs, mean, spread, strict=True)
    ]


def play_digest(scenario: Scenario) -> str:
    """Return a digest of how a scenario plays, whatever its words say."""
    handicaps = [[side.key, side.handicap] for side in scenario.sides]
    position = [scenario.position] if scenario.position else []
    return digest_of([handicaps, *(getattr(scenario, name) for name in CHANGES_PLAY), *position])


def load_chance(folder: Path, signs: Callable[[AnyState, str], tuple[int, ...]], count: int) -> Chance:
    """Return a game's win chance with the fits of its tables; without any, and with the reason, where they cannot be
    used.

    count: how many signs a position has.
    """
    try:
        fits, openings = load_fits(folder, count), load_openings(folder)
    except DataError as error:
        return Chance(signs, {}, str(error.problems[0]))
    general = fits.pop(GENERAL, None)
    return Chance(signs, fits, "", general, openings)


def load_openings(folder: Path) -> dict[str, Opening]:
    """Return the openings of a game's battles. Raises DataError."""
    path = folder / "tables" / OPENINGS_FILE
    return load_yaml(path, dict[str, Opening]) if path.exists() else {}


def load_fits(folder: Path, signs: int | None) -> dict[str, Fit]:
    """Return the fitted models of a game. Raises DataError for one without a weight for every sign.

    signs: how many signs a position of the game has; None skips that check.
    """
    path = folder / "tables" / CHANCE_FILE
    if not path.exists():
        return {}
    found = load_yaml(path, dict[str, Fit])
    source = source_at(path)
    wrong = [
        source.problem((key, "sides", side), f"expected {signs} signs, and {signs + 1} weights of each result")
        for key, fit in found.items()
        for side, model in fit.sides.items()
        if signs is not None and _misshapen(model, signs)
    ]
    if GENERAL in found and set(found[GENERAL].sides) != {EITHER}:
        wrong.append(source.problem((GENERAL, "sides"), f"expected one model, for {EITHER}"))
    if wrong:
        raise DataError(wrong)
    return found


def _misshapen(model: Model, signs: int) -> bool:
    lengths = (len(model.mean), len(model.spread), len(model.won) - 1, len(model.lost) - 1)
    return lengths != (signs,) * 4 or min(model.spread, default=1) < 1


# ---------------------------------------------------------------------- signs

HUNDRED = 100  # of time: the signs count the time left in hundredths of a turn
SOON = 50  # hundredths of a turn: how near the end has to be until what stands now is what will stand
EVEN_HANDED = 2  # signs that are the same for both sides: the last ones


class SideStatus(NamedTuple):
    """The situation of a side in a position. If both sides know the same, the other side's is its mirror image."""

    ours: Mapping[str, int]  # what speaks for the side less what speaks for the other, in thousandths of the forces
    lead: int  # points, ours less theirs, in thousandths of what the forces are worth
    ahead: int  # who wins if it ends as it stands: 1 the side, -1 the other, 0 nobody
    left: int  # of the time, in hundredths of a turn
    turns: int


def count_of(names: int) -> int:
    """Return how many signs a stand with so many names has."""
    return 2 * names + 4 + EVEN_HANDED


def in_time(stand: SideStatus) -> tuple[int, ...]:
    """Return the signs: each of the side's values weighted by the time left and by the time gone.

    Then values that count more towards the end; then values equal for both sides. All but the last are better for the
    side the larger they are.
    """
    share = max(0, min(1000, 1000 * stand.left // max(1, HUNDRED * stand.turns)))
    soon = HUNDRED * HUNDRED // (SOON + stand.left)
    ours = (*stand.ours.values(), stand.lead)
    early = (part(value, share) for value in ours)
    late = (part(value, 1000 - share) for value in ours)
    ends = (stand.ahead * soon, part(stand.lead, 10 * min(soon, HUNDRED)))
    return (*early, *late, *ends, share, soon if not stand.ahead else 0)


def part(value: int, share: int) -> int:
    """Return so many thousandths of a value, the same for both signs of it."""
    return value * share // 1000 if value >= 0 else -(-value * share // 1000)


def mirror_model(model: Model) -> Model:
    """Return the model for the other side: signs reversed, victory and defeat exchanged."""
    even = len(model.mean) - EVEN_HANDED

    def mirror_values(values: tuple[int, ...]) -> tuple[int, ...]:
        return (*(-value for value in values[:even]), *values[even:])

    won, lost = ((weights[0], *mirror_values(weights[1:])) for weights in (model.lost, model.won))
    return Model(mean=mirror_values(model.mean), spread=model.spread, won=won, lost=lost)
