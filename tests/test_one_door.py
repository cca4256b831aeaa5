"""A scenario that cannot be played is listed with its reason, wherever it comes from, and never stops the program."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from game.app import App
from game.console import playing
from game.console.checking import check_scenario, check_script
from game.folders import find_folders
from game.library import get_scenario, open_library, open_map
from game.scenes.openers import AllScreens
from game.scenes.scenarios import ScenariosScene
from game.scenes.start import CannotStart, new_game, open_script
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from game.table.sharing import session_of
from main import parser
from rules import SYSTEMS
from rules.kernel import scenario_fields
from rules.kernel.datafile import DataError
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import InvalidScenario, open_scenario
from rules.kernel.session import Session
from rules.players import HUMAN
from tests.capabilities import PUBLISHED
from tests.conftest import MAPS, ROOT, begin, games

CLOCKS = ("dusk", "", "25:99", "-3:00", "0:0:0", "7:05", "07:5", "24:00", "07:05\n", "\u0661\u0662:00")


def crowd_battle(folder: Path) -> Path:
    """Return the largest night battle with one of its divisions listed twice: it can be read but not played."""
    text = (
        (MAPS / "nw_smoke" / "first_guadalcanal.yaml").read_text("utf-8").replace("key: first_guadalcanal", "key: zz")
    )
    start = text.index("- {id:") if "- {id:" in text else text.index("- id:")
    end = text.index("- id:", start + 5) if "- id:" in text else text.index("- {id:", start + 5)
    one = text[start:end]
    ident = one.partition("id:")[2].split()[0].strip(",")
    again = "".join(one.replace(ident, f"again{number}", 1) for number in range(6))
    path = folder / "zz.yaml"
    path.write_text(text[:start] + again + text[start:], "utf-8")
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Return the night battles on a shelf of their own; one of them can be read but not played."""
    shutil.copytree(MAPS / "nw_smoke", tmp_path / "maps" / "nw_smoke")
    crowd_battle(tmp_path / "maps" / "nw_smoke")
    return tmp_path / "maps"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    pygame.font.init()
    made = App(find_folders(tmp_path / "user", tmp_path / "else"), Settings(motion="off", scenes="off"), [], AllScreens)
    yield made
    while made.scenes:
        made.scenes.pop().on_close()


def frames(app: App, count: int) -> None:
    for _ in range(count):
        app.frame()


def words_on(app: App) -> str:
    shown = [widget for layer in app.tree.layers for widget in layer.walk() if widget.is_shown]
    return " ".join(widget.spoken_text() for widget in shown)


# --- the program opens whatever lies on the shelf (finding 2) ---------------------------------------------------------


def test_the_title_opens_with_a_file_that_reads_well_and_cannot_be_played(app: App, shelf: Path) -> None:
    app.library = open_library(SYSTEMS, shelf)
    assert "nw_smoke/zz" in [entry.name for entry in app.library.entries]
    app.change(Push(TitleScene(app)))
    frames(app, 4)
    assert app.scene.title == "Fighting Instructions"


def test_the_list_says_of_such_a_file_that_it_cannot_be_played_and_why(app: App, shelf: Path) -> None:
    app.library = open_library(SYSTEMS, shelf)
    app.change(Push(TitleScene(app)))
    app.change(Push(ScenariosScene(app, "nw_smoke")))
    frames(app, len(app.library.entries) + 3)
    assert "cannot be played" in words_on(app)
    scene = app.scene
    assert isinstance(scene, ScenariosScene)
    scene.choose(next(number for number, entry in enumerate(scene.entries) if entry.key == "zz"))
    frames(app, 2)
    assert "stands in two divisions" in words_on(app)
    entry = app.library.find("nw_smoke/zz")
    with pytest.raises(CannotStart, match="stands in two divisions"):
        new_game(app, entry, {}, {side.key: HUMAN for side in entry.scenario.sides}, 1)


def test_text_play_refuses_such_a_file_in_a_sentence(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "open_library", lambda systems: open_library(systems, shelf))
    args = parser().parse_args(["play", "--text", "--scenario", "zz", "--opponent", "random"])
    with pytest.raises(playing.Refused, match="stands in two divisions"):
        playing.play_verb(args)


# --- every field is checked (finding 3) -----------------------------------------------------------------------------


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("game", ["nw_smoke/little_and_gregory", "quickfire/lesson_duel"])
def test_a_clock_that_is_no_time_of_day_is_refused(game: str, clock: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidScenario, match="clock: expected a time of day"):
        Session(SYSTEMS[game.partition("/")[0]], begin(game).scenario.but(clock=clock), begin(game).sheet)


def test_check_names_the_line_of_a_clock_that_is_none(tmp_path: Path) -> None:
    text = (MAPS / "nw_smoke" / "little_and_gregory.yaml").read_text("utf-8")
    lines = ['clock: "dusk"' if line.startswith("clock:") else line for line in text.splitlines()]
    path = tmp_path / "little_and_gregory.yaml"
    path.write_text("\n".join(lines), "utf-8")
    line = lines.index('clock: "dusk"') + 1
    assert [f"{path}:{line}:8: clock: expected a time of day as 23:05, found 'dusk'"] == check_scenario(path)


SPOILT: dict[str, dict[str, Any]] = {
    "date": {"date": "1942-13-41"},
    "turns": {"turns": 0},
    "minutes_per_turn": {"minutes_per_turn": -5},
    "key": {"key": "x" * 900_000},
    "title": {"title": "a\x00b"},
    "briefing": {"briefing": "x" * 30_000},
    "difficulty": {"difficulty": 10**12},
}


@pytest.mark.parametrize("field", SPOILT)
def test_a_senseless_field_is_refused_by_its_name(field: str) -> None:
    played = begin("nw_smoke/little_and_gregory")
    with pytest.raises(InvalidScenario) as refused:
        open_scenario(played.system, played.scenario.but(**SPOILT[field]), played.sheet)
    assert {problem.field for problem in refused.value.problems} == {field}
    assert len(str(refused.value)) < 500


def test_a_scenario_is_checked_once_on_its_way_from_the_file_to_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    real = scenario_fields._faults
    monkeypatch.setattr(scenario_fields, "_faults", lambda one: checked.append(one.key) or real(one))
    scenario = load_scenario(MAPS / "nw_smoke" / "little_and_gregory.yaml")
    sheet = open_map("nw_smoke", scenario.map)
    open_scenario(SYSTEMS["nw_smoke"], scenario, sheet)
    Session(SYSTEMS["nw_smoke"], scenario, sheet)
    assert checked == ["little_and_gregory"]
    with pytest.raises(InvalidScenario):
        Session(SYSTEMS["nw_smoke"], scenario.but(turns=0), sheet)
    assert len(checked) == 2, "a changed copy is another scenario"


def test_sides_and_forces_are_told_apart() -> None:
    played = begin("nw_smoke/little_and_gregory")
    one, other = played.scenario.sides
    twice = played.scenario.but(sides=(one, other.but(key=one.key)))
    with pytest.raises(InvalidScenario, match="is used twice"):
        open_scenario(played.system, twice, played.sheet)
    first, *rest = played.scenario.forces
    with pytest.raises(InvalidScenario, match="no side is called 'nobody'"):
        open_scenario(played.system, played.scenario.but(forces=(first.but(side="nobody"), *rest)), played.sheet)
    with pytest.raises(InvalidScenario, match="is used twice"):
        open_scenario(played.system, played.scenario.but(forces=(first, first, *rest)), played.sheet)
    with pytest.raises(InvalidScenario, match="no option is called 'x'"):
        open_scenario(played.system, played.scenario.but(options={"x": True}), played.sheet)


@pytest.mark.parametrize("game", games())
def test_what_is_shipped_can_be_played(game: str) -> None:
    assert check_scenario(MAPS / f"{game}.yaml") == []


# --- scripts and lessons from other people (finding 4)
# --------------------------------------------------------------------


def script_of(scenario: Scenario, path: Path) -> Path:
    text = msgspec.json.encode({"system": "nw_smoke", "title": "t", "scenario": scenario, "steps": []})
    path.write_bytes(text)
    return path


def unplayable() -> dict[str, Scenario]:
    played = begin("nw_smoke/little_and_gregory").scenario
    one, other = played.sides
    first, *rest = played.forces
    return {
        "side": played.but(sides=(one.but(key="elsewhere"), other)),
        "facing": played.but(forces=(first.but(facing="q"), *rest)),
        "clock": played.but(clock="dusk"),
    }


@pytest.mark.parametrize("what", ["side", "facing", "clock"])
def test_a_script_whose_scenario_cannot_be_played_is_refused_not_a_mistake(what: str, tmp_path: Path, app: App) -> None:
    path = script_of(unplayable()[what], tmp_path / "x.yaml")
    with pytest.raises(DataError):
        session_of(path)
    assert len(check_script(path)) >= 1
    app.change(Push(TitleScene(app)))
    open_script(app, path)
    frames(app, 2)
    assert "This script cannot be played" in words_on(app)


# --- no module bypasses it ----------------------------------------------------------------------------------------


def calls(path: Path, name: str) -> list[int]:
    text = path.read_text("utf-8")
    if not re.search(rf"system\s*\.\s*{name}", text):
        return []  # parsing is slow, and most modules do not contain the words
    tree = ast.parse(text)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return [node.lineno for node in found if ast.unparse(node.func) in (f"system.{name}", f"self.system.{name}")]


def test_only_the_door_asks_a_system_to_check_and_to_start() -> None:
    program = [*ROOT.glob("game/**/*.py"), *ROOT.glob("rules/**/*.py")]
    asking = {
        path.relative_to(ROOT).as_posix()
        for path in program
        for name in ("start", "check_scenario")
        if calls(path, name)
    }
    assert asking == {"rules/kernel/scenario_opening.py"}


def test_a_fault_of_the_rules_behind_the_door_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    played = begin("nw_smoke/little_and_gregory")

    def fail(state: object, side: str) -> None:
        raise KeyError("nobody")

    with pytest.raises(InvalidScenario, match="cannot be set up"):
        open_scenario(msgspec.structs.replace(played.system, view=fail), played.scenario, played.sheet)


def test_a_scenario_is_read_and_found_by_its_name() -> None:
    assert get_scenario("nw_smoke", "little_and_gregory") == load_scenario(MAPS / "nw_smoke/little_and_gregory.yaml")
    assert open_map("nw_smoke", "") is None


# --- what every shipped battle has ---


@pytest.mark.parametrize("game", [game for game in games() if game.partition("/")[0] in PUBLISHED])
def test_every_shipped_battle_tells_its_story(game: str) -> None:
    scenario = load_scenario(MAPS / f"{game}.yaml")
    assert len(scenario.briefing.split("\n\n")) == 2 and len(scenario.history) > 100 and scenario.sources
    assert all(side.brief for side in scenario.sides)
    assert re.fullmatch(r"1[89]\d\d-\d\d-\d\d", scenario.date)


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_battles_of_a_game_stand_in_order(key: str) -> None:
    order = [load_scenario(path).order for path in (MAPS / key).glob("*.yaml")]
    assert sorted(order) == list(range(1, len(order) + 1))
