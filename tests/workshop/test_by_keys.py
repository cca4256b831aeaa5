"""The builder without a mouse: from an empty board to a battle that is kept and begun, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.scenes.play import PlayScene
from game.ui import widgets as ui
from game.workshop import scenario_edits
from game.workshop.placement_checks import free_post
from rules.kernel.scenario_loading import load_scenario
from tests.conftest import SOAK
from tests.workshop.test_builder import WANTED, Builder

BOARDS = ("quickfire", *(("nw_smoke", "nights_of_fury", "battles_for_empire", "perfidious_albion") if SOAK else ()))
MOST_TABS = 120


def tab_to(hand: Builder, id: str) -> None:
    """Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if hand.app.tree.focused is not None and hand.app.tree.focused.id == id:
            return
        hand.key(pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {id}")


def put(hand: Builder, name: str) -> None:
    """The first of the roster with a name, by Enter."""
    tab_to(hand, "roster_search")
    field = hand.app.tree.focused
    assert isinstance(field, ui.TextInput)
    for _ in field.text:
        hand.key(pygame.K_BACKSPACE)
    hand.type(name)
    tab_to(hand, "roster")
    hand.key(pygame.K_HOME)
    hand.key(pygame.K_RETURN)


@pytest.mark.parametrize("key", BOARDS)
def test_a_battle_is_drawn_turned_moved_taken_back_kept_and_begun_by_keys_alone(key: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    hand.clicks = 0
    scene = hand.scene
    for names in WANTED[key]:
        for name in names:
            put(hand, name)
    assert [unit.name for _, unit in scenario_edits.units_of(scene.scenario)] == [
        n for names in WANTED[key] for n in names
    ]
    assert scene.problems == ()  # each stood at a post of its own
    tab_to(hand, "board")
    hand.key(pygame.K_SPACE)
    chosen = scene.chosen
    before = scenario_edits.force_of(scene.scenario, chosen)
    assert before is not None
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RETURN)
    moved = scenario_edits.force_of(scene.scenario, chosen)
    assert moved is not None and moved.at != before.at
    hand.key(pygame.K_r)
    turned = scenario_edits.force_of(scene.scenario, chosen)
    assert turned is not None and (turned.facing != moved.facing or not moved.facing)
    while scene.scenario.forces[0].at != before.at or scene.scenario.forces[0].facing != before.facing:
        assert scene.draft.can_undo
        hand.key(pygame.K_z, pygame.KMOD_CTRL)
    hand.key(pygame.K_y, pygame.KMOD_CTRL)
    assert scene.scenario.forces[0].at == moved.at
    hand.key(pygame.K_DELETE)
    assert scenario_edits.force_of(scene.scenario, chosen) is None
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    tab_to(hand, "tab_2")
    hand.key(pygame.K_RETURN)
    tab_to(hand, "title")
    hand.type("!")
    assert scene.scenario.title.endswith("!")
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    hand.key(pygame.K_s, pygame.KMOD_CTRL)
    (path,) = (hand.app.folders.own / key).glob("*.yaml")
    assert load_scenario(path).forces == scene.scenario.forces
    assert scene.problems == ()
    hand.key(pygame.K_F5)
    tab_to(hand, "start")
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.app.scene, PlayScene)
    assert hand.clicks == 0


def test_land_is_drawn_and_a_minefield_laid_by_keys(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "perfidious_albion")
    hand.scene.show_tab(2)
    hand.wait()
    tab_to(hand, "land_island")
    hand.key(pygame.K_RETURN)
    tab_to(hand, "board")
    for way in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN):
        for _ in range(3):
            hand.key(way)
        hand.key(pygame.K_RETURN)
    assert len(hand.scene.hand.corners) == 3
    hand.key(pygame.K_RETURN)
    assert len(scenario_edits.lands_of(hand.scene.scenario)) == 1


@pytest.mark.parametrize("key", ["quickfire", "perfidious_albion"][: 2 if SOAK else 1])
def test_ships_that_lie_across_one_another_are_told_before_the_battle_can_begin(key: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    for number, names in enumerate(WANTED[key]):
        for step, name in enumerate(names):
            hand.bring(name, number, step)
    assert hand.scene.problems == ()
    bench, (first, second) = hand.scene.bench, hand.scene.scenario.forces[:2]
    hand.scene.change(scenario_edits.with_force(hand.scene.scenario, second.id, at=first.at))
    hand.wait()
    assert "overlaps" in hand.app.tree.find("verdict").spoken_text()
    assert not hand.app.tree.find("play_it").enabled
    assert free_post(hand.scene.scenario, bench, 0) not in [
        scenario_edits.place_of(bench, force) for force in hand.scene.scenario.forces
    ]
