"""When the program fails: the report, the intact save, and the message at the next start."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pygame
import pytest

import game.window as program
from game import crash
from game.app import App
from game.crash_report import report_text
from game.library import open_map
from game.scene import Scene
from game.stack import Push
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Verb, offers
from rules.kernel.script import load_script, run_script
from rules.kernel.session import Session, load_session
from tests.conftest import begin, stroll
from tests.game.screens import GAME, app_in


class Clumsy(Scene):
    """A screen whose tick gives a command whose rule raises."""

    def __init__(self, app: App, session: Session, command: Command) -> None:
        super().__init__(app)
        self.session, self.command = session, command

    def build(self) -> ui.Widget:
        return ui.Label("about to fail")

    def tick(self, now_ms: int) -> None:
        self.session.submit(self.command)


def break_rule(session: Session, command: Command) -> None:
    """From now on the rule raises for this one command, after a die has been thrown."""
    kind = type(command)

    def clumsy(verb: Verb) -> Verb:
        def do(ruling: Any, given: Any) -> None:
            if given != command:
                verb.do(ruling, given)
                return
            ruling.roll("a throw before the mistake", 1, 6, "NW-MOV-H1")
            raise ZeroDivisionError("a mistake in the rules")

        return verb.but(do=do)

    phases = tuple(
        phase.but(verbs={key: clumsy(verb) if key is kind else verb for key, verb in phase.verbs.items()})
        for phase in session.system.sequence
    )
    session.system = session.system.but(sequence=phases)


def failing_game(folder: Path) -> tuple[Session, Command]:
    """Return a game of 40 orders kept on disk, and a command whose rule raises."""
    session = begin(GAME, seed=8)
    session.keep_in(folder / "failing.game")
    for _ in stroll(session, SeededDice(2), 40):
        pass
    offer = next(offer for offer in offers(session.system, session.state) if offer.commands)
    break_rule(session, offer.commands[0])
    return session, offer.commands[0]


def test_a_rule_that_raises_leaves_a_report_and_an_intact_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = app_in(tmp_path)
    session, command = failing_game(app.folders.saves)
    orders, digest = len(session.steps), session.digest()
    app.change(Push(Clumsy(app, session, command)))
    with pytest.raises(ZeroDivisionError) as caught:
        app.loop()
    assert crash.on_crash(app, caught.value) == 1
    (report,) = app.folders.logs.glob("crash-*.yaml")
    text = report.read_text("utf-8")
    for word in ("version: ", "system: nw_smoke", "seed: 8", digest, "ZeroDivisionError", "a mistake in the rules"):
        assert word in text
    assert str(report) in capsys.readouterr().err
    again = load_session(app.folders.saves / "failing.game", SYSTEMS, open_map)
    assert (len(again.steps), again.digest()) == (orders, digest)
    again.close()


def test_the_report_is_a_script_that_replays_to_the_failing_order(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session, command = failing_game(app.folders.saves)
    orders = len(session.steps)
    with pytest.raises(ZeroDivisionError) as caught:
        session.submit(command)
    path = crash.write_report(caught.value, session, app.folders.logs)
    script = load_script(path)
    assert len(script.steps) == orders
    assert len(script.steps[-1].dice) == 1
    with pytest.raises(ZeroDivisionError):
        run_script(script, {"nw_smoke": session.system}, lambda system, key: session.scenario, open_map)
    session.close()


def test_the_next_start_tells_of_the_failure_once(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session, _ = failing_game(app.folders.saves)
    path = crash.write_report(RuntimeError("no matter"), session, app.folders.logs)
    text = crash.crash_notice(app.folders.logs)
    assert str(path) in text
    assert "failing.game" in text
    assert crash.crash_notice(app.folders.logs) == ""
    session.close()


def test_a_failure_without_a_game_and_without_a_folder_is_still_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = app_in(tmp_path)
    (tmp_path / "logs").rename(tmp_path / "gone")
    (tmp_path / "logs").write_text("in the way")
    assert crash.on_crash(app, pygame.error("the display is gone")) == 1
    said = capsys.readouterr().err
    assert "the display is gone" in said
    assert "could not be written" in said


def test_losing_the_display_ends_the_program_with_everything_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[Session] = []

    class Lost(Clumsy):
        def tick(self, now_ms: int) -> None:
            raise pygame.error("the display is gone")

    def scenes(app: App, args: Namespace) -> list[Scene]:
        session, command = failing_game(app.folders.saves)
        made.append(session)
        return [Lost(app, session, command)]

    monkeypatch.setattr(program, "first_scenes", scenes)
    assert program.run(Namespace(user_dir=str(tmp_path))) == 1
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    assert "the display is gone" in capsys.readouterr().err
    again = load_session(tmp_path / "saves" / "failing.game", SYSTEMS, open_map, write=False)
    assert again.digest() == made[0].digest()
    assert list((tmp_path / "logs").glob("crash-*.yaml"))


def test_a_report_does_not_tell_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    text = report_text(OSError(f"{tmp_path}/saves/a.game"), None)
    assert str(tmp_path) not in text and "~/saves/a.game" in text
