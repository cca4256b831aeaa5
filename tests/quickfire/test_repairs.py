"""Repairs: what totals repair, what a repair gives back, repair dice, two tries a turn."""

from __future__ import annotations

import pytest

from rules.kernel.breakdown import roll_text, sum_lines
from rules.kernel.ruling import Rolled
from rules.quickfire.commands import Move, Repair
from rules.quickfire.events import Repaired, RepairFailed
from rules.quickfire.state import State, boat_guns, open_boxes, rof
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

BATTERED = {"speed_hits": 3, "heavy_hits": 2, "light_hits": 2, "rudder_hits": 1}


def dice_of(total: int) -> tuple[int, int]:
    """Return two faces that make a total."""
    return (total - 6, 6) if total > 6 else (1, total - 1)


def is_repaired(name: str, side: str, what: str, total: int) -> bool:
    """Return whether a total repairs a hit in a battered ship."""
    duel = massena_and_ohio().hurt(name, **BATTERED)
    _, events = duel.give(duel.at("end", first=side), Repair(side, name.lower(), what), *dice_of(total))
    assert len(events_of(events, Repaired)) + len(events_of(events, RepairFailed)) == 1
    lines = [event.hit for event in (*events_of(events, Repaired), *events_of(events, RepairFailed))]  # type: ignore[attr-defined]
    assert lines == [{"heavy": "heavy gunnery", "light": "light gunnery", "rudder": "direction"}.get(what, what)]
    return bool(events_of(events, Repaired))


@pytest.mark.rule("QF-DMG-4")
@pytest.mark.parametrize("what", ["speed", "heavy", "light", "rudder"])
def test_gunnery_speed_and_direction_hits_are_repaired_by_5_to_7(what: str) -> None:  # G13
    assert [total for total in range(2, 13) if is_repaired("Ohio", US, what, total)] == [5, 6, 7]


@pytest.mark.rule("QF-DMG-5")
@pytest.mark.rule("QF-SHIP-4")
def test_a_speed_hit_on_a_ship_with_speed_protection_is_repaired_by_5_to_10() -> None:  # G14
    assert [total for total in range(2, 13) if is_repaired("Massena", FR, "speed", total)] == [5, 6, 7, 8, 9, 10]


@pytest.mark.rule("QF-DMG-5")
@pytest.mark.parametrize("what", ["heavy", "light", "rudder"])
def test_speed_protection_helps_nothing_else(what: str) -> None:  # G15
    assert not is_repaired("Massena", FR, what, 8)


@pytest.mark.rule("QF-DMG-6")
def test_a_repair_gives_back_a_box_a_point_of_rof_or_the_helm() -> None:  # G16
    duel = massena_and_ohio().hurt("Ohio", **BATTERED)
    before = duel.at("end")
    ohio = before.ships["ohio"]
    for what, gained in (("speed", 1), ("heavy", 1), ("light", 1), ("rudder", 1)):
        after, _ = duel.give(before, Repair(US, "ohio", what), 3, 3)
        new = after.ships["ohio"]
        change = {
            "speed": open_boxes(new) - open_boxes(ohio),
            "heavy": rof(after, new, "heavy") - rof(before, ohio, "heavy"),
            "light": rof(after, new, "light") - rof(before, ohio, "light"),
            "rudder": ohio.rudder_hits - new.rudder_hits,
        }
        assert change == {key: gained if key == what else 0 for key in change}


@pytest.mark.rule("QF-DMG-6")
def test_a_ship_whose_rudder_is_repaired_steers_again() -> None:
    duel = massena_and_ohio().hurt("Ohio", rudder_hits=1)
    state, _ = duel.give(duel.at("end"), Repair(US, "ohio", "rudder"), 3, 3)
    state, events = duel.open(state, "movement")
    assert events == ()
    assert duel.check(state, Move(US, "ohio", "2R2R2")) == ()


@pytest.mark.rule("QF-DMG-H3")
def test_repairs_take_extra_speed_hits_off_first() -> None:
    duel = massena_and_ohio().hurt("Ohio", speed_hits=10)
    state, _ = duel.give(duel.at("end"), Repair(US, "ohio", "speed"), 3, 3)
    assert state.ships["ohio"].speed_hits == 9 and open_boxes(state.ships["ohio"]) == 0


@pytest.mark.rule("QF-REP-1")
def test_every_attempt_costs_a_repair_die_whether_it_succeeds_or_not() -> None:
    duel = massena_and_ohio().hurt("Ohio", **BATTERED)
    state, _ = duel.give(duel.at("end"), Repair(US, "ohio", "speed"), 3, 3)
    assert state.ships["ohio"].repair_dice == 4
    state, _ = duel.give(state, Repair(US, "ohio", "speed"), 6, 6)
    assert state.ships["ohio"].repair_dice == 3
    spent = duel.hurt("Ohio", repair_dice=0)
    assert spent.why(spent.at("end"), Repair(US, "ohio", "speed")) == ["QF-REP-1"]
    assert spent.commands(spent.at("end"), "repair") == []


@pytest.mark.rule("QF-REP-H1")
def test_a_ship_tries_at_most_two_repairs_in_a_turn() -> None:
    duel = massena_and_ohio().hurt("Ohio", **BATTERED)
    state = duel.at("end")
    for _ in range(2):
        state, _ = duel.give(state, Repair(US, "ohio", "heavy"), 6, 6)
    assert duel.why(state, Repair(US, "ohio", "heavy")) == ["QF-REP-H1"]
    assert duel.commands(state, "repair") == []
    after, _ = duel.close(state)
    assert after.ships["ohio"].repairs == 0


@pytest.mark.rule("QF-REP-H2")
def test_fires_and_torpedo_points_cannot_be_repaired() -> None:
    duel = massena_and_ohio().hurt("Ohio", fires=2, torpedo=0)
    state = duel.at("end")
    assert duel.commands(state, "repair") == []
    for what in ("fire", "torpedo", "", "speed", "heavy", "boats"):
        assert duel.why(state, Repair(US, "ohio", what)) == ["QF-REP-H2"]


@pytest.mark.rule("QF-REP-2")
def test_a_stopped_ship_that_gets_a_box_back_rolls_no_more_for_sinking() -> None:
    duel = massena_and_ohio().hurt("Ohio", speed_hits=8)
    state, _ = duel.give(duel.at("end"), Repair(US, "ohio", "speed"), 3, 3)
    after, events = duel.close(state)  # no dice are rolled
    assert not after.ships["ohio"].gone


@pytest.mark.rule("QF-REP-2", "QF-REP-1")
def test_a_ship_out_of_action_may_spend_her_repair_dice_and_come_back() -> None:
    """The ship key: she rolls for sinking as long as her speed is zero; each repair point is one repair die roll."""
    duel = massena_and_ohio().hurt("Ohio", speed_hits=8, heavy_hits=4, light_hits=5, out=True)
    state = duel.at("end")
    for what in ("speed", "heavy", "light"):
        assert Repair(US, "ohio", what) in duel.commands(state, "repair")
    state, _ = duel.give(state, Repair(US, "ohio", "speed"), 3, 3)
    state, _ = duel.give(state, Repair(US, "ohio", "heavy"), 3, 3)
    after, _ = duel.close(state)
    assert not after.ships["ohio"].out and not after.ships["ohio"].gone


@pytest.mark.rule("QF-DMG-6")
def test_a_boat_may_repair_her_boat_guns() -> None:
    duel = Duel().ship("Durandal", FR, (600, 350)).ship("Ohio", US, (600, 700)).hurt("Durandal", boat_gun_lost=True)
    state: State = duel.at("end", first=FR)
    state, _ = duel.give(state, Repair(FR, "durandal", "boats"), 3, 3)
    assert boat_guns(state, state.ships["durandal"])


@pytest.mark.rule("QF-SEQ-2")
def test_repairs_are_tried_in_their_own_step_and_of_ships_on_the_table() -> None:
    duel = massena_and_ohio().hurt("Ohio", **BATTERED)
    assert duel.why(duel.at("gunnery_1"), Repair(US, "ohio", "speed")) == ["QF-SEQ-2"]
    assert duel.why(duel.at("end"), Repair(US, "massena", "speed")) == ["QF-SEQ-2"]
    assert duel.why(duel.at("end"), Repair(US, "nobody", "speed")) == ["QF-SEQ-2"]


@pytest.mark.rule("QF-DMG-4", "QF-DMG-5")
@pytest.mark.parametrize(("name", "side", "least", "most"), [("Ohio", US, 5, 7), ("Massena", FR, 5, 10)])
def test_a_repair_tells_from_what_to_what_it_succeeds(name: str, side: str, least: int, most: int) -> None:
    """A die result of 5 to 7 results in a repair; with +P speed protection of 5 to 10."""
    duel = massena_and_ohio().hurt(name, **BATTERED)
    _, events = duel.give(duel.at("end", first=side), Repair(side, name.lower(), "speed"), 6, 6)
    (rolled,) = events_of(events, Rolled)
    assert (rolled.breakdown.floor, rolled.breakdown.need) == (least, most)
    assert f"needed {least}–{most}" in roll_text(rolled.breakdown, rolled.faces)
    assert [total for total in range(2, 13) if rolled.breakdown.makes(total)] == list(range(least, most + 1))
    need = next(line for line in sum_lines(rolled.breakdown) if line.kind == "need")
    assert need.words == f"target number on 2d6: {least}–{most}"
