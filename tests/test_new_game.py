"""`main.py new game KEY` in a copy of the program: the game it writes passes all tests and can be played at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.console.new_game import head_for, why_not, with_game
from tests.capabilities import PUBLISHED
from tests.conftest import ROOT, SOAK

KEY = "toy_boats"
GATES = tuple(f"tests/test_{name}.py" for name in ("contract", "rulebook", "examples", "replays"))
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "out", "build")

WINDOW = """
import sys
from argparse import Namespace
from game.scenes.startup import first_scenes
from game.stack import Push
from game.window import open_app
args = Namespace(user_dir=sys.argv[1], scenario=sys.argv[2], side="blue", opponent="random", seed=1, resume=None)
app = open_app(args.user_dir)
for scene in first_scenes(app, args):
    app.change(Push(scene))
for _ in range(3):
    app.frame()
print(type(app.scene).__name__)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program in which a game has been begun."""
    home = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT, home, ignore=LEFT_OUT, dirs_exist_ok=True)
    done = run(home, "main.py", "new", "game", KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    return home


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run something in the copy, without a display."""
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=home,
        input="",
        check=False,
        env={
            **{name: value for name, value in os.environ.items() if name != "SOAK"},
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": str(home),
            "SDL_VIDEODRIVER": "dummy",
        },
    )


def test_check_finds_nothing_wrong_with_it(copy: Path) -> None:
    places = [f"rules/{KEY}", f"maps/{KEY}", f"tests/scripts/{KEY}", f"tests/replays/{KEY}", "assets/skins"]
    done = run(copy, "main.py", "--user-dir", str(copy / "user"), "check", *places)
    assert done.returncode == 0 and "nothing wrong" in done.stdout, done.stdout + done.stderr


def test_its_code_passes_the_linter_and_the_type_checker(copy: Path) -> None:
    folders = [f"rules/{KEY}", f"tests/{KEY}"]
    for words in (["ruff", "check"], ["ruff", "format", "--check"], *([["mypy"]] if SOAK else [])):
        done = run(copy, "-m", *words, *folders)
        assert done.returncode == 0, done.stdout + done.stderr


def test_it_passes_the_tests_of_every_game_and_its_own(copy: Path) -> None:
    tests = ["tests"] if SOAK else [f"tests/{KEY}", *GATES]
    chosen = f"{KEY} or not ({' or '.join(PUBLISHED)} or new_game)" if SOAK else KEY  # a sixth game disturbs no test
    done = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not window", "-k", chosen, *tests)
    assert done.returncode == 0 and " failed" not in done.stdout, done.stdout + done.stderr


def test_it_is_played_by_typing_and_by_two_computers(copy: Path) -> None:
    user = ("--user-dir", str(copy / "user"))
    done = run(copy, "main.py", *user, "play", "--text", "--scenario", f"{KEY}/first_battle", "--opponent", "random")
    assert done.returncode == 0 and "sailed" in done.stdout, done.stdout + done.stderr


def test_it_plays_in_the_window_at_once(copy: Path) -> None:
    done = run(copy, "-c", WINDOW, str(copy / "user"), f"{KEY}/first_battle")
    assert done.stdout.split()[-1:] == ["PlayScene"], done.stdout + done.stderr


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("Torpedo", "lower-case letters"),
        ("a b", "lower-case letters"),
        ("../x", "lower-case letters"),
        ("if", "lower-case letters"),
        ("con", "Windows keeps for a device"),
        ("x" * 40, "3 to 24"),
        ("quickfire", "taken by rules/quickfire"),
        ("kernel", "taken by rules/kernel"),
        ("lessons", "taken by maps/lessons"),
    ],
)
def test_a_key_that_will_not_do_is_refused_in_a_sentence(key: str, text: str) -> None:
    assert text in why_not(key)


@pytest.mark.parametrize(
    ("key", "head"),
    [("harbour_raid", "HR"), ("ironclads", "IR"), ("quick_fights", "QU"), ("nwx", "NWX"), ("gun_boats", "GB")],
)
def test_the_ids_of_its_rules_begin_as_short_as_no_other_games_do(key: str, head: str) -> None:
    assert head_for(key) == head


def test_a_game_is_entered_where_the_imports_are_in_order() -> None:
    text = (ROOT / "rules" / "__init__.py").read_text("utf-8")
    lines = with_game(text, "ironclads").splitlines()
    imports = [line for line in lines if line.startswith("from rules.")]
    assert imports == sorted(imports) and "from rules.ironclads import SYSTEM as IRONCLADS" in imports
    assert lines[lines.index(")") - 1] == "    IRONCLADS,"
