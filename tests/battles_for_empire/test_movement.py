"""Moving: paths, facing, side-steps, passing friends, the enemy's front, exits, leaders and mules."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.commands import Drive, Face, Move, Ride
from rules.battles_for_empire.events import LeaderRode, LeaderTaken, Moved, MuleDriven, MuleLost, UnitExited
from rules.battles_for_empire.pathfinding import path_to
from rules.battles_for_empire.state import State
from rules.kernel.hexes import distance, neighbour
from tests.battles_for_empire.field import Field, give, in_hand, list_offers, refusals, rules_of

FOE = ("x", "dv_spr", 1915, "W")


def ready(field: Field, allowance: int = 3, name: str = "a", full: int = 0) -> State:
    """Return an active British unit."""
    return in_hand(field.unit(*FOE).at("movement"), name, allowance, full)


def native(field: Field, allowance: int = 3) -> State:
    """Return the natives' active unit d."""
    return in_hand(field.unit("far", "br_line", 101).at("movement", "na"), "d", allowance)


def line(h: int = 805, facing: str = "E", formation: str = "") -> Field:
    """Return a British company."""
    return Field().unit("a", "br_line", h, facing, formation)


def ends(state: State) -> set[int]:
    """Return the hexes the active unit can move to."""
    return {command.hex for command in list_offers(state, "move") if isinstance(command, Move)}


# ---------------------------------------------------------------------- ways


@pytest.mark.rule("BFE-MAN-H1")
def test_a_unit_moves_along_the_cheapest_way_and_pays_for_it() -> None:
    after = give(ready(line()), Move("br", "a", 1106, 1))
    unit = after.unit("a")
    (event,) = after.of(Moved)
    assert (unit.hex, unit.facing, unit.moved, unit.allowance) == (1106, 1, 3, 0)
    assert event.cost == 3 and event.path[0] == 805 and event.path[-1] == 1106 and len(event.path) == 4


@pytest.mark.rule("BFE-MAN-H1")
def test_a_unit_may_move_in_parts_until_its_hexes_are_spent() -> None:
    state = give(ready(line()), Move("br", "a", 905, 1)).state
    state = give(state, Move("br", "a", 1005, 1)).state
    assert state.units["a"].allowance == 1 and ends(state)
    state = give(state, Move("br", "a", 1105, 1)).state
    assert ends(state) == set()


@pytest.mark.rule("BFE-MAN-H1")
def test_a_move_too_far_or_to_nowhere_is_refused() -> None:
    state = ready(line())
    assert rules_of(refusals(state, Move("br", "a", 1206, 1))) == ["BFE-MAN-H1"]
    assert rules_of(refusals(state, Move("br", "a", 805, 1))) == ["BFE-MAN-H1"]
    assert rules_of(refusals(state, Move("br", "a", 9999, 1))) == ["BFE-MAN-H1"]
    assert rules_of(refusals(state, Move("br", "a", -7, 1))) == ["BFE-MAN-H1"]
    assert rules_of(refusals(state, Move("br", "a", 905, 9))) == ["BFE-MAN-H2"]
    assert rules_of(refusals(state, Move("br", "nobody", 905, 1))) == ["BFE-MAN-H1"]


@pytest.mark.rule("BFE-MAN-H1")
def test_everything_offered_is_legal_and_everything_legal_is_offered() -> None:
    state = ready(line().ground("donga", 905, 906).unit("f", "br_line", 904).unit("s", "br_rif", 1005))
    listed = {command for command in list_offers(state, "move") if isinstance(command, Move)}
    for h in range(500, 1200):
        for facing in range(6):
            command = Move("br", "a", h, facing)
            assert (refusals(state, command) == ()) == (command in listed), command


@pytest.mark.rule("BFE-SEQ-H3")
def test_a_unit_that_was_not_taken_up_does_not_move() -> None:
    state = line().unit(*FOE).at("movement")
    assert rules_of(refusals(state, Move("br", "a", 905, 1))) == ["BFE-SEQ-H3"]


# ---------------------------------------------------------------------- facing


@pytest.mark.rule("BFE-MAN-H2")
def test_a_line_goes_to_its_front_and_turns_one_corner_in_each_hex_for_nothing() -> None:
    state = ready(line(), 1)
    forward = {neighbour(805, 1), neighbour(805, 2)}
    assert ends(state) == forward
    for h in forward:
        facings = {c.facing for c in list_offers(state, "move") if isinstance(c, Move) and c.hex == h}
        assert facings == {0, 1, 2}


@pytest.mark.rule("BFE-MAN-H2")
def test_a_line_wheels_further_round_the_more_hexes_it_moves() -> None:
    state = ready(line(), 2)
    way = path_to(state, state.units["a"], neighbour(neighbour(805, 2), 3), 3)
    assert way is not None and way.cost == 2 and way.facings == (1, 2, 3)


@pytest.mark.rule("BFE-MAN-H2")
def test_a_mass_goes_anywhere_round_it_and_ends_with_any_facing() -> None:
    state = native(Field().unit("d", "dv_spr", 805, "W"), 1)
    assert ends(state) == {neighbour(805, d) for d in range(6)}
    assert len(list_offers(state, "move")) == 36


@pytest.mark.rule("BFE-MAN-H2")
def test_imperial_horse_wheels_like_a_line_and_native_horse_like_a_mass() -> None:
    assert len(ends(ready(Field().unit("a", "hussar", 805), 1))) == 2
    assert len(ends(native(Field().unit("d", "dv_hor", 805), 1))) == 6


# ---------------------------------------------------------------------- side-steps


@pytest.mark.rule("BFE-PUB-19", "BFE-MAN-H5")
def test_a_side_step_or_a_step_back_takes_at_most_half_the_allowance_and_keeps_the_facing() -> None:
    behind = neighbour(805, 4)
    state = ready(line(), 3)
    after = give(state, Move("br", "a", behind, 1))
    assert (after.unit("a").hex, after.unit("a").facing, after.of(Moved)[0].rule) == (behind, 1, "BFE-PUB-19")
    assert rules_of(refusals(state, Move("br", "a", neighbour(behind, 4), 1))) == ["BFE-MAN-H1"]
    assert refusals(ready(line(), 4), Move("br", "a", neighbour(behind, 4), 1)) == ()


@pytest.mark.rule("BFE-MAN-H5", "BFE-PUB-19")
def test_with_one_hex_to_move_there_is_no_side_step() -> None:
    assert ends(ready(line(), 1)) == {neighbour(805, 1), neighbour(805, 2)}


@pytest.mark.rule("BFE-MAN-H5", "BFE-MF-16")
def test_no_side_step_follows_when_half_the_move_is_spent() -> None:
    state = give(ready(line(), 3), Move("br", "a", 905, 1)).state
    assert ends(state) <= {h for h in ends(state) if h // 100 >= 9}
    assert rules_of(refusals(state, Move("br", "a", neighbour(905, 4), 1))) == ["BFE-MAN-H1"]


# ---------------------------------------------------------------------- friends


@pytest.mark.rule("BFE-MAN-H6")
def test_friends_pass_skirmishers_and_guns_but_not_formed_or_massed_units() -> None:
    beyond = 1005

    def passes(kind: str, formation: str = "") -> bool:
        field = line(h=805, formation="skirmish").unit("f", kind, 905, formation=formation)
        for number, h in enumerate((904, 906, 804, 806)):
            field.unit(f"w{number}", "br_line", h)
        return beyond in ends(ready(field, 2))

    assert passes("br_rif", "skirmish") and passes("gun_fld") and passes("mg_gar")
    assert not passes("br_line", "line") and not passes("hussar") and not passes("br_line", "square")


@pytest.mark.rule("BFE-FRM-H7")
def test_a_move_ends_only_where_there_is_room() -> None:
    state = ready(line().unit("s", "br_rif", 905, formation="skirmish"))
    assert rules_of(refusals(state, Move("br", "a", 905, 1))) == ["BFE-FRM-H7"]
    with_gun = ready(line().unit("g", "gun_fld", 905))
    assert refusals(with_gun, Move("br", "a", 905, 1)) == ()


@pytest.mark.rule("BFE-MAN-H6")
def test_nobody_enters_a_hex_of_the_enemy() -> None:
    state = ready(line().unit("y", "dv_spr", 905, "E"))
    assert 905 not in ends(state)


# ---------------------------------------------------------------------- the enemy's front


@pytest.mark.rule("BFE-MAN-H7")
def test_a_unit_stops_in_a_front_hex_of_the_enemy_and_does_not_go_from_one_to_the_next() -> None:
    enemy = 1008
    left, right = neighbour(enemy, 4), neighbour(enemy, 5)

    def cost(h: int, start: int, **body: Any) -> int:
        field = Field().unit("d", "bo_81", start, "E").unit("y", "br_line", enemy, "W", **body)
        state = native(field, 6)
        way = path_to(state, state.units["d"], h, 1)
        return way.cost if way is not None else 99

    start = neighbour(left, 5)
    assert (cost(left, start), cost(right, left)) == (1, 2)
    assert cost(right, left, shaken=True) == 1
    assert distance(start, neighbour(enemy, 3)) == 2
    assert cost(neighbour(enemy, 3), start) == 3, "it goes round the front hex"
    assert cost(neighbour(enemy, 3), start, shaken=True) == 2


@pytest.mark.rule("BFE-MAN-H7")
def test_skirmishers_and_guns_bar_nobodys_way() -> None:
    for kind, formation in (("br_rif", "skirmish"), ("mg_gar", "")):
        field = Field().unit("d", "dv_spr", 705, "E").unit("y", kind, 905, "W", formation)
        state = native(field, 2)
        way = path_to(state, state.units["d"], neighbour(905, 3), 1)
        assert way is not None and way.cost == 2


# ---------------------------------------------------------------------- natives in skirmish order


@pytest.mark.rule("BFE-MF-21", "BFE-MF-20")
def test_most_natives_do_not_move_in_skirmish_order() -> None:
    for kind in ("dv_rif", "zu_rif"):
        state = native(Field().unit("d", kind, 805, "W", "skirmish"))
        assert ends(state) == set()
        assert rules_of(refusals(state, Move("na", "d", 705, 4))) == ["BFE-MF-21"]


@pytest.mark.rule("BFE-MF-22")
def test_pathans_and_boers_do() -> None:
    for kind in ("pa_trb", "bo_81", "bo_99"):
        assert refusals(native(Field().unit("d", kind, 805, "W", "skirmish")), Move("na", "d", 705, 4)) == ()


@pytest.mark.rule("BFE-MF-21", "BFE-MF-22")
def test_a_turn_is_a_move_too_and_most_natives_in_skirmish_order_make_none() -> None:
    for kind, refusal in (("dv_rif", ["BFE-MF-21"]), ("pa_trb", []), ("bo_81", [])):
        state = native(Field().unit("d", kind, 805, "W", "skirmish"))
        assert rules_of(refusals(state, Face("na", "d", 0))) == refusal
        assert (list_offers(state, "face") == []) == bool(refusal)
    massed = native(Field().unit("d", "dv_rif", 805, "W", "mass"))
    assert refusals(massed, Face("na", "d", 0)) == ()


@pytest.mark.rule("BFE-MF-6", "BFE-MF-2")
def test_a_move_is_remembered_for_the_fire_phase() -> None:
    assert give(ready(line()), Move("br", "a", 905, 1)).unit("a").moved == 1
    gun = give(ready(Field().unit("a", "mg_gar", 805), 1), Move("br", "a", 905, 1)).unit("a")
    assert (gun.moved, gun.pivoted) == (1, False)


@pytest.mark.rule("BFE-MAN-H11")
def test_a_gun_in_action_is_manhandled_one_hex_any_way() -> None:
    assert ends(ready(Field().unit("a", "gun_fld", 805), 1)) == {neighbour(805, d) for d in range(6)}


# ---------------------------------------------------------------------- leaving the field


@pytest.mark.rule("BFE-TER-H7")
def test_a_unit_leaves_the_field_by_an_exit_of_its_side() -> None:
    field = line(h=805).zone("east", "br", "exit", 805, 905)
    after = give(ready(field), Move("br", "a", 0, 1))
    assert after.unit("a").lost == "exited" and after.of(UnitExited) and after.state.in_hand == ""


@pytest.mark.rule("BFE-TER-H7")
def test_without_an_exit_or_a_hex_left_nobody_leaves() -> None:
    assert rules_of(refusals(ready(line()), Move("br", "a", 0, 1))) == ["BFE-TER-H7"]
    other = line().zone("theirs", "na", "exit", 805)
    assert rules_of(refusals(ready(other), Move("br", "a", 0, 1))) == ["BFE-TER-H7"]
    spent = line().zone("east", "br", "exit", 805)
    assert rules_of(refusals(ready(spent, 0), Move("br", "a", 0, 1))) == ["BFE-TER-H7"]


# ---------------------------------------------------------------------- leaders and mules


@pytest.mark.rule("BFE-MAN-H12")
def test_a_leader_rides_six_hexes_once_a_turn_past_friends_but_not_enemies() -> None:
    field = line().unit("l", "leader_1", 805).unit("y", "dv_spr", 1105, "W")
    state = field.unit(*FOE).at("movement")
    reach = {command.hex for command in list_offers(state, "ride") if isinstance(command, Ride)}
    assert max(distance(805, h) for h in reach) == 6 and 1105 not in reach and 805 not in reach
    after = give(state, Ride("br", "l", 505))
    assert after.state.leaders["l"].hex == 505 and after.of(LeaderRode)
    assert rules_of(refusals(after.state, Ride("br", "l", 605))) == ["BFE-MAN-H12"]
    assert rules_of(refusals(state, Ride("br", "l", 101))) == ["BFE-MAN-H12"]
    assert rules_of(refusals(state, Ride("br", "x", 505))) == ["BFE-MAN-H12"]


@pytest.mark.rule("BFE-PUB-33", "BFE-MAN-H12")
def test_a_mule_is_driven_nine_inches_over_ground_that_wagons_can_cross() -> None:
    field = line().unit("m", "mule", 805).ground("rough", 905).ground("scrub", 804)
    state = field.unit(*FOE).at("movement")
    reach = {command.hex for command in list_offers(state, "drive") if isinstance(command, Drive)}
    assert max(distance(805, h) for h in reach) == 3 and 905 not in reach
    after = give(state, Drive("br", "m", 505))
    assert after.state.mules["m"].hex == 505 and after.of(MuleDriven)
    assert rules_of(refusals(after.state, Drive("br", "m", 605))) == ["BFE-MAN-H12", "BFE-PUB-33"] or rules_of(
        refusals(after.state, Drive("br", "m", 605))
    ) == ["BFE-MAN-H12"]
    assert rules_of(refusals(state, Drive("br", "m", 905))) == ["BFE-PUB-33"]
    assert rules_of(refusals(state, Drive("br", "nobody", 905))) == ["BFE-MAN-H12"]


@pytest.mark.rule("BFE-MAN-H14")
def test_leaders_and_mules_without_an_escort_are_overrun() -> None:
    field = Field().unit("d", "dv_spr", 905, "W").unit("l", "leader_1", 805).unit("m", "mule", 805)
    after = give(native(field), Move("na", "d", 805, 4))
    assert after.state.leaders["l"].down and after.state.leaders["l"].shocked == 3
    assert after.state.mules["m"].lost
    assert [event.leader for event in after.of(LeaderTaken)] == ["l"]
    assert [event.mule for event in after.of(MuleLost)] == ["m"]


@pytest.mark.rule("BFE-MAN-H15", "BFE-FRM-H4")
def test_a_company_square_moves_in_any_direction() -> None:
    assert ends(ready(line(formation="square"), 1)) == {neighbour(805, d) for d in range(6)}
