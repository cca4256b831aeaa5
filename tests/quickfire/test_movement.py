"""Movement: boxes, changes of speed, turning, jammed rudders, land, ships without orders."""

from __future__ import annotations

import pytest

from rules.kernel.system import caption
from rules.quickfire.commands import Move
from rules.quickfire.events import LeftTable, Moved, NoOrders, RudderJammed
from rules.quickfire.plots import Helm, boxes_of, jammed_plot, parse_plot, plots
from rules.quickfire.state import BOXES, Ship, State, open_boxes
from rules.quickfire.steering import course, land_hit, legal_moves, limits
from tests.quickfire.duel import FR, US, Duel, events_of

HELM = Helm(2, 2, 45)


def cruise(facing: str = "090", speed: int = 6, rating: int = 50) -> Duel:
    """Ohio alone in open water, at so many boxes of a speed rating; Massena far away."""
    duel = Duel().line(["Ohio"], US, (800, 500), facing, speed, changes={"speed": rating})
    return duel.ship("Massena", FR, (100, 100))


def runs_of(duel: Duel, plot: str) -> tuple[Ship, State]:
    """Ohio after a plot."""
    state, _ = duel.give(duel.at("movement"), Move(US, "ohio", plot))
    return state.ships["ohio"], state


def boxes_offered(duel: Duel) -> list[int]:
    found = duel.commands(duel.at("movement"), "move", "ohio")
    return sorted({boxes_of(command.plot) for command in found if isinstance(command, Move)})


@pytest.mark.rule("QF-MOV-1")
def test_each_speed_hit_strikes_out_one_of_eight_boxes() -> None:
    state = cruise().hurt("Ohio", speed_hits=3).opening()
    assert state.scene.charts.movement.boxes == BOXES == 8
    assert open_boxes(state.ships["ohio"]) == 5
    assert boxes_offered(cruise(speed=8).hurt("Ohio", speed_hits=3))[-1] == 5
    fast = cruise(speed=8).hurt("Ohio", speed_hits=3)
    assert fast.why(fast.at("movement"), Move(US, "ohio", "6")) == ["QF-MOV-1"]


@pytest.mark.rule("QF-MOV-1")
def test_a_speed_of_60_with_three_hits_runs_37_and_a_half_millimetres() -> None:  # H07
    duel = Duel().ship("Brooklyn", US, (800, 500), "090", 5).ship("Massena", FR, (100, 100))
    duel.hurt("Brooklyn", speed_hits=3)
    state, events = duel.give(duel.at("movement"), Move(US, "brooklyn", "5"))
    assert state.ships["brooklyn"].x - 800_000 == 37_500
    assert [moved.boxes for moved in events_of(events, Moved)] == [5]


@pytest.mark.rule("QF-MOV-2")
@pytest.mark.rule("QF-MOV-H1")
def test_the_four_ratings_are_millimetres_a_turn_with_all_eight_boxes() -> None:
    assert cruise().opening().scene.charts.movement.speed_ratings == (40, 50, 60, 80)
    for rating, box in ((40, 5_000), (50, 6_250), (60, 7_500), (80, 10_000)):
        ship, state = runs_of(cruise(speed=8, rating=rating), "8")
        assert (state.scene.box["ohio"], ship.x) == (box, 800_000 + rating * 1000)


@pytest.mark.rule("QF-MOV-H2")
def test_a_plot_is_boxes_and_turns_run_in_order() -> None:
    ship, _ = runs_of(cruise("000"), "2R2")
    assert (ship.x, ship.y, ship.facing) == (800_000 + 8_839, 500_000 - 12_500 - 8_839, 45)
    assert parse_plot("2R2L4") == ((2, 1), (2, -1), (4, 0))


@pytest.mark.rule("QF-MOV-H2")
@pytest.mark.parametrize("plot", ["", "R", "0R2", "02", "2X2", "2RR2", "-1", "2 R 2", "²", "2R0", "999"])
def test_what_is_no_plot_is_refused_with_words(plot: str) -> None:
    duel = cruise()
    assert duel.why(duel.at("movement"), Move(US, "ohio", plot)) == ["QF-MOV-H2"]


@pytest.mark.rule("QF-MOV-H3")
def test_a_ship_runs_at_most_4_boxes_more_or_fewer_than_last_turn() -> None:
    assert boxes_offered(cruise(speed=2)) == [0, 1, 2, 3, 4, 5, 6]
    assert boxes_offered(cruise(speed=7)) == [3, 4, 5, 6, 7, 8]
    duel = cruise(speed=2)
    assert duel.why(duel.at("movement"), Move(US, "ohio", "7")) == ["QF-MOV-H3"]
    duel = cruise(speed=7)
    assert duel.why(duel.at("movement"), Move(US, "ohio", "2")) == ["QF-MOV-H3"]


@pytest.mark.rule("QF-MOV-H3")
def test_hits_force_a_ship_below_what_she_could_slow_to() -> None:
    duel = cruise(speed=8).hurt("Ohio", speed_hits=6)
    assert limits(duel.at("movement"), duel.at("movement").ships["ohio"]) == (2, 2)
    assert boxes_offered(duel) == [2]


@pytest.mark.rule("QF-MOV-H4")
def test_turns_are_eighths_after_two_boxes_straight_and_two_of_them_in_a_move() -> None:
    duel = cruise()
    state = duel.at("movement")
    assert duel.check(state, Move(US, "ohio", "2R2R2")) == ()
    assert runs_of(duel, "2R2R2")[0].facing == 180
    assert duel.why(state, Move(US, "ohio", "1R5")) == ["QF-MOV-H4"]
    assert duel.why(state, Move(US, "ohio", "2R1R3")) == ["QF-MOV-H4"]
    assert duel.why(state, Move(US, "ohio", "2R2R2R2")) == ["QF-MOV-H4"]


@pytest.mark.rule("QF-MOV-H4")
def test_a_light_vessel_may_turn_135_degrees() -> None:
    duel = Duel().ship("Furor", US, (800, 500), "000").ship("Massena", FR, (100, 100))
    state, _ = duel.give(duel.at("movement"), Move(US, "furor", "2R2R2R2"))
    assert state.ships["furor"].facing == 135
    assert duel.why(duel.at("movement"), Move(US, "furor", "2R2R2R2R")) == ["QF-MOV-H4"]


@pytest.mark.rule("QF-MOV-H4")
def test_every_plot_that_the_helm_allows_is_listed_once() -> None:
    for boxes in range(9):
        listed = plots(boxes, HELM)
        assert len(set(listed)) == len(listed)
        assert all(boxes_of(plot) == boxes for plot in listed)
        for plot in listed:
            parts = parse_plot(plot)
            assert sum(1 for part in parts if part.turn) <= 2
            assert all(part.boxes >= 2 for part in parts if part.turn)
    assert len(plots(8, HELM)) == 1 + 2 * 7 + 4 * 15


@pytest.mark.rule("QF-MOV-H5")
def test_a_ship_that_runs_no_box_does_not_turn() -> None:
    assert plots(0, HELM) == ("0",)
    ship, _ = runs_of(cruise(speed=3), "0")
    assert (ship.x, ship.y, ship.facing, ship.ran) == (800_000, 500_000, 90, 0)


@pytest.mark.rule("QF-MOV-H5")
def test_a_ship_that_lay_still_may_turn_one_step_on_the_spot() -> None:
    ship, _ = runs_of(cruise(speed=0), "0L")
    assert (ship.x, ship.y, ship.facing, ship.ran) == (800_000, 500_000, 45, 0)
    still, moving = cruise(speed=0), cruise(speed=1)
    assert {Move(US, "ohio", "0L"), Move(US, "ohio", "0R")} <= set(still.commands(still.at("movement"), "move", "ohio"))
    assert moving.why(moving.at("movement"), Move(US, "ohio", "0L")) == ["QF-MOV-H5"]
    jammed = cruise(speed=0).hurt("Ohio", rudder_hits=1, helm="straight")
    assert jammed.why(jammed.at("movement"), Move(US, "ohio", "0R")) == ["QF-MOV-H6"]


@pytest.mark.rule("QF-MOV-H5")
def test_a_ship_without_a_box_has_no_move_to_make() -> None:
    duel = cruise().hurt("Ohio", speed_hits=8)
    state, _ = duel.enter("movement")
    assert state.ships["ohio"].moved and state.ships["ohio"].ran == 0
    assert duel.why(state, Move(US, "ohio", "0")) == ["QF-MOV-1"]
    assert duel.commands(state, "move", "ohio") == []


@pytest.mark.rule("QF-MOV-H6")
@pytest.mark.parametrize(
    ("die", "helm", "plot", "facing"),
    [
        (1, "port", "2L4", 45),
        (2, "port", "2L4", 45),
        (3, "straight", "6", 90),
        (4, "straight", "6", 90),
        (5, "starboard", "2R4", 135),
        (6, "starboard", "2R4", 135),
    ],
)
def test_a_jammed_rudder_forces_the_move(die: int, helm: str, plot: str, facing: int) -> None:
    duel = cruise().hurt("Ohio", rudder_hits=2)
    state, events = duel.enter("movement", die)
    assert [jam.helm for jam in events_of(events, RudderJammed)] == [helm]
    assert {command.plot for command in duel.commands(state, "move", "ohio") if isinstance(command, Move)} == {
        jammed_plot(boxes, helm, 2) for boxes in range(2, 9)
    }
    after, _ = duel.give(state, Move(US, "ohio", plot))
    assert after.ships["ohio"].facing == facing
    assert duel.why(state, Move(US, "ohio", "2R2R2")) == ["QF-MOV-H6"]


@pytest.mark.rule("QF-MOV-H8")
def test_a_ship_may_not_run_onto_land() -> None:
    duel = cruise().setting("land Cape", "840,400 900,400 900,600 840,600")
    state = duel.at("movement")
    assert duel.why(state, Move(US, "ohio", "7")) == ["QF-MOV-H8"]
    assert duel.check(state, Move(US, "ohio", "6")) == ()
    assert "7" not in {move.plot for move in legal_moves(state, state.ships["ohio"])}


@pytest.mark.rule("QF-MOV-H8")
def test_near_land_every_plot_that_keeps_clear_of_it_is_offered_and_no_other() -> None:
    duel = (
        cruise("045", 6)
        .setting("land Cape", "830,400 900,470 900,600 845,600")
        .setting("land Rock", "800,460 805,465 795,465")
    )
    state = duel.at("movement")
    ohio = state.ships["ohio"]
    least, most = limits(state, ohio)
    clear = {
        plot
        for boxes in range(least, most + 1)
        for plot in plots(boxes, HELM)
        if not land_hit(state, course(state, ohio, plot))
    }
    offered = [move.plot for move in legal_moves(state, ohio)]
    assert len(offered) == len(set(offered)) < sum(len(plots(boxes, HELM)) for boxes in range(least, most + 1))
    assert set(offered) == clear


@pytest.mark.rule("QF-MOV-H8")
def test_a_ship_that_land_leaves_no_move_long_enough_runs_the_longest_that_is_left() -> None:
    duel = cruise(speed=8).setting("land Cape", "820,300 900,300 900,700 820,700")
    state = duel.at("movement")
    assert limits(state, state.ships["ohio"]) == (4, 8)
    assert {move.plot for move in legal_moves(state, state.ships["ohio"])} == {"3", "2L1", "2R1", "3L", "3R"}
    assert duel.check(state, Move(US, "ohio", "2R1")) == ()
    assert duel.why(state, Move(US, "ohio", "2")) == ["QF-MOV-H3"]


@pytest.mark.rule("QF-MOV-H8")
def test_a_rudder_jammed_towards_land_stops_the_ship_at_its_edge() -> None:
    duel = cruise().setting("land Cape", "820,400 900,400 900,600 820,600").hurt("Ohio", rudder_hits=1)
    state, _ = duel.enter("movement", 3)
    assert {move.plot for move in legal_moves(state, state.ships["ohio"])} == {"2", "3"}
    after, _ = duel.close(state)
    assert after.ships["ohio"].x == 800_000 + 3 * 6_250


@pytest.mark.rule("QF-MOV-H9")
def test_a_ship_without_orders_runs_straight_on_as_last_turn_or_as_far_as_she_can() -> None:
    duel = cruise(speed=5)
    after, events = duel.close(duel.at("movement"))
    assert after.ships["ohio"].x == 800_000 + 5 * 6_250 and after.ships["ohio"].ran == 5
    assert len(events_of(events, Moved)) == 2
    lines = [caption(duel.system, after, event).text for event in events_of(events, NoOrders)]
    assert "Ohio had no orders: she runs straight on" in lines
    slower = cruise(speed=7).hurt("Ohio", speed_hits=5)
    after, _ = slower.close(slower.at("movement"))
    assert after.ships["ohio"].ran == 3


@pytest.mark.rule("QF-MOV-H9")
def test_a_ship_that_has_moved_is_not_moved_again() -> None:
    duel = cruise()
    state, _ = duel.give(duel.at("movement"), Move(US, "ohio", "4"))
    assert duel.why(state, Move(US, "ohio", "4")) == ["QF-MOV-H2"]
    after, _ = duel.close(state)
    assert after.ships["ohio"].x == 800_000 + 25_000


@pytest.mark.rule("QF-VP-H4")
def test_a_ship_that_runs_over_the_edge_leaves_by_it() -> None:
    for facing, at, edge in (
        ("000", (800, 20), "north"),
        ("180", (800, 980), "south"),
        ("270", (20, 500), "west"),
        ("090", (1580, 500), "east"),
    ):
        duel = Duel().ship("Ohio", US, at, facing).ship("Massena", FR, (800, 500))
        state, events = duel.give(duel.at("movement"), Move(US, "ohio", "6"))
        assert [(left.edge, left.result) for left in events_of(events, LeftTable)] == [(edge, "withdrawn")]
        assert state.ships["ohio"].gone == "withdrawn"


@pytest.mark.rule("QF-VP-H4")
def test_by_its_way_out_a_ship_escapes_and_a_corner_is_the_two_halves_that_meet_there() -> None:
    for facing, at, result in (
        ("180", (1000, 980), "escaped"),
        ("180", (600, 980), "withdrawn"),
        ("090", (1580, 700), "escaped"),
        ("090", (1580, 300), "withdrawn"),
        ("000", (1500, 20), "withdrawn"),
    ):
        duel = Duel().ship("Ohio", US, at, facing).ship("Massena", FR, (800, 500))
        duel.special.append(("exit_south_east", US, 0))
        state, _ = duel.give(duel.at("movement"), Move(US, "ohio", "6"))
        assert state.ships["ohio"].gone == result
