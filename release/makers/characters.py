"""The verb `characters`: can the Captain's characters be distinguished by their play? Each sample is ten games of one
character against the plain Captain, alternating sides: how often each kind of order was given, and the points of both
sides. A nearest-mean classifier identifies the character of a sample from the means of all other samples.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean, pstdev

import msgspec

from game.console import terminal
from game.console.processes import run_in_processes
from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import CAPTAIN, make_player, take_turn
from rules.players.levels import LEVELS
from rules.players.statistics import match_result

SAMPLE = 10  # games of a sample


class Played(Record, frozen=True):
    """One game of a character: its counts of orders, and its score, 0 to 2 half points."""

    kind: str
    number: int
    counts: dict[str, int]
    halves: int


def characters_verb(args: Namespace) -> int:
    """`characters BATTLE`: play, classify every sample, print the rate of correct ones and the strength."""
    system, _, key = args.scenario.partition("/")
    path = Path(args.rows) if args.rows else None
    kept = path.read_bytes().splitlines() if path and path.is_file() else []
    done = {(row.kind, row.number): row for row in (msgspec.json.decode(line, type=Played) for line in kept)}
    kinds = (CAPTAIN, *(name for name, level in LEVELS.items() if system in level.leans))
    wanted = [(kind, number) for number in range(args.games) for kind in kinds]
    left = [(system, key, kind, number) for kind, number in wanted if (kind, number) not in done]
    for row in run_in_processes(play_one, left, args.jobs):
        done[row.kind, row.number] = row
        if path:
            with path.open("ab") as file:
                file.write(msgspec.json.encode(row) + b"\n")
    for line in table(args.scenario, [done[one] for one in wanted if one in done]):
        terminal.say(line)
    return 0


def play_one(system: str, key: str, kind: str, number: int) -> Played:
    """Play one game: the character has the first side in even games; pairs of games share a seed."""
    scenario = get_scenario(system, key)
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=number // 2)
    sides = [side.key for side in scenario.sides]
    own = sides[number % len(sides)]
    players = {
        side: make_player(kind if side == own else CAPTAIN, number * 10 + seat, without_reasons=True)
        for seat, side in enumerate(sides)
    }
    counts: Counter[str] = Counter()
    while not session.over:
        side = session.actor
        turn = take_turn(players[side], Seat(session, side))
        if side == own:
            counts[type(turn.choice.command).__name__] += 1
    for score in Seat(session, "").view().scores:
        counts["points" if score.side == own else "points of the other side"] = score.points
    winner = session.state.outcome.winner
    return Played(kind, number, dict(counts), 1 if not winner else 2 * (winner == own))


def table(battle: str, rows: Sequence[Played]) -> list[str]:
    """Return a line for each character: samples classified correctly, and points against the Captain with interval."""
    verbs = sorted({verb for row in rows for verb in row.counts})
    samples = []
    for (kind, _), games in groupby(
        sorted(rows, key=lambda row: (row.kind, row.number)), lambda row: (row.kind, row.number // SAMPLE)
    ):
        listed = list(games)
        if len(listed) == SAMPLE:
            samples.append((kind, [fmean(row.counts.get(verb, 0) for row in listed) for verb in verbs]))
    lines = []
    for kind in dict.fromkeys(row.kind for row in rows):
        named = [
            classify(samples[:at] + samples[at + 1 :], sample)
            for at, (own, sample) in enumerate(samples)
            if own == kind
        ]
        strength = match_result([row.halves / 2 for row in rows if row.kind == kind], 0.5, 0.55)
        taken = ", ".join(f"{other} {count}" for other, count in Counter(named).most_common() if other != kind)
        lines.append(
            f"| {battle} | {kind} | {named.count(kind)} of {len(named)} | {taken or '–'} | {strength.games} | "
            f"{100 * strength.score:.0f} % [{100 * strength.low:.0f}, {100 * strength.high:.0f}] |"
        )
    return lines


def classify(samples: Sequence[tuple[str, list[float]]], wanted: Sequence[float]) -> str:
    """Return the kind whose mean is nearest, each count measured in standard deviations within its kind."""
    kinds = {
        kind: [sample for own, sample in samples if own == kind] for kind in dict.fromkeys(own for own, _ in samples)
    }
    spreads = [
        fmean(pstdev(column) for column in columns) or 1.0
        for columns in zip(*([list(one) for one in zip(*group, strict=True)] for group in kinds.values()), strict=True)
    ]

    def distance(kind: str) -> float:
        means = [fmean(column) for column in zip(*kinds[kind], strict=True)]
        return sum(((mean - value) / spread) ** 2 for mean, value, spread in zip(means, wanted, spreads, strict=True))

    return min(kinds, key=distance)
