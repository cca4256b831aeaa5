"""Sinking and striking: when a ship rolls, the number of her Size, extra hits, helpless ships."""

from __future__ import annotations

import pytest

from rules.kernel.ruling import Rolled
from rules.quickfire.charts import sinking_number
from rules.quickfire.commands import Repair
from rules.quickfire.events import StayedAfloat, Struck, Sunk
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

SILENT = {"heavy_hits": 4, "light_hits": 5}


def rolled_for(hits: int, *faces: int) -> tuple[bool, list[Rolled]]:
    """Return whether Massena, Size 12, sinks with so many speed hits and these dice."""
    duel = massena_and_ohio().hurt("Massena", speed_hits=hits)
    state, events = duel.close(duel.at("end"), *faces)
    return state.ships["massena"].gone == "sunk", events_of(events, Rolled)


@pytest.mark.rule("QF-SNK-1")
def test_seven_speed_hits_ask_for_no_sinking_roll_and_eight_for_one_at_the_end_of_the_turn() -> None:  # G24
    assert rolled_for(7) == (False, [])
    sank, rolls = rolled_for(8, 6, 6)
    assert not sank and len(rolls) == 1


@pytest.mark.rule("QF-SNK-1")
def test_a_stopped_ship_rolls_again_every_turn() -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=8)
    state, events = duel.close(duel.at("end"), 6, 6)
    assert [event.ship for event in events_of(events, StayedAfloat)] == ["massena"]
    state, events = duel.close(state.but(cursor=duel.cursor("end")), 1, 1)
    assert [event.ship for event in events_of(events, Sunk)] == ["massena"]


@pytest.mark.rule("QF-SNK-2")
def test_the_number_of_her_size_or_less_sinks_a_ship_and_takes_her_off_the_table() -> None:  # H11
    assert rolled_for(8, 2, 3)[0]
    assert not rolled_for(8, 3, 3)[0]
    duel = massena_and_ohio().hurt("Massena", speed_hits=8)
    state, _ = duel.close(duel.at("end"), 1, 1)
    assert "massena" not in {piece.id for piece in duel.system.view(state, "").pieces if not piece.ghost}


@pytest.mark.rule("QF-SNK-3")
@pytest.mark.parametrize(
    ("hits", "die", "sinks"),
    [(9, 7, False), (10, 7, True), (10, 8, False), (11, 8, True), (12, 9, True), (12, 10, False), (13, 10, True)],
)
def test_each_extra_speed_hit_takes_1_off_the_roll(hits: int, die: int, sinks: bool) -> None:  # G25, H11
    sank, rolls = rolled_for(hits, die - 4, 4)
    assert sank is sinks
    assert rolls[0].total == die - (hits - 8)


@pytest.mark.rule("QF-SNK-H1")
def test_small_ships_sink_on_higher_numbers() -> None:
    sizes = {1: 11, 2: 10, 4: 9, 8: 8, 12: 8, 16: 7, 24: 7, 28: 6, 36: 6, 40: 5, 48: 5, 52: 4, 60: 4, 64: 3}
    assert {size: sinking_number(size) for size in sizes} == sizes


@pytest.mark.rule("QF-STR-H1")
@pytest.mark.parametrize(("faces", "strikes"), [((4, 4), True), ((3, 4), False)])
def test_a_helpless_ship_under_the_enemys_guns_strikes_on_8_or_more(faces: tuple[int, int], strikes: bool) -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=8, **SILENT).hurt("Ohio", speed_hits=1)
    duel.options["striking"] = True
    state, events = duel.close(duel.at("end"), 6, 6, *faces)
    assert bool(events_of(events, Struck)) is strikes
    assert state.ships["massena"].gone == ("captured" if strikes else "")


@pytest.mark.rule("QF-STR-H1")
def test_a_ship_does_not_strike_while_a_friend_is_near_or_no_enemy_can_fire_or_with_the_switch_off() -> None:
    def has_struck(duel: Duel) -> bool:
        _, events = duel.close(duel.hurt("Massena", speed_hits=8, **SILENT).at("end"), 6, 6)
        return bool(events_of(events, Struck))

    assert not has_struck(massena_and_ohio().ship("Bouvet", FR, (200, 700)))
    assert not has_struck(massena_and_ohio(650))
    assert not has_struck(massena_and_ohio().hurt("Ohio", **SILENT))
    assert not has_struck(massena_and_ohio().setting("striking", False))


@pytest.mark.rule("QF-STR-H1")
def test_a_ship_that_can_still_move_or_fire_does_not_strike() -> None:
    moving = massena_and_ohio().hurt("Massena", speed_hits=7, **SILENT)
    moving.close(moving.at("end"))  # no dice are rolled
    firing = massena_and_ohio().hurt("Massena", speed_hits=8, heavy_hits=4)
    firing.close(firing.at("end"), 6, 6)  # for sinking only


@pytest.mark.rule("QF-SEQ-H4")
def test_the_end_phase_checks_fires_then_repairs_then_sinking_then_the_colours() -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=8, fires=1, **SILENT)
    state, events = duel.enter("end", 3, 1)
    assert [rolled.rule for rolled in events_of(events, Rolled)] == ["QF-DMG-3"]
    state, _ = duel.give(state.but(cursor=duel.cursor("end", first=FR)), Repair(FR, "massena", "heavy"), 6, 6)
    state, events = duel.close(state, 6, 6, 1, 1)
    assert [rolled.rule for rolled in events_of(events, Rolled)] == ["QF-SNK-2", "QF-STR-H1"]
    assert state.ships["ohio"].side == US
