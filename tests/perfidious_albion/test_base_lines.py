"""Base lines, the boxes of a convoy, and the weather that is rolled after them."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done
from rules.perfidious_albion.records.charts import visibility_mils
from rules.perfidious_albion.records.commands import ChooseForMe, NameBaseLine, PlaceBoxes
from rules.perfidious_albion.records.events import BoxesPlaced, WeatherFound
from rules.perfidious_albion.records.state import State, Terrain
from rules.perfidious_albion.setup.lines import (
    check_boxes,
    check_line,
    chooser_alone,
    offer_boxes,
    owed_boxes,
    owed_line,
)
from rules.perfidious_albion.setup.sequence import open_weather
from tests.conftest import begin
from tests.perfidious_albion.sea import JAPAN, RUSSIA, events_of, give, list_offers, rolls, rule, system, why
from tests.perfidious_albion.setting_up import COAST, ENTRY, EXIT, at_step, scenario, table


def naming(side: str = JAPAN, mission: str = "fleet", attacker: str = "", **fields: object) -> State:
    """Return the step of the base lines, a side picked first."""
    return at_step(table(mission, attacker, picker=side, **fields), "base lines", side)  # type: ignore[arg-type]


@pytest.mark.rule("PA-2.1-9")
def test_who_picked_first_names_any_edge_and_the_other_has_the_opposite_one() -> None:
    for edge, across in (("north", "south"), ("south", "north"), ("east", "west"), ("west", "east")):
        state, _ = give(naming(), NameBaseLine(JAPAN, edge))
        assert state.baseline == {JAPAN: edge, RUSSIA: across}


@pytest.mark.rule("PA-2.1-9")
def test_the_side_that_placed_the_first_item_names_the_base_line() -> None:
    """The side which selected the first terrain item may now decide.

    Not the winner of the roll if he placed nothing.
    """
    island = Terrain(kind="island", name="it", shape=COAST.shape, side=RUSSIA)
    state = naming(JAPAN, terrain=(island, island.but(side=JAPAN)))
    assert chooser_alone(state) == (RUSSIA,)
    assert why(state.but(cursor=state.cursor.but(queue=(RUSSIA,))), NameBaseLine(RUSSIA, "south")) == []
    assert [reason.rule for reason in check_line(state, NameBaseLine(JAPAN, "south"))] == ["PA-2.1-9"]
    assert owed_line(state, RUSSIA) and not owed_line(state, JAPAN)
    assert chooser_alone(naming(JAPAN)) == (JAPAN,)  # nothing was placed: the winner of the roll


def test_in_a_whole_set_up_who_passes_lets_the_other_side_name_the_line() -> None:
    play = begin("perfidious_albion/open_fleet", seed=3)
    while play.system.sequence[play.state.cursor.phase].name != "terrain":
        side = play.actor
        play.submit(ChooseForMe(side))
        play.submit(Done(side))
    winner = play.actor
    play.submit(Done(winner))
    other = play.actor
    assert other != winner
    step = play.submit(ChooseForMe(other))
    if play.system.sequence[play.state.cursor.phase].name == "terrain":
        step = play.submit(Done(other))
    assert play.system.sequence[play.state.cursor.phase].name == "base lines", step
    assert play.actor == other


@pytest.mark.rule("PA-2.1-9")
def test_the_other_side_does_not_name_it_and_it_is_named_once() -> None:
    state = naming()
    assert [reason.rule for reason in check_line(state, NameBaseLine(RUSSIA, "north"))] == ["PA-2.1-9"]
    named, _ = give(state, NameBaseLine(JAPAN, "south"))
    assert [reason.rule for reason in check_line(named, NameBaseLine(JAPAN, "north"))] == ["PA-2.1-9"]
    assert [reason.rule for reason in owed_line(state, JAPAN)] == ["PA-2.1-9"] and not owed_line(named, JAPAN)
    assert why(state, NameBaseLine(JAPAN, "up")) == ["PA-2.1-9"]


@pytest.mark.rule("PA-2.1-10")
def test_the_target_of_a_base_can_be_on_the_defenders_half() -> None:
    state = naming(JAPAN, "bombardment", JAPAN, terrain=(COAST,))
    assert why(state, NameBaseLine(JAPAN, "south")) == []  # the defender has the north, where the coast is
    assert why(state, NameBaseLine(JAPAN, "north")) == ["PA-2.1-10"]
    assert why(state, NameBaseLine(JAPAN, "east")) == []  # half of the coast lies in the west
    defender = naming(RUSSIA, "bombardment", JAPAN, terrain=(COAST,))
    assert why(defender, NameBaseLine(RUSSIA, "south")) == ["PA-2.1-10"]


@pytest.mark.rule("PA-2.1-11")
def test_the_exit_box_is_on_the_base_line_of_who_runs_the_convoy() -> None:
    convoy = naming(RUSSIA, "convoy", JAPAN, boxes=(ENTRY, EXIT))
    assert [command.edge for command in list_offers(convoy, "baseline")] == ["east"]  # type: ignore[attr-defined]
    assert why(convoy, NameBaseLine(RUSSIA, "west")) == ["PA-2.1-11"]
    raider = naming(JAPAN, "convoy", JAPAN, boxes=(ENTRY, EXIT))
    assert [command.edge for command in list_offers(raider, "baseline")] == ["west"]  # type: ignore[attr-defined]


def test_a_base_line_can_be_chosen_for_a_player() -> None:
    for state in (
        naming(),
        naming(JAPAN, "bombardment", JAPAN, terrain=(COAST,)),
        naming(JAPAN, "convoy", JAPAN, boxes=(ENTRY, EXIT)),
    ):
        assert give(state, ChooseForMe(JAPAN))[0].baseline


# ---------------------------------------------------------------------- boxes


def placing(**conditions: str) -> State:
    """Russia runs a convoy and places the boxes."""
    options = {key: option.default for key, option in system().rulebook.options.items()}
    state = system().start(scenario("convoy", JAPAN, **conditions), None, options)
    return at_step(state, "boxes", RUSSIA)  # type: ignore[arg-type]


@pytest.mark.rule("PA-2.1-40")
def test_the_boxes_lie_at_opposite_edges_with_their_nearest_points_48_inches_apart() -> None:
    state, events = give(placing(), PlaceBoxes(RUSSIA, "east", 30, 30))
    entry, leave = state.boxes
    assert (entry.kind, entry.west, entry.north) == ("entry", 0, 30_000)
    assert (leave.kind, leave.west, leave.north) == ("exit", 60_000, 30_000)
    assert events_of(events, BoxesPlaced)[0].exit_edge == "east"
    assert why(placing(), PlaceBoxes(RUSSIA, "north", 0, 12)) == []
    assert why(placing(), PlaceBoxes(RUSSIA, "north", 0, 13)) == ["PA-2.1-40"]  # nearest points farther apart
    assert why(state, PlaceBoxes(RUSSIA, "east", 30, 30)) == ["PA-2.1-40"]  # they are placed


@pytest.mark.rule("PA-2.1-40")
def test_on_a_longer_table_only_the_edges_72_inches_apart_will_do() -> None:
    state = placing(table="96x72")
    edges = {command.edge for offer in offer_boxes(state, RUSSIA) for command in offer.commands}  # type: ignore[attr-defined]
    assert edges == {"north", "south"}
    assert [reason.rule for reason in check_boxes(state, PlaceBoxes(RUSSIA, "east", 30, 30))] == ["PA-2.1-40"]


@pytest.mark.rule("PA-2.1-42")
def test_a_box_is_12_inches_square() -> None:
    state, _ = give(placing(), PlaceBoxes(RUSSIA, "north", 6, 6))
    assert all(box.size == 12_000 for box in state.boxes)
    assert why(placing(), PlaceBoxes(RUSSIA, "north", 61, 60)) == ["PA-2.1-40"]
    assert why(placing(), PlaceBoxes(RUSSIA, "nowhere", 6, 6)) == ["PA-2.1-40"]


def test_boxes_are_owed_offered_and_chosen() -> None:
    state = placing()
    assert [reason.rule for reason in owed_boxes(state, RUSSIA)] == ["PA-2.1-40"]
    commands = [command for offer in offer_boxes(state, RUSSIA) for command in offer.commands]
    assert commands and all(check_boxes(state, command) == () for command in commands)  # type: ignore[arg-type]
    assert len(give(state, ChooseForMe(RUSSIA))[0].boxes) == 2


# ---------------------------------------------------------------------- weather


@pytest.mark.rule("PA-2.1-12")
def test_the_sea_is_rolled_on_a_d10() -> None:
    seas = [rule(table(), open_weather, die, 3)[0].sea for die in range(1, 11)]
    assert seas == ["calm"] * 6 + ["rough"] * 2 + ["heavy", "storm"]


@pytest.mark.rule("PA-2.1-14")
@pytest.mark.rule("PA-2.1-15")
def test_visibility_is_a_d6_changed_by_the_sea() -> None:
    found = [rule(table(), open_weather, sea, 3)[0].visibility // 1000 for sea in (1, 7, 9, 10)]
    assert found == [48, 24, 18, 12]
    _, events = rule(table(), open_weather, 9, 3)
    assert [modifier.value for modifier in rolls(events)[1].modifiers] == [-1]
    assert events_of(events, WeatherFound)[0].inches == 18


@pytest.mark.rule("PA-2.1-16")
@pytest.mark.parametrize(
    ("sea", "day", "night"),
    [
        ("calm", (24, 36, 48, 60, 60, 60), (6, 12, 18, 24, 36, 48)),
        ("rough", (12, 18, 24, 36, 48, 60), (6, 6, 6, 12, 18, 24)),
        ("heavy", (6, 12, 18, 24, 36, 48), (6, 6, 6, 6, 12, 18)),
        ("storm", (6, 6, 12, 18, 24, 36), (6, 6, 6, 6, 6, 12)),
    ],
)
def test_every_row_of_the_visibility_table(sea: str, day: tuple[int, ...], night: tuple[int, ...]) -> None:
    assert tuple(visibility_mils(die, sea, False) // 1000 for die in range(1, 7)) == day
    assert tuple(visibility_mils(die, sea, True) // 1000 for die in range(1, 7)) == night


@pytest.mark.rule("PA-3.4-1")
def test_at_night_three_are_taken_off_besides() -> None:
    state, events = rule(table(night=True), open_weather, 7, 4)
    assert state.visibility == 12_000
    assert [(modifier.value, modifier.rule) for modifier in rolls(events)[1].modifiers] == [(-3, "PA-3.4-1")]
