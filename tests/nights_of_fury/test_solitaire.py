"""The solitaire chart: its rows and modifiers, and whole battles by its only offers."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Done
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.nights_of_fury.commands import Consult, MakeSmoke, Shelter
from rules.nights_of_fury.consulting import check_consult, owed_consult
from rules.nights_of_fury.events import (
    ChartConsulted,
)
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import RADAR
from rules.nws.commands import Detach, Form, StarShell
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes
from tests.nights_of_fury.under_chart import AMERICANS, JAPANESE, acting, consult, meeting, modifiers_of

# ---------------------------------------------------------------------- the rows


@pytest.mark.rule("NoF-AI-H1")
@pytest.mark.parametrize(
    ("total", "action"),
    [
        (-4, "close"),
        (3, "close"),
        (4, "hold"),
        (5, "hold"),
        (6, "increase"),
        (7, "evade"),
        (8, "evade"),
        (9, "disengage"),
        (14, "disengage"),
    ],
)
def test_the_total_of_the_roll_gives_the_action(total: int, action: str) -> None:
    charts = load_solitaire()
    assert charts.rows[charts.row_of(total)].action == action


@pytest.mark.rule("NoF-AI-H1", "NoF-AI-H3")
def test_the_roll_carries_every_modifier_with_its_rule_and_the_event_its_row() -> None:
    battle, state = meeting(d=1)
    after, events = battle.do(state, Consult("IJN", "ours"), 4)
    rolled, event = events_of(events, Rolled)[0], events_of(events, ChartConsulted)[0]
    assert rolled.rule == "NoF-AI-H1"
    assert {(found.value, found.rule) for found in rolled.modifiers} == {(-1, "NoF-AI-H3"), (1, "NoF-AI-H2")}
    assert (rolled.total, event.total, event.row, event.action) == (4, 4, 1, "hold")
    assert after.divisions["ours"].action == "hold"
    assert after.divisions["ours"].consulted


@pytest.mark.rule("NoF-AI-H1")
def test_the_chart_must_be_consulted_for_each_division_once_a_turn_and_in_order() -> None:
    battle, state = meeting()
    assert battle.list_offers(state, Consult) == [Consult("IJN", "ours")]
    assert rules_of(battle.check(state, Done("IJN"))) == ["NoF-AI-H1"]
    after, _ = consult(battle, state, 3)
    assert rules_of(battle.check(after, Consult("IJN", "ours"))) == ["NoF-AI-H1"]
    assert battle.list_offers(after, Consult) == []
    assert owed_consult(after, "IJN") == ()


@pytest.mark.rule("NoF-AI-H1")
def test_nobody_consults_the_chart_for_a_side_it_does_not_command_or_for_nothing() -> None:
    battle, state = meeting()
    reasons = battle.verb_check("orders", state, Consult("USN", "foe"))
    assert rules_of(reasons) == ["NoF-AI-H1"]
    assert "not commanded by the solitaire chart" in reasons[0].reason
    assert rules_of(check_consult(state, Consult("IJN", "nonsense"))) == ["NoF-AI-H1"]
    assert rules_of(check_consult(state, Consult("IJN", "foe"))) == ["NoF-AI-H1"]


@pytest.mark.rule("NoF-AI-H1", "NoF-SUR-H1")
def test_a_surprised_side_owes_the_chart_nothing() -> None:
    battle = Battle().chart("IJN").surprise("IJN").division("ours", "IJN", JAPANESE, 6)
    state = battle.division("foe", "USN", AMERICANS, 4).at("orders", "IJN")
    assert owed_consult(state, "IJN") == ()
    assert "NoF-SUR-H1" in rules_of(check_consult(state, Consult("IJN", "ours")))


@pytest.mark.rule("NoF-AI-H1")
def test_a_side_under_the_chart_is_offered_no_orders_of_its_own() -> None:
    battle, state = meeting()
    kinds = {type(command) for offer in battle.offers(state) for command in offer.commands}
    assert kinds == {Consult}
    for command in (Form("IJN", "ours", "ahead"), Detach("IJN", "kagero")):
        assert rules_of(battle.check(state, command)) == ["NoF-AI-H1"]
    moving = acting(state, "hold").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    for order in (MakeSmoke("IJN", "ours"), Shelter("IJN", "ours")):
        assert battle.check(moving, order)
    looking = state.but(cursor=battle.cursor("spotting", queue=("IJN", "USN")))
    assert battle.check(looking, StarShell("IJN", "kagero", "foe"))


# ---------------------------------------------------------------------- the modifiers


@pytest.mark.rule("NoF-AI-10", "NoF-AI-11", "NoF-AI-H2")
@pytest.mark.parametrize(("level", "value", "rule"), [(1, 1, "NoF-AI-H2"), (2, 2, "NoF-AI-H2"), (3, 4, "NoF-AI-10")])
def test_the_worst_damage_in_the_division_counts_four_when_heavy(level: int, value: int, rule: str) -> None:
    _, state = meeting(side="USN")
    hurt = with_changes(state, "laffey", structure=level)
    assert modifiers_of(hurt, rule) == [value]
    assert 5 not in modifiers_of(hurt)
    flooded = with_changes(state, "laffey", flotation=level)
    assert modifiers_of(flooded, rule) == [value]


@pytest.mark.rule("NoF-AI-10")
def test_heavy_damage_counts_once_however_many_ships_have_it() -> None:
    _, state = meeting(side="USN")
    both = with_changes(with_changes(state, "laffey", structure=3), "buchanan", structure=3)
    assert modifiers_of(both, "NoF-AI-10") == [4]


@pytest.mark.rule("NoF-BASE-1", "NoF-AI-11")
def test_the_option_brings_the_printed_five_back() -> None:
    _, state = meeting(side="USN", heavy_plus_four=False)
    hurt = with_changes(state, "laffey", structure=3)
    assert modifiers_of(hurt, "NoF-BASE-1") == [5]
    assert modifiers_of(hurt, "NoF-AI-10") == []


@pytest.mark.rule("NoF-AI-H3")
def test_japan_adds_minus_one_and_the_united_states_nothing() -> None:
    assert modifiers_of(meeting(side="IJN")[1], "NoF-AI-H3") == [-1]
    assert modifiers_of(meeting(side="USN")[1], "NoF-AI-H3") == []


@pytest.mark.rule("NoF-AI-H2")
@pytest.mark.parametrize(("d", "value"), [(0, 2), (1, 1), (2, 0)])
def test_a_near_enemy_makes_it_careful(d: int, value: int) -> None:
    assert sum(modifiers_of(meeting(d=d)[1], "NoF-AI-H2")) == value


@pytest.mark.rule("NoF-AI-H2")
def test_a_far_enemy_and_torpedoes_left_make_it_bold() -> None:
    _, state = meeting(d=5)
    assert modifiers_of(state, "NoF-AI-H2") == [-1, -1]  # five bands or more; torpedoes left from three bands on
    assert modifiers_of(meeting(d=3)[1], "NoF-AI-H2") == [-1]


@pytest.mark.rule("NoF-AI-H2")
def test_spent_torpedoes_count_two() -> None:
    _, state = meeting(d=2)
    spent = with_changes(with_changes(state, "kagero", salvos=0), "kuroshio", salvos=0)
    assert modifiers_of(spent, "NoF-AI-H2") == [2]
    assert modifiers_of(with_changes(state, "kagero", salvos=0), "NoF-AI-H2") == []


@pytest.mark.rule("NoF-AI-H2")
@pytest.mark.parametrize(
    ("own", "enemy", "value"), [(8, 4, [-1]), (7, 4, []), (4, 8, [1]), (5, 8, []), (3, 9, [2]), (4, 9, [1])]
)
def test_firepower_against_that_of_the_enemy_in_contact_counts(own: int, enemy: int, value: list[int]) -> None:
    battle = Battle().chart("USN")
    battle.division("ours", "USN", ["Laffey"], 5, changes={"firepower": own})
    state = (
        battle.division("foe", "IJN", ["Kagero"], 7, changes={"firepower": enemy})
        .knows("USN", "foe", RADAR)
        .at("orders")
    )
    assert modifiers_of(state, "NoF-AI-H2") == value


@pytest.mark.rule("NoF-AI-H2")
def test_a_run_and_a_bombardment_press_on() -> None:
    assert modifiers_of(meeting(side="USN", traits=("run",))[1], "NoF-AI-H2") == [-3]
    assert modifiers_of(meeting(side="USN", traits=("bombardment",))[1], "NoF-AI-H2") == [-1]


@pytest.mark.rule("NoF-AI-H2", "NoF-AI-H4")
def test_an_enemy_out_of_contact_or_out_of_action_does_not_count() -> None:
    battle, state = meeting(d=1)
    wrecks = with_changes(with_changes(state, "laffey", structure=4), "buchanan", structure=4)
    assert modifiers_of(wrecks, "NoF-AI-H2") == []
    _, event = consult(battle, wrecks)
    assert (event.action, event.rule) == ("close", "NoF-AI-H4")


# ---------------------------------------------------------------------- whole battles


def test_whoever_takes_the_only_offer_plays_the_chart() -> None:
    """Both sides under the chart.

    At every step there is one command, or the end of the phase when nothing is left to do.
    """
    battle = Battle().chart("IJN").chart("USN")
    battle.division("a", "USN", ["San Francisco", "Laffey", "Buchanan"], 1).division("b", "USN", ["Boise"], 1)
    battle.division("c", "IJN", ["Aoba", "Kinugasa"], 10).division("d", "IJN", ["Fubuki"], 10)
    dice, steps = SeededDice(7), 0
    state = adjudicate(battle.system, battle.opening(), Begin(""), dice).state
    while state.outcome is None:
        found = [command for offer in battle.offers(state) for command in offer.commands]
        assert len([command for command in found if type(command) is not Done]) <= 1
        assert not battle.check(state, found[0])
        state = adjudicate(battle.system, state, found[0], dice).state
        steps += 1
    assert steps > 20
