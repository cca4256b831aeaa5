"""A battle's test: many games between Captains in another process, with results while it runs; it can be stopped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from game.library import MAPS
from game.program import PACKED
from game.words import tr
from game.workshop.balancing import Result
from game.workshop.scenario_yaml import as_yaml
from rules.kernel.odds import wilson
from rules.kernel.scenario import Scenario
from rules.kernel.storage import write_whole

MAIN = MAPS.parent / "main.py"
GAMES = 40


class Playtest:
    """A running test. `results`: finished games. The battle is copied, so that it can be edited meanwhile."""

    def __init__(
        self,
        scenario: Scenario,
        folder: Path,
        games: int = GAMES,
        player: str = "captain",
        seed: int = 1,
        name: str = "",
    ) -> None:
        """Start the test. Raises NotSaved or OSError if the copy cannot be written or the process cannot be started."""
        self.scenario, self.games, self.player = scenario, games, player
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        stem = name or f"{scenario.system}.trial"
        copy, self.rows = folder / f"{stem}.yaml", folder / f"{stem}.jsonl"
        write_whole(copy, as_yaml(scenario).encode("utf-8"))
        self.rows.write_bytes(b"")
        self.results: list[Result] = []
        self.turns: list[int] = []
        self.errors: list[str] = []
        self.stopped = False
        words = ["balance", str(copy), "--games", str(games), "--jobs", "1", "--players", player, "--seed", str(seed)]
        self.process: subprocess.Popen[bytes] | None = subprocess.Popen(
            [sys.executable, *([] if PACKED else [str(MAIN)]), *words, "--rows", str(self.rows)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=MAIN.parent,
        )

    @property
    def running(self) -> bool:
        """Return whether games are still running."""
        return self.process is not None

    def look(self) -> bool:
        """Read new results; return whether there are any."""
        before = len(self.results) + len(self.errors), self.running
        code = self.process.poll() if self.process is not None else None
        done = self.process is None or code is not None
        self._read()
        if done:
            self.process = None
        if code and not self.results and not self.errors:
            self.errors = [tr("the games could not start (exit code {code})", code=code)]
        return before != (len(self.results) + len(self.errors), self.running)

    def _read(self) -> None:
        self.results, self.turns, self.errors = [], [], []
        for line in self.rows.read_text("utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last line may still be incomplete
            if row["error"]:
                self.errors.append(row["error"])
                continue
            handicaps = [side.handicap for side in self.scenario.sides]
            points = row["points"][0] - handicaps[0], row["points"][1] - handicaps[1]
            self.results.append(Result(row["winner"], points))
            self.turns.append(row["turns"])

    def stop(self) -> None:
        """Stop the test; keep the results so far."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process, self.stopped = None, True
            self._read()

    def lines(self) -> list[str]:
        """Return the results so far as text: win rates with intervals, and length."""
        parts = [
            tr("{count} of {games} games", count=len(self.results) + len(self.errors), games=self.games)
            + (tr(", stopped") if self.stopped else "")
        ]
        for side in self.scenario.sides:
            wins = sum(result.winner == side.key for result in self.results)
            parts.append(tr("{side} wins {rate}", side=side.name, rate=rate(wins, len(self.results)).strip()))
        drawn = sum(not result.winner for result in self.results)
        parts.append(tr("drawn {rate}", rate=rate(drawn, len(self.results)).strip()))
        if self.turns:
            mean = sum(self.turns) / len(self.turns)
            parts.append(
                tr(
                    "It lasts {mean} turns ({least} to {most}).",
                    mean=f"{mean:.1f}",
                    least=min(self.turns),
                    most=max(self.turns),
                )
            )
        if self.errors:
            parts.append(tr("{count} games aborted: {errors}", count=len(self.errors), errors=self.errors[0]))
        return parts


def rate(wins: int, games: int) -> str:
    """Return a rate with its interval: ` 62.5 % [38.6, 81.5]`."""
    if not games:
        return tr("no games finished")
    centre, half = wilson(wins, games)
    return f"{100 * wins / games:5.1f} % [{100 * max(0, centre - half):.1f}, {100 * min(1, centre + half):.1f}]"
