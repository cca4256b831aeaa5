"""Advice at the table: the Captain's order is selected, with his reason, by button or key, and never given."""

from __future__ import annotations

import time
from pathlib import Path

import pygame
import pytest

from game.scenes.settings import SettingsScene
from game.settings import load_settings
from game.table.advisor import Advisor
from game.ui import widgets as ui
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from tests.conftest import SOAK, begin
from tests.game.play_table import Table
from tests.game.screens import app_in, find_widget, show
from tests.game.test_one_hand import BATTLES

DECISIONS = 120 if SOAK else 24
WAIT_S = 20


class Asking(Table):
    """A table whose player asks before every decision."""

    def ask_advice(self, key: bool) -> None:
        """Ask, and wait for the answer."""
        if key:
            self.key(pygame.K_a, typed="a")
        else:
            self.click(self.app.tree.find("advice").rect.center)
        latest = time.monotonic() + WAIT_S
        while self.play.advising.waiting:
            assert time.monotonic() < latest
            time.sleep(0.002)
            self.wait()

    def sit(self) -> None:
        """Let the acting side sit down."""
        if self.play.director.handover_to:
            self.play.end_phase()
            self.key(pygame.K_RETURN)

    def controls(self) -> dict[str, tuple[int, int, int, int]]:
        """Return where all that stays can be pressed: the bars above and below."""
        self.app.tree.ensure_layout()
        kept = ("log_size", "rules", "keys_help", "menu", "points", "advice", "undo", "redo", "end_phase")
        return {id: tuple(self.app.tree.find(id).rect) for id in kept}  # type: ignore[misc]


def asking(game: str, folder: Path, **more: object) -> Asking:
    session = begin(game, seed=3)
    return Asking(
        folder,
        dict.fromkeys([note.key for note in session.scenario.sides], "human"),
        session=session,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", [*BATTLES, "nights_of_fury/campaign", "perfidious_albion/open_fleet"])
def test_the_captains_order_lies_in_the_hand_in_every_phase_and_confirm_gives_that_very_order(
    game: str, tmp_path: Path
) -> None:
    table = asking(game, tmp_path)
    session, play = table.session, table.play
    phases: set[tuple[str, int]] = set()
    for number in range(DECISIONS if game in BATTLES else 9):  # between battles and buying fleets: pages
        if session.over:
            break
        table.sit()
        before, state = len(session.steps), session.state
        wanted = Advisor(session)
        wanted.begin(session.actor)
        while not wanted.ready:
            time.sleep(0.001)
        his = wanted.settle()
        assert his is not None
        table.wait(400)  # an early click on the same spot would count as a double click
        where = table.controls()
        table.ask_advice(key=number % 2 == 0)
        assert session.state is state, "nothing was ordered"
        assert table.controls() == where, "no control has moved"
        bar = " ".join(widget.spoken_text() for widget in play.screen.commit.walk())
        assert "The Captain" in bar and his.why[1:] in bar.replace("\n", " "), (his.why, bar)
        if his.ends:
            assert play.hand.armed_command is None
        else:
            assert play.hand.armed_command == his.command and play.hand.proposed
            assert play.hand.piece == play.hand.sketch(his.command).piece
        table.click(table.app.tree.find("aim_give").rect.center)
        if confirm := next((w for w in table.app.tree.top.walk() if w.id == "end_anyway"), None):
            assert his.ends and isinstance(confirm, ui.Button)
            confirm.press()
        assert len(session.steps) > before and session.steps[before].command == his.command
        phases.add((session.steps[before].actor, state.cursor.phase))
    assert len(phases) >= (3 if game in BATTLES else 1)


def test_by_keys_alone_it_is_confirmed_with_enter_and_dropped_with_escape(tmp_path: Path) -> None:
    table = asking("nw_smoke/little_and_gregory", tmp_path)
    play, session = table.play, table.session
    table.go_to("movement")
    before = len(session.steps)
    table.key(pygame.K_k, typed="k")  # with the keyboard cursor somewhere
    table.ask_advice(key=True)
    first = play.hand.armed_command
    assert first is not None and len(session.steps) == before
    table.key(pygame.K_ESCAPE)
    assert play.hand.armed_command is None and not play.advising.words() and table.app.tree.top is table.app.tree.root
    table.ask_advice(key=True)
    table.key(pygame.K_RETURN)
    assert session.steps[before].command == first


def test_pressed_twice_on_one_spot_it_gives_nothing_and_something_else_takes_the_reason_away(tmp_path: Path) -> None:
    table = asking("nw_smoke/little_and_gregory", tmp_path)
    play, session = table.play, table.session
    table.ask_advice(key=False)
    armed = play.hand.armed_command
    table.ask_advice(key=False)
    assert play.hand.armed_command == armed and len(session.steps) == 1
    other = next(c for action in play.hand.actions for c in action.commands if c != armed)
    play.pointer.arm(other)
    assert play.hand.armed_command == other and len(session.steps) == 1
    assert "The Captain" not in " ".join(widget.spoken_text() for widget in play.screen.commit.walk())


def test_he_is_asked_in_the_seat_of_who_asks_and_says_the_same_again(tmp_path: Path) -> None:
    table = asking("nights_of_fury/little_and_gregory", tmp_path)
    session, asked = table.session, []
    for _ in range(2):
        counsel = Advisor(session)
        counsel.begin(session.actor)
        found = counsel.settle()
        assert found is not None
        asked.append((found.command, found.why))
    assert asked[0] == asked[1]
    assert not Seat(session, session.actor).check(asked[0][0])


def test_what_was_asked_about_another_position_is_not_said(tmp_path: Path) -> None:
    table = asking("nw_smoke/little_and_gregory", tmp_path)
    counsel = Advisor(table.session)
    counsel.begin(table.session.actor)
    command = next(c for action in table.play.hand.actions for c in action.commands)
    assert not isinstance(table.session.submit(command), tuple)
    assert counsel.settle() is None


def test_when_it_is_not_ones_turn_or_switched_off_it_says_so(tmp_path: Path) -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    other = next(note.key for note in session.scenario.sides if note.key != session.actor)
    sides = {note.key: "human" if note.key == other else "captain" for note in session.scenario.sides}
    table = Asking(tmp_path, sides, session=session)
    table.play.director.paused = True
    table.key(pygame.K_a, typed="a")
    assert not table.play.advising.waiting and table.app.tree.tip is not None
    table.app.settings.advice = False
    table.app.rebuild()
    table.wait()
    assert not table.app.tree.find("advice").is_shown
    assert table.play.advising.why_not() == "Advice is switched off in the settings."


def test_the_setting_is_kept(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, SettingsScene(app))
    find_widget(app, "advice_wanted").press()
    assert load_settings(app.folders.settings)[0].advice is False


def test_ending_a_phase_is_laid_out_too_and_asks_before_something_is_lost(tmp_path: Path) -> None:
    table = asking("nw_smoke/little_and_gregory", tmp_path)
    play, session = table.play, table.session
    for _ in range(40):
        table.ask_advice(key=True)
        if play.hand.armed_command is None:
            break
        play.give()
        table.sit()
    assert "The Captain" in " ".join(widget.spoken_text() for widget in play.screen.commit.walk())
    before = len(session.steps)
    table.key(pygame.K_RETURN)
    assert isinstance(session.steps[before].command, Done)
