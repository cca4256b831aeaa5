"""The screens before a battle: title, battles, sides, saved games; starting and resuming games in any condition."""

from __future__ import annotations

import gc
import weakref
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.library import open_library
from game.saved_names import names_given
from game.scene import Scene
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.saves import DELETED, SavesScene, put_away, saved_games
from game.scenes.scenarios import ScenariosScene
from game.scenes.sides import SidesScene, seed_fault
from game.scenes.start import new_game, open_saved
from game.scenes.startup import Refused, first_scenes
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Pop, Push
from rules.kernel.dice import SeededDice
from rules.kernel.flow import offers
from rules.kernel.logbook import Logbook, LogbookBusy
from rules.kernel.session import Session
from rules.players import HUMAN
from tests.conftest import stroll
from tests.pictures import without_painting

BATTLE = "nw_smoke/little_and_gregory"
SIZES = [
    *(((1280, 720), scale) for scale in (0.75, 1.0, 1.5, 2.0, 2.5)),
    *(((1920, 1080), scale) for scale in (0.75, 1.0, 1.5, 2.0)),
]
OpenApp = Callable[..., App]


@pytest.fixture
def open_app(tmp_path: Path) -> Iterator[OpenApp]:
    """Open the program on a folder of its own; close its games at the end."""
    apps: list[App] = []

    def open_it(size: tuple[int, int] = (1280, 720), scale: float = 1.0, notices: tuple[str, ...] = ()) -> App:
        pygame.font.init()
        folders = find_folders(tmp_path / "user", tmp_path / "elsewhere")
        app = App(folders, Settings(window=size, ui_scale=scale, motion="off", scenes="off"), list(notices), AllScreens)
        apps.append(app)
        return app

    yield open_it
    for app in apps:
        while app.scenes:
            app.scenes.pop().on_close()


def command_line(**given: object) -> Namespace:
    wanted = {"scenario": None, "side": None, "opponent": None, "seed": None, "resume": None, "user_dir": "."}
    return Namespace(**{**wanted, **given})


def show_title(app: App, **given: object) -> App:
    for scene in first_scenes(app, command_line(**given)):
        app.change(Push(scene))
    frames(app)
    return app


def frames(app: App, count: int = 4) -> None:
    for _ in range(count):
        app.frame()


def press_key(app: App, key: int, mod: int = 0) -> None:
    app.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    app.handle(pygame.Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0))
    frames(app, 2)


def press(app: App, id: str) -> None:
    app.tree.find(id).press()
    frames(app, 2)


def ids(app: App) -> set[str]:
    return {widget.id for layer in app.tree.layers for widget in layer.walk() if widget.is_shown}


def players_of(app: App, human: int = 0) -> dict[str, str]:
    sides = app.library.find(BATTLE).scenario.sides
    return {side.key: HUMAN if number == human else "greedy" for number, side in enumerate(sides)}


def kept_game(app: App, orders: int = 8) -> Path:
    """Return a closed game on disk with a number of orders."""
    session = new_game(app, app.library.find(BATTLE), {}, players_of(app), 7)
    for _ in range(orders):
        session.submit(offers(session.system, session.state)[0].commands[0])
    assert session.log is not None
    path = session.log.path
    session.close()
    return path


def damage_line(path: Path, line: int) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line] = lines[line][:-4] + b"xxxx"
    path.write_bytes(b"\n".join(lines))


def playing(app: App) -> Session:
    return board(app).session


def board(app: App) -> PlayScene:
    """Return the board, be it behind the page between two players."""
    return next(scene for scene in reversed(app.scenes) if isinstance(scene, PlayScene))


# --- every screen at every size ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_no_screen_has_a_widget_outside_its_parent(open_app: OpenApp, size: tuple[int, int], scale: float) -> None:
    app = show_title(without_painting(open_app(size, scale)))
    kept_game(app)
    app.scene.on_enter()
    frames(app)
    assert app.tree.misplaced_widgets() == []
    shown: list[Scene] = [ScenariosScene(app, "nw_smoke"), SidesScene(app, app.library.find(BATTLE)), SavesScene(app)]
    for scene in shown:
        app.change(Push(scene))
        frames(app)
        assert app.tree.misplaced_widgets() == [], scene.title


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_games_stand_in_the_middle_of_the_title_page_beside_the_menu(
    open_app: OpenApp, size: tuple[int, int]
) -> None:
    app = open_app(size)
    app.change(Push(TitleScene(app)))
    app.tree.ensure_layout()
    cards = [app.tree.find(f"card_{key}").rect for key in app.systems]
    around = cards[0].unionall(cards[1:]).clip(app.tree.find("games_scroll").rect)  # more games scroll
    assert abs(around.centery - size[1] // 2) <= 2
    assert abs(app.tree.find("title_menu").rect.centery - size[1] // 2) <= 2


def test_every_battle_is_shown_with_its_forces_and_conditions(open_app: OpenApp) -> None:
    app = show_title(open_app())
    app.change(Push(ScenariosScene(app, "nw_smoke")))
    scene = app.scene
    assert isinstance(scene, ScenariosScene)
    for number, entry in enumerate(scene.entries):
        scene.choose(number)
        frames(app, 1)
        assert app.tree.find("battle_title").spoken_text() == entry.title
        ships = {widget.spoken_text().split(" ", 1)[1] for widget in app.tree.root.walk() if widget.kind == "ship"}
        assert ships == {unit.name for force in entry.scenario.forces for unit in force.units}
        conditions = app.tree.find("conditions").spoken_text()
        assert "NW-" in conditions
        assert entry.scenario.conditions["weather"] in conditions
        assert app.tree.misplaced_widgets() == []


def test_broken_scenario_files_are_listed_with_their_mistakes_and_cannot_be_played(
    open_app: OpenApp, tmp_path: Path
) -> None:
    app = show_title(open_app())
    folder = tmp_path / "maps" / "nw_smoke"
    folder.mkdir(parents=True)
    (folder / "trafalgar.yaml").write_text("key: trafalgar\nturns: many\n")
    app.library = replace(app.library, problems=open_library(app.systems, tmp_path / "maps").problems)
    app.change(Push(ScenariosScene(app, "nw_smoke")))
    scene = app.scene
    assert isinstance(scene, ScenariosScene)
    scene.choose(len(scene.entries))
    frames(app)
    assert "broken_trafalgar.yaml" in ids(app)
    assert any("turns" in widget.spoken_text() for widget in app.tree.find("battle").walk())
    press(app, "choose_sides")
    assert app.scene is scene and app.tree.misplaced_widgets() == []


def test_the_list_of_saved_games_says_when_it_is_empty(open_app: OpenApp) -> None:
    app = show_title(open_app())
    app.change(Push(SavesScene(app)))
    frames(app)
    assert "no_saves" in ids(app)
    press_key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)


# --- the way into a battle --------------------------------------------------------------------------------------------


def test_a_battle_begins_with_three_presses_of_enter(open_app: OpenApp) -> None:
    app = show_title(open_app())
    press_key(app, pygame.K_RETURN)
    assert isinstance(app.scene, ScenariosScene)
    press_key(app, pygame.K_RETURN)
    assert isinstance(app.scene, SidesScene)
    press_key(app, pygame.K_RETURN)
    first = app.library.of("nw_smoke")[0].scenario
    assert playing(app).scenario == first
    assert playing(app).players == {first.sides[0].key: HUMAN, first.sides[1].key: "captain"}


def test_a_battle_begins_with_three_clicks_of_the_mouse(open_app: OpenApp) -> None:
    app = show_title(open_app())
    for id in ("play", "choose_sides", "preset_1"):
        pos = app.tree.find(id).rect.center
        app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        frames(app)
    assert list(playing(app).players.values()) == ["captain", HUMAN]


def test_the_arrows_choose_another_battle_and_another_table(open_app: OpenApp) -> None:
    app = show_title(open_app())
    press_key(app, pygame.K_RETURN)
    press_key(app, pygame.K_DOWN)
    press_key(app, pygame.K_DOWN)
    press_key(app, pygame.K_RETURN)
    assert isinstance(app.scene, SidesScene)
    assert app.scene.entry == app.library.of("nw_smoke")[2]
    press_key(app, pygame.K_DOWN)
    press_key(app, pygame.K_DOWN)
    press_key(app, pygame.K_RETURN)
    assert list(playing(app).players.values()) == [HUMAN, HUMAN]


def test_the_table_one_sets_is_the_table_one_gets(open_app: OpenApp) -> None:
    app = show_title(open_app())
    entry = app.library.find(BATTLE)
    app.change(Push(SidesScene(app, entry)))
    scene = app.scene
    assert isinstance(scene, SidesScene)
    press(app, "option_hidden_movement")
    app.tree.focus(app.tree.find("seed"))
    for letter in "4711":
        app.handle(pygame.Event(pygame.TEXTINPUT, text=letter))
    press(app, "start")
    assert playing(app).seed == 4711
    assert playing(app).options["hidden_movement"] is False


def test_a_seed_that_is_no_number_stops_the_start_and_says_why(open_app: OpenApp) -> None:
    app = show_title(open_app())
    app.change(Push(SidesScene(app, app.library.find(BATTLE))))
    app.tree.focus(app.tree.find("seed"))
    app.handle(pygame.Event(pygame.TEXTINPUT, text="port"))
    press(app, "start")
    assert isinstance(app.scene, SidesScene)
    assert "whole number" in app.tree.find("seed_fault").spoken_text()
    assert seed_fault("0") == "" and seed_fault("") == "" and seed_fault("99999999999") != ""


def test_escape_goes_back_one_screen_at_a_time(open_app: OpenApp) -> None:
    app = show_title(open_app())
    press_key(app, pygame.K_RETURN)
    press_key(app, pygame.K_RETURN)
    press_key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, ScenariosScene)
    press_key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)


def test_the_command_line_leads_straight_into_a_game(open_app: OpenApp) -> None:
    app = show_title(open_app(), scenario="nw_smoke/little_and_gregory", side="japan", opponent="quick", seed=3)
    session = playing(app)
    assert session.players == {"USN": "quick", "IJN": HUMAN} and session.seed == 3
    assert session.log is not None and session.log.path.parent == app.folders.saves


def test_a_side_or_battle_that_does_not_exist_is_refused_in_words(open_app: OpenApp) -> None:
    app = open_app()
    with pytest.raises(Refused, match="expected USN"):
        first_scenes(app, command_line(scenario="nw_smoke/little_and_gregory", side="Austria"))
    with pytest.raises(Refused, match="little_and_gregory"):
        first_scenes(app, command_line(scenario="little_and_gregry"))


def test_notices_are_told_once(open_app: OpenApp) -> None:
    app = show_title(open_app(notices=("Saves are temporary here.",)))
    assert "notices" in ids(app)
    press(app, "notices_close")
    assert "notices" not in ids(app) and app.notices == []


# --- saved games ------------------------------------------------------------------------------------------------------


def test_a_new_game_is_kept_under_its_time_and_battle_and_never_over_another(open_app: OpenApp) -> None:
    app = open_app()
    one, two = kept_game(app, 0), kept_game(app, 0)
    assert one != two and one.is_file() and two.is_file()
    assert one.name.endswith("-little_and_gregory.game")


def test_a_game_goes_on_when_the_disk_refuses_it(open_app: OpenApp) -> None:
    app = open_app()
    app.folders.saves.rmdir()
    app.folders.saves.write_text("in the way")
    session = new_game(app, app.library.find(BATTLE), {}, players_of(app), 1)
    assert session.log is None and session.not_saved != ""


def test_the_title_offers_the_last_unfinished_game_and_goes_on_with_it(open_app: OpenApp) -> None:
    app = show_title(open_app())
    assert "resume" not in ids(app)
    path = kept_game(app, 5)
    app.scene.on_enter()
    frames(app)
    assert "turn 1 of" in app.tree.find("resume").spoken_text()
    press(app, "resume")
    session = playing(app)
    assert session.log is not None and session.log.path == path
    assert len(session.steps) >= 6  # a phase with nothing to gain may have passed since


def test_broken_and_foreign_files_are_listed_with_their_reasons(open_app: OpenApp) -> None:
    app = show_title(open_app())
    folder = app.folders.saves
    good = kept_game(app)
    (folder / "empty.game").write_bytes(b"")
    (folder / "letter.txt").write_text("Dear Admiral")
    (folder / "cut.game").write_bytes(good.read_bytes()[:200])
    (folder / "a folder").mkdir()
    (folder / DELETED).mkdir()
    rows = {row.path.name: row.problem for row in saved_games(folder)}
    assert rows.pop(good.name) == ""
    assert set(rows) == {"empty.game", "letter.txt", "cut.game", "a folder"}
    assert all(rows.values())
    assert "folder" in rows["a folder"] and "empty" in rows["empty.game"]
    app.change(Push(SavesScene(app)))
    scene = app.scene
    assert isinstance(scene, SavesScene)
    for number in range(len(scene.rows)):
        scene.choose(number)
        frames(app, 2)
        assert app.tree.misplaced_widgets() == []
    scene.choose(0)
    press_key(app, pygame.K_DOWN)
    press_key(app, pygame.K_RETURN)
    assert "save_error" in ids(app)


def test_a_torn_game_resumes_at_its_last_whole_order_and_says_so(open_app: OpenApp) -> None:
    app = show_title(open_app())
    path = kept_game(app, 8)
    path.write_bytes(path.read_bytes()[:-30])
    open_saved(app, path)
    frames(app)
    assert len(playing(app).steps) == 8  # the beginning and seven orders
    assert any("cut off" in widget.spoken_text() for widget in app.tree.find("told").walk())


def test_a_damaged_game_goes_on_in_a_new_file_and_is_left_as_it_was(open_app: OpenApp) -> None:
    app = show_title(open_app())
    path = kept_game(app, 8)
    damage_line(path, 5)
    before = path.read_bytes()
    open_saved(app, path)
    frames(app)
    assert {"ask_watch", "ask_copy"} <= ids(app)
    press(app, "ask_copy")
    session = playing(app)
    assert session.log is not None and session.log.path != path
    assert len(session.steps) == 4
    assert path.read_bytes() == before
    assert session.submit(offers(session.system, session.state)[0].commands[0]) and session.not_saved == ""


def test_a_game_open_elsewhere_can_only_be_watched(open_app: OpenApp) -> None:
    app = show_title(open_app())
    path = kept_game(app)
    with Logbook.open(path):
        open_saved(app, path)
        frames(app)
        assert "ask_watch" in ids(app) and "ask_copy" not in ids(app)
        with pytest.raises(LogbookBusy):
            put_away(path)
    assert isinstance(app.scene, TitleScene)


def test_a_saved_game_can_be_watched_and_its_file_is_only_read(open_app: OpenApp) -> None:
    app = show_title(open_app())
    path = kept_game(app)
    before = path.read_bytes()
    app.change(Push(SavesScene(app)))
    frames(app)
    press(app, "watch")
    assert app.scene.title == "Replay" and path.read_bytes() == before
    Logbook.open(path).close()


def test_a_finished_game_is_not_offered_on_the_title_and_opens_its_report(open_app: OpenApp) -> None:
    app = show_title(open_app())
    session = new_game(app, app.library.find(BATTLE), {}, players_of(app), 11)
    list(stroll(session, SeededDice(5)))
    assert session.over and session.log is not None
    path = session.log.path
    session.close()
    app.scene.on_enter()
    frames(app)
    assert "resume" not in ids(app)
    open_saved(app, path)
    frames(app)
    assert {"ask_watch", "ask_report"} <= ids(app)
    press(app, "ask_report")
    assert app.scene.title == "Report"


def test_a_file_that_is_no_game_is_refused_from_the_command_line_in_words(open_app: OpenApp, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Admiral")
    app = show_title(open_app(), resume=str(letter))
    assert isinstance(app.scene, TitleScene) and "save_error" in ids(app)


def test_a_player_this_program_does_not_have_leaves_the_side_to_a_person(open_app: OpenApp) -> None:
    app = show_title(open_app())
    session = new_game(app, app.library.find(BATTLE), {}, {"USN": HUMAN, "IJN": "nelson"}, 1)
    assert session.log is not None
    path = session.log.path
    session.close()
    open_saved(app, path)
    frames(app)
    assert board(app).director.humans == ("USN", "IJN")
    assert "told" in ids(app)


def test_a_game_is_put_away_only_after_asking_and_can_be_taken_back(open_app: OpenApp) -> None:
    app = show_title(open_app())
    path = kept_game(app)
    app.change(Push(SavesScene(app)))
    frames(app)
    press_key(app, pygame.K_DELETE)
    press(app, "delete_no")
    assert path.is_file()
    press_key(app, pygame.K_DELETE)
    press(app, "delete_yes")
    assert not path.exists() and (path.parent / DELETED / path.name).is_file()
    assert "no_saves" in ids(app)


def test_with_nothing_to_do_the_program_looks_for_events_fifty_times_a_second_at_most(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    app.screens.settings()
    looks: list[int] = []

    def look() -> list[pygame.Event]:
        looks.append(pygame.time.get_ticks())
        return []

    def never(*_: object) -> pygame.Event:
        raise AssertionError("pygame.event.wait wakes nine hundred times a second")

    monkeypatch.setattr(pygame.event, "get", look)
    monkeypatch.setattr(pygame.event, "wait", never)
    assert app.scene.waiting_ms is None
    assert app.events_when_idle() == []
    assert 2 <= len(looks) <= 250 // 20 + 2


def test_a_battle_that_was_left_is_forgotten_at_the_first_idle_moment(open_app: OpenApp, tmp_path: Path) -> None:
    app = open_app()
    app.change(Push(TitleScene(app)))
    entry = app.library.of("nw_smoke")[0]
    app.change(Push(PlayScene(app, new_game(app, entry, {}, {"USN": HUMAN, "IJN": "random"}, 1))))
    app.frame()
    left = weakref.ref(app.scene)
    gc.disable()  # so that only the program itself collects garbage
    try:
        app.change(Pop())
        while app.events_when_idle():
            pass
        assert left() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(("button", "page"), [("puzzles", "PuzzlesScene"), ("build_quickfire", "BuilderScene")])
def test_puzzles_and_the_builder_open_from_the_title(open_app: OpenApp, button: str, page: str) -> None:
    app = open_app()
    app.change(Push(TitleScene(app)))
    app.frame()
    app.tree.find(button).press()
    app.frame()
    assert type(app.scene).__name__ == page


def test_a_saved_game_has_a_picture_can_be_renamed_and_is_found_by_its_words(open_app: OpenApp) -> None:
    app = show_title(open_app())
    first, second = kept_game(app, 5), kept_game(app, 8)
    whole = second.read_bytes()
    app.screens.saves()
    frames(app)
    assert "save_picture" in ids(app)
    press(app, "rename")
    app.tree.find("rename_field").set_text("  The  long night ")  # type: ignore[attr-defined]
    press(app, "rename_yes")
    assert (
        "The long night" in app.tree.find("save_0").spoken_text() and "Little" in app.tree.find("save_1").spoken_text()
    )
    assert second.read_bytes() == whole and names_given(first.parent) == {second.name: "The long night"}
    for words, shown in (("night long", {"save_0"}), ("little", {"save_1", "save_0"}), ("nothing such", set())):
        app.tree.find("saves_search").replace_text(words)  # type: ignore[attr-defined]
        frames(app)
        assert {id for id in ids(app) if id in ("save_0", "save_1")} == shown


def test_a_whole_card_of_the_title_is_a_button_and_newcomers_have_a_place_to_start(open_app: OpenApp) -> None:
    app = show_title(open_app())
    assert {"start_here"} <= ids(app) and "resume" not in ids(app)
    place = app.tree.find("start_here").rect.copy()
    card = app.tree.find("card_quickfire").rect
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.Event(kind, pos=(card.x + 30, card.y + 30), button=1))
    frames(app)
    assert type(app.scene).__name__ == "ScenariosScene" and app.scene.system.key == "quickfire"  # type: ignore[attr-defined]
    app.scene.back()  # type: ignore[attr-defined]
    kept_game(app, 5)
    app.scene.on_enter()
    frames(app)
    assert "start_here" not in ids(app) and app.tree.find("resume").rect.topleft == place.topleft
