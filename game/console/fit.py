"""The verb `fit`: plays a scenario many times between computer players, fits its win chance, and prints its worth.

A tool of the makers: it needs numpy, which the game itself does not. Games are shared among processes and keyed by
their number; every fourth is held out, and what is printed is how the fit does on those.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import Any

from game.console import terminal
from game.console.playing import Refused
from game.console.processes import in_processes
from game.library import NoSuchScenario, get_scenario, open_library, open_map
from rules import SYSTEMS
from rules.kernel.chance import CHANCE_FILE, FURTHEST, SCALE, Fit, Model, load_fits, plays_as
from rules.kernel.dice import SeededDice
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.players import make_player, take_turn

PLAYERS = ("captain", "captain", "lieutenant", "midshipman")  # who plays: each side draws one
KEEP = 4  # one position in so many is looked at
HELD_OUT = 4  # one game in so many
DECAY = 3e-3  # of the weights, so that few games do not mislead
STEPS = 400
BINS = 10
HEAD = """# The win chance shown for each battle: fitted by `main.py fit`, judged by its calibration on held-out games.
# mean, spread: of the signs (signs.py), in their order; won, lost: weights against a draw in thousandths, the constant
# first. A battle that plays otherwise than the one fitted (`plays`) has no chance.
"""


class Sample(Record, frozen=True):
    """A position of a game as one side knew it, and how the game ended for that side: 1 won, 0 drawn, -1 lost."""

    game: int
    side: str
    signs: tuple[int, ...]
    result: int


def fit_verb(args: Namespace) -> int:
    """`fit`: play, fit, print, and write the game's tables/chance.yaml."""
    if args.games < HELD_OUT * 2 or args.jobs == 0:
        raise Refused(f"expected at least {HELD_OUT * 2} games and one job")
    library = open_library(SYSTEMS)
    for name in args.scenario:
        try:
            entry = library.find(name)
        except NoSuchScenario as error:
            raise Refused(str(error)) from error
        system = SYSTEMS[entry.system]
        if system.chance is None:
            raise Refused(f"{system.title} has no signs to fit a win chance to")
        samples = played(entry.system, entry.key, args.games, args.seed, args.jobs)
        sides = {side.key: fitted([s for s in samples if s.side == side.key]) for side in entry.scenario.sides}
        for line in report(entry.name, sides, samples):
            terminal.say(line)
        if args.write:
            write(system, entry.key, Fit(plays=plays_as(entry.scenario), games=args.games, sides=sides))
    return 0


# ---------------------------------------------------------------------- play


def played(system: str, key: str, games: int, seed: int, jobs: int) -> list[Sample]:
    """The samples of so many games, in their order."""
    found = in_processes(play, ((system, key, number, seed + number) for number in range(games)), jobs)
    return [sample for samples in found for sample in samples]


def play(system: str, key: str, number: int, seed: int) -> list[Sample]:
    """One game between players drawn for it, and what was seen of it from both chairs."""
    scenario = get_scenario(system, key)
    thought = SeededDice(seed, 1 << 20)
    sides = [side.key for side in scenario.sides]
    kinds = {side: PLAYERS[thought.roll(1, len(PLAYERS))[0] - 1] for side in sides}
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=seed)
    players = {side: make_player(kind, seed * 1000 + index) for index, (side, kind) in enumerate(kinds.items())}
    seats = {side: Seat(session, side) for side in sides}
    seen: list[tuple[str, tuple[int, ...]]] = []
    while not session.over:
        take_turn(players[session.actor], seats[session.actor])
        if not session.over and thought.roll(1, KEEP)[0] == 1:
            seen += [(side, seats[side].signs()) for side in sides]
    winner = session.state.outcome.winner
    return [Sample(number, side, signs, (winner == side) - (bool(winner) and winner != side)) for side, signs in seen]


# ---------------------------------------------------------------------- fit


def fitted(samples: Sequence[Sample]) -> Model:
    """Two logits against a draw by gradient descent (Adam), on the games that are not held out."""
    import numpy as np

    taught = [sample for sample in samples if sample.game % HELD_OUT]
    values = np.array([sample.signs for sample in taught], dtype=float)
    mean = np.round(values.mean(axis=0))
    spread = np.maximum(1, np.round(values.std(axis=0)))
    limit = FURTHEST / SCALE
    rows = np.clip((values - mean) / spread, -limit, limit)
    rows = np.hstack([np.ones((len(rows), 1)), rows])
    results = np.array([sample.result for sample in taught])
    wanted = np.stack([results == 1, results == -1], axis=1).astype(float)
    weights = np.zeros((rows.shape[1], 2))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        powers = np.exp(rows @ weights)
        shares = powers / (1 + powers.sum(axis=1, keepdims=True))
        slope = rows.T @ (shares - wanted) / len(rows) + DECAY * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights -= 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
    whole = np.round(weights * SCALE).astype(int).T.tolist()
    return Model(
        mean=tuple(int(value) for value in mean),
        spread=tuple(int(value) for value in spread),
        won=tuple(whole[0]),
        lost=tuple(whole[1]),
    )


# ---------------------------------------------------------------------- what it is worth


def report(name: str, sides: dict[str, Model], samples: Sequence[Sample]) -> Iterable[str]:
    """Calibration and loss on the games held out, beside a fit of points, time and side alone."""
    held = [sample for sample in samples if sample.game % HELD_OUT == 0]
    games = len({sample.game for sample in samples})
    told = [(sides[sample.side].chances(sample.signs), sample.result) for sample in held]
    yield f"{name}: {games} games, {len(samples)} positions; held out {len({s.game for s in held})} games, {len(held)}"
    plain = {side: fitted([_plain(s) for s in samples if s.side == side]) for side in sides}
    bare = [(plain[sample.side].chances(_plain(sample).signs), sample.result) for sample in held]
    yield f"  log-loss {loss(told):.4f}; of points, points by time left, time left and side {loss(bare):.4f}"
    worst = 0.0
    for low in range(BINS):
        inside = [(won, result) for (won, _, _), result in told if low * 100 <= won < (low + 1) * 100 + (low == 9)]
        if not inside:
            continue
        said = sum(won for won, _ in inside) / len(inside) / 10
        came = 100 * sum(result == 1 for _, result in inside) / len(inside)
        worst = max(worst, abs(said - came))
        yield f"  said won {said:5.1f} %: came {came:5.1f} % of {len(inside)} positions"
    yield f"  worst bin {worst:.1f} points"


def _plain(sample: Sample) -> Sample:
    """Points, points by the time left, the time left: the first sign, the first by time, the last."""
    return sample.but(signs=(sample.signs[0], sample.signs[len(sample.signs) // 2], sample.signs[-1]))


def loss(told: Sequence[tuple[Any, int]]) -> float:
    """The mean log-loss of three outcomes."""
    import numpy as np

    shares = [(chances.lost, chances.drawn, chances.won)[result + 1] for chances, result in told]
    return float(-np.log(np.maximum(shares, 1) / SCALE).mean())


def write(system: System, key: str, fit: Fit) -> None:
    """Put a fit among those of its game."""
    assert system.chance is not None
    path = system.folder / "tables" / CHANCE_FILE
    fits = {**load_fits(system.folder, None), key: fit}
    lines = [HEAD.rstrip("\n")]
    for name, one in sorted(fits.items()):
        lines += [f"{name}:", f"  plays: {one.plays!r}", f"  games: {one.games}", "  sides:"]
        for side, model in one.sides.items():
            lines.append(f"    {side}:")
            for field in ("mean", "spread", "won", "lost"):
                lines.append(f"      {field}: [{', '.join(map(str, getattr(model, field)))}]")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    terminal.say(f"  written: {path.name} of {system.title}")
