"""Buying forces in the window: the buttons of the page, what the primary button gives, the next ship by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library import get_scenario
from game.table.asking import end_words, only_order
from rules import SYSTEMS
from rules.kernel.flow import Done
from rules.kernel.session import Session
from rules.perfidious_albion.records.commands import ChooseForMe, StandEasy
from tests.game.play_table import Table

SYSTEM = SYSTEMS["perfidious_albion"]


def session(key: str) -> Session:
    return Session(SYSTEM, get_scenario(SYSTEM.key, key), None, {}, seed=21)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_button_of_the_page_arms_its_order_and_gives_it_when_pressed_again(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    table = Table(tmp_path, session=session("open_fleet"), size=size)
    table.wait()
    assert not table.app.tree.misplaced()
    table.press("page_bought_0_0")
    assert isinstance(table.play.hand.armed, ChooseForMe) and not table.play.session.state.bought["blue"]
    table.press("page_bought_0_0")
    had = len(table.play.session.state.bought["blue"])
    assert had > 5 and not table.app.tree.misplaced()
    table.press("page_bought_0_1")
    table.press("page_bought_0_1")
    assert len(table.play.session.state.bought["blue"]) == had - 1


def test_the_primary_button_chooses_for_a_player_what_has_to_be_settled(tmp_path: Path) -> None:
    game = session("open_convoy")
    assert not isinstance(game.submit(ChooseForMe("convoy")), tuple)
    play = Table(tmp_path / "a", session=game).play
    assert play.hand.done is not None and end_words(play.hand) == "Forces are complete"
    for command in (Done("convoy"), ChooseForMe("raider"), Done("raider")):
        assert not isinstance(game.submit(command), tuple)
    play = Table(tmp_path / "b", session=game).play
    assert end_words(play.hand) == "Place the boxes for me"
    assert only_order(play.hand) == ChooseForMe("convoy")


def test_after_a_move_the_next_ship_is_selected_and_the_primary_button_stands_easy(tmp_path: Path) -> None:
    table = Table(tmp_path, session=session("two_and_two"))
    play = table.play
    while not any(deed.verb == "activate" for deed in play.hand.deeds):
        play.submit(play.hand.deeds[0].commands[0])
    play.submit(next(deed.commands[0] for deed in play.hand.deeds if deed.verb == "activate"))
    first, second = play.hand.able()
    play.pointer.select(first)
    assert play.hand.deed is not None and play.hand.deed.verb == "steer"
    play.hand.arm(play.hand.deed.commands[0])
    play.give()
    assert play.hand.piece == second
    assert isinstance(only_order(play.hand), StandEasy) and end_words(play.hand) == "Stand easy"
