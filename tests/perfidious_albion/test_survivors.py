"""Sentences of the sheet whose breaking no test had noticed."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.battle.night import PORT, STARBOARD, flash_side
from rules.perfidious_albion.damage.damage_control import lost_room
from rules.perfidious_albion.records.commands import Repair
from rules.perfidious_albion.records.state import box_bit
from rules.perfidious_albion.torpedoes.passage import remove_spent
from tests.perfidious_albion.orders import order, session
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, rule
from tests.perfidious_albion.setting_up import ENTRY, EXIT, at_step, buy, table, to_deploy
from tests.perfidious_albion.test_costs import cost
from tests.perfidious_albion.test_deploying import ESCORTS, LINERS, at, bars
from tests.perfidious_albion.test_markers import open_sea, with_marker


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
