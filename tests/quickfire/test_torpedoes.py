"""Torpedoes: range, static and moving targets, the rating that is not used up, hits, reloads."""

from __future__ import annotations

import pytest

from rules.quickfire.charts import torpedo_need
from rules.quickfire.commands import Launch
from rules.quickfire.events import SpeedLost, TorpedoesReloaded, TorpedoHit, TorpedoMissed
from rules.quickfire.torpedoes import motion, to_hit_number
from tests.quickfire.duel import FR, US, Duel, events_of

AT_OHIO = Launch(FR, "durandal", "ohio")


def attack(apart: int = 80) -> Duel:
    """Return a destroyer of rating 4 on the beam of a moving battleship."""
    return Duel().ship("Ohio", US, (600, 300)).ship("Durandal", FR, (600, 300 + apart))


@pytest.mark.rule("QF-TOR-1")
@pytest.mark.rule("QF-TOR-6")
def test_rating_4_at_a_moving_capital_ship_hits_on_5_or_less() -> None:  # G17
    duel = attack()
    state = duel.at("torpedoes", first=FR)
    assert to_hit_number(state, state.ships["durandal"], state.ships["ohio"]) == 5
    _, events = duel.give(state, AT_OHIO, 2, 3, 4)
    assert [hit.hits for hit in events_of(events, TorpedoHit)] == [4]
    _, events = duel.give(state, AT_OHIO, 3, 3)
    assert events_of(events, TorpedoMissed)


@pytest.mark.rule("QF-TOR-1")
def test_a_target_beyond_point_blank_cannot_be_attacked() -> None:  # G18
    duel = attack(101)
    state = duel.at("torpedoes", first=FR)
    assert duel.why(state, AT_OHIO) == ["QF-TOR-1"]
    assert duel.commands(state, "launch") == []
    assert attack(100).commands(attack(100).at("torpedoes", first=FR), "launch") == [AT_OHIO]


@pytest.mark.rule("QF-TOR-1")
def test_a_ship_without_torpedo_points_cannot_attack() -> None:
    duel = attack().hurt("Durandal", torpedo=0)
    assert duel.why(duel.at("torpedoes", first=FR), AT_OHIO) == ["QF-TOR-1"]
    assert duel.commands(duel.at("torpedoes", first=FR), "launch") == []


@pytest.mark.rule("QF-TOR-2")
def test_a_target_that_ran_one_box_is_static_and_one_that_ran_two_is_moving() -> None:  # G19
    duel = attack()
    state = duel.at("torpedoes")
    ohio = state.ships["ohio"]
    assert [motion(state, ohio.but(ran=boxes)) for boxes in (0, 1, 2, 6)] == ["static", "static", "moving", "moving"]


@pytest.mark.rule("QF-TOR-3")
@pytest.mark.rule("QF-TOR-4")
def test_a_hit_does_as_many_speed_hits_as_the_die_shows_and_the_rating_stays() -> None:  # G20
    duel = attack()
    state, _ = duel.give(duel.at("torpedoes", first=FR), AT_OHIO, 1, 1, 5)
    assert state.ships["durandal"].torpedo == 4
    after, events = duel.close(state)
    assert after.ships["ohio"].speed_hits == 5
    assert [lost.hits for lost in events_of(events, SpeedLost)] == [5]
    done, _ = duel.open(after, "end")
    done, _ = duel.close(done)
    again, _ = duel.open(done, "torpedoes")
    assert duel.check(again, AT_OHIO) == ()


@pytest.mark.rule("QF-TOR-5")
def test_the_least_range_of_25_millimetres_holds_only_with_its_switch() -> None:
    near = attack(24)
    assert near.check(near.at("torpedoes", first=FR), AT_OHIO) == ()
    near.setting("torpedo_min_range", True)
    assert near.why(near.at("torpedoes", first=FR), AT_OHIO) == ["QF-TOR-5"]
    assert near.commands(near.at("torpedoes", first=FR), "launch") == []
    edge = attack(25).setting("torpedo_min_range", True)
    assert edge.check(edge.at("torpedoes", first=FR), AT_OHIO) == ()


@pytest.mark.rule("QF-TOR-H1")
@pytest.mark.parametrize(
    ("kind", "how", "needs"),
    [
        ("capital", "moving", (2, 3, 4, 5, 6, 7, 8, 9, 9)),
        ("capital", "static", (5, 6, 7, 8, 9, 10, 11, 11, 11)),
        ("cruiser", "moving", (0, 2, 3, 4, 5, 6, 7, 8, 8)),
        ("cruiser", "static", (4, 5, 6, 7, 8, 9, 10, 11, 11)),
        ("light", "moving", (0, 0, 2, 3, 4, 5, 6, 7, 7)),
        ("light", "static", (3, 4, 5, 6, 7, 8, 9, 10, 10)),
    ],
)
def test_each_point_of_rating_shifts_the_number_by_one(kind: str, how: str, needs: tuple[int, ...]) -> None:
    assert tuple(torpedo_need(kind, how, rating) for rating in range(1, 10)) == needs
    assert torpedo_need(kind, how, 0) == 0


@pytest.mark.rule("QF-TOR-H1")
def test_an_attack_without_a_chance_is_refused() -> None:
    duel = Duel().ship("Ohio", US, (600, 300)).ship("Durandal", FR, (600, 380))
    state = duel.at("torpedoes")
    assert duel.why(state, Launch(US, "ohio", "durandal")) == ["QF-TOR-H1"]  # rating 1 at a moving light vessel
    assert duel.commands(state, "launch") == []


@pytest.mark.rule("QF-TOR-H2")
def test_a_ship_attacks_once_a_turn_and_hits_are_marked_when_the_phase_closes() -> None:
    duel = attack()
    state, _ = duel.give(duel.at("torpedoes", first=FR), AT_OHIO, 1, 1, 5)
    assert duel.why(state, AT_OHIO) == ["QF-TOR-H2"]
    assert duel.commands(state, "launch") == []
    assert state.ships["ohio"].speed_hits == 0
    assert state.hits[0].codes == {"S": 5}


@pytest.mark.rule("QF-TOR-H3")
def test_torpedoes_run_in_any_direction_but_not_through_a_ship_or_land() -> None:
    for facing in ("000", "090", "180", "270"):
        duel = Duel().ship("Ohio", US, (600, 300)).ship("Durandal", FR, (600, 380), facing)
        assert duel.check(duel.at("torpedoes", first=FR), AT_OHIO) == ()
    blocked = attack().ship("Brooklyn", US, (600, 340))
    assert blocked.why(blocked.at("torpedoes", first=FR), AT_OHIO) == ["QF-TOR-H3"]
    land = attack().setting("land Mole", "590,335 610,335 610,345 590,345")
    assert land.why(land.at("torpedoes", first=FR), AT_OHIO) == ["QF-TOR-H3"]


@pytest.mark.rule("QF-OPT-303")
def test_a_2_gives_back_one_torpedo_point_and_never_above_the_start() -> None:  # P05
    duel = attack(400).setting("torpedo_reload", True).hurt("Durandal", torpedo=2)
    state, events = duel.close(duel.at("end"), 1, 1)
    assert [event.rating for event in events_of(events, TorpedoesReloaded)] == [3]
    assert state.ships["durandal"].torpedo == 3
    state, events = duel.close(duel.at("end"), 1, 2)
    assert state.ships["durandal"].torpedo == 2 and not events_of(events, TorpedoesReloaded)
    full = attack(400).setting("torpedo_reload", True)
    state, events = full.close(full.at("end"))  # no dice are rolled
    assert state.ships["durandal"].torpedo == 4
    off = attack(400).hurt("Durandal", torpedo=2)
    off.close(off.at("end"))
