"""The rulebook and the report, and every page of the book at every size: driven as a player would."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.hud.game_history import fire_statistics, score_history, turning_points, unit_fates
from game.scene import Scene
from game.scenes.play import PlayScene
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from game.scenes.rules import RulebookScene, found_rules
from game.scenes.settings import SettingsScene
from game.skins import load_skin
from game.table.chart_table import read_chart, read_charts
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.nws.events import Damaged
from tests.conftest import begin, stroll
from tests.game.screens import SCREENS, app_in, find_widget, random_game, show, words

SCENES: dict[str, Callable[[App], Scene]] = {
    "settings": SettingsScene,
    "rules": lambda app: RulebookScene(app, "nw_smoke", "NW-SMK-4"),
    "report": lambda app: ReportScene(app, random_game()),
    "replay": lambda app: ReplayScene(app, random_game()),
}


@pytest.mark.sweep(keep=4)
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("size", "scale"), SCREENS)
def test_every_screen_fits(name: str, size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app = app_in(tmp_path, size, scale)
    show(app, SCENES[name](app))
    assert app.tree.misplaced_widgets() == []


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
    scene = show(app, RulebookScene(app, "nw_smoke"))
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
    show(app, scene)
    for doubt in scene.book.ambiguities:
        scene.open_rule(doubt.rule)
        app.frame()
        text = words(app, "rule_words")
        assert scene.book[doubt.rule].source.lower() in text.lower()
        assert all(reading.text in text for reading in doubt.readings)
        assert doubt.why in text
        assert "✓ played" in text
        assert app.tree.misplaced_widgets() == []


def test_links_between_rules_work_and_lead_back(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = RulebookScene(app, "nw_smoke", "NW-SMK-4")
    show(app, scene)
    scene.search("smoke")
    scene.follow("rule:NW-GUN-H1")
    app.frame()
    assert scene.chosen == "NW-GUN-H1"
    find_widget(app, "rule_back").press()
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
    session = random_game()
    show(app, ReportScene(app, session))
    view = session.system.view(session.state, "")
    assert view.outcome is not None
    text = words(app, "report")
    assert view.outcome.title in text
    for score in view.scores:
        assert all(line.label in text for line in score.lines)
    assert "Losses" in text
    assert all(unit.name in text for force in session.scenario.forces for unit in force.units)


def test_turning_points_are_the_largest_changes_of_the_margin() -> None:
    session = random_game()
    found = score_history(session, "")
    assert len(found) == len(session.steps)
    margins = [standing.margin for standing in found]
    largest = max(abs(b - a) for a, b in zip(margins, margins[1:], strict=False))
    points = turning_points(session, found, "", load_skin("nw_smoke"))
    one, other = (note.key for note in session.scenario.sides)
    assert max(abs(dict(point.gains).get(one, 0) - dict(point.gains).get(other, 0)) for point in points) == largest
    assert [point.number for point in points] == sorted(point.number for point in points)


@pytest.mark.parametrize("game", ["nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory"])
def test_a_turning_point_names_the_shot_that_did_the_damage_and_the_ship_it_hit(game: str) -> None:
    """Damage is marked when the phase ends.

    Once the last shot of the phase, a miss at another ship, was named for it.
    """
    looked = 0
    for seed in range(1, 9):
        session, thought = begin(game, seed), SeededDice(seed)
        for _ in stroll(session, thought):
            pass
        names, found = session.system.names(session.state), score_history(session, "")
        for point in turning_points(session, found, "", load_skin(session.system.key)):
            marked = session.steps[point.number - 1].events
            assert ": miss" not in point.text
            for ship in (event.ship for event in marked if isinstance(event, Damaged)):
                if f"{names[ship]} was damaged" in point.text:
                    assert re.search(
                        f"fired at {names[ship]}: (light|moderate|heavy)|hit {names[ship]}|on {names[ship]} rolled 6",
                        point.text,
                    )
                    looked += 1
    assert looked > 3


def test_a_turning_point_tells_what_each_side_gained() -> None:
    """When both lost a ship in one phase, only the difference was given: a side's own loss was called its gain."""
    session = random_game()
    found = score_history(session, "")
    keys = [note.key for note in session.scenario.sides]
    for point in turning_points(session, found, "", load_skin("nw_smoke")):
        at = next(number for number, one in enumerate(found) if one.number == point.number)
        changes = zip(keys, found[at - 1].points, found[at].points, strict=True)
        assert dict(point.gains) == {key: now - was for key, was, now in changes if now != was}


def test_a_turning_point_can_be_fought_again_from_just_before_it(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    report = show(app, ReportScene(app, random_game()))
    assert isinstance(report, ReportScene)
    point = report.turning[0]
    find_widget(app, f"play_on_{point.number}").press()
    app.frame()
    assert isinstance(app.scene, ReplayScene)
    assert app.scene.number == max(1, point.number - 1)
    find_widget(app, "play_on_begin").press()
    app.frame()
    game = next(scene.session for scene in reversed(app.scenes) if isinstance(scene, PlayScene))
    assert len(game.steps) == max(1, point.number - 1)
    assert game.log is not None and game.log.path.parent == app.folders.saves
    game.close()


def test_every_unit_has_a_fate_and_the_sunk_are_lost() -> None:
    session = random_game()
    data = {fate.name: fate for fate in unit_fates(session, "")}
    sunk = {
        session.system.names(session.state)[event.ship]  # type: ignore[attr-defined]
        for step in session.steps
        for event in step.events
        if type(event).__name__ == "Sunk"
    }
    assert sunk == {name for name, fate in data.items() if fate.lost}


def test_shots_are_counted_for_the_side_that_fired() -> None:
    session = random_game()
    found = fire_statistics(session, load_skin("nw_smoke"), "")
    fired = [event for step in session.steps for event in step.events if type(event).__name__ == "GunsFired"]
    assert sum(counted.guns for counted in found.values()) == len(fired)
    assert sum(counted.gun_hits for counted in found.values()) == sum(
        event.result in ("light", "moderate", "heavy")  # type: ignore[attr-defined]
        for event in fired
    )
