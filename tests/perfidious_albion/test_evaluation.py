"""The evaluation of computer players.

Damage, range, formation, torpedoes, dangers ahead, and each mission's objectives.
"""

from __future__ import annotations

import pytest

from rules.kernel.flow import Command, Done
from rules.kernel.session import Session, Step
from rules.kernel.system import parse_command
from rules.kernel.view import Outcome, Panel
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.records.commands import Buy, ChooseChart, ChooseForMe, Crew, SetHour, SetSize
from rules.perfidious_albion.records.events import Deployed, WeatherFound
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.shown.evaluation import barrage, load_weights
from tests.conftest import scenario_named
from tests.perfidious_albion.orders import order, refuses
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, system
from tests.perfidious_albion.test_view import duel, torpedoes

score = SYSTEM.score


def worth(sea: Sea, side: str = JAPAN) -> int:
    return score(sea.at("action"), side)


def with_ship_fields(state: State, name: str, **fields: object) -> State:
    return state.but(ships={**state.ships, name: state.ships[name].but(**fields)})


@pytest.mark.parametrize(
    "fields",
    [
        {"struck": box_bit(3, 2) | box_bit(8, 2)},
        {"floods": 6},
        {"fires": 2},
        {"steering": "jammed"},
        {"props_lost": 6},
        {"morale": "withdrawing"},
        {"gone": "sunk"},
    ],
)
def test_every_loss_makes_a_position_worse_for_its_owner_and_better_for_the_enemy(fields: dict[str, object]) -> None:
    state = duel().at("action")
    worse = with_ship_fields(state, "tsesarevich", **fields)
    if fields.get("gone"):
        worse = worse.but(lost_points={RUSSIA: 20_400, JAPAN: 0})
    assert score(worse, JAPAN) > score(state, JAPAN)
    assert score(worse, RUSSIA) < score(state, RUSSIA)


def test_more_guns_bear_on_the_broadside_than_ahead() -> None:
    fore_and_aft = (("A", 2, ((-135, 135),)), ("A", 2, ((45, 315),)))
    ahead, abeam = (0, -12_000), (12_000, 0)
    by_bow, by_beam = (barrage(fore_and_aft, 0, 0, 0, *there, 60_000, 4) for there in (ahead, abeam))
    assert by_beam == 2 * by_bow > 0


def test_guns_promise_nothing_beyond_visibility_or_range() -> None:
    guns = (("E", 6, ((0, 360),)),)
    assert barrage(guns, 0, 0, 0, 5_000, 0, 60_000, 0) > barrage(guns, 0, 0, 0, 15_000, 0, 60_000, 0) > 0
    assert barrage(guns, 0, 0, 0, 15_000, 0, 12_000, 0) == barrage(guns, 0, 0, 0, 40_000, 0, 60_000, 0) == 0


def test_a_ship_out_of_range_is_worth_more_the_nearer_she_comes() -> None:
    def at(x: float) -> int:
        return worth(
            Sea()
            .ship("Mikasa", JAPAN, (x, 36), 90)
            .ship("Tsesarevich", RUSSIA, (66, 36), 270)
            .having(visibility=24_000)
        )

    assert at(20) > at(12) > at(6)


def test_a_ship_out_of_formation_is_worth_less() -> None:
    state = duel().at("action")
    assert score(with_ship_fields(state, "asama", x=22_000), JAPAN) < score(state, JAPAN)


def test_torpedoes_before_a_ship_are_a_danger_to_her_and_a_hope_for_their_owner() -> None:
    state = duel().at("action")
    laid = torpedoes(state)
    assert score(laid, JAPAN) < score(state, JAPAN)
    assert score(laid, RUSSIA) > score(state, RUSSIA)


def test_torpedoes_still_in_the_tubes_are_worth_something_to_their_owner_and_a_danger_to_the_enemy() -> None:
    state = duel().at("action")
    spent = with_ship_fields(state, "mikasa", loaded=())
    assert state.ships["mikasa"].loaded
    assert score(spent, JAPAN) < score(state, JAPAN)
    assert score(spent, RUSSIA) > score(state, RUSSIA)


def test_land_and_mines_ahead_make_a_place_worse() -> None:
    clear = worth(duel())
    assert worth(duel().land("rocks", (33, 32), (42, 32), (42, 40), (33, 40))) < clear
    assert worth(duel().mines("field", RUSSIA, (42, 36), 8, 3)) < clear


EXITS = {"east": ((60, 30), 1, 0), "west": ((0, 30), -1, 0), "north": ((30, 0), 0, -1), "south": ((30, 60), 0, 1)}


def outward_bound(edge: str, away: float, aside: float = 0, cargo: int = 50_000) -> State:
    """Return a liner bound out by an exit box in the middle of an edge, so many inches inside (or beyond) that edge."""
    corner, dx, dy = EXITS[edge]
    entry = {"east": (0, 30), "west": (60, 30), "north": (30, 60), "south": (30, 0)}[edge]
    x = {1: 72 - away, -1: away, 0: 36 + aside}[dx]
    y = {1: 72 - away, -1: away, 0: 36 + aside}[dy]
    heading = {"east": 90, "west": 270, "north": 0, "south": 180}[edge]
    sea = Sea("convoy", attacker=RUSSIA)
    sea.ship("Hitachi Maru", JAPAN, (36, 36), heading, kind="hitachi_maru", cargo=cargo)
    sea.ship("Varyag", RUSSIA, (36, 36), 180 - heading).box("entry", entry).box("exit", corner)
    state = sea.having(cargo_total=100_000).at("action")
    ships = {**state.ships, "varyag": state.ships["varyag"].but(gone="sunk")}
    return with_ship_fields(state.but(ships=ships), "hitachi-maru", x=round(x * 1000), y=round(y * 1000), moved=True)


@pytest.mark.rule("PA-2.1-49")
@pytest.mark.parametrize("cargo", [50_000, 0])
@pytest.mark.parametrize("edge", EXITS)
def test_a_merchant_is_worth_more_the_nearer_she_is_to_the_edge_she_leaves_by(edge: str, cargo: int) -> None:
    """Her value once fell as she entered the exit box, so the computer's convoy stopped in front of it."""
    steps = [away / 4 for away in range(4 * 50, -1, -1)]
    worths = [score(outward_bound(edge, away, cargo=cargo), JAPAN) for away in steps]
    assert worths == sorted(worths)
    assert len(set(worths)) == len(worths)
    beyond = score(outward_bound(edge, -0.25, cargo=cargo), JAPAN)
    out = with_ship_fields(outward_bound(edge, 0, cargo=cargo), "hitachi-maru", gone="exited").but(cargo_exited=cargo)
    assert score(out, JAPAN) >= beyond >= worths[-1]


@pytest.mark.rule("PA-2.1-48")
@pytest.mark.parametrize("edge", EXITS)
def test_a_merchant_beside_her_exit_is_worth_more_the_nearer_she_comes_to_the_box(edge: str) -> None:
    worths = [score(outward_bound(edge, 9, aside / 2), JAPAN) for aside in range(2 * 30, -1, -1)]
    assert worths == sorted(worths)
    assert worths[-1] > worths[0]


def test_a_bombarder_is_worth_more_the_nearer_she_is_to_the_target() -> None:
    def at(y: float) -> int:
        sea = Sea("bombardment", attacker=JAPAN).ship("Mikasa", JAPAN, (36, y), 180).target(2, RUSSIA, (36, 66))
        return worth(sea.ship("Varyag", RUSSIA, (60, 66), 270))

    assert at(30) > at(20) > at(10)


def test_a_ship_without_orders_counts_where_she_is_bound() -> None:
    state = duel().action("Mikasa")
    straight = with_ship_fields(state, "mikasa", x=37_000, moved=True)
    assert abs(score(straight, JAPAN) - score(state, JAPAN)) < 12_000  # half a hundredth of her


def test_a_battle_won_is_worth_more_than_any_other_position() -> None:
    state = duel().at("action")
    over = state.but(outcome=Outcome(JAPAN, "Victory for Japan", "", "PA-3.2-1"))
    assert score(over, JAPAN) > score(state, JAPAN) > score(over, RUSSIA)


def test_a_ship_aground_lies_worse_than_one_with_land_ahead_of_her() -> None:
    """A ship aground once had no danger ahead any more, so computer players ran theirs aground to be rid of it."""
    state = duel().at("action")
    assert score(with_ship_fields(state, "tsesarevich", speed=0, stopped="aground"), RUSSIA) < score(state, RUSSIA)
    judged = load_weights()
    assert judged.aground > 2 * judged.ahead, "land and rocks in one place, and more"


def test_searchlights_cost_more_than_to_stand_easy() -> None:
    """Four battleships once used searchlights without an enemy near: that cost less than ending the activation."""
    assert load_weights().lit > load_weights().in_action


def open_game(key: str, seed: int = 3) -> Session:
    return Session(system(), scenario_named("perfidious_albion", key), None, {}, seed=seed)


def buttons(game: Session, panel: str) -> list[tuple[str, str, Command]]:
    """Yield the row, the text and the order of each button of a panel of the purchase page."""
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
