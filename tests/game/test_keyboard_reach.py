"""Everything a mouse can press on a screen can be reached by keys, and nothing traps the focus.

WCAG 2.1.1 and 2.1.2.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pygame
import pytest

from game.app import App
from game.hud.keymap import Keys
from game.hud.menus import keeping_dialog, keys_dialog
from game.scenes.game_menu import open_game_menu
from game.scenes.play import PlayScene
from game.scenes.title import Card
from game.scenes.welcome import WelcomeScene
from game.ui import widgets as ui
from game.ui.widget import Widget
from tests.conftest import ROOT, SOAK
from tests.game.layout_faults import widget_name
from tests.game.play_table import Table
from tests.game.screens import press, show
from tests.pictures import SCREENS, screen

ABOVE: dict[str, Callable[[PlayScene], object]] = {  # what opens over a game
    "menu": open_game_menu,
    "keys": lambda play: keys_dialog(play.app, Keys()),
    "keeping": lambda play: keeping_dialog(play.app, play.session),
}
ALL = [*SCREENS, *ABOVE, "welcome"]
PRESSED = ("on_choose", "on_phase", "on_press")  # what charts, grids and ribbons do on a click, where they do anything
ESCAPES = 4  # out of a field, from a choice, off a card, out of the page
SETTLED = {"title", "welcome"}  # left by a button: there is nothing to go back to


def open_screen(name: str, folder: Path) -> App:
    if name == "welcome":
        app = screen("title", "1280", folder)
        show(app, WelcomeScene(app))
        return app
    app = screen(name if name in SCREENS else "hex_opening", "1280", folder)
    if name in ABOVE:
        play = app.scene
        assert isinstance(play, PlayScene)
        ABOVE[name](play)
    app.tree.ensure_layout()
    return app


def by_mouse(app: App) -> Iterator[Widget]:
    """Yield what reacts to a click on the top layer. Scrolling is tested separately."""
    for widget in app.tree.top.walk():
        if not widget.is_shown or widget.rect.w <= 0 or isinstance(widget, ui.ScrollView | ui.Modal | Card):
            continue
        links = getattr(widget, "link_rects", None)
        acts = [getattr(widget, name) for name in PRESSED if hasattr(widget, name)]
        if links is not None:
            if links():
                yield widget
        elif type(widget).mouse_down is not Widget.mouse_down and (not acts or any(acts)):
            yield widget


def round_by(app: App, mod: int) -> list[str]:
    """Return the stops of Tab, or Shift and Tab, until it is back at the first."""
    app.tree.focus(None)
    seen: list[str] = []
    counters = (
        len(app.scene.hand.able_counters()) if isinstance(app.scene, PlayScene) else 0
    )  # stops of Tab on the board
    for _ in range(2 * (len(list(app.tree.ring())) + counters) + 2):
        press(app, pygame.K_TAB, mod)
        assert app.tree.focused is not None
        seen.append(widget_name(app.tree.focused))
    return seen


@pytest.mark.parametrize("name", ALL if SOAK else ALL[::16])
def test_what_a_mouse_can_press_keys_can_reach_and_leave(name: str, tmp_path: Path) -> None:
    app = open_screen(name, tmp_path)
    app.tree.on_link = None
    for mod in (0, pygame.KMOD_SHIFT):
        came = round_by(app, mod)
        ring = {
            widget_name(widget) for widget in app.tree.ring()
        }  # now: a tile with the focus changes what is shown beside it
        assert ring - set(came) == set()
    assert [widget_name(widget) for widget in by_mouse(app) if widget_name(widget) not in ring] == []
    for view in [widget for widget in app.tree.top.walk() if isinstance(widget, ui.ScrollView) and widget.is_shown]:
        assert scrolls_by_keys(app, view), widget_name(view)
    if name not in SETTLED:
        before = (app.scenes[-1], app.tree.top)
        for _ in range(ESCAPES):
            if app.scenes and (app.scenes[-1], app.tree.top) == before:
                press(app, pygame.K_ESCAPE)
        assert not app.scenes or (app.scenes[-1], app.tree.top) != before, "Escape leads out"
    while app.scenes:
        app.scenes.pop().on_close()


@pytest.mark.parametrize(("name", "tile", "beside"), [
    ("course", "course_nw_smoke", "lesson_"), ("puzzles", "puzzles_nw_smoke", "theme_")
])  # fmt: skip
def test_from_the_list_at_the_left_one_comes_to_what_belongs_to_it(
    name: str, tile: str, beside: str, tmp_path: Path
) -> None:
    """Tab would go through the whole list first, and each row shows something else beside it.

    The arrow key goes across.
    """
    app = open_screen(name, tmp_path)
    app.tree.focus(app.tree.find(tile))
    press(app, pygame.K_RIGHT)
    assert app.tree.focused is not None and app.tree.focused.id.startswith(beside)
    assert app.tree.find(tile).chosen  # type: ignore[attr-defined]


def scrolls_by_keys(app: App, view: ui.ScrollView) -> bool:
    """Return whether a scrolling part can be scrolled by keys alone."""
    if not view.most:
        return True
    within = (one for one in view.walk() if one.focusable and one.is_shown and not isinstance(one, ui.TextInput))
    held = view if view.focusable else next(within, None)  # a field keeps every key for itself
    if held is None:
        return False
    app.tree.focus(held)
    view.scroll_to(0)
    for _ in range(40):
        press(app, pygame.K_PAGEDOWN)
    return view.offset == view.most


def test_a_phase_is_chosen_by_arrows_and_its_menu_opened(tmp_path: Path) -> None:
    app = open_screen("hex_opening", tmp_path)
    ribbon = app.tree.find("ribbon")
    app.tree.focus(ribbon)
    press(app, pygame.K_RIGHT)
    assert ribbon.accessible_rows().chosen == ribbon.current + 1  # type: ignore[attr-defined, union-attr]
    press(app, pygame.K_RETURN)
    assert isinstance(app.tree.top, ui.Menu)


def test_a_moment_of_the_chart_is_chosen_by_arrows_and_opened(tmp_path: Path) -> None:
    app = open_screen("analysis", tmp_path)
    curve = app.tree.find("win_curve")
    went: list[int] = []
    curve.on_press = went.append  # type: ignore[attr-defined]
    app.tree.focus(curve)
    press(app, pygame.K_HOME)
    press(app, pygame.K_RIGHT)
    assert curve.value_text() in app.tree.tip.spoken_text() and "order" in curve.value_text()  # type: ignore[union-attr]
    press(app, pygame.K_RETURN)
    assert went == [curve.entries[1].number]  # type: ignore[attr-defined]


def test_tab_on_the_board_selects_the_next_counter_and_f6_goes_to_the_panels(tmp_path: Path) -> None:
    app = open_screen("hex_opening", tmp_path)
    play = app.scene
    assert isinstance(play, PlayScene)
    app.tree._set_focus(None, False)
    able = play.hand.able_counters()
    came = []
    for _ in range(len(able) + 1):
        press(app, pygame.K_TAB)
        came.append(play.hand.piece)
    assert len(able) > 1 and came == [*able, able[0]], "round and round while the mouse is used"
    press(app, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert play.hand.piece == able[-1] and app.tree.focused is play.pane.canvas
    panels = []
    for _ in range(5):
        press(app, pygame.K_F6)
        assert app.tree.focused is not None and play.hand.piece == able[-1], "what is selected stays"
        panels.append(widget_name(app.tree.focused))
    assert len(set(panels)) == 5 and widget_name(play.pane.canvas) in panels
    for _ in range(5):
        press(app, pygame.K_F6, pygame.KMOD_SHIFT)
    assert app.tree.focused is play.pane.canvas
    press(app, pygame.K_TAB)
    assert app.tree.focused is not play.pane.canvas, "with keys alone it leads on past the last counter"


def test_tab_passes_over_a_board_on_which_nothing_can_act(tmp_path: Path) -> None:
    app = open_screen("hex_opening", tmp_path)
    play = app.scene
    assert isinstance(play, PlayScene)
    play.hand.actions = ()
    app.tree.focus(play.pane.canvas)
    press(app, pygame.K_TAB)
    assert app.tree.focused not in (None, play.pane.canvas)


# --- The ten steps in game/README.md, from the click to the log, happen in that order ---

NAMED = re.compile(r"`(\w+(?:\.\w+)?)(?:\([\w, ]*\))?`")
FOLDERS = (str(ROOT / "game"), str(ROOT / "rules"))


def lines() -> list[list[str]]:
    """Return the names in each line of the steps, in order: functions, methods as Class.method, classes."""
    text = (ROOT / "game" / "README.md").read_text("utf-8")
    walk = text.partition("\n## One order, from the click to the log\n")[2].partition("\n## ")[0]
    return [NAMED.findall(line) for line in re.split(r"\n\d+\. ", walk)[1:]]


@contextmanager
def calls() -> Iterator[list[str]]:
    """Record the program's functions that are called, each once, in order, as Class.method or function."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(FOLDERS):
            found.setdefault(code.co_qualname.replace("<locals>.", ""))

    listed: list[str] = []
    before: Callable[..., object] | None = sys.getprofile()
    sys.setprofile(note)
    try:
        yield listed
    finally:
        sys.setprofile(before)
        listed += found


def test_the_walk_has_ten_lines_and_names_what_there_is() -> None:
    assert len(lines()) == 10
    code = "".join(path.read_text("utf-8") for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py")))
    for part in {part for line in lines() for name in line for part in name.split(".")}:
        assert re.search(rf"\b{part}\b", code), part


ARMING = ["App.handle", "Pointer.click", "look_up", "choose", "PlayScene.show_choice"]
GIVING = [
    "App.handle", "PlayScene.before_click", "ClickGuard.record_click", "PlayScene.give", "Table.submit",
    "Session.submit",
    "adjudicate", "carry_out", "advance", "PlayScene.show",
]  # fmt: skip


def test_an_order_given_by_two_clicks_goes_that_way(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.go_to("movement")
    piece = table.play.hand.find(table.play.hand.able_counters()[0])
    assert piece is not None
    table.click(table.at(piece.at[0]))
    end, orders = table.play.hand.places()[0][0], len(table.session.steps)
    with calls() as armed:
        table.click(table.at(end))
    with calls() as given:
        table.click(table.at(end))
    assert len(table.session.steps) == orders + 1
    way = [name for line in lines() for name in line]
    assert {*ARMING, *GIVING} <= set(way), "the walk names every step"
    assert [name for name in armed if name in ARMING] == ARMING
    assert "OrderBuilder.aim" in armed or "OrderBuilder.arm_ways" in armed
    assert [name for name in given if name in GIVING] == GIVING
    assert [name for name in dict.fromkeys(way) if name in GIVING] == GIVING, "and in that order"
