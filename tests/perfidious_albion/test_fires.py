"""Fires: hits on wreckage, the track, its growth, EXP, fire parties."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel.dice import NeedDice
from rules.perfidious_albion.battle.gun_laying import sound_boxes
from rules.perfidious_albion.damage.explosions import check_explosions
from rules.perfidious_albion.damage.fires import (
    EXP,
    burn_again,
    fire_parties,
    grow_fires,
    party_quality,
    set_alight,
    track,
)
from rules.perfidious_albion.records.events import Exploded, FireGrew, FireStarted, MagazinesFlooded
from rules.perfidious_albion.records.state import State, box_bit
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rule


def one(kind: str = "mikasa", **log: Any) -> State:
    return Sea().ship("Mikasa", JAPAN, (36, 36), kind=kind, **log).state()


def chance_of_fire(letter: str, kind: str = "mikasa") -> Fraction:
    """Return the chance that a hit on a devastated box starts a fire, over every face of the die, if one is rolled."""
    state = one(kind)
    try:
        after, _ = rule(state, lambda r: burn_again(r, "mikasa", letter))
        return Fraction(after.ships["mikasa"].fires)
    except NeedDice:
        burnt = [rule(state, lambda r: burn_again(r, "mikasa", letter), face)[0] for face in range(1, 7)]
        return Fraction(sum(after.ships["mikasa"].fires for after in burnt), 6)


@pytest.mark.rule("PA-FIR-H1")
def test_a_hit_on_wreckage_burns_by_the_type_of_gun() -> None:
    chances = {letter: chance_of_fire(letter) * 6 for letter in "ZYXABCDEFGQ"}
    assert chances == dict.fromkeys("ZYXABC", 6) | {"D": 5, "E": 3, "F": 3, "G": 1, "Q": 1}


@pytest.mark.rule("PA-FIR-H1")
def test_a_ship_full_of_wood_burns_one_easier() -> None:
    chances = {letter: chance_of_fire(letter, "vizcaya") * 6 for letter in "ADEFGQ"}
    assert chances == {"A": 6, "D": 6, "E": 4, "F": 4, "G": 2, "Q": 2}


@pytest.mark.rule("PA-FIR-H2", "PA-8-6")
def test_the_fire_track_runs_from_fire_1_to_fire_3_and_exp() -> None:
    state = one()
    assert state.scene.charts.damage.fire_track == ("FIRE 1", "FIRE 2", "FIRE 3", "EXP")
    after, events = rule(state, lambda r: [set_alight(r, "mikasa", 1, "PA-FIR-H2") for _ in range(6)])
    assert after.ships["mikasa"].fires == EXP
    assert [track(event.fires) for event in events_of(events, FireStarted)] == ["FIRE 1", "FIRE 2", "FIRE 3", "EXP"]


@pytest.mark.rule("PA-FIR-H4")
@pytest.mark.parametrize(("fires", "chance"), [(1, 0), (2, 1), (3, 2)])
def test_a_fire_grows_when_the_d6_is_below_its_level(fires: int, chance: int) -> None:
    grown = 0
    for face in range(1, 7):
        after, events = rule(one(fires=fires), grow_fires, *((face,) if fires > 1 else ()))  # nothing is below 1
        assert (after.ships["mikasa"].fires > fires) == bool(events_of(events, FireGrew))
        grown += after.ships["mikasa"].fires - fires
    assert grown == chance


@pytest.mark.rule("PA-FIR-H4")
def test_ships_forts_and_the_target_all_burn() -> None:
    sea = Sea().ship("Mikasa", JAPAN, (36, 36), fires=3).fort("fort", RUSSIA, (20, 20), 1, fires=2)
    sea.target(1, RUSSIA, (30, 20), fires=3)
    after, events = rule(sea.state(), grow_fires, 1, 1, 2)
    assert target_fires(after) == 4
    assert (after.ships["mikasa"].fires, after.forts["fort"].fires) == (4, 3)
    assert [event.target for event in events_of(events, FireGrew)] == ["mikasa", "fort", "target"]


def target_fires(state: State) -> int:
    assert state.target is not None
    return state.target.fires


@pytest.mark.rule("PA-FIR-H3")
def test_at_exp_the_crew_floods_the_magazines_or_she_blows_up() -> None:
    after, events = rule(one(cq=2, fires=EXP), check_explosions, 4)
    ship = after.ships["mikasa"]
    assert (ship.fires, ship.gone) == (3, "") and events_of(events, MagazinesFlooded)
    assert sound_boxes(after, ship, "A") == () and sound_boxes(after, ship, "E")
    after, events = rule(one(cq=2, fires=EXP), check_explosions, 5)
    assert after.ships["mikasa"].gone == "exploded" and events_of(events, Exploded)


def test_below_exp_nothing_is_tested() -> None:
    _, events = rule(one(fires=3), check_explosions)
    assert events == ()


@pytest.mark.rule("PA-2.2-14", "PA-2.1-69", "PA-2.1-70", "PA-8-5")
def test_one_fire_party_for_every_five_structure_boxes_left() -> None:
    sea = Sea().target(2, RUSSIA, (36, 20))
    for number in range(1, 5):
        sea.fort(f"fort {number}", RUSSIA, (10 * number, 20), number, cq=3)
    state = sea.state()
    assert [fire_parties(state, fort) for fort in state.forts.values()] == [3, 3, 4, 3]
    assert [party_quality(state, fort) for fort in state.forts.values()] == [3, 3, 3, 3]
    assert state.target is not None
    found = [fire_parties(state, state.target.but(structure=left)) for left in (40, 39, 5, 4)]
    assert found == [8, 7, 1, 0] and party_quality(state, state.target) == 2
    hurt = state.forts["fort 1"].but(struck=box_bit(3, 3) | box_bit(5, 3))
    assert fire_parties(state, hurt) == 2
