"""A position set up in the builder is saved three ways in every game: as a script, a lesson, a puzzle; and by mouse."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.library import LESSONS, Shelves, open_map
from game.scenes.play import PlayScene
from game.table.sharing import SHARED, as_script
from game.teach.puzzles import PUZZLES
from game.workshop.lesson_export import lesson_faults, lesson_text
from game.workshop.position_editor import start_phase
from game.workshop.puzzle_export import NoPuzzle, write_puzzle
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn
from tests.conftest import SOAK
from tests.console.run import run_main
from tests.workshop.test_builder import WANTED, Builder
from tests.workshop.test_position import WOUND, hurt

GAME = "quickfire"
PATIENCE = 40  # orders until a position is a puzzle


@pytest.mark.parametrize("key", sorted(SYSTEMS) if SOAK else ["battles_for_empire"])
def test_a_set_up_position_is_kept_as_script_lesson_and_puzzle(key: str, tmp_path: Path) -> None:
    scenario, id = hurt(key)
    session = Session(SYSTEMS[key], scenario, open_map(key, scenario.map), seed=4)
    part, field = WOUND[key]
    assert getattr(getattr(session.state, part)[id], field) in (True, 1)
    shelves, made = Shelves(tmp_path / "own"), None
    for number in range(PATIENCE):
        try:
            made = write_puzzle(session, "Mine", shelves)
        except NoPuzzle:
            take_turn(make_player("random", number), Seat(session, session.actor))
            continue
        break
    assert made is not None and made[0].exists()
    script, lesson = tmp_path / "script.yaml", tmp_path / "lesson.yaml"
    script.write_text(as_script(session), "utf-8")
    text = lesson_text(session, "Mine", session.actor, lesson.name)
    assert lesson_faults(session, text, shelves.scenario) == []
    lesson.write_text(text, "utf-8")
    done = run_main(tmp_path / "user", "check", str(script), str(lesson))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not SOAK, reason="a whole battle in the window: make soak")
def test_the_window_keeps_a_position_in_all_three_ways(tmp_path: Path) -> None:
    """Built by mouse at close range, a ship hurt on her page, begun in Gunnery; three buttons of the game's menu."""
    hand = Builder(tmp_path, GAME)
    for number, names in enumerate(WANTED[GAME]):
        for step, name in enumerate(names):
            hand.search(name)
            place = ((620 + 100 * step) * 1000, (420 + 70 * number) * 1000)
            x, y = hand.scene.board.screen_of(place)
            hand.press(hand.row(), (round(x), round(y)))
    hand.scene.choose(hand.scene.scenario.forces[0].id)
    hand.click("tab_1")
    hand.click("start_condition")
    hand.click("trait_mikasa_fires")
    hand.key(pygame.K_BACKSPACE)
    hand.type("1")
    hand.key(pygame.K_RETURN)
    hand.click("tab_2")
    hand.click("begins_in")
    for _ in range(2):
        hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    assert start_phase(hand.scene.scenario) == 2
    assert hand.scene.state().ships["mikasa"].fires == 1  # type: ignore[union-attr]
    hand.click("play_it")
    hand.click("start")
    table = hand.app.scene
    assert isinstance(table, PlayScene)
    for kind, button, text in (
        ("share", "share_script", "shared"),
        ("lesson", "lesson_write", "lesson_written"),
        ("puzzle", "", "puzzle_written"),
    ):
        table.open_menu()
        hand.click(f"menu_{kind}")
        if button:
            hand.click(button)
        assert hand.app.tree.find(text).spoken_text()
        while hand.app.tree.top is not hand.app.tree.root:
            hand.key(pygame.K_ESCAPE)
    own = hand.app.folders.own
    (script,) = (hand.app.folders.saves / SHARED).glob("*.yaml")
    (lesson,) = (own / LESSONS / GAME).glob("*.yaml")
    assert len(list((own / PUZZLES).rglob("*.yaml"))) == 1
    done = run_main(tmp_path / "user", "check", str(script), str(lesson))
    assert done.returncode == 0, done.stdout + done.stderr
