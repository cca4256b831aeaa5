"""The play screen: a phase by mouse, a phase by keyboard, refusals, undo, hand-over, the end of a game, layout."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.scenes.play import PlayScene
from game.stack import Push
from rules.kernel.flow import Done
from rules.kernel.system import format_command
from tests.game.play_table import Table

Seated = Callable[..., Table]


@pytest.fixture
def sit_down(tmp_path: Path) -> Seated:
    """Sit down at a new table."""

    def sit(**how: object) -> Table:
        return Table(tmp_path, **how)  # type: ignore[arg-type]

    return sit


def test_a_whole_movement_phase_can_be_played_with_the_mouse(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    side = table.session.actor
    for _ in range(9):
        able = table.play.hand.able_counters()
        if not able:
            break
        piece = table.play.hand.find(able[0])
        assert piece is not None
        table.click(table.at(piece.at[0]))
        if table.play.hand.piece != piece.id:
            table.press(f"force_{piece.id}") if f"force_{piece.id}" in table.ids() else table.play.pointer.select(
                piece.id
            )
            table.wait()
        end = table.play.hand.places()[0][0]
        before = len(table.session.steps)
        table.click(table.at(end))
        assert len(table.session.steps) == before, "the first click gives nothing"
        assert table.play.hand.armed_command is not None
        table.click(table.at(end))
        assert len(table.session.steps) == before + 1
    table.press("end_phase")
    assert table.session.actor != side or table.phase != "movement"


def test_a_whole_orders_phase_can_be_played_with_the_keyboard_alone(sit_down: Seated) -> None:
    table = sit_down()
    side = table.session.actor
    table.key(pygame.K_SPACE, typed=" ")
    chosen = table.play.hand.piece
    assert chosen
    for _ in range(80):
        table.key(pygame.K_TAB) if table.app.tree.focused is not None else table.key(pygame.K_F6)
        focused = table.app.tree.focused
        if focused is not None and focused.id.startswith("do_speed"):
            break
    assert focused is not None and focused.id.startswith("do_speed")
    before = len(table.session.steps)
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before
    assert table.play.hand.armed_command is not None
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before + 1
    table.app.tree.focus(None)
    table.key(pygame.K_RETURN)
    assert "confirm_end" not in table.ids(), "nothing is lost with the orders: no question"
    assert table.session.actor != side


def test_the_keyboard_cursor_moves_a_division(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    goal = table.play.hand.places()[0][0]
    table.key(pygame.K_k, typed="k")
    assert table.play.pane.cursor is not None
    while table.play.pane.cursor[0] // 100 != goal // 100:
        table.key(pygame.K_LEFT if table.play.pane.cursor[0] // 100 > goal // 100 else pygame.K_RIGHT)
    while table.play.pane.cursor != (goal,):
        table.key(pygame.K_UP if table.play.pane.cursor > (goal,) else pygame.K_DOWN)
    before = len(table.session.steps)
    table.key(pygame.K_RETURN)
    assert table.play.hand.armed_command is not None
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before + 1


def test_an_order_can_be_typed_and_a_wrong_one_says_why(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_COLON, typed=":")
    table.wait()
    piece = table.play.hand.able_counters()[0]

    def type_order(text: str) -> str:
        table.app.handle(pygame.Event(pygame.TEXTINPUT, text=text))
        table.key(pygame.K_RETURN)
        return table.app.tree.find("typed_answer").spoken_text()

    before = len(table.session.steps)
    assert "Refused" in type_order(f"move {piece} FFFFFFFF")
    assert len(table.session.steps) == before
    table.play.screen.field.set_text("")
    command = next(
        action for action in table.play.hand.actions if action.piece == piece and action.verb == "move"
    ).commands[0]
    assert "Done" in type_order(f"move {piece} {command.plot}")  # type: ignore[attr-defined]
    assert len(table.session.steps) == before + 1


def test_a_shortened_order_is_shown_in_full_before_it_is_given(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_COLON, typed=":")
    table.wait()
    action = next(action for action in table.play.hand.actions if action.verb == "move" and len(action.commands) > 1)
    command = action.commands[0]
    words = format_command(command).split()
    name = table.play.system.names(table.session.state)[words[1]]
    before = len(table.session.steps)

    def type_order(text: str) -> str:
        table.app.handle(pygame.Event(pygame.TEXTINPUT, text=text))
        table.key(pygame.K_RETURN)
        return table.app.tree.find("typed_answer").spoken_text()

    assert "Short for" in type_order(f"mov {name[:3]} {words[2]}")
    assert len(table.session.steps) == before
    assert table.play.screen.field.text == format_command(command)
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before + 1 and table.session.steps[-1].command == command


def test_a_click_on_a_place_out_of_reach_says_why_with_the_rule_and_the_nearest_place(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    taken = {piece.at[0] for piece in table.play.hand.view.pieces}
    reach = {place[0] for place in table.play.hand.places()}
    rect = table.play.pane.canvas.rect.inflate(-200, -200)
    far = next(
        number
        for number in range(3510, 4540)
        if number % 100 in range(1, 60) and number not in taken | reach and rect.collidepoint(table.at(number))
    )
    before = len(table.session.steps)
    table.click(table.at(far))
    assert table.app.tree.tip is not None
    words = table.app.tree.tip.spoken_text()
    assert "cannot end" in words
    assert "NW-" in words
    assert "Nearest" in words
    assert len(table.session.steps) == before


def test_a_greyed_verb_tells_every_reason_when_it_is_pressed(sit_down: Seated) -> None:
    table = sit_down()
    table.key(pygame.K_SPACE, typed=" ")
    greyed = next(widget for widget in table.app.tree.root.walk() if widget.id.startswith("no_"))
    assert not greyed.enabled
    assert "NW-" in greyed.reason
    greyed.press()
    assert table.app.tree.tip is not None
    assert table.app.tree.tip.spoken_text()


def test_an_order_without_dice_is_taken_back_and_given_again(sit_down: Seated) -> None:
    table = sit_down()
    action = table.play.hand.actions[0]
    table.play.submit(action.commands[0])
    digest = table.session.digest()
    table.wait()
    table.key(pygame.K_z, pygame.KMOD_CTRL)
    assert table.session.digest() != digest
    assert table.app.tree.find("redo").enabled
    table.key(pygame.K_y, pygame.KMOD_CTRL)
    assert table.session.digest() == digest


def test_undo_is_refused_with_the_reason_after_dice(sit_down: Seated) -> None:
    table = sit_down(players={"USN": "human", "IJN": "human"})
    table.go_to("gunnery")
    shot = next(action for action in table.play.hand.actions if action.verb == "fire")
    table.play.submit(shot.commands[0])
    table.wait()
    assert not table.app.tree.find("undo").enabled
    table.press("undo")
    assert table.app.tree.tip is not None
    assert "dice" in table.app.tree.tip.spoken_text().lower()


def test_odds_and_modifiers_are_shown_before_a_shot_and_nothing_is_thrown(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("gunnery")
    table.key(pygame.K_SPACE, typed=" ")
    target = table.play.hand.find(table.play.hand.targets()[0])
    assert target is not None
    before = len(table.session.steps)
    table.play.pointer.choose_at(table.play.board.hit(table.at(target.at[0])))
    table.wait()
    assert {"aim", "odds", "aim_give"} <= table.ids()
    assert len(table.session.steps) == before
    table.press("aim_give")
    assert len(table.session.steps) == before + 1
    assert table.play.tray.rolls


def test_the_hand_over_page_shows_nothing_of_the_game_and_the_next_side_sees_only_its_own_view(
    sit_down: Seated,
) -> None:
    table = sit_down(close=False)
    first = table.session.actor
    hidden = {piece.id for piece in table.play.hand.view.pieces if piece.side == first}
    assert table.play.hand.done is not None
    table.play.submit(table.play.hand.done)
    table.wait()
    assert table.play.director.viewer == first, "the first player still looks until the screen is handed over"
    table.press("end_phase")
    assert table.on_top == "HandoverScene"
    text = str(table.app.tree.describe())
    assert not any(name in text for name in ("Cushing", "Hiei", "Savo", "ribbon"))
    table.key(pygame.K_RETURN)
    assert table.on_top == "PlayScene"
    second = table.session.actor
    view = table.play.hand.view
    assert (table.play.director.viewer, view.side) == (second, second)
    assert all(piece.ghost or not piece.known for piece in view.pieces if piece.id in hidden)


def test_two_players_who_hide_from_each_other_begin_with_the_page_between_them(tmp_path: Path) -> None:
    table = Table(tmp_path, {"USN": "human", "IJN": "random"})
    assert table.app.scenes == [table.play]
    twin = PlayScene(table.app, table.session.branch(1), {"USN": "human", "IJN": "human"})
    table.app.change(Push(twin))
    assert table.on_top == "HandoverScene"
    table.key(pygame.K_RETURN)
    assert table.on_top == "PlayScene" and table.app.scene is twin


def test_another_size_of_the_window_builds_the_screen_anew(sit_down: Seated) -> None:
    table = sit_down(size=(1920, 1080))
    before = table.play.screen
    table.app.tree.resize((1280, 720))
    table.wait()
    assert table.play.screen is not before
    assert table.app.tree.misplaced_widgets() == []


def test_open_play_needs_no_hand_over(sit_down: Seated) -> None:
    table = sit_down(options={"hidden_movement": False})
    first = table.session.actor
    assert table.play.hand.done is not None
    table.play.submit(table.play.hand.done)
    table.wait()
    assert not table.play.director.handover_to
    assert table.play.director.viewer == table.session.actor != first


def test_a_computer_player_takes_its_turn_beside_the_window(sit_down: Seated) -> None:
    table = sit_down(players={"USN": "random", "IJN": "random"})
    for _ in range(400):
        table.wait(600)
        if table.session.steps[-1].number >= 3:
            break
        while table.play.director.thinker.busy and not table.play.director.thinker.is_done:
            time.sleep(0.005)
    assert table.session.steps[-1].number >= 3
    assert table.play.director.watching
    table.press("pause")
    count = len(table.session.steps)
    table.play.director.thinker.stop()
    table.wait(600, 5)
    assert len(table.session.steps) == count


def test_a_human_is_not_shown_what_the_computer_may_hide(sit_down: Seated) -> None:
    table = sit_down(players={"USN": "human", "IJN": "random"}, close=False)
    assert table.play.hand.side == "USN"
    assert table.play.hand.view.side == "USN"
    assert all(piece.side == "USN" or piece.ghost or not piece.known for piece in table.play.hand.view.pieces)


def test_the_end_of_the_game_offers_the_report(sit_down: Seated) -> None:
    table = sit_down(turns=1)
    for _ in range(300):
        if table.session.over:
            break
        table.play.director.follow()
        if table.play.director.handover_to:
            table.play.table.sit(table.play.director.handover_to)
            table.play.show_all()
        hand = table.play.hand
        table.play.submit(hand.done if hand.done is not None else hand.actions[0].commands[0])
    assert table.session.over
    table.wait()
    assert {"outcome", "outcome_report"} <= table.ids()
    table.key(pygame.K_ESCAPE)
    assert table.app.tree.find("end_phase").spoken_text() == "Report"
    table.press("end_phase")
    assert table.on_top == "ReportScene"


def test_the_ruler_and_the_sight_line_speak_the_rules_own_verdict(sit_down: Seated) -> None:
    table = sit_down()
    start, end = table.play.hand.view.pieces[0].at[0], table.play.hand.view.pieces[-1].at[0]
    table.key(pygame.K_l, typed="l")
    table.click(table.at(start))
    table.click(table.at(end))
    report = table.play.hand.seat.sight((start,), (end,))
    assert table.play.pointer.sight is not None
    assert report.verdict in table.play.pointer.sight.verdict
    assert report.rule in table.play.pointer.sight.rule
    table.key(pygame.K_ESCAPE)
    assert table.play.pointer.sight is None


def test_the_right_button_lists_what_is_possible_and_only_arms_it(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    goal = table.play.hand.places()[0][0]
    table.click(table.at(goal), 3)
    menu = table.app.tree.top
    assert menu.kind == "menu"
    before = len(table.session.steps)
    goes = [number for number, item in enumerate(menu.items) if f"to {goal}" in item.text]  # type: ignore[attr-defined]
    menu.row = goes[0]  # type: ignore[attr-defined]
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before
    assert table.play.hand.armed_command is not None


def test_a_rule_opens_from_any_link_and_shows_its_badge(sit_down: Seated) -> None:
    table = sit_down()
    table.play.follow("rule:NW-SMK-6")
    table.wait()
    assert "errata sheet" in table.app.tree.find("rule_text").spoken_text()


def test_the_board_is_read_out_as_text(sit_down: Seated) -> None:
    table = sit_down()
    words = table.app.tree.find("board").spoken_text()
    assert "Turn 1 of 10" in words
    assert any(piece.name in words for piece in table.play.hand.view.pieces)


def test_a_game_that_is_not_saved_says_so_on_top(sit_down: Seated) -> None:
    table = sit_down()
    table.session.not_saved = "the disk is full"
    table.play.show_all()
    table.wait()
    assert "the disk is full" in table.app.tree.find("banner").spoken_text()
    assert table.app.tree.find("banner").is_shown


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.5)]
)
@pytest.mark.parametrize("phase", ["orders", "movement", "gunnery"])
def test_nothing_sticks_out_of_its_place(sit_down: Seated, size: tuple[int, int], scale: float, phase: str) -> None:
    table = sit_down(size=size, scale=scale)
    table.go_to(phase)
    assert table.app.tree.misplaced_widgets() == []
    table.key(pygame.K_SPACE, typed=" ")
    assert table.app.tree.misplaced_widgets() == []
    command = table.play.hand.actions_of(table.play.hand.piece)[0].commands[0]
    table.play.pointer.arm(command)
    table.wait()
    assert table.app.tree.misplaced_widgets() == []


def test_the_state_is_final_before_an_animation_starts_and_a_key_drops_it(sit_down: Seated) -> None:
    table = sit_down(motion="full")
    table.go_to("movement")
    action = next(action for action in table.play.hand.actions if action.verb == "move")
    goal = table.play.hand.sketch(action.commands[0]).at
    table.play.submit(action.commands[0])
    moved = table.play.hand.find(action.piece)
    assert moved is not None and moved.at == goal
    assert table.play.animating
    table.key(pygame.K_F5)
    assert not table.play.animating


def test_ending_the_phase_without_anything_left_to_do_is_refused_only_by_the_rules(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    end = table.app.tree.find("end_phase")
    assert not end.enabled
    assert table.session.check(Done(table.session.actor))
    table.press("end_phase")
    assert table.app.tree.tip is not None
    assert "NW-" in table.app.tree.tip.spoken_text()


def test_a_board_one_has_not_moved_is_framed_anew_when_its_place_in_the_window_changes(sit_down: Seated) -> None:
    play = sit_down().play
    pane, surface = play.pane, pygame.Surface((1280, 720))
    pane.show_all()
    pane._paint(surface, pygame.Rect(0, 44, 420, 210))
    camera = pane.board.camera
    pane.show_all()
    assert camera == pane.board.camera


def test_what_is_chosen_comes_into_view_and_the_board_moves_no_further(sit_down: Seated) -> None:
    pane = sit_down().play.pane
    pane.show_all()
    camera = pane.board.camera
    rect = pane.canvas.rect
    pane.board.pan(rect.w, 0)
    assert pane.board.view is not None
    place = next(piece.at for piece in pane.board.view.pieces if piece.at)
    pane.reveal(place)
    x, y = pane.board.screen_of(place)
    assert rect.inflate(-rect.w // 5, -rect.h // 5).collidepoint(x, y)
    moved = pane.board.camera
    pane.reveal(place)
    assert pane.board.camera == moved and moved.zoom == camera.zoom


def test_a_board_one_has_moved_by_hand_is_not_moved_when_the_window_changes(sit_down: Seated) -> None:
    play = sit_down().play
    pane, surface = play.pane, pygame.Surface((1280, 720))
    pane.board.zoom_at((400, 300), 2)
    zoom = pane.board.camera.zoom
    pane._paint(surface, pygame.Rect(0, 44, 900, 600))
    assert pane.board.camera.zoom == zoom
