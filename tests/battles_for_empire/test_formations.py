"""Formations: arcs in sextants, flanks and rear, closed rings, stacking, drill."""

from __future__ import annotations

import pytest

from rules.battles_for_empire.commands import Conduct, Dismount, Face, Form, GoToGround, Mount, Move
from rules.battles_for_empire.events import Dismounted, Faced, FormationChanged, Limbered, Unlimbered, WentToGround
from rules.battles_for_empire.formations import (
    arc_holds,
    attack_aspect,
    facing_to,
    in_ring,
    in_sextant,
    room_for,
    sextants,
)
from rules.battles_for_empire.state import FACINGS, State, card
from rules.kernel.hexes import neighbour, ring
from tests.battles_for_empire.field import Field, give, in_hand, list_offers, refusals, rules_of

FOE = ("x", "dv_spr", 1505, "W")


def ready(field: Field, name: str = "a", allowance: int = 3, side: str = "br") -> State:
    """Return an active unit in its own movement phase."""
    return in_hand(field.unit(*FOE).at("movement", side), name, allowance)


def native(field: Field, allowance: int = 3) -> State:
    """Return the natives' active unit d."""
    return in_hand(field.unit("b", "br_line", 101).at("movement", "na"), "d", allowance)


# ---------------------------------------------------------------------- arcs


@pytest.mark.rule("BFE-FRM-H2")
@pytest.mark.parametrize("facing", range(6))
def test_the_front_arc_holds_two_three_four_and_more_hexes(facing: int) -> None:
    counts = [sum(in_sextant(1010, facing, h) for h in ring(1010, radius, 30, 30)) for radius in range(1, 9)]
    assert counts == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("BFE-FRM-H3")
def test_the_arc_of_skirmishers_holds_four_seven_ten_and_more_hexes() -> None:
    state = Field().unit("a", "br_rif", 1008, "E", "skirmish").unit(*FOE).at("movement")
    counts = [sum(arc_holds(state, state.units["a"], h) for h in ring(1008, radius, 60, 60)) for radius in range(1, 8)]
    assert counts == [4, 7, 10, 13, 16, 19, 22]


@pytest.mark.rule("BFE-FRM-H4")
def test_a_company_square_covers_everything_round_it() -> None:
    state = Field().unit("a", "br_line", 1008, "E", "square").unit(*FOE).at("movement")
    assert all(arc_holds(state, state.units["a"], h) for radius in (1, 2, 3) for h in ring(1008, radius))
    assert all(attack_aspect(state, state.units["a"], neighbour(1008, d)) == "front" for d in range(6))


@pytest.mark.rule("BFE-FRM-H6")
def test_two_hexes_are_before_a_unit_two_beside_it_and_two_behind() -> None:
    for facing, name in enumerate(FACINGS):
        state = Field().unit("a", "br_line", 1008, name).unit(*FOE).at("movement")
        found = [attack_aspect(state, state.units["a"], neighbour(1008, (facing + off) % 6)) for off in range(6)]
        assert found == ["front", "front", "flank", "rear", "rear", "flank"]


@pytest.mark.rule("BFE-FRM-H2")
def test_a_hex_on_a_direction_belongs_to_both_sextants() -> None:
    assert sextants(1010, neighbour(1010, 2)) == (1, 2)
    assert sextants(1010, 1010) == ()
    assert facing_to(1010, neighbour(1010, 2), 3) == 2 and facing_to(1010, neighbour(1010, 2), 1) == 1


# ---------------------------------------------------------------------- rings


def ring_of_units(gap: bool = False) -> State:
    """Return a ring of radius 2 about 1008, one unit on each hex, facing outward; with a gap one is missing."""
    field = Field().unit(*FOE)
    for number, h in enumerate(ring(1008, 2)):
        if gap and number == 6:
            continue
        away = sextants(1008, h)
        field.unit(f"r{number}", "br_line", h, FACINGS[away[0]])
    return field.at("movement")


@pytest.mark.rule("BFE-FRM-H5")
def test_a_unit_of_a_closed_ring_has_no_flanks() -> None:
    state = ring_of_units()
    for unit in state.units.values():
        if unit.id.startswith("r"):
            assert in_ring(state, unit)
            for direction in range(6):
                h = neighbour(unit.hex, direction)
                if h in ring(1008, 3):
                    assert attack_aspect(state, unit, h) == "front"


@pytest.mark.rule("BFE-FRM-H5")
def test_a_gap_opens_the_ring_and_the_flanks() -> None:
    state = ring_of_units(gap=True)
    units = [unit for unit in state.units.values() if unit.id.startswith("r")]
    assert not any(in_ring(state, unit) for unit in units)
    corner = state.units["r0"]
    assert {attack_aspect(state, corner, neighbour(corner.hex, d)) for d in range(6)} == {"front", "flank", "rear"}


@pytest.mark.rule("BFE-FRM-H5")
def test_an_enemy_inside_the_ring_strikes_the_rear() -> None:
    state = ring_of_units()
    side = state.units["r1"]
    assert attack_aspect(state, side, 1008) == "rear"


@pytest.mark.rule("BFE-FRM-H5")
def test_the_reserve_inside_a_ring_is_no_part_of_it() -> None:
    field = Field().unit(*FOE).unit("reserve", "br_line", 1008, "E")
    for number, h in enumerate(ring(1008, 2)):
        field.unit(f"r{number}", "br_line", h, FACINGS[sextants(1008, h)[0]])
    state = field.at("movement")
    assert not in_ring(state, state.units["reserve"]) and in_ring(state, state.units["r1"])


@pytest.mark.rule("BFE-MAN-H15")
def test_units_of_a_ring_move_two_hexes_at_most() -> None:
    assert give(ring_of_units(), Conduct("br", "r1"), 6).unit("r1").allowance == 2
    assert give(ring_of_units(gap=True), Conduct("br", "r1"), 6).unit("r1").allowance == 4


@pytest.mark.rule("BFE-FRM-H5")
def test_a_plain_line_of_units_is_no_ring() -> None:
    field = Field().unit(*FOE)
    for row in range(3, 9):
        field.unit(f"l{row}", "br_line", 800 + row, "E")
    state = field.at("movement")
    assert not in_ring(state, state.units["l5"])


# ---------------------------------------------------------------------- stacking


@pytest.mark.rule("BFE-FRM-H7")
def test_a_hex_holds_one_unit_and_one_single_stand_or_two_single_stands() -> None:
    def room(kind: str, *there: str) -> bool:
        field = Field().unit("new", kind, 805).unit(*FOE)
        for number, other in enumerate(there):
            field.unit(f"o{number}", other, 905)
        state = field.at("movement")
        return room_for(state, state.units["new"], 905)

    assert room("br_line") and room("br_line", "mg_gar") and room("mg_gar", "br_line") and room("mg_gar", "gun_fld")
    assert not room("br_line", "br_line") and not room("br_line", "mg_gar", "gun_fld")
    assert not room("mg_gar", "br_line", "gun_fld") and not room("mg_gar", "mg_gar", "gun_fld")


# ---------------------------------------------------------------------- changes of formation


@pytest.mark.rule("BFE-MAN-H3", "BFE-PUB-20")
@pytest.mark.parametrize(("kind", "formation", "cost"), [("br_line", "skirmish", 1), ("eg_98", "skirmish", 2)])
def test_regulars_pay_one_hex_for_a_formation_and_recruits_two(kind: str, formation: str, cost: int) -> None:
    state = ready(Field().unit("a", kind, 805))
    after = give(state, Form("br", "a", formation))
    assert (after.unit("a").formation, after.unit("a").allowance) == (formation, 3 - cost)
    assert after.of(FormationChanged)[0].formation == formation


@pytest.mark.rule("BFE-MAN-H3", "BFE-PUB-20")
def test_natives_pay_the_whole_turn_for_a_formation() -> None:
    state = native(Field().unit("d", "dv_rif", 805, "W", "mass"))
    after = give(state, Form("na", "d", "skirmish"))
    assert after.unit("d").allowance == 0
    assert list_offers(after.state, "face") == [] and rules_of(refusals(after.state, Face("na", "d", 1))) == [
        "BFE-SEQ-H3"
    ]
    moved = give(state, Move("na", "d", 705, 4)).state
    assert "BFE-MAN-H3" in rules_of(refusals(moved, Form("na", "d", "skirmish")))


@pytest.mark.rule("BFE-MAN-H3")
def test_a_unit_that_may_not_move_changes_no_formation() -> None:
    assert rules_of(refusals(ready(Field().unit("a", "br_line", 805), allowance=0), Form("br", "a", "square"))) == [
        "BFE-MAN-H3"
    ]
    assert rules_of(refusals(native(Field().unit("d", "dv_rif", 805), 0), Form("na", "d", "skirmish"))) == [
        "BFE-MAN-H3"
    ]


@pytest.mark.rule("BFE-FRM-H1")
def test_a_unit_takes_up_only_the_formations_of_its_card() -> None:
    state = ready(Field().unit("a", "br_rif", 805, formation="line"))
    assert {command.formation for command in list_offers(state, "form") if isinstance(command, Form)} == {
        "column",
        "skirmish",
    }
    assert rules_of(refusals(state, Form("br", "a", "square"))) == ["BFE-FRM-H1"]
    assert rules_of(refusals(state, Form("br", "a", "nonsense"))) == ["BFE-FRM-H1"]


@pytest.mark.rule("BFE-MF-7", "BFE-MF-18")
def test_a_change_of_formation_is_remembered_and_one_into_skirmish_order_apart() -> None:
    state = ready(Field().unit("a", "br_line", 805))
    square = give(state, Form("br", "a", "square")).unit("a")
    assert (square.turned, square.formed_skirmish) == (True, False)
    skirmish = give(state, Form("br", "a", "skirmish"))
    assert (skirmish.unit("a").turned, skirmish.unit("a").formed_skirmish) == (True, True)
    moved = give(skirmish.state, Move("br", "a", 905, 1)).unit("a")
    turned = give(skirmish.state, Face("br", "a", 2)).unit("a")
    assert [unit.moved_further for unit in (skirmish.unit("a"), moved, turned)] == [False, True, True]


@pytest.mark.rule("BFE-PUB-27")
def test_a_mass_deepens_at_a_defile_for_nothing_and_widens_again() -> None:
    rough = Field().unit("d", "dv_spr", 805, "W").ground("rough", neighbour(805, 0), neighbour(805, 3))
    after = give(native(rough), Form("na", "d", "deep"))
    assert after.unit("d").allowance == 3
    again = give(after.state, Form("na", "d", "mass"))
    assert (again.unit("d").formation, again.unit("d").allowance) == ("mass", 3)
    in_the_open = native(Field().unit("d", "dv_spr", 805, "W"))
    assert rules_of(refusals(in_the_open, Form("na", "d", "deep"))) == ["BFE-PUB-27"]


@pytest.mark.rule("BFE-TER-H2")
def test_nobody_forms_close_order_among_rocks() -> None:
    state = ready(Field().unit("a", "br_line", 805, formation="skirmish").ground("rough", 805))
    assert rules_of(refusals(state, Form("br", "a", "line"))) == ["BFE-TER-H2"]


# ---------------------------------------------------------------------- facing


@pytest.mark.rule("BFE-MAN-H2")
def test_a_line_pays_a_hex_for_every_corner_it_turns_on_the_spot() -> None:
    state = ready(Field().unit("a", "br_line", 805, "E"))
    assert [give(state, Face("br", "a", facing)).unit("a").allowance for facing in (0, 2, 3, 4)] == [2, 2, 1, 0]


@pytest.mark.rule("BFE-MAN-H2")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("br_line", "skirmish"), ("dv_spr", "mass"), ("bo_81", "skirmish"), ("dv_hor", "mounted"), ("bo_mtd", "mounted")],
)
def test_skirmishers_masses_boers_and_native_horse_turn_for_nothing(kind: str, formation: str) -> None:
    side = "br" if kind == "br_line" else "na"
    field = Field().unit("a", kind, 805, "E", formation).unit("b", "br_line", 101).unit(*FOE)
    state = in_hand(field.at("movement", side), "a", 0, 0)
    assert give(state, Face(side, "a", 4)).unit("a").facing == 4


@pytest.mark.rule("BFE-MF-8")
def test_a_turn_on_the_spot_is_remembered() -> None:
    after = give(ready(Field().unit("a", "br_line", 805, "E")), Face("br", "a", 2))
    assert (after.unit("a").turned, after.unit("a").pivoted) == (True, False)
    assert [event.facing for event in after.of(Faced)] == [2]


@pytest.mark.parametrize(("gun", "rule"), [("mg_gar", "BFE-MF-3"), ("gun_fld", "BFE-ART-H3")])
@pytest.mark.rule("BFE-MF-3", "BFE-ART-H3")
def test_a_machine_gun_or_a_gun_pivots_by_any_angle_without_moving(gun: str, rule: str) -> None:
    """The sheet speaks of machine guns only: a gun's pivot is a house rule, and the log once cited the sheet for it."""
    after = give(ready(Field().unit("a", gun, 805, "E"), allowance=1), Face("br", "a", 4))
    unit = after.unit("a")
    assert (unit.pivoted, unit.turned, unit.moved, unit.facing) == (True, False, 0, 4)
    assert [event.rule for event in after.of(Faced)] == [rule]


@pytest.mark.rule("BFE-MAN-H2", "BFE-FRM-H4")
def test_senseless_facings_are_refused() -> None:
    state = ready(Field().unit("a", "br_line", 805, "E"))
    assert rules_of(refusals(state, Face("br", "a", 1))) == ["BFE-MAN-H2"]
    assert rules_of(refusals(state, Face("br", "a", 6))) == ["BFE-MAN-H2"]
    assert rules_of(refusals(state, Face("br", "x", 2))) == ["BFE-MAN-H2"]
    square = ready(Field().unit("a", "br_line", 805, "E", "square"))
    assert rules_of(refusals(square, Face("br", "a", 2))) == ["BFE-FRM-H4"]
    assert list_offers(square, "face") == []


# ---------------------------------------------------------------------- horses


@pytest.mark.rule("BFE-MAN-H4", "BFE-MF-10")
def test_dismounting_costs_two_hexes_and_gives_the_formation_of_foot() -> None:
    state = ready(Field().unit("a", "col_mtd", 805), allowance=5)
    after = give(state, Dismount("br", "a"))
    unit = after.unit("a")
    assert (unit.mounted, unit.formation, unit.allowance, unit.hex) == (False, "skirmish", 3, 805)
    assert after.of(Dismounted)
    up = give(after.state, Mount("br", "a")).unit("a")
    assert (up.mounted, up.formation, up.allowance) == (True, "mounted", 1)


@pytest.mark.rule("BFE-MAN-H4")
def test_camelry_fights_on_foot_with_another_card() -> None:
    state = ready(Field().unit("a", "cam_br", 805), allowance=3)
    after = give(state, Dismount("br", "a"))
    assert card(state, state.units["a"]).arm == "camel"
    assert card(after.state, after.unit("a")).key == "br_gds"


@pytest.mark.rule("BFE-MAN-H4")
def test_foot_do_not_mount_and_a_unit_without_two_hexes_does_not_get_down() -> None:
    foot = ready(Field().unit("a", "br_line", 805))
    assert rules_of(refusals(foot, Mount("br", "a"))) == ["BFE-MAN-H4"]
    assert set(rules_of(refusals(foot, Dismount("br", "a")))) == {"BFE-MAN-H4"}
    late = ready(Field().unit("a", "col_mtd", 805), allowance=1)
    assert rules_of(refusals(late, Dismount("br", "a"))) == ["BFE-MAN-H4"]
    assert list_offers(late, "dismount") == [] and list_offers(late, "mount") == []


# ---------------------------------------------------------------------- ground and guns


@pytest.mark.rule("BFE-MAN-H10")
def test_natives_go_to_ground_instead_of_moving_and_rise_when_they_move() -> None:
    state = native(Field().unit("d", "dv_spr", 805, "W"))
    after = give(state, GoToGround("na", "d"))
    assert after.unit("d").ground and after.state.in_hand == "" and after.of(WentToGround)
    risen = give(in_hand(after.state, "d", 3), Move("na", "d", 705, 4))
    assert risen.unit("d").ground is False


@pytest.mark.rule("BFE-MAN-H10")
def test_imperial_foot_lies_prone_but_boers_horse_squares_and_guns_do_not() -> None:
    assert refusals(ready(Field().unit("a", "br_line", 805)), GoToGround("br", "a")) == ()
    for kind, formation in (("hussar", ""), ("br_line", "square"), ("gun_fld", "")):
        state = ready(Field().unit("a", kind, 805, formation=formation))
        assert rules_of(refusals(state, GoToGround("br", "a"))) == ["BFE-MAN-H10"]
    assert rules_of(refusals(native(Field().unit("d", "bo_81", 805)), GoToGround("na", "d"))) == ["BFE-MAN-H10"]


@pytest.mark.rule("BFE-MAN-H10")
def test_a_unit_that_has_begun_to_move_does_not_lie_down() -> None:
    state = give(ready(Field().unit("a", "br_line", 805)), Move("br", "a", 905, 1)).state
    assert rules_of(refusals(state, GoToGround("br", "a"))) == ["BFE-MAN-H10"]


@pytest.mark.rule("BFE-MAN-H11")
def test_limbering_and_unlimbering_cost_a_hex_and_count_as_moving() -> None:
    state = ready(Field().unit("a", "gun_fld", 805), allowance=1)
    up = give(state, Form("br", "a", "limbered"))
    assert (up.unit("a").limbered, up.unit("a").allowance, up.unit("a").moved) == (True, 0, 1) and up.of(Limbered)
    state = ready(Field().unit("a", "gun_fld", 805, traits=("limbered",)))
    down = give(state, Form("br", "a", "stand"))
    assert (down.unit("a").limbered, down.unit("a").allowance) == (False, 2) and down.of(Unlimbered)
    assert rules_of(refusals(state, Form("br", "a", "line"))) == ["BFE-FRM-H1"]


@pytest.mark.rule("BFE-CHG-2")
def test_an_engaged_unit_does_no_drill() -> None:
    field = Field().unit("a", "br_line", 805).unit("y", "dv_spr", 905, "W").contact("y", "a", 1)
    state = ready(field)
    assert rules_of(refusals(state, Form("br", "a", "square"))) == ["BFE-CHG-2"]
    assert rules_of(refusals(state, Face("br", "a", 2))) == ["BFE-CHG-2"]
    assert rules_of(refusals(state, GoToGround("br", "a"))) == ["BFE-CHG-2"]
    assert list_offers(state, "form") == [] and list_offers(state, "face") == [] and list_offers(state, "ground") == []


@pytest.mark.rule("BFE-MAN-H13", "BFE-CHG-3")
def test_imperial_horse_in_contact_is_told_to_move_off_before_it_drills() -> None:
    field = Field().unit("a", "hussar", 805).unit("y", "dv_spr", 905, "W").contact("y", "a", 1)
    state = ready(field)
    assert rules_of(refusals(state, Dismount("br", "a"))) == ["BFE-MAN-H13"]
    assert rules_of(refusals(state, Face("br", "a", 2))) == ["BFE-MAN-H13"]
    assert list_offers(state, "dismount") == [] and list_offers(state, "move") != []
