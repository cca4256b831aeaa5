"""The battle builder in the window, by mouse and keys through real events: built, proved, undone, kept, played."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.console.balance import Fixture, play_game
from game.library import MAPS, open_library, open_map
from game.scenes.builder import CHECK_AFTER_MS, BuilderScene
from game.scenes.play import PlayScene
from game.scenes.scenarios import ScenariosScene
from game.stack import Push
from game.ui import widgets as ui
from game.workshop import scenario_edits
from game.workshop.balancing import Balancer, Result
from game.workshop.draft import draft_path, left_draft
from game.workshop.playtest import Playtest
from game.workshop.scenario_yaml import as_yaml
from game.workshop.skirmish import DrawnForce
from rules import SYSTEMS
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import start as opening
from tests.capabilities import BUILDABLE
from tests.game.screens import app_in

WANTED = {
    "nw_smoke": (("Washington", "South Dakota"), ("Kirishima", "Takao")),
    "nights_of_fury": (("Washington", "South Dakota"), ("Kirishima", "Takao")),
    "quickfire": (("Mikasa", "Asahi"), ("Retvizan", "Pobeda")),
    "battles_for_empire": (("Sikhs or Gurkhas", "Gardner gun"), ("Beja", "Ansar, sword and spear")),
    "perfidious_albion": (("Majestic", "Magnificent"), ("Borodino", "Rurik")),
}  # game -> ships of the first side, of the other


class Builder:
    """A hand with a mouse at the battle builder. `clicks` counts presses of the button, `keys` of keys."""

    def __init__(self, folder: Path, system: str, size: tuple[int, int] = (1280, 720)) -> None:
        self.app: App = app_in(folder, size)
        self.clicks = self.keys = 0
        self.clock = 1_000
        self.app.change(Push(ScenariosScene(self.app, system)))
        self.wait()
        self.click("build_battle")
        assert isinstance(self.app.scene, BuilderScene)
        self.scene = self.app.scene

    def wait(self) -> None:
        self.clock += 2 * CHECK_AFTER_MS
        self.app.tree.tick(self.clock)
        self.app.scene.tick(self.clock)
        self.app.tree.ensure_layout()
        self.app.tree.draw(self.app.surface)

    def event(self, kind: int, **fields: object) -> None:
        self.app.handle(pygame.event.Event(kind, **fields))  # type: ignore[arg-type]

    def click(self, id: str) -> None:
        self.app.tree.ensure_layout()
        widget = self.app.tree.find(id)
        for node in widget.ancestors():
            if isinstance(node, ui.ScrollView):
                node.reveal(widget.rect)
        self.app.tree.ensure_layout()
        self.press(widget.rect.center)

    def press(self, at: tuple[int, int], to: tuple[int, int] | None = None) -> None:
        """A click, or a drag to another point."""
        self.clicks += 1
        end = to or at
        self.event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))
        self.event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        if to is not None:
            for share in (1, 2, 3):
                between = (at[0] + (end[0] - at[0]) * share // 3, at[1] + (end[1] - at[1]) * share // 3)
                self.event(pygame.MOUSEMOTION, pos=between, rel=(1, 1), buttons=(1, 0, 0))
        self.event(pygame.MOUSEBUTTONUP, pos=end, button=1)
        self.wait()

    def key(self, code: int, mod: int = 0) -> None:
        self.keys += 1
        self.event(pygame.KEYDOWN, key=code, mod=mod, unicode="", scancode=0)
        self.event(pygame.KEYUP, key=code, mod=mod, unicode="", scancode=0)
        self.wait()

    def type(self, text: str) -> None:
        for letter in text:
            self.keys += 1
            self.event(pygame.TEXTINPUT, text=letter)
        self.wait()

    def search(self, text: str) -> None:
        """Type into the roster's field."""
        self.click("roster_search")
        self.app.tree.focused.set_text("")  # type: ignore[union-attr]
        self.type(text)

    def row(self, number: int = 0) -> tuple[int, int]:
        listed = self.app.tree.find("roster")
        return (listed.rect.x + 60, listed._row_top(number) + listed.row_height() // 2)  # type: ignore[attr-defined]

    def post(self, number: int, step: int = 0) -> tuple[int, int]:
        """Return the point of the board where a side's force may stand."""
        bench = self.scene.bench
        at = tuple(a + s * step for a, s in zip(bench.posts[number].at, bench.posts[number].step, strict=True))
        place = tuple(value * bench.scale for value in at) if bench.place == "table" else at
        x, y = self.scene.board.screen_of((place[0], -number) if bench.place == "band" else place)
        return round(x), round(y)

    def bring(self, name: str, number: int, step: int) -> None:
        """Search a ship and drag her to her side's post."""
        self.search(name)
        self.press(self.row(), self.post(number, step))


@pytest.fixture(params=BUILDABLE)
def hand(request: pytest.FixtureRequest, tmp_path: Path) -> Builder:
    return Builder(tmp_path, request.param)


def build(hand: Builder) -> None:
    """A battle from nothing by the mouse: two forces a side."""
    for number, names in enumerate(WANTED[hand.scene.system.key]):
        for step, name in enumerate(names):
            hand.bring(name, number, step)


@pytest.mark.sweep(keep=2)
def test_in_every_game_a_battle_is_built_from_nothing_by_mouse_and_played(hand: Builder) -> None:
    assert not hand.scene.scenario.forces and not hand.app.tree.find("play_it").enabled
    begun = time.monotonic()
    build(hand)
    wanted = WANTED[hand.scene.system.key]
    names = [unit.name for _, unit in scenario_edits.units_of(hand.scene.scenario)]
    assert names == [*wanted[0], *wanted[1]] and hand.scene.problems == (), hand.scene.problems
    hand.click("play_it")
    hand.click("start")
    hand.wait()
    assert isinstance(hand.app.scene, PlayScene)
    (path,) = (hand.app.folders.own / hand.scene.system.key).glob("*.yaml")
    assert load_scenario(path).forces == hand.scene.scenario.forces
    row = play_game(hand.scene.system.key, str(path), Fixture(0, 1, ("random", "random")))
    assert not row.error and row.turns > 0
    print(f"{hand.scene.system.key}: {hand.clicks} clicks, {hand.keys} keys, {time.monotonic() - begun:.1f} s")
    assert hand.clicks <= 15 and time.monotonic() - begun < 60, (hand.clicks, hand.keys)


@pytest.mark.sweep(keep=2)
def test_a_force_is_dragged_turned_taken_back_and_brought_again(hand: Builder) -> None:
    build(hand)
    scene, bench = hand.scene, hand.scene.bench
    force = scene.scenario.forces[0]
    before = scene.scenario
    piece = scenario_edits.piece_ids(bench, force)[0]
    view = scene.board.view
    assert view is not None
    at = next(one.at for one in view.pieces if one.id == piece)
    x, y = map(round, scene.board.screen_of(at))
    hand.press((x, y), hand.post(0, 3))
    moved = scenario_edits.force_of(scene.scenario, force.id)
    assert moved is not None and moved.at != force.at and moved.units == force.units
    if bench.facings or bench.turn_deg:
        hand.key(pygame.K_r)
        turned = scenario_edits.force_of(scene.scenario, force.id)
        assert turned is not None and turned.facing != force.facing
        hand.key(pygame.K_z, pygame.KMOD_CTRL)
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.scenario == before
    hand.key(pygame.K_y, pygame.KMOD_CTRL)
    assert scenario_edits.force_of(scene.scenario, force.id) == moved


def test_what_cannot_be_played_says_why_as_it_is_drawn(hand: Builder) -> None:
    build(hand)
    scene = hand.scene
    for force in scene.scenario.forces:
        if force.side == scene.scenario.sides[1].key:
            hand.scene.choose(force.id)
            hand.key(pygame.K_DELETE)
    side = scene.scenario.sides[1].key
    assert not any(force.side == side for force in scene.scenario.forces)
    assert scene.problems and not hand.app.tree.find("play_it").enabled
    assert side in hand.app.tree.find("verdict").spoken_text()


def test_the_whole_is_done_by_keys(hand: Builder) -> None:
    """The first of the roster by Enter, the cursor by the arrows."""
    hand.app.tree.focus(hand.app.tree.find("roster"))
    hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    (force,) = hand.scene.scenario.forces
    hand.app.tree.focus(hand.app.tree.find("board"))
    hand.key(pygame.K_SPACE)
    assert hand.scene.chosen == force.id
    for _ in range(2):
        hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RETURN)
    assert hand.scene.scenario.forces[0].at != force.at


@pytest.mark.parametrize("key", BUILDABLE)
def test_every_shipped_battle_comes_back_from_its_written_form(key: str, tmp_path: Path) -> None:
    for entry in open_library([key]).entries:
        path = tmp_path / f"{entry.key}.yaml"
        path.write_text(as_yaml(entry.scenario), "utf-8")
        assert load_scenario(path) == entry.scenario


def test_an_edit_of_a_shipped_battle_becomes_a_copy_and_the_shipped_file_stays(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    shipped = MAPS / "quickfire" / "lesson_duel.yaml"
    before = shipped.read_bytes()
    app.screens.builder("quickfire", load_scenario(shipped))
    scene = app.scene
    assert isinstance(scene, BuilderScene)
    for turns in (11, 12):
        scene.change(scene.scenario.but(turns=turns))
        scene.save()
    own = sorted((app.folders.own / "quickfire").glob("*.yaml"))
    assert len(own) == 2 and [load_scenario(path).turns for path in own] == [11, 12]
    scene.save()
    assert sorted((app.folders.own / "quickfire").glob("*.yaml")) == own
    assert shipped.read_bytes() == before


KILLED = """
import os, sys, time
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
from pathlib import Path
from tests.game.screens import app_in
app = app_in(Path(sys.argv[1]))
app.screens.builder("quickfire")
scene = app.scene
for number in range(10_000):
    scene.add(("Mikasa", "Retvizan")[number % 2], None)
    scene.change(scene.scenario.but(title=f"Change {number}"))
    print(number, flush=True)
    scene.undo(), scene.redo()
"""


def test_a_draft_survives_kill_9_in_the_midst_of_changes(tmp_path: Path) -> None:
    for after in (1, 4, 9):
        words = [sys.executable, "-c", KILLED, str(tmp_path)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=MAPS.parent)
        assert process.stdout is not None
        output = [int(line) for _ in range(after) for line in [process.stdout.readline()] if line.strip().isdigit()]
        process.kill()
        process.wait()
        own = app_in(tmp_path).folders.own
        left, note = left_draft(own, "quickfire")
        assert note == "" and left is not None and output
        assert int(left.title.split()[-1]) >= output[-1] - 1
        assert {unit.name for _, unit in scenario_edits.units_of(left)} == {"Mikasa", "Retvizan"} or output[-1] == 0


def test_a_draft_that_cannot_be_read_is_put_aside_and_told(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    path = draft_path(app.folders.own, "quickfire")
    path.parent.mkdir(parents=True)
    path.write_text("key: [", "utf-8")
    app.screens.builder("quickfire")
    assert path.with_name("quickfire.broken.yaml").read_text("utf-8") == "key: ["
    assert "renamed" in " ".join(widget.spoken_text() for widget in app.tree.top.walk())


@pytest.mark.parametrize("key", ["quickfire", "perfidious_albion"])
def test_land_is_drawn_by_its_corners_and_a_ship_on_it_is_refused(key: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    build(hand)
    hand.click("tab_2")
    kind = next(iter(hand.scene.bench.land))
    hand.click(f"land_{kind}")
    rect = hand.scene.board.rect
    corners = [
        (rect.centerx - 60, rect.centery - 15),
        (rect.centerx + 60, rect.centery - 15),
        (rect.centerx, rect.centery + 15),
    ]
    for corner in corners:
        hand.press(corner)
    hand.click("land_close")
    assert len(scenario_edits.lands_of(hand.scene.scenario)) == 1 and hand.scene.problems == ()
    state = hand.scene.state()
    assert state is not None
    ground = hand.scene.system.view(state, "").ground
    assert ground is not None and len(ground.outlines) == 1
    assert hand.scene.board.view.ground == ground  # type: ignore[union-attr]
    if key == "quickfire":
        hand.scene.chosen = hand.scene.scenario.forces[0].id
        corners_of = ground.outlines[0][1]
        middle = (sum(x for x, _ in corners_of) // 3, sum(y for _, y in corners_of) // 3)
        at = scenario_edits.at_of(hand.scene.bench, middle)
        hand.scene.change(scenario_edits.with_force(hand.scene.scenario, hand.scene.chosen, at=at))
        hand.scene.check()
        assert any("Land" in problem.message for problem in hand.scene.problems)  # type: ignore[var-annotated]
    hand.click("tab_2")
    hand.click("no_land_0")
    assert scenario_edits.lands_of(hand.scene.scenario) == []


def test_a_map_of_ones_own_is_copied_for_tiled_used_and_told_when_it_is_broken(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "battles_for_empire")
    build(hand)
    hand.click("tab_2")
    words = hand.app.tree.find("map").spoken_text()
    assert "Wells on the desert road" in words and "the_wells" not in words, "by its title"
    hand.click("copy_map")
    hand.app.tree.close(hand.app.tree.layers[-1])
    hand.wait()
    path = hand.app.folders.own / "battles_for_empire" / "my_the_wells_1.tmx"
    assert hand.scene.scenario.map == path.stem and hand.scene.problems == ()
    text = path.read_text("utf-8")
    path.write_text(text.replace('name="terrain"', 'name="ground"', 1), "utf-8")
    hand.scene.check()
    assert any(path.name in str(problem) for problem in hand.scene.problems)  # type: ignore[var-annotated]
    hand.click("tab_2")
    assert "my_the_wells_1: cannot be read" in hand.app.tree.find("map").spoken_text()
    path.write_text(text, "utf-8")
    hand.scene.check()
    hand.click("tab_2")
    assert hand.scene.problems == () and "(my_the_wells_1)" in hand.app.tree.find("map").spoken_text()


def test_trying_it_runs_beside_the_drawing_shows_what_has_come_and_stops(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "battles_for_empire")
    build(hand)
    hand.scene.change(hand.scene.scenario.but(turns=4))
    hand.scene.check()
    hand.click("tab_3")
    hand.click("trial_start")
    trial = hand.scene.trial
    assert trial is not None and trial.running
    until = time.monotonic() + 120
    while not trial.results and time.monotonic() < until:
        time.sleep(0.2)
        hand.wait()
    assert trial.results and trial.running
    text = hand.app.tree.find("trial_0").spoken_text()
    assert text.startswith(f"{len(trial.results)} of 40 games")
    assert "wins" in hand.app.tree.find("trial_1").spoken_text() and "[" in hand.app.tree.find("trial_1").spoken_text()
    process = trial.process
    hand.click("trial_stop")
    assert process is not None and process.poll() is not None and not trial.running
    assert "stopped" in hand.app.tree.find("trial_0").spoken_text()


def test_a_fair_skirmish_by_one_button_is_put_on_the_board_and_tried(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "nights_of_fury")
    hand.click("tab_3")
    hand.click("lot_small")
    scene = hand.scene
    assert scene.levelling is not None and scene.trial is not None and scene.trial.running
    assert scene.scenario.forces and scene.problems == ()
    scene.trial.stop()
    first = scene.scenario.sides[0].key
    scene.trial.results = [Result(first, (20, 0))] * 20
    scene._level()
    assert scene.levelling is None  # it was stopped: nothing more is tried
    scene.trial.stopped, scene.levelling = False, Balancer(scene.system, None, DrawnForce(5, 60))
    scene.change(scene.levelling.best)
    scene._level()
    assert [side.handicap for side in scene.scenario.sides] == [0, 21] and scene.trial.running
    assert "Check 1" in scene.app.tree.find("levelling").spoken_text()
    scene.trial.stop()
    scene.trial.stopped, scene.trial.results = False, [Result("", (20, 0))] * 20
    scene._level()
    assert [side.handicap for side in scene.scenario.sides] == [0, 21] and scene.levelling is None
    text = " ".join(widget.spoken_text() for widget in scene.app.tree.find("levelled").walk())
    assert "Looks even: 10 to 10 in 20 fresh games (95 % interval: 30 to 70 %)." in text
    scene.on_close()
    assert not scene.trial.running


def test_opening_another_battle_loses_no_draft(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.screens.builder("quickfire")
    first = app.scene
    assert isinstance(first, BuilderScene)
    first.add("Mikasa", None)
    kept = first.scenario
    app.screens.builder("quickfire", load_scenario(MAPS / "quickfire" / "yellow_sea.yaml"))
    second = app.scene
    assert isinstance(second, BuilderScene) and second.scenario.key == "yellow_sea"
    second.undo()
    assert second.scenario == kept


def test_victory_and_special_rules_are_typed_proved_and_taken_away(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "quickfire")
    build(hand)
    hand.click("tab_2")
    page, russia = hand.scene.page, "at end 1: japan; Victory for Japan; lost russia 2 capital"
    page._more(russia)  # type: ignore[attr-defined]
    page._more_special("exit_south_east russia 0")  # type: ignore[attr-defined]
    hand.scene.check()
    assert hand.scene.problems == () and hand.scene.scenario.conditions["at end 1"].startswith("japan; Victory")
    assert ("exit_south_east", "russia", 0) in hand.scene.scenario.special
    page._more("at end 2: nobody knows")  # type: ignore[attr-defined]
    hand.scene.check()
    assert "found 'nobody knows'" in hand.app.tree.find("verdict").spoken_text()
    before = hand.scene.scenario
    for text in ("", "no colon", ": words", "key:"):
        page._more(text)  # type: ignore[attr-defined]
    for text in ("", "one two", "a b c", "a b 1 2"):
        page._more_special(text)  # type: ignore[attr-defined]
    assert hand.scene.scenario == before
    hand.click("no_cond_1")
    hand.click("no_special_0")
    hand.scene.check()
    assert hand.scene.problems == () and "at end 2" not in hand.scene.scenario.conditions


@pytest.mark.parametrize("key", BUILDABLE)
def test_every_shipped_battle_is_drawn_as_its_game_shows_it(key: str) -> None:
    system = SYSTEMS[key]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench, stocks = system.editor_schema(), {stock.key: stock for stock in system.unit_catalogue()}
    compared = 0
    for entry in open_library([key]).entries:
        scenario = entry.scenario
        if not scenario.forces or scenario.conditions.get("setup") == "open":
            continue
        options = {name: option.default for name, option in system.rulebook.options.items()} | scenario.options
        state = opening(system, scenario, open_map(key, scenario.map), options)
        shown = {piece.id: piece for piece in system.view(state, "").pieces}
        drawn = {piece.id: piece for piece in scenario_edits.sketch_view(scenario, bench, stocks).pieces}
        for id in drawn.keys() & shown.keys():
            assert drawn[id].side == shown[id].side and drawn[id].at[0] == shown[id].at[0], (entry.key, id)
            assert scenario_edits.owner_of(scenario, bench, id) is not None
            compared += 1
        assert len(drawn.keys() & shown.keys()) * 10 >= len(shown) * 6, (entry.key, drawn.keys() ^ shown.keys())
    assert compared > 10


def test_games_that_cannot_be_begun_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").mkdir()
    monkeypatch.setattr("game.workshop.playtest.MAIN", tmp_path / "x" / "gone.py")
    duel = load_scenario(MAPS / "quickfire" / "lesson_duel.yaml")
    trial = Playtest(duel, tmp_path, 3)
    assert trial.process is not None
    trial.process.wait()
    assert trial.look() and not trial.running
    assert "could not start" in " ".join(trial.lines())


def test_a_ship_dropped_on_the_name_of_another_stands_there_and_on_her_joins_her(tmp_path: Path) -> None:
    """Her name is below her counter: a ship dropped on the name does not join her."""
    hand = Builder(tmp_path, "quickfire")
    hand.bring("Retvizan", 1, 0)
    at = hand.post(1)
    below = next((at[0], at[1] + n) for n in range(38, 60) if hand.scene.board.hit((at[0], at[1] + n)).piece)
    hand.search("Pobeda")
    hand.press(hand.row(), below)
    assert [len(force.units) for force in hand.scene.scenario.forces] == [1, 1]
    assert hand.scene.scenario.forces[1].at[1] > hand.scene.scenario.forces[0].at[1] + 55
    hand.search("Peresvet")
    hand.event(pygame.MOUSEBUTTONDOWN, pos=hand.row(), button=1)
    for to in ((at[0] - 60, at[1]), at):
        hand.event(pygame.MOUSEMOTION, pos=to, rel=(1, 1), buttons=(1, 0, 0))
        hand.wait()
    hand.wait()
    assert hand.scene.verdict.spoken_text() == "Release here to join Retvizan."
    hand.event(pygame.MOUSEBUTTONUP, pos=at, button=1)
    hand.wait()
    assert [[unit.name for unit in force.units] for force in hand.scene.scenario.forces] == [
        ["Retvizan", "Peresvet"],
        ["Pobeda"],
    ]
