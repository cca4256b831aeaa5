"""Moves planned ahead: drawn, kept until done or cleared, no order, and nothing the other player is shown."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui import widgets as ui
from tests.conftest import begin
from tests.game.play_table import Table


def choose(table: Table, at: tuple[int, int], words: str) -> None:
    """Open the menu of a place and take the line that begins so."""
    table.click(at, 3)
    menu = table.app.tree.top
    assert isinstance(menu, ui.Menu)
    number = next(number for number, item in enumerate(menu.items) if item.text.startswith(words))
    table.click(menu.row_rect(number).center)


def test_a_plan_is_drawn_and_is_no_order_until_it_is_cleared(tmp_path: Path) -> None:
    table = Table(tmp_path)
    hand, steps = table.play.hand, len(table.session.steps)
    table.play.pointer.select(hand.able_counters()[0])
    piece = hand.find(hand.piece)
    assert piece is not None
    ways = [(piece.at[0] - 200,), (piece.at[0] - 400,)]
    bare = pygame.image.tobytes(table.app.surface, "RGB")
    for way in ways:
        choose(table, table.at(way), "Plan:")
    assert table.play.board.overlay.plans == ((piece.at, *ways),)
    table.wait(400)
    assert pygame.image.tobytes(table.app.surface, "RGB") != bare
    assert len(table.session.steps) == steps and hand.armed_command is None
    choose(table, table.at(ways[0]), "Clear")
    assert table.play.board.overlay.plans == ()


def test_a_plan_shrinks_as_its_places_are_reached_and_the_other_side_never_has_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.go_to("movement")
    side, plans = table.session.actor, table.play.table.plans
    move = next(action for action in table.play.hand.actions if action.verb == "move")
    command = max(move.commands, key=lambda one: len(table.play.hand.sketch(one).path))
    end = table.play.hand.sketch(command).at
    plans.add(side, move.piece, end)
    plans.add(side, move.piece, (101,))
    table.play.submit(command)
    table.play.skip()
    table.wait()
    if table.session.actor == side:
        assert plans.ways(table.play.hand) == {move.piece: (end, (101,))}
    other = next(note.key for note in table.session.scenario.sides if note.key != side)
    table.play.table.sit(other)
    table.play.show_overlay()
    assert table.play.hand.side == other and table.play.board.overlay.plans == ()


def test_on_a_table_a_ship_that_passes_close_by_has_come_there(tmp_path: Path) -> None:
    session = begin("quickfire/lesson_duel", seed=4)
    table = Table(tmp_path, session=session, players={side.key: "human" for side in session.scenario.sides})
    hand, plans = table.play.hand, table.play.table.plans
    piece = next(piece for piece in hand.view.pieces if piece.side == hand.side)
    assert hand.view.ground is not None
    size = max(hand.view.ground.size)
    for off, left in ((size // 60, 0), (size // 10, 1)):
        plans.add(hand.side, piece.id, (piece.at[0] + off, piece.at[1]))
        assert len(plans.ways(hand)) == left
