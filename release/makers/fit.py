"""The verb `fit`: play a game's battles many times between computer players, fit its win chances, and print their
quality. It needs numpy, which the game itself does not. Games are keyed by number and saved as orders (fit_games.py);
the curves are fitted in fit_curves.py. Cross-validation: the fits are repeated without each fifth of the games, and the
printed quality is that on the games left out.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import numpy as np

from game.console import terminal
from game.console.cluster import using_cluster
from game.console.playing import Refused
from game.library import Entry, NoSuchScenario, open_library
from release.makers.fit_curves import Curve, from_first_side, general_curve, model_of, own_curve, sides_of
from release.makers.fit_games import HELD_OUT, Sample, StoredGame, games_of, samples_of
from rules import SYSTEMS
from rules.kernel.chance import CHANCE_FILE, EITHER, GENERAL, SCALE, Chances, Fit, load_fits, play_digest
from rules.kernel.record import Record
from rules.kernel.system import System

OWN = 40  # a battle with at least this many games has its own curve
BINS = 10
LEAST_OF = 50  # a bin of the calibration has at least this fraction of the positions
HEAD = """# The win chance shown for each battle: fitted by `release.makers fit`, judged on games held out.
# mean, spread: of the signs, in their order; won, lost: weights against a draw in thousandths, the constant
# first; worst: the worst bin of its calibration in tenths of a point. A battle that was not fitted, or plays otherwise
# than the one fitted (`plays`), has the general curve; apart: by how much that misjudges a battle at most. results: of
# the games it was fitted to, won by the first side, drawn, won by the second: each side drew its player from the same
# ones, so this is how even the battle is.
"""


class Battle(Record, frozen=True):
    """The games of a battle: its sides, samples, and number of games."""

    entry: Entry
    games: list[StoredGame]
    samples: list[Sample]

    @property
    def sides(self) -> list[str]:
        """Return its sides in order."""
        return [side.key for side in self.entry.scenario.sides]


def fit_verb(args: Namespace) -> int:
    """`fit`: play, fit, print, and write the game's tables/chance.yaml.

    For a battle: only play its games and save them (--rows). For a whole game: play missing games of its battles, then
    fit the general curve, and a separate curve for each battle with at least OWN games.
    """
    if args.games < HELD_OUT * 2 or args.jobs == 0:
        raise Refused(f"expected at least {HELD_OUT * 2} games and one job")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads would only wait for each other
    with using_cluster(args.cluster, args.jobs):
        return _play_and_fit(args)


def _play_and_fit(args: Namespace) -> int:
    library = open_library(SYSTEMS)
    for name in args.scenario:
        if name in SYSTEMS:
            _fit_game(SYSTEMS[name], library.of(name), args)
            continue
        try:
            entry = library.find(name)
        except NoSuchScenario as error:
            raise Refused(str(error)) from error
        if not args.rows:
            raise Refused(f"{name}: a battle is only played, and its games are kept: expected --rows FOLDER as well")
        games = games_of(entry.system, entry.key, args)
        terminal.say(f"{name}: {len(games)} games kept")
    return 0


def _fit_game(system: System, entries: Sequence[Entry], args: Namespace) -> None:
    """Fit the general curve of a game over all its battles, and the battles' own curves."""
    if system.chance is None:
        raise Refused(f"{system.title} has no signs to fit a win chance to")
    battles = [battle for entry in entries if (battle := _battle(system, entry, args)).samples]
    if not battles:
        raise Refused(f"{system.key}: no games to fit; more --seconds are needed")
    chances: dict[str, list[tuple[Chances, int, int]]] = {battle.entry.key: [] for battle in battles}
    plain: dict[str, list[tuple[Chances, int, int]]] = {battle.entry.key: [] for battle in battles}
    for fold in range(HELD_OUT):
        general = _general(battles, fold)
        for battle in battles:
            held = [sample for sample in battle.samples if sample.game % HELD_OUT == fold]
            own, either = sides_of(_own(general, battle, fold), battle.sides), model_of(general)
            key = battle.entry.key
            chances[key] += [(own[sample.side].chances(sample.signs), sample.result, sample.game) for sample in held]
            plain[key] += [(either.chances(sample.signs), sample.result, sample.game) for sample in held]
    general = _general(battles, -1)
    apart = {battle.entry.key: _worst_error(battle, plain[battle.entry.key]) for battle in battles}
    every = [one for some in plain.values() for one in some]
    games = sum(len(battle.games) for battle in battles)
    terminal.say(f"{system.key}: general curve of {games} games: log-loss {loss(every):.4f}")
    for line in calibration(every):
        terminal.say(line)
    fits = {
        GENERAL: Fit(
            plays="",
            games=games,
            made=_command_and_day(system.key, args),
            worst=worst(every),
            apart=round(10 * max(apart.values())),
            sides={EITHER: model_of(general)},
        )
    }
    for battle in battles:
        key, many = battle.entry.key, len(battle.games)
        terminal.say(f"{battle.entry.name}: {many} games, {len(battle.samples)} positions")
        terminal.say(f"  general curve: misjudged by {apart[key]:.1f} points, log-loss {loss(plain[key]):.4f}")
        terminal.say(f"  its own: log-loss {loss(chances[key]):.4f}; of its results alone {_baseline_loss(battle):.4f}")
        for line in calibration(chances[key]):
            terminal.say(line)
        if many >= OWN:
            fits[key] = Fit(
                plays=play_digest(battle.entry.scenario),
                games=many,
                made=_command_and_day(system.key, args),
                worst=worst(chances[key]),
                results=_results(battle),
                sides=sides_of(_own(general, battle, -1), battle.sides),
            )
    if args.write:
        write(system, fits)


def _battle(system: System, entry: Entry, args: Namespace) -> Battle:
    games = games_of(system.key, entry.key, args)
    samples, strange = samples_of(system.key, entry.key, games, args.jobs)
    if strange:
        terminal.say(f"  {entry.name}: {strange} of {len(games)} games are not played so by today's rules: left out")
    return Battle(entry, games, samples)


def _general(battles: Sequence[Battle], fold: int) -> Curve:
    """Return the general curve fitted without one fifth of the games; -1: with all."""
    chairs = [from_first_side(_taught_samples(battle, fold), side) for battle in battles for side in battle.sides[:1]]
    return general_curve(np.concatenate([v for v, _ in chairs]), np.concatenate([r for _, r in chairs]))


def _own(general: Curve, battle: Battle, fold: int) -> Curve:
    taught = _taught_samples(battle, fold)
    values, results = from_first_side(taught, battle.sides[0])
    return own_curve(general, values, results, len({sample.game for sample in taught}))


def _taught_samples(battle: Battle, fold: int) -> list[Sample]:
    return [sample for sample in battle.samples if sample.game % HELD_OUT != fold]


def _worst_error(battle: Battle, samples: Sequence[tuple[Chances, int, int]]) -> float:
    """Return the error of the general curve for the first side's mean score in a battle, in points of a hundred."""
    ours = [one for one, sample in zip(samples, _in_folds(battle), strict=True) if sample.side == battle.sides[0]]
    predicted = sum(chances.won + chances.drawn / 2 for chances, _, _ in ours) / len(ours) / 10
    actual = 50 * sum(1 + result for _, result, _ in ours) / len(ours)
    return abs(predicted - actual)


def _in_folds(battle: Battle) -> list[Sample]:
    """Return the samples of a battle in the order of their folds."""
    return [s for fold in range(HELD_OUT) for s in battle.samples if s.game % HELD_OUT == fold]


def _results(battle: Battle) -> tuple[int, int, int]:
    """Return the numbers of games won by the first side, drawn, won by the second."""
    winners = [game.winner for game in battle.games]
    one, other = (winners.count(side) for side in battle.sides)
    return one, len(winners) - one - other, other


def _baseline_loss(battle: Battle) -> float:
    """Return the log-loss of a prediction from the result frequencies alone."""
    results = [sample.result for sample in battle.samples if sample.side == battle.sides[0]]
    shares = [max(1, SCALE * results.count(result) // len(results)) for result in (1, 0, -1)]
    return loss([(Chances(*shares), result, 0) for result in results])


def _command_and_day(what: str, args: Namespace) -> str:
    """Return the command that made a fit, and the day."""
    timed = f" --seconds {args.seconds:g}" if args.seconds else ""
    who = f" --players {args.players}" if args.players else ""
    return f"release.makers fit {what} --games {args.games} --seed {args.seed}{timed}{who}, {date.today():%Y-%m-%d}"


# ---------------------------------------------------------------------- quality


def calibration(chances: Sequence[tuple[Chances, int, int]]) -> Iterable[str]:
    """Return the calibration bin by bin: predicted and actual rates with standard error; then the worst bin."""
    for predicted, actual, count, error in bins(chances):
        yield f"  predicted {predicted:5.1f} %: actual {actual:5.1f} ± {error:.1f} % of {count} positions"
    yield f"  worst bin {worst(chances) / 10:.1f} points"


def worst(chances: Sequence[tuple[Chances, int, int]]) -> int:
    """Return the worst of the bins, in tenths of a point."""
    return round(10 * max((abs(predicted - actual) for predicted, actual, _, _ in bins(chances)), default=0))


def bins(samples: Sequence[tuple[Chances, int, int]]) -> list[tuple[float, float, int, float]]:
    """Return (predicted, actual, positions, standard error by games), in points: BINS by predicted chance, small ones
    merged.
    """
    found, inside = list[tuple[float, float, int, float]](), list[tuple[int, int, int]]()
    least = max(1, len(samples) // LEAST_OF)
    for low in range(BINS):
        top = SCALE + 1 if low == BINS - 1 else (low + 1) * SCALE // BINS
        inside += [
            (chances.won, result, game) for chances, result, game in samples if low * SCALE // BINS <= chances.won < top
        ]
        if len(inside) >= least or (low == BINS - 1 and inside):
            predicted = sum(won for won, _, _ in inside) / len(inside) / 10
            actual = 100 * sum(result == 1 for _, result, _ in inside) / len(inside)
            found.append((predicted, actual, len(inside), _error(inside, actual)))
            inside = []
    return found


def _error(inside: Sequence[tuple[int, int, int]], actual: float) -> float:
    """Return one standard error of a rate, in points; positions of one game are not independent."""
    off: dict[int, float] = {}
    for _, result, game in inside:
        off[game] = off.get(game, 0.0) + 100 * (result == 1) - actual
    return float(sum(value**2 for value in off.values()) ** 0.5 / len(inside))


def loss(samples: Sequence[tuple[Any, int, int]]) -> float:
    """Return the mean log-loss of three outcomes."""
    shares = [(chances.lost, chances.drawn, chances.won)[result + 1] for chances, result, _ in samples]
    return float(-np.log(np.maximum(shares, 1) / SCALE).mean())


def write(system: System, fits: dict[str, Fit]) -> None:
    """Write fits into their game's table; battles without a new fit keep the old one."""
    path = system.folder / "tables" / CHANCE_FILE
    lines = [HEAD.rstrip("\n")]
    for name, one in sorted({**_fitting(system, fits), **fits}.items()):
        lines += [f"{name}:", f"  plays: {one.plays!r}", f"  games: {one.games}"]
        lines += [f"  made: {one.made!r}"] * bool(one.made)
        lines += [f"  {word}: {tenths}" for word in ("worst", "apart") if (tenths := getattr(one, word)) is not None]
        lines += [f"  results: [{', '.join(map(str, one.results))}]"] if one.results else []
        lines.append("  sides:")
        for side, model in one.sides.items():
            lines.append(f"    {side}:")
            for field in ("mean", "spread", "won", "lost"):
                lines.append(f"      {field}: [{', '.join(map(str, getattr(model, field)))}]")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    terminal.say(f"  written: {path.name} of {system.title}")


def _fitting(system: System, fits: dict[str, Fit]) -> dict[str, Fit]:
    """Return the saved fits with the same number of features as the new ones."""
    many = len(fits[GENERAL].sides[EITHER].mean)
    return {
        name: fit
        for name, fit in load_fits(system.folder, None).items()
        if all(len(model.mean) == many for model in fit.sides.values())
    }
