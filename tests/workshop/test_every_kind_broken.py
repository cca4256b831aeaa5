"""One file of each kind in the player's folder, broken in each way: told with file, line and reason, never a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import pytest

from game.courses import open_courses
from game.library import LESSONS, MAPS, open_library
from game.scenes.builder import BuilderScene
from game.teach.puzzles import PUZZLES, open_tasks
from game.workshop.designs import FOLDER, design_problems
from rules import SYSTEMS
from tests.game.screens import app_in

PA = "perfidious_albion"
Told = Callable[[Path], list[str]]
KINDS: dict[
    str, tuple[Path, Path, Told]
] = {  # kind -> a sound file, where it lies in the player's folder, what is reported
    "battle": (
        MAPS / "quickfire" / "lesson_duel.yaml",
        Path("quickfire") / "mine.yaml",
        lambda own: [str(one) for one in open_library(["quickfire"], own=own).problems],
    ),
    "map": (
        MAPS / "nw_smoke" / "savo_sound.tmx",
        Path("nw_smoke") / "mine.tmx",
        lambda own: [str(one) for one in open_library(["nw_smoke"], own=own).problems],
    ),
    "lesson": (
        next(iter(sorted((MAPS / LESSONS / "quickfire").glob("*.yaml")))),
        Path(LESSONS) / "quickfire" / "mine.yaml",
        lambda own: [str(one) for one in open_courses(["quickfire"], own=own).problems],
    ),
    "puzzle": (
        MAPS / PUZZLES / "quickfire" / "lame_her.yaml",
        Path(PUZZLES) / "quickfire" / "mine.yaml",
        lambda own: [str(one) for one in open_tasks(["quickfire"], own=own)[1]],
    ),
    "design": (
        MAPS / PA / FOLDER / "vampire_1898.yaml",
        Path(PA) / FOLDER / "mine.yaml",
        lambda own: list(design_problems(own, SYSTEMS[PA], {})),
    ),
}
WAYS: dict[str, Callable[[bytes], bytes | None]] = {  # None: a folder in its place
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) * 2 // 5],
    "no text": lambda data: b"\xff\xfe\x00" + data,
    "a bracket": lambda data: b"[" + data,
    "another field": lambda data: data.replace(b"title:", b"titel:", 1).replace(b"theme:", b"theem:", 1),
    "nothing but zeros": lambda data: bytes(len(data)),
    "a folder": lambda data: None,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_told_with_its_name_and_its_reason_and_a_sound_one_is_not(
    kind: str, way: str, tmp_path: Path
) -> None:
    sound, where, result = KINDS[kind]
    target = tmp_path / where
    target.parent.mkdir(parents=True)
    data = sound.read_bytes().replace(b"key: lesson_duel", b"key: mine")
    target.write_bytes(data)
    for tiles in sound.parent.glob("tiles.*") if kind == "map" else ():
        copyfile(tiles, target.with_name(tiles.name))
    assert result(tmp_path) == []
    spoilt = WAYS[way](data)
    if spoilt == data:
        pytest.skip("a map has no such field")
    target.unlink()
    if spoilt is None:
        target.mkdir()
    else:
        target.write_bytes(spoilt)
    found = result(tmp_path)
    assert found and all(words.startswith(str(target)) for words in found), found
    assert all(words.removeprefix(str(target)).strip(": 0123456789") for words in found), "with a reason"
    if way in ("a bracket", "another field") and kind != "map":
        assert all(words.removeprefix(f"{target}:")[0].isdigit() for words in found), "and a line"


def test_a_design_that_is_not_fit_is_told_on_the_page_of_the_roster(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    bad = app.folders.own / PA / FOLDER / "mine.yaml"
    bad.parent.mkdir(parents=True)
    bad.write_bytes(KINDS["design"][0].read_bytes().replace(b"flotation:", b"flotatoin:"))
    app.screens.builder(PA)
    assert isinstance(app.scene, BuilderScene)
    assert app.tree.find("unfit_0").spoken_text().startswith(f"Not in the roster: {bad}:")
