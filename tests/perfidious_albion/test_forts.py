"""Forts: their grids box by box, fire from them, hits on them, magazines, the generator."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.perfidious_albion.battle.gun_laying import shot
from rules.perfidious_albion.battle.gunnery import check_fire, do_fire, offer_fire
from rules.perfidious_albion.damage.devastation import devastate
from rules.perfidious_albion.damage.hits import fall_on_battery, fall_on_fort
from rules.perfidious_albion.records.commands import Fire
from rules.perfidious_albion.records.events import (
    BatteryHeld,
    BatteryHit,
    BatteryMissed,
    BoxLost,
    Exploded,
    FireStarted,
    FlashHeld,
    GunsFired,
    ShotFell,
    WorkDestroyed,
)
from rules.perfidious_albion.records.state import State, box_bit
from rules.perfidious_albion.ships.pieces import gun_silent, structure_left
from rules.perfidious_albion.ships.roster import load_roster
from tests.perfidious_albion.sea import JAPAN, RUSSIA, Sea, events_of, rolls, rule

PRINTED = {
    1: {"BB": "3/3 8/3", "FF": "5/3 6/3", "MAG": "3/5 6/5 8/5", "POWER": "5/5"},
    2: {"E": "3/3 8/3", "C": "4/3 5/3 6/3 7/3", "TORP": "3/5", "MAG": "4/5 5/5 6/5 7/5", "POWER": "8/5"},
    3: {"D": "3/3 4/3 7/3 8/3", "Q": "2/3 5/3 6/3 9/3", "MAG": "3/5 4/5 7/5 8/5", "POWER": "6/5"},
    4: {"A": "5/3 7/3", "Q": "4/3 6/3 8/3 6/4", "MAG": "5/5 7/5", "POWER": "6/5"},
}
ARMOUR = {
    1: {"3/3": 5, "5/3": 3, "6/3": 3, "8/3": 5, "3/4": 6, "5/4": 6, "6/4": 6, "8/4": 6},
    2: {
        "3/3": 2,
        "8/3": 2,
        "3/4": 4,
        "8/4": 4,
        **{f"{s}/3": 4 for s in range(4, 8)},
        **{f"{s}/4": 5 for s in range(4, 8)},
    },
    3: {"2/4": 4, **{f"{s}/3": 5 for s in (3, 4, 7, 8)}, **{f"{s}/4": 5 for s in range(3, 10)}},
    4: {"5/3": 6, "7/3": 6, "4/4": 5, "5/4": 6, "6/4": 6, "7/4": 6, "8/4": 5},
}
FLASH = {1: (3, 6, 8), 2: (4, 5, 6, 7), 3: (3, 4, 7, 8), 4: (5, 7)}
CLOSE = 0


def fort(number: int, **log: Any) -> State:
    return Sea().fort("fort", RUSSIA, (36, 36), number, **log).state()


def hit(state: State, letter: str, section: int, level: int, *more: int, band: int = CLOSE):  # type: ignore[no-untyped-def]
    return rule(state, lambda r: fall_on_fort(r, "mikasa", "fort", letter, band), level, section, *more)


@pytest.mark.rule("PA-8-1", "PA-8-2", "PA-8-3", "PA-8-4")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_four_forts_stand_as_printed_box_by_box(number: int) -> None:
    card = load_roster().forts[number]
    for content, keys in PRINTED[number].items():
        assert {box.key for box in card.standing if box.has(content)} == set(keys.split())
    assert {box.key: box.armour for box in card.standing if box.armour} == ARMOUR[number]


@pytest.mark.rule("PA-8-5", "PA-8-7", "PA-SHO-H2")
@pytest.mark.parametrize(("number", "boxes"), [(1, 16), (2, 18), (3, 24), (4, 15)])
def test_the_structure_of_a_fort_is_every_box_of_its_outline(number: int, boxes: int) -> None:
    card = load_roster().forts[number]
    assert card.structure == len(card.outline) == boxes
    assert {box.key for box in card.standing if box.has("FIRE")} == {"1/1", "10/1"}
    assert not any(box.level == 6 for box in card.standing)


# ---------------------------------------------------------------------- fire from it


@pytest.mark.rule("PA-2.2-19", "PA-SHO-H1")
def test_a_fort_without_its_generator_has_half_its_percentage() -> None:
    sea = Sea().fort("fort", RUSSIA, (36, 36), 1, cq=1).ship("Mikasa", JAPAN, (36, 56), speed=14)
    whole = sea.state()
    dark = whole.but(forts={"fort": whole.forts["fort"].but(struck=box_bit(5, 5))})
    lit, halved = (shot(at, at.forts["fort"], "B", at.ships["mikasa"]) for at in (whole, dark))
    assert (lit.barrels, lit.base, lit.percent, halved.percent) == (4, 40, 160, 80)
    assert (lit.halved, halved.halved) == ("", "PA-2.2-19")
    light = [shot(at, at.forts["fort"], "F", at.ships["mikasa"]).percent for at in (whole, dark)]
    assert light == [60, 30]


@pytest.mark.rule("PA-2.2-12", "PA-SHO-H3")
def test_a_fort_fires_at_two_targets_from_the_centre_of_its_counter() -> None:
    sea = Sea().fort("fort", RUSSIA, (36, 36), 1)
    for name, at in (("Mikasa", (36, 48)), ("Asama", (24, 36)), ("Tokiwa", (36, 24))):
        sea.ship(name, JAPAN, at, kind="asama", speed=14)
    state = sea.having(active="fort").state()
    (offer,) = offer_fire(state, RUSSIA)
    assert {command.target for command in offer.commands} == {"mikasa", "asama", "tokiwa"}  # type: ignore[attr-defined]
    assert shot(state, state.forts["fort"], "B", state.ships["mikasa"]).distance == 12_000
    fire = Fire(RUSSIA, "fort", "F", "mikasa")
    after, _ = rule(state, lambda r: do_fire(r, fire), 10, 1, 1)
    assert after.forts["fort"].fired == ("5/3", "6/3") and after.fired_this_turn == ("fort",)
    spread = after.but(forts={"fort": after.forts["fort"].but(targets=("mikasa", "asama"))})
    assert [reason.rule for reason in check_fire(spread, Fire(RUSSIA, "fort", "B", "tokiwa"))] == ["PA-GUN-H21"]
    assert check_fire(spread, Fire(RUSSIA, "fort", "B", "asama")) == ()


def test_a_fort_fires_when_it_is_in_action() -> None:
    state = Sea().fort("fort", RUSSIA, (36, 36), 1).ship("Mikasa", JAPAN, (36, 48)).state()
    assert [reason.rule for reason in check_fire(state, Fire(RUSSIA, "fort", "B", "mikasa"))] == ["PA-SEQ-H4"]


# ---------------------------------------------------------------------- hits on it


@pytest.mark.rule("PA-2.2-13")
def test_every_box_of_a_building_can_be_destroyed_and_crosses_a_structure_box() -> None:
    for number in (1, 2, 3, 4):
        for box in load_roster().forts[number].outline:
            if box.has("MAG"):
                continue
            flash = (1,) if box.section in FLASH[number] and box.level < 5 else ()
            after, events = hit(fort(number), "Z", box.section, box.level, *flash)
            assert structure_left(after, after.forts["fort"]) == load_roster().forts[number].structure - 1
            assert [(event.section, event.level) for event in events_of(events, BoxLost)] == [(box.section, box.level)]


@pytest.mark.rule("PA-SHO-H2")
def test_a_level_roll_of_6_and_empty_ground_are_misses() -> None:
    for section, level in product((1, 3, 5, 10), (2, 6)):
        before = fort(1)
        after, events = hit(before, "A", section, level)
        assert after.forts == before.forts
        assert [event.content for event in events_of(events, ShotFell)] == ["nothing there"]


@pytest.mark.rule("PA-8-7")
def test_a_straddle_on_a_fire_box_adds_one_to_the_fire_track() -> None:
    for section in (1, 10):
        after, events = hit(fort(2), "G", section, 1)
        assert after.forts["fort"].fires == 1 and after.forts["fort"].struck == 0
        assert [event.rule for event in events_of(events, FireStarted)] == ["PA-8-7"]


@pytest.mark.rule("PA-2.2-14")
def test_a_hit_on_what_is_destroyed_already_may_burn_at_every_level() -> None:
    for section, level in ((5, 3), (5, 4), (5, 5)):
        after, _ = hit(fort(1, struck=box_bit(section, level)), "A", section, level)
        assert (after.forts["fort"].fires, structure_left(after, after.forts["fort"])) == (1, 15)
        after, _ = hit(fort(1, struck=box_bit(section, level)), "E", section, level, 3)
        assert after.forts["fort"].fires == 0


@pytest.mark.rule("PA-PEN-H1", "PA-PEN-H5")
def test_the_armour_of_a_fort_is_tested_and_bare_rooms_are_not() -> None:
    after, _ = hit(fort(1), "A", 5, 3, 1, band=6)  # armour 3 against 3: 4 needed
    assert after.forts["fort"].struck == 0
    after, _ = hit(fort(1), "A", 4, 4, band=6)
    assert after.forts["fort"].struck == box_bit(4, 4)


@pytest.mark.rule("PA-8-8", "PA-2.2-18", "PA-SHO-H6")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_hit_above_a_magazine_is_tested_for_a_flash(number: int) -> None:
    card = load_roster().forts[number]
    assert card.flash == FLASH[number]
    for box in card.outline:
        if box.has("MAG"):
            continue
        flashes = box.section in card.flash
        faces = (5,) if flashes else ()
        _, events = rule(
            fort(number),
            lambda r, b=box: devastate(r, "fort", b.section, b.level, "PA-2.2-13", "A"),  # type: ignore[misc]
            *faces,
        )
        assert len(events_of(events, FlashHeld)) == flashes


@pytest.mark.rule("PA-2.2-18")
def test_the_garrison_cannot_flood_a_magazine() -> None:
    run = lambda r: devastate(r, "fort", 8, 3, "PA-2.2-13", "A")  # noqa: E731
    after, events = rule(fort(1, cq=3), run, 6, 1, 1, 1)
    assert [event.rule for event in events_of(events, Exploded)] == ["PA-2.2-18"]
    assert len(rolls(events)) == 4 and after.forts["fort"].struck == box_bit(8, 3) | box_bit(8, 5)


@pytest.mark.rule("PA-2.2-15", "PA-2.2-16")
def test_a_shell_in_a_forts_magazine_explodes_it_without_a_test() -> None:
    after, events = hit(fort(1), "Q", 8, 5, 1, 1, 1, band=2)
    assert [event.rule for event in events_of(events, Exploded)] == ["PA-2.2-15"]
    boxes = {box.key: box for box in load_roster().forts[1].gun_boxes}
    assert gun_silent(after, after.forts["fort"], boxes["8/3"]) == "their magazine is lost"
    assert gun_silent(after, after.forts["fort"], boxes["3/3"]) == ""


@pytest.mark.rule("PA-8-10", "PA-GUN-H10")
def test_a_fort_gives_no_rake_and_stands_still() -> None:
    for place_of in ((36, 54), (54, 36), (36, 18)):
        sea = Sea().fort("fort", RUSSIA, (36, 36), 2, facing=180).ship("Mikasa", JAPAN, place_of, heading=45)
        state = sea.state()
        found = shot(state, state.ships["mikasa"], "A", state.forts["fort"])
        assert found.rake == "" and [term.rule for term in found.modifiers] == ["PA-GUN-H10"]


# --- Shore batteries: their one target and arc, straddles on them, armour ---


def battery(gun: str = "D", count: int = 4, **log: Any) -> Sea:
    return Sea().battery("battery", RUSSIA, (36, 36), gun, count, **log).having(active="battery")


def straddle(state: State, *faces: int, letter: str = "A", band: int = 3):  # type: ignore[no-untyped-def]
    return rule(state, lambda r: fall_on_battery(r, "battery", letter, band), *faces)


@pytest.mark.rule("PA-2.2-8", "PA-2.2-10")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 9])
def test_a_straddle_finds_a_gun_on_a_d6_of_their_number_and_bare_guns_are_destroyed(count: int) -> None:
    state = battery(count=count, cost=504).state()
    hits = 0
    for face in range(1, 7):
        after, events = straddle(state, face)
        hits += after.batteries["battery"].gone == "destroyed"
        assert len(events_of(events, BatteryMissed)) + len(events_of(events, WorkDestroyed)) == 1
    assert Fraction(hits, 6) == min(Fraction(1), Fraction(count, 6))


@pytest.mark.rule("PA-2.2-9")
def test_behind_armour_they_are_destroyed_when_a_shell_goes_through() -> None:
    state = battery(armour=5, cost=654).state()
    after, events = straddle(state, 4, 3)  # armour 5 against 6: a 3
    assert after.batteries["battery"].gone == "destroyed" and events_of(events, BatteryHit)
    assert [event.points for event in events_of(events, WorkDestroyed)] == [654]
    after, events = straddle(state, 4, 2)
    assert after.batteries["battery"].gone == "" and events_of(events, BatteryHeld)


@pytest.mark.rule("PA-2.2-6", "PA-2.2-7")
def test_all_guns_fire_at_one_target_once_a_turn() -> None:
    sea = battery().ship("Mikasa", JAPAN, (36, 48), speed=14).ship("Asama", JAPAN, (40, 46), speed=14)
    state = sea.state()
    assert len(list(offer_fire(state, RUSSIA))) == 1
    after, events = rule(state, lambda r: do_fire(r, Fire(RUSSIA, "battery", "D", "mikasa")), 10, 1, 1, 1, 1)
    assert [(event.barrels, event.percent, event.straddles) for event in events_of(events, GunsFired)] == [(4, 290, 2)]
    reasons = check_fire(after, Fire(RUSSIA, "battery", "D", "asama"))
    assert "PA-2.2-7" in [reason.rule for reason in reasons]
    assert list(offer_fire(after, RUSSIA)) == []


@pytest.mark.rule("PA-2.2-4")
def test_a_battery_does_not_fire_outside_its_arc() -> None:
    state = battery(facing=180).ship("Mikasa", JAPAN, (48, 47)).ship("Asama", JAPAN, (48, 49)).state()
    (reason,) = check_fire(state, Fire(RUSSIA, "battery", "D", "mikasa"))
    assert (reason.rule, reason.piece) == ("PA-2.2-4", "battery")
    assert check_fire(state, Fire(RUSSIA, "battery", "all", "asama")) == ()


@pytest.mark.rule("PA-2.2-5")
def test_its_guns_have_the_range_of_their_type() -> None:
    state = battery("G", 2).ship("Mikasa", JAPAN, (36, 61)).state()
    assert [reason.rule for reason in check_fire(state, Fire(RUSSIA, "battery", "G", "mikasa"))] == ["PA-GUN-H3"]


def test_ships_fire_at_batteries_with_every_type_of_gun() -> None:
    sea = battery("E", 9).ship("Mikasa", JAPAN, (36, 41), moved=True)
    state = sea.having(active="mikasa-squadron").state()
    (offer,) = offer_fire(state, JAPAN)
    assert {command.guns for command in offer.commands} == {"all", "A", "E", "Q"}  # type: ignore[attr-defined]
    after, events = rule(state, lambda r: do_fire(r, Fire(JAPAN, "mikasa", "Q", "battery")), 7, 3)
    assert after.batteries["battery"].gone == "destroyed"
    assert [rolled.rule for rolled in rolls(events)] == ["PA-GUN-H5", "PA-2.2-8"]
