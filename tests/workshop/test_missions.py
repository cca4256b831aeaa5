"""Missions of one's own: fleets bought with points, the campaign; drawn in the builder without a single counter."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.console.balance import Fixture, play_game
from game.library import open_library
from game.scenes.builder import BuilderScene
from game.scenes.play import PlayScene
from rules import SYSTEMS
from rules.kernel.session import Session
from tests.conftest import SOAK
from tests.workshop.test_builder import Builder

LATER = [
    (key, entry.key)
    for key in ("perfidious_albion", "nights_of_fury")
    for entry in open_library([key]).entries
    if not entry.scenario.forces
]


@pytest.mark.skipif(not SOAK, reason="a whole mission in the window: make soak")
def test_a_mission_whose_fleets_are_bought_is_drawn_from_nothing_and_played(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "perfidious_albion")
    assert hand.scene.problems
    hand.click("tab_2")
    page = hand.scene.page
    for key, value in (
        ("setup", "open"),
        ("mission", "convoy"),
        ("attacker", "russia"),
        ("budget britain", "100000"),
        ("budget russia", ""),
    ):
        page._condition(key, value)  # type: ignore[attr-defined]
        hand.wait()
        page = hand.scene.page
    assert hand.scene.problems == ()
    said = hand.scene.scenario.conditions
    assert said["attacker"] == "russia" and said["budget britain"] == "100000" and "budget russia" not in said
    hand.click("play_it")
    hand.click("start")
    assert isinstance(hand.app.scene, PlayScene)
    (path,) = (hand.app.folders.own / "perfidious_albion").glob("*.yaml")
    row = play_game("perfidious_albion", str(path), Fixture(0, 1, ("random", "random")))
    assert not row.error and row.turns > 0


@pytest.mark.parametrize(("key", "name"), LATER)
def test_shipped_missions_and_the_campaign_are_changed_in_the_builder(key: str, name: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    hand.app.screens.builder(key, next(e.scenario for e in open_library([key]).entries if e.key == name))
    hand.wait()
    scene = hand.app.scene
    assert isinstance(scene, BuilderScene)
    assert scene.problems == ()
    hand.scene = scene
    hand.click("tab_2")
    scene.change(scene.scenario.but(title="Mine", turns=scene.scenario.turns))
    hand.wait()
    assert scene.problems == () and scene.keep() is not None


def test_a_campaign_is_begun_from_an_empty_board_by_one_special_rule(tmp_path: Path) -> None:
    """A rule of nobody is typed with a dash; taking it away again is refused as an empty battle."""
    hand = Builder(tmp_path, "nights_of_fury")
    hand.click("tab_2")
    hand.click("more_special")
    hand.type("rounds - 6")
    hand.key(pygame.K_RETURN)
    assert ("rounds", "", 6) in hand.scene.scenario.special
    assert hand.scene.problems == ()
    session = Session(SYSTEMS["nights_of_fury"], hand.scene.scenario, None)
    assert session.state.campaign.rounds == 6
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert hand.scene.problems
