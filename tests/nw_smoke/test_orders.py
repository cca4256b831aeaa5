"""Phases 1 and 2: initiative, orders, surprise, loaded destroyers, and that fire is simultaneous."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Done
from rules.kernel.ruling import Ruling
from rules.nw_smoke import SYSTEM
from rules.nw_smoke.commands import Fire, Join, MakeSmoke, SetSpeed
from rules.nw_smoke.events import FormationOrdered, InitiativeWon
from rules.nw_smoke.movement import speed_limits
from rules.nw_smoke.orders import open_conditions
from rules.nw_smoke.sequence import first_then_second
from rules.nw_smoke.smoke import check_smoke
from rules.nw_smoke.state import DETECTED, SIGHTED, State, firepower
from rules.nw_smoke.torpedoes import check_launch, reload_tubes
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.commands import Detach, Form, Launch
from rules.nws.pieces import FORMATIONS, with_ship
from tests.nw_smoke.battle import Battle, events_of


def two_sides(speed: int = 2) -> Battle:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas", "Taylor"], 2020, "N", speed=speed, formation="ahead")
    battle.division("b", "IJN", ["Kagero"], 2024, "NE", speed=2)
    return battle


def surprised_usn() -> State:
    state = two_sides().at("orders")
    return state.but(scene=state.scene.but(surprise={"USN": 2}))  # the cursor of a test stands in turn 2


# ---------------------------------------------------------------------- phase 1


@pytest.mark.rule("NW-PH-H2")
@pytest.mark.parametrize(("usn", "ijn", "first"), [(2, 5, "USN"), (5, 2, "IJN"), (1, 6, "USN"), (6, 5, "IJN")])
def test_each_side_throws_one_die_and_the_lower_acts_first(usn: int, ijn: int, first: str) -> None:
    state, events = two_sides().enter("conditions", usn, ijn)
    assert state.first == first
    assert [event.first for event in events_of(events, InitiativeWon)] == [first]
    assert first_then_second(state)[0] == first


@pytest.mark.rule("NW-PH-H2")
def test_on_equal_dice_the_side_named_first_in_the_scenario_acts_first() -> None:
    battle = two_sides()
    ruling = Ruling(battle.system, battle.at("conditions").but(first="IJN"), TapeDice((4, 4)))
    open_conditions(ruling)
    assert ruling.state.first == "USN"


@pytest.mark.rule("NW-PH-H2")
def test_the_side_that_lost_acts_first_in_every_phase_in_which_anybody_acts() -> None:
    for phase in Battle.system.sequence:
        assert phase.queue in (None, first_then_second)


# ---------------------------------------------------------------------- simultaneous fire


@pytest.mark.rule("NW-PH-H3")
def test_a_ship_that_is_destroyed_in_a_gunnery_phase_still_fires_in_it_with_all_her_guns() -> None:
    battle = two_sides()
    state = battle.knows("USN", "b", SIGHTED).knows("IJN", "a", SIGHTED).at("gunnery")
    state = with_ship(state, state.ships["kagero"].but(structure=3))
    before = firepower(state, state.ships["kagero"])
    # 6 + 5 - 1 (night) - 1 (astern) against 6: margin 3, Moderate; a 1 for fire and a 1 for flooding
    state, _ = battle.give(state, Fire("USN", "nicholas", "kagero"), 6, 5, 1, 1)
    assert state.ships["kagero"].structure == 3 and len(state.hits) == 1
    state, _ = battle.give(state, Done("USN"))
    assert firepower(state, state.ships["kagero"]) == before > 0
    assert not battle.check(state, Fire("IJN", "kagero", "taylor"))
    state, _ = battle.give(state, Fire("IJN", "kagero", "taylor"), 1, 1)
    assert state.ships["kagero"].structure == OUT_OF_ACTION and not state.hits


# ---------------------------------------------------------------------- speed


@pytest.mark.rule("NW-ORD-H1")
@pytest.mark.parametrize(("ran", "legal"), [(0, {0, 1, 2}), (1, {0, 1, 2, 3}), (2, {0, 1, 2, 3, 4}), (4, {2, 3, 4})])
def test_a_speed_is_at_most_2_from_last_turns_run_and_never_above_the_allowance(ran: int, legal: set[int]) -> None:
    battle = two_sides(ran)
    state = battle.at("orders")
    allowed = {hexes for hexes in range(-1, 7) if not battle.check(state, SetSpeed("USN", "a", hexes))}
    assert allowed == legal  # a Fletcher at 35 knots is allowed 4 hexes
    offered = {
        c.hexes for o in battle.offers(state) for c in o.commands if isinstance(c, SetSpeed) and c.division == "a"
    }
    assert offered == legal - {ran}


@pytest.mark.rule("NW-ORD-H1")
def test_what_was_run_counts_and_not_what_was_ordered() -> None:
    battle = two_sides(2)
    state = battle.at("orders")
    divisions = {**state.divisions, "a": state.divisions["a"].but(speed=4, ran=1)}
    state = battle.open_phase(state.but(divisions=divisions), "orders")
    assert state.divisions["a"].speed == 3


@pytest.mark.rule("NW-ORD-H1")
def test_without_a_new_order_a_division_keeps_its_speed() -> None:
    state, _ = two_sides(3).enter("orders")
    assert state.divisions["a"].speed == 3


@pytest.mark.rule("NW-ORD-H1")
def test_a_division_that_is_slowed_by_damage_comes_down_to_its_allowance_at_once() -> None:
    battle = two_sides(4)
    state = battle.at("orders")
    state = with_ship(state, state.ships["taylor"].but(structure=3))  # Heavy: 12 knots, 1 hex
    assert battle.open_phase(state, "orders").divisions["a"].speed == 1


@pytest.mark.rule("NW-ORD-H1")
def test_a_division_has_one_speed_order_a_turn() -> None:
    battle = two_sides()
    state, _ = battle.give(battle.at("orders"), SetSpeed("USN", "a", 4))
    assert [i.rule for i in battle.check(state, SetSpeed("USN", "a", 1))] == ["NW-ORD-H1"]


# ---------------------------------------------------------------------- formation


@pytest.mark.rule("NW-ORD-H2")
@pytest.mark.parametrize("formation", [name for name in FORMATIONS if name != "ahead"])
def test_a_division_may_take_another_formation_and_holds_it_at_once(formation: str) -> None:
    battle = two_sides()
    state, events = battle.give(battle.at("orders"), Form("USN", "a", formation))
    assert state.divisions["a"].formation == formation
    assert len(events_of(events, FormationOrdered)) == 1


@pytest.mark.rule("NW-ORD-H2")
def test_a_formation_is_changed_once_a_turn_and_only_to_one_that_exists() -> None:
    battle = two_sides()
    start = battle.at("orders")
    assert [i.rule for i in battle.check(start, Form("USN", "a", "wedge"))] == ["NW-ORD-H2"]
    state, _ = battle.give(start, Form("USN", "a", "echelon"))
    assert battle.check(state, Form("USN", "a", "abreast"))


@pytest.mark.rule("NW-ORD-H2")
def test_a_single_ship_has_no_formation_to_change() -> None:
    battle = two_sides()
    state = battle.at("orders")
    state = state.but(cursor=state.cursor.but(queue=("IJN",)))
    assert [i.rule for i in battle.check(state, Form("IJN", "b", "dispersed"))] == ["NW-ORD-H2"]


# ---------------------------------------------------------------------- detaching and joining


@pytest.mark.rule("NW-ORD-H3")
def test_a_detached_ship_is_a_division_of_its_own_with_the_same_hex_course_and_speed() -> None:
    battle = two_sides(3)
    state, _ = battle.give(battle.at("orders"), Detach("USN", "taylor"))
    old, new = state.divisions["a"], state.divisions[state.ships["taylor"].division]
    assert new.id != "a" and new.ships == ("taylor",) and old.ships == ("nicholas",)
    assert (new.hex, new.facing, new.speed, new.ran) == (old.hex, old.facing, old.speed, old.ran)
    assert new.side == "USN"


@pytest.mark.rule("NW-ORD-H3")
def test_a_ship_that_is_alone_cannot_be_detached() -> None:
    battle = two_sides()
    state = battle.at("orders")
    state = state.but(cursor=state.cursor.but(queue=("IJN",)))
    assert [i.rule for i in battle.check(state, Detach("IJN", "kagero"))] == ["NW-ORD-H3"]


@pytest.mark.rule("NW-ORD-H3")
def test_what_the_enemy_knew_of_the_division_it_knows_of_the_ship_that_leaves_it() -> None:
    battle = two_sides().knows("IJN", "a", SIGHTED)
    state, _ = battle.give(battle.at("orders"), Detach("USN", "taylor"))
    assert state.contacts["IJN"][state.ships["taylor"].division] == SIGHTED


@pytest.mark.rule("NW-ORD-H4")
def test_a_division_may_join_another_of_its_side_in_the_same_hex_and_only_there() -> None:
    battle = two_sides()
    battle.division("c", "USN", ["Jenkins"], 2020, "N", speed=2).division("d", "USN", ["Radford"], 2021, "N", speed=2)
    state = battle.at("orders")
    assert [i.rule for i in battle.check(state, Join("USN", "d", "a"))] == ["NW-ORD-H4"]
    assert [i.rule for i in battle.check(state, Join("USN", "a", "a"))] == ["NW-ORD-H4"]
    assert battle.check(state, Join("USN", "c", "b"))
    after, _ = battle.give(state, Join("USN", "c", "a"))
    assert after.divisions["a"].ships == ("nicholas", "taylor", "jenkins")
    assert "c" not in after.divisions and after.ships["jenkins"].division == "a"


def test_a_division_that_joins_another_changes_no_win_chance() -> None:
    """Which ships sail together does not show who is winning."""
    battle = two_sides()
    battle.division("c", "USN", ["Jenkins", "Radford"], 2020, "N", speed=2)
    state = battle.at("orders")
    after, _ = battle.give(state, Join("USN", "c", "a"))
    chance = SYSTEM.chance
    assert chance is not None and len(after.divisions) < len(state.divisions)
    assert chance.signs(after, "USN") == chance.signs(state, "USN")
    assert chance.signs(after, "IJN") == chance.signs(state, "IJN")


@pytest.mark.rule("NW-ORD-H4")
@pytest.mark.parametrize(("others", "legal"), [(4, True), (5, False)])
def test_a_division_holds_at_most_six_ships(others: int, legal: bool) -> None:
    battle = two_sides()
    battle.division("c", "USN", ["Jenkins", "Radford", "Laffey", "Barton", "Monssen"][:others], 2020, "N", speed=2)
    refused = battle.check(battle.at("orders"), Join("USN", "c", "a"))
    assert (not refused) is legal
    assert {i.rule for i in refused} <= {"NW-ORD-H4"}


@pytest.mark.rule("NW-ORD-H4")
def test_a_ship_detached_this_turn_cannot_rejoin_in_it() -> None:
    battle = two_sides()
    state, _ = battle.give(battle.at("orders"), Detach("USN", "taylor"))
    assert battle.check(state, Join("USN", state.ships["taylor"].division, "a"))


@pytest.mark.rule("NW-ORD-H4", "NW-SPT-H9")
@pytest.mark.parametrize(("first", "second", "both"), [(SIGHTED, 0, SIGHTED), (DETECTED, SIGHTED, SIGHTED), (0, 0, 0)])
def test_the_enemy_keeps_the_better_of_his_contacts_with_divisions_that_join(
    first: int, second: int, both: int
) -> None:
    battle = two_sides().division("c", "USN", ["Jenkins"], 2020, "N", speed=2)
    for name, level in (("c", first), ("a", second)):
        if level:
            battle.knows("IJN", name, level)
    state, _ = battle.give(battle.at("orders"), Join("USN", "c", "a"))
    assert state.contacts["IJN"] == ({"a": both} if both else {})


@pytest.mark.rule("NW-ORD-H3", "NW-SMK-H1")
@pytest.mark.parametrize(("ship", "cards"), [("zeilin", {"a"}), ("nicholas", {"nicholas-alone"})])
def test_a_smoke_card_stays_with_the_ships_that_can_make_smoke(ship: str, cards: set[str]) -> None:
    battle = Battle().division("a", "USN", ["Nicholas", "Zeilin"], 2020, "N", speed=1).card("a")
    battle.division("b", "IJN", ["Kagero"], 2024, "NE", speed=2)
    state, _ = battle.give(battle.at("orders"), Detach("USN", ship))
    assert {key for key, division in state.divisions.items() if division.smoking} == cards


# ---------------------------------------------------------------------- surprise


@pytest.mark.rule("NW-SUR-H1")
def test_a_surprised_side_gives_no_orders() -> None:
    battle, state = two_sides(), surprised_usn()
    for command in (SetSpeed("USN", "a", 1), Form("USN", "a", "abreast"), Detach("USN", "taylor")):
        assert [i.rule for i in battle.check(state, command)] == ["NW-SUR-H1"]
    assert [offer.verb for offer in battle.offers(state)] == ["done"]


@pytest.mark.rule("NW-SUR-H1")
def test_a_surprised_side_fires_and_launches_nothing_and_makes_no_smoke() -> None:
    battle = two_sides().knows("USN", "b", SIGHTED)
    scene = surprised_usn().scene
    gunnery = battle.at("gunnery").but(scene=scene)
    assert "NW-SUR-H1" in {i.rule for i in battle.check(gunnery, Fire("USN", "nicholas", "kagero"))}
    assert "NW-SUR-H1" in {i.rule for i in check_launch(gunnery, Launch("USN", "nicholas", "kagero"))}
    assert "NW-SUR-H1" in {i.rule for i in check_smoke(gunnery, MakeSmoke("USN", "a"))}
    for phase in ("gunnery", "torpedoes", "smoke"):
        assert [offer.verb for offer in battle.offers(battle.at(phase).but(scene=scene))] == ["done"]


@pytest.mark.rule("NW-SUR-H1")
def test_a_surprised_side_spots_nothing_while_the_other_side_sees() -> None:
    battle = two_sides()
    after = battle.open_phase(battle.at("spotting").but(scene=surprised_usn().scene), "spotting")
    assert after.contacts == {"USN": {}, "IJN": {"a": SIGHTED}}


@pytest.mark.rule("NW-SUR-H1")
@pytest.mark.parametrize(("speed", "end"), [(2, 2018), (0, 2020)])
def test_a_surprised_division_runs_straight_on_at_its_speed_or_lies_still(speed: int, end: int) -> None:
    battle = two_sides(speed)
    after = battle.open_phase(battle.at("movement").but(scene=surprised_usn().scene), "movement")
    moved = after.divisions["a"]
    assert (moved.hex, moved.facing, moved.moved) == (end, 0, True)


@pytest.mark.rule("NW-SUR-H1", "NW-MOV-H3")
def test_a_surprised_division_stops_short_of_a_hex_that_is_full() -> None:
    battle = two_sides(2)
    battle.division("c", "USN", ["Jenkins"], 2018, "N").division("d", "USN", ["Radford"], 2018, "N")
    state = battle.at("movement")
    after = battle.open_phase(state.but(scene=state.scene.but(surprise={"USN": 2})), "movement")
    assert after.divisions["a"].hex == 2019


@pytest.mark.rule("NW-SUR-H1")
def test_surprise_ends_after_the_turn_the_scenario_names() -> None:
    battle, state = two_sides(), surprised_usn()
    state = state.but(cursor=state.cursor.but(turn=3))
    assert not battle.check(state, SetSpeed("USN", "a", 1))


# ---------------------------------------------------------------------- loaded destroyers


def loaded_ship(structure: int = 0) -> State:
    battle = two_sides()
    battle.forces[1] = battle.forces[1].but(traits=("loaded",))
    state = battle.at("end")
    return with_ship(state, state.ships["kagero"].but(structure=structure))


@pytest.mark.rule("NW-LOA-H1")
@pytest.mark.parametrize(("structure", "power"), [(0, 2), (1, 2), (2, 2), (3, 1)])
def test_a_loaded_destroyer_has_1_less_firepower_while_undamaged(structure: int, power: int) -> None:
    state = loaded_ship(structure)
    assert firepower(state, state.ships["kagero"]) == power  # a Kagero has 3, then 2, 2, 1


@pytest.mark.rule("NW-LOA-H1")
def test_a_loaded_destroyer_never_reloads_her_torpedoes() -> None:
    state = loaded_ship()
    state = with_ship(state, state.ships["kagero"].but(salvos=0, reload=5))
    ruling = Ruling(Battle.system, state, TapeDice(()))
    for _ in range(8):
        reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-LOA-H1")
def test_only_a_destroyer_is_ever_loaded() -> None:
    """A cruiser in the same division fires with all her guns and reloads, where a Kagero does neither."""
    battle = Battle().division("a", "USN", ["Nicholas"], 2020, "N")
    battle.division("b", "IJN", ["Aoba", "Kagero"], 2024, "NE", traits=("loaded",))
    state = battle.at("end")
    assert [firepower(state, state.ships[name]) - state.scene.cards[name].firepower for name in ("aoba", "kagero")] == [
        0,
        -1,
    ]
    for name in ("aoba", "kagero"):
        state = with_ship(state, state.ships[name].but(salvos=0, reload=5))
    ruling = Ruling(Battle.system, state, TapeDice(()))
    for _ in range(8):
        reload_tubes(ruling)
    aoba = state.scene.cards["aoba"]
    assert ruling.state.ships["aoba"].salvos == (aoba.salvos if aoba.reload else 0)
    assert ruling.state.ships["kagero"].salvos == 0


@pytest.mark.rule("NW-LOA-H1", "NW-ORD-H4")
@pytest.mark.parametrize(("loaded_one", "salvos"), [("kagero", 0), ("oyashio", 2)])
def test_joining_a_loaded_division_neither_loads_nor_unloads_a_ship(loaded_one: str, salvos: int) -> None:
    battle = two_sides()
    battle.division("c", "IJN", ["Oyashio"], 2024, "NE", speed=2)
    number = 1 if loaded_one == "kagero" else 2
    battle.forces[number] = battle.forces[number].but(traits=("loaded",))
    state = battle.at("orders")
    state, _ = battle.give(state.but(cursor=state.cursor.but(queue=("IJN", "USN"))), Join("IJN", "c", "b"))
    ruling = Ruling(Battle.system, with_ship(state, state.ships["kagero"].but(salvos=0, reload=5)), TapeDice(()))
    reload_tubes(ruling)
    assert ruling.state.ships["kagero"].salvos == salvos


@pytest.mark.rule("NW-ORD-H4", "NW-ORD-H1")
def test_divisions_that_join_run_at_the_slower_speed_and_count_the_shorter_run() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "N", speed=3)
    battle.division("b", "USN", ["Fletcher"], 2020, "N", speed=1)
    battle.division("z", "IJN", ["Kagero"], 4020, "N", speed=1)
    state, _ = battle.do(battle.at("orders"), Join("USN", "a", "b"))
    assert (state.divisions["b"].speed, state.divisions["b"].ran) == (1, 1)
    assert speed_limits(state, state.divisions["b"]) == (0, 3)
