"""The verb `ladder`: matches between computer players, in pairs, with intervals and the sequential test's verdict.

A game is a pure function of the program, the scenario, the seed and the players; rows are keyed by the number of the
game, and the stop rule uses whole rounds in order, so no figure depends on the number of processes.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from game.console import terminal
from game.console.balance import Row, fixtures
from game.console.cluster import program_digest, using_cluster
from game.console.playing import Refused
from game.console.processes import run_in_processes, worker_count
from game.library import NoSuchScenario, open_library
from game.table.speech import strip_controls
from release.makers.match import OLD_GUARD, PlayedMatch, play_games
from release.makers.script_player import scripts
from release.makers.strength import ROUND, STRENGTH, Match, Pairing, line_of, page
from rules import SYSTEMS
from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record
from rules.players import players_for
from rules.players.external_bot import is_program
from rules.players.statistics import MatchResult, match_result

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "rules" / "players" / "tables" / "ladder.yaml"


class Ladder(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The matches of the whole table."""

    matches: tuple[Pairing, ...]


def ladder_verb(args: Namespace) -> int:
    """`ladder`: play the matches asked for, or the whole table; print each, and with --write save its line."""
    pairings = _pairings(args)
    done: list[Match] = []
    try:
        with using_cluster(args.cluster, args.jobs):
            for pairing in pairings:
                match = play_match(pairing, args.seed, args.jobs, args.old_guard or "", StoredRows(args.rows))
                done.append(match)
                terminal.say(strip_controls(line_of(match)))
                if args.write:
                    STRENGTH.write_text(page([match], STRENGTH.read_text("utf-8")), "utf-8")
    except KeyboardInterrupt:
        terminal.say("stopped")
    if args.write and done:
        terminal.say(f"written: {STRENGTH.relative_to(ROOT).as_posix()}")
    return 1 if len(done) < len(pairings) or any(row.error for match in done for row in match.rows) else 0


def _pairings(args: Namespace) -> list[Pairing]:
    """Return the matches given on the command line. Raises Refused."""
    library = open_library(SYSTEMS)
    if not args.scenario:
        chosen = list(load_yaml(TABLE, Ladder).matches)
    else:
        players = args.players.split(",")
        if len(players) != 2 or players[0] == players[1]:
            raise Refused(f"expected two different players with a comma between; found {args.players!r}")
        doubt, hope = _two_scores(args.sprt)
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
        known = (*players_for(SYSTEMS[entry.system]), *scripts().get(entry.system, ()), OLD_GUARD)
        for player in (pairing.player, pairing.against):
            if player not in known and not is_program(player):
                raise Refused(f"{pairing.scenario}: unknown player {player!r}; expected one of {', '.join(known)}")
        if OLD_GUARD in (pairing.player, pairing.against) and not args.old_guard:
            raise Refused(f"{OLD_GUARD} needs --old-guard FOLDER: the folder of an older version of this program")
        if pairing.games < 2 or pairing.games % 2:
            raise Refused(f"{pairing.name}: expected an even number of games, because each seed is played twice")
    return chosen


def _two_scores(text: str) -> tuple[int, int]:
    """Return two scores in hundredths: `50,55`. Raises Refused."""
    try:
        doubt, hope = map(int, text.split(","))
    except ValueError:
        raise Refused(f"expected two scores in hundredths, such as 50,55; found {text!r}") from None
    if not 0 < doubt < hope < 100:
        raise Refused(f"expected two scores between 0 and 100, the lower first; found {text!r}")
    return doubt, hope


class StoredRows:
    """Rows in a file: games played by an earlier run of the same program are not played again."""

    def __init__(self, path: str | None) -> None:
        self.path = Path(path) if path else None
        self.program = program_digest()
        self._found: dict[tuple[str, int, int], PlayedMatch] = {}
        if self.path is not None and self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, kept: dict[str, Any]) -> None:
        if kept["program"] == self.program:
            played = msgspec.convert(kept["played"], PlayedMatch)
            self._found[kept["match"], played.row.seed, played.row.number] = played

    def find(self, pairing: Pairing, seed: int, number: int) -> PlayedMatch | None:
        """Return a saved game, if it was played before."""
        return self._found.get((pairing.name, seed, number))

    def add(self, pairing: Pairing, played: list[PlayedMatch]) -> None:
        """Save games just played."""
        if self.path is None:
            return
        with self.path.open("a", encoding="utf-8") as out:
            for game in played:
                line = {"match": pairing.name, "program": self.program, "played": msgspec.to_builtins(game)}
                out.write(json.dumps(line) + "\n")


def play_match(pairing: Pairing, seed: int, jobs: int, old: str, kept: StoredRows) -> Match:
    """Play a match round by round until its test has decided or all games are played."""
    games = fixtures(pairing.games, (pairing.player, pairing.against), seed)
    entry = open_library(SYSTEMS).find(pairing.scenario)
    sides = [side.key for side in entry.scenario.sides]
    done: list[PlayedMatch] = []
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


def _in_processes(system: str, key: str, games: list[Any], jobs: int, old: str) -> Iterator[list[PlayedMatch]]:
    if jobs == 1:
        yield play_games(system, key, games, old)
        return
    size = max(2, ROUND // worker_count(jobs))  # the old version is started once for this many games
    chunks = [games[start : start + size] for start in range(0, len(games), size)]
    yield from run_in_processes(play_games, ((system, key, chunk, old) for chunk in chunks), jobs)


def _standing(pairing: Pairing, sides: list[str], played: list[PlayedMatch]) -> MatchResult:
    """Return the match's current result; a pair with an unfinished game is left out."""
    results: list[float] = []
    for first, second in zip(played[::2], played[1::2], strict=False):
        if not first.row.error and not second.row.error:
            results += (_result(pairing, sides, game.row) for game in (first, second))
    return match_result(results, pairing.doubt / 100, pairing.hope / 100)


def _result(pairing: Pairing, sides: list[str], row: Row) -> float:
    """Return the result of a game for the first player of a match."""
    return 0.5 if not row.winner else float(row.seats[sides.index(row.winner)] == pairing.player)
