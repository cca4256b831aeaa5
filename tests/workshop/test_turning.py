"""The handle before a chosen counter turns it; D brings one more like it."""

from __future__ import annotations

from math import cos, dist, radians, sin
from pathlib import Path

import pygame
import pytest

from game.hud.builder_pane import OUT
from game.workshop import scenario_edits
from rules.kernel.scenario import Force
from tests.capabilities import BUILDABLE
from tests.workshop.test_builder import WANTED, Builder

TURNABLE = ("nw_smoke", "quickfire", "battles_for_empire", "perfidious_albion")


SHIPS = {"nw_smoke": "Laffey", "nights_of_fury": "Laffey"}  # of which there are many like them


def draw_force(folder: Path, key: str) -> Builder:
    """One force on the board, chosen."""
    hand = Builder(folder, key)
    hand.bring(SHIPS.get(key, WANTED[key][0][0]), 0, 0)
    hand.scene.choose(hand.scene.scenario.forces[0].id)
    hand.wait()
    return hand


def force(hand: Builder) -> Force:
    """Return the only one."""
    return hand.scene.scenario.forces[0]


def round_it(hand: Builder, degrees: float) -> tuple[int, int]:
    """Return a point of the screen round the counter, by the compass."""
    x, y = hand.scene.board.screen_of(scenario_edits.place_of(hand.scene.bench, force(hand)))
    out = OUT * hand.scene.board.ui_scale
    return round(x + sin(radians(degrees)) * out), round(y - cos(radians(degrees)) * out)


@pytest.mark.parametrize("key", TURNABLE)
def test_a_counter_turns_to_where_its_handle_is_dragged_and_one_undo_turns_it_back(key: str, tmp_path: Path) -> None:
    hand = draw_force(tmp_path, key)
    scene, handle = hand.scene, hand.scene.pane.handle
    if key == "nw_smoke":
        scene.change(scenario_edits.with_force(scene.scenario, force(hand).id, facing="N"))
        hand.wait()
    before = force(hand)
    towards, facing = {
        "nw_smoke": (125, "SE"),
        "quickfire": (213, "215"),
        "battles_for_empire": (85, "E"),
        "perfidious_albion": (182, "180"),
    }[key]
    if key == "battles_for_empire":
        towards, facing = 215, "SSW"
    spot = handle.spot(scene.board)
    assert spot is not None and before.facing != facing
    let_go = round_it(hand, towards)
    hand.press(spot, let_go)
    after = force(hand)
    assert after.facing == facing and after.at == before.at, "it turns where it stands"
    moved = handle.spot(scene.board)
    assert moved is not None and dist(moved, let_go) < OUT / 2, "the handle stands before the new front"
    scene.undo()
    assert force(hand) == before, "one drag is one step back"
    scene.redo()
    assert force(hand).facing == facing


@pytest.mark.parametrize("key", TURNABLE)
def test_while_it_is_turned_it_is_shown_so_and_esc_leaves_it_as_it_was(key: str, tmp_path: Path) -> None:
    hand = draw_force(tmp_path, key)
    scene, before = hand.scene, force(hand)
    spot, end = scene.pane.handle.spot(scene.board), round_it(hand, 200)
    assert spot is not None
    hand.event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0))
    hand.event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)
    hand.event(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0))
    assert scene.board.view is not None
    piece = next(one for one in scene.board.view.pieces if one.id == scenario_edits.piece_ids(scene.bench, before)[0])
    assert piece.facing != scenario_edits.facing_of(scene.bench, before)
    assert force(hand) == before, "not before it is let go"
    hand.key(pygame.K_ESCAPE)
    again = round_it(hand, 280)
    hand.event(pygame.MOUSEMOTION, pos=again, rel=(1, 1), buttons=(1, 0, 0))
    assert not scene.pane.handle.held and scene.hand.ghost is None, "it does not turn on"
    hand.event(pygame.MOUSEBUTTONUP, pos=again, button=1)
    hand.wait()
    assert force(hand) == before and not scene.pane.handle.held
    assert scene.pane.handle.spot(scene.board) == spot


def test_a_press_on_the_handle_alone_changes_nothing_and_beside_it_is_the_boards(tmp_path: Path) -> None:
    hand = draw_force(tmp_path, "quickfire")
    scene, before = hand.scene, force(hand)
    spot = scene.pane.handle.spot(scene.board)
    assert spot is not None
    hand.press(spot)
    assert force(hand) == before and scene.chosen == before.id
    x, y = scene.board.screen_of(scenario_edits.place_of(scene.bench, before))
    hand.press((round(x), round(y)), (round(x) - 80, round(y) + 40))
    assert force(hand).facing == before.facing and force(hand).at != before.at, "the counter itself is carried"


def test_range_bands_have_no_handle(tmp_path: Path) -> None:
    hand = draw_force(tmp_path, "nights_of_fury")
    assert hand.scene.pane.handle.spot(hand.scene.board) is None


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_one_more_like_it_by_key_and_by_button(key: str, tmp_path: Path) -> None:
    hand = draw_force(tmp_path, key)
    scene = hand.scene
    like = scene.stocks.get(force(hand).units[0].name)
    hand.click("tab_1")
    hand.app.tree.focus(hand.app.tree.find("board"))
    hand.key(pygame.K_d)
    hand.click("another")
    units = scenario_edits.units_of(scene.scenario)
    assert len(units) == 3 and len({unit.name for _, unit in units}) == 3
    if scene.bench.each:
        assert len({unit.kind for _, unit in units}) == 1 and len({f.at for f, _ in units}) == 3, (
            "each where it has room"
        )
    else:
        assert like is not None and len(scene.scenario.forces) == 1, "they sail with her"
        assert {scene.stocks[unit.name].type for _, unit in units} == {like.type}
        assert {scene.stocks[unit.name].nation for _, unit in units} == {like.nation}
    assert all("has no" in one.message for one in scene.problems), "only the other side is missing"
    hand.key(pygame.K_DELETE)
    assert len(scenario_edits.units_of(scene.scenario)) == (2 if scene.bench.each else 0), "the last one is chosen"


def test_when_all_her_like_are_there_it_is_said(tmp_path: Path) -> None:
    hand = draw_force(tmp_path, "perfidious_albion")
    scene = hand.scene
    like = scene.stocks[force(hand).units[0].name]
    all_of_them = [one for one in scene.stocks.values() if one.nation == like.nation and one.type == like.type]
    hand.app.tree.focus(hand.app.tree.find("board"))
    for _ in all_of_them:
        hand.key(pygame.K_d)
    assert len(scenario_edits.units_of(scene.scenario)) == len(all_of_them)
    assert "on the board" in scene.verdict.spoken_text() and like.name not in scene.verdict.spoken_text()
    scene.chosen = ""
    hand.key(pygame.K_d)
    assert "Select a counter first" in scene.verdict.spoken_text()
