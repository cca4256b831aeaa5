"""Terrain: the catalogue, who picks, how far apart, and what each mission asks for."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import ChooseForMe, PickTerrain
from rules.perfidious_albion.records.events import PickedFirst
from rules.perfidious_albion.records.state import State, Terrain
from rules.perfidious_albion.setup.deployment_areas import area, is_apart, load_shapes, place_shape
from rules.perfidious_albion.setup.terrain_placement import (
    TERRAIN_FOR_ME,
    check_terrain,
    do_terrain,
    limits_of,
    offer_terrain,
    open_terrain,
    owed_terrain,
    sensible_terrain,
)
from tests.perfidious_albion.sea import JAPAN, RUSSIA, events_of, give, list_offers, rolls, rule, why
from tests.perfidious_albion.setting_up import COAST, ENTRY, EXIT, after, at_step, table

SQUARE = Terrain(
    kind="island", name="Square", shape=((30_000, 30_000), (34_000, 30_000), (34_000, 34_000), (30_000, 34_000))
)
INCH = 1000


def least(kind: str) -> set[int]:
    """Return the areas of the catalogue's shapes of a kind, in whole square inches rounded down."""
    return {area(shape.corners) // INCH**2 for shape in load_shapes().values() if shape.kind == kind}


@pytest.mark.rule("PA-2.1-3")
def test_islands_rocks_and_sandbars_are_at_least_8_square_inches() -> None:
    assert all(min(least(kind)) >= 8 for kind in ("island", "rocks", "sandbar"))


@pytest.mark.rule("PA-2.1-4")
def test_shallow_water_and_peninsulas_are_at_least_12_square_inches() -> None:
    assert all(min(least(kind)) >= 12 for kind in ("shallow", "peninsula"))


@pytest.mark.rule("PA-2.1-5")
def test_a_coastline_is_at_least_16_square_inches() -> None:
    assert min(least("coastline")) >= 16


def test_an_area_is_an_area_and_not_the_length_of_a_side() -> None:
    assert area(((0, 0), (4_000, 0), (4_000, 2_000), (0, 2_000))) == 8 * INCH**2


@pytest.mark.rule("PA-2.1-7")
def test_who_picks_first_is_diced_for_with_admirals_and_ties_add_another_roll() -> None:
    state = at_step(table(admirals={JAPAN: 2, RUSSIA: 1}), "terrain")
    picked, events = rule(state, open_terrain, 7, 8, 3, 4)  # 7 + 2 against 8 + 1, then 12 against 13
    assert picked.picker == RUSSIA
    assert [roll.total for roll in rolls(events)] == [9, 9, 12, 13]
    assert events_of(events, PickedFirst)[0].rule == "PA-2.1-7"


@pytest.mark.rule("PA-2.1-6")
@pytest.mark.rule("PA-2.1-20")
def test_in_a_fleet_engagement_the_players_take_turns_with_one_item_each_or_none() -> None:
    state = at_step(table(picker=JAPAN), "terrain", JAPAN, RUSSIA)
    assert limits_of(state, JAPAN) == (0, 1) and owed_terrain(state, JAPAN) == ()
    placed = after(state, PickTerrain(JAPAN, "island", 360, 360, 0))
    assert placed.cursor.queue == (RUSSIA, JAPAN)
    again = placed.but(cursor=placed.cursor.but(queue=(JAPAN, RUSSIA)))
    assert why(again, PickTerrain(JAPAN, "rocks", 100, 100, 0)) == ["PA-2.1-20"]
    assert why(placed, PickTerrain(RUSSIA, "rocks", 100, 100, 0)) == []


@pytest.mark.rule("PA-2.1-8")
def test_items_are_not_closer_than_6_inches_to_each_other() -> None:
    bar = ((40_000, 30_000), (44_000, 30_000), (44_000, 32_000), (40_000, 32_000))
    assert is_apart(SQUARE.shape, bar, 6_000)
    nearer = tuple((x - 100, y) for x, y in bar)
    assert not is_apart(SQUARE.shape, nearer, 6_000)  # 5.9 inches
    assert not is_apart(SQUARE.shape, tuple((x - 8_000, y) for x, y in bar), 6_000)


@pytest.mark.rule("PA-2.1-8")
def test_an_item_too_near_another_is_refused() -> None:
    state = at_step(table(terrain=(SQUARE,)), "terrain", JAPAN, RUSSIA)
    shape = load_shapes()["sandbar"]
    half = max(-x for x, _ in shape.corners)  # how far it reaches west of its middle
    x = (34_000 + 6_000 + half) // 100
    assert why(state, PickTerrain(JAPAN, "sandbar", x, 320, 0)) == []
    assert why(state, PickTerrain(JAPAN, "sandbar", x - 5, 320, 0)) == ["PA-2.1-8"]


def test_nonsense_and_what_does_not_lie_on_the_table_are_refused() -> None:
    state = at_step(table(), "terrain", JAPAN, RUSSIA)
    assert why(state, PickTerrain(JAPAN, "volcano", 100, 100, 0)) == ["PA-2.1-3"]
    assert why(state, PickTerrain(JAPAN, "island", 5, 100, 0)) == ["PA-SET-H1"]
    assert why(state, PickTerrain(JAPAN, "island", 10**18, -5, 0)) == ["PA-SET-H1"]
    assert why(state, PickTerrain(JAPAN, "island", 360, 360, 7)) == ["PA-SET-H1"]
    assert why(state, PickTerrain(JAPAN, "coastline", 360, 360, 0)) == ["PA-SET-H1"]  # not against an edge


# ---------------------------------------------------------------------- convoy


@pytest.mark.rule("PA-2.1-40")
def test_in_a_convoy_attack_each_player_places_one_or_two_items() -> None:
    state = at_step(table("convoy", JAPAN, boxes=(ENTRY, EXIT)), "terrain", JAPAN, RUSSIA)
    assert limits_of(state, JAPAN) == limits_of(state, RUSSIA) == (1, 2)
    assert [reason.rule for reason in owed_terrain(state, JAPAN)] == ["PA-2.1-40"]
    first = after(state, PickTerrain(JAPAN, "island", 360, 60, 0))
    second = after(first, PickTerrain(RUSSIA, "island", 200, 620, 0))
    third = after(second, PickTerrain(JAPAN, "island", 520, 60, 0))
    fourth = after(third, PickTerrain(RUSSIA, "island", 460, 620, 0))
    assert why(fourth, PickTerrain(JAPAN, "island", 360, 360, 0)) == ["PA-2.1-40"]
    assert owed_terrain(first, JAPAN) == ()


@pytest.mark.rule("PA-2.1-41")
def test_no_terrain_lies_in_a_box_or_within_6_inches_of_one() -> None:
    state = at_step(table("convoy", JAPAN, boxes=(ENTRY, EXIT)), "terrain", JAPAN, RUSSIA)
    half = max(-x for x, _ in load_shapes()["island"].corners)
    x = (12_000 + 6_000 + half) // 100
    assert why(state, PickTerrain(JAPAN, "island", x, 360, 0)) == []
    assert why(state, PickTerrain(JAPAN, "island", x - 3, 360, 0)) == ["PA-2.1-41"]
    assert why(state, PickTerrain(JAPAN, "island", 60, 360, 0)) == ["PA-2.1-41"]


# ---------------------------------------------------------------------- bombardment


def shore(**fields: object) -> State:
    """Japan attacks a base of Russia and picks."""
    return at_step(table("bombardment", JAPAN, picker=JAPAN, **fields), "terrain", JAPAN, RUSSIA)  # type: ignore[arg-type]


@pytest.mark.rule("PA-2.1-57")
def test_the_attacker_of_a_base_picks_first_without_dice_one_item_of_land() -> None:
    ruling = Ruling(None, shore(), TapeDice(()))
    open_terrain(ruling)
    assert ruling.state.picker == JAPAN
    assert limits_of(shore(), JAPAN) == (1, 1)
    assert why(shore(), PickTerrain(JAPAN, "rocks", 360, 60, 0)) == ["PA-2.1-57"]


@pytest.mark.rule("PA-2.1-57")
def test_his_island_lies_within_6_inches_of_an_edge_other_land_against_it() -> None:
    north = max(-y for _, y in load_shapes()["island"].corners)
    assert why(shore(), PickTerrain(JAPAN, "island", 360, (6_000 + north) // 100, 0)) == []
    assert why(shore(), PickTerrain(JAPAN, "island", 360, (6_000 + north) // 100 + 1, 0)) == ["PA-2.1-57"]
    top = max(-y for _, y in load_shapes()["peninsula"].corners) // 100
    assert why(shore(), PickTerrain(JAPAN, "peninsula", 360, top, 0)) == []
    assert "PA-SET-H1" in why(shore(), PickTerrain(JAPAN, "peninsula", 360, top + 1, 0))


@pytest.mark.rule("PA-2.1-57")
def test_his_item_is_not_within_12_inches_of_a_corner() -> None:
    corners = place_shape(load_shapes()["coastline"], (0, 0), 0)
    west, top = min(x for x, _ in corners), max(-y for _, y in corners)
    x = (12_000 - west) // 100
    assert why(shore(), PickTerrain(JAPAN, "coastline", x, top // 100, 0)) == []
    assert why(shore(), PickTerrain(JAPAN, "coastline", x - 1, top // 100, 0)) == ["PA-2.1-57"]


@pytest.mark.rule("PA-2.1-58")
def test_the_defender_may_place_one_or_two_more_items_of_any_kind() -> None:
    """The defender may now select one or two additional items of terrain."""
    state = shore(terrain=(COAST.but(side=JAPAN),)).but(cursor=shore().cursor.but(queue=(RUSSIA, JAPAN)))
    assert limits_of(state, RUSSIA) == (0, 2)
    assert owed_terrain(state, RUSSIA) == ()
    one, _ = rule(state, lambda r: do_terrain(r, PickTerrain(RUSSIA, "rocks", 200, 400, 0)))
    two, _ = rule(one, lambda r: do_terrain(r, PickTerrain(RUSSIA, "bank", 500, 400, 0)))
    assert owed_terrain(one, RUSSIA) == ()
    assert [reason.rule for reason in check_terrain(two, PickTerrain(RUSSIA, "rocks", 360, 600, 0))] == ["PA-2.1-58"]


# ---------------------------------------------------------------------- offers and choices


@pytest.mark.parametrize(("mission", "attacker"), [("fleet", ""), ("convoy", JAPAN), ("bombardment", JAPAN)])
def test_every_place_offered_is_legal_and_a_choice_can_be_made(mission: str, attacker: str) -> None:
    boxes = (ENTRY, EXIT) if mission == "convoy" else ()
    state = at_step(table(mission, attacker, picker=JAPAN, boxes=boxes), "terrain", JAPAN, RUSSIA)
    commands = [command for offer in offer_terrain(state, JAPAN) for command in offer.commands]
    assert commands and all(check_terrain(state, command) == () for command in commands)  # type: ignore[arg-type]
    assert sensible_terrain(state, JAPAN) in list_offers(state, "terrain")
    chosen, _ = give(state, ChooseForMe(JAPAN))
    assert len(chosen.terrain) == 1 and chosen.terrain[0].side == JAPAN


@pytest.mark.rule("PA-SET-H1")
def test_nothing_can_be_chosen_when_all_is_placed() -> None:
    state = at_step(table(terrain=(SQUARE.but(side=JAPAN),)), "terrain", JAPAN, RUSSIA)
    assert list(offer_terrain(state, JAPAN)) == []
    assert [reason.rule for reason in TERRAIN_FOR_ME.check(state, ChooseForMe(JAPAN))] == ["PA-SET-H1"]
