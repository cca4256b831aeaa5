"""Buying forces in the window: the buttons of the page, what the primary button gives, the next ship by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library import get_scenario
from game.table.prompts import end_words, only_order
from rules import SYSTEMS
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command, parse_command
from rules.perfidious_albion.records.commands import Buy, ChooseForMe, StandEasy
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
    assert not table.app.tree.misplaced_widgets()
    table.press("page_bought_0_0")
    assert isinstance(table.play.hand.armed_command, ChooseForMe) and not table.play.session.state.bought["blue"]
    table.press("page_bought_0_0")
    had = len(table.play.session.state.bought["blue"])
    assert had > 5 and not table.app.tree.misplaced_widgets()
    table.press("page_bought_0_1")
    table.press("page_bought_0_1")
    assert len(table.play.session.state.bought["blue"]) == had - 1


def test_the_primary_button_chooses_for_a_player_what_has_to_be_settled(tmp_path: Path) -> None:
    game = session("open_convoy")
    assert not isinstance(game.submit(ChooseForMe("convoy")), tuple)
    play = Table(tmp_path / "a", session=game).play
    assert play.hand.done is not None and end_words(play.hand) == "Done buying"
    for command in (Done("convoy"), ChooseForMe("raider"), Done("raider")):
        assert not isinstance(game.submit(command), tuple)
    play = Table(tmp_path / "b", session=game).play
    assert end_words(play.hand) == "Place boxes for me"
    assert only_order(play.hand) == ChooseForMe("convoy")


def test_after_a_move_the_next_ship_is_selected_and_the_primary_button_ends_the_activation(tmp_path: Path) -> None:
    table = Table(tmp_path, session=session("two_and_two"))
    play = table.play
    while not any(action.verb == "activate" for action in play.hand.actions):
        play.submit(play.hand.actions[0].commands[0])
    play.submit(next(action.commands[0] for action in play.hand.actions if action.verb == "activate"))
    first, second = play.hand.able_counters()
    play.pointer.select(first)
    assert play.hand.action is not None and play.hand.action.verb == "steer"
    play.hand.arm(play.hand.action.commands[0])
    play.give()
    assert play.hand.piece == second
    assert isinstance(only_order(play.hand), StandEasy) and end_words(play.hand) == "End activation"


def test_any_crew_of_any_class_for_any_squadron_is_bought_with_buttons_beside_her_picture(tmp_path: Path) -> None:
    table = Table(tmp_path, session=session("open_fleet"))
    panel = next(panel for panel in table.play.hand.view.page if panel.id == "sale_CA")
    row = next(number for number, orders in enumerate(panel.orders) if orders)
    scroll = table.app.tree.find("page_scroll")
    button = table.app.tree.find(f"page_sale_CA_{row}_buy")
    scroll.reveal(button.rect)  # type: ignore[attr-defined]
    table.press(button.id)
    assert "order_portrait" in table.ids() and panel.hulls[row].name.startswith(panel.rows[row][0].text)
    listed = [(words, typed) for words, typed in panel.orders[row] if words not in ("+", "−")]
    assert {"poor", "average", "good"} >= {words.partition(" crew")[0] for words, _ in listed}
    last = len(listed) - 1
    table.press(f"order_{last}")
    armed = table.play.hand.armed_command
    assert isinstance(armed, Buy) and not table.session.state.bought["blue"], "chosen, not bought"
    assert format_command(armed) == listed[last][1]
    table.press("aim_give")
    (bought,) = table.session.state.bought["blue"]
    assert (bought.what, bought.quality) == (armed.what, armed.quality)


def test_batteries_and_minefields_of_every_kind_have_buttons(tmp_path: Path) -> None:
    game = session("open_bombardment")
    play = Table(tmp_path, session=game).play
    while game.actor != "coast":
        side = game.actor
        game.submit(ChooseForMe(side))
        game.submit(Done(side))
    play.table.sit(game.actor)
    play.show_all()
    typed = [text for panel in play.hand.view.page for orders in panel.orders for _, text in orders]
    assert any(text.startswith("buy battery_") and "_8 " in text for text in typed), "armour 8"
    mines = {text for text in typed if text.startswith("buy mines_")}
    assert len(mines) > 10, "not only the four that are offered first"
    for text in [*mines][:8]:
        assert not game.check(parse_command(SYSTEM, game.actor, text))


def test_plus_buys_at_once_minus_sells_and_the_row_and_the_running_total_stay_where_they_are(tmp_path: Path) -> None:
    table = Table(tmp_path, session=session("open_fleet"))
    tree, bought = table.app.tree, table.play.session.state.bought
    head = tree.find("page_head").rect.copy()
    tree.find("page_scroll").reveal(tree.find("page_sale_CA_2_add").rect.inflate(0, 300))  # type: ignore[attr-defined]
    tree.ensure_layout()
    row = tree.find("page_sale_CA_2_add").rect.copy()
    assert not tree.find("page_sale_CA_2_sell").enabled
    for count in (1, 2):
        table.press("page_sale_CA_2_add")
        table.wait(700)
        bought = table.play.session.state.bought["blue"]
        assert len(bought) == count and tree.find("page_sale_CA_2_add").rect == row
    assert tree.find("page_head").rect == head
    table.press("page_sale_CA_2_sell")
    assert len(table.play.session.state.bought["blue"]) == 1


def test_a_buyer_is_told_of_unspent_points_of_no_commander_and_of_a_size_that_one_ship_decides(tmp_path: Path) -> None:
    game = session("open_fleet")
    lines = [note for panel in Seat(game, "blue").view().page for note in panel.notes]
    assert any("37,500 points win it" in note and "39,200" in note for note in lines)
    assert not any("not spent" in note for note in lines)
    game.submit(parse_command(SYSTEM, "blue", "buy mikasa 3 1 1"))
    lines = [note for panel in Seat(game, "blue").view().page for note in panel.notes]
    assert any("points are not spent" in note for note in lines) and any(
        "No squadron has a commander" in n for n in lines
    )
    stakes = Seat(game, "blue").at_stake()
    assert any("points not spent" in stake.text and stake.lost for stake in stakes)
