"""The sheet's rules on who may fire: firearms, the saddle, the front rank, a clear path."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.aiming import weapon_range
from rules.battles_for_empire.commands import Fire, Rapid
from rules.battles_for_empire.lines_of_fire import HALF, NONE, WHOLE, fire_clearance
from rules.battles_for_empire.roster import load_roster
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.state import State, card
from tests.battles_for_empire.field import Field, list_offers, refusals
from tests.battles_for_empire.shooting import aim, fire, refused_rules


def pair(kind: str, formation: str = "", *, hexes: int = 4, side: str = "", **body: Any) -> Field:
    """Return a unit "a" facing an enemy "x" to its east."""
    field = Field().unit("a", kind, 805, "E", formation, **body)
    own = field.forces[0].side
    return field.unit("x", "dv_spr" if own == "br" else "br_line", 805 + 100 * hexes, "W")


@pytest.mark.rule("BFE-ELG-1")
def test_foot_and_dismounted_cavalry_with_firearms_fire_and_spearmen_do_not() -> None:
    assert refused_rules(pair("br_line").at("fire")) == []
    assert refused_rules(pair("hussar", traits=("dismounted",)).at("fire")) == []
    assert refused_rules(pair("dv_spr").at("fire", "na"), side="na") == ["BFE-ELG-2"]
    assert refused_rules(pair("dv_hor").at("fire", "na"), side="na") == ["BFE-ELG-1"]


@pytest.mark.rule("BFE-ELG-1")
def test_guns_and_machine_guns_fire_by_their_own_rules() -> None:
    assert refused_rules(pair("gun_fld").at("fire")) == []
    assert refused_rules(pair("mg_gar").at("fire"), dice=4) == []


@pytest.mark.rule("BFE-ELG-2")
def test_there_is_no_attack_with_thrown_weapons_outside_melee() -> None:
    state = pair("dv_spr", hexes=2).at("fire", "na")
    assert list_offers(state, "fire", "a") == []
    verbs = [kind for phase in SEQUENCE if phase.name == "fire" for kind in phase.verbs]
    assert verbs == [Fire, Rapid]


@pytest.mark.parametrize("kind", ["hussar", "col_mtd"])
@pytest.mark.rule("BFE-ELG-3")
def test_imperial_mounted_units_do_not_fire(kind: str) -> None:
    assert "BFE-ELG-3" in refused_rules(pair(kind).at("fire"))
    assert list_offers(pair(kind).at("fire"), "fire", "a") == []


@pytest.mark.rule("BFE-ELG-3")
def test_mounted_camelry_does_not_fire() -> None:
    state = pair("cam_br").at("fire")
    assert refused_rules(state) == ["BFE-ELG-3"]
    assert list_offers(state, "fire", "a") == []


@pytest.mark.rule("BFE-ELG-4")
def test_boer_mounted_units_do_not_fire() -> None:
    state = pair("bo_mtd").at("fire", "na")
    assert list_offers(state, "fire", "a") == []
    assert refused_rules(state, side="na") == ["BFE-ELG-4"]


@pytest.mark.rule("BFE-ELG-5")
def test_both_dismount_to_fire() -> None:
    for kind, side in (("hussar", "br"), ("bo_mtd", "na")):
        state = pair(kind, traits=("dismounted",)).at("fire", side)
        assert refused_rules(state, side=side) == []
        assert aim(state).dice == 4


IMPERIAL = ("hussar", "lancer", "in_cav", "cam_br", "col_mtd", "nnh", "eg_cav", "cam_eg")
BOER = ("bo_mtd",)
NATIVE = ("dv_hor", "dv_cam", "af_cav")


def test_these_are_all_the_mounted_troops_there_are() -> None:
    mounted = {key for key, kind in load_roster().types.items() if "mounted" in kind.forms}
    assert mounted == {*IMPERIAL, *BOER, *NATIVE}


@pytest.mark.parametrize("kind", [*IMPERIAL, *BOER])
@pytest.mark.rule("BFE-ELG-3", "BFE-ELG-4", "BFE-ELG-6", "BFE-PUB-29")
def test_the_option_lets_imperial_and_boer_mounted_units_fire_to_effective_range(kind: str) -> None:
    """The sheet: Imperial and Boer mounted units may not fire; see Optional Rules for Mounted Unit Firing."""
    side = "na" if kind in BOER else "br"
    fires = [pair(kind, hexes=hexes).option(mounted_fire=True).at("fire", side) for hexes in (4, 7)]
    without = pair(kind).at("fire", side)
    assert [refused_rules(state, side=side) for state in fires] == [[], ["BFE-FIR-H1"]]
    assert refused_rules(without, side=side) == ["BFE-ELG-4" if side == "na" else "BFE-ELG-3"]
    assert (list_offers(fires[0], "fire", "a"), list_offers(without, "fire", "a")) == ([Fire(side, "a", "x", 0)], [])
    assert (-1, "3rd Rate") in [(term.value, term.label) for term in aim(fires[0]).terms]
    assert "BFE-RAP-H3" in [reason.rule for reason in refusals(fires[0], Rapid(side, "a", "x"))]


@pytest.mark.parametrize("kind", NATIVE)
@pytest.mark.rule("BFE-ELG-1", "BFE-ELG-6", "BFE-PUB-29")
def test_the_option_lets_no_native_mounted_unit_fire(kind: str) -> None:
    state = pair(kind).option(mounted_fire=True).at("fire", "na")
    assert refused_rules(state, side="na") == ["BFE-ELG-1"] and list_offers(state, "fire", "a") == []


@pytest.mark.rule("BFE-PUB-29")
def test_from_the_saddle_a_unit_fires_the_weapon_it_has_on_foot() -> None:
    """Camel corps fires rifles, effective to 6 hexes, hussars carbines, to 4; on foot nothing changes."""
    reach = {}
    for kind in ("cam_br", "hussar", "bo_mtd"):
        field = pair(kind).option(mounted_fire=True)
        state = field.at("fire", field.forces[0].side)
        reach[kind] = weapon_range(state, state.units["a"])
    assert reach == {"cam_br": 6, "hussar": 4, "bo_mtd": 6}
    down = pair("cam_br", traits=("dismounted",)).option(mounted_fire=True).at("fire")
    assert (weapon_range(down, down.units["a"]), aim(down).terms[0].label) == (8, "1st Rate")
    near = pair("hussar").option(mounted_fire=True).at("fire")
    assert aim(near).need == 6
    assert [(term.value, term.label) for term in aim(near).terms] == [(-1, "3rd Rate")]


@pytest.mark.rule("BFE-PUB-29")
def test_mounted_troops_that_are_third_rate_on_foot_are_worse_still() -> None:
    state = pair("eg_cav").option(mounted_fire=True).at("fire")
    rows = [(term.value, term.rule) for term in aim(state).terms]
    assert rows == [(-1, "BFE-FIR-H3"), (-1, "BFE-PUB-29"), (1, "BFE-FIR-H2")]  # and a 6 always hits


@pytest.mark.rule("BFE-ELG-7", "BFE-PUB-27")
def test_only_the_front_rank_fires() -> None:
    assert aim(pair("dv_rif", "mass").at("fire", "na")).dice == 2
    assert aim(pair("br_line", "line").at("fire")).dice == 4
    assert aim(pair("br_line", "column").at("fire")).dice == 1
    assert aim(pair("pa_trb", "deep").at("fire", "na")).dice == 1


@pytest.mark.rule("BFE-ELG-8")
def test_pathans_in_skirmish_order_fire_two_ranks() -> None:
    assert aim(pair("pa_trb", "skirmish").at("fire", "na")).dice == 4


@pytest.mark.rule("BFE-ELG-9")
def test_boers_in_skirmish_order_fire_two_ranks() -> None:
    assert aim(pair("bo_81", "skirmish").at("fire", "na")).dice == 4


@pytest.mark.rule("BFE-ELG-10")
def test_they_do_not_fire_two_ranks_in_other_formations() -> None:
    assert aim(pair("pa_trb", "mass").at("fire", "na")).dice == 2


@pytest.mark.rule("BFE-ELG-7")
def test_other_skirmishers_fire_from_one_rank_of_four() -> None:
    assert aim(pair("dv_rif", "skirmish").at("fire", "na")).dice == 4
    assert aim(pair("br_line", "skirmish").at("fire")).dice == 4


@pytest.mark.rule("BFE-PUB-28")
def test_half_of_the_stands_of_a_mixed_unit_fire() -> None:
    assert aim(pair("nnc", "line").at("fire")).dice == 2


# The path from 0805 to 1205 runs along the side of 0905 and 0906, through 1005, along the side of 1105 and 1106.


@pytest.mark.rule("BFE-ELG-11", "BFE-FIR-H6")
def test_along_a_hexside_one_friend_masks_half_of_a_line_and_all_of_a_machine_gun() -> None:
    line = pair("br_line").unit("f", "br_line", 905, "NNE").at("fire")
    gun = pair("mg_gar").unit("f", "br_line", 905, "NNE").at("fire")
    assert (aim(line).dice, refused_rules(line)) == (2, [])
    assert refused_rules(gun, dice=3) == ["BFE-ELG-13"]


@pytest.mark.rule("BFE-FIR-H6")
def test_masked_on_both_sides_nothing_is_left() -> None:
    both = pair("br_line").unit("f", "br_line", 905).unit("h", "br_line", 906).at("fire")
    apart = pair("br_line").unit("f", "br_line", 905).unit("h", "br_line", 1106).at("fire")
    same = pair("br_line").unit("f", "br_line", 905).unit("h", "br_line", 1105).at("fire")
    assert [fire_clearance(state, 805, 1205) for state in (both, apart, same)] == [NONE, NONE, HALF]


@pytest.mark.rule("BFE-ELG-12")
def test_enemies_in_between_block() -> None:
    state = pair("br_line").unit("y", "dv_spr", 1005, "W").at("fire")
    assert refused_rules(state) == ["BFE-ELG-12"]
    assert refused_rules(state, target="y") == []


@pytest.mark.rule("BFE-ELG-13")
def test_friends_in_between_block() -> None:
    assert refused_rules(pair("br_line").unit("f", "br_line", 1005).at("fire")) == ["BFE-ELG-13"]


@pytest.mark.rule("BFE-ELG-14", "BFE-TER-H3")
def test_a_crest_or_a_wood_in_between_blocks() -> None:
    assert refused_rules(pair("br_line").hill(1, 1005).at("fire")) == ["BFE-ELG-14"]
    assert refused_rules(pair("br_line").ground("wood", 1005).at("fire")) == ["BFE-ELG-14"]
    assert refused_rules(pair("br_line").ground("scrub", 1005).at("fire")) == []


def over(kind: str, between: str) -> Field:
    """Return a unit "a" on a hill at 0805, level 1, its target at 1405 on the plain, and something on the plain at
    1205.
    """
    field = pair(kind, hexes=6).hill(1, 805)
    if between == "friends":
        return field.unit("f", "br_line", 1205)
    if between == "enemies":
        return field.unit("f", "dv_rif", 1205, "W", "skirmish")
    return field.ground("wood", 1205)


@pytest.mark.parametrize(
    ("between", "rule"), [("friends", "BFE-ELG-13"), ("enemies", "BFE-ELG-12"), ("wood", "BFE-ELG-14")]
)
@pytest.mark.parametrize(("kind", "dice"), [("br_line", 0), ("mg_gar", 6)])
@pytest.mark.rule("BFE-ELG-11", "BFE-ELG-12", "BFE-ELG-13", "BFE-ELG-14")
def test_each_firing_stand_foot_or_machine_gun_needs_an_uninterrupted_path_from_a_hill_too(
    kind: str, dice: int, between: str, rule: str
) -> None:
    """The sheet: the whole frontage of each firing stand (foot or MG) must have a clear path, uninterrupted by
    intervening enemy or friendly troops or terrain."""
    state = over(kind, between).at("fire")
    assert refused_rules(state, dice=dice) == [rule]
    assert Fire("br", "a", "x", dice) not in list_offers(state, "fire", "a")


@pytest.mark.parametrize("between", ["friends", "enemies", "wood"])
@pytest.mark.rule("BFE-PUB-18", "BFE-FIR-H6")
def test_artillery_on_a_hill_fires_over_what_is_lower(between: str) -> None:
    assert refused_rules(over("gun_fld", between).at("fire")) == []


@pytest.mark.rule("BFE-ELG-13", "BFE-FIR-H6")
def test_friends_in_the_next_hex_below_a_hill_mask_foot_and_machine_guns_and_those_on_both_hills_too() -> None:
    near = pair("br_line", hexes=3).hill(1, 805).unit("f", "br_line", 905).unit("h", "br_line", 906)
    valley = pair("br_line").hill(1, 805, 1205).unit("f", "br_line", 1005)
    gun = pair("gun_fld").hill(1, 805, 1205).unit("f", "br_line", 1005)
    assert [path_of(field) for field in (near, valley, gun)] == [NONE, NONE, WHOLE]


def path_of(field: Field) -> int:
    """Return the path of a field's unit "a" to its target."""
    state = field.at("fire")
    gun = card(state, state.units["a"]).arm == "gun"
    return fire_clearance(state, state.units["a"].hex, state.units["x"].hex, gun)


@pytest.mark.rule("BFE-TER-H3", "BFE-ELG-14")
def test_a_hill_between_blocks_only_when_it_is_higher_than_both_ends() -> None:
    """Uphill, a slope below the target blocks nothing.

    A crest between two plains, or above both ends, blocks all fire.
    """
    uphill = pair("br_line").hill(2, 1205).hill(1, 1005)
    level = pair("br_line").hill(1, 805, 1005, 1205)
    crest = pair("br_line").hill(1, 805, 1205).hill(2, 1005)
    gun = pair("gun_fld").hill(1, 805, 1205).hill(2, 1005)
    assert [path_of(field) for field in (uphill, level, crest, gun)] == [WHOLE, WHOLE, NONE, NONE]


def between(**option: bool) -> list[State]:
    """Return a line at 0805, its target at 1205, and at 1005 between them: skirmishers, a gun, natives and men lying
    down.
    """
    return [
        pair("br_line").unit("f", "br_line", 1005, "E", "skirmish").option(**option).at("fire"),
        pair("br_line").unit("f", "gun_fld", 1005).option(**option).at("fire"),
        pair("br_line").unit("f", "mg_gar", 1005).option(**option).at("fire"),
        pair("br_line").unit("y", "dv_spr", 1005, "W", ground=True).option(**option).at("fire"),
        pair("br_line").unit("y", "dv_rif", 1005, "W", "skirmish").option(**option).at("fire"),
        pair("br_line").unit("f", "br_line", 1005, "E", ground=True).option(**option).at("fire"),
    ]


@pytest.mark.rule("BFE-ELG-11", "BFE-ELG-12", "BFE-ELG-13", "BFE-FIR-H6", "BFE-PUB-18")
def test_a_clear_path_is_uninterrupted_by_any_intervening_enemy_or_friendly_troops() -> None:
    assert [refused_rules(state) for state in between()] == [
        ["BFE-ELG-13"],
        ["BFE-ELG-13"],
        ["BFE-ELG-13"],
        ["BFE-ELG-12"],
        ["BFE-ELG-12"],
        ["BFE-ELG-13"],
    ]
    assert all(Fire("br", "a", "x", 0) not in list_offers(state, "fire", "a") for state in between())


@pytest.mark.rule("BFE-ELG-13", "BFE-FIR-H6")
def test_a_lone_leader_or_mule_does_not_mask() -> None:
    assert refused_rules(pair("br_line").unit("l", "leader_1", 1005).unit("m", "mule", 1005).at("fire")) == []


@pytest.mark.rule("BFE-PUB-18")
def test_by_option_fire_goes_over_skirmishers_guns_and_natives_gone_to_ground() -> None:
    found = [fire_clearance(state, 805, 1205) for state in between(fire_over_skirmishers=True)]
    assert found == [WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, NONE]


@pytest.mark.rule("BFE-PUB-18", "BFE-ART-H1")
def test_artillery_on_a_hill_fires_over_troops_next_to_the_target() -> None:
    friends = pair("gun_fld").hill(1, 805).unit("f", "br_line", 1105).unit("h", "br_line", 1106).at("fire")
    flat = pair("gun_fld").unit("f", "br_line", 1105).unit("h", "br_line", 1106).at("fire")
    assert (refused_rules(friends), refused_rules(flat)) == ([], ["BFE-ELG-13"])


@pytest.mark.rule("BFE-FRM-H2", "BFE-FRM-H3", "BFE-FIR-H12")
def test_a_line_fires_to_its_front_skirmishers_to_three_sides_a_square_all_round() -> None:
    found = {}
    for formation in ("line", "skirmish", "square"):
        for name, h in (("front", 1005), ("side", 802), ("back", 505)):
            field = Field().unit("a", "br_line", 805, "E", formation).unit("x", "dv_spr", h, "W")
            found[formation, name] = refused_rules(field.at("fire")) == []
    assert [where for where, fires in found.items() if fires] == [
        ("line", "front"),
        ("skirmish", "front"),
        ("skirmish", "side"),
        ("square", "front"),
        ("square", "side"),
        ("square", "back"),
    ]


@pytest.mark.rule("BFE-SEQ-H4")
def test_a_unit_fires_once_a_turn() -> None:
    after = fire(pair("br_line").unit("f", "br_line", 106).at("fire"), 1, 1, 1, 1)
    state = after.state.but(cursor=after.state.cursor.but(queue=("br", "na")))
    assert refused_rules(state) == ["BFE-SEQ-H4"]


@pytest.mark.rule("BFE-ELG-1")
def test_what_does_not_exist_does_not_fire() -> None:
    state = pair("br_line").at("fire")
    for command in (
        Fire("br", "", "x", 0),
        Fire("br", "x", "a", 0),
        Fire("br", "a", "nobody", 0),
        Rapid("br", "é", ""),
    ):
        assert refusals(state, command)
