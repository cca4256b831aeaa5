"""Real processes in difficult places.

Nowhere to write, an old video driver, few colours, a path with Chinese characters.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.version import VERSION
from release import windows
from release.package import Target
from tests.conftest import ROOT
from tests.game.test_window import NEEDED, wait_for
from tests.release.on_screen import is_drawn, screen

BATTLE = "nw_smoke/little_and_gregory"
GAME = "tests/replays/nw_smoke/little_and_gregory.game"
NO_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]  # what root may no longer do then: write anywhere
Done = subprocess.CompletedProcess[str]


@pytest.fixture
def shut(tmp_path: Path) -> Path:
    """Return a folder in which nobody may write."""
    folder = tmp_path / "shut"
    folder.mkdir()
    folder.chmod(0o555)
    return folder


def run(home: Path, *words: str, env: dict[str, str] | None = None, said: str = "") -> Done:
    """Return a verb from source, in a process that may write only where it is allowed to, with `home` for a home."""
    if os.name == "nt" or (os.geteuid() == 0 and shutil.which("setpriv") is None):
        pytest.skip("needs setpriv, or not to be root")
    bare = {"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8", "SDL_AUDIODRIVER": "dummy", "TMPDIR": "/tmp"}
    command = [*(NO_RIGHTS if os.geteuid() == 0 else []), sys.executable, "main.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env={**bare, **(env or {})}, input=said, capture_output=True, text=True, timeout=240
    )


@pytest.mark.parametrize(
    "words",
    [
        ("share", GAME, "--as", "script", "--out"),
        ("share", GAME, "--as", "picture", "--out"),
        ("reference", "quickfire", "--out"),
        ("balance", BATTLE, "--games", "2", "--players", "random", "--jobs", "1", "--rows"),
    ],
    ids=["script", "picture", "reference", "balance"],
)
def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path: Path, shut: Path, words: tuple[str, ...]) -> None:
    done = run(tmp_path, *words, str(shut / "out.png"))
    assert done.returncode == 1
    assert str(shut) in done.stderr and "writing there is not allowed; choose another folder" in done.stderr
    assert "error in the program" not in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("source", "words"),
    [(GAME, "replay"), (GAME, "analyse"), (f"maps/{BATTLE}.yaml", "check"), (f"maps/{BATTLE}.yaml", "play --text"),
     ("maps/nw_smoke/lunga_roads.tmx", "check"), (GAME, "play --text --resume")],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path, source: str, words: str) -> None:
    path = tmp_path / Path(source).name
    shutil.copy(ROOT / source, path)
    path.chmod(0)
    told = run(tmp_path, *words.split(), str(path))
    assert told.returncode in (1, 2)
    assert f"{path.name}" in told.stderr + told.stdout and "you are not allowed to read it" in told.stderr + told.stdout
    assert "writing" not in told.stderr and "Traceback" not in told.stderr


def test_without_a_home_to_write_in_the_game_is_played_and_says_where_it_is_kept(shut: Path) -> None:
    done = run(shut, "play", "--text", "--scenario", BATTLE, "--side", "usn", "--seed", "4", said="end\nyes\nquit\n")
    assert done.returncode == 0, done.stderr
    said = " ".join((done.stdout + done.stderr).split())
    assert "cannot be used" in said and "Saves are temporary here" in said


def test_the_players_folder_may_have_any_name(tmp_path: Path) -> None:
    user = tmp_path / "海戰 指令 'n' $HOME %s"
    words = ("--user-dir", str(user), "play", "--text", "--scenario", BATTLE, "--side", "usn", "--seed", "4")
    done = run(tmp_path, *words, said="end\nyes\nquit\n", env={"LC_ALL": "C", "LANG": "C"})
    assert done.returncode == 0, done.stderr
    (path,) = (user / "saves").glob("*.game")
    assert run(tmp_path, "replay", str(path), "--verify").returncode == 0


def test_the_source_may_lie_anywhere(tmp_path: Path) -> None:
    home = tmp_path / "海戰 指令 (1.1)"
    home.mkdir()
    for name in ("main.py", "game", "rules", "maps", "assets"):
        (home / name).symlink_to(ROOT / name)
    done = subprocess.run([sys.executable, str(home / "main.py"), "--version"], capture_output=True, text=True)
    assert done.stdout == f"Fighting Instructions {VERSION}\n"


@pytest.mark.sweep(keep=1)
@pytest.mark.window
@pytest.mark.skipif(not all(shutil.which(tool) for tool in (*NEEDED, "xwd")), reason="needs a virtual display")
@pytest.mark.parametrize(
    ("size", "env"),
    [("1280x720x24", {"SDL_VIDEODRIVER": "svgalib"}), ("800x600x16", {}), ("640x480x24", {})],
    ids=["a driver of long ago", "800 by 600 in 65,536 colours", "a tiny screen"],
)
def test_the_window_opens_on_what_there_is(tmp_path: Path, size: str, env: dict[str, str]) -> None:
    with screen(size) as display:
        wanted = {"HOME": str(tmp_path), "PATH": os.defpath, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        program = subprocess.Popen(
            [sys.executable, "main.py"], cwd=ROOT, env={**wanted, "SDL_FRAMEBUFFER_ACCELERATION": "0", **env}
        )
        try:
            wait_for("a picture", lambda: is_drawn(display))
            assert program.poll() is None
        finally:
            program.kill()
            program.wait()


def test_an_unknown_driver_and_no_display_is_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, env={"SDL_VIDEODRIVER": "svgalib"})
    assert done.returncode == 2 and "the window cannot be opened: no display found" in done.stderr
    assert "Traceback" not in done.stderr


# --- What can be said of the package for Windows without Wine; `make test-windows` tries it ---


def test_an_archive_with_the_python_of_tests_is_named_a_test_build() -> None:
    made = windows.Windows(Path("python.exe"), Path("prefix"))
    assert Target(made, tested_only=True).name == f"fighting-instructions-{VERSION}-windows-test"
    assert Target(made).name == f"fighting-instructions-{VERSION}-windows-amd64"
    assert "windows" not in Target().name and Target(made).out != Target().out


def test_the_first_words_for_a_player_quote_what_windows_shows() -> None:
    text = (ROOT / "release" / "READ-ME-FIRST.txt").read_text("utf-8")
    for words in (
        "Windows protected your PC",
        "More info",
        "Run anyway",
        "certutil -hashfile",
        "SHA256SUMS",
        r".\fi.exe",
    ):
        assert words in text


def test_nothing_says_that_it_was_tried_on_windows() -> None:
    papers = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "release").glob("*.*")]
    assert all("tried on windows" not in paper.read_text("utf-8").casefold() for paper in papers)


def test_without_wine_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "WINES", ())
    with pytest.raises(SystemExit, match="apt-get install .* wine"):
        windows.python_for_windows()
