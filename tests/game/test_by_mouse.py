"""First lessons and first battles by a real mouse in a real window (make soak), see tests/by_mouse.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.by_mouse import TABLE, write_row
from tests.capabilities import PUBLISHED
from tests.conftest import ROOT, SOAK
from tests.mouse_window import Diary

NEEDED = ("Xvfb", "xdotool")
SHAPES = ("1280", "1920", "150")


@pytest.mark.skipif(not SOAK, reason="make soak: whole battles in a real window take minutes")
@pytest.mark.parametrize("size", SHAPES)
@pytest.mark.parametrize("game", PUBLISHED)
def test_a_newcomer_with_a_mouse_finishes_the_first_lesson_and_the_first_battle(game: str, size: str) -> None:
    if not all(shutil.which(tool) for tool in NEEDED):
        pytest.skip(f"needs {', '.join(NEEDED)}")
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SDL_")}
    command = [sys.executable, "-m", "tests.by_mouse", game, "--size", size]
    done = subprocess.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [[cell.strip() for cell in line.split("|")] for line in done.stdout.splitlines() if line.startswith("| ")]
    assert len(rows) == 2, done.stdout
    assert [row[6] for row in rows] == ["0", "0"], f"clicks that nothing answered:\n{done.stdout}"
    sys.stdout.write(done.stdout)


def test_every_game_has_its_rows_in_the_table_and_nobody_was_left_without_an_answer() -> None:
    rows = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    for game in PUBLISHED:
        own = [row for row in rows if row.startswith(f"| {game}: ")]
        assert any("first lesson" in row and "| finished |" in row for row in own), game
        assert any("first lesson" not in row for row in own), f"{game}: no battle"
        assert all(row.split("|")[6].strip() == "0" for row in own), own


def test_a_row_is_put_in_place_of_the_one_of_the_same_name_and_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.md"
    monkeypatch.setattr("tests.by_mouse.TABLE", table)
    for clicks in (7, 9):
        write_row(Diary("nw_smoke: first lesson", clicks=clicks, end="finished"), "1280")
    write_row(Diary("nw_smoke: first lesson", clicks=11, end="finished"), "150")
    rows = [row for row in table.read_text(encoding="utf-8").splitlines() if row.startswith("| nw")]
    assert [row.split("|")[3].strip() for row in rows] == ["9", "11"]
