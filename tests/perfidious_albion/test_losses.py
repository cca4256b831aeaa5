"""Losses: what is recorded when a ship is lost, and what becomes of her cargo."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.night import PORT, STARBOARD, flash_side
from rules.perfidious_albion.battle.victory import points_of
from rules.perfidious_albion.damage.damage_control import lost_room
from rules.perfidious_albion.damage.losses import hit_cargo, lose_ship, value_of
from rules.perfidious_albion.records.commands import Repair
from rules.perfidious_albion.records.events import CargoDestroyed, Exploded, Sunk, Surrendered
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.torpedoes.passage import remove_spent
from tests.perfidious_albion.orders import order, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rule
from tests.perfidious_albion.setting_up import ENTRY, EXIT, at_step, buy, table, to_deploy
from tests.perfidious_albion.test_costs import cost
from tests.perfidious_albion.test_deploying import ESCORTS, LINERS, at, bars
from tests.perfidious_albion.test_markers import open_sea, with_marker


def convoy(cargo: int = 25_000) -> State:
    """Return a liner of Russia with cargo, Japan attacks."""
    sea = Sea("convoy", JAPAN).ship("Liner", RUSSIA, (30, 30), kind="hitachi_maru", cargo=cargo)
    return sea.ship("Asama", JAPAN, (50, 50)).having(cargo_total=100_000).state()


@pytest.mark.rule("PA-3.2-4")
@pytest.mark.parametrize("fate", ["sunk", "exploded", "surrendered", "off_table"])
def test_a_ship_sunk_blown_up_surrendered_or_off_the_table_is_lost_with_all_her_points(fate: str) -> None:
    state = Sea().ship("Mikasa", JAPAN, (30, 30), cq=2).ship("Varyag", RUSSIA, (40, 40)).state()
    after, _ = rule(state, lambda r: lose_ship(r, "mikasa", fate, "PA-3.2-4"))
    assert after.ships["mikasa"].gone == fate
    assert after.lost_points[JAPAN] == 23_500
    assert (points_of(after, RUSSIA), points_of(after, JAPAN)) == (23_500, 0)


def test_a_ship_that_is_gone_is_not_lost_again() -> None:
    state = Sea().ship("Mikasa", JAPAN, (30, 30)).state()
    once, _ = rule(state, lambda r: lose_ship(r, "mikasa", "sunk", "PA-3.2-4"))
    twice, events = rule(once, lambda r: lose_ship(r, "mikasa", "exploded", "PA-3.2-4"))
    assert twice.lost_points == once.lost_points and events == ()


def test_each_fate_is_told() -> None:
    state = Sea().ship("Mikasa", JAPAN, (30, 30)).state()
    data = {
        fate: rule(state, lambda r, f=fate: lose_ship(r, "mikasa", f, "PA-3.2-4"))[1]  # type: ignore[misc]
        for fate in ("sunk", "exploded")
    }
    assert events_of(data["sunk"], Sunk) and events_of(data["exploded"], Exploded)  # type: ignore[arg-type]
    _, events = rule(state, lambda r: lose_ship(r, "mikasa", "surrendered", "PA-3.2-4"))
    assert events_of(events, Surrendered)


@pytest.mark.rule("PA-PTS-H2")
def test_a_ship_is_worth_more_with_a_better_crew() -> None:
    values = [
        value_of(s, s.ships["mikasa"]) for s in (Sea().ship("Mikasa", JAPAN, (9, 9), cq=q).state() for q in (1, 2, 3))
    ]
    assert values == [18_800, 23_500, 29_400]


@pytest.mark.rule("PA-TAB-H8")
def test_the_first_boat_of_a_pair_leaves_the_other_with_fresh_marks() -> None:
    pair = Sea().ship(
        "Ikazuchi", JAPAN, (30, 30), boats=2, floods=1, fires=2, struck=7, props_lost=11, steering="jammed"
    )
    one, events = rule(pair.state(), lambda r: lose_ship(r, "ikazuchi", "sunk", "PA-FLO-H5"))
    left = one.ships["ikazuchi"]
    assert (left.boats, left.gone, left.floods, left.fires, left.struck) == (1, "", 0, 0, 0)
    assert (left.props_lost, left.steering) == (0, "")
    assert events_of(events, Sunk)[0].boats == 1
    assert one.lost_points[JAPAN] == 750
    none, _ = rule(one, lambda r: lose_ship(r, "ikazuchi", "exploded", "PA-FLO-H5"))
    assert none.ships["ikazuchi"].gone == "exploded" and none.lost_points[JAPAN] == 1_500


@pytest.mark.rule("PA-TAB-H8")
def test_a_pair_that_leaves_the_table_is_lost_whole_and_half_the_torpedoes_go_with_a_boat() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (30, 30), boats=2).state()
    off, _ = rule(state, lambda r: lose_ship(r, "ikazuchi", "off_table", "PA-MOV-H8"))
    assert off.lost_points[JAPAN] == 1_500
    tubes = sum(count for _, count in state.ships["ikazuchi"].loaded)
    one, _ = rule(state, lambda r: lose_ship(r, "ikazuchi", "sunk", "PA-FLO-H5"))
    assert sum(count for _, count in one.ships["ikazuchi"].loaded) * 2 == tubes


@pytest.mark.rule("PA-2.1-51")
def test_a_sunk_merchant_counts_her_points_and_her_cargo() -> None:
    after, events = rule(convoy(), lambda r: lose_ship(r, "liner", "sunk", "PA-FLO-H5"))
    assert after.cargo_destroyed == 25_000
    assert points_of(after, JAPAN) == 35_000
    assert events_of(events, CargoDestroyed)[0].points == 25_000


@pytest.mark.rule("PA-2.1-51")
def test_the_last_point_of_cargo_is_lost_with_the_ship_and_no_cargo_is_no_loss() -> None:
    after, events = rule(convoy(cargo=1), lambda r: lose_ship(r, "liner", "sunk", "PA-FLO-H5"))
    assert after.cargo_destroyed == 1 and events_of(events, CargoDestroyed)[0].points == 1
    after, events = rule(convoy(cargo=0), lambda r: lose_ship(r, "liner", "sunk", "PA-FLO-H5"))
    assert after.cargo_destroyed == 0 and not events_of(events, CargoDestroyed)


@pytest.mark.rule("PA-2.1-48")
def test_cargo_that_leaves_by_another_way_than_the_exit_box_is_lost() -> None:
    after, events = rule(convoy(), lambda r: lose_ship(r, "liner", "off_table", "PA-MOV-H8"))
    assert (after.cargo_destroyed, after.cargo_exited) == (25_000, 0)
    assert events_of(events, CargoDestroyed)[0].rule == "PA-2.1-48"


@pytest.mark.rule("PA-2.1-49")
def test_a_ship_of_the_convoy_that_leaves_by_the_exit_box_is_no_loss() -> None:
    after, events = rule(convoy(), lambda r: lose_ship(r, "liner", "exited", "PA-2.1-49"))
    assert (after.cargo_exited, after.cargo_destroyed, after.lost_points[RUSSIA]) == (25_000, 0, 0)
    assert (points_of(after, RUSSIA), points_of(after, JAPAN)) == (25_000, 0)
    assert not events_of(events, CargoDestroyed)


def test_the_cargo_of_a_merchant_that_surrenders_is_destroyed() -> None:
    after, _ = rule(convoy(), lambda r: lose_ship(r, "liner", "surrendered", "PA-MOR-H8"))
    assert after.cargo_destroyed == 25_000


@pytest.mark.rule("PA-2.1-36")
def test_cargo_is_spread_evenly_over_the_boxes_and_lost_box_by_box() -> None:
    state = convoy()
    boxes = state.scene.cards["liner"].cargo_boxes
    assert len(boxes) == 10
    after, events = rule(state, lambda r: hit_cargo(r, "liner", boxes[0].section, boxes[0].level, "PA-DMG-H8"))
    assert after.cargo_destroyed == 2_500 and events_of(events, CargoDestroyed)[0].points == 2_500
    again, events = rule(after, lambda r: hit_cargo(r, "liner", boxes[0].section, boxes[0].level, "PA-DMG-H8"))
    assert again.cargo_destroyed == 2_500 and events == ()
    sunk, _ = rule(after, lambda r: lose_ship(r, "liner", "sunk", "PA-FLO-H5"))
    assert sunk.cargo_destroyed == 25_000


@pytest.mark.rule("PA-2.1-36")
def test_shares_that_do_not_come_out_even_add_up_to_the_whole_cargo() -> None:
    state = convoy(cargo=1_003)
    losses = []
    for box in state.scene.cards["liner"].cargo_boxes:
        before = state.cargo_destroyed
        state, _ = rule(state, lambda r, b=box: hit_cargo(r, "liner", b.section, b.level, "PA-DMG-H8"))  # type: ignore[misc]
        losses.append(state.cargo_destroyed - before)
    assert sum(losses) == 1_003 and {100, 101} == set(losses)


# --- Sentences of the sheet that no test had checked ---


@pytest.mark.rule("PA-2.2-3")
def test_the_armour_of_a_battery_is_part_of_the_basic_cost_that_crew_quality_modifies() -> None:
    """The Casemate cost is added. This basic cost is then modified by crew quality."""
    armour = cost("battery_D_4", 2, 4) - cost("battery_D_0", 2, 4)
    assert armour > 50
    for quality, percent in ((1, 80), (3, 125)):
        assert cost("battery_D_4", quality, 4) == pytest.approx(cost("battery_D_4", 2, 4) * percent / 100, abs=1)


@pytest.mark.rule("PA-3.4-8")
def test_the_side_where_combat_takes_place_is_where_most_guns_flash_not_the_nearest() -> None:
    """On the side of the firing ship where combat is taking place, i.e. where the gun flashes are."""
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), heading=0, detached=True).ship("Near", JAPAN, (38, 36), kind="varyag")
    sea.ship("Far", RUSSIA, (24, 36), kind="varyag").ship("Farther", RUSSIA, (22, 36), kind="varyag")
    state = sea.having(night=True, visibility=6_000, fired_this_turn=("near", "far", "farther")).state()
    assert flash_side(state, state.ships["mikasa"]) == PORT
    one = state.but(fired_this_turn=("near", "far"))
    assert flash_side(one, one.ships["mikasa"]) == STARBOARD


@pytest.mark.rule("PA-2.1-44")
def test_every_ship_of_a_squadron_is_at_visibility_range_from_the_entry_box() -> None:
    """Attacking ships must be deployed at least at visibility range from the entry box."""
    state = table("convoy", JAPAN, boxes=(ENTRY, EXIT))
    pair = ("asama", 2, 1, "1"), ("asama", 2, 1, "1")
    state = buy(buy(state, RUSSIA, *LINERS, *ESCORTS), JAPAN, *pair)
    state = to_deploy(state, baseline={RUSSIA: "east", JAPAN: "west"}, visibility=24_000)
    state = at_step(state, "deployment", RUSSIA, JAPAN)
    assert bars(state, at(JAPAN, "1", 8, 67, 0)) == []
    assert bars(state, at(JAPAN, "1", 8, 67, 180)) == ["PA-2.1-44"], "the ship astern is three inches nearer"


@pytest.mark.rule("PA-5.9-3")
def test_the_room_that_is_restored_is_the_one_whose_units_come_back() -> None:
    """Propulsion damage may be repaired by 1, increasing speed by the number of units provided by the PROP box."""
    sea = Sea().ship("Varyag", RUSSIA, (36, 36), kind="varyag")
    rooms = sorted(sea.cards["varyag"].prop_boxes, key=lambda room: room.units)
    small, large = rooms[0], rooms[-1]
    assert small.units < large.units
    struck = box_bit(small.section, small.level) | box_bit(large.section, large.level)
    sea.ships["varyag"] = sea.ships["varyag"].but(struck=struck, props_lost=small.units + large.units)
    game = session(sea.at("end", RUSSIA), 1, rest=6)
    order(game, Repair(RUSSIA, "varyag", "propulsion"))
    ship = game.state.ships["varyag"]
    assert ship.props_lost == small.units and ship.struck == box_bit(small.section, small.level)
    assert lost_room(game.state, ship) == (small.section, small.level, small.units)


@pytest.mark.rule("PA-6.2-7")
def test_a_long_marker_without_torpedoes_does_not_run_on() -> None:
    """If the marker still has torpedoes that have not yet hit anything, next move place a double width marker."""
    spent, _ = rule(with_marker(open_sea(), "long", 1, count=0), remove_spent)
    assert spent.markers == {}
    kept, _ = rule(with_marker(open_sea(), "long", 1, count=1), remove_spent)
    assert list(kept.markers) == ["t1"]
