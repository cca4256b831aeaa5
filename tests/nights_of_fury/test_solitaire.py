"""The solitaire chart: its rows and modifiers, cripples that detach, and what its divisions and ships then do."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Command, Done
from rules.kernel.modifiers import tally
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.nights_of_fury.commands import Consult, Evade, Fire, MakeSmoke, Move, Shelter
from rules.nights_of_fury.consulting import chart_modifiers, check_consult, owed_consult
from rules.nights_of_fury.events import (
    ChartConsulted,
    FormationOrdered,
    LeftChart,
    Moved,
    SafetyReached,
    SearchlightUsed,
)
from rules.nights_of_fury.movement import need_to_move
from rules.nights_of_fury.solitaire import chart_launch, chart_light, chart_moves, chart_target
from rules.nights_of_fury.solitaire_charts import load_solitaire
from rules.nights_of_fury.state import RADAR, SIGHTED, State
from rules.nws.commands import Detach, Form, Launch, Searchlight, StarShell
from rules.nws.events import ShipDetached
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes

JAPANESE = ["Kagero", "Kuroshio"]
AMERICANS = ["Laffey", "Buchanan"]


def meeting(
    d: int = 2, side: str = "IJN", level: int = SIGHTED, traits: tuple[str, ...] = (), **settings: bool
) -> tuple[Battle, State]:
    """Phase 1 of turn 2: a division of two destroyers under the chart, an enemy one d bands away that it knows of."""
    battle = Battle().chart(side)
    for name, value in settings.items():
        battle.setting(name, value)
    mine, theirs = (JAPANESE, AMERICANS) if side == "IJN" else (AMERICANS, JAPANESE)
    foe = "USN" if side == "IJN" else "IJN"
    band = 6 if side == "IJN" else 5
    battle.division("ours", side, mine, band, traits=traits)
    battle.division("foe", foe, theirs, band - d if side == "IJN" else band + d)
    battle.knows(side, "foe", level)
    return battle, battle.at("orders", side)


def consult(battle: Battle, state: State, *faces: int, side: str = "IJN") -> tuple[State, ChartConsulted]:
    """The chart is consulted for the division `ours`; what it said."""
    after, events = battle.do(state, Consult(side, "ours"), *faces)
    return after, events_of(events, ChartConsulted)[-1]


def added(state: State, rule: str = "") -> list[int]:
    """The modifiers to the roll for `ours`, all or those of a rule."""
    return [found.value for found in chart_modifiers(state, state.divisions["ours"]) if rule in ("", found.rule)]


def acting(state: State, action: str) -> State:
    """The division `ours` with an action of the chart."""
    return with_changes(state, "ours", action=action, consulted=True)


def moves(state: State) -> tuple[Command, ...]:
    return chart_moves(state, state.divisions["ours"])


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
    rolled, told = events_of(events, Rolled)[0], events_of(events, ChartConsulted)[0]
    assert rolled.rule == "NoF-AI-H1"
    assert {(found.value, found.rule) for found in rolled.modifiers} == {(-1, "NoF-AI-H3"), (1, "NoF-AI-H2")}
    assert (rolled.total, told.total, told.row, told.action) == (4, 4, 1, "hold")
    assert after.divisions["ours"].action == "hold"
    assert after.divisions["ours"].consulted


@pytest.mark.rule("NoF-AI-H1")
def test_the_chart_must_be_consulted_for_each_division_once_a_turn_and_in_order() -> None:
    battle, state = meeting()
    assert battle.offered(state, Consult) == [Consult("IJN", "ours")]
    assert rules_of(battle.check(state, Done("IJN"))) == ["NoF-AI-H1"]
    after, _ = consult(battle, state, 3)
    assert rules_of(battle.check(after, Consult("IJN", "ours"))) == ["NoF-AI-H1"]
    assert battle.offered(after, Consult) == []
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
    battle = Battle().chart("IJN").surprised("IJN").division("ours", "IJN", JAPANESE, 6)
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
    assert added(hurt, rule) == [value]
    assert 5 not in added(hurt)
    flooded = with_changes(state, "laffey", flotation=level)
    assert added(flooded, rule) == [value]


@pytest.mark.rule("NoF-AI-10")
def test_heavy_damage_counts_once_however_many_ships_have_it() -> None:
    _, state = meeting(side="USN")
    both = with_changes(with_changes(state, "laffey", structure=3), "buchanan", structure=3)
    assert added(both, "NoF-AI-10") == [4]


@pytest.mark.rule("NoF-BASE-1", "NoF-AI-11")
def test_the_option_brings_the_printed_five_back() -> None:
    _, state = meeting(side="USN", heavy_plus_four=False)
    hurt = with_changes(state, "laffey", structure=3)
    assert added(hurt, "NoF-BASE-1") == [5]
    assert added(hurt, "NoF-AI-10") == []


@pytest.mark.rule("NoF-AI-H3")
def test_japan_adds_minus_one_and_the_united_states_nothing() -> None:
    assert added(meeting(side="IJN")[1], "NoF-AI-H3") == [-1]
    assert added(meeting(side="USN")[1], "NoF-AI-H3") == []


@pytest.mark.rule("NoF-AI-H2")
@pytest.mark.parametrize(("d", "value"), [(0, 2), (1, 1), (2, 0)])
def test_a_near_enemy_makes_it_careful(d: int, value: int) -> None:
    assert sum(added(meeting(d=d)[1], "NoF-AI-H2")) == value


@pytest.mark.rule("NoF-AI-H2")
def test_a_far_enemy_and_torpedoes_left_make_it_bold() -> None:
    _, state = meeting(d=5)
    assert added(state, "NoF-AI-H2") == [-1, -1]  # five bands or more; torpedoes left from three bands on
    assert added(meeting(d=3)[1], "NoF-AI-H2") == [-1]


@pytest.mark.rule("NoF-AI-H2")
def test_spent_torpedoes_count_two() -> None:
    _, state = meeting(d=2)
    spent = with_changes(with_changes(state, "kagero", salvos=0), "kuroshio", salvos=0)
    assert added(spent, "NoF-AI-H2") == [2]
    assert added(with_changes(state, "kagero", salvos=0), "NoF-AI-H2") == []


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
    assert added(state, "NoF-AI-H2") == value


@pytest.mark.rule("NoF-AI-H2")
def test_a_run_and_a_bombardment_press_on() -> None:
    assert added(meeting(side="USN", traits=("run",))[1], "NoF-AI-H2") == [-3]
    assert added(meeting(side="USN", traits=("bombardment",))[1], "NoF-AI-H2") == [-1]


@pytest.mark.rule("NoF-AI-H2", "NoF-AI-H4")
def test_an_enemy_out_of_contact_or_out_of_action_does_not_count() -> None:
    battle, state = meeting(d=1)
    wrecks = with_changes(with_changes(state, "laffey", structure=4), "buchanan", structure=4)
    assert added(wrecks, "NoF-AI-H2") == []
    _, told = consult(battle, wrecks)
    assert (told.action, told.rule) == ("close", "NoF-AI-H4")


# ---------------------------------------------------------------------- the results


@pytest.mark.rule("NoF-AI-1")
@pytest.mark.parametrize(("side", "start", "end"), [("IJN", 7, 6), ("USN", 3, 4)])
def test_close_range_moves_toward_the_enemys_flag(side: str, start: int, end: int) -> None:
    battle, state = meeting(d=2, side=side)
    state = acting(with_changes(state, "ours", band=start, began=start), "close")
    moving = state.but(cursor=battle.cursor("movement", queue=(side, "IJN" if side == "USN" else "USN")))
    assert battle.offered(moving, Move) == [Move(side, "ours", end)]
    after, events = battle.do(moving, Move(side, "ours", end))
    assert after.divisions["ours"].band == end
    assert events_of(events, Moved)


@pytest.mark.rule("NoF-AI-2")
def test_hold_range_does_not_move_and_throws_nothing() -> None:
    battle, state = meeting()
    moving = acting(state, "hold").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.offered(moving, Move) == battle.offered(moving, Evade) == []
    assert battle.check(moving, Move("IJN", "ours", 5))
    after, _ = battle.do(moving, Done("IJN"))
    assert after.divisions["ours"].band == 6


@pytest.mark.rule("NoF-AI-3")
@pytest.mark.parametrize(("side", "start", "end"), [("IJN", 7, 8), ("USN", 3, 2)])
def test_increase_range_moves_away_from_the_enemys_flag(side: str, start: int, end: int) -> None:
    _, state = meeting(side=side)
    assert moves(acting(with_changes(state, "ours", band=start), "increase")) == (Move(side, "ours", end),)


@pytest.mark.rule("NoF-AI-3", "NoF-AI-H10")
def test_increase_range_never_takes_a_division_off_the_chart() -> None:
    _, state = meeting()
    assert moves(acting(with_changes(state, "ours", band=10), "increase")) == ()


@pytest.mark.rule("NoF-AI-4")
def test_evade_places_the_evading_marker() -> None:
    battle, state = meeting()
    moving = acting(state, "evade").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.offered(moving, Evade) == [Evade("IJN", "ours")]
    assert battle.offered(moving, Move) == []
    after, _ = battle.do(moving, Evade("IJN", "ours"))
    assert after.divisions["ours"].evading
    assert after.divisions["ours"].band == 6


@pytest.mark.rule("NoF-AI-8", "NoF-AI-9")
def test_it_moves_by_the_slowest_ship_and_the_movement_table_like_everybody() -> None:
    battle = Battle().chart("USN").division("ours", "USN", ["Laffey", "Buchanan", "Little"], 5)
    state = battle.division("foe", "IJN", JAPANESE, 7).knows("USN", "foe", SIGHTED).at("orders")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "little": (12, 12, 12, 12, 0)}))
    division = acting(slow, "close").divisions["ours"]
    assert need_to_move(slow, division) == 4  # the row of 12 knots, and no die of the chart's own
    moving = acting(slow, "close").but(cursor=battle.cursor("movement"))
    assert battle.do(moving, Move("USN", "ours", 6), 3)[0].divisions["ours"].band == 5
    assert battle.do(moving, Move("USN", "ours", 6), 4)[0].divisions["ours"].band == 6


@pytest.mark.rule("NoF-BASE-2", "NoF-AI-8")
def test_the_option_brings_a_roll_of_its_own_back_for_the_chart_only() -> None:
    _, state = meeting(ai_normal_movement=False)
    assert need_to_move(state, state.divisions["ours"]) == 4
    assert need_to_move(state, state.divisions["foe"]) == 1
    _, amended = meeting()
    assert need_to_move(amended, amended.divisions["ours"]) == 1


@pytest.mark.rule("NoF-AI-9")
def test_what_the_chart_wants_of_a_division_must_be_done_before_the_phase_ends() -> None:
    battle, state = meeting()
    moving = acting(state, "close").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.check(moving, Done("IJN"))
    assert battle.check(moving, Move("IJN", "ours", 7))
    assert battle.check(moving, Evade("IJN", "ours"))


@pytest.mark.rule("NoF-AI-9")
def test_a_division_without_way_on_is_asked_for_nothing() -> None:
    battle = Battle().chart("IJN").division("ours", "IJN", ["Kagero"], 6, changes={"speed_kn": 5})
    state = battle.division("foe", "USN", AMERICANS, 4).at("orders", "IJN")
    assert [moves(acting(state, action)) for action in ("close", "evade", "disengage")] == [(), (), ()]


# ---------------------------------------------------------------------- disengaging


@pytest.mark.rule("NoF-AI-5", "NoF-AI-6")
def test_a_disengaging_division_goes_on_without_a_roll_while_it_sees_the_enemy() -> None:
    battle, state = meeting()
    after, told = consult(battle, with_changes(state, "ours", action="disengage"))
    assert (told.action, told.row, told.rule) == ("disengage", -1, "NoF-AI-5")
    assert moves(after) == (Move("IJN", "ours", 7),)


@pytest.mark.rule("NoF-AI-5", "NoF-AI-7")
def test_a_disengaging_division_that_sees_nobody_is_safe_and_rolls_again() -> None:
    battle, state = meeting()
    alone = with_changes(state, "ours", action="disengage", band=8).but(contacts={"USN": {}, "IJN": {}})
    after, events = battle.do(alone, Consult("IJN", "ours"), 2)
    assert [(event.rule, event.band) for event in events_of(events, SafetyReached)] == [("NoF-AI-5", 8)]
    assert len(events_of(events, Rolled)) == 1
    assert after.divisions["ours"].action == "close"


@pytest.mark.rule("NoF-AI-6", "NoF-AI-7")
@pytest.mark.parametrize(("side", "band"), [("IJN", 10), ("USN", 1)])
def test_a_disengaging_division_is_safe_at_its_own_end_and_rolls_again(side: str, band: int) -> None:
    battle, state = meeting(side=side)
    home = with_changes(state, "ours", action="disengage", band=band)
    after, events = battle.do(home, Consult(side, "ours"), 6)
    assert [event.rule for event in events_of(events, SafetyReached)] == ["NoF-AI-6"]
    assert len(events_of(events, Rolled)) == 1
    assert after.divisions["ours"].action != "disengage"
    assert moves(after) == () or moves(after)[0] != Move(side, "ours", 11 if side == "IJN" else 0)


@pytest.mark.rule("NoF-AI-H10", "NoF-AI-7")
def test_only_disengage_rolled_again_takes_it_off_the_chart() -> None:
    battle, state = meeting(side="USN", d=0)
    home = with_changes(with_changes(state, "ours", action="disengage", band=1), "laffey", structure=3)
    home = with_changes(home, "buchanan", structure=4)
    home = with_changes(home, "foe", band=1)
    after, told = consult(battle, home, 6, side="USN")
    assert (told.action, told.row) == ("disengage", 4)
    moving = after.but(cursor=battle.cursor("movement"))
    assert battle.offered(moving, Move) == [Move("USN", "ours", 0)]
    after, events = battle.do(moving, Move("USN", "ours", 0), 6)
    assert [event.band for event in events_of(events, LeftChart)] == [1]
    assert after.ships["laffey"].gone == "left"


# ---------------------------------------------------------------------- detaching


def crippled(side: str = "USN") -> tuple[Battle, State]:
    battle, state = meeting(side=side)
    return battle, with_changes(state, "laffey" if side == "USN" else "kagero", structure=3)


@pytest.mark.rule("NoF-AI-12", "NoF-AI-13")
@pytest.mark.parametrize(
    ("side", "die", "leaves"), [("USN", 5, True), ("USN", 4, False), ("IJN", 6, True), ("IJN", 5, False)]
)
def test_a_heavily_damaged_ship_detaches_on_nine(side: str, die: int, leaves: bool) -> None:
    battle, state = crippled(side)
    after, events = battle.do(state, Consult(side, "ours"), die, 1)
    rolled = events_of(events, Rolled)[0]
    assert (rolled.rule, rolled.target) == ("NoF-AI-12", 9)
    assert rolled.total == die + 4 + (0 if side == "USN" else -1)
    assert bool(events_of(events, ShipDetached)) == leaves
    assert len(after.divisions["ours"].ships) == (1 if leaves else 2)


@pytest.mark.rule("NoF-AI-12")
def test_only_heavy_damage_rolls_and_only_in_a_division_of_two_able_ships() -> None:
    battle, state = meeting(side="USN")
    hurt = with_changes(state, "laffey", structure=2)
    assert len(events_of(battle.do(hurt, Consult("USN", "ours"), 1)[1], Rolled)) == 1
    alone = with_changes(with_changes(state, "laffey", structure=3), "buchanan", structure=4)
    assert len(events_of(battle.do(alone, Consult("USN", "ours"), 1)[1], Rolled)) == 1


@pytest.mark.rule("NoF-AI-12")
def test_the_last_able_ship_of_a_division_stays() -> None:
    battle, state = crippled()
    both = with_changes(state, "buchanan", structure=3)
    after, events = battle.do(both, Consult("USN", "ours"), 5, 1)
    assert [event.ship for event in events_of(events, ShipDetached)] == ["laffey"]
    assert after.divisions["ours"].ships == ("buchanan",)


@pytest.mark.rule("NoF-AI-14")
def test_a_detached_ship_makes_for_home_and_off_the_chart_without_asking_the_chart_again() -> None:
    battle, state = crippled()
    after, events = battle.do(state, Consult("USN", "ours"), 5, 3)
    name = events_of(events, ShipDetached)[0].new
    division = after.divisions[name]
    assert (division.action, division.detached, division.formation) == ("disengage", True, "ahead")
    assert chart_moves(after, division) == (Move("USN", name, 4),)
    home = with_changes(after, name, band=1, consulted=False)
    assert chart_moves(home, home.divisions[name]) == (Move("USN", name, 0),)
    assert "NoF-AI-14" in rules_of(check_consult(home, Consult("USN", name)))
    assert name not in [reason.piece for reason in owed_consult(home, "USN")]


@pytest.mark.rule("NoF-AI-13")
def test_the_rest_of_the_division_rolls_without_the_cripple() -> None:
    battle, state = crippled()
    _, events = battle.do(state, Consult("USN", "ours"), 5, 3)
    on_the_chart = [event for event in events_of(events, Rolled) if event.rule == "NoF-AI-H1"]
    assert [tally(event.modifiers) for event in on_the_chart] == [0]


# ---------------------------------------------------------------------- nobody in contact, runs, bombardments


@pytest.mark.rule("NoF-AI-H4")
def test_a_division_that_sees_nobody_closes_without_a_die() -> None:
    battle, state = meeting()
    _, told = consult(battle, state.but(contacts={"USN": {}, "IJN": {}}))
    assert (told.action, told.row, told.rule, told.why) == ("close", -1, "NoF-AI-H4", "nobody in contact")


@pytest.mark.rule("NoF-AI-H4")
def test_it_stops_at_the_enemys_end() -> None:
    _, state = meeting()
    assert moves(acting(with_changes(state, "ours", band=1), "close")) == ()


@pytest.mark.rule("NoF-AI-H5")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_a_run_hold_and_increase_count_as_close(die: int) -> None:
    battle, state = meeting(side="USN", traits=("run",))
    hurt = with_changes(state, "laffey", structure=2)  # +2 for damage, -3 for the run
    _, told = consult(battle, with_changes(hurt, "buchanan", structure=2), die, side="USN")
    assert told.action == "close"
    assert told.total == die - 1
    assert ("counts as Close" in told.why) == (told.row > 0)


@pytest.mark.rule("NoF-AI-H5", "NoF-AI-H10")
@pytest.mark.parametrize(("side", "band", "off"), [("IJN", 1, 0), ("USN", 10, 11)])
def test_a_run_leaves_the_chart_at_the_enemys_end(side: str, band: int, off: int) -> None:
    _, state = meeting(side=side, traits=("run",))
    assert moves(acting(with_changes(state, "ours", band=band), "close")) == (Move(side, "ours", off),)


def bombardment(band: int, field: int = 0) -> tuple[Battle, State]:
    """Kirishima off Guadalcanal, Henderson Field in band 1 with some damage, a destroyer nobody has found."""
    battle = Battle().chart("IJN").island("guadalcanal", 1)
    battle.division("ours", "IJN", ["Kirishima"], band, traits=("bombardment",))
    battle.division("field", "USN", ["Henderson Field"], 1, traits=("land",)).division("foe", "USN", ["Laffey"], 2)
    state = battle.knows("IJN", "field", SIGHTED).at("orders", "IJN")
    return battle, with_changes(state, "henderson-field", structure=field)


@pytest.mark.rule("NoF-AI-H5")
@pytest.mark.parametrize(("band", "action"), [(6, "close"), (5, "hold"), (4, "hold")])
def test_a_bombardment_group_stops_four_bands_from_its_target(band: int, action: str) -> None:
    battle, state = bombardment(band)
    assert consult(battle, state)[1].action == action


@pytest.mark.rule("NoF-AI-H5", "NoF-AI-H2")
def test_it_shells_the_target_and_holds_where_it_would_close() -> None:
    battle, state = bombardment(5)
    state = state.but(contacts={**state.contacts, "IJN": {"field": SIGHTED, "foe": SIGHTED}})
    after, told = consult(battle, state, 1)
    assert (told.action, told.row, told.why) == ("hold", 0, "near enough to the land target")
    assert chart_target(after, after.ships["kirishima"]) == "henderson-field"


@pytest.mark.rule("NoF-AI-H5")
def test_when_the_target_is_out_of_action_it_goes_home() -> None:
    battle, state = bombardment(5, field=4)
    after, told = consult(battle, state)
    assert (told.action, told.rule) == ("disengage", "NoF-AI-H5")
    assert moves(after) == (Move("IJN", "ours", 6),)
    assert added(after, "NoF-AI-H2") == []
    home = with_changes(after, "ours", band=10, consulted=False)
    after, told = consult(battle, home)
    assert told.why == "the bombardment is done"
    assert moves(after) == (Move("IJN", "ours", 11),)


@pytest.mark.rule("NoF-AI-H5", "NoF-ISL-12")
def test_without_a_land_target_on_the_chart_the_bombardment_goes_on_past_its_end() -> None:
    _, state = meeting(traits=("bombardment",))
    assert moves(acting(with_changes(state, "ours", band=1), "close")) == (Move("IJN", "ours", 0),)


# ---------------------------------------------------------------------- guns


def gunnery(side: str = "USN") -> tuple[Battle, State]:
    """Phase 4: a cruiser under the chart, a cruiser and a destroyer of the enemy two bands away."""
    battle = Battle().chart(side).division("ours", "USN", ["San Francisco"], 4)
    battle.division("big", "IJN", ["Aoba"], 6).division("small", "IJN", ["Kagero"], 6)
    return battle, battle.knows("USN", "big", SIGHTED).knows("USN", "small", SIGHTED).at("gunnery")


@pytest.mark.rule("NoF-AI-H6")
def test_a_ship_fires_where_chance_and_point_value_are_best() -> None:
    battle, state = gunnery()
    assert battle.offered(state, Fire) == [Fire("USN", "san-francisco", "aoba")]
    near = with_changes(state, "small", band=4, began=4)
    far = with_changes(near, "big", band=10, began=10)
    assert chart_target(far, far.ships["san-francisco"]) == "kagero"


@pytest.mark.rule("NoF-AI-H6")
def test_a_wreck_is_left_alone_while_a_fighting_ship_is_in_reach() -> None:
    _, state = gunnery()
    wreck = with_changes(state, "aoba", structure=4)
    assert chart_target(wreck, wreck.ships["san-francisco"]) == "kagero"
    alone = with_changes(wreck, "small", band=10, began=10).but(contacts={"USN": {"big": SIGHTED}, "IJN": {}})
    assert chart_target(alone, alone.ships["san-francisco"]) == "aoba"


@pytest.mark.rule("NoF-AI-H6")
def test_the_shot_of_the_chart_is_owed_and_no_other_is_allowed() -> None:
    battle, state = gunnery()
    assert rules_of(battle.check(state, Fire("USN", "san-francisco", "kagero"))) == ["NoF-AI-H6"]
    assert rules_of(battle.check(state, Done("USN"))) == ["NoF-AI-H6"]
    after, _ = battle.do(state, Fire("USN", "san-francisco", "aoba"), 1, 1)
    assert battle.offered(after, Fire) == []
    assert not battle.check(after, Done("USN"))


@pytest.mark.rule("NoF-AI-H6")
def test_a_shot_that_could_hit_only_by_luck_is_not_fired() -> None:
    battle = Battle().chart("USN").division("ours", "USN", ["Laffey"], 1, changes={"firepower": 1})
    battle.division("foe", "IJN", ["Kirishima"], 7).knows("USN", "foe", SIGHTED)
    state = battle.at("gunnery")
    assert not battle.setting("chart_USN", False).check(battle.at("gunnery"), Fire("USN", "laffey", "kirishima"))
    assert chart_target(state, state.ships["laffey"]) == ""


# ---------------------------------------------------------------------- torpedoes and searchlights


def launching(side: str, d: int) -> tuple[Battle, State]:
    battle = Battle().chart(side)
    mine, theirs = ("Kagero", "San Francisco") if side == "IJN" else ("Fletcher", "Aoba")
    foe = "USN" if side == "IJN" else "IJN"
    here = 8 if side == "IJN" else 3
    there = here - d if side == "IJN" else here + d
    battle.division("ours", side, [mine], here).division("foe", foe, [theirs], there, formation="ahead")
    return battle, battle.knows(side, "foe", SIGHTED).knows(foe, "ours", SIGHTED).at("torpedoes", side)


@pytest.mark.rule("NoF-AI-H7")
@pytest.mark.parametrize(("d", "launches"), [(4, True), (5, False)])
def test_japan_launches_at_an_effective_need_of_ten(d: int, launches: bool) -> None:
    """Against a ship in Line Ahead the need is 1 more: 10 at four bands, 11 at five."""
    battle, state = launching("IJN", d)
    wanted = [Launch("IJN", "kagero", "san-francisco")] if launches else []
    assert battle.offered(state, Launch) == wanted
    assert bool(battle.check(state, Done("IJN"))) == launches


@pytest.mark.rule("NoF-AI-H7")
@pytest.mark.parametrize(("d", "launches"), [(1, True), (2, False)])
def test_the_united_states_launch_at_an_effective_need_of_nine(d: int, launches: bool) -> None:
    """Against a ship in Line Ahead the need is 1 more: 9 at one band, 10 at two."""
    battle, state = launching("USN", d)
    assert bool(battle.offered(state, Launch)) == launches


@pytest.mark.rule("NoF-AI-H7")
def test_no_torpedo_is_wasted_on_a_wreck_and_none_leaves_an_evading_or_crippled_ship() -> None:
    _, state = launching("IJN", 2)
    ship = state.ships["kagero"]
    assert chart_launch(state, ship) == "san-francisco"
    assert chart_launch(with_changes(state, "san-francisco", structure=4), ship) == ""
    assert chart_launch(with_changes(state, "ours", evading=True), ship) == ""
    assert chart_launch(state, ship.but(structure=3)) == ""
    assert chart_launch(state, ship.but(salvos=0)) == ""


def searching(side: str = "IJN", d: int = 3) -> tuple[Battle, State]:
    battle = Battle().chart(side)
    mine, theirs = (["Aoba"], ["San Francisco", "Laffey"]) if side == "IJN" else (["San Francisco"], ["Aoba", "Kagero"])
    foe = "USN" if side == "IJN" else "IJN"
    battle.division("ours", side, mine, 8 if side == "IJN" else 3)
    battle.division("foe", foe, theirs, 8 - d if side == "IJN" else 3 + d)
    return battle, battle.knows(side, "foe", SIGHTED).at("spotting", side)


@pytest.mark.rule("NoF-AI-H8")
@pytest.mark.parametrize(("die", "lit"), [(4, False), (5, True)])
def test_a_japanese_ship_lights_a_near_target_on_five(die: int, lit: bool) -> None:
    battle, state = searching()
    command = Searchlight("IJN", "aoba", "san-francisco")
    assert battle.offered(state, Searchlight) == [command]
    after, events = battle.do(state, command, die)
    assert bool(events_of(events, SearchlightUsed)) == lit
    assert (after.ships["aoba"].lights == "san-francisco") == lit
    assert battle.offered(after, Searchlight) == []


@pytest.mark.rule("NoF-AI-H8")
def test_american_ships_never_do_nor_japanese_ones_at_far_burning_or_unseen_targets() -> None:
    assert chart_light(searching("USN")[1], searching("USN")[1].ships["san-francisco"]) == ""
    far = searching(d=4)[1]
    assert chart_light(far, far.ships["aoba"]) == ""
    _, state = searching()
    burning = with_changes(state, "san-francisco", fire=True)
    assert chart_light(burning, burning.ships["aoba"]) == "laffey"
    held = state.but(contacts={"IJN": {"foe": RADAR}, "USN": {}}, scratch={})
    assert chart_light(held, held.ships["aoba"]) == ""


# ---------------------------------------------------------------------- formation


@pytest.mark.rule("NoF-AI-H9")
def test_line_abreast_when_fighting_line_ahead_while_running_or_disengaging() -> None:
    battle, state = meeting(side="USN")
    after, _ = consult(battle, state, 3, side="USN")
    assert after.divisions["ours"].formation == "abreast"
    seeing_nobody = state.but(contacts={"USN": {}, "IJN": {}}, scratch={})
    after, events = battle.do(seeing_nobody, Consult("USN", "ours"))
    assert after.divisions["ours"].formation == "ahead"
    assert [event.rule for event in events_of(events, FormationOrdered)] == ["NoF-AI-H9"]
    running = with_changes(state, "ours", traits=("run",))
    assert consult(battle, running, 3, side="USN")[0].divisions["ours"].formation == "ahead"
    after, told = consult(battle, state, 6, side="USN")
    assert (told.action, after.divisions["ours"].formation) == ("increase", "ahead")


# ---------------------------------------------------------------------- whole battles


def test_whoever_takes_the_only_offer_plays_the_chart() -> None:
    """Both sides under the chart: at every step there is one command, or the end of the phase when nothing is owed."""
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
