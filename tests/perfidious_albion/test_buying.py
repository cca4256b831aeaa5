"""Buying forces: budgets of the three missions, squadrons, cargo, declared turns, secrecy, the usual fleet."""

from __future__ import annotations

import pytest

from rules.kernel.flow import check, offers
from rules.perfidious_albion.records.commands import Buy, ChooseForMe, Declare, Load, Sell
from rules.perfidious_albion.records.events import BombardmentDeclared, Bought, CargoLoaded, Sold
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup.buying import (
    check_buy,
    check_declare,
    check_load,
    check_sell,
    close_first,
    owed_forces,
)
from rules.perfidious_albion.setup.prices import budget_of, cargo_of, merchants_value, points_spent, second_budget
from rules.perfidious_albion.setup.purchase_pool import classes_of
from rules.perfidious_albion.squadrons.knowledge import known_state
from tests.perfidious_albion.sea import JAPAN, RUSSIA, events_of, give, rule, system, why
from tests.perfidious_albion.setting_up import at_step, buy, settle_purchases, table

MIKASA = ("mikasa", 2, 1, "1")
LINER = ("hitachi_maru", 1, 1, "1")
ESCORTS = (  # 50,000 together
    ("asama", 2, 1, "2"),
    ("asama", 2, 1, "2"),
    ("asama", 2, 1, "2"),
    ("ikazuchi", 2, 2, "3"),
    ("ikazuchi", 1, 1, "3"),
    ("torpilleur_46", 1, 1, "3"),
)


def fleet(**options: bool) -> State:
    """Japan buys for a fleet engagement."""
    return at_step(table(options=options), "first forces", JAPAN)


def purse(points: int) -> State:
    """Set the points of each fleet."""
    return fleet().but(budget={JAPAN: points, RUSSIA: points})


def convoy() -> State:
    """Russia buys a convoy, Japan will attack it."""
    return at_step(table("convoy", JAPAN), "first forces", RUSSIA)


def base(step: str = "first forces", side: str = JAPAN) -> State:
    """Japan attacks a base."""
    return at_step(table("bombardment", JAPAN), step, side)


def against(state: State, side: str, *item: object) -> list[str]:
    """Return the rules against a purchase."""
    return [reason.rule for reason in check_buy(state, Buy(side, *item))]  # type: ignore[arg-type]


def rules_owed(state: State, side: str) -> list[str]:
    """Return the rules that require a side to do something more."""
    return [reason.rule for reason in owed_forces(state, side)]


# ---------------------------------------------------------------------- missions


@pytest.mark.rule("PA-2.1-1")
def test_there_are_three_missions_to_set_up() -> None:
    assert [table(*game).scene.mission for game in (("fleet",), ("convoy", JAPAN), ("bombardment", JAPAN))] == [
        "fleet",
        "convoy",
        "bombardment",
    ]


@pytest.mark.rule("PA-2.1-2")
def test_a_convoy_attack_and_a_bombardment_need_an_attacker() -> None:
    for mission in ("convoy", "bombardment"):
        assert table(mission, JAPAN).scene.attacker == JAPAN
        with pytest.raises(ValueError, match="PA-2.1-2"):
            table(mission)


# ---------------------------------------------------------------------- fleet


@pytest.mark.rule("PA-2.1-17")
def test_both_fleets_have_150000_points_commanders_included() -> None:
    state = fleet()
    assert (budget_of(state, JAPAN), budget_of(state, RUSSIA)) == (150_000, 150_000)
    state, events = give(state, Buy(JAPAN, *MIKASA))
    state, _ = give(state, Buy(JAPAN, "admiral", 0, 1, "1"))
    assert points_spent(state, JAPAN) == 23_600
    assert events_of(events, Bought)[0].left == 126_500
    rich = buy(state, JAPAN, *[("mikasa", 3, 1, str(label)) for label in (2, 3, 4, 5)])
    assert points_spent(rich, JAPAN) == 141_200
    assert against(rich, JAPAN, "mikasa", 2, 1, "6") == ["PA-2.1-17"]
    assert against(rich, JAPAN, "varyag", 1, 1, "6") == []


@pytest.mark.rule("PA-2.1-17")
def test_a_squadron_has_one_commander_and_he_needs_ships() -> None:
    state = buy(fleet(), JAPAN, MIKASA, ("admiral", 0, 1, "1"))
    assert against(state, JAPAN, "admiral", 0, 1, "1") == ["PA-2.1-17"]
    assert against(state, JAPAN, "admiral", 0, 1, "2") == ["PA-2.1-17"]
    assert settle_purchases(buy(state, RUSSIA, ("varyag", 2, 1, "1"))).admirals == {JAPAN: 1, RUSSIA: 0}


@pytest.mark.rule("PA-2.1-19")
@pytest.mark.rule("PA-2.1-39")
def test_either_side_may_buy_minefields_in_a_fleet_engagement_and_a_convoy_attack() -> None:
    for side in (JAPAN, RUSSIA):
        assert against(fleet(), side, "mines_4_3", 0, 1, "") == []
    assert against(buy(convoy(), RUSSIA, ("cargo", 0, 100, "")), RUSSIA, "mines_4_3", 0, 1, "") == []
    rich = convoy().but(budget={JAPAN: 70_000, RUSSIA: 0})
    assert against(rich, JAPAN, "mines_4_3", 0, 1, "") == []


@pytest.mark.rule("PA-SCN-H1")
def test_only_classes_of_the_year_are_on_sale() -> None:
    assert "dreadnought" not in classes_of(table().scene.scenario)  # 1906, the battle is in 1904
    assert against(fleet(), JAPAN, "dreadnought", 2, 1, "1") == ["PA-SCN-H1"]
    assert "design:vampire_1898" in classes_of(table().scene.scenario)  # a design of the dockyard, fit to sail
    assert against(fleet(), JAPAN, "design:vampire_1898", 2, 1, "1") == []
    assert against(fleet(), JAPAN, "x" * 9_000, 2, 1, "1") == ["PA-SCN-H1"]


@pytest.mark.rule("PA-SET-H1")
def test_what_a_purchase_must_look_like() -> None:
    state = fleet()
    assert against(state, JAPAN, "mikasa", 4, 1, "1") == ["PA-PTS-H2"]
    assert against(state, JAPAN, "mikasa", 2, 2, "1") == ["PA-SET-H1"]  # ships one by one
    assert against(state, JAPAN, "ikazuchi", 2, 2, "1") == []  # boats in pairs
    assert against(state, JAPAN, "ikazuchi", 2, 3, "1") == ["PA-SET-H1"]
    assert against(state, JAPAN, "mikasa", 2, 1, "7") == ["PA-SET-H1"]
    assert against(state, JAPAN, "mines_4_3", 2, 1, "") == ["PA-SET-H1"]
    assert against(state, JAPAN, "mines_4_3", 0, 1, "1") == ["PA-SET-H1"]
    eight = buy(state, JAPAN, *[("ikazuchi", 2, 2, "1")] * 8)
    assert against(eight, JAPAN, "ikazuchi", 2, 2, "1") == ["PA-SET-H1"]
    assert "PA-SET-H1" in against(
        buy(state, JAPAN, *[("varyag", 1, 1, str(1 + n // 8)) for n in range(10)]), JAPAN, *("varyag", 1, 1, "3")
    )


def test_a_purchase_may_be_given_back() -> None:
    state = buy(fleet(), JAPAN, MIKASA, ("varyag", 2, 1, "1"))
    sold, events = give(state, Sell(JAPAN, 1))
    assert [item.what for item in sold.bought[JAPAN]] == ["varyag"]
    assert events_of(events, Sold)[0].left == 139_400
    assert [reason.rule for reason in check_sell(state, Sell(JAPAN, 3))] == ["PA-SET-H1"]
    assert check_sell(state, Sell(JAPAN, 0)) and check_sell(state, Sell(JAPAN, -1))


def test_a_side_must_buy_a_ship() -> None:
    assert rules_owed(fleet(), JAPAN) == ["PA-2.1-17"]
    assert rules_owed(buy(purse(24_000), JAPAN, MIKASA), JAPAN) == ["PA-2.1-17"]
    assert rules_owed(buy(purse(23_549), JAPAN, MIKASA), JAPAN) == []


@pytest.mark.rule("PA-SET-H6")
def test_a_side_goes_on_buying_while_what_is_left_pays_a_warship() -> None:
    """The cheapest on sale is a torpedo boat at 50 points; Mikasa costs 23,500."""
    for left, due in ((49, []), (50, ["PA-2.1-17"]), (500, ["PA-2.1-17"])):
        state = buy(purse(23_500 + left), JAPAN, MIKASA)
        assert rules_owed(state, JAPAN) == due


@pytest.mark.rule("PA-2.1-56")
def test_the_defender_of_a_base_spends_what_his_forces_total_and_the_attacker_chooses_his_size() -> None:
    state = table("bombardment", JAPAN, bombardment_declared=6, budget={JAPAN: 100_000, RUSSIA: 68_000})
    assert rules_owed(buy(state, JAPAN, MIKASA), JAPAN) == []
    assert rules_owed(buy(state, RUSSIA, ("fort2", 2, 1, "")), RUSSIA) == ["PA-2.1-56"]


@pytest.mark.rule("PA-SET-H2")
def test_purchases_are_secret_unless_the_players_buy_in_the_open() -> None:
    secret, events = give(fleet(), Buy(JAPAN, *MIKASA))
    assert events_of(events, Bought)[0].to == (JAPAN,)
    assert known_state(secret, RUSSIA).bought[JAPAN] == () and known_state(secret, JAPAN).bought[JAPAN]
    shown, events = give(fleet(open_forces=True), Buy(JAPAN, *MIKASA))
    assert events_of(events, Bought)[0].to == ()
    assert known_state(shown, RUSSIA).bought[JAPAN]


# ---------------------------------------------------------------------- convoy


@pytest.mark.rule("PA-2.1-33")
def test_cargo_is_bought_in_steps_of_10000_and_100000_at_least() -> None:
    assert against(convoy(), RUSSIA, "cargo", 0, 95, "") == ["PA-2.1-33"]
    assert against(convoy(), RUSSIA, "cargo", 0, 0, "") == ["PA-2.1-33"]
    few = buy(convoy(), RUSSIA, ("cargo", 0, 90, ""), LINER)
    assert "PA-2.1-33" in rules_owed(few, RUSSIA)
    enough = buy(few, RUSSIA, ("cargo", 0, 10, ""))
    assert cargo_of(enough, RUSSIA) == 100_000 and "PA-2.1-33" not in rules_owed(enough, RUSSIA)
    assert against(convoy(), JAPAN, "cargo", 0, 100, "") == ["PA-2.1-33"]


@pytest.mark.rule("PA-2.1-34")
def test_escorts_are_worth_half_of_the_cargo() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""))
    assert budget_of(state, RUSSIA) == 50_000
    state = buy(state, RUSSIA, ("tsesarevich", 2, 1, "2"), ("tsesarevich", 2, 1, "2"))  # 40,800
    assert against(state, RUSSIA, "varyag", 2, 1, "2") == ["PA-2.1-34"]
    assert against(state, RUSSIA, "varyag", 1, 1, "2") == []
    poor = buy(convoy(), RUSSIA, ("tsesarevich", 2, 1, "2"), LINER)
    assert "PA-2.1-34" in rules_owed(poor, RUSSIA)


@pytest.mark.rule("PA-2.1-34")
def test_escorts_equal_half_the_cargo_so_a_convoy_does_not_sail_without_them() -> None:
    """He then purchases escorts equal in points value to one half the cargo value."""
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""), ("tramp", 2, 1, "1"))
    ship = next(item.id for item in state.bought[RUSSIA] if item.id)
    loaded, _ = give(state, Load(RUSSIA, ship, 100))
    assert rules_owed(loaded, RUSSIA) == ["PA-2.1-34"]
    assert rules_owed(buy(loaded, RUSSIA, *ESCORTS), RUSSIA) == []


@pytest.mark.rule("PA-2.1-38")
def test_the_attackers_ships_equal_the_escorts_bought_and_half_the_merchants() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""), ("tramp", 2, 1, "1"), ("asama", 2, 1, "2"))
    first, _ = rule(state, close_first)  # escorts of 15,950, not of the 50,000 they might have cost; a tramp of 4,650
    assert first.budget[JAPAN] == 15_950 + 2_325
    assert rules_owed(buy(first, JAPAN, ("varyag", 2, 1, "1")), JAPAN) == ["PA-2.1-38"]


@pytest.mark.rule("PA-2.1-35")
def test_the_convoy_has_at_least_one_merchant_which_costs_about_10000_and_no_escorts_points() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""))
    assert "PA-2.1-35" in rules_owed(state, RUSSIA)
    with_liner = buy(state, RUSSIA, ("hitachi_maru", 2, 1, "1"))
    assert "PA-2.1-35" not in rules_owed(with_liner, RUSSIA)
    assert (merchants_value(with_liner, RUSSIA), points_spent(with_liner, RUSSIA)) == (10_000, 0)
    assert against(fleet(), JAPAN, *LINER) == ["PA-2.1-35"]
    assert against(with_liner, RUSSIA, "varyag", 2, 1, "1") == ["PA-SET-H1"]  # not among the merchants


@pytest.mark.rule("PA-2.1-36")
def test_cargo_is_allotted_in_whole_thousands_and_all_of_it() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""), LINER, LINER, *ESCORTS)
    first, second, *_ = (item.id for item in state.bought[RUSSIA] if item.id)
    loaded, events = give(state, Load(RUSSIA, first, 25))
    assert events_of(events, CargoLoaded)[0].points == 25_000
    assert rules_owed(loaded, RUSSIA) == ["PA-2.1-36"]  # the escorts are bought
    assert why(loaded, Load(RUSSIA, second, 76)) == ["PA-2.1-36"]
    full, _ = give(loaded, Load(RUSSIA, second, 75))
    assert rules_owed(full, RUSSIA) == []
    assert [reason.rule for reason in check_load(full, Load(RUSSIA, "nobody", 5))] == ["PA-2.1-36"]


@pytest.mark.rule("PA-2.1-37")
def test_one_ship_may_carry_all_and_the_others_sail_empty() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""), LINER, LINER, *ESCORTS)
    first = next(item.id for item in state.bought[RUSSIA] if item.id)
    assert rules_owed(give(state, Load(RUSSIA, first, 100))[0], RUSSIA) == []


@pytest.mark.rule("PA-2.1-38")
def test_the_attacker_has_the_value_of_the_escorts_and_half_of_the_merchants() -> None:
    state = buy(convoy(), RUSSIA, ("cargo", 0, 100, ""), *[("hitachi_maru", 2, 1, "1")] * 4)
    escorts = [("asama", 2, 1, "2"), ("asama", 2, 1, "2"), ("varyag", 2, 1, "3")]
    state = buy(
        state, RUSSIA, *escorts, *[("ikazuchi", 2, 2, "4")] * 4, ("hayabusa", 2, 2, "4"), ("hayabusa", 2, 1, "4")
    )
    assert (points_spent(state, RUSSIA), merchants_value(state, RUSSIA)) == (50_000, 40_000)
    assert second_budget(state)[JAPAN] == 70_000


# ---------------------------------------------------------------------- bombardment


@pytest.mark.rule("PA-2.1-52")
def test_the_attacker_of_a_base_declares_2_to_8_turns() -> None:
    state = buy(base(), JAPAN, MIKASA)
    assert rules_owed(state, JAPAN) == ["PA-2.1-52"]
    for turns in (1, 9, -3, 10**18):
        assert [reason.rule for reason in check_declare(state, Declare(JAPAN, turns))] == ["PA-2.1-52"]
    declared, events = give(state, Declare(JAPAN, 6))
    assert declared.bombardment_declared == 6 and rules_owed(declared, JAPAN) == []
    assert events_of(events, BombardmentDeclared)[0].turns == 6
    assert [reason.rule for reason in check_declare(state, Declare(RUSSIA, 6))] == ["PA-2.1-52"]


@pytest.mark.rule("PA-2.1-52", "PA-2.1-56")
def test_nobody_but_the_attacker_has_points_before_he_has_bought() -> None:
    state = base()
    assert budget_of(state, JAPAN) == state.scene.charts.victory.bombardment_points > 0
    assert budget_of(state, RUSSIA) == 0
    assert "PA-2.1-56" in against(state, RUSSIA, "fort1", 2, 1, "")


@pytest.mark.rule("PA-2.1-53")
def test_the_attacker_needs_a_gun_of_type_d_or_heavier() -> None:
    weak = buy(base(), JAPAN, ("varyag", 2, 1, "1")).but(bombardment_declared=4)
    assert rules_owed(weak, JAPAN) == ["PA-2.1-53"]
    assert rules_owed(buy(weak, JAPAN, ("asama", 2, 1, "1")), JAPAN) == []


@pytest.mark.rule("PA-2.1-55")
def test_the_attacker_of_a_base_may_not_use_minefields() -> None:
    assert against(base(), JAPAN, "mines_4_3", 0, 1, "") == ["PA-2.1-55"]


@pytest.mark.rule("PA-2.1-56")
def test_the_defender_has_half_the_attackers_value_and_3000_a_turn() -> None:
    state = buy(base(), JAPAN, *[("majestic", 2, 1, "1")] * 4, ("varyag", 2, 1, "2"), *[("ikazuchi", 2, 2, "3")] * 2)
    state = buy(state, JAPAN, *[("admiral", 0, 1, label) for label in ("1", "2", "3")])
    state = state.but(bombardment_declared=6)
    assert points_spent(state, JAPAN) == 99_900
    assert second_budget(state)[RUSSIA] == 49_950 + 18_000
    exact = state.but(budget={JAPAN: 100_000, RUSSIA: 68_000})
    for item in (("fort1", 2, 1, ""), ("battery_D_0", 2, 4, ""), ("mines_4_3", 0, 1, ""), ("varyag", 2, 1, "1")):
        assert against(exact, RUSSIA, *item) == []
    assert against(exact.but(budget={RUSSIA: 2_999}), RUSSIA, "fort1", 2, 1, "") == ["PA-2.1-56"]
    assert against(fleet(), JAPAN, "fort1", 2, 1, "") == ["PA-2.1-56"]
    assert against(fleet(), JAPAN, "battery_D_0", 2, 4, "") == ["PA-2.1-56"]
    assert rules_owed(exact.but(budget={RUSSIA: 0}), RUSSIA) == []  # he need not buy ships


# ---------------------------------------------------------------------- offers and the usual fleet


@pytest.mark.parametrize(
    ("state", "side"), [(fleet(), JAPAN), (convoy(), RUSSIA), (base(), JAPAN)], ids=("fleet", "convoy", "base")
)
def test_what_is_offered_is_legal_and_the_usual_forces_owe_nothing(state: State, side: str) -> None:
    for offer in offers(system(), state):
        assert all(check(system(), state, command) == () for command in offer.commands), offer.label
    usual, _ = give(state, ChooseForMe(side))
    assert rules_owed(usual, side) == []
    assert points_spent(usual, side) > budget_of(usual, side) * 85 // 100
    assert why(usual, ChooseForMe(side)) == ["PA-SET-H1"]
    again, _ = give(buy(state, side, MIKASA), ChooseForMe(side))
    assert again.bought == usual.bought
