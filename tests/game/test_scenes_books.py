"""Settings, rulebook, report, replay and the crash report: built on a dummy display, driven as a player would."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import crash
from game.app import App
from game.folders import find_folders
from game.hud import keychange
from game.hud.chart_table import read_chart, read_charts
from game.hud.keymap import ACTIONS, Keys
from game.hud.story import eyes_allowed, faces, fates, fire, standings, turning_points, view_at
from game.library import open_map
from game.scene import Push, Scene
from game.scenes.play import PlayScene
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from game.scenes.rules import RulebookScene, found_rules
from game.scenes.settings import SettingsScene
from game.settings import Settings, load_settings
from game.timeline import load_skin
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Verb, offers
from rules.kernel.seat import Seat, may_know
from rules.kernel.session import Session, load_session
from tests.conftest import begin, stroll

GAME = "nw_smoke/cape_esperance"
SCREENS = [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5), ((1280, 720), 2.0), ((1920, 1080), 0.75)]
HUMANS = {"USN": "human", "IJN": "human"}


@cache
def played() -> Session:
    """A whole game between players at random."""
    session = begin(GAME, seed=3)
    for _ in stroll(session, SeededDice(5)):
        pass
    return session


def app_in(folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> App:
    pygame.display.init()
    pygame.font.init()
    return App(find_folders(folder), Settings(window=size, ui_scale=scale), [])


def shown(app: App, scene: Scene) -> Scene:
    app.change(Push(scene))
    app.frame()
    return scene


def press(app: App, key: int, mod: int = 0, typed: str = "") -> None:
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=typed, scancode=0))
    app.frame()


def seen(app: App, id: str) -> Any:
    return app.tree.find(id)


def words(app: App, id: str) -> str:
    return " ".join(widget.spoken() for widget in seen(app, id).walk())


SCENES: dict[str, Callable[[App], Scene]] = {
    "settings": SettingsScene,
    "rules": lambda app: RulebookScene(app, "nw_smoke", "NW-SMK-4"),
    "report": lambda app: ReportScene(app, played()),
    "replay": lambda app: ReplayScene(app, played()),
}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("size", "scale"), SCREENS)
def test_every_screen_fits(name: str, size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app = app_in(tmp_path, size, scale)
    shown(app, SCENES[name](app))
    assert app.tree.misplaced() == []


@pytest.mark.parametrize("scale", [0.75, 2.0, 2.5])
def test_the_settings_can_be_used_at_every_size_they_offer(scale: float, tmp_path: Path) -> None:
    app = app_in(tmp_path, (1280, 720), scale)
    shown(app, SettingsScene(app))
    assert app.tree.misplaced() == []


# --- settings ---------------------------------------------------------------------------------------------------------


def test_settings_are_in_force_and_on_disk_at_once(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    shown(app, SettingsScene(app))
    seen(app, "palette").select(3, tell=True)
    seen(app, "motion").select(2, tell=True)
    seen(app, "volume_guns").set(35, tell=True)
    app.frame()
    seen(app, "confirm_end").press()
    seen(app, "muted").press()
    assert app.tree.palette.name == "high_contrast"
    assert app.sound.volumes["guns"] == pytest.approx(0.35)
    assert app.sound.muted
    kept, notice = load_settings(app.folders.settings)
    assert notice == ""
    assert (kept.palette, kept.motion, kept.volumes, kept.confirm_end, kept.muted) == (
        "high_contrast",
        "off",
        {"guns": 35},
        False,
        True,
    )


def test_a_new_size_is_applied_when_the_slider_is_let_go(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    shown(app, SettingsScene(app))
    slider = seen(app, "ui_scale")
    slider.pressed = True
    slider.set(150, tell=True)
    app.frame()
    assert app.tree.scale == 1.0
    slider.pressed = False
    app.frame()
    assert app.tree.scale == 1.5
    assert load_settings(app.folders.settings)[0].ui_scale == 1.5
    assert seen(app, "ui_scale").value == 150


def test_going_back_brings_the_screen_one_came_from(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    book = shown(app, RulebookScene(app, "nw_smoke"))
    shown(app, SettingsScene(app))
    seen(app, "ui_scale").set(125, tell=True)
    press(app, pygame.K_ESCAPE)
    assert app.scene is book
    assert app.tree.scale == 1.25


def test_a_disk_that_refuses_the_settings_is_told(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    shown(app, SettingsScene(app))
    (tmp_path / "settings").rename(tmp_path / "gone")
    (tmp_path / "settings").write_text("in the way")
    seen(app, "confirm_end").press()
    assert "not saved" in seen(app, "saved").spoken()


def test_a_key_that_does_something_else_already_is_refused_in_words(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = shown(app, SettingsScene(app))
    assert isinstance(scene, SettingsScene)
    scene.ask_key(False)
    press(app, pygame.K_l, typed="l")
    assert seen(app, "key_refusal").spoken().startswith("L already does something: sight line.")
    assert app.settings.keys == {}
    press(app, pygame.K_n, typed="n")
    assert app.settings.keys == {"next_unit": "n"}
    assert load_settings(app.folders.settings)[0].keys == {"next_unit": "n"}
    assert Keys(app.settings.keys).keys_of("next_unit") == "N"


def test_a_default_that_was_given_away_cannot_be_taken_back_silently() -> None:
    chosen = keychange.with_key({}, "sight", "x")
    chosen = keychange.with_key(chosen, "log", "l")
    with pytest.raises(ValueError, match="L now does something else: log larger"):
        keychange.without(chosen, "sight")
    assert keychange.without(keychange.without(chosen, "log"), "sight") == {}


def test_no_two_actions_share_a_key_as_delivered() -> None:
    keys = [key for action in ACTIONS for key in keychange.keys_now({}, action)]
    assert len(keys) == len(set(keys))


def test_new_keys_reach_a_game_that_is_already_open(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    play = shown(app, PlayScene(app, begin(GAME), HUMANS))
    assert isinstance(play, PlayScene)
    settings = shown(app, SettingsScene(app))
    assert isinstance(settings, SettingsScene)
    assert settings.give_key("sight", "x") == ""
    assert play.keys.keys_of("sight") == "X"


def test_a_settings_file_with_foreign_words_still_opens_the_program(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    (folders.settings / "settings.json").write_text('{"palette": "tartan", "motion": "odd", "volumes": {"pipes": 300}}')
    settings, _ = load_settings(folders.settings)
    app = App(folders, settings, [])
    shown(app, SettingsScene(app))
    app.apply_settings()
    assert (settings.palette, settings.motion) == ("auto", "full")


def test_settings_of_an_older_version_are_read_without_what_is_gone(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    (folders.settings / "settings.json").write_text('{"ui_scale": 1.25, "cards_seen": ["NW-SMK-3"]}')
    settings, notice = load_settings(folders.settings)
    assert (settings.ui_scale, settings.rule_cards, notice) == (1.25, True, "")


# --- the rulebook -----------------------------------------------------------------------------------------------------


def test_searching_finds_rules_by_words_of_their_text_and_doubts() -> None:
    book = SYSTEMS["nw_smoke"].rulebook
    assert book["NW-SMK-4"] in found_rules(book, "nw-smk-4")
    found = found_rules(book, "smoke delay", "smoke")
    assert all(rule.chapter == "smoke" for rule in found)
    for doubt in book.ambiguities:
        assert book[doubt.rule] in found_rules(book, doubt.question)
    assert found_rules(book, "no such word anywhere") == ()


def test_typing_in_the_search_field_lists_and_shows_what_is_found(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = shown(app, RulebookScene(app, "nw_smoke"))
    assert isinstance(scene, RulebookScene)
    for letter in "exploder":
        app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    app.frame()
    assert 0 < len(scene.shown) < len(scene.book.rules)
    assert scene.chosen in {rule.id for rule in scene.shown}
    assert scene.book[scene.chosen].title in words(app, "rule_words")


def test_a_rule_is_shown_with_its_source_every_reading_and_the_ruling(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nw_smoke")
    shown(app, scene)
    for doubt in scene.book.ambiguities:
        scene.open_rule(doubt.rule)
        app.frame()
        text = words(app, "rule_words")
        assert scene.book[doubt.rule].source.lower() in text.lower()
        assert all(reading.text in text for reading in doubt.readings)
        assert doubt.why in text
        assert "✓ played" in text
        assert app.tree.misplaced() == []


def test_links_between_rules_work_and_lead_back(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nw_smoke", "NW-SMK-4")
    shown(app, scene)
    scene.search("smoke")
    scene.follow("rule:NW-GUN-H1")
    app.frame()
    assert scene.chosen == "NW-GUN-H1"
    seen(app, "rule_back").press()
    assert scene.chosen == "NW-SMK-4"


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_chart_a_rule_names_can_be_shown(key: str) -> None:
    system = SYSTEMS[key]
    for rule in system.rulebook.rules.values():
        chart = read_chart(system.folder, rule.chart, rule.id, system.shared) if rule.chart else None
        if chart is None:
            continue
        assert chart.rows, rule.chart
        assert all(len(row) == len(chart.header) for row in chart.rows), rule.chart


def test_a_chart_is_read_row_by_row() -> None:
    folder, shared = SYSTEMS["nw_smoke"].folder, SYSTEMS["nw_smoke"].shared
    columns, steps = read_charts(folder, "gunnery.columns", "NW-GUN-H1", shared)
    assert columns.header == ("From – to", "Value")
    assert columns.rows[0] == ("1", "0")
    assert steps.rows[0] == ("0 – 1", "−2")
    spotting = read_chart(folder, "spotting.range")
    assert spotting is not None
    assert spotting.header == ("", "S", "M", "L")
    assert read_chart(folder, "gunnery.nothing_of_the_kind") is None
    assert read_chart(folder, "no_such_table.at_all") is None


# --- the report -------------------------------------------------------------------------------------------------------


def test_the_report_tells_result_points_losses_and_dice(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = played()
    shown(app, ReportScene(app, session))
    view = session.system.view(session.state, "")
    assert view.outcome is not None
    text = words(app, "report")
    assert view.outcome.title in text
    for score in view.scores:
        assert all(line.label in text for line in score.lines)
    assert "Losses" in text
    assert all(unit.name in text for force in session.scenario.forces for unit in force.units)


def test_turning_points_are_the_largest_changes_of_the_margin() -> None:
    session = played()
    found = standings(session, "")
    assert len(found) == len(session.steps)
    margins = [standing.margin for standing in found]
    largest = max(abs(b - a) for a, b in zip(margins, margins[1:], strict=False))
    points = turning_points(session, found, "")
    assert max(point.gain for point in points) == largest
    assert [point.number for point in points] == sorted(point.number for point in points)


def test_a_turning_point_can_be_fought_again_from_just_before_it(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    report = shown(app, ReportScene(app, played()))
    assert isinstance(report, ReportScene)
    point = report.turning[0]
    seen(app, f"play_on_{point.number}").press()
    app.frame()
    assert isinstance(app.scene, ReplayScene)
    assert app.scene.number == max(1, point.number - 1)
    seen(app, "play_on_begin").press()
    app.frame()
    game = next(scene.session for scene in reversed(app.scenes) if isinstance(scene, PlayScene))
    assert len(game.steps) == max(1, point.number - 1)
    assert game.log is not None and game.log.path.parent == app.folders.saves
    game.close()


def test_every_unit_has_a_fate_and_the_sunk_are_lost() -> None:
    session = played()
    told = {fate.name: fate for fate in fates(session, "")}
    sunk = {
        session.system.names(session.state)[event.ship]
        for step in session.steps
        for event in step.events
        if type(event).__name__ == "Sunk"
    }
    assert sunk == {name for name, fate in told.items() if fate.lost}


def test_shots_are_counted_for_the_side_that_fired() -> None:
    session = played()
    found = fire(session, load_skin("nw_smoke"), "")
    fired = [event for step in session.steps for event in step.events if type(event).__name__ == "GunsFired"]
    assert sum(counted.guns for counted in found.values()) == len(fired)
    assert sum(counted.gun_hits for counted in found.values()) == sum(
        event.result in ("light", "moderate", "heavy") for event in fired
    )


def test_dice_without_a_throw_are_neither_lucky_nor_unlucky() -> None:
    assert faces([]).percentile == 0.5


# --- the replay -------------------------------------------------------------------------------------------------------


def test_the_replay_walks_by_step_phase_and_turn(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = ReplayScene(app, played())
    shown(app, scene)
    press(app, pygame.K_END)
    assert scene.number == len(played().steps)
    press(app, pygame.K_HOME)
    assert scene.number == 1
    press(app, pygame.K_PAGEDOWN)
    assert scene.number == 2
    press(app, pygame.K_PAGEUP)
    assert scene.number == 1
    before = scene.past.place(1)
    press(app, pygame.K_PAGEDOWN, pygame.KMOD_SHIFT)
    assert scene.past.place(scene.number) != before
    press(app, pygame.K_PAGEDOWN, pygame.KMOD_CTRL)
    assert scene.past.place(scene.number)[0] == before[0] + 1
    assert scene.past.place(scene.number - 1)[0] == before[0]
    there = scene.number
    press(app, pygame.K_PAGEDOWN)
    press(app, pygame.K_PAGEUP, pygame.KMOD_CTRL)
    assert scene.number == there
    seen(app, "scrubber").set(40, tell=True)
    assert scene.number == 40
    assert app.tree.misplaced() == []


def test_the_replay_shows_a_side_nothing_it_may_not_know(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = played()
    scene = ReplayScene(app, session)
    shown(app, scene)
    hidden = [
        number
        for number, step in enumerate(session.steps, 1)
        if any(not may_know(event, "USN") for event in step.events)
    ]
    assert hidden, "the game must hold something the side may not know, or this proves nothing"
    scene.see_as("USN")
    for number in hidden[:25]:
        scene.go(number)
        app.frame()
        assert scene.board.view is not None
        assert scene.board.view.side == "USN"
        known = session.system.view(session.system.guess(session.states[number], "USN"), "USN")
        assert [piece.id for piece in scene.board.view.pieces] == [piece.id for piece in known.pieces]
        told = [caption.text for caption in scene.past.captions(number)]
        for event in session.steps[number - 1].events:
            if not may_know(event, "USN"):
                secret = ReplayScene(app, session).past.captions(number)
                assert len(told) < len(secret)
                break


def test_a_game_still_being_played_shows_only_what_its_player_may_see(tmp_path: Path) -> None:
    session = begin(GAME, seed=1)
    session.players = {"USN": "human", "IJN": "greedy"}
    assert eyes_allowed(session) == ("USN",)
    app = app_in(tmp_path / "user")
    scene = ReplayScene(app, session)
    shown(app, scene)
    scene.see_as("")
    assert scene.eyes == "USN"
    assert view_at(session, 1, scene.eyes) == Seat(session, "USN").view()
    assert ReportScene(app, session).eyes == "USN"
    session.players = HUMANS
    assert eyes_allowed(session) == (session.actor,)
    session.players = {"USN": "greedy", "IJN": "greedy"}
    assert eyes_allowed(session) == ("", "USN", "IJN")
    assert eyes_allowed(played())[0] == ""


def test_playing_runs_to_the_end_and_stops(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.settings.motion = "off"
    scene = ReplayScene(app, played())
    shown(app, scene)
    scene.go(len(played().steps) - 2)
    press(app, pygame.K_SPACE)
    now = scene.now
    for _ in range(6):
        now += 5000
        scene.tick(now)
    assert scene.number == len(played().steps)
    assert not scene.playing


def test_one_can_play_on_from_the_middle_in_a_new_file(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = played()
    scene = ReplayScene(app, session)
    shown(app, scene)
    scene.go(30)
    seen(app, "play_on").press()
    app.frame()
    assert app.tree.misplaced() == []
    seen(app, "play_on_begin").press()
    play = next(scene for scene in app.scenes if isinstance(scene, PlayScene))
    assert play.session.steps == session.steps[:30]
    assert play.session.seed != session.seed
    assert play.session.log is not None
    path = play.session.log.path
    assert path.parent == app.folders.saves
    command = offers(play.session.system, play.session.state)[0].commands[0]
    play.session.submit(command)
    play.session.close()
    again = load_session(path, SYSTEMS, open_map, write=False)
    assert len(again.steps) == 31
    assert len(session.steps) > 31


# --- when the program fails -------------------------------------------------------------------------------------------


class Clumsy(Scene):
    """A screen in whose tick a command is given whose rule raises."""

    def __init__(self, app: App, session: Session, command: Command) -> None:
        super().__init__(app)
        self.session, self.command = session, command

    def build(self) -> ui.Widget:
        return ui.Label("about to fail")

    def tick(self, now_ms: int) -> None:
        self.session.submit(self.command)


def broken(session: Session, command: Command) -> None:
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
    """A game of 40 orders kept on disk, and a command whose rule raises."""
    session = begin(GAME, seed=8)
    session.keep_in(folder / "failing.game")
    for _ in stroll(session, SeededDice(2), 40):
        pass
    offer = next(offer for offer in offers(session.system, session.state) if offer.commands)
    broken(session, offer.commands[0])
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
    from rules.kernel.script import load_script, run_script

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
    told = crash.last_stop(app.folders.logs)
    assert str(path) in told
    assert "failing.game" in told
    assert crash.last_stop(app.folders.logs) == ""
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
    import game.app as program
    from game.scenes import start

    made: list[Session] = []

    class Lost(Clumsy):
        def tick(self, now_ms: int) -> None:
            raise pygame.error("the display is gone")

    def scenes(app: App, args: Namespace) -> list[Scene]:
        session, command = failing_game(app.folders.saves)
        made.append(session)
        return [Lost(app, session, command)]

    monkeypatch.setattr(start, "first_scenes", scenes)
    assert program.run(Namespace(user_dir=str(tmp_path))) == 1
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    assert "the display is gone" in capsys.readouterr().err
    again = load_session(tmp_path / "saves" / "failing.game", SYSTEMS, open_map, write=False)
    assert again.digest() == made[0].digest()
    assert list((tmp_path / "logs").glob("crash-*.yaml"))
