"""The real window on a machine that has a screen and nothing else; see tests/bare_machine.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.capabilities import PUBLISHED
from tests.conftest import ROOT, SOAK
from tests.game.test_window import NEEDED
from tests.release.on_screen import screen

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason="needs a virtual display"),
    pytest.mark.skipif(Path("/dev/snd").exists(), reason="this machine has a sound device"),
]
PATIENCE_S = 600
BATTLE_S = 60 if SOAK else 12  # of game time


def play(home: Path, game: str) -> str:
    """Run tests/bare_machine.py with an environment of four variables; return what it says. It must end well."""
    with screen("1280x720x24") as display:
        env = {"PATH": os.defpath, "HOME": str(home), "LANG": "C", "DISPLAY": display}
        done = subprocess.run(
            [sys.executable, "-m", "tests.bare_machine", str(BATTLE_S), game],
            cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", PUBLISHED)
def test_a_game_is_played_without_sound_bus_locale_or_home(key: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert f"{key} " in play(home, key)
    assert len(list(home.rglob("*.game"))) == 1 and not list(home.rglob("crash-*"))


def test_a_battle_is_played_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A file in place of the home folder: root may write into a folder whatever its rights are."""
    home = tmp_path / "home"
    home.write_text("no folder")
    assert "nw_smoke" in play(home, "nw_smoke")
    assert home.read_text() == "no folder"
