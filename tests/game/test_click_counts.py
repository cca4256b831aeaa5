"""Count the clicks of a turn, by a hand that uses only the mouse, in the first battle of each game.

A phase waits for its End button while the side can still give any order in it, so those clicks are counted too.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game.table.auto_pass import ASK, STOP
from game.table.targeting import target_of
from rules.kernel.flow import Command
from tests.conftest import SOAK, begin
from tests.game.clicking_hand import ClickingHand


def hand_at(folder: Path, game: str, side: str, seed: int = 4) -> ClickingHand:
    """Return a hand at the mouse for one side, against the computer, at its first decision."""
    session = begin(game, seed=seed)
    players = {note.key: "human" if note.key == side else "greedy" for note in session.scenario.sides}
    hand = ClickingHand(folder, players, session=session, passing=True)
    settle(hand)
    return hand


def settle(hand: ClickingHand) -> None:
    """Wait until the player is asked again."""
    until = time.monotonic() + 30
    while time.monotonic() < until and not hand.session.over:
        hand.wait(400)
        if hand.play.my_turn and not hand.play.passing.due and not hand.play.moving.running:
            return
        time.sleep(0.002)
    assert hand.session.over, "nobody is asked any more"


def turn_of(hand: ClickingHand) -> int:
    return hand.session.state.cursor.turn


def go_on(hand: ClickingHand, phase: str) -> list[str]:
    """End each waiting phase, until a phase or the next turn; return the phases ended."""
    ended, turn = [], turn_of(hand)
    while hand.phase != phase and turn_of(hand) == turn:
        ended.append(hand.phase)
        end_phase(hand)
    return ended


def end_phase(hand: ClickingHand) -> None:
    """End the phase, even if orders are lost."""
    hand.press_id("end_phase")
    if "end_anyway" in hand.ids():
        hand.press_id("end_anyway")
    settle(hand)


def test_a_division_of_two_ships_that_both_fire_needs_ten_clicks(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    hand.order("speed", hexes=1)
    settle(hand)
    assert go_on(hand, "movement") == ["orders"], "a formation or a detachment may still be ordered"
    hand.order("move", plot="F")
    settle(hand)
    assert go_on(hand, "gunnery") == ["spotting"], "a searchlight may be used"
    for ship in ("yudachi", "hatsuyuki"):
        hand.order("fire", ship)
        settle(hand)
    assert hand.clicks <= 10
    hand.order("fire", "murakumo")  # a third ship, two more
    settle(hand)
    assert hand.clicks <= 12
    assert go_on(hand, "orders") == ["smoke"], "smoke may be laid"
    assert (turn_of(hand), hand.phase) == (2, "orders") and hand.clicks <= 14


def test_the_range_bands_wait_where_an_order_may_be_given(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nights_of_fury/little_and_gregory", "IJN")
    assert hand.clicks == 0
    assert go_on(hand, "movement") == ["orders"], "a formation or a detachment may be ordered"
    hand.order("move", band=5)
    settle(hand)
    assert go_on(hand, "gunnery") == ["movement", "spotting"], "smoke may be laid, a searchlight used"
    for ship in ("yudachi", "hatsuyuki", "murakumo"):
        hand.order("fire", ship)
        settle(hand)
    assert hand.phase == "torpedoes" and hand.clicks <= 11
    hand.press_id("end_phase")
    assert "end_anyway" in hand.ids(), "loaded torpedoes are lost with their phase: the game asks"
    hand.press_id("end_anyway")
    settle(hand)
    assert hand.clicks <= 13


@pytest.mark.parametrize("seed", (6, 7, 8) if SOAK else (6,))
def test_a_turn_of_three_units_on_land_that_roll_move_and_fire_needs_sixteen_clicks(tmp_path: Path, seed: int) -> None:
    hand = hand_at(tmp_path, "battles_for_empire/the_wells", "british", seed)
    hand.order("lead", order="second")
    settle(hand)
    for unit in ("coy-a", "gardner", "coy-b"):
        hand.order("conduct", unit)
        assert hand.play.hand.piece == unit
        move = hand.action("move", unit)
        last = max(move.commands, key=lambda command: far(hand, command))
        hand.order("move", unit, hex=last.hex)  # type: ignore[attr-defined]
        settle(hand)
    assert go_on(hand, "fire") == ["second movement"], "the mule and the leader may still go"
    assert hand.clicks <= 13
    while hand.phase == "fire" and hand.play.my_turn:
        assert hand.play.hand.proposed, "the best target, with its odds"
        hand.press_id("aim_give")
        settle(hand)
    fired = sum(type(step.command).__name__ == "Fire" and step.actor == "british" for step in hand.session.steps)
    assert 1 <= fired <= 3 and hand.clicks <= 13 + fired


def far(hand: ClickingHand, command: Command) -> int:
    """Return how many hexes a move runs."""
    return len(hand.play.hand.sketch(command).path)


def order(hand: ClickingHand, verb: str, piece: str = "", **fields: object) -> None:
    """Give an order with few clicks: a proposed one is confirmed, for the whole division if possible."""
    armed = hand.play.hand.armed_command
    action = hand.action(verb, piece)
    if armed not in action.commands and action.kind == "target":
        hand.choose(action)
        if hand.play.hand.armed_command not in action.commands:
            hand.press_at(hand.spot(action, action.commands[0]))
        armed = hand.play.hand.armed_command
    if armed in action.commands and all(getattr(armed, name) == value for name, value in fields.items()):
        hand.press_id("aim_all" if "aim_all" in hand.ids() else "aim_give")
    else:
        hand.order(verb, piece, **fields)
    settle(hand)


def whole_turn(hand: ClickingHand, *verbs: str) -> int:
    """Play on to the next turn, with every order of these verbs and no others; return the clicks."""
    turn = turn_of(hand)
    for _ in range(40):
        if turn_of(hand) != turn:
            return hand.clicks
        actions = [action for action in hand.play.hand.actions if action.verb in verbs]
        mine = [action for action in actions if action.piece == hand.play.hand.piece] or actions
        if mine:
            order(hand, mine[0].verb, mine[0].actor)
        else:
            end_phase(hand)
    raise AssertionError("the turn does not end")


def clicks_of(folder: Path, game: str) -> int:
    """Return the clicks of turn 1 in the counted position of a game, every phase with something at stake stopping."""
    if game == "nw_smoke":
        hand = hand_at(folder, "nw_smoke/little_and_gregory", "IJN")
        order(hand, "speed", hexes=1)
        go_on(hand, "movement")
        order(hand, "move", plot="F")
    elif game == "nights_of_fury":
        hand = hand_at(folder, "nights_of_fury/little_and_gregory", "IJN")
        go_on(hand, "movement")
        order(hand, "move", band=5)
    elif game == "quickfire":
        hand = hand_at(folder, "quickfire/lesson_duel", "usa")
        order(hand, "move", plot="8")
    elif game == "battles_for_empire":
        hand = hand_at(folder, "battles_for_empire/the_wells", "british", 6)
        order(hand, "lead", order="second")
        for unit in ("coy-a", "gardner", "coy-b"):
            order(hand, "conduct", unit)
            far_off = max(hand.action("move", unit).commands, key=lambda command: far(hand, command))
            order(hand, "move", unit, hex=far_off.hex)  # type: ignore[attr-defined]
    else:
        hand = hand_at(folder, "perfidious_albion/two_and_two", "britain")
        for ship in ("majestic", "magnificent"):
            order(hand, "steer", ship, course="8")
    return whole_turn(hand, "fire", "launch", "repair")


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize(
    ("game", "most"),
    [("nw_smoke", 8), ("nights_of_fury", 8), ("quickfire", 8), ("battles_for_empire", 14), ("perfidious_albion", 5)],
)
def test_a_whole_turn_needs_few_clicks(tmp_path: Path, game: str, most: int) -> None:
    assert clicks_of(tmp_path, game) <= most  # 13, 17, 10, 15, 9 before; see CLICKS.md


def test_the_guns_of_a_division_fire_together_at_the_target_with_the_highest_expected_damage(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    order(hand, "speed", hexes=1)
    go_on(hand, "movement")
    order(hand, "move", plot="F")
    go_on(hand, "gunnery")
    state = hand.session.state
    burning = state.ships["gregory"].but(fire=True)  # she is easier to hit, and stands second in the counter
    hand.session.states[-1] = state.but(ships={**state.ships, "gregory": burning})
    hand.play.show_all()
    hand.play.table.select("ijn-destroyers")
    hand.play.show_choice()
    choice = hand.play.hand
    assert [target_of(command) for command in choice.candidates] == ["little", "gregory"]
    assert choice.armed_command is not None and target_of(choice.armed_command) == "gregory" and choice.proposed
    target, steps = target_of(choice.armed_command), len(hand.session.steps)
    hand.press_id("aim_all")
    settle(hand)
    fired = [step.command for step in hand.session.steps[steps:] if type(step.command).__name__ == "Fire"]
    mine = [command for command in fired if command.side == "IJN"]
    assert [target_of(command) for command in mine] == [target] * 3


def test_the_target_chosen_by_hand_stays_the_target_of_the_next_gun(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    order(hand, "speed", hexes=1)
    go_on(hand, "movement")
    order(hand, "move", plot="F")
    go_on(hand, "gunnery")
    hand.play.pointer.cycle(1)
    second = target_of(hand.play.hand.armed_command or hand.play.hand.candidates[0])
    assert second == "gregory"
    hand.press_id("aim_give")
    settle(hand)
    assert hand.play.hand.armed_command is not None and target_of(hand.play.hand.armed_command) == second


def test_a_click_on_an_own_counter_selects_and_its_roll_waits_for_a_second(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "battles_for_empire/the_wells", "british", 6)
    hand.order("lead", order="second")
    settle(hand)
    steps, gardner = len(hand.session.steps), hand.play.hand.find("gardner")
    assert gardner is not None
    hand.press_at(hand.at(gardner.at))
    assert (len(hand.session.steps), hand.play.hand.piece) == (steps, "gardner")
    hand.press_at(hand.at(gardner.at))
    assert type(hand.session.steps[-1].command).__name__ == "Conduct"
    other = hand.play.hand.find("coy-a")
    assert other is not None
    hand.press_at(hand.at(other.at))
    assert hand.play.hand.piece == "coy-a", "it is selected, nobody steps into its hex"


# ---------------------------------------------------------------------- what the player says of a phase


def test_a_phase_the_player_wants_to_stop_in_stops_and_says_what_is_left(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    stops = hand.app.settings.stops
    stops["nw_smoke/orders"] = STOP
    hand.order("speed", hexes=1)
    settle(hand)
    assert hand.phase == "orders", "it waits although only a formation could still be changed"
    hand.press_id("end_phase")
    settle(hand)
    assert hand.phase == "movement", "nothing is lost: no question"
    assert hand.play.tray.end.note == ""
    hand.order("move", plot="F")
    settle(hand)
    go_on(hand, "gunnery")
    assert hand.play.tray.end.note == "Yudachi can fire (+2)"


def test_a_phase_may_ask_before_it_ends(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    hand.app.settings.stops["nw_smoke/orders"] = ASK
    hand.press_id("end_phase")
    assert "end_anyway" in hand.ids() and hand.phase == "orders"


def test_the_ribbon_offers_the_three_ways_and_keeps_the_choice(tmp_path: Path) -> None:
    hand = hand_at(tmp_path, "nw_smoke/little_and_gregory", "IJN")
    ribbon = hand.play.screen.ribbon
    smoke = next(number for number, name in enumerate(ribbon.phases) if name.startswith("Smoke"))
    hand.press_at(ribbon.steps()[smoke][1].center)
    menu = hand.app.tree.top
    hand.press_at(menu.row_rect(1).center)  # type: ignore[attr-defined]
    assert hand.app.settings.stops == {"nw_smoke/smoke": STOP}
    assert hand.play.screen.ribbon.phases[smoke].endswith("●")


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize(("game", "side"), [("nw_smoke/little_and_gregory", "IJN"), ("quickfire/dash_to_chifu", "")])
def test_a_phase_waits_while_any_order_can_be_given(tmp_path: Path, game: str, side: str) -> None:
    session = begin(game, seed=4)
    human = side or session.scenario.sides[0].key
    players = {note.key: "human" if note.key == human else "greedy" for note in session.scenario.sides}
    hand = ClickingHand(tmp_path, players, session=session, passing=True)
    for _ in range(40):
        settle(hand)
        if hand.session.over:
            break
        before = len(hand.session.steps)
        if hand.play.hand.done is not None and hand.play.hand.actions:
            hand.wait(400, 3)
            assert len(hand.session.steps) == before, "a phase with orders left ended by itself"
            hand.play.submit(hand.play.hand.done)
        else:
            hand.play.submit(hand.play.hand.actions[0].commands[0])
