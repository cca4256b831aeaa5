"""What devastated boxes do to a ship: funnels, propulsion, steering, towers, guns, magazines, torpedoes, cargo."""

from __future__ import annotations

from typing import Any

import pytest

from rules.perfidious_albion.battle.gun_laying import shot
from rules.perfidious_albion.damage.devastation import devastate
from rules.perfidious_albion.damage.hits import fall_on_ship
from rules.perfidious_albion.damage.speeds import engine_speed
from rules.perfidious_albion.records.events import (
    BoxLost,
    CargoDestroyed,
    Exploded,
    FlashHeld,
    FloodsTaken,
    MagazineFlooded,
    SpeedLost,
    SteeringJammed,
    WarheadExploded,
)
from rules.perfidious_albion.records.state import Ship, State, box_bit, is_flooded, with_ship
from rules.perfidious_albion.ships.grids import Box, Guns
from rules.perfidious_albion.ships.pieces import gun_silent, tower_lost
from rules.perfidious_albion.ships.roster import load_roster
from rules.perfidious_albion.ships.shipcard import PropRoom
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule


def mikasa(kind: str = "mikasa", card: dict[str, Any] | None = None, **log: Any) -> State:
    return Sea().ship("Mikasa", JAPAN, (36, 36), kind=kind, card=card, **log).state()


def lose(state: State, *boxes: tuple[int, int], by: str = "A", faces: tuple[int, ...] = ()):  # type: ignore[no-untyped-def]
    """Devastate boxes (section, level) of a ship, one after another."""

    def run(r: Any) -> None:
        for section, level in boxes:
            devastate(r, "mikasa", section, level, "PA-PEN-H1", by)

    after, events = rule(state, run, *faces)
    return after.ships["mikasa"], after, events


# ---------------------------------------------------------------------- funnels and propulsion


EXAMPLE: dict[str, Any] = {"speed": 14, "prop_boxes": (PropRoom(4, 5, 5), PropRoom(5, 5, 5), PropRoom(6, 5, 4))}


@pytest.mark.rule("PA-5.8-1", "PA-5.8-6", "PA-5.8-8", "PA-5.8-9", "PA-5.8-10")
def test_the_sheets_ship_of_speed_14_falls_to_13_with_a_funnel_and_to_8_with_half_her_engines() -> None:
    ship, after, events = lose(mikasa(card=EXAMPLE), (5, 2))
    assert engine_speed(after, ship) == 13
    assert [(event.units, event.speed, event.why) for event in events_of(events, SpeedLost)] == [(1, 13, "funnel")]
    ship, after, events = lose(after, (5, 5))
    assert engine_speed(after, ship) == 8
    assert [(event.units, event.speed, event.why) for event in events_of(events, SpeedLost)] == [(5, 8, "propulsion")]
    assert (ship.funnels_lost, ship.props_lost) == (1, 5)


@pytest.mark.rule("PA-5.8-2", "PA-5.8-4")
def test_a_tall_funnel_hit_in_both_its_boxes_costs_two_speed_units() -> None:
    card = load_roster().classes["fuji"]
    assert {box.key for box in card.funnel_boxes} == {"5/1", "6/1", "5/2", "6/2"}
    ship, after, _ = lose(mikasa("fuji", card={"speed": 14}), (5, 1), (5, 2))
    assert engine_speed(after, ship) == 12


@pytest.mark.rule("PA-5.8-3", "PA-5.8-7")
def test_the_top_of_a_tall_funnel_that_does_not_fill_its_box_costs_nothing() -> None:
    state = mikasa()
    assert {box.key for box in state.scene.cards["mikasa"].funnel_boxes} == {"5/2", "6/2"}
    ship, after, events = lose(state, (5, 1), (6, 1))
    assert engine_speed(after, ship) == 18 and not events_of(events, SpeedLost)
    assert ship.struck == box_bit(5, 1) | box_bit(6, 1)


@pytest.mark.rule("PA-5.8-1")
def test_the_only_part_of_a_low_funnel_counts_whether_it_fills_its_box_or_not() -> None:
    ship, after, _ = lose(mikasa("ikazuchi"), (4, 3), (5, 3))
    assert engine_speed(after, ship) == 29


@pytest.mark.rule("PA-5.8-5")
def test_a_second_hit_on_a_funnel_level_costs_no_more_speed_but_may_burn() -> None:
    ship, after, _ = lose(mikasa(), (5, 2))
    again, events = rule(after, lambda r: fall_on_ship(r, "retvizan", "mikasa", "A", 2, ""), 2, 5)
    assert engine_speed(again, again.ships["mikasa"]) == engine_speed(after, ship) == 17
    assert again.ships["mikasa"].fires == 1 and not events_of(events, SpeedLost)


@pytest.mark.rule("PA-5.8-8")
def test_speed_does_not_fall_below_nought() -> None:
    ship, after, events = lose(mikasa(), (5, 2), (6, 2), (4, 5), (5, 5), (6, 5))
    assert engine_speed(after, ship) == 0
    assert [event.speed for event in events_of(events, SpeedLost)] == [17, 16, 10, 4, 0]


# ---------------------------------------------------------------------- gear


@pytest.mark.rule("PA-DMG-H6")
def test_steering_hit_jams_the_rudder() -> None:
    ship, _, events = lose(mikasa(), (10, 5))
    assert ship.steering == "jammed" and events_of(events, SteeringJammed)


@pytest.mark.rule("PA-DMG-H5")
def test_a_lost_conning_tower_loses_its_light() -> None:
    ship, after, _ = lose(mikasa(), (4, 2))
    assert ship.lights == 0 and tower_lost(after, ship)


@pytest.mark.rule("PA-DMG-H5", "PA-3.4-2")
def test_with_two_towers_one_hit_takes_one_light_and_the_ship_is_still_conned() -> None:
    twin = load_roster().classes["mikasa"]
    second = twin.towers[0].but(section=7)
    grid = tuple(second if box is not None and box.key == "7/2" else box for box in twin.grid)
    state = mikasa(card={"grid": grid, "towers": (*twin.towers, second)})
    assert state.ships["mikasa"].lights == 2
    ship, after, _ = lose(state, (7, 2))
    assert ship.lights == 1 and not tower_lost(after, ship)
    ship, after, _ = lose(after, (4, 2))
    assert ship.lights == 0 and tower_lost(after, ship)


@pytest.mark.rule("PA-DMG-H7")
def test_a_warhead_goes_off_on_a_6_when_its_room_is_lost() -> None:
    loaded = mikasa(loaded=(("2/6", 2),), reloads=())
    ship, _, events = lose(loaded, (2, 6), by="medium", faces=(6,))
    assert ship.floods == 2 and events_of(events, WarheadExploded)
    ship, _, events = lose(loaded, (2, 6), by="medium", faces=(5,))
    assert ship.floods == 0 and not events_of(events, WarheadExploded)


@pytest.mark.rule("PA-DMG-H7")
def test_an_empty_torpedo_room_holds_no_warhead() -> None:
    ship, _, events = lose(mikasa(loaded=(), reloads=()), (2, 6), by="medium")
    assert not rolls(events) and ship.struck == box_bit(2, 6)


@pytest.mark.rule("PA-DMG-H8", "PA-2.1-36")
def test_a_cargo_box_takes_its_even_share_with_it() -> None:
    state = mikasa("hitachi_maru", cargo=25_000)
    boxes = state.scene.cards["mikasa"].cargo_boxes
    assert len(boxes) == 10
    ship, after, events = lose(state, (boxes[0].section, boxes[0].level))
    assert [event.points for event in events_of(events, CargoDestroyed)] == [2500]
    assert (ship.cargo_lost, after.cargo_destroyed) == (2500, 2500)


@pytest.mark.rule("PA-DMG-H9")
def test_hull_and_superstructure_only_count() -> None:
    before = mikasa()
    ship, after, events = lose(before, (2, 3), (4, 1))
    assert [event.content for event in events_of(events, BoxLost)] == ["H", "SUP"]
    assert ship == before.ships["mikasa"].but(struck=box_bit(2, 3) | box_bit(4, 1))


def test_a_box_devastated_before_or_not_there_is_devastated_to_no_effect() -> None:
    before = mikasa(struck=box_bit(5, 2))
    ship, _, events = lose(before, (5, 2), (1, 1))
    assert ship == before.ships["mikasa"] and events == ()


# ---------------------------------------------------------------------- guns and magazines


@pytest.mark.rule("PA-DMG-H1")
def test_a_gun_box_takes_its_guns() -> None:
    ship, _, _ = lose(mikasa(), (4, 4), (7, 2))
    state = Sea().ship("Mikasa", JAPAN, (36, 50)).ship("Retvizan", RUSSIA, (36, 44), kind="tsesarevich").state()
    hurt, mark = state.ships["mikasa"].but(struck=ship.struck), state.ships["retvizan"]
    state = with_ship(state, hurt)
    assert (shot(state, hurt, "E", mark).barrels, shot(state, hurt, "Q", mark).barrels) == (5, 4)


@pytest.mark.rule("PA-DMG-H2")
def test_a_lost_barbette_silences_the_turret_above_it() -> None:
    ship, after, _ = lose(mikasa(), (3, 4), faces=(1,))
    boxes = {box.key: box for box in after.scene.cards["mikasa"].gun_boxes}
    assert gun_silent(after, ship, boxes["3/2"]) == "their barbette is lost"
    assert gun_silent(after, ship, boxes["8/2"]) == ""


@pytest.mark.rule("PA-DMG-H2")
def test_a_barbette_under_quickfirers_and_a_turret_silences_the_turret_only() -> None:
    card = load_roster().classes["dreadnought"]
    light = Box(section=7, level=2, contents=("Q",), guns=Guns("Q", 1))
    grid = tuple(light if box is not None and box.key == "7/2" else box for box in card.grid)
    state = mikasa("dreadnought", card={"grid": grid, "gun_boxes": (*card.gun_boxes, light)})
    ship, after, _ = lose(state, (7, 4), faces=(1,))
    boxes = {box.key: box for box in after.scene.cards["mikasa"].gun_boxes}
    assert gun_silent(after, ship, boxes["7/3"]) == "their barbette is lost"
    assert gun_silent(after, ship, boxes["7/2"]) == ""


@pytest.mark.rule("PA-DMG-H3")
def test_a_turret_or_barbette_above_a_magazine_is_tested_for_a_flash() -> None:
    for box in ((3, 2), (3, 3), (3, 4)):
        ship, _, events = lose(mikasa(), box, faces=(5,))
        assert [rolled.target for rolled in rolls(events)] == [6]
        assert [(event.section, event.level) for event in events_of(events, FlashHeld)] == [(3, 6)]
        assert not ship.gone


@pytest.mark.rule("PA-DMG-H3")
def test_a_flash_that_gets_down_costs_a_flood_and_the_guns_or_the_ship() -> None:
    ship, after, events = lose(mikasa(cq=2), (8, 3), faces=(6, 4))
    assert not ship.gone and ship.floods == 1 and is_flooded(ship, 8, 5)
    assert [(event.section, event.level) for event in events_of(events, MagazineFlooded)] == [(8, 5)]
    boxes = {box.key: box for box in after.scene.cards["mikasa"].gun_boxes}
    assert gun_silent(after, ship, boxes["8/2"])
    ship, _, events = lose(mikasa(cq=2), (8, 3), faces=(6, 5))
    assert ship.gone == "exploded" and events_of(events, Exploded)


@pytest.mark.rule("PA-DMG-H3")
def test_quickfirers_hull_and_guns_without_a_magazine_below_bring_no_flash() -> None:
    _, _, events = lose(mikasa(), (4, 3), (4, 4), (7, 2), (1, 3))
    assert not rolls(events)
    _, _, events = lose(mikasa(struck=box_bit(8, 5)), (8, 2))
    assert not rolls(events)


@pytest.mark.rule("PA-DMG-H4", "PA-PUB-5")
def test_a_shell_in_a_magazine_blows_the_ship_up_without_a_roll() -> None:
    ship, after, events = lose(mikasa(), (8, 5))
    assert ship.gone == "exploded" and not rolls(events)
    assert [event.target for event in events_of(events, Exploded)] == ["mikasa"]
    assert after.lost_points[JAPAN] == after.scene.cards["mikasa"].pv[2]


@pytest.mark.rule("PA-DMG-H4", "PA-6.4-22")
@pytest.mark.parametrize("by", ["short", "medium", "long", "spar", "mine"])
def test_a_torpedo_or_mine_in_a_magazine_leaves_the_crew_a_test(by: str) -> None:
    ship, _, events = lose(mikasa(cq=2), (3, 6), by=by, faces=(4,))
    assert not ship.gone and events_of(events, MagazineFlooded) and not events_of(events, FloodsTaken)
    ship, _, _ = lose(mikasa(cq=2), (3, 6), by=by, faces=(5,))
    assert ship.gone == "exploded"


@pytest.mark.rule("PA-DMG-H4")
def test_a_ram_only_floods_a_magazine() -> None:
    ship, _, events = lose(mikasa(), (8, 5), by="ram")
    assert not ship.gone and not rolls(events) and events_of(events, MagazineFlooded)


@pytest.mark.rule("PA-DMG-H4")
def test_guns_above_a_flooded_magazine_are_silent_but_not_the_light_ones() -> None:
    state = mikasa("varyag", struck=box_bit(8, 5))
    boxes = {box.key: box for box in state.scene.cards["mikasa"].gun_boxes}
    ship: Ship = state.ships["mikasa"]
    assert gun_silent(state, ship, boxes["8/3"]) == "their magazine is lost"
    assert gun_silent(state, ship, boxes["6/3"]) == ""


@pytest.mark.rule("PA-DMG-H4")
def test_with_the_option_a_shell_leaves_the_crew_a_test_too() -> None:
    state = Sea().ship("Mikasa", JAPAN, (36, 36)).option(magazine_test=True).state()
    ship, _, _ = lose(state, (8, 5), faces=(4,))
    assert not ship.gone
    ship, _, _ = lose(state, (8, 5), faces=(5,))
    assert ship.gone == "exploded"
