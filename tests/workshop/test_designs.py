"""Ship designs of the player's own: had in the builder, on sale in a mission, carried by the battle and its game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.library import MAPS, Shelves
from game.ui import widgets as ui
from game.workshop import scenario_edits
from game.workshop.designs import own_designs, own_stocks, with_designs
from game.workshop.scenario_yaml import as_yaml
from rules import SYSTEMS
from rules.kernel.flow import state_digest
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import faults_of, open_scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session, load_session
from rules.kernel.system import format_command
from rules.perfidious_albion.records.commands import Buy
from tests.workshop.test_builder import Builder, build

KEY = "perfidious_albion"
PA = SYSTEMS[KEY]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a player's folder with a design, and one that is none."""
    folder = tmp_path / "workshop" / KEY / "designs"
    folder.mkdir(parents=True)
    text = (MAPS / KEY / "designs" / "vampire_1898.yaml").read_text("utf-8")
    (folder / "my_wasp.yaml").write_text(text.replace("Vampire of 1898", "Wasp of my own"), "utf-8")
    (folder / "wreck.yaml").write_text("title: Wreck\n", "utf-8")
    (folder / "no-yaml.yaml").write_text(": [", "utf-8")
    return tmp_path / "workshop"


def test_an_own_design_is_had_in_the_builder_and_travels_with_the_battle(own: Path) -> None:
    assert PA.editor_schema is not None
    bench = PA.editor_schema()
    (stock,) = own_stocks(own, PA)
    assert stock.name == "Wasp of my own" and stock.key == "design:my_wasp" and stock.points > 0
    scenario = scenario_edits.blank_scenario(PA, bench)
    scenario, _ = scenario_edits.with_unit(scenario, bench, stock, scenario.sides[0].key, (33_000, 50_000))
    scenario, _ = scenario_edits.with_unit(scenario, bench, stock, scenario.sides[0].key, (45_000, 50_000))
    scenario, _ = scenario_edits.with_unit(scenario, bench, stock, scenario.sides[1].key, (39_000, 22_000))
    assert [unit.name for _, unit in scenario_edits.units_of(scenario)] == [
        "Wasp of my own", "Wasp of my own 2", "Wasp of my own 3",
    ]  # fmt: skip
    path = own / KEY / "wasps.yaml"
    path.write_text(as_yaml(scenario.but(key="wasps")), "utf-8")
    shutil.rmtree(own / KEY / "designs")  # as with a friend who has only the battle
    open_scenario(PA, found := load_scenario(path), None)
    session = Session(PA, found, None, seed=1)
    assert {card.title for card in session.state.scene.cards.values()} == {"Wasp of my own"}


def test_an_own_design_is_on_sale_in_a_mission_and_the_saved_game_has_it(own: Path, tmp_path: Path) -> None:
    entry = Shelves(own).scenario(KEY, "open_fleet")
    scenario = with_designs(entry, PA, own)
    assert [key for key in scenario.conditions if key.startswith("design ")] == ["design my_wasp"]
    assert not faults_of(PA, scenario, None)
    session = Session(PA, scenario, None, seed=3)
    path = tmp_path / "one.game"
    session.keep_in(path)
    bought = False
    for _ in range(60):
        seat = Seat(session, session.actor)
        order = Buy(session.actor, "design:my_wasp", 2, 1, "1")
        if not seat.check(order):
            seat.submit(order)
            bought = True
            break
        offers = [offer for offer in seat.offers() if offer.commands]
        seat.submit(offers[0].commands[0])
    assert bought, "a ship of the player's own design can be bought"
    shutil.rmtree(own / KEY / "designs")
    again = load_session(path, SYSTEMS, lambda system, name: None, write=False)
    assert format_command(again.steps[-1].command).startswith("buy")
    assert state_digest(again.state) == state_digest(session.state)


def test_battles_whose_fleets_are_set_stay_as_they_are(own: Path) -> None:
    shipped = Shelves(own).scenario(KEY, "two_and_two")
    assert with_designs(shipped, PA, own) == shipped
    assert set(own_designs(own, KEY)) >= {"my_wasp", "wreck"}


@pytest.mark.parametrize("text", ["title: Wreck", ": [", "", "[" * 300])
def test_a_design_that_is_none_is_told_by_the_door_with_its_name(text: str) -> None:
    scenario = Shelves().scenario(KEY, "open_fleet")
    sent = scenario.but(conditions={**scenario.conditions, "design bad_one": text})
    assert any("bad_one" in fault for fault in faults_of(PA, sent, None))


def test_the_roster_of_the_builder_has_it(own: Path, tmp_path: Path) -> None:
    hand = Builder(tmp_path, KEY)
    hand.scene.draft.change(scenario_edits.with_sides(hand.scene.scenario, hand.scene.bench, ("britain", "russia")))
    assert "design:my_wasp" in hand.scene.stocks
    hand.scene.add("design:my_wasp", None)
    assert "design my_wasp" in hand.scene.scenario.conditions


@pytest.mark.parametrize(
    ("system", "id", "key", "row"),
    [("battles_for_empire", "value_0_melee", "melee", 2), ("perfidious_albion", "value_0_cq", "cq", 2)],
)
def test_card_values_of_troops_and_crews_are_changed_on_the_page_of_their_force(
    tmp_path: Path, system: str, id: str, key: str, row: int
) -> None:
    """Chosen and taken back: what is usual is not written on land, where a card has its own."""
    hand = Builder(tmp_path, system)
    build(hand)
    hand.scene.chosen = hand.scene.scenario.forces[0].id
    hand.click("tab_1")
    box = hand.app.tree.find(id)
    assert isinstance(box, ui.DropDown)
    before = hand.scene.scenario.forces[0].units[0].changes
    usual = next(number for number, words in enumerate(box.options) if words.endswith("standard"))
    assert box.index == usual != row
    box.select(row, tell=True)
    hand.wait()
    changed = hand.scene.scenario.forces[0].units[0].changes
    assert changed != before and str(changed[key]) == box.options[row].rstrip("+")
    assert hand.scene.checked and not hand.scene.problems, "the one door takes it"
    assert hand.app.tree.find("card").rect.h, "its card is shown again"
    again = hand.app.tree.find(id)
    assert isinstance(again, ui.DropDown)
    again.select(usual, tell=True)
    hand.wait()
    assert hand.scene.scenario.forces[0].units[0].changes == before


def test_a_leader_has_no_formation_and_no_card_value_to_choose(tmp_path: Path) -> None:
    """He is of a kind that every side has: what is known of it is not skipped."""
    hand = Builder(tmp_path, "battles_for_empire")
    hand.bring("Leader", 0, 0)
    hand.scene.chosen = hand.scene.scenario.forces[0].id
    hand.click("tab_1")
    shown = {widget.id for widget in hand.app.tree.top.walk()}
    assert "force_name" in shown and "formation" not in shown and not any(id.startswith("value_") for id in shown)
