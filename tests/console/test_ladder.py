"""The verb `ladder`: matches whose rows do not depend on who played them, kept rows, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import time
from datetime import date
from pathlib import Path

import pytest

from game.console.cluster import program_digest
from release.makers import bench_real_window
from release.makers.bench_measure import line_of, seconds
from release.makers.ladder import StoredRows, play_match
from release.makers.strength import Pairing, page
from tests.console.run import run_makers

DUEL = Pairing(scenario="nw_smoke/little_and_gregory", player="quick", against="random", games=6)


def test_rows_are_the_same_whatever_the_number_of_processes() -> None:
    alone, shared = (play_match(DUEL, 3, jobs, "", StoredRows(None)) for jobs in (1, 2))
    assert alone.rows == shared.rows and alone.standing == shared.standing
    assert [(row.seed, row.seats) for row in alone.rows[:2]] == [(3, ("quick", "random")), (3, ("random", "quick"))]


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "rows.jsonl"
    part = DUEL.but(games=2)
    play_match(part, 3, 1, "", StoredRows(str(kept)))
    whole = play_match(DUEL, 3, 1, "", StoredRows(str(kept)))
    assert len(kept.read_text("utf-8").splitlines()) == 6, "the first two were not played again"
    assert whole.rows == play_match(DUEL, 3, 1, "", StoredRows(None)).rows
    stale = [json.dumps({**json.loads(line), "program": "another"}) for line in kept.read_text("utf-8").splitlines()]
    kept.write_text("\n".join(stale) + "\n", "utf-8")
    assert StoredRows(str(kept)).find(part, 3, 0) is None, "rows of another program count for nothing"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--players", "greedy,greedy"], "two different players"),
        (["--players", "greedy,nobody"], "unknown player 'nobody'"),
        (["--players", "greedy,old-guard"], "--old-guard FOLDER"),
        (["--games", "7"], "an even number of games"),
        (["--sprt", "60,50"], "the lower first"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(tmp_path: Path, arguments: list[str], why: str) -> None:
    done = run_makers(tmp_path, "ladder", "nw_smoke/little_and_gregory", "--players", "quick,random", *arguments)
    assert done.returncode == 2 and why in done.stderr


def test_a_line_of_the_kept_table_stays_until_its_match_is_played_again() -> None:
    """The table is made in pieces: a new line stands with its kind, one played again in its own place."""
    match = play_match(DUEL, 3, 1, "", StoredRows(None))
    other = match.but(pairing=DUEL.but(against="greedy"))
    old = "| nights_of_fury/little_and_gregory | captain v chart | 20 | the rest of an old line |"
    before = page([match, other], f"words\n\n| scenario | match |\n|---|---|\n{old}\nmore words")
    lines = [line for line in before.splitlines() if line.startswith("| n")]
    assert lines[0] == old and [line.split(" | ")[1] for line in lines[1:]] == ["quick v random", "quick v greedy"]
    again = page([match.but(rows=match.rows[:2])], before)
    changed = [(new, line) for new, line in zip(again.splitlines(), before.splitlines(), strict=True) if new != line]
    assert len(changed) == 1 and "quick v random" in changed[0][0], "the digest of its results, and no other line"
    assert date.today().isoformat() in lines[1] and program_digest() in lines[1]


# --- What `bench` measures with: processor time, and a plain note where a figure cannot be had ---


def test_what_others_do_meanwhile_does_not_count() -> None:
    assert seconds(lambda: time.sleep(0.2)) < 0.15


def test_a_window_that_gives_no_answer_is_told_and_no_mistake_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(command: list[str], timeout: float, **_: object) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(bench_real_window.subprocess, "run", never)  # type: ignore[attr-defined]
    for figure in bench_real_window.real_window_figures():
        assert not figure.is_missed
        assert "not measured: no answer within 42 s" in line_of(figure)
