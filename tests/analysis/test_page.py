"""The page Analysis in the window: built while the thread works, stopped at once, and every button leads on."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.scenes.analysis import AnalysisScene
from game.scenes.explained import ExplainedScene
from game.scenes.mistake import MistakeScene
from game.scenes.replay import ReplayScene
from game.scenes.title import TitleScene
from game.stack import Push
from game.table.analysis_job import as_mistake
from rules.analysis.luck_and_skill import Decision
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import format_command
from rules.players.player import at_leisure
from tests.analysis.test_luck import game
from tests.game.screens import app_in


def page_of(folder: Path, session: Session) -> tuple[App, AnalysisScene]:
    app = app_in(folder)
    app.change(Push(TitleScene(app)))
    app.frame()
    session.players = dict.fromkeys(session.players, "captain")
    app.screens.analysis(session)
    app.frame()
    scene = app.scene
    assert isinstance(scene, AnalysisScene)
    return app, scene


def press(app: App, code: int) -> None:
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
    app.frame()


def test_it_works_while_it_is_looked_at_and_stops_when_it_is_left(tmp_path: Path) -> None:
    app, scene = page_of(tmp_path, game("nw_smoke", orders=30))
    assert scene.work.running
    press(app, pygame.K_SPACE)
    assert scene.stopped and not scene.work.running
    known = len(scene.found.entries)
    press(app, pygame.K_SPACE)
    press(app, pygame.K_ESCAPE)
    assert not scene.work.running and len(scene.work.analysis_so_far.entries) >= known


def test_every_button_leads_where_it_says(tmp_path: Path) -> None:
    session = game("nw_smoke", orders=60)
    app, scene = page_of(tmp_path, session)
    press(app, pygame.K_SPACE)
    scene.work.analyst.set_cancel_token(at_leisure)
    list(scene.work.analyst.run(decisions=False))
    step = next(step for step in session.steps if step.number > 20 and len(scene_offers(session, step.number)) > 1)
    best = next(c for c in scene_offers(session, step.number) if c != format_command(step.command))
    scene.work.analyst.note(
        Decision(
            number=step.number, position="", side=step.actor, given=format_command(step.command), best=best, loss=0.2,
            error=0.02, n=9, rollouts=60, decided=True,
        )
    )  # fmt: skip
    app.rebuild()
    app.frame()
    app.screens.mistake(session, as_mistake(session, scene.work.analyst.found.decisions[-1]))
    app.frame()
    assert isinstance(app.scene, MistakeScene)
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene
    press(app, pygame.K_F1)
    assert isinstance(app.scene, ExplainedScene)
    app.scene.back()
    app.frame()
    assert app.scene is scene, "back where one came from"
    press(app, pygame.K_p)
    assert isinstance(app.scene, ReplayScene)


def scene_offers(session: Session, number: int) -> list[str]:
    """Return the orders one could have given, as they are typed."""
    seat = Seat(session.branch(number), session.steps[number].actor)
    return [format_command(command) for offer in seat.offers() for command in offer.commands]


def test_a_battle_that_goes_on_does_not_tell_what_the_enemy_hides(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.change(Push(TitleScene(app)))
    app.frame()
    session = game("nw_smoke", orders=20)
    session.players = dict.fromkeys(session.players, "human")
    app.screens.analysis(session)
    app.frame()
    assert not isinstance(app.scene, AnalysisScene)
