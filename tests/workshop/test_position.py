"""Positions for teaching: start conditions are set in the builder, proved, kept, played, made into a lesson."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from game.library import Shelves, open_library, open_map
from game.scenes.builder import BuilderScene
from game.teach.puzzles import lesson_of_puzzle, open_tasks, why_not
from game.workshop.balancing import Result, balance_handicap, win_percent
from game.workshop.file_templates import new_battle, new_lesson
from game.workshop.lesson_export import lesson_faults, lesson_text
from game.workshop.position_editor import (
    UNITS,
    begun_in,
    boxes_text,
    read_boxes,
    read_value,
    start_phase,
    traits_of,
    with_trait,
)
from game.workshop.puzzle_export import NoPuzzle, write_puzzle
from game.workshop.scenario_edits import ship_id
from game.workshop.scenario_yaml import as_yaml
from game.workshop.skirmish import DrawnForce, draw, years_of
from rules import SYSTEMS
from rules.kernel.scenario import Scenario, StartCondition
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import InvalidScenario, open_scenario, start
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session
from rules.players import make_player, take_turn
from tests.capabilities import BUILDABLE
from tests.console.run import run_main
from tests.game.screens import app_in

WOUND = {
    "nw_smoke": ("ships", "fire"),
    "nights_of_fury": ("ships", "fire"),
    "quickfire": ("ships", "fires"),
    "battles_for_empire": ("units", "kills"),
    "perfidious_albion": ("ships", "floods"),
}


def battle(key: str, seed: int = 3) -> tuple[Scenario, Shelves]:
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    bench, shelves = system.editor_schema(), Shelves()
    return draw(system, shelves.sheet(key, bench.map), DrawnForce(seed, bench.budget[0])), shelves


def hurt(key: str) -> tuple[Scenario, str]:
    """Return a skirmish whose first unit has been wounded, and that unit."""
    scenario, shelves = battle(key)
    system, (part, field) = SYSTEMS[key], WOUND[key]
    state = start(system, scenario, shelves.sheet(key, scenario.map), _options(key))
    id = next(iter(getattr(state, part)))
    trait = next(trait for trait in traits_of(state, (id,)) if (trait.part, trait.field) == (part, field))
    return with_trait(scenario, trait, True if isinstance(trait.value, bool) else 1), id


def _options(key: str) -> dict[str, bool]:
    return {name: option.default for name, option in SYSTEMS[key].rulebook.options.items()}


@pytest.mark.parametrize("key", BUILDABLE)
def test_a_wound_set_before_the_battle_is_there_in_play_in_saves_and_in_the_file(key: str, tmp_path: Path) -> None:
    scenario, id = hurt(key)
    part, field = WOUND[key]
    sheet = open_map(key, scenario.map)
    path = tmp_path / f"{scenario.key}.yaml"
    path.write_text(as_yaml(scenario), "utf-8")
    assert load_scenario(path) == scenario
    session = Session(SYSTEMS[key], scenario, sheet, seed=2)
    assert int(getattr(getattr(session.states[0], part)[id], field)) == 1
    session.keep_in(tmp_path / "x.game")
    take_turn(make_player("random", 1), Seat(session, session.actor))
    session.close()
    again = load_session(tmp_path / "x.game", SYSTEMS, open_map, write=False)
    assert not again.readonly and again.digest() == session.digest()


@pytest.mark.parametrize("key", BUILDABLE)
def test_a_battle_begins_in_any_phase_of_its_first_turn(key: str) -> None:
    scenario, shelves = battle(key)
    system = SYSTEMS[key]
    sheet = shelves.sheet(key, scenario.map)
    for number in range(len(system.sequence)):
        begun = begun_in(scenario, system, number)
        assert start_phase(begun) == number
        open_scenario(system, begun, sheet)
    session = Session(system, begun_in(scenario, system, 2), sheet, seed=1)
    assert session.state.cursor.turn >= 1
    assert (session.state.cursor.turn, session.state.cursor.phase) >= (1, 2)


@pytest.mark.parametrize("key", BUILDABLE)
def test_an_impossible_start_condition_is_refused_with_its_field(key: str) -> None:
    scenario, shelves = battle(key)
    part, field = WOUND[key]
    sheet = shelves.sheet(key, scenario.map)
    _, id = hurt(key)
    for one, said in (
        (StartCondition(part=part, id=id, field=field, value='"much"'), field),
        (StartCondition(part=part, id="nobody", field=field, value="1"), "nobody"),
        (StartCondition(part=part, id=id, field="side", value='"x"'), "side"),
        (StartCondition(part="scene", value="{}"), "scene"),
        (StartCondition(part=part, id=id, field=field, value="{"), "JSON"),
        (StartCondition(part="cursor", field="phase", value="99"), "phase"),
    ):
        with pytest.raises(InvalidScenario) as refused:
            open_scenario(SYSTEMS[key], scenario.but(position=(one,)), sheet)
        assert said in str(refused.value) or said == "phase"


def test_typed_values_are_of_their_kind_or_none() -> None:
    assert read_value(" 3", 1) == 3 and read_value("-1", 1) == -1 and read_value("three", 1) is None
    assert read_value("yes", False) is True and read_value("1", False) is None and read_value("a", "") == "a"


def test_the_page_of_a_force_sets_its_start_condition(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scenario, _ = battle("quickfire")
    app.screens.builder("quickfire", scenario)
    scene = app.scene
    assert isinstance(scene, BuilderScene)
    scene.check()
    scene.chosen = scene.scenario.forces[0].id
    scene.show_tab(1)
    app.tree.find("start_condition").press()
    name = scene.scenario.forces[0].units[0].name.lower().replace(" ", "-").replace("'", "").replace(".", "")
    field = app.tree.find(f"trait_{name}_fires")
    field.set_text("2")  # type: ignore[attr-defined]
    field.on_submit("2")  # type: ignore[attr-defined]
    assert scene.state().ships[name].fires == 2  # type: ignore[union-attr]
    scene.undo()
    scene.check()
    assert scene.state().ships[name].fires == 0  # type: ignore[union-attr]
    scene.redo()
    scene.chosen = scene.scenario.forces[0].id
    scene.remove()
    assert scene.scenario.position == ()


@pytest.mark.parametrize("key", BUILDABLE)
def test_a_position_played_for_a_while_becomes_a_lesson_that_holds(key: str) -> None:
    scenario, _ = hurt(key)
    session = Session(SYSTEMS[key], scenario, open_map(key, scenario.map), seed=4)
    for number in range(6):
        take_turn(make_player("random", number), Seat(session, session.actor))
    side = session.steps[-1].actor
    text = lesson_text(session, "My position", side)
    assert lesson_faults(session, text, Shelves().scenario) == []


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_new_battle_and_new_lesson_write_files_with_comments_that_pass_check(key: str, tmp_path: Path) -> None:
    shelves = Shelves(tmp_path)
    first, second = new_battle(key, "first_try", shelves), new_battle(key, "first_try", shelves)
    lesson = new_lesson(key, "first_try", shelves)
    assert first.stem == "first_try" and second.stem == "first_try_2" and "# " in first.read_text("utf-8")
    done = run_main(tmp_path / "user", "check", str(first), str(second), str(lesson))
    assert done.returncode == 0, done.stdout
    assert [entry.key for entry in open_library([key], own=tmp_path).entries if entry.own] == [
        "first_try",
        "first_try_2",
    ]


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_a_skirmish_keeps_to_its_budget_and_its_year_and_can_be_played(key: str) -> None:
    system = SYSTEMS[key]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench = system.editor_schema()
    sheet = Shelves().sheet(key, bench.map)
    stocks = {(stock.kind or stock.name): stock for stock in system.unit_catalogue()}
    for seed in range(6):
        scenario = draw(system, sheet, DrawnForce(seed, bench.budget[1]))
        open_scenario(system, scenario, sheet)
        year = int(scenario.date[:4])
        assert scenario == draw(system, sheet, DrawnForce(seed, bench.budget[1]))
        for side in scenario.sides:
            mine = [stocks[unit.kind or unit.name] for f in scenario.forces if f.side == side.key for unit in f.units]
            spent = sum(stock.points for stock in mine if stock.type != "leader")
            assert mine and spent <= bench.budget[1] and all(s.first <= year <= s.last for s in mine)


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_the_forces_of_a_skirmish_are_worth_nearly_the_same_before_any_game(key: str) -> None:
    """Neither a roster of few large ships nor being drawn first gives a side more."""
    system = SYSTEMS[key]
    assert system.editor_schema is not None and system.unit_catalogue is not None
    bench = system.editor_schema()
    stocks = {stock.kind or stock.name: stock for stock in system.unit_catalogue()}
    sheet, apart = Shelves().sheet(key, bench.map), list[float]()
    for seed in range(1, 16):
        scenario = draw(system, sheet, DrawnForce(seed, bench.budget[0]))
        first, second = (
            sum(stocks[u.kind or u.name].points for f in scenario.forces if f.side == side.key for u in f.units)
            for side in scenario.sides
        )
        apart.append((first - second) / max(first, second))
    assert max(map(abs, apart)) <= 0.25 and fmean(map(abs, apart)) <= 0.05, apart
    assert abs(fmean(apart)) <= 0.03, apart


def test_levelling_gives_the_handicap_that_would_have_made_the_games_even() -> None:
    scenario, _ = battle("nights_of_fury")
    outscores = SYSTEMS["nights_of_fury"].outscores
    assert outscores is not None
    first = scenario.sides[0].key
    results = [Result(first, (10 + number, 0)) for number in range(9)]
    assert win_percent(scenario, results) == 100
    assert [side.handicap for side in balance_handicap(scenario, outscores, results).sides] == [0, 14]


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", ["quickfire", "nw_smoke"])
def test_a_position_becomes_a_puzzle_that_is_proved_or_it_is_told_that_it_is_none(key: str, tmp_path: Path) -> None:
    scenario, _ = hurt(key)
    session = Session(SYSTEMS[key], scenario, open_map(key, scenario.map), seed=4)
    shelves, made = Shelves(tmp_path), None
    for number in range(160):
        if session.over or made is not None:
            break
        try:
            made = write_puzzle(session, "Mine", shelves)
        except NoPuzzle as none:
            assert "No puzzle theme" in str(none)
        take_turn(make_player("random", number), Seat(session, session.actor))
    assert made is not None
    tasks, problems = open_tasks([key], own=tmp_path)
    mine = [task for task in tasks if task.path == made[0]]
    assert not problems and len(mine) == 1 and why_not(mine[0]) == []
    assert shelves.scenario(key, mine[0].position.scenario).position == scenario.position
    lesson_of_puzzle(mine[0])


@pytest.mark.parametrize("key", BUILDABLE)
def test_in_every_year_offered_a_skirmish_is_drawn_for_both_sides(key: str) -> None:
    system = SYSTEMS[key]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    sheet, years = Shelves().sheet(key, bench.map), years_of(system, bench)
    for year in (years[0], years[len(years) // 2], years[-1]):
        scenario = draw(system, sheet, DrawnForce(1, bench.budget[0], year))
        open_scenario(system, scenario, sheet)
        assert scenario.date.startswith(str(year))
        assert {force.side for force in scenario.forces} == {side.key for side in scenario.sides}
    assert draw(system, sheet, DrawnForce(1, 0, 1700)).date.startswith(str(years[0]))


BEYOND = {
    "nw_smoke": ("structure", 5, "expected at most 4, found 5: at level 4 {name} is out of action (NW-DMG-H1)"),
    "nights_of_fury": ("flotation", 4, "expected at most 3, found 4: at level 4 {name} sinks (NoF-DMG-H1)"),
    "quickfire": ("speed_hits", 99, "beyond her 8 boxes any roll sinks {name} (QF-SNK-3)"),
    "battles_for_empire": ("kills", 8, "expected at most 7, found 8: at 8 Kills {name} is taken away (BFE-PUB-9)"),
    "perfidious_albion": ("fires", 4, "expected at most 3, found 4: after fire 3 {name} blows up (PA-FIR-H2)"),
}


@pytest.mark.parametrize("key", BUILDABLE)
def test_what_no_ship_can_have_suffered_is_refused_with_the_sentence_why_and_its_rule(key: str) -> None:
    """Every number that may be set has a least, and most have a most; a battle's own file is refused alike."""
    scenario, shelves = battle(key)
    system, sheet = SYSTEMS[key], shelves.sheet(key, scenario.map)
    assert system.editor_schema is not None
    state = start(system, scenario, sheet, _options(key))
    bench, field, value, why = system.editor_schema(), *BEYOND[key]
    ids = tuple(id for part in ("ships", "units") for id in getattr(state, part, {}))
    ours = [trait for trait in traits_of(state, ids) if trait.field in bench.wounds]
    one = next(trait for trait in ours if trait.field == field)
    with pytest.raises(InvalidScenario) as error:
        open_scenario(system, with_trait(scenario, one, value), sheet)
    (problem,) = error.value.problems
    assert problem.field == "position[0]" and problem.message.startswith(f"{one.id}, {field}: expected ")
    assert f"found {value}" in problem.message
    assert problem.message.endswith(why.format(name=state.scene.names[one.id]))
    open_scenario(system, with_trait(scenario, one, value - 1 if value < 99 else 8), sheet)
    for trait in {one.field: one for one in ours}.values():
        if not isinstance(trait.value, bool | str):
            with pytest.raises(InvalidScenario, match=r"expected at least \d+, found -1 \([A-Za-z]+-[-.A-Z0-9]+\)"):
                open_scenario(system, with_trait(scenario, trait, -1), sheet)


def test_only_a_machine_gun_jams_and_only_a_rudder_is_jammed() -> None:
    for key, field, bad, why in (
        ("battles_for_empire", "jammed", True, "has no machine gun (BFE-13.8-5)"),
        (
            "perfidious_albion",
            "steering",
            "lost",
            "expected one of nothing, jammed, found 'lost': a rudder is sound or jammed",
        ),
        ("perfidious_albion", "struck", 1, "has none there (PA-5.8-1)"),
    ):
        scenario, shelves = battle(key)
        system, sheet = SYSTEMS[key], shelves.sheet(key, scenario.map)
        state = start(system, scenario, sheet, _options(key))
        ids = tuple(id for part in ("ships", "units") for id in getattr(state, part, {}))
        one = next(trait for trait in traits_of(state, ids) if trait.field == field)
        with pytest.raises(InvalidScenario) as error:
            open_scenario(system, with_trait(scenario, one, bad), sheet)
        assert why in str(error.value)


def test_boxes_are_typed_as_section_and_level() -> None:
    assert read_boxes("3/2, 1/1", 10, 6) == 1 << 12 | 1 and boxes_text(1 << 12 | 1, 10) == "1/1 3/2"
    assert read_boxes("", 10, 6) == 0 and boxes_text(0, 10) == ""
    for bad in ("3", "0/1", "11/1", "1/7", "1/9999999", "3/", "a/b", "3/2/1"):
        assert read_boxes(bad, 10, 6) is None, bad


def test_what_cannot_be_is_told_as_it_is_typed_and_can_be_mended_on_the_same_page(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scenario, _ = battle("quickfire")
    app.screens.builder("quickfire", scenario)
    scene = app.scene
    assert isinstance(scene, BuilderScene)
    scene.check()
    scene.chosen = scene.scenario.forces[0].id
    scene.show_tab(1)
    app.tree.find("start_condition").press()
    name = ship_id(scene.scenario.forces[0].units[0].name)

    def type_value(text: str) -> None:
        field = app.tree.find(f"trait_{name}_heavy_hits")
        app.tree.focus(field)
        field.set_text("")  # type: ignore[attr-defined]
        field.on_text_typed(text)
        scene.check()

    type_value("x")
    scene.tell()
    assert scene.scenario.position == () and scene.problems == ()
    type_value("99")
    assert "heavy ROF" in scene.verdict.spoken_text() and not scene.play_button.enabled
    scene.fill()
    assert "heavy ROF" in " ".join(widget.spoken_text() for widget in app.tree.root.walk() if widget.kind == "label")
    assert app.tree.find(f"trait_{name}_heavy_hits").value_now() == "99"
    type_value("1")
    assert scene.problems == () and scene.state().ships[name].heavy_hits == 1  # type: ignore[union-attr]


ABSURD = ("z", "{", "[1]", "null", "99999999999999999999", "-1", '"x"', "1e400", "NaN", "true", "9" * 5000, "\ud800")


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("key", BUILDABLE)
def test_the_page_of_a_force_opens_whatever_stands_in_the_position_of_a_draft(key: str, tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scenario, _ = battle(key)
    app.screens.builder(key, scenario)
    scene = app.scene
    assert isinstance(scene, BuilderScene)
    scene.check()
    scene.chosen = scene.scenario.forces[0].id
    scene.show_tab(1)
    app.tree.find("start_condition").press()
    state = start(scene.system, scene.scenario, scene.sheet, scene.options())
    piece = next(widget for widget in app.tree.root.walk() if str(widget.id).startswith("trait_")).id
    traits = [one for part in UNITS for id in getattr(state, part, {}) for one in traits_of(state, (id,))]
    trait = next(one for one in traits if f"trait_{one.id}_{one.field}" == piece)
    for value in ABSURD:
        wound = StartCondition(part=trait.part, id=trait.id, field=trait.field, value=value)
        scene.change(scenario.but(position=(wound, StartCondition(part="cursor", field="phase", value=value))))
        scene.check()
        for tab in (1, 2):
            scene.show_tab(tab)
            app.tree.ensure_layout()
        assert scene.problems and not scene.draft.not_saved, value
    for phase in ("²", "9" * 5000, "x", ""):
        assert start_phase(scenario.but(position=(StartCondition(part="cursor", field="phase", value=phase),))) == 0
