"""Markers of a battle that is drawn, and what is carried over the board, shown as it would stand."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.console.balance import Fixture, play_game
from game.library import MAPS, open_library, open_map
from game.scenes.builder import BuilderScene
from game.scenes.builder_hand import CHECK_GHOST_MS
from game.scenes.play import PlayScene
from game.workshop import scenario_edits
from game.workshop.map_objects import describe, moved_thing, things_of, with_mark, with_thing, without_thing
from rules import SYSTEMS
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import faults_of
from rules.kernel.session import Session
from tests.capabilities import BUILDABLE
from tests.conftest import SOAK
from tests.workshop.test_builder import Builder, build

PLACED = {
    "perfidious_albion": ("minefield", (36_000, 40_000), "russia 4 3 36000,40000"),
    "nights_of_fury": ("island", (5, 0), "5"),
    "battles_for_empire": ("dummy", (1205,), "1205"),
}  # game -> what is placed, where on its board, what the scenario then says


@pytest.mark.parametrize("key", PLACED)
def test_a_thing_is_placed_by_mouse_moved_said_otherwise_and_taken_off(key: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    build(hand)
    hand.wait()
    kind, place, text = PLACED[key]
    bench = hand.scene.bench
    who = "savo" if kind == "island" else hand.scene.scenario.sides[1].key
    hand.click("tab_2")
    hand.click(f"thing_{kind}_{who}")
    x, y = hand.scene.board.screen_of(place)
    hand.press((round(x), round(y)))
    placed = list(things_of(hand.scene.scenario, bench))
    assert len(placed) == 1 and placed[0].thing.key == kind
    found, wanted = ([int(n) for n in words.split()[-1].split(",")] for words in (placed[0].text, text))
    near = [abs(a - b) for a, b in zip(found, wanted, strict=True)]
    assert max(near) < 500 and placed[0].text.split()[:-1] == text.split()[:-1]
    hand.wait()
    assert not hand.scene.problems
    assert hand.scene.hand.placing is None
    other = tuple(value + 3000 for value in place) if kind == "minefield" else (7, 0) if kind == "island" else (1405,)
    hand.click("move_thing_0")
    x, y = hand.scene.board.screen_of(other)
    hand.press((round(x), round(y)))
    after = list(things_of(hand.scene.scenario, bench))
    assert len(after) == 1 and after[0].text != placed[0].text
    hand.click("no_thing_0")
    assert not list(things_of(hand.scene.scenario, bench))


def test_escape_leaves_a_thing_off(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "perfidious_albion")
    hand.click("tab_2")
    hand.click("thing_minefield_russia")
    assert hand.scene.hand.placing is not None
    hand.key(pygame.K_ESCAPE)
    assert hand.scene.hand.placing is None and hand.app.scene is hand.scene


@pytest.mark.parametrize("key", ["korea_strait", "naval_base"])
def test_the_works_of_shipped_battles_are_told_and_stand_where_they_are_moved(key: str) -> None:
    scenario = load_scenario(MAPS / "perfidious_albion" / f"{key}.yaml")
    system = SYSTEMS["perfidious_albion"]
    assert system.editor_schema is not None
    bench, said = system.editor_schema(), {}
    for placed in list(things_of(scenario, bench)):
        said[placed.name] = placed.text
        scenario = moved_thing(scenario, bench, placed, (30_000, 33_000))
        assert scenario.conditions[placed.name] != placed.text
        scenario = describe(scenario, placed, placed.text)
    assert scenario == load_scenario(MAPS / "perfidious_albion" / f"{key}.yaml")
    assert len(said) == (9 if key == "naval_base" else 3)
    for placed in list(things_of(scenario, bench)):
        scenario = without_thing(scenario, placed)
    assert not list(things_of(scenario, bench))


def test_every_thing_of_every_workbench_can_be_placed_as_it_is_written_there() -> None:
    for key in BUILDABLE:
        system = SYSTEMS[key]
        assert system.editor_schema is not None
        bench = system.editor_schema()
        sheet = open_map(key, bench.map)
        for thing in bench.things:
            scenario = scenario_edits.blank_scenario(system, bench)
            who = next(iter(thing.names), scenario.sides[1].key)
            place = (24_000, 24_000) if bench.place == "table" else (5, 0) if bench.place == "band" else (1205,)
            before = set(faults_of(system, scenario, sheet))
            who_at = (1, 0) if who == "guadalcanal" else place
            after = set(faults_of(system, with_thing(scenario, bench, thing, who, who_at), sheet))
            assert after <= before, (key, thing.key, after - before)


def test_a_force_is_marked_and_the_mark_is_taken_off(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "nw_smoke")
    build(hand)
    force = hand.scene.scenario.forces[0]
    on = with_mark(hand.scene.scenario, force.id, "smoke_card", True)
    assert (
        on.forces[0].traits == ("smoke_card",) and with_mark(on, force.id, "smoke_card", False) == hand.scene.scenario
    )
    hand.scene.choose(force.id)
    hand.click("tab_1")
    hand.click("mark_smoke_card")
    hand.wait()
    assert hand.scene.scenario.forces[0].traits == ("smoke_card",) and not hand.scene.problems


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_what_is_carried_is_shown_as_it_would_stand_and_refused_in_words_before_it_is_dropped(
    key: str, tmp_path: Path
) -> None:
    hand = Builder(tmp_path, key)
    build(hand)
    hand.wait()
    scene, before = hand.scene, hand.scene.scenario
    force = scene.scenario.forces[0]
    piece = scenario_edits.piece_ids(scene.bench, force)[0]
    assert scene.board.view is not None
    place = next(one.at for one in scene.board.view.pieces if one.id == piece)
    x, y = map(round, scene.board.screen_of(place))
    hand.event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
    hand.event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    end = (x + 60, y - 130)
    hand.event(pygame.MOUSEMOTION, pos=end, rel=(60, -130), buttons=(1, 0, 0))
    there = next(one.at for one in scene.board.view.pieces if one.id == piece)
    assert there != place and scene.scenario == before and scene.hand.ghost is not None
    hand.clock += 2 * CHECK_GHOST_MS
    scene.tick(hand.clock)
    assert scene.verdict.spoken_text() in ("Legal position.",) or scene.verdict.spoken_text().startswith("Not here: ")
    hand.key(pygame.K_ESCAPE)
    assert scene.hand.ghost is None and scene.scenario == before
    assert next(one.at for one in scene.board.view.pieces if one.id == piece) == place
    hand.event(pygame.MOUSEBUTTONUP, pos=end, button=1)
    assert scene.scenario == before


def test_land_refuses_a_ship_while_she_is_carried(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "nw_smoke")
    hand.search("Washington")
    land = hand.scene.sheet
    assert land is not None
    hand.press(hand.row(), hand.post(0))
    x, y = hand.post(0)
    hexes = [number for number, code in enumerate(land.terrain) if code == 4]
    hand.scene.pane.fit()
    hand.wait()
    x, y = hand.post(0)
    screen = hand.scene.board.screen_of
    where = min(hexes, key=lambda h: abs(screen((h,))[0] - x) + abs(screen((h,))[1] - y))
    end = tuple(map(round, screen((where,))))
    hand.event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0))
    hand.event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
    hand.event(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0))
    hand.clock += 2 * CHECK_GHOST_MS
    hand.scene.tick(hand.clock)
    assert hand.scene.verdict.spoken_text().startswith("Not here: ") and hand.scene.verdict.ink == "bad"


LATER = [
    (key, entry.key)
    for key in ("perfidious_albion", "nights_of_fury")
    for entry in open_library([key]).entries
    if not entry.scenario.forces
]


@pytest.mark.skipif(not SOAK, reason="a whole mission in the window: make soak")
def test_a_mission_whose_fleets_are_bought_is_drawn_from_nothing_and_played(tmp_path: Path) -> None:
    hand = Builder(tmp_path, "perfidious_albion")
    assert hand.scene.problems
    hand.click("tab_2")
    page = hand.scene.page
    for key, value in (
        ("setup", "open"),
        ("mission", "convoy"),
        ("attacker", "russia"),
        ("budget britain", "100000"),
        ("budget russia", ""),
    ):
        page._condition(key, value)  # type: ignore[attr-defined]
        hand.wait()
        page = hand.scene.page
    assert hand.scene.problems == ()
    said = hand.scene.scenario.conditions
    assert said["attacker"] == "russia" and said["budget britain"] == "100000" and "budget russia" not in said
    hand.click("play_it")
    hand.click("start")
    assert isinstance(hand.app.scene, PlayScene)
    (path,) = (hand.app.folders.own / "perfidious_albion").glob("*.yaml")
    row = play_game("perfidious_albion", str(path), Fixture(0, 1, ("random", "random")))
    assert not row.error and row.turns > 0


@pytest.mark.parametrize(("key", "name"), LATER)
def test_shipped_missions_and_the_campaign_are_changed_in_the_builder(key: str, name: str, tmp_path: Path) -> None:
    hand = Builder(tmp_path, key)
    hand.app.screens.builder(key, next(e.scenario for e in open_library([key]).entries if e.key == name))
    hand.wait()
    scene = hand.app.scene
    assert isinstance(scene, BuilderScene)
    assert scene.problems == ()
    hand.scene = scene
    hand.click("tab_2")
    scene.change(scene.scenario.but(title="Mine", turns=scene.scenario.turns))
    hand.wait()
    assert scene.problems == () and scene.keep() is not None


def test_a_campaign_is_begun_from_an_empty_board_by_one_special_rule(tmp_path: Path) -> None:
    """A rule of nobody is typed with a dash; taking it away again is refused as an empty battle."""
    hand = Builder(tmp_path, "nights_of_fury")
    hand.click("tab_2")
    hand.click("more_special")
    hand.type("rounds - 6")
    hand.key(pygame.K_RETURN)
    assert ("rounds", "", 6) in hand.scene.scenario.special
    assert hand.scene.problems == ()
    session = Session(SYSTEMS["nights_of_fury"], hand.scene.scenario, None)
    assert session.state.campaign.rounds == 6
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert hand.scene.problems
