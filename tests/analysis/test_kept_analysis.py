"""The analysis kept beside a save may have been edited: whatever does not fit the game is made again."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from game.library import get_scenario, open_map
from game.table.analysis_job import (
    Analyst,
    analysis_path,
    as_mistake,
    is_decision_of,
    is_entry_of,
    kept_decisions,
    open_game,
)
from rules import SYSTEMS
from rules.analysis.luck import Throw
from rules.analysis.luck_and_skill import Analysis
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn


@cache
def short_game() -> tuple[bytes, tuple[bytes, ...]]:
    """Return a short game as its file, and the lines of its analysis: all entries and three decisions."""
    scenario = get_scenario("quickfire", "lesson_duel")
    session = Session(SYSTEMS["quickfire"], scenario, open_map("quickfire", scenario.map), seed=5)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "q.game"
        session.keep_in(path)
        players = {side.key: make_player("captain", 7) for side in scenario.sides}
        while not session.over:
            take_turn(players[session.actor], Seat(session, session.actor))
        session.close()
        analyst = Analyst(open_game(path), path)
        for _ in analyst.run():
            if sum(one is not None for one in analyst.weighed.values()) == 3:
                break
        return path.read_bytes(), tuple(analysis_path(path).read_bytes().splitlines())


def write_analysis(folder: Path, lines: list[bytes]) -> Path:
    path = folder / "q.game"
    path.write_bytes(short_game()[0])
    analysis_path(path).write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def lines_with(kind: str, **fields: Any) -> list[bytes]:
    """Return the lines of the analysis, with changed values in the third line of a kind."""
    found, seen = [], 0
    for line in short_game()[1]:
        read = json.loads(line)
        seen += read.get("t") == kind
        found.append(json.dumps({**read, **fields}).encode() if read.get("t") == kind and seen == 3 else line)
    assert seen >= 3
    return found


def test_an_analysis_that_nobody_changed_is_taken_up_whole(tmp_path: Path) -> None:
    path = write_analysis(tmp_path, list(short_game()[1]))
    session = open_game(path)
    analyst = Analyst(session, path)
    assert analyst.found.complete and len(analyst.found.decisions) == 3
    assert kept_decisions(session, path) == analyst.found.decisions
    for decision in analyst.found.decisions:
        assert as_mistake(session, decision).number == decision.number


def test_what_does_not_fit_is_left_out_and_made_anew(tmp_path: Path) -> None:
    path = write_analysis(tmp_path, lines_with("decision", loss=1e308))
    session = open_game(path)
    assert len(kept_decisions(session, path)) == 2
    analyst = Analyst(session, path)
    assert len(analyst.found.decisions) == 2 and len(analysis_path(path).read_bytes().splitlines()) < len(
        short_game()[1]
    )
    write_analysis(tmp_path, lines_with("entry", side="nobody"))
    analyst = Analyst(session, path)
    assert len(analyst.found.entries) == 2
    for _ in analyst.run(decisions=False):
        pass
    assert analyst.found.entries == full_analysis().entries


@cache
def full_analysis() -> Analysis:
    """Return the unchanged analysis."""
    with TemporaryDirectory() as folder:
        path = write_analysis(Path(folder), list(short_game()[1]))
        return Analyst(open_game(path), path).found


@cache
def game() -> Session:
    """Return the analysed game."""
    with TemporaryDirectory() as folder:
        return open_game(write_analysis(Path(folder), []))


@pytest.mark.parametrize(
    "fields",
    [
        {"side": "nobody"}, {"best": "zzz nonsense"}, {"best": "fire ohio heavy ohio"}, {"alike": ("zzz",)},
        {"loss": 1e308}, {"loss": -1.5}, {"chance": 7.0}, {"error": 1e308}, {"n": 0}, {"n": 10**9},
        {"rollouts": -1}, {"given": "zzz"}, {"number": 10**6}, {"number": 0}, {"position": ""},
    ],
)  # fmt: skip
def test_a_decision_must_fit_its_order(fields: dict[str, Any]) -> None:
    decision = full_analysis().decisions[2]
    assert is_decision_of(game(), decision) and not is_decision_of(game(), decision.but(**fields))


def throw(faces: tuple[int, ...], luck: float, what: str = "a die") -> tuple[Throw, ...]:
    return (Throw(what=what, rule="", faces=faces, luck=luck),)


@pytest.mark.parametrize(
    "fields",
    [
        {"side": "nobody"}, {"order": "done done"}, {"phase": "tea"}, {"turn": 99}, {"told": "forged"}, {"idle": True},
        {"before": 0.9}, {"after": 1e308}, {"mean": -4.0}, {"clock": 2.0}, {"error": 1e308}, {"number": 3},
        {"position": ""}, {"throws": throw((99,), 0.0)}, {"throws": throw((), 1e308)},
        {"throws": throw((), 0.0, "a\x1bdie")},
    ],
)  # fmt: skip
def test_an_entry_must_fit_its_order(fields: dict[str, Any]) -> None:
    entries = full_analysis().entries
    assert is_entry_of(game(), 2, entries[2], entries[1].after)
    assert not is_entry_of(game(), 2, entries[2].but(**fields), entries[1].after)
