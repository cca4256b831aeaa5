"""Playing on a table in the window.

Courses chosen in the magnifier, by mouse and by key, guns aimed, a whole battle.
"""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.boards.table_board import TableBoard
from game.folders import find_folders
from game.hud.ship_card import CardTable
from game.maps import load_map
from game.record_file import load_record
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.settings import Settings
from game.stack import Push
from game.table.order_builder import OrderBuilder
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.ruling import Rolled
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.session import Session, load_session
from rules.kernel.view import Place
from rules.quickfire import SYSTEM
from rules.quickfire.commands import Fire, Lead, Move
from tests.conftest import begin, map_named
from tests.game.play_table import MAP, Hands, Table, scenario

DUEL = Path(__file__).parents[2] / "maps" / "quickfire" / "lesson_duel.yaml"


def duel(seed: int = 3, scenario: Path = DUEL, turns: int = 0) -> Session:
    battle = load_scenario(scenario)
    return Session(SYSTEM, battle.but(turns=turns or battle.turns), None, None, seed=seed)


class Desk(Hands):
    """The duel on a play screen, with mouse and keys."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = (1280, 720),
        scenario: Path = DUEL,
        computer: str = "",
        turns: int = 0,
    ) -> None:
        """`computer`: the side that a computer player plays; `turns`: a shorter battle."""
        pygame.font.init()
        self.app = App(
            find_folders(str(folder)),
            Settings(window=size, motion="off", scenes="off", rule_cards=False),
            [],
            AllScreens,
        )
        self.session = duel(scenario=scenario, turns=turns)
        sides = [side.key for side in self.session.scenario.sides]
        players = {side: "quick" if side == computer else "human" for side in sides}
        self.play = PlayScene(self.app, self.session, players)
        self.app.change(Push(self.play))
        self.wait()
        self.turn_page()

    @property
    def board(self) -> TableBoard:
        found = self.play.board
        assert isinstance(found, TableBoard)
        return found

    @property
    def hand(self) -> OrderBuilder:
        return self.play.hand

    def turn_page(self) -> bool:
        """Return the page between two players, if it is there."""
        if self.app.scene is self.play and not self.play.director.handover_to:
            return False
        self.key(pygame.K_RETURN)
        return True

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.wait(400)  # so that it is no double click on the last order
        super().click(pos, button)

    def ship(self, piece: str) -> tuple[int, int]:
        found = self.hand.find(piece)
        assert found is not None
        x, y = self.board.screen_of(found.at)
        return round(x), round(y)

    def end(self, place: Place) -> tuple[int, int]:
        """Return where to click for the end of a course: in the magnifier if there is one."""
        camera = self.board.glass.camera if self.board.glass is not None else self.board.camera
        x, y = camera.to_screen(self.board.top.world(place))
        return round(x), round(y)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def mover(desk: Desk) -> str:
    """Select the ship that moves first."""
    ship = next(action.piece for action in desk.hand.actions if action.verb == "move")
    desk.click(desk.ship(ship))
    assert desk.hand.piece == ship
    return ship


def test_a_first_click_in_the_glass_chooses_a_course_and_a_second_runs_it(desk: Desk) -> None:
    ship = mover(desk)
    assert desk.board.glass is not None
    place = desk.hand.places()[40]
    desk.click(desk.end(place))
    assert desk.hand.armed_command is not None
    assert desk.hand.sketch(desk.hand.armed_command).at == place
    assert desk.board.overlay.path[-1] == place
    before = desk.session.state
    desk.click(desk.end(place))
    assert desk.session.state is not before
    moved = next(piece for piece in desk.session.system.view(desk.session.state, "").pieces if piece.id == ship)
    assert moved.at == place


def test_the_whole_course_is_seen_before_anything_is_chosen(desk: Desk) -> None:
    ship = mover(desk)
    place = desk.hand.places()[-3]
    desk.move(desk.end(place))
    desk.wait(times=4)
    assert desk.hand.armed_command is None
    found = desk.hand.find(ship)
    assert found is not None
    assert (desk.board.overlay.path[0], desk.board.overlay.path[-1]) == (found.at, place)


def test_the_mouse_beside_an_end_chooses_between_the_headings_that_end_there(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (1920, 1080))
    mover(desk)
    several = [place for place in desk.hand.places() if len(desk.hand.commands_to(place)) > 3]
    x, y = desk.end(several[0])
    headings = set()
    for dx, dy in ((0, -5), (5, 0), (0, 5)):
        desk.hand.disarm()
        desk.play.pointer.manual = False
        desk.click((x + dx, y + dy))
        assert desk.hand.armed_command is not None
        assert desk.hand.sketch(desk.hand.armed_command).at == several[0]
        headings.add(desk.hand.sketch(desk.hand.armed_command).facing)
    assert len(headings) > 1


def test_a_place_out_of_reach_is_refused_with_the_nearest_end(desk: Desk) -> None:
    mover(desk)
    x, y = desk.board.screen_of((900_000, 500_000))
    desk.click((round(x), round(y)))
    assert desk.hand.armed_command is None
    desk.move((round(x), round(y) + 6))
    desk.wait(times=12)
    assert "cannot end at" in desk.play.pointer.hint.words
    assert "Nearest place in reach" in desk.play.pointer.hint.words
    assert desk.play.pointer.hint.rule.startswith("QF-MOV")


def test_a_course_is_chosen_and_run_with_the_keys_alone(desk: Desk) -> None:
    desk.key(pygame.K_SPACE)
    assert desk.hand.piece
    desk.key(pygame.K_k)
    for _ in range(4):
        desk.key(pygame.K_RIGHT)
    assert desk.play.pane.cursor in desk.hand.places()
    before = desk.session.state
    desk.key(pygame.K_RETURN)
    assert desk.hand.armed_command is not None
    desk.key(pygame.K_RETURN)
    assert desk.session.state is not before


def test_a_place_close_to_an_end_stands_for_it_and_one_far_off_for_itself() -> None:
    session = duel()
    hand = OrderBuilder(session, session.actor)
    hand.select(hand.actions[0].piece)
    x, y = hand.places()[0]
    assert hand.end_near((x + 1_500, y - 1_500)) in hand.places()
    assert hand.end_near((x + 300_000, y)) == (x + 300_000, y)
    assert hand.point((x + 200, y + 200))
    assert hand.armed_command is not None and hand.sketch(hand.armed_command).at == (x, y)


def test_the_best_of_several_ways_is_the_one_whose_heading_lies_nearest() -> None:
    session = duel()
    hand = OrderBuilder(session, session.actor)
    hand.select(hand.actions[0].piece)
    place = max(hand.places(), key=lambda place: len(hand.commands_to(place)))
    for command in hand.commands_to(place):
        facing = hand.sketch(command).facing
        best = hand.best_to(place, facing)
        assert best is not None and hand.sketch(best).facing == facing
    assert hand.best_to((5, 5)) is None


def test_a_click_on_an_enemy_aims_and_the_battery_is_chosen_before_a_second_click_fires(desk: Desk) -> None:
    for _ in range(12):
        if desk.turn_page() or not desk.play.my_turn:
            continue
        if any(action.verb == "fire" for action in desk.hand.actions):
            break
        desk.play.submit(desk.hand.actions[0].commands[0])
    desk.wait()
    ship = next(action.piece for action in desk.hand.actions if action.verb == "fire")
    desk.click(desk.ship(ship))
    (aim,) = desk.hand.targets()
    desk.click(desk.ship(aim))
    assert desk.board.overlay.target == desk.board.hit(desk.ship(aim)).place
    first = desk.hand.armed_command
    desk.key(pygame.K_r)
    assert desk.hand.armed_command not in (None, first)
    before = desk.session.state
    desk.click(desk.ship(aim))
    assert desk.session.state is not before


def to_guns(desk: Desk) -> None:
    """Play on until a battery can fire, and select its ship."""
    for _ in range(12):
        if desk.turn_page() or not desk.play.my_turn:
            continue
        if any(action.verb == "fire" for action in desk.hand.actions):
            break
        desk.play.submit(desk.hand.actions[0].commands[0])
    desk.wait()
    desk.click(desk.ship(next(action.piece for action in desk.hand.actions if action.verb == "fire")))


def fire(desk: Desk) -> None:
    (aim,) = desk.hand.targets()
    for _ in range(2):
        desk.click(desk.ship(aim))


def widget(desk: Desk, id: str) -> ui.Widget:
    desk.app.tree.ensure_layout()
    return desk.app.tree.find(id)


def test_the_three_dice_of_a_round_lie_together_one_black_and_two_white(desk: Desk) -> None:
    to_guns(desk)
    fire(desk)
    black, white = [event for event in desk.session.steps[-1].events if isinstance(event, Rolled)][:2]
    dice = widget(desk, "dice")
    assert isinstance(dice, ui.Dice)
    assert [(die.face, die.colour) for die in dice.dice] == [
        (black.faces[0], "dice_pip"),
        (white.faces[0], "dice"),
        (white.faces[1], "dice"),
    ]
    words = widget(desk, "dice_need").spoken_text()
    assert f"Black {black.faces[0]}" in words and f"white {white.total}" in words
    assert black.verdict in words and white.verdict in words


def test_the_dice_of_a_computer_player_are_shown_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, computer="france")
    for _ in range(400):
        desk.wait(times=3)
        fired = [step for step in desk.session.steps if type(step.command) is Fire and step.actor == "france"]
        if fired:
            break
        if desk.play.my_turn and desk.hand.done is not None:
            desk.play.submit(desk.hand.done)
    black, white = [event for event in fired[-1].events if isinstance(event, Rolled)][:2]
    dice = widget(desk, "dice")
    assert isinstance(dice, ui.Dice)
    assert tuple(die.face for die in dice.dice) == black.faces + white.faces
    assert {panel.id for panel in desk.hand.fresh_panels} == {"chart-fire", "chart-blast"}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_after_a_round_the_lit_chart_stands_open_until_something_else_is_chosen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    desk = Desk(tmp_path, size)
    to_guns(desk)
    assert not desk.hand.fresh_panels
    fire(desk)
    chart = widget(desk, "card")
    assert isinstance(chart, CardTable) and chart.panel.id == "chart-fire"
    assert any(cell.tone == "lit" for row in chart.panel.rows for cell in row)
    seen = widget(desk, "cards_scroll").rect
    lines = chart.rect.h // (len(chart.panel.rows) + 1)
    lit = max(number for number, row in enumerate(chart.panel.rows) if any(cell.tone for cell in row))
    assert seen.top <= chart.rect.top and chart.rect.top + (lit + 2) * lines <= seen.bottom
    desk.click(desk.ship(desk.hand.actions[0].piece))
    sheet = widget(desk, "card")
    assert isinstance(sheet, CardTable) and sheet.panel.kind == "card"


def test_a_line_of_six_is_moved_with_the_keys_in_three_orders_of_enter(tmp_path: Path) -> None:
    desk = Desk(tmp_path, scenario=DUEL.with_name("tsushima_opening.yaml"))
    desk.key(pygame.K_SPACE)
    leader, side = desk.hand.piece, desk.hand.side
    desk.key(pygame.K_k)
    for _ in range(4):
        desk.key(pygame.K_RIGHT)
    for _ in range(3):  # the course chosen, the course run, the line follows
        desk.key(pygame.K_RETURN)
    said = [step.command for step in desk.session.steps if step.actor == side]
    assert [type(command) for command in said] == [Move, Lead]
    assert all(isinstance(command, Move | Lead) and command.ship == leader for command in said)
    assert not any(action.verb == "move" for action in OrderBuilder(desk.session, side).actions)


def test_the_duel_is_fought_to_its_end_with_the_mouse_alone(tmp_path: Path) -> None:
    desk, draw = Desk(tmp_path, turns=6), random.Random(5)
    for _ in range(600):
        if desk.session.state.outcome is not None:
            break
        if desk.turn_page():
            continue
        before = desk.session.state
        action = next((action for action in desk.hand.actions if action.kind in ("place", "target")), None)
        if action is not None:
            desk.play.pane.fit()  # ships run out of the picture
            if desk.hand.piece != action.piece or desk.hand.action is None:
                desk.click(desk.ship(action.piece))
            aims = desk.hand.targets()
            pos = desk.ship(aims[0]) if aims else desk.end(draw.choice(desk.hand.places()))
            desk.click(pos)
            assert desk.hand.armed_command is not None, f"{action.label}: nothing chosen at {pos}"
            desk.click(pos)
            assert desk.session.state is not before, f"{action.label}: not given"
        else:
            desk.play.end_phase()
            desk.wait()
            if desk.session.state is before:
                desk.key(pygame.K_RETURN)  # the question whether something is left
    assert desk.session.state.outcome is not None


# --- Moves planned ahead: drawn, kept until done or cleared, no orders, and hidden from the other player ---


def choose(table: Table, at: tuple[int, int], words: str) -> None:
    """Open the menu of a place and choose the line that begins with `words`."""
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


def test_a_plan_is_kept_for_its_own_side_when_the_saved_game_is_opened_again(tmp_path: Path) -> None:
    saved, session = tmp_path / "trial.game", Session(SYSTEMS["nw_smoke"], scenario(), load_map(MAP), seed=3)
    session.keep_in(saved)
    table = Table(tmp_path, session=session)
    side = table.session.actor
    piece = table.play.hand.find(table.play.hand.able_counters()[0])
    assert piece is not None
    end = (piece.at[0] - 200,)
    before = saved.read_bytes()
    table.play.table.plans.add(side, piece.id, end)
    assert saved.read_bytes() == before, "the file that the other player may be sent tells nothing"
    table.play.on_close()
    again = Table(tmp_path, session=load_session(saved, SYSTEMS, map_named))
    assert again.play.table.plans.ways(again.play.hand) == {piece.id: (piece.at, end)}
    other = next(note.key for note in session.scenario.sides if note.key != side)
    again.play.table.sit(other)
    assert again.play.table.plans.ways(again.play.hand) == {}
    again.play.table.plans.clear(side, piece.id)
    assert not load_record(again.app.folders.settings / "plans.json", dict)


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
