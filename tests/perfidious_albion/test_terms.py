"""What the players choose before and while they buy: size, hour, chart, crews and single boats, by button and word."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Command, Done
from rules.kernel.session import Session, Step
from rules.kernel.system import parse_command
from rules.kernel.view import Panel
from rules.perfidious_albion.records.commands import Buy, ChooseChart, ChooseForMe, Crew, SetHour, SetSize
from rules.perfidious_albion.records.events import Deployed, WeatherFound
from tests.conftest import scenario_named
from tests.perfidious_albion.orders import order, refuses
from tests.perfidious_albion.sea import events_of, system


def open_game(key: str, seed: int = 3) -> Session:
    return Session(system(), scenario_named("perfidious_albion", key), None, {}, seed=seed)


def buttons(game: Session, panel: str) -> list[tuple[str, str, Command]]:
    """Of a panel of the purchase page: the row, the words of the button and the order it gives."""
    pages = {found.id: found for found in system().view(system().known_state(game.state, game.actor), game.actor).page}
    found: Panel = pages[panel]
    rows = zip(found.rows, found.orders, strict=True)
    return [
        (row[0].text, words, parse_command(system(), game.actor, text)) for row, made in rows for words, text in made
    ]


def press(game: Session, panel: str, row: str, words: str) -> None:
    """Press a button of the page twice: its order is given."""
    order(game, next(command for name, said, command in buttons(game, panel) if row in name and said == words))


# ---------------------------------------------------------------------- the size


@pytest.mark.rule("PA-2.1-17", "PA-SET-H5")
def test_suggested_points_are_a_guideline_and_both_sides_have_equal_ones() -> None:
    """In a fleet engagement both sides have an equal points value; as a guideline 150,000 points per side."""
    game = open_game("open_fleet")
    assert game.state.budget == {"blue": 150_000, "red": 150_000}
    press(game, "terms", "Points", "75,000")
    assert game.state.budget == {"blue": 75_000, "red": 75_000}
    order(game, parse_command(system(), "blue", "size 90000"))
    order(game, ChooseForMe("blue"), Done("blue"), ChooseForMe("red"), Done("red"))
    assert 0 < game.state.values["blue"] <= 90_000 and 0 < game.state.values["red"] <= 90_000


@pytest.mark.rule("PA-2.1-52", "PA-2.1-56", "PA-SET-H5")
def test_the_attacker_of_a_base_chooses_the_size_of_his_fleet_and_the_defender_has_half_of_it() -> None:
    """The attacker chooses the size of his fleet in points value."""
    game = open_game("open_bombardment")
    order(game, SetSize("fleet", 200_000), ChooseForMe("fleet"))
    spent = sum(item.points for item in game.state.bought["fleet"])
    assert 150_000 < spent <= 200_000
    order(game, Done("fleet"))
    assert game.state.budget["coast"] == spent // 2 + 3_000 * game.state.bombardment_declared


@pytest.mark.rule("PA-SET-H5", "PA-2.1-33")
def test_the_terms_stand_once_something_is_bought_and_only_the_first_buyer_settles_them() -> None:
    game = open_game("open_fleet")
    assert refuses(game, SetSize("blue", 90_500)) == ["PA-2.1-17"]
    assert refuses(game, SetSize("blue", 1_000)) == ["PA-2.1-17"]
    assert refuses(game, SetSize("blue", 150_000)) == ["PA-2.1-17"]
    assert refuses(game, SetHour("blue", "dusk")) == ["PA-3.4-1"]
    assert refuses(game, ChooseChart("blue", 1)) == ["PA-2.1-64"]
    order(game, Buy("blue", "majestic", 1, 1, "1"))
    assert refuses(game, SetSize("blue", 90_000)) == ["PA-SET-H5"]
    assert refuses(game, SetHour("blue", "night")) == ["PA-SET-H5"]
    assert refuses(open_game("open_convoy"), SetSize("convoy", 90_000)) == ["PA-2.1-33"]


# ---------------------------------------------------------------------- day or night, the chart


@pytest.mark.rule("PA-3.4-1", "PA-SET-H5")
@pytest.mark.parametrize("key", ["open_fleet", "open_convoy", "open_bombardment"])
def test_every_open_mission_can_be_fought_by_night(key: str) -> None:
    """Visibility rolls are modified by -3."""
    game = open_game(key)
    press(game, "terms", "Fought by day", "by night")
    assert game.state.night
    seen: list[WeatherFound] = []
    while not seen:
        before = len(game.steps)
        if isinstance(game.submit(Done(game.actor)), Step) or isinstance(game.submit(ChooseForMe(game.actor)), Step):
            seen += [event for step in game.steps[before:] for event in events_of(step.events, WeatherFound)]
        else:
            raise AssertionError(game.state.cursor)
    assert seen[0].night and seen[0].inches <= 48


@pytest.mark.rule("PA-2.1-64", "PA-8-9", "PA-SET-H5")
def test_the_bombardment_chart_is_chosen_and_placed() -> None:
    """The attacker rolls for each straddle on the chosen bombardment chart."""
    game = open_game("open_bombardment")
    press(game, "terms", "the trading port", "the naval base")
    for _ in range(200):
        if game.state.target is not None:
            break
        for command in (Done(game.actor), ChooseForMe(game.actor)):
            if isinstance(game.submit(command), Step):
                break
    assert game.state.target is not None and game.state.target.chart == 2
    assert system().names(game.state)["target"] == "the naval base"
    assert any(event.what == "target" for step in game.steps for event in events_of(step.events, Deployed))


# ---------------------------------------------------------------------- crews


@pytest.mark.rule("PA-2.1-18", "PA-PTS-H2")
def test_every_crew_of_every_purchase_is_a_button_and_costs_what_the_column_says() -> None:
    """These costs can be varied by different levels of crew quality."""
    game = open_game("open_fleet")
    order(game, Buy("blue", "majestic", 2, 1, "1"), Buy("blue", "ikazuchi", 2, 2, "2"))
    prices = game.state.scene.cards["majestic-blue-1"].pv
    press(game, "bought", "Majestic", "poor")
    assert (game.state.bought["blue"][0].quality, game.state.bought["blue"][0].points) == (1, prices[1])
    press(game, "bought", "Majestic", "good")
    assert game.state.bought["blue"][0].points == prices[3]
    press(game, "bought", "and a sister", "one boat")
    boat = game.state.scene.cards["ikazuchi-blue-1"].pv
    assert (game.state.bought["blue"][1].count, game.state.bought["blue"][1].points) == (1, boat[2])


@pytest.mark.rule("PA-2.1-17", "PA-PTS-H2")
def test_a_better_crew_must_be_paid_for() -> None:
    game = open_game("open_fleet")
    order(game, SetSize("blue", 20_000), Buy("blue", "majestic", 1, 1, "1"))
    left = 20_000 - game.state.bought["blue"][0].points
    assert game.state.scene.cards["majestic-blue-1"].pv[3] > 20_000, left
    assert refuses(game, Crew("blue", 1, 3, 1)) == ["PA-2.1-17"]
    assert refuses(game, Crew("blue", 1, 1, 1)) == ["PA-SET-H1"]
    assert refuses(game, Crew("blue", 1, 4, 1)) == ["PA-PTS-H2"]
    assert refuses(game, Crew("blue", 2, 1, 1)) == ["PA-SET-H1"]
    assert refuses(game, Crew("blue", 1, 1, 2)) == ["PA-SET-H1"]


@pytest.mark.rule("PA-PTS-H2")
def test_what_is_too_dear_with_its_usual_crew_is_offered_with_a_cheaper_one() -> None:
    game = open_game("open_fleet")
    prices = game.state.scene.cards["majestic-blue-1"].pv
    points = 20_000
    assert prices[1] <= points < prices[2]
    order(game, SetSize("blue", points))
    cheap = [(words, command) for name, words, command in buttons(game, "sale_BB") if name == "Majestic"]
    assert cheap == [(f"poor crew, {prices[1]:,}: first squadron", Buy("blue", "majestic", 1, 1, "1"))]


@pytest.mark.rule("PA-PTS-H2", "PA-2.2-11")
def test_forts_and_batteries_have_their_crews_too() -> None:
    game = open_game("open_bombardment")
    order(game, ChooseForMe("fleet"), Done("fleet"), Buy("coast", "fort1", 2, 1, ""))
    order(game, Buy("coast", "battery_D_0", 2, 4, ""), Buy("coast", "mines_2_2", 0, 1, ""))
    said = {(name, words) for name, words, command in buttons(game, "bought") if isinstance(command, Crew)}
    assert len(said) == 4 and {words for _, words in said} == {"poor", "good"}
    cost = game.state.bought["coast"][0].points
    order(game, Crew("coast", 1, 1, 1))
    assert game.state.bought["coast"][0].points == cost * 80 // 100
    assert refuses(game, Crew("coast", 3, 1, 1)) == ["PA-PTS-H2"]
    assert refuses(game, Crew("coast", 2, 1, 6)) == ["PA-2.2-1"]
