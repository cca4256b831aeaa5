"""Units of a land battle under the mouse: what a click means, which way they face, and what glows in a lesson."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.bearings import likeliness, turn_between
from game.boards.hex_board import HexBoard
from game.hud.lesson_card import odds_card
from game.skins import load_skin
from game.teach.guide import AnswerResult
from rules.kernel.odds import Chance, Odds
from rules.kernel.view import Piece, Sketch, Stand
from tests.conftest import begin
from tests.game.play_table import Table
from tests.game.test_teach_scenes import School, by_keys

Opened = Callable[[str, str], School]


@pytest.fixture
def open_lesson(tmp_path: Path) -> Opened:
    """Return a lesson, played by keyboard up to the step that asks for an order."""

    def bring(name: str, order: str) -> School:
        learner = School(tmp_path)
        guide = learner.begin(name).guide
        wanted = next(n for n, step in enumerate(guide.lesson.steps) if step.do == order and step.must)
        while guide.index < wanted:
            by_keys(learner)
        return learner

    return bring


def choose(learner: School, piece: str) -> None:
    """Click on a counter."""
    found = learner.lesson.hand.find(piece)
    assert found is not None
    learner.click(learner.at(found.at))


# ---------------------------------------------------------------------- which way a unit faces


def sketch_of(facing: int, path: tuple[int, ...] = (1008, 1007)) -> Sketch:
    return Sketch(label="", at=(path[-1],), facing=facing, path=tuple((h,) for h in path))


def unit(facing: int, stand: Stand | None = None) -> Piece:
    return Piece(id="a", side="s", name="A", at=(1008,), facing=facing, stand=stand)


def test_a_unit_keeps_the_facing_it_has_and_otherwise_looks_where_it_marches() -> None:
    ship, foot = unit(3), unit(3, Stand(figure="foot", formation="line"))
    assert min(range(6), key=lambda facing: likeliness(sketch_of(facing), ship)) == 3
    others = [facing for facing in range(6) if facing != 3]
    assert min(others, key=lambda facing: likeliness(sketch_of(facing), ship)) == 0, "north, where the way leads"
    ahead = {facing: likeliness(sketch_of(facing), foot)[0] for facing in others}
    assert sorted(ahead, key=ahead.__getitem__)[:2] == [0, 5], "the two corners beside it"
    assert min(others, key=lambda facing: likeliness(sketch_of(facing), foot)) == 5, "the one that turns it less"


def test_the_smaller_turn_goes_either_way_round() -> None:
    assert [turn_between(0, facing, 6) for facing in range(6)] == [0, 1, 2, 3, 2, 1]


RIDE = ("battles_for_empire/down_from_the_saddle", "move hussars 710 1")


def test_a_click_on_any_part_of_a_hex_keeps_the_front_and_the_mouse_turns_it_afterwards(open_lesson: Opened) -> None:
    learner = open_lesson(*RIDE)
    hand = learner.lesson.hand
    choose(learner, "hussars")
    x, y = learner.at((710,))
    for dx, dy in ((0, 0), (-14, 0), (0, 12)):
        learner.click((x + dx, y + dy))
        assert hand.armed_command is not None and hand.sketch(hand.armed_command).facing == 1
        hand.disarm()
    learner.click((x, y))
    learner.lesson.pane.pointer = (x - 20, y)
    learner.wait()
    assert hand.armed_command is not None and hand.sketch(hand.armed_command).facing == 4


# ---------------------------------------------------------------------- what a click means


def test_a_place_the_lit_action_cannot_use_turns_to_the_action_that_can(open_lesson: Opened) -> None:
    learner = open_lesson(*RIDE)
    hand = learner.lesson.hand
    choose(learner, "hussars")
    assert hand.action is not None and hand.action.verb == "charge"
    learner.click(learner.at((710,)))
    assert hand.action is not None and hand.action.verb == "move"
    assert hand.armed_command is not None and hand.sketch(hand.armed_command).at == (710,)
    foe = next(iter({action.commands[0].target for action in hand.actions if action.verb == "charge"}))  # type: ignore[attr-defined]
    choose(learner, foe)
    assert hand.action is not None and hand.action.verb == "charge"
    assert hand.armed_command is not None and hand.sketch(hand.armed_command).target == foe


def test_nothing_is_armed_by_looking_at_a_unit_and_its_button_arms_and_gives(open_lesson: Opened) -> None:
    learner = open_lesson("battles_for_empire/your_first_battle", "resupply coy-b mule")
    scene = learner.lesson
    choose(learner, "coy-b")
    choose(learner, "coy-b")
    assert scene.hand.armed_command is None
    assert learner.words("end_phase") == "End turn"
    before = scene.guide.index
    learner.press("do_resupply")
    assert scene.hand.armed_command is not None and scene.guide.index == before
    learner.press("do_resupply")
    assert scene.guide.index > before


# ---------------------------------------------------------------------- chances


def test_a_jam_is_no_success_in_the_list_of_a_machine_guns_dice(open_lesson: Opened) -> None:
    learner = open_lesson("battles_for_empire/the_gardner_jams", "fire gardner duguaim 3")
    choose(learner, "gardner")
    choose(learner, "duguaim")
    hand = learner.lesson.hand
    listed = [row[-1] for row in learner.app.tree.find("which").rows]  # type: ignore[attr-defined]
    for command, result in zip(hand.candidates, listed, strict=True):
        found = hand.seat.odds(command)
        assert found.exact
        assert result == f"{100 * (1 - found.of('miss') - found.of('jam')):.0f} %"
    assert int(listed[0].split()[0]) >= int(listed[-1].split()[0]), "more dice are not always better"


def test_a_skin_knows_what_comes_to_nothing() -> None:
    skin = load_skin("battles_for_empire")
    assert all(skin.fails(label) for label in ("miss", "jam", "miss, low"))
    assert not any(skin.fails(label) for label in ("1 Kill", "shaken, low", "removed"))


# ---------------------------------------------------------------------- what glows


def test_what_glows_is_scrolled_into_view_and_its_frame_never_leaves_the_cards(open_lesson: Opened) -> None:
    learner = open_lesson("quickfire/arms_length", "boats retvizan kagero")
    scene = learner.lesson
    choose(learner, "retvizan")
    scroll, button = scene.screen.scroll, learner.app.tree.find("do_boats")
    # in the column of the cards, which has the whole height now, nothing may be left to scroll
    scroll.scroll_to(scroll.most)
    learner.wait()
    assert all(scroll.rect.contains(frame) for frame in scene.glow._frames())
    scene.show_choice()
    learner.wait()
    button = learner.app.tree.find("do_boats")
    assert scroll.rect.contains(button.rect)
    assert button.rect in scene.glow._frames()


@pytest.mark.parametrize(("exact", "title"), [(True, "The exact odds"), (False, "The odds")])
def test_sampled_odds_are_not_called_exact_on_the_last_page(exact: bool, title: str) -> None:
    found = Odds((Chance("hit", 0.5), Chance("miss", 0.5)), exact, 600)
    sure = AnswerResult("A shot", Odds((Chance("hit", 0.5), Chance("miss", 0.5)), True, 2))
    card = odds_card([sure, AnswerResult("Another", found)], load_skin("battles_for_empire"))
    assert card is not None and card.title == title


@pytest.mark.parametrize("battle", ["abu_klea", "kambula", "maiwand", "omdurman"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_land_counters_open_large_enough_to_read_with_ones_own_in_sight(
    tmp_path: Path, battle: str, size: tuple[int, int]
) -> None:
    session = begin(f"battles_for_empire/{battle}", seed=2)
    table = Table(tmp_path, dict.fromkeys((side.key for side in session.scenario.sides), "human"),
                  session=session, size=size)  # fmt: skip
    board, view, pane = table.play.board, table.play.hand.view, table.play.pane
    assert isinstance(board, HexBoard) and board.counter_side() >= 50
    seen = [piece.side for piece in view.pieces if pane.canvas.rect.collidepoint(board.screen_of(piece.at))]
    mine = [piece.side for piece in view.pieces].count(table.play.table.side)
    assert seen.count(table.play.table.side) * 2 >= mine, "half of one's own at the least"
    table.key(pygame.K_9)
    assert all(pane.canvas.rect.collidepoint(board.screen_of(piece.at)) for piece in view.pieces), "all by one key"
