"""The verb `fit`: plays a scenario many times between computer players, fits its win chance, and prints its worth.

A tool of the makers: it needs numpy, which the game itself does not. Games are shared among processes and keyed by
their number; every fourth is held out, and what is printed is how the fit does on those.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import msgspec

from game.console import terminal
from game.console.playing import Refused
from game.console.processes import in_processes
from game.library import Entry, NoSuchScenario, get_scenario, open_library, open_map
from rules import SYSTEMS
from rules.kernel.chance import CHANCE_FILE, EITHER, FURTHEST, GENERAL, SCALE, Chances, Fit, Model, load_fits, plays_as
from rules.kernel.dice import SeededDice
from rules.kernel.record import Record, to_json
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import System
from rules.players import make_player, take_turn

PLAYERS = ("captain", "captain", "lieutenant", "midshipman")  # who plays: each side draws one
OWN = 200  # games from which a battle gets a fit of its own when its whole game is fitted
FAR_APART = 1_000_000  # between the numbers of two battles' games
AT_ONCE = 2  # games between two looks at the clock
KEEP = 4  # one position in so many is looked at
HELD_OUT = 4  # one game in so many
DECAY = 3e-3  # of the weights, so that few games do not mislead
STEPS = 400
BINS = 10
LEAST_OF = 50  # a bin of the calibration holds at least this part of the positions
HEAD = """# The win chance shown for each battle: fitted by `main.py fit`, judged by its calibration on held-out games.
# mean, spread: of the signs (signs.py), in their order; won, lost: weights against a draw in thousandths, the constant
# first; worst: the worst bin of its calibration in tenths of a point. A battle that was not fitted, or plays otherwise
# than the one fitted (`plays`), has the general curve; apart: by how much that misjudges a battle at most.
"""


class Sample(Record, frozen=True):
    """A position of a game as one side knew it, and how the game ended for that side: 1 won, 0 drawn, -1 lost."""

    game: int
    side: str
    signs: tuple[int, ...]
    result: int
    basics: tuple[int, ...] = ()  # the signs of the general curve


def fit_verb(args: Namespace) -> int:
    """`fit`: play, fit, print, and write the game's tables/chance.yaml.

    Of a battle its own fit; of a whole game its general curve over all its battles, and an own fit for each that had
    OWN games and is told better by it.
    """
    if args.games < HELD_OUT * 2 or args.jobs == 0:
        raise Refused(f"expected at least {HELD_OUT * 2} games and one job")
    library = open_library(SYSTEMS)
    for name in args.scenario:
        if name in SYSTEMS:
            _fit_game(SYSTEMS[name], library.of(name), args)
            continue
        try:
            entry = library.find(name)
        except NoSuchScenario as error:
            raise Refused(str(error)) from error
        system = SYSTEMS[entry.system]
        if system.chance is None:
            raise Refused(f"{system.title} has no signs to fit a win chance to")
        _fit_battle(system, entry, played(entry.system, entry.key, args), args)
    return 0


def _fit_battle(system: System, entry: Entry, samples: list[Sample], args: Namespace) -> None:
    """The fit of one battle: printed, and written where that was asked."""
    sides = {side.key: fitted([s for s in samples if s.side == side.key]) for side in entry.scenario.sides}
    for line in report(entry.name, sides, samples):
        terminal.say(line)
    if args.write:
        told = [(sides[s.side].chances(s.signs), s.result) for s in samples if s.game % HELD_OUT == 0]
        games = len({sample.game for sample in samples})
        write(
            system,
            entry.key,
            Fit(
                plays=plays_as(entry.scenario),
                games=games,
                made=_made(entry.name, args),
                worst=worst(told),
                sides=sides,
            ),
        )


def _fit_game(system: System, entries: Sequence[Entry], args: Namespace) -> None:
    """The general curve of a game over all its battles, and the own fits of those that are told better by one."""
    found = {
        entry.key: [sample.but(game=sample.game + place * FAR_APART) for sample in played(system.key, entry.key, args)]
        for place, entry in enumerate(entries)
    }
    found = {key: samples for key, samples in found.items() if samples}
    plain = {key: [sample.but(signs=sample.basics) for sample in samples] for key, samples in found.items()}
    curve = fitted([sample for samples in plain.values() for sample in samples])
    told = {
        key: [(curve.chances(s.signs), s.result) for s in samples if s.game % HELD_OUT == 0]
        for key, samples in plain.items()
    }
    everything = [one for some in told.values() for one in some]
    if not everything:
        raise Refused(f"{system.key}: no games to fit; more --seconds are needed")
    apart = {key: _misjudged(samples, curve) for key, samples in plain.items()}
    games = len({sample.game for samples in found.values() for sample in samples})
    terminal.say(f"{system.key}: general curve of {games} games: log-loss {loss(everything):.4f}")
    for line in calibration(everything):
        terminal.say(line)
    for key, points in apart.items():
        terminal.say(f"  {key}: {len({s.game for s in found[key]})} games, misjudged by {points:.1f} points")
    if args.write:
        most = round(10 * max(apart.values()))
        fit = Fit(
            plays="",
            games=games,
            made=_made(system.key, args),
            worst=worst(everything),
            apart=most,
            sides={EITHER: curve},
        )
        write(system, GENERAL, fit)
    for entry in entries:
        if len({sample.game for sample in found.get(entry.key, ())}) >= OWN:
            _fit_battle(system, entry, found[entry.key], args)


def _misjudged(samples: Sequence[Sample], curve: Model) -> float:
    """By how many points of a hundred the curve misjudges the mean score of the first side of a battle."""
    own = [(curve.chances(sample.signs), sample.result) for sample in samples if sample.side == samples[0].side]
    said = sum(chances.won + chances.drawn / 2 for chances, _ in own) / len(own) / 10
    came = 50 * sum(1 + result for _, result in own) / len(own)
    return abs(said - came)


def _made(what: str, args: Namespace) -> str:
    """The command that made a fit, and the day."""
    timed = f" --seconds {args.seconds:g}" if args.seconds else ""
    who = f" --players {args.players}" if args.players else ""
    return f"main.py fit {what} --games {args.games} --seed {args.seed}{timed}{who}, {date.today():%Y-%m-%d}"


# ---------------------------------------------------------------------- play


def played(system: str, key: str, args: Namespace) -> list[Sample]:
    """The samples of so many games, in their order; of fewer where the seconds for a battle are over before.

    With --rows every game is kept in a file as it ends, and those that are there are not played again.
    """
    players = tuple(args.players.split(",")) if args.players else PLAYERS
    path = Path(args.rows) / f"{system}-{key}.jsonl" if args.rows else None
    found = kept_rows(path)[: args.games] if path is not None else []
    clock = process_time if args.jobs == 1 else monotonic
    begun, at_once = clock(), AT_ONCE if args.seconds else args.games
    while len(found) < args.games and (not args.seconds or clock() - begun < args.seconds):
        numbers = range(len(found), min(args.games, len(found) + at_once))
        orders = ((system, key, number, args.seed + number, players) for number in numbers)
        fresh = list(in_processes(play, orders, args.jobs))
        found += fresh
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.writelines(to_json(samples) + b"\n" for samples in fresh)
    return [sample for samples in found for sample in samples]


def kept_rows(path: Path) -> list[list[Sample]]:
    """The games of an earlier run; a last line that was not written to its end is left out."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=list[Sample]) for line in path.read_bytes().split(b"\n")[:-1]]


def play(system: str, key: str, number: int, seed: int, among: Sequence[str] = PLAYERS) -> list[Sample]:
    """One game between players drawn for it, and what was seen of it from both chairs."""
    scenario = get_scenario(system, key)
    thought = SeededDice(seed, 1 << 20)
    sides = [side.key for side in scenario.sides]
    kinds = {side: among[thought.roll(1, len(among))[0] - 1] for side in sides}
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=seed)
    players = {side: make_player(kind, seed * 1000 + index) for index, (side, kind) in enumerate(kinds.items())}
    seats = {side: Seat(session, side) for side in sides}
    seen: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
    while not session.over:
        take_turn(players[session.actor], seats[session.actor])
        if not session.over and thought.roll(1, KEEP)[0] == 1:
            seen += [(side, seats[side].signs(), seats[side].basics()) for side in sides]
    winner = session.state.outcome.winner
    return [
        Sample(number, side, signs, (winner == side) - (bool(winner) and winner != side), basics)
        for side, signs, basics in seen
    ]


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
    yield from calibration(told)


def calibration(told: Sequence[tuple[Chances, int]]) -> Iterable[str]:
    """What was said of positions, and what came of them, bin by bin; then the worst."""
    for said, came, count in bins(told):
        yield f"  said won {said:5.1f} %: came {came:5.1f} % of {count} positions"
    yield f"  worst bin {worst(told) / 10:.1f} points"


def worst(told: Sequence[tuple[Chances, int]]) -> int:
    """The worst of the bins, in tenths of a point."""
    return round(10 * max((abs(said - came) for said, came, _ in bins(told)), default=0))


def bins(told: Sequence[tuple[Chances, int]]) -> list[tuple[float, float, int]]:
    """(said, came, positions), both in points: BINS by the chance said, those with few positions put to the next."""
    found, inside = list[tuple[float, float, int]](), list[tuple[int, int]]()
    least = max(1, len(told) // LEAST_OF)
    for low in range(BINS):
        top = SCALE + 1 if low == BINS - 1 else (low + 1) * SCALE // BINS
        inside += [(chances.won, result) for chances, result in told if low * SCALE // BINS <= chances.won < top]
        if len(inside) >= least or (low == BINS - 1 and inside):
            said = sum(won for won, _ in inside) / len(inside) / 10
            found.append((said, 100 * sum(result == 1 for _, result in inside) / len(inside), len(inside)))
            inside = []
    return found


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
        lines += [f"{name}:", f"  plays: {one.plays!r}", f"  games: {one.games}"]
        lines += [f"  made: {one.made!r}"] * bool(one.made)
        lines += [f"  {word}: {tenths}" for word in ("worst", "apart") if (tenths := getattr(one, word)) is not None]
        lines.append("  sides:")
        for side, model in one.sides.items():
            lines.append(f"    {side}:")
            for field in ("mean", "spread", "won", "lost"):
                lines.append(f"      {field}: [{', '.join(map(str, getattr(model, field)))}]")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    terminal.say(f"  written: {path.name} of {system.title}")
