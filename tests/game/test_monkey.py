"""A random player that presses only what is visible, often twice on one pixel; each pair does one thing at most."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from game.app import App
from game.scenes.lesson import LessonScene
from game.scenes.play import PlayScene
from game.settling import SETTLE_MS
from game.ui import widgets as ui
from rules.kernel.flow import Command, Done
from tests.conftest import SOAK, begin
from tests.game.layout_faults import outside, widget_name
from tests.game.play_table import Table
from tests.pictures import SCREENS, screen

GAPS = (0, 80, 150, 250, 350, 450, 550)  # ms between the presses of a pair
ACTIONS = 500 if SOAK else 120
LOOK_EVERY = 20  # actions between two checks of the layout
GAMES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/dash_to_chifu",
    "battles_for_empire/the_wells",
    "perfidious_albion/two_and_two",
)
PAGES = list(SCREENS)
FAR = ("quit", "leave", "menu_leave", "menu_title", "full_screen", "window", "outcome_")  # these leave the game

Pos = tuple[int, int]


def press(app: App, pos: Pos) -> None:
    """A press and release of the left button, without any time between."""
    app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def buttons(app: App) -> list[ui.Button]:
    """Return the visible buttons, except those that leave the game."""
    app.tree.ensure_layout()
    window = pygame.Rect((0, 0), app.tree.size)
    found = []
    for widget in app.tree.top.walk():
        if not isinstance(widget, ui.Button) or not (widget.is_shown and widget.enabled):
            continue
        if window.contains(widget.rect) and app.tree.top.hit(widget.rect.center) is widget:
            found.append(widget)
    return [widget for widget in found if not widget.id.startswith(FAR)]


class Monkey:
    """A random player at a table for two, who sees what the window shows."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        session = begin(game, seed=seed)
        players = {note.key: "human" for note in session.scenario.sides}
        self.hand = Table(folder, players, session=session, passing=True, settle_ms=SETTLE_MS)
        self.hand.app.settings.skip_explained = True
        self.chance = Random(seed)
        self.pressed = ""
        self.orders = 0

    @property
    def app(self) -> App:
        return self.hand.app

    def page(self) -> object:
        """Return the page, which a press may change besides the game."""
        return (len(self.app.scenes), id(self.app.scene))

    def spot(self) -> Pos:
        """Return a place to press: a button, a counter, or a lit place."""
        app, play = self.app, self.hand.play
        seen = buttons(app)
        if isinstance(app.tree.top, ui.Menu):
            return app.tree.top.row_rect(self.chance.randrange(len(app.tree.top.items))).center
        places = []
        if app.scene is play and app.tree.top is app.tree.root and play.pane.canvas.is_shown:
            over = play.board.overlay
            at = [*over.targets, *over.reachable, *(piece.at for piece in play.hand.view.pieces)]
            spots = [tuple(map(round, play.board.screen_of(place))) for place in at]
            places = [pos for pos in spots if app.tree.top.hit(pos) is play.pane.canvas]  # type: ignore[arg-type]
        if places and (not seen or self.chance.random() < 0.5):
            x, y = self.chance.choice(places)
            self.pressed = "the board"
            return x, y
        if not seen:
            return app.tree.size[0] // 2, app.tree.size[1] // 2
        main = next((button for button in seen if button.id == "end_phase"), None)
        button = main if main is not None and self.chance.random() < 0.25 else self.chance.choice(seen)
        self.pressed = widget_name(button)
        return button.rect.center

    def possible_orders(self) -> set[Command | None]:
        """Return the orders the next press may give: the armed one, the main button's, or the only choice."""
        play = self.hand.play
        choices = {action.commands[0] for action in play.hand.actions if len(action.commands) == 1}
        return {play.hand.armed_command, play.table.ending(), *choices}

    def once(self, pos: Pos) -> tuple[int, int]:
        """Press once; return the (orders, pages) it led to. Every order must be the one the control named."""
        session, said = self.hand.session, self.possible_orders()
        steps, page = len(session.steps), self.page()
        press(self.app, pos)
        gone = len(session.steps) - steps
        if gone > 0 and "redo" not in self.pressed:
            command = session.steps[steps].command
            assert command in said, f"{self.pressed} gave {command}, but said {said}"
        whole = 1 if "aim_all" in self.pressed else abs(gone)  # a whole division's order is one order
        return min(whole, abs(gone)), int(self.page() != page)

    def act(self) -> None:
        """Press once, or twice on one pixel, and wait until the window has settled."""
        pos = self.spot()
        orders, pages = self.once(pos)
        if self.chance.random() < 0.6:
            gap = self.chance.choice(GAPS)
            if gap:
                self.hand.wait(gap)
            more = self.once(pos)
            assert orders + more[0] + pages + more[1] <= 1, (
                f"{self.pressed}: two presses {gap} ms apart gave {orders + more[0]} orders and {pages + more[1]} pages"
            )
            orders += more[0]
        self.orders += orders
        self.hand.wait(350, 4)
        self.home()

    def home(self) -> None:
        """Go back to the game from a page or a list."""
        for _ in range(4):
            if self.app.scene is self.hand.play and self.app.tree.top is self.app.tree.root:
                return
            if self.chance.random() < 0.3 and self.app.tree.top is not self.app.tree.root:
                return  # the dialog is pressed next
            take = [button for button in buttons(self.app) if button.id == "sit_down"]
            if take:
                press(self.app, take[0].rect.center)
            else:
                self.hand.key(pygame.K_ESCAPE)
            self.hand.wait(700)


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", GAMES)
def test_a_monkey_with_eyes_finds_nothing(game: str, tmp_path: Path) -> None:
    monkey = Monkey(tmp_path, game, 7)
    for number in range(ACTIONS):
        if monkey.hand.session.over:
            break
        monkey.act()
        if number % LOOK_EVERY == 0 and monkey.app.scene is monkey.hand.play:
            monkey.app.tree.ensure_layout()
            assert not list(outside(monkey.app))
    assert monkey.orders, "it gave no order"


# ---------------------------------------------------------------------- every page


def wait_settled(app: App, now: list[int]) -> None:
    """Let time pass until presses are accepted."""
    for _ in range(3):
        now[0] += 700
        app.tree.tick(now[0])
        app.scene.tick(now[0])
        app._note_what_is_shown()
    app.tree.ensure_layout()


def meaning(app: App) -> tuple[object, ...]:
    """Return what a press may change: the page, the order list of its game, the step of its lesson."""
    scene = app.scene
    steps = len(scene.session.steps) if isinstance(scene, PlayScene) else 0
    step = scene.guide.index if isinstance(scene, LessonScene) else 0
    return (len(app.scenes), id(scene), id(app.tree.top) if app.tree.top.modal else 0, steps, step)


@pytest.mark.parametrize("name", PAGES if SOAK else PAGES[::8])
def test_two_presses_on_one_pixel_of_any_page_change_one_thing(name: str, tmp_path: Path) -> None:
    app = screen(name, "1280", tmp_path, painted=False)
    now = [10_000]
    app.clock = lambda: now[0]
    app.settling.ms = SETTLE_MS
    app._note_what_is_shown()
    wait_settled(app, now)
    first, ids = app.scene, [button.id for button in buttons(app) if button.id]
    for number, name_of in enumerate(ids if SOAK else ids[:12]):
        found = [button for button in buttons(app) if button.id == name_of]
        if app.scene is not first or app.tree.top is not app.tree.root or not found:
            break
        pos, before = found[0].rect.center, meaning(app)
        press(app, pos)
        between = meaning(app)
        now[0] += GAPS[number % len(GAPS)]
        press(app, pos)
        assert between in (before, meaning(app)), f"{name_of} did two things"
        wait_settled(app, now)
        if app.tree.top is not app.tree.root:
            app.tree.close(app.tree.layers[1])
            wait_settled(app, now)


# ---------------------------------------------------------------------- named pairs


@pytest.mark.sweep(keep=4)
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(
    ("name", "button"), [("battles", "choose_sides"), ("course", "start_lesson"), ("sides", "start")]
)
def test_the_button_that_leads_on_never_presses_what_lies_under_it(
    name: str, button: str, gap: int, tmp_path: Path
) -> None:
    """*Choose sides* and *Start*, *Start the lesson* and *Next*, *Start* and *End* share pixels."""
    app = screen(name, "1280", tmp_path, painted=False)
    now = [10_000]
    app.clock = lambda: now[0]
    app.settling.ms = SETTLE_MS
    wait_settled(app, now)
    first, pos = app.scene, app.tree.find(button).rect.center
    press(app, pos)
    between = meaning(app)
    assert app.scene is not first
    now[0] += gap
    press(app, pos)
    assert meaning(app) == between


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("gap", GAPS)
def test_handing_over_never_sits_down_nor_ends(gap: int, tmp_path: Path) -> None:
    hand = Table(tmp_path, settle_ms=SETTLE_MS)
    for _ in range(40):
        if hand.play.director.handover_to:
            break
        play = hand.play.hand
        hand.play.submit(play.done if play.done is not None else play.actions[0].commands[0])
    hand.wait(700, 2)
    hand.app.tree.ensure_layout()
    pos = hand.app.tree.find("end_phase").rect.center
    press(hand.app, pos)
    scene, steps = hand.app.scene, len(hand.session.steps)
    assert scene is not hand.play, "the page between two players"
    hand.clock += gap
    press(hand.app, pos)
    assert (hand.app.scene, len(hand.session.steps)) == (scene, steps)
    hand.wait(700, 2)
    take = hand.app.tree.find("sit_down").rect.center
    press(hand.app, take)
    assert hand.app.scene is hand.play
    hand.clock += gap
    press(hand.app, take)
    assert hand.app.scene is hand.play and len(hand.session.steps) == steps


# ---------------------------------------------------------------------- the fast presser


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("seed", range(1, 5) if SOAK else (1,))
@pytest.mark.parametrize("game", GAMES)
def test_pressing_the_main_button_as_fast_as_possible_loses_nothing_unseen(
    game: str, seed: int, tmp_path: Path
) -> None:
    """End is pressed 600 ms after the button named what is at stake; the game asks before anything is lost for good."""
    session = begin(game, seed=seed)
    players = {note.key: "human" for note in session.scenario.sides}
    hand = Table(tmp_path, players, session=session, passing=True, settle_ms=SETTLE_MS)
    hand.app.settings.skip_explained = True
    app, play = hand.app, hand.play
    hand.wait(700)
    since, state, asked, ended = 0, session.state, False, 0
    for _ in range(600 if SOAK else 250):
        hand.wait(50)
        if session.over:
            break
        if session.state is not state:
            since, state, asked = hand.clock - 50, session.state, False  # it changed at the press before
        stopping = play.passing.stopping
        stakes = stopping.stakes(play.hand) if play.my_turn else ()
        steps = len(session.steps)
        app.tree.ensure_layout()
        ids = hand.ids()
        if "sit_down" in ids or "end_anyway" in ids:
            asked = asked or "end_anyway" in ids
            press(app, app.tree.find("sit_down" if "sit_down" in ids else "end_anyway").rect.center)
        else:
            press(app, app.tree.find("end_phase").rect.center)
        if len(session.steps) > steps and stakes:
            ended += 1
            assert hand.clock - since >= SETTLE_MS, "ended before the button could be read"
            if type(session.steps[steps].command) is Done and any(stake.lost for stake in stakes):
                assert asked, "lost without a question"
        elif len(session.steps) == steps and "end_phase" in ids and play.hand.done is None and play.my_turn:
            action = play.hand.actions[0] if play.hand.actions else None
            if action is not None and hand.clock - since > 900 and app.tree.top is app.tree.root:
                play.submit(action.commands[0])
    assert ended or session.over
