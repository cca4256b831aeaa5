"""`check` of a player's files: what the list refuses it refuses too, and what is no file at all it names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.console.checking import checks
from game.library import LESSONS, MAPS
from game.teach.puzzles import PUZZLES
from game.workshop.designs import FOLDER
from tests.conftest import POSIX_ONLY

PA = "perfidious_albion"
FIRST = MAPS / LESSONS / "quickfire" / "learn_in_five_minutes.yaml"
KINDS = {
    "battle": (MAPS / "quickfire" / "lesson_duel.yaml", Path("quickfire") / "lesson_duel.yaml", "forces:"),
    "lesson": (FIRST, Path(LESSONS) / "quickfire" / "a.yaml", "steps:"),
    "sent": (MAPS / "quickfire" / "lesson_duel.yaml", Path("mail") / "lesson_duel.yaml", "forces:"),
    "puzzle": (MAPS / PUZZLES / "quickfire" / "lame_her.yaml", Path(PUZZLES) / "quickfire" / "a.yaml", "puzzles:"),
    "design": (MAPS / PA / FOLDER / "vampire_1898.yaml", Path(PA) / FOLDER / "a.yaml", "grid:"),
}  # fmt: skip


def check_lines(path: Path) -> list[str]:
    return [words for _, file, check in checks([str(path)]) for words in check(file)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["misspelt", "empty", "another thing"])
def test_a_file_without_what_makes_it_one_of_ours_is_not_passed_as_sound(kind: str, way: str, tmp_path: Path) -> None:
    sound, where, field = KINDS[kind]
    path = tmp_path / where
    path.parent.mkdir(parents=True)
    text = sound.read_text("utf-8")
    assert field in text
    path.write_text({"misspelt": text.replace(field, f"x{field}"), "empty": ""}.get(way, "- milk\n- bread\n"), "utf-8")
    found = check_lines(path)
    assert found and all(words.startswith(f"{path}:") for words in found)


@POSIX_ONLY
@pytest.mark.parametrize("ending", [".yaml", ".tmx", ".game", ".zip", ""])
@pytest.mark.parametrize("what", ["circle", "pipe", "zeros", "gone", "nothing"])
def test_what_is_no_file_is_named_and_not_waited_for(what: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"sent{ending}"
    if what == "pipe":
        os.mkfifo(path)
    elif what != "nothing":
        path.symlink_to({"circle": path, "zeros": Path("/dev/zero"), "gone": tmp_path / "gone"}[what])
    (words,) = check_lines(path)
    assert words.startswith(str(path)) and words.removeprefix(str(path)).strip(": 01")
