"""The player's own folder: read beside what is shipped, broken files named, nothing ever written over."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

import pygame
import pytest

from game.courses import open_courses
from game.folders import find_folders
from game.library import LESSONS, MAPS, Shelves, open_library
from game.scenes.import_file import open_file
from game.scenes.puzzle import PuzzleScene
from game.scenes.scenarios import ScenariosScene
from game.scenes.share import lesson_dialog
from game.scenes.sides import SidesScene
from game.stack import Pop, Push
from game.workshop.user_files import copy_map, free_key, key_of, take_in, write_new
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.session import Session, load_session
from rules.kernel.storage import NotSaved
from tests.conftest import begin
from tests.console.run import run_main
from tests.game.screens import app_in

DUEL = MAPS / "quickfire" / "lesson_duel.yaml"
WELLS = MAPS / "battles_for_empire" / "the_wells.yaml"


def own_battle(own: Path, key: str = "my_duel", text: str = "") -> Path:
    """Return a battle of the player's own: the duel under another name."""
    path = own / "quickfire" / f"{key}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((text or DUEL.read_text("utf-8")).replace("key: lesson_duel", f"key: {key}"), "utf-8")
    return path


def test_own_battles_stand_behind_the_shipped_ones_and_can_be_played(tmp_path: Path) -> None:
    own_battle(tmp_path)
    library = open_library(SYSTEMS, own=tmp_path)
    assert [entry.key for entry in library.of("quickfire") if entry.own] == ["my_duel"]
    assert library.of("quickfire")[-1].own
    assert not library.problems
    assert Shelves(tmp_path).why_unplayable(SYSTEMS["quickfire"], library.find("quickfire/my_duel")) == ()


def test_a_broken_own_battle_is_named_with_file_line_and_reason_and_the_rest_is_there(tmp_path: Path) -> None:
    path = own_battle(tmp_path, "bad", DUEL.read_text("utf-8").replace("turns: 26", "turns: many"))
    own_battle(tmp_path)
    library = open_library(SYSTEMS, own=tmp_path)
    line = next(n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if text == "turns: many")
    assert [(problem.file, problem.line, problem.field) for problem in library.problems] == [(str(path), line, "turns")]
    assert library.find("quickfire/my_duel").own


def test_a_battle_or_map_with_a_shipped_name_never_takes_its_place(tmp_path: Path) -> None:
    own_battle(tmp_path, "lesson_duel", DUEL.read_text("utf-8").replace("turns: 26", "turns: 3"))
    (tmp_path / "nw_smoke").mkdir()
    copyfile(MAPS / "nw_smoke" / "savo_sound.tmx", tmp_path / "nw_smoke" / "savo_sound.tmx")
    library = open_library(SYSTEMS, own=tmp_path)
    assert library.find("quickfire/lesson_duel").scenario.turns == 26
    assert Shelves(tmp_path).scenario("quickfire", "lesson_duel").turns == 26
    assert ["the program has a" in problem.message for problem in library.problems] == [True, True]


def test_files_nobody_can_read_are_told_and_stop_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "quickfire"
    folder.mkdir()
    for name, data in {"a": b"\xff\xfe\x00", "b": b"", "c": b"[" * 900, "d": b"key: d\n" * 3}.items():
        (folder / f"{name}.yaml").write_bytes(data)
    (folder / "e.yaml").mkdir()
    (folder / "f.tmx").write_text("<map>", "utf-8")
    library = open_library(SYSTEMS, own=tmp_path)
    assert {Path(problem.file).name for problem in library.problems} >= {f"{n}.yaml" for n in "abcde"} | {"f.tmx"}
    assert not any(entry.own for entry in library.entries)


def test_writing_a_file_that_is_there_is_refused_and_leaves_it(tmp_path: Path) -> None:
    write_new(tmp_path / "x.yaml", "first")
    with pytest.raises(NotSaved, match="already a file"):
        write_new(tmp_path / "x.yaml", "second")
    assert (tmp_path / "x.yaml").read_text("utf-8") == "first"


def test_a_free_name_is_neither_shipped_nor_the_players(tmp_path: Path) -> None:
    own_battle(tmp_path, "lesson_duel_2")
    assert free_key(tmp_path, "quickfire", "lesson_duel") == "lesson_duel_3"
    assert key_of("The Lesson: Massena & Ohio!") == "the_lesson_massena_ohio"
    assert key_of("☃") == "battle"


def test_a_battle_that_was_sent_is_taken_in_once_with_its_map(tmp_path: Path) -> None:
    sent, own = tmp_path / "mail", tmp_path / "own"
    sent.mkdir()
    for name in ("the_wells.tmx", "tiles.tsx", "tiles.png"):
        copyfile(MAPS / "battles_for_empire" / name, sent / ("oasis.tmx" if name.endswith("tmx") else name))
    words = WELLS.read_text("utf-8").replace("key: the_wells", "key: oasis").replace("map: the_wells", "map: oasis")
    (sent / "oasis (1).yaml").write_text(words, "utf-8")
    entry = take_in(sent / "oasis (1).yaml", own)
    assert entry.path == own / "battles_for_empire" / "oasis.yaml" and entry.own
    assert take_in(sent / "oasis (1).yaml", own) == entry
    sheet = Shelves(own).sheet("battles_for_empire", "oasis")
    session = Session(SYSTEMS[entry.system], entry.scenario, sheet, seed=1)
    session.keep_in(tmp_path / "x.game")
    session.close()
    again = load_session(tmp_path / "x.game", SYSTEMS, Shelves(own).sheet, write=False)
    assert again.digest() == session.digest()


def test_a_faulty_battle_that_was_sent_writes_nothing_and_says_where(tmp_path: Path) -> None:
    path = tmp_path / "mail.yaml"
    path.write_text(DUEL.read_text("utf-8").replace("{name: Ohio}", "{name: Nobody}"), "utf-8")
    with pytest.raises(DataError, match=r"mail\.yaml.*Nobody"):
        take_in(path, tmp_path / "own")
    assert not (tmp_path / "own").exists()


def test_a_map_is_not_copied_over_another_of_its_name(tmp_path: Path) -> None:
    copy_map(MAPS / "nw_smoke" / "vella_gulf.tmx", tmp_path, "coast")
    kept = (tmp_path / "coast.tmx").read_bytes()
    with pytest.raises(NotSaved, match="another file of that name"):
        copy_map(MAPS / "nw_smoke" / "savo_sound.tmx", tmp_path, "coast")
    assert (tmp_path / "coast.tmx").read_bytes() == kept


def test_a_second_lesson_of_one_name_is_written_beside_the_first(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.change(Push(ScenariosScene(app, "quickfire")))
    session = begin("quickfire/lesson_duel")
    for name in ("lesson_duel", "lesson_duel_2"):
        lesson_dialog(app, session, "usa")
        app.tree.find("lesson_title").set_text("Lesson duel")  # type: ignore[attr-defined]
        app.tree.find("lesson_write").press()
        text = " ".join(widget.spoken_text() for widget in app.tree.find("lesson_written").walk())
        assert "New lesson" in text and f"{name}.yaml" in text
        app.tree.close(app.tree.layers[-1])
    assert len(list((app.folders.own / LESSONS / "quickfire").glob("*.yaml"))) == 2


def test_own_lessons_stand_behind_the_course(tmp_path: Path) -> None:
    lesson = sorted((MAPS / "lessons" / "quickfire").glob("*.yaml"))[0]
    (tmp_path / "lessons" / "quickfire").mkdir(parents=True)
    copyfile(lesson, tmp_path / "lessons" / "quickfire" / "mine.yaml")
    (tmp_path / "lessons" / "quickfire" / "bad.yaml").write_text("steps: 3\n", "utf-8")
    courses = open_courses(SYSTEMS, own=tmp_path)
    assert [one.name for one in courses.of("quickfire") if one.own] == ["own/quickfire/mine"]
    assert courses.of("quickfire")[-1].own
    assert any("bad.yaml" in problem.file for problem in courses.problems)


def test_the_list_of_battles_has_a_heading_for_them_and_sees_new_files_at_once(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    own_battle(app.folders.own)
    own_battle(app.folders.own, "bad", DUEL.read_text("utf-8").replace("turns: 26", "turns: many"))
    app.change(Push(ScenariosScene(app, "quickfire", "my_duel")))
    app.tree.ensure_layout()
    heading, mine = app.tree.find("own_battles"), app.tree.find("battle_my_duel")
    assert app.tree.find("battle_yellow_sea").rect.bottom <= heading.rect.top < mine.rect.top
    assert mine.rect.bottom <= app.tree.find("broken_bad.yaml").rect.top
    assert app.tree.find("battles").rect.contains(mine.rect)  # the battle that was asked for is in view


def test_a_file_is_opened_from_the_window_or_it_is_told_why_not(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    sent = tmp_path / "sent.yaml"
    sent.write_text(DUEL.read_text("utf-8").replace("key: lesson_duel", "key: sent_duel"), "utf-8")
    open_file(app, sent)
    assert isinstance(app.scene, SidesScene) and app.scene.entry.key == "sent_duel"
    app.scene.start_with({"usa": "human", "france": "captain"})
    assert list(app.folders.saves.glob("*.game"))
    for name, data in {"no.yaml": b"[", "no.txt": b"x", "no.tmx": b"<map", "gone.yaml": None}.items():
        if data is not None:
            (tmp_path / name).write_bytes(data)
        open_file(app, tmp_path / name)
        assert app.tree.find("sent_error_close"), name
        app.tree.close(app.tree.layers[-1])


def test_a_puzzle_that_was_sent_is_put_to_the_player_or_it_is_told_why_not(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.change(Push(ScenariosScene(app, "quickfire")))
    sent = tmp_path / "sent.yaml"
    words = (MAPS / "puzzles" / "quickfire" / "lame_her.yaml").read_text("utf-8")
    sent.write_text(words, "utf-8")
    open_file(app, sent)
    assert isinstance(app.scene, PuzzleScene)
    app.change(Pop())
    for wrong, id in (
        (re.sub("scenario: [a-z_]+", "scenario: nowhere", words, count=1), "puzzle_broken_close"),
        (words.replace("system: quickfire", "system: chess"), "sent_error_close"),
        (words.replace("verb:", "werb:"), "sent_error_close"),
    ):
        assert wrong != words
        sent.write_text(wrong, "utf-8")
        open_file(app, sent)
        assert app.tree.find(id) and not isinstance(app.scene, PuzzleScene)
        app.tree.close(app.tree.layers[-1])


def test_a_file_dropped_on_the_window_is_opened(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.change(Push(ScenariosScene(app, "quickfire")))
    sent = tmp_path / "dropped.yaml"
    sent.write_text(DUEL.read_text("utf-8").replace("key: lesson_duel", "key: dropped_duel"), "utf-8")
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(sent)))
    assert isinstance(app.scene, SidesScene) and app.scene.entry.key == "dropped_duel" and app.scene.entry.own


def test_play_file_plays_a_battle_by_typing_and_refuses_a_bad_one_with_its_line(tmp_path: Path) -> None:
    sent = tmp_path / "sent.yaml"
    words = DUEL.read_text("utf-8").replace("key: lesson_duel", "key: sent_duel").replace("turns: 26", "turns: 1")
    sent.write_text(words, "utf-8")
    user = tmp_path / "user"
    done = run_main(user, "play", "--text", str(sent), "--opponent", "random", "--quiet")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (find_folders(user).own / "quickfire" / "sent_duel.yaml").is_file()
    sent.write_text("key: x\nsystem: quickfire\nforces: 3\n", "utf-8")
    done = run_main(user, "play", "--text", str(sent))
    assert done.returncode == 1 and "sent.yaml:3" in done.stderr
