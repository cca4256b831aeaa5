"""Contact: collisions by accident, rams on purpose."""

from __future__ import annotations

import pytest

from rules.kernel.inches import distance
from rules.quickfire.commands import Follow, Move, Ram
from rules.quickfire.contact import first_contact, outline
from rules.quickfire.events import Collided, ContactAvoided, Moved, Rammed, RamMissed
from rules.quickfire.plots import boxes_of, parse_plot
from rules.quickfire.ramming import ram_plot, ram_targets
from rules.quickfire.state import place
from rules.quickfire.steering import course
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

RUN = Move(US, "ohio", "8")


def crossing() -> Duel:
    """Ohio runs east upon Brooklyn, who lies across her bow 40 mm away."""
    return Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Brooklyn", FR, (650, 300), "000", 4)


@pytest.mark.rule("QF-RAM-H1")
@pytest.mark.parametrize("faces", [(4, 4, 1, 1), (1, 1, 6, 2)])
def test_ships_that_touch_get_clear_when_either_throws_8_and_the_mover_goes_back(faces: tuple[int, ...]) -> None:
    duel = crossing()
    state, events = duel.give(duel.at("movement"), RUN, *faces)
    assert len(events_of(events, ContactAvoided)) == 1
    assert [ship.speed_hits for ship in state.ships.values()] == [0, 0]
    ohio, brooklyn = state.ships["ohio"], state.ships["brooklyn"]
    gap = distance(place(ohio), place(brooklyn)) - state.scene.length["ohio"] // 2 - state.scene.beam["brooklyn"] // 2
    assert gap == pytest.approx(5_000, abs=150)


@pytest.mark.rule("QF-RAM-H1")
def test_when_both_fail_both_take_a_speed_hit_and_the_smaller_two() -> None:
    duel = crossing()
    state, events = duel.give(duel.at("movement"), RUN, 3, 4, 3, 4)
    assert [(event.hits, event.other_hits) for event in events_of(events, Collided)] == [(1, 2)]
    assert (state.ships["ohio"].speed_hits, state.ships["brooklyn"].speed_hits) == (1, 2)
    assert state.ships["ohio"].moved and state.ships["ohio"].ran == 4
    equal = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Maine", US, (650, 300), "000", 4)
    equal.ship("Massena", FR, (1200, 900))
    state, _ = equal.give(equal.at("movement"), RUN, 3, 4, 3, 4)
    assert [state.ships[name].speed_hits for name in ("ohio", "maine")] == [1, 1]


@pytest.mark.rule("QF-RAM-H1")
def test_a_stopped_ship_cannot_get_clear() -> None:
    duel = crossing().hurt("Brooklyn", speed_hits=8)
    state, events = duel.give(duel.at("movement"), RUN, 3, 4)
    assert len(events_of(events, Collided)) == 1
    assert state.ships["brooklyn"].speed_hits == 10


@pytest.mark.rule("QF-RAM-H1")
def test_a_move_that_passes_clear_or_stops_short_touches_nobody() -> None:
    duel = crossing()
    _, events = duel.give(duel.at("movement"), Move(US, "ohio", "4"))
    assert not events_of(events, Collided) and not events_of(events, ContactAvoided)
    abeam = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Brooklyn", FR, (630, 312), "090", 4)
    abeam.give(abeam.at("movement"), RUN)


@pytest.mark.rule("QF-RAM-H1")
def test_ships_in_contact_already_may_draw_apart() -> None:
    duel = Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Brooklyn", FR, (600, 304), "090", 4)
    _, events = duel.give(duel.at("movement"), RUN)
    assert [moved.boxes for moved in events_of(events, Moved)] == [8]


@pytest.mark.rule("QF-RAM-H5")
def test_the_place_of_contact_is_where_the_outlines_first_touch() -> None:
    state = crossing().at("movement")
    ohio = state.ships["ohio"]
    met = first_contact(state, ohio, course(state, ohio, "8"))
    assert met is not None and met.other == "brooklyn"
    free = 50_000 - (state.scene.length["ohio"] + state.scene.beam["brooklyn"]) // 2
    assert met.run == pytest.approx(free, abs=150)
    assert len(outline(state, ohio)) == 4


@pytest.mark.rule("QF-RAM-H1")
def test_a_follower_is_not_held_up_by_the_ships_of_her_own_line() -> None:
    duel = Duel().line(["Ohio", "Maine", "Missouri"], US, (800, 500), "090", 6).ship("Massena", FR, (100, 100))
    duel.special.append(("spacing", "force-0", 45))
    state, _ = duel.give(duel.at("movement"), Move(US, "ohio", "2R2R4"))
    for _ in range(3):
        for name in ("maine", "missouri"):
            state, _ = duel.give(state, Follow(US, name))
        state, _ = duel.open(state, "movement")
        state, _ = duel.give(state, Move(US, "ohio", "8"))


# --- ramming ---


def charge(at: tuple[int, int] = (665, 300), facing: str = "000", speed: int = 4) -> Duel:
    """Ohio with room for a run of more than 4 boxes at Brooklyn."""
    return Duel().ship("Ohio", US, (600, 300), "090", 8).ship("Brooklyn", FR, at, facing, speed)


AT_BROOKLYN = Ram(US, "ohio", "brooklyn")


@pytest.mark.rule("QF-RAM-H2")
def test_a_ram_needs_4_boxes_of_run_before_it_meets_the_enemy() -> None:
    far, near = charge(), charge((640, 300))
    assert far.commands(far.at("movement"), "ram") == [AT_BROOKLYN]
    assert near.why(near.at("movement"), AT_BROOKLYN) == ["QF-RAM-H2"]
    slow = charge().hurt("Ohio", speed_hits=5)
    assert slow.why(slow.at("movement"), AT_BROOKLYN) == ["QF-RAM-H2"]
    beyond = charge((700, 300))
    assert beyond.why(beyond.at("movement"), AT_BROOKLYN) == ["QF-RAM-H2"]
    assert beyond.commands(beyond.at("movement"), "ram") == []


@pytest.mark.rule("QF-RAM-H2")
def test_a_rammer_has_run_her_last_2_boxes_straight() -> None:
    state = charge((652, 342), "000").at("movement")
    ohio, brooklyn = state.ships["ohio"], state.ships["brooklyn"]
    plot = ram_plot(state, ohio, brooklyn)
    assert parse_plot(plot)[-1].boxes >= 2 and boxes_of(plot) == 8
    met = first_contact(state, ohio, course(state, ohio, plot))
    assert met is not None and met.run >= 2 * state.scene.box["ohio"]


@pytest.mark.rule("QF-RAM-H2")
def test_a_ram_may_turn_towards_the_enemy_but_not_meet_another_first() -> None:
    aside = charge((652, 342), "000")
    assert aside.commands(aside.at("movement"), "ram") == [AT_BROOKLYN]
    covered = charge((665, 300)).ship("Massena", FR, (645, 300), "000", 4)
    assert AT_BROOKLYN not in covered.commands(covered.at("movement"), "ram")
    own = charge().ship("Maine", US, (1200, 300))
    for target in ("maine", "nobody", "ohio"):
        assert own.why(own.at("movement"), Ram(US, "ohio", target)) == ["QF-RAM-H2"]


@pytest.mark.rule("QF-RAM-H2")
@pytest.mark.parametrize(("at", "offered"), [((644, 350), True), ((644, 360), False), ((668, 330), False)])
def test_a_ram_meets_its_target_within_30_degrees_of_the_bow(at: tuple[int, int], offered: bool) -> None:
    duel = charge(at)
    assert duel.commands(duel.at("movement"), "ram") == ([AT_BROOKLYN] if offered else [])
    assert duel.why(duel.at("movement"), AT_BROOKLYN) == ([] if offered else ["QF-RAM-H2"])


@pytest.mark.rule("QF-RAM-H3")
@pytest.mark.parametrize(
    ("speed", "faces", "strikes"),
    [(4, (2, 3), True), (4, (3, 3), False), (1, (4, 5), True), (0, (4, 5), True), (1, (5, 5), False)],
)
def test_a_ram_strikes_a_moving_ship_on_5_and_a_static_one_on_9(
    speed: int, faces: tuple[int, int], strikes: bool
) -> None:
    duel = charge(speed=speed)
    _, events = duel.give(duel.at("movement"), AT_BROOKLYN, *faces, *((4, 3) if strikes else ()))
    assert bool(events_of(events, Rammed)) is strikes
    assert bool(events_of(events, RamMissed)) is not strikes


@pytest.mark.rule("QF-RAM-H4")
@pytest.mark.parametrize(("die", "own"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_ram_hurts_the_target_by_a_die_and_one_more_and_the_rammer_by_half_a_die(die: int, own: int) -> None:
    duel = charge()
    state, events = duel.give(duel.at("movement"), AT_BROOKLYN, 1, 1, die, die)
    assert [(event.hits, event.own_hits) for event in events_of(events, Rammed)] == [(die + 1, own)]
    assert (state.ships["brooklyn"].speed_hits, state.ships["ohio"].speed_hits) == (die + 1, own)


@pytest.mark.rule("QF-RAM-H4")
def test_a_smaller_rammer_does_no_extra_hit() -> None:
    duel = Duel().ship("Brooklyn", US, (600, 300), "090", 8).ship("Massena", FR, (670, 300), "000", 4)
    state, _ = duel.give(duel.at("movement"), Ram(US, "brooklyn", "massena"), 1, 1, 4, 4)
    assert (state.ships["massena"].speed_hits, state.ships["brooklyn"].speed_hits) == (4, 2)


@pytest.mark.rule("QF-RAM-H2")
@pytest.mark.parametrize(("more", "met"), [(0, True), (1, False)])
def test_whom_a_ship_might_reach_is_looked_for_as_far_as_both_outlines_go(more: int, met: bool) -> None:
    state = massena_and_ohio().at("movement")
    ship, foe = state.ships.values()
    scene, reach = state.scene, 10_000
    both = scene.length[ship.id] + scene.beam[ship.id] + scene.length[foe.id] + scene.beam[foe.id]
    there = foe.but(x=ship.x + reach + both // 2 + more, y=ship.y)
    state = state.but(ships={**state.ships, foe.id: there})
    assert [one.id for one in ram_targets(state, ship, reach)] == ([foe.id] if met else [])
