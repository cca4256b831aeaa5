"""Killed games: everything acknowledged is on disk, and the game goes on from there."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.flow import offers
from rules.kernel.logbook import LogbookBusy
from rules.kernel.session import SaveError, Session, Step, load_session
from tests.conftest import ROOT, map_named, scenario_named

KILLS = int(os.environ.get("KILLS", "8"))  # `make soak` raises it

PLAYER = """
import random, sys
from pathlib import Path
from rules import SYSTEMS
from rules.kernel.flow import offers
from rules.kernel.session import Session
from tests.conftest import map_named, scenario_named
scenario = scenario_named("nw_smoke", sys.argv[2])
seed = int(sys.argv[3])
session = Session(SYSTEMS["nw_smoke"], scenario, map_named("nw_smoke", scenario.map), seed=seed)
session.keep_in(Path(sys.argv[1]))
rng = random.Random(seed)
while not session.over:
    command = rng.choice([c for offer in offers(session.system, session.state) for c in offer.commands])
    session.submit(command)
    print(len(session.steps), session.digest(), flush=True)
print("end", flush=True)
"""


def killed_game(path: Path, seed: int) -> tuple[int, str]:
    """Play in another process and kill it at a random moment. Returns the last acknowledged (steps, digest)."""
    rng = random.Random(seed)
    scenario = ("little_and_gregory", "cape_esperance", "first_guadalcanal")[seed % 3]
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), scenario, str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )
    assert child.stdout is not None
    lines: list[str] = []
    for _ in range(rng.randint(1, 120)):
        line = child.stdout.readline()
        if not line or line.startswith("end"):
            break
        lines.append(line)
    child.kill()
    rest = child.stdout.read()
    child.wait()
    lines += [line for line in rest.splitlines(keepends=True) if line.endswith("\n") and not line.startswith("end")]
    steps, digest = lines[-1].split()
    return int(steps), digest


@pytest.mark.parametrize("seed", range(KILLS))
def test_kill_9_at_any_moment_loses_at_most_the_command_not_yet_acknowledged(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game.log"
    steps, digest = killed_game(path, seed)
    session = load_session(path, SYSTEMS, map_named)
    assert not session.readonly
    assert steps <= len(session.steps) <= steps + 1
    assert digest == _digest_at(session, steps)
    assert session.log is not None, "the game goes on in the same file"
    session.close()


def _digest_at(session: Session, steps: int) -> str:
    return session.branch(steps).digest()


def test_a_game_goes_on_in_its_file_after_the_crash_and_loads_again(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    killed_game(path, 3)
    session = load_session(path, SYSTEMS, map_named)
    before = len(session.steps)
    if not session.over:
        offer = offers(session.system, session.state)[0]
        assert isinstance(session.submit(offer.commands[0]), Step)
    after = session.digest()
    session.close()
    again = load_session(path, SYSTEMS, map_named, write=False)
    assert len(again.steps) in (before, before + 1)
    assert again.digest() == after
    assert again.verify() == ""


def test_two_programs_cannot_write_one_game(tmp_path: Path) -> None:
    scenario = scenario_named("nw_smoke", "little_and_gregory")
    session = Session(SYSTEMS["nw_smoke"], scenario, map_named("nw_smoke", scenario.map), seed=1)
    session.keep_in(tmp_path / "game.log")
    with pytest.raises(LogbookBusy):
        load_session(tmp_path / "game.log", SYSTEMS, map_named)
    watched = load_session(tmp_path / "game.log", SYSTEMS, map_named, write=False)
    assert watched.digest() == session.digest()
    session.close()


def test_a_damaged_game_can_be_watched_up_to_the_break_and_the_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    killed_game(path, 6)
    lines = path.read_bytes().splitlines(keepends=True)
    middle = len(lines) // 2
    lines[middle] = lines[middle].replace(b'"t":"do"', b'"t":"du"')
    path.write_bytes(b"".join(lines))
    session = load_session(path, SYSTEMS, map_named)
    assert "Resume from here as a new game" in session.readonly
    assert len(session.steps) == middle - 1
    assert path.read_bytes() == b"".join(lines)
    assert isinstance(session.submit(offers(session.system, session.state)[0].commands[0]), tuple), (
        "a damaged game takes no orders"
    )


def test_a_file_that_is_no_game_is_refused_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "notes.log"
    path.write_text("dear diary\n", "utf-8")
    with pytest.raises(SaveError, match=r"notes\.log"):
        load_session(path, SYSTEMS, map_named)
