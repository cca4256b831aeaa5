"""Shipped battles, lessons, designs, puzzles and maps with something changed in them by lot, through the one door.

Whatever was changed, the list, `check`, the builder and the window say what is wrong with file and reason, or use it.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pygame
import pytest

from game.app import App
from game.console.checking import check_design, check_lesson, check_scenario, check_study
from game.courses import open_courses
from game.library import LESSONS, MAPS, Library, Shelves, check_own_map, map_files, scenario_files, script_files
from game.maps import load_map
from game.scenes.builder import BuilderScene
from game.scenes.import_file import open_file
from game.scenes.play import PlayScene
from game.scenes.report import ReportScene
from game.scenes.scenarios import ScenariosScene
from game.scenes.start import new_game, start_game
from game.stack import Pop, Push
from game.teach.guide import ForcedDice
from game.teach.puzzles import PUZZLES, open_tasks, shelf_files
from game.workshop.designs import FOLDER, design_problems, own_stocks
from game.workshop.draft import draft_path
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.session import Session
from rules.kernel.study import text_of_study
from tests.capabilities import BUILDABLE
from tests.conftest import SOAK, pick
from tests.game.screens import app_in
from tests.kernel.test_study import annotated_study

PA = "perfidious_albion"
MANY = 400 if SOAK else 16  # changed files of each kind and game
PLAYED = 25 if SOAK else 1  # changed files of each kind that are played in the window
ORDERS = 12 if SOAK else 1
LOOKS = (pygame.K_t, pygame.K_l, pygame.K_TAB, pygame.K_F1, pygame.K_ESCAPE)
SLOW_S = 5.0  # of one question about one file, on a computer that does much else
VALUES = (
    "0", "-1", "31", "99999999999", "1e9", ".nan", "null", "true", '""', "[]", "{}", "[1, 2, 3]", "☃", '"../x"', "[-5]",
    "9223372036854775807", "[[]]", "{a: 1}", '"1,1 2,2"', "nobody", '"%{x}"', "[99999999]", "12:00", "'", "&a x", "*a",
)  # fmt: skip


def mutate(text: str, dice: random.Random) -> bytes:
    """Return a text with one to three things in it changed: lines, values, numbers, words, a bit."""
    lines = text.split("\n")
    for _ in range(dice.choice((1, 1, 2, 3))):
        at, way = dice.randrange(len(lines)), dice.randrange(6)
        line, other = lines[at], dice.choice(lines)
        if way == 0 and len(lines) > 1:
            del lines[at]
        elif way == 1:
            lines.insert(at, other)
        elif way in (2, 3):
            pattern = r"(?<=: )\S.*$" if way == 2 else r'"[^"]*"|-?\b[\w.]+\b'
            spots = list(re.finditer(pattern, line))
            if spots:
                spot = dice.choice(spots)
                lines[at] = line[: spot.start()] + dice.choice(VALUES) + line[spot.end() :]
        elif way == 4:
            words = re.findall(r"\w{3,}", line), re.findall(r"\w{3,}", other)
            if all(words):
                lines[at] = line.replace(dice.choice(words[0]), dice.choice(words[1]), 1)
        else:
            data = bytearray("\n".join(lines).encode("utf-8"))
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            return bytes(data)
    return "\n".join(lines).encode("utf-8")


def spoilt(files: list[Path], target: Path, seed: int) -> Iterator[Path]:
    """Yield the target again and again, each time another file with something changed in it."""
    dice = random.Random(seed)
    target.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(MANY):
        path = dice.choice(files)
        text = path.read_text("utf-8").replace(f"key: {path.stem}\n", f"key: {target.stem}\n")
        target.write_bytes(mutate(text, dice))
        begun = time.process_time()
        yield target
        assert time.process_time() - begun < SLOW_S, f"{path.name}, changed, keeps one waiting"


def told_faults(words: list[str], path: Path) -> list[str]:
    """Return the reported faults, each with file and reason, none of them the name of an error in the program."""
    for one in words:
        assert one.startswith(str(path.parent)) and one.removeprefix(str(path)).strip(": 0123456789"), one
        assert not re.search(r"\b[A-Z]\w+Error\b|StopIteration|gave up", one), one
    return words


def clear(app: App) -> None:
    """Back to the first screen, no dialog open."""
    while len(app.tree.layers) > 1:
        app.tree.close(app.tree.layers[-1])
    while len(app.scenes) > 1:
        app.change(Pop())


def open_in_window(app: App, path: Path) -> None:
    """Opened in the window as a file that somebody sent; a few keys pressed in what comes up."""
    open_file(app, path)
    app.frame()
    for code in (pygame.K_RETURN, pygame.K_s, pygame.K_s, pygame.K_RETURN):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            app.handle(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=40))
        app.frame()
    clear(app)


def at_home(folder: Path) -> App:
    app = app_in(folder)
    app.change(Push(ScenariosScene(app, "quickfire")))
    return app


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", BUILDABLE)
def test_a_changed_battle_is_refused_alike_by_list_and_check_and_opens_in_the_builder(key: str, tmp_path: Path) -> None:
    app, own = at_home(tmp_path / "user"), tmp_path / "own"
    draft = draft_path(app.folders.own, key)
    draft.parent.mkdir(parents=True, exist_ok=True)
    played = 0
    for path in spoilt(scenario_files(key), own / key / "mine.yaml", 1):
        library = Library((), ()).with_own([key], own)
        why = [str(one) for one in library.problems]
        for entry in library.entries:
            why += map(str, Shelves(own).why_unplayable(SYSTEMS[key], entry))
        assert bool(told_faults(why, path)) == bool(told_faults(check_scenario(path), path))
        played += not why
        draft.write_bytes(path.read_bytes())
        app.screens.builder(key)
        assert isinstance(app.scene, BuilderScene)
        app.scene.check()
        for tab in range(4):
            app.scene.show_tab(tab)
            app.tree.ensure_layout()
        for code in (pygame.K_SPACE, pygame.K_r, pygame.K_DELETE):
            app.scene.key(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0))
        app.scene.undo()
        clear(app)
        open_file(app, path)
        clear(app)
    assert played


def played_in_window(app: App, session: Session, seed: int) -> None:
    """Draw a battle, press keys that look at it, give some orders at random, and read its report."""
    start_game(app, session)
    thought = SeededDice(seed)
    for _ in range(ORDERS):
        while len(app.tree.layers) > 1:
            app.tree.close(app.tree.layers[-1])
        for code in LOOKS:
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                app.handle(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))
        app.frame()
        if session.over or not session.actor or not isinstance(app.scene, PlayScene):
            break
        app.scene.submit(pick(session, thought))
        app.frame()
    clear(app)
    app.change(Push(ReportScene(app, session)))
    app.frame()
    clear(app)
    session.close()


@pytest.mark.parametrize("key", sorted(SYSTEMS))
@pytest.mark.sweep(keep=2)
def test_a_changed_battle_that_check_accepts_is_drawn_played_and_reported(key: str, tmp_path: Path) -> None:
    app, own, played = at_home(tmp_path / "user"), tmp_path / "own", 0
    for seed in range(1, 40):
        for path in spoilt(scenario_files(key), own / key / "mine.yaml", seed):
            if check_scenario(path) or path.read_text("utf-8") == "":
                continue
            (entry,) = [one for one in Library((), ()).with_own([key], own).entries if one.key == "mine"]
            players = {side.key: "human" for side in entry.scenario.sides}
            played_in_window(app, new_game(app, entry, dict(entry.scenario.options), players, seed=seed), seed)
            played += 1
            if played == PLAYED:
                return
    assert played


@pytest.mark.parametrize("key", ["nw_smoke", "battles_for_empire"])
def test_a_changed_map_that_check_accepts_can_be_played_on(key: str, tmp_path: Path) -> None:
    app, target, played = at_home(tmp_path / "user"), tmp_path / "mine.tmx", 0
    for tiles in (MAPS / key).glob("tiles.*"):
        copyfile(tiles, target.with_name(tiles.name))
    battles = [load_scenario(path) for path in scenario_files(key)]
    for seed in range(1, 20):
        for path in spoilt(map_files(key), target, seed):
            sheet = None if check_own_map(path) else load_map(path)
            for scenario in battles if sheet is not None else ():
                if scenario.map and not SYSTEMS[key].check_scenario(scenario, sheet):
                    played_in_window(app, Session(SYSTEMS[key], scenario, sheet, seed=seed), seed)
                    played += 1
                    break
            if played == PLAYED:
                return
    assert played


def test_a_changed_study_that_check_accepts_is_opened_and_walked_through(tmp_path: Path) -> None:
    app, dice, opened_ = at_home(tmp_path / "user"), random.Random(7), 0
    session, study = annotated_study()
    text, path = text_of_study(study, session), tmp_path / "study.yaml"
    for _ in range(20 * MANY):
        path.write_bytes(mutate(text, dice))
        why = told_faults(check_study(path), path)
        open_file(app, path)
        app.frame()
        if not why:
            opened_ += 1
            for code in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_END, pygame.K_HOME):
                for kind in (pygame.KEYDOWN, pygame.KEYUP):
                    app.handle(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))
                app.frame()
        clear(app)
        if opened_ == PLAYED:
            return
    assert opened_


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_a_changed_lesson_is_listed_checked_and_begun_without_a_crash(key: str, tmp_path: Path) -> None:
    app = at_home(tmp_path / "user")
    files = script_files(key)
    for path in spoilt(files, tmp_path / LESSONS / key / "mine.yaml", 2) if files else ():
        told_faults([str(one) for one in open_courses([key], root=tmp_path / "none", own=tmp_path).problems], path)
        told_faults(check_lesson(path), path)
        open_in_window(app, path)


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_a_changed_puzzle_is_listed_and_put_without_a_crash(key: str, tmp_path: Path) -> None:
    app = at_home(tmp_path / "user")
    small = [path for path in shelf_files(key) if path.stat().st_size < 60_000]
    for path in spoilt(small, tmp_path / PUZZLES / key / "mine.yaml", 3) if small else ():
        told_faults([str(one) for one in open_tasks([key], root=tmp_path / "none", own=tmp_path)[1]], path)
        open_in_window(app, path)


def test_a_changed_design_is_in_the_roster_or_its_faults_are_told(tmp_path: Path) -> None:
    files = sorted((MAPS / PA / FOLDER).glob("*.yaml"))
    for seed in range(5):
        for path in spoilt(files, tmp_path / PA / FOLDER / "mine.yaml", seed):
            why = told_faults(list(design_problems(tmp_path, SYSTEMS[PA], {})), path)
            assert bool(why) != bool(own_stocks(tmp_path, SYSTEMS[PA]))
            told_faults(check_design(path), path)


@pytest.mark.parametrize("key", ["nw_smoke", "battles_for_empire"])
def test_a_changed_map_is_told_with_its_line(key: str, tmp_path: Path) -> None:
    target = tmp_path / "mine.tmx"
    for tiles in (MAPS / key).glob("tiles.*"):
        copyfile(tiles, target.with_name(tiles.name))
    for path in spoilt(map_files(key), target, 5):
        assert all(one.line for one in check_own_map(path))
        told_faults([str(one) for one in check_own_map(path)], path)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('points="', 'points="1!2 ', "corners are damaged"),
        ('<object id="', '<object id="x', "expected a number"),
        (' x="', ' x="x', "expected a number"),
    ],
)
def test_what_is_no_number_in_a_map_is_told_with_its_line(old: str, new: str, why: str, tmp_path: Path) -> None:
    copyfile(MAPS / "nw_smoke" / "tiles.tsx", tmp_path / "tiles.tsx")
    copyfile(MAPS / "nw_smoke" / "tiles.png", tmp_path / "tiles.png")
    text = (MAPS / "nw_smoke" / "savo_sound.tmx").read_text("utf-8")
    (tmp_path / "bay.tmx").write_text(text.replace(old, new, 1), "utf-8")
    (problem,) = check_own_map(tmp_path / "bay.tmx")
    assert why in problem.message and problem.line == text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("system: quickfire", "system: chess", "system: expected one of nw_smoke"),
        ("side: usa", "side: nobody", "unknown side 'nobody'"),
        ("steps:\n", "steps:\n- {say: x, odds: done quickly}\n", "step 1: "),
        ("steps:\n", "steps:\n- {say: x, odds: fire ohio heavy massena}\n", "step 1: "),
        ("steps:\n", "steps:\n- {say: x, do: dance wildly, must: true}\n", "step 1: "),
        ("\n  turns: ", "\n  turns: -", "scenario.turns: expected 1 to 1,000"),
    ],
)
def test_a_lesson_that_cannot_be_begun_says_why_with_its_file(old: str, new: str, why: str, tmp_path: Path) -> None:
    app = at_home(tmp_path / "user")
    text = (MAPS / LESSONS / "quickfire" / "learn_in_five_minutes.yaml").read_text("utf-8")
    assert old in text
    path = tmp_path / "sent.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    open_file(app, path)
    words = " ".join(widget.spoken_text() for widget in app.tree.top.walk())
    assert why in words and str(path) in words


def test_a_battle_in_a_lesson_is_told_with_its_line(tmp_path: Path) -> None:
    path = next(path for key in SYSTEMS for path in script_files(key) if "\n  turns: " in path.read_text("utf-8"))
    text = re.sub(r"(?m)^  turns: .*$", "  turns: -3", path.read_text("utf-8"))
    mine = tmp_path / "mine.yaml"
    mine.write_text(text, "utf-8")
    line = text[: text.index("  turns: -3")].count("\n") + 1
    assert check_lesson(mine) == [f"{mine}:{line}:10: scenario.turns: expected 1 to 1,000, found '-3'"]


def test_a_face_that_no_die_has_falls_by_chance_as_one_that_is_not_given() -> None:
    faces = ForcedDice((31, 4, 0, 2)).roll(4, 6)
    assert len(faces) == 4 and all(1 <= face <= 6 for face in faces) and {2, 4} <= set(faces)


@pytest.mark.parametrize("year", [2050, 3, -1])
def test_a_design_of_no_year_of_these_ships_is_told_with_its_file(year: int, tmp_path: Path) -> None:
    path = tmp_path / PA / FOLDER / "mine.yaml"
    path.parent.mkdir(parents=True)
    text = (MAPS / PA / FOLDER / "vampire_1898.yaml").read_text("utf-8")
    path.write_text(re.sub("(?m)^completed: .*$", f"completed: {year}", text), "utf-8")
    (words,) = design_problems(tmp_path, SYSTEMS[PA], {})
    assert words.startswith(str(path)) and "completed: expected 1850 to 1999" in words
    assert "completed: expected 1850 to 1999" in check_design(path)[0]
