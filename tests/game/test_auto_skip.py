"""A phase in which nothing is at stake is skipped, after a short pause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.hit_test import Hit
from game.hud.auto_skip import FIRST_MS, HOLD_MS
from game.table.auto_pass import ASK
from game.table.click_actions import look_up
from game.table.hints import enter_words, nobody_aims, refusal
from game.table.order_builder import OrderBuilder
from game.table.table import ActionResult
from game.table.table import Table as GameTable
from game.ui import richtext
from rules.kernel.view import Place
from rules.nw_smoke.commands import SetSpeed
from rules.nws.commands import Form
from tests.conftest import begin
from tests.game.play_table import Table
from tests.game.test_click_guard import GAMES


@pytest.fixture
def apart(tmp_path: Path) -> Table:
    """Return two players out of each other's sight; the first one has read how to stop."""
    hand = Table(tmp_path, close=False, passing=True, turns=9, options={"hidden_movement": False})
    hand.app.settings.skip_explained = True
    hand.app.settings.confirm_end = False
    return hand


def to_a_skip(hand: Table) -> None:
    """Give orders or end phases until a phase is about to be skipped."""
    for _ in range(80):
        hand.wait(40)
        if hand.play.passing.holding:
            return
        if hand.play.hand.done is not None:
            hand.play.submit(hand.play.hand.done)
        else:
            hand.play.submit(hand.play.hand.actions[0].commands[0])
    raise AssertionError("no phase was ever skipped")


def line(hand: Table) -> str:
    strip = hand.app.tree.find("skip_strip")
    return " ".join(widget.spoken_text() for widget in strip.walk()) if strip.is_shown else ""


def test_the_skip_is_held_with_its_reason_and_shows_no_orders(apart: Table) -> None:
    to_a_skip(apart)
    assert apart.play.hand.actions, "something could be ordered"
    assert "skipped: " in line(apart) and "Stop here" in line(apart)
    assert not [name for name in apart.ids() if name.startswith(("do_", "aim_"))]
    steps, began, side = len(apart.session.steps), apart.clock, apart.session.actor
    while len(apart.session.steps) == steps:
        assert apart.clock <= began + HOLD_MS + 40
        apart.wait(40)
    assert apart.clock >= began + HOLD_MS - 80
    apart.play.table.sit(side)
    apart.play.show_all()
    text = " ".join(entry.text for entry in apart.play.table.feed.entries)
    assert "skipped: " in text


@pytest.mark.parametrize("how", ["button", "board", "escape"])
def test_stop_here_keeps_the_phase_open_until_the_player_ends_it(apart: Table, how: str) -> None:
    to_a_skip(apart)
    steps = len(apart.session.steps)
    if how == "button":
        apart.press("stop_here")
    elif how == "board":
        apart.click(apart.play.pane.canvas.rect.center)
    else:
        apart.key(pygame.K_ESCAPE)
    assert line(apart) == ""
    apart.wait(400, 8)
    assert len(apart.session.steps) == steps
    apart.press("end_phase")
    assert len(apart.session.steps) == steps + 1


def test_the_main_button_does_nothing_while_a_phase_is_about_to_be_skipped(apart: Table) -> None:
    to_a_skip(apart)
    steps = len(apart.session.steps)
    apart.wait(600)
    assert apart.play.tray.end.faded
    apart.press("end_phase")
    apart.key(pygame.K_RETURN)
    assert len(apart.session.steps) == steps


def test_the_first_skip_explains_once_how_to_stop(apart: Table) -> None:
    apart.app.settings.skip_explained = False
    to_a_skip(apart)
    assert "lets you choose where the game stops" in line(apart)
    assert apart.app.settings.skip_explained
    began, steps = apart.clock, len(apart.session.steps)
    while len(apart.session.steps) == steps:
        apart.wait(100)
    assert apart.clock >= began + FIRST_MS - 100
    to_a_skip(apart)
    assert "lets you choose" not in line(apart)


def test_a_phase_in_which_an_order_was_given_waits_for_its_end(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    side = hand.session.actor
    divisions = [one for one in hand.session.state.divisions.values() if one.side == side]
    for division in divisions:
        for command in (SetSpeed(side, division.id, 3), Form(side, division.id, "ahead")):
            if not hand.play.hand.seat.check(command):
                hand.play.submit(command)
    left = [stake for stake in hand.play.passing.stopping.stakes(hand.play.hand) if not stake.standing]
    assert not left
    steps = len(hand.session.steps)
    hand.play.passing.stopping.standing.leave(side, hand.play.hand.stakes)
    assert not hand.play.passing.stopping.stakes(hand.play.hand)
    hand.wait(400, 6)
    assert len(hand.session.steps) == steps, "it ends when the player ends it"


def test_the_question_names_what_would_be_lost(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    hand.go_to("gunnery")
    hand.press("end_phase")
    asked = " ".join(widget.spoken_text() for widget in hand.app.tree.top.walk())
    assert "can fire" in asked and "end_anyway" in hand.ids()


def test_a_phase_that_asks_names_what_can_still_be_done(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    hand.app.settings.stops["nw_smoke/orders"] = ASK
    hand.press("end_phase")
    asked = " ".join(widget.spoken_text() for widget in hand.app.tree.top.walk())
    assert "speed 2 of" in asked


def test_one_undo_goes_back_through_all_skipped_phases_and_one_redo_forward() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    session.study = True  # everything may be taken back
    table = GameTable(session, {})
    for by_itself in (False, True, True):
        given = table.hand.done or table.hand.actions[0].commands[0]
        assert isinstance(table.submit(given, by_itself), ActionResult)
        table.sit(session.actor)
    count = len(session.steps)
    table.undo()
    assert len(session.steps) == count - 2
    table.undo()
    assert len(session.steps) == count - 3
    table.redo()
    assert len(session.steps) == count - 2, "the order by hand alone"
    table.redo()
    assert len(session.steps) == count


def at_table(folder: Path, game: str) -> Table:
    session = begin(game, seed=4)
    table = Table(folder, {note.key: "human" for note in session.scenario.sides}, session=session)
    table.app.settings.rule_cards = False
    return table


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_click_anywhere_on_the_board_does_something_or_says_why_nothing(game: str, tmp_path: Path) -> None:
    table = at_table(tmp_path, game)
    area = table.play.pane.canvas.rect
    tried = 0
    for x in range(area.x + 20, area.right - 10, 97):
        for y in range(area.y + 20, area.bottom - 10, 83):
            if table.app.tree.top.hit((x, y)) is not table.play.pane.canvas or table.play.board.hit((x, y)).minimap:
                continue
            table.app.tree.close_tip()
            before = (table.play.hand.piece, table.play.hand.armed_command, table.session.state)
            table.wait(400)
            table.click((x, y))
            after = (table.play.hand.piece, table.play.hand.armed_command, table.session.state)
            tried += 1
            assert after != before or table.app.tree.tip is not None, f"nothing answered a click at {(x, y)}"
            if table.session.state is not before[2]:
                return
    assert tried > 10


def miss(hand: OrderBuilder, place: Place | None) -> str:
    return refusal(look_up(hand, Hit(place))).words


def test_a_miss_names_what_is_near_and_how_far(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/cape_esperance")
    hand = table.play.hand
    piece = hand.find(hand.able_counters()[0])
    assert piece is not None
    words = miss(hand, (piece.at[0] + 1,))
    assert piece.name in words and "1 hex" in words
    assert "off the board" in miss(hand, None)


def test_a_miss_where_orders_begin_on_the_right_says_so(tmp_path: Path) -> None:
    """In the deployment two orders were open, and the answer was "Nothing can act in this phase any more"."""
    table = at_table(tmp_path, "perfidious_albion/open_fleet")
    hand = table.play.hand
    assert not hand.able_counters() and hand.actions_of("")
    assert "First select on the right what to do." in miss(hand, (10_000, 10_000))


def test_a_click_just_beside_a_ship_means_her(tmp_path: Path) -> None:
    table = at_table(tmp_path, "quickfire/lesson_duel")
    table.go_to("gunnery_1")
    table.play.pointer.next_unit(1)
    hand = table.play.hand
    target = hand.find(hand.targets()[0])
    assert target is not None
    x, y = table.at(target.at)
    around = [(x + dx, y + dy) for dx in range(-22, 23, 2) for dy in range(-22, 23, 2)]
    beside = next(pos for pos in around if not table.play.board.hit(pos).piece)
    table.click(beside)
    assert hand.armed_command is not None and hand.sketch(hand.armed_command).target == target.id


def test_the_keyboard_cursor_is_drawn_large_and_says_what_enter_does(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/cape_esperance")
    table.go_to("movement")
    table.play.pointer.next_unit(1)
    table.wait()  # what selected glows in the cursor's colour
    canvas = table.play.pane.canvas.rect
    before = table.app.surface.subsurface(canvas).copy()
    table.key(pygame.K_k, typed="k")
    tip = table.app.tree.tip
    assert tip is not None and "Enter" in richtext.plain(tip.runs)
    theirs = pygame.mask.from_threshold(
        table.app.surface.subsurface(canvas), table.play.board.theme.focus, (9, 9, 9, 255)
    )
    ours = pygame.mask.from_threshold(before, table.play.board.theme.focus, (9, 9, 9, 255))
    assert theirs.count() > ours.count() + 400, "a cursor nobody can miss"
    table.key(pygame.K_k, typed="k")
    table.move((3, 3))
    table.app.tree.close_tip()
    table.wait()
    again = pygame.mask.from_threshold(
        table.app.surface.subsurface(canvas), table.play.board.theme.focus, (9, 9, 9, 255)
    )
    assert again.count() <= ours.count() + 20, "no box of the cursor stays on the map"
    hand = table.play.hand
    assert "select this place" in enter_words(look_up(hand, Hit(hand.places()[0])))
    table.key(pygame.K_k, typed="k")
    assert table.play.pane.cursor is not None
    table.click(table.play.pane.canvas.rect.center)
    assert table.play.pane.cursor is None, "the hand is at the mouse: Enter shall not choose at a place left behind"


def test_nobody_aiming_this_turn_is_no_promise_for_the_next(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/little_and_gregory")
    hand = table.play.hand
    mine = next(piece for piece in hand.view.pieces if piece.side == hand.side)
    words = nobody_aims(hand, mine)
    assert "this turn" in words and "They may move first" in words
    foes = [piece for piece in hand.view.pieces if piece.side != hand.side]
    assert all(foe.name in words for foe in foes[:1])


@pytest.mark.parametrize("game", ["nw_smoke/cape_esperance", "quickfire/lesson_duel", "perfidious_albion/two_and_two"])
def test_an_order_to_move_is_titled_in_words_with_a_drawn_arrow(game: str, tmp_path: Path) -> None:
    table = at_table(tmp_path, game)
    table.go_to("action" if game.startswith("perf") else "movement")
    if not any(action.verb in ("move", "steer") for action in table.play.hand.actions):
        table.play.submit(table.play.hand.actions[0].commands[0])  # into action
    action = next(action for action in table.play.hand.actions if action.verb in ("move", "steer"))
    longest = max(action.commands, key=lambda command: len(table.play.hand.sketch(command).path))
    table.play.pointer.select(action.piece)
    table.play.pointer.arm(longest)
    words = table.play.hand.label(longest)
    assert "ahead" in words and ("wheel" in words or "L" not in words)
    assert not any(part.isupper() and set(part) <= set("FLR") for part in words.replace(",", " ").split()), words
    course = table.app.tree.find("course")
    table.wait()
    tone = table.app.tree.palette.gold
    drawn = pygame.mask.from_threshold(table.app.surface.subsurface(course.rect), tone, (6, 6, 6, 255)).count()
    assert drawn > 60, "the arrow is there"


def test_what_is_to_be_done_brings_its_ship_back_from_beyond_the_edge_and_moves_nothing_else(tmp_path: Path) -> None:
    table = at_table(tmp_path, "quickfire/lesson_duel")
    table.go_to("movement")
    hand, pane = table.play.hand, table.play.pane
    table.play.pointer.next_unit(1)
    piece, action = hand.find(hand.piece), hand.action
    assert piece is not None and action is not None
    stays = pane.board.camera.scroll
    table.play.pointer.take(action)
    assert pane.board.camera.scroll == stays, "she is in sight"
    pane.board.zoom_at(pane.canvas.rect.center, 3)
    pane.board.pan(-4000, -4000)
    assert not pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at))
    table.play.pointer.take(action)
    assert pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at))


def test_a_click_on_what_is_chosen_already_says_so_and_what_may_be_clicked_next(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/cape_esperance")
    table.go_to("movement")
    table.play.pointer.next_unit(1)
    hand, tree = table.play.hand, table.app.tree
    piece, action = hand.find(hand.piece), hand.action
    assert piece is not None and action is not None and hand.places() and hand.armed_command is None
    table.play.pointer.take(action)
    assert tree.tip is not None and "lit places" in richtext.plain(tree.tip.runs)
    table.go_to("spotting")
    hand = table.play.hand
    own = hand.find(hand.able_counters()[0])
    assert own is not None
    for _ in range(2):
        tree.close_tip()
        table.play.pointer.choose_at(Hit(own.at, own.id))
    assert tree.tip is not None and f"{own.name} selected" in richtext.plain(tree.tip.runs)


def pressed_while(table: Table, id: str, meanwhile: Callable[[], object]) -> None:
    """Press a control, do something meanwhile, and let go."""
    table.app.tree.ensure_layout()
    pos = table.app.tree.find(id).rect.center
    table.wait(400)
    table.move(pos)
    table.app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    meanwhile()
    table.wait()
    table.app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
    table.wait()


def test_a_press_is_answered_although_its_button_is_made_anew_before_the_mouse_comes_up(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/cape_esperance")
    table.go_to("movement")
    hand, session = table.play.hand, table.session
    action = next(action for action in hand.actions if action.verb == "move")
    table.play.pointer.arm(action.commands[0])
    steps = len(session.steps)
    pressed_while(table, "aim_give", table.play.show_choice)
    assert len(session.steps) == steps + 1 and session.steps[-1].command == action.commands[0]


def test_what_means_something_else_by_then_is_not_given_and_that_is_said(tmp_path: Path) -> None:
    table = at_table(tmp_path, "nw_smoke/cape_esperance")
    table.go_to("movement")
    hand, session = table.play.hand, table.session
    action = next(action for action in hand.actions if action.verb == "move")
    table.play.pointer.arm(action.commands[0])
    steps = len(session.steps)
    pressed_while(table, "aim_give", lambda: table.play.pointer.arm(action.commands[1]))
    assert len(session.steps) == steps
    tip = table.app.tree.tip
    assert tip is not None and "changed under the mouse" in richtext.plain(tip.runs)
    table.move((5, 5))
    table.wait()
    pressed_while(table, "aim_give", table.play.pointer.cancel)
    assert len(session.steps) == steps and hand.armed_command is None
