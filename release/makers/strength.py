"""STRENGTH.md: the table of `release.makers ladder --write` with a line for each match. Lines of matches not played
again stay unchanged, each with its date and program, so that the table can be made in pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from game.console.balance import Row
from game.console.cluster import program_digest
from rules.kernel.record import Record, digest_of
from rules.players.statistics import MatchResult

STRENGTH = Path(__file__).parents[2] / "rules" / "players" / "STRENGTH.md"
ROUND = 20  # games between checks of the stop rule: pairs with one seed and swapped sides


class Pairing(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to play: `player` against `against` in a scenario, with a limit of games."""

    scenario: str
    player: str
    against: str
    games: int
    doubt: int = 50  # the scores, in hundredths, between which the sequential test decides
    hope: int = 55
    stop: bool = True  # stop as soon as the test has decided

    @property
    def name(self) -> str:
        """Return its name in a table."""
        return f"{self.scenario}: {self.player} v {self.against}"


class Match(Record, frozen=True):
    """A match with its games so far."""

    pairing: Pairing
    rows: tuple[Row, ...]
    standing: MatchResult
    thought_us: dict[str, tuple[int, ...]]


READING = """
A character is meant to be as strong as the Captain: for him the test asks only whether he is far stronger (.55) or not
(.45), and *failed* means that he is not; what counts is that his interval holds 50. A game without a captain of its own
(Nights of Fury) has careful weighing on its evaluation in terms for a Captain. Until 2026-11-23 The Wells began with
the spears one hex further off: there he made 56.2 of 100 points against the old guard (160 games, 48.5 to 63.7).
"""
HEAD = (
    "| scenario | match | games | won-drawn-lost | score [95 %] | pairs ± | Elo | LLR (test) | verdict "
    "| ms a decision: mean / 95 of 100 / worst | played: day, program, results |\n|" + "---|" * 11
)
WORDS = f"""# How strong the computer players are

Each line is kept by `release.makers ladder SCENARIO --players A,B --write` (without one: the whole table) when it is
played, with its day, the digest of the program that played it and that of its results; the other lines stay.
Every seed is played twice with the sides changed; a draw counts a half; the interval is Wilson's; "pairs ±" is the
95 per cent half width from the pairs. The stop rule stands before a game is played, in `tables/ladder.yaml` or on the
command line: after each {ROUND} games the sequential test may decide between the two scores at 5 per cent error of both
kinds (LLR beyond 2.94); "open" is neither. The old guard is the greedy player of commit 74889b3, as another process.
"""


def line_of(match: Match) -> str:
    """Return a match as a line of the table, without date and program."""
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


def table_line(match: Match) -> str:
    """Return a match as a line of the saved table."""
    return f"{line_of(match)} {date.today().isoformat()}, {program_digest()}, {digest_of(match.rows)} |"


def page(matches: Iterable[Match], before: str) -> str:
    """Return STRENGTH.md with its old lines, replaced for matches played again, and new ones after similar ones."""
    lines = [line for line in before.splitlines() if line.startswith("| ") and "/" in line.partition(" | ")[0]]
    for match in matches:
        _put(lines, table_line(match))
    rows = "\n".join(lines)
    return f"{WORDS}\n{HEAD}\n{rows}\n{READING}"


def _put(lines: list[str], line: str) -> None:
    """Replace the line of the same match, or insert it after the last of its scenario, its game, or at the end."""
    scenario, match = _names_of_line(line)
    alike = [place for place, other in enumerate(lines) if _names_of_line(other) == (scenario, match)]
    if alike:
        lines[alike[0]] = line
        return
    near = [place for place, other in enumerate(lines) if _names_of_line(other)[0] == scenario]
    game = scenario.partition("/")[0]
    near = near or [place for place, other in enumerate(lines) if _names_of_line(other)[0].partition("/")[0] == game]
    lines.insert(near[-1] + 1 if near else len(lines), line)


def _names_of_line(line: str) -> tuple[str, str]:
    """Return (scenario, match) of a line."""
    cells = line.split(" | ")
    return cells[0].removeprefix("| "), cells[1]
