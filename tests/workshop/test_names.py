"""Unusual names of battles, maps, files and folders. Each is kept as it is or refused with its place."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from game.console.checking import check_scenario
from game.courses import open_courses
from game.library import LESSONS, MAPS, Shelves, open_library
from game.scenes.builder import BuilderScene
from game.teach.puzzles import PUZZLES, open_tasks
from game.workshop.draft import left_draft
from game.workshop.scenario_yaml import as_yaml
from game.workshop.user_files import entry_of, free_key, keep_battle, key_of, take_in
from rules import SYSTEMS
from rules.kernel.datafile import DataError, source_at
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from tests.game.screens import app_in

DUEL = MAPS / "quickfire" / "lesson_duel.yaml"


@pytest.mark.parametrize(
    "title", ["1942", "True", "null", "0", "~", "con", "LPT1", "☃", "a\u2028b", "\ufeffx", "a\x85b"]
)
def test_a_battle_of_any_title_is_kept_and_read_again_as_it_was(title: str, tmp_path: Path) -> None:
    battle = load_scenario(DUEL).but(title=title)
    path = keep_battle(tmp_path, battle, as_yaml)
    assert entry_of(path, own=True).scenario == battle.but(key=path.stem)


@pytest.mark.parametrize("word", ["1942", "null", "", "a: b", "#", '"', "[a", "x\n", "\x7f", "\u2029", "\ufffe", "- x"])
@pytest.mark.parametrize("field", ["key", "map", "title"])
def test_a_draft_holds_any_word_in_any_field_and_gives_it_back(field: str, word: str) -> None:
    battle = load_scenario(DUEL).but(**{field: word})
    assert source_at(Path("draft.yaml"), as_yaml(battle)).read(Scenario) == battle


def test_a_name_that_is_no_text_is_still_written_and_nothing_else_is_lost() -> None:
    battle = load_scenario(DUEL).but(map=os.fsdecode(b"bay\xff"))
    assert source_at(Path("draft.yaml"), as_yaml(battle)).read(Scenario) == battle.but(map="bay\ufffd")


@pytest.mark.parametrize(
    "name", ["☃" * 150, "../savo_sound", "sub/bay", "/etc/passwd", "con", "a:b", "bay.", "nowhere"]
)
def test_a_map_that_no_map_is_called_is_refused_with_the_line_of_the_battle(name: str, tmp_path: Path) -> None:
    text = (MAPS / "nw_smoke" / "little_and_gregory.yaml").read_text("utf-8")
    text = re.sub("(?m)^map: .*$", f'map: "{name}"', text.replace("key: little_and_gregory", "key: mine"))
    line = next(number for number, words in enumerate(text.splitlines(), 1) if words.startswith("map: "))
    path = tmp_path / "nw_smoke" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    library = open_library(["nw_smoke"], own=tmp_path)
    rows = list(library.problems)
    for entry in (entry for entry in library.entries if entry.own):
        rows += Shelves(tmp_path).why_unplayable(SYSTEMS["nw_smoke"], entry)
    assert [(one.file, one.line, one.field) for one in rows] == [(str(path), line, "map")]
    assert check_scenario(path)[0].startswith(f"{path}:{line}:")
    sent = tmp_path / "mail" / "mine.yaml"
    sent.parent.mkdir()
    sent.write_text(text, "utf-8")
    with pytest.raises(DataError) as error:
        take_in(sent, tmp_path / "other")
    assert str(error.value).startswith(f"{sent}:{line}:")


def test_a_map_that_is_not_there_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="unknown map 'nowhere'; expected one of: .*savo_sound"):
        Shelves(tmp_path).sheet("nw_smoke", "nowhere")


def test_a_name_that_windows_keeps_for_a_device_is_given_to_no_file(tmp_path: Path) -> None:
    assert key_of("CON") == "battle_con" and key_of("Console") == "console"
    sent = tmp_path / "sent.yaml"
    sent.write_text(DUEL.read_text("utf-8").replace("key: lesson_duel", "key: aux"), "utf-8")
    with pytest.raises(DataError, match=r"sent\.yaml:\d+:\d+: key: .*Windows"):
        take_in(sent, tmp_path / "own")


def test_a_name_that_a_broken_link_has_is_not_free(tmp_path: Path) -> None:
    folder = tmp_path / "quickfire"
    folder.mkdir()
    (folder / "mine.yaml").symlink_to(tmp_path / "gone")
    assert free_key(tmp_path, "quickfire", "mine") == "mine_2"


@pytest.mark.parametrize("what", ["file", "link", "circle"])
def test_an_own_folder_that_cannot_be_looked_into_is_told(what: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    if what == "file":
        own.write_text("x")
    else:
        own.mkdir()
        (own / "quickfire").symlink_to(own / ("quickfire" if what == "circle" else "gone"))
    library = open_library(["quickfire"], own=own)
    assert [problem.file for problem in library.problems] == [str(own / "quickfire")]
    assert "cannot be read" in library.problems[0].message
    assert open_library(["quickfire"], own=tmp_path / "nothing").problems == ()
    for shelf in (LESSONS, PUZZLES) if what != "file" else ():
        (own / shelf).mkdir()
        (own / shelf / "quickfire").symlink_to(own / "gone")
    courses, (_, puzzles) = open_courses(["quickfire"], own=own), open_tasks(["quickfire"], own=own)
    assert "cannot be read" in courses.problems[0].message and "cannot be read" in puzzles[0].message


def test_a_map_whose_name_is_no_text_is_told_and_drawn_with_without_harm(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    folder = app.folders.own / "nw_smoke"
    folder.mkdir(parents=True)
    bay = folder / os.fsdecode(b"bay\xff.tmx")
    bay.write_bytes((MAPS / "nw_smoke" / "savo_sound.tmx").read_bytes())
    assert [one.file for one in open_library(["nw_smoke"], own=app.folders.own).problems] == [str(bay)]
    app.screens.builder("nw_smoke")
    assert isinstance(app.scene, BuilderScene)
    app.scene.change(app.scene.scenario.but(map=bay.stem))
    app.scene.check()
    app.tree.ensure_layout()
    app.tree.draw(app.surface)
    assert app.scene.problems and not app.scene.draft.not_saved
    assert left_draft(app.folders.own, "nw_smoke")[0] is not None
