"""The inch game in the window: choosing any ship of a squadron, clicks beside models and names, odds in time, keys."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.boards.table_board import TableBoard
from game.hit_test import Hit
from game.hud.cards import how_exact
from game.library import get_scenario
from game.table.click_actions import intended_hit
from game.table.director import Director
from game.table.prompts import end_words, only_order
from game.table.quick_odds import quick_odds
from rules import SYSTEMS
from rules.kernel.odds import LEAST_SAMPLES, odds
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.perfidious_albion.records.commands import Activate, Fire, Order, Steer
from rules.players import HUMAN
from tests.conftest import begin
from tests.game.play_table import Table

SYSTEM = SYSTEMS["perfidious_albion"]


def session(key: str = "two_and_two") -> Session:
    return Session(SYSTEM, get_scenario(SYSTEM.key, key), None, {}, seed=21)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return a battle of two ships against two, at the first activation."""
    table = Table(tmp_path, session=session())
    play = table.play
    while not any(action.verb == "activate" for action in play.hand.actions):
        play.submit(play.hand.actions[0].commands[0])
    return table


def in_action(table: Table) -> tuple[str, str]:
    """Activate a squadron and return its leader and follower."""
    hand = table.play.hand
    table.play.submit(next(action.commands[0] for action in hand.actions if action.verb == "activate"))
    first, second = hand.able_counters()
    table.play.pointer.select(first)
    return first, second


def test_a_squadron_is_brought_into_action_from_any_of_its_ships(table: Table) -> None:
    hand = table.play.hand
    leader = next(action.piece for action in hand.actions if action.verb == "activate")
    mate = next(piece.id for piece in hand.view.pieces if piece.side == hand.side and piece.id != leader)
    table.click(table.at(hand.find(mate).at))  # type: ignore[union-attr]
    assert hand.piece == mate and "do_activate" in table.ids() and "no_activate" not in table.ids()
    table.press("do_activate")
    table.press("aim_give")
    assert table.session.state.active


def test_the_only_order_that_is_left_is_given_by_the_primary_button(table: Table) -> None:
    hand = table.play.hand
    assert isinstance(only_order(hand), Activate) and end_words(hand) == "Activate"
    table.press("end_phase")
    assert table.session.state.active and table.on_top == "PlayScene"


def test_where_models_lie_over_each_other_a_click_takes_the_one_whose_middle_is_nearest(table: Table) -> None:
    hand = table.play.hand
    for piece in hand.view.pieces:
        assert table.play.board.hit(table.at(piece.at)).piece == piece.id


def test_while_a_ship_is_steered_names_do_not_cover_the_water(table: Table) -> None:
    board = table.play.board
    assert isinstance(board, TableBoard)
    _, second = in_action(table)
    name = next(label.box for label in board.fleet.visible_names(board.camera.zoom) if label.piece == second)
    x, y = name.center
    assert board.fleet.under(x, y, board.camera.zoom).id == second  # type: ignore[union-attr]
    assert board.overlay.free
    found = board.hit((x - board.camera.scroll[0] + board.rect.x, y - board.camera.scroll[1] + board.rect.y))
    assert found.piece is None and found.place is not None


def test_what_has_nothing_to_do_now_does_not_cover_the_water_a_ship_may_be_steered_to(table: Table) -> None:
    first, second = in_action(table)
    hand = table.play.hand
    place = next(place for place in hand.places() if hand.best_to(place) is not None)
    mate = hand.find(second)
    assert mate is not None
    over = Hit(mate.at, second, under=place)
    assert intended_hit(table.play.hand, over) == over  # she has still to move, and is chosen
    hand.actions = tuple(action for action in hand.actions if action.piece != second)
    assert intended_hit(table.play.hand, over) == Hit(place)
    assert intended_hit(table.play.hand, Hit(hand.find(first).at, first, under=place)) == Hit(place)  # type: ignore[union-attr]


def test_space_and_enter_choose_who_acts_first(tmp_path: Path) -> None:
    game = session()
    while not any(type(command) is Order for offer in Seat(game, game.actor).offers() for command in offer.commands):
        game.submit(Seat(game, game.actor).offers()[0].commands[0])
    table = Table(tmp_path, session=game)
    table.key(pygame.K_SPACE)
    first = table.play.hand.armed_command
    table.key(pygame.K_r, typed="r")
    assert (
        isinstance(first, Order)
        and isinstance(table.play.hand.armed_command, Order)
        and table.play.hand.armed_command != first
    )
    before = game.state
    table.key(pygame.K_RETURN)
    assert game.state is not before


def test_a_key_that_is_held_gives_nothing_a_second_time(table: Table) -> None:
    def press(kind: int) -> None:
        table.app.handle(pygame.Event(kind, key=pygame.K_RETURN, mod=0, unicode="", scancode=40))

    press(pygame.KEYDOWN)
    given = table.session.state
    assert given.active
    press(pygame.KEYDOWN)
    assert table.session.state is given and table.on_top == "PlayScene" and "end_anyway" not in table.ids()
    press(pygame.KEYUP)
    press(pygame.KEYDOWN)
    assert "end_anyway" in table.ids() or table.session.state is not given


def test_odds_that_are_slow_to_count_are_sampled_less_often_and_say_how_far_off_they_may_be(table: Table) -> None:
    first, second = in_action(table)
    for ship in (first, second):
        hand = table.play.hand
        table.play.submit(next(c for action in hand.actions_of(ship) for c in action.commands if isinstance(c, Steer)))
    hand = table.play.hand
    shot = next(c for action in hand.actions for c in action.commands if isinstance(c, Fire))
    exact = hand.seat.odds(shot)
    hurried = odds(SYSTEM, table.session.state, shot, tired=lambda sampling: True)
    assert exact.exact and not hurried.exact and hurried.leaves == LEAST_SAMPLES
    assert quick_odds(hand.seat, shot).of("no straddle") == pytest.approx(exact.of("no straddle"), abs=0.15)
    assert how_exact(exact) == "exact odds"
    assert how_exact(hurried).startswith("about, ± ")
    for chance in hurried.chances:
        assert abs(exact.of(chance.label) - chance.probability) <= 2 * chance.margin


@pytest.mark.parametrize(("game", "secret"), [("perfidious_albion/naval_base", False), ("nw_smoke/savo_island", True)])
def test_two_players_hand_over_only_where_something_is_hidden(game: str, secret: bool) -> None:
    session = begin(game, 1)
    assert Director(session, {note.key: HUMAN for note in session.scenario.sides}).secret is secret
