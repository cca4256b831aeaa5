"""The purchase page: its orders are legal, the other side's list stays hidden, computer players spend their points."""

from __future__ import annotations

import pytest

from rules.kernel.inches import Point
from rules.kernel.system import parse_command
from rules.kernel.view import Panel
from rules.perfidious_albion import SYSTEM
from rules.perfidious_albion.records.commands import Buy, ChooseForMe, Launch, PickTerrain, Salvo
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup.terrain_placement import piece_of
from rules.perfidious_albion.shown.nearest_order import nearest_command
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, system
from tests.perfidious_albion.setting_up import after, at_step, buy, settle_purchases, table

score = SYSTEM.score


def shop(mission: str = "fleet", attacker: str = "", step: str = "first forces", side: str = JAPAN) -> State:
    return at_step(table(mission, attacker), step, side)


def page(state: State, side: str) -> tuple[Panel, ...]:
    return system().view(system().known_state(state, side), side).page


def orders(panels: tuple[Panel, ...]) -> list[str]:
    return [text for panel in panels for row in panel.orders for _, text in row]


@pytest.mark.parametrize(
    ("state", "side"),
    [
        (shop(), JAPAN),
        (shop("convoy", RUSSIA), JAPAN),
        (shop("bombardment", JAPAN), JAPAN),
        (shop("bombardment", JAPAN, "second forces", RUSSIA).but(budget={JAPAN: 100_000, RUSSIA: 60_000}), RUSSIA),
    ],
)
def test_every_order_on_the_page_is_one_the_game_takes(state: State, side: str) -> None:
    for _ in range(2):
        listed = orders(page(state, side))
        assert len(listed) >= 5
        for text in listed:
            command = parse_command(system(), side, text)
            verb = system().sequence[state.cursor.phase].verbs[type(command)]
            assert not verb.check(state, command), text
        if not state.bought[side]:
            state = after(state, ChooseForMe(side))


def test_a_row_of_the_page_stands_for_one_row_of_orders() -> None:
    for panel in page(shop("bombardment", JAPAN), JAPAN):
        assert not panel.orders or len(panel.orders) == len(panel.rows)


@pytest.mark.rule("PA-SET-H2")
def test_a_side_reads_its_own_list_alone_while_the_other_buys() -> None:
    state = buy(shop(), JAPAN, ("mikasa", 3, 1, "1"))
    hers = page(state, RUSSIA)
    assert hers and not orders(hers)
    assert "Mikasa" not in str(hers)
    assert "Mikasa" in str(page(state, JAPAN))


def test_the_page_is_gone_when_both_have_bought() -> None:
    state = at_step(settle_purchases(buy(shop(), JAPAN, ("mikasa", 3, 1, "1"))), "terrain", JAPAN)
    assert page(state, JAPAN) == page(state, RUSSIA) == ()


def test_a_computer_player_would_rather_have_the_usual_forces_than_points_in_hand() -> None:
    state = shop()
    usual, one = after(state, ChooseForMe(JAPAN)), after(state, Buy(JAPAN, "mikasa", 3, 1, "1"))
    assert score(usual, JAPAN) > score(one, JAPAN) > score(state, JAPAN)


@pytest.mark.rule("PA-6.1-5")
def test_boats_launch_towards_any_place_pointed_at() -> None:
    sea = Sea().ship("Ikazuchi", JAPAN, (36, 36), kind="ikazuchi", boats=2, squadron="boats")
    state = sea.at("torpedoes")
    assert nearest_command(state, Salvo(JAPAN, "ikazuchi", "", 0, 4), (46_000, 36_000), None) == Salvo(
        JAPAN, "ikazuchi", "", 90, 4
    )


@pytest.mark.rule("PA-SET-H1")
@pytest.mark.parametrize("at", [(36_000, 3_000), (36_000, 70_000), (3_000, 36_000), (70_000, 36_000), (20_000, 30_000)])
def test_terrain_that_lies_against_an_edge_is_slid_to_the_nearest_one_where_it_is_pointed_at(at: Point) -> None:
    state = at_step(table(picker=JAPAN), "terrain", JAPAN, RUSSIA)
    wide, high = state.scene.width, state.scene.height
    found = nearest_command(state, PickTerrain(JAPAN, "peninsula", 0, 0, 0), at, None)
    assert isinstance(found, PickTerrain)
    shape = piece_of(state, found).shape
    gaps = [
        min(x for x, _ in shape),
        wide - max(x for x, _ in shape),
        min(y for _, y in shape),
        high - max(y for _, y in shape),
    ]
    assert min(abs(gap) for gap in gaps) <= 100  # an order is in tenths of an inch
    unmoved = piece_of(state, found.but(x=at[0] // 100, y=at[1] // 100)).shape
    before = [min(x for x, _ in unmoved), wide - max(x for x, _ in unmoved)]
    before += [min(y for _, y in unmoved), high - max(y for _, y in unmoved)]
    nearest = min(range(4), key=lambda number: abs(before[number]))
    assert abs(gaps[nearest]) <= 100
    assert (found.x == at[0] // 100) or (found.y == at[1] // 100)  # slid along one way alone


@pytest.mark.rule("PA-6.1-3")
def test_a_fixed_tube_launches_on_the_bearing_nearest_to_the_place_pointed_at() -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0).at("torpedoes")
    assert nearest_command(state, Launch(JAPAN, "mikasa", "2/6", 0, 1), (46_000, 30_000), None) == Launch(
        JAPAN, "mikasa", "2/6", 90, 1
    )
    away = nearest_command(state, Launch(JAPAN, "mikasa", "2/6", 0, 1), (36_500, 20_000), None)
    assert isinstance(away, Launch) and away.bearing not in (90, 270)  # told why not, and not turned out of sight
