"""Explosions: what lies near a ship that blows up, the ripple through a fort, a bombarded place."""

from __future__ import annotations

import pytest

from rules.perfidious_albion.damage.explosions import check_explosions, explode_fort, explode_ship
from rules.perfidious_albion.records.events import BoxLost, Exploded, FireStarted, TargetBoxHit, WorkDestroyed
from rules.perfidious_albion.records.state import State, box_bit, is_struck
from rules.perfidious_albion.ships.pieces import structure_left
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule


def fort(number: int, ripple: bool = False, **log: object) -> State:
    return Sea().fort("fort", RUSSIA, (36, 36), number, **log).option(ripple_always=ripple).state()


def boxes_lost(events: tuple[object, ...]) -> list[str]:
    """Return boxes lost, in order."""
    return [f"{event.section}/{event.level}" for event in events_of(events, BoxLost)]  # type: ignore[arg-type]


@pytest.mark.rule("PA-DMG-H10")
def test_a_ship_that_blows_up_sets_ships_within_two_inches_on_fire_on_a_4() -> None:
    sea = (
        Sea()
        .ship("Mikasa", JAPAN, (36, 36))
        .ship("Asama", JAPAN, (38, 36))
        .ship("Shikishima", JAPAN, (36, 34), kind="mikasa")
    )
    sea.ship("Retvizan", RUSSIA, (36, 38.01), kind="tsesarevich")
    after, events = rule(sea.state(), lambda r: explode_ship(r, "mikasa", "PA-DMG-H4"), 4, 3)
    assert after.ships["mikasa"].gone == "exploded"
    assert [ship.fires for ship in after.ships.values()] == [0, 1, 0, 0]
    assert len(rolls(events, "PA-DMG-H10")) == 2
    assert [event.target for event in events_of(events, Exploded)] == ["mikasa"]


def test_of_a_pair_of_boats_one_is_left() -> None:
    state = Sea().ship("Ikazuchi", JAPAN, (36, 36), boats=2, fires=4).state()
    after, _ = rule(state, check_explosions, 6)
    boat = after.ships["ikazuchi"]
    assert (boat.boats, boat.gone, boat.fires) == (1, "", 0)


@pytest.mark.rule("PA-2.2-16", "PA-SHO-H2")
def test_a_magazine_of_a_fort_throws_a_die_for_each_box_of_the_building_beside_it() -> None:
    # fort 1, magazine 3/5: beside it 3/4, 4/4 and 4/5
    after, events = rule(fort(1), lambda r: explode_fort(r, "fort", 3, 5, "PA-2.2-15"), 4, 3, 2)
    assert boxes_lost(events) == ["3/5", "3/4"]
    assert [event.fires for event in events_of(events, FireStarted)] == [1]
    assert structure_left(after, after.forts["fort"]) == 14
    assert [rolled.verdict for rolled in rolls(events)] == ["destroyed", "fire", "nothing"]


@pytest.mark.rule("PA-2.2-17")
def test_a_magazine_destroyed_beside_another_explodes_in_turn() -> None:
    # fort 3: 3/5 has 2/4, 3/4, 4/4, 2/5 and the magazine 4/5, which has 3/4, 4/4, 5/4, 3/5 and 5/5
    first, second = (1, 1, 1, 1, 4), (1, 1, 1, 1, 1)
    after, events = rule(fort(3), lambda r: explode_fort(r, "fort", 3, 5, "PA-2.2-15"), *first, *second)
    assert boxes_lost(events) == ["3/5", "4/5"]
    assert [event.rule for event in events_of(events, Exploded)] == ["PA-2.2-15", "PA-2.2-17"]
    _, events = rule(fort(3), lambda r: explode_fort(r, "fort", 3, 5, "PA-2.2-15"), 1, 1, 1, 1, 3)
    assert boxes_lost(events) == ["3/5"] and len(events_of(events, Exploded)) == 1


@pytest.mark.rule("PA-2.2-17")
def test_with_the_option_a_magazine_beside_always_explodes() -> None:
    # fort 2: four magazines side by side go up one after the other, without a die for any of them
    state = fort(2, ripple=True)
    faces = (1,) * 4 + (1,) * 4 + (1,) * 4 + (1,) * 5  # beside 4/5, 5/5, 6/5, 7/5: no die for intact magazines
    _, events = rule(state, lambda r: explode_fort(r, "fort", 4, 5, "PA-2.2-15"), *faces)
    assert len(events_of(events, Exploded)) == 4
    assert boxes_lost(events) == ["4/5", "5/5", "6/5", "7/5"]


@pytest.mark.rule("PA-2.2-13", "PA-2.1-72")
def test_the_last_structure_box_is_the_end_of_a_fort() -> None:
    outline = fort(4).scene.forts[4].outline
    struck = sum(box_bit(box.section, box.level) for box in outline if box.key != "5/5")
    after, events = rule(fort(4, struck=struck), lambda r: explode_fort(r, "fort", 5, 5, "PA-2.2-15"))
    assert after.forts["fort"].gone == "destroyed"
    assert [event.points for event in events_of(events, WorkDestroyed)] == [3000]


@pytest.mark.rule("PA-FIR-H5")
def test_at_exp_a_random_magazine_of_a_fort_explodes_and_the_track_starts_again() -> None:
    # fort 4 has magazines 5/5 and 7/5: a 2 is 7/5, beside it 6/4, 7/4, 8/4, 6/5 and 8/5
    after, events = rule(fort(4, fires=4), check_explosions, 2, 1, 1, 1, 1, 1)
    assert boxes_lost(events) == ["7/5"] and after.forts["fort"].fires == 0
    after, events = rule(fort(4, fires=4, struck=box_bit(5, 5)), check_explosions, 1, 1, 1, 1, 3)
    assert is_struck(after.forts["fort"], 7, 5) and after.forts["fort"].fires == 1
    none_left = fort(4, fires=4, struck=box_bit(5, 5) | box_bit(7, 5))
    after, events = rule(none_left, check_explosions)
    assert after.forts["fort"].fires == 0 and events == ()


@pytest.mark.rule("PA-SHO-H8")
def test_a_target_explodes_round_the_box_last_hit() -> None:
    # chart 1, box 2/2 (k): beside it 2/1 (h), 1/2 (h), 3/2 (k), 1/3 (k), 2/3 (k) and 3/3 (t)
    state = Sea("bombardment", JAPAN).target(1, RUSSIA, (36, 20), fires=4, last="2/2", struck=box_bit(2, 2)).state()
    after, events = rule(state, check_explosions, 4, 3, 1, 1, 1, 6)
    assert [event.points for event in events_of(events, TargetBoxHit)] == [500, 2000]
    assert after.target is not None
    assert (after.target.points, after.target.structure, after.target.fires) == (2500, 38, 1)
