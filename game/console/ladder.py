"""The verb `ladder`: matches between computer players, in pairs, with intervals and the sequential test's verdict.

A game is a pure function of the program, the scenario, the seed and who sits where; rows are keyed by the number of the
game, and the stop rule looks at whole rounds in their order, so no figure depends on how many processes played.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from game.console import terminal
from game.console.balance import Row, fixtures
from game.console.cluster import helped_by, program_digest
from game.console.match import OLD_GUARD, Played, play_games
from game.console.playing import Refused
from game.console.processes import hands, in_processes
from game.console.speech import plain
from game.library import NoSuchScenario, open_library
from game.program import NEEDS_PYTHON, PACKED
from rules import SYSTEMS
from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record, digest_of
from rules.players import players_for
from rules.players.levels import LEVELS
from rules.players.outside import is_program
from rules.players.statistics import Standing, standing

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "rules" / "players" / "tables" / "ladder.yaml"
STRENGTH = ROOT / "rules" / "players" / "STRENGTH.md"
ROUND = 20  # games between two looks at the stop rule: pairs of one seed, sides changed


class Pairing(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to play: `player` against `against` in a scenario, at most so many games."""

    scenario: str
    player: str
    against: str
    games: int
    doubt: int = 50  # the scores, in hundredths, between which the sequential test decides
    hope: int = 55
    stop: bool = True  # stop as soon as the test has decided

    @property
    def name(self) -> str:
        """How it is called in a table."""
        return f"{self.scenario}: {self.player} v {self.against}"


class Ladder(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The matches of the whole table."""

    matches: tuple[Pairing, ...]


class Match(Record, frozen=True):
    """A match as far as it was played."""

    pairing: Pairing
    rows: tuple[Row, ...]
    standing: Standing
    thought_us: dict[str, tuple[int, ...]]


def ladder_verb(args: Namespace) -> int:
    """`ladder`: play the matches asked for, or the whole table; print it, keep it in STRENGTH.md when asked to."""
    pairings = _pairings(args)
    done: list[Match] = []
    try:
        with helped_by(args.cluster, args.jobs):
            for pairing in pairings:
                match = play_match(pairing, args.seed, args.jobs, args.old_guard or "", Kept(args.rows))
                done.append(match)
                terminal.say(plain(line_of(match)))
    except KeyboardInterrupt:
        terminal.say("stopped")
    if args.write:
        STRENGTH.write_text(page(done, args), "utf-8")
        terminal.say(f"written: {STRENGTH.relative_to(ROOT).as_posix()}")
    return 1 if len(done) < len(pairings) or any(row.error for match in done for row in match.rows) else 0


def levels_verb(args: Namespace) -> int:
    """`levels`: tell of every computer player one may choose."""
    for level in LEVELS.values():
        terminal.say(plain(f"{level.key:12} {level.title}. {level.says} {level.strength}".rstrip()))
    return 0


def _pairings(args: Namespace) -> list[Pairing]:
    """The matches the command line asks for. Raises Refused."""
    library = open_library(SYSTEMS)
    if not args.scenario:
        chosen = list(load_yaml(TABLE, Ladder).matches)
    else:
        players = args.players.split(",")
        if len(players) != 2 or players[0] == players[1]:
            raise Refused(f"expected two different players with a comma between; found {args.players!r}")
        doubt, hope = _hopes(args.sprt)
        chosen = [
            Pairing(
                scenario=name,
                player=players[0],
                against=players[1],
                games=args.games,
                doubt=doubt,
                hope=hope,
                stop=args.stop,
            )
            for name in args.scenario
        ]
    for pairing in chosen:
        try:
            entry = library.find(pairing.scenario)
        except NoSuchScenario as error:
            raise Refused(str(error)) from error
        known = (*players_for(SYSTEMS[entry.system]), OLD_GUARD)
        for player in (pairing.player, pairing.against):
            if player not in known and not is_program(player):
                raise Refused(f"{pairing.scenario}: no player is called {player!r}; there are {', '.join(known)}")
        if OLD_GUARD in (pairing.player, pairing.against) and not args.old_guard:
            raise Refused(f"{OLD_GUARD} needs --old-guard FOLDER: the folder of an older version of this program")
        if OLD_GUARD in (pairing.player, pairing.against) and PACKED:
            raise Refused(f"{OLD_GUARD}: {NEEDS_PYTHON}")
        if pairing.games < 2 or pairing.games % 2:
            raise Refused(f"{pairing.name}: expected an even number of games, for each seed is played twice")
    return chosen


def _hopes(text: str) -> tuple[int, int]:
    """Two scores in hundredths: `50,55`. Raises Refused."""
    try:
        doubt, hope = map(int, text.split(","))
    except ValueError:
        raise Refused(f"expected two scores in hundredths, such as 50,55; found {text!r}") from None
    if not 0 < doubt < hope < 100:
        raise Refused(f"expected two scores between 0 and 100, the lower first; found {text!r}")
    return doubt, hope


class Kept:
    """Rows in a file: what an earlier run of the same program has played is not played again."""

    def __init__(self, path: str | None) -> None:
        self.path = Path(path) if path else None
        self.program = program_digest()
        self._found: dict[tuple[str, int, int], Played] = {}
        if self.path is not None and self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, kept: dict[str, Any]) -> None:
        if kept["program"] == self.program:
            played = msgspec.convert(kept["played"], Played)
            self._found[kept["match"], played.row.seed, played.row.number] = played

    def find(self, pairing: Pairing, seed: int, number: int) -> Played | None:
        """A game that was played before."""
        return self._found.get((pairing.name, seed, number))

    def add(self, pairing: Pairing, played: list[Played]) -> None:
        """Keep games just played."""
        if self.path is None:
            return
        with self.path.open("a", encoding="utf-8") as out:
            for game in played:
                line = {"match": pairing.name, "program": self.program, "played": msgspec.to_builtins(game)}
                out.write(json.dumps(line) + "\n")


def play_match(pairing: Pairing, seed: int, jobs: int, old: str, kept: Kept) -> Match:
    """Play a match round by round until its test has decided or all its games are played."""
    games = fixtures(pairing.games, (pairing.player, pairing.against), seed)
    entry = open_library(SYSTEMS).find(pairing.scenario)
    sides = [side.key for side in entry.scenario.sides]
    done: list[Played] = []
    for first in range(0, len(games), ROUND):
        fresh = games[first : first + ROUND]
        found = [kept.find(pairing, game.seed, game.number) for game in fresh]
        missing = [game for game, known in zip(fresh, found, strict=True) if known is None]
        played = [game for chunk in _in_processes(entry.system, entry.key, missing, jobs, old) for game in chunk]
        kept.add(pairing, played)
        done += sorted([*(game for game in found if game), *played], key=lambda game: game.row.number)
        if pairing.stop and _standing(pairing, sides, done).verdict != "open":
            break
    thought: dict[str, list[int]] = {}
    for game in done:
        for kind, times in game.thought_us.items():
            thought.setdefault(kind, []).extend(times)
    thought_us = {kind: tuple(times) for kind, times in thought.items()}
    return Match(pairing, tuple(game.row for game in done), _standing(pairing, sides, done), thought_us)


def _in_processes(system: str, key: str, games: list[Any], jobs: int, old: str) -> Iterator[list[Played]]:
    if jobs == 1:
        yield play_games(system, key, games, old)
        return
    size = max(2, ROUND // hands(jobs))  # the old guard is started once for so many
    chunks = [games[start : start + size] for start in range(0, len(games), size)]
    yield from in_processes(play_games, ((system, key, chunk, old) for chunk in chunks), jobs)


def _standing(pairing: Pairing, sides: list[str], played: list[Played]) -> Standing:
    """How the match stands: pairs of which a game did not end are left out whole."""
    results: list[float] = []
    for first, second in zip(played[::2], played[1::2], strict=False):
        if not first.row.error and not second.row.error:
            results += (_result(pairing, sides, game.row) for game in (first, second))
    return standing(results, pairing.doubt / 100, pairing.hope / 100)


def _result(pairing: Pairing, sides: list[str], row: Row) -> float:
    """What a game brought the first player of a match."""
    return 0.5 if not row.winner else float(row.seats[sides.index(row.winner)] == pairing.player)


# ---------------------------------------------------------------------- the table

READING = """
A character is meant to be as strong as the Captain: for him the test asks only whether he is far stronger (.55) or not
(.45), and *failed* means that he is not; what counts is that his interval holds 50. A game without a captain of its own
(all but the hex game, Quickfire and Battles for Empire) has careful weighing on its evaluation in terms for a Captain.
"""
HEAD = (
    "| scenario | match | games | won-drawn-lost | score [95 %] | pairs ± | Elo | LLR (test) | verdict "
    "| ms a decision: mean / 95 of 100 / worst |\n|---|---|---|---|---|---|---|---|---|---|"
)


def line_of(match: Match) -> str:
    """A match as a line of the table."""
    pairing, found = match.pairing, match.standing
    errors = sum(bool(row.error) for row in match.rows)
    broken = f", {errors} broken: {next(row.error for row in match.rows if row.error)}" if errors else ""
    cells = (
        pairing.scenario,
        f"{pairing.player} v {pairing.against}",
        f"{found.games}{broken}",
        f"{found.wins}-{found.draws}-{found.losses}",
        f"**{100 * found.score:.1f}** [{100 * found.low:.1f}, {100 * found.high:.1f}]",
        f"{100 * found.pair_margin:.1f}",
        f"{found.elo:+d}",
        f"{found.llr:+.2f} (.{pairing.doubt} v .{pairing.hope})",
        found.verdict,
        "; ".join(_pace(kind, match.thought_us.get(kind, ())) for kind in (pairing.player, pairing.against)),
    )
    return f"| {' | '.join(cells)} |"


def _pace(kind: str, times_us: tuple[int, ...]) -> str:
    if not times_us:
        return f"{kind} -"
    ordered = sorted(times_us)
    slow = ordered[len(ordered) * 95 // 100]
    return f"{kind} {sum(ordered) / len(ordered) / 1000:.2f} / {slow / 1000:.1f} / {ordered[-1] / 1000:.0f}"


def _said(args: Namespace) -> str:
    """The options that decide what was played, as typed."""
    words = [*args.scenario, *([f"--players {args.players} --games {args.games}"] if args.scenario else ())]
    return "".join(f" {word}" for word in (*words, f"--seed {args.seed}"))


def page(matches: list[Match], args: Namespace) -> str:
    """STRENGTH.md: the table, the command that made it, and how to read it."""
    rows = "\n".join(line_of(match) for match in matches)
    digest = digest_of([row for match in matches for row in match.rows])
    return f"""# How strong the computer players are

Written by `main.py ladder{_said(args)}` on {date.today().isoformat()}, program
{program_digest()}, results {digest}. Every seed is played twice with the sides changed; a draw counts a half; the
interval is Wilson's; "pairs ±" is the 95 per cent half width from the pairs. The stop rule stands in
`tables/ladder.yaml` before a game is played: after each {ROUND} games the sequential test may decide between the two
scores at 5 per cent error of both kinds (LLR beyond 2.94); "open" is neither. The old guard is the greedy player of
commit 74889b3, run as another process.

{HEAD}
{rows}
{READING}"""
