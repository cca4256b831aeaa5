"""The named screens of tests/pictures.py at three sizes: no text cut, no control out of the window or over another."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.ui import widgets as ui
from tests.game.layout_faults import cut_texts, faults, outside, overlapping
from tests.game.play_table import Table
from tests.game.screens import app_in
from tests.pictures import SCREENS, SIZES, screen

# What may be cut: the bar of dice below keeps one line, so that nothing beside it moves when dice are rolled (all of it
# is in its tooltip and in the log); a row of a list is shown in full in the tooltip and in the sheet beside the list.
ALLOWED = ("dice_what", "dice_need", "dice_brief", "dice_whole", "table '", "list '", "table ", "text_input")


def layout_faults_of(name: str, size: str, folder: Path) -> list[str]:
    """Return the faults of a screen."""
    app = screen(name, size, folder, painted=size == "1280")  # a rule card avoids counters only where these are drawn
    lines = [fault for fault in faults(app) if not any(word in fault for word in ALLOWED)]
    app.tree.on_link = None
    while app.scenes:
        app.scenes.pop().on_close()
    return lines


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_nor_out_of_reach_on_any_screen(size: str, tmp_path: Path) -> None:
    data = {name: layout_faults_of(name, size, tmp_path / name) for name in SCREENS}
    assert {name: faults for name, faults in data.items() if faults} == {}


def test_a_cut_label_an_overlap_and_a_control_outside_are_found(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    narrow = ui.Label("much too long for so little room", "narrow", wrap=False, width=40)
    app.tree.set_root(ui.Column(ui.Row(narrow), ui.Button("here", id="here")))
    app.tree.ensure_layout()
    here = app.tree.find("here")
    assert any("narrow" in fault for fault in cut_texts(app))
    here.place(pygame.Rect(app.tree.size[0] - 5, 0, 60, 20))
    assert any("here" in fault for fault in outside(app))
    here.place(app.tree.find("narrow").parent.rect)  # type: ignore[union-attr]
    assert any("here" in fault for fault in overlapping(app))


def test_the_log_always_shows_eight_entries_beside_whatever_is_chosen(tmp_path: Path) -> None:
    table = Table(tmp_path, size=(1280, 720))
    table.app.settings.rule_cards = False
    for _ in range(14):
        if not table.play.my_turn:
            break
        actions = table.play.hand.actions
        table.play.submit(actions[0].commands[0] if actions else table.play.hand.done or actions[0].commands[0])
        table.wait()
    table.play.pointer.next_unit(1)
    action = next((action for action in table.play.hand.actions if action.commands), None)
    if action is not None:
        table.play.pointer.arm(action.commands[0])
    table.wait()
    log = table.play.screen.log
    assert log.is_shown and len(log.entries) >= 8
    whole = [number for number in log.entries_in_view() if log.rect.contains(log._entry_rect(number).inflate(0, -4))]
    assert len(whole) >= 8, [entry.text for entry in log.entries]
