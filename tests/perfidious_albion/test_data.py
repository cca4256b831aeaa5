"""The data of Perfidious Albion agree with the publisher's printed numbers and with themselves."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from rules.kernel.datafile import DataError, source_at
from rules.perfidious_albion.records.charts import (
    GRADES,
    TABLES,
    Gunnery,
    arcs_of,
    band_of,
    calmer_sea,
    check_gunnery,
    cohesion_mils,
    crew_target,
    flood_target,
    hit_percent,
    load_charts,
    penetration,
    penetration_need,
    size_of,
    visibility_mils,
)
from rules.perfidious_albion.ships.grids import OF_SHIPS, Box, parse_grid, spot, word_of
from rules.perfidious_albion.ships.points import flotation_of, tech_of
from rules.perfidious_albion.ships.roster import UNITS, fort_card, load_roster, ship_card, target_card

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "perfidious_albion"
HEAVY_FIRST = "ZYXABCDEFGQ"


# ---------------------------------------------------------------------- crews, weather


@pytest.mark.rule("PA-2.4-1", "PA-CRW-H1")
def test_cohesion_is_quality_plus_three_and_a_crew_test_passes_on_quality_plus_two() -> None:
    assert [cohesion_mils(quality) for quality in (1, 2, 3)] == [4000, 5000, 6000]
    assert [crew_target(quality) for quality in (1, 2, 3)] == [3, 4, 5]


@pytest.mark.rule("PA-2.1-12", "PA-2.1-13")
def test_six_faces_in_ten_are_calm_and_land_makes_the_sea_one_grade_calmer() -> None:
    weather = load_charts().weather
    assert [weather.sea[face] for face in range(1, 11)] == ["calm"] * 6 + ["rough"] * 2 + ["heavy", "storm"]
    assert [calmer_sea(sea) for sea in GRADES] == ["calm", "calm", "rough", "heavy"]
    assert weather.land_calming_mils == 30_000


@pytest.mark.rule("PA-2.1-14", "PA-2.1-15", "PA-2.1-16", "PA-3.4-1")
def test_every_row_of_visibility_by_day_and_night() -> None:
    rows = {
        ("calm", False): [24, 36, 48, 60, 60, 60],
        ("rough", False): [12, 18, 24, 36, 48, 60],
        ("heavy", False): [6, 12, 18, 24, 36, 48],
        ("storm", False): [6, 6, 12, 18, 24, 36],
        ("calm", True): [6, 12, 18, 24, 36, 48],
        ("rough", True): [6, 6, 6, 12, 18, 24],
        ("heavy", True): [6, 6, 6, 6, 12, 18],
        ("storm", True): [6, 6, 6, 6, 6, 12],
    }
    for (sea, night), inches in rows.items():
        assert [visibility_mils(die, sea, night) // 1000 for die in range(1, 7)] == inches, (sea, night)


# ---------------------------------------------------------------------- sizes, scale, handling


@pytest.mark.rule("PA-TAB-H6", "PA-TAB-H4", "PA-TAB-H2")
def test_size_goes_by_tons_and_smaller_ships_have_smaller_models() -> None:
    assert [size_of(tons) for tons in (6000, 5999, 2000, 1999, 152)] == [1, 2, 2, 3, 3]
    moves = load_charts().movement
    for low, high in ((3, 2), (2, 1)):
        assert moves.sizes[low].model_mils < moves.sizes[high].model_mils
    for row in moves.sizes.values():
        assert row.model_mils[0] < row.base_mils[0] and row.model_mils[1] < row.base_mils[1]
    assert moves.pair_base_mils == (1000, 1000)
    assert moves.mils_per_speed * 2 == 1000


@pytest.mark.rule("PA-2.1-3", "PA-2.1-4", "PA-2.1-5")
def test_terrain_has_its_least_areas() -> None:
    area = load_charts().movement.terrain_least_area
    assert {kind: area[kind] for kind in ("island", "rocks", "sandbar")} == dict.fromkeys(
        ("island", "rocks", "sandbar"), 8
    )
    assert (area["shallow"], area["peninsula"], area["coastline"]) == (12, 12, 16)


# ---------------------------------------------------------------------- guns


@pytest.mark.rule("PA-GUN-H1", "PA-GUN-H2", "PA-GUN-H3", "PA-PEN-H2")
def test_heavier_guns_reach_further_and_pierce_more_and_nothing_improves_with_range() -> None:
    gunnery = load_charts().gunnery
    assert gunnery.letters == tuple(HEAVY_FIRST)
    weights = [gunnery.shell_lb[letter] for letter in HEAVY_FIRST if letter != "Q"]
    assert weights == sorted(weights, reverse=True)
    for letter in HEAVY_FIRST:
        chances = [hit_percent(letter, band) for band in range(7)]
        assert chances == sorted(chances, reverse=True), letter
        pierced = [penetration(letter, band) for band in range(7)]
        assert pierced == sorted(pierced, reverse=True), letter
    for heavy, light in zip(HEAVY_FIRST, HEAVY_FIRST[1:], strict=False):
        assert all(penetration(heavy, band) >= penetration(light, band) for band in range(7)), (heavy, light)
    assert (hit_percent("A", 3), hit_percent("E", 3), hit_percent("Q", 3), hit_percent("A", -1)) == (50, 20, 0, 0)


@pytest.mark.rule("PA-GUN-H2")
def test_a_distance_on_a_boundary_is_in_the_nearer_band_and_sixty_inches_is_the_end() -> None:
    assert [band_of(mils) for mils in (0, 6000, 6001, 12000, 24001, 60000, 60001)] == [0, 0, 1, 1, 4, 6, -1]
    assert load_charts().gunnery.bands_mils == load_charts().weather.visibility_mils


@pytest.mark.rule("PA-PEN-H1")
def test_even_penetration_and_armour_go_through_on_four_or_more() -> None:
    assert penetration_need("A", 0, 9) == 4
    assert penetration_need("A", 0, 6) == 1
    assert penetration_need("A", 0, 12) == 7


@pytest.mark.rule("PA-GUN-H22", "PA-GUN-H23")
def test_arcs_are_alike_to_port_and_starboard() -> None:
    assert arcs_of("F", 3) == ((-135, 135),) and arcs_of("A", 8) == ((45, 315),)
    assert arcs_of("", 2) == ((10, 120), (240, 350))
    assert arcs_of("", 5) == ((45, 135), (225, 315))
    assert arcs_of("", 9) == ((60, 170), (190, 300))
    assert arcs_of("P", 5) == ((185, 355),) and arcs_of("S", 5) == ((5, 175),)


# ---------------------------------------------------------------------- torpedoes, floods, mines


@pytest.mark.rule("PA-6.2-1", "PA-6.2-2", "PA-6.2-3", "PA-6.2-4", "PA-6.2-5", "PA-6.5-16")
def test_first_floods_and_reach_go_by_the_size_of_the_weapon() -> None:
    weapons = load_charts().torpedoes.weapons
    assert {key: weapon.floods for key, weapon in weapons.items()} == {
        "spar": 1,
        "short": 1,
        "medium": 2,
        "long": 3,
        "mine": 3,
    }
    assert weapons["short"].reach_mils == 3000
    assert weapons["medium"].reach_mils == weapons["long"].reach_mils == 6000
    assert (weapons["medium"].turns, weapons["long"].turns) == (1, 2)


@pytest.mark.rule("PA-6.4-9", "PA-6.4-10")
def test_what_a_weapon_adds_to_the_flooding_targets_is_what_the_factors_say() -> None:
    torpedoes = load_charts().torpedoes
    assert (torpedoes.flood_modifiers["cq1"].value, torpedoes.flood_modifiers["cq3"].value) == (-1, 1)


@pytest.mark.rule("PA-6.4-13", "PA-FLO-H1")
def test_the_flooding_target_is_two_and_one_for_each_section_away() -> None:
    assert [flood_target(True, apart) for apart in (1, 2, 3, 4)] == [3, 4, 5, 6]
    assert [flood_target(False, apart) for apart in (0, 1, 2, 3, 4)] == [2, 3, 4, 5, 6]


@pytest.mark.rule("PA-TOR-H1")
def test_a_marker_is_twice_as_wide_at_its_wide_end() -> None:
    torpedoes = load_charts().torpedoes
    assert torpedoes.marker_wide_mils == 2 * torpedoes.marker_narrow_mils == torpedoes.double * 1000


@pytest.mark.rule("PA-6.5-3")
def test_a_mine_attack_is_fifty_per_cent_and_ten_for_each_point_of_density() -> None:
    torpedoes = load_charts().torpedoes
    assert [torpedoes.mine_base + torpedoes.mine_density * density for density in (4, 10)] == [90, 150]


# ---------------------------------------------------------------------- forts and targets, box by box

FORTS = {
    1: "3/3 BB/5, 5/3 FF/3, 6/3 FF/3, 8/3 BB/5, 3/4 W/6, 5/4 W/6, 6/4 W/6, 8/4 W/6, "
    "3/5 MAG, 5/5 POWER, 6/5 MAG, 8/5 MAG",
    2: "3/3 E/2, 4/3 C/4, 5/3 C/4, 6/3 C/4, 7/3 C/4, 8/3 E/2, 3/4 W/4, 4/4 W/5, 5/4 W/5, 6/4 W/5, 7/4 W/5, 8/4 W/4, "
    "3/5 TORP, 4/5 MAG, 5/5 MAG, 6/5 MAG, 7/5 MAG, 8/5 POWER",
    3: "2/3 Q, 3/3 D/5, 4/3 D/5, 5/3 Q, 6/3 Q, 7/3 D/5, 8/3 D/5, 9/3 Q, 2/4 W/4, 3/4 W/5, 4/4 W/5, 5/4 W/5, 6/4 W/5, "
    "7/4 W/5, 8/4 W/5, 9/4 W/5, 3/5 MAG, 4/5 MAG, 6/5 POWER, 7/5 MAG, 8/5 MAG",
    4: "4/3 Q, 5/3 A/6, 6/3 Q, 7/3 A/6, 8/3 Q, 4/4 W/5, 5/4 W/6, 6/4 Q/6, 7/4 W/6, 8/4 W/5, "
    "5/5 MAG, 6/5 POWER, 7/5 MAG",
}


@pytest.mark.rule("PA-8-1", "PA-8-2", "PA-8-3", "PA-8-4", "PA-8-7")
@pytest.mark.parametrize("number", FORTS)
def test_every_box_of_a_fort_is_as_printed(number: int) -> None:
    card = fort_card(number)
    printed = dict(entry.split(" ") for entry in FORTS[number].split(", "))
    printed |= {"1/1": "FIRE", "10/1": "FIRE"}
    found = {box.key: word_of(box) for box in card.standing if word_of(box) != "W"}
    assert found == printed


@pytest.mark.rule("PA-8-5", "PA-8-6", "PA-SHO-H2")
def test_the_structure_of_a_fort_is_the_boxes_of_its_outline_and_level_six_is_empty() -> None:
    assert [fort_card(number).structure for number in (1, 2, 3, 4)] == [16, 18, 24, 15]
    for number in (1, 2, 3, 4):
        card = fort_card(number)
        assert len(card.outline) == card.structure
        assert card.fire_track == ("FIRE 1", "FIRE 2", "FIRE 3", "EXP")
        assert all(card.box(section, 6) is None for section in range(1, 11))


@pytest.mark.rule("PA-8-8", "PA-SHO-H6")
def test_flash_arrows_stand_over_every_magazine_with_guns_above() -> None:
    for number in (1, 2, 3, 4):
        card = fort_card(number)
        under = {box.section for box in card.magazines}
        guns = {box.section for box in card.gun_boxes if box.level == 3}
        assert set(card.flash) == under & guns, number


@pytest.mark.rule("PA-8-9", "PA-8-11", "PA-8-12", "PA-SHO-H7", "PA-2.1-65", "PA-2.1-67")
@pytest.mark.parametrize("number", [1, 2])
def test_a_target_has_forty_scoring_boxes_worth_45_000_and_three_penalties(number: int) -> None:
    card = target_card(number)
    found = Counter(cell.points for cell in card.cells if cell is not None)
    assert found == {500: 10, 1000: 20, 2000: 10, 0: 3}
    assert card.structure == 40
    assert sum(cell.points for cell in card.cells if cell) == load_charts().victory.bombardment_base == 45_000
    assert card.penalties == (-1000, -2000, -4000) and sum(card.penalties) == -7000
    assert sum(cell is not None and cell.object == "N" for cell in card.cells) == len(card.penalties)
    assert card.mission == ("Commerce raid", "Shore bombardment")[number - 1]
    assert card.fire_track[-1] == "EXP"


# ---------------------------------------------------------------------- ships


def test_a_box_that_cannot_be_read_is_refused_with_its_place_and_what_was_expected() -> None:
    good = ". . . . . . . . . ."
    for word, message in (
        ("AB@F", "guns (A to G, X to Z, Q)"),
        ("AA@K", "arcs F, A, M, P, S, R"),
        ("H@F", "an arc belongs to guns"),
        ("AA+BB", "guns of one type"),
        ("H/21", "armour of 0 to 20"),
        ("H+H", "every content once"),
        ("H//2", "CONTENT[+CONTENT][@ARC][/ARMOUR]"),
    ):
        _, faults = parse_grid((good, f". {word} . . . . . . . .", good, good, good, good), OF_SHIPS)
        assert [(fault.row, fault.section) for fault in faults] == [(1, 2)]
        assert message in faults[0].message and faults[0].message.startswith("2/2: ")
    _, faults = parse_grid((good, good), OF_SHIPS)
    assert "expected 6 rows" in faults[0].message
    assert [spot(text) for text in ("4/2", "11/1", "4/7", "x/1", "4")] == [(4, 2), None, None, None, None]


@pytest.mark.rule("PA-TAB-H7")
def test_letters_are_guns_and_the_figure_is_armour() -> None:
    mikasa = ship_card("Mikasa")
    turret = mikasa.box(3, 2)
    assert turret is not None and turret.guns is not None
    assert (turret.guns.letter, turret.guns.count, turret.guns.arc, turret.armour) == ("A", 2, "F", 5)
    casemate = mikasa.box(4, 4)
    assert casemate is not None and casemate.guns is not None
    assert (casemate.guns.broadside, casemate.guns.count, casemate.guns.bearing_both) == (True, 2, 4)
    assert mikasa.box(1, 1) is None and mikasa.box(11, 1) is None and mikasa.box(0, 3) is None


@pytest.mark.rule("PA-TAB-H7", "PA-FLO-H7", "PA-PTS-H4")
def test_every_ship_agrees_with_the_house_formulas_and_with_herself() -> None:
    builds = {
        key: row["flotation_as"]
        for path in UNITS.glob("ships*.yaml")
        for key, row in yaml.safe_load(path.read_text("utf-8"))["ships"].items()
    }
    late = {"vizcaya", "hoche"}  # designed before 1890, long on the slip
    for card in load_roster().classes.values():
        assert card.flotation == flotation_of(card.tons, builds[card.key]), card.key
        assert card.tech == (1 if card.key in late else tech_of(card.completed)), card.key
        assert sum(room.units for room in card.prop_boxes) == card.speed, card.key
        assert any(box.has("STEER") for box in card.standing), card.key
        if card.shallow:
            assert not any(box.level == 6 for box in card.standing), card.key
        assert card.torpedo_craft == (card.type in ("DD", "TB")), card.key
        assert card.merchant == bool(card.cargo_boxes) == (card.type == "AP"), card.key


@pytest.mark.rule("PA-PEN-H4")
def test_a_magazine_behind_the_belt_has_one_point_more_than_the_belt() -> None:
    short_belt = {"dreadnought", "orion", "tsesarevich", "vizcaya"}  # the belt is thinner where the magazine lies
    for card in load_roster().classes.values():
        belt = max((box.armour for box in card.standing if box.level == 5 and box.has("H")), default=0)
        for box in card.magazines:
            if box.level == 5 and belt and card.key not in short_belt:
                assert box.armour == belt + 1, card.key


@pytest.mark.rule("PA-PEN-H3")
def test_armour_is_half_the_effective_inches_of_plate() -> None:
    for key, section, level, inches, percent in (
        ("canopus", 3, 4, 12, 100),  # Krupp barbette
        ("shikishima", 4, 2, 14, 80),  # Harvey conning tower
        ("royal_sovereign", 3, 4, 17, 65),  # compound barbette
        ("blanco_encalada", 5, 3, 8, 50),  # iron battery
    ):
        box = ship_card(key).box(section, level)
        assert box is not None and box.armour == (inches * percent + 100) // 200, key


@pytest.mark.rule("PA-5.8-3", "PA-5.8-7", "PA-13.2-1", "PA-13.2-2")
def test_funnels_of_ships_over_2000_tons_are_a_level_high_and_notably_tall_ones_fill_two() -> None:
    heights: dict[int, int] = {}
    for card in load_roster().classes.values():
        for section in {box.section for box in card.funnel_boxes}:
            full = [box for box in card.standing if box.section == section and box.has("FUN")]
            assert full or card.tons <= 2000, card.key
            heights[len(full)] = heights.get(len(full), 0) + 1
    assert min(heights.values()) > 5, "low ones, of one level and notably tall ones are all there"
    tall = [box.key for box in ship_card("Brooklyn").funnel_boxes]
    assert tall == ["5/1", "6/1", "7/1", "5/2", "6/2", "7/2"]


@pytest.mark.rule("PA-STK-H1", "PA-STK-H2", "PA-14.2-1", "PA-15.4-1", "PA-6.3-1")
def test_rooms_and_launchers_become_tubes_with_their_reloads() -> None:
    room = ship_card("Majestic").tube("2/6")
    assert room is not None
    assert (room.kind, room.arc, room.trainable, room.torpedoes, room.reloads) == ("medium", "B", False, 2, 2)
    twin = ship_card("Laforey").tube("7/3")
    assert twin is not None
    assert (twin.kind, twin.arc, twin.trainable, twin.torpedoes, twin.reloads) == ("long", "R", True, 2, 0)
    assert [tube.kind for tube in ship_card("Hayabusa").tubes] == ["short"] * 3


def test_every_kind_of_component_of_the_sheet_occurs() -> None:
    roster = load_roster()
    designs = (ship_card("design:colossus_1912"), ship_card("design:vampire_1898"))
    cards = (*roster.classes.values(), *designs)
    contents = {token for card in cards for box in card.standing for token in box.contents}
    wanted = {"TTS", "TTM", "TTL", "STL.S", "STL.M", "STL.L", "TWL.S", "TWL.M", "TWL.L", "POWER", "CARGO", "CT", "MAG"}
    assert wanted | {"FUN", "fun", "BARB", "SUP", "STEER", "PROP", "Q"} <= contents
    assert max(len(card.towers) for card in cards) == 2
    for flag in ("spar", "unstable", "ram", "fire_prone", "shallow", "merchant"):
        assert any(getattr(card, flag) for card in cards), flag
    assert {card.bow_level for card in cards} == {3, 4}


def test_the_roster_has_ships_of_eleven_years_and_more_with_their_sources() -> None:
    roster = load_roster()
    assert len(roster.classes) >= 21 and len(roster.ships) > 60
    for card in roster.classes.values():
        assert card.source and card.guns and card.armour, card.key
        assert 0.07 < card.beam_ft / card.length_ft < 0.24, card.key
        assert all(0 < place < 1000 for place in (*card.funnels, *card.mounts)), card.key
    for name, key in roster.ships.items():
        assert ship_card(name).key == key


def test_a_scenario_may_change_a_card_but_not_invent_values() -> None:
    worn = ship_card("mikasa", {"speed": 15, "cq": 2, "x": 5})
    assert (worn.speed, ship_card("mikasa").speed) == (15, 18)
    assert ship_card("asama", {"unstable": 1}).unstable
    assert all(tube.reloads == 1 for tube in ship_card("ikazuchi", {"reloads": 1}).tubes)
    for key, changes, words in (
        ("mikassa", {}, "Did you mean 'mikasa'?"),
        ("mikasa", {"sped": 3}, "Did you mean 'speed'?"),
        ("mikasa", {"speed": 0}, "at least 1"),
        ("design:nothing", {}, "No design is called 'nothing'"),
        ("design:../x", {}, "small letters"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            ship_card(key, changes)
    for number in (0, 5):
        with pytest.raises(ValueError, match="No fort has the number"):
            fort_card(number)
    with pytest.raises(ValueError, match="No bombardment target"):
        target_card(3)


def test_a_table_with_a_missing_line_is_refused() -> None:
    text = (TABLES / "gunnery.yaml").read_text("utf-8")
    broken = source_at(TABLES / "gunnery.yaml", text.replace("  Q: [60, 30, 10, 0, 0, 0, 0]\n", "", 1))
    with pytest.raises(DataError, match="expected a line for each gun type; Q missing"):
        check_gunnery(broken, broken.read(Gunnery))


# ---------------------------------------------------------------------- rulebook and tables


def test_boxes_of_a_box_know_what_they_hold() -> None:
    box = Box(section=3, level=6, contents=("TTL", "MAG"))
    assert box.has("MAG") and not box.has("H") and box.key == "3/6"
    assert [word_of(item) for item in (box, None)] == ["TTL+MAG", "."]


def test_a_liner_and_a_tramp_carry_no_quickfirers() -> None:
    classes = load_roster().classes
    assert [classes[key].qf_lb for key in ("hitachi_maru", "tramp")] == [0, 0]
