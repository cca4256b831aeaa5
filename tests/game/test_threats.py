"""Threats to me: the enemy's orders against the player's own counter, in every game, from what the side may know."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.hud.threats import threat_time
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.settings import Settings
from game.stack import Push
from game.ui import widgets as ui
from rules.kernel.flow import state_digest
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.threat import _next_turn
from rules.players import HUMAN, make_player, take_turn
from tests.conftest import begin

GAMES = (
    "nw_smoke/savo_island",
    "nights_of_fury/savo_island",
    "quickfire/yellow_sea",
    "battles_for_empire/abu_klea",
    "perfidious_albion/two_and_two",
)


def play_orders(game: str, orders: int) -> Session:
    """Return a game after a number of orders, played by computers."""
    session = begin(game, 1)
    players = {note.key: make_player("quick", 3) for note in session.scenario.sides}
    for _ in range(orders):
        if not session.over:
            take_turn(players[session.actor], Seat(session, session.actor))
    return session


def in_reach(session: Session) -> bool:
    """Return whether some unit could be fired at."""
    for note in session.scenario.sides:
        seat = Seat(session, note.key)
        for piece in [piece for piece in seat.view().pieces if piece.side == note.key][:6]:
            if seat.threats(piece.id, [panel.id for panel in seat.panels(piece.id)]):
                return True
    return False


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", GAMES)
def test_somebody_could_be_fired_at_and_the_odds_are_a_distribution(game: str) -> None:
    session = next(filter(in_reach, (play_orders(game, orders) for orders in (60, 80, 100, 40))), None)
    assert session is not None, "after forty to a hundred orders the sides of this battle are in reach of each other"
    before = state_digest(session.state)
    for note in session.scenario.sides:
        seat = Seat(session, note.key)
        for piece in [piece for piece in seat.view().pieces if piece.side == note.key][:6]:
            for threat in seat.threats(piece.id, [panel.id for panel in seat.panels(piece.id)]):
                assert threat.command.side != note.key
                assert abs(sum(chance.probability for chance in threat.odds.chances) - 1) < 1e-6
    assert state_digest(session.state) == before


def test_a_piece_nobody_can_reach_is_in_no_danger() -> None:
    session = begin("quickfire/dash_to_chifu", 1)
    side = session.scenario.sides[0].key
    assert Seat(session, side).threats("no such ship") == ()


def test_the_key_opens_the_list_and_says_what_to_do_without_a_counter(tmp_path: Path) -> None:
    session = play_orders("quickfire/yellow_sea", 60)
    app = App(find_folders(tmp_path), Settings(window=(1280, 720), motion="off", scenes="off"), [], AllScreens)
    scene = PlayScene(app, session, {note.key: HUMAN for note in session.scenario.sides})
    app.change(Push(scene))
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t")
    scene.pointer.cancel()
    scene.hand.drop()
    scene.hand.select("")
    scene.key(key)
    assert isinstance(app.tree.top, ui.Modal) and app.tree.top.title == "Threats"
    app.tree.close(app.tree.top)
    own = next(piece for piece in scene.hand.view.pieces if piece.side == scene.hand.side)
    scene.pointer.select(own.id)
    scene.key(key)
    assert isinstance(app.tree.top, ui.Modal) and app.tree.top.title == f"Threats to {own.name}"
    app.tree.draw(app.surface)
    charts = [widget for widget in app.tree.top.walk() if isinstance(widget, ui.BarChart)]
    assert len(charts) == len(scene.hand.seat.threats(own.id, scene.hand.units(own.id)))


def fire_spent(game: str) -> tuple[Session, str, str]:
    """Return (a game in which the enemy has finished his fire of the turn, the asking side, a counter he could hit)."""
    session = begin(game, 1)
    players = {note.key: make_player("quick", 3) for note in session.scenario.sides}
    while not session.over:
        mine = session.actor
        seat = Seat(session, mine)
        enemy = next(note.key for note in session.scenario.sides if note.key != mine)
        fired = [step for step in session.steps if step.turn == session.state.cursor.turn and step.faces]
        if enemy not in session.state.cursor.queue and any(step.actor == enemy for step in fired):
            for piece in (piece for piece in seat.view().pieces if piece.side == mine):
                found = seat.threats(piece.id, [panel.id for panel in seat.panels(piece.id)])
                if any(threat.turn > session.state.cursor.turn for threat in found):
                    return session, mine, piece.id
        take_turn(players[session.actor], seat)
    raise AssertionError("nobody was ever in danger of the next turn")


def test_after_the_enemy_has_fired_his_next_chance_is_told_and_when_it_is() -> None:
    """T looks at the next chance to act, not at the spent rest of this turn, and says which."""
    session, side, piece = fire_spent("nw_smoke/savo_island")
    seat, turn = Seat(session, side), session.state.cursor.turn
    before = state_digest(session.state)
    found = seat.threats(piece, [panel.id for panel in seat.panels(piece)])
    later = [threat for threat in found if threat.turn == turn + 1]
    assert later and all(threat.command.side != side for threat in later)
    assert threat_time(later[0], turn) == f"turn {turn + 1}, {later[0].phase}"
    assert state_digest(session.state) == before


def test_a_chance_still_to_come_this_turn_is_said_to_be_of_this_turn() -> None:
    session = next(filter(in_reach, (play_orders("quickfire/yellow_sea", orders) for orders in (60, 80, 100, 40))))
    turn = session.state.cursor.turn
    for note in session.scenario.sides:
        seat = Seat(session, note.key)
        for piece in [piece for piece in seat.view().pieces if piece.side == note.key][:6]:
            for threat in seat.threats(piece.id, [panel.id for panel in seat.panels(piece.id)]):
                assert threat.turn in (turn, turn + 1)
                assert threat_time(threat, turn).startswith("this turn" if threat.turn == turn else f"turn {turn + 1}")


@pytest.mark.parametrize("game", GAMES)
def test_the_next_turn_is_thought_to_come_without_anybody_doing_more_than_he_must(game: str) -> None:
    session = begin(game, 1)
    later = _next_turn(session.system, session.state)
    assert later is not None and later.cursor.turn == session.state.cursor.turn + 1
    if game.startswith("battles_for_empire/"):  # where no side must move, none has
        assert {key: unit.hex for key, unit in later.units.items()} == {
            key: unit.hex for key, unit in session.state.units.items()
        }
