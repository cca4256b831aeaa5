"""Unit conduct: the manoeuvre die, its columns and modifiers, rallying, faltering and recoiling."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.charts import load_charts
from rules.battles_for_empire.commands import Charge, Conduct, Move
from rules.battles_for_empire.conduct import column_of, conduct_terms, hexes_allowed, leader_rating
from rules.battles_for_empire.events import (
    BecameShaken,
    ConductRolled,
    ContactEnded,
    Faltered,
    NoWayBack,
    Rallied,
    Recoiled,
)
from rules.battles_for_empire.formations import sextants
from rules.battles_for_empire.state import State, is_engaged
from rules.kernel.hexes import ring
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Rolled
from tests.battles_for_empire.field import NORTH, After, Field, give, list_offers, refusals, rules_of

FOE = ("x", "dv_spr", 1505, "W")


def company(**body: Any) -> Field:
    """Return a British company facing spears seven hexes away."""
    return Field().unit("a", "br_line", 805, "E", **body).unit(*FOE)


def roll_conduct(field: Field, *faces: int, unit: str = "a", side: str = "br") -> After:
    """Return a unit's manoeuvre die in its own movement phase."""
    return give(field.at("movement", side), Conduct(side, unit), *faces)


# ---------------------------------------------------------------------- columns and rows


@pytest.mark.rule("BFE-CON-H1", "BFE-PUB-11")
@pytest.mark.parametrize(
    ("kills", "shaken", "column"),
    [(0, False, "bold"), (3, False, "bold"), (4, False, "unsure"), (7, False, "unsure"), (0, True, "shaken")],
)
def test_a_unit_is_bold_until_half_its_kills_make_it_unsure_and_a_marker_shaken(
    kills: int, shaken: bool, column: str
) -> None:
    state = company(kills=kills, shaken=shaken).at("movement")
    assert column_of(state, state.units["a"]) == column


@pytest.mark.rule("BFE-CON-H1")
def test_with_four_kills_to_a_unit_two_make_it_unsure() -> None:
    state = company(kills=2).option(first_edition_kills=True).at("movement")
    assert column_of(state, state.units["a"]) == "unsure"


SHAKEN_REGULARS = (  # modified die: kind, inches on foot, inches mounted
    (-1, "recoil", 12, 18),
    (0, "recoil", 12, 18),
    (1, "recoil", 6, 12),
    (2, "falter", 0, 0),
    (3, "move", 0, 0),
    (4, "move", 3, 9),
    (5, "move", 6, 12),
    (6, "move", 6, 12),
    (7, "move", 9, 15),
    (8, "move", 9, 15),
    (9, "move", 9, 15),
)


@pytest.mark.rule("BFE-PUB-12")
@pytest.mark.parametrize(("die", "kind", "foot", "mounted"), SHAKEN_REGULARS)
def test_the_shaken_column_of_the_regulars_is_the_documented_one(die: int, kind: str, foot: int, mounted: int) -> None:
    found = load_charts().conduct["BR"]["shaken"][min(7, max(0, die))]
    assert (found.kind, found.foot * 3, found.mounted * 3) == (kind, foot, mounted)


@pytest.mark.rule("BFE-PUB-10", "BFE-CON-H3")
@pytest.mark.parametrize(("die", "hexes"), [(1, 2), (2, 3), (5, 3), (6, 4)])
def test_the_die_says_how_far_a_bold_company_may_move(die: int, hexes: int) -> None:
    after = roll_conduct(company(), die)
    unit = after.unit("a")
    assert (unit.allowance, unit.full, unit.taken_up, after.state.in_hand) == (hexes, hexes, True, "a")
    assert after.of(ConductRolled)[0].allowance == hexes


@pytest.mark.rule("BFE-CON-H3")
def test_a_mounted_unit_reads_the_second_number() -> None:
    after = roll_conduct(Field().unit("a", "hussar", 805).unit(*FOE), 3)
    assert after.unit("a").allowance == 5


@pytest.mark.rule("BFE-CON-H3")
def test_a_shaken_unit_that_may_move_rallies() -> None:
    after = roll_conduct(company(shaken=True), 4)
    unit = after.unit("a")
    assert (unit.shaken, unit.rallied, unit.allowance) == (False, True, 1)
    assert [event.unit for event in after.of(Rallied)] == ["a"]


@pytest.mark.rule("BFE-CON-H3")
def test_a_unit_that_falters_does_not_move_and_is_shaken() -> None:
    after = roll_conduct(company(kills=4), 1)  # 1: no move, but no falter either
    assert (after.unit("a").shaken, after.unit("a").allowance) == (False, 0)
    field = company(kills=4).unit("l", "leader_1", 805, down=True, shocked=2, traits=("command l",))
    after = roll_conduct(field, 1)  # 1 - 1: below 1
    assert (after.unit("a").shaken, after.state.in_hand) == (True, "")
    assert after.of(Faltered) and [event.why for event in after.of(BecameShaken)] == ["it falters"]


@pytest.mark.rule("BFE-CON-H3")
def test_a_unit_that_faltered_may_do_nothing_more_this_turn() -> None:
    after = roll_conduct(company(shaken=True), 2)
    assert rules_of(refusals(after.state, Move("br", "a", 905, 1))) == ["BFE-SEQ-H3"]
    assert list_offers(after.state, "move") == [] and list_offers(after.state, "conduct", "a") == []


# ---------------------------------------------------------------------- modifiers


@pytest.mark.rule("BFE-CON-H2")
def test_a_leader_of_the_command_near_by_and_in_sight_adds_his_rating() -> None:
    field = company().unit("l", "leader_1", 405)
    state = field.at("movement")
    assert leader_rating(state, state.units["a"]) == 1
    after = give(state, Conduct("br", "a"), 5)
    assert (after.of(Rolled)[0].total, after.unit("a").allowance) == (6, 4)


@pytest.mark.rule("BFE-CON-H2")
def test_a_leader_five_hexes_away_or_behind_a_wood_helps_nobody() -> None:
    for state in (
        company().unit("l", "leader_1", 305).at("movement"),
        company().unit("l", "leader_1", 801).ground("wood", 803).at("movement"),
    ):
        assert leader_rating(state, state.units["a"]) == 0


@pytest.mark.rule("BFE-CON-H2")
def test_a_leader_of_another_command_helps_only_when_he_commands_the_army() -> None:
    def rating(kind: str) -> int:
        field = company().unit("own", "leader_1", 101).unit("l", kind, 705)
        state = field.at("movement")
        return leader_rating(state, state.units["a"])

    assert (rating("leader_1"), rating("leader_2")) == (0, 2)


@pytest.mark.rule("BFE-CON-H2")
def test_elite_units_add_one_and_brittle_ones_subtract_one() -> None:
    field = Field().unit("a", "br_gds", 805).unit("b", "eg_83", 802).unit("c", "br_line", 810).unit(*FOE)
    state = field.at("movement")
    assert [sum_modifiers(conduct_terms(state, state.units[name])) for name in "abc"] == [1, -1, 0]


@pytest.mark.rule("BFE-PUB-14")
def test_skirmishers_in_melee_in_the_open_subtract_two() -> None:
    def terms(field: Field) -> int:
        state = field.contact("x", "a").at("movement")
        return sum_modifiers(conduct_terms(state, state.units["a"]))

    skirmishers = Field().unit("a", "br_rif", 805, formation="skirmish").unit("x", "dv_spr", 905, "W")
    assert terms(skirmishers) == -2
    assert terms(skirmishers.ground("scrub", 805)) == 0
    assert terms(Field().unit("a", "br_line", 805).unit("x", "dv_spr", 905, "W")) == 0


@pytest.mark.rule("BFE-CON-H2")
def test_a_wall_a_laager_and_buildings_steady_a_unit_but_a_zareba_does_not() -> None:
    def terms(field: Field) -> int:
        state = field.at("movement")
        return sum_modifiers(conduct_terms(state, state.units["a"]))

    assert terms(company().wall(805, 1)) == 1
    assert terms(company().wall(805, 1, kind="laager")) == 1
    assert terms(company().wall(805, 1, kind="zareba")) == 0
    assert terms(company().ground("buildings", 805)) == 1
    assert terms(company().wall(905, 4)) == 0, "the wall of another hex"


@pytest.mark.rule("BFE-CON-H2")
@pytest.mark.parametrize(
    ("lost", "term"),
    [((803, 1, "br"), -1), ((802, 1, "br"), 0), ((803, 1, "na"), 0), ((803, 2, "br"), 0), ((803, 0, "br"), 0)],
)
def test_friends_destroyed_within_two_hexes_last_turn_unsettle_a_unit(lost: tuple[int, int, str], term: int) -> None:
    state = company().at("movement").but(fallen=(lost,))
    assert sum_modifiers(conduct_terms(state, state.units["a"])) == term


@pytest.mark.rule("BFE-CON-H3")
def test_a_three_with_a_leader_rallies_a_shaken_dervish_unit_which_may_not_charge() -> None:
    field = Field().unit("d", "dv_spr", 905, "W", shaken=True).unit("l", "leader_1", 1005, side="na")
    field.unit("a", "br_line", 805)
    after = roll_conduct(field, 3, unit="d", side="na")
    assert (after.unit("d").shaken, after.unit("d").allowance) == (False, 1)
    assert "BFE-CON-H7" in rules_of(refusals(after.state, Charge("na", "d", "a")))


@pytest.mark.rule("BFE-CON-H7")
def test_a_unit_that_rallied_may_charge_with_the_option() -> None:
    field = Field().unit("d", "dv_spr", 905, "W", shaken=True).unit("a", "br_line", 805)
    after = roll_conduct(field.option(rallied_may_charge=True), 4, unit="d", side="na")
    assert refusals(after.state, Charge("na", "d", "a")) == ()


# ---------------------------------------------------------------------- recoiling


@pytest.mark.rule("BFE-CON-H6")
def test_a_unit_recoils_away_from_the_enemy_and_faces_him() -> None:
    after = roll_conduct(company(shaken=True), 1)
    unit = after.unit("a")
    (event,) = after.of(Recoiled)
    assert len(event.path) == 3 and event.path[0] == 805
    assert (unit.hex // 100, unit.facing, unit.shaken, unit.moved) == (6, 1, True, 2)


@pytest.mark.rule("BFE-CON-H6")
def test_a_unit_recoils_straight_away_from_the_enemy_whichever_hex_has_the_lower_number() -> None:
    for foe, back in ((905, 706), (906, 705)):  # in the two hexes before it
        field = Field().unit("a", "br_line", 805, "E", shaken=True).unit("x", "dv_spr", foe, "W").contact("x", "a", 1)
        (event,) = roll_conduct(field, 1).of(Recoiled)
        assert event.path[1] == back
    for facing, way in ((0, "NNE"), (1, "E"), (2, "SSE"), (3, "SSW"), (4, "W"), (5, "NNW")):
        far = next(h for h in ring(1008, 2) if sextants(1008, h) == (facing,))
        after = roll_conduct(Field().unit("a", "br_line", 1008, way, shaken=True).unit("x", "dv_spr", far), 1)
        path = after.of(Recoiled)[0].path
        assert sextants(1008, path[-1]) == ((facing + 3) % 6,), "two hexes straight to the rear"


@pytest.mark.rule("BFE-CON-H6", "BFE-CON-H4")
def test_a_unit_that_recoils_out_of_a_melee_leaves_contact() -> None:
    field = Field().unit("a", "br_line", 805, shaken=True).unit("x", "dv_spr", 905, "W").contact("x", "a", 1)
    after = roll_conduct(field, 1)
    assert after.state.contacts == () and not is_engaged(after.state, after.unit("a"))
    assert [(event.unit, event.other) for event in after.of(ContactEnded)] == [("a", "x")]


@pytest.mark.rule("BFE-CON-H6")
def test_a_recoiling_unit_stops_at_friends_in_close_order_and_at_the_edge_of_the_field() -> None:
    field = company(shaken=True)
    for number, h in enumerate((704, 705, 706, 804, 806, 905, 906)):
        field.unit(f"f{number}", "br_line", h)
    after = roll_conduct(field, 1)
    assert after.unit("a").hex == 805 and after.of(Recoiled) == []
    assert [event.rule for event in after.of(NoWayBack)] == ["BFE-CON-H6"]
    edge = Field().unit("a", "br_line", 105, shaken=True).unit("x", "dv_spr", 505, "W")
    assert roll_conduct(edge, 1).unit("a").hex == 105


@pytest.mark.rule("BFE-CON-H6", "BFE-MAN-H6")
def test_a_recoiling_unit_passes_skirmishers_but_does_not_stay_in_their_hex() -> None:
    field = company(shaken=True)
    for number, h in enumerate((604, 605, 606)):
        field.unit(f"s{number}", "br_rif", h, formation="skirmish")
    after = roll_conduct(field, 1)
    assert after.unit("a").hex // 100 == 7, "two hexes back there is no room"


@pytest.mark.rule("BFE-CON-H6")
def test_leaders_and_mules_fall_back_with_their_last_escort() -> None:
    field = company(shaken=True).unit("l", "leader_1", 805, traits=("command l",)).unit("m", "mule", 805)
    field.changes["l"] = {"shocked": 2}
    after = roll_conduct(field, 1)
    assert after.unit("a").hex != 805
    assert after.state.leaders["l"].hex == after.state.mules["m"].hex == after.unit("a").hex
    guarded = company(shaken=True).unit("m", "mule", 805).unit("g", "gun_fld", 805)
    assert roll_conduct(guarded, 1).state.mules["m"].hex == 805


@pytest.mark.rule("BFE-TER-H4", "BFE-PUB-30")
def test_a_recoil_through_a_donga_disorders() -> None:
    after = roll_conduct(company(shaken=True).ground("donga", *range(701, 717)), 1)
    assert after.unit("a").disordered == 2


# ---------------------------------------------------------------------- in melee, guns, one at a time


@pytest.mark.rule("BFE-CON-H4", "BFE-CHG-2")
def test_an_engaged_unit_rallies_but_does_not_move() -> None:
    field = Field().unit("a", "br_line", 805, shaken=True).unit("x", "dv_spr", 905, "W").contact("x", "a", 1)
    after = roll_conduct(field, 6)
    unit = after.unit("a")
    assert (unit.shaken, unit.allowance, after.state.in_hand) == (False, 0, "")
    assert is_engaged(after.state, unit)


@pytest.mark.rule("BFE-CON-H4", "BFE-CHG-2")
def test_an_engaged_unit_that_is_not_shaken_is_not_taken_up() -> None:
    field = Field().unit("a", "br_line", 805).unit("x", "dv_spr", 905, "W").contact("x", "a", 1)
    state = field.at("movement")
    assert rules_of(refusals(state, Conduct("br", "a"))) == ["BFE-CHG-2"]
    assert list_offers(state, "conduct") == []


@pytest.mark.rule("BFE-CON-H5")
def test_a_gun_rolls_only_when_it_is_shaken() -> None:
    calm = roll_conduct(Field().unit("a", "gun_fld", 805).unit(*FOE))
    assert calm.of(Rolled) == [] and calm.unit("a").allowance == 1
    nervous = roll_conduct(Field().unit("a", "gun_fld", 805, shaken=True).unit(*FOE), 6)
    assert len(nervous.of(Rolled)) == 1
    assert (nervous.unit("a").shaken, nervous.unit("a").allowance) == (False, 1)


@pytest.mark.rule("BFE-CON-H5", "BFE-MAN-H11")
def test_guns_go_one_hex_by_hand_three_limbered_and_horse_artillery_five() -> None:
    field = Field().unit("h", "gun_fld", 805).unit("l", "gun_fld", 808, traits=("limbered",)).unit(*FOE)
    field.unit("r", "gun_fld", 811, traits=("limbered",), card={"limbered": 5})
    state = field.at("movement")
    assert [hexes_allowed(state, state.units[name], None) for name in "hlr"] == [1, 3, 5]


@pytest.mark.rule("BFE-SEQ-H3")
def test_units_are_moved_one_at_a_time() -> None:
    field = company().unit("b", "br_line", 801)
    after = give(roll_conduct(field, 3).state, Conduct("br", "b"), 3)
    assert after.state.in_hand == "b"
    assert rules_of(refusals(after.state, Move("br", "a", 905, 1))) == ["BFE-SEQ-H3"]
    assert rules_of(refusals(after.state, Conduct("br", "a"))) == ["BFE-SEQ-H3"]


@pytest.mark.rule("BFE-CON-H1")
def test_the_last_roll_is_kept_for_the_chart_to_light() -> None:
    state: State = roll_conduct(company(shaken=True), 5).state
    roll = state.last_roll
    assert roll is not None
    assert (roll.unit, roll.chart, roll.column, roll.total, roll.result) == ("a", "BR", "shaken", 5, "rally, move 2")


@pytest.mark.rule("BFE-CON-H1")
def test_only_ones_own_units_on_the_field_are_taken_up() -> None:
    state = company().at("movement")
    assert rules_of(refusals(state, Conduct("br", "x"))) == ["BFE-CON-H1"]
    assert rules_of(refusals(state, Conduct("br", "nobody"))) == ["BFE-CON-H1"]


@pytest.mark.rule("BFE-FRM-H4", "BFE-MAN-H15")
def test_a_company_square_goes_one_hex_whatever_the_die() -> None:
    after = roll_conduct(company(formation="square"), 6)
    assert after.unit("a").allowance == 1
    assert [event.limit for event in after.of(ConductRolled)] == [", as a square [BFE-FRM-H4]"]
    free = roll_conduct(company(), 3)
    assert [event.limit for event in free.of(ConductRolled)] == [""]


@pytest.mark.rule("BFE-MAN-H15")
def test_a_unit_of_a_closed_ring_says_why_it_has_two_hexes() -> None:
    field = Field().unit(*FOE)
    for number, h in enumerate(ring(1008, 2)):
        field.unit(f"r{number}", "br_line", h, list(NORTH)[sextants(1008, h)[0]])
    after = give(field.at("movement"), Conduct("br", "r0"), 6)
    assert [event.limit for event in after.of(ConductRolled)] == [", as part of a closed ring [BFE-MAN-H15]"]
    assert after.unit("r0").allowance == 2


@pytest.mark.rule("BFE-FRM-H1")
def test_a_march_column_on_a_road_goes_one_hex_further() -> None:
    assert roll_conduct(company(formation="column").ground("road", 805), 3).unit("a").allowance == 4
    assert roll_conduct(company(formation="column"), 3).unit("a").allowance == 3
    assert roll_conduct(company().ground("road", 805), 3).unit("a").allowance == 3
