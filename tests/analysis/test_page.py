"""The page Analysis in the window: filled while the thread works, stopped at once, and every button does something."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.library import open_library
from game.scenes.analysis import AnalysisScene
from game.scenes.mistake import MistakeScene
from game.scenes.openers import ExplainedScene
from game.scenes.replay import ReplayScene
from game.scenes.title import TitleScene
from game.stack import Push
from game.table.analysis_job import Analyst, as_mistake
from game.table.analysis_text import lines
from release.makers.analyse_bench import play_match_game
from rules import SYSTEMS
from rules.analysis.luck_and_skill import Decision, decisions_text
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.system import caption, format_command
from rules.players.player import at_leisure
from tests.analysis.test_luck import game
from tests.game.screens import app_in, press


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


def test_it_works_while_it_is_looked_at_and_stops_when_it_is_left(tmp_path: Path) -> None:
    app, scene = page_of(tmp_path, game("nw_smoke", orders=30))
    assert scene.work.running
    press(app, pygame.K_SPACE)
    assert scene.stopped and not scene.work.running
    known = len(scene.found.entries)
    press(app, pygame.K_SPACE)
    press(app, pygame.K_ESCAPE)
    assert not scene.work.running and len(scene.work.analysis_so_far.entries) >= known


def test_the_page_stays_where_it_was_scrolled_to_when_something_new_is_found(tmp_path: Path) -> None:
    app, scene = page_of(tmp_path, game("nw_smoke", orders=30))
    press(app, pygame.K_SPACE)
    scene.work.analyst.set_cancel_token(at_leisure)
    list(scene.work.analyst.run(decisions=False))
    app.rebuild()  # with the orders that were found: higher than the window
    app.tree.ensure_layout()
    scene.scroll.scroll_to(60)
    assert scene.scroll.offset == 60
    before, scene._shown, scene._next_ms = scene.scroll, (), 0
    scene.tick(10_000)
    assert scene.scroll is not before and scene.scroll.offset == 60


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
    """Return the possible orders, as typed."""
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


LIBRARY = open_library(SYSTEMS)


def game_of(name: str, seed: int) -> Session:
    return play_match_game(LIBRARY.find(name), seed, ("midshipman", "captain"))


def test_the_last_shot_of_a_phase_is_not_told_with_the_damage_of_the_shots_before_it() -> None:
    """Little was put out of action by Murakumo: told with Gregory's shot, that looked like a turn for the worse."""
    session, seen = game_of("nw_smoke/little_and_gregory", 950), 0
    for step in session.steps:
        state = session.states[step.number + 1]
        if not format_command(step.command).startswith("fire ") or state.outcome is not None:
            continue
        whole = [caption(session.system, state, event).text for event in step.events]
        marked = [text for text in whole if "was damaged" in text]
        seen += bool(marked)
        assert "was damaged" not in decisions_text(session, step.number), whole
        assert "fired at" in decisions_text(session, step.number)
    assert seen > 2, "there were such phases"


def test_dice_that_fall_as_a_phase_or_the_battle_ends_are_told() -> None:
    session = game_of("quickfire/lesson_duel", 952)
    texts = [decisions_text(session, step.number) for step in session.steps]
    assert "An explosion tore through" in texts[-1], "the shot that ended the battle missed; this did not"
    closing = [text for text in texts if text.startswith("Ohio fired") and "jammed rudder" in text]
    assert closing, "what a die decides behind the last shot of a turn stands with it"


def test_to_stand_easy_is_no_turning_point_and_what_it_does_is_the_clocks() -> None:
    session = game_of("perfidious_albion/caldera_bay", 954)
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    found = analyst.found
    eased = [entry for entry in found.entries if entry.order.startswith("easy") and not entry.throws]
    assert len(eased) > 3 and all(entry.idle and entry.order_change == 0 for entry in eased)
    assert not any("ended activation" in line for line in lines(session, analyst))
    orders, time = (sum(getattr(entry, name) for entry in found.entries) for name in ("order_change", "time"))
    luck = sum(entry.luck for entry in found.entries)
    assert abs(found.initial + orders + time + luck - found.final) < 1e-9


def test_the_beginning_of_a_battle_is_no_order() -> None:
    session = game_of("nw_smoke/little_and_gregory", 950)
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    given = len(session.steps) - 1
    assert lines(session, analyst)[0].endswith(f"analysis of {given} of {given} orders")
