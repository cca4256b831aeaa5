"""Phase 3: how far, turning, stacking, land, leaving the map, heavy seas; every plot offered is a legal one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.nw_smoke.commands import Evade, Move
from rules.nw_smoke.events import LeftMap
from rules.nw_smoke.movement import allowance, legal_moves, move_points, walk_plot
from rules.nw_smoke.state import SIGHTED, State
from rules.nws.events import EvadingDeclared
from rules.nws.pieces import with_division, with_ship
from tests.nw_smoke.battle import COLUMNS, ROWS, Battle, events_of

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
ISLAND = (3020, 3021, 3120, 3121, 2920, 2919, 3019, 3119)


def sailing(
    speed: int, at: int = 2020, facing: str = "N", ships: tuple[str, ...] = ("Nicholas",), land: tuple[int, ...] = ()
) -> Battle:
    battle = Battle(land).division("a", "USN", list(ships), at, facing, speed=speed)
    return battle.division("b", "IJN", ["Kagero"], 5035, "N", speed=0)


def legal(battle: Battle, state: State, plot: str) -> bool:
    return not battle.check(state, Move("USN", "a", plot))


def rules_against(battle: Battle, state: State, plot: str) -> set[str]:
    return {illegal.rule for illegal in battle.check(state, Move("USN", "a", plot))}


# ---------------------------------------------------------------------- how far


@pytest.mark.rule("NW-MOV-H1")
@pytest.mark.parametrize(
    ("knots", "hexes"), [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (24, 2), (25, 3), (34, 3), (35, 4), (39, 4)]
)
def test_the_speed_of_a_ship_gives_its_hexes(knots: int, hexes: int) -> None:
    state = sailing(0).at("movement")
    state = state.but(scene=state.scene.but(knots={**state.scene.knots, "nicholas": (knots,) * 5}))
    assert allowance(state, state.divisions["a"]) == hexes


@pytest.mark.rule("NW-MOV-H1")
def test_the_slowest_able_ship_sets_the_pace_and_a_wreck_counts_for_nothing() -> None:
    state = sailing(0, ships=("Nicholas", "Zeilin")).at("movement")
    assert allowance(state, state.divisions["a"]) == 2  # a transport of 16 knots
    state = with_ship(state, state.ships["zeilin"].but(structure=4))
    assert allowance(state, state.divisions["a"]) == 4
    state = with_ship(state, state.ships["nicholas"].but(flotation=3))  # Heavy: 12 knots
    assert allowance(state, state.divisions["a"]) == 1


@pytest.mark.rule("NW-ORD-H1")
def test_a_division_runs_exactly_the_hexes_ordered() -> None:
    battle = sailing(3)
    state = battle.at("movement")
    assert legal(battle, state, "FFF")
    assert rules_against(battle, state, "FF") == rules_against(battle, state, "FFFF") == {"NW-ORD-H1"}


# ---------------------------------------------------------------------- turning


@pytest.mark.rule("NW-MOV-H2")
@pytest.mark.parametrize(
    ("plot", "cost"),
    [("F", 1), ("FR", 1), ("FL", 1), ("FRR", 2), ("FLLL", 3), ("R", 1), ("RF", 2), ("LLF", 3), ("FRF", 2), ("FRRF", 3)],
)
def test_one_turn_a_hex_entered_is_free_and_every_other_costs_a_hex(plot: str, cost: int) -> None:
    battle = sailing(cost)
    state = battle.at("movement")
    assert walk_plot(state, state.divisions["a"], plot).cost == cost
    assert legal(battle, state, plot)


@pytest.mark.rule("NW-MOV-H2")
def test_a_division_moves_into_the_hex_it_faces() -> None:
    for facing, end in zip(FACINGS, (2019, 2120, 2121, 2021, 1921, 1920), strict=True):
        assert sailing(1, facing=facing).run("a", "F")[0].divisions["a"].hex == end


@pytest.mark.rule("NW-MOV-H2")
def test_a_free_turn_is_not_saved_for_the_next_hex() -> None:
    state = sailing(4).at("movement")
    assert walk_plot(state, state.divisions["a"], "FFRR").cost == 3


@pytest.mark.rule("NW-MOV-H2")
def test_a_plot_of_other_letters_is_refused() -> None:
    battle = sailing(2)
    assert rules_against(battle, battle.at("movement"), "FX") == {"NW-MOV-H2"}


@pytest.mark.rule("NW-MOV-H2")
@pytest.mark.parametrize(("plot", "speed"), [("RL", 2), ("FRL", 2), ("LRF", 3), ("FRRRR", 4), ("RRRR", 4)])
def test_hexes_are_not_spent_on_turns_that_lead_nowhere(plot: str, speed: int) -> None:
    battle = sailing(speed)
    assert rules_against(battle, battle.at("movement"), plot) == {"NW-MOV-H2"}


@pytest.mark.rule("NW-MOV-H2")
@pytest.mark.parametrize("speed", range(1, 5))
def test_every_plot_that_passes_the_check_in_open_water_is_offered(speed: int) -> None:
    battle = sailing(speed)
    state = battle.at("movement")
    offered = {walk_plot(state, state.divisions["a"], move.plot) for move in legal_moves(state, state.divisions["a"])}
    plots = ("".join(letters) for length in range(1, 2 * speed + 1) for letters in product("FLR", repeat=length))
    found = [plot for plot in plots if legal(battle, state, plot)]
    assert {walk_plot(state, state.divisions["a"], plot) for plot in found} == offered


# ---------------------------------------------------------------------- stacking


@pytest.mark.rule("NW-MOV-H3")
@pytest.mark.parametrize(("friends", "free"), [(1, True), (2, False)])
def test_a_hex_holds_two_friendly_divisions_at_the_end_of_a_move(friends: int, free: bool) -> None:
    battle = sailing(2)
    for name, ship in list(zip("cd", ("Jenkins", "Radford"), strict=True))[:friends]:
        battle.division(name, "USN", [ship], 2018, "N", speed=1)
    state = battle.at("movement")
    assert legal(battle, state, "FF") is free
    assert (Move("USN", "a", "FF") in legal_moves(state, state.divisions["a"])) is free
    if not free:
        assert rules_against(battle, state, "FF") == {"NW-MOV-H3"}


@pytest.mark.rule("NW-MOV-H3")
def test_passing_through_a_full_hex_is_free() -> None:
    battle = sailing(3).division("c", "USN", ["Jenkins"], 2019, "N").division("d", "USN", ["Radford"], 2019, "N")
    assert legal(battle, battle.at("movement"), "FFF")


@pytest.mark.rule("NW-MOV-H3")
@pytest.mark.parametrize(("known", "free"), [(SIGHTED, False), (0, True), (1, True), (2, True)])
def test_only_a_sighted_enemy_keeps_a_division_out_of_his_hex(known: int, free: bool) -> None:
    battle = sailing(2).division("c", "IJN", ["Oyashio"], 2018, "N")
    if known:
        battle.knows("USN", "c", known)
    assert legal(battle, battle.at("movement"), "FF") is free


@pytest.mark.rule("NW-MOV-H3")
def test_wrecks_do_not_count() -> None:
    battle = sailing(2).division("c", "USN", ["Jenkins"], 2018, "N").division("d", "USN", ["Radford"], 2018, "N")
    state = battle.at("movement")
    assert legal(battle, with_ship(state, state.ships["jenkins"].but(structure=4)), "FF")


@pytest.mark.rule("NW-MOV-H3")
@pytest.mark.parametrize("land", [(), (2021,)])
def test_a_division_may_turn_where_it_stands_however_full_its_hex_is(land: tuple[int, ...]) -> None:
    battle = (
        sailing(1, land=land).division("c", "USN", ["Jenkins"], 2020, "N").division("d", "USN", ["Radford"], 2020, "N")
    )
    state = battle.at("movement")
    assert legal(battle, state, "R")
    assert Move("USN", "a", "R") in legal_moves(state, state.divisions["a"])


# ---------------------------------------------------------------------- land and the edge


@pytest.mark.rule("NW-MOV-H4")
def test_land_cannot_be_entered() -> None:
    battle = sailing(2, land=(2018,))
    assert rules_against(battle, battle.at("movement"), "FF") == {"NW-MOV-H4"}


@pytest.mark.rule("NW-MOV-H4")
def test_a_division_with_no_way_to_spend_its_speed_spends_what_it_can_and_stops() -> None:
    around = (2019, 2120, 2121, 2021, 1921, 1920)
    battle = sailing(4, land=around)
    state = battle.at("movement")
    assert move_points(state, state.divisions["a"]) == 4
    found = legal_moves(state, state.divisions["a"])
    assert found and all(not battle.check(state, move) for move in found)
    assert all(walk_plot(state, state.divisions["a"], move.plot).hexes == (2020,) for move in found)


@pytest.mark.rule("NW-MOV-H5")
def test_a_division_that_moves_off_the_edge_has_disengaged_and_its_ships_are_safe() -> None:
    battle = sailing(3, at=2002)
    state, events = battle.run("a", "FF")  # the third hex of its speed is not owed any more
    assert "a" not in state.divisions
    assert state.ships["nicholas"].gone == "left"
    assert [event.ships for event in events_of(events, LeftMap)] == [("nicholas",)]


@pytest.mark.rule("NW-MOV-H5")
def test_nothing_follows_the_step_that_leaves_the_map() -> None:
    battle = sailing(3, at=2001)
    assert "NW-MOV-H5" in rules_against(battle, battle.at("movement"), "FF")


# ---------------------------------------------------------------------- heavy seas and evading


@pytest.mark.rule("NW-MOV-H6")
@pytest.mark.parametrize(
    ("ship", "structure", "hexes"), [("Nicholas", 0, 3), ("Nicholas", 2, 1), ("Nicholas", 3, 1), ("Hobart", 0, 3)]
)
def test_in_heavy_seas_a_small_ship_makes_one_hex_less_but_not_less_than_one(
    ship: str, structure: int, hexes: int
) -> None:
    state = sailing(0, ships=(ship,)).setting("seas", "heavy").at("movement")
    state = with_ship(state, state.ships[ship.lower()].but(structure=structure))
    assert allowance(state, state.divisions["a"]) == hexes


@pytest.mark.rule("NW-EV-H1")
@pytest.mark.parametrize(("speed", "run"), [(4, 2), (3, 2), (2, 1), (1, 1)])
def test_an_evading_division_runs_half_its_hexes_rounded_up(speed: int, run: int) -> None:
    battle = sailing(speed)
    state, _ = battle.give(battle.at("movement"), Evade("USN", "a"))
    assert move_points(state, state.divisions["a"]) == run
    assert legal(battle, state, "F" * run)
    assert rules_against(battle, state, "F" * (run + 1)) == {"NW-ORD-H1"}


@pytest.mark.rule("NW-EV-H1")
def test_a_division_lying_still_cannot_evade() -> None:
    battle = sailing(0)
    assert [i.rule for i in battle.check(battle.at("movement"), Evade("USN", "a"))] == ["NW-EV-H1"]


# ---------------------------------------------------------------------- what is offered


@pytest.mark.rule("NW-MOV-H2", "NW-ORD-H1")
@settings(max_examples=40, deadline=None)
@given(
    column=st.one_of(st.integers(1, COLUMNS), st.integers(27, 33)),
    row=st.one_of(st.integers(1, ROWS), st.integers(17, 23)),
    facing=st.sampled_from(FACINGS),
    speed=st.integers(0, 4),
    evading=st.booleans(),
    friends=st.integers(0, 2),
    friend_off=st.sampled_from((0, 1, -1, 100, 99)),
)
def test_every_plot_offered_spends_the_same_and_passes_the_check(
    column: int, row: int, facing: str, speed: int, evading: bool, friends: int, friend_off: int
) -> None:
    at = 100 * column + row
    beside = at + friend_off
    on_map = 1 <= beside // 100 <= COLUMNS and 1 <= beside % 100 <= ROWS
    if at in ISLAND:
        return
    battle = sailing(speed, at, facing, land=ISLAND)
    for name, ship in list(zip("cd", ("Jenkins", "Radford"), strict=True))[:friends]:
        if on_map and beside not in ISLAND:
            battle.division(name, "USN", [ship], beside, "N", speed=1)
    state = battle.at("movement")
    state = with_division(state, state.divisions["a"].but(evading=evading))
    division = state.divisions["a"]
    found = legal_moves(state, division)
    assert found and len(set(found)) == len(found)
    must = move_points(state, division)
    costs = set()
    for move in found:
        assert not battle.check(state, move), (move, battle.check(state, move))
        plot = walk_plot(state, division, move.plot)
        assert plot.cost <= must
        costs |= set() if plot.leaves else {plot.cost}
    assert len(costs) <= 1  # all spend the same
    near_edge = min(column, row, COLUMNS + 1 - column, ROWS + 1 - row) <= must
    near_island = 24 <= column <= 36 and 14 <= row <= 26
    if not near_edge and not near_island and not friends:
        assert costs == {must}


# --- Evasion (NW-EV-1 to NW-EV-3): declared in the movement phase, where its card is placed ---


def battle() -> Battle:
    fight = Battle()
    fight.division("a", "USN", ["Nicholas"], 2020, "N", speed=3)
    fight.division("b", "IJN", ["Kagero"], 2030, "N", speed=3)
    return fight


@pytest.mark.rule("NW-EV-1")
@pytest.mark.parametrize("phase", ["orders", "spotting", "gunnery", "torpedoes", "smoke"])
def test_evading_cannot_be_declared_outside_the_movement_phase(phase: str) -> None:
    refused = battle().check(battle().at(phase), Evade("USN", "a"))
    assert [illegal.rule for illegal in refused] == ["NW-EV-1"]
    assert "phase 3" in refused[0].reason


@pytest.mark.rule("NW-EV-1", "NW-EV-2", "NW-EV-H6")
def test_in_the_movement_phase_the_card_is_placed_at_once() -> None:
    fight = battle()
    state, events = fight.give(fight.at("movement"), Evade("USN", "a"))
    assert state.divisions["a"].evading
    assert [(event.division, event.rule) for event in events_of(events, EvadingDeclared)] == [("a", "NW-EV-1")]


@pytest.mark.rule("NW-EV-1", "NW-EV-H6")
def test_after_a_division_has_moved_it_is_too_late_to_evade() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Move("USN", "a", "FFF"))
    state = state.but(cursor=state.cursor.but(queue=("USN",)))
    assert "NW-EV-H6" in {illegal.rule for illegal in fight.check(state, Evade("USN", "a"))}


@pytest.mark.rule("NW-EV-2", "NW-EV-H6")
def test_the_card_stays_through_the_turn_and_comes_off_when_the_next_movement_phase_begins() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    for phase in ("spotting", "gunnery", "torpedoes", "smoke", "end"):
        state = fight.open_phase(state, phase)
        assert state.divisions["a"].evading, phase
    assert not fight.open_phase(state, "movement").divisions["a"].evading


@pytest.mark.rule("NW-EV-2", "NW-EV-H6")
def test_a_second_card_on_the_same_division_is_refused() -> None:
    fight = battle()
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    assert [illegal.rule for illegal in fight.check(state, Evade("USN", "a"))] == ["NW-EV-2"]


@pytest.mark.rule("NW-EV-3")
def test_without_the_advanced_rule_nobody_evades() -> None:
    fight = battle().setting("evasion", False)
    state = fight.at("movement")
    assert [illegal.rule for illegal in fight.check(state, Evade("USN", "a"))] == ["NW-EV-3"]
    assert not [offer for offer in fight.offers(state) if offer.verb == "evade"]


@pytest.mark.rule("NW-EV-H1", "NW-SMK-6")
def test_an_evading_division_may_lay_smoke_on_its_shorter_run() -> None:
    fight = battle().card("a")
    state, _ = fight.give(fight.at("movement"), Evade("USN", "a"))
    state, _ = fight.give(state, Move("USN", "a", "FF"))
    assert state.smoke == (2019, 2020)
